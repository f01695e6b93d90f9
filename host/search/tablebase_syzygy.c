// SPDX-License-Identifier: Apache-2.0
// Syzygy files by libfathom (Debian's libfathom-dev, its 2019 interface). Compiled where the header
// is there; no table files were to be had, so it has not been tried on real ones.
#include "search/tablebase.h"

#ifdef ZF_HAVE_FATHOM

#include <stdlib.h>
#include <tbprobe.h>

#include "chess/movegen.h"

static bool syzygy_open(const char *path, unsigned *largest) {
    bool well = tb_init(path);

    *largest = well ? TB_LARGEST : 0;
    return well;
}

// A second tb_free() in one process frees what is free already (libfathom 1.0+git.20190811); an
// empty path lets go of the files just as well.
static void syzygy_close(void) {
    tb_init("");
}

// Fathom counts the en passant square from a1, and 0 is none.
static unsigned ep_of(const position_t *position) {
    return position->ep == SQUARE_NONE ? 0 : position->ep;
}

static bool syzygy_result(const position_t *position, tablebase_result_t *result) {
    static const tablebase_result_t results[] = {
        [TB_LOSS] = TABLEBASE_LOSS, [TB_BLESSED_LOSS] = TABLEBASE_BLESSED_LOSS,
        [TB_DRAW] = TABLEBASE_DRAW, [TB_CURSED_WIN] = TABLEBASE_CURSED_WIN,
        [TB_WIN] = TABLEBASE_WIN,
    };
    const bitboard_t *type = position->by_type;
    unsigned found =
        tb_probe_wdl(position->by_color[COLOR_WHITE], position->by_color[COLOR_BLACK],
                     type[PIECE_KING], type[PIECE_QUEEN], type[PIECE_ROOK], type[PIECE_BISHOP],
                     type[PIECE_KNIGHT], type[PIECE_PAWN], position->halfmove, position->castling,
                     ep_of(position), position->stm == COLOR_WHITE);

    if (found >= sizeof results / sizeof *results)
        return false;
    *result = results[found];
    return true;
}

// The legal move that Fathom means; MOVE_NONE when there is none.
static move_t move_of_fathom(const move_list_t *list, TbMove found) {
    static const piece_t promotions[8] = {
        [TB_PROMOTES_NONE] = PIECE_NONE,     [TB_PROMOTES_QUEEN] = PIECE_QUEEN,
        [TB_PROMOTES_ROOK] = PIECE_ROOK,     [TB_PROMOTES_BISHOP] = PIECE_BISHOP,
        [TB_PROMOTES_KNIGHT] = PIECE_KNIGHT,
    };

    for (unsigned i = 0; i < list->count; i++) {
        move_t move = list->moves[i];
        if (move_from(move) == TB_MOVE_FROM(found) && move_to(move) == TB_MOVE_TO(found) &&
            move_promoted(move) == promotions[TB_MOVE_PROMOTES(found)])
            return move;
    }
    return MOVE_NONE;
}

static unsigned syzygy_rank(const position_t *position, bool repeated, bool fifty,
                            tablebase_move_t *moves) {
    const bitboard_t *type = position->by_type;
    bitboard_t white = position->by_color[COLOR_WHITE], black = position->by_color[COLOR_BLACK];
    bool turn = position->stm == COLOR_WHITE;
    struct TbRootMoves *found = malloc(sizeof *found); // some hundred kilobytes
    move_list_t list;
    unsigned count = 0;

    if (!found)
        return 0;
    // Where tables of distances are missing those of results do: any winning move then.
    bool well = tb_probe_root_dtz(white, black, type[PIECE_KING], type[PIECE_QUEEN],
                                  type[PIECE_ROOK], type[PIECE_BISHOP], type[PIECE_KNIGHT],
                                  type[PIECE_PAWN], position->halfmove, position->castling,
                                  ep_of(position), turn, repeated, fifty, found) ||
                tb_probe_root_wdl(white, black, type[PIECE_KING], type[PIECE_QUEEN],
                                  type[PIECE_ROOK], type[PIECE_BISHOP], type[PIECE_KNIGHT],
                                  type[PIECE_PAWN], position->halfmove, position->castling,
                                  ep_of(position), turn, fifty, found);
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; well && i < found->size; i++) {
        move_t move = move_of_fathom(&list, found->moves[i].move);
        if (move != MOVE_NONE)
            moves[count++] = (tablebase_move_t){move, found->moves[i].tbRank};
    }
    free(found);
    // A move that is missing makes the ranking worthless.
    return count == list.count ? count : 0;
}

const tablebase_ops_t *tablebase_syzygy(void) {
    static const tablebase_ops_t ops = {syzygy_open, syzygy_close, syzygy_result, syzygy_rank};

    return &ops;
}

#else

const tablebase_ops_t *tablebase_syzygy(void) {
    return NULL;
}

#endif
