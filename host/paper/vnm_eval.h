// SPDX-License-Identifier: Apache-2.0
// The evaluation of the paper's engine: material, and a little for where the men stand.
//
// The paper (David-Tabibi and Netanyahu 2002) says nothing about its evaluation. This one is led by
// material: pawn 100, knight 320, bishop 330, rook 500, queen 900; and each man has a value for its
// rank and one for its file, together less than a pawn. The king seeks shelter while the opponent
// has a queen, and the centre otherwise. Colour-flipped positions have equal values for their
// movers.
//
// All but the kings is a sum over men, the *balance*, white's view, in centipawns: a search keeps
// it from move to move.
#ifndef ZF_PAPER_VNM_EVAL_H
#define ZF_PAPER_VNM_EVAL_H

#include "chess/position.h"

// The balance from scratch.
int vnm_balance(const position_t *position);
// What a legal move in the position adds to the balance.
int vnm_balance_change(const position_t *position, move_t move);
// The value for the side to move, given the position's balance.
int vnm_evaluate(const position_t *position, int balance);

#endif
