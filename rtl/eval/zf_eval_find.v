// SPDX-License-Identifier: Apache-2.0
// Finds both kings and asks whether there are queens. One clock of latency (CUT = 1). Exactly one
// king a side. Ranks come as thermometers of half boards: the OR up a file tells them on its way.
`default_nettype none

module zf_eval_find #(
    parameter CUT = 1
) (
    input wire clk,
    input wire [63:0] own, orth, diag, a, b,

    output wire own_queen, other_queen,
    output wire [7:0] own_king_files,   // its file and the neighbours
    output wire [7:0] shelter_ranks,    // the two ranks above it
    output wire [7:0] other_king_files,
    output wire [7:0] other_king_ranks  // its rank and the neighbours
);

    // Each half board is filled upwards from its lowest rank.
    function [63:0] climb;
        input [63:0] x;
        reg [7:0] r2, r3, r4, r6, r7, r8;
        begin
            r2 = x[7:0] | x[15:8];
            r3 = r2 | x[23:16];
            r4 = r3 | x[31:24];
            r6 = x[39:32] | x[47:40];
            r7 = r6 | x[55:48];
            r8 = r7 | x[63:56];
            climb = {r8, r7, r6, x[39:32], r4, r3, r2, x[7:0]};
        end
    endfunction
    function [15:0] halves;
        input [63:0] x;
        halves = {x[39:32] | x[47:40] | x[55:48] | x[63:56],
                  x[7:0] | x[15:8] | x[23:16] | x[31:24]};
    endfunction
    function [7:0] smear;
        input [7:0] x;
        smear = x | {x[6:0], 1'b0} | {1'b0, x[7:1]};
    endfunction

    wire [63:0] m, o;
    wire [15:0] q, e;
    zf_cut #(.WIDTH(16), .ON(CUT != 0)) cut_q (.clk(clk), .d(halves(own & orth & diag)), .q(q));
    zf_cut #(.WIDTH(16), .ON(CUT != 0)) cut_e (.clk(clk), .d(halves(~own & orth & diag)), .q(e));
    zf_cut #(.WIDTH(64), .ON(CUT != 0)) cut_m (.clk(clk), .d(climb(own & a & b)), .q(m));
    zf_cut #(.WIDTH(64), .ON(CUT != 0)) cut_o (.clk(clk), .d(climb(~own & a & b)), .q(o));

    assign own_queen = |q;
    assign other_queen = |e;
    assign own_king_files = smear(m[63:56] | m[31:24]);
    assign other_king_files = smear(o[63:56] | o[31:24]);

    // t[r]: the king is on rank r + 1 or below it in the same half.
    wire [7:0] t = {|m[63:56], |m[55:48], |m[47:40], |m[39:32], |m[31:24], |m[23:16], |m[15:8],
                    |m[7:0]};
    assign shelter_ranks = {1'b0, t[5], (t[3] & ~t[2]) | t[4], t[3] & ~t[1], t[2] & ~t[0], t[1],
                            t[0], 1'b0};
    wire [7:0] s = {|o[63:56], |o[55:48], |o[47:40], |o[39:32], |o[31:24], |o[23:16], |o[15:8],
                    |o[7:0]};
    assign other_king_ranks = {s[7] & ~s[5], s[7] & ~s[4], s[6], (s[3] & ~s[2]) | s[5],
                               (s[3] & ~s[1]) | s[4], s[3] & ~s[0], s[2], s[1]};

    wire unused = |t[7:6];

endmodule

`default_nettype wire
