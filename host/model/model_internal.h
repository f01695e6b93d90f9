// SPDX-License-Identifier: Apache-2.0
// The model's state, shared by its files. Sections are those of docs/chip.md.
#ifndef ZF_MODEL_INTERNAL_H
#define ZF_MODEL_INTERNAL_H

#include "chess/bitboard.h"
#include "model/model.h"

enum { NO_SQUARE = 64, NO_PIECE = 6 };

static const uint64_t RANK_1 = 0xffull, RANK_2 = 0xff00ull, RANK_4 = 0xff000000ull,
                      RANK_5 = 0xff00000000ull, RANK_6 = 0xff0000000000ull,
                      RANK_7 = 0xff000000000000ull, RANK_8 = 0xff00000000000000ull;

// What one side attacks, as it sees the board.
typedef struct {
    uint64_t pawn, knight;
    uint64_t diagonal; // bishops and queens
    uint64_t straight; // rooks and queens
} maps_t;

// A move that the array offers.
typedef struct {
    uint8_t from, to;
    uint8_t piece;    // that moves
    uint8_t becomes;  // differs from piece in a promotion
    uint8_t captured; // NO_PIECE if none; en passant: a pawn
    bool en_passant, castling;
    uint16_t packed;
} offer_t;

// Stages of the order of moves (section 5).
typedef enum { STAGE_TABLE, STAGE_CAPTURES, STAGE_KILLERS, STAGE_QUIETS } stage_t;

// One ply. Squares and sets are the mover's own view.
typedef struct node {
    // The position (section 2)
    uint64_t type[6]; // men of both sides
    uint64_t own, other;
    uint64_t key; // without the en passant term
    uint32_t own_vacated, other_vacated;
    uint64_t sums; // mg * 2^32 + eg: room for both, of which 16 bits count
    uint8_t rights, en_passant, clock, reversible, phase, returned;
    uint8_t king, other_king;
    // How it was entered
    uint16_t move;
    uint8_t passed; // by a castling king: must not be attacked; NO_SQUARE otherwise
    bool surely_legal, surely_quiet, after_null;
    // What its entry found
    bool in_check;
    bool mapped; // maps hold
    uint64_t mask;
    maps_t maps;
    // The search
    uint8_t ply;
    int8_t depth;
    bool verify;
    bool legal;      // a legal move was met
    bool entered;    // a child was entered, not lazily
    bool tainted;    // a score that came back was
    bool all_kinds;  // all four promotions
    bool has_quiets; // phase 4 belongs to the node
    bool has_killers;
    bool delta;
    int bound, best, stand;
    uint16_t best_move, table_move;
    // The moves still to come
    stage_t stage;
    bool fresh; // the next victim was found by a pass already counted
    uint8_t killer;
    uint8_t castle; // bits: king side, queen side
    uint8_t to, victim, from, promotion;
    uint64_t victims, attackers;
} node_t;

struct model {
    // Config
    int16_t weights[ZF_WEIGHT_WORDS];
    bool full;
    unsigned debug;
    model_probe_fn probe;
    model_store_fn store;
    void *table_context;
    model_visit_fn visit_node, visit_evaluation;
    void *visit_context;
    // Derived from the weights
    uint64_t values[6 * 64]; // mg * 2^32 + eg
    int terms[MODEL_TERMS];
    int margin, tempo, delta[6];
    // The job
    bool searching; // SEARCH
    bool lazy, evasion, use_delta, use_table, verified;
    uint8_t null_r, table_min, age;
    uint32_t limit; // UINT32_MAX: none
    uint32_t nodes, hash;
    chip_result_t *list; // MOVES
    uint16_t killers[ZF_PLY_MAX + 3][2];
    // Keys of the line: history, then the nodes; line[ZF_HISTORY_MAX] is the root's.
    uint64_t line[ZF_HISTORY_MAX + ZF_PLY_MAX + 1];
    uint64_t game; // bit i: line[i] is of the game
    model_counters_t counters;
    node_t stack[ZF_PLY_MAX + 2];
};

// Geometry that does not depend on a position: the union of the lines through a square, and what a
// man of a type on a square would attack on an empty board.
extern const uint64_t model_star[64];
extern const uint64_t model_reach[6][64];

// ---- Small helpers

static inline uint64_t bit(unsigned square) {
    return 1ull << square;
}

static inline uint64_t flip(uint64_t set) {
    return __builtin_bswap64(set);
}

static inline uint64_t rho(uint64_t key) {
    return key << 32 | key >> 32;
}

static inline uint64_t pawn_attacks(uint64_t pawns) {
    return (pawns & ~BITBOARD_FILE_A) << 7 | (pawns & ~BITBOARD_FILE_H) << 9;
}

static inline uint64_t pawn_attacks_down(uint64_t pawns) {
    return (pawns & ~BITBOARD_FILE_A) >> 9 | (pawns & ~BITBOARD_FILE_H) >> 7;
}

// The first square of a set by the total order of section 1. Flipped, the order within a ring is
// that of the bits: higher rank first, file a first.
static inline unsigned first_by_order(uint64_t set) {
    static const uint64_t ring_1 = 0x0000001818000000ull, ring_3 = 0x00003c24243c0000ull,
                          ring_5 = 0x007e424242427e00ull;
    uint64_t ring = set;

    if (set & (set - 1)) {
        if (set & ring_1)
            ring = set & ring_1;
        else if (set & ring_3)
            ring = set & ring_3;
        else if (set & ring_5)
            ring = set & ring_5;
        return (unsigned)__builtin_ctzll(flip(ring)) ^ 56;
    }
    return (unsigned)__builtin_ctzll(ring);
}

static inline unsigned piece_at(const node_t *node, unsigned square) {
    unsigned piece = 0;

    while (piece < NO_PIECE && !(node->type[piece] >> square & 1))
        piece++;
    return piece;
}

static inline void count_pass(model_t *model, chip_pass_t kind) {
    model->counters.passes[kind]++;
}

// ---- model_board.c

// What the given men attack; type[] are both sides' men, pawns move up.
void model_map(const uint64_t type[6], uint64_t men, uint64_t occupied, maps_t *maps);
// The halves of the sums.
static inline int model_mg(uint64_t sums) {
    return (int16_t)((sums + 0x80000000) >> 32);
}
static inline int model_eg(uint64_t sums) {
    return (int16_t)sums;
}

// Fills the child's sums, phase, clocks, rights, key and geometry, but no boards.
void model_prepare(const model_t *model, const node_t *node, node_t *child, const offer_t *offer);
// Fills its boards: after model_prepare.
void model_place(const node_t *node, node_t *child, const offer_t *offer);
void model_make_null(const node_t *node, node_t *child);
// Whether own men attack the square.
bool model_attacks(const node_t *node, unsigned square);
// Whether the move into the node was illegal.
bool model_illegal(const node_t *node);
// The opponent's men that attack the own king.
uint64_t model_checkers(const node_t *node);
// Whether a pawn on `from` may legally take en passant.
bool model_en_passant_legal(const node_t *node, unsigned from);
// Section 4, 3.
bool model_bare(const node_t *node);

// ---- model_pick.c

// Starts the order of moves anew, the pass that finds the first victim already counted.
void model_pick_start(model_t *model, node_t *node, stage_t first);
// The next move to be searched; counts V, A and K passes. False when there is none.
bool model_pick(model_t *model, node_t *node, offer_t *offer);

// Whether anything remained to be tried when the last move was made.
static inline bool model_remains(const node_t *node) {
    return node->attackers || node->victims || node->promotion || node->castle ||
           node->stage != (node->has_quiets ? STAGE_QUIETS : STAGE_CAPTURES);
}

// ---- model_eval.c

int model_fast(const node_t *node);
// Slow part, clamped; leaves the own maps in the node.
int model_slow(model_t *model, node_t *node);
void model_counts(node_t *node, int own[MODEL_TERMS], int other[MODEL_TERMS]);
void model_load_weights(model_t *model);

// ---- model_search.c

typedef struct {
    int score;
    unsigned flags; // OUTCOME_*
} outcome_t;
enum {
    OUTCOME_ILLEGAL = 1,
    OUTCOME_TAINTED = 2,
    OUTCOME_SAVED = 4,   // its end saved a pass back
    OUTCOME_ENTERED = 8, // it entered a child, not lazily
    OUTCOME_STOP = 16
};

// En passant test and C passes.
void model_find_check(model_t *model, node_t *node);
// Counts a node; false at the node limit.
bool model_count(model_t *model, const node_t *node, bool lazy);
// The root of a SEARCH, its entry passes already counted.
outcome_t model_search(model_t *model, node_t *root);

#endif
