// SPDX-License-Identifier: Apache-2.0
#include "tune/fit.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tune/weights.h"

// Blocks, not threads, are what sums are taken by.
enum { BLOCKS = 64, THREADS_MAX = 64, REPORT_EPOCHS = 5 };

static const double step_first = 1.0, step_last = 0.05; // centipawns an epoch
static const double anchor_unit = 100.0;

typedef struct {
    double error;
    double gradient[ZF_WEIGHT_WORDS];
} block_t;

typedef struct {
    // Config
    const sample_t *samples;
    size_t count;
    const float *targets;
    double scale;
    unsigned threads;
    bool with_gradient;
    // State
    const double *weights;
    block_t *blocks; // BLOCKS
} pass_t;

typedef struct {
    const pass_t *pass;
    unsigned first;
} worker_t;

// ---- One pass over the samples

static double chance(double scale, double score) {
    return 1.0 / (1.0 + exp(-scale * score));
}

// The real-valued score; sets *cut where the slow part is beyond any margin.
static double real_score(const sample_t *sample, const double *weights, bool *cut) {
    double mg = 0, eg = 0, slow = weights[ZF_W_TEMPO];
    const double most = weights_high(ZF_W_LAZY);

    for (unsigned i = 0; i < sample->count; i++) {
        unsigned place = sample->men[i] & ~(unsigned)SAMPLE_THEIRS;
        double sign = sample->men[i] & SAMPLE_THEIRS ? -1 : 1;
        mg += sign * weights[ZF_W_PSQT_MG + place];
        eg += sign * weights[ZF_W_PSQT_EG + place];
    }
    for (unsigned i = 0; i < MODEL_TERMS; i++)
        slow += weights[ZF_W_DOUBLED + i] * sample->terms[i];
    *cut = slow > most || slow < -most;
    slow = slow > most ? most : slow < -most ? -most : slow;
    return eg + (mg - eg) * sample->phase / ZF_PHASE_FULL + slow;
}

static void add_gradient(const sample_t *sample, double slope, bool cut, double *gradient) {
    double mg = slope * sample->phase / ZF_PHASE_FULL, eg = slope - mg;

    for (unsigned i = 0; i < sample->count; i++) {
        unsigned place = sample->men[i] & ~(unsigned)SAMPLE_THEIRS;
        double sign = sample->men[i] & SAMPLE_THEIRS ? -1 : 1;
        gradient[ZF_W_PSQT_MG + place] += sign * mg;
        gradient[ZF_W_PSQT_EG + place] += sign * eg;
    }
    if (cut)
        return;
    gradient[ZF_W_TEMPO] += slope;
    for (unsigned i = 0; i < MODEL_TERMS; i++)
        gradient[ZF_W_DOUBLED + i] += slope * sample->terms[i];
}

static void run_block(const pass_t *pass, unsigned number) {
    block_t *block = &pass->blocks[number];
    size_t first = pass->count * number / BLOCKS, end = pass->count * (number + 1) / BLOCKS;

    memset(block, 0, sizeof *block);
    for (size_t i = first; i < end; i++) {
        bool cut;
        double s = chance(pass->scale, real_score(&pass->samples[i], pass->weights, &cut));
        double miss = s - (double)pass->targets[i];
        block->error += miss * miss;
        if (pass->with_gradient)
            add_gradient(&pass->samples[i], 2.0 * miss * s * (1.0 - s) * pass->scale, cut,
                         block->gradient);
    }
}

static void *work(void *argument) {
    const worker_t *worker = argument;

    for (unsigned block = worker->first; block < BLOCKS; block += worker->pass->threads)
        run_block(worker->pass, block);
    return NULL;
}

// The mean error, and the sum of gradients in blocks[0]. A thread that cannot be had is done here.
static double run_pass(pass_t *pass, const double *weights) {
    pthread_t threads[THREADS_MAX];
    worker_t workers[THREADS_MAX];
    bool started[THREADS_MAX];
    double error = 0;

    pass->weights = weights;
    for (unsigned i = 0; i < pass->threads; i++)
        workers[i] = (worker_t){pass, i};
    for (unsigned i = 1; i < pass->threads; i++)
        started[i] = pthread_create(&threads[i], NULL, work, &workers[i]) == 0;
    work(&workers[0]);
    for (unsigned i = 1; i < pass->threads; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            work(&workers[i]);
    }
    for (unsigned block = 0; block < BLOCKS; block++) {
        error += pass->blocks[block].error;
        for (unsigned i = 0; block && pass->with_gradient && i < ZF_WEIGHT_WORDS; i++)
            pass->blocks[0].gradient[i] += pass->blocks[block].gradient[i];
    }
    return pass->count ? error / (double)pass->count : 0;
}

// ---- Scales and labels

double fit_error(const sample_t *samples, size_t count, const int16_t weights[ZF_WEIGHT_WORDS],
                 double scale) {
    double error = 0;

    for (size_t i = 0; i < count; i++) {
        double miss = chance(scale, sample_score(&samples[i], weights)) - samples[i].points / 2.0;
        error += miss * miss;
    }
    return count ? error / (double)count : 0;
}

// The scale of least error: by golden section, the error having one valley. `weights` NULL: of the
// engine's scores.
static double fit_scale(const sample_t *samples, size_t count, const int16_t *weights) {
    const double golden = 0.6180339887498949;
    double low = 0.0002, high = 0.05;
    float *scores = malloc((count ? count : 1) * sizeof *scores);

    if (!scores)
        return 0;
    for (size_t i = 0; i < count; i++)
        scores[i] = (float)(weights ? sample_score(&samples[i], weights) : samples[i].score);
    while (high - low > 1e-6) {
        double scale[2] = {high - golden * (high - low), low + golden * (high - low)};
        double error[2] = {0, 0};
        for (size_t i = 0; i < count; i++) {
            for (unsigned side = 0; side < 2 && (weights || samples[i].scored); side++) {
                double miss = chance(scale[side], (double)scores[i]) - samples[i].points / 2.0;
                error[side] += miss * miss;
            }
        }
        if (error[0] < error[1])
            high = scale[1];
        else
            low = scale[0];
    }
    free(scores);
    return (low + high) / 2;
}

static float *make_targets(const sample_t *samples, size_t count, double share, double scale) {
    float *targets = malloc((count ? count : 1) * sizeof *targets);

    for (size_t i = 0; targets && i < count; i++) {
        double target = samples[i].points / 2.0;
        if (share > 0 && samples[i].scored)
            target = (1 - share) * target + share * chance(scale, samples[i].score);
        targets[i] = (float)target;
    }
    return targets;
}

// ---- Descent

typedef struct {
    double first[ZF_WEIGHT_WORDS], now[ZF_WEIGHT_WORDS], best[ZF_WEIGHT_WORDS];
    double mean[ZF_WEIGHT_WORDS], square[ZF_WEIGHT_WORDS]; // Adam's moments
    double least;                                          // validation error of `best`
} descent_t;

static bool is_free(unsigned address, fit_part_t part) {
    bool squares = address < ZF_W_DOUBLED;

    if (address > ZF_W_TEMPO || !weights_high(address))
        return false;
    return part == FIT_ALL || squares == (part == FIT_SQUARES);
}

// Left and right are tied, the king's wings apart: half the weights to learn from the same games.
static void tie_files(double *gradient) {
    static const unsigned tables[2] = {ZF_W_PSQT_MG, ZF_W_PSQT_EG};

    for (unsigned table = 0; table < 2; table++) {
        for (unsigned i = 0; i < ZF_PIECE_KING * 64; i++) {
            double *left = &gradient[tables[table] + i],
                   *right = &gradient[tables[table] + (i ^ 7)];
            if ((i & 7) < 4)
                *left = *right = (*left + *right) / 2;
        }
    }
}

static void take_step(descent_t *descent, const double *gradient, const fit_options_t *options,
                      unsigned epoch, size_t count) {
    const double keep_mean = 0.9, keep_square = 0.999;
    double done = (double)(epoch - 1) / options->epochs;
    double step = step_first * pow(step_last / step_first, done);

    for (unsigned i = 0; i < ZF_WEIGHT_WORDS; i++) {
        if (!is_free(i, options->part))
            continue;
        double pull = (descent->now[i] - descent->first[i]) / (anchor_unit * anchor_unit);
        double slope = (gradient[i] + 2 * options->anchor * pull) / (double)count;
        descent->mean[i] = keep_mean * descent->mean[i] + (1 - keep_mean) * slope;
        descent->square[i] = keep_square * descent->square[i] + (1 - keep_square) * slope * slope;
        double mean = descent->mean[i] / (1 - pow(keep_mean, epoch));
        double square = descent->square[i] / (1 - pow(keep_square, epoch));
        descent->now[i] -= step * mean / (sqrt(square) + 1e-12);
        descent->now[i] = fmin(fmax(descent->now[i], weights_low(i)), weights_high(i));
    }
}

static void descend(descent_t *descent, pass_t *training, pass_t *validation,
                    const fit_options_t *options, const fit_hooks_t *hooks, fit_result_t *result) {
    memcpy(descent->best, descent->now, sizeof descent->best);
    descent->least = run_pass(validation, descent->now);
    for (unsigned epoch = 1; epoch <= options->epochs && !result->stopped; epoch++) {
        double error = run_pass(training, descent->now);
        tie_files(training->blocks[0].gradient);
        take_step(descent, training->blocks[0].gradient, options, epoch, training->count);
        if (epoch % REPORT_EPOCHS && epoch != options->epochs)
            continue;
        double checked = run_pass(validation, descent->now);
        if (checked < descent->least || !validation->count) {
            descent->least = checked;
            result->epoch = epoch;
            memcpy(descent->best, descent->now, sizeof descent->best);
        }
        fit_report_t report = {epoch, options->epochs, error, checked};
        if (hooks && hooks->report)
            hooks->report(hooks->context, &report);
        result->stopped = hooks && hooks->stop && hooks->stop(hooks->context);
    }
}

// ---- What follows from the tuned weights

static int mean_value(const int16_t *weights, unsigned piece) {
    int sum = 0;

    // Pawns stand on neither end rank.
    unsigned first = piece == ZF_PIECE_PAWN ? 8 : 0, end = piece == ZF_PIECE_PAWN ? 56 : 64;
    for (unsigned square = first; square < end; square++)
        sum += weights[ZF_W_PSQT_MG + piece * 64 + square] +
               weights[ZF_W_PSQT_EG + piece * 64 + square];
    return sum / (2 * (int)(end - first));
}

// How many samples have a slow part of just so many centipawns before the clamp; more are counted
// at the end.
static void count_slow(const sample_t *samples, size_t count, const int16_t *weights,
                       size_t *histogram, int most) {
    memset(histogram, 0, ((size_t)most + 2) * sizeof *histogram);
    for (size_t i = 0; i < count; i++) {
        int slow = weights[ZF_W_TEMPO];
        for (unsigned term = 0; term < MODEL_TERMS; term++)
            slow += weights[ZF_W_DOUBLED + term] * samples[i].terms[term];
        slow = abs(slow);
        histogram[slow > most ? most + 1 : slow]++;
    }
}

enum { MARGIN_MAX = 1 << 11 };

static void set_margin(const sample_t *samples, size_t count, const int16_t *before,
                       int16_t *weights) {
    size_t histogram[MARGIN_MAX + 2], allowed = 0, over;
    int most = weights_high(ZF_W_LAZY), margin;

    count_slow(samples, count, before, histogram, most);
    for (int i = before[ZF_W_LAZY] + 1; i <= most + 1; i++)
        allowed += histogram[i];
    count_slow(samples, count, weights, histogram, most);
    // The least margin that cuts no more of them.
    over = histogram[most + 1];
    for (margin = most; margin > 0 && over + histogram[margin] <= allowed; margin--)
        over += histogram[margin];
    weights[ZF_W_LAZY] = (int16_t)margin;
}

static void follow(const sample_t *samples, size_t count, const int16_t *before, int16_t *weights) {
    for (unsigned piece = ZF_PIECE_PAWN; piece <= ZF_PIECE_QUEEN; piece++) {
        unsigned address = ZF_W_DELTA_PAWN + piece;
        int gain = before[address] + mean_value(weights, piece) - mean_value(before, piece);
        int high = weights_high(address);
        weights[address] = (int16_t)(gain < 0 ? 0 : gain > high ? high : gain);
    }
    set_margin(samples, count, before, weights);
}

bool fit_weights(const sample_t *training, size_t training_count, const sample_t *validation,
                 size_t validation_count, const fit_options_t *options, const fit_hooks_t *hooks,
                 int16_t weights[ZF_WEIGHT_WORDS], fit_result_t *result) {
    int16_t before[ZF_WEIGHT_WORDS];

    memset(result, 0, sizeof *result);
    memcpy(before, weights, sizeof before);
    result->scale = options->scale;
    if (!(options->scale > 0))
        result->scale = fit_scale(training, training_count, before);
    if (options->share > 0)
        result->score_scale =
            options->scale > 0 ? options->scale : fit_scale(training, training_count, NULL);
    float *targets = make_targets(training, training_count, options->share, result->score_scale);
    float *results =
        make_targets(validation, validation_count, options->share, result->score_scale);
    block_t *blocks = malloc(BLOCKS * sizeof *blocks);
    descent_t *descent = calloc(1, sizeof *descent);
    unsigned threads = options->threads < THREADS_MAX ? options->threads : THREADS_MAX;
    bool well = targets && results && blocks && descent && result->scale > 0;
    if (well) {
        pass_t passes[2] = {
            {training, training_count, targets, result->scale, threads, true, NULL, blocks},
            {validation, validation_count, results, result->scale, threads, false, NULL, blocks}};
        for (unsigned i = 0; i < ZF_WEIGHT_WORDS; i++)
            descent->first[i] = descent->now[i] = before[i];
        descend(descent, &passes[0], &passes[1], options, hooks, result);
        for (unsigned i = 0; i < ZF_WEIGHT_WORDS; i++)
            weights[i] = (int16_t)lround(descent->best[i]);
        follow(training, training_count, before, weights);
        const int16_t *both[2] = {before, weights};
        for (unsigned i = 0; i < 2; i++) {
            result->training[i] = fit_error(training, training_count, both[i], result->scale);
            result->validation[i] = fit_error(validation, validation_count, both[i], result->scale);
        }
    }
    free(targets);
    free(results);
    free(blocks);
    free(descent);
    return well;
}
