// SPDX-License-Identifier: Apache-2.0
// One interface to whatever answers chip jobs: the simulated chip, its C model, later a board.
//
// A device takes jobs into a queue and gives every accepted job exactly one result, in any order.
// It belongs to one thread and works only inside device_poll(), so the caller decides how often it
// looks up (for `stop`, for the clock). Job numbers are the caller's; those in flight must differ.
// A back end is one device_ops_t: boards are added by another one and a line in device.c.
#ifndef ZF_LINK_DEVICE_H
#define ZF_LINK_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/chip_job.h"

typedef struct device device_t;

typedef enum device_error {
    DEVICE_OK,
    DEVICE_ERROR_NAME,     // no device of that name
    DEVICE_ERROR_ABSENT,   // this build has no such device
    DEVICE_ERROR_CONTEXTS, // more contexts than the device has
    DEVICE_ERROR_TABLE,    // a table of another size than the device has
    DEVICE_ERROR_TRACE,    // the device writes no waves
    DEVICE_ERROR_OPEN,     // it could not be started
    DEVICE_ERROR_FIELD,    // the words behind the name's colon; the device's text says which
    DEVICE_ERROR_COUNT
} device_error_t;

// Zero means the device's own choice, for every field.
typedef struct device_options {
    unsigned contexts;    // at most so many jobs at work at once
    unsigned table_log2;  // entries of the transposition table, as a power of two
    uint64_t seed;        // sim: initial state of registers, stalls and latencies
    unsigned latency_min; // sim: clocks that the table takes to answer, drawn between the two
    unsigned latency_max;
    const char *trace_file; // sim: waves
    const char *fields;     // model: what stands behind the name's colon; set by device_open()
    // Evaluation weights by address (ZF_W_...), read while the device is opened.
    const int16_t *weights;
} device_options_t;

// Counts since the device was opened. The model's clocks are 0: clocks are the chip's alone. Those
// of a machine room are its virtual time.
typedef struct device_counters {
    uint64_t jobs, clocks, nodes;
    uint64_t passes[CHIP_PASS_KINDS];
    uint64_t probes, hits, cutoffs, null_cuts, verifications, zugzwangs;
    // Work of contexts over what all contexts could have worked, in the device's own unit (clocks,
    // or the nodes of an emulated context): busy / offered is the busy share.
    uint64_t busy, offered;
} device_counters_t;

typedef struct device_ops {
    const char *name;        // "model"
    const char *description; // one line for `zaffre devices`
    const char *fields;      // what may stand behind the name and a colon; NULL: nothing
    device_error_t (*open)(device_t *device, const device_options_t *options);
    void (*close)(device_t *device);
    bool (*submit)(device_t *device, const chip_job_t *job);
    bool (*poll)(device_t *device, chip_result_t *result, uint32_t clocks);
    void (*abort)(device_t *device, uint16_t id);
    void (*clear_table)(device_t *device);
    void (*counters)(device_t *device, device_counters_t *counters);
    // Only where time is virtual, else NULL: the time, and software nodes for the host's part of
    // it.
    uint64_t (*time)(device_t *device);
    void (*host_nodes)(device_t *device, uint64_t nodes);
    // Only where waves can be written, else NULL.
    bool (*end_trace)(device_t *device);
} device_ops_t;

struct device {
    // Config
    const device_ops_t *ops;
    unsigned contexts;   // jobs that it works on at once
    unsigned table_log2; // entries of its table
    bool has_clocks;     // results and counters carry clocks
    bool whole_jobs;     // a poll runs a job to its end: nothing can be aborted half way
    device_t *spare; // takes over a search's jobs when this one fails (link/guard.h), set by who
                     // opened both; NULL: the model in this process does
    char text[160];  // "simulated chip, 16 contexts, 8192 table entries"
    // State
    void *state;      // the back end's
    int16_t *weights; // a copy of those it was opened with; NULL: its own choice
    unsigned in_flight;
    bool failed; // it broke the rules or went away: results no longer come
};

// Opens the device of that name, with its fields behind a colon where it has some
// ("model:chips=24", docs/room.md). After an error the device's text is the sentence that says what
// is wrong: that of device_error_text(), or more exactly the field and its range.
device_error_t device_open(device_t *device, const char *name, const device_options_t *options);
void device_close(device_t *device);
// Ends the file of waves, if there is one; false with errno when not all could be written.
bool device_end_trace(device_t *device);
const char *device_error_text(device_error_t error);

// The back ends of this build, and whether each is usable; NULL ends the list.
const device_ops_t *device_list(size_t index);

// Queues a job; false when the queue is full (poll, then try again).
bool device_submit(device_t *device, const chip_job_t *job);
// Works for about so many clocks (the model: for one job) and takes one result if there is one.
// Returns at once when no job is in flight; look at `failed` when nothing comes.
bool device_poll(device_t *device, chip_result_t *result, uint32_t clocks);
// Asks for a job in flight to end; its result still comes, ABORTED unless it was too late.
void device_abort(device_t *device, uint16_t id);
// Clears the transposition table. No job may be in flight.
void device_clear_table(device_t *device);
void device_counters(device_t *device, device_counters_t *counters);

// Nanoseconds of virtual time since the device was opened; 0 where time is the user's.
uint64_t device_time(device_t *device);
// The host entered so many nodes of software since it last said so: in virtual time they cost what
// the device was told. Without effect elsewhere.
void device_host_nodes(device_t *device, uint64_t nodes);

// The counts between two looks.
device_counters_t device_counters_since(const device_counters_t *now,
                                        const device_counters_t *before);

#endif
