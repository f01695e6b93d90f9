// SPDX-License-Identifier: Apache-2.0
// Where the frontier is, and its nodes as jobs: docs/chip.md sections 3 and 4.
#include "model/chip_position.h"
#include "search/internal.h"

// Adaptive null moves: as in walk.c.
enum { ADAPTIVE_DEPTH = 7 };

// Plies looked back: no repetition reaches beyond the fifty-move rule.
enum { LOOK_BACK = ZF_FIFTY };

// A job's node limit is halved where several jobs are in flight, and in a room down to an eighth:
// so that the last iteration's nodes were some jobs of that size for each context.
enum { LIMIT_SHARE = 2, LIMIT_SHARE_ROOM = 8, JOBS_OF_CONTEXT = 8 };

// By how much a job grows with a ply, about.
enum { GROWTH = 3 };

void frontier_limit(search_t *search) {
    uint64_t nodes = search->pool.nodes - search->nodes_before;
    uint32_t limit = search->options->job_limit;

    search->nodes_before = search->pool.nodes;
    if (search->pool.target > 1)
        limit = (limit + LIMIT_SHARE - 1) / LIMIT_SHARE;
    if (search_in_room(search)) {
        uint64_t share = nodes / ((uint64_t)search->device->contexts * JOBS_OF_CONTEXT);
        uint32_t least = (search->options->job_limit + LIMIT_SHARE_ROOM - 1) / LIMIT_SHARE_ROOM;
        limit = share < least ? least : share < limit ? (uint32_t)share : limit;
    }
    search->job_limit = limit;
}

// In a room nobody waits for a job that will hit its limit by what the one before it cost.
static bool will_split(const search_t *search, const tree_node_t *node) {
    uint64_t nodes = node->job_nodes;

    if (!search_in_room(search) || nodes == 0)
        return false;
    for (int depth = node->job_depth; depth < node->request.depth && nodes < UINT32_MAX; depth++)
        nodes *= GROWTH;
    return nodes > search->job_limit;
}

bool frontier_reached(const search_t *search, const tree_node_t *node) {
    if (node->ply == 0)
        return false;
    if (node->ply >= TREE_PLY_MAX - 1)
        return true;
    return node->request.depth <= (int)search->job_depth && !node->split &&
           !will_split(search, node);
}

static void put_line(const search_t *search, const tree_node_t *node, chip_line_t *line) {
    const position_t *before[LOOK_BACK];
    move_t moves[LOOK_BACK];
    unsigned path;
    unsigned count = tree_history(&search->tree, node, before, moves, LOOK_BACK, &path);

    chip_line_start(line);
    for (unsigned i = count; i-- > 0;) {
        const position_t *after = i ? before[i - 1] : &node->position;
        chip_line_move(line, before[i], moves[i], after, i < path);
    }
}

void frontier_job(const search_t *search, const tree_node_t *node, int depth, int beta,
                  chip_job_t *job) {
    const search_options_t *options = search->options;
    int own_beta = score_from_root(beta, node->ply);
    chip_line_t line;

    put_line(search, node, &line);
    chip_job_init(job, &node->position, &line);
    job->kind = ZF_JOB_KIND_SEARCH;
    job->beta = (int16_t)(own_beta > ZF_MATE ? ZF_MATE : own_beta < -ZF_MATE ? -ZF_MATE : own_beta);
    job->depth = (uint8_t)(depth > ZF_DEPTH_MAX ? ZF_DEPTH_MAX : depth);
    job->null_r = (uint8_t)options->null_r;
    if (options->adaptive && options->null_r)
        job->null_r = depth >= ADAPTIVE_DEPTH ? 3 : 2;
    job->verified = options->verified && options->null_r;
    job->verify = job->verified && node->request.verify;
    // Where passing was tried already the chip's root does not try it again.
    job->after_null = options->null_r && (node->role == TREE_PASS || node->role == TREE_LOWERED);
    job->evasion = options->evasion;
    job->delta = options->delta;
    job->lazy = true;
    job->table = options->table;
    job->table_min = (uint8_t)options->table_min;
    job->node_limit = options->job_limit;
}

// The chip knows no castling of Chess960: such a move in its packed form is the king's plain step.
static bool is_foreign(const position_t *position, move_t move) {
    unsigned right = (unsigned)position->stm * 2 + (square_file(move_to(move)) == 2);

    return position->chess960 && move_kind(move) == MOVE_KIND_CASTLING &&
           !(position_usual_rights(position) >> right & 1);
}

move_t frontier_move(const position_t *position, uint16_t packed) {
    move_list_t list;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (chip_move_pack(position, list.moves[i]) == packed &&
            !is_foreign(position, list.moves[i]))
            return list.moves[i];
    }
    return MOVE_NONE;
}
