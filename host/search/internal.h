// SPDX-License-Identifier: Apache-2.0
// The parts of the search to each other: search.c drives, select.c and warm.c choose jobs,
// frontier.c makes them, line.c follows the principal variation.
#ifndef ZF_SEARCH_INTERNAL_H
#define ZF_SEARCH_INTERNAL_H

#include "search/pool.h"
#include "search/search.h"
#include "search/tree.h"

enum { SEARCH_TESTS = 5 };

// A question about the root: is it worth at least the bound?
typedef struct search_test {
    int bound;
    unsigned cost; // how likely the answer is to be of no use: 0 is needed for certain
} search_test_t;

// The principal variation being followed through the chip's part, one job at a time.
typedef struct search_tail {
    bool active, in_flight;
    bool plain;         // without the table: its answer had no move
    bool deepened;      // the job's depth is what the mate needs
    tree_node_t *node;  // where the line stands
    int serial;         // of the line: what an older line asked is no answer to this one
    int depth;          // of the job asked there
    int score;          // of the node's mover
    search_info_t info; // to be reported when the line ends
} search_tail_t;

typedef struct search {
    // Config
    device_t *device;
    const game_t *game;
    const search_options_t *options;
    const search_limits_t *limits;
    const search_hooks_t *hooks;
    // State
    tree_t tree;
    pool_t pool;
    clock_budget_t budget;
    int64_t began;      // milliseconds when the first iteration was begun, or begun anew
    bool waiting;       // no clock yet
    bool stopped;       // by the hook
    bool full;          // the tree's memory
    bool broken;        // the device refused a job or lost one
    int depth;          // of the iteration
    unsigned job_depth; // of the iteration
    unsigned job_depth_max;
    int guess;              // of the iteration's score
    unsigned raises, falls; // of the root's bounds in the iteration
    bool last_raised;
    search_test_t tests[SEARCH_TESTS];
    unsigned test_count;
    unsigned effort;                  // the cost up to which there was no job left to choose
    double job_size;                  // nodes of a job that ended by itself, a running mean
    unsigned iteration_jobs;          // that ended by themselves in the iteration
    uint64_t iteration_nodes;         // and their nodes
    unsigned warm_sent, warm_flights; // warm.c: jobs sent so far, and in flight
    int root_low, root_high;          // as of the last look
    move_t root_move;                 // told last
    search_tail_t tail;
    search_info_t info; // of the last whole iteration
    double busy;        // the contexts' share when the last iteration was over; 0: it was not
    device_counters_t before;
} search_t;

// search.c: cuts a job's node limit to what nodes and time are left.
void search_limit_job(const search_t *search, chip_job_t *job);

// select.c: sets the tests from the root's interval; whether it is still open.
bool select_tests(search_t *search);
// The next frontier node that wants a job, and the test it is for; NULL when there is none.
tree_node_t *select_leaf(search_t *search, int *bound);
// Aborts jobs in flight that can no longer change any test.
void select_abort_useless(search_t *search);
bool select_is_frontier(const search_t *search, const tree_node_t *node);
// The node's own bound for a test of the root.
static inline int select_bound_at(const tree_node_t *node, int root_bound) {
    return node->ply % 2 ? 1 - root_bound : root_bound;
}

// frontier.c: a null-window job at a node; `beta` is the node's, mates counted from the root.
void frontier_job(const search_t *search, const tree_node_t *node, int depth, int beta,
                  chip_job_t *job);
// warm.c: whether contexts get such work before that of the iteration.
bool warm_comes_first(const search_t *search);
// Gives contexts without work something that later iterations will find in the table.
void warm_send(search_t *search);

// A packed move of a result as a move here; MOVE_NONE unless it is legal.
move_t frontier_move(const position_t *position, uint16_t packed);

// line.c: the line through the tree into the info, and the start of its tail.
void line_begin(search_t *search, const search_info_t *info);
// Sends the tail's next job if it wants one and there is room.
void line_advance(search_t *search);
void line_result(search_t *search, const chip_result_t *result, int serial);
// Reports what there is.
void line_finish(search_t *search);

#endif
