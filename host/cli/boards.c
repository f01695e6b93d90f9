// SPDX-License-Identifier: Apache-2.0
// Placed and routed chips: clocks per node times their Fmax, where both are of one build.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/json.h"
#include "cli/rates.h"
#include "zf_build.h"

enum { FILE_MAX = 1 << 20 };

// The file's text, to be freed; NULL when it cannot be read.
static char *read_text(const char *path) {
    FILE *stream = fopen(path, "rb");

    if (!stream)
        return NULL;
    char *text = malloc(FILE_MAX);
    if (text) {
        size_t length = fread(text, 1, FILE_MAX - 1, stream);
        text[length] = '\0';
    }
    fclose(stream);
    return text;
}

// Files named here are looked for from the working directory, then from the program's own.
static char *find_text(const char *path, char *found, size_t capacity) {
    static const char *const places[] = {"build/size.json", "docs/results/size.json"};
    static const char *const beside[] = {"size.json", "../docs/results/size.json"};
    char folder[400];
    char *text = NULL;

    if (path) {
        snprintf(found, capacity, "%s", path);
        return read_text(path);
    }
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    for (int i = 0; i < 2 && !text; i++) {
        snprintf(found, capacity, "%s", places[i]);
        text = read_text(found);
        if (text)
            break;
        snprintf(found, capacity, "%s%s", folder, beside[i]);
        text = slash ? read_text(found) : NULL;
    }
    return text;
}

static void read_board(const char *element, double clocks_per_node, rates_board_t *board) {
    char hash[32] = "";

    memset(board, 0, sizeof *board);
    json_text(json_member(element, "name"), board->name, sizeof board->name);
    json_number(json_member(element, "fmax_mhz"), &board->fmax_mhz);
    json_number(json_member(element, "fmax_worst_mhz"), &board->fmax_worst_mhz);
    json_number(json_member(element, "lut4"), &board->lut4);
    json_text(json_member(element, "parameters_hash"), hash, sizeof hash);
    board->same = strcmp(hash, ZF_PARAMETERS_HASH) == 0;
    if (board->same && clocks_per_node > 0)
        board->nps = board->fmax_mhz * 1e6 / clocks_per_node;
}

bool rates_read_boards(const char *path, double clocks_per_node, rates_boards_t *boards) {
    memset(boards, 0, sizeof *boards);
    char *text = find_text(path, boards->source, sizeof boards->source);
    if (!text)
        return false;
    json_text(json_member(text, "date"), boards->date, sizeof boards->date);
    const char *element = json_first(json_member(text, "boards"));
    for (; element && boards->count < RATES_BOARDS_MAX; element = json_next(element)) {
        rates_board_t *board = &boards->boards[boards->count];
        read_board(element, clocks_per_node, board);
        // What was not placed and routed has no clock, so no rate.
        boards->count += board->fmax_mhz > 0;
    }
    free(text);
    return boards->count != 0;
}
