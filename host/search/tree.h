// SPDX-License-Identifier: Apache-2.0
// The software's part of the search tree, held in memory: positions above and at the frontier, each
// with an interval that holds its score for what it is asked (a request: depth and credits).
//
// Every path from the root is a node of its own, so draws by repetition need no key; what crosses
// paths goes through the transposition table, and what depends on the path stays out of it. Scores
// are seen by the node's mover, mates counted from the root of the whole search. An interior node's
// interval follows from its children's; a frontier node's from results of jobs. Within a request an
// interval only narrows. Nodes live in one arena: they are never freed one by one.
#ifndef ZF_SEARCH_TREE_H
#define ZF_SEARCH_TREE_H

#include "chess/game.h"
#include "chess/movegen.h"
#include "search/credit.h"
#include "search/hash.h"
#include "search/score.h"
#include "search/tablebase.h"

enum { TREE_PLY_MAX = 100, TREE_FLIGHTS = 4, TREE_NO_EDGE = -1 };

typedef struct tree_node tree_node_t;

typedef struct tree_edge {
    move_t move;
    uint8_t credit;    // quarter plies earned: never falls within one root search
    uint8_t reduction; // plies that the child is searched less deep in this request
    bool full;         // not to be reduced (again) in this request
    int16_t judged;    // the greatest bound at which its failing high was judged in this request;
                       // SCORE_NONE: at none
    uint16_t sources;  // credit_source_t of the credit, a set
    int32_t order;     // greater comes first
    tree_node_t *node; // NULL until it is first looked at
} tree_edge_t;

typedef enum tree_kind {
    TREE_UNKNOWN,  // not looked at yet
    TREE_OPEN,     // has moves to search
    TREE_TERMINAL, // mate, stalemate or a draw by rule: the interval is one value for any depth
} tree_kind_t;

// How a node hangs below its parent.
typedef enum tree_role {
    TREE_MOVE,    // by a move (and the root)
    TREE_PASS,    // by a null move
    TREE_LOWERED, // the parent's position again, less deep: what verifies a null move
    TREE_REST,    // the parent's position again, without its best move: an offset test
} tree_role_t;

// What a node is asked for, credits already cashed.
typedef struct tree_request {
    int8_t depth;    // -1: nothing yet
    uint8_t my, his; // credits of the side to move and of the other, quarter plies
    bool verify;     // a null move that fails high wants verification
} tree_request_t;

struct tree_node {
    position_t position;
    tree_node_t *parent;
    tree_edge_t *edges;                 // NULL until expanded
    tree_node_t *pass, *lowered, *rest; // by role; NULL until needed
    uint16_t edge_count;
    move_t move;            // into the node
    move_t best;            // MOVE_NONE, or what failed high here before: to be tried first
    uint8_t best_credit;    // what that move had earned by the transposition table
    uint8_t ply;            // from the root
    uint8_t kind, role;     // tree_kind_t, tree_role_t
    bool in_check;          //
    bool reversible;        // the move into it can be undone: repetitions look past it
    bool split;             // its job grew too large: searched in software instead
    bool still;             // nothing is earned here or below: within a null move or an offset test
    uint8_t iteration;      // in which it was asked last
    bool judges;            // failing high is judged here, in this request
    int8_t line_depth;      // the last iteration in whose principal variation it was; 0: none
    uint8_t cashed;         // plies that credit added to the request
    tree_request_t request; // what the interval is for
    int16_t low, high;      // low <= score <= high
    bool low_tainted, high_tainted;    // rests on a draw that another path may not have
    int16_t low_edge;                  // the move that low is from; TREE_NO_EDGE: none
    int16_t fast;                      // tree_fast(); SCORE_NONE: not computed
    uint8_t flights;                   // jobs in flight
    int8_t job_depth;                  // of the last job that ended by itself here,
    uint32_t job_nodes;                // and its nodes; 0: there was none
    int16_t flight_beta[TREE_FLIGHTS]; // their bounds, the node's scores
};

typedef struct tree {
    // Config
    size_t capacity;        // bytes
    const game_t *game;     // its last position is the root
    bool evasion;           // a move out of check costs no ply
    unsigned sources;       // credit_source_t that are on, a set
    hash_t *hash;           // the transposition table; NULL: none
    tablebase_t *tablebase; // NULL: none
    // State
    uint8_t iteration; // of the search, to be set before its first request
    uint64_t lessened; // requests of an iteration that rested on less than one before: none
    int path_cap;      // from this ply on nothing is cashed or earned
    char *arena;
    size_t used;
    tree_node_t *root;
    uint32_t history[2][64][64]; // of cutoffs, by color, and squares as that color sees them
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
// The node of another role below a node, likewise.
tree_node_t *tree_shadow(tree_t *tree, tree_node_t *node, tree_role_t role);
// A node below a move that is no part of the tree: for lines beyond the frontier. NULL when full.
tree_node_t *tree_detached_child(tree_t *tree, tree_node_t *node, move_t move);
// The edge that leads to the node; NULL when none does.
tree_edge_t *tree_edge_into(const tree_node_t *node);

// The count of cutoffs by a quiet move, for the order of moves.
uint32_t *tree_history_of(tree_t *tree, const position_t *position, move_t move);

// ---- Requests

// The depth that children of a node searched to `depth` are searched to, without credit.
int tree_child_depth(const tree_node_t *node, int depth, bool evasion);
// What the child below an edge is asked for when the node is asked for its request. *cashed is set.
tree_request_t tree_child_request(const tree_t *tree, const tree_node_t *node,
                                  const tree_edge_t *edge, uint8_t *cashed);
// The same after a null move that is searched `r` plies less deep.
tree_request_t tree_pass_request(const tree_node_t *node, int r);
// Whether the request rests on less than what the node was asked in this iteration: less depth, or
// as much with less credit.
bool tree_asks_less(const tree_t *tree, const tree_node_t *node, const tree_request_t *request);
// Asks a node: what it knows of the same question is kept, and proven mates always. True when the
// node is entered anew, to be counted. Credits alone make no new question of a node without moves:
// what the chip answers does not depend on them.
bool tree_enter(tree_t *tree, tree_node_t *node, const tree_request_t *request);
// Whether the node's interval is for that request.
bool tree_answers(const tree_node_t *node, const tree_request_t *request);

// ---- Intervals

// Puts what failed high best in front for the next iteration.
void tree_reorder(tree_node_t *node);
// Derives an interior node's interval from its children at their requests.
void tree_back_up(tree_t *tree, tree_node_t *node);
// Narrows a frontier node's interval by a job's outcome. What contradicts the interval replaces it
// by one value: the search must end even where a result is not monotonic in its bound. A proof of
// mate within a job's greatest depth is not contradicted: such a job did not see so far.
void tree_tighten(tree_node_t *node, int score, int beta);
// At least `score`, by an edge's index or TREE_NO_EDGE. The same rule for a contradiction.
void tree_raise(tree_t *tree, tree_node_t *node, int score, int edge, bool tainted);
// Whether a move that failed high may count: it was judged, and not reduced.
static inline bool tree_counts(const tree_node_t *node, const tree_edge_t *edge) {
    return edge->reduction == 0 && (!node->judges || edge->judged != SCORE_NONE);
}
// Whether the node's outcome against a bound is known.
static inline bool tree_resolved(const tree_node_t *node, int beta) {
    return node->low >= beta || node->high < beta;
}
// Keeps what is known of the node in the transposition table, if there is one and nothing taints.
void tree_store(const tree_t *tree, const tree_node_t *node, hash_bound_t bound);

// ---- Positions

// Positions before a node since the last irreversible move, latest first: out[0] is the parent.
// *path is how many of them belong to the search (the root included); the rest to the game. At most
// `capacity` are written; the count is returned. moves[i] led out of out[i].
unsigned tree_history(const tree_t *tree, const tree_node_t *node, const position_t **out,
                      move_t *moves, unsigned capacity, unsigned *path);
// A draw by repetition: once on the path, twice in the game (docs/chip.md section 4).
bool tree_is_repetition(const tree_t *tree, const tree_node_t *node);
// The fast part of the chip's evaluation with its default weights (docs/chip.md section 8).
int tree_fast(tree_node_t *node);

#endif
