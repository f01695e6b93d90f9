// SPDX-License-Identifier: Apache-2.0
#include "paper/vnm_eval.h"

// By piece, ranks and files as the owner sees them; the king's parts are apart.
static const int16_t material[6] = {100, 320, 330, 500, 900, 0};

static const int8_t by_rank[6][8] = {
    {0, -4, 0, 6, 14, 32, 70, 0},     // pawn
    {-20, -8, 2, 10, 14, 10, 0, -12}, // knight
    {-10, 2, 4, 6, 6, 4, 0, -6},      // bishop
    {0, 0, 0, 0, 2, 4, 20, 10},       // rook
    {-6, 0, 2, 4, 4, 4, 2, 0},        // queen
    {0},
};
static const int8_t by_file[6][8] = {
    {-6, -2, 0, 8, 8, 0, -2, -6},   // pawn
    {-18, -6, 4, 8, 8, 4, -6, -18}, // knight
    {-6, 2, 2, 4, 4, 2, 2, -6},     // bishop
    {-2, 0, 4, 6, 6, 4, 0, -2},     // rook
    {-4, 0, 2, 4, 4, 2, 0, -4},     // queen
    {0},
};
// The king, with the opponent's queen on the board and without.
static const int8_t king_by_rank[2][8] = {
    {-20, -6, 6, 14, 16, 12, 4, -10},
    {12, 0, -25, -40, -50, -50, -50, -50},
};
static const int8_t king_by_file[2][8] = {
    {-14, -4, 4, 10, 10, 4, -4, -14},
    {10, 14, 2, -12, -8, -8, 16, 12},
};

static int man_value(color_t color, piece_t type, square_t square) {
    square_t seen = square_seen_by(color, square);
    int value =
        material[type] + by_rank[type][square_rank(seen)] + by_file[type][square_file(seen)];

    return color == COLOR_WHITE ? value : -value;
}

int vnm_balance(const position_t *position) {
    int balance = 0;

    for (bitboard_t men = position_occupied(position); men;) {
        square_t square = bitboard_pop(&men);
        man_t man = position->board[square];
        balance += man_value(man_color(man), man_type(man), square);
    }
    return balance;
}

int vnm_balance_change(const position_t *position, move_t move) {
    square_t from = move_from(move), to = move_to(move);
    color_t us = (color_t)position->stm, them = (color_t)(us ^ 1);
    piece_t type = man_type(position->board[from]);
    man_t victim = position->board[to];
    unsigned kind = move_kind(move);
    int change = -man_value(us, type, from);

    change += man_value(us, kind == MOVE_KIND_PROMOTION ? move_promoted(move) : type, to);
    if (victim != MAN_NONE)
        change -= man_value(them, man_type(victim), to);
    if (kind == MOVE_KIND_EN_PASSANT)
        change -= man_value(them, PIECE_PAWN, to ^ 8);
    if (kind == MOVE_KIND_CASTLING) {
        square_t home = to & 56;
        bool king_side = square_file(to) == 6;
        change += man_value(us, PIECE_ROOK, (square_t)(home + (king_side ? 5 : 3)));
        change -= man_value(us, PIECE_ROOK, (square_t)(home + (king_side ? 7 : 0)));
    }
    return change;
}

static int king_value(const position_t *position, color_t color) {
    square_t seen = square_seen_by(color, position_king(position, color));
    int queen = position_men(position, (color_t)(color ^ 1), PIECE_QUEEN) != 0;

    return king_by_rank[queen][square_rank(seen)] + king_by_file[queen][square_file(seen)];
}

int vnm_evaluate(const position_t *position, int balance) {
    int white = balance + king_value(position, COLOR_WHITE) - king_value(position, COLOR_BLACK);

    return position->stm == COLOR_WHITE ? white : -white;
}
