// SPDX-License-Identifier: Apache-2.0
#include "paper/vnm_tables.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const char *vnm_error_text(vnm_error_t error) {
    static const char *const texts[VNM_ERROR_COUNT] = {
        [VNM_OK] = "no error",
        [VNM_ERROR_READ] = "the file cannot be read",
        [VNM_ERROR_EPD] = "the row is malformed",
        [VNM_ERROR_GOAL] = "there is no bm, am or dm to check",
        [VNM_ERROR_MOVES] = "there are more than 16 moves in bm or am",
        [VNM_ERROR_EMPTY] = "there is no position in it",
        [VNM_ERROR_MEMORY] = "memory is short",
    };

    return texts[error];
}

// ---- Reading

static bool has_piece(const position_t *position, color_t color) {
    bitboard_t weak = position->by_type[PIECE_PAWN] | position->by_type[PIECE_KING];

    return (position->by_color[color] & ~weak) != 0;
}

// The moves of an operation; false when there are too many.
static bool take_moves(const epd_t *epd, const char *name, move_t *moves, unsigned *count) {
    move_list_t list;

    *count = epd_moves(epd, name, &list);
    if (*count > VNM_MOVES_MAX)
        return false;
    memcpy(moves, list.moves, *count * sizeof *moves);
    return true;
}

static vnm_error_t read_goal(const epd_t *epd, vnm_row_t *row) {
    epd_number(epd, "dm", &row->mate);
    if (!take_moves(epd, "bm", row->bm, &row->bm_count) ||
        !take_moves(epd, "am", row->am, &row->am_count))
        return VNM_ERROR_MOVES;
    return row->mate > 0 || row->bm_count || row->am_count ? VNM_OK : VNM_ERROR_GOAL;
}

static vnm_error_t add_row(vnm_suite_t *suite, const epd_t *epd, unsigned line, bool kept) {
    vnm_row_t row = {.position = epd->position, .line = line};
    vnm_error_t error = read_goal(epd, &row);

    if (error || !kept)
        return error;
    epd_string(epd, "id", row.id, sizeof row.id);
    if (suite->count == suite->capacity) {
        size_t capacity = 2 * suite->capacity + 64;
        vnm_row_t *grown = realloc(suite->rows, capacity * sizeof *grown);
        if (!grown)
            return VNM_ERROR_MEMORY;
        suite->rows = grown;
        suite->capacity = capacity;
    }
    suite->rows[suite->count++] = row;
    return VNM_OK;
}

static vnm_error_t read_row(vnm_suite_t *suite, const char *text, size_t length, unsigned sample,
                            bool pawn_endings) {
    epd_t epd;

    suite->epd = epd_parse(text, length, &epd);
    if (suite->epd.error)
        return VNM_ERROR_EPD;
    bool sampled = suite->read++ % sample == 0;
    bool wanted = pawn_endings ||
                  (has_piece(&epd.position, COLOR_WHITE) && has_piece(&epd.position, COLOR_BLACK));
    suite->left_out += sampled && !wanted;
    return add_row(suite, &epd, suite->line, sampled && wanted);
}

vnm_error_t vnm_suite_read(vnm_suite_t *suite, FILE *stream, unsigned sample, bool pawn_endings) {
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length;
    vnm_error_t error = VNM_OK;

    memset(suite, 0, sizeof *suite);
    while (!error && (length = getline(&text, &capacity, stream)) > 0) {
        suite->line++;
        if (text[0] != '#' && strspn(text, " \t\r\n\v\f") != (size_t)length)
            error = read_row(suite, text, (size_t)length, sample, pawn_endings);
    }
    free(text);
    if (!error && !feof(stream))
        return VNM_ERROR_READ;
    return error || suite->read ? error : VNM_ERROR_EMPTY;
}

void vnm_suite_free(vnm_suite_t *suite) {
    for (size_t i = 0; i < suite->count; i++) {
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++)
            free(suite->rows[i].cells[variant]);
    }
    free(suite->rows);
    memset(suite, 0, sizeof *suite);
}

// ---- Running

typedef struct shared {
    vnm_suite_t *suite;
    const vnm_run_t *run;
    atomic_size_t next; // row
    atomic_bool failed; // memory was short
} shared_t;

static bool among(const move_t *moves, unsigned count, move_t move) {
    for (unsigned i = 0; i < count; i++) {
        if (moves[i] == move)
            return true;
    }
    return false;
}

static bool is_solved(const vnm_row_t *row, int score, move_t best) {
    if (row->mate > 0) {
        int mate = vnm_mate_in(score);
        return mate > 0 && mate <= row->mate;
    }
    return best != MOVE_NONE && (row->bm_count == 0 || among(row->bm, row->bm_count, best)) &&
           !among(row->am, row->am_count, best);
}

static bool run_stop(void *context) {
    const vnm_run_t *run = context;

    return run->stop && run->stop();
}

static bool search_row(const shared_t *shared, vnm_engine_t *engine, vnm_row_t *row,
                       vnm_variant_t variant) {
    const vnm_run_t *run = shared->run;
    const vnm_options_t options = {
        .variant = variant,
        .depth = run->depth,
        .max_nodes = run->max_nodes,
        .stop = run_stop,
        .context = (void *)run,
    };
    vnm_result_t result;
    vnm_cell_t *cells = calloc(run->depth + 1, sizeof *cells);

    row->cells[variant] = cells;
    if (!cells)
        return false;
    vnm_search(engine, &row->position, &options, &result);
    row->depth[variant] = result.depth;
    for (unsigned depth = 1; depth <= result.depth; depth++) {
        const vnm_iteration_t *from = &result.iterations[depth];
        cells[depth] = (vnm_cell_t){.nodes = from->nodes,
                                    .zugzwangs = from->zugzwangs,
                                    .best = from->best,
                                    .score = (int16_t)from->score,
                                    .solved = is_solved(row, from->score, from->best)};
    }
    return true;
}

static void *work(void *context) {
    shared_t *shared = context;
    const vnm_run_t *run = shared->run;
    vnm_engine_t *engine = vnm_engine_create(run->table_log2);
    size_t at;

    if (!engine)
        atomic_store(&shared->failed, true);
    while (!atomic_load(&shared->failed) &&
           (at = atomic_fetch_add(&shared->next, 1)) < shared->suite->count) {
        vnm_row_t *row = &shared->suite->rows[at];
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
            if (run->variants[variant] && !search_row(shared, engine, row, (vnm_variant_t)variant))
                atomic_store(&shared->failed, true);
        }
        row->searched = !run_stop((void *)run);
    }
    vnm_engine_free(engine);
    return NULL;
}

vnm_error_t vnm_suite_run(vnm_suite_t *suite, const vnm_run_t *run) {
    shared_t shared = {.suite = suite, .run = run};
    pthread_t *threads = calloc(run->threads, sizeof *threads);
    unsigned started = 0;

    if (!threads)
        return VNM_ERROR_MEMORY;
    // This thread is one of them.
    while (started + 1 < run->threads &&
           pthread_create(&threads[started], NULL, work, &shared) == 0)
        started++;
    work(&shared);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return atomic_load(&shared.failed) ? VNM_ERROR_MEMORY : VNM_OK;
}

// ---- Adding up

static bool complete(const vnm_row_t *row, const vnm_run_t *run, unsigned depth) {
    for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
        if (run->variants[variant] && row->depth[variant] < depth)
            return false;
    }
    return row->searched;
}

void vnm_suite_total(const vnm_suite_t *suite, const vnm_run_t *run, unsigned depth,
                     vnm_total_t *total) {
    memset(total, 0, sizeof *total);
    for (size_t i = 0; i < suite->count; i++) {
        const vnm_row_t *row = &suite->rows[i];
        if (!complete(row, run, depth))
            continue;
        total->positions++;
        for (int variant = 0; variant < VNM_VARIANT_COUNT; variant++) {
            if (!run->variants[variant])
                continue;
            const vnm_cell_t *cell = &row->cells[variant][depth];
            total->nodes[variant] += cell->nodes;
            total->zugzwangs[variant] += cell->zugzwangs;
            total->solved[variant] += cell->solved;
        }
    }
}
