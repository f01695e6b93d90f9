// SPDX-License-Identifier: Apache-2.0
// Sixteen counters of 32 bits, one event each a clock. Small counts beside the events are swept into
// one RAM by turns, a counter a clock: a tenth of the logic of sixteen wide counters. A read is exact: sum of both.
// Data belong to the address of one clock before.
`default_nettype none

module zf_counters (
    input wire clk,
    input wire rst,
    input wire [15:0] events,

    input  wire [3:0]  address,
    output wire [31:0] data
);

    reg [4:0] fresh [0:15];  // at most one event a clock for 17 clocks
    reg [3:0] turn, address_t1;
    reg [4:0] clear;         // after reset the RAM is cleared
    wire clearing = ~clear[4];
    wire [31:0] total, shown;
    reg  [4:0] part;
    wire [31:0] sum = total + {27'd0, fresh[turn]};

    zf_ram_async #(.WIDTH(32), .DEPTH(16)) totals (
        .clk(clk), .write_enable(1'b1), .write_address(clearing ? clear[3:0] : turn),
        .write_data(clearing ? 32'd0 : sum), .read_address(turn), .read_data(total)
    );
    zf_ram_async #(.WIDTH(32), .DEPTH(16)) copy (
        .clk(clk), .write_enable(1'b1), .write_address(clearing ? clear[3:0] : turn),
        .write_data(clearing ? 32'd0 : sum), .read_address(address), .read_data(shown)
    );

    integer i;
    reg [31:0] shown_t1;
    always @(posedge clk) begin
        if (rst) begin
            clear <= 5'd0;
            turn <= 4'd0;
        end else begin
            if (clearing) clear <= clear + 5'd1;
            turn <= turn + 4'd1;
        end
        for (i = 0; i < 16; i = i + 1)
            if (rst | clearing) fresh[i] <= 5'd0;
            else fresh[i] <= (turn == i[3:0] ? 5'd0 : fresh[i]) + {4'd0, events[i]};
        address_t1 <= address;
        shown_t1 <= shown;
        part <= fresh[address];
    end
    assign data = shown_t1 + {27'd0, part};
    wire unused = ^address_t1;

endmodule

`default_nettype wire
