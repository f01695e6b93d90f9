// SPDX-License-Identifier: Apache-2.0
// From the host's positions to the chip's jobs and back: men, rights and history of a job, and
// moves in the mover's squares.
#ifndef ZF_MODEL_CHIP_POSITION_H
#define ZF_MODEL_CHIP_POSITION_H

#include "chess/position.h"
#include "model/chip_job.h"

// The line of moves that led to a position, as far as repetitions reach: what a job's history,
// vacated sets and returned flags are made of. A value: copy it to go back.
typedef struct {
    uint64_t keys[ZF_HISTORY_MAX]; // positions since the last irreversible or null move
    uint32_t path;                 // bit i: keys[i] is of the search's path, not of the game
    uint32_t vacated[2];           // by color, each in its own squares
    uint8_t count;                 // of the keys, oldest first
    uint8_t returned;              // bit 0: the last move, bit 1: the one before
    bool after_null;               // the last move was a null move
} chip_line_t;

// A line without a past.
void chip_line_start(chip_line_t *line);
// Adds the move that made `after` of `before`; `path` if `before` is a node of the search above the
// job's root (the search's own root included).
void chip_line_move(chip_line_t *line, const position_t *before, move_t move,
                    const position_t *after, bool path);
void chip_line_null(chip_line_t *line);

// The chip castles with king and rook where the usual game has them: other rights, of Chess960, are
// left out, of the keys too.
//
// Sets men, rights, en passant square, clock, history, vacated sets, returned and after_null of the
// job; leaves the rest. A NULL line is one without a past.
void chip_job_set_position(chip_job_t *job, const position_t *position, const chip_line_t *line);
// A SEARCH job of that position with a plain choice of all else: depth and beta 0, verified null
// move with R = 3, evasions, delta pruning and laziness on, no table.
void chip_job_init(chip_job_t *job, const position_t *position, const chip_line_t *line);

// A packed move of the side to move as a move of the host, and back. The move must be pseudo-legal
// in the position; 0 is MOVE_NONE.
move_t chip_move_unpack(const position_t *position, uint16_t packed);
uint16_t chip_move_pack(const position_t *position, move_t move);

#endif
