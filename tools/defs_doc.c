// SPDX-License-Identifier: Apache-2.0
// The tables of docs/generated/defs.md.
#include "defs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// `text` inside a table cell.
static void write_cell(const char *text, FILE *out) {
    for (; *text; text++)
        fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
}

static void write_row_end(const char *text, FILE *out) {
    write_cell(text, out);
    fputs(" |\n", out);
}

static void write_enum(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "\n### enum %s, %u bits\n\n%s\n\n| code | name | |\n|---:|---|---|\n", name,
            entry->bits, entry->text);
    for (size_t i = 0; i < entry->item_count; i++) {
        char *item = defs_upper(entry->items[i].name);
        fprintf(out, "| %" PRIu64 " | `ZF_%s_%s` | ", entry->items[i].code, name, item);
        write_row_end(entry->items[i].text, out);
        free(item);
    }
}

static void write_word(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out,
            "\n### word %s, %u bits\n\n%s\n\n| bits | width | field | |\n|---:|---:|---|---|\n",
            name, entry->bits, entry->text);
    for (size_t i = 0; i < entry->item_count; i++) {
        const defs_item_t *field = &entry->items[i];
        char *item = defs_upper(field->name);
        if (field->bits == 1)
            fprintf(out, "| %u", field->lsb);
        else
            fprintf(out, "| %u:%u", field->lsb + field->bits - 1, field->lsb);
        fprintf(out, strcmp(item, "-") ? " | %u | `%s` | " : " | %u | %s | ", field->bits, item);
        write_row_end(field->text, out);
        free(item);
    }
}

static void write_numbers(const defs_entry_t *entry, FILE *out) {
    fprintf(out, "\n\n%s\n\n```\n", entry->text);
    for (size_t at = 0; at < entry->value_count; at++)
        fprintf(out, "%6" PRId64 "%s", entry->values[at],
                (at + 1) % entry->row_length == 0 || at + 1 == entry->value_count ? "\n" : "");
    fputs("```\n", out);
}

static void write_weights(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "\n### weights %s: %u at %u, %u bits", name, entry->count, entry->address,
            entry->bits);
    write_numbers(entry, out);
}

static void write_table(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "\n### table %s: %u of %u bits", name, entry->count, entry->bits);
    write_numbers(entry, out);
}

// Entries of these kinds are rows of one table as long as they follow each other.
static const char *table_head(defs_kind_t kind) {
    if (kind == DEFS_CONST)
        return "\n| constant | value | |\n|---|---:|---|\n";
    if (kind == DEFS_WEIGHT)
        return "\n| weight | address | bits | default | |\n|---|---:|---:|---:|---|\n";
    if (kind == DEFS_OPTION)
        return "\n| option | low | high | default | |\n|---|---:|---:|---:|---|\n";
    if (kind == DEFS_KEYS)
        return "\n| keys | count | seed | |\n|---|---:|---:|---|\n";
    return "";
}

static void write_const_value(const defs_entry_t *entry, FILE *out) {
    if (entry->hex)
        fprintf(out, "0x%" PRIx64, (uint64_t)entry->value);
    else if (entry->big)
        fprintf(out, "%" PRIu64, (uint64_t)entry->value);
    else
        fprintf(out, "%" PRId64, entry->value);
}

static void write_entry(const defs_entry_t *entry, FILE *out) {
    char *name = defs_upper(entry->name), *lower = defs_lower(entry->name);
    switch (entry->kind) {
    case DEFS_GROUP:
        fprintf(out, "\n## %s\n\n%s\n", entry->name, entry->text);
        break;
    case DEFS_CONST:
        fprintf(out, "| `ZF_%s` | ", name);
        write_const_value(entry, out);
        fputs(" | ", out);
        write_row_end(entry->text, out);
        break;
    case DEFS_ENUM:
        write_enum(name, entry, out);
        break;
    case DEFS_WORD:
        write_word(name, entry, out);
        break;
    case DEFS_WEIGHT:
        fprintf(out, "| `ZF_W_%s` | %u | %u | %" PRId64 " | ", name, entry->address, entry->bits,
                entry->values[0]);
        write_row_end(entry->text, out);
        break;
    case DEFS_WEIGHTS:
        write_weights(name, entry, out);
        break;
    case DEFS_OPTION:
        fprintf(out, "| `%s` | %" PRId64 " | %" PRId64 " | %" PRId64 " | ", lower, entry->low,
                entry->high, entry->standard);
        write_row_end(entry->text, out);
        break;
    case DEFS_KEYS:
        fprintf(out, "| `zf_%s` | %u | 0x%" PRIx64 " | ", lower, entry->count, entry->seed);
        write_row_end(entry->text, out);
        break;
    case DEFS_TABLE:
        write_table(name, entry, out);
        break;
    }
    free(name);
    free(lower);
}

void defs_write_doc(const defs_t *defs, FILE *out) {
    defs_weight_span_t span = defs_weight_span(defs);
    fprintf(out,
            "# Shared definitions\n\n"
            "Written by `tools/defs` from `defs/*.def`; `make defs` writes it anew, `make test` "
            "compares.\n\n"
            "Hash of the definitions: `%016" PRIx64 "`. Weight registers: %u in use, %u words of "
            "%u bits, addresses of %u bits.\n",
            defs->hash, span.count, span.words, span.bits, span.address_bits);
    defs_kind_t before = DEFS_GROUP;
    for (size_t i = 0; i < defs->entry_count; i++) {
        const defs_entry_t *entry = &defs->entries[i];
        if (i == 0 || entry->kind != before)
            fputs(table_head(entry->kind), out);
        write_entry(entry, out);
        before = entry->kind;
    }
}
