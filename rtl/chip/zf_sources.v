// SPDX-License-Identifier: Apache-2.0
// What radiates, and which squares may be chosen. Combinational; third stage of the ring.
// V and X: the own men, each in its way. Otherwise one square in all ways at once.
// `gate` is the mask of squares not yet done in the class where the last choice was made: with a total order
// on squares the last choice alone gives it (ChipTest's idea), so that no mask is kept on a stack.
`default_nettype none

module zf_sources (
    // board: own men, those that radiate, and the four planes of kinds
    input wire [63:0] own, men, orth, diag, a, b,
    // from zf_start
    input wire        inward,
    input wire [5:0]  square,
    input wire [5:0]  limit,
    input wire        inclusive, // the limit itself may be chosen
    input wire        only,      // a KILLER: nothing but the limit may be chosen

    output wire [63:0] from_orth, from_diag, from_knight, from_king, from_pawn,
    output wire [63:0] gate,
    output wire        own_at, other_at, // what stands on `square`
    output wire [2:0]  kind_at           // PIECE, valid with own_at or other_at
);

    `include "zf_defs.vh"

    // a rank's bit and a file's bit: with a plane and the men, one gate of four inputs a square
    wire [7:0] file = {7'd0, inward} << square[2:0];
    wire [63:0] spot = (64'hff << {square[5:3], 3'd0}) & {8{file}};
    assign from_orth   = spot | (orth & men);
    assign from_diag   = spot | (diag & men);
    assign from_knight = spot | (b & ~a & men);
    assign from_king   = spot | (a & b & men);
    assign from_pawn   = spot | (a & ~b & men);

    assign own_at = own[square];
    wire o = orth[square], d = diag[square], pa = a[square], pb = b[square];
    assign other_at = (o | d | pa | pb) & ~own_at; // every man is in a plane
    assign kind_at = o ? (d ? ZF_PIECE_QUEEN : ZF_PIECE_ROOK)
                   : d ? ZF_PIECE_BISHOP
                   : pa ? (pb ? ZF_PIECE_KING : ZF_PIECE_PAWN) : ZF_PIECE_KNIGHT;

    // The order (ORDER of defs): rings from the centre, in a ring higher ranks first, in a rank files from a to h.
    localparam [63:0] RING0 = 64'h0000001818000000, RING1 = 64'h00003c24243c0000;
    localparam [63:0] RING2 = 64'h007e424242427e00, RING3 = 64'hff818181818181ff;
    function [63:0] rings;
        input [3:0] x;
        rings = (RING0 & {64{x[0]}}) | (RING1 & {64{x[1]}}) | (RING2 & {64{x[2]}}) | (RING3 & {64{x[3]}});
    endfunction

    // steps from the middle of the board, 0 to 3; the greater one is the ring
    wire [1:0] aside = limit[1:0] ^ {2{~limit[2]}}, above = limit[4:3] ^ {2{~limit[5]}};
    wire [1:0] ring = aside > above ? aside : above;
    wire [3:0] ring_here = 4'd1 << ring;
    wire [3:0] ring_out = only ? 4'd0 : {ring != 2'd3, ~ring[1], ring == 2'd0, 1'b0};
    wire [7:0] file_here = 8'd1 << limit[2:0];
    wire [63:0] below = only ? 64'd0 : ~(~64'd0 << {limit[5:3], 3'd0}); // ranks below the limit's
    wire [7:0] file_after = (only ? 8'd0
                             : {|file_here[6:0], |file_here[5:0], |file_here[4:0], |file_here[3:0],
                                |file_here[2:0], |file_here[1:0], file_here[0], 1'b0})
                            | (file_here & {8{only | inclusive}});
    assign gate = rings(ring_out)
                  | (rings(ring_here) & (below | ((64'hff << {limit[5:3], 3'd0}) & {8{file_after}})));

endmodule

`default_nettype wire
