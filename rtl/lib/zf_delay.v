// SPDX-License-Identifier: Apache-2.0
// N registers in a row: a value that accompanies a trip.
`default_nettype none

module zf_delay #(
    parameter WIDTH = 1,
    parameter N = 1 // clocks, 1 or more
) (
    input wire clk,
    input wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);

    reg [WIDTH*N-1:0] r;
    wire [WIDTH*(N+1)-1:0] line = {r, d};
    always @(posedge clk) r <= line[WIDTH*N-1:0];
    assign q = line[WIDTH*(N+1)-1 -: WIDTH];

endmodule

`default_nettype wire
