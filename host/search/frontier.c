// SPDX-License-Identifier: Apache-2.0
// A frontier node as a job: docs/chip.md sections 3 and 4.
#include "model/chip_position.h"
#include "search/internal.h"

// Adaptive null moves: as in walk.c.
enum { ADAPTIVE_DEPTH = 7 };

// Plies looked back: no repetition reaches beyond the fifty-move rule.
enum { LOOK_BACK = ZF_FIFTY };

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
