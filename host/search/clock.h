// SPDX-License-Identifier: Apache-2.0
// Time for one move: when to begin no further iteration, and when to stop at once.
//
// All times are milliseconds. Values come from a GUI and may be anything: negative clocks count as
// 1 ms, and sums cannot overflow.
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
} clock_limits_t;

typedef struct clock_budget {
    int64_t start; // when the clock began to run, as of clock_now()
    int64_t soft;  // after so long no new iteration is begun
    int64_t hard;  // after so long the search ends; both INT64_MAX without a limit
} clock_budget_t;

// Milliseconds of a clock that never goes back.
int64_t clock_now(void);
void clock_start(clock_budget_t *budget, const clock_limits_t *limits);
static inline int64_t clock_elapsed(const clock_budget_t *budget) {
    return clock_now() - budget->start;
}

#endif
