// SPDX-License-Identifier: Apache-2.0
#include "eval_reference.h"

#include <stdbool.h>
#include <string.h>

#include "zf_defs.h"

// Every rule that the page states and a slip could lose; the one in force is given by number.
enum {
    NO_FAULT,
    DOUBLED_THREE,
    ISOLATED_ONE_SIDE,
    ISOLATED_WRAPS,
    BACKWARD_NO_GUARD,
    BACKWARD_GUARD_NEAR,
    BACKWARD_NO_ATTACK,
    CONNECTED_PHALANX,
    PASSED_OWN_FILE_ONLY,
    PASSED_SIDES_ONLY,
    PASSED_LEVEL,
    PASSED_NUMBER,
    PASSED_4_LOW,
    PASSED_5_FREE,
    PASSED_6_LOW,
    PASSED_7_MISSING,
    BLOCKED_BY_ANY,
    BLOCKED_NO_KING,
    SHELTER_NO_QUEEN,
    SHELTER_ONE_RANK,
    SHELTER_THREE_RANKS,
    OPEN_NO_QUEEN,
    OPEN_OWN_FILE,
    ATTACK_NO_QUEEN,
    ATTACK_NO_CENTRE,
    ATTACK_NO_PAWNS,
    ATTACK_NO_KNIGHTS,
    MINOR_OWN_MEN,
    MINOR_PAWN_ATTACKS,
    MINOR_NO_KNIGHTS,
    MAJOR_DIAGONALS,
    MAJOR_PAWN_ATTACKS,
    ROOK_OPEN_HALF,
    ROOK_OPEN_QUEENS,
    ROOK_HALF_OWN,
    ROOK_7TH_8TH,
    ROOK_7TH_QUEENS,
    OUTPOST_RANK_7,
    OUTPOST_NOW,
    OUTPOST_UNGUARDED,
    PAIR_ANY_TWO,
    PAIR_QUEENS,
    THREAT_PAWN_PAWNS,
    THREAT_PAWN_KING,
    THREAT_PAWN_NUMBER,
    THREAT_KNIGHT_MINORS,
    THREAT_KNIGHT_ROOKS,
    FAULTS
};

static const struct {
    const char *name;
    int term;
} faults[FAULTS] = {
    [DOUBLED_THREE] = {"doubled from three pawns", ZF_W_DOUBLED},
    [ISOLATED_ONE_SIDE] = {"isolated with a pawn on the right", ZF_W_ISOLATED},
    [ISOLATED_WRAPS] = {"files a and h are neighbours", ZF_W_ISOLATED},
    [BACKWARD_NO_GUARD] = {"backward with a pawn to guard it", ZF_W_BACKWARD},
    [BACKWARD_GUARD_NEAR] = {"backward unless guarded now", ZF_W_BACKWARD},
    [BACKWARD_NO_ATTACK] = {"backward without attack", ZF_W_BACKWARD},
    [CONNECTED_PHALANX] = {"connected side by side", ZF_W_CONNECTED},
    [PASSED_OWN_FILE_ONLY] = {"passed by its own file", ZF_W_PASSED},
    [PASSED_SIDES_ONLY] = {"passed by the neighbouring files", ZF_W_PASSED},
    [PASSED_LEVEL] = {"passed only if none stands level", ZF_W_PASSED},
    [PASSED_NUMBER] = {"passed pawns by number", ZF_W_PASSED},
    [PASSED_4_LOW] = {"rank 3 for rank 4", ZF_W_PASSED_4},
    [PASSED_5_FREE] = {"rank 5 without being passed", ZF_W_PASSED_5},
    [PASSED_6_LOW] = {"rank 5 for rank 6", ZF_W_PASSED_6},
    [PASSED_7_MISSING] = {"rank 7 only if not blocked", ZF_W_PASSED_7},
    [BLOCKED_BY_ANY] = {"blocked by own men", ZF_W_PASSED_BLOCKED},
    [BLOCKED_NO_KING] = {"not blocked by a king", ZF_W_PASSED_BLOCKED},
    [SHELTER_NO_QUEEN] = {"shelter without a queen", ZF_W_SHELTER},
    [SHELTER_ONE_RANK] = {"shelter of one rank", ZF_W_SHELTER},
    [SHELTER_THREE_RANKS] = {"shelter beside the king", ZF_W_SHELTER},
    [OPEN_NO_QUEEN] = {"open files without a queen", ZF_W_KING_OPEN},
    [OPEN_OWN_FILE] = {"open files without the king's", ZF_W_KING_OPEN},
    [ATTACK_NO_QUEEN] = {"attack without a queen", ZF_W_KING_ATTACK},
    [ATTACK_NO_CENTRE] = {"zone without the king's square", ZF_W_KING_ATTACK},
    [ATTACK_NO_PAWNS] = {"attack without pawns", ZF_W_KING_ATTACK},
    [ATTACK_NO_KNIGHTS] = {"attack without knights", ZF_W_KING_ATTACK},
    [MINOR_OWN_MEN] = {"mobility over own men", ZF_W_MOBILITY_MINOR},
    [MINOR_PAWN_ATTACKS] = {"mobility into pawns", ZF_W_MOBILITY_MINOR},
    [MINOR_NO_KNIGHTS] = {"mobility without knights", ZF_W_MOBILITY_MINOR},
    [MAJOR_DIAGONALS] = {"mobility of diagonals as files", ZF_W_MOBILITY_MAJOR},
    [MAJOR_PAWN_ATTACKS] = {"mobility into pawns", ZF_W_MOBILITY_MAJOR},
    [ROOK_OPEN_HALF] = {"half-open counts as open", ZF_W_ROOK_OPEN},
    [ROOK_OPEN_QUEENS] = {"queens on open files", ZF_W_ROOK_OPEN},
    [ROOK_HALF_OWN] = {"half-open by own pawns", ZF_W_ROOK_HALF},
    [ROOK_7TH_8TH] = {"rank 8 as rank 7", ZF_W_ROOK_7TH},
    [ROOK_7TH_QUEENS] = {"queens on rank 7", ZF_W_ROOK_7TH},
    [OUTPOST_RANK_7] = {"outpost on rank 7", ZF_W_OUTPOST},
    [OUTPOST_NOW] = {"outpost not attacked now", ZF_W_OUTPOST},
    [OUTPOST_UNGUARDED] = {"outpost unguarded", ZF_W_OUTPOST},
    [PAIR_ANY_TWO] = {"a pair of any two bishops", ZF_W_BISHOP_PAIR},
    [PAIR_QUEENS] = {"queens for bishops", ZF_W_BISHOP_PAIR},
    [THREAT_PAWN_PAWNS] = {"pawns threatened", ZF_W_THREAT_PAWN},
    [THREAT_PAWN_KING] = {"the king threatened by a pawn", ZF_W_THREAT_PAWN},
    [THREAT_PAWN_NUMBER] = {"threats of pawns by number", ZF_W_THREAT_PAWN},
    [THREAT_KNIGHT_MINORS] = {"minor pieces threatened", ZF_W_THREAT_KNIGHT},
    [THREAT_KNIGHT_ROOKS] = {"queens not threatened", ZF_W_THREAT_KNIGHT},
};

const char *eval_fault_name(int fault) {
    return faults[fault].name;
}

int eval_fault_term(int fault) {
    return faults[fault].term - ZF_W_DOUBLED;
}

int eval_fault_count(void) {
    return FAULTS - 1;
}

// --- the board --------------------------------------------------------------------------------
// Men as letters, upper case X's; files and ranks from 1; outside the board nothing stands.
typedef struct {
    char man[10][10];
    bool pawn_own[10][10], pawn_other[10][10]; // attacked by pawns of X, of the opponent
    const eval_planes_t *planes;
    int fault;
} board_t;

static bool bit(uint64_t set, int file, int rank) {
    return file >= 1 && file <= 8 && rank >= 1 && rank <= 8 &&
           (set >> ((rank - 1) * 8 + file - 1) & 1) != 0;
}

static char man_at(const eval_planes_t *p, int file, int rank) {
    bool a = bit(p->a, file, rank), b = bit(p->b, file, rank);
    bool orth = bit(p->orth, file, rank), diag = bit(p->diag, file, rank);
    char man = '.';
    if (a)
        man = b ? 'k' : 'p';
    else if (b)
        man = 'n';
    else if (orth)
        man = diag ? 'q' : 'r';
    else if (diag)
        man = 'b';
    if (man != '.' && bit(p->own, file, rank))
        man = (char)(man - 'a' + 'A');
    return man;
}

static void set_up(board_t *board, const eval_planes_t *planes, int fault) {
    memset(board, 0, sizeof *board);
    board->planes = planes;
    board->fault = fault;
    for (int rank = 1; rank <= 8; rank++)
        for (int file = 1; file <= 8; file++)
            board->man[file][rank] = man_at(planes, file, rank);
    for (int rank = 1; rank <= 8; rank++)
        for (int file = 1; file <= 8; file++) {
            if (board->man[file][rank] == 'P')
                board->pawn_own[file - 1][rank + 1] = board->pawn_own[file + 1][rank + 1] = true;
            if (board->man[file][rank] == 'p')
                board->pawn_other[file - 1][rank - 1] = board->pawn_other[file + 1][rank - 1] =
                    true;
        }
}

static bool is(const board_t *board, int file, int rank, const char *men) {
    char man = board->man[file][rank];
    return man != 0 && strchr(men, man) != NULL;
}

// How many men of these kinds a file holds.
static int on_file(const board_t *board, int file, const char *men) {
    int n = 0;
    for (int rank = 1; rank <= 8; rank++)
        n += is(board, file, rank, men);
    return n;
}

static bool on_board(const board_t *board, const char *men) {
    for (int file = 1; file <= 8; file++)
        if (on_file(board, file, men) > 0)
            return true;
    return false;
}

static void find(const board_t *board, char man, int *file, int *rank) {
    for (*file = 1; *file <= 8; ++*file)
        for (*rank = 1; *rank <= 8; ++*rank)
            if (board->man[*file][*rank] == man)
                return;
    *file = *rank = 0;
}

static bool in_span(const board_t *board, int file, int rank) {
    for (int r = rank; r <= 8; r++)
        if (board->pawn_other[file][r])
            return true;
    return false;
}

// --- what one square shows --------------------------------------------------------------------
static bool passed(const board_t *board, int file, int rank) {
    bool sides = in_span(board, file, rank), before = false;
    if (!is(board, file, rank, "P"))
        return false;
    for (int r = rank + 1; r <= 8; r++)
        before |= is(board, file, r, "p");
    if (board->fault == PASSED_OWN_FILE_ONLY)
        sides = false;
    if (board->fault == PASSED_SIDES_ONLY)
        before = false;
    if (board->fault == PASSED_LEVEL)
        sides |= is(board, file - 1, rank, "p") || is(board, file + 1, rank, "p");
    return !sides && !before;
}

static bool any_pawn(const board_t *board, int file, int rank) {
    return is(board, file, rank, "P");
}

static bool backward(const board_t *board, int file, int rank) {
    bool guarded = false, attacked = board->pawn_other[file][rank + 1];
    for (int r = rank + 1; r >= 1; r--)
        guarded |= board->pawn_own[file][r];
    if (board->fault == BACKWARD_NO_GUARD)
        guarded = false;
    if (board->fault == BACKWARD_GUARD_NEAR)
        guarded = board->pawn_own[file][rank + 1];
    if (board->fault == BACKWARD_NO_ATTACK)
        attacked = true;
    return is(board, file, rank, "P") && attacked && !guarded;
}

static bool connected(const board_t *board, int file, int rank) {
    bool beside = is(board, file - 1, rank, "P") || is(board, file + 1, rank, "P");
    return is(board, file, rank, "P") &&
           (board->pawn_own[file][rank] || (board->fault == CONNECTED_PHALANX && beside));
}

static bool blocked(const board_t *board, int file, int rank) {
    const char *men = board->fault == BLOCKED_BY_ANY    ? "pnbrqkNBRQKP"
                      : board->fault == BLOCKED_NO_KING ? "pnbrq"
                                                        : "pnbrqk";
    return passed(board, file, rank) && is(board, file, rank + 1, men);
}

static bool outpost(const board_t *board, int file, int rank) {
    bool guarded = board->pawn_own[file][rank] || board->fault == OUTPOST_UNGUARDED;
    bool chased =
        board->fault == OUTPOST_NOW ? board->pawn_other[file][rank] : in_span(board, file, rank);
    return rank >= 4 && rank <= (board->fault == OUTPOST_RANK_7 ? 7 : 6) &&
           is(board, file, rank, "N") && guarded && !chased;
}

static bool pawn_threat(const board_t *board, int file, int rank) {
    const char *men = board->fault == THREAT_PAWN_PAWNS  ? "pnbrq"
                      : board->fault == THREAT_PAWN_KING ? "nbrqk"
                                                         : "nbrq";
    return board->pawn_own[file][rank] && is(board, file, rank, men);
}

static bool knight_threat(const board_t *board, int file, int rank) {
    const char *men = board->fault == THREAT_KNIGHT_MINORS  ? "nbrq"
                      : board->fault == THREAT_KNIGHT_ROOKS ? "r"
                                                            : "rq";
    return bit(board->planes->knight_reach, file, rank) && is(board, file, rank, men);
}

typedef bool test_t(const board_t *board, int file, int rank);

static int file_count(const board_t *board, test_t *test) {
    int n = 0;
    for (int file = 1; file <= 8; file++) {
        bool any = false;
        for (int rank = 1; rank <= 8; rank++)
            any |= test(board, file, rank);
        n += any;
    }
    return n;
}

static int rank_count(const board_t *board, test_t *test, int rank) {
    int n = 0;
    for (int file = 1; file <= 8; file++)
        n += test(board, file, rank);
    return n;
}

static int total_count(const board_t *board, test_t *test) {
    int n = 0;
    for (int rank = 1; rank <= 8; rank++)
        n += rank_count(board, test, rank);
    return n;
}

// --- groups of terms --------------------------------------------------------------------------
static void count_files(const board_t *board, int *c) {
    for (int file = 1; file <= 8; file++) {
        int own = on_file(board, file, "P");
        bool left = file > 1 && on_file(board, file - 1, "P") > 0;
        bool right = file < 8 && on_file(board, file + 1, "P") > 0;
        if (board->fault == ISOLATED_ONE_SIDE)
            right = false;
        if (board->fault == ISOLATED_WRAPS && file == 1)
            left = on_file(board, 8, "P") > 0;
        c[ZF_W_DOUBLED] += own >= (board->fault == DOUBLED_THREE ? 3 : 2);
        c[ZF_W_ISOLATED] += own > 0 && !left && !right;
    }
}

static void count_pawns(const board_t *board, int *c) {
    c[ZF_W_BACKWARD] = file_count(board, backward);
    c[ZF_W_CONNECTED] = file_count(board, connected);
    c[ZF_W_PASSED] = file_count(board, passed);
    c[ZF_W_PASSED_4] = rank_count(board, passed, 4);
    c[ZF_W_PASSED_5] = rank_count(board, passed, 5);
    c[ZF_W_PASSED_6] = rank_count(board, passed, 6);
    c[ZF_W_PASSED_7] = rank_count(board, passed, 7);
    c[ZF_W_PASSED_BLOCKED] = file_count(board, blocked);
    if (board->fault == PASSED_NUMBER)
        c[ZF_W_PASSED] = total_count(board, passed);
    if (board->fault == PASSED_4_LOW)
        c[ZF_W_PASSED_4] = rank_count(board, passed, 3);
    if (board->fault == PASSED_6_LOW)
        c[ZF_W_PASSED_6] = rank_count(board, passed, 5);
    if (board->fault == PASSED_7_MISSING)
        c[ZF_W_PASSED_7] -= rank_count(board, blocked, 7);
    if (board->fault == PASSED_5_FREE)
        c[ZF_W_PASSED_5] = rank_count(board, any_pawn, 5);
}

static void count_own_king(const board_t *board, int *c) {
    int king_file, king_rank, fault = board->fault;
    find(board, 'K', &king_file, &king_rank);
    bool queen = on_board(board, "q");
    for (int file = king_file - 1; file <= king_file + 1; file++) {
        if (file < 1 || file > 8)
            continue;
        bool pawn = is(board, file, king_rank + 1, "P");
        if (fault != SHELTER_ONE_RANK && king_rank < 8)
            pawn |= is(board, file, king_rank + 2, "P");
        if (fault == SHELTER_THREE_RANKS)
            pawn |= is(board, file, king_rank, "P");
        c[ZF_W_SHELTER] += pawn && (queen || fault == SHELTER_NO_QUEEN);
        c[ZF_W_KING_OPEN] += on_file(board, file, "P") == 0 && (queen || fault == OPEN_NO_QUEEN) &&
                             !(fault == OPEN_OWN_FILE && file == king_file);
    }
}

static void count_other_king(const board_t *board, int *c) {
    int king_file, king_rank, fault = board->fault;
    const eval_planes_t *p = board->planes;
    find(board, 'k', &king_file, &king_rank);
    if (!on_board(board, "Q") && fault != ATTACK_NO_QUEEN)
        return;
    for (int file = king_file - 1; file <= king_file + 1; file++)
        for (int rank = king_rank - 1; rank <= king_rank + 1; rank++) {
            if (file < 1 || file > 8 || rank < 1 || rank > 8)
                continue;
            if (fault == ATTACK_NO_CENTRE && file == king_file && rank == king_rank)
                continue;
            bool hit = bit(p->diag_reach | p->orth_reach, file, rank);
            hit |= fault != ATTACK_NO_KNIGHTS && bit(p->knight_reach, file, rank);
            hit |= fault != ATTACK_NO_PAWNS && board->pawn_own[file][rank];
            c[ZF_W_KING_ATTACK] += hit;
        }
}

static void count_mobility(const board_t *board, int *c) {
    const eval_planes_t *p = board->planes;
    int fault = board->fault;
    for (int file = 1; file <= 8; file++)
        for (int rank = 1; rank <= 8; rank++) {
            bool own = bit(p->own, file, rank), chased = board->pawn_other[file][rank];
            bool knight = bit(p->knight_reach, file, rank) && fault != MINOR_NO_KNIGHTS;
            bool minor = knight || bit(p->diag_reach, file, rank);
            bool major = bit(fault == MAJOR_DIAGONALS ? p->diag_reach : p->orth_reach, file, rank);
            c[ZF_W_MOBILITY_MINOR] += minor && (!own || fault == MINOR_OWN_MEN) &&
                                      (!chased || fault == MINOR_PAWN_ATTACKS);
            c[ZF_W_MOBILITY_MAJOR] += major && !own && (!chased || fault == MAJOR_PAWN_ATTACKS);
        }
}

static void count_rooks(const board_t *board, int *c) {
    int fault = board->fault;
    for (int file = 1; file <= 8; file++) {
        bool rook = on_file(board, file, fault == ROOK_OPEN_QUEENS ? "RQ" : "R") > 0;
        bool own = on_file(board, file, "P") > 0, other = on_file(board, file, "p") > 0;
        c[ZF_W_ROOK_OPEN] += rook && !own && (!other || fault == ROOK_OPEN_HALF);
        c[ZF_W_ROOK_HALF] += rook && other && (!own || fault == ROOK_HALF_OWN);
        c[ZF_W_ROOK_7TH] +=
            is(board, file, fault == ROOK_7TH_8TH ? 8 : 7, fault == ROOK_7TH_QUEENS ? "RQ" : "R");
    }
}

static void count_pair(const board_t *board, int *c) {
    int colour[2] = {0, 0};
    for (int file = 1; file <= 8; file++)
        for (int rank = 1; rank <= 8; rank++)
            colour[(file + rank) & 1] +=
                is(board, file, rank, board->fault == PAIR_QUEENS ? "BQ" : "B");
    c[ZF_W_BISHOP_PAIR] = colour[0] > 0 && colour[1] > 0;
    if (board->fault == PAIR_ANY_TWO)
        c[ZF_W_BISHOP_PAIR] = colour[0] + colour[1] >= 2;
}

void eval_counts(const eval_planes_t *planes, int fault, int counts[EVAL_TERMS]) {
    board_t board;
    int by_address[ZF_W_DOUBLED + EVAL_TERMS] = {0};
    set_up(&board, planes, fault);
    count_files(&board, by_address);
    count_pawns(&board, by_address);
    count_own_king(&board, by_address);
    count_other_king(&board, by_address);
    count_mobility(&board, by_address);
    count_rooks(&board, by_address);
    by_address[ZF_W_OUTPOST] = file_count(&board, outpost);
    count_pair(&board, by_address);
    by_address[ZF_W_THREAT_PAWN] = fault == THREAT_PAWN_NUMBER ? total_count(&board, pawn_threat)
                                                               : file_count(&board, pawn_threat);
    by_address[ZF_W_THREAT_KNIGHT] = file_count(&board, knight_threat);
    memcpy(counts, by_address + ZF_W_DOUBLED, EVAL_TERMS * sizeof *counts);
}
