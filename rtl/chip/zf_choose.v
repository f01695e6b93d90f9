// SPDX-License-Identifier: Apache-2.0
// The arbiter: the first class that holds a square, in it the first square by ORDER, and whether more remain.
// Three stages with registers between them: class, rank and file in each half of the board, the half. Two clocks
// of latency.
// A tree over rings and ranks: a chain over 64 squares is six times slower.
`default_nettype none

module zf_choose (
    input wire clk,
    input wire [63:0] p0, p1, p2, p3, p4, p5, p6, // planes of zf_candidates
    input wire [3:0]  r0, r1, r2, r3, r4, r5, r6, // and which of their rings hold a square
    input wire        inward, // the classes' order: from the pawn on; else queen, king's plane, rook to pawn, empty

    output reg        found,
    output reg  [2:0] chosen, // class
    output wire [5:0] square,
    output wire       more    // another square of any class could be chosen after this one
);

    localparam [63:0] RING0 = 64'h0000001818000000, RING1 = 64'h00003c24243c0000;
    localparam [63:0] RING2 = 64'h007e424242427e00, RING3 = 64'hff818181818181ff;

    // of four bits by value: two or more are set; the place of the first
    localparam [15:0] TWO = 16'hfee8;
    localparam [31:0] PLACE = 32'h12131210;
    function several;
        input [7:0] v;
        several = (v[3:0] != 4'd0 & v[7:4] != 4'd0) | TWO[v[3:0]] | TWO[v[7:4]];
    endfunction

    wire [6:0] any = {|r6, |r5, |r4, |r3, |r2, |r1, |r0};
    // the plane that comes first: two levels of logic
    wire light = |any[2:0], heavy = |any[5:3];
    wire [5:0] up = {light | any[3] | any[4], light | any[3], light, any[0] | any[1], any[0], 1'b0};
    wire [5:0] down = {any[4], 1'b0, any[4] | any[5], heavy, heavy | any[2], heavy | any[2] | any[1]};
    wire [6:0] on = {any[6] & ~light & ~heavy, any[5:0] & ~(inward ? up : down)};
    wire [63:0] m = (p0 & {64{on[0]}}) | (p1 & {64{on[1]}}) | (p2 & {64{on[2]}}) | (p3 & {64{on[3]}})
                    | (p4 & {64{on[4]}}) | (p5 & {64{on[5]}}) | (p6 & {64{on[6]}});
    wire [3:0] r = (r0 & {4{on[0]}}) | (r1 & {4{on[1]}}) | (r2 & {4{on[2]}}) | (r3 & {4{on[3]}})
                   | (r4 & {4{on[4]}}) | (r5 & {4{on[5]}}) | (r6 & {4{on[6]}});

    reg [63:0] m_t1;
    reg        found_t1;
    reg [2:0]  chosen_t1;
    reg [3:0]  held_t1;    // its rings that hold one
    reg        beyond_t1;  // another class holds one too
    always @(posedge clk) begin
        found_t1 <= |any;
        chosen_t1 <= inward ? {on[5] | on[4], on[3] | on[2], on[5] | on[3] | on[1]}
                         : {on[6] | on[1] | on[0], on[6] | on[2] | on[3], on[5] | on[2] | on[0]};
        m_t1 <= m;
        held_t1 <= r;
        beyond_t1 <= several({1'b0, any});
    end
    // The first ring alone: what holds a square stays if no ring within does.
    wire [63:0] x = m_t1 & (RING0 | ({64{~held_t1[0]}} & RING1) | ({64{~|held_t1[1:0]}} & RING2)
                            | ({64{~|held_t1[2:0]}} & RING3));

    // bit 0 is the first: the highest rank, and file a
    function [2:0] first;
        input [7:0] v;
        first = v[3:0] != 4'd0 ? {1'b0, PLACE[{v[3:0], 1'b0} +: 2]} : {1'b1, PLACE[{v[7:4], 1'b0} +: 2]};
    endfunction
    // The first file of each rank at once, then the first rank's of each half.
    wire [7:0] x1 = x[7:0], x2 = x[15:8], x3 = x[23:16], x4 = x[31:24], x5 = x[39:32], x6 = x[47:40];
    wire [7:0] x7 = x[55:48], x8 = x[63:56];
    wire [3:0] upper = {|x5, |x6, |x7, |x8}, lower = {|x1, |x2, |x3, |x4};
    function [4:0] pick; // rank in its half, file
        input [3:0] v;
        input [2:0] a, b, c, d;
        pick = v[0] ? {2'd3, a} : v[1] ? {2'd2, b} : v[2] ? {2'd1, c} : {2'd0, d};
    endfunction
    reg       high;         // the upper half holds one
    reg [4:0] above, below;
    reg       more_ranks, more_files;
    always @(posedge clk) begin
        found <= found_t1;
        chosen <= chosen_t1;
        high <= |upper;
        above <= pick(upper, first(x8), first(x7), first(x6), first(x5));
        below <= pick(lower, first(x4), first(x3), first(x2), first(x1));
        more_ranks <= beyond_t1 | several({4'd0, held_t1}) | several({upper, lower});
        more_files <= several(x1) | several(x2) | several(x3) | several(x4)
                      | several(x5) | several(x6) | several(x7) | several(x8);
    end
    assign square = {high, high ? above : below};
    assign more = more_ranks | more_files;

endmodule

`default_nettype wire
