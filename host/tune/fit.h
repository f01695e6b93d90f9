// SPDX-License-Identifier: Apache-2.0
// Texel tuning: weights that make the evaluation foretell the results of games.
//
// Peter Österlund's method (chessprogramming.org, "Texel's Tuning Method"): with s the evaluation
// and r the points of the side to move, the error is the mean of (r - 1 / (1 + exp(-k s)))^2. The
// scale k is fitted once under the first weights, so that a centipawn keeps its meaning. The
// gradient is exact (sample.h: the evaluation is linear), the steps are Adam's over all positions.
// Squares that mirror each other left and right change alike, the king's excepted. A pull towards
// the first weights, `anchor`, keeps squares that hardly occur where they were.
//
// Same samples, same options, same weights, whatever the number of threads: positions are dealt to
// blocks that do not depend on it, and sums are taken in the order of blocks. Nothing here prints.
#ifndef ZF_TUNE_FIT_H
#define ZF_TUNE_FIT_H

#include "tune/sample.h"

typedef enum fit_part {
    FIT_ALL,
    FIT_SQUARES, // piece-square tables only
    FIT_TERMS    // the slow part's weights and the tempo only
} fit_part_t;

typedef struct fit_options {
    unsigned threads; // 1 or more
    unsigned epochs;  // steps over all positions
    double anchor;    // positions' worth of error that moving one weight by 100 costs
    double share;     // 0..1 of the label from the engine's score, where there is one
    double scale;     // k, of both scores; 0: each is fitted to the results
    fit_part_t part;
} fit_options_t;

typedef struct fit_report {
    unsigned epoch, epochs;
    double training, validation; // errors against the labels
} fit_report_t;

typedef struct fit_hooks {
    void *context;
    void (*report)(void *context, const fit_report_t *report); // every fifth epoch; may be NULL
    bool (*stop)(void *context);                               // the same; may be NULL
} fit_hooks_t;

typedef struct fit_result {
    double scale;       // k, for centipawns
    double score_scale; // of the engine's scores; 0 where none was wanted
    double training[2]; // errors against the results, before and after, of the rounded weights
    double validation[2];
    unsigned epoch; // whose weights were taken: the least error against validation's labels
    bool stopped;
} fit_result_t;

// Tunes `weights` (by address) in place, within their registers' ranges. LAZY follows: as great a
// share of the training positions has its slow part cut as before. The gains of delta pruning
// follow the mean value of their piece. False when memory or threads are short: nothing is changed.
bool fit_weights(const sample_t *training, size_t training_count, const sample_t *validation,
                 size_t validation_count, const fit_options_t *options, const fit_hooks_t *hooks,
                 int16_t weights[ZF_WEIGHT_WORDS], fit_result_t *result);
// Mean squared error of the results under these weights and this scale; 0 of no samples.
double fit_error(const sample_t *samples, size_t count, const int16_t weights[ZF_WEIGHT_WORDS],
                 double scale);

#endif
