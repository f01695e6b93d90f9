// SPDX-License-Identifier: Apache-2.0
// The order in which the paper's engine tries moves: the table's move, captures and promotions by
// most valuable victim and least valuable attacker, then quiet moves by the history heuristic
// (Schaeffer 1983, 1989). Quiet moves are not generated before they are wanted.
#ifndef ZF_PAPER_VNM_ORDER_H
#define ZF_PAPER_VNM_ORDER_H

#include "chess/movegen.h"

typedef struct vnm_order {
    // Config
    bool off; // moves come as the generator has them
    // State
    uint32_t history[2][64][64]; // by side, from, to
} vnm_order_t;

// Lives while a node's moves are searched.
typedef struct vnm_picker {
    // Config
    const vnm_order_t *order;
    const position_t *position;
    move_t hint;
    // State
    bool quiet_left; // quiet moves are not in the list yet
    unsigned next;
    move_list_t list;
    int32_t scores[MOVE_LIST_CAPACITY]; // of the list, from `next` on
} vnm_picker_t;

// Forgets the history.
void vnm_order_clear(vnm_order_t *order, bool off);
// The best move of a node that raised alpha; captures and promotions earn nothing.
void vnm_order_credit(vnm_order_t *order, const position_t *position, move_t move, int depth);

// All legal moves, `hint` first if it is one of them.
void vnm_pick_all(vnm_picker_t *picker, const vnm_order_t *order, const position_t *position,
                  move_t hint);
// Legal captures, en passant with them.
void vnm_pick_captures(vnm_picker_t *picker, const vnm_order_t *order, const position_t *position);
// The next move; MOVE_NONE after the last.
move_t vnm_pick(vnm_picker_t *picker);

#endif
