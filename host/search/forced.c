// SPDX-License-Identifier: Apache-2.0
// What a move that fails high has earned: the generators of credit (credit.h has the amounts).
//
// Deep Blue's list (paper, section 4.1). Offset tests see whether other moves come near: each is
// searched less deep, in a shadow of the node, against a bound lower by CREDIT_MARGIN. Threats are
// read off the null move's own search. docs/search.md says where the paper is silent.
#include "search/internal.h"

// An offset test is so many plies less deep than the node.
enum { REST_REDUCTION = 3 };

typedef struct {
    unsigned sources; // those that are on
    int ply, iteration;
    int quarters;    // earned so far
    unsigned earned; // by which
} account_t;

static bool is_on(const account_t *account, credit_source_t source) {
    return account->sources >> source & 1;
}

static void earn(account_t *account, credit_source_t source) {
    int amount = credit_amount(source, account->ply, account->iteration);

    if (!is_on(account, source) || !amount)
        return;
    account->quarters += amount;
    account->earned |= 1u << source;
}

// ---- From the position alone

static bool is_passed(const position_t *position, color_t color, square_t square) {
    bitboard_t pawns = position_men(position, (color_t)(color ^ 1), PIECE_PAWN);
    int file = (int)square_file(square);

    while (pawns) {
        square_t other = bitboard_pop(&pawns);
        int away = (int)square_file(other) - file;
        bool ahead = color == COLOR_WHITE ? square_rank(other) > square_rank(square)
                                          : square_rank(other) < square_rank(square);
        if (away >= -1 && away <= 1 && ahead)
            return false;
    }
    return true;
}

// A passed pawn's move to its sixth or seventh rank.
static bool is_push(const position_t *position, move_t move) {
    color_t us = (color_t)position->stm;

    return man_type(position->board[move_from(move)]) == PIECE_PAWN &&
           !position_is_capture(position, move) && move_promoted(move) == PIECE_NONE &&
           square_rank(square_seen_by(us, move_to(move))) >= 5 &&
           is_passed(position, us, move_to(move));
}

static bool is_recapture(const tree_node_t *node, move_t move) {
    return node->role == TREE_MOVE && node->parent &&
           position_is_capture(&node->parent->position, node->move) &&
           move_to(move) == move_to(node->move) && position_is_capture(&node->position, move);
}

// Not possible the last time this side was to move.
static bool is_new(const tree_node_t *node, move_t move) {
    const tree_node_t *before = node->parent ? node->parent->parent : NULL;

    if (!before || node->role != TREE_MOVE || node->parent->role != TREE_MOVE)
        return false;
    return before->position.board[move_from(move)] != node->position.board[move_from(move)] ||
           !movegen_is_legal(&before->position, move);
}

static void from_position(account_t *account, const tree_node_t *node, move_t move) {
    if (node->edge_count == 1)
        earn(account, CREDIT_ONLY);
    if (node->in_check)
        earn(account, CREDIT_EVASION);
    if (is_on(account, CREDIT_RECAPTURE) && is_recapture(node, move))
        earn(account, CREDIT_RECAPTURE);
    if (is_on(account, CREDIT_PUSH) && is_push(&node->position, move))
        earn(account, CREDIT_PUSH);
    if (is_on(account, CREDIT_ANSWER) && node->role == TREE_MOVE && node->parent &&
        is_push(&node->parent->position, node->move))
        earn(account, CREDIT_ANSWER);
    if (is_on(account, CREDIT_INFLUENCE) && is_new(node, move))
        earn(account, CREDIT_INFLUENCE);
}

// ---- From the null move

static bool was_forced(const tree_node_t *node) {
    for (int back = 0; back < 2 && node->parent; back++, node = node->parent) {
        const tree_edge_t *edge = tree_edge_into(node);
        if (edge && edge->credit)
            return true;
    }
    return false;
}

// Passing was tried first and fell short: by how much its fail-soft score says.
static void from_threat(account_t *account, const tree_node_t *node, int beta) {
    const tree_node_t *pass = node->pass;

    if (!pass || pass->request.depth < 0 || pass->request.depth >= node->request.depth)
        return;
    if (pass->low >= SCORE_MATE_MIN)
        earn(account, CREDIT_MATE_THREAT);
    else if (-pass->low <= beta - CREDIT_THREAT_MARGIN && was_forced(node))
        earn(account, CREDIT_THREAT);
}

// ---- From the other moves

// How many other moves may be as good for credit to be given still; -1: none is given.
static int most_others(const account_t *account) {
    return is_on(account, CREDIT_TRINARY)    ? 2
           : is_on(account, CREDIT_BINARY)   ? 1
           : is_on(account, CREDIT_SINGULAR) ? 0
                                             : -1;
}

// What is known of another move against the lower bound without a test.
static bool is_known(const tree_node_t *child, int bound, bool *near) {
    if (!child || child->request.depth < 0)
        return false;
    *near = child->high < 1 - bound;
    return *near || child->low >= 1 - bound;
}

// Counts the other moves that come near. True when a leaf is to be asked; *waits: one is under way.
static bool count_others(search_t *search, tree_node_t *node, unsigned index, int beta, int most,
                         int *others, bool *waits, tree_node_t **leaf, int *leaf_beta) {
    tree_node_t *rest = tree_shadow(&search->tree, node, TREE_REST);
    int bound = beta - CREDIT_MARGIN;

    *others = 0;
    *waits = false;
    if (!rest) {
        search->full = true;
        return true;
    }
    rest->request = node->request;
    rest->request.my = rest->request.his = 0;
    rest->request.depth = (int8_t)(node->request.depth - REST_REDUCTION);
    if (rest->request.depth < 1)
        rest->request.depth = 1;
    if (!rest->edges && !tree_expand(&search->tree, rest)) {
        search->full = true;
        return true;
    }
    for (unsigned i = 0; i < rest->edge_count && *others <= most; i++) {
        tree_edge_t *edge = &rest->edges[i];
        const tree_node_t *same = NULL;
        bool near = false;
        if (edge->move == node->edges[index].move)
            continue;
        for (unsigned k = 0; k < node->edge_count && !same; k++)
            same = node->edges[k].move == edge->move ? node->edges[k].node : NULL;
        if (!is_known(same, bound, &near)) {
            tree_node_t *child = tree_child(&search->tree, rest, edge);
            if (!child) {
                search->full = true;
                return true;
            }
            tree_request_t request = tree_child_request(&search->tree, rest, edge, NULL);
            if (walk_rest(search, child, &request, 1 - bound, leaf, leaf_beta))
                return true;
            near = child->high < 1 - bound;
            *waits |= !tree_resolved(child, 1 - bound);
        }
        *others += near;
    }
    return false;
}

// ---- Together

static int cap_of(const search_t *search, const tree_node_t *node, const tree_edge_t *edge) {
    // Where an evasion costs no ply already, a check and its evasion earn less, or they would
    // never end.
    bool check = node->in_check || edge->node->in_check;

    return search->options->evasion && check ? CREDIT_CHECK_MAX : CREDIT_MOVE_MAX;
}

forced_t forced_judge(search_t *search, tree_node_t *node, unsigned index, int beta,
                      tree_node_t **leaf, int *leaf_beta) {
    tree_edge_t *edge = &node->edges[index];
    account_t account = {
        .sources = search->tree.sources, .ply = node->ply, .iteration = search->depth};
    int cap = cap_of(search, node, edge);
    int most = most_others(&account);

    from_position(&account, node, edge->move);
    from_threat(&account, node, beta);
    if (account.quarters < cap && edge->credit < cap && most >= 0 && node->edge_count > 1 &&
        beta > -SCORE_MATE_MIN && beta < SCORE_MATE_MIN) {
        static const credit_source_t by_others[] = {CREDIT_SINGULAR, CREDIT_BINARY, CREDIT_TRINARY};
        int others;
        bool waits;
        if (count_others(search, node, index, beta, most, &others, &waits, leaf, leaf_beta))
            return search->full ? FORCED_DONE : FORCED_LEAF;
        if (waits)
            return FORCED_WAITS;
        if (others <= most)
            earn(&account, by_others[others]);
    }
    edge->judged = (int16_t)beta;
    if (account.quarters > cap)
        account.quarters = cap;
    if (account.quarters <= edge->credit)
        return FORCED_DONE;
    edge->credit = (uint8_t)account.quarters;
    edge->sources = (uint16_t)account.earned;
    search_trace(search, SEARCH_EVENT_CREDIT, edge->node, beta);
    return FORCED_EARNED;
}
