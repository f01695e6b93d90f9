// SPDX-License-Identifier: Apache-2.0
// The C side: zf_defs.h, the weight table and the tables of options and keys.
#include "defs.h"

#include <inttypes.h>
#include <stdlib.h>

static const char notice[] = "// SPDX-License-Identifier: Apache-2.0\n"
                             "// Written by tools/defs from defs/*.def. Do not edit.\n";

static void write_comment(FILE *out, const char *text) {
    fprintf(out, "// %s\n", text);
}

static void number(FILE *out, const char *name, const char *part, unsigned value) {
    defs_write_number(out, DEFS_LANGUAGE_C, name, part, value);
}

static void write_const(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "#define ZF_%s ", name);
    if (entry->big || entry->value > INT32_MAX)
        fprintf(out, entry->hex || entry->big ? "0x%" PRIx64 "ull" : "%" PRIu64 "ull",
                (uint64_t)entry->value);
    else if (entry->value < 0)
        fprintf(out, "(%" PRId64 ")", entry->value);
    else
        fprintf(out, entry->hex ? "0x%" PRIx64 : "%" PRId64, entry->value);
    fprintf(out, " // %s\n", entry->text);
}

static void write_enum(const char *name, const defs_entry_t *entry, FILE *out) {
    char *type = defs_lower(entry->name);
    number(out, name, "BITS", entry->bits);
    fputs("typedef enum {\n", out);
    for (size_t i = 0; i < entry->item_count; i++) {
        char *item = defs_upper(entry->items[i].name);
        fprintf(out, "    ZF_%s_%s = %" PRIu64 ", // %s\n", name, item, entry->items[i].code,
                entry->items[i].text);
        free(item);
    }
    fprintf(out, "} zf_%s_t;\n", type);
    free(type);
}

static void write_mask(FILE *out, const char *whole, const defs_entry_t *entry,
                       const defs_item_t *field) {
    if (entry->bits <= 64)
        fprintf(out, "#define ZF_%s_MASK 0x%" PRIx64 "ull\n", whole,
                (~(uint64_t)0 >> (64 - field->bits)) << field->lsb);
}

// Rows of sixteen.
static void write_numbers(const int64_t *values, unsigned count, FILE *out) {
    for (unsigned at = 0; at < count; at++)
        fprintf(out, "%s%" PRId64 ",%s", at % 16 ? " " : "    ", values[at],
                at % 16 == 15 || at + 1 == count ? "\n" : "");
}

static void write_weight(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "#define ZF_W_%s %u // %s\n", name, entry->address, entry->text);
    fprintf(out, "#define ZF_W_%s_COUNT %u\n", name, entry->count);
    fprintf(out, "#define ZF_W_%s_BITS %u\n", name, entry->bits);
}

static void write_option(const char *name, const defs_entry_t *entry, size_t number, FILE *out) {
    fprintf(out, "#define ZF_O_%s %zu // %s\n", name, number, entry->text);
    fprintf(out, "#define ZF_O_%s_LOW (%" PRId64 ")\n", name, entry->low);
    fprintf(out, "#define ZF_O_%s_HIGH (%" PRId64 ")\n", name, entry->high);
    fprintf(out, "#define ZF_O_%s_DEFAULT (%" PRId64 ")\n", name, entry->standard);
}

static void write_keys(const char *name, const defs_entry_t *entry, FILE *out) {
    char *lower = defs_lower(entry->name);
    number(out, name, "COUNT", entry->count);
    fprintf(out, "extern const uint64_t zf_%s[ZF_%s_COUNT];\n", lower, name);
    free(lower);
}

// The width of the C type that holds an element.
static unsigned table_bits(const defs_entry_t *entry) {
    return entry->bits <= 8 ? 8 : entry->bits <= 16 ? 16 : 32;
}

static void write_table(const char *name, const defs_entry_t *entry, FILE *out) {
    char *lower = defs_lower(entry->name);
    number(out, name, "COUNT", entry->count);
    number(out, name, "BITS", entry->bits);
    fprintf(out, "extern const uint%u_t zf_%s[ZF_%s_COUNT];\n", table_bits(entry), lower, name);
    free(lower);
}

static void write_entry(const defs_entry_t *entry, size_t option, FILE *out) {
    char *name = defs_upper(entry->name);
    // Rows and one-line macros carry their text behind them.
    if (entry->kind == DEFS_ENUM || entry->kind == DEFS_WORD || entry->kind == DEFS_KEYS ||
        entry->kind == DEFS_TABLE)
        write_comment(out, entry->text);
    switch (entry->kind) {
    case DEFS_GROUP:
        fprintf(out, "\n// ==== %s: %s\n", entry->name, entry->text);
        break;
    case DEFS_CONST:
        write_const(name, entry, out);
        break;
    case DEFS_ENUM:
        write_enum(name, entry, out);
        break;
    case DEFS_WORD:
        defs_write_word(out, DEFS_LANGUAGE_C, name, entry, write_mask);
        break;
    case DEFS_WEIGHT:
    case DEFS_WEIGHTS:
        write_weight(name, entry, out);
        break;
    case DEFS_OPTION:
        write_option(name, entry, option, out);
        break;
    case DEFS_KEYS:
        write_keys(name, entry, out);
        break;
    case DEFS_TABLE:
        write_table(name, entry, out);
        break;
    }
    free(name);
}

static void write_table_types(const defs_t *defs, FILE *out) {
    defs_weight_span_t span = defs_weight_span(defs);
    fprintf(out,
            "\n// ==== tables\n"
            "#define ZF_WEIGHT_COUNT %u // registers in use\n"
            "#define ZF_WEIGHT_WORDS %u // highest address + 1\n"
            "#define ZF_WEIGHT_ADDRESS_BITS %u\n"
            "#define ZF_WEIGHT_BITS %u // the widest weight\n"
            "#define ZF_OPTION_COUNT %zu\n\n",
            span.count, span.words, span.address_bits, span.bits, defs_count(defs, DEFS_OPTION));
    fputs(
        "// One weight register: name, place in its array (0 of 1 for a single weight), address,\n"
        "// signed width and default.\n"
        "typedef struct {\n    const char *name;\n    uint16_t index, count;\n"
        "    uint16_t address;\n    uint8_t bits;\n    int16_t standard;\n"
        "} zf_weight_info_t;\n\n"
        "// One option: name in lower case, permitted range, default, what it does.\n"
        "typedef struct {\n    const char *name;\n    int32_t low, high, standard;\n"
        "    const char *text;\n} zf_option_info_t;\n\n",
        out);
    if (span.count)
        fputs("extern const zf_weight_info_t zf_weights[ZF_WEIGHT_COUNT]; // by address\n"
              "extern const int16_t zf_weight_default[ZF_WEIGHT_WORDS];   // 0 in the holes\n",
              out);
    if (defs_count(defs, DEFS_OPTION))
        fputs("extern const zf_option_info_t zf_options[ZF_OPTION_COUNT]; // by ZF_O_...\n", out);
}

void defs_write_c_header(const defs_t *defs, FILE *out) {
    fprintf(out,
            "%s#ifndef ZF_DEFS_H\n#define ZF_DEFS_H\n\n#include <stdint.h>\n\n"
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
            "// FNV-1a of the definitions without comments; device and host compare it.\n"
            "#define ZF_DEFS_HASH 0x%016" PRIx64 "ull\n",
            notice, defs->hash);
    size_t option = 0;
    for (size_t i = 0; i < defs->entry_count; i++) {
        write_entry(&defs->entries[i], option, out);
        option += defs->entries[i].kind == DEFS_OPTION;
    }
    write_table_types(defs, out);
    fputs("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n", out);
}

static int by_address(const void *left, const void *right) {
    const defs_entry_t *a = *(const defs_entry_t *const *)left;
    const defs_entry_t *b = *(const defs_entry_t *const *)right;
    return (a->address > b->address) - (a->address < b->address);
}

void defs_write_c_weights(const defs_t *defs, FILE *out) {
    defs_weight_span_t span = defs_weight_span(defs);
    const defs_entry_t **sorted = defs_alloc(NULL, defs->entry_count * sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < defs->entry_count; i++)
        if (defs->entries[i].kind == DEFS_WEIGHT || defs->entries[i].kind == DEFS_WEIGHTS)
            sorted[count++] = &defs->entries[i];
    fprintf(out, "%s#include \"zf_defs.h\"\n", notice);
    if (count) {
        qsort(sorted, count, sizeof *sorted, by_address);
        fputs("\nconst zf_weight_info_t zf_weights[ZF_WEIGHT_COUNT] = {\n", out);
        for (size_t i = 0; i < count; i++) {
            char *name = defs_lower(sorted[i]->name);
            for (unsigned at = 0; at < sorted[i]->count; at++)
                fprintf(out, "    {\"%s\", %u, %u, %u, %u, %" PRId64 "},\n", name, at,
                        sorted[i]->count, sorted[i]->address + at, sorted[i]->bits,
                        sorted[i]->values[at]);
            free(name);
        }
        fputs("};\n\nconst int16_t zf_weight_default[ZF_WEIGHT_WORDS] = {\n", out);
        int64_t *image = defs_weight_image(defs);
        write_numbers(image, span.words, out);
        fputs("};\n", out);
        free(image);
    }
    free(sorted);
}

// `text` as a C string; a description holds no quote, but may hold a backslash.
static void write_string(const char *text, FILE *out) {
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', out);
}

static void write_table_rows(const defs_entry_t *entry, FILE *out) {
    char *lower = defs_lower(entry->name), *upper = defs_upper(entry->name);
    fprintf(out, "\nconst uint%u_t zf_%s[ZF_%s_COUNT] = {\n", table_bits(entry), lower, upper);
    write_numbers(entry->values, entry->count, out);
    fputs("};\n", out);
    free(lower);
    free(upper);
}

void defs_write_c_tables(const defs_t *defs, FILE *out) {
    fprintf(out, "%s#include \"zf_defs.h\"\n", notice);
    if (defs_count(defs, DEFS_OPTION)) {
        fputs("\nconst zf_option_info_t zf_options[ZF_OPTION_COUNT] = {\n", out);
        for (size_t i = 0; i < defs->entry_count; i++) {
            const defs_entry_t *entry = &defs->entries[i];
            if (entry->kind != DEFS_OPTION)
                continue;
            char *name = defs_lower(entry->name);
            fprintf(out, "    {\"%s\", %" PRId64 ", %" PRId64 ", %" PRId64 ", ", name, entry->low,
                    entry->high, entry->standard);
            write_string(entry->text, out);
            fputs("},\n", out);
            free(name);
        }
        fputs("};\n", out);
    }
    for (size_t i = 0; i < defs->entry_count; i++)
        if (defs->entries[i].kind == DEFS_TABLE)
            write_table_rows(&defs->entries[i], out);
    for (size_t i = 0; i < defs->entry_count; i++) {
        const defs_entry_t *entry = &defs->entries[i];
        if (entry->kind != DEFS_KEYS)
            continue;
        char *lower = defs_lower(entry->name), *upper = defs_upper(entry->name);
        fprintf(out, "\nconst uint64_t zf_%s[ZF_%s_COUNT] = {\n", lower, upper);
        for (unsigned at = 0; at < entry->count; at++)
            fprintf(out, "%s0x%016" PRIx64 "u,%s", at % 4 ? " " : "    ", entry->keys[at],
                    at % 4 == 3 || at + 1 == entry->count ? "\n" : "");
        fputs("};\n", out);
        free(lower);
        free(upper);
    }
}
