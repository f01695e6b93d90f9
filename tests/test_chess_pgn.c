// SPDX-License-Identifier: Apache-2.0
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/game.h"
#include "chess/pgn.h"
#include "chess_support.h"

static bool tag_equals(const pgn_game_t *game, const char *name, const char *value) {
    const pgn_tag_t *tag = pgn_find(game, name);

    return tag && tag->value_length == strlen(value) &&
           memcmp(tag->value, value, tag->value_length) == 0;
}

static unsigned tag_number(const pgn_game_t *game, const char *name) {
    const pgn_tag_t *tag = pgn_find(game, name);

    return tag ? (unsigned)strtoul(tag->value, NULL, 10) : 0;
}

// The computed tags: plies, last position, the first third occurrence, the end.
static void check_replay(const pgn_game_t *pgn, const char *path, unsigned number) {
    game_t game;
    unsigned third = 0;
    char fen[FEN_CAPACITY];

    cr_assert_eq(pgn->move_count, tag_number(pgn, "PlyCount"), "%s game %u", path, number);
    cr_assert(game_init(&game, &pgn->start));
    for (size_t i = 0; i < pgn->move_count; i++) {
        cr_assert(game_play(&game, pgn->moves[i]));
        if (!third && game_repetitions(&game) == 3)
            third = (unsigned)game.count;
    }
    cr_expect_eq(third, tag_number(pgn, "Rep3Ply"), "%s game %u: ply %u", path, number, third);
    fen_write(game_position(&game), fen);
    cr_expect(tag_equals(pgn, "FinalFEN", fen), "%s game %u: %s", path, number, fen);
    cr_expect_eq(game_state(&game) == GAME_CHECKMATE, tag_equals(pgn, "Terminal", "checkmate"),
                 "%s game %u", path, number);
    game_free(&game);
}

static void check_file(const char *path, unsigned expected) {
    support_file_t file;
    pgn_reader_t reader;
    pgn_game_t game;
    pgn_status_t status;
    unsigned games = 0;

    support_open(&file, path);
    pgn_open(&reader, file.text, file.length);
    pgn_game_init(&game);
    while ((status = pgn_next(&reader, &game)) == PGN_GAME) {
        games++;
        check_replay(&game, path, games);
        const char *result = game.outcome == PGN_WHITE_WINS   ? "1-0"
                             : game.outcome == PGN_BLACK_WINS ? "0-1"
                             : game.outcome == PGN_DRAW       ? "1/2-1/2"
                                                              : "*";
        cr_expect(tag_equals(&game, "Result", result), "%s game %u: %s", path, games, result);
    }
    char text[160];
    pgn_describe(status, &game, text, sizeof text);
    cr_expect_eq(status, PGN_END, "%s game %u: %s", path, games + 1, text);
    cr_expect_eq(games, expected, "%s: %u games", path, games);
    pgn_game_free(&game);
    support_close(&file);
}

Test(pgn, matches) {
    check_file("tests/data/games/deep_blue_kasparov_1996_1997.pgn", 12);
}

Test(pgn, misc) {
    check_file("tests/data/games/misc.pgn", 12);
}

Test(pgn, historic) {
    check_file("tests/data/games/historic_400.pgn", 319);
}

static void expect_game(pgn_reader_t *reader, pgn_game_t *game, const char *event, size_t plies,
                        pgn_outcome_t outcome, const char *final_fen) {
    char text[160];
    char fen[FEN_CAPACITY];
    pgn_status_t status = pgn_next(reader, game);

    pgn_describe(status, game, text, sizeof text);
    cr_assert_eq(status, PGN_GAME, "%s: %s", event, text);
    cr_expect(tag_equals(game, "Event", event), "%s", event);
    cr_expect_eq(game->move_count, plies, "%s: %zu plies", event, game->move_count);
    cr_expect_eq(game->outcome, outcome, "%s", event);
    position_t position = game->start;
    for (size_t i = 0; i < game->move_count; i++)
        position_make(&position, &position, game->moves[i]);
    fen_write(&position, fen);
    cr_expect_str_eq(fen, final_fen, "%s: %s", event, fen);
}

Test(pgn, everything_to_skip) {
    support_file_t file;
    pgn_reader_t reader;
    pgn_game_t game;

    support_open(&file, "tests/data/pgn/everything.pgn");
    pgn_open(&reader, file.text, file.length);
    pgn_game_init(&game);
    expect_game(&reader, &game, "Everything to skip", 17, PGN_WHITE_WINS,
                "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9");
    cr_expect(tag_equals(&game, "Site", "a \\\"quoted\\\" place \\\\ here"));
    cr_expect(tag_equals(&game, "Black", "N.N."));
    expect_game(&reader, &game, "No result, next tag ends it", 4, PGN_BLACK_WINS,
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    expect_game(&reader, &game, "Set up", 5, PGN_UNKNOWN, "8/8/3k4/8/8/8/8/3R2K1 b - - 1 42");
    expect_game(&reader, &game, "Tags only", 0, PGN_DRAW,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    expect_game(&reader, &game, "Black begins, dots galore", 4, PGN_DRAW,
                "8/2p5/3p4/KP4kr/1R2P3/6p1/8/8 b - - 0 3");
    cr_expect_eq(pgn_next(&reader, &game), PGN_END);
    cr_expect_eq(pgn_next(&reader, &game), PGN_END);
    pgn_game_free(&game);
    support_close(&file);
}

// Each fault is named with its line, and the reader goes on with the next game.
Test(pgn, broken) {
    static const struct {
        pgn_status_t status;
        const char *text;
    } expected[] = {
        {PGN_ERROR_MOVE, "the move is not legal here (line 3)"},
        {PGN_ERROR_TAG, "the tag is malformed (line 5)"},
        {PGN_ERROR_FEN, "a side has no king (line 10)"},
        {PGN_ERROR_VARIATION, "the parentheses do not match (line 19)"},
        {PGN_ERROR_MOVE, "a null move is not accepted here (line 23)"},
        {PGN_ERROR_MOVE, "the text is not a move (line 27)"},
        {PGN_GAME, NULL},
        {PGN_ERROR_COMMENT, "the comment is not closed (line 35)"},
        {PGN_END, NULL},
    };
    support_file_t file;
    pgn_reader_t reader;
    pgn_game_t game;

    support_open(&file, "tests/data/pgn/broken.pgn");
    pgn_open(&reader, file.text, file.length);
    pgn_game_init(&game);
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        char text[160];
        pgn_status_t status = pgn_next(&reader, &game);
        pgn_describe(status, &game, text, sizeof text);
        cr_expect_eq(status, expected[i].status, "%u: %s", i, text);
        if (expected[i].text)
            cr_expect_str_eq(text, expected[i].text, "%u: %s", i, text);
    }
    pgn_game_free(&game);
    support_close(&file);
}

// A game longer than any first allocation.
Test(pgn, long_game) {
    static const char *const shuffle[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    enum { PLIES = 3000 };
    char *text = calloc(PLIES, 5);
    pgn_reader_t reader;
    pgn_game_t game;

    for (unsigned i = 0; i < PLIES; i++)
        memcpy(text + i * 4, shuffle[i % 4], 4);
    pgn_open(&reader, text, strlen(text));
    pgn_game_init(&game);
    cr_assert_eq(pgn_next(&reader, &game), PGN_GAME);
    cr_expect_eq(game.move_count, PLIES);
    pgn_game_free(&game);
    free(text);
}
