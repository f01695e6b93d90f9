// SPDX-License-Identifier: Apache-2.0
// zaffre job: one job, as the chip sees it.
//
//   zaffre job search FEN --depth 4 --beta 30           options are the fields of check/job_text.h
//   zaffre job 'search own Ke1,Pe2 other Ke1 depth 4'   one word: a whole line of that form
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/job_text.h"
#include "chess/notation.h"
#include "cli/cli.h"
#include "model/model.h"

static const char command[] = "job";

enum { LINE_CAPACITY = 4096, FIELDS = 21 };

// The fields that may be given as options, as they are written in a line.
static const char *const fields[FIELDS] = {
    "id",    "depth",    "beta",        "null",          "verified", "verify", "after_null",
    "delta", "lazy",     "table",       "table_min",     "age",      "limit",  "evasion",
    "clock", "returned", "own_vacated", "other_vacated", "history",  "rights", "ep"};

// A packed move in coordinates, with the promotion's letter; Black's squares are turned.
static void write_move(const chip_job_t *job, uint16_t packed, color_t mover,
                       char text[UCI_CAPACITY]) {
    static const piece_t pieces[4] = {[ZF_PROMOTION_QUEEN] = PIECE_QUEEN,
                                      [ZF_PROMOTION_KNIGHT] = PIECE_KNIGHT,
                                      [ZF_PROMOTION_ROOK] = PIECE_ROOK,
                                      [ZF_PROMOTION_BISHOP] = PIECE_BISHOP};
    square_t from = packed & 63, to = packed >> 6 & 63;
    bool promotes = false;

    for (unsigned i = 0; i < job->own_count; i++)
        promotes |= job->own[i].square == from && job->own[i].piece == ZF_PIECE_PAWN && to >= 56;
    from = square_seen_by(mover, from);
    to = square_seen_by(mover, to);
    if (promotes)
        uci_write(move_promotion(from, to, pieces[packed >> 12 & 3]), text);
    else
        uci_write(packed ? move_of(from, to) : MOVE_NONE, text);
}

static void print_text(const chip_job_t *job, const chip_result_t *result, color_t mover,
                       const device_t *device) {
    char move[UCI_CAPACITY];

    printf("device    %s\n", device->text);
    printf("status    %s\n", job_text_status_name(result->status));
    write_move(job, result->best_move, mover, move);
    printf("score     %d\nbest move %s\nnodes     %u\nhash      %08x\n", result->score, move,
           result->nodes, result->hash);
    if (device->has_clocks)
        printf("clocks    %u\n", result->clocks);
    for (unsigned i = 0; job->kind == ZF_JOB_KIND_MOVES && i < result->move_count; i++) {
        write_move(job, result->moves[i], mover, move);
        printf("%s%s", i % 16 ? " " : i ? "\n          " : "moves     ", move);
    }
    if (job->kind == ZF_JOB_KIND_MOVES && result->move_count)
        putchar('\n');
}

// The counts behind an evaluation: the C model's, whatever device gave the score.
static void print_terms(const chip_job_t *job, const int16_t *weights) {
    model_t *model = model_new();
    model_terms_t terms;

    if (model)
        model_set_weights(model, weights);
    if (model && model_eval_terms(model, job, &terms)) {
        printf(", \"fast\": %d, \"slow\": %d, \"terms\": {", terms.fast, terms.slow);
        const char *comma = "";
        for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
            unsigned term = zf_weights[i].address - ZF_W_DOUBLED;
            if (zf_weights[i].address < ZF_W_DOUBLED || term >= MODEL_TERMS)
                continue;
            char name[32];
            snprintf(name, sizeof name, "%s", zf_weights[i].name);
            for (char *c = name; *c; c++)
                *c = (char)tolower((unsigned char)*c);
            printf("%s\"%s\": [%d, %d]", comma, name, terms.counts[0][term], terms.counts[1][term]);
            comma = ", ";
        }
        putchar('}');
    }
    model_free(model);
}

static void print_json(const chip_job_t *job, const chip_result_t *result, color_t mover,
                       const device_t *device, const int16_t *weights) {
    char move[UCI_CAPACITY];

    write_move(job, result->best_move, mover, move);
    printf("{\"kind\": \"%s\", \"status\": \"%s\", ", job_text_kind_name(job->kind),
           job_text_status_name(result->status));
    if (result->status == ZF_STATUS_REFUSED)
        printf("\"reason\": \"%s\", ", job_text_reason_name(result->reason));
    printf("\"score\": %d, \"bestmove\": \"%s\", \"nodes\": %u, \"hash\": \"%08x\", "
           "\"clocks\": %u, \"device\": \"%s\"",
           result->score, move, result->nodes, result->hash, result->clocks, device->ops->name);
    if (job->kind == ZF_JOB_KIND_MOVES) {
        fputs(", \"moves\": [", stdout);
        for (unsigned i = 0; i < result->move_count; i++) {
            write_move(job, result->moves[i], mover, move);
            printf("%s\"%s\"", i ? ", " : "", move);
        }
        putchar(']');
    }
    if (job->kind == ZF_JOB_KIND_EVAL && result->status == ZF_STATUS_DONE)
        print_terms(job, weights);
    puts("}");
}

// The line that the words and options amount to; false when it grows too long.
static bool build_line(const cli_words_t *words, const char *const values[FIELDS], const char *fen,
                       char line[LINE_CAPACITY]) {
    size_t used = (size_t)snprintf(line, LINE_CAPACITY, "%s fen \"%s\"", words->words[0], fen);

    for (unsigned i = 0; i < FIELDS && used < LINE_CAPACITY; i++) {
        if (values[i])
            used +=
                (size_t)snprintf(line + used, LINE_CAPACITY - used, " %s %s", fields[i], values[i]);
    }
    return used < LINE_CAPACITY;
}

static bool read_job(const cli_words_t *words, const char *const values[FIELDS], job_line_t *job,
                     color_t *mover) {
    char line[LINE_CAPACITY], fen[FEN_CAPACITY], reason[200];
    bool whole = words->count == 1 && strchr(words->words[0], ' ');
    position_t position;

    for (unsigned i = 0; whole && i < FIELDS; i++) {
        if (values[i]) {
            cli_fail(command, "%s %s: a whole line takes no options of the job beside it",
                     fields[i], values[i]);
            return false;
        }
    }
    if (!whole) {
        if (words->count < 2) {
            cli_fail(command, "a kind (search, eval, moves, perft) and a position are wanted");
            return false;
        }
        if (!cli_position(command, words, 1, &position))
            return false;
        fen_write(&position, fen);
        *mover = position.stm;
        // The chip's clock ends at 127; the line would refuse more.
        if (!build_line(words, values, fen, line)) {
            cli_fail(command, "the options are longer than %d characters", LINE_CAPACITY);
            return false;
        }
    }
    const char *text = whole ? words->words[0] : line;
    job_text_result_t result = job_text_parse(text, strlen(text), false, job);
    if (!result.error && job->abort_after) {
        cli_fail(command, "abort is a field for lockstep alone");
        return false;
    }
    if (!result.error && whole) {
        *mover = result.mover;
        cli_print_notes(command, result.fen.notes);
    }
    if (!result.error)
        return true;
    job_text_describe(&result, reason, sizeof reason);
    // The column is of the line that was put together here, unless the user wrote it.
    if (!whole && strstr(reason, " (column"))
        *strstr(reason, " (column") = '\0';
    cli_fail(command, "%s", reason);
    return false;
}

int cli_job(int argc, char **argv) {
    cli_common_t common = {0};
    cli_words_t words;
    cli_option_t own[FIELDS];
    const char *values[FIELDS] = {0};
    char dashed[FIELDS][20];
    job_line_t line = {0};
    color_t mover = COLOR_WHITE;
    int16_t weights[ZF_WEIGHT_WORDS];
    device_t device;
    static chip_result_t result;

    for (unsigned i = 0; i < FIELDS; i++) {
        snprintf(dashed[i], sizeof dashed[i], "--%s", fields[i]);
        for (char *c = dashed[i]; *c; c++)
            *c = *c == '_' ? '-' : *c;
        own[i] = (cli_option_t){dashed[i], CLI_TEXT, &values[i], 0, 0};
    }
    // --table is the job's switch here, not the table's size.
    if (!cli_parse(command, argc, argv, own, FIELDS, &common, &words) ||
        !read_job(&words, values, &line, &mover))
        return CLI_BAD;
    if (!cli_weights(command, &common, weights) ||
        !cli_open(command, &common, cli_default_device(), &device))
        return CLI_BAD;
    // The model gives no answer before its job's end; there an interrupt ends the program as usual.
    if (device.has_clocks)
        cli_catch_interrupt();
    if (!cli_run_job(&device, &line.job, &result)) {
        device_close(&device);
        return cli_fail(command, "the device took no job");
    }
    bool refused = result.status == ZF_STATUS_REFUSED;
    if (common.json)
        print_json(&line.job, &result, mover, &device, weights);
    else if (!refused)
        print_text(&line.job, &result, mover, &device);
    int status = cli_close(command, &common, &device, CLI_DONE);
    if (refused)
        return cli_fail(command, "the chip refused the job: %s",
                        job_text_reason_name(result.reason));
    return status;
}
