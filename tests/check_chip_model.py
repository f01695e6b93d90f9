#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/chip_model.py: that it plays chess, that its searches are sound, and (compare_chip_model)
that `zaffre job --device model` agrees with it. One test a function; the seed is printed, and --seed repeats a run.

time limit: 900 s (two minutes on a quiet machine)
"""
import argparse
import random
import sys

import chess

import compare_chip_model
from chip_eval import Evaluation
from chip_jobs import epd_fens, random_fens, rows, seeded, shuffle_game
from chip_model import Chip, Table, job_from_fen, job_from_game
from chip_position import (DEFS, KEY_CASTLE, KEY_EP, KEY_PIECE, MATE, NO_SCORE, RANKED, pack)

class Failed(Exception):
    pass


def same(found, expected, what):
    if found != expected:
        raise Failed(f"{what}: found {found}, expected {expected}")


def packed(board, move):
    """A python-chess move as the mover sees it."""
    view = 0 if board.turn else 56
    code = {None: 0, chess.QUEEN: 0, chess.KNIGHT: 1, chess.ROOK: 2, chess.BISHOP: 3}
    return pack(move.from_square ^ view, move.to_square ^ view, code[move.promotion])


# --- the rules of chess -------------------------------------------------------------------------
def test_moves(rng):
    """MOVES is the set of legal moves, in a row that obeys what section 5 says of it."""
    for fen in random_fens(rng, 1500):
        board = chess.Board(fen)
        result = Chip().run(job_from_fen(fen, kind="MOVES"))
        same(sorted(result.moves), sorted(packed(board, move) for move in board.legal_moves), fen)
        same(len(set(result.moves)), result.nodes, fen)
        view = 0 if board.turn else 56
        quiet, last = False, -1
        for move in result.moves:
            target = move >> 6 & 63
            plain = chess.Move(move & 63 ^ view, target ^ view,
                               (5, 2, 4, 3)[move >> 12] if target >= 56 and board.piece_type_at(
                                   move & 63 ^ view) == chess.PAWN else None)
            noisy = board.is_capture(plain) or plain.promotion is not None
            same(noisy and quiet, False, f"{fen}: a capture after a quiet move")
            quiet = not noisy
            if quiet and not board.is_castling(plain):
                same(RANKED[target] >= last, True, f"{fen}: targets by ORDER")
                last = RANKED[target]


def test_perft(_):
    """Published counts up to 5,000 leaves."""
    number = 0
    for name, step in (("perftsuite_127", 1), ("tricky", 3), ("jones_23", 1),
                       ("ferdy_double_check", 6), ("random_marcel", 120)):
        for row in rows(f"perft/{name}.epd")[::step]:
            fen, *counts = row.split(" ;")
            fitting = [(int(c.split()[1]), int(c.split()[0][1:])) for c in counts
                       if int(c.split()[1]) <= 5000]
            if fitting:
                leaves, depth = max(fitting)
                same(Chip().run(job_from_fen(fen, kind="PERFT", depth=depth)).nodes, leaves,
                     f"{fen} depth {depth}")
                number += 1
    same(number > 150, True, f"{number} rows")


# --- keys ---------------------------------------------------------------------------------------
def key_by_hand(fen):
    board = chess.Board(fen)
    halves = []
    for color in (board.turn, not board.turn):
        half = 0
        for square, piece in board.piece_map().items():
            if piece.color == color:
                half ^= KEY_PIECE[64 * (piece.piece_type - 1) + (square if color else square ^ 56)]
        half ^= KEY_CASTLE[0] if board.has_kingside_castling_rights(color) else 0
        half ^= KEY_CASTLE[1] if board.has_queenside_castling_rights(color) else 0
        halves.append(half)
    ep = KEY_EP[board.ep_square % 8] if board.has_legal_en_passant() else 0
    text = f"{halves[1]:016x}"
    return halves[0] ^ int(text[8:] + text[:8], 16) ^ ep


def test_key(rng):
    """Keys along games equal those computed by hand; colours do not matter; splitmix64 is it."""
    same(KEY_PIECE[0] != KEY_CASTLE[0], True, "keys of two seeds")
    fens = random_fens(rng, 400) + epd_fens("perft/ferdy_en_passant.epd")[:400]
    fens += epd_fens("perft/tricky.epd")
    fens += [row.split("\t")[0] for row in rows("fen/key_states.tsv")]
    seen_ep = pinned_ep = 0
    for fen in fens:
        board = chess.Board(fen)
        seen_ep += board.has_legal_en_passant()
        pinned_ep += board.has_pseudo_legal_en_passant() and not board.has_legal_en_passant()
        position = job_from_fen(fen).position()
        position.asks = True
        same(position.key(), key_by_hand(fen), fen)
        other = job_from_fen(board.mirror().fen(en_passant="fen")).position()
        other.asks = True
        same(other.key(), position.key(), "mirrored " + fen)
        for move in board.legal_moves:
            after = position.make(packed(board, move))
            board.push(move)
            same(after.key(), key_by_hand(board.fen(en_passant="fen")), board.fen())
            board.pop()
    same(seen_ep > 100 and pinned_ep > 0, True, f"en passant {seen_ep}, pinned {pinned_ep}")


# --- evaluation ---------------------------------------------------------------------------------
def test_eval_mirrored(rng):
    """Left-right mirrored positions score alike (the weights are symmetric), apart from castling;
    and no term is idle."""
    moved = set()
    for fen in random_fens(rng, 600):
        board = chess.Board(fen)
        board.castling_rights = 0
        board.ep_square = None
        score = Chip().run(job_from_fen(board.fen(), kind="EVAL"))
        board.apply_transform(chess.flip_horizontal)
        king_moved = DEFS.weight["PSQT_MG"][5 * 64:] != sum(
            (DEFS.weight["PSQT_MG"][5 * 64 + r * 8:5 * 64 + r * 8 + 8][::-1] for r in range(8)), [])
        mirrored = Chip().run(job_from_fen(board.fen(), kind="EVAL"))
        same(mirrored.terms, score.terms, fen)
        same(king_moved or mirrored.score == score.score, True, fen)
        moved |= {name for side in score.terms for name, number in side.items() if number}
    same(len(moved), 22, "terms that were met")


def test_eval_known(_):
    """Counts worked out by hand from the table of section 8."""
    cases = (
        # One pair of doubled, isolated pawns; a passed pawn on e6 blocked by the king on e7.
        ("8/4k3/4P3/8/8/2P5/2P5/4K3 w - - 0 1",
         {"DOUBLED": 1, "ISOLATED": 2, "PASSED": 2, "PASSED_6": 1, "PASSED_BLOCKED": 1}, {}),
        # b3 is backward: b4 is attacked by c5 and nobody guards it; a4 is beyond its help.
        ("4k3/8/8/2p5/P7/1P6/8/4K3 w - - 0 1", {"BACKWARD": 1, "CONNECTED": 1}, {"ISOLATED": 1}),
        # A rook on an open file and one on a half-open one, on the seventh; the knight is a threat.
        ("3qk3/R6R/2N5/8/7p/8/8/4K3 w - - 0 1",
         {"ROOK_OPEN": 1, "ROOK_HALF": 1, "ROOK_7TH": 2, "THREAT_KNIGHT": 1, "KING_OPEN": 3},
         {"KING_ATTACK": 2, "ISOLATED": 1}),
        # c5 looks down on d4 from afar: no passed pawn, no outpost; doubled and free on the a-file.
        ("4k3/2p5/8/3N4/P3P3/P7/3P4/4K3 w - - 0 1",
         {"PASSED": 2, "PASSED_4": 2, "OUTPOST": 0, "DOUBLED": 1, "CONNECTED": 0},
         {"PASSED": 0}),
        # An outpost on d5; the pawn e4 attacks the bishop on f5.
        ("4k3/pp6/8/3N1b2/4P3/8/8/4K3 w - - 0 1", {"OUTPOST": 1, "THREAT_PAWN": 1}, {}),
    )
    for fen, mine, yours in cases:
        terms = Chip().run(job_from_fen(fen, kind="EVAL")).terms
        for found, expected in zip(terms, (mine, yours)):
            same({name: found[name] for name in expected}, expected, fen)


# --- searches -----------------------------------------------------------------------------------
class TooLong(Exception):
    pass


def plain(board, depth, ply, alpha, beta, budget):
    """Minimax with quiescence over python-chess boards, full window."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TooLong
    moves, check = list(board.legal_moves), board.is_check()
    if board.halfmove_clock >= 100:
        return ply - MATE if check and not moves else 0
    if board.is_insufficient_material():
        return 0
    best = NO_SCORE
    if depth <= 0:
        moves = [move for move in moves if move.promotion in (None, chess.QUEEN)]
        if not check:
            evaluation = Evaluation(job_from_fen(board.fen()).position())
            best = evaluation.fast() + evaluation.slow()
            moves = [m for m in moves if board.is_capture(m) or m.promotion]
    if not moves and (check or depth > 0):
        return ply - MATE if check else 0
    for move in moves:
        if best >= beta:
            break
        board.push(move)
        best = max(best, -plain(board, depth - 1, ply + 1, -beta, -max(alpha, best), budget))
        board.pop()
    return best


def test_minimax(rng):
    """Without null move and table the windows at and just above the minimax value give it."""
    done = 0
    for fen in random_fens(rng, 120):
        depth = rng.choice((0, 1, 1, 2))
        try:
            value = plain(chess.Board(fen), depth, 0, -MATE - 1, MATE + 1, [800])
        except TooLong:
            continue
        done += 1
        for beta in (value, value + 1):
            result = Chip().run(job_from_fen(fen, depth=depth, beta=beta))
            same(result.score, value, f"{fen} depth {depth} beta {beta}")
        far = Chip().run(job_from_fen(fen, depth=depth, beta=max(-MATE, value - 200)))
        same(value - 200 <= far.score <= value, True, f"{fen} depth {depth}, a bound from below")
    same(done >= 40, True, f"{done} positions were small enough")


def test_delta(_):
    """A pawn to be taken, far below the window: its greatest gain, and nothing is tried."""
    fen = "4k3/8/8/3p4/4P3/8/8/4K2R b - - 0 1"
    fast = Evaluation(job_from_fen(fen).position()).fast()
    sp = fast + DEFS.weight["LAZY"]
    for gain, nodes, name in ((1, 0, "just out of reach"), (0, 1, "just within reach")):
        beta = sp + DEFS.weight["DELTA_PAWN"] + gain
        result = Chip().run(job_from_fen(fen, depth=0, beta=beta, delta=1))
        same(result.nodes, nodes, name)
        if not nodes:
            same((result.score, result.move), (beta - 1, 0), name)
    # Neither the pawn nor the rook that nobody attacks is a victim.
    calm = job_from_fen(fen.replace("3p4", "8"), depth=0, beta=sp + 2000, delta=1)
    expected = Evaluation(calm.position()).fast() + DEFS.weight["LAZY"]
    same(Chip().run(calm).score, expected, "no victim")


def test_mates(rng):
    """Mates in 2 at depth 3, by their distance, with and without table."""
    for row in rng.sample(rows("mate/mate_in_2.epd"), 12):
        fen = " ".join(row.split()[:4]) + " 0 1"
        for fields in ({}, {"table": 1}):
            result = Chip().run(job_from_fen(fen, depth=3, beta=MATE - 3, **fields))
            same(result.score, MATE - 3, fen)


def test_node_limit(rng):
    """A limit cuts the run short after exactly so many nodes; a limit never met changes nothing."""
    for fen in random_fens(rng, 60):
        fields = {"depth": rng.choice((0, 1, 2)), "beta": rng.randint(-80, 80), "null_r": 2}
        whole = Chip().run(job_from_fen(fen, **fields))
        if whole.nodes == 0:
            continue
        limit = rng.randint(1, whole.nodes)
        cut = Chip().run(job_from_fen(fen, node_limit=limit, **fields))
        same((cut.nodes, cut.status), (limit, "DONE" if limit == whole.nodes else "NODE_LIMIT"),
             f"{fen} {fields} limit {limit}")
        if limit == whole.nodes:
            same((cut.score, cut.move, cut.hash), (whole.score, whole.move, whole.hash), fen)


def stored(job):
    """The number of table entries that a job leaves behind."""
    chip = Chip(Table(10))
    same(chip.run(job).status, "DONE", "a job for the table")
    return sum(entry[2] != 0 for entry in chip.table.entries)


def test_table(rng):
    """A table of one context changes nodes but not the side of the window; no tainted score."""
    for fen in random_fens(rng, 40):
        beta = rng.randint(-60, 60)
        bare = Chip().run(job_from_fen(fen, depth=3, beta=beta, node_limit=20000))
        chip = Chip(Table(14))
        chip.run(job_from_fen(fen, depth=2, beta=beta, table=1, node_limit=20000))
        with_table = chip.run(job_from_fen(fen, depth=3, beta=beta, table=1, node_limit=20000))
        if bare.status == with_table.status == "DONE":
            same(with_table.score >= beta, bare.score >= beta, f"{fen} beta {beta}")
    rook = "8/8/4k3/8/8/3K1R2/8/8 w - - {} 90"
    same(stored(job_from_fen(rook.format(79), depth=1, table=1)), 1, "stored at clock 79")
    same(stored(job_from_fen(rook.format(80), depth=1, table=1)), 0, "stored at clock 80")
    same(stored(job_from_fen(rook.format(0), depth=1, table=1, table_min=2)), 0, "table_min 2")
    # The queen goes to and fro; the king's way back to d8 repeats a position of the path.
    game = ("3k4/8/8/8/8/8/2Q5/4K3 w - - 0 1",
            [pack(10, 18), pack(59 ^ 56, 52 ^ 56), pack(18, 10)])
    for path, number in ((3, 0), (0, 1)):
        job = job_from_game(*game, path=path, depth=1, beta=0, table=1)
        same(stored(job), number, f"a repetition with path {path}")


def test_store():
    """Replacement and the distance of mates (section 9)."""
    table = Table(4)
    table.store(0x50001, 3, MATE - 7, 1, 5, 99, 2)
    same(table.probe(0x50001, 1), (MATE - 5, 1, 5, 99), "a mate as another ply sees it")
    table.store(0x60001, 0, 17, 2, 4, 98, 2)
    same(table.probe(0x60001, 0), None, "same age, less draft: kept")
    table.store(0x60001, 0, 17, 2, 5, 98, 2)
    same(table.probe(0x60001, 0), (17, 2, 5, 98), "same age, equal draft: replaced")
    table.store(0x60001, 0, 18, 2, 1, 97, 2)
    same(table.probe(0x60001, 0), (18, 2, 1, 97), "same tag: replaced")
    table.store(0x70001, 0, 19, 1, 0, 96, 3)
    same(table.probe(0x70001, 0), (19, 1, 0, 96), "another age: replaced")


# --- draws --------------------------------------------------------------------------------------
def test_draws(_):
    test_store()
    for row in rows("fen/bare.tsv"):
        fen, bare = row.split("\t")[:2]
        position = job_from_fen(fen).position()  # the chip asks below phase 8 only
        same(position.bare(), bare == "1" and position.phase() < 8, fen)
    mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90"
    same(Chip().run(job_from_fen(mated, depth=1)).score, -MATE, mated)
    same(Chip().run(job_from_fen(mated.replace("7/5ppp", "6p/6pp"), depth=0)).nodes, 0, mated)
    free = "R5k1/6pp/8/8/8/8/8/6K1 b - - 100 90"
    result = Chip().run(job_from_fen(free, depth=3))
    same((result.score, result.nodes), (0, 0), free)
    mating = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90"
    result = Chip().run(job_from_fen(mating, depth=1, beta=5))
    same((result.score, result.move), (MATE - 1, pack(0, 56)), mating)


def test_repetition(rng):
    """The filter misses no repetition: with sets that say "maybe" always the result is equal."""
    differs = draws = 0
    for fen in random_fens(rng, 500):
        moves = shuffle_game(rng, fen, rng.randint(2, 14))
        fields = {"depth": rng.randint(0, 2), "beta": rng.randint(-40, 40), "node_limit": 3000,
                  "path": rng.choice((0, 0, 3))}
        job = job_from_game(fen, moves, **fields)
        result = Chip().run(job)
        job.own_vacated = job.other_vacated = (1 << 32) - 1
        job.returned = 3
        always = Chip().run(job)
        same((always.score, always.hash), (result.score, result.hash), f"{fen} {moves} {fields}")
        job.history = ()
        forgetful = Chip().run(job)
        differs += forgetful.hash != result.hash or forgetful.score != result.score
        draws += result.nodes == 0 and result.score == 0
    same(differs >= 20, True, f"the history mattered in {differs} jobs")
    same(draws >= 5, True, f"{draws} roots were repetitions")


# --- refusals -----------------------------------------------------------------------------------
def test_refusals(_):
    fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"
    good = job_from_fen(fen)
    same(Chip().run(good).status, "DONE", fen)
    pawn, knight, king = 0, 1, 5
    changes = (
        ("BAD_KIND", {"kind": "NONE"}), ("BAD_KIND", {"depth": 16}), ("BAD_KIND", {"beta": 31745}),
        ("BAD_KIND", {"table_min": 0}), ("BAD_KIND", {"kind": "PERFT", "depth": 0}),
        ("BAD_KIND", {"kind": "EVAL", "beta": -31745}), ("BAD_KIND", {"clock": 128}),
        ("BAD_KIND", {"null_r": 4}), ("BAD_KIND", {"node_limit": 1 << 24}),
        ("BAD_KIND", {"own_vacated": 1 << 32}), ("BAD_KIND", {"history": [(1, False)] * 33}),
        ("BAD_KIND", {"own_men": [(knight, s) for s in range(8, 25)]}),
        ("BAD_MAN", {"own_men": good.own_men + [(6, 30)]}),
        ("BAD_MAN", {"own_men": good.own_men + [(pawn, 3)]}),
        ("BAD_MAN", {"other_men": good.other_men + [(pawn, 59)]}),
        ("BAD_MAN", {"other_men": good.other_men + [(knight, 4 ^ 56)]}),
        ("BAD_KINGS", {"own_men": good.own_men + [(king, 30)]}),
        ("BAD_KINGS", {"other_men": [man for man in good.other_men if man[0] != king]}),
        ("BAD_RIGHTS", {"own_men": [man for man in good.own_men if man != (3, 7)]}),
        ("BAD_RIGHTS", {"other_men": [man for man in good.other_men if man != (3, 0)]}),
        ("BAD_EP", {"ep_file": 4}), ("BAD_EP", {"own_men": good.own_men + [(knight, 51)]}),
        ("BAD_CHECK", {"own_men": good.own_men + [(3, 28 + 32 - 16)]}),
    )
    for reason, fields in changes:
        result = Chip().run(job_from_fen(fen, **fields))
        if (result.status, result.reason) != ("REFUSED", reason):
            raise Failed(f"{fields}: found {result}, expected {reason}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    tests = [value for name, value in sorted(globals().items())
             if name.startswith("test_") and name != "test_store"]
    tests += compare_chip_model.TESTS
    passed = failed = 0
    for test in tests:
        if arguments.only not in test.__name__:
            continue
        try:
            test(seeded(arguments.seed, test.__name__))
            passed += 1
        except (Failed, compare_chip_model.Differs) as fault:
            failed += 1
            print(f"{test.__name__}: {fault}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
