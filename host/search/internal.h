// SPDX-License-Identifier: Apache-2.0
// The parts of the search to each other: search.c drives, select.c, walk.c and warm.c choose jobs,
// forced.c gives credit, frontier.c makes jobs, jobs.c sends them, line.c follows the principal
// variation.
#ifndef ZF_SEARCH_INTERNAL_H
#define ZF_SEARCH_INTERNAL_H

#include "search/pool.h"
#include "search/search.h"
#include "search/tree.h"

enum { SEARCH_TESTS = 5 };

// The most contexts of one chip (docs/room.md).
enum { CHIP_CONTEXTS = 16 };

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
    hash_t own_hash; // where the caller has none
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
    unsigned least_plies, most_plies; // of software above the iteration's jobs; 0: no job yet
    int guess;                        // of the iteration's score
    unsigned raises, falls;           // of the root's bounds in the iteration
    bool last_raised;
    search_test_t tests[SEARCH_TESTS];
    unsigned test_count;
    unsigned effort;                  // the cost up to which there was no job left to choose
    uint32_t job_limit;               // of nodes, for the iteration's jobs
    uint64_t nodes_before;            // of the device when the iteration began
    double job_size;                  // nodes of a job that ended by itself, a running mean
    unsigned iteration_jobs;          // that ended by themselves in the iteration
    uint64_t iteration_nodes;         // and their nodes
    unsigned warm_sent, warm_flights; // warm.c: jobs sent so far, and in flight
    int root_low, root_high;          // as of the last look
    uint32_t event_nodes;             // of the last result
    search_tail_t tail;
    search_info_t info; // of the last whole iteration
    double busy;        // the contexts' share when the last iteration was over; 0: it was not
    device_counters_t before;
} search_t;

// trace.c: tells the hook of an event at a node.
void search_trace(search_t *search, search_event_kind_t kind, const tree_node_t *node, int beta);

// jobs.c: cuts a job's node limit to what nodes and time are left.
void search_limit_job(const search_t *search, chip_job_t *job);
// The move into the node refuted what came before it, at its parent's bound: for the order of moves
// elsewhere.
void search_note_cut(search_t *search, const tree_node_t *node, int beta);
// Sends what there is room for; whether anything was sent.
bool jobs_dispatch(search_t *search);
// Works until a result comes or something wants attention. False when nothing is in flight.
bool jobs_work(search_t *search);

// What a node's job was asked: its depth and the verify flag, in one number.
static inline int search_question(const tree_node_t *node) {
    return node->request.depth | (node->request.verify ? 256 : 0);
}

// Whether the device is more than one chip: jobs take long then beside the whole search.
static inline bool search_in_room(const search_t *search) {
    return search->pool.target > 1 && search->device->contexts > CHIP_CONTEXTS;
}

// select.c: sets the tests from the root's interval; whether it is still open.
bool select_tests(search_t *search);
// The next frontier node that wants a job, and its own bound; NULL when there is none.
tree_node_t *select_leaf(search_t *search, int *beta);
// Aborts jobs in flight that can no longer change any test.
void select_abort_useless(search_t *search);

// walk.c: the same for one bound of the root. `budget`: how many unlikely moves may be looked at.
tree_node_t *walk_leaf(search_t *search, int bound, unsigned budget, int *leaf_beta);
// Enters a node of an offset test and walks below it; true with a leaf, or when memory is full.
bool walk_rest(search_t *search, tree_node_t *node, const tree_request_t *request, int beta,
               tree_node_t **leaf, int *leaf_beta);

// forced.c: what a move that failed high against beta has earned.
typedef enum forced {
    FORCED_DONE,   // nothing more: the move counts
    FORCED_EARNED, // its credit was raised: it is to be searched again
    FORCED_LEAF,   // *leaf is to be asked first, against *leaf_beta
    FORCED_WAITS   // an answer is under way
} forced_t;
forced_t forced_judge(search_t *search, tree_node_t *node, unsigned index, int beta,
                      tree_node_t **leaf, int *leaf_beta);

// frontier.c: whether a node's part of the tree is left to one job.
bool frontier_reached(const search_t *search, const tree_node_t *node);
// The node limit of an iteration's jobs, from the iteration before.
void frontier_limit(search_t *search);
// A null-window job at a node; `beta` is the node's, mates counted from the root.
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
