// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include <string.h>

#include "search/internal.h"

// Iterations of at most this depth have one ply of software: they are over before a second one
// gives the contexts more to do.
enum { SHALLOW = 4 };

// A job costs some 540 clocks of loading, one context at a time: sixteen contexts wait for the
// loader where jobs have fewer nodes than this. Jobs of the next iterations become deeper then.
enum { WORTH_LOADING = 200 };

// Where many contexts wait for one loader, jobs have so many plies more from the start.
enum { MANY_PLIES = 2 };

// A bound that differs from the last score by so many centipawns is told while an iteration runs,
// after so many milliseconds.
enum { WORTH_TELLING = 15, TELLING_MS = 1000 };

void search_options_default(search_options_t *options) {
    *options = (search_options_t){
        .job_depth = 4,
        .job_limit = 16000,
        .null_r = 3,
        .verified = true,
        .verify_above = true,
        .null_above = true,
        .late = true,
        .credits = CREDIT_DEFAULT,
        .hash_megabytes = 4,
        .evasion = true,
        .delta = true,
        .table = true,
        .table_min = 1,
        .memory = (size_t)64 << 20,
    };
}

const char *search_error_text(search_error_t error) {
    static const char *const texts[] = {
        [SEARCH_OK] = "no error",
        [SEARCH_ERROR_MEMORY] = "there is not enough memory for the search",
        [SEARCH_ERROR_DEVICE] = "the device refused a job",
    };
    return texts[error];
}

int search_mate_in(int score) {
    if (score >= SCORE_MATE_MIN)
        return (SCORE_MATE - score + 1) / 2;
    return score <= -SCORE_MATE_MIN ? -((SCORE_MATE + score + 1) / 2) : 0;
}

// ---- Limits

static bool over_nodes(const search_t *search) {
    uint64_t nodes = search->info.software_nodes + search->pool.nodes;

    return search->limits->nodes && nodes >= search->limits->nodes;
}

static void ask_hook(search_t *search) {
    if (!search->hooks || !search->hooks->signal)
        return;
    switch (search->hooks->signal(search->hooks->context)) {
    case SEARCH_STOP:
        search->stopped = true;
        break;
    case SEARCH_PONDERHIT:
        if (search->waiting) {
            clock_limits_t clock = search->limits->clock;
            clock.waiting = search->waiting = false;
            clock.start = 0;
            clock_ponderhit(&search->budget, &clock);
        }
        break;
    case SEARCH_GO_ON:
        break;
    }
}

static bool must_stop(search_t *search) {
    ask_hook(search);
    search->broken |= pool_failed(&search->pool);
    if (search->stopped || search->broken)
        return true;
    int64_t elapsed = clock_elapsed(&search->budget);
    bool over = over_nodes(search) || elapsed >= search->budget.hard;
    return over && (search->info.depth > 0 || elapsed - search->began >= search->budget.first);
}

static void measure(search_t *search, search_info_t *info);

// The move of the root that is known to be worth most at the iteration's depth; NULL without one.
static const tree_edge_t *best_edge(const search_t *search) {
    const tree_node_t *root = search->tree.root;
    const tree_edge_t *best = NULL;

    for (unsigned i = 0; i < root->edge_count; i++) {
        const tree_edge_t *edge = &root->edges[i];
        if (!edge->node || (best && edge->node->high >= best->node->high))
            continue;
        tree_request_t request = tree_child_request(&search->tree, root, edge, NULL);
        if (tree_answers(edge->node, &request) && tree_counts(root, edge))
            best = edge;
    }
    return best;
}

// Says that the score is beyond what was expected, where the search takes long enough to be
// watched.
static void report_bound(search_t *search, int score, search_bound_t bound) {
    const tree_edge_t *best = bound == SEARCH_AT_LEAST ? best_edge(search) : NULL;
    int change = score - search->info.score;

    if (!search->hooks || !search->hooks->report || search->info.depth == 0 ||
        (change < WORTH_TELLING && change > -WORTH_TELLING) ||
        clock_elapsed(&search->budget) < TELLING_MS)
        return;
    search_info_t partial = search->info;
    measure(search, &partial);
    partial.depth = search->depth;
    partial.score = score;
    partial.bound = bound;
    if (best && best->move != partial.best) {
        partial.best = partial.line[0] = best->move;
        partial.line_length = 1;
    }
    search->hooks->report(search->hooks->context, &partial);
}

// Counts tests of the root that were answered since the last look.
static void judge_tests(search_t *search) {
    const tree_node_t *root = search->tree.root;

    for (unsigned i = 0; i < search->test_count; i++) {
        int bound = search->tests[i].bound;
        if (root->low >= bound && search->root_low < bound) {
            search->raises++;
            search->last_raised = true;
            search->guess = root->low;
            report_bound(search, root->low, SEARCH_AT_LEAST);
            break;
        }
        if (root->high < bound && search->root_high >= bound) {
            search->falls++;
            search->last_raised = false;
            search->guess = root->high;
            report_bound(search, root->high, SEARCH_AT_MOST);
            break;
        }
    }
    clock_fell_to(&search->budget, root->high);
    if (root->low != search->root_low || root->high != search->root_high)
        search->effort = 0;
    search->root_low = root->low;
    search->root_high = root->high;
}

// ---- Iterations

static void measure(search_t *search, search_info_t *info) {
    device_counters_t now, since;

    device_counters(search->device, &now);
    since = device_counters_since(&now, &search->before);
    info->hardware_nodes = search->pool.nodes;
    info->jobs = search->pool.jobs;
    info->aborted_jobs = search->pool.aborted;
    info->milliseconds = clock_elapsed(&search->budget);
    info->clocks = search->device->has_clocks ? since.clocks : 0;
    info->clocks_per_node = since.nodes ? (double)info->clocks / (double)since.nodes : 0;
    info->job_depth = search->job_depth;
    info->software_plies = (unsigned)search->depth - search->job_depth;
    info->lessened = search->tree.lessened;
    info->evictions = search->tree.hash ? atomic_load(&search->tree.hash->evictions) : 0;
    info->hash_full = search->tree.hash
                          ? hash_full(search->tree.hash)
                          : (unsigned)(search->tree.used / (search->tree.capacity / 1000 + 1));
    info->busy = since.offered ? (double)since.busy / (double)since.offered : 0;
}

static void keep_root_moves(search_t *search) {
    const search_limits_t *limits = search->limits;
    tree_node_t *root = search->tree.root;
    unsigned kept = 0;

    if (!limits->move_count)
        return;
    for (unsigned i = 0; i < root->edge_count; i++) {
        bool wanted = false;
        for (unsigned k = 0; k < limits->move_count && !wanted; k++)
            wanted = limits->moves[k] == root->edges[i].move;
        if (wanted)
            root->edges[kept++] = root->edges[i];
    }
    root->edge_count = (uint16_t)kept;
}

static bool plant(search_t *search) {
    move_t first = search->info.best;

    tree_reset(&search->tree, search->game);
    tree_node_t *root = search->tree.root;
    if (!root)
        return false;
    root->best = first;
    if (!tree_expand(&search->tree, root))
        return false;
    if (root->kind == TREE_OPEN)
        keep_root_moves(search);
    search->full = false;
    return true;
}

// Whether the jobs of the last iteration were as deep as they may be and yet too short. With one
// context nothing hides a load, and the search must be repeatable on every device.
static bool jobs_are_short(const search_t *search) {
    return search->pool.target > 1 && search->job_depth >= search->job_depth_max &&
           search->iteration_jobs >= search->device->contexts &&
           search->iteration_nodes < (uint64_t)search->iteration_jobs * WORTH_LOADING;
}

static void begin_iteration(search_t *search, int depth) {
    const tree_node_t *root = search->tree.root;
    int job_depth = depth <= SHALLOW ? depth - 1 : depth - 2;

    // One ply more for an iteration deeper by one: the frontier stays where it was.
    if (jobs_are_short(search) && search->job_depth_max < ZF_DEPTH_MAX)
        search->job_depth_max++;
    search->iteration_jobs = 0;
    search->iteration_nodes = 0;
    frontier_limit(search);
    // Two plies of software, but one where two would leave only crumbs to the chip.
    if (job_depth > (int)search->job_depth_max)
        job_depth = (int)search->job_depth_max;
    search->depth = depth;
    search->job_depth = job_depth < 0 ? 0 : (unsigned)job_depth;
    search->raises = search->falls = 0;
    search->effort = 0;
    search->test_count = 0;
    search->guess = search->info.score;
    int cap = CREDIT_PATH_FACTOR * depth;
    search->tree.path_cap = cap < TREE_PLY_MAX - 2 ? cap : TREE_PLY_MAX - 2;
    search->tree.iteration++;
    tree_reorder(search->tree.root);
    tree_request_t request = {.depth = (int8_t)depth, .verify = true};
    tree_enter(&search->tree, search->tree.root, &request);
    search->least_plies = search->most_plies = 0;
    search_trace(search, SEARCH_EVENT_ITERATION, search->tree.root, SCORE_NONE);
    search->root_low = root->low;
    search->root_high = root->high;
}

typedef enum { ITERATION_DONE, ITERATION_STOPPED, ITERATION_FULL, ITERATION_DECEIVED } iteration_t;

static iteration_t iterate(search_t *search, int depth) {
    const tree_node_t *root = search->tree.root;

    begin_iteration(search, depth);
    while (select_tests(search)) {
        int low = root->low, high = root->high;
        bool sent = jobs_dispatch(search);
        judge_tests(search);
        select_abort_useless(search);
        if (search->full)
            return ITERATION_FULL;
        // Nothing sent, nothing under way and nothing learnt: the device takes no jobs.
        if (!jobs_work(search) && !sent && root->low == low && root->high == high)
            search->broken = true;
        judge_tests(search);
        if (pool_was_deceived(&search->pool))
            return ITERATION_DECEIVED;
        if (must_stop(search))
            return ITERATION_STOPPED;
    }
    select_abort_useless(search);
    return ITERATION_DONE;
}

// The root's tests are over: the intervals say which move holds the score.
static void conclude(search_t *search) {
    const tree_node_t *root = search->tree.root;
    search_info_t *info = &search->info;

    info->depth = search->depth;
    info->score = root->low;
    info->bound = SEARCH_EXACT;
    if (search->most_plies) {
        info->least_plies = search->least_plies;
        info->most_plies = search->most_plies;
    }
    line_finish(search); // of the last iteration, if it is still under way
    measure(search, info);
    line_begin(search, info);
    info->best = search->tail.info.line[0];
    search->tail.info.best = info->best;
    clock_iteration(&search->budget, info->best, info->score);
}

// Follows the last iteration's line to its end, as far as there is time.
static void follow_line(search_t *search) {
    while (search->tail.active && !search->stopped && !pool_failed(&search->pool)) {
        line_advance(search);
        if (search->tail.active && jobs_work(search))
            ask_hook(search);
        if (clock_elapsed(&search->budget) >= search->budget.hard)
            break;
    }
}

// Stopped inside an iteration: a move that is known to be no worse than the last iteration's score
// is taken; else that iteration's move stands.
static void conclude_early(search_t *search) {
    search_info_t *info = &search->info;

    // A mate without its line is not believed: a node limit may wait for it.
    if (search_mate_in(search->tail.info.score))
        follow_line(search);
    line_finish(search);
    const tree_edge_t *best = best_edge(search);
    measure(search, info);
    if (!best || best->move == info->best || search->depth == info->depth ||
        -best->node->high < info->score)
        return;
    info->best = info->line[0] = best->move;
    info->line_length = 1;
    info->score = -best->node->high;
    info->bound = SEARCH_AT_LEAST;
    if (search->hooks && search->hooks->report) {
        search_info_t partial = *info;
        partial.depth = search->depth;
        search->hooks->report(search->hooks->context, &partial);
    }
}

// Whether a further iteration can change anything and there is time for it.
static bool goes_on(search_t *search, int depth) {
    const search_limits_t *limits = search->limits;
    int most =
        limits->depth > 0 && limits->depth < SEARCH_DEPTH_MAX ? limits->depth : SEARCH_DEPTH_MAX;
    int score = search->info.score < 0 ? -search->info.score : search->info.score;

    if (depth > most)
        return false;
    if (depth == 1)
        return true;
    // All shorter mates are excluded once the depth has reached the mate.
    if (score >= SCORE_MATE_MIN && SCORE_MATE - score < depth && !limits->depth)
        return false;
    if (search->waiting)
        return true;
    if (limits->clock.has_time && search->tree.root->edge_count == 1)
        return false;
    return clock_elapsed(&search->budget) < search->budget.soft;
}

// The tree did not fit: it is begun anew, and if that was done before, jobs become deeper. False
// when nothing helps.
static bool make_room(search_t *search, int depth, bool again) {
    line_finish(search);
    pool_drain(&search->pool);
    if (again) {
        if (search->job_depth_max >= ZF_DEPTH_MAX || (int)search->job_depth_max >= depth - 2)
            return false;
        search->job_depth_max++;
    }
    search->info.replanted++;
    return plant(search);
}

// Before anything is searched the first move in order is as good as any.
static void first_guess(search_t *search) {
    const tree_node_t *root = search->tree.root;

    search->info.best = search->info.line[0] = root->edges[0].move;
    search->info.line_length = 1;
}

// The device lied: all that was learnt from it is forgotten, and the search begins anew.
static bool start_over(search_t *search) {
    search->tail.active = false;
    pool_drain(&search->pool);
    search->info.best = MOVE_NONE;
    search->info.depth = search->info.score = 0;
    search->job_depth_max = search->options->job_depth + (search->pool.target > 1 ? MANY_PLIES : 0);
    search->job_size = 0;
    search->warm_sent = 0;
    search->began = clock_elapsed(&search->budget);
    if (search->tree.hash)
        hash_clear(search->tree.hash, 1);
    if (!plant(search))
        return false;
    first_guess(search);
    return true;
}

// Iterations until the end; false when a device lied in between.
static bool deepen(search_t *search) {
    int depth = 1, full_at = 0;

    while (goes_on(search, depth)) {
        iteration_t outcome = iterate(search, depth);
        if (outcome == ITERATION_DECEIVED)
            return false;
        if (outcome == ITERATION_FULL) {
            if (!make_room(search, depth, full_at == depth))
                return true;
            full_at = depth;
            continue;
        }
        if (outcome == ITERATION_STOPPED) {
            conclude_early(search);
            return true;
        }
        conclude(search);
        depth++;
    }
    // The last line is one job after another; that most contexts wait meanwhile is no fault of the
    // search, and their share is taken before.
    pool_drain(&search->pool);
    measure(search, &search->info);
    search->busy = search->info.busy;
    follow_line(search);
    if (pool_was_deceived(&search->pool))
        return false;
    line_finish(search);
    return true;
}

static bool open_pool(search_t *search) {
    if (!pool_init(&search->pool, search->device, search->options->in_flight))
        return false;
    search->pool.host_nodes = &search->info.software_nodes;
    if (search->hooks) {
        search->pool.guard.notice = search->hooks->notice;
        search->pool.guard.notice_context = search->hooks->context;
    }
    return true;
}

// The tree, and the transposition table unless the caller has one.
static bool start_memory(search_t *search) {
    const search_options_t *options = search->options;

    if (!tree_init(&search->tree, options->memory))
        return false;
    search->tree.sources = options->credits;
    search->tree.evasion = options->evasion;
    search->tree.hash = options->hash;
    if (!options->hash && options->hash_megabytes) {
        if (!hash_init(&search->own_hash, options->hash_megabytes)) {
            tree_free(&search->tree);
            return false;
        }
        search->tree.hash = &search->own_hash;
    }
    if (search->tree.hash)
        hash_new_search(search->tree.hash);
    return true;
}

static void end_memory(search_t *search) {
    tree_free(&search->tree);
    hash_free(&search->own_hash);
}

search_error_t search_run(device_t *device, const game_t *game, const search_options_t *options,
                          const search_limits_t *limits, const search_hooks_t *hooks,
                          search_info_t *info) {
    search_t search = {.device = device,
                       .game = game,
                       .options = options,
                       .limits = limits,
                       .hooks = hooks,
                       .waiting = limits->clock.waiting,
                       .job_depth_max = options->job_depth};

    memset(info, 0, sizeof *info);
    clock_start(&search.budget, &limits->clock);
    if (!start_memory(&search))
        return SEARCH_ERROR_MEMORY;
    search.tree.tablebase = options->tablebase;
    if (!options->keep_table && !device->failed)
        device_clear_table(device);
    if (!open_pool(&search) || !plant(&search)) {
        pool_free(&search.pool);
        end_memory(&search);
        return SEARCH_ERROR_MEMORY;
    }
    search.job_depth_max += search.pool.target > 1 ? MANY_PLIES : 0;
    device_counters(device, &search.before);
    search.info.software_nodes = 1;
    tree_node_t *root = search.tree.root;
    if (root->kind == TREE_OPEN && root->edge_count) {
        first_guess(&search);
        while (!deepen(&search) && start_over(&search))
            continue;
    } else {
        search.info.score = root->low;
    }
    // What the last jobs did counts too, whether it was of use or not.
    pool_drain(&search.pool);
    measure(&search, &search.info);
    if (search.busy > 0)
        search.info.busy = search.busy;
    *info = search.info;
    pool_free(&search.pool);
    end_memory(&search);
    return search.broken ? SEARCH_ERROR_DEVICE : SEARCH_OK;
}
