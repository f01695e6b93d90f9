// SPDX-License-Identifier: Apache-2.0
// From the arbiter's answer to a move: squares, men, flags, and the rows of the weight memory that it touches.
// Two stages: what does not need the answer is settled in the one before it comes. A LOAD is a move with no
// `from`; a V makes the null move, whose board is also the one that an evaluation pass wants.
`default_nettype none

module zf_resolve (
    input wire clk,
    // first stage: the trip
    input wire [3:0]  op,
    input wire        quiet,          // phase of quiet moves
    input wire [2:0]  grade,          // class of the victim
    input wire [5:0]  target,         // the square that radiated
    input wire [13:0] given,
    input wire        given_table,
    input wire [1:0]  promotion,
    input wire [13:0] table_move,
    input wire [23:0] killers,
    input wire        killers_count,  // an interior node
    // the node
    input wire        own_at, other_at, // what stands on the target
    input wire [2:0]  kind_at,
    input wire [5:0]  own_king,
    input wire [1:0]  castle_ok,      // squares empty, right there, not in check: king side, queen side
    input wire [7:0]  other_pawns4,   // the opponent's pawns on rank 4
    // a LOAD's man
    input wire        put_valid,
    input wire [2:0]  put_piece,
    // second stage: the arbiter's answer
    input wire        found,
    input wire [2:0]  chosen,
    input wire [5:0]  square,

    // all below: second stage
    output wire        made,          // a move is made (or a man put)
    output wire [13:0] move,
    output wire [5:0]  from, to,
    output wire [2:0]  piece, after,  // the man before and after
    output wire        take, take_ep, // it captures; en passant
    output wire [2:0]  taken,
    output wire        castle_king, castle_queen,
    output wire        promotes,
    output wire        ep_next,       // the next mover may take en passant
    output wire        silent,        // quiet: a killer if it cuts
    output wire        has_from,
    output wire        occupied,      // a man stands on the target
    output wire [8:0]  row_from, row_to, row_taken
);

    `include "zf_defs.vh"

    // ================ first stage
    wire is_load = op == ZF_OP_LOAD;
    wire is_attacker = op == ZF_OP_ATTACKER;
    wire is_killer = op == ZF_OP_KILLER;
    wire given_castle = is_killer & own_king == 6'd4 & given[5:0] == 6'd4
                        & ((given[11:6] == 6'd6 & castle_ok[1]) | (given[11:6] == 6'd2 & castle_ok[0]));
    wire castle = (is_attacker & quiet & grade != ZF_QUIET_EMPTY) | given_castle;
    wire [5:0] start = castle ? own_king : given[5:0];
    // planted fault 12: rook before knight among promotions
    wire bug_12;
    zf_bug #(.N(12)) plant_12 (.on(bug_12));
    wire [1:0] choice = is_killer ? given[13:12] : promotion ^ {2{bug_12 & ^promotion}};
    wire [7:0] beside = {1'b0, other_pawns4[7:1]} | {other_pawns4[6:0], 1'b0};

    reg        load, castles, castles_anew, put, answers, other_there, last_rank, rank_4;
    reg        start_known;           // `from` is not the arbiter's to say
    reg        table_here, table_plain, table_promotes, killer1_here, killer2_here, beside_there;
    reg [5:0]  start_t1, to_t1;
    reg [2:0]  put_piece_t1, kind_t1;
    reg [1:0]  choice_t1;
    reg [5:0]  table_from, killer1_from, killer2_from;
    reg        occupied_t1;
    always @(posedge clk) begin
        load <= is_load;
        castles <= castle;
        put <= is_load & put_valid;
        // A given move must not take an own man, and a killer takes nothing.
        answers <= (is_attacker & ~castle) | op == ZF_OP_PROBE
                   | (is_killer & ~own_at & (given_table | ~other_at) & ~castle);
        castles_anew <= castle & ~(is_attacker & ({2'd0, target, own_king} == table_move
                        | (killers_count & ({target, own_king} == killers[11:0]
                                            | {target, own_king} == killers[23:12]))));
        other_there <= other_at;
        last_rank <= target[5:3] == 3'd7;
        rank_4 <= target[5:3] == 3'd3;
        beside_there <= beside[target[2:0]];
        start_known <= castle | is_killer;
        table_here <= is_attacker & table_move[11:6] == target;
        table_plain <= table_move[13:12] == 2'd0;
        table_promotes <= table_move[13:12] == choice;
        killer1_here <= is_attacker & quiet & killers_count & killers[11:6] == target;
        killer2_here <= is_attacker & quiet & killers_count & killers[23:18] == target;
        start_t1 <= start;
        to_t1 <= target;
        put_piece_t1 <= put_piece;
        kind_t1 <= kind_at;
        choice_t1 <= choice;
        table_from <= table_move[5:0];
        killer1_from <= killers[5:0];
        killer2_from <= killers[17:12];
        occupied_t1 <= own_at | other_at;
    end

    // ================ second stage
    assign castle_king = castles & to_t1[2];
    assign castle_queen = castles & ~to_t1[2];
    assign to = to_t1;
    assign from = start_known ? start_t1 : square;
    assign piece = load ? put_piece_t1 : castles ? ZF_PIECE_KING : chosen;
    wire pawn = ~load & ~castles & chosen == ZF_PIECE_PAWN;
    assign promotes = pawn & last_rank;
    wire [1:0] promoted = promotes ? choice_t1 : 2'd0;
    assign after = ~promotes ? piece
                 : choice_t1 == ZF_PROMOTION_KNIGHT ? ZF_PIECE_KNIGHT
                 : choice_t1 == ZF_PROMOTION_ROOK ? ZF_PIECE_ROOK
                 : choice_t1 == ZF_PROMOTION_BISHOP ? ZF_PIECE_BISHOP : ZF_PIECE_QUEEN;
    assign move = {promoted, to, from};

    // it was tried before
    wire repeated = (table_here & (promotes ? table_promotes : table_plain) & square == table_from)
                    | (~(promotes & choice_t1 != 2'd0)
                       & ((killer1_here & square == killer1_from) | (killer2_here & square == killer2_from)));
    assign made = (answers & found & ~repeated) | castles_anew | put;

    // A pawn that changes file to an empty square takes en passant.
    assign take_ep = pawn & ~other_there & from[2:0] != to[2:0];
    assign take = (other_there & ~load) | take_ep;
    assign taken = take_ep ? ZF_PIECE_PAWN : kind_t1;
    assign silent = ~take & ~promotes & ~castles;
    assign occupied = occupied_t1;
    assign ep_next = made & pawn & from[5:3] == 3'd1 & rank_4 & beside_there;

    // Rows: the man leaves, arrives, and what it takes; castling's rook has rows of its own.
    assign has_from = made & ~load;
    // A row that holds zeros stands for nothing.
    assign row_from = made & ~load ? {piece, from} : ZF_CONFIG_ZERO_ROW[8:0];
    assign row_to = made ? {after, to} : ZF_CONFIG_ZERO_ROW[8:0];
    // planted fault 1: en passant takes its pawn on the square it passed, in key and scores
    wire bug_1;
    zf_bug #(.N(1)) plant_1 (.on(bug_1));
    wire [5:0] taken_on = take_ep & ~bug_1 ? {3'd3, to[2:0]} : to ^ 6'h38;
    assign row_taken = ~(made & (take | castles)) ? ZF_CONFIG_ZERO_ROW[8:0]
                     : castles ? ZF_CONFIG_CASTLE_ROW[8:0] | {8'd0, castle_queen}
                               : {taken, taken_on};

endmodule

`default_nettype wire
