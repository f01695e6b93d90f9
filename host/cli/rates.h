// SPDX-License-Identifier: Apache-2.0
// Node rates: what the simulated chip needs for a node, in clocks, over a fixed set of jobs, beside
// the same jobs in software. Used by `zaffre rates` and `zaffre demo`.
//
// The jobs: each of position_rates at depths 4 and 5, at four bounds: 100 below its score at that
// depth (found by bisection with the model), the score and the score + 1, and 100 above. Verified
// null move with R = 3, full evaluation, lazy, table on with 20 to 60 clocks of latency. All jobs
// are queued at once; clocks and nodes are counted until the queue first runs dry, so that every
// context works all the time; passes per job until all have ended.
#ifndef ZF_CLI_RATES_H
#define ZF_CLI_RATES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chip_job.h"

typedef struct rates {
    unsigned contexts, jobs;
    double clocks_per_node;
    double passes_per_node[CHIP_PASS_KINDS];
    double passes_per_job;
    uint64_t nodes, clocks;       // until the queue ran dry
    double sim_clock_hz, sim_nps; // for a second of this processor's time
    double model_passes_per_node[CHIP_PASS_KINDS];
    double model_passes_per_job;
    double model_nps;
    double slow_share; // of the static evaluations of jobs at the score: those with the slow part
} rates_t;

// Measures over every stride-th position (1: all). False when the device or memory fails.
bool rates_measure(unsigned stride, uint64_t seed, rates_t *rates);

// A placed and routed chip, as `make size` wrote it down.
typedef struct rates_board {
    char name[32];
    double fmax_mhz, fmax_worst_mhz;
    double lut4;
    bool same;  // its parameters are those of the simulated chip: clocks and Fmax may be multiplied
    double nps; // 0 unless they may
} rates_board_t;

enum { RATES_BOARDS_MAX = 16 };

typedef struct rates_boards {
    unsigned count;
    rates_board_t boards[RATES_BOARDS_MAX];
    char source[512]; // the file
    char date[32];
} rates_boards_t;

// Reads the boards from `path`; NULL: from build/size.json, or else the dated copy in docs/results,
// looked for here and beside the program; without those that were not routed. False when there is
// no such file or none: then count is 0.
bool rates_read_boards(const char *path, double clocks_per_node, rates_boards_t *boards);

// The table that people read.
void rates_print(const rates_t *rates, const rates_boards_t *boards);

extern const char *const rates_pass_names[CHIP_PASS_KINDS];

#endif
