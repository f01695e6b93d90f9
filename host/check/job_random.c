// SPDX-License-Identifier: Apache-2.0
#include "check/job_random.h"

#include <string.h>

#include "check/random_position.h"

// ---- numbers

// splitmix64 (Steele, Lea, Flood 2014).
uint64_t check_random_next(check_random_t *random) {
    uint64_t x = random->state += 0x9e3779b97f4a7c15ull;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

check_random_t check_random_start(uint64_t seed, uint64_t stream) {
    check_random_t random = {seed};

    random.state = check_random_next(&random) ^ stream * 0xd1342543de82ef95ull;
    check_random_next(&random);
    return random;
}

unsigned check_random_below(check_random_t *random, unsigned below) {
    return (unsigned)((check_random_next(random) >> 32) * below >> 32);
}

static int between(check_random_t *random, int low, int high) {
    return low + (int)check_random_below(random, (unsigned)(high - low + 1));
}

// ---- weights

static int16_t random_weight(check_random_t *random, unsigned bits) {
    int most = (1 << (bits - 1)) - 1;
    int spread = check_random_percent(random, 50) ? most : most / 8 + 1;

    return (int16_t)between(random, -spread, spread);
}

void check_random_weights(uint64_t seed, uint64_t batch, int16_t weights[ZF_WEIGHT_WORDS]) {
    check_random_t random = check_random_start(seed ^ 0x77656967687473ull, batch);
    // The chip's castling rows hold differences of the rook's values: both halves must fit.
    const int rook_first = ZF_PIECE_ROOK * 64, rook_most = (1 << 10) - 1;

    memcpy(weights, zf_weight_default, ZF_WEIGHT_WORDS * sizeof weights[0]);
    if (batch == 0 || !check_random_percent(&random, 25))
        return;
    for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++)
        weights[zf_weights[i].address] = random_weight(&random, zf_weights[i].bits);
    for (int i = rook_first; i < rook_first + 64; i++) {
        weights[ZF_W_PSQT_MG + i] %= rook_most;
        weights[ZF_W_PSQT_EG + i] %= rook_most;
    }
    // A margin and gains are no less than 0.
    for (int address = ZF_W_LAZY; address <= ZF_W_DELTA_QUEEN; address++)
        if (weights[address] < 0)
            weights[address] = (int16_t)-weights[address];
}

// ---- jobs

typedef struct {
    // Config
    const check_oracle_t *oracle;
    unsigned most; // nodes
    // State
    check_random_t random;
    family_t family;
    chip_job_t *job;
} maker_t;

static family_t pick_family(check_random_t *random) {
    static const struct {
        family_t family;
        uint8_t percent;
    } shares[] = {
        {FAMILY_PLAY, 25},  {FAMILY_LONG, 8},   {FAMILY_SHUFFLE, 12}, {FAMILY_STORM, 8},
        {FAMILY_QUEENS, 5}, {FAMILY_CASTLE, 7}, {FAMILY_EP, 8},       {FAMILY_PINS, 5},
        {FAMILY_BARE, 4},   {FAMILY_SOUP, 4},   {FAMILY_ENDGAME, 8},  {FAMILY_ZUGZWANG, 6},
    };
    unsigned draw = check_random_below(random, 100), i = 0;

    while (draw >= shares[i].percent)
        draw -= shares[i++].percent;
    return shares[i].family;
}

// The chip takes men in any order.
static void mix_men(check_random_t *random, chip_man_t *men, unsigned count) {
    for (unsigned i = count; i > 1; i--) {
        unsigned other = check_random_below(random, i);
        chip_man_t man = men[i - 1];
        men[i - 1] = men[other];
        men[other] = man;
    }
}

// The search's path is the newest part of the history; now and then the flags make no sense.
static void draw_path(maker_t *maker) {
    chip_job_t *job = maker->job;
    check_random_t *random = &maker->random;
    unsigned count = job->history_count;
    unsigned path = check_random_percent(random, 40) ? check_random_below(random, count + 1) : 0;
    bool scattered = check_random_percent(random, 10);

    for (unsigned i = 0; i < count; i++)
        job->history[i].path = scattered ? check_random_percent(random, 50) : i >= count - path;
}

// A history that never was: the root's own key, keys of no position, full sets.
static void invent_history(maker_t *maker, const past_t *past) {
    chip_job_t *job = maker->job;
    check_random_t *random = &maker->random;

    job->history_count = (uint8_t)check_random_below(random, ZF_HISTORY_MAX + 1);
    for (unsigned i = 0; i < job->history_count; i++) {
        job->history[i].key =
            check_random_percent(random, 30) ? past->position.key : check_random_next(random);
        job->history[i].path = check_random_percent(random, 30);
    }
    job->own_vacated = check_random_percent(random, 50) ? ~0u : (uint32_t)check_random_next(random);
    job->other_vacated =
        check_random_percent(random, 50) ? ~0u : (uint32_t)check_random_next(random);
    job->returned = (uint8_t)check_random_below(random, 4);
}

static void draw_position(maker_t *maker, const check_corpus_t *corpus) {
    check_random_t *random = &maker->random;
    chip_job_t *job = maker->job;
    past_t past;

    maker->family = pick_family(random);
    random_position(corpus, random, maker->family, &past);
    chip_job_set_position(job, &past.position, &past.line);
    if (past.ep_file >= 0)
        job->ep_file = (int8_t)past.ep_file;
    mix_men(random, job->own, job->own_count);
    mix_men(random, job->other, job->other_count);
    if (check_random_percent(random, 5))
        invent_history(maker, &past);
    else
        draw_path(maker);
    if (check_random_percent(random, 3))
        job->after_null = true;
    if (check_random_percent(random, 9))
        job->clock = (uint8_t)between(random, 75, 103);
    else if (check_random_percent(random, 1))
        job->clock = (uint8_t)between(random, 104, 127);
}

static void draw_switches(maker_t *maker) {
    check_random_t *random = &maker->random;
    chip_job_t *job = maker->job;
    bool zugzwang = maker->family == FAMILY_ENDGAME || maker->family == FAMILY_ZUGZWANG;

    job->null_r = (uint8_t)check_random_below(random, 4);
    if (zugzwang && job->null_r == 0)
        job->null_r = (uint8_t)between(random, 1, 3);
    job->verified = check_random_percent(random, zugzwang ? 80 : 55);
    job->verify = check_random_percent(random, zugzwang ? 90 : 75);
    job->evasion = check_random_percent(random, 50);
    job->delta = check_random_percent(random, 50);
    job->lazy = check_random_percent(random, 75);
    job->table = check_random_percent(random, 75);
    job->table_min = (uint8_t)(check_random_percent(random, 70) ? 1 : between(random, 1, 7));
    job->age = (uint8_t)(check_random_percent(random, 85) ? 0 : check_random_below(random, 8));
}

static void draw_depth(maker_t *maker) {
    static const uint8_t depths[16] = {0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6};
    check_random_t *random = &maker->random;
    chip_job_t *job = maker->job;

    job->depth = depths[check_random_below(random, 16)];
    if ((maker->family == FAMILY_ENDGAME || maker->family == FAMILY_ZUGZWANG) && job->depth < 4)
        job->depth += 3;
    if (check_random_percent(random, 4))
        job->depth = (uint8_t)between(random, 7, ZF_DEPTH_MAX);
    // Queens that check and capture reach the last ply, if any do.
    if (maker->family == FAMILY_QUEENS && check_random_percent(random, 25)) {
        job->depth = (uint8_t)between(random, 10, ZF_DEPTH_MAX);
        job->evasion = true;
    }
}

static int static_score(const maker_t *maker) {
    chip_job_t job = *maker->job;
    chip_result_t result;

    job.kind = ZF_JOB_KIND_EVAL;
    job.table_min = 1;
    maker->oracle->run(maker->oracle->user, &job, &result);
    return result.status == ZF_STATUS_DONE ? result.score : 0;
}

// Windows close to the score are where null moves, verification and the slow evaluation matter.
static int near_score(const maker_t *maker, int beta) {
    chip_job_t job = *maker->job;
    chip_result_t result;

    job.null_r = 0;
    job.node_limit = maker->most / 4;
    for (int step = 0; step < 3; step++) {
        job.beta = (int16_t)beta;
        maker->oracle->run(maker->oracle->user, &job, &result);
        if (result.status != ZF_STATUS_DONE)
            return beta;
        // Above it where the search failed high, at it where it failed low.
        beta = result.score >= beta ? result.score + 1 : result.score;
        if (beta > ZF_MATE || beta < -ZF_MATE)
            return job.beta;
    }
    return beta;
}

static void draw_beta(maker_t *maker) {
    check_random_t *random = &maker->random;
    unsigned draw = check_random_below(random, 100);
    int value = static_score(maker), beta;

    if (draw < 50)
        beta = value + between(random, -40, 40);
    else if (draw < 70)
        beta = value + between(random, -250, 250);
    else if (draw < 80)
        beta = value + between(random, -1200, 1200);
    else if (draw < 87)
        beta = between(random, -1, 2);
    else if (draw < 94)
        beta = (ZF_MATE - between(random, 0, 40)) * (draw & 1 ? 1 : -1);
    else if (draw < 97)
        beta = between(random, ZF_MATE_BOUND - 3, ZF_MATE_BOUND + 3) * (draw & 1 ? 1 : -1);
    else
        beta = between(random, -ZF_MATE, ZF_MATE);
    if (beta > ZF_MATE)
        beta = ZF_MATE;
    if (beta < -ZF_MATE)
        beta = -ZF_MATE;
    if (check_random_percent(random, maker->family == FAMILY_ZUGZWANG ? 80 : 15))
        beta = near_score(maker, beta);
    maker->job->beta = (int16_t)beta;
}

// Most jobs end by themselves: the model tries them, and those that would be too large get a limit.
static void draw_limit(maker_t *maker) {
    check_random_t *random = &maker->random;
    chip_job_t *job = maker->job;
    unsigned most = maker->most;
    chip_result_t result;

    // Small limits are as good at stopping in odd places, and cheaper.
    bool small = check_random_percent(random, 70) && most > 2500;
    unsigned limit = 1 + check_random_below(random, small ? 2500 : most);
    if (check_random_percent(random, 6)) {
        job->node_limit = limit;
        return;
    }
    job->node_limit = check_random_percent(random, 80) ? most / 4 : most;
    maker->oracle->run(maker->oracle->user, job, &result);
    job->node_limit = result.status == ZF_STATUS_NODE_LIMIT ? limit : 0;
}

// ---- jobs that a chip must refuse

static chip_man_t *find_man(chip_man_t *men, unsigned count, unsigned piece) {
    for (unsigned i = 0; i < count; i++)
        if (men[i].piece == piece)
            return &men[i];
    return NULL;
}

static void spoil_header(check_random_t *random, chip_job_t *job) {
    switch (check_random_below(random, 8)) {
    case 0:
        job->depth = (uint8_t)between(random, ZF_DEPTH_MAX + 1, 255);
        break;
    case 1:
        job->kind = ZF_JOB_KIND_PERFT;
        job->depth = 0;
        break;
    case 2:
        job->table_min = 0;
        break;
    case 3:
        job->beta = (int16_t)between(random, ZF_MATE + 1, 32767);
        break;
    case 4:
        job->beta = (int16_t)between(random, -32768, -ZF_MATE - 1);
        break;
    case 5:
        job->history_count = (uint8_t)between(random, ZF_HISTORY_MAX + 1, 63);
        break;
    case 6:
        job->own_count = (uint8_t)between(random, ZF_MEN_MAX + 1, 31);
        break;
    default:
        job->clock = (uint8_t)between(random, 128, 255);
        break;
    }
}

static void spoil_men(check_random_t *random, chip_job_t *job) {
    bool own = check_random_percent(random, 50);
    unsigned count = own ? job->own_count : job->other_count;
    chip_man_t *men = own ? job->own : job->other;
    chip_man_t *man = &men[check_random_below(random, count)];

    switch (check_random_below(random, 4)) {
    case 0:
        man->piece = (uint8_t)between(random, 6, 7);
        break;
    case 1:
        man->piece = ZF_PIECE_PAWN;
        man->square = (uint8_t)(check_random_below(random, 8) + 56 * check_random_below(random, 2));
        break;
    case 2: // on a man of its own side, unless it is that man
        man->square = men[check_random_below(random, count)].square;
        break;
    default:
        man->square =
            (own ? job->other
                 : job->own)[check_random_below(random, own ? job->other_count : job->own_count)]
                .square ^
            56;
        break;
    }
}

static void spoil_kings(check_random_t *random, chip_job_t *job) {
    bool own = check_random_percent(random, 50);
    uint8_t *count = own ? &job->own_count : &job->other_count;
    chip_man_t *men = own ? job->own : job->other;

    if (check_random_percent(random, 50)) {
        men[check_random_below(random, *count)].piece = ZF_PIECE_KING;
        return;
    }
    chip_man_t *king = find_man(men, *count, ZF_PIECE_KING);
    if (king && *count > 1 && check_random_percent(random, 50))
        *king = men[--*count];
    else if (king)
        king->piece = ZF_PIECE_KNIGHT;
}

// A man next to the king of the side that has just moved, with nothing between.
static void spoil_check(check_random_t *random, chip_job_t *job) {
    chip_man_t *king = find_man(job->other, job->other_count, ZF_PIECE_KING);
    chip_man_t *man = &job->own[check_random_below(random, job->own_count)];

    if (!king)
        return;
    unsigned square = king->square ^ 56;
    man->piece = (uint8_t)between(random, ZF_PIECE_ROOK, ZF_PIECE_QUEEN);
    man->square = (uint8_t)(square % 8 ? square - 1 : square + 1);
}

static void spoil(maker_t *maker) {
    check_random_t *random = &maker->random;
    chip_job_t *job = maker->job;

    switch (check_random_below(random, 6)) {
    case 0:
        spoil_header(random, job);
        break;
    case 1:
        spoil_men(random, job);
        break;
    case 2:
        spoil_kings(random, job);
        break;
    case 3:
        job->rights = (uint8_t)between(random, 1, 15);
        break;
    case 4:
        job->ep_file = (int8_t)check_random_below(random, 8);
        break;
    default:
        spoil_check(random, job);
        break;
    }
}

void check_random_job(const check_corpus_t *corpus, const check_oracle_t *oracle, uint64_t seed,
                      uint64_t number, job_line_t *line) {
    maker_t maker = {.oracle = oracle,
                     .most = number % CHECK_BATCH < CHECK_BATCH - CHECK_TAIL ? CHECK_NODES_MAX
                                                                             : CHECK_NODES_MAX / 20,
                     .random = check_random_start(seed, number),
                     .job = &line->job};
    check_random_t *random = &maker.random;
    unsigned draw = check_random_below(random, 100);

    memset(line, 0, sizeof *line);
    job_text_defaults(&line->job);
    draw_position(&maker, corpus);
    draw_switches(&maker);
    draw_depth(&maker);
    draw_beta(&maker);
    if (draw < 8) {
        line->job.kind = ZF_JOB_KIND_EVAL;
    } else if (draw < 15) {
        line->job.kind = ZF_JOB_KIND_MOVES;
    } else if (draw < 22) {
        line->job.kind = ZF_JOB_KIND_PERFT;
        line->job.depth = (uint8_t)between(random, 1, 4);
    }
    draw_limit(&maker);
    if (!check_random_has_aborts(number))
        return;
    if (check_random_percent(random, 24))
        spoil(&maker);
    // A context works for some thousands of clocks, a job may wait for longer.
    static const unsigned delays[4] = {1000, 10000, 60000, 60000};
    if (check_random_percent(random, 14))
        line->abort_after = 1 + check_random_below(random, delays[check_random_below(random, 4)]);
}
