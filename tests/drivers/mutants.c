// SPDX-License-Identifier: Apache-2.0
// mutants NUMBER BATCHES JOBS SEED SILENCE [DATA [CLOCKS]]: the lockstep checker on mutation NUMBER
// of the netlist that was linked (0: none), until the first difference or through the jobs of
// DATA/jobs/mutations.txt and then the last JOBS random jobs of each of the first BATCHES batches.
// Weights, memory and stalls are a batch's, and its last jobs are small: a few of many batches see
// more in fewer clocks than all of a few. CLOCKS pass before the first job of each run.
// Prints one line of JSON: the mutation, whether a difference was seen, after how many jobs and
// clocks, the longest time without a result, and the difference. Status 0 either way; 2 where it
// could not be tried. A chip that gives no result for SILENCE clocks is at fault, and so is one
// that brings this process down: the child that runs it is then reported as "died".
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/job_text.h"
#include "check/lockstep.h"

typedef struct {
    void *device;
    uint64_t limit, quiet, longest;
    uint64_t first; // clocks that pass before the first job of a run
    char text[80];
} watch_t;

// One device a run. The checker opens a second one to find the culprit, which is not wanted.
static watch_t watch;

static void *watch_open(const void *user, const chip_sim_options_t *options) {
    if (watch.device)
        return NULL;
    watch.device = check_device_sim.open(user, options);
    if (watch.device)
        check_device_sim.step_to_result(watch.device, watch.first);
    return watch.device;
}

static uint64_t watch_step(void *device, uint64_t clocks) {
    uint64_t passed = check_device_sim.step_to_result(device, clocks);

    watch.quiet += passed;
    if (watch.quiet > watch.longest)
        watch.longest = watch.quiet;
    return passed;
}

static bool watch_result(void *device, chip_result_t *result) {
    bool there = check_device_sim.result(device, result);

    if (there)
        watch.quiet = 0;
    return there;
}

static bool watch_clear_table(void *device) {
    watch.quiet = 0;
    return check_device_sim.clear_table(device);
}

static const char *watch_fault(const void *device) {
    if (watch.quiet <= watch.limit)
        return check_device_sim.fault(device);
    snprintf(watch.text, sizeof watch.text, "no result for %" PRIu64 " clocks", watch.limit);
    return watch.text;
}

static void print_text(const char *text) {
    putchar('"');
    for (; *text; text++)
        if (*text != '"' && *text != '\\' && (unsigned char)*text >= ' ')
            putchar(*text);
    putchar('"');
}

enum { LISTED_MAX = 64 };

// Jobs that show what random ones seldom do. Where one is aborted the counters are not compared, so
// these make a list of their own.
typedef struct {
    job_line_t lines[LISTED_MAX];
    size_t count;
} listed_t;

enum { LISTED_WHOLE, LISTED_ABORTED, LISTS };

static bool read_listed(listed_t listed[LISTS], const char *data) {
    char text[JOB_TEXT_CAPACITY];
    bool good = true;

    snprintf(text, sizeof text, "%s/jobs/mutations.txt", data);
    FILE *file = fopen(text, "r");
    if (!file)
        return false;
    while (good && fgets(text, sizeof text, file)) {
        job_line_t line;
        job_text_error_t error = job_text_parse(text, strcspn(text, "\n"), true, &line).error;
        good = error == JOB_TEXT_OK || error == JOB_TEXT_EMPTY;
        if (error != JOB_TEXT_OK)
            continue;
        listed_t *list = &listed[line.abort_after ? LISTED_ABORTED : LISTED_WHOLE];
        good = list->count < LISTED_MAX;
        if (good)
            list->lines[list->count++] = line;
    }
    fclose(file);
    return good && listed[LISTED_WHOLE].count > 0 && listed[LISTED_ABORTED].count > 0;
}

// In the child: a run for each list, then one for each batch; one line.
static int try_mutant(const lockstep_options_t *options, const listed_t listed[LISTS],
                      uint64_t batches) {
    check_device_ops_t ops = check_device_sim;
    lockstep_options_t watched = *options;
    lockstep_verdict_t verdict = LOCKSTEP_OK;
    static lockstep_result_t result;
    uint64_t jobs = 0, clocks = 0;

    ops.open = watch_open;
    ops.step_to_result = watch_step;
    ops.result = watch_result;
    ops.clear_table = watch_clear_table;
    ops.fault = watch_fault;
    watched.device = &ops;
    for (uint64_t run = 0; run < LISTS + batches && verdict != LOCKSTEP_DIFFERENCE; run++) {
        watched.listed = run < LISTS ? listed[run].lines : NULL;
        watched.listed_count = run < LISTS ? listed[run].count : 0;
        watched.first = run < LISTS ? 0 : (run - LISTS + 1) * CHECK_BATCH - options->jobs;
        watch.device = NULL;
        verdict = lockstep_run(&watched, &result);
        if (verdict == LOCKSTEP_MEMORY || verdict == LOCKSTEP_TRACE)
            return 2;
        jobs += result.jobs;
        clocks += result.clocks;
    }
    printf("{\"mutant\": %u, \"killed\": %s, \"jobs\": %" PRIu64 ", \"clocks\": %" PRIu64
           ", \"longest\": %" PRIu64,
           options->bug, verdict == LOCKSTEP_DIFFERENCE ? "true" : "false", jobs, clocks,
           watch.longest);
    if (verdict == LOCKSTEP_DIFFERENCE) {
        fputs(", \"difference\": ", stdout);
        print_text(result.difference);
    }
    puts("}");
    return fflush(stdout) ? 2 : 0;
}

int main(int argc, char **argv) {
    check_corpus_t corpus = {0};
    static listed_t listed[LISTS];
    lockstep_options_t options = {.corpus = &corpus, .vary = true};
    const char *data = argc > 6 ? argv[6] : "tests/data";

    if (argc < 6) {
        fputs("mutants: NUMBER BATCHES JOBS SEED SILENCE [DATA [CLOCKS]]\n", stderr);
        return 2;
    }
    options.bug = (unsigned)strtoul(argv[1], NULL, 10);
    uint64_t batches = strtoull(argv[2], NULL, 10);
    options.jobs = strtoull(argv[3], NULL, 10);
    options.seed = strtoull(argv[4], NULL, 10);
    watch.limit = strtoull(argv[5], NULL, 10);
    watch.first = argc > 7 ? strtoull(argv[7], NULL, 10) : 0;
    if (options.jobs < 1 || options.jobs > CHECK_BATCH) {
        fprintf(stderr, "mutants: %s jobs: not 1 to %d\n", argv[3], CHECK_BATCH);
        return 2;
    }
    if (!read_listed(listed, data)) {
        fprintf(stderr, "mutants: %s/jobs/mutations.txt: no jobs can be read from it\n", data);
        return 2;
    }
    if (!check_corpus_open(&corpus, data)) {
        fprintf(stderr, "mutants: %s: %s below it cannot be read\n", data, corpus.missing);
        return 2;
    }
    pid_t child = fork();
    int status = 0;
    if (child == 0)
        _exit(try_mutant(&options, listed, batches));
    bool waited = child > 0 && waitpid(child, &status, 0) == child;
    check_corpus_close(&corpus);
    if (!waited)
        return 2;
    if (WIFSIGNALED(status))
        printf("{\"mutant\": %u, \"killed\": true, \"difference\": \"died by signal %d\"}\n",
               options.bug, WTERMSIG(status));
    return WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
}
