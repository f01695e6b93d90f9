// SPDX-License-Identifier: Apache-2.0
// Portable game notation, read from a buffer: one game after another.
//
// Tags are kept as slices; comments ({}, ; and % lines), variations, NAGs and marks are skipped;
// every move is read as SAN and must be legal. A FEN tag sets the start. A game ends at its result,
// at the next tag after the moves, or at the end of the text.
#ifndef ZF_CHESS_PGN_H
#define ZF_CHESS_PGN_H

#include "chess/fen.h"
#include "chess/notation.h"

enum { PGN_TAGS_MAX = 64 };

typedef enum pgn_status {
    PGN_GAME,            // a game was read
    PGN_END,             // there is none left
    PGN_ERROR_TAG,       // a tag is malformed
    PGN_ERROR_TAGS_MANY, // more than PGN_TAGS_MAX
    PGN_ERROR_FEN,       // the FEN tag is refused: see fen
    PGN_ERROR_MOVE,      // see notation
    PGN_ERROR_COMMENT,   // a comment in braces is not closed
    PGN_ERROR_VARIATION, // parentheses do not match
    PGN_ERROR_MEMORY,
    PGN_STATUS_COUNT
} pgn_status_t;

typedef enum pgn_outcome { PGN_UNKNOWN, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } pgn_outcome_t;

// The text must outlive the reader and the tags of its games.
typedef struct pgn_reader {
    // Config
    const char *text;
    size_t length;
    // State
    size_t at;
    size_t line; // of `at`, from 1
} pgn_reader_t;

typedef struct pgn_tag {
    const char *name;
    size_t name_length;
    const char *value; // between the quotes, backslashes as written
    size_t value_length;
} pgn_tag_t;

typedef struct pgn_game {
    unsigned tag_count;
    pgn_tag_t tags[PGN_TAGS_MAX];
    position_t start;
    move_t *moves;
    size_t move_count;
    size_t move_capacity;
    pgn_outcome_t outcome; // as the movetext ends, else as the Result tag says
    // Of an error:
    size_t error_offset;
    size_t error_line;
    fen_result_t fen;
    notation_error_t notation;
} pgn_game_t;

void pgn_open(pgn_reader_t *reader, const char *text, size_t length);
// Before the first pgn_next() and after the last.
void pgn_game_init(pgn_game_t *game);
void pgn_game_free(pgn_game_t *game);
// Reads the next game into an object that is used again. After an error the reader stands at the
// next line that begins with an Event tag; the game then holds what was read.
pgn_status_t pgn_next(pgn_reader_t *reader, pgn_game_t *game);
// The tag of that name, or NULL.
const pgn_tag_t *pgn_find(const pgn_game_t *game, const char *name);
const char *pgn_status_text(pgn_status_t status);
// "the move is not legal here (line 12)", cut to the capacity; the length it wanted.
size_t pgn_describe(pgn_status_t status, const pgn_game_t *game, char *text, size_t capacity);

#endif
