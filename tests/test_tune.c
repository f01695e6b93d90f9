// SPDX-License-Identifier: Apache-2.0
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/job_random.h"
#include "chess_support.h"
#include "model/chip_position.h"
#include "tune/fit.h"
#include "tune/sample_set.h"
#include "tune/weights.h"

// ---- The weights file

TestSuite(tune_weights);

Test(tune_weights, definitions_are_a_weights_file) {
    int16_t weights[ZF_WEIGHT_WORDS];
    support_file_t file;
    char *written = NULL;
    size_t size = 0;

    support_open(&file, "defs/eval.def");
    weights_result_t result = weights_read(file.text, file.length, weights);
    cr_assert_eq(result.error, WEIGHTS_OK, "line %zu", result.line);
    for (unsigned i = 0; i < ZF_WEIGHT_WORDS; i++)
        cr_expect_eq(weights[i], zf_weight_default[i], "address %u", i);
    // Written with the same numbers it is the same text; with others only they differ.
    FILE *stream = open_memstream(&written, &size);
    cr_assert(weights_write(stream, file.text, file.length, weights));
    fclose(stream);
    cr_expect(size == file.length && memcmp(written, file.text, size) == 0);
    free(written);
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++)
        weights[zf_weights[i].address] = (int16_t)(i % 100);
    stream = open_memstream(&written, &size);
    cr_assert(weights_write(stream, file.text, file.length, weights));
    fclose(stream);
    int16_t again[ZF_WEIGHT_WORDS];
    result = weights_read(written, size, again);
    cr_assert_eq(result.error, WEIGHTS_OK, "line %zu", result.line);
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++)
        cr_expect_eq(again[zf_weights[i].address], (int)(i % 100), "weight %u", i);
    free(written);
    support_close(&file);
}

// The definitions with one text put for another: what is wrong, and where.
typedef struct {
    const char *from, *to;
    weights_error_t error;
    const char *reason;
} fault_t;

static const fault_t faults[] = {
    {"weight DOUBLED ", "weight TREBLED ", WEIGHTS_ERROR_NAME, "no weight of that name"},
    {"weight DOUBLED ", "wait DOUBLED ", WEIGHTS_ERROR_LINE, "no group"},
    {"weight DOUBLED ", "# ", WEIGHTS_ERROR_MISSING, "doubled is missing"},
    {"1024 8 -14", "1024 9 -14", WEIGHTS_ERROR_PLACE, "doubled has another"},
    {"1024 8 -14", "1025 8 -14", WEIGHTS_ERROR_PLACE, "doubled has another"},
    {"1024 8 -14", "1024 8 -129", WEIGHTS_ERROR_RANGE, "doubled does not fit"},
    {"1024 8 -14", "1024 8 128", WEIGHTS_ERROR_RANGE, "doubled does not fit"},
    {"1024 8 -14", "1024 8 -1x", WEIGHTS_ERROR_NUMBER, "malformed"},
    {"1024 8 -14", "1024 8 99999999999999", WEIGHTS_ERROR_NUMBER, "malformed"},
    {"1024 8 -14", "1024 8", WEIGHTS_ERROR_LINE, "no group"},
    {"weight ISOLATED ", "weight DOUBLED 1024 8 1 \"\"\nweight ISOLATED ", WEIGHTS_ERROR_REPEATED,
     "doubled stands twice"},
    {"weight LAZY           1047 10 ", "weight LAZY           1047 10 -", WEIGHTS_ERROR_NEGATIVE,
     "lazy is below 0"},
    {"  # knight", "  1\n", WEIGHTS_ERROR_SHORT, ""}, // shifts all, and the last is one too many
    {"weights PSQT_MG 0 384 12 \"", "weights PSQT_MG 0 384 12 ", WEIGHTS_ERROR_LINE, "no group"},
};

Test(tune_weights, refusals) {
    int16_t weights[ZF_WEIGHT_WORDS];
    support_file_t file;

    support_open(&file, "defs/eval.def");
    char *text = calloc(1, file.length + 1), *changed = malloc(file.length + 200), reason[200];
    memcpy(text, file.text, file.length);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const fault_t *fault = &faults[i];
        char *at = strstr(text, fault->from);
        cr_assert(at, "%s", fault->from);
        int size = sprintf(changed, "%.*s%s%s", (int)(at - text), text, fault->to,
                           at + strlen(fault->from));
        weights_result_t result = weights_read(changed, (size_t)size, weights);
        weights_describe(&result, reason, sizeof reason);
        if (fault->error == WEIGHTS_ERROR_SHORT) // found where the array is over full
            cr_expect_eq(result.error, WEIGHTS_ERROR_NUMBER, "%s: %s", fault->to, reason);
        else
            cr_expect_eq(result.error, fault->error, "%s: %s", fault->to, reason);
        cr_expect(strstr(reason, fault->reason), "%s: %s", fault->to, reason);
        cr_expect(result.line || fault->error == WEIGHTS_ERROR_MISSING, "%s", fault->to);
    }
    // Cut short within an array.
    char *cut = strstr(text, "# king");
    weights_result_t result = weights_read(text, (size_t)(cut - text), weights);
    cr_expect_eq(result.error, WEIGHTS_ERROR_SHORT);
    free(text);
    free(changed);
    support_close(&file);
}

Test(tune_weights, castling_fits_the_chip) {
    int16_t weights[ZF_WEIGHT_WORDS];

    memcpy(weights, zf_weight_default, sizeof weights);
    weights[ZF_W_PSQT_EG + ZF_PIECE_ROOK * 64 + 7] = -1100;
    weights[ZF_W_PSQT_EG + ZF_PIECE_ROOK * 64 + 5] = 947;
    cr_expect_eq(weights_check(weights).error, WEIGHTS_OK);
    weights[ZF_W_PSQT_EG + ZF_PIECE_ROOK * 64 + 5] = 948;
    cr_expect_eq(weights_check(weights).error, WEIGHTS_ERROR_CASTLING);
}

// ---- Rows

TestSuite(tune_sample);

static sample_status_t read_row(const char *row, sample_t *sample) {
    model_t *model = model_new();
    fen_result_t fen;
    sample_status_t status = sample_read(model, row, strlen(row), sample, &fen);

    model_free(model);
    return status;
}

Test(tune_sample, rows_as_they_are_written) {
    static const struct {
        const char *row;
        sample_status_t status;
        unsigned points; // of the mover, in halves
        int score;
    } rows[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";", SAMPLE_OK, 2, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - c9 \"1-0\";", SAMPLE_OK, 0, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - c9 \"1/2-1/2\"; ce -35;", SAMPLE_OK, 1, -35},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - c9 \"0-1\"; ce 50000;", SAMPLE_OK, 2, 30000},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;0-1", SAMPLE_OK, 2, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 ; 1.0\r", SAMPLE_OK, 0, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [0.5]", SAMPLE_OK, 1, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [0]", SAMPLE_OK, 0, 0},
        {"", SAMPLE_BLANK, 0, 0},
        {"  \r", SAMPLE_BLANK, 0, 0},
        {"# 1-0", SAMPLE_BLANK, 0, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [2]", SAMPLE_RESULT, 0, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", SAMPLE_RESULT, 0, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"won\";", SAMPLE_RESULT, 0, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\"; ce much;", SAMPLE_SCORE, 0, 0},
        {"4k3/8/8/8/8/8/4P3/8 w - - 0 1;1-0", SAMPLE_FEN, 0, 0},
        {"4k3/8/8/8/8/8/4P3/8 w - - c9 \"1-0\";", SAMPLE_FEN, 0, 0},
        // Left out: in check, a piece to take, a pawn to promote; a guarded one is no reason.
        {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1;1-0", SAMPLE_LOUD, 0, 0},
        {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1;1-0", SAMPLE_LOUD, 0, 0},
        {"8/P3k3/8/8/8/8/8/4K3 w - - 0 1;1-0", SAMPLE_LOUD, 0, 0},
        {"4k3/8/8/8/3p4/4N3/8/4K3 w - - 0 1;1-0", SAMPLE_LOUD, 0, 0}, // the opponent would take
        {"4k3/8/4p3/3p4/8/5B2/8/4K3 w - - 0 1;1-0", SAMPLE_OK, 2, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sample_t sample;
        cr_expect_eq(read_row(rows[i].row, &sample), rows[i].status, "%s", rows[i].row);
        if (rows[i].status != SAMPLE_OK)
            continue;
        cr_expect_eq(sample.points, rows[i].points, "%s", rows[i].row);
        cr_expect_eq(sample.score, rows[i].score, "%s", rows[i].row);
        cr_expect_eq(sample.scored, rows[i].score != 0, "%s", rows[i].row);
    }
}

// Rows of a suite with a result each, in the plain form.
static char *plain_rows(const char *name, size_t *length) {
    support_file_t file;
    char *text = NULL;

    support_open(&file, name);
    FILE *stream = open_memstream(&text, length);
    size_t number = 0;
    for (size_t at = 0; at < file.length;) {
        const char *line = file.text + at, *end = memchr(line, '\n', file.length - at);
        size_t size = end ? (size_t)(end - line) : file.length - at, fields = 0, cut = 0;
        at += size + 1;
        while (cut < size && (fields += line[cut] == ' ') < 4)
            cut++;
        static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
        if (line[0] != '#')
            fprintf(stream, "%.*s 0 1;%s\n", (int)cut, line, results[number++ % 3]);
    }
    fclose(stream);
    support_close(&file);
    return text;
}

static const char *const suites[] = {"tests/data/perft/random_marcel.epd",
                                     "tests/data/openings/noob_3moves_2000.epd",
                                     "tests/data/tactical/wac_300_corrected.epd"};

static void load(sample_set_t *set, const int16_t *weights, unsigned threads) {
    memset(set, 0, sizeof *set);
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        sample_fault_t fault;
        size_t length;
        char *text = plain_rows(suites[i], &length);
        cr_assert(sample_set_add(set, text, length, weights, threads, &fault), "%s line %zu",
                  suites[i], fault.line);
        free(text);
    }
}

Test(tune_sample, coefficients_give_the_chips_score) {
    int16_t weights[ZF_WEIGHT_WORDS];
    model_t *model = model_new();
    unsigned checked = 0;
    size_t length;
    char *text = plain_rows(suites[0], &length);

    for (unsigned round = 0; round < 3; round++) {
        // Random weights reach every clamp.
        if (round == 0)
            memcpy(weights, zf_weight_default, sizeof weights);
        else
            check_random_weights(7, 3 + 4 * round, weights);
        for (char *line = text; *line;) {
            char *end = strchr(line, '\n'), *cut = memchr(line, ';', (size_t)(end - line));
            sample_t sample;
            fen_result_t fen;
            position_t position;
            chip_job_t job;
            model_terms_t terms;
            model_set_weights(model, weights);
            sample_status_t status = sample_read(model, line, (size_t)(end - line), &sample, &fen);
            if (status == SAMPLE_OK) {
                fen_parse(line, (size_t)(cut - line), &position);
                chip_job_init(&job, &position, NULL);
                cr_assert(model_eval_terms(model, &job, &terms));
                cr_assert_eq(sample_score(&sample, weights), terms.score, "round %u: %.*s", round,
                             (int)(cut - line), line);
                checked++;
            }
            line = end + 1;
        }
    }
    free(text);
    cr_expect_gt(checked, 1000, "%u", checked);
    model_free(model);
}

Test(tune_sample, sets_do_not_depend_on_threads) {
    sample_set_t sets[2];
    sample_fault_t fault;

    load(&sets[0], zf_weight_default, 1);
    load(&sets[1], zf_weight_default, 3);
    cr_expect_gt(sets[0].training_count, 2000);
    cr_expect_gt(sets[0].validation_count, 200);
    cr_expect_eq(sets[0].rows, 3376 + 2000 + 300);
    cr_expect_eq(sets[0].rows, sets[0].loud + sets[0].training_count + sets[0].validation_count);
    cr_assert_eq(sets[0].training_count, sets[1].training_count);
    cr_expect_eq(memcmp(sets[0].training, sets[1].training,
                        sets[0].training_count * sizeof *sets[0].training),
                 0);
    cr_expect_eq(memcmp(sets[0].validation, sets[1].validation,
                        sets[0].validation_count * sizeof *sets[0].validation),
                 0);
    // The first fault is reported, whoever met it, and the set stays as it was.
    char text[4000] = "";
    for (unsigned i = 1; i <= 40; i++)
        strcat(text,
               i == 31 || i == 37 ? "nonsense;1-0\n" : "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;1-0\n");
    size_t before = sets[0].training_count;
    cr_expect_not(sample_set_add(&sets[0], text, strlen(text), zf_weight_default, 4, &fault));
    cr_expect_eq(fault.line, 31, "%zu", fault.line);
    cr_expect_eq(sets[0].training_count, before);
    sample_set_free(&sets[0]);
    sample_set_free(&sets[1]);
}

// ---- Fitting

TestSuite(tune_fit, .timeout = 240);

// Labels as an evaluation with these weights would give them: its score, and a result drawn with
// the chances that go with it.
static void label(sample_t *samples, size_t count, const int16_t *weights) {
    uint64_t state = 12345;

    for (size_t i = 0; i < count; i++) {
        int score = sample_score(&samples[i], weights);
        double chance = 1 / (1 + exp(-0.005 * score));
        samples[i].points = (double)(support_random(&state) >> 11) * 0x1p-53 < chance ? 2 : 0;
        samples[i].scored = true;
        samples[i].score = (int16_t)score;
    }
}

// How far two sets of weights score apart, squared, on average.
static double apart(const sample_t *samples, size_t count, const int16_t *one, const int16_t *two) {
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        double gap = sample_score(&samples[i], one) - sample_score(&samples[i], two);
        sum += gap * gap;
    }
    return sum / (double)count;
}

Test(tune_fit, finds_the_weights_behind_the_labels) {
    static const struct {
        unsigned address;
        int value;
    } changes[] = {{ZF_W_ROOK_OPEN, 70}, {ZF_W_BISHOP_PAIR, -20}, {ZF_W_MOBILITY_MINOR, 10}};
    int16_t wanted[ZF_WEIGHT_WORDS], found[2][ZF_WEIGHT_WORDS];
    fit_options_t options = {.epochs = 250, .share = 1, .scale = 0.005, .part = FIT_TERMS};
    fit_result_t result;
    sample_set_t set;

    load(&set, zf_weight_default, 2);
    memcpy(wanted, zf_weight_default, sizeof wanted);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        wanted[changes[i].address] = (int16_t)changes[i].value;
    wanted[ZF_W_LAZY] = 511; // labels that are cut short would ask for smaller weights
    label(set.training, set.training_count, wanted);
    label(set.validation, set.validation_count, wanted);
    for (unsigned round = 0; round < 2; round++) {
        memcpy(found[round], zf_weight_default, sizeof found[round]);
        options.threads = round ? 3 : 1;
        cr_assert(fit_weights(set.training, set.training_count, set.validation,
                              set.validation_count, &options, NULL, found[round], &result));
    }
    cr_expect_float_eq(result.training[1],
                       fit_error(set.training, set.training_count, found[1], result.scale), 1e-12);
    cr_expect_eq(memcmp(found[0], found[1], sizeof found[0]), 0, "threads change the weights");
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        int before = zf_weight_default[changes[i].address];
        double way = (double)(found[0][changes[i].address] - before) / (changes[i].value - before);
        cr_expect(way > 0.9 && way < 1.1, "weight %u: %d", changes[i].address,
                  found[0][changes[i].address]);
    }
    // On positions that it was not fitted to, too, but for the margin that follows.
    cr_expect_lt(found[0][ZF_W_LAZY], 511);
    found[0][ZF_W_LAZY] = found[1][ZF_W_LAZY] = 511;
    double gap[2] = {apart(set.validation, set.validation_count, zf_weight_default, wanted),
                     apart(set.validation, set.validation_count, found[0], wanted)};
    cr_expect_lt(gap[1], 0.01 * gap[0], "%f of %f", gap[1], gap[0]);
    for (unsigned i = 0; i < ZF_W_DOUBLED; i++)
        cr_expect_eq(found[0][i], zf_weight_default[i], "square weight %u", i);
    sample_set_free(&set);
}

static size_t cut_by_margin(const sample_set_t *set, const int16_t *weights) {
    size_t cut = 0;

    for (size_t i = 0; i < set->training_count; i++) {
        int slow = weights[ZF_W_TEMPO];
        for (unsigned term = 0; term < MODEL_TERMS; term++)
            slow += weights[ZF_W_DOUBLED + term] * set->training[i].terms[term];
        cut += abs(slow) > weights[ZF_W_LAZY];
    }
    return cut;
}

Test(tune_fit, stays_within_the_registers) {
    int16_t wanted[ZF_WEIGHT_WORDS], found[ZF_WEIGHT_WORDS];
    fit_options_t options = {.epochs = 300, .threads = 2, .share = 1};
    fit_result_t result;
    sample_set_t set;

    // Labels that ask for more than fits: mobility of 127 saturates, as do all squares of queens.
    load(&set, zf_weight_default, 2);
    memcpy(wanted, zf_weight_default, sizeof wanted);
    for (unsigned i = ZF_W_DOUBLED; i < ZF_W_TEMPO; i++)
        wanted[i] = (int16_t)(zf_weight_default[i] < 0 ? -128 : 127);
    wanted[ZF_W_LAZY] = 511;
    label(set.training, set.training_count, wanted);
    label(set.validation, set.validation_count, wanted);
    memcpy(found, zf_weight_default, sizeof found);
    cr_assert(fit_weights(set.training, set.training_count, set.validation, set.validation_count,
                          &options, NULL, found, &result));
    cr_expect_eq(weights_check(found).error, WEIGHTS_OK);
    cr_expect_lt(result.validation[1], result.validation[0]);
    // The margin follows: no more is cut than before, and one centipawn less would cut more, unless
    // the register ends first.
    size_t before = cut_by_margin(&set, zf_weight_default);
    if (found[ZF_W_LAZY] < 511)
        cr_expect_leq(cut_by_margin(&set, found), before);
    found[ZF_W_LAZY]--;
    cr_expect_gt(cut_by_margin(&set, found), before);
    sample_set_free(&set);
}

Test(tune_fit, an_anchor_holds) {
    int16_t wanted[ZF_WEIGHT_WORDS], found[ZF_WEIGHT_WORDS];
    fit_options_t options = {.epochs = 50, .threads = 2, .share = 1, .anchor = 1e9};
    fit_result_t result;
    sample_set_t set;

    load(&set, zf_weight_default, 2);
    memcpy(wanted, zf_weight_default, sizeof wanted);
    wanted[ZF_W_ROOK_OPEN] = 100;
    label(set.training, set.training_count, wanted);
    label(set.validation, set.validation_count, wanted);
    memcpy(found, zf_weight_default, sizeof found);
    cr_assert(fit_weights(set.training, set.training_count, set.validation, set.validation_count,
                          &options, NULL, found, &result));
    for (unsigned i = 0; i <= ZF_W_TEMPO; i++)
        cr_expect(abs(found[i] - zf_weight_default[i]) <= 4, "weight %u: %d", i, found[i]);
    sample_set_free(&set);
}
