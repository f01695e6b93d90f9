// SPDX-License-Identifier: Apache-2.0
// zaffre search: one position, searched to a limit.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/notation.h"
#include "cli/cli.h"
#include "cli/explain.h"
#include "cli/show.h"
#include "model/chip_position.h"

static const char command[] = "search";

typedef struct {
    const position_t *position;
    FILE *trace; // NULL: none
    bool explain;
} view_t;

static search_signal_t signal_of_interrupt(void *context) {
    (void)context;
    return cli_interrupted() ? SEARCH_STOP : SEARCH_GO_ON;
}

static void report(void *context, const search_info_t *info) {
    const view_t *view = context;

    show_iteration(view->position, info);
    fflush(stdout);
}

static void notice(void *context, const char *text) {
    (void)context;
    fflush(stdout);
    fprintf(stderr, "zaffre %s: %s\n", command, text);
}

static void trace(void *context, const search_event_t *event) {
    const view_t *view = context;

    explain_event(view->trace, event);
}

static void print_json(const search_info_t *info, const char *device) {
    char move[UCI_CAPACITY];

    uci_write(info->best, move);
    printf("{\"bestmove\": \"%s\", \"score\": %d, ", move, info->score);
    if (search_mate_in(info->score))
        printf("\"mate\": %d, ", search_mate_in(info->score));
    printf("\"pv\": ");
    cli_print_json_line(info->line, info->line_length);
    printf(", \"depth\": %d, \"nodes\": %llu, \"hardware_nodes\": %llu, \"software_nodes\": %llu, "
           "\"clocks\": %llu, \"clocks_per_node\": %.3f, \"jobs\": %llu, \"aborted_jobs\": %llu, "
           "\"busy\": %.4f, \"software_plies\": %u, \"job_depth\": %u, "
           "\"milliseconds\": %lld, \"device\": \"%s\"}\n",
           info->depth, (unsigned long long)(info->hardware_nodes + info->software_nodes),
           (unsigned long long)info->hardware_nodes, (unsigned long long)info->software_nodes,
           (unsigned long long)info->clocks, info->clocks_per_node, (unsigned long long)info->jobs,
           (unsigned long long)info->aborted_jobs, info->busy, info->software_plies,
           info->job_depth, (long long)info->milliseconds, device);
}

// The static evaluation, where no iteration was ended and there is no score.
static void score_statically(device_t *device, const position_t *position, search_info_t *info) {
    chip_result_t *result = calloc(1, sizeof *result);
    chip_job_t job;

    chip_job_init(&job, position, NULL);
    job.kind = ZF_JOB_KIND_EVAL;
    if (result && cli_run_job(device, &job, result) && result->status == ZF_STATUS_DONE)
        info->score = result->score;
    free(result);
}

static int run(const cli_common_t *common, view_t *view, const search_options_t *options,
               search_limits_t *limits) {
    const position_t *position = view->position;
    device_t device;
    game_t game;
    search_info_t info;

    // From here on: opening the simulated chip takes a while.
    cli_catch_interrupt();
    if (!cli_open(command, common, cli_default_device(), &device))
        return CLI_BAD;
    if (!game_init(&game, position)) {
        device_close(&device);
        return cli_fail(command, "memory is short");
    }
    search_hooks_t hooks = {.context = view,
                            .report = common->json ? NULL : report,
                            .signal = signal_of_interrupt,
                            .notice = notice,
                            .trace = view->trace ? trace : NULL};
    if (!common->json) {
        cli_print_board(position);
        printf("\n%s\n", device.text);
        fflush(stdout);
    }
    search_error_t error = search_run(&device, &game, options, limits, &hooks, &info);
    if (!error && info.depth == 0 && info.best != MOVE_NONE)
        score_statically(&device, position, &info);
    if (error)
        cli_fail(command, "%s", search_error_text(error));
    else if (common->json)
        print_json(&info, device.ops->name);
    else
        show_outcome(position, &info);
    if (!error && view->explain && !common->json && info.line_length)
        explain_line(position, &info);
    game_free(&game);
    return cli_close(command, common, &device, error ? CLI_BAD : CLI_DONE);
}

int cli_search(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    position_t position;
    search_options_t options;
    search_limits_t limits = {0};
    bool explain = false;
    const char *trace_name = NULL;
    int64_t depth = 0, nodes = 0, milliseconds = 0, job_limit, null_r, verified;

    search_options_default(&options);
    job_limit = options.job_limit;
    null_r = options.null_r;
    verified = options.verified;
    const cli_option_t own[] = {
        {"--depth", CLI_NUMBER, &depth, 1, SEARCH_DEPTH_MAX},
        {"--nodes", CLI_NUMBER, &nodes, 1, INT64_MAX},
        {"--time", CLI_NUMBER, &milliseconds, 1, INT64_MAX / 2},
        {"--job-limit", CLI_NUMBER, &job_limit, 1, (1 << 24) - 1},
        {"--null", CLI_NUMBER, &null_r, 0, 3},
        {"--verified", CLI_NUMBER, &verified, 0, 1},
        {"--explain", CLI_FLAG, &explain, 0, 0},
        {"--trace", CLI_TEXT, &trace_name, 0, 0},
    };
    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &common, &words))
        return CLI_BAD;
    if (words.count == 0)
        return cli_fail(command, "a position is wanted: a FEN or startpos");
    if (!cli_position(command, &words, 0, &position))
        return CLI_BAD;
    if (!depth && !nodes && !milliseconds)
        milliseconds = 5000;
    options.job_limit = (uint32_t)job_limit;
    options.null_r = (unsigned)null_r;
    options.verified = verified;
    if (!cli_search_setup(command, &common, depth, nodes, milliseconds, &options, &limits))
        return CLI_BAD;
    view_t view = {.position = &position, .explain = explain};
    if (trace_name && !(view.trace = fopen(trace_name, "w")))
        return cli_fail(command, "--trace %s: %s", trace_name, strerror(errno));
    int status = run(&common, &view, &options, &limits);
    if (view.trace && fclose(view.trace) != 0)
        return cli_fail(command, "--trace %s: %s", trace_name, strerror(errno));
    return status;
}
