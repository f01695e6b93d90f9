#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""host/chess against python-chess in Chess960, position by position.

All 960 starts, both sides with the same one or each with its own, and random play from them in which
kings and rooks stay at home and the men between them leave: 8,000 positions, 100,000 with ZF_SOAK=1.
As in check_differential.py the two must agree on the FEN written (X-FEN), check, the legal moves with
their SAN, the moves that give check and the state; FENs go in as X-FEN and as Shredder-FEN by turns.
"""
import os
import random
import sys

import chess

from check_differential import ask_driver, build_driver, compare, is_bare

SEED = 0x3C0960
COUNT = 100000 if os.environ.get("ZF_SOAK", "0") not in ("", "0") else 8000


def start(rng):
    """A start of Chess960, or of its double form where each side has its own."""
    white = rng.randrange(960)
    board = chess.Board.from_chess960_pos(white)
    if rng.random() < 0.3:
        board.chess960 = True
        black = chess.Board.from_chess960_pos(rng.randrange(960))
        for file in range(8):
            board.set_piece_at(56 + file, black.piece_at(56 + file))
        board.castling_rights = board.rooks
    if rng.random() < 0.3:
        add_outer_rook(board, rng.choice((chess.WHITE, chess.BLACK)))
    return board


def add_outer_rook(board, color):
    """A rook in the corner beyond the one that may castle: its file must then be written."""
    corner = 0 if color == chess.WHITE else 56
    if board.piece_type_at(corner) != chess.ROOK:
        board.set_piece_at(corner, chess.Piece(chess.ROOK, color))
        board.remove_piece_at(corner + (8 if color == chess.WHITE else -8))


def from_play(count, rng):
    """Pairs of X-FEN and Shredder-FEN."""
    pairs = []
    while len(pairs) < count:
        board = start(rng)
        if rng.random() < 0.4:
            # Nothing but kings, rooks and some others: castling meets checks, pins and attacks.
            for square in list(chess.scan_forward(board.occupied)):
                if board.piece_type_at(square) not in (chess.KING, chess.ROOK):
                    if rng.random() < 0.6:
                        board.remove_piece_at(square)
            if not board.is_valid():
                continue
        for _ in range(rng.randrange(10, 80)):
            moves = list(board.legal_moves)
            if rng.random() < 0.5 or not moves:
                pairs.append((board.fen(en_passant="fen"),
                              board.shredder_fen(en_passant="fen")))
            if not moves:
                break
            castles = [move for move in moves if board.is_castling(move)]
            others = [move for move in moves
                      if board.piece_type_at(move.from_square) not in (chess.KING, chess.ROOK)]
            kind = rng.random()
            if castles and kind < 0.2:
                moves = castles
            elif others and kind < 0.9:
                moves = others
            board.push(rng.choice(moves))
    return pairs[:count]


def expect(fen):
    board = chess.Board(fen, chess960=True)
    moves = list(board.legal_moves)
    items = sorted(board.uci(move, chess960=True) + "=" + board.san(move) for move in moves)
    checks = sum(item[-1] in "+#" for item in items)
    if not moves:
        state = "checkmate" if board.is_check() else "stalemate"
    elif is_bare(board):
        state = "bare"
    else:
        state = "fifty" if board.halfmove_clock >= 100 else "playing"
    return "\t".join([board.fen(en_passant="legal"), str(int(board.is_check())), state,
                      str(checks), " ".join(items)])


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    rng = random.Random(SEED)
    driver = build_driver()
    pairs = from_play(COUNT, rng)
    fens = [pair[at % 2] for at, pair in enumerate(pairs)]
    got = ask_driver([driver, "chess960"], fens)
    wanted, failed = compare(fens, got, expect)
    castles = sum("=O-O" in line for line in wanted)
    inner = sum(any(letter in "ABCDEFGHabcdefgh" for letter in line.split(" ")[2])
                for line in wanted)
    still = sum("=O-O" in line and any(
        item.split("=")[0][1] == item.split("=")[0][3] and item.split("=")[1][0] == "O"
        and abs(ord(item[0]) - ord(item[2])) == 1 for item in line.split("\t")[4].split())
        for line in wanted)
    print(f"{len(fens)} positions, castling in {castles}, of king and rook side by side in {still}, "
          f"inner rooks in {inner}, {failed} differ, seed {SEED:#x}")
    if castles < COUNT // 12 or still < 50 or inner < 20:
        print("too few of them")
        failed += 1
    print(f"{len(fens) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
