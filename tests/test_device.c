// SPDX-License-Identifier: Apache-2.0
// Devices: every job has one result, queues and aborts, and the simulated chip (where it is built)
// answers as the model does.
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_support.h"
#include "cli/positions.h"
#include "link/device.h"
#include "model/chip_position.h"
#include "model_support.h"

static chip_job_t search_job(const char *row, unsigned depth, int beta, uint16_t id) {
    position_t position;
    size_t used;
    chip_job_t job;

    cr_assert_eq(fen_parse_prefix(row, strlen(row), &position, &used).error, FEN_OK);
    chip_job_init(&job, &position, NULL);
    job.kind = ZF_JOB_KIND_SEARCH;
    job.depth = (uint8_t)depth;
    job.beta = (int16_t)beta;
    job.id = id;
    job.table = true;
    job.table_min = 1;
    return job;
}

static device_t open_device(const char *name, unsigned contexts) {
    const device_options_t options = {.contexts = contexts, .table_log2 = 12};
    device_t device;

    cr_assert_eq(device_open(&device, name, &options), DEVICE_OK);
    return device;
}

static chip_result_t run(device_t *device, const chip_job_t *job) {
    chip_result_t result;

    cr_assert(device_submit(device, job));
    while (!device_poll(device, &result, 1000))
        cr_assert(device->in_flight && !device->failed);
    return result;
}

Test(device, refuses) {
    device_t device;
    device_options_t options = {0};

    cr_assert_eq(device_open(&device, "nothing", NULL), DEVICE_ERROR_NAME);
    cr_assert_null(device.ops);
    device_close(&device); // of nothing: harmless
    options.table_log2 = 7;
    cr_assert_eq(device_open(&device, "model", &options), DEVICE_ERROR_TABLE);
    options.table_log2 = 25;
    cr_assert_eq(device_open(&device, "model", &options), DEVICE_ERROR_TABLE);
    options = (device_options_t){.contexts = 100000};
    cr_assert_eq(device_open(&device, "model", &options), DEVICE_ERROR_CONTEXTS);
    options = (device_options_t){.trace_file = "x.vcd"};
    cr_assert_eq(device_open(&device, "model", &options), DEVICE_ERROR_TRACE);
    for (int error = 0; error < DEVICE_ERROR_COUNT; error++)
        cr_assert_not_null(device_error_text((device_error_t)error));
    if (!support_has_device("sim"))
        cr_assert_eq(device_open(&device, "sim", NULL), DEVICE_ERROR_ABSENT);
}

// As many jobs as the queue takes, each with one result, none without.
static void check_queue(const char *name) {
    device_t device = open_device(name, 0);
    unsigned seen[4096] = {0};
    unsigned sent = 0, got = 0;
    chip_result_t result;

    chip_job_t job = search_job(position_bench[0], 0, 0, 0);
    cr_assert_not(device_poll(&device, &result, 1000), "a result of no job");
    while (sent < 4096) {
        job.id = (uint16_t)sent;
        if (!device_submit(&device, &job))
            break;
        sent++;
    }
    cr_assert(sent < 4096, "%s: the queue has no end", name);
    cr_assert(sent >= device.contexts, "%s: the queue is shorter than the contexts", name);
    cr_assert_eq(device.in_flight, sent);
    while (device.in_flight) {
        if (!device_poll(&device, &result, 1000))
            continue;
        cr_assert(result.id < sent);
        cr_assert_eq(result.status, ZF_STATUS_DONE);
        seen[result.id]++;
        got++;
    }
    for (unsigned i = 0; i < sent; i++)
        cr_assert_eq(seen[i], 1, "%s: job %u has %u results", name, i, seen[i]);
    cr_assert_eq(got, sent);
    cr_assert(device_submit(&device, &job), "%s: the queue stays full", name);
    while (!device_poll(&device, &result, 1000))
        continue;
    device_close(&device);
}

// A job that waits is answered ABORTED with nothing done; the others are not disturbed.
static void check_abort(const char *name) {
    device_t device = open_device(name, 1);
    chip_job_t first = search_job(position_bench[0], 3, 0, 1);
    chip_job_t second = search_job(position_bench[1], 3, 0, 2);
    chip_job_t third = search_job(position_bench[2], 3, 0, 3);
    chip_result_t result;
    unsigned met = 0;

    cr_assert(device_submit(&device, &first));
    cr_assert(device_submit(&device, &second));
    cr_assert(device_submit(&device, &third));
    device_abort(&device, 2);
    device_abort(&device, 77); // of nobody
    while (device.in_flight) {
        if (!device_poll(&device, &result, 1000))
            continue;
        met |= 1u << result.id;
        if (result.id == 2) {
            cr_assert_eq(result.status, ZF_STATUS_ABORTED);
            cr_assert_eq(result.nodes, 0);
            cr_assert_eq(result.score, ZF_NO_SCORE);
        } else {
            cr_assert_eq(result.status, ZF_STATUS_DONE);
            cr_assert(result.nodes > 0);
        }
    }
    cr_assert_eq(met, 14);
    device_close(&device);
}

// The same job again is cheaper while the table remembers, and as dear as before when cleared.
static void check_table(const char *name) {
    device_t device = open_device(name, 1);
    chip_job_t job = search_job(position_bench[0], 4, 0, 1);

    uint32_t nodes = run(&device, &job).nodes;
    uint32_t again = run(&device, &job).nodes;
    device_clear_table(&device);
    uint32_t cleared = run(&device, &job).nodes;
    cr_assert(again < nodes / 2, "%s: %u, again %u", name, nodes, again);
    cr_assert_eq(cleared, nodes);
    device_close(&device);
}

static void check_counters(const char *name) {
    device_t device = open_device(name, 0);
    device_counters_t before, after;
    uint64_t nodes = 0;

    device_counters(&device, &before);
    for (unsigned i = 0; i < 5; i++) {
        chip_job_t job = search_job(position_bench[i], 3, 0, (uint16_t)i);
        nodes += run(&device, &job).nodes;
    }
    device_counters(&device, &after);
    after = device_counters_since(&after, &before);
    cr_assert_eq(after.jobs, 5);
    cr_assert_eq(after.nodes, nodes);
    cr_assert(after.passes[CHIP_PASS_VICTIM] > 0 && after.passes[CHIP_PASS_LOAD] > 0);
    cr_assert(after.probes > 0);
    cr_assert_eq(after.clocks != 0, device.has_clocks);
    // One job at a time keeps one context busy.
    cr_assert(after.busy * device.contexts <= after.offered);
    cr_assert(after.busy * device.contexts > after.offered * 9 / 10);
    device_close(&device);
}

Test(device, model) {
    check_queue("model");
    check_abort("model");
    check_table("model");
    check_counters("model");
}

Test(device, sim) {
    if (!support_has_device("sim"))
        return;
    check_queue("sim");
    check_abort("sim");
    check_table("sim");
    check_counters("sim");
}

// One context: result for result and node for node the same, table and all.
Test(device, sim_equals_model) {
    if (!support_has_device("sim"))
        return;
    device_t sim = open_device("sim", 1), model = open_device("model", 1);
    device_counters_t of_sim, of_model;

    for (unsigned i = 0; position_bench[i]; i++) {
        for (int beta = -100; beta <= 100; beta += 100) {
            chip_job_t job = search_job(position_bench[i], 3, beta, (uint16_t)i);
            chip_result_t a = run(&sim, &job), b = run(&model, &job);
            cr_assert_eq(a.score, b.score, "%s beta %d", position_bench[i], beta);
            cr_assert_eq(a.best_move, b.best_move, "%s beta %d", position_bench[i], beta);
            cr_assert_eq(a.nodes, b.nodes, "%s beta %d", position_bench[i], beta);
            cr_assert_eq(a.hash, b.hash, "%s beta %d", position_bench[i], beta);
        }
    }
    device_counters(&sim, &of_sim);
    device_counters(&model, &of_model);
    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        cr_assert_eq(of_sim.passes[kind], of_model.passes[kind], "passes of kind %d", kind);
    cr_assert_eq(of_sim.hits, of_model.hits);
    device_close(&sim);
    device_close(&model);
}
