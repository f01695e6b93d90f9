// SPDX-License-Identifier: Apache-2.0
// Work for contexts that have none. The first iterations are a few hundred jobs of some nodes each:
// most contexts of a chip would wait. They search the root's moves ahead instead, to the depths of
// the iterations to come. The answers are not looked at; what they left in the table is found.
#include "search/internal.h"

// The first depth looked ahead to, how far beyond the jobs' own depth the last one lies, and the
// share of the contexts that is kept free for what is needed.
enum { WARM_DEPTH = 5, WARM_BEYOND = 1, FREE_SHARE = 8 };

// Needed jobs of fewer nodes are over before the next is loaded: a few contexts are enough for
// them, and they wait for the loader only.
enum { CRUMBS = 60 };

bool warm_comes_first(const search_t *search) {
    return search->job_size < CRUMBS;
}

void warm_send(search_t *search) {
    const tree_node_t *root = search->tree.root;
    unsigned contexts = search->device->contexts;
    unsigned most = contexts - contexts / FREE_SHARE;
    chip_job_t job;

    if (search->pool.target == 1 || !search->options->table || search->limits->nodes)
        return;
    // Before the first answer nobody knows which bound is worth a question.
    if (search->depth == 1 && search->raises + search->falls == 0)
        return;
    while (search->warm_flights < most && pool_has_room(&search->pool)) {
        unsigned depth = WARM_DEPTH + search->warm_sent / root->edge_count;
        const tree_node_t *node = root->edges[search->warm_sent % root->edge_count].node;
        if (depth > search->job_depth_max + WARM_BEYOND || depth > ZF_DEPTH_MAX)
            return;
        search->warm_sent++;
        if (!node || node->kind == TREE_TERMINAL)
            continue;
        // That the move is no better than what is expected: so most are answered by one reply.
        frontier_job(search, node, (int)depth, -search->guess, &job);
        if (!pool_submit(&search->pool, &job, &search->warm_flights, 0, 0))
            return;
        search->warm_flights++;
    }
}
