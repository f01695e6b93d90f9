// SPDX-License-Identifier: Apache-2.0
// Annotated games: what was found at each position, the judgement of each move, and the three ways
// to write it down (PGN, JSON, SVG). No searching here.
//
// A move is judged by what it costs in winning chances, w(s) = 2 / (1 + exp(-0.00368208 s)) - 1
// for a score of s centipawns, the measure that lichess.org uses: from 0.1 on it is dubious (?!,
// $6), from 0.2 a mistake (?, $2), from 0.3 a blunder (??, $4). A mate counts as 1 or -1. The move
// that the search itself would play is never marked.
#ifndef ZF_CLI_ANNOTATE_H
#define ZF_CLI_ANNOTATE_H

#include <stdio.h>

#include "chess/pgn.h"
#include "search/search.h"

// Nodes of a search where no limit was given; moves of a line that is shown.
enum { PGN_NODES = 200000, ANNOTATED_LINE = 10 };

typedef enum judgement {
    JUDGEMENT_NONE,
    JUDGEMENT_DUBIOUS,
    JUDGEMENT_MISTAKE,
    JUDGEMENT_BLUNDER
} judgement_t;

// A position of the game: its score and best line; and of the move that led to it, the judgement.
typedef struct annotated_move {
    int score; // for White; beyond SCORE_MATE_MIN a mate
    int depth;
    bool over; // no legal move: mate or stalemate
    move_t line[ANNOTATED_LINE];
    unsigned line_length;
    judgement_t judgement;
} annotated_move_t;

// One game. The text of the PGN must outlive it.
typedef struct annotated {
    pgn_game_t pgn;
    annotated_move_t *moves; // move_count + 1: the start, and the position after each move
} annotated_t;

void annotated_init(annotated_t *game);
void annotated_free(annotated_t *game);
bool annotated_reserve(annotated_t *game); // false when memory is short
// Keeps what a search of the position found.
void annotated_take(annotated_move_t *into, const position_t *position, const search_info_t *info);
void annotated_judge(annotated_t *game);

// Tags as they were, the seven of the roster added where they are missing; comments, NAGs, marks
// and variations of the input are not kept.
void annotated_write_pgn(FILE *stream, const annotated_t *game);
// One object: tags and moves.
void annotated_write_json(FILE *stream, const annotated_t *game);
// One drawing with a chart for each game, one below the other.
void annotated_write_svg(FILE *stream, const annotated_t *games, size_t count);

// "0.35", "#3", "#-2", for White: as %eval has it. After a checkmate "#0" or "#-0".
enum { ANNOTATED_SCORE = 16 };
void annotated_score_text(const annotated_move_t *move, char text[ANNOTATED_SCORE]);
// The word for a judgement: "blunder"; "" of none.
const char *annotated_word(judgement_t judgement);

#endif
