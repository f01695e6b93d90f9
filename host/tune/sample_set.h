// SPDX-License-Identifier: Apache-2.0
// Files of labelled positions, read by several threads and parted into training and validation.
//
// Rows that stand together mostly come from one game and say the same; so whole runs of rows are
// kept apart for validation: of SET_RUNS equal runs of a file every tenth.
#ifndef ZF_TUNE_SAMPLE_SET_H
#define ZF_TUNE_SAMPLE_SET_H

#include "tune/sample.h"

enum { SET_RUNS = 100 };

// Owned by the caller; grows by each file.
typedef struct sample_set {
    sample_t *training, *validation;
    size_t training_count, validation_count;
    size_t rows; // with a position
    size_t loud; // of them left out
} sample_set_t;

typedef struct sample_fault {
    size_t line; // from 1; 0: memory or threads are short
    sample_status_t status;
    fen_result_t fen;
} sample_fault_t;

// Adds a file's rows; quiet as the weights see it. The first fault ends it: false, and the set
// holds what it held.
bool sample_set_add(sample_set_t *set, const char *text, size_t length,
                    const int16_t weights[ZF_WEIGHT_WORDS], unsigned threads,
                    sample_fault_t *fault);
void sample_set_free(sample_set_t *set);
// "the result is none of 1-0, 0-1, 1/2-1/2 (line 3)", cut to the capacity; the length it wanted.
size_t sample_describe(const sample_fault_t *fault, char *text, size_t capacity);

#endif
