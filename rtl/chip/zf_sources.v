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

    wire [63:0] spot = (64'd1 << square) | ({63'd0, line} << square2);
    wire [63:0] in = {64{inward}};
    assign from_orth   = (in & spot) | (~in & orth & own);
    assign from_diag   = (in & spot) | (~in & diag & own);
    assign from_knight = (in & spot) | (~in & b & ~a & own);
    assign from_king   = (in & spot) | (~in & a & b & own);
    assign from_pawn   = (in & spot) | (~in & a & ~b & own);

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
    wire [63:0] at = 64'd1 << place;
    wire [63:0] beyond = only ? at : inclusive ? ~(at - 64'd1) : ~((at - 64'd1) | at);
    integer j;
    always @*
        for (j = 0; j < 64; j = j + 1)
            gate[ZF_ORDER[j * ZF_ORDER_BITS +: ZF_ORDER_BITS]] = beyond[j];

endmodule

`default_nettype wire
