// SPDX-License-Identifier: Apache-2.0
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess_support.h"

// ---- fen_validity.tsv: its verdict column rules

typedef struct reason {
    const char *start; // of the verdict_reason
    fen_error_t error;
    position_fault_t fault;
} reason_t;

// "N fields" and the like name a count that a reader that goes left to right need not reach.
static const reason_t REASONS[] = {
    {"more than 16 men", FEN_ERROR_POSITION, POSITION_FAULT_MEN},
    {"too many promoted men", FEN_ERROR_POSITION, POSITION_FAULT_PROMOTED},
    {"rank too long", FEN_ERROR_RANK_LONG, POSITION_OK},
    {"castling field", FEN_ERROR_CASTLING, POSITION_OK},
    {"bad char", FEN_ERROR_PIECE, POSITION_OK},
    {"rank length", FEN_ERROR_RANK_SHORT, POSITION_OK},
    {"2 black kings", FEN_ERROR_POSITION, POSITION_FAULT_KINGS},
    {"2 white kings", FEN_ERROR_POSITION, POSITION_FAULT_KINGS},
    {"0 white kings", FEN_ERROR_POSITION, POSITION_FAULT_NO_KING},
    {"pawn on back rank", FEN_ERROR_POSITION, POSITION_FAULT_PAWN_RANK},
    {"side not to move is in check", FEN_ERROR_POSITION, POSITION_FAULT_OPPONENT_CHECK},
    {"10 fields", FEN_ERROR_PIECE, POSITION_OK},
    {"5 fields", FEN_ERROR_FIELD_MISSING, POSITION_OK},
    {"fullmove number", FEN_ERROR_FULLMOVE, POSITION_OK},
    {"halfmove clock", FEN_ERROR_HALFMOVE, POSITION_OK},
    {"ep field", FEN_ERROR_EP, POSITION_OK},
    {"stm", FEN_ERROR_SIDE, POSITION_OK},
    {"two digits in a row", FEN_ERROR_DIGITS, POSITION_OK},
    {"fewer than 4 fields", FEN_ERROR_FIELD_MISSING, POSITION_OK},
    {"rank count 9", FEN_ERROR_RANKS_MANY, POSITION_OK},
};

static const reason_t *find_reason(const char *text) {
    for (unsigned i = 0; i < sizeof REASONS / sizeof *REASONS; i++) {
        if (strncmp(text, REASONS[i].start, strlen(REASONS[i].start)) == 0)
            return &REASONS[i];
    }
    return NULL;
}

// The notes that the verdict's reason asks for.
static unsigned notes_of(const char *reason) {
    unsigned notes = 0;

    notes |= strstr(reason, "castling right") ? FEN_NOTE_CASTLING : 0;
    notes |= strstr(reason, "letter repeated") ? FEN_NOTE_CASTLING_REPEATED : 0;
    notes |= strstr(reason, "(impossible)") ? FEN_NOTE_EP_IMPOSSIBLE : 0;
    notes |= strstr(reason, "(no capturer)") ? FEN_NOTE_EP_NO_TAKER : 0;
    return notes;
}

static void check_refusal(const support_file_t *file, const fen_result_t *result) {
    const char *fen = file->columns[0];
    const reason_t *reason = find_reason(file->columns[3]);

    cr_assert(reason, "row %u: unknown reason %s", file->row, file->columns[3]);
    // Two rows lose a blank so that the second field sticks to the first, or lack every field.
    if (strstr(fen, "RNBQKBNRw")) {
        cr_expect_eq(result->error, FEN_ERROR_PIECE);
        return;
    }
    if (*fen == '\0') {
        cr_expect_eq(result->error, FEN_ERROR_EMPTY);
        return;
    }
    cr_expect_eq(result->error, reason->error, "%s: %s, expected %s", fen,
                 fen_error_text(result->error), fen_error_text(reason->error));
    if (reason->error == FEN_ERROR_POSITION)
        cr_expect_eq(result->fault, reason->fault, "%s: %s", fen,
                     position_fault_text(result->fault));
}

Test(fen, validity) {
    support_file_t file;
    unsigned accepted = 0;
    unsigned refused = 0;

    for (support_open(&file, "tests/data/fen/fen_validity.tsv"); support_row(&file, true);) {
        const char *fen = file.columns[0];
        const char *verdict = file.columns[2];
        position_t position;
        memset(&position, 0xa5, sizeof position);
        fen_result_t result = fen_parse(fen, strlen(fen), &position);
        if (strcmp(verdict, "reject") == 0) {
            cr_assert_neq(result.error, FEN_OK, "accepted: %s", fen);
            cr_expect_eq(position.stm, 0xa5, "a refused FEN wrote the position: %s", fen);
            check_refusal(&file, &result);
            refused++;
            continue;
        }
        cr_assert_eq(result.error, FEN_OK, "refused: %s: %s", fen, fen_error_text(result.error));
        cr_assert(position_is_ok(&position), "%s", fen);
        // An ep square that the king forbids is dropped, too, but the file calls such rows ok.
        cr_expect_eq(result.notes & ~(unsigned)FEN_NOTE_EP_ILLEGAL, notes_of(file.columns[3]), "%s",
                     fen);
        cr_expect_eq(result.dropped != 0, (result.notes & FEN_NOTE_CASTLING) != 0);
        accepted++;
    }
    support_close(&file);
    cr_expect_eq(accepted + refused, 139);
    cr_expect_eq(refused, 60, "%u", refused);
}

// ---- Own rows

Test(fen, refusals_name_fault_and_place) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/refusals.tsv"); support_row(&file, true); rows++) {
        position_t position;
        char sentence[160];
        fen_result_t result = fen_parse(file.columns[0], strlen(file.columns[0]), &position);
        cr_assert_neq(result.error, FEN_OK, "accepted: %s", file.columns[0]);
        fen_describe(&result, sentence, sizeof sentence);
        cr_expect_str_eq(sentence, file.columns[1], "%s\n  got      %s\n  expected %s",
                         file.columns[0], sentence, file.columns[1]);
    }
    support_close(&file);
    cr_expect_eq(rows, 44, "%u", rows);
}

Test(fen, known_bugs) {
    const unsigned ep_notes = FEN_NOTE_EP_IMPOSSIBLE | FEN_NOTE_EP_NO_TAKER | FEN_NOTE_EP_ILLEGAL;
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, "tests/data/fen/known_bugs.tsv"); support_row(&file, false); rows++) {
        position_t position;
        move_list_t list;
        char fen[FEN_CAPACITY];
        fen_result_t result = fen_parse(file.columns[1], strlen(file.columns[1]), &position);
        cr_assert_eq(result.error, FEN_OK, "%s %s", file.columns[0], file.columns[1]);
        cr_expect_eq((result.notes & FEN_NOTE_CASTLING) != 0,
                     strcmp(file.columns[5], "castling") == 0);
        cr_expect_eq((result.notes & ep_notes) != 0, strcmp(file.columns[5], "ep") == 0);
        for (char *word = strtok(file.columns[2], " "); word; word = strtok(NULL, " "))
            position_make(&position, &position, support_move(&position, word));
        fen_write(&position, fen);
        cr_expect_str_eq(fen, file.columns[3], "%s: %s", file.columns[0], fen);
        cr_expect_eq(movegen(&position, MOVEGEN_ALL, &list), (unsigned)atoi(file.columns[4]),
                     "%s: %u moves", file.columns[0], list.count);
        // Both routes to a position agree in everything, the key too.
        position_t again = support_fen(fen);
        cr_expect_eq(again.key, position.key, "%s", file.columns[0]);
        cr_expect(position_same(&again, &position), "%s", file.columns[0]);
    }
    support_close(&file);
    cr_expect_eq(rows, 24, "%u", rows);
}

Test(fen, notes) {
    position_t position;
    const char *zero = "4k3/8/8/8/8/8/8/4K2R w K - 0 0";
    fen_result_t result = fen_parse(zero, strlen(zero), &position);

    cr_expect_eq(result.error, FEN_OK);
    cr_expect_eq(result.notes, FEN_NOTE_FULLMOVE_ZERO);
    cr_expect_eq(position.fullmove, 1);
    for (unsigned bit = 0; bit < FEN_NOTE_COUNT; bit++)
        cr_expect_str_neq(fen_note_text(1u << bit), "unknown note");
}

// The text may end by its length as well as by NUL, and blanks around it do not matter.
Test(fen, length_and_blanks) {
    const char text[] = " \t8/8/8/3k4/8/3K4/3P4/8  b\t-  -   12 34 \r\nmoves d5e5";
    const char *end = strstr(text, "moves");
    position_t position;
    char fen[FEN_CAPACITY];

    cr_assert_eq(fen_parse(text, (size_t)(end - text), &position).error, FEN_OK);
    fen_write(&position, fen);
    cr_expect_str_eq(fen, "8/8/8/3k4/8/3K4/3P4/8 b - - 12 34");
    fen_result_t result = fen_parse(text, sizeof text, &position);
    cr_expect_eq(result.error, FEN_ERROR_TRAILING);
    cr_expect_eq(result.offset, (size_t)(end - text));
}

// Every start of a FEN, by length, is read without looking past its end.
Test(fen, every_prefix) {
    const char *fen = "rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3";
    size_t length = strlen(fen);
    unsigned accepted = 0;

    for (size_t n = 0; n <= length; n++) {
        char *copy = malloc(n + 1); // exact size, for the address sanitizer
        position_t position;
        memcpy(copy, fen, n);
        fen_result_t result = fen_parse(copy, n, &position);
        cr_expect(result.error == FEN_OK || result.offset <= n, "%zu", n);
        accepted += result.error == FEN_OK;
        free(copy);
    }
    cr_expect_eq(accepted, 3, "%u", accepted); // after d3, with a blank, and whole
}

Test(fen, longest) {
    position_t position = support_fen("r1b1k1n1/1p1p1p1p/p1p1p1p1/1n1q1b1r/R1B1Q1N1/1P1P1P1P/"
                                      "P1P1P1P1/1N1B1K1R w - - 9999 9999");
    char fen[FEN_CAPACITY];

    cr_expect_lt(fen_write(&position, fen), FEN_CAPACITY);
    // The clocks stop at their end.
    position_make(&position, &position, support_move(&position, "e4e5"));
    position_make(&position, &position, support_move(&position, "e8f8"));
    cr_expect_eq(position.halfmove, 9999);
    cr_expect_eq(position.fullmove, 9999);
}

static void check_round_trip(const char *path, unsigned least) {
    support_file_t file;
    unsigned rows = 0;

    for (support_open(&file, path); support_row(&file, false); rows++) {
        position_t position;
        position_t again;
        char fen[FEN_CAPACITY];
        size_t used;
        fen_result_t result = fen_parse_prefix(file.line, strlen(file.line), &position, &used);
        cr_assert_eq(result.error, FEN_OK, "%s:%u %s", path, file.row, file.line);
        size_t length = fen_write(&position, fen);
        cr_assert_eq(length, strlen(fen));
        cr_assert_eq(fen_parse(fen, length, &again).error, FEN_OK, "%s", fen);
        cr_expect(position_same(&position, &again), "%s", fen);
        cr_expect_eq(position.key, again.key, "%s", fen);
        cr_expect_eq(position.halfmove, again.halfmove, "%s", fen);
        cr_expect_eq(position.fullmove, again.fullmove, "%s", fen);
    }
    support_close(&file);
    cr_expect_geq(rows, least, "%s: %u rows", path, rows);
}

Test(fen, round_trip) {
    check_round_trip("tests/data/perft/random_marcel.epd", 3376);
    check_round_trip("tests/data/perft/ferdy_en_passant.epd", 1880);
    check_round_trip("tests/data/openings/noob_3moves_2000.epd", 2000);
    check_round_trip("tests/data/mate/mate_in_3.epd", 639);
}
