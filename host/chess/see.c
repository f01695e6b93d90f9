// SPDX-License-Identifier: Apache-2.0
#include "chess/see.h"

const int see_value[6] = {100, 300, 300, 500, 900, 0};

// At most 32 men can take on one square.
enum { EXCHANGE_MAX = 33 };

// The value that the move itself takes, and the type that then stands on the target.
static int first_gain(const position_t *position, move_t move, piece_t *standing) {
    man_t victim = position->board[move_to(move)];
    int gain = victim == MAN_NONE ? 0 : see_value[man_type(victim)];

    *standing = man_type(position->board[move_from(move)]);
    if (move_kind(move) == MOVE_KIND_EN_PASSANT)
        gain = see_value[PIECE_PAWN];
    if (move_kind(move) == MOVE_KIND_PROMOTION) {
        *standing = move_promoted(move);
        gain += see_value[*standing] - see_value[PIECE_PAWN];
    }
    return gain;
}

// Men that bear on the square through the squares vacated so far.
static bitboard_t sliders_on(const position_t *position, square_t square, bitboard_t occupied) {
    const bitboard_t *type = position->by_type;

    return (bitboard_bishop(square, occupied) & (type[PIECE_BISHOP] | type[PIECE_QUEEN])) |
           (bitboard_rook(square, occupied) & (type[PIECE_ROOK] | type[PIECE_QUEEN]));
}

static piece_t least_valuable(const position_t *position, bitboard_t men) {
    int type = PIECE_PAWN;

    while (!(men & position->by_type[type]))
        type++;
    return (piece_t)type;
}

int see(const position_t *position, move_t move) {
    square_t to = move_to(move);
    color_t side = (color_t)(position->stm ^ 1);
    bitboard_t occupied = position_occupied(position) & ~bitboard_of(move_from(move));
    bool last_rank = (bitboard_of(to) & (BITBOARD_RANK_1 | BITBOARD_RANK_8)) != 0;
    piece_t standing;
    int gain[EXCHANGE_MAX];
    int depth = 0;

    if (move_kind(move) == MOVE_KIND_CASTLING)
        return 0;
    if (move_kind(move) == MOVE_KIND_EN_PASSANT)
        occupied &= ~bitboard_of(to ^ 8);
    gain[0] = first_gain(position, move, &standing);
    bitboard_t attackers = position_attackers(position, to, occupied) & occupied;
    for (;; side = (color_t)(side ^ 1)) {
        bitboard_t own = attackers & position->by_color[side];
        if (!own)
            break;
        piece_t type = least_valuable(position, own);
        if (type == PIECE_KING && (attackers & position->by_color[side ^ 1]))
            break;
        depth++;
        gain[depth] = see_value[standing] - gain[depth - 1];
        standing = type;
        if (type == PIECE_PAWN && last_rank) {
            standing = PIECE_QUEEN;
            gain[depth] += see_value[PIECE_QUEEN] - see_value[PIECE_PAWN];
        }
        bitboard_t taker = own & position->by_type[type];
        occupied ^= taker & -taker;
        attackers = (attackers | sliders_on(position, to, occupied)) & occupied;
    }
    // Backwards, each side takes only if that is better than to stop.
    for (; depth > 0; depth--) {
        if (gain[depth - 1] > -gain[depth])
            gain[depth - 1] = -gain[depth];
    }
    return gain[0];
}
