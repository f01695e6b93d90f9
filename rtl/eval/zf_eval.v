// SPDX-License-Identifier: Apache-2.0
// The slow evaluation of one side, docs/chip.md section 8: the sum of 22 weights times counts.
// A position every clock, its sum LATENCY (6) clocks later. No handshake and no reset.
// Planes are X's view, X moves up; exactly one king a side; weights keep still.
`default_nettype none

module zf_eval #(
    parameter FULL = 1,   // 0: nine terms fewer, docs/chip.md section 8
    parameter DSP = FULL, // 1: multipliers are the tool's to place; 0: gated adders
    parameter CUTS = 63   // bit i: a register behind step i; LATENCY is the number of ones
) (
    input wire clk,
    // Both colours' men; own tells whose. pawn = a & ~b, knight = b & ~a, king = a & b,
    // bishop = diag & ~orth, rook = orth & ~diag, queen = orth & diag
    input wire [63:0] own, orth, diag, a, b,
    input wire [5:0]  own_king, other_king, // squares
    // squares that X's men reach, the first man included: pawns by capture; knights; bishops and queens;
    // rooks and queens
    input wire [63:0] pawn_reach, knight_reach, diag_reach, orth_reach,
    // 8 bits each in the order of their addresses, DOUBLED lowest
    input wire [22*8-1:0] weights,

    output wire signed [16:0] side
);

    // A line and its neighbours
    function [7:0] near;
        input [2:0] line;
        near = (8'd1 << line) | (8'd2 << line) | ((8'd1 << line) >> 1);
    endfunction

    function [15:0] halves;
        input [63:0] x;
        halves = {x[39:32] | x[47:40] | x[55:48] | x[63:56],
                  x[7:0] | x[15:8] | x[23:16] | x[31:24]};
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
            // queens, as half boards' files
            wire [63:0] queens = orth & diag;
            wire [15:0] q, e;
            zf_cut #(.WIDTH(16), .ON(ON)) cut_q (.clk(clk), .d(halves(queens & own)), .q(q));
            zf_cut #(.WIDTH(16), .ON(ON)) cut_e (.clk(clk), .d(halves(queens & ~own)), .q(e));
            assign own_queen = |q;
            assign other_queen = |e;
        end else begin : less
            assign {own_queen, other_queen, own_king_files, shelter_ranks, other_king_files,
                    other_king_ranks} = 34'd0;
            wire unused = |{own_king, other_king};
        end
    endgenerate

    zf_eval_core #(.FULL(FULL), .DSP(DSP), .CUTS(CUTS)) core (
        .clk(clk), .own(own), .orth(orth), .diag(diag), .a(a), .b(b),
        .pawn_reach(pawn_reach), .knight_reach(knight_reach), .diag_reach(diag_reach), .orth_reach(orth_reach),
        .weights(weights), .own_queen_t1(own_queen), .other_queen_t1(other_queen),
        .own_king_files_t1(own_king_files), .shelter_ranks_t1(shelter_ranks),
        .other_king_files_t1(other_king_files), .other_king_ranks_t1(other_king_ranks),
        .side(side)
    );

endmodule

`default_nettype wire
