// SPDX-License-Identifier: Apache-2.0
#include "paper/vnm_order.h"

#include <string.h>

// Scores: history stays below NOISY, captures and promotions below HINT.
enum { NOISY = 1 << 28, HINT = 1 << 30 };

static bool is_noisy(const position_t *position, move_t move) {
    return position_is_capture(position, move) || move_kind(move) == MOVE_KIND_PROMOTION;
}

void vnm_order_clear(vnm_order_t *order, bool off) {
    order->off = off;
    memset(order->history, 0, sizeof order->history);
}

void vnm_order_credit(vnm_order_t *order, const position_t *position, move_t move, int depth) {
    if (order->off || is_noisy(position, move))
        return;
    uint32_t *count = &order->history[position->stm][move_from(move)][move_to(move)];
    *count += 1u << (depth < 20 ? depth : 20);
    if (*count < NOISY / 2)
        return;
    uint32_t *all = &order->history[0][0][0];
    for (size_t i = 0; i < sizeof order->history / sizeof *all; i++)
        all[i] /= 2;
}

// Sixteen a step of the victim, so that the attacker decides among equal victims only.
static int32_t noisy_score(const position_t *position, move_t move) {
    man_t victim = position->board[move_to(move)];
    int32_t score = NOISY - (int32_t)man_type(position->board[move_from(move)]);

    if (victim != MAN_NONE)
        score += 16 * ((int32_t)man_type(victim) + 1);
    else if (move_kind(move) == MOVE_KIND_EN_PASSANT)
        score += 16;
    if (move_promoted(move) == PIECE_QUEEN)
        score += 16 * PIECE_QUEEN;
    return score;
}

static void score_moves(vnm_picker_t *picker, bool noisy_only) {
    const position_t *position = picker->position;

    picker->next = 0;
    if (picker->order->off)
        return;
    for (unsigned i = 0; i < picker->list.count; i++) {
        move_t move = picker->list.moves[i];
        if (move == picker->hint)
            picker->scores[i] = HINT;
        else if (noisy_only || is_noisy(position, move))
            picker->scores[i] = noisy_score(position, move);
        else
            picker->scores[i] =
                (int32_t)picker->order->history[position->stm][move_from(move)][move_to(move)];
    }
}

void vnm_pick_all(vnm_picker_t *picker, const vnm_order_t *order, const position_t *position,
                  move_t hint) {
    bool whole = order->off || (hint != MOVE_NONE && !is_noisy(position, hint));

    picker->order = order;
    picker->position = position;
    picker->hint = hint;
    picker->quiet_left = !whole;
    movegen(position, whole ? MOVEGEN_ALL : MOVEGEN_NOISY, &picker->list);
    score_moves(picker, !whole);
}

void vnm_pick_captures(vnm_picker_t *picker, const vnm_order_t *order, const position_t *position) {
    unsigned kept = 0;

    picker->order = order;
    picker->position = position;
    picker->hint = MOVE_NONE;
    picker->quiet_left = false;
    movegen(position, MOVEGEN_NOISY, &picker->list);
    for (unsigned i = 0; i < picker->list.count; i++) {
        if (position_is_capture(position, picker->list.moves[i]))
            picker->list.moves[kept++] = picker->list.moves[i];
    }
    picker->list.count = kept;
    score_moves(picker, true);
}

move_t vnm_pick(vnm_picker_t *picker) {
    if (picker->next == picker->list.count && picker->quiet_left) {
        picker->quiet_left = false;
        movegen(picker->position, MOVEGEN_QUIET, &picker->list);
        score_moves(picker, false);
    }
    if (picker->next == picker->list.count)
        return MOVE_NONE;
    unsigned best = picker->next;
    if (!picker->order->off) {
        for (unsigned i = best + 1; i < picker->list.count; i++)
            best = picker->scores[i] > picker->scores[best] ? i : best;
    }
    move_t move = picker->list.moves[best];
    picker->list.moves[best] = picker->list.moves[picker->next];
    picker->scores[best] = picker->scores[picker->next];
    picker->next++;
    return move;
}
