// SPDX-License-Identifier: Apache-2.0
// On which lines of a square does a slider stand: its rank, its file, its rising and its falling diagonal.
// Combinational: an OR along each line of the board, then a choice.
`default_nettype none

module zf_lines (
    input wire [63:0] orth, diag, // sliders along ranks and files, along diagonals
    input wire [5:0]  square,
    output wire [3:0] lines       // rank, file, rising, falling
);

    reg [7:0]  ranks, files;
    reg [15:0] rising, falling;
    integer i;
    always @* begin
        ranks = 8'd0;
        files = 8'd0;
        rising = 16'd0;
        falling = 16'd0;
        for (i = 0; i < 64; i = i + 1) begin
            ranks[i / 8] = ranks[i / 8] | orth[i];
            files[i % 8] = files[i % 8] | orth[i];
            rising[7 + i / 8 - i % 8] = rising[7 + i / 8 - i % 8] | diag[i];
            falling[i / 8 + i % 8] = falling[i / 8 + i % 8] | diag[i];
        end
    end
    wire [3:0] up = 4'd7 + {1'b0, square[5:3]} - {1'b0, square[2:0]};
    wire [3:0] down = {1'b0, square[5:3]} + {1'b0, square[2:0]};
    assign lines = {ranks[square[5:3]], files[square[2:0]], rising[up], falling[down]};

endmodule

`default_nettype wire
