// SPDX-License-Identifier: Apache-2.0
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "chess_support.h"

// Each row reads whole and carries what its suite promises.
static void check_suite(const char *path, unsigned expected, const char *operation) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, path); support_row(&file, false); rows++) {
        epd_t epd;
        char text[160];
        epd_result_t result = epd_parse(file.line, strlen(file.line), &epd);
        epd_describe(&result, text, sizeof text);
        cr_assert_eq(result.error, EPD_OK, "%s:%u: %s", path, file.row, text);
        cr_expect_neq(epd_find(&epd, operation), NULL, "%s:%u", path, file.row);
        move_list_t best;
        epd_moves(&epd, "bm", &best);
        for (unsigned i = 0; i < best.count; i++)
            cr_expect(movegen_is_legal(&epd.position, best.moves[i]), "%s:%u", path, file.row);
    }
    support_close(&file);
    cr_expect_eq(rows, expected, "%s: %u rows", path, rows);
}

Test(epd, suites) {
    check_suite("tests/data/tactical/bratko_kopec_24.epd", 24, "bm");
    check_suite("tests/data/tactical/bt2630_30.epd", 30, "bm");
    check_suite("tests/data/tactical/kaufman_25.epd", 25, "id");
    check_suite("tests/data/tactical/lct2_35.epd", 35, "bm");
    check_suite("tests/data/tactical/nolot_11.epd", 11, "bm");
    check_suite("tests/data/tactical/silent_but_deadly_134.epd", 134, "bm");
    check_suite("tests/data/tactical/wac_300_corrected.epd", 300, "id");
    check_suite("tests/data/zugzwang/cpw_null_move_5.epd", 5, "bm");
    check_suite("tests/data/zugzwang/zpts_30.epd", 30, "id");
    check_suite("tests/data/draw/fortress_draw.epd", 6, "id");
    check_suite("tests/data/draw/fortress_mixed.epd", 158, "id");
    check_suite("tests/data/endgame/eet_100.epd", 100, "id");
    check_suite("tests/data/endgame/pawn_pet_48.epd", 48, "id");
    check_suite("tests/data/endgame/tbtest.epd", 217, "id");
    check_suite("tests/data/openings/noob_3moves_2000.epd", 2000, "fmvn");
    check_suite("tests/data/mate/mate_in_2.epd", 440, "dm");
    check_suite("tests/data/mate/mate_in_3.epd", 639, "dm");
}

// bm of a mate in one lists every mating move, and pv ends in mate after 2 dm - 1 plies.
Test(epd, mates) {
    static const char *const paths[] = {"tests/data/mate/mate_in_1.epd",
                                        "tests/data/mate/mate_in_2.epd"};
    unsigned rows = 0;

    for (unsigned p = 0; p < 2; p++) {
        support_file_t file;
        for (support_open(&file, paths[p]); support_row(&file, false); rows++) {
            epd_t epd;
            move_list_t best, all;
            move_t line[EPD_LINE_MAX];
            int64_t dm = 0;
            unsigned mates = 0;
            cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
            cr_assert(epd_number(&epd, "dm", &dm));
            cr_expect_eq(dm, p + 1);
            position_t position = epd.position;
            unsigned length = epd_line(&epd, "pv", line);
            cr_expect_eq(length, 2 * (p + 1) - 1, "%s", file.line);
            for (unsigned i = 0; i < length; i++)
                position_make(&position, &position, line[i]);
            cr_expect_eq(position_state(&position), POSITION_CHECKMATE, "%s", file.line);
            epd_moves(&epd, "bm", &best);
            movegen(&epd.position, MOVEGEN_ALL, &all);
            for (unsigned i = 0; i < all.count; i++) {
                position_make(&position, &epd.position, all.moves[i]);
                mates += position_state(&position) == POSITION_CHECKMATE;
            }
            cr_expect_eq(mates, p == 0 ? best.count : 0, "%s: %u mates", file.line, mates);
        }
        support_close(&file);
    }
    cr_expect_eq(rows, 472);
}

// Rows with an empty second column are accepted.
Test(epd, refusals) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/epd/refusals.tsv"); support_row(&file, false); rows++) {
        epd_t epd;
        char sentence[160] = "";
        epd_result_t result = epd_parse(file.columns[0], strlen(file.columns[0]), &epd);
        if (result.error != EPD_OK)
            epd_describe(&result, sentence, sizeof sentence);
        cr_expect_str_eq(sentence, file.columns[1], "%s\n  got      %s\n  expected %s",
                         file.columns[0], sentence, file.columns[1]);
    }
    support_close(&file);
    cr_expect_eq(rows, 23, "%u", rows);
}

Test(epd, operands) {
    const char *row = "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O; ce -15; id \"a;b  c\"; c0 plain "
                      "words; hmvc 57; fmvn 90; D3 1234567890123;\n";
    epd_t epd;
    move_list_t list;
    int64_t number = 0;
    char text[16];

    cr_assert_eq(epd_parse(row, strlen(row), &epd).error, EPD_OK);
    cr_expect_eq(epd.count, 7);
    cr_expect_eq(epd_moves(&epd, "bm", &list), 2);
    cr_expect_eq(list.moves[1], move_special(4, 6, MOVE_KIND_CASTLING));
    cr_expect_eq(epd_moves(&epd, "am", &list), 0);
    cr_expect(epd_number(&epd, "ce", &number) && number == -15);
    cr_expect(epd_number(&epd, "D3", &number) && number == 1234567890123);
    cr_expect(!epd_number(&epd, "id", &number));
    cr_expect(!epd_number(&epd, "D4", &number));
    cr_expect_eq(epd_string(&epd, "id", text, sizeof text), 6);
    cr_expect_str_eq(text, "a;b  c");
    cr_expect_eq(epd_string(&epd, "c0", text, 4), 5);
    cr_expect_str_eq(text, "pla");
    cr_expect_eq(epd_string(&epd, "c1", text, sizeof text), 0);
    cr_expect_str_eq(text, "");
    cr_expect_eq(epd.position.halfmove, 57);
    cr_expect_eq(epd.position.fullmove, 90);
}

// A full FEN read as EPD keeps its clocks, or it would lose the fifty-move count in silence.
Test(epd, clocks_of_a_full_fen) {
    const char *row = "4k3/8/8/8/8/8/8/4K2R w K - 57 90";
    epd_t epd;

    cr_assert_eq(epd_parse(row, strlen(row), &epd).error, EPD_OK);
    cr_expect_eq(epd.position.halfmove, 57);
    cr_expect_eq(epd.position.fullmove, 90);
}

Test(epd, too_many_operations) {
    char row[1024] = "4k3/8/8/8/8/8/8/4K2R w K - ";
    epd_t epd;

    for (unsigned i = 0; i < EPD_OPERATIONS_MAX; i++)
        snprintf(row + strlen(row), sizeof row - strlen(row), "x%u 1;", i);
    cr_expect_eq(epd_parse(row, strlen(row), &epd).error, EPD_OK);
    cr_expect_eq(epd.count, EPD_OPERATIONS_MAX);
    size_t length = strlen(row);
    strcat(row, "y 1;");
    epd_result_t result = epd_parse(row, strlen(row), &epd);
    cr_expect_eq(result.error, EPD_ERROR_MANY);
    cr_expect_eq(result.offset, length);
}
