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

    // Squares are decoded by row and file: one LUT a square.
    wire [7:0] row = {8{inward}} & (8'd1 << square[5:3]), col = 8'd1 << square[2:0];
    wire [7:0] row2 = {8{line}} & (8'd1 << square2[5:3]), col2 = 8'd1 << square2[2:0];
    wire [63:0] men = own & {64{~inward}};
    reg [63:0] spot;
    integer k;
    always @*
        for (k = 0; k < 64; k = k + 1)
            spot[k] = (row[k / 8] & col[k % 8]) | (row2[k / 8] & col2[k % 8]);
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

    // The limit's place in the order, then a thermometer over places, wired back to squares.
    integer i;
    reg [5:0] place;
    always @* begin
        place = 6'd0;
        for (i = 0; i < 64; i = i + 1)
            if (limit == ZF_ORDER[i * ZF_ORDER_BITS +: ZF_ORDER_BITS]) place = place | i[5:0];
    end
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
