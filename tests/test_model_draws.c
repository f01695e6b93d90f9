// SPDX-License-Identifier: Apache-2.0
// Mate, stalemate and the draws of docs/chip.md section 4: fifty moves, repetition and its filter,
// bare material, and that no score which hangs on them is stored.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "model_support.h"

static chip_result_t search(model_t *model, const char *fen, unsigned depth, int beta) {
    position_t position = support_fen(fen);
    chip_job_t job = support_job(&position, depth, beta);

    return support_run(model, &job);
}

// ---- Ends of games

static void check_terminal(model_t *model, const support_file_t *file) {
    position_t position = support_fen(file->columns[0]);
    const char *state = file->columns[1];

    for (unsigned depth = 1; depth <= 2; depth++) {
        chip_job_t job = support_job(&position, depth, 0);
        chip_result_t result = support_run(model, &job);
        if (strcmp(state, "checkmate") == 0)
            cr_assert(result.score == -ZF_MATE && !result.best_move && !result.nodes, "%s",
                      file->columns[0]);
        else if (strcmp(state, "stalemate") == 0)
            cr_assert(result.score == 0 && !result.best_move && !result.nodes, "%s",
                      file->columns[0]);
        else
            cr_assert_eq(result.nodes == 0, position_is_bare(&position), "%s", file->columns[0]);
        if (strcmp(state, "insufficient") == 0 && position_is_bare(&position))
            cr_assert(result.score == 0 && !result.best_move, "%s", file->columns[0]);
    }
}

Test(model_draws, ends_of_games) {
    model_t *model = model_new();
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/terminal.tsv"); support_row(&file, false); rows++)
        check_terminal(model, &file);
    support_close(&file);
    cr_assert_gt(rows, 70);
    cr_assert_gt(model_counters(model)->bares, 10);
    model_free(model);
}

// Seven bishops on one colour are bare, an eighth is not: the phase is 8.
Test(model_draws, bare_material) {
    static const struct {
        bool bare;
        const char *fen;
    } rows[] = {{true, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
                {true, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"},
                {true, "4k3/8/8/8/8/8/8/2B1K3 b - - 0 1"},
                {false, "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1"},
                {false, "n3k3/8/8/8/8/8/8/N3K3 w - - 0 1"},
                {false, "4k3/8/8/8/8/8/8/N1B1K3 w - - 0 1"},
                {true, "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"},
                {false, "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"},
                {true, "3k4/8/8/8/B1B5/1B1B4/B1B5/1B2K3 w - - 0 1"},
                {false, "3k4/8/8/8/B1B5/1B1B4/B1B1B3/1B2K3 w - - 0 1"},
                {false, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"},
                {false, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"}};
    model_t *model = model_new();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chip_result_t result = search(model, rows[i].fen, 1, 0);
        cr_expect_eq(result.nodes == 0, rows[i].bare, "%s", rows[i].fen);
        cr_expect(!rows[i].bare || result.score == 0);
    }
    model_free(model);
}

// ---- Fifty moves

Test(model_draws, fifty_rows) {
    model_t *model = model_new();
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/fifty.tsv"); support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        chip_job_t job = support_job(&position, 2, 0);
        chip_result_t result = support_run(model, &job);
        bool draw = position_state(&position) == POSITION_FIFTY;
        cr_assert_eq(draw, atoi(file.columns[1]) >= 100);
        if (draw)
            cr_assert(result.score == 0 && result.nodes == 0, "%s", file.columns[0]);
        else if (position_state(&position) == POSITION_PLAYING)
            cr_assert_gt(result.nodes, 0u, "%s", file.columns[0]);
    }
    support_close(&file);
    cr_assert_gt(rows, 4);
    model_free(model);
}

// The move that mates at clock 100 mates; any other quiet move at clock 99 draws; a pawn's move
// goes on. Mate comes first at clock 100 too.
Test(model_draws, mate_before_fifty) {
    model_t *model = model_new();
    chip_result_t result;

    result = search(model, "k7/8/1K6/8/8/8/8/7R w - - 99 90", 2, ZF_MATE - 1);
    cr_expect_eq(result.score, ZF_MATE - 1);
    cr_expect_eq(result.best_move, 7u | 63u << 6);
    result = search(model, "k7/8/8/1K6/8/8/8/7R w - - 99 90", 3, 1);
    cr_expect_eq(result.score, 0);
    cr_expect_gt(model_counters(model)->fifties, 10);
    result = search(model, "k7/8/8/1K6/8/8/7P/7R w - - 99 90", 2, 300);
    cr_expect_geq(result.score, 300);
    result = search(model, "k6R/8/1K6/8/8/8/8/8 b - - 100 90", 1, 0);
    cr_expect_eq(result.score, -ZF_MATE);
    // In check at clock 100 with one escape; the moves that are tried count nothing.
    model_clear_counters(model);
    result = search(model, "k6R/8/8/K7/8/8/8/8 b - - 100 90", 1, 0);
    cr_expect_eq(result.score, 0);
    cr_expect_eq(result.nodes, 0);
    const uint64_t *passes = model_counters(model)->passes;
    // C and the line to the checker; V at the root, at the quiet phase, at the position that shows
    // the first legal move (b7 comes before a7 and b8 in the order); then back.
    cr_expect_eq(passes[CHIP_PASS_CHECK], 2);
    cr_expect_eq(passes[CHIP_PASS_VICTIM], 3);
    cr_expect_eq(passes[CHIP_PASS_ATTACKER], 1);
    cr_expect_eq(passes[CHIP_PASS_TAKE_BACK], 1);
    model_free(model);
}

// ---- Repetition

// At each ply the root is a draw at the third occurrence in a game, at the second on a path.
typedef struct {
    model_t *model;
    bool path;
} replay_t;

static void check_occurrence(void *context, const position_t *position, const chip_job_t *job,
                             long occurrence) {
    const replay_t *replay = context;
    chip_result_t result = support_run(replay->model, job);

    cr_assert_eq(result.nodes == 0, occurrence >= (replay->path ? 2 : 3), "%s: occurrence %ld",
                 support_fen_of(position), occurrence);
}

Test(model_draws, repetition_rows) {
    model_t *model = model_new();
    support_file_t file;
    unsigned rows = 0;

    for (unsigned path = 0; path < 2; path++) {
        for (support_open(&file, "tests/data/fen/repetition.tsv"); support_row(&file, false);
             rows++)
            support_replay(&file, path, check_occurrence, &(replay_t){model, path});
        support_close(&file);
    }
    cr_assert_gt(rows, 14);
    cr_assert_gt(model_counters(model)->repetitions, 14);
    model_free(model);
}

// A side that loses gets its draw within the search by checking for ever: after the first check and
// its answers the position of ply 4 is the root's again.
Test(model_draws, perpetual_check) {
    model_t *model = model_new();
    const char *fen = "6k1/6p1/8/7Q/8/8/qq6/7K w - - 0 1";

    cr_expect_eq(search(model, fen, 5, 0).score, 0);
    cr_expect_lt(search(model, fen, 5, 1).score, 1);
    cr_expect_lt(search(model, fen, 2, 0).score, 0);
    model_free(model);
}

// Random play that likes to go back: positions with a past full of repetitions. `from` holds no
// pawns, so that the past is long.
static void shuffle(position_t *position, chip_line_t *line, unsigned plies, uint64_t *state) {
    move_t last[4] = {0};

    chip_line_start(line);
    for (unsigned ply = 0; ply < plies; ply++) {
        move_list_t list;
        if (!movegen(position, MOVEGEN_QUIET, &list))
            return;
        move_t move = list.moves[support_random(state) % list.count];
        // Two times in three the way back, if it is open.
        move_t back = move_of(move_to(last[1]), move_from(last[1]));
        if (support_random(state) % 3 && last[1] && movegen_is_legal(position, back))
            move = back;
        position_t next;
        position_make(&next, position, move);
        move_list_t replies;
        if (position_is_bare(&next) || !movegen(&next, MOVEGEN_ALL, &replies))
            return;
        chip_line_move(line, position, move, &next, ply * 2 > plies);
        memmove(last + 1, last, 3 * sizeof *last);
        last[0] = move;
        *position = next;
    }
}

static const char *const shuffled[] = {
    "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1",          "4kr2/8/8/3q4/8/3Q4/8/4K2R w - - 0 1",
    "4k1n1/8/8/3b4/8/3R4/8/4K3 w - - 0 1",      "2n1k3/2r5/8/8/8/8/5R2/4KN2 w - - 0 1",
    "4kb2/p2p3p/P2P3P/8/8/8/8/2B1K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"};
enum { SHUFFLED = sizeof shuffled / sizeof *shuffled };

Test(model_draws, filter_misses_no_repetition) {
    model_t *model = model_new();
    uint64_t state = 41, passes[2] = {0};
    unsigned runs = support_sanitized() ? 100 : 1500;

    for (unsigned run = 0; run < runs; run++) {
        position_t position = support_fen(shuffled[run % SHUFFLED]);
        chip_line_t line;
        chip_result_t result[2];
        uint64_t draws[2];
        shuffle(&position, &line, 4 + (unsigned)(support_random(&state) % 40), &state);
        chip_job_t job = support_job(&position, 3 + run % 2, (int)(support_random(&state) % 3) - 1);
        chip_job_set_position(&job, &position, &line);
        job.evasion = run & 2;
        job.null_r = run & 1;
        chip_job_t eager = job;
        eager.lazy = false;
        chip_result_t slow = support_run(model, &eager);
        for (unsigned without = 0; without < 2; without++) {
            model_set_debug(model, without ? MODEL_NO_FILTER : 0);
            model_clear_counters(model);
            result[without] = support_run(model, &job);
            draws[without] = model_counters(model)->repetitions;
            passes[without] += model_counters(model)->passes[CHIP_PASS_EMPTY];
        }
        cr_assert_eq(draws[0], draws[1], "%s run %u: %llu and %llu repetitions",
                     support_fen_of(&position), run, (unsigned long long)draws[0],
                     (unsigned long long)draws[1]);
        cr_assert(result[0].hash == result[1].hash && result[0].score == result[1].score, "%s",
                  support_fen_of(&position));
        cr_assert(slow.hash == result[0].hash && slow.score == result[0].score, "%s lazy",
                  support_fen_of(&position));
        model_set_debug(model, 0);
    }
    cr_assert_gt(passes[1], 3 * passes[0], "comparisons: %llu, with the filter %llu",
                 (unsigned long long)passes[1], (unsigned long long)passes[0]);
    model_free(model);
}

// ---- Taint

// Boards of the nodes of one job by their key, and what was stored.
enum { SEEN = 1 << 16 };
typedef struct {
    struct {
        uint64_t key, type[6], own;
    } seen[SEEN];
    struct {
        uint64_t key;
        chip_entry_t entry;
    } stored[4096];
    unsigned stored_count;
    bool evasion;
} record_t;

static void note_board(void *context, const model_visit_t *visit) {
    record_t *record = context;

    if (visit->lazy)
        return;
    unsigned slot = visit->key & (SEEN - 1);
    record->seen[slot].key = visit->key;
    memcpy(record->seen[slot].type, visit->type, sizeof record->seen[slot].type);
    record->seen[slot].own = visit->own;
}

static void note_store(void *context, uint64_t key, const chip_entry_t *entry) {
    record_t *record = context;

    if (record->stored_count < 4096) {
        record->stored[record->stored_count].key = key ^ (uint64_t)record->evasion << 61;
        record->stored[record->stored_count++].entry = *entry;
    }
}

// A job without a past for a board that was seen; false if it is no longer known.
static bool job_of_board(const record_t *record, uint64_t key, chip_job_t *job) {
    unsigned slot = key & (SEEN - 1);

    if (record->seen[slot].key != key)
        return false;
    memset(job, 0, sizeof *job);
    job->kind = ZF_JOB_KIND_SEARCH;
    job->table_min = 1;
    job->ep_file = -1;
    job->lazy = true;
    for (unsigned square = 0; square < 64; square++)
        for (uint8_t piece = 0; piece < 6; piece++) {
            if (!(record->seen[slot].type[piece] >> square & 1))
                continue;
            if (record->seen[slot].own >> square & 1)
                job->own[job->own_count++] = (chip_man_t){piece, (uint8_t)square};
            else
                job->other[job->other_count++] = (chip_man_t){piece, (uint8_t)(square ^ 56)};
        }
    return true;
}

// Every stored bound holds for its position without a past.
static unsigned check_stored(model_t *model, const record_t *record) {
    unsigned checked = 0;

    for (unsigned i = 0; i < record->stored_count; i++) {
        const chip_entry_t *entry = &record->stored[i].entry;
        chip_job_t job;
        if (!job_of_board(record, record->stored[i].key, &job))
            continue;
        bool lower = entry->bound == ZF_BOUND_LOWER;
        job.depth = entry->draft;
        job.evasion = record->evasion;
        job.beta = (int16_t)(lower ? entry->score : entry->score + 1);
        chip_result_t result = support_run(model, &job);
        cr_assert_eq(result.score >= job.beta, lower,
                     "entry %u: %s bound %d draft %u, but the position alone scores %d", i,
                     lower ? "lower" : "upper", entry->score, entry->draft, result.score);
        checked++;
    }
    return checked;
}

Test(model_draws, tainted_scores_are_not_stored) {
    static record_t record;
    model_t *model = model_new(), *plain = model_new();
    uint64_t state = 43;
    unsigned checked = 0;

    model_set_table(model, NULL, note_store, &record);
    model_set_visitor(model, note_board, NULL, &record);
    for (unsigned run = 0; run < (support_sanitized() ? 30u : 300u); run++) {
        position_t position = support_fen(shuffled[run % 4]);
        chip_line_t line;
        shuffle(&position, &line, 10 + (unsigned)(support_random(&state) % 30), &state);
        chip_job_t job = support_job(&position, 3 + run % 3, run % 2 ? 0 : 1);
        chip_job_set_position(&job, &position, &line);
        job.table = true;
        job.evasion = record.evasion = run & 4;
        record.stored_count = 0;
        memset(record.seen, 0, sizeof record.seen);
        support_run(model, &job);
        checked += check_stored(plain, &record);
    }
    // A perpetual check whose last move back is an evasion in quiescence.
    position_t position = support_fen("6k1/6p1/8/7Q/8/8/qq6/7K w - - 0 1");
    for (unsigned depth = 2; depth <= 5; depth++) {
        chip_job_t job = support_job(&position, depth, 0);
        job.table = true;
        record.evasion = false;
        record.stored_count = 0;
        memset(record.seen, 0, sizeof record.seen);
        support_run(model, &job);
        cr_assert_gt(check_stored(plain, &record), 0u);
    }
    cr_assert_gt(checked, support_sanitized() ? 1000u : 20000u);
    cr_assert_gt(model_counters(model)->tainted, support_sanitized() ? 10u : 200u);
    model_free(plain);
    model_free(model);
}
