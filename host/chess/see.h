// SPDX-License-Identifier: Apache-2.0
// Static exchange evaluation: what a move wins or loses when both sides then take on its target
// square with their least valuable men for as long as it pays.
#ifndef ZF_CHESS_SEE_H
#define ZF_CHESS_SEE_H

#include "chess/position.h"

// Centipawns by piece type; the king has none, since it cannot be taken.
extern const int see_value[6];

// The balance for the mover of a legal move, in centipawns. Sliders behind the men that take join
// in; pawns that take on the last rank become queens; kings take last and only when nothing can
// take back; pins are not seen. Castling is 0.
int see(const position_t *position, move_t move);

#endif
