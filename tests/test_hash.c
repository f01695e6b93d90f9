// SPDX-License-Identifier: Apache-2.0
// The software's transposition table: what it gives back, what it keeps, and torn entries.
#include <criterion/criterion.h>

#include "chess_support.h"
#include "search/hash.h"
#include "search/score.h"

static hash_t new_hash(void) {
    hash_t hash;

    cr_assert(hash_init(&hash, 1));
    return hash;
}

static hash_entry_t entry_of(int depth, int score, hash_bound_t bound) {
    return (hash_entry_t){.score = (int16_t)score,
                          .move = 0x1234,
                          .bound = (uint8_t)bound,
                          .depth = (uint8_t)depth,
                          .my = 3,
                          .his = 5,
                          .credit = 4};
}

// Every field comes back, at its ends too.
Test(hash, fields) {
    static const hash_entry_t rows[] = {
        {.score = 0, .bound = HASH_EXACT},
        {.score = -1, .move = 0x3fff, .bound = HASH_LOWER, .depth = HASH_DEPTH_MAX, .my = 7},
        {.score = 28999, .move = 1, .bound = HASH_UPPER, .depth = 1, .his = 7, .credit = 7},
        {.score = -28999, .move = 0x2000, .bound = HASH_EXACT, .depth = 64, .my = 1, .his = 2},
    };
    hash_t hash = new_hash();

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        hash_entry_t back;
        uint64_t key = 0x9e3779b97f4a7c15 * (i + 1);
        cr_assert_not(hash_probe(&hash, key, 0, &back), "row %u: before it was stored", i);
        cr_assert(hash_store(&hash, key, 0, &rows[i]));
        cr_assert(hash_probe(&hash, key, 0, &back), "row %u", i);
        cr_assert(back.score == rows[i].score && back.move == rows[i].move &&
                      back.bound == rows[i].bound && back.depth == rows[i].depth &&
                      back.my == rows[i].my && back.his == rows[i].his &&
                      back.credit == rows[i].credit && back.age == 0,
                  "row %u", i);
    }
    hash_free(&hash);
}

// A mate is stored as seen from its node: found again at another ply it is as far from there.
Test(hash, mates) {
    hash_t hash = new_hash();
    hash_entry_t entry = entry_of(5, SCORE_MATE - 9, HASH_LOWER), back;

    hash_store(&hash, 77, 4, &entry); // mate in 5 plies from the node
    cr_assert(hash_probe(&hash, 77, 4, &back));
    cr_assert_eq(back.score, SCORE_MATE - 9);
    cr_assert(hash_probe(&hash, 77, 10, &back));
    cr_assert_eq(back.score, SCORE_MATE - 15);
    entry = entry_of(5, 9 - SCORE_MATE, HASH_UPPER);
    hash_store(&hash, 78, 4, &entry);
    cr_assert(hash_probe(&hash, 78, 2, &back));
    cr_assert_eq(back.score, 7 - SCORE_MATE);
    hash_free(&hash);
}

// A cutoff needs the depth and both credits.
Test(hash, covers) {
    hash_entry_t entry = entry_of(5, 0, HASH_LOWER); // my 3, his 5

    cr_assert(hash_covers(&entry, 5, 3, 5));
    cr_assert(hash_covers(&entry, 4, 0, 0));
    cr_assert_not(hash_covers(&entry, 6, 0, 0));
    cr_assert_not(hash_covers(&entry, 5, 4, 0));
    cr_assert_not(hash_covers(&entry, 1, 0, 6));
}

// Halves of two writes are no entry: every way to mix two, in every slot of the bucket.
Test(hash, torn_writes) {
    hash_t hash = new_hash();
    uint64_t random = 4711;

    for (unsigned run = 0; run < 2000; run++) {
        hash_entry_t entry = entry_of((int)(support_random(&random) % 100), 10, HASH_LOWER), back;
        uint64_t key = support_random(&random), other = support_random(&random);
        hash_clear(&hash, 1);
        hash_store(&hash, key, 0, &entry);
        hash_slot_t *slot = hash.slots;
        while (atomic_load(&slot->data) == 0)
            slot++;
        uint64_t check = atomic_load(&slot->check), data = atomic_load(&slot->data);
        // Another entry's data came, its check did not; then the other way round.
        atomic_store(&slot->data, data ^ 1ull << run % 64);
        cr_assert_not(hash_probe(&hash, key, 0, &back), "run %u: data of another write", run);
        atomic_store(&slot->data, data);
        atomic_store(&slot->check, other ^ (data + 1));
        cr_assert_not(hash_probe(&hash, key, 0, &back), "run %u: check of another write", run);
        cr_assert_not(hash_probe(&hash, other, 0, &back), "run %u: half of the other", run);
        atomic_store(&slot->check, check);
        cr_assert(hash_probe(&hash, key, 0, &back), "run %u: whole again", run);
    }
    hash_free(&hash);
}

// Keys of one bucket: as many as wanted.
static uint64_t same_bucket(unsigned i) {
    return 0x4000000000000000 + i;
}

// The least deep gives way, older ones first; what was evicted is counted.
Test(hash, replacement) {
    hash_t hash = new_hash();
    hash_entry_t entry, back;

    for (unsigned i = 0; i < HASH_WAYS; i++) {
        entry = entry_of(10 + (int)i, 0, HASH_LOWER);
        hash_store(&hash, same_bucket(i), 0, &entry);
    }
    cr_assert_eq(atomic_load(&hash.evictions), 0);
    entry = entry_of(2, 0, HASH_LOWER);
    hash_store(&hash, same_bucket(9), 0, &entry);
    cr_assert_eq(atomic_load(&hash.evictions), 1);
    cr_assert_not(hash_probe(&hash, same_bucket(0), 0, &back), "the least deep stayed");
    for (unsigned i = 1; i < HASH_WAYS; i++)
        cr_assert(hash_probe(&hash, same_bucket(i), 0, &back), "entry %u", i);
    // Four searches on, even a shallow new entry is worth more than the deep old ones.
    for (unsigned i = 0; i < 4; i++)
        hash_new_search(&hash);
    for (unsigned i = 0; i < HASH_WAYS; i++)
        hash_store(&hash, same_bucket(20 + i), 0, &entry);
    for (unsigned i = 0; i < HASH_WAYS; i++)
        cr_assert(hash_probe(&hash, same_bucket(20 + i), 0, &back), "new entry %u", i);
    hash_free(&hash);
}

// What rests on less never takes the place of what rests on more in the same search, and the
// credit of a move never falls.
Test(hash, envelope) {
    hash_t hash = new_hash();
    hash_entry_t deep = entry_of(9, 20, HASH_LOWER), less = deep, back;

    cr_assert(hash_store(&hash, 5, 0, &deep));
    less.depth = 8;
    cr_assert_not(hash_store(&hash, 5, 0, &less), "less deep");
    less = deep;
    less.my = 2;
    cr_assert_not(hash_store(&hash, 5, 0, &less), "less credit");
    less = deep;
    less.depth = 10;
    less.my = less.his = 0; // cashed
    less.credit = 1;
    cr_assert(hash_store(&hash, 5, 0, &less));
    cr_assert(hash_probe(&hash, 5, 0, &back));
    cr_assert(back.depth == 10 && back.my == 0);
    cr_assert_eq(back.credit, 4, "the move's credit fell");
    // An upper bound knows no move: the one before stays for the order.
    less.depth = 11;
    less.move = 0;
    less.bound = HASH_UPPER;
    hash_store(&hash, 5, 0, &less);
    hash_probe(&hash, 5, 0, &back);
    cr_assert_eq(back.move, 0x1234);
    cr_assert_eq(back.bound, HASH_UPPER);
    // In the next search anything new is better.
    hash_new_search(&hash);
    hash_probe(&hash, 5, 0, &back);
    cr_assert_eq(back.age, 1);
    less = entry_of(1, 0, HASH_EXACT);
    cr_assert(hash_store(&hash, 5, 0, &less));
    hash_free(&hash);
}

Test(hash, full_and_clear) {
    hash_t hash;
    hash_entry_t entry = entry_of(3, 0, HASH_UPPER), back;
    uint64_t random = 99;

    cr_assert_not(hash_init(&hash, 0));
    cr_assert(hash_init(&hash, 3));
    cr_assert_eq(hash.buckets, (3u << 20) / 64);
    cr_assert_eq(hash_full(&hash), 0);
    for (unsigned i = 0; i < hash.buckets * HASH_WAYS / 2; i++)
        hash_store(&hash, support_random(&random), 0, &entry);
    unsigned full = hash_full(&hash);
    cr_assert(full > 420 && full < 540, "%u of 1000", full);
    hash_new_search(&hash);
    cr_assert_eq(hash_full(&hash), 0, "entries of older searches count as room");
    for (unsigned threads = 0; threads <= 65; threads += 5) {
        for (uint64_t i = 0; i < hash.buckets * HASH_WAYS; i++)
            atomic_store_explicit(&hash.slots[i].data, ~0ull, memory_order_relaxed);
        hash_clear(&hash, threads);
        for (uint64_t i = 0; i < hash.buckets * HASH_WAYS; i++)
            cr_assert_eq(atomic_load_explicit(&hash.slots[i].data, memory_order_relaxed), 0,
                         "%u threads: slot %lu", threads, (unsigned long)i);
    }
    cr_assert_not(hash_probe(&hash, 0, 0, &back), "an empty table knows the key 0");
    hash_free(&hash);
}
