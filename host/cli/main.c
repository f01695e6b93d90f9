// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check/lockstep.h"
#include "cli/cli.h"

typedef struct {
    const char *name;
    int (*run)(int argc, char **argv);
} command_t;

// One a line, however many there are.
// clang-format off
static const command_t commands[] = {
    {"uci", cli_uci},
    {"bench", cli_bench},
    {"search", cli_search},
    {"perft", cli_perft},
    {"epd", cli_epd},
    {"paper", cli_paper},
    {"job", cli_job},
    {"lockstep", lockstep_main},
    {"pgn", cli_pgn},
    {"tune", cli_tune},
    {"rates", cli_rates},
    {"scaling", cli_scaling},
    {"demo", cli_demo},
    {"devices", cli_devices},
    {"help", cli_help},
    {"version", cli_version},
    {"--help", cli_help},
    {"-h", cli_help},
    {"--version", cli_version},
};
// clang-format on

// Whether --help or -h stands among the words, which then all mean nothing else.
static bool asks_usage(int count, char **words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    }
    return false;
}

// A stream that was closed would be the next file that is opened: its place is held by a file that
// fails as it should, so that no text goes into a file of waves.
static void hold_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

static int run(const char *name, int argc, char **argv) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        bool usage = asks_usage(argc, argv) && cli_usage(name);
        int status = usage ? CLI_DONE : commands[i].run(argc, argv);
        // A full disk or a closed pipe must not look like success.
        bool lost = fflush(stdout) != 0 || ferror(stdout);
        return lost && status == CLI_DONE ? cli_fail(name, "the output could not be written")
                                          : status;
    }
    fprintf(stderr, "zaffre: there is no command %s; see zaffre help\n", *name ? name : "\"\"");
    return CLI_BAD;
}

int main(int argc, char **argv) {
    hold_streams();
    if (argc < 2)
        return run("uci", 0, argv);
    return run(argv[1], argc - 2, argv + 2);
}
