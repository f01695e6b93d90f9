#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh FILE...: runs Criterion programs and check scripts one after the other, each under
# a time limit, and prints "N passed, N failed" as its last line. Status 1 if anything failed.
#
# A Criterion program counts by its "Tested: N | Passing: N | Failing: N" line. A script counts by a
# line "N passed, N failed" of its own, else as one test by its exit status. A program that dies,
# runs too long or runs nothing counts as one failure. Output is shown where something failed.
set -u
cd "$(dirname "$0")/.." || exit 2
logs=${O:-build}/tests/logs
mkdir -p "$logs"
passed=0 failed=0 number=0

# Seconds that FILE may take: its source may ask for more than the default.
limit_of() {
    local source=$1 own=
    [[ $source == */test_* && $source != *.* ]] && source=tests/$(basename "$source").c
    own=$(sed -n 's/.*time limit: \([0-9][0-9]*\) s.*/\1/p' "$source" 2>/dev/null | head -n 1)
    if [ -n "$own" ] && [ "$own" -gt "${TEST_SECONDS:-300}" ]; then
        echo "$own"
    else
        echo "${TEST_SECONDS:-300}"
    fi
}

# Sets good and bad from the log and status of one run.
count() {
    local log=$1 status=$2 line=
    good=0 bad=0
    line=$(grep -a 'Tested: .*Passing: ' "$log" | tail -n 1 | sed 's/\x1b\[[0-9;]*m//g')
    if [ -n "$line" ]; then
        good=$(sed 's/.*Passing: *\([0-9]*\).*/\1/' <<<"$line")
        bad=$(($(sed 's/.*Tested: *\([0-9]*\).*/\1/' <<<"$line") - good))
    elif line=$(grep -aE '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1) && [ -n "$line" ]; then
        read -r good _ bad _ <<<"$line"
    elif [ "$status" -eq 0 ] && [[ $log != */test_* ]]; then
        good=1
    fi
    # A status without a counted failure, or nothing counted at all, is a failure of its own.
    if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$good" -eq 0 ]; }; then
        bad=1
    fi
}

for file in "$@"; do
    number=$((number + 1))
    log=$logs/$(basename "$file").log
    seconds=$(limit_of "$file")
    case $file in
    *.py) run=("${PYTHON:-python3}" "$file") ;;
    *.sh) run=(bash "$file") ;;
    *) run=("$file") ;;
    esac
    [ "${run[0]}" = python3 ] && [ -x build/venv/bin/python ] && run[0]=build/venv/bin/python
    begin=$SECONDS
    timeout --kill-after=10 "$seconds" "${run[@]}" >"$log" 2>&1 </dev/null
    status=$?
    count "$log" "$status"
    passed=$((passed + good)) failed=$((failed + bad))
    printf '[%d/%d] %-32s %4d passed, %d failed, %d s\n' "$number" "$#" "$(basename "$file")" \
        "$good" "$bad" "$((SECONDS - begin))"
    if [ "$bad" -ne 0 ]; then
        [ "$status" -eq 124 ] && echo "    stopped after $seconds s"
        tail -n "${TEST_LOG_LINES:-60}" "$log" | sed 's/^/    /'
        echo "    (status $status; all of it in $log)"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
