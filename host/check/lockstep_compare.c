// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/lockstep_run.h"

// Clocks after its abort at which a job may still end by itself: five times the longest met.
enum { ABORT_CLOCKS = 50000 };

// Feeds the model with what one context of the device got.
typedef struct {
    lockstep_run_t *run;
    int context;     // whose requests these are; -1 until the first
    unsigned tried;  // contexts that were found not to be it, a set
    size_t used;     // requests of the context accounted for
    uint64_t first;  // key of the first request
    bool mismatched; // see text
    char text[160];
} feed_t;

void lockstep_differ(lockstep_run_t *run, const lockstep_slot_t *slot, const char *format, ...) {
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
static void run_model(lockstep_run_t *run, const chip_job_t *job, feed_t *feed,
                      chip_result_t *result) {
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

static void compare_lists(lockstep_run_t *run, const lockstep_slot_t *slot,
                          const chip_result_t *got, const chip_result_t *want) {
    for (unsigned i = 0; i < got->move_count && i < want->move_count; i++)
        if (got->moves[i] != want->moves[i])
            lockstep_differ(run, slot, "move %u of the list is %04x, should be %04x", i,
                            got->moves[i], want->moves[i]);
    if (got->move_count != want->move_count)
        lockstep_differ(run, slot, "the list has %u moves, should have %u", got->move_count,
                        want->move_count);
}

static void compare_results(lockstep_run_t *run, const lockstep_slot_t *slot,
                            const chip_result_t *got, const chip_result_t *want) {
    if (got->status != want->status)
        lockstep_differ(run, slot, "status %s, should be %s", job_text_status_name(got->status),
                        job_text_status_name(want->status));
    if (got->reason != want->reason)
        lockstep_differ(run, slot, "reason %s, should be %s", job_text_reason_name(got->reason),
                        job_text_reason_name(want->reason));
    if (got->nodes != want->nodes)
        lockstep_differ(run, slot, "nodes %" PRIu32 ", should be %" PRIu32, got->nodes,
                        want->nodes);
    if (got->hash != want->hash)
        lockstep_differ(run, slot, "hash %08" PRIx32 ", should be %08" PRIx32, got->hash,
                        want->hash);
    if (got->score != want->score)
        lockstep_differ(run, slot, "score %d, should be %d", got->score, want->score);
    if (got->best_move != want->best_move)
        lockstep_differ(run, slot, "best move %04x, should be %04x", got->best_move,
                        want->best_move);
    compare_lists(run, slot, got, want);
}

// The clocks a job took are the RTL's alone, but lie between what each node costs at least, one,
// and what has passed since the device got the job.
static void check_clocks(lockstep_run_t *run, const lockstep_slot_t *slot,
                         const chip_result_t *got) {
    uint64_t passed = run->clock - slot->given_at;

    if (got->clocks > passed || got->clocks < got->nodes)
        lockstep_differ(run, slot,
                        "it took %" PRIu32 " clocks, should be from %" PRIu32
                        ", its nodes, to the %" PRIu64 " that passed",
                        got->clocks, got->nodes, passed);
}

// An abort ends its job before long; the chip may look at it only when it counts a node.
static void check_abort(lockstep_run_t *run, const lockstep_slot_t *slot,
                        const chip_result_t *got) {
    bool worked = got->status == ZF_STATUS_DONE || got->status == ZF_STATUS_NODE_LIMIT;

    if (worked && slot->abort_sent && run->clock - slot->abort_at > ABORT_CLOCKS)
        lockstep_differ(run, slot, "%s, though aborted %" PRIu64 " clocks before",
                        job_text_status_name(got->status), run->clock - slot->abort_at);
}

// Whether the job's root sends a probe, before anything else, if it is not drawn.
static bool root_probes(const chip_job_t *job) {
    return job->kind == ZF_JOB_KIND_SEARCH && job->table && job->depth >= job->table_min &&
           job->clock < ZF_TABLE_CLOCK;
}

// An abort that came before the first node: little is promised, but the root may have probed.
static void check_unstarted(lockstep_run_t *run, const lockstep_slot_t *slot,
                            const chip_result_t *got) {
    chip_job_t job = slot->line.job;
    chip_result_t want;
    feed_t feed;
    bool quiet = job.kind == ZF_JOB_KIND_SEARCH && job.depth == 0;

    if (got->hash != 0 || got->move_count != 0 || got->best_move != 0)
        lockstep_differ(run, slot, "aborted without a node, but with a best move, hash or list");
    if (got->score != ZF_NO_SCORE && (job.kind == ZF_JOB_KIND_SEARCH ? !quiet : got->score != 0))
        lockstep_differ(run, slot, "aborted without a node, but with score %d", got->score);
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

void lockstep_compare_job(lockstep_run_t *run, const lockstep_slot_t *slot,
                          const chip_result_t *got) {
    chip_job_t job = slot->line.job;
    chip_result_t want;
    feed_t feed;

    check_clocks(run, slot, got);
    check_abort(run, slot, got);
    if (got->status == ZF_STATUS_ABORTED) {
        run->aborted = true;
        if (!slot->abort_sent) {
            lockstep_differ(run, slot, "aborted, though nobody aborted it");
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
        lockstep_differ(run, slot, "table: %s", feed.text);
    compare_results(run, slot, got, &want);
    if (run->traffic.fault[0] != '\0')
        lockstep_differ(run, slot, "%s", run->traffic.fault);
    if (feed.context >= 0)
        traffic_drop(&run->traffic, (unsigned)feed.context, feed.used);
    add_counters(&run->expected, model_counters(run->model));
    add_counters(&run->total, model_counters(run->model));
}

// ---- comparing a batch

// The last clocks may not be in the counter yet: it is swept by turns.
static void compare_clocks(lockstep_run_t *run, const lockstep_slot_t *slot, uint64_t device_clocks,
                           uint32_t counter) {
    enum { TURNS = 1 << ZF_COUNTER_BITS };
    uint32_t passed = (uint32_t)(device_clocks - run->clocks_before);
    uint32_t counted = counter - run->counters_before[ZF_COUNTER_CLOCKS];

    if (passed - counted + TURNS > 2 * TURNS)
        lockstep_differ(run, slot, "clocks %" PRIu32 ", should be %" PRIu32 " or up to %d off",
                        counted, passed, TURNS);
    run->clocks_before = device_clocks;
}

static void compare_counters(lockstep_run_t *run, const lockstep_slot_t *slot) {
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

    chip_sim_statistics_t statistics;
    run->ops->statistics(run->device, &statistics);
    run->ops->counters(run->device, now);
    compare_clocks(run, slot, statistics.clocks, now[ZF_COUNTER_CLOCKS]);
    for (int i = 0; i < 1 << ZF_COUNTER_BITS; i++) {
        uint32_t got = now[i] - run->counters_before[i];
        if (names[i] && known && got != (uint32_t)values[i])
            lockstep_differ(run, slot, "%s %" PRIu32 ", should be %" PRIu32, names[i], got,
                            (uint32_t)values[i]);
        run->counters_before[i] = now[i];
    }
    if (known)
        run->result->coverage.met[COVERAGE_PASSES] += want->jobs;
    memset(&run->expected, 0, sizeof run->expected);
    run->aborted = false;
}

void lockstep_compare_rest(lockstep_run_t *run, const lockstep_slot_t *slot) {
    const char *fault = run->ops->fault(run->device);

    if (fault)
        lockstep_differ(run, slot, "%s", fault);
    if (!run->ops->idle(run->device))
        lockstep_differ(run, slot, "all results came, but the chip is not idle");
    for (unsigned context = 0; context < TRAFFIC_CONTEXTS; context++) {
        const traffic_request_t *request = traffic_peek(&run->traffic, context, 0);
        if (request)
            lockstep_differ(run, slot,
                            "context %u sent a %s of key %016" PRIx64 " that no job asks for",
                            context, request->store ? "store" : "probe", request->key);
    }
    compare_counters(run, slot);
}
