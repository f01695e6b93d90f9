// SPDX-License-Identifier: Apache-2.0
// Which men and empty squares are still to be chosen, by kind, before it is known what the rays reach.
// Combinational; fourth stage, beside the rays. The kinds themselves are told apart a stage later.
`default_nettype none

module zf_classes (
    input wire [63:0] own, occupied,
    input wire [63:0] gate,       // squares open in a class where the limit rules
    input wire        inward,     // A, K, C
    input wire        check,      // C: the opponent's men answer
    input wire        bar_men,    // A, K: the square lies outside the mask: no men but king and pawn
    input wire        bar_pawn,   // and no pawn
    input wire [6:0]  open, same, // by class: free, and limited by the gate
    input wire        ep_valid,
    input wire [2:0]  ep_file,

    // squares that are open for a man of each kind
    output wire [63:0] pawns, knights, bishops, rooks, queens, kings,
    output wire [63:0] empties,
    output wire [7:0]  pushes,    // V: squares of rank 8, open for a promotion
    output wire [7:0]  passed     // V: squares of rank 6, open for en passant
);

    wire [63:0] target = inward & ~check ? own : occupied & ~own;
    wire [63:0] near = target & gate;

    // Classes count from the least man in A, K, C, from the greatest in V; a king is no victim.
    wire [5:0] barred = {1'b0, {4{bar_men}}, bar_pawn};
    wire [5:0] free = inward ? open[5:0] & ~barred
                    : {1'b0, open[0], open[2], open[3], open[4], open[5]};
    wire [5:0] limited = inward ? same[5:0] & ~barred
                       : {1'b0, same[0], same[2], same[3], same[4], same[5]};

    function [63:0] pick;
        input [63:0] all, some;
        input        every, few;
        pick = (all & {64{every}}) | (some & {64{few}});
    endfunction
    assign pawns = pick(target, near, free[0], limited[0]);
    assign knights = pick(target, near, free[1], limited[1]);
    assign bishops = pick(target, near, free[2], limited[2]);
    assign rooks = pick(target, near, free[3], limited[3]);
    assign queens = pick(target, near, free[4], limited[4]);
    assign kings = pick(target, near, free[5], limited[5]);
    assign empties = ~occupied & ({64{open[6]}} | ({64{same[6]}} & gate));
    assign pushes = {8{~inward}} & ({8{open[1]}} | ({8{same[1]}} & gate[63:56]));
    assign passed = ({7'd0, ep_valid & ~inward} << ep_file) & ({8{open[5]}} | ({8{same[5]}} & gate[47:40]));

endmodule

`default_nettype wire
