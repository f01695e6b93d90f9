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
    wire clearing = ~&clear; // two rounds: the first may begin in mid-turn
    wire [31:0] total, shown;

    // At most sixteen events between two turns: five bits a count, a word for each place of all sixteen counts.
    reg [15:0] ones, twos, fours, eights, sixteens;
    reg [4:0]  swept;        // the count whose turn it was
    reg [3:0]  turn_t1;
    wire [15:0] keep = rst ? 16'd0 : ~(16'd1 << turn);
    wire [15:0] one = ones & keep, two = twos & keep, four = fours & keep, eight = eights & keep;
    wire [15:0] to_two = one & events, to_four = two & to_two, to_eight = four & to_four;
    always @(posedge clk) begin
        ones <= one ^ events;
        twos <= two ^ to_two;
        fours <= four ^ to_four;
        eights <= eight ^ to_eight;
        sixteens <= (sixteens & keep) ^ (eight & to_eight);
        swept <= {sixteens[turn], eights[turn], fours[turn], twos[turn], ones[turn]};
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
