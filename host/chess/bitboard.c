// SPDX-License-Identifier: Apache-2.0
#include "chess/bitboard.h"

// The tables are constant expressions, spelled by macros: no start-up code, nothing to share
// between threads. S is a square number, B its bit.
#define B(s) (1ull << (s))
#define FILE_A 0x0101010101010101ull
#define FILE_H 0x8080808080808080ull
#define FILES_AB 0x0303030303030303ull
#define FILES_GH 0xc0c0c0c0c0c0c0c0ull
#define MAIN_DIAGONAL 0x8040201008040201ull
#define MAIN_ANTIDIAGONAL 0x0102040810204080ull

// A long diagonal moved up (n > 0) or down by whole ranks; the guards keep shift counts in range.
#define MOVED(line, n) ((n) >= 0 ? (line) << (8 * (n)&63) : (line) >> (-8 * (n)&63))

#define LINES(s)                                                                                   \
    {                                                                                              \
        (0xffull << ((s)&56)) & ~B(s), (FILE_A << ((s)&7)) & ~B(s),                                \
            MOVED(MAIN_DIAGONAL, (s) / 8 - (s) % 8) & ~B(s),                                       \
            MOVED(MAIN_ANTIDIAGONAL, (s) / 8 + (s) % 8 - 7) & ~B(s)                                \
    }

#define KNIGHT(s)                                                                                  \
    (((B(s) << 17 | B(s) >> 15) & ~FILE_A) | ((B(s) << 15 | B(s) >> 17) & ~FILE_H) |               \
     ((B(s) << 10 | B(s) >> 6) & ~FILES_AB) | ((B(s) << 6 | B(s) >> 10) & ~FILES_GH))

#define KING(s)                                                                                    \
    (B(s) << 8 | B(s) >> 8 | ((B(s) << 1 | B(s) << 9 | B(s) >> 7) & ~FILE_A) |                     \
     ((B(s) >> 1 | B(s) >> 9 | B(s) << 7) & ~FILE_H))

#define WHITE_PAWN(s) ((B(s) << 9 & ~FILE_A) | (B(s) << 7 & ~FILE_H))
#define BLACK_PAWN(s) ((B(s) >> 7 & ~FILE_A) | (B(s) >> 9 & ~FILE_H))

#define ROW(f, r) f(r), f(r + 1), f(r + 2), f(r + 3), f(r + 4), f(r + 5), f(r + 6), f(r + 7)
#define TABLE(f)                                                                                   \
    { ROW(f, 0), ROW(f, 8), ROW(f, 16), ROW(f, 24), ROW(f, 32), ROW(f, 40), ROW(f, 48), ROW(f, 56) }

const bitboard_t bitboard_lines[64][LINE_COUNT] = TABLE(LINES);
const bitboard_t bitboard_knight[64] = TABLE(KNIGHT);
const bitboard_t bitboard_king[64] = TABLE(KING);
const bitboard_t bitboard_pawn[2][64] = {TABLE(WHITE_PAWN), TABLE(BLACK_PAWN)};
