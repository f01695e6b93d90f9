// SPDX-License-Identifier: Apache-2.0
#include "chess_fuzz.h"

#include <string.h>

#include "chess/epd.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/pgn.h"
#include "chess/see.h"

static const char *check_position(const position_t *position) {
    char fen[FEN_CAPACITY];
    position_t again;

    if (!position_is_ok(position))
        return "an accepted position is not whole";
    size_t length = fen_write(position, fen);
    if (length >= FEN_CAPACITY || length != strlen(fen))
        return "a FEN is too long";
    if (fen_parse(fen, length, &again).error != FEN_OK)
        return "a FEN that was written is refused";
    if (!position_same(position, &again) || again.key != position->key)
        return "a FEN does not give its position back";
    return NULL;
}

static const char *check_moves(const position_t *position) {
    move_list_t list;

    movegen(position, MOVEGEN_ALL, &list);
    for (unsigned i = 0; i < list.count; i++) {
        char uci[UCI_CAPACITY];
        char san[SAN_CAPACITY];
        move_t move = MOVE_NONE;
        position_t next;
        position_make(&next, position, list.moves[i]);
        if (!position_is_ok(&next))
            return "a move breaks its position";
        size_t length = san_write(position, list.moves[i], san);
        if (san_parse(position, san, length, &move) != NOTATION_OK || move != list.moves[i])
            return "a SAN does not give its move back";
        length = uci_write(list.moves[i], uci);
        if (uci_parse(position, uci, length, &move) != NOTATION_OK || move != list.moves[i])
            return "a UCI move does not come back";
        (void)see(position, list.moves[i]);
    }
    return NULL;
}

static const char *check_fen(const char *text, size_t size) {
    position_t position;
    char sentence[160];
    fen_result_t result = fen_parse(text, size, &position);

    fen_describe(&result, sentence, sizeof sentence);
    if (result.error != FEN_OK)
        return result.offset <= size ? NULL : "a FEN's error lies outside the text";
    const char *fault = check_position(&position);
    return fault ? fault : check_moves(&position);
}

static const char *check_epd(const char *text, size_t size) {
    epd_t epd;
    epd_result_t result = epd_parse(text, size, &epd);
    char sentence[160];
    move_list_t list;
    move_t line[EPD_LINE_MAX];
    int64_t number;

    epd_describe(&result, sentence, sizeof sentence);
    if (result.error != EPD_OK)
        return result.offset <= size ? NULL : "an EPD row's error lies outside the text";
    epd_number(&epd, "dm", &number);
    epd_string(&epd, "id", sentence, sizeof sentence);
    epd_line(&epd, "pv", line);
    epd_moves(&epd, "bm", &list);
    for (unsigned i = 0; i < list.count; i++) {
        if (!movegen_is_legal(&epd.position, list.moves[i]))
            return "a bm is not legal";
    }
    return check_position(&epd.position);
}

static const char *check_game(const pgn_game_t *game) {
    position_t position = game->start;
    const char *fault = check_position(&position);

    for (size_t i = 0; i < game->move_count && !fault; i++) {
        if (!movegen_is_legal(&position, game->moves[i]))
            return "a move of a game is not legal";
        position_make(&position, &position, game->moves[i]);
        fault = check_position(&position);
    }
    return fault;
}

static const char *check_pgn(const char *text, size_t size) {
    pgn_reader_t reader;
    pgn_game_t game;
    pgn_status_t status;
    const char *fault = NULL;

    pgn_open(&reader, text, size);
    pgn_game_init(&game);
    do {
        char sentence[160];
        size_t before = reader.at;
        status = pgn_next(&reader, &game);
        pgn_describe(status, &game, sentence, sizeof sentence);
        if (status == PGN_GAME)
            fault = check_game(&game);
        else if (status != PGN_END && game.error_offset > size)
            fault = "a PGN's error lies outside the text";
        if (status != PGN_END && reader.at == before)
            fault = "the PGN reader does not move on";
    } while (status != PGN_END && !fault);
    pgn_game_free(&game);
    return fault;
}

// Moves in either notation against a fixed busy position.
static const char *check_notation(const char *text, size_t size) {
    static const char fen[] =
        "r3k2r/pPp2pb1/b2Q1np1/1q1PpP2/1p2P3/2N5/PPPBB1pP/R3K2R w KQkq e6 0 1";
    position_t position;
    move_t move;

    if (fen_parse(fen, sizeof fen - 1, &position).error != FEN_OK)
        return "the fixed position is refused";
    if (san_parse(&position, text, size, &move) == NOTATION_OK &&
        !movegen_is_legal(&position, move))
        return "an accepted SAN is not legal";
    if (uci_parse(&position, text, size, &move) == NOTATION_OK &&
        !movegen_is_legal(&position, move))
        return "an accepted UCI move is not legal";
    return NULL;
}

const char *chess_fuzz_one(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    const char *fault = check_fen(text, size);

    if (!fault)
        fault = check_epd(text, size);
    if (!fault)
        fault = check_pgn(text, size);
    return fault ? fault : check_notation(text, size);
}
