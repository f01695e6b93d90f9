// SPDX-License-Identifier: Apache-2.0
// Sixteen counters of 32 bits, one event each a clock. Small counts beside the events are swept into
// one RAM by turns, a counter a clock: a tenth of the logic of sixteen wide counters. What happened in the last
// sixteen clocks may still be missing from a read.
// Data belong to the address of one clock before.
`default_nettype none

module zf_counters (
    input wire clk,
    input wire rst,
    input wire [15:0] events,

    input  wire [3:0]  address,
    output reg  [31:0] data
);

    reg [3:0] turn;
    reg [4:0] clear;         // after reset the RAM is cleared
    wire clearing = ~clear[4];
    wire [31:0] total, shown;

    // At most sixteen events between two turns: five bits a count.
    reg [79:0] fresh;
    reg [4:0]  swept;        // the count whose turn it was
    reg [3:0]  turn_t1;
    integer i;
    always @(posedge clk) begin
        for (i = 0; i < 16; i = i + 1)
            if (turn == i[3:0]) fresh[i * 5 +: 5] <= {4'd0, events[i] & ~rst};
            else begin
                // as gates: five bits are too few for a carry chain
                fresh[i * 5] <= fresh[i * 5] ^ events[i];
                fresh[i * 5 + 1] <= fresh[i * 5 + 1] ^ (events[i] & fresh[i * 5]);
                fresh[i * 5 + 2] <= fresh[i * 5 + 2] ^ (events[i] & (&fresh[i * 5 +: 2]));
                fresh[i * 5 + 3] <= fresh[i * 5 + 3] ^ (events[i] & (&fresh[i * 5 +: 3]));
                fresh[i * 5 + 4] <= fresh[i * 5 + 4] ^ (events[i] & (&fresh[i * 5 +: 4]));
            end
        swept <= fresh[turn * 5 +: 5];
        turn_t1 <= turn;
        turn <= rst ? 4'd0 : turn + 4'd1;
        clear <= rst ? 5'd0 : clear + {4'd0, clearing};
        data <= shown;
    end

    wire [31:0] sum = clearing ? 32'd0 : total + {27'd0, swept};
    zf_ram_async #(.WIDTH(32), .DEPTH(16)) totals (
        .clk(clk), .write_enable(1'b1), .write_address(turn_t1), .write_data(sum),
        .read_address(turn_t1), .read_data(total)
    );
    zf_ram_async #(.WIDTH(32), .DEPTH(16)) copy (
        .clk(clk), .write_enable(1'b1), .write_address(turn_t1), .write_data(sum),
        .read_address(address), .read_data(shown)
    );

endmodule

`default_nettype wire
