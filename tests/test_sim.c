// SPDX-License-Identifier: Apache-2.0
// The simulated chip as a device: first contents, repeatable runs, the table in block RAM, stalls,
// aborts, weights, waves. That its results are right is test_lockstep's matter.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/job_text.h"
#include "check/traffic.h"
#include "chess_support.h"
#include "chip_sim.h"
#include "model/model.h"

#ifdef ZF_HAVE_SIM

static chip_job_t job_of(const char *text, uint16_t id) {
    job_line_t line;

    cr_assert_eq(job_text_parse(text, strlen(text), false, &line).error, JOB_TEXT_OK, "%s", text);
    line.job.id = id;
    return line.job;
}

static chip_sim_t *open_sim(chip_sim_options_t options) {
    chip_sim_t *sim = chip_sim_open(&options);

    cr_assert(sim);
    cr_assert_null(chip_sim_fault(sim), "%s", chip_sim_fault(sim));
    return sim;
}

static void close_sim(chip_sim_t *sim) {
    cr_expect_null(chip_sim_fault(sim), "%s", chip_sim_fault(sim));
    chip_sim_close(sim);
}

static chip_result_t wait_result(chip_sim_t *sim) {
    chip_result_t result;

    chip_sim_step_to_result(sim, 5000000);
    cr_assert(chip_sim_result(sim, &result));
    return result;
}

static void settle(chip_sim_t *sim) {
    for (int i = 0; i < 100 && !chip_sim_idle(sim); i++)
        chip_sim_step(sim, 50);
    cr_assert(chip_sim_idle(sim));
}

static const char *const jobs[] = {
    "search fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\" depth 2 "
    "beta 40 null 3 verified 1 verify 1 delta 1 table 1",
    "search fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" depth 4 beta 0 evasion 1 table 1",
    "perft fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" depth 2",
    "eval fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"",
    "moves fen \"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1\"",
    "search fen \"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1\" depth 3 beta 200 "
    "null 2 delta 1",
};
enum { JOBS = sizeof jobs / sizeof *jobs };

// ---- first contents

Test(sim, first_contents_are_random) {
    uint64_t seen[8], ones = 0;

    for (unsigned i = 0; i < 8; i++) {
        chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = i});
        seen[i] = chip_sim_first_contents(sim);
        ones += (unsigned)__builtin_popcountll(seen[i]);
        for (unsigned other = 0; other < i; other++)
            cr_expect_neq(seen[i], seen[other], "seeds %u and %u", i, other);
        close_sim(sim);
    }
    // 8 * 64 bits: half of them, within six standard deviations.
    cr_expect(ones > 256 - 68 && ones < 256 + 68, "%lu ones", ones);
}

// ---- repeatable runs

typedef struct {
    uint64_t clocks;
    chip_result_t results[JOBS]; // by id
} outcome_t;

// A table that the jobs share makes results depend on which comes first.
static outcome_t run_jobs(chip_sim_t *sim, bool table) {
    outcome_t outcome = {0};

    for (uint16_t id = 0; id < JOBS; id++) {
        chip_job_t job = job_of(jobs[id], id);
        job.table = job.table && table;
        chip_sim_submit(sim, &job);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        chip_result_t result = wait_result(sim);
        cr_assert_lt(result.id, JOBS);
        outcome.results[result.id] = result;
    }
    chip_sim_statistics_t statistics;
    chip_sim_statistics(sim, &statistics);
    outcome.clocks = statistics.clocks;
    return outcome;
}

// Results without the clocks they took.
static void expect_same(const outcome_t *a, const outcome_t *b) {
    for (unsigned id = 0; id < JOBS; id++) {
        const chip_result_t *x = &a->results[id], *y = &b->results[id];
        cr_expect(x->status == y->status && x->score == y->score && x->best_move == y->best_move &&
                      x->nodes == y->nodes && x->hash == y->hash &&
                      x->move_count == y->move_count &&
                      memcmp(x->moves, y->moves, sizeof x->moves) == 0,
                  "job %u", id);
    }
}

Test(sim, the_same_seed_gives_the_same_clocks) {
    outcome_t outcome[2];

    for (unsigned i = 0; i < 2; i++) {
        chip_sim_t *sim = open_sim((chip_sim_options_t){
            .seed = 4, .stalls = 3, .table = CHIP_SIM_TABLE_HARNESS, .lost_odds = 20000});
        outcome[i] = run_jobs(sim, true);
        close_sim(sim);
    }
    expect_same(&outcome[0], &outcome[1]);
    cr_expect_eq(outcome[0].clocks, outcome[1].clocks);
    for (unsigned id = 0; id < JOBS; id++)
        cr_expect_eq(outcome[0].results[id].clocks, outcome[1].results[id].clocks);
}

Test(sim, neither_seed_nor_stalls_change_results) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 1});
    outcome_t first = run_jobs(sim, false);

    close_sim(sim);
    for (unsigned i = 0; i < 8; i++) {
        sim = open_sim(
            (chip_sim_options_t){.seed = 2 + i,
                                 .stalls = i % 4,
                                 .contexts = i % 3,
                                 .table = i < 4 ? CHIP_SIM_TABLE_RAM : CHIP_SIM_TABLE_HARNESS,
                                 .table_bits = 12});
        outcome_t other = run_jobs(sim, false);
        expect_same(&first, &other);
        close_sim(sim);
    }
}

Test(sim, two_instances_do_not_disturb_each_other) {
    chip_sim_t *alone = open_sim((chip_sim_options_t){.seed = 6});
    outcome_t want = run_jobs(alone, true);
    chip_sim_t *pair[2];
    unsigned came[2] = {0, 0};

    close_sim(alone);
    for (unsigned i = 0; i < 2; i++) {
        pair[i] = open_sim((chip_sim_options_t){.seed = 6});
        for (uint16_t id = 0; id < JOBS; id++) {
            chip_job_t job = job_of(jobs[id], id);
            chip_sim_submit(pair[i], &job);
        }
    }
    for (unsigned step = 0; step < 100000 && came[0] + came[1] < 2 * JOBS; step++) {
        for (unsigned i = 0; i < 2; i++) {
            chip_result_t result;
            chip_sim_step(pair[i], 97 + 5 * i);
            while (chip_sim_result(pair[i], &result)) {
                cr_expect_eq(result.hash, want.results[result.id].hash);
                cr_expect_eq(result.clocks, want.results[result.id].clocks);
                came[i]++;
            }
        }
    }
    cr_expect(came[0] == JOBS && came[1] == JOBS);
    close_sim(pair[0]);
    close_sim(pair[1]);
}

// ---- the table in block RAM

static chip_sim_request_t random_request(uint64_t *state, unsigned number) {
    uint64_t draw = support_random(state);
    // Few indices, few tags, few generations: everything collides.
    uint64_t key = (draw & 7) * 0x25 | (draw >> 3 & 3) << 16 | (draw >> 5 & 1) << 63;
    chip_entry_t entry = {.score = (int16_t)(draw >> 16),
                          .move = draw >> 32 & 0x3fff,
                          .draft = draw >> 46 & 3,
                          .bound = 1 + (draw >> 50 & 1),
                          .age = draw >> 52 & 1};
    return (chip_sim_request_t){.store = draw >> 56 & 1,
                                .tag = (uint8_t)(number & 63),
                                .key = key,
                                .entry = chip_entry_pack(&entry)};
}

// Sends random requests and holds the answers against the model's table, in order.
static void check_table(chip_sim_t *sim, model_table_t *table, uint64_t *state) {
    enum { COUNT = 4000 };
    static chip_sim_request_t requests[COUNT];
    static chip_sim_event_t answers[COUNT];
    unsigned at = 0, hits = 0;

    for (unsigned i = 0; i < COUNT; i++)
        requests[i] = random_request(state, i);
    unsigned came = chip_sim_drive_table(sim, requests, COUNT, answers, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        chip_entry_t entry = chip_entry_unpack(requests[i].entry);
        if (requests[i].store) {
            model_table_store(table, requests[i].key, &entry);
            continue;
        }
        bool hit = model_table_probe(table, requests[i].key, &entry);
        cr_assert_lt(at, came, "probe %u was not answered", i);
        cr_assert_eq(answers[at].context | answers[at].sequence << 4, requests[i].tag);
        cr_assert_eq(answers[at].hit, hit, "request %u", i);
        if (hit)
            cr_assert_eq(answers[at].entry, chip_entry_pack(&entry), "request %u", i);
        hits += hit;
        at++;
    }
    cr_expect_eq(came, at);
    cr_expect_gt(hits, COUNT / 40);
    cr_expect_gt(at - hits, COUNT / 20);
}

Test(table_ram, is_the_table_of_the_rules) {
    for (unsigned stalls = 0; stalls < 2; stalls++) {
        chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 30 + stalls, .stalls = stalls});
        model_table_t *table = model_table_new(chip_sim_ram_bits(sim));
        uint64_t state = stalls;
        for (unsigned round = 0; round < 4; round++)
            check_table(sim, table, &state);
        cr_expect_gt(model_table_evictions(table), 100);
        cr_expect_gt(model_table_refusals(table), 100);
        // Cleared, it knows nothing of all that.
        cr_expect(chip_sim_clear_table(sim));
        model_table_clear(table);
        check_table(sim, table, &state);
        model_table_free(table);
        close_sim(sim);
    }
}

// Every entry is cleared after reset, whatever was in it; and an index is not lost.
Test(table_ram, every_entry_is_cleared_and_its_own) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 33});
    unsigned count = 1u << chip_sim_ram_bits(sim), hits = 0;
    chip_sim_request_t *requests = calloc(count, sizeof *requests);
    chip_sim_event_t *answers = calloc(count, sizeof *answers);

    for (unsigned i = 0; i < count; i++)
        requests[i].key = i | 7ull << 60;
    cr_assert_eq(chip_sim_drive_table(sim, requests, count, answers, count), count);
    for (unsigned i = 0; i < count; i++)
        hits += answers[i].hit;
    cr_expect_eq(hits, 0);
    for (unsigned i = 0; i < count; i++) {
        chip_entry_t entry = {.score = (int16_t)i, .bound = ZF_BOUND_UPPER};
        requests[i].store = true;
        requests[i].entry = chip_entry_pack(&entry);
    }
    cr_assert_eq(chip_sim_drive_table(sim, requests, count, answers, count), 0);
    for (unsigned i = 0; i < count; i++)
        requests[i].store = false;
    cr_assert_eq(chip_sim_drive_table(sim, requests, count, answers, count), count);
    for (unsigned i = 0; i < count; i++)
        cr_assert(answers[i].hit && answers[i].entry == requests[i].entry, "entry %u", i);
    free(requests);
    free(answers);
    close_sim(sim);
}

// Probes come through one a clock.
Test(table_ram, a_probe_takes_one_clock) {
    enum { COUNT = 500 };
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 34});
    static chip_sim_request_t requests[COUNT];
    static chip_sim_event_t answers[COUNT];

    cr_assert_eq(chip_sim_drive_table(sim, requests, COUNT, answers, COUNT), COUNT);
    cr_expect_eq(answers[COUNT - 1].clock - answers[0].clock, COUNT - 1);
    close_sim(sim);
}

// ---- jobs

Test(sim, a_queued_job_can_be_aborted) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 40, .contexts = 1});
    chip_job_t long_job =
        job_of("perft fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" depth 6", 1);
    chip_job_t waiting = job_of(jobs[3], 2);

    chip_sim_submit(sim, &long_job);
    chip_sim_submit(sim, &waiting);
    chip_sim_step(sim, 1000);
    cr_expect_eq(chip_sim_queued(sim), 1);
    cr_expect_eq(chip_sim_pending(sim), 2);
    chip_sim_abort(sim, 7); // nobody's
    chip_sim_abort(sim, 2);
    chip_result_t result;
    cr_assert(chip_sim_result(sim, &result));
    cr_expect(result.id == 2 && result.status == ZF_STATUS_ABORTED && result.nodes == 0 &&
              result.score == ZF_NO_SCORE);
    cr_expect_eq(chip_sim_pending(sim), 1);
    chip_sim_abort(sim, 1);
    result = wait_result(sim);
    cr_expect(result.id == 1 && result.status == ZF_STATUS_ABORTED);
    settle(sim);
    cr_expect_eq(chip_sim_pending(sim), 0);
    close_sim(sim);
}

Test(sim, every_job_can_be_aborted_at_any_time) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 41, .stalls = 3});
    uint64_t state = 5;
    unsigned aborted = 0, done = 0;

    for (unsigned round = 0; round < 12; round++) {
        for (uint16_t id = 0; id < 40; id++) {
            chip_job_t job = job_of(jobs[support_random(&state) % JOBS], id);
            chip_sim_submit(sim, &job);
        }
        chip_sim_step(sim, support_random(&state) % 20000);
        for (uint16_t id = 0; id < 40; id++) {
            chip_sim_abort(sim, id);
            chip_sim_step(sim, support_random(&state) % 60);
        }
        uint64_t seen = 0;
        for (unsigned i = 0; i < 40; i++) {
            chip_result_t result = wait_result(sim);
            cr_assert(result.id < 40 && !(seen >> result.id & 1));
            seen |= 1ull << result.id;
            aborted += result.status == ZF_STATUS_ABORTED;
            done += result.status == ZF_STATUS_DONE;
        }
        settle(sim);
        chip_result_t more;
        cr_expect_not(chip_sim_result(sim, &more));
    }
    cr_expect_eq(aborted + done, 12 * 40, "%u aborted, %u done", aborted, done);
    cr_expect(aborted > 100 && done > 20, "%u aborted, %u done", aborted, done);
    close_sim(sim);
}

Test(sim, a_cap_of_contexts_holds) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 42, .contexts = 3});

    for (uint16_t id = 0; id < 30; id++) {
        chip_job_t job = job_of(jobs[id % JOBS], id);
        chip_sim_submit(sim, &job);
    }
    unsigned came = 0;
    for (unsigned step = 0; step < 100000 && came < 30; step++) {
        chip_result_t result;
        chip_sim_step(sim, 10);
        cr_assert_leq(chip_sim_pending(sim) - chip_sim_queued(sim), 3 + JOBS);
        while (chip_sim_result(sim, &result))
            came++;
    }
    cr_expect_eq(came, 30);
    close_sim(sim);
}

// ---- weights, counters, waves

Test(sim, weights_are_loaded_when_idle_only) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 50});
    model_t *model = model_new();
    chip_job_t job = job_of(jobs[3], 1);
    chip_result_t want, got;
    int16_t weights[ZF_WEIGHT_WORDS];

    memcpy(weights, zf_weight_default, sizeof weights);
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++)
        weights[zf_weights[i].address] =
            (int16_t)(weights[zf_weights[i].address] / 2 + (int)(i % 7) - 3);
    weights[ZF_W_LAZY] = 100;
    for (unsigned round = 0; round < 2; round++) {
        model_run(model, &job, &want);
        chip_sim_submit(sim, &job);
        cr_expect_not(chip_sim_load_weights(sim, weights));
        got = wait_result(sim);
        cr_expect_eq(got.score, want.score, "round %u: %d, should be %d", round, got.score,
                     want.score);
        settle(sim);
        cr_expect(chip_sim_load_weights(sim, weights));
        model_set_weights(model, weights);
    }
    model_free(model);
    close_sim(sim);
}

Test(sim, counters_count) {
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 51});
    uint32_t before[1 << ZF_COUNTER_BITS], after[1 << ZF_COUNTER_BITS];
    chip_job_t job = job_of(jobs[0], 1);

    chip_sim_counters(sim, before);
    chip_sim_submit(sim, &job);
    chip_result_t result = wait_result(sim);
    chip_sim_counters(sim, after);
    cr_expect_eq(after[ZF_COUNTER_NODES] - before[ZF_COUNTER_NODES], result.nodes);
    cr_expect_gt(after[ZF_COUNTER_VICTIM], before[ZF_COUNTER_VICTIM]);
    cr_expect_geq(after[ZF_COUNTER_CLOCKS] - before[ZF_COUNTER_CLOCKS], result.clocks);
    close_sim(sim);
}

// Whatever the registers held before: clocks alone are counted.
Test(sim, counters_are_zero_after_reset) {
    for (uint64_t seed = 61; seed < 65; seed++) {
        chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = seed});
        uint32_t counters[1 << ZF_COUNTER_BITS];

        settle(sim);
        chip_sim_counters(sim, counters);
        for (int i = 0; i < 1 << ZF_COUNTER_BITS; i++)
            if (i != ZF_COUNTER_CLOCKS)
                cr_expect_eq(counters[i], 0, "counter %d is %u", i, counters[i]);
        close_sim(sim);
    }
}

Test(sim, waves_are_written_on_request) {
    static const char path[] = TEST_FOLDER "/waves.vcd";
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 52});
    char text[4096];

    cr_expect_not(chip_sim_trace(sim, TEST_FOLDER "/no/such/folder/waves.vcd"));
    if (!chip_sim_trace(sim, path)) { // built with SIM_TRACE=0
        close_sim(sim);
        return;
    }
    chip_sim_step(sim, 100);
    cr_expect(chip_sim_trace(sim, NULL));
    FILE *stream = fopen(path, "r");
    cr_assert(stream);
    size_t length = fread(text, 1, sizeof text - 1, stream);
    text[length] = '\0';
    fclose(stream);
    cr_expect(strstr(text, "$scope module zf_sim_top") && strstr(text, "clk"), "%.200s", text);
    remove(path);
    close_sim(sim);
}

// ---- the memory that the harness plays

typedef struct {
    unsigned probes, lost, late;
} latency_t;

static void watch_latency(void *observer, const chip_sim_event_t *event) {
    latency_t *latency = observer;

    latency->probes += event->kind == CHIP_SIM_PROBE;
    latency->lost += event->kind == CHIP_SIM_LOST;
    latency->late += event->kind == CHIP_SIM_LATE;
}

Test(sim, answers_are_lost_and_late_as_asked) {
    latency_t latency = {0};
    chip_sim_t *sim = open_sim((chip_sim_options_t){.seed = 60,
                                                    .table = CHIP_SIM_TABLE_HARNESS,
                                                    .lost_odds = 100000,
                                                    .late_odds = 100000,
                                                    .observe = watch_latency,
                                                    .observer = &latency});

    for (unsigned round = 0; round < 3; round++) {
        run_jobs(sim, true);
        settle(sim);
        chip_sim_clear_table(sim);
    }
    cr_expect_gt(latency.probes, 80, "%u probes", latency.probes);
    cr_expect(latency.lost > latency.probes / 10 && latency.lost < latency.probes * 3 / 10,
              "%u of %u lost", latency.lost, latency.probes);
    cr_expect(latency.late > 3, "%u of %u late", latency.late, latency.probes);
    close_sim(sim);
}

#else

Test(sim, is_not_in_this_build) {
    cr_skip_test("built without the simulated chip");
}

#endif
