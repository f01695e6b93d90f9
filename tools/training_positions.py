#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make labelled positions for `zaffre tune`: an engine plays itself, one game from each opening.

    tools/training_positions.py OPENINGS.epd... --out FILE [--engine stockfish] [--nodes 1000]
        [--games N] [--seed S] [--jobs 2] [--first N]

Each row is an EPD with the result of the game (c9) and the engine's score for the mover in
centipawns (ce). Positions in check, whose move captures or promotes, or of the first plies are left
out. Engine and nodes are fixed and a game depends on its opening and the seed only, so the same
engine gives the same file, however many jobs there are; docs/tune.md says which file was used.
"""

import argparse
import concurrent.futures
import random
import shutil
import subprocess
import sys

import chess

PLIES_MAX = 300
MATE = 30000


class Engine:
    """A UCI engine through its pipes: python-chess's driver costs more than a short search."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.send("uci")
        self.wait("uciok")
        self.send("setoption name Threads value 1")
        self.send("setoption name Hash value 16")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine ended")
            if line.startswith(word):
                return line

    def begin(self):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok")

    def play(self, start, moves, nodes):
        """The move in UCI and its score in centipawns, a mate's cut to MATE."""
        self.send(f"position fen {start} moves {' '.join(moves)}")
        self.send(f"go nodes {nodes}")
        score = 0
        while True:
            words = self.process.stdout.readline().split()
            if not words:
                raise RuntimeError("the engine ended")
            if words[0] == "bestmove":
                return words[1], score
            if "score" in words:
                at = words.index("score")
                value = int(words[at + 2])
                if words[at + 1] == "mate":
                    value = MATE if value > 0 else -MATE
                score = value

    def close(self):
        self.send("quit")
        self.process.wait()


def open_board(row, generator, plies):
    """The opening, then a few random moves, so that games from one opening can differ."""
    board = chess.Board()
    board.set_epd(row)
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(generator.choice(moves))
    return chess.Board(board.fen())


def play_game(engine, board, nodes, skip):
    """Rows (EPD text, score) of one game, and its result."""
    start, moves, rows = board.fen(), [], []
    won = {chess.WHITE: 0, chess.BLACK: 0}
    dull = 0
    while True:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            return rows, outcome.result()
        text, score = engine.play(start, moves, nodes)
        move = chess.Move.from_uci(text)
        # Adjudicated: both sides agree for long enough.
        winner = board.turn if score > 0 else not board.turn
        won[winner] = won[winner] + 1 if abs(score) >= 1000 else 0
        won[not winner] = 0
        dull = dull + 1 if abs(score) <= 5 and board.fullmove_number > 60 else 0
        if won[winner] >= 6:
            return rows, "1-0" if winner == chess.WHITE else "0-1"
        if dull >= 12 or len(moves) >= PLIES_MAX:
            return rows, "1/2-1/2"
        quiet = not (board.is_check() or board.is_capture(move) or move.promotion)
        if quiet and len(moves) >= skip and abs(score) < 1500:
            rows.append((board.epd(), score))
        board.push(move)
        moves.append(text)


def work(task):
    command, nodes, seed, skip, random_plies, openings = task
    engine = Engine(command)
    lines = []
    for number, row in openings:
        generator = random.Random(seed * 1000003 + number)
        engine.begin()
        board = open_board(row, generator, random_plies)
        rows, result = play_game(engine, board, nodes, skip)
        lines += [f'{epd} c9 "{result}"; ce {score};\n' for epd, score in rows]
    engine.close()
    return lines


def read_openings(names):
    rows = []
    for name in names:
        with open(name, encoding="utf-8") as file:
            rows += [" ".join(line.split()[:4]) for line in file if line.strip()]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("openings", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--games", type=int, default=0, help="at most; 0: one for each opening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--skip", type=int, default=6, help="plies left out at the start")
    parser.add_argument("--random", type=int, default=0, help="random moves after the opening")
    options = parser.parse_args()

    path = shutil.which(options.engine, path=None) or shutil.which(
        options.engine, path="/usr/games")
    if not path:
        print(f"training_positions: there is no engine {options.engine}", file=sys.stderr)
        return 2
    try:
        openings = list(enumerate(read_openings(options.openings)))
    except OSError as error:
        print(f"training_positions: {error}", file=sys.stderr)
        return 2
    random.Random(options.seed).shuffle(openings)
    if options.games:
        openings = openings[:options.games]
    block = 20
    tasks = [(path, options.nodes, options.seed, options.skip, options.random,
              openings[i:i + block]) for i in range(0, len(openings), block)]
    done = positions = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool, \
            open(options.out, "w", encoding="utf-8") as file:
        for task, lines in zip(tasks, pool.map(work, tasks)):
            file.writelines(lines)
            file.flush()
            done += len(task[5])
            positions += len(lines)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(openings)} games, {positions} positions", end="",
                      file=sys.stderr)
    print(f"{done} games, {positions} positions, {options.engine} at {options.nodes} nodes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
