// SPDX-License-Identifier: Apache-2.0
// Scores of the search: centipawns for the side that is asked, and mates by their distance.
#ifndef ZF_SEARCH_SCORE_H
#define ZF_SEARCH_SCORE_H

#include "zf_defs.h"

// Mate in n plies is SCORE_MATE - n. A score at least SCORE_MATE_MIN away from 0 is a mate; no
// evaluation comes near (docs/chip.md section 8).
enum { SCORE_MATE = ZF_MATE, SCORE_MATE_MIN = 29000, SCORE_NONE = ZF_NO_SCORE };

#endif
