// SPDX-License-Identifier: Apache-2.0
// Fixed sets of positions, in the program itself so that it runs anywhere. They are copies of
// tests/data/bench.epd and tests/data/rates.epd; a test compares them.
#ifndef ZF_CLI_POSITIONS_H
#define ZF_CLI_POSITIONS_H

// The first four fields of a FEN each; NULL ends the list.
extern const char *const position_bench[];
extern const char *const position_rates[];

#endif
