// SPDX-License-Identifier: Apache-2.0
// Extended position description: four FEN fields and operations, as test suites write them.
//
// A line is read whole: bm, am and pv must be legal moves, dm, hmvc, fmvn and D1, D2, ... numbers.
// Clocks after the fourth field, as in a full FEN, are kept; hmvc and fmvn replace them. The last
// semicolon may be missing, and one may stand before each operation (perft suites).
#ifndef ZF_CHESS_EPD_H
#define ZF_CHESS_EPD_H

#include "chess/fen.h"
#include "chess/notation.h"

enum { EPD_OPERATIONS_MAX = 64, EPD_LINE_MAX = 128 };

typedef enum epd_error {
    EPD_OK,
    EPD_ERROR_FEN,      // see fen
    EPD_ERROR_OPCODE,   // an operation does not begin with a name of at most 15 characters
    EPD_ERROR_QUOTE,    // a string is not closed
    EPD_ERROR_MANY,     // too many operations or operands
    EPD_ERROR_REPEATED, // an operation comes twice
    EPD_ERROR_MOVE,     // see notation
    EPD_ERROR_NUMBER,   // a number was expected
    EPD_ERROR_COUNT
} epd_error_t;

typedef struct epd_result {
    epd_error_t error;
    size_t offset;    // bytes from the start of the line
    fen_result_t fen; // its notes also when all is well
    notation_error_t notation;
} epd_result_t;

// Slices of the line that was read: it must outlive them.
typedef struct epd_operation {
    const char *name;
    size_t name_length;
    const char *operands; // without blanks around
    size_t operands_length;
} epd_operation_t;

typedef struct epd {
    position_t position;
    unsigned count;
    epd_operation_t operations[EPD_OPERATIONS_MAX];
} epd_t;

// Reads one line of `length` bytes, a line end at its end allowed.
epd_result_t epd_parse(const char *line, size_t length, epd_t *epd);
const char *epd_error_text(epd_error_t error);
// "the move is not legal here (column 40)", cut to the capacity; the length it wanted.
size_t epd_describe(const epd_result_t *result, char *text, size_t capacity);

// The operation of that name, or NULL.
const epd_operation_t *epd_find(const epd_t *epd, const char *name);
// The moves of bm or am; the count, 0 when there is no such operation.
unsigned epd_moves(const epd_t *epd, const char *name, move_list_t *list);
// The moves of pv, played one after the other; at most EPD_LINE_MAX.
unsigned epd_line(const epd_t *epd, const char *name, move_t line[EPD_LINE_MAX]);
// The first operand as a number; false when there is none.
bool epd_number(const epd_t *epd, const char *name, int64_t *number);
// The first operand without its quotes, cut to the capacity and ended with NUL; its full length, 0
// when there is no such operation.
size_t epd_string(const epd_t *epd, const char *name, char *text, size_t capacity);

#endif
