// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE // madvise
#include "search/hash.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "search/score.h"

// An entry's data:
//
//   63 .. 48 | 47 .. 46 | 45 .. 40 | 39..37 | 36..34 | 33..31 | 30 | 29 .. 16 | 15 .. 0
//   depth    | bound    | age      | my     | his    | credit | -  | move     | score
enum {
    MOVE_AT = 16,
    CREDIT_AT = 31,
    HIS_AT = 34,
    MY_AT = 37,
    AGE_AT = 40,
    BOUND_AT = 46,
    DEPTH_AT = 48,
    MOVE_MASK = 0x3fff
};

// A search ago counts like so many plies less.
enum { AGE_PLIES = 4 };
enum { CLEAR_THREADS = 64, HUGE_PAGE = 2 << 20, SAMPLE = 250 };

static uint64_t pack(const hash_entry_t *entry, uint8_t age) {
    return (uint16_t)entry->score | (uint64_t)(entry->move & MOVE_MASK) << MOVE_AT |
           (uint64_t)(entry->credit & HASH_CREDIT_MAX) << CREDIT_AT |
           (uint64_t)(entry->his & HASH_CREDIT_MAX) << HIS_AT |
           (uint64_t)(entry->my & HASH_CREDIT_MAX) << MY_AT | (uint64_t)age << AGE_AT |
           (uint64_t)(entry->bound & 3) << BOUND_AT | (uint64_t)entry->depth << DEPTH_AT;
}

static unsigned age_of(uint64_t data) {
    return data >> AGE_AT & (HASH_AGES - 1);
}

// Searches since the entry was written.
static unsigned years(const hash_t *hash, uint64_t data) {
    return (hash->age - age_of(data)) & (HASH_AGES - 1);
}

static hash_entry_t unpack(const hash_t *hash, uint64_t data) {
    return (hash_entry_t){
        .score = (int16_t)(uint16_t)data,
        .move = (uint16_t)(data >> MOVE_AT & MOVE_MASK),
        .bound = (uint8_t)(data >> BOUND_AT & 3),
        .depth = (uint8_t)(data >> DEPTH_AT),
        .my = data >> MY_AT & HASH_CREDIT_MAX,
        .his = data >> HIS_AT & HASH_CREDIT_MAX,
        .credit = data >> CREDIT_AT & HASH_CREDIT_MAX,
        .age = (uint8_t)years(hash, data),
    };
}

bool hash_init(hash_t *hash, size_t megabytes) {
    size_t bytes = megabytes << 20;

    memset(hash, 0, sizeof *hash);
    if (megabytes == 0 || bytes >> 20 != megabytes)
        return false;
    hash->slots = aligned_alloc(HUGE_PAGE, (bytes + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1));
    if (!hash->slots)
        return false;
    // Random access to a large table misses the page table's cache; huge pages help where the
    // system has any. Advice only: a refusal changes nothing.
    madvise(hash->slots, bytes, MADV_HUGEPAGE);
    hash->buckets = bytes / (HASH_WAYS * sizeof *hash->slots);
    hash_clear(hash, 1);
    return true;
}

void hash_free(hash_t *hash) {
    free(hash->slots);
    hash->slots = NULL;
}

typedef struct {
    hash_slot_t *from;
    size_t bytes;
} share_t;

static void *clear_share(void *argument) {
    const share_t *share = argument;

    memset(share->from, 0, share->bytes);
    return NULL;
}

void hash_clear(hash_t *hash, unsigned threads) {
    pthread_t workers[CLEAR_THREADS];
    share_t shares[CLEAR_THREADS];
    bool running[CLEAR_THREADS] = {false};

    threads = threads == 0 ? 1 : threads > CLEAR_THREADS ? CLEAR_THREADS : threads;
    for (unsigned i = 0; i < threads; i++) {
        uint64_t first = hash->buckets * i / threads, end = hash->buckets * (i + 1) / threads;
        shares[i] = (share_t){hash->slots + first * HASH_WAYS,
                              (size_t)(end - first) * HASH_WAYS * sizeof *hash->slots};
        // The last share, and any that finds no thread, is done here.
        running[i] =
            i + 1 < threads && pthread_create(&workers[i], NULL, clear_share, &shares[i]) == 0;
        if (!running[i])
            clear_share(&shares[i]);
    }
    for (unsigned i = 0; i < threads; i++) {
        if (running[i])
            pthread_join(workers[i], NULL);
    }
    hash->age = 0;
    atomic_store_explicit(&hash->evictions, 0, memory_order_relaxed);
}

void hash_new_search(hash_t *hash) {
    hash->age = (uint8_t)((hash->age + 1) & (HASH_AGES - 1));
}

static hash_slot_t *bucket_of(const hash_t *hash, uint64_t key) {
    return hash->slots + (uint64_t)((unsigned __int128)key * hash->buckets >> 64) * HASH_WAYS;
}

static bool read_slot(const hash_slot_t *slot, uint64_t key, uint64_t *data) {
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);

    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    return (check ^ *data) == key && (*data >> BOUND_AT & 3) != HASH_NONE;
}

bool hash_probe(const hash_t *hash, uint64_t key, int ply, hash_entry_t *entry) {
    const hash_slot_t *bucket = bucket_of(hash, key);

    for (unsigned i = 0; i < HASH_WAYS; i++) {
        uint64_t data;
        if (!read_slot(&bucket[i], key, &data))
            continue;
        *entry = unpack(hash, data);
        entry->score = (int16_t)score_to_root(entry->score, ply);
        return true;
    }
    return false;
}

// What an entry is worth keeping: greater stays. Empty ones are worth nothing.
static int worth(const hash_t *hash, uint64_t data) {
    if ((data >> BOUND_AT & 3) == HASH_NONE)
        return INT32_MIN;
    return (int)(data >> DEPTH_AT) - (int)years(hash, data) * AGE_PLIES;
}

bool hash_store(hash_t *hash, uint64_t key, int ply, const hash_entry_t *entry) {
    hash_slot_t *bucket = bucket_of(hash, key), *victim = NULL;
    hash_entry_t kept = *entry;
    int least = INT32_MAX;
    bool evicts = true;

    for (unsigned i = 0; i < HASH_WAYS; i++) {
        uint64_t data;
        if (read_slot(&bucket[i], key, &data)) {
            hash_entry_t old = unpack(hash, data);
            bool less = !hash_covers(entry, old.depth, old.my, old.his);
            if (less && old.age == 0 && old.depth >= entry->depth)
                return false;
            // The envelope: a move once forced stays so while its entry lives.
            if (kept.move == 0)
                kept.move = old.move;
            if (kept.move == old.move && old.age == 0 && old.credit > kept.credit)
                kept.credit = old.credit;
            victim = &bucket[i];
            evicts = false;
            break;
        }
        int value = worth(hash, data);
        if (value < least) {
            least = value;
            victim = &bucket[i];
        }
    }
    if (evicts && least != INT32_MIN)
        atomic_fetch_add_explicit(&hash->evictions, 1, memory_order_relaxed);
    kept.score = (int16_t)score_from_root(entry->score, ply);
    uint64_t data = pack(&kept, hash->age);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    return true;
}

unsigned hash_full(const hash_t *hash) {
    unsigned used = 0, looked = 0;

    for (uint64_t i = 0; i < SAMPLE && i < hash->buckets; i++) {
        for (unsigned k = 0; k < HASH_WAYS; k++, looked++) {
            uint64_t data =
                atomic_load_explicit(&hash->slots[i * HASH_WAYS + k].data, memory_order_relaxed);
            used += (data >> BOUND_AT & 3) != HASH_NONE && years(hash, data) == 0;
        }
    }
    return looked ? used * 1000 / looked : 0;
}
