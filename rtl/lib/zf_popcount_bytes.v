// SPDX-License-Identifier: Apache-2.0
// How many bits are set in each byte of a word: eight counts of 0 to 8, each in its own byte. Combinational.
// Four bits make three in three LUT4 and two such sums make one in five: eleven LUT4 a byte. All bytes
// are counted at once on the whole word; what the masks leave out is not built.
`default_nettype none

module zf_popcount_bytes (
    input wire [63:0] x,
    output wire [63:0] counts
);

    localparam [63:0] NIBBLES = 64'h1111111111111111, BYTES = 64'h0101010101010101;

    // Nibbles: h2 h1 h0 are at most four, so h2 stands alone.
    wire [63:0] x1 = x >> 1, x2 = x >> 2, x3 = x >> 3;
    wire [63:0] h0 = (x ^ x1 ^ x2 ^ x3) & NIBBLES;
    wire [63:0] h1 = (((x | x1) & (x2 | x3)) | (x & x1) | (x2 & x3)) & ~(x & x1 & x2 & x3) & NIBBLES;
    wire [63:0] h2 = x & x1 & x2 & x3 & NIBBLES;

    // Bytes. A four on one side leaves nothing below it to carry into it.
    wire [63:0] l0 = h0 >> 4, l1 = h1 >> 4, l2 = h2 >> 4;
    wire [63:0] carry1 = h0 & l0;
    wire [63:0] carry2 = (h1 & l1) | ((h1 | l1) & carry1);
    wire [63:0] c0 = (h0 ^ l0) & BYTES;
    wire [63:0] c1 = (h1 ^ l1 ^ carry1) & BYTES;
    wire [63:0] c2 = ((h2 ^ l2) | carry2) & BYTES;
    wire [63:0] c3 = h2 & l2 & BYTES;

    assign counts = (c3 << 3) | (c2 << 2) | (c1 << 1) | c0;

endmodule

`default_nettype wire
