// SPDX-License-Identifier: Apache-2.0
// The order of moves (section 5), by find victim and find attacker, and the V, A and K passes it
// takes (section 10).
#include "model/model_internal.h"

static inline uint64_t empty(const node_t *node) {
    return ~(node->own | node->other);
}

static inline bool may_take_en_passant(const node_t *node) {
    if (node->en_passant == NO_SQUARE)
        return false;
    // In check also if the checker is the pawn it captures.
    return node->mask >> node->en_passant & 1 ||
           (node->in_check && node->mask == bit(node->en_passant - 8u));
}

static inline void map_own(node_t *node) {
    if (node->mapped)
        return;
    model_map(node->type, node->own, node->own | node->other, &node->maps);
    node->mapped = true;
}

// Every victim of phase 2 that some attacker reaches.
static uint64_t capture_victims(node_t *node) {
    map_own(node);
    const maps_t *maps = &node->maps;
    uint64_t pieces = maps->pawn | maps->knight | maps->diagonal | maps->straight;
    uint64_t victims = node->other & ((pieces & node->mask) | bitboard_king[node->king]);
    uint64_t pushes = (node->own & node->type[ZF_PIECE_PAWN] & RANK_7) << 8;

    victims |= pushes & empty(node) & node->mask;
    if (node->en_passant != NO_SQUARE && may_take_en_passant(node))
        victims |= maps->pawn & bit(node->en_passant);
    return victims;
}

static uint64_t quiet_targets(node_t *node) {
    map_own(node);
    const maps_t *maps = &node->maps;
    uint64_t pieces = maps->knight | maps->diagonal | maps->straight;
    uint64_t pawns = node->own & node->type[ZF_PIECE_PAWN];
    uint64_t once = pawns << 8 & empty(node) & ~RANK_8;
    uint64_t twice = (once & RANK_2 << 8) << 8;

    return empty(node) & (((pieces | once | twice) & node->mask) | bitboard_king[node->king]);
}

// Castling that is pseudo-legal, as bits.
static unsigned castlings(const node_t *node) {
    uint64_t men = node->own | node->other;
    unsigned set = 0;

    if (node->in_check)
        return 0;
    if (node->rights & 1u << ZF_RIGHT_OWN_KING && !(men & 0x60))
        set |= 1;
    if (node->rights & 1u << ZF_RIGHT_OWN_QUEEN && !(men & 0x0e))
        set |= 2;
    return set;
}

// Own men that reach `to`, pawns apart and without the mask.
static inline uint64_t pieces_to(const node_t *node, unsigned to) {
    const uint64_t *type = node->type;
    const maps_t *maps = &node->maps;
    uint64_t men = node->own | node->other;
    uint64_t set = bitboard_king[to] & type[ZF_PIECE_KING];

    if (maps->knight >> to & 1)
        set |= bitboard_knight[to] & type[ZF_PIECE_KNIGHT];
    if (maps->diagonal >> to & 1)
        set |= bitboard_bishop((square_t)to, men) & (type[ZF_PIECE_BISHOP] | type[ZF_PIECE_QUEEN]);
    if (maps->straight >> to & 1)
        set |= bitboard_rook((square_t)to, men) & (type[ZF_PIECE_ROOK] | type[ZF_PIECE_QUEEN]);
    return set & node->own;
}

static uint64_t attackers_of(const node_t *node, unsigned to, unsigned victim) {
    uint64_t pawns = node->own & node->type[ZF_PIECE_PAWN];

    if (node->stage == STAGE_CAPTURES) {
        if (victim == NO_PIECE) // a promotion push
            return bit(to - 8);
        if (to == node->en_passant)
            return bitboard_pawn[1][to] & pawns;
        pawns &= bitboard_pawn[1][to];
    } else {
        uint64_t once = bit(to) >> 8;
        if (to >= 56)
            pawns = 0; // a promotion, of phase 2
        else if (!(pawns & once) && (once & RANK_2 << 8) && !((node->own | node->other) & once))
            pawns &= once >> 8;
        else
            pawns &= once;
    }
    uint64_t set = pieces_to(node, to);
    if (!(node->mask >> to & 1))
        return set & node->type[ZF_PIECE_KING];
    return set | pawns;
}

// Takes the next victim out of the set; false if delta pruning ends the generation.
static bool find_victim(model_t *model, node_t *node) {
    static const uint8_t classes[] = {ZF_PIECE_QUEEN, NO_PIECE, ZF_PIECE_ROOK, ZF_PIECE_BISHOP,
                                      ZF_PIECE_KNIGHT};
    uint64_t set = node->victims;
    unsigned victim = NO_PIECE;

    if (node->stage == STAGE_CAPTURES) {
        uint64_t found = 0;
        for (unsigned i = 0; i < sizeof classes && !found; i++) {
            victim = classes[i];
            found = set & (victim == NO_PIECE ? empty(node) & RANK_8 : node->type[victim]);
        }
        if (found)
            set = found;
        else
            victim = ZF_PIECE_PAWN;
        if (node->delta && victim != NO_PIECE) {
            int reach = node->stand + model->delta[victim];
            if (reach < node->bound) {
                if (reach > node->best)
                    node->best = reach;
                return false;
            }
        }
    }
    unsigned to = first_by_order(set);
    node->to = (uint8_t)to;
    node->victim = (uint8_t)victim;
    node->victims ^= bit(to);
    node->attackers = attackers_of(node, to, victim);
    return true;
}

// Takes the next attacker of the victim, or the next promotion of the same pawn.
static void find_attacker(node_t *node, offer_t *offer) {
    static const uint8_t promotions[4] = {ZF_PIECE_QUEEN, ZF_PIECE_KNIGHT, ZF_PIECE_ROOK,
                                          ZF_PIECE_BISHOP};
    unsigned piece = ZF_PIECE_PAWN, promotion = node->promotion;

    if (!promotion) {
        uint64_t set = node->attackers & node->type[ZF_PIECE_PAWN];
        while (!set)
            set = node->attackers & node->type[++piece];
        node->from = (uint8_t)first_by_order(set);
        node->attackers ^= bit(node->from);
    }
    bool promotes = piece == ZF_PIECE_PAWN && node->to >= 56;
    offer->from = node->from;
    offer->to = node->to;
    offer->piece = (uint8_t)piece;
    offer->becomes = promotes ? promotions[promotion] : (uint8_t)piece;
    offer->captured = node->victim;
    offer->en_passant = node->stage == STAGE_CAPTURES && node->to == node->en_passant;
    offer->castling = false;
    offer->packed = (uint16_t)(node->from | node->to << 6 | promotion << 12);
    node->promotion = promotes && node->all_kinds ? (promotion + 1) & 3 : 0;
}

static void offer_castling(bool king_side, offer_t *offer) {
    *offer = (offer_t){.from = 4,
                       .to = king_side ? 6 : 2,
                       .piece = ZF_PIECE_KING,
                       .becomes = ZF_PIECE_KING,
                       .captured = NO_PIECE,
                       .castling = true};
    offer->packed = (uint16_t)(offer->from | offer->to << 6);
}

// Whether a pawn's move from the offer's square is pseudo-legal.
static bool pawn_may(const node_t *node, offer_t *offer, unsigned promotion) {
    static const uint8_t promotions[4] = {ZF_PIECE_QUEEN, ZF_PIECE_KNIGHT, ZF_PIECE_ROOK,
                                          ZF_PIECE_BISHOP};
    unsigned from = offer->from, to = offer->to;

    if (to >= 56)
        offer->becomes = promotions[promotion];
    if (bitboard_pawn[0][from] >> to & 1) {
        if (to == node->en_passant) {
            offer->en_passant = true;
            offer->captured = ZF_PIECE_PAWN;
            return may_take_en_passant(node);
        }
        return node->other >> to & 1;
    }
    if (!(empty(node) >> to & 1))
        return false;
    return to == from + 8 || (to == from + 16 && from < 16 && empty(node) >> (from + 8) & 1);
}

// Whether the array would offer the move in phase 2 or 4 (only 4 if `quiet`); fills the offer.
static bool pseudo_legal(const node_t *node, unsigned move, bool quiet, offer_t *offer) {
    unsigned from = move & 63, to = move >> 6 & 63, promotion = move >> 12 & 3;
    uint64_t men = node->own | node->other;

    if (!(node->own >> from & 1) || (node->own >> to & 1))
        return false;
    unsigned piece = piece_at(node, from);
    *offer = (offer_t){.from = (uint8_t)from,
                       .to = (uint8_t)to,
                       .piece = (uint8_t)piece,
                       .becomes = (uint8_t)piece,
                       .captured = (uint8_t)(node->other >> to & 1 ? piece_at(node, to) : NO_PIECE),
                       .packed = (uint16_t)move};
    if (promotion && (piece != ZF_PIECE_PAWN || to < 56))
        return false;
    if (piece == ZF_PIECE_PAWN) {
        if (!pawn_may(node, offer, promotion))
            return false;
    } else if (!(bitboard_attacks((piece_t)piece, (square_t)from, men) >> to & 1)) {
        offer->castling = piece == ZF_PIECE_KING && from == 4 &&
                          ((to == 6 && castlings(node) & 1) || (to == 2 && castlings(node) & 2));
        if (!offer->castling)
            return false;
    }
    if (quiet && (offer->captured != NO_PIECE || offer->becomes != piece))
        return false;
    return piece == ZF_PIECE_KING || offer->en_passant || (node->mask >> to & 1);
}

void model_pick_start(model_t *model, node_t *node, stage_t first) {
    (void)model;
    node->stage = first;
    node->fresh = true;
    node->attackers = 0;
    node->promotion = 0;
    node->castle = 0;
    node->killer = 0;
    node->victims = capture_victims(node);
}

// Phase 1 or 3: the next of the moves that a K pass tries.
static bool pick_known(model_t *model, node_t *node, offer_t *offer) {
    const uint16_t *killers = model->killers[node->ply];

    if (node->stage == STAGE_TABLE) {
        node->stage = STAGE_CAPTURES;
        if (!node->table_move)
            return false;
        count_pass(model, CHIP_PASS_KILLER);
        return pseudo_legal(node, node->table_move, false, offer);
    }
    while (node->killer < 2) {
        unsigned move = killers[node->killer++];
        if (!move || move == node->table_move)
            continue;
        count_pass(model, CHIP_PASS_KILLER);
        if (pseudo_legal(node, move, true, offer))
            return true;
    }
    node->stage = STAGE_QUIETS;
    count_pass(model, CHIP_PASS_VICTIM);
    node->fresh = true;
    node->victims = quiet_targets(node);
    node->castle = (uint8_t)castlings(node);
    return false;
}

// Whether the offered move was searched already.
static inline bool passed_over(const model_t *model, const node_t *node, unsigned move) {
    if (move == node->table_move)
        return true;
    return node->stage == STAGE_QUIETS && node->has_killers &&
           (move == model->killers[node->ply][0] || move == model->killers[node->ply][1]);
}

bool model_pick(model_t *model, node_t *node, offer_t *offer) {
    for (;;) {
        if (node->stage == STAGE_TABLE || node->stage == STAGE_KILLERS) {
            if (pick_known(model, node, offer))
                return true;
            continue;
        }
        if (node->castle) {
            // A castling move is a victim of its own: the next one costs a V.
            if (!node->fresh)
                count_pass(model, CHIP_PASS_VICTIM);
            node->fresh = false;
            offer_castling(node->castle & 1, offer);
            node->castle &= node->castle - 1;
        } else if (node->attackers || node->promotion) {
            find_attacker(node, offer);
        } else if (node->victims) {
            if (!node->fresh)
                count_pass(model, CHIP_PASS_VICTIM);
            node->fresh = false;
            if (!find_victim(model, node))
                return false;
            continue;
        } else if (node->stage == STAGE_CAPTURES && node->has_quiets) {
            node->stage = STAGE_KILLERS;
            if (!node->has_killers)
                node->killer = 2;
            continue;
        } else {
            return false;
        }
        count_pass(model, CHIP_PASS_ATTACKER);
        if (!passed_over(model, node, offer->packed))
            return true;
    }
}
