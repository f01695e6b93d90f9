// SPDX-License-Identifier: Apache-2.0
// A device that fails on purpose: the model behind a wrapper that breaks one rule of device.h once,
// after so many results. For tests; the product knows nothing of it.
#ifndef ZF_TESTS_FAULT_DEVICE_H
#define ZF_TESTS_FAULT_DEVICE_H

#include "link/device.h"

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_DIES,            // says that it failed
    FAULT_DEAF,            // takes no jobs any more, and gives no results
    FAULT_STALLS,          // takes jobs and gives no results
    FAULT_LOSES_JOB,       // one job has no result, the others have
    FAULT_UNKNOWN_JOB,     // a result of a job that it never had
    FAULT_OTHER_JOB,       // a result under the number of another job in flight
    FAULT_IMPOSSIBLE_MOVE, // the best move's from-square holds no own man
    FAULT_ILLEGAL_MOVE,    // a best move that only looks possible: the king stays in check
    FAULT_SCORE,           // beyond mate
    FAULT_SCORE_GAP,       // between what evaluations and what mates are
    FAULT_TWICE,           // the same result again
    FAULT_LATE,            // an aborted job is answered ABORTED, and with its result later
    FAULT_ABORTS,          // gives up a job that nobody aborted
    FAULT_REFUSES,         // refuses a good job
    FAULT_NODES,           // more nodes than the limit
    FAULT_GIVES_UP,        // the node limit, before it is met
    FAULT_LIES_LONG,       // scores that are possible and wrong, until one is not
    FAULT_KINDS
} fault_kind_t;

extern const char *const fault_names[FAULT_KINDS];

// Opens it over a model of so many contexts; the fault comes at the first result from the
// `after`-th on that it can be shown with.
void fault_open(device_t *device, fault_kind_t kind, unsigned after, unsigned contexts);
// Whether the fault was shown.
bool fault_shown(const device_t *device);

#endif
