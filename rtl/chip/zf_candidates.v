// SPDX-License-Identifier: Apache-2.0
// Who may be chosen: seven classes of squares, the first class that holds one wins.
// Combinational; fifth stage. V: victims queen, promotion push, rook, bishop, knight, pawn, empty square.
// A, K, C: men pawn, knight, bishop, rook, queen, king (C: the opponent's).
`default_nettype none

module zf_candidates (
    input wire [63:0] own, other, a, b, orth_men, diag_men,
    input wire [63:0] orth, diag, knight, king, pawn_up, push_up, pawn_down, push_down,
    input wire [63:0] gate,
    input wire [63:0] mask,       // squares that a check leaves to men other than the king
    input wire        inward,     // A, K, C
    input wire        check,      // C: the opponent's men answer
    input wire        pawn_take,  // A, K: pawns come by capture
    input wire        bar_men,    // A, K: the square lies outside the mask: no men but king and pawn
    input wire        bar_pawn,   // and no pawn
    input wire [6:0]  open, same,
    input wire        ep_valid,
    input wire [2:0]  ep_file,
    input wire [5:0]  other_king,
    input wire        castled_king, castled_queen,

    output wire [63:0] c0, c1, c2, c3, c4, c5, c6,
    output wire        illegal    // V: a king can be taken, or stood in check while castling
);

    wire [63:0] men = check ? other : own;
    wire [63:0] empty = ~(own | other);
    wire [63:0] rays = orth | diag | knight;

    // V. The mask does not bind the king; en passant takes a pawn that stands elsewhere.
    wire [63:0] attack = rays | pawn_up;
    wire [63:0] victim = ((attack & mask) | king) & other;
    wire [63:0] passed = {16'd0, {7'd0, ep_valid} << ep_file, 40'd0};
    wire [63:0] taken = passed & pawn_up & (mask | (mask << 8));
    wire [63:0] move = ((rays | (push_up & 64'h00ffffffffffffff)) & mask) | king;
    wire [63:0] push = push_up & mask & 64'hff00000000000000;
    wire [63:0] any_reach = attack | king;
    // planted fault 2: castling through check
    wire bug_2;
    zf_bug #(.N(2)) plant_2 (.on(bug_2));
    assign illegal = any_reach[other_king] | (castled_king & any_reach[61] & ~bug_2)
                     | (castled_queen & any_reach[59] & ~bug_2);

    // A, K: pawns below the square; C: pawns above it
    wire [63:0] pawn = check ? pawn_up : pawn_take ? pawn_down : push_down;

    function [63:0] choose;
        input [63:0] x, g;
        input        free, limited;
        choose = x & ({64{free}} | ({64{limited}} & g));
    endfunction

    wire bar = inward & bar_men;
    wire [6:0] free = open & ~{2'b0, {4{bar}}, inward & bar_pawn};
    wire [6:0] limited = same & ~{2'b0, {4{bar}}, inward & bar_pawn};
    assign c0 = choose(inward ? a & ~b & pawn & men : orth_men & diag_men & victim,
                       gate, free[0], limited[0]);
    assign c1 = choose(inward ? b & ~a & knight & men : push, gate, free[1], limited[1]);
    assign c2 = choose(inward ? diag_men & ~orth_men & diag & men : orth_men & ~diag_men & victim,
                       gate, free[2], limited[2]);
    assign c3 = choose(inward ? orth_men & ~diag_men & orth & men : diag_men & ~orth_men & victim,
                       gate, free[3], limited[3]);
    assign c4 = choose(inward ? orth_men & diag_men & (orth | diag) & men : b & ~a & victim,
                       gate, free[4], limited[4]);
    assign c5 = choose(inward ? a & b & king & men : (a & ~b & victim) | taken,
                       gate, free[5], limited[5]);
    assign c6 = choose(empty & move, gate, free[6], limited[6]);

endmodule

`default_nettype wire
