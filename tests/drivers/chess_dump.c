// SPDX-License-Identifier: Apache-2.0
// Prints what host/chess thinks of positions, for tests/check_differential.py to compare.
//
// One position a line on standard input, a FEN; one line each on standard output, fields parted by
// tabs:
//   FEN written | check 0 or 1 | state | moves that give check | uci=SAN of all legal moves, sorted
// or "refused" and the reason. State: playing, checkmate, stalemate, bare or fifty.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"

enum { ITEM_CAPACITY = UCI_CAPACITY + SAN_CAPACITY };

static const char *state_name(position_state_t state) {
    switch (state) {
    case POSITION_CHECKMATE:
        return "checkmate";
    case POSITION_STALEMATE:
        return "stalemate";
    case POSITION_BARE:
        return "bare";
    case POSITION_FIFTY:
        return "fifty";
    case POSITION_PLAYING:
        break;
    }
    return "playing";
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

static void dump(const position_t *position) {
    static char items[MOVE_LIST_CAPACITY][ITEM_CAPACITY];
    char fen[FEN_CAPACITY];
    move_list_t list;
    unsigned checks = 0;

    fen_write(position, fen);
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        size_t length = uci_write(list.moves[i], items[i]);
        items[i][length] = '=';
        san_write(position, list.moves[i], items[i] + length + 1);
        checks += movegen_gives_check(position, list.moves[i]);
    }
    qsort(items, list.count, sizeof *items, compare);
    printf("%s\t%d\t%s\t%u\t", fen, position_in_check(position),
           state_name(position_state(position)), checks);
    for (unsigned i = 0; i < list.count; i++)
        printf("%s%s", i ? " " : "", items[i]);
    putchar('\n');
}

int main(void) {
    char line[256];

    while (fgets(line, sizeof line, stdin)) {
        position_t position;
        fen_result_t result = fen_parse(line, strlen(line), &position);
        if (result.error != FEN_OK) {
            char reason[160];
            fen_describe(&result, reason, sizeof reason);
            printf("refused\t%s\n", reason);
            continue;
        }
        dump(&position);
    }
    return 0;
}
