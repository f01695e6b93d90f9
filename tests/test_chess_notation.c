// SPDX-License-Identifier: Apache-2.0
// Moves as text, in both notations and both directions.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/pgn.h"
#include "chess_support.h"

// Every legal move of the position survives both notations, and no two share a SAN.
static void check_moves(const position_t *position) {
    move_list_t list;
    static char sans[MOVE_LIST_CAPACITY][SAN_CAPACITY];
    char fen[FEN_CAPACITY];

    fen_write(position, fen);
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char uci[UCI_CAPACITY];
        move_t read = MOVE_NONE;
        cr_assert_eq(uci_write(list.moves[i], uci), strlen(uci));
        cr_assert_eq(uci_parse(position, uci, strlen(uci), &read), NOTATION_OK, "%s %s", fen, uci);
        cr_assert_eq(read, list.moves[i], "%s %s", fen, uci);
        read = MOVE_NONE;
        cr_assert_eq(san_write(position, list.moves[i], sans[i]), strlen(sans[i]));
        cr_assert_lt(strlen(sans[i]), SAN_CAPACITY);
        cr_assert_eq(san_parse(position, sans[i], strlen(sans[i]), &read), NOTATION_OK, "%s %s",
                     fen, sans[i]);
        cr_assert_eq(read, list.moves[i], "%s %s", fen, sans[i]);
        for (unsigned j = 0; j < i; j++)
            cr_assert_str_neq(sans[i], sans[j], "%s", fen);
    }
}

static void check_games(const char *path, unsigned expected_games) {
    support_file_t file;
    pgn_reader_t reader;
    pgn_game_t game;
    pgn_status_t status;
    unsigned games = 0;
    const unsigned stride = support_sanitized() ? 20 : 1;

    support_open(&file, path);
    pgn_open(&reader, file.text, file.length);
    pgn_game_init(&game);
    for (; (status = pgn_next(&reader, &game)) == PGN_GAME; games++) {
        position_t position = game.start;
        for (size_t i = 0; games % stride == 0 && i < game.move_count; i++) {
            check_moves(&position);
            position_make(&position, &position, game.moves[i]);
        }
    }
    cr_expect_eq(status, PGN_END);
    cr_expect_eq(games, expected_games, "%s: %u games", path, games);
    pgn_game_free(&game);
    support_close(&file);
}

Test(notation, every_move_of_the_matches) {
    check_games("tests/data/games/deep_blue_kasparov_1996_1997.pgn", 12);
    check_games("tests/data/games/misc.pgn", 12);
}

Test(notation, every_move_of_historic_games) {
    check_games("tests/data/games/historic_400.pgn", 319);
}

// Many queens, promotions and knights: the hard cases of disambiguation.
Test(notation, every_move_of_random_positions) {
    support_file_t file;

    support_open(&file, "tests/data/perft/random_marcel.epd");
    for (unsigned row = 0; support_row(&file, false); row++) {
        position_t position;
        size_t used;
        if (row % (support_sanitized() ? 20 : 2))
            continue;
        cr_assert_eq(fen_parse_prefix(file.line, strlen(file.line), &position, &used).error,
                     FEN_OK);
        check_moves(&position);
    }
    support_close(&file);
}

Test(notation, spellings) {
    support_file_t file;
    unsigned rows = 0;

    support_open(&file, "tests/data/notation/spellings.tsv");
    for (; support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        move_t move = MOVE_NONE;
        char uci[UCI_CAPACITY];
        notation_error_t error =
            san_parse(&position, file.columns[1], strlen(file.columns[1]), &move);
        cr_assert_eq(error, NOTATION_OK, "row %u: %s: %s", file.row, file.columns[1],
                     notation_error_text(error));
        uci_write(move, uci);
        cr_expect_str_eq(uci, file.columns[2], "row %u: %s", file.row, file.columns[1]);
    }
    support_close(&file);
    cr_expect_eq(rows, 36, "%u", rows);
}

Test(notation, written) {
    support_file_t file;
    unsigned rows = 0;

    support_open(&file, "tests/data/notation/written.tsv");
    for (; support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        char san[SAN_CAPACITY];
        san_write(&position, support_move(&position, file.columns[1]), san);
        cr_expect_str_eq(san, file.columns[2], "row %u: %s", file.row, san);
    }
    support_close(&file);
    cr_expect_eq(rows, 16, "%u", rows);
}

Test(notation, refusals) {
    support_file_t file;
    unsigned rows = 0;

    support_open(&file, "tests/data/notation/refusals.tsv");
    for (; support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[1]);
        const char *text = file.columns[2];
        move_t move = 0x1234;
        notation_error_t error = file.columns[0][0] == 's'
                                     ? san_parse(&position, text, strlen(text), &move)
                                     : uci_parse(&position, text, strlen(text), &move);
        cr_expect_str_eq(notation_error_text(error), file.columns[3], "row %u: %s: %s", file.row,
                         text, notation_error_text(error));
    }
    support_close(&file);
    cr_expect_eq(rows, 40, "%u", rows);
}

// King takes own rook is castling where castling is legal, as Chess960 programs write it, and
// nothing appears on the board that was not there before.
Test(notation, king_takes_rook) {
    position_t position = support_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    char fen[FEN_CAPACITY];

    position_make(&position, &position, support_move(&position, "e1h1"));
    position_make(&position, &position, support_move(&position, "e8a8"));
    fen_write(&position, fen);
    cr_expect_str_eq(fen, "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2", "%s", fen);
}

Test(notation, null_move_text) {
    char uci[UCI_CAPACITY];

    cr_expect_eq(uci_write(MOVE_NONE, uci), 4);
    cr_expect_str_eq(uci, "0000");
}
