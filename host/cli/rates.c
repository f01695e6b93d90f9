// SPDX-License-Identifier: Apache-2.0
#include "cli/rates.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chess/fen.h"
#include "cli/positions.h"
#include "link/device.h"
#include "model/chip_position.h"
#include "model/model.h"

enum { DEPTH_FIRST = 4, DEPTH_LAST = 5, WINDOWS = 4, WIDE = 100, TABLE_LOG2 = 16 };
enum { LATENCY_MIN = 20, LATENCY_MAX = 60, SLICE = 1 << 14 };

const char *const rates_pass_names[CHIP_PASS_KINDS] = {
    [CHIP_PASS_VICTIM] = "victim", [CHIP_PASS_ATTACKER] = "attacker",
    [CHIP_PASS_CHECK] = "check",   [CHIP_PASS_KILLER] = "killer",
    [CHIP_PASS_EVAL] = "eval",     [CHIP_PASS_TAKE_BACK] = "take_back",
    [CHIP_PASS_EMPTY] = "empty",   [CHIP_PASS_LOAD] = "load",
};

typedef struct {
    chip_job_t *jobs;
    unsigned count;
    model_t *model;
    model_table_t *table;
} set_t;

// Of this process on its processor: a loaded machine does not change the rates.
static double seconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void count_passes(const uint64_t passes[CHIP_PASS_KINDS], double nodes,
                         double per_node[CHIP_PASS_KINDS]) {
    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        per_node[kind] = nodes > 0 ? (double)passes[kind] / nodes : 0;
}

static double per_job(const uint64_t passes[CHIP_PASS_KINDS], unsigned jobs) {
    uint64_t sum = 0;

    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        sum += passes[kind];
    return (double)sum / jobs;
}

// The score of a job's position at its depth: the bound where failing high turns to failing low.
static int find_score(model_t *model, chip_job_t *job) {
    static chip_result_t result;
    int low = -ZF_MATE, high = ZF_MATE, bound = 0;

    while (low < high) {
        job->beta = (int16_t)bound;
        model_run(model, job, &result);
        if (result.score >= bound)
            low = result.score;
        else
            high = result.score;
        bound = low >= bound ? low + 1 : high;
        if (low > high)
            break;
    }
    return low;
}

// A position's jobs at one depth; they are `apart` places from each other, so that jobs of one
// position do not run side by side and share the table as little on one context as on many.
static bool add_jobs(set_t *set, const char *row, int depth, unsigned at, unsigned apart) {
    position_t position;
    size_t used;
    chip_job_t job;

    if (fen_parse_prefix(row, strlen(row), &position, &used).error)
        return false;
    chip_job_init(&job, &position, NULL);
    job.kind = ZF_JOB_KIND_SEARCH;
    job.depth = (uint8_t)depth;
    int score = find_score(set->model, &job);
    const int bounds[WINDOWS] = {score - WIDE, score, score + 1, score + WIDE};
    for (unsigned i = 0; i < WINDOWS; i++) {
        int bound = bounds[i] > ZF_MATE ? ZF_MATE : bounds[i] < -ZF_MATE ? -ZF_MATE : bounds[i];
        job.beta = (int16_t)bound;
        job.id = (uint16_t)(at + i * apart);
        job.table = true;
        job.table_min = 2;
        set->jobs[job.id] = job;
    }
    set->count += WINDOWS;
    return true;
}

// Whether a job's bound lies at its position's score.
static bool is_at_score(const set_t *set, unsigned index) {
    unsigned window = index / (set->count / WINDOWS);

    return window == 1 || window == 2;
}

static bool build_set(set_t *set, unsigned stride) {
    const unsigned depths = DEPTH_LAST - DEPTH_FIRST + 1;
    unsigned rows = 0, taken = 0;

    while (position_rates[rows])
        rows++;
    unsigned wanted = (rows + stride - 1) / stride;
    set->jobs = calloc((size_t)wanted * depths * WINDOWS, sizeof *set->jobs);
    set->model = model_new();
    set->table = model_table_new(TABLE_LOG2);
    if (!set->jobs || !set->model || !set->table)
        return false;
    for (unsigned i = 0; i < rows; i += stride, taken++) {
        for (unsigned k = 0; k < depths; k++) {
            if (!add_jobs(set, position_rates[i], DEPTH_FIRST + (int)k, k * wanted + taken,
                          depths * wanted))
                return false;
        }
    }
    return set->count != 0;
}

static void free_set(set_t *set) {
    free(set->jobs);
    model_free(set->model);
    model_table_free(set->table);
}

static void measure_model(const set_t *set, rates_t *rates) {
    static chip_result_t result;
    const model_counters_t *counters = model_counters(set->model);
    uint64_t evaluations = 0, slow = 0;

    model_set_table(set->model, model_table_probe, model_table_store, set->table);
    model_clear_counters(set->model);
    double start = seconds();
    for (unsigned i = 0; i < set->count; i++) {
        uint64_t evaluations_before = counters->static_evaluations;
        uint64_t slow_before = counters->slow_evaluations;
        model_run(set->model, &set->jobs[i], &result);
        if (!is_at_score(set, i))
            continue;
        evaluations += counters->static_evaluations - evaluations_before;
        slow += counters->slow_evaluations - slow_before;
    }
    double took = seconds() - start;
    rates->model_nps = took > 0 ? (double)counters->nodes / took : 0;
    rates->slow_share = evaluations ? (double)slow / (double)evaluations : 0;
    count_passes(counters->passes, (double)counters->nodes, rates->model_passes_per_node);
    rates->model_passes_per_job = per_job(counters->passes, set->count);
}

// The measurement: from the first clock to the moment when no job waits.
static void take_rates(device_t *device, const device_counters_t *before, double took,
                       rates_t *rates) {
    device_counters_t now;

    device_counters(device, &now);
    device_counters_t since = device_counters_since(&now, before);
    rates->nodes = since.nodes;
    rates->clocks = since.clocks;
    rates->clocks_per_node = since.nodes ? (double)since.clocks / (double)since.nodes : 0;
    rates->sim_clock_hz = (double)since.clocks / took;
    rates->sim_nps = (double)since.nodes / took;
    count_passes(since.passes, (double)since.nodes, rates->passes_per_node);
}

static bool measure_device(const set_t *set, device_t *device, rates_t *rates) {
    static chip_result_t result;
    device_counters_t before, after;
    unsigned sent = 0;
    bool dry = false;

    rates->contexts = device->contexts;
    rates->jobs = set->count;
    device_counters(device, &before);
    double start = seconds();
    while ((sent < set->count || device->in_flight) && !device->failed) {
        while (sent < set->count && device_submit(device, &set->jobs[sent]))
            sent++;
        // No job waits any more, but every context still has one.
        if (!dry && sent == set->count && device->in_flight <= device->contexts) {
            take_rates(device, &before, seconds() - start, rates);
            dry = true;
        }
        device_poll(device, &result, SLICE);
    }
    device_counters(device, &after);
    after = device_counters_since(&after, &before);
    rates->passes_per_job = per_job(after.passes, set->count);
    return dry && !device->failed;
}

bool rates_measure(unsigned stride, uint64_t seed, rates_t *rates) {
    const device_options_t options = {.seed = seed,
                                      .table_log2 = TABLE_LOG2,
                                      .latency_min = LATENCY_MIN,
                                      .latency_max = LATENCY_MAX};
    set_t set = {0};
    device_t device;

    memset(rates, 0, sizeof *rates);
    bool well = build_set(&set, stride);
    if (well)
        measure_model(&set, rates);
    if (well && device_open(&device, "sim", &options) == DEVICE_OK) {
        well = measure_device(&set, &device, rates);
        device_close(&device);
    } else {
        well = false;
    }
    free_set(&set);
    return well;
}
