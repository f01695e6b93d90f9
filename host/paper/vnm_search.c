// SPDX-License-Identifier: Apache-2.0
#include "paper/vnm_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "paper/vnm_eval.h"
#include "paper/vnm_hash.h"
#include "paper/vnm_order.h"

enum {
    INFINITE = 32000,
    PLY_MAX = 200, // the deepest position; deeper ones are not searched
    POLL_NODES = 4096
};

// A position on the path.
typedef struct frame {
    position_t position;
    uint64_t key;        // of the table; differs between a position and its colour-flipped twin
    int balance;         // see vnm_eval.h
    unsigned reversible; // plies back to the first position that could repeat
    bool after_null;
} frame_t;

struct vnm_engine {
    // Config, of the search under way
    vnm_options_t options;
    int reduction; // the paper's R; 0 without null moves
    // State
    vnm_hash_t hash;
    vnm_order_t order;
    uint64_t nodes, zugzwangs;
    uint64_t poll_at;
    bool stopped;
    move_t best; // of the root
    frame_t frames[PLY_MAX + 1];
};

// One call of the paper's search(), with what it finds out.
typedef struct node {
    unsigned ply;
    int alpha, beta;
    int depth;
    bool verify;
    bool in_check;
    move_t hint; // tried first
    move_t best;
} node_t;

static int search(vnm_engine_t *engine, unsigned ply, int alpha, int beta, int depth, bool verify);

const char *vnm_variant_name(vnm_variant_t variant) {
    static const char *const names[VNM_VARIANT_COUNT] = {"std1", "std2", "std3", "vrfd3", "none"};

    return names[variant];
}

// ---- Positions

static uint64_t table_key(const position_t *position) {
    return position->key ^ (position->stm == COLOR_WHITE ? 0 : 0x9e3779b97f4a7c15ull);
}

static void enter(vnm_engine_t *engine, frame_t *frame) {
    frame->key = table_key(&frame->position);
    engine->nodes++;
}

static void make(vnm_engine_t *engine, unsigned ply, move_t move) {
    const frame_t *from = &engine->frames[ply];
    frame_t *to = &engine->frames[ply + 1];

    to->balance = from->balance + vnm_balance_change(&from->position, move);
    position_make(&to->position, &from->position, move);
    to->reversible = to->position.halfmove ? from->reversible + 1 : 0;
    to->after_null = false;
    enter(engine, to);
    assert(to->balance == vnm_balance(&to->position));
}

static void make_null(vnm_engine_t *engine, unsigned ply) {
    const frame_t *from = &engine->frames[ply];
    frame_t *to = &engine->frames[ply + 1];

    position_make_null(&to->position, &from->position);
    to->balance = from->balance;
    to->reversible = 0;
    to->after_null = true;
    enter(engine, to);
}

static bool repeats(const vnm_engine_t *engine, unsigned ply) {
    const frame_t *frame = &engine->frames[ply];

    for (unsigned back = 4; back <= frame->reversible; back += 2) {
        if (frame[-(int)back].key == frame->key)
            return true;
    }
    return false;
}

static bool has_moves(const position_t *position) {
    move_list_t list;

    return movegen(position, MOVEGEN_ALL, &list) != 0;
}

static bool is_draw(const vnm_engine_t *engine, unsigned ply, bool in_check) {
    const position_t *position = &engine->frames[ply].position;

    if (repeats(engine, ply) || position_is_bare(position))
        return true;
    // Mate comes before the clock.
    return position->halfmove >= 100 && (!in_check || has_moves(position));
}

static int evaluate(const vnm_engine_t *engine, unsigned ply) {
    return vnm_evaluate(&engine->frames[ply].position, engine->frames[ply].balance);
}

static void poll(vnm_engine_t *engine) {
    const vnm_options_t *options = &engine->options;

    if (engine->nodes < engine->poll_at)
        return;
    engine->poll_at = engine->nodes + POLL_NODES;
    if (options->max_nodes && engine->poll_at > options->max_nodes)
        engine->poll_at = options->max_nodes;
    engine->stopped |= options->max_nodes && engine->nodes >= options->max_nodes;
    engine->stopped |= options->stop && options->stop(options->context);
}

// ---- Quiescence

static int quiesce(vnm_engine_t *engine, unsigned ply, int alpha, int beta) {
    vnm_picker_t picker;
    move_t move;

    if (position_is_bare(&engine->frames[ply].position))
        return 0;
    int best = evaluate(engine, ply);
    if (best >= beta || ply == PLY_MAX)
        return best;
    if (best > alpha)
        alpha = best;
    vnm_pick_captures(&picker, &engine->order, &engine->frames[ply].position);
    while ((move = vnm_pick(&picker)) != MOVE_NONE) {
        make(engine, ply, move);
        int value = -quiesce(engine, ply + 1, -beta, -alpha);
        if (value > best)
            best = value;
        if (best >= beta)
            break;
        if (best > alpha)
            alpha = best;
    }
    return best;
}

// ---- Table

static int score_to_table(int score, unsigned ply) {
    return score >= VNM_MATE_MIN    ? score + (int)ply
           : score <= -VNM_MATE_MIN ? score - (int)ply
                                    : score;
}

static int score_from_table(int score, unsigned ply) {
    return score >= VNM_MATE_MIN    ? score - (int)ply
           : score <= -VNM_MATE_MIN ? score + (int)ply
                                    : score;
}

// Fills in the hint; whether the entry answers the node, and with which value.
static bool probe(const vnm_engine_t *engine, node_t *node, int *value) {
    if (engine->options.no_table)
        return false;
    const vnm_entry_t *entry = vnm_hash_probe(&engine->hash, engine->frames[node->ply].key);
    if (!entry)
        return false;
    node->hint = entry->move;
    if (node->ply == 0 || entry->draft < node->depth || entry->verify < node->verify)
        return false;
    if (engine->options.same_draft && entry->draft != node->depth)
        return false;
    *value = score_from_table(entry->score, node->ply);
    return entry->bound == VNM_BOUND_EXACT ||
           (entry->bound == VNM_BOUND_LOWER && *value >= node->beta) ||
           (entry->bound == VNM_BOUND_UPPER && *value <= node->alpha);
}

// `entered` is the node as search() was called.
static void store(vnm_engine_t *engine, const node_t *entered, move_t best, int value) {
    if (engine->options.no_table)
        return;
    vnm_bound_t bound = value >= entered->beta    ? VNM_BOUND_LOWER
                        : value <= entered->alpha ? VNM_BOUND_UPPER
                                                  : VNM_BOUND_EXACT;
    vnm_entry_t entry = {
        .key = engine->frames[entered->ply].key,
        .score = (int16_t)score_to_table(value, entered->ply),
        .move = bound == VNM_BOUND_UPPER ? MOVE_NONE : best,
        .draft = (uint8_t)entered->depth,
        .bound = (uint8_t)bound,
        .verify = entered->verify,
    };
    vnm_hash_store(&engine->hash, entry);
}

// ---- The search proper

// PVS: the first move with the whole window, the others with a null window and, if they fall inside
// the whole one, again.
static int search_child(vnm_engine_t *engine, const node_t *node, int alpha, bool first) {
    unsigned ply = node->ply + 1;
    int depth = node->depth - 1;
    int value;

    if (!first) {
        value = -search(engine, ply, -alpha - 1, -alpha, depth, node->verify);
        if (value <= alpha || value >= node->beta)
            return value;
    }
    return -search(engine, ply, -node->beta, -alpha, depth, node->verify);
}

// "Regular NegaScout/PVS search" of the node's moves.
static int search_moves(vnm_engine_t *engine, node_t *node) {
    const position_t *position = &engine->frames[node->ply].position;
    vnm_picker_t picker;
    int best = -INFINITE;
    int alpha = node->alpha;
    move_t move;

    vnm_pick_all(&picker, &engine->order, position, node->hint);
    while (alpha < node->beta && (move = vnm_pick(&picker)) != MOVE_NONE) {
        make(engine, node->ply, move);
        if (node->depth > 1) // the child will probe
            __builtin_prefetch(vnm_hash_bucket(&engine->hash, engine->frames[node->ply + 1].key));
        int value = search_child(engine, node, alpha, best == -INFINITE);
        if (engine->stopped)
            return 0;
        if (value > best) {
            best = value;
            node->best = move;
        }
        if (best > alpha)
            alpha = best;
    }
    if (best == -INFINITE)
        return node->in_check ? -VNM_MATE + (int)node->ply : 0;
    if (best > node->alpha)
        vnm_order_credit(&engine->order, position, node->best, node->depth);
    return best;
}

// Whether a null move is searched here. With the flag set and one ply left, nothing would remain to
// verify with.
static bool null_ok(const vnm_engine_t *engine, const node_t *node) {
    const position_t *position = &engine->frames[node->ply].position;
    bitboard_t weak = position->by_type[PIECE_PAWN] | position->by_type[PIECE_KING];

    return engine->reduction && node->ply && !node->in_check && node->beta < INFINITE &&
           (position->by_color[position->stm] & ~weak) && !engine->frames[node->ply].after_null &&
           (!node->verify || node->depth > 1);
}

// Figure 3 of the paper; with the flag never set, its Figure 1.
static int search(vnm_engine_t *engine, unsigned ply, int alpha, int beta, int depth, bool verify) {
    node_t node = {.ply = ply, .alpha = alpha, .beta = beta, .depth = depth, .verify = verify};
    bool fail_high = false;
    int value;

    poll(engine);
    if (engine->stopped)
        return 0;
    node.in_check = position_in_check(&engine->frames[ply].position);
    if (ply && is_draw(engine, ply, node.in_check))
        return 0;
    if (ply == PLY_MAX || (depth <= 0 && !node.in_check))
        return quiesce(engine, ply, alpha, beta);
    if (depth <= 0)
        node.depth = 1; // the check extension on leaf nodes
    if (probe(engine, &node, &value))
        return value;

    const node_t entered = node;
    if (null_ok(engine, &node)) {
        make_null(engine, ply);
        value = -search(engine, ply + 1, -beta, -beta + 1, depth - engine->reduction - 1, verify);
        if (value >= beta && !verify) {
            store(engine, &entered, MOVE_NONE, value);
            return value;
        }
        fail_high = value >= beta;
    }
    if (fail_high) {
        node.depth--;
        node.verify = false;
    }
    value = search_moves(engine, &node);
    if (fail_high && value < beta) { // a zugzwang: no move is as good as passing
        engine->zugzwangs++;
        node.depth++;
        node.verify = true;
        node.hint = node.best;
        value = search_moves(engine, &node);
    }
    if (engine->stopped)
        return 0;
    if (ply == 0)
        engine->best = node.best;
    store(engine, &entered, node.best, value);
    return value;
}

// ---- One search

static void begin(vnm_engine_t *engine, const position_t *root, const vnm_options_t *options) {
    static const int reductions[VNM_VARIANT_COUNT] = {1, 2, 3, 3, 0};
    frame_t *frame = &engine->frames[0];

    engine->options = *options;
    engine->reduction = reductions[options->variant];
    engine->nodes = engine->zugzwangs = 0;
    engine->poll_at = 0;
    engine->stopped = false;
    vnm_hash_clear(&engine->hash);
    vnm_order_clear(&engine->order, options->no_ordering);
    frame->position = *root;
    frame->key = table_key(root);
    frame->balance = vnm_balance(root);
    frame->reversible = 0;
    frame->after_null = false;
}

void vnm_search(vnm_engine_t *engine, const position_t *root, const vnm_options_t *options,
                vnm_result_t *result) {
    bool verify = options->variant == VNM_VRFD3;

    begin(engine, root, options);
    memset(result, 0, sizeof *result);
    for (unsigned depth = 1; depth <= options->depth; depth++) {
        engine->nodes++;
        engine->best = MOVE_NONE;
        int score = search(engine, 0, -INFINITE, INFINITE, (int)depth, verify);
        if (engine->stopped)
            break;
        result->depth = depth;
        result->iterations[depth] = (vnm_iteration_t){.score = score,
                                                      .best = engine->best,
                                                      .nodes = engine->nodes,
                                                      .zugzwangs = engine->zugzwangs};
    }
}

vnm_engine_t *vnm_engine_create(unsigned table_log2) {
    vnm_engine_t *engine = calloc(1, sizeof *engine);

    if (engine && !vnm_hash_init(&engine->hash, table_log2)) {
        free(engine);
        return NULL;
    }
    return engine;
}

void vnm_engine_free(vnm_engine_t *engine) {
    if (engine)
        vnm_hash_free(&engine->hash);
    free(engine);
}
