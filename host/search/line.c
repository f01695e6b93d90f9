// SPDX-License-Identifier: Apache-2.0
// The principal variation: through the software tree by the intervals, then through the chip's part
// by one job for each further move.
#include "search/internal.h"

#include <string.h>

// A line's job may be larger than others: it has no other way to its move.
enum { JOB_FACTOR = 16 };

// The line of a mate goes on beyond a node limit, by jobs of this size if need be.
enum { MATE_NODES = 50000 };

// Where the line of a mate goes on: by a move that mates in time, or by the reply that holds out
// longest if all are proved to lose. Proofs of mates outlive a change of depth or credit.
static const tree_edge_t *mate_edge(const tree_node_t *node, int score) {
    const tree_edge_t *best = NULL;

    for (unsigned i = 0; i < node->edge_count; i++) {
        const tree_node_t *child = node->edges[i].node;
        if (score > 0 && child && child->high <= -score)
            return &node->edges[i];
        if (score < 0 && (!child || child->low < SCORE_MATE_MIN))
            return NULL;
        if (score < 0 && (!best || child->low < best->node->low))
            best = &node->edges[i];
    }
    return best && best->node->low <= -score ? best : NULL;
}

// Where the line goes on: by the move that the score is from, else the one that is known best. An
// interval that is not closed is no place to read a line from.
static const tree_edge_t *best_edge(const tree_node_t *node, int score) {
    const tree_edge_t *best = NULL;

    if (score >= SCORE_MATE_MIN || score <= -SCORE_MATE_MIN) {
        best = mate_edge(node, score);
        if (best || node->ply || node->low_edge == TREE_NO_EDGE)
            return best;
    }
    if (node->ply && node->low != node->high)
        return NULL;
    if (node->low_edge != TREE_NO_EDGE)
        return &node->edges[node->low_edge];
    for (unsigned i = 0; i < node->edge_count; i++) {
        const tree_node_t *child = node->edges[i].node;
        if (child && child->request.depth >= 0 && (!best || child->high < best->node->high))
            best = &node->edges[i];
    }
    return best;
}

static void add_step(search_info_t *info, const tree_edge_t *edge) {
    const tree_node_t *node = edge->node;

    info->steps[info->line_length] = (search_step_t){
        .credit = edge->credit,
        .cashed = node->cashed,
        .sources = edge->sources,
        .depth = node->request.depth,
        .my = node->request.my,
        .his = node->request.his,
    };
    info->line[info->line_length++] = edge->move;
}

void line_begin(search_t *search, const search_info_t *info) {
    search_tail_t *tail = &search->tail;
    tree_node_t *node = search->tree.root;

    int score = node->low;

    tail->info = *info;
    tail->info.line_length = 0;
    while (node->edges && tail->info.line_length < SEARCH_LINE_MAX) {
        const tree_edge_t *edge = best_edge(node, score);
        if (!edge)
            break;
        add_step(&tail->info, edge);
        node = edge->node;
        score = -score;
        node->line_depth = (int8_t)search->depth;
    }
    bool mate = score >= SCORE_MATE_MIN || score <= -SCORE_MATE_MIN;
    tail->active = true;
    tail->in_flight = tail->plain = tail->deepened = false;
    tail->node = node;
    tail->depth = node->request.depth;
    tail->score = mate || node->low == node->high ? score : SCORE_NONE;
}

void line_finish(search_t *search) {
    search_tail_t *tail = &search->tail;

    if (!tail->active)
        return;
    tail->active = false;
    for (unsigned i = 0; tail->in_flight && i < search->pool.slot_count; i++) {
        if (search->pool.slots[i].owner == tail)
            pool_abort(&search->pool, i);
    }
    if (tail->info.line_length)
        tail->info.best = tail->info.line[0];
    search->info.line_length = tail->info.line_length;
    for (unsigned i = 0; i < tail->info.line_length; i++)
        search->info.line[i] = tail->info.line[i];
    memcpy(search->info.steps, tail->info.steps, sizeof search->info.steps);
    if (search->hooks && search->hooks->report)
        search->hooks->report(search->hooks->context, &tail->info);
}

// Plies from the line's end to the mate that its score announces; 0 when it is none.
static int mate_distance(const search_tail_t *tail) {
    int score = tail->score < 0 ? -tail->score : tail->score;

    return score >= SCORE_MATE_MIN ? SCORE_MATE - score - tail->node->ply : 0;
}

void line_advance(search_t *search) {
    search_tail_t *tail = &search->tail;
    chip_job_t job;

    if (!tail->active || tail->in_flight)
        return;
    const tree_node_t *node = tail->node;
    if (tail->score == SCORE_NONE || node->kind == TREE_TERMINAL ||
        tail->info.line_length == SEARCH_LINE_MAX || search->stopped) {
        line_finish(search);
        return;
    }
    // One job at a time where the run must be repeatable; else the line need not wait.
    if (search->pool.target == 1 && !pool_has_room(&search->pool))
        return;
    int depth = tail->depth < 0 ? 0 : tail->depth;
    if (tail->deepened)
        depth = mate_distance(tail);
    frontier_job(search, node, depth, tail->score, &job);
    job.table = job.table && !tail->plain;
    job.node_limit *= JOB_FACTOR;
    search_limit_job(search, &job);
    if (mate_distance(tail) && search->budget.hard == INT64_MAX && job.node_limit < MATE_NODES)
        job.node_limit = MATE_NODES;
    if (pool_submit(&search->pool, &job, tail, tail->serial, depth))
        tail->in_flight = true;
}

void line_result(search_t *search, const chip_result_t *result, int serial) {
    search_tail_t *tail = &search->tail;
    tree_node_t *node = tail->node;
    int score = score_to_root(result->score, node->ply);

    if (!tail->active || serial != tail->serial)
        return;
    tail->in_flight = false;
    move_t move = frontier_move(&node->position, result->best_move);
    bool done = result->status == ZF_STATUS_DONE;
    if (done && score >= tail->score && move == MOVE_NONE && !tail->plain) {
        tail->plain = true; // the table knew the score and no move
        return;
    }
    if (done && score < tail->score && !tail->deepened && mate_distance(tail) > tail->depth) {
        tail->deepened = true; // a mate seen by extensions may need all its plies to be seen again
        return;
    }
    if (!done || score < tail->score || move == MOVE_NONE) {
        line_finish(search);
        return;
    }
    tree_node_t *next = tree_detached_child(&search->tree, node, move);
    if (!next) {
        line_finish(search);
        return;
    }
    tail->info.steps[tail->info.line_length] = (search_step_t){.depth = -1};
    tail->info.line[tail->info.line_length++] = move;
    tail->depth = tree_child_depth(node, tail->depth, search->options->evasion);
    tail->score = -tail->score;
    tail->node = next;
}
