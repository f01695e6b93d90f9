#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The committed tables in docs/generated are those that defs/ gives today.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d "${O:-build}/tests/generated_XXXXXX")
trap 'rm -rf "$folder"' EXIT
build/tools/defs --defs defs --out "$folder" --doc "$folder/defs.md"
diff -u docs/generated/defs.md "$folder/defs.md" || {
    echo 'docs/generated/defs.md is not what defs/ gives: make defs, and commit it'
    exit 1
}
