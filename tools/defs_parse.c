// SPDX-License-Identifier: Apache-2.0
// Reading of .def files: lines to tokens, tokens to entries, and the hash of the text.
#include "defs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS_MAX = 512, LINE_MAX_BYTES = 8192 };

typedef struct {
    bool quoted;
    char *text;
} token_t;

typedef struct {
    defs_t *defs;
    defs_place_t place;
    bool indented;
    token_t token[TOKENS_MAX];
    size_t count;
} line_t;

void *defs_alloc(void *old, size_t bytes) {
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        abort();
    return memory;
}

static char *copy_text(const char *text) {
    size_t bytes = strlen(text) + 1;
    return memcpy(defs_alloc(NULL, bytes), text, bytes);
}

char *defs_upper(const char *name) {
    char *text = copy_text(name);
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

char *defs_lower(const char *name) {
    char *text = copy_text(name);
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return text;
}

bool defs_fail(defs_t *defs, defs_place_t place, const char *format, ...) {
    int used = 0;
    if (place.line)
        used = snprintf(defs->error, sizeof defs->error, "%s:%d: ", place.file, place.line);
    else
        used = snprintf(defs->error, sizeof defs->error, "%s: ", place.file);
    if (used < 0 || (size_t)used >= sizeof defs->error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(defs->error + used, sizeof defs->error - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static void hash_text(defs_t *defs, const char *text) {
    for (; *text; text++)
        defs->hash = (defs->hash ^ (unsigned char)*text) * 0x100000001b3u;
}

// One canonical line: a blank in front of rows, one blank between tokens, quotes kept.
static void hash_line(defs_t *defs, const line_t *line) {
    for (size_t i = 0; i < line->count; i++) {
        if (i || line->indented)
            hash_text(defs, " ");
        hash_text(defs, line->token[i].quoted ? "\"" : "");
        hash_text(defs, line->token[i].text);
        hash_text(defs, line->token[i].quoted ? "\"" : "");
    }
    hash_text(defs, "\n");
}

// Splits `text` in place.
static bool tokenize(line_t *line, char *text) {
    line->count = 0;
    line->indented = *text == ' ' || *text == '\t';
    for (char *c = text;;) {
        while (isspace((unsigned char)*c))
            c++;
        if (!*c || *c == '#')
            return true;
        if (line->count == TOKENS_MAX)
            return defs_fail(line->defs, line->place, "the line has more than %d tokens.",
                             TOKENS_MAX);
        token_t *token = &line->token[line->count++];
        token->quoted = *c == '"';
        if (token->quoted) {
            char *end = strchr(++c, '"');
            if (!end)
                return defs_fail(line->defs, line->place, "the closing quote is missing.");
            if (end[1] && !isspace((unsigned char)end[1]))
                return defs_fail(line->defs, line->place, "text follows the closing quote.");
            token->text = c;
            *end = 0;
            c = end + 1;
        } else {
            token->text = c;
            while (*c && !isspace((unsigned char)*c))
                c++;
            if (*c)
                *c++ = 0;
        }
    }
}

// A number at token `at`, decimal or 0x, within [low, high].
static bool number(const line_t *line, size_t at, const char *what, int64_t low, int64_t high,
                   int64_t *value) {
    const char *text = line->token[at].text;
    char *end = NULL;
    const char *digits = text + (*text == '-');
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    errno = 0;
    *value = strtoll(text, &end, hex ? 16 : 10);
    if (line->token[at].quoted || !isdigit((unsigned char)*digits) || *end || (hex && !digits[2]))
        return defs_fail(line->defs, line->place, "%s \"%s\" is not a number.", what, text);
    if (errno == ERANGE || *value < low || *value > high)
        return defs_fail(line->defs, line->place, "%s %s is outside %lld to %lld.", what, text,
                         (long long)low, (long long)high);
    return true;
}

// The same for 64 bits without a sign.
static bool number64(const line_t *line, size_t at, const char *what, uint64_t *value) {
    const char *text = line->token[at].text;
    char *end = NULL;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    *value = strtoull(text, &end, hex ? 16 : 10);
    if (line->token[at].quoted || !isdigit((unsigned char)*text) || *end || (hex && !text[2]))
        return defs_fail(line->defs, line->place, "%s \"%s\" is not a number.", what, text);
    if (errno == ERANGE)
        return defs_fail(line->defs, line->place, "%s %s does not fit 64 bits.", what, text);
    return true;
}

static bool name(const line_t *line, size_t at, const char **result) {
    const char *text = line->token[at].text;
    bool good = !line->token[at].quoted && isalpha((unsigned char)*text);
    for (const char *c = text; *c; c++)
        good = good && (isalnum((unsigned char)*c) || *c == '_');
    if (!good)
        return defs_fail(line->defs, line->place,
                         "\"%s\" is not a name: a letter, then letters, digits or underscores.",
                         text);
    *result = copy_text(text);
    return true;
}

// The line must have `count` tokens, then a description in quotes and no more.
static bool shape(const line_t *line, size_t count, const char *form, const char **text) {
    if (line->count > 0 && line->count == count && !line->token[count - 1].quoted)
        return defs_fail(line->defs, line->place, "the description is missing (%s \"...\").", form);
    if (line->count != count + 1)
        return defs_fail(line->defs, line->place, "the line must read: %s \"description\".", form);
    const token_t *last = &line->token[count];
    if (!last->quoted)
        return defs_fail(line->defs, line->place, "the description \"%s\" is not in quotes.",
                         last->text);
    if (strspn(last->text, " \t") == strlen(last->text))
        return defs_fail(line->defs, line->place, "the description is empty.");
    *text = copy_text(last->text);
    return true;
}

static bool parse_const(const line_t *line, defs_entry_t *entry) {
    const char *text = NULL;
    if (!shape(line, 3, "const NAME VALUE", &entry->text))
        return false;
    text = line->token[2].text;
    entry->hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (*text == '-')
        return number(line, 2, "the value", INT32_MIN, -1, &entry->value);
    uint64_t value = 0;
    if (!number64(line, 2, "the value", &value))
        return false;
    entry->big = value > INT64_MAX;
    entry->value = (int64_t)value;
    return true;
}

static bool parse_weight(const line_t *line, defs_entry_t *entry) {
    int64_t address = 0, bits = 0, value = 0;
    if (!shape(line, 5, "weight NAME ADDRESS BITS DEFAULT", &entry->text) ||
        !number(line, 2, "the address", 0, DEFS_ADDRESS_MAX, &address) ||
        !number(line, 3, "the width", 2, DEFS_WEIGHT_BITS_MAX, &bits) ||
        !number(line, 4, "the default", INT32_MIN, INT32_MAX, &value))
        return false;
    entry->address = (unsigned)address;
    entry->bits = (unsigned)bits;
    entry->count = 1;
    entry->values = defs_alloc(NULL, sizeof *entry->values);
    entry->values[0] = value;
    entry->value_count = 1;
    entry->row_length = 1;
    return true;
}

static bool parse_weights(const line_t *line, defs_entry_t *entry) {
    int64_t address = 0, count = 0, bits = 0;
    if (!shape(line, 5, "weights NAME ADDRESS COUNT BITS", &entry->text) ||
        !number(line, 2, "the address", 0, DEFS_ADDRESS_MAX, &address) ||
        !number(line, 3, "the count", 1, DEFS_ADDRESS_MAX + 1 - address, &count) ||
        !number(line, 4, "the width", 2, DEFS_WEIGHT_BITS_MAX, &bits))
        return false;
    entry->address = (unsigned)address;
    entry->count = (unsigned)count;
    entry->bits = (unsigned)bits;
    return true;
}

static bool parse_option(const line_t *line, defs_entry_t *entry) {
    return shape(line, 5, "option NAME LOW HIGH DEFAULT", &entry->text) &&
           number(line, 2, "the low end", INT32_MIN, INT32_MAX, &entry->low) &&
           number(line, 3, "the high end", entry->low, INT32_MAX, &entry->high) &&
           number(line, 4, "the default", entry->low, entry->high, &entry->standard);
}

static bool parse_keys(const line_t *line, defs_entry_t *entry) {
    int64_t count = 0;
    if (!shape(line, 4, "keys NAME COUNT SEED", &entry->text) ||
        !number(line, 2, "the count", 1, DEFS_KEYS_MAX, &count) ||
        !number64(line, 3, "the seed", &entry->seed))
        return false;
    entry->count = (unsigned)count;
    return true;
}

static bool parse_table(const line_t *line, defs_entry_t *entry) {
    int64_t count = 0, bits = 0;
    if (!shape(line, 4, "table NAME COUNT BITS", &entry->text) ||
        !number(line, 2, "the count", 1, DEFS_TABLE_MAX, &count) ||
        !number(line, 3, "the width", 1, DEFS_TABLE_BITS_MAX, &bits))
        return false;
    entry->count = (unsigned)count;
    entry->bits = (unsigned)bits;
    return true;
}

static bool parse_wide(const line_t *line, defs_entry_t *entry, const char *form, int64_t most) {
    int64_t bits = 0;
    if (!shape(line, 3, form, &entry->text) || !number(line, 2, "the width", 1, most, &bits))
        return false;
    entry->bits = (unsigned)bits;
    return true;
}

static bool parse_directive(const line_t *line, defs_entry_t *entry) {
    static const char *const word[] = {"group",   "const",  "enum", "word", "weight",
                                       "weights", "option", "keys", "table"};
    size_t kind = 0;
    while (kind < sizeof word / sizeof *word && strcmp(line->token[0].text, word[kind]) != 0)
        kind++;
    if (kind == sizeof word / sizeof *word || line->token[0].quoted)
        return defs_fail(line->defs, line->place,
                         "\"%s\" is no directive (group, const, enum, word, weight, weights, "
                         "option, keys, table).",
                         line->token[0].text);
    entry->kind = (defs_kind_t)kind;
    entry->place = line->place;
    if (line->count < 2)
        return defs_fail(line->defs, line->place, "%s needs a name.", word[kind]);
    if (!name(line, 1, &entry->name))
        return false;
    switch (entry->kind) {
    case DEFS_GROUP:
        return shape(line, 2, "group NAME", &entry->text);
    case DEFS_CONST:
        return parse_const(line, entry);
    case DEFS_ENUM:
        return parse_wide(line, entry, "enum NAME WIDTH", 31);
    case DEFS_WORD:
        return parse_wide(line, entry, "word NAME WIDTH", DEFS_WORD_MAX);
    case DEFS_WEIGHT:
        return parse_weight(line, entry);
    case DEFS_WEIGHTS:
        return parse_weights(line, entry);
    case DEFS_OPTION:
        return parse_option(line, entry);
    case DEFS_KEYS:
        return parse_keys(line, entry);
    case DEFS_TABLE:
        return parse_table(line, entry);
    }
    return false;
}

static bool parse_values(const line_t *line, defs_entry_t *entry) {
    const char *what = entry->kind == DEFS_TABLE ? "the number" : "the weight";
    int64_t low = entry->kind == DEFS_TABLE ? 0 : INT32_MIN;
    int64_t high = entry->kind == DEFS_TABLE ? UINT32_MAX : INT32_MAX;
    entry->values =
        defs_alloc(entry->values, (entry->value_count + line->count) * sizeof *entry->values);
    for (size_t i = 0; i < line->count; i++)
        if (!number(line, i, what, low, high, &entry->values[entry->value_count++]))
            return false;
    if (!entry->row_length)
        entry->row_length = line->count;
    return true;
}

// An indented line belongs to the entry before it.
static bool parse_row(const line_t *line, defs_entry_t *entry) {
    if (entry && (entry->kind == DEFS_WEIGHTS || entry->kind == DEFS_TABLE))
        return parse_values(line, entry);
    if (!entry || (entry->kind != DEFS_ENUM && entry->kind != DEFS_WORD))
        return defs_fail(line->defs, line->place,
                         "an indented row must follow enum, word, weights or table.");
    defs_item_t item = {.place = line->place};
    int64_t first = 0, bits = 0;
    if (entry->kind == DEFS_ENUM) {
        if (!shape(line, 2, "CODE ITEM", &item.text) ||
            !number(line, 0, "the code", 0, UINT32_MAX, &first) || !name(line, 1, &item.name))
            return false;
        item.code = (uint64_t)first;
    } else {
        if (!shape(line, 3, "LSB BITS FIELD", &item.text) ||
            !number(line, 0, "the lowest bit", 0, DEFS_WORD_MAX, &first) ||
            !number(line, 1, "the number of bits", 1, DEFS_WORD_MAX, &bits))
            return false;
        item.lsb = (unsigned)first;
        item.bits = (unsigned)bits;
        if (strcmp(line->token[2].text, "-") == 0)
            item.name = "-";
        else if (!name(line, 2, &item.name))
            return false;
    }
    entry->items = defs_alloc(entry->items, (entry->item_count + 1) * sizeof item);
    entry->items[entry->item_count++] = item;
    return true;
}

static bool parse_line(line_t *line) {
    defs_t *defs = line->defs;
    if (!line->count)
        return true;
    hash_line(defs, line);
    if (line->indented)
        return parse_row(line, defs->entry_count ? &defs->entries[defs->entry_count - 1] : NULL);
    defs_entry_t entry = {0};
    if (!parse_directive(line, &entry))
        return false;
    defs->entries = defs_alloc(defs->entries, (defs->entry_count + 1) * sizeof entry);
    defs->entries[defs->entry_count++] = entry;
    return true;
}

static bool load_file(defs_t *defs, const char *path) {
    static line_t line;
    char text[LINE_MAX_BYTES];
    line = (line_t){.defs = defs, .place = {copy_text(path), 0}};
    FILE *file = fopen(path, "r");
    if (!file)
        return defs_fail(defs, line.place, "the file cannot be read: %s.", strerror(errno));
    bool good = true;
    while (good && fgets(text, sizeof text, file)) {
        line.place.line++;
        if (strlen(text) == sizeof text - 1)
            good = defs_fail(defs, line.place, "the line is longer than %d bytes.",
                             LINE_MAX_BYTES - 2);
        else
            good = tokenize(&line, text) && parse_line(&line);
    }
    fclose(file);
    return good;
}

static int by_name(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

// The names of the .def files in `dir`, sorted.
static bool list_files(defs_t *defs, const char *dir, char ***files, size_t *count) {
    defs_place_t place = {dir, 0};
    DIR *folder = opendir(dir);
    if (!folder)
        return defs_fail(defs, place, "the folder cannot be read: %s.", strerror(errno));
    *files = NULL;
    *count = 0;
    for (struct dirent *item = readdir(folder); item; item = readdir(folder)) {
        size_t length = strlen(item->d_name);
        if (length < 5 || strcmp(item->d_name + length - 4, ".def") != 0)
            continue;
        *files = defs_alloc(*files, (*count + 1) * sizeof **files);
        (*files)[(*count)++] = copy_text(item->d_name);
    }
    closedir(folder);
    if (!*count)
        return defs_fail(defs, place, "the folder holds no .def file.");
    qsort(*files, *count, sizeof **files, by_name);
    return true;
}

// Loads the files in the order of `index`; each must be there, and none may be left out.
static bool load_index(defs_t *defs, FILE *index, const char *dir, char **files, size_t count) {
    static line_t line;
    char path[4096], text[LINE_MAX_BYTES];
    snprintf(path, sizeof path, "%s/index", dir);
    line = (line_t){.defs = defs, .place = {copy_text(path), 0}};
    while (fgets(text, sizeof text, index)) {
        line.place.line++;
        if (!tokenize(&line, text))
            return false;
        for (size_t i = 0; i < line.count; i++) {
            size_t at = 0;
            while (at < count && (!files[at] || strcmp(files[at], line.token[i].text) != 0))
                at++;
            if (at == count)
                return defs_fail(defs, line.place, "%s is not there, or is named twice.",
                                 line.token[i].text);
            files[at] = NULL;
            snprintf(path, sizeof path, "%s/%s", dir, line.token[i].text);
            if (!load_file(defs, path))
                return false;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (files[i])
            return defs_fail(defs, line.place, "%s is not named in the index.", files[i]);
    return true;
}

bool defs_load(defs_t *defs, const char *dir) {
    char **files = NULL;
    size_t count = 0;
    char path[4096];
    defs->hash = 0xcbf29ce484222325u;
    if (!list_files(defs, dir, &files, &count))
        return false;
    snprintf(path, sizeof path, "%s/index", dir);
    FILE *index = fopen(path, "r");
    if (index) {
        bool good = load_index(defs, index, dir, files, count);
        fclose(index);
        return good;
    }
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, files[i]);
        if (!load_file(defs, path))
            return false;
    }
    return true;
}
