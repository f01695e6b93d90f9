// SPDX-License-Identifier: Apache-2.0
// Rows that C and Verilog have in common: named plain numbers, and the fields of a word.
#include "defs.h"

#include <stdlib.h>
#include <string.h>

void defs_write_number(FILE *out, defs_language_t language, const char *name, const char *part,
                       unsigned value) {
    static const char *const formats[] = {
        [DEFS_LANGUAGE_C] = "#define ZF_%s_%s %u\n",
        [DEFS_LANGUAGE_VERILOG] = "localparam ZF_%s_%s = %u;\n",
    };
    fprintf(out, formats[language], name, part, value);
}

void defs_write_word(FILE *out, defs_language_t language, const char *name,
                     const defs_entry_t *entry, defs_field_writer_t also) {
    defs_write_number(out, language, name, "BITS", entry->bits);
    for (size_t i = 0; i < entry->item_count; i++) {
        const defs_item_t *field = &entry->items[i];
        if (strcmp(field->name, "-") == 0)
            continue;
        char *item = defs_upper(field->name),
             *whole = defs_alloc(NULL, strlen(name) + strlen(item) + 2);
        sprintf(whole, "%s_%s", name, item);
        if (language == DEFS_LANGUAGE_C)
            fprintf(out, "// %s\n", field->text);
        defs_write_number(out, language, whole, "LSB", field->lsb);
        defs_write_number(out, language, whole, "BITS", field->bits);
        if (also)
            also(out, whole, entry, field);
        free(whole);
        free(item);
    }
}
