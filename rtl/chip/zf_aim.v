// SPDX-License-Identifier: Apache-2.0
// Geometry of the last move: can it have exposed the mover's king, can it have given check?
// It never misses one; a yes costs a pass. Combinational. All squares in the mover's view.
`default_nettype none

module zf_aim (
    input wire [5:0] from, to,
    input wire [2:0] piece, after,
    input wire [5:0] own_king, other_king,
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
    function aligned;
        input [5:0] d;
        aligned = d[5:3] == 0 | d[2:0] == 0 | d[5:3] == d[2:0];
    endfunction

    wire [5:0] to_king = distance(to, other_king);
    wire straight = to_king[5:3] == 0 | to_king[2:0] == 0;
    wire oblique = to_king[5:3] == to_king[2:0];
    wire leap = to_king == {3'd1, 3'd2} | to_king == {3'd2, 3'd1};
    wire pawn_hit = to_king[2:0] == 3'd1 & {1'b0, other_king[5:3]} == {1'b0, to[5:3]} + 4'd1;
    wire direct = (after == ZF_PIECE_PAWN & pawn_hit) | (after == ZF_PIECE_KNIGHT & leap)
                  | ((after == ZF_PIECE_ROOK | after == ZF_PIECE_QUEEN) & straight)
                  | ((after == ZF_PIECE_BISHOP | after == ZF_PIECE_QUEEN) & oblique)
                  | (after == ZF_PIECE_KING & to_king[5:4] == 0 & to_king[2:1] == 0);

    assign legal = ~in_check & piece != ZF_PIECE_KING & ~take_ep
                   & ~aligned(distance(from, own_king));
    assign check = direct | aligned(distance(from, other_king)) | take_ep | castle;

endmodule

`default_nettype wire
