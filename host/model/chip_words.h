// SPDX-License-Identifier: Apache-2.0
// The words of the chip's queues: jobs, results and configuration, as the `word`s of defs/chip.def.
//
// A job: JOB0..JOB5, one JOB_MEN for each pair of men, and, if there is history, one word of path
// flags (bit i: entry i) and each entry as key low, key high. A result: RESULT0..4; a
// MOVES job sends a lone RESULT0 with MOVE_FRAME for each move before it. The words of one result
// are contiguous; lone words of one job may stand between the results of others.
#ifndef ZF_MODEL_CHIP_WORDS_H
#define ZF_MODEL_CHIP_WORDS_H

#include "model/chip_job.h"

enum {
    CHIP_JOB_WORDS_MAX = 6 + ZF_MEN_MAX + 2 * ZF_HISTORY_MAX + 1,
    CHIP_RESULT_WORDS = 5,
    CHIP_RESULT_WORDS_MAX = CHIP_RESULT_WORDS + 256,
    CHIP_CONFIG_MAX = 3 * (ZF_CONFIG_ROWS + 1) + ZF_WEIGHT_WORDS
};

// Whether each field of the job fits its bits. A job that does not is packed with DEPTH_BAD set,
// its fields cut to their bits, and refused as BAD_KIND.
bool chip_job_fits(const chip_job_t *job);
// Packs a job; the number of words.
unsigned chip_job_pack(const chip_job_t *job, uint32_t words[CHIP_JOB_WORDS_MAX]);
// The number of words that the first four announce; 0 if a chip refuses it for its length (more
// than 16 pairs or 32 entries).
unsigned chip_job_length(const uint32_t words[4]);
// Unpacks exactly one job; false if `count` is not its length. A job with DEPTH_BAD comes back with
// a depth that does not fit.
bool chip_job_unpack(const uint32_t *words, unsigned count, chip_job_t *job);

// Packs a result, with its list of moves in front; the number of words.
unsigned chip_result_pack(const chip_result_t *result, uint32_t words[CHIP_RESULT_WORDS_MAX]);
// Unpacks RESULT0..4; leaves the list of moves alone.
void chip_result_unpack(const uint32_t words[CHIP_RESULT_WORDS], chip_result_t *result);

typedef struct {
    uint16_t address;
    uint32_t data;
} chip_config_t;

// The writes that bring weights (by weight address) into the chip, castling rows included, in the
// order in which the chip wants them; their number.
unsigned chip_weights_pack(const int16_t weights[ZF_WEIGHT_WORDS],
                           chip_config_t config[CHIP_CONFIG_MAX]);

#endif
