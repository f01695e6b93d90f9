// SPDX-License-Identifier: Apache-2.0
#include "model_support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "link/device.h"

chip_job_t support_job(const position_t *position, unsigned depth, int beta) {
    chip_job_t job;

    chip_job_init(&job, position, NULL);
    job.depth = (uint8_t)depth;
    job.beta = (int16_t)beta;
    job.null_r = 0;
    job.verified = job.verify = job.evasion = job.delta = false;
    return job;
}

const char *support_fen_of(const position_t *position) {
    static char text[FEN_CAPACITY];

    fen_write(position, text);
    return text;
}

chip_result_t support_run(model_t *model, const chip_job_t *job) {
    static chip_result_t result;

    model_run(model, job, &result);
    cr_assert_neq(result.status, ZF_STATUS_REFUSED, "refused: reason %u", result.reason);
    return result;
}

static void add_file(support_positions_t *set, const char *path, unsigned stride) {
    support_file_t file;
    unsigned row = 0;

    for (support_open(&file, path); support_row(&file, false); row++) {
        position_t position;
        size_t used;
        if (row % stride)
            continue;
        fen_result_t result = fen_parse_prefix(file.line, strlen(file.line), &position, &used);
        if (result.error != FEN_OK)
            continue;
        set->positions = realloc(set->positions, (set->count + 1) * sizeof position);
        cr_assert(set->positions);
        set->positions[set->count++] = position;
    }
    support_close(&file);
}

support_positions_t support_collect_file(const char *path, unsigned stride) {
    support_positions_t set = {0};

    add_file(&set, path, stride);
    return set;
}

support_positions_t support_collect(unsigned stride) {
    static const char *const files[] = {"tests/data/tactical/wac_300_corrected.epd",
                                        "tests/data/tactical/bratko_kopec_24.epd",
                                        "tests/data/tactical/silent_but_deadly_134.epd",
                                        "tests/data/endgame/eet_100.epd",
                                        "tests/data/endgame/tbtest.epd",
                                        "tests/data/openings/noob_3moves_2000.epd",
                                        "tests/data/zugzwang/zpts_30.epd",
                                        "tests/data/perft/random_marcel.epd",
                                        "tests/data/perft/tricky.epd",
                                        "tests/data/mate/mate_in_2.epd"};
    support_positions_t set = {0};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        add_file(&set, files[i], stride);
    cr_assert_gt(set.count, 0);
    return set;
}

support_positions_t support_random_positions(unsigned count, uint64_t seed) {
    support_positions_t from = support_collect(17), set = {0};
    uint64_t state = seed;

    set.positions = malloc(count * sizeof *set.positions);
    cr_assert(set.positions);
    while (set.count < count) {
        position_t position = from.positions[support_random(&state) % from.count];
        for (uint64_t plies = support_random(&state) % 30; plies > 0; plies--) {
            move_list_t list;
            if (!movegen(&position, MOVEGEN_ALL, &list))
                break;
            position_make(&position, &position, list.moves[support_random(&state) % list.count]);
        }
        set.positions[set.count++] = position;
    }
    support_release(&from);
    return set;
}

void support_release(support_positions_t *positions) {
    free(positions->positions);
    *positions = (support_positions_t){0};
}

unsigned support_published(const epd_t *epd, uint64_t limit, uint64_t *count) {
    for (unsigned depth = 9; depth >= 1; depth--) {
        char name[4];
        int64_t published;
        snprintf(name, sizeof name, "D%u", depth);
        if (!epd_number(epd, name, &published) || (uint64_t)published > limit)
            continue;
        *count = (uint64_t)published;
        return depth;
    }
    return 0;
}

chip_job_t support_null_job(const position_t *position, unsigned depth, int beta, unsigned null_r,
                            bool verified) {
    chip_job_t job = support_job(position, depth, beta);

    job.evasion = true;
    job.null_r = (uint8_t)null_r;
    job.verified = job.verify = verified;
    return job;
}

const support_zugzwang_t support_zugzwangs[SUPPORT_ZUGZWANGS] = {
    {"tests/data/zugzwang/cpw_null_move_5.epd", 2, 4},
    {"tests/data/zugzwang/zpts_30.epd", 2, 5},
    {"tests/data/zugzwang/zpts_30.epd", 8, 9},
    {"tests/data/zugzwang/zpts_30.epd", 10, 5},
    {"tests/data/zugzwang/zpts_30.epd", 12, 5},
    {"tests/data/zugzwang/zpts_30.epd", 30, 7},
    {"tests/data/endgame/eet_100.epd", 20, 6},
    {"tests/data/endgame/eet_100.epd", 32, 5},
    {"tests/data/endgame/eet_100.epd", 67, 6},
    {"tests/data/endgame/pawn_pet_48.epd", 17, 6},
    {"tests/data/endgame/pawn_pet_48.epd", 35, 6},
};

position_t support_zugzwang_position(const support_zugzwang_t *row) {
    support_positions_t set = support_collect_file(row->path, 1);

    cr_assert_geq(set.count, row->row);
    position_t position = set.positions[row->row - 1];
    support_release(&set);
    return position;
}

void support_replay(const support_file_t *file, bool path, support_replay_fn show, void *context) {
    position_t position = support_fen(file->columns[0]);
    char moves[4096], *counts = file->columns[2];
    chip_line_t line;

    snprintf(moves, sizeof moves, "%s", file->columns[1]);
    chip_line_start(&line);
    strtol(counts, &counts, 10);
    for (char *at = moves; at && *at;) {
        char *end = strchr(at, ' ');
        if (end)
            *end++ = 0;
        position_t before = position;
        move_t move = support_move(&position, at);
        position_make(&position, &before, move);
        chip_line_move(&line, &before, move, &position, path);
        chip_job_t job = support_job(&position, 1, 0);
        chip_job_set_position(&job, &position, &line);
        show(context, &position, &job, strtol(counts, &counts, 10));
        at = end;
    }
}

bool support_has_device(const char *name) {
    for (size_t i = 0; device_list(i); i++) {
        if (strcmp(device_list(i)->name, name) == 0)
            return true;
    }
    return false;
}
