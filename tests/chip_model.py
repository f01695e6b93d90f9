# SPDX-License-Identifier: Apache-2.0
"""The second model of the chip's job: slow, plain, and written from docs/chip.md alone.

It exists to find what the page does not say, so it shares nothing with the C model but defs/.
Nothing is incremental: keys and scores are computed anew at every node. Sections named in
comments are those of docs/chip.md.

    from chip_model import Chip, job_from_fen
    result = Chip().run(job_from_fen(fen, kind="SEARCH", depth=4, beta=30))

Passes, clocks (section 10) and aborts are not modelled; an abort at n nodes is node_limit n.
"""
import collections

import chess

from chip_eval import Evaluation
from chip_position import (
    CONST, DEFS, Generator, KING, KNIGHT, BISHOP, PAWN, QUEEN, ROOK, MATE, MATE_BOUND, NO_SCORE,
    Position, RANK_7, count, flip, legal_moves, union)


# --- the table (section 9) ----------------------------------------------------------------------
BOUND = DEFS.enum["BOUND"]


class Table:
    """A table of 2 ** bits entries (tag, score, bound, draft, move, age)."""

    def __init__(self, bits=16):
        self.bits = bits
        self.entries = [(0, 0, BOUND["NONE"], 0, 0, 0)] * (1 << bits)

    def _index(self, key):
        return key & (1 << self.bits) - 1

    def probe(self, key, ply):
        """(score as seen at ply, bound, draft, move), or None."""
        tag, score, bound, draft, move, _ = self.entries[self._index(key)]
        if bound == BOUND["NONE"] or tag != key >> 16:
            return None
        if score >= MATE_BOUND:
            score -= ply
        elif score <= -MATE_BOUND:
            score += ply
        return score, bound, draft, move

    def store(self, key, ply, score, bound, draft, move, age):
        if score >= MATE_BOUND:
            score += ply
        elif score <= -MATE_BOUND:
            score -= ply
        tag, _, _, old_draft, _, old_age = self.entries[self._index(key)]
        if not (old_age == age and tag != key >> 16 and old_draft > draft):
            self.entries[self._index(key)] = (key >> 16, score, bound, draft, move, age)


# --- jobs (section 3) ---------------------------------------------------------------------------
class Job:
    """A job as the chip gets it; men as (piece, square in its owner's view)."""

    FIELDS = {
        "kind": "SEARCH", "own_men": (), "other_men": (), "rights": 0, "ep_file": None, "clock": 0,
        "beta": 0, "depth": 0, "null_r": 0, "verified": 0, "verify": 0, "after_null": 0,
        "evasion": 0, "delta": 0, "lazy": 1, "table": 0, "table_min": 1, "age": 0,
        "node_limit": 0, "history": (), "own_vacated": 0, "other_vacated": 0, "returned": 0,
    }

    # What section 3 lets a field hold; the rest has a range of its own.
    BITS = {"rights": 4, "clock": 7, "null_r": 2, "table_min": 3, "age": 3, "node_limit": 24,
            "own_vacated": 32, "other_vacated": 32, "returned": 2,
            **dict.fromkeys(("verified", "verify", "after_null", "evasion", "delta", "lazy",
                             "table"), 1)}

    def __init__(self, **fields):
        for name, value in self.FIELDS.items():
            setattr(self, name, fields.pop(name, value))
        if fields:
            raise ValueError("no such field: " + ", ".join(fields))

    def position(self):
        root = Position()
        for piece, square in self.own_men:
            root.own[piece] |= 1 << square
        for piece, square in self.other_men:
            root.opp[piece] |= 1 << (square ^ 56)
        root.rights = self.rights
        root.ep = None if self.ep_file is None else 40 + self.ep_file
        root.clock = self.clock
        root.r = len(self.history)
        root.vacated = [self.own_vacated, self.other_vacated]
        root.returned = (bool(self.returned & 1), bool(self.returned & 2))
        root.asks = self.depth >= 1
        return root

    # Refusals, in the page's order.
    def refusal(self):
        for reason in ("BAD_KIND", "BAD_MAN", "BAD_KINGS", "BAD_RIGHTS", "BAD_EP", "BAD_CHECK"):
            if getattr(self, "_" + reason.lower())():
                return reason
        return "NONE"

    def _bad_kind(self):
        low = int(self.kind == "PERFT")
        men = max(len(self.own_men), len(self.other_men))
        return (self.kind not in DEFS.enum["JOB_KIND"]
                or any(not 0 <= getattr(self, name) < 1 << bits for name, bits in self.BITS.items())
                or not low <= self.depth <= CONST["DEPTH_MAX"] or self.table_min == 0
                or abs(self.beta) > MATE or men > CONST["MEN_MAX"]
                or len(self.history) > CONST["HISTORY_MAX"])

    def _bad_man(self):
        men = list(self.own_men) + list(self.other_men)
        seen = [square for _, square in self.own_men]
        seen += [square ^ 56 for _, square in self.other_men]
        pawns = [square for piece, square in men if piece == PAWN]
        return (any(piece > KING for piece, _ in men) or len(set(seen)) < len(seen)
                or any(square < 8 or square >= 56 for square in pawns))

    def _bad_kings(self):
        return any(sum(piece == KING for piece, _ in men) != 1
                   for men in (self.own_men, self.other_men))

    def _bad_rights(self):
        for bit in range(4):
            men = self.own_men if bit < 2 else self.other_men
            home = 0 if bit & 1 else 7
            if self.rights >> bit & 1 and not {(KING, 4), (ROOK, home)} <= set(men):
                return True
        return False

    def _bad_ep(self):
        if self.ep_file is None:
            return False
        root = self.position()
        occupied = root.all_own() | root.all_opp()
        return not root.opp[PAWN] >> root.ep - 8 & 1 or occupied & (1 << root.ep | 1 << root.ep + 8)

    def _bad_check(self):
        return self.position().can_take_king()


class Result:
    def __init__(self, status="DONE", reason="NONE", score=0, move=0, nodes=0, running_hash=0):
        self.status, self.reason, self.score, self.move = status, reason, score, move
        self.nodes, self.hash, self.moves = nodes, running_hash, []
        self.terms = None
        self.met = collections.Counter()

    def __repr__(self):
        return (f"{self.status} {self.reason} score {self.score} move {move_text(self.move)} "
                f"nodes {self.nodes} hash {self.hash:08x}")


def move_text(move):
    """A packed move in the mover's own squares."""
    if not move:
        return "0000"
    code = move >> 12
    return (chess.square_name(move & 63) + chess.square_name(move >> 6 & 63)
            + (" nrb"[code] if code else ""))


def job_from_fen(fen, **fields):
    """A job from a FEN; the position's fields are taken from it, the others given by name."""
    board = chess.Board(fen)
    mirror = 0 if board.turn == chess.WHITE else 56
    men = {True: [], False: []}
    for square, piece in board.piece_map().items():
        own = piece.color == board.turn
        view = square ^ mirror if own else square ^ mirror ^ 56
        men[own].append((piece.piece_type - 1, view))
    rights = 0
    for bit, color in ((0, board.turn), (2, not board.turn)):
        rights |= board.has_kingside_castling_rights(color) << bit
        rights |= board.has_queenside_castling_rights(color) << bit + 1
    ep_file = None
    if board.ep_square is not None and board.has_pseudo_legal_en_passant():
        ep_file = chess.square_file(board.ep_square)
    position = {"own_men": men[True], "other_men": men[False], "rights": rights,
                "ep_file": ep_file, "clock": min(board.halfmove_clock, 127)}
    position.update(fields)
    return Job(**position)


def job_from_game(fen, moves, path=0, **fields):
    """The job at the end of a game, with history, sets and flags as a host that knows the page
    gives them. `moves` are packed; the last `path` history entries are marked as search path."""
    position, entries = job_from_fen(fen).position(), []
    for move in moves:
        position.asks = True
        entries.append(position.key())
        position = position.enters(move)
        entries = entries[-position.r:] if position.r else []
    entries = entries[-CONST["HISTORY_MAX"]:]
    marked = [(key, len(entries) - i <= path) for i, key in enumerate(entries)]
    men = [[(piece, square) for piece in range(6) for square in chess.scan_forward(sets[piece])]
           for sets in (position.own, [flip(bits) for bits in position.opp])]
    state = {"own_men": men[0], "other_men": men[1], "rights": position.rights,
             "ep_file": None if position.ep is None else position.ep & 7,
             "clock": position.clock, "history": marked, "own_vacated": position.vacated[0],
             "other_vacated": position.vacated[1],
             "returned": position.returned[0] | position.returned[1] << 1}
    state.update(fields)
    return Job(**state)


# --- the search (sections 3 to 7) ---------------------------------------------------------------
class LimitMet(Exception):
    """The node limit was met; what came back so far is in the search's `so_far`."""


class Search:
    """One job. `node` functions return (score, tainted, best move)."""

    def __init__(self, job, table, weights, full):
        self.job, self.table, self.weights, self.full = job, table, weights, full
        self.nodes = self.hash = 0
        self.path = [None] * CONST["PLY_MAX"]
        self.killers = [[0, 0] for _ in range(CONST["PLY_MAX"] + 2)]
        self.so_far = (NO_SCORE, 0)
        self.met = collections.Counter()  # how often each rule decided something

    def bound(self, ply):
        return 1 - self.job.beta if ply % 2 else self.job.beta

    def evaluation(self, position):
        return Evaluation(position, self.weights, self.full)

    def count(self, ply, move):
        if self.job.node_limit and self.nodes == self.job.node_limit:
            raise LimitMet
        self.nodes += 1
        turned = (self.hash << 5 | self.hash >> 27) & 0xFFFFFFFF
        self.hash = turned + (ply << 14 | move) & 0xFFFFFFFF

    def child(self, position, ply, move, depth, verify=0, after_null=False):
        """Count a position that a legal or null move leads to, and search it."""
        self.count(ply, move)
        position.asks = depth >= 1
        score, tainted, _ = self.node(position, ply, depth, verify, after_null)
        return -score, tainted

    def keep(self, ply, best, move):
        if ply == 0:
            self.so_far = (best, move)

    def node(self, position, ply, depth, verify, after_null):
        self.path[ply] = position
        if depth >= 1:
            self.killers[ply + 2] = [0, 0]
        drawn = self.draw(position, ply)
        if drawn is not None:
            return drawn + (0,)
        if ply == CONST["PLY_MAX"] - 1:
            self.met["last ply"] += 1
            return self.evaluation(position).stand_pat(self.bound(ply)), False, 0
        if depth >= 1:
            return self.interior(position, ply, depth, verify, after_null)
        return self.quiescence(position, ply)

    # Section 4.
    def draw(self, position, ply):
        """(score, tainted) of a position that the tests end, or None."""
        if position.clock >= CONST["FIFTY"]:
            if position.in_check() and not legal_moves(position):
                self.met["fifty moves, mate"] += 1
                return ply - MATE, False
            self.met["fifty moves"] += 1
            return 0, True
        if position.r >= 4 and all(position.returned) and self.repeats(position, ply):
            return 0, True
        if position.bare():
            self.met["bare material"] += 1
            return 0, False
        return None

    def repeats(self, position, ply):
        in_game = 0
        for back in range(4, position.r + 1, 2):
            if back <= ply:
                key, on_path = self.path[ply - back].key(), True
            else:
                key, on_path = self.job.history[ply - back]  # from the end: -1 is one before root
            if key == position.key():
                in_game += 1
                if on_path or in_game == 2:
                    where = "job" if back <= ply else "path" if on_path else "game"
                    self.met["repetition, " + where] += 1
                    return True
        return False

    # Section 6.
    def table_key(self, position, verify, after_null):
        job = self.job
        verified, v = job.verified, verify if job.verified else 0
        if not job.null_r:
            verified = v = after_null = 0
        byte = (job.null_r | verified << 2 | v << 3 | after_null << 4 | job.evasion << 5
                | job.delta << 6)
        return position.key() ^ byte << 56

    def interior(self, position, ply, depth, verify, after_null):
        job, b = self.job, self.bound(ply)
        tabled = (job.table and depth >= job.table_min
                  and position.clock < CONST["TABLE_CLOCK"])
        key, table_move = 0, 0
        if tabled:
            key = self.table_key(position, verify, after_null)
            hit = self.table.probe(key, ply)
            if hit is not None:
                score, bound, draft, table_move = hit
                high = bound == BOUND["LOWER"] and score >= b
                low = bound == BOUND["UPPER"] and score < b
                if draft >= depth and (high or low):
                    self.met["table, high" if high else "table, low"] += 1
                    return score, False, 0
        score, tainted, move, draft = self.moves_and_null(
            position, ply, depth, verify, after_null, table_move)
        if tabled and tainted:
            self.met["tainted"] += 1
        elif tabled:
            kind = BOUND["LOWER"] if score >= b else BOUND["UPPER"]
            self.table.store(key, ply, score, kind, draft, move, job.age)
        return score, tainted, move

    def may_null(self, position, depth, verify, after_null, b):
        job = self.job
        return (job.null_r > 0 and not after_null and not position.in_check()
                and union(position.own[KNIGHT:KING]) != 0 and abs(b) < MATE_BOUND
                and self.evaluation(position).fast() >= b
                and (not job.verified or not verify or depth > 1))

    def moves_and_null(self, position, ply, depth, verify, after_null, table_move):
        """Steps 2 to 5: (score, tainted, best move, draft to be stored)."""
        job, b = self.job, self.bound(ply)
        nullfh = null_taint = False
        if self.may_null(position, depth, verify, after_null, b):
            score, null_taint = self.child(position.make_null(), ply + 1, 0,
                                           max(0, depth - 1 - job.null_r), verify, True)
            if score >= MATE_BOUND:
                self.met["null move, mate"] += 1
                score = b
            if score >= b and not (job.verified and verify):
                self.met["null move, high"] += 1
                return score, null_taint, 0, depth
            if score >= b:
                self.met["verification"] += 1
                nullfh, verify, depth = True, 0, depth - 1
        check = position.in_check()
        gathered = null_taint
        best, move, cut_taint, low_taint = self.moves(position, ply, depth, verify, check,
                                                      table_move)
        if best is None:  # step 4
            self.met["mate" if check else "stalemate, verified" if nullfh else "stalemate"] += 1
            return (ply - MATE if check else 0), null_taint, 0, depth
        if best < b and nullfh:  # step 5
            self.met["zugzwang"] += 1
            gathered |= low_taint
            nullfh, verify, depth = False, 1, depth + 1
            best, move, cut_taint, low_taint = self.moves(position, ply, depth, verify, check,
                                                          table_move)
        if best >= b:
            if gathered and not cut_taint and not nullfh:
                self.met["taint left behind"] += 1
            return best, cut_taint or nullfh and null_taint, move, depth
        return best, gathered or low_taint, move, depth

    def moves(self, position, ply, depth, verify, check, table_move):
        """Step 3: (best or None if no move was legal, move, taint of the cut, taint of all)."""
        b = self.bound(ply)
        down = depth if self.job.evasion and check else depth - 1
        best, best_move, gathered = None, 0, False
        self.keep(ply, NO_SCORE, 0)
        for move, quiet in self.in_order(position, ply, table_move):
            after = position.enters(move)
            if after is None:
                continue
            score, tainted = self.child(after, ply + 1, move, down, verify)
            gathered |= tainted
            if best is None or score > best:
                best, best_move = score, move
                self.keep(ply, best, best_move)
            if best >= b:
                if quiet and move != self.killers[ply][0]:
                    self.met["killer"] += 1
                    self.killers[ply] = [move, self.killers[ply][0]]
                return best, best_move, tainted, gathered
        return best, best_move, False, gathered

    def in_order(self, position, ply, table_move):
        """The moves of an interior node with whether each is a killer's kind (section 5)."""
        generator = Generator(position, True)
        captures, castlings = generator.captures(), generator.castlings()
        quiets = generator.quiets()
        killers = list(self.killers[ply])
        ordered = []
        if table_move in captures + castlings + quiets:
            ordered.append(table_move)
        ordered += [move for move in captures if move != table_move]
        ordered += [move for move in killers if move in castlings + quiets and move != table_move]
        ordered += [move for move in castlings + quiets if move not in [table_move] + killers]
        return [(move, move in quiets) for move in ordered]

    # Section 7.
    def quiescence(self, position, ply):
        b = self.bound(ply)
        generator = Generator(position, False)
        if generator.check:
            found = [(None, [move]) for move in generator.in_order()]
            sp = best = NO_SCORE
        else:
            found = generator.victims()
            sp = best = self.evaluation(position).stand_pat(b)
            self.keep(ply, best, 0)
            if sp >= b:
                return sp, False, 0
        prunes = self.job.delta and not generator.check and not position.own[PAWN] & RANK_7
        best_move, gathered, legal = 0, False, False
        for kind, moves in found:
            if prunes and sp + self.delta(kind) < b:
                self.met["delta"] += 1
                best = max(best, sp + self.delta(kind))
                break
            for move in moves:
                after = position.enters(move)
                if after is None:
                    continue
                legal = True
                score, tainted = self.child(after, ply + 1, move, 0)
                gathered |= tainted
                if score > best:
                    best, best_move = score, move
                    self.keep(ply, best, best_move)
                if best >= b:
                    return best, tainted, best_move
        if generator.check and not legal:
            self.met["mate in quiescence"] += 1
            return ply - MATE, False, 0
        return best, gathered, best_move

    def delta(self, kind):
        return self.weights["DELTA_" + ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN")[kind]]

    # PERFT.
    def perft(self, position, ply, depth):
        for move in legal_moves(position):
            if depth == 1:
                self.count(ply + 1, move)
            else:
                self.perft(position.make(move), ply + 1, depth - 1)


class Chip:
    """Runs jobs. The table, if given, lives on between jobs."""

    def __init__(self, table=None, weights=None, full=True):
        self.table, self.full = table, full
        self.weights = weights or DEFS.weight

    def run(self, job):
        reason = job.refusal()
        if reason != "NONE":
            return Result("REFUSED", reason)
        root = job.position()
        if job.kind == "EVAL":
            evaluation = Evaluation(root, self.weights, self.full)
            result = Result(score=evaluation.fast() + evaluation.slow())
            result.terms = evaluation.terms()
            return result
        if job.table and self.table is None:
            self.table = Table()
        search = Search(job, self.table, self.weights, self.full)
        status = "DONE"
        try:
            if job.kind == "SEARCH":
                score, _, move = search.node(root, 0, job.depth, job.verify, job.after_null)
                search.so_far = (score, move)
            else:
                search.so_far = (0, 0)
                search.perft(root, 0, job.depth if job.kind == "PERFT" else 1)
        except LimitMet:
            status = "NODE_LIMIT"
        result = Result(status, "NONE", *search.so_far, search.nodes & 0xFFFFFFFF, search.hash)
        result.met = search.met
        if job.kind == "MOVES":
            result.moves = legal_moves(root)[:search.nodes]
        return result
