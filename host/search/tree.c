// SPDX-License-Identifier: Apache-2.0
#include "search/tree.h"

#include <stdlib.h>
#include <string.h>

#include "chess/see.h"

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
    node->low = (int16_t)lowest(node);
    node->high = (int16_t)highest(node);
}

unsigned tree_history(const tree_t *tree, const tree_node_t *node, const position_t **out,
                      move_t *moves, unsigned capacity, unsigned *path) {
    const game_t *game = tree->game;
    unsigned count = 0;

    *path = 0;
    while (node->parent && node->reversible && count < capacity) {
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
    } else if (tree_is_repetition(tree, node) || position_is_bare(position)) {
        set_terminal(node, 0);
    } else if (tree->tablebase && tablebase_score(tree->tablebase, position, node->ply, &score)) {
        set_terminal(node, score);
    }
}

static tree_node_t *make_node(tree_t *tree, tree_node_t *parent, move_t move) {
    tree_node_t *node = allocate(tree, sizeof *node);

    if (!node)
        return NULL;
    memset(node, 0, sizeof *node);
    node->parent = parent;
    node->move = move;
    node->depth = -1;
    if (parent) {
        const position_t *before = &parent->position;
        position_make(&node->position, before, move);
        node->ply = (uint8_t)(parent->ply + 1);
        node->reversible =
            node->position.halfmove != 0 && node->position.castling == before->castling;
    } else {
        node->position = *game_position(tree->game);
    }
    node->in_check = position_in_check(&node->position);
    widen(node);
    if (parent)
        classify(tree, node);
    else
        node->kind = TREE_OPEN; // the root is never a draw: a move is asked for
    return node;
}

void tree_reset(tree_t *tree, const game_t *game) {
    tree->game = game;
    tree->used = 0;
    memset(tree->history, 0, sizeof tree->history);
    tree->root = make_node(tree, NULL, MOVE_NONE);
}

// Captures that win or hold material by what they take, then quiet moves by what cut before, then
// captures that lose.
static int32_t order_of(const tree_t *tree, const position_t *position, move_t move) {
    bool noisy = position_is_capture(position, move) || move_promoted(move) == PIECE_QUEEN;

    if (!noisy)
        return (int32_t)tree->history[position->stm][move_from(move)][move_to(move)];
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

// Stable, so that equal moves keep the generator's order.
static void sort_edges(tree_edge_t *edges, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        tree_edge_t edge = edges[i];
        unsigned at = i;
        for (; at > 0 && edges[at - 1].order < edge.order; at--)
            edges[at] = edges[at - 1];
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
        // A job's best move from the time when the node was at the frontier beats every guess.
        int32_t order = move == node->best ? INT32_MAX : order_of(tree, &node->position, move);
        edges[i] = (tree_edge_t){.move = move, .order = order};
    }
    sort_edges(edges, count);
    node->edges = edges;
    node->edge_count = (uint16_t)count;
    return true;
}

tree_node_t *tree_child(tree_t *tree, tree_node_t *node, tree_edge_t *edge) {
    if (!edge->node)
        edge->node = make_node(tree, node, edge->move);
    return edge->node;
}

tree_node_t *tree_detached_child(tree_t *tree, tree_node_t *node, move_t move) {
    return make_node(tree, node, move);
}

bool tree_enter(tree_node_t *node, int depth) {
    if (node->depth == depth)
        return false;
    node->depth = (int8_t)depth;
    if (node->kind == TREE_TERMINAL)
        return true;
    bool wins = node->low >= SCORE_MATE_MIN, loses = node->high <= -SCORE_MATE_MIN;
    int16_t low = node->low, high = node->high;
    widen(node);
    if (wins)
        node->low = low;
    if (loses)
        node->high = high;
    return true;
}

int tree_child_depth(const tree_node_t *node, int depth, bool evasion) {
    if (node->in_check && evasion)
        return depth;
    return depth > 0 ? depth - 1 : 0;
}

void tree_reorder(tree_node_t *node) {
    int best = SCORE_NONE, at = -1;

    for (unsigned i = 0; i < node->edge_count; i++) {
        const tree_node_t *child = node->edges[i].node;
        if (child && child->depth >= 0 && -child->high > best) {
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
}

void tree_back_up(tree_node_t *node, bool evasion) {
    int depth = tree_child_depth(node, node->depth, evasion);
    int low = lowest(node), high = lowest(node);

    for (unsigned i = 0; i < node->edge_count; i++) {
        const tree_node_t *child = node->edges[i].node;
        bool known = child && (child->depth == depth || child->kind == TREE_TERMINAL);
        // A proven mate stands for every depth.
        if (child && (known || child->high <= -SCORE_MATE_MIN) && -child->high > low)
            low = -child->high;
        int most = known || (child && child->low >= SCORE_MATE_MIN) ? -child->low : highest(node);
        if (most > high)
            high = most;
    }
    node->low = (int16_t)low;
    node->high = (int16_t)high;
}

void tree_tighten(tree_node_t *node, int score, int beta) {
    if (score >= beta) {
        if (score > node->low)
            node->low = (int16_t)score;
        if (node->low > node->high)
            node->high = node->low;
    } else {
        if (score < node->high)
            node->high = (int16_t)score;
        if (node->low > node->high)
            node->low = node->high;
    }
}
