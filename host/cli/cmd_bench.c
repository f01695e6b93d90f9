// SPDX-License-Identifier: Apache-2.0
// zaffre bench: a fixed set of positions, one signature.
//
// Each position is searched with the table cleared and one job in flight at a time, so the count
// depends neither on the device nor on its contexts nor on the clock (docs/chip.md section 9).
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "cli/cli.h"
#include "cli/positions.h"
#include "search/clock.h"

static const char command[] = "bench";

// The depth lets the simulated chip end in about a minute with its one busy context. The table has
// one size on every device, or the counts would differ.
enum { BENCH_DEPTH = 4, BENCH_TABLE_LOG2 = 16 };

typedef struct {
    uint64_t software, hardware;
    int64_t milliseconds;
} bench_total_t;

static bool run_position(device_t *device, const position_t *position,
                         const search_options_t *options, const search_limits_t *limits,
                         search_info_t *info) {
    game_t game;

    if (!game_init(&game, position))
        return false;
    search_error_t error = search_run(device, &game, options, limits, NULL, info);
    game_free(&game);
    return error == SEARCH_OK;
}

static int run_all(device_t *device, const search_options_t *options, int depth, bool json,
                   bench_total_t *total) {
    search_limits_t limits = {.depth = depth};
    int64_t start = clock_now();

    for (unsigned i = 0; position_bench[i]; i++) {
        position_t position;
        search_info_t info;
        char move[UCI_CAPACITY], score[CLI_SCORE_CAPACITY];
        size_t used;
        const char *row = position_bench[i];
        fen_result_t read = fen_parse_prefix(row, strlen(row), &position, &used);
        if (read.error || !run_position(device, &position, options, &limits, &info))
            return cli_fail(command, "position %u could not be searched", i + 1);
        total->software += info.software_nodes;
        total->hardware += info.hardware_nodes;
        if (json)
            continue;
        uci_write(info.best, move);
        cli_write_score(info.score, score);
        printf("%2u  %-5s %-10s %9llu nodes  %s\n", i + 1, move, score,
               (unsigned long long)(info.software_nodes + info.hardware_nodes), row);
        fflush(stdout);
    }
    total->milliseconds = clock_now() - start;
    return CLI_DONE;
}

int cli_bench(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    device_t device;
    bench_total_t total = {0};
    search_options_t options;
    int64_t depth = BENCH_DEPTH;

    if (!cli_parse(command, argc, argv, NULL, 0, &common, &words))
        return CLI_BAD;
    if (words.count > 1)
        return cli_fail(command, "%s: only a depth is wanted here", words.words[1]);
    if (words.count && !cli_number(words.words[0], 1, SEARCH_DEPTH_MAX, &depth))
        return cli_fail(command, "depth %s: not a whole number from 1 to %d", words.words[0],
                        SEARCH_DEPTH_MAX);
    search_options_default(&options);
    options.in_flight = 1;
    if (!cli_search_options(command, &common, &options))
        return CLI_BAD;
    common.table = BENCH_TABLE_LOG2;
    if (!cli_open(command, &common, "model", &device))
        return CLI_BAD;
    int status = run_all(&device, &options, (int)depth, common.json, &total);
    uint64_t nodes = total.software + total.hardware;
    uint64_t speed = nodes * 1000 / (uint64_t)(total.milliseconds ? total.milliseconds : 1);
    if (status == CLI_DONE && common.json)
        printf("{\"nodes\": %llu, \"software_nodes\": %llu, \"hardware_nodes\": %llu, "
               "\"nps\": %llu, \"milliseconds\": %lld, \"device\": \"%s\"}\n",
               (unsigned long long)nodes, (unsigned long long)total.software,
               (unsigned long long)total.hardware, (unsigned long long)speed,
               (long long)total.milliseconds, device.ops->name);
    else if (status == CLI_DONE)
        printf("%llu nodes %llu nps\n", (unsigned long long)nodes, (unsigned long long)speed);
    return cli_close(command, &common, &device, status);
}
