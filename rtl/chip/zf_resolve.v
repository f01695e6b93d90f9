// SPDX-License-Identifier: Apache-2.0
// From the arbiter's answer to a move: squares, men, flags, and the rows of the weight memory that it touches.
// Combinational; eighth stage. A LOAD is a move with no `from`; a V makes the null move, whose board is also
// the one that an evaluation pass wants.
`default_nettype none

module zf_resolve (
    // the trip
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
    // the arbiter's answer
    input wire        found,
    input wire [2:0]  chosen,
    input wire [5:0]  square,
    // the node
    input wire        own_at, other_at, // what stands on the target
    input wire [2:0]  kind_at,
    input wire        ep_valid,
    input wire [2:0]  ep_file,
    input wire [5:0]  own_king,
    input wire [1:0]  castle_ok,      // squares empty, right there, not in check: king side, queen side
    input wire [7:0]  other_pawns4,   // the opponent's pawns on rank 4
    // a LOAD's man
    input wire        put_valid,
    input wire [2:0]  put_piece,
    input wire [5:0]  put_square,

    output wire        made,          // a move is made (or a man put)
    output wire        skipped,       // it was tried before
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
    output wire [8:0]  row_from, row_to, row_taken
);

    `include "zf_defs.vh"

    wire is_load = op == ZF_OP_LOAD;
    wire is_attacker = op == ZF_OP_ATTACKER;
    wire is_probe = op == ZF_OP_PROBE;
    wire is_killer = op == ZF_OP_KILLER;

    wire given_castle = is_killer & own_king == 6'd4 & given[5:0] == 6'd4
                        & ((given[11:6] == 6'd6 & castle_ok[1]) | (given[11:6] == 6'd2 & castle_ok[0]));
    wire castle = (is_attacker & quiet & grade != ZF_QUIET_EMPTY) | given_castle;
    assign castle_king = castle & target[2];
    assign castle_queen = castle & ~target[2];

    // A given move must not take an own man, and a killer takes nothing.
    wire fit = ~own_at & (given_table | ~other_at);
    wire answered = found & ((is_attacker | is_probe) | (is_killer & fit));

    assign to = is_load ? put_square : target;
    assign from = castle ? own_king : is_killer ? given[5:0] : square;
    assign piece = is_load ? put_piece : castle ? ZF_PIECE_KING : chosen;
    wire pawn = piece == ZF_PIECE_PAWN & ~is_load;
    assign promotes = pawn & to[5:3] == 3'd7;
    // planted fault 12: rook before knight among promotions
    wire bug_12;
    zf_bug #(.N(12)) plant_12 (.on(bug_12));
    wire [1:0] promoted = ~promotes ? 2'd0 : is_killer ? given[13:12]
                        : promotion ^ {2{bug_12 & ^promotion}};
    assign after = ~promotes ? piece
                 : promoted == ZF_PROMOTION_KNIGHT ? ZF_PIECE_KNIGHT
                 : promoted == ZF_PROMOTION_ROOK ? ZF_PIECE_ROOK
                 : promoted == ZF_PROMOTION_BISHOP ? ZF_PIECE_BISHOP : ZF_PIECE_QUEEN;
    assign move = {promoted, to, from};

    wire repeated = is_attacker & (move == table_move
                    | (quiet & killers_count & promoted == 2'd0
                       & (move[11:0] == killers[11:0] | move[11:0] == killers[23:12])));
    wire offered = answered | castle;
    assign skipped = offered & repeated;
    assign made = (offered & ~repeated) | (is_load & put_valid);

    // A pawn that changes file to an empty square takes en passant.
    assign take_ep = pawn & ~other_at & from[2:0] != to[2:0];
    assign take = (other_at & ~is_load) | take_ep;
    assign taken = take_ep ? ZF_PIECE_PAWN : kind_at;
    assign silent = ~take & ~promotes & ~castle;
    wire unused_ep = ep_valid ^ ^ep_file;

    wire [7:0] beside = {1'b0, other_pawns4[7:1]} | {other_pawns4[6:0], 1'b0};
    assign ep_next = made & pawn & from[5:3] == 3'd1 & to[5:3] == 3'd3 & beside[to[2:0]];

    // Rows: the man leaves, arrives, and what it takes; castling's rook has rows of its own.
    assign has_from = made & ~is_load;
    // A row that holds zeros stands for nothing.
    assign row_from = made & ~is_load ? {piece, from} : ZF_CONFIG_ZERO_ROW[8:0];
    assign row_to = made ? {after, to} : ZF_CONFIG_ZERO_ROW[8:0];
    // planted fault 1: en passant takes its pawn on the square it passed, in key and scores
    wire bug_1;
    zf_bug #(.N(1)) plant_1 (.on(bug_1));
    wire [5:0] taken_on = take_ep & ~bug_1 ? {3'd3, to[2:0]} : to ^ 6'h38;
    assign row_taken = ~(made & (take | castle)) ? ZF_CONFIG_ZERO_ROW[8:0]
                     : castle ? ZF_CONFIG_CASTLE_ROW[8:0] | {8'd0, castle_queen}
                              : {taken, taken_on};

endmodule

`default_nettype wire
