// SPDX-License-Identifier: Apache-2.0
// zaffre rates: hardware against software node rates.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rates.h"

static const char command[] = "rates";

static double sum(const double passes[CHIP_PASS_KINDS]) {
    double total = 0;

    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        total += passes[kind];
    return total;
}

static void print_boards(const rates_t *rates, const rates_boards_t *boards) {
    for (unsigned i = 0; i < boards->count; i++) {
        const rates_board_t *board = &boards->boards[i];
        printf("  %-28s %7.2f MHz / %.2f = ", board->name, board->fmax_mhz, rates->clocks_per_node);
        if (board->same)
            printf("%10.0f nodes/s  (%.0f LUT4)\n", board->nps, board->lut4);
        else
            printf("not computed: another build than the simulated one (%.0f LUT4)\n", board->lut4);
    }
    if (boards->count)
        printf("  Fmax placed and routed, median of five seeds; %s, %s.\n"
               "  These rates are computed, not measured on a board.\n",
               boards->source, boards->date);
    else
        puts("  no placed and routed chip is on record: make size");
}

void rates_print(const rates_t *rates, const rates_boards_t *boards) {
    printf("The chip, simulated: %u jobs of depth 4 and 5 on %u contexts\n", rates->jobs,
           rates->contexts);
    printf("  %.3f clocks for each node (%llu clocks, %llu nodes)\n\n", rates->clocks_per_node,
           (unsigned long long)rates->clocks, (unsigned long long)rates->nodes);
    printf("  passes for each node  chip   model\n");
    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        printf("    %-16s %8.3f %7.3f\n", rates_pass_names[kind], rates->passes_per_node[kind],
               rates->model_passes_per_node[kind]);
    printf("    %-16s %8.3f %7.3f\n", "all", sum(rates->passes_per_node),
           sum(rates->model_passes_per_node));
    printf("  passes for each job %8.0f %7.0f\n", rates->passes_per_job,
           rates->model_passes_per_job);
    printf("  slow evaluation in %.1f %% of the static evaluations of jobs at the score\n\n",
           100 * rates->slow_share);
    puts("Nodes a second");
    printf("  %-28s %10.0f nodes/s  (one core, %.2f MHz of simulated clock)\n",
           "the chip under Verilator", rates->sim_nps, rates->sim_clock_hz / 1e6);
    printf("  %-28s %10.0f nodes/s  (one core)\n", "the same jobs in C", rates->model_nps);
    print_boards(rates, boards);
}

static void print_passes(const char *name, const double passes[CHIP_PASS_KINDS]) {
    printf("\"%s\": {", name);
    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        printf("\"%s\": %.4f, ", rates_pass_names[kind], passes[kind]);
    printf("\"all\": %.4f}, ", sum(passes));
}

static void print_json(const rates_t *rates, const rates_boards_t *boards) {
    printf("{\"clocks_per_node\": %.4f, ", rates->clocks_per_node);
    print_passes("passes_per_node", rates->passes_per_node);
    print_passes("model_passes_per_node", rates->model_passes_per_node);
    printf("\"passes_per_job\": %.1f, \"model_passes_per_job\": %.1f, \"jobs\": %u, "
           "\"nodes\": %llu, \"clocks\": %llu, \"contexts\": %u, \"sim_clock_hz\": %.0f, "
           "\"sim_nps\": %.0f, \"model_nps\": %.0f, \"slow_share\": %.4f, ",
           rates->passes_per_job, rates->model_passes_per_job, rates->jobs,
           (unsigned long long)rates->nodes, (unsigned long long)rates->clocks, rates->contexts,
           rates->sim_clock_hz, rates->sim_nps, rates->model_nps, rates->slow_share);
    fputs("\"boards\": [", stdout);
    for (unsigned i = 0; i < boards->count; i++) {
        const rates_board_t *board = &boards->boards[i];
        printf("%s{\"name\": ", i ? ", " : "");
        cli_print_json_text(board->name);
        printf(", \"fmax_mhz\": %.2f, \"lut4\": %.0f, ", board->fmax_mhz, board->lut4);
        if (board->same)
            printf("\"nps\": %.0f, \"computed\": true}", board->nps);
        else
            printf("\"nps\": null, \"reason\": \"another build than the simulated one\"}");
    }
    fputs("], \"boards_from\": ", stdout);
    cli_print_json_text(boards->source);
    fputs(", \"boards_date\": ", stdout);
    cli_print_json_text(boards->date);
    puts("}");
}

int cli_rates(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    rates_t rates;
    rates_boards_t boards;
    const char *size = NULL;
    int64_t every = 1;
    const cli_option_t own[] = {
        {"--size", CLI_TEXT, &size, 0, 0},
        {"--every", CLI_NUMBER, &every, 1, 40},
    };

    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &common, &words))
        return CLI_BAD;
    if (words.count)
        return cli_fail(command, "%s: no word is wanted here", words.words[0]);
    if (common.device && strcmp(common.device, "sim") != 0)
        return cli_fail(command, "--device %s: it is the simulated chip (sim) that is measured",
                        common.device);
    // A wrong file is named before the measurement, not after it.
    if (size) {
        size_t length;
        char *text = cli_read_file(command, "--size ", size, &length);
        if (!text)
            return CLI_BAD;
        free(text);
    }
    if (size && !rates_read_boards(size, 1, &boards))
        return cli_fail(command, "--size %s: there are no boards to be read", size);
    if (!rates_measure((unsigned)every, (uint64_t)common.seed, &rates))
        return cli_fail(command, "the simulated chip could not be measured");
    rates_read_boards(size, rates.clocks_per_node, &boards);
    if (common.json)
        print_json(&rates, &boards);
    else
        rates_print(&rates, &boards);
    return CLI_DONE;
}
