// SPDX-License-Identifier: Apache-2.0
// Boards of the model: attack maps, checks, and how a move changes a node (section 2).
#include <string.h>

#include "model/model_internal.h"

#define B(s) (1ull << (s))
#define FILE_OF(s) (0x0101010101010101ull << ((s)&7))
#define RANK_OF(s) (0xffull << ((s)&56))
#define MOVED(line, n) ((n) >= 0 ? (line) << (8 * (n)&63) : (line) >> (-8 * (n)&63))
#define DIAGONALS(s)                                                                               \
    (MOVED(0x8040201008040201ull, (s) / 8 - (s) % 8) |                                             \
     MOVED(0x0102040810204080ull, (s) / 8 + (s) % 8 - 7))
#define BISHOP(s) (DIAGONALS(s) & ~B(s))
#define ROOK(s) ((FILE_OF(s) | RANK_OF(s)) & ~B(s))
#define STAR(s) (BISHOP(s) | ROOK(s))
#define NOT_A (~0x0101010101010101ull)
#define NOT_H (~0x8080808080808080ull)
#define NOT_AB (~0x0303030303030303ull)
#define NOT_GH (~0xc0c0c0c0c0c0c0c0ull)
#define KNIGHT(s)                                                                                  \
    (((B(s) << 17 | B(s) >> 15) & NOT_A) | ((B(s) << 15 | B(s) >> 17) & NOT_H) |                   \
     ((B(s) << 10 | B(s) >> 6) & NOT_AB) | ((B(s) << 6 | B(s) >> 10) & NOT_GH))
#define KING(s)                                                                                    \
    (B(s) << 8 | B(s) >> 8 | ((B(s) << 1 | B(s) << 9 | B(s) >> 7) & NOT_A) |                       \
     ((B(s) >> 1 | B(s) >> 9 | B(s) << 7) & NOT_H))
#define PAWN(s) ((B(s) << 9 & NOT_A) | (B(s) << 7 & NOT_H))
#define ROW(f, r) f(r), f(r + 1), f(r + 2), f(r + 3), f(r + 4), f(r + 5), f(r + 6), f(r + 7)
#define TABLE(f)                                                                                   \
    { ROW(f, 0), ROW(f, 8), ROW(f, 16), ROW(f, 24), ROW(f, 32), ROW(f, 40), ROW(f, 48), ROW(f, 56) }

const uint64_t model_star[64] = TABLE(STAR);
const uint64_t model_reach[6][64] = {TABLE(PAWN), TABLE(KNIGHT), TABLE(BISHOP),
                                     TABLE(ROOK), TABLE(STAR),   TABLE(KING)};

void model_map(const uint64_t type[6], uint64_t men, uint64_t occupied, maps_t *maps) {
    maps->pawn = pawn_attacks(men & type[ZF_PIECE_PAWN]);
    maps->knight = maps->diagonal = maps->straight = 0;
    for (uint64_t set = men & type[ZF_PIECE_KNIGHT]; set; set &= set - 1)
        maps->knight |= bitboard_knight[bitboard_first(set)];
    for (uint64_t set = men & (type[ZF_PIECE_BISHOP] | type[ZF_PIECE_QUEEN]); set; set &= set - 1)
        maps->diagonal |= bitboard_bishop(bitboard_first(set), occupied);
    for (uint64_t set = men & (type[ZF_PIECE_ROOK] | type[ZF_PIECE_QUEEN]); set; set &= set - 1)
        maps->straight |= bitboard_rook(bitboard_first(set), occupied);
}

// All men that attack the square along lines.
static inline uint64_t sliders_at(const node_t *node, unsigned square, uint64_t men,
                                  uint64_t occupied) {
    uint64_t diagonal = men & (node->type[ZF_PIECE_BISHOP] | node->type[ZF_PIECE_QUEEN]);
    uint64_t straight = men & (node->type[ZF_PIECE_ROOK] | node->type[ZF_PIECE_QUEEN]);
    uint64_t found = 0;

    // Most squares see no such man at all.
    if (diagonal & model_reach[ZF_PIECE_BISHOP][square])
        found = bitboard_bishop((square_t)square, occupied) & diagonal;
    if (straight & model_reach[ZF_PIECE_ROOK][square])
        found |= bitboard_rook((square_t)square, occupied) & straight;
    return found;
}

bool model_attacks(const node_t *node, unsigned square) {
    const uint64_t *type = node->type;

    if (node->own & ((bitboard_pawn[1][square] & type[ZF_PIECE_PAWN]) |
                     (bitboard_knight[square] & type[ZF_PIECE_KNIGHT]) |
                     (bitboard_king[square] & type[ZF_PIECE_KING])))
        return true;
    return sliders_at(node, square, node->own, node->own | node->other) != 0;
}

bool model_illegal(const node_t *node) {
    if (node->surely_legal)
        return false;
    return model_attacks(node, node->other_king) ||
           (node->passed != NO_SQUARE && model_attacks(node, node->passed));
}

uint64_t model_checkers(const node_t *node) {
    const uint64_t *type = node->type;
    unsigned king = node->king;

    return (node->other & ((bitboard_pawn[0][king] & type[ZF_PIECE_PAWN]) |
                           (bitboard_knight[king] & type[ZF_PIECE_KNIGHT]) |
                           (bitboard_king[king] & type[ZF_PIECE_KING]))) |
           sliders_at(node, king, node->other, node->own | node->other);
}

bool model_en_passant_legal(const node_t *node, unsigned from) {
    uint64_t victim = bit(node->en_passant - 8u);
    uint64_t men = node->other & ~victim;
    uint64_t occupied = ((node->own | node->other) ^ bit(from) ^ victim) | bit(node->en_passant);
    const uint64_t *type = node->type;
    unsigned king = node->king;

    if (men & ((bitboard_pawn[0][king] & type[ZF_PIECE_PAWN]) |
               (bitboard_knight[king] & type[ZF_PIECE_KNIGHT]) |
               (bitboard_king[king] & type[ZF_PIECE_KING])))
        return false;
    return !sliders_at(node, king, men, occupied);
}

bool model_bare(const node_t *node) {
    const uint64_t *type = node->type;
    uint64_t bishops = type[ZF_PIECE_BISHOP], knights = type[ZF_PIECE_KNIGHT];

    if (node->phase >= ZF_BARE_PHASE ||
        (type[ZF_PIECE_PAWN] | type[ZF_PIECE_ROOK] | type[ZF_PIECE_QUEEN]))
        return false;
    if (!bishops)
        return !(knights & (knights - 1));
    return !knights && (!(bishops & BITBOARD_LIGHT) || !(bishops & ~BITBOARD_LIGHT));
}

// Rights that end when the square is left or captured on: own home squares, then the opponent's.
static inline unsigned rights_lost(unsigned square) {
    switch (square) {
    case 0:
        return 1u << ZF_RIGHT_OWN_QUEEN;
    case 4:
        return 1u << ZF_RIGHT_OWN_QUEEN | 1u << ZF_RIGHT_OWN_KING;
    case 7:
        return 1u << ZF_RIGHT_OWN_KING;
    case 56:
        return 1u << ZF_RIGHT_OTHER_QUEEN;
    case 60:
        return 1u << ZF_RIGHT_OTHER_QUEEN | 1u << ZF_RIGHT_OTHER_KING;
    case 63:
        return 1u << ZF_RIGHT_OTHER_KING;
    default:
        return 0;
    }
}

static inline uint64_t rights_key(unsigned rights) {
    uint64_t key = 0, other = 0;

    if (rights & 1u << ZF_RIGHT_OWN_KING)
        key ^= zf_key_castle[0];
    if (rights & 1u << ZF_RIGHT_OWN_QUEEN)
        key ^= zf_key_castle[1];
    if (rights & 1u << ZF_RIGHT_OTHER_KING)
        other ^= zf_key_castle[0];
    if (rights & 1u << ZF_RIGHT_OTHER_QUEEN)
        other ^= zf_key_castle[1];
    return key ^ rho(other);
}

static const uint8_t phase_of[NO_PIECE + 1] = {
    [ZF_PIECE_KNIGHT] = ZF_PHASE_KNIGHT,
    [ZF_PIECE_BISHOP] = ZF_PHASE_KNIGHT,
    [ZF_PIECE_ROOK] = ZF_PHASE_ROOK,
    [ZF_PIECE_QUEEN] = ZF_PHASE_QUEEN,
};

// The clocks, vacated sets and returned flags; `keeps` says that the move may be taken back by
// later ones.
static inline void prepare_clocks(const node_t *node, node_t *child, const offer_t *offer,
                                  bool resets, bool keeps) {
    uint32_t from = 1u << (offer->from & 31), to = 1u << (offer->to & 31);

    child->clock = resets ? 0 : node->clock < 127 ? node->clock + 1 : 127;
    if (keeps) {
        bool returned = node->own_vacated & to;
        child->reversible = node->reversible + 1;
        child->returned = (uint8_t)((node->returned << 1 | returned) & 3);
        child->own_vacated = node->other_vacated;
        child->other_vacated = node->own_vacated | from;
    } else {
        child->reversible = 0;
        child->returned = (uint8_t)(node->returned << 1 & 2);
        child->own_vacated = child->other_vacated = 0;
    }
}

// Whether a man that leaves `from` can open a line to the king: a line of both, and somewhere on it
// one of the given men that move along it (the leaving man counts as one).
static inline bool opens(unsigned king, unsigned from, uint64_t orth, uint64_t diag) {
    const uint64_t file_a = 0x0101010101010101u, diagonal = 0x8040201008040201u,
                   antidiagonal = 0x0102040810204080u;

    if (!(model_star[king] & bit(from)))
        return false;
    if (!((king ^ from) & 7))
        return orth & file_a << (king & 7);
    if (!((king ^ from) & 56))
        return orth & (uint64_t)0xff << (king & 56);
    int file = king & 7, rank = king >> 3, shift = 8 * (rank - file);
    if ((from > king) == ((from & 7) > (king & 7)))
        return diag & (shift >= 0 ? diagonal << shift : diagonal >> -shift);
    shift = 8 * (rank + file - 7);
    return diag & (shift >= 0 ? antidiagonal << shift : antidiagonal >> -shift);
}

// Whether the moved man may attack the other king from where it stands now. A pass that makes a
// move radiates from the target on the board before it; a promoting pawn may have stood in the way.
static inline bool gives_check(const node_t *node, const offer_t *offer) {
    if (offer->becomes != offer->piece)
        return true;
    if (!(model_reach[offer->becomes][offer->to] & bit(node->other_king)))
        return false;
    if (offer->becomes < ZF_PIECE_BISHOP || offer->becomes == ZF_PIECE_KING)
        return true;
    return bitboard_attacks((piece_t)offer->becomes, (square_t)offer->to, node->own | node->other) &
           bit(node->other_king);
}

static inline void prepare_geometry(const node_t *node, node_t *child, const offer_t *offer) {
    uint64_t orth = node->type[ZF_PIECE_ROOK] | node->type[ZF_PIECE_QUEEN];
    uint64_t diag = node->type[ZF_PIECE_BISHOP] | node->type[ZF_PIECE_QUEEN];

    child->surely_legal = !node->in_check && offer->piece != ZF_PIECE_KING && !offer->en_passant &&
                          !opens(node->king, offer->from, orth & node->other, diag & node->other);
    child->surely_quiet =
        !opens(node->other_king, offer->from, orth & node->own, diag & node->own) &&
        !offer->en_passant && !offer->castling && !gives_check(node, offer);
}

void model_prepare(const model_t *model, const node_t *node, node_t *child, const offer_t *offer) {
    const uint64_t *values = model->values;
    unsigned from = offer->piece * 64u + offer->from, to = offer->becomes * 64u + offer->to;
    bool pawn = offer->piece == ZF_PIECE_PAWN;
    bool captures = offer->captured != NO_PIECE;
    uint64_t key = node->key ^ zf_key_piece[from] ^ zf_key_piece[to];
    uint64_t sums = node->sums + values[to] - values[from];

    if (captures) {
        unsigned square = (offer->en_passant ? offer->to - 8u : offer->to) ^ 56;
        unsigned victim = offer->captured * 64u + square;
        sums += values[victim];
        key ^= rho(zf_key_piece[victim]);
    }
    if (offer->castling) {
        unsigned home = ZF_PIECE_ROOK * 64u + (offer->to == 6 ? 7 : 0);
        unsigned away = ZF_PIECE_ROOK * 64u + (offer->to == 6 ? 5 : 3);
        sums += values[away] - values[home];
        key ^= zf_key_piece[home] ^ zf_key_piece[away];
    }
    unsigned lost = node->rights & (rights_lost(offer->from) | rights_lost(offer->to));
    if (lost)
        key ^= rights_key(lost);
    unsigned rights = node->rights & ~lost;
    child->rights = (uint8_t)((rights << 2 | rights >> 2) & 15);
    child->key = rho(key);
    child->sums = -sums;
    child->phase = (uint8_t)(node->phase - phase_of[offer->captured] + phase_of[offer->becomes] -
                             phase_of[offer->piece]);
    prepare_clocks(node, child, offer, captures || pawn, !captures && !pawn && !lost);
    prepare_geometry(node, child, offer);
    child->after_null = false;
    child->move = offer->packed;
    child->ply = node->ply + 1;
}

void model_place(const node_t *node, node_t *child, const offer_t *offer) {
    uint64_t from = flip(bit(offer->from)), to = flip(bit(offer->to));

    for (int piece = 0; piece < 6; piece++)
        child->type[piece] = flip(node->type[piece]);
    child->own = flip(node->other);
    child->other = flip(node->own) ^ from ^ to;
    if (offer->captured != NO_PIECE) {
        uint64_t victim = offer->en_passant ? to << 8 : to;
        child->type[offer->captured] ^= victim;
        child->own ^= victim;
    }
    child->type[offer->piece] ^= from;
    child->type[offer->becomes] ^= to;
    child->king = node->other_king ^ 56;
    child->other_king = (offer->piece == ZF_PIECE_KING ? offer->to : node->king) ^ 56;
    child->passed = NO_SQUARE;
    child->en_passant = NO_SQUARE;
    if (offer->castling) {
        uint64_t rook = flip(offer->to == 6 ? 0xa0 : 0x09);
        child->type[ZF_PIECE_ROOK] ^= rook;
        child->other ^= rook;
        child->passed = offer->to == 6 ? 5 ^ 56 : 3 ^ 56;
    }
    // A double push sets the square if an opponent's pawn stands beside: it attacks the square.
    if (offer->piece == ZF_PIECE_PAWN && offer->to == offer->from + 16) {
        unsigned square = (offer->to - 8u) ^ 56;
        if (bitboard_pawn[1][square] & child->own & child->type[ZF_PIECE_PAWN])
            child->en_passant = (uint8_t)square;
    }
    child->mapped = false;
}

void model_make_null(const node_t *node, node_t *child) {
    for (int piece = 0; piece < 6; piece++)
        child->type[piece] = flip(node->type[piece]);
    child->own = flip(node->other);
    child->other = flip(node->own);
    child->key = rho(node->key);
    child->sums = -node->sums;
    child->rights = (uint8_t)((node->rights << 2 | node->rights >> 2) & 15);
    child->phase = node->phase;
    child->en_passant = child->passed = NO_SQUARE;
    child->clock = node->clock < 127 ? node->clock + 1 : 127;
    child->reversible = 0;
    child->returned = (uint8_t)(node->returned << 1 & 2);
    child->own_vacated = child->other_vacated = 0;
    child->king = node->other_king ^ 56;
    child->other_king = node->king ^ 56;
    child->surely_legal = child->surely_quiet = child->after_null = true;
    child->mapped = false;
    child->move = 0;
    child->ply = node->ply + 1;
}
