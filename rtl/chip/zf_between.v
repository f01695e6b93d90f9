// SPDX-License-Identifier: Apache-2.0
// What a single check leaves to the other men: the checker's square, and for a LINE the squares between it and
// the king, on one rank, one file or one diagonal. Combinational.
`default_nettype none

module zf_between (
    input wire [5:0] king, checker,
    input wire       any,            // 0: no square
    input wire       line,           // the squares between too; then both are in line
    output wire [63:0] squares
);

    function [7:0] before; // lines below the one that is hot
        input [7:1] hot;
        before = {1'b0, hot[7], |hot[7:6], |hot[7:5], |hot[7:4], |hot[7:3], |hot[7:2], |hot[7:1]};
    endfunction
    function [7:0] span; // the checker's line and those from it to the king's, without that one
        input [7:0] k, c;
        span = c | ((before(k[7:1]) ^ before(c[7:1])) & ~k);
    endfunction

    wire [7:0] k_rank = 8'd1 << king[5:3], k_file = 8'd1 << king[2:0];
    wire [7:0] c_rank = 8'd1 << checker[5:3], c_file = 8'd1 << checker[2:0];
    wire [7:0] rank = line ? span(k_rank, c_rank) : c_rank;
    wire [7:0] file = (line ? span(k_file, c_file) : c_file) & {8{any}};
    wire straight = king[5:3] == checker[5:3] | king[2:0] == checker[2:0] | ~line;
    wire rising = (king[5:3] > checker[5:3]) == (king[2:0] > checker[2:0]);
    // diagonals by file - rank + 7 and by file + rank
    wire [3:0] up = {1'b0, king[2:0]} + 4'd7 - {1'b0, king[5:3]}, down = {1'b0, king[2:0]} + {1'b0, king[5:3]};
    wire [14:0] rises = (15'd1 << up) & {15{rising & ~straight}};
    wire [14:0] falls = ((15'd1 << down) & {15{~rising}}) | {15{straight}};

    function [7:0] row;
        input        on;
        input [7:0]  files, r, f;
        row = {8{on}} & files & (r | f);
    endfunction
    assign squares = {
        row(rank[7], file, rises[7:0], falls[14:7]), row(rank[6], file, rises[8:1], falls[13:6]),
        row(rank[5], file, rises[9:2], falls[12:5]), row(rank[4], file, rises[10:3], falls[11:4]),
        row(rank[3], file, rises[11:4], falls[10:3]), row(rank[2], file, rises[12:5], falls[9:2]),
        row(rank[1], file, rises[13:6], falls[8:1]), row(rank[0], file, rises[14:7], falls[7:0])};

endmodule

`default_nettype wire
