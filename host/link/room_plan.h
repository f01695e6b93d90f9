// SPDX-License-Identifier: Apache-2.0
// What a machine room is made of, and what its work costs: the fields behind `model:`, and clocks
// of a job from the model's counts. docs/room.md says how the costs were found.
#ifndef ZF_LINK_ROOM_PLAN_H
#define ZF_LINK_ROOM_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/chip_job.h"

// Contexts of a chip, and of the whole room: jobs are numbered with 16 bits.
enum { ROOM_CHIP_CONTEXTS = 16, ROOM_CONTEXTS_MAX = 8192 };

// For people; docs/room.md has the ranges.
#define ROOM_FIELDS "boards=B,chips=C,contexts=K,mhz=F,link=MS,host=US,bandwidth=MB"

typedef struct room_plan {
    unsigned boards, chips, contexts; // chips of a board, contexts of a chip
    unsigned mhz;                     // clock of the chips
    unsigned bandwidth;               // megabytes a second of a board's link, each way
    uint64_t link;                    // nanoseconds that a frame is under way beside its length
    uint64_t host;                    // nanoseconds of a software node
} room_plan_t;

// Reads ROOM_FIELDS; fields may be missing and stand in any order. False with one sentence in
// `text` that names the field and its range.
bool room_plan_read(const char *fields, room_plan_t *plan, char *text, size_t capacity);

static inline unsigned room_plan_contexts(const room_plan_t *plan) {
    return plan->boards * plan->chips * plan->contexts;
}

// ---- Clocks

// The clocks that the loader of a chip is taken up by a job.
uint64_t room_load_clocks(const chip_job_t *job);
// The clocks from there to the job's result, with `working` contexts of the chip at work.
uint64_t room_run_clocks(uint64_t passes, uint64_t probes, unsigned working);

// ---- Frames. Bytes on the link, framing included.

unsigned room_job_bytes(const chip_job_t *job);
unsigned room_result_bytes(const chip_result_t *result);
enum { ROOM_ABORT_BYTES = 20 };

#endif
