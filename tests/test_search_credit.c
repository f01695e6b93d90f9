// SPDX-License-Identifier: Apache-2.0
// Credits in the search: requests down the tree, what is equal to what, and that forced lines end.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "chess_support.h"
#include "link/device.h"
#include "search/internal.h"
#include "search/search.h"

static device_t open_model(void) {
    const device_options_t options = {.contexts = 1, .table_log2 = 16};
    device_t device;

    cr_assert_eq(device_open(&device, "model", &options), DEVICE_OK);
    return device;
}

static search_info_t run(device_t *device, const position_t *position,
                         const search_options_t *options, const search_limits_t *limits,
                         const search_hooks_t *hooks) {
    search_info_t info;
    game_t game;

    cr_assert(game_init(&game, position));
    cr_assert_eq(search_run(device, &game, options, limits, hooks, &info), SEARCH_OK);
    game_free(&game);
    return info;
}

static const char *const sample[] = {
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
};
enum { SAMPLES = sizeof sample / sizeof *sample };

// ---- Requests

typedef struct {
    tree_t tree;
    game_t game;
    tree_node_t *root;
} planted_t;

static void plant(planted_t *planted, const char *fen) {
    position_t position = support_fen(fen);

    cr_assert(game_init(&planted->game, &position));
    cr_assert(tree_init(&planted->tree, 1 << 20));
    planted->tree.path_cap = 90;
    planted->tree.evasion = true;
    planted->tree.sources = CREDIT_ALL;
    tree_reset(&planted->tree, &planted->game);
    planted->root = planted->tree.root;
    cr_assert(tree_expand(&planted->tree, planted->root));
}

static void uproot(planted_t *planted) {
    tree_free(&planted->tree);
    game_free(&planted->game);
}

// Credits swap at every move, the mover's raised by what the move earned; and at a null move, with
// nothing earned. What is cashed deepens the child, before anything asks whether it is a frontier.
Test(search_credit, requests) {
    planted_t planted;

    plant(&planted, sample[1]);
    tree_edge_t *edge = &planted.root->edges[0];
    for (int my = 0; my < 8; my++) {
        for (int his = 0; his < 8; his++) {
            for (int credit = 0; credit <= CREDIT_MOVE_MAX; credit++) {
                uint8_t cashed;
                planted.root->request =
                    (tree_request_t){.depth = 6, .my = (uint8_t)my, .his = (uint8_t)his};
                edge->credit = (uint8_t)credit;
                tree_request_t child =
                    tree_child_request(&planted.tree, planted.root, edge, &cashed);
                int plies = credit_cash(my + credit);
                cr_assert_eq(cashed, plies);
                cr_assert_eq(child.depth, 5 + plies);
                cr_assert_eq(child.his, my + credit - 4 * plies);
                cr_assert_eq(child.my, his > 4 * plies ? his - 4 * plies : 0);
                tree_request_t pass = tree_pass_request(planted.root, 3);
                cr_assert(pass.depth == 2 && pass.my == his && pass.his == my);
            }
        }
    }
    // Beyond the path's cap nothing is cashed.
    uint8_t cashed;
    planted.tree.path_cap = 1;
    planted.root->request = (tree_request_t){.depth = 6, .my = 7};
    edge->credit = 7;
    cr_assert_eq(tree_child_request(&planted.tree, planted.root, edge, &cashed).depth, 5);
    cr_assert_eq(cashed, 0);
    uproot(&planted);
}

// A frontier node's answer does not depend on credit: only a new depth asks anew. An inner node's
// does.
Test(search_credit, credit_alone_is_no_question_for_the_chip) {
    planted_t planted;

    plant(&planted, sample[1]);
    tree_node_t *leaf = tree_child(&planted.tree, planted.root, &planted.root->edges[0]);
    tree_request_t request = {.depth = 3};
    cr_assert(tree_enter(&planted.tree, leaf, &request));
    tree_tighten(leaf, 20, 20);
    request.his = 5;
    cr_assert_not(tree_enter(&planted.tree, leaf, &request));
    cr_assert_eq(leaf->low, 20);
    cr_assert(tree_expand(&planted.tree, leaf));
    request.his = 6;
    cr_assert(tree_enter(&planted.tree, leaf, &request));
    cr_assert(leaf->low < -SCORE_MATE_MIN, "an inner node kept what less credit had found");
    request.depth = 2;
    tree_enter(&planted.tree, leaf, &request);
    cr_assert_eq(planted.tree.lessened, 1, "less depth was not noticed");
    uproot(&planted);
}

// A move that fails high counts when it was judged; credit earned asks the child anew.
Test(search_credit, fail_high_counts_when_judged) {
    planted_t planted;
    tree_request_t request = {.depth = 4}, below = {.depth = 3};

    plant(&planted, "7k/8/8/8/8/8/1p6/1K6 w - - 0 1"); // Ka2, Kc2, Kxb2
    tree_enter(&planted.tree, planted.root, &request);
    cr_assert(planted.root->judges);
    tree_edge_t *edge = &planted.root->edges[1];
    tree_node_t *child = tree_child(&planted.tree, planted.root, edge);
    tree_enter(&planted.tree, child, &below);
    tree_tighten(child, -70, -60);
    tree_back_up(&planted.tree, planted.root);
    cr_assert(planted.root->low < 0, "counted before it was judged");
    edge->judged = 60;
    edge->reduction = 1;
    tree_back_up(&planted.tree, planted.root);
    cr_assert(planted.root->low < 0, "counted though it was reduced");
    edge->reduction = 0;
    tree_back_up(&planted.tree, planted.root);
    cr_assert_eq(planted.root->low, 70);
    cr_assert_eq(planted.root->low_edge, 1);
    uproot(&planted);
}

// ---- What is equal to what

// With every generator off the tree is the plain one: each position is searched to the iteration's
// depth less its plies, and none a second time.
typedef struct {
    int iteration;
    uint64_t seen; // positions entered
    position_t root;
} plain_t;

static void see_plain(void *context, const search_event_t *event) {
    plain_t *plain = context;
    position_t now = plain->root;
    int depth = 0;

    if (event->kind == SEARCH_EVENT_ITERATION)
        plain->iteration = event->depth;
    if (event->kind != SEARCH_EVENT_ENTER || event->ply == 0)
        return;
    depth = plain->iteration;
    for (unsigned i = 0; i < event->ply; i++) {
        if (!position_in_check(&now) && depth > 0)
            depth--;
        position_make(&now, &now, event->path[i]);
    }
    cr_assert_eq(event->role, 'm');
    cr_assert_eq(event->depth, depth);
    cr_assert(event->my == 0 && event->his == 0 && event->credit == 0 && event->cashed == 0);
    plain->seen++;
}

Test(search_credit, plain_depths) {
    device_t device = open_model();
    search_options_t options;

    search_options_default(&options);
    options.credits = 0;
    options.null_r = 0;
    options.late = false;
    options.job_depth = 2;
    for (unsigned i = 0; i < SAMPLES; i++) {
        plain_t plain = {.root = support_fen(sample[i])};
        search_hooks_t hooks = {.context = &plain, .trace = see_plain};
        const search_limits_t limits = {.depth = 4};
        search_info_t info = run(&device, &plain.root, &options, &limits, &hooks);
        cr_assert(plain.seen > 50, "%s: %" PRIu64, sample[i], plain.seen);
        cr_assert_eq(info.software_nodes, 1 + plain.seen, "%s", sample[i]);
        cr_assert_eq(info.credits, 0);
    }
    device_close(&device);
}

// A colour-flipped position gives the same tree, with everything on.
Test(search_credit, colours) {
    device_t device = open_model();
    search_options_t options;
    uint64_t credits = 0;

    search_options_default(&options);
    options.credits = CREDIT_ALL;
    for (unsigned i = 0; i < SAMPLES; i++) {
        position_t position = support_fen(sample[i]), flipped;
        const search_limits_t limits = {.depth = 7};
        position_flip(&flipped, &position);
        search_info_t one = run(&device, &position, &options, &limits, NULL);
        search_info_t other = run(&device, &flipped, &options, &limits, NULL);
        cr_assert_eq(one.score, other.score, "%s: %d, %d", sample[i], one.score, other.score);
        cr_assert_eq(one.software_nodes, other.software_nodes, "%s", sample[i]);
        cr_assert_eq(one.hardware_nodes, other.hardware_nodes, "%s", sample[i]);
        cr_assert_eq(one.jobs, other.jobs, "%s", sample[i]);
        cr_assert_eq(one.credits, other.credits, "%s", sample[i]);
        cr_assert_eq(move_from(one.best) ^ 56, move_from(other.best), "%s", sample[i]);
        credits += one.credits;
    }
    cr_assert(credits > 50, "only %" PRIu64 " credits", credits);
    device_close(&device);
}

// ---- Termination

// Forced lines end: every iteration within a bound of nodes, all generators on. In the first every
// black move is the only one (it has made several engines explode); its iterations 12 to 14 are for
// the soak. In the second hardly any move changes anything; in the third check follows on check.
typedef struct {
    const char *fen;
    int depth, soak_depth;
    uint64_t nodes, soak_nodes; // of the whole search
} ladder_t;

static const ladder_t ladders[] = {
    {"8/Pk6/8/1p6/8/P1K5/8/6B1 w - - 37 130", 11, 14, 6000000, 150000000},
    {"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 14, 14, 100000, 100000},
    {"8/5pkp/6p1/4Q3/8/8/rq3PPP/6K1 b - - 0 1", 14, 14, 8000000, 8000000},
};

Test(search_credit, ladders_end) {
    device_t device = open_model();
    search_options_t options;

    search_options_default(&options);
    options.credits = CREDIT_ALL;
    for (unsigned i = 0; i < sizeof ladders / sizeof *ladders; i++) {
        position_t position = support_fen(ladders[i].fen);
        int depth = support_soak() ? ladders[i].soak_depth : ladders[i].depth;
        uint64_t most = support_soak() ? ladders[i].soak_nodes : ladders[i].nodes;
        const search_limits_t limits = {.depth = depth, .nodes = 2 * most};
        search_info_t info = run(&device, &position, &options, &limits, NULL);
        uint64_t nodes = info.software_nodes + info.hardware_nodes;
        cr_log_info("ladder %u: %" PRIu64 " nodes, %u to %u plies", i, nodes, info.least_plies,
                    info.most_plies);
        cr_assert_eq(info.depth, depth, "ladder %u ended at iteration %d", i, info.depth);
        cr_assert(nodes <= most, "ladder %u: %" PRIu64 " nodes", i, nodes);
    }
    device_close(&device);
}

// ---- The envelope

// No search asks a position within an iteration for less depth or credit than before, over many
// positions (in builds with assertions every store checks it too).
Test(search_credit, never_less) {
    device_t device = open_model();
    search_options_t options;
    support_file_t file;
    unsigned searches = 0, most = support_soak() ? 10000 : 600;
    uint64_t evictions = 0, credits = 0;

    search_options_default(&options);
    options.credits = CREDIT_ALL;
    options.hash_megabytes = 1;
    while (searches < most) {
        support_open(&file, "tests/data/tactical/wac_300_corrected.epd");
        while (searches < most && support_row(&file, false)) {
            epd_t epd;
            const search_limits_t limits = {.nodes = 2000 + searches % 100 * 500};
            options.job_depth = searches % 2 ? 4 : 1;
            cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
            search_info_t info = run(&device, &epd.position, &options, &limits, NULL);
            cr_assert_eq(info.lessened, 0, "%s", file.line);
            evictions += info.evictions;
            credits += info.credits;
            searches++;
        }
        support_close(&file);
    }
    cr_log_info("%u searches: %" PRIu64 " credits, %" PRIu64 " evictions", searches, credits,
                evictions);
    cr_assert(credits > 2 * searches);
    device_close(&device);
}

// ---- Null moves

// The verified null move's second search finds zugzwangs that the standard one of R = 3 misses.
static bool finds(device_t *device, const epd_t *epd, search_options_t *options, bool verified,
                  int depth) {
    const search_limits_t limits = {.depth = depth};
    move_list_t best;
    bool found = false;

    options->verified = verified;
    search_info_t info = run(device, &epd->position, options, &limits, NULL);
    epd_moves(epd, "bm", &best);
    for (unsigned i = 0; i < best.count; i++)
        found |= best.moves[i] == info.best;
    return found;
}

Test(search_credit, zugzwangs) {
    static const char *const files[] = {"tests/data/zugzwang/cpw_null_move_5.epd",
                                        "tests/data/zugzwang/zpts_30.epd"};
    device_t device = open_model();
    search_options_t options;
    unsigned gained = 0, lost = 0;

    search_options_default(&options);
    // The null move alone: nothing else that makes one search deeper than the other.
    options.credits = 0;
    options.late = false;
    options.job_depth = 2;
    for (unsigned f = 0; f < 2; f++) {
        support_file_t file;
        support_open(&file, files[f]);
        while (support_row(&file, false)) {
            epd_t epd;
            cr_assert_eq(epd_parse(file.line, strlen(file.line), &epd).error, EPD_OK);
            if (!epd_find(&epd, "bm"))
                continue;
            bool standard = finds(&device, &epd, &options, false, 7);
            bool verified = finds(&device, &epd, &options, true, 7);
            gained += verified && !standard;
            lost += standard && !verified;
        }
        support_close(&file);
    }
    cr_log_info("verified finds %u that R = 3 misses, and misses %u that it finds", gained, lost);
    cr_assert(gained >= 2 && lost == 0, "%u, %u", gained, lost);
    device_close(&device);
}
