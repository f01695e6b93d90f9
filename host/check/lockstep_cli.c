// SPDX-License-Identifier: Apache-2.0
// zaffre lockstep: the simulated chip against its model.
//
//   zaffre lockstep --jobs 5000 --seed 7          random jobs, tables, latencies and stalls
//   zaffre lockstep --seed 7 --job 123            one of them
//   zaffre lockstep --file jobs.txt [--job 3]     listed jobs, check/job_text.h; the first is 0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check/lockstep.h"
#include "cli/cli.h"

static const char command[] = "lockstep";

enum { JOBS = 1000, FILE_JOBS_MAX = 100000 };

typedef struct {
    cli_common_t common;
    const char *stall, *file, *data;
    int64_t jobs, job, bug;
    job_line_t *listed;
    size_t listed_count;
} arguments_t;

static bool read_stall(const arguments_t *arguments, lockstep_options_t *options) {
    static const char *const names[] = {"none", "in", "out", "both"};

    options->vary = !arguments->stall || strcmp(arguments->stall, "varied") == 0;
    if (options->vary)
        return true;
    for (unsigned stalls = 0; stalls < 4; stalls++) {
        if (strcmp(arguments->stall, names[stalls]) == 0) {
            options->stalls = stalls;
            return true;
        }
    }
    cli_fail(command, "--stall %s: not none, in, out, both or varied", arguments->stall);
    return false;
}

// Reads a line into the next place of the list, which has room.
static bool read_line(arguments_t *arguments, const char *text, size_t length, unsigned row) {
    char reason[200];
    job_text_result_t read =
        job_text_parse(text, length, true, &arguments->listed[arguments->listed_count]);

    if (read.error == JOB_TEXT_EMPTY)
        return true;
    if (read.error == JOB_TEXT_OK) {
        arguments->listed_count++;
        return true;
    }
    job_text_describe(&read, reason, sizeof reason);
    cli_fail(command, "%s, line %u: %s", arguments->file, row, reason);
    return false;
}

// Makes room for one more; says what is wrong.
static bool make_room(arguments_t *arguments) {
    size_t count = arguments->listed_count;

    if (count == FILE_JOBS_MAX) {
        cli_fail(command, "%s holds more than %d jobs", arguments->file, FILE_JOBS_MAX);
        return false;
    }
    // Grown whenever the count is a power of two.
    if (count & (count - 1))
        return true;
    job_line_t *grown = realloc(arguments->listed, (count ? 2 * count : 1) * sizeof *grown);
    if (!grown) {
        cli_fail(command, "memory is short");
        return false;
    }
    arguments->listed = grown;
    return true;
}

static bool read_file(arguments_t *arguments) {
    size_t length;
    char *text = cli_read_file(command, "--file ", arguments->file, &length);
    bool ok = text != NULL;

    for (size_t at = 0, row = 1; ok && at < length; row++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t line = end ? (size_t)(end - text) - at : length - at;
        ok = make_room(arguments) && read_line(arguments, text + at, line, (unsigned)row);
        at += line + 1;
    }
    free(text);
    if (ok && arguments->listed_count == 0) {
        cli_fail(command, "%s holds no job", arguments->file);
        ok = false;
    }
    return ok;
}

// The number of the job that differs, as --job wants it.
static uint64_t job_number(const arguments_t *arguments, const lockstep_result_t *result) {
    bool one_listed = arguments->file && arguments->job >= 0;

    return result->job + (one_listed ? (uint64_t)arguments->job : 0);
}

// More than all words of write_repeat() but the file's name.
enum { REPEAT_BYTES = 256 };

// Adds to a text, as much as there is room for.
__attribute__((format(printf, 3, 4))) static void add(char *text, size_t capacity,
                                                      const char *format, ...) {
    size_t used = strlen(text);
    va_list values;

    va_start(values, format);
    vsnprintf(text + used, capacity - used, format, values);
    va_end(values);
}

// The command that repeats the difference: of one job where it differs alone, else of the whole run
// up to there.
static void write_repeat(const arguments_t *arguments, const lockstep_result_t *result,
                         uint64_t first, char *text, size_t capacity) {
    text[0] = '\0';
    add(text, capacity, "zaffre lockstep --seed %" PRId64, arguments->common.seed);
    if (arguments->file)
        add(text, capacity, " --file %s", arguments->file);
    if (result->alone)
        add(text, capacity, " --job %" PRIu64, job_number(arguments, result));
    else if (!arguments->file)
        add(text, capacity, " --jobs %" PRIu64, first + result->submitted);
    if (!result->alone && arguments->common.contexts)
        add(text, capacity, " --contexts %" PRId64, arguments->common.contexts);
    if (arguments->stall)
        add(text, capacity, " --stall %s", arguments->stall);
    if (arguments->bug)
        add(text, capacity, " --bug %" PRId64, arguments->bug);
}

static void print_coverage(const lockstep_result_t *result) {
    for (int event = 0; event < COVERAGE_EVENTS; event++)
        printf("  %-26s %10" PRIu64 "%s", coverage_name((coverage_event_t)event),
               result->coverage.met[event], event % 2 ? "\n" : "");
    if (COVERAGE_EVENTS % 2)
        putchar('\n');
}

static void print_text(lockstep_verdict_t verdict, const lockstep_result_t *result,
                       const char *repeat, double seconds) {
    char text[JOB_TEXT_CAPACITY];

    print_coverage(result);
    printf("%" PRIu64 " jobs, %" PRIu64 " nodes, %" PRIu64 " clocks in %.1f s (%.2f MHz): ",
           result->jobs, result->nodes, result->clocks, seconds,
           (double)result->clocks / seconds / 1e6);
    if (verdict == LOCKSTEP_OK) {
        puts("no difference");
    } else if (verdict == LOCKSTEP_NOT_MET) {
        printf("no difference, but \"%s\" was met %" PRIu64 " times, not %" PRIu64 "\n",
               coverage_name(result->not_met), result->coverage.met[result->not_met],
               coverage_floor(result->not_met));
    } else {
        printf("a difference\n%s\n", result->difference);
        if (result->job != UINT64_MAX) {
            job_text_write(&result->line, text);
            printf("job %" PRIu64 ": %s\n", result->job, text);
        }
        printf("it %s; repeat it with\n  %s\n",
               result->alone ? "shows in this job alone" : "shows only in company", repeat);
    }
}

static void print_json(lockstep_verdict_t verdict, const lockstep_result_t *result,
                       const char *repeat, double seconds) {
    char text[JOB_TEXT_CAPACITY];

    printf("{\"jobs\": %" PRIu64 ", \"differences\": %d, \"nodes\": %" PRIu64
           ", \"clocks\": %" PRIu64 ", \"seconds\": %.2f",
           result->jobs, verdict == LOCKSTEP_DIFFERENCE, result->nodes, result->clocks, seconds);
    if (verdict == LOCKSTEP_NOT_MET)
        printf(", \"not_met\": \"%s\"", coverage_name(result->not_met));
    if (verdict == LOCKSTEP_DIFFERENCE) {
        fputs(", \"difference\": ", stdout);
        cli_print_json_text(result->difference);
        if (result->job != UINT64_MAX) {
            job_text_write(&result->line, text);
            fputs(", \"job\": ", stdout);
            cli_print_json_text(text);
        }
        fputs(", \"repeat\": ", stdout);
        cli_print_json_text(repeat);
    }
    fputs(", \"events\": {", stdout);
    for (int event = 0; event < COVERAGE_EVENTS; event++)
        printf("%s\"%s\": %" PRIu64, event ? ", " : "", coverage_name((coverage_event_t)event),
               result->coverage.met[event]);
    puts("}}");
}

static void show_progress(void *user, uint64_t jobs) {
    (void)user;
    fprintf(stderr, "\r%" PRIu64 " jobs", jobs);
    fflush(stderr);
}

static double now(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int run(const arguments_t *arguments, const lockstep_options_t *options) {
    lockstep_result_t *result = malloc(sizeof *result);
    size_t capacity = REPEAT_BYTES + (arguments->file ? strlen(arguments->file) : 0);
    char *repeat = malloc(capacity);
    double start = now();

    if (!result || !repeat) {
        free(result);
        free(repeat);
        return cli_fail(command, "memory is short");
    }
    lockstep_verdict_t verdict = lockstep_run(options, result);
    double seconds = now() - start + 1e-9;
    int status = verdict == LOCKSTEP_OK ? CLI_DONE : CLI_DIFFERENT;
    if (options->progress)
        fputs("\r", stderr);
    write_repeat(arguments, result, options->first, repeat, capacity);
    if (verdict == LOCKSTEP_MEMORY)
        status = cli_fail(command, "memory is short");
    else if (verdict == LOCKSTEP_TRACE)
        status =
            cli_fail(command, "--trace-file %s: no waves can be written", arguments->common.trace);
    else if (arguments->common.json)
        print_json(verdict, result, repeat, seconds);
    else
        print_text(verdict, result, repeat, seconds);
    free(result);
    free(repeat);
    return status;
}

// The device, and what it can do.
static bool set_device(const arguments_t *arguments, lockstep_options_t *options) {
    if (arguments->common.device && strcmp(arguments->common.device, "sim") != 0) {
        cli_fail(command, "--device %s: it is the simulated chip (sim) that is held to the model",
                 arguments->common.device);
        return false;
    }
#ifdef ZF_HAVE_SIM
    options->device = &check_device_sim;
    return true;
#else
    (void)options;
    cli_fail(command, "this program was built without the simulated chip");
    return false;
#endif
}

static int prepare_and_run(arguments_t *arguments, lockstep_options_t *options,
                           check_corpus_t *corpus) {
    if (!set_device(arguments, options) || !read_stall(arguments, options))
        return CLI_BAD;
    options->seed = (uint64_t)arguments->common.seed;
    options->contexts = (unsigned)arguments->common.contexts;
    options->bug = (unsigned)arguments->bug;
    options->trace_file = arguments->common.trace;
    options->jobs = (uint64_t)arguments->jobs;
    if (isatty(STDERR_FILENO) && !arguments->common.json)
        options->progress = show_progress;
    if (arguments->job >= 0) {
        options->first = (uint64_t)arguments->job;
        options->jobs = 1;
    }
    if (arguments->file) {
        if (!read_file(arguments))
            return CLI_BAD;
        options->listed = arguments->listed;
        options->listed_count = arguments->listed_count;
        if (arguments->job >= (int64_t)arguments->listed_count)
            return cli_fail(command, "--job %" PRId64 ": %s holds %zu jobs", arguments->job,
                            arguments->file, arguments->listed_count);
        if (arguments->job >= 0) {
            options->listed += arguments->job;
            options->listed_count = 1;
        }
        return run(arguments, options);
    }
    options->corpus = corpus;
    if (!check_corpus_open(corpus, arguments->data))
        return cli_fail(command, "--data %s: there are no positions to be read from %s below it",
                        arguments->data, corpus->missing);
    return run(arguments, options);
}

int lockstep_main(int argc, char **argv) {
    arguments_t arguments = {.data = "tests/data", .jobs = JOBS, .job = -1};
    lockstep_options_t options = {0};
    check_corpus_t corpus = {0};
    static cli_words_t words;
    const cli_option_t own[] = {
        {"--jobs", CLI_NUMBER, &arguments.jobs, 1, 1000000000},
        {"--job", CLI_NUMBER, &arguments.job, 0, 1000000000},
        {"--file", CLI_TEXT, &arguments.file, 0, 0},
        {"--stall", CLI_TEXT, &arguments.stall, 0, 0},
        {"--data", CLI_TEXT, &arguments.data, 0, 0},
        {"--bug", CLI_NUMBER, &arguments.bug, 0, ZF_FAULTS},
    };

    arguments.common.seed = 1;
    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &arguments.common, &words))
        return CLI_BAD;
    if (words.count)
        return cli_fail(command, "%s: an option was expected", words.words[0]);
    int status = prepare_and_run(&arguments, &options, &corpus);
    check_corpus_close(&corpus);
    free(arguments.listed);
    return status;
}
