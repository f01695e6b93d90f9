#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What broke other engines, under UCI: the rows of docs/known-bugs.md that no other test has.

The names of tests are those of the rows. The last test reads docs/known-bugs.md: every test that it
names must be there, and nine in ten rows must name one. Prints "N passed, N failed".
"""

import os
import random
import re
import sys
import time

import chess

from runner import main, test
from uci_engine import Engine, check_search, fields

OPEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def last_info(lines):
    return [fields(line) for line in lines if line.startswith("info depth") and " pv " in line][-1]


def refused(fen):
    """The FEN is refused with a reason, and the program plays on."""
    with Engine() as engine:
        engine.send(f"position fen {fen}", "d")
        lines = engine.until("Fen:")
        assert any("the position stays" in line for line in lines), fen
        assert lines[-1] == f"Fen: {OPEN}"
        check_search(chess.Board(), engine.go("isready", "go depth 3"))


@test
def castling_rights_without_rooks():  # fen-01, fen-02
    for fen, kept in (("q3kb2/rbpppppr/p1n4p/1p1n4/P4PB1/NP2P3/1RPP2PP/2B1QKNR b KQkq - 1 1", "-"),
                      ("2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14", "KQ")):
        words = fen.split()
        words[2] = kept
        with Engine() as engine:
            check_search(chess.Board(" ".join(words)), engine.go(f"position fen {fen}",
                                                                 "go depth 6", 20))


@test
def boards_no_game_has():  # fen-06, fen-07, fen-11, fen-12, movegen-02
    for fen in ("5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1",
                "8/8/8/8/8/8/8/K7 w - - 0 1",
                "rRrRrRRK/RrRrrRrR/rrRrRrRR/rRrRrRrr/RRrRrRrR/rrRrRrRr/rRrRrRrR/krrRRrRr w - - 0 1",
                "knNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/KNnNnNnN w - - 0 1",
                "rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w"):
        refused(fen)


@test
def keywords_in_the_place_of_a_fen():  # fen-09
    refused("startpos")
    with Engine() as engine:
        engine.send("position blah", "d")
        lines = engine.until("Fen:")
        assert any("startpos or fen is wanted" in line for line in lines)


@test
def mated_root_by_both_routes():  # fen-22
    fen = "rnb1kbnr/pppp1ppp/4p3/8/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    with Engine() as engine:
        for position in (f"position fen {fen}", f"position fen {fen} moves",
                         "position startpos moves f2f4 e7e6 g2g4 d8h4"):
            assert engine.go(position, "go depth 3")[-1] == "bestmove (none)"


@test
def king_takes_rook():  # movegen-16, movegen-17
    with Engine() as engine:
        engine.send("position fen k7/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1", "d")
        assert engine.until("Fen:")[-1] == "Fen: k7/8/8/8/8/8/8/5RK1 b - - 1 1"
        fen = "r1b1k2r/ppp1n1pp/4p3/3qNp2/3P4/2P3N1/PP2QPPP/R2R2K1 b kq - 1 15"
        for chess960, text in (("false", "e8g8: 1"), ("true", "e8h8: 1")):
            engine.send(f"setoption name UCI_Chess960 value {chess960}", f"position fen {fen}",
                        "go perft 1")
            assert text in engine.until("Nodes")


@test
def stopped_lines_have_no_mate_0():  # search-12
    fen = "8/8/8/5K2/1r3p2/6k1/R7/8 w - - 4 75"
    with Engine() as engine:
        engine.send("setoption name MultiPV value 2")
        for pause in (0, 0.01, 0.05, 0.2, 0.4):
            engine.send("ucinewgame", f"position fen {fen}", "go infinite")
            time.sleep(pause)
            engine.send("stop")
            lines = engine.until("bestmove", 2)
            assert not any("mate 0" in line for line in lines), lines
            first = [line for line in lines if " multipv 1 " in line]
            assert lines[-1].split()[1] == fields(first[-1])["pv"][0], lines[-4:]
            assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board(fen).legal_moves


@test
def cut_lines_tell_what_is_played():  # search-12: the limit falls between the lines of a depth
    fen = "r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w - - 0 1"
    with Engine() as engine:
        engine.send("setoption name MultiPV value 3")
        for nodes in range(2000, 62000, 4000):
            engine.send("ucinewgame")
            lines = engine.go(f"position fen {fen}", f"go nodes {nodes}")
            first = [line for line in lines if " multipv 1 " in line]
            assert lines[-1].split()[1] == fields(first[-1])["pv"][0], (nodes, lines[-5:])


def all_lines(fen, count, depth, seconds):
    with Engine() as engine:
        engine.send(f"setoption name MultiPV value {count}")
        lines = engine.go(f"position fen {fen}", f"go depth {depth}", seconds)
    at_last = [info for info in map(fields, (line for line in lines if " pv " in line))
               if info["depth"] == depth and not info["bound"]]
    assert len(at_last) == min(count, chess.Board(fen).legal_moves.count()), lines[-3:]
    return at_last


@test
def more_lines_than_moves():  # search-14, search-21
    all_lines("1r3rk1/p5bp/1n1p1Qp1/8/2P5/2NB3b/PP2RP2/R1B3K1 b - - 0 1", 256, 4, 60)
    all_lines("r1bqkb1r/ppp2ppp/5n2/nB1Pp1N1/8/8/PPPP1PPP/RNBQK2R b KQkq - 2 6", 10, 6, 60)


@test
def forcing_endings_stop_at_once():  # search-16, search-17, search-19
    for fen in ("8/8/1Rk3p1/2P2rRp/8/3K4/6PP/4r3 b - - 2 50",
                "8/6p1/KP3bRp/4p2P/4P3/5k2/8/8 b - - 0 70", "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
                "8/8/8/1k1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1"):
        for go in ("go depth 255", "go infinite", "go depth 1000000"):
            with Engine() as engine:
                engine.send(f"position fen {fen}", go)
                time.sleep(0.4)
                begin = time.monotonic()
                engine.send("stop")
                engine.until("bestmove", 2)
                assert time.monotonic() - begin < 0.5


@test
def rights_do_not_reset_the_clock():  # search-24
    with Engine() as engine:
        engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 50 60 moves a1b1", "d")
        assert engine.until("Fen:")[-1] == "Fen: r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 51 60"


@test
def clocks_near_a_hundred():  # tt-01, tt-02: the table warmed by the same board with clock 0
    for board in ("8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - {} 40",
                  "4K3/1p3P2/1p6/1Pp3q1/2P5/N1Pp1k2/3P4/1N6 b - - {} 41"):
        with Engine() as engine:
            engine.go(f"position fen {board.format(0)}", "go depth 6", 30)
            for clock in (94, 97, 99):
                # So near the hundredth half-move only a capture or pawn move avoids the draw.
                lines = engine.go(f"position fen {board.format(clock)}", "go depth 6", 30)
                assert last_info(lines)["score"][0] == "cp", (board, clock, lines[-3:])


@test
def stale_mates_of_an_earlier_move():  # tt-04
    with Engine() as engine:
        engine.go("position fen 1q3rk1/2R3p1/5p2/5P1Q/3ppP1P/4n3/6PK/2R5 b - - 2 41",
                  "go depth 7", 60)
        lines = engine.go("position fen 1q3rk1/6R1/5p2/3n1P1Q/3ppP1P/8/6PK/2R5 b - - 0 42",
                          "go depth 7", 60)
        assert lines[-1].split()[1] == "g8g7"
        assert last_info(lines)["score"] == ("cp", 0), lines[-3:]


@test
def boards_without_pawns():  # tt-09
    with Engine() as engine:
        engine.send("position fen 8/8/4k3/8/8/3K4/8/5R2 w - - 0 1", "eval")
        first = engine.until("Final")[-1]
        assert float(first.split()[2]) > 3
        engine.send("position fen 5r2/8/3k4/8/8/4K3/8/8 b - - 0 1", "eval")
        assert float(engine.until("Final")[-1].split()[2]) == -float(first.split()[2])


WORDS = """uci isready ucinewgame setoption name value Hash Threads MultiPV 3 Ponder true false
UCI_Chess960 UCI_ShowWDL NullMove off verified Clear position startpos fen moves e2e4 e7e5 g1f3 e1g1
e1h1 a7a8Q 0000 go depth 2 3 nodes 5 movetime 5 wtime 4 btime -3 winc binc movestogo 1 mate
infinite ponder searchmoves perft stop ponderhit debug on register d eval nonsense -1
8/8/8/8/8/8/8/8 4k3/8/8/8/8/8/8/R3K2R w b KQkq HAha - 0 1 = \t \x7f \xff""".split()


@test
def random_words():
    """Lines of random words: every go has its bestmove, and the program lives and answers."""
    runs = 100 if os.environ.get("ZF_SOAK", "0") not in ("", "0") else 8
    for seed in range(runs):
        rng = random.Random(seed)
        with Engine() as engine:
            for _ in range(60):
                words = [rng.choice(WORDS) for _ in range(rng.randrange(1, 9))]
                if rng.random() < 0.6:
                    words.insert(0, rng.choice(("position", "go", "setoption name", "go depth 2")))
                engine.send(" ".join(words))
                if rng.random() < 0.3:
                    engine.send("stop")
            engine.send("stop", "isready", "setoption name UCI_Chess960 value false",
                        "setoption name MultiPV value 1", "position startpos", "go depth 3",
                        "setoption name the end")
            lines = []
            while not lines or not lines[-1].endswith("no option the end"):
                lines += engine.until("info", 60)
            at = len(lines) - 1 - [line.startswith("bestmove") for line in lines][::-1].index(True)
            begin = max((i for i in range(at) if lines[i].startswith(("bestmove", "readyok"))),
                        default=0)
            check_search(chess.Board(), [line for line in lines[begin + 1:at + 1]])
            engine.quit(5)


@test
def page_names_tests_that_exist():
    with open("docs/known-bugs.md", encoding="utf-8") as file:
        rows = re.findall(r"^\| ([a-z]+-\d\d(?:, [a-z]+-\d\d)*) \| (.*) \| (.*) \|$", file.read(),
                          re.MULTILINE)
    tested = total = 0
    for names, _, where in rows:
        count = len(names.split(", "))
        total += count
        named = re.findall(r"`(tests/[\w./]+)(?:::(\w+))?`", where)
        for path, name in named:
            assert os.path.exists(path), path
            with open(path, encoding="utf-8") as file:
                assert not name or re.search(rf"\b{name}\b", file.read()), f"{path}: {name}"
        tested += count if named else 0
        assert named or where.startswith("cannot happen: "), names
    assert total >= 80 and tested * 10 >= total * 9, (tested, total)


if __name__ == "__main__":
    sys.exit(main())
