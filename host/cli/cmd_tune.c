// SPDX-License-Identifier: Apache-2.0
// zaffre tune: Texel tuning of the evaluation weights from labelled positions. docs/tune.md.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/text_file.h"
#include "search/clock.h"
#include "tune/fit.h"
#include "tune/sample_set.h"
#include "tune/weights.h"

static const char command[] = "tune";

typedef struct {
    const char *out, *part;
    int64_t epochs, anchor, share, threads;
    fit_options_t fit;
    bool json;
} tune_options_t;

static void report(void *context, const fit_report_t *fit) {
    (void)context;
    fprintf(stderr, "\rstep %u of %u, training error %.6f, validation %.6f ", fit->epoch,
            fit->epochs, fit->training, fit->validation);
    if (fit->epoch == fit->epochs)
        fputc('\n', stderr);
}

static bool stop(void *context) {
    (void)context;
    return cli_interrupted();
}

static bool read_samples(const cli_words_t *words, const int16_t *weights, unsigned threads,
                         sample_set_t *set) {
    for (size_t i = 0; i < words->count; i++) {
        text_file_t file;
        sample_fault_t fault;
        char reason[200];
        if (!text_file_read(command, words->words[i], &file))
            return false;
        bool well = sample_set_add(set, file.text, file.length, weights, threads, &fault);
        text_file_free(&file);
        if (well)
            continue;
        sample_describe(&fault, reason, sizeof reason);
        cli_fail(command, "%s: %s", words->words[i], reason);
        return false;
    }
    return true;
}

static void print_text(const sample_set_t *set, const fit_result_t *fit, const int16_t *before,
                       const int16_t *weights, int64_t milliseconds) {
    printf("%zu positions, %zu of them not quiet; %zu to train, %zu to validate\n", set->rows,
           set->loud, set->training_count, set->validation_count);
    printf("scale %.6f for a centipawn%s, %.1f s%s\n", fit->scale,
           fit->score_scale > 0 ? ", engine's scores used" : "", (double)milliseconds / 1000.0,
           fit->stopped ? ", interrupted" : "");
    printf("             before     after\n");
    printf("training   %.6f  %.6f\n", fit->training[0], fit->training[1]);
    printf("validation %.6f  %.6f  at step %u\n\n", fit->validation[0], fit->validation[1],
           fit->epoch);
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
        const zf_weight_info_t *info = &zf_weights[i];
        if (info->count == 1)
            printf("%-16s %5d %5d\n", info->name, before[info->address], weights[info->address]);
    }
}

static void print_json(const sample_set_t *set, const fit_result_t *fit, const int16_t *weights,
                       int64_t milliseconds) {
    printf("{\"rows\": %zu, \"loud\": %zu, \"training\": %zu, \"validation\": %zu, "
           "\"scale\": %.8f, \"score_scale\": %.8f, \"step\": %u, "
           "\"training_error\": [%.8f, %.8f], \"validation_error\": [%.8f, %.8f], "
           "\"milliseconds\": %lld, \"weights\": {",
           set->rows, set->loud, set->training_count, set->validation_count, fit->scale,
           fit->score_scale, fit->epoch, fit->training[0], fit->training[1], fit->validation[0],
           fit->validation[1], (long long)milliseconds);
    const char *comma = "";
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
        if (zf_weights[i].count > 1)
            continue;
        printf("%s\"%s\": %d", comma, zf_weights[i].name, weights[zf_weights[i].address]);
        comma = ", ";
    }
    printf("}}\n");
}

// Written beside and moved into place: an output file is whole or as it was.
static bool write_weights(const char *name, const text_file_t *text, const int16_t *weights) {
    size_t size = strlen(name) + 5;
    char *beside = malloc(size);
    FILE *stream = NULL;

    if (beside) {
        snprintf(beside, size, "%s.new", name);
        stream = fopen(beside, "wb");
    }
    bool well = stream && weights_write(stream, text->text, text->length, weights);
    if (stream)
        well = fclose(stream) == 0 && well;
    well = well && rename(beside, name) == 0;
    if (!well)
        cli_fail(command, "%s: %s", name, errno ? strerror(errno) : "it could not be written");
    free(beside);
    return well;
}

static int run(const cli_words_t *words, const tune_options_t *options, const text_file_t *text,
               const int16_t *before) {
    int16_t weights[ZF_WEIGHT_WORDS];
    sample_set_t set = {0};
    fit_result_t fit;
    fit_hooks_t hooks = {.report = isatty(STDERR_FILENO) ? report : NULL, .stop = stop};
    int64_t start = clock_now();
    int status = CLI_BAD;

    memcpy(weights, before, sizeof weights);
    cli_catch_interrupt();
    if (!read_samples(words, before, options->fit.threads, &set))
        goto end;
    if (set.training_count == 0 || set.validation_count == 0) {
        cli_fail(command, "there are too few quiet positions: %zu",
                 set.training_count + set.validation_count);
        goto end;
    }
    if (!fit_weights(set.training, set.training_count, set.validation, set.validation_count,
                     &options->fit, &hooks, weights, &fit)) {
        cli_fail(command, "memory is short");
        goto end;
    }
    if (options->json)
        print_json(&set, &fit, weights, clock_now() - start);
    else
        print_text(&set, &fit, before, weights, clock_now() - start);
    status = !options->out || write_weights(options->out, text, weights) ? CLI_DONE : CLI_BAD;
end:
    sample_set_free(&set);
    return status;
}

static bool set_fit(tune_options_t *options) {
    static const struct {
        const char *name;
        fit_part_t part;
    } parts[] = {{"all", FIT_ALL}, {"squares", FIT_SQUARES}, {"terms", FIT_TERMS}};

    options->fit = (fit_options_t){.threads = (unsigned)options->threads,
                                   .epochs = (unsigned)options->epochs,
                                   .anchor = (double)options->anchor / 100.0,
                                   .share = (double)options->share / 100.0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strcmp(options->part, parts[i].name) == 0) {
            options->fit.part = parts[i].part;
            return true;
        }
    }
    cli_fail(command, "--part %s: not all, squares or terms", options->part);
    return false;
}

int cli_tune(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    int16_t weights[ZF_WEIGHT_WORDS];
    text_file_t text = {0};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    tune_options_t options = {
        .part = "all", .epochs = 400, .anchor = 100, .threads = processors > 0 ? processors : 1};
    const cli_option_t own[] = {
        {"--out", CLI_TEXT, &options.out, 0, 0},
        {"--part", CLI_TEXT, &options.part, 0, 0},
        {"--steps", CLI_NUMBER, &options.epochs, 1, 100000},
        {"--anchor", CLI_NUMBER, &options.anchor, 0, 1000000},
        {"--score-share", CLI_NUMBER, &options.share, 0, 100},
        {"--threads", CLI_NUMBER, &options.threads, 1, 64},
    };

    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &common, &words))
        return CLI_BAD;
    options.json = common.json;
    if (words.count == 0)
        return cli_fail(command, "a file of labelled positions is wanted");
    if (options.out && !common.weights)
        return cli_fail(command, "--out needs --weights FILE, whose text it keeps: defs/eval.def");
    if (!set_fit(&options) || !cli_weights(command, &common, weights))
        return CLI_BAD;
    if (common.weights && !text_file_read(command, common.weights, &text))
        return CLI_BAD;
    int status = run(&words, &options, &text, weights);
    text_file_free(&text);
    return status;
}
