// SPDX-License-Identifier: Apache-2.0
#include "model/chip_words.h"

#include <string.h>

#include "chess/position.h"

// A field of a word: PUT cuts the value to the field's bits, GET takes it out.
#define PUT(field, value) (((uint32_t)(value) << ZF_##field##_LSB) & (uint32_t)ZF_##field##_MASK)
#define GET(field, word) (((word) & (uint32_t)ZF_##field##_MASK) >> ZF_##field##_LSB)

static bool men_fit(const chip_man_t *men, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (men[i].piece > 7 || men[i].square > 63)
            return false;
    return true;
}

bool chip_job_fits(const chip_job_t *job) {
    return job->kind <= ZF_JOB_KIND_PERFT && job->depth <= ZF_DEPTH_MAX && job->null_r <= 3 &&
           job->rights <= 15 && job->ep_file >= -1 && job->ep_file <= 7 && job->table_min <= 7 &&
           job->age <= 7 && job->returned <= 3 && job->node_limit < 1u << 24 && job->clock <= 127 &&
           job->history_count <= ZF_HISTORY_MAX && job->own_count <= ZF_MEN_MAX &&
           job->other_count <= ZF_MEN_MAX && men_fit(job->own, job->own_count) &&
           men_fit(job->other, job->other_count);
}

static unsigned at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

static void pack_head(const chip_job_t *job, unsigned pairs, uint32_t words[6]) {
    words[0] = PUT(JOB0_KIND, job->kind) | PUT(JOB0_DEPTH, job->depth) |
               PUT(JOB0_NULL_R, job->null_r) | PUT(JOB0_VERIFIED, job->verified) |
               PUT(JOB0_VERIFY, job->verify) | PUT(JOB0_AFTER_NULL, job->after_null) |
               PUT(JOB0_EVASION, job->evasion) | PUT(JOB0_DELTA, job->delta) |
               PUT(JOB0_LAZY, job->lazy) | PUT(JOB0_TABLE, job->table) |
               PUT(JOB0_DEPTH_BAD, !chip_job_fits(job)) | PUT(JOB0_ID, job->id);
    words[1] = PUT(JOB1_BETA, (uint16_t)job->beta) | PUT(JOB1_RIGHTS, job->rights) |
               PUT(JOB1_EP_FILE, job->ep_file < 0 ? 0 : job->ep_file) |
               PUT(JOB1_EP_VALID, job->ep_file >= 0) | PUT(JOB1_TABLE_MIN, job->table_min) |
               PUT(JOB1_AGE, job->age) | PUT(JOB1_RETURNED, job->returned);
    words[2] = PUT(JOB2_NODE_LIMIT, job->node_limit) | PUT(JOB2_CLOCK, job->clock);
    words[3] =
        PUT(JOB3_HISTORY, at_most(job->history_count, ZF_HISTORY_MAX)) | PUT(JOB3_PAIRS, pairs);
    words[4] = job->own_vacated;
    words[5] = job->other_vacated;
}

unsigned chip_job_pack(const chip_job_t *job, uint32_t words[CHIP_JOB_WORDS_MAX]) {
    unsigned own = at_most(job->own_count, ZF_MEN_MAX);
    unsigned other = at_most(job->other_count, ZF_MEN_MAX);
    unsigned pairs = own > other ? own : other;
    unsigned history = at_most(job->history_count, ZF_HISTORY_MAX);
    uint32_t *word = words + 6, flags = 0;

    pack_head(job, pairs, words);
    for (unsigned i = 0; i < pairs; i++) {
        *word = 0;
        if (i < own)
            *word |= PUT(JOB_MEN_OWN_SQUARE, job->own[i].square) |
                     PUT(JOB_MEN_OWN_PIECE, job->own[i].piece) | PUT(JOB_MEN_OWN_VALID, 1);
        if (i < other)
            *word |= PUT(JOB_MEN_OTHER_SQUARE, job->other[i].square) |
                     PUT(JOB_MEN_OTHER_PIECE, job->other[i].piece) | PUT(JOB_MEN_OTHER_VALID, 1);
        word++;
    }
    for (unsigned i = 0; i < history; i++)
        flags |= (uint32_t)job->history[i].path << i;
    if (history)
        *word++ = flags;
    for (unsigned i = 0; i < history; i++) {
        *word++ = (uint32_t)job->history[i].key;
        *word++ = (uint32_t)(job->history[i].key >> 32);
    }
    return (unsigned)(word - words);
}

unsigned chip_job_length(const uint32_t words[4]) {
    unsigned pairs = GET(JOB3_PAIRS, words[3]), history = GET(JOB3_HISTORY, words[3]);

    if (pairs > ZF_MEN_MAX || history > ZF_HISTORY_MAX)
        return 0;
    return 6 + pairs + 2 * history + (history ? 1 : 0);
}

static void unpack_head(const uint32_t *words, chip_job_t *job) {
    job->kind = (uint8_t)GET(JOB0_KIND, words[0]);
    job->depth = (uint8_t)GET(JOB0_DEPTH, words[0]);
    if (GET(JOB0_DEPTH_BAD, words[0]))
        job->depth |= ZF_DEPTH_MAX + 1;
    job->null_r = (uint8_t)GET(JOB0_NULL_R, words[0]);
    job->verified = GET(JOB0_VERIFIED, words[0]);
    job->verify = GET(JOB0_VERIFY, words[0]);
    job->after_null = GET(JOB0_AFTER_NULL, words[0]);
    job->evasion = GET(JOB0_EVASION, words[0]);
    job->delta = GET(JOB0_DELTA, words[0]);
    job->lazy = GET(JOB0_LAZY, words[0]);
    job->table = GET(JOB0_TABLE, words[0]);
    job->id = (uint16_t)GET(JOB0_ID, words[0]);
    job->beta = (int16_t)GET(JOB1_BETA, words[1]);
    job->rights = (uint8_t)GET(JOB1_RIGHTS, words[1]);
    job->ep_file = GET(JOB1_EP_VALID, words[1]) ? (int8_t)GET(JOB1_EP_FILE, words[1]) : -1;
    job->table_min = (uint8_t)GET(JOB1_TABLE_MIN, words[1]);
    job->age = (uint8_t)GET(JOB1_AGE, words[1]);
    job->returned = (uint8_t)GET(JOB1_RETURNED, words[1]);
    job->node_limit = GET(JOB2_NODE_LIMIT, words[2]);
    job->clock = (uint8_t)GET(JOB2_CLOCK, words[2]);
    job->history_count = (uint8_t)GET(JOB3_HISTORY, words[3]);
    job->own_vacated = words[4];
    job->other_vacated = words[5];
}

bool chip_job_unpack(const uint32_t *words, unsigned count, chip_job_t *job) {
    memset(job, 0, sizeof *job);
    if (count < 6 || chip_job_length(words) != count)
        return false;
    unpack_head(words, job);
    words += 6;
    for (unsigned pairs = GET(JOB3_PAIRS, words[-3]); pairs-- > 0; words++) {
        if (GET(JOB_MEN_OWN_VALID, *words))
            job->own[job->own_count++] = (chip_man_t){(uint8_t)GET(JOB_MEN_OWN_PIECE, *words),
                                                      (uint8_t)GET(JOB_MEN_OWN_SQUARE, *words)};
        if (GET(JOB_MEN_OTHER_VALID, *words))
            job->other[job->other_count++] =
                (chip_man_t){(uint8_t)GET(JOB_MEN_OTHER_PIECE, *words),
                             (uint8_t)GET(JOB_MEN_OTHER_SQUARE, *words)};
    }
    for (unsigned i = 0; i < job->history_count; i++) {
        job->history[i].path = words[0] >> i & 1;
        job->history[i].key = words[1 + 2 * i] | (uint64_t)words[2 + 2 * i] << 32;
    }
    return true;
}

unsigned chip_result_pack(const chip_result_t *result, uint32_t words[CHIP_RESULT_WORDS_MAX]) {
    uint32_t *word = words;

    for (unsigned i = 0; i < result->move_count; i++)
        *word++ = PUT(RESULT0_ID, result->id) | PUT(RESULT0_PAYLOAD, result->moves[i]) |
                  PUT(RESULT0_MOVE_FRAME, 1);
    *word++ = PUT(RESULT0_ID, result->id) |
              PUT(RESULT0_PAYLOAD, result->status | (uint32_t)result->reason << ZF_STATUS_BITS);
    *word++ = PUT(RESULT1_SCORE, (uint16_t)result->score) | PUT(RESULT1_MOVE, result->best_move);
    *word++ = result->nodes;
    *word++ = result->hash;
    *word++ = result->clocks;
    return (unsigned)(word - words);
}

void chip_result_unpack(const uint32_t words[CHIP_RESULT_WORDS], chip_result_t *result) {
    uint32_t payload = GET(RESULT0_PAYLOAD, words[0]);

    result->id = (uint16_t)GET(RESULT0_ID, words[0]);
    result->status = (uint8_t)(payload & ((1u << ZF_STATUS_BITS) - 1));
    result->reason = (uint8_t)(payload >> ZF_STATUS_BITS & ((1u << ZF_REFUSED_BITS) - 1));
    result->score = (int16_t)GET(RESULT1_SCORE, words[1]);
    result->best_move = (uint16_t)GET(RESULT1_MOVE, words[1]);
    result->nodes = words[2];
    result->hash = words[3];
    result->clocks = words[4];
}

static chip_config_t *put_row(chip_config_t *out, unsigned row, uint64_t key, int mg, int eg) {
    uint32_t psqt = ((uint32_t)mg & 0xfff) | ((uint32_t)eg & 0xfff) << 12;
    *out++ = (chip_config_t){(uint16_t)(row << 2 | ZF_CONFIG_WORD_KEY_LOW), (uint32_t)key};
    *out++ = (chip_config_t){(uint16_t)(row << 2 | ZF_CONFIG_WORD_KEY_HIGH), (uint32_t)(key >> 32)};
    *out++ = (chip_config_t){(uint16_t)(row << 2 | ZF_CONFIG_WORD_PSQT), psqt};
    return out;
}

unsigned chip_weights_pack(const int16_t weights[ZF_WEIGHT_WORDS],
                           chip_config_t config[CHIP_CONFIG_MAX]) {
    static const struct {
        uint8_t to, from; // the rook
    } castle[2] = {{5, 7}, {3, 0}};
    const int16_t *mg = weights + ZF_W_PSQT_MG, *eg = weights + ZF_W_PSQT_EG;
    chip_config_t *out = config;

    for (unsigned row = 0; row < ZF_CONFIG_CASTLE_ROW; row++)
        out = put_row(out, row, zf_key_piece[row], mg[row], eg[row]);
    for (unsigned side = 0; side < 2; side++) {
        unsigned to = ZF_PIECE_ROOK * 64u + castle[side].to;
        unsigned from = ZF_PIECE_ROOK * 64u + castle[side].from;
        uint64_t key = zf_key_piece[to] ^ zf_key_piece[from];
        // Halves swapped: the chip adds this row after the flip, when the rook is the opponent's.
        out = put_row(out, ZF_CONFIG_CASTLE_ROW + side, position_key_rho(key), mg[to] - mg[from],
                      eg[to] - eg[from]);
    }
    out = put_row(out, ZF_CONFIG_ZERO_ROW, 0, 0, 0);
    for (unsigned address = ZF_W_DOUBLED; address < ZF_WEIGHT_WORDS; address++)
        *out++ = (chip_config_t){(uint16_t)(ZF_CONFIG_REGISTER + address - ZF_W_DOUBLED),
                                 (uint32_t)(int32_t)weights[address]};
    return (unsigned)(out - config);
}
