// SPDX-License-Identifier: Apache-2.0
// The tables of "Verified Null-Move Pruning" (see vnm_search.h): a suite of positions searched by
// each variant to a fixed depth; nodes, positions solved and zugzwangs found by depth.
//
// A row is solved at a depth when that iteration's result is what the row says: a mate in at most
// dm moves where it has a dm, else a move of bm and none of am. Rows where a side has no more than
// king and pawns are left out as in the paper, unless they are asked for.
#ifndef ZF_PAPER_VNM_TABLES_H
#define ZF_PAPER_VNM_TABLES_H

#include <stdio.h>

#include "chess/epd.h"
#include "paper/vnm_search.h"

enum { VNM_MOVES_MAX = 16, VNM_ID_CAPACITY = 48 };

typedef struct vnm_cell {
    uint64_t nodes, zugzwangs; // of the whole search, to the end of this iteration
    move_t best;
    int16_t score;
    bool solved;
} vnm_cell_t;

typedef struct vnm_row {
    position_t position;
    unsigned line; // of the file
    char id[VNM_ID_CAPACITY];
    int64_t mate; // dm, 0 when there is none
    unsigned bm_count, am_count;
    move_t bm[VNM_MOVES_MAX], am[VNM_MOVES_MAX];
    // Results
    bool searched;
    unsigned depth[VNM_VARIANT_COUNT];    // iterations completed
    vnm_cell_t *cells[VNM_VARIANT_COUNT]; // [depth + 1]
} vnm_row_t;

typedef enum vnm_error {
    VNM_OK,
    VNM_ERROR_READ,  // the stream failed: errno
    VNM_ERROR_EPD,   // a malformed row: epd
    VNM_ERROR_GOAL,  // a row without bm, am or dm
    VNM_ERROR_MOVES, // more than VNM_MOVES_MAX moves of one kind
    VNM_ERROR_EMPTY, // no row at all
    VNM_ERROR_MEMORY,
    VNM_ERROR_COUNT
} vnm_error_t;

typedef struct vnm_suite {
    size_t count, capacity; // rows kept
    vnm_row_t *rows;
    size_t read;     // rows in the file
    size_t left_out; // of the sample, for king and pawns
    // Where reading failed
    unsigned line;
    epd_result_t epd;
} vnm_suite_t;

// Reads a suite, one EPD row a line, # and empty lines apart. Keeps the first of each `sample` rows
// (1: all); `pawn_endings` keeps those where a side has but king and pawns. The suite must be freed
// in any case.
vnm_error_t vnm_suite_read(vnm_suite_t *suite, FILE *stream, unsigned sample, bool pawn_endings);
void vnm_suite_free(vnm_suite_t *suite);
// One clause in lower case, without a full stop; not for READ and EPD.
const char *vnm_error_text(vnm_error_t error);

typedef struct vnm_run {
    unsigned depth;
    bool variants[VNM_VARIANT_COUNT]; // to be searched
    uint64_t max_nodes;               // a search; 0: no limit
    unsigned table_log2;              // entries of a thread's table
    unsigned threads;
    // Asked by all threads; ends the run, with the rows under way not searched. May be NULL.
    bool (*stop)(void);
} vnm_run_t;

// Searches the rows, side by side on the threads; the results do not depend on their number. Once a
// suite.
vnm_error_t vnm_suite_run(vnm_suite_t *suite, const vnm_run_t *run);

// One row of the tables: sums over the positions that every variant searched to this depth.
typedef struct vnm_total {
    unsigned positions;
    uint64_t nodes[VNM_VARIANT_COUNT], zugzwangs[VNM_VARIANT_COUNT];
    unsigned solved[VNM_VARIANT_COUNT];
} vnm_total_t;

void vnm_suite_total(const vnm_suite_t *suite, const vnm_run_t *run, unsigned depth,
                     vnm_total_t *total);

#endif
