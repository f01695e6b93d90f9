// SPDX-License-Identifier: Apache-2.0
#include "chess/fen.h"

#include <stdio.h>
#include <string.h>

typedef struct reader {
    const char *text;
    size_t length;
    size_t at;
    fen_result_t result;
    size_t placement;      // offset of the first field
    size_t side;           // offset of the second
    size_t man_offset[64]; // where each man is written
    bool has_clocks;
    bool chess960;
    unsigned homeless; // castling rights of Chess960 for which no rook was found
} reader_t;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool at_end(const reader_t *reader) {
    return reader->at >= reader->length || reader->text[reader->at] == '\0';
}

static bool at_field_end(const reader_t *reader) {
    return at_end(reader) || is_blank(reader->text[reader->at]);
}

static void skip_blanks(reader_t *reader) {
    while (!at_end(reader) && is_blank(reader->text[reader->at]))
        reader->at++;
}

static bool fail(reader_t *reader, fen_error_t error, fen_field_t field, size_t offset) {
    reader->result.error = error;
    reader->result.field = field;
    reader->result.offset = offset;
    return false;
}

// Moves to the field; false with an error when the text ends before it.
static bool next_field(reader_t *reader, fen_field_t field) {
    skip_blanks(reader);
    if (at_end(reader))
        return fail(reader, FEN_ERROR_FIELD_MISSING, field, reader->at);
    return true;
}

static man_t man_of_letter(char letter) {
    static const char letters[] = "PNBRQKpnbrqk";
    const char *found = letter ? strchr(letters, letter) : NULL;

    if (!found)
        return MAN_NONE;
    unsigned index = (unsigned)(found - letters);
    return man_of(index < 6 ? COLOR_WHITE : COLOR_BLACK, (piece_t)(index % 6));
}

static char letter_of_man(man_t man) {
    return "PNBRQK??pnbrqk"[man];
}

static bool parse_rank(reader_t *reader, position_t *position, unsigned rank) {
    unsigned file = 0;
    bool after_digit = false;

    for (; !at_field_end(reader) && reader->text[reader->at] != '/'; reader->at++) {
        char c = reader->text[reader->at];
        man_t man = man_of_letter(c);
        bool digit = c >= '1' && c <= '8';
        unsigned width = digit ? (unsigned)(c - '0') : 1;
        if (!digit && man == MAN_NONE)
            return fail(reader, FEN_ERROR_PIECE, FEN_FIELD_PLACEMENT, reader->at);
        if (digit && after_digit)
            return fail(reader, FEN_ERROR_DIGITS, FEN_FIELD_PLACEMENT, reader->at);
        if (file + width > 8)
            return fail(reader, FEN_ERROR_RANK_LONG, FEN_FIELD_PLACEMENT, reader->at);
        if (man != MAN_NONE) {
            position_put(position, man, square_of(file, rank));
            reader->man_offset[square_of(file, rank)] = reader->at;
        }
        file += width;
        after_digit = digit;
    }
    if (file < 8)
        return fail(reader, FEN_ERROR_RANK_SHORT, FEN_FIELD_PLACEMENT, reader->at);
    return true;
}

static bool parse_placement(reader_t *reader, position_t *position) {
    skip_blanks(reader);
    reader->placement = reader->at;
    if (at_end(reader))
        return fail(reader, FEN_ERROR_EMPTY, FEN_FIELD_PLACEMENT, reader->at);
    for (unsigned rank = 8; rank-- > 0;) {
        if (!parse_rank(reader, position, rank))
            return false;
        bool slash = !at_field_end(reader);
        if (slash && rank == 0)
            return fail(reader, FEN_ERROR_RANKS_MANY, FEN_FIELD_PLACEMENT, reader->at);
        if (!slash && rank > 0)
            return fail(reader, FEN_ERROR_RANKS_FEW, FEN_FIELD_PLACEMENT, reader->at);
        reader->at += slash;
    }
    return true;
}

static bool parse_side(reader_t *reader, position_t *position) {
    if (!next_field(reader, FEN_FIELD_SIDE))
        return false;
    reader->side = reader->at;
    char c = reader->text[reader->at++];
    if ((c != 'w' && c != 'b') || !at_field_end(reader))
        return fail(reader, FEN_ERROR_SIDE, FEN_FIELD_SIDE, reader->side);
    position->stm = c == 'w' ? COLOR_WHITE : COLOR_BLACK;
    return true;
}

// The outermost rook of the colour on the king's rank and that side of it; SQUARE_NONE if none.
static square_t outermost_rook(const position_t *position, color_t color, square_t king,
                               bool king_side) {
    int step = king_side ? -1 : 1;

    for (int at = (king & 56) + (king_side ? 7 : 0); at != king; at += step) {
        if (position->board[at] == man_of(color, PIECE_ROOK))
            return (square_t)at;
    }
    return SQUARE_NONE;
}

// One letter of the castling field of X-FEN or Shredder-FEN; false when it is none.
static bool take_chess960_right(reader_t *reader, position_t *position, char letter) {
    bool black = letter >= 'a' && letter <= 'z';
    color_t color = black ? COLOR_BLACK : COLOR_WHITE;
    char upper = black ? (char)(letter - 'a' + 'A') : letter;
    unsigned rank = black ? 7 : 0;
    bitboard_t kings = position_men(position, color, PIECE_KING) & (BITBOARD_RANK_1 << rank * 8);
    bool king_side = upper == 'K';
    square_t rook = SQUARE_NONE;

    if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))
        return false;
    if (kings) {
        square_t king = bitboard_first(kings);
        if (upper == 'K' || upper == 'Q')
            rook = outermost_rook(position, color, king, king_side);
        else
            rook = square_of((unsigned)(upper - 'A'), rank);
        if (rook != SQUARE_NONE && position->board[rook] != man_of(color, PIECE_ROOK))
            rook = SQUARE_NONE;
        if (upper != 'K' && upper != 'Q')
            king_side = square_of((unsigned)(upper - 'A'), rank) > king;
    }
    unsigned right = color * 2u + !king_side;
    if (position->castling >> right & 1)
        reader->result.notes |= FEN_NOTE_CASTLING_REPEATED;
    else if (rook == SQUARE_NONE)
        reader->homeless |= 1u << right;
    else
        position_put_right(position, right, rook);
    return true;
}

static bool take_right(reader_t *reader, position_t *position, char letter) {
    static const char letters[] = "KQkq";
    const char *found = letter ? strchr(letters, letter) : NULL;

    if (reader->chess960)
        return take_chess960_right(reader, position, letter);
    if (!found)
        return false;
    unsigned right = 1u << (found - letters);
    if (position->castling & right)
        reader->result.notes |= FEN_NOTE_CASTLING_REPEATED;
    position->castling |= (uint8_t)right;
    return true;
}

static bool parse_castling(reader_t *reader, position_t *position) {

    if (!next_field(reader, FEN_FIELD_CASTLING))
        return false;
    if (reader->text[reader->at] == '-') {
        reader->at++;
        if (!at_field_end(reader))
            return fail(reader, FEN_ERROR_CASTLING, FEN_FIELD_CASTLING, reader->at);
        return true;
    }
    for (; !at_field_end(reader); reader->at++) {
        if (!take_right(reader, position, reader->text[reader->at]))
            return fail(reader, FEN_ERROR_CASTLING, FEN_FIELD_CASTLING, reader->at);
    }
    return true;
}

// Leaves the square as written; settle_ep() decides what it is worth.
static bool parse_ep(reader_t *reader, position_t *position) {
    if (!next_field(reader, FEN_FIELD_EP))
        return false;
    size_t start = reader->at;
    char file = reader->text[reader->at++];
    if (file == '-' && at_field_end(reader))
        return true;
    char rank = at_field_end(reader) ? '\0' : reader->text[reader->at++];
    if (file < 'a' || file > 'h' || (rank != '3' && rank != '6') || !at_field_end(reader))
        return fail(reader, FEN_ERROR_EP, FEN_FIELD_EP, start);
    position->ep = square_of((unsigned)(file - 'a'), (unsigned)(rank - '1'));
    return true;
}

static bool parse_number(reader_t *reader, fen_error_t error, fen_field_t field, uint16_t *number) {
    unsigned value = 0;

    if (!next_field(reader, field))
        return false;
    size_t start = reader->at;
    for (; !at_field_end(reader); reader->at++) {
        char c = reader->text[reader->at];
        if (!is_digit(c))
            return fail(reader, error, field, start);
        value = value * 10 + (unsigned)(c - '0');
        if (value > POSITION_CLOCK_MAX)
            return fail(reader, error, field, start);
    }
    *number = (uint16_t)value;
    return true;
}

static bool parse_clocks(reader_t *reader, position_t *position) {
    if (!parse_number(reader, FEN_ERROR_HALFMOVE, FEN_FIELD_HALFMOVE, &position->halfmove) ||
        !parse_number(reader, FEN_ERROR_FULLMOVE, FEN_FIELD_FULLMOVE, &position->fullmove))
        return false;
    if (position->fullmove == 0) {
        position->fullmove = 1;
        reader->result.notes |= FEN_NOTE_FULLMOVE_ZERO;
    }
    return true;
}

// The first man, in the order of the text, that shows the fault; the field's start when none does.
static size_t fault_offset(const reader_t *reader, const position_t *position,
                           position_fault_t fault) {
    bitboard_t set = 0;

    if (fault == POSITION_FAULT_PAWN_RANK)
        set = position->by_type[PIECE_PAWN] & (BITBOARD_RANK_1 | BITBOARD_RANK_8);
    else if (fault == POSITION_FAULT_OPPONENT_CHECK)
        set = position_men(position, (color_t)(position->stm ^ 1), PIECE_KING);
    else if (fault == POSITION_FAULT_KINGS)
        set = bitboard_many(position_men(position, COLOR_WHITE, PIECE_KING))
                  ? position_men(position, COLOR_WHITE, PIECE_KING)
                  : position_men(position, COLOR_BLACK, PIECE_KING);
    if (!set)
        return reader->placement;

    size_t first = SIZE_MAX;
    size_t second = SIZE_MAX;
    while (set) {
        size_t offset = reader->man_offset[bitboard_pop(&set)];
        if (offset < first) {
            second = first;
            first = offset;
        } else if (offset < second) {
            second = offset;
        }
    }
    return fault == POSITION_FAULT_KINGS ? second : first; // the king too many
}

static bool check_fault(reader_t *reader, const position_t *position) {
    reader->result.fault = position_fault(position);
    if (reader->result.fault == POSITION_OK)
        return true;
    return fail(reader, FEN_ERROR_POSITION, FEN_FIELD_PLACEMENT,
                fault_offset(reader, position, reader->result.fault));
}

// Keeps the ep square only when a capture is legal; the note says what was wrong with it.
static unsigned settle_ep(position_t *position) {
    square_t ep = position->ep;
    color_t us = (color_t)position->stm;

    if (ep == SQUARE_NONE)
        return 0;
    position->ep = SQUARE_NONE;
    if (square_rank(ep) != (us == COLOR_WHITE ? 5u : 2u))
        return FEN_NOTE_EP_IMPOSSIBLE;
    square_t origin = (square_t)(us == COLOR_WHITE ? ep + 8 : ep - 8);
    if (position->board[ep] != MAN_NONE || position->board[origin] != MAN_NONE ||
        position->board[ep ^ 8] != man_of((color_t)(us ^ 1), PIECE_PAWN))
        return FEN_NOTE_EP_IMPOSSIBLE;
    if (!(bitboard_pawn[us ^ 1][ep] & position_men(position, us, PIECE_PAWN)))
        return FEN_NOTE_EP_NO_TAKER;
    if (!position_ep_is_legal(position, ep))
        return FEN_NOTE_EP_ILLEGAL;
    position->ep = ep;
    return 0;
}

// Reads all fields that are there; false with the error in the reader's result.
static bool read_position(reader_t *reader, position_t *position) {
    position_clear(position);
    if (!parse_placement(reader, position) || !parse_side(reader, position) ||
        !parse_castling(reader, position) || !parse_ep(reader, position))
        return false;
    skip_blanks(reader);
    reader->has_clocks = !at_end(reader) && is_digit(reader->text[reader->at]);
    if (reader->has_clocks) {
        if (!parse_clocks(reader, position))
            return false;
        skip_blanks(reader);
    }
    return true;
}

static bool finish_position(reader_t *reader, position_t *position) {
    if (!check_fault(reader, position))
        return false;
    reader->result.dropped = position_drop_rights(position) | reader->homeless;
    if (reader->result.dropped)
        reader->result.notes |= FEN_NOTE_CASTLING;
    reader->result.notes |= settle_ep(position);
    position_seal(position);
    return true;
}

fen_result_t fen_parse_prefix(const char *text, size_t length, position_t *position, size_t *used) {
    reader_t reader = {.text = text, .length = length};
    position_t read;

    *used = 0;
    if (read_position(&reader, &read) && finish_position(&reader, &read)) {
        *position = read;
        *used = reader.at;
    }
    return reader.result;
}

static fen_result_t parse_whole(const char *text, size_t length, bool chess960,
                                position_t *position) {
    reader_t reader = {.text = text, .length = length, .chess960 = chess960};
    position_t read;

    if (!read_position(&reader, &read))
        return reader.result;
    if (!at_end(&reader)) {
        if (reader.has_clocks)
            fail(&reader, FEN_ERROR_TRAILING, FEN_FIELD_END, reader.at);
        else
            fail(&reader, FEN_ERROR_HALFMOVE, FEN_FIELD_HALFMOVE, reader.at);
        return reader.result;
    }
    if (finish_position(&reader, &read))
        *position = read;
    return reader.result;
}

fen_result_t fen_parse(const char *text, size_t length, position_t *position) {
    return parse_whole(text, length, false, position);
}

fen_result_t fen_parse_chess960(const char *text, size_t length, position_t *position) {
    return parse_whole(text, length, true, position);
}

// ---- Writing

static size_t write_placement(const position_t *position, char *text) {
    size_t length = 0;

    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < 8; file++) {
            man_t man = position->board[square_of(file, rank)];
            if (man == MAN_NONE) {
                empty++;
                continue;
            }
            if (empty)
                text[length++] = (char)('0' + empty);
            empty = 0;
            text[length++] = letter_of_man(man);
        }
        if (empty)
            text[length++] = (char)('0' + empty);
        text[length++] = rank ? '/' : ' ';
    }
    return length;
}

// The letter of a right that is held: that of its rook's file when an outer rook has the other.
static char letter_of_right(const position_t *position, unsigned right) {
    color_t color = (color_t)(right / 2);
    square_t rook = position->rook_home[right];

    if (!position->chess960 ||
        outermost_rook(position, color, position_king(position, color), right % 2 == 0) == rook)
        return "KQkq"[right];
    return (char)((color == COLOR_WHITE ? 'A' : 'a') + (int)square_file(rook));
}

size_t fen_write(const position_t *position, char text[FEN_CAPACITY]) {
    size_t length = write_placement(position, text);

    text[length++] = position->stm == COLOR_WHITE ? 'w' : 'b';
    text[length++] = ' ';
    for (unsigned i = 0; i < 4; i++) {
        if (position->castling >> i & 1)
            text[length++] = letter_of_right(position, i);
    }
    if (!position->castling)
        text[length++] = '-';
    text[length++] = ' ';
    if (position->ep == SQUARE_NONE) {
        text[length++] = '-';
    } else {
        text[length++] = (char)('a' + square_file(position->ep));
        text[length++] = (char)('1' + square_rank(position->ep));
    }
    length += (size_t)snprintf(text + length, FEN_CAPACITY - length, " %u %u", position->halfmove,
                               position->fullmove);
    return length;
}

// ---- Texts

const char *fen_error_text(fen_error_t error) {
    static const char *const texts[FEN_ERROR_COUNT] = {
        [FEN_OK] = "no error",
        [FEN_ERROR_EMPTY] = "the text is empty",
        [FEN_ERROR_PIECE] = "the character is no piece letter, digit from 1 to 8 or slash",
        [FEN_ERROR_DIGITS] = "two digits stand side by side",
        [FEN_ERROR_RANK_SHORT] = "the rank has fewer than eight squares",
        [FEN_ERROR_RANK_LONG] = "the rank has more than eight squares",
        [FEN_ERROR_RANKS_FEW] = "there are fewer than eight ranks",
        [FEN_ERROR_RANKS_MANY] = "there are more than eight ranks",
        [FEN_ERROR_FIELD_MISSING] = "the field is missing",
        [FEN_ERROR_SIDE] = "the side to move is not w or b",
        [FEN_ERROR_CASTLING] = "castling rights are not - or letters of KQkq",
        [FEN_ERROR_EP] = "the en passant square is not - or on the third or sixth rank",
        [FEN_ERROR_HALFMOVE] = "the half-move clock is not a number from 0 to 9999",
        [FEN_ERROR_FULLMOVE] = "the move number is not a number from 0 to 9999",
        [FEN_ERROR_TRAILING] = "text follows the last field",
        [FEN_ERROR_POSITION] = "no game can hold the position",
    };

    return (unsigned)error < FEN_ERROR_COUNT ? texts[error] : "unknown error";
}

const char *fen_field_text(fen_field_t field) {
    static const char *const texts[] = {
        "piece placement",
        "side to move",
        "castling rights",
        "en passant square",
        "half-move clock",
        "move number",
        "end",
    };

    return (unsigned)field <= FEN_FIELD_END ? texts[field] : "unknown field";
}

const char *fen_note_text(unsigned note) {
    switch (note) {
    case FEN_NOTE_CASTLING:
        return "castling rights without king and rook at home are dropped";
    case FEN_NOTE_CASTLING_REPEATED:
        return "a castling letter is repeated";
    case FEN_NOTE_EP_IMPOSSIBLE:
        return "the en passant square is dropped: no pawn can just have passed it";
    case FEN_NOTE_EP_NO_TAKER:
        return "the en passant square is dropped: no pawn stands beside it";
    case FEN_NOTE_EP_ILLEGAL:
        return "the en passant square is dropped: taking leaves the king in check";
    case FEN_NOTE_FULLMOVE_ZERO:
        return "move number 0 is read as 1";
    default:
        return "unknown note";
    }
}

size_t fen_describe(const fen_result_t *result, char *text, size_t capacity) {
    const char *reason = result->error == FEN_ERROR_POSITION ? position_fault_text(result->fault)
                                                             : fen_error_text(result->error);
    int wanted = snprintf(text, capacity, "%s (%s, column %zu)", reason,
                          fen_field_text(result->field), result->offset + 1);
    return wanted < 0 ? 0 : (size_t)wanted;
}
