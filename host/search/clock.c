// SPDX-License-Identifier: Apache-2.0
#include "search/clock.h"

#include <string.h>
#include <time.h>

enum {
    MOVES_EXPECTED = 30,     // a game without a control goes on for so many moves
    MOVES_MOST = 60,         // a control further away than this is shared out as if it were nearer
    SCORE_FALL = 20,         // centipawns from which a fall is trouble
    SCORE_FALL_MOST = 100,   // and above which it buys no more
    FIRST_MS = 250,          // an unfinished first iteration ends so late at the latest
    FIRST_MS_MIN = 5,        // and never before
    FIRST_MS_FIXED = 100,    // nor before this where no flag falls
    HARD_TENTHS = 25,        // hard limit over target
    ITERATION_TENTHS = 6,    // an iteration begun later than this share would not end in time
    OVERHEAD_SHARE = 2,      // a fixed time gives at most half of itself to the overhead
    RESERVE_NUMERATOR = 4,   // of what is left no move takes more than four fifths
    RESERVE_DENOMINATOR = 5, //
    PANIC_SHARE = 3
};

// Of 10: what a best move that stood for so many iterations needs of its usual time.
static const int stable_tenths[] = {16, 12, 10, 8, 7, 5};

int64_t clock_now(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

// Sets soft and hard from what is known.
static void judge(clock_budget_t *budget) {
    const unsigned last = sizeof stable_tenths / sizeof *stable_tenths - 1;
    unsigned stable = budget->stable < last ? budget->stable : last;
    int tenths = budget->iterations ? stable_tenths[stable] : 10;

    if (!budget->managed)
        return;
    if (budget->patient && tenths < 10)
        tenths = 10;
    if (budget->fallen >= SCORE_FALL)
        tenths += (int)clamp(budget->fallen, SCORE_FALL, SCORE_FALL_MOST) / 5;
    bool panic = budget->trouble || budget->fallen >= SCORE_FALL;
    int64_t hard = panic ? budget->panic : budget->limit;
    int64_t soft = budget->target * ITERATION_TENTHS * tenths / 100;
    budget->hard = clamp(hard, 1, budget->cap);
    budget->soft = clamp(soft, 1, budget->hard);
}

static void set_limits(clock_budget_t *budget, const clock_limits_t *limits) {
    const int64_t longest = INT64_C(1) << 40; // 34 years: no sum below overflows

    budget->start = limits->start ? limits->start : clock_now();
    budget->patient = limits->patient;
    budget->soft = budget->hard = budget->cap = INT64_MAX;
    budget->first = FIRST_MS;
    budget->managed = false;
    if (limits->waiting)
        return;
    int64_t overhead = clamp(limits->overhead, 0, longest);
    if (limits->has_movetime) {
        int64_t time = clamp(limits->movetime, 0, longest);
        int64_t left = time - clamp(overhead, 0, time / OVERHEAD_SHARE);
        budget->soft = budget->hard = budget->cap = clamp(left, 1, longest);
        budget->first = clamp(left, FIRST_MS_FIXED, budget->first);
    }
    if (limits->has_time) {
        int64_t time = clamp(limits->time, 1, longest);
        int64_t increment = clamp(limits->increment, 0, longest);
        int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : MOVES_EXPECTED;
        int64_t left = clamp(time - overhead, 1, longest);
        // A reserve, unless the clock is set anew after this move.
        int64_t most = moves == 1 ? left : left * RESERVE_NUMERATOR / RESERVE_DENOMINATOR;
        most = clamp(most, 1, longest);
        budget->managed = true;
        budget->target = clamp(left / clamp(moves, 1, MOVES_MOST) + increment * 3 / 4, 1, most);
        budget->limit = clamp(budget->target * HARD_TENTHS / 10, 1, most);
        budget->panic = clamp(left / PANIC_SHARE, budget->limit, most);
        budget->first = clamp(most, FIRST_MS_MIN, budget->first);
    }
    judge(budget);
}

void clock_start(clock_budget_t *budget, const clock_limits_t *limits) {
    memset(budget, 0, sizeof *budget);
    set_limits(budget, limits);
}

void clock_ponderhit(clock_budget_t *budget, const clock_limits_t *limits) {
    set_limits(budget, limits);
}

void clock_iteration(clock_budget_t *budget, unsigned best, int score) {
    budget->fallen = budget->iterations ? (int)clamp(budget->score - score, 0, INT16_MAX) : 0;
    budget->stable = budget->iterations && best == budget->best ? budget->stable + 1 : 0;
    budget->best = best;
    budget->score = score;
    budget->iterations++;
    budget->trouble = false;
    judge(budget);
}

void clock_fell_to(clock_budget_t *budget, int score) {
    bool trouble = budget->iterations && score <= budget->score - SCORE_FALL;

    if (trouble == budget->trouble)
        return;
    budget->trouble = trouble;
    judge(budget);
}
