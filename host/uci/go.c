// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <time.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "uci/engine.h"

enum { PERFT_MAX = 20 };
// A mate in n moves is 2n - 1 plies; null moves and the quiescence of the chip may hide it for some
// more iterations.
enum { MATE_SLACK = 3 };

// ---- Input during a search

typedef enum { NOW_NOTHING, NOW_TAKEN, NOW_LATER } now_t;

// What one line that has come asks for while a search runs.
static now_t take_now(uci_t *uci, words_t *words, search_signal_t *signal) {
    while (words_next(words)) {
        if (words_is(words, "isready", true)) {
            uci_say(uci, "readyok");
        } else if (words_is(words, "stop", true)) {
            uci->stopped = true;
            *signal = SEARCH_STOP;
        } else if (words_is(words, "ponderhit", true)) {
            if (uci->pondering && !uci->hit) {
                uci->hit = clock_now();
                *signal = SEARCH_PONDERHIT;
            }
        } else if (words_is(words, "d", true)) {
            uci_display(uci);
        } else if (words_is(words, "debug", true)) {
            words_next(words);
            uci->debug = words_is(words, "on", true);
        } else if (words_is(words, "uci", true)) {
            uci_identify(uci);
        } else if (words_is(words, "setoption", true) || words_is(words, "position", true) ||
                   words_is(words, "go", true) || words_is(words, "ucinewgame", true) ||
                   words_is(words, "eval", true) || words_is(words, "bench", true) ||
                   words_is(words, "quit", true)) {
            return NOW_LATER;
        } else {
            continue; // no command
        }
        return NOW_TAKEN;
    }
    return NOW_NOTHING;
}

// Whether the search ends by itself before the greatest depth.
static bool has_limit(const search_limits_t *limits) {
    return limits->depth || limits->nodes || limits->clock.has_movetime || limits->clock.has_time;
}

search_signal_t uci_look_at_input(void *context) {
    uci_t *uci = context;
    const char *line;

    if (lines_ending(uci->lines) && !uci->counting) {
        uci->stopped = true;
        uci->endless = false;
        return SEARCH_STOP;
    }
    while ((line = lines_peek(uci->lines)) != NULL) {
        words_t words;
        search_signal_t signal = SEARCH_GO_ON;
        words_begin(&words, line);
        if (take_now(uci, &words, &signal) == NOW_LATER) {
            // It waits for the end of the search; one without an end of its own ends for it.
            uci->stopped |= uci->endless || lines_hold_stop(uci->lines);
            uci->endless = false;
            return uci->stopped ? SEARCH_STOP : SEARCH_GO_ON;
        }
        free(lines_take(uci->lines, NULL));
        if (signal != SEARCH_GO_ON) {
            // The bestmove may come, but for a ponder search that is infinite from now on.
            uci->endless &= signal == SEARCH_PONDERHIT && !has_limit(uci->limits);
            return signal;
        }
    }
    return uci->satisfied && !uci->endless ? SEARCH_STOP : SEARCH_GO_ON;
}

// An infinite search or a ponder search that has nothing left to do still owes its bestmove to a
// command. Sleeps between two looks: the processor is free.
static void wait_for_end(uci_t *uci) {
    static const struct timespec pause = {.tv_nsec = 2000000};

    while (uci->endless && uci_look_at_input(uci) == SEARCH_GO_ON)
        nanosleep(&pause, NULL);
}

// ---- Limits

static void read_moves(uci_t *uci, words_t *words, search_limits_t *limits) {
    for (;;) {
        words_t ahead = *words;
        move_t move;
        if (!words_next(&ahead))
            return;
        notation_error_t error =
            uci_parse(game_position(&uci->game), ahead.word, ahead.length, &move);
        if (error == NOTATION_ERROR_SYNTAX)
            return;
        *words = ahead;
        if (error)
            uci_say(uci, "info string go: searchmoves %.*s: %s; it is left out",
                    ahead.length > 20 ? 20 : (int)ahead.length, ahead.word,
                    notation_error_text(error));
        bool known = error != NOTATION_OK;
        for (unsigned i = 0; i < limits->move_count && !known; i++)
            known = limits->moves[i] == move;
        if (!known)
            limits->moves[limits->move_count++] = move;
    }
}

// Reads the number after a word, kept within its range; says when there is none.
static bool read_number(uci_t *uci, words_t *words, int64_t low, int64_t *number) {
    words_t name = *words;

    if (words_number(words, low, INT64_MAX, number))
        return true;
    uci_say(uci, "info string go: %.*s wants a whole number; it is left out", (int)name.length,
            name.word);
    return false;
}

// One word of the clock; false when it is another word.
static bool read_clock(uci_t *uci, words_t *words, clock_limits_t *clock, bool *own_time_known) {
    bool white = game_position(&uci->game)->stm == COLOR_WHITE;
    int64_t number;

    if (words_is(words, white ? "wtime" : "btime", true)) {
        if (read_number(uci, words, INT64_MIN, &clock->time))
            clock->has_time = *own_time_known = true;
    } else if (words_is(words, white ? "btime" : "wtime", true)) {
        // Half a clock is one: the other side's, until ours is told.
        if (read_number(uci, words, INT64_MIN, &number) && !*own_time_known) {
            clock->time = number;
            clock->has_time = true;
        }
    } else if (words_is(words, white ? "winc" : "binc", true)) {
        if (read_number(uci, words, INT64_MIN, &number))
            clock->increment = number;
    } else if (words_is(words, white ? "binc" : "winc", true)) {
        read_number(uci, words, INT64_MIN, &number);
    } else if (words_is(words, "movestogo", true)) {
        if (read_number(uci, words, 0, &number))
            clock->moves_to_go = number < 1000 ? (int)number : 1000;
    } else if (words_is(words, "movetime", true)) {
        clock->has_movetime |= read_number(uci, words, INT64_MIN, &clock->movetime);
    } else {
        return false;
    }
    return true;
}

// False when the command was something else than a search.
static bool read_limits(uci_t *uci, words_t *words, search_limits_t *limits, int64_t *perft_depth) {
    clock_limits_t *clock = &limits->clock;
    bool own_time_known = false;
    int64_t number;

    clock->overhead = uci->settings.number[SETTING_OVERHEAD];
    clock->patient = uci->settings.number[SETTING_ANALYSE];
    while (words_next(words)) {
        if (read_clock(uci, words, clock, &own_time_known)) {
            continue;
        } else if (words_is(words, "infinite", true) || words_is(words, "ponder", true)) {
            uci->pondering |= words_is(words, "ponder", true);
            uci->endless = clock->waiting = true;
        } else if (words_is(words, "searchmoves", true)) {
            read_moves(uci, words, limits);
        } else if (words_is(words, "depth", true)) {
            if (read_number(uci, words, 1, &number))
                limits->depth = number < SEARCH_DEPTH_MAX ? (int)number : SEARCH_DEPTH_MAX;
        } else if (words_is(words, "mate", true)) {
            if (read_number(uci, words, 1, &number))
                uci->mate = number < SEARCH_DEPTH_MAX ? (int)number : SEARCH_DEPTH_MAX;
        } else if (words_is(words, "nodes", true)) {
            if (read_number(uci, words, 1, &number))
                limits->nodes = (uint64_t)number;
        } else if (words_is(words, "perft", true)) {
            if (read_number(uci, words, 1, &number))
                *perft_depth = number < PERFT_MAX ? number : PERFT_MAX;
        }
    }
    int deepest = 2 * uci->mate + MATE_SLACK;
    if (uci->mate && (!limits->depth || limits->depth > deepest))
        limits->depth = deepest < SEARCH_DEPTH_MAX ? deepest : SEARCH_DEPTH_MAX;
    return *perft_depth == 0;
}

// Keeps the moves that hold the tablebases' result, of those asked for.
static void ask_tablebase(uci_t *uci, search_limits_t *limits) {
    move_list_t best;
    unsigned kept = 0;

    if (!tablebase_root(&uci->tablebase, &uci->game, &best))
        return;
    for (unsigned i = 0; i < best.count; i++) {
        bool wanted = limits->move_count == 0;
        for (unsigned k = 0; k < limits->move_count && !wanted; k++)
            wanted = limits->moves[k] == best.moves[i];
        if (wanted)
            best.moves[kept++] = best.moves[i];
    }
    // Where only worse moves are asked for, they are what is asked for.
    if (kept == 0)
        return;
    limits->move_count = kept;
    for (unsigned i = 0; i < kept; i++)
        limits->moves[i] = best.moves[i];
}

// ---- Searching

// The transposition table of the size that the options want, cleared for another game. Without
// memory for it the search goes without.
static void prepare_hash(uci_t *uci, search_options_t *options) {
    if (uci->hash_megabytes != options->hash_megabytes) {
        hash_free(&uci->hash);
        uci->hash_megabytes = 0;
        if (hash_init(&uci->hash, options->hash_megabytes))
            uci->hash_megabytes = options->hash_megabytes;
    } else if (uci->fresh) {
        hash_clear(&uci->hash, 1);
    }
    options->hash = uci->hash_megabytes ? &uci->hash : NULL;
    options->hash_megabytes = 0;
}

// A device that was given up, in one line.
static void tell_notice(void *context, const char *text) {
    uci_say(context, "info string %s", text);
}

search_error_t uci_search(uci_t *uci, const search_limits_t *limits, search_info_t *info) {
    search_options_t options;
    search_hooks_t hooks = {.context = uci,
                            .report = uci_report,
                            .root_move = uci_report_root_move,
                            .notice = tell_notice,
                            .signal = uci_look_at_input};
    search_error_t error;

    search_options_default(&options);
    settings_apply(&uci->settings, &options);
    prepare_hash(uci, &options);
    options.keep_table = !uci->fresh;
    options.tablebase = uci->tablebase.ops ? &uci->tablebase : NULL;
    uci->fresh = false;
    // A tree as large as was asked for, or as large as can be had.
    while ((error = search_run(&uci->device, &uci->game, &options, limits, &hooks, info)) ==
               SEARCH_ERROR_MEMORY &&
           options.memory > (size_t)1 << 20)
        options.memory /= 2;
    return error;
}

static void run(uci_t *uci, search_limits_t *limits, search_info_t *info) {
    unsigned lines = (unsigned)uci->settings.number[SETTING_MULTIPV];

    ask_tablebase(uci, limits);
    if (uci->debug) {
        clock_budget_t budget;
        clock_start(&budget, &limits->clock);
        uci_say(uci, "info string time: no iteration begins after %lld ms, the search ends at %lld",
                (long long)budget.soft, (long long)budget.hard);
    }
    search_error_t error =
        lines > 1 ? uci_search_lines(uci, limits, lines, info) : uci_search(uci, limits, info);
    if (error)
        uci_say(uci, "info string %s", search_error_text(error));
    // A device that has failed is opened anew for the next search.
    if (uci->device.failed) {
        uci_say(uci, "info string device %s failed; it is opened anew", uci->device_open);
        device_close(&uci->device);
        uci->device_open[0] = '\0';
    }
}

void uci_go(uci_t *uci, words_t *words, int64_t arrived) {
    search_limits_t limits = {.clock.start = arrived};
    search_info_t info = {0};
    int64_t perft_depth = 0;

    uci->endless = uci->stopped = uci->satisfied = uci->pondering = false;
    uci->told = false;
    uci->root_move = MOVE_NONE;
    uci->hit = 0;
    uci->mate = 0;
    uci->nodes_before = 0;
    uci->line = 1;
    uci->tablebase.hits = 0;
    uci->limits = &limits;
    if (!read_limits(uci, words, &limits, &perft_depth)) {
        // Counts are wanted from a file of commands too, which has its end in it from the start.
        uci->counting = lines_ending(uci->lines);
        uci_perft(uci, (unsigned)perft_depth);
        uci->counting = false;
        return;
    }
    if (!has_limit(&limits))
        uci->endless = limits.clock.waiting = true;
    if (uci_open_device(uci))
        run(uci, &limits, &info);
    if (info.best == MOVE_NONE) {
        move_list_t list;
        // No device, or no legal move: a legal move is owed wherever there is one.
        if (movegen(game_position(&uci->game), MOVEGEN_ALL, &list))
            info.best = limits.move_count ? limits.moves[0] : list.moves[0];
        else
            uci_say(uci, "info depth 0 score %s 0",
                    position_in_check(game_position(&uci->game)) ? "mate" : "cp");
    } else if (info.hardware_nodes) {
        uci_say(uci, "info string contexts busy %.1f %%, %llu software and %llu hardware nodes",
                100 * info.busy, (unsigned long long)info.software_nodes,
                (unsigned long long)info.hardware_nodes);
    }
    if (uci->debug)
        uci_say(uci, "info string jobs: %llu, %llu split, %llu aborted",
                (unsigned long long)info.jobs, (unsigned long long)info.split_jobs,
                (unsigned long long)info.aborted_jobs);
    // Where no iteration was completed the line says so: the depth is 0, the score the position's
    // own.
    if (info.best != MOVE_NONE && !uci->told && uci->device.ops &&
        uci_static_score(uci, &info.score)) {
        info.line[0] = info.best;
        info.line_length = 1;
        uci_print_info(uci, &info, 1);
    }
    wait_for_end(uci);
    uci_print_best(uci, &info);
}
