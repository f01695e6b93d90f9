// SPDX-License-Identifier: Apache-2.0
// Credits: what is cashed, how the sides swap, and that forced lines end (docs/search.md).
#include <criterion/criterion.h>
#include <string.h>

#include "search/credit.h"

// The equality case is the paper's prose: plies enough to come below two.
Test(credit, cash) {
    static const struct {
        int credit, plies;
    } rows[] = {{0, 0}, {4, 0}, {7, 0}, {8, 1}, {10, 1}, {11, 1}, {12, 2}, {13, 2}, {14, 2}};

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        credit_state_t state = {.depth = 3, .my = 5, .his = rows[i].credit};
        cr_assert_eq(credit_cash(rows[i].credit), rows[i].plies, "%d quarters", rows[i].credit);
        cr_assert_eq(credit_enter(&state, true), rows[i].plies);
        cr_assert_eq(state.depth, 3 + rows[i].plies);
        cr_assert(state.his < CREDIT_LIMIT);
        cr_assert_eq(state.his, rows[i].credit - 4 * rows[i].plies);
        // The other side gives up as much, and never owes.
        cr_assert_eq(state.my, rows[i].plies == 0 ? 5 : rows[i].plies == 1 ? 1 : 0);
    }
}

// A node at the horizon is revived; beyond the cap of its path it is not.
Test(credit, horizon) {
    credit_state_t state = {.depth = 0, .my = 0, .his = 9};

    cr_assert_eq(credit_enter(&state, false), 0);
    cr_assert_eq(state.depth, 0);
    cr_assert_eq(state.his, 9);
    cr_assert_eq(credit_enter(&state, true), 1);
    cr_assert_eq(state.depth, 1);
    cr_assert_eq(state.his, 5);
}

Test(credit, sides_swap) {
    credit_state_t state = {.depth = 6, .my = 3, .his = 5};
    credit_state_t after = credit_after(&state, 5, 4);

    cr_assert(after.depth == 5 && after.my == 5 && after.his == 7, "the mover's is raised");
    credit_state_t twice = credit_after(&after, 4, 0);
    cr_assert(twice.my == 7 && twice.his == 5, "and comes back");
    // A null move: nothing is earned.
    credit_state_t passed = credit_after(&state, 2, 0);
    cr_assert(passed.depth == 2 && passed.my == 5 && passed.his == 3);
}

// What more credit leads to is never less: deeper, or as deep with no less credit. Down a line of
// moves whose credits only grow, for all states.
Test(credit, raising_never_takes) {
    enum { LINE = 5 };
    unsigned random = 12345;

    for (unsigned run = 0; run < 20000; run++) {
        credit_state_t low = {.depth = 9, .my = (int)(run & 7), .his = (int)(run >> 3 & 7)};
        credit_state_t high = low;
        for (int ply = 0; ply < LINE; ply++) {
            random = random * 1664525 + 1013904223;
            int credit = (int)(random >> 20) % (CREDIT_MOVE_MAX + 1);
            int more = credit + (int)(random >> 26) % (CREDIT_MOVE_MAX + 1 - credit);
            low = credit_after(&low, low.depth - 1, credit);
            high = credit_after(&high, high.depth - 1, more);
            credit_enter(&low, true);
            credit_enter(&high, true);
            cr_assert(low.his < CREDIT_LIMIT && low.my < CREDIT_LIMIT);
            cr_assert(high.depth > low.depth ||
                          (high.depth == low.depth && high.my >= low.my && high.his >= low.his),
                      "run %u ply %d: %d %d %d against %d %d %d", run, ply, high.depth, high.my,
                      high.his, low.depth, low.my, low.his);
        }
    }
}

// The cap of one move ends every line: with the most on every move of both sides the path is at
// most eight times the depth; a sustained two plies a move would not end at all.
Test(credit, lines_end) {
    for (int cap = CREDIT_MOVE_MAX; cap <= CREDIT_LIMIT; cap++) {
        for (int depth = 1; depth <= 14; depth++) {
            credit_state_t state = {.depth = depth};
            int plies = 0;
            while (state.depth > 0 && plies <= CREDIT_PATH_FACTOR * depth) {
                state = credit_after(&state, state.depth - 1, cap);
                credit_enter(&state, true);
                plies++;
            }
            if (cap == CREDIT_MOVE_MAX)
                cr_assert(state.depth <= 0, "depth %d: still %d after %d plies", depth, state.depth,
                          plies);
            else if (depth >= 2)
                cr_assert(state.depth > 0, "two plies a move ended at depth %d", depth);
        }
    }
}

Test(credit, amounts) {
    for (credit_source_t source = 0; source < CREDIT_SOURCES; source++) {
        int before = CREDIT_MOVE_MAX;
        for (int ply = 0; ply < 30; ply++) {
            int amount = credit_amount(source, ply, 12);
            cr_assert(amount >= 0 && amount <= CREDIT_MOVE_MAX, "%s", credit_name(source));
            cr_assert(amount <= before, "%s: more far from the root", credit_name(source));
            before = amount;
        }
        cr_assert(credit_amount(source, 0, 12) > 0, "%s earns nothing", credit_name(source));
    }
    cr_assert(credit_amount(CREDIT_MATE_THREAT, 3, 9) > credit_amount(CREDIT_THREAT, 3, 9));
    cr_assert(credit_amount(CREDIT_SINGULAR, 3, 9) > credit_amount(CREDIT_BINARY, 3, 9));
    cr_assert(credit_amount(CREDIT_BINARY, 3, 9) > credit_amount(CREDIT_TRINARY, 3, 9));
}

Test(credit, sets_as_text) {
    static const struct {
        const char *text;
        unsigned set;
        const char *back;
    } rows[] = {
        {"all", CREDIT_ALL, "all"},
        {"none", 0, "none"},
        {"0", 0, "none"},
        {"singular", 1 << CREDIT_SINGULAR, "singular"},
        {"mate-threat,threat", 1 << CREDIT_THREAT | 1 << CREDIT_MATE_THREAT, "threat,mate-threat"},
        {"5", 1 << CREDIT_SINGULAR | 1 << CREDIT_TRINARY, "singular,trinary"},
    };
    static const char *const wrong[] = {"",          "All",
                                        "singular,", ",",
                                        "plural",    "singular threat",
                                        "2048",      "99999999999999999999",
                                        "-1",        "none,all"};
    char text[CREDIT_NAMES_LENGTH];
    unsigned set;

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert(credit_parse(rows[i].text, &set), "%s", rows[i].text);
        cr_assert_eq(set, rows[i].set, "%s", rows[i].text);
        credit_write(set, text);
        cr_assert_str_eq(text, rows[i].back);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert_not(credit_parse(wrong[i], &set), "%s", wrong[i]);
    for (set = 0; set <= CREDIT_ALL; set++) {
        unsigned again;
        credit_write(set, text);
        cr_assert(strlen(text) < CREDIT_NAMES_LENGTH - 1 && credit_parse(text, &again));
        cr_assert_eq(again, set, "%s", text);
    }
}
