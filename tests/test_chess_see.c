// SPDX-License-Identifier: Apache-2.0
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "chess_support.h"

static void check_file(const char *path, unsigned expected_rows, unsigned expected_marked) {
    support_file_t file;
    unsigned rows = 0;
    unsigned marked = 0;

    for (support_open(&file, path); support_row(&file, false); rows++) {
        position_t position = support_fen(file.columns[0]);
        move_t move = support_move(&position, file.columns[1]);
        char san[SAN_CAPACITY];
        int expected = atoi(file.columns[3]);
        // The file's own remark: there the pawn that promotes takes first, worth 800 more.
        const char *own = strstr(file.columns[4], "[own SEE gives ");
        if (own) {
            expected = atoi(own + strlen("[own SEE gives "));
            marked++;
        }
        cr_expect_eq(see(&position, move), expected, "row %u: %s %s: %d, expected %d", file.row,
                     file.columns[0], file.columns[2], see(&position, move), expected);
        san_write(&position, move, san);
        cr_expect_str_eq(san, file.columns[2], "row %u: %s", file.row, san);
    }
    support_close(&file);
    cr_expect_eq(rows, expected_rows, "%u", rows);
    cr_expect_eq(marked, expected_marked);
}

Test(see, published_values) {
    check_file("tests/data/see/see_73.tsv", 73, 1);
}

Test(see, own_values) {
    check_file("tests/data/see/own.tsv", 4, 0);
}

// The value of playing on at the square: a plain search over captures there, least valuable men
// first, each side free to stop. Kings may not take into check, and pins do not count, as in see().
static int search(const position_t *position, square_t to, color_t side, piece_t standing,
                  bitboard_t gone) {
    bitboard_t occupied = position_occupied(position) & ~gone;
    bitboard_t attackers = position_attackers(position, to, occupied) & ~gone;
    bitboard_t own = attackers & position->by_color[side];
    bool last = square_rank(to) == 0 || square_rank(to) == 7;

    for (int type = PIECE_PAWN; type <= PIECE_KING; type++) {
        bitboard_t men = own & position->by_type[type];
        if (!men)
            continue;
        if (type == PIECE_KING && (attackers & position->by_color[side ^ 1]))
            return 0;
        bool promotes = type == PIECE_PAWN && last;
        int gain =
            see_value[standing] + (promotes ? see_value[PIECE_QUEEN] - see_value[PIECE_PAWN] : 0);
        piece_t next = promotes ? PIECE_QUEEN : (piece_t)type;
        int value = gain - search(position, to, (color_t)(side ^ 1), next, gone | (men & -men));
        return value > 0 ? value : 0;
    }
    return 0;
}

// All captures of random positions against the plain search.
Test(see, equals_plain_search) {
    support_file_t file;
    unsigned checked = 0;

    support_open(&file, "tests/data/mate/mate_in_3.epd");
    while (support_row(&file, false)) {
        char *fen_end = strstr(file.line, " bm ");
        if (fen_end)
            *fen_end = '\0';
        position_t position = support_fen(file.line);
        move_list_t list;
        movegen(&position, MOVEGEN_ALL, &list);
        for (unsigned i = 0; i < list.count; i++) {
            move_t move = list.moves[i];
            if (move_kind(move) != MOVE_KIND_NORMAL)
                continue;
            square_t to = move_to(move);
            man_t victim = position.board[to];
            int expected =
                (victim == MAN_NONE ? 0 : see_value[man_type(victim)]) -
                search(&position, to, (color_t)(position.stm ^ 1),
                       man_type(position.board[move_from(move)]), bitboard_of(move_from(move)));
            cr_assert_eq(see(&position, move), expected, "%s %u-%u: %d, expected %d", file.line,
                         move_from(move), to, see(&position, move), expected);
            checked++;
        }
    }
    support_close(&file);
    cr_expect_gt(checked, 10000, "%u", checked);
}
