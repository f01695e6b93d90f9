#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Games between two engines, each opening from both sides, with a 95 % interval.

    tools/match.py 'ENGINE' 'ENGINE' [--games N] [--nodes N | --depth N | --movetime MS | --clock S+S]
        [--openings FILE] [--seed S] [--jobs N] [--adjudicate] [--pgn FILE] [--json]

ENGINE is a command line, `xboard:` before it for the older protocol, and words NAME=VALUE after it
for options: 'build/zaffre Hash=64', 'xboard:phalanx', 'gnuchess --uci'.

A game ends by mate, stalemate, a draw by rule (claimed at once), after 600 plies as a draw, by a
lost clock, an illegal move or a dead engine. --adjudicate ends it also when both engines have seen
the same side ahead by ten pawns for four moves. Elo and its interval come from pairs of games:
the two games of an opening are one sample, so that its bias cancels.
"""

import argparse
import asyncio
import concurrent.futures
import json
import logging
import math
import os
import random
import shlex
import shutil
import sys
import time

import chess
import chess.engine
import chess.pgn

PLIES_MAX = 600
AHEAD = 1000  # centipawns, and for so many plies
AHEAD_PLIES = 8
START_SECONDS = 20
# What a program needs to answer beyond its clock before the game is lost, in seconds: the pipe and
# the other processes of this machine.
GRACE = 0.05


class Spec:
    """An engine as the command line names it."""

    def __init__(self, text):
        self.text = text
        self.xboard = text.startswith("xboard:")
        words = shlex.split(text[7:] if self.xboard else text)
        self.options = dict(w.split("=", 1) for w in words if "=" in w and not w.startswith("-"))
        self.command = [w for w in words if "=" not in w or w.startswith("-")]
        if not self.command:
            raise ValueError(f"{text}: there is no command")
        path = shutil.which(self.command[0]) or shutil.which(self.command[0], path="/usr/games")
        if not path:
            raise FileNotFoundError(f"there is no program {self.command[0]}")
        self.command[0] = path
        self.name = os.path.basename(path)


def start(spec):
    # Older programs print much that the protocol does not know.
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL)
    opener = (chess.engine.SimpleEngine.popen_xboard if spec.xboard
              else chess.engine.SimpleEngine.popen_uci)
    engine = opener(spec.command, timeout=START_SECONDS)
    if spec.options:
        engine.configure(spec.options)
    return engine


class Control:
    """Limits of a game: fixed ones for each move, or a clock."""

    def __init__(self, nodes=None, depth=None, movetime=None, clock=None):
        self.fixed = None if clock else chess.engine.Limit(
            nodes=nodes, depth=depth, time=movetime / 1000 if movetime else None)
        self.clock = clock

    def begin(self):
        return [self.clock[0], self.clock[0]] if self.clock else None

    def limit(self, clocks):
        if not clocks:
            return self.fixed
        return chess.engine.Limit(white_clock=max(clocks[1], 0.001), black_clock=max(clocks[0], 0.001),
                                  white_inc=self.clock[1], black_inc=self.clock[1])


class Ahead:
    """Whether both sides have long agreed on who wins. `None` scores (books, some programs) reset."""

    def __init__(self):
        self.side, self.plies = None, 0

    def add(self, score):
        side = None
        if score is not None:
            value = score.white().score(mate_score=30000)
            side = chess.WHITE if value >= AHEAD else chess.BLACK if value <= -AHEAD else None
        self.plies = self.plies + 1 if side is not None and side == self.side else side is not None
        self.side = side
        return self.plies >= AHEAD_PLIES


def play(engines, names, opening, control, adjudicate):
    """engines and names by colour. The result for White, why, the board."""
    board = chess.Board(opening)
    clocks, ahead, token = control.begin(), Ahead(), object()
    lost = {chess.WHITE: "0-1", chess.BLACK: "1-0"}
    while True:
        outcome = board.outcome()
        if outcome:
            return outcome.result(), outcome.termination.name.lower(), board
        if board.is_repetition(3) or board.is_fifty_moves():
            return "1/2-1/2", "fifty moves" if board.is_fifty_moves() else "repetition", board
        if len(board.move_stack) >= PLIES_MAX:
            return "1/2-1/2", "long", board
        mover, before = board.turn, time.monotonic()
        try:
            answer = engines[mover].play(board, control.limit(clocks), game=token,
                                         info=chess.engine.INFO_SCORE)
        except chess.engine.EngineTerminatedError:
            return lost[mover], f"{names[mover]} died", board
        except (chess.engine.EngineError, asyncio.TimeoutError) as error:
            return lost[mover], f"{names[mover]}: {error}", board
        if clocks:
            clocks[mover] -= time.monotonic() - before
            if clocks[mover] < -GRACE:
                return lost[mover], f"{names[mover]} lost on time", board
            clocks[mover] += control.clock[1]
        if answer.resigned or answer.move is None:
            return lost[mover], f"{names[mover]} resigned", board
        board.push(answer.move)
        if ahead.add(answer.info.get("score")) and adjudicate:
            return ("1-0" if ahead.side == chess.WHITE else "0-1"), "adjudicated", board


def points(result, colour):
    """Of the player with that colour."""
    white = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
    return white if colour == chess.WHITE else 1 - white


def play_pair(task):
    """Both games of an opening; the engines are started anew. Points of the first, reasons, PGN."""
    specs, opening, control, adjudicate = task
    scores, reasons, texts = [], [], []
    for colour in (chess.WHITE, chess.BLACK):
        first, second = start(specs[0]), start(specs[1])
        names = {colour: "first", not colour: "second"}
        try:
            result, reason, board = play({colour: first, not colour: second}, names, opening,
                                         control, adjudicate)
        finally:
            for engine in (first, second):
                try:
                    engine.quit()
                except (chess.engine.EngineError, asyncio.TimeoutError):
                    engine.close()
        scores.append(points(result, colour))
        reasons.append(reason)
        game = chess.pgn.Game.from_board(board)
        game.headers.update(Event="match", Result=result, Termination=reason, White=specs[
            0 if colour == chess.WHITE else 1].text, Black=specs[
            1 if colour == chess.WHITE else 0].text)
        texts.append(str(game))
    return scores, reasons, texts


def elo(score):
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else math.copysign(math.inf, score - .5)


def summary(pairs):
    """Counts, score, Elo and the 95 % interval of both, from lists of two points each."""
    games = [p for pair in pairs for p in pair]
    means = [sum(pair) / len(pair) for pair in pairs]
    score = sum(games) / len(games)
    spread = sum((m - score) ** 2 for m in means) / max(len(means) - 1, 1)
    half = 1.96 * math.sqrt(spread / len(means))
    # All samples alike say nothing of the spread: then a bound by the number of games alone.
    if spread == 0:
        half = min(3 / len(games), 0.5)
    low, high = max(score - half, 0), min(score + half, 1)
    return {"games": len(games), "wins": games.count(1.0), "draws": games.count(0.5),
            "losses": games.count(0.0), "score": score, "score_interval": [low, high],
            "elo": finite(elo(score)), "elo_interval": [finite(elo(low)), finite(elo(high))]}


def finite(value):
    return round(value, 1) if math.isfinite(value) else None


def text_of(result):
    low, high = result["elo_interval"]
    shown = ["-inf" if low is None else f"{low:+.0f}", "inf" if high is None else f"{high:+.0f}"]
    value = "inf" if result["elo"] is None else f"{result['elo']:+.0f}"
    return (f"+{result['wins']} ={result['draws']} -{result['losses']}, "
            f"{100 * result['score']:.1f} % [{100 * result['score_interval'][0]:.1f}, "
            f"{100 * result['score_interval'][1]:.1f}], Elo {value} [{shown[0]}, {shown[1]}]")


def read_openings(name, seed):
    with open(name, encoding="utf-8") as file:
        rows = [" ".join(line.split()[:4]) + " 0 1" for line in file if line.strip()]
    random.Random(seed).shuffle(rows)
    return rows


def match(specs, control, games, openings, jobs=1, adjudicate=False, report=None):
    """The summary and the PGN of all games. Games are dealt in the openings' order."""
    rows = [openings[i % len(openings)] for i in range((games + 1) // 2)]
    tasks = [(specs, row, control, adjudicate) for row in rows]
    pairs, reasons, texts = [], {}, []
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for scores, whys, games_text in pool.map(play_pair, tasks):
            pairs.append(scores)
            texts += games_text
            for why in whys:
                reasons[why] = reasons.get(why, 0) + 1
            if report:
                report(summary(pairs))
    result = summary(pairs)
    result["reasons"] = reasons
    return result, texts


def read_clock(text):
    parts = [float(part) for part in text.split("+")]
    if len(parts) != 2 or parts[0] <= 0 or parts[1] < 0:
        raise argparse.ArgumentTypeError(f"{text}: not SECONDS+INCREMENT")
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("engines", nargs=2, metavar="ENGINE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--movetime", type=int)
    parser.add_argument("--clock", type=read_clock)
    parser.add_argument("--openings", default="tests/data/openings/noob_3moves_2000.epd")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--adjudicate", action="store_true")
    parser.add_argument("--pgn")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if sum(x is not None for x in (options.nodes, options.depth, options.movetime,
                                   options.clock)) != 1 or options.games < 1:
        parser.error("one of --nodes, --depth, --movetime and --clock is wanted, and a game")
    try:
        specs = [Spec(text) for text in options.engines]
        openings = read_openings(options.openings, options.seed)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    control = Control(options.nodes, options.depth, options.movetime, options.clock)

    def report(result):
        print(f"\r{result['games']} games: {text_of(result)}  ", end="", file=sys.stderr)

    result, texts = match(specs, control, options.games, openings, options.jobs,
                          options.adjudicate, report if sys.stderr.isatty() else None)
    if options.pgn:
        with open(options.pgn, "w", encoding="utf-8") as file:
            file.write("\n\n".join(texts) + "\n")
    if options.json:
        print(json.dumps({"engines": options.engines, **result}))
    else:
        print(text_of(result))
        for why, count in sorted(result["reasons"].items()):
            print(f"  {count:4d} {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
