#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`zaffre pgn`: what it writes is read by python-chess, with the same moves, and judged by the rule.

Prints "N passed, N failed".
"""

import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import chess
import chess.engine
import chess.pgn

from runner import PROGRAM, main, test

MATCH = "tests/data/games/deep_blue_kasparov_1996_1997.pgn"
COMMENT = re.compile(r"\[%eval \S+\]( (Dubious|Mistake|Blunder)\. \S+ was better\.)?")
NAGS = {"": set(), "dubious": {6}, "mistake": {2}, "blunder": {4}}

# A missed mate, a blunder, a mate, all that is dropped, and a start with Black to move.
PLAIN = r"""[Event "A & \"B\" <x>"]
[White "Blackburne's \\ victim"]
[Result "0-1"]
[Opening "Italian"]

1. e4 e5 {good} 2. Nf3! (2. f4 exf4 (2... d5)) 2... Nc6 $1 3. Bc4 Nd4 ; a trap
4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[Event "from a position"]
[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30"]
[SetUp "1"]

30... Kf8 31. h3 Kg8 32. Ra8# 1-0

[Event "no moves"]

*
"""


def run(*arguments, status=0):
    done = subprocess.run([PROGRAM, "pgn", *arguments], capture_output=True, timeout=250,
                          stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == status, f"{arguments}: {done.returncode}: {done.stderr.decode()}"
    return done


class File:
    """A file for the time of a test."""

    def __init__(self, content):
        self.content = content if isinstance(content, bytes) else content.encode()

    def __enter__(self):
        handle, self.name = tempfile.mkstemp(suffix=".pgn")
        os.write(handle, self.content)
        os.close(handle)
        return self.name

    def __exit__(self, *unused):
        os.unlink(self.name)


def games(text):
    stream, found = io.StringIO(text), []
    while True:
        game = chess.pgn.read_game(stream)
        if game is None:
            return found
        assert not game.errors, game.errors
        found.append(game)


def words(node):
    """The comment, its line breaks as blanks."""
    return " ".join(node.comment.split())


def chances(move):
    if "mate" in move:
        return None
    return 2 / (1 + math.exp(-0.00368208 * move["score"])) - 1


@test
def same_games():
    """Every game of both matches: tags, moves, result, an evaluation after each move."""
    with open(MATCH, encoding="utf-8") as file:
        before = games(file.read())
    after = games(run(MATCH, "--depth", "1").stdout.decode())
    assert len(before) == len(after) == 12
    for old, new in zip(before, after):
        assert list(old.mainline_moves()) == list(new.mainline_moves())
        for name, value in old.headers.items():
            assert new.headers[name] == value, name
        assert new.headers["Annotator"] == old.headers.get("Annotator", "Zaffre")
        for node in new.mainline():
            assert node.eval() is not None, node


@test
def judgements():
    """NAG, comment and better line agree with each other and with the scores of --json."""
    with File(PLAIN) as name:
        text = run(name, "--nodes", "20000").stdout.decode()
        found = json.loads(run(name, "--nodes", "20000", "--json").stdout)
    read = games(text)
    assert len(read) == len(found["games"]) == 3
    marked = 0
    for game, values in zip(read, found["games"]):
        last = values["start"]
        for node, value in zip(game.mainline(), values["moves"], strict=True):
            assert node.san() == value["san"] and node.move.uci() == value["move"]
            assert node.nags == NAGS[value["judgement"]], (node, value)
            score = node.eval().white()
            if "mate" in value and value["mate"]:
                assert score == chess.engine.Mate(value["mate"])
            elif "score" in value:
                assert score == chess.engine.Cp(value["score"])
            alternatives = node.parent.variations[1:]
            best = last["line"][0]
            if value["judgement"]:
                marked += 1
                assert [a.move.uci() for a in alternatives] == [best]
                assert f"{node.parent.board().san(alternatives[0].move)} was better." in words(node)
                assert [m.move.uci() for m in [alternatives[0], *alternatives[0].mainline()]] == \
                    last["line"]
            else:
                assert not alternatives
            if None not in (chances(last), chances(value)):
                cost = chances(last) - chances(value)
                cost = cost if node.turn() == chess.BLACK else -cost
                level = 0 if value["move"] == best else sum(cost >= x for x in (0.1, 0.2, 0.3))
                assert level == list(NAGS).index(value["judgement"]), (node, cost, value)
            last = value
    assert marked >= 2
    # The comments of the input are gone: nothing stands in braces but what was put there.
    for game in read:
        for node in game.mainline():
            assert COMMENT.fullmatch(words(node)), node.comment
    assert "blunder" in [m["judgement"] for m in found["games"][0]["moves"]]
    assert text.count("[%eval #0]") == 2
    # 31. h3 lets the mate of move 31 go and is not the best; the mate itself is never marked.
    assert found["games"][1]["start"]["line"], found["games"][1]
    assert found["games"][1]["moves"][-1]["judgement"] == ""


@test
def text_is_kept():
    """Escapes in tags, Latin-1 in the drawing, lines of at most 80 columns, the roster complete."""
    latin = PLAIN.encode().replace(b"Blackburne's", b"M\xfcller")
    with File(latin) as name, tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "a.svg")
        done = run(name, "--depth", "1", "--svg", picture)
        tree = xml.etree.ElementTree.parse(picture)
    assert rb'[Event "A & \"B\" <x>"]' in done.stdout
    assert b"[White \"M\xfcller \\\\ victim\"]" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if not line.startswith(b"["))
    assert done.stdout.count(b'[Round "?"]') == 3
    titles = [e.text for e in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert any(t.startswith("Müller \\ victim") for t in titles), titles


@test
def drawing():
    """One chart a game; one mark for each judgement and each mate; all of it inside the picture."""
    with File(PLAIN) as name, tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "a.svg")
        out = os.path.join(folder, "a.json")
        run(name, "--nodes", "20000", "--json", "--svg", picture, "--out", out)
        root = xml.etree.ElementTree.parse(picture).getroot()
        with open(out, encoding="utf-8") as file:
            found = json.load(file)["games"]
    space = "{http://www.w3.org/2000/svg}"
    groups = root.findall(f"{space}g")
    assert len(groups) == len(found) == 3
    for group, values in zip(groups, found):
        circles = [c.get("class") for c in group.findall(f"{space}circle")]
        assert circles == [m["judgement"] for m in values["moves"] if m["judgement"]]
        mates = [p for p in group.findall(f"{space}path") if p.get("class") == "mate"]
        assert len(mates) == sum("mate" in m for m in values["moves"])
        line = [p for p in group.findall(f"{space}path") if p.get("class") == "score"]
        points = line[0].get("d")[1:].split("L")
        assert len(points) == len(values["moves"]) + 1
        for point in points:
            x, y = map(float, point.split())
            assert 0 <= x <= int(root.get("width")) and 0 <= y <= int(root.get("height"))


@test
def bad_input():
    """One sentence with the line; status 2; nothing written."""
    cases = [
        ('[Event "x"]\n\n1. e4 e5 2. Ke3 *\n', "line 3"),
        ('[Event "x"]\n\n1. e4 {open\n', "line 3"),
        ('[Event "x"]\n\n1. e4 (1. d4 *\n', "line 3"),
        ('[Event "x]\n\n1. e4 *\n', "line 1"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*\n', "line 1"),
        ('[Event "fine"]\n\n1. e4 *\n\n[Event "x"]\n\n1. e5 *\n', "line 7"),
        ("", "no game"),
        ("\n\n", "no game"),
    ]
    for text, word in cases:
        with File(text) as name:
            done = run(name, "--depth", "1", status=2)
            error = done.stderr.decode()
            assert word in error and error.count("\n") == 1, (text, error)
            assert done.stdout == b""
    for arguments in ((), ("a.pgn", "b.pgn"), ("no/such.pgn",), (MATCH, "--depth", "0"),
                      (MATCH, "--svg", "no/such/folder/a.svg"), (MATCH, "--out", "no/such/a.pgn"),
                      (MATCH, "--device", "teapot"), (MATCH, "--weights", "no/such.def")):
        done = run(*arguments, status=2)
        assert done.stdout == b"" and done.stderr.count(b"\n") == 1, done.stderr


@test
def repeatable():
    """The same input gives the same text."""
    with File(PLAIN) as name:
        assert run(name, "--nodes", "3000").stdout == run(name, "--nodes", "3000").stdout


if __name__ == "__main__":
    sys.exit(main())
