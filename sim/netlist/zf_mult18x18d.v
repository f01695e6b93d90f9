// SPDX-License-Identifier: Apache-2.0
// What a multiplier of the ECP5 (MULT18X18D) does without any of its registers. tools/netlist.py joins the
// pins of the primitive to these vectors and refuses a netlist that uses a register.
`default_nettype none

module zf_mult18x18d (
    input  wire        signeda,
    input  wire        signedb,
    input  wire [17:0] a,
    input  wire [17:0] b,
    output wire [35:0] p
);

    wire signed [18:0] wide_a = {signeda & a[17], a};
    wire signed [18:0] wide_b = {signedb & b[17], b};
    wire signed [37:0] product = wide_a * wide_b;
    assign p = product[35:0];
    wire unused = ^product[37:36];

endmodule

`default_nettype wire
