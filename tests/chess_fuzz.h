// SPDX-License-Identifier: Apache-2.0
// One input of the parser fuzzer: the fuzzer's driver and the replay of the corpus share it.
#ifndef ZF_TESTS_CHESS_FUZZ_H
#define ZF_TESTS_CHESS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

// Reads the bytes as FEN, EPD, PGN and moves and checks what must hold of everything accepted:
// positions are whole and survive writing and reading, moves are legal. NULL when all holds, else
// what did not.
const char *chess_fuzz_one(const uint8_t *data, size_t size);

#endif
