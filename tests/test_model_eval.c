// SPDX-License-Identifier: Apache-2.0
// The model's evaluation (docs/chip.md section 8): each weight by a position counted by hand, the
// taper, the clamps, and symmetry.
#include <criterion/criterion.h>
#include <string.h>

#include "model_support.h"

static int16_t weights[ZF_WEIGHT_WORDS];

static void start_weights(void) {
    memcpy(weights, zf_weight_default, sizeof weights);
    weights[ZF_W_LAZY] = 511; // so that the slow part is not cut
}

TestSuite(model_eval, .init = start_weights);

static int evaluate(model_t *model, const char *fen) {
    position_t position = support_fen(fen);
    chip_job_t job = support_job(&position, 0, 0);

    job.kind = ZF_JOB_KIND_EVAL;
    chip_result_t result = support_run(model, &job);
    cr_assert_eq(result.nodes, 0);
    cr_assert_eq(result.best_move, 0);
    return result.score;
}

// White moves in all of them: own is White's count. The counts were made on the board, by hand.
static const struct {
    unsigned weight;
    int own, other;
    bool small; // the small chip has it
    const char *fen;
} rows[] = {
    {ZF_W_DOUBLED, 2, 0, true, "4k3/8/8/8/2P5/2P2P2/2P2P2/4K3 w - - 0 1"},
    {ZF_W_DOUBLED, 0, 1, true, "4k3/1p6/1p6/8/2P5/5P2/8/4K3 w - - 0 1"},
    {ZF_W_ISOLATED, 2, 1, true, "4k3/pp5p/8/8/2P5/8/5P2/4K3 w - - 0 1"},
    {ZF_W_ISOLATED, 0, 2, true, "4k3/p2p4/3p4/8/6P1/7P/8/4K3 w - - 0 1"},
    {ZF_W_BACKWARD, 0, 1, false, "4k3/8/8/3p4/8/4P3/3P4/4K3 w - - 0 1"},
    {ZF_W_BACKWARD, 1, 0, false, "4k3/2p5/8/3p4/8/4P3/8/4K3 w - - 0 1"},
    {ZF_W_CONNECTED, 1, 2, false, "4k3/p7/1p6/2p5/3P4/2P1P3/8/4K3 w - - 0 1"},
    {ZF_W_PASSED, 1, 0, true, "4k3/p7/8/6P1/1P4P1/8/8/4K3 w - - 0 1"},
    {ZF_W_PASSED, 0, 2, true, "4k3/7p/8/6P1/pp6/8/8/4K3 w - - 0 1"},
    {ZF_W_PASSED_4, 2, 0, true, "4k3/7P/4PPP1/2P5/PP6/8/8/4K3 w - - 0 1"},
    {ZF_W_PASSED_5, 1, 0, true, "4k3/7P/4PPP1/2P5/PP6/8/8/4K3 w - - 0 1"},
    {ZF_W_PASSED_6, 3, 0, true, "4k3/7P/4PPP1/2P5/PP6/8/8/4K3 w - - 0 1"},
    {ZF_W_PASSED_7, 1, 0, true, "4k3/7P/4PPP1/2P5/PP6/8/8/4K3 w - - 0 1"},
    {ZF_W_PASSED_7, 0, 1, true, "4k3/8/8/8/8/8/p7/4K3 w - - 0 1"},
    {ZF_W_PASSED_BLOCKED, 1, 0, false, "4k3/8/2N1n3/2P1P3/8/8/8/4K3 w - - 0 1"},
    {ZF_W_SHELTER, 3, 2, false, "2kq4/1p6/2p5/8/8/7P/5PP1/Q5K1 w - - 0 1"},
    {ZF_W_SHELTER, 0, 2, false, "2k5/1p6/2p5/8/8/7P/5PP1/Q5K1 w - - 0 1"},
    {ZF_W_KING_OPEN, 0, 1, false, "2kq4/1p6/2p5/8/8/7P/5PP1/Q5K1 w - - 0 1"},
    {ZF_W_KING_OPEN, 2, 0, false, "2kq4/1p6/2p5/8/8/8/5P2/7K w - - 0 1"},
    {ZF_W_KING_ATTACK, 3, 0, false, "k7/7R/8/2N5/8/1Q6/8/4K3 w - - 0 1"},
    {ZF_W_KING_ATTACK, 0, 0, false, "k7/7R/8/2N5/8/1R6/8/4K3 w - - 0 1"},
    {ZF_W_MOBILITY_MINOR, 6, 0, true, "4k3/8/2p5/8/8/8/8/N3K2B w - - 0 1"},
    {ZF_W_MOBILITY_MINOR, 5, 0, true, "4k3/8/2p5/8/8/8/2P5/N3K2B w - - 0 1"},
    {ZF_W_MOBILITY_MAJOR, 9, 0, true, "4k3/8/1p6/8/8/8/8/R3K3 w - - 0 1"},
    {ZF_W_ROOK_OPEN, 1, 0, true, "4k3/8/1p4p1/8/8/8/8/RR2K1R1 w - - 0 1"},
    {ZF_W_ROOK_HALF, 2, 0, true, "4k3/8/1p4p1/8/8/8/8/RR2K1R1 w - - 0 1"},
    {ZF_W_ROOK_HALF, 0, 1, true, "4k1r1/8/8/8/8/6P1/8/4K1R1 w - - 0 1"},
    {ZF_W_ROOK_7TH, 2, 1, true, "4k3/R6R/8/8/8/8/3r4/4K3 w - - 0 1"},
    {ZF_W_OUTPOST, 1, 0, false, "4k3/1p5p/8/N3N3/1P1P4/8/8/4K3 w - - 0 1"},
    {ZF_W_OUTPOST, 2, 0, false, "4k3/8/N3N3/1P6/N4P1N/1P4P1/8/4K3 w - - 0 1"},
    {ZF_W_OUTPOST, 0, 1, false, "4k3/4N3/5P2/2p5/3n4/4N3/3P1P2/4K3 w - - 0 1"},
    {ZF_W_BISHOP_PAIR, 1, 0, true, "4kb2/8/3b4/8/8/8/8/2B1KB2 w - - 0 1"},
    {ZF_W_THREAT_PAWN, 2, 0, false, "4k3/8/8/2n1b3/3P4/8/8/4K3 w - - 0 1"},
    {ZF_W_THREAT_PAWN, 0, 2, false, "4k3/8/8/8/2p5/1Q1R4/8/1B2K3 w - - 0 1"},
    {ZF_W_THREAT_KNIGHT, 2, 0, false, "4k3/8/1r3q2/3N4/8/8/8/4K3 w - - 0 1"},
};

static void check_row(model_t *model, size_t i, bool full) {
    position_t position = support_fen(rows[i].fen);
    chip_job_t job = support_job(&position, 0, 0);
    model_terms_t terms;
    unsigned term = rows[i].weight - ZF_W_DOUBLED;
    int step = full || rows[i].small ? rows[i].own - rows[i].other : 0;

    model_set_full(model, full);
    model_set_weights(model, weights);
    cr_assert(model_eval_terms(model, &job, &terms));
    cr_expect_eq(terms.counts[0][term], rows[i].own, "%s weight %u: own %d, by hand %d",
                 rows[i].fen, rows[i].weight, terms.counts[0][term], rows[i].own);
    cr_expect_eq(terms.counts[1][term], rows[i].other, "%s weight %u: other %d, by hand %d",
                 rows[i].fen, rows[i].weight, terms.counts[1][term], rows[i].other);
    int before = evaluate(model, rows[i].fen);
    cr_expect_eq(before, terms.score);
    weights[rows[i].weight]++;
    model_set_weights(model, weights);
    int after = evaluate(model, rows[i].fen);
    weights[rows[i].weight]--;
    cr_expect_eq(after - before, step, "%s weight %u full %d: a step changes %d, by hand %d",
                 rows[i].fen, rows[i].weight, full, after - before, step);
}

Test(model_eval, every_weight_by_hand) {
    model_t *model = model_new();
    bool met[MODEL_TERMS] = {false};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_row(model, i, true);
        check_row(model, i, false);
        met[rows[i].weight - ZF_W_DOUBLED] |= rows[i].own != rows[i].other;
    }
    for (unsigned term = 0; term < MODEL_TERMS; term++)
        cr_expect(met[term], "no row for weight %u", term + ZF_W_DOUBLED);
    model_free(model);
}

// The men of the initial position are worth 0 to each other; TEMPO is the mover's.
Test(model_eval, tempo_and_margin) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char much[] = "4k3/8/8/8/PPPP4/8/8/BB2K3 w - - 0 1";
    model_t *model = model_new();
    model_terms_t terms;

    cr_expect_eq(evaluate(model, start), zf_weight_default[ZF_W_TEMPO]);
    weights[ZF_W_TEMPO] = 37;
    model_set_weights(model, weights);
    cr_expect_eq(evaluate(model, start), 37);
    for (int margin = 5; margin < 60; margin += 50) {
        position_t position = support_fen(much);
        chip_job_t job = support_job(&position, 0, 0);
        weights[ZF_W_LAZY] = (int16_t)margin;
        model_set_weights(model, weights);
        cr_assert(model_eval_terms(model, &job, &terms));
        cr_expect_eq(terms.slow, margin);
        cr_expect_eq(evaluate(model, much), terms.fast + margin);
        position.stm = COLOR_BLACK;
        position_seal(&position);
        chip_job_set_position(&job, &position, NULL);
        cr_assert(model_eval_terms(model, &job, &terms));
        cr_expect_eq(terms.slow, -margin);
    }
    model_free(model);
}

// Only the queen's square counts: mg 5, eg 2, phase 6. floor((5 - 2) * 6 / 32) = 0 for its owner,
// floor((-5 + 2) * 6 / 32) = -1 against it. Four queens: phase 24; six: 36, cut to 32.
Test(model_eval, taper) {
    model_t *model = model_new();

    memset(weights, 0, sizeof weights);
    weights[ZF_W_PSQT_MG + ZF_PIECE_QUEEN * 64 + 3] = 5;
    weights[ZF_W_PSQT_EG + ZF_PIECE_QUEEN * 64 + 3] = 2;
    model_set_weights(model, weights);
    cr_expect_eq(evaluate(model, "k7/8/8/8/8/8/8/K2Q4 w - - 0 1"), 2);
    cr_expect_eq(evaluate(model, "k7/8/8/8/8/8/8/K2Q4 b - - 0 1"), -3);
    cr_expect_eq(evaluate(model, "k7/8/8/4QQQ1/8/8/8/K2Q4 w - - 0 1"), 2 + 3 * 24 / 32);
    cr_expect_eq(evaluate(model, "k7/8/4QQ2/4QQQ1/8/8/8/K2Q4 w - - 0 1"), 5);
    cr_expect_eq(evaluate(model, "k7/8/4RN2/4BQQ1/8/8/8/K2Q4 b - - 0 1"), -2 + (-3 * 23 - 31) / 32);
    model_free(model);
}

// 16 men of 2047 against 16 of -2048: each sum wraps by itself, without a carry into the other.
Test(model_eval, sums_wrap_apart) {
    model_t *model = model_new();

    memset(weights, 0, sizeof weights);
    for (unsigned i = 0; i < 6 * 64; i++) {
        int16_t value = i % 64 < 16 ? 2047 : -2048;
        weights[ZF_W_PSQT_MG + i] = weights[ZF_W_PSQT_EG + i] = value;
    }
    model_set_weights(model, weights);
    cr_expect_eq(evaluate(model, "8/8/8/pppppppp/rnbqkbnr/8/PPPPPPPP/RNBQKBNR w - - 0 1"), -16);
    cr_expect_eq(evaluate(model, "8/8/8/pppppppp/rnbqkbnr/8/PPPPPPPP/RNBQKBNR b - - 0 1"), 16);
    model_free(model);
}

// Squares are the owner's: White's d1 is Black's d8.
Test(model_eval, squares_are_the_owners) {
    model_t *model = model_new();

    memset(weights, 0, sizeof weights);
    weights[ZF_W_PSQT_MG + ZF_PIECE_ROOK * 64 + 3] = 7;
    weights[ZF_W_PSQT_EG + ZF_PIECE_ROOK * 64 + 3] = 7;
    model_set_weights(model, weights);
    cr_expect_eq(evaluate(model, "k2r4/8/8/8/8/8/8/4K3 b - - 0 1"), 7);
    cr_expect_eq(evaluate(model, "k2r4/8/8/8/8/8/8/4K3 w - - 0 1"), -7);
    cr_expect_eq(evaluate(model, "k7/8/8/8/8/8/8/3rK3 w - - 0 1"), 0);
    model_free(model);
}

// Gives the opponent queens up to so many men, on its ranks 7 and 8: only a job built by hand can.
static void add_queens(chip_job_t *job, unsigned men) {
    for (; job->other_count < men; job->other_count++)
        job->other[job->other_count] =
            (chip_man_t){ZF_PIECE_QUEEN, (uint8_t)(47 + job->other_count)};
}

// 15 * 2047 is more than the limit.
Test(model_eval, fast_limit) {
    model_t *model = model_new();
    position_t position = support_fen("8/8/8/8/7k/8/8/1K6 b - - 0 1");
    chip_job_t job = support_job(&position, 0, 0);

    memset(weights, 0, sizeof weights);
    for (unsigned i = 0; i < 64; i++)
        weights[ZF_W_PSQT_MG + ZF_PIECE_QUEEN * 64 + i] = 2047;
    model_set_weights(model, weights);
    job.kind = ZF_JOB_KIND_EVAL;
    add_queens(&job, 13);
    cr_expect_eq(support_run(model, &job).score, -12 * 2047);
    add_queens(&job, 16);
    cr_expect_eq(support_run(model, &job).score, -ZF_FAST_LIMIT);
    model_free(model);
}

Test(model_eval, symmetry) {
    model_t *model = model_new();
    support_positions_t set = support_random_positions(4000, 21);

    for (unsigned i = 0; i < set.count; i++) {
        position_t flipped, mirrored;
        int score[3];
        position_flip(&flipped, &set.positions[i]);
        position_mirror(&mirrored, &set.positions[i]);
        const position_t *positions[3] = {&set.positions[i], &flipped, &mirrored};
        for (unsigned j = 0; j < 3; j++) {
            chip_job_t job = support_job(positions[j], 0, 0);
            job.kind = ZF_JOB_KIND_EVAL;
            score[j] = support_run(model, &job).score;
        }
        cr_assert_eq(score[0], score[1], "%s: turned %d, %d", support_fen_of(&set.positions[i]),
                     score[0], score[1]);
        cr_assert_eq(score[0], score[2], "%s: mirrored %d, %d", support_fen_of(&set.positions[i]),
                     score[0], score[2]);
    }
    support_release(&set);
    model_free(model);
}
