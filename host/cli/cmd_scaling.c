// SPDX-License-Identifier: Apache-2.0
// zaffre scaling: the time to a fixed depth in rooms of one chip and of many, docs/room.md. Time is
// the room's, so the table is the same on any machine.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/epd.h"
#include "cli/cli.h"
#include "cli/text_file.h"

static const char command[] = "scaling";

enum { ROOMS_MAX = 8, KINDS = 2 };

static const char *const kinds[KINDS] = {"tactical", "quiet"};

// Deep Blue's efficiency in percent, by kind: one node of 24 chips, and all 480 [Campbell, Hoane
// and Hsu 2002, sections 4.1 and 9].
static const struct {
    unsigned chips;
    unsigned percent[KINDS];
} deep_blue[] = {{24, {30, 75}}, {480, {8, 12}}};

typedef struct {
    unsigned boards, chips;
    // State: of the rows so far
    double log_sum[KINDS]; // of the speed-ups
} room_t;

typedef struct {
    // Config
    unsigned count;
    room_t rooms[ROOMS_MAX];
    int64_t mhz, depth; // depth: that of all rows; 0: each its own
    const char *link, *host;
    cli_common_t common;
    // State
    bool headed; // the table has its first line
    unsigned rows[KINDS];
} scaling_t;

// When the score of the depth was known; the line is followed after that.
typedef struct {
    int depth;
    search_info_t info;
} reached_t;

static void note_depth(void *context, const search_info_t *info) {
    reached_t *reached = context;

    // A bound that is told in mid-iteration, by the user's clock, is not the score yet.
    if (info->bound == SEARCH_EXACT && info->depth == reached->depth &&
        reached->info.depth != info->depth)
        reached->info = *info;
}

// "1x1,6x4,30x16": boards and chips of each.
static bool read_rooms(const char *text, scaling_t *scaling) {
    while (*text) {
        char *end;
        unsigned long boards = strtoul(text, &end, 10);
        unsigned long chips = *end == 'x' ? strtoul(end + 1, &end, 10) : 0;
        if (scaling->count == ROOMS_MAX || boards < 1 || boards > 64 || chips < 1 || chips > 64 ||
            (*end && *end != ','))
            return false;
        scaling->rooms[scaling->count++] =
            (room_t){.boards = (unsigned)boards, .chips = (unsigned)chips};
        text = *end ? end + 1 : end;
    }
    return scaling->count != 0;
}

static bool search_in(const scaling_t *scaling, const room_t *room, const position_t *position,
                      reached_t *reached) {
    char name[160];
    device_t device;
    game_t game;
    search_options_t options;
    search_info_t info;
    const search_limits_t limits = {.depth = reached->depth};
    const search_hooks_t hooks = {.context = reached, .report = note_depth};

    snprintf(name, sizeof name, "model:boards=%u,chips=%u,mhz=%lld,link=%s,host=%s", room->boards,
             room->chips, (long long)scaling->mhz, scaling->link, scaling->host);
    cli_common_t common = scaling->common;
    common.device = name;
    search_options_default(&options);
    if (!cli_search_options(command, &common, &options) ||
        !cli_open(command, &common, name, &device))
        return false;
    options.memory = (size_t)(common.hash ? common.hash : 256) << 20;
    bool searched = game_init(&game, position);
    if (searched) {
        searched = search_run(&device, &game, &options, &limits, &hooks, &info) == SEARCH_OK;
        game_free(&game);
    }
    device_close(&device);
    if (!searched)
        cli_fail(command, "a position could not be searched");
    return searched;
}

static void print_row(const scaling_t *scaling, const room_t *room, const char *id,
                      const reached_t *reached, const reached_t *first) {
    double milliseconds = (double)reached->info.clocks / (double)scaling->mhz / 1000;
    double speed_up = (double)first->info.clocks / (double)reached->info.clocks;
    unsigned times = room->boards * room->chips;
    unsigned ones = scaling->rooms[0].boards * scaling->rooms[0].chips;
    double efficiency = speed_up * ones / times;
    double nodes = (double)reached->info.hardware_nodes;
    double more = nodes / (double)first->info.hardware_nodes;

    if (scaling->common.json) {
        fputs("{\"id\": ", stdout);
        cli_print_json_text(id);
        printf(", \"depth\": %d, \"boards\": %u, \"chips\": %u, \"clocks\": %llu, "
               "\"milliseconds\": %.3f, \"speed_up\": %.3f, \"efficiency\": %.4f, "
               "\"nodes\": %.0f, \"software_nodes\": %llu, \"jobs\": %llu, \"busy\": %.4f, "
               "\"score\": %d}\n",
               reached->depth, room->boards, room->chips, (unsigned long long)reached->info.clocks,
               milliseconds, speed_up, efficiency, nodes,
               (unsigned long long)reached->info.software_nodes,
               (unsigned long long)reached->info.jobs, reached->info.busy, reached->info.score);
    } else {
        int width = (int)strlen(id);
        cli_print_safe(id);
        printf("%*s %5d %6u %10.2f %8.2f %10.0f %% %9.2f M %6.2f %6.0f %%\n",
               width < 12 ? 12 - width : 0, "", reached->depth, times, milliseconds, speed_up,
               100 * efficiency, nodes / 1e6, more, 100 * reached->info.busy);
    }
    fflush(stdout);
}

static void print_head(void) {
    printf("%-12s %5s %6s %10s %8s %12s %11s %6s %8s\n", "position", "depth", "chips", "ms",
           "speed-up", "efficiency", "nodes", "times", "busy");
}

static unsigned kind_of(const epd_t *epd) {
    char text[32];

    epd_string(epd, "c0", text, sizeof text);
    return strcmp(text, kinds[0]) != 0;
}

static bool run_row(scaling_t *scaling, const epd_t *epd, const char *path, unsigned number) {
    int64_t depth = scaling->depth;
    char id[64];
    unsigned kind = kind_of(epd);
    reached_t first = {0};

    if (!depth && (!epd_number(epd, "acd", &depth) || depth < 1 || depth > SEARCH_DEPTH_MAX)) {
        cli_fail(command, "%s, line %u: there is no depth: acd from 1 to %d, or --depth", path,
                 number, SEARCH_DEPTH_MAX);
        return false;
    }
    if (!epd_string(epd, "id", id, sizeof id))
        strcpy(id, "-");
    for (unsigned i = 0; i < scaling->count; i++) {
        reached_t reached = {.depth = (int)depth};
        room_t *room = &scaling->rooms[i];
        if (!search_in(scaling, room, &epd->position, &reached))
            return false;
        if (reached.info.depth != depth || reached.info.clocks == 0) {
            cli_fail(command, "%s, line %u: the search ends before depth %d: it is decided", path,
                     number, (int)depth);
            return false;
        }
        if (i == 0)
            first = reached;
        if (!scaling->common.json && !scaling->headed)
            print_head();
        scaling->headed = true;
        print_row(scaling, room, id, &reached, &first);
        room->log_sum[kind] += log((double)first.info.clocks / (double)reached.info.clocks);
    }
    scaling->rows[kind]++;
    return true;
}

// Means over the rows of each kind, geometric ones since they are ratios.
static void print_means(const scaling_t *scaling) {
    printf("\n%-12s %6s %9s %11s %22s\n", "mean", "chips", "speed-up", "efficiency",
           "Deep Blue's efficiency");
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (unsigned i = 1; i < scaling->count && scaling->rows[kind]; i++) {
            const room_t *room = &scaling->rooms[i];
            unsigned chips = room->boards * room->chips;
            double ratio = (double)chips / (scaling->rooms[0].boards * scaling->rooms[0].chips);
            double speed_up = exp(room->log_sum[kind] / scaling->rows[kind]);
            printf("%-12s %6u %9.2f %9.0f %%", kinds[kind], chips, speed_up,
                   100 * speed_up / ratio);
            for (size_t k = 0; k < sizeof deep_blue / sizeof *deep_blue; k++) {
                if (deep_blue[k].chips == chips)
                    printf(" %20u %%", deep_blue[k].percent[kind]);
            }
            putchar('\n');
        }
    }
}

// A row that is none, or cannot be searched, says which it is and ends the run.
static bool run_line(scaling_t *scaling, const char *path, unsigned number, const char *line,
                     size_t length) {
    char reason[200];
    static epd_t epd;
    size_t blanks = 0;

    while (blanks < length && isspace((unsigned char)line[blanks]))
        blanks++;
    if (blanks == length || line[0] == '#')
        return true;
    epd_result_t result = epd_parse(line, length, &epd);
    if (!result.error)
        return run_row(scaling, &epd, path, number);
    epd_describe(&result, reason, sizeof reason);
    cli_fail(command, "%s, line %u: %s", path, number, reason);
    return false;
}

static int run_file(scaling_t *scaling, const char *path) {
    text_file_t file;
    unsigned number = 0;
    bool well = text_file_read(command, path, &file);

    if (!well)
        return CLI_BAD;
    for (size_t at = 0; well && at < file.length;) {
        const char *line = file.text + at, *end = memchr(line, '\n', file.length - at);
        size_t length = end ? (size_t)(end - line) : file.length - at;
        well = run_line(scaling, path, ++number, line, length);
        at += length + 1;
    }
    text_file_free(&file);
    if (!well)
        return CLI_BAD;
    if (!scaling->rows[0] && !scaling->rows[1])
        return cli_fail(command, "%s holds no position", path);
    if (!scaling->common.json)
        print_means(scaling);
    return CLI_DONE;
}

int cli_scaling(int argc, char **argv) {
    scaling_t scaling = {.mhz = 65, .link = "0.02", .host = "1"};
    cli_words_t words;
    const char *rooms = "1x1,6x4";
    const cli_option_t own[] = {
        {"--rooms", CLI_TEXT, &rooms, 0, 0},
        {"--depth", CLI_NUMBER, &scaling.depth, 1, SEARCH_DEPTH_MAX},
        {"--mhz", CLI_NUMBER, &scaling.mhz, 1, 1000},
        {"--link", CLI_TEXT, &scaling.link, 0, 0},
        {"--host", CLI_TEXT, &scaling.host, 0, 0},
    };

    if (!cli_parse(command, argc, argv, own, sizeof own / sizeof *own, &scaling.common, &words))
        return CLI_BAD;
    if (words.count != 1)
        return cli_fail(command, "one file of EPD rows is wanted");
    if (scaling.common.device)
        return cli_fail(command, "the devices are rooms: --rooms instead of --device");
    if (!read_rooms(rooms, &scaling))
        return cli_fail(command,
                        "--rooms %s: not up to %d of BOARDSxCHIPS, each from 1 to 64, with commas",
                        rooms, ROOMS_MAX);
    return run_file(&scaling, words.words[0]);
}
