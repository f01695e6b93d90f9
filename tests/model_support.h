// SPDX-License-Identifier: Apache-2.0
// What tests of the model and the devices share: jobs from FENs, and collections of positions.
#ifndef ZF_TESTS_MODEL_SUPPORT_H
#define ZF_TESTS_MODEL_SUPPORT_H

#include "chess/epd.h"
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

// The deepest depth whose published count in the row (D1, D2, ...) is at most `limit`, and that
// count; 0 when the row has none.
unsigned support_published(const epd_t *epd, uint64_t limit, uint64_t *count);

// A SEARCH job with evasions and that null move; `verified` also verifies low in the tree.
chip_job_t support_null_job(const position_t *position, unsigned depth, int beta, unsigned null_r,
                            bool verified);
// Rows in which the standard null move with R = 3 comes to the wrong side of some window and the
// verified one to the right side.
typedef struct {
    const char *path;
    unsigned row, depth; // row from 1
} support_zugzwang_t;
enum { SUPPORT_ZUGZWANGS = 11 };
extern const support_zugzwang_t support_zugzwangs[SUPPORT_ZUGZWANGS];
position_t support_zugzwang_position(const support_zugzwang_t *row);

// Plays the moves of a row of fen/repetition.tsv, as the search's path or as the game, and shows
// after each the position, a job of depth 1 for it with its past, and its occurrence.
typedef void (*support_replay_fn)(void *context, const position_t *position, const chip_job_t *job,
                                  long occurrence);
void support_replay(const support_file_t *file, bool path, support_replay_fn show, void *context);

// Whether the build has a device of this name; the simulated chip needs Verilator.
bool support_has_device(const char *name);

#endif
