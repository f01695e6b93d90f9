// SPDX-License-Identifier: Apache-2.0
#include "chess_support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"

void support_open(support_file_t *file, const char *path) {
    FILE *stream = fopen(path, "rb");

    cr_assert(stream, "%s cannot be opened", path);
    memset(file, 0, sizeof *file);
    file->path = path;
    cr_assert(fseek(stream, 0, SEEK_END) == 0);
    long size = ftell(stream);
    cr_assert(size >= 0);
    rewind(stream);
    file->length = (size_t)size;
    file->text = malloc(file->length + 1);
    cr_assert(file->text);
    cr_assert_eq(fread(file->text, 1, file->length, stream), file->length, "%s", path);
    file->text[file->length] = '\0';
    fclose(stream);
}

static void cut_columns(support_file_t *file) {
    char *column = file->line;

    file->column_count = 0;
    while (column && file->column_count < SUPPORT_COLUMNS) {
        file->columns[file->column_count++] = column;
        column = strchr(column, '\t');
        if (column)
            *column++ = '\0';
    }
}

bool support_row(support_file_t *file, bool blanks) {
    while (file->at < file->length) {
        char *line = file->text + file->at;
        char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : file->length - file->at;
        file->at += length + 1;
        file->row++;
        line[length] = '\0';
        if (line[0] == '#' || (length == 0 && !blanks))
            continue;
        file->line = line;
        cut_columns(file);
        return true;
    }
    return false;
}

void support_close(support_file_t *file) {
    free(file->text);
    memset(file, 0, sizeof *file);
}

position_t support_fen(const char *fen) {
    position_t position;
    char text[128];
    fen_result_t result = fen_parse(fen, strlen(fen), &position);

    fen_describe(&result, text, sizeof text);
    cr_assert_eq(result.error, FEN_OK, "%s: %s", fen, text);
    return position;
}

move_t support_move(const position_t *position, const char *text) {
    char fen[FEN_CAPACITY];
    move_t move = MOVE_NONE;
    notation_error_t error = uci_parse(position, text, strlen(text), &move);

    fen_write(position, fen);
    cr_assert_eq(error, NOTATION_OK, "%s in %s: %s", text, fen, notation_error_text(error));
    return move;
}

bool support_soak(void) {
    const char *value = getenv("ZF_SOAK");

    return value && *value && strcmp(value, "0") != 0;
}

bool support_sanitized(void) {
#ifdef __SANITIZE_ADDRESS__
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer);
#else
    return false;
#endif
}

// splitmix64
uint64_t support_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
