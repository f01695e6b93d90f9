// SPDX-License-Identifier: Apache-2.0
// Forsyth-Edwards notation, read strictly and written.
//
// Read: four fields (placement, side, castling, en passant; the clocks are then 0 and 1) or six,
// separated by blanks, with blanks allowed around the whole. Clocks are 0 to 9999 without sign;
// move number 0 counts as 1. Refused with a reason and its place: everything that is not a FEN,
// text after the last field, and positions that position_fault() refuses. Castling rights without
// king and rook at home, repeated castling letters and en passant squares that no pawn can legally
// use are dropped with a note, as GUIs write them. Positions no game reaches (a triple check, say)
// are taken when nothing above speaks against them.
#ifndef ZF_CHESS_FEN_H
#define ZF_CHESS_FEN_H

#include "chess/position.h"

typedef enum fen_error {
    FEN_OK,
    FEN_ERROR_EMPTY,
    FEN_ERROR_PIECE,         // a character that is no piece, digit or slash
    FEN_ERROR_DIGITS,        // two digits in a row
    FEN_ERROR_RANK_SHORT,    // fewer than eight squares
    FEN_ERROR_RANK_LONG,     // more than eight squares
    FEN_ERROR_RANKS_FEW,     // fewer than eight ranks
    FEN_ERROR_RANKS_MANY,    // more than eight ranks
    FEN_ERROR_FIELD_MISSING, // the text ends before the field
    FEN_ERROR_SIDE,          // not w or b
    FEN_ERROR_CASTLING,      // not - or letters of KQkq (Chess960: of A to H and a to h too)
    FEN_ERROR_EP,            // not - or a square of the third or sixth rank
    FEN_ERROR_HALFMOVE,      // not a number from 0 to 9999
    FEN_ERROR_FULLMOVE,      // likewise
    FEN_ERROR_TRAILING,      // text after the last field
    FEN_ERROR_POSITION,      // see fault
    FEN_ERROR_COUNT
} fen_error_t;

typedef enum fen_field {
    FEN_FIELD_PLACEMENT,
    FEN_FIELD_SIDE,
    FEN_FIELD_CASTLING,
    FEN_FIELD_EP,
    FEN_FIELD_HALFMOVE,
    FEN_FIELD_FULLMOVE,
    FEN_FIELD_END
} fen_field_t;

// What was put right, a set.
enum {
    FEN_NOTE_CASTLING = 1,          // rights in `dropped` had no king and rook at home
    FEN_NOTE_CASTLING_REPEATED = 2, // a letter came twice
    FEN_NOTE_EP_IMPOSSIBLE = 4,     // no pawn can just have moved two squares over the ep square
    FEN_NOTE_EP_NO_TAKER = 8,       // no pawn stands beside it
    FEN_NOTE_EP_ILLEGAL = 16,       // taking would leave the king in check
    FEN_NOTE_FULLMOVE_ZERO = 32,    // move number 0 was read as 1
    FEN_NOTE_COUNT = 6
};

typedef struct fen_result {
    fen_error_t error;
    position_fault_t fault; // when error is FEN_ERROR_POSITION
    fen_field_t field;      // where the error is
    size_t offset;          // bytes from the start of the text to the error
    unsigned notes;
    unsigned dropped; // castling rights dropped, CASTLING_ set
} fen_result_t;

// Reads a FEN of `length` bytes. The position is written only when the error is FEN_OK.
fen_result_t fen_parse(const char *text, size_t length, position_t *position);

// Reads a FEN of Chess960 (X-FEN and Shredder-FEN): K and Q are the rights of the outermost rook on
// that side of the king, a letter from A to H those of the rook on that file. Rights without king
// and rook on their rank are dropped, and a second rook on one side counts as a repeated letter.
fen_result_t fen_parse_chess960(const char *text, size_t length, position_t *position);

// Reads the first four fields and, when the text goes on with a digit, both clocks; sets *used to
// the bytes read with the blanks after them. The rest is the caller's (EPD).
fen_result_t fen_parse_prefix(const char *text, size_t length, position_t *position, size_t *used);

// Room for the longest FEN and its NUL.
enum { FEN_CAPACITY = 96 };

// Writes the six fields; '-' for en passant unless a capture is legal. Rights of Chess960 are
// written as X-FEN: the file's letter only for a rook that is not the outermost. Returns the
// length.
size_t fen_write(const position_t *position, char text[FEN_CAPACITY]);

// One clause in lower case, without a full stop, for each.
const char *fen_error_text(fen_error_t error);
const char *fen_field_text(fen_field_t field);
const char *fen_note_text(unsigned note); // one bit
// "a side has no king (piece placement, column 12)", cut to the capacity; the length it wanted.
size_t fen_describe(const fen_result_t *result, char *text, size_t capacity);

#endif
