#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The software's transposition table under threads: no data race by the thread sanitizer, no mixed
# entry; and with the exclusive or left out, mixed entries must be found (the test sees what it
# looks for). Prints "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
out=${O:-build}
mkdir -p "$out/tests"
folder=$(mktemp -d "$out/tests/hash_XXXXXX") || exit 2
trap 'rm -rf "$folder"' EXIT
cc=${CC:-gcc}
passed=0 failed=0

build() { # name, source of the table, switches
    "$cc" -std=c11 -g -O1 -D_POSIX_C_SOURCE=200809L -Ihost "-I$out/gen" "${@:3}" \
        tests/drivers/hash_threads.c "$2" -pthread -o "$folder/$1"
}
expect() { # name, status of the program, wanted: 0 or 1
    if [ $((${2} != 0)) -eq "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: status $2"
        cat "$folder/log"
    fi
}

build race host/search/hash.c -fsanitize=thread || exit 1
"$folder/race" >"$folder/log" 2>&1
expect 'under the thread sanitizer' $? 0

sed -e 's/&victim->check, key ^ data/\&victim->check, key/' -e 's/(check ^ \*data) == key/check == key/' \
    host/search/hash.c >"$folder/plain.c"
cmp -s host/search/hash.c "$folder/plain.c" && { echo 'the fault could not be planted'; exit 1; }
build plain "$folder/plain.c" -O2 || exit 1
# A tear wants two threads at one moment: on a busy machine one run may see none.
status=0
for ((run = 0; run < 100 && status == 0; run++)); do
    "$folder/plain" >"$folder/log" 2>&1
    status=$?
done
expect 'with plain keys' $status 1

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
