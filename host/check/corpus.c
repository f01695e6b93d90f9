// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/job_random.h"
#include "chess/fen.h"

// At most so many rows of a file are kept, every n-th.
enum { FILE_ROWS_MAX = 256, LINE_BYTES = 1024 };

static const struct {
    const char *name;
    corpus_group_t group;
} files[] = {
    {"openings/noob_3moves_2000.epd", CORPUS_GAME},
    {"tactical/wac_300_corrected.epd", CORPUS_GAME},
    {"tactical/bt2630_30.epd", CORPUS_GAME},
    {"tactical/bratko_kopec_24.epd", CORPUS_GAME},
    {"tactical/silent_but_deadly_134.epd", CORPUS_GAME},
    {"tactical/kaufman_25.epd", CORPUS_GAME},
    {"mate/mate_in_2.epd", CORPUS_GAME},
    {"mate/mate_in_3.epd", CORPUS_GAME},
    {"perft/perftsuite_127.epd", CORPUS_RULES},
    {"perft/tricky.epd", CORPUS_RULES},
    {"perft/jones_23.epd", CORPUS_RULES},
    {"perft/ferdy_en_passant.epd", CORPUS_RULES},
    {"perft/ferdy_double_check.epd", CORPUS_RULES},
    {"perft/random_marcel.epd", CORPUS_RULES},
    {"endgame/eet_100.epd", CORPUS_ENDGAME},
    {"endgame/pawn_pet_48.epd", CORPUS_ENDGAME},
    {"endgame/tbtest.epd", CORPUS_ENDGAME},
    {"draw/fortress_mixed.epd", CORPUS_ENDGAME},
    {"zugzwang/zpts_30.epd", CORPUS_ZUGZWANG},
    {"zugzwang/cpw_null_move_5.epd", CORPUS_ZUGZWANG},
};

enum { FILES = sizeof files / sizeof files[0] };

static bool append(check_corpus_t *corpus, corpus_group_t group, const position_t *position) {
    size_t count = corpus->count[group];

    // Doubled whenever the count is a power of two.
    if ((count & (count - 1)) == 0) {
        size_t capacity = count ? 2 * count : 1;
        position_t *grown = realloc(corpus->positions[group], capacity * sizeof *grown);
        if (!grown)
            return false;
        corpus->positions[group] = grown;
    }
    corpus->positions[group][count] = *position;
    corpus->count[group] = count + 1;
    return true;
}

static size_t count_lines(FILE *stream) {
    char line[LINE_BYTES];
    size_t count = 0;

    while (fgets(line, sizeof line, stream))
        count++;
    rewind(stream);
    return count;
}

static bool read_file(check_corpus_t *corpus, FILE *stream, corpus_group_t group) {
    size_t rows = count_lines(stream);
    size_t every = (rows + FILE_ROWS_MAX - 1) / FILE_ROWS_MAX;
    char line[LINE_BYTES];

    for (size_t row = 0; fgets(line, sizeof line, stream); row++) {
        position_t position;
        size_t used;

        if (row % every || line[0] == '#')
            continue;
        if (fen_parse_prefix(line, strlen(line), &position, &used).error == FEN_OK &&
            !append(corpus, group, &position))
            return false;
    }
    return true;
}

bool check_corpus_open(check_corpus_t *corpus, const char *folder) {
    memset(corpus, 0, sizeof *corpus);
    for (size_t i = 0; i < FILES; i++) {
        char path[512];

        snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
        snprintf(corpus->missing, sizeof corpus->missing, "%s", files[i].name);
        FILE *stream = fopen(path, "r");
        if (!stream)
            return false;
        size_t before = corpus->count[files[i].group];
        bool ok = read_file(corpus, stream, files[i].group);
        fclose(stream);
        // A folder of that name reads as empty.
        ok = ok && corpus->count[files[i].group] > before;
        if (!ok)
            return false;
    }
    corpus->missing[0] = '\0';
    return true;
}

void check_corpus_close(check_corpus_t *corpus) {
    for (int group = 0; group < CORPUS_GROUPS; group++)
        free(corpus->positions[group]);
    memset(corpus, 0, sizeof *corpus);
}
