# SPDX-License-Identifier: Apache-2.0
"""The evaluation of the second chip model (chip_model.py): docs/chip.md section 8.

    Evaluation(position).stand_pat(beta)
"""
import chess

from chip_position import (
    CONST, DARK, DEFS, FILE_A, FILE_H, KING, KNIGHT, BISHOP, PAWN, QUEEN, ROOK, RANK_1, RANK_7,
    attacks, count, diagonals, file_count, files, fill_north, fill_south, flip, lines, north,
    pawn_attacks, south, union)


# --- evaluation (section 8) ---------------------------------------------------------------------
LEFT_OUT = ("BACKWARD", "CONNECTED", "PASSED_BLOCKED", "SHELTER", "KING_OPEN", "KING_ATTACK",
            "OUTPOST", "THREAT_PAWN", "THREAT_KNIGHT")


def beside(file_set):
    return (file_set << 1 | file_set >> 1) & 0xFF


def pawn_counts(own, opp, enemies):
    pawns = own[PAWN]
    mine = pawn_attacks(pawns)
    theirs = flip(pawn_attacks(flip(opp[PAWN])))
    span = fill_south(theirs)
    passed = pawns & ~span & ~fill_south(south(opp[PAWN]))
    on = [count(pawns & FILE_A << file) for file in range(8)]
    ranks = [count(passed & RANK_1 << 8 * rank) for rank in range(8)]
    stops = north(pawns) & theirs & ~fill_north(mine)
    return {
        "DOUBLED": sum(number >= 2 for number in on),
        "ISOLATED": count(files(pawns) & ~beside(files(pawns))),
        "BACKWARD": file_count(stops),
        "CONNECTED": file_count(pawns & mine),
        "PASSED": file_count(passed),
        "PASSED_4": ranks[3], "PASSED_5": ranks[4], "PASSED_6": ranks[5], "PASSED_7": ranks[6],
        "PASSED_BLOCKED": file_count(north(passed) & enemies),
        "OUTPOST": file_count(own[KNIGHT] & 0xFFFFFF << 24 & mine & ~span),
        "THREAT_PAWN": file_count(mine & union(opp[KNIGHT:KING])),
    }


def piece_counts(own, opp):
    friends = union(own)
    occupied = friends | union(opp)
    pawn_hits = pawn_attacks(own[PAWN])
    hostile = flip(pawn_attacks(flip(opp[PAWN])))
    knights = union(attacks(KNIGHT, s, 0) for s in chess.scan_forward(own[KNIGHT]))
    slanted = union(diagonals(s, occupied) for s in chess.scan_forward(own[BISHOP] | own[QUEEN]))
    straight = union(lines(s, occupied) for s in chess.scan_forward(own[ROOK] | own[QUEEN]))
    king = own[KING].bit_length() - 1
    king_files = 1 << king % 8 | beside(1 << king % 8)
    shield = north(own[KING]) | north(north(own[KING]))
    shield |= (shield & ~FILE_A) >> 1 | (shield & ~FILE_H) << 1
    target = opp[KING].bit_length() - 1
    zone = opp[KING] | chess.BB_KING_ATTACKS[target]
    hits = pawn_hits | knights | slanted | straight
    rooks, mine, theirs = files(own[ROOK]), files(own[PAWN]), files(opp[PAWN])
    free = ~friends & ~hostile
    return {
        "SHELTER": file_count(own[PAWN] & shield) if opp[QUEEN] else 0,
        "KING_OPEN": count(king_files & ~mine) if opp[QUEEN] else 0,
        "KING_ATTACK": count(zone & hits) if own[QUEEN] else 0,
        "MOBILITY_MINOR": count((knights | slanted) & free),
        "MOBILITY_MAJOR": count(straight & free),
        "ROOK_OPEN": count(rooks & ~mine & ~theirs),
        "ROOK_HALF": count(rooks & ~mine & theirs),
        "ROOK_7TH": count(own[ROOK] & RANK_7),
        "BISHOP_PAIR": int(bool(own[BISHOP] & DARK and own[BISHOP] & ~DARK)),
        "THREAT_KNIGHT": file_count(knights & (opp[ROOK] | opp[QUEEN])),
    }


def counts(position, full=True):
    """The count of every term for the mover, in one dictionary."""
    terms = pawn_counts(position.own, position.opp, position.all_opp())
    terms.update(piece_counts(position.own, position.opp))
    if not full:
        for name in LEFT_OUT:
            terms[name] = 0
    return terms


class Evaluation:
    """All figures of section 8 for one position."""

    def __init__(self, position, weights=None, full=True):
        self.position = position
        self.weights = weights or DEFS.weight
        self.full = full

    def sums(self):
        """mg and eg."""
        totals = []
        for name in ("PSQT_MG", "PSQT_EG"):
            table, total = self.weights[name], 0
            for piece in range(6):
                for square in chess.scan_forward(self.position.own[piece]):
                    total += table[piece * 64 + square]
                for square in chess.scan_forward(self.position.opp[piece]):
                    total -= table[piece * 64 + (square ^ 56)]
            totals.append((total + 0x8000) % 0x10000 - 0x8000)
        return totals

    def fast(self):
        mg, eg = self.sums()
        phase = min(self.position.phase(), CONST["PHASE_FULL"])
        score = eg + (mg - eg) * phase // CONST["PHASE_FULL"]
        limit = CONST["FAST_LIMIT"]
        return max(-limit, min(limit, score))

    def terms(self):
        """The counts of the mover and of the opponent."""
        return counts(self.position, self.full), counts(self.position.flipped(), self.full)

    def slow(self):
        mine, yours = self.terms()
        total = sum(self.weights[name] * (mine[name] - yours[name]) for name in mine)
        margin = self.weights["LAZY"]
        return max(-margin, min(margin, total + self.weights["TEMPO"]))

    def stand_pat(self, b):
        fast, margin = self.fast(), self.weights["LAZY"]
        if fast - margin >= b:
            return fast - margin
        if fast + margin < b:
            return fast + margin
        return fast + self.slow()
