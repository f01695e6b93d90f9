// SPDX-License-Identifier: Apache-2.0
// The software's part of the search tree, held in memory: positions above and at the frontier, each
// with an interval that holds its score at a depth.
//
// Every path from the root is a node of its own, so draws by repetition need no key and nothing can
// be tainted. Scores are seen by the node's mover, mates counted from the root of the whole search.
// An interior node's interval follows from its children's; a frontier node's from results of jobs.
// Nodes live in one arena: they are never freed one by one, the tree is dropped as a whole.
#ifndef ZF_SEARCH_TREE_H
#define ZF_SEARCH_TREE_H

#include "chess/game.h"
#include "chess/movegen.h"
#include "search/score.h"
#include "search/tablebase.h"

enum { TREE_PLY_MAX = 100, TREE_FLIGHTS = 4 };

typedef struct tree_node tree_node_t;

typedef struct tree_edge {
    move_t move;
    int32_t order;     // greater comes first
    tree_node_t *node; // NULL until it is first looked at
} tree_edge_t;

typedef enum tree_kind {
    TREE_UNKNOWN,  // not looked at yet
    TREE_OPEN,     // has moves to search
    TREE_TERMINAL, // mate, stalemate or a draw by rule: the interval is one value for any depth
} tree_kind_t;

struct tree_node {
    position_t position;
    tree_node_t *parent;
    tree_edge_t *edges; // NULL until expanded
    uint16_t edge_count;
    move_t move;       // into the node
    move_t best;       // of a frontier node: the best move of its last job that failed high
    uint8_t ply;       // from the root
    uint8_t kind;      // tree_kind_t
    bool in_check;     //
    bool reversible;   // the move into it can be undone: repetitions look past it
    bool split;        // its job grew too large: searched in software instead
    int8_t depth;      // that the interval is for; -1: none yet
    int16_t low, high; // low <= score <= high
    uint8_t flights;   // jobs in flight
    int16_t flight_beta[TREE_FLIGHTS]; // their bounds, the node's scores
};

typedef struct tree {
    // Config
    size_t capacity;        // bytes
    const game_t *game;     // its last position is the root
    tablebase_t *tablebase; // NULL: none
    // State
    char *arena;
    size_t used;
    tree_node_t *root;
    uint32_t history[2][64][64]; // of cutoffs in this tree, by color, from, to: for ordering
} tree_t;

// The arena is `capacity` bytes; false when memory is short.
bool tree_init(tree_t *tree, size_t capacity);
void tree_free(tree_t *tree);
// Drops everything and plants the root; the game must live as long as the tree is used.
void tree_reset(tree_t *tree, const game_t *game);

// Gives the node its moves in searching order; false when the arena is full. A node without a legal
// move becomes terminal.
bool tree_expand(tree_t *tree, tree_node_t *node);
// The node below an edge, made when it is not there yet; NULL when the arena is full.
tree_node_t *tree_child(tree_t *tree, tree_node_t *node, tree_edge_t *edge);
// A node below a move that is no part of the tree: for lines beyond the frontier. NULL when full.
tree_node_t *tree_detached_child(tree_t *tree, tree_node_t *node, move_t move);
// Makes the interval one for the depth: wide open when it was for another one, except that proven
// mates stand. True when the node is entered anew, to be counted.
bool tree_enter(tree_node_t *node, int depth);
// The depth that children of a node searched to `depth` are searched to.
int tree_child_depth(const tree_node_t *node, int depth, bool evasion);
// Puts what failed high best in front for the next iteration.
void tree_reorder(tree_node_t *node);
// Derives an interior node's interval from its children at the right depth.
void tree_back_up(tree_node_t *node, bool evasion);
// Tightens a frontier node's interval by a job's outcome. What contradicts the interval replaces it
// by one value: the search must end even where a result is not monotonic in its bound.
void tree_tighten(tree_node_t *node, int score, int beta);

// Whether the node's outcome against a bound is known.
static inline bool tree_resolved(const tree_node_t *node, int beta) {
    return node->low >= beta || node->high < beta;
}

// Positions before a node since the last irreversible move, latest first: out[0] is the parent.
// *path is how many of them belong to the search (the root included); the rest to the game. At most
// `capacity` are written; the count is returned. moves[i] led out of out[i].
unsigned tree_history(const tree_t *tree, const tree_node_t *node, const position_t **out,
                      move_t *moves, unsigned capacity, unsigned *path);
// A draw by repetition: once on the path, twice in the game (docs/chip.md section 4).
bool tree_is_repetition(const tree_t *tree, const tree_node_t *node);

#endif
