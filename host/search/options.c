// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "search/search.h"

bool search_set_null_move(search_options_t *options, const char *name) {
    static const struct {
        const char *name;
        unsigned r;
        bool verified, above, adaptive;
    } rows[] = {
        {"off", 0, false, false, false},     {"1", 1, false, false, false},
        {"2", 2, false, false, false},       {"3", 3, false, false, false},
        {"adaptive", 3, false, false, true}, {"verified", 3, true, true, false},
        {"below", 3, true, false, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            options->null_r = rows[i].r;
            options->verified = rows[i].verified;
            options->verify_above = rows[i].above;
            options->adaptive = rows[i].adaptive;
            return true;
        }
    }
    return false;
}
