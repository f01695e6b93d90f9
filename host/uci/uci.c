// SPDX-License-Identifier: Apache-2.0
#include "uci/uci.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "link/device.h"
#include "search/search.h"
#include "uci/lines.h"
#include "uci/words.h"

enum { HASH_DEFAULT = 64, HASH_MAX = 65536, OVERHEAD_DEFAULT = 30, OVERHEAD_MAX = 5000 };
enum { DEVICE_NAME_CAPACITY = 32, PERFT_MAX = 20 };

typedef struct uci {
    // Config
    FILE *output;
    lines_t *lines;
    char device_name[DEVICE_NAME_CAPACITY];
    int64_t hash, overhead;
    // State
    device_t device; // opened when it is first needed
    game_t game;
    bool fresh;   // the table holds nothing of this game
    bool endless; // the search under way ends by command only
    bool ended;   // quit was met
} uci_t;

static void say(uci_t *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(uci_t *uci, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    vfprintf(uci->output, format, arguments);
    va_end(arguments);
    fputc('\n', uci->output);
    fflush(uci->output);
}

// ---- The device and the game

static bool open_device(uci_t *uci) {
    if (uci->device.ops)
        return true;
    device_error_t error = device_open(&uci->device, uci->device_name, NULL);
    if (error)
        say(uci, "info string device %s: %s", uci->device_name, device_error_text(error));
    else
        say(uci, "info string %s", uci->device.text);
    return error == DEVICE_OK;
}

static bool take_game(uci_t *uci, game_t *game) {
    game_free(&uci->game);
    uci->game = *game;
    return true;
}

// Reads "startpos" or "fen ..." and leaves the words at "moves" or the end.
static bool read_start(uci_t *uci, words_t *words, position_t *position) {
    words_next(words);
    if (words_is(words, "startpos", true)) {
        position_start(position);
        words_next(words);
        return true;
    }
    if (!words_is(words, "fen", true)) {
        say(uci, "info string position: startpos or fen is wanted; the position stays");
        return false;
    }
    while (words_is_blank(*words->at))
        words->at++;
    const char *begin = words->at, *end = begin;
    while (words_next(words) && !words_is(words, "moves", true))
        end = words->at;
    fen_result_t result = fen_parse(begin, (size_t)(end - begin), position);
    if (result.error) {
        char reason[160];
        fen_describe(&result, reason, sizeof reason);
        say(uci, "info string position: %s; the position stays", reason);
        return false;
    }
    return true;
}

// A position is taken whole or not at all.
static void do_position(uci_t *uci, words_t *words) {
    position_t position;
    game_t game;

    if (!read_start(uci, words, &position))
        return;
    if (!game_init(&game, &position)) {
        say(uci, "info string position: memory is short");
        return;
    }
    bool well = words->length == 0 || words_is(words, "moves", true);
    if (!well)
        say(uci, "info string position: %.*s is neither moves nor the end; the position stays",
            (int)words->length, words->word);
    while (well && words_next(words)) {
        move_t move;
        notation_error_t error = uci_parse(game_position(&game), words->word, words->length, &move);
        if (error)
            say(uci, "info string position: %.*s, move %zu: %s; the position stays",
                words->length > 20 ? 20 : (int)words->length, words->word, game.count + 1,
                notation_error_text(error));
        well = !error && game_play(&game, move);
    }
    if (well)
        take_game(uci, &game);
    else
        game_free(&game);
}

// ---- Options

static void set_option(uci_t *uci, const words_t *name, words_t *value) {
    int64_t number;

    if (words_is(name, "hash", false)) {
        if (words_number(value, 1, HASH_MAX, &number))
            uci->hash = number;
    } else if (words_is(name, "move overhead", false)) {
        if (words_number(value, 0, OVERHEAD_MAX, &number))
            uci->overhead = number;
    } else if (words_is(name, "device", false)) {
        words_next(value);
        if (value->length >= DEVICE_NAME_CAPACITY)
            return;
        memcpy(uci->device_name, value->word, value->length);
        uci->device_name[value->length] = '\0';
        device_close(&uci->device);
        open_device(uci);
    } else if (words_is(name, "clear hash", false)) {
        uci->fresh = true;
    } else if (!words_is(name, "threads", false) && !words_is(name, "ponder", false)) {
        say(uci, "info string there is no option %.*s", (int)name->length, name->word);
    }
}

// setoption name NAME [value VALUE]; names hold blanks and have no case.
static void do_option(uci_t *uci, words_t *words) {
    words_next(words);
    if (!words_is(words, "name", true) || !words_next(words)) {
        say(uci, "info string setoption: a name is wanted");
        return;
    }
    words_t name = *words, value = *words;
    for (; words->length && !words_is(words, "value", true); words_next(words))
        name.length = (size_t)(words->at - name.word);
    value = *words;
    set_option(uci, &name, &value);
}

// ---- Searching

static void print_line(uci_t *uci, const search_info_t *info) {
    char move[UCI_CAPACITY];

    for (unsigned i = 0; i < info->line_length; i++) {
        uci_write(info->line[i], move);
        fprintf(uci->output, " %s", move);
    }
}

static void report(void *context, const search_info_t *info) {
    uci_t *uci = context;
    uint64_t nodes = info->software_nodes + info->hardware_nodes;
    int64_t time = info->milliseconds;
    unsigned deepest = info->seldepth;

    if (deepest < info->line_length)
        deepest = info->line_length;
    if (deepest < (unsigned)info->depth)
        deepest = (unsigned)info->depth;
    fprintf(uci->output, "info depth %d seldepth %u ", info->depth, deepest);
    if (info->score >= SCORE_MATE_MIN || info->score <= -SCORE_MATE_MIN)
        fprintf(uci->output, "score mate %d", search_mate_in(info->score));
    else
        fprintf(uci->output, "score cp %d", info->score);
    if (info->bound != SEARCH_EXACT)
        fputs(info->bound == SEARCH_AT_LEAST ? " lowerbound" : " upperbound", uci->output);
    fprintf(uci->output, " nodes %llu nps %llu time %lld pv", (unsigned long long)nodes,
            (unsigned long long)(nodes * 1000 / (uint64_t)(time > 0 ? time : 1)), (long long)time);
    print_line(uci, info);
    fputc('\n', uci->output);
    fflush(uci->output);
}

// Looks at what has come in. Commands that a search answers at once are taken; others wait, and a
// search without an end of its own ends for them.
static search_signal_t look_at_input(void *context) {
    uci_t *uci = context;
    const char *line;

    while ((line = lines_peek(uci->lines)) != NULL) {
        words_t words;
        search_signal_t signal = SEARCH_GO_ON;
        words_begin(&words, line);
        words_next(&words);
        if (words_is(&words, "isready", true))
            say(uci, "readyok");
        else if (words_is(&words, "stop", true))
            signal = SEARCH_STOP;
        else if (words_is(&words, "ponderhit", true))
            signal = SEARCH_PONDERHIT;
        else if (words_is(&words, "quit", true))
            return SEARCH_STOP; // and is met again when the search is over
        else if (words.length != 0)
            return uci->endless ? SEARCH_STOP : SEARCH_GO_ON;
        free(lines_take(uci->lines));
        if (signal != SEARCH_GO_ON) {
            uci->endless = false; // the bestmove may come
            return signal;
        }
    }
    return lines_ended(uci->lines) && uci->endless ? SEARCH_STOP : SEARCH_GO_ON;
}

// An infinite search or a ponder search that has nothing left to do still owes its bestmove to a
// command. Sleeps between two looks: the processor is free.
static void wait_for_end(uci_t *uci) {
    static const struct timespec pause = {.tv_nsec = 2000000};

    while (uci->endless && look_at_input(uci) == SEARCH_GO_ON)
        nanosleep(&pause, NULL);
}

static void read_moves(uci_t *uci, words_t *words, search_limits_t *limits) {
    for (;;) {
        words_t ahead = *words;
        move_t move;
        if (!words_next(&ahead) || uci_parse(game_position(&uci->game), ahead.word, ahead.length,
                                             &move) == NOTATION_ERROR_SYNTAX)
            return;
        *words = ahead;
        if (uci_parse(game_position(&uci->game), ahead.word, ahead.length, &move) == NOTATION_OK &&
            limits->move_count < MOVE_LIST_CAPACITY)
            limits->moves[limits->move_count++] = move;
    }
}

// False when the command was something else than a search and is done.
static bool read_limits(uci_t *uci, words_t *words, search_limits_t *limits, int64_t *perft_depth) {
    bool white = game_position(&uci->game)->stm == COLOR_WHITE;
    clock_limits_t *clock = &limits->clock;
    bool own_time_known = false;
    int64_t number;

    clock->overhead = uci->overhead;
    while (words_next(words)) {
        bool own_time = words_is(words, white ? "wtime" : "btime", true);
        bool other_time = words_is(words, white ? "btime" : "wtime", true);
        bool own_increment = words_is(words, white ? "winc" : "binc", true);
        if (words_is(words, "infinite", true) || words_is(words, "ponder", true)) {
            uci->endless = clock->waiting = true;
        } else if (words_is(words, "searchmoves", true)) {
            read_moves(uci, words, limits);
        } else if (words_is(words, "depth", true)) {
            if (words_number(words, 1, SEARCH_DEPTH_MAX, &number))
                limits->depth = (int)number;
        } else if (words_is(words, "mate", true)) {
            if (words_number(words, 1, SEARCH_DEPTH_MAX / 2, &number))
                limits->depth = (int)number * 2;
        } else if (words_is(words, "nodes", true)) {
            if (words_number(words, 1, INT64_MAX, &number))
                limits->nodes = (uint64_t)number;
        } else if (words_is(words, "movetime", true)) {
            clock->has_movetime |= words_number(words, INT64_MIN, INT64_MAX, &clock->movetime);
        } else if (own_time) {
            own_time_known |= words_number(words, INT64_MIN, INT64_MAX, &clock->time);
            clock->has_time |= own_time_known;
        } else if (other_time && !own_time_known) {
            // Half a clock is one: the other side's, until ours is told.
            clock->has_time |= words_number(words, INT64_MIN, INT64_MAX, &clock->time);
        } else if (own_increment) {
            words_number(words, 0, INT64_MAX, &clock->increment);
        } else if (words_is(words, "movestogo", true)) {
            if (words_number(words, 0, 1000, &number))
                clock->moves_to_go = (int)number;
        } else if (words_is(words, "perft", true)) {
            words_number(words, 1, PERFT_MAX, perft_depth);
        }
    }
    return *perft_depth == 0;
}

static void do_perft(uci_t *uci, unsigned depth) {
    const position_t *position = game_position(&uci->game);
    move_list_t list;
    uint64_t total = 0;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        char move[UCI_CAPACITY];
        position_make(&next, position, list.moves[i]);
        uint64_t count = perft(&next, depth - 1);
        uci_write(list.moves[i], move);
        fprintf(uci->output, "%s: %llu\n", move, (unsigned long long)count);
        total += count;
    }
    say(uci, "\nNodes searched: %llu", (unsigned long long)total);
}

// The move, and the one that the line expects in answer.
static void print_best(uci_t *uci, const search_info_t *info) {
    char best[UCI_CAPACITY], answer[UCI_CAPACITY];

    if (info->best == MOVE_NONE) {
        say(uci, "bestmove (none)");
        return;
    }
    uci_write(info->best, best);
    if (info->line_length < 2) {
        say(uci, "bestmove %s", best);
        return;
    }
    uci_write(info->line[1], answer);
    say(uci, "bestmove %s ponder %s", best, answer);
}

static search_error_t search(uci_t *uci, const search_limits_t *limits, search_info_t *info) {
    search_options_t options;
    search_hooks_t hooks = {.context = uci, .report = report, .signal = look_at_input};
    search_error_t error;

    search_options_default(&options);
    options.keep_table = !uci->fresh;
    options.memory = (size_t)uci->hash << 20;
    uci->fresh = false;
    // A tree as large as was asked for, or as large as can be had.
    while ((error = search_run(&uci->device, &uci->game, &options, limits, &hooks, info)) ==
               SEARCH_ERROR_MEMORY &&
           options.memory > (size_t)1 << 20)
        options.memory /= 2;
    return error;
}

static void do_go(uci_t *uci, words_t *words) {
    search_limits_t limits = {0};
    search_info_t info = {0};
    int64_t perft_depth = 0;

    uci->endless = false;
    if (!read_limits(uci, words, &limits, &perft_depth)) {
        do_perft(uci, (unsigned)perft_depth);
        return;
    }
    if (!limits.depth && !limits.nodes && !limits.clock.has_movetime && !limits.clock.has_time)
        uci->endless = limits.clock.waiting = true;
    if (open_device(uci)) {
        search_error_t error = search(uci, &limits, &info);
        if (error)
            say(uci, "info string %s", search_error_text(error));
    }
    if (info.best == MOVE_NONE) {
        move_list_t list;
        // No device, or no legal move: a legal move is owed wherever there is one.
        if (movegen(game_position(&uci->game), MOVEGEN_ALL, &list))
            info.best = list.moves[0];
        else
            say(uci, "info depth 0 score %s 0",
                position_in_check(game_position(&uci->game)) ? "mate" : "cp");
    } else if (info.hardware_nodes) {
        say(uci, "info string contexts busy %.1f %%, %llu software and %llu hardware nodes",
            100 * info.busy, (unsigned long long)info.software_nodes,
            (unsigned long long)info.hardware_nodes);
    }
    wait_for_end(uci);
    print_best(uci, &info);
}

// ---- Commands

static void do_uci(uci_t *uci) {
    say(uci, "id name Zaffre\nid author the Zaffre authors");
    say(uci, "option name Hash type spin default %d min 1 max %d", HASH_DEFAULT, HASH_MAX);
    say(uci, "option name Threads type spin default 1 min 1 max 1");
    say(uci, "option name Move Overhead type spin default %d min 0 max %d", OVERHEAD_DEFAULT,
        OVERHEAD_MAX);
    say(uci, "option name Ponder type check default false");
    say(uci, "option name Clear Hash type button");
    fprintf(uci->output, "option name Device type combo default %s", uci->device_name);
    for (size_t i = 0; device_list(i); i++)
        fprintf(uci->output, " var %s", device_list(i)->name);
    say(uci, "\nuciok");
}

static void do_display(uci_t *uci) {
    char text[FEN_CAPACITY];

    fen_write(game_position(&uci->game), text);
    say(uci, "Fen: %s", text);
}

static void obey(uci_t *uci, const char *line) {
    words_t words;

    words_begin(&words, line);
    // Words that are no command are skipped, as the protocol asks.
    while (words_next(&words)) {
        if (words_is(&words, "uci", true))
            do_uci(uci);
        else if (words_is(&words, "isready", true))
            open_device(uci), say(uci, "readyok");
        else if (words_is(&words, "ucinewgame", true))
            uci->fresh = true;
        else if (words_is(&words, "setoption", true))
            do_option(uci, &words);
        else if (words_is(&words, "position", true))
            do_position(uci, &words);
        else if (words_is(&words, "go", true))
            do_go(uci, &words);
        else if (words_is(&words, "d", true))
            do_display(uci);
        else if (words_is(&words, "quit", true))
            uci->ended = true;
        else if (!words_is(&words, "stop", true) && !words_is(&words, "ponderhit", true) &&
                 !words_is(&words, "debug", true) && !words_is(&words, "register", true))
            continue;
        return;
    }
}

int uci_run(int input, FILE *output, const char *device) {
    uci_t uci = {
        .output = output, .hash = HASH_DEFAULT, .overhead = OVERHEAD_DEFAULT, .fresh = true};
    position_t start;
    char *line;

    snprintf(uci.device_name, sizeof uci.device_name, "%s", device);
    position_start(&start);
    if (!game_init(&uci.game, &start))
        return 2;
    uci.lines = lines_start(input);
    while (uci.lines && !uci.ended && (line = lines_take(uci.lines)) != NULL) {
        obey(&uci, line);
        free(line);
    }
    device_close(&uci.device);
    game_free(&uci.game);
    if (!uci.lines)
        return 2;
    lines_stop(uci.lines);
    return 0;
}
