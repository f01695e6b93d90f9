// SPDX-License-Identifier: Apache-2.0
// zaffre version, devices.
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
            printf("%s{\"name\": \"%s\", \"description\": \"%s\", \"fields\": \"%s\"}",
                   i ? ", " : "", ops->name, ops->description, ops->fields ? ops->fields : "");
        else
            printf("%-6s %s\n", ops->name, ops->description);
        if (!common.json && ops->fields)
            printf("       %s:%s: a room of boards in virtual time\n", ops->name, ops->fields);
    }
    if (common.json)
        puts("]");
#ifndef ZF_HAVE_SIM
    if (!common.json)
        fprintf(stderr, "zaffre devices: this program was built without the simulated chip\n");
#endif
    return CLI_DONE;
}
