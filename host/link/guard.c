// SPDX-License-Identifier: Apache-2.0
#include "link/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "link/backends.h"
#include "link/verdict.h"

enum { IDS = 1 << 16, NOBODY = UINT32_MAX, ABORT_BITS = 6 };

// A device is silent when no result came for so many polled clocks and so long: longer than its
// longest job takes with every context at work. A node has four passes or less, on the mean; one of
// 16 a trip, and some wait for the table.
enum { SILENT_CLOCKS = 1 << 20, SILENT_NODE_CLOCKS = 128, SILENT_MS = 200 };

// Jobs without a node limit are taken to have this one.
enum { NODES_MAX = 1 << 24 };

static int64_t milliseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void hear(guard_t *guard) {
    guard->waited = 0;
    guard->since = milliseconds();
}

// ---- Devices

static bool open_software(guard_t *guard) {
    const device_t *lost = guard->device;
    const device_options_t options = {
        .contexts = lost->contexts < MODEL_CONTEXTS_MAX ? lost->contexts : MODEL_CONTEXTS_MAX,
        .table_log2 = lost->table_log2,
        .weights = lost->weights,
    };

    // It has no fields and no faults: if it fails, memory is short or it is itself wrong.
    if (lost == &guard->software || device_open(&guard->software, "model", &options))
        return false;
    guard->device = &guard->software;
    return true;
}

// The next device that works, after one that does not.
static bool replace(guard_t *guard) {
    while (guard->device->failed && guard->device->spare)
        guard->device = guard->device->spare;
    return !guard->device->failed || open_software(guard);
}

static void tell(const guard_t *guard, const device_t *lost, const char *fault, unsigned jobs) {
    char text[320];

    if (!guard->notice)
        return;
    if (guard->failed)
        snprintf(text, sizeof text, "device %s %s, and no other is left", lost->ops->name, fault);
    else
        snprintf(text, sizeof text, "device %s %s: it is given up, and %s does its work (%u job%s)",
                 lost->ops->name, fault,
                 guard->device == &guard->software ? "software" : guard->device->ops->name, jobs,
                 jobs == 1 ? "" : "s");
    guard->notice(guard->notice_context, text);
}

static void give_up(guard_t *guard, const char *fault) {
    device_t *lost = guard->device;

    lost->failed = true;
    guard->failed = !replace(guard);
    for (unsigned i = 0; i < guard->capacity; i++) {
        guard_job_t *kept = &guard->jobs[i];
        if (!kept->live || !kept->device)
            continue;
        guard->by_id[kept->job.id] = NOBODY;
        kept->device = NULL;
        guard->homeless++;
    }
    hear(guard);
    tell(guard, lost, fault, guard->homeless);
}

bool guard_open(guard_t *guard, device_t *device, unsigned capacity) {
    memset(guard, 0, sizeof *guard);
    guard->capacity = capacity;
    guard->device = device;
    guard->jobs = calloc(capacity, sizeof *guard->jobs);
    guard->by_id = malloc(IDS * sizeof *guard->by_id);
    for (unsigned id = 0; guard->by_id && id < IDS; id++)
        guard->by_id[id] = NOBODY;
    hear(guard);
    if (guard->jobs && guard->by_id && replace(guard))
        return true;
    guard_close(guard);
    return false;
}

void guard_close(guard_t *guard) {
    device_close(&guard->software);
    free(guard->jobs);
    free(guard->by_id);
    memset(guard, 0, sizeof *guard);
}

// ---- Jobs

// A number that no job in flight has, and that none had for some time. The chip knows its aborts by
// the lower six bits: those are the place's, so that two jobs on a chip differ in them.
static uint16_t next_id(guard_t *guard, unsigned at) {
    uint16_t id;

    do
        id = (uint16_t)(guard->generation++ << ABORT_BITS | (at & ((1u << ABORT_BITS) - 1)));
    while (guard->by_id[id] != NOBODY);
    return id;
}

static bool send(guard_t *guard, unsigned at) {
    guard_job_t *kept = &guard->jobs[at];

    kept->job.id = next_id(guard, at);
    if (!device_submit(guard->device, &kept->job))
        return false;
    kept->device = guard->device;
    guard->by_id[kept->job.id] = at;
    return true;
}

bool guard_submit(guard_t *guard, unsigned at, chip_job_t *job) {
    guard_job_t *kept = &guard->jobs[at];
    uint32_t limit = job->node_limit ? job->node_limit : NODES_MAX;

    if (guard->failed)
        return false;
    kept->job = *job;
    bool sent = send(guard, at);
    // A device that has nothing to do and takes nothing is none.
    while (!sent && !guard->in_flight && !guard->failed) {
        give_up(guard, "takes no jobs");
        sent = !guard->failed && send(guard, at);
    }
    if (!sent)
        return false;
    if (!guard->in_flight)
        hear(guard);
    job->id = kept->job.id;
    kept->live = true;
    kept->aborted = false;
    guard->in_flight++;
    if (limit > guard->longest)
        guard->longest = limit;
    return true;
}

void guard_abort(guard_t *guard, unsigned at) {
    guard_job_t *kept = &guard->jobs[at];

    if (!kept->live || kept->aborted)
        return;
    kept->aborted = true;
    if (kept->device)
        device_abort(kept->device, kept->job.id);
}

static void release(guard_t *guard, unsigned at) {
    guard->jobs[at].live = false;
    guard->in_flight--;
}

// Sends what lost its device; true with a result where the job is not wanted any more.
static bool resend(guard_t *guard, chip_result_t *result, unsigned *at) {
    for (unsigned i = 0; i < guard->capacity && guard->homeless; i++) {
        guard_job_t *kept = &guard->jobs[i];
        if (!kept->live || kept->device)
            continue;
        if (kept->aborted) {
            memset(result, 0, sizeof *result);
            result->id = kept->job.id;
            result->status = ZF_STATUS_ABORTED;
            result->score = ZF_NO_SCORE;
            *at = i;
            guard->homeless--;
            release(guard, i);
            return true;
        }
        if (guard->failed || !send(guard, i))
            return false;
        guard->homeless--;
    }
    return false;
}

// What is wrong with a result, and else where its job stands.
static const char *judge(const guard_t *guard, const chip_result_t *result, unsigned *at) {
    uint32_t place = guard->by_id[result->id];

    if (place == NOBODY)
        return "answered a job that it does not have";
    *at = place;
    return verdict_fault(&guard->jobs[place].job, result, guard->jobs[place].aborted);
}

static bool is_silent(const guard_t *guard) {
    return guard->waited > SILENT_CLOCKS + (uint64_t)SILENT_NODE_CLOCKS * guard->longest &&
           milliseconds() - guard->since > SILENT_MS;
}

bool guard_poll(guard_t *guard, chip_result_t *result, unsigned *at, uint32_t clocks) {
    if (guard->homeless && resend(guard, result, at))
        return true;
    if (guard->failed || !guard->in_flight)
        return false;
    if (device_poll(guard->device, result, clocks)) {
        const char *fault = judge(guard, result, at);
        if (fault) {
            guard->suspect = true;
            give_up(guard, fault);
            return false;
        }
        guard->by_id[result->id] = NOBODY;
        release(guard, *at);
        hear(guard);
        return true;
    }
    guard->waited += clocks;
    if (guard->device->failed)
        give_up(guard, "went away");
    else if (is_silent(guard))
        give_up(guard, "fell silent");
    return false;
}
