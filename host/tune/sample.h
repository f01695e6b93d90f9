// SPDX-License-Identifier: Apache-2.0
// Labelled positions for tuning: reading them, leaving out those that are not quiet, and what the
// evaluation of each is made of.
//
// The evaluation (docs/chip.md section 8) is linear in its weights but for the taper's rounding and
// the clamp of the slow part. So a position is kept as its coefficients: the men on their squares,
// the phase, and the counts of the slow terms, all for the side to move. With them the score under
// any weights costs some fifty additions and its gradient as many.
//
// A row of text is one of
//   EPD; c9 "1-0";                      c9 1-0, 0-1 or 1/2-1/2; the engine's score for the mover in
//   EPD; c9 "1-0"; ce 35;               centipawns may stand beside it
//   FEN;RESULT    FEN [RESULT]          RESULT the same, or White's points 1.0 1 0.5 0.0 0
// Empty rows and rows that begin with # are passed over.
#ifndef ZF_TUNE_SAMPLE_H
#define ZF_TUNE_SAMPLE_H

#include "chess/fen.h"
#include "model/model.h"

enum { SAMPLE_MEN = 32 };

typedef struct sample {
    uint16_t men[SAMPLE_MEN];  // type * 64 + the owner's square; SAMPLE_THEIRS set: the opponent's
    uint8_t count;             // of men
    uint8_t phase;             // 0..ZF_PHASE_FULL
    int8_t terms[MODEL_TERMS]; // own count less the opponent's; weight ZF_W_DOUBLED + i
    uint8_t points;            // of the side to move, in halves: 0, 1, 2
    bool scored;               // an engine's score was given
    int16_t score;             // centipawns for the side to move
} sample_t;

enum { SAMPLE_THEIRS = 1 << 15 };

typedef enum sample_status {
    SAMPLE_OK,
    SAMPLE_BLANK,  // nothing in the row
    SAMPLE_LOUD,   // in check, or a capture or promotion gains for either side: left out
    SAMPLE_FEN,    // malformed: see fen
    SAMPLE_RESULT, // there is no result, or not one of those above
    SAMPLE_SCORE   // ce is not a number
} sample_status_t;

// Reads one row. The model says by a quiescence job whether the position is quiet, under its
// weights; it must have no table. `fen` gets the reason of SAMPLE_FEN.
sample_status_t sample_read(model_t *model, const char *row, size_t length, sample_t *sample,
                            fen_result_t *fen);
// The score that the chip would give under these weights, by address.
int sample_score(const sample_t *sample, const int16_t weights[ZF_WEIGHT_WORDS]);

#endif
