#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Faults planted in the RTL (rtl/lib/zf_bug.v) must be caught: the lockstep checker runs the jobs
# that tests/data/jobs/bugs.txt lists below "# bug N", once for each fault, and has to find a
# difference; and all of them with a sound chip, and has to find none. Prints "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
out=${O:-build}
jobs=tests/data/jobs/bugs.txt
mkdir -p "$out/tests"
folder=$(mktemp -d "$out/tests/bugs_XXXXXX") || exit 2
trap 'rm -rf "$folder"' EXIT

if "$out/zaffre" lockstep --jobs 1 2>&1 | grep -q 'built without the simulated chip'; then
    echo 'skipped: the program was built without the simulated chip'
    echo '1 passed, 0 failed'
    exit 0
fi

passed=0 failed=0
good() { passed=$((passed + 1)); }
bad() { # what was expected; the output follows
    failed=$((failed + 1))
    echo "$1; status $2:"
    grep -av '^  ' "$folder/log"
}

timeout 60 "$out/zaffre" lockstep --file "$jobs" >"$folder/log" 2>&1
status=$?
if [ "$status" -eq 0 ]; then good; else bad 'the chip without a fault differs' "$status"; fi

# Every fault in the RTL has its jobs, and every heading its fault.
planted=$(grep -rhoE 'zf_bug #\(\.N\([0-9]+\)' rtl | grep -oE '[0-9]+' | sort -n)
listed=$(sed -n 's/^# bug \([0-9]*\):.*/\1/p' "$jobs" | sort -n)
faults=$(sed -n 's/^const FAULTS \([0-9]*\) .*/\1/p' defs/chip.def)
if [ "$planted" = "$(seq "$faults")" ] && [ "$planted" = "$listed" ]; then
    good
else
    : >"$folder/log"
    bad "planted: ${planted//$'\n'/ }; listed: ${listed//$'\n'/ }" 1
fi

for bug in $listed; do
    awk -v n="$bug:" '/^# bug / { on = $3 == n } on' "$jobs" >"$folder/jobs"
    timeout 60 "$out/zaffre" lockstep --file "$folder/jobs" --bug "$bug" >"$folder/log" 2>&1
    status=$?
    if [ "$status" -eq 1 ] && grep -qa ': a difference$' "$folder/log"; then
        good
    else
        bad "$(grep "^# bug $bug:" "$jobs") - is not caught" "$status"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
