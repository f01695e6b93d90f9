#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program under UCI: the protocol's order and answers, and what broke other engines.

Prints "N passed, N failed". Needs python-chess (build/venv), which judges every move.
"""

import os
import subprocess
import sys
import time

import chess

from runner import PROGRAM, main, test
from uci_engine import Engine, check_search, fields

LONG_GAME = ["g1f3", "g8f6", "f3g1", "f6g8"] * 1500


@test
def handshake():
    with Engine() as engine:
        engine.send("uci")
        lines = engine.until("uciok")
        assert any(line.startswith("id name ") for line in lines)
        assert any(line.startswith("id author ") for line in lines)
        for name in ("Hash", "Threads", "Move Overhead", "Ponder", "Device"):
            assert any(line.startswith(f"option name {name} type ") for line in lines), name
        engine.send("isready")
        engine.until("readyok")
        engine.quit()


@test
def ready_while_searching():
    with Engine() as engine:
        engine.send("position startpos", "go infinite")
        time.sleep(0.3)
        for _ in range(5):
            begin = time.monotonic()
            engine.send("isready")
            engine.until("readyok", 1)
            assert time.monotonic() - begin < 0.5
        engine.silent("bestmove", 0.2)
        engine.send("stop")
        engine.best(1)


@test
def no_bestmove_before_stop():  # uci-01, uci-32
    rook = "position fen 8/5k2/8/8/8/8/5R2/4K3 w - - 0 1"
    mate = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    for position in (rook, mate):
        with Engine() as engine:
            engine.send(position, "go infinite")
            engine.silent("bestmove", 1.0)
            engine.send("stop")
            engine.best(1)
            engine.silent("bestmove", 0.2)
            engine.send("go depth 4 ponder")
            engine.silent("bestmove", 0.7)
            engine.send("ponderhit")
            engine.best(2)


@test
def above_clock_100():  # uci-02
    with Engine() as engine:
        lines = engine.go("position fen 8/5kR1/8/3K4/8/8/8/8 b - - 0 143", "go depth 10")
        assert lines[-1].split()[1] == "f7g7", lines[-1]


@test
def mated_root_waits():  # uci-04, uci-34
    for position in ("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
                     "position startpos moves f2f3 e7e5 g2g4 d8h4"):
        for go in ("go infinite", "go ponder wtime 1000 btime 1000"):
            with Engine() as engine:
                engine.send(position, go)
                engine.silent("bestmove", 0.5)
                with open(f"/proc/{engine.process.pid}/stat", encoding="ascii") as stat:
                    ticks = sum(int(word) for word in stat.read().split()[13:15])
                assert ticks / os.sysconf("SC_CLK_TCK") < 0.3, "the processor is kept busy"
                engine.send("stop")
                assert engine.best(1) == "(none)"
                engine.silent("bestmove", 0.2)


@test
def mated_root_answers():
    with Engine() as engine:
        lines = engine.go("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "go depth 3")
        assert lines[-1] == "bestmove (none)"
        assert any("score mate 0" in line for line in lines)
        lines = engine.go("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 100")
        assert lines[-1] == "bestmove (none)"


@test
def stop_and_go_at_once():  # uci-06, uci-07
    with Engine() as engine:
        engine.send("position startpos", "go infinite", "stop", "go infinite", "stop",
                    "go ponder wtime 9000 btime 9000", "stop",
                    "position startpos moves e2e4", "go ponder wtime 9000 btime 9000", "stop",
                    "isready")
        lines = engine.until("readyok")
        best = [line for line in lines if line.startswith("bestmove")]
        assert len(best) == 4, best
        after = chess.Board()
        after.push_uci("e2e4")
        assert chess.Move.from_uci(best[3].split()[1]) in after.legal_moves


@test
def stop_behind_other_commands():
    with Engine() as engine:
        engine.send("position startpos", "go depth 40")
        time.sleep(0.2)
        begin = time.monotonic()
        engine.send("position startpos moves e2e4", "setoption name Hash value 32", "stop",
                    "go depth 2", "stop", "isready")
        lines = engine.until("readyok", 3)
        assert sum(line.startswith("bestmove") for line in lines) == 2
        assert time.monotonic() - begin < 1


@test
def stop_when_idle():  # uci-09
    with Engine() as engine:
        engine.send("uci", "isready", "stop", "ponderhit", "isready")
        engine.until("readyok")
        engine.until("readyok", 1)
        engine.silent("bestmove", 0.2)


@test
def quit_while_searching():  # uci-11
    for go in ("go depth 25", "go infinite", "go movetime 60000"):
        with Engine() as engine:
            engine.send("position fen 1K6/2P5/Ppp1B3/8/3P2P1/1P3b1k/2pn2p1/1qN5 w - - 0 1", go)
            time.sleep(0.3)
            begin = time.monotonic()
            engine.send("quit")
            assert engine.process.wait(2) == 0
            assert time.monotonic() - begin < 0.5


@test
def end_of_input():  # uci-12
    for text in (b"uci\n", b"", b"position startpos\ngo infinite\n", b"isready"):
        begin = time.monotonic()
        done = subprocess.run([PROGRAM], input=text, capture_output=True, timeout=5, check=False)
        assert done.returncode == 0
        assert time.monotonic() - begin < 2
    # A search ends at once, but says its move; so does one with quit behind other commands.
    for text in (b"position startpos\ngo depth 25\n", b"go depth 25\nisready\nquit\n",
                 b"go infinite\nsetoption name Hash value 8\nquit\ngo depth 3\n"):
        begin = time.monotonic()
        done = subprocess.run([PROGRAM], input=text, capture_output=True, timeout=5, check=False)
        assert done.returncode == 0 and done.stdout.count(b"bestmove") == 1, done.stdout
        assert time.monotonic() - begin < 2


@test
def pieces_of_lines():  # uci-14
    with Engine() as engine:
        engine.raw("isready\nisready\nisready\nis")
        for _ in range(3):
            engine.until("readyok", 2)
        time.sleep(0.1)
        engine.raw("rea")
        engine.silent("readyok", 0.2)
        engine.raw("dy\n")
        engine.until("readyok", 2)


@test
def long_games():  # uci-16, uci-17
    with Engine() as engine:
        for count in (100, 1200, 6000):
            moves = " ".join(LONG_GAME[:count])
            lines = engine.go(f"position startpos moves {moves}", "go depth 3")
            assert lines[-1] != "bestmove (none)"
            check_search(chess.Board(), lines)


@test
def whole_words():  # uci-19
    with Engine() as engine:
        engine.send("position startpos")
        lines = engine.go("setoption name Move Overhead value 0",
                          "go wtime 1000 btime 1000 movestogo 5", 2)
        check_search(chess.Board(), lines)
        engine.silent("bestmove", 0.2)


@test
def bad_positions_change_nothing():  # uci-21
    bad = ["position moves e2e4", "position", "position fen", "position fen 8/8/8/8/8/8/8/8 w - -",
           "position startpos moves e2e5", "position startpos e2e4",
           "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7 x9y9",
           "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1"]
    with Engine() as engine:
        engine.send("position startpos moves d2d4", "d")
        before = engine.until("Fen:")[-1]
        for command in bad:
            engine.send(command, "d")
            lines = engine.until("Fen:")
            assert lines[-1] == before, command
            assert any(line.startswith("info string position") for line in lines), command
        engine.send("nonsense", "xyzzy isready")
        engine.until("readyok", 1)


@test
def blanks_of_all_kinds():  # uci-22
    with Engine() as engine:
        engine.raw("uci\r\n")
        engine.until("uciok")
        engine.raw("position   startpos\tmoves e2e4\r\ngo depth 1\r\n")
        lines = engine.until("bestmove")
        board = chess.Board()
        board.push_uci("e2e4")
        check_search(board, lines)


@test
def options_are_clamped():  # uci-24, uci-26, uci-39
    with Engine() as engine:
        engine.send("setoption name Hash value 99999999999", "isready")
        engine.until("readyok", 5)
        engine.send("setoption name hash value 4096", "isready")
        engine.until("readyok", 5)
        check_search(chess.Board(), engine.go("position startpos", "go depth 4"))
        engine.send("setoption name Hash value 8", "setoption name Threads value 256",
                    "setoption name Move Overhead value -5", "setoption name Nothing value 3",
                    "setoption name Hash value many", "setoption", "setoption name")
        engine.send("ucinewgame", "isready")
        engine.until("readyok", 5)
        check_search(chess.Board(), engine.go("position startpos", "go depth 5"))


@test
def options_out_of_range_are_refused():
    cases = (("Hash value 0", "1 to 65536"), ("Hash value 65537", "1 to 65536"),
             ("Hash value", "1 to 65536"), ("Threads value 0", "1 to 1024"),
             ("MultiPV value 257", "1 to 256"), ("Move Overhead value 5001", "0 to 5000"),
             ("move overhead value 1.5", "0 to 5000"), ("Ponder value maybe", "true nor false"),
             ("NullMove value 4", "off 1 2 3"), ("Credits value most", "all, none, or names"),
             ("SyzygyProbeLimit value 8", "0 to 7"),
             ("Nodestime value 10000", "no option Nodestime"), ("", "a name is wanted"))
    with Engine() as engine:
        for words, reason in cases:
            engine.send(f"setoption name {words}", "isready")
            lines = engine.until("readyok")
            said = [line for line in lines if line.startswith("info string setoption")]
            assert len(said) == 1 and reason in said[0], (words, lines)
        engine.send("setoption name SyzygyPath value " + 2000 * "x", "isready")
        assert any("1023 characters" in line for line in engine.until("readyok"))
        check_search(chess.Board(), engine.go("position startpos", "go depth 4"))


@test
def nodestime_is_no_option():  # time-07
    with Engine() as engine:
        engine.send("setoption name nodestime value 10000")
        begin = time.monotonic()
        lines = engine.go("position startpos", "go wtime 100000 btime 100000", 20)
        check_search(chess.Board(), lines)
        assert 0.02 < time.monotonic() - begin < 12


@test
def starts_at_once():
    begin = time.monotonic()
    with Engine() as engine:
        engine.send("uci")
        engine.until("uciok")
        engine.send("isready")
        engine.until("readyok")
        assert time.monotonic() - begin < 1
        engine.quit()


@test
def unknown_words_are_dropped():
    with Engine() as engine:
        engine.send("joho debug on", "xyzzy", "", "register later", "register name a code 1",
                    "position startpos", "go infinite", "nonsense", "info string hello", "d",
                    "isready")
        lines = engine.until("readyok")
        assert any(line.startswith("Fen: rnbqkbnr") for line in lines), "d is answered at once"
        engine.silent("bestmove", 0.3)
        engine.send("hello isready", "uci")
        engine.until("readyok", 1)
        engine.until("uciok", 1)
        engine.send("setoption name Hash value 16")
        engine.best(1)


@test
def ponderhit_only_hits_a_ponder():
    with Engine() as engine:
        engine.send("position startpos", "go infinite", "ponderhit")
        engine.silent("bestmove", 0.3)
        engine.send("stop")
        engine.best(1)
        engine.send("go ponder wtime 2000 btime 2000 movestogo 20")
        engine.silent("bestmove", 0.5)
        begin = time.monotonic()
        engine.send("ponderhit")
        engine.best(2)
        assert time.monotonic() - begin < 0.8


@test
def ponder_without_a_limit():
    """After ponderhit it is infinite: stop or another command ends it, nothing else."""
    with Engine() as engine:
        for go in ("go ponder", "go ponder infinite"):
            engine.send("position startpos", go, "ponderhit")
            engine.silent("bestmove", 0.3)
            engine.send("position startpos moves e2e4", "go depth 1")
            engine.best(2)
            engine.best(2)


@test
def root_moves_and_bounds_are_told():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    legal = [move.uci() for move in chess.Board(fen).legal_moves]
    with Engine() as engine:
        lines = engine.go(f"position fen {fen}", "go movetime 4500", 10)
        told = [line.split() for line in lines if "currmove" in line]
        assert told
        for words in told:
            assert words[3] == "currmove" and words[4] in legal, words
            assert words[5] == "currmovenumber" and 1 <= int(words[6]) <= len(legal), words
        for line in lines:
            if "bound" in line:
                assert "score cp" in line and line.split()[10] in ("lowerbound", "upperbound"), line
        assert all(int(line.split()[line.split().index("time") + 1]) >= 2900
                   for line in lines if "currmove" in line and " time " in line)


@test
def debug_says_more():
    with Engine() as engine:
        engine.send("debug on")
        lines = engine.go("position startpos", "go movetime 100")
        assert any("the search ends at 70" in line for line in lines), lines
        engine.send("debug off")
        assert not any("the search ends" in line
                       for line in engine.go("position startpos", "go movetime 100"))


@test
def board_and_evaluation():
    with Engine() as engine:
        engine.send("position fen 4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1", "d", "eval", "isready")
        lines = engine.until("readyok")
        assert "Checkers:" in lines and any(line.startswith("Key: ") for line in lines)
        final = [line for line in lines if line.startswith("Final evaluation")]
        assert len(final) == 1 and float(final[0].split()[2]) > 5, final
        engine.send("position fen 4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1", "d", "eval", "isready")
        lines = engine.until("readyok")
        assert "Checkers: e2" in lines
        assert "Final evaluation: none (in check)" in lines
        engine.send("position startpos moves e2e4", "eval")
        plain = engine.until("Final")[-1]
        engine.send("position fen rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "eval")
        flipped = engine.until("Final")[-1]
        assert float(plain.split()[2]) == -float(flipped.split()[2])


@test
def bench_counts_as_on_the_command_line():
    with Engine() as engine:
        engine.send("bench 2", "isready")
        lines = engine.until("readyok", 60)
        done = subprocess.run([PROGRAM, "bench", "2", "--device", "model"], capture_output=True,
                              text=True, check=True)
        ours = [line for line in lines if line.endswith(" nps")][0]
        assert ours.split()[0] == done.stdout.splitlines()[-1].split()[0]


@test
def chess960():
    fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
    with Engine() as engine:
        engine.send(f"position fen {fen}", "d")
        lines = engine.until("Fen:")
        assert any("castling rights are not" in line for line in lines), "standard chess"
        engine.send("setoption name UCI_Chess960 value true", f"position fen {fen} moves e1g1", "d")
        assert engine.until("Fen:")[-1].endswith("/1R3RK1 b kq - 1 1")
        engine.send(f"position fen {fen}", "go perft 1")
        lines = engine.until("Nodes")
        assert "e1g1: 1" in lines and "e1b1: 1" in lines, lines
        engine.send("position startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7", "go perft 1")
        assert "e1h1: 1" in engine.until("Nodes")
        engine.send("setoption name UCI_Chess960 value false", "go perft 1")
        assert "e1g1: 1" in engine.until("Nodes")
        # The usual FEN of a position whose king stands elsewhere has no such rights here.
        engine.send("position fen 4k3/8/8/8/8/8/8/1R1K3R w KQ - 0 1", "d")
        lines = engine.until("Fen:")
        assert lines[-1].endswith("1R1K3R w - - 0 1") and any("castling rights" in line for line in lines)


@test
def unknown_device_is_said():
    with Engine() as engine:
        engine.send("setoption name Device value teapot", "isready")
        lines = engine.until("readyok")
        assert any("teapot" in line for line in lines), lines
        engine.send("position startpos", "go depth 3")
        assert engine.best() in [move.uci() for move in chess.Board().legal_moves]
        engine.send("setoption name Device value model")
        check_search(chess.Board(), engine.go("position startpos", "go depth 3"))


@test
def limits_do_not_stick():  # uci-27
    with Engine() as engine:
        engine.go("position startpos", "go nodes 100")
        lines = engine.go("position startpos", "go depth 6")
        assert check_search(chess.Board(), lines)["depth"] == 6
        engine.go("position startpos", "go depth 1")
        lines = engine.go("position startpos", "go nodes 100000")
        assert check_search(chess.Board(), lines)["depth"] > 2


@test
def tiny_limits():  # uci-29, time-02, time-09, time-04
    fen = "1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 10 1"
    for position, board in ((f"position fen {fen}", chess.Board(fen)),
                            ("position startpos", chess.Board())):
        for go in ("go nodes 10", "go nodes 1", "go movetime 0", "go movetime 1",
                   "go movetime -100", "go wtime -100 btime 5000 winc 0 binc 0",
                   "go wtime 1 btime 1", "go wtime 100 btime 100 winc 0 binc 0",
                   "go wtime 1000 btime 1000 movestogo 1", "go wtime 100", "go btime 100",
                   "go binc 5 winc 5 btime 100 wtime 100", "go depth 0 nodes 5",
                   "go mate 1", "go depth 99999999999999999999 nodes 5"):
            with Engine() as engine:
                lines = engine.go(position, go, 3)
                check_search(board, lines)


@test
def other_clock_negative():  # time-01
    with Engine() as engine:
        check_search(chess.Board(), engine.go(
            "position startpos", "go wtime 10000 btime -170671 winc 200 binc 200"))


@test
def times_are_kept():  # time-06
    position = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    with Engine() as engine:
        engine.send("isready")
        engine.until("readyok")
        worst = 0
        for _ in range(20):
            begin = time.monotonic()
            engine.go(position, "go movetime 100")
            worst = max(worst, time.monotonic() - begin)
        assert worst < 0.1 + 0.06, f"{worst:.3f} s of 0.1"
        for clock in (100, 200, 500, 1000):
            begin = time.monotonic()
            engine.go(position, f"go wtime {clock} btime {clock} movestogo 1")
            assert time.monotonic() - begin < clock / 1000, clock


@test
def searchmoves():  # uci-31
    with Engine() as engine:
        engine.send("position startpos", "go infinite searchmoves e2e5")
        time.sleep(0.2)
        engine.send("stop")
        assert engine.best() in [move.uci() for move in chess.Board().legal_moves]
        engine.send("go depth 3 searchmoves a2a3 h2h3")
        assert engine.best() in ("a2a3", "h2h3")
        engine.send("go searchmoves a2a3 depth 3")
        assert engine.best() == "a2a3"


@test
def promotions_are_small_letters():  # uci-36
    fen = "1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40"
    with Engine() as engine:
        lines = engine.go(f"position fen {fen}", "go depth 7")
        check_search(chess.Board(fen), lines)
        engine.send(f"position fen {fen} moves f2f1Q", "d")
        assert engine.until("Fen:")[-1].startswith("Fen: 1B6/p5p1/N4p2/1P6/2p1k3/8/P2R4/5q1K w")


@test
def repeatable_after_new_game():  # search-26
    counts = []
    with Engine() as engine:
        for _ in range(2):
            engine.send("ucinewgame")
            lines = engine.go("position startpos moves e2e4 e7e5 g1f3", "go depth 6")
            counts.append([fields(line)["nodes"] for line in lines if line.startswith("info depth")])
            engine.go("position startpos moves d2d4", "go depth 5")
    assert counts[0] == counts[1], counts


@test
def games():  # uci-37; lines and moves legal through whole games, the table kept between moves
    starts = [chess.STARTING_FEN, "8/8/8/8/8/8/p7/2k4K b - - 0 1",
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    with Engine() as engine:
        for fen in starts:
            board = chess.Board(fen)
            moves = []
            engine.send("ucinewgame")
            while not board.is_game_over(claim_draw=True) and len(moves) < 60:
                told = f" moves {' '.join(moves)}" if moves else ""
                lines = engine.go(f"position fen {fen}{told}", "go nodes 20000")
                check_search(board, lines)
                moves.append(lines[-1].split()[1])
                board.push_uci(moves[-1])


@test
def perft():
    with Engine() as engine:
        engine.send("position startpos", "go perft 3")
        lines = engine.until("Nodes")
        assert lines[-1] == "Nodes searched: 8902"
        assert "e2e4: 600" in lines


@test
def perft_can_be_stopped():
    for command in ("stop", "quit"):
        with Engine() as engine:
            engine.send("position startpos", "go perft 20")
            time.sleep(0.3)
            begin = time.monotonic()
            engine.send(command)
            if command == "stop":
                engine.send("isready")
                engine.until("readyok", 2)
            else:
                assert engine.process.wait(2) == 0
            assert time.monotonic() - begin < 0.8
    done = subprocess.run([PROGRAM], input=b"go perft 4\nquit\n", timeout=20, capture_output=True,
                          check=False)
    assert b"Nodes searched: 197281" in done.stdout


if __name__ == "__main__":
    sys.exit(main())
