#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# setup.sh [--dry-run]: installs what building, testing and sizing need, and says what. Packages
# come from apt (Debian, Ubuntu), where root or a sudo that asks nothing is to be had; otherwise the
# commands are printed and the status is 1. Wheels go to the environment VENV (build/venv).
# With --dry-run nothing is installed: what is missing is printed, and the status is 0 if nothing is.
set -u
cd "$(dirname "$0")/.." || exit 2
venv=${VENV:-build/venv}
python=${PYTHON:-python3}
dry=
[ "${1:-}" = --dry-run ] && dry=1

have() { command -v "$1" >/dev/null 2>&1; }
header() { echo "#include <$1>" | ${CC:-gcc} -E -x c - >/dev/null 2>&1; }

# Package, and how to know that what it brings is there: another source of the tool will do.
missing=()
need() {
    local package=$1
    shift
    "$@" || missing+=("$package")
}
need make have make
need gcc have gcc
need g++ have g++
need clang have clang
need clang-format have clang-format
need ccache have ccache
need pkg-config have pkg-config
need verilator have "${VERILATOR:-verilator}"
need yosys have "${YOSYS:-yosys}"
need nextpnr-ice40 have "${NEXTPNR_ICE40:-nextpnr-ice40}"
need fpga-icestorm have icepack
need libcriterion-dev header criterion/criterion.h
need libftdi1-dev pkg-config --exists libftdi1
need libfathom-dev header tbprobe.h
need python3-venv "$python" -c 'import venv, ensurepip'
has_stockfish() { have stockfish || [ -x /usr/games/stockfish ]; }
need stockfish has_stockfish

if [ ${#missing[@]} -gt 0 ]; then
    echo "setup: packages to install: ${missing[*]}"
    as_root=(sudo -n)
    if [ "$(id -u)" -eq 0 ]; then
        as_root=(env)
    fi
    if [ -n "$dry" ] || ! have apt-get || ! "${as_root[@]}" true 2>/dev/null; then
        echo "setup: please run, then make setup again:"
        echo "    sudo apt-get update"
        echo "    sudo apt-get install --no-install-recommends ${missing[*]}"
        have apt-get || echo "setup: (this system has no apt: take the packages of those names)"
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -q </dev/null || exit 1
    "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null || {
        echo "setup: apt-get could not install ${missing[*]}" >&2
        exit 1
    }
fi

# The environment is as wanted if it was filled from this very list.
if ! cmp -s tools/requirements.txt "$venv/requirements.txt"; then
    echo "setup: wheels into $venv: $(grep -v '^#' tools/requirements.txt | tr '\n' ' ')"
    if [ -n "$dry" ]; then
        exit 1
    fi
    mkdir -p "$(dirname "$venv")"
    "$python" -m venv "$venv" &&
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
            -r tools/requirements.txt </dev/null &&
        cp tools/requirements.txt "$venv/requirements.txt" || {
        echo "setup: the wheels could not be installed; by hand:" >&2
        echo "    $python -m venv $venv && $venv/bin/pip install -r tools/requirements.txt" >&2
        exit 1
    }
fi
echo "setup: all is there"
