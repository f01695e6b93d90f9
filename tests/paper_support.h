// SPDX-License-Identifier: Apache-2.0
// What the tests of host/paper share: opening suites; and the figures to equal.
//
// Figure 3 of "Verified Null-Move Pruning" written out as it stands, and plain minimax: no table,
// no ordering, nothing kept from move to move. What the paper's engine must equal.
#ifndef ZF_TESTS_PAPER_SUPPORT_H
#define ZF_TESTS_PAPER_SUPPORT_H

#include "paper/vnm_tables.h"

// A suite that must be read without fault.
vnm_suite_t paper_suite(const char *path, unsigned sample, bool pawn_endings);

typedef struct naive {
    // Config
    int reduction;    // R; 0: no null moves
    uint64_t give_up; // nodes after which counts and values mean nothing; 0: never
    // State
    uint64_t nodes, zugzwangs, null_moves, extensions, repetitions;
    move_t best; // of the root
} naive_t;

// The paper's search(), called at the root with an open window.
int naive_figure_3(naive_t *naive, const position_t *root, int depth, bool verify);
// Every move of every position, quiescence too.
int naive_minimax(naive_t *naive, const position_t *root, int depth);

#endif
