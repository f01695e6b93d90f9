// SPDX-License-Identifier: Apache-2.0
#include "chess/movegen.h"

#include <assert.h>

// What the generators of one call share.
typedef struct context {
    const position_t *position;
    bitboard_t occupied;
    bitboard_t target;  // squares the kind of move may go to
    bitboard_t evasion; // squares that answer a check: all when there is none
    bool noisy;
    bool quiet;
} context_t;

static inline move_t *emit(move_t *out, square_t from, bitboard_t targets) {
    while (targets)
        *out++ = move_of(from, bitboard_pop(&targets));
    return out;
}

static inline bitboard_t up(color_t us, bitboard_t set) {
    return us == COLOR_WHITE ? set << 8 : set >> 8;
}

// Emits the set of arrival squares of pawns that came `step` squares, promotions as four moves.
static inline move_t *emit_pawns(move_t *out, bitboard_t to_set, int step) {
    bitboard_t last = to_set & (BITBOARD_RANK_1 | BITBOARD_RANK_8);

    for (to_set ^= last; to_set;) {
        square_t to = bitboard_pop(&to_set);
        *out++ = move_of((square_t)(to - step), to);
    }
    while (last) {
        square_t to = bitboard_pop(&last);
        for (int piece = PIECE_QUEEN; piece >= PIECE_KNIGHT; piece--)
            *out++ = move_promotion((square_t)(to - step), to, (piece_t)piece);
    }
    return out;
}

// Moves of the given pawns to the allowed squares, en passant apart. `us` is a constant at each
// call, so that the directions fold.
static inline move_t *pawn_moves(const context_t *context, move_t *out, const color_t us,
                                 bitboard_t pawns, bitboard_t allowed) {
    const int forward = us == COLOR_WHITE ? 8 : -8;
    const bitboard_t last = us == COLOR_WHITE ? BITBOARD_RANK_8 : BITBOARD_RANK_1;
    const bitboard_t third = us == COLOR_WHITE ? BITBOARD_RANK_1 << 16 : BITBOARD_RANK_8 >> 16;
    bitboard_t single = up(us, pawns) & ~context->occupied;
    bitboard_t twice = up(us, single & third) & ~context->occupied;

    if (context->noisy) {
        bitboard_t victims = context->position->by_color[us ^ 1] & allowed;
        bitboard_t ahead = up(us, pawns);
        out = emit_pawns(out, ((ahead & ~BITBOARD_FILE_A) >> 1) & victims, forward - 1);
        out = emit_pawns(out, ((ahead & ~BITBOARD_FILE_H) << 1) & victims, forward + 1);
        out = emit_pawns(out, single & allowed & last, forward);
    }
    if (context->quiet) {
        out = emit_pawns(out, single & allowed & ~last, forward);
        out = emit_pawns(out, twice & allowed, 2 * forward);
    }
    return out;
}

static inline move_t *pawns_of(const context_t *context, move_t *out, bitboard_t pawns,
                               bitboard_t allowed) {
    if (context->position->stm == COLOR_WHITE)
        return pawn_moves(context, out, COLOR_WHITE, pawns, allowed);
    return pawn_moves(context, out, COLOR_BLACK, pawns, allowed);
}

// A position keeps its ep square only when some capture is legal; with two capturers one may be
// not.
static move_t *en_passant_moves(const context_t *context, move_t *out) {
    const position_t *position = context->position;
    color_t us = (color_t)position->stm;
    square_t ep = position->ep;
    bitboard_t victim = bitboard_of((square_t)(ep ^ 8));
    bitboard_t takers = bitboard_pawn[us ^ 1][ep] & position_men(position, us, PIECE_PAWN);

    while (takers) {
        square_t from = bitboard_pop(&takers);
        bitboard_t after = (context->occupied ^ bitboard_of(from) ^ victim) | bitboard_of(ep);
        bitboard_t attackers = position_attackers(position, position_king(position, us), after);
        if (!(attackers & position->by_color[us ^ 1] & ~victim))
            *out++ = move_special(from, ep, MOVE_KIND_EN_PASSANT);
    }
    return out;
}

// Each pinned man's moves along its pin; returns the set of pinned men.
static bitboard_t pinned_moves(const context_t *context, move_t **out, square_t king) {
    const position_t *position = context->position;
    color_t us = (color_t)position->stm;
    bitboard_t them = position->by_color[us ^ 1];
    const bitboard_t *type = position->by_type;
    const bitboard_t *lines = bitboard_lines[king];
    bitboard_t snipers =
        them & (((type[PIECE_ROOK] | type[PIECE_QUEEN]) & (lines[LINE_RANK] | lines[LINE_FILE])) |
                ((type[PIECE_BISHOP] | type[PIECE_QUEEN]) &
                 (lines[LINE_DIAGONAL] | lines[LINE_ANTIDIAGONAL])));
    bitboard_t pinned = 0;

    while (snipers) {
        square_t sniper = bitboard_pop(&snipers);
        bitboard_t between = bitboard_between(king, sniper);
        bitboard_t blockers = between & context->occupied;
        if (!blockers || bitboard_many(blockers) || (blockers & them))
            continue;
        square_t square = bitboard_first(blockers);
        bitboard_t allowed = (between | bitboard_of(sniper)) & context->evasion;
        piece_t piece = man_type(position->board[square]);
        pinned |= blockers;
        if (piece == PIECE_PAWN)
            *out = pawns_of(context, *out, blockers, allowed);
        else if (piece != PIECE_KNIGHT) // a pinned knight cannot move
            *out = emit(*out, square,
                        bitboard_attacks(piece, square, context->occupied) & allowed &
                            context->target);
    }
    return pinned;
}

static move_t *king_moves(const context_t *context, move_t *out, square_t king) {
    const position_t *position = context->position;
    color_t them = (color_t)(position->stm ^ 1);
    bitboard_t without_king = context->occupied ^ bitboard_of(king);
    bitboard_t targets = bitboard_king[king] & context->target;

    while (targets) {
        square_t to = bitboard_pop(&targets);
        // The king must not hide behind itself on a line of check.
        if (!position_attacked(position, to, them, without_king))
            *out++ = move_of(king, to);
    }
    return out;
}

static move_t *castling_moves(const context_t *context, move_t *out, square_t king) {
    const position_t *position = context->position;
    color_t us = (color_t)position->stm;
    color_t them = (color_t)(us ^ 1);
    unsigned rights = position->castling >> (us == COLOR_WHITE ? 0 : 2);
    bitboard_t occupied = context->occupied;

    if ((rights & 1) && !(occupied & (0x60ull << (king & 56))) &&
        !position_attacked(position, king + 1, them, occupied) &&
        !position_attacked(position, king + 2, them, occupied))
        *out++ = move_special(king, king + 2, MOVE_KIND_CASTLING);
    if ((rights & 2) && !(occupied & (0x0eull << (king & 56))) &&
        !position_attacked(position, king - 1, them, occupied) &&
        !position_attacked(position, king - 2, them, occupied))
        *out++ = move_special(king, king - 2, MOVE_KIND_CASTLING);
    return out;
}

// The same with king and rook anywhere on their rank. All squares between where the two stand and
// go must be free of others; none on the king's way may be attacked, the last one with the rook
// where it then is: it may have stood in a line of check.
static move_t *chess960_castling_moves(const context_t *context, move_t *out, square_t king) {
    const position_t *position = context->position;
    color_t us = (color_t)position->stm;
    color_t them = (color_t)(us ^ 1);

    for (unsigned side = 0; side < 2; side++) {
        if (!(position->castling >> (us * 2 + side) & 1))
            continue;
        square_t rook = position->rook_home[us * 2 + side];
        square_t king_to = (square_t)((king & 56) + (side ? 2 : 6));
        square_t rook_to = (square_t)((king & 56) + (side ? 3 : 5));
        bitboard_t others = context->occupied & ~(bitboard_of(king) | bitboard_of(rook));
        bitboard_t way = bitboard_between(king, king_to);
        bitboard_t swept =
            way | bitboard_of(king_to) | bitboard_between(rook, rook_to) | bitboard_of(rook_to);
        bool safe = !(swept & others) &&
                    !position_attacked(position, king_to, them, others | bitboard_of(rook_to));
        while (safe && way)
            safe = !position_attacked(position, bitboard_pop(&way), them, context->occupied);
        if (safe)
            *out++ = move_special(king, king_to, MOVE_KIND_CASTLING);
    }
    return out;
}

static move_t *free_piece_moves(const context_t *context, move_t *out, bitboard_t men) {
    const bitboard_t *type = context->position->by_type;
    bitboard_t allowed = context->target & context->evasion;
    bitboard_t set;

    for (set = men & type[PIECE_KNIGHT]; set;) {
        square_t from = bitboard_pop(&set);
        out = emit(out, from, bitboard_knight[from] & allowed);
    }
    for (set = men & (type[PIECE_BISHOP] | type[PIECE_QUEEN]); set;) {
        square_t from = bitboard_pop(&set);
        out = emit(out, from, bitboard_bishop(from, context->occupied) & allowed);
    }
    for (set = men & (type[PIECE_ROOK] | type[PIECE_QUEEN]); set;) {
        square_t from = bitboard_pop(&set);
        out = emit(out, from, bitboard_rook(from, context->occupied) & allowed);
    }
    return pawns_of(context, out, men & type[PIECE_PAWN], context->evasion);
}

unsigned movegen(const position_t *position, movegen_kind_t kind, move_list_t *list) {
    color_t us = (color_t)position->stm;
    square_t king = position_king(position, us);
    bitboard_t checkers = position_checkers(position);
    context_t context = {
        .position = position,
        .occupied = position_occupied(position),
        .evasion = ~0ull,
        .noisy = kind != MOVEGEN_QUIET,
        .quiet = kind != MOVEGEN_NOISY,
    };
    move_t *out = list->moves;

    context.target =
        (context.noisy ? position->by_color[us ^ 1] : 0) | (context.quiet ? ~context.occupied : 0);
    out = king_moves(&context, out, king);
    if (!bitboard_many(checkers)) {
        if (checkers)
            context.evasion = checkers | bitboard_between(king, bitboard_first(checkers));
        else if (context.quiet && position->castling)
            out = position->chess960 ? chess960_castling_moves(&context, out, king)
                                     : castling_moves(&context, out, king);
        bitboard_t pinned = pinned_moves(&context, &out, king);
        out = free_piece_moves(&context, out, position->by_color[us] & ~pinned);
        if (context.noisy && position->ep != SQUARE_NONE)
            out = en_passant_moves(&context, out);
    }
    list->count = (unsigned)(out - list->moves);
    assert(list->count <= MOVE_LIST_CAPACITY);
    return list->count;
}

bool movegen_is_legal(const position_t *position, move_t move) {
    move_list_t list;
    man_t man = position->board[move_from(move)];

    if (man == MAN_NONE || man_color(man) != (color_t)position->stm)
        return false;
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (list.moves[i] == move)
            return true;
    }
    return false;
}

bool movegen_gives_check(const position_t *position, move_t move) {
    position_t next;
    position_make(&next, position, move);
    return position_in_check(&next);
}
