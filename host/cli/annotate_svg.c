// SPDX-License-Identifier: Apache-2.0
// The drawing of scores over moves. Scores are for White; those beyond the axis are drawn at its
// end, mates there with a mark of their own.
#include <stdlib.h>
#include <string.h>

#include "cli/annotate.h"
#include "cli/annotate_text.h"

// Pixels; one chart has the height of a panel.
enum {
    WIDTH = 800,
    PANEL = 300,
    LEFT = 48,
    RIGHT = 16,
    TOP = 44,
    BOTTOM = 40,
    PLOT_WIDTH = WIDTH - LEFT - RIGHT,
    PLOT_HEIGHT = PANEL - TOP - BOTTOM,
    PAWNS = 10 // the axis goes so far to both sides
};

typedef struct {
    FILE *stream;
    const annotated_t *game;
    double top; // of the panel
} chart_t;

static double x_of(const chart_t *chart, size_t ply) {
    size_t count = chart->game->pgn.move_count;

    return LEFT + (count ? (double)PLOT_WIDTH * (double)ply / (double)count : 0);
}

static double y_of(const chart_t *chart, double pawns) {
    double cut = pawns > PAWNS ? PAWNS : pawns < -PAWNS ? -PAWNS : pawns;

    return chart->top + TOP + PLOT_HEIGHT * (1 - cut / PAWNS) / 2;
}

static double y_of_score(const chart_t *chart, int score) {
    return y_of(chart, score / 100.0);
}

// Full moves before the ply, and who moves there: the label of the axis.
static unsigned number_at(const chart_t *chart, size_t ply) {
    const position_t *start = &chart->game->pgn.start;

    return start->fullmove + (unsigned)((ply + (start->stm == COLOR_BLACK)) / 2);
}

static void put_tag(FILE *stream, const pgn_game_t *pgn, const char *name) {
    const pgn_tag_t *tag = pgn_find(pgn, name);

    if (tag)
        annotate_put_xml(stream, tag->value, tag->value_length);
    else
        fputc('?', stream);
}

static void draw_title(const chart_t *chart) {
    fprintf(chart->stream, "<text class=\"title\" x=\"%d\" y=\"%.1f\">", LEFT, chart->top + 26);
    put_tag(chart->stream, &chart->game->pgn, "White");
    fputs(" - ", chart->stream);
    put_tag(chart->stream, &chart->game->pgn, "Black");
    fputs(", ", chart->stream);
    put_tag(chart->stream, &chart->game->pgn, "Date");
    fputs(" (", chart->stream);
    put_tag(chart->stream, &chart->game->pgn, "Result");
    fputs(")</text>\n", chart->stream);
}

static void draw_axes(const chart_t *chart) {
    FILE *stream = chart->stream;
    size_t count = chart->game->pgn.move_count;
    unsigned step = count <= 40 ? 2 : count <= 100 ? 5 : count <= 200 ? 10 : count <= 400 ? 20 : 50;

    fprintf(stream, "<rect class=\"frame\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n",
            LEFT, chart->top + TOP, PLOT_WIDTH, PLOT_HEIGHT);
    for (int pawns = -PAWNS; pawns <= PAWNS; pawns += 5) {
        double y = y_of(chart, pawns);
        fprintf(stream, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>\n", pawns ? "grid" : "zero", LEFT,
                y, LEFT + PLOT_WIDTH);
        fprintf(stream, "<text class=\"end\" x=\"%d\" y=\"%.1f\">%s%d</text>\n", LEFT - 6, y + 4,
                pawns > 0 ? "+" : "", pawns);
    }
    unsigned last = 0;
    for (size_t ply = 0; ply <= count; ply++) {
        unsigned number = number_at(chart, ply);
        if (number % step || number == last)
            continue;
        last = number;
        fprintf(stream, "<path class=\"grid\" d=\"M%.1f %.1fv%d\"/>\n", x_of(chart, ply),
                chart->top + TOP, PLOT_HEIGHT);
        fprintf(stream, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
                x_of(chart, ply), chart->top + TOP + PLOT_HEIGHT + 16, number);
    }
    fprintf(stream, "<text class=\"middle\" x=\"%d\" y=\"%.1f\">move</text>\n",
            LEFT + PLOT_WIDTH / 2, chart->top + TOP + PLOT_HEIGHT + 32);
    fprintf(stream,
            "<text class=\"middle\" transform=\"translate(14 %.1f) rotate(-90)\">"
            "White's score in pawns</text>\n",
            chart->top + TOP + PLOT_HEIGHT / 2.0);
}

static void draw_line(const chart_t *chart) {
    size_t count = chart->game->pgn.move_count;
    FILE *stream = chart->stream;

    for (unsigned pass = 0; pass < 2; pass++) { // the area, then its edge
        fprintf(stream, "<path class=\"%s\" d=\"M%.1f %.1f", pass ? "score" : "area",
                x_of(chart, 0),
                pass ? y_of_score(chart, chart->game->moves[0].score) : y_of(chart, 0));
        for (size_t ply = pass; ply <= count; ply++)
            fprintf(stream, "L%.1f %.1f", x_of(chart, ply),
                    y_of_score(chart, chart->game->moves[ply].score));
        if (!pass)
            fprintf(stream, "L%.1f %.1fZ", x_of(chart, count), y_of(chart, 0));
        fputs("\"/>\n", stream);
    }
}

static void put_label(const chart_t *chart, const position_t *before, size_t ply) {
    const annotated_move_t *move = &chart->game->moves[ply];
    char text[ANNOTATED_SCORE], san[SAN_CAPACITY];

    annotated_score_text(move, text);
    san_write(before, chart->game->pgn.moves[ply - 1], san);
    fprintf(chart->stream, "<title>%u%s %s %s%s%s</title>", before->fullmove,
            before->stm == COLOR_WHITE ? "." : "...", san, text, move->judgement ? ", " : "",
            annotated_word(move->judgement));
}

static void draw_marks(const chart_t *chart) {
    FILE *stream = chart->stream;
    position_t at = chart->game->pgn.start;

    for (size_t ply = 1; ply <= chart->game->pgn.move_count; ply++) {
        const annotated_move_t *move = &chart->game->moves[ply];
        double x = x_of(chart, ply), y = y_of_score(chart, move->score);
        if (abs(move->score) >= SCORE_MATE_MIN) {
            // A triangle that points out of the plot.
            int out = move->score > 0 ? -1 : 1;
            fprintf(stream, "<path class=\"mate\" d=\"M%.1f %.1fl-4 0l4 %dl4 %dZ\">", x, y, 7 * out,
                    -7 * out);
            put_label(chart, &at, ply);
            fputs("</path>\n", stream);
        }
        if (move->judgement) {
            fprintf(stream, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">",
                    annotated_word(move->judgement), x, y,
                    move->judgement == JUDGEMENT_BLUNDER ? 4.5 : 3.5);
            put_label(chart, &at, ply);
            fputs("</circle>\n", stream);
        }
        position_make(&at, &at, chart->game->pgn.moves[ply - 1]);
    }
}

void annotated_write_svg(FILE *stream, const annotated_t *games, size_t count) {
    size_t height = count * PANEL;

    fprintf(stream,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%zu\" "
            "viewBox=\"0 0 %d %zu\">\n",
            WIDTH, height, WIDTH, height);
    fputs("<style>text{font:11px sans-serif;fill:#333}.title{font-size:15px}"
          ".end{text-anchor:end}.middle{text-anchor:middle}.frame{fill:#fafafa;stroke:#999}"
          ".grid{stroke:#ddd}.zero{stroke:#666}.area{fill:#3454d1;fill-opacity:.15}"
          ".score{fill:none;stroke:#3454d1;stroke-width:1.5}.mate{fill:#222}"
          ".dubious{fill:#e8c000}.mistake{fill:#f07800}.blunder{fill:#d01010}</style>\n",
          stream);
    fprintf(stream, "<rect width=\"%d\" height=\"%zu\" fill=\"#fff\"/>\n", WIDTH, height);
    for (size_t i = 0; i < count; i++) {
        chart_t chart = {stream, &games[i], (double)(i * PANEL)};
        fputs("<g>\n", stream);
        draw_title(&chart);
        draw_axes(&chart);
        draw_line(&chart);
        draw_marks(&chart);
        fputs("</g>\n", stream);
    }
    fputs("</svg>\n", stream);
}
