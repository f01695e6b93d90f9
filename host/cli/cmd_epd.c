// SPDX-License-Identifier: Apache-2.0
// zaffre epd: test suites. A row is solved when what it says comes out:
//   bm, am   the move found is, or is not, among them
//   dm N     a mate in at most N moves is found (only asked where there is no bm)
//   D1 ...   the perft counts, as far as --perft-nodes allows
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/epd.h"
#include "chess/movegen.h"
#include "cli/cli.h"
#include "cli/text_file.h"
#include "search/clock.h"

static const char command[] = "epd";

typedef struct {
    unsigned solved, total;
    unsigned searched, depths; // rows that were searched; the sum of their depths
    uint64_t nodes;
    unsigned points, points_most; // by c0, where the rows have it
    int64_t milliseconds;
} total_t;

typedef struct {
    // Config
    const search_options_t *options;
    const search_limits_t *limits;
    int64_t perft_nodes;
    bool json, bar;
    // State
    device_t device;
    search_error_t error;
    size_t rows; // of all files
    int64_t start;
    total_t sum, file;
} suite_t;

static bool is_among(const epd_t *epd, const char *name, move_t move) {
    move_list_t list;
    bool among = false;

    epd_moves(epd, name, &list);
    for (unsigned i = 0; i < list.count; i++)
        among |= list.moves[i] == move;
    return among;
}

static bool is_solution(const epd_t *epd, const search_info_t *info) {
    int64_t mate;

    if (epd_find(epd, "bm") || epd_find(epd, "am"))
        return (!epd_find(epd, "bm") || is_among(epd, "bm", info->best)) &&
               (!epd_find(epd, "am") || !is_among(epd, "am", info->best));
    return epd_number(epd, "dm", &mate) && info->score >= SCORE_MATE_MIN &&
           search_mate_in(info->score) <= mate;
}

// Stops as soon as the row's mate is proved.
typedef struct {
    int64_t mate;
    bool found;
} watch_t;

static void watch_report(void *context, const search_info_t *info) {
    watch_t *watch = context;
    int mate = search_mate_in(info->score);

    watch->found |= info->bound != SEARCH_AT_MOST && mate > 0 && mate <= watch->mate;
}

static search_signal_t watch_signal(void *context) {
    const watch_t *watch = context;

    return watch->found || cli_interrupted() ? SEARCH_STOP : SEARCH_GO_ON;
}

static bool solve(suite_t *suite, const epd_t *epd, search_info_t *info) {
    watch_t watch = {0};
    search_hooks_t hooks = {.context = &watch, .report = watch_report, .signal = watch_signal};
    game_t game;

    if (!epd_find(epd, "bm") && !epd_find(epd, "am"))
        epd_number(epd, "dm", &watch.mate);
    if (!game_init(&game, &epd->position)) {
        suite->error = SEARCH_ERROR_MEMORY;
        return false;
    }
    search_error_t error =
        search_run(&suite->device, &game, suite->options, suite->limits, &hooks, info);
    suite->error = error ? error : suite->error;
    game_free(&game);
    suite->file.searched++;
    suite->file.depths += (unsigned)info->depth;
    suite->file.nodes += info->software_nodes + info->hardware_nodes;
    return is_solution(epd, info);
}

// Legal sequences as by perft(), but no more than it takes to exceed `most`: a wrong small count at
// a great depth shall not run for ever.
static uint64_t count_up_to(const position_t *position, unsigned depth, uint64_t most) {
    move_list_t list;
    uint64_t count = 0;

    movegen(position, MOVEGEN_ALL, &list);
    if (depth <= 1)
        return list.count;
    for (unsigned i = 0; i < list.count && count <= most; i++) {
        position_t next;
        position_make(&next, position, list.moves[i]);
        count += count_up_to(&next, depth - 1, most - count);
    }
    return count;
}

// The counts that the row gives, up to the largest affordable one; not solved when there is none.
static bool count_row(suite_t *suite, const epd_t *epd, bool *counted) {
    *counted = false;
    for (unsigned depth = 1; depth <= 20; depth++) {
        char name[4];
        int64_t wanted;
        snprintf(name, sizeof name, "D%u", depth);
        if (!epd_number(epd, name, &wanted) || wanted > suite->perft_nodes)
            continue;
        suite->file.nodes += (uint64_t)wanted;
        *counted = true;
        if (count_up_to(&epd->position, depth, (uint64_t)wanted) != (uint64_t)wanted)
            return false;
    }
    return *counted;
}

static bool has_counts(const epd_t *epd) {
    for (unsigned i = 0; i < epd->count; i++) {
        const epd_operation_t *operation = &epd->operations[i];
        if (operation->name[0] == 'D' && operation->name_length >= 2 && operation->name[1] >= '1' &&
            operation->name[1] <= '9')
            return true;
    }
    return false;
}

// c0 "Nf3=10, d4=7": what each move is worth, as the Strategic Test Suite has it. Adds the points
// of the move and the most that could be had; rows without such a table change nothing.
static void add_points(total_t *total, const epd_t *epd, move_t best) {
    char table[256];
    unsigned had = 0, most = 0;

    if (epd_string(epd, "c0", table, sizeof table) >= sizeof table)
        return;
    for (const char *at = table; *at;) {
        at += strspn(at, " ,");
        size_t length = strcspn(at, ",");
        const char *end = at + length, *sign = end;
        while (sign > at && *sign != '=')
            sign--;
        move_t move;
        char *after;
        unsigned long points = strtoul(sign + (*sign == '='), &after, 10);
        if (sign == at || after == sign + 1 || points > 1000 ||
            san_parse(&epd->position, at, (size_t)(sign - at), &move) != NOTATION_OK)
            return;
        most = points > most ? (unsigned)points : most;
        had = move == best ? (unsigned)points : had;
        at = end;
    }
    total->points += had;
    total->points_most += most;
}

// One line that is written over: how far it is, and when it may end.
static void draw_bar(const suite_t *suite, int64_t start) {
    enum { LENGTH = 30 };
    static const char full[] = "##############################";
    unsigned done = suite->sum.total + suite->file.total;
    int64_t spent = clock_now() - start;
    unsigned filled = (unsigned)(done * (size_t)LENGTH / (suite->rows ? suite->rows : 1));
    int64_t left = done ? spent * (int64_t)(suite->rows - done) / (int64_t)done : 0;

    fprintf(stderr, "\r[%-*.*s] %u/%zu, %u solved, %lld s left   ", LENGTH, (int)filled, full, done,
            suite->rows, suite->sum.solved + suite->file.solved, (long long)left / 1000);
}

static void run_row(suite_t *suite, const epd_t *epd, const char *name, size_t line) {
    char id[64] = "", move[SAN_CAPACITY] = "", score[CLI_SCORE_CAPACITY] = "";
    bool searched = epd_find(epd, "bm") || epd_find(epd, "am") || epd_find(epd, "dm");
    search_info_t info = {0};
    bool checked = true;
    bool solved = searched ? solve(suite, epd, &info) : count_row(suite, epd, &checked);

    if (suite->error)
        return;
    suite->file.total++;
    suite->file.solved += solved;
    if (searched && info.best)
        add_points(&suite->file, epd, info.best);
    if (suite->json)
        return;
    epd_string(epd, "id", id, sizeof id);
    if (searched && info.best) {
        san_write(&epd->position, info.best, move);
        cli_write_score(info.score, score);
    }
    if (suite->bar)
        fputs("\r\033[K", stderr);
    printf("%-8s %s:%zu ", solved ? "solved" : checked ? "missed" : "skipped", name, line);
    cli_print_safe(id);
    printf("  %s %s\n", move, score);
    fflush(stdout);
}

static bool is_blank(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (!isspace((unsigned char)line[i]))
            return false;
    }
    return true;
}

// Whether there is something that can be checked; else says what is wrong.
static bool has_check(const char *name, size_t number, const epd_t *epd) {
    int64_t mate;

    if (epd_number(epd, "dm", &mate) && mate < 1) {
        cli_fail(command, "%s, line %zu: dm is less than 1", name, number);
        return false;
    }
    if (epd_find(epd, "bm") || epd_find(epd, "am") || epd_find(epd, "dm") || has_counts(epd))
        return true;
    cli_fail(command, "%s, line %zu: there is no bm, am, dm or D1... to check", name, number);
    return false;
}

// Visits every row of a file: reads it, and counts or runs it. Rows without anything to check are
// faults, as are malformed ones.
static bool each_row(const char *name, const text_file_t *file, suite_t *suite, bool count_only) {
    size_t number = 0, rows = 0;
    static epd_t epd;

    for (size_t at = 0; at < file->length;) {
        const char *line = file->text + at;
        const char *end = memchr(line, '\n', file->length - at);
        size_t length = end ? (size_t)(end - line) : file->length - at;
        at += length + 1;
        number++;
        if (is_blank(line, length) || line[0] == '#')
            continue;
        epd_result_t result = epd_parse(line, length, &epd);
        if (result.error) {
            char reason[200];
            epd_describe(&result, reason, sizeof reason);
            cli_fail(command, "%s, line %zu: %s", name, number, reason);
            return false;
        }
        if (!has_check(name, number, &epd))
            return false;
        rows++;
        if (count_only)
            suite->rows++;
        else if (!suite->error && !cli_interrupted())
            run_row(suite, &epd, name, number);
        if (suite->bar && !count_only)
            draw_bar(suite, suite->start);
    }
    if (rows == 0) {
        cli_fail(command, "%s holds no position", name);
        return false;
    }
    return !suite->error;
}

static void print_total(const char *name, const total_t *total) {
    double depth = total->searched ? (double)total->depths / total->searched : 0;
    char points[32] = "-";

    if (total->points_most)
        snprintf(points, sizeof points, "%u/%u", total->points, total->points_most);
    printf("%-32s %6u %6u %11s %9.1f %13llu %6.1f\n", name, total->solved, total->total, points,
           (double)total->milliseconds / 1000.0, (unsigned long long)total->nodes, depth);
}

static void add_total(total_t *sum, const total_t *file) {
    sum->solved += file->solved;
    sum->total += file->total;
    sum->searched += file->searched;
    sum->depths += file->depths;
    sum->nodes += file->nodes;
    sum->points += file->points;
    sum->points_most += file->points_most;
    sum->milliseconds += file->milliseconds;
}

static void print_json(const total_t *sum) {
    printf("{\"solved\": %u, \"total\": %u, \"nodes\": %llu, \"milliseconds\": %lld, "
           "\"points\": %u, \"points_most\": %u, \"mean_depth\": %.2f}\n",
           sum->solved, sum->total, (unsigned long long)sum->nodes, (long long)sum->milliseconds,
           sum->points, sum->points_most,
           sum->searched ? (double)sum->depths / sum->searched : 0.0);
}

static void print_table(const cli_words_t *words, const total_t *totals, const total_t *sum) {
    printf("\n%-32s %6s %6s %11s %9s %13s %6s\n", "suite", "solved", "total", "points", "seconds",
           "nodes", "depth");
    for (size_t i = 0; i < words->count; i++) {
        const char *name = strrchr(words->words[i], '/');
        print_total(name ? name + 1 : words->words[i], &totals[i]);
    }
    if (words->count > 1)
        print_total("all", sum);
    printf("%u of %u solved, %llu nodes, %.1f s\n", sum->solved, sum->total,
           (unsigned long long)sum->nodes, (double)sum->milliseconds / 1000.0);
}

static int run_files(suite_t *suite, const cli_words_t *words, bool strict) {
    text_file_t *files = calloc(words->count, sizeof *files);
    total_t *totals = calloc(words->count, sizeof *totals);
    bool well = files && totals;

    // Everything is read before anything is run.
    for (size_t i = 0; i < words->count && well; i++)
        well = text_file_read(command, words->words[i], &files[i]) &&
               each_row(words->words[i], &files[i], suite, true);
    suite->start = clock_now();
    for (size_t i = 0; i < words->count && well; i++) {
        int64_t start = clock_now();
        memset(&suite->file, 0, sizeof suite->file);
        well = each_row(words->words[i], &files[i], suite, false);
        suite->file.milliseconds = clock_now() - start;
        totals[i] = suite->file;
        add_total(&suite->sum, &suite->file);
        memset(&suite->file, 0, sizeof suite->file);
        if (!well)
            cli_fail(command, "%s", search_error_text(suite->error));
    }
    if (suite->bar)
        fputs("\r\033[K", stderr);
    if (well && suite->json)
        print_json(&suite->sum);
    else if (well)
        print_table(words, totals, &suite->sum);
    for (size_t i = 0; files && i < words->count; i++)
        text_file_free(&files[i]);
    free(files);
    free(totals);
    if (!well)
        return CLI_BAD;
    // Rows that an interrupt left out are not solved.
    bool all = suite->sum.solved == suite->sum.total && !cli_interrupted();
    return strict && !all ? CLI_DIFFERENT : CLI_DONE;
}

int cli_epd(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    search_options_t options;
    search_limits_t limits = {0};
    bool strict = false;
    int64_t depth = 0, nodes = 0, milliseconds = 0, perft_nodes = 5000000;
    const cli_option_t own[] = {
        {"--depth", CLI_NUMBER, &depth, 1, SEARCH_DEPTH_MAX},
        {"--nodes", CLI_NUMBER, &nodes, 1, INT64_MAX},
        {"--time", CLI_NUMBER, &milliseconds, 1, INT64_MAX / 2},
        {"--perft-nodes", CLI_NUMBER, &perft_nodes, 1, INT64_MAX},
        {"--strict", CLI_FLAG, &strict, 0, 0},
    };

    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &common, &words))
        return CLI_BAD;
    if (words.count == 0)
        return cli_fail(command, "a file is wanted");
    if (!depth && !nodes && !milliseconds)
        milliseconds = 1000;
    search_options_default(&options);
    if (!cli_search_setup(command, &common, depth, nodes, milliseconds, &options, &limits))
        return CLI_BAD;
    suite_t suite = {.options = &options,
                     .limits = &limits,
                     .perft_nodes = perft_nodes,
                     .json = common.json,
                     .bar = isatty(STDERR_FILENO)};
    if (!cli_open(command, &common, "model", &suite.device))
        return CLI_BAD;
    cli_catch_interrupt();
    int status = run_files(&suite, &words, strict);
    return cli_close(command, &common, &suite.device, status);
}
