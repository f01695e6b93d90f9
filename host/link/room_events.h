// SPDX-License-Identifier: Apache-2.0
// What is going to happen in a machine room, in the order of its clock; what happens at the same
// time happens in the order in which it was put in, so that a run can be repeated.
#ifndef ZF_LINK_ROOM_EVENTS_H
#define ZF_LINK_ROOM_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum room_event_kind {
    ROOM_ARRIVED, // a job's frame is at its board
    ROOM_ABORT,   // so is the frame that gives it up
    ROOM_LOADED,  // its men are on a context's board
    ROOM_ENDED,   // its context is through
    ROOM_RESULT,  // the result's frame is at the host
} room_event_kind_t;

typedef struct room_event {
    uint64_t time; // clocks
    uint64_t order;
    uint32_t job;    // its place in the room
    uint32_t serial; // of the job that stood there when the event was put in
    room_event_kind_t kind;
} room_event_t;

// A binary heap.
typedef struct room_events {
    room_event_t *heap;
    size_t count, capacity;
    uint64_t order;
} room_events_t;

// False when memory is short; then nothing was put in.
bool room_events_push(room_events_t *events, uint64_t time, room_event_kind_t kind, uint32_t job,
                      uint32_t serial);
// Takes the next event; false when there is none.
bool room_events_pop(room_events_t *events, room_event_t *event);
void room_events_free(room_events_t *events);

#endif
