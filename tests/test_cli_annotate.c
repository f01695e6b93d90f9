// SPDX-License-Identifier: Apache-2.0
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cli/annotate.h"

TestSuite(cli_annotate);

// Scores for White before and after a move, at both sides of each limit. The chances at 0 are 0; a
// loss of 0.1, 0.2, 0.3 from there is a score of -54.5, -110.1, -168.1.
static const struct {
    int before, after;
    judgement_t white; // the judgement when White made the move
} rows[] = {
    {0, 0, JUDGEMENT_NONE},
    {0, 300, JUDGEMENT_NONE},
    {0, -54, JUDGEMENT_NONE},
    {0, -55, JUDGEMENT_DUBIOUS},
    {0, -110, JUDGEMENT_DUBIOUS},
    {0, -111, JUDGEMENT_MISTAKE},
    {0, -168, JUDGEMENT_MISTAKE},
    {0, -169, JUDGEMENT_BLUNDER},
    {1000, 800, JUDGEMENT_NONE}, // two pawns less of ten cost little
    {SCORE_MATE - 5, 900, JUDGEMENT_NONE},
    {SCORE_MATE - 5, 100, JUDGEMENT_BLUNDER},
    {SCORE_MATE - 5, SCORE_MATE - 9, JUDGEMENT_NONE},
    {0, -(SCORE_MATE - 6), JUDGEMENT_BLUNDER},
    {-900, -(SCORE_MATE - 6), JUDGEMENT_NONE},
};

static judgement_t judge(int before, int after, color_t mover, bool is_best) {
    annotated_t game;
    move_t moves[1] = {move_of(12, 28)};

    annotated_init(&game);
    game.pgn.start.stm = mover;
    game.pgn.moves = moves;
    game.pgn.move_count = 1;
    cr_assert(annotated_reserve(&game));
    game.moves[0].score = before;
    game.moves[0].line[0] = is_best ? moves[0] : move_of(12, 20);
    game.moves[0].line_length = 1;
    game.moves[1].score = after;
    annotated_judge(&game);
    judgement_t judgement = game.moves[1].judgement;
    game.pgn.moves = NULL;
    annotated_free(&game);
    return judgement;
}

Test(cli_annotate, judgements_at_their_limits) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect_eq(judge(rows[i].before, rows[i].after, COLOR_WHITE, false), rows[i].white,
                     "%d to %d", rows[i].before, rows[i].after);
        cr_expect_eq(judge(-rows[i].before, -rows[i].after, COLOR_BLACK, false), rows[i].white,
                     "Black, %d to %d", -rows[i].before, -rows[i].after);
        // The search's own move is never marked.
        cr_expect_eq(judge(rows[i].before, rows[i].after, COLOR_WHITE, true), JUDGEMENT_NONE);
    }
}

Test(cli_annotate, scores_as_text) {
    static const struct {
        int score;
        const char *text;
    } texts[] = {{0, "0.00"},
                 {35, "0.35"},
                 {-1234, "-12.34"},
                 {SCORE_MATE - 1, "#1"},
                 {SCORE_MATE - 6, "#3"},
                 {-(SCORE_MATE - 4), "#-2"},
                 {SCORE_MATE, "#0"},
                 {-SCORE_MATE, "#0"}};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        annotated_move_t move = {.score = texts[i].score};
        char text[ANNOTATED_SCORE];
        annotated_score_text(&move, text);
        cr_expect_str_eq(text, texts[i].text);
    }
}
