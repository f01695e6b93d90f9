// SPDX-License-Identifier: Apache-2.0
// Which bounds of the root are tested, and for which of them the next frontier position is asked.
//
// A null-window test is an AND/OR tree: a node that should fail high needs one good move, a node
// that should fail low needs all. The walk (walk.c) goes down the most likely proof first. Beyond
// it, moves that are needed only if an earlier one disappoints cost one for each such earlier move;
// and a test that may turn out idle costs too. Contexts with nothing certain to do get the
// cheapest.
#include "search/internal.h"

// Beyond this cost nothing is worth a job. A small job costs little more than its load, and guesses
// of that size would only stand in the way of what is needed: by the size of the last jobs.
enum { EFFORT_MAX = 40, EFFORT_SOME = 2, SMALL_JOB = 30, LARGE_JOB = 120 };

// In a room one of so many contexts does no unlikely work.
enum { ROOM_SHARE = 10 };

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

tree_node_t *select_leaf(search_t *search, int *beta) {
    double size = search->job_size;
    unsigned most = size < SMALL_JOB ? 0 : size < LARGE_JOB ? EFFORT_SOME : EFFORT_MAX;

    // In a room some contexts are kept free for what is needed.
    if (search_in_room(search) &&
        search->pool.in_flight * ROOM_SHARE >= search->device->contexts * (ROOM_SHARE - 1))
        most = 0;
    for (; search->effort <= most; search->effort++) {
        for (unsigned i = 0; i < search->test_count; i++) {
            const search_test_t *test = &search->tests[i];
            if (test->cost > search->effort || tree_resolved(search->tree.root, test->bound))
                continue;
            tree_node_t *leaf = walk_leaf(search, test->bound, search->effort - test->cost, beta);
            if (leaf || search->full)
                return leaf;
        }
    }
    return NULL;
}

// Whether an answer against the bound can still change something above the node.
static bool is_useful(const tree_node_t *node, int beta) {
    for (;; node = node->parent) {
        if (tree_resolved(node, beta))
            return false;
        if (!node->parent)
            return true;
        if (node->role == TREE_REST)
            beta += CREDIT_MARGIN;
        else if (node->role != TREE_LOWERED)
            beta = 1 - beta;
    }
}

void select_abort_useless(search_t *search) {
    pool_t *pool = &search->pool;

    for (unsigned i = 0; i < pool->slot_count; i++) {
        const pool_slot_t *slot = &pool->slots[i];
        if (!slot->owner || slot->aborted || slot->owner == &search->tail ||
            slot->owner == &search->warm_flights)
            continue;
        const tree_node_t *node = slot->owner;
        if (search_question(node) != slot->depth || !is_useful(node, slot->bound))
            pool_abort(pool, i);
    }
}
