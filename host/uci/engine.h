// SPDX-License-Identifier: Apache-2.0
// The parts of the UCI program to each other: uci.c takes commands, go.c searches, report.c prints
// what a search finds, multipv.c searches several lines, show.c draws and evaluates.
#ifndef ZF_UCI_ENGINE_H
#define ZF_UCI_ENGINE_H

#include "chess/game.h"
#include "link/device.h"
#include "search/search.h"
#include "uci/lines.h"
#include "uci/settings.h"
#include "uci/uci.h"
#include "uci/words.h"

enum { UCI_LINES_MAX = 256 };

typedef struct uci {
    // Config
    FILE *output;
    lines_t *lines;
    void (*bench)(int depth);
    settings_t settings;
    // State
    device_t device;                         // opened when it is first needed
    char device_open[SETTING_TEXT_CAPACITY]; // its name; empty when none is open
    tablebase_t tablebase;                   // of SyzygyPath
    game_t game;
    hash_t hash;           // kept from search to search of a game
    size_t hash_megabytes; // of it; 0: none yet
    bool fresh;            // the tables hold nothing of this game
    bool ended;            // quit was met
    bool debug;
    // Of the search under way
    const search_limits_t *limits;
    bool endless;          // it ends by command only
    bool counting;         // perft, which the end of the input does not cut
    bool stopped;          // by command
    bool satisfied;        // the mate that was asked for is found
    bool pondering;        // it was a go ponder
    int64_t hit;           // when its ponder move was played; 0: not yet
    int mate;              // moves of the mate asked for; 0: none
    uint64_t nodes_before; // of searches before, for the same go
    int depth_wanted;      // MultiPV: of the iteration; 0: every one is told
    bool told;             // an info line with a score has been said
    move_t root_move;      // said last, in the iteration of
    int root_depth;
    unsigned line; // MultiPV: the line's number from 1, or 1
} uci_t;

// One line of output, sent off at once.
void uci_say(uci_t *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The answer to uci.
void uci_identify(uci_t *uci);
// A move as this position's players write it: castling by UCI_Chess960.
void uci_print_move(uci_t *uci, const position_t *position, move_t move);
// Whether the device is open; opens that of the settings, or says why not and keeps the old one.
bool uci_open_device(uci_t *uci);

// go.c: go ...; `arrived` is when the command came.
void uci_go(uci_t *uci, words_t *words, int64_t arrived);
// One search of the game's position, with all that the settings say; reports go to report.c.
search_error_t uci_search(uci_t *uci, const search_limits_t *limits, search_info_t *info);
// Takes what has come in and can be answered now. The hook of the search.
search_signal_t uci_look_at_input(void *context);

// multipv.c: the same with several lines; *info is the best one's.
search_error_t uci_search_lines(uci_t *uci, const search_limits_t *limits, unsigned lines,
                                search_info_t *info);

// report.c: hooks of the search.
void uci_report(void *context, const search_info_t *info);
void uci_report_root_move(void *context, int depth, move_t move, unsigned number);
// One info line, as number `line` of MultiPV.
void uci_print_info(uci_t *uci, const search_info_t *info, unsigned line);
// The move, and the one that the line expects in answer.
void uci_print_best(uci_t *uci, const search_info_t *info);

// show.c: d, eval, go perft.
void uci_display(uci_t *uci);
void uci_evaluate(uci_t *uci);
// The device's evaluation of the position for its mover; false when it gives none.
bool uci_static_score(uci_t *uci, int *score);
void uci_perft(uci_t *uci, unsigned depth);

#endif
