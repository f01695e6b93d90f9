// SPDX-License-Identifier: Apache-2.0
// Small memory read in the same clock: distributed RAM (ECP5), registers where a part has none.
// One write port. Contents are unknown at the start.
`default_nettype none

module zf_ram_async #(
    parameter WIDTH = 32,
    parameter DEPTH = 16
) (
    input wire clk,
    input wire                     write_enable,
    input wire [$clog2(DEPTH)-1:0] write_address,
    input wire [WIDTH-1:0]         write_data,
    input wire [$clog2(DEPTH)-1:0] read_address,
    output wire [WIDTH-1:0]        read_data
);

    reg [WIDTH-1:0] memory [0:DEPTH-1];
    always @(posedge clk)
        if (write_enable) memory[write_address] <= write_data;
    assign read_data = memory[read_address];

endmodule

`default_nettype wire
