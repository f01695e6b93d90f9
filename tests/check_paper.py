#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""zaffre paper vnm: its tables as text and JSON, options, bad input. Prints "N passed, N failed"."""

import json
import re
import signal
import subprocess
import sys
import tempfile
import time

from runner import PROGRAM, main, test

ROWS = "tests/data/paper/rows.epd"
VARIANTS = ["std1", "std2", "std3", "vrfd3"]


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, "paper", *arguments], capture_output=True, timeout=120,
                          text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {done}"
    return done


def load(*arguments):
    done = run("vnm", *arguments, "--json")
    assert done.stderr == "", done.stderr
    return json.loads(done.stdout)


@test
def json_tables():
    result = load(ROWS, "--depth", "5", "--rows")
    assert result["suite"] == ROWS and result["rows_read"] == 6 and result["positions"] == 5
    assert result["left_out"] == 1 and result["depth"] == 5 and not result["interrupted"]
    assert [row["depth"] for row in result["depths"]] == [1, 2, 3, 4, 5]
    for row in result["depths"]:
        assert row["positions"] == 5
        for name in ("nodes", "solved", "zugzwangs"):
            assert list(row[name]) == VARIANTS, row
    last = result["depths"][-1]
    # The sums are those of the rows.
    for variant in VARIANTS:
        cells = [row[variant] for row in result["rows"]]
        assert all(cell["depth"] == 5 for cell in cells)
        assert sum(cell["nodes"] for cell in cells) == last["nodes"][variant]
        assert sum(cell["solved"] for cell in cells) == last["solved"][variant]
    assert last["zugzwangs"]["vrfd3"] > 0 and last["zugzwangs"]["std3"] == 0
    assert last["solved"]["vrfd3"] >= last["solved"]["std3"] + 2


@test
def text_tables():
    wanted = load(ROWS, "--depth", "4")
    text = run("vnm", ROWS, "--depth", "4").stdout
    tables = re.split(r"\n\n(?=[A-Z])", text)
    assert len(tables) == 4, text
    assert "1 left out because a side has no more than king and pawns" in tables[0]
    for table, name in zip(tables[1:], ("nodes", "solved", "zugzwangs")):
        lines = table.splitlines()
        assert lines[1].split()[:2] == ["depth", "positions"]
        for line, row in zip(lines[2:6], wanted["depths"]):
            numbers = [int(word) for word in line.split() if word.isdigit()]
            assert numbers == [row["depth"], row["positions"], *row[name].values()], (line, row)
            if name == "nodes":
                percents = re.findall(r"([+-]\d+\.\d\d)%", line)
                base = row[name]["vrfd3"]
                assert percents == [f"{100 * (row[name][v] / base - 1):+.2f}"
                                    for v in VARIANTS[:3]], line
    rows = run("vnm", ROWS, "--depth", "4", "--rows", "--pawn-endings").stdout.splitlines()
    assert [line.split(":")[0].split(maxsplit=1)[1] for line in rows[:6]] == \
        ["WAC.001", "WAC.002", "zugzwang.001", "M2.0001", "M2.0011", "ZPTS.15"], rows[:6]
    assert "vrfd3 solved Qf6 (mate 2, depth 4," in rows[3], rows[3]


@test
def options():
    whole = load(ROWS, "--depth", "6")
    threads = load(ROWS, "--depth", "6", "--threads", "3")
    assert whole["depths"] == threads["depths"]
    two = load(ROWS, "--depth", "6", "--variants", "vrfd3,std2")
    assert list(two["depths"][5]["nodes"]) == ["std2", "vrfd3"]
    assert two["depths"][5]["nodes"]["std2"] == whole["depths"][5]["nodes"]["std2"]
    assert load(ROWS, "--depth", "2", "--sample", "2")["positions"] == 3
    assert load(ROWS, "--depth", "2", "--pawn-endings")["positions"] == 6
    assert load(ROWS, "--depth", "6", "--max-nodes", "5000")["depths"][5]["positions"] < 5
    # A small table costs nodes.
    assert load(ROWS, "--depth", "6", "--table", "8")["depths"][5] != whole["depths"][5]


@test
def help_lists_every_option():
    text = subprocess.run([PROGRAM, "paper", "--help"], capture_output=True, text=True,
                          check=True).stdout
    source = open("host/cli/cmd_paper.c", encoding="utf-8").read()
    own = set(re.findall(r'\{"(--[a-z-]+)", CLI', source))
    assert len(own) == 9 and own == set(re.findall(r"--[a-z-]+", text)), text


@test
def bad_input():
    """One sentence that names the fault; status 2; nothing on the output."""
    cases = [
        ([], "vnm"), (["teapot", ROWS], "vnm"), (["vnm"], "suite"), (["vnm", ROWS, ROWS], "suite"),
        (["vnm", "no/such.epd"], "no/such.epd"), (["vnm", "tests"], "tests"),
        (["vnm", ROWS, "--depth", "0"], "--depth 0"), (["vnm", ROWS, "--depth", "41"], "--depth 41"),
        (["vnm", ROWS, "--sample", "0"], "--sample 0"), (["vnm", ROWS, "--sample", "x"], "x"),
        (["vnm", ROWS, "--threads", "0"], "--threads 0"),
        (["vnm", ROWS, "--max-nodes", "-1"], "--max-nodes -1"),
        (["vnm", ROWS, "--table", "7"], "--table 7"),
        (["vnm", ROWS, "--variants", "std4"], "std4"), (["vnm", ROWS, "--variants", ""], "--variants"),
        (["vnm", ROWS, "--variants", "std1,"], "--variants"),
        (["vnm", ROWS, "--device", "model"], "--device"),
        (["vnm", "tests/data/README.md"], "line 3"),
    ]
    for arguments, word in cases:
        done = run(*arguments, status=2)
        lines = done.stderr.splitlines()
        assert done.stdout == "" and len(lines) == 1, (arguments, done)
        assert lines[0].startswith("zaffre paper: ") and word in lines[0], (arguments, lines)


@test
def bad_rows():
    cases = [
        ("", "no position"), ("# only words\n", "no position"),
        ("4k3/8/8/8/8/8/4P3/R3K2R w KQ - id \"x\";", "line 1: there is no bm, am or dm"),
        ("\n4k3/8/8/8/8/8/4P3/R3K2R w KQ - bm Ra9;", "line 2"),
        ("4k3/8/8/8/8/8/4P3/R3K2R w KQ - bm Ra8;", "--pawn-endings"),
    ]
    for text, words in cases:
        with tempfile.NamedTemporaryFile("w", suffix=".epd") as file:
            file.write(text)
            file.flush()
            done = run("vnm", file.name, status=2)
            assert done.stdout == "" and len(done.stderr.splitlines()) == 1, done
            assert file.name in done.stderr and words in done.stderr, (text, done.stderr)


@test
def interrupt():
    """Ctrl-C ends the run with the rows done so far, and says so."""
    with subprocess.Popen([PROGRAM, "paper", "vnm", ROWS, "--depth", "30", "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=30)
    result = json.loads(out)
    assert process.returncode == 0 and result["interrupted"], (process.returncode, error)
    assert result["depths"][29]["positions"] < result["positions"]
    assert "interrupted" in error and len(error.splitlines()) == 1, error


if __name__ == "__main__":
    sys.exit(main())
