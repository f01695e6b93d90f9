// SPDX-License-Identifier: Apache-2.0
// A job of the chess chip and its result, decoded: docs/chip.md section 3. The one form that the
// host search, the model, the simulated chip and the checker exchange; chip_words.h packs it into
// the words of the queue.
#ifndef ZF_MODEL_CHIP_JOB_H
#define ZF_MODEL_CHIP_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "zf_defs.h"

// One man of a job's position: square in the owner's own view (a1 = 0).
typedef struct {
    uint8_t piece;  // ZF_PIECE_PAWN..ZF_PIECE_KING
    uint8_t square; // 0..63, the owner's view
} chip_man_t;

typedef struct {
    uint64_t key; // as of docs/chip.md section 2
    bool path;    // true: the search's path above the root; false: the game
} chip_history_t;

typedef struct {
    uint8_t kind; // ZF_JOB_KIND_*
    uint16_t id;
    uint8_t own_count, other_count;
    chip_man_t own[16], other[16];
    uint8_t rights; // bits ZF_RIGHT_*: own king side, own queen side, the opponent's two
    int8_t ep_file; // 0..7, or -1: the square is on rank 6 of the mover
    uint8_t clock;  // 0..127
    int16_t beta;   // the root mover's view
    uint8_t depth;  // 0..15
    uint8_t null_r; // 0..3
    bool verified, verify, after_null, evasion, delta, lazy, table;
    uint8_t table_min; // 1..7
    uint8_t age;       // 0..7
    uint32_t node_limit;
    uint8_t returned; // bit 0: the move into the root returned; bit 1: the one before it
    uint32_t own_vacated, other_vacated;
    uint8_t history_count; // 0..ZF_HISTORY_MAX, oldest first
    chip_history_t history[ZF_HISTORY_MAX];
} chip_job_t;

typedef enum {
    CHIP_PASS_VICTIM,
    CHIP_PASS_ATTACKER,
    CHIP_PASS_CHECK,
    CHIP_PASS_KILLER,
    CHIP_PASS_EVAL,
    CHIP_PASS_TAKE_BACK,
    CHIP_PASS_EMPTY,
    CHIP_PASS_LOAD,
    CHIP_PASS_KINDS
} chip_pass_t;

typedef struct {
    uint16_t id;
    uint8_t status; // ZF_STATUS_*
    uint8_t reason; // ZF_REFUSED_*, 0 unless refused
    int16_t score;
    uint16_t best_move; // packed, mover-relative; 0 none
    uint32_t nodes;
    uint32_t hash;
    uint32_t clocks;     // RTL only; 0 from the model
    uint16_t move_count; // MOVES
    uint16_t moves[256]; // MOVES, packed
} chip_result_t;

#endif
