// SPDX-License-Identifier: Apache-2.0
// Positions, devices and interrupts, as all commands want them.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "cli/cli.h"
#include "cli/text_file.h"
#include "tune/weights.h"

// One room for the longest text that can be a FEN, generously: more is refused as too long.
enum { FEN_TEXT_MAX = 512 };

void cli_print_notes(const char *command, unsigned notes) {
    for (unsigned bit = 0; bit < FEN_NOTE_COUNT; bit++) {
        if (notes >> bit & 1)
            fprintf(stderr, "zaffre %s: note: %s\n", command, fen_note_text(1u << bit));
    }
}

bool cli_position(const char *command, const cli_words_t *words, size_t first,
                  position_t *position) {
    char text[FEN_TEXT_MAX], reason[160];
    size_t length = 0;

    if (words->count > first && strcmp(words->words[first], "startpos") == 0) {
        position_start(position);
        if (words->count == first + 1)
            return true;
        cli_fail(command, "%s: no word is wanted behind startpos", words->words[first + 1]);
        return false;
    }
    for (size_t i = first; i < words->count; i++) {
        size_t more = strlen(words->words[i]);
        if (length + more + 1 >= sizeof text) {
            cli_fail(command, "FEN: the text is longer than any position");
            return false;
        }
        if (i > first)
            text[length++] = ' ';
        memcpy(text + length, words->words[i], more);
        length += more;
    }
    fen_result_t result = fen_parse(text, length, position);
    fen_describe(&result, reason, sizeof reason);
    if (result.error) {
        cli_fail(command, "FEN: %s", reason);
        return false;
    }
    cli_print_notes(command, result.notes);
    return true;
}

const char *cli_default_device(void) {
    return device_list(0)->name;
}

bool cli_weights(const char *command, const cli_common_t *common, int16_t *weights) {
    text_file_t file;
    char reason[200];

    memcpy(weights, zf_weight_default, ZF_WEIGHT_WORDS * sizeof weights[0]);
    if (!common->weights)
        return true;
    if (!text_file_read(command, common->weights, &file))
        return false;
    weights_result_t result = weights_read(file.text, file.length, weights);
    text_file_free(&file);
    weights_describe(&result, reason, sizeof reason);
    if (result.error)
        cli_fail(command, "--weights %s: %s", common->weights, reason);
    return result.error == WEIGHTS_OK;
}

bool cli_open(const char *command, const cli_common_t *common, const char *fallback,
              device_t *device) {
    const char *name = common->device ? common->device : fallback;
    int16_t weights[ZF_WEIGHT_WORDS];

    if (!cli_weights(command, common, weights))
        return false;
    device_options_t options = {
        .contexts = (unsigned)common->contexts,
        .table_log2 = (unsigned)common->table,
        .seed = (uint64_t)common->seed,
        .trace_file = common->trace,
        .weights = common->weights ? weights : NULL,
    };
    device_error_t error = device_open(device, name, &options);

    if (error)
        cli_fail(command, "--device %s: %s", name, device->text);
    return error == DEVICE_OK;
}

int cli_close(const char *command, const cli_common_t *common, device_t *device, int status) {
    if (!device_end_trace(device) && status != CLI_BAD)
        status = cli_fail(command, "--trace-file %s: it could not be written: %s", common->trace,
                          strerror(errno));
    device_close(device);
    return status;
}

bool cli_run_job(device_t *device, const chip_job_t *job, chip_result_t *result) {
    enum { SLICE = 1 << 16 };

    if (!device_submit(device, job))
        return false;
    bool aborted = false;
    while (!device_poll(device, result, SLICE)) {
        if (!device->in_flight || device->failed)
            return false;
        if (cli_interrupted() && !aborted) {
            aborted = true;
            device_abort(device, job->id);
        }
    }
    return true;
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    interrupted = 1;
    signal(number, SIG_DFL);
}

void cli_catch_interrupt(void) {
    interrupted = 0;
    signal(SIGINT, on_interrupt);
}

bool cli_interrupted(void) {
    return interrupted != 0;
}
