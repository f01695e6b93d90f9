#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/match.py and tools/strength.py: the arithmetic, a short match, a sample of a suite.

Prints "N passed, N failed".
"""

import io
import json
import os
import subprocess
import sys
import tempfile

import chess
import chess.engine
import chess.pgn

from runner import PROGRAM, main, test

sys.path.insert(0, "tools")
import match  # noqa: E402
import strength  # noqa: E402

OPENINGS = "tests/data/openings/noob_3moves_2000.epd"


def tool(name, *arguments, status=0):
    done = subprocess.run([sys.executable, f"tools/{name}.py", *arguments], capture_output=True,
                          text=True, timeout=250, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == status, f"{arguments}: {done.returncode}: {done.stderr}"
    return done


@test
def arithmetic():
    """Elo and the interval by known values."""
    assert abs(match.elo(0.75) - 190.85) < 0.01 and match.elo(0.5) == 0
    # 40 pairs, half 1.5 and half 0.5 of two points: mean 0.5, spread 0.25 a pair.
    found = match.summary([[1.0, 0.5]] * 20 + [[0.0, 0.5]] * 20)
    assert (found["wins"], found["draws"], found["losses"]) == (20, 40, 20)
    half = 1.96 * (0.0625 * 40 / 39 / 40) ** 0.5
    assert abs(found["score_interval"][1] - (0.5 + half)) < 1e-12
    assert found["elo"] == 0 and found["elo_interval"][0] == -found["elo_interval"][1]
    # Each opening won from one side only: the openings' bias is no sign of strength.
    assert match.summary([[1.0, 0.0]] * 50)["score_interval"] == [0.47, 0.53]
    assert match.summary([[1.0, 1.0]] * 5)["elo"] is None
    assert match.points("1-0", chess.BLACK) == 0 and match.points("0-1", chess.BLACK) == 1


@test
def agreement():
    """A game is adjudicated only when both sides have long seen the same side ahead."""
    ahead = match.Ahead()
    won = chess.engine.PovScore(chess.engine.Cp(1500), chess.WHITE)
    lost = chess.engine.PovScore(chess.engine.Cp(-1500), chess.BLACK)
    for number in range(match.AHEAD_PLIES - 1):
        assert not ahead.add(won if number % 2 else lost)
    assert ahead.add(won) and ahead.side == chess.WHITE
    assert not ahead.add(chess.engine.PovScore(chess.engine.Cp(0), chess.WHITE))
    assert not ahead.add(won)
    assert not match.Ahead().add(None)


@test
def short_match():
    """Each opening from both sides, legal games that end as they say, the same again."""
    with tempfile.TemporaryDirectory() as folder:
        pgn = os.path.join(folder, "a.pgn")
        arguments = [PROGRAM, f"{PROGRAM} Hash=16", "--games", "4", "--nodes", "300", "--json"]
        found = json.loads(tool("match", *arguments, "--pgn", pgn).stdout)
        with open(pgn, encoding="utf-8") as file:
            text = io.StringIO(file.read())
    games = [chess.pgn.read_game(text) for _ in range(4)]
    assert found["games"] == 4 == sum(found["reasons"].values())
    assert found["wins"] + found["draws"] + found["losses"] == 4
    starts = [game.headers["FEN"] for game in games]
    assert starts[0] == starts[1] != starts[2] == starts[3]
    assert games[0].headers["White"] == games[1].headers["Black"] == PROGRAM
    for game in games:
        board = game.end().board()
        assert not game.errors and list(game.mainline_moves())
        outcome = board.outcome()
        if outcome:
            assert outcome.result() == game.headers["Result"]
        else:
            assert board.is_repetition(3) or board.is_fifty_moves(), game.headers["Termination"]
    first = sum(match.points(g.headers["Result"], g.headers["White"] == PROGRAM) for g in games)
    assert first == found["score"] * 4
    again = json.loads(tool("match", *arguments).stdout)
    assert again == found


@test
def dead_engine():
    """An engine that ends in mid-game loses that game, and the match goes on."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "dies")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nwhile read line; do case $line in\n"
                       "uci) echo uciok;;\nisready) echo readyok;;\ngo*) exit 1;;\nesac; done\n")
        os.chmod(path, 0o755)
        found = json.loads(tool("match", PROGRAM, path, "--games", "2", "--nodes", "100",
                                "--json").stdout)
    assert found["wins"] == 2 and found["reasons"] == {"second died": 2}, found


@test
def mate_rows():
    """A mate's row keeps what its length is checked by and nothing else."""
    row = "8/8/8/8/8/8/8/8 w - - bm h3; dm 4; pv h3 Kf4; id \"M4.0003\";"
    assert strength.only_mate(row) == "8/8/8/8/8/8/8/8 w - - dm 4; id \"M4.0003\";"


@test
def sample_of_strength():
    """Parts are merged into one file; what cannot be measured says why; the table shows both."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "s.json")
        tool("strength", "--parts", "sts", "--sample", "150", "--out", out)
        table = tool("strength", "--parts", "mates", "--sample", "200", "--out", out).stdout
        with open(out, encoding="utf-8") as file:
            parts = json.load(file)["parts"]
        assert set(parts) == {"sts", "mates"} and "sts at 0.2 s, every 150th row" in table
        assert parts["sts"]["total"] == 5 and parts["sts"]["of"] == 50
        assert parts["sts"]["least"] == 33 and parts["sts"]["value"] <= 50
        assert parts["mates"]["mate_in_4"]["default"]["total"] == 3
        assert tool("strength", "--show", "--out", out).stdout == table
        for wrong in (["--parts", "luck"], ["--sample", "0"], ["--opponents", "teapot"]):
            assert wrong[1] in tool("strength", *wrong, "--out", out, status=2).stderr
        tool("match", "no/such/engine", PROGRAM, "--nodes", "10", status=2)
        tool("match", PROGRAM, PROGRAM, status=2)


if __name__ == "__main__":
    sys.exit(main())
