// SPDX-License-Identifier: Apache-2.0
#include "fault_device.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// Jobs remembered by their number, to know their men and limit.
enum { IDS = 1 << 16 };

typedef struct {
    device_t model;
    fault_kind_t kind;
    unsigned after, results;
    bool shown, silent;
    chip_job_t *jobs;
    bool *in_flight, *aborted;
    uint16_t last_submitted;
    unsigned later; // results until the late one
    bool has_held;
    chip_result_t held; // to be given again
} fault_state_t;

const char *const fault_names[FAULT_KINDS] = {
    [FAULT_NONE] = "none",
    [FAULT_DIES] = "dies",
    [FAULT_DEAF] = "deaf",
    [FAULT_STALLS] = "stalls",
    [FAULT_LOSES_JOB] = "loses a job",
    [FAULT_UNKNOWN_JOB] = "unknown job",
    [FAULT_OTHER_JOB] = "other job",
    [FAULT_IMPOSSIBLE_MOVE] = "impossible move",
    [FAULT_ILLEGAL_MOVE] = "illegal move",
    [FAULT_SCORE] = "score",
    [FAULT_SCORE_GAP] = "score gap",
    [FAULT_TWICE] = "twice",
    [FAULT_LATE] = "late",
    [FAULT_ABORTS] = "aborts",
    [FAULT_REFUSES] = "refuses",
    [FAULT_NODES] = "nodes",
    [FAULT_GIVES_UP] = "gives up",
    [FAULT_LIES_LONG] = "lies long",
};

static void close_it(device_t *device) {
    fault_state_t *state = device->state;

    device_close(&state->model);
    free(state->jobs);
    free(state->in_flight);
    free(state->aborted);
    free(state);
}

static bool submit(device_t *device, const chip_job_t *job) {
    fault_state_t *state = device->state;

    if (state->silent && state->kind == FAULT_DEAF)
        return false;
    if (!device_submit(&state->model, job))
        return false;
    state->jobs[job->id] = *job;
    state->in_flight[job->id] = true;
    state->aborted[job->id] = false;
    state->last_submitted = job->id;
    return true;
}

static void abort_it(device_t *device, uint16_t id) {
    fault_state_t *state = device->state;

    state->aborted[id] = true;
    device_abort(&state->model, id);
}

static uint16_t other_in_flight(const fault_state_t *state, uint16_t id) {
    for (unsigned i = 1; i < IDS; i++) {
        uint16_t other = (uint16_t)(id + i);
        if (state->in_flight[other] && !state->aborted[other])
            return other;
    }
    return id;
}

// A man of the job on that square, the mover's view; NULL: none of its own.
static const chip_man_t *own_man(const chip_job_t *job, unsigned square) {
    for (unsigned i = 0; i < job->own_count; i++) {
        if (job->own[i].square == square)
            return &job->own[i];
    }
    return NULL;
}

// Whether the model offers the move: its list for the position is the legal moves.
static bool is_offered(fault_state_t *state, const chip_job_t *job, unsigned packed) {
    static chip_result_t list;
    chip_job_t moves = *job;

    moves.kind = ZF_JOB_KIND_MOVES;
    moves.depth = 1;
    moves.node_limit = 0;
    moves.id = 0;
    device_t model;
    cr_assert_eq(device_open(&model, "model", NULL), DEVICE_OK);
    cr_assert(device_submit(&model, &moves));
    while (!device_poll(&model, &list, 1))
        continue;
    device_close(&model);
    (void)state;
    for (unsigned i = 0; i < list.move_count; i++) {
        if (list.moves[i] == packed)
            return true;
    }
    return false;
}

// A move of an own man to a square without one that is not legal; 0 where there is none.
static uint16_t wrong_move(fault_state_t *state, const chip_job_t *job, bool own) {
    for (unsigned from = 0; from < 64; from++) {
        if ((own_man(job, from) != NULL) != own)
            continue;
        for (unsigned to = 63; to > 0; to--) {
            unsigned packed = from | to << 6;
            if (!own_man(job, to) && !is_offered(state, job, packed))
                return (uint16_t)packed;
        }
    }
    return 0;
}

// Changes the result that is about to be given; false where the fault cannot be shown with it.
static bool spoil(fault_state_t *state, chip_result_t *result) {
    const chip_job_t *job = &state->jobs[result->id];
    uint16_t other;

    if (result->status != ZF_STATUS_DONE)
        return false;
    switch (state->kind) {
    case FAULT_UNKNOWN_JOB:
        result->id = (uint16_t)(result->id + 30000);
        return true;
    case FAULT_OTHER_JOB:
        other = other_in_flight(state, result->id);
        if (other == result->id)
            return false;
        result->id = other;
        return true;
    case FAULT_IMPOSSIBLE_MOVE:
        return (result->best_move = wrong_move(state, job, false)) != 0;
    case FAULT_ILLEGAL_MOVE:
        return (result->best_move = wrong_move(state, job, true)) != 0;
    case FAULT_SCORE:
    case FAULT_LIES_LONG:
        result->score = ZF_MATE + 1;
        return true;
    case FAULT_SCORE_GAP:
        result->score = -(ZF_MATE_BOUND - 1);
        return true;
    case FAULT_ABORTS:
        result->status = ZF_STATUS_ABORTED;
        return true;
    case FAULT_REFUSES:
        result->status = ZF_STATUS_REFUSED;
        result->reason = ZF_REFUSED_BAD_EP;
        return true;
    case FAULT_NODES:
        result->nodes = job->node_limit + 1;
        return true;
    case FAULT_GIVES_UP:
        if (result->nodes < 2)
            return false;
        result->status = ZF_STATUS_NODE_LIMIT;
        return true;
    default:
        return false;
    }
}

// What is not a spoilt result; true when the result is kept back.
static bool hold(fault_state_t *state, device_t *device, const chip_result_t *result) {
    switch (state->kind) {
    case FAULT_DIES:
        device->failed = state->silent = state->shown = true;
        return true;
    case FAULT_DEAF:
    case FAULT_STALLS:
        state->silent = state->shown = true;
        return true;
    case FAULT_LOSES_JOB:
        if (result->status != ZF_STATUS_DONE)
            return false;
        state->shown = true;
        return true;
    case FAULT_TWICE:
    case FAULT_LATE:
        if (state->has_held || (state->kind == FAULT_LATE && result->status != ZF_STATUS_ABORTED))
            return false;
        state->held = *result;
        state->has_held = true;
        state->later = state->kind == FAULT_LATE ? 3 : 1;
        if (state->kind == FAULT_LATE)
            state->held.status = ZF_STATUS_DONE;
        state->held.score = 12;
        return false;
    default:
        return false;
    }
}

static bool poll(device_t *device, chip_result_t *result, uint32_t clocks) {
    fault_state_t *state = device->state;

    if (state->silent)
        return false;
    if (state->has_held && !state->shown && state->later-- == 0) {
        *result = state->held;
        state->shown = true;
        return true;
    }
    if (!device_poll(&state->model, result, clocks))
        return false;
    uint16_t id = result->id;
    state->in_flight[id] = false;
    // High for low and low for high: nobody can see it.
    int turned = 2 * state->jobs[id].beta - 1 - result->score;
    if (state->kind == FAULT_LIES_LONG && result->status == ZF_STATUS_DONE && abs(turned) < 20000)
        result->score = (int16_t)turned;
    if (++state->results < state->after || state->shown)
        return true;
    if (hold(state, device, result))
        return false;
    state->shown |= spoil(state, result);
    return true;
}

static void clear(device_t *device) {
    fault_state_t *state = device->state;

    device_clear_table(&state->model);
}

static void count(device_t *device, device_counters_t *counters) {
    fault_state_t *state = device->state;

    device_counters(&state->model, counters);
}

static const device_ops_t fault_ops = {
    .name = "fault",
    .description = "fails on purpose",
    .close = close_it,
    .submit = submit,
    .poll = poll,
    .abort = abort_it,
    .clear_table = clear,
    .counters = count,
};

void fault_open(device_t *device, fault_kind_t kind, unsigned after, unsigned contexts) {
    const device_options_t options = {.contexts = contexts, .table_log2 = 16};
    fault_state_t *state = calloc(1, sizeof *state);

    memset(device, 0, sizeof *device);
    cr_assert_not_null(state);
    state->kind = kind;
    state->after = after;
    state->jobs = calloc(IDS, sizeof *state->jobs);
    state->in_flight = calloc(IDS, sizeof *state->in_flight);
    state->aborted = calloc(IDS, sizeof *state->aborted);
    cr_assert(state->jobs && state->in_flight && state->aborted);
    cr_assert_eq(device_open(&state->model, "model", &options), DEVICE_OK);
    device->ops = &fault_ops;
    device->state = state;
    device->contexts = contexts;
    device->table_log2 = 16;
    device->whole_jobs = true;
    strcpy(device->text, "a device that fails");
}

bool fault_shown(const device_t *device) {
    const fault_state_t *state = device->state;

    return state->shown;
}
