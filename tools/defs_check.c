// SPDX-License-Identifier: Apache-2.0
// The rules that need more than one line: coverage of words, codes, weight addresses, names, keys.
#include "defs.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Notes that the generated files will define `name`; a second definition is refused.
static bool add_symbol(defs_t *defs, defs_place_t place, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char *symbol = defs_upper(text);
    for (size_t i = 0; i < defs->symbol_count; i++)
        if (strcmp(defs->symbols[i].name, symbol) == 0)
            return defs_fail(defs, place, "%s is defined twice, first at %s:%d.", symbol,
                             defs->symbols[i].place.file, defs->symbols[i].place.line);
    defs->symbols = defs_alloc(defs->symbols, (defs->symbol_count + 1) * sizeof *defs->symbols);
    defs->symbols[defs->symbol_count++] = (defs_symbol_t){symbol, place};
    return true;
}

static bool check_enum(defs_t *defs, const defs_entry_t *entry) {
    if (!entry->item_count)
        return defs_fail(defs, entry->place, "enum %s has no items.", entry->name);
    if (!add_symbol(defs, entry->place, "ZF_%s_BITS", entry->name) ||
        !add_symbol(defs, entry->place, "ZF_%s_T", entry->name))
        return false;
    for (size_t i = 0; i < entry->item_count; i++) {
        const defs_item_t *item = &entry->items[i];
        if (item->code >> entry->bits)
            return defs_fail(defs, item->place, "code %llu of %s does not fit %u bits.",
                             (unsigned long long)item->code, item->name, entry->bits);
        for (size_t j = 0; j < i; j++)
            if (entry->items[j].code == item->code)
                return defs_fail(defs, item->place, "code %llu of %s is that of %s already.",
                                 (unsigned long long)item->code, item->name, entry->items[j].name);
        if (!add_symbol(defs, item->place, "ZF_%s_%s", entry->name, item->name))
            return false;
    }
    return true;
}

static bool check_word(defs_t *defs, const defs_entry_t *entry) {
    const defs_item_t **owner = defs_alloc(NULL, entry->bits * sizeof *owner);
    for (unsigned bit = 0; bit < entry->bits; bit++)
        owner[bit] = NULL;
    if (!add_symbol(defs, entry->place, "ZF_%s_BITS", entry->name))
        return false;
    for (size_t i = 0; i < entry->item_count; i++) {
        const defs_item_t *field = &entry->items[i];
        if (field->lsb + field->bits > entry->bits)
            return defs_fail(defs, field->place, "field %s ends above the %u bits of word %s.",
                             field->name, entry->bits, entry->name);
        for (unsigned bit = field->lsb; bit < field->lsb + field->bits; bit++) {
            if (owner[bit])
                return defs_fail(defs, field->place, "field %s overlaps field %s at bit %u.",
                                 field->name, owner[bit]->name, bit);
            owner[bit] = field;
        }
        if (strcmp(field->name, "-") != 0 &&
            (!add_symbol(defs, field->place, "ZF_%s_%s_LSB", entry->name, field->name) ||
             !add_symbol(defs, field->place, "ZF_%s_%s_BITS", entry->name, field->name) ||
             !add_symbol(defs, field->place, "ZF_%s_%s_MASK", entry->name, field->name)))
            return false;
    }
    for (unsigned bit = 0; bit < entry->bits; bit++)
        if (!owner[bit])
            return defs_fail(defs, entry->place, "bit %u of word %s belongs to no field.", bit,
                             entry->name);
    free(owner);
    return true;
}

static bool check_weights(defs_t *defs, const defs_entry_t *entry) {
    if (entry->value_count != entry->count)
        return defs_fail(defs, entry->place, "weights %s needs %u values and has %zu.", entry->name,
                         entry->count, entry->value_count);
    int64_t high = ((int64_t)1 << (entry->bits - 1)) - 1;
    for (size_t i = 0; i < entry->value_count; i++)
        if (entry->values[i] < -high - 1 || entry->values[i] > high)
            return defs_fail(defs, entry->place,
                             "default %lld of weight %s, number %zu, does not fit %u signed bits.",
                             (long long)entry->values[i], entry->name, i, entry->bits);
    for (const defs_entry_t *other = defs->entries; other < entry; other++)
        if ((other->kind == DEFS_WEIGHT || other->kind == DEFS_WEIGHTS) &&
            other->address < entry->address + entry->count &&
            entry->address < other->address + other->count)
            return defs_fail(defs, entry->place, "weight %s takes an address of weight %s.",
                             entry->name, other->name);
    return add_symbol(defs, entry->place, "ZF_W_%s", entry->name) &&
           add_symbol(defs, entry->place, "ZF_W_%s_BITS", entry->name) &&
           add_symbol(defs, entry->place, "ZF_W_%s_COUNT", entry->name) &&
           add_symbol(defs, entry->place, "ZF_W_%s_DEFAULT", entry->name);
}

static bool check_table(defs_t *defs, const defs_entry_t *entry) {
    if (entry->value_count != entry->count)
        return defs_fail(defs, entry->place, "table %s needs %u numbers and has %zu.", entry->name,
                         entry->count, entry->value_count);
    for (size_t i = 0; i < entry->value_count; i++)
        if ((uint64_t)entry->values[i] >> entry->bits)
            return defs_fail(defs, entry->place,
                             "entry %zu of table %s, %lld, does not fit %u bits.", i, entry->name,
                             (long long)entry->values[i], entry->bits);
    return add_symbol(defs, entry->place, "ZF_%s", entry->name) &&
           add_symbol(defs, entry->place, "ZF_%s_COUNT", entry->name) &&
           add_symbol(defs, entry->place, "ZF_%s_BITS", entry->name);
}

static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static bool make_keys(defs_t *defs, defs_entry_t *entry) {
    uint64_t state = entry->seed;
    entry->keys = defs_alloc(NULL, entry->count * sizeof *entry->keys);
    for (unsigned i = 0; i < entry->count; i++)
        entry->keys[i] = splitmix64(&state);
    return add_symbol(defs, entry->place, "ZF_%s", entry->name) &&
           add_symbol(defs, entry->place, "ZF_%s_COUNT", entry->name);
}

static int by_value(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

// All keys together: none zero, no two equal, no two whose difference is a third. A key of two
// features would otherwise be that of another one.
static bool check_keys(defs_t *defs) {
    uint64_t *pool = NULL;
    size_t count = 0;
    const defs_entry_t *last = NULL;
    for (const defs_entry_t *entry = defs->entries; entry < defs->entries + defs->entry_count;
         entry++) {
        if (entry->kind != DEFS_KEYS)
            continue;
        pool = defs_alloc(pool, (count + entry->count) * sizeof *pool);
        memcpy(pool + count, entry->keys, entry->count * sizeof *pool);
        count += entry->count;
        last = entry;
    }
    if (!last)
        return true;
    qsort(pool, count, sizeof *pool, by_value);
    if (pool[0] == 0)
        return defs_fail(defs, last->place, "a key is zero; choose another seed.");
    for (size_t i = 1; i < count; i++)
        if (pool[i] == pool[i - 1])
            return defs_fail(defs, last->place, "two keys are equal; choose another seed.");
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            uint64_t both = pool[i] ^ pool[j];
            if (bsearch(&both, pool, count, sizeof *pool, by_value))
                return defs_fail(defs, last->place,
                                 "two keys differ by a third; choose another seed.");
        }
    free(pool);
    return true;
}

static bool check_entry(defs_t *defs, defs_entry_t *entry) {
    switch (entry->kind) {
    case DEFS_GROUP:
        return add_symbol(defs, entry->place, "group %s", entry->name);
    case DEFS_CONST:
        return add_symbol(defs, entry->place, "ZF_%s", entry->name);
    case DEFS_ENUM:
        return check_enum(defs, entry);
    case DEFS_WORD:
        return check_word(defs, entry);
    case DEFS_WEIGHT:
    case DEFS_WEIGHTS:
        return check_weights(defs, entry);
    case DEFS_OPTION:
        return add_symbol(defs, entry->place, "ZF_O_%s", entry->name) &&
               add_symbol(defs, entry->place, "ZF_O_%s_LOW", entry->name) &&
               add_symbol(defs, entry->place, "ZF_O_%s_HIGH", entry->name) &&
               add_symbol(defs, entry->place, "ZF_O_%s_DEFAULT", entry->name);
    case DEFS_KEYS:
        return make_keys(defs, entry);
    case DEFS_TABLE:
        return check_table(defs, entry);
    }
    return false;
}

bool defs_check(defs_t *defs) {
    static const char *const own[] = {"ZF_DEFS_HASH",   "ZF_WEIGHT_WORDS", "ZF_WEIGHT_ADDRESS_BITS",
                                      "ZF_WEIGHT_BITS", "ZF_WEIGHT_COUNT", "ZF_OPTION_COUNT"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!add_symbol(defs, (defs_place_t){"the generator", 0}, "%s", own[i]))
            return false;
    for (size_t i = 0; i < defs->entry_count; i++)
        if (!check_entry(defs, &defs->entries[i]))
            return false;
    return check_keys(defs);
}

defs_weight_span_t defs_weight_span(const defs_t *defs) {
    defs_weight_span_t span = {0};
    for (size_t i = 0; i < defs->entry_count; i++) {
        const defs_entry_t *entry = &defs->entries[i];
        if (entry->kind != DEFS_WEIGHT && entry->kind != DEFS_WEIGHTS)
            continue;
        if (entry->address + entry->count > span.words)
            span.words = entry->address + entry->count;
        if (entry->bits > span.bits)
            span.bits = entry->bits;
        span.count += entry->count;
    }
    while (span.words > 1u << span.address_bits)
        span.address_bits++;
    return span;
}

int64_t *defs_weight_image(const defs_t *defs) {
    unsigned words = defs_weight_span(defs).words;
    int64_t *image = defs_alloc(NULL, words * sizeof *image);
    memset(image, 0, words * sizeof *image);
    for (size_t i = 0; i < defs->entry_count; i++) {
        const defs_entry_t *entry = &defs->entries[i];
        if (entry->kind == DEFS_WEIGHT || entry->kind == DEFS_WEIGHTS)
            memcpy(image + entry->address, entry->values, entry->count * sizeof *image);
    }
    return image;
}

size_t defs_count(const defs_t *defs, defs_kind_t kind) {
    size_t count = 0;
    for (size_t i = 0; i < defs->entry_count; i++)
        count += defs->entries[i].kind == kind;
    return count;
}
