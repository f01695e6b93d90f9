// SPDX-License-Identifier: Apache-2.0
// The software's tree: draws on the path and in the game, intervals, and the jobs at its frontier.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/notation.h"
#include "chess_support.h"
#include "search/internal.h"

typedef struct {
    tree_t tree;
    game_t game;
} planted_t;

static void plant_game(planted_t *planted, const char *fen, const char *moves) {
    position_t start = support_fen(fen);
    char text[512];

    cr_assert(game_init(&planted->game, &start));
    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        game_play(&planted->game, support_move(game_position(&planted->game), word));
    cr_assert(tree_init(&planted->tree, 1 << 20));
    tree_reset(&planted->tree, &planted->game);
}

static void uproot(planted_t *planted) {
    tree_free(&planted->tree);
    game_free(&planted->game);
}

// The node at the end of a path from the root.
static tree_node_t *walk(planted_t *planted, const char *moves) {
    tree_node_t *node = planted->tree.root;
    char text[512];

    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        node = tree_detached_child(&planted->tree, node, support_move(&node->position, word));
        cr_assert_not_null(node);
    }
    return node;
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KINGS "e1e2 e8e7 e2e1 e7e8"
#define KNIGHTS "g1f3 g8f6 f3g1 f6g8"

typedef struct {
    const char *fen, *game, *path;
    bool draw;
} draw_case_t;

static const draw_case_t cases[] = {
    // Once on the path is a draw; the root counts as path.
    {START, "", KNIGHTS, true},
    {START, "", "g1f3 g8f6 f3g1", false},
    {START, "", "b1c3 g8f6 c3b1 f6g8", true},
    {START, "", "e2e4 g8f6 g1f3 f6g8", false},
    {START, "", "e2e4 g8f6 g1f3 f6g8 f3g1", true},
    {START, "", "e2e4 e7e5 " KNIGHTS, true},
    // Once in the game is none, twice is.
    {START, KNIGHTS, "g1f3", false},
    {START, KNIGHTS, "g1f3 g8f6", false},
    {START, KNIGHTS " " KNIGHTS, "g1f3", true},
    {START, KNIGHTS " g1f3 g8f6", "f3g1", false},
    {START, KNIGHTS " g1f3 g8f6 f3g1", "f6g8", true},
    // The root, though the game had it before, is path.
    {START, "g1f3", "g8f6 f3g1 f6g8 g1f3", true},
    {START, "g1f3 g8f6", "f3g1 f6g8 b1c3", false},
    {START, "g1f3 g8f6", "f3g1 f6g8", false}, // the start, once in the game
    // A pawn move, a capture and a lost right are not looked past.
    {START, "e2e4", "g8f6 g1f3 f6g8 f3g1", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "e1e2 e8e7 e2e1 e7e8", false},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", KINGS, "e1e2", false},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", KINGS " " KINGS, "e1e2", false},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", KINGS " " KINGS " " KINGS, "e1e2", true},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "e2e4 e8e7 e1e2 e7e8 e2e1 e8e7", true},
    // Fifty moves; a mate on the hundredth half-move is a mate.
    {"4k3/8/8/8/8/8/8/R3K3 w - - 98 90", "", "a1a2", false},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "", "a1a2", true},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "", "a1a8", true},
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", "", "a1a8", false},
    {"4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90", "", "e2e3", false},
    // Bare material.
    {"4k3/8/8/8/8/8/4r3/4K3 w - - 5 90", "", "e1e2", true},
    {"4k3/8/8/8/8/6N1/4r3/4K3 w - - 5 90", "", "g3e2", true},
    {"4k3/8/8/8/8/6N1/4r3/4K1N1 w - - 5 90", "", "g1e2", false},
};

Test(tree, draws) {
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        planted_t planted;
        plant_game(&planted, cases[i].fen, cases[i].game);
        const tree_node_t *node = walk(&planted, cases[i].path);
        bool draw = node->kind == TREE_TERMINAL && node->low == 0 && node->high == 0;
        cr_assert_eq(draw, cases[i].draw, "%s game %s path %s", cases[i].fen, cases[i].game,
                     cases[i].path);
        cr_assert_eq(planted.tree.root->kind, TREE_OPEN, "the root is never a draw");
        uproot(&planted);
    }
}

Test(tree, mate_on_the_hundredth) {
    planted_t planted;

    plant_game(&planted, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", "");
    const tree_node_t *node = walk(&planted, "a1a8");
    cr_assert_eq(node->kind, TREE_TERMINAL);
    cr_assert_eq(node->low, 1 - SCORE_MATE);
    uproot(&planted);
}

// History, path bits and filter of a job, against a line made move by move.
Test(frontier, history) {
    planted_t planted;
    chip_job_t job;
    search_options_t options;

    plant_game(&planted, START, "e2e4 e7e5 g1f3 b8c6 f3g1 c6b8");
    search_options_default(&options);
    search_t search = {.tree = planted.tree, .options = &options};
    const tree_node_t *node = walk(&planted, "b1c3 g8f6 c3b1");
    frontier_job(&search, node, 3, 25, &job);
    // Since e7e5: the positions before Nf3, Nc6, Ng1, Nb8, then Nc3, Nf6 and Nb1.
    cr_assert_eq(job.history_count, 7);
    for (unsigned i = 0; i < 4; i++) {
        cr_assert_eq(job.history[i].key, planted.game.positions[2 + i].key, "entry %u", i);
        cr_assert_not(job.history[i].path, "entry %u", i);
    }
    cr_assert_eq(job.history[4].key, planted.tree.root->position.key);
    cr_assert_eq(job.history[5].key, node->parent->parent->position.key);
    cr_assert_eq(job.history[6].key, node->parent->position.key);
    for (unsigned i = 4; i < 7; i++)
        cr_assert(job.history[i].path, "entry %u", i);
    // White left g1, f3, b1, c3; Nb1 came back to where a knight had left. Black: b8, c6, g8.
    cr_assert_eq(job.other_vacated, 1u << 6 | 1u << 21 | 1u << 1 | 1u << 18);
    cr_assert_eq(job.own_vacated, 1u << 1 | 1u << 18 | 1u << 6);
    cr_assert_eq(job.returned, 1);
    cr_assert_eq(job.clock, 7);
    cr_assert_eq(job.depth, 3);
    cr_assert_eq(job.beta, 25);
    uproot(&planted);
}

Test(frontier, mates_are_shifted) {
    planted_t planted;
    chip_job_t job;
    search_options_t options;

    plant_game(&planted, START, "");
    search_options_default(&options);
    search_t search = {.tree = planted.tree, .options = &options};
    const tree_node_t *node = walk(&planted, "e2e4 e7e5 g1f3");
    frontier_job(&search, node, 2, SCORE_MATE - 8, &job);
    cr_assert_eq(job.beta, SCORE_MATE - 5);
    frontier_job(&search, node, 2, 8 - SCORE_MATE, &job);
    cr_assert_eq(job.beta, 5 - SCORE_MATE);
    frontier_job(&search, node, 2, SCORE_MATE - 1, &job);
    cr_assert_eq(job.beta, SCORE_MATE, "beyond the greatest bound of a job");
    cr_assert_eq(score_to_root(SCORE_MATE - 5, 3), SCORE_MATE - 8);
    cr_assert_eq(score_to_root(5 - SCORE_MATE, 3), 8 - SCORE_MATE);
    cr_assert_eq(score_to_root(-1234, 3), -1234);
    cr_assert_eq(score_from_root(1234, 3), 1234);
    uproot(&planted);
}

// A packed move is only taken when it is legal here.
Test(frontier, moves) {
    position_t white = support_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    position_t black = support_fen("4k3/8/8/8/8/8/p7/4K3 b - - 0 1");
    char text[UCI_CAPACITY];
    const struct {
        const position_t *position;
        uint16_t packed;
        const char *move;
    } rows[] = {
        {&white, 48 | 56 << 6, "a7a8q"},
        {&white, 48 | 56 << 6 | ZF_PROMOTION_KNIGHT << 12, "a7a8n"},
        {&white, 4 | 6 << 6, "e1g1"},
        {&white, 4 | 12 << 6, "e1e2"},
        {&white, 4 | 12 << 6 | 1 << 12, "0000"},
        {&white, 4 | 20 << 6, "0000"},
        {&white, 0, "0000"},
        {&black, 48 | 56 << 6 | ZF_PROMOTION_ROOK << 12, "a2a1r"},
        {&black, 4 | 12 << 6, "e8e7"},
        {&black, 60 | 52 << 6, "0000"},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uci_write(frontier_move(rows[i].position, rows[i].packed), text);
        cr_assert_str_eq(text, rows[i].move, "row %u", i);
    }
}

// ---- Intervals

static bool enter(planted_t *planted, tree_node_t *node, int depth) {
    const tree_request_t request = {.depth = (int8_t)depth};

    return tree_enter(&planted->tree, node, &request);
}

Test(tree, intervals) {
    planted_t planted;

    plant_game(&planted, "1r5k/8/8/8/8/8/p7/K7 w - - 0 1", ""); // Kxa2 only
    tree_node_t *root = planted.tree.root;
    cr_assert(tree_expand(&planted.tree, root));
    cr_assert_eq(root->edge_count, 1);
    cr_assert(enter(&planted, root, 4));
    cr_assert_not(enter(&planted, root, 4), "entered twice");
    cr_assert_eq(root->low, -SCORE_MATE);
    cr_assert_eq(root->high, SCORE_MATE - 1);
    tree_node_t *child = tree_child(&planted.tree, root, &root->edges[0]);
    cr_assert_eq(tree_child(&planted.tree, root, &root->edges[0]), child);
    tree_back_up(&planted.tree, root);
    cr_assert_eq(root->high, SCORE_MATE - 1, "a child at no depth says nothing");
    enter(&planted, child, 3);
    tree_tighten(child, 50, 40); // at least 50
    tree_tighten(child, 60, 61); // at most 60
    cr_assert_eq(child->low, 50);
    cr_assert_eq(child->high, 60);
    tree_back_up(&planted.tree, root);
    cr_assert_eq(root->low, -60);
    cr_assert_eq(root->high, -50);
    cr_assert(tree_resolved(root, -60) && tree_resolved(root, -49));
    cr_assert_not(tree_resolved(root, -55));
    tree_tighten(child, 70, 65); // against what was said before: the last word stands
    cr_assert_eq(child->low, 70);
    cr_assert_eq(child->high, 70);
    // A new depth forgets everything but a proven mate.
    enter(&planted, child, 4);
    cr_assert_eq(child->low, 1 - SCORE_MATE);
    tree_tighten(child, SCORE_MATE - 6, 0);
    enter(&planted, child, 5);
    cr_assert_eq(child->low, SCORE_MATE - 6);
    cr_assert_eq(child->high, SCORE_MATE - 2);
    tree_back_up(&planted.tree, root);
    cr_assert_eq(root->high, 6 - SCORE_MATE, "a mate stands for every depth");
    uproot(&planted);
}

// A job that does not see so far contradicts no proof of mate, and the bound that it was asked is
// answered all the same.
Test(tree, proofs_of_mate) {
    for (int loses = 0; loses < 2; loses++) {
        planted_t planted;
        int mate = SCORE_MATE - 6, proof = loses ? -mate : mate;
        plant_game(&planted, "1r5k/8/8/8/8/8/p7/K7 w - - 0 1", "");
        tree_node_t *root = planted.tree.root;
        cr_assert(tree_expand(&planted.tree, root));
        tree_node_t *child = tree_child(&planted.tree, root, &root->edges[0]);
        enter(&planted, child, 4);
        tree_tighten(child, proof, loses ? 0 : 1);
        tree_tighten(child, 30, loses ? proof : proof + 1);
        cr_assert_eq(child->low, proof);
        cr_assert_eq(child->high, proof);
        enter(&planted, child, 5);
        if (loses)
            tree_raise(&planted.tree, child, 100, TREE_NO_EDGE, false);
        cr_assert_eq(loses ? child->high : child->low, proof);
        // A mate farther than a job sees has no line: there the last word stands.
        tree_node_t *far = tree_detached_child(&planted.tree, root, root->edges[0].move);
        int away = SCORE_MATE - 1 - ZF_DEPTH_MAX - 1;
        enter(&planted, far, 4);
        tree_tighten(far, loses ? -away : away, loses ? 0 : 1);
        tree_tighten(far, 30, loses ? -away : away + 1);
        cr_assert_eq(loses ? far->low : far->high, 30);
        uproot(&planted);
    }
}

// Two children: the best counts, and an unknown one could be anything.
Test(tree, several_children) {
    planted_t planted;

    plant_game(&planted, "7k/8/8/8/8/8/1p6/1K6 w - - 0 1", ""); // Ka2, Kc2, Kxb2
    tree_node_t *root = planted.tree.root;
    cr_assert(tree_expand(&planted.tree, root));
    cr_assert_eq(root->edge_count, 3);
    enter(&planted, root, 2);
    cr_assert_eq(move_to(root->edges[0].move), square_of(1, 1), "the capture comes first");
    tree_node_t *bare = tree_child(&planted.tree, root, &root->edges[0]);
    cr_assert_eq(bare->kind, TREE_TERMINAL);
    tree_node_t *second = tree_child(&planted.tree, root, &root->edges[1]);
    enter(&planted, second, 1);
    tree_tighten(second, 500, 400);
    tree_back_up(&planted.tree, root);
    cr_assert_eq(root->low, 0, "the draw is certain");
    cr_assert_eq(root->high, SCORE_MATE - 1, "the third move is unknown");
    tree_node_t *third = tree_child(&planted.tree, root, &root->edges[2]);
    enter(&planted, third, 1);
    tree_tighten(third, -30, -30);
    tree_back_up(&planted.tree, root);
    cr_assert_eq(root->low, 0);
    cr_assert_eq(root->high, 30);
    tree_tighten(third, -25, -20);
    tree_back_up(&planted.tree, root);
    cr_assert_eq(root->low, 25);
    // The best known move goes in front for the next iteration.
    move_t best = root->edges[2].move;
    tree_reorder(root);
    cr_assert_eq(root->edges[0].move, best);
    uproot(&planted);
}

Test(tree, depth_of_children) {
    planted_t planted;

    plant_game(&planted, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "");
    cr_assert_eq(tree_child_depth(planted.tree.root, 3, true), 3, "an evasion costs nothing");
    cr_assert_eq(tree_child_depth(planted.tree.root, 3, false), 2);
    uproot(&planted);
    plant_game(&planted, START, "");
    cr_assert_eq(tree_child_depth(planted.tree.root, 3, true), 2);
    cr_assert_eq(tree_child_depth(planted.tree.root, 0, true), 0);
    uproot(&planted);
}
