// SPDX-License-Identifier: Apache-2.0
// The C model as a machine room: boards of chips of contexts with a clock of their own,
// docs/room.md.
//
// Discrete events. The host is at a time of its own, which goes on by its software nodes and by
// waiting for results; everything else follows from what it sent when. A job is run by the model
// when its context has been loaded, whole, in the order of virtual time, on the table of its board.
// So a run is the same on any machine.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link/backends.h"
#include "link/room_events.h"
#include "link/room_journal.h"
#include "link/room_plan.h"
#include "model/model.h"

// Jobs that one poll runs at most: the caller wants to look up now and then.
enum { JOBS_A_POLL = 16 };

// Jobs that a board takes beyond a fair share of those in the room before a job goes elsewhere than
// where its position went before: its table knows it there.
enum { CROWD_DIVISOR = 8 };

enum { NOBODY = UINT32_MAX, IDS = 1 << 16 };

typedef enum { FREE, SENT, WAITING, LOADING, RUNNING, ANSWERED } stage_t;

typedef struct {
    chip_job_t job;
    chip_result_t result;
    stage_t stage;
    bool aborted;
    unsigned board, chip;
    uint32_t serial;      // counts the jobs that stood in this place
    uint32_t next;        // free places; or the board's queue
    uint64_t load, start; // clocks at which its loading, and its first trip began
    uint64_t length;      // clocks from the first trip to its end
    room_stores_t stores; // that others see when it has ended
} room_job_t;

typedef struct {
    model_table_t *table;
    uint64_t down, up; // when the link is free again, to the board and from it
    unsigned in_flight;
    uint32_t first, last; // jobs that wait for a chip
} board_t;

typedef struct {
    bool loads;       // its loader is taken up
    unsigned working; // contexts with a job, the one that is loaded included
} chip_t;

typedef struct {
    room_plan_t plan;
    model_t *model;
    room_journal_t journal;
    board_t *boards;
    chip_t *chips; // those of one board stand together
    room_job_t *jobs;
    uint32_t capacity, free;
    uint32_t *by_id; // places by the jobs' numbers
    room_events_t events;
    bool failed;    // memory was short
    uint64_t now;   // the host's time, clocks
    uint64_t owed;  // its software nodes, not yet a whole clock: clocks * 1000
    uint64_t nodes; // of all results
    uint64_t jobs_sent, busy;
} room_t;

// ---- Time

// Clocks of so many nanoseconds, rounded up.
static uint64_t clocks_of(const room_t *room, uint64_t nanoseconds) {
    return (nanoseconds * room->plan.mhz + 999) / 1000;
}

static uint64_t bytes_clocks(const room_t *room, unsigned bytes) {
    return ((uint64_t)bytes * room->plan.mhz + room->plan.bandwidth - 1) / room->plan.bandwidth;
}

static void expect(room_t *room, uint64_t time, room_event_kind_t kind, uint32_t at) {
    if (!room_events_push(&room->events, time, kind, at, room->jobs[at].serial))
        room->failed = true;
}

// A frame to the board, or from it: one after the other on the link, then its time under way.
static uint64_t send_frame(const room_t *room, uint64_t *link_free, uint64_t now, unsigned bytes) {
    uint64_t start = now > *link_free ? now : *link_free;

    *link_free = start + bytes_clocks(room, bytes);
    return *link_free + clocks_of(room, room->plan.link);
}

// ---- A board

static void enqueue(room_t *room, uint32_t at) {
    board_t *board = &room->boards[room->jobs[at].board];

    room->jobs[at].stage = WAITING;
    room->jobs[at].next = NOBODY;
    if (board->first == NOBODY)
        board->first = at;
    else
        room->jobs[board->last].next = at;
    board->last = at;
}

// The chip whose loader and one of whose contexts are free, with the fewest at work; NOBODY: none.
static uint32_t free_chip(const room_t *room, unsigned board) {
    const room_plan_t *plan = &room->plan;
    uint32_t best = NOBODY;

    for (uint32_t i = board * plan->chips; i < (board + 1) * plan->chips; i++) {
        const chip_t *chip = &room->chips[i];
        if (!chip->loads && chip->working < plan->contexts &&
            (best == NOBODY || chip->working < room->chips[best].working))
            best = i;
    }
    return best;
}

static void answer(room_t *room, uint32_t at, uint64_t time) {
    room_job_t *job = &room->jobs[at];

    job->stage = ANSWERED;
    expect(room,
           send_frame(room, &room->boards[job->board].up, time, room_result_bytes(&job->result)),
           ROOM_RESULT, at);
}

static void give_up(room_job_t *job, uint32_t nodes) {
    memset(&job->result, 0, sizeof job->result);
    job->result.id = job->job.id;
    job->result.status = ZF_STATUS_ABORTED;
    job->result.score = ZF_NO_SCORE;
    job->result.nodes = nodes;
}

// Gives waiting jobs to chips as far as loaders are free.
static void feed(room_t *room, unsigned index, uint64_t time) {
    board_t *board = &room->boards[index];

    while (board->first != NOBODY) {
        uint32_t at = board->first;
        room_job_t *job = &room->jobs[at];
        uint32_t chip = job->aborted ? NOBODY : free_chip(room, index);
        if (chip == NOBODY && !job->aborted)
            return;
        board->first = job->next;
        if (job->aborted) {
            give_up(job, 0);
            answer(room, at, time);
            continue;
        }
        job->stage = LOADING;
        job->chip = chip;
        job->load = time;
        room->chips[chip].loads = true;
        room->chips[chip].working++;
        expect(room, time + room_load_clocks(&job->job), ROOM_LOADED, at);
    }
}

static uint64_t passes_so_far(const model_counters_t *counters) {
    uint64_t sum = 0;

    for (int kind = 0; kind < CHIP_PASS_KINDS; kind++)
        sum += kind == CHIP_PASS_LOAD ? 0 : counters->passes[kind];
    return sum;
}

// Where no job ever runs beside another on its table, that table is the model's own.
static bool shares_table(const room_t *room) {
    return room->plan.chips * room->plan.contexts > 1;
}

static void set_table(room_t *room, room_job_t *job) {
    model_table_t *table = room->boards[job->board].table;

    if (!shares_table(room)) {
        model_set_table(room->model, model_table_probe, model_table_store, table);
        return;
    }
    room_journal_begin(&room->journal, table, &job->stores);
    model_set_table(room->model, room_journal_probe, room_journal_store, &room->journal);
}

// The job's context has its men: the model says what comes of it, and its counts say when.
static void run_job(room_t *room, uint32_t at, uint64_t time) {
    room_job_t *job = &room->jobs[at];
    const model_counters_t *counters = model_counters(room->model);
    uint64_t passes = passes_so_far(counters), probes = counters->probes;

    set_table(room, job);
    model_run(room->model, &job->job, &job->result);
    job->stage = RUNNING;
    job->start = time;
    job->length = room_run_clocks(passes_so_far(counters) - passes, counters->probes - probes,
                                  room->chips[job->chip].working);
    expect(room, time + job->length, ROOM_ENDED, at);
}

static void end_job(room_t *room, uint32_t at, uint64_t time) {
    room_job_t *job = &room->jobs[at];

    job->result.clocks = (uint32_t)(time - job->load);
    room->busy += time - job->load;
    room->chips[job->chip].working--;
    room_stores_commit(&job->stores, room->boards[job->board].table, job->stores.count);
    answer(room, at, time);
    feed(room, job->board, time);
}

// ---- Events

static void on_loaded(room_t *room, uint32_t at, uint64_t time) {
    room_job_t *job = &room->jobs[at];

    room->chips[job->chip].loads = false;
    if (job->aborted) {
        give_up(job, 0);
        end_job(room, at, time);
        return;
    }
    run_job(room, at, time);
    feed(room, job->board, time);
}

// A job that runs ends where it is; by then it has done its share of the nodes.
static void on_abort(room_t *room, uint32_t at, uint64_t time) {
    room_job_t *job = &room->jobs[at];

    job->aborted = true;
    if (job->stage == WAITING) {
        feed(room, job->board, time);
    } else if (job->stage == RUNNING) {
        uint64_t done = time - job->start;
        job->stores.count = (uint32_t)(job->stores.count * done / job->length);
        give_up(job, (uint32_t)(job->result.nodes * done / job->length));
        end_job(room, at, time);
    }
}

static void happen(room_t *room, const room_event_t *event) {
    room_job_t *job = &room->jobs[event->job];

    // Of a job that is gone, or the end of one that was given up before.
    if (event->serial != job->serial)
        return;
    switch (event->kind) {
    case ROOM_ARRIVED:
        enqueue(room, event->job);
        feed(room, job->board, event->time);
        break;
    case ROOM_ABORT:
        on_abort(room, event->job, event->time);
        break;
    case ROOM_LOADED:
        on_loaded(room, event->job, event->time);
        break;
    case ROOM_ENDED:
        if (job->stage == RUNNING)
            end_job(room, event->job, event->time);
        break;
    case ROOM_RESULT:
        break;
    }
}

// ---- The host's side

// Where a job goes: to the board that had its position before, unless that one has more than its
// share; then to the one with the fewest.
static unsigned choose_board(const room_t *room, const chip_job_t *job) {
    unsigned boards = room->plan.boards, least = 0;
    unsigned share = room_plan_contexts(&room->plan) / boards;
    uint64_t hash = 0;

    for (unsigned i = 0; i < boards; i++) {
        if (room->boards[i].in_flight < room->boards[least].in_flight)
            least = i;
    }
    for (unsigned i = 0; i < job->own_count && i < ZF_MEN_MAX; i++)
        hash += zf_key_piece[(job->own[i].piece * 64u + job->own[i].square) % 384];
    for (unsigned i = 0; i < job->other_count && i < ZF_MEN_MAX; i++)
        hash += 3 * zf_key_piece[(job->other[i].piece * 64u + job->other[i].square) % 384];
    unsigned home = (unsigned)((hash >> 32) % boards);
    return room->boards[home].in_flight < share + share / CROWD_DIVISOR ? home : least;
}

static bool room_submit(device_t *device, const chip_job_t *job) {
    room_t *room = device->state;
    uint32_t at = room->free;

    if (at == NOBODY)
        return false;
    room_job_t *place = &room->jobs[at];
    room->free = place->next;
    place->job = *job;
    place->aborted = false;
    place->stage = SENT;
    place->board = choose_board(room, job);
    place->serial++;
    room->by_id[job->id] = at;
    room->jobs_sent++;
    board_t *board = &room->boards[place->board];
    board->in_flight++;
    expect(room, send_frame(room, &board->down, room->now, room_job_bytes(job)), ROOM_ARRIVED, at);
    return true;
}

static void room_abort(device_t *device, uint16_t id) {
    room_t *room = device->state;
    uint32_t at = room->by_id[id];

    if (at == NOBODY)
        return;
    board_t *board = &room->boards[room->jobs[at].board];
    expect(room, send_frame(room, &board->down, room->now, ROOM_ABORT_BYTES), ROOM_ABORT, at);
}

static void take_result(room_t *room, uint32_t at, chip_result_t *result) {
    room_job_t *job = &room->jobs[at];

    *result = job->result;
    room->nodes += result->nodes;
    room->boards[job->board].in_flight--;
    room->by_id[job->job.id] = NOBODY;
    job->stage = FREE;
    job->serial++;
    job->next = room->free;
    room->free = at;
}

// The host waits for its next result: all that happens until then happens now.
static bool room_poll(device_t *device, chip_result_t *result, uint32_t clocks) {
    room_t *room = device->state;
    unsigned runs = 0;
    room_event_t event;

    (void)clocks;
    while (!room->failed && room_events_pop(&room->events, &event)) {
        bool comes = event.kind == ROOM_RESULT && event.serial == room->jobs[event.job].serial;
        bool leaves = comes || (event.kind == ROOM_LOADED && ++runs == JOBS_A_POLL);
        if (leaves && event.time > room->now)
            room->now = event.time;
        if (comes) {
            take_result(room, event.job, result);
            return true;
        }
        happen(room, &event);
        if (leaves)
            return false;
    }
    device->failed = room->failed;
    return false;
}

static void room_host_nodes(device_t *device, uint64_t nodes) {
    room_t *room = device->state;

    room->owed += nodes * room->plan.host * room->plan.mhz;
    room->now += room->owed / 1000;
    room->owed %= 1000;
}

static uint64_t room_time(device_t *device) {
    const room_t *room = device->state;

    return room->now * 1000 / room->plan.mhz;
}

static void room_clear(device_t *device) {
    room_t *room = device->state;

    for (unsigned i = 0; i < room->plan.boards; i++)
        model_table_clear(room->boards[i].table);
}

static void room_count(device_t *device, device_counters_t *counters) {
    room_t *room = device->state;

    *counters = device_model_counters(model_counters(room->model));
    counters->jobs = room->jobs_sent;
    counters->clocks = room->now;
    counters->nodes = room->nodes;
    counters->busy = room->busy;
    counters->offered = room->now * device->contexts;
}

// ---- Opening

static void room_close(device_t *device) {
    room_t *room = device->state;

    for (unsigned i = 0; room->boards && i < room->plan.boards; i++) {
        if (room->boards[i].table)
            model_table_free(room->boards[i].table);
    }
    for (uint32_t i = 0; room->jobs && i < room->capacity; i++)
        room_stores_free(&room->jobs[i].stores);
    if (room->model)
        model_free(room->model);
    room_journal_free(&room->journal);
    room_events_free(&room->events);
    free(room->boards);
    free(room->chips);
    free(room->jobs);
    free(room->by_id);
    free(room);
}

static bool build(room_t *room, unsigned table_log2) {
    const room_plan_t *plan = &room->plan;

    // Each context's job, as many in the queues, and those of a search that stands still.
    room->capacity = 2 * room_plan_contexts(plan) + 64;
    room->model = model_new();
    room->boards = calloc(plan->boards, sizeof *room->boards);
    room->chips = calloc((size_t)plan->boards * plan->chips, sizeof *room->chips);
    room->jobs = calloc(room->capacity, sizeof *room->jobs);
    room->by_id = malloc(IDS * sizeof *room->by_id);
    if (!room_journal_init(&room->journal) || !room->model || !room->boards || !room->chips ||
        !room->jobs || !room->by_id)
        return false;
    for (unsigned i = 0; i < plan->boards; i++) {
        room->boards[i].first = NOBODY;
        room->boards[i].table = model_table_new(table_log2);
        if (!room->boards[i].table)
            return false;
    }
    for (uint32_t i = 0; i < room->capacity; i++)
        room->jobs[i].next = i + 1 < room->capacity ? i + 1 : NOBODY;
    for (unsigned id = 0; id < IDS; id++)
        room->by_id[id] = NOBODY;
    return true;
}

static device_error_t room_open(device_t *device, const device_options_t *options) {
    unsigned log2 = options->table_log2 ? options->table_log2 : DEVICE_TABLE_LOG2;
    room_plan_t plan;

    if (!room_plan_read(options->fields, &plan, device->text, sizeof device->text))
        return DEVICE_ERROR_FIELD;
    if (options->contexts) {
        snprintf(device->text, sizeof device->text,
                 "contexts of a chip are the field contexts=, not the option --contexts");
        return DEVICE_ERROR_CONTEXTS;
    }
    if (log2 < DEVICE_TABLE_LOG2_MIN || log2 > DEVICE_TABLE_LOG2_MAX)
        return DEVICE_ERROR_TABLE;
    if (options->trace_file)
        return DEVICE_ERROR_TRACE;
    room_t *room = calloc(1, sizeof *room);
    if (!room)
        return DEVICE_ERROR_OPEN;
    room->plan = plan;
    device->state = room;
    if (!build(room, log2)) {
        room_close(device);
        return DEVICE_ERROR_OPEN;
    }
    if (options->weights)
        model_set_weights(room->model, options->weights);
    device->contexts = room_plan_contexts(&plan);
    device->table_log2 = log2;
    device->has_clocks = true;
    device->whole_jobs = true;
    snprintf(device->text, sizeof device->text,
             "model of a room: boards %u, chips %u each, contexts %u each, %u MHz, link %g ms, "
             "host %g us a node, 2^%u table entries a board",
             plan.boards, plan.chips, plan.contexts, plan.mhz, (double)plan.link / 1e6,
             (double)plan.host / 1e3, log2);
    return DEVICE_OK;
}

const device_ops_t device_room_ops = {
    .name = "model",
    .description = "a room of boards of the chip's C model, in virtual time",
    .open = room_open,
    .close = room_close,
    .submit = room_submit,
    .poll = room_poll,
    .abort = room_abort,
    .clear_table = room_clear,
    .counters = room_count,
    .time = room_time,
    .host_nodes = room_host_nodes,
};
