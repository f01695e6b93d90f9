// SPDX-License-Identifier: Apache-2.0
// Random jobs for the lockstep checker, and the positions they start from.
//
// Job k of seed s is always the same job, whichever jobs are drawn beside it, as long as the data
// files and the weights are the same. Every kind, option and field occurs, depths 0 to 6 mostly;
// and besides random play out of the data: promotion storms, many queens, pins, castling, en
// passant before pinned kings, bare material, zugzwang, clocks near fifty moves, real and invented
// histories with repetitions, and jobs that the chip must refuse.
#ifndef ZF_CHECK_JOB_RANDOM_H
#define ZF_CHECK_JOB_RANDOM_H

#include "check/job_text.h"
#include "chess/position.h"
#include "model/chip_job.h"

// A stream of numbers; any state will do.
typedef struct {
    uint64_t state;
} check_random_t;

check_random_t check_random_start(uint64_t seed, uint64_t stream);
uint64_t check_random_next(check_random_t *random);
// 0 .. below - 1.
unsigned check_random_below(check_random_t *random, unsigned below);
static inline bool check_random_percent(check_random_t *random, unsigned percent) {
    return check_random_below(random, 100) < percent;
}

// Positions of the data files.
typedef enum {
    CORPUS_GAME,
    CORPUS_RULES,
    CORPUS_ENDGAME,
    CORPUS_ZUGZWANG,
    CORPUS_GROUPS
} corpus_group_t;

typedef struct {
    position_t *positions[CORPUS_GROUPS];
    size_t count[CORPUS_GROUPS];
    char missing[64]; // the file that could not be read or gave no position
} check_corpus_t;

// Reads the files below `folder` (tests/data). False when one gives no position (see missing) or
// memory is short; free it either way.
bool check_corpus_open(check_corpus_t *corpus, const char *folder);
void check_corpus_close(check_corpus_t *corpus);

// What a generator asks of the chip's model: the result of a job.
typedef struct {
    void (*run)(void *user, const chip_job_t *job, chip_result_t *result);
    void *user;
} check_oracle_t;

// Jobs come in batches, after each of which the chip runs dry: passes are compared then. Only every
// third batch has jobs that are aborted or refused, whose passes no rule gives, and the last jobs
// of a batch are small. No job takes more nodes than this.
enum { CHECK_BATCH = 240, CHECK_TAIL = 40, CHECK_NODES_MAX = 20000 };

static inline bool check_random_has_aborts(uint64_t number) {
    return number / CHECK_BATCH % 3 == 2;
}

// Draws job `number` of a seed. The id is left 0.
void check_random_job(const check_corpus_t *corpus, const check_oracle_t *oracle, uint64_t seed,
                      uint64_t number, job_line_t *line);

// Weights of a batch, by address: zf_weight_default for three of four, else random ones that the
// chip can hold.
void check_random_weights(uint64_t seed, uint64_t batch, int16_t weights[ZF_WEIGHT_WORDS]);

#endif
