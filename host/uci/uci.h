// SPDX-License-Identifier: Apache-2.0
// The Universal Chess Interface. docs/uci.md lists commands and options and says what is particular
// to this program.
//
// Input is read at all times by a thread that does nothing else; commands take effect strictly in
// their order. While a search runs isready, stop, ponderhit, debug, d and uci are answered at once,
// and words that are no command are dropped; any other command waits for the search to end, and
// ends it when it is infinite or pondering, or when stop stands behind it and no go between. quit
// and the end of the input end a search at once, wherever they stand in what has come; its bestmove
// is still said. Every go gives exactly one bestmove.
#ifndef ZF_UCI_UCI_H
#define ZF_UCI_UCI_H

#include <stdio.h>

typedef struct uci_config {
    int input;
    FILE *output;
    const char *device; // its name; opened when it is first needed
    // Runs the command bench to that depth (0: its own) and prints to the standard output.
    void (*bench)(int depth);
} uci_config_t;

// Plays until quit or the end of the input. Returns 0, or 2 when memory or threads are short.
int uci_run(const uci_config_t *config);

#endif
