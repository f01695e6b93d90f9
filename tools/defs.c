// SPDX-License-Identifier: Apache-2.0
// defs --defs FOLDER --out FOLDER [--doc FILE]: the generator's command line.
// Files that would not change are left alone, so that make does not build what has not changed.
// Status 0; 2 with one sentence on standard error if the definitions are refused.
#define _POSIX_C_SOURCE 200809L
#include "defs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef void (*writer_t)(const defs_t *defs, FILE *out);

static bool same_file(const char *path, const char *text, size_t bytes) {
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    char *old = defs_alloc(NULL, bytes + 1);
    bool same = fread(old, 1, bytes + 1, file) == bytes && memcmp(old, text, bytes) == 0;
    free(old);
    fclose(file);
    return same;
}

static bool put_file(defs_t *defs, const char *path, const char *text, size_t bytes) {
    if (same_file(path, text, bytes))
        return true;
    FILE *file = fopen(path, "w");
    bool good = file && fwrite(text, 1, bytes, file) == bytes;
    good = file && fclose(file) == 0 && good;
    return good || defs_fail(defs, (defs_place_t){path, 0}, "the file cannot be written: %s.",
                             strerror(errno));
}

// Runs one writer, or the writer of one entry's keys, into `path`.
static bool write_file(defs_t *defs, const char *path, writer_t writer, const defs_entry_t *keys) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return defs_fail(defs, (defs_place_t){path, 0}, "there is no memory.");
    if (keys)
        defs_write_keys_hex(keys, out);
    else
        writer(defs, out);
    fclose(out);
    bool good = put_file(defs, path, text, bytes);
    free(text);
    return good;
}

static bool write_all(defs_t *defs, const char *folder, const char *doc) {
    static const struct {
        const char *name;
        writer_t writer;
    } plan[] = {{"zf_defs.h", defs_write_c_header},
                {"zf_weights.c", defs_write_c_weights},
                {"zf_tables.c", defs_write_c_tables},
                {"zf_defs.vh", defs_write_verilog},
                {"zf_weights.hex", defs_write_weights_hex}};
    char path[4096];
    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, plan[i].name);
        if (!write_file(defs, path, plan[i].writer, NULL))
            return false;
    }
    for (size_t i = 0; i < defs->entry_count; i++) {
        if (defs->entries[i].kind != DEFS_KEYS)
            continue;
        char *name = defs_lower(defs->entries[i].name);
        snprintf(path, sizeof path, "%s/%s.hex", folder, name);
        free(name);
        if (!write_file(defs, path, NULL, &defs->entries[i]))
            return false;
    }
    return !doc || write_file(defs, doc, defs_write_doc, NULL);
}

int main(int count, char **arguments) {
    const char *from = NULL, *to = NULL, *doc = NULL;
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--defs") == 0)
            from = arguments[i + 1];
        else if (strcmp(arguments[i], "--out") == 0)
            to = arguments[i + 1];
        else if (strcmp(arguments[i], "--doc") == 0)
            doc = arguments[i + 1];
    }
    if (!from || !to || count != 5 + 2 * !!doc) {
        fputs("usage: defs --defs FOLDER --out FOLDER [--doc FILE]\n", stderr);
        return 2;
    }
    defs_t defs = {0};
    if (!defs_load(&defs, from) || !defs_check(&defs) || !write_all(&defs, to, doc)) {
        fprintf(stderr, "%s\n", defs.error);
        return 2;
    }
    return 0;
}
