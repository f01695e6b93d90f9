// SPDX-License-Identifier: Apache-2.0
// The score of a table's entry as it is seen from a ply: a mate is as far away as the ply says. Combinational.
`default_nettype none

module zf_seen (
    input wire [15:0] raw,
    input wire [4:0]  ply,
    output wire signed [15:0] score
);

    `include "zf_defs.vh"

    // x >= MATE_BOUND, x <= -MATE_BOUND, whose low bits are zero
    localparam [4:0] HIGH = ZF_MATE_BOUND[15:11];
    wire mates = raw[15:11] == HIGH;
    wire mated = raw[15:11] == ~HIGH | (raw[15:11] == ~HIGH + 5'd1 & raw[10:0] == 11'd0);

    // planted fault 14: a mate from the table is not seen from this ply
    wire bug_14;
    zf_bug #(.N(14)) plant_14 (.on(bug_14));
    wire [4:0] nearer = (ply & {5{(mates | mated) & ~bug_14}}) ^ {5{mates}};
    wire [16:0] sum = {raw, 1'b1} + {{11{mates}}, nearer, mates};
    assign score = sum[16:1];
    wire unused = sum[0];

endmodule

`default_nettype wire
