// SPDX-License-Identifier: Apache-2.0
// Pawn structure, and what depends on it: the files on which each term holds. Combinational.
// With W all squares on and above X's pawns and U all on and below the opponent's,
//   north(sides(W)) = fill_north(PA)    south(sides(U)) = span    south(U) = fill_south(south(p))
// so both fills are made once, on files, and the attacks come from them.
`default_nettype none

module zf_eval_pawns #(
    parameter FULL = 1
) (
    input wire [63:0] pawns, other_pawns, pawn_reach, pieces, outposts,

    output wire [7:0] own_files, other_files, // files that hold a pawn
    output wire [7:0] doubled, passed, passed_4, passed_5, passed_6, passed_7,
    output wire [3:0] isolated,               // of two neighbouring files at most one is
    output wire [7:0] backward, connected, blocked, outpost
);

    localparam [63:0] NOT_A = 64'hfefefefefefefefe, NOT_H = 64'h7f7f7f7f7f7f7f7f;

    function [63:0] sides;
        input [63:0] x;
        sides = ((x << 1) & NOT_A) | ((x >> 1) & NOT_H);
    endfunction
    function [7:0] files;
        input [63:0] x;
        reg [63:0] y;
        begin
            y = x | (x >> 8);
            y = y | (y >> 16);
            files = y[39:32] | y[7:0];
        end
    endfunction

    // Fills of six ranks, a file each. Rank by rank, since each is an input of the next.
    wire [7:0] w2 = pawns[15:8], w3 = w2 | pawns[23:16], w4 = w3 | pawns[31:24];
    wire [7:0] w5 = w4 | pawns[39:32], w6 = w5 | pawns[47:40];
    assign own_files = w6 | pawns[55:48];
    wire [63:0] w = {8'd0, own_files, w6, w5, w4, w3, w2, 8'd0};

    wire [7:0] u7 = other_pawns[55:48], u6 = u7 | other_pawns[47:40];
    wire [7:0] u5 = u6 | other_pawns[39:32];
    wire [7:0] u4 = u5 | other_pawns[31:24], u3 = u4 | other_pawns[23:16];
    assign other_files = u3 | other_pawns[15:8];
    wire [63:0] u = {8'd0, u7, u6, u5, u4, u3, other_files, other_files};

    assign doubled = files(pawns & (w << 8));
    // One file of a pair and not the other, and none on the far side of that one: one LUT4 a pair.
    wire [7:0] left = own_files << 1, right = own_files >> 1;
    wire [7:0] lone = (own_files ^ right) & ~(own_files & left) & ~(right & (own_files >> 2));
    assign isolated = {lone[6], lone[4], lone[2], lone[0]};
    wire unused_lone = |{lone[7], lone[5], lone[3], lone[1]};

    wire [63:0] span = sides(u) >> 8;
    wire [63:0] free = pawns & ~span & ~(u >> 8);
    assign passed = files(free);
    assign passed_4 = free[31:24];
    assign passed_5 = free[39:32];
    assign passed_6 = free[47:40];
    assign passed_7 = free[55:48];

    wire unused = |{pawns[63:56], pawns[7:0], other_pawns[63:56], other_pawns[7:0]};

    generate
        if (FULL != 0) begin : more
            wire [63:0] other_reach = sides(other_pawns) >> 8;
            assign backward = files(pawns & (other_reach >> 8) & ~sides(w));
            assign connected = files(pawns & pawn_reach);
            // No pawn stands before a passed pawn: the pieces are all that can.
            assign blocked = files(free & (pieces >> 8));
            assign outpost = files(outposts & ~span);
        end else begin : less
            assign backward = 8'd0;
            assign connected = 8'd0;
            assign blocked = 8'd0;
            assign outpost = 8'd0;
            wire unused_full = |{pawn_reach, pieces, outposts};
        end
    endgenerate

endmodule

`default_nettype wire
