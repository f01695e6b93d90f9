// SPDX-License-Identifier: Apache-2.0
// Jobs out and results in: limits of a job, which is sent, and what its result changes in the tree.
#include "search/internal.h"

// The first iteration is finished whatever the limits say, but not for ever: budget.first.
enum { FIRST_NODES = 20000 };

// Results that the running mean of a job's size looks back on.
enum { JOB_MEMORY = 16 };

// With a clock, what a job may take on a device that runs it without a break: a share of the time
// left, and not less than some milliseconds unless there are only some for the move.
enum { JOB_SHARE = 8, JOB_MS = 10, JOB_NODES_MIN = 2000 };

void search_limit_job(const search_t *search, chip_job_t *job) {
    uint64_t nodes = search->limits->nodes;
    uint64_t used = search->info.software_nodes + search->pool.nodes;

    if (search->depth == 1) {
        if (job->node_limit > FIRST_NODES)
            job->node_limit = FIRST_NODES;
        return;
    }
    if (nodes && (nodes <= used || nodes - used < job->node_limit))
        job->node_limit = nodes > used ? (uint32_t)(nodes - used) : 1;
    // A device that cannot be interrupted must not make the move late.
    if (search->device->whole_jobs && search->budget.hard != INT64_MAX) {
        int64_t elapsed = clock_elapsed(&search->budget);
        int64_t some = (search->budget.hard - elapsed) / JOB_SHARE;
        uint64_t speed = search->pool.nodes / (uint64_t)(elapsed > 0 ? elapsed : 1);
        int64_t least = search->budget.hard < JOB_SHARE * JOB_MS ? 1 : JOB_MS;
        uint64_t affordable = speed * (uint64_t)(some > least ? some : least);
        if (affordable < JOB_NODES_MIN)
            affordable = JOB_NODES_MIN;
        if (affordable < job->node_limit)
            job->node_limit = (uint32_t)affordable;
    }
}

// How deep the software's part reaches, null moves and offset tests apart.
static void note_plies(search_t *search, const tree_node_t *leaf) {
    if (leaf->still)
        return;
    if (leaf->ply < search->least_plies || search->least_plies == 0)
        search->least_plies = leaf->ply;
    if (leaf->ply > search->most_plies)
        search->most_plies = leaf->ply;
}

// Tells which move of the root a job is for.
static void tell_root_move(search_t *search, const tree_node_t *leaf) {
    const tree_node_t *root = search->tree.root;
    unsigned number = 0;

    if (!search->hooks || !search->hooks->root_move || leaf == root)
        return;
    while (leaf->parent != root)
        leaf = leaf->parent;
    // Not for an offset test of the root.
    if (leaf->role != TREE_MOVE)
        return;
    while (number < root->edge_count && root->edges[number].move != leaf->move)
        number++;
    search->hooks->root_move(search->hooks->context, search->depth, leaf->move, number + 1);
}

bool jobs_dispatch(search_t *search) {
    bool sent = false;

    line_advance(search);
    if (!search->full && warm_comes_first(search))
        warm_send(search);
    while (!search->full && pool_has_room(&search->pool)) {
        int beta;
        chip_job_t job;
        tree_node_t *leaf = select_leaf(search, &beta);
        if (!leaf || search->full)
            break;
        frontier_job(search, leaf, leaf->request.depth, beta, &job);
        // Where many work side by side nobody should wait for one that takes long.
        job.node_limit = search->job_limit;
        search_limit_job(search, &job);
        if (!pool_submit(&search->pool, &job, leaf, beta, search_question(leaf)))
            break;
        search_trace(search, SEARCH_EVENT_JOB, leaf, beta);
        leaf->flight_beta[leaf->flights++] = (int16_t)beta;
        note_plies(search, leaf);
        tell_root_move(search, leaf);
        sent = true;
    }
    if (!search->full)
        warm_send(search);
    return sent;
}

static void land(tree_node_t *node, int beta) {
    for (unsigned i = 0; i < node->flights; i++) {
        if (node->flight_beta[i] == beta) {
            node->flight_beta[i] = node->flight_beta[--node->flights];
            return;
        }
    }
}

void search_note_cut(search_t *search, const tree_node_t *node, int beta) {
    const tree_node_t *parent = node->parent;
    uint32_t *count = tree_history_of(&search->tree, &parent->position, node->move);

    search_trace(search, SEARCH_EVENT_CUT, node, beta);
    *count += (uint32_t)(parent->request.depth * parent->request.depth);
    if (*count > 1u << 28)
        *count = 1u << 28;
}

// Intervals of all that is above a node; a move that refuted its parent is remembered. What hangs
// there by another role than a move's is looked at by the next walk.
static void back_up(search_t *search, tree_node_t *node, int beta) {
    for (; node->parent && node->role == TREE_MOVE; node = node->parent) {
        tree_node_t *parent = node->parent;
        if (parent->role == TREE_REST)
            return;
        beta = 1 - beta;
        bool was_open = parent->low < beta;
        tree_back_up(&search->tree, parent);
        if (was_open && parent->low >= beta)
            search_note_cut(search, node, beta);
    }
}

static void absorb(search_t *search, const chip_result_t *result, const pool_slot_t *slot) {
    tree_node_t *node = slot->owner;
    int beta = slot->bound;
    int score = score_to_root(result->score, node->ply);

    land(node, beta);
    if (result->status == ZF_STATUS_REFUSED)
        search->broken = true;
    if (result->status == ZF_STATUS_ABORTED || result->status == ZF_STATUS_REFUSED ||
        search_question(node) != slot->depth)
        return;
    if (result->status == ZF_STATUS_NODE_LIMIT && (node->request.depth > 0 || node->in_check)) {
        node->split = true;
        search->info.split_jobs++;
        return;
    }
    node->job_nodes = result->nodes;
    node->job_depth = node->request.depth;
    search->iteration_jobs++;
    search->iteration_nodes += result->nodes;
    search->job_size += (result->nodes - search->job_size) / JOB_MEMORY;
    // What is left of limited jobs is quiescence that explodes: at least the stand-pat value.
    tree_tighten(node, score, beta);
    move_t move = score >= beta ? frontier_move(&node->position, result->best_move) : MOVE_NONE;
    if (move != MOVE_NONE) {
        node->best = move;
        node->best_credit = 0;
    }
    tree_store(&search->tree, node, score >= beta ? HASH_LOWER : HASH_UPPER);
    search->event_nodes = result->nodes;
    search_trace(search, SEARCH_EVENT_RESULT, node, beta);
    back_up(search, node, beta);
}

// Works until a result comes or something wants attention. False when nothing is in flight.
bool jobs_work(search_t *search) {
    chip_result_t result;
    pool_slot_t slot;

    if (!search->pool.in_flight)
        return false;
    if (!pool_poll(&search->pool, &result, &slot))
        return true;
    if (slot.owner == &search->tail)
        line_result(search, &result, slot.bound);
    else if (slot.owner == &search->warm_flights)
        search->warm_flights--;
    else
        absorb(search, &result, &slot);
    search->effort = 0;
    return true;
}
