// SPDX-License-Identifier: Apache-2.0
// The chip under Verilator, in this process, behind a C interface.
//
// A simulation is one chip (rtl/chip/zf_chip.v) with a table at its table port. Jobs wait in a
// queue of the harness that has no end, enter the chip word by word, and come back in the order in
// which the chip ends them. Time passes only in chip_sim_step() and the calls that say so.
// Everything that happens follows from the options and the calls: the same ones give the same run,
// clock for clock.
//
// Several simulations may live at once; each belongs to one thread at a time.
//
// Waves: the program is built with Verilator's --trace, which costs no speed while off (make
// SIM_TRACE=0 builds without, in less time); chip_sim_trace() writes a VCD file from then on.
#ifndef ZF_SIM_CHIP_SIM_H
#define ZF_SIM_CHIP_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chip_job.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct chip_sim chip_sim_t;

typedef enum {
    CHIP_SIM_TABLE_RAM,    // rtl/memory/zf_table_ram.v: block RAM, answers after two clocks
    CHIP_SIM_TABLE_HARNESS // the harness, with the latencies and faults of the options
} chip_sim_table_t;

// Which sides of every handshake stall at random, a set. IN: the sender of what enters the chip
// (job words, aborts) leaves gaps. OUT: the taker of what leaves it (results; table requests where
// the harness is the table) is not ready.
enum { CHIP_SIM_STALL_NONE = 0, CHIP_SIM_STALL_IN = 1, CHIP_SIM_STALL_OUT = 2 };

// What happened at the table port. An answer belongs to the probe with its tag (context, sequence).
typedef enum {
    CHIP_SIM_PROBE,  // accepted: key
    CHIP_SIM_STORE,  // accepted: key, entry
    CHIP_SIM_ANSWER, // delivered in time: hit, and then entry
    CHIP_SIM_LOST,   // the harness keeps the answer of this probe back, too long or for ever
    CHIP_SIM_LATE    // delivered after ZF_TABLE_TIMEOUT: to be dropped by the chip
} chip_sim_event_kind_t;

typedef struct {
    chip_sim_event_kind_t kind;
    uint8_t context, sequence; // of the request's tag
    bool hit;
    uint64_t clock;
    uint64_t key;
    uint64_t entry; // ZF_ENTRY
} chip_sim_event_t;

typedef struct {
    uint64_t seed;     // registers' and memories' first contents, stalls, latencies
    unsigned contexts; // most jobs in the chip at once; 0: as many as it takes
    unsigned stalls;   // CHIP_SIM_STALL set
    chip_sim_table_t table;
    unsigned table_bits;               // harness: log2 of the entries, 8..24; 0: 14
    unsigned latency_min, latency_max; // harness: clocks to an answer, 1..800; 0, 0: 20..60
    unsigned lost_odds, late_odds;     // harness: of a million probes' answers
    unsigned bug;                      // a planted fault of the RTL, +bug=N; 0 none
    void (*observe)(void *observer, const chip_sim_event_t *event); // or NULL
    void *observer;
} chip_sim_options_t;

// What the harness counted, beside the chip's own counters.
typedef struct {
    uint64_t clocks;      // since reset
    uint64_t evaluations; // of the Verilator model
    uint64_t probes, stores, hits, late, lost;
    uint64_t job_waits; // clocks with a job word offered and not taken: the chip's queue is full
    uint64_t result_stalls; // clocks with a result word not taken
    uint64_t request_stalls;
} chip_sim_statistics_t;

// NULL when memory is short. Resets the chip, loads the default weights, waits for the table to
// clear.
chip_sim_t *chip_sim_open(const chip_sim_options_t *options);
void chip_sim_close(chip_sim_t *sim);

// What was compiled: contexts of the ring, whether the evaluation has all slow terms (parameter
// FULL), log2 of the entries of the table in block RAM.
unsigned chip_sim_contexts(const chip_sim_t *sim);
bool chip_sim_full(const chip_sim_t *sim);
unsigned chip_sim_ram_bits(const chip_sim_t *sim);

// Puts a job at the end of the queue. Ids need be unique among the jobs under way only.
void chip_sim_submit(chip_sim_t *sim, const chip_job_t *job);
// Aborts a job wherever it is. A job that has not begun to enter the chip is answered by the
// harness as the chip would; an unknown id does nothing.
void chip_sim_abort(chip_sim_t *sim, uint16_t id);
// Lets clocks pass.
void chip_sim_step(chip_sim_t *sim, uint64_t clocks);
// The same, but ends early when a result is there to take; returns the clocks passed.
uint64_t chip_sim_step_to_result(chip_sim_t *sim, uint64_t clocks);
// Takes the next result; false when there is none.
bool chip_sim_result(chip_sim_t *sim, chip_result_t *result);

// Jobs that have not begun to enter the chip.
unsigned chip_sim_queued(const chip_sim_t *sim);
// Jobs submitted whose result was not taken yet.
unsigned chip_sim_pending(const chip_sim_t *sim);
// Nothing is queued, in the chip, or on its way out of it.
bool chip_sim_idle(const chip_sim_t *sim);

// Only while idle. Loads zf_weight_default-like values, by address (see defs/eval.def): all rows of
// the weight memory, the two castling rows made from them, and the registers. False when not idle.
bool chip_sim_load_weights(chip_sim_t *sim, const int16_t *by_address);
// Only while idle. Takes over the options anew, but for seed and bug; a table that changes its kind
// or size is cleared.
bool chip_sim_configure(chip_sim_t *sim, const chip_sim_options_t *options);
// Empties the table, whichever it is. Only while idle (false otherwise): lets clocks pass.
bool chip_sim_clear_table(chip_sim_t *sim);
// Reads the chip's counters (ZF_COUNTER); lets some clocks pass.
void chip_sim_counters(chip_sim_t *sim, uint32_t counters[1 << 4]);
void chip_sim_statistics(const chip_sim_t *sim, chip_sim_statistics_t *statistics);

// Writes waves to a file from now on; NULL ends it. False: the file cannot be written, or (NULL)
// could not to its end, with errno; or the program was built without tracing.
bool chip_sim_trace(chip_sim_t *sim, const char *path);

// NULL, or what the chip did against the rules of its ports (a valid that was taken back, a result
// nobody asked for, a check of the RTL that failed). The run is worth nothing after that.
const char *chip_sim_fault(const chip_sim_t *sim);

// ---- for tests

typedef struct {
    bool store;
    uint8_t tag; // context | sequence << 4
    uint64_t key, entry;
} chip_sim_request_t;
// Sends requests to the table in block RAM in the chip's stead, back to back or with the gaps of
// CHIP_SIM_STALL_IN, only while idle. Collects the answers to probes in the order they came
// (context, sequence, hit, entry, clock); returns their number, at most `capacity` are written.
unsigned chip_sim_drive_table(chip_sim_t *sim, const chip_sim_request_t *requests, unsigned count,
                              chip_sim_event_t *answers, unsigned capacity);
// What some registers that no reset reaches held before the first clock.
uint64_t chip_sim_first_contents(const chip_sim_t *sim);

#ifdef __cplusplus
}
#endif

#endif
