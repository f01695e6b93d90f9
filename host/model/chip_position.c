// SPDX-License-Identifier: Apache-2.0
#include "model/chip_position.h"

#include <string.h>

void chip_line_start(chip_line_t *line) {
    memset(line, 0, sizeof *line);
}

void chip_line_null(chip_line_t *line) {
    line->count = 0;
    line->path = 0;
    line->vacated[0] = line->vacated[1] = 0;
    line->returned = (uint8_t)(line->returned << 1 & 2);
    line->after_null = true;
}

void chip_line_move(chip_line_t *line, const position_t *before, move_t move,
                    const position_t *after, bool path) {
    color_t us = (color_t)before->stm;
    uint32_t from = 1u << (square_seen_by(us, move_from(move)) & 31);
    uint32_t to = 1u << (square_seen_by(us, move_to(move)) & 31);

    if (after->halfmove == 0 || after->castling != before->castling) {
        chip_line_null(line);
        line->after_null = false;
        return;
    }
    if (line->count == ZF_HISTORY_MAX) {
        memmove(line->keys, line->keys + 1, sizeof line->keys - sizeof *line->keys);
        line->path >>= 1;
        line->count--;
    }
    line->keys[line->count] = position_usual_key(before);
    line->path |= (uint32_t)path << line->count;
    line->count++;
    line->returned = (uint8_t)((line->returned << 1 | ((line->vacated[us] & to) != 0)) & 3);
    line->vacated[us] |= from;
    line->after_null = false;
}

static uint8_t put_men(const position_t *position, color_t color, chip_man_t men[ZF_MEN_MAX]) {
    uint8_t count = 0;

    for (bitboard_t set = position->by_color[color]; set && count < ZF_MEN_MAX;) {
        square_t square = bitboard_pop(&set);
        men[count++] =
            (chip_man_t){man_type(position->board[square]), square_seen_by(color, square)};
    }
    return count;
}

void chip_job_set_position(chip_job_t *job, const position_t *position, const chip_line_t *line) {
    color_t us = (color_t)position->stm, them = (color_t)(us ^ 1);
    unsigned castling = position_usual_rights(position);

    job->own_count = put_men(position, us, job->own);
    job->other_count = put_men(position, them, job->other);
    // Both sides keep the king side in the lower of their two bits.
    job->rights =
        (uint8_t)(us == COLOR_WHITE ? castling : (castling >> 2 | castling << 2) & CASTLING_ALL);
    job->ep_file = (int8_t)(position->ep == SQUARE_NONE ? -1 : (int)square_file(position->ep));
    job->clock = (uint8_t)(position->halfmove < 127 ? position->halfmove : 127);
    job->history_count = 0;
    job->own_vacated = job->other_vacated = 0;
    job->returned = 0;
    job->after_null = false;
    if (!line)
        return;
    for (unsigned i = 0; i < line->count; i++)
        job->history[i] = (chip_history_t){line->keys[i], line->path >> i & 1};
    job->history_count = line->count;
    job->own_vacated = line->vacated[us];
    job->other_vacated = line->vacated[them];
    job->returned = line->returned;
    job->after_null = line->after_null;
}

void chip_job_init(chip_job_t *job, const position_t *position, const chip_line_t *line) {
    memset(job, 0, sizeof *job);
    job->kind = ZF_JOB_KIND_SEARCH;
    job->null_r = 3;
    job->verified = job->verify = true;
    job->evasion = job->delta = job->lazy = true;
    job->table_min = 1;
    chip_job_set_position(job, position, line);
}

// Promotion codes of packed moves.
static const piece_t promotions[4] = {
    [ZF_PROMOTION_QUEEN] = PIECE_QUEEN,
    [ZF_PROMOTION_KNIGHT] = PIECE_KNIGHT,
    [ZF_PROMOTION_ROOK] = PIECE_ROOK,
    [ZF_PROMOTION_BISHOP] = PIECE_BISHOP,
};

move_t chip_move_unpack(const position_t *position, uint16_t packed) {
    color_t us = (color_t)position->stm;
    square_t from = square_seen_by(us, packed & 63), to = square_seen_by(us, packed >> 6 & 63);
    piece_t piece = man_type(position->board[from]);

    if (packed == 0)
        return MOVE_NONE;
    if (piece == PIECE_PAWN && (packed >> 6 & 63) >= 56)
        return move_promotion(from, to, promotions[packed >> 12 & 3]);
    if (piece == PIECE_PAWN && square_file(from) != square_file(to) &&
        position->board[to] == MAN_NONE)
        return move_special(from, to, MOVE_KIND_EN_PASSANT);
    if (piece == PIECE_KING && square_file(from) == 4 && (to == from + 2 || to + 2 == from))
        return move_special(from, to, MOVE_KIND_CASTLING);
    return move_of(from, to);
}

uint16_t chip_move_pack(const position_t *position, move_t move) {
    color_t us = (color_t)position->stm;
    unsigned promotion = 0;

    if (move == MOVE_NONE)
        return 0;
    if (move_kind(move) == MOVE_KIND_PROMOTION)
        while (promotions[promotion] != move_promoted(move))
            promotion++;
    return (uint16_t)(square_seen_by(us, move_from(move)) | square_seen_by(us, move_to(move)) << 6 |
                      promotion << 12);
}
