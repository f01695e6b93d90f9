// SPDX-License-Identifier: Apache-2.0
// The little JSON reader, on what our tools write and on broken text.
#include <criterion/criterion.h>
#include <string.h>

#include "cli/json.h"

static const char sized[] =
    "{\"date\": \"2001-02-03\", \"odd \\\" name\": {\"boards\": 1}, \"empty\": [],\n"
    " \"boards\": [\n {\"name\": \"a\", \"deep\": [[1, 2], {\"x\": \"]}\"}], \"fmax\": 70.5},\n"
    " {\"name\": \"b\", \"fmax\": null},\n \"text, with ] and }\", -3e2 ] }\n";

Test(json, reads) {
    char text[8];
    double number;

    cr_assert(json_text(json_member(sized, "date"), text, sizeof text));
    cr_assert_str_eq(text, "2001-02", "cut to the capacity");
    cr_assert_null(json_member(sized, "none"));
    cr_assert_null(json_first(json_member(sized, "empty")));
    const char *board = json_first(json_member(sized, "boards"));
    cr_assert(json_text(json_member(board, "name"), text, sizeof text));
    cr_assert_str_eq(text, "a");
    cr_assert(json_number(json_member(board, "fmax"), &number));
    cr_assert_float_eq(number, 70.5, 1e-9);
    cr_assert_not(json_text(json_member(board, "fmax"), text, sizeof text));
    board = json_next(board);
    cr_assert(json_text(json_member(board, "name"), text, sizeof text));
    cr_assert_str_eq(text, "b");
    cr_assert_not(json_number(json_member(board, "fmax"), &number), "null is no number");
    board = json_next(board);
    cr_assert_null(json_member(board, "name"), "a string has no members");
    board = json_next(board);
    cr_assert(json_number(board, &number));
    cr_assert_float_eq(number, -300, 1e-9);
    cr_assert_null(json_next(board));
}

// Cut anywhere, the text gives absent values and nothing else happens.
Test(json, broken) {
    char cut[sizeof sized];
    char text[64];
    double number;

    for (size_t length = 0; length < sizeof sized; length++) {
        memcpy(cut, sized, length);
        cut[length] = '\0';
        json_text(json_member(cut, "date"), text, sizeof text);
        unsigned elements = 0;
        const char *element = json_first(json_member(cut, "boards"));
        for (; element; element = json_next(element)) {
            json_number(json_member(element, "fmax"), &number);
            elements++;
        }
        cr_assert(elements <= 4);
    }
    cr_assert_null(json_member("[1]", "a"));
    cr_assert_null(json_member(NULL, "a"));
    cr_assert_null(json_first("{}"));
    cr_assert_null(json_first(NULL));
    cr_assert_not(json_number(NULL, &number));
    cr_assert_not(json_number("", &number));
}
