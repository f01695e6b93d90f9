// SPDX-License-Identifier: Apache-2.0
// The sum of two signed numbers on a carry chain, one LUT4 a bit. Combinational. Sums of sums need
// it: Yosys merges plain ones into one adder of many operands, at two LUT4 a bit for each beyond
// the second.
`default_nettype none

module zf_add #(
    parameter X = 11,  // bits of x
    parameter Y = X,   // bits of y
    parameter BITS = X + 1
) (
    input wire signed [X-1:0] x,
    input wire signed [Y-1:0] y,
    output wire signed [BITS-1:0] sum
);

    wire signed [BITS-1:0] wide_x = {{BITS - X{x[X-1]}}, x};
    wire signed [BITS-1:0] wide_y = {{BITS - Y{y[Y-1]}}, y};
    wire signed [BITS-1:0] z = wide_x + wide_y;
    // The same as z. A second reader of a bit stops the merging, and its logic vanishes later.
    assign sum = {z[BITS-1:1], z[0] & (z[0] | x[0])};

endmodule

`default_nettype wire
