// SPDX-License-Identifier: Apache-2.0
// The search of sections 4, 6 and 7. Each function counts the passes of section 10 where it comes
// to them; what the result needs and what only the count needs stand side by side on purpose.
#include "model/model_internal.h"

static outcome_t enter(model_t *model, node_t *node);

static inline uint64_t *line_of(model_t *model, const node_t *node) {
    return &model->line[ZF_HISTORY_MAX + node->ply];
}

// ---- Entry

// Whether en passant is legal, found by trying; its key term.
static uint64_t en_passant_test(model_t *model, node_t *node) {
    uint64_t pawns = bitboard_pawn[1][node->en_passant] & node->own & node->type[ZF_PIECE_PAWN];

    if (!pawns)
        count_pass(model, CHIP_PASS_ATTACKER);
    while (pawns) {
        unsigned from = first_by_order(pawns);
        pawns ^= bit(from);
        count_pass(model, CHIP_PASS_ATTACKER);
        count_pass(model, CHIP_PASS_VICTIM);
        if (model_en_passant_legal(node, from))
            return zf_key_ep[node->en_passant & 7];
    }
    return 0;
}

void model_find_check(model_t *model, node_t *node) {
    uint64_t sliders =
        node->type[ZF_PIECE_BISHOP] | node->type[ZF_PIECE_ROOK] | node->type[ZF_PIECE_QUEEN];

    node->in_check = false;
    node->mask = ~0ull;
    if (model->searching) {
        uint64_t key = node->key;
        if (node->en_passant != NO_SQUARE && node->depth >= 1)
            key ^= en_passant_test(model, node);
        *line_of(model, node) = key;
    }
    if (node->surely_quiet) {
        model->counters.filtered_checks++;
        return;
    }
    count_pass(model, CHIP_PASS_CHECK);
    uint64_t checkers = model_checkers(node);
    if (!checkers)
        return;
    node->in_check = true;
    if (model->debug & MODEL_NO_MASK)
        return;
    node->mask = 0;
    if (checkers & (checkers - 1))
        return;
    node->mask = checkers;
    if (checkers & sliders) {
        count_pass(model, CHIP_PASS_CHECK);
        node->mask |= bitboard_between(node->king, bitboard_first(checkers));
    }
}

static void visit(model_t *model, const node_t *node, bool lazy) {
    model_visit_t visit = {.type = node->type,
                           .own = node->own,
                           .other = node->other,
                           .key = *line_of(model, node),
                           .bound = node->bound,
                           .move = node->move,
                           .ply = node->ply,
                           .depth = (uint8_t)node->depth,
                           .lazy = lazy};

    if (lazy) {
        visit.type = node[-1].type;
        visit.own = node[-1].own;
        visit.other = node[-1].other;
        visit.key = node->key;
    }
    model->visit_node(model->visit_context, &visit);
}

bool model_count(model_t *model, const node_t *node, bool lazy) {
    if (model->nodes == model->limit)
        return false;
    model->nodes++;
    model->hash = (model->hash << 5 | model->hash >> 27) + ((uint32_t)node->ply << 14 | node->move);
    if (model->visit_node)
        visit(model, node, lazy);
    return true;
}

// ---- Draws (section 4)

static inline bool maybe_repeated(const model_t *model, const node_t *node) {
    return node->reversible >= 4 && (node->returned == 3 || model->debug & MODEL_NO_FILTER);
}

static bool repeated(model_t *model, const node_t *node) {
    const uint64_t *now = line_of(model, node);
    unsigned index = (unsigned)(now - model->line), seen = 0;

    for (unsigned back = 4; back <= node->reversible; back += 2) {
        if (back > 4)
            count_pass(model, CHIP_PASS_EMPTY);
        if (now[-(int)back] != *now)
            continue;
        if (index - back >= ZF_HISTORY_MAX || !(model->game >> (index - back) & 1) || ++seen == 2)
            return true;
    }
    return false;
}

// At clock 100 in check: whether some move is legal. Its pass back is counted here.
static bool has_escape(model_t *model, node_t *node) {
    node_t *child = node + 1;
    offer_t offer;

    node->table_move = 0;
    node->delta = false;
    model_pick_start(model, node, STAGE_CAPTURES);
    while (model_pick(model, node, &offer)) {
        node->entered = true;
        model_prepare(model, node, child, &offer);
        model_place(node, child, &offer);
        count_pass(model, CHIP_PASS_VICTIM);
        bool legal = !model_illegal(child);
        if (legal || !model_remains(node))
            count_pass(model, CHIP_PASS_TAKE_BACK);
        if (legal)
            return true;
        if (!model_remains(node))
            return false;
    }
    return false;
}

// True if section 4 gives the node its score.
static inline bool drawn(model_t *model, node_t *node, outcome_t *outcome) {
    if (node->clock >= ZF_FIFTY) {
        bool mated = node->in_check && !has_escape(model, node);
        unsigned entered = node->entered ? OUTCOME_ENTERED : 0;
        *outcome = mated ? (outcome_t){node->ply - ZF_MATE, entered}
                         : (outcome_t){0, OUTCOME_TAINTED | entered};
        model->counters.fifties += !mated;
        return true;
    }
    if (maybe_repeated(model, node) && repeated(model, node)) {
        model->counters.repetitions++;
        *outcome = (outcome_t){0, OUTCOME_TAINTED};
        return true;
    }
    if (node->phase < ZF_BARE_PHASE && model_bare(node)) {
        model->counters.bares++;
        *outcome = (outcome_t){0, 0};
        return true;
    }
    return false;
}

// ---- Evaluation

static void visit_evaluation(model_t *model, const node_t *node, int fast, int slow, bool needed,
                             int value) {
    model_visit_t visit = {.type = node->type,
                           .own = node->own,
                           .other = node->other,
                           .key = *line_of(model, node),
                           .bound = node->bound,
                           .fast = fast,
                           .slow = slow,
                           .value = value,
                           .move = node->move,
                           .ply = node->ply,
                           .depth = (uint8_t)node->depth,
                           .slow_needed = needed};

    model->visit_evaluation(model->visit_context, &visit);
}

static int stand_pat(model_t *model, node_t *node) {
    int fast = model_fast(node), margin = model->margin, slow = 0, value;
    bool high = fast - margin >= node->bound, low = !high && fast + margin < node->bound;

    model->counters.static_evaluations++;
    if ((!high && !low) || !model->lazy) {
        count_pass(model, CHIP_PASS_EVAL);
        model->counters.slow_evaluations++;
        slow = model_slow(model, node);
    }
    value = high ? fast - margin : low ? fast + margin : fast + slow;
    if (model->visit_evaluation)
        visit_evaluation(model, node, fast, slow, !high && !low, value);
    return value;
}

// ---- Children

// A node ends after a child came back: a pass back, unless two steps are taken at once. The child
// must have ended before it entered a child itself, and not have saved a pass already.
static inline unsigned step_back(model_t *model, const node_t *node, unsigned child_flags) {
    if (node->depth <= 0 && node->ply >= 1 && node->clock < ZF_FIFTY &&
        !(child_flags & (OUTCOME_ILLEGAL | OUTCOME_SAVED | OUTCOME_ENTERED))) {
        model->counters.saved_steps++;
        return OUTCOME_SAVED;
    }
    count_pass(model, CHIP_PASS_TAKE_BACK);
    return 0;
}

// Whether a prepared child returns on its fast score before it costs a pass.
static inline bool enters_lazily(const model_t *model, const node_t *child, const offer_t *offer) {
    if (!child->surely_legal || !child->surely_quiet || child->depth > 0 || !model->lazy ||
        child->clock >= ZF_FIFTY || child->ply >= ZF_PLY_MAX - 1 || maybe_repeated(model, child))
        return false;
    if (child->phase < ZF_BARE_PHASE &&
        (offer->captured != NO_PIECE || offer->becomes != offer->piece))
        return false;
    return model_fast(child) - model->margin >= child->bound;
}

static inline void note_offer(model_t *model, const offer_t *offer) {
    model->counters.en_passants += offer->en_passant;
    model->counters.castlings += offer->castling;
    model->counters.under_promotions += offer->packed >> 12 != 0;
}

// Searches one move of the node; the score is the child's.
static outcome_t try_move(model_t *model, node_t *node, const offer_t *offer, int depth,
                          bool verify) {
    node_t *child = node + 1;

    model_prepare(model, node, child, offer);
    child->depth = (int8_t)depth;
    child->verify = verify;
    child->bound = 1 - node->bound;
    if (offer->packed >> 12 || offer->en_passant || offer->castling)
        note_offer(model, offer);
    if (enters_lazily(model, child, offer)) {
        if (!model_count(model, child, true))
            return (outcome_t){0, OUTCOME_STOP};
        model->counters.lazy_entries++;
        model->counters.static_evaluations++;
        return (outcome_t){model_fast(child) - model->margin, 0};
    }
    node->entered = true;
    model_place(node, child, offer);
    return enter(model, child);
}

// How the moves of a node ended.
typedef enum {
    ENDED_HIGH,  // a move failed high
    ENDED_CHILD, // nothing remained when the last child came back
    ENDED_OWN,   // in a pass of the node's own
    ENDED_STOP
} ended_t;

// Searches the moves that remain to the node. `flags` becomes the last child's.
static ended_t search_moves(model_t *model, node_t *node, int depth, bool verify, offer_t *offer,
                            unsigned *flags) {
    while (model_pick(model, node, offer)) {
        outcome_t outcome = try_move(model, node, offer, depth, verify);
        *flags = outcome.flags;
        if (outcome.flags & OUTCOME_STOP)
            return ENDED_STOP;
        if (!(outcome.flags & OUTCOME_ILLEGAL)) {
            node->legal = true;
            node->tainted |= (outcome.flags & OUTCOME_TAINTED) != 0;
            if (-outcome.score > node->best) {
                node->best = -outcome.score;
                node->best_move = offer->packed;
                if (node->best >= node->bound)
                    return ENDED_HIGH;
            }
        }
        if (!model_remains(node))
            return ENDED_CHILD;
    }
    return ENDED_OWN;
}

// ---- Quiescence (section 7)

static outcome_t quiesce(model_t *model, node_t *node) {
    offer_t offer;
    unsigned flags = 0;

    node->best_move = node->table_move = 0;
    node->legal = node->tainted = false;
    node->all_kinds = node->has_killers = node->delta = false;
    node->has_quiets = node->in_check;
    if (node->in_check) {
        node->best = ZF_NO_SCORE;
    } else {
        node->best = node->stand = stand_pat(model, node);
        if (node->best >= node->bound)
            return (outcome_t){node->best, 0};
        node->delta = model->use_delta && !(node->own & node->type[ZF_PIECE_PAWN] & RANK_7);
    }
    model_pick_start(model, node, STAGE_CAPTURES);
    ended_t ended = search_moves(model, node, 0, node->verify, &offer, &flags);
    if (ended == ENDED_STOP)
        return (outcome_t){0, OUTCOME_STOP};
    unsigned tainted = flags & OUTCOME_TAINTED, saved = 0;
    if (ended != ENDED_OWN)
        saved = step_back(model, node, flags);
    saved |= node->entered ? OUTCOME_ENTERED : 0;
    if (ended == ENDED_HIGH)
        return (outcome_t){node->best, tainted | saved};
    if (node->in_check && !node->legal)
        return (outcome_t){node->ply - ZF_MATE, saved};
    return (outcome_t){node->best, (node->tainted ? OUTCOME_TAINTED : 0u) | saved};
}

// ---- The table (sections 6 and 9)

static inline bool uses_table(const model_t *model, const node_t *node) {
    return model->use_table && node->depth >= model->table_min && node->clock < ZF_TABLE_CLOCK;
}

static uint64_t table_key(model_t *model, const node_t *node) {
    uint64_t switches =
        (uint64_t)model->null_r | (uint64_t)model->evasion << 5 | (uint64_t)model->use_delta << 6;

    if (model->null_r)
        switches |= (uint64_t)model->verified << 2 | (uint64_t)node->verify << 3 |
                    (uint64_t)node->after_null << 4;
    return *line_of(model, node) ^ switches << 56;
}

// True if an entry ends the node; otherwise its move becomes the table move.
static bool probe(model_t *model, node_t *node, uint64_t key, int *score) {
    chip_entry_t entry;

    count_pass(model, CHIP_PASS_EMPTY);
    model->counters.probes++;
    if (!model->probe || !model->probe(model->table_context, key, &entry))
        return false;
    model->counters.hits++;
    *score = entry.score;
    if (entry.score >= ZF_MATE_BOUND)
        *score -= node->ply;
    else if (entry.score <= -ZF_MATE_BOUND)
        *score += node->ply;
    if (entry.draft >= node->depth && ((entry.bound == ZF_BOUND_LOWER && *score >= node->bound) ||
                                       (entry.bound == ZF_BOUND_UPPER && *score < node->bound))) {
        model->counters.cutoffs++;
        return true;
    }
    node->table_move = entry.move;
    return false;
}

static void store(model_t *model, const node_t *node, uint64_t key, int score, int draft,
                  unsigned move) {
    chip_entry_t entry = {.score = (int16_t)score,
                          .move = (uint16_t)move,
                          .draft = (uint8_t)draft,
                          .bound = score >= node->bound ? ZF_BOUND_LOWER : ZF_BOUND_UPPER,
                          .age = model->age};

    if (score >= ZF_MATE_BOUND)
        entry.score = (int16_t)(score + node->ply);
    else if (score <= -ZF_MATE_BOUND)
        entry.score = (int16_t)(score - node->ply);
    model->counters.stores++;
    if (model->store)
        model->store(model->table_context, key, &entry);
}

// ---- Interior nodes (section 6)

static inline bool wants_null(const model_t *model, const node_t *node) {
    const uint64_t *type = node->type;

    if (!model->null_r || node->in_check || node->after_null || node->bound >= ZF_MATE_BOUND ||
        node->bound <= -ZF_MATE_BOUND || (node->verify && node->depth <= 1))
        return false;
    return (node->own & ~(type[ZF_PIECE_PAWN] | type[ZF_PIECE_KING])) &&
           model_fast(node) >= node->bound;
}

static outcome_t try_null(model_t *model, node_t *node) {
    node_t *child = node + 1;

    model_make_null(node, child);
    child->depth = (int8_t)(node->depth > model->null_r + 1 ? node->depth - 1 - model->null_r : 0);
    child->verify = node->verify;
    child->bound = 1 - node->bound;
    return enter(model, child);
}

static inline void note_killer(model_t *model, const node_t *node, const offer_t *offer) {
    uint16_t *killers = model->killers[node->ply];

    if (offer->captured != NO_PIECE || offer->becomes != offer->piece || offer->castling ||
        killers[0] == offer->packed)
        return;
    killers[1] = killers[0];
    killers[0] = offer->packed;
}

// What step 3 to 5 need to know about the null search, and what they find.
typedef struct {
    int depth;       // in force
    bool nullfh;     // a verification is under way
    bool null_taint; // of the null search
    bool verify;     // for the children
    unsigned saved;
} interior_t;

// Steps 3 to 5. The score is best's, or that of mate and stalemate.
static outcome_t search_interior_moves(model_t *model, node_t *node, interior_t *state) {
    offer_t offer;
    unsigned flags = 0;

    model_pick_start(model, node, STAGE_TABLE);
    for (;;) {
        int depth = state->depth - !(model->evasion && node->in_check);
        ended_t ended = search_moves(model, node, depth, state->verify, &offer, &flags);
        if (ended == ENDED_STOP)
            return (outcome_t){0, OUTCOME_STOP};
        bool zugzwang = ended != ENDED_HIGH && node->legal && state->nullfh;
        if (ended != ENDED_OWN)
            step_back(model, node, flags);
        if (ended == ENDED_HIGH) {
            note_killer(model, node, &offer);
            bool tainted = (flags & OUTCOME_TAINTED) || (state->nullfh && state->null_taint);
            return (outcome_t){node->best, tainted ? OUTCOME_TAINTED : 0};
        }
        if (!node->legal)
            return (outcome_t){node->in_check ? node->ply - ZF_MATE : 0,
                               node->tainted ? OUTCOME_TAINTED : 0};
        if (!zugzwang)
            return (outcome_t){node->best, node->tainted ? OUTCOME_TAINTED : 0};
        model->counters.zugzwangs++;
        state->depth++;
        state->nullfh = false;
        state->verify = true;
        node->best = ZF_NO_SCORE;
        node->best_move = 0;
        count_pass(model, CHIP_PASS_VICTIM);
        model_pick_start(model, node, STAGE_TABLE);
    }
}

// Step 2: true if the node ends, with the outcome of a null move that failed high.
static bool null_ends(model_t *model, node_t *node, interior_t *state, outcome_t *outcome) {
    *outcome = try_null(model, node);
    if (outcome->flags & OUTCOME_STOP)
        return true;
    int score = -outcome->score;
    state->null_taint = outcome->flags & OUTCOME_TAINTED;
    node->tainted |= state->null_taint;
    if (score < node->bound)
        return false;
    if (node->verify) {
        model->counters.verifications++;
        state->nullfh = true;
        state->depth--;
        state->verify = false;
        return false;
    }
    model->counters.null_cuts++;
    step_back(model, node, outcome->flags);
    outcome->score = score >= ZF_MATE_BOUND ? node->bound : score;
    outcome->flags &= OUTCOME_TAINTED;
    return true;
}

static outcome_t search_interior(model_t *model, node_t *node) {
    interior_t state = {.depth = node->depth, .verify = node->verify};
    uint64_t key = 0;
    bool table = uses_table(model, node);
    outcome_t outcome;
    int score;

    node->best = ZF_NO_SCORE;
    node->best_move = node->table_move = 0;
    node->legal = node->tainted = node->delta = false;
    node->all_kinds = node->has_quiets = node->has_killers = true;
    if (table) {
        key = table_key(model, node);
        if (probe(model, node, key, &score))
            return (outcome_t){score, 0};
    }
    if (!wants_null(model, node) || !null_ends(model, node, &state, &outcome))
        outcome = search_interior_moves(model, node, &state);
    if (outcome.flags & OUTCOME_STOP || !table)
        return outcome;
    if (outcome.flags & OUTCOME_TAINTED)
        model->counters.tainted++;
    else
        store(model, node, key, outcome.score, state.depth, node->best_move);
    return outcome;
}

// ---- Nodes

// A legal node: draws, the last ply, then by depth.
static outcome_t search_node(model_t *model, node_t *node) {
    outcome_t outcome;

    if (node->depth >= 1)
        model->killers[node->ply + 2][0] = model->killers[node->ply + 2][1] = 0;
    node->all_kinds = node->has_killers = node->depth >= 1;
    node->has_quiets = true;
    node->entered = false;
    if (drawn(model, node, &outcome))
        return outcome;
    if (node->ply == ZF_PLY_MAX - 1) {
        model->counters.ceilings++;
        return (outcome_t){stand_pat(model, node), 0};
    }
    return node->depth >= 1 ? search_interior(model, node) : quiesce(model, node);
}

static outcome_t enter(model_t *model, node_t *node) {
    model_find_check(model, node);
    count_pass(model, CHIP_PASS_VICTIM);
    if (model_illegal(node))
        return (outcome_t){0, OUTCOME_ILLEGAL};
    if (!model_count(model, node, false))
        return (outcome_t){0, OUTCOME_STOP};
    return search_node(model, node);
}

outcome_t model_search(model_t *model, node_t *root) {
    root->best = ZF_NO_SCORE;
    root->best_move = 0;
    return search_node(model, root);
}
