#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A bounded run of the job parser's fuzzer under the sanitizers: FUZZ_SECONDS (600) from the jobs in
# tests/data/jobs. New inputs stay in build/.
set -eu
cd "$(dirname "$0")/.."
out=${O:-build}/fuzz_job
mkdir -p "$out/found" "$out/corpus"
command -v clang >/dev/null || { echo 'clang is missing: make setup'; exit 1; }
# One input a line.
grep -hv '^#' tests/data/jobs/*.txt | split -l 1 -a 4 - "$out/corpus/"
clang -std=c11 -g -O1 -mpopcnt -D_POSIX_C_SOURCE=200809L -Ihost -Isim -Ibuild/gen -Itests \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    tests/drivers/fuzz_job.c tests/job_fuzz.c host/check/job_text.c host/model/chip_words.c \
    host/model/chip_position.c host/chess/*.c build/gen/zf_tables.c -o "$out/fuzz_job"
"$out/fuzz_job" -max_total_time="${FUZZ_SECONDS:-600}" -max_len=1500 -timeout=10 \
    -artifact_prefix="$out/" -print_final_stats=1 "$out/found" "$out/corpus"
echo '1 passed, 0 failed'
