#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The unit bench of the slow evaluation, as a part of make test. time limit: 600 s
cd "$(dirname "$0")/.." || exit 2
make --no-print-directory unit-eval
