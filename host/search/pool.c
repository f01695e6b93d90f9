// SPDX-License-Identifier: Apache-2.0
#include "search/pool.h"

#include <stdlib.h>
#include <string.h>

// About a millisecond of the simulated chip: `stop` is heard that often.
enum { SLICE_CLOCKS = 2000 };

// Slots beyond the target: a line's jobs are sent although there is no room.
enum { SLOTS_MORE = 16 };

bool pool_init(pool_t *pool, device_t *device, unsigned in_flight_max) {
    unsigned contexts = device->contexts;

    memset(pool, 0, sizeof *pool);
    pool->target = contexts == 1 ? 1 : contexts + contexts / 4 + 1;
    if (in_flight_max && pool->target > in_flight_max)
        pool->target = in_flight_max;
    pool->slice = SLICE_CLOCKS;
    pool->slot_count = pool->target + SLOTS_MORE;
    pool->slots = calloc(pool->slot_count, sizeof *pool->slots);
    pool->free = calloc((pool->slot_count + 63) / 64, sizeof *pool->free);
    bool guarded = guard_open(&pool->guard, device, pool->slot_count);
    if (!pool->slots || !pool->free || !guarded) {
        pool_free(pool);
        return false;
    }
    for (unsigned i = 0; i < pool->slot_count; i++)
        pool->free[i / 64] |= 1ull << i % 64;
    return true;
}

void pool_free(pool_t *pool) {
    guard_close(&pool->guard);
    free(pool->slots);
    free(pool->free);
    pool->slots = NULL;
    pool->free = NULL;
}

bool pool_was_deceived(pool_t *pool) {
    bool deceived = pool->guard.suspect;

    pool->guard.suspect = false;
    return deceived;
}

// The host's clock, where there is one, stands at what the software has done.
static void tell_time(pool_t *pool) {
    if (!pool->host_nodes)
        return;
    device_host_nodes(pool->guard.device, *pool->host_nodes - pool->host_nodes_told);
    pool->host_nodes_told = *pool->host_nodes;
}

// The lowest free slot: those in use lie close together. slot_count when there is none.
static unsigned free_slot(pool_t *pool) {
    const unsigned words = (pool->slot_count + 63) / 64;

    while (pool->free_hint < words && !pool->free[pool->free_hint])
        pool->free_hint++;
    if (pool->free_hint == words)
        return pool->slot_count;
    return pool->free_hint * 64 + (unsigned)__builtin_ctzll(pool->free[pool->free_hint]);
}

static void release(pool_t *pool, unsigned index) {
    pool->slots[index].owner = NULL;
    pool->free[index / 64] |= 1ull << index % 64;
    if (index / 64 < pool->free_hint)
        pool->free_hint = index / 64;
}

bool pool_submit(pool_t *pool, chip_job_t *job, void *owner, int bound, int depth) {
    unsigned index = free_slot(pool);
    if (index == pool->slot_count)
        return false;
    tell_time(pool);
    if (!guard_submit(&pool->guard, index, job))
        return false;
    pool->free[index / 64] &= ~(1ull << index % 64);
    pool->slots[index] = (pool_slot_t){.owner = owner, .bound = bound, .depth = depth};
    pool->in_flight++;
    pool->jobs++;
    return true;
}

bool pool_poll(pool_t *pool, chip_result_t *result, pool_slot_t *copy) {
    unsigned index;

    tell_time(pool);
    if (!guard_poll(&pool->guard, result, &index, pool->slice))
        return false;
    *copy = pool->slots[index];
    release(pool, index);
    pool->in_flight--;
    pool->nodes += result->nodes;
    pool->aborted += result->status == ZF_STATUS_ABORTED;
    pool->limited += result->status == ZF_STATUS_NODE_LIMIT;
    return true;
}

void pool_abort(pool_t *pool, unsigned index) {
    pool_slot_t *slot = &pool->slots[index];

    if (!slot->owner || slot->aborted)
        return;
    slot->aborted = true;
    tell_time(pool);
    guard_abort(&pool->guard, index);
}

void pool_drain(pool_t *pool) {
    chip_result_t result;
    pool_slot_t slot;

    for (unsigned i = 0; i < pool->slot_count; i++)
        pool_abort(pool, i);
    while (pool->in_flight && !pool_failed(pool))
        pool_poll(pool, &result, &slot);
}
