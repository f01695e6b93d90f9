// SPDX-License-Identifier: Apache-2.0
// The rays: every square that the sources reach through empty squares, by way of moving.
// Combinational; fourth stage of the ring, about a third of the chip. Board vectors and shifts: the same
// logic as an array of 64 cells, and a simulator runs it a hundred times faster.
`default_nettype none

module zf_radiate (
    input wire [63:0] from_orth, from_diag, from_knight, from_king, from_pawn,
    input wire [63:0] empty,

    // the first man met is reached too
    output wire [63:0] orth, diag, knight, king,
    output wire [63:0] pawn_up,    // captures of pawns moving up
    output wire [63:0] push_up,    // single and double pushes
    output wire [63:0] pawn_down,  // where a pawn stands that captures on the source
    output wire [63:0] push_down   // where a pawn stands that is pushed to the source
);

    localparam [63:0] NOT_A = 64'hfefefefefefefefe, NOT_H = 64'h7f7f7f7f7f7f7f7f;
    localparam [63:0] NOT_AB = 64'hfcfcfcfcfcfcfcfc, NOT_GH = 64'h3f3f3f3f3f3f3f3f;

    function [63:0] north; input [63:0] x; north = x << 8; endfunction
    function [63:0] south; input [63:0] x; south = x >> 8; endfunction
    function [63:0] east;  input [63:0] x; east = (x << 1) & NOT_A; endfunction
    function [63:0] west;  input [63:0] x; west = (x >> 1) & NOT_H; endfunction

    // One step of all eight rays. Seven steps cross the board.
    reg [63:0] n, s, e, w, ne, nw, se, sw;
    integer k;
    always @* begin
        n = north(from_orth);
        s = south(from_orth);
        e = east(from_orth);
        w = west(from_orth);
        ne = east(north(from_diag));
        nw = west(north(from_diag));
        se = east(south(from_diag));
        sw = west(south(from_diag));
        for (k = 0; k < 6; k = k + 1) begin
            n = north(from_orth | (empty & n));
            s = south(from_orth | (empty & s));
            e = east(from_orth | (empty & e));
            w = west(from_orth | (empty & w));
            ne = east(north(from_diag | (empty & ne)));
            nw = west(north(from_diag | (empty & nw)));
            se = east(south(from_diag | (empty & se)));
            sw = west(south(from_diag | (empty & sw)));
        end
    end
    assign orth = n | s | e | w;
    assign diag = ne | nw | se | sw;

    wire [63:0] near = ((from_knight >> 1) & NOT_H) | ((from_knight << 1) & NOT_A);
    wire [63:0] far = ((from_knight >> 2) & NOT_GH) | ((from_knight << 2) & NOT_AB);
    assign knight = (near << 16) | (near >> 16) | (far << 8) | (far >> 8);

    wire [63:0] row = from_king | east(from_king) | west(from_king);
    assign king = north(row) | south(row) | east(from_king) | west(from_king);

    wire [63:0] sides = east(from_pawn) | west(from_pawn);
    assign pawn_up = north(sides);
    assign pawn_down = south(sides);
    wire [63:0] up = north(from_pawn) & empty;
    assign push_up = up | (north(up) & empty & 64'h00000000ff000000);
    wire [63:0] down = south(from_pawn);
    assign push_down = down | (south(down & empty & 64'h0000000000ff0000) & 64'h000000000000ff00);

endmodule

`default_nettype wire
