#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`zaffre tune`, --weights and the tools around them: training positions, matches, strength.

Prints "N passed, N failed".
"""

import json
import os
import random
import subprocess
import sys
import tempfile

from runner import PROGRAM, main, test

WEIGHTS = "defs/eval.def"


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=250, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == status, f"{arguments}: {done.returncode}: {done.stderr}"
    return done


def rows(count):
    """Labelled positions: results drawn, whoever has more men wins more often."""
    generator = random.Random(1)
    with open("tests/data/perft/random_marcel.epd", encoding="utf-8") as file:
        boards = [line.split(" ;")[0].split() for line in file if line[0] != "#"][:count]
    text = ""
    for fields in boards:
        white = sum(c.isupper() for c in fields[0])
        black = sum(c.islower() for c in fields[0])
        result = "1-0" if generator.random() < white / (white + black) else "0-1"
        text += f'{" ".join(fields[:4])} c9 "{result}"; ce {10 * (white - black)};\n'
    return text


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


@test
def tuned_file():
    """The file that comes out is what --weights and the generator take; the errors are of it."""
    with tempfile.TemporaryDirectory() as folder:
        data = write(folder, "data.epd", rows(2000))
        out = os.path.join(folder, "tuned.def")
        common = ["tune", data, "--weights", WEIGHTS, "--steps", "30", "--json"]
        one = json.loads(run(*common, "--out", out, "--threads", "1").stdout)
        two = json.loads(run(*common, "--threads", "2").stdout)
        assert one["weights"] == two["weights"] and one["rows"] == 2000
        assert one["training"] + one["validation"] + one["loud"] == 2000
        assert one["training_error"][1] < one["training_error"][0]
        with open(WEIGHTS, encoding="utf-8") as old, open(out, encoding="utf-8") as new:
            old, new = old.read().split("\n"), new.read().split("\n")
        assert len(old) == len(new)
        changed = [i for i, (a, b) in enumerate(zip(old, new)) if a != b]
        assert changed
        for i in changed:
            assert old[i].split('"')[1:] == new[i].split('"')[1:], "a description changed"
        # Tuned again from there it begins where this ended.
        again = json.loads(run("tune", data, "--weights", out, "--steps", "1", "--json").stdout)
        for name, value in one["weights"].items():
            row = next(line for line in new if line.startswith(f"weight {name.upper()} "))
            assert int(row.split()[4]) == value, row
        assert abs(again["training_error"][0] - one["training_error"][1]) < 0.002
        generated = os.path.join(folder, "defs")
        os.mkdir(generated)
        for name in os.listdir("defs"):
            with open(os.path.join("defs", name), encoding="utf-8") as file:
                write(generated, name, file.read() if name != "eval.def" else "\n".join(new))
        tool = os.path.join(os.environ.get("O", "build"), "tools", "defs")
        made = os.path.join(folder, "gen")
        os.mkdir(made)
        subprocess.run([tool, "--defs", generated, "--out", made], check=True)


@test
def weights_are_used():
    """A changed weight changes the scores of job, search and epd; the same weights change none."""
    with open(WEIGHTS, encoding="utf-8") as file:
        text = file.read()
    row = next(line for line in text.split("\n") if line.startswith("weight TEMPO "))
    value = int(row.split()[4])
    position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    with tempfile.TemporaryDirectory() as folder:
        other = write(folder, "other.def", text.replace(row, row.replace(f" 8 {value} ", " 8 77 ")))
        for device in [d["name"] for d in json.loads(run("devices", "--json").stdout)]:
            evaluate = ["job", "eval", position, "--json", "--device", device]
            plain = json.loads(run(*evaluate).stdout)
            assert json.loads(run(*evaluate, "--weights", WEIGHTS).stdout) == plain or device == "sim"
            tuned = json.loads(run(*evaluate, "--weights", other).stdout)
            assert tuned["score"] == plain["score"] + 77 - value, (device, plain, tuned)
            assert tuned["slow"] == plain["slow"] + 77 - value
        quiet = ["search", position, "--depth", "1", "--json", "--device", "model"]
        assert json.loads(run(*quiet).stdout)["score"] != \
            json.loads(run(*quiet, "--weights", other).stdout)["score"]


@test
def bad_input():
    """One sentence that names the file and the line; status 2; no output file."""
    row = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;1-0\n"
    with open(WEIGHTS, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        good = write(folder, "good.epd", rows(300))
        out = os.path.join(folder, "out.def")
        cases = [
            ([], "file"),
            (["no/such.epd"], "no/such.epd"),
            ([write(folder, "a", row * 3 + "nonsense;1-0\n")], "line 4"),
            ([write(folder, "b", row * 2 + "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;2-0\n")], "line 3"),
            ([write(folder, "c", row)], "too few"),
            ([write(folder, "d", "")], "too few"),
            ([good, "--steps", "0"], "--steps 0"),
            ([good, "--part", "half"], "half"),
            ([good, "--score-share", "101"], "101"),
            ([good, "--out", out], "--weights"),
            ([good, "--weights", "no/such.def"], "no/such.def"),
            ([good, "--weights", write(folder, "e", text.replace("TEMPO", "TEMPI"))], "name"),
            ([good, "--weights", WEIGHTS, "--out", "no/such/out.def", "--steps", "1"], "no/such"),
        ]
        for arguments, word in cases:
            done = run("tune", *arguments, status=2)
            assert word in done.stderr and done.stderr.count("\n") == 1, (arguments, done.stderr)
        assert not os.path.exists(out)
    for name in ("search", "job", "epd", "bench"):
        words = {"search": ["startpos"], "job": ["eval", "startpos"],
                 "epd": ["tests/data/bench.epd"], "bench": ["1"]}[name]
        done = run(name, *words, "--weights", "no/such.def", status=2)
        assert "no/such.def" in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(main())
