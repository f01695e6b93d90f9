#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# parameters.sh ZF_DEFS_H [NAME=VALUE...]: prints 16 hexadecimal digits that name one build of the
# chip: its parameters in any order, and the hash of the definitions. A rate is clocks times Fmax;
# the two may be multiplied only if they come from builds of one name.
set -eu
header=$1
shift
defs=$(sed -n 's/^#define ZF_DEFS_HASH 0x\([0-9a-f]*\).*/\1/p' "$header")
[ -n "$defs" ] || { echo "parameters.sh: $header holds no ZF_DEFS_HASH" >&2; exit 2; }
{
    echo "defs=$defs"
    for parameter in "$@"; do echo "$parameter"; done | LC_ALL=C sort
} | sha256sum | cut -c 1-16
