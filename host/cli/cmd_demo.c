// SPDX-License-Identifier: Apache-2.0
// zaffre demo: a famous move, found by the simulated chip, and the table of rates.
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "cli/cli.h"
#include "cli/rates.h"
#include "cli/show.h"

static const char command[] = "demo";

// D. Byrne - Fischer, New York 1956, after 17. Kf1: 17... Be6 gives the queen for the attack.
static const char famous[] = "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 5 17";
enum { DEMO_DEPTH = 7, DEMO_MILLISECONDS = 25000, RATES_STRIDE = 4 };

static void report(void *context, const search_info_t *info) {
    show_iteration(context, info);
    fflush(stdout);
}

static search_signal_t signal_of_interrupt(void *context) {
    (void)context;
    return cli_interrupted() ? SEARCH_STOP : SEARCH_GO_ON;
}

static int search(const cli_common_t *common, position_t *position) {
    search_options_t options;
    search_limits_t limits = {
        .depth = DEMO_DEPTH,
        .clock = {.has_movetime = true, .movetime = DEMO_MILLISECONDS},
    };
    search_hooks_t hooks = {.context = position, .report = report, .signal = signal_of_interrupt};
    search_info_t info;
    device_t device;
    game_t game;

    search_options_default(&options);
    if (!cli_open(command, common, "sim", &device))
        return CLI_BAD;
    if (!game_init(&game, position)) {
        device_close(&device);
        return cli_fail(command, "memory is short");
    }
    printf("The chip: %s\n\n", device.text);
    fflush(stdout);
    search_error_t error = search_run(&device, &game, &options, &limits, &hooks, &info);
    if (error)
        cli_fail(command, "%s", search_error_text(error));
    else
        show_outcome(position, &info);
    game_free(&game);
    return cli_close(command, common, &device, error ? CLI_BAD : CLI_DONE);
}

int cli_demo(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    position_t position;
    rates_t rates;
    rates_boards_t boards;

    if (!cli_parse(command, argc, argv, NULL, 0, &common, &words))
        return CLI_BAD;
    if (words.count)
        return cli_fail(command, "%s: no word is wanted here", words.words[0]);
    if (fen_parse(famous, strlen(famous), &position).error)
        return cli_fail(command, "the position cannot be read");
    cli_catch_interrupt();
    puts("Donald Byrne - Robert Fischer, New York 1956, after 17. Kf1\n");
    cli_print_board(&position);
    putchar('\n');
    int status = search(&common, &position);
    if (status != CLI_DONE || cli_interrupted())
        return status;
    putchar('\n');
    fflush(stdout);
    if (!rates_measure(RATES_STRIDE, (uint64_t)common.seed, &rates))
        return cli_fail(command, "the simulated chip could not be measured");
    rates_read_boards(NULL, rates.clocks_per_node, &boards);
    rates_print(&rates, &boards);
    return CLI_DONE;
}
