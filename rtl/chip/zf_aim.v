// SPDX-License-Identifier: Apache-2.0
// Geometry of the last move: can it have exposed the mover's king, can it have given check?
// It never misses one; a yes costs a pass. Combinational. All squares in the mover's view.
// A man exposes a king only on a line where a slider stands (zf_lines): that halves the C passes.
`default_nettype none

module zf_aim (
    input wire [5:0] from, to,
    input wire [2:0] piece, after,
    input wire [5:0] own_king, other_king,
    input wire       seen_orth, seen_diag, // the target's rays meet the other king
    input wire       promotes,
    input wire [3:0] own_lines,   // lines of the own king with an opponent's slider: rank, file, two diagonals
    input wire [3:0] other_lines, // lines of the other king with a slider of the mover
    input wire       in_check,  // the mover was in check
    input wire       take_ep, castle,

    output wire legal,          // surely legal
    output wire check           // may be check
);

    `include "zf_defs.vh"

    // Distances as {rank, file}, absolute.
    function [5:0] distance;
        input [5:0] x, y;
        reg [2:0] r, f;
        begin
            r = x[5:3] > y[5:3] ? x[5:3] - y[5:3] : y[5:3] - x[5:3];
            f = x[2:0] > y[2:0] ? x[2:0] - y[2:0] : y[2:0] - x[2:0];
            distance = {r, f};
        end
    endfunction
    function opens; // does a man that leaves x open a line to the king on k?
        input [5:0] x, k;
        input [3:0] lines;
        reg [5:0] d;
        reg rising;
        begin
            d = distance(x, k);
            rising = (x[5:3] > k[5:3]) == (x[2:0] > k[2:0]);
            opens = (d[5:3] == 0 & lines[3]) | (d[2:0] == 0 & lines[2])
                    | (d[5:3] == d[2:0] & (rising ? lines[1] : lines[0]));
        end
    endfunction

    wire [5:0] to_king = distance(to, other_king);
    wire leap = to_king == {3'd1, 3'd2} | to_king == {3'd2, 3'd1};
    wire pawn_hit = to_king[2:0] == 3'd1 & {1'b0, other_king[5:3]} == {1'b0, to[5:3]} + 4'd1;
    wire direct = (after == ZF_PIECE_PAWN & pawn_hit) | (after == ZF_PIECE_KNIGHT & leap)
                  | ((after == ZF_PIECE_ROOK | after == ZF_PIECE_QUEEN) & seen_orth)
                  | ((after == ZF_PIECE_BISHOP | after == ZF_PIECE_QUEEN) & seen_diag)
                  | promotes
                  | (after == ZF_PIECE_KING & to_king[5:4] == 0 & to_king[2:1] == 0);

    assign legal = ~in_check & piece != ZF_PIECE_KING & ~take_ep
                   & ~opens(from, own_king, own_lines);
    assign check = direct | opens(from, other_king, other_lines) | take_ep | castle;

endmodule

`default_nettype wire
