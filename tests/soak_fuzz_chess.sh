#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A bounded run of the parser fuzzer under the sanitizers: FUZZ_SECONDS (600) from the corpus in
# tests/data/fuzz. New inputs stay in build/; an input that fails is named and belongs in the corpus.
set -eu
cd "$(dirname "$0")/.."
out=${O:-build}/fuzz
mkdir -p "$out/found"
command -v clang >/dev/null || { echo 'clang is missing: make setup'; exit 1; }
clang -std=c11 -g -O1 -D_POSIX_C_SOURCE=200809L -Ihost -Ibuild/gen -Itests \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    tests/drivers/fuzz_chess.c tests/chess_fuzz.c host/chess/*.c build/gen/zf_tables.c \
    -o "$out/fuzz_chess"
"$out/fuzz_chess" -max_total_time="${FUZZ_SECONDS:-600}" -max_len=2048 -timeout=10 \
    -dict=tests/data/fuzz/chess.dict -artifact_prefix="$out/" -print_final_stats=1 \
    "$out/found" tests/data/fuzz
echo '1 passed, 0 failed'
