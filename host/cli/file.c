// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

// More than any file of positions or jobs; an endless device (/dev/zero) is refused so.
enum { FILE_BYTES_MAX = 1 << 28, GROWTH_MIN = 1 << 16 };

// Editors of one system begin UTF-8 files with a mark that is no text.
static void skip_mark(char *text, size_t *length) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t bytes = sizeof mark - 1;

    if (*length < bytes || memcmp(text, mark, bytes) != 0)
        return;
    *length -= bytes;
    memmove(text, text + bytes, *length + 1);
}

// The text of a stream; NULL with errno set, EFBIG where there is no end.
static char *read_stream(FILE *stream, size_t *length) {
    char *text = NULL;
    size_t capacity = 0;

    *length = 0;
    for (;;) {
        // Always room for the NUL.
        if (capacity - *length < GROWTH_MIN) {
            capacity = 2 * capacity + 2 * GROWTH_MIN;
            char *grown = realloc(text, capacity);
            if (!grown)
                break;
            text = grown;
        }
        errno = 0;
        size_t got = fread(text + *length, 1, capacity - *length - 1, stream);
        *length += got;
        if (*length > FILE_BYTES_MAX) {
            errno = EFBIG;
            break;
        }
        if (got == 0 && !ferror(stream)) {
            text[*length] = '\0';
            skip_mark(text, length);
            return text;
        }
        if (got == 0)
            break;
    }
    int reason = errno ? errno : ENOMEM;
    free(text);
    errno = reason;
    return NULL;
}

char *cli_read_file(const char *command, const char *what, const char *name, size_t *length) {
    FILE *stream = fopen(name, "rb");
    char *text = stream ? read_stream(stream, length) : NULL;

    if (!text)
        cli_fail(command, "%s%s: it cannot be read: %s", what, name, strerror(errno));
    if (stream)
        fclose(stream);
    return text;
}
