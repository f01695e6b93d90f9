// SPDX-License-Identifier: Apache-2.0
// The defs generator: reads defs/*.def, the one source of everything that hardware and software
// share, and writes the C header, the Verilog include, the tables and the documentation.
//
// A run is three steps on one defs_t: defs_load (parse), defs_check (the rules that need the whole
// of an entry), and the writers. The first two return false with one sentence in `error`, which
// starts with "file:line: ". Nothing is freed: the process ends after one run.
// The language is described in defs/README.md.
#ifndef ZF_TOOLS_DEFS_H
#define ZF_TOOLS_DEFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    DEFS_GROUP,
    DEFS_CONST,
    DEFS_ENUM,
    DEFS_WORD,
    DEFS_WEIGHT,
    DEFS_WEIGHTS,
    DEFS_OPTION,
    DEFS_KEYS,
    DEFS_TABLE
} defs_kind_t;

typedef struct {
    const char *file;
    int line;
} defs_place_t;

// One row below an `enum` (code, name) or a `word` (lsb, bits, name; "-" is reserved).
typedef struct {
    defs_place_t place;
    const char *name;
    const char *text;
    uint64_t code;
    unsigned lsb, bits;
} defs_item_t;

// One directive. Which members hold something depends on `kind`.
typedef struct {
    defs_kind_t kind;
    defs_place_t place;
    const char *name;            // as written
    const char *text;            // the description
    bool hex;                    // const: written in hexadecimal, and shown so
    int64_t value;               // const up to 2^63-1; as uint64_t where `big`
    bool big;                    // const above 2^63-1
    unsigned bits;               // enum, word, table: width; weights: signed width
    unsigned address;            // weights: first register
    unsigned count;              // weights, keys, table
    int64_t low, high, standard; // option
    uint64_t seed;               // keys
    defs_item_t *items;
    size_t item_count;
    int64_t *values; // weights, table: `count` numbers once checked
    size_t value_count;
    size_t row_length; // weights, table: values in the first row, the shape the documentation keeps
    uint64_t *keys;
} defs_entry_t;

typedef struct {
    char *name;
    defs_place_t place;
} defs_symbol_t;

typedef struct {
    defs_entry_t *entries;
    size_t entry_count;
    defs_symbol_t *symbols; // every generated constant, to refuse a second one of that name
    size_t symbol_count;
    uint64_t hash; // FNV-1a of the text without comments and blanks
    char error[512];
} defs_t;

// Largest word, weight and key counts that are accepted; typing errors are found by them.
enum {
    DEFS_WORD_MAX = 65536,
    DEFS_ADDRESS_MAX = 16383,
    DEFS_WEIGHT_BITS_MAX = 16,
    DEFS_KEYS_MAX = 4096,
    DEFS_TABLE_MAX = 4096,
    DEFS_TABLE_BITS_MAX = 32
};

// Reads the .def files of folder `dir`, in the order of its `index` file or sorted by name.
bool defs_load(defs_t *defs, const char *dir);
// Checks coverage, codes, addresses and names; computes the keys.
bool defs_check(defs_t *defs);
// Sets `error` to one sentence about `place`; always false, so that callers can return it.
bool defs_fail(defs_t *defs, defs_place_t place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Writers. Each writes one whole file to `out`.
void defs_write_c_header(const defs_t *defs, FILE *out);
void defs_write_c_weights(const defs_t *defs, FILE *out);
void defs_write_c_tables(const defs_t *defs, FILE *out);
void defs_write_verilog(const defs_t *defs, FILE *out);
void defs_write_weights_hex(const defs_t *defs, FILE *out);
void defs_write_keys_hex(const defs_entry_t *keys, FILE *out);
void defs_write_doc(const defs_t *defs, FILE *out);

// Figures over all weights: registers from 0 to the highest address, and the widest weight.
typedef struct {
    unsigned words; // highest address + 1; 0 where there are no weights
    unsigned bits;
    unsigned address_bits;
    unsigned count; // registers in use
} defs_weight_span_t;
defs_weight_span_t defs_weight_span(const defs_t *defs);
// Defaults by address, 0 in the holes; `words` values, allocated.
int64_t *defs_weight_image(const defs_t *defs);
// Number of entries of one kind.
size_t defs_count(const defs_t *defs, defs_kind_t kind);

// Rows of both languages: one plain number ZF_NAME_PART; and a word's width and its fields, each
// followed by what `also` writes (NULL: nothing). `whole` is NAME_FIELD.
typedef enum { DEFS_LANGUAGE_C, DEFS_LANGUAGE_VERILOG } defs_language_t;
typedef void (*defs_field_writer_t)(FILE *out, const char *whole, const defs_entry_t *entry,
                                    const defs_item_t *field);
void defs_write_number(FILE *out, defs_language_t language, const char *name, const char *part,
                       unsigned value);
void defs_write_word(FILE *out, defs_language_t language, const char *name,
                     const defs_entry_t *entry, defs_field_writer_t also);

// `name` in upper or lower case; allocated.
char *defs_upper(const char *name);
char *defs_lower(const char *name);
// Memory or the end of the program: a generator has nothing to save.
void *defs_alloc(void *old, size_t bytes);

#endif
