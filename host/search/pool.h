// SPDX-License-Identifier: Apache-2.0
// Jobs in flight: keeps who asked for them, aborts what is no longer wanted, and tells a device
// with a virtual clock what the host did meanwhile.
//
// The search sees slots; a slot is one job from submission to result. Which searcher sits above
// does not matter here. What to do about a device that fails is the guard's (link/guard.h): a job
// that was taken has a result, unless nothing is left that could give one.
#ifndef ZF_SEARCH_POOL_H
#define ZF_SEARCH_POOL_H

#include "link/guard.h"

typedef struct pool_slot {
    void *owner;      // the caller's; NULL is a free slot
    int bound, depth; // the caller's
    bool aborted;
} pool_slot_t;

typedef struct pool {
    // Config
    unsigned target;            // jobs to keep in flight: the contexts and a few in the queue
    uint32_t slice;             // clocks for one poll
    const uint64_t *host_nodes; // count of the software's nodes; NULL: they cost nothing. Set by
                                // the caller after pool_init()
    // State
    guard_t guard; // its notice hook too may be set after pool_init()
    unsigned in_flight;
    unsigned slot_count;
    pool_slot_t *slots;
    uint64_t *free;     // slots without a job, a bit each
    unsigned free_hint; // no word of it before this one has a bit
    uint64_t host_nodes_told;
    uint64_t nodes; // of all results, the aborted ones too
    uint64_t jobs, aborted, limited;
} pool_t;

// With one context the next job is chosen when the last result is known: nothing is wasted and the
// run can be repeated. With more, enough wait in the device's queue that no context runs dry. False
// when memory is short; else pool_free() ends it.
bool pool_init(pool_t *pool, device_t *device, unsigned in_flight_max);
void pool_free(pool_t *pool);
static inline bool pool_has_room(const pool_t *pool) {
    return pool->in_flight < pool->target;
}
// Whether results no longer come, from any device.
static inline bool pool_failed(const pool_t *pool) {
    return pool->guard.failed;
}
// Whether a device lied since the last call: nothing that it said is to be built on.
bool pool_was_deceived(pool_t *pool);
// Sends a job (its id is set here) for an owner; false when the device takes none.
bool pool_submit(pool_t *pool, chip_job_t *job, void *owner, int bound, int depth);
// Works a while; true with a result and a copy of its slot.
bool pool_poll(pool_t *pool, chip_result_t *result, pool_slot_t *slot);
// Asks for the end of the job in a slot; once.
void pool_abort(pool_t *pool, unsigned index);
// Aborts everything and waits for the results, which are counted and dropped.
void pool_drain(pool_t *pool);

#endif
