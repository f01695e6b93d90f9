// SPDX-License-Identifier: Apache-2.0
#include "check/job_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/chip_position.h"

static const char *const kind_names[] = {"search", "eval", "moves", "perft"};
static const char *const status_names[] = {"done", "node_limit", "aborted", "refused"};
static const char *const reason_names[] = {"none",       "bad_kind", "bad_man",  "bad_kings",
                                           "bad_rights", "bad_ep",   "bad_check"};
static const char piece_letters[] = "PNBRQKXY";

typedef enum {
    TYPE_U8,
    TYPE_BOOL,
    TYPE_I16,
    TYPE_U16,
    TYPE_U32,
    TYPE_HEX32,
    TYPE_FEN,
    TYPE_MEN,
    TYPE_RIGHTS,
    TYPE_EP,
    TYPE_HISTORY
} type_t;

typedef struct {
    const char *name;
    type_t type;
    bool loose_only;
    size_t offset;
    long low, high, loose_high;
    long fallback; // the default
} field_t;

#define AT(member) offsetof(job_line_t, member)

enum {
    FIELD_FEN,
    FIELD_OWN,
    FIELD_OTHER,
    FIELD_RIGHTS,
    FIELD_EP,
    FIELD_CLOCK,
    FIELD_ID,
    FIELD_DEPTH,
    FIELD_BETA,
    FIELD_NULL,
    FIELD_VERIFIED,
    FIELD_VERIFY,
    FIELD_AFTER_NULL,
    FIELD_EVASION,
    FIELD_DELTA,
    FIELD_LAZY,
    FIELD_TABLE,
    FIELD_TABLE_MIN,
    FIELD_AGE,
    FIELD_LIMIT,
    FIELD_RETURNED,
    FIELD_OWN_VACATED,
    FIELD_OTHER_VACATED,
    FIELD_HISTORY,
    FIELD_ABORT,
    FIELD_OWN_COUNT,
    FIELD_OTHER_COUNT,
    FIELD_HISTORY_COUNT,
    FIELD_COUNT
};

static const field_t fields[FIELD_COUNT] = {
    [FIELD_FEN] = {"fen", TYPE_FEN, false, 0, 0, 0, 0, 0},
    [FIELD_OWN] = {"own", TYPE_MEN, false, AT(job.own), 0, 0, 0, 0},
    [FIELD_OTHER] = {"other", TYPE_MEN, false, AT(job.other), 0, 0, 0, 0},
    [FIELD_RIGHTS] = {"rights", TYPE_RIGHTS, false, AT(job.rights), 0, 15, 15, 0},
    [FIELD_EP] = {"ep", TYPE_EP, false, AT(job.ep_file), -1, 7, 7, -1},
    [FIELD_CLOCK] = {"clock", TYPE_U8, false, AT(job.clock), 0, 127, 255, 0},
    [FIELD_ID] = {"id", TYPE_U16, false, AT(job.id), 0, 65535, 65535, 0},
    [FIELD_DEPTH] = {"depth", TYPE_U8, false, AT(job.depth), 0, ZF_DEPTH_MAX, 255, 1},
    [FIELD_BETA] = {"beta", TYPE_I16, false, AT(job.beta), -ZF_MATE, ZF_MATE, 32767, 0},
    [FIELD_NULL] = {"null", TYPE_U8, false, AT(job.null_r), 0, 3, 255, 0},
    [FIELD_VERIFIED] = {"verified", TYPE_BOOL, false, AT(job.verified), 0, 1, 1, 0},
    [FIELD_VERIFY] = {"verify", TYPE_BOOL, false, AT(job.verify), 0, 1, 1, 0},
    [FIELD_AFTER_NULL] = {"after_null", TYPE_BOOL, false, AT(job.after_null), 0, 1, 1, 0},
    [FIELD_EVASION] = {"evasion", TYPE_BOOL, false, AT(job.evasion), 0, 1, 1, 0},
    [FIELD_DELTA] = {"delta", TYPE_BOOL, false, AT(job.delta), 0, 1, 1, 0},
    [FIELD_LAZY] = {"lazy", TYPE_BOOL, false, AT(job.lazy), 0, 1, 1, 1},
    [FIELD_TABLE] = {"table", TYPE_BOOL, false, AT(job.table), 0, 1, 1, 0},
    [FIELD_TABLE_MIN] = {"table_min", TYPE_U8, false, AT(job.table_min), 1, 7, 255, 1},
    [FIELD_AGE] = {"age", TYPE_U8, false, AT(job.age), 0, 7, 255, 0},
    [FIELD_LIMIT] = {"limit", TYPE_U32, false, AT(job.node_limit), 0, 0xffffff, 0xffffffff, 0},
    [FIELD_RETURNED] = {"returned", TYPE_U8, false, AT(job.returned), 0, 3, 255, 0},
    [FIELD_OWN_VACATED] = {"own_vacated", TYPE_HEX32, false, AT(job.own_vacated), 0, 0, 0, 0},
    [FIELD_OTHER_VACATED] = {"other_vacated", TYPE_HEX32, false, AT(job.other_vacated), 0, 0, 0, 0},
    [FIELD_HISTORY] = {"history", TYPE_HISTORY, false, AT(job.history), 0, 0, 0, 0},
    [FIELD_ABORT] = {"abort", TYPE_U32, false, AT(abort_after), 0, 1000000000, 0xffffffff, 0},
    [FIELD_OWN_COUNT] = {"own_count", TYPE_U8, true, AT(job.own_count), 0, 16, 255, 0},
    [FIELD_OTHER_COUNT] = {"other_count", TYPE_U8, true, AT(job.other_count), 0, 16, 255, 0},
    [FIELD_HISTORY_COUNT] = {"history_count", TYPE_U8, true, AT(job.history_count), 0, 32, 255, 0},
};

const char *job_text_kind_name(unsigned kind) {
    return kind < sizeof kind_names / sizeof kind_names[0] ? kind_names[kind] : "unknown";
}

const char *job_text_status_name(unsigned status) {
    return status < sizeof status_names / sizeof status_names[0] ? status_names[status] : "unknown";
}

const char *job_text_reason_name(unsigned reason) {
    return reason < sizeof reason_names / sizeof reason_names[0] ? reason_names[reason] : "unknown";
}

static void set_number(job_line_t *line, const field_t *field, long value) {
    void *at = (char *)line + field->offset;

    switch (field->type) {
    case TYPE_BOOL:
        *(bool *)at = value != 0;
        break;
    case TYPE_EP:
        *(int8_t *)at = (int8_t)value;
        break;
    case TYPE_I16:
        *(int16_t *)at = (int16_t)value;
        break;
    case TYPE_U16:
        *(uint16_t *)at = (uint16_t)value;
        break;
    case TYPE_U32:
    case TYPE_HEX32:
        *(uint32_t *)at = (uint32_t)value;
        break;
    default:
        *(uint8_t *)at = (uint8_t)value;
        break;
    }
}

static long get_number(const job_line_t *line, const field_t *field) {
    const void *at = (const char *)line + field->offset;

    switch (field->type) {
    case TYPE_BOOL:
        return *(const bool *)at;
    case TYPE_EP:
        return *(const int8_t *)at;
    case TYPE_I16:
        return *(const int16_t *)at;
    case TYPE_U16:
        return *(const uint16_t *)at;
    case TYPE_U32:
    case TYPE_HEX32:
        return *(const uint32_t *)at;
    default:
        return *(const uint8_t *)at;
    }
}

// Whether the field is one number, written as such.
static bool is_number(const field_t *field) {
    return field->type <= TYPE_HEX32;
}

static void set_defaults(job_line_t *line) {
    memset(line, 0, sizeof *line);
    for (const field_t *field = fields; field < fields + FIELD_COUNT; field++)
        if (is_number(field) || field->type == TYPE_EP)
            set_number(line, field, field->fallback);
}

void job_text_defaults(chip_job_t *job) {
    job_line_t line;

    set_defaults(&line);
    *job = line.job;
}

// ---- reading

typedef struct {
    // Config
    const char *text;
    size_t length;
    bool loose;
    // State
    size_t at;
    unsigned long seen; // fields, a set
    job_line_t line;
    job_text_result_t result;
} reader_t;

// A part of the line.
typedef struct {
    const char *text;
    size_t length;
} slice_t;

static bool fail(reader_t *reader, job_text_error_t error, size_t offset) {
    reader->result.error = error;
    reader->result.offset = offset;
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(reader_t *reader) {
    while (reader->at < reader->length && is_blank(reader->text[reader->at]))
        reader->at++;
    if (reader->at < reader->length && reader->text[reader->at] == '#')
        reader->at = reader->length;
}

// The next word; empty at the line's end.
static slice_t next_word(reader_t *reader) {
    skip_blanks(reader);
    slice_t word = {reader->text + reader->at, 0};
    while (reader->at < reader->length && !is_blank(reader->text[reader->at]) &&
           reader->text[reader->at] != '#') {
        reader->at++;
        word.length++;
    }
    return word;
}

static size_t offset_of(const reader_t *reader, const char *at) {
    return (size_t)(at - reader->text);
}

static bool slice_is(slice_t slice, const char *text) {
    return slice.length == strlen(text) && memcmp(slice.text, text, slice.length) == 0;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static bool read_hex(slice_t word, size_t digits_max, uint64_t *value) {
    *value = 0;
    if (word.length == 0 || word.length > digits_max)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        int digit = hex_digit(word.text[i]);
        if (digit < 0)
            return false;
        *value = *value << 4 | (unsigned)digit;
    }
    return true;
}

static bool read_decimal(slice_t word, long *value) {
    bool negative = word.length > 1 && word.text[0] == '-';

    *value = 0;
    if (word.length == 0 || word.length > 10u + negative)
        return false;
    for (size_t i = negative; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        *value = *value * 10 + (word.text[i] - '0');
    }
    if (negative)
        *value = -*value;
    return true;
}

static bool read_number(reader_t *reader, const field_t *field) {
    slice_t word = next_word(reader);
    size_t offset = offset_of(reader, word.text);
    uint64_t hex;
    long value;

    if (word.length == 0)
        return fail(reader, JOB_TEXT_MISSING, offset);
    if (field->type == TYPE_HEX32) {
        if (!read_hex(word, 8, &hex))
            return fail(reader, JOB_TEXT_NUMBER, offset);
        set_number(&reader->line, field, (long)hex);
        return true;
    }
    if (!read_decimal(word, &value))
        return fail(reader, JOB_TEXT_NUMBER, offset);
    long low = reader->loose ? field->type == TYPE_I16 ? -32768 : 0 : field->low;
    long high = reader->loose ? field->loose_high : field->high;
    if (value < low || value > high) {
        reader->result.low = low;
        reader->result.high = high;
        return fail(reader, JOB_TEXT_RANGE, offset);
    }
    set_number(&reader->line, field, value);
    return true;
}

static bool read_letters(reader_t *reader, const field_t *field) {
    static const char rights[] = "KQkq";
    slice_t word = next_word(reader);
    size_t offset = offset_of(reader, word.text);
    unsigned set = 0;

    if (word.length == 0)
        return fail(reader, JOB_TEXT_MISSING, offset);
    if (slice_is(word, "-")) {
        set_number(&reader->line, field, field->fallback);
        return true;
    }
    if (field->type == TYPE_EP) {
        if (word.length != 1 || word.text[0] < 'a' || word.text[0] > 'h')
            return fail(reader, JOB_TEXT_LETTERS, offset);
        set_number(&reader->line, field, word.text[0] - 'a');
        return true;
    }
    for (size_t i = 0; i < word.length; i++) {
        const char *letter = memchr(rights, word.text[i], 4);
        if (!letter || set >> (letter - rights) & 1)
            return fail(reader, JOB_TEXT_LETTERS, offset + i);
        set |= 1u << (letter - rights);
    }
    set_number(&reader->line, field, (long)set);
    return true;
}

static bool read_man(reader_t *reader, slice_t part, chip_man_t *man) {
    const char *letter = NULL;

    if (part.length == 3)
        letter = memchr(piece_letters, part.text[0], reader->loose ? 8 : 6);
    if (!letter || part.text[1] < 'a' || part.text[1] > 'h' || part.text[2] < '1' ||
        part.text[2] > '8')
        return fail(reader, JOB_TEXT_MAN, offset_of(reader, part.text));
    man->piece = (uint8_t)(letter - piece_letters);
    man->square = (uint8_t)((part.text[2] - '1') * 8 + part.text[1] - 'a');
    return true;
}

static bool read_key(reader_t *reader, slice_t part, chip_history_t *entry) {
    slice_t digits = part;

    entry->path = part.length == 17 && part.text[16] == 'p';
    if (entry->path)
        digits.length = 16;
    if (digits.length != 16 || !read_hex(digits, 16, &entry->key))
        return fail(reader, JOB_TEXT_KEY, offset_of(reader, part.text));
    return true;
}

// Men or keys, parted by commas; a lone - is an empty list.
static bool read_list(reader_t *reader, const field_t *field) {
    chip_job_t *job = &reader->line.job;
    slice_t word = next_word(reader);
    bool history = field->type == TYPE_HISTORY;
    chip_man_t *men = field == &fields[FIELD_OWN] ? job->own : job->other;
    unsigned count = 0, most = history ? ZF_HISTORY_MAX : ZF_MEN_MAX;

    if (word.length == 0)
        return fail(reader, JOB_TEXT_MISSING, offset_of(reader, word.text));
    for (size_t start = 0; !slice_is(word, "-") && start <= word.length; count++) {
        const char *comma = memchr(word.text + start, ',', word.length - start);
        size_t end = comma ? (size_t)(comma - word.text) : word.length;
        slice_t part = {word.text + start, end - start};
        if (count == most)
            return fail(reader, JOB_TEXT_LONG, offset_of(reader, part.text));
        if (history ? !read_key(reader, part, &job->history[count])
                    : !read_man(reader, part, &men[count]))
            return false;
        start = end + 1;
    }
    *(history           ? &job->history_count
      : men == job->own ? &job->own_count
                        : &job->other_count) = (uint8_t)count;
    return true;
}

static bool read_fen(reader_t *reader) {
    position_t position;

    skip_blanks(reader);
    if (reader->at == reader->length)
        return fail(reader, JOB_TEXT_MISSING, reader->at);
    const char *start = reader->text + reader->at;
    size_t left = reader->length - reader->at;
    const char *end = *start == '"' ? memchr(start + 1, '"', left - 1) : NULL;
    if (!end)
        return fail(reader, JOB_TEXT_QUOTE, reader->at);
    reader->result.fen = fen_parse(start + 1, (size_t)(end - start - 1), &position);
    if (reader->result.fen.error)
        return fail(reader, JOB_TEXT_FEN, reader->at + 1 + reader->result.fen.offset);
    reader->at += (size_t)(end - start) + 1;
    reader->result.mover = position.stm;
    chip_job_set_position(&reader->line.job, &position, NULL);
    return true;
}

// The fields that one field gives.
static unsigned long covers(unsigned number) {
    if (number == FIELD_FEN)
        return 1ul << FIELD_FEN | 1ul << FIELD_OWN | 1ul << FIELD_OTHER | 1ul << FIELD_RIGHTS |
               1ul << FIELD_EP | 1ul << FIELD_CLOCK;
    return 1ul << number;
}

static bool read_value(reader_t *reader, const field_t *field) {
    switch (field->type) {
    case TYPE_FEN:
        return read_fen(reader);
    case TYPE_MEN:
    case TYPE_HISTORY:
        return read_list(reader, field);
    case TYPE_RIGHTS:
    case TYPE_EP:
        return read_letters(reader, field);
    default:
        return read_number(reader, field);
    }
}

// One name and its value. The counts of loose reading come last, for a list sets them too.
static bool read_field(reader_t *reader, slice_t name) {
    size_t offset = offset_of(reader, name.text);
    unsigned number = 0;

    while (number < FIELD_COUNT &&
           (!slice_is(name, fields[number].name) || (fields[number].loose_only && !reader->loose)))
        number++;
    if (number == FIELD_COUNT)
        return fail(reader, JOB_TEXT_NAME, offset);
    snprintf(reader->result.name, sizeof reader->result.name, "%s", fields[number].name);
    if (reader->seen & covers(number))
        return fail(reader, JOB_TEXT_REPEATED, offset);
    reader->seen |= covers(number);
    return read_value(reader, &fields[number]);
}

static bool read_line(reader_t *reader) {
    const unsigned long men = 1ul << FIELD_OWN | 1ul << FIELD_OTHER;
    slice_t word = next_word(reader);
    unsigned kind = 0;

    if (word.length == 0)
        return fail(reader, JOB_TEXT_EMPTY, offset_of(reader, word.text));
    while (kind < 4 && !slice_is(word, kind_names[kind]))
        kind++;
    if (kind == 4)
        return fail(reader, JOB_TEXT_KIND, offset_of(reader, word.text));
    reader->line.job.kind = (uint8_t)kind;
    for (word = next_word(reader); word.length > 0; word = next_word(reader))
        if (!read_field(reader, word))
            return false;
    if ((reader->seen & men) != men)
        return fail(reader, JOB_TEXT_POSITION, reader->length);
    return true;
}

job_text_result_t job_text_parse(const char *text, size_t length, bool loose, job_line_t *line) {
    reader_t reader = {.text = text, .length = length, .loose = loose};

    set_defaults(&reader.line);
    if (read_line(&reader))
        *line = reader.line;
    return reader.result;
}

size_t job_text_describe(const job_text_result_t *result, char *text, size_t capacity) {
    static const char *const texts[JOB_TEXT_COUNT] = {
        [JOB_TEXT_OK] = "no error",
        [JOB_TEXT_EMPTY] = "the line is empty",
        [JOB_TEXT_KIND] = "the kind of job is not search, eval, moves or perft",
        [JOB_TEXT_NAME] = "no field of a job has this name",
        [JOB_TEXT_REPEATED] = "%s is given twice",
        [JOB_TEXT_MISSING] = "the value of %s is missing",
        [JOB_TEXT_NUMBER] = "%s is not a number",
        [JOB_TEXT_RANGE] = "%s is not between %ld and %ld",
        [JOB_TEXT_LETTERS] = "%s is not written as in KQkq, a file, or -",
        [JOB_TEXT_MAN] = "a man of %s is not a letter of PNBRQK and a square",
        [JOB_TEXT_KEY] = "a key of %s is not 16 hexadecimal digits",
        [JOB_TEXT_LONG] = "%s is too long",
        [JOB_TEXT_QUOTE] = "the FEN does not stand between quotes",
        [JOB_TEXT_FEN] = "fen: %s",
        [JOB_TEXT_POSITION] = "no position is given (fen, or own and other)",
    };
    char clause[128];

    if (result->error == JOB_TEXT_RANGE)
        snprintf(clause, sizeof clause, texts[result->error], result->name, result->low,
                 result->high);
    else if (result->error == JOB_TEXT_FEN && result->fen.error == FEN_ERROR_POSITION)
        snprintf(clause, sizeof clause, "fen: %s", position_fault_text(result->fen.fault));
    else
        snprintf(clause, sizeof clause, texts[result->error],
                 result->error == JOB_TEXT_FEN ? fen_error_text(result->fen.error) : result->name);
    return (size_t)snprintf(text, capacity, "%s (column %zu)", clause, result->offset + 1);
}

// ---- writing

typedef struct {
    char *text;
    size_t length;
} writer_t;

__attribute__((format(printf, 2, 3))) static void put(writer_t *writer, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    int length = vsnprintf(writer->text + writer->length, JOB_TEXT_CAPACITY - writer->length,
                           format, arguments);
    va_end(arguments);
    writer->length += (size_t)length;
}

static void put_list(writer_t *writer, const char *name, const chip_man_t *men, unsigned count) {
    put(writer, " %s ", name);
    for (unsigned i = 0; i < count && i < ZF_MEN_MAX; i++)
        put(writer, "%s%c%c%c", i ? "," : "", piece_letters[men[i].piece & 7],
            'a' + (men[i].square & 7), '1' + (men[i].square >> 3 & 7));
    if (count == 0)
        put(writer, "-");
}

static void put_history(writer_t *writer, const chip_job_t *job) {
    put(writer, " history ");
    for (unsigned i = 0; i < job->history_count && i < ZF_HISTORY_MAX; i++)
        put(writer, "%s%016llx%s", i ? "," : "", (unsigned long long)job->history[i].key,
            job->history[i].path ? "p" : "");
}

static void put_rights(writer_t *writer, unsigned rights) {
    put(writer, " rights ");
    for (unsigned right = 0; right < 4; right++)
        if (rights >> right & 1)
            put(writer, "%c", "KQkq"[right]);
}

size_t job_text_write(const job_line_t *line, char text[JOB_TEXT_CAPACITY]) {
    const chip_job_t *job = &line->job;
    writer_t writer = {text, 0};

    put(&writer, "%s", job_text_kind_name(job->kind));
    put_list(&writer, "own", job->own, job->own_count);
    put_list(&writer, "other", job->other, job->other_count);
    if (job->rights & 15)
        put_rights(&writer, job->rights);
    if (job->ep_file >= 0)
        put(&writer, " ep %c", 'a' + (job->ep_file & 7));
    for (const field_t *field = fields; field < fields + FIELD_OWN_COUNT; field++) {
        if (!is_number(field) || get_number(line, field) == field->fallback)
            continue;
        put(&writer, field->type == TYPE_HEX32 ? " %s %lx" : " %s %ld", field->name,
            get_number(line, field));
    }
    if (job->history_count)
        put_history(&writer, job);
    if (job->own_count > ZF_MEN_MAX)
        put(&writer, " own_count %u", job->own_count);
    if (job->other_count > ZF_MEN_MAX)
        put(&writer, " other_count %u", job->other_count);
    if (job->history_count > ZF_HISTORY_MAX)
        put(&writer, " history_count %u", job->history_count);
    return writer.length;
}
