#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""host/chess against python-chess, position by position.

Positions come from the PGNs in tests/data/games, from random play (plain, and among many queens,
promotions and thin endings) and from the perft files: 20,000 and more, 200,000 with ZF_SOAK=1. For
each the two must agree on the FEN written, check, the legal moves with their SAN, the number of
moves that give check, and the state (mate, stalemate, bare material, fifty moves). Repetition counts
are compared by tests/test_chess_position.c with a table. The first differences are printed.
"""
import multiprocessing
import os
import random
import subprocess
import sys

import chess
import chess.pgn

SEED = 0x5A46D1FF
GAMES = ["deep_blue_kasparov_1996_1997.pgn", "misc.pgn", "historic_400.pgn"]
# Starts from which random play meets what it seldom meets from the initial position.
STARTS = "tests/data/fen/random_starts.epd"
SOAK = os.environ.get("ZF_SOAK", "0") not in ("", "0")
FROM_GAMES, FROM_FILES, FROM_PLAY = (24000, 20000, 156000) if SOAK else (7000, 3000, 10500)


def build_driver():
    """Compiles the driver with the library and returns its path."""
    out = os.path.join(os.environ.get("O", "build"), "tests", "chess_dump")
    os.makedirs(os.path.dirname(out), exist_ok=True)
    sources = ["host/chess/" + name for name in os.listdir("host/chess") if name.endswith(".c")]
    subprocess.run(
        [os.environ.get("CC", "gcc"), "-std=c11", "-O2", "-Ihost", "-Ibuild/gen",
         "tests/drivers/chess_dump.c", "build/gen/zf_tables.c", "-o", out] + sources, check=True)
    return out


def is_bare(board):
    """The rule of host/chess/position.h, from python-chess's own piece sets."""
    if board.pawns or board.rooks or board.queens:
        return False
    if board.knights:
        return chess.popcount(board.knights | board.bishops) == 1
    return not (board.bishops & chess.BB_LIGHT_SQUARES and board.bishops & chess.BB_DARK_SQUARES)


def expect(fen):
    """The driver's line as python-chess would print it."""
    board = chess.Board(fen)
    moves = list(board.legal_moves)
    items = sorted(move.uci() + "=" + board.san(move) for move in moves)
    # SAN ends in + or # exactly for checks; python-chess made it by playing the move.
    checks = sum(item[-1] in "+#" for item in items)
    if not moves:
        state = "checkmate" if board.is_check() else "stalemate"
    elif is_bare(board):
        state = "bare"
    else:
        state = "fifty" if board.halfmove_clock >= 100 else "playing"
    # Where both are sure that no mate can follow, the rules agree.
    if board.is_insufficient_material() != is_bare(board):
        state = "bare material differs"
    return "\t".join([board.fen(en_passant="legal"), str(int(board.is_check())), state,
                      str(checks), " ".join(items)])


def from_games(count, rng):
    """FENs of positions of the games, as many as wanted, spread over all of them."""
    fens = []
    for name in GAMES:
        with open("tests/data/games/" + name, encoding="utf-8") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                board = game.board()
                fens.append(board.fen(en_passant="fen"))
                for move in game.mainline_moves():
                    board.push(move)
                    fens.append(board.fen(en_passant="fen"))
    return rng.sample(fens, min(count, len(fens)))


def from_files(count, rng):
    """FENs of the perft files (promotions, pins, double checks, en passant) and ends of games."""
    fens = []
    for name in ("random_marcel", "ferdy_en_passant", "ferdy_double_check", "tricky", "jones_23",
                 "perftsuite_127"):
        with open(f"tests/data/perft/{name}.epd", encoding="utf-8") as file:
            fens += [line.split(";")[0].strip() for line in file]
    if len(fens) > count:
        fens = rng.sample(fens, count)
    with open("tests/data/fen/terminal.tsv", encoding="utf-8") as file:
        return fens + [line.split("\t")[0] for line in file if line[0] != "#"]


def from_play(count, rng):
    """FENs of random games, from the initial position and from the starts."""
    with open(STARTS, encoding="utf-8") as file:
        starts = [line.strip() for line in file if not line.startswith("#")]
    fens = []
    while len(fens) < count:
        board = chess.Board(rng.choice(starts))
        board.halfmove_clock = rng.choice((0, 0, board.halfmove_clock, 90))
        for _ in range(rng.randrange(40, 160)):
            moves = list(board.legal_moves)
            # Half the positions of a game, so that neighbours differ more.
            if rng.random() < 0.5 or not moves:
                fens.append(board.fen(en_passant="fen"))
            if not moves:
                break
            # Pawn moves are preferred: they bring en passant and promotions.
            pawns = [m for m in moves if board.piece_type_at(m.from_square) == chess.PAWN]
            board.push(rng.choice(pawns if pawns and rng.random() < 0.3 else moves))
    return fens[:count]


def ask_driver(driver, fens):
    """The driver's line for each FEN. The driver is its command line."""
    run = subprocess.run(driver, input="\n".join(fens) + "\n", capture_output=True, text=True,
                         check=True)
    return run.stdout.splitlines()


def report_coverage(lines):
    """Every kind of event must have been met; returns the names of those that were not."""
    met = {
        "check": sum("\t1\t" in line for line in lines),
        "checkmate": sum("\tcheckmate\t" in line for line in lines),
        "stalemate": sum("\tstalemate\t" in line for line in lines),
        "bare material": sum("\tbare\t" in line for line in lines),
        "fifty moves": sum("\tfifty\t" in line for line in lines),
        "en passant": sum(line.split("\t")[0].split(" ")[3] != "-" for line in lines),
        "castling": sum("=O-O" in line for line in lines),
        "promotion": sum("=N" in line and "=Q" in line for line in lines),
        "both file and rank written": sum(
            any(len(item.split("=")[1].rstrip("+#").replace("x", "")) == 5
                and item.split("=")[1][0] in "NBRQ" for item in line.split("\t")[4].split())
            for line in lines),
    }
    print(", ".join(f"{name} {count}" for name, count in met.items()))
    return [name for name, count in met.items() if count < 10]


def compare(fens, got, expect_one):
    """What python-chess says of each FEN (by `expect_one`), and how many answers differ from it."""
    with multiprocessing.Pool(min(2, os.cpu_count() or 1)) as pool:
        wanted = pool.map(expect_one, fens, chunksize=200)
    failed = abs(len(got) - len(fens))
    for fen, ours, theirs in zip(fens, got, wanted):
        if ours != theirs:
            failed += 1
            if failed <= 5:
                print(f"differs: {fen}\n  host/chess   {ours}\n  python-chess {theirs}")
    return wanted, failed


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    rng = random.Random(SEED)
    driver = build_driver()
    fens = from_games(FROM_GAMES, rng) + from_files(FROM_FILES, rng) + from_play(FROM_PLAY, rng)
    got = ask_driver([driver], fens)
    wanted, failed = compare(fens, got, expect)
    missing = report_coverage(wanted)
    for name in missing:
        print(f"too few positions with {name}")
    if len(fens) < 20000:
        print("too few positions")
        failed += 1
    print(f"{len(fens)} positions, {failed} differ, seed {SEED:#x}")
    return 1 if failed or missing else 0


if __name__ == "__main__":
    sys.exit(main())
