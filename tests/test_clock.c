// SPDX-License-Identifier: Apache-2.0
// The time for one move, from any clock that a GUI may send.
#include <criterion/criterion.h>
#include <inttypes.h>

#include "search/clock.h"

static clock_budget_t budget_of(const clock_limits_t *limits) {
    clock_budget_t budget;

    clock_start(&budget, limits);
    cr_assert(budget.soft >= 1 && budget.hard >= 1);
    cr_assert(budget.soft <= budget.hard);
    return budget;
}

Test(clock, budgets) {
    clock_limits_t none = {0};
    cr_assert_eq(budget_of(&none).hard, INT64_MAX);
    clock_limits_t fixed = {.has_movetime = true, .movetime = 1000, .overhead = 30};
    cr_assert_eq(budget_of(&fixed).hard, 970);
    clock_limits_t nothing = {.has_movetime = true, .movetime = 0, .overhead = 30};
    cr_assert_eq(budget_of(&nothing).hard, 1);
    clock_limits_t negative = {.has_time = true, .time = -170671, .increment = 2000};
    cr_assert_eq(budget_of(&negative).hard, 1);
    clock_limits_t last = {.has_time = true, .time = 1000, .moves_to_go = 1, .overhead = 30};
    cr_assert(budget_of(&last).hard <= 970);
    cr_assert(budget_of(&last).hard >= 500);
    clock_limits_t huge = {
        .has_time = true, .time = INT64_MAX, .increment = INT64_MAX, .overhead = INT64_MAX};
    budget_of(&huge);
    clock_limits_t waiting = {.has_time = true, .time = 1000, .waiting = true};
    cr_assert_eq(budget_of(&waiting).hard, INT64_MAX);
}

// However a game's clock stands, a move never costs more than is left.
Test(clock, never_more_than_left) {
    for (int64_t time = 1; time < 10000000; time = time * 3 / 2 + 1) {
        for (int moves = 0; moves <= 60; moves += 5) {
            for (int64_t increment = 0; increment <= 10000; increment += 2500) {
                clock_limits_t limits = {.has_time = true,
                                         .time = time,
                                         .increment = increment,
                                         .moves_to_go = moves,
                                         .overhead = 30};
                int64_t hard = budget_of(&limits).hard;
                cr_assert(hard == 1 || hard + 30 <= time,
                          "time %" PRId64 " moves %d increment %" PRId64 ": %" PRId64, time, moves,
                          increment, hard);
            }
        }
    }
}
