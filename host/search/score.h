// SPDX-License-Identifier: Apache-2.0
// Scores of the search: centipawns for the side that is asked, and mates by their distance.
#ifndef ZF_SEARCH_SCORE_H
#define ZF_SEARCH_SCORE_H

#include "zf_defs.h"

// Mate in n plies is SCORE_MATE - n. A score at least SCORE_MATE_MIN away from 0 is a mate; no
// evaluation comes near (docs/chip.md section 8).
enum { SCORE_MATE = ZF_MATE, SCORE_MATE_MIN = 29000, SCORE_NONE = ZF_NO_SCORE };

// Between the root's scale and that of a node at `ply`: mates counted from there.
static inline int score_from_root(int score, int ply) {
    if (score >= SCORE_MATE_MIN)
        return score + ply;
    return score <= -SCORE_MATE_MIN ? score - ply : score;
}

static inline int score_to_root(int score, int ply) {
    if (score >= SCORE_MATE_MIN)
        return score - ply;
    return score <= -SCORE_MATE_MIN ? score + ply : score;
}

#endif
