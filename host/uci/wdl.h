// SPDX-License-Identifier: Apache-2.0
// Chances of win, draw and loss from a score, in thousandths, for UCI_ShowWDL.
//
//   win  = 1 / (1 + exp((A - score) / B))    loss = 1 / (1 + exp((A + score) / B))    draw: the
//   rest
//
// with the score in centipawns, A = WDL_A, and B from WDL_B_BARE with kings alone to WDL_B_FULL
// with all men on the board: with few men left the same advantage decides more often. The form is
// common practice; the constants are chosen, not fitted to games.
#ifndef ZF_UCI_WDL_H
#define ZF_UCI_WDL_H

#include "chess/position.h"

enum { WDL_A = 120, WDL_B_BARE = 40, WDL_B_FULL = 70 };

typedef struct wdl {
    int win, draw, loss; // their sum is 1000
} wdl_t;

// A mate score is certain. The score is the side's to move.
wdl_t wdl_of(const position_t *position, int score);

#endif
