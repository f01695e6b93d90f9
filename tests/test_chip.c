// SPDX-License-Identifier: Apache-2.0
// The simulated chip against the rules of chess: published perft counts, legal moves, mates, draws,
// zugzwang, and positions turned or mirrored. What is expected comes from data, the host's rules or
// the chip itself; the model says only which rows are cheap enough, and is compared at the end.
// Jobs go to the chip by the hundred, so that all its contexts work.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/perft.h"
#include "chip_sim.h"
#include "model_support.h"

#ifdef ZF_HAVE_SIM

// Jobs to be run together, each with the position that a failure names.
typedef struct {
    position_t position;
    chip_job_t job;
    int64_t expected; // the test's own
    chip_result_t result;
} entry_t;

typedef struct {
    entry_t *entries;
    unsigned count, capacity;
} batch_t;

// The new entry, until the next one is added.
static entry_t *add(batch_t *batch, const position_t *position, chip_job_t job, int64_t expected) {
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 64;
        batch->entries = realloc(batch->entries, batch->capacity * sizeof *batch->entries);
        cr_assert(batch->entries && batch->capacity <= 1u << 16, "job numbers have 16 bits");
    }
    entry_t *entry = &batch->entries[batch->count];
    *entry = (entry_t){.position = *position, .job = job, .expected = expected};
    entry->job.id = (uint16_t)batch->count++;
    return entry;
}

// Runs every job on the chip, all of them in flight, and takes each job's one result. Returns the
// busy share of the chip's contexts in percent.
static unsigned run(batch_t *batch, uint64_t seed) {
    chip_sim_t *sim = chip_sim_open(&(chip_sim_options_t){.seed = seed});
    uint64_t busy = 0;
    bool *came = calloc(batch->count, sizeof *came);
    chip_sim_statistics_t before, after;

    cr_assert(sim && came);
    chip_sim_statistics(sim, &before);
    for (unsigned i = 0; i < batch->count; i++)
        chip_sim_submit(sim, &batch->entries[i].job);
    for (unsigned i = 0; i < batch->count; i++) {
        chip_result_t result;
        chip_sim_step_to_result(sim, 100000000);
        cr_assert(chip_sim_result(sim, &result), "no result after 100 M clocks");
        cr_assert(result.id < batch->count && !came[result.id], "job %u", result.id);
        came[result.id] = true;
        busy += result.clocks;
        entry_t *entry = &batch->entries[result.id];
        entry->result = result;
        cr_assert_eq(result.status, ZF_STATUS_DONE, "%s depth %u: status %u, reason %u",
                     support_fen_of(&entry->position), entry->job.depth, result.status,
                     result.reason);
    }
    chip_sim_statistics(sim, &after);
    cr_assert_null(chip_sim_fault(sim), "%s", chip_sim_fault(sim));
    uint64_t offered = (after.clocks - before.clocks) * chip_sim_contexts(sim);
    free(came);
    chip_sim_close(sim);
    return (unsigned)(100 * busy / offered);
}

static void release(batch_t *batch) {
    free(batch->entries);
    *batch = (batch_t){0};
}

static chip_job_t job_of_kind(const position_t *position, unsigned kind, unsigned depth) {
    chip_job_t job = support_job(position, depth, 0);

    job.kind = (uint8_t)kind;
    return job;
}

// ---- PERFT

// A row's depth: the deepest with a published count of at most `limit`; where the file gives none,
// the deepest that our own perft counts to at most that.
static unsigned row_depth(const epd_t *epd, uint64_t limit, uint64_t *count) {
    unsigned depth = support_published(epd, limit, count);

    if (depth)
        return depth;
    for (unsigned next = 1; next <= 6; next++) {
        uint64_t nodes = perft(&epd->position, next);
        if (nodes > limit)
            break;
        depth = next;
        *count = nodes;
    }
    return depth;
}

static void add_perft_file(batch_t *batch, const char *path, uint64_t limit, unsigned stride) {
    support_file_t file;
    unsigned row = 0;

    for (support_open(&file, path); support_row(&file, false); row++) {
        epd_t epd;
        uint64_t count;
        if (row % stride)
            continue;
        cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK, "%s:%u", path,
                     file.row);
        unsigned depth = row_depth(&epd, limit, &count);
        cr_assert_gt(depth, 0, "%s:%u", path, file.row);
        add(batch, &epd.position, job_of_kind(&epd.position, ZF_JOB_KIND_PERFT, depth),
            (int64_t)count);
    }
    support_close(&file);
}

Test(chip, perft) {
    static const struct {
        const char *path;
        unsigned stride;
    } files[] = {
        {"tests/data/perft/perftsuite_127.epd", 1},
        {"tests/data/perft/tricky.epd", 1},
        {"tests/data/perft/jones_23.epd", 1},
        {"tests/data/perft/ferdy_double_check.epd", 2},
        {"tests/data/perft/ferdy_en_passant.epd", 17},
        {"tests/data/perft/random_marcel.epd", 33},
    };
    uint64_t limit = support_soak() ? 50000 : 2000;
    batch_t batch = {0};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        unsigned stride = support_soak()        ? 1
                          : support_sanitized() ? 8 * files[i].stride
                                                : files[i].stride;
        add_perft_file(&batch, files[i].path, limit, stride);
    }
    cr_assert_geq(batch.count, support_soak() ? 5770u : support_sanitized() ? 70u : 600u);
    unsigned busy = run(&batch, 101);
    cr_expect_gt(busy, 80, "contexts were busy %u %% of the time", busy);
    for (unsigned i = 0; i < batch.count; i++) {
        const entry_t *entry = &batch.entries[i];
        cr_expect(entry->result.nodes == entry->expected && entry->result.score == 0,
                  "%s depth %u: %u, should be %" PRId64, support_fen_of(&entry->position),
                  entry->job.depth, entry->result.nodes, entry->expected);
    }
    release(&batch);
}

// ---- MOVES

// Every legal move once, and no other.
static void check_moves(const entry_t *entry) {
    const chip_result_t *result = &entry->result;
    const char *fen = support_fen_of(&entry->position);
    move_list_t list;

    movegen(&entry->position, MOVEGEN_ALL, &list);
    cr_expect_eq(result->move_count, list.count, "%s: %u moves, should be %u", fen,
                 result->move_count, (unsigned)list.count);
    for (unsigned i = 0; i < list.count; i++) {
        uint16_t move = chip_move_pack(&entry->position, list.moves[i]);
        unsigned times = 0;
        for (unsigned j = 0; j < result->move_count; j++)
            times += result->moves[j] == move;
        cr_expect_eq(times, 1, "%s: move %04x comes %u times", fen, move, times);
    }
}

Test(chip, moves) {
    support_positions_t set = support_collect(90);
    batch_t batch = {0};

    cr_assert_geq(set.count, 40);
    for (unsigned i = 0; i < set.count; i++)
        add(&batch, &set.positions[i], job_of_kind(&set.positions[i], ZF_JOB_KIND_MOVES, 1), 0);
    run(&batch, 102);
    for (unsigned i = 0; i < batch.count; i++)
        check_moves(&batch.entries[i]);
    release(&batch);
    support_release(&set);
}

// ---- Turned and mirrored

static bool same_tree(const chip_result_t *a, const chip_result_t *b) {
    return a->score == b->score && a->best_move == b->best_move && a->nodes == b->nodes &&
           a->hash == b->hash;
}

// Searches with everything on or off, on either side of the score.
static chip_job_t varied_search(const position_t *position, unsigned i) {
    chip_job_t job;

    chip_job_init(&job, position, NULL);
    job.depth = 2 + i % 3;
    job.beta = (int16_t)((int)(i % 5) * 120 - 240);
    job.null_r = i & 3;
    job.verified = job.verify = i & 4;
    job.evasion = i & 1;
    job.delta = i & 2;
    job.node_limit = 0;
    return job;
}

Test(chip, colours_exchanged) {
    support_positions_t set = support_random_positions(20, 103);
    batch_t batch = {0};
    uint64_t nodes = 0;

    for (unsigned i = 0; i < set.count; i++) {
        position_t flipped;
        position_flip(&flipped, &set.positions[i]);
        for (unsigned j = 0; j < 2; j++) {
            const position_t *position = j ? &flipped : &set.positions[i];
            add(&batch, position, job_of_kind(position, ZF_JOB_KIND_EVAL, 0), 0);
            add(&batch, position, varied_search(position, i), 0);
        }
    }
    run(&batch, 104);
    for (unsigned i = 0; i < batch.count; i += 4) {
        const entry_t *plain = &batch.entries[i], *flipped = plain + 2;
        const char *fen = support_fen_of(&plain->position);
        cr_expect_eq(plain[0].result.score, flipped[0].result.score, "%s: EVAL %d, turned %d", fen,
                     plain[0].result.score, flipped[0].result.score);
        cr_expect(same_tree(&plain[1].result, &flipped[1].result),
                  "%s depth %u beta %d: score %d, %u nodes, turned %d, %u nodes", fen,
                  plain[1].job.depth, plain[1].job.beta, plain[1].result.score,
                  plain[1].result.nodes, flipped[1].result.score, flipped[1].result.nodes);
        nodes += plain[1].result.nodes;
    }
    cr_expect_gt(nodes, 2000);
    release(&batch);
    support_release(&set);
}

Test(chip, mirrored) {
    support_positions_t set = support_random_positions(60, 105);
    batch_t batch = {0};
    unsigned scored = 0;

    for (unsigned i = 0; i < set.count; i++) {
        position_t mirrored;
        if (set.positions[i].castling)
            continue;
        position_mirror(&mirrored, &set.positions[i]);
        add(&batch, &set.positions[i], job_of_kind(&set.positions[i], ZF_JOB_KIND_EVAL, 0), 0);
        add(&batch, &mirrored, job_of_kind(&mirrored, ZF_JOB_KIND_EVAL, 0), 0);
    }
    cr_assert_geq(batch.count, 2 * 20);
    run(&batch, 106);
    for (unsigned i = 0; i < batch.count; i += 2) {
        const entry_t *entry = &batch.entries[i];
        cr_expect_eq(entry[0].result.score, entry[1].result.score, "%s: EVAL %d, mirrored %d",
                     support_fen_of(&entry->position), entry[0].result.score,
                     entry[1].result.score);
        scored += entry->result.score != 0;
    }
    cr_expect_geq(scored, 20);
    release(&batch);
    support_release(&set);
}

// ---- Mates

// Whether a search ends within so many nodes, by the model.
static bool is_cheap(model_t *model, chip_job_t job, uint32_t nodes) {
    job.node_limit = nodes;
    return support_run(model, &job).status == ZF_STATUS_DONE;
}

static bool is_key(const char *line, const position_t *position, uint16_t move) {
    epd_t epd;
    move_list_t keys;

    cr_assert_eq(epd_parse(line, strlen(line), &epd).error, EPD_OK);
    epd_moves(&epd, "bm", &keys);
    for (unsigned i = 0; i < keys.count; i++) {
        if (chip_move_pack(position, keys.moves[i]) == move)
            return true;
    }
    return false;
}

// Ten rows: a mate in n is found at depth 2n - 1, with its distance and by a key move, and no
// shorter one.
static void check_mates(const char *path, unsigned n, uint32_t nodes) {
    enum { ROWS = 10 };
    const char *lines[ROWS];
    unsigned depth = 2 * n - 1, rows = 0;
    int score = ZF_MATE - (int)depth;
    model_t *model = model_new();
    support_file_t file;
    batch_t batch = {0};

    for (support_open(&file, path); rows < ROWS && support_row(&file, false);) {
        epd_t epd;
        cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
        chip_job_t job = support_job(&epd.position, depth, score), shorter = job;
        shorter.beta++;
        if (!is_cheap(model, job, nodes) || !is_cheap(model, shorter, nodes))
            continue;
        lines[rows++] = file.line;
        add(&batch, &epd.position, job, score);
        add(&batch, &epd.position, shorter, score);
    }
    cr_assert_eq(rows, ROWS, "%s: %u rows", path, rows);
    run(&batch, 110 + n);
    for (unsigned i = 0; i < rows; i++) {
        const entry_t *found = &batch.entries[2 * i], *shorter = found + 1;
        cr_expect_eq(found->result.score, score, "%s depth %u: %d, should be %d", lines[i], depth,
                     found->result.score, score);
        cr_expect(is_key(lines[i], &found->position, found->result.best_move), "%s depth %u: %04x",
                  lines[i], depth, found->result.best_move);
        cr_expect_leq(shorter->result.score, score, "%s depth %u: %d, too short", lines[i], depth,
                      shorter->result.score);
    }
    support_close(&file);
    release(&batch);
    model_free(model);
}

Test(chip, mates_in_1) {
    check_mates("tests/data/mate/mate_in_1.epd", 1, 2000);
}

Test(chip, mates_in_2) {
    check_mates("tests/data/mate/mate_in_2.epd", 2, 4000);
}

Test(chip, mates_in_3) {
    check_mates("tests/data/mate/mate_in_3.epd", 3, 6000);
}

// ---- Zugzwang

// So many nodes a job at most, by the model: some seconds of one context.
enum { ZUGZWANG_NODES = 60000 };

// Three searches of a row for one window: without null move, with the standard one, verified.
static chip_job_t zugzwang_job(const support_zugzwang_t *row, const position_t *position, int beta,
                               unsigned which) {
    return support_null_job(position, row->depth, beta, which ? 3 : 0, which == 2);
}

// Adds the first window in which null move and verified null move come to different sides.
static void add_zugzwang(batch_t *batch, model_t *model, const support_zugzwang_t *row) {
    position_t position = support_zugzwang_position(row);
    chip_job_t eval = job_of_kind(&position, ZF_JOB_KIND_EVAL, 0);
    int score = support_run(model, &eval).score;

    for (int beta = score - 300; beta <= score + 300; beta += 30) {
        chip_job_t jobs[3];
        for (unsigned i = 0; i < 3; i++)
            jobs[i] = zugzwang_job(row, &position, beta, i);
        if ((support_run(model, &jobs[1]).score >= beta) ==
            (support_run(model, &jobs[2]).score >= beta))
            continue;
        for (unsigned i = 0; i < 3; i++) {
            cr_expect(is_cheap(model, jobs[i], ZUGZWANG_NODES), "%s row %u depth %u: too dear",
                      row->path, row->row, row->depth);
            add(batch, &position, jobs[i], 0);
        }
        return;
    }
    cr_expect(false, "%s row %u depth %u: no window needs verification", row->path, row->row,
              row->depth);
}

static bool is_high(const entry_t *entry) {
    return entry->result.score >= entry->job.beta;
}

Test(chip, zugzwang_needs_verification) {
    model_t *model = model_new();
    batch_t batch = {0};

    for (unsigned i = 0; i < SUPPORT_ZUGZWANGS; i++)
        add_zugzwang(&batch, model, &support_zugzwangs[i]);
    cr_assert_eq(batch.count, 3 * SUPPORT_ZUGZWANGS);
    run(&batch, 120);
    for (unsigned i = 0; i < batch.count; i += 3) {
        const entry_t *full = &batch.entries[i];
        const char *fen = support_fen_of(&full->position);
        cr_expect_neq(is_high(full), is_high(full + 1),
                      "%s depth %u beta %d: the standard null move is right: %d, %d", fen,
                      full->job.depth, full->job.beta, full->result.score, full[1].result.score);
        cr_expect_eq(is_high(full), is_high(full + 2),
                     "%s depth %u beta %d: the verified null move is wrong: %d, %d", fen,
                     full->job.depth, full->job.beta, full->result.score, full[2].result.score);
    }
    release(&batch);
    model_free(model);
}

// ---- Draws and ends of games

// What a job must give whose root needs no search; NOT_OVER where the root is searched.
enum { NOT_OVER = ZF_NO_SCORE };

static int score_at_once(const position_t *position) {
    // Eight bishops and more are searched, on whatever squares: docs/chip.md section 4.
    if (position_is_bare(position) && bitboard_count(position->by_type[PIECE_BISHOP]) >= 8)
        return NOT_OVER;
    switch (position_state(position)) {
    case POSITION_CHECKMATE:
        return -ZF_MATE;
    case POSITION_PLAYING:
        return NOT_OVER;
    default:
        return 0;
    }
}

static void check_ends(batch_t *batch, uint64_t seed) {
    run(batch, seed);
    for (unsigned i = 0; i < batch->count; i++) {
        const entry_t *entry = &batch->entries[i];
        const chip_result_t *result = &entry->result;
        if (entry->expected == NOT_OVER)
            cr_expect_gt(result->nodes, 0u, "%s depth %u: not searched, score %d",
                         support_fen_of(&entry->position), entry->job.depth, result->score);
        else
            cr_expect(result->score == entry->expected && !result->nodes && !result->best_move,
                      "%s depth %u: score %d after %u nodes, should be %" PRId64,
                      support_fen_of(&entry->position), entry->job.depth, result->score,
                      result->nodes, entry->expected);
    }
    release(batch);
}

// Adds every row of a file with a FEN in its first column, at depths 1 and 2.
static void add_ends(batch_t *batch, const char *path) {
    support_file_t file;

    for (support_open(&file, path); support_row(&file, false);) {
        position_t position = support_fen(file.columns[0]);
        for (unsigned depth = 1; depth <= 2; depth++)
            add(batch, &position, support_job(&position, depth, 0), score_at_once(&position));
    }
    support_close(&file);
}

Test(chip, ends_of_games) {
    batch_t batch = {0};
    unsigned mates = 0, draws = 0, others = 0;

    add_ends(&batch, "tests/data/fen/terminal.tsv");
    add_ends(&batch, "tests/data/fen/bare.tsv");
    add_ends(&batch, "tests/data/fen/fifty.tsv");
    for (unsigned i = 0; i < batch.count; i++) {
        int64_t expected = batch.entries[i].expected;
        mates += expected == -ZF_MATE;
        draws += expected == 0;
        others += expected == NOT_OVER;
    }
    cr_assert(mates > 20 && draws > 20 && others > 10, "%u mates, %u draws, %u others", mates,
              draws, others);
    check_ends(&batch, 130);
}

typedef struct {
    batch_t *batch;
    bool path;
} replay_t;

static void add_occurrence(void *context, const position_t *position, const chip_job_t *job,
                           long occurrence) {
    const replay_t *replay = context;

    add(replay->batch, position, *job, occurrence >= (replay->path ? 2 : 3) ? 0 : NOT_OVER);
}

Test(chip, repetitions) {
    batch_t batch = {0};
    support_file_t file;
    unsigned draws = 0;

    for (unsigned path = 0; path < 2; path++) {
        for (support_open(&file, "tests/data/fen/repetition.tsv"); support_row(&file, false);)
            support_replay(&file, path, add_occurrence, &(replay_t){&batch, path});
        support_close(&file);
    }
    for (unsigned i = 0; i < batch.count; i++)
        draws += batch.entries[i].expected == 0;
    cr_assert_gt(draws, 14);
    check_ends(&batch, 131);
}

// The move that mates at clock 100 mates; any other quiet move at clock 99 draws; a mated side at
// clock 100 is mated, a side in check with an escape is not.
Test(chip, mate_before_fifty) {
    static const struct {
        const char *fen;
        unsigned depth;
        int beta, score;
    } rows[] = {{"k7/8/1K6/8/8/8/8/7R w - - 99 90", 2, ZF_MATE - 1, ZF_MATE - 1},
                {"7r/8/8/8/8/1k6/8/K7 b - - 99 90", 2, ZF_MATE - 1, ZF_MATE - 1},
                {"k7/8/8/1K6/8/8/8/7R w - - 99 90", 3, 1, 0},
                {"k6R/8/1K6/8/8/8/8/8 b - - 100 90", 1, 0, -ZF_MATE},
                {"k6R/8/8/K7/8/8/8/8 b - - 100 90", 1, 0, 0}};
    batch_t batch = {0};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        position_t position = support_fen(rows[i].fen);
        add(&batch, &position, support_job(&position, rows[i].depth, rows[i].beta), rows[i].score);
    }
    run(&batch, 132);
    for (unsigned i = 0; i < batch.count; i++)
        cr_expect_eq(batch.entries[i].result.score, batch.entries[i].expected,
                     "%s depth %u: %d, should be %" PRId64, rows[i].fen, rows[i].depth,
                     batch.entries[i].result.score, batch.entries[i].expected);
    cr_expect_eq(batch.entries[0].result.best_move, 7u | 63u << 6); // Rh8
    release(&batch);
}

// ---- As the model

Test(chip, searches_as_the_model) {
    model_t *model = model_new();
    support_positions_t set = support_collect_file("tests/data/bench.epd", 1);
    batch_t batch = {0};
    uint64_t nodes = 0, model_nodes = 0;

    for (unsigned i = 0; i < set.count; i++)
        for (unsigned j = 0; j < 2; j++)
            add(&batch, &set.positions[i], varied_search(&set.positions[i], 5 * j + i), 0);
    run(&batch, 140);
    for (unsigned i = 0; i < batch.count; i++) {
        const entry_t *entry = &batch.entries[i];
        chip_result_t want = support_run(model, &entry->job);
        cr_expect(same_tree(&want, &entry->result),
                  "%s depth %u beta %d: score %d, %u nodes; the model %d, %u nodes",
                  support_fen_of(&entry->position), entry->job.depth, entry->job.beta,
                  entry->result.score, entry->result.nodes, want.score, want.nodes);
        nodes += entry->result.nodes;
        model_nodes += want.nodes;
    }
    cr_expect_eq(nodes, model_nodes);
    cr_expect_gt(nodes, 10000);
    release(&batch);
    support_release(&set);
    model_free(model);
}

#else

Test(chip, is_not_in_this_build) {
    cr_skip_test("built without the simulated chip");
}

#endif
