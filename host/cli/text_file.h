// SPDX-License-Identifier: Apache-2.0
// A file read whole, for commands.
#ifndef ZF_CLI_TEXT_FILE_H
#define ZF_CLI_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct text_file {
    char *text; // owned; a NUL after its `length` bytes
    size_t length;
} text_file_t;

// Says what is wrong ("zaffre COMMAND: NAME: ...") and returns false; then there is nothing to
// free.
bool text_file_read(const char *command, const char *name, text_file_t *file);
void text_file_free(text_file_t *file);

#endif
