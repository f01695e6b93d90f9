// SPDX-License-Identifier: Apache-2.0
// The engine of "Verified Null-Move Pruning" (O. David-Tabibi and N. S. Netanyahu, ICGA Journal
// 25(3), 2002, pp. 153-161), to repeat its experiments: a search to a fixed depth, made for exact
// accounts and not for play. It has nothing to do with host/search and its devices.
//
// As the paper has it (section 4): NegaScout/PVS, history heuristic, transposition table, a check
// extension of one ply on leaf nodes, quiescence by captures and recaptures, and null moves with
// R = 1, 2, 3 (its Figure 1) or verified with R = 3 (its Figure 3, which hands the current flag
// into the null search too). What the paper leaves open, and what stands here:
// - null_ok(): the mover has more than king and pawns, and the last move was not a null move. None
//   at the root and none where beta is infinite: neither could cut.
// - iterations from depth 1, each with an open window; the table persists over them, history too.
// - table: a cutoff needs a draft of at least the depth; a node entered with the flag set needs an
//   entry stored with the flag set. What was found after lowering the depth is stored under the
//   depth that the node was entered with, for that is the value of that search. Mates are counted
//   from the entry's position. Scores that rest on a repetition are kept like others. No probe in
//   quiescence.
// - order: table move, captures and promotions by victim and then attacker, quiet moves by history,
//   which the best move of a node earns by 2^depth (Schaeffer). No killers.
// - quiescence: the mover may stand pat, in check too; all captures, en passant with them, but no
//   promotion that takes nothing.
// - fail-soft values; an open re-search after a null-window one that fell inside the window.
// - draws: a repetition on the path from the root on (not across null moves), a hundred plies
//   without capture or pawn move, bare material.
// - a zugzwang's second search begins with the window that the node was entered with.
// - a node is a position entered by a move or a null move, quiescence included; the root counts
//   once an iteration.
#ifndef ZF_PAPER_VNM_SEARCH_H
#define ZF_PAPER_VNM_SEARCH_H

#include "chess/position.h"

typedef enum vnm_variant {
    VNM_STD1,  // standard null move, R = 1
    VNM_STD2,  // R = 2
    VNM_STD3,  // R = 3
    VNM_VRFD3, // verified, R = 3
    VNM_NONE,  // no pruning
    VNM_VARIANT_COUNT
} vnm_variant_t;

// "std1", "std2", "std3", "vrfd3", "none"
const char *vnm_variant_name(vnm_variant_t variant);

enum {
    VNM_DEPTH_MAX = 40,
    VNM_MATE = 30000,    // less the plies to the mate
    VNM_MATE_MIN = 29000 // scores from here on are mates
};

typedef struct vnm_options {
    vnm_variant_t variant;
    unsigned depth;     // 1 to VNM_DEPTH_MAX
    uint64_t max_nodes; // 0: no limit
    // For tests: moves as the generator has them; no table; or one that answers for the very depth
    // only, so that without pruning the value is still plain minimax's.
    bool no_ordering, no_table, same_draft;
    bool (*stop)(void *context); // asked every few thousand nodes; may be NULL
    void *context;
} vnm_options_t;

// When the iteration ended. Counts are of the whole search up to there.
typedef struct vnm_iteration {
    int score; // for the side to move, centipawns
    move_t best;
    uint64_t nodes;
    uint64_t zugzwangs; // nodes that the paper's Figure 3 searched again
} vnm_iteration_t;

typedef struct vnm_result {
    unsigned depth; // iterations completed; fewer than asked for where a limit was met
    vnm_iteration_t iterations[VNM_DEPTH_MAX + 1]; // from 1 on
} vnm_result_t;

typedef struct vnm_engine vnm_engine_t;

// An engine with a table of 2^table_log2 entries of 16 bytes; NULL when memory is short. Owned by
// one thread.
vnm_engine_t *vnm_engine_create(unsigned table_log2);
void vnm_engine_free(vnm_engine_t *engine);
// Searches from a clean state: equal input, equal result. A root without legal moves has no
// best move.
void vnm_search(vnm_engine_t *engine, const position_t *root, const vnm_options_t *options,
                vnm_result_t *result);

// Moves to the mate that a score means, 0 when it is none for the side to move.
static inline int vnm_mate_in(int score) {
    return score >= VNM_MATE_MIN ? (VNM_MATE - score + 1) / 2 : 0;
}

#endif
