// SPDX-License-Identifier: Apache-2.0
// Jobs in flight: numbers them, keeps who asked for them, and aborts what is no longer wanted.
//
// The search sees slots; a slot is one job from submission to result. Which searcher sits above
// does not matter here.
#ifndef ZF_SEARCH_POOL_H
#define ZF_SEARCH_POOL_H

#include "link/device.h"

enum { POOL_SLOTS = 128 };

typedef struct pool_slot {
    void *owner;      // the caller's; NULL is a free slot
    int bound, depth; // the caller's
    uint16_t id;
    bool aborted;
} pool_slot_t;

typedef struct pool {
    // Config
    device_t *device;
    unsigned target; // jobs to keep in flight: the contexts and a few in the queue
    uint32_t slice;  // clocks for one poll
    // State
    unsigned in_flight;
    uint16_t generation;
    pool_slot_t slots[POOL_SLOTS];
    uint64_t nodes; // of all results, the aborted ones too
    uint64_t jobs, aborted, limited;
} pool_t;

// With one context the next job is chosen when the last result is known: nothing is wasted and the
// run can be repeated. With more, enough wait in the device's queue that no context runs dry.
void pool_init(pool_t *pool, device_t *device, unsigned in_flight_max);
static inline bool pool_has_room(const pool_t *pool) {
    return pool->in_flight < pool->target;
}
// Sends a job (its id is set here) for an owner; false when the device takes none.
bool pool_submit(pool_t *pool, chip_job_t *job, void *owner, int bound, int depth);
// Works a while; true with a result and a copy of its slot.
bool pool_poll(pool_t *pool, chip_result_t *result, pool_slot_t *slot);
// Asks for the end of the job in a slot; once.
void pool_abort(pool_t *pool, unsigned index);
// Aborts everything and waits for the results, which are counted and dropped.
void pool_drain(pool_t *pool);

#endif
