// SPDX-License-Identifier: Apache-2.0
// The slow evaluation of one side, docs/chip.md section 8: the sum of 22 weights times counts.
// A position every clock, its sum LATENCY (6) clocks later. No handshake and no reset.
// Planes are X's view, X moves up; exactly one king a side; weights keep still.
// zf_eval_known is the same for a chip that knows where its kings are: some 200 LUT4 less.
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
    // squares that X's men reach, the first man included: knights; bishops and queens; rooks and
    // queens
    input wire [63:0] knight_reach, diag_reach, orth_reach,
    // 8 bits each in the order of their addresses, DOUBLED lowest
    input wire [22*8-1:0] weights,

    output wire signed [16:0] side
);

    wire own_queen, other_queen;
    wire [7:0] own_king_files, shelter_ranks, other_king_files, other_king_ranks;
    generate
        if (FULL != 0) begin : more
            zf_eval_find #(.CUT((CUTS & 1) != 0)) find (
                .clk(clk), .own(own), .orth(orth), .diag(diag), .a(a), .b(b),
                .own_queen(own_queen), .other_queen(other_queen),
                .own_king_files(own_king_files), .shelter_ranks(shelter_ranks),
                .other_king_files(other_king_files), .other_king_ranks(other_king_ranks)
            );
        end else begin : less
            assign {own_queen, other_queen, own_king_files, shelter_ranks, other_king_files,
                    other_king_ranks} = 34'd0;
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
