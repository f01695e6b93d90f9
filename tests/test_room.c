// SPDX-License-Identifier: Apache-2.0
// The machine room: its fields, its clocks against those of the Verilated chip, its frames, and
// that a search in it can be repeated. docs/room.md quotes the errors found here.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess_support.h"
#include "cli/positions.h"
#include "link/device.h"
#include "link/room_plan.h"
#include "model/chip_position.h"
#include "model_support.h"
#include "search/search.h"

static device_t open_room(const char *name, unsigned table_log2) {
    const device_options_t options = {.table_log2 = table_log2};
    device_t device;

    cr_assert_eq(device_open(&device, name, &options), DEVICE_OK, "%s: %s", name, device.text);
    return device;
}

static chip_job_t bench_job(unsigned row, unsigned depth, int beta, bool table, uint16_t id) {
    position_t position;
    size_t used;
    chip_job_t job;
    const char *text = position_bench[row];

    cr_assert_eq(fen_parse_prefix(text, strlen(text), &position, &used).error, FEN_OK);
    chip_job_init(&job, &position, NULL);
    job.depth = (uint8_t)depth;
    job.beta = (int16_t)beta;
    job.table = table;
    job.id = id;
    return job;
}

static unsigned bench_rows(void) {
    unsigned rows = 0;

    while (position_bench[rows])
        rows++;
    return rows;
}

static chip_result_t wait_result(device_t *device) {
    static chip_result_t result;

    while (!device_poll(device, &result, 16))
        cr_assert(device->in_flight && !device->failed);
    return result;
}

// ---- Fields

Test(room, fields) {
    static const struct {
        const char *fields;
        room_plan_t plan;
    } good[] = {
        {"", {1, 1, 16, 65, 40, 100000, 1000}},
        {"boards=30,chips=16", {30, 16, 16, 65, 40, 100000, 1000}},
        {"host=0.25,link=1.5,bandwidth=1,mhz=24,contexts=1,chips=64,boards=64",
         {64, 64, 1, 24, 1, 1500000, 250}},
        {"link=0,host=0", {1, 1, 16, 65, 40, 0, 0}},
        {"link=1000,host=0.001", {1, 1, 16, 65, 40, 1000000000, 1}},
    };
    static const struct {
        const char *fields, *text;
    } bad[] = {
        {"boards=0", "boards is not a whole number from 1 to 64"},
        {"chips=65", "chips is not a whole number from 1 to 64"},
        {"contexts=17", "contexts is not a whole number from 1 to 16"},
        {"mhz=2.5", "mhz is not a whole number from 1 to 1000 (MHz)"},
        {"link=1000.001", "link is not a number from 0 to 1000 (milliseconds)"},
        {"link=.5", "link is not a number from 0 to 1000 (milliseconds)"},
        {"link=1.", "link is not a number from 0 to 1000 (milliseconds)"},
        {"link=1.0000001", "link is not a number from 0 to 1000 (milliseconds)"},
        {"host=-1", "host is not a number from 0 to 1000 (microseconds)"},
        {"host=", "host is not a number from 0 to 1000 (microseconds)"},
        {"host=1 ", "host is not a number from 0 to 1000 (microseconds)"},
        {"host=99999999999999999999", "host is not a number from 0 to 1000 (microseconds)"},
        {"bandwidth=0", "bandwidth is not a whole number from 1 to 10000 (megabytes a second)"},
        {"chips", "chips is not a whole number from 1 to 64"},
        {"chips=2,chips=2", "chips is given twice"},
        {"chips=2,", "a field is missing behind the last comma"},
        {",", " is no field: boards, chips, contexts, mhz, link, host and bandwidth are"},
        {"chip=2", "chip is no field: boards, chips, contexts, mhz, link, host and bandwidth are"},
        {"boards=64,chips=64", "boards x chips x contexts is 65536: not from 1 to 8192"},
    };
    room_plan_t plan;
    char text[160];

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        memset(&plan, 0, sizeof plan);
        cr_assert(room_plan_read(good[i].fields, &plan, text, sizeof text), "%s: %s",
                  good[i].fields, text);
        cr_assert_eq(memcmp(&plan, &good[i].plan, sizeof plan), 0, "%s", good[i].fields);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_assert_not(room_plan_read(bad[i].fields, &plan, text, sizeof text), "%s", bad[i].fields);
        cr_assert_str_eq(text, bad[i].text, "%s", bad[i].fields);
    }
}

Test(room, refuses) {
    device_options_t options = {0};
    device_t device;

    cr_assert_eq(device_open(&device, "model:chips=0", NULL), DEVICE_ERROR_FIELD);
    cr_assert_str_eq(device.text, "chips is not a whole number from 1 to 64");
    cr_assert_null(device.ops);
    device_close(&device);
    cr_assert_eq(device_open(&device, "modell:chips=1", NULL), DEVICE_ERROR_NAME);
    if (support_has_device("sim")) {
        cr_assert_eq(device_open(&device, "sim:chips=1", NULL), DEVICE_ERROR_FIELD);
        cr_assert_str_eq(device.text, "sim takes no fields behind a colon");
    }
    options.contexts = 4;
    cr_assert_eq(device_open(&device, "model:chips=1", &options), DEVICE_ERROR_CONTEXTS);
    options = (device_options_t){.table_log2 = 25};
    cr_assert_eq(device_open(&device, "model:chips=1", &options), DEVICE_ERROR_TABLE);
    cr_assert_str_eq(device.text, device_error_text(DEVICE_ERROR_TABLE));
}

// ---- Clocks, against the Verilated chip

// One context alone, no table: the same clocks to the last one. With a table whose latencies are
// drawn, close.
static void check_lone_jobs(bool table, double bar) {
    device_t room = open_room("model:contexts=1,link=0,host=0", 16), sim;
    const device_options_t options = {.contexts = 1, .table_log2 = 16};
    double worst = 0, sum_room = 0, sum_sim = 0;

    cr_assert_eq(device_open(&sim, "sim", &options), DEVICE_OK);
    for (unsigned row = 0; row < bench_rows(); row += support_sanitized() ? 8 : 1) {
        for (unsigned depth = 0; depth <= 3; depth++) {
            chip_job_t job = bench_job(row, depth, 50, table, 7);
            job.history_count = (uint8_t)(row % 3 ? row : 0);
            for (unsigned i = 0; i < job.history_count; i++)
                job.history[i].key = 1000003 * (i + 1);
            cr_assert(device_submit(&room, &job) && device_submit(&sim, &job));
            chip_result_t a = wait_result(&room), b = wait_result(&sim);
            cr_assert_eq(a.nodes, b.nodes, "%s", position_bench[row]);
            cr_assert_eq(a.score, b.score, "%s", position_bench[row]);
            double error = fabs((double)a.clocks - b.clocks) / b.clocks;
            cr_assert(error <= bar, "%s depth %u: %u clocks, the chip %u", position_bench[row],
                      depth, a.clocks, b.clocks);
            worst = error > worst ? error : worst;
            sum_room += a.clocks;
            sum_sim += b.clocks;
        }
    }
    printf("room: lone jobs, table %s: worst error %.2f %%, of the sum %.2f %%\n",
           table ? "on" : "off", 100 * worst, 100 * fabs(sum_room - sum_sim) / sum_sim);
    device_close(&room);
    device_close(&sim);
}

Test(room, lone_clocks) {
    if (!support_has_device("sim"))
        cr_skip_test("no simulated chip in this build");
    check_lone_jobs(false, 0);
    check_lone_jobs(true, 0.08);
}

// The clocks that a device takes for all jobs, queued at once.
static uint64_t run_all(device_t *device, const chip_job_t *jobs, unsigned count, uint64_t *nodes) {
    device_counters_t before, after;
    unsigned sent = 0, got = 0;

    *nodes = 0;
    device_counters(device, &before);
    while (got < count) {
        while (sent < count && device_submit(device, &jobs[sent]))
            sent++;
        *nodes += wait_result(device).nodes;
        got++;
    }
    device_counters(device, &after);
    return after.clocks - before.clocks;
}

// A whole chip at work: by the loader with jobs of no nodes, by the ring with long ones.
static void check_full_chip(unsigned contexts, unsigned depth, bool table, double bar) {
    enum { JOBS = 320 };
    static chip_job_t jobs[JOBS];
    char name[64];
    device_t sim;
    const device_options_t options = {.contexts = contexts, .table_log2 = 16};
    unsigned count = depth > 2 ? JOBS / 2 : JOBS;
    uint64_t nodes_room, nodes_sim;

    snprintf(name, sizeof name, "model:contexts=%u,link=0,host=0,bandwidth=10000", contexts);
    device_t room = open_room(name, 16);
    cr_assert_eq(device_open(&sim, "sim", &options), DEVICE_OK);
    for (unsigned i = 0; i < count; i++)
        jobs[i] = bench_job(i % bench_rows(), depth, (int)(i / bench_rows()) * 20 - 100, table,
                            (uint16_t)i);
    double a = (double)run_all(&room, jobs, count, &nodes_room);
    double b = (double)run_all(&sim, jobs, count, &nodes_sim);
    // With a table the order of answers matters, and with it the nodes.
    if (!table)
        cr_assert_eq(nodes_room, nodes_sim);
    double error = a / b - 1;
    printf("room: contexts %u, depth %u, table %s: %.0f clocks, the chip %.0f: %+.2f %%\n",
           contexts, depth, table ? "on" : "off", a, b, 100 * error);
    cr_assert(fabs(error) <= bar, "contexts %u depth %u table %d: %.4f", contexts, depth, table,
              error);
    device_close(&room);
    device_close(&sim);
}

Test(room, full_chip) {
    if (!support_has_device("sim"))
        cr_skip_test("no simulated chip in this build");
    check_full_chip(16, 0, false, 0.02);
    check_full_chip(16, 1, true, 0.03);
    check_full_chip(4, 2, false, 0.02);
    if (support_sanitized())
        return;
    check_full_chip(16, 2, false, 0.03);
    check_full_chip(16, 3, false, 0.03);
    // Eleven bounds of a position side by side: nothing shares a table more.
    check_full_chip(16, 3, true, 0.10);
}

static search_info_t search_text(device_t *device, const char *row, int depth) {
    const search_limits_t limits = {.depth = depth};
    search_options_t options;
    search_info_t info;
    position_t position;
    game_t game;
    size_t used;

    cr_assert_eq(fen_parse_prefix(row, strlen(row), &position, &used).error, FEN_OK);
    search_options_default(&options);
    cr_assert(game_init(&game, &position));
    cr_assert_eq(search_run(device, &game, &options, &limits, NULL, &info), SEARCH_OK);
    game_free(&game);
    return info;
}

// What the room is for: a whole search, all contexts at work. Its nodes depend on the order of
// answers, so clocks a node compare.
Test(room, search_clocks) {
    const device_options_t options = {.table_log2 = 16};
    double clocks[2] = {0}, nodes[2] = {0};

    if (!support_has_device("sim") || support_sanitized())
        cr_skip_test("no simulated chip in this build, or too slow a one");
    for (unsigned row = 0; row < bench_rows(); row += 8) {
        device_t devices[2] = {open_room("model:link=0,host=0,bandwidth=10000", 16)};
        cr_assert_eq(device_open(&devices[1], "sim", &options), DEVICE_OK);
        for (int i = 0; i < 2; i++) {
            search_info_t info = search_text(&devices[i], position_bench[row], 6);
            clocks[i] += (double)info.clocks;
            nodes[i] += (double)info.hardware_nodes;
            device_close(&devices[i]);
        }
    }
    double a = clocks[0] / nodes[0], b = clocks[1] / nodes[1];
    printf("room: searches: %.3f clocks a node, the chip %.3f: %+.2f %%\n", a, b,
           100 * (a / b - 1));
    cr_assert(fabs(a / b - 1) <= 0.10, "%.3f clocks a node, the chip %.3f", a, b);
}

// ---- Frames, the host's time, and the order of events

// One job alone: two frames, the loader, the trips. All of it in nanoseconds of 100 MHz.
Test(room, frames) {
    device_t room = open_room("model:chips=2,mhz=100,link=0.2,host=3,bandwidth=10", 12);
    chip_job_t job = bench_job(0, 2, 0, false, 9);

    device_host_nodes(&room, 5);
    cr_assert_eq(device_time(&room), 15000);
    cr_assert(device_submit(&room, &job));
    cr_assert_eq(device_time(&room), 15000);
    chip_result_t result = wait_result(&room);
    uint64_t bytes = room_job_bytes(&job) + room_result_bytes(&result);
    cr_assert_eq(device_time(&room), 15000 + 2 * 200000 + bytes * 100 + result.clocks * 10u);
    // Where time is the user's there is none to tell.
    device_t model = open_room("model", 12);
    device_host_nodes(&model, 5);
    cr_assert_eq(device_time(&model), 0);
    device_close(&model);
    device_close(&room);
}

// A short job sent after a long one is answered first, with the clock that belongs to it; and a
// board's link carries one frame after the other.
Test(room, order) {
    device_t room = open_room("model:contexts=2,mhz=100,link=0.01,host=0,bandwidth=1", 12);
    chip_job_t job = bench_job(0, 4, 0, false, 1);

    cr_assert(device_submit(&room, &job));
    job.depth = 0;
    job.id = 2;
    cr_assert(device_submit(&room, &job));
    chip_result_t first = wait_result(&room);
    uint64_t then = device_time(&room);
    chip_result_t second = wait_result(&room);
    cr_assert_eq(first.id, 2);
    cr_assert_eq(second.id, 1);
    // The second frame follows the first, then its job is loaded and run.
    cr_assert_eq(then, 20000 + 2000u * room_job_bytes(&job) + 10u * first.clocks +
                           1000u * room_result_bytes(&first));
    cr_assert(device_time(&room) > then);
    device_close(&room);
}

// Jobs that wait, are loaded, run and have ended are each given up in their way; each has a result.
Test(room, aborts) {
    device_t room = open_room("model:contexts=1,mhz=100,link=0,host=1000,bandwidth=10000", 12);
    chip_job_t runs = bench_job(0, 5, 0, true, 1), waits = bench_job(1, 3, 0, true, 2);
    unsigned met = 0;

    cr_assert(device_submit(&room, &runs));
    cr_assert(device_submit(&room, &waits));
    device_host_nodes(&room, 1); // a millisecond: the first job runs
    device_abort(&room, 1);
    device_abort(&room, 2);
    device_abort(&room, 3); // of nobody
    while (room.in_flight) {
        chip_result_t result = wait_result(&room);
        met |= 1u << result.id;
        cr_assert_eq(result.status, ZF_STATUS_ABORTED);
        cr_assert_eq(result.score, ZF_NO_SCORE);
        if (result.id == 1)
            cr_assert(result.nodes > 500 && result.nodes < 2500, "%u nodes", result.nodes);
        else
            cr_assert_eq(result.nodes, 0);
    }
    cr_assert_eq(met, 6);
    cr_assert(device_time(&room) < 1020000, "the context was free at once");
    // Too late: the result stands.
    waits.depth = 1;
    cr_assert(device_submit(&room, &waits));
    device_host_nodes(&room, 1);
    device_abort(&room, 2);
    cr_assert_eq(wait_result(&room).status, ZF_STATUS_DONE);
    cr_assert_not(room.in_flight);
    device_close(&room);
}

// The largest room: every job has one result, and it is the model's.
Test(room, many_jobs) {
    enum { JOBS = 9000 };
    static uint8_t seen[JOBS];
    device_t room = open_room("model:boards=30,chips=16,link=0.05,host=0", 8);
    device_t model = open_room("model", 8);
    unsigned sent = 0, got = 0, rows = bench_rows();
    chip_result_t expected[64];

    cr_assert_eq(room.contexts, 7680);
    for (unsigned i = 0; i < rows; i++) {
        chip_job_t job = bench_job(i, 1, 0, false, (uint16_t)i);
        cr_assert(device_submit(&model, &job));
        expected[i] = wait_result(&model);
    }
    for (; sent < JOBS; sent++) {
        chip_job_t job = bench_job(sent % rows, 1, 0, false, (uint16_t)sent);
        cr_assert(device_submit(&room, &job), "job %u", sent);
    }
    for (; got < JOBS; got++) {
        chip_result_t result = wait_result(&room);
        cr_assert(result.id < JOBS);
        cr_assert_eq(seen[result.id]++, 0, "job %u has two results", result.id);
        cr_assert_eq(result.status, ZF_STATUS_DONE);
        cr_assert_eq(result.nodes, expected[result.id % rows].nodes);
        cr_assert_eq(result.score, expected[result.id % rows].score);
    }
    cr_assert_not(room.in_flight);
    device_counters_t counters;
    device_counters(&room, &counters);
    cr_assert(counters.busy > 0 && counters.busy < counters.offered);
    device_close(&room);
    device_close(&model);
}

// ---- Searches

// With one context of one chip the nodes are those of the plain model.
Test(room, one_context) {
    device_t room = open_room("model:contexts=1", 16), model = open_room("model", 16);

    for (unsigned row = 0; row < 6; row++) {
        search_info_t a = search_text(&room, position_bench[row], 5);
        search_info_t b = search_text(&model, position_bench[row], 5);
        cr_assert_eq(a.hardware_nodes, b.hardware_nodes, "%s", position_bench[row]);
        cr_assert_eq(a.software_nodes, b.software_nodes);
        cr_assert_eq(a.score, b.score);
        cr_assert_eq(a.best, b.best);
        cr_assert(a.clocks > 0 && b.clocks == 0);
    }
    device_close(&room);
    device_close(&model);
}

// The same search has the same nodes and the same virtual time, whatever the machine does.
Test(room, repeatable) {
    static const char *const rooms[] = {"model:chips=3,contexts=7,link=0.02",
                                        "model:boards=4,chips=4,mhz=24,host=0.5"};

    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        search_info_t infos[2];
        uint64_t times[2];
        for (int run = 0; run < 2; run++) {
            device_t room = open_room(rooms[i], 14);
            infos[run] = search_text(&room, position_bench[3], 6);
            times[run] = device_time(&room);
            device_close(&room);
        }
        cr_assert_eq(infos[0].hardware_nodes, infos[1].hardware_nodes, "%s", rooms[i]);
        cr_assert_eq(infos[0].software_nodes, infos[1].software_nodes);
        cr_assert_eq(infos[0].jobs, infos[1].jobs);
        cr_assert_eq(infos[0].clocks, infos[1].clocks);
        cr_assert_eq(times[0], times[1]);
        cr_assert(times[0] > 0);
        cr_assert_eq(infos[0].best, infos[1].best);
    }
}
