// SPDX-License-Identifier: Apache-2.0
#include "chess/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool at_end(const pgn_reader_t *reader) {
    return reader->at >= reader->length;
}

static char peek(const pgn_reader_t *reader) {
    return at_end(reader) ? '\0' : reader->text[reader->at];
}

static void step(pgn_reader_t *reader) {
    reader->line += reader->text[reader->at] == '\n';
    reader->at++;
}

static bool at_line_start(const pgn_reader_t *reader) {
    return reader->at == 0 || reader->text[reader->at - 1] == '\n';
}

static void skip_line(pgn_reader_t *reader) {
    while (!at_end(reader) && peek(reader) != '\n')
        reader->at++;
}

// Blanks and escaped lines.
static void skip_blanks(pgn_reader_t *reader) {
    while (!at_end(reader)) {
        if (peek(reader) == '%' && at_line_start(reader))
            skip_line(reader);
        else if (is_blank(peek(reader)))
            step(reader);
        else
            return;
    }
}

static pgn_status_t fail(pgn_game_t *game, const pgn_reader_t *place, pgn_status_t status) {
    game->error_offset = place->at;
    game->error_line = place->line;
    return status;
}

void pgn_open(pgn_reader_t *reader, const char *text, size_t length) {
    *reader = (pgn_reader_t){.text = text, .length = length, .at = 0, .line = 1};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) // a byte order mark
        reader->at = 3;
}

void pgn_game_init(pgn_game_t *game) {
    memset(game, 0, sizeof *game);
}

void pgn_game_free(pgn_game_t *game) {
    free(game->moves);
    memset(game, 0, sizeof *game);
}

static void clear_game(pgn_game_t *game) {
    move_t *moves = game->moves;
    size_t capacity = game->move_capacity;

    memset(game, 0, sizeof *game);
    game->moves = moves;
    game->move_capacity = capacity;
}

static bool add_move(pgn_game_t *game, move_t move) {
    if (game->move_count == game->move_capacity) {
        size_t capacity = game->move_capacity ? game->move_capacity * 2 : 256;
        move_t *larger = realloc(game->moves, capacity * sizeof *larger);
        if (!larger)
            return false;
        game->moves = larger;
        game->move_capacity = capacity;
    }
    game->moves[game->move_count++] = move;
    return true;
}

// ---- Tags

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '-';
}

// Reads [Name "value"], the reader at its bracket.
static bool read_tag(pgn_reader_t *reader, pgn_tag_t *tag) {
    step(reader);
    skip_blanks(reader);
    tag->name = reader->text + reader->at;
    while (is_name_char(peek(reader)))
        reader->at++;
    tag->name_length = (size_t)(reader->text + reader->at - tag->name);
    skip_blanks(reader);
    if (!tag->name_length || peek(reader) != '"')
        return false;
    reader->at++;
    tag->value = reader->text + reader->at;
    while (!at_end(reader) && peek(reader) != '"' && peek(reader) != '\n') {
        bool escape = peek(reader) == '\\';
        reader->at++;
        if (escape && !at_end(reader) && peek(reader) != '\n')
            reader->at++;
    }
    tag->value_length = (size_t)(reader->text + reader->at - tag->value);
    if (peek(reader) != '"')
        return false;
    reader->at++;
    skip_blanks(reader);
    if (peek(reader) != ']')
        return false;
    reader->at++;
    return true;
}

static bool tag_is(const pgn_tag_t *tag, const char *name) {
    return strlen(name) == tag->name_length && memcmp(name, tag->name, tag->name_length) == 0;
}

const pgn_tag_t *pgn_find(const pgn_game_t *game, const char *name) {
    for (unsigned i = 0; i < game->tag_count; i++) {
        if (tag_is(&game->tags[i], name))
            return &game->tags[i];
    }
    return NULL;
}

static pgn_status_t read_tags(pgn_reader_t *reader, pgn_game_t *game) {
    for (skip_blanks(reader); peek(reader) == '['; skip_blanks(reader)) {
        pgn_reader_t before = *reader;
        pgn_tag_t tag;
        if (!read_tag(reader, &tag))
            return fail(game, &before, PGN_ERROR_TAG);
        if (tag_is(&tag, "Event") && pgn_find(game, "Event")) {
            *reader = before; // the game before had tags only
            return PGN_GAME;
        }
        if (game->tag_count == PGN_TAGS_MAX)
            return fail(game, &before, PGN_ERROR_TAGS_MANY);
        game->tags[game->tag_count++] = tag;
    }
    return PGN_GAME;
}

static pgn_status_t set_start(const pgn_reader_t *reader, pgn_game_t *game) {
    const pgn_tag_t *tag = pgn_find(game, "FEN");

    position_start(&game->start);
    if (!tag)
        return PGN_GAME;
    game->fen = fen_parse(tag->value, tag->value_length, &game->start);
    if (game->fen.error == FEN_OK)
        return PGN_GAME;
    fail(game, reader, PGN_ERROR_FEN);
    game->error_offset = (size_t)(tag->value - reader->text) + game->fen.offset;
    game->error_line = 1;
    for (size_t i = 0; i < game->error_offset; i++)
        game->error_line += reader->text[i] == '\n';
    return PGN_ERROR_FEN;
}

// ---- Movetext

static bool outcome_of(const char *text, size_t length, pgn_outcome_t *outcome) {
    static const struct {
        const char *text;
        pgn_outcome_t outcome;
    } table[] = {{"1-0", PGN_WHITE_WINS},
                 {"0-1", PGN_BLACK_WINS},
                 {"1/2-1/2", PGN_DRAW},
                 {"1/2", PGN_DRAW},
                 {"*", PGN_UNKNOWN}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strlen(table[i].text) == length && memcmp(table[i].text, text, length) == 0) {
            *outcome = table[i].outcome;
            return true;
        }
    }
    return false;
}

// Passes a comment in braces; false when it does not end.
static bool skip_comment(pgn_reader_t *reader) {
    while (!at_end(reader) && peek(reader) != '}')
        step(reader);
    if (at_end(reader))
        return false;
    reader->at++;
    return true;
}

// Passes a variation with all that is nested in it.
static pgn_status_t skip_variation(pgn_reader_t *reader, pgn_game_t *game) {
    pgn_reader_t start = *reader;
    size_t nesting = 0;

    do {
        pgn_reader_t here = *reader;
        char c = peek(reader);
        if (at_end(reader))
            return fail(game, &start, PGN_ERROR_VARIATION);
        if (c == '{') {
            if (!skip_comment(reader))
                return fail(game, &here, PGN_ERROR_COMMENT);
            continue;
        }
        if (c == ';' || (c == '%' && at_line_start(reader))) {
            skip_line(reader);
            continue;
        }
        nesting += c == '(';
        nesting -= c == ')';
        step(reader);
    } while (nesting);
    return PGN_GAME;
}

static bool ends_token(char c) {
    return is_blank(c) || c == '\0' || strchr("{}()[];$", c);
}

// Passes a move number with its dots.
static void skip_number(const char **token, size_t *length) {
    size_t at = 0;

    while (at < *length && is_digit((*token)[at]))
        at++;
    if (at < *length && (*token)[at] != '.')
        return;
    while (at < *length && (*token)[at] == '.')
        at++;
    *token += at;
    *length -= at;
}

// Marks that stand by themselves.
static bool is_mark(const char *token, size_t length) {
    bool mark = true;

    for (size_t i = 0; i < length; i++)
        mark = mark && strchr("!?+#=-/", token[i]) && token[i] != '\0';
    return (mark && !(length == 2 && token[0] == '-' && token[1] == '-')) ||
           (length == 4 && memcmp(token, "e.p.", 4) == 0) ||
           (length == 2 && memcmp(token, "ep", 2) == 0);
}

// Reads one word of the movetext: a number, a move, a mark or the result, which sets *over.
static pgn_status_t read_word(pgn_reader_t *reader, pgn_game_t *game, position_t *position,
                              bool *over) {
    pgn_reader_t start = *reader;
    const char *token = reader->text + reader->at;

    while (!at_end(reader) && !ends_token(peek(reader)))
        reader->at++;
    size_t length = (size_t)(reader->text + reader->at - token);
    if (length == 0) { // a stray bracket or brace
        game->notation = NOTATION_ERROR_SYNTAX;
        return fail(game, &start, PGN_ERROR_MOVE);
    }
    if (outcome_of(token, length, &game->outcome)) {
        *over = true;
        return PGN_GAME;
    }
    skip_number(&token, &length);
    if (length == 0 || is_mark(token, length))
        return PGN_GAME;
    move_t move;
    game->notation = san_parse(position, token, length, &move);
    if (game->notation != NOTATION_OK)
        return fail(game, &start, PGN_ERROR_MOVE);
    if (!add_move(game, move))
        return fail(game, &start, PGN_ERROR_MEMORY);
    position_make(position, position, move);
    return PGN_GAME;
}

static pgn_status_t read_movetext(pgn_reader_t *reader, pgn_game_t *game) {
    position_t position = game->start;
    pgn_status_t status = PGN_GAME;
    bool over = false;

    while (status == PGN_GAME && !over) {
        skip_blanks(reader);
        if (at_end(reader))
            break;
        switch (peek(reader)) {
        case '[': // the next game; this one had no result
            over = true;
            break;
        case '{': {
            pgn_reader_t start = *reader;
            if (!skip_comment(reader))
                status = fail(game, &start, PGN_ERROR_COMMENT);
            break;
        }
        case ';':
            skip_line(reader);
            break;
        case '(':
            status = skip_variation(reader, game);
            break;
        case ')':
            status = fail(game, reader, PGN_ERROR_VARIATION);
            break;
        case '$':
            reader->at++;
            while (is_digit(peek(reader)))
                reader->at++;
            break;
        default:
            status = read_word(reader, game, &position, &over);
        }
    }
    return status;
}

// After an error: to the next line that opens a game.
static void recover(pgn_reader_t *reader) {
    static const char opening[] = "[Event ";
    const size_t size = sizeof opening - 1;

    if (!at_end(reader))
        step(reader);
    while (!at_end(reader)) {
        if (at_line_start(reader) && reader->length - reader->at >= size &&
            memcmp(reader->text + reader->at, opening, size) == 0)
            return;
        step(reader);
    }
}

pgn_status_t pgn_next(pgn_reader_t *reader, pgn_game_t *game) {
    clear_game(game);
    for (skip_blanks(reader); peek(reader) == ';'; skip_blanks(reader))
        skip_line(reader);
    if (at_end(reader))
        return PGN_END;
    pgn_status_t status = read_tags(reader, game);
    if (status == PGN_GAME) {
        const pgn_tag_t *result = pgn_find(game, "Result");
        if (result)
            outcome_of(result->value, result->value_length, &game->outcome);
        status = set_start(reader, game);
    }
    if (status == PGN_GAME)
        status = read_movetext(reader, game);
    if (status != PGN_GAME)
        recover(reader);
    return status;
}

// ---- Texts

const char *pgn_status_text(pgn_status_t status) {
    static const char *const texts[PGN_STATUS_COUNT] = {
        [PGN_GAME] = "a game",
        [PGN_END] = "no more games",
        [PGN_ERROR_TAG] = "the tag is malformed",
        [PGN_ERROR_TAGS_MANY] = "there are too many tags",
        [PGN_ERROR_FEN] = "the FEN tag is refused",
        [PGN_ERROR_MOVE] = "the move is refused",
        [PGN_ERROR_COMMENT] = "the comment is not closed",
        [PGN_ERROR_VARIATION] = "the parentheses do not match",
        [PGN_ERROR_MEMORY] = "memory is short",
    };

    return (unsigned)status < PGN_STATUS_COUNT ? texts[status] : "unknown status";
}

size_t pgn_describe(pgn_status_t status, const pgn_game_t *game, char *text, size_t capacity) {
    const char *reason = pgn_status_text(status);

    if (status == PGN_ERROR_MOVE)
        reason = notation_error_text(game->notation);
    else if (status == PGN_ERROR_FEN)
        reason = game->fen.error == FEN_ERROR_POSITION ? position_fault_text(game->fen.fault)
                                                       : fen_error_text(game->fen.error);
    int wanted = snprintf(text, capacity, "%s (line %zu)", reason, game->error_line);
    return wanted < 0 ? 0 : (size_t)wanted;
}
