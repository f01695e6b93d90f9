// SPDX-License-Identifier: Apache-2.0
// What radiates, and which squares may be chosen. Combinational; third stage of the ring.
// V and X: the own men, each in its way. Otherwise one square (LINE: two) in all ways at once.
// `gate` is the mask of squares not yet done in the class where the last choice was made: with a total order
// on squares the last choice alone gives it (ChipTest's idea), so that no mask is kept on a stack.
`default_nettype none

module zf_sources (
    // board: own men, the opponent's, and the four planes of kinds
    input wire [63:0] own, other, orth, diag, a, b,
    // from zf_start
    input wire        inward,
    input wire        line,      // square2 radiates too
    input wire [5:0]  square, square2,
    input wire [5:0]  limit,
    input wire        inclusive, // the limit itself may be chosen
    input wire        only,      // a KILLER: nothing but the limit may be chosen

    output wire [63:0] from_orth, from_diag, from_knight, from_king, from_pawn,
    output reg  [63:0] gate,
    output wire        own_at, other_at, // what stands on `square`
    output wire [2:0]  kind_at           // PIECE, valid with own_at or other_at
);

    `include "zf_defs.vh"

    wire [63:0] men = own & {64{~inward}};
    wire [63:0] spot = ({63'd0, inward} << square) | ({63'd0, line} << square2);
    assign from_orth   = spot | (orth & men);
    assign from_diag   = spot | (diag & men);
    assign from_knight = spot | (b & ~a & men);
    assign from_king   = spot | (a & b & men);
    assign from_pawn   = spot | (a & ~b & men);

    assign own_at = own[square];
    assign other_at = other[square];
    wire o = orth[square], d = diag[square], pa = a[square], pb = b[square];
    assign kind_at = o ? (d ? ZF_PIECE_QUEEN : ZF_PIECE_ROOK)
                   : d ? ZF_PIECE_BISHOP
                   : pa ? (pb ? ZF_PIECE_KING : ZF_PIECE_PAWN) : ZF_PIECE_KNIGHT;

    // The limit's place in the order, a bit at a time: bit k of the place of square x is PLACEk[x].
    function [63:0] column;
        input [4:0] bit_number;
        integer i;
        begin
            column = 64'd0;
            for (i = 0; i < 64; i = i + 1)
                column[ZF_ORDER[i * ZF_ORDER_BITS +: ZF_ORDER_BITS]] = i[bit_number];
        end
    endfunction
    localparam [63:0] PLACE0 = column(0), PLACE1 = column(1), PLACE2 = column(2);
    localparam [63:0] PLACE3 = column(3), PLACE4 = column(4), PLACE5 = column(5);
    wire [5:0] place = {PLACE5[limit], PLACE4[limit], PLACE3[limit], PLACE2[limit], PLACE1[limit],
                        PLACE0[limit]};
    // rows behind the limit's are open; its own row is open by file
    wire [7:0] here = 8'd1 << place[5:3], at = 8'd1 << place[2:0];
    wire [7:0] behind = only ? 8'd0 : ~(here | (here - 8'd1));
    wire [7:0] part = only ? at : inclusive ? ~(at - 8'd1) : ~(at | (at - 8'd1));
    integer j;
    always @*
        for (j = 0; j < 64; j = j + 1)
            gate[ZF_ORDER[j * ZF_ORDER_BITS +: ZF_ORDER_BITS]] =
                behind[j / 8] | (here[j / 8] & part[j % 8]);

endmodule

`default_nettype wire
