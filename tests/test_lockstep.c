// SPDX-License-Identifier: Apache-2.0
// The lockstep checker: job texts, random jobs, the scoreboard, planted faults, and the chip.
// time limit: 900 s (the soak: 4 h)
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/lockstep.h"
#include "chess_support.h"
#include "job_fuzz.h"
#include "model/chip_words.h"
#include "model/model.h"

static check_corpus_t corpus;

static void open_corpus(void) {
    cr_assert(check_corpus_open(&corpus, "tests/data"), "%s", corpus.missing);
}

static void close_corpus(void) {
    check_corpus_close(&corpus);
}

static void ask_model(void *user, const chip_job_t *job, chip_result_t *result) {
    model_run(user, job, result);
}

// ---- job texts

static job_text_error_t error_of(const char *text, bool loose, job_text_result_t *result) {
    job_line_t line;

    *result = job_text_parse(text, strlen(text), loose, &line);
    return result->error;
}

Test(job_text, faults_are_named_with_their_place) {
    static const struct {
        const char *text;
        job_text_error_t error;
        size_t offset;
        const char *description;
    } rows[] = {
        {"", JOB_TEXT_EMPTY, 0, "the line is empty (column 1)"},
        {"  # only a comment", JOB_TEXT_EMPTY, 18, "the line is empty (column 19)"},
        {"think fen \"x\"", JOB_TEXT_KIND, 0, NULL},
        {"search dept 4", JOB_TEXT_NAME, 7, NULL},
        {"search own_count 4", JOB_TEXT_NAME, 7, NULL},
        {"search own Ke1 other Ke1 depth 4 depth 5", JOB_TEXT_REPEATED, 33,
         "depth is given twice (column 34)"},
        {"search fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" clock 3", JOB_TEXT_REPEATED, 43, NULL},
        {"search own Ke1 other Ke1 depth", JOB_TEXT_MISSING, 30, NULL},
        {"search own Ke1 other Ke1 depth four", JOB_TEXT_NUMBER, 31, NULL},
        {"search own Ke1 other Ke1 beta -", JOB_TEXT_NUMBER, 30, NULL},
        {"search own Ke1 other Ke1 depth 16", JOB_TEXT_RANGE, 31,
         "depth is not between 0 and 15 (column 32)"},
        {"search own Ke1 other Ke1 beta 31745", JOB_TEXT_RANGE, 30, NULL},
        {"search own Ke1 other Ke1 beta -31745", JOB_TEXT_RANGE, 30, NULL},
        {"search own Ke1 other Ke1 table_min 0", JOB_TEXT_RANGE, 35, NULL},
        {"search own Ke1 other Ke1 own_vacated 123456789", JOB_TEXT_NUMBER, 37, NULL},
        {"search own Ke1 other Ke1 rights KK", JOB_TEXT_LETTERS, 33, NULL},
        {"search own Ke1 other Ke1 ep i", JOB_TEXT_LETTERS, 28, NULL},
        {"search own Ke1,Qi1 other Ke1", JOB_TEXT_MAN, 15, NULL},
        {"search own Ke1, other Ke1", JOB_TEXT_MAN, 15, NULL},
        {"search own Ke1,Xa1 other Ke1", JOB_TEXT_MAN, 15, NULL},
        {"search own Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2,Pa2",
         JOB_TEXT_LONG, 75, NULL},
        {"search own Ke1 other Ke1 history 12", JOB_TEXT_KEY, 33, NULL},
        {"search own Ke1 other Ke1 history 0123456789abcdefq", JOB_TEXT_KEY, 33, NULL},
        {"search fen 4k3", JOB_TEXT_QUOTE, 11, NULL},
        {"search fen \"4k3", JOB_TEXT_QUOTE, 11, NULL},
        {"search fen \"4k3/8/8/8/8/8/8/4K3 x - - 0 1\"", JOB_TEXT_FEN, 32, NULL},
        {"search fen \"4k3/8/8/8/8/8/8/8 w - - 0 1\"", JOB_TEXT_FEN, 12, NULL},
        {"search own Ke1 depth 3", JOB_TEXT_POSITION, 22, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        job_text_result_t result;
        char text[200];
        cr_expect_eq(error_of(rows[i].text, false, &result), rows[i].error, "%s: error %d",
                     rows[i].text, result.error);
        if (rows[i].error != JOB_TEXT_FEN)
            cr_expect_eq(result.offset, rows[i].offset, "%s: offset %zu", rows[i].text,
                         result.offset);
        job_text_describe(&result, text, sizeof text);
        if (rows[i].description)
            cr_expect_str_eq(text, rows[i].description);
    }
}

Test(job_text, loose_reading_takes_what_the_chip_refuses) {
    static const char *const rows[] = {
        "search own Ke1,Xa1,Yb1 other Ke1 depth 255 clock 200",
        "search own Ke1 other Ke1 table_min 0 beta -32768",
        "perft own Ke1 other Ke1 own_count 31 other_count 17 history_count 63",
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        job_text_result_t result;
        cr_expect_neq(error_of(rows[i], false, &result), JOB_TEXT_OK, "%s", rows[i]);
        cr_expect_eq(error_of(rows[i], true, &result), JOB_TEXT_OK, "%s", rows[i]);
    }
}

Test(job_text, a_fen_of_black_is_seen_from_black) {
    static const char text[] = "search fen \"4k2r/8/8/8/3pP3/8/8/K7 b k e3 7 40\" depth 2 # why";
    static const char men[] = "search own Ke1,Rh1,Pd5 other Ka1,Pe4 rights K ep e clock 7 depth 2";
    uint32_t words[2][CHIP_JOB_WORDS_MAX];
    job_line_t line[2];

    cr_assert_eq(job_text_parse(text, strlen(text), false, &line[0]).error, JOB_TEXT_OK);
    cr_assert_eq(job_text_parse(men, strlen(men), false, &line[1]).error, JOB_TEXT_OK);
    unsigned count = chip_job_pack(&line[0].job, words[0]);
    cr_assert_eq(chip_job_pack(&line[1].job, words[1]), count);
    // The order of the men is the position's; here it is the same but for the first side's.
    for (unsigned i = 0; i < 6; i++)
        cr_expect_eq(words[0][i], words[1][i], "word %u", i);
    cr_expect_eq(line[0].job.own_count, 3);
    cr_expect_eq(line[0].job.ep_file, 4);
    cr_expect_eq(line[0].job.rights, 1u << ZF_RIGHT_OWN_KING);
}

// Copied to its exact size, so that the address sanitizer sees a read past the end.
static void fuzz(const char *text, size_t length) {
    uint8_t *copy = malloc(length ? length : 1);

    memcpy(copy, text, length);
    const char *fault = job_fuzz_one(copy, length);
    cr_assert_null(fault, "%s: %.*s", fault, (int)length, text);
    free(copy);
}

Test(job_text, corpus_whole_and_damaged) {
    static const char likely[] = " ,-#\"0123456789abcdefpKQRBNPkqXY/w";
    unsigned rounds = support_soak() ? 20000 : 200;
    support_file_t file;
    uint64_t state = 11;
    unsigned rows = 0;

    support_open(&file, "tests/data/jobs/named.txt");
    while (support_row(&file, false)) {
        size_t length = strlen(file.line);
        fuzz(file.line, length);
        rows++;
        for (unsigned i = 0; i < rounds; i++) {
            char damaged[1024];
            memcpy(damaged, file.line, length);
            for (unsigned n = 1 + support_random(&state) % 3; n; n--)
                damaged[support_random(&state) % length] =
                    support_random(&state) % 3
                        ? likely[support_random(&state) % (sizeof likely - 1)]
                        : (char)support_random(&state);
            fuzz(damaged, support_random(&state) % 4 ? length : support_random(&state) % length);
        }
    }
    support_close(&file);
    cr_assert_geq(rows, 20);
}

// ---- random jobs

Test(job_random, text_and_words_hold_every_job, .init = open_corpus, .fini = close_corpus) {
    model_t *model = model_new();
    const check_oracle_t oracle = {ask_model, model};
    unsigned reasons[7] = {0}, kinds[4] = {0}, depths[16] = {0};

    for (uint64_t number = 0; number < 1500; number++) {
        char text[JOB_TEXT_CAPACITY];
        job_line_t line, same;
        check_random_job(&corpus, &oracle, 77, number, &line);
        check_random_job(&corpus, &oracle, 77, number, &same);
        cr_assert_eq(memcmp(&line.job.own, &same.job.own, sizeof line.job.own), 0);
        fuzz(text, job_text_write(&line, text));
        // What fits the words is the same after them, to the model's eyes: the same refusal.
        uint32_t words[CHIP_JOB_WORDS_MAX];
        chip_job_t back;
        unsigned count = chip_job_pack(&line.job, words), reason = model_refusal(&line.job);
        cr_assert(chip_job_unpack(words, count, &back), "job %lu: %s", number, text);
        cr_assert_eq(model_refusal(&back), reason, "job %lu: %s", number, text);
        reasons[reason]++;
        kinds[line.job.kind]++;
        depths[line.job.depth & 15]++;
    }
    for (unsigned reason = 0; reason < 7; reason++)
        cr_expect_gt(reasons[reason], 2, "reason %s", job_text_reason_name(reason));
    for (unsigned kind = 0; kind < 4; kind++)
        cr_expect_gt(kinds[kind], 30, "kind %s", job_text_kind_name(kind));
    for (unsigned depth = 0; depth < 16; depth++)
        cr_expect_gt(depths[depth], 1, "depth %u", depth);
    model_free(model);
}

Test(job_random, other_seeds_give_other_jobs, .init = open_corpus, .fini = close_corpus) {
    model_t *model = model_new();
    const check_oracle_t oracle = {ask_model, model};
    unsigned equal = 0;

    for (uint64_t number = 0; number < 50; number++) {
        char text[2][JOB_TEXT_CAPACITY];
        job_line_t line;
        for (uint64_t seed = 0; seed < 2; seed++) {
            check_random_job(&corpus, &oracle, 5 + seed, number, &line);
            job_text_write(&line, text[seed]);
        }
        equal += strcmp(text[0], text[1]) == 0;
    }
    cr_expect_eq(equal, 0);
    model_free(model);
}

// ---- the scoreboard

static chip_sim_event_t event(chip_sim_event_kind_t kind, unsigned sequence, uint64_t key,
                              uint64_t entry, bool hit) {
    return (chip_sim_event_t){.kind = kind,
                              .context = 3,
                              .sequence = (uint8_t)sequence,
                              .hit = hit,
                              .key = key,
                              .entry = entry};
}

static uint64_t entry_of(unsigned draft, unsigned age, int score) {
    chip_entry_t entry = {.score = (int16_t)score,
                          .draft = (uint8_t)draft,
                          .bound = ZF_BOUND_LOWER,
                          .age = (uint8_t)age};
    return chip_entry_pack(&entry);
}

// Whether the scoreboard is content with an answer to a probe after one or two stores.
static bool answer_is_right(const uint64_t stores[][2], unsigned count, uint64_t key, bool hit,
                            uint64_t entry) {
    traffic_t traffic;

    cr_assert(traffic_open(&traffic, 8));
    for (unsigned i = 0; i < count; i++) {
        chip_sim_event_t store = event(CHIP_SIM_STORE, i, stores[i][0], stores[i][1], false);
        traffic_observe(&traffic, &store);
    }
    chip_sim_event_t probe = event(CHIP_SIM_PROBE, count, key, 0, false);
    chip_sim_event_t answer = event(CHIP_SIM_ANSWER, count, 0, entry, hit);
    traffic_observe(&traffic, &probe);
    traffic_observe(&traffic, &answer);
    bool right = traffic.fault[0] == '\0';
    const traffic_request_t *request = traffic_peek(&traffic, 3, count);
    cr_expect(request && request->answered && !request->store && request->key == key);
    cr_expect_null(traffic_peek(&traffic, 3, count + 1));
    traffic_drop(&traffic, 3, count + 1);
    cr_expect_null(traffic_peek(&traffic, 3, 0));
    traffic_close(&traffic);
    return right;
}

Test(traffic, answers_follow_the_replacement_rule) {
    const uint64_t a = 0x1111222233330055ull, b = 0x9999222233330055ull, c = a ^ 0xff00;
    const uint64_t deep = entry_of(9, 1, 5), shallow = entry_of(3, 1, 6), newer = entry_of(3, 2, 7);
    const uint64_t kept[][2] = {{a, deep}, {b, shallow}};
    const uint64_t aged[][2] = {{a, deep}, {b, newer}};
    const uint64_t same[][2] = {{a, deep}, {a, shallow}};
    const uint64_t equal[][2] = {{a, shallow}, {b, shallow}};

    cr_expect(answer_is_right(kept, 0, a, false, 0));
    cr_expect_not(answer_is_right(kept, 0, a, true, deep));
    cr_expect(answer_is_right(kept, 2, a, true, deep));
    cr_expect(answer_is_right(kept, 2, b, false, 0));
    cr_expect_not(answer_is_right(kept, 2, b, true, shallow));
    cr_expect(answer_is_right(aged, 2, b, true, newer));
    cr_expect(answer_is_right(aged, 2, a, false, 0));
    cr_expect(answer_is_right(same, 2, a, true, shallow));
    cr_expect_not(answer_is_right(same, 2, a, true, deep));
    cr_expect(answer_is_right(equal, 2, b, true, shallow));
    // Bits between index and tag are nobody's.
    cr_expect(answer_is_right(same, 2, c, true, shallow));
}

Test(traffic, answers_come_in_order) {
    traffic_t traffic;
    chip_sim_event_t events[] = {
        event(CHIP_SIM_PROBE, 0, 1, 0, false), event(CHIP_SIM_PROBE, 1, 2, 0, false),
        event(CHIP_SIM_LOST, 0, 1, 0, false), event(CHIP_SIM_ANSWER, 1, 2, 0, false),
        event(CHIP_SIM_ANSWER, 2, 3, 0, false)};

    cr_assert(traffic_open(&traffic, 8));
    for (unsigned i = 0; i < 4; i++)
        traffic_observe(&traffic, &events[i]);
    cr_expect_str_empty(traffic.fault);
    traffic_observe(&traffic, &events[4]);
    cr_expect_str_not_empty(traffic.fault);
    traffic_close(&traffic);
}

// ---- the twin: faults that must be found

static lockstep_verdict_t run_twin(twin_options_t twin, uint64_t jobs, unsigned contexts,
                                   lockstep_result_t *result) {
    lockstep_options_t options = {.device = &check_device_twin,
                                  .device_user = &twin,
                                  .seed = 7,
                                  .corpus = &corpus,
                                  .jobs = jobs,
                                  .contexts = contexts,
                                  .vary = true};

    return lockstep_run(&options, result);
}

Test(twin, without_a_fault_there_is_no_difference, .init = open_corpus, .fini = close_corpus) {
    lockstep_result_t result;
    uint64_t jobs = support_sanitized() ? 1000 : 4000;

    cr_assert_eq(run_twin((twin_options_t){TWIN_NO_FAULT, 0}, jobs, 0, &result), LOCKSTEP_OK,
                 "job %lu: %s", result.job, result.difference);
    cr_expect_eq(result.jobs, jobs);
    cr_assert_eq(run_twin((twin_options_t){TWIN_NO_FAULT, 0}, 300, 1, &result), LOCKSTEP_OK,
                 "job %lu: %s", result.job, result.difference);
    cr_expect_gt(result.coverage.met[COVERAGE_SEARCH], 100);
}

Test(twin, every_fault_is_found_and_named, .init = open_corpus, .fini = close_corpus) {
    static const struct {
        const char *difference; // part of it
        uint64_t after;         // chances that pass before the fault strikes
    } rows[TWIN_FAULTS] = {
        [TWIN_SCORE] = {"score ", 20},
        [TWIN_BEST_MOVE] = {"best move ", 20},
        [TWIN_NODES] = {"nodes ", 20},
        [TWIN_HASH] = {"hash ", 20},
        [TWIN_STATUS] = {"status done, should be node_limit", 5},
        [TWIN_REASON] = {"reason ", 5},
        [TWIN_MOVE_ORDER] = {"of the list is", 3},
        [TWIN_MOVE_LOST] = {"the list has", 3},
        [TWIN_LOST_STORE] = {"table: request", 50},
        [TWIN_WRONG_KEY] = {"table: ", 50},
        [TWIN_WRONG_ENTRY] = {"(store of key", 50},
        [TWIN_SECOND_PROBE] = {"table: ", 50},
        [TWIN_STALE_ANSWER] = {"wrong entry", 10},
        [TWIN_FALSE_HIT] = {"answered a hit", 50},
        [TWIN_PASSES] = {"A passes", 100},
        [TWIN_COUNTER] = {"null-move cuts", 100},
        [TWIN_CLOCKS] = {"it took ", 20},
        [TWIN_FEW_CLOCKS] = {"it took ", 20},
        [TWIN_CLOCK_LOST] = {"or up to", 100},
        [TWIN_NO_RESULT] = {"no result came", 20},
        [TWIN_TWO_RESULTS] = {"of no job under way", 20},
        [TWIN_LOST_ABORT] = {"though aborted", 3},
        [TWIN_WRONG_ABORT] = {"nobody aborted", 20},
        [TWIN_OTHER_WEIGHT] = {"should be", 1},
        [TWIN_LAZY] = {"score ", 20},
    };

    for (int fault = TWIN_NO_FAULT + 1; fault < TWIN_FAULTS; fault++) {
        lockstep_result_t result;
        twin_options_t twin = {(twin_fault_t)fault, rows[fault].after};
        cr_expect_eq(run_twin(twin, 2000, 0, &result), LOCKSTEP_DIFFERENCE, "fault %d", fault);
        cr_expect(strstr(result.difference, rows[fault].difference), "fault %d: %s", fault,
                  result.difference);
        cr_expect_lt(result.jobs, 2000, "fault %d", fault);
    }
}

// A fault that always strikes is blamed on one job, which shows it by itself.
Test(twin, a_job_that_differs_alone_is_named, .init = open_corpus, .fini = close_corpus) {
    static const twin_fault_t faults[] = {TWIN_SCORE, TWIN_PASSES, TWIN_WRONG_KEY};

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        lockstep_result_t result, again;
        twin_options_t twin = {faults[i], 0};
        lockstep_options_t options = {.device = &check_device_twin,
                                      .device_user = &twin,
                                      .seed = 7,
                                      .corpus = &corpus,
                                      .vary = true};
        cr_assert_eq(run_twin(twin, 1000, 0, &result), LOCKSTEP_DIFFERENCE);
        cr_expect(result.alone);
        options.first = result.job;
        options.jobs = 1;
        cr_expect_eq(lockstep_run(&options, &again), LOCKSTEP_DIFFERENCE);
        cr_expect_eq(again.job, result.job);
        cr_expect_eq(again.line.job.id, result.line.job.id);
    }
}

// Never met is as bad as a difference, once a run is long enough to be judged.
Test(twin, a_run_that_never_met_an_event_fails, .init = open_corpus, .fini = close_corpus) {
    lockstep_result_t result;

    if (support_sanitized())
        return;
    // The twin loses no answers.
    cr_assert_eq(run_twin((twin_options_t){TWIN_NO_FAULT, 0}, COVERAGE_JOBS_MIN, 0, &result),
                 LOCKSTEP_NOT_MET, "job %lu: %s", result.job, result.difference);
    cr_expect_eq(result.not_met, COVERAGE_LOST, "%s", coverage_name(result.not_met));
    for (int kind = COVERAGE_EN_PASSANT; kind < COVERAGE_LOST; kind++)
        cr_expect_geq(result.coverage.met[kind], coverage_floor((coverage_event_t)kind), "%s",
                      coverage_name((coverage_event_t)kind));
}

// ---- the chip

#ifdef ZF_HAVE_SIM

static void report(const lockstep_options_t *options, lockstep_verdict_t verdict,
                   const lockstep_result_t *result) {
    char text[JOB_TEXT_CAPACITY];

    if (result->job != UINT64_MAX)
        job_text_write(&result->line, text);
    else
        strcpy(text, "(a whole batch)");
    cr_assert_neq(verdict, LOCKSTEP_DIFFERENCE,
                  "seed %lu, stalls %u, contexts %u, job %lu (%s): %s\n%s", options->seed,
                  options->stalls, options->contexts, result->job,
                  result->alone ? "alone" : "in company", result->difference, text);
    cr_assert_neq(verdict, LOCKSTEP_NOT_MET, "seed %lu: %s met %lu times, not %lu", options->seed,
                  coverage_name(result->not_met), result->coverage.met[result->not_met],
                  coverage_floor(result->not_met));
    cr_assert_eq(verdict, LOCKSTEP_OK);
}

static void run_chip(lockstep_options_t options) {
    lockstep_result_t result;

    options.device = &check_device_sim;
    options.corpus = &corpus;
    lockstep_verdict_t verdict = lockstep_run(&options, &result);
    report(&options, verdict, &result);
    cr_expect_eq(result.jobs, options.listed ? options.listed_count : options.jobs);
}

// Every context at once, all tables, latencies, faults and stalls, and every rare event.
Test(chip, equals_the_model, .init = open_corpus, .fini = close_corpus) {
    uint64_t jobs = support_soak() ? 100000 : COVERAGE_JOBS_MIN;

    run_chip(
        (lockstep_options_t){.seed = 1, .jobs = support_sanitized() ? 500 : jobs, .vary = true});
}

// One job at a time: the passes of each are compared.
Test(chip, equals_the_model_pass_by_pass, .init = open_corpus, .fini = close_corpus) {
    uint64_t jobs = support_soak() ? 10000 : support_sanitized() ? 60 : 480;

    run_chip((lockstep_options_t){.seed = 2, .jobs = jobs, .contexts = 1, .vary = true});
}

Test(chip, equals_the_model_however_handshakes_stall, .init = open_corpus, .fini = close_corpus) {
    for (unsigned stalls = 0; stalls < 4; stalls++)
        run_chip((lockstep_options_t){.seed = 3 + stalls,
                                      .jobs = support_soak()        ? 5000
                                              : support_sanitized() ? 40
                                                                    : 240,
                                      .stalls = stalls});
}

static void run_named(const char *path) {
    job_line_t lines[64];
    support_file_t file;
    size_t count = 0;

    support_open(&file, path);
    while (support_row(&file, false)) {
        cr_assert_lt(count, sizeof lines / sizeof *lines);
        job_text_result_t read =
            job_text_parse(file.line, strlen(file.line), true, &lines[count++]);
        cr_assert_eq(read.error, JOB_TEXT_OK, "%s: row %u", path, file.row);
    }
    support_close(&file);
    run_chip((lockstep_options_t){.seed = 9, .listed = lines, .listed_count = count});
    run_chip(
        (lockstep_options_t){.seed = 9, .listed = lines, .listed_count = count, .contexts = 1});
}

Test(chip, equals_the_model_on_named_jobs, .init = open_corpus, .fini = close_corpus) {
    run_named("tests/data/jobs/named.txt");
    run_named("tests/data/jobs/mutations.txt");
}

// Jobs of one root, whose table requests begin alike: some are the beginning of others.
Test(chip, equals_the_model_on_jobs_of_one_root, .init = open_corpus, .fini = close_corpus) {
    enum { JOBS = 60 };
    job_line_t lines[JOBS];

    for (unsigned i = 0; i < JOBS; i++) {
        char text[160];
        int length = snprintf(text, sizeof text,
                              "search own Kc3 other Kc1,Rd4 depth %u beta %d null 2 verified 1 "
                              "verify 1 delta 1 table 1 limit %u",
                              1 + i % 6, -600 + 37 * (int)(i % 17), 1 + i * i * 7 % 1300);
        cr_assert_eq(job_text_parse(text, (size_t)length, true, &lines[i]).error, JOB_TEXT_OK);
    }
    run_chip((lockstep_options_t){.seed = 11, .listed = lines, .listed_count = JOBS});
}

#endif
