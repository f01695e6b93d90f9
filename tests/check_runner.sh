#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The test runner's arithmetic, the tree's checker and the parameter hash, on made-up input:
# each must see the faults that it is there for.
set -u
cd "$(dirname "$0")/.." || exit 2
root=$PWD
folder=$(mktemp -d "$PWD/${O:-build}/tests/runner_XXXXXX")
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

# NAME, EXPECTED, FOUND
same() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: expected \"$2\", found \"$3\""
    fi
}

script() { printf '#!/usr/bin/env bash\n%s\n' "$2" >"$folder/$1" && chmod +x "$folder/$1"; }
runner() { # the last line and the status of a run over the named files
    local status
    (cd "$folder" && O="$folder" TEST_SECONDS=2 "$root/tools/run_tests.sh" "${@/#/$folder/}") \
        >"$folder/output" 2>&1
    status=$?
    echo "$(tail -n 1 "$folder/output"), status $status"
}
tested='[====] Synthesis: Tested: %s | Passing: %s | Failing: %s | Crashing: %s'
script test_good "printf '$tested\n' 3 3 0 0"
script test_bad "printf '$tested\n' 5 3 1 1; exit 1"
script test_dead 'kill -SEGV $$'
script test_silent 'exit 0'
script test_slow 'sleep 30'
script test_lies "printf '$tested\n' 2 2 0 0; exit 1"
script check_plain.sh 'exit 0'
script check_counts.sh 'echo "4 passed, 0 failed"'
script check_fails.sh 'exit 1'
same 'all good' '8 passed, 0 failed, status 0' "$(runner test_good check_plain.sh check_counts.sh)"
same 'failures add up' '6 passed, 2 failed, status 1' "$(runner test_good test_bad)"
same 'a crash is a failure' '3 passed, 1 failed, status 1' "$(runner test_good test_dead)"
same 'no test is a failure' '0 passed, 1 failed, status 1' "$(runner test_silent)"
same 'too slow is a failure' '0 passed, 1 failed, status 1' "$(runner test_slow)"
same 'the status counts' '2 passed, 1 failed, status 1' "$(runner test_lies)"
same 'a script fails' '1 passed, 1 failed, status 1' "$(runner check_plain.sh check_fails.sh)"
same 'nothing at all' '0 passed, 0 failed, status 1' "$(runner)"

# The parameter hash: the order does not matter, values and definitions do.
echo '#define ZF_DEFS_HASH 0x0123ull' >"$folder/a.h"
echo '#define ZF_DEFS_HASH 0x0124ull' >"$folder/b.h"
hash() { tools/parameters.sh "$folder/$1" "${@:2}"; }
same 'order' "$(hash a.h X=1 Y=2)" "$(hash a.h Y=2 X=1)"
same 'length' 16 "$(hash a.h X=1 | tr -d '\n' | wc -c)"
same 'value, definitions and nothing give three more' 4 \
    "$({ hash a.h X=1; hash a.h X=2; hash b.h X=1; hash a.h; } | sort -u | wc -l)"

# The tree's checker, in a repository of its own.
tree=$folder/tree
mkdir -p "$tree/rtl" "$tree/host" && git -C "$tree" init -q
spdx='SPDX-License-Identifier: Apache-2.0'
checked() { tools/check_tree.sh "$tree" 2>&1; }
printf '// %s\n' "$spdx" >"$tree/host/a.c"
printf '// %s\n`default_nettype none\nmodule zf_a;\nendmodule\n`default_nettype wire\n' "$spdx" \
    >"$tree/rtl/zf_a.v"
same 'a clean tree' '' "$(checked)"
fault() { # FILE, TEXT, what is to be said
    printf '%b' "$2" >"$tree/$1"
    same "$3" 1 "$(checked | grep -cF "$3")"
    rm "$tree/$1"
}
fault host/b.c 'int a;\n' 'host/b.c: there is no SPDX line'
fault host/b.c "// $spdx\nint a; \n" 'host/b.c:2: blanks end the line'
place='/ro''ot/x'
fault host/b.c "// $spdx\n// see $place\n" 'a path of one machine'
fault rtl/zf_b.v "// $spdx\n\`default_nettype none\nmodule zf_c;\n\`default_nettype wire\n" \
    'holds "zf_c " and not just module zf_b'
fault rtl/zf_b.v "// $spdx\nmodule zf_b;\n\`default_nettype wire\n" '`default_nettype none is missing'
fault rtl/core.f 'rtl/zf_none.v\n' 'rtl/core.f: rtl/zf_none.v is not there'
same 'a clean tree again' '' "$(checked)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
