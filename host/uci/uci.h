// SPDX-License-Identifier: Apache-2.0
// The Universal Chess Interface, as far as a game needs it.
//
// Commands: uci, isready, ucinewgame, setoption, position, go (depth nodes mate movetime wtime
// btime winc binc movestogo infinite ponder searchmoves perft), stop, ponderhit, quit, debug, d.
// Options: Hash (MB of the software's tree), Threads (1), Move Overhead (ms), Ponder, Device.
//
// Input is read at all times by a thread that does nothing else; commands take effect strictly in
// their order. While a search runs isready, stop and ponderhit are answered at once; any other
// command waits for the search to end, and ends it when it is infinite or pondering. Every go gives
// exactly one bestmove. The end of the input ends the program like quit, but lets a limited search
// finish.
#ifndef ZF_UCI_UCI_H
#define ZF_UCI_UCI_H

#include <stdio.h>

// Plays until quit or the end of the input, opening the device of that name when it is first
// needed. Returns 0, or 2 when memory or threads are short.
int uci_run(int input, FILE *output, const char *device);

#endif
