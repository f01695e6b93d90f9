// SPDX-License-Identifier: Apache-2.0
// The evaluation of section 8.
#include "model/model_internal.h"

// One side's view of the board: capital letters of the page are own, small ones the opponent's.
typedef struct {
    const uint64_t *type;
    uint64_t own, other;
    unsigned king, other_king;
    const maps_t *maps;
} view_t;

static inline uint64_t fill_north(uint64_t set) {
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
}

static inline uint64_t fill_south(uint64_t set) {
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

// The files that hold a square of the set, as 8 bits.
static inline unsigned files(uint64_t set) {
    return (unsigned)(fill_south(set) & 0xff);
}

static inline int count(uint64_t set) {
    return (int)bitboard_count(set);
}

#define TERM(name) counts[ZF_W_##name - ZF_W_DOUBLED]

static inline void count_pawns(const view_t *view, int *counts) {
    uint64_t pawns = view->own & view->type[ZF_PIECE_PAWN];
    uint64_t others = view->other & view->type[ZF_PIECE_PAWN];
    uint64_t attacked = view->maps->pawn, feared = pawn_attacks_down(others);
    unsigned own_files = files(pawns);
    uint64_t passed = pawns & ~fill_south(feared | others >> 8);

    TERM(DOUBLED) = count(files(pawns & fill_south(pawns >> 8)));
    TERM(ISOLATED) = count(own_files & ~(own_files << 1) & ~(own_files >> 1));
    TERM(BACKWARD) = count(files(pawns << 8 & feared & ~fill_north(attacked)));
    TERM(CONNECTED) = count(files(pawns & attacked));
    TERM(PASSED) = count(files(passed));
    TERM(PASSED_4) = count(passed & RANK_4);
    TERM(PASSED_5) = count(passed & RANK_5);
    TERM(PASSED_6) = count(passed & RANK_6);
    TERM(PASSED_7) = count(passed & RANK_7);
    TERM(PASSED_BLOCKED) = count(files(passed << 8 & view->other));
}

static inline void count_kings(const view_t *view, int *counts) {
    const maps_t *maps = view->maps;
    uint64_t pawns = view->own & view->type[ZF_PIECE_PAWN];
    uint64_t king = bit(view->king);
    uint64_t wide = king | (king & ~BITBOARD_FILE_H) << 1 | (king & ~BITBOARD_FILE_A) >> 1;
    bool own_queen = view->own & view->type[ZF_PIECE_QUEEN];
    bool other_queen = view->other & view->type[ZF_PIECE_QUEEN];
    uint64_t zone = bitboard_king[view->other_king] | bit(view->other_king);
    uint64_t attacks = maps->pawn | maps->knight | maps->diagonal | maps->straight;

    TERM(SHELTER) = other_queen ? count(files(pawns & (wide << 8 | wide << 16))) : 0;
    TERM(KING_OPEN) = other_queen ? count(files(wide) & ~files(pawns)) : 0;
    TERM(KING_ATTACK) = own_queen ? count(zone & attacks) : 0;
}

static inline void count_pieces(const view_t *view, int *counts) {
    const uint64_t *type = view->type;
    const maps_t *maps = view->maps;
    uint64_t others = view->other & type[ZF_PIECE_PAWN];
    uint64_t feared = pawn_attacks_down(others), span = fill_south(feared);
    uint64_t knights = view->own & type[ZF_PIECE_KNIGHT];
    uint64_t bishops = view->own & type[ZF_PIECE_BISHOP];
    uint64_t rooks = view->own & type[ZF_PIECE_ROOK];
    unsigned no_own = ~files(view->own & type[ZF_PIECE_PAWN]), no_other = ~files(others);
    uint64_t majors = view->other & (type[ZF_PIECE_ROOK] | type[ZF_PIECE_QUEEN]);
    uint64_t minors = view->other & (type[ZF_PIECE_KNIGHT] | type[ZF_PIECE_BISHOP]);

    TERM(MOBILITY_MINOR) = count((maps->knight | maps->diagonal) & ~view->own & ~feared);
    TERM(MOBILITY_MAJOR) = count(maps->straight & ~view->own & ~feared);
    TERM(ROOK_OPEN) = count(files(rooks) & no_own & no_other);
    TERM(ROOK_HALF) = count(files(rooks) & no_own & ~no_other);
    TERM(ROOK_7TH) = count(rooks & RANK_7);
    TERM(OUTPOST) = count(files(knights & (RANK_4 | RANK_5 | RANK_6) & maps->pawn & ~span));
    TERM(BISHOP_PAIR) = (bishops & BITBOARD_LIGHT) && (bishops & ~BITBOARD_LIGHT);
    TERM(THREAT_PAWN) = count(files((minors | majors) & maps->pawn));
    TERM(THREAT_KNIGHT) = count(files(majors & maps->knight));
}

static inline void count_side(const view_t *view, int *counts) {
    count_pawns(view, counts);
    count_kings(view, counts);
    count_pieces(view, counts);
}

// Inlined twice, so that the counts of both sides stay out of memory where they can.
static inline void count_both(node_t *node, int *own, int *other) {
    uint64_t type[6];
    maps_t maps;

    if (!node->mapped) {
        model_map(node->type, node->own, node->own | node->other, &node->maps);
        node->mapped = true;
    }
    view_t view = {node->type, node->own, node->other, node->king, node->other_king, &node->maps};
    count_side(&view, own);
    for (int piece = 0; piece < 6; piece++)
        type[piece] = flip(node->type[piece]);
    view = (view_t){
        type, flip(node->other), flip(node->own), node->other_king ^ 56u, node->king ^ 56u, &maps};
    model_map(type, view.own, view.own | view.other, &maps);
    count_side(&view, other);
}

void model_counts(node_t *node, int own[MODEL_TERMS], int other[MODEL_TERMS]) {
    count_both(node, own, other);
}

static inline int clamp(int value, int limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

int model_slow(model_t *model, node_t *node) {
    int own[MODEL_TERMS], other[MODEL_TERMS];
    int sum = model->tempo;

    count_both(node, own, other);
    for (int term = 0; term < MODEL_TERMS; term++)
        sum += model->terms[term] * (own[term] - other[term]);
    return clamp(sum, model->margin);
}

int model_fast(const node_t *node) {
    int eg = model_eg(node->sums);
    int mg = model_mg(node->sums);
    int phase = node->phase < ZF_PHASE_FULL ? node->phase : ZF_PHASE_FULL;

    return clamp(eg + ((mg - eg) * phase >> 5), ZF_FAST_LIMIT);
}

void model_load_weights(model_t *model) {
    static const uint16_t left_out[] = {ZF_W_BACKWARD, ZF_W_CONNECTED,   ZF_W_PASSED_BLOCKED,
                                        ZF_W_SHELTER,  ZF_W_KING_OPEN,   ZF_W_KING_ATTACK,
                                        ZF_W_OUTPOST,  ZF_W_THREAT_PAWN, ZF_W_THREAT_KNIGHT};
    const int16_t *weights = model->weights;

    for (int i = 0; i < 6 * 64; i++)
        model->values[i] = (uint64_t)(weights[ZF_W_PSQT_MG + i] * INT64_C(0x100000000) +
                                      weights[ZF_W_PSQT_EG + i]);
    for (int i = 0; i < MODEL_TERMS; i++)
        model->terms[i] = weights[ZF_W_DOUBLED + i];
    for (size_t i = 0; !model->full && i < sizeof left_out / sizeof *left_out; i++)
        model->terms[left_out[i] - ZF_W_DOUBLED] = 0;
    model->margin = weights[ZF_W_LAZY];
    model->tempo = weights[ZF_W_TEMPO];
    for (int piece = ZF_PIECE_PAWN; piece <= ZF_PIECE_QUEEN; piece++)
        model->delta[piece] = weights[ZF_W_DELTA_PAWN + piece];
}
