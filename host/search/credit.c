// SPDX-License-Identifier: Apache-2.0
#include "search/credit.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A path has three parts by the iteration's depth: its first third, its second, and all beyond.
enum { PARTS = 3 };

typedef struct {
    const char *name;
    uint8_t amount[PARTS]; // quarter plies
} source_t;

// All amounts of the search. A single forced move must not extend, so none reaches the limit.
static const source_t sources[CREDIT_SOURCES] = {
    [CREDIT_SINGULAR] = {"singular", {6, 5, 4}},
    [CREDIT_BINARY] = {"binary", {3, 2, 2}},
    [CREDIT_TRINARY] = {"trinary", {2, 1, 1}},
    [CREDIT_ONLY] = {"only", {7, 7, 7}},
    [CREDIT_THREAT] = {"threat", {2, 2, 1}},
    [CREDIT_MATE_THREAT] = {"mate-threat", {4, 3, 3}},
    [CREDIT_EVASION] = {"evasion", {3, 3, 2}},
    [CREDIT_RECAPTURE] = {"recapture", {3, 2, 2}},
    [CREDIT_PUSH] = {"push", {3, 3, 2}},
    [CREDIT_ANSWER] = {"answer", {3, 2, 2}},
    [CREDIT_INFLUENCE] = {"influence", {1, 1, 0}},
};

int credit_amount(credit_source_t source, int ply, int iteration) {
    int part = iteration > 0 ? ply * PARTS / iteration : PARTS - 1;

    return sources[source].amount[part < PARTS ? part : PARTS - 1];
}

const char *credit_name(credit_source_t source) {
    return sources[source].name;
}

static bool find_name(const char *text, size_t length, unsigned *set) {
    for (unsigned i = 0; i < CREDIT_SOURCES; i++) {
        if (strlen(sources[i].name) == length && memcmp(sources[i].name, text, length) == 0) {
            *set |= 1u << i;
            return true;
        }
    }
    return false;
}

bool credit_parse(const char *text, unsigned *set) {
    unsigned parsed = 0;

    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0) {
        *set = text[0] == 'a' ? CREDIT_ALL : 0;
        return true;
    }
    if (*text && strspn(text, "0123456789") == strlen(text)) {
        unsigned long number = strlen(text) > 6 ? CREDIT_ALL + 1ul : strtoul(text, NULL, 10);
        *set = (unsigned)number;
        return number <= CREDIT_ALL;
    }
    for (;;) {
        size_t length = strcspn(text, ",");
        if (!find_name(text, length, &parsed))
            return false;
        if (!text[length])
            break;
        text += length + 1;
    }
    *set = parsed;
    return true;
}

void credit_write(unsigned set, char text[CREDIT_NAMES_LENGTH]) {
    size_t at = 0;

    set &= CREDIT_ALL;
    snprintf(text, CREDIT_NAMES_LENGTH, "%s", set == CREDIT_ALL ? "all" : "none");
    for (unsigned i = 0; set != CREDIT_ALL && i < CREDIT_SOURCES; i++) {
        if (set >> i & 1)
            at += (size_t)snprintf(text + at, CREDIT_NAMES_LENGTH - at, "%s%s", at ? "," : "",
                                   sources[i].name);
    }
}
