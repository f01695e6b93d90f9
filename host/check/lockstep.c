// SPDX-License-Identifier: Apache-2.0
#include "check/lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/lockstep_run.h"

enum {
    WINDOW = 96,        // jobs under way, given to the device: its queue is full
    SMALL_WINDOW = 24,  // the same where jobs are aborted: most are at work
    CHUNK = 2000,       // clocks between two looks
    SILENCE = 12000000, // clocks without a result after which the device hangs
};

static void count_job(lockstep_run_t *run, const lockstep_slot_t *slot, const chip_result_t *got) {
    uint64_t *met = run->result->coverage.met;
    int magnitude = got->score < 0 ? -got->score : got->score;

    met[COVERAGE_SEARCH + slot->line.job.kind]++;
    met[COVERAGE_LIMIT] += got->status == ZF_STATUS_NODE_LIMIT;
    met[COVERAGE_ABORT] += got->status == ZF_STATUS_ABORTED;
    met[COVERAGE_ABORT_AT_WORK] += got->status == ZF_STATUS_ABORTED && got->nodes > 0;
    met[COVERAGE_ABORT_LATE] += slot->abort_sent && got->status == ZF_STATUS_DONE;
    met[COVERAGE_MATE] += magnitude >= ZF_MATE_BOUND && magnitude <= ZF_MATE;
    met[COVERAGE_WEIGHTS] += run->other_weights;
    if (got->status == ZF_STATUS_REFUSED && got->reason >= ZF_REFUSED_BAD_KIND)
        met[COVERAGE_BAD_KIND + got->reason - ZF_REFUSED_BAD_KIND]++;
}

static void take_result(lockstep_run_t *run, const chip_result_t *got) {
    lockstep_slot_t *slot = NULL;

    for (unsigned i = 0; i < LOCKSTEP_SLOTS && !slot; i++)
        if (run->slots[i].busy && run->slots[i].line.job.id == got->id)
            slot = &run->slots[i];
    if (!slot) {
        lockstep_differ(run, NULL, "a result came with the number %u, of no job under way",
                        got->id);
        return;
    }
    lockstep_compare_job(run, slot, got);
    slot->busy = false;
    run->pending--;
    if (run->failed)
        return;
    count_job(run, slot, got);
    run->result->jobs++;
    run->result->nodes += got->nodes;
}

static void ask_scout(void *user, const chip_job_t *job, chip_result_t *result) {
    model_run(user, job, result);
}

static void fetch_line(lockstep_run_t *run, uint64_t number, job_line_t *line) {
    const lockstep_options_t *options = run->options;
    const check_oracle_t oracle = {ask_scout, run->scout};

    if (options->listed)
        *line = options->listed[number];
    else
        check_random_job(options->corpus, &oracle, options->seed, number, line);
    line->job.id = (uint16_t)number;
}

static bool has_man(const chip_man_t *men, unsigned count, chip_man_t man) {
    // A job that is to be refused may say more than there is room for.
    for (unsigned i = 0; i < count && i < ZF_MEN_MAX; i++)
        if (men[i].square == man.square && men[i].piece == man.piece)
            return true;
    return false;
}

// Whether the table requests of two jobs may begin with the same key. Only that key tells which
// context has which job; where one job's requests are the beginning of the other's, nothing does.
static bool share_root(const chip_job_t *a, const chip_job_t *b) {
    if (!a->table || !b->table || a->own_count != b->own_count || a->other_count != b->other_count)
        return false;
    for (unsigned i = 0; i < a->own_count && i < ZF_MEN_MAX; i++)
        if (!has_man(b->own, b->own_count, a->own[i]))
            return false;
    for (unsigned i = 0; i < a->other_count && i < ZF_MEN_MAX; i++)
        if (!has_man(b->other, b->other_count, a->other[i]))
            return false;
    return true;
}

// Whether the next job can go now: its place is free, and no job under way has the same root.
static bool may_submit(lockstep_run_t *run) {
    if (run->slots[run->submitted % LOCKSTEP_SLOTS].busy)
        return false;
    if (!run->fetched)
        fetch_line(run, run->submitted, &run->next);
    run->fetched = true;
    for (unsigned i = 0; i < LOCKSTEP_SLOTS; i++)
        if (run->slots[i].busy && share_root(&run->slots[i].line.job, &run->next.job))
            return false;
    return true;
}

static void submit(lockstep_run_t *run) {
    uint64_t number = run->submitted++;
    lockstep_slot_t *slot = &run->slots[number % LOCKSTEP_SLOTS];

    memset(slot, 0, sizeof *slot);
    slot->busy = true;
    slot->number = number;
    slot->given_at = run->clock;
    slot->line = run->next;
    run->fetched = false;
    if (slot->line.abort_after)
        slot->abort_at = run->clock + slot->line.abort_after;
    run->pending++;
    run->ops->submit(run->device, &slot->line.job);
}

// Sends the aborts that are due; the clocks until the next one, at most CHUNK.
static uint64_t send_aborts(lockstep_run_t *run) {
    uint64_t wait = CHUNK;

    for (unsigned i = 0; i < LOCKSTEP_SLOTS; i++) {
        lockstep_slot_t *slot = &run->slots[i];
        if (!slot->abort_at || slot->abort_sent)
            continue;
        if (slot->abort_at <= run->clock) {
            // It may cross with the result: the chip then knows nothing of the job.
            run->result->coverage.met[COVERAGE_ABORT_LATE] += !slot->busy;
            slot->abort_sent = true;
            slot->abort_at = run->clock;
            run->ops->abort(run->device, slot->line.job.id);
        } else if (slot->abort_at - run->clock < wait) {
            wait = slot->abort_at - run->clock;
        }
    }
    return wait;
}

static const lockstep_slot_t *any_pending(const lockstep_run_t *run) {
    for (unsigned i = 0; i < LOCKSTEP_SLOTS; i++)
        if (run->slots[i].busy)
            return &run->slots[i];
    return NULL;
}

static void run_jobs(lockstep_run_t *run, uint64_t end) {
    unsigned window = run->options->contexts == 1               ? 1
                      : check_random_has_aborts(run->submitted) ? SMALL_WINDOW
                                                                : WINDOW;
    uint64_t silence = run->options->listed ? 1000ull * SILENCE : SILENCE;
    chip_result_t got;

    run->last_result = run->clock;
    while (!run->failed && (run->submitted < end || run->pending)) {
        while (run->submitted < end && run->pending < window && may_submit(run))
            submit(run);
        run->clock += run->ops->step_to_result(run->device, send_aborts(run));
        while (!run->failed && run->ops->result(run->device, &got)) {
            run->last_result = run->clock;
            take_result(run, &got);
            if (window == 1 && !run->failed && !run->pending)
                lockstep_compare_rest(run, &run->slots[got.id % LOCKSTEP_SLOTS]);
        }
        const char *fault = run->ops->fault(run->device);
        if (fault)
            lockstep_differ(run, any_pending(run), "%s", fault);
        if (run->clock - run->last_result > silence)
            lockstep_differ(run, any_pending(run), "no result came for %" PRIu64 " clocks",
                            silence);
    }
}

// A batch's table, latencies, faults and stalls.
static void draw_device_options(const lockstep_options_t *options, uint64_t batch,
                                chip_sim_options_t *device) {
    check_random_t random = check_random_start(options->seed ^ 0x646576696365ull, batch);
    unsigned kind = (unsigned)(batch % 5);

    *device = (chip_sim_options_t){.seed = options->seed,
                                   .contexts = options->contexts,
                                   .stalls = options->stalls,
                                   .table = CHIP_SIM_TABLE_HARNESS,
                                   .table_bits = 8 + check_random_below(&random, 6),
                                   .latency_min = 20,
                                   .latency_max = 60,
                                   .bug = options->bug};
    if (!options->vary)
        return;
    device->stalls = check_random_below(&random, 4);
    switch (kind) {
    case 0: // as a memory behaves, and nothing in the way
        device->stalls = CHIP_SIM_STALL_NONE;
        break;
    case 1:
        device->table = CHIP_SIM_TABLE_RAM;
        break;
    case 2: // a memory of any temper
        device->latency_min = 1 + check_random_below(&random, 10);
        device->latency_max = device->latency_min + check_random_below(&random, 400);
        break;
    case 3:
        device->lost_odds = device->late_odds = 4000;
        device->stalls = CHIP_SIM_STALL_IN | CHIP_SIM_STALL_OUT;
        break;
    default:
        device->stalls |= CHIP_SIM_STALL_OUT;
        device->lost_odds = device->late_odds = 500;
        break;
    }
}

static lockstep_verdict_t begin_batch(lockstep_run_t *run, uint64_t batch) {
    int16_t weights[ZF_WEIGHT_WORDS];

    draw_device_options(run->options, batch, &run->device_options);
    run->device_options.observe = traffic_observe;
    run->device_options.observer = &run->traffic;
    run->ops->configure(run->device, &run->device_options);
    memcpy(weights, zf_weight_default, sizeof weights);
    if (!run->options->listed)
        check_random_weights(run->options->seed, batch, weights);
    run->other_weights = memcmp(weights, zf_weight_default, sizeof weights) != 0;
    run->ops->load_weights(run->device, weights);
    model_set_weights(run->model, weights);
    model_set_weights(run->scout, weights);
    run->ops->clear_table(run->device);
    if (!traffic_clear(&run->traffic, run->ops->table_bits(run->device)))
        return LOCKSTEP_MEMORY;
    chip_sim_statistics_t statistics;
    run->ops->statistics(run->device, &statistics);
    run->clocks_before = statistics.clocks;
    run->ops->counters(run->device, run->counters_before);
    return LOCKSTEP_OK;
}

static lockstep_verdict_t open_run(lockstep_run_t *run) {
    const lockstep_options_t *options = run->options;

    draw_device_options(options, options->listed ? 0 : options->first / CHECK_BATCH,
                        &run->device_options);
    run->model = model_new();
    run->scout = model_new();
    run->device = run->ops->open(options->device_user, &run->device_options);
    if (!run->model || !run->scout || !run->device || !traffic_open(&run->traffic, 8))
        return LOCKSTEP_MEMORY;
    model_set_full(run->model, run->ops->full(run->device));
    model_set_full(run->scout, run->ops->full(run->device));
    if (options->trace_file && !run->ops->trace(run->device, options->trace_file))
        return LOCKSTEP_TRACE;
    return LOCKSTEP_OK;
}

static void close_run(lockstep_run_t *run) {
    if (run->device)
        run->ops->close(run->device);
    model_free(run->model);
    model_free(run->scout);
    traffic_close(&run->traffic);
}

static lockstep_verdict_t run_all(lockstep_run_t *run) {
    const lockstep_options_t *options = run->options;
    uint64_t first = options->listed ? 0 : options->first;
    uint64_t end = options->listed ? options->listed_count : first + options->jobs;
    lockstep_verdict_t verdict = open_run(run);

    run->submitted = first;
    for (uint64_t at = first; verdict == LOCKSTEP_OK && at < end && !run->failed;) {
        uint64_t batch = options->listed ? 0 : at / CHECK_BATCH;
        uint64_t next = options->listed ? end : (batch + 1) * CHECK_BATCH;
        if (next > end)
            next = end;
        verdict = begin_batch(run, batch);
        if (verdict != LOCKSTEP_OK)
            break;
        run_jobs(run, next);
        at = next;
        if (run->failed)
            break;
        // No one job is to blame; see find_culprit.
        run->result->job = UINT64_MAX;
        lockstep_compare_rest(run, NULL);
        if (options->progress)
            options->progress(options->progress_user, run->result->jobs);
    }
    run->result->submitted = run->submitted - first;
    run->result->clocks = run->clock;
    return verdict != LOCKSTEP_OK ? verdict : run->failed ? LOCKSTEP_DIFFERENCE : LOCKSTEP_OK;
}

static void sum_up(lockstep_run_t *run) {
    uint64_t *met = run->result->coverage.met;
    const model_counters_t *total = &run->total;
    chip_sim_statistics_t statistics;

    run->ops->statistics(run->device, &statistics);
    met[COVERAGE_EN_PASSANT] = total->en_passants;
    met[COVERAGE_CASTLING] = total->castlings;
    met[COVERAGE_UNDER_PROMOTION] = total->under_promotions;
    met[COVERAGE_REPETITION] = total->repetitions;
    met[COVERAGE_FIFTY] = total->fifties;
    met[COVERAGE_BARE] = total->bares;
    met[COVERAGE_CEILING] = total->ceilings;
    met[COVERAGE_TAINTED] = total->tainted;
    met[COVERAGE_CUTOFF] = total->cutoffs;
    met[COVERAGE_NULL_CUT] = total->null_cuts;
    met[COVERAGE_VERIFICATION] = total->verifications;
    met[COVERAGE_ZUGZWANG] = total->zugzwangs;
    met[COVERAGE_HIT] = run->traffic.hits;
    met[COVERAGE_EVICTION] = run->traffic.evictions;
    met[COVERAGE_KEPT] = run->traffic.kept;
    met[COVERAGE_LOST] = run->traffic.lost;
    met[COVERAGE_LATE] = run->traffic.late;
    met[COVERAGE_REQUEST_STALL] = statistics.request_stalls;
    met[COVERAGE_FULL_QUEUE] = statistics.job_waits;
    met[COVERAGE_RESULT_STALL] = statistics.result_stalls;
}

// Runs one job of the options by itself, on a fresh device.
static bool differs_alone(const lockstep_options_t *options, uint64_t number,
                          lockstep_result_t *result) {
    lockstep_options_t alone = *options;

    alone.contexts = 1;
    alone.trace_file = NULL;
    alone.progress = NULL;
    if (options->listed) {
        alone.listed = options->listed + number;
        alone.listed_count = 1;
    } else {
        alone.first = number;
        alone.jobs = 1;
    }
    lockstep_run_t *run = calloc(1, sizeof *run);
    if (!run)
        return false;
    memset(result, 0, sizeof *result);
    run->options = &alone;
    run->ops = alone.device;
    run->result = result;
    bool differs = run_all(run) == LOCKSTEP_DIFFERENCE;
    close_run(run);
    free(run);
    return differs;
}

// Which job is it, and does it differ by itself? Where a whole batch differs, its jobs are tried.
static void find_culprit(const lockstep_options_t *options, lockstep_result_t *result) {
    uint64_t first = options->listed ? 0 : options->first;
    uint64_t end = first + result->submitted;
    lockstep_result_t *own = malloc(sizeof *own);

    if (!own)
        return;
    if (result->job != UINT64_MAX) {
        result->alone = differs_alone(options, result->job, own);
    } else {
        uint64_t at = options->listed ? 0 : (end - 1) / CHECK_BATCH * CHECK_BATCH;
        for (at = at < first ? first : at; at < end && !result->alone; at++) {
            result->alone = differs_alone(options, at, own);
            if (!result->alone)
                continue;
            result->job = at;
            result->line = own->line;
            memcpy(result->difference, own->difference, sizeof own->difference);
        }
    }
    free(own);
}

lockstep_verdict_t lockstep_run(const lockstep_options_t *options, lockstep_result_t *result) {
    lockstep_run_t *run = calloc(1, sizeof *run);

    memset(result, 0, sizeof *result);
    result->job = UINT64_MAX;
    if (!run)
        return LOCKSTEP_MEMORY;
    run->options = options;
    run->ops = options->device;
    run->result = result;
    lockstep_verdict_t verdict = run_all(run);
    if (verdict == LOCKSTEP_OK || verdict == LOCKSTEP_DIFFERENCE)
        sum_up(run);
    if (verdict == LOCKSTEP_OK && options->trace_file && !run->ops->trace(run->device, NULL))
        verdict = LOCKSTEP_TRACE;
    close_run(run);
    free(run);
    if (verdict == LOCKSTEP_DIFFERENCE)
        find_culprit(options, result);
    if (verdict != LOCKSTEP_OK || options->listed || result->jobs < COVERAGE_JOBS_MIN)
        return verdict;
    for (int event = 0; event < COVERAGE_EVENTS; event++) {
        result->not_met = (coverage_event_t)event;
        if (result->coverage.met[event] < coverage_floor(result->not_met) &&
            coverage_applies(result->not_met, options->vary, options->stalls))
            return LOCKSTEP_NOT_MET;
    }
    return LOCKSTEP_OK;
}
