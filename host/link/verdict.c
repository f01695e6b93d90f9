// SPDX-License-Identifier: Apache-2.0
#include "link/verdict.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "model/chip_position.h"
#include "model/model.h"

// No evaluation reaches it: FAST_LIMIT and the largest LAZY stay below (docs/chip.md section 8).
enum { EVALUATION_MAX = 29000 };

static void put_men(position_t *position, color_t color, const chip_man_t *men, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        position_put(position, man_of(color, (piece_t)men[i].piece),
                     square_seen_by(color, men[i].square));
}

// The job's position with its mover as White: a packed move is the same.
static void read_position(const chip_job_t *job, position_t *position) {
    position_clear(position);
    put_men(position, COLOR_WHITE, job->own, job->own_count);
    put_men(position, COLOR_BLACK, job->other, job->other_count);
    position->castling = job->rights;
    position_drop_rights(position);
    position->ep = SQUARE_NONE;
    if (job->ep_file >= 0 && position_ep_is_legal(position, (square_t)(40 + job->ep_file)))
        position->ep = (uint8_t)(40 + job->ep_file);
    position_seal(position);
}

static bool is_legal(const chip_job_t *job, uint16_t packed) {
    position_t position;
    move_list_t list;

    read_position(job, &position);
    movegen(&position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (chip_move_pack(&position, list.moves[i]) == packed)
            return true;
    }
    return false;
}

static bool is_score(int score) {
    int size = abs(score);

    return size < EVALUATION_MAX || (size >= ZF_MATE_BOUND && score < ZF_MATE && size <= ZF_MATE);
}

const char *verdict_fault(const chip_job_t *job, const chip_result_t *result, bool aborted) {
    bool search = job->kind == ZF_JOB_KIND_SEARCH;

    switch (result->status) {
    case ZF_STATUS_DONE:
        if (search && !is_score(result->score))
            return "answered with a score out of range";
        break;
    case ZF_STATUS_NODE_LIMIT:
        if (!job->node_limit || result->nodes != job->node_limit)
            return "gave a job up before its node limit";
        if (search && result->score != ZF_NO_SCORE && !is_score(result->score))
            return "answered with a score out of range";
        break;
    case ZF_STATUS_ABORTED:
        return aborted ? NULL : "gave up a job that nobody aborted";
    case ZF_STATUS_REFUSED:
        return result->reason != ZF_REFUSED_NONE && result->reason == model_refusal(job)
                   ? NULL
                   : "refused a good job";
    default:
        return "answered with an unknown status";
    }
    if (job->node_limit && result->nodes > job->node_limit)
        return "answered with more nodes than were allowed";
    if (search && result->best_move && !is_legal(job, result->best_move))
        return "answered with an impossible move";
    return NULL;
}
