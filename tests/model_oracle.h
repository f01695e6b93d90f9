// SPDX-License-Identifier: Apache-2.0
// A second search for the model's tests: docs/chip.md sections 4, 6 and 7 without null move, table
// and killers, as plain recursion over the host's positions. Nothing is incremental or clever.
#ifndef ZF_TESTS_MODEL_ORACLE_H
#define ZF_TESTS_MODEL_ORACLE_H

#include "model_support.h"

typedef struct {
    // Config
    bool evasion, delta;
    model_t *model; // for the slow part of the evaluation, which has tests of its own
    // State
    position_t line[ZF_PLY_MAX + 1];
} oracle_t;

// Whether the position at line[0] scores at least `bound` to its mover at that depth.
bool oracle_high(oracle_t *oracle, const position_t *root, unsigned depth, int bound);
// Its minimax value. Only without delta pruning, whose result hangs on the bound.
int oracle_value(oracle_t *oracle, const position_t *root, unsigned depth);

#endif
