// SPDX-License-Identifier: Apache-2.0
#include "search/pool.h"

#include <string.h>

// A job's number is its slot and a generation, so that no number returns soon.
enum { SLOT_BITS = 7, SLOT_MASK = POOL_SLOTS - 1 };

// About a millisecond of the simulated chip: `stop` is heard that often.
enum { SLICE_CLOCKS = 2000 };

void pool_init(pool_t *pool, device_t *device, unsigned in_flight_max) {
    unsigned contexts = device->contexts;

    memset(pool, 0, sizeof *pool);
    pool->device = device;
    pool->target = contexts == 1 ? 1 : contexts + contexts / 4 + 1;
    if (in_flight_max && pool->target > in_flight_max)
        pool->target = in_flight_max;
    if (pool->target > POOL_SLOTS)
        pool->target = POOL_SLOTS;
    pool->slice = SLICE_CLOCKS;
}

bool pool_submit(pool_t *pool, chip_job_t *job, void *owner, int bound, int depth) {
    for (unsigned i = 0; i < POOL_SLOTS; i++) {
        pool_slot_t *slot = &pool->slots[i];
        if (slot->owner)
            continue;
        job->id = (uint16_t)(pool->generation << SLOT_BITS | i);
        if (!device_submit(pool->device, job))
            return false;
        pool->generation++;
        *slot = (pool_slot_t){.owner = owner, .bound = bound, .depth = depth, .id = job->id};
        pool->in_flight++;
        pool->jobs++;
        return true;
    }
    return false;
}

bool pool_poll(pool_t *pool, chip_result_t *result, pool_slot_t *copy) {
    if (!device_poll(pool->device, result, pool->slice))
        return false;
    pool_slot_t *slot = &pool->slots[result->id & SLOT_MASK];
    *copy = *slot;
    slot->owner = NULL;
    pool->in_flight--;
    pool->nodes += result->nodes;
    pool->aborted += result->status == ZF_STATUS_ABORTED;
    pool->limited += result->status == ZF_STATUS_NODE_LIMIT;
    return true;
}

void pool_abort(pool_t *pool, unsigned index) {
    pool_slot_t *slot = &pool->slots[index];

    if (slot->owner && !slot->aborted) {
        slot->aborted = true;
        device_abort(pool->device, slot->id);
    }
}

void pool_drain(pool_t *pool) {
    chip_result_t result;
    pool_slot_t slot;

    for (unsigned i = 0; i < POOL_SLOTS; i++)
        pool_abort(pool, i);
    while (pool->in_flight && !pool->device->failed)
        pool_poll(pool, &result, &slot);
}
