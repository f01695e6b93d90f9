// SPDX-License-Identifier: Apache-2.0
// Block RAM with one write port and one read port in one clock domain.
// The read is synchronous: read_data belongs to the read_address of one clock earlier, every clock.
// A read during a write of the same word promises nothing, as in both families; simulation then answers
// with wrong data, so that a user that leans on it fails.
// Contents are unknown at the start. Maps to DP16KD (ECP5) and SB_RAM40 (iCE40).
`default_nettype none

module zf_ram_sdp #(
    parameter WIDTH = 32,  // bits of a word, 1 or more
    parameter DEPTH = 512  // words, 2 or more
) (
    input wire clk,

    // write port: taken in the clock in which write_enable is set
    input wire                     write_enable,
    input wire [$clog2(DEPTH)-1:0] write_address,
    input wire [WIDTH-1:0]         write_data,

    // read port: one clock of latency
    input  wire [$clog2(DEPTH)-1:0] read_address,
    output reg  [WIDTH-1:0]         read_data
);

    (* no_rw_check, ram_style = "block" *)
    reg [WIDTH-1:0] memory [0:DEPTH-1];

    always @(posedge clk) begin
        if (write_enable) memory[write_address] <= write_data;
        read_data <= memory[read_address];
`ifndef SYNTHESIS
        if (write_enable && write_address == read_address)
            read_data <= ~memory[read_address] ^ write_data;
`endif
    end

`ifndef SYNTHESIS
    initial begin
        if (WIDTH < 1 || DEPTH < 2) begin
            $display("%m: WIDTH %0d or DEPTH %0d is out of range", WIDTH, DEPTH);
            $finish;
        end
    end
`endif

endmodule

`default_nettype wire
