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

    // a register a step, not one long word: the simulator copies less
    reg [WIDTH-1:0] first;
    always @(posedge clk) first <= d;
    generate
        if (N > 1) begin : more
            zf_delay #(.WIDTH(WIDTH), .N(N - 1)) rest (.clk(clk), .d(first), .q(q));
        end else begin : last
            assign q = first;
        end
    endgenerate

endmodule

`default_nettype wire
