// SPDX-License-Identifier: Apache-2.0
// Published perft counts.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/perft.h"
#include "chess_support.h"

// Every row is counted to its deepest count of at most `each`; every `stride`-th also to its
// deepest of at most 20 M. A soak counts all up to 20 M.
typedef struct plan {
    uint64_t each;
    uint64_t spread;
    unsigned stride;
    unsigned skip; // only every skip-th row at all
} plan_t;

static plan_t make_plan(void) {
    if (support_soak())
        return (plan_t){20000000, 20000000, 1, 1};
    if (support_sanitized())
        return (plan_t){200000, 2000000, 100, 1};
    return (plan_t){1000000, 20000000, 60, 1};
}

static void check_count(const support_file_t *file, const epd_t *epd, unsigned depth,
                        uint64_t expected) {
    uint64_t nodes = perft(&epd->position, depth);

    cr_assert_eq(nodes, expected, "%s:%u: %s depth %u: %" PRIu64 ", expected %" PRIu64, file->path,
                 file->row, file->line, depth, nodes, expected);
}

// Checks the row at its deepest count within the limit, or in a soak at every depth within it.
static unsigned check_row(const support_file_t *file, const epd_t *epd, uint64_t limit) {
    unsigned best = 0;
    unsigned checked = 0;
    int64_t best_count = 0;

    for (unsigned depth = 1; depth <= 9; depth++) {
        char name[4];
        int64_t count;
        snprintf(name, sizeof name, "D%u", depth);
        if (!epd_number(epd, name, &count) || (uint64_t)count > limit)
            continue;
        if (support_soak()) {
            check_count(file, epd, depth, (uint64_t)count);
            checked++;
        }
        best = depth;
        best_count = count;
    }
    if (!best || support_soak())
        return checked;
    check_count(file, epd, best, (uint64_t)best_count);
    return 1;
}

static void check_file(const char *path, unsigned rows, unsigned least) {
    plan_t plan = make_plan();
    support_file_t file;
    unsigned row = 0;
    unsigned checked = 0;

    for (support_open(&file, path); support_row(&file, false); row++) {
        if (row % plan.skip)
            continue;
        epd_t epd;
        epd_result_t result = epd_parse(file.line, strlen(file.line), &epd);
        cr_assert_eq(result.error, EPD_OK, "%s:%u", path, file.row);
        checked += check_row(&file, &epd, row % plan.stride ? plan.each : plan.spread);
    }
    support_close(&file);
    cr_assert_eq(row, rows, "%s has %u rows", path, row);
    if (!support_sanitized())
        cr_assert_geq(checked, least, "%s: only %u counts checked", path, checked);
}

Test(perft, suite_127) {
    check_file("tests/data/perft/perftsuite_127.epd", 127, 126);
}

Test(perft, tricky) {
    check_file("tests/data/perft/tricky.epd", 180, 160);
}

Test(perft, jones) {
    check_file("tests/data/perft/jones_23.epd", 23, 23);
}

Test(perft, double_checks) {
    check_file("tests/data/perft/ferdy_double_check.epd", 184, 184);
}

// The file gives one deep count a row, most of them above a million.
Test(perft, en_passant) {
    check_file("tests/data/perft/ferdy_en_passant.epd", 1880, 545);
}

Test(perft, random_positions) {
    check_file("tests/data/perft/random_marcel.epd", 3376, 3376);
}

Test(perft, published_big) {
    const uint64_t limit = support_soak() ? 10000000000u : support_sanitized() ? 0 : 200000000;
    support_file_t file;
    unsigned rows = 0;

    support_open(&file, "tests/data/perft/published_big.tsv");
    for (; support_row(&file, false); rows++) {
        char *end;
        uint64_t expected = strtoull(file.columns[2], &end, 10);
        // Counts beyond 64 bits are in the file, too.
        if (strlen(file.columns[2]) > 18 || expected > limit)
            continue;
        position_t position = support_fen(file.columns[0]);
        uint64_t nodes = perft(&position, (unsigned)atoi(file.columns[1]));
        cr_assert_eq(nodes, expected, "%s depth %s: %" PRIu64 ", expected %" PRIu64,
                     file.columns[0], file.columns[1], nodes, expected);
    }
    support_close(&file);
    cr_assert_eq(rows, 21);
}

Test(perft, detailed) {
    const uint64_t limit = support_sanitized() ? 100000 : 20000000;
    support_file_t file;
    unsigned rows = 0;

    support_open(&file, "tests/data/perft/detailed.tsv");
    for (; support_row(&file, false); rows++) {
        perft_detail_t detail = {0};
        position_t position = support_fen(file.columns[0]);
        if (strtoull(file.columns[2], NULL, 10) > limit)
            continue;
        perft_detail(&position, (unsigned)atoi(file.columns[1]), &detail);
        const uint64_t got[] = {detail.nodes,         detail.captures,   detail.en_passant,
                                detail.castles,       detail.promotions, detail.checks,
                                detail.double_checks, detail.mates};
        for (unsigned i = 0; i < sizeof got / sizeof *got; i++)
            cr_expect_eq(got[i], strtoull(file.columns[2 + i], NULL, 10),
                         "%s depth %s, column %u: %" PRIu64 ", expected %s", file.columns[0],
                         file.columns[1], 2 + i, got[i], file.columns[2 + i]);
    }
    support_close(&file);
    cr_assert_eq(rows, 28);
}

Test(perft, depth_zero_is_one) {
    position_t position;

    position_start(&position);
    cr_assert_eq(perft(&position, 0), 1);
}

// Chess960: the rows' positions are X-FEN or Shredder-FEN, which EPD does not read.
Test(perft, chess960) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/perft/chess960.epd"); support_row(&file, false); rows++) {
        position_t position;
        char *counts = strchr(file.line, ';');
        cr_assert_not_null(counts);
        fen_result_t result =
            fen_parse_chess960(file.line, (size_t)(counts - file.line), &position);
        cr_assert_eq(result.error, FEN_OK, "%s", file.line);
        cr_assert_eq(result.notes, 0, "%s", file.line);
        for (char *at = strtok(counts, ";"); at; at = strtok(NULL, ";")) {
            unsigned depth;
            uint64_t expected;
            cr_assert_eq(sscanf(at, "D%u %" SCNu64, &depth, &expected), 2);
            cr_assert_eq(perft(&position, depth), expected, "%s:%u: %s depth %u", file.path,
                         file.row, file.line, depth);
        }
    }
    support_close(&file);
    cr_assert_geq(rows, 40);
}
