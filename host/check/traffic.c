// SPDX-License-Identifier: Apache-2.0
#include "check/traffic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned get(uint64_t word, unsigned lsb, unsigned bits) {
    return (unsigned)(word >> lsb & ((1ull << bits) - 1));
}

bool traffic_open(traffic_t *traffic, unsigned bits) {
    memset(traffic, 0, sizeof *traffic);
    return traffic_clear(traffic, bits);
}

void traffic_close(traffic_t *traffic) {
    free(traffic->table);
    for (int context = 0; context < TRAFFIC_CONTEXTS; context++)
        free(traffic->streams[context].requests);
    memset(traffic, 0, sizeof *traffic);
}

bool traffic_clear(traffic_t *traffic, unsigned bits) {
    if (bits != traffic->bits) {
        free(traffic->table);
        traffic->table = malloc(sizeof *traffic->table << bits);
        traffic->bits = traffic->table ? bits : 0;
    }
    if (!traffic->table)
        return false;
    memset(traffic->table, 0, sizeof *traffic->table << bits);
    return true;
}

static void fault(traffic_t *traffic, const chip_sim_event_t *event, const char *text) {
    if (traffic->fault[0] == '\0')
        snprintf(traffic->fault, sizeof traffic->fault,
                 "clock %" PRIu64 ", context %u, sequence %u: %s", event->clock, event->context,
                 event->sequence, text);
}

static traffic_entry_t *entry_of(traffic_t *traffic, uint64_t key) {
    return &traffic->table[key & ((1ull << traffic->bits) - 1)];
}

static void store(traffic_t *traffic, uint64_t key, uint64_t data) {
    traffic_entry_t *entry = entry_of(traffic, key);
    bool same_tag = entry->key >> 16 == key >> 16;
    bool deeper = get(entry->entry, ZF_ENTRY_DRAFT_LSB, ZF_ENTRY_DRAFT_BITS) >
                  get(data, ZF_ENTRY_DRAFT_LSB, ZF_ENTRY_DRAFT_BITS);
    bool same_age = get(entry->entry, ZF_ENTRY_AGE_LSB, ZF_ENTRY_AGE_BITS) ==
                    get(data, ZF_ENTRY_AGE_LSB, ZF_ENTRY_AGE_BITS);
    bool empty = get(entry->entry, ZF_ENTRY_BOUND_LSB, ZF_ENTRY_BOUND_BITS) == ZF_BOUND_NONE;

    if (same_age && !same_tag && deeper) {
        traffic->kept++;
        return;
    }
    traffic->evictions += !same_tag && !empty;
    entry->key = key;
    entry->entry = data;
}

static traffic_request_t *at(const traffic_stream_t *stream, size_t index) {
    return &stream->requests[(stream->first + index) & (stream->capacity - 1)];
}

static traffic_request_t *append(traffic_t *traffic, const chip_sim_event_t *event) {
    traffic_stream_t *stream = &traffic->streams[event->context];

    if (stream->count == stream->capacity) {
        size_t capacity = stream->capacity ? 2 * stream->capacity : 256;
        traffic_request_t *grown = malloc(capacity * sizeof *grown);
        if (!grown) {
            fault(traffic, event, "no memory left to record it");
            return NULL;
        }
        for (size_t i = 0; i < stream->count; i++)
            grown[i] = *at(stream, i);
        free(stream->requests);
        stream->requests = grown;
        stream->capacity = capacity;
        stream->first = 0;
    }
    traffic_request_t *request = at(stream, stream->count++);
    memset(request, 0, sizeof *request);
    request->key = event->key;
    request->sequence = event->sequence;
    return request;
}

static void take_probe(traffic_t *traffic, const chip_sim_event_t *event) {
    traffic_request_t *request = append(traffic, event);
    const traffic_entry_t *entry = entry_of(traffic, event->key);

    traffic->probes++;
    if (!request)
        return;
    request->expected_hit =
        entry->key >> 16 == event->key >> 16 &&
        get(entry->entry, ZF_ENTRY_BOUND_LSB, ZF_ENTRY_BOUND_BITS) != ZF_BOUND_NONE;
    request->expected_entry = entry->entry;
}

static void take_store(traffic_t *traffic, const chip_sim_event_t *event) {
    traffic_request_t *request = append(traffic, event);

    traffic->stores++;
    store(traffic, event->key, event->entry);
    if (!request)
        return;
    request->store = true;
    request->answered = true;
    request->entry = event->entry;
}

// The oldest probe of the context that has no answer must be the one that is meant: a context's
// requests are answered in order.
static void take_answer(traffic_t *traffic, const chip_sim_event_t *event) {
    traffic_stream_t *stream = &traffic->streams[event->context];
    traffic_request_t *request = NULL;

    while (stream->waiting < stream->count && at(stream, stream->waiting)->answered)
        stream->waiting++;
    if (stream->waiting < stream->count)
        request = at(stream, stream->waiting);
    if (!request || request->sequence != event->sequence) {
        fault(traffic, event, "an answer that no probe asked for");
        return;
    }
    request->answered = true;
    if (event->kind == CHIP_SIM_LOST) {
        traffic->lost++;
        return; // to the chip a miss
    }
    request->hit = event->hit;
    request->entry = event->entry;
    traffic->hits += event->hit;
    if (event->hit != request->expected_hit)
        fault(traffic, event,
              event->hit ? "the table answered a hit, should miss"
                         : "the table answered a miss, should hit");
    else if (event->hit && event->entry != request->expected_entry)
        fault(traffic, event, "the table answered with a wrong entry");
}

void traffic_observe(void *user, const chip_sim_event_t *event) {
    traffic_t *traffic = user;

    if (event->context >= TRAFFIC_CONTEXTS)
        return;
    switch (event->kind) {
    case CHIP_SIM_PROBE:
        take_probe(traffic, event);
        break;
    case CHIP_SIM_STORE:
        take_store(traffic, event);
        break;
    case CHIP_SIM_ANSWER:
    case CHIP_SIM_LOST:
        take_answer(traffic, event);
        break;
    case CHIP_SIM_LATE:
        traffic->late++;
        break;
    }
}

const traffic_request_t *traffic_peek(const traffic_t *traffic, unsigned context, size_t index) {
    const traffic_stream_t *stream = &traffic->streams[context];

    return index < stream->count ? at(stream, index) : NULL;
}

void traffic_drop(traffic_t *traffic, unsigned context, size_t count) {
    traffic_stream_t *stream = &traffic->streams[context];

    stream->first += count;
    stream->count -= count;
    stream->waiting -= stream->waiting < count ? stream->waiting : count;
}
