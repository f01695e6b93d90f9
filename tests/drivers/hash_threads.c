// SPDX-License-Identifier: Apache-2.0
// Threads that store into and probe one table at once: built with -fsanitize=thread by
// tests/check_hash_threads.sh. Every field of an entry follows from its key, so an entry mixed of
// two shows. With PLAIN_KEYS the table keeps keys as they are: then it must show.
#include <pthread.h>
#include <stdio.h>

#include "search/hash.h"

enum { THREADS = 4, ROUNDS = 200000, KEYS = 64 };

typedef struct {
    hash_t *hash;
    uint64_t random;
    unsigned found, wrong;
} worker_t;

static uint64_t next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

// Keys of one bucket, so that all fight for four slots.
static hash_entry_t entry_of(uint64_t key, uint64_t version) {
    uint64_t mix = (key + 1) * 0x9e3779b97f4a7c15 + version * 0xd1342543de82ef95;

    return (hash_entry_t){.score = (int16_t)(mix % 20000),
                          .move = (uint16_t)(mix >> 20 & 0x3fff),
                          .bound = HASH_LOWER,
                          .depth = (uint8_t)version,
                          .my = mix >> 40 & 7,
                          .his = mix >> 43 & 7,
                          .credit = 0};
}

static void *work(void *argument) {
    worker_t *worker = argument;

    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t draw = next(&worker->random), key = draw % KEYS;
        hash_entry_t entry = entry_of(key, draw >> 32 & 63), back;
        if (draw >> 60 & 1) {
            hash_store(worker->hash, key, 0, &entry);
        } else if (hash_probe(worker->hash, key, 0, &back)) {
            hash_entry_t expected = entry_of(key, back.depth);
            worker->found++;
            worker->wrong += back.score != expected.score || back.move != expected.move ||
                             back.my != expected.my || back.his != expected.his;
        }
    }
    return NULL;
}

int main(void) {
    static hash_t hash;
    pthread_t threads[THREADS];
    worker_t workers[THREADS];
    unsigned found = 0, wrong = 0;

    if (!hash_init(&hash, 1))
        return 2;
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker_t){.hash = &hash, .random = 0x1234567 + i};
        if (pthread_create(&threads[i], NULL, work, &workers[i]))
            return 2;
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        found += workers[i].found;
        wrong += workers[i].wrong;
    }
    hash_free(&hash);
    printf("%u found, %u wrong\n", found, wrong);
    return found < 1000 || wrong;
}
