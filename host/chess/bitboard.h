// SPDX-License-Identifier: Apache-2.0
// Bitboards and the squares that pieces attack.
//
// Sliders are computed by obstruction difference (Michael Hoffmann's method, as in the Chess
// Programming Wiki): for one line, the nearest blocker below and the nearest above bound a run of
// ones. It needs 2 KB of constants, no multiplication tables and no start-up.
#ifndef ZF_CHESS_BITBOARD_H
#define ZF_CHESS_BITBOARD_H

#include "chess/types.h"

// The four lines through a square, without the square.
enum { LINE_RANK, LINE_FILE, LINE_DIAGONAL, LINE_ANTIDIAGONAL, LINE_COUNT };

extern const bitboard_t bitboard_lines[64][LINE_COUNT];
extern const bitboard_t bitboard_knight[64];
extern const bitboard_t bitboard_king[64];
extern const bitboard_t bitboard_pawn[2][64]; // squares a pawn of that colour attacks

static const bitboard_t BITBOARD_FILE_A = 0x0101010101010101ull;
static const bitboard_t BITBOARD_FILE_H = 0x8080808080808080ull;
static const bitboard_t BITBOARD_RANK_1 = 0x00000000000000ffull;
static const bitboard_t BITBOARD_RANK_8 = 0xff00000000000000ull;
static const bitboard_t BITBOARD_LIGHT = 0x55aa55aa55aa55aaull;

static inline bitboard_t bitboard_of(square_t square) {
    return 1ull << square;
}

// The lowest square of a set that is not empty.
static inline square_t bitboard_first(bitboard_t set) {
    return (square_t)__builtin_ctzll(set);
}

static inline square_t bitboard_pop(bitboard_t *set) {
    square_t square = bitboard_first(*set);
    *set &= *set - 1;
    return square;
}

static inline unsigned bitboard_count(bitboard_t set) {
#ifdef __POPCNT__
    return (unsigned)__builtin_popcountll(set);
#else
    // Without the instruction the compiler would call a table-driven library routine.
    set -= set >> 1 & 0x5555555555555555ull;
    set = (set & 0x3333333333333333ull) + (set >> 2 & 0x3333333333333333ull);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (unsigned)(set * 0x0101010101010101ull >> 56);
#endif
}

static inline bool bitboard_many(bitboard_t set) {
    return (set & (set - 1)) != 0;
}

static inline bitboard_t bitboard_line_attacks(bitboard_t line, square_t square,
                                               bitboard_t occupied) {
    bitboard_t below = bitboard_of(square) - 1;
    bitboard_t blockers = line & occupied;
    bitboard_t lower = blockers & below;
    bitboard_t upper = blockers & ~below;
    bitboard_t from = ~0ull << (63 ^ __builtin_clzll(lower | 1)); // nearest blocker below, and up
    bitboard_t to = (upper & -upper) << 1;                        // one past the nearest above
    return line & (from + to);
}

static inline bitboard_t bitboard_rook(square_t square, bitboard_t occupied) {
    const bitboard_t *lines = bitboard_lines[square];
    return bitboard_line_attacks(lines[LINE_RANK], square, occupied) |
           bitboard_line_attacks(lines[LINE_FILE], square, occupied);
}

static inline bitboard_t bitboard_bishop(square_t square, bitboard_t occupied) {
    const bitboard_t *lines = bitboard_lines[square];
    return bitboard_line_attacks(lines[LINE_DIAGONAL], square, occupied) |
           bitboard_line_attacks(lines[LINE_ANTIDIAGONAL], square, occupied);
}

// What a knight, bishop, rook, queen or king on the square attacks; not for pawns.
static inline bitboard_t bitboard_attacks(piece_t type, square_t square, bitboard_t occupied) {
    switch (type) {
    case PIECE_KNIGHT:
        return bitboard_knight[square];
    case PIECE_BISHOP:
        return bitboard_bishop(square, occupied);
    case PIECE_ROOK:
        return bitboard_rook(square, occupied);
    case PIECE_QUEEN:
        return bitboard_bishop(square, occupied) | bitboard_rook(square, occupied);
    case PIECE_KING:
        return bitboard_king[square];
    default:
        return 0;
    }
}

// The squares strictly between two squares of one line; empty when no line joins them.
static inline bitboard_t bitboard_between(square_t a, square_t b) {
    bitboard_t both = bitboard_of(a) | bitboard_of(b);
    const bitboard_t *la = bitboard_lines[a];
    const bitboard_t *lb = bitboard_lines[b];
    // Bits above the lower square and below the upper one.
    bitboard_t inside = ((1ull << (a > b ? a : b)) - 1) & (~1ull << (a > b ? b : a));
    bitboard_t set = 0;

    for (int line = 0; line < LINE_COUNT; line++)
        set |= (la[line] & both) ? la[line] & lb[line] & inside : 0;
    return set;
}

// The set turned top to bottom: what the other side sees.
static inline bitboard_t bitboard_flip(bitboard_t set) {
    return __builtin_bswap64(set);
}

#endif
