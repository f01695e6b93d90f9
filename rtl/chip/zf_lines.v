// SPDX-License-Identifier: Apache-2.0
// On which lines of a square does a slider stand: its rank, its file, its rising and its falling diagonal.
// Combinational: an OR along each line of the board, then a choice.
`default_nettype none

module zf_lines (
    input wire [63:0] orth, diag, // sliders along ranks and files, along diagonals
    input wire [5:0]  square,
    output wire [3:0] lines       // rank, file, rising, falling
);

    // Each row moved by its number makes a column of each diagonal; shifts by constants are wiring.
    function [14:0] skew;
        input [63:0] x;
        skew = {7'd0, x[7:0]} | {6'd0, x[15:8], 1'd0} | {5'd0, x[23:16], 2'd0}
               | {4'd0, x[31:24], 3'd0} | {3'd0, x[39:32], 4'd0} | {2'd0, x[47:40], 5'd0}
               | {1'd0, x[55:48], 6'd0} | {x[63:56], 7'd0};
    endfunction
    function [63:0] turn; // rows in the other order
        input [63:0] x;
        turn = {x[7:0], x[15:8], x[23:16], x[31:24], x[39:32], x[47:40], x[55:48], x[63:56]};
    endfunction

    wire [2:0]  rank = square[5:3], file = square[2:0];
    wire [31:0] half = orth[63:32] | orth[31:0];
    wire [15:0] quarter = half[31:16] | half[15:0];
    wire [7:0]  files = quarter[15:8] | quarter[7:0];
    wire [7:0]  ranks = {|orth[63:56], |orth[55:48], |orth[47:40], |orth[39:32], |orth[31:24], |orth[23:16],
                         |orth[15:8], |orth[7:0]};
    wire [15:0] falling = {1'b0, skew(diag)}, rising = {1'b0, skew(turn(diag))};
    wire [3:0]  down = {1'b0, rank} + {1'b0, file}, up = {1'b0, file} + 4'd7 - {1'b0, rank};
    assign lines = {ranks[rank], files[file], rising[up], falling[down]};

endmodule

`default_nettype wire
