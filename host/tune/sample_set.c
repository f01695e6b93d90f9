// SPDX-License-Identifier: Apache-2.0
#include "tune/sample_set.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64 };

typedef struct {
    const char *text;
    size_t length;
} row_t;

typedef struct {
    // Config
    const row_t *rows;
    size_t first, end;
    const int16_t *weights;
    // State
    sample_t *samples; // of all rows
    uint8_t *states;   // sample_status_t of all rows
    sample_fault_t fault;
    bool failed;
} part_t;

static void *read_part(void *argument) {
    part_t *part = argument;
    model_t *model = model_new();

    if (!model) {
        part->failed = true;
        return NULL;
    }
    model_set_weights(model, part->weights);
    for (size_t i = part->first; i < part->end && !part->failed; i++) {
        fen_result_t fen = {0};
        sample_status_t status =
            sample_read(model, part->rows[i].text, part->rows[i].length, &part->samples[i], &fen);
        part->states[i] = (uint8_t)status;
        if (status > SAMPLE_LOUD) {
            part->fault = (sample_fault_t){i + 1, status, fen};
            part->failed = true;
        }
    }
    model_free(model);
    return NULL;
}

// The parts are consecutive, so the first failed one has the first fault.
static bool read_rows(part_t *whole, unsigned count, sample_fault_t *fault) {
    part_t parts[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    bool started[THREADS_MAX];
    bool well = true;

    for (unsigned i = 0; i < count; i++) {
        parts[i] = *whole;
        parts[i].first = whole->end * i / count;
        parts[i].end = whole->end * (i + 1) / count;
        started[i] = i && pthread_create(&threads[i], NULL, read_part, &parts[i]) == 0;
    }
    for (unsigned i = 0; i < count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            read_part(&parts[i]);
        if (well && parts[i].failed) {
            *fault = parts[i].fault;
            well = false;
        }
    }
    return well;
}

static row_t *split_rows(const char *text, size_t length, size_t *count) {
    size_t capacity = 1;

    *count = 0;
    for (size_t i = 0; i < length; i++)
        capacity += text[i] == '\n';
    row_t *rows = malloc(capacity * sizeof *rows);
    for (size_t at = 0; rows && at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        rows[(*count)++] = (row_t){text + at, size};
        at += size + 1;
    }
    return rows;
}

static bool grow(sample_t **samples, size_t count) {
    sample_t *grown = realloc(*samples, (count ? count : 1) * sizeof *grown);

    if (grown)
        *samples = grown;
    return grown != NULL;
}

static bool deal(sample_set_t *set, const part_t *whole) {
    if (!grow(&set->training, set->training_count + whole->end) ||
        !grow(&set->validation, set->validation_count + whole->end))
        return false;
    for (size_t i = 0; i < whole->end; i++) {
        bool apart = i * SET_RUNS / whole->end % 10 == 5;
        set->rows += whole->states[i] != SAMPLE_BLANK;
        set->loud += whole->states[i] == SAMPLE_LOUD;
        if (whole->states[i] != SAMPLE_OK)
            continue;
        if (apart)
            set->validation[set->validation_count++] = whole->samples[i];
        else
            set->training[set->training_count++] = whole->samples[i];
    }
    return true;
}

bool sample_set_add(sample_set_t *set, const char *text, size_t length,
                    const int16_t weights[ZF_WEIGHT_WORDS], unsigned threads,
                    sample_fault_t *fault) {
    part_t whole = {.weights = weights};

    memset(fault, 0, sizeof *fault);
    row_t *rows = split_rows(text, length, &whole.end);
    whole.rows = rows;
    whole.samples = malloc((whole.end + 1) * sizeof *whole.samples);
    whole.states = malloc(whole.end + 1);
    bool well = rows && whole.samples && whole.states &&
                read_rows(&whole, threads < THREADS_MAX ? threads : THREADS_MAX, fault) &&
                deal(set, &whole);
    free(rows);
    free(whole.samples);
    free(whole.states);
    return well;
}

void sample_set_free(sample_set_t *set) {
    free(set->training);
    free(set->validation);
    memset(set, 0, sizeof *set);
}

size_t sample_describe(const sample_fault_t *fault, char *text, size_t capacity) {
    const char *reason = "memory or threads are short";

    if (fault->status == SAMPLE_RESULT)
        reason = "the result is none of 1-0, 0-1, 1/2-1/2";
    else if (fault->status == SAMPLE_SCORE)
        reason = "ce is not a number";
    else if (fault->status == SAMPLE_FEN && fault->fen.error == FEN_ERROR_POSITION)
        reason = position_fault_text(fault->fen.fault);
    else if (fault->status == SAMPLE_FEN)
        reason = fault->fen.error ? fen_error_text(fault->fen.error) : "the row is malformed";
    int wanted = fault->line ? snprintf(text, capacity, "%s (line %zu)", reason, fault->line)
                             : snprintf(text, capacity, "%s", reason);
    return wanted < 0 ? 0 : (size_t)wanted;
}
