// SPDX-License-Identifier: Apache-2.0
// The simulated chip as a device. The table is the harness's, not the block RAM's: it can be as
// large as the model's, and answers like an external memory.
#include "link/backends.h"

#ifdef ZF_HAVE_SIM

#include <stdio.h>
#include <stdlib.h>

#include "chip_sim.h"

// The chip's counters have 32 bits; they are read often enough that none can wrap twice.
enum { COUNTER_PERIOD = 1 << 28, COUNTERS = 1 << 4 };

typedef struct {
    chip_sim_t *sim;
    uint32_t seen[COUNTERS];
    uint64_t total[COUNTERS];
    uint64_t since_read; // clocks
    uint64_t jobs, busy, offered;
} sim_state_t;

static void read_counters(sim_state_t *state) {
    uint32_t now[COUNTERS];

    chip_sim_counters(state->sim, now);
    for (int i = 0; i < COUNTERS; i++) {
        state->total[i] += now[i] - state->seen[i];
        state->seen[i] = now[i];
    }
    state->since_read = 0;
}

static void sim_close(device_t *device) {
    sim_state_t *state = device->state;

    chip_sim_close(state->sim);
    free(state);
}

static device_error_t sim_open(device_t *device, const device_options_t *options) {
    unsigned log2 = options->table_log2 ? options->table_log2 : DEVICE_TABLE_LOG2;

    if (log2 < DEVICE_TABLE_LOG2_MIN || log2 > DEVICE_TABLE_LOG2_MAX)
        return DEVICE_ERROR_TABLE;
    chip_sim_options_t sim_options = {
        .seed = options->seed ? options->seed : 0x9e3779b97f4a7c15ull,
        .contexts = options->contexts,
        .table = CHIP_SIM_TABLE_HARNESS,
        .table_bits = log2,
        .latency_min = options->latency_min,
        .latency_max = options->latency_max,
    };
    sim_state_t *state = calloc(1, sizeof *state);
    if (!state)
        return DEVICE_ERROR_OPEN;
    state->sim = chip_sim_open(&sim_options);
    if (!state->sim) {
        free(state);
        return DEVICE_ERROR_OPEN;
    }
    device->state = state;
    unsigned contexts = chip_sim_contexts(state->sim);
    if (chip_sim_fault(state->sim) || options->contexts > contexts) {
        sim_close(device);
        return options->contexts > contexts ? DEVICE_ERROR_CONTEXTS : DEVICE_ERROR_OPEN;
    }
    if (options->weights && !chip_sim_load_weights(state->sim, options->weights)) {
        sim_close(device);
        return DEVICE_ERROR_OPEN;
    }
    if (options->trace_file && !chip_sim_trace(state->sim, options->trace_file)) {
        sim_close(device);
        return DEVICE_ERROR_TRACE;
    }
    device->contexts = options->contexts ? options->contexts : contexts;
    device->table_log2 = log2;
    device->has_clocks = true;
    snprintf(device->text, sizeof device->text, "simulated chip, %u contexts, %u table entries",
             device->contexts, 1u << log2);
    read_counters(state); // what was counted while it started is not ours
    for (int i = 0; i < COUNTERS; i++)
        state->total[i] = 0;
    return DEVICE_OK;
}

static bool sim_submit(device_t *device, const chip_job_t *job) {
    sim_state_t *state = device->state;

    // The harness's queue has no end, but a job in it cannot be taken back for a better one.
    if (chip_sim_pending(state->sim) >= 4 * device->contexts + 64)
        return false;
    chip_sim_submit(state->sim, job);
    state->jobs++;
    return true;
}

// A context is busy from the load of a job to its result, as the chip itself counts it.
static bool take_result(sim_state_t *state, chip_result_t *result) {
    if (!chip_sim_result(state->sim, result))
        return false;
    state->busy += result->clocks;
    return true;
}

static bool sim_poll(device_t *device, chip_result_t *result, uint32_t clocks) {
    sim_state_t *state = device->state;

    if (take_result(state, result))
        return true;
    uint64_t passed = chip_sim_step_to_result(state->sim, clocks);
    state->offered += passed * device->contexts;
    state->since_read += passed;
    if (state->since_read > COUNTER_PERIOD)
        read_counters(state);
    device->failed = chip_sim_fault(state->sim) != NULL;
    return take_result(state, result);
}

static void sim_abort(device_t *device, uint16_t id) {
    sim_state_t *state = device->state;

    chip_sim_abort(state->sim, id);
}

static void sim_clear_table(device_t *device) {
    sim_state_t *state = device->state;

    chip_sim_clear_table(state->sim);
}

static void sim_counters(device_t *device, device_counters_t *counters) {
    sim_state_t *state = device->state;
    const uint64_t *total = state->total;

    read_counters(state);
    *counters = (device_counters_t){
        .jobs = state->jobs,
        .clocks = total[ZF_COUNTER_CLOCKS],
        .nodes = total[ZF_COUNTER_NODES],
        .probes = total[ZF_COUNTER_PROBES],
        .hits = total[ZF_COUNTER_HITS],
        .cutoffs = total[ZF_COUNTER_CUTOFFS],
        .null_cuts = total[ZF_COUNTER_NULL_CUTS],
        .verifications = total[ZF_COUNTER_VERIFICATIONS],
        .zugzwangs = total[ZF_COUNTER_ZUGZWANGS],
        .busy = state->busy,
        .offered = state->offered,
    };
    counters->passes[CHIP_PASS_VICTIM] = total[ZF_COUNTER_VICTIM];
    counters->passes[CHIP_PASS_ATTACKER] = total[ZF_COUNTER_ATTACKER];
    counters->passes[CHIP_PASS_CHECK] = total[ZF_COUNTER_CHECK];
    counters->passes[CHIP_PASS_KILLER] = total[ZF_COUNTER_KILLER];
    counters->passes[CHIP_PASS_EVAL] = total[ZF_COUNTER_EVAL];
    counters->passes[CHIP_PASS_TAKE_BACK] = total[ZF_COUNTER_TAKE_BACK];
    counters->passes[CHIP_PASS_EMPTY] = total[ZF_COUNTER_EMPTY];
    counters->passes[CHIP_PASS_LOAD] = total[ZF_COUNTER_LOAD];
}

static bool sim_end_trace(device_t *device) {
    sim_state_t *state = device->state;

    return chip_sim_trace(state->sim, NULL);
}

const device_ops_t device_sim_ops = {
    .name = "sim",
    .description = "the chip's Verilog under Verilator, in this process, clock for clock",
    .open = sim_open,
    .close = sim_close,
    .submit = sim_submit,
    .poll = sim_poll,
    .abort = sim_abort,
    .clear_table = sim_clear_table,
    .counters = sim_counters,
    .end_trace = sim_end_trace,
};

#endif

// Empty where there is no simulated chip; ISO C wants a declaration.
typedef int device_sim_unused_t;
