// SPDX-License-Identifier: Apache-2.0
#include "cli/annotate_text.h"

#include <stdbool.h>
#include <stdint.h>

// Takes one character off the value. Overlong forms, surrogates and what lies beyond Unicode are no
// UTF-8: then the first byte alone is a character.
static uint32_t take(const char *value, size_t length, size_t *at) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)value[(*at)++];
    unsigned size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 4;
    uint32_t code = first & (0xffu >> (size + 1));

    if (size == 1)
        return first;
    if (first < 0xc0 || first > 0xf4 || length - *at < size - 1)
        return first;
    for (unsigned i = 0; i < size - 1; i++) {
        unsigned char next = (unsigned char)value[*at + i];
        if (next >> 6 != 2)
            return first;
        code = code << 6 | (next & 63u);
    }
    if (code < least[size] || code > 0x10ffff || code >> 11 == 27 || (code & 0xfffe) == 0xfffe)
        return first;
    *at += size - 1;
    return code;
}

static void put_utf8(FILE *stream, uint32_t code) {
    if (code < 0x80) {
        fputc((int)code, stream);
        return;
    }
    if (code < 0x800) {
        fputc((int)(0xc0 | code >> 6), stream);
    } else {
        if (code < 0x10000) {
            fputc((int)(0xe0 | code >> 12), stream);
        } else {
            fputc((int)(0xf0 | code >> 18), stream);
            fputc((int)(0x80 | (code >> 12 & 63)), stream);
        }
        fputc((int)(0x80 | (code >> 6 & 63)), stream);
    }
    fputc((int)(0x80 | (code & 63)), stream);
}

// The next character with backslashes resolved and controls as blanks.
static uint32_t next_character(const char *value, size_t length, size_t *at) {
    if (value[*at] == '\\' && *at + 1 < length)
        (*at)++;
    uint32_t code = take(value, length, at);
    return code < 0x20 || (code >= 0x7f && code < 0xa0) ? ' ' : code;
}

void annotate_put_json(FILE *stream, const char *value, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t code = next_character(value, length, &at);
        if (code == '"' || code == '\\')
            fputc('\\', stream);
        put_utf8(stream, code);
    }
}

void annotate_put_json_plain(FILE *stream, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t code = take(text, length, &at);
        if (code < 0x20 || code == 0x7f) {
            fprintf(stream, "\\u%04x", (unsigned)code);
            continue;
        }
        if (code == '"' || code == '\\')
            fputc('\\', stream);
        put_utf8(stream, code);
    }
}

void annotate_put_xml(FILE *stream, const char *value, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t code = next_character(value, length, &at);
        switch (code) {
        case '<':
            fputs("&lt;", stream);
            break;
        case '>':
            fputs("&gt;", stream);
            break;
        case '&':
            fputs("&amp;", stream);
            break;
        case '"':
            fputs("&quot;", stream);
            break;
        default:
            put_utf8(stream, code);
        }
    }
}
