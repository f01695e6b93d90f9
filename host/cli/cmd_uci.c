// SPDX-License-Identifier: Apache-2.0
// zaffre, or zaffre uci: play by UCI on the standard streams.
#include <stdio.h>

#include "cli/cli.h"
#include "uci/uci.h"

static void bench(int depth) {
    char text[12];
    char *words[] = {text, NULL};

    snprintf(text, sizeof text, "%d", depth);
    cli_bench(depth > 0, words);
}

int cli_uci(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;

    if (!cli_parse("uci", argc, argv, NULL, 0, &common, &words))
        return CLI_BAD;
    if (words.count)
        return cli_fail("uci", "%s: no word is wanted here", words.words[0]);
    const uci_config_t config = {.input = 0,
                                 .output = stdout,
                                 .device = common.device ? common.device : "model",
                                 .bench = bench};
    if (uci_run(&config) == 0)
        return CLI_DONE;
    return cli_fail("uci", "memory or threads are short");
}
