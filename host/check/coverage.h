// SPDX-License-Identifier: Apache-2.0
// Rare events of a lockstep run, and how often each must have been met for the run to count.
#ifndef ZF_CHECK_COVERAGE_H
#define ZF_CHECK_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "check/traffic.h"
#include "model/model.h"

typedef enum {
    // Of the game, as the model counted them in the jobs that were compared.
    COVERAGE_EN_PASSANT,
    COVERAGE_CASTLING,
    COVERAGE_UNDER_PROMOTION,
    COVERAGE_REPETITION,
    COVERAGE_FIFTY,
    COVERAGE_BARE,
    COVERAGE_CEILING,
    COVERAGE_TAINTED,
    COVERAGE_MATE, // jobs with a mate score
    // Of the search, as the chip counted them.
    COVERAGE_CUTOFF,
    COVERAGE_NULL_CUT,
    COVERAGE_VERIFICATION,
    COVERAGE_ZUGZWANG,
    // Of the table's port.
    COVERAGE_HIT,
    COVERAGE_EVICTION,
    COVERAGE_KEPT, // stores refused for a deeper entry
    COVERAGE_LOST,
    COVERAGE_LATE,
    COVERAGE_REQUEST_STALL,
    // Of jobs and results.
    COVERAGE_FULL_QUEUE, // clocks with a job word offered and not taken
    COVERAGE_RESULT_STALL,
    COVERAGE_LIMIT,
    COVERAGE_ABORT,
    COVERAGE_ABORT_AT_WORK, // after at least one node
    COVERAGE_ABORT_LATE,    // done before the abort came
    COVERAGE_BAD_KIND,
    COVERAGE_BAD_MAN,
    COVERAGE_BAD_KINGS,
    COVERAGE_BAD_RIGHTS,
    COVERAGE_BAD_EP,
    COVERAGE_BAD_CHECK,
    COVERAGE_SEARCH,
    COVERAGE_EVAL,
    COVERAGE_MOVES,
    COVERAGE_PERFT,
    COVERAGE_PASSES,  // jobs whose passes were compared
    COVERAGE_WEIGHTS, // jobs with other weights than the default
    COVERAGE_EVENTS
} coverage_event_t;

typedef struct {
    uint64_t met[COVERAGE_EVENTS];
} coverage_t;

// Runs of fewer jobs are not judged.
enum { COVERAGE_JOBS_MIN = 5000 };

const char *coverage_name(coverage_event_t event);
// How often a run of COVERAGE_JOBS_MIN jobs or more must have met it.
uint64_t coverage_floor(coverage_event_t event);
// Whether the event can occur at all with stalls (CHIP_SIM_STALL set; all of them if `varied`).
bool coverage_applies(coverage_event_t event, bool varied, unsigned stalls);

#endif
