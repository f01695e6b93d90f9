// SPDX-License-Identifier: Apache-2.0
// The host's search: iterative deepening by null-window tests over a software tree with dual
// credit, whose lowest plies are jobs of the chip. docs/search.md explains it.
//
// The chip answers "is this position worth at least beta?" only, so the software asks that of the
// root, for one bound after the other, until a lower and an upper bound meet. The tree stays in
// memory between the questions; a question is a walk that looks for frontier positions whose answer
// is still needed and sends them off, many at once, the most needed first.
//
// One thread: results are fetched by polling the device, and the caller's hook is asked between two
// polls. With a device of one context a search is repeatable: same inputs, same counts.
#ifndef ZF_SEARCH_SEARCH_H
#define ZF_SEARCH_SEARCH_H

#include "chess/game.h"
#include "link/device.h"
#include "search/clock.h"
#include "search/credit.h"
#include "search/hash.h"
#include "search/score.h"
#include "search/tablebase.h"

enum { SEARCH_DEPTH_MAX = 60, SEARCH_LINE_MAX = 100 };

// What a job is told; search_options_default() fills in the product's choice.
typedef struct search_options {
    unsigned job_depth; // most plies left to a job, 0..15; with many contexts it grows where such
                        // jobs come back too short
    uint32_t job_limit; // nodes after which a job is given up and split
    unsigned null_r;    // 0..3
    bool verified;      // verified null move
    bool adaptive;      // R = 3 or 2 by depth, whatever null_r is unless 0
    bool null_above;    // null moves in software too
    bool verify_above;  // and verified there as in the chip, not only in the chip
    bool late;          // late moves in software are tried less deep first
    unsigned credits;   // credit_source_t that are on, a set; 0: no credit
    bool evasion;       // an answer to check costs no ply
    bool delta;         // delta pruning in quiescence
    bool table;         // the device's table
    unsigned table_min; // from this depth on
    size_t memory;      // bytes of the software's tree
    unsigned in_flight; // most jobs at once; 0: as many as keep the device busy
    bool keep_table;    // do not clear the device's table at the start
    hash_t *hash;       // the software's table, kept by the caller between searches of a game;
                        // NULL: the search makes one of hash_megabytes
    size_t hash_megabytes;  // 0: none
    tablebase_t *tablebase; // asked for positions of the software's tree; NULL: none
} search_options_t;

typedef struct search_limits {
    int depth;      // iterations; 0: no limit
    uint64_t nodes; // software and hardware nodes; 0: no limit
    clock_limits_t clock;
    unsigned move_count; // search only these root moves; 0: all
    move_t moves[MOVE_LIST_CAPACITY];
} search_limits_t;

typedef enum search_bound { SEARCH_EXACT, SEARCH_AT_LEAST, SEARCH_AT_MOST } search_bound_t;

// What a move of the principal variation earned, and what it bought.
typedef struct search_step {
    uint8_t credit;   // quarter plies, of the move
    uint8_t cashed;   // plies cashed after the move
    uint16_t sources; // credit_source_t of the credit
    int8_t depth;     // that the position after the move is searched to; -1: beyond the frontier
    uint8_t my, his;  // credits there, seen by its mover
} search_step_t;

// What is known after an iteration, and at the end.
typedef struct search_info {
    int depth;                    // of the last whole iteration
    int score;                    // centipawns for the root's mover; beyond SCORE_MATE_MIN a mate
    search_bound_t bound;         // of the score
    move_t best;                  // MOVE_NONE when there is no legal move
    move_t line[SEARCH_LINE_MAX]; // principal variation; line[0] == best
    unsigned line_length;
    search_step_t steps[SEARCH_LINE_MAX]; // one for each move of the line
    unsigned seldepth;                    // the longest line seen in software, in plies
    uint64_t software_nodes;              // positions entered by software; the root counts once
    uint64_t hardware_nodes;              // positions entered by the device
    unsigned least_plies, most_plies; // of software above jobs, in the last whole iteration with
                                      // any; null moves and offset tests do not count
    uint64_t credits;                 // times that a move earned credit
    unsigned hash_full;               // thousandths
    uint64_t evictions;               // of the software's table
    uint64_t lessened; // positions asked again for less depth or credit in one iteration: 0
    uint64_t jobs, split_jobs, aborted_jobs;
    unsigned replanted; // times that the software's tree did not fit and was begun anew
    uint64_t clocks;    // of the device, 0 where it has none
    double clocks_per_node;
    unsigned job_depth, software_plies; // of the last iteration begun: plies left to a job, and
                                        // those above it
    double busy; // share of the contexts at work until the last iteration or a stop, 0..1
    int64_t milliseconds;
} search_info_t;

typedef enum search_signal { SEARCH_GO_ON, SEARCH_STOP, SEARCH_PONDERHIT } search_signal_t;

// Something that happened in the software's tree, for traces. Moves are from the root; scores and
// credits are seen by the node's mover.
typedef enum search_event_kind {
    SEARCH_EVENT_ITERATION, // begins: depth, score (the last one's)
    SEARCH_EVENT_TEST,      // of the root: beta
    SEARCH_EVENT_ENTER,     // a node is asked for a new depth or credit
    SEARCH_EVENT_JOB,       // it was given to the device: depth, beta
    SEARCH_EVENT_RESULT,    // score, nodes
    SEARCH_EVENT_PASS,      // it failed high by its null move
    SEARCH_EVENT_CREDIT,    // the move into the node earned credit: it is searched again
    SEARCH_EVENT_CUT        // the move into the node refuted the one before
} search_event_kind_t;

typedef struct search_event {
    search_event_kind_t kind;
    char role; // of the node: 'm' move, 'p' null move, 'v' verification, 'o' offset test
    unsigned ply;
    move_t path[SEARCH_LINE_MAX]; // ply moves; MOVE_NONE is a null move
    int depth, my, his;           // asked for
    int beta, score, low, high;   // SCORE_NONE where there is none
    unsigned credit, sources;     // of the move into the node
    unsigned cashed;              // plies
    uint32_t nodes;
} search_event_t;

// The caller's hooks, each may be NULL. The signal is asked for about every millisecond.
typedef struct search_hooks {
    void *context;
    // After an iteration; and from the second second on when the root's score has turned out to be
    // beyond a bound (the depth is then that of the iteration under way).
    void (*report)(void *context, const search_info_t *info);
    // A job below a move of the root, the number-th in its order from 1, was sent.
    void (*root_move)(void *context, int depth, move_t move, unsigned number);
    search_signal_t (*signal)(void *context);
    // Something that the user should know: one line, such as that a device failed.
    void (*notice)(void *context, const char *text);
    void (*trace)(void *context, const search_event_t *event);
} search_hooks_t;

typedef enum search_error { SEARCH_OK, SEARCH_ERROR_MEMORY, SEARCH_ERROR_DEVICE } search_error_t;

void search_options_default(search_options_t *options);
// Null moves by name: off; 1, 2, 3: standard with that R; adaptive; verified (R = 3), or so only
// below the frontier: below. False when it is none of these.
bool search_set_null_move(search_options_t *options, const char *name);

// Searches the game's last position. The device must be idle, and is left so. *info is valid also
// when no iteration was completed: then depth is 0 and the best move is the first in order.
search_error_t search_run(device_t *device, const game_t *game, const search_options_t *options,
                          const search_limits_t *limits, const search_hooks_t *hooks,
                          search_info_t *info);
const char *search_error_text(search_error_t error);

// Moves to mate of a mate score, negative when the root's mover is mated; 0 for other scores.
int search_mate_in(int score);

#endif
