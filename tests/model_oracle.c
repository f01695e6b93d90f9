// SPDX-License-Identifier: Apache-2.0
#include "model_oracle.h"

#include <criterion/criterion.h>

#include "chess/movegen.h"

static const int phases[6] = {0, 1, 1, 3, 6, 0};

static int side_sum(const position_t *position, color_t color, unsigned table) {
    int sum = 0;

    for (unsigned square = 0; square < 64; square++) {
        man_t man = position->board[square];
        if (man != MAN_NONE && man_color(man) == color)
            sum += zf_weight_default[table + man_type(man) * 64u +
                                     square_seen_by(color, (square_t)square)];
    }
    return sum;
}

static int phase_of(const position_t *position) {
    int phase = 0;

    for (unsigned square = 0; square < 64; square++)
        if (position->board[square] != MAN_NONE)
            phase += phases[man_type(position->board[square])];
    return phase;
}

static int floor_div(int a, int b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static int fast_of(const position_t *position) {
    color_t us = (color_t)position->stm, them = (color_t)(us ^ 1);
    int mg =
        (int16_t)(side_sum(position, us, ZF_W_PSQT_MG) - side_sum(position, them, ZF_W_PSQT_MG));
    int eg =
        (int16_t)(side_sum(position, us, ZF_W_PSQT_EG) - side_sum(position, them, ZF_W_PSQT_EG));
    int phase = phase_of(position);

    return eg + floor_div((mg - eg) * (phase < 32 ? phase : 32), 32);
}

static int slow_of(oracle_t *oracle, const position_t *position) {
    chip_job_t job = support_job(position, 0, 0);
    model_terms_t terms;

    cr_assert(model_eval_terms(oracle->model, &job, &terms));
    return terms.slow;
}

// Whether section 4 gives the node its score.
static bool ended(const oracle_t *oracle, unsigned ply, int *score) {
    const position_t *position = &oracle->line[ply];
    move_list_t list;

    *score = 0;
    if (position->halfmove >= 100) {
        if (position_in_check(position) && !movegen(position, MOVEGEN_ALL, &list))
            *score = (int)ply - ZF_MATE;
        return true;
    }
    for (unsigned back = 4; back <= ply && back <= position->halfmove; back += 2)
        if (position_same(&oracle->line[ply - back], position))
            return true;
    return position_is_bare(position) && phase_of(position) < 8;
}

// The moves of a node: all, or captures and queens of a quiet quiescence node; captures first.
static unsigned moves_of(const position_t *position, unsigned depth, move_list_t *list) {
    move_list_t quiet;
    unsigned count = 0;

    movegen(position, MOVEGEN_NOISY, list);
    for (unsigned i = 0; i < list->count; i++)
        if (depth > 0 || move_promoted(list->moves[i]) == PIECE_NONE ||
            move_promoted(list->moves[i]) == PIECE_QUEEN)
            list->moves[count++] = list->moves[i];
    if (depth > 0 || position_in_check(position)) {
        movegen(position, MOVEGEN_QUIET, &quiet);
        for (unsigned i = 0; i < quiet.count; i++)
            list->moves[count++] = quiet.moves[i];
    }
    return list->count = count;
}

// Delta pruning: with DELTA falling from queen to pawn, the end of generation leaves out just the
// victims that cannot reach the bound.
static bool pruned(const position_t *position, move_t move, int stand, int bound) {
    color_t us = (color_t)position->stm;
    bitboard_t seventh = us == COLOR_WHITE ? 0xffull << 48 : 0xffull << 8;
    man_t victim = position->board[move_to(move)];

    if (!position_is_capture(position, move) || (position_men(position, us, PIECE_PAWN) & seventh))
        return false;
    unsigned type = victim == MAN_NONE ? PIECE_PAWN : man_type(victim);
    return stand + zf_weight_default[ZF_W_DELTA_PAWN + type] < bound;
}

static int stand_of(oracle_t *oracle, const position_t *position, int bound) {
    int fast = fast_of(position), margin = zf_weight_default[ZF_W_LAZY];

    if (fast - margin >= bound)
        return fast - margin;
    if (fast + margin < bound)
        return fast + margin;
    return fast + slow_of(oracle, position);
}

static bool high(oracle_t *oracle, unsigned ply, unsigned depth, int bound) {
    const position_t *position = &oracle->line[ply];
    bool in_check = position_in_check(position), quiet = depth == 0 && !in_check;
    move_list_t list;
    int score, stand = 0;

    if (ended(oracle, ply, &score))
        return score >= bound;
    if (quiet || ply == ZF_PLY_MAX - 1) {
        stand = stand_of(oracle, position, bound);
        if (stand >= bound || ply == ZF_PLY_MAX - 1)
            return stand >= bound;
    }
    if (!moves_of(position, depth, &list) && !quiet)
        return (in_check ? (int)ply - ZF_MATE : 0) >= bound;
    unsigned next = depth == 0 ? 0 : oracle->evasion && in_check ? depth : depth - 1;
    for (unsigned i = 0; i < list.count; i++) {
        if (quiet && oracle->delta && pruned(position, list.moves[i], stand, bound))
            continue;
        position_make(&oracle->line[ply + 1], position, list.moves[i]);
        if (!high(oracle, ply + 1, next, 1 - bound))
            return true;
    }
    return false;
}

bool oracle_high(oracle_t *oracle, const position_t *root, unsigned depth, int bound) {
    oracle->line[0] = *root;
    return high(oracle, 0, depth, bound);
}

// Plain alpha-beta; nothing but the window cuts.
static int value(oracle_t *oracle, unsigned ply, unsigned depth, int alpha, int beta) {
    const position_t *position = &oracle->line[ply];
    bool in_check = position_in_check(position), quiet = depth == 0 && !in_check;
    move_list_t list;
    int score, best = -ZF_MATE - 1;

    if (ended(oracle, ply, &score))
        return score;
    if (quiet || ply == ZF_PLY_MAX - 1) {
        best = fast_of(position) + slow_of(oracle, position);
        if (best >= beta || ply == ZF_PLY_MAX - 1)
            return best;
    }
    if (!moves_of(position, depth, &list) && !quiet)
        return in_check ? (int)ply - ZF_MATE : 0;
    unsigned next = depth == 0 ? 0 : oracle->evasion && in_check ? depth : depth - 1;
    for (unsigned i = 0; i < list.count && best < beta; i++) {
        position_make(&oracle->line[ply + 1], position, list.moves[i]);
        score = -value(oracle, ply + 1, next, -beta, -(best > alpha ? best : alpha));
        if (score > best)
            best = score;
    }
    return best;
}

int oracle_value(oracle_t *oracle, const position_t *root, unsigned depth) {
    oracle->line[0] = *root;
    return value(oracle, 0, depth, -ZF_MATE - 1, ZF_MATE + 1);
}
