// SPDX-License-Identifier: Apache-2.0
// Attack tables and sliders against walks over the board.
#include <criterion/criterion.h>
#include <inttypes.h>

#include "chess/bitboard.h"
#include "chess_support.h"

static const int STRAIGHT[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int OBLIQUE[4][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
static const int KNIGHT[8][2] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                 {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

// The squares reached from a square by steps, until a man is met or the limit.
static bitboard_t walk(square_t square, const int (*steps)[2], unsigned count, int limit,
                       bitboard_t occupied) {
    bitboard_t set = 0;

    for (unsigned i = 0; i < count; i++) {
        int file = (int)square_file(square);
        int rank = (int)square_rank(square);
        for (int n = 0; n < limit; n++) {
            file += steps[i][0];
            rank += steps[i][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            bitboard_t bit = bitboard_of(square_of((unsigned)file, (unsigned)rank));
            set |= bit;
            if (occupied & bit)
                break;
        }
    }
    return set;
}

Test(bitboard, leapers) {
    for (square_t s = 0; s < 64; s++) {
        cr_expect_eq(bitboard_knight[s], walk(s, KNIGHT, 8, 1, 0), "knight %u", s);
        cr_expect_eq(bitboard_king[s], walk(s, STRAIGHT, 4, 1, 0) | walk(s, OBLIQUE, 4, 1, 0),
                     "king %u", s);
        const int white[2][2] = {{1, 1}, {-1, 1}};
        const int black[2][2] = {{1, -1}, {-1, -1}};
        cr_expect_eq(bitboard_pawn[COLOR_WHITE][s], walk(s, white, 2, 1, 0), "white pawn %u", s);
        cr_expect_eq(bitboard_pawn[COLOR_BLACK][s], walk(s, black, 2, 1, 0), "black pawn %u", s);
    }
}

Test(bitboard, sliders) {
    uint64_t state = 20240519;

    for (unsigned round = 0; round < 2000; round++) {
        // Thin, half and thick boards.
        bitboard_t occupied = support_random(&state);
        if (round % 3 == 0)
            occupied &= support_random(&state) & support_random(&state);
        if (round % 3 == 1)
            occupied |= support_random(&state);
        for (square_t s = 0; s < 64; s++) {
            bitboard_t rook = walk(s, STRAIGHT, 4, 7, occupied);
            bitboard_t bishop = walk(s, OBLIQUE, 4, 7, occupied);
            cr_assert_eq(bitboard_rook(s, occupied), rook, "rook %u on %016" PRIx64, s, occupied);
            cr_assert_eq(bitboard_bishop(s, occupied), bishop, "bishop %u on %016" PRIx64, s,
                         occupied);
            cr_assert_eq(bitboard_attacks(PIECE_QUEEN, s, occupied), rook | bishop);
        }
    }
}

Test(bitboard, between) {
    for (square_t a = 0; a < 64; a++) {
        for (square_t b = 0; b < 64; b++) {
            bitboard_t expected = 0;
            for (unsigned i = 0; i < 8; i++) {
                const int(*step)[2] = i < 4 ? &STRAIGHT[i] : &OBLIQUE[i - 4];
                bitboard_t ray = walk(a, step, 1, 7, bitboard_of(b));
                if (ray & bitboard_of(b))
                    expected = ray & ~bitboard_of(b);
            }
            cr_assert_eq(bitboard_between(a, b), expected, "%u %u", a, b);
        }
    }
}

Test(bitboard, sets) {
    uint64_t state = 7;

    for (unsigned round = 0; round < 1000; round++) {
        bitboard_t set = support_random(&state) & support_random(&state);
        unsigned count = 0;
        bitboard_t flipped = 0;
        for (square_t s = 0; s < 64; s++) {
            count += set >> s & 1;
            flipped |= (set >> s & 1) << (s ^ 56);
        }
        cr_assert_eq(bitboard_count(set), count);
        cr_assert_eq(bitboard_many(set), count > 1);
        cr_assert_eq(bitboard_flip(set), flipped);
    }
}
