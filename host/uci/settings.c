// SPDX-License-Identifier: Apache-2.0
#include "uci/settings.h"

#include <ctype.h>
#include <string.h>

#include "search/credit.h"

typedef enum kind { CHECK, SPIN, COMBO, STRING, BUTTON } kind_t;

typedef struct row {
    const char *name;
    kind_t kind;
    int64_t initial, low, high;
    const char *const *choices; // of a combo; NULL ends them
    const char *text;           // of a string, at first
} row_t;

static const char *const null_moves[] = {"off",      "1",        "2",     "3",
                                         "adaptive", "verified", "below", NULL};
enum { NULL_MOVE_VERIFIED = 5 };

// One part of Hash in so many is the transposition table, the rest the tree.
enum { HASH_SHARE = 4 };

static const row_t rows[SETTING_COUNT] = {
    [SETTING_HASH] = {"Hash", SPIN, 64, 1, 65536, NULL, NULL},
    [SETTING_THREADS] = {"Threads", SPIN, 1, 1, 1024, NULL, NULL},
    [SETTING_PONDER] = {"Ponder", CHECK, 0, 0, 1, NULL, NULL},
    [SETTING_MULTIPV] = {"MultiPV", SPIN, 1, 1, 256, NULL, NULL},
    [SETTING_OVERHEAD] = {"Move Overhead", SPIN, 30, 0, 5000, NULL, NULL},
    [SETTING_CLEAR_HASH] = {"Clear Hash", BUTTON, 0, 0, 0, NULL, NULL},
    [SETTING_DEVICE] = {"Device", STRING, 0, 0, 0, NULL, "model"},
    [SETTING_NULL_MOVE] = {"NullMove", COMBO, NULL_MOVE_VERIFIED, 0, 0, null_moves, NULL},
    [SETTING_CREDITS] = {"Credits", STRING, 0, 0, 0, NULL, "all"},
    [SETTING_ANALYSE] = {"UCI_AnalyseMode", CHECK, 0, 0, 1, NULL, NULL},
    [SETTING_SHOW_WDL] = {"UCI_ShowWDL", CHECK, 0, 0, 1, NULL, NULL},
    [SETTING_CHESS960] = {"UCI_Chess960", CHECK, 0, 0, 1, NULL, NULL},
    [SETTING_SYZYGY_PATH] = {"SyzygyPath", STRING, 0, 0, 0, NULL, ""},
    [SETTING_SYZYGY_LIMIT] = {"SyzygyProbeLimit", SPIN, TABLEBASE_MEN_MAX, 0, TABLEBASE_MEN_MAX,
                              NULL, NULL},
    [SETTING_SYZYGY_FIFTY] = {"Syzygy50MoveRule", CHECK, 1, 0, 1, NULL, NULL},
    [SETTING_OPPONENT] = {"UCI_Opponent", STRING, 0, 0, 0, NULL, ""},
    [SETTING_ABOUT] = {"UCI_EngineAbout", STRING, 0, 0, 0, NULL,
                       "Zaffre, a chess searcher on chips in Verilog"},
};

void settings_init(settings_t *settings, const char *device) {
    memset(settings, 0, sizeof *settings);
    for (unsigned i = 0; i < SETTING_COUNT; i++) {
        settings->number[i] = rows[i].initial;
        if (rows[i].text)
            snprintf(settings->text[i], SETTING_TEXT_CAPACITY, "%s", rows[i].text);
    }
    if (device)
        snprintf(settings->text[SETTING_DEVICE], SETTING_TEXT_CAPACITY, "%s", device);
}

void settings_print(const settings_t *settings, FILE *output) {
    for (unsigned i = 0; i < SETTING_COUNT; i++) {
        const row_t *row = &rows[i];
        const char *text = i == SETTING_DEVICE ? settings->text[i] : row->text;
        fprintf(output, "option name %s type ", row->name);
        switch (row->kind) {
        case CHECK:
            fprintf(output, "check default %s\n", row->initial ? "true" : "false");
            break;
        case SPIN:
            fprintf(output, "spin default %lld min %lld max %lld\n", (long long)row->initial,
                    (long long)row->low, (long long)row->high);
            break;
        case COMBO:
            fprintf(output, "combo default %s", row->choices[row->initial]);
            for (unsigned k = 0; row->choices[k]; k++)
                fprintf(output, " var %s", row->choices[k]);
            fputc('\n', output);
            break;
        case STRING:
            fprintf(output, "string default %s\n", *text ? text : "<empty>");
            break;
        case BUTTON:
            fputs("button\n", output);
            break;
        }
    }
}

static bool is_text(const char *a, size_t length, const char *b) {
    if (strlen(b) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    }
    return true;
}

setting_t settings_find(const char *name, size_t length) {
    unsigned i = 0;

    while (i < SETTING_COUNT && !is_text(name, length, rows[i].name))
        i++;
    return (setting_t)i;
}

const char *settings_name(setting_t setting) {
    return rows[setting].name;
}

// A whole number within the range, in plain digits.
static bool read_number(const char *text, size_t length, int64_t low, int64_t high,
                        int64_t *number) {
    bool negative = length > 0 && text[0] == '-';
    int64_t value = 0;
    size_t i = negative || (length > 0 && text[0] == '+');

    if (i == length)
        return false;
    for (; i < length; i++) {
        if (!isdigit((unsigned char)text[i]) || value > INT64_MAX / 10 - 1)
            return false;
        value = value * 10 + (text[i] - '0');
    }
    value = negative ? -value : value;
    *number = value;
    return value >= low && value <= high;
}

static void list_choices(const row_t *row, char *reason, size_t capacity) {
    size_t used = (size_t)snprintf(reason, capacity, "is none of");

    for (unsigned k = 0; row->choices[k] && used < capacity; k++)
        used += (size_t)snprintf(reason + used, capacity - used, " %s", row->choices[k]);
}

static bool set_check(settings_t *settings, setting_t setting, const char *value, size_t length,
                      char *reason, size_t capacity) {
    bool on = is_text(value, length, "true");

    if (!on && !is_text(value, length, "false")) {
        snprintf(reason, capacity, "is neither true nor false");
        return false;
    }
    settings->number[setting] = on;
    return true;
}

static bool set_text(settings_t *settings, setting_t setting, const char *value, size_t length,
                     char *reason, size_t capacity) {
    if (length >= SETTING_TEXT_CAPACITY) {
        snprintf(reason, capacity, "is longer than %d characters", SETTING_TEXT_CAPACITY - 1);
        return false;
    }
    if (is_text(value, length, "<empty>"))
        length = 0;
    char text[SETTING_TEXT_CAPACITY];
    unsigned sources;
    memcpy(text, value, length);
    text[length] = '\0';
    if (setting == SETTING_CREDITS && !credit_parse(text, &sources)) {
        snprintf(reason, capacity, "is not all, none, or names of generators with commas");
        return false;
    }
    memcpy(settings->text[setting], text, length + 1);
    return true;
}

bool settings_set(settings_t *settings, setting_t setting, const char *value, size_t length,
                  char *reason, size_t capacity) {
    const row_t *row = &rows[setting];
    int64_t number;

    switch (row->kind) {
    case BUTTON:
        return true;
    case CHECK:
        return set_check(settings, setting, value, length, reason, capacity);
    case STRING:
        return set_text(settings, setting, value, length, reason, capacity);
    case SPIN:
        if (read_number(value, length, row->low, row->high, &number)) {
            settings->number[setting] = number;
            return true;
        }
        snprintf(reason, capacity, "is not a whole number from %lld to %lld", (long long)row->low,
                 (long long)row->high);
        return false;
    case COMBO:
        for (unsigned k = 0; row->choices[k]; k++) {
            if (is_text(value, length, row->choices[k])) {
                settings->number[setting] = k;
                return true;
            }
        }
        list_choices(row, reason, capacity);
        return false;
    }
    return false;
}

void settings_apply(const settings_t *settings, search_options_t *options) {
    size_t megabytes = (size_t)settings->number[SETTING_HASH];

    options->hash_megabytes = megabytes > HASH_SHARE ? megabytes / HASH_SHARE : 1;
    megabytes -= megabytes > options->hash_megabytes ? options->hash_megabytes : 0;
    options->memory = megabytes << 20;
    // Both were read when they were set.
    search_set_null_move(options, null_moves[settings->number[SETTING_NULL_MOVE]]);
    credit_parse(settings->text[SETTING_CREDITS], &options->credits);
}
