// SPDX-License-Identifier: Apache-2.0
// Annotated games: judging, PGN and JSON.
#include "cli/annotate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/annotate_text.h"

enum { WIDTH = 80 };

void annotated_init(annotated_t *game) {
    pgn_game_init(&game->pgn);
    game->moves = NULL;
}

void annotated_free(annotated_t *game) {
    pgn_game_free(&game->pgn);
    free(game->moves);
    game->moves = NULL;
}

bool annotated_reserve(annotated_t *game) {
    game->moves = calloc(game->pgn.move_count + 1, sizeof *game->moves);
    return game->moves != NULL;
}

// ---- Scores

void annotated_take(annotated_move_t *into, const position_t *position, const search_info_t *info) {
    memset(into, 0, sizeof *into);
    into->over = info->best == MOVE_NONE;
    into->score = position->stm == COLOR_WHITE ? info->score : -info->score;
    into->depth = info->depth;
    if (into->over) {
        int mated = position->stm == COLOR_WHITE ? -SCORE_MATE : SCORE_MATE;
        into->score = position_in_check(position) ? mated : 0;
        return;
    }
    into->line_length =
        info->line_length < ANNOTATED_LINE ? info->line_length : (unsigned)ANNOTATED_LINE;
    memcpy(into->line, info->line, into->line_length * sizeof into->line[0]);
    if (into->line_length == 0)
        into->line[into->line_length++] = info->best;
}

void annotated_score_text(const annotated_move_t *move, char text[ANNOTATED_SCORE]) {
    if (abs(move->score) >= SCORE_MATE_MIN)
        snprintf(text, ANNOTATED_SCORE, "#%d", search_mate_in(move->score));
    else
        snprintf(text, ANNOTATED_SCORE, "%.2f", move->score / 100.0);
}

const char *annotated_word(judgement_t judgement) {
    static const char *const words[] = {[JUDGEMENT_NONE] = "",
                                        [JUDGEMENT_DUBIOUS] = "dubious",
                                        [JUDGEMENT_MISTAKE] = "mistake",
                                        [JUDGEMENT_BLUNDER] = "blunder"};
    return words[judgement];
}

static double winning_chances(int score) {
    if (abs(score) >= SCORE_MATE_MIN)
        return score > 0 ? 1 : -1;
    return 2 / (1 + exp(-0.00368208 * score)) - 1;
}

void annotated_judge(annotated_t *game) {
    color_t mover = game->pgn.start.stm;

    for (size_t i = 0; i < game->pgn.move_count; i++, mover = !mover) {
        const annotated_move_t *before = &game->moves[i];
        annotated_move_t *after = &game->moves[i + 1];
        double cost = winning_chances(before->score) - winning_chances(after->score);
        if (mover == COLOR_BLACK)
            cost = -cost;
        bool best = before->line_length && before->line[0] == game->pgn.moves[i];
        after->judgement = best || cost < 0.1 ? JUDGEMENT_NONE
                           : cost < 0.2       ? JUDGEMENT_DUBIOUS
                           : cost < 0.3       ? JUDGEMENT_MISTAKE
                                              : JUDGEMENT_BLUNDER;
    }
}

// ---- PGN

static const char *const outcomes[] = {[PGN_UNKNOWN] = "*",
                                       [PGN_WHITE_WINS] = "1-0",
                                       [PGN_BLACK_WINS] = "0-1",
                                       [PGN_DRAW] = "1/2-1/2"};

// The seven of the roster come first, in their order; a missing one is made up as the standard
// says. Values stand as they were written.
static void write_tags(FILE *stream, const pgn_game_t *pgn) {
    static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    enum { ROSTER = sizeof roster / sizeof *roster };

    for (unsigned i = 0; i < ROSTER; i++) {
        const pgn_tag_t *tag = pgn_find(pgn, roster[i]);
        const char *standard = i == 2 ? "????.??.??" : "?";
        fprintf(stream, "[%s \"%.*s\"]\n", roster[i],
                tag ? (int)tag->value_length : (int)strlen(standard), tag ? tag->value : standard);
    }
    fprintf(stream, "[Result \"%s\"]\n", outcomes[pgn->outcome]);
    for (unsigned i = 0; i < pgn->tag_count; i++) {
        const pgn_tag_t *tag = &pgn->tags[i];
        bool written = tag == pgn_find(pgn, "Result");
        for (unsigned j = 0; j < ROSTER; j++)
            written |= tag == pgn_find(pgn, roster[j]);
        if (!written)
            fprintf(stream, "[%.*s \"%.*s\"]\n", (int)tag->name_length, tag->name,
                    (int)tag->value_length, tag->value);
    }
    if (!pgn_find(pgn, "Annotator"))
        fputs("[Annotator \"Zaffre\"]\n", stream);
    fputc('\n', stream);
}

// Words of the movetext, broken before the line grows too long.
typedef struct {
    FILE *stream;
    size_t column;
} flow_t;

static void put_word(flow_t *flow, const char *word) {
    size_t length = strlen(word);

    if (flow->column && flow->column + 1 + length > WIDTH) {
        fputc('\n', flow->stream);
        flow->column = 0;
    } else if (flow->column) {
        fputc(' ', flow->stream);
        flow->column++;
    }
    fputs(word, flow->stream);
    flow->column += length;
}

// Black's number is written only where something came between.
static void put_move(flow_t *flow, const position_t *position, move_t move, bool numbered,
                     const char *open, const char *close) {
    char san[SAN_CAPACITY], word[64];

    if (position->stm == COLOR_WHITE || numbered) {
        snprintf(word, sizeof word, "%s%u%s", open, position->fullmove,
                 position->stm == COLOR_WHITE ? "." : "...");
        put_word(flow, word);
        open = "";
    }
    san_write(position, move, san);
    snprintf(word, sizeof word, "%s%s%s", open, san, close);
    put_word(flow, word);
}

static void put_better_line(flow_t *flow, const position_t *position,
                            const annotated_move_t *before) {
    position_t at = *position;

    for (unsigned i = 0; i < before->line_length; i++) {
        put_move(flow, &at, before->line[i], i == 0, i == 0 ? "(" : "",
                 i + 1 == before->line_length ? ")" : "");
        position_make(&at, &at, before->line[i]);
    }
}

static void put_comment(flow_t *flow, const position_t *before_move, const annotated_move_t *before,
                        const annotated_move_t *after) {
    static const char *const sentences[] = {[JUDGEMENT_DUBIOUS] = "Dubious.",
                                            [JUDGEMENT_MISTAKE] = "Mistake.",
                                            [JUDGEMENT_BLUNDER] = "Blunder."};
    char text[ANNOTATED_SCORE], word[ANNOTATED_SCORE + 16], san[SAN_CAPACITY];

    put_word(flow, "{");
    annotated_score_text(after, text);
    snprintf(word, sizeof word, "[%%eval %s]", text);
    put_word(flow, word);
    if (after->judgement) {
        put_word(flow, sentences[after->judgement]);
        san_write(before_move, before->line[0], san);
        put_word(flow, san);
        put_word(flow, "was");
        put_word(flow, "better.");
    }
    put_word(flow, "}");
}

void annotated_write_pgn(FILE *stream, const annotated_t *game) {
    static const char *const nags[] = {
        [JUDGEMENT_DUBIOUS] = "$6", [JUDGEMENT_MISTAKE] = "$2", [JUDGEMENT_BLUNDER] = "$4"};
    flow_t flow = {.stream = stream};
    position_t at = game->pgn.start;

    write_tags(stream, &game->pgn);
    for (size_t i = 0; i < game->pgn.move_count; i++) {
        const annotated_move_t *before = &game->moves[i], *after = &game->moves[i + 1];
        put_move(&flow, &at, game->pgn.moves[i], true, "", "");
        if (after->judgement)
            put_word(&flow, nags[after->judgement]);
        put_comment(&flow, &at, before, after);
        if (after->judgement)
            put_better_line(&flow, &at, before);
        position_make(&at, &at, game->pgn.moves[i]);
    }
    put_word(&flow, outcomes[game->pgn.outcome]);
    fputc('\n', stream);
}

// ---- JSON

static void write_json_line(FILE *stream, const annotated_move_t *move) {
    char uci[UCI_CAPACITY];

    fputs("\"line\": [", stream);
    for (unsigned i = 0; i < move->line_length; i++) {
        uci_write(move->line[i], uci);
        fprintf(stream, "%s\"%s\"", i ? ", " : "", uci);
    }
    fputs("]", stream);
}

static void write_json_score(FILE *stream, const annotated_move_t *move) {
    if (abs(move->score) >= SCORE_MATE_MIN)
        fprintf(stream, "\"mate\": %d", search_mate_in(move->score));
    else
        fprintf(stream, "\"score\": %d", move->score);
    fprintf(stream, ", \"depth\": %d", move->depth);
}

void annotated_write_json(FILE *stream, const annotated_t *game) {
    const pgn_game_t *pgn = &game->pgn;
    position_t at = pgn->start;
    char san[SAN_CAPACITY], uci[UCI_CAPACITY];

    fputs("{\"tags\": {", stream);
    for (unsigned i = 0; i < pgn->tag_count; i++) {
        // A tag that comes again says nothing that JSON could keep.
        bool first = true;
        for (unsigned j = 0; j < i; j++)
            first = first &&
                    (pgn->tags[j].name_length != pgn->tags[i].name_length ||
                     memcmp(pgn->tags[j].name, pgn->tags[i].name, pgn->tags[i].name_length) != 0);
        if (!first)
            continue;
        fprintf(stream, "%s\"%.*s\": \"", i ? ", " : "", (int)pgn->tags[i].name_length,
                pgn->tags[i].name);
        annotate_put_json(stream, pgn->tags[i].value, pgn->tags[i].value_length);
        fputc('"', stream);
    }
    fprintf(stream, "}, \"result\": \"%s\", \"start\": {", outcomes[pgn->outcome]);
    write_json_score(stream, &game->moves[0]);
    fputs(", ", stream);
    write_json_line(stream, &game->moves[0]);
    fputs("}, \"moves\": [", stream);
    for (size_t i = 0; i < pgn->move_count; i++) {
        const annotated_move_t *after = &game->moves[i + 1];
        san_write(&at, pgn->moves[i], san);
        uci_write(pgn->moves[i], uci);
        fprintf(stream, "%s\n  {\"san\": \"%s\", \"move\": \"%s\", ", i ? "," : "", san, uci);
        write_json_score(stream, after);
        fprintf(stream, ", \"judgement\": \"%s\", ", annotated_word(after->judgement));
        write_json_line(stream, after);
        fputc('}', stream);
        position_make(&at, &at, pgn->moves[i]);
    }
    fputs("]}", stream);
}
