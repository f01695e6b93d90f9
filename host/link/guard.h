// SPDX-License-Identifier: Apache-2.0
// Jobs in flight on a device that may fail. Every job that is taken here gets one possible result,
// whatever the device does: when it goes away, falls silent or says what cannot be, it is given up
// for good, its jobs are done again by its spare or at last by the model in this process, and the
// user is told in one line.
//
// A device that lied once may have lied before in a way that nobody saw: `suspect` tells the owner
// not to build on what it said. What no check can find is a possible answer that is wrong, such as
// two jobs' results exchanged.
#ifndef ZF_LINK_GUARD_H
#define ZF_LINK_GUARD_H

#include "link/device.h"

typedef struct guard_job {
    chip_job_t job;
    device_t *device; // that has it; NULL: none yet
    bool live, aborted;
} guard_job_t;

typedef struct guard {
    // Config: the hook for the user's line may be set after opening
    unsigned capacity;
    void (*notice)(void *context, const char *text);
    void *notice_context;
    // State
    device_t *device; // that takes jobs
    device_t software;
    guard_job_t *jobs;
    uint32_t *by_id;              // places of jobs on `device` by their number
    unsigned generation;          // of the next number
    unsigned in_flight, homeless; // jobs without a result; those of them that no device has
    uint64_t waited;              // clocks polled since the last result
    int64_t since;                // milliseconds at that time
    uint32_t longest;             // node limit of a job
    bool suspect;                 // set at a lie; the owner resets it
    bool failed;                  // nothing is left that takes jobs
} guard_t;

// Room for `capacity` jobs at places 0.. of it; false when memory is short. A device that has
// failed before is passed over. It must be idle and outlive the guard.
bool guard_open(guard_t *guard, device_t *device, unsigned capacity);
void guard_close(guard_t *guard);
// Numbers a job and sends it; `at` must be without one. False when no device takes it now.
bool guard_submit(guard_t *guard, unsigned at, chip_job_t *job);
// Works for about so many clocks; true with a result and the place of its job, which is then free.
bool guard_poll(guard_t *guard, chip_result_t *result, unsigned *at, uint32_t clocks);
// Asks for the end of a job; its result still comes.
void guard_abort(guard_t *guard, unsigned at);

#endif
