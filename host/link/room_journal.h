// SPDX-License-Identifier: Apache-2.0
// What a running job stores in the table of its board. The model runs a job at one moment of
// virtual time, the chip over thousands of clocks beside others: so its stores are kept back until
// it ends, seen by itself alone, and others come to see them then.
#ifndef ZF_LINK_ROOM_JOURNAL_H
#define ZF_LINK_ROOM_JOURNAL_H

#include "model/model.h"

typedef struct room_store {
    uint64_t key;
    chip_entry_t entry;
} room_store_t;

// The stores of one job, in order. All zero is empty; the memory is kept for the next job.
typedef struct room_stores {
    room_store_t *list;
    uint32_t count, capacity;
} room_stores_t;

// Of the job that the model runs now: finds its own stores by their key.
typedef struct room_journal {
    // State
    model_table_t *table;
    room_stores_t *stores;
    uint32_t *places; // a hash of the keys: index in the list, behind the stamp of the job
    uint32_t *stamps;
    uint32_t stamp;
} room_journal_t;

bool room_journal_init(room_journal_t *journal);
void room_journal_free(room_journal_t *journal);
// The next job's stores go to `stores`, which is emptied; what it does not find there it looks up
// in the table.
void room_journal_begin(room_journal_t *journal, model_table_t *table, room_stores_t *stores);
// For model_set_table, with the journal as context. A store for which memory is short is dropped.
bool room_journal_probe(void *journal, uint64_t key, chip_entry_t *entry);
void room_journal_store(void *journal, uint64_t key, const chip_entry_t *entry);
// Brings the first `count` stores into the table and empties the list.
void room_stores_commit(room_stores_t *stores, model_table_t *table, uint32_t count);
void room_stores_free(room_stores_t *stores);

#endif
