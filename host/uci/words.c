// SPDX-License-Identifier: Apache-2.0
#include "uci/words.h"

#include <ctype.h>
#include <string.h>

void words_begin(words_t *words, const char *line) {
    *words = (words_t){.at = line, .word = line};
}

bool words_next(words_t *words) {
    while (words_is_blank(*words->at))
        words->at++;
    words->word = words->at;
    while (*words->at && !words_is_blank(*words->at))
        words->at++;
    words->length = (size_t)(words->at - words->word);
    return words->length != 0;
}

bool words_is(const words_t *words, const char *text, bool exact) {
    if (strlen(text) != words->length)
        return false;
    for (size_t i = 0; i < words->length; i++) {
        int a = (unsigned char)words->word[i], b = (unsigned char)text[i];
        if (exact ? a != b : tolower(a) != tolower(b))
            return false;
    }
    return true;
}

bool words_number(words_t *words, int64_t low, int64_t high, int64_t *number) {
    words_t ahead = *words;
    int64_t value = 0;

    if (!words_next(&ahead))
        return false;
    bool negative = ahead.word[0] == '-';
    size_t i = negative || ahead.word[0] == '+';
    if (i == ahead.length)
        return false;
    for (; i < ahead.length; i++) {
        if (!isdigit((unsigned char)ahead.word[i]))
            return false;
        int digit = ahead.word[i] - '0';
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    value = negative ? -value : value;
    *number = value < low ? low : value > high ? high : value;
    *words = ahead;
    return true;
}
