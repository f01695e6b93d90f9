// SPDX-License-Identifier: Apache-2.0
// The model's SEARCH against a second search, and what must not depend on how it searches:
// laziness, the repetition filter, colours, node limits.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "model_oracle.h"

static bool same_result(const chip_result_t *a, const chip_result_t *b) {
    return a->status == b->status && a->score == b->score && a->best_move == b->best_move &&
           a->nodes == b->nodes && a->hash == b->hash;
}

// A job with everything on, drawn at random.
static chip_job_t random_job(const position_t *position, unsigned depth_max, uint64_t *state) {
    chip_job_t job;

    chip_job_init(&job, position, NULL);
    job.depth = (uint8_t)(support_random(state) % (depth_max + 1));
    job.beta = (int16_t)((int)(support_random(state) % 801) - 400);
    job.null_r = support_random(state) & 3;
    job.verified = support_random(state) & 1;
    job.verify = support_random(state) & 1;
    job.evasion = support_random(state) & 1;
    job.delta = support_random(state) & 1;
    job.table = support_random(state) & 1;
    job.table_min = 1 + support_random(state) % 3;
    return job;
}

// ---- Against the oracle

static void check_window(model_t *model, oracle_t *oracle, const position_t *position,
                         unsigned depth, int beta) {
    chip_job_t job = support_job(position, depth, beta);

    job.evasion = oracle->evasion;
    job.delta = oracle->delta;
    chip_result_t result = support_run(model, &job);
    bool high = oracle_high(oracle, position, depth, beta);
    cr_assert_eq(result.score >= beta, high, "%s depth %u beta %d: score %d, oracle %s",
                 support_fen_of(position), depth, beta, result.score, high ? "high" : "low");
    if (oracle->delta)
        return;
    // Fail-soft: the score is itself a bound.
    int bound = high ? result.score : result.score + 1;
    cr_assert_eq(oracle_high(oracle, position, depth, bound), high,
                 "%s depth %u beta %d: score %d is no bound", support_fen_of(position), depth, beta,
                 result.score);
}

Test(model_search, right_side_of_the_window) {
    model_t *model = model_new();
    oracle_t oracle = {.model = model_new()};
    support_positions_t set = support_random_positions(support_soak()        ? 8000
                                                       : support_sanitized() ? 80
                                                                             : 600,
                                                       31);
    uint64_t state = 32;

    for (unsigned i = 0; i < set.count; i++) {
        unsigned depth = i % 4 == 3 ? 3 : i % 4;
        chip_job_t job = support_job(&set.positions[i], 0, 0);
        job.kind = ZF_JOB_KIND_EVAL;
        int score = support_run(model, &job).score;
        oracle.evasion = i & 4;
        oracle.delta = i & 8;
        if (depth == 3 && oracle.evasion)
            depth = 2;
        for (unsigned j = 0; j < 3; j++)
            check_window(model, &oracle, &set.positions[i], depth,
                         score + (int)(support_random(&state) % 301) - 150);
    }
    support_release(&set);
    model_free(oracle.model);
    model_free(model);
}

static int bisect(model_t *model, const position_t *position, unsigned depth, bool evasion) {
    int low = -ZF_MATE, high = ZF_MATE;

    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        chip_job_t job = support_job(position, depth, middle);
        job.evasion = evasion;
        int score = support_run(model, &job).score;
        if (score >= middle)
            low = score;
        else
            high = score;
    }
    return low;
}

Test(model_search, bisection_reaches_the_minimax_value) {
    model_t *model = model_new();
    oracle_t oracle = {.model = model_new()};
    support_positions_t set = support_random_positions(support_soak()        ? 4000
                                                       : support_sanitized() ? 60
                                                                             : 300,
                                                       33);

    for (unsigned i = 0; i < set.count; i++) {
        unsigned depth = i % 3;
        oracle.evasion = i & 4;
        int found = bisect(model, &set.positions[i], depth, oracle.evasion);
        int value = oracle_value(&oracle, &set.positions[i], depth);
        cr_assert_eq(found, value, "%s depth %u: %d, minimax %d", support_fen_of(&set.positions[i]),
                     depth, found, value);
    }
    support_release(&set);
    model_free(oracle.model);
    model_free(model);
}

// ---- What must not change the result

Test(model_search, lazy_or_not) {
    model_t *model = model_new();
    support_positions_t set = support_random_positions(support_sanitized() ? 700 : 2000, 34);
    model_table_t *table = model_table_new(14);
    uint64_t state = 35;

    model_set_table(model, model_table_probe, model_table_store, table);
    for (unsigned i = 0; i < set.count; i++) {
        chip_job_t job = random_job(&set.positions[i], 5, &state);
        chip_result_t result[2];
        if (i % 3 == 0)
            job.clock = 90 + i % 10;
        for (unsigned lazy = 0; lazy < 2; lazy++) {
            model_table_clear(table);
            job.lazy = lazy;
            result[lazy] = support_run(model, &job);
        }
        cr_assert(same_result(&result[0], &result[1]), "%s depth %u beta %d: row %u",
                  support_fen_of(&set.positions[i]), job.depth, job.beta, i);
    }
    cr_assert_gt(model_counters(model)->lazy_entries, 1000);
    cr_assert_gt(model_counters(model)->cutoffs, 100);
    support_release(&set);
    model_table_free(table);
    model_free(model);
}

Test(model_search, colours_exchanged) {
    model_t *model = model_new();
    support_positions_t set = support_random_positions(500, 36);
    uint64_t state = 37;

    for (unsigned i = 0; i < set.count; i++) {
        position_t flipped;
        position_flip(&flipped, &set.positions[i]);
        chip_job_t job = random_job(&set.positions[i], 4, &state), other = job;
        chip_job_set_position(&other, &flipped, NULL);
        chip_result_t result = support_run(model, &job), turned = support_run(model, &other);
        cr_assert(same_result(&result, &turned), "%s row %u", support_fen_of(&set.positions[i]), i);
    }
    support_release(&set);
    model_free(model);
}

// Delta pruning at its edge: M above the fast score the stand pat value is F + M, and the pawn is
// worth DELTA_PAWN more. One centipawn further the capture is not searched and the value is kept.
Test(model_search, delta_pruning_at_its_edge) {
    model_t *model = model_new();
    position_t position = support_fen("4k3/8/8/p7/8/8/8/R3K3 w - - 0 1");
    model_terms_t terms;
    chip_job_t job = support_job(&position, 0, 0);

    cr_assert(model_eval_terms(model, &job, &terms));
    int reach = terms.fast + zf_weight_default[ZF_W_LAZY] + zf_weight_default[ZF_W_DELTA_PAWN];
    job.delta = true;
    job.beta = (int16_t)reach;
    cr_expect_gt(support_run(model, &job).nodes, 0u);
    job.beta++;
    chip_result_t result = support_run(model, &job);
    cr_expect_eq(result.nodes, 0);
    cr_expect_eq(result.score, reach);
    cr_expect_eq(result.best_move, 0);
    job.delta = false;
    cr_expect_gt(support_run(model, &job).nodes, 0u);
    // With a pawn on rank 7 nothing is pruned.
    position = support_fen("4k3/7P/8/p7/8/8/8/R3K3 w - - 0 1");
    job = support_job(&position, 0, 3000);
    job.delta = true;
    cr_expect_gt(support_run(model, &job).nodes, 1u);
    model_free(model);
}

// ---- Node limits

typedef struct {
    unsigned count;
    uint32_t hash[20000]; // after each node
} trace_t;

static void note_node(void *context, const model_visit_t *visit) {
    trace_t *trace = context;
    uint32_t hash = trace->count ? trace->hash[trace->count - 1] : 0;

    cr_assert_lt(trace->count, 20000u);
    trace->hash[trace->count++] =
        (hash << 5 | hash >> 27) + ((uint32_t)visit->ply << 14 | visit->move);
}

static void check_limits(model_t *model, chip_job_t job, trace_t *trace, uint64_t *state) {
    trace->count = 0;
    model_set_visitor(model, note_node, NULL, trace);
    job.node_limit = 19999;
    chip_result_t whole = support_run(model, &job);
    model_set_visitor(model, NULL, NULL, NULL);
    cr_assert_eq(whole.nodes, trace->count);
    cr_assert(!whole.nodes || whole.hash == trace->hash[whole.nodes - 1]);
    for (unsigned i = 0; i < 4 && whole.nodes > 1; i++) {
        job.node_limit = 1 + (uint32_t)(support_random(state) % (whole.nodes - 1));
        chip_result_t part = support_run(model, &job);
        cr_assert_eq(part.status, ZF_STATUS_NODE_LIMIT);
        cr_assert_eq(part.nodes, job.node_limit);
        cr_assert_eq(part.hash, trace->hash[part.nodes - 1]);
        cr_assert(part.score < job.beta, "a root that fails high is done");
        cr_assert((part.score == ZF_NO_SCORE) <= (part.best_move == 0));
    }
    job.node_limit = whole.nodes;
    if (whole.status == ZF_STATUS_DONE && whole.nodes) {
        chip_result_t again = support_run(model, &job);
        cr_assert(same_result(&whole, &again), "the limit is met only by one node more");
    }
}

Test(model_search, node_limit) {
    static trace_t trace;
    model_t *model = model_new();
    support_positions_t set = support_random_positions(300, 38);
    uint64_t state = 39;

    for (unsigned i = 0; i < set.count; i++) {
        chip_job_t job = random_job(&set.positions[i], 4, &state);
        job.table = false;
        check_limits(model, job, &trace, &state);
    }
    // The first root move's score is the result of a job that ends in the second.
    position_t position;
    position_start(&position);
    chip_job_t job = support_job(&position, 1, 1000);
    job.node_limit = 1;
    chip_result_t result = support_run(model, &job);
    cr_expect_eq(result.best_move, 11u | 27u << 6); // d4: the first square that men reach
    job.depth = 0;
    job.node_limit = 1;
    job.beta = 9;
    result = support_run(model, &job);
    cr_expect_eq(result.status, ZF_STATUS_DONE);
    cr_expect_eq(result.score, 8);
    support_release(&set);
    model_free(model);
}

// PERFT and MOVES stop at their limit too.
Test(model_search, node_limit_of_perft) {
    model_t *model = model_new();
    position_t position;

    position_start(&position);
    chip_job_t job = support_job(&position, 3, 0);
    job.kind = ZF_JOB_KIND_PERFT;
    job.node_limit = 100;
    chip_result_t result = support_run(model, &job);
    cr_expect_eq(result.status, ZF_STATUS_NODE_LIMIT);
    cr_expect_eq(result.nodes, 100);
    cr_expect_eq(result.score, 0);
    job.node_limit = 8902;
    result = support_run(model, &job);
    cr_expect_eq(result.status, ZF_STATUS_DONE);
    job.kind = ZF_JOB_KIND_MOVES;
    job.node_limit = 7;
    result = support_run(model, &job);
    cr_expect_eq(result.status, ZF_STATUS_NODE_LIMIT);
    cr_expect_eq(result.move_count, 7);
    cr_expect_eq(result.nodes, 7);
    model_free(model);
}

// ---- Mates

// A mate in n is found at depth 2n - 1, with its distance, and no shorter one.
static unsigned check_mates(model_t *model, const char *path, unsigned n, unsigned stride) {
    support_positions_t set = support_collect_file(path, stride);
    unsigned depth = 2 * n - 1, count = set.count;
    int score = ZF_MATE - (int)depth;

    for (unsigned i = 0; i < set.count; i++) {
        chip_job_t job = support_job(&set.positions[i], depth, score);
        job.evasion = i & 1;
        job.delta = i & 2;
        chip_result_t result = support_run(model, &job);
        cr_assert_eq(result.score, score, "%s: %d", support_fen_of(&set.positions[i]),
                     result.score);
        move_t move = chip_move_unpack(&set.positions[i], result.best_move);
        cr_assert(movegen_is_legal(&set.positions[i], move));
        job.beta++;
        cr_assert_lt(support_run(model, &job).score, job.beta, "%s: shorter",
                     support_fen_of(&set.positions[i]));
    }
    support_release(&set);
    return count;
}

Test(model_search, mates) {
    model_t *model = model_new();

    cr_expect_eq(check_mates(model, "tests/data/mate/mate_in_1.epd", 1, 1), 32);
    cr_expect_gt(check_mates(model, "tests/data/mate/mate_in_2.epd", 2, 4), 100);
    cr_expect_gt(
        check_mates(model, "tests/data/mate/mate_in_3.epd", 3, support_sanitized() ? 100 : 16), 5);
    model_free(model);
}
