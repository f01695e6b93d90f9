// SPDX-License-Identifier: Apache-2.0
// zaffre help, version, devices.
#include <stdio.h>

#include "cli/cli.h"
#include "zf_build.h"
#include "zf_defs.h"

static const char version[] = "0.1";

int cli_version(int argc, char **argv) {
    cli_words_t words;

    if (!cli_parse("version", argc, argv, NULL, 0, NULL, &words))
        return CLI_BAD;
    printf("zaffre %s, definitions %016llx, chip parameters %s\n", version,
           (unsigned long long)ZF_DEFS_HASH, ZF_PARAMETERS_HASH);
    return CLI_DONE;
}

static const char help[] =
    "zaffre: a chess searcher on chips in Verilog\n"
    "\n"
    "  zaffre                             play by UCI on standard input and output\n"
    "  zaffre bench [DEPTH]               a fixed set of positions; ends with `N nodes M nps`\n"
    "  zaffre search FEN|startpos [--depth N | --nodes N | --time MS] [--null R] [--verified 0|1]\n"
    "                             [--job-depth N] [--job-limit NODES]\n"
    "  zaffre perft DEPTH [FEN] [--divide] [--device host|model|sim]\n"
    "  zaffre epd FILE... [--time MS | --nodes N | --depth N] [--strict]\n"
    "  zaffre job search|eval|moves|perft FEN [--depth N] [--beta N] [--null R] ...\n"
    "  zaffre lockstep [--jobs N] [--seed S] [--file F]\n"
    "                                     the chip's Verilog against its C model\n"
    "  zaffre rates                       hardware and software node rates\n"
    "  zaffre demo                        a search on the simulated chip, explained\n"
    "  zaffre devices | version | help\n"
    "\n"
    "Options of most commands: --device sim|model, --json, --hash MB, --threads 1, --contexts N,\n"
    "--table N (2^N entries), --seed N, --trace-file FILE (waves of the simulated chip).\n"
    "Status: 0 done, 1 a difference or an unsolved check, 2 bad usage or input.\n";

int cli_help(int argc, char **argv) {
    cli_words_t words;

    if (!cli_parse("help", argc, argv, NULL, 0, NULL, &words))
        return CLI_BAD;
    fputs(help, stdout);
    return CLI_DONE;
}

int cli_devices(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;

    if (!cli_parse("devices", argc, argv, NULL, 0, &common, &words))
        return CLI_BAD;
    if (words.count)
        return cli_fail("devices", "%s: no word is wanted here", words.words[0]);
    if (common.json)
        putchar('[');
    for (size_t i = 0; device_list(i); i++) {
        const device_ops_t *ops = device_list(i);
        if (common.json)
            printf("%s{\"name\": \"%s\", \"description\": \"%s\"}", i ? ", " : "", ops->name,
                   ops->description);
        else
            printf("%-6s %s\n", ops->name, ops->description);
    }
    if (common.json)
        puts("]");
#ifndef ZF_HAVE_SIM
    if (!common.json)
        fprintf(stderr, "zaffre devices: this program was built without the simulated chip\n");
#endif
    return CLI_DONE;
}
