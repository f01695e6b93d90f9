// SPDX-License-Identifier: Apache-2.0
// The C model as a device. Contexts are emulated: jobs wait in a queue and run whole, one for each
// poll, in the order of submission, so that a search sees the same interface as on the chip.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link/backends.h"
#include "link/room_plan.h"
#include "model/model.h"

enum { QUEUE = 512 };

typedef struct {
    model_t *model;
    model_table_t *table;
    chip_job_t queue[QUEUE];
    bool aborted[QUEUE];
    unsigned first, count;
    uint64_t busy, offered;
} model_state_t;

static void model_close(device_t *device) {
    model_state_t *state = device->state;

    if (state->model)
        model_free(state->model);
    if (state->table)
        model_table_free(state->table);
    free(state);
}

static device_error_t model_open(device_t *device, const device_options_t *options) {
    unsigned log2 = options->table_log2 ? options->table_log2 : DEVICE_TABLE_LOG2;

    if (options->contexts > MODEL_CONTEXTS_MAX)
        return DEVICE_ERROR_CONTEXTS;
    if (log2 < DEVICE_TABLE_LOG2_MIN || log2 > DEVICE_TABLE_LOG2_MAX)
        return DEVICE_ERROR_TABLE;
    if (options->trace_file)
        return DEVICE_ERROR_TRACE;
    model_state_t *state = calloc(1, sizeof *state);
    if (!state)
        return DEVICE_ERROR_OPEN;
    device->state = state;
    state->model = model_new();
    state->table = model_table_new(log2);
    if (!state->model || !state->table) {
        model_close(device);
        return DEVICE_ERROR_OPEN;
    }
    if (options->weights)
        model_set_weights(state->model, options->weights);
    model_set_table(state->model, model_table_probe, model_table_store, state->table);
    device->contexts = options->contexts ? options->contexts : 1;
    device->table_log2 = log2;
    device->whole_jobs = true;
    snprintf(device->text, sizeof device->text,
             "C model of the chip, %u context%s, %u table entries", device->contexts,
             device->contexts == 1 ? "" : "s", 1u << log2);
    return DEVICE_OK;
}

static bool model_submit(device_t *device, const chip_job_t *job) {
    model_state_t *state = device->state;

    if (state->count == QUEUE)
        return false;
    unsigned at = (state->first + state->count++) % QUEUE;
    state->queue[at] = *job;
    state->aborted[at] = false;
    return true;
}

// One job is one turn of all emulated contexts: as many were busy as had a job.
static bool model_poll(device_t *device, chip_result_t *result, uint32_t clocks) {
    model_state_t *state = device->state;
    const chip_job_t *job = &state->queue[state->first];

    (void)clocks;
    if (!state->count)
        return false;
    if (state->aborted[state->first]) {
        memset(result, 0, offsetof(chip_result_t, moves));
        result->id = job->id;
        result->status = ZF_STATUS_ABORTED;
        result->score = ZF_NO_SCORE;
    } else {
        model_run(state->model, job, result);
        uint64_t weight = result->nodes + 1u;
        state->busy += weight * (state->count < device->contexts ? state->count : device->contexts);
        state->offered += weight * device->contexts;
    }
    state->first = (state->first + 1) % QUEUE;
    state->count--;
    return true;
}

static void model_abort(device_t *device, uint16_t id) {
    model_state_t *state = device->state;

    for (unsigned i = 0; i < state->count; i++) {
        unsigned at = (state->first + i) % QUEUE;
        if (state->queue[at].id == id)
            state->aborted[at] = true;
    }
}

static void model_clear(device_t *device) {
    model_state_t *state = device->state;

    model_table_clear(state->table);
}

device_counters_t device_model_counters(const model_counters_t *counted) {
    device_counters_t counters = {
        .probes = counted->probes,
        .hits = counted->hits,
        .cutoffs = counted->cutoffs,
        .null_cuts = counted->null_cuts,
        .verifications = counted->verifications,
        .zugzwangs = counted->zugzwangs,
    };

    memcpy(counters.passes, counted->passes, sizeof counters.passes);
    return counters;
}

static void model_count(device_t *device, device_counters_t *counters) {
    model_state_t *state = device->state;
    const model_counters_t *counted = model_counters(state->model);

    *counters = device_model_counters(counted);
    counters->jobs = counted->jobs;
    counters->nodes = counted->nodes;
    counters->busy = state->busy;
    counters->offered = state->offered;
}

const device_ops_t device_model_ops = {
    .name = "model",
    .description =
        "the chip's C model: the same answers, without clocks, at this processor's speed",
    .fields = ROOM_FIELDS,
    .open = model_open,
    .close = model_close,
    .submit = model_submit,
    .poll = model_poll,
    .abort = model_abort,
    .clear_table = model_clear,
    .counters = model_count,
};
