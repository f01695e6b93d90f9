// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int cli_fail(const char *command, const char *format, ...) {
    va_list arguments;

    fflush(stdout);
    fprintf(stderr, "zaffre %s: ", command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return CLI_BAD;
}

bool cli_number(const char *text, int64_t low, int64_t high, int64_t *number) {
    char *end;

    if (*text == '\0' || strspn(text, "+-0123456789") != strlen(text))
        return false;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno || *end || value < low || value > high)
        return false;
    *number = value;
    return true;
}

static bool set_option(const char *command, const cli_option_t *option, const char *value) {
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->value = true;
        return true;
    case CLI_TEXT:
        *(const char **)option->value = value;
        return true;
    case CLI_NUMBER:
        if (cli_number(value, option->low, option->high, option->value))
            return true;
        cli_fail(command, "%s %s: not a whole number from %lld to %lld", option->name, value,
                 (long long)option->low, (long long)option->high);
        return false;
    }
    return false;
}

static const cli_option_t *find_option(const char *text, size_t length, const cli_option_t *options,
                                       size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(options[i].name) == length && memcmp(options[i].name, text, length) == 0)
            return &options[i];
    }
    return NULL;
}

// Reads the option at argv[*at], and its value from the next word where it has one.
static bool read_option(const char *command, int argc, char **argv, int *at,
                        const cli_option_t *option) {
    const char *equals = strchr(argv[*at], '=');

    if (option->kind == CLI_FLAG) {
        if (!equals)
            return set_option(command, option, NULL);
        cli_fail(command, "%s takes no value", option->name);
        return false;
    }
    if (equals)
        return set_option(command, option, equals + 1);
    if (*at + 1 == argc) {
        cli_fail(command, "%s needs a value", option->name);
        return false;
    }
    return set_option(command, option, argv[++*at]);
}

bool cli_parse(const char *command, int argc, char **argv, const cli_option_t *own,
               size_t own_count, cli_common_t *common, cli_words_t *words) {
    cli_common_t none;
    cli_common_t *target = common ? common : &none;
    const cli_option_t shared[] = {
        {"--device", CLI_TEXT, &target->device, 0, 0},
        {"--json", CLI_FLAG, &target->json, 0, 0},
        {"--threads", CLI_NUMBER, &target->threads, 1, 1},
        {"--hash", CLI_NUMBER, &target->hash, 1, 65536},
        {"--contexts", CLI_NUMBER, &target->contexts, 1, 1024},
        {"--seed", CLI_NUMBER, &target->seed, 1, INT64_MAX},
        {"--table", CLI_NUMBER, &target->table, 8, 24},
        {"--trace-file", CLI_TEXT, &target->trace, 0, 0},
        {"--weights", CLI_TEXT, &target->weights, 0, 0},
        {"--credits", CLI_TEXT, &target->credits, 0, 0},
        {"--null-move", CLI_TEXT, &target->null_move, 0, 0},
        {"--late", CLI_NUMBER, &target->late, 1, 2},
        {"--job-depth", CLI_NUMBER, &target->job_depth, 1, ZF_DEPTH_MAX},
    };
    bool only_words = false;

    words->count = 0;
    for (int i = 0; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && argv[i][0] == '-' && argv[i][1]) {
            size_t length = strcspn(argv[i], "=");
            const cli_option_t *option = find_option(argv[i], length, own, own_count);
            if (!option && common)
                option = find_option(argv[i], length, shared, sizeof shared / sizeof *shared);
            if (!option) {
                cli_fail(command, "there is no option %.*s; see zaffre help", (int)length, argv[i]);
                return false;
            }
            if (!read_option(command, argc, argv, &i, option))
                return false;
        } else if (words->count == CLI_WORDS_MAX) {
            cli_fail(command, "there are more than %d words", CLI_WORDS_MAX);
            return false;
        } else {
            words->words[words->count++] = argv[i];
        }
    }
    return true;
}

bool cli_search_options(const char *command, const cli_common_t *common,
                        search_options_t *options) {
    if (common->credits && !credit_parse(common->credits, &options->credits)) {
        cli_fail(command, "--credits %s: not all, none, or names of generators with commas",
                 common->credits);
        return false;
    }
    if (common->null_move && !search_set_null_move(options, common->null_move)) {
        cli_fail(command, "--null-move %s: not off, 1, 2, 3, adaptive, verified or below",
                 common->null_move);
        return false;
    }
    if (common->late)
        options->late = common->late == 1;
    if (common->job_depth)
        options->job_depth = (unsigned)common->job_depth;
    return true;
}

bool cli_search_setup(const char *command, const cli_common_t *common, int64_t depth, int64_t nodes,
                      int64_t milliseconds, search_options_t *options, search_limits_t *limits) {
    if (!cli_search_options(command, common, options))
        return false;
    if (common->hash)
        options->memory = (size_t)common->hash << 20;
    limits->depth = (int)depth;
    limits->nodes = (uint64_t)nodes;
    limits->clock.has_movetime = milliseconds != 0;
    limits->clock.movetime = milliseconds;
    return true;
}
