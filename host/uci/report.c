// SPDX-License-Identifier: Apache-2.0
#include "chess/notation.h"
#include "uci/engine.h"
#include "uci/wdl.h"

// Moves of the root are told from here on, as users of other programs know it.
enum { ROOT_MOVES_MS = 3000 };

void uci_print_move(uci_t *uci, const position_t *position, move_t move) {
    char text[UCI_CAPACITY];

    if (uci->settings.number[SETTING_CHESS960] || position->chess960)
        uci_write_chess960(position, move, text);
    else
        uci_write(move, text);
    fputs(text, uci->output);
}

static void print_line(uci_t *uci, const search_info_t *info) {
    position_t at = *game_position(&uci->game);

    for (unsigned i = 0; i < info->line_length; i++) {
        fputc(' ', uci->output);
        uci_print_move(uci, &at, info->line[i]);
        position_make(&at, &at, info->line[i]);
    }
}

static void print_score(uci_t *uci, const search_info_t *info) {
    if (info->score >= SCORE_MATE_MIN || info->score <= -SCORE_MATE_MIN)
        fprintf(uci->output, " score mate %d", search_mate_in(info->score));
    else
        fprintf(uci->output, " score cp %d", info->score);
    if (info->bound != SEARCH_EXACT)
        fputs(info->bound == SEARCH_AT_LEAST ? " lowerbound" : " upperbound", uci->output);
    if (uci->settings.number[SETTING_SHOW_WDL]) {
        wdl_t wdl = wdl_of(game_position(&uci->game), info->score);
        fprintf(uci->output, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
}

void uci_print_info(uci_t *uci, const search_info_t *info, unsigned line) {
    uint64_t nodes = uci->nodes_before + info->software_nodes + info->hardware_nodes;
    int64_t time = info->milliseconds;
    uci->told = true;
    unsigned deepest = info->seldepth;

    if (deepest < info->line_length)
        deepest = info->line_length;
    if (deepest < (unsigned)info->depth)
        deepest = (unsigned)info->depth;
    fprintf(uci->output, "info depth %d seldepth %u multipv %u", info->depth, deepest, line);
    print_score(uci, info);
    fprintf(uci->output, " nodes %llu nps %llu hashfull %u tbhits %llu time %lld pv",
            (unsigned long long)nodes,
            (unsigned long long)(nodes * 1000 / (uint64_t)(time > 0 ? time : 1)), info->hash_full,
            (unsigned long long)uci->tablebase.hits, (long long)time);
    print_line(uci, info);
    fputc('\n', uci->output);
    fflush(uci->output);
}

void uci_report(void *context, const search_info_t *info) {
    uci_t *uci = context;
    int mate = search_mate_in(info->score);

    if (uci->mate && info->bound == SEARCH_EXACT && mate > 0 && mate <= uci->mate)
        uci->satisfied = true;
    // Of several lines only the depth under way is news.
    if (uci->depth_wanted && info->depth != uci->depth_wanted)
        return;
    if (uci->depth_wanted && info->bound == SEARCH_EXACT)
        return; // told when all lines are known, in their order
    uci_print_info(uci, info, uci->line);
}

void uci_report_root_move(void *context, int depth, move_t move, unsigned number) {
    uci_t *uci = context;
    const clock_limits_t *clock = &uci->limits->clock;

    if (clock->start && clock_now() - clock->start < ROOT_MOVES_MS)
        return;
    if (move == uci->root_move && depth == uci->root_depth)
        return;
    uci->root_move = move;
    uci->root_depth = depth;
    fprintf(uci->output, "info depth %d currmove ", depth);
    uci_print_move(uci, game_position(&uci->game), move);
    uci_say(uci, " currmovenumber %u", number + uci->line - 1);
}

void uci_print_best(uci_t *uci, const search_info_t *info) {
    position_t after = *game_position(&uci->game);

    if (info->best == MOVE_NONE) {
        uci_say(uci, "bestmove (none)");
        return;
    }
    fputs("bestmove ", uci->output);
    uci_print_move(uci, &after, info->best);
    if (info->line_length > 1 && info->line[0] == info->best) {
        fputs(" ponder ", uci->output);
        position_make(&after, &after, info->best);
        uci_print_move(uci, &after, info->line[1]);
    }
    uci_say(uci, "%s", "");
}
