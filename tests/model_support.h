// SPDX-License-Identifier: Apache-2.0
// What the tests of the chip's model share: jobs from FENs, and collections of positions.
#ifndef ZF_TESTS_MODEL_SUPPORT_H
#define ZF_TESTS_MODEL_SUPPORT_H

#include "chess_support.h"
#include "model/chip_position.h"
#include "model/model.h"

// A SEARCH job with everything off that changes the tree: no null move, no extension, no pruning.
chip_job_t support_job(const position_t *position, unsigned depth, int beta);
// The result of a job that must not be refused.
chip_result_t support_run(model_t *model, const chip_job_t *job);

// Positions from many files under tests/data; every `stride`-th row of each.
typedef struct {
    unsigned count;
    position_t *positions;
} support_positions_t;
support_positions_t support_collect(unsigned stride);
// The rows of one EPD or FEN file.
support_positions_t support_collect_file(const char *path, unsigned stride);
// Positions at the ends of random play from the initial position and from data; `count` of them.
support_positions_t support_random_positions(unsigned count, uint64_t seed);
void support_release(support_positions_t *positions);
// A FEN in a buffer that lasts until the next call.
const char *support_fen_of(const position_t *position);

#endif
