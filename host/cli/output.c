// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "chess/notation.h"
#include "cli/annotate_text.h"
#include "cli/cli.h"

void cli_write_score(int score, char text[CLI_SCORE_CAPACITY]) {
    int mate = search_mate_in(score);

    if (mate > 0)
        snprintf(text, CLI_SCORE_CAPACITY, "mate in %d", mate);
    else if (score <= -SCORE_MATE_MIN)
        snprintf(text, CLI_SCORE_CAPACITY, "mated in %d", -mate);
    else
        snprintf(text, CLI_SCORE_CAPACITY, "%+.2f", score / 100.0);
}

void cli_print_line(const position_t *position, const move_t *line, unsigned count, bool numbered) {
    position_t at = *position;
    char san[SAN_CAPACITY];

    for (unsigned i = 0; i < count; i++) {
        if (i)
            putchar(' ');
        if (numbered && (at.stm == COLOR_WHITE || i == 0))
            printf("%u.%s", at.fullmove, at.stm == COLOR_WHITE ? " " : ".. ");
        san_write(&at, line[i], san);
        fputs(san, stdout);
        position_make(&at, &at, line[i]);
    }
}

void cli_print_board(const position_t *position) {
    static const char letters[2][7] = {"PNBRQK", "pnbrqk"};

    puts("  +-----------------+");
    for (int rank = 7; rank >= 0; rank--) {
        printf("%d |", rank + 1);
        for (unsigned file = 0; file < 8; file++) {
            man_t man = position->board[square_of(file, (unsigned)rank)];
            bool empty = man == MAN_NONE;
            putchar(' ');
            putchar(empty ? ((unsigned)rank + file) % 2 ? '.' : ':'
                          : letters[man_color(man)][man_type(man)]);
        }
        puts(" |");
    }
    puts("  +-----------------+");
    printf("    a b c d e f g h    %s to move\n", position->stm == COLOR_WHITE ? "White" : "Black");
}

void cli_print_json_text(const char *text) {
    putchar('"');
    annotate_put_json_plain(stdout, text, strlen(text));
    putchar('"');
}

void cli_print_safe(const char *text) {
    for (; *text; text++)
        putchar(iscntrl((unsigned char)*text) ? '?' : *text);
}

void cli_print_json_line(const move_t *line, unsigned count) {
    char text[UCI_CAPACITY];

    putchar('[');
    for (unsigned i = 0; i < count; i++) {
        uci_write(line[i], text);
        printf("%s\"%s\"", i ? ", " : "", text);
    }
    putchar(']');
}
