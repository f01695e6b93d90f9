// SPDX-License-Identifier: Apache-2.0
#include "link/room_plan.h"

#include <stdio.h>
#include <string.h>

// ---- The fields

enum { WHOLE_DIGITS = 6, FRACTION_DIGITS = 6 };

typedef struct {
    const char *name;
    unsigned low, high; // in the unit that the user writes
    unsigned scale;     // what one of them is in the plan; above 1 decimals are taken
    const char *unit;
} field_t;

enum { BOARDS, CHIPS, CONTEXTS, MHZ, LINK, HOST, BANDWIDTH, FIELDS };

static const field_t fields_known[FIELDS] = {
    [BOARDS] = {"boards", 1, 64, 1, ""},
    [CHIPS] = {"chips", 1, 64, 1, ""},
    [CONTEXTS] = {"contexts", 1, ROOM_CHIP_CONTEXTS, 1, ""},
    [MHZ] = {"mhz", 1, 1000, 1, " (MHz)"},
    [LINK] = {"link", 0, 1000, 1000000, " (milliseconds)"},
    [HOST] = {"host", 0, 1000, 1000, " (microseconds)"},
    [BANDWIDTH] = {"bandwidth", 1, 10000, 1, " (megabytes a second)"},
};

// A decimal number times `scale`; false when it is none or out of range.
static bool read_number(const char *text, size_t length, const field_t *field, uint64_t *value) {
    uint64_t scale = field->scale, sum = 0;
    size_t at = 0;

    for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        if (at == WHOLE_DIGITS)
            return false;
        sum = sum * 10 + (uint64_t)(text[at] - '0') * scale;
    }
    if (at == 0)
        return false;
    if (at < length && text[at] == '.' && scale > 1) {
        size_t first = ++at;
        for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
            if (at - first == FRACTION_DIGITS)
                return false;
            scale /= 10;
            sum += (uint64_t)(text[at] - '0') * scale;
        }
        if (at == first)
            return false;
    }
    *value = sum;
    return at == length && sum >= (uint64_t)field->low * field->scale &&
           sum <= (uint64_t)field->high * field->scale;
}

// One "name=value"; its index, or FIELDS with the sentence in `text`.
static int read_field(const char *word, size_t length, uint64_t *value, char *text,
                      size_t capacity) {
    const char *equals = memchr(word, '=', length);
    size_t name = equals ? (size_t)(equals - word) : length;

    for (int i = 0; i < FIELDS; i++) {
        const field_t *field = &fields_known[i];
        if (strlen(field->name) != name || memcmp(field->name, word, name) != 0)
            continue;
        if (equals && read_number(equals + 1, length - name - 1, field, value))
            return i;
        snprintf(text, capacity, "%s is not %s from %u to %u%s", field->name,
                 field->scale > 1 ? "a number" : "a whole number", field->low, field->high,
                 field->unit);
        return FIELDS;
    }
    snprintf(text, capacity,
             "%.*s is no field: boards, chips, contexts, mhz, link, host and bandwidth are",
             name > 24 ? 24 : (int)name, word);
    return FIELDS;
}

bool room_plan_read(const char *fields, room_plan_t *plan, char *text, size_t capacity) {
    uint64_t values[FIELDS] = {1, 1, ROOM_CHIP_CONTEXTS, 65, 100000, 1000, 40};
    unsigned given = 0;

    while (*fields) {
        size_t length = strcspn(fields, ",");
        uint64_t value = 0;
        int field = read_field(fields, length, &value, text, capacity);
        if (field == FIELDS)
            return false;
        if (given >> field & 1) {
            snprintf(text, capacity, "%s is given twice", fields_known[field].name);
            return false;
        }
        given |= 1u << field;
        values[field] = value;
        fields += length;
        // A comma promises another field.
        if (*fields == ',' && *++fields == '\0') {
            snprintf(text, capacity, "a field is missing behind the last comma");
            return false;
        }
    }
    *plan = (room_plan_t){.boards = (unsigned)values[BOARDS],
                          .chips = (unsigned)values[CHIPS],
                          .contexts = (unsigned)values[CONTEXTS],
                          .mhz = (unsigned)values[MHZ],
                          .bandwidth = (unsigned)values[BANDWIDTH],
                          .link = values[LINK],
                          .host = values[HOST]};
    if (room_plan_contexts(plan) <= ROOM_CONTEXTS_MAX)
        return true;
    snprintf(text, capacity, "boards x chips x contexts is %u: not from 1 to %d",
             room_plan_contexts(plan), ROOM_CONTEXTS_MAX);
    return false;
}

// ---- Clocks. tests/test_room.c holds them against the Verilated chip.

// A trip of a context; the loader's clocks for a pair of men (two LOAD trips and what lies
// between), for a job's head, and for a key of the history (three words, and one for all flags);
// from the last LOAD to the result, without the trips; and a probe's wait beside its own trip, with
// a table that answers after 20 to 60 clocks.
enum { TRIP = 15, PAIR = 35, HEAD = 11, KEY = 3, FLAGS = 1, TAIL = 70, WAIT = 43 };

uint64_t room_load_clocks(const chip_job_t *job) {
    unsigned pairs = job->own_count > job->other_count ? job->own_count : job->other_count;
    unsigned keys = job->history_count;

    return HEAD + PAIR * pairs + KEY * keys + (keys ? FLAGS : 0);
}

uint64_t room_run_clocks(uint64_t passes, uint64_t probes, unsigned working) {
    uint64_t alone = TRIP * passes + WAIT * probes;
    // The ring starts one trip a clock: with more contexts than a trip has stages each comes round
    // later, unless some wait for the table meanwhile.
    uint64_t crowded = working > TRIP ? working * passes : 0;

    return (alone > crowded ? alone : crowded) + TAIL;
}

// ---- Frames

// Delimiter and COBS overhead, header with its check, and the payload's check.
enum { FRAMING = 16, WORD = 4 };

unsigned room_job_bytes(const chip_job_t *job) {
    unsigned pairs = job->own_count > job->other_count ? job->own_count : job->other_count;
    unsigned history = job->history_count ? 1 + 2u * job->history_count : 0;

    return FRAMING + WORD * (6 + pairs + history);
}

unsigned room_result_bytes(const chip_result_t *result) {
    return FRAMING + WORD * (5u + result->move_count);
}
