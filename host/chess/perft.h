// SPDX-License-Identifier: Apache-2.0
// Perft: the number of legal move sequences of a length, the usual test of a move generator.
#ifndef ZF_CHESS_PERFT_H
#define ZF_CHESS_PERFT_H

#include "chess/position.h"

// Sequences of exactly `depth` moves; 1 at depth 0. The last ply is counted, not played.
uint64_t perft(const position_t *position, unsigned depth);

// What the last moves of the sequences were, as in the published tables (Chess Programming Wiki):
// captures include en passant; checks count checks given, mates included.
typedef struct perft_detail {
    uint64_t nodes, captures, en_passant, castles, promotions, checks, double_checks, mates;
} perft_detail_t;

// Adds the counts of all sequences to the record, which the caller has zeroed. Depth 1 or more.
void perft_detail(const position_t *position, unsigned depth, perft_detail_t *detail);

#endif
