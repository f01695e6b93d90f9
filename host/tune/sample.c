// SPDX-License-Identifier: Apache-2.0
#include "tune/sample.h"

#include <string.h>

#include "chess/epd.h"
#include "model/chip_position.h"

// ---- The row

// Points of White in halves; false when the text is no result.
static bool read_result(const char *text, size_t length, unsigned *points) {
    static const struct {
        const char *text;
        unsigned points;
    } table[] = {{"1-0", 2}, {"0-1", 0}, {"1/2-1/2", 1}, {"1.0", 2}, {"0.5", 1},
                 {"0.0", 0}, {"1", 2},   {"0", 0},       {"1/2", 1}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strlen(table[i].text) == length && memcmp(table[i].text, text, length) == 0) {
            *points = table[i].points;
            return true;
        }
    }
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// FEN;RESULT and FEN [RESULT]
static sample_status_t read_plain(const char *row, size_t length, position_t *position,
                                  unsigned *white, fen_result_t *fen) {
    size_t end = length, cut = length;

    while (end && (is_blank(row[end - 1]) || row[end - 1] == ']' || row[end - 1] == ';'))
        end--;
    for (cut = end; cut && row[cut - 1] != ';' && row[cut - 1] != '[';)
        cut--;
    if (!cut)
        return SAMPLE_RESULT;
    size_t fen_end = cut - 1, first = cut;
    while (fen_end && is_blank(row[fen_end - 1]))
        fen_end--;
    while (first < end && is_blank(row[first]))
        first++;
    *fen = fen_parse(row, fen_end, position);
    if (fen->error)
        return SAMPLE_FEN;
    return read_result(row + first, end - first, white) ? SAMPLE_OK : SAMPLE_RESULT;
}

static bool holds(const char *row, size_t length, const char *word) {
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= length; i++) {
        if (memcmp(row + i, word, size) == 0)
            return true;
    }
    return false;
}

static sample_status_t read_epd(const char *row, size_t length, position_t *position,
                                unsigned *white, sample_t *sample, fen_result_t *fen) {
    epd_t epd;
    char text[16];
    int64_t score;
    epd_result_t result = epd_parse(row, length, &epd);

    *fen = result.fen;
    if (result.error)
        return SAMPLE_FEN;
    *position = epd.position;
    size_t size = epd_string(&epd, "c9", text, sizeof text);
    if (size >= sizeof text || !read_result(text, size, white))
        return SAMPLE_RESULT;
    sample->scored = epd_find(&epd, "ce") != NULL;
    if (sample->scored && !epd_number(&epd, "ce", &score))
        return SAMPLE_SCORE;
    if (sample->scored)
        sample->score = (int16_t)(score > 30000 ? 30000 : score < -30000 ? -30000 : score);
    return SAMPLE_OK;
}

// ---- Quiet, and the coefficients

enum { QUIET_NODES = 20000 };

// A quiescence search that asks for one point more than the static score: quiet where no capture,
// promotion or evasion brings it.
static bool nothing_gains(model_t *model, chip_job_t *job, int score) {
    chip_result_t result;

    job->depth = 0;
    job->node_limit = QUIET_NODES;
    job->beta = (int16_t)(score + 1);
    model_run(model, job, &result);
    return result.status == ZF_STATUS_DONE && result.score <= score;
}

// Quiet for both sides: were only the mover's captures looked at, its own threats would be left out
// and the opponent's kept, and the tempo and the threats would be learned from half of the cases.
static bool is_quiet(model_t *model, chip_job_t *job, const position_t *position, int score) {
    model_terms_t terms;
    chip_job_t other;
    position_t passed;

    if (!nothing_gains(model, job, score))
        return false;
    position_make_null(&passed, position);
    chip_job_init(&other, &passed, NULL);
    return model_eval_terms(model, &other, &terms) && nothing_gains(model, &other, terms.score);
}

static void put_men(sample_t *sample, const chip_man_t *men, unsigned count, unsigned flag) {
    for (unsigned i = 0; i < count; i++)
        sample->men[sample->count++] = (uint16_t)(men[i].piece * 64u + men[i].square + flag);
}

sample_status_t sample_read(model_t *model, const char *row, size_t length, sample_t *sample,
                            fen_result_t *fen) {
    position_t position;
    chip_job_t job;
    model_terms_t terms;
    unsigned white = 0;

    memset(sample, 0, sizeof *sample);
    while (length && (is_blank(row[length - 1])))
        length--;
    if (length == 0 || row[0] == '#')
        return SAMPLE_BLANK;
    sample_status_t status = holds(row, length, " c9 ")
                                 ? read_epd(row, length, &position, &white, sample, fen)
                                 : read_plain(row, length, &position, &white, fen);
    if (status)
        return status;
    sample->points = (uint8_t)(position.stm == COLOR_WHITE ? white : 2 - white);
    chip_job_init(&job, &position, NULL);
    if (position_in_check(&position) || !model_eval_terms(model, &job, &terms) ||
        !is_quiet(model, &job, &position, terms.score))
        return SAMPLE_LOUD;
    put_men(sample, job.own, job.own_count, 0);
    put_men(sample, job.other, job.other_count, SAMPLE_THEIRS);
    sample->phase = (uint8_t)(terms.phase < ZF_PHASE_FULL ? terms.phase : ZF_PHASE_FULL);
    for (unsigned i = 0; i < MODEL_TERMS; i++)
        sample->terms[i] = (int8_t)(terms.counts[0][i] - terms.counts[1][i]);
    return SAMPLE_OK;
}

static int clamp(int value, int limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

int sample_score(const sample_t *sample, const int16_t weights[ZF_WEIGHT_WORDS]) {
    int mg = 0, eg = 0, slow = weights[ZF_W_TEMPO];

    for (unsigned i = 0; i < sample->count; i++) {
        unsigned place = sample->men[i] & ~(unsigned)SAMPLE_THEIRS;
        int sign = sample->men[i] & SAMPLE_THEIRS ? -1 : 1;
        mg += sign * weights[ZF_W_PSQT_MG + place];
        eg += sign * weights[ZF_W_PSQT_EG + place];
    }
    for (unsigned i = 0; i < MODEL_TERMS; i++)
        slow += weights[ZF_W_DOUBLED + i] * sample->terms[i];
    // The taper rounds down: the shift is of a negative number too, as in the model.
    int fast = clamp(eg + ((mg - eg) * sample->phase >> 5), ZF_FAST_LIMIT);
    return fast + clamp(slow, weights[ZF_W_LAZY]);
}
