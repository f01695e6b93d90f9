// SPDX-License-Identifier: Apache-2.0
// The array: from a board and what zf_start wants to the square that is chosen. Stages 2 to 8 of the ring:
// registers, 3 sources and facts of the board, 4 rays, 5 candidates, 6 and 7 the arbiter, and its answer.
`default_nettype none

module zf_array #(
    parameter [2:0] CUTS = 3'h7, // registers behind stages 2, 3 and 4, which a small part may leave out
    parameter NODE_BITS = 30,
    parameter STATE_BITS = 41
) (
    input wire clk,

    // stage 2: the board, the evasion mask; what is wanted
    input wire [63:0] own, orth, diag, a, b, mask,
    input wire [3:0]  op,
    input wire        given_table, inward, pawn_take, inclusive,
    input wire [5:0]  square, limit,
    input wire [6:0]  open, same,
    input wire [1:0]  castle,
    input wire [NODE_BITS-1:0]  node,
    input wire [STATE_BITS-1:0] state,

    // stage 5: for the evaluation
    output wire [63:0] own_5, orth_5, diag_5, a_5, b_5,
    output wire [63:0] pawn_reach_5, knight_reach_5, diag_reach_5, orth_reach_5,
    output wire [5:0]  own_king_5, other_king_5,
    // stage 8: the answer
    output wire        found, more,
    output wire [2:0]  chosen,
    output wire [5:0]  hit,
    output wire        illegal,
    output wire [1:0]  seen,      // rays meet the other king: along ranks and files, along diagonals
    // stage 7: what stands on `square`; castling; the opponent's pawns on rank 4
    output wire        own_at_7, other_at_7,
    output wire [2:0]  kind_at_7,
    output wire [1:0]  castle_ok_7,
    output wire [7:0]  other_pawns4_7,
    // stage 8: the board, facts
    output wire [63:0] own_8, occupied_8, orth_8, diag_8, a_8, b_8,
    output wire [6:0]  facts      // bad rights, bad ep, seventh, no pawn nor rook nor queen, bishops of one
                                  // color at most and no knight, castling offered (2)
);

    `include "zf_defs.vh"

    // ================ stage 3: sources
    wire [63:0] own_3, men_3, occupied_3, orth_3, diag_3, a_3, b_3, mask_3;
    wire [3:0]  op_3;
    wire        given_table_3, inward_3, pawn_take_3, inclusive_3;
    wire [5:0]  square_3, limit_3;
    wire [6:0]  open_3, same_3;
    wire [1:0]  castle_3;
    wire [NODE_BITS-1:0]  node_3;
    wire [STATE_BITS-1:0] state_3;
    wire [63:0] occupied = orth | diag | a | b;
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_own (.clk(clk), .d(own), .q(own_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_occupied (.clk(clk), .d(occupied), .q(occupied_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_men (.clk(clk), .d(inward ? 64'd0 : own), .q(men_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_orth (.clk(clk), .d(orth), .q(orth_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_diag (.clk(clk), .d(diag), .q(diag_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_a (.clk(clk), .d(a), .q(a_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_b (.clk(clk), .d(b), .q(b_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_2_mask (.clk(clk), .d(mask), .q(mask_3));
    zf_cut #(.WIDTH(4), .ON(CUTS[0])) cut_2_op (.clk(clk), .d(op), .q(op_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_2_given (.clk(clk), .d(given_table), .q(given_table_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_2_inward (.clk(clk), .d(inward), .q(inward_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_2_take (.clk(clk), .d(pawn_take), .q(pawn_take_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_2_inclusive (.clk(clk), .d(inclusive), .q(inclusive_3));
    zf_cut #(.WIDTH(6), .ON(CUTS[0])) cut_2_square (.clk(clk), .d(square), .q(square_3));
    zf_cut #(.WIDTH(6), .ON(CUTS[0])) cut_2_limit (.clk(clk), .d(limit), .q(limit_3));
    zf_cut #(.WIDTH(7), .ON(CUTS[0])) cut_2_open (.clk(clk), .d(open), .q(open_3));
    zf_cut #(.WIDTH(7), .ON(CUTS[0])) cut_2_same (.clk(clk), .d(same), .q(same_3));
    zf_cut #(.WIDTH(2), .ON(CUTS[0])) cut_2_castle (.clk(clk), .d(castle), .q(castle_3));
    zf_cut #(.WIDTH(NODE_BITS), .ON(CUTS[0])) cut_2_node (.clk(clk), .d(node), .q(node_3));
    zf_cut #(.WIDTH(STATE_BITS), .ON(CUTS[0])) cut_2_state (.clk(clk), .d(state), .q(state_3));

    wire [63:0] from_orth_3, from_diag_3, from_knight_3, from_king_3, from_pawn_3, gate_3;
    wire        own_at_3, other_at_3;
    wire [2:0]  kind_at_3;
    zf_sources sources (
        .own(own_3), .men(men_3), .orth(orth_3), .diag(diag_3), .a(a_3), .b(b_3),
        .inward(inward_3), .square(square_3),
        .limit(limit_3), .inclusive(inclusive_3), .only(op_3 == ZF_OP_KILLER),
        .from_orth(from_orth_3), .from_diag(from_diag_3), .from_knight(from_knight_3),
        .from_king(from_king_3), .from_pawn(from_pawn_3), .gate(gate_3),
        .own_at(own_at_3), .other_at(other_at_3), .kind_at(kind_at_3)
    );
    wire ep_valid_3 = node_3[ZF_NODE_EP_VALID_LSB];
    wire [2:0] ep_file_3 = node_3[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS];
    wire ep_here_3 = ep_valid_3 & square_3 == {3'd5, ep_file_3};
    wire in_check_3 = state_3[ZF_STATE_IN_CHECK_LSB];
    // A table move takes by what stands on its target.
    wire take_3 = op_3 == ZF_OP_KILLER ? given_table_3 & (other_at_3 | ep_here_3) : pawn_take_3;
    wire outside_3 = ~mask_3[square_3];
    wire bar_men_3 = in_check_3 & outside_3 & op_3 != ZF_OP_CHECK;
    wire bar_ep_3 = ~(ep_here_3 & mask_3[{3'd4, ep_file_3}]);

    // Facts of the board that need no rays.
    wire [3:0] rights_3 = node_3[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS];
    wire [1:0] castle_ok_3 = {rights_3[0] & ~|occupied_3[6:5], rights_3[1] & ~|occupied_3[3:1]}
                             & {2{~in_check_3}};
    wire own_home_3 = own_3[4] & a_3[4] & b_3[4], other_home_3 = ~own_3[60] & a_3[60] & b_3[60];
    wire [63:0] rooks_3 = orth_3 & ~diag_3;
    wire bad_rights_3 = (rights_3[0] & ~(own_home_3 & own_3[7] & rooks_3[7]))
                        | (rights_3[1] & ~(own_home_3 & own_3[0] & rooks_3[0]))
                        | (rights_3[2] & ~(other_home_3 & ~own_3[63] & rooks_3[63]))
                        | (rights_3[3] & ~(other_home_3 & ~own_3[56] & rooks_3[56]));
    wire [63:0] pawns_3 = a_3 & ~b_3;
    wire [7:0] other_pawns5_3 = pawns_3[39:32] & ~own_3[39:32];
    wire bad_ep_3 = ep_valid_3 & (~other_pawns5_3[ep_file_3] | occupied_3[{3'd5, ep_file_3}]
                                  | occupied_3[{3'd6, ep_file_3}]);
    wire [7:0] other_pawns4_3 = pawns_3[31:24] & ~own_3[31:24];
    // an evaluation pass sees the board from the other side
    wire seventh_3 = op_3 == ZF_OP_EVAL ? |(pawns_3[15:8] & ~own_3[15:8])
                                        : |(pawns_3[55:48] & own_3[55:48]);
    localparam [63:0] LIGHT = 64'h55aa55aa55aa55aa;
    wire [63:0] bishops_3 = diag_3 & ~orth_3;
    wire bishop_light_3 = |(bishops_3 & LIGHT), bishop_dark_3 = |(bishops_3 & ~LIGHT);
    wire knights_3 = |(b_3 & ~a_3);
    wire heavy_3 = |orth_3 | |pawns_3;
    wire [6:0] facts_3 = {bad_rights_3, bad_ep_3, seventh_3, ~heavy_3,
                          ~knights_3 & ~(bishop_light_3 & bishop_dark_3), castle_3 & castle_ok_3};

    // ================ stage 4: rays
    wire [63:0] own_4, occupied_4, orth_4, diag_4, a_4, b_4, mask_4, gate_4;
    wire [63:0] from_orth_4, from_diag_4, from_knight_4, from_king_4, from_pawn_4;
    wire        own_at_4, other_at_4, inward_4, check_4, take_4, bar_men_4, bar_ep_4, in_check_4;
    wire [2:0]  kind_at_4;
    wire [6:0]  open_4, same_4, facts_4;
    wire [1:0]  castle_ok_4;
    wire [7:0]  other_pawns4_4;
    wire [NODE_BITS-1:0] node_4;
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_own (.clk(clk), .d(own_3), .q(own_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_occupied (.clk(clk), .d(occupied_3), .q(occupied_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_orth (.clk(clk), .d(orth_3), .q(orth_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_diag (.clk(clk), .d(diag_3), .q(diag_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_a (.clk(clk), .d(a_3), .q(a_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_b (.clk(clk), .d(b_3), .q(b_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_mask (.clk(clk), .d(mask_3), .q(mask_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_gate (.clk(clk), .d(gate_3), .q(gate_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_from_orth (.clk(clk), .d(from_orth_3), .q(from_orth_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_from_diag (.clk(clk), .d(from_diag_3), .q(from_diag_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_from_knight (.clk(clk), .d(from_knight_3), .q(from_knight_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_from_king (.clk(clk), .d(from_king_3), .q(from_king_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_3_from_pawn (.clk(clk), .d(from_pawn_3), .q(from_pawn_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_own_at (.clk(clk), .d(own_at_3), .q(own_at_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_other_at (.clk(clk), .d(other_at_3), .q(other_at_4));
    zf_cut #(.WIDTH(3), .ON(CUTS[1])) cut_3_kind_at (.clk(clk), .d(kind_at_3), .q(kind_at_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_inward (.clk(clk), .d(inward_3), .q(inward_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_check (.clk(clk), .d(op_3 == ZF_OP_CHECK), .q(check_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_take (.clk(clk), .d(take_3), .q(take_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_bar_men (.clk(clk), .d(bar_men_3), .q(bar_men_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_bar_ep (.clk(clk), .d(bar_ep_3), .q(bar_ep_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_3_in_check (.clk(clk), .d(in_check_3), .q(in_check_4));
    zf_cut #(.WIDTH(7), .ON(CUTS[1])) cut_3_open (.clk(clk), .d(open_3), .q(open_4));
    zf_cut #(.WIDTH(7), .ON(CUTS[1])) cut_3_same (.clk(clk), .d(same_3), .q(same_4));
    zf_cut #(.WIDTH(7), .ON(CUTS[1])) cut_3_facts (.clk(clk), .d(facts_3), .q(facts_4));
    zf_cut #(.WIDTH(2), .ON(CUTS[1])) cut_3_castle_ok (.clk(clk), .d(castle_ok_3), .q(castle_ok_4));
    zf_cut #(.WIDTH(8), .ON(CUTS[1])) cut_3_pawns4 (.clk(clk), .d(other_pawns4_3), .q(other_pawns4_4));
    zf_cut #(.WIDTH(NODE_BITS), .ON(CUTS[1])) cut_3_node (.clk(clk), .d(node_3), .q(node_4));
    wire [63:0] r_orth_4, r_diag_4, r_knight_4, r_king_4, pawn_up_4, push_up_4, pawn_down_4;
    wire [63:0] push_down_4;
    zf_radiate radiate (
        .from_orth(from_orth_4), .from_diag(from_diag_4), .from_knight(from_knight_4),
        .from_king(from_king_4), .from_pawn(from_pawn_4), .empty(~occupied_4),
        .orth(r_orth_4), .diag(r_diag_4), .knight(r_knight_4), .king(r_king_4),
        .pawn_up(pawn_up_4), .push_up(push_up_4), .pawn_down(pawn_down_4),
        .push_down(push_down_4)
    );
    wire [63:0] leave_4 = in_check_4 ? mask_4 : ~64'd0;
    wire [63:0] pawns_4, knights_4, bishops_4, rooks_4, queens_4, kings_4, empties_4;
    wire [7:0]  pushes_4, passed_4;
    zf_classes classes (
        .own(own_4), .occupied(occupied_4), .gate(gate_4), .inward(inward_4), .check(check_4),
        .bar_men(bar_men_4), .bar_pawn(bar_men_4 & (bar_ep_4 | ~take_4)), .open(open_4), .same(same_4),
        .ep_valid(node_4[ZF_NODE_EP_VALID_LSB]),
        .ep_file(node_4[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS]),
        .pawns(pawns_4), .knights(knights_4), .bishops(bishops_4), .rooks(rooks_4),
        .queens(queens_4), .kings(kings_4), .empties(empties_4), .pushes(pushes_4), .passed(passed_4)
    );

    // ================ stage 5: candidates
    wire [63:0] occupied_5, leave_5;
    wire [63:0] pawns_5, knights_5, bishops_5, rooks_5, queens_5, kings_5, empties_5;
    wire [7:0]  pushes_5, passed_5;
    wire [63:0] r_king_5, push_up_5, pawn_down_5, push_down_5;
    wire        own_at_5, other_at_5, inward_5, check_5, take_5;
    wire [2:0]  kind_at_5;
    wire [6:0]  facts_5;
    wire [1:0]  castle_ok_5;
    wire [7:0]  other_pawns4_5;
    wire [NODE_BITS-1:0] node_5;
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_own (.clk(clk), .d(own_4), .q(own_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_occupied (.clk(clk), .d(occupied_4), .q(occupied_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_pawns (.clk(clk), .d(pawns_4), .q(pawns_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_knights (.clk(clk), .d(knights_4), .q(knights_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_bishops (.clk(clk), .d(bishops_4), .q(bishops_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_rooks (.clk(clk), .d(rooks_4), .q(rooks_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_queens (.clk(clk), .d(queens_4), .q(queens_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_kings (.clk(clk), .d(kings_4), .q(kings_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_empties (.clk(clk), .d(empties_4), .q(empties_5));
    zf_cut #(.WIDTH(8), .ON(CUTS[2])) cut_4_pushes (.clk(clk), .d(pushes_4), .q(pushes_5));
    zf_cut #(.WIDTH(8), .ON(CUTS[2])) cut_4_passed (.clk(clk), .d(passed_4), .q(passed_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_orth (.clk(clk), .d(orth_4), .q(orth_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_diag (.clk(clk), .d(diag_4), .q(diag_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_a (.clk(clk), .d(a_4), .q(a_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_b (.clk(clk), .d(b_4), .q(b_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_leave (.clk(clk), .d(leave_4), .q(leave_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_r_orth (.clk(clk), .d(r_orth_4), .q(orth_reach_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_r_diag (.clk(clk), .d(r_diag_4), .q(diag_reach_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_r_knight (.clk(clk), .d(r_knight_4), .q(knight_reach_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_r_king (.clk(clk), .d(r_king_4), .q(r_king_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_pawn_up (.clk(clk), .d(pawn_up_4), .q(pawn_reach_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_push_up (.clk(clk), .d(push_up_4), .q(push_up_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_pawn_down (.clk(clk), .d(pawn_down_4), .q(pawn_down_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_4_push_down (.clk(clk), .d(push_down_4), .q(push_down_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_4_own_at (.clk(clk), .d(own_at_4), .q(own_at_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_4_other_at (.clk(clk), .d(other_at_4), .q(other_at_5));
    zf_cut #(.WIDTH(3), .ON(CUTS[2])) cut_4_kind_at (.clk(clk), .d(kind_at_4), .q(kind_at_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_4_inward (.clk(clk), .d(inward_4), .q(inward_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_4_check (.clk(clk), .d(check_4), .q(check_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_4_take (.clk(clk), .d(take_4), .q(take_5));
    zf_cut #(.WIDTH(7), .ON(CUTS[2])) cut_4_facts (.clk(clk), .d(facts_4), .q(facts_5));
    zf_cut #(.WIDTH(2), .ON(CUTS[2])) cut_4_castle_ok (.clk(clk), .d(castle_ok_4), .q(castle_ok_5));
    zf_cut #(.WIDTH(8), .ON(CUTS[2])) cut_4_pawns4 (.clk(clk), .d(other_pawns4_4), .q(other_pawns4_5));
    zf_cut #(.WIDTH(NODE_BITS), .ON(CUTS[2])) cut_4_node (.clk(clk), .d(node_4), .q(node_5));
    wire [63:0] p0_5, p1_5, p2_5, p3_5, p4_5, p5_5, p6_5;
    wire        illegal_5;
    assign own_king_5 = node_5[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS];
    assign other_king_5 = node_5[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS];
    wire [1:0]  seen_5;
    zf_candidates candidates (
        .pawns(pawns_5), .knights(knights_5), .bishops(bishops_5), .rooks(rooks_5), .queens(queens_5),
        .kings(kings_5), .empties(empties_5), .pushes(pushes_5), .passed(passed_5),
        .orth_men(orth_5), .diag_men(diag_5), .a(a_5), .b(b_5),
        .orth(orth_reach_5), .diag(diag_reach_5), .knight(knight_reach_5), .king(r_king_5),
        .pawn_up(pawn_reach_5), .push_up(push_up_5), .pawn_down(pawn_down_5), .push_down(push_down_5),
        .mask(leave_5), .inward(inward_5), .check(check_5), .pawn_take(take_5),
        .other_king(other_king_5), .castled_king(node_5[ZF_NODE_CASTLED_KING_LSB]),
        .castled_queen(node_5[ZF_NODE_CASTLED_QUEEN_LSB]),
        .p0(p0_5), .p1(p1_5), .p2(p2_5), .p3(p3_5), .p4(p4_5), .p5(p5_5), .p6(p6_5),
        .seen(seen_5), .illegal(illegal_5)
    );

    // ================ stages 6 and 7: the arbiter; what accompanies it to stage 8
    // which rings of a plane hold a square
    function [3:0] held;
        input [63:0] p;
        held = {|(p & 64'hff818181818181ff), |(p & 64'h007e424242427e00), |(p & 64'h00003c24243c0000),
                |(p & 64'h0000001818000000)};
    endfunction
    reg [3:0]  r0_6, r1_6, r2_6, r3_6, r4_6, r5_6, r6_6;
    reg [63:0] p0_6, p1_6, p2_6, p3_6, p4_6, p5_6, p6_6;
    reg        inward_6;
    always @(posedge clk) begin
        p0_6 <= p0_5;
        p1_6 <= p1_5;
        p2_6 <= p2_5;
        p3_6 <= p3_5;
        p4_6 <= p4_5;
        p5_6 <= p5_5;
        p6_6 <= p6_5;
        r0_6 <= held(p0_5);
        r1_6 <= held(p1_5);
        r2_6 <= held(p2_5);
        r3_6 <= held(p3_5);
        r4_6 <= held(p4_5);
        r5_6 <= held(p5_5);
        r6_6 <= held(p6_5);
        inward_6 <= inward_5;
    end
    zf_choose choose (
        .clk(clk), .p0(p0_6), .p1(p1_6), .p2(p2_6), .p3(p3_6), .p4(p4_6), .p5(p5_6), .p6(p6_6),
        .r0(r0_6), .r1(r1_6), .r2(r2_6), .r3(r3_6), .r4(r4_6), .r5(r5_6), .r6(r6_6),
        .inward(inward_6), .found(found), .chosen(chosen), .square(hit), .more(more)
    );
    zf_delay #(.WIDTH(64), .N(3)) to_8_occupied (.clk(clk), .d(occupied_5), .q(occupied_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_own (.clk(clk), .d(own_5), .q(own_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_orth (.clk(clk), .d(orth_5), .q(orth_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_diag (.clk(clk), .d(diag_5), .q(diag_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_a (.clk(clk), .d(a_5), .q(a_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_b (.clk(clk), .d(b_5), .q(b_8));
    zf_delay #(.WIDTH(2), .N(3)) to_8_seen (.clk(clk), .d(seen_5), .q(seen));
    zf_delay #(.WIDTH(1), .N(2)) to_7_own_at (.clk(clk), .d(own_at_5), .q(own_at_7));
    zf_delay #(.WIDTH(1), .N(2)) to_7_other_at (.clk(clk), .d(other_at_5), .q(other_at_7));
    zf_delay #(.WIDTH(3), .N(2)) to_7_kind_at (.clk(clk), .d(kind_at_5), .q(kind_at_7));
    zf_delay #(.WIDTH(1), .N(3)) to_8_illegal (.clk(clk), .d(illegal_5), .q(illegal));
    zf_delay #(.WIDTH(7), .N(3)) to_8_facts (.clk(clk), .d(facts_5), .q(facts));
    zf_delay #(.WIDTH(2), .N(2)) to_7_castle_ok (.clk(clk), .d(castle_ok_5), .q(castle_ok_7));
    zf_delay #(.WIDTH(8), .N(2)) to_7_pawns4 (.clk(clk), .d(other_pawns4_5), .q(other_pawns4_7));

endmodule

`default_nettype wire
