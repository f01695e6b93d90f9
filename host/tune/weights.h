// SPDX-License-Identifier: Apache-2.0
// Evaluation weights as a file: the text of defs/eval.def, read and written at run time.
//
// The format is that of defs/README.md, restricted to `group`, `weight` and `weights`; every weight
// of this build must stand in it once, at its own address and width. So a tuned file is at once
// what --weights takes and what replaces defs/eval.def. Writing replaces the numbers of a text that
// was read and keeps all else. Nothing here prints; memory is the caller's.
#ifndef ZF_TUNE_WEIGHTS_H
#define ZF_TUNE_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "zf_defs.h"

typedef enum weights_error {
    WEIGHTS_OK,
    WEIGHTS_ERROR_LINE,     // not a group, a weight, an array of weights or its numbers
    WEIGHTS_ERROR_NAME,     // no weight of this build
    WEIGHTS_ERROR_PLACE,    // another address, count or width than this build's
    WEIGHTS_ERROR_NUMBER,   // not a whole number, or one too many
    WEIGHTS_ERROR_RANGE,    // does not fit the weight's width
    WEIGHTS_ERROR_NEGATIVE, // a margin or a gain below 0
    WEIGHTS_ERROR_REPEATED, // the weight stands twice
    WEIGHTS_ERROR_SHORT,    // an array has too few numbers
    WEIGHTS_ERROR_MISSING,  // a weight of this build is not in the file
    WEIGHTS_ERROR_CASTLING, // two rook squares differ by more than the chip can add
    WEIGHTS_ERROR_COUNT
} weights_error_t;

typedef struct weights_result {
    weights_error_t error;
    size_t line;      // from 1; 0 where the fault is of the whole file
    unsigned address; // of the weight, where one is meant
} weights_result_t;

// Reads the text into weights by address (ZF_W_...), 0 in the holes. The lazy margin needs no
// relation to the others: the slow part is clamped to it (docs/chip.md section 8), so any margin
// that fits is sound.
weights_result_t weights_read(const char *text, size_t length, int16_t weights[ZF_WEIGHT_WORDS]);
// What weights_read() asks of the values: widths, signs, the rook's part of castling.
weights_result_t weights_check(const int16_t weights[ZF_WEIGHT_WORDS]);
// Writes the text with its numbers replaced. The text must have been read without error. False
// when the stream failed.
bool weights_write(FILE *stream, const char *text, size_t length,
                   const int16_t weights[ZF_WEIGHT_WORDS]);

// Smallest and largest value of a weight's register; margins and gains begin at 0.
int weights_low(unsigned address);
int weights_high(unsigned address);
// "lazy is below 0 (line 12)", cut to the capacity; the length it wanted.
size_t weights_describe(const weights_result_t *result, char *text, size_t capacity);

#endif
