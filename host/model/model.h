// SPDX-License-Identifier: Apache-2.0
// The golden model of the chess chip: docs/chip.md in C, on bitboards.
//
// It gives the RTL's score, best move, nodes, running hash, table requests and array passes by
// kind, and is the reference that the RTL is held against. Clocks are the chip's alone. A model
// belongs to one thread; several may be used side by side. Nothing here prints or exits.
#ifndef ZF_MODEL_MODEL_H
#define ZF_MODEL_MODEL_H

#include <stddef.h>

#include "model/chip_job.h"

typedef struct model model_t;

// ---- Making one

// With the default weights, the full evaluation and no table; NULL when memory is short.
model_t *model_new(void);
void model_free(model_t *model);
// Takes over weights by their address (ZF_W_...), such as zf_weight_default. A table must be
// cleared with it.
void model_set_weights(model_t *model, const int16_t weights[ZF_WEIGHT_WORDS]);
// false: the small chip's evaluation (docs/chip.md section 8).
void model_set_full(model_t *model, bool full);

// ---- The table

// The data of a table entry; mate scores are seen from the entry's node.
typedef struct {
    int16_t score;
    uint16_t move;
    uint8_t draft;
    uint8_t bound; // ZF_BOUND_*
    uint8_t age;
} chip_entry_t;

// A probe: true and the entry, or a miss. A store. `key` is the table key of section 6.
typedef bool (*model_probe_fn)(void *context, uint64_t key, chip_entry_t *entry);
typedef void (*model_store_fn)(void *context, uint64_t key, const chip_entry_t *entry);

// Who answers the table requests of later jobs. Both NULL: no table, every probe misses.
void model_set_table(model_t *model, model_probe_fn probe, model_store_fn store, void *context);

// A table of 2^log2 entries with the replacement of section 9.
typedef struct model_table model_table_t;
model_table_t *model_table_new(unsigned log2); // log2 1..24; NULL when memory is short
void model_table_free(model_table_t *table);
void model_table_clear(model_table_t *table);
// Entries that another position's store replaced, and stores refused, since the last clear.
uint64_t model_table_evictions(const model_table_t *table);
uint64_t model_table_refusals(const model_table_t *table);
// For model_set_table, with the table as context.
bool model_table_probe(void *table, uint64_t key, chip_entry_t *entry);
void model_table_store(void *table, uint64_t key, const chip_entry_t *entry);

// The data of an entry as the 40 bits of word ENTRY, and back.
uint64_t chip_entry_pack(const chip_entry_t *entry);
chip_entry_t chip_entry_unpack(uint64_t data);

// ---- Running

// Runs one job to its end.
void model_run(model_t *model, const chip_job_t *job, chip_result_t *result);
// The reason for which the chip refuses the job, ZF_REFUSED_NONE if it does not.
unsigned model_refusal(const chip_job_t *job);

// ---- Counting. All counts are sums over the jobs since model_new or the last clear.

typedef struct {
    uint64_t jobs, refused_jobs;
    uint64_t passes[CHIP_PASS_KINDS];
    uint64_t nodes;
    uint64_t probes, hits, stores;
    uint64_t cutoffs;       // nodes ended by the table
    uint64_t null_cuts;     // nodes ended by a null move
    uint64_t verifications; // null moves put to verification
    uint64_t zugzwangs;     // verifications that found zugzwang
    // Rare events, so that tests can demand that they were met.
    uint64_t en_passants, castlings, under_promotions; // moves made, legal or not
    uint64_t repetitions, fifties, bares;              // draws
    uint64_t ceilings;                                 // nodes at the last ply
    uint64_t tainted;                                  // scores not stored for their taint
    // Evaluation.
    uint64_t static_evaluations; // stand-pat values, lazy entries included
    uint64_t slow_evaluations;   // of them with the slow part
    uint64_t lazy_entries;       // nodes that cost no pass
    // What the savings of section 10 are worth.
    uint64_t filtered_checks; // C passes that the geometric filter saved
    uint64_t saved_steps;     // U passes that two steps at once saved
} model_counters_t;

const model_counters_t *model_counters(const model_t *model);
void model_clear_counters(model_t *model);

// ---- For tests and measurements

// Switches a rule off, to see what it is worth. Results do not change, passes do.
typedef enum {
    MODEL_NO_MASK = 1,  // no evasion mask: every man moves everywhere in check
    MODEL_NO_FILTER = 2 // repetitions are looked for wherever r >= 4
} model_debug_t;
void model_set_debug(model_t *model, unsigned debug);

// What a visitor sees: a node just counted, or a static evaluation. Squares are the mover's.
typedef struct {
    const uint64_t *type; // 6 sets of men, both sides, by ZF_PIECE_*
    uint64_t own, other;
    uint64_t key; // of section 2; complete where depth >= 1
    int bound;
    int fast, slow, value; // evaluation: slow only where it was needed, value the stand pat
    uint16_t move;         // that entered the node
    uint8_t ply, depth;
    bool lazy; // counted as a lazy entry: the board is the parent's, before the move
    bool slow_needed;
} model_visit_t;
typedef void (*model_visit_fn)(void *context, const model_visit_t *visit);
// Either may be NULL.
void model_set_visitor(model_t *model, model_visit_fn node, model_visit_fn evaluation,
                       void *context);

// The evaluation of a job's position, term by term: what an EVAL job adds up.
enum { MODEL_TERMS = ZF_W_THREAT_KNIGHT - ZF_W_DOUBLED + 1 };
typedef struct {
    int mg, eg, phase;          // the fast part
    int fast;                   // tapered and clamped
    int counts[2][MODEL_TERMS]; // own, opponent; term i has weight ZF_W_DOUBLED + i
    int slow;                   // clamped
    int score;
} model_terms_t;
// False when the chip refuses the position.
bool model_eval_terms(model_t *model, const chip_job_t *job, model_terms_t *terms);

#endif
