// SPDX-License-Identifier: Apache-2.0
// The model's own transposition table: section 9.
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

typedef struct {
    uint64_t tag;
    chip_entry_t data;
} slot_t;

struct model_table {
    // Config
    uint64_t mask;
    // State
    uint64_t evictions, refusals;
    slot_t slots[];
};

model_table_t *model_table_new(unsigned log2) {
    if (log2 < 1 || log2 > 24)
        return NULL;
    size_t count = (size_t)1 << log2;
    model_table_t *table = calloc(1, sizeof *table + count * sizeof(slot_t));

    if (table)
        table->mask = count - 1;
    return table;
}

void model_table_free(model_table_t *table) {
    free(table);
}

void model_table_clear(model_table_t *table) {
    memset(table->slots, 0, (table->mask + 1) * sizeof(slot_t));
    table->evictions = table->refusals = 0;
}

uint64_t model_table_evictions(const model_table_t *table) {
    return table->evictions;
}

uint64_t model_table_refusals(const model_table_t *table) {
    return table->refusals;
}

bool model_table_probe(void *context, uint64_t key, chip_entry_t *entry) {
    model_table_t *table = context;
    const slot_t *slot = &table->slots[key & table->mask];

    if (slot->data.bound == ZF_BOUND_NONE || slot->tag != key >> 16)
        return false;
    *entry = slot->data;
    return true;
}

void model_table_store(void *context, uint64_t key, const chip_entry_t *entry) {
    model_table_t *table = context;
    slot_t *slot = &table->slots[key & table->mask];
    bool other = slot->data.bound != ZF_BOUND_NONE && slot->tag != key >> 16;

    if (other && slot->data.age == entry->age && slot->data.draft > entry->draft) {
        table->refusals++;
        return;
    }
    table->evictions += other;
    slot->tag = key >> 16;
    slot->data = *entry;
}

#define PUT(field, value) (((uint64_t)(value) << ZF_ENTRY_##field##_LSB) & ZF_ENTRY_##field##_MASK)
#define GET(field, data) (((data)&ZF_ENTRY_##field##_MASK) >> ZF_ENTRY_##field##_LSB)

uint64_t chip_entry_pack(const chip_entry_t *entry) {
    return PUT(SCORE, (uint16_t)entry->score) | PUT(MOVE, entry->move) | PUT(DRAFT, entry->draft) |
           PUT(BOUND, entry->bound) | PUT(AGE, entry->age);
}

chip_entry_t chip_entry_unpack(uint64_t data) {
    return (chip_entry_t){.score = (int16_t)GET(SCORE, data),
                          .move = (uint16_t)GET(MOVE, data),
                          .draft = (uint8_t)GET(DRAFT, data),
                          .bound = (uint8_t)GET(BOUND, data),
                          .age = (uint8_t)GET(AGE, data)};
}
