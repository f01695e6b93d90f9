// SPDX-License-Identifier: Apache-2.0
// The options of UCI: their names, kinds and ranges in one table, and their values.
//
// docs/uci.md says what each does. Names have no case. A value that does not fit is refused with a
// sentence that names the range, and the old one stays.
#ifndef ZF_UCI_SETTINGS_H
#define ZF_UCI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "search/search.h"

typedef enum setting {
    SETTING_HASH,
    SETTING_THREADS,
    SETTING_PONDER,
    SETTING_MULTIPV,
    SETTING_OVERHEAD,
    SETTING_CLEAR_HASH,
    SETTING_DEVICE,
    SETTING_NULL_MOVE,
    SETTING_CREDITS,
    SETTING_ANALYSE,
    SETTING_SHOW_WDL,
    SETTING_CHESS960,
    SETTING_SYZYGY_PATH,
    SETTING_SYZYGY_LIMIT,
    SETTING_SYZYGY_FIFTY,
    SETTING_OPPONENT,
    SETTING_ABOUT,
    SETTING_COUNT
} setting_t;

enum { SETTING_TEXT_CAPACITY = 1024 };

typedef struct settings {
    int64_t number[SETTING_COUNT]; // spins; checks as 0 and 1; combos as the choice's place
    char text[SETTING_COUNT][SETTING_TEXT_CAPACITY];
} settings_t;

// The defaults, with this device.
void settings_init(settings_t *settings, const char *device);
// "option name ..." for all of them.
void settings_print(const settings_t *settings, FILE *output);
// The setting of that name; SETTING_COUNT when there is none.
setting_t settings_find(const char *name, size_t length);
const char *settings_name(setting_t setting);
// Takes a value from text. False with one clause in `reason`, cut to the capacity.
bool settings_set(settings_t *settings, setting_t setting, const char *value, size_t length,
                  char *reason, size_t capacity);
// What the settings say to a search.
void settings_apply(const settings_t *settings, search_options_t *options);

#endif
