// SPDX-License-Identifier: Apache-2.0
#include "cli/explain.h"

#include "chess/notation.h"

static void put_sources(FILE *file, unsigned sources, const char *between) {
    bool first = true;

    for (credit_source_t source = 0; source < CREDIT_SOURCES; source++) {
        if (!(sources >> source & 1))
            continue;
        fprintf(file, "%s%s", first ? "" : between, credit_name(source));
        first = false;
    }
}

enum { PLIES_LENGTH = 16 };

// Quarter plies as plies: "1.75", or a dash for nothing.
static const char *plies(unsigned quarters, char text[PLIES_LENGTH]) {
    if (quarters)
        snprintf(text, PLIES_LENGTH, "%u.%02u", quarters / CREDIT_PLY, quarters % CREDIT_PLY * 25);
    else
        snprintf(text, PLIES_LENGTH, "-");
    return text;
}

void explain_line(const position_t *position, const search_info_t *info) {
    position_t now = *position;
    unsigned earned = 0, cashed = 0;

    printf("\n ply  move      earned  White  Black  cashed  depth left  from\n");
    for (unsigned i = 0; i < info->line_length; i++) {
        const search_step_t *step = &info->steps[i];
        char san[SAN_CAPACITY], one[PLIES_LENGTH], two[PLIES_LENGTH], three[PLIES_LENGTH];
        san_write(&now, info->line[i], san);
        position_make(&now, &now, info->line[i]);
        if (step->depth < 0) {
            printf("%4u  %-8s  below the frontier: the chip's\n", i + 1, san);
            continue;
        }
        bool white = now.stm == COLOR_WHITE;
        printf("%4u  %-8s  %6s  %5s  %5s  %6u  %10d  ", i + 1, san, plies(step->credit, one),
               plies(white ? step->my : step->his, two), plies(white ? step->his : step->my, three),
               step->cashed, step->depth);
        put_sources(stdout, step->sources, ", ");
        putchar('\n');
        earned += step->credit;
        cashed += step->cashed;
    }
    printf("Credit earned along the line: %.2f plies; plies cashed: %u.\n", earned / 4.0, cashed);
    printf("Moves that earned credit in the search: %llu. Software searched %u to %u plies.\n",
           (unsigned long long)info->credits, info->least_plies, info->most_plies);
}

void explain_event(FILE *file, const search_event_t *event) {
    static const char *const kinds[] = {
        [SEARCH_EVENT_ITERATION] = "iteration", [SEARCH_EVENT_TEST] = "test",
        [SEARCH_EVENT_ENTER] = "enter",         [SEARCH_EVENT_JOB] = "job",
        [SEARCH_EVENT_RESULT] = "result",       [SEARCH_EVENT_PASS] = "null",
        [SEARCH_EVENT_CREDIT] = "credit",       [SEARCH_EVENT_CUT] = "cut",
    };

    fprintf(file, "{\"event\":\"%s\",\"role\":\"%c\",\"path\":\"", kinds[event->kind], event->role);
    for (unsigned i = 0; i < event->ply; i++) {
        char move[UCI_CAPACITY];
        uci_write(event->path[i], move);
        fprintf(file, "%s%s", i ? " " : "", move);
    }
    fprintf(file, "\",\"depth\":%d,\"my\":%d,\"his\":%d,\"low\":%d,\"high\":%d", event->depth,
            event->my, event->his, event->low, event->high);
    if (event->beta != SCORE_NONE)
        fprintf(file, ",\"beta\":%d", event->beta);
    if (event->credit)
        fprintf(file, ",\"credit\":%u", event->credit);
    if (event->kind == SEARCH_EVENT_CREDIT) {
        fprintf(file, ",\"from\":\"");
        put_sources(file, event->sources, ",");
        fputc('"', file);
    }
    if (event->cashed)
        fprintf(file, ",\"cashed\":%u", event->cashed);
    if (event->kind == SEARCH_EVENT_RESULT)
        fprintf(file, ",\"nodes\":%u", event->nodes);
    fprintf(file, "}\n");
}
