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
    clock_limits_t tight = {.has_movetime = true, .movetime = 10, .overhead = 30};
    cr_assert_eq(budget_of(&tight).hard, 5, "half of a short time is the move's");
    cr_assert_eq(budget_of(&tight).first, 100);
    clock_limits_t flag = {.has_time = true, .time = 10, .overhead = 30};
    cr_assert_eq(budget_of(&flag).first, 5);
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

static clock_budget_t game_clock(bool patient) {
    clock_limits_t limits = {.has_time = true, .time = 60000, .overhead = 0, .patient = patient};

    return budget_of(&limits);
}

// A best move that stands takes less and less, one that changes more.
Test(clock, stable_moves_are_cheap) {
    clock_budget_t budget = game_clock(false), patient = game_clock(true);
    int64_t at_first = budget.soft, last;

    clock_iteration(&budget, 7, 30);
    cr_assert_gt(budget.soft, at_first);
    for (int i = 0; i < 8; i++) {
        last = budget.soft;
        clock_iteration(&budget, 7, 30);
        clock_iteration(&patient, 7, 30);
        cr_assert(budget.soft < last || (i >= 5 && budget.soft == last), "iteration %d", i);
        cr_assert_geq(patient.soft, at_first);
    }
    cr_assert_leq(budget.soft, at_first / 2);
    last = budget.soft;
    clock_iteration(&budget, 8, 30);
    cr_assert_gt(budget.soft, 2 * last);
}

// A score that fell, or falls, opens a third of what is left; a small step down does not.
Test(clock, panic_time) {
    clock_budget_t budget = game_clock(false);
    int64_t peace = budget.hard;

    cr_assert_lt(peace, 60000 / 3);
    clock_fell_to(&budget, -500);
    cr_assert_eq(budget.hard, peace, "there is no score to fall from yet");
    clock_iteration(&budget, 7, 30);
    clock_iteration(&budget, 7, 30);
    clock_fell_to(&budget, 25);
    cr_assert_eq(budget.hard, peace);
    clock_fell_to(&budget, -20);
    cr_assert_eq(budget.hard, 60000 / 3);
    // The new best move is found, and as good as the old one: peace.
    clock_iteration(&budget, 9, 28);
    cr_assert_eq(budget.hard, peace);
    int64_t quiet = budget.soft;
    clock_iteration(&budget, 9, -70);
    cr_assert_eq(budget.hard, 60000 / 3);
    cr_assert_gt(budget.soft, quiet * 3 / 2);
    clock_iteration(&budget, 9, 200);
    cr_assert_eq(budget.hard, peace);
}

// Panic breaks neither a fixed time nor the reserve of the clock.
Test(clock, panic_has_bounds) {
    clock_limits_t both = {
        .has_movetime = true, .movetime = 500, .has_time = true, .time = 60000, .overhead = 10};
    clock_budget_t budget = budget_of(&both);
    clock_iteration(&budget, 1, 100);
    clock_iteration(&budget, 2, -100);
    clock_fell_to(&budget, -900);
    cr_assert_eq(budget.hard, 490);
    clock_limits_t fixed = {.has_movetime = true, .movetime = 500, .overhead = 10};
    budget = budget_of(&fixed);
    clock_iteration(&budget, 1, 100);
    clock_iteration(&budget, 1, -100);
    cr_assert_eq(budget.soft, 490);
    cr_assert_eq(budget.hard, 490);
    clock_limits_t short_of_time = {.has_time = true, .time = 40, .increment = 10, .overhead = 30};
    budget = budget_of(&short_of_time);
    clock_iteration(&budget, 1, 100);
    clock_iteration(&budget, 2, -100);
    cr_assert_leq(budget.hard, 10);
}

// A ponder search that is hit keeps what it has learnt, and its time begins then.
Test(clock, ponderhit) {
    clock_limits_t limits = {.has_time = true, .time = 60000, .waiting = true};
    clock_budget_t budget;

    clock_start(&budget, &limits);
    for (int i = 0; i < 8; i++)
        clock_iteration(&budget, 3, 10);
    cr_assert_eq(budget.soft, INT64_MAX);
    limits.waiting = false;
    clock_ponderhit(&budget, &limits);
    clock_budget_t fresh = budget_of(&limits);
    cr_assert_leq(budget.soft, fresh.soft / 2 + 1);
    cr_assert_eq(budget.hard, fresh.hard);
    cr_assert_leq(clock_elapsed(&budget), 1000);
}

// The clock runs from the command, not from when the search got round to it.
Test(clock, starts_with_the_command) {
    clock_limits_t limits = {.has_movetime = true, .movetime = 1000, .start = clock_now() - 400};
    clock_budget_t budget = budget_of(&limits);

    cr_assert_geq(clock_elapsed(&budget), 400);
}
