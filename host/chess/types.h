// SPDX-License-Identifier: Apache-2.0
// The small value types of chess: squares, men, moves, move lists.
//
// Nothing in host/chess keeps a global that changes, prints, or exits; every function may be called
// from any thread as long as no two threads write one object. There is nothing to initialise: all
// tables are constants.
#ifndef ZF_CHESS_TYPES_H
#define ZF_CHESS_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t bitboard_t; // bit s is square s
typedef uint8_t square_t;    // a1 = 0, b1 = 1, ... h1 = 7, a2 = 8, ... h8 = 63
typedef uint8_t man_t;       // type | color << 3; MAN_NONE for an empty square

enum {
    SQUARE_A1 = 0,
    SQUARE_C1 = 2,
    SQUARE_D1 = 3,
    SQUARE_E1 = 4,
    SQUARE_F1 = 5,
    SQUARE_G1 = 6,
    SQUARE_H1 = 7,
    SQUARE_A8 = 56,
    SQUARE_E8 = 60,
    SQUARE_H8 = 63,
    SQUARE_NONE = 64
};

typedef enum color { COLOR_WHITE, COLOR_BLACK } color_t;

typedef enum piece {
    PIECE_PAWN,
    PIECE_KNIGHT,
    PIECE_BISHOP,
    PIECE_ROOK,
    PIECE_QUEEN,
    PIECE_KING,
    PIECE_NONE
} piece_t;

enum { MAN_NONE = PIECE_NONE };

static inline man_t man_of(color_t color, piece_t type) {
    return (man_t)((unsigned)type | (unsigned)color << 3);
}

static inline piece_t man_type(man_t man) {
    return (piece_t)(man & 7);
}

static inline color_t man_color(man_t man) {
    return (color_t)(man >> 3);
}

static inline square_t square_of(unsigned file, unsigned rank) {
    return (square_t)(rank * 8 + file);
}

static inline unsigned square_file(square_t square) {
    return square & 7u;
}

static inline unsigned square_rank(square_t square) {
    return square >> 3;
}

// The square as its owner sees it: white's own, black's turned top to bottom.
static inline square_t square_seen_by(color_t color, square_t square) {
    return (square_t)(square ^ (color == COLOR_WHITE ? 0 : 56));
}

// Castling rights, a set.
enum {
    CASTLING_WHITE_KING = 1,
    CASTLING_WHITE_QUEEN = 2,
    CASTLING_BLACK_KING = 4,
    CASTLING_BLACK_QUEEN = 8,
    CASTLING_ALL = 15
};

// A move. Castling is the king's step to the g or c file (e1g1; in Chess960 that may be where a
// rook or the king itself stands), en passant goes to the empty square.
//
//   15 14 | 13 12     | 11 .. 6 | 5 .. 0
//   kind  | promotion | to      | from      promotion: knight 0, bishop 1, rook 2, queen 3
typedef uint16_t move_t;

enum {
    MOVE_NONE = 0, // a1a1: never a move; the null move is not a move_t but position_make_null
    MOVE_KIND_NORMAL = 0 << 14,
    MOVE_KIND_PROMOTION = 1 << 14,
    MOVE_KIND_EN_PASSANT = 2 << 14,
    MOVE_KIND_CASTLING = 3 << 14,
    MOVE_KIND_MASK = 3 << 14
};

static inline move_t move_of(square_t from, square_t to) {
    return (move_t)(from | to << 6);
}

static inline move_t move_special(square_t from, square_t to, unsigned kind) {
    return (move_t)(from | to << 6 | kind);
}

static inline move_t move_promotion(square_t from, square_t to, piece_t piece) {
    return (move_t)(from | to << 6 | ((unsigned)piece - PIECE_KNIGHT) << 12 | MOVE_KIND_PROMOTION);
}

static inline square_t move_from(move_t move) {
    return move & 63;
}

static inline square_t move_to(move_t move) {
    return move >> 6 & 63;
}

static inline unsigned move_kind(move_t move) {
    return move & MOVE_KIND_MASK;
}

// The piece promoted to, PIECE_NONE for any other move.
static inline piece_t move_promoted(move_t move) {
    if (move_kind(move) != MOVE_KIND_PROMOTION)
        return PIECE_NONE;
    return (piece_t)((move >> 12 & 3) + PIECE_KNIGHT);
}

// 218 moves are the most known; 256 leaves room for the unreachable positions the FEN reader takes.
enum { MOVE_LIST_CAPACITY = 256 };

typedef struct move_list {
    unsigned count;
    move_t moves[MOVE_LIST_CAPACITY];
} move_list_t;

#endif
