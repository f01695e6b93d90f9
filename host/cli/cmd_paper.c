// SPDX-License-Identifier: Apache-2.0
// zaffre paper vnm SUITE: the tables of "Verified Null-Move Pruning"; see docs/results/vnm.md.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/text_file.h"
#include "paper/vnm_tables.h"
#include "search/clock.h"

static const char command[] = "paper";

static const char *const headings[VNM_VARIANT_COUNT] = {"std R=1", "std R=2", "std R=3", "vrfd R=3",
                                                        "no null"};

typedef struct {
    // Config
    const char *name; // of the suite's file
    vnm_run_t run;
    int64_t sample;
    bool json, rows;
    // State
    vnm_suite_t suite;
    int64_t milliseconds;
} paper_t;

// ---- Text

typedef enum { TABLE_NODES, TABLE_SOLVED, TABLE_ZUGZWANGS } table_t;

static bool has_percent(table_t table, int variant, bool beside) {
    return table == TABLE_NODES && beside && variant != VNM_VRFD3;
}

static void print_cell(const vnm_total_t *total, table_t table, int variant, bool beside) {
    uint64_t number = table == TABLE_SOLVED  ? total->solved[variant]
                      : table == TABLE_NODES ? total->nodes[variant]
                                             : total->zugzwangs[variant];
    double base = (double)total->nodes[VNM_VRFD3];

    printf("  %15" PRIu64, number);
    if (!has_percent(table, variant, beside))
        return;
    // As in the paper, beside the verified tree.
    if (base > 0)
        printf(" %+8.2f%%", 100.0 * ((double)total->nodes[variant] / base - 1.0));
    else
        printf(" %9s", "-");
}

static void print_table(const paper_t *paper, table_t table) {
    static const char *const titles[] = {"Nodes", "Solved", "Nodes searched again as zugzwangs"};
    const bool *variants = paper->run.variants;
    bool beside = variants[VNM_VRFD3];

    printf("\n%s\ndepth  positions", titles[table]);
    for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
        if (variants[variant])
            printf("  %15s%s", headings[variant],
                   has_percent(table, variant, beside) ? "          " : "");
    }
    putchar('\n');
    for (unsigned depth = 1; depth <= paper->run.depth; depth++) {
        vnm_total_t total;
        vnm_suite_total(&paper->suite, &paper->run, depth, &total);
        printf("%5u  %9u", depth, total.positions);
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
            if (variants[variant])
                print_cell(&total, table, variant, beside);
        }
        putchar('\n');
    }
}

static void print_rows(const paper_t *paper) {
    for (size_t i = 0; i < paper->suite.count; i++) {
        const vnm_row_t *row = &paper->suite.rows[i];
        if (!row->searched)
            continue;
        printf("%u ", row->line);
        cli_print_safe(row->id);
        putchar(':');
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
            if (!paper->run.variants[variant] || row->depth[variant] == 0)
                continue;
            const vnm_cell_t *cell = &row->cells[variant][row->depth[variant]];
            char move[SAN_CAPACITY] = "-", score[CLI_SCORE_CAPACITY];
            if (cell->best)
                san_write(&row->position, cell->best, move);
            if (cell->score >= VNM_MATE_MIN || cell->score <= -VNM_MATE_MIN)
                snprintf(score, sizeof score, "%s %d", cell->score > 0 ? "mate" : "mated in",
                         (VNM_MATE - (cell->score > 0 ? cell->score : -cell->score) + 1) / 2);
            else
                snprintf(score, sizeof score, "%+.2f", cell->score / 100.0);
            printf("  %s %s %s (%s, depth %u, %" PRIu64 " nodes)",
                   vnm_variant_name((vnm_variant_t)variant), cell->solved ? "solved" : "missed",
                   move, score, row->depth[variant], cell->nodes);
        }
        putchar('\n');
    }
}

static void print_text(const paper_t *paper) {
    const vnm_suite_t *suite = &paper->suite;
    unsigned searched = 0;

    if (paper->rows)
        print_rows(paper);
    for (size_t i = 0; i < suite->count; i++)
        searched += suite->rows[i].searched;
    printf("%s: %u positions of %zu rows", paper->name, searched, suite->read);
    if (paper->sample > 1)
        printf(", one row in %lld taken", (long long)paper->sample);
    if (suite->left_out)
        printf(", %zu left out because a side has no more than king and pawns", suite->left_out);
    putchar('\n');
    print_table(paper, TABLE_NODES);
    print_table(paper, TABLE_SOLVED);
    if (paper->run.variants[VNM_VRFD3])
        print_table(paper, TABLE_ZUGZWANGS);
    printf("\n%.1f s\n", (double)paper->milliseconds / 1000.0);
}

// ---- JSON

static void print_json_counts(const paper_t *paper, const vnm_total_t *total, table_t table) {
    static const char *const names[] = {"nodes", "solved", "zugzwangs"};
    const char *separator = "";

    printf(", \"%s\": {", names[table]);
    for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
        if (!paper->run.variants[variant])
            continue;
        uint64_t number = table == TABLE_SOLVED  ? total->solved[variant]
                          : table == TABLE_NODES ? total->nodes[variant]
                                                 : total->zugzwangs[variant];
        printf("%s\"%s\": %" PRIu64, separator, vnm_variant_name((vnm_variant_t)variant), number);
        separator = ", ";
    }
    putchar('}');
}

static void print_json_row(const paper_t *paper, const vnm_row_t *row, bool first) {
    printf("%s\n    {\"line\": %u, \"id\": ", first ? "" : ",", row->line);
    cli_print_json_text(row->id);
    for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
        if (!paper->run.variants[variant])
            continue;
        unsigned depth = row->depth[variant];
        const vnm_cell_t *cell = &row->cells[variant][depth];
        char move[UCI_CAPACITY];
        uci_write(cell->best, move);
        printf(", \"%s\": {\"depth\": %u, \"nodes\": %" PRIu64
               ", \"best\": \"%s\", \"score\": %d, \"solved\": %s}",
               vnm_variant_name((vnm_variant_t)variant), depth, cell->nodes, move, cell->score,
               cell->solved ? "true" : "false");
    }
    putchar('}');
}

static void print_json(const paper_t *paper) {
    const vnm_suite_t *suite = &paper->suite;
    bool first = true;

    printf("{\"suite\": ");
    cli_print_json_text(paper->name);
    printf(", \"rows_read\": %zu, \"sample\": %lld, \"left_out\": %zu, \"positions\": %zu, "
           "\"depth\": %u, \"table_log2\": %u, \"max_nodes\": %" PRIu64
           ", \"interrupted\": %s, \"milliseconds\": %lld,\n  \"depths\": [",
           suite->read, (long long)paper->sample, suite->left_out, suite->count, paper->run.depth,
           paper->run.table_log2, paper->run.max_nodes, cli_interrupted() ? "true" : "false",
           (long long)paper->milliseconds);
    for (unsigned depth = 1; depth <= paper->run.depth; depth++) {
        vnm_total_t total;
        vnm_suite_total(suite, &paper->run, depth, &total);
        printf("%s\n    {\"depth\": %u, \"positions\": %u", depth > 1 ? "," : "", depth,
               total.positions);
        for (int table = TABLE_NODES; table <= TABLE_ZUGZWANGS; table++)
            print_json_counts(paper, &total, (table_t)table);
        putchar('}');
    }
    printf("]");
    if (paper->rows) {
        printf(",\n  \"rows\": [");
        for (size_t i = 0; i < suite->count; i++) {
            if (!suite->rows[i].searched)
                continue;
            print_json_row(paper, &suite->rows[i], first);
            first = false;
        }
        printf("]");
    }
    printf("}\n");
}

// ---- The command

// "std2,std3,vrfd3"
static bool read_variants(const char *list, bool variants[VNM_VARIANT_COUNT]) {
    memset(variants, 0, VNM_VARIANT_COUNT * sizeof *variants);
    for (;;) {
        size_t length = strcspn(list, ",");
        int variant = 0;
        while (variant < VNM_VARIANT_COUNT) {
            const char *name = vnm_variant_name((vnm_variant_t)variant);
            if (strlen(name) == length && memcmp(name, list, length) == 0)
                break;
            variant++;
        }
        if (variant == VNM_VARIANT_COUNT) {
            cli_fail(command,
                     "--variants: there is no variant \"%.*s\"; there are std1, std2, std3, "
                     "vrfd3 and none",
                     (int)length, list);
            return false;
        }
        variants[variant] = true;
        if (!list[length])
            return true;
        list += length + 1;
    }
}

static bool read_suite(paper_t *paper, bool pawn_endings) {
    text_file_t file;
    char reason[200];
    vnm_error_t error = VNM_ERROR_EMPTY;

    if (!text_file_read(command, paper->name, &file))
        return false;
    // No stream can be had of an empty text.
    FILE *stream = file.length ? fmemopen(file.text, file.length, "rb") : NULL;
    if (stream)
        error = vnm_suite_read(&paper->suite, stream, (unsigned)paper->sample, pawn_endings);
    else if (file.length)
        error = VNM_ERROR_MEMORY;
    if (stream)
        fclose(stream);
    text_file_free(&file);
    if (error == VNM_ERROR_READ)
        cli_fail(command, "%s: %s", paper->name, strerror(errno));
    else if (error == VNM_ERROR_EMPTY || error == VNM_ERROR_MEMORY)
        cli_fail(command, "%s: %s", paper->name, vnm_error_text(error));
    else if (error) {
        epd_describe(&paper->suite.epd, reason, sizeof reason);
        cli_fail(command, "%s, line %u: %s", paper->name, paper->suite.line,
                 error == VNM_ERROR_EPD ? reason : vnm_error_text(error));
    }
    return error == VNM_OK;
}

static int run(paper_t *paper, bool pawn_endings) {
    int64_t start = clock_now();

    if (!read_suite(paper, pawn_endings))
        return CLI_BAD;
    if (paper->suite.count == 0)
        return cli_fail(command,
                        "%s: no row is left: in each a side has no more than king and "
                        "pawns; see --pawn-endings",
                        paper->name);
    cli_catch_interrupt();
    vnm_error_t error = vnm_suite_run(&paper->suite, &paper->run);
    if (error)
        return cli_fail(command, "%s", vnm_error_text(error));
    paper->milliseconds = clock_now() - start;
    if (paper->json)
        print_json(paper);
    else
        print_text(paper);
    if (cli_interrupted())
        fprintf(stderr, "zaffre paper: interrupted; the tables hold the positions done so far\n");
    return CLI_DONE;
}

int cli_paper(int argc, char **argv) {
    cli_common_t common = {.table = 22}; // the paper's table: 2^22 entries
    cli_words_t words;
    const char *variants = "std1,std2,std3,vrfd3";
    bool pawn_endings = false;
    int64_t depth = 8, max_nodes = 0, threads = 1;
    paper_t paper = {.sample = 1};
    const cli_option_t own[] = {
        {"--depth", CLI_NUMBER, &depth, 1, VNM_DEPTH_MAX},
        {"--variants", CLI_TEXT, &variants, 0, 0},
        {"--sample", CLI_NUMBER, &paper.sample, 1, 1000000},
        {"--max-nodes", CLI_NUMBER, &max_nodes, 1, INT64_MAX},
        {"--threads", CLI_NUMBER, &threads, 1, 256},
        {"--rows", CLI_FLAG, &paper.rows, 0, 0},
        {"--pawn-endings", CLI_FLAG, &pawn_endings, 0, 0},
        {"--table", CLI_NUMBER, &common.table, 8, 28},
        {"--json", CLI_FLAG, &common.json, 0, 0},
    };

    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, NULL, &words) ||
        !read_variants(variants, paper.run.variants))
        return CLI_BAD;
    if (words.count == 0 || strcmp(words.words[0], "vnm") != 0)
        return cli_fail(command, "a paper is wanted first: vnm, for verified null moves");
    if (words.count != 2)
        return cli_fail(command, "one suite is wanted: zaffre paper vnm FILE");
    paper.name = words.words[1];
    paper.json = common.json;
    paper.run.depth = (unsigned)depth;
    paper.run.max_nodes = (uint64_t)max_nodes;
    paper.run.threads = (unsigned)threads;
    paper.run.table_log2 = (unsigned)common.table;
    paper.run.stop = cli_interrupted;
    int status = run(&paper, pawn_endings);
    vnm_suite_free(&paper.suite);
    return status;
}
