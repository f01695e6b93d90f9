// SPDX-License-Identifier: Apache-2.0
// The walk through the stored tree that finds which position must be asked next to settle a bound.
//
// Nothing blocks and nothing is kept between two walks but the tree itself: what is still unknown
// below a node ends the walk there, and the next one comes by again with more known. A node's null
// move comes first, then its moves in order. docs/search.md has the rules.
#include "search/internal.h"

// A node that should fail high and was disappointed this often will probably fail low.
enum { CUT_TRIES = 1 };

// Late moves: from this one on, at nodes of at least this depth; by a ply more from that one on.
enum { LATE_FROM = 3, LATE_VERY = 10, LATE_DEPTH = 5 };

// Adaptive null moves (E. Heinz, "Adaptive null-move pruning", ICCA Journal 22(3), 1999): three
// plies less deep from this depth on, two below.
enum { ADAPTIVE_DEPTH = 7 };

typedef struct {
    search_t *search;
    tree_node_t *leaf; // found
    int beta;          // its own bound
} walk_t;

static bool find(walk_t *walk, tree_node_t *node, int beta, bool cut, unsigned budget);

static void enter(search_t *search, tree_node_t *node, const tree_request_t *request) {
    if (node->edges && !tree_answers(node, request))
        tree_reorder(node);
    if (!tree_enter(&search->tree, node, request))
        return;
    search_trace(search, SEARCH_EVENT_ENTER, node, 0);
    if (node->ply && node->role != TREE_LOWERED && node->role != TREE_REST)
        search->info.software_nodes++;
    if (node->ply > search->info.seldepth)
        search->info.seldepth = node->ply;
}

// Enters a node and walks on below it. True when a leaf was found or the memory is full.
static bool visit(walk_t *walk, tree_node_t *node, const tree_request_t *request, int beta,
                  bool cut, unsigned budget) {
    if (!node) {
        walk->search->full = true;
        return true;
    }
    enter(walk->search, node, request);
    return find(walk, node, beta, cut, budget);
}

bool walk_rest(search_t *search, tree_node_t *node, const tree_request_t *request, int beta,
               tree_node_t **leaf, int *leaf_beta) {
    walk_t walk = {.search = search};

    if (!visit(&walk, node, request, beta, true, 0))
        return false;
    *leaf = walk.leaf;
    *leaf_beta = walk.beta;
    return true;
}

// ---- Null moves

static bool has_pieces(const position_t *position) {
    bitboard_t plain = position->by_type[PIECE_PAWN] | position->by_type[PIECE_KING];

    return position->by_color[position->stm] & ~plain;
}

// The conditions of docs/chip.md section 6; and not where a line is wanted.
static bool may_pass(const search_t *search, tree_node_t *node, int beta) {
    const search_options_t *options = search->options;

    return options->null_r && options->null_above && node->role == TREE_MOVE && node->ply &&
           !node->in_check && beta < SCORE_MATE_MIN && beta > -SCORE_MATE_MIN &&
           node->line_depth + 1 != search->depth && has_pieces(&node->position) &&
           tree_fast(node) >= beta;
}

static int reduction_of_pass(const search_options_t *options, const tree_node_t *node) {
    if (options->adaptive)
        return node->request.depth >= ADAPTIVE_DEPTH ? 3 : 2;
    return (int)options->null_r;
}

// Passing failed high where that wants verification: the position again, one ply less deep.
static bool verify(walk_t *walk, tree_node_t *node, int beta, unsigned budget, bool *waits) {
    tree_node_t *lowered = tree_shadow(&walk->search->tree, node, TREE_LOWERED);
    tree_request_t request = node->request;

    request.depth--;
    request.verify = false;
    if (visit(walk, lowered, &request, beta, true, budget))
        return true;
    if (lowered->low >= beta)
        tree_raise(&walk->search->tree, node, lowered->low, TREE_NO_EDGE, lowered->low_tainted);
    // Else: zugzwang. The moves are searched to the whole depth, below with verification.
    *waits = !tree_resolved(lowered, beta);
    return false;
}

// *waits: the answer is under way. The node is resolved when passing is good enough.
static bool find_pass(walk_t *walk, tree_node_t *node, int beta, unsigned budget, bool *waits) {
    search_t *search = walk->search;
    tree_request_t request = tree_pass_request(node, reduction_of_pass(search->options, node));
    tree_node_t *pass = tree_shadow(&search->tree, node, TREE_PASS);

    *waits = false;
    if (visit(walk, pass, &request, 1 - beta, false, budget))
        return true;
    if (pass->high < 1 - beta) {
        // Mates out of a null move are not believed.
        int score = -pass->high >= SCORE_MATE_MIN ? beta : -pass->high;
        if (search->options->verified && search->options->verify_above && node->request.verify)
            return verify(walk, node, beta, budget, waits);
        tree_raise(&search->tree, node, score, TREE_NO_EDGE, pass->high_tainted);
        search_trace(search, SEARCH_EVENT_PASS, node, beta);
    }
    *waits = !tree_resolved(pass, 1 - beta);
    return false;
}

// ---- Moves

// How much less deep a late move is tried first.
static uint8_t reduction_of_move(const search_t *search, const tree_node_t *node, unsigned index) {
    const tree_edge_t *edge = &node->edges[index];
    const position_t *position = &node->position;

    if (!search->options->late || edge->full || index < LATE_FROM ||
        node->request.depth < LATE_DEPTH || node->in_check || edge->credit || !edge->node ||
        edge->node->in_check || position_is_capture(position, edge->move) ||
        move_promoted(edge->move) != PIECE_NONE)
        return 0;
    return index < LATE_VERY || !node->ply ? 1 : 2;
}

// A move failed high. True when a leaf is to be asked first; *again: the move is to be searched
// again, for it was reduced or has earned credit.
static bool find_credit(walk_t *walk, tree_node_t *node, unsigned index, int beta, bool *again,
                        bool *waits) {
    tree_edge_t *edge = &node->edges[index];

    *again = *waits = false;
    if (edge->node->high <= -SCORE_MATE_MIN)
        return false;
    if (edge->reduction) {
        edge->reduction = 0;
        edge->full = *again = true;
        return false;
    }
    if (!node->judges || (edge->judged != SCORE_NONE && edge->judged >= beta))
        return false;
    switch (forced_judge(walk->search, node, index, beta, &walk->leaf, &walk->beta)) {
    case FORCED_LEAF:
        return true;
    case FORCED_WAITS:
        *waits = true;
        return false;
    case FORCED_EARNED:
        *again = true;
        return false;
    case FORCED_DONE:
        return false;
    }
    return false;
}

typedef enum { MOVE_OPEN, MOVE_REFUTED, MOVE_GOOD, MOVE_LEAF } move_state_t;

static move_state_t try_move(walk_t *walk, tree_node_t *node, unsigned index, int beta,
                             bool hopeful, unsigned budget) {
    search_t *search = walk->search;
    tree_edge_t *edge = &node->edges[index];
    tree_node_t *child = tree_child(&search->tree, node, edge);
    bool again, waits;

    do {
        uint8_t cashed;
        if (child && edge->reduction == 0)
            edge->reduction = reduction_of_move(search, node, index);
        tree_request_t request = tree_child_request(&search->tree, node, edge, &cashed);
        // Now a later move than before, or at a deeper node: it keeps the depth that it had.
        while (edge->reduction && tree_asks_less(&search->tree, child, &request)) {
            edge->reduction--;
            request = tree_child_request(&search->tree, node, edge, &cashed);
        }
        if (visit(walk, child, &request, 1 - beta, !hopeful, budget))
            return MOVE_LEAF;
        child->cashed = cashed;
        if (child->low >= 1 - beta)
            return MOVE_REFUTED;
        if (child->high >= 1 - beta)
            return MOVE_OPEN;
        if (find_credit(walk, node, index, beta, &again, &waits) || search->full)
            return MOVE_LEAF;
    } while (again);
    return waits ? MOVE_OPEN : MOVE_GOOD;
}

static bool find_below(walk_t *walk, tree_node_t *node, int beta, bool cut, unsigned budget) {
    search_t *search = walk->search;
    unsigned waiting = 0, refuted = 0;

    if (may_pass(search, node, beta)) {
        bool waits;
        if (find_pass(walk, node, beta, budget, &waits))
            return true;
        if (tree_resolved(node, beta))
            return false;
        waiting += waits;
        if (waits && !budget)
            return false;
    }
    for (unsigned i = 0; i < node->edge_count; i++) {
        bool hopeful = cut && refuted < CUT_TRIES;
        unsigned cost = hopeful ? waiting : 0;
        if (cost > budget)
            return false;
        switch (try_move(walk, node, i, beta, hopeful, budget - cost)) {
        case MOVE_LEAF:
            return true;
        case MOVE_GOOD:
            tree_back_up(&search->tree, node);
            if (node->low >= beta)
                search_note_cut(search, node->edges[i].node, beta);
            return false;
        case MOVE_REFUTED:
            refuted++;
            break;
        case MOVE_OPEN:
            waiting++;
            break;
        }
    }
    if (!waiting)
        tree_back_up(&search->tree, node);
    return false;
}

static bool find(walk_t *walk, tree_node_t *node, int beta, bool cut, unsigned budget) {
    search_t *search = walk->search;

    if (node->kind == TREE_TERMINAL || tree_resolved(node, beta))
        return false;
    if (frontier_reached(search, node)) {
        for (unsigned i = 0; i < node->flights; i++) {
            if (node->flight_beta[i] == beta)
                return false;
        }
        if (node->flights == TREE_FLIGHTS)
            return false;
        walk->leaf = node;
        walk->beta = beta;
        return true;
    }
    if (!node->edges && !tree_expand(&search->tree, node)) {
        search->full = true;
        return true;
    }
    return node->kind != TREE_TERMINAL && find_below(walk, node, beta, cut, budget);
}

tree_node_t *walk_leaf(search_t *search, int bound, unsigned budget, int *leaf_beta) {
    walk_t walk = {.search = search};
    tree_node_t *root = search->tree.root;

    if (!find(&walk, root, bound, bound <= search->guess, budget))
        return NULL;
    *leaf_beta = walk.beta;
    return walk.leaf;
}
