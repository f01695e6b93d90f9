// SPDX-License-Identifier: Apache-2.0
// zaffre, or zaffre uci: play by UCI on the standard streams.
#include <stdio.h>

#include "cli/cli.h"
#include "uci/uci.h"

int cli_uci(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;

    if (!cli_parse("uci", argc, argv, NULL, 0, &common, &words))
        return CLI_BAD;
    if (words.count)
        return cli_fail("uci", "%s: no word is wanted here", words.words[0]);
    if (uci_run(0, stdout, common.device ? common.device : "model") == 0)
        return CLI_DONE;
    return cli_fail("uci", "memory or threads are short");
}
