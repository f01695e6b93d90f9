// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "check/lockstep.h"
#include "cli/cli.h"

typedef struct {
    const char *name;
    int (*run)(int argc, char **argv);
} command_t;

static const command_t commands[] = {
    {"uci", cli_uci},
    {"bench", cli_bench},
    {"search", cli_search},
    {"perft", cli_perft},
    {"epd", cli_epd},
    {"job", cli_job},
    {"lockstep", lockstep_main},
    {"rates", cli_rates},
    {"demo", cli_demo},
    {"devices", cli_devices},
    {"help", cli_help},
    {"version", cli_version},
    {"--help", cli_help},
    {"-h", cli_help},
    {"--version", cli_version},
};

// Whether --help or -h stands among the words, which then all mean nothing else.
static bool asks_usage(int count, char **words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    }
    return false;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return cli_uci(0, argv);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        bool usage = asks_usage(argc - 2, argv + 2) && cli_usage(argv[1]);
        int status = usage ? CLI_DONE : commands[i].run(argc - 2, argv + 2);
        // A full disk or a closed pipe must not look like success.
        if (fflush(stdout) != 0 && status == CLI_DONE)
            return cli_fail(argv[1], "the output could not be written");
        return status;
    }
    fprintf(stderr, "zaffre: there is no command %s; see zaffre help\n", argv[1]);
    return CLI_BAD;
}
