// SPDX-License-Identifier: Apache-2.0
// Chess960: FEN, keys, and what the chip gets to see of it. Moves: test_perft.c, check_chess960.py.
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess_support.h"
#include "link/device.h"
#include "model/chip_position.h"
#include "search/search.h"

static unsigned read_chess960(const char *fen, char *written) {
    position_t position, again;
    fen_result_t result = fen_parse_chess960(fen, strlen(fen), &position);

    cr_assert_eq(result.error, FEN_OK, "%s", fen);
    size_t length = fen_write(&position, written);
    cr_assert_eq(fen_parse_chess960(written, length, &again).error, FEN_OK, "%s", written);
    cr_assert(position_is_ok(&position), "%s", fen);
    cr_assert_eq(position.key, again.key, "%s", fen);
    return result.notes;
}

// Rights with king and rooks anywhere: what is read, what is written, what is dropped.
Test(chess960, fen) {
    static const struct {
        const char *fen, *written;
        unsigned notes;
    } rows[] = {
        {"rkr5/ppp5/8/8/8/8/8/1R2K1RR w KQkq - 3 7", "rkr5/ppp5/8/8/8/8/8/1R2K1RR w KQkq - 3 7", 0},
        {"rkr5/ppp5/8/8/8/8/8/1R2K1RR w GBca - 3 7", "rkr5/ppp5/8/8/8/8/8/1R2K1RR w GQkq - 3 7", 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
        {"4k3/8/8/8/8/8/8/R1K5 w KQ - 0 1", "4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", FEN_NOTE_CASTLING},
        {"4k3/8/8/8/8/8/8/R1K4R w BG - 0 1", "4k3/8/8/8/8/8/8/R1K4R w - - 0 1", FEN_NOTE_CASTLING},
        {"4k3/8/8/8/8/8/2K5/R6R w HA - 0 1", "4k3/8/8/8/8/8/2K5/R6R w - - 0 1", FEN_NOTE_CASTLING},
        {"4k3/8/8/8/8/8/8/2K3RR w HGK - 0 1", "4k3/8/8/8/8/8/8/2K3RR w K - 0 1",
         FEN_NOTE_CASTLING_REPEATED},
    };
    static const char *const refused[] = {
        "4k3/8/8/8/8/8/8/2K3RR w I - 0 1", "4k3/8/8/8/8/8/8/2K3RR w H1 - 0 1",
        "4k3/8/8/8/8/8/8/6RR w HG - 0 1", "8/8/8/8/8/8/8/8 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/2K3RR w -H - 0 1"};
    char written[FEN_CAPACITY];
    position_t position;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect_eq(read_chess960(rows[i].fen, written), rows[i].notes, "%s", rows[i].fen);
        cr_expect_str_eq(written, rows[i].written);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        cr_expect_neq(fen_parse_chess960(refused[i], strlen(refused[i]), &position).error, FEN_OK,
                      "%s", refused[i]);
    // The usual game knows no letters of files, and no right of a king or rook elsewhere.
    cr_expect_eq(fen_parse(rows[1].fen, strlen(rows[1].fen), &position).error, FEN_ERROR_CASTLING);
    cr_expect_eq(fen_parse(rows[0].fen, strlen(rows[0].fen), &position).error, FEN_OK);
    cr_expect_eq(position.castling, CASTLING_WHITE_KING);
}

// Another rook for the same right is another position; the key that the chip gets knows neither.
Test(chess960, keys) {
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/2K2RRR w F - 0 1", "4k3/8/8/8/8/8/8/2K2RRR w G - 0 1",
        "4k3/8/8/8/8/8/8/2K2RRR w H - 0 1", "4k3/8/8/8/8/8/8/2K2RRR w - - 0 1"};
    position_t positions[4];

    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(fen_parse_chess960(fens[i], strlen(fens[i]), &positions[i]).error, FEN_OK);
        for (size_t k = 0; k < i; k++)
            cr_expect_neq(positions[i].key, positions[k].key, "%s, %s", fens[i], fens[k]);
        cr_expect_eq(position_usual_rights(&positions[i]), 0);
        cr_expect_eq(position_usual_key(&positions[i]), position_usual_key(&positions[0]));
    }
    position_t mixed;
    const char *fen = "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1";
    cr_assert_eq(fen_parse_chess960(fen, strlen(fen), &mixed).error, FEN_OK);
    cr_expect_eq(position_usual_rights(&mixed), CASTLING_WHITE_KING);
}

static position_t chess960(const char *fen) {
    position_t position;

    cr_assert_eq(fen_parse_chess960(fen, strlen(fen), &position).error, FEN_OK, "%s", fen);
    return position;
}

// Castling happens in software only: what the chip sees has no such rights, and every move of a
// line through the frontier is legal.
Test(chess960, search) {
    static const char *const fens[] = {"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1",
                                       "5rkr/8/8/8/8/8/8/RKR5 b KQkq - 0 1",
                                       "4k3/8/8/8/8/8/3PPPPP/3R1K1R w KQ - 0 1"};
    const device_options_t small = {.table_log2 = 16};
    device_t device;
    search_options_t options;

    search_options_default(&options);
    cr_assert_eq(device_open(&device, "model", &small), DEVICE_OK);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        position_t start = chess960(fens[i]);
        const search_limits_t limits = {.depth = 6};
        search_info_t info;
        game_t game;
        cr_assert(game_init(&game, &start));
        cr_assert_eq(search_run(&device, &game, &options, &limits, NULL, &info), SEARCH_OK);
        cr_assert_eq(info.depth, 6, "%s", fens[i]);
        cr_assert_eq(info.best, info.line[0]);
        for (unsigned k = 0; k < info.line_length; k++) {
            cr_assert(movegen_is_legal(game_position(&game), info.line[k]), "%s ply %u", fens[i],
                      k);
            game_play(&game, info.line[k]);
        }
        chip_job_t job;
        chip_job_init(&job, &start, NULL);
        cr_assert_eq(job.rights, 0, "%s", fens[i]);
        game_free(&game);
    }
    device_close(&device);
}

// The history that goes with a job has keys without the rights that the chip does not know, or it
// would miss repetitions.
Test(chess960, history) {
    position_t at = chess960("1r2k1r1/8/8/8/8/8/8/1R2K1RN w KQkq - 0 1"), next;
    uint64_t first = position_usual_key(&at);
    chip_line_t line;
    chip_job_t job;

    cr_assert_neq(first, at.key);
    move_t move = support_move(&at, "h1g3");
    position_make(&next, &at, move);
    chip_line_start(&line);
    chip_line_move(&line, &at, move, &next, false);
    chip_job_init(&job, &next, &line);
    cr_assert_eq(job.history_count, 1);
    cr_assert_eq(job.history[0].key, first);
}

// Castling as it is written and read: the king takes its rook; in the usual game also its step.
Test(chess960, notation) {
    static const struct {
        const char *fen, *read, *written;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1"},
        {"4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1", "c1a1"},
        {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "c1b1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1h1"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        position_t position = chess960(rows[i].fen), next;
        char text[UCI_CAPACITY];
        move_t move;
        cr_assert_eq(uci_parse(&position, rows[i].read, 4, &move), NOTATION_OK, "%s", rows[i].fen);
        cr_expect_eq(move_kind(move), MOVE_KIND_CASTLING, "%s", rows[i].fen);
        uci_write_chess960(&position, move, text);
        cr_expect_str_eq(text, rows[i].written);
        cr_expect(!position_is_capture(&position, move));
        position_make(&next, &position, move);
        cr_expect(position_is_ok(&next), "%s", rows[i].fen);
    }
    // Beside a rook that may not castle the king's step is a step.
    position_t plain = chess960("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    move_t step;
    cr_assert_eq(uci_parse(&plain, "f1g1", 4, &step), NOTATION_OK);
    cr_expect_eq(move_kind(step), MOVE_KIND_NORMAL);
}
