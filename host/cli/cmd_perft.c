// SPDX-License-Identifier: Apache-2.0
// zaffre perft: legal move sequences, counted by the host or by the chip.
#include <stdio.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "cli/cli.h"
#include "model/chip_position.h"
#include "search/clock.h"

static const char command[] = "perft";

enum { DEPTH_MAX = 20 };

typedef struct {
    move_list_t moves;
    uint64_t counts[MOVE_LIST_CAPACITY];
    uint64_t nodes;
    bool failed;
} count_t;

static void count_on_host(const position_t *position, unsigned depth, count_t *count) {
    for (unsigned i = 0; i < count->moves.count; i++) {
        position_t next;
        position_make(&next, position, count->moves.moves[i]);
        count->counts[i] = perft(&next, depth - 1);
    }
}

// What is on its way: a job's id names its place, the place its root move.
typedef struct {
    device_t *device;
    count_t *count;
    unsigned root;
    uint16_t next;
    uint8_t roots[UINT16_MAX + 1];
} feed_t;

// Takes a result if one is there; else the device has worked on for a slice.
static void take(feed_t *feed) {
    enum { SLICE = 1 << 16 };
    static chip_result_t result;

    if (!device_poll(feed->device, &result, SLICE))
        return;
    feed->count->counts[feed->roots[result.id]] += result.nodes;
    feed->count->failed |= result.status != ZF_STATUS_DONE;
}

static void feed_job(feed_t *feed, const position_t *position, unsigned depth) {
    chip_job_t job;

    chip_job_init(&job, position, NULL);
    job.kind = ZF_JOB_KIND_PERFT;
    job.depth = (uint8_t)depth;
    job.id = feed->next;
    feed->roots[job.id] = (uint8_t)feed->root;
    while (!feed->device->failed && (feed->device->in_flight >= 2 * feed->device->contexts ||
                                     !device_submit(feed->device, &job)))
        take(feed);
    feed->next++;
}

// A job counts in 32 bits, and no position has more than 218 moves: four plies never exceed them.
enum { JOB_DEPTH_MAX = 4 };

static void feed_below(feed_t *feed, const position_t *position, unsigned depth) {
    move_list_t list;

    if (depth <= JOB_DEPTH_MAX) {
        feed_job(feed, position, depth);
        return;
    }
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count && !feed->device->failed; i++) {
        position_t next;
        position_make(&next, position, list.moves[i]);
        feed_below(feed, &next, depth - 1);
    }
}

// One job for each root move, or many where it is deep: all contexts work.
static void count_on_device(device_t *device, const position_t *position, unsigned depth,
                            count_t *count) {
    static feed_t feed;

    feed = (feed_t){.device = device, .count = count};
    for (; feed.root < count->moves.count && !device->failed; feed.root++) {
        position_t next;
        position_make(&next, position, count->moves.moves[feed.root]);
        feed_below(&feed, &next, depth - 1);
    }
    while (device->in_flight && !device->failed)
        take(&feed);
    count->failed |= device->failed;
}

// Depth 1 on the chip: one job for the root.
static void count_root(device_t *device, const position_t *position, count_t *count) {
    chip_job_t job;
    static chip_result_t result;

    chip_job_init(&job, position, NULL);
    job.kind = ZF_JOB_KIND_PERFT;
    job.depth = 1;
    count->failed = !cli_run_job(device, &job, &result) || result.status != ZF_STATUS_DONE;
    count->nodes = result.nodes;
    for (unsigned i = 0; i < count->moves.count; i++)
        count->counts[i] = 1;
}

static void print_divide(const count_t *count, bool json) {
    char text[UCI_CAPACITY];

    for (unsigned i = 0; i < count->moves.count; i++) {
        uci_write(count->moves.moves[i], text);
        if (json)
            printf("%s\"%s\": %llu", i ? ", " : "", text, (unsigned long long)count->counts[i]);
        else
            printf("%s: %llu\n", text, (unsigned long long)count->counts[i]);
    }
}

static void print_count(const count_t *count, const char *device, int64_t depth, bool divide,
                        bool json, int64_t milliseconds) {
    if (json) {
        printf("{\"nodes\": %llu, \"depth\": %lld, \"device\": \"%s\", \"milliseconds\": %lld",
               (unsigned long long)count->nodes, (long long)depth, device, (long long)milliseconds);
        if (divide) {
            fputs(", \"divide\": {", stdout);
            print_divide(count, true);
            putchar('}');
        }
        puts("}");
        return;
    }
    if (divide)
        print_divide(count, false);
    printf("%s%llu nodes in %.3f s on %s\n", divide ? "\n" : "", (unsigned long long)count->nodes,
           (double)milliseconds / 1000.0, device);
}

static int run(const cli_common_t *common, const position_t *position, unsigned depth,
               bool divide) {
    static count_t count;
    device_t device = {0};
    const char *name = common->device ? common->device : "host";
    bool host = strcmp(name, "host") == 0;

    if (!host && !cli_open(command, common, name, &device))
        return CLI_BAD;
    int64_t start = clock_now();
    movegen(position, MOVEGEN_ALL, &count.moves);
    if (depth == 0) {
        count.moves.count = 0;
        count.nodes = 1;
    } else if (!host && depth == 1) {
        count_root(&device, position, &count);
    } else {
        if (host)
            count_on_host(position, depth, &count);
        else
            count_on_device(&device, position, depth, &count);
        for (unsigned i = 0; i < count.moves.count; i++)
            count.nodes += count.counts[i];
    }
    int status = host ? CLI_DONE : cli_close(command, common, &device, CLI_DONE);
    if (count.failed)
        return cli_fail(command, "the device refused a job");
    print_count(&count, name, depth, divide, common->json, clock_now() - start);
    return status;
}

int cli_perft(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    position_t position;
    bool divide = false;
    int64_t depth;
    const cli_option_t own[] = {{"--divide", CLI_FLAG, &divide, 0, 0}};

    if (!cli_parse(command, argc, argv, own, 1, &common, &words))
        return CLI_BAD;
    if (words.count == 0)
        return cli_fail(command, "a depth is wanted");
    int64_t most = common.device && strcmp(common.device, "host") != 0 ? ZF_DEPTH_MAX : DEPTH_MAX;
    if (!cli_number(words.words[0], 0, most, &depth))
        return cli_fail(command, "depth %s: not a whole number from 0 to %lld", words.words[0],
                        (long long)most);
    if (words.count == 1)
        position_start(&position);
    else if (!cli_position(command, &words, 1, &position))
        return CLI_BAD;
    return run(&common, &position, (unsigned)depth, divide);
}
