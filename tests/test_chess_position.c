// SPDX-License-Identifier: Apache-2.0
// Keys, making moves, draws and ends of games.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess_support.h"
#include "zf_defs.h"

enum { CONSTANTS = ZF_KEY_PIECE_COUNT + ZF_KEY_CASTLE_COUNT + ZF_KEY_EP_COUNT };

// ---- Keys

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

// All constants and their halves-swapped forms: none zero, and no two to four of them cancel. Four
// cancel when two pairs have one difference, so the sorted differences tell.
Test(position, key_constants_are_independent) {
    static uint64_t all[2 * CONSTANTS];
    const size_t count = 2 * CONSTANTS;
    size_t n = 0;

    for (unsigned i = 0; i < ZF_KEY_PIECE_COUNT; i++)
        all[n++] = zf_key_piece[i];
    for (unsigned i = 0; i < ZF_KEY_CASTLE_COUNT; i++)
        all[n++] = zf_key_castle[i];
    for (unsigned i = 0; i < ZF_KEY_EP_COUNT; i++)
        all[n++] = zf_key_ep[i];
    for (size_t i = 0; i < n; i++)
        all[n + i] = position_key_rho(all[i]);
    uint64_t *pairs = malloc(count * count / 2 * sizeof *pairs);
    size_t pair_count = 0;
    for (size_t i = 0; i < count; i++) {
        cr_assert_neq(all[i], 0);
        for (size_t j = i + 1; j < count; j++)
            pairs[pair_count++] = all[i] ^ all[j];
    }
    qsort(pairs, pair_count, sizeof *pairs, compare_keys);
    cr_assert_neq(pairs[0], 0);
    for (size_t i = 1; i < pair_count; i++)
        cr_assert_neq(pairs[i], pairs[i - 1], "%016" PRIx64, pairs[i]);
    // Three cancel when a pair equals a constant.
    for (size_t i = 0; i < count; i++)
        cr_assert_null(bsearch(&all[i], pairs, pair_count, sizeof *pairs, compare_keys));
    free(pairs);
}

// The definition of docs/chip.md, written out again.
static uint64_t slow_key(const position_t *position) {
    uint64_t own = 0;
    uint64_t other = 0;

    for (square_t square = 0; square < 64; square++) {
        man_t man = position->board[square];
        if (man == MAN_NONE)
            continue;
        bool black = man_color(man) == COLOR_BLACK;
        uint64_t constant =
            zf_key_piece[64 * (unsigned)man_type(man) + (black ? square ^ 56u : square)];
        if (man_color(man) == (color_t)position->stm)
            own ^= constant;
        else
            other ^= constant;
    }
    for (unsigned right = 0; right < 4; right++) {
        if (!(position->castling >> right & 1))
            continue;
        if (right / 2 == position->stm)
            own ^= zf_key_castle[right % 2];
        else
            other ^= zf_key_castle[right % 2];
    }
    uint64_t ep = position->ep == SQUARE_NONE ? 0 : zf_key_ep[position->ep % 8];
    return own ^ (other << 32 | other >> 32) ^ ep;
}

static void check_here(const position_t *position) {
    position_t flipped;
    position_t back;
    move_list_t list;
    move_list_t flipped_list;
    char fen[FEN_CAPACITY];

    fen_write(position, fen);
    cr_assert(position_is_ok(position), "%s", fen);
    cr_assert_eq(position->key, slow_key(position), "%s", fen);
    cr_assert_eq(position->key, position_compute_key(position), "%s", fen);
    position_t read = support_fen(fen);
    cr_assert_eq(read.key, position->key, "%s", fen);
    cr_assert(position_same(&read, position), "%s", fen);
    position_flip(&flipped, position);
    cr_assert_eq(flipped.key, position->key, "%s", fen);
    cr_assert_eq(movegen(position, MOVEGEN_ALL, &list),
                 movegen(&flipped, MOVEGEN_ALL, &flipped_list), "%s", fen);
    cr_assert_eq(position_state(position), position_state(&flipped), "%s", fen);
    position_flip(&back, &flipped);
    cr_assert(position_same(&back, position), "%s", fen);
}

// The lists of noisy and quiet moves part the whole list; legality of other codes is refused.
static void check_lists(const position_t *position, uint64_t *state) {
    move_list_t all;
    move_list_t noisy;
    move_list_t quiet;
    char fen[FEN_CAPACITY];

    fen_write(position, fen);
    movegen(position, MOVEGEN_ALL, &all);
    movegen(position, MOVEGEN_NOISY, &noisy);
    movegen(position, MOVEGEN_QUIET, &quiet);
    cr_assert_eq(all.count, noisy.count + quiet.count, "%s", fen);
    for (unsigned i = 0; i < noisy.count; i++)
        cr_assert(position_is_capture(position, noisy.moves[i]) ||
                      move_kind(noisy.moves[i]) == MOVE_KIND_PROMOTION,
                  "%s", fen);
    for (unsigned i = 0; i < quiet.count; i++)
        cr_assert(!position_is_capture(position, quiet.moves[i]) &&
                      move_kind(quiet.moves[i]) != MOVE_KIND_PROMOTION,
                  "%s", fen);
    for (unsigned n = 0; n < 20; n++) {
        move_t move = (move_t)support_random(state);
        bool listed = false;
        for (unsigned i = 0; i < all.count; i++)
            listed = listed || all.moves[i] == move;
        cr_assert_eq(movegen_is_legal(position, move), listed, "%s %04x", fen, move);
    }
    for (unsigned i = 0; i < all.count; i++)
        cr_assert(movegen_is_legal(position, all.moves[i]), "%s", fen);
}

// Random games: the key of every position equals the key from scratch, from the FEN and of the
// flipped board.
Test(position, random_play_keeps_everything_in_step) {
    const unsigned games = support_soak() ? 3000 : 150;
    uint64_t state = 0x5a4601;
    unsigned plies = 0;

    for (unsigned game = 0; game < games; game++) {
        position_t position;
        position_start(&position);
        for (unsigned ply = 0; ply < 200; ply++, plies++) {
            move_list_t list;
            check_here(&position);
            check_lists(&position, &state);
            if (movegen(&position, MOVEGEN_ALL, &list) == 0)
                break;
            // Captures half as often as chance has it: longer games meet more promotions.
            move_t move = list.moves[support_random(&state) % list.count];
            if (position_is_capture(&position, move))
                move = list.moves[support_random(&state) % list.count];
            position_make(&position, &position, move);
        }
    }
    cr_assert_gt(plies, games * 100, "%u plies", plies);
}

// Rights, ep and mover each change the key (kiwipete with and without rights).
Test(position, key_tells_states_apart) {
    support_file_t file;
    uint64_t keys[32];
    unsigned count = 0;

    for (support_open(&file, "tests/data/fen/key_states.tsv"); support_row(&file, false); count++) {
        cr_assert_lt(count, 32);
        keys[count] = support_fen(file.line).key;
        for (unsigned i = 0; i < count; i++)
            cr_expect_neq(keys[i], keys[count], "rows %u and %u", i, count);
    }
    support_close(&file);
    cr_expect_eq(count, 11);
}

Test(position, null_move) {
    position_t position = support_fen("4k3/8/8/1pPpP3/8/8/8/4K3 w - b6 3 9");
    position_t passed;

    position_make_null(&passed, &position);
    cr_expect(position_is_ok(&passed));
    cr_expect_eq(passed.stm, COLOR_BLACK);
    cr_expect_eq(passed.ep, SQUARE_NONE);
    cr_expect_eq(passed.halfmove, 4);
    cr_expect_eq(passed.fullmove, 9);
    cr_expect_eq(passed.key, slow_key(&passed));
    position_make_null(&passed, &passed);
    cr_expect_eq(passed.key, position.key ^ zf_key_ep[1]);
    cr_expect_eq(passed.fullmove, 10);
}

Test(position, mirror) {
    position_t position =
        support_fen("r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2");
    position_t mirrored;
    char fen[FEN_CAPACITY];

    position_mirror(&mirrored, &position);
    fen_write(&mirrored, fen);
    cr_expect_str_eq(fen, "r2k3r/1bp1pp1p/1pnQ2nb/3NPq2/3P2p1/5N2/PPPBBPPP/R2K3R b - - 3 2", "%s",
                     fen);
    cr_expect(position_is_ok(&mirrored));
}

// Each planted fault is seen.
Test(position, is_ok_sees_faults) {
    position_t good =
        support_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    position_t bad;

    cr_assert(position_is_ok(&good));
    bad = good, bad.key ^= 1;
    cr_expect(!position_is_ok(&bad));
    bad = good, bad.side_key[1] ^= 1, bad.key ^= 1ull << 32;
    cr_expect(!position_is_ok(&bad));
    bad = good, bad.board[20] = man_of(COLOR_WHITE, PIECE_ROOK);
    cr_expect(!position_is_ok(&bad));
    bad = good, bad.by_type[PIECE_PAWN] ^= 1ull << 20;
    cr_expect(!position_is_ok(&bad));
    bad = good, bad.ep = 45, position_seal(&bad);
    cr_expect(!position_is_ok(&bad));
    bad = good, bad.stm = 2;
    cr_expect(!position_is_ok(&bad));
    bad = good, bad.fullmove = 0;
    cr_expect(!position_is_ok(&bad));
    bad = support_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), bad.castling = 1, position_seal(&bad);
    cr_expect(!position_is_ok(&bad));
}

// ---- Ends of games

// A move of the list reaches the state: the rows "parent-of-...".
static void check_parent(const support_file_t *file, const position_t *position) {
    char *words = strchr(file->columns[1], ':');
    position_state_t wanted =
        strstr(file->columns[1], "stalemate:") ? POSITION_STALEMATE : POSITION_CHECKMATE;
    move_list_t list;
    unsigned named = 0;
    unsigned found = 0;

    for (char *word = strtok(words + 1, " "); word; word = strtok(NULL, " "), named++) {
        move_t move = MOVE_NONE;
        position_t next;
        cr_assert_eq(san_parse(position, word, strlen(word), &move), NOTATION_OK, "%s", word);
        position_make(&next, position, move);
        cr_expect_eq(position_state(&next), wanted, "%s %s", file->columns[0], word);
    }
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        position_make(&next, position, list.moves[i]);
        found += position_state(&next) == wanted;
    }
    cr_expect_eq(found, named, "%s: %u moves, %u named", file->columns[0], found, named);
}

static position_state_t state_of(const char *name) {
    if (strcmp(name, "checkmate") == 0)
        return POSITION_CHECKMATE;
    if (strcmp(name, "stalemate") == 0)
        return POSITION_STALEMATE;
    if (strcmp(name, "insufficient") == 0)
        return POSITION_BARE;
    cr_assert_str_eq(name, "playing");
    return POSITION_PLAYING;
}

Test(position, terminal) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/terminal.tsv"); support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        move_list_t list;
        cr_expect_eq(movegen(&position, MOVEGEN_ALL, &list), (unsigned)atoi(file.columns[2]), "%s",
                     file.columns[0]);
        cr_expect_eq(position_in_check(&position), file.columns[3][0] == '1', "%s",
                     file.columns[0]);
        if (strncmp(file.columns[1], "parent-of-", 10) == 0)
            check_parent(&file, &position);
        else
            cr_expect_eq(position_state(&position), state_of(file.columns[1]), "%s",
                         file.columns[0]);
    }
    support_close(&file);
    cr_expect_eq(rows, 78, "%u", rows);
}

Test(position, bare_material) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/bare.tsv"); support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        position_t flipped;
        position_flip(&flipped, &position);
        cr_expect_eq(position_is_bare(&position), file.columns[1][0] == '1', "%s", file.columns[0]);
        cr_expect_eq(position_is_bare(&flipped), file.columns[1][0] == '1', "%s", file.columns[0]);
    }
    support_close(&file);
    cr_expect_eq(rows, 13);
}

// A move that reaches the hundredth half-move without mate or stalemate.
static bool can_reach_fifty(const position_t *position) {
    move_list_t list;

    if (position_state(position) == POSITION_FIFTY)
        return true;
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        position_make(&next, position, list.moves[i]);
        if (position_state(&next) == POSITION_FIFTY)
            return true;
    }
    return false;
}

Test(position, fifty) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/fifty.tsv"); support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        cr_expect_eq(position.halfmove, (unsigned)atoi(file.columns[1]), "%s", file.columns[0]);
        cr_expect_eq(position_state(&position) == POSITION_FIFTY, file.columns[2][0] == '1', "%s",
                     file.columns[0]);
        cr_expect_eq(can_reach_fifty(&position), file.columns[3][0] == '1', "%s", file.columns[0]);
    }
    support_close(&file);
    cr_expect_eq(rows, 6);
}

// Mate on the hundredth half-move is mate.
Test(position, mate_on_the_hundredth) {
    position_t position = support_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80");

    position_make(&position, &position, support_move(&position, "a1a8"));
    cr_expect_eq(position.halfmove, 100);
    cr_expect_eq(position_state(&position), POSITION_CHECKMATE);
}

Test(game, repetition) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/repetition.tsv"); support_row(&file, false); rows++) {
        position_t start = support_fen(file.columns[0]);
        game_t game;
        cr_assert(game_init(&game, &start));
        char *counts = file.columns[2];
        char *word = file.columns[1];
        cr_assert_eq(strtoul(counts, &counts, 10), game_repetitions(&game));
        while (*word) {
            char text[8] = {0};
            size_t length = strcspn(word, " ");
            cr_assert_lt(length, sizeof text);
            memcpy(text, word, length);
            word += length + (word[length] == ' ');
            cr_assert(game_play(&game, support_move(game_position(&game), text)));
            unsigned expected = (unsigned)strtoul(counts, &counts, 10);
            cr_expect_eq(game_repetitions(&game), expected, "row %u, ply %zu: %u, expected %u",
                         file.row, game.count, game_repetitions(&game), expected);
            cr_expect_eq(game_state(&game) == GAME_REPETITION, expected >= 3);
        }
        cr_expect_eq(*counts, '\0', "row %u: more counts than moves", file.row);
        game_free(&game);
    }
    support_close(&file);
    cr_expect_eq(rows, 9, "%u", rows);
}

// A game far longer than the first allocation, and taken back to its start.
Test(game, long_game_and_undo) {
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    position_t start;
    game_t game;

    position_start(&start);
    cr_assert(game_init(&game, &start));
    for (unsigned ply = 0; ply < 2000; ply++)
        cr_assert(game_play(&game, support_move(game_position(&game), shuffle[ply % 4])));
    cr_expect_eq(game_repetitions(&game), 501);
    cr_expect_eq(game_position(&game)->halfmove, 2000);
    cr_expect_eq(game_state(&game), GAME_FIFTY);
    while (game.count)
        game_undo(&game);
    cr_expect(position_same(game_position(&game), &start));
    cr_expect_eq(game_repetitions(&game), 1);
    game_free(&game);
}

// Keys beyond the reversible reach and colour-flipped twins an odd distance away do not count.
Test(game, repetition_reach) {
    const uint64_t keys[] = {5, 6, 7, 8, 5, 6, 7, 8, 5};

    cr_expect_eq(repetition_count(keys, 9, 100), 2);
    cr_expect_eq(repetition_count(keys, 9, 8), 2);
    cr_expect_eq(repetition_count(keys, 9, 7), 1);
    cr_expect_eq(repetition_count(keys, 9, 3), 0);
    cr_expect_eq(repetition_count(keys, 1, 100), 0);
    const uint64_t twins[] = {5, 5, 6, 5, 7, 5};
    cr_expect_eq(repetition_count(twins, 6, 100), 1);
}
