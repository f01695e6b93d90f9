// SPDX-License-Identifier: Apache-2.0
// Shelter of X's king, open files at it, and attacks on the opponent's: three counts. One clock of
// latency (CUT = 1). Three neighbouring files, or ranks, never agree modulo 3. So squares that
// differ by three files or ranks share one bit, and nine bits hold a king's zone wherever it is.
`default_nettype none

module zf_eval_kings #(
    parameter CUT = 1 // 1 register, 0 wire
) (
    input wire clk,
    input wire [63:0] pawns, attacked,
    input wire [7:0]  own_files, // files that hold a pawn of X

    input wire own_queen, other_queen,
    input wire [7:0] own_king_files, shelter_ranks, other_king_files, other_king_ranks,

    output wire [1:0] shelter, king_open,
    output wire [3:0] king_attack
);

    function [2:0] fold;
        input [7:0] x;
        fold = {x[5] | x[2], x[7] | x[4] | x[1], x[6] | x[3] | x[0]};
    endfunction
    function [7:0] row;
        input [63:0] x;
        input [7:0]  ranks;
        input [2:0]  r;
        row = x[{r, 3'd0} +: 8] & {8{ranks[r]}};
    endfunction

    wire [7:0] sheltered = (row(pawns, shelter_ranks, 3'd1) | row(pawns, shelter_ranks, 3'd2)
                            | row(pawns, shelter_ranks, 3'd3) | row(pawns, shelter_ranks, 3'd4)
                            | row(pawns, shelter_ranks, 3'd5) | row(pawns, shelter_ranks, 3'd6))
                           & own_king_files;
    wire [7:0] r = other_king_ranks;
    wire [7:0] zone0 = row(attacked, r, 3'd0) | row(attacked, r, 3'd3) | row(attacked, r, 3'd6);
    wire [7:0] zone1 = row(attacked, r, 3'd1) | row(attacked, r, 3'd4) | row(attacked, r, 3'd7);
    wire [7:0] zone2 = row(attacked, r, 3'd2) | row(attacked, r, 3'd5);

    wire [7:0] s, o, k, z0, z1, z2;
    wire own_q, other_q;
    zf_cut #(.WIDTH(8), .ON(CUT != 0)) cut_s (.clk(clk), .d(sheltered), .q(s));
    zf_cut #(.WIDTH(8), .ON(CUT != 0)) cut_o (.clk(clk), .d(own_king_files & ~own_files), .q(o));
    zf_cut #(.WIDTH(8), .ON(CUT != 0)) cut_k (.clk(clk), .d(other_king_files), .q(k));
    zf_cut #(.WIDTH(8), .ON(CUT != 0)) cut_z0 (.clk(clk), .d(zone0), .q(z0));
    zf_cut #(.WIDTH(8), .ON(CUT != 0)) cut_z1 (.clk(clk), .d(zone1), .q(z1));
    zf_cut #(.WIDTH(8), .ON(CUT != 0)) cut_z2 (.clk(clk), .d(zone2), .q(z2));
    zf_cut #(.WIDTH(1), .ON(CUT != 0)) cut_own_q (.clk(clk), .d(own_queen), .q(own_q));
    zf_cut #(.WIDTH(1), .ON(CUT != 0)) cut_other_q (.clk(clk), .d(other_queen), .q(other_q));

    function [1:0] count3;
        input [2:0] x;
        count3 = {(x[0] & x[1]) | ((x[0] | x[1]) & x[2]), x[0] ^ x[1] ^ x[2]};
    endfunction
    assign shelter = count3(fold(s)) & {2{other_q}};
    assign king_open = count3(fold(o)) & {2{other_q}};

    wire [1:0] n0 = count3(fold(z0 & k)), n1 = count3(fold(z1 & k)), n2 = count3(fold(z2 & k));
    wire [1:0] ones = count3({n2[0], n1[0], n0[0]}), twos = count3({n2[1], n1[1], n0[1]});
    wire carry = ones[1] & twos[0];
    assign king_attack = {twos[1] & carry, twos[1] ^ carry, twos[0] ^ ones[1], ones[0]}
                         & {4{own_q}};

endmodule

`default_nettype wire
