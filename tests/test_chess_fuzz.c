// SPDX-License-Identifier: Apache-2.0
// The fuzzer's corpus, replayed, and every row of the other data files with bytes damaged.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess_fuzz.h"
#include "chess_support.h"

// Copies to exact size, so that the address sanitizer sees a read past the end.
static void check_bytes(const void *bytes, size_t size, const char *what, unsigned row) {
    uint8_t *copy = malloc(size ? size : 1);

    memcpy(copy, bytes, size);
    const char *fault = chess_fuzz_one(copy, size);
    free(copy);
    cr_assert_null(fault, "%s:%u: %s", what, row, fault);
}

Test(fuzz, corpus) {
    static const char folder[] = "tests/data/fuzz";
    DIR *list = opendir(folder);
    struct dirent *entry;
    unsigned files = 0;

    cr_assert(list);
    while ((entry = readdir(list))) {
        char path[512];
        support_file_t file;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        support_open(&file, path);
        check_bytes(file.text, file.length, path, 0);
        support_close(&file);
        files++;
    }
    closedir(list);
    cr_assert_geq(files, 20, "%u files", files);
}

static void damage(char *bytes, size_t *size, uint64_t *state) {
    static const char likely[] = "/12345678PNBRQKpnbrqkwb-KQkqaceh36 0;\"()[]{}$%x=+#O.*\n";

    for (unsigned n = 1 + support_random(state) % 3; n && *size > 1; n--) {
        size_t at = support_random(state) % *size;
        switch (support_random(state) % 4) {
        case 0:
            bytes[at] = likely[support_random(state) % (sizeof likely - 1)];
            break;
        case 1:
            bytes[at] = (char)support_random(state);
            break;
        case 2: // lose a stretch
            memmove(bytes + at, bytes + at + 1, *size - at - 1);
            --*size;
            break;
        default: // cut the end off
            *size -= support_random(state) % (*size / 4 + 1);
        }
    }
}

static void check_damaged(const char *path, unsigned stride) {
    support_file_t file;
    uint64_t state = 0x5a46f022;

    support_open(&file, path);
    for (unsigned row = 0; support_row(&file, false); row++) {
        size_t length = strlen(file.line);
        if (row % stride)
            continue;
        check_bytes(file.line, length, path, file.row);
        for (unsigned n = 0; n < (support_soak() ? 200u : 4u); n++) {
            size_t size = length;
            char *copy = malloc(length);
            memcpy(copy, file.line, length);
            damage(copy, &size, &state);
            check_bytes(copy, size, path, file.row);
            free(copy);
        }
    }
    support_close(&file);
}

Test(fuzz, damaged_rows) {
    check_damaged("tests/data/fen/fen_validity.tsv", 1);
    check_damaged("tests/data/fen/terminal.tsv", 1);
    check_damaged("tests/data/mate/mate_in_3.epd", 4);
    check_damaged("tests/data/tactical/wac_300_corrected.epd", 2);
    check_damaged("tests/data/perft/perftsuite_127.epd", 2);
    check_damaged("tests/data/perft/random_marcel.epd", 40);
}

// Whole games, damaged: many reach deep into the movetext before they fail.
Test(fuzz, damaged_games) {
    support_file_t file;
    uint64_t state = 0x5a46f023;

    support_open(&file, "tests/data/games/misc.pgn");
    for (unsigned n = 0; n < (support_soak() ? 2000u : 60u); n++) {
        size_t size = 1500;
        char *copy = malloc(size);
        memcpy(copy, file.text + support_random(&state) % (file.length - size), size);
        damage(copy, &size, &state);
        check_bytes(copy, size, file.path, n);
        free(copy);
    }
    support_close(&file);
}
