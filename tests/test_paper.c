// SPDX-License-Identifier: Apache-2.0
// The engine of the paper on verified null moves: what it equals, what it finds, its tables.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess_support.h"
#include "paper/vnm_eval.h"
#include "paper/vnm_hash.h"
#include "paper/vnm_tables.h"
#include "paper_support.h"

enum { TABLE_LOG2 = 16, STARTS_MAX = 64 };

static const int reductions[VNM_VARIANT_COUNT] = {1, 2, 3, 3, 0};

static unsigned read_starts(position_t *starts) {
    static const char *const paths[] = {"tests/data/fen/random_starts.epd", "tests/data/bench.epd"};
    unsigned count = 0;

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        support_file_t file;
        epd_t epd;
        support_open(&file, paths[i]);
        while (support_row(&file, false)) {
            cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK, "%s:%u",
                         file.path, file.row);
            cr_assert_lt(count, STARTS_MAX);
            starts[count++] = epd.position;
        }
        support_close(&file);
    }
    return count;
}

// Up to `plies` random moves from a random start; it always has a legal move.
static position_t random_position(const position_t *starts, unsigned count, uint64_t *state,
                                  unsigned plies) {
    position_t position = starts[support_random(state) % count];

    for (unsigned ply = 0; ply < plies; ply++) {
        move_list_t list;
        position_t next;
        movegen(&position, MOVEGEN_ALL, &list);
        position_make(&next, &position, list.moves[support_random(state) % list.count]);
        if (position_state(&next) != POSITION_PLAYING)
            break;
        position = next;
    }
    return position;
}

static vnm_result_t run(vnm_engine_t *engine, const position_t *position, vnm_variant_t variant,
                        unsigned depth, bool plain) {
    const vnm_options_t options = {
        .variant = variant, .depth = depth, .no_table = plain, .no_ordering = plain};
    vnm_result_t result;

    vnm_search(engine, position, &options, &result);
    cr_assert_eq(result.depth, depth);
    return result;
}

// ---- Equal to the paper's figure

// One position by one variant: value, move, nodes and zugzwangs of each depth.
static void compare_with_figure(vnm_engine_t *engine, const position_t *position,
                                vnm_variant_t variant, unsigned depth, naive_t *sum) {
    vnm_result_t result = run(engine, position, variant, depth, true);
    naive_t naive = {.reduction = reductions[variant]};
    char fen[FEN_CAPACITY];

    fen_write(position, fen);
    for (unsigned at = 1; at <= depth; at++) {
        int value = naive_figure_3(&naive, position, (int)at, variant == VNM_VRFD3);
        const vnm_iteration_t *got = &result.iterations[at];
        const char *name = vnm_variant_name(variant);
        cr_assert_eq(got->score, value, "%s %s depth %u: %d, not %d", fen, name, at, got->score,
                     value);
        cr_assert_eq(got->best, naive.best, "%s %s depth %u: another move", fen, name, at);
        cr_assert_eq(got->nodes, naive.nodes, "%s %s depth %u: %" PRIu64 " nodes, not %" PRIu64,
                     fen, name, at, got->nodes, naive.nodes);
        cr_assert_eq(got->zugzwangs, naive.zugzwangs, "%s %s depth %u: zugzwangs", fen, name, at);
    }
    sum->zugzwangs += naive.zugzwangs;
    sum->null_moves += naive.null_moves;
    sum->extensions += naive.extensions;
    sum->repetitions += naive.repetitions;
}

// With table and ordering off the search is the figure's, to the node.
Test(paper, equals_the_figure) {
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);
    position_t starts[STARTS_MAX];
    unsigned count = read_starts(starts);
    unsigned positions = support_soak() ? 600 : support_sanitized() ? 8 : 12;
    uint64_t state = 20020901;
    naive_t sum = {0};

    for (unsigned i = 0; i < positions; i++) {
        position_t position = random_position(starts, count, &state, i % 60);
        unsigned men = bitboard_count(position_occupied(&position));
        unsigned depth = men <= 10 ? 5 : men <= 18 ? 4 : 3;
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++)
            compare_with_figure(engine, &position, (vnm_variant_t)variant, depth, &sum);
    }
    vnm_engine_free(engine);
    printf("%" PRIu64 " null moves, %" PRIu64 " zugzwangs, %" PRIu64 " extensions, %" PRIu64
           " repetitions\n",
           sum.null_moves, sum.zugzwangs, sum.extensions, sum.repetitions);
    cr_assert_geq(sum.null_moves, 1000);
    cr_assert_geq(sum.zugzwangs, 10);
    cr_assert_geq(sum.extensions, 1000);
    cr_assert_geq(sum.repetitions, 100);
}

// The flag that is handed into the null search first matters so deep: few men, and seven plies.
Test(paper, equals_the_figure_in_endings) {
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);
    unsigned every = support_soak() ? 1 : support_sanitized() ? 40 : 12;
    support_file_t file;
    naive_t sum = {0};
    epd_t epd;

    support_open(&file, "tests/data/endgame/tbtest.epd");
    while (support_row(&file, false)) {
        cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK, "%u", file.row);
        if (file.row % every == 0)
            compare_with_figure(engine, &epd.position, VNM_VRFD3, 7, &sum);
    }
    support_close(&file);
    vnm_engine_free(engine);
    printf("%" PRIu64 " null moves, %" PRIu64 " zugzwangs\n", sum.null_moves, sum.zugzwangs);
    cr_assert_geq(sum.zugzwangs, support_sanitized() ? 0 : 10);
}

// Without pruning, order and table change nodes and never the value: that of plain minimax.
Test(paper, equals_minimax_without_pruning) {
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);
    position_t starts[STARTS_MAX];
    unsigned count = read_starts(starts);
    unsigned wanted = support_soak() ? 400 : support_sanitized() ? 10 : 40;
    unsigned compared = 0, deepest = 0;
    uint64_t state = 20020902;

    for (unsigned i = 0; compared < wanted && i < 20 * wanted; i++) {
        position_t position = random_position(starts, count, &state, i % 120);
        unsigned depth = 1 + i % 4;
        naive_t naive = {.give_up = 200000};
        int value = naive_minimax(&naive, &position, (int)depth);
        char fen[FEN_CAPACITY];
        if (naive.nodes > naive.give_up)
            continue;
        fen_write(&position, fen);
        for (int table = 0; table < 2; table++) {
            const vnm_options_t options = {
                .variant = VNM_NONE, .depth = depth, .no_table = !table, .same_draft = true};
            vnm_result_t result;
            vnm_search(engine, &position, &options, &result);
            int score = result.iterations[depth].score;
            cr_assert_eq(score, value, "%s depth %u table %d: %d, not %d", fen, depth, table, score,
                         value);
        }
        compared++;
        deepest += depth >= 3;
    }
    vnm_engine_free(engine);
    cr_assert_eq(compared, wanted);
    cr_assert_geq(deepest, wanted / 5);
}

// ---- Mates and zugzwangs

static vnm_run_t only(vnm_variant_t a, vnm_variant_t b, unsigned depth) {
    vnm_run_t run = {.depth = depth, .table_log2 = TABLE_LOG2, .threads = 1};

    run.variants[a] = run.variants[b] = true;
    return run;
}

// Without pruning every mate has its exact length at that depth, through the table too; verified
// null moves see all mates in two, standard ones miss those that rest on a zugzwang.
static void check_mates(const char *path, int mate, unsigned sample, unsigned least_gain) {
    vnm_suite_t suite = paper_suite(path, sample, true);
    vnm_run_t run = only(VNM_NONE, VNM_VRFD3, 2 * (unsigned)mate);
    vnm_total_t total;

    run.variants[VNM_STD3] = true;
    cr_assert_eq(vnm_suite_run(&suite, &run), VNM_OK);
    for (size_t i = 0; i < suite.count; i++) {
        const vnm_row_t *row = &suite.rows[i];
        int score = row->cells[VNM_NONE][run.depth].score;
        cr_assert_eq(row->mate, mate, "%s", row->id);
        cr_assert_eq(score, VNM_MATE - 2 * mate + 1, "%s: %d", row->id, score);
    }
    vnm_suite_total(&suite, &run, run.depth, &total);
    printf("%s: %u positions, %u by vrfd3, %u by std3\n", path, total.positions,
           total.solved[VNM_VRFD3], total.solved[VNM_STD3]);
    cr_assert_eq(total.positions, suite.count);
    cr_assert_eq(total.solved[VNM_NONE], suite.count);
    cr_assert_geq(total.solved[VNM_VRFD3], total.solved[VNM_STD3] + least_gain);
    cr_assert(mate > 2 || total.solved[VNM_VRFD3] == suite.count);
    cr_assert_eq(total.zugzwangs[VNM_STD3], 0);
    cr_assert_gt(total.zugzwangs[VNM_VRFD3], 0);
    vnm_suite_free(&suite);
}

Test(paper, finds_mates_in_one) {
    vnm_suite_t suite = paper_suite("tests/data/mate/mate_in_1.epd", 1, true);
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);

    for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
        for (size_t i = 0; i < suite.count; i++) {
            vnm_result_t result =
                run(engine, &suite.rows[i].position, (vnm_variant_t)variant, 1, false);
            int score = result.iterations[1].score;
            cr_assert_eq(vnm_mate_in(score), 1, "%s: %d", suite.rows[i].id, score);
        }
    }
    vnm_engine_free(engine);
    vnm_suite_free(&suite);
}

Test(paper, finds_mates_in_two) {
    check_mates("tests/data/mate/mate_in_2.epd", 2, support_sanitized() ? 20 : 2,
                support_sanitized() ? 1 : 20);
}

Test(paper, finds_mates_in_three) {
    if (!support_sanitized())
        check_mates("tests/data/mate/mate_in_3.epd", 3, support_soak() ? 1 : 16, 1);
}

// What the second search of the verified variant is for, in named rows.
Test(paper, finds_zugzwangs_that_standard_null_moves_miss) {
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);
    support_file_t file;
    unsigned rows = 0;

    support_open(&file, "tests/data/paper/zugzwangs.tsv");
    while (support_row(&file, false)) {
        cr_assert_eq(file.column_count, 4, "%s:%u", file.path, file.row);
        vnm_suite_t suite = paper_suite(file.columns[0], 1, true);
        const char *id = file.columns[1];
        unsigned depth = (unsigned)atoi(file.columns[2]);
        int least = atoi(file.columns[3]);
        size_t at = 0;
        while (at < suite.count && strcmp(suite.rows[at].id, id) != 0)
            at++;
        cr_assert_lt(at, suite.count, "%s has no row %s", file.columns[0], id);
        const position_t *position = &suite.rows[at].position;
        vnm_result_t standard = run(engine, position, VNM_STD3, depth, false);
        vnm_result_t verified = run(engine, position, VNM_VRFD3, depth, false);
        cr_assert_lt(standard.iterations[depth].score, least, "%s", id);
        cr_assert_geq(verified.iterations[depth].score, least, "%s", id);
        cr_assert_eq(standard.iterations[depth].zugzwangs, 0, "%s", id);
        cr_assert_gt(verified.iterations[depth].zugzwangs, 0, "%s", id);
        vnm_suite_free(&suite);
        rows++;
    }
    support_close(&file);
    vnm_engine_free(engine);
    cr_assert_geq(rows, 10);
}

// ---- Repeatable

static void equal_results(const vnm_result_t *a, const vnm_result_t *b, const char *what) {
    cr_assert_eq(a->depth, b->depth, "%s", what);
    for (unsigned depth = 1; depth <= a->depth; depth++) {
        const vnm_iteration_t *left = &a->iterations[depth], *right = &b->iterations[depth];
        cr_assert(left->score == right->score && left->best == right->best &&
                      left->nodes == right->nodes && left->zugzwangs == right->zugzwangs,
                  "%s: depth %u differs", what, depth);
    }
}

// A search sees nothing of the searches before it, not even after the table's generations wrap.
Test(paper, counts_are_repeatable) {
    vnm_engine_t *used = vnm_engine_create(10); // small, so that entries are replaced
    position_t starts[STARTS_MAX];
    unsigned count = read_starts(starts);

    for (unsigned i = 0; i < 300; i++)
        run(used, &starts[i % count], (vnm_variant_t)(i % VNM_VARIANT_COUNT), 2, false);
    for (unsigned i = 0; i < count; i += 5) {
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
            vnm_engine_t *fresh = vnm_engine_create(10);
            vnm_result_t a = run(used, &starts[i], (vnm_variant_t)variant, 5, false);
            vnm_result_t b = run(fresh, &starts[i], (vnm_variant_t)variant, 5, false);
            equal_results(&a, &b, vnm_variant_name((vnm_variant_t)variant));
            vnm_engine_free(fresh);
        }
    }
    vnm_engine_free(used);
}

Test(paper, a_node_limit_keeps_whole_iterations) {
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);
    position_t start;
    vnm_result_t limited;

    position_start(&start);
    vnm_result_t whole = run(engine, &start, VNM_STD2, 7, false);
    for (unsigned depth = 1; depth < 7; depth++) {
        // One node short of the next iteration's end, give or take a quiescence search.
        const vnm_options_t options = {
            .variant = VNM_STD2, .depth = 7, .max_nodes = whole.iterations[depth].nodes + 2};
        vnm_search(engine, &start, &options, &limited);
        cr_assert_eq(limited.depth, depth);
        equal_results(&limited,
                      &(vnm_result_t){.depth = depth,
                                      .iterations = {{0},
                                                     whole.iterations[1],
                                                     whole.iterations[2],
                                                     whole.iterations[3],
                                                     whole.iterations[4],
                                                     whole.iterations[5],
                                                     whole.iterations[6]}},
                      "limited");
    }
    vnm_engine_free(engine);
}

Test(paper, a_finished_game_has_no_best_move) {
    static const struct {
        const char *fen;
        int score;
    } ends[] = {{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
                {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -VNM_MATE}};
    vnm_engine_t *engine = vnm_engine_create(TABLE_LOG2);

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        position_t position = support_fen(ends[i].fen);
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
            vnm_result_t result = run(engine, &position, (vnm_variant_t)variant, 3, false);
            cr_assert_eq(result.iterations[3].score, ends[i].score, "%s", ends[i].fen);
            cr_assert_eq(result.iterations[3].best, MOVE_NONE, "%s", ends[i].fen);
        }
    }
    vnm_engine_free(engine);
}

// ---- Evaluation and table

// The balance kept from move to move is the balance from scratch, and colours do not matter.
Test(paper, evaluation_follows_every_kind_of_move) {
    position_t starts[STARTS_MAX];
    unsigned count = read_starts(starts);
    unsigned castles = 0, takes = 0, passants = 0, promotions = 0;
    uint64_t state = 20020903;

    for (unsigned game = 0; game < 400; game++) {
        position_t position = starts[game % count];
        for (unsigned ply = 0; ply < 80; ply++) {
            move_list_t list;
            position_t next, flipped;
            if (movegen(&position, MOVEGEN_ALL, &list) == 0)
                break;
            move_t move = list.moves[support_random(&state) % list.count];
            int balance = vnm_balance(&position) + vnm_balance_change(&position, move);
            castles += move_kind(move) == MOVE_KIND_CASTLING;
            passants += move_kind(move) == MOVE_KIND_EN_PASSANT;
            promotions += move_kind(move) == MOVE_KIND_PROMOTION;
            takes += position_is_capture(&position, move);
            position_make(&next, &position, move);
            cr_assert_eq(vnm_balance(&next), balance);
            position_flip(&flipped, &next);
            cr_assert_eq(vnm_evaluate(&flipped, vnm_balance(&flipped)),
                         vnm_evaluate(&next, balance));
            position = next;
        }
    }
    cr_assert(castles > 10 && takes > 1000 && passants > 3 && promotions > 50);
}

// Led by material: one man more is worth its price, within less than a pawn.
Test(paper, evaluation_is_led_by_material) {
    static const struct {
        char man;
        int value;
    } men[] = {{'P', 100}, {'N', 320}, {'B', 330}, {'R', 500}, {'Q', 900}};
    position_t bare = support_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    int base = vnm_evaluate(&bare, vnm_balance(&bare));

    cr_assert_eq(base, 0);
    for (size_t i = 0; i < sizeof men / sizeof *men; i++) {
        char fen[64];
        snprintf(fen, sizeof fen, "4k3/8/8/8/8/3%c4/8/4K3 w - - 0 1", men[i].man);
        position_t position = support_fen(fen);
        int white = vnm_evaluate(&position, vnm_balance(&position));
        cr_assert(abs(white - men[i].value) < 80, "%s: %d", fen, white);
        position.stm = COLOR_BLACK;
        cr_assert_eq(vnm_evaluate(&position, vnm_balance(&position)), -white);
    }
}

Test(paper, table_keeps_the_deepest) {
    vnm_hash_t hash;

    cr_assert(vnm_hash_init(&hash, 2)); // one bucket
    for (unsigned i = 1; i <= 5; i++)
        vnm_hash_store(&hash, (vnm_entry_t){.key = i, .draft = (uint8_t)(10 - i), .move = 99});
    // The fifth took the place of the shallowest before it.
    for (unsigned i = 1; i <= 5; i++)
        cr_assert_eq(vnm_hash_probe(&hash, i) != NULL, i != 4, "%u", i);
    // The same key has one entry, and a move survives a store without one.
    vnm_hash_store(&hash, (vnm_entry_t){.key = 2, .draft = 1, .score = -7});
    cr_assert_eq(vnm_hash_probe(&hash, 2)->score, -7);
    cr_assert_eq(vnm_hash_probe(&hash, 2)->move, 99);
    for (unsigned i = 0; i < 600; i++) {
        vnm_hash_clear(&hash);
        for (unsigned key = 1; key <= 5; key++)
            cr_assert_eq(vnm_hash_probe(&hash, key), NULL, "clear %u", i);
    }
    // Not even a move comes from before.
    vnm_hash_store(&hash, (vnm_entry_t){.key = 2, .draft = 1});
    cr_assert_eq(vnm_hash_probe(&hash, 2)->move, MOVE_NONE);
    vnm_hash_free(&hash);
}
