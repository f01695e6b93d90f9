// SPDX-License-Identifier: Apache-2.0
#include "cli/text_file.h"

#include <stdlib.h>

#include "cli/cli.h"

bool text_file_read(const char *command, const char *name, text_file_t *file) {
    file->length = 0;
    file->text = cli_read_file(command, "", name, &file->length);
    return file->text != NULL;
}

void text_file_free(text_file_t *file) {
    free(file->text);
    *file = (text_file_t){0};
}
