#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program driven by python-chess's engine module: games, ponder, stops, options, Chess960.

time limit: 600 s

python-chess raises an error for every move, line and answer that breaks the protocol or the rules of
chess. Games are 6, with ZF_SOAK=1 200. Prints "N passed, N failed".
"""

import os
import random
import sys
import time

import chess
import chess.engine

from runner import PROGRAM, main, test
from uci_engine import Engine

SOAK = os.environ.get("ZF_SOAK", "0") not in ("", "0")
GAMES = 200 if SOAK else 6
PLIES = 300 if SOAK else 100
SEED = 20261130


def openings(count, seed):
    with open("tests/data/openings/noob_3moves_2000.epd", encoding="utf-8") as file:
        rows = [" ".join(line.split()[:4]) for line in file if not line.startswith("#")]
    return random.Random(seed).sample(rows, count)


def engine_of(options=None):
    engine = chess.engine.SimpleEngine.popen_uci([PROGRAM], timeout=20)
    engine.configure(options or {})
    return engine


@test
def games_at_50_ms():
    """Each move within its 50 ms."""
    late = []
    with engine_of() as engine:
        engine.ping()
        for number, fen in enumerate(openings(GAMES, SEED)):
            board = chess.Board(fen)
            while not board.is_game_over(claim_draw=True) and board.ply() < PLIES:
                watch = Stopwatch(engine.transport.get_pid())
                result = engine.play(board, chess.engine.Limit(time=0.05), game=number)
                if (elapsed := watch.read()) > 0.05:
                    late.append((elapsed, board.fen()))
                board.push(result.move)
    assert not late, f"{len(late)} late, the worst {max(late)}"


class Stopwatch:
    """What a chess clock would show on a machine of one's own.

    A program that searches on a clock is never idle, so it thinks no longer than its processor time.
    On a machine that others use, or that is stopped for a while, that is less than what passes; a
    program that slept would be found by the tests of check_uci.py that look at the wall clock.
    """

    PIPE = 0.005  # for what lies between two processes

    def __init__(self, pid):
        self.clock = (~pid << 3) | 2  # CLOCK_PROCESS_CPUTIME_ID of another process
        self.wall = time.monotonic()
        self.processor = time.clock_gettime(self.clock)

    def read(self):
        return min(time.monotonic() - self.wall,
                   time.clock_gettime(self.clock) - self.processor + self.PIPE)


def play_on_clock(engine, fen, seconds, increment, moves_to_go=0):
    """A game against itself, without a loss on time or an illegal move. The plies."""
    board = chess.Board(fen)
    clock = [seconds, seconds]
    moves = []
    engine.send("ucinewgame", "isready")
    engine.until("readyok")
    while not board.is_game_over(claim_draw=True) and len(moves) < PLIES:
        own = len(moves) % 2
        if moves_to_go and len(moves) and len(moves) % (2 * moves_to_go) == 0:
            clock = [clock[0] + seconds, clock[1] + seconds]
        white, black = clock if board.turn == (own == 0) else clock[::-1]
        togo = f" movestogo {moves_to_go - len(moves) // 2 % moves_to_go}" if moves_to_go else ""
        told = f" moves {' '.join(moves)}" if moves else ""
        engine.send(f"position fen {fen} 0 1{told}")
        watch = Stopwatch(engine.process.pid)
        engine.send(f"go wtime {int(white * 1000)} btime {int(black * 1000)} "
                    f"winc {int(increment * 1000)} binc {int(increment * 1000)}{togo}")
        move = engine.best()
        clock[own] -= watch.read()
        assert clock[own] >= 0, f"{fen} {told}: {-clock[own] * 1000:.0f} ms late"
        clock[own] += increment
        moves.append(move)
        board.push(chess.Move.from_uci(move))  # illegal moves raise in the next line
        assert board.is_valid(), board.fen()
    return len(moves)


@test
def no_time_loss_at_10_ms_a_move():
    with Engine() as engine:
        for fen in openings(GAMES, SEED + 1):
            play_on_clock(engine, fen, 1.0, 0.01)


@test
def no_time_loss_without_increment():  # time-11
    with Engine() as engine:
        for fen in openings(max(2, GAMES // 3), SEED + 2):
            play_on_clock(engine, fen, 2.0, 0)


@test
def no_time_loss_with_moves_to_go():
    with Engine() as engine:
        for fen in openings(max(2, GAMES // 3), SEED + 3):
            play_on_clock(engine, fen, 0.8, 0, 20)


@test
def ponder_hits_and_misses():
    rng = random.Random(SEED)
    hits = misses = 0
    # against random replies a game can be short: as many as it takes
    with engine_of() as engine:
        for game in range(6):
            board = chess.Board()
            while board.ply() < 60 and not board.is_game_over(claim_draw=True):
                result = engine.play(board, chess.engine.Limit(white_clock=5, black_clock=5),
                                     ponder=True, game=game)
                board.push(result.move)
                if board.is_game_over(claim_draw=True):
                    break
                expected = result.ponder
                time.sleep(rng.choice((0, 0, 0.02, 0.1)))
                if expected and rng.random() < 0.6:
                    hits += 1
                    board.push(expected)
                else:
                    misses += 1
                    board.push(rng.choice(list(board.legal_moves)))
            if hits > 5 and misses > 5:
                break
    assert hits > 5 and misses > 5, (hits, misses)


@test
def stops_at_random_moments():
    rng = random.Random(SEED)
    with engine_of() as engine:
        for number in range(40 * (10 if SOAK else 1)):
            board = chess.Board()
            for _ in range(rng.randrange(0, 60)):
                if board.is_game_over():
                    break
                board.push(rng.choice(list(board.legal_moves)))
            limit = rng.choice((None, chess.engine.Limit(depth=30), chess.engine.Limit(time=30),
                                chess.engine.Limit(nodes=10 ** 9), chess.engine.Limit(mate=5)))
            with engine.analysis(board, limit, game=number % 7,
                                 multipv=rng.choice((None, 2))) as analysis:
                time.sleep(rng.choice((0, 0.001, 0.01, 0.05, 0.2)))
                begin = time.monotonic()
                analysis.stop()
                best = analysis.wait()
                assert time.monotonic() - begin < 0.5, "the stop came late"
            if board.legal_moves.count():
                assert best.move in board.legal_moves, board.fen()
            else:
                assert best.move is None


@test
def every_option_to_its_limits():
    board = chess.Board()
    with engine_of() as engine:
        options = dict(engine.options)
        for name in ("Hash", "Threads", "Ponder", "MultiPV", "UCI_AnalyseMode", "UCI_ShowWDL",
                     "Move Overhead", "Clear Hash", "Device", "NullMove", "Credits", "SyzygyPath",
                     "UCI_Chess960"):
            assert name in options, name
        for name, option in options.items():
            if option.is_managed():
                continue
            values = {"spin": [option.min, option.max, option.default],
                      "check": [True, False, option.default],
                      "combo": (option.var or []) + [option.default],
                      "string": ["", option.default], "button": [None]}[option.type]
            for value in values:
                engine.configure({name: value})
                engine.ping()
                result = engine.play(board, chess.engine.Limit(depth=3), game=(name, value))
                assert result.move in board.legal_moves, (name, value)


@test
def several_lines():
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    few = chess.Board("7k/8/8/8/8/1r6/8/7K w - - 0 1")
    with engine_of({"UCI_ShowWDL": True}) as engine:
        for count in (2, 4, 256):
            lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=count)
            assert len(lines) == min(count, board.legal_moves.count())
            scores = [line["score"].relative for line in lines]
            assert scores == sorted(scores, reverse=True), scores
            assert len({line["pv"][0] for line in lines}) == len(lines)
            assert [line["multipv"] for line in lines] == list(range(1, len(lines) + 1))
            for line in lines:
                assert line["wdl"].relative.total() == 1000
                assert line["depth"] == 4 and "hashfull" in line and "tbhits" in line
        # More lines than moves, with a clock, too.
        lines = engine.analyse(few, chess.engine.Limit(time=0.2), multipv=5)
        assert len(lines) == few.legal_moves.count() and lines[0]["depth"] > 2
        for limit in (chess.engine.Limit(time=0.1), chess.engine.Limit(nodes=20000),
                      chess.engine.Limit(white_clock=1, black_clock=1)):
            begin = time.monotonic()
            lines = engine.analyse(board, limit, multipv=3)
            assert len(lines) == 3 and time.monotonic() - begin < 1
        # The second line is the best without the first's move.
        two = engine.analyse(board, chess.engine.Limit(depth=4), multipv=2, game="two")
        rest = [move for move in board.legal_moves if move != two[0]["pv"][0]]
        one = engine.analyse(board, chess.engine.Limit(depth=4), root_moves=rest, game="one")
        assert one["pv"][0] in rest
        assert abs(one["score"].relative.score() - two[1]["score"].relative.score()) <= 15


@test
def root_moves():
    board = chess.Board()
    with engine_of() as engine:
        for count in (1, 2, 5):
            moves = random.Random(count).sample(list(board.legal_moves), count)
            result = engine.play(board, chess.engine.Limit(depth=4), root_moves=moves)
            assert result.move in moves


@test
def chess960_games():
    rng = random.Random(SEED)
    castles = 0
    with engine_of() as engine:
        for number in range(GAMES):
            board = chess.Board.from_chess960_pos(rng.randrange(960))
            while not board.is_game_over(claim_draw=True) and board.ply() < 80:
                result = engine.play(board, chess.engine.Limit(nodes=8000), game=number)
                castles += board.is_castling(result.move)
                board.push(result.move)
    assert castles > 0


@test
def mates_to_order():
    cases = (("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
             ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2))
    with engine_of() as engine:
        for fen, moves in cases:
            info = engine.analyse(chess.Board(fen), chess.engine.Limit(mate=moves))
            assert info["score"].relative == chess.engine.Mate(moves), info


if __name__ == "__main__":
    sys.exit(main())
