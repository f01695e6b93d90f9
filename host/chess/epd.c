// SPDX-License-Identifier: Apache-2.0
#include "chess/epd.h"

#include <stdio.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 15 };

typedef struct slice {
    const char *text;
    size_t length;
} slice_t;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool fail(epd_result_t *result, epd_error_t error, size_t offset) {
    result->error = error;
    result->offset = offset;
    return false;
}

// Takes the next operand off the front of the slice, quotes removed; false at the end.
static bool next_operand(slice_t *rest, slice_t *operand) {
    while (rest->length && is_blank(*rest->text)) {
        rest->text++;
        rest->length--;
    }
    if (!rest->length)
        return false;
    bool quoted = *rest->text == '"';
    size_t skip = quoted ? 1 : 0;
    size_t end = skip;
    while (end < rest->length && (quoted ? rest->text[end] != '"' : !is_blank(rest->text[end])))
        end++;
    operand->text = rest->text + skip;
    operand->length = end - skip;
    if (quoted && end < rest->length)
        end++;
    rest->text += end;
    rest->length -= end;
    return true;
}

static bool parse_number(slice_t slice, int64_t *number) {
    bool minus = slice.length > 1 && slice.text[0] == '-';
    size_t at = minus || (slice.length > 1 && slice.text[0] == '+') ? 1 : 0;
    int64_t value = 0;

    if (slice.length == 0 || slice.length - at > 18)
        return false;
    for (; at < slice.length; at++) {
        if (!is_digit(slice.text[at]))
            return false;
        value = value * 10 + (slice.text[at] - '0');
    }
    *number = minus ? -value : value;
    return true;
}

static slice_t operands_of(const epd_operation_t *operation) {
    return (slice_t){operation->operands, operation->operands_length};
}

static bool is_named(const epd_operation_t *operation, const char *name) {
    return strlen(name) == operation->name_length &&
           memcmp(name, operation->name, operation->name_length) == 0;
}

// Reads one operation that begins at *at; the end is its semicolon or the end of the line.
static bool read_operation(const char *line, size_t length, size_t *at, epd_operation_t *operation,
                           epd_result_t *result) {
    size_t start = *at;
    size_t end = start;

    while (end < length && (is_letter(line[end]) || is_digit(line[end]) || line[end] == '_'))
        end++;
    if (!is_letter(line[start]) || end - start > NAME_MAX_LENGTH ||
        (end < length && line[end] != ';' && !is_blank(line[end])))
        return fail(result, EPD_ERROR_OPCODE, start);
    operation->name = line + start;
    operation->name_length = end - start;
    while (end < length && is_blank(line[end]))
        end++;
    start = end;
    bool quoted = false;
    size_t quote = 0;
    for (; end < length && (quoted || line[end] != ';'); end++) {
        if (line[end] == '"') {
            quoted = !quoted;
            quote = end;
        }
    }
    if (quoted)
        return fail(result, EPD_ERROR_QUOTE, quote);
    *at = end;
    while (end > start && is_blank(line[end - 1]))
        end--;
    operation->operands = line + start;
    operation->operands_length = end - start;
    return true;
}

// Reads moves one after another, from one position (alternatives) or each played (a line).
static bool read_moves(const position_t *start, const epd_operation_t *operation, bool line,
                       move_t *moves, unsigned capacity, unsigned *count, slice_t *bad,
                       notation_error_t *error) {
    position_t position = *start;
    slice_t rest = operands_of(operation);

    for (*count = 0; next_operand(&rest, bad); (*count)++) {
        if (*count == capacity) {
            *error = NOTATION_OK;
            return false;
        }
        *error = san_parse(&position, bad->text, bad->length, &moves[*count]);
        if (*error != NOTATION_OK)
            return false;
        if (line)
            position_make(&position, &position, moves[*count]);
    }
    bad->text = operation->operands;
    *error = NOTATION_ERROR_EMPTY;
    return *count > 0;
}

static bool check_moves(const epd_t *epd, const epd_operation_t *operation, const char *line,
                        epd_result_t *result) {
    move_t moves[MOVE_LIST_CAPACITY];
    bool is_line = is_named(operation, "pv");
    unsigned count;
    slice_t bad;
    notation_error_t error;

    if (read_moves(&epd->position, operation, is_line, moves,
                   is_line ? (unsigned)EPD_LINE_MAX : (unsigned)MOVE_LIST_CAPACITY, &count, &bad,
                   &error))
        return true;
    result->notation = error;
    return fail(result, error == NOTATION_OK ? EPD_ERROR_MANY : EPD_ERROR_MOVE,
                (size_t)(bad.text - line));
}

// dm, hmvc, fmvn and D with a number.
static bool wants_number(const epd_operation_t *operation) {
    return is_named(operation, "dm") || is_named(operation, "hmvc") ||
           is_named(operation, "fmvn") ||
           (operation->name[0] == 'D' && operation->name_length > 1 &&
            is_digit(operation->name[1]));
}

static bool check_number(epd_t *epd, const epd_operation_t *operation, const char *line,
                         epd_result_t *result) {
    slice_t rest = operands_of(operation);
    slice_t operand;
    int64_t number;
    bool halfmove = is_named(operation, "hmvc");
    bool fullmove = is_named(operation, "fmvn");

    if (!next_operand(&rest, &operand) || !parse_number(operand, &number) || number < 0 ||
        ((halfmove || fullmove) && number > POSITION_CLOCK_MAX))
        return fail(result, EPD_ERROR_NUMBER, (size_t)(operation->operands - line));
    if (halfmove)
        epd->position.halfmove = (uint16_t)number;
    if (fullmove)
        epd->position.fullmove = (uint16_t)(number ? number : 1);
    return true;
}

static bool check_operation(epd_t *epd, const epd_operation_t *operation, const char *line,
                            epd_result_t *result) {
    for (unsigned i = 0; i < epd->count; i++) {
        if (epd->operations[i].name_length == operation->name_length &&
            memcmp(epd->operations[i].name, operation->name, operation->name_length) == 0)
            return fail(result, EPD_ERROR_REPEATED, (size_t)(operation->name - line));
    }
    if (is_named(operation, "bm") || is_named(operation, "am") || is_named(operation, "pv"))
        return check_moves(epd, operation, line, result);
    return !wants_number(operation) || check_number(epd, operation, line, result);
}

epd_result_t epd_parse(const char *line, size_t length, epd_t *epd) {
    epd_result_t result = {.error = EPD_OK};
    size_t at;

    epd->count = 0;
    const char *nul = memchr(line, '\0', length);
    if (nul)
        length = (size_t)(nul - line);
    result.fen = fen_parse_prefix(line, length, &epd->position, &at);
    if (result.fen.error != FEN_OK) {
        fail(&result, EPD_ERROR_FEN, result.fen.offset);
        return result;
    }
    for (;; epd->count++) {
        while (at < length && (is_blank(line[at]) || line[at] == ';'))
            at++;
        if (at == length)
            return result;
        if (epd->count == EPD_OPERATIONS_MAX) {
            fail(&result, EPD_ERROR_MANY, at);
            return result;
        }
        epd_operation_t *operation = &epd->operations[epd->count];
        if (!read_operation(line, length, &at, operation, &result) ||
            !check_operation(epd, operation, line, &result))
            return result;
    }
}

const char *epd_error_text(epd_error_t error) {
    static const char *const texts[EPD_ERROR_COUNT] = {
        [EPD_OK] = "no error",
        [EPD_ERROR_FEN] = "the position is refused",
        [EPD_ERROR_OPCODE] = "an operation must begin with a name of at most 15 characters",
        [EPD_ERROR_QUOTE] = "the string is not closed",
        [EPD_ERROR_MANY] = "there are too many operations or moves",
        [EPD_ERROR_REPEATED] = "the operation comes twice",
        [EPD_ERROR_MOVE] = "the move is refused",
        [EPD_ERROR_NUMBER] = "the operation needs a number",
    };

    return (unsigned)error < EPD_ERROR_COUNT ? texts[error] : "unknown error";
}

size_t epd_describe(const epd_result_t *result, char *text, size_t capacity) {
    if (result->error == EPD_ERROR_FEN)
        return fen_describe(&result->fen, text, capacity);
    const char *reason = result->error == EPD_ERROR_MOVE ? notation_error_text(result->notation)
                                                         : epd_error_text(result->error);
    int wanted = snprintf(text, capacity, "%s (column %zu)", reason, result->offset + 1);
    return wanted < 0 ? 0 : (size_t)wanted;
}

const epd_operation_t *epd_find(const epd_t *epd, const char *name) {
    for (unsigned i = 0; i < epd->count; i++) {
        if (is_named(&epd->operations[i], name))
            return &epd->operations[i];
    }
    return NULL;
}

unsigned epd_moves(const epd_t *epd, const char *name, move_list_t *list) {
    const epd_operation_t *operation = epd_find(epd, name);
    slice_t bad;
    notation_error_t error;

    list->count = 0;
    if (operation && !read_moves(&epd->position, operation, false, list->moves, MOVE_LIST_CAPACITY,
                                 &list->count, &bad, &error))
        list->count = 0;
    return list->count;
}

unsigned epd_line(const epd_t *epd, const char *name, move_t line[EPD_LINE_MAX]) {
    const epd_operation_t *operation = epd_find(epd, name);
    unsigned count = 0;
    slice_t bad;
    notation_error_t error;

    if (operation &&
        !read_moves(&epd->position, operation, true, line, EPD_LINE_MAX, &count, &bad, &error))
        return 0;
    return count;
}

bool epd_number(const epd_t *epd, const char *name, int64_t *number) {
    const epd_operation_t *operation = epd_find(epd, name);
    slice_t operand;

    if (!operation)
        return false;
    slice_t rest = operands_of(operation);
    return next_operand(&rest, &operand) && parse_number(operand, number);
}

size_t epd_string(const epd_t *epd, const char *name, char *text, size_t capacity) {
    const epd_operation_t *operation = epd_find(epd, name);
    slice_t operand = {"", 0};

    if (operation) {
        slice_t rest = operands_of(operation);
        if (!next_operand(&rest, &operand))
            operand = (slice_t){"", 0};
    }
    if (capacity) {
        size_t copied = operand.length < capacity - 1 ? operand.length : capacity - 1;
        memcpy(text, operand.text, copied);
        text[copied] = '\0';
    }
    return operand.length;
}
