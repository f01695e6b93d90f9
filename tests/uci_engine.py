# SPDX-License-Identifier: Apache-2.0
"""A running UCI program, line by line, and what its answers must be: for check_uci*.py."""

import queue
import subprocess
import threading
import time

import chess

from runner import PROGRAM


class Engine:
    """A running program; lines of its output are taken with their times."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").rstrip("\n"))
        self.lines.put(None)

    def send(self, *commands):
        self.raw("".join(command + "\n" for command in commands))

    def raw(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def until(self, begin, seconds=10):
        """Lines up to the one that begins so, that one included."""
        end = time.monotonic() + seconds
        lines = []
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {begin!r} within {seconds} s, but {lines[-3:]}") from None
            assert line is not None, f"the program ended before {begin!r}: {lines[-3:]}"
            lines.append(line)
            if line.split(" ")[0] == begin:
                return lines

    def silent(self, begin, seconds):
        """No line that begins so comes within the time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                return
            assert line is not None, "the program ended"
            assert not line.startswith(begin), f"{line!r} came too soon"

    def best(self, seconds=10):
        return self.until("bestmove", seconds)[-1].split()[1]

    def go(self, position, go, seconds=10):
        self.send(position, go)
        return self.until("bestmove", seconds)

    def quit(self, seconds=2):
        self.send("quit")
        assert self.process.wait(seconds) == 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def fields(line):
    """An info line's number fields and line of moves."""
    words = line.split()
    result = {"bound": "lowerbound" in words or "upperbound" in words}
    for at, word in enumerate(words):
        if word == "pv":
            result["pv"] = words[at + 1:]
            break
        if word in ("depth", "seldepth", "nodes", "nps", "time", "multipv"):
            result[word] = int(words[at + 1])
        if word == "score":
            result["score"] = (words[at + 1], int(words[at + 2]))
    return result


def check_search(board, lines):
    """Every info line has integers and a legal line; the move is the last line's first."""
    infos = [fields(line) for line in lines if line.startswith("info depth") and " pv " in line]
    assert infos, lines
    for info in infos:
        assert {"depth", "seldepth", "score", "nodes", "nps", "time", "pv"} <= info.keys(), lines
        assert info["seldepth"] >= info["depth"] or info["score"][0] == "mate"
        at = board.copy()
        for move in info["pv"]:
            assert move == move.lower(), move
            at.push(chess.Move.from_uci(move)) if chess.Move.from_uci(move) in at.legal_moves \
                else (_ for _ in ()).throw(AssertionError(f"{board.fen()}: {info['pv']}: {move}"))
        if info["score"][0] == "mate" and not info["bound"]:
            assert at.is_checkmate(), (board.fen(), info)
    best = lines[-1].split()
    assert best[0] == "bestmove" and best[1] == infos[-1]["pv"][0], lines[-3:]
    assert chess.Move.from_uci(best[1]) in board.legal_moves
    if len(best) > 2:
        assert best[2] == "ponder"
        board = board.copy()
        board.push_uci(best[1])
        assert chess.Move.from_uci(best[3]) in board.legal_moves
    return infos[-1]
