// SPDX-License-Identifier: Apache-2.0
// Who may be chosen: seven planes of squares, one for each kind of man and one for the empty squares.
// Combinational; fifth stage. V: the opponent's men that can be taken; the king's plane holds promotion pushes,
// the pawns' the en passant square too. A, K: own men that can move to the square; C: the opponent's.
`default_nettype none

module zf_candidates (
    // from zf_classes: squares that are open, by kind
    input wire [63:0] pawns, knights, bishops, rooks, queens, kings, empties,
    input wire [7:0]  pushes, passed,
    input wire [63:0] orth_men, diag_men, a, b,
    // from zf_radiate
    input wire [63:0] orth, diag, knight, king, pawn_up, push_up, pawn_down, push_down,
    input wire [63:0] mask,       // squares that a check leaves to men other than the king
    input wire        inward,     // A, K, C
    input wire        check,      // C: the opponent's men answer
    input wire        pawn_take,  // A, K: pawns come by capture
    input wire [5:0]  other_king,
    input wire        castled_king, castled_queen,

    output wire [63:0] p0, p1, p2, p3, p4, p5, p6, // pawn, knight, bishop, rook, queen, king, empty
    output wire [1:0]  seen,      // A, K: rays meet the other king: along ranks and files, along diagonals
    output wire        illegal    // V: a king can be taken, or stood in check while castling
);

    // V. The mask does not bind the king; en passant takes a pawn that stands elsewhere.
    wire [63:0] attack = orth | diag | knight | pawn_up;
    wire [63:0] victim = (attack & mask) | king;
    wire [63:0] move = orth | diag | knight | (push_up & 64'h00ffffffffffffff);
    wire [7:0] taken = passed & pawn_up[47:40] & (mask[47:40] | mask[39:32]);
    // planted fault 2: castling through check
    wire bug_2;
    zf_bug #(.N(2)) plant_2 (.on(bug_2));
    // one look at the king: V asks for any man, a move being made for its own rays
    wire [63:0] look = inward ? orth : attack | king;
    wire hit = look[other_king];
    assign seen = {hit, diag[other_king]};
    assign illegal = hit
                     | (castled_king & (attack[61] | king[61]) & ~bug_2)
                     | (castled_queen & (attack[59] | king[59]) & ~bug_2);

    // A, K: pawns below the square; C: pawns above it
    wire [63:0] pawn = check ? pawn_up : pawn_take ? pawn_down : push_down;

    function [63:0] reach; // a kind's own way to the square, or any way to a victim
        input        in;
        input [63:0] x, v;
        reach = in ? x : v;
    endfunction
    assign p0 = (pawns & a & ~b & reach(inward, pawn, victim)) | {16'd0, taken, 40'd0};
    assign p1 = knights & b & ~a & reach(inward, knight, victim);
    assign p2 = bishops & diag_men & ~orth_men & reach(inward, diag, victim);
    assign p3 = rooks & orth_men & ~diag_men & reach(inward, orth, victim);
    assign p4 = queens & orth_men & diag_men & reach(inward, orth | diag, victim);
    assign p5 = (kings & a & b & king) | {push_up[63:56] & mask[63:56] & pushes, 56'd0};
    assign p6 = empties & ((move & mask) | king);

endmodule

`default_nettype wire
