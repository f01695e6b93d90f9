// SPDX-License-Identifier: Apache-2.0
#include "uci/lines.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "search/clock.h"
#include "uci/words.h"

typedef struct line {
    struct line *next;
    char *text;
    int64_t arrived;
} line_t;

struct lines {
    // Config
    int input;
    // State
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    line_t *first, *last;
    bool ended;
    bool quit; // the line has come
    pthread_t thread;
};

typedef struct buffer {
    char *text;
    size_t length, capacity;
} buffer_t;

static bool append(buffer_t *buffer, const char *text, size_t length) {
    if (buffer->length + length + 1 > buffer->capacity) {
        size_t capacity = 2 * (buffer->length + length + 1);
        char *grown = realloc(buffer->text, capacity);
        if (!grown)
            return false;
        buffer->text = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
    return true;
}

// Hands the buffer's text over as a line and leaves the buffer empty.
static bool hand_over(lines_t *lines, buffer_t *buffer) {
    line_t *line = malloc(sizeof *line);
    words_t words;

    if (!line)
        return false;
    *line = (line_t){.text = buffer->text, .arrived = clock_now()};
    *buffer = (buffer_t){0};
    words_begin(&words, line->text);
    words_next(&words);
    pthread_mutex_lock(&lines->lock);
    lines->quit |= words_is(&words, "quit", true);
    if (lines->last)
        lines->last->next = line;
    else
        lines->first = line;
    lines->last = line;
    pthread_cond_signal(&lines->arrived);
    pthread_mutex_unlock(&lines->lock);
    return true;
}

static void *read_all(void *context) {
    lines_t *lines = context;
    buffer_t buffer = {0};
    char chunk[1 << 14];

    for (;;) {
        ssize_t got = read(lines->input, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        const char *at = chunk, *end = chunk + got;
        bool well = true;
        while (at < end && well) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            size_t length = (size_t)((newline ? newline : end) - at);
            well = append(&buffer, at, length) && (!newline || hand_over(lines, &buffer));
            at += length + (newline != NULL);
        }
        if (!well)
            break;
    }
    if (buffer.length)
        hand_over(lines, &buffer); // a last line without its end
    free(buffer.text);
    pthread_mutex_lock(&lines->lock);
    lines->ended = true;
    pthread_cond_signal(&lines->arrived);
    pthread_mutex_unlock(&lines->lock);
    return NULL;
}

lines_t *lines_start(int input) {
    lines_t *lines = calloc(1, sizeof *lines);

    if (!lines)
        return NULL;
    lines->input = input;
    pthread_mutex_init(&lines->lock, NULL);
    pthread_cond_init(&lines->arrived, NULL);
    if (pthread_create(&lines->thread, NULL, read_all, lines) != 0) {
        free(lines);
        return NULL;
    }
    return lines;
}

void lines_stop(lines_t *lines) {
    pthread_mutex_lock(&lines->lock);
    bool ended = lines->ended;
    pthread_mutex_unlock(&lines->lock);
    if (!ended)
        return; // the thread may wait in read() for ever: it goes with the program
    pthread_join(lines->thread, NULL);
    while (lines->first)
        free(lines_take(lines, NULL));
    pthread_cond_destroy(&lines->arrived);
    pthread_mutex_destroy(&lines->lock);
    free(lines);
}

char *lines_take(lines_t *lines, int64_t *arrived) {
    char *text = NULL;

    pthread_mutex_lock(&lines->lock);
    while (!lines->first && !lines->ended)
        pthread_cond_wait(&lines->arrived, &lines->lock);
    line_t *line = lines->first;
    if (line) {
        text = line->text;
        if (arrived)
            *arrived = line->arrived;
        lines->first = line->next;
        if (!lines->first)
            lines->last = NULL;
        free(line);
    }
    pthread_mutex_unlock(&lines->lock);
    return text;
}

const char *lines_peek(lines_t *lines) {
    pthread_mutex_lock(&lines->lock);
    const char *text = lines->first ? lines->first->text : NULL;
    pthread_mutex_unlock(&lines->lock);
    return text;
}

bool lines_hold_stop(lines_t *lines) {
    bool stop = false, go = false;

    pthread_mutex_lock(&lines->lock);
    for (const line_t *line = lines->first; line && !stop && !go; line = line->next) {
        words_t words;
        words_begin(&words, line->text);
        words_next(&words);
        stop = words_is(&words, "stop", true);
        go = words_is(&words, "go", true);
    }
    pthread_mutex_unlock(&lines->lock);
    return stop;
}

bool lines_ending(lines_t *lines) {
    pthread_mutex_lock(&lines->lock);
    bool ending = lines->ended || lines->quit;
    pthread_mutex_unlock(&lines->lock);
    return ending;
}
