// SPDX-License-Identifier: Apache-2.0
// The transposition table of the paper's engine: 2^22 entries and 64 MB in the paper, so 16 bytes
// an entry. The paper says no more; buckets of four entries (a cache line) and replacement of the
// lowest draft are ours. One search at a time; a new search sees nothing of the last one.
#ifndef ZF_PAPER_VNM_HASH_H
#define ZF_PAPER_VNM_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/types.h"

typedef enum vnm_bound {
    VNM_BOUND_NONE,
    VNM_BOUND_UPPER,
    VNM_BOUND_LOWER,
    VNM_BOUND_EXACT
} vnm_bound_t;

typedef struct vnm_entry {
    uint64_t key;
    int16_t score; // mates counted from this position
    move_t move;   // a hint only: MOVE_NONE, or a move that was legal where the key was made
    uint8_t draft;
    uint8_t bound;      // vnm_bound_t
    uint8_t verify;     // the node was entered with the paper's flag set
    uint8_t generation; // of the search; 0 for an empty entry
} vnm_entry_t;

typedef struct vnm_hash {
    // Config
    size_t mask; // buckets - 1
    // State
    vnm_entry_t *entries;
    uint8_t generation;
} vnm_hash_t;

enum { VNM_BUCKET = 4 };

// 2^log2 entries, log2 at least 2; false when memory is short.
bool vnm_hash_init(vnm_hash_t *hash, unsigned log2);
void vnm_hash_free(vnm_hash_t *hash);
// Forgets everything.
void vnm_hash_clear(vnm_hash_t *hash);
// The entry of the key, or NULL.
const vnm_entry_t *vnm_hash_probe(const vnm_hash_t *hash, uint64_t key);
// Keeps the entry; its generation is filled in here.
void vnm_hash_store(vnm_hash_t *hash, vnm_entry_t entry);

static inline vnm_entry_t *vnm_hash_bucket(const vnm_hash_t *hash, uint64_t key) {
    return hash->entries + (key & hash->mask) * VNM_BUCKET;
}

#endif
