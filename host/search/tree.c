// SPDX-License-Identifier: Apache-2.0
#include "search/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "chess/see.h"
#include "model/chip_position.h"

// Positions whose clock has gone so far depend on it: they stay out of the transposition table.
enum { CLOCK_MAX = 80 };

bool tree_init(tree_t *tree, size_t capacity) {
    memset(tree, 0, sizeof *tree);
    tree->arena = malloc(capacity);
    tree->capacity = capacity;
    return tree->arena != NULL;
}

void tree_free(tree_t *tree) {
    free(tree->arena);
    tree->arena = NULL;
}

static void *allocate(tree_t *tree, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (tree->capacity - tree->used < size)
        return NULL;
    void *memory = tree->arena + tree->used;
    tree->used += size;
    return memory;
}

// The least and the greatest score a node can have: mated on the spot, mate by the next move.
static int lowest(const tree_node_t *node) {
    return node->ply - SCORE_MATE;
}

static int highest(const tree_node_t *node) {
    return SCORE_MATE - node->ply - 1;
}

static void set_terminal(tree_node_t *node, int score) {
    node->kind = TREE_TERMINAL;
    node->low = node->high = (int16_t)score;
}

static void widen(tree_node_t *node) {
    node->low_edge = TREE_NO_EDGE;
    node->low_tainted = node->high_tainted = false;
    node->low = (int16_t)lowest(node);
    node->high = (int16_t)highest(node);
}

unsigned tree_history(const tree_t *tree, const tree_node_t *node, const position_t **out,
                      move_t *moves, unsigned capacity, unsigned *path) {
    const game_t *game = tree->game;
    unsigned count = 0;

    *path = 0;
    while (node->parent && node->reversible && count < capacity) {
        if (node->role != TREE_MOVE) { // the parent's position again
            node = node->parent;
            continue;
        }
        out[count] = &node->parent->position;
        moves[count++] = node->move;
        node = node->parent;
        (*path)++;
    }
    if (node->parent)
        return count;
    for (size_t i = game->count; i > 0 && count < capacity; i--) {
        const position_t *after = &game->positions[i], *before = &game->positions[i - 1];
        if (after->halfmove == 0 || after->castling != before->castling)
            break;
        out[count] = before;
        moves[count++] = game->moves[i - 1];
    }
    return count;
}

bool tree_is_repetition(const tree_t *tree, const tree_node_t *node) {
    const position_t *before[ZF_FIFTY];
    move_t moves[ZF_FIFTY];
    unsigned path, met = 0;
    unsigned count = tree_history(tree, node, before, moves, ZF_FIFTY, &path);

    for (unsigned back = 4; back <= count; back += 2) {
        if (before[back - 1]->key != node->position.key)
            continue;
        if (back <= path || ++met == 2)
            return true;
    }
    return false;
}

// Draws and mates that need no search. The order is the chip's: fifty moves, unless the mover is
// mated, then repetition, then bare material.
static void classify(const tree_t *tree, tree_node_t *node) {
    const position_t *position = &node->position;
    move_list_t list;
    int score;

    node->kind = TREE_OPEN;
    if (position->halfmove >= ZF_FIFTY) {
        bool mated = node->in_check && movegen(position, MOVEGEN_ALL, &list) == 0;
        set_terminal(node, mated ? lowest(node) : 0);
        node->low_tainted = node->high_tainted = !mated;
    } else if (tree_is_repetition(tree, node)) {
        set_terminal(node, 0);
        node->low_tainted = node->high_tainted = true;
    } else if (position_is_bare(position)) {
        set_terminal(node, 0);
    } else if (tree->tablebase && tablebase_score(tree->tablebase, position, node->ply, &score)) {
        set_terminal(node, score);
    }
}

static tree_node_t *make_node(tree_t *tree, tree_node_t *parent, tree_role_t role, move_t move) {
    tree_node_t *node = allocate(tree, sizeof *node);

    if (!node)
        return NULL;
    memset(node, 0, sizeof *node);
    node->parent = parent;
    node->role = (uint8_t)role;
    node->move = move;
    node->request = (tree_request_t){.depth = -1, .verify = true};
    node->fast = SCORE_NONE;
    if (!parent) {
        node->position = *game_position(tree->game);
    } else if (role == TREE_MOVE) {
        position_make(&node->position, &parent->position, move);
        node->reversible =
            node->position.halfmove != 0 && node->position.castling == parent->position.castling;
    } else if (role == TREE_PASS) {
        position_make_null(&node->position, &parent->position);
    } else {
        node->position = parent->position;
        node->move = parent->move;
        node->reversible = parent->reversible;
    }
    if (parent) {
        node->ply = (uint8_t)(parent->ply + (role == TREE_MOVE || role == TREE_PASS));
        node->still = parent->still || role == TREE_PASS || role == TREE_REST;
    }
    if (tree->hash)
        hash_prefetch(tree->hash, node->position.key);
    node->in_check = position_in_check(&node->position);
    widen(node);
    if (parent && role == TREE_MOVE)
        classify(tree, node);
    else
        node->kind = TREE_OPEN; // the root is never a draw: a move is asked for
    return node;
}

void tree_reset(tree_t *tree, const game_t *game) {
    tree->game = game;
    tree->used = 0;
    memset(tree->history, 0, sizeof tree->history);
    tree->root = make_node(tree, NULL, TREE_MOVE, MOVE_NONE);
}

uint32_t *tree_history_of(tree_t *tree, const position_t *position, move_t move) {
    color_t us = (color_t)position->stm;

    return &tree->history[us][square_seen_by(us, move_from(move))]
                         [square_seen_by(us, move_to(move))];
}

// Captures that win or hold material by what they take, then quiet moves by what cut before, then
// captures that lose.
static int32_t order_of(tree_t *tree, const position_t *position, move_t move) {
    bool noisy = position_is_capture(position, move) || move_promoted(move) == PIECE_QUEEN;

    if (!noisy)
        return (int32_t)*tree_history_of(tree, position, move);
    int balance = see(position, move);
    int victim = move_kind(move) == MOVE_KIND_EN_PASSANT
                     ? see_value[PIECE_PAWN]
                     : see_value[man_type(position->board[move_to(move)]) % PIECE_NONE];
    if (position->board[move_to(move)] == MAN_NONE && move_kind(move) != MOVE_KIND_EN_PASSANT)
        victim = 0;
    int mover = see_value[man_type(position->board[move_from(move)])];
    if (balance < 0)
        return INT32_MIN / 2 + balance;
    return INT32_MAX / 2 + balance + victim * 16 - mover / 16;
}

// Equal moves by their squares as the mover sees them: a colour-flipped position has the same
// order.
static uint16_t own_squares(const position_t *position, move_t move) {
    return chip_move_pack(position, move);
}

static void sort_edges(const position_t *position, tree_edge_t *edges, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        tree_edge_t edge = edges[i];
        uint16_t own = own_squares(position, edge.move);
        unsigned at = i;
        for (; at > 0; at--) {
            const tree_edge_t *before = &edges[at - 1];
            if (before->order > edge.order ||
                (before->order == edge.order && own_squares(position, before->move) < own))
                break;
            edges[at] = *before;
        }
        edges[at] = edge;
    }
}

bool tree_expand(tree_t *tree, tree_node_t *node) {
    move_list_t list;
    unsigned count = movegen(&node->position, MOVEGEN_ALL, &list);

    if (count == 0) {
        set_terminal(node, node->in_check ? lowest(node) : 0);
        return true;
    }
    tree_edge_t *edges = allocate(tree, count * sizeof *edges);
    if (!edges)
        return false;
    for (unsigned i = 0; i < count; i++) {
        move_t move = list.moves[i];
        bool first = move == node->best;
        // A move that failed high here before beats every guess.
        edges[i] = (tree_edge_t){
            .move = move,
            .judged = SCORE_NONE,
            .credit = first && tree->sources && !node->still ? node->best_credit : 0,
            .order = first ? INT32_MAX : order_of(tree, &node->position, move),
        };
    }
    sort_edges(&node->position, edges, count);
    node->edges = edges;
    node->edge_count = (uint16_t)count;
    return true;
}

tree_node_t *tree_child(tree_t *tree, tree_node_t *node, tree_edge_t *edge) {
    if (!edge->node)
        edge->node = make_node(tree, node, TREE_MOVE, edge->move);
    return edge->node;
}

tree_node_t *tree_shadow(tree_t *tree, tree_node_t *node, tree_role_t role) {
    tree_node_t **shadow = role == TREE_PASS      ? &node->pass
                           : role == TREE_LOWERED ? &node->lowered
                                                  : &node->rest;

    if (!*shadow)
        *shadow = make_node(tree, node, role, MOVE_NONE);
    return *shadow;
}

tree_node_t *tree_detached_child(tree_t *tree, tree_node_t *node, move_t move) {
    return make_node(tree, node, TREE_MOVE, move);
}

tree_edge_t *tree_edge_into(const tree_node_t *node) {
    for (unsigned i = 0; node->parent && i < node->parent->edge_count; i++) {
        if (node->parent->edges[i].node == node)
            return &node->parent->edges[i];
    }
    return NULL;
}

// ---- Requests

int tree_child_depth(const tree_node_t *node, int depth, bool evasion) {
    if (node->in_check && evasion)
        return depth;
    return depth > 0 ? depth - 1 : 0;
}

// Below the horizon there is no credit: or a ply won there could cost some, for nothing.
static tree_request_t request_of(const credit_state_t *state, bool verify) {
    if (state->depth < 0)
        return (tree_request_t){.verify = verify};
    return (tree_request_t){
        .depth = (int8_t)state->depth,
        .my = (uint8_t)state->my,
        // Beyond the path's cap credit has no use.
        .his = (uint8_t)(state->his < CREDIT_LIMIT ? state->his : CREDIT_LIMIT - 1),
        .verify = verify,
    };
}

tree_request_t tree_child_request(const tree_t *tree, const tree_node_t *node,
                                  const tree_edge_t *edge, uint8_t *cashed) {
    const tree_request_t *own = &node->request;
    int cost = (node->in_check && tree->evasion ? 0 : 1) + edge->reduction;
    credit_state_t state = {.depth = own->depth, .my = own->my, .his = own->his};

    state = credit_after(&state, own->depth - cost, edge->credit);
    int plies = credit_enter(&state, node->ply + 1 < tree->path_cap);
    if (cashed)
        *cashed = (uint8_t)plies;
    return request_of(&state, own->verify);
}

tree_request_t tree_pass_request(const tree_node_t *node, int r) {
    const tree_request_t *own = &node->request;
    credit_state_t state = {.depth = own->depth, .my = own->my, .his = own->his};

    state = credit_after(&state, own->depth - 1 - r, 0);
    return request_of(&state, own->verify);
}

bool tree_answers(const tree_node_t *node, const tree_request_t *request) {
    const tree_request_t *own = &node->request;

    if (node->kind == TREE_TERMINAL)
        return true;
    return own->depth == request->depth && own->verify == request->verify &&
           (!node->edges || (own->my == request->my && own->his == request->his));
}

// Keys of questions that are not the plain one of their position.
static uint64_t table_key(const tree_node_t *node) {
    static const uint64_t marks[] = {0x51f15eedc0ffee11, 0x6c62272e07bb0142, 0x3c6ef372fe94f82b};
    uint64_t key = node->position.key;

    key ^= node->request.verify ? marks[0] : 0;
    key ^= node->role == TREE_PASS || node->role == TREE_LOWERED ? marks[1] : 0;
    return key ^ (node->still ? marks[2] : 0);
}

// What the transposition table knows of the node's question, and the move to try first.
static void look_up(const tree_t *tree, tree_node_t *node) {
    const tree_request_t *request = &node->request;
    hash_entry_t entry;

    if (!tree->hash || node->role == TREE_REST || !node->parent ||
        node->position.halfmove >= CLOCK_MAX)
        return;
    if (!hash_probe(tree->hash, table_key(node), node->ply, &entry))
        return;
    move_t move = chip_move_unpack(&node->position, entry.move);
    if (entry.move && node->best == MOVE_NONE && !node->edges &&
        movegen_is_legal(&node->position, move)) {
        node->best = move;
        node->best_credit = entry.credit;
    }
    bool mate = entry.score >= SCORE_MATE_MIN || entry.score <= -SCORE_MATE_MIN;
    // A mate is proved again, for its line; a node of the last line keeps its subtree.
    if (mate || node->line_depth || !hash_covers(&entry, request->depth, request->my, request->his))
        return;
    if (entry.bound != HASH_UPPER && entry.score > node->low)
        node->low = entry.score;
    if (entry.bound != HASH_LOWER && entry.score < node->high)
        node->high = entry.score;
}

// Within an iteration a node is never asked for less than before (docs/search.md): the walk takes
// care of it, and tree_enter counts what breaks it.
bool tree_asks_less(const tree_t *tree, const tree_node_t *node, const tree_request_t *request) {
    const tree_request_t *before = &node->request;

    if (node->iteration != tree->iteration)
        return false;
    return request->depth < before->depth ||
           (request->depth == before->depth &&
            (request->my < before->my || request->his < before->his));
}

// A new question begins: what was judged is judged again. A late move that was once searched to its
// whole depth stays so within the iteration.
static void reset_edges(tree_node_t *node, bool iteration) {
    for (unsigned i = 0; i < node->edge_count; i++) {
        tree_edge_t *edge = &node->edges[i];
        edge->judged = SCORE_NONE;
        edge->reduction = 0;
        edge->full &= !iteration;
    }
}

bool tree_enter(tree_t *tree, tree_node_t *node, const tree_request_t *request) {
    bool known = tree_answers(node, request) && node->request.depth >= 0;

    bool iteration = node->iteration != tree->iteration;
    tree->lessened += tree_asks_less(tree, node, request);
    node->iteration = tree->iteration;
    assert(request->depth >= 0 && request->my < CREDIT_LIMIT && request->his < CREDIT_LIMIT);
    if (known && node->kind != TREE_TERMINAL) {
        node->request = *request;
        return false;
    }
    bool anew = node->request.depth != request->depth;
    node->request = *request;
    if (node->kind == TREE_TERMINAL)
        return anew;
    bool wins = node->low >= SCORE_MATE_MIN, loses = node->high <= -SCORE_MATE_MIN;
    int16_t low = node->low, high = node->high, low_edge = node->low_edge;
    widen(node);
    if (wins) {
        node->low = low;
        node->low_edge = low_edge;
    }
    if (loses)
        node->high = high;
    node->judges = (tree->sources & CREDIT_ALL) && !node->still && node->ply + 1 < tree->path_cap;
    reset_edges(node, iteration);
    look_up(tree, node);
    return true;
}

// ---- Intervals

void tree_store(const tree_t *tree, const tree_node_t *node, hash_bound_t bound) {
    const tree_request_t *request = &node->request;
    int score = bound == HASH_UPPER ? node->high : node->low;

    if (!tree->hash || node->role == TREE_REST || node->kind == TREE_TERMINAL || !node->parent ||
        node->position.halfmove >= CLOCK_MAX)
        return;
    assert(tree->lessened == 0);
    // A proof of more than a draw has no draw among its leaves.
    if (bound == HASH_UPPER ? node->high_tainted && score >= 0 : node->low_tainted && score <= 0)
        return;
    hash_entry_t entry = {.score = (int16_t)score,
                          .bound = (uint8_t)(node->low == node->high ? HASH_EXACT : bound),
                          .depth = (uint8_t)request->depth,
                          .my = request->my,
                          .his = request->his};
    if (entry.bound == HASH_EXACT && (node->low_tainted || node->high_tainted))
        entry.bound = (uint8_t)bound;
    if (node->low_edge != TREE_NO_EDGE) {
        const tree_edge_t *edge = &node->edges[node->low_edge];
        entry.move = chip_move_pack(&node->position, edge->move);
        entry.credit = edge->credit;
    } else if (!node->edges && node->best) {
        entry.move = chip_move_pack(&node->position, node->best);
    }
    hash_store(tree->hash, table_key(node), node->ply, &entry);
}

void tree_reorder(tree_node_t *node) {
    int best = SCORE_NONE, at = -1;

    for (unsigned i = 0; i < node->edge_count; i++) {
        const tree_node_t *child = node->edges[i].node;
        if (child && child->request.depth >= 0 && -child->high > best) {
            best = -child->high;
            at = (int)i;
        }
    }
    // A bound no better than the least possible is no reason to change the order.
    if (at <= 0 || best <= lowest(node) + 1)
        return;
    tree_edge_t edge = node->edges[at];
    memmove(node->edges + 1, node->edges, (size_t)at * sizeof edge);
    node->edges[0] = edge;
    if (node->low_edge == at)
        node->low_edge = 0;
    else if (node->low_edge >= 0 && node->low_edge < at)
        node->low_edge++;
}

// Whether a score of the node is a mate so near that a job can show it again, for its line.
static bool stands(const tree_node_t *node, int score) {
    return score >= SCORE_MATE_MIN && SCORE_MATE - score - node->ply <= ZF_DEPTH_MAX;
}

void tree_raise(tree_t *tree, tree_node_t *node, int score, int edge, bool tainted) {
    if (score > node->high && stands(node, -node->high))
        score = node->high;
    if (score <= node->low)
        return;
    node->low = (int16_t)score;
    node->low_edge = (int16_t)edge;
    node->low_tainted = tainted;
    if (node->low > node->high)
        node->high = node->low;
    tree_store(tree, node, HASH_LOWER);
}

void tree_back_up(tree_t *tree, tree_node_t *node) {
    int low = node->low, at = TREE_NO_EDGE, high = lowest(node);
    bool tainted = false;

    for (unsigned i = 0; i < node->edge_count; i++) {
        const tree_edge_t *edge = &node->edges[i];
        const tree_node_t *child = edge->node;
        bool known = false;
        if (child) {
            tree_request_t request = tree_child_request(tree, node, edge, NULL);
            known = child->kind == TREE_TERMINAL || tree_answers(child, &request);
        }
        // A proven mate stands for every depth.
        bool mates = child && child->high <= -SCORE_MATE_MIN;
        if ((mates || (known && tree_counts(node, edge))) && -child->high > low) {
            low = -child->high;
            at = (int)i;
        }
        int most = known || (child && child->low >= SCORE_MATE_MIN) ? -child->low : highest(node);
        tainted |= child && child->low_tainted;
        if (most > high)
            high = most;
    }
    if (at != TREE_NO_EDGE)
        tree_raise(tree, node, low, at, node->edges[at].node->high_tainted);
    if (high >= node->high)
        return;
    node->high = (int16_t)high;
    node->high_tainted = tainted;
    if (node->low > node->high) {
        node->low = node->high;
        node->low_tainted = tainted;
    }
    tree_store(tree, node, HASH_UPPER);
}

void tree_tighten(tree_node_t *node, int score, int beta) {
    // Whether the job met a draw by what came before it is not told: where it could have, it may.
    // A proof of mate stands: the job did not see so far.
    if (score >= beta && score > node->high && stands(node, -node->high))
        score = node->high;
    if (score < beta && score < node->low && stands(node, node->low))
        score = node->low;
    if (score >= beta) {
        if (score > node->low) {
            node->low = (int16_t)score;
            node->low_tainted = node->reversible;
        }
        if (node->low > node->high)
            node->high = node->low;
    } else {
        if (score < node->high) {
            node->high = (int16_t)score;
            node->high_tainted = node->reversible;
        }
        if (node->low > node->high)
            node->low = node->high;
    }
}

// ---- Evaluation

int tree_fast(tree_node_t *node) {
    static const int phases[6] = {
        0, ZF_PHASE_KNIGHT, ZF_PHASE_KNIGHT, ZF_PHASE_ROOK, ZF_PHASE_QUEEN, 0};
    const position_t *position = &node->position;
    int mg = 0, eg = 0, phase = 0;

    if (node->fast != SCORE_NONE)
        return node->fast;
    for (bitboard_t men = position_occupied(position); men;) {
        square_t square = bitboard_pop(&men);
        man_t man = position->board[square];
        int at = man_type(man) * 64 + square_seen_by(man_color(man), square);
        int sign = man_color(man) == (color_t)position->stm ? 1 : -1;
        mg += sign * zf_weight_default[ZF_W_PSQT_MG + at];
        eg += sign * zf_weight_default[ZF_W_PSQT_EG + at];
        phase += phases[man_type(man)];
    }
    if (phase > ZF_PHASE_FULL)
        phase = ZF_PHASE_FULL;
    int score = eg + ((mg - eg) * phase >> 5);
    score = score > ZF_FAST_LIMIT ? ZF_FAST_LIMIT : score < -ZF_FAST_LIMIT ? -ZF_FAST_LIMIT : score;
    node->fast = (int16_t)score;
    return score;
}
