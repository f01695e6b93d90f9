// SPDX-License-Identifier: Apache-2.0
// The commands of the program `zaffre`, and what they share: options, devices, output.
//
// A command takes the words after its name and returns the program's exit status: 0 done, 1 a
// difference or an unsolved check, 2 bad usage or input. What was wrong is one sentence on the
// standard error output; results go to the standard output. Commands never call exit().
#ifndef ZF_CLI_CLI_H
#define ZF_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/game.h"
#include "link/device.h"
#include "search/search.h"

enum { CLI_DONE = 0, CLI_DIFFERENT = 1, CLI_BAD = 2 };

int cli_bench(int argc, char **argv);
int cli_demo(int argc, char **argv);
int cli_devices(int argc, char **argv);
int cli_epd(int argc, char **argv);
int cli_help(int argc, char **argv);
int cli_job(int argc, char **argv);
int cli_paper(int argc, char **argv);
int cli_perft(int argc, char **argv);
int cli_pgn(int argc, char **argv);
int cli_rates(int argc, char **argv);
int cli_scaling(int argc, char **argv);
int cli_search(int argc, char **argv);
int cli_tune(int argc, char **argv);
int cli_uci(int argc, char **argv);
int cli_version(int argc, char **argv);

// Prints what `zaffre COMMAND` is given; false when there is no text of that name.
bool cli_usage(const char *name);

// ---- Options

typedef enum cli_kind {
    CLI_FLAG,   // bool
    CLI_NUMBER, // int64_t, between low and high
    CLI_TEXT    // const char *
} cli_kind_t;

typedef struct cli_option {
    const char *name; // with its dashes
    cli_kind_t kind;
    void *value; // of the kind's type; keeps its value when the option is not given
    int64_t low, high;
} cli_option_t;

// Words that are no options, in order; options may stand between them.
enum { CLI_WORDS_MAX = 4096 };

typedef struct cli_words {
    size_t count;
    const char *words[CLI_WORDS_MAX];
} cli_words_t;

// Options that most commands share.
typedef struct cli_common {
    const char *device;
    bool json;
    int64_t threads, hash, contexts, seed, table;
    const char *trace;
    const char *weights; // file of evaluation weights
    // Of the search; cli_search_options() reads them.
    const char *credits, *null_move;
    int64_t late, job_depth; // late: 1 on, 2 off; 0: not given
} cli_common_t;

// Puts what was said about the search into the options. Says what is wrong and returns false.
bool cli_search_options(const char *command, const cli_common_t *common, search_options_t *options);
// The same with the memory, and the limits of a search: depth, nodes and milliseconds, 0 for none.
bool cli_search_setup(const char *command, const cli_common_t *common, int64_t depth, int64_t nodes,
                      int64_t milliseconds, search_options_t *options, search_limits_t *limits);

// Reads "--name value", "--name=value", flags and words. `own` are the command's options, `common`
// (may be NULL) the shared ones. Says what is wrong and returns false.
bool cli_parse(const char *command, int argc, char **argv, const cli_option_t *own,
               size_t own_count, cli_common_t *common, cli_words_t *words);
// Whole-number text; false when it is none or out of range.
bool cli_number(const char *text, int64_t low, int64_t high, int64_t *number);
// One sentence on the standard error output: "zaffre COMMAND: ...". Returns CLI_BAD.
int cli_fail(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- Files

// A whole file, with a NUL after its `length` bytes; to be freed. Says what is wrong, with `what`
// ("--file ", or "") before the name, and returns NULL: a folder, no permission, more than 256 MB.
char *cli_read_file(const char *command, const char *what, const char *name, size_t *length);

// ---- Positions and devices

// Reads `startpos` or a FEN, whole in one word or spread over several, from words[first] on. Notes
// of what was put right go to the standard error output. Says what is wrong and returns false.
bool cli_position(const char *command, const cli_words_t *words, size_t first,
                  position_t *position);
// What was put right in a FEN (fen_result_t), on the standard error output.
void cli_print_notes(const char *command, unsigned notes);
// The default device where the user named none: the simulated chip if this build has it.
const char *cli_default_device(void);
// The weights that --weights names (tune/weights.h), else the build's own. Says what is wrong.
bool cli_weights(const char *command, const cli_common_t *common, int16_t *weights);
// Opens the device that the options name, with those weights; `fallback` when none is named. Says
// what is wrong.
bool cli_open(const char *command, const cli_common_t *common, const char *fallback,
              device_t *device);
// Closes it, and returns the status; CLI_BAD, with a sentence, where waves were lost.
int cli_close(const char *command, const cli_common_t *common, device_t *device, int status);
// Runs one job to its end; false when the device takes it not.
bool cli_run_job(device_t *device, const chip_job_t *job, chip_result_t *result);

// ---- Ctrl-C

// From now on an interrupt sets a flag, and a second one ends the program as usual.
void cli_catch_interrupt(void);
bool cli_interrupted(void);

// ---- Output

// "+0.34", "-12.00", "mate 3", "mated in 2"
enum { CLI_SCORE_CAPACITY = 24 };
void cli_write_score(int score, char text[CLI_SCORE_CAPACITY]);
// Moves in SAN, separated by blanks, with move numbers when `numbered`.
void cli_print_line(const position_t *position, const move_t *line, unsigned count, bool numbered);
void cli_print_board(const position_t *position);
// A quoted JSON string, in UTF-8 whatever the text is in.
void cli_print_json_text(const char *text);
// What a file holds must not steer the terminal: controls are written as ?.
void cli_print_safe(const char *text);
// The same as a list of UCI moves in quotes.
void cli_print_json_line(const move_t *line, unsigned count);

#endif
