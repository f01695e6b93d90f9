// SPDX-License-Identifier: Apache-2.0
// The arbiter: the first class that holds a square, in it the first square by ORDER, and whether more remain.
// Two stages with a cut between them: class and rows, then row and square. One clock of latency (CUT = 1).
// A tree over eight rows: a chain over 64 squares is six times slower.
`default_nettype none

module zf_choose #(
    parameter CUT = 1
) (
    input wire clk,
    input wire [63:0] c0, c1, c2, c3, c4, c5, c6,

    output wire       found,
    output wire [2:0] chosen, // class
    output wire [5:0] square,
    output wire       more    // another square of any class could be chosen after this one
);

    `include "zf_defs.vh"

    wire [6:0] any = {|c6, |c5, |c4, |c3, |c2, |c1, |c0};
    wire [63:0] m = any[0] ? c0 : any[1] ? c1 : any[2] ? c2 : any[3] ? c3
                  : any[4] ? c4 : any[5] ? c5 : c6;
    integer i;
    reg [63:0] by_place;
    always @*
        for (i = 0; i < 64; i = i + 1)
            by_place[i] = m[ZF_ORDER[i * ZF_ORDER_BITS +: ZF_ORDER_BITS]];
    wire [7:0] rows = {|by_place[63:56], |by_place[55:48], |by_place[47:40], |by_place[39:32],
                       |by_place[31:24], |by_place[23:16], |by_place[15:8], |by_place[7:0]};

    wire [6:0] any_t1;
    wire [63:0] by_place_t1;
    wire [7:0] rows_t1;
    zf_cut #(.WIDTH(79), .ON(CUT)) cut (
        .clk(clk), .d({any, rows, by_place}), .q({any_t1, rows_t1, by_place_t1})
    );

    function [2:0] first;
        input [7:0] v;
        first = v[0] ? 3'd0 : v[1] ? 3'd1 : v[2] ? 3'd2 : v[3] ? 3'd3
              : v[4] ? 3'd4 : v[5] ? 3'd5 : v[6] ? 3'd6 : 3'd7;
    endfunction
    function several;
        input [7:0] v;
        several = |(v & (v - 8'd1));
    endfunction

    wire [2:0] row = first(rows_t1);
    wire [7:0] bits = by_place_t1[{row, 3'd0} +: 8];
    wire [5:0] place = {row, first(bits)};
    assign found = |any_t1;
    assign chosen = any_t1[0] ? 3'd0 : any_t1[1] ? 3'd1 : any_t1[2] ? 3'd2 : any_t1[3] ? 3'd3
                  : any_t1[4] ? 3'd4 : any_t1[5] ? 3'd5 : 3'd6;
    // bit k of the square at a place is SQUAREk[place]
    function [63:0] column;
        input integer bit_number;
        integer j;
        begin
            column = 64'd0;
            for (j = 0; j < 64; j = j + 1) column[j] = ZF_ORDER[j * ZF_ORDER_BITS + bit_number];
        end
    endfunction
    localparam [63:0] SQUARE0 = column(0), SQUARE1 = column(1), SQUARE2 = column(2);
    localparam [63:0] SQUARE3 = column(3), SQUARE4 = column(4), SQUARE5 = column(5);
    assign square = {SQUARE5[place], SQUARE4[place], SQUARE3[place], SQUARE2[place], SQUARE1[place],
                     SQUARE0[place]};
    wire [7:0] classes = {1'b0, any_t1};
    assign more = several(classes) | several(rows_t1) | several(bits);

endmodule

`default_nettype wire
