// SPDX-License-Identifier: Apache-2.0
// Endgame tablebases: what is known for certain of positions with few men.
//
// A prober is one tablebase_ops_t; that of Syzygy files is Debian's libfathom, compiled in where
// its header is found (mk/c.mk), and tests have a fake. Fathom keeps its files in globals: one
// tablebase_t of it may be open in a process, used by one thread.
//
// The software's tree asks for positions that a capture or pawn move has just reached, for only
// those are known without the clock; the caller of the search asks once more at the root, where the
// moves that keep the result are the only ones searched. The chip asks nothing.
#ifndef ZF_SEARCH_TABLEBASE_H
#define ZF_SEARCH_TABLEBASE_H

#include "chess/game.h"

// Wins and losses that the fifty-move rule turns into draws have half the value.
typedef enum tablebase_result {
    TABLEBASE_LOSS = -2,
    TABLEBASE_BLESSED_LOSS = -1,
    TABLEBASE_DRAW = 0,
    TABLEBASE_CURSED_WIN = 1,
    TABLEBASE_WIN = 2
} tablebase_result_t;

// A root move and its rank: greater is better, equal ranks are equally good.
typedef struct tablebase_move {
    move_t move;
    int rank;
} tablebase_move_t;

typedef struct tablebase_ops {
    // Opens what the path holds; *largest is the most men of any table, 0 when there is none.
    bool (*open)(const char *path, unsigned *largest);
    void (*close)(void);
    // The result for the side to move with clock 0 and no castling rights; false when no table has
    // it.
    bool (*result)(const position_t *position, tablebase_result_t *result);
    // Ranks the legal moves, at most MOVE_LIST_CAPACITY; returns how many, 0 when tables are
    // missing.
    unsigned (*rank)(const position_t *position, bool repeated, bool fifty,
                     tablebase_move_t *moves);
} tablebase_ops_t;

typedef struct tablebase {
    // Config
    const tablebase_ops_t *ops; // NULL: none is open
    unsigned limit;             // no position with more men is asked for
    bool fifty;                 // the fifty-move rule counts
    // State
    unsigned largest; // men
    uint64_t hits;    // answers so far
} tablebase_t;

// A tablebase win is worth this much less the plies from the root; mates are worth more.
enum { TABLEBASE_SCORE = 20000, TABLEBASE_MEN_MAX = 7 };

// The prober of Syzygy files; NULL when the program was built without one.
const tablebase_ops_t *tablebase_syzygy(void);

// False when no table is found there; the tablebase is then closed. Limit and fifty are kept.
bool tablebase_open(tablebase_t *tablebase, const tablebase_ops_t *ops, const char *path);
void tablebase_close(tablebase_t *tablebase);
// The score for the side to move; false when the position is not known or its clock has run.
bool tablebase_score(tablebase_t *tablebase, const position_t *position, int ply, int *score);
// The moves of the game's last position that keep the best result; false when it is not known.
bool tablebase_root(tablebase_t *tablebase, const game_t *game, move_list_t *best);

#endif
