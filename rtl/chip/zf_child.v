// SPDX-License-Identifier: Apache-2.0
// The NODE word of the position after the move, all but its fast score. Combinational.
// A V makes the null move. A LOAD puts a man; what the board does not tell comes from the loader.
`default_nettype none

module zf_child #(
    parameter NODE_BITS = 250,
    parameter ROW_BITS = 88
) (
    input wire [3:0]           op,
    input wire [NODE_BITS-1:0] node,
    // of the job and the state
    input wire        search,
    input wire        evasion, in_check, null_high,
    input wire [1:0]  null_r,
    // the move
    input wire        made, take, take_ep, castle_king, castle_queen, promotes, ep_next,
    input wire [2:0]  piece, after, taken,
    input wire [5:0]  from, to,
    input wire [13:0] move,
    input wire        aim_legal, aim_check,
    // rows of the weight memory: eg, mg, key; already zero where not used
    input wire [ROW_BITS-1:0] row_from, row_to, row_taken,
    // the root, for a LOAD
    input wire [NODE_BITS-1:0] root,

    output wire [NODE_BITS-1:0] child
);

    `include "zf_defs.vh"

    function [63:0] rho;
        input [63:0] x;
        rho = {x[31:0], x[63:32]};
    endfunction
    function signed [15:0] wide;
        input [11:0] x;
        wide = {{4{x[11]}}, x};
    endfunction
    function [6:0] weight;
        input [2:0] x;
        weight = x == ZF_PIECE_KNIGHT | x == ZF_PIECE_BISHOP ? ZF_PHASE_KNIGHT[6:0]
               : x == ZF_PIECE_ROOK ? ZF_PHASE_ROOK[6:0]
               : x == ZF_PIECE_QUEEN ? ZF_PHASE_QUEEN[6:0] : 7'd0;
    endfunction

    wire load = op == ZF_OP_LOAD;
    wire null = op == ZF_OP_FIRST | op == ZF_OP_VICTIM;

    // ---- sums; the sign turns with the side
    wire [63:0] key = node[ZF_NODE_KEY_LSB +: ZF_NODE_KEY_BITS];
    wire signed [15:0] mg = node[ZF_NODE_MG_LSB +: ZF_NODE_MG_BITS];
    wire signed [15:0] eg = node[ZF_NODE_EG_LSB +: ZF_NODE_EG_BITS];
    wire [63:0] key_next = rho(key ^ row_from[63:0] ^ row_to[63:0]) ^ row_taken[63:0];
    wire signed [15:0] mg_next = wide(row_from[75:64]) - wide(row_to[75:64])
                                 - wide(row_taken[75:64]) - mg;
    wire signed [15:0] eg_next = wide(row_from[87:76]) - wide(row_to[87:76])
                                 - wide(row_taken[87:76]) - eg;
    wire [6:0] own_phase = node[ZF_NODE_OWN_PHASE_LSB +: ZF_NODE_OWN_PHASE_BITS];
    wire [6:0] other_phase = node[ZF_NODE_OTHER_PHASE_LSB +: ZF_NODE_OTHER_PHASE_BITS];
    wire [6:0] gain = made & (promotes | load) ? weight(after) : 7'd0;
    wire [6:0] loss = made & take ? weight(taken) : 7'd0;

    // ---- rights
    wire [3:0] rights = node[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS];
    wire king = piece == ZF_PIECE_KING;
    wire [3:0] lost = {4{made}} & rights & {to == 6'd56, to == 6'd63,
                                            king | from == 6'd0, king | from == 6'd7};
    wire [3:0] left = rights & ~lost;

    // ---- draws
    wire [6:0] clock = node[ZF_NODE_CLOCK_LSB +: ZF_NODE_CLOCK_BITS];
    wire [5:0] back = node[ZF_NODE_BACK_LSB +: ZF_NODE_BACK_BITS];
    wire [31:0] own_vacated = node[ZF_NODE_OWN_VACATED_LSB +: ZF_NODE_OWN_VACATED_BITS];
    wire [31:0] other_vacated = node[ZF_NODE_OTHER_VACATED_LSB +: ZF_NODE_OTHER_VACATED_BITS];
    wire progress = made & (take | piece == ZF_PIECE_PAWN);
    wire reversible = made & ~progress & lost == 4'd0;
    wire returned = reversible & own_vacated[to[4:0]];

    // ---- depth
    wire [3:0] depth = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire free = evasion & in_check & search;
    wire [4:0] cost = null ? 5'd1 + {3'd0, null_r} : {4'd0, ~free} + {4'd0, null_high};
    wire [3:0] depth_next = {1'b0, depth} > cost & op != ZF_OP_PROBE ? depth - cost[3:0] : 4'd0;

    wire [5:0] own_king = node[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS];
    wire [5:0] other_king = node[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS];

    // planted fault 4: the verify flag is lost on the way to the child
    wire bug_4;
    zf_bug #(.N(4)) plant_4 (.on(bug_4));
    reg [NODE_BITS-1:0] c;
    always @* begin
        c = {NODE_BITS{1'b0}};
        c[ZF_NODE_KEY_LSB +: ZF_NODE_KEY_BITS] = key_next;
        c[ZF_NODE_MG_LSB +: ZF_NODE_MG_BITS] = mg_next;
        c[ZF_NODE_EG_LSB +: ZF_NODE_EG_BITS] = eg_next;
        c[ZF_NODE_OWN_PHASE_LSB +: ZF_NODE_OWN_PHASE_BITS] = other_phase - loss;
        c[ZF_NODE_OTHER_PHASE_LSB +: ZF_NODE_OTHER_PHASE_BITS] = own_phase + gain;
        c[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS] = {left[1:0], left[3:2]};
        c[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS] = to[2:0];
        c[ZF_NODE_EP_VALID_LSB] = ep_next;
        c[ZF_NODE_CLOCK_LSB +: ZF_NODE_CLOCK_BITS] = progress ? 7'd0
                                                   : &clock ? clock : clock + 7'd1;
        c[ZF_NODE_BACK_LSB +: ZF_NODE_BACK_BITS] = ~reversible ? 6'd0 : &back ? back : back + 6'd1;
        c[ZF_NODE_OWN_VACATED_LSB +: ZF_NODE_OWN_VACATED_BITS] = reversible ? other_vacated : 32'd0;
        c[ZF_NODE_OTHER_VACATED_LSB +: ZF_NODE_OTHER_VACATED_BITS] =
            reversible ? own_vacated | 32'd1 << from[4:0] : 32'd0;
        c[ZF_NODE_RETURNED_LSB] = returned;
        c[ZF_NODE_MAYBE_LSB] = returned & node[ZF_NODE_RETURNED_LSB];
        c[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] = depth_next;
        c[ZF_NODE_VERIFY_LSB] = node[ZF_NODE_VERIFY_LSB] & ~null_high & ~bug_4;
        c[ZF_NODE_AFTER_NULL_LSB] = null;
        c[ZF_NODE_LEGAL_LSB] = null | aim_legal;
        c[ZF_NODE_CHECK_LSB] = ~null & aim_check;
        c[ZF_NODE_MOVE_LSB +: ZF_NODE_MOVE_BITS] = null ? 14'd0 : move;
        if (load) begin
            c[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS] =
                root[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS];
            c[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS] =
                root[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS];
            c[ZF_NODE_EP_VALID_LSB] = root[ZF_NODE_EP_VALID_LSB];
            c[ZF_NODE_CLOCK_LSB +: ZF_NODE_CLOCK_BITS] =
                root[ZF_NODE_CLOCK_LSB +: ZF_NODE_CLOCK_BITS];
            c[ZF_NODE_BACK_LSB +: ZF_NODE_BACK_BITS] = root[ZF_NODE_BACK_LSB +: ZF_NODE_BACK_BITS];
            c[ZF_NODE_OWN_VACATED_LSB +: ZF_NODE_OWN_VACATED_BITS] =
                root[ZF_NODE_OWN_VACATED_LSB +: ZF_NODE_OWN_VACATED_BITS];
            c[ZF_NODE_OTHER_VACATED_LSB +: ZF_NODE_OTHER_VACATED_BITS] =
                root[ZF_NODE_OTHER_VACATED_LSB +: ZF_NODE_OTHER_VACATED_BITS];
            c[ZF_NODE_RETURNED_LSB] = root[ZF_NODE_RETURNED_LSB];
            c[ZF_NODE_MAYBE_LSB] = root[ZF_NODE_MAYBE_LSB];
            c[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] = root[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
            c[ZF_NODE_VERIFY_LSB] = root[ZF_NODE_VERIFY_LSB];
            c[ZF_NODE_AFTER_NULL_LSB] = root[ZF_NODE_AFTER_NULL_LSB];
            c[ZF_NODE_LEGAL_LSB] = 1'b0;
            c[ZF_NODE_CHECK_LSB] = 1'b1;
            c[ZF_NODE_MOVE_LSB +: ZF_NODE_MOVE_BITS] = 14'd0;
        end
        c[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS] = other_king ^ 6'h38;
        c[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS] = (made & king ? to : own_king) ^ 6'h38;
        c[ZF_NODE_CASTLED_KING_LSB] = made & castle_king;
        c[ZF_NODE_CASTLED_QUEEN_LSB] = made & castle_queen;
        c[ZF_NODE_CAPTURED_LSB] = made & ~load & (take | promotes);
    end
    assign child = c;
    wire unused = take_ep;

endmodule

`default_nettype wire
