// SPDX-License-Identifier: Apache-2.0
#include "check/random_position.h"

#include "chess/movegen.h"

static void begin(past_t *past, const position_t *position) {
    past->position = *position;
    past->ep_file = -1;
    chip_line_start(&past->line);
}

static void play(past_t *past, move_t move) {
    position_t before = past->position;

    position_make(&past->position, &before, move);
    chip_line_move(&past->line, &before, move, &past->position, false);
}

static void pass(past_t *past) {
    position_make_null(&past->position, &past->position);
    chip_line_null(&past->line);
}

static bool play_random(past_t *past, check_random_t *random) {
    move_list_t list;

    if (movegen(&past->position, MOVEGEN_ALL, &list) == 0)
        return false;
    play(past, list.moves[check_random_below(random, list.count)]);
    return true;
}

static void play_some(past_t *past, check_random_t *random, unsigned plies) {
    for (unsigned ply = 0; ply < plies; ply++) {
        past_t before = *past;
        if (!play_random(past, random))
            return;
        // Now and then a mated or stalemated position stays; mostly the game stops before it.
        move_list_t list;
        if (movegen(&past->position, MOVEGEN_ALL, &list) == 0 && check_random_percent(random, 80)) {
            *past = before;
            return;
        }
    }
    if (check_random_percent(random, 4) && !position_in_check(&past->position))
        pass(past);
}

// Both sides go back with the man that moved two plies before, most of the time.
static void shuffle(past_t *past, check_random_t *random, unsigned plies) {
    move_t last[2] = {MOVE_NONE, MOVE_NONE};

    for (unsigned ply = 0; ply < plies; ply++) {
        color_t side = past->position.stm;
        move_t back = move_of(move_to(last[side]), move_from(last[side]));
        move_list_t list;
        unsigned count = movegen(&past->position, MOVEGEN_QUIET, &list), kept = 0;

        // Pawns and castling would end the repetition.
        for (unsigned i = 0; i < count; i++)
            if (move_kind(list.moves[i]) == MOVE_KIND_NORMAL &&
                man_type(past->position.board[move_from(list.moves[i])]) != PIECE_PAWN)
                list.moves[kept++] = list.moves[i];
        if (kept == 0)
            return;
        move_t move = list.moves[check_random_below(random, kept)];
        if (last[side] != MOVE_NONE && movegen_is_legal(&past->position, back) &&
            check_random_percent(random, 75))
            move = back;
        play(past, move);
        last[side] = move;
    }
}

// ---- positions put together

typedef struct {
    check_random_t *random;
    color_t mover; // what is built as WHITE belongs to this side, which is to move
    position_t position;
    unsigned men[2];
} builder_t;

// Ranks as the owner sees them, 0 the first.
static bitboard_t ranks(unsigned first, unsigned last) {
    bitboard_t set = 0;

    for (unsigned rank = first; rank <= last; rank++)
        set |= BITBOARD_RANK_1 << 8 * rank;
    return set;
}

// Puts a man on a random empty square of the set (in the owner's view); false when there is none.
static bool put(builder_t *builder, color_t side, piece_t type, bitboard_t set) {
    if (type == PIECE_PAWN)
        set &= ranks(1, 6);
    side ^= builder->mover;
    if (side == COLOR_BLACK)
        set = bitboard_flip(set);
    set &= ~position_occupied(&builder->position);
    if (!set || builder->men[side] == ZF_MEN_MAX)
        return false;
    for (unsigned skip = check_random_below(builder->random, bitboard_count(set)); skip; skip--)
        set &= set - 1;
    position_put(&builder->position, man_of(side, type), bitboard_first(set));
    builder->men[side]++;
    return true;
}

static void put_some(builder_t *builder, color_t side, piece_t type, unsigned most,
                     bitboard_t set) {
    for (unsigned count = check_random_below(builder->random, most + 1); count; count--)
        put(builder, side, type, set);
}

static piece_t any_piece(check_random_t *random) {
    return (piece_t)(PIECE_KNIGHT + check_random_below(random, 4));
}

static void put_pieces(builder_t *builder, color_t side, unsigned most, bitboard_t set) {
    for (unsigned count = check_random_below(builder->random, most + 1); count; count--)
        put(builder, side, any_piece(builder->random), set);
}

static void build_storm(builder_t *builder) {
    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++) {
        put(builder, side, PIECE_KING, ~0ull);
        put_some(builder, side, PIECE_PAWN, 8, ranks(4, 6));
        put_some(builder, side, PIECE_PAWN, 3, ranks(6, 6));
        put_pieces(builder, side, 4, ~0ull);
    }
}

static void build_queens(builder_t *builder) {
    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++) {
        put(builder, side, PIECE_KING, ~0ull);
        put_some(builder, side, PIECE_QUEEN, 15, ~0ull);
        put_pieces(builder, side, 3, ~0ull);
    }
}

static void build_castle(builder_t *builder) {
    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++) {
        put(builder, side, PIECE_KING, bitboard_of(SQUARE_E1));
        put(builder, side, PIECE_ROOK, bitboard_of(SQUARE_A1));
        put(builder, side, PIECE_ROOK, bitboard_of(SQUARE_H1));
        put_some(builder, side, PIECE_PAWN, 6, ~0ull);
        put_pieces(builder, side, 6, ranks(1, 7));
        put_pieces(builder, side, 1, ranks(0, 0));
    }
    builder->position.castling = CASTLING_ALL;
    if (check_random_percent(builder->random, 30))
        builder->position.castling = (uint8_t)check_random_below(builder->random, 16);
}

// The mover's king stands where a capture may open a line to it: on the rank of the pawns, or on a
// diagonal or file through them.
static void build_ep(builder_t *builder) {
    check_random_t *random = builder->random;
    unsigned file = check_random_below(random, 8);
    square_t pawn = square_of(file, 4);
    unsigned side = check_random_below(random, 3);
    bitboard_t lines = 0,
               keep_free = bitboard_of(square_of(file, 5)) | bitboard_of(square_of(file, 6));

    put(builder, COLOR_BLACK, PIECE_PAWN, bitboard_flip(bitboard_of(pawn)));
    if (file > 0 && side != 1)
        put(builder, COLOR_WHITE, PIECE_PAWN, bitboard_of(square_of(file - 1, 4)));
    if (file < 7 && side != 2)
        put(builder, COLOR_WHITE, PIECE_PAWN, bitboard_of(square_of(file + 1, 4)));
    for (int line = 0; line < LINE_COUNT; line++)
        lines |= bitboard_lines[pawn][line] | bitboard_lines[square_of(file, 5)][line];
    if (check_random_percent(random, 40))
        lines = ranks(4, 4);
    put(builder, COLOR_WHITE, PIECE_KING, lines & ~keep_free);
    put(builder, COLOR_BLACK, PIECE_KING, ~bitboard_flip(keep_free));
    for (unsigned count = check_random_below(random, 4); count; count--)
        put(builder, COLOR_BLACK, (piece_t)(PIECE_BISHOP + check_random_below(random, 3)),
            ~bitboard_flip(keep_free) &
                (check_random_percent(random, 50) ? bitboard_flip(lines) : ~0ull));
    put_pieces(builder, COLOR_WHITE, 4, ~keep_free);
    put_some(builder, COLOR_WHITE, PIECE_PAWN, 4, ~keep_free);
    put_some(builder, COLOR_BLACK, PIECE_PAWN, 4, ~bitboard_flip(keep_free));
}

static void build_pins(builder_t *builder) {
    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++)
        put(builder, side, PIECE_KING, ~0ull);
    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++) {
        // The other side's king as this side sees it.
        color_t color = side ^ builder->mover;
        square_t king = square_seen_by(color, position_king(&builder->position, color ^ 1));
        bitboard_t lines = 0, near = bitboard_king[king];
        for (int line = 0; line < LINE_COUNT; line++)
            lines |= bitboard_lines[king][line];
        for (unsigned count = 1 + check_random_below(builder->random, 5); count; count--)
            put(builder, side, (piece_t)(PIECE_BISHOP + check_random_below(builder->random, 3)),
                lines);
        // Men of the pinned side between: seen by their owner the board is turned.
        put_pieces(builder, side ^ 1, 4, bitboard_flip(near));
        put_some(builder, side ^ 1, PIECE_PAWN, 4, bitboard_flip(lines));
    }
}

static void build_bare(builder_t *builder) {
    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++) {
        put(builder, side, PIECE_KING, ~0ull);
        put_some(builder, side,
                 check_random_percent(builder->random, 50) ? PIECE_BISHOP : PIECE_KNIGHT, 2,
                 check_random_percent(builder->random, 50) ? BITBOARD_LIGHT : ~0ull);
        if (check_random_percent(builder->random, 25))
            put(builder, side, check_random_percent(builder->random, 50) ? PIECE_PAWN : PIECE_ROOK,
                ~0ull);
    }
}

static void build_soup(builder_t *builder) {
    unsigned most = check_random_below(builder->random, 16);

    for (color_t side = COLOR_WHITE; side <= COLOR_BLACK; side++) {
        put(builder, side, PIECE_KING, ~0ull);
        put_some(builder, side, PIECE_PAWN, most, ~0ull);
        put_pieces(builder, side, most, ~0ull);
    }
}

static bool build(check_random_t *random, family_t family, past_t *past) {
    builder_t builder = {.random = random, .mover = (color_t)check_random_below(random, 2)};

    position_clear(&builder.position);
    switch (family) {
    case FAMILY_STORM:
        build_storm(&builder);
        break;
    case FAMILY_QUEENS:
        build_queens(&builder);
        break;
    case FAMILY_CASTLE:
        build_castle(&builder);
        break;
    case FAMILY_EP:
        build_ep(&builder);
        break;
    case FAMILY_PINS:
        build_pins(&builder);
        break;
    case FAMILY_BARE:
        build_bare(&builder);
        break;
    default:
        build_soup(&builder);
        break;
    }
    position_t *position = &builder.position;
    color_t mover = builder.mover, other = mover ^ 1;
    if (bitboard_count(position_men(position, mover, PIECE_KING)) != 1 ||
        bitboard_count(position_men(position, other, PIECE_KING)) != 1 ||
        position_attacked(position, position_king(position, other), mover,
                          position_occupied(position)))
        return false;
    position->stm = (uint8_t)mover;
    position->halfmove = (uint16_t)check_random_below(random, 30);
    position_drop_rights(position);
    position_seal(position);
    begin(past, position);
    return true;
}

// The file of an opponent's pawn that may just have moved two squares, if any.
static int find_ep(const position_t *position, check_random_t *random) {
    color_t own = position->stm;
    bitboard_t pawns = position_men(position, own ^ 1, PIECE_PAWN);
    bitboard_t occupied = position_occupied(position);

    if (own == COLOR_BLACK) {
        pawns = bitboard_flip(pawns);
        occupied = bitboard_flip(occupied);
    }
    bitboard_t able = pawns & ranks(4, 4) & ~(occupied >> 8) & ~(occupied >> 16);
    if (!able)
        return -1;
    for (unsigned skip = check_random_below(random, bitboard_count(able)); skip; skip--)
        able &= able - 1;
    return (int)square_file(bitboard_first(able));
}

static const position_t *pick(const check_corpus_t *corpus, check_random_t *random,
                              corpus_group_t group) {
    return &corpus->positions[group][check_random_below(random, (unsigned)corpus->count[group])];
}

void random_position(const check_corpus_t *corpus, check_random_t *random, family_t family,
                     past_t *past) {
    corpus_group_t group = check_random_percent(random, 65) ? CORPUS_GAME : CORPUS_RULES;

    switch (family) {
    case FAMILY_PLAY:
        begin(past, pick(corpus, random, group));
        play_some(past, random, check_random_below(random, 16));
        return;
    case FAMILY_LONG:
        begin(past, pick(corpus, random, group));
        play_some(past, random, 40 + check_random_below(random, 160));
        return;
    case FAMILY_SHUFFLE:
        begin(past,
              pick(corpus, random, check_random_percent(random, 50) ? CORPUS_ENDGAME : group));
        past->position.halfmove = (uint16_t)check_random_below(random, 12);
        shuffle(past, random, 3 + check_random_below(random, 24));
        return;
    case FAMILY_ENDGAME:
        begin(past, pick(corpus, random, CORPUS_ENDGAME));
        play_some(past, random, check_random_below(random, 6));
        return;
    case FAMILY_ZUGZWANG:
        begin(past, pick(corpus, random, CORPUS_ZUGZWANG));
        play_some(past, random, check_random_below(random, 3));
        return;
    default:
        break;
    }
    for (int attempt = 0; attempt < 100; attempt++) {
        if (!build(random, family, past))
            continue;
        if (family == FAMILY_EP || check_random_percent(random, 20))
            past->ep_file = find_ep(&past->position, random);
        return;
    }
    begin(past, pick(corpus, random, group));
}
