// SPDX-License-Identifier: Apache-2.0
// A score seen from another ply. An entry's mate counts from its node, a search's from the job's root.
// Combinational.
`default_nettype none

module zf_seen #(
    parameter AWAY = 0 // 0: an entry's score as the root sees it; 1: the other way
) (
    input wire [15:0] raw,
    input wire [4:0]  ply,
    output wire signed [15:0] score
);

    `include "zf_defs.vh"

    // x >= MATE_BOUND, x <= -MATE_BOUND, whose low bits are zero; a search has no score of just -MATE_BOUND
    localparam [4:0] HIGH = ZF_MATE_BOUND[15:11];
    wire mates = raw[15:11] == HIGH;
    wire mated = raw[15:11] == ~HIGH | (AWAY == 0 & raw == {~HIGH + 5'd1, 11'd0});

    wire minus = AWAY != 0 ? mated : mates;
    wire [4:0] plies = (ply & {5{mates | mated}}) ^ {5{minus}};
    wire [16:0] sum = {raw, 1'b1} + {{11{minus}}, plies, minus};
    assign score = sum[16:1];
    wire unused = sum[0];

endmodule

`default_nettype wire
