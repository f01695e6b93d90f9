// SPDX-License-Identifier: Apache-2.0
// The host's search over the model: scores, mates, lines, draws, limits, repeatability. What it
// must find is in tests/data; what it must equal is a plain search written here.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/notation.h"
#include "chess_support.h"
#include "link/device.h"
#include "model/chip_position.h"
#include "model/model.h"
#include "search/search.h"
#include "search/tree.h"

static void plain_options(search_options_t *options) {
    search_options_default(options);
    options->null_r = 0;
    options->delta = false;
    options->table = false;
    options->late = false;
    options->credits = 0;
    options->hash_megabytes = 0;
}

static device_t open_model(unsigned contexts) {
    const device_options_t options = {.contexts = contexts, .table_log2 = 16};
    device_t device;

    cr_assert_eq(device_open(&device, "model", &options), DEVICE_OK);
    return device;
}

static game_t play(const char *fen, const char *moves) {
    position_t start = support_fen(fen);
    game_t game;
    char text[8192];

    cr_assert(game_init(&game, &start));
    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word && *word != '-'; word = strtok(NULL, " "))
        cr_assert(game_play(&game, support_move(game_position(&game), word)), "%s: %s", fen, word);
    return game;
}

static search_info_t search_game(device_t *device, const game_t *game,
                                 const search_options_t *options, const search_limits_t *limits,
                                 const search_hooks_t *hooks) {
    search_info_t info;

    cr_assert_eq(search_run(device, game, options, limits, hooks, &info), SEARCH_OK);
    cr_assert_eq(device->in_flight, 0);
    return info;
}

static search_info_t search_fen(device_t *device, const char *fen, const search_options_t *options,
                                int depth) {
    game_t game = play(fen, "");
    const search_limits_t limits = {.depth = depth};
    search_info_t info = search_game(device, &game, options, &limits, NULL);

    game_free(&game);
    return info;
}

// The line must be legal, begin with the best move, and end where the game does. The line of a mate
// goes to the mate, unless a limit cut the search short.
static void check_line(const game_t *game, const search_info_t *info, bool whole,
                       const char *name) {
    game_t line;

    cr_assert(game_init(&line, &game->positions[0]));
    for (size_t i = 0; i < game->count; i++)
        game_play(&line, game->moves[i]);
    cr_assert(info->line_length > 0, "%s: no line", name);
    cr_assert_eq(info->line[0], info->best, "%s: the line does not begin with the move", name);
    for (unsigned i = 0; i < info->line_length; i++) {
        cr_assert(i == 0 || game_state(&line) == GAME_PLAYING,
                  "%s: the line goes on after the game's end at ply %u", name, i);
        cr_assert(movegen_is_legal(game_position(&line), info->line[i]), "%s: ply %u is illegal",
                  name, i + 1);
        game_play(&line, info->line[i]);
    }
    int mate = search_mate_in(info->score);
    if (whole && mate != 0 && info->bound == SEARCH_EXACT) {
        unsigned plies = mate > 0 ? (unsigned)(2 * mate - 1) : (unsigned)(-2 * mate);
        cr_assert_eq(info->line_length, plies, "%s: mate %d with a line of %u plies", name, mate,
                     info->line_length);
        cr_assert_eq(game_state(&line), GAME_CHECKMATE, "%s: the line of a mate does not mate",
                     name);
    }
    game_free(&line);
}

// ---- What it finds

static void check_mates(const char *path, int moves, unsigned stride) {
    device_t device = open_model(1);
    search_options_t options;
    support_file_t file;
    unsigned tried = 0;

    search_options_default(&options);
    support_open(&file, path);
    while (support_row(&file, false)) {
        epd_t epd;
        move_list_t keys;
        game_t game;
        if (file.row % stride)
            continue;
        cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
        cr_assert(game_init(&game, &epd.position));
        const search_limits_t limits = {.depth = 2 * moves};
        search_info_t info = search_game(&device, &game, &options, &limits, NULL);
        cr_assert_eq(search_mate_in(info.score), moves, "%s: mate in %d, score %d", file.line,
                     moves, info.score);
        bool key = false;
        epd_moves(&epd, "bm", &keys);
        for (unsigned i = 0; i < keys.count; i++)
            key |= keys.moves[i] == info.best;
        cr_assert(key, "%s: another move", file.line);
        check_line(&game, &info, true, file.line);
        game_free(&game);
        tried++;
    }
    cr_assert(tried >= 10, "%s: only %u rows", path, tried);
    support_close(&file);
    device_close(&device);
}

Test(search, mate_in_1) {
    check_mates("tests/data/mate/mate_in_1.epd", 1, 1);
}

Test(search, mate_in_2) {
    check_mates("tests/data/mate/mate_in_2.epd", 2, support_soak() ? 1 : 11);
}

Test(search, mate_in_3) {
    check_mates("tests/data/mate/mate_in_3.epd", 3, support_soak() ? 4 : 40);
}

// Win at Chess within a number of nodes: 91 when this was written. Repeatable, so no luck is
// needed.
Test(search, tactics) {
    enum { ROWS = 100, NODES = 200000, SOLVED = 88 };
    device_t device = open_model(1);
    search_options_t options;
    support_file_t file;
    unsigned tried = 0, solved = 0;

    search_options_default(&options);
    support_open(&file, "tests/data/tactical/wac_300_corrected.epd");
    while (tried < ROWS && support_row(&file, false)) {
        epd_t epd;
        move_list_t best;
        game_t game;
        cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
        cr_assert(game_init(&game, &epd.position));
        const search_limits_t limits = {.nodes = NODES};
        search_info_t info = search_game(&device, &game, &options, &limits, NULL);
        epd_moves(&epd, "bm", &best);
        for (unsigned i = 0; i < best.count; i++)
            solved += best.moves[i] == info.best;
        check_line(&game, &info, false, file.line);
        game_free(&game);
        tried++;
    }
    cr_assert(solved >= SOLVED, "%u of %u solved", solved, tried);
    support_close(&file);
    device_close(&device);
}

Test(search, known) {
    device_t device = open_model(1);
    search_options_t options;
    support_file_t file;
    unsigned rows = 0;

    search_options_default(&options);
    support_open(&file, "tests/data/search/known.tsv");
    while (support_row(&file, false)) {
        char move[UCI_CAPACITY];
        cr_assert(file.column_count >= 7, "row %u", file.row);
        const char *name = file.columns[0];
        game_t game = play(file.columns[1], file.columns[2]);
        const search_limits_t limits = {.depth = atoi(file.columns[3])};
        search_info_t info = search_game(&device, &game, &options, &limits, NULL);
        uci_write(info.best, move);
        cr_assert(strcmp(file.columns[4], "-") == 0 || strstr(file.columns[4], move),
                  "%s: %s, score %d", name, move, info.score);
        cr_assert(info.score >= atoi(file.columns[5]) && info.score <= atoi(file.columns[6]),
                  "%s: score %d", name, info.score);
        cr_assert_eq(info.depth, limits.depth, "%s: depth %d", name, info.depth);
        check_line(&game, &info, true, name);
        game_free(&game);
        rows++;
    }
    cr_assert_eq(rows, 12);
    support_close(&file);
    device_close(&device);
}

Test(search, no_legal_move) {
    device_t device = open_model(1);
    search_options_t options;

    search_options_default(&options);
    search_info_t mated = search_fen(&device, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", &options, 3);
    cr_assert_eq(mated.best, MOVE_NONE);
    cr_assert_eq(mated.score, -SCORE_MATE);
    cr_assert_eq(mated.line_length, 0);
    search_info_t stale = search_fen(&device, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &options, 3);
    cr_assert_eq(stale.best, MOVE_NONE);
    cr_assert_eq(stale.score, 0);
    device_close(&device);
}

// ---- What it equals

static const char *const sample[] = {
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/1R3p1p/5kp1/8/5P2/2r3PP/5K2/8 w - - 4 40",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "2r3k1/1p2b1pp/p3q3/4p3/3pP3/1P1P2P1/P2Q1PBP/2R3K1 b - - 97 60",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
};
enum { SAMPLES = sizeof sample / sizeof *sample };

// A plain minimax in this test's own words: software moves down to the frontier, then the exact
// value of the position there by bisection with jobs of the model.
typedef struct {
    model_t *model;
    const search_options_t *options;
    uint64_t keys[64]; // of the path
    unsigned count;
} plain_t;

static int exact_job(plain_t *plain, const position_t *position, const chip_line_t *line,
                     int depth) {
    static chip_result_t result;
    chip_job_t job;
    int low = -ZF_MATE, high = ZF_MATE;

    chip_job_init(&job, position, line);
    job.kind = ZF_JOB_KIND_SEARCH;
    job.depth = (uint8_t)depth;
    job.null_r = 0;
    job.verified = job.verify = false;
    job.delta = false;
    job.evasion = plain->options->evasion;
    while (low < high) {
        job.beta = (int16_t)(low + (high - low + 1) / 2);
        model_run(plain->model, &job, &result);
        if (result.score >= job.beta)
            low = job.beta;
        else
            high = job.beta - 1;
    }
    return low;
}

static int plain_search(plain_t *plain, const position_t *position, const chip_line_t *line,
                        int depth, int software, unsigned ply) {
    move_list_t list;
    bool check = position_in_check(position);
    int best = -ZF_MATE;

    if (ply > 0) {
        if (position->halfmove >= 100 && !(check && movegen(position, MOVEGEN_ALL, &list) == 0))
            return 0;
        for (unsigned back = 4; back <= plain->count && back <= position->halfmove; back += 2) {
            if (plain->keys[plain->count - back] == position->key)
                return 0;
        }
        if (position_is_bare(position))
            return 0;
    }
    if (software == 0)
        return exact_job(plain, position, line, depth);
    movegen(position, MOVEGEN_ALL, &list);
    if (list.count == 0)
        return check ? -ZF_MATE : 0;
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        chip_line_t longer = *line;
        position_make(&next, position, list.moves[i]);
        chip_line_move(&longer, position, list.moves[i], &next, true);
        plain->keys[plain->count++] = position->key;
        int less = check && plain->options->evasion ? depth : depth - 1;
        int score = -plain_search(plain, &next, &longer, less, software - 1, ply + 1);
        plain->count--;
        // Mates are counted from the node.
        score = score >= SCORE_MATE_MIN ? score - 1 : score <= -SCORE_MATE_MIN ? score + 1 : score;
        if (score > best)
            best = score;
    }
    return best;
}

// The search's score is the minimax value, wherever the frontier lies.
Test(search, equals_minimax) {
    device_t device = open_model(1);
    search_options_t options;
    plain_t plain = {.model = model_new(), .options = &options};
    chip_line_t start;

    plain_options(&options);
    chip_line_start(&start);
    for (unsigned i = 0; i < SAMPLES; i++) {
        position_t position = support_fen(sample[i]);
        int depth = support_sanitized() ? 2 : 3;
        // No evasion at the root: one software ply is one level.
        int expected = plain_search(&plain, &position, &start, depth, 1, 0);
        for (unsigned job_depth = 0; job_depth < 3; job_depth++) {
            options.job_depth = job_depth;
            search_info_t info = search_fen(&device, sample[i], &options, depth);
            cr_assert_eq(info.score, expected, "%s: job depth %u: %d, minimax %d", sample[i],
                         job_depth, info.score, expected);
        }
    }
    model_free(plain.model);
    device_close(&device);
}

// A device that answers in any order, as a chip with many contexts does.
enum { SHUFFLE_MAX = 256, HELD_MAX = 18 };
typedef struct {
    device_t inner;
    chip_result_t results[SHUFFLE_MAX];
    unsigned count;
    uint64_t random;
} shuffle_t;

static bool shuffle_submit(device_t *device, const chip_job_t *job) {
    shuffle_t *shuffle = device->state;

    return device->in_flight < SHUFFLE_MAX && device_submit(&shuffle->inner, job);
}

static bool shuffle_poll(device_t *device, chip_result_t *result, uint32_t clocks) {
    shuffle_t *shuffle = device->state;

    // Some polls bring nothing; results are held back at random.
    while (shuffle->inner.in_flight && shuffle->count < HELD_MAX &&
           support_random(&shuffle->random) % 8)
        shuffle->count += device_poll(&shuffle->inner, &shuffle->results[shuffle->count], clocks);
    if (!shuffle->count)
        return false;
    unsigned at = (unsigned)(support_random(&shuffle->random) % shuffle->count);
    *result = shuffle->results[at];
    shuffle->results[at] = shuffle->results[--shuffle->count];
    return true;
}

static void shuffle_abort(device_t *device, uint16_t id) {
    shuffle_t *shuffle = device->state;

    device_abort(&shuffle->inner, id);
}

static void shuffle_clear(device_t *device) {
    shuffle_t *shuffle = device->state;

    device_clear_table(&shuffle->inner);
}

static void shuffle_counters(device_t *device, device_counters_t *counters) {
    shuffle_t *shuffle = device->state;

    device_counters(&shuffle->inner, counters);
}

static const device_ops_t shuffle_ops = {.name = "shuffle",
                                         .submit = shuffle_submit,
                                         .poll = shuffle_poll,
                                         .abort = shuffle_abort,
                                         .clear_table = shuffle_clear,
                                         .counters = shuffle_counters};

// Many jobs in flight, answered in any order, some aborted: the same score.
Test(search, order_of_answers) {
    static shuffle_t shuffle;
    device_t one = open_model(1);
    search_options_t options;

    plain_options(&options);
    shuffle.random = 0x9e3779b97f4a7c15;
    shuffle.inner = open_model(16);
    device_t device = {.ops = &shuffle_ops, .contexts = 16, .state = &shuffle, .whole_jobs = true};
    uint64_t aborted = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        int depth = support_sanitized() ? 3 : 4;
        search_info_t expected = search_fen(&one, sample[i], &options, depth);
        search_info_t info = search_fen(&device, sample[i], &options, depth);
        cr_assert_eq(info.score, expected.score, "%s: %d, alone %d", sample[i], info.score,
                     expected.score);
        aborted += info.aborted_jobs;
    }
    cr_assert(aborted > 0, "no job was aborted");
    device_close(&shuffle.inner);
    device_close(&one);
}

Test(search, repeatable) {
    device_t device = open_model(1);
    search_options_t options;
    search_info_t first[SAMPLES];

    search_options_default(&options);
    for (int turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < SAMPLES; i++) {
            search_info_t info = search_fen(&device, sample[i], &options, 5);
            if (turn == 0) {
                first[i] = info;
                continue;
            }
            // Another search came between; nothing of it may be left.
            cr_assert_eq(info.software_nodes, first[i].software_nodes, "%s", sample[i]);
            cr_assert_eq(info.hardware_nodes, first[i].hardware_nodes, "%s", sample[i]);
            cr_assert_eq(info.best, first[i].best, "%s", sample[i]);
            cr_assert_eq(info.line_length, first[i].line_length, "%s", sample[i]);
        }
    }
    device_close(&device);
}

// A position and its colour-flipped twin: the same score.
Test(search, colours) {
    device_t device = open_model(1);
    search_options_t options;

    plain_options(&options);
    for (unsigned i = 0; i < SAMPLES; i++) {
        position_t position = support_fen(sample[i]), flipped;
        char fen[FEN_CAPACITY];
        position_flip(&flipped, &position);
        fen_write(&flipped, fen);
        search_info_t one = search_fen(&device, sample[i], &options, 4);
        search_info_t other = search_fen(&device, fen, &options, 4);
        cr_assert_eq(one.score, other.score, "%s", sample[i]);
    }
    device_close(&device);
}

// ---- Counts

// Depth 1: the root, and each of its moves once; the device counts the rest.
Test(search, counts) {
    device_t device = open_model(1);
    search_options_t options;
    device_counters_t counters;

    search_options_default(&options);
    options.credits = 0; // offset tests enter positions too
    search_info_t info = search_fen(&device, sample[1], &options, 1);
    device_counters(&device, &counters);
    cr_assert_eq(info.software_nodes, 1 + 48);
    cr_assert_eq(info.hardware_nodes, counters.nodes);
    cr_assert_eq(info.jobs, counters.jobs);
    cr_assert(info.hardware_nodes > 0);
    device_close(&device);
}

// ---- Limits

static search_signal_t stop_at_once(void *context) {
    unsigned *asked = context;

    return ++*asked > 3 ? SEARCH_STOP : SEARCH_GO_ON;
}

Test(search, stop) {
    device_t device = open_model(16);
    search_options_t options;
    unsigned asked = 0;
    search_hooks_t hooks = {.context = &asked, .signal = stop_at_once};
    game_t game = play(sample[1], "");
    const search_limits_t limits = {.clock = {.waiting = true}};

    search_options_default(&options);
    search_info_t info = search_game(&device, &game, &options, &limits, &hooks);
    cr_assert(movegen_is_legal(game_position(&game), info.best));
    cr_assert(asked < 10, "asked %u times", asked);
    game_free(&game);
    device_close(&device);
}

Test(search, nodes) {
    device_t device = open_model(1);
    search_options_t options;

    search_options_default(&options);
    for (unsigned i = 0; i < SAMPLES; i++) {
        game_t game = play(sample[i], "");
        for (uint64_t most = 1; most <= 100000; most *= 10) {
            const search_limits_t limits = {.nodes = most};
            search_info_t info = search_game(&device, &game, &options, &limits, NULL);
            uint64_t nodes = info.software_nodes + info.hardware_nodes;
            // The first iteration is always finished; afterwards jobs are cut to what is left, and
            // only entering positions to choose the next job comes on top.
            cr_assert(info.depth >= 1, "%s: %" PRIu64, sample[i], most);
            if (info.depth > 1)
                cr_assert(nodes <= most + 200, "%s: %" PRIu64 " of %" PRIu64, sample[i], nodes,
                          most);
            cr_assert(movegen_is_legal(game_position(&game), info.best));
        }
        game_free(&game);
    }
    device_close(&device);
}

Test(search, time) {
    device_t device = open_model(1);
    search_options_t options;
    game_t game = play(sample[1], "");

    search_options_default(&options);
    for (int64_t milliseconds = 20; milliseconds <= 320; milliseconds *= 2) {
        const search_limits_t limits = {.clock = {.has_movetime = true, .movetime = milliseconds}};
        int64_t start = clock_now();
        search_info_t info = search_game(&device, &game, &options, &limits, NULL);
        int64_t took = clock_now() - start;
        cr_assert(info.depth >= 1);
        // A job of ten milliseconds may be under way; a loaded machine may pause us as long again.
        cr_assert(support_sanitized() || took <= milliseconds + 60, "%" PRId64 " ms of %" PRId64,
                  took, milliseconds);
        cr_assert(took >= milliseconds - 1, "%" PRId64 " ms of %" PRId64, took, milliseconds);
    }
    game_free(&game);
    device_close(&device);
}

Test(search, root_moves) {
    device_t device = open_model(1);
    search_options_t options;
    game_t game = play(sample[0], "");
    search_limits_t limits = {.depth = 4, .move_count = 2};

    search_options_default(&options);
    limits.moves[0] = support_move(game_position(&game), "a7a6");
    limits.moves[1] = support_move(game_position(&game), "h7h6");
    search_info_t info = search_game(&device, &game, &options, &limits, NULL);
    cr_assert(info.best == limits.moves[0] || info.best == limits.moves[1]);
    cr_assert_eq(search_mate_in(info.score), -1, "all else allows Qxf7");
    game_free(&game);
    device_close(&device);
}

// A tree that does not fit is begun anew, with deeper jobs; the score is the same.
Test(search, small_tree) {
    device_t device = open_model(1);
    search_options_t options;

    plain_options(&options);
    options.job_depth = 0;
    for (unsigned i = 0; i < 3; i++) {
        options.memory = (size_t)64 << 20;
        search_info_t roomy = search_fen(&device, sample[i], &options, 4);
        options.memory = (size_t)150 << 10;
        search_info_t tight = search_fen(&device, sample[i], &options, 4);
        cr_assert_eq(tight.score, roomy.score, "%s: %d, %d", sample[i], tight.score, roomy.score);
        cr_assert(tight.depth == 4, "%s: depth %d", sample[i], tight.depth);
        cr_assert_eq(roomy.replanted, 0);
        cr_assert(tight.replanted > 0, "%s: the tree was not too small", sample[i]);
    }
    device_close(&device);
}

// A job that grows too large is split into jobs below it; the score is the same.
Test(search, split_jobs) {
    device_t device = open_model(1);
    search_options_t options;

    plain_options(&options);
    for (unsigned i = 0; i < SAMPLES; i++) {
        options.job_limit = 1000000;
        search_info_t whole = search_fen(&device, sample[i], &options, 4);
        options.job_limit = 700;
        search_info_t split = search_fen(&device, sample[i], &options, 4);
        cr_assert_eq(split.score, whole.score, "%s: %d, %d", sample[i], split.score, whole.score);
        cr_assert_eq(whole.split_jobs, 0);
        cr_assert(i != 1 || split.split_jobs > 0, "no job was split");
    }
    device_close(&device);
}
