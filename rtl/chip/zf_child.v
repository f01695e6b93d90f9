// SPDX-License-Identifier: Apache-2.0
// The words of the position after the move, but for its fast score and what zf_past keeps. Combinational; stage
// 10. A V makes the null move. A LOAD puts a man; what the board does not tell comes from the loader.
`default_nettype none

module zf_child #(
    parameter NODE_BITS = 30,
    parameter SUMS_BITS = 62,
    parameter ROW_BITS = 24
) (
    input wire [3:0]              op,
    input wire [SUMS_BITS-1:0]    sums,
    input wire [NODE_BITS-1:0]    node,
    // of the job and the state
    input wire        search,
    input wire        evasion, in_check, null_high,
    input wire [1:0]  null_r,
    // the move
    input wire        made, take, castle_king, castle_queen, promotes, ep_next,
    input wire [2:0]  piece, after, taken,
    input wire [5:0]  from, to,
    input wire        aim_legal, aim_check,
    // rows of the weight memory: eg, mg; already zero where not used
    input wire [ROW_BITS-1:0] row_from, row_to, row_taken,
    // the root, for a LOAD
    input wire [NODE_BITS-1:0]    root_node,

    output wire [SUMS_BITS-1:0]    child_sums, // FAST still empty
    output wire [NODE_BITS-1:0]    child_node,
    output wire                    captured,   // entered by a capture or promotion
    output wire                    progress,   // the clock of fifty moves starts anew
    output wire                    reversible  // the move can be taken back by moving
);

    `include "zf_defs.vh"

    function [6:0] weight;
        input [2:0] x;
        weight = x == ZF_PIECE_KNIGHT | x == ZF_PIECE_BISHOP ? ZF_PHASE_KNIGHT[6:0]
               : x == ZF_PIECE_ROOK ? ZF_PHASE_ROOK[6:0]
               : x == ZF_PIECE_QUEEN ? ZF_PHASE_QUEEN[6:0] : 7'd0;
    endfunction

    wire load = op == ZF_OP_LOAD;
    wire null = op == ZF_OP_FIRST | op == ZF_OP_VICTIM;

    // ---- sums; the sign turns with the side
    wire signed [15:0] mg = sums[ZF_SUMS_MG_LSB +: ZF_SUMS_MG_BITS];
    wire signed [15:0] eg = sums[ZF_SUMS_EG_LSB +: ZF_SUMS_EG_BITS];
    // from - to - taken - sum is the complement of ~from + sum + to + taken
    wire signed [15:0] mg_less, mg_loss, mg_sum, eg_less, eg_loss, eg_sum;
    zf_add #(.X(12), .Y(16), .BITS(16)) add_mg_less (.x(~row_from[11:0]), .y(mg), .sum(mg_less));
    zf_add #(.X(12), .Y(16), .BITS(16)) add_eg_less (.x(~row_from[23:12]), .y(eg), .sum(eg_less));
    zf_add #(.X(12), .BITS(16)) add_mg_loss (.x(row_to[11:0]), .y(row_taken[11:0]), .sum(mg_loss));
    zf_add #(.X(12), .BITS(16)) add_eg_loss (.x(row_to[23:12]), .y(row_taken[23:12]), .sum(eg_loss));
    zf_add #(.X(16), .BITS(16)) add_mg (.x(mg_less), .y(mg_loss), .sum(mg_sum));
    zf_add #(.X(16), .BITS(16)) add_eg (.x(eg_less), .y(eg_loss), .sum(eg_sum));
    wire [6:0] own_phase = sums[ZF_SUMS_OWN_PHASE_LSB +: ZF_SUMS_OWN_PHASE_BITS];
    wire [6:0] other_phase = sums[ZF_SUMS_OTHER_PHASE_LSB +: ZF_SUMS_OTHER_PHASE_BITS];
    wire [6:0] gain = made & (promotes | load) ? weight(after) : 7'd0;
    wire [6:0] loss = made & take ? weight(taken) : 7'd0;
    wire [6:0] other_left = other_phase - loss, own_now = own_phase + gain;
    assign child_sums = {own_now, other_left, 16'd0, ~eg_sum, ~mg_sum};

    // ---- rights
    wire [3:0] rights = node[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS];
    wire king = piece == ZF_PIECE_KING;
    wire [3:0] lost = {4{made}} & rights & {to == 6'd56, to == 6'd63,
                                            king | from == 6'd0, king | from == 6'd7};
    wire [3:0] left = rights & ~lost;

    // ---- draws
    assign captured = made & ~load & (take | promotes);
    assign progress = made & (take | piece == ZF_PIECE_PAWN);
    assign reversible = made & ~progress & lost == 4'd0;

    // ---- depth
    wire [3:0] depth = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire free = evasion & in_check & search;
    wire [2:0] cost = null ? 3'd1 + {1'd0, null_r} : {2'd0, ~free} + {2'd0, null_high};
    wire [3:0] depth_next = depth > {1'b0, cost} & op != ZF_OP_PROBE ? depth - {1'b0, cost} : 4'd0;

    wire [5:0] own_king = node[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS];
    wire [5:0] other_king = node[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS];

    // planted fault 4: the verify flag is lost on the way to the child
    wire bug_4;
    zf_bug #(.N(4)) plant_4 (.on(bug_4));
    reg [NODE_BITS-1:0] c;
    always @* begin
        if (load) begin
            c = root_node;
            c[ZF_NODE_LEGAL_LSB] = 1'b0;
            c[ZF_NODE_CHECK_LSB] = 1'b1;
        end else begin
            c = {NODE_BITS{1'b0}};
            c[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS] = {left[1:0], left[3:2]};
            c[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS] = to[2:0];
            c[ZF_NODE_EP_VALID_LSB] = ep_next;
            c[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] = depth_next;
            c[ZF_NODE_VERIFY_LSB] = node[ZF_NODE_VERIFY_LSB] & ~null_high & ~bug_4;
            c[ZF_NODE_AFTER_NULL_LSB] = null;
            c[ZF_NODE_LEGAL_LSB] = null | aim_legal;
            c[ZF_NODE_CHECK_LSB] = ~null & aim_check;
        end
        c[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS] = other_king ^ 6'h38;
        c[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS] = (made & king ? to : own_king) ^ 6'h38;
        c[ZF_NODE_CASTLED_KING_LSB] = made & castle_king;
        c[ZF_NODE_CASTLED_QUEEN_LSB] = made & castle_queen;
    end
    assign child_node = c;

endmodule

`default_nettype wire
