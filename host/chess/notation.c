// SPDX-License-Identifier: Apache-2.0
#include "chess/notation.h"

#include <string.h>

#include "chess/movegen.h"

static const char PIECE_LETTERS[] = "PNBRQK";

const char *notation_error_text(notation_error_t error) {
    static const char *const texts[NOTATION_ERROR_COUNT] = {
        [NOTATION_OK] = "no error",
        [NOTATION_ERROR_EMPTY] = "the move is empty",
        [NOTATION_ERROR_SYNTAX] = "the text is not a move",
        [NOTATION_ERROR_ILLEGAL] = "the move is not legal here",
        [NOTATION_ERROR_AMBIGUOUS] = "more than one legal move fits",
        [NOTATION_ERROR_PROMOTION] = "the promotion piece is missing",
        [NOTATION_ERROR_NULL] = "a null move is not accepted here",
    };

    return (unsigned)error < NOTATION_ERROR_COUNT ? texts[error] : "unknown error";
}

// What a text says about a move: -1 for what it leaves open.
typedef struct pattern {
    int type;
    int from_file;
    int from_rank;
    square_t to;
    int promoted; // PIECE_NONE when no piece is named
    bool castling;
} pattern_t;

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

// The piece of a promotion letter of either case, PIECE_NONE for any other character.
static piece_t promotion_of_letter(char c) {
    static const char letters[] = "NBRQnbrq";
    const char *found = c ? strchr(letters, c) : NULL;

    return found ? (piece_t)(PIECE_KNIGHT + (found - letters) % 4) : PIECE_NONE;
}

static bool matches(const position_t *position, const pattern_t *pattern, move_t move) {
    square_t from = move_from(move);
    int type = (int)man_type(position->board[from]);

    if (move_to(move) != pattern->to ||
        (move_kind(move) == MOVE_KIND_CASTLING) != pattern->castling)
        return false;
    if (pattern->type >= 0 && pattern->type != type)
        return false;
    if (pattern->from_file >= 0 && (unsigned)pattern->from_file != square_file(from))
        return false;
    return pattern->from_rank < 0 || (unsigned)pattern->from_rank == square_rank(from);
}

// Finds the one legal move that fits.
static notation_error_t resolve(const position_t *position, const pattern_t *pattern,
                                move_t *move) {
    move_list_t list;
    unsigned found = 0;
    bool promotion_open = false;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (!matches(position, pattern, list.moves[i]))
            continue;
        if ((int)move_promoted(list.moves[i]) != pattern->promoted) {
            promotion_open = promotion_open || pattern->promoted == PIECE_NONE;
            continue;
        }
        *move = list.moves[i];
        found++;
    }
    if (found == 1)
        return NOTATION_OK;
    if (found > 1)
        return NOTATION_ERROR_AMBIGUOUS;
    return promotion_open ? NOTATION_ERROR_PROMOTION : NOTATION_ERROR_ILLEGAL;
}

// ---- UCI

size_t uci_write(move_t move, char text[UCI_CAPACITY]) {
    square_t from = move_from(move);
    square_t to = move_to(move);
    size_t length = 4;

    if (move == MOVE_NONE) {
        memcpy(text, "0000", 5);
        return 4;
    }
    text[0] = (char)('a' + square_file(from));
    text[1] = (char)('1' + square_rank(from));
    text[2] = (char)('a' + square_file(to));
    text[3] = (char)('1' + square_rank(to));
    if (move_kind(move) == MOVE_KIND_PROMOTION)
        text[length++] = "pnbrqk"[move_promoted(move)];
    text[length] = '\0';
    return length;
}

size_t uci_write_chess960(const position_t *position, move_t move, char text[UCI_CAPACITY]) {
    if (move_kind(move) == MOVE_KIND_CASTLING) {
        unsigned right = (unsigned)position->stm * 2 + (square_file(move_to(move)) == 2);
        move = move_of(move_from(move), position->rook_home[right]);
    }
    return uci_write(move, text);
}

// Whether the king's move is castling; *to becomes where the king then stands. It is written as
// king takes own rook, or as a step of the king that no plain move makes.
static bool is_castling(const position_t *position, square_t from, square_t *to) {
    color_t us = (color_t)position->stm;
    int step = (int)*to - (int)from;

    if (position->board[from] != man_of(us, PIECE_KING))
        return false;
    for (unsigned side = 0; side < 2; side++) {
        if ((position->castling >> (us * 2 + side) & 1) &&
            position->rook_home[us * 2 + side] == *to) {
            *to = (square_t)((from & 56) + (side ? 2 : 6));
            return true;
        }
    }
    return square_rank(from) == square_rank(*to) && (step > 1 || step < -1);
}

notation_error_t uci_parse(const position_t *position, const char *text, size_t length,
                           move_t *move) {
    pattern_t pattern = {.type = -1, .promoted = PIECE_NONE};

    if (length == 0)
        return NOTATION_ERROR_EMPTY;
    if (length == 4 && memcmp(text, "0000", 4) == 0)
        return NOTATION_ERROR_NULL;
    if (length < 4 || length > 5 || !is_file(text[0]) || !is_rank(text[1]) || !is_file(text[2]) ||
        !is_rank(text[3]))
        return NOTATION_ERROR_SYNTAX;
    if (length == 5 && (pattern.promoted = (int)promotion_of_letter(text[4])) == PIECE_NONE)
        return NOTATION_ERROR_SYNTAX;
    pattern.from_file = text[0] - 'a';
    pattern.from_rank = text[1] - '1';
    square_t from = square_of((unsigned)pattern.from_file, (unsigned)pattern.from_rank);
    square_t to = square_of((unsigned)(text[2] - 'a'), (unsigned)(text[3] - '1'));
    pattern.castling = is_castling(position, from, &to);
    pattern.to = to;
    return resolve(position, &pattern, move);
}

// ---- SAN

// How much of the origin must be written so that no other legal move of such a piece fits.
static void disambiguate(const position_t *position, move_t move, bool *file, bool *rank) {
    square_t from = move_from(move);
    piece_t type = man_type(position->board[from]);
    bool other = false;
    bool same_file = false;
    bool same_rank = false;
    move_list_t list;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        square_t rival = move_from(list.moves[i]);
        if (rival == from || move_to(list.moves[i]) != move_to(move) ||
            man_type(position->board[rival]) != type)
            continue;
        other = true;
        same_file = same_file || square_file(rival) == square_file(from);
        same_rank = same_rank || square_rank(rival) == square_rank(from);
    }
    *file = other && (!same_file || same_rank);
    *rank = same_file;
}

static size_t write_body(const position_t *position, move_t move, char *text) {
    square_t from = move_from(move);
    square_t to = move_to(move);
    piece_t type = man_type(position->board[from]);
    bool capture = position_is_capture(position, move);
    bool file = type == PIECE_PAWN && capture;
    bool rank = false;
    size_t length = 0;

    if (type != PIECE_PAWN) {
        text[length++] = PIECE_LETTERS[type];
        if (type != PIECE_KING)
            disambiguate(position, move, &file, &rank);
    }
    if (file)
        text[length++] = (char)('a' + square_file(from));
    if (rank)
        text[length++] = (char)('1' + square_rank(from));
    if (capture)
        text[length++] = 'x';
    text[length++] = (char)('a' + square_file(to));
    text[length++] = (char)('1' + square_rank(to));
    if (move_kind(move) == MOVE_KIND_PROMOTION) {
        text[length++] = '=';
        text[length++] = PIECE_LETTERS[move_promoted(move)];
    }
    return length;
}

size_t san_write(const position_t *position, move_t move, char text[SAN_CAPACITY]) {
    position_t next;
    move_list_t replies;
    size_t length;

    if (move_kind(move) == MOVE_KIND_CASTLING) {
        length = square_file(move_to(move)) == 6 ? 3 : 5;
        memcpy(text, "O-O-O", length);
    } else {
        length = write_body(position, move, text);
    }
    position_make(&next, position, move);
    if (position_in_check(&next))
        text[length++] = movegen(&next, MOVEGEN_ALL, &replies) ? '+' : '#';
    text[length] = '\0';
    return length;
}

static bool ends_with(const char *text, size_t length, const char *tail) {
    size_t size = strlen(tail);

    return length >= size && memcmp(text + length - size, tail, size) == 0;
}

// The length without check marks, comments of quality and "e.p.".
static size_t strip_marks(const char *text, size_t length) {
    for (;;) {
        if (length && strchr("+#!? ", text[length - 1]) && text[length - 1] != '\0')
            length--;
        else if (ends_with(text, length, "e.p."))
            length -= 4;
        else if (ends_with(text, length, "ep"))
            length -= 2;
        else
            return length;
    }
}

// 2 for king side, 3 for queen side, 0 for no castling.
static unsigned castling_letters(const char *text, size_t length) {
    if (length != 3 && length != 5)
        return 0;
    for (size_t i = 0; i < length; i++) {
        bool odd = i % 2 == 1;
        if (odd ? text[i] != '-'
                : (text[i] != text[0] || (text[i] != 'O' && text[i] != '0' && text[i] != 'o')))
            return 0;
    }
    return (unsigned)(length + 1) / 2;
}

static notation_error_t parse_castling(const position_t *position, unsigned letters, move_t *move) {
    square_t king = position_king(position, (color_t)position->stm);
    pattern_t pattern = {.type = PIECE_KING,
                         .from_file = -1,
                         .from_rank = -1,
                         .to = (square_t)((king & 56) + (letters == 2 ? 6 : 2)),
                         .promoted = PIECE_NONE,
                         .castling = true};

    return resolve(position, &pattern, move);
}

// Takes the promotion piece off the end; false for a broken one.
static bool strip_promotion(const char *text, size_t *length, pattern_t *pattern) {
    size_t end = *length;
    bool closed = end > 0 && text[end - 1] == ')';

    end -= closed;
    if (end == 0 || is_rank(text[end - 1]))
        return !closed;
    piece_t piece = promotion_of_letter(text[end - 1]);
    if (piece == PIECE_NONE)
        return false;
    end--;
    bool opened = end > 0 && text[end - 1] == '(';
    if (opened != closed)
        return false;
    if (opened || (end > 0 && (text[end - 1] == '=' || text[end - 1] == '/')))
        end--;
    pattern->promoted = (int)piece;
    *length = end;
    return true;
}

// Reads piece letter, origin, capture mark and target.
static bool parse_body(const char *text, size_t length, pattern_t *pattern) {
    const char *letter = length ? strchr(PIECE_LETTERS, text[0]) : NULL;
    size_t at = 0;

    if (letter && *letter) {
        pattern->type = (int)(letter - PIECE_LETTERS);
        at = 1;
    }
    if (length < at + 2 || !is_file(text[length - 2]) || !is_rank(text[length - 1]))
        return false;
    length -= 2;
    pattern->to = square_of((unsigned)(text[length] - 'a'), (unsigned)(text[length + 1] - '1'));
    if (at < length && is_file(text[at]))
        pattern->from_file = text[at++] - 'a';
    if (at < length && is_rank(text[at]))
        pattern->from_rank = text[at++] - '1';
    if (at < length && (text[at] == 'x' || text[at] == '-' || text[at] == ':'))
        at++;
    if (pattern->type == PIECE_PAWN && pattern->from_file < 0)
        pattern->from_file = (int)square_file(pattern->to);
    return at == length;
}

notation_error_t san_parse(const position_t *position, const char *text, size_t length,
                           move_t *move) {
    pattern_t pattern = {
        .type = PIECE_PAWN, .from_file = -1, .from_rank = -1, .promoted = PIECE_NONE};

    if (length == 0)
        return NOTATION_ERROR_EMPTY;
    if ((length == 2 && (memcmp(text, "--", 2) == 0 || memcmp(text, "Z0", 2) == 0)) ||
        (length == 4 && memcmp(text, "0000", 4) == 0))
        return NOTATION_ERROR_NULL;
    length = strip_marks(text, length);
    unsigned letters = castling_letters(text, length);
    if (letters)
        return parse_castling(position, letters, move);
    if (!strip_promotion(text, &length, &pattern) || !parse_body(text, length, &pattern))
        return NOTATION_ERROR_SYNTAX;
    return resolve(position, &pattern, move);
}
