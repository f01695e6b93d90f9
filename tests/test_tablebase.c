// SPDX-License-Identifier: Apache-2.0
// Tablebases through a fake prober: what is asked, what the search makes of the answers. No table
// files were to be had; of the real prober only its refusals are tested.
#include <criterion/criterion.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess_support.h"
#include "link/device.h"
#include "search/search.h"

static tablebase_result_t queen_is_worth = TABLEBASE_WIN;
static unsigned opened, closed;

static bool fake_open(const char *path, unsigned *largest) {
    opened++;
    *largest = strcmp(path, "three men") == 0 ? 3 : 0;
    return strcmp(path, "broken") != 0;
}

static void fake_close(void) {
    closed++;
}

// Kings and a queen; what a queen is worth can be set, so that an answer shows.
static bool fake_result(const position_t *position, tablebase_result_t *result) {
    bitboard_t queens = position->by_type[PIECE_QUEEN];

    cr_assert_leq(bitboard_count(position_occupied(position)), 3);
    cr_assert_eq(position->castling, 0);
    cr_assert_eq(position->halfmove, 0);
    if (bitboard_count(position_occupied(position)) == 3 && !queens)
        return false;
    int value = queens ? (int)queen_is_worth : 0;
    *result = (tablebase_result_t)(queens & position->by_color[position->stm] ? value : -value);
    return true;
}

static bool seen_repeated;

// A queen that can be taken is lost; all other moves are equally good.
static unsigned fake_rank(const position_t *position, bool repeated, bool fifty,
                          tablebase_move_t *moves) {
    move_list_t list;

    cr_assert(fifty);
    seen_repeated = repeated;
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        position_make(&next, position, list.moves[i]);
        bool lost = position_attacked(&next, move_to(list.moves[i]), (color_t)next.stm,
                                      position_occupied(&next));
        moves[i] = (tablebase_move_t){list.moves[i], lost ? 0 : 1000};
    }
    return list.count;
}

static const tablebase_ops_t fake = {fake_open, fake_close, fake_result, fake_rank};

static tablebase_t open_fake(void) {
    tablebase_t tablebase = {.limit = TABLEBASE_MEN_MAX, .fifty = true};

    cr_assert(tablebase_open(&tablebase, &fake, "three men"));
    cr_assert_eq(tablebase.largest, 3);
    return tablebase;
}

Test(tablebase, opens_and_closes) {
    tablebase_t tablebase = {.limit = 7};

    cr_assert_not(tablebase_open(&tablebase, NULL, "three men"));
    cr_assert_not(tablebase_open(&tablebase, &fake, "broken"));
    cr_assert_not(tablebase_open(&tablebase, &fake, "empty"));
    cr_assert_null(tablebase.ops);
    cr_assert_eq(closed, 1, "what was opened in vain is closed");
    cr_assert(tablebase_open(&tablebase, &fake, "three men"));
    cr_assert(tablebase_open(&tablebase, &fake, "three men"));
    cr_assert_eq(closed, 2);
    tablebase_close(&tablebase);
    tablebase_close(&tablebase);
    cr_assert_eq(closed, 3);
}

Test(tablebase, scores) {
    tablebase_t tablebase = open_fake();
    position_t queen = support_fen("8/8/8/8/4k3/8/1Q6/7K w - - 0 1");
    position_t other = support_fen("8/8/8/8/4k3/8/1Q6/7K b - - 0 1");
    position_t later = support_fen("8/8/8/8/4k3/8/1Q6/7K w - - 1 1");
    position_t four = support_fen("8/8/8/8/4k3/7P/1Q6/7K w - - 0 1");
    position_t castle = support_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    int score = 7;

    cr_assert(tablebase_score(&tablebase, &queen, 5, &score));
    cr_assert_eq(score, TABLEBASE_SCORE - 5);
    cr_assert(tablebase_score(&tablebase, &other, 5, &score));
    cr_assert_eq(score, 5 - TABLEBASE_SCORE);
    cr_assert_eq(tablebase.hits, 2);
    cr_assert_not(tablebase_score(&tablebase, &later, 5, &score));
    cr_assert_not(tablebase_score(&tablebase, &four, 5, &score));
    cr_assert_not(tablebase_score(&tablebase, &castle, 5, &score));
    cr_assert_eq(tablebase.hits, 2);
    queen_is_worth = TABLEBASE_CURSED_WIN;
    cr_assert(tablebase_score(&tablebase, &queen, 5, &score));
    cr_assert_eq(score, 0);
    tablebase.fifty = false;
    cr_assert(tablebase_score(&tablebase, &queen, 5, &score));
    cr_assert_eq(score, TABLEBASE_SCORE - 5);
    tablebase.limit = 2;
    cr_assert_not(tablebase_score(&tablebase, &queen, 5, &score));
}

Test(tablebase, root) {
    tablebase_t tablebase = open_fake();
    position_t start = support_fen("8/8/8/8/4k3/8/1Q6/7K w - - 0 1"), check;
    move_list_t best, all;
    game_t game;

    cr_assert(game_init(&game, &start));
    // White has moves that hang the queen.
    game_play(&game, support_move(game_position(&game), "b2b3"));
    game_play(&game, support_move(game_position(&game), "e4d4"));
    cr_assert(tablebase_root(&tablebase, &game, &best));
    cr_assert_not(seen_repeated);
    movegen(game_position(&game), MOVEGEN_ALL, &all);
    cr_assert(best.count > 0 && best.count < all.count);
    for (unsigned i = 0; i < best.count; i++) {
        position_make(&check, game_position(&game), best.moves[i]);
        cr_assert_not(position_attacked(&check, move_to(best.moves[i]), (color_t)check.stm,
                                        position_occupied(&check)));
    }
    for (const char *const *move = (const char *const[]){"b3b2", "d4e4", "b2b3", "e4d4", NULL};
         *move; move++)
        game_play(&game, support_move(game_position(&game), *move));
    cr_assert(tablebase_root(&tablebase, &game, &best));
    cr_assert(seen_repeated);
    game_free(&game);
}

static search_info_t search(tablebase_t *tablebase, const char *fen) {
    const device_options_t small = {.table_log2 = 12};
    const search_limits_t limits = {.depth = 5};
    position_t position = support_fen(fen);
    search_options_t options;
    search_info_t info;
    device_t device;
    game_t game;

    search_options_default(&options);
    options.tablebase = tablebase;
    cr_assert(game_init(&game, &position));
    cr_assert_eq(device_open(&device, "model", &small), DEVICE_OK);
    cr_assert_eq(search_run(&device, &game, &options, &limits, NULL, &info), SEARCH_OK);
    device_close(&device);
    game_free(&game);
    return info;
}

// White may take a rook. Told that kings and a queen are a draw, the search does not.
Test(tablebase, tree) {
    const char *fen = "8/8/8/5k2/8/1r6/1Q6/7K w - - 0 1";
    tablebase_t tablebase = open_fake();
    search_info_t info = search(&tablebase, fen);

    cr_assert_eq(info.score, TABLEBASE_SCORE - 1);
    cr_assert_gt(tablebase.hits, 0);
    queen_is_worth = TABLEBASE_DRAW;
    info = search(&tablebase, fen);
    cr_assert_lt(info.score, TABLEBASE_SCORE / 2);
    info = search(NULL, fen);
    cr_assert_lt(info.score, TABLEBASE_SCORE / 2);
}

Test(tablebase, no_files) {
    tablebase_t tablebase = {.limit = 7};

    if (!tablebase_syzygy())
        cr_skip_test("built without libfathom");
    for (int i = 0; i < 3; i++)
        cr_assert_not(tablebase_open(&tablebase, tablebase_syzygy(), "/nowhere"));
    cr_assert_not(tablebase_open(&tablebase, tablebase_syzygy(), "tests/data"));
    cr_assert_null(tablebase.ops);
}
