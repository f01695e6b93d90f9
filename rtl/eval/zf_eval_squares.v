// SPDX-License-Identifier: Apache-2.0
// What the slow evaluation asks of single squares, and halves of its file counts. Combinational.
// Upper case in comments: men of X, who moves up the board; lower case: the opponent's.
`default_nettype none

module zf_eval_squares #(
    parameter FULL = 1
) (
    input wire [63:0] own, orth, diag, a, b,
    input wire [63:0] pawn_reach, knight_reach, diag_reach, orth_reach,

    output wire [63:0] pawns, other_pawns,
    output wire [63:0] minor, major, // squares that count as mobility
    output wire [63:0] attacked,     // by any man of X but the king
    output wire [63:0] pieces,       // n b r q k, ranks 2 to 8
    output wire [63:0] outposts,     // N in PA, ranks 4 to 6
    output wire [7:0]  rooks_7th,
    // ranks 1 to 4 in the low byte, 5 to 8 in the high byte: files that hold one
    output wire [15:0] rooks, pawn_threats, knight_threats,
    // odd ranks in the low byte, even ranks in the high byte
    output wire [15:0] bishops
);

    localparam [63:0] NOT_A = 64'hfefefefefefefefe, NOT_H = 64'h7f7f7f7f7f7f7f7f;
    localparam [63:0] PAWN_RANKS = 64'h00ffffffffffff00;

    // The coding leaves no pawn on ranks 1 and 8; saying so spares their logic.
    assign pawns = own & a & ~b & PAWN_RANKS;
    assign other_pawns = ~own & a & ~b & PAWN_RANKS;
    wire [63:0] other_reach = ((other_pawns >> 7) & NOT_A) | ((other_pawns >> 9) & NOT_H);

    assign minor = (knight_reach | diag_reach) & ~own & ~other_reach;
    assign major = orth_reach & ~own & ~other_reach;

    function [15:0] halves;
        input [63:0] x;
        halves = {x[39:32] | x[47:40] | x[55:48] | x[63:56],
                  x[7:0] | x[15:8] | x[23:16] | x[31:24]};
    endfunction
    function [15:0] parities;
        input [63:0] x;
        parities = x[15:0] | x[31:16] | x[47:32] | x[63:48];
    endfunction

    wire [63:0] own_rooks = own & orth & ~diag;
    assign rooks = halves(own_rooks);
    assign rooks_7th = own_rooks[55:48];
    assign bishops = parities(own & diag & ~orth);

    generate
        if (FULL != 0) begin : more
            assign attacked = pawn_reach | knight_reach | diag_reach | orth_reach;
            // Knights and kings have b set, the others orth or diag: a is not needed.
            assign pieces = ~own & (orth | diag | b) & ~64'hff;
            assign outposts = own & b & ~a & pawn_reach & 64'h0000ffffff000000;
            assign pawn_threats = halves(pieces & ~a & pawn_reach);
            assign knight_threats = halves(~own & orth & knight_reach);
        end else begin : less
            wire unused_pawns = |pawn_reach;
            assign attacked = 64'd0;
            assign pieces = 64'd0;
            assign outposts = 64'd0;
            assign pawn_threats = 16'd0;
            assign knight_threats = 16'd0;
        end
    endgenerate

endmodule

`default_nettype wire
