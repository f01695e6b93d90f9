// SPDX-License-Identifier: Apache-2.0
#include "search/clock.h"

#include <time.h>

int64_t clock_now(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

void clock_start(clock_budget_t *budget, const clock_limits_t *limits) {
    const int64_t longest = INT64_C(1) << 40; // 34 years: no sum below overflows

    budget->start = clock_now();
    budget->soft = budget->hard = INT64_MAX;
    if (limits->waiting)
        return;
    int64_t overhead = clamp(limits->overhead, 0, longest);
    if (limits->has_movetime) {
        int64_t left = clamp(limits->movetime, 0, longest) - overhead;
        budget->soft = budget->hard = left < 1 ? 1 : left;
    }
    if (limits->has_time) {
        int64_t time = clamp(limits->time, 1, longest);
        int64_t increment = clamp(limits->increment, 0, longest);
        int64_t moves = limits->moves_to_go > 0 ? limits->moves_to_go : 30;
        // Never more than what is left, and a reserve when the control is not the last move.
        int64_t most = clamp((moves == 1 ? time : time * 4 / 5) - overhead, 1, longest);
        int64_t share = clamp(time / clamp(moves, 1, 60) + increment * 3 / 4, 1, longest);
        int64_t soft = clamp(share * 6 / 10, 1, most);
        int64_t hard = clamp(share * 3, 1, most);
        budget->soft = clamp(soft, 1, budget->soft);
        budget->hard = clamp(hard, 1, budget->hard);
    }
}
