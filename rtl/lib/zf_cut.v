// SPDX-License-Identifier: Apache-2.0
// One cut of the ring: a register, or a wire where a part has fewer stages.
`default_nettype none

module zf_cut #(
    parameter WIDTH = 1,
    parameter ON = 1 // 1 register, 0 wire
) (
    input wire clk,
    input wire [WIDTH-1:0] d,
    output wire [WIDTH-1:0] q
);

    generate
        if (ON) begin : cut
            reg [WIDTH-1:0] r;
            always @(posedge clk) r <= d;
            assign q = r;
        end else begin : through
            wire unused_clk = clk;
            assign q = d;
        end
    endgenerate

endmodule

`default_nettype wire
