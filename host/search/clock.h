// SPDX-License-Identifier: Apache-2.0
// Time for one move: when to begin no further iteration, and when to stop at once.
//
// All times are milliseconds. Values come from a GUI and may be anything: negative clocks count as
// 1 ms, and sums cannot overflow.
//
// A move on a clock has a target, its share of what is left. `soft` and `hard` follow from it and
// from what the search tells: a best move that stands iteration after iteration ends the search at
// half the target; one that changed, or a score that fell, lets it go on. While the score has
// fallen and no remedy is found, `hard` is the panic time, a third of what is left (Deep Blue had
// the same rule: Campbell, Hoane, Hsu, "Deep Blue", Artificial Intelligence 134, 2002,
// section 3.2). A search reads soft and hard each time it asks: they move.
#ifndef ZF_SEARCH_CLOCK_H
#define ZF_SEARCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct clock_limits {
    bool has_movetime;
    int64_t movetime; // search exactly this long
    bool has_time;
    int64_t time, increment; // of the side to move
    int moves_to_go;         // 0: the rest of the game
    int64_t overhead;        // kept back for each move
    bool waiting;            // no clock runs yet: pondering, or infinite
    int64_t start;           // when the clock began to run, as of clock_now(); 0: now
    bool patient;            // a stable best move saves no time
} clock_limits_t;

typedef struct clock_budget {
    int64_t start; // when the clock began to run, as of clock_now()
    int64_t soft;  // after so long no new iteration is begun
    int64_t hard;  // after so long the search ends; both INT64_MAX without a limit
    int64_t first; // after so long even an unfinished first iteration ends
    // The rest is clock.c's.
    bool managed;                 // a clock, and not a fixed time, sets soft and hard
    bool patient;                 // see clock_limits_t
    int64_t target, limit, panic; // the move's share; hard in peace; hard in trouble
    int64_t cap;                  // of soft and hard: a fixed time given beside the clock
    unsigned iterations, stable;  // that ended; since when the best move stands
    unsigned best;                // of the last iteration
    int score;                    // likewise
    int fallen;                   // since the iteration before, centipawns
    bool trouble;                 // in the iteration under way
} clock_budget_t;

// Milliseconds of a clock that never goes back, and never 0.
int64_t clock_now(void);
void clock_start(clock_budget_t *budget, const clock_limits_t *limits);
// The clock begins to run for a search that waited: what it has learnt stands.
void clock_ponderhit(clock_budget_t *budget, const clock_limits_t *limits);
// An iteration ended with this best move (any number that names it) and score in centipawns.
void clock_iteration(clock_budget_t *budget, unsigned best, int score);
// In the iteration under way the root is known to be worth no more than the score: panic, if that
// is much less than the last iteration's. The end of the iteration, or a bound that has recovered,
// ends it.
void clock_fell_to(clock_budget_t *budget, int score);
static inline int64_t clock_elapsed(const clock_budget_t *budget) {
    return clock_now() - budget->start;
}

#endif
