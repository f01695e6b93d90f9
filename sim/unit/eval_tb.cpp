// SPDX-License-Identifier: Apache-2.0
// Unit bench of zf_eval: a position every clock, each sum compared with the plain count of
// eval_reference.c. Usage: eval_tb SEED FILE... (FILE: lines that begin with a FEN). The last line
// is "N passed, N failed". FULL and LATENCY are set by the build.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "eval_reference.h"
#include "Vzf_eval.h"
typedef Vzf_eval device_t;
#include "verilated.h"
#include "zf_defs.h"

namespace {

// Terms that the small chip leaves out, docs/chip.md section 8.
const int LEFT_OUT[] = {ZF_W_BACKWARD, ZF_W_CONNECTED,   ZF_W_PASSED_BLOCKED,
                        ZF_W_SHELTER,  ZF_W_KING_OPEN,   ZF_W_KING_ATTACK,
                        ZF_W_OUTPOST,  ZF_W_THREAT_PAWN, ZF_W_THREAT_KNIGHT};

struct Random {
    uint64_t state;
    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    int below(int n) {
        return static_cast<int>(next() % static_cast<uint64_t>(n));
    }
};

bool in_chip(int term) {
    for (int address : LEFT_OUT)
        if (address - ZF_W_DOUBLED == term && !FULL)
            return false;
    return true;
}

// --- boards -----------------------------------------------------------------------------------
void put(eval_planes_t *p, int square, char man, bool own) {
    uint64_t one = 1ull << square;
    p->own |= own ? one : 0;
    p->a |= strchr("pk", man) ? one : 0;
    p->b |= strchr("nk", man) ? one : 0;
    p->orth |= strchr("rq", man) ? one : 0;
    p->diag |= strchr("bq", man) ? one : 0;
}

uint64_t slide(uint64_t from, uint64_t men, int files, int ranks) {
    uint64_t reach = 0;
    for (int s = 0; s < 64; s++) {
        if (!(from >> s & 1))
            continue;
        for (int f = s % 8 + files, r = s / 8 + ranks; f >= 0 && f < 8 && r >= 0 && r < 8;
             f += files, r += ranks) {
            reach |= 1ull << (r * 8 + f);
            if (men >> (r * 8 + f) & 1)
                break;
        }
    }
    return reach;
}

// The reach planes that belong to the board.
void radiate(eval_planes_t *p) {
    uint64_t men = p->orth | p->diag | p->a | p->b;
    uint64_t knights = p->own & p->b & ~p->a;
    p->knight_reach = p->diag_reach = p->orth_reach = 0;
    for (int d = -1; d <= 1; d += 2) {
        p->orth_reach |= slide(p->own & p->orth, men, d, 0) | slide(p->own & p->orth, men, 0, d);
        for (int e = -1; e <= 1; e += 2) {
            p->diag_reach |= slide(p->own & p->diag, men, d, e);
            // A knight's jump is one step of a slide that every square stops.
            p->knight_reach |= slide(knights, ~0ull, d, 2 * e) | slide(knights, ~0ull, 2 * d, e);
        }
    }
}

eval_planes_t random_board(Random *random, bool own_reach) {
    eval_planes_t p = {};
    int pawns = random->below(10), men = random->below(random->below(4) ? 16 : 50);
    uint64_t taken = 0;
    const char *kinds = random->below(3) ? "nbrq" : "nbrqqqrr" + random->below(8);
    auto place = [&](char man, bool own, int low, int high) {
        for (int tries = 0; tries < 100; tries++) {
            int square = low + random->below(high - low);
            if (taken >> square & 1)
                continue;
            taken |= 1ull << square;
            put(&p, square, man, own);
            return;
        }
    };
    place('k', true, 0, 64);
    place('k', false, 0, 64);
    bool near = random->below(2) != 0; // pawns where they began
    // Now and then whole ranks of one kind: counts of eight files.
    for (int rank = random->below(8) ? 8 : 0; rank < 8; rank++) {
        char man = "pprnbq"[random->below(6)];
        bool own = random->below(3) != 0;
        if (random->below(2) || (man == 'p' && rank % 7 == 0))
            continue;
        for (int file = 0; file < 8; file++)
            if (!(taken >> (rank * 8 + file) & 1)) {
                taken |= 1ull << (rank * 8 + file);
                put(&p, rank * 8 + file, man, own);
            }
    }
    for (int i = 0; i < pawns; i++)
        place('p', true, 8, near ? 40 : 56);
    for (int i = random->below(pawns + 2); i > 0; i--)
        place('p', false, near ? 24 : 8, 56);
    for (int i = 0; i < men; i++)
        place(kinds[random->below(static_cast<int>(strlen(kinds)))], random->below(2) != 0, 0, 64);
    radiate(&p);
    if (!own_reach) {
        p.knight_reach = random->next() & random->next();
        p.diag_reach = random->next() & (random->below(2) ? random->next() : ~0ull);
        p.orth_reach = random->next() | (random->below(4) ? 0 : ~0ull);
        // A square holds the own king, so a reach of the whole board cannot count 64.
    }
    return p;
}

bool parse_fen(const char *text, std::vector<eval_planes_t> *boards) {
    eval_planes_t white = {}, black = {};
    int file = 0, rank = 7, kings = 0;
    for (; *text && *text != ' '; text++) {
        if (*text == '/') {
            rank--;
            file = 0;
        } else if (*text >= '1' && *text <= '8') {
            file += *text - '0';
        } else if (strchr("pnbrqkPNBRQK", *text) && file < 8 && rank >= 0) {
            bool is_white = *text < 'a';
            char man = static_cast<char>(*text | 32);
            if (man == 'p' && (rank == 0 || rank == 7))
                return false;
            put(&white, rank * 8 + file, man, is_white);
            put(&black, (7 - rank) * 8 + file, man, !is_white);
            kings += man == 'k' ? (is_white ? 1 : 16) : 0;
            file++;
        } else {
            return false;
        }
    }
    if (rank != 0 || file != 8 || kings != 17)
        return false;
    radiate(&white);
    radiate(&black);
    boards->push_back(white);
    boards->push_back(black);
    return true;
}

[[maybe_unused]] uint8_t square_of(uint64_t set) {
    uint8_t square = 0;
    while (square < 63 && !(set >> square & 1))
        square++;
    return square;
}

// --- the device -------------------------------------------------------------------------------
class Bench {
  public:
    Bench() {
        dut.clk = 0;
        dut.eval();
    }

    void set_weights(const int *weights) {
        uint32_t words[6] = {};
        for (int i = 0; i < EVAL_TERMS; i++) {
            current[i] = weights[i];
            words[i / 4] |= static_cast<uint32_t>(weights[i] & 255) << i % 4 * 8;
        }
        for (int i = 0; i < 6; i++)
            dut.weights[i] = words[i];
    }

    // One position each clock; the sums come LATENCY clocks behind. Returns how many are wrong.
    int run(const std::vector<eval_planes_t> &boards) {
        int wrong = 0, n = static_cast<int>(boards.size());
        sums.assign(boards.size(), 0);
        for (int i = 0; i < n + LATENCY - 1; i++) {
            drive(boards[static_cast<size_t>(i < n ? i : n - 1)]);
            clock();
            if (i >= LATENCY - 1)
                wrong += check(boards[static_cast<size_t>(i - LATENCY + 1)], i - LATENCY + 1);
        }
        return wrong;
    }

    std::vector<int> sums; // of the last run

  private:
    device_t dut;
    int current[EVAL_TERMS] = {};

    void drive(const eval_planes_t &p) {
        dut.own = p.own;
        dut.orth = p.orth;
        dut.diag = p.diag;
        dut.a = p.a;
        dut.b = p.b;
        dut.knight_reach = p.knight_reach;
        dut.diag_reach = p.diag_reach;
        dut.orth_reach = p.orth_reach;
        dut.own_king = square_of(p.own & p.a & p.b);
        dut.other_king = square_of(~p.own & p.a & p.b);
        uint64_t pawns = p.own & p.a & ~p.b, file_a = 0x0101010101010101, file_h = file_a << 7;
        dut.pawn_reach = (pawns & ~file_h) << 9 | (pawns & ~file_a) << 7;
    }

    void clock() {
        dut.clk = 1;
        dut.eval();
        dut.clk = 0;
        dut.eval();
    }

    int check(const eval_planes_t &p, int index) {
        int counts[EVAL_TERMS], expected = 0;
        int got = static_cast<int>(dut.side << 15) >> 15;
        eval_counts(&p, 0, counts);
        for (int i = 0; i < EVAL_TERMS; i++)
            expected += in_chip(i) ? counts[i] * current[i] : 0;
        sums[static_cast<size_t>(index)] = got;
        if (got == expected)
            return 0;
        if (shown++ < 5)
            show(p, got, expected, counts);
        return 1;
    }

    void show(const eval_planes_t &p, int got, int expected, const int *counts) {
        printf("  own %016llx orth %016llx diag %016llx a %016llx b %016llx\n"
               "  knight %016llx diagonal %016llx straight %016llx: %d, not %d\n  counts",
               static_cast<unsigned long long>(p.own), static_cast<unsigned long long>(p.orth),
               static_cast<unsigned long long>(p.diag), static_cast<unsigned long long>(p.a),
               static_cast<unsigned long long>(p.b),
               static_cast<unsigned long long>(p.knight_reach),
               static_cast<unsigned long long>(p.diag_reach),
               static_cast<unsigned long long>(p.orth_reach), got, expected);
        for (int i = 0; i < EVAL_TERMS; i++)
            printf(" %d*%d", current[i], counts[i]);
        printf("\n");
    }

    int shown = 0;
};

// --- tests ------------------------------------------------------------------------------------
int passed, failed;

void report(bool ok, const std::string &what) {
    (ok ? passed : failed)++;
    if (!ok)
        printf("FAILED: ");
    printf("%s\n", what.c_str());
}

std::vector<eval_planes_t> random_boards(Random *random, int n, bool own_reach) {
    std::vector<eval_planes_t> boards;
    for (int i = 0; i < n; i++)
        boards.push_back(random_board(random, own_reach));
    return boards;
}

void test_random(Bench *bench, Random *random, bool own_reach, int batches) {
    int weights[EVAL_TERMS], wrong = 0;
    for (int batch = 0; batch < batches; batch++) {
        for (int &weight : weights)
            weight = random->below(256) - 128;
        if (batch % 16 == 0) // the ends of the range
            for (int &weight : weights)
                weight = batch % 32 ? 127 : -128;
        bench->set_weights(weights);
        wrong += bench->run(random_boards(random, 1000, own_reach));
    }
    report(wrong == 0, std::to_string(batches) + "000 random boards with " +
                           (own_reach ? "their own reach, " : "random reach, ") +
                           std::to_string(wrong) + " wrong");
}

// Each weight alone; the term must have shown several counts, or be missing.
void test_terms(Bench *bench, Random *random) {
    for (int term = 0; term < EVAL_TERMS; term++) {
        int weights[EVAL_TERMS] = {}, least = 0, most = 0;
        weights[term] = random->below(2) ? 1 + random->below(127) : -1 - random->below(128);
        bench->set_weights(weights);
        std::vector<eval_planes_t> boards = random_boards(random, 4000, true);
        int wrong = bench->run(boards);
        for (size_t i = 0; i < boards.size(); i++) {
            int count = bench->sums[i] / weights[term];
            least = i == 0 || count < least ? count : least;
            most = i == 0 || count > most ? count : most;
        }
        bool shown = in_chip(term)
                         ? least == 0 && most >= (term == ZF_W_BISHOP_PAIR - ZF_W_DOUBLED ? 1 : 2)
                         : most == 0;
        report(wrong == 0 && shown, "weight " + std::to_string(term + ZF_W_DOUBLED) +
                                        " alone: counts " + std::to_string(least) + " to " +
                                        std::to_string(most) + ", " + std::to_string(wrong) +
                                        " wrong");
    }
}

// Broken rules: the device, weighed by the broken term alone, must differ from each.
void test_faults(Bench *bench, Random *random) {
    std::vector<eval_planes_t> boards = random_boards(random, 3000, true);
    for (int fault = 1; fault <= eval_fault_count(); fault++) {
        int term = eval_fault_term(fault), differ = 0, counts[EVAL_TERMS];
        if (!in_chip(term))
            continue;
        int weights[EVAL_TERMS] = {};
        weights[term] = 1;
        bench->set_weights(weights);
        int wrong = bench->run(boards);
        for (size_t i = 0; i < boards.size(); i++) {
            eval_counts(&boards[i], fault, counts);
            differ += counts[term] != bench->sums[i];
        }
        report(wrong == 0 && differ > 0, std::string("fault \"") + eval_fault_name(fault) +
                                             "\" shows in " + std::to_string(differ) + " of " +
                                             std::to_string(boards.size()) + " boards");
    }
}

void test_fens(Bench *bench, Random *random, const std::vector<eval_planes_t> &boards) {
    int weights[EVAL_TERMS], wrong = 0;
    for (int round = 0; round < 4; round++) {
        for (int &weight : weights)
            weight = random->below(256) - 128;
        bench->set_weights(weights);
        wrong += bench->run(boards);
    }
    report(wrong == 0 && boards.size() >= 1000, std::to_string(boards.size()) +
                                                    " sides of listed positions, " +
                                                    std::to_string(wrong) + " wrong");
}

// The sides of the positions that the files list; false, with one sentence, where there are none.
bool read_fens(char **files, int n, std::vector<eval_planes_t> *boards) {
    char line[1024];
    for (int i = 0; i < n; i++) {
        FILE *file = fopen(files[i], "r");
        if (!file) {
            fprintf(stderr, "eval_tb: %s: %s\n", files[i], strerror(errno));
            return false;
        }
        while (fgets(line, sizeof line, file))
            parse_fen(line, boards);
        fclose(file);
    }
    if (boards->empty())
        fprintf(stderr, n ? "eval_tb: no file lists a position\n"
                          : "eval_tb: files with positions are wanted: eval_tb SEED FILE...\n");
    return !boards->empty();
}

} // namespace

int main(int argc, char **argv) {
    std::vector<eval_planes_t> listed;
    if (!read_fens(argv + (argc > 2 ? 2 : argc), argc > 2 ? argc - 2 : 0, &listed))
        return 2;
    Random random = {argc > 1 ? strtoull(argv[1], nullptr, 0) : 20260101};
    // Registers start random; Verilator 5.006 needs a large seed for that.
    std::string seed = "+verilator+seed+" + std::to_string(1000000000 + random.below(1000000000));
    const char *settings[] = {"eval_tb", "+verilator+rand+reset+2", seed.c_str()};
    Verilated::commandArgs(3, settings);
    printf("zf_eval, FULL %d, latency %d, seed %s\n", FULL, LATENCY, argc > 1 ? argv[1] : "-");
    Bench bench;
    test_random(&bench, &random, true, 200);
    test_random(&bench, &random, false, 60);
    test_terms(&bench, &random);
    test_faults(&bench, &random);
    test_fens(&bench, &random, listed);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
