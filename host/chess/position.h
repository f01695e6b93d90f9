// SPDX-License-Identifier: Apache-2.0
// A chess position: the board, whose move it is, rights, clocks and keys, and how a move changes
// it.
//
// Positions are values of fixed size without pointers: copy them to take a move back. Every
// function leaves a position that position_is_ok() accepts, given one; builds with ZF_DEBUG assert
// it after each move.
#ifndef ZF_CHESS_POSITION_H
#define ZF_CHESS_POSITION_H

#include "chess/bitboard.h"
#include "chess/types.h"

// The largest clock and move number that a position holds; made moves stop counting there.
enum { POSITION_CLOCK_MAX = 9999 };

typedef struct position {
    bitboard_t by_type[6];  // both colours
    bitboard_t by_color[2]; // all men of a colour
    // The key, relative to the mover and the same for the colour-flipped position: with rho
    // swapping the 32-bit halves,
    //   key = side_key[stm] ^ rho(side_key[other]) ^ (ep ? zf_key_ep[file] : 0)
    // where side_key is the exclusive or of the side's men, each zf_key_piece[type * 64 + square as
    // its owner sees it], and of its castling rights (zf_key_castle[0] king side, [1] queen side;
    // for a rook of Chess960 on another file than h or a, turned left by its file and one). A key
    // is comparable between positions of one game only an even number of plies apart: flipped twins
    // share it.
    uint64_t key;
    uint64_t side_key[2];
    man_t board[64];
    uint8_t stm;      // color_t, the side to move
    uint8_t castling; // CASTLING_ set: king and rook stand at home for every member
    bool chess960;    // home is another place: the king's rank for it, rook_home[] for the rooks
    uint8_t rook_home[4]; // squares, by CASTLING_ bit; h1 a1 h8 a8 unless chess960 is set
    uint8_t ep;           // square a pawn can legally capture to en passant, else SQUARE_NONE
    uint16_t halfmove;    // plies since a capture or pawn move
    uint16_t fullmove;    // number of the move, from 1
} position_t;

// Why no game can hold a position (or this library will not).
typedef enum position_fault {
    POSITION_OK,
    POSITION_FAULT_NO_KING,        // a side has none
    POSITION_FAULT_KINGS,          // a side has more than one
    POSITION_FAULT_PAWN_RANK,      // a pawn stands on the first or eighth rank
    POSITION_FAULT_PAWNS,          // more than 8 pawns a side
    POSITION_FAULT_MEN,            // more than 16 men a side
    POSITION_FAULT_PROMOTED,       // more promoted men than missing pawns
    POSITION_FAULT_OPPONENT_CHECK, // the side not to move is in check
    POSITION_FAULT_COUNT
} position_fault_t;

// The state of a position by itself, without its game: see game.h for repetition.
typedef enum position_state {
    POSITION_PLAYING,
    POSITION_CHECKMATE,
    POSITION_STALEMATE,
    POSITION_BARE,  // bare material, a draw at once: see position_is_bare
    POSITION_FIFTY, // the clock stands at 100 or more and it is not mate or stalemate
} position_state_t;

// ---- Building

// An empty board, white to move, no rights, clock 0, move 1.
void position_clear(position_t *position);
// Puts a man on an empty square. The keys follow in position_seal().
void position_put(position_t *position, man_t man, square_t square);
// Ends building: sets the keys. Rights and ep square must be valid: use position_drop_rights() and
// position_ep_is_legal() first.
void position_seal(position_t *position);
// Gives a right a rook of Chess960: the right and its rook's square are set, and chess960 when king
// or rook do not stand where the usual game has them. The king must be on the board.
void position_put_right(position_t *position, unsigned right, square_t rook);
// The initial position of the game.
void position_start(position_t *position);
// Removes castling rights whose king or rook is not at home; returns the set removed.
unsigned position_drop_rights(position_t *position);
// Whether the side to move has a legal en passant capture onto the square. The caller has checked
// that a pawn that could just have moved two squares stands beyond it.
bool position_ep_is_legal(const position_t *position, square_t ep);
// The first reason to refuse a position, in the order of the enumeration.
position_fault_t position_fault(const position_t *position);
// One clause in lower case, without a full stop.
const char *position_fault_text(position_fault_t fault);

// Turned top to bottom with colours exchanged: same key, same moves seen from the other side.
void position_flip(position_t *to, const position_t *from);
// Mirrored left to right; castling rights are dropped.
void position_mirror(position_t *to, const position_t *from);

// ---- Asking

static inline bitboard_t position_occupied(const position_t *position) {
    return position->by_color[COLOR_WHITE] | position->by_color[COLOR_BLACK];
}

static inline bitboard_t position_men(const position_t *position, color_t color, piece_t type) {
    return position->by_color[color] & position->by_type[type];
}

static inline square_t position_king(const position_t *position, color_t color) {
    return bitboard_first(position_men(position, color, PIECE_KING));
}

// All men of both colours that attack the square when the given squares are occupied.
bitboard_t position_attackers(const position_t *position, square_t square, bitboard_t occupied);
// Whether a man of the colour attacks the square when the given squares are occupied.
bool position_attacked(const position_t *position, square_t square, color_t by,
                       bitboard_t occupied);
// The men giving check to the side to move.
bitboard_t position_checkers(const position_t *position);
bool position_in_check(const position_t *position);
// Bare material: two kings; two kings and one knight or bishop; or two kings and bishops only, any
// number on either side, all on squares of one colour. A knight each is no draw: help mates exist.
// Model and chip test the same below ZF_BARE_PHASE only: eight such bishops they search.
bool position_is_bare(const position_t *position);
// Mate and stalemate come before bare material and the clock.
position_state_t position_state(const position_t *position);
// The rights whose king and rook stand where the usual game has them: all of them unless chess960
// is set. The chip knows no others (docs/uci.md), nor do the keys below it: the position's key when
// only those rights are left.
unsigned position_usual_rights(const position_t *position);
uint64_t position_usual_key(const position_t *position);
// Whether the move takes a man, en passant included.
bool position_is_capture(const position_t *position, move_t move);
// Same board, mover, rights and ep square; clocks do not matter.
bool position_same(const position_t *a, const position_t *b);

// ---- Moving

// The position after a legal move. `to` and `from` may be the same object.
void position_make(position_t *to, const position_t *from, move_t move);
// The position after passing: only when not in check.
void position_make_null(position_t *to, const position_t *from);

// ---- Checking

// The key from scratch; equals position->key.
uint64_t position_compute_key(const position_t *position);
// Recomputes everything that is kept incrementally and compares; also kings, rights and ep.
bool position_is_ok(const position_t *position);

static inline uint64_t position_key_rho(uint64_t key) {
    return key << 32 | key >> 32;
}

#endif
