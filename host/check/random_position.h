// SPDX-License-Identifier: Apache-2.0
// Random positions with their past, as job_random.c needs them.
#ifndef ZF_CHECK_RANDOM_POSITION_H
#define ZF_CHECK_RANDOM_POSITION_H

#include "check/job_random.h"
#include "model/chip_position.h"

typedef enum {
    FAMILY_PLAY,    // a few random moves from a position of the data
    FAMILY_LONG,    // many of them
    FAMILY_SHUFFLE, // men go forth and back: repetitions
    FAMILY_STORM,   // pawns about to promote
    FAMILY_QUEENS,  // up to fifteen queens a side
    FAMILY_CASTLE,  // kings and rooks at home, few men between
    FAMILY_EP,      // a double push among sliders that look at the king
    FAMILY_PINS,    // sliders all around the kings
    FAMILY_BARE,    // next to no material
    FAMILY_ENDGAME, // pawn endings and fortresses of the data
    FAMILY_ZUGZWANG,
    FAMILY_SOUP, // anything anywhere
    FAMILY_COUNT
} family_t;

typedef struct {
    position_t position;
    chip_line_t line;
    int ep_file; // pseudo-legal en passant that position_t does not know; -1 none
} past_t;

void random_position(const check_corpus_t *corpus, check_random_t *random, family_t family,
                     past_t *past);

#endif
