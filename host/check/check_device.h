// SPDX-License-Identifier: Apache-2.0
// What the lockstep checker holds against the model: the simulated chip, or the model itself with a
// fault planted in it, so that the checker can be tested without a chip.
#ifndef ZF_CHECK_CHECK_DEVICE_H
#define ZF_CHECK_CHECK_DEVICE_H

#include "chip_sim.h"
#include "model/chip_job.h"

// The calls mean what those of chip_sim.h do. Table traffic goes to the observer of the options.
typedef struct {
    const char *name;
    // NULL when memory is short.
    void *(*open)(const void *user, const chip_sim_options_t *options);
    void (*close)(void *device);
    unsigned (*contexts)(const void *device);
    bool (*full)(const void *device);
    unsigned (*table_bits)(const void *device); // of the table that answers now
    void (*configure)(void *device, const chip_sim_options_t *options);
    bool (*load_weights)(void *device, const int16_t *by_address);
    bool (*clear_table)(void *device);
    void (*submit)(void *device, const chip_job_t *job);
    void (*abort)(void *device, uint16_t id);
    uint64_t (*step_to_result)(void *device, uint64_t clocks);
    bool (*result)(void *device, chip_result_t *result);
    bool (*idle)(void *device); // lets some clocks pass
    void (*counters)(void *device, uint32_t counters[1 << ZF_COUNTER_BITS]);
    void (*statistics)(const void *device, chip_sim_statistics_t *statistics);
    bool (*trace)(void *device, const char *path);
    const char *(*fault)(const void *device);
} check_device_ops_t;

#ifdef ZF_HAVE_SIM
extern const check_device_ops_t check_device_sim;
#endif

// Faults of the twin, each of which the checker must find.
typedef enum {
    TWIN_NO_FAULT,
    TWIN_SCORE,
    TWIN_BEST_MOVE,
    TWIN_NODES,
    TWIN_HASH,
    TWIN_STATUS,
    TWIN_REASON,
    TWIN_MOVE_ORDER,   // two moves of a list are exchanged
    TWIN_MOVE_LOST,    // a list lacks its last move
    TWIN_LOST_STORE,   // a store is not sent
    TWIN_WRONG_KEY,    // a request carries another key
    TWIN_WRONG_ENTRY,  // a store carries another draft
    TWIN_SECOND_PROBE, // a request is sent twice
    TWIN_STALE_ANSWER, // the table answers with an entry that a store has replaced
    TWIN_FALSE_HIT,    // the table answers a miss with a hit
    TWIN_PASSES,       // one pass too many
    TWIN_COUNTER,      // one null cut too few
    TWIN_CLOCKS,       // a job says that it took longer than it was in the device
    TWIN_FEW_CLOCKS,   // a job says that it took fewer clocks than it has nodes
    TWIN_CLOCK_LOST,   // the counter of clocks misses some
    TWIN_NO_RESULT,    // a job has no result
    TWIN_TWO_RESULTS,  // a job has two
    TWIN_LOST_ABORT,   // an aborted job goes on
    TWIN_WRONG_ABORT,  // a job is aborted that nobody aborted
    TWIN_OTHER_WEIGHT, // a weight is off by one
    TWIN_LAZY,         // results differ where the slow evaluation was skipped
    TWIN_FAULTS
} twin_fault_t;

typedef struct {
    twin_fault_t fault;
    uint64_t after; // chances to show it that pass first
} twin_options_t;

// `user` of open is a twin_options_t.
extern const check_device_ops_t check_device_twin;

#endif
