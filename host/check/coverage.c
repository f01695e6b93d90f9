// SPDX-License-Identifier: Apache-2.0
#include "check/coverage.h"

#include "chip_sim.h"

static const struct {
    const char *name;
    uint64_t floor;
} events[COVERAGE_EVENTS] = {
    [COVERAGE_EN_PASSANT] = {"en passant", 200},
    [COVERAGE_CASTLING] = {"castling", 500},
    [COVERAGE_UNDER_PROMOTION] = {"under-promotion", 500},
    [COVERAGE_REPETITION] = {"repetition", 200},
    [COVERAGE_FIFTY] = {"fifty moves", 100},
    [COVERAGE_BARE] = {"bare material", 200},
    [COVERAGE_CEILING] = {"last ply", 10},
    [COVERAGE_TAINTED] = {"tainted score", 200},
    [COVERAGE_MATE] = {"mate score", 50},
    [COVERAGE_CUTOFF] = {"table cutoff", 500},
    [COVERAGE_NULL_CUT] = {"null-move cut", 500},
    [COVERAGE_VERIFICATION] = {"verification", 500},
    [COVERAGE_ZUGZWANG] = {"zugzwang", 5},
    [COVERAGE_HIT] = {"table hit", 500},
    [COVERAGE_EVICTION] = {"eviction", 500},
    [COVERAGE_KEPT] = {"store refused", 500},
    [COVERAGE_LOST] = {"answer lost", 50},
    [COVERAGE_LATE] = {"answer late", 20},
    [COVERAGE_REQUEST_STALL] = {"request stalled", 1000},
    [COVERAGE_FULL_QUEUE] = {"queue full", 10000},
    [COVERAGE_RESULT_STALL] = {"result stalled", 1000},
    [COVERAGE_LIMIT] = {"node limit", 100},
    [COVERAGE_ABORT] = {"abort", 50},
    [COVERAGE_ABORT_AT_WORK] = {"abort at work", 10},
    [COVERAGE_ABORT_LATE] = {"abort too late", 5},
    [COVERAGE_BAD_KIND] = {"refused: bad kind", 20},
    [COVERAGE_BAD_MAN] = {"refused: bad man", 20},
    [COVERAGE_BAD_KINGS] = {"refused: bad kings", 20},
    [COVERAGE_BAD_RIGHTS] = {"refused: bad rights", 20},
    [COVERAGE_BAD_EP] = {"refused: bad ep", 20},
    [COVERAGE_BAD_CHECK] = {"refused: bad check", 20},
    [COVERAGE_SEARCH] = {"SEARCH jobs", 2000},
    [COVERAGE_EVAL] = {"EVAL jobs", 200},
    [COVERAGE_MOVES] = {"MOVES jobs", 150},
    [COVERAGE_PERFT] = {"PERFT jobs", 150},
    [COVERAGE_PASSES] = {"jobs compared by pass", 2000},
    [COVERAGE_WEIGHTS] = {"jobs with other weights", 240},
};

const char *coverage_name(coverage_event_t event) {
    return events[event].name;
}

uint64_t coverage_floor(coverage_event_t event) {
    return events[event].floor;
}

bool coverage_applies(coverage_event_t event, bool varied, unsigned stalls) {
    if (varied)
        return true;
    switch (event) {
    case COVERAGE_REQUEST_STALL:
    case COVERAGE_RESULT_STALL:
        return stalls & CHIP_SIM_STALL_OUT;
    default:
        return true;
    }
}
