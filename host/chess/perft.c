// SPDX-License-Identifier: Apache-2.0
#include "chess/perft.h"

#include "chess/movegen.h"

uint64_t perft(const position_t *position, unsigned depth) {
    move_list_t list;
    position_t next;
    uint64_t nodes = 0;

    if (depth == 0)
        return 1;
    movegen(position, MOVEGEN_ALL, &list);
    if (depth == 1)
        return list.count;
    for (unsigned i = 0; i < list.count; i++) {
        position_make(&next, position, list.moves[i]);
        nodes += perft(&next, depth - 1);
    }
    return nodes;
}

static void count_move(const position_t *position, const position_t *next, move_t move,
                       perft_detail_t *detail) {
    bitboard_t checkers = position_checkers(next);
    move_list_t replies;

    detail->nodes++;
    detail->captures += position_is_capture(position, move);
    detail->en_passant += move_kind(move) == MOVE_KIND_EN_PASSANT;
    detail->castles += move_kind(move) == MOVE_KIND_CASTLING;
    detail->promotions += move_kind(move) == MOVE_KIND_PROMOTION;
    if (checkers) {
        detail->checks++;
        detail->double_checks += bitboard_many(checkers);
        detail->mates += movegen(next, MOVEGEN_ALL, &replies) == 0;
    }
}

void perft_detail(const position_t *position, unsigned depth, perft_detail_t *detail) {
    move_list_t list;
    position_t next;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_make(&next, position, list.moves[i]);
        if (depth > 1)
            perft_detail(&next, depth - 1, detail);
        else
            count_move(position, &next, list.moves[i], detail);
    }
}
