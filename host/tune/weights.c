// SPDX-License-Identifier: Apache-2.0
#include "tune/weights.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TOKENS_MAX = 512, NUMBER_MAX = 16 };

typedef struct {
    const char *text;
    size_t length;
    bool quoted;
} token_t;

// Called for each number of the file; false stops the walk with the visitor's error.
typedef struct walk walk_t;
typedef weights_error_t (*visit_fn)(walk_t *walk, unsigned address, const token_t *number);

struct walk {
    // Config
    visit_fn visit;
    void *context;
    // State
    token_t tokens[TOKENS_MAX];
    size_t count;
    size_t line;
    unsigned address, left; // of the array that is being read
};

static const zf_weight_info_t *find_address(unsigned address) {
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
        if (zf_weights[i].address == address)
            return &zf_weights[i];
    }
    return NULL;
}

static const zf_weight_info_t *find_name(const token_t *name) {
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
        if (zf_weights[i].index == 0 && strlen(zf_weights[i].name) == name->length &&
            strncasecmp(zf_weights[i].name, name->text, name->length) == 0)
            return &zf_weights[i];
    }
    return NULL;
}

int weights_low(unsigned address) {
    const zf_weight_info_t *info = find_address(address);

    return address >= ZF_W_LAZY || !info ? 0 : -(1 << (info->bits - 1));
}

int weights_high(unsigned address) {
    const zf_weight_info_t *info = find_address(address);

    return info ? (1 << (info->bits - 1)) - 1 : 0;
}

// ---- Reading

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// Splits one line without its end. False when it is too long or a quote is open.
static bool split(walk_t *walk, const char *line, size_t length) {
    walk->count = 0;
    for (size_t at = 0; at < length;) {
        if (is_blank(line[at])) {
            at++;
            continue;
        }
        if (line[at] == '#')
            break;
        if (walk->count == TOKENS_MAX)
            return false;
        token_t *token = &walk->tokens[walk->count++];
        token->quoted = line[at] == '"';
        size_t first = at;
        if (token->quoted) {
            const char *end = memchr(line + at + 1, '"', length - at - 1);
            if (!end)
                return false;
            at = (size_t)(end - line) + 1;
        } else {
            while (at < length && !is_blank(line[at]))
                at++;
        }
        token->text = line + first;
        token->length = at - first;
    }
    return true;
}

static bool is_word(const token_t *token, const char *word) {
    return token->length == strlen(word) && memcmp(token->text, word, token->length) == 0;
}

static bool read_number(const token_t *token, int *number) {
    char text[NUMBER_MAX], *end;

    if (token->quoted || token->length >= sizeof text)
        return false;
    memcpy(text, token->text, token->length);
    text[token->length] = '\0';
    bool sign = text[0] == '-';
    if (text[sign] == '\0' || strspn(text + sign, "0123456789") != token->length - sign)
        return false;
    long value = strtol(text, &end, 10);
    if (value < -100000000L || value > 100000000L)
        return false;
    *number = (int)value;
    return true;
}

// weight NAME ADDRESS BITS VALUE "..." and weights NAME ADDRESS COUNT BITS "..."
static weights_error_t read_directive(walk_t *walk, bool array) {
    const token_t *tokens = walk->tokens;
    int address, count = 1, bits;

    if (walk->count != 6 || !tokens[5].quoted)
        return WEIGHTS_ERROR_LINE;
    const zf_weight_info_t *info = find_name(&tokens[1]);
    if (!info)
        return WEIGHTS_ERROR_NAME;
    if (!read_number(&tokens[2], &address) || (array && !read_number(&tokens[3], &count)) ||
        !read_number(&tokens[array ? 4 : 3], &bits))
        return WEIGHTS_ERROR_NUMBER;
    walk->address = info->address;
    if (address != info->address || count != info->count || bits != info->bits)
        return WEIGHTS_ERROR_PLACE;
    if (!array)
        return walk->visit(walk, (unsigned)address, &tokens[4]);
    walk->left = (unsigned)count;
    return WEIGHTS_OK;
}

static weights_error_t read_line(walk_t *walk) {
    const token_t *first = walk->tokens;
    int unused;

    if (walk->count == 0)
        return WEIGHTS_OK;
    if (read_number(first, &unused)) {
        for (size_t i = 0; i < walk->count; i++) {
            if (!walk->left)
                return WEIGHTS_ERROR_NUMBER;
            weights_error_t error = walk->visit(walk, walk->address, &walk->tokens[i]);
            if (error)
                return error;
            walk->address++;
            walk->left--;
        }
        return WEIGHTS_OK;
    }
    if (walk->left)
        return WEIGHTS_ERROR_SHORT;
    if (is_word(first, "weight"))
        return read_directive(walk, false);
    if (is_word(first, "weights"))
        return read_directive(walk, true);
    return is_word(first, "group") ? WEIGHTS_OK : WEIGHTS_ERROR_LINE;
}

static weights_result_t walk_text(walk_t *walk, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        walk->line++;
        weights_error_t error = split(walk, text + at, size) ? read_line(walk) : WEIGHTS_ERROR_LINE;
        if (error)
            return (weights_result_t){error, walk->line, walk->address};
        at += size + 1;
    }
    if (walk->left)
        return (weights_result_t){WEIGHTS_ERROR_SHORT, walk->line, walk->address};
    return (weights_result_t){WEIGHTS_OK, 0, 0};
}

typedef struct {
    int16_t *weights;
    bool seen[ZF_WEIGHT_WORDS];
} reading_t;

static weights_error_t check_value(unsigned address, int value) {
    if (address >= ZF_W_LAZY && value < 0)
        return WEIGHTS_ERROR_NEGATIVE;
    return value < weights_low(address) || value > weights_high(address) ? WEIGHTS_ERROR_RANGE
                                                                         : WEIGHTS_OK;
}

static weights_error_t visit_reading(walk_t *walk, unsigned address, const token_t *number) {
    reading_t *reading = walk->context;
    int value;

    walk->address = address;
    if (!read_number(number, &value))
        return WEIGHTS_ERROR_NUMBER;
    if (reading->seen[address])
        return WEIGHTS_ERROR_REPEATED;
    reading->seen[address] = true;
    reading->weights[address] = (int16_t)value;
    return check_value(address, value);
}

weights_result_t weights_read(const char *text, size_t length, int16_t weights[ZF_WEIGHT_WORDS]) {
    reading_t reading = {.weights = weights};
    walk_t walk = {.visit = visit_reading, .context = &reading};

    memset(weights, 0, ZF_WEIGHT_WORDS * sizeof weights[0]);
    weights_result_t result = walk_text(&walk, text, length);
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT && !result.error; i++) {
        if (!reading.seen[zf_weights[i].address])
            result = (weights_result_t){WEIGHTS_ERROR_MISSING, 0, zf_weights[i].address};
    }
    return result.error ? result : weights_check(weights);
}

weights_result_t weights_check(const int16_t weights[ZF_WEIGHT_WORDS]) {
    // The chip adds the rook's part of castling from a row of its own, of the squares' width.
    static const unsigned squares[2][2] = {{7, 5}, {0, 3}};
    static const unsigned tables[2] = {ZF_W_PSQT_MG + ZF_PIECE_ROOK * 64,
                                       ZF_W_PSQT_EG + ZF_PIECE_ROOK * 64};

    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
        unsigned address = zf_weights[i].address;
        weights_error_t error = check_value(address, weights[address]);
        if (error)
            return (weights_result_t){error, 0, address};
    }
    for (unsigned table = 0; table < 2; table++) {
        for (unsigned side = 0; side < 2; side++) {
            unsigned to = tables[table] + squares[side][1], from = tables[table] + squares[side][0];
            int part = weights[to] - weights[from];
            if (part < weights_low(to) || part > weights_high(to))
                return (weights_result_t){WEIGHTS_ERROR_CASTLING, 0, to};
        }
    }
    return (weights_result_t){WEIGHTS_OK, 0, 0};
}

// ---- Writing

typedef struct {
    FILE *stream;
    const char *from; // of the text, not yet written
    const int16_t *weights;
} writing_t;

static weights_error_t visit_writing(walk_t *walk, unsigned address, const token_t *number) {
    writing_t *writing = walk->context;

    fwrite(writing->from, 1, (size_t)(number->text - writing->from), writing->stream);
    fprintf(writing->stream, "%d", writing->weights[address]);
    writing->from = number->text + number->length;
    return WEIGHTS_OK;
}

bool weights_write(FILE *stream, const char *text, size_t length,
                   const int16_t weights[ZF_WEIGHT_WORDS]) {
    writing_t writing = {.stream = stream, .from = text, .weights = weights};
    walk_t walk = {.visit = visit_writing, .context = &writing};

    walk_text(&walk, text, length);
    fwrite(writing.from, 1, length - (size_t)(writing.from - text), stream);
    return !ferror(stream);
}

// ---- Texts

size_t weights_describe(const weights_result_t *result, char *text, size_t capacity) {
    static const char *const reasons[WEIGHTS_ERROR_COUNT] = {
        [WEIGHTS_OK] = "no error",
        [WEIGHTS_ERROR_LINE] = "the line is no group, weight, array of weights or row of numbers",
        [WEIGHTS_ERROR_NAME] = "there is no weight of that name",
        [WEIGHTS_ERROR_PLACE] = "has another address, count or width in this build",
        [WEIGHTS_ERROR_NUMBER] = "a number is malformed or one too many",
        [WEIGHTS_ERROR_RANGE] = "does not fit its width",
        [WEIGHTS_ERROR_NEGATIVE] = "is below 0",
        [WEIGHTS_ERROR_REPEATED] = "stands twice",
        [WEIGHTS_ERROR_SHORT] = "an array has too few numbers",
        [WEIGHTS_ERROR_MISSING] = "is missing",
        [WEIGHTS_ERROR_CASTLING] = "differs too much from the rook's square before castling",
    };
    weights_error_t error = result->error;
    bool named = error == WEIGHTS_ERROR_PLACE || error == WEIGHTS_ERROR_RANGE ||
                 error == WEIGHTS_ERROR_NEGATIVE || error == WEIGHTS_ERROR_REPEATED ||
                 error == WEIGHTS_ERROR_MISSING || error == WEIGHTS_ERROR_CASTLING;
    const zf_weight_info_t *info = named ? find_address(result->address) : NULL;
    char name[64] = "", place[32] = "";

    if (info && info->count > 1)
        snprintf(name, sizeof name, "%s[%u] ", info->name, info->index);
    else if (info)
        snprintf(name, sizeof name, "%s ", info->name);
    if (result->line)
        snprintf(place, sizeof place, " (line %zu)", result->line);
    int wanted = snprintf(text, capacity, "%s%s%s", name, reasons[error], place);
    return wanted < 0 ? 0 : (size_t)wanted;
}
