// SPDX-License-Identifier: Apache-2.0
// The sum of the eight counts of zf_popcount_bytes, modulo 64. One clock of latency (CUT = 1),
// behind the first of three rows of adders. A whole board of 64 wraps to 0: one bit must be clear.
`default_nettype none

module zf_popcount_sum #(
    parameter CUT = 1 // 1 register, 0 wire
) (
    input wire clk,
    input wire [63:0] counts,
    output wire [5:0] sum
);

    wire [23:0] pairs;
    wire [19:0] p;
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : pair
            zf_add #(.X(5)) add (
                .x({1'b0, counts[i * 16 +: 4]}), .y({1'b0, counts[i * 16 + 8 +: 4]}),
                .sum(pairs[i * 6 +: 6]));
        end
    endgenerate
    zf_cut #(.WIDTH(20), .ON(CUT != 0)) cut (
        .clk(clk), .d({pairs[22:18], pairs[16:12], pairs[10:6], pairs[4:0]}), .q(p));

    wire [5:0] low, high;
    zf_add #(.X(6), .BITS(6)) add_low (.x({1'b0, p[4:0]}), .y({1'b0, p[9:5]}), .sum(low));
    zf_add #(.X(6), .BITS(6)) add_high (.x({1'b0, p[14:10]}), .y({1'b0, p[19:15]}), .sum(high));
    zf_add #(.X(6), .BITS(6)) add_sum (.x(low), .y(high), .sum(sum));

    wire unused = |{pairs[23], pairs[17], pairs[11], pairs[5],
                    counts[63:60], counts[55:52], counts[47:44], counts[39:36],
                    counts[31:28], counts[23:20], counts[15:12], counts[7:4]};

endmodule

`default_nettype wire
