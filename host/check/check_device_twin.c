// SPDX-License-Identifier: Apache-2.0
// The model as a device of the checker, with a fault where one is asked for. It works on one job at
// a time, but hands jobs out to contexts in turn, so that the requests come on several streams.
#include <stdlib.h>
#include <string.h>

#include "check/check_device.h"
#include "model/model.h"

enum {
    TWIN_CONTEXTS = 4,
    TWIN_QUEUE = 256,
    TWIN_TABLE_BITS = 10,
    TWIN_JOB_CLOCKS = 300,
    TWIN_LONG_JOB = 100000
};

typedef struct {
    chip_job_t job;
    bool aborted;
} queued_t;

typedef struct {
    // Config
    twin_options_t twin;
    chip_sim_options_t options;
    // State
    model_t *model;
    model_table_t *table;
    queued_t queue[TWIN_QUEUE];
    unsigned first, count;
    chip_result_t results[4];
    unsigned result_count;
    uint64_t clock, jobs, chances;
    unsigned context, sequence;
    uint64_t extra_passes, fewer_null_cuts, lost_clocks;
    int16_t weights[ZF_WEIGHT_WORDS];
} state_t;

// Whether the planted fault shows now: the caller stands where it could.
static bool strikes(state_t *state, twin_fault_t fault) {
    return state->twin.fault == fault && state->chances++ >= state->twin.after;
}

// ---- table traffic

static void send(state_t *state, chip_sim_event_kind_t kind, uint64_t key, bool hit,
                 uint64_t entry) {
    chip_sim_event_t event = {.kind = kind,
                              .context = (uint8_t)state->context,
                              .sequence = (uint8_t)(state->sequence & 3),
                              .hit = hit,
                              .clock = state->clock,
                              .key = key,
                              .entry = entry};

    if (state->options.observe)
        state->options.observe(state->options.observer, &event);
}

static bool twin_probe(void *context, uint64_t key, chip_entry_t *entry) {
    state_t *state = context;
    uint64_t sent = key ^ (strikes(state, TWIN_WRONG_KEY) ? 1ull << 40 : 0);
    bool hit = model_table_probe(state->table, sent, entry);

    state->sequence++;
    send(state, CHIP_SIM_PROBE, sent, false, 0);
    if (strikes(state, TWIN_SECOND_PROBE)) {
        send(state, CHIP_SIM_ANSWER, sent, hit, hit ? chip_entry_pack(entry) : 0);
        send(state, CHIP_SIM_PROBE, sent, false, 0);
    }
    if (!hit && strikes(state, TWIN_FALSE_HIT)) {
        *entry = (chip_entry_t){.score = 0, .draft = 0, .bound = ZF_BOUND_LOWER};
        hit = true;
    } else if (hit && strikes(state, TWIN_STALE_ANSWER)) {
        entry->age ^= 1;
    }
    send(state, CHIP_SIM_ANSWER, sent, hit, hit ? chip_entry_pack(entry) : 0);
    return hit;
}

static void twin_store(void *context, uint64_t key, const chip_entry_t *entry) {
    state_t *state = context;
    chip_entry_t sent = *entry;

    if (strikes(state, TWIN_LOST_STORE))
        return;
    if (strikes(state, TWIN_WRONG_ENTRY))
        sent.draft ^= 1;
    model_table_store(state->table, key, &sent);
    state->sequence++;
    send(state, CHIP_SIM_STORE, key, false, chip_entry_pack(&sent));
}

// ---- faults in results

static void spoil_list(state_t *state, chip_result_t *result) {
    if (result->move_count >= 2 && strikes(state, TWIN_MOVE_ORDER)) {
        uint16_t move = result->moves[0];
        result->moves[0] = result->moves[1];
        result->moves[1] = move;
    }
    if (result->move_count >= 1 && strikes(state, TWIN_MOVE_LOST))
        result->move_count--;
}

static void spoil(state_t *state, const chip_job_t *job, chip_result_t *result) {
    bool search = job->kind == ZF_JOB_KIND_SEARCH && result->status == ZF_STATUS_DONE;

    if (search && strikes(state, TWIN_SCORE))
        result->score++;
    if (search && result->best_move && strikes(state, TWIN_BEST_MOVE))
        result->best_move ^= 1;
    if (search && strikes(state, TWIN_NODES))
        result->nodes++;
    if (search && strikes(state, TWIN_HASH))
        result->hash ^= 1;
    if (result->status == ZF_STATUS_NODE_LIMIT && strikes(state, TWIN_STATUS))
        result->status = ZF_STATUS_DONE;
    if (result->status == ZF_STATUS_REFUSED && strikes(state, TWIN_REASON))
        result->reason ^= 1;
    if (search && strikes(state, TWIN_WRONG_ABORT))
        result->status = ZF_STATUS_ABORTED;
    if (search && job->lazy && result->nodes > 0 && strikes(state, TWIN_LAZY))
        result->score--;
    if (strikes(state, TWIN_CLOCKS))
        result->clocks |= 1u << 23;
    if (result->nodes > 0 && strikes(state, TWIN_FEW_CLOCKS))
        result->clocks = result->nodes - 1;
    state->lost_clocks += strikes(state, TWIN_CLOCK_LOST) ? 20 : 0;
    spoil_list(state, result);
    state->extra_passes += strikes(state, TWIN_PASSES);
    state->fewer_null_cuts += strikes(state, TWIN_COUNTER);
}

// An abort arrives after some nodes of the job, or before it began.
static void run_aborted(state_t *state, chip_job_t *job, chip_result_t *result) {
    unsigned nodes = (unsigned)(state->jobs % 50);

    if (nodes == 0 || job->node_limit == 1) {
        memset(result, 0, sizeof *result);
        result->id = job->id;
        result->status = ZF_STATUS_ABORTED;
        result->score = ZF_NO_SCORE;
        return;
    }
    if (!job->node_limit || job->node_limit > nodes)
        job->node_limit = nodes;
    model_run(state->model, job, result);
    if (result->status == ZF_STATUS_NODE_LIMIT)
        result->status = ZF_STATUS_ABORTED;
}

static void run_one(state_t *state) {
    queued_t queued = state->queue[state->first];
    chip_result_t result;

    state->first = (state->first + 1) % TWIN_QUEUE;
    state->count--;
    state->context = (unsigned)(state->jobs++ % TWIN_CONTEXTS);
    state->clock += TWIN_JOB_CLOCKS;
    if (queued.aborted && strikes(state, TWIN_LOST_ABORT)) {
        queued.aborted = false;
        state->clock += TWIN_LONG_JOB;
    }
    if (queued.aborted)
        run_aborted(state, &queued.job, &result);
    else
        model_run(state->model, &queued.job, &result);
    result.clocks = TWIN_JOB_CLOCKS + result.nodes;
    state->clock += result.nodes;
    spoil(state, &queued.job, &result);
    if (strikes(state, TWIN_NO_RESULT))
        return;
    state->results[state->result_count++] = result;
    if (strikes(state, TWIN_TWO_RESULTS))
        state->results[state->result_count++] = result;
}

// ---- the interface

static void twin_close(void *device) {
    state_t *state = device;

    model_free(state->model);
    model_table_free(state->table);
    free(state);
}

static void *twin_open(const void *user, const chip_sim_options_t *options) {
    state_t *state = calloc(1, sizeof *state);

    if (!state)
        return NULL;
    state->twin = *(const twin_options_t *)user;
    state->options = *options;
    state->model = model_new();
    state->table = model_table_new(TWIN_TABLE_BITS);
    if (!state->model || !state->table) {
        model_free(state->model);
        model_table_free(state->table);
        free(state);
        return NULL;
    }
    model_set_table(state->model, twin_probe, twin_store, state);
    return state;
}

static unsigned twin_contexts(const void *device) {
    (void)device;
    return TWIN_CONTEXTS;
}

static bool twin_full(const void *device) {
    (void)device;
    return true;
}

static unsigned twin_table_bits(const void *device) {
    (void)device;
    return TWIN_TABLE_BITS;
}

static void twin_configure(void *device, const chip_sim_options_t *options) {
    ((state_t *)device)->options = *options;
}

static bool twin_load_weights(void *device, const int16_t *by_address) {
    state_t *state = device;

    memcpy(state->weights, by_address, sizeof state->weights);
    if (strikes(state, TWIN_OTHER_WEIGHT))
        state->weights[ZF_W_MOBILITY_MAJOR]++;
    model_set_weights(state->model, state->weights);
    return true;
}

static bool twin_clear_table(void *device) {
    model_table_clear(((state_t *)device)->table);
    return true;
}

static void twin_submit(void *device, const chip_job_t *job) {
    state_t *state = device;
    queued_t *queued = &state->queue[(state->first + state->count++) % TWIN_QUEUE];

    queued->job = *job;
    queued->aborted = false;
}

static void twin_abort(void *device, uint16_t id) {
    state_t *state = device;

    for (unsigned i = 0; i < state->count; i++) {
        queued_t *queued = &state->queue[(state->first + i) % TWIN_QUEUE];
        if (queued->job.id == id)
            queued->aborted = true;
    }
}

static uint64_t twin_step_to_result(void *device, uint64_t clocks) {
    state_t *state = device;
    uint64_t before = state->clock;

    if (state->count && !state->result_count)
        run_one(state);
    else
        state->clock += clocks;
    return state->clock - before;
}

static bool twin_result(void *device, chip_result_t *result) {
    state_t *state = device;

    if (!state->result_count)
        return false;
    *result = state->results[--state->result_count];
    return true;
}

static bool twin_idle(void *device) {
    const state_t *state = device;

    return !state->count && !state->result_count;
}

static void twin_counters(void *device, uint32_t counters[1 << ZF_COUNTER_BITS]) {
    const state_t *state = device;
    const model_counters_t *counts = model_counters(state->model);

    counters[ZF_COUNTER_CLOCKS] = (uint32_t)(state->clock - state->lost_clocks);
    counters[ZF_COUNTER_NODES] = (uint32_t)counts->nodes;
    counters[ZF_COUNTER_VICTIM] = (uint32_t)counts->passes[CHIP_PASS_VICTIM];
    counters[ZF_COUNTER_ATTACKER] =
        (uint32_t)(counts->passes[CHIP_PASS_ATTACKER] + state->extra_passes);
    counters[ZF_COUNTER_CHECK] = (uint32_t)counts->passes[CHIP_PASS_CHECK];
    counters[ZF_COUNTER_KILLER] = (uint32_t)counts->passes[CHIP_PASS_KILLER];
    counters[ZF_COUNTER_EVAL] = (uint32_t)counts->passes[CHIP_PASS_EVAL];
    counters[ZF_COUNTER_TAKE_BACK] = (uint32_t)counts->passes[CHIP_PASS_TAKE_BACK];
    counters[ZF_COUNTER_EMPTY] = (uint32_t)counts->passes[CHIP_PASS_EMPTY];
    counters[ZF_COUNTER_LOAD] = (uint32_t)counts->passes[CHIP_PASS_LOAD];
    counters[ZF_COUNTER_PROBES] = (uint32_t)counts->probes;
    counters[ZF_COUNTER_HITS] = (uint32_t)counts->hits;
    counters[ZF_COUNTER_CUTOFFS] = (uint32_t)counts->cutoffs;
    counters[ZF_COUNTER_NULL_CUTS] = (uint32_t)(counts->null_cuts - state->fewer_null_cuts);
    counters[ZF_COUNTER_VERIFICATIONS] = (uint32_t)counts->verifications;
    counters[ZF_COUNTER_ZUGZWANGS] = (uint32_t)counts->zugzwangs;
}

static void twin_statistics(const void *device, chip_sim_statistics_t *statistics) {
    memset(statistics, 0, sizeof *statistics);
    statistics->clocks = ((const state_t *)device)->clock;
}

static bool twin_trace(void *device, const char *path) {
    (void)device;
    return !path;
}

static const char *twin_fault(const void *device) {
    (void)device;
    return NULL;
}

const check_device_ops_t check_device_twin = {
    .name = "twin",
    .open = twin_open,
    .close = twin_close,
    .contexts = twin_contexts,
    .full = twin_full,
    .table_bits = twin_table_bits,
    .configure = twin_configure,
    .load_weights = twin_load_weights,
    .clear_table = twin_clear_table,
    .submit = twin_submit,
    .abort = twin_abort,
    .step_to_result = twin_step_to_result,
    .result = twin_result,
    .idle = twin_idle,
    .counters = twin_counters,
    .statistics = twin_statistics,
    .trace = twin_trace,
    .fault = twin_fault,
};
