// SPDX-License-Identifier: Apache-2.0
#include "paper/vnm_hash.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(vnm_entry_t) == 16, "the paper's table has 16 bytes an entry");

bool vnm_hash_init(vnm_hash_t *hash, unsigned log2) {
    size_t count = (size_t)1 << log2;

    hash->mask = count / VNM_BUCKET - 1;
    hash->generation = 1;
    hash->entries = aligned_alloc(64, count * sizeof(vnm_entry_t));
    if (hash->entries)
        memset(hash->entries, 0, count * sizeof(vnm_entry_t));
    return hash->entries != NULL;
}

void vnm_hash_free(vnm_hash_t *hash) {
    free(hash->entries);
    hash->entries = NULL;
}

// Entries of other generations count as empty, which saves writing 64 MB for each position.
void vnm_hash_clear(vnm_hash_t *hash) {
    if (++hash->generation == 0) {
        memset(hash->entries, 0, (hash->mask + 1) * VNM_BUCKET * sizeof(vnm_entry_t));
        hash->generation = 1;
    }
}

const vnm_entry_t *vnm_hash_probe(const vnm_hash_t *hash, uint64_t key) {
    const vnm_entry_t *bucket = vnm_hash_bucket(hash, key);

    for (int i = 0; i < VNM_BUCKET; i++) {
        if (bucket[i].key == key && bucket[i].generation == hash->generation)
            return &bucket[i];
    }
    return NULL;
}

void vnm_hash_store(vnm_hash_t *hash, vnm_entry_t entry) {
    vnm_entry_t *bucket = vnm_hash_bucket(hash, entry.key);
    vnm_entry_t *victim = NULL;
    int lowest = 256;

    // A move that is known already outlives a store without one.
    for (int i = 0; i < VNM_BUCKET; i++) {
        int worth = bucket[i].generation == hash->generation ? bucket[i].draft : -1;
        if (worth >= 0 && bucket[i].key == entry.key) {
            victim = &bucket[i];
            entry.move = entry.move == MOVE_NONE ? victim->move : entry.move;
            break;
        }
        if (worth < lowest) {
            lowest = worth;
            victim = &bucket[i];
        }
    }
    entry.generation = hash->generation;
    *victim = entry;
}
