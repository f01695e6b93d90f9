// SPDX-License-Identifier: Apache-2.0
// The words of a command line, taken one after the other. Blanks, tabs and carriage returns
// separate; words are compared whole.
#ifndef ZF_UCI_WORDS_H
#define ZF_UCI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct words {
    const char *at; // the rest
    const char *word;
    size_t length;
} words_t;

static inline bool words_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

void words_begin(words_t *words, const char *line);
// The next word; false at the end, with an empty word.
bool words_next(words_t *words);
// Whether the word is that text; `exact` false compares without case.
bool words_is(const words_t *words, const char *text, bool exact);
// The next word as a whole number, kept between two limits; false, with nothing taken, when it is
// none.
bool words_number(words_t *words, int64_t low, int64_t high, int64_t *number);

#endif
