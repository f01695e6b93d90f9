// SPDX-License-Identifier: Apache-2.0
// Table traffic seen at the chip's port: a scoreboard that knows what every probe had to be
// answered, and for each context the requests in order, out of which the model is fed.
#ifndef ZF_CHECK_TRAFFIC_H
#define ZF_CHECK_TRAFFIC_H

#include <stddef.h>

#include "chip_sim.h"

enum { TRAFFIC_CONTEXTS = 16 };

// An entry of a table as docs/chip.md section 9 wants it.
typedef struct {
    uint64_t key, entry;
} traffic_entry_t;

typedef struct {
    uint64_t key, entry; // a store's, or the answer's
    bool store, answered, hit;
    uint8_t sequence;
    bool expected_hit; // by the scoreboard
    uint64_t expected_entry;
} traffic_request_t;

// Requests of one context that no job has accounted for yet.
typedef struct {
    traffic_request_t *requests;
    size_t capacity, first, count;
    size_t waiting; // requests before this one are answered
} traffic_stream_t;

typedef struct {
    // Config
    unsigned bits;
    // State
    traffic_entry_t *table;
    traffic_stream_t streams[TRAFFIC_CONTEXTS];
    uint64_t probes, hits, stores, lost, late;
    uint64_t evictions; // entries that another position's store replaced
    uint64_t kept;      // stores that a deeper entry refused
    char fault[160];    // the first wrong answer; empty: none
} traffic_t;

enum { TRAFFIC_BITS_MAX = 24 };

// False when memory is short; free it either way.
bool traffic_open(traffic_t *traffic, unsigned bits);
void traffic_close(traffic_t *traffic);
// Empties the scoreboard's table, which gets another size.
bool traffic_clear(traffic_t *traffic, unsigned bits);
// Takes one event, as chip_sim_options_t.observe with the object as observer.
void traffic_observe(void *traffic, const chip_sim_event_t *event);
// Request `index` of a context that no job has accounted for, or NULL.
const traffic_request_t *traffic_peek(const traffic_t *traffic, unsigned context, size_t index);
// Accounts for the first requests of a context.
void traffic_drop(traffic_t *traffic, unsigned context, size_t count);

#endif
