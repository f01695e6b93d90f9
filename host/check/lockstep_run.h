// SPDX-License-Identifier: Apache-2.0
// A lockstep run to its two halves: lockstep.c gives jobs to the device and takes results,
// lockstep_compare.c runs the model on what the device got and compares.
#ifndef ZF_CHECK_LOCKSTEP_RUN_H
#define ZF_CHECK_LOCKSTEP_RUN_H

#include "check/lockstep.h"
#include "check/traffic.h"
#include "model/model.h"

// Jobs under way at most, by the low bits of their number.
enum { LOCKSTEP_SLOTS = 1024 };

// A job under way.
typedef struct {
    bool busy, abort_sent;
    uint64_t number;
    uint64_t given_at; // device clock
    uint64_t abort_at; // device clock: when it is due, then when it was sent; 0 never
    job_line_t line;
} lockstep_slot_t;

typedef struct {
    // Config
    const lockstep_options_t *options;
    const check_device_ops_t *ops;
    lockstep_result_t *result;
    // State
    void *device;
    model_t *model; // the reference
    model_t *scout; // what the generator asks
    traffic_t traffic;
    chip_sim_options_t device_options;
    bool other_weights;
    lockstep_slot_t slots[LOCKSTEP_SLOTS];
    unsigned pending;
    uint64_t submitted; // first number not submitted
    job_line_t next;    // that number's job, when `fetched`
    bool fetched;
    uint64_t clock, last_result;
    // Of the batch
    model_counters_t expected;
    uint32_t counters_before[1 << ZF_COUNTER_BITS];
    uint64_t clocks_before; // the device's own, with them
    bool aborted;           // a job was
    // Of the run
    model_counters_t total;
    bool failed;
} lockstep_run_t;

// Notes the first difference, which ends the run; slot may be NULL: no one job is to blame.
void lockstep_differ(lockstep_run_t *run, const lockstep_slot_t *slot, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Compares a job's result, list and table requests.
void lockstep_compare_job(lockstep_run_t *run, const lockstep_slot_t *slot,
                          const chip_result_t *got);
// Compares what is counted over all jobs so far; nothing may be left over when the device is idle.
void lockstep_compare_rest(lockstep_run_t *run, const lockstep_slot_t *slot);

#endif
