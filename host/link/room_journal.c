// SPDX-License-Identifier: Apache-2.0
#include "link/room_journal.h"

#include <stdlib.h>
#include <string.h>

// Keys that one job can find again; the largest job that a search sends makes some 25,000 stores.
enum { PLACES_LOG2 = 17, PLACES = 1 << PLACES_LOG2, FULL = PLACES / 2 };

bool room_journal_init(room_journal_t *journal) {
    memset(journal, 0, sizeof *journal);
    journal->places = malloc(PLACES * sizeof *journal->places);
    journal->stamps = calloc(PLACES, sizeof *journal->stamps);
    return journal->places && journal->stamps;
}

void room_journal_free(room_journal_t *journal) {
    free(journal->places);
    free(journal->stamps);
}

void room_journal_begin(room_journal_t *journal, model_table_t *table, room_stores_t *stores) {
    stores->count = 0;
    journal->table = table;
    journal->stores = stores;
    if (++journal->stamp == 0) {
        memset(journal->stamps, 0, PLACES * sizeof *journal->stamps);
        journal->stamp = 1;
    }
}

// The place of a key, or the empty one where it belongs.
static uint32_t find(const room_journal_t *journal, uint64_t key) {
    uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> (64 - PLACES_LOG2));

    while (journal->stamps[at] == journal->stamp &&
           journal->stores->list[journal->places[at]].key != key)
        at = (at + 1) % PLACES;
    return at;
}

bool room_journal_probe(void *context, uint64_t key, chip_entry_t *entry) {
    const room_journal_t *journal = context;
    uint32_t at = find(journal, key);

    if (journal->stamps[at] != journal->stamp)
        return model_table_probe(journal->table, key, entry);
    *entry = journal->stores->list[journal->places[at]].entry;
    return true;
}

void room_journal_store(void *context, uint64_t key, const chip_entry_t *entry) {
    room_journal_t *journal = context;
    room_stores_t *stores = journal->stores;

    if (stores->count == stores->capacity) {
        uint32_t capacity = stores->capacity ? 2 * stores->capacity : 64;
        room_store_t *list = realloc(stores->list, capacity * sizeof *list);
        if (!list)
            return;
        stores->list = list;
        stores->capacity = capacity;
    }
    stores->list[stores->count] = (room_store_t){.key = key, .entry = *entry};
    if (stores->count < FULL) {
        uint32_t at = find(journal, key);
        journal->stamps[at] = journal->stamp;
        journal->places[at] = stores->count;
    }
    stores->count++;
}

void room_stores_commit(room_stores_t *stores, model_table_t *table, uint32_t count) {
    for (uint32_t i = 0; i < count && i < stores->count; i++)
        model_table_store(table, stores->list[i].key, &stores->list[i].entry);
    stores->count = 0;
}

void room_stores_free(room_stores_t *stores) {
    free(stores->list);
    memset(stores, 0, sizeof *stores);
}
