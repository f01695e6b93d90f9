// SPDX-License-Identifier: Apache-2.0
#include "chess/position.h"

#include <assert.h>
#include <string.h>

#include "chess/movegen.h"
#include "zf_defs.h"

#ifndef NDEBUG
#define CHECK_POSITION(position) assert(position_is_ok(position))
#else
#define CHECK_POSITION(position) ((void)0)
#endif

static uint64_t man_key(color_t color, piece_t type, square_t square) {
    return zf_key_piece[(unsigned)type * 64 + square_seen_by(color, square)];
}

static uint64_t usual_castling_key(color_t color, unsigned castling) {
    unsigned own = castling >> (color == COLOR_WHITE ? 0 : 2);
    return ((own & 1) ? zf_key_castle[0] : 0) ^ ((own & 2) ? zf_key_castle[1] : 0);
}

static const uint8_t usual_rook_home[4] = {SQUARE_H1, SQUARE_A1, SQUARE_H8, SQUARE_A8};

// The same right with another rook is another position.
static uint64_t chess960_castling_key(const position_t *position, color_t color,
                                      unsigned castling) {
    uint64_t key = 0;

    for (unsigned side = 0; side < 2; side++) {
        unsigned right = color * 2u + side, file = square_file(position->rook_home[right]);
        if (!(castling >> right & 1))
            continue;
        uint64_t part = zf_key_castle[side];
        if (position->rook_home[right] != usual_rook_home[right])
            part = part << (file + 1) | part >> (63 - file);
        key ^= part;
    }
    return key;
}

static inline uint64_t castling_key(const position_t *position, color_t color, unsigned castling) {
    return position->chess960 ? chess960_castling_key(position, color, castling)
                              : usual_castling_key(color, castling);
}

static uint64_t combined_key(const position_t *position) {
    uint64_t key =
        position->side_key[position->stm] ^ position_key_rho(position->side_key[position->stm ^ 1]);
    if (position->ep != SQUARE_NONE)
        key ^= zf_key_ep[square_file(position->ep)];
    return key;
}

// ---- Building

void position_clear(position_t *position) {
    memset(position, 0, sizeof *position);
    memset(position->board, MAN_NONE, sizeof position->board);
    memcpy(position->rook_home, usual_rook_home, sizeof usual_rook_home);
    position->ep = SQUARE_NONE;
    position->fullmove = 1;
}

void position_put(position_t *position, man_t man, square_t square) {
    position->board[square] = man;
    position->by_type[man_type(man)] |= bitboard_of(square);
    position->by_color[man_color(man)] |= bitboard_of(square);
}

static void compute_side_keys(const position_t *position, uint64_t keys[2]) {
    for (int color = 0; color < 2; color++) {
        keys[color] = castling_key(position, (color_t)color, position->castling);
        for (bitboard_t men = position->by_color[color]; men;) {
            square_t square = bitboard_pop(&men);
            keys[color] ^= man_key((color_t)color, man_type(position->board[square]), square);
        }
    }
}

void position_seal(position_t *position) {
    compute_side_keys(position, position->side_key);
    position->key = combined_key(position);
}

void position_start(position_t *position) {
    static const piece_t back[8] = {PIECE_ROOK, PIECE_KNIGHT, PIECE_BISHOP, PIECE_QUEEN,
                                    PIECE_KING, PIECE_BISHOP, PIECE_KNIGHT, PIECE_ROOK};

    position_clear(position);
    for (unsigned file = 0; file < 8; file++) {
        position_put(position, man_of(COLOR_WHITE, back[file]), square_of(file, 0));
        position_put(position, man_of(COLOR_WHITE, PIECE_PAWN), square_of(file, 1));
        position_put(position, man_of(COLOR_BLACK, PIECE_PAWN), square_of(file, 6));
        position_put(position, man_of(COLOR_BLACK, back[file]), square_of(file, 7));
    }
    position->castling = CASTLING_ALL;
    position_seal(position);
}

// The king on the side's own rank, its rook there on the right's side of it.
static unsigned chess960_rights_at_home(const position_t *position) {
    unsigned rights = 0;

    for (unsigned right = 0; right < 4; right++) {
        color_t color = (color_t)(right / 2);
        unsigned rank = color == COLOR_WHITE ? 0 : 7;
        square_t rook = position->rook_home[right], king = position_king(position, color);
        if (square_rank(king) == rank && square_rank(rook) == rank &&
            position->board[rook] == man_of(color, PIECE_ROOK) &&
            (right % 2 ? rook < king : rook > king))
            rights |= 1u << right;
    }
    return rights;
}

// The rights that the men on the board allow.
static unsigned rights_at_home(const position_t *position) {
    unsigned rights = 0;

    if (position->chess960)
        return chess960_rights_at_home(position);

    for (int color = 0; color < 2; color++) {
        square_t home = color == COLOR_WHITE ? SQUARE_A1 : SQUARE_A8;
        man_t rook = man_of((color_t)color, PIECE_ROOK);
        if (position->board[home + 4] != man_of((color_t)color, PIECE_KING))
            continue;
        rights |= (position->board[home + 7] == rook ? 1u : 0u) << color * 2;
        rights |= (position->board[home] == rook ? 2u : 0u) << color * 2;
    }
    return rights;
}

void position_put_right(position_t *position, unsigned right, square_t rook) {
    square_t king = position_king(position, (color_t)(right / 2));

    position->castling |= (uint8_t)(1u << right);
    position->rook_home[right] = rook;
    if (square_file(king) != 4 || rook != usual_rook_home[right])
        position->chess960 = true;
}

unsigned position_usual_rights(const position_t *position) {
    unsigned rights = position->castling;

    if (!position->chess960)
        return rights;
    for (unsigned right = 0; right < 4; right++) {
        if (position->rook_home[right] != usual_rook_home[right] ||
            square_file(position_king(position, (color_t)(right / 2))) != 4)
            rights &= ~(1u << right);
    }
    return rights;
}

uint64_t position_usual_key(const position_t *position) {
    if (!position->chess960 || !position->castling)
        return position->key;
    position_t copy = *position;
    copy.castling = (uint8_t)position_usual_rights(position);
    position_seal(&copy);
    return copy.key;
}

unsigned position_drop_rights(position_t *position) {
    unsigned dropped = position->castling & ~rights_at_home(position);
    position->castling &= (uint8_t)~dropped;
    return dropped;
}

// Whether taking en passant from the square leaves the mover's king safe. Tried on the occupancy,
// because two men leave one rank at once and no pin test sees that.
static bool ep_leaves_king_safe(const position_t *position, square_t from, square_t ep) {
    color_t us = (color_t)position->stm;
    bitboard_t victim = bitboard_of((square_t)(ep ^ 8));
    bitboard_t occupied =
        (position_occupied(position) ^ bitboard_of(from) ^ victim) | bitboard_of(ep);
    bitboard_t attackers = position_attackers(position, position_king(position, us), occupied);

    return (attackers & position->by_color[us ^ 1] & ~victim) == 0;
}

bool position_ep_is_legal(const position_t *position, square_t ep) {
    color_t us = (color_t)position->stm;
    bitboard_t takers = bitboard_pawn[us ^ 1][ep] & position_men(position, us, PIECE_PAWN);

    while (takers) {
        if (ep_leaves_king_safe(position, bitboard_pop(&takers), ep))
            return true;
    }
    return false;
}

static position_fault_t side_fault(const position_t *position, color_t color) {
    static const unsigned initial[6] = {8, 2, 2, 2, 1, 1};
    unsigned count[6];
    unsigned men = 0;
    unsigned promoted = 0;

    for (int type = 0; type < 6; type++) {
        count[type] = bitboard_count(position_men(position, color, (piece_t)type));
        men += count[type];
        if (type != PIECE_PAWN && type != PIECE_KING && count[type] > initial[type])
            promoted += count[type] - initial[type];
    }
    if (count[PIECE_KING] != 1)
        return count[PIECE_KING] ? POSITION_FAULT_KINGS : POSITION_FAULT_NO_KING;
    if (position_men(position, color, PIECE_PAWN) & (BITBOARD_RANK_1 | BITBOARD_RANK_8))
        return POSITION_FAULT_PAWN_RANK;
    if (count[PIECE_PAWN] > 8)
        return POSITION_FAULT_PAWNS;
    if (men > 16)
        return POSITION_FAULT_MEN;
    if (promoted > 8 - count[PIECE_PAWN])
        return POSITION_FAULT_PROMOTED;
    return POSITION_OK;
}

position_fault_t position_fault(const position_t *position) {
    position_fault_t white = side_fault(position, COLOR_WHITE);
    position_fault_t black = side_fault(position, COLOR_BLACK);
    color_t us = (color_t)position->stm;

    if (white != POSITION_OK && (black == POSITION_OK || white < black))
        return white;
    if (black != POSITION_OK)
        return black;
    if (position_attacked(position, position_king(position, (color_t)(us ^ 1)), us,
                          position_occupied(position)))
        return POSITION_FAULT_OPPONENT_CHECK;
    return POSITION_OK;
}

const char *position_fault_text(position_fault_t fault) {
    switch (fault) {
    case POSITION_OK:
        return "no fault";
    case POSITION_FAULT_NO_KING:
        return "a side has no king";
    case POSITION_FAULT_KINGS:
        return "a side has more than one king";
    case POSITION_FAULT_PAWN_RANK:
        return "a pawn stands on the first or eighth rank";
    case POSITION_FAULT_PAWNS:
        return "a side has more than eight pawns";
    case POSITION_FAULT_MEN:
        return "a side has more than sixteen men";
    case POSITION_FAULT_PROMOTED:
        return "a side has more promoted men than missing pawns";
    case POSITION_FAULT_OPPONENT_CHECK:
        return "the side not to move is in check";
    case POSITION_FAULT_COUNT:
        break;
    }
    return "unknown fault";
}

// Copies with every square exchanged by `turn` and, for 56, the colours too.
static void turn_position(position_t *to, const position_t *from, unsigned turn) {
    unsigned recolor = turn == 56 ? 1 : 0;

    position_clear(to);
    for (square_t square = 0; square < 64; square++) {
        man_t man = from->board[square];
        if (man != MAN_NONE)
            position_put(to, (man_t)(man ^ recolor << 3), (square_t)(square ^ turn));
    }
    to->stm = (uint8_t)(from->stm ^ recolor);
    to->ep = from->ep == SQUARE_NONE ? SQUARE_NONE : (uint8_t)(from->ep ^ turn);
    to->halfmove = from->halfmove;
    to->fullmove = from->fullmove;
}

void position_flip(position_t *to, const position_t *from) {
    turn_position(to, from, 56);
    to->castling = (uint8_t)((from->castling << 2 | from->castling >> 2) & CASTLING_ALL);
    to->chess960 = from->chess960;
    for (unsigned right = 0; right < 4; right++)
        to->rook_home[right] = (uint8_t)(from->rook_home[right ^ 2] ^ 56);
    position_seal(to);
    CHECK_POSITION(to);
}

void position_mirror(position_t *to, const position_t *from) {
    turn_position(to, from, 7);
    position_seal(to);
    CHECK_POSITION(to);
}

// ---- Asking

bitboard_t position_attackers(const position_t *position, square_t square, bitboard_t occupied) {
    const bitboard_t *type = position->by_type;
    bitboard_t pawns = type[PIECE_PAWN];

    return (bitboard_pawn[COLOR_BLACK][square] & pawns & position->by_color[COLOR_WHITE]) |
           (bitboard_pawn[COLOR_WHITE][square] & pawns & position->by_color[COLOR_BLACK]) |
           (bitboard_knight[square] & type[PIECE_KNIGHT]) |
           (bitboard_king[square] & type[PIECE_KING]) |
           (bitboard_bishop(square, occupied) & (type[PIECE_BISHOP] | type[PIECE_QUEEN])) |
           (bitboard_rook(square, occupied) & (type[PIECE_ROOK] | type[PIECE_QUEEN]));
}

bool position_attacked(const position_t *position, square_t square, color_t by,
                       bitboard_t occupied) {
    const bitboard_t *type = position->by_type;
    bitboard_t men = position->by_color[by];
    const bitboard_t *lines = bitboard_lines[square];
    bitboard_t straight = (type[PIECE_ROOK] | type[PIECE_QUEEN]) & men;
    bitboard_t oblique = (type[PIECE_BISHOP] | type[PIECE_QUEEN]) & men;

    if (men & ((bitboard_pawn[by ^ 1][square] & type[PIECE_PAWN]) |
               (bitboard_knight[square] & type[PIECE_KNIGHT]) |
               (bitboard_king[square] & type[PIECE_KING])))
        return true;
    // Most lines hold no slider at all.
    if ((straight & (lines[LINE_RANK] | lines[LINE_FILE])) &&
        (bitboard_rook(square, occupied) & straight))
        return true;
    return (oblique & (lines[LINE_DIAGONAL] | lines[LINE_ANTIDIAGONAL])) &&
           (bitboard_bishop(square, occupied) & oblique);
}

bitboard_t position_checkers(const position_t *position) {
    color_t us = (color_t)position->stm;
    return position_attackers(position, position_king(position, us), position_occupied(position)) &
           position->by_color[us ^ 1];
}

bool position_in_check(const position_t *position) {
    color_t us = (color_t)position->stm;
    return position_attacked(position, position_king(position, us), (color_t)(us ^ 1),
                             position_occupied(position));
}

bool position_is_bare(const position_t *position) {
    const bitboard_t *type = position->by_type;
    bitboard_t bishops = type[PIECE_BISHOP];

    if (type[PIECE_PAWN] | type[PIECE_ROOK] | type[PIECE_QUEEN])
        return false;
    if (type[PIECE_KNIGHT])
        return !bitboard_many(type[PIECE_KNIGHT] | bishops);
    return !(bishops & BITBOARD_LIGHT) || !(bishops & ~BITBOARD_LIGHT);
}

position_state_t position_state(const position_t *position) {
    move_list_t list;

    if (movegen(position, MOVEGEN_ALL, &list) == 0)
        return position_in_check(position) ? POSITION_CHECKMATE : POSITION_STALEMATE;
    if (position_is_bare(position))
        return POSITION_BARE;
    return position->halfmove >= 100 ? POSITION_FIFTY : POSITION_PLAYING;
}

bool position_is_capture(const position_t *position, move_t move) {
    if (move_kind(move) == MOVE_KIND_CASTLING)
        return false; // in Chess960 a rook may stand where the king goes
    return position->board[move_to(move)] != MAN_NONE || move_kind(move) == MOVE_KIND_EN_PASSANT;
}

bool position_same(const position_t *a, const position_t *b) {
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->stm == b->stm &&
           a->castling == b->castling && a->ep == b->ep;
}

// ---- Moving

static inline void remove_man(position_t *position, color_t color, piece_t type, square_t square) {
    position->by_type[type] ^= bitboard_of(square);
    position->by_color[color] ^= bitboard_of(square);
    position->board[square] = MAN_NONE;
    position->side_key[color] ^= man_key(color, type, square);
}

static inline void add_man(position_t *position, color_t color, piece_t type, square_t square) {
    position->by_type[type] ^= bitboard_of(square);
    position->by_color[color] ^= bitboard_of(square);
    position->board[square] = man_of(color, type);
    position->side_key[color] ^= man_key(color, type, square);
}

// Both men leave before one arrives: in Chess960 they may change places.
static inline void castle(position_t *position, color_t color, square_t from, square_t to) {
    bool king_side = square_file(to) == 6;

    remove_man(position, color, PIECE_KING, from);
    remove_man(position, color, PIECE_ROOK, position->rook_home[color * 2 + !king_side]);
    add_man(position, color, PIECE_KING, to);
    add_man(position, color, PIECE_ROOK, (square_t)((to & 56) + (king_side ? 5 : 3)));
}

// The rights that end when a man leaves or is taken on the square.
static inline unsigned rights_lost(square_t square) {
    switch (square) {
    case SQUARE_A1:
        return CASTLING_WHITE_QUEEN;
    case SQUARE_E1:
        return CASTLING_WHITE_KING | CASTLING_WHITE_QUEEN;
    case SQUARE_H1:
        return CASTLING_WHITE_KING;
    case SQUARE_A8:
        return CASTLING_BLACK_QUEEN;
    case SQUARE_E8:
        return CASTLING_BLACK_KING | CASTLING_BLACK_QUEEN;
    case SQUARE_H8:
        return CASTLING_BLACK_KING;
    default:
        return 0;
    }
}

static unsigned chess960_rights_lost(const position_t *position, piece_t mover, square_t from,
                                     square_t to) {
    unsigned lost = mover == PIECE_KING ? 3u << position->stm * 2 : 0;

    for (unsigned right = 0; right < 4; right++) {
        if (position->rook_home[right] == from || position->rook_home[right] == to)
            lost |= 1u << right;
    }
    return lost;
}

static inline void update_rights(position_t *position, piece_t mover, square_t from, square_t to) {
    unsigned before = position->castling;
    unsigned lost = position->chess960 ? chess960_rights_lost(position, mover, from, to)
                                       : rights_lost(from) | rights_lost(to);
    unsigned after = before & ~lost;

    if (after == before)
        return;
    for (int color = 0; color < 2; color++)
        position->side_key[color] ^= castling_key(position, (color_t)color, before ^ after);
    position->castling = (uint8_t)after;
}

static inline uint16_t count_up(uint16_t count) {
    return count < POSITION_CLOCK_MAX ? (uint16_t)(count + 1) : count;
}

void position_make(position_t *to_position, const position_t *from_position, move_t move) {
    position_t *position = to_position;
    square_t from = move_from(move);
    square_t to = move_to(move);
    unsigned kind = move_kind(move);

    if (to_position != from_position)
        *position = *from_position;
    color_t us = (color_t)position->stm;
    color_t them = (color_t)(us ^ 1);
    piece_t type = man_type(position->board[from]);
    man_t victim = position->board[to];

    position->halfmove = count_up(position->halfmove);
    position->ep = SQUARE_NONE;
    if (kind == MOVE_KIND_CASTLING) {
        castle(position, us, from, to);
    } else {
        if (victim != MAN_NONE) {
            remove_man(position, them, man_type(victim), to);
            position->halfmove = 0;
        }
        remove_man(position, us, type, from);
        add_man(position, us, kind == MOVE_KIND_PROMOTION ? move_promoted(move) : type, to);
        if (kind == MOVE_KIND_EN_PASSANT)
            remove_man(position, them, PIECE_PAWN, to ^ 8);
    }
    if (position->castling)
        update_rights(position, type, from, to);

    position->stm = (uint8_t)them;
    if (us == COLOR_BLACK)
        position->fullmove = count_up(position->fullmove);
    if (type == PIECE_PAWN) {
        position->halfmove = 0;
        square_t passed = (square_t)((from + to) / 2);
        // Only a capture that is really there counts: key, FEN and repetition agree on that.
        if ((from ^ to) == 16 && position_ep_is_legal(position, passed))
            position->ep = passed;
    }
    position->key = combined_key(position);
    CHECK_POSITION(position);
}

void position_make_null(position_t *to, const position_t *from) {
    if (to != from)
        *to = *from;
    if (to->stm == COLOR_BLACK)
        to->fullmove = count_up(to->fullmove);
    to->stm ^= 1;
    to->ep = SQUARE_NONE;
    to->halfmove = count_up(to->halfmove);
    to->key = combined_key(to);
    CHECK_POSITION(to);
}

// ---- Checking

uint64_t position_compute_key(const position_t *position) {
    position_t copy = *position;
    position_seal(&copy);
    return copy.key;
}

static bool ep_is_ok(const position_t *position) {
    if (position->ep == SQUARE_NONE)
        return true;
    if (position->ep > 63)
        return false;
    square_t pawn = position->ep ^ 8;
    square_t origin =
        (square_t)(position->stm == COLOR_WHITE ? position->ep + 8 : position->ep - 8);
    return square_rank(position->ep) == (position->stm == COLOR_WHITE ? 5u : 2u) &&
           position->board[pawn] == man_of((color_t)(position->stm ^ 1), PIECE_PAWN) &&
           position->board[position->ep] == MAN_NONE && position->board[origin] == MAN_NONE &&
           position_ep_is_legal(position, position->ep);
}

bool position_is_ok(const position_t *position) {
    bitboard_t by_type[6] = {0};
    bitboard_t by_color[2] = {0};
    uint64_t side_key[2];

    if (position->stm > 1)
        return false;
    for (square_t square = 0; square < 64; square++) {
        man_t man = position->board[square];
        if (man == MAN_NONE)
            continue;
        if (man_type(man) > PIECE_KING || man > man_of(COLOR_BLACK, PIECE_KING))
            return false;
        by_type[man_type(man)] |= bitboard_of(square);
        by_color[man_color(man)] |= bitboard_of(square);
    }
    if (memcmp(by_type, position->by_type, sizeof by_type) != 0 ||
        memcmp(by_color, position->by_color, sizeof by_color) != 0)
        return false;
    compute_side_keys(position, side_key);
    return side_key[0] == position->side_key[0] && side_key[1] == position->side_key[1] &&
           position->key == combined_key(position) && position_fault(position) == POSITION_OK &&
           (position->castling & ~rights_at_home(position)) == 0 && ep_is_ok(position) &&
           position->halfmove <= POSITION_CLOCK_MAX && position->fullmove >= 1 &&
           position->fullmove <= POSITION_CLOCK_MAX;
}
