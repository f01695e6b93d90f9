// SPDX-License-Identifier: Apache-2.0
#include "paper_support.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "chess/movegen.h"
#include "paper/vnm_eval.h"

enum { INFINITE = 32000 };

vnm_suite_t paper_suite(const char *path, unsigned sample, bool pawn_endings) {
    FILE *stream = fopen(path, "rb");
    vnm_suite_t suite;

    cr_assert(stream, "%s", path);
    vnm_error_t error = vnm_suite_read(&suite, stream, sample, pawn_endings);
    fclose(stream);
    cr_assert_eq(error, VNM_OK, "%s, line %u: %s", path, suite.line, vnm_error_text(error));
    return suite;
}

// A position and how it was reached.
typedef struct place {
    position_t position;
    const struct place *before; // NULL at the root
    bool by_null;
    unsigned ply;
} place_t;

static bool tired(const naive_t *naive) {
    return naive->give_up && naive->nodes > naive->give_up;
}

static int evaluate(const place_t *place) {
    return vnm_evaluate(&place->position, vnm_balance(&place->position));
}

static place_t after(naive_t *naive, const place_t *place, move_t move) {
    place_t next = {.before = place, .ply = place->ply + 1};

    position_make(&next.position, &place->position, move);
    naive->nodes++;
    return next;
}

// The same position on the path, with no null move between.
static bool repeats(const place_t *place) {
    for (const place_t *at = place; at->before && !at->by_null; at = at->before) {
        if (position_same(&at->before->position, &place->position))
            return true;
    }
    return false;
}

static bool draw(naive_t *naive, const place_t *place) {
    const position_t *position = &place->position;

    if (place->before == NULL)
        return false;
    if (repeats(place)) {
        naive->repetitions++;
        return true;
    }
    return position_is_bare(position) ||
           (position->halfmove >= 100 && position_state(position) != POSITION_CHECKMATE);
}

static bool pieces(const position_t *position) {
    for (square_t square = 0; square < 64; square++) {
        man_t man = position->board[square];
        if (man != MAN_NONE && man_color(man) == (color_t)position->stm &&
            man_type(man) != PIECE_PAWN && man_type(man) != PIECE_KING)
            return true;
    }
    return false;
}

// Captures only; the mover may stand pat.
static int quiescence(naive_t *naive, const place_t *place, int alpha, int beta) {
    move_list_t list;
    int best = evaluate(place);

    if (position_is_bare(&place->position))
        return 0;
    movegen(&place->position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count && best < beta; i++) {
        if (!position_is_capture(&place->position, list.moves[i]))
            continue;
        place_t next = after(naive, place, list.moves[i]);
        int value = -quiescence(naive, &next, -beta, best > alpha ? -best : -alpha);
        best = value > best ? value : best;
    }
    return best;
}

static int search(naive_t *naive, const place_t *place, int alpha, int beta, int depth,
                  bool verify);

static int pvs(naive_t *naive, const place_t *place, int alpha, int beta, int depth, bool verify,
               move_t *best_move) {
    move_list_t list;
    int best = -INFINITE;

    if (movegen(&place->position, MOVEGEN_ALL, &list) == 0)
        return position_in_check(&place->position) ? -VNM_MATE + (int)place->ply : 0;
    for (unsigned i = 0; i < list.count; i++) {
        place_t next = after(naive, place, list.moves[i]);
        int value;
        if (i == 0) {
            value = -search(naive, &next, -beta, -alpha, depth - 1, verify);
        } else {
            value = -search(naive, &next, -alpha - 1, -alpha, depth - 1, verify);
            if (value > alpha && value < beta)
                value = -search(naive, &next, -beta, -alpha, depth - 1, verify);
        }
        if (value > best) {
            best = value;
            *best_move = list.moves[i];
        }
        alpha = best > alpha ? best : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

static int search(naive_t *naive, const place_t *place, int alpha, int beta, int depth,
                  bool verify) {
    bool in_check = position_in_check(&place->position);
    bool null_ok = naive->reduction && place->before && !place->by_null && beta < INFINITE &&
                   pieces(&place->position);
    bool fail_high = false;
    move_t best_move = MOVE_NONE;
    int best;

    if (draw(naive, place))
        return 0;
    if (depth <= 0 && !in_check)
        return quiescence(naive, place, alpha, beta);
    if (depth <= 0) {
        naive->extensions++;
        depth = 1;
    }
    if (!in_check && null_ok && (!verify || depth > 1)) {
        place_t next = {.before = place, .by_null = true, .ply = place->ply + 1};
        position_make_null(&next.position, &place->position);
        naive->nodes++;
        naive->null_moves++;
        int value = -search(naive, &next, -beta, -beta + 1, depth - naive->reduction - 1, verify);
        if (value >= beta) {
            if (!verify)
                return value;
            depth--;
            verify = false;
            fail_high = true;
        }
    }
re_search:
    best = pvs(naive, place, alpha, beta, depth, verify, &best_move);
    if (fail_high && best < beta) {
        naive->zugzwangs++;
        depth++;
        fail_high = false;
        verify = true;
        goto re_search;
    }
    naive->best = best_move; // the root returns last
    return best;
}

int naive_figure_3(naive_t *naive, const position_t *root, int depth, bool verify) {
    const place_t place = {.position = *root};

    naive->nodes++;
    return search(naive, &place, -INFINITE, INFINITE, depth, verify);
}

static int minimax_captures(naive_t *naive, const place_t *place) {
    move_list_t list;
    int best = evaluate(place);

    if (position_is_bare(&place->position))
        return 0;
    movegen(&place->position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count && !tired(naive); i++) {
        if (!position_is_capture(&place->position, list.moves[i]))
            continue;
        place_t next = after(naive, place, list.moves[i]);
        int value = -minimax_captures(naive, &next);
        best = value > best ? value : best;
    }
    return best;
}

static int minimax(naive_t *naive, const place_t *place, int depth) {
    move_list_t list;
    bool in_check = position_in_check(&place->position);
    int best = -INFINITE;

    if (draw(naive, place))
        return 0;
    if (depth <= 0 && !in_check)
        return minimax_captures(naive, place);
    if (movegen(&place->position, MOVEGEN_ALL, &list) == 0)
        return in_check ? -VNM_MATE + (int)place->ply : 0;
    for (unsigned i = 0; i < list.count && !tired(naive); i++) {
        place_t next = after(naive, place, list.moves[i]);
        int value = -minimax(naive, &next, depth <= 0 ? 0 : depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

int naive_minimax(naive_t *naive, const position_t *root, int depth) {
    const place_t place = {.position = *root};

    return minimax(naive, &place, depth);
}
