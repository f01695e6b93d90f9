// SPDX-License-Identifier: Apache-2.0
// Legal moves. Every list holds legal moves only, each once, in a fixed order that is not part of
// the contract.
#ifndef ZF_CHESS_MOVEGEN_H
#define ZF_CHESS_MOVEGEN_H

#include "chess/position.h"

typedef enum movegen_kind {
    MOVEGEN_ALL,
    MOVEGEN_NOISY, // captures, en passant and every promotion
    MOVEGEN_QUIET  // the rest
} movegen_kind_t;

// Fills the list and returns its count.
unsigned movegen(const position_t *position, movegen_kind_t kind, move_list_t *list);

// Whether any 16 bits are a legal move here: for moves out of tables and over links.
bool movegen_is_legal(const position_t *position, move_t move);

// Whether a legal move gives check.
bool movegen_gives_check(const position_t *position, move_t move);

#endif
