// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "model/chip_position.h"
#include "model/model.h"
#include "uci/engine.h"

void uci_display(uci_t *uci) {
    static const char letters[] = "PNBRQK  pnbrqk";
    const position_t *position = game_position(&uci->game);
    char fen[FEN_CAPACITY];

    fputs("\n +---+---+---+---+---+---+---+---+\n", uci->output);
    for (unsigned rank = 8; rank-- > 0;) {
        for (unsigned file = 0; file < 8; file++) {
            man_t man = position->board[square_of(file, rank)];
            fprintf(uci->output, " | %c", man == MAN_NONE ? ' ' : letters[man]);
        }
        fprintf(uci->output, " | %u\n +---+---+---+---+---+---+---+---+\n", rank + 1);
    }
    fen_write(position, fen);
    fprintf(uci->output,
            "   a   b   c   d   e   f   g   h\n\nFen: %s\nKey: %016llX\nCheckers:", fen,
            (unsigned long long)position->key);
    for (bitboard_t set = position_checkers(position); set;) {
        square_t square = bitboard_pop(&set);
        fprintf(uci->output, " %c%u", 'a' + (int)square_file(square), square_rank(square) + 1);
    }
    uci_say(uci, "%s", "");
}

// Waits for the device's one job; false when it takes none.
static bool run_job(uci_t *uci, const chip_job_t *job, chip_result_t *result) {
    enum { SLICE = 1 << 16 };

    if (!device_submit(&uci->device, job))
        return false;
    while (!device_poll(&uci->device, result, SLICE)) {
        if (!uci->device.in_flight || uci->device.failed)
            return false;
    }
    return true;
}

bool uci_static_score(uci_t *uci, int *score) {
    chip_result_t *result = calloc(1, sizeof *result);
    chip_job_t job;

    chip_job_init(&job, game_position(&uci->game), NULL);
    job.kind = ZF_JOB_KIND_EVAL;
    bool well = result && run_job(uci, &job, result) && result->status == ZF_STATUS_DONE;
    if (well)
        *score = result->score;
    free(result);
    return well;
}

// The counts behind the score: the C model's, whatever device gave the score.
static void print_terms(uci_t *uci, const chip_job_t *job, bool white_moves) {
    model_t *model = model_new();
    model_terms_t terms;

    if (model && model_eval_terms(model, job, &terms)) {
        fprintf(uci->output, "\n term                   White  Black\n");
        for (unsigned i = 0; i < ZF_WEIGHT_COUNT; i++) {
            unsigned term = zf_weights[i].address - ZF_W_DOUBLED;
            if (zf_weights[i].address < ZF_W_DOUBLED || term >= MODEL_TERMS)
                continue;
            char name[32];
            snprintf(name, sizeof name, "%s", zf_weights[i].name);
            for (char *c = name; *c; c++)
                *c = *c == '_' ? ' ' : (char)tolower((unsigned char)*c);
            fprintf(uci->output, " %-20s %7d%7d\n", name, terms.counts[!white_moves][term],
                    terms.counts[white_moves][term]);
        }
        int sign = white_moves ? 1 : -1;
        fprintf(uci->output, "\nMen and squares        %+.2f (white side)\n",
                sign * terms.fast / 100.0);
        fprintf(uci->output, "Terms                  %+.2f (white side)\n",
                sign * terms.slow / 100.0);
    }
    model_free(model);
}

void uci_evaluate(uci_t *uci) {
    const position_t *position = game_position(&uci->game);
    bool white_moves = position->stm == COLOR_WHITE;
    chip_job_t job;
    int score;

    if (position_in_check(position)) {
        uci_say(uci, "Final evaluation: none (in check)");
        return;
    }
    if (!uci_open_device(uci) || !uci_static_score(uci, &score)) {
        uci_say(uci, "info string eval: the device gives none");
        return;
    }
    chip_job_init(&job, position, NULL);
    job.kind = ZF_JOB_KIND_EVAL;
    print_terms(uci, &job, white_moves);
    uci_say(uci, "\nFinal evaluation       %+.2f (white side)",
            (white_moves ? 1 : -1) * score / 100.0);
}

// Plies counted without a look at the input: a fraction of a second.
enum { PERFT_UNIT = 4 };

// Counts in units, with a look at the input between them; false when a command ends it.
static bool count_leaves(uci_t *uci, const position_t *position, unsigned depth, uint64_t *count) {
    move_list_t list;

    if (depth <= PERFT_UNIT) {
        *count += perft(position, depth);
        return uci_look_at_input(uci) != SEARCH_STOP;
    }
    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        position_make(&next, position, list.moves[i]);
        if (!count_leaves(uci, &next, depth - 1, count))
            return false;
    }
    return true;
}

void uci_perft(uci_t *uci, unsigned depth) {
    const position_t *position = game_position(&uci->game);
    move_list_t list;
    uint64_t total = 0;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        position_t next;
        uint64_t count = 0;
        position_make(&next, position, list.moves[i]);
        if (!count_leaves(uci, &next, depth - 1, &count)) {
            uci_say(uci, "info string perft: stopped");
            return;
        }
        uci_print_move(uci, position, list.moves[i]);
        uci_say(uci, ": %llu", (unsigned long long)count);
        total += count;
    }
    uci_say(uci, "\nNodes searched: %llu\n", (unsigned long long)total);
}
