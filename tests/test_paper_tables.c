// SPDX-License-Identifier: Apache-2.0
// The tables of the paper on verified null moves: suites read, rows solved, sums.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess_support.h"
#include "paper/vnm_tables.h"
#include "paper_support.h"

enum { TABLE_LOG2 = 16 };

static vnm_run_t only(vnm_variant_t a, vnm_variant_t b, unsigned depth) {
    vnm_run_t run = {.depth = depth, .table_log2 = TABLE_LOG2, .threads = 1};

    run.variants[a] = run.variants[b] = true;
    return run;
}

static vnm_error_t read_text(vnm_suite_t *suite, const char *text, unsigned sample,
                             bool pawn_endings) {
    FILE *stream = fmemopen((void *)text, strlen(text), "rb");

    cr_assert(stream);
    vnm_error_t error = vnm_suite_read(suite, stream, sample, pawn_endings);
    fclose(stream);
    return error;
}

Test(paper, suites_are_read_strictly) {
    static const char good[] = "4k3/8/8/8/8/8/4P3/R3K3 w - - bm Ra8+; id \"a\";";
    static const struct {
        const char *text;
        vnm_error_t error;
        unsigned line;
    } cases[] = {
        {"# nothing\n\n", VNM_ERROR_EMPTY, 2},
        {"\n4k3/8/8/8/8/8/8/R3K3 w - - id \"x\";", VNM_ERROR_GOAL, 2},
        {"4k3/8/8/8/8/8/8/R3K3 w - - bm Ra9;", VNM_ERROR_EPD, 1},
        {"4k3/8/8/8/8/8/8/R3K3 w - - dm 0;", VNM_ERROR_GOAL, 1},
        {"4k3/8/8/8/8/8/8/R3K3 w - - bm Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8 Rb1 Rc1 Rd1 Kd1 Kd2 Ke2 Kf2 "
         "Kf1 O-O-O;",
         VNM_ERROR_EPD, 1},
        {"Q3k3/1Q6/8/8/8/8/8/4K3 b - - bm Ke7;", VNM_ERROR_EPD, 1},
        {"7k/8/8/3Q4/8/8/8/4K3 w - - am Qa2 Qa5 Qa8 Qb3 Qb5 Qb7 Qc4 Qc5 Qc6 Qd1 Qd2 Qd3 Qd4 Qd6 "
         "Qd7 Qd8 Qe4;",
         VNM_ERROR_MOVES, 1},
    };
    vnm_suite_t suite;

    cr_assert_eq(read_text(&suite, good, 1, false), VNM_OK);
    cr_assert_eq(suite.count, 0); // black has but a king
    cr_assert_eq(suite.left_out, 1);
    vnm_suite_free(&suite);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vnm_error_t error = read_text(&suite, cases[i].text, 1, true);
        cr_assert_eq(error, cases[i].error, "%s: %s", cases[i].text, vnm_error_text(error));
        cr_assert_eq(suite.line, cases[i].line, "%s", cases[i].text);
        vnm_suite_free(&suite);
    }
}

Test(paper, suites_are_sampled) {
    vnm_suite_t suite = paper_suite("tests/data/paper/rows.epd", 1, false);

    cr_assert_eq(suite.read, 6);
    cr_assert_eq(suite.count, 5);
    cr_assert_eq(suite.left_out, 1);
    vnm_suite_free(&suite);
    suite = paper_suite("tests/data/paper/rows.epd", 2, false);
    cr_assert_eq(suite.read, 6);
    cr_assert_eq(suite.count, 3);
    cr_assert_eq(suite.left_out, 0);
    cr_assert_str_eq(suite.rows[1].id, "zugzwang.001");
    vnm_suite_free(&suite);
}

// Sums are over positions that all variants finished; threads change nothing.
Test(paper, tables_add_up) {
    vnm_suite_t one = paper_suite("tests/data/paper/rows.epd", 1, true);
    vnm_suite_t three = paper_suite("tests/data/paper/rows.epd", 1, true);
    vnm_run_t run = only(VNM_STD3, VNM_VRFD3, 6);

    run.max_nodes = 20000;
    cr_assert_eq(vnm_suite_run(&one, &run), VNM_OK);
    run.threads = 3;
    cr_assert_eq(vnm_suite_run(&three, &run), VNM_OK);
    unsigned before = (unsigned)one.count;
    for (unsigned depth = 1; depth <= run.depth; depth++) {
        vnm_total_t total, other, sum = {0};
        vnm_suite_total(&one, &run, depth, &total);
        vnm_suite_total(&three, &run, depth, &other);
        cr_assert_eq(memcmp(&total, &other, sizeof total), 0);
        for (size_t i = 0; i < one.count; i++) {
            const vnm_row_t *row = &one.rows[i];
            if (row->depth[VNM_STD3] < depth || row->depth[VNM_VRFD3] < depth)
                continue;
            sum.positions++;
            for (int variant = VNM_STD3; variant <= VNM_VRFD3; variant++) {
                sum.nodes[variant] += row->cells[variant][depth].nodes;
                sum.solved[variant] += row->cells[variant][depth].solved;
                sum.zugzwangs[variant] += row->cells[variant][depth].zugzwangs;
            }
        }
        cr_assert_eq(memcmp(&total, &sum, sizeof total), 0);
        cr_assert_leq(total.positions, before);
        before = total.positions;
    }
    // The limit left some out and not all.
    cr_assert(before > 0 && before < one.count, "%u of %zu", before, one.count);
    vnm_suite_free(&one);
    vnm_suite_free(&three);
}

static bool stop_at_once(void) {
    return true;
}

Test(paper, a_stopped_run_counts_nothing) {
    vnm_suite_t suite = paper_suite("tests/data/paper/rows.epd", 1, true);
    vnm_run_t run = only(VNM_STD2, VNM_VRFD3, 9);
    vnm_total_t total;

    run.stop = stop_at_once;
    cr_assert_eq(vnm_suite_run(&suite, &run), VNM_OK);
    vnm_suite_total(&suite, &run, 1, &total);
    cr_assert_eq(total.positions, 0);
    vnm_suite_free(&suite);
}

// bm, am and dm.
Test(paper, rows_are_solved_by_what_they_say) {
    static const struct {
        const char *text;
        bool solved;
    } cases[] = {
        {"7k/8/6KP/8/8/8/8/R7 w - - bm Ra8#;", true},
        {"7k/8/6KP/8/8/8/8/R7 w - - bm Ra7 Ra6;", false},
        {"7k/8/6KP/8/8/8/8/R7 w - - am Ra8#;", false},
        {"7k/8/6KP/8/8/8/8/R7 w - - am Ra7;", true},
        {"7k/8/6KP/8/8/8/8/R7 w - - dm 1;", true},
        {"7k/8/6KP/8/8/8/8/R7 w - - dm 3; bm Ra7;", true},
        {"7k/8/8/6K1/8/8/8/R7 w - - dm 1;", false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vnm_suite_t suite;
        vnm_run_t run = only(VNM_STD3, VNM_NONE, 3);
        vnm_total_t total;
        cr_assert_eq(read_text(&suite, cases[i].text, 1, true), VNM_OK, "%s", cases[i].text);
        cr_assert_eq(vnm_suite_run(&suite, &run), VNM_OK);
        vnm_suite_total(&suite, &run, 3, &total);
        cr_assert_eq(total.solved[VNM_NONE], cases[i].solved, "%s", cases[i].text);
        cr_assert_eq(total.solved[VNM_STD3], cases[i].solved, "%s", cases[i].text);
        vnm_suite_free(&suite);
    }
}

// Nodes and zugzwangs of whole searches, table and order on: the record of what the figures in
// docs/results rest on. A changed search must change both.
Test(paper, counts_are_those_of_the_record) {
    vnm_suite_t suite = paper_suite("tests/data/paper/rows.epd", 1, true);
    vnm_run_t run = {.depth = 8, .table_log2 = 22, .threads = 1};
    support_file_t file;
    unsigned rows = 0;

    memset(run.variants, true, sizeof run.variants - sizeof(bool)); // all but none
    cr_assert_eq(vnm_suite_run(&suite, &run), VNM_OK);
    support_open(&file, "tests/data/paper/counts.tsv");
    while (support_row(&file, false)) {
        cr_assert_eq(file.column_count, 4, "%s:%u", file.path, file.row);
        unsigned depth = (unsigned)atoi(file.columns[0]);
        vnm_total_t total;
        int variant = 0;
        while (strcmp(vnm_variant_name((vnm_variant_t)variant), file.columns[1]) != 0)
            cr_assert_lt(++variant, VNM_NONE, "%s", file.columns[1]);
        vnm_suite_total(&suite, &run, depth, &total);
        cr_assert_eq(total.nodes[variant], strtoull(file.columns[2], NULL, 10),
                     "depth %u %s: %" PRIu64 " nodes", depth, file.columns[1],
                     total.nodes[variant]);
        cr_assert_eq(total.zugzwangs[variant], strtoull(file.columns[3], NULL, 10),
                     "depth %u %s: %" PRIu64 " zugzwangs", depth, file.columns[1],
                     total.zugzwangs[variant]);
        rows++;
    }
    support_close(&file);
    vnm_suite_free(&suite);
    cr_assert_eq(rows, 12);
}
