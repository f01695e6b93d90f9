// SPDX-License-Identifier: Apache-2.0
// zaffre help, and `zaffre COMMAND --help`: one table of what every command is given.
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

typedef struct {
    const char *name;
    const char *words;   // that follow the name
    const char *what;    // one line
    const char *options; // of its own; NULL none
    bool common;         // takes the common options too
} usage_t;

static const usage_t usages[] = {
    {"uci", "", "play by UCI; so does zaffre alone", NULL, true},
    {"bench", "[DEPTH]", "a fixed set of positions; ends with `N nodes M nps`", NULL, true},
    {"search", "FEN|startpos", "best move, score and line of one position",
     "  --depth N                 the last iteration\n"
     "  --nodes N                 about so many nodes\n"
     "  --time MS                 so long (default 5000, where there is no other limit)\n"
     "  --job-limit NODES         after which the chip gives a job up\n"
     "  --null R                  null-move reduction, 0 to 3; 0: no null move\n"
     "  --verified 0|1            whether null moves are verified\n"
     "  --explain                 what credit each move of the line earned and bought\n"
     "  --trace FILE              the whole search, a line of JSON for each event\n",
     true},
    {"perft", "DEPTH [FEN]", "legal moves counted; --device host (default), model or sim",
     "  --divide                  for each root move\n", true},
    {"epd", "FILE...", "test suites with bm, am, dm, D1...: solved of total",
     "  --depth N, --nodes N, --time MS\n"
     "                            for each row (default 1000 ms)\n"
     "  --perft-nodes N           the largest D1... that is counted (default 5000000); a row\n"
     "                            of larger ones alone is skipped, and not solved\n"
     "  --strict                  status 1 when a row is not solved\n",
     true},
    {"pgn", "FILE", "games annotated with scores, poor moves, better lines",
     "  --depth N, --nodes N, --time MS\n"
     "                            for each position (default 200000 nodes); --movetime too\n"
     "  --out FILE                instead of the standard output\n"
     "  --svg FILE                the score over the moves as a drawing\n",
     true},
    {"tune", "FILE...", "evaluation weights tuned on positions with results",
     "  --weights FILE --out FILE from these weights to those\n"
     "  --part all|squares|terms, --steps N, --anchor N, --score-share PERCENT, --threads N\n",
     true},
    {"paper", "vnm FILE", "a suite by standard and verified null moves: docs/results/vnm.md",
     "  --depth N                 1 to 40 (default 8)\n"
     "  --variants LIST           of std1, std2, std3, vrfd3, none (default all but none)\n"
     "  --sample N                the first of each N rows\n"
     "  --pawn-endings            rows too where a side has no more than king and pawns\n"
     "  --max-nodes N             after which a search is given up\n"
     "  --threads N               positions side by side\n"
     "  --table N                 2^N entries, 8 to 28 (default 22, the paper's)\n"
     "  --rows                    each position's results too\n"
     "  --json                    one JSON value instead of text\n",
     false},
    {"job", "search|eval|moves|perft FEN", "one chip job, as the chip sees it",
     "  --depth N, --beta N, --limit NODES, --null R, --table-min N, --age N, --id N\n"
     "  --verified, --verify, --after-null, --evasion, --delta, --lazy, --table 0|1\n"
     "  --clock N, --returned N, --own-vacated HEX, --other-vacated HEX\n"
     "  --history KEYS, --rights KQkq, --ep FILE\n"
     "                            fields of the job: docs/chip.md, host/check/job_text.h\n"
     "  Instead of kind and FEN, one word may hold a whole line as `lockstep --file` reads it.\n",
     true},
    {"lockstep", "", "the chip's Verilog against its C model",
     "  --jobs N                  random jobs (default 1000)\n"
     "  --file FILE               the jobs listed there instead: host/check/job_text.h\n"
     "  --job N                   only this one of them, from 0\n"
     "  --stall none|in|out|both|varied\n"
     "                            which sides of the handshakes stall (default varied)\n"
     "  --data FOLDER             where random jobs take positions from (default tests/data)\n"
     "  --bug N                   with a planted fault of the Verilog: rtl/lib/zf_bug.v\n",
     true},
    {"rates", "", "hardware and software node rates",
     "  --every N                 only every N-th position (default 1)\n"
     "  --size FILE               figures of `make size` (default build/size.json)\n",
     true},
    {"scaling", "FILE", "speed-up of many chips, in virtual time: docs/room.md",
     "  --rooms 1x1,6x4           boards x chips of each; the first is what the others are held "
     "to\n"
     "  --depth N                 of every row (default: the row's acd)\n"
     "  --mhz F, --link MS, --host US\n"
     "                            of the rooms (default 65, 0.02, 1)\n",
     true},
    {"demo", "", "a search on the simulated chip, explained", NULL, true},
    {"devices", "", "what can answer jobs in this build", NULL, true},
    {"version", "", "version, and hashes of definitions and chip parameters", NULL, false},
    {"help", "[COMMAND]", "this text, or a command's", NULL, false},
};

static const char common[] =
    "  --device sim|model        what answers the jobs\n"
    "  --json                    one JSON value instead of text\n"
    "  --hash MB                 memory of the search\n"
    "  --threads 1               only one so far\n"
    "  --contexts N              jobs at once\n"
    "  --table N                 2^N entries in the device's table, 8 to 24\n"
    "  --seed N                  of everything random\n"
    "  --trace-file FILE         waves of the simulated chip (VCD)\n"
    "  --credits LIST            generators of credit: all, none, or names with commas\n"
    "  --null-move KIND          off, 1, 2, 3, adaptive, verified or below (docs/search.md)\n"
    "  --late N                  late moves less deep first: 1 on, 2 off\n"
    "  --job-depth N             plies left to a job of the chip, 1 to 15\n"
    "  --weights FILE            evaluation weights, in the format of defs/eval.def\n"
    "  --help                    this command's text\n";

static const usage_t *find(const char *name) {
    for (size_t i = 0; i < sizeof usages / sizeof *usages; i++) {
        if (strcmp(usages[i].name, name) == 0)
            return &usages[i];
    }
    return NULL;
}

static void print_all(void) {
    puts("zaffre: a chess searcher on chips in Verilog\n");
    for (size_t i = 0; i < sizeof usages / sizeof *usages; i++) {
        char left[64];
        snprintf(left, sizeof left, "zaffre %s %s", usages[i].name, usages[i].words);
        printf("  %-38s %s\n", left, usages[i].what);
    }
    printf("\nOptions of most commands (a command's own: zaffre help COMMAND)\n%s"
           "\nStatus: 0 done, 1 a difference or an unsolved check, 2 bad usage or input.\n",
           common);
}

bool cli_usage(const char *name) {
    const usage_t *usage = find(name);

    if (!usage)
        return false;
    printf("zaffre %s%s%s%s: %s\n", usage->name, *usage->words ? " " : "", usage->words,
           usage->options || usage->common ? " [options]" : "", usage->what);
    if (usage->options)
        printf("\n%s", usage->options);
    if (usage->common)
        printf("\nOptions of most commands\n%s", common);
    return true;
}

int cli_help(int argc, char **argv) {
    cli_words_t words;

    if (!cli_parse("help", argc, argv, NULL, 0, NULL, &words))
        return CLI_BAD;
    if (words.count > 1)
        return cli_fail("help", "%s: only one command is wanted here", words.words[1]);
    if (words.count == 0)
        print_all();
    else if (!cli_usage(words.words[0]))
        return cli_fail("help", "there is no command %s", words.words[0]);
    return CLI_DONE;
}
