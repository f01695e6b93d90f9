// SPDX-License-Identifier: Apache-2.0
// Jobs: refusals, the root, the four kinds, and the model's settings (section 3).
#include <stdlib.h>
#include <string.h>

#include "model/chip_words.h"
#include "model/model_internal.h"

// ---- Settings

model_t *model_new(void) {
    model_t *model = calloc(1, sizeof *model);

    if (!model)
        return NULL;
    model->full = true;
    model_set_weights(model, zf_weight_default);
    return model;
}

void model_free(model_t *model) {
    free(model);
}

void model_set_weights(model_t *model, const int16_t weights[ZF_WEIGHT_WORDS]) {
    memcpy(model->weights, weights, sizeof model->weights);
    model_load_weights(model);
}

void model_set_full(model_t *model, bool full) {
    model->full = full;
    model_load_weights(model);
}

void model_set_table(model_t *model, model_probe_fn probe, model_store_fn store, void *context) {
    model->probe = probe;
    model->store = store;
    model->table_context = context;
}

const model_counters_t *model_counters(const model_t *model) {
    return &model->counters;
}

void model_clear_counters(model_t *model) {
    model->counters = (model_counters_t){0};
}

void model_set_debug(model_t *model, unsigned debug) {
    model->debug = debug;
}

void model_set_visitor(model_t *model, model_visit_fn node, model_visit_fn evaluation,
                       void *context) {
    model->visit_node = node;
    model->visit_evaluation = evaluation;
    model->visit_context = context;
}

// ---- The root

// Puts one side's men on a board seen by that side; false at an impossible man.
static bool put_men(uint64_t type[6], const chip_man_t *men, unsigned count, uint64_t *all) {
    *all = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t square = bit(men[i].square);
        if (men[i].piece > ZF_PIECE_KING || *all & square ||
            (men[i].piece == ZF_PIECE_PAWN && square & (RANK_1 | RANK_8)))
            return false;
        *all |= square;
        type[men[i].piece] |= square;
    }
    return true;
}

static bool rights_are_good(const node_t *root) {
    uint64_t kings = root->type[ZF_PIECE_KING], rooks = root->type[ZF_PIECE_ROOK];
    uint64_t own = root->own, other = root->other;
    unsigned rights = root->rights;
    unsigned own_rights = 1u << ZF_RIGHT_OWN_KING | 1u << ZF_RIGHT_OWN_QUEEN;

    return !((rights & own_rights && !(own & kings & bit(4))) ||
             (rights & ~own_rights && !(other & kings & bit(60))) ||
             (rights & 1u << ZF_RIGHT_OWN_KING && !(own & rooks & bit(7))) ||
             (rights & 1u << ZF_RIGHT_OWN_QUEEN && !(own & rooks & bit(0))) ||
             (rights & 1u << ZF_RIGHT_OTHER_KING && !(other & rooks & bit(63))) ||
             (rights & 1u << ZF_RIGHT_OTHER_QUEEN && !(other & rooks & bit(56))));
}

static bool en_passant_is_good(const node_t *root) {
    if (root->en_passant == NO_SQUARE)
        return true;
    uint64_t square = bit(root->en_passant);
    return (root->other & root->type[ZF_PIECE_PAWN] & square >> 8) &&
           !((root->own | root->other) & (square | square << 8));
}

// Builds the boards of the root; the reason to refuse it.
static unsigned load_boards(const chip_job_t *job, node_t *root) {
    uint64_t own[6] = {0}, other[6] = {0};

    if (!chip_job_fits(job) || (job->kind == ZF_JOB_KIND_PERFT && job->depth == 0) ||
        job->table_min == 0 || job->beta > ZF_MATE || job->beta < -ZF_MATE)
        return ZF_REFUSED_BAD_KIND;
    memset(root, 0, sizeof *root);
    if (!put_men(own, job->own, job->own_count, &root->own) ||
        !put_men(other, job->other, job->other_count, &root->other))
        return ZF_REFUSED_BAD_MAN;
    root->other = flip(root->other);
    if (root->own & root->other)
        return ZF_REFUSED_BAD_MAN;
    for (int piece = 0; piece < 6; piece++)
        root->type[piece] = own[piece] | flip(other[piece]);
    if (bitboard_count(own[ZF_PIECE_KING]) != 1 || bitboard_count(other[ZF_PIECE_KING]) != 1)
        return ZF_REFUSED_BAD_KINGS;
    root->king = bitboard_first(own[ZF_PIECE_KING]);
    root->other_king = bitboard_first(other[ZF_PIECE_KING]) ^ 56;
    root->rights = job->rights;
    root->en_passant = (uint8_t)(job->ep_file < 0 ? NO_SQUARE : 40 + job->ep_file);
    root->passed = NO_SQUARE;
    if (!rights_are_good(root))
        return ZF_REFUSED_BAD_RIGHTS;
    if (!en_passant_is_good(root))
        return ZF_REFUSED_BAD_EP;
    return model_illegal(root) ? ZF_REFUSED_BAD_CHECK : ZF_REFUSED_NONE;
}

unsigned model_refusal(const chip_job_t *job) {
    node_t root;

    return load_boards(job, &root);
}

// Sums, phase and key of the men of the job.
static void load_sums(const model_t *model, const chip_job_t *job, node_t *root) {
    static const uint8_t phase[6] = {
        0, ZF_PHASE_KNIGHT, ZF_PHASE_KNIGHT, ZF_PHASE_ROOK, ZF_PHASE_QUEEN, 0};
    uint64_t own_key = 0, other_key = 0;

    for (unsigned i = 0; i < job->own_count; i++) {
        unsigned at = job->own[i].piece * 64u + job->own[i].square;
        root->sums += model->values[at];
        root->phase += phase[job->own[i].piece];
        own_key ^= zf_key_piece[at];
    }
    for (unsigned i = 0; i < job->other_count; i++) {
        unsigned at = job->other[i].piece * 64u + job->other[i].square;
        root->sums -= model->values[at];
        root->phase += phase[job->other[i].piece];
        other_key ^= zf_key_piece[at];
    }
    for (unsigned side = 0; side < 2; side++) {
        own_key ^= job->rights & 1u << (ZF_RIGHT_OWN_KING + side) ? zf_key_castle[side] : 0;
        other_key ^= job->rights & 1u << (ZF_RIGHT_OTHER_KING + side) ? zf_key_castle[side] : 0;
    }
    root->key = own_key ^ rho(other_key);
}

static void load_job(model_t *model, const chip_job_t *job, node_t *root) {
    model->searching = job->kind == ZF_JOB_KIND_SEARCH;
    model->lazy = job->lazy;
    model->evasion = job->evasion;
    model->use_delta = job->delta;
    model->use_table = job->table;
    model->verified = job->verified;
    model->null_r = job->null_r;
    model->table_min = job->table_min;
    model->age = job->age;
    model->limit = job->node_limit ? job->node_limit : UINT32_MAX;
    model->nodes = model->hash = 0;
    memset(model->killers, 0, sizeof model->killers);
    model->game = 0;
    for (unsigned i = 0; i < job->history_count; i++) {
        unsigned at = ZF_HISTORY_MAX - job->history_count + i;
        model->line[at] = job->history[i].key;
        model->game |= (uint64_t)!job->history[i].path << at;
    }
    load_sums(model, job, root);
    root->clock = job->clock;
    root->reversible = job->history_count;
    root->own_vacated = job->own_vacated;
    root->other_vacated = job->other_vacated;
    root->returned = job->returned;
    root->after_null = job->after_null;
    root->verify = job->verified && job->verify;
    root->depth = (int8_t)(job->kind == ZF_JOB_KIND_MOVES ? 1 : job->depth);
    root->bound = job->beta;
}

// ---- PERFT and MOVES

// Walks the moves of an entered node; false at the node limit.
static bool walk(model_t *model, node_t *node) {
    node_t *child = node + 1;
    offer_t offer;

    node->all_kinds = node->has_quiets = true;
    node->has_killers = node->delta = false;
    node->table_move = 0;
    model_pick_start(model, node, STAGE_CAPTURES);
    while (model_pick(model, node, &offer)) {
        model_prepare(model, node, child, &offer);
        model_place(node, child, &offer);
        child->depth = node->depth - 1;
        model_find_check(model, child);
        count_pass(model, CHIP_PASS_VICTIM);
        if (!model_illegal(child)) {
            if (child->depth > 0 ? !walk(model, child) : !model_count(model, child, false))
                return false;
            if (child->depth == 0 && model->list)
                model->list->moves[model->list->move_count++] = offer.packed;
        }
        if (!model_remains(node)) {
            count_pass(model, CHIP_PASS_TAKE_BACK);
            return true;
        }
    }
    return true;
}

static uint8_t run_walk(model_t *model, node_t *root, chip_result_t *result, bool lists) {
    model->list = lists ? result : NULL;
    model_find_check(model, root);
    count_pass(model, CHIP_PASS_VICTIM);
    return walk(model, root) ? ZF_STATUS_DONE : ZF_STATUS_NODE_LIMIT;
}

// ---- The other kinds

static uint8_t run_search(model_t *model, node_t *root, chip_result_t *result) {
    model_find_check(model, root);
    count_pass(model, CHIP_PASS_VICTIM);
    outcome_t outcome = model_search(model, root);
    bool stopped = outcome.flags & OUTCOME_STOP;

    result->score = (int16_t)(stopped ? root->best : outcome.score);
    result->best_move = root->best_move;
    return stopped ? ZF_STATUS_NODE_LIMIT : ZF_STATUS_DONE;
}

static uint8_t run_eval(model_t *model, node_t *root, chip_result_t *result) {
    count_pass(model, CHIP_PASS_VICTIM);
    count_pass(model, CHIP_PASS_EVAL);
    result->score = (int16_t)(model_fast(root) + model_slow(model, root));
    return ZF_STATUS_DONE;
}

void model_run(model_t *model, const chip_job_t *job, chip_result_t *result) {
    node_t *root = &model->stack[0];
    unsigned pairs = job->own_count > job->other_count ? job->own_count : job->other_count;

    memset(result, 0, sizeof *result);
    result->id = job->id;
    model->counters.jobs++;
    result->reason = (uint8_t)load_boards(job, root);
    if (result->reason != ZF_REFUSED_NONE) {
        result->status = ZF_STATUS_REFUSED;
        model->counters.refused_jobs++;
        return;
    }
    load_job(model, job, root);
    model->counters.passes[CHIP_PASS_LOAD] += 2 * pairs;
    if (job->kind == ZF_JOB_KIND_SEARCH)
        result->status = run_search(model, root, result);
    else if (job->kind == ZF_JOB_KIND_EVAL)
        result->status = run_eval(model, root, result);
    else
        result->status = run_walk(model, root, result, job->kind == ZF_JOB_KIND_MOVES);
    result->nodes = model->nodes;
    result->hash = model->hash;
    model->counters.nodes += model->nodes;
}

bool model_eval_terms(model_t *model, const chip_job_t *job, model_terms_t *terms) {
    node_t *root = &model->stack[0];

    if (load_boards(job, root) != ZF_REFUSED_NONE)
        return false;
    load_job(model, job, root);
    terms->eg = model_eg(root->sums);
    terms->mg = model_mg(root->sums);
    terms->phase = root->phase;
    terms->fast = model_fast(root);
    model_counts(root, terms->counts[0], terms->counts[1]);
    terms->slow = model_slow(model, root);
    terms->score = terms->fast + terms->slow;
    return true;
}
