// SPDX-License-Identifier: Apache-2.0
// Moves as text: UCI's coordinates and standard algebraic notation (SAN), read and written.
#ifndef ZF_CHESS_NOTATION_H
#define ZF_CHESS_NOTATION_H

#include "chess/position.h"

typedef enum notation_error {
    NOTATION_OK,
    NOTATION_ERROR_EMPTY,
    NOTATION_ERROR_SYNTAX,    // not a move in any form
    NOTATION_ERROR_ILLEGAL,   // a move, but no legal one
    NOTATION_ERROR_AMBIGUOUS, // two or more legal moves fit
    NOTATION_ERROR_PROMOTION, // a pawn reaches the last rank and the piece is not named
    NOTATION_ERROR_NULL,      // a null move: 0000, --, Z0
    NOTATION_ERROR_COUNT
} notation_error_t;

// One clause in lower case, without a full stop.
const char *notation_error_text(notation_error_t error);

enum { UCI_CAPACITY = 6, SAN_CAPACITY = 10 }; // e7e8q, Qa1xb2+ and e7xd8=Q#, with the NUL

// Writes e2e4, e7e8q, e1g1 for castling; 0000 for MOVE_NONE. Returns the length.
size_t uci_write(move_t move, char text[UCI_CAPACITY]);

// The same, but castling as Chess960 has it: the king takes its own rook (e1h1).
size_t uci_write_chess960(const position_t *position, move_t move, char text[UCI_CAPACITY]);

// Reads a legal move. The promotion letter may be of either case. King takes own rook (e1h1), the
// Chess960 spelling, is read as castling when castling is legal there.
notation_error_t uci_parse(const position_t *position, const char *text, size_t length,
                           move_t *move);

// Writes a legal move as the PGN standard has it: least disambiguation, + or # always.
size_t san_write(const position_t *position, move_t move, char text[SAN_CAPACITY]);

// Reads a legal move as programs and people write it: with or without x, - or :, +, ++, #, ! and ?
// in any number, e.p., castling with O, 0 or o, promotion as =Q, Q, /Q or (Q), more disambiguation
// than needed, P before a pawn move. A pawn move without a file is a push. Check marks are not
// compared with the board.
notation_error_t san_parse(const position_t *position, const char *text, size_t length,
                           move_t *move);

#endif
