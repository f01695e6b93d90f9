// SPDX-License-Identifier: Apache-2.0
// Null move, its verification and the table of the model (docs/chip.md sections 6 and 9).
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "model_support.h"

// ---- Zugzwang

static int null_score(model_t *model, const position_t *position, unsigned depth, int beta,
                      unsigned null_r, bool verified) {
    chip_job_t job = support_null_job(position, depth, beta, null_r, verified);

    return support_run(model, &job).score;
}

static void check_zugzwang(model_t *model, const position_t *position, unsigned depth,
                           const char *what) {
    chip_job_t job = support_job(position, 0, 0);
    unsigned wrong = 0;

    job.kind = ZF_JOB_KIND_EVAL;
    int score = support_run(model, &job).score;
    for (int beta = score - 300; beta <= score + 300; beta += 30) {
        bool standard = null_score(model, position, depth, beta, 3, false) >= beta;
        bool verified = null_score(model, position, depth, beta, 3, true) >= beta;
        if (standard == verified)
            continue;
        bool full = null_score(model, position, depth, beta, 0, false) >= beta;
        cr_expect_eq(verified, full, "%s beta %d: the verified null move is wrong", what, beta);
        wrong += standard != full;
    }
    cr_expect_gt(wrong, 0, "%s: the standard null move is never wrong", what);
}

Test(model_null, zugzwang_needs_verification) {
    model_t *model = model_new();

    for (unsigned i = 0; i < SUPPORT_ZUGZWANGS; i++) {
        const support_zugzwang_t *row = &support_zugzwangs[i];
        position_t position = support_zugzwang_position(row);
        uint64_t before = model_counters(model)->zugzwangs;
        check_zugzwang(model, &position, row->depth, row->path);
        cr_expect_gt(model_counters(model)->zugzwangs, before, "%s row %u: no zugzwang was found",
                     row->path, row->row);
    }
    model_free(model);
}

// ---- Where the null move is not tried

static uint64_t null_nodes(model_t *model, const chip_job_t *job) {
    model_clear_counters(model);
    support_run(model, job);
    return model_counters(model)->null_cuts + model_counters(model)->verifications;
}

// At depth 1 of a quiet position that stands far above the bound, each condition alone forbids it.
Test(model_null, conditions) {
    model_t *model = model_new();
    position_t position = support_fen("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1");
    position_t pawns = support_fen("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1");
    position_t check = support_fen("4k3/pppp4/8/4r3/8/8/PPPP4/2QQK3 w - - 0 1");
    chip_job_t good = support_job(&position, 1, 0), job;

    good.null_r = 2;
    cr_expect_eq(null_nodes(model, &good), 1);
#define FORBIDS(change)                                                                            \
    do {                                                                                           \
        job = good;                                                                                \
        change;                                                                                    \
        cr_expect_eq(null_nodes(model, &job), 0, "%s", #change);                                   \
    } while (0)
    FORBIDS(job.null_r = 0);
    FORBIDS(job.after_null = true);
    FORBIDS(job.beta = -ZF_MATE_BOUND);
    FORBIDS(job.beta = 2000); // above the fast score
    FORBIDS(job.verified = job.verify = true);
    FORBIDS(chip_job_set_position(&job, &pawns, NULL));
    FORBIDS(chip_job_set_position(&job, &check, NULL));
#undef FORBIDS
    job = good;
    job.verified = true; // but not in force
    cr_expect_eq(null_nodes(model, &job), 1);
    job.verify = true;
    job.depth = 2;
    cr_expect_eq(null_nodes(model, &job), 1);
    cr_expect_eq(model_counters(model)->verifications, 1);
    model_free(model);
}

// Mates that a null move finds are not believed: after it Black has Kh7 alone, and Rh1 mates. Only
// the rook counts, the bound is the fast score and the slow part less, so that nothing else reaches
// it.
Test(model_null, mates_out_of_a_null_move) {
    model_t *model = model_new();
    position_t position = support_fen("7k/5K2/8/8/8/8/8/6R1 w - - 0 1");
    int16_t weights[ZF_WEIGHT_WORDS];
    model_terms_t terms;
    chip_job_t job = support_job(&position, 4, 0);

    memcpy(weights, zf_weight_default, sizeof weights);
    memset(weights, 0, (ZF_W_TEMPO + 1) * sizeof *weights);
    weights[ZF_W_MOBILITY_MAJOR] = -1;
    for (unsigned i = 0; i < 64; i++)
        weights[ZF_W_PSQT_MG + ZF_PIECE_ROOK * 64 + i] = 640;
    model_set_weights(model, weights);
    cr_assert(model_eval_terms(model, &job, &terms));
    job.beta = (int16_t)terms.fast;
    job.null_r = 1;
    chip_result_t result = support_run(model, &job);
    cr_expect_eq(model_counters(model)->null_cuts, 1);
    cr_expect_eq(result.score, job.beta);
    cr_expect_eq(result.best_move, 0);
    job.null_r = 0;
    cr_expect_gt(support_run(model, &job).best_move, 0);
    model_free(model);
}

// ---- The table

Test(model_null, table_replaces_by_age_and_draft) {
    model_table_t *table = model_table_new(4);
    chip_entry_t entry = {.score = 5, .draft = 4, .bound = ZF_BOUND_LOWER, .age = 1}, found;
    uint64_t one = 0x1234567890ab0003ull, two = 0xabcdef0123450003ull;

    cr_expect(!model_table_probe(table, one, &found));
    model_table_store(table, one, &entry);
    cr_expect(model_table_probe(table, one, &found));
    cr_expect_eq(chip_entry_pack(&found), chip_entry_pack(&entry));
    cr_expect(!model_table_probe(table, two, &found));
    entry.draft = 3; // less deep, same age, another position: refused
    model_table_store(table, two, &entry);
    cr_expect(!model_table_probe(table, two, &found));
    cr_expect_eq(model_table_refusals(table), 1);
    entry.draft = 4; // as deep
    model_table_store(table, two, &entry);
    cr_expect(model_table_probe(table, two, &found));
    cr_expect_eq(model_table_evictions(table), 1);
    entry.draft = 1; // the same position
    entry.score = 9;
    model_table_store(table, two, &entry);
    cr_expect(model_table_probe(table, two, &found) && found.score == 9);
    entry.draft = 7;
    model_table_store(table, two, &entry);
    entry.draft = 0;
    entry.age = 2; // another age
    model_table_store(table, one, &entry);
    cr_expect(model_table_probe(table, one, &found) && found.draft == 0);
    model_table_clear(table);
    cr_expect(!model_table_probe(table, one, &found));
    model_table_free(table);
}

Test(model_null, entries_survive_their_word) {
    chip_entry_t entry = {
        .score = -123, .move = 0x3abc, .draft = 19, .bound = ZF_BOUND_UPPER, .age = 6};
    uint64_t data = chip_entry_pack(&entry);
    chip_entry_t back = chip_entry_unpack(data);

    cr_expect_eq(data >> ZF_ENTRY_BITS, 0);
    cr_expect_eq(data & 0xffff, (uint16_t)-123);
    cr_expect_eq(chip_entry_pack(&back), data);
    cr_expect(back.score == -123 && back.move == 0x3abc && back.draft == 19 &&
              back.bound == ZF_BOUND_UPPER && back.age == 6);
}

// What was stored and asked, in order; probes always miss.
typedef struct {
    unsigned probes, stores;
    uint64_t first_probe, last_store;
    chip_entry_t last;
} requests_t;

static bool note_probe(void *context, uint64_t key, chip_entry_t *entry) {
    requests_t *requests = context;

    (void)entry;
    if (!requests->probes++)
        requests->first_probe = key;
    return false;
}

static void note_store(void *context, uint64_t key, const chip_entry_t *entry) {
    requests_t *requests = context;

    requests->stores++;
    requests->last_store = key;
    requests->last = *entry;
}

// The root probes first and stores last; its key is the position's with the switches on top.
Test(model_null, root_uses_the_table) {
    requests_t requests = {0};
    model_t *model = model_new();
    position_t position;

    position_start(&position);
    chip_job_t job = support_job(&position, 3, 150);
    job.table = true;
    job.null_r = 3;
    job.verified = job.verify = job.evasion = job.delta = true;
    job.age = 5;
    model_set_table(model, note_probe, note_store, &requests);
    chip_result_t result = support_run(model, &job);
    uint64_t key = position.key ^ (uint64_t)(3 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6) << 56;
    cr_expect_eq(requests.first_probe, key);
    cr_expect_eq(requests.last_store, key);
    cr_expect_eq(requests.last.score, result.score);
    cr_expect_eq(requests.last.move, result.best_move);
    cr_expect_eq(requests.last.bound, ZF_BOUND_UPPER);
    cr_expect_eq(requests.last.draft, 3);
    cr_expect_eq(requests.last.age, 5);
    cr_expect_eq(model_counters(model)->probes, requests.probes);
    cr_expect_eq(model_counters(model)->passes[CHIP_PASS_EMPTY], requests.probes);
    memset(&requests, 0, sizeof requests);
    job.null_r = 0;
    support_run(model, &job);
    cr_expect_eq(requests.first_probe, position.key ^ (uint64_t)(1 << 5 | 1 << 6) << 56);
    memset(&requests, 0, sizeof requests);
    job.table_min = 4;
    support_run(model, &job);
    cr_expect_eq(requests.probes + requests.stores, 0);
    job.table_min = 1;
    job.clock = ZF_TABLE_CLOCK;
    job.depth = 1;
    support_run(model, &job);
    cr_expect_eq(requests.probes + requests.stores, 0);
    job.clock--;
    support_run(model, &job);
    cr_expect_eq(requests.probes, 1);
    model_free(model);
}

// Answers the root's probe as told, and misses all others.
typedef struct {
    uint64_t key;
    chip_entry_t entry;
} answer_t;

static bool give_answer(void *context, uint64_t key, chip_entry_t *entry) {
    answer_t *answer = context;

    *entry = answer->entry;
    return key == answer->key;
}

Test(model_null, answers_of_the_table) {
    model_t *model = model_new();
    position_t position = support_fen("4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1");
    chip_job_t job = support_job(&position, 2, 900);
    answer_t answer = {position.key, {.score = 900, .draft = 2, .bound = ZF_BOUND_LOWER}};

    job.table = true;
    model_set_table(model, give_answer, NULL, &answer);
    chip_result_t result = support_run(model, &job);
    cr_expect(result.score == 900 && result.nodes == 0 && result.best_move == 0);
    answer.entry.draft = 1; // not deep enough
    cr_expect_gt(support_run(model, &job).nodes, 0u);
    answer.entry.draft = 2;
    answer.entry.bound = ZF_BOUND_UPPER; // says nothing about 900
    cr_expect_gt(support_run(model, &job).nodes, 0u);
    answer.entry.score = 899;
    cr_expect_eq(support_run(model, &job).score, 899);
    // The table move comes first: a quiet pawn move, then one that is no move here.
    answer.entry = (chip_entry_t){.move = 8u | 16u << 6, .bound = ZF_BOUND_UPPER};
    job.depth = 1;
    job.beta = -1000;
    cr_expect_eq(support_run(model, &job).best_move, 8u | 16u << 6);
    answer.entry.move = 8u | 40u << 6;
    cr_expect_neq(support_run(model, &job).best_move, 8u | 40u << 6);
    answer.entry.move = 8u | 16u << 6 | 1u << 12; // a promotion that is none
    cr_expect_neq(support_run(model, &job).best_move, 8u | 16u << 6 | 1u << 12);
    model_free(model);
}

// Mate scores travel as distances from their node. Black has one move, Kh7, and then Rh1 mates.
Test(model_null, mates_in_the_table) {
    model_t *model = model_new();
    position_t position = support_fen("7k/5K2/8/8/8/8/8/6R1 b - - 0 1"), next;
    requests_t requests = {0};
    chip_job_t job = support_job(&position, 2, 3 - ZF_MATE);

    position_make(&next, &position, support_move(&position, "h8h7"));
    job.table = true;
    job.table_min = 1;
    model_set_table(model, NULL, note_store, &requests);
    cr_expect_eq(support_run(model, &job).score, 2 - ZF_MATE);
    cr_expect_eq(requests.stores, 2); // White's node, then the root
    cr_expect_eq(requests.last.score, 2 - ZF_MATE);
    job.depth = 1; // the root's store is that of its child's answer
    job.table_min = 1;
    answer_t answer = {next.key, {.score = ZF_MATE - 5, .draft = 1, .bound = ZF_BOUND_LOWER}};
    model_set_table(model, give_answer, NULL, &answer);
    job.depth = 2;
    job.beta = -(ZF_MATE - 8);
    cr_expect_eq(support_run(model, &job).score, -(ZF_MATE - 6));
    answer.entry.score = -(ZF_MATE - 6);
    answer.entry.bound = ZF_BOUND_UPPER;
    job.beta = 0;
    cr_expect_eq(support_run(model, &job).score, ZF_MATE - 7);
    // White alone: what it stores at ply 0 and, below another root, at ply 1 is the same.
    memset(&requests, 0, sizeof requests);
    job = support_job(&next, 1, ZF_MATE - 1);
    job.table = true;
    model_set_table(model, NULL, note_store, &requests);
    support_run(model, &job);
    cr_expect_eq(requests.last.score, ZF_MATE - 1);
    cr_expect_eq(requests.last_store, next.key);
    model_free(model);
}

// The store of one key, as last seen.
static void note_one(void *context, uint64_t key, const chip_entry_t *entry) {
    answer_t *answer = context;

    if (key == answer->key)
        answer->entry = *entry;
}

Test(model_null, mates_are_stored_from_their_node) {
    model_t *model = model_new();
    position_t position = support_fen("7k/5K2/8/8/8/8/8/6R1 b - - 0 1"), next;
    answer_t answer = {0};
    chip_job_t job = support_job(&position, 2, 3 - ZF_MATE);

    position_make(&next, &position, support_move(&position, "h8h7"));
    answer.key = next.key;
    job.table = true;
    model_set_table(model, NULL, note_one, &answer);
    support_run(model, &job);
    cr_expect_eq(answer.entry.bound, ZF_BOUND_LOWER);
    cr_expect_eq(answer.entry.score, ZF_MATE - 1); // MATE - 2 at ply 1
    cr_expect_eq(answer.entry.move, 6u | 7u << 6);
    model_free(model);
}

// In check a table move or killer outside the mask costs its K pass and no more.
Test(model_null, table_moves_obey_the_mask) {
    model_t *model = model_new();
    position_t position = support_fen("4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1");
    answer_t answer = {position.key, {.move = 8u | 16u << 6, .bound = ZF_BOUND_UPPER}};
    chip_job_t job = support_job(&position, 1, 1000);

    job.table = true;
    model_set_table(model, give_answer, NULL, &answer);
    chip_result_t with = support_run(model, &job);
    model_counters_t one = *model_counters(model);
    model_clear_counters(model);
    answer.entry.move = 0;
    chip_result_t without = support_run(model, &job);
    cr_expect_eq(with.hash, without.hash);
    cr_expect_eq(one.passes[CHIP_PASS_KILLER], 1);
    cr_expect_eq(model_counters(model)->passes[CHIP_PASS_KILLER], 0);
    cr_expect_eq(one.passes[CHIP_PASS_VICTIM], model_counters(model)->passes[CHIP_PASS_VICTIM]);
    model_free(model);
}

// Any answer whatever leads to a search that ends and to a legal move: random words as table moves.
static bool random_answer(void *context, uint64_t key, chip_entry_t *entry) {
    uint64_t *state = context;

    (void)key;
    *entry = (chip_entry_t){.move = support_random(state) & 0x3fff, .bound = ZF_BOUND_UPPER};
    return true;
}

Test(model_null, table_moves_are_never_trusted) {
    model_t *model = model_new();
    support_positions_t set = support_random_positions(1500, 51);
    uint64_t state = 52;

    model_set_table(model, random_answer, NULL, &state);
    for (unsigned i = 0; i < set.count; i++) {
        const position_t *position = &set.positions[i];
        chip_job_t job =
            support_job(position, 1 + i % 3, (int)(support_random(&state) % 400) - 200);
        chip_job_t plain = job;
        job.table = true;
        chip_result_t with = support_run(model, &job), without = support_run(model, &plain);
        cr_assert_eq(with.score >= job.beta, without.score >= job.beta, "%s: %d and %d",
                     support_fen_of(position), with.score, without.score);
        cr_assert(!with.best_move ||
                      movegen_is_legal(position, chip_move_unpack(position, with.best_move)),
                  "%s: %04x", support_fen_of(position), with.best_move);
    }
    cr_assert_gt(model_counters(model)->passes[CHIP_PASS_KILLER], 10000);
    support_release(&set);
    model_free(model);
}
