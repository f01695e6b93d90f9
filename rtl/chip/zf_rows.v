// SPDX-License-Identifier: Apache-2.0
// The weight memory: for each man on each own square its key or its two values, three rows a clock (the man
// leaves, arrives, is taken), one clock of latency. Three copies of one RAM, written together.
`default_nettype none

module zf_rows #(
    parameter WIDTH = 24
) (
    input wire clk,

    input wire        write,
    input wire [8:0]  write_address,
    input wire [WIDTH-1:0] write_data,

    input  wire [8:0]  address_from, address_to, address_taken,
    output wire [WIDTH-1:0] row_from, row_to, row_taken
);

    zf_ram_sdp #(.WIDTH(WIDTH), .DEPTH(512)) copy_from (
        .clk(clk), .write_enable(write), .write_address(write_address), .write_data(write_data),
        .read_address(address_from), .read_data(row_from)
    );
    zf_ram_sdp #(.WIDTH(WIDTH), .DEPTH(512)) copy_to (
        .clk(clk), .write_enable(write), .write_address(write_address), .write_data(write_data),
        .read_address(address_to), .read_data(row_to)
    );
    zf_ram_sdp #(.WIDTH(WIDTH), .DEPTH(512)) copy_taken (
        .clk(clk), .write_enable(write), .write_address(write_address), .write_data(write_data),
        .read_address(address_taken), .read_data(row_taken)
    );

endmodule

`default_nettype wire
