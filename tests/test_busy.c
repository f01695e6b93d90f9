// SPDX-License-Identifier: Apache-2.0
// How much of a device a search uses. The simulated chip counts by its own clocks, so that a slow
// machine gives the same figures; the model by nodes.
#include <criterion/criterion.h>
#include <string.h>

#include "chess/epd.h"
#include "chess_support.h"
#include "model_support.h"
#include "search/search.h"

// About four seconds of the simulated chip. A search of ten seconds has more, and the first
// iterations, which cannot fill the chip, weigh less in it.
enum { CLOCKS = 2000000 };

// Rows of the quick test, the first ones; all of them in the soak.
enum { QUICK_ROWS = 3, ALL_ROWS = 8 };

static search_signal_t stop_by_clock(void *context) {
    device_counters_t counters;

    device_counters(context, &counters);
    return counters.clocks >= CLOCKS ? SEARCH_STOP : SEARCH_GO_ON;
}

static search_info_t search_row(device_t *device, const char *row, const search_limits_t *limits,
                                const search_hooks_t *hooks) {
    epd_t epd;
    game_t game;
    search_options_t options;
    search_info_t info;

    search_options_default(&options);
    cr_assert_eq(epd_parse(row, strlen(row), &epd).error, EPD_OK, "%s", row);
    cr_assert(game_init(&game, &epd.position));
    cr_assert_eq(search_run(device, &game, &options, limits, hooks, &info), SEARCH_OK);
    game_free(&game);
    return info;
}

// With at least two plies of software, nine tenths of all contexts are at work all the time.
Test(busy, simulated_chip) {
    unsigned rows = 0;
    support_file_t file;

    if (!support_has_device("sim"))
        cr_skip_test("no simulated chip in this build");
    support_open(&file, "tests/data/search/busy.epd");
    while (rows < (support_sanitized() ? 1
                   : support_soak()    ? ALL_ROWS
                                       : QUICK_ROWS) &&
           support_row(&file, false)) {
        const device_options_t options = {.table_log2 = 16};
        device_t device;
        cr_assert_eq(device_open(&device, "sim", &options), DEVICE_OK);
        const search_limits_t limits = {.clock = {.waiting = true}};
        const search_hooks_t hooks = {.context = &device, .signal = stop_by_clock};
        search_info_t info = search_row(&device, file.line, &limits, &hooks);
        cr_assert(info.clocks >= CLOCKS, "%s: over after %llu clocks", file.line,
                  (unsigned long long)info.clocks);
        cr_assert(info.busy >= 0.9, "%s: %.3f busy", file.line, info.busy);
        cr_assert(info.busy <= 1.0, "%s: %.3f busy", file.line, info.busy);
        cr_assert(info.software_plies >= 2, "%s: %u plies of software", file.line,
                  info.software_plies);
        device_close(&device);
        rows++;
    }
    cr_assert(rows > 0);
    support_close(&file);
}

// With sixteen emulated contexts there is always something to do, once the first iterations are
// over.
Test(busy, model) {
    const device_options_t options = {.contexts = 16, .table_log2 = 16};
    const search_limits_t limits = {.depth = 7};
    unsigned rows = 0;
    support_file_t file;
    device_t device;

    cr_assert_eq(device_open(&device, "model", &options), DEVICE_OK);
    support_open(&file, "tests/data/search/busy.epd");
    while (rows < (support_sanitized() ? 1 : 4) && support_row(&file, false)) {
        search_info_t info = search_row(&device, file.line, &limits, NULL);
        cr_assert(info.busy >= 0.9, "%s: %.3f busy", file.line, info.busy);
        cr_assert(info.busy <= 1.0);
        rows++;
    }
    cr_assert(rows > 0);
    support_close(&file);
    device_close(&device);
}
