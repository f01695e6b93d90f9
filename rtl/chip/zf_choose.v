// SPDX-License-Identifier: Apache-2.0
// The arbiter: the first class that holds a square, in it the first square by ORDER, and whether more remain.
// Two stages with a register between them: class and ring, then rank and file. One clock of latency.
// A tree over rings and ranks: a chain over 64 squares is six times slower.
`default_nettype none

module zf_choose (
    input wire clk,
    input wire [63:0] c0, c1, c2, c3, c4, c5, c6,

    output wire       found,
    output wire [2:0] chosen, // class
    output wire [5:0] square,
    output wire       more    // another square of any class could be chosen after this one
);

    localparam [63:0] RING0 = 64'h0000001818000000, RING1 = 64'h00003c24243c0000;
    localparam [63:0] RING2 = 64'h007e424242427e00, RING3 = 64'hff818181818181ff;

    // which rings of a class hold a square
    function [3:0] held;
        input [63:0] x;
        held = {|(x & RING3), |(x & RING2), |(x & RING1), |(x & RING0)};
    endfunction

    wire [3:0] r0 = held(c0), r1 = held(c1), r2 = held(c2), r3 = held(c3), r4 = held(c4), r5 = held(c5);
    wire [3:0] r6 = held(c6);
    wire [6:0] any = {|r6, |r5, |r4, |r3, |r2, |r1, |r0};
    wire [3:0] r = any[0] ? r0 : any[1] ? r1 : any[2] ? r2 : any[3] ? r3 : any[4] ? r4 : any[5] ? r5 : r6;
    wire [63:0] m = any[0] ? c0 : any[1] ? c1 : any[2] ? c2 : any[3] ? c3
                  : any[4] ? c4 : any[5] ? c5 : c6;

    reg [6:0]  any_t1;
    reg [63:0] m_t1;
    reg [3:0]  ring_t1;    // the first ring that holds one
    reg        rings_t1;   // more than one does
    always @(posedge clk) begin
        any_t1 <= any;
        m_t1 <= m;
        ring_t1 <= {r[3] & ~|r[2:0], r[2] & ~|r[1:0], r[1] & ~r[0], r[0]};
        rings_t1 <= (|r[3:2] & |r[1:0]) | (&r[3:2]) | (&r[1:0]);
    end

    function [7:0] row; // the rank's squares in the chosen ring
        input [7:0] x;
        input [3:0] edges, inner, middle, centre; // ring of files a and h, b and g, c and f, d and e
        row = x & {|(edges & ring_t1), |(inner & ring_t1), |(middle & ring_t1), |(centre & ring_t1),
                   |(centre & ring_t1), |(middle & ring_t1), |(inner & ring_t1), |(edges & ring_t1)};
    endfunction
    wire [7:0] x8 = row(m_t1[63:56], 4'd8, 4'd8, 4'd8, 4'd8);
    wire [7:0] x7 = row(m_t1[55:48], 4'd8, 4'd4, 4'd4, 4'd4);
    wire [7:0] x6 = row(m_t1[47:40], 4'd8, 4'd4, 4'd2, 4'd2);
    wire [7:0] x5 = row(m_t1[39:32], 4'd8, 4'd4, 4'd2, 4'd1);
    wire [7:0] x4 = row(m_t1[31:24], 4'd8, 4'd4, 4'd2, 4'd1);
    wire [7:0] x3 = row(m_t1[23:16], 4'd8, 4'd4, 4'd2, 4'd2);
    wire [7:0] x2 = row(m_t1[15:8],  4'd8, 4'd4, 4'd4, 4'd4);
    wire [7:0] x1 = row(m_t1[7:0],   4'd8, 4'd8, 4'd8, 4'd8);

    // bit 0 is the first: the highest rank, and file a
    function [2:0] first;
        input [7:0] v;
        reg low, pair;
        begin
            low = |v[3:0];
            pair = low ? |v[1:0] : |v[5:4];
            first = {~low, ~pair, low ? (pair ? ~v[0] : ~v[2]) : (pair ? ~v[4] : ~v[6])};
        end
    endfunction
    function several;
        input [7:0] v;
        several = (|v[3:0] & |v[7:4]) | (|v[1:0] & |v[3:2]) | (|v[5:4] & |v[7:6])
                  | (&v[1:0]) | (&v[3:2]) | (&v[5:4]) | (&v[7:6]);
    endfunction
    wire [7:0] ranks = {|x1, |x2, |x3, |x4, |x5, |x6, |x7, |x8};
    wire [2:0] rank = first(ranks);
    wire [7:0] files = rank[2] ? (rank[1] ? (rank[0] ? x1 : x2) : (rank[0] ? x3 : x4))
                               : (rank[1] ? (rank[0] ? x5 : x6) : (rank[0] ? x7 : x8));
    assign square = {~rank, first(files)};
    assign found = |any_t1;
    assign chosen = any_t1[0] ? 3'd0 : any_t1[1] ? 3'd1 : any_t1[2] ? 3'd2 : any_t1[3] ? 3'd3
                  : any_t1[4] ? 3'd4 : any_t1[5] ? 3'd5 : 3'd6;
    assign more = several({1'b0, any_t1}) | rings_t1 | several(ranks) | several(files);

endmodule

`default_nettype wire
