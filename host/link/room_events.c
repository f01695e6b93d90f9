// SPDX-License-Identifier: Apache-2.0
#include "link/room_events.h"

#include <stdlib.h>

static bool is_before(const room_event_t *a, const room_event_t *b) {
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

bool room_events_push(room_events_t *events, uint64_t time, room_event_kind_t kind, uint32_t job,
                      uint32_t serial) {
    if (events->count == events->capacity) {
        size_t capacity = events->capacity ? 2 * events->capacity : 256;
        room_event_t *heap = realloc(events->heap, capacity * sizeof *heap);
        if (!heap)
            return false;
        events->heap = heap;
        events->capacity = capacity;
    }
    room_event_t event = {
        .time = time, .order = events->order++, .job = job, .serial = serial, .kind = kind};
    size_t at = events->count++;
    for (; at && is_before(&event, &events->heap[(at - 1) / 2]); at = (at - 1) / 2)
        events->heap[at] = events->heap[(at - 1) / 2];
    events->heap[at] = event;
    return true;
}

bool room_events_pop(room_events_t *events, room_event_t *event) {
    if (!events->count)
        return false;
    *event = events->heap[0];
    room_event_t last = events->heap[--events->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < events->count && is_before(&events->heap[child + 1], &events->heap[child]))
            child++;
        if (child >= events->count || !is_before(&events->heap[child], &last))
            break;
        events->heap[at] = events->heap[child];
        at = child;
    }
    events->heap[at] = last;
    return true;
}

void room_events_free(room_events_t *events) {
    free(events->heap);
}
