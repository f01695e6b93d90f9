// SPDX-License-Identifier: Apache-2.0
// The board after the move, seen by the other side: five planes in the RAM's coding. Combinational.
// The flip is wiring: every board that is written is flipped, a LOAD's too (men come in pairs).
`default_nettype none

module zf_write (
    input wire [63:0] own, occupied, orth, diag, a, b,
    input wire        made, has_from,
    input wire [5:0]  from, to,
    input wire [2:0]  after,
    input wire        take_ep, castle_king, castle_queen,

    output wire [319:0] board // own, orth, diag, a, b of the next mover
);

    `include "zf_defs.vh"

    // Squares as a rank's bit and a file's bit: a plane's new man is one gate of four inputs a square.
    wire [7:0] to_file = {7'd0, made} << to[2:0], from_file = {7'd0, has_from} << from[2:0];
    wire [63:0] to_rank = 64'hff << {to[5:3], 3'd0}, from_rank = 64'hff << {from[5:3], 3'd0};
    wire [63:0] ep_hot = {24'd0, to_file & {8{take_ep}}, 32'd0};
    wire king_side = castle_king & made;
    wire queen_side = castle_queen & made;
    wire [63:0] rook_from = {56'd0, king_side, 6'd0, queen_side};
    wire [63:0] rook_to = {58'd0, king_side, 1'b0, queen_side, 3'd0};
    wire [63:0] clear = (to_rank & {8{to_file}}) | (from_rank & {8{from_file}}) | ep_hot | rook_from;
    function [63:0] put; // the plane after the move
        input [63:0] x, gone, rank;
        input [7:0]  file;
        put = (x & ~gone) | (rank & {8{file}});
    endfunction

    function [63:0] flip;
        input [63:0] x;
        flip = {x[7:0], x[15:8], x[23:16], x[31:24], x[39:32], x[47:40], x[55:48], x[63:56]};
    endfunction

    wire is_orth = after == ZF_PIECE_ROOK | after == ZF_PIECE_QUEEN;
    wire is_diag = after == ZF_PIECE_BISHOP | after == ZF_PIECE_QUEEN;
    wire is_a = after == ZF_PIECE_PAWN | after == ZF_PIECE_KING;
    wire is_b = after == ZF_PIECE_KNIGHT | after == ZF_PIECE_KING;
    assign board = {
        flip(occupied & ~own & ~clear), // the mover's men are the other side's now
        flip(put(orth, clear, to_rank, to_file & {8{is_orth}}) | rook_to),
        flip(put(diag, clear, to_rank, to_file & {8{is_diag}})),
        flip(put(a, clear, to_rank, to_file & {8{is_a}})),
        flip(put(b, clear, to_rank, to_file & {8{is_b}}))
    };

endmodule

`default_nettype wire
