// SPDX-License-Identifier: Apache-2.0
#include "check/lockstep.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/traffic.h"
#include "model/model.h"

enum {
    SLOTS = 1024,       // jobs under way, by the low bits of their number
    WINDOW = 96,        // of them, given to the device: its queue is full
    SMALL_WINDOW = 24,  // the same where jobs are aborted: most are at work
    CHUNK = 2000,       // clocks between two looks
    SILENCE = 12000000, // clocks without a result after which the device hangs
};

// A job under way.
typedef struct {
    bool busy, abort_sent;
    uint64_t number;
    uint64_t abort_at; // device clock; 0 never
    job_line_t line;
} slot_t;

typedef struct {
    // Config
    const lockstep_options_t *options;
    const check_device_ops_t *ops;
    lockstep_result_t *result;
    // State
    void *device;
    model_t *model; // the reference
    model_t *scout; // what the generator asks
    traffic_t traffic;
    chip_sim_options_t device_options;
    bool other_weights;
    slot_t slots[SLOTS];
    unsigned pending;
    uint64_t submitted; // first number not submitted
    uint64_t clock, last_result;
    // Of the batch
    model_counters_t expected;
    uint32_t counters_before[1 << ZF_COUNTER_BITS];
    bool aborted; // a job was
    // Of the run
    model_counters_t total;
    bool failed;
} run_t;

// Feeds the model with what one context of the device got.
typedef struct {
    run_t *run;
    int context;     // whose requests these are; -1 until the first
    unsigned tried;  // contexts that were found not to be it, a set
    size_t used;     // requests of the context accounted for
    uint64_t first;  // key of the first request
    bool mismatched; // see text
    char text[160];
} feed_t;

__attribute__((format(printf, 3, 4))) static void differ(run_t *run, const slot_t *slot,
                                                         const char *format, ...) {
    va_list arguments;

    if (run->failed)
        return;
    run->failed = true;
    va_start(arguments, format);
    vsnprintf(run->result->difference, sizeof run->result->difference, format, arguments);
    va_end(arguments);
    if (slot) {
        run->result->job = slot->number;
        run->result->line = slot->line;
    }
}

// ---- feeding the model

__attribute__((format(printf, 2, 3))) static void mismatch(feed_t *feed, const char *format, ...) {
    va_list arguments;

    if (feed->mismatched)
        return;
    feed->mismatched = true;
    va_start(arguments, format);
    vsnprintf(feed->text, sizeof feed->text, format, arguments);
    va_end(arguments);
}

// The context whose next request is the model's first: keys tell.
static void find_context(feed_t *feed, uint64_t key) {
    feed->first = key;
    for (int context = 0; context < TRAFFIC_CONTEXTS; context++) {
        const traffic_request_t *request = traffic_peek(&feed->run->traffic, (unsigned)context, 0);
        if (request && !request->store && request->key == key && !(feed->tried >> context & 1)) {
            feed->context = context;
            return;
        }
    }
    mismatch(feed, "no context began with the probe of key %016" PRIx64, key);
}

static const traffic_request_t *next_request(feed_t *feed, uint64_t key, bool store) {
    static const char *const names[2] = {"probe", "store"};

    if (feed->context < 0 && !feed->mismatched)
        find_context(feed, key);
    if (feed->mismatched)
        return NULL;
    const traffic_request_t *request =
        traffic_peek(&feed->run->traffic, (unsigned)feed->context, feed->used);
    if (!request) {
        mismatch(feed, "request %zu (%s of key %016" PRIx64 ") was not sent", feed->used,
                 names[store], key);
        return NULL;
    }
    if (request->store != store || request->key != key) {
        mismatch(feed, "request %zu: %s of key %016" PRIx64 ", should be %s of %016" PRIx64,
                 feed->used, names[request->store], request->key, names[store], key);
        return NULL;
    }
    feed->used++;
    return request;
}

static bool feed_probe(void *context, uint64_t key, chip_entry_t *entry) {
    feed_t *feed = context;
    size_t number = feed->used;
    const traffic_request_t *request = next_request(feed, key, false);

    if (!request)
        return false;
    if (!request->answered)
        mismatch(feed, "request %zu (probe of key %016" PRIx64 ") has no answer yet", number, key);
    if (!request->hit)
        return false;
    *entry = chip_entry_unpack(request->entry);
    return true;
}

static void feed_store(void *context, uint64_t key, const chip_entry_t *entry) {
    feed_t *feed = context;
    size_t number = feed->used;
    const traffic_request_t *request = next_request(feed, key, true);

    if (request && request->entry != chip_entry_pack(entry))
        mismatch(feed,
                 "request %zu (store of key %016" PRIx64 "): entry %010" PRIx64
                 ", should be %010" PRIx64,
                 number, key, request->entry, chip_entry_pack(entry));
}

// Runs the model on a job, fed by the context that fits it; the counters are those of this job.
static void run_model(run_t *run, const chip_job_t *job, feed_t *feed, chip_result_t *result) {
    char first_text[sizeof feed->text] = "";

    memset(feed, 0, sizeof *feed);
    feed->run = run;
    for (;;) {
        feed->context = -1;
        feed->used = 0;
        feed->mismatched = false;
        model_clear_counters(run->model);
        model_set_table(run->model, feed_probe, feed_store, feed);
        model_run(run->model, job, result);
        if (!feed->mismatched)
            return;
        // Two contexts that begin with the same key are two jobs of the same root.
        if (feed->context < 0)
            break;
        if (first_text[0] == '\0')
            memcpy(first_text, feed->text, sizeof first_text);
        feed->tried |= 1u << feed->context;
    }
    if (first_text[0] != '\0')
        memcpy(feed->text, first_text, sizeof first_text);
}

static void add_counters(model_counters_t *sum, const model_counters_t *more) {
    uint64_t *to = (uint64_t *)sum;
    const uint64_t *from = (const uint64_t *)more;

    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

// ---- comparing one job

static void compare_lists(run_t *run, const slot_t *slot, const chip_result_t *got,
                          const chip_result_t *want) {
    for (unsigned i = 0; i < got->move_count && i < want->move_count; i++)
        if (got->moves[i] != want->moves[i])
            differ(run, slot, "move %u of the list is %04x, should be %04x", i, got->moves[i],
                   want->moves[i]);
    if (got->move_count != want->move_count)
        differ(run, slot, "the list has %u moves, should have %u", got->move_count,
               want->move_count);
}

static void compare_results(run_t *run, const slot_t *slot, const chip_result_t *got,
                            const chip_result_t *want) {
    if (got->status != want->status)
        differ(run, slot, "status %s, should be %s", job_text_status_name(got->status),
               job_text_status_name(want->status));
    if (got->reason != want->reason)
        differ(run, slot, "reason %s, should be %s", job_text_reason_name(got->reason),
               job_text_reason_name(want->reason));
    if (got->nodes != want->nodes)
        differ(run, slot, "nodes %" PRIu32 ", should be %" PRIu32, got->nodes, want->nodes);
    if (got->hash != want->hash)
        differ(run, slot, "hash %08" PRIx32 ", should be %08" PRIx32, got->hash, want->hash);
    if (got->score != want->score)
        differ(run, slot, "score %d, should be %d", got->score, want->score);
    if (got->best_move != want->best_move)
        differ(run, slot, "best move %04x, should be %04x", got->best_move, want->best_move);
    compare_lists(run, slot, got, want);
}

// Whether the job's root sends a probe, before anything else, if it is not drawn.
static bool root_probes(const chip_job_t *job) {
    return job->kind == ZF_JOB_KIND_SEARCH && job->table && job->depth >= job->table_min &&
           job->clock < ZF_TABLE_CLOCK;
}

// An abort that came before the first node: little is promised, but the root may have probed.
static void check_unstarted(run_t *run, const slot_t *slot, const chip_result_t *got) {
    chip_job_t job = slot->line.job;
    chip_result_t want;
    feed_t feed;
    bool quiet = job.kind == ZF_JOB_KIND_SEARCH && job.depth == 0;

    if (got->hash != 0 || got->move_count != 0 || got->best_move != 0)
        differ(run, slot, "aborted without a node, but with a best move, hash or list");
    if (got->score != ZF_NO_SCORE && (job.kind == ZF_JOB_KIND_SEARCH ? !quiet : got->score != 0))
        differ(run, slot, "aborted without a node, but with score %d", got->score);
    if (got->clocks == 0 || !root_probes(&job))
        return;
    // The model asks for the root first; whatever it does then is not to be compared.
    job.node_limit = 1;
    run_model(run, &job, &feed, &want);
    feed.tried = 0;
    feed.mismatched = false;
    find_context(&feed, feed.first);
    if (!feed.mismatched)
        traffic_drop(&run->traffic, (unsigned)feed.context, 1);
}

static void count_job(run_t *run, const slot_t *slot, const chip_result_t *got) {
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

static void compare_job(run_t *run, const slot_t *slot, const chip_result_t *got) {
    chip_job_t job = slot->line.job;
    chip_result_t want;
    feed_t feed;

    if (got->status == ZF_STATUS_ABORTED) {
        run->aborted = true;
        if (!slot->abort_sent) {
            differ(run, slot, "aborted, though nobody aborted it");
            return;
        }
        if (got->nodes == 0) {
            check_unstarted(run, slot, got);
            return;
        }
        job.node_limit = got->nodes;
    }
    run_model(run, &job, &feed, &want);
    if (got->status == ZF_STATUS_ABORTED && want.status == ZF_STATUS_NODE_LIMIT)
        want.status = ZF_STATUS_ABORTED;
    // A request that went wrong says more than the results that follow from it.
    if (feed.mismatched)
        differ(run, slot, "table: %s", feed.text);
    compare_results(run, slot, got, &want);
    if (run->traffic.fault[0] != '\0')
        differ(run, slot, "%s", run->traffic.fault);
    if (feed.context >= 0)
        traffic_drop(&run->traffic, (unsigned)feed.context, feed.used);
    add_counters(&run->expected, model_counters(run->model));
    add_counters(&run->total, model_counters(run->model));
}

static void take_result(run_t *run, const chip_result_t *got) {
    slot_t *slot = NULL;

    for (unsigned i = 0; i < SLOTS && !slot; i++)
        if (run->slots[i].busy && run->slots[i].line.job.id == got->id)
            slot = &run->slots[i];
    if (!slot) {
        differ(run, NULL, "a result came with the number %u, of no job under way", got->id);
        return;
    }
    compare_job(run, slot, got);
    slot->busy = false;
    run->pending--;
    if (run->failed)
        return;
    count_job(run, slot, got);
    run->result->jobs++;
    run->result->nodes += got->nodes;
}

// ---- comparing a batch

static void compare_counters(run_t *run, const slot_t *slot) {
    static const char *const names[1 << ZF_COUNTER_BITS] = {
        [ZF_COUNTER_NODES] = "nodes",
        [ZF_COUNTER_VICTIM] = "V passes",
        [ZF_COUNTER_ATTACKER] = "A passes",
        [ZF_COUNTER_CHECK] = "C passes",
        [ZF_COUNTER_KILLER] = "K passes",
        [ZF_COUNTER_EVAL] = "X passes",
        [ZF_COUNTER_TAKE_BACK] = "U passes",
        [ZF_COUNTER_EMPTY] = "E passes",
        [ZF_COUNTER_LOAD] = "L passes",
        [ZF_COUNTER_PROBES] = "probes",
        [ZF_COUNTER_HITS] = "hits",
        [ZF_COUNTER_CUTOFFS] = "table cutoffs",
        [ZF_COUNTER_NULL_CUTS] = "null-move cuts",
        [ZF_COUNTER_VERIFICATIONS] = "verifications",
        [ZF_COUNTER_ZUGZWANGS] = "zugzwangs",
    };
    const model_counters_t *want = &run->expected;
    const uint64_t values[1 << ZF_COUNTER_BITS] = {
        [ZF_COUNTER_NODES] = want->nodes,
        [ZF_COUNTER_VICTIM] = want->passes[CHIP_PASS_VICTIM],
        [ZF_COUNTER_ATTACKER] = want->passes[CHIP_PASS_ATTACKER],
        [ZF_COUNTER_CHECK] = want->passes[CHIP_PASS_CHECK],
        [ZF_COUNTER_KILLER] = want->passes[CHIP_PASS_KILLER],
        [ZF_COUNTER_EVAL] = want->passes[CHIP_PASS_EVAL],
        [ZF_COUNTER_TAKE_BACK] = want->passes[CHIP_PASS_TAKE_BACK],
        [ZF_COUNTER_EMPTY] = want->passes[CHIP_PASS_EMPTY],
        [ZF_COUNTER_LOAD] = want->passes[CHIP_PASS_LOAD],
        [ZF_COUNTER_PROBES] = want->probes,
        [ZF_COUNTER_HITS] = want->hits,
        [ZF_COUNTER_CUTOFFS] = want->cutoffs,
        [ZF_COUNTER_NULL_CUTS] = want->null_cuts,
        [ZF_COUNTER_VERIFICATIONS] = want->verifications,
        [ZF_COUNTER_ZUGZWANGS] = want->zugzwangs,
    };
    uint32_t now[1 << ZF_COUNTER_BITS];
    // What the chip did for a job before it was aborted or refused is nobody's rule.
    bool known = !run->aborted && !want->refused_jobs;

    run->ops->counters(run->device, now);
    for (int i = 0; i < 1 << ZF_COUNTER_BITS; i++) {
        uint32_t got = now[i] - run->counters_before[i];
        if (names[i] && known && got != (uint32_t)values[i])
            differ(run, slot, "%s %" PRIu32 ", should be %" PRIu32, names[i], got,
                   (uint32_t)values[i]);
        run->counters_before[i] = now[i];
    }
    if (known)
        run->result->coverage.met[COVERAGE_PASSES] += want->jobs;
    memset(&run->expected, 0, sizeof run->expected);
    run->aborted = false;
}

// Nothing may be left over when the device is idle.
static void compare_rest(run_t *run, const slot_t *slot) {
    const char *fault = run->ops->fault(run->device);

    if (fault)
        differ(run, slot, "%s", fault);
    if (!run->ops->idle(run->device))
        differ(run, slot, "all results came, but the chip is not idle");
    for (unsigned context = 0; context < TRAFFIC_CONTEXTS; context++) {
        const traffic_request_t *request = traffic_peek(&run->traffic, context, 0);
        if (request)
            differ(run, slot, "context %u sent a %s of key %016" PRIx64 " that no job asks for",
                   context, request->store ? "store" : "probe", request->key);
    }
    compare_counters(run, slot);
}

// ---- running

static void ask_scout(void *user, const chip_job_t *job, chip_result_t *result) {
    model_run(user, job, result);
}

static void fetch_line(run_t *run, uint64_t number, job_line_t *line) {
    const lockstep_options_t *options = run->options;
    const check_oracle_t oracle = {ask_scout, run->scout};

    if (options->listed)
        *line = options->listed[number];
    else
        check_random_job(options->corpus, &oracle, options->seed, number, line);
    line->job.id = (uint16_t)number;
}

static void submit(run_t *run) {
    uint64_t number = run->submitted++;
    slot_t *slot = &run->slots[number % SLOTS];

    memset(slot, 0, sizeof *slot);
    slot->busy = true;
    slot->number = number;
    fetch_line(run, number, &slot->line);
    if (slot->line.abort_after)
        slot->abort_at = run->clock + slot->line.abort_after;
    run->pending++;
    run->ops->submit(run->device, &slot->line.job);
}

// Sends the aborts that are due; the clocks until the next one, at most CHUNK.
static uint64_t send_aborts(run_t *run) {
    uint64_t wait = CHUNK;

    for (unsigned i = 0; i < SLOTS; i++) {
        slot_t *slot = &run->slots[i];
        if (!slot->abort_at || slot->abort_sent)
            continue;
        if (slot->abort_at <= run->clock) {
            // It may cross with the result: the chip then knows nothing of the job.
            run->result->coverage.met[COVERAGE_ABORT_LATE] += !slot->busy;
            slot->abort_sent = true;
            run->ops->abort(run->device, slot->line.job.id);
        } else if (slot->abort_at - run->clock < wait) {
            wait = slot->abort_at - run->clock;
        }
    }
    return wait;
}

static const slot_t *any_pending(const run_t *run) {
    for (unsigned i = 0; i < SLOTS; i++)
        if (run->slots[i].busy)
            return &run->slots[i];
    return NULL;
}

static void run_jobs(run_t *run, uint64_t end) {
    unsigned window = run->options->contexts == 1               ? 1
                      : check_random_has_aborts(run->submitted) ? SMALL_WINDOW
                                                                : WINDOW;
    uint64_t silence = run->options->listed ? 1000ull * SILENCE : SILENCE;
    chip_result_t got;

    run->last_result = run->clock;
    while (!run->failed && (run->submitted < end || run->pending)) {
        while (run->submitted < end && run->pending < window &&
               !run->slots[run->submitted % SLOTS].busy)
            submit(run);
        run->clock += run->ops->step_to_result(run->device, send_aborts(run));
        while (!run->failed && run->ops->result(run->device, &got)) {
            run->last_result = run->clock;
            take_result(run, &got);
            if (window == 1 && !run->failed && !run->pending)
                compare_rest(run, &run->slots[got.id % SLOTS]);
        }
        const char *fault = run->ops->fault(run->device);
        if (fault)
            differ(run, any_pending(run), "%s", fault);
        if (run->clock - run->last_result > silence)
            differ(run, any_pending(run), "no result came for %" PRIu64 " clocks", silence);
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

static lockstep_verdict_t begin_batch(run_t *run, uint64_t batch) {
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
    run->ops->counters(run->device, run->counters_before);
    return LOCKSTEP_OK;
}

static lockstep_verdict_t open_run(run_t *run) {
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

static void close_run(run_t *run) {
    if (run->device)
        run->ops->close(run->device);
    model_free(run->model);
    model_free(run->scout);
    traffic_close(&run->traffic);
}

static lockstep_verdict_t run_all(run_t *run) {
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
        compare_rest(run, NULL);
        if (options->progress)
            options->progress(options->progress_user, run->result->jobs);
    }
    run->result->submitted = run->submitted - first;
    run->result->clocks = run->clock;
    return verdict != LOCKSTEP_OK ? verdict : run->failed ? LOCKSTEP_DIFFERENCE : LOCKSTEP_OK;
}

static void sum_up(run_t *run) {
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
    run_t *run = calloc(1, sizeof *run);
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
    run_t *run = calloc(1, sizeof *run);

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
