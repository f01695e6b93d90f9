// SPDX-License-Identifier: Apache-2.0
// The model's moves: PERFT against published counts, MOVES against the host's legal moves and the
// order of docs/chip.md section 5, and the words that jobs and results travel in.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "model/chip_words.h"
#include "model_support.h"

// ---- PERFT

static unsigned check_perft_file(model_t *model, const char *path, uint64_t limit,
                                 unsigned stride) {
    support_file_t file;
    unsigned row = 0, checked = 0;

    for (support_open(&file, path); support_row(&file, false); row++) {
        epd_t epd;
        if (row % stride)
            continue;
        cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
        uint64_t count;
        unsigned depth = support_published(&epd, limit, &count);
        if (!depth)
            continue;
        chip_job_t job = support_job(&epd.position, depth, 0);
        job.kind = ZF_JOB_KIND_PERFT;
        chip_result_t result = support_run(model, &job);
        cr_assert_eq(result.nodes, count, "%s:%u %s depth %u: %u nodes", path, file.row, file.line,
                     depth, result.nodes);
        cr_assert_eq(result.score, 0);
        checked++;
    }
    support_close(&file);
    return checked;
}

Test(model_moves, perft) {
    uint64_t limit = support_soak() ? 200000000 : support_sanitized() ? 30000 : 500000;
    model_t *model = model_new();
    unsigned checked = 0;

    checked += check_perft_file(model, "tests/data/perft/perftsuite_127.epd", limit, 1);
    checked += check_perft_file(model, "tests/data/perft/tricky.epd", limit, 1);
    checked += check_perft_file(model, "tests/data/perft/jones_23.epd", limit, 1);
    checked += check_perft_file(model, "tests/data/perft/ferdy_double_check.epd", limit, 2);
    checked += check_perft_file(model, "tests/data/perft/random_marcel.epd", limit / 20, 9);
    cr_assert_gt(checked, 500, "only %u rows", checked);
    cr_assert_eq(check_perft_file(model, "tests/data/perft/ferdy_en_passant.epd", 4000000, 500), 4);
    const model_counters_t *counters = model_counters(model);
    cr_expect_eq(counters->passes[CHIP_PASS_EVAL], 0);
    cr_expect_eq(counters->passes[CHIP_PASS_KILLER], 0);
    model_free(model);
}

// At the initial position the passes can be counted by hand. C: the root alone, for no child opens
// a line or reaches the king. V: the root, each of 20 children, the start of the quiet phase, and
// 15 more for the targets a3 to h4 after the first.
Test(model_moves, passes_of_the_initial_position) {
    model_t *model = model_new();
    position_t position;

    position_start(&position);
    chip_job_t job = support_job(&position, 1, 0);
    job.kind = ZF_JOB_KIND_MOVES;
    chip_result_t result = support_run(model, &job);
    const uint64_t *passes = model_counters(model)->passes;
    cr_expect_eq(result.move_count, 20);
    cr_expect_eq(passes[CHIP_PASS_LOAD], 32);
    cr_expect_eq(passes[CHIP_PASS_CHECK], 1);
    cr_expect_eq(passes[CHIP_PASS_ATTACKER], 20);
    cr_expect_eq(passes[CHIP_PASS_VICTIM], 1 + 1 + 15 + 20);
    cr_expect_eq(passes[CHIP_PASS_TAKE_BACK], 1);
    cr_expect_eq(passes[CHIP_PASS_EMPTY] + passes[CHIP_PASS_EVAL] + passes[CHIP_PASS_KILLER], 0);
    model_free(model);
}

// ---- MOVES

static unsigned place_in_order(unsigned square) {
    for (unsigned i = 0; i < ZF_ORDER_COUNT; i++)
        if (zf_order[i] == square)
            return i;
    return 64;
}

// The page's definition of the order, against the table.
Test(model_moves, order_of_squares) {
    for (unsigned i = 0; i + 1 < ZF_ORDER_COUNT; i++) {
        int key[2];
        for (unsigned j = 0; j < 2; j++) {
            int file = zf_order[i + j] & 7, rank = zf_order[i + j] >> 3;
            int x = abs(2 * file - 7), y = abs(2 * rank - 7);
            key[j] = ((x > y ? x : y) << 8) + ((7 - rank) << 4) + file;
        }
        cr_assert_lt(key[0], key[1], "places %u and %u", i, i + 1);
    }
}

// A number that grows along the order of section 5: phase, class and place of the victim, class
// and place of the attacker, promotion.
static uint64_t rank_of(const position_t *position, move_t move) {
    static const unsigned victims[] = {5, 4, 3, 2, 0}; // by piece, promotion push is 1
    color_t us = (color_t)position->stm;
    unsigned from = square_seen_by(us, move_from(move)), to = square_seen_by(us, move_to(move));
    unsigned piece = man_type(position->board[move_from(move)]);
    unsigned promotion = chip_move_pack(position, move) >> 12;
    bool pawn = piece == PIECE_PAWN;
    uint64_t phase = 4, class = 2;

    if (move_kind(move) == MOVE_KIND_CASTLING)
        return (uint64_t)4 << 40 | (uint64_t)(to == 6 ? 0 : 1) << 32;
    if (position_is_capture(position, move)) {
        phase = 2;
        man_t victim = position->board[move_to(move)];
        class = victim == MAN_NONE ? 5 : victims[man_type(victim)];
    } else if (pawn && to >= 56) {
        phase = 2;
        class = 1;
    }
    return phase << 40 | class << 32 | (uint64_t)place_in_order(to) << 24 | (uint64_t)piece << 16 |
           (uint64_t)place_in_order(from) << 8 | promotion;
}

static void check_moves(model_t *model, const position_t *position) {
    chip_job_t job = support_job(position, 1, 0);
    move_list_t legal;
    uint64_t before = 0;

    job.kind = ZF_JOB_KIND_MOVES;
    job.id = 77;
    chip_result_t result = support_run(model, &job);
    movegen(position, MOVEGEN_ALL, &legal);
    cr_assert_eq(result.move_count, legal.count, "%s: %u moves, %u are legal",
                 support_fen_of(position), result.move_count, legal.count);
    cr_assert_eq(result.nodes, legal.count);
    for (unsigned i = 0; i < result.move_count; i++) {
        move_t move = chip_move_unpack(position, result.moves[i]);
        cr_assert(movegen_is_legal(position, move), "%s: %04x", support_fen_of(position), move);
        cr_assert_eq(chip_move_pack(position, move), result.moves[i]);
        uint64_t now = rank_of(position, move);
        cr_assert(i == 0 || now > before, "%s: move %u comes too late", support_fen_of(position),
                  i);
        before = now;
    }
}

Test(model_moves, legal_and_in_order) {
    model_t *model = model_new();
    support_positions_t some = support_collect(3), more = support_random_positions(3000, 11);

    for (unsigned i = 0; i < some.count; i++)
        check_moves(model, &some.positions[i]);
    for (unsigned i = 0; i < more.count; i++)
        check_moves(model, &more.positions[i]);
    support_release(&some);
    support_release(&more);
    model_free(model);
}

// Without the evasion mask the same moves come, at a higher price.
Test(model_moves, mask_removes_no_legal_move) {
    model_t *model = model_new();
    support_positions_t set = support_random_positions(3000, 12);
    uint64_t passes[2] = {0};
    unsigned in_check = 0;

    for (unsigned i = 0; i < set.count; i++) {
        chip_job_t job = support_job(&set.positions[i], 2, 0);
        chip_result_t result[2];
        if (!position_in_check(&set.positions[i]))
            continue;
        in_check++;
        job.kind = ZF_JOB_KIND_PERFT;
        for (unsigned j = 0; j < 2; j++) {
            model_set_debug(model, j ? MODEL_NO_MASK : 0);
            model_clear_counters(model);
            result[j] = support_run(model, &job);
            passes[j] += model_counters(model)->passes[CHIP_PASS_ATTACKER];
        }
        cr_assert_eq(result[0].nodes, result[1].nodes, "%s", support_fen_of(&set.positions[i]));
        cr_assert_eq(result[0].hash, result[1].hash, "%s", support_fen_of(&set.positions[i]));
    }
    cr_assert_gt(in_check, 100);
    cr_assert_lt(passes[0], passes[1]);
    support_release(&set);
    model_free(model);
}

// ---- Words

static void fill_random(chip_job_t *job, uint64_t *state) {
    job->kind = support_random(state) & 3;
    job->id = (uint16_t)support_random(state);
    job->beta = (int16_t)support_random(state);
    job->depth = support_random(state) & 15;
    job->null_r = support_random(state) & 3;
    job->verified = support_random(state) & 1;
    job->verify = support_random(state) & 1;
    job->after_null = support_random(state) & 1;
    job->evasion = support_random(state) & 1;
    job->delta = support_random(state) & 1;
    job->lazy = support_random(state) & 1;
    job->table = support_random(state) & 1;
    job->table_min = support_random(state) & 7;
    job->age = support_random(state) & 7;
    job->clock = support_random(state) & 127;
    job->returned = support_random(state) & 3;
    job->node_limit = support_random(state) & 0xffffff;
    job->own_vacated = (uint32_t)support_random(state);
    job->other_vacated = (uint32_t)support_random(state);
    job->history_count = support_random(state) % 33;
    for (unsigned i = 0; i < job->history_count; i++)
        job->history[i] = (chip_history_t){support_random(state), support_random(state) & 1};
}

Test(model_moves, jobs_survive_their_words) {
    support_positions_t set = support_collect(40);
    uint64_t state = 5;

    for (unsigned i = 0; i < set.count; i++) {
        uint32_t words[CHIP_JOB_WORDS_MAX];
        chip_job_t job, back;
        memset(&job, 0, sizeof job);
        chip_job_set_position(&job, &set.positions[i], NULL);
        fill_random(&job, &state);
        unsigned count = chip_job_pack(&job, words);
        cr_assert_eq(chip_job_length(words), count);
        cr_assert(chip_job_unpack(words, count, &back));
        cr_assert_eq(memcmp(&job, &back, sizeof job), 0, "row %u", i);
        cr_assert(!chip_job_unpack(words, count - 1, &back));
    }
    support_release(&set);
}

Test(model_moves, results_survive_their_words) {
    static chip_result_t result, back;
    uint32_t words[CHIP_RESULT_WORDS_MAX];

    result = (chip_result_t){.id = 0xbeef,
                             .status = ZF_STATUS_REFUSED,
                             .reason = ZF_REFUSED_BAD_CHECK,
                             .score = -ZF_MATE,
                             .best_move = 0x2fff,
                             .nodes = 0x12345678,
                             .hash = 0x9abcdef0,
                             .clocks = 77,
                             .move_count = 2,
                             .moves = {0x1234, 0x0abc}};
    cr_assert_eq(chip_result_pack(&result, words), 7);
    cr_expect_eq(words[0], 0xbeefu | 0x1234u << 16 | 1u << 31);
    cr_expect_eq(words[1], 0xbeefu | 0x0abcu << 16 | 1u << 31);
    chip_result_unpack(words + 2, &back);
    back.move_count = 2;
    memcpy(back.moves, result.moves, sizeof back.moves);
    cr_expect_eq(memcmp(&back, &result, sizeof back), 0);
}

Test(model_moves, weights_make_the_castling_rows) {
    static chip_config_t config[CHIP_CONFIG_MAX];
    static bool written[4096];
    unsigned count = chip_weights_pack(zf_weight_default, config);
    const chip_config_t *row = &config[3 * ZF_CONFIG_CASTLE_ROW];
    uint64_t key = zf_key_piece[3 * 64 + 5] ^ zf_key_piece[3 * 64 + 7];

    cr_assert_leq(count, (unsigned)CHIP_CONFIG_MAX);
    for (unsigned i = 0; i < count; i++) {
        cr_assert(!written[config[i].address], "address %u twice", config[i].address);
        written[config[i].address] = true;
    }
    for (unsigned row_number = 0; row_number < ZF_CONFIG_ROWS; row_number++)
        for (unsigned word = 0; word < 3; word++)
            cr_assert(written[row_number * 4 + word], "row %u", row_number);
    for (unsigned weight = 1024; weight < ZF_WEIGHT_WORDS; weight++)
        cr_assert(written[ZF_CONFIG_REGISTER + weight - 1024], "weight %u", weight);
    cr_expect_eq(row[0].address, ZF_CONFIG_CASTLE_ROW * 4);
    cr_expect_eq(row[1].data, (uint32_t)key); // halves swapped
    cr_expect_eq(row[0].data, (uint32_t)(key >> 32));
    // Rook h1 to f1: 484 - 474 in the middle game's row (the file's numbers), nothing in the end.
    int mg = zf_weight_default[ZF_W_PSQT_MG + 197] - zf_weight_default[ZF_W_PSQT_MG + 199];
    cr_expect_eq(row[2].data, (uint32_t)mg & 0xfff);
    cr_expect_eq(config[count - 1].address, ZF_CONFIG_REGISTER + ZF_W_DELTA_QUEEN - 1024);
    cr_expect_eq(config[count - 1].data, 1250);
}

// ---- Refusals

static unsigned reason_of(const chip_job_t *job) {
    static model_t *model;
    static chip_result_t result;

    if (!model)
        model = model_new();
    model_run(model, job, &result);
    cr_assert_eq(result.reason, model_refusal(job));
    cr_assert_eq(result.status, result.reason ? ZF_STATUS_REFUSED : ZF_STATUS_DONE);
    if (result.reason)
        cr_assert(result.score == 0 && result.best_move == 0 && !result.nodes && !result.hash);
    return result.reason;
}

static chip_job_t refusal_job(const char *fen) {
    position_t position = support_fen(fen);
    chip_job_t job = support_job(&position, 1, 0);

    return job;
}

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Each field that is out of range, and what it would be refused for otherwise does not matter.
Test(model_moves, refuses_bad_kind) {
    const chip_job_t good = refusal_job(start_fen);

#define REFUSED(change)                                                                            \
    do {                                                                                           \
        chip_job_t job = good;                                                                     \
        job.own[0].piece = 7;                                                                      \
        cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_MAN);                                         \
        change;                                                                                    \
        cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_KIND, "%s", #change);                         \
        uint32_t words[CHIP_JOB_WORDS_MAX];                                                        \
        chip_job_t back;                                                                           \
        cr_expect(chip_job_unpack(words, chip_job_pack(&job, words), &back));                      \
        cr_expect_eq(reason_of(&back), ZF_REFUSED_BAD_KIND, "%s, by words", #change);              \
    } while (0)
    cr_assert_eq(reason_of(&good), ZF_REFUSED_NONE);
    REFUSED(job.kind = 4);
    REFUSED(job.depth = 16);
    REFUSED((job.kind = ZF_JOB_KIND_PERFT, job.depth = 0));
    REFUSED(job.table_min = 0);
    REFUSED(job.table_min = 8);
    REFUSED(job.beta = ZF_MATE + 1);
    REFUSED(job.beta = -ZF_MATE - 1);
    REFUSED(job.history_count = 33);
    REFUSED(job.own_count = 17);
    REFUSED(job.other_count = 17);
    REFUSED(job.null_r = 4);
    REFUSED(job.age = 8);
    REFUSED(job.clock = 128);
    REFUSED(job.node_limit = 1 << 24);
    REFUSED(job.ep_file = 8);
    REFUSED(job.rights = 16);
    REFUSED(job.other[3].square = 64);
#undef REFUSED
}

Test(model_moves, refuses_bad_men) {
    const chip_job_t good = refusal_job("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    chip_job_t job = good;

    job.own[0].piece = 6;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_MAN);
    job = good;
    for (unsigned i = 0; i < 2; i++) {
        job = good;
        job.own[job.own_count++] = (chip_man_t){ZF_PIECE_PAWN, i ? 60 : 3};
        cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_MAN);
    }
    job = good;
    job.other[job.other_count++] = (chip_man_t){ZF_PIECE_KNIGHT, 12 ^ 56}; // on the pawn
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_MAN);
    job.other[1].square = 4; // on its own king, seen from its side
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_MAN);
    job.other[1].square = 20;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_NONE);
}

Test(model_moves, refuses_in_order) {
    const chip_job_t good = refusal_job("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
    chip_job_t job = good;

    cr_expect_eq(reason_of(&good), ZF_REFUSED_NONE);
    job.other[job.other_count++] = (chip_man_t){ZF_PIECE_KING, 40};
    job.rights = 8;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_KINGS);
    job.other_count--;
    job.ep_file = 2;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_RIGHTS);
    job.rights = 2;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_RIGHTS);
    job.rights = 1;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_EP);
    job.other[job.other_count++] = (chip_man_t){ZF_PIECE_PAWN, 34 ^ 56}; // c5, own view
    cr_expect_eq(reason_of(&job), ZF_REFUSED_NONE);
    job.other[job.other_count++] = (chip_man_t){ZF_PIECE_KNIGHT, 50 ^ 56}; // c7
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_EP);
    job.other[job.other_count - 1].square = 42 ^ 56; // c6
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_EP);
    job.own[job.own_count++] = (chip_man_t){ZF_PIECE_ROOK, 56}; // a8 gives check
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_EP);
    job.other_count--;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_CHECK);
    job = good;
    job.own_count = 0;
    cr_expect_eq(reason_of(&job), ZF_REFUSED_BAD_KINGS);
}
