// SPDX-License-Identifier: Apache-2.0
// How many bits are set in each byte of a word: eight counts of 0 to 8, each in its own byte.
// Combinational. Full adders leave the lowest bit and four carries, whose sum is the rest: ten or
// eleven LUT4 a byte. All bytes are counted at once on the whole word; what the mask leaves out is
// not built.
`default_nettype none

module zf_popcount_bytes (
    input wire [63:0] x,
    output wire [63:0] counts
);

    localparam [63:0] BYTES = 64'h0101010101010101;

    function [63:0] carry;
        input [63:0] p, q, r;
        carry = (p & q) | ((p | q) & r);
    endfunction

    wire [63:0] x1 = x >> 1, x2 = x >> 2, x3 = x >> 3, x4 = x >> 4, x5 = x >> 5, x6 = x >> 6;
    wire [63:0] x7 = x >> 7;
    wire [63:0] s0 = x ^ x1 ^ x2, s1 = x3 ^ x4 ^ x5, s2 = x6 ^ x7;
    wire [63:0] k0 = carry(x, x1, x2), k1 = carry(x3, x4, x5), k2 = x6 & x7, k3 = carry(s0, s1, s2);
    wire [63:0] all = k0 & k1 & k2 & k3;
    wire [63:0] two = ((k0 | k1) & (k2 | k3)) | (k0 & k1) | (k2 & k3);

    assign counts = ((all & BYTES) << 3) | ((two & ~all & BYTES) << 2)
                    | (((k0 ^ k1 ^ k2 ^ k3) & BYTES) << 1) | ((s0 ^ s1 ^ s2) & BYTES);

endmodule

`default_nettype wire
