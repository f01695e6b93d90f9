// SPDX-License-Identifier: Apache-2.0
#include "search/tablebase.h"

bool tablebase_open(tablebase_t *tablebase, const tablebase_ops_t *ops, const char *path) {
    tablebase_close(tablebase);
    if (!ops || !ops->open(path, &tablebase->largest))
        return false;
    if (tablebase->largest == 0) {
        ops->close();
        return false;
    }
    tablebase->ops = ops;
    return true;
}

void tablebase_close(tablebase_t *tablebase) {
    if (tablebase->ops)
        tablebase->ops->close();
    tablebase->ops = NULL;
    tablebase->largest = 0;
}

static bool is_within(const tablebase_t *tablebase, const position_t *position) {
    unsigned men = bitboard_count(position_occupied(position));

    return tablebase->ops && men <= tablebase->largest && men <= tablebase->limit &&
           position->castling == 0;
}

bool tablebase_score(tablebase_t *tablebase, const position_t *position, int ply, int *score) {
    tablebase_result_t result;

    if (position->halfmove != 0 || !is_within(tablebase, position) ||
        !tablebase->ops->result(position, &result))
        return false;
    tablebase->hits++;
    if (tablebase->fifty && (result == TABLEBASE_BLESSED_LOSS || result == TABLEBASE_CURSED_WIN))
        result = TABLEBASE_DRAW;
    *score = result > 0 ? TABLEBASE_SCORE - ply : result < 0 ? ply - TABLEBASE_SCORE : 0;
    return true;
}

// Whether any position since the last capture or pawn move came twice: then a win must make
// headway.
static bool has_repeated(const game_t *game) {
    size_t last = game->count, reach = game_position(game)->halfmove;
    size_t first = reach < last ? last - reach : 0;

    for (size_t i = first; i <= last; i++) {
        if (repetition_count(game->keys, i + 1, (unsigned)(i - first)))
            return true;
    }
    return false;
}

bool tablebase_root(tablebase_t *tablebase, const game_t *game, move_list_t *best) {
    const position_t *position = game_position(game);
    tablebase_move_t moves[MOVE_LIST_CAPACITY];

    best->count = 0;
    if (!is_within(tablebase, position))
        return false;
    unsigned count = tablebase->ops->rank(position, has_repeated(game), tablebase->fifty, moves);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && moves[i].rank < moves[0].rank)
            continue;
        if (i > 0 && moves[i].rank > moves[0].rank) {
            moves[0].rank = moves[i].rank;
            best->count = 0;
        }
        best->moves[best->count++] = moves[i].move;
    }
    tablebase->hits += count;
    return count > 0;
}
