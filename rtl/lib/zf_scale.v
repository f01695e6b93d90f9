// SPDX-License-Identifier: Apache-2.0
// A count times a signed weight of 8 bits. Combinational. BITS must hold every product.
// With DSP the multiplier is the tool's to place. Without, the weight is added once for each bit of
// the count, the highest first; "add or keep" is one LUT4 a bit on a carry chain, which "add weight
// or zero" is not.
`default_nettype none

module zf_scale #(
    parameter COUNT = 4, // bits of the count, 1 to 6
    parameter BITS = 11, // bits of the product
    parameter APART = 1, // 1: the two highest bits of the count are never both set, as in 0 to 8
    parameter DSP = 1
) (
    input wire [COUNT-1:0] count,
    input wire [7:0] weight, // two's complement
    output wire signed [BITS-1:0] product
);

    // Both highest bits make one row.
    localparam SPARE = (APART != 0 && COUNT > 1) ? 1 : 0;
    localparam NEXT = COUNT > 1 ? COUNT - 2 : 0;
    wire signed [BITS-1:0] wide = {{BITS - 8{weight[7]}}, weight};

    generate
        if (DSP != 0 && COUNT > 1) begin : multiplier
            wire signed [COUNT:0] x = {1'b0, count};
            wire signed [7:0] y = weight;
            assign product = x * y;
            wire unused = |wide;
        end else begin : adders
            integer i;
            reg signed [BITS-1:0] sum;
            always @* begin
                sum = wide & {BITS{count[COUNT-1]}};
                if (SPARE != 0)
                    sum = (sum << 1) | (wide & {BITS{count[NEXT]}});
                for (i = COUNT - 2 - SPARE; i >= 0; i = i - 1)
                    sum = count[i] ? (sum << 1) + wide : sum << 1;
            end
            assign product = sum;
        end
    endgenerate

endmodule

`default_nettype wire
