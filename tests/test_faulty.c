// SPDX-License-Identifier: Apache-2.0
// Devices that die, stall and lie in the middle of a search: it costs time, never a wrong move.
// Each fault is planted in real searches, and the outcome must be that of a healthy device.
#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess_support.h"
#include "cli/positions.h"
#include "fault_device.h"
#include "link/verdict.h"
#include "model/chip_position.h"
#include "model/model.h"
#include "model_support.h"
#include "search/search.h"
#include "uci/engine.h"

enum { DEPTH = 6, ROWS = 3 };

static const unsigned rows[ROWS] = {1, 12, 26};

typedef struct {
    unsigned count;
    char text[320];
} notices_t;

static void take_notice(void *context, const char *text) {
    notices_t *notices = context;

    notices->count++;
    snprintf(notices->text, sizeof notices->text, "%s", text);
}

// Without a table a search of these positions has one answer, in whatever order the jobs come back.
static search_info_t search(device_t *device, const char *row, bool table, notices_t *notices) {
    const search_limits_t limits = {.depth = DEPTH};
    const search_hooks_t hooks = {.context = notices, .notice = take_notice};
    search_options_t options;
    search_info_t info;
    position_t position;
    game_t game;
    size_t used;

    cr_assert_eq(fen_parse_prefix(row, strlen(row), &position, &used).error, FEN_OK);
    search_options_default(&options);
    options.table = table;
    cr_assert(game_init(&game, &position));
    memset(notices, 0, sizeof *notices);
    cr_assert_eq(search_run(device, &game, &options, &limits, &hooks, &info), SEARCH_OK, "%s", row);
    game_free(&game);
    return info;
}

static const char *expected_text(fault_kind_t kind) {
    static const char *const texts[FAULT_KINDS] = {
        [FAULT_DIES] = "went away",
        [FAULT_DEAF] = "fell silent",
        [FAULT_STALLS] = "fell silent",
        [FAULT_LOSES_JOB] = "fell silent",
        [FAULT_UNKNOWN_JOB] = "answered a job that it does not have",
        [FAULT_OTHER_JOB] = "answered",
        [FAULT_IMPOSSIBLE_MOVE] = "answered with an impossible move",
        [FAULT_ILLEGAL_MOVE] = "answered with an impossible move",
        [FAULT_SCORE] = "answered with a score out of range",
        [FAULT_SCORE_GAP] = "answered with a score out of range",
        [FAULT_TWICE] = "answered a job that it does not have",
        [FAULT_LATE] = "answered a job that it does not have",
        [FAULT_ABORTS] = "gave up a job that nobody aborted",
        [FAULT_REFUSES] = "refused a good job",
        [FAULT_NODES] = "answered with more nodes than were allowed",
        [FAULT_GIVES_UP] = "gave a job up before its node limit",
        [FAULT_LIES_LONG] = "answered with a score out of range",
    };
    return texts[kind];
}

static bool needs_company(fault_kind_t kind) {
    return kind == FAULT_OTHER_JOB || kind == FAULT_LATE;
}

static void check_fault(fault_kind_t kind, unsigned contexts, unsigned after, const char *row,
                        const search_info_t *healthy) {
    device_t device;
    notices_t notices;

    fault_open(&device, kind, after, contexts);
    search_info_t info = search(&device, row, false, &notices);
    cr_assert(fault_shown(&device), "%s after %u, %u contexts: not shown: %s", fault_names[kind],
              after, contexts, row);
    cr_assert_eq(notices.count, 1, "%s after %u, %u contexts: %u notices: %s", fault_names[kind],
                 after, contexts, notices.count, row);
    cr_assert_not_null(strstr(notices.text, expected_text(kind)), "%s: %s", fault_names[kind],
                       notices.text);
    cr_assert_not_null(strstr(notices.text, "software"), "%s", notices.text);
    cr_assert_null(strchr(notices.text, '\n'));
    cr_assert_eq(info.depth, DEPTH);
    cr_assert_eq(info.score, healthy->score, "%s after %u, %u contexts: score %d, healthy %d: %s",
                 fault_names[kind], after, contexts, info.score, healthy->score, row);
    cr_assert_eq(info.best, healthy->best, "%s after %u, %u contexts: %s", fault_names[kind], after,
                 contexts, row);
    cr_assert(device.failed);
    // The next search does without the device from the start, and says nothing twice.
    if (after == 1) {
        info = search(&device, row, false, &notices);
        cr_assert_eq(notices.count, 0);
        cr_assert_eq(info.best, healthy->best);
    }
    device_close(&device);
}

static void check_kinds(fault_kind_t first, fault_kind_t last) {
    // The first result of all, an early one, and one of the last iteration.
    static const unsigned hundredths[] = {0, 25, 75};
    unsigned count = support_sanitized() ? 2 : ROWS;
    search_info_t healthy[ROWS];
    notices_t notices;
    device_t device;

    for (unsigned i = 0; i < count; i++) {
        fault_open(&device, FAULT_NONE, 1, 1);
        healthy[i] = search(&device, position_bench[rows[i]], false, &notices);
        cr_assert_eq(notices.count, 0);
        cr_assert(healthy[i].jobs > 100, "only %llu jobs", (unsigned long long)healthy[i].jobs);
        device_close(&device);
    }
    for (fault_kind_t kind = first; kind <= last; kind++) {
        for (unsigned i = 0; i < count; i++) {
            for (unsigned k = 0; k < sizeof hundredths / sizeof *hundredths; k++) {
                unsigned after = 1 + (unsigned)healthy[i].jobs * hundredths[k] / 100;
                if (!needs_company(kind))
                    check_fault(kind, 1, after, position_bench[rows[i]], &healthy[i]);
                check_fault(kind, 4, after, position_bench[rows[i]], &healthy[i]);
            }
        }
    }
}

Test(faulty, goes_silent) {
    check_kinds(FAULT_DIES, FAULT_LOSES_JOB);
}

Test(faulty, lies) {
    check_kinds(FAULT_UNKNOWN_JOB, FAULT_GIVES_UP);
}

// Scores that are possible and wrong make another search. When it is nearly over the device says
// what cannot be: then nothing that it said before may be left.
Test(faulty, lies_long) {
    unsigned deceived = 0;

    for (unsigned i = 0; i < ROWS; i++) {
        const char *row = position_bench[rows[i]];
        notices_t notices;
        device_t device;
        fault_open(&device, FAULT_NONE, 1, 1);
        search_info_t healthy = search(&device, row, false, &notices);
        device_close(&device);
        for (unsigned contexts = 1; contexts <= 4; contexts += 3) {
            fault_open(&device, FAULT_LIES_LONG, UINT_MAX, contexts);
            search_info_t wrong = search(&device, row, false, &notices);
            device_close(&device);
            cr_assert_eq(notices.count, 0);
            deceived += wrong.score != healthy.score;
            check_fault(FAULT_LIES_LONG, contexts, (unsigned)wrong.jobs - 8, row, &healthy);
        }
    }
    cr_assert_eq(deceived, 2 * ROWS, "the lies make no difference");
}

// With a second device its jobs are done there, not by software; and when that fails too, by
// software.
Test(faulty, spare) {
    device_t first, second;
    notices_t notices;
    const char *row = position_bench[rows[0]];

    fault_open(&first, FAULT_NONE, 1, 1);
    search_info_t healthy = search(&first, row, false, &notices);
    device_close(&first);
    fault_open(&first, FAULT_DIES, 30, 4);
    fault_open(&second, FAULT_NONE, 1, 2);
    first.spare = &second;
    search_info_t info = search(&first, row, false, &notices);
    cr_assert_eq(notices.count, 1);
    cr_assert_not_null(strstr(notices.text, "and fault does its work"), "%s", notices.text);
    cr_assert_eq(info.best, healthy.best);
    cr_assert_eq(info.score, healthy.score);
    cr_assert_eq(second.in_flight, 0);
    device_close(&second);
    device_close(&first);

    fault_open(&first, FAULT_DIES, 30, 4);
    fault_open(&second, FAULT_IMPOSSIBLE_MOVE, 30, 2);
    first.spare = &second;
    info = search(&first, row, false, &notices);
    cr_assert_eq(notices.count, 2);
    cr_assert_not_null(strstr(notices.text, "software"), "%s", notices.text);
    cr_assert_eq(info.best, healthy.best);
    cr_assert_eq(info.score, healthy.score);
    device_close(&second);
    device_close(&first);
}

// A table forgets with its device; what was searched on it stands. A liar's search begins anew, so
// it is the healthy one to the node.
Test(faulty, liar_with_table) {
    for (unsigned i = 0; i < ROWS; i++) {
        device_t healthy, liar;
        notices_t notices;
        const char *row = position_bench[rows[i]];
        fault_open(&healthy, FAULT_NONE, 1, 1);
        fault_open(&liar, FAULT_SCORE, 60, 1);
        search_info_t a = search(&healthy, row, true, &notices);
        search_info_t b = search(&liar, row, true, &notices);
        cr_assert_eq(notices.count, 1);
        cr_assert_eq(a.score, b.score, "%s", row);
        cr_assert_eq(a.best, b.best, "%s", row);
        cr_assert_eq(a.line_length, b.line_length, "%s", row);
        device_close(&healthy);
        device_close(&liar);
    }
}

// No result that the model gives is found fault with, over positions of all kinds and all statuses.
Test(faulty, verdict_of_good_results) {
    support_positions_t set = support_collect(3);
    model_t *model = model_new();
    static chip_result_t result;
    unsigned moves = 0, limited = 0, mates = 0;

    for (unsigned i = 0; i < set.count; i++) {
        chip_job_t job;
        chip_job_init(&job, &set.positions[i], NULL);
        job.depth = (uint8_t)(i % 3);
        job.beta = (int16_t)(i % 5 ? (int)(i % 400) - 200 : ZF_MATE - 3);
        job.node_limit = i % 2 ? 40 : 0;
        model_run(model, &job, &result);
        const char *fault = verdict_fault(&job, &result, false);
        cr_assert_null(fault, "%s: %s", support_fen_of(&set.positions[i]), fault);
        moves += result.best_move != 0;
        limited += result.status == ZF_STATUS_NODE_LIMIT;
        mates += result.score >= ZF_MATE_BOUND || result.score <= -ZF_MATE_BOUND;
    }
    cr_assert(moves > 100 && limited > 20 && mates > 10, "%u %u %u of %u", moves, limited, mates,
              set.count);
    model_free(model);
    support_release(&set);
}

// Of all moves that can be written, the legal ones pass and no other.
Test(faulty, verdict_of_moves) {
    support_positions_t set = support_collect(support_sanitized() ? 3000 : 500);

    for (unsigned i = 0; i < set.count; i++) {
        const position_t *position = &set.positions[i];
        chip_result_t result = {.status = ZF_STATUS_DONE};
        move_list_t list;
        chip_job_t job;
        unsigned passed = 0;
        chip_job_init(&job, position, NULL);
        movegen(position, MOVEGEN_ALL, &list);
        for (unsigned packed = 1; packed < 1 << 14; packed++) {
            result.best_move = (uint16_t)packed;
            passed += verdict_fault(&job, &result, false) == NULL;
        }
        cr_assert_eq(passed, list.count, "%s: %u moves pass, %u are legal",
                     support_fen_of(position), passed, list.count);
        for (unsigned k = 0; k < list.count; k++) {
            result.best_move = chip_move_pack(position, list.moves[k]);
            cr_assert_null(verdict_fault(&job, &result, false), "%s", support_fen_of(position));
        }
    }
    support_release(&set);
}

// A graphical user interface is told in one line, and the search goes on to its depth.
Test(faulty, uci_tells) {
    const search_limits_t limits = {.depth = DEPTH};
    uci_t uci = {.fresh = true, .limits = &limits};
    search_info_t info;
    position_t start = support_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    int ends[2];
    char line[400];
    unsigned told = 0;

    cr_assert_eq(pipe(ends), 0);
    uci.lines = lines_start(ends[0]);
    uci.output = tmpfile();
    cr_assert(uci.lines && uci.output && game_init(&uci.game, &start));
    settings_init(&uci.settings, "model");
    fault_open(&uci.device, FAULT_DIES, 30, 4);
    cr_assert_eq(uci_search(&uci, &limits, &info), SEARCH_OK);
    cr_assert_eq(info.depth, DEPTH);
    rewind(uci.output);
    while (fgets(line, sizeof line, uci.output))
        told += strncmp(line, "info string device", 18) == 0 && strstr(line, "went away");
    cr_assert_eq(told, 1, "%u lines say that the device went away", told);
    close(ends[1]);
    lines_stop(uci.lines);
    fclose(uci.output);
    hash_free(&uci.hash);
    device_close(&uci.device);
    game_free(&uci.game);
}
