#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files without an end, names and texts that no one expects, and disks that are full.

Prints "N passed, N failed". time limit: 300 s
"""

import json
import os
import subprocess
import sys
import tempfile

from runner import PROGRAM, main, test

ROOK = "4k3/8/8/8/8/8/8/4K2R w K -"
# A backslash, a control, and a letter in Latin-1.
NAME = b"a\\b\x1b[31m\xe9"
SPOKEN = "a\\b\x1b[31m\u00e9"


def run(*arguments, status=0, seconds=60):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=seconds,
                          stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {done}"
    return done


def refused(*arguments, word):
    """One sentence with the word in it, and no output."""
    done = run(*arguments, status=2, seconds=20)
    text = done.stderr.decode(errors="replace")
    assert done.stdout == b"" and len(text.splitlines()) == 1 and word in text, (arguments, text)


class Files:
    """A folder for some files."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text)
        return path


def has_sim():
    return b'"sim"' in run("devices", "--json").stdout


@test
def files_without_an_end():
    for name, word in (("/dev/zero", "large"), ("tests", "directory"), ("no/such", "no/such"),
                       ("/dev/null", "position")):
        refused("scaling", name, word=word)
        refused("paper", "vnm", name, "--depth", "1", word=word)


@test
def rows_are_named():
    """What is wrong with a row of scaling says which; blank lines and long ones are read whole."""
    with Files() as files:
        long = b'id "' + b"x" * 5000 + b'"; acd 1;\n'
        rows = b" \t\r\n# none\n" + ROOK.encode() + b" " + long
        found = run("scaling", files.write("long", rows), "--rooms", "1x1", "--json").stdout
        assert len(found.splitlines()) == 1 and json.loads(found)["id"] == "x" * 63, found
        for last, word in ((b"x", "line 4: "), (ROOK.encode(), "line 4: there is no depth"),
                           (b"8/8/8/8/8/2k5/1q6/K7 w - - acd 2;", "line 4: the search ends")):
            done = run("scaling", files.write("bad", rows + last), "--rooms", "1x1", status=2)
            assert word in done.stderr.decode(), done
        rows = ROOK.encode() + b" bm Ke2;\n  \t\n" + ROOK.encode() + b" bm Ke2;\n"
        done = run("paper", "vnm", files.write("blank", rows), "--depth", "1", "--pawn-endings",
                   "--json")
        assert json.loads(done.stdout)["rows_read"] == 2


@test
def names_in_json_and_on_terminals():
    """JSON is UTF-8 whatever the file is in; what a file holds does not steer the terminal."""
    with Files() as files:
        row = ROOK.encode() + b' id "' + NAME + b'"; acd 1; bm Ke2;\n'
        path = files.write("names.epd", row)
        scaling = ["scaling", path, "--rooms", "1x1"]
        paper = ["paper", "vnm", path, "--depth", "1", "--rows", "--pawn-endings"]
        assert json.loads(run(*scaling, "--json").stdout)["id"] == SPOKEN
        assert json.loads(run(*paper, "--json").stdout)["rows"][0]["id"] == SPOKEN
        for words in (scaling, paper, ["epd", path, "--depth", "1"]):
            text = run(*words).stdout
            assert b"a\\b?[31m\xe9" in text and b"\x1b" not in text, (words, text)


@test
def sizes_in_json():
    if not has_sim():
        return
    with Files() as files:
        boards = (b'{"boards": [{"name": "' + b"n" * 26 + b'\\"\\\\\\"", "fmax_mhz": 50, '
                  b'"lut4": 1e999}, {"name": "b", "fmax_mhz": 1e999}]}')
        found = run("rates", "--every", "40", "--json", "--size", files.write("size", boards),
                    seconds=200).stdout
        board, = json.loads(found, parse_constant=lambda text: 1 / 0)["boards"]
        assert board["name"].startswith("n" * 26) and board["lut4"] == 0, board


@test
def long_names_are_repeated_whole():
    """The line that repeats a difference holds the name of the file however long it is."""
    if not has_sim():
        return
    with open("tests/data/jobs/bugs.txt", "rb") as file:
        jobs = file.read()
    with Files() as files:
        path = files.write("/".join(["x" * 200] * 6) + "/jobs", jobs)
        done = run("lockstep", "--json", "--file", path, "--stall", "none", "--bug", "1", status=1)
        words = json.loads(done.stdout)["repeat"].split()
        assert path in words and words[-4:] == ["--stall", "none", "--bug", "1"], words


@test
def waves_on_a_full_disk():
    """They are no success, and the program ends."""
    if not has_sim() or not os.path.exists("/dev/full"):
        return
    waves = ["--trace-file", "/dev/full"]
    for words in (["job", "eval", "startpos"], ["search", ROOK, "--depth", "2"],
                  ["perft", "2", ROOK, "--device", "sim"], ["lockstep", "--jobs", "1"]):
        done = run(*words, *waves, status=2)
        assert b"/dev/full" in done.stderr, (words, done)


@test
def weights_at_their_limits():
    """The chip and its model agree where sums leave 16 bits; under the sanitizers too."""
    if not has_sim():
        return
    rank = 0
    lines = []
    with open("defs/eval.def", encoding="utf-8") as file:
        for line in file:
            if line.lstrip().startswith("#"):
                rank = 0
            elif line.split()[:1] and line.split()[0].lstrip("-").isdigit():
                rank += 1
                line = " ".join(["2047" if rank <= 2 else "-2048"] * 8) + "\n"
            lines.append(line)
    with Files() as files:
        weights = ["--weights", files.write("limits.def", "".join(lines).encode())]
        for fen in ("8/8/8/pppppppp/rnbqkbnr/8/PPPPPPPP/RNBQKBNR w KQ -",
                    "8/8/pppppppp/rnbqkbnr/8/8/PPPPPPPP/RNBQKBNR w KQ -",
                    "rnbqkbnr/pppppppp/8/8/RNBQKBNR/PPPPPPPP/8/8 b kq -",
                    "8/8/pppppppp/rnb1kbnr/8/8/PPPPPPPP/RNB1KBNR w KQ -"):
            for job in (["eval"], ["search", "--depth", "3"], ["search", "--depth", "1",
                                                               "--lazy", "0", "--delta", "0"]):
                found = [json.loads(run("job", job[0], fen, *job[1:], *weights, "--json",
                                        "--device", device).stdout) for device in ("sim", "model")]
                sim, model = ({key: row[key] for key in ("score", "bestmove", "nodes", "hash")}
                              for row in found)
                assert sim == model, (fen, job, sim, model)


if __name__ == "__main__":
    sys.exit(main())
