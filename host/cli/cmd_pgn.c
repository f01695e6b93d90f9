// SPDX-License-Identifier: Apache-2.0
// zaffre pgn: annotates games. Every move gets its evaluation, poor ones a NAG, a comment and the
// line that was better; --svg draws the score over the moves. docs/pgn.md says by which rules.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/annotate.h"
#include "cli/cli.h"
#include "cli/text_file.h"

static const char command[] = "pgn";

typedef struct {
    // Config
    const search_options_t *options;
    const search_limits_t *limits;
    bool progress, json;
    // State
    device_t device;
    annotated_t *games;
    size_t count;
} analysis_t;

// ---- Reading

// The whole file is read before anything is searched.
static bool read_games(analysis_t *analysis, const char *name, const text_file_t *file) {
    pgn_reader_t reader;
    pgn_status_t status;
    char reason[200];

    pgn_open(&reader, file->text ? file->text : "", file->length);
    for (;;) {
        annotated_t *grown =
            realloc(analysis->games, (analysis->count + 1) * sizeof *analysis->games);
        if (!grown) {
            cli_fail(command, "memory is short");
            return false;
        }
        analysis->games = grown;
        annotated_t *game = &grown[analysis->count];
        annotated_init(game);
        status = pgn_next(&reader, &game->pgn);
        if (status != PGN_GAME)
            break;
        analysis->count++;
    }
    annotated_t *last = &analysis->games[analysis->count];
    pgn_describe(status, &last->pgn, reason, sizeof reason);
    annotated_free(last);
    if (status != PGN_END)
        cli_fail(command, "%s: %s", name, reason);
    else if (analysis->count == 0)
        cli_fail(command, "%s: there is no game", name);
    return status == PGN_END && analysis->count;
}

// ---- Searching

static search_signal_t signal_of_interrupt(void *context) {
    (void)context;
    return cli_interrupted() ? SEARCH_STOP : SEARCH_GO_ON;
}

static bool search_position(analysis_t *analysis, const game_t *game, bool keep_table,
                            annotated_move_t *into) {
    search_hooks_t hooks = {.signal = signal_of_interrupt};
    search_options_t options = *analysis->options;
    search_info_t info;

    options.keep_table = keep_table;
    if (search_run(&analysis->device, game, &options, analysis->limits, &hooks, &info) != SEARCH_OK)
        return false;
    annotated_take(into, game_position(game), &info);
    return true;
}

// From the last position to the first: the table then knows what is to come. The position after a
// mate or stalemate has its score without a search.
static bool search_game(analysis_t *analysis, annotated_t *annotated, size_t number) {
    const pgn_game_t *pgn = &annotated->pgn;
    game_t game;
    bool well = annotated_reserve(annotated) && game_init(&game, &pgn->start);

    if (!well)
        return false;
    for (size_t i = 0; i < pgn->move_count && well; i++)
        well = game_play(&game, pgn->moves[i]);
    for (size_t i = pgn->move_count + 1; i-- > 0 && well && !cli_interrupted();) {
        if (analysis->progress)
            fprintf(stderr, "\rgame %zu of %zu, %zu of %zu moves ", number + 1, analysis->count,
                    pgn->move_count - i, pgn->move_count);
        well = search_position(analysis, &game, i < pgn->move_count, &annotated->moves[i]);
        if (i)
            game_undo(&game);
    }
    game_free(&game);
    if (well && !cli_interrupted())
        annotated_judge(annotated);
    return well;
}

static bool search_games(analysis_t *analysis) {
    for (size_t i = 0; i < analysis->count; i++) {
        if (!search_game(analysis, &analysis->games[i], i)) {
            cli_fail(command, "the device failed or memory is short");
            return false;
        }
        if (cli_interrupted()) {
            cli_fail(command, "interrupted in game %zu; nothing was written", i + 1);
            return false;
        }
    }
    if (analysis->progress)
        fputc('\n', stderr);
    return true;
}

// ---- Writing

typedef void (*writer_fn)(FILE *stream, const analysis_t *analysis);

static void write_pgn(FILE *stream, const analysis_t *analysis) {
    for (size_t i = 0; i < analysis->count; i++) {
        if (i)
            fputc('\n', stream);
        annotated_write_pgn(stream, &analysis->games[i]);
    }
}

static void write_json(FILE *stream, const analysis_t *analysis) {
    fprintf(stream, "{\"device\": \"%s\", \"games\": [", analysis->device.ops->name);
    for (size_t i = 0; i < analysis->count; i++) {
        fputs(i ? ",\n" : "\n", stream);
        annotated_write_json(stream, &analysis->games[i]);
    }
    fputs("\n]}\n", stream);
}

static void write_svg(FILE *stream, const analysis_t *analysis) {
    annotated_write_svg(stream, analysis->games, analysis->count);
}

static bool write_file(const char *name, writer_fn writer, const analysis_t *analysis) {
    FILE *stream = name ? fopen(name, "wb") : stdout;

    if (!stream) {
        cli_fail(command, "%s: %s", name, strerror(errno));
        return false;
    }
    writer(stream, analysis);
    bool well = !ferror(stream);
    if (name)
        well = fclose(stream) == 0 && well;
    if (!well)
        cli_fail(command, "%s: it could not be written", name ? name : "the output");
    return well;
}

// So that an hour's work does not end at a folder that is not there.
static bool can_write(const char *name) {
    FILE *stream = name ? fopen(name, "ab") : NULL;

    if (name && !stream)
        cli_fail(command, "%s: %s", name, strerror(errno));
    if (stream)
        fclose(stream);
    return !name || stream;
}

static int run(analysis_t *analysis, const char *name, const char *out, const char *svg,
               const cli_common_t *common) {
    text_file_t file;
    int status = CLI_BAD;

    if (!text_file_read(command, name, &file))
        return CLI_BAD;
    if (read_games(analysis, name, &file) && can_write(out) && can_write(svg) &&
        cli_open(command, common, "model", &analysis->device)) {
        cli_catch_interrupt();
        if (search_games(analysis) &&
            write_file(out, analysis->json ? write_json : write_pgn, analysis) &&
            (!svg || write_file(svg, write_svg, analysis)))
            status = CLI_DONE;
        status = cli_close(command, common, &analysis->device, status);
    }
    for (size_t i = 0; i < analysis->count; i++)
        annotated_free(&analysis->games[i]);
    free(analysis->games);
    text_file_free(&file);
    return status;
}

int cli_pgn(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    search_options_t options;
    search_limits_t limits = {0};
    const char *out = NULL, *svg = NULL;
    int64_t depth = 0, nodes = 0, milliseconds = 0;
    const cli_option_t own[] = {
        {"--depth", CLI_NUMBER, &depth, 1, SEARCH_DEPTH_MAX},
        {"--nodes", CLI_NUMBER, &nodes, 1, INT64_MAX},
        {"--time", CLI_NUMBER, &milliseconds, 1, INT64_MAX / 2},
        {"--movetime", CLI_NUMBER, &milliseconds, 1, INT64_MAX / 2},
        {"--out", CLI_TEXT, &out, 0, 0},
        {"--svg", CLI_TEXT, &svg, 0, 0},
    };

    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &common, &words))
        return CLI_BAD;
    if (words.count != 1)
        return cli_fail(command, "one file of games is wanted");
    if (!depth && !nodes && !milliseconds)
        nodes = PGN_NODES;
    search_options_default(&options);
    if (!cli_search_setup(command, &common, depth, nodes, milliseconds, &options, &limits))
        return CLI_BAD;
    analysis_t analysis = {.options = &options,
                           .limits = &limits,
                           .progress = isatty(STDERR_FILENO),
                           .json = common.json};
    return run(&analysis, words.words[0], out, svg, &common);
}
