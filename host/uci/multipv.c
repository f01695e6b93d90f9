// SPDX-License-Identifier: Apache-2.0
// MultiPV: within each depth a search of all moves, then one without the move that was best, and so
// on. Each search deepens from the start; the tables keep what the ones before have found, so that
// the lower depths cost little. The lines of a depth are told together, best first.
#include <stdlib.h>

#include "chess/movegen.h"
#include "uci/engine.h"

// Lines found for one depth, best first.
typedef struct found {
    unsigned count;
    search_info_t *lines;
} found_t;

static bool is_among(const found_t *found, move_t move) {
    for (unsigned i = 0; i < found->count; i++) {
        if (found->lines[i].best == move)
            return true;
    }
    return false;
}

// The root moves asked for, without those that are found already.
static void leave_out(const search_limits_t *limits, const move_list_t *all, const found_t *found,
                      search_limits_t *rest) {
    const move_t *moves = limits->move_count ? limits->moves : all->moves;
    unsigned count = limits->move_count ? limits->move_count : all->count;

    *rest = *limits;
    rest->move_count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!is_among(found, moves[i]))
            rest->moves[rest->move_count++] = moves[i];
    }
}

// What is left of the limits of the whole go. A running clock is a fixed time for each search.
static void cut_limits(const uci_t *uci, const clock_budget_t *budget, search_limits_t *rest,
                       int depth) {
    rest->depth = depth;
    if (rest->nodes)
        rest->nodes = rest->nodes > uci->nodes_before ? rest->nodes - uci->nodes_before : 1;
    if (budget->hard != INT64_MAX)
        rest->clock = (clock_limits_t){
            .has_movetime = true, .movetime = budget->hard, .start = budget->start};
}

static void insert(found_t *found, const search_info_t *info) {
    unsigned at = found->count++;

    for (; at > 0 && found->lines[at - 1].score < info->score; at--)
        found->lines[at] = found->lines[at - 1];
    found->lines[at] = *info;
}

// One depth: false when a limit or command cut it short.
static bool search_depth(uci_t *uci, const search_limits_t *limits, const move_list_t *all,
                         unsigned lines, int depth, clock_budget_t *budget, found_t *found,
                         search_error_t *error) {
    found->count = 0;
    uci->depth_wanted = depth;
    while (found->count < lines) {
        search_limits_t rest;
        search_info_t info;
        leave_out(limits, all, found, &rest);
        if (rest.move_count == 0)
            break;
        cut_limits(uci, budget, &rest, depth);
        uci->line = found->count + 1;
        *error = uci_search(uci, &rest, &info);
        uci->nodes_before += info.software_nodes + info.hardware_nodes;
        // The totals of all searches stand in the line that is told.
        info.software_nodes = info.hardware_nodes = 0;
        bool whole = !*error && info.depth == depth && info.bound == SEARCH_EXACT;
        if (whole || (found->count == 0 && info.depth > 0))
            insert(found, &info);
        if (uci->hit && budget->soft == INT64_MAX) {
            clock_limits_t clock = limits->clock;
            clock.waiting = false;
            clock.start = uci->hit;
            clock_ponderhit(budget, &clock);
        }
        if (!whole || uci->stopped)
            return false;
    }
    return true;
}

search_error_t uci_search_lines(uci_t *uci, const search_limits_t *limits, unsigned lines,
                                search_info_t *info) {
    int deepest =
        limits->depth && limits->depth < SEARCH_DEPTH_MAX ? limits->depth : SEARCH_DEPTH_MAX;
    found_t now = {.lines = calloc(UCI_LINES_MAX, sizeof *now.lines)};
    clock_budget_t budget;
    search_error_t error = SEARCH_OK;
    move_list_t all;

    if (!now.lines)
        return SEARCH_ERROR_MEMORY;
    movegen(game_position(&uci->game), MOVEGEN_ALL, &all);
    clock_start(&budget, &limits->clock);
    for (int depth = 1; depth <= deepest; depth++) {
        bool whole = search_depth(uci, limits, &all, lines, depth, &budget, &now, &error);
        // A depth cut short is no better than the one before, unless its first line is whole or a
        // move was found in it that is no worse. What is played is told; that move was, when found.
        const search_info_t *first = &now.lines[0];
        bool raised = now.count && first->bound == SEARCH_AT_LEAST && first->depth == depth - 1;
        bool taken =
            now.count && (whole || raised || first->depth == depth || info->best == MOVE_NONE);
        if (taken)
            *info = *first;
        for (unsigned i = 0; taken && !raised && i < now.count; i++) {
            now.lines[i].milliseconds = clock_elapsed(&budget);
            uci_print_info(uci, &now.lines[i], i + 1);
        }
        if (!whole)
            break;
        clock_iteration(&budget, info->best, info->score);
        if (uci->satisfied || clock_elapsed(&budget) >= budget.soft)
            break;
    }
    uci->depth_wanted = 0;
    free(now.lines);
    return error;
}
