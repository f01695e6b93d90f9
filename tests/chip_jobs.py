# SPDX-License-Identifier: Apache-2.0
"""Positions and jobs at random for the tests of the second chip model, and jobs as text."""
import os
import random

import chess

from chip_model import Job, job_from_fen, job_from_game
from chip_position import MATE, legal_moves, pack

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
MEN = "PNBRQKXY"
STARTS = ("perft/tricky.epd", "perft/jones_23.epd", "perft/random_marcel.epd",
          "tactical/wac_300_corrected.epd", "endgame/eet_100.epd", "endgame/pawn_pet_48.epd",
          "openings/noob_3moves_2000.epd", "perft/ferdy_en_passant.epd", "mate/mate_in_3.epd",
          "perft/ferdy_double_check.epd", "zugzwang/zpts_30.epd")


def rows(name):
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


def epd_fens(name):
    return [" ".join(line.split()[:4]) + " 0 1" for line in rows(name)]


def random_fens(rng, number, names=STARTS):
    """Legal positions: rows of the data (each file as likely), some random moves later."""
    files = [epd_fens(name) for name in names]
    found = []
    while len(found) < number:
        board = chess.Board(rng.choice(rng.choice(files)))
        for _ in range(rng.choice((0, 0, 1, 3, 10, 40))):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if rng.random() < 0.2:
            board.halfmove_clock = rng.choice((49, 77, 78, 79, 80, 96, 97, 98, 99, 100, 120))
            board.ep_square = None
        if board.is_valid():
            found.append(board.fen(en_passant="fen"))
    return found


def shuffle_game(rng, fen, length):
    """Moves of a game that goes to and fro."""
    position, moves = job_from_fen(fen).position(), []
    for ply in range(length):
        legal = legal_moves(position)
        back = None
        if ply >= 2 and rng.random() < 0.6:
            back = pack(moves[-2] >> 6 & 63, moves[-2] & 63)
        if not legal:
            break
        moves.append(back if back in legal else rng.choice(legal))
        position = position.enters(moves[-1])
    return moves


def random_search(rng, fen, score):
    """A SEARCH job with random switches; `score` is where the window is put about."""
    beta = score + rng.choice((0, 1, rng.randint(-30, 30), rng.randint(-300, 300)))
    if rng.random() < 0.08:
        beta = rng.choice((0, 1, MATE, -MATE, MATE - rng.randint(1, 6), rng.randint(1, 6) - MATE))
    fields = {"depth": rng.choice((0, 1, 2, 3, 3, 4, 4, 5, 15)), "beta": beta,
              "null_r": rng.choice((0, 1, 2, 3, 3)), "table_min": rng.choice((1, 1, 1, 2, 3)),
              "node_limit": rng.choice((2000, 2000, rng.randint(1, 1500))),
              "age": rng.randint(0, 7)}
    for name in ("verified", "verify", "evasion", "delta", "lazy", "table"):
        fields[name] = rng.randint(0, 1)
    if rng.random() < 0.4:
        moves = shuffle_game(rng, fen, rng.randint(1, 40))
        job = job_from_game(fen, moves, path=rng.choice((0, 0, 1, 2, 5)), **fields)
    else:
        job = job_from_fen(fen, **fields)
        job.after_null = int(rng.random() < 0.15)
    return job


# --- jobs as text -------------------------------------------------------------------------------
TEXT_NAMES = {"node_limit": "limit", "null_r": "null"}
PLAIN = ("clock", "node_limit", "depth", "beta", "null_r", "verified", "verify", "after_null",
         "evasion", "delta", "lazy", "table", "table_min", "age", "returned")


def men_text(men):
    return ",".join(MEN[piece] + chess.square_name(square) for piece, square in sorted(men))


def job_text(job):
    """The line that `zaffre job` reads; fields at their defaults are left out."""
    defaults = dict(vars(Job()), depth=1)
    words = [job.kind.lower(), "own", men_text(job.own_men), "other", men_text(job.other_men)]
    if job.rights:
        words += ["rights", "".join("KQkq"[bit] for bit in range(4) if job.rights >> bit & 1)]
    if job.ep_file is not None:
        words += ["ep", "abcdefgh"[job.ep_file]]
    for name in PLAIN:
        if getattr(job, name) != defaults[name]:
            words += [TEXT_NAMES.get(name, name), str(int(getattr(job, name)))]
    for name in ("own_vacated", "other_vacated"):
        if getattr(job, name):
            words += [name, f"{getattr(job, name):x}"]
    if job.history:
        words += ["history", history_text(job.history)]
    return " ".join(words)


def men_from_text(text):
    return [(MEN.index(word[0]), chess.parse_square(word[1:])) for word in text.split(",")]


def job_from_text(line):
    """A job from such a line; the position is given by own and other, not by fen."""
    kind, *words = line.split()
    given = dict(zip(words[::2], words[1::2]))
    names = {text: name for name, text in TEXT_NAMES.items()}
    fields = {"kind": kind.upper(), "depth": 1, "own_men": men_from_text(given.pop("own")),
              "other_men": men_from_text(given.pop("other"))}
    for name, value in given.items():
        if name == "rights":
            fields[name] = sum(1 << "KQkq".index(letter) for letter in value if letter != "-")
        elif name == "ep":
            fields["ep_file"] = None if value == "-" else "abcdefgh".index(value)
        elif name == "history":
            fields[name] = [(int(key[:16], 16), key[16:] == "p") for key in value.split(",")]
        else:
            fields[names.get(name, name)] = int(value, 16 if "vacated" in name else 10)
    return Job(**fields)


def job_fen(job):
    """The position as a FEN, the mover being White: so squares are the mover's."""
    board = chess.Board(None)
    for men, color, mirror in ((job.own_men, chess.WHITE, 0), (job.other_men, chess.BLACK, 56)):
        for piece, square in men:
            board.set_piece_at(square ^ mirror, chess.Piece(piece + 1, color))
    rights = "".join("KQkq"[bit] for bit in range(4) if job.rights >> bit & 1) or "-"
    ep = "-" if job.ep_file is None else "abcdefgh"[job.ep_file] + "6"
    return f"{board.board_fen()} w {rights} {ep} {job.clock} {max(60, job.clock)}"


def job_options(job):
    """The fields that a SEARCH job takes from the command line of `zaffre job`."""
    words = ["--depth", str(job.depth)]
    if job.kind != "SEARCH":
        return words
    for name in PLAIN:
        if name not in ("clock", "depth"):
            option = TEXT_NAMES.get(name, name).replace("_", "-")
            words += ["--" + option, str(int(getattr(job, name)))]
    for name in ("own_vacated", "other_vacated"):
        words += ["--" + name.replace("_", "-"), f"{getattr(job, name):x}"]
    if job.history:
        words += ["--history", history_text(job.history)]
    return words


def history_text(history):
    return ",".join(f"{key:016x}" + "p" * path for key, path in history)


def seeded(seed, name):
    return random.Random(f"{seed} {name}")
