// SPDX-License-Identifier: Apache-2.0
#include "cli/show.h"

#include <stdio.h>

#include "chess/notation.h"
#include "cli/cli.h"

void show_iteration(const position_t *position, const search_info_t *info) {
    char score[CLI_SCORE_CAPACITY];
    uint64_t nodes = info->software_nodes + info->hardware_nodes;

    cli_write_score(info->score, score);
    printf("depth %2d  %s%-10s %9llu nodes %6.2f s  ", info->depth,
           info->bound == SEARCH_AT_LEAST  ? ">= "
           : info->bound == SEARCH_AT_MOST ? "<= "
                                           : "",
           score, (unsigned long long)nodes, (double)info->milliseconds / 1000.0);
    cli_print_line(position, info->line, info->line_length, true);
    putchar('\n');
}

void show_outcome(const position_t *position, const search_info_t *info) {
    char score[CLI_SCORE_CAPACITY], san[SAN_CAPACITY], uci[UCI_CAPACITY];
    uint64_t nodes = info->software_nodes + info->hardware_nodes;
    double seconds = (double)info->milliseconds / 1000.0;

    cli_write_score(info->score, score);
    if (info->best == MOVE_NONE) {
        printf("\nNo legal move: %s\n", position_in_check(position) ? "checkmate" : "stalemate");
        return;
    }
    san_write(position, info->best, san);
    uci_write(info->best, uci);
    printf("\nBest move %s (%s), %s at depth %d\n", san, uci, score, info->depth);
    printf("Nodes     %llu: %llu in software, %llu in hardware by %llu jobs",
           (unsigned long long)nodes, (unsigned long long)info->software_nodes,
           (unsigned long long)info->hardware_nodes, (unsigned long long)info->jobs);
    if (info->split_jobs)
        printf(" (%llu grew too large and were split)", (unsigned long long)info->split_jobs);
    if (seconds > 0)
        printf("; %.0f nodes/s", (double)nodes / seconds);
    printf("\nContexts  %.1f %% busy; software searches %u %s, jobs %u\n", 100 * info->busy,
           info->software_plies, info->software_plies == 1 ? "ply" : "plies", info->job_depth);
    if (info->clocks)
        printf("Clocks    %llu, %.2f for each hardware node\n", (unsigned long long)info->clocks,
               info->clocks_per_node);
}
