// SPDX-License-Identifier: Apache-2.0
// What the chess tests share: reading the rows of data files. Failures end the test at once and
// name the file and row.
#ifndef ZF_TESTS_CHESS_SUPPORT_H
#define ZF_TESTS_CHESS_SUPPORT_H

#include "chess/position.h"

enum { SUPPORT_COLUMNS = 12 };

// A text file in memory, read row by row.
typedef struct support_file {
    // Config
    const char *path;
    char *text; // ended with NUL
    size_t length;
    // State
    size_t at;
    unsigned row; // of the row read last, from 1
    // The row read last, its line end cut off; columns are parted by tabs.
    char *line;
    unsigned column_count;
    char *columns[SUPPORT_COLUMNS];
} support_file_t;

void support_open(support_file_t *file, const char *path);
// The next row that is neither a comment (#) nor, unless `blanks`, empty; cuts it at its tabs.
bool support_row(support_file_t *file, bool blanks);
void support_close(support_file_t *file);

// The position of a FEN that must be accepted.
position_t support_fen(const char *fen);
// The legal move of a UCI text.
move_t support_move(const position_t *position, const char *text);
// Whether the long tests are wanted (ZF_SOAK=1).
bool support_soak(void);
// Whether the tests run under a sanitizer, about twenty times slower.
bool support_sanitized(void);
// A small generator for random play: the next number of the state.
uint64_t support_random(uint64_t *state);

#endif
