// SPDX-License-Identifier: Apache-2.0
#include "chess/game.h"

#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"

enum { FIRST_CAPACITY = 128 };

static bool grow(void **block, size_t count, size_t size) {
    void *larger = realloc(*block, count * size);

    if (!larger)
        return false;
    *block = larger;
    return true;
}

static bool reserve(game_t *game, size_t capacity) {
    void *positions = game->positions;
    void *moves = game->moves;
    void *keys = game->keys;
    bool ok = grow(&positions, capacity + 1, sizeof *game->positions) &&
              grow(&moves, capacity, sizeof *game->moves) &&
              grow(&keys, capacity + 1, sizeof *game->keys);

    game->positions = positions;
    game->moves = moves;
    game->keys = keys;
    if (ok)
        game->capacity = capacity;
    return ok;
}

bool game_init(game_t *game, const position_t *start) {
    memset(game, 0, sizeof *game);
    if (!reserve(game, FIRST_CAPACITY))
        return false;
    game->positions[0] = *start;
    game->keys[0] = start->key;
    return true;
}

void game_free(game_t *game) {
    free(game->positions);
    free(game->moves);
    free(game->keys);
    memset(game, 0, sizeof *game);
}

bool game_play(game_t *game, move_t move) {
    if (game->count == game->capacity && !reserve(game, game->capacity * 2))
        return false;
    position_make(&game->positions[game->count + 1], &game->positions[game->count], move);
    game->moves[game->count] = move;
    game->count++;
    game->keys[game->count] = game_position(game)->key;
    return true;
}

void game_undo(game_t *game) {
    game->count--;
}

unsigned game_repetitions(const game_t *game) {
    return 1 + repetition_count(game->keys, game->count + 1, game_position(game)->halfmove);
}

game_state_t game_state(const game_t *game) {
    switch (position_state(game_position(game))) {
    case POSITION_CHECKMATE:
        return GAME_CHECKMATE;
    case POSITION_STALEMATE:
        return GAME_STALEMATE;
    case POSITION_BARE:
        return GAME_BARE;
    case POSITION_FIFTY:
        return GAME_FIFTY;
    case POSITION_PLAYING:
        break;
    }
    return game_repetitions(game) >= 3 ? GAME_REPETITION : GAME_PLAYING;
}

unsigned repetition_count(const uint64_t *keys, size_t count, unsigned reversible) {
    size_t last = count - 1;
    size_t reach = reversible < last ? reversible : last;
    unsigned found = 0;

    // Fewer than four plies cannot restore a position.
    for (size_t back = 4; back <= reach; back += 2)
        found += keys[last - back] == keys[last];
    return found;
}
