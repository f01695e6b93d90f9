// SPDX-License-Identifier: Apache-2.0
#include "uci/uci.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "uci/engine.h"

void uci_say(uci_t *uci, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    vfprintf(uci->output, format, arguments);
    va_end(arguments);
    fputc('\n', uci->output);
    fflush(uci->output);
}

// ---- The device and the tablebases

static const char fallback[] = "model";

// Opens a device in the place of the present one; says what came of it.
static bool open_named(uci_t *uci, const char *name) {
    device_t device = {0};
    device_error_t error = device_open(&device, name, NULL);

    if (error) {
        uci_say(uci, "info string device %s: %s", *name ? name : "(none)",
                device.text[0] ? device.text : device_error_text(error));
        return false;
    }
    device_close(&uci->device);
    uci->device = device;
    snprintf(uci->device_open, sizeof uci->device_open, "%s", name);
    uci->fresh = true;
    uci_say(uci, "info string %s", uci->device.text);
    return true;
}

bool uci_open_device(uci_t *uci) {
    char *wanted = uci->settings.text[SETTING_DEVICE];

    if (uci->device_open[0] && strcmp(wanted, uci->device_open) == 0)
        return true;
    if (open_named(uci, wanted))
        return true;
    // The old one stays; at the start, the model that is always there.
    if (!uci->device_open[0] && !open_named(uci, fallback))
        return false;
    uci_say(uci, "info string device %s stays", uci->device_open);
    snprintf(wanted, SETTING_TEXT_CAPACITY, "%s", uci->device_open);
    return true;
}

static void open_tablebase(uci_t *uci) {
    const char *path = uci->settings.text[SETTING_SYZYGY_PATH];

    tablebase_close(&uci->tablebase);
    if (!*path)
        return;
    if (!tablebase_syzygy())
        uci_say(uci, "info string SyzygyPath: this program was built without libfathom");
    else if (tablebase_open(&uci->tablebase, tablebase_syzygy(), path))
        uci_say(uci, "info string SyzygyPath: tables with up to %u men", uci->tablebase.largest);
    else
        uci_say(uci, "info string SyzygyPath %s: no tables are found there", path);
}

// ---- The game

// Reads "startpos" or "fen ..." and leaves the words at "moves" or the end.
static bool read_start(uci_t *uci, words_t *words, position_t *position) {
    words_next(words);
    if (words_is(words, "startpos", true)) {
        position_start(position);
        words_next(words);
        return true;
    }
    if (!words_is(words, "fen", true)) {
        uci_say(uci, "info string position: startpos or fen is wanted; the position stays");
        return false;
    }
    while (words_is_blank(*words->at))
        words->at++;
    const char *begin = words->at, *end = begin;
    while (words_next(words) && !words_is(words, "moves", true))
        end = words->at;
    size_t length = (size_t)(end - begin);
    fen_result_t result = uci->settings.number[SETTING_CHESS960]
                              ? fen_parse_chess960(begin, length, position)
                              : fen_parse(begin, length, position);
    char reason[160];
    if (result.error) {
        fen_describe(&result, reason, sizeof reason);
        uci_say(uci, "info string position: %s; the position stays", reason);
        return false;
    }
    // What the reader put right is worth a word: castling rights vanish where UCI_Chess960 is
    // wanted.
    if (result.notes & FEN_NOTE_CASTLING)
        uci_say(uci, "info string position: %s", fen_note_text(FEN_NOTE_CASTLING));
    return true;
}

// A position is taken whole or not at all.
static void do_position(uci_t *uci, words_t *words) {
    position_t position;
    game_t game;

    if (!read_start(uci, words, &position))
        return;
    if (!game_init(&game, &position)) {
        uci_say(uci, "info string position: memory is short");
        return;
    }
    bool well = words->length == 0 || words_is(words, "moves", true);
    if (!well)
        uci_say(uci, "info string position: %.*s is neither moves nor the end; the position stays",
                words->length > 20 ? 20 : (int)words->length, words->word);
    while (well && words_next(words)) {
        move_t move;
        notation_error_t error = uci_parse(game_position(&game), words->word, words->length, &move);
        if (error)
            uci_say(uci, "info string position: %.*s, move %zu: %s; the position stays",
                    words->length > 20 ? 20 : (int)words->length, words->word, game.count + 1,
                    notation_error_text(error));
        well = !error && game_play(&game, move);
    }
    if (!well) {
        game_free(&game);
        return;
    }
    game_free(&uci->game);
    uci->game = game;
}

// ---- Options

static void option_changed(uci_t *uci, setting_t setting) {
    switch (setting) {
    case SETTING_CLEAR_HASH:
        uci->fresh = true;
        break;
    case SETTING_SYZYGY_PATH:
        open_tablebase(uci);
        break;
    case SETTING_SYZYGY_LIMIT:
    case SETTING_SYZYGY_FIFTY:
        uci->tablebase.limit = (unsigned)uci->settings.number[SETTING_SYZYGY_LIMIT];
        uci->tablebase.fifty = uci->settings.number[SETTING_SYZYGY_FIFTY];
        break;
    default:
        break; // looked at when it is needed
    }
}

// The text of the rest of a line, without the blanks around it.
static size_t rest_of_line(words_t *words, const char **text) {
    const char *end = words->word;

    *text = words->word;
    for (; words->length; words_next(words))
        end = words->word + words->length;
    return (size_t)(end - *text);
}

// setoption name NAME [value VALUE]; names and values hold blanks, names have no case.
static void do_option(uci_t *uci, words_t *words) {
    char reason[160];
    const char *value;

    words_next(words);
    if (!words_is(words, "name", true) || !words_next(words)) {
        uci_say(uci, "info string setoption: a name is wanted");
        return;
    }
    const char *name = words->word, *end = name;
    for (; words->length && !words_is(words, "value", true); words_next(words))
        end = words->word + words->length;
    size_t length = (size_t)(end - name);
    setting_t setting = settings_find(name, length);
    if (setting == SETTING_COUNT) {
        uci_say(uci, "info string setoption: there is no option %.*s",
                length > 40 ? 40 : (int)length, name);
        return;
    }
    words_next(words);
    size_t value_length = rest_of_line(words, &value);
    if (settings_set(&uci->settings, setting, value, value_length, reason, sizeof reason))
        option_changed(uci, setting);
    else
        uci_say(uci, "info string setoption %s: %.*s%s%s; the old value stays",
                settings_name(setting), value_length > 40 ? 40 : (int)value_length, value,
                value_length ? " " : "", reason);
}

// ---- Commands

void uci_identify(uci_t *uci) {
    fputs("id name Zaffre\nid author the Zaffre authors\n", uci->output);
    settings_print(&uci->settings, uci->output);
    uci_say(uci, "uciok");
}

static void do_bench(uci_t *uci, words_t *words) {
    int64_t depth = 0;

    words_number(words, 0, SEARCH_DEPTH_MAX, &depth);
    if (uci->bench)
        uci->bench((int)depth);
    fflush(uci->output);
}

// Whether the word is a command, which is then carried out.
static bool obey_word(uci_t *uci, words_t *words, int64_t arrived) {
    if (words_is(words, "uci", true))
        uci_identify(uci);
    else if (words_is(words, "isready", true))
        uci_open_device(uci), uci_say(uci, "readyok");
    else if (words_is(words, "ucinewgame", true))
        uci->fresh = true;
    else if (words_is(words, "setoption", true))
        do_option(uci, words);
    else if (words_is(words, "position", true))
        do_position(uci, words);
    else if (words_is(words, "go", true))
        uci_go(uci, words, arrived);
    else if (words_is(words, "d", true))
        uci_display(uci);
    else if (words_is(words, "eval", true))
        uci_evaluate(uci);
    else if (words_is(words, "bench", true))
        do_bench(uci, words);
    else if (words_is(words, "debug", true))
        words_next(words), uci->debug = words_is(words, "on", true);
    else if (words_is(words, "quit", true))
        uci->ended = true;
    else
        // Nothing runs that could stop or be hit, and there is nothing to register.
        return words_is(words, "stop", true) || words_is(words, "ponderhit", true) ||
               words_is(words, "register", true);
    return true;
}

static void obey(uci_t *uci, const char *line, int64_t arrived) {
    words_t words;

    words_begin(&words, line);
    // Words that are no command are skipped, as the protocol asks.
    while (words_next(&words)) {
        if (obey_word(uci, &words, arrived))
            return;
    }
}

int uci_run(const uci_config_t *config) {
    uci_t *uci = calloc(1, sizeof *uci);
    position_t start;
    int64_t arrived;
    char *line;

    position_start(&start);
    if (!uci || !game_init(&uci->game, &start)) {
        free(uci);
        return 2;
    }
    uci->output = config->output;
    uci->bench = config->bench;
    uci->fresh = true;
    settings_init(&uci->settings, config->device);
    option_changed(uci, SETTING_SYZYGY_LIMIT);
    uci->lines = lines_start(config->input);
    bool started = uci->lines != NULL;
    while (started && !uci->ended && (line = lines_take(uci->lines, &arrived)) != NULL) {
        obey(uci, line, arrived);
        free(line);
    }
    if (uci->device_open[0])
        device_close(&uci->device);
    tablebase_close(&uci->tablebase);
    game_free(&uci->game);
    hash_free(&uci->hash);
    if (started)
        lines_stop(uci->lines);
    free(uci);
    return started ? 0 : 2;
}
