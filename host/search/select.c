// SPDX-License-Identifier: Apache-2.0
// Which frontier position is asked next.
//
// A null-window test is an AND/OR tree: a node that should fail high needs one good move, a node
// that should fail low needs all. The walk goes down the most likely proof first. Beyond it, moves
// that are needed only if an earlier one disappoints cost one for each such earlier move; and a
// test that may turn out idle costs too. Contexts with nothing certain to do get the cheapest.
#include "search/internal.h"

// A node that should fail high and was disappointed this often will probably fail low.
enum { CUT_TRIES = 1 };
// Beyond this cost nothing is worth a job. A small job costs little more than its load, and guesses
// of that size would only stand in the way of what is needed: by the size of the last jobs.
enum { EFFORT_MAX = 40, EFFORT_SOME = 2, SMALL_JOB = 30, LARGE_JOB = 120 };

bool select_is_frontier(const search_t *search, const tree_node_t *node) {
    if (node->ply == 0)
        return false;
    if (node->ply >= TREE_PLY_MAX - 1)
        return true;
    return node->depth <= (int)search->job_depth && !node->split;
}

static bool is_flying(const tree_node_t *node, int beta) {
    for (unsigned i = 0; i < node->flights; i++) {
        if (node->flight_beta[i] == beta)
            return true;
    }
    return false;
}

static void enter(search_t *search, tree_node_t *node, int depth) {
    if (node->depth == depth)
        return;
    if (node->edges)
        tree_reorder(node);
    tree_enter(node, depth);
    if (node->ply)
        search->info.software_nodes++;
    if (node->ply > search->info.seldepth)
        search->info.seldepth = node->ply;
}

static tree_node_t *find(search_t *search, tree_node_t *node, int depth, int beta, bool cut,
                         unsigned budget);

// Moves of an interior node, in order. *waiting counts those that are still open.
static tree_node_t *find_below(search_t *search, tree_node_t *node, int beta, bool cut,
                               unsigned budget) {
    int depth = tree_child_depth(node, node->depth, search->options->evasion);
    unsigned waiting = 0, refuted = 0;

    for (unsigned i = 0; i < node->edge_count; i++) {
        bool hopeful = cut && refuted < CUT_TRIES;
        unsigned cost = hopeful ? waiting : 0;
        if (cost > budget)
            return NULL;
        tree_node_t *child = tree_child(&search->tree, node, &node->edges[i]);
        if (!child) {
            search->full = true;
            return NULL;
        }
        tree_node_t *leaf = find(search, child, depth, 1 - beta, !hopeful, budget - cost);
        if (leaf || search->full)
            return leaf;
        if (child->high < 1 - beta) {
            tree_back_up(node, search->options->evasion);
            return NULL;
        }
        if (child->low >= 1 - beta)
            refuted++;
        else
            waiting++;
    }
    if (!waiting)
        tree_back_up(node, search->options->evasion);
    return NULL;
}

static tree_node_t *find(search_t *search, tree_node_t *node, int depth, int beta, bool cut,
                         unsigned budget) {
    enter(search, node, depth);
    if (node->kind == TREE_TERMINAL || tree_resolved(node, beta))
        return NULL;
    if (select_is_frontier(search, node)) {
        bool taken = is_flying(node, beta) || node->flights == TREE_FLIGHTS;
        return taken ? NULL : node;
    }
    if (!node->edges && !tree_expand(&search->tree, node)) {
        search->full = true;
        return NULL;
    }
    return node->kind == TREE_TERMINAL ? NULL : find_below(search, node, beta, cut, budget);
}

static void add_test(search_t *search, int bound, unsigned cost) {
    const tree_node_t *root = search->tree.root;

    bound = bound <= root->low ? root->low + 1 : bound > root->high ? root->high : bound;
    for (unsigned i = 0; i < search->test_count; i++) {
        if (search->tests[i].bound == bound)
            return;
    }
    search->tests[search->test_count++] = (search_test_t){.bound = bound, .cost = cost};
}

// How far beyond a bound that just moved the next test lies: not at all at first, since results are
// fail-soft and mostly exact; then in growing strides, at last for a mate.
static int stride(unsigned moves) {
    return moves < 2 ? 0 : moves < 7 ? 3 << (2 * moves - 4) : SCORE_MATE;
}

bool select_tests(search_t *search) {
    enum { NEAR = 30, FAR = 120 };
    const tree_node_t *root = search->tree.root;
    int low = root->low, high = root->high;
    bool below = search->raises != 0, above = search->falls != 0;

    if (low >= high)
        return false;
    search->test_count = 0;
    if (!below && !above) {
        add_test(search, search->guess, 0);
        add_test(search, search->guess + 1, 0);
        add_test(search, search->guess + 1 + NEAR, 2);
        add_test(search, search->guess - NEAR, 3);
    } else if (!above) {
        int bound = low + 1 + stride(search->raises);
        add_test(search, bound, 0);
        add_test(search, bound + NEAR, 1);
        add_test(search, bound + FAR, 2);
    } else if (!below) {
        int bound = high - stride(search->falls);
        add_test(search, bound, 0);
        add_test(search, bound - NEAR, 1);
        add_test(search, bound - FAR, 2);
    } else {
        int middle = low + (high - low + 1) / 2;
        bool halve = search->raises + search->falls > 6;
        add_test(search, halve ? middle : search->last_raised ? low + 1 : high, 0);
        add_test(search, search->last_raised ? high : low + 1, 1);
        add_test(search, middle, 2);
    }
    return true;
}

tree_node_t *select_leaf(search_t *search, int *bound) {
    double size = search->job_size;
    unsigned most = size < SMALL_JOB ? 0 : size < LARGE_JOB ? EFFORT_SOME : EFFORT_MAX;

    for (; search->effort <= most; search->effort++) {
        for (unsigned i = 0; i < search->test_count; i++) {
            const search_test_t *test = &search->tests[i];
            if (test->cost > search->effort || tree_resolved(search->tree.root, test->bound))
                continue;
            tree_node_t *leaf = find(search, search->tree.root, search->depth, test->bound,
                                     test->bound <= search->guess, search->effort - test->cost);
            if (leaf || search->full) {
                *bound = test->bound;
                return leaf;
            }
        }
    }
    return NULL;
}

static bool is_useful(const tree_node_t *node, int root_bound) {
    for (; node; node = node->parent) {
        if (tree_resolved(node, select_bound_at(node, root_bound)))
            return false;
    }
    return true;
}

void select_abort_useless(search_t *search) {
    pool_t *pool = &search->pool;

    for (unsigned i = 0; i < pool->slot_count; i++) {
        const pool_slot_t *slot = &pool->slots[i];
        if (!slot->owner || slot->aborted || slot->owner == &search->tail ||
            slot->owner == &search->warm_flights)
            continue;
        const tree_node_t *node = slot->owner;
        if (node->depth != slot->depth || !is_useful(node, slot->bound))
            pool_abort(pool, i);
    }
}
