// SPDX-License-Identifier: Apache-2.0
// Prints what host/chess thinks of positions, for tests/check_differential.py to compare.
//
// One position a line on standard input, a FEN; one line each on standard output, fields parted by
// tabs:
//   FEN written | check 0 or 1 | state | moves that give check | uci=SAN of all legal moves, sorted
// or "refused" and the reason. State: playing, checkmate, stalemate, bare or fifty. With the word
// chess960 on the command line FENs are read and moves written as Chess960 has them; for each
// position the driver then also checks that what it keeps is right, that the flipped position has
// the same number of moves, and that every move it writes is read back.
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

static void fail(const position_t *position, const char *what) {
    char fen[FEN_CAPACITY];

    fen_write(position, fen);
    printf("broken: %s: %s\n", what, fen);
    exit(1);
}

static void check(const position_t *position, const move_list_t *list) {
    position_t flipped;
    move_list_t other;

    position_flip(&flipped, position);
    if (!position_is_ok(position) || !position_is_ok(&flipped) || flipped.key != position->key)
        fail(position, "keys or rights");
    if (movegen(&flipped, MOVEGEN_ALL, &other) != list->count)
        fail(position, "the flipped position's moves");
    for (unsigned i = 0; i < list->count; i++) {
        char text[UCI_CAPACITY];
        position_t next;
        move_t read = MOVE_NONE;
        size_t length = uci_write_chess960(position, list->moves[i], text);
        uci_parse(position, text, length, &read);
        position_make(&next, position, list->moves[i]);
        if (read != list->moves[i] || !position_is_ok(&next))
            fail(position, text);
    }
}

static void dump(const position_t *position, bool chess960) {
    static char items[MOVE_LIST_CAPACITY][ITEM_CAPACITY];
    char fen[FEN_CAPACITY];
    move_list_t list;
    unsigned checks = 0;

    fen_write(position, fen);
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        size_t length = chess960 ? uci_write_chess960(position, list.moves[i], items[i])
                                 : uci_write(list.moves[i], items[i]);
        items[i][length] = '=';
        san_write(position, list.moves[i], items[i] + length + 1);
        checks += movegen_gives_check(position, list.moves[i]);
    }
    if (chess960)
        check(position, &list);
    qsort(items, list.count, sizeof *items, compare);
    printf("%s\t%d\t%s\t%u\t", fen, position_in_check(position),
           state_name(position_state(position)), checks);
    for (unsigned i = 0; i < list.count; i++)
        printf("%s%s", i ? " " : "", items[i]);
    putchar('\n');
}

int main(int argc, char **argv) {
    char line[256];
    bool chess960 = argc > 1 && strcmp(argv[1], "chess960") == 0;

    while (fgets(line, sizeof line, stdin)) {
        position_t position;
        fen_result_t result = chess960 ? fen_parse_chess960(line, strlen(line), &position)
                                       : fen_parse(line, strlen(line), &position);
        if (result.error != FEN_OK) {
            char reason[160];
            fen_describe(&result, reason, sizeof reason);
            printf("refused\t%s\n", reason);
            continue;
        }
        dump(&position, chess960);
    }
    return 0;
}
