# SPDX-License-Identifier: Apache-2.0
"""Position, moves and definitions of the second chip model (chip_model.py): docs/chip.md 1, 2, 5.

Constants, weights, the order of squares and key seeds are read from defs/*.def by a parser of
this file's own; attacks come from python-chess's tables. Nothing is incremental: the key is
computed anew from the board.
"""
import glob
import os

import chess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ALL = (1 << 64) - 1
RANK_1, RANK_2, RANK_3 = 0xFF, 0xFF << 8, 0xFF << 16
RANK_7, RANK_8 = 0xFF << 48, 0xFF << 56
FILE_A, FILE_H = 0x0101010101010101, 0x8080808080808080
DARK = 0xAA55AA55AA55AA55
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
PUSH = 6  # the victim class "promotion push"
CASTLES = (  # right of the mover, king to, rook from, rook to, squares that must be empty, passed
    (0, 6, 7, 5, 1 << 5 | 1 << 6, 5),
    (1, 2, 0, 3, 1 << 1 | 1 << 2 | 1 << 3, 3),
)


# --- defs ---------------------------------------------------------------------------------------
class Defs:
    """What this model needs of defs/: constants, enums, weights, the ORDER table and the keys."""

    def __init__(self, folder=os.path.join(ROOT, "defs")):
        self.const, self.weight, self.table, self.keys, self.enum = {}, {}, {}, {}, {}
        self.address = {}
        for name in sorted(glob.glob(os.path.join(folder, "*.def"))):
            with open(name, encoding="utf-8") as file:
                self._read(file)

    def _read(self, file):
        row = None  # the directive whose rows follow, as (kind, list or dict)
        for line in file:
            words = self._words(line)
            if not words:
                continue
            kind, rest = words[0], words[1:]
            if kind == "const":
                self.const[rest[0]] = int(rest[1], 0)
            elif kind == "weight":
                self.weight[rest[0]] = int(rest[3], 0)
                self.address[rest[0]] = int(rest[1], 0)
            elif kind == "weights":
                row = self.weight[rest[0]] = []
                self.address[rest[0]] = int(rest[1], 0)
            elif kind == "table":
                row = self.table[rest[0]] = []
            elif kind == "keys":
                self.keys[rest[0]] = splitmix64(int(rest[2], 0), int(rest[1], 0))
            elif kind == "enum":
                row = self.enum[rest[0]] = {}
            elif kind in ("group", "word", "option"):
                row = None
            elif isinstance(row, list):
                row.extend(int(word, 0) for word in words)
            elif isinstance(row, dict):
                row[words[1]] = int(words[0], 0)

    @staticmethod
    def _words(line):
        text = ""
        quoted = False
        for char in line:
            if char == '"':
                quoted = not quoted
            elif char == "#" and not quoted:
                break
            elif not quoted:
                text += char
        return text.split()


def splitmix64(state, count):
    """The first `count` numbers of the generator from seed `state` (Steele, Lea, Flood 2014)."""
    numbers = []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & ALL
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & ALL
        z = (z ^ z >> 27) * 0x94D049BB133111EB & ALL
        numbers.append(z ^ z >> 31)
    return numbers


DEFS = Defs()
CONST = DEFS.const
MATE, MATE_BOUND, NO_SCORE = CONST["MATE"], CONST["MATE_BOUND"], CONST["NO_SCORE"]
ORDER = DEFS.table["ORDER"]
RANKED = {square: place for place, square in enumerate(ORDER)}
KEY_PIECE, KEY_CASTLE, KEY_EP = (DEFS.keys[n] for n in ("key_piece", "key_castle", "key_ep"))
PROMOTED = (QUEEN, KNIGHT, ROOK, BISHOP)  # by promotion code


# --- squares and sets ---------------------------------------------------------------------------
def squares(bits):
    """The squares of a set by ORDER."""
    return sorted(chess.scan_forward(bits), key=RANKED.__getitem__)


def count(bits):
    return bin(bits).count("1")


def flip(bits):
    return chess.flip_vertical(bits)


def rho(word):
    return word >> 32 | (word & 0xFFFFFFFF) << 32


def north(bits):
    return bits << 8 & ALL


def south(bits):
    return bits >> 8


def fill_north(bits):
    for _ in range(7):
        bits |= north(bits)
    return bits


def fill_south(bits):
    for _ in range(7):
        bits |= south(bits)
    return bits


def files(bits):
    """The files that hold a square of the set, bit 0 for file a."""
    return fill_south(bits) & RANK_1


def file_count(bits):
    return count(files(bits))


def diagonals(square, occupied):
    return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]


def lines(square, occupied):
    return (chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
            | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied])


def attacks(piece, square, occupied):
    """Squares that a man attacks; a pawn as one that moves up."""
    if piece == PAWN:
        return chess.BB_PAWN_ATTACKS[chess.WHITE][square]
    if piece == KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    if piece == BISHOP:
        return diagonals(square, occupied)
    if piece == ROOK:
        return lines(square, occupied)
    if piece == QUEEN:
        return diagonals(square, occupied) | lines(square, occupied)
    return chess.BB_KING_ATTACKS[square]


def pawn_attacks(pawns):
    return (pawns & ~FILE_A) << 7 & ALL | (pawns & ~FILE_H) << 9 & ALL


def union(sets):
    bits = 0
    for one in sets:
        bits |= one
    return bits


def pack(origin, target, promotion=0):
    return origin | target << 6 | promotion << 12


# --- a node's state (section 2) -----------------------------------------------------------------
class Position:
    """Board and state of a node, all squares as the mover sees them."""

    def __init__(self):
        self.own, self.opp = [0] * 6, [0] * 6  # sets by type
        self.rights = 0                        # bits: own king, own queen, other king, other queen
        self.ep = None
        self.clock = self.r = 0
        self.vacated = [0, 0]                  # of the mover, of the opponent
        self.returned = (False, False)         # the move into the node, the move before it
        self.asks = True                       # the key holds en passant (depth >= 1)
        self._key = None

    def all_own(self):
        return union(self.own)

    def all_opp(self):
        return union(self.opp)

    def piece_at(self, square, sets):
        for piece in range(6):
            if sets[piece] >> square & 1:
                return piece
        return None

    def attackers(self, square):
        """The opponent's men that attack a square."""
        occupied = self.all_own() | self.all_opp()
        found = chess.BB_PAWN_ATTACKS[chess.WHITE][square] & self.opp[PAWN]
        for piece in range(KNIGHT, 6):
            found |= attacks(piece, square, occupied) & self.opp[piece]
        return found

    def king(self):
        return self.own[KING].bit_length() - 1

    def in_check(self):
        return self.attackers(self.king()) != 0

    def flipped(self):
        """The same board seen by the other side; only men and rights."""
        other = Position()
        other.own = [flip(bits) for bits in self.opp]
        other.opp = [flip(bits) for bits in self.own]
        other.rights = self.rights >> 2 | (self.rights & 3) << 2
        return other

    def can_take_king(self):
        """Whether the mover could capture the opponent's king: the move into here was illegal."""
        return self.flipped().in_check()

    # The key.
    def key(self):
        if self._key is None:
            theirs = [flip(bits) for bits in self.opp]
            self._key = self._half(self.own, self.rights)
            self._key ^= rho(self._half(theirs, self.rights >> 2))
            if self.asks and self.ep is not None and self._ep_is_legal():
                self._key ^= KEY_EP[self.ep & 7]
        return self._key

    @staticmethod
    def _half(sets, rights):
        word = 0
        for piece in range(6):
            for square in chess.scan_forward(sets[piece]):
                word ^= KEY_PIECE[piece * 64 + square]
        for side in range(2):
            if rights >> side & 1:
                word ^= KEY_CASTLE[side]
        return word

    def _ep_is_legal(self):
        for origin in chess.scan_forward(self.own[PAWN]):
            if attacks(PAWN, origin, 0) >> self.ep & 1:
                if not self.make(pack(origin, self.ep)).can_take_king():
                    return True
        return False

    # Making moves.
    def make(self, move):
        """The position after a pseudo-legal move, legal or not (see `enters`)."""
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        piece = self.piece_at(origin, self.own)
        after = Position()
        own, opp = list(self.own), list(self.opp)
        own[piece] ^= 1 << origin
        captured = self.piece_at(target, opp)
        if captured is not None:
            opp[captured] ^= 1 << target
        elif piece == PAWN and target == self.ep and (target - origin) % 8:
            captured = PAWN
            opp[PAWN] ^= 1 << target - 8
        promotes = piece == PAWN and target >= 56
        own[PROMOTED[promotion] if promotes else piece] |= 1 << target
        for _, to, rook_from, rook_to, _, _ in CASTLES:
            if piece == KING and origin == 4 and target == to:
                own[ROOK] ^= 1 << rook_from | 1 << rook_to
        rights = self.rights
        for bit, home in ((0, 7), (1, 0), (2, 63), (3, 56)):
            king_home = 4 if bit < 2 else 60
            if {origin, target} & {home, king_home}:
                rights &= ~(1 << bit)
        ep = None
        if piece == PAWN and target - origin == 16:
            if chess.BB_KING_ATTACKS[target] & 0xFF << 24 & opp[PAWN]:
                ep = origin + 8
        after.own, after.opp, after.rights = own, opp, rights
        after = after.flipped()
        after.ep = None if ep is None else ep ^ 56
        progress = captured is not None or piece == PAWN
        after.clock = 0 if progress else min(self.clock + 1, 127)
        irreversible = progress or rights != self.rights
        self._look_back(after, irreversible, origin, target)
        return after

    def _look_back(self, after, irreversible, origin, target):
        """r, the vacated sets and the flags of the position after a move (section 4)."""
        if irreversible:
            after.r, after.vacated = 0, [0, 0]
            returned = False
        else:
            after.r = self.r + 1
            returned = bool(self.vacated[0] >> target % 32 & 1)
            after.vacated = [self.vacated[1], self.vacated[0] | 1 << origin % 32]
        after.returned = (returned, self.returned[0])

    def make_null(self):
        after = self.flipped()
        after.clock = min(self.clock + 1, 127)
        after.returned = (False, self.returned[0])
        return after

    def enters(self, move):
        """The position after a move, or None if the move is illegal."""
        after = self.make(move)
        if after.can_take_king():
            return None
        origin, target = move & 63, move >> 6 & 63
        if self.is_castling(move):
            passed = (origin + target) // 2
            if after.flipped().attackers(passed):
                return None
        return after

    def is_castling(self, move):
        return move in (pack(4, 6), pack(4, 2)) and bool(self.own[KING] >> 4 & 1)

    # The fast evaluation (section 8).
    def phase(self):
        total = 0
        for sets in (self.own, self.opp):
            total += CONST["PHASE_KNIGHT"] * count(sets[KNIGHT] | sets[BISHOP])
            total += CONST["PHASE_ROOK"] * count(sets[ROOK])
            total += CONST["PHASE_QUEEN"] * count(sets[QUEEN])
        return total

    def bare(self):
        both = [mine | yours for mine, yours in zip(self.own, self.opp)]
        if self.phase() >= CONST["BARE_PHASE"] or both[PAWN] | both[ROOK] | both[QUEEN]:
            return False
        bishops = both[BISHOP]
        if not bishops:
            return count(both[KNIGHT]) <= 1
        return not both[KNIGHT] and (not bishops & DARK or not bishops & ~DARK)


# --- the order of moves (section 5) -------------------------------------------------------------
class Generator:
    """All pseudo-legal moves of one node, by phase."""

    def __init__(self, position, under_promotions):
        self.position = position
        self.codes = range(4) if under_promotions else range(1)
        self.occupied = position.all_own() | position.all_opp()
        self.reach = [(piece, square, attacks(piece, square, self.occupied))
                      for piece in range(6) for square in squares(position.own[piece])]
        checkers = position.attackers(position.king())
        self.check = checkers != 0
        self.mask, self.takes_checker = ALL, True
        if self.check:
            self.mask = self.takes_checker = 0
            if count(checkers) == 1:
                checker = checkers.bit_length() - 1
                self.mask = checkers | chess.between(position.king(), checker)
                self.takes_checker = position.ep is not None and checker == position.ep - 8

    def _allowed(self, piece, target):
        return piece == KING or self.mask >> target & 1

    def _moves(self, piece, origin, target):
        if piece == PAWN and target >= 56:
            return [pack(origin, target, code) for code in self.codes]
        return [pack(origin, target)]

    def victims(self):
        """Phase 2: pairs of a victim's class and the moves against it, at least one each."""
        found = []
        for kind in (QUEEN, PUSH, ROOK, BISHOP, KNIGHT, PAWN):
            for target in squares(self._victim_set(kind)):
                moves = self._pushes(target) if kind == PUSH else self._captures(target)
                if moves:
                    found.append((kind, moves))
        return found

    def _victim_set(self, kind):
        position = self.position
        if kind == PUSH:
            return north(position.own[PAWN] & RANK_7) & ~self.occupied
        ep = 1 << position.ep if kind == PAWN and position.ep is not None else 0
        return position.opp[kind] | ep

    def _captures(self, target):
        moves = []
        ep = target == self.position.ep
        for piece, origin, reach in self.reach:
            if not reach >> target & 1 or ep and piece != PAWN:
                continue
            if self._allowed(piece, target) or ep and self.takes_checker:
                moves += self._moves(piece, origin, target)
        return moves

    def _pushes(self, target):
        return self._moves(PAWN, target - 8, target) if self._allowed(PAWN, target) else []

    def captures(self):
        return [move for _, moves in self.victims() for move in moves]

    def castlings(self):
        position = self.position
        moves = []
        for right, to, _, _, empty, _ in CASTLES:
            if position.rights >> right & 1 and not self.check and not self.occupied & empty:
                moves.append(pack(4, to))
        return moves

    def quiets(self):
        """Phase 4 without castling."""
        by_target = {}
        for piece, origin, reach in self.reach:
            if piece == PAWN:
                reach = self._pawn_steps(origin)
            for target in chess.scan_forward(reach & ~self.occupied):
                if self._allowed(piece, target):
                    by_target.setdefault(target, []).append(pack(origin, target))
        return [move for target in sorted(by_target, key=RANKED.__getitem__)
                for move in by_target[target]]

    def _pawn_steps(self, origin):
        step = north(1 << origin) & ~self.occupied & ~RANK_8
        return step | north(step & RANK_3) & ~self.occupied

    def in_order(self):
        """Phases 2 and 4."""
        return self.captures() + self.castlings() + self.quiets()


def legal_moves(position):
    moves = Generator(position, True).in_order()
    return [move for move in moves if position.enters(move) is not None]
