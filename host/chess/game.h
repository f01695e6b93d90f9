// SPDX-License-Identifier: Apache-2.0
// A game: a start position and the moves played, with the draws that need history.
#ifndef ZF_CHESS_GAME_H
#define ZF_CHESS_GAME_H

#include "chess/position.h"

typedef enum game_state {
    GAME_PLAYING,
    GAME_CHECKMATE,
    GAME_STALEMATE,
    GAME_BARE,
    GAME_FIFTY,
    GAME_REPETITION // the position stands for the third time or more
} game_state_t;

// Grows as moves are played. Owned by one thread.
typedef struct game {
    // State
    size_t count;          // moves played
    size_t capacity;       // moves there is room for
    position_t *positions; // count + 1: the start and the position after each move
    move_t *moves;         // count
    uint64_t *keys;        // count + 1: keys of the positions, for searches to copy
} game_t;

// False when memory is short; the object can then still be freed.
bool game_init(game_t *game, const position_t *start);
void game_free(game_t *game);
// Plays a legal move; false when memory is short, with nothing changed.
bool game_play(game_t *game, move_t move);
// Takes the last move back; there must be one.
void game_undo(game_t *game);

static inline const position_t *game_position(const game_t *game) {
    return &game->positions[game->count];
}

// How often the present position has stood on the board, itself included: 1 or more.
unsigned game_repetitions(const game_t *game);
// Mate and stalemate come first, then bare material, the clock and repetition.
game_state_t game_state(const game_t *game);

// How often the last key stands among the `reversible` keys before it, same side to move. `keys`
// holds the positions played in order, `count` >= 1 of them; give `reversible` the half-move clock
// of the last one (or less: plies since a null move). Keys are the same for colour-flipped
// positions, so only every second one is compared.
unsigned repetition_count(const uint64_t *keys, size_t count, unsigned reversible);

#endif
