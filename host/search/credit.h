// SPDX-License-Identifier: Apache-2.0
// Dual credit with delayed extensions: the arithmetic, and what earns how much.
//
// Source: Campbell, Hoane, Hsu, "Deep Blue", Artificial Intelligence 134 (2002), section 4 and
// figure 1. Both sides collect credit for forcing and forced moves, in quarter plies. Nothing is
// extended until a side has CREDIT_LIMIT; then it cashes whole plies of depth, and the other side
// gives up as much, not below zero. The paper publishes no amounts: those here are ours
// (docs/search.md). Everything here is a function of its arguments; nothing is kept.
#ifndef ZF_SEARCH_CREDIT_H
#define ZF_SEARCH_CREDIT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CREDIT_PLY = 4,           // quarter plies in a ply
    CREDIT_LIMIT = 8,         // two plies: from here on credit is cashed
    CREDIT_MOVE_MAX = 7,      // most that one move can earn: 2 plies a move would never end
    CREDIT_CHECK_MAX = 3,     // the same for a check and its evasion where evasions cost no ply
    CREDIT_PATH_FACTOR = 8,   // no path grows beyond so many times the iteration
    CREDIT_NAMES_LENGTH = 160 // room for credit_write()
};

// What earns credit, when the move fails high and only then.
typedef enum credit_source {
    CREDIT_SINGULAR,    // all other moves are clearly worse
    CREDIT_BINARY,      // all but one other
    CREDIT_TRINARY,     // all but two others
    CREDIT_ONLY,        // the one legal move
    CREDIT_THREAT,      // passing instead would lose
    CREDIT_MATE_THREAT, // passing instead would lead to mate
    CREDIT_EVASION,     // out of check
    CREDIT_RECAPTURE,   // takes back on the square of the last capture
    CREDIT_PUSH,        // a passed pawn far up moves on
    CREDIT_ANSWER,      // the reply to such a push
    CREDIT_INFLUENCE,   // was not possible the last time this side was to move
    CREDIT_SOURCES
} credit_source_t;

enum { CREDIT_ALL = (1 << CREDIT_SOURCES) - 1, CREDIT_DEFAULT = CREDIT_ALL };

// What a position is searched with. Credits are seen from its side to move.
typedef struct credit_state {
    int depth;   // plies
    int my, his; // quarter plies: of the side to move, of the side that has just moved
} credit_state_t;

// The plies for a credit: the least number that brings it below CREDIT_LIMIT.
static inline int credit_cash(int credit) {
    return credit >= CREDIT_LIMIT ? ((credit - CREDIT_LIMIT) >> 2) + 1 : 0;
}

// On entry to a position, before the test for the horizon: cashes what the side that has just moved
// has earned. The plies added are returned. Nothing is cashed where `allowed` is false: the path
// has reached its cap.
static inline int credit_enter(credit_state_t *state, bool allowed) {
    int plies = allowed ? credit_cash(state->his) : 0;

    state->depth += plies;
    state->his -= plies * CREDIT_PLY;
    state->my -= plies * CREDIT_PLY;
    if (state->my < 0)
        state->my = 0;
    return plies;
}

// The state after a move (credit: what the move has earned) or a null move (0), before
// credit_enter(): to the nominal depth given, the sides exchanged.
static inline credit_state_t credit_after(const credit_state_t *state, int depth, int credit) {
    return (credit_state_t){.depth = depth, .my = state->his, .his = state->my + credit};
}

// Quarter plies for a move at `ply` in an iteration of that depth: more near the root.
int credit_amount(credit_source_t source, int ply, int iteration);
// The offset of the window in which alternatives count as clearly worse, in centipawns, and how far
// passing must fall short of the bound to be a threat.
enum { CREDIT_MARGIN = 60, CREDIT_THREAT_MARGIN = 150 };

const char *credit_name(credit_source_t source);
// A set of sources from text: "all", "none", names with commas between them, or the set as a
// number. False when it is none of these.
bool credit_parse(const char *text, unsigned *set);
// The set's names with commas between them, or "all" or "none".
void credit_write(unsigned set, char text[CREDIT_NAMES_LENGTH]);

#endif
