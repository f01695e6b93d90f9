// SPDX-License-Identifier: Apache-2.0
#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *blanks(const char *at) {
    return at + strspn(at, " \t\r\n");
}

// Past a string that begins here; NULL when it does not end.
static const char *past_string(const char *at) {
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\' && at[1])
            at++;
    }
    return *at ? at + 1 : NULL;
}

// Past any value: brackets are counted, strings skipped.
static const char *past_value(const char *at) {
    int depth = 0;

    at = blanks(at);
    do {
        if (*at == '"') {
            at = past_string(at);
            if (!at)
                return NULL;
            continue;
        }
        if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']')
            depth--;
        else if (*at == '\0')
            return NULL;
        at += depth == 0 && !strchr("}]", *at) ? strcspn(at, ",]} \t\r\n") : 1;
    } while (depth > 0);
    return at;
}

const char *json_member(const char *object, const char *name) {
    const char *at = object ? blanks(object) : NULL;
    size_t length = strlen(name);

    if (!at || *at != '{')
        return NULL;
    at = blanks(at + 1);
    while (*at == '"') {
        const char *key = at + 1;
        at = past_string(at);
        if (!at)
            return NULL;
        bool same = (size_t)(at - 1 - key) == length && memcmp(key, name, length) == 0;
        at = blanks(at);
        if (*at != ':')
            return NULL;
        at = blanks(at + 1);
        if (same)
            return at;
        at = past_value(at);
        if (!at)
            return NULL;
        at = blanks(at);
        if (*at != ',')
            return NULL;
        at = blanks(at + 1);
    }
    return NULL;
}

const char *json_first(const char *array) {
    const char *at = array ? blanks(array) : NULL;

    if (!at || *at != '[')
        return NULL;
    at = blanks(at + 1);
    return *at == ']' || *at == '\0' ? NULL : at;
}

const char *json_next(const char *element) {
    const char *at = past_value(element);

    if (!at)
        return NULL;
    at = blanks(at);
    return *at == ',' ? blanks(at + 1) : NULL;
}

bool json_number(const char *value, double *number) {
    char *end;

    if (!value || !strchr("-0123456789", *value) || *value == '\0')
        return false;
    double read = strtod(value, &end);
    if (end == value || !isfinite(read))
        return false;
    *number = read;
    return true;
}

bool json_text(const char *value, char *text, size_t capacity) {
    const char *end = value && *value == '"' ? past_string(value) : NULL;

    if (!end)
        return false;
    size_t length = (size_t)(end - value - 2);
    if (length >= capacity)
        length = capacity - 1;
    memcpy(text, value + 1, length);
    text[length] = '\0';
    return true;
}
