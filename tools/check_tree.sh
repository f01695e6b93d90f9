#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_tree.sh [FOLDER]: the rules of the tree that no compiler knows. Every fault is one line;
# status 1 if there is one. Long files are only named.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 2
faults=0
fault() {
    echo "$1"
    faults=$((faults + 1))
}

# Tracked files, and new ones that nobody ignores.
list() { git ls-files -co --exclude-standard -- "$@" | sort -u | while read -r f; do
    [ -f "$f" ] && echo "$f"; done; }

sources=$(list '*.c' '*.h' '*.v' '*.vh' '*.vlt' '*.cpp' '*.py' '*.sh' '*.mk' '*.S' '*.ld' '*.def' \
    '*.pcf' '*.lpf' Makefile .ci/run)
for file in $sources; do
    count=$(grep -cE '^(//|#) SPDX-License-Identifier' "$file")
    head -n 5 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
        fault "$file: there is no SPDX line in its first five lines"
    [ "$count" -gt 1 ] && fault "$file: there are $count SPDX lines"
    grep -nE '[[:space:]]+$' "$file" | head -n 1 | while IFS=: read -r line _; do
        echo "$file:$line: blanks end the line"
    done | grep . && faults=$((faults + 1))
    lines=$(wc -l <"$file")
    [ "$lines" -gt 600 ] && echo "note: $file has $lines lines; is there a seam?"
done

# A path that exists on one machine only. The automatic checks know their own machine.
while IFS= read -r hit; do
    [ -n "$hit" ] && fault "$hit: a path of one machine"
done < <(list | grep -v -e '^\.ci/run$' -e '^LICENSE$' | tr '\n' '\0' |
    xargs -0 -r grep -nIoE '(^|[^[:alnum:]_.$}/-])/(work|farm|tmp|root|home)/[[:alnum:]_.-]+' -- )

# Verilog: one module a file, named as the file; no implicit nets.
for file in $(list 'rtl/*.v' 'sim/*.v'); do
    name=$(basename "$file" .v)
    modules=$(sed -nE 's/^module +([A-Za-z0-9_]+).*/\1/p' "$file" | tr '\n' ' ')
    [ "$modules" = "$name " ] || fault "$file: holds \"$modules\" and not just module $name"
    [[ $name == zf_* ]] || fault "$file: the name lacks the prefix zf_"
    grep -q '^`default_nettype none' "$file" || fault "$file: \`default_nettype none is missing"
    grep -q '^`default_nettype wire' "$file" || fault "$file: \`default_nettype wire is missing"
done
if [ -f rtl/core.f ]; then
    while read -r file; do
        [ -z "$file" ] || [ -f "$file" ] || fault "rtl/core.f: $file is not there"
    done < <(sed 's/#.*//; s/\/\/.*//' rtl/core.f)
fi
[ "$faults" -eq 0 ]
