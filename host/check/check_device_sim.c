// SPDX-License-Identifier: Apache-2.0
// The simulated chip as a device of the checker.
#include "check/check_device.h"

#ifdef ZF_HAVE_SIM

// A simulation and the kind of its table.
#include <stdlib.h>

typedef struct {
    chip_sim_t *sim;
    chip_sim_options_t options;
} state_t;

static void *sim_open(const void *user, const chip_sim_options_t *options) {
    state_t *state = calloc(1, sizeof *state);

    (void)user;
    if (!state)
        return NULL;
    state->options = *options;
    state->sim = chip_sim_open(options);
    if (!state->sim) {
        free(state);
        return NULL;
    }
    return state;
}

static void sim_close(void *device) {
    state_t *state = device;

    chip_sim_close(state->sim);
    free(state);
}

static unsigned sim_contexts(const void *device) {
    return chip_sim_contexts(((const state_t *)device)->sim);
}

static bool sim_full(const void *device) {
    return chip_sim_full(((const state_t *)device)->sim);
}

static unsigned sim_table_bits(const void *device) {
    const state_t *state = device;

    return state->options.table == CHIP_SIM_TABLE_RAM ? chip_sim_ram_bits(state->sim)
                                                      : state->options.table_bits;
}

static void sim_configure(void *device, const chip_sim_options_t *options) {
    state_t *state = device;

    state->options = *options;
    chip_sim_configure(state->sim, options);
}

static bool sim_load_weights(void *device, const int16_t *by_address) {
    return chip_sim_load_weights(((state_t *)device)->sim, by_address);
}

static bool sim_clear_table(void *device) {
    return chip_sim_clear_table(((state_t *)device)->sim);
}

static void sim_submit(void *device, const chip_job_t *job) {
    chip_sim_submit(((state_t *)device)->sim, job);
}

static void sim_abort(void *device, uint16_t id) {
    chip_sim_abort(((state_t *)device)->sim, id);
}

static uint64_t sim_step_to_result(void *device, uint64_t clocks) {
    return chip_sim_step_to_result(((state_t *)device)->sim, clocks);
}

static bool sim_result(void *device, chip_result_t *result) {
    return chip_sim_result(((state_t *)device)->sim, result);
}

// The chip says so a few clocks after its last result.
static bool sim_idle(void *device) {
    chip_sim_t *sim = ((state_t *)device)->sim;

    for (int attempt = 0; attempt < 8 && !chip_sim_idle(sim); attempt++)
        chip_sim_step(sim, 64);
    return chip_sim_idle(sim);
}

static void sim_counters(void *device, uint32_t counters[1 << ZF_COUNTER_BITS]) {
    chip_sim_counters(((state_t *)device)->sim, counters);
}

static void sim_statistics(const void *device, chip_sim_statistics_t *statistics) {
    chip_sim_statistics(((const state_t *)device)->sim, statistics);
}

static bool sim_trace(void *device, const char *path) {
    return chip_sim_trace(((state_t *)device)->sim, path);
}

static const char *sim_fault(const void *device) {
    return chip_sim_fault(((const state_t *)device)->sim);
}

const check_device_ops_t check_device_sim = {
    .name = "sim",
    .open = sim_open,
    .close = sim_close,
    .contexts = sim_contexts,
    .full = sim_full,
    .table_bits = sim_table_bits,
    .configure = sim_configure,
    .load_weights = sim_load_weights,
    .clear_table = sim_clear_table,
    .submit = sim_submit,
    .abort = sim_abort,
    .step_to_result = sim_step_to_result,
    .result = sim_result,
    .idle = sim_idle,
    .counters = sim_counters,
    .statistics = sim_statistics,
    .trace = sim_trace,
    .fault = sim_fault,
};

#else

// ISO C wants a declaration.
typedef int check_device_sim_absent_t;

#endif
