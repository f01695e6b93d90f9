// SPDX-License-Identifier: Apache-2.0
// zf_eval for a chip that keeps the kings' squares: the same sums, some 200 LUT4 less.
// The squares come with the planes, in X's view.
`default_nettype none

module zf_eval_known #(
    parameter FULL = 1,
    parameter DSP = FULL,
    parameter CUTS = 63
) (
    input wire clk,
    input wire [63:0] own, orth, diag, a, b,
    input wire [63:0] knight_reach, diag_reach, orth_reach,
    input wire [5:0]  own_king, other_king,
    input wire [22*8-1:0] weights,

    output wire signed [16:0] side
);

    // A line and its neighbours
    function [7:0] near;
        input [2:0] line;
        near = (8'd1 << line) | (8'd2 << line) | ((8'd1 << line) >> 1);
    endfunction

    wire own_queen, other_queen;
    wire [7:0] own_king_files, shelter_ranks, other_king_files, other_king_ranks;
    generate
        if (FULL != 0) begin : more
            localparam ON = (CUTS & 1) != 0;
            zf_cut #(.WIDTH(8), .ON(ON)) cut_own_files (
                .clk(clk), .d(near(own_king[2:0])), .q(own_king_files));
            zf_cut #(.WIDTH(8), .ON(ON)) cut_ranks (
                .clk(clk), .d(8'd6 << own_king[5:3]), .q(shelter_ranks));
            zf_cut #(.WIDTH(8), .ON(ON)) cut_other_files (
                .clk(clk), .d(near(other_king[2:0])), .q(other_king_files));
            zf_cut #(.WIDTH(8), .ON(ON)) cut_other_ranks (
                .clk(clk), .d(near(other_king[5:3])), .q(other_king_ranks));
            // Its king masks go nowhere and are not built.
            wire [7:0] unused_m, unused_s, unused_o, unused_r;
            zf_eval_find #(.CUT(ON)) queens (
                .clk(clk), .own(own), .orth(orth), .diag(diag), .a(a), .b(b),
                .own_queen(own_queen), .other_queen(other_queen), .own_king_files(unused_m),
                .shelter_ranks(unused_s), .other_king_files(unused_o), .other_king_ranks(unused_r)
            );
            wire unused = |{unused_m, unused_s, unused_o, unused_r};
        end else begin : less
            assign {own_queen, other_queen, own_king_files, shelter_ranks, other_king_files,
                    other_king_ranks} = 34'd0;
            wire unused = |{own_king, other_king};
        end
    endgenerate

    zf_eval_core #(.FULL(FULL), .DSP(DSP), .CUTS(CUTS)) core (
        .clk(clk), .own(own), .orth(orth), .diag(diag), .a(a), .b(b),
        .knight_reach(knight_reach), .diag_reach(diag_reach), .orth_reach(orth_reach),
        .weights(weights), .own_queen_t1(own_queen), .other_queen_t1(other_queen),
        .own_king_files_t1(own_king_files), .shelter_ranks_t1(shelter_ranks),
        .other_king_files_t1(other_king_files), .other_king_ranks_t1(other_king_ranks),
        .side(side)
    );

endmodule

`default_nettype wire
