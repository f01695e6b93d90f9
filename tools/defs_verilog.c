// SPDX-License-Identifier: Apache-2.0
// The Verilog side: localparams for inclusion inside a module, and $readmemh images.
#include "defs.h"

#include <inttypes.h>
#include <stdlib.h>

static void number(FILE *out, const char *name, const char *part, unsigned value) {
    defs_write_number(out, DEFS_LANGUAGE_VERILOG, name, part, value);
}

// Codes carry their width, so that comparing them with a field needs no cast; counts and
// positions are plain integers.
static void write_enum(const char *name, const defs_entry_t *entry, FILE *out) {
    number(out, name, "BITS", entry->bits);
    for (size_t i = 0; i < entry->item_count; i++) {
        char *item = defs_upper(entry->items[i].name);
        fprintf(out, "localparam [%u:0] ZF_%s_%s = %u'd%" PRIu64 ";\n", entry->bits - 1, name, item,
                entry->bits, entry->items[i].code);
        free(item);
    }
}

static void write_const(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "localparam ");
    if (entry->big || entry->value > INT32_MAX)
        fprintf(out, "[63:0] ZF_%s = 64'h%016" PRIx64 ";\n", name, (uint64_t)entry->value);
    else
        fprintf(out, "ZF_%s = %" PRId64 ";\n", name, entry->value);
}

// The lowest `bits` of `value` as hexadecimal digits.
static void write_bits(int64_t value, unsigned bits, FILE *out) {
    fprintf(out, "%0*" PRIx64, (int)((bits + 3) / 4),
            (uint64_t)value & (~(uint64_t)0 >> (64 - bits)));
}

// Element i is [i * BITS +: BITS].
static void write_packed(const char *name, const defs_entry_t *entry, FILE *out) {
    fprintf(out, "localparam [%u:0] ZF_%s = {", entry->count * entry->bits - 1, name);
    for (unsigned at = entry->count; at-- > 0;) {
        fprintf(out, "%u'h", entry->bits);
        write_bits(entry->values[at], entry->bits, out);
        fputs(at ? (at % 8 ? ", " : ",\n    ") : "};\n", out);
    }
}

static void write_table(const char *name, const defs_entry_t *entry, FILE *out) {
    number(out, name, "COUNT", entry->count);
    number(out, name, "BITS", entry->bits);
    write_packed(name, entry, out);
}

static void write_weight(const char *name, const defs_entry_t *entry, unsigned address_bits,
                         FILE *out) {
    unsigned bits = address_bits ? address_bits : 1;
    fprintf(out, "localparam [%u:0] ZF_W_%s = %u'd%u;\n", bits - 1, name, bits, entry->address);
    fprintf(out, "localparam ZF_W_%s_COUNT = %u;\n", name, entry->count);
    fprintf(out, "localparam ZF_W_%s_BITS = %u;\n", name, entry->bits);
    char packed[256];
    snprintf(packed, sizeof packed, "W_%s_DEFAULT", name);
    write_packed(packed, entry, out);
}

// Few keys are wired into the logic, so they stand here too; many belong in a memory.
static void write_keys(const char *name, const defs_entry_t *entry, FILE *out) {
    enum { WIRED_MAX = 16 };
    number(out, name, "COUNT", entry->count);
    if (entry->count > WIRED_MAX)
        return;
    fprintf(out, "localparam [%u:0] ZF_%s = {", entry->count * 64 - 1, name);
    for (unsigned i = entry->count; i-- > 0;)
        fprintf(out, "64'h%016" PRIx64 "%s", entry->keys[i], i ? ", " : "};\n");
}

static void write_entry(const defs_t *defs, const defs_entry_t *entry, FILE *out) {
    char *name = defs_upper(entry->name);
    if (entry->kind == DEFS_GROUP)
        fprintf(out, "\n// ==== %s: %s\n", entry->name, entry->text);
    else
        fprintf(out, "// %s\n", entry->text);
    switch (entry->kind) {
    case DEFS_GROUP:
        break;
    case DEFS_CONST:
        write_const(name, entry, out);
        break;
    case DEFS_ENUM:
        write_enum(name, entry, out);
        break;
    case DEFS_WORD:
        defs_write_word(out, DEFS_LANGUAGE_VERILOG, name, entry, NULL);
        break;
    case DEFS_WEIGHT:
    case DEFS_WEIGHTS:
        write_weight(name, entry, defs_weight_span(defs).address_bits, out);
        break;
    case DEFS_OPTION:
        fprintf(out, "localparam ZF_O_%s_LOW = %" PRId64 ";\n", name, entry->low);
        fprintf(out, "localparam ZF_O_%s_HIGH = %" PRId64 ";\n", name, entry->high);
        fprintf(out, "localparam ZF_O_%s_DEFAULT = %" PRId64 ";\n", name, entry->standard);
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

void defs_write_verilog(const defs_t *defs, FILE *out) {
    defs_weight_span_t span = defs_weight_span(defs);
    fprintf(out,
            "// SPDX-License-Identifier: Apache-2.0\n"
            "// Written by tools/defs from defs/*.def. Do not edit.\n"
            "// Included inside a module, behind its ports; hence no guard against a second time.\n"
            "/* verilator lint_off UNUSEDPARAM */\n"
            "localparam [63:0] ZF_DEFS_HASH = 64'h%016" PRIx64 ";\n",
            defs->hash);
    for (size_t i = 0; i < defs->entry_count; i++)
        write_entry(defs, &defs->entries[i], out);
    fprintf(out,
            "\n// ==== weights as a memory: defaults in zf_weights.hex\n"
            "localparam ZF_WEIGHT_COUNT = %u;\n"
            "localparam ZF_WEIGHT_WORDS = %u;\n"
            "localparam ZF_WEIGHT_ADDRESS_BITS = %u;\n"
            "localparam ZF_WEIGHT_BITS = %u;\n"
            "/* verilator lint_on UNUSEDPARAM */\n",
            span.count, span.words, span.address_bits, span.bits);
}

void defs_write_weights_hex(const defs_t *defs, FILE *out) {
    defs_weight_span_t span = defs_weight_span(defs);
    int64_t *image = defs_weight_image(defs);
    for (unsigned at = 0; at < span.words; at++) {
        write_bits(image[at], span.bits, out);
        fputc('\n', out);
    }
    free(image);
}

void defs_write_keys_hex(const defs_entry_t *keys, FILE *out) {
    for (unsigned at = 0; at < keys->count; at++)
        fprintf(out, "%016" PRIx64 "\n", keys->keys[at]);
}
