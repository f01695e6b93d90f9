// SPDX-License-Identifier: Apache-2.0
// The transposition table of the software's plies.
//
// An entry says what a search of a position found: a bound of its score, the depth and the credits
// that were in force (docs/search.md), the best move and what that move had earned. Moves are
// packed in the mover's own squares (chip_move_pack), so the colour-flipped position shares the
// entry as it shares the key. A move from the table is 14 bits that must be checked for legality.
//
// Any number of threads may probe and store at once without locks: an entry is two words, the first
// is the key xor the second, so half of one entry beside half of another is no entry (R. Hyatt,
// T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal
// 25(1), 2002). hash_init, hash_free, hash_clear and hash_new_search have the table to themselves.
#ifndef ZF_SEARCH_HASH_H
#define ZF_SEARCH_HASH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Most that the fields of an entry hold.
enum { HASH_DEPTH_MAX = 127, HASH_CREDIT_MAX = 7, HASH_AGES = 64, HASH_WAYS = 4 };

typedef enum hash_bound { HASH_NONE, HASH_LOWER, HASH_UPPER, HASH_EXACT } hash_bound_t;

typedef struct hash_entry {
    int16_t score;   // seen by the mover; mates counted from the root that the ply is given for
    uint16_t move;   // packed, 0: none
    uint8_t bound;   // hash_bound_t; never HASH_NONE
    uint8_t depth;   // plies
    uint8_t my, his; // quarter plies
    uint8_t credit;  // of the move, quarter plies
    uint8_t age;     // hash_probe: searches ago, hash_store: not looked at
} hash_entry_t;

typedef struct hash_slot {
    _Atomic uint64_t check, data;
} hash_slot_t;

typedef struct hash {
    // Config
    hash_slot_t *slots; // buckets * HASH_WAYS, a bucket to a cache line
    uint64_t buckets;
    // State
    uint8_t age;
    _Atomic uint64_t evictions; // entries that gave way to another position's
} hash_t;

// Room for `megabytes` (1 or more), cleared; false when memory is short.
bool hash_init(hash_t *hash, size_t megabytes);
void hash_free(hash_t *hash);
// Forgets everything, with so many threads side by side (0 counts as 1).
void hash_clear(hash_t *hash, unsigned threads);
// A new search of the game: what is in the table gets older.
void hash_new_search(hash_t *hash);

// Fetches the key's bucket ahead of a probe.
static inline void hash_prefetch(const hash_t *hash, uint64_t key) {
    uint64_t bucket = (uint64_t)((unsigned __int128)key * hash->buckets >> 64);

    __builtin_prefetch(hash->slots + bucket * HASH_WAYS);
}
// True with the entry of the key; its mates are counted from a root `ply` plies above.
bool hash_probe(const hash_t *hash, uint64_t key, int ply, hash_entry_t *entry);
// Keeps the entry, in place of the least deep of the oldest in its bucket. An entry of this search
// for the same key that rests on more (hash_covers) stays, and false is returned.
bool hash_store(hash_t *hash, uint64_t key, int ply, const hash_entry_t *entry);
// Whether an entry rests on at least that depth and those credits: then its bound stands for them.
static inline bool hash_covers(const hash_entry_t *entry, int depth, int my, int his) {
    return entry->depth >= depth && entry->my >= my && entry->his >= his;
}
// How full the table is with entries of this search, in thousandths, by a sample.
unsigned hash_full(const hash_t *hash);

#endif
