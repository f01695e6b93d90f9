// SPDX-License-Identifier: Apache-2.0
// The chip alone, for measuring its size and clock: inputs from a shift register, outputs folded to one pin, so
// that no pin and no path between pins decides. About 170 flip-flops and 60 LUT4 of its own, counted with the chip.
// It has no parameters: the chip in it is a finished netlist, the one that is simulated too (tools/size.py).
`default_nettype none

module zf_size_top (
    input  wire clk,
    input  wire serial_in,
    output reg  serial_out
);

    localparam IN = 2 + 32 + 17 + 1 + 45 + 4 + 1 + 48;
    localparam OUT = 3 + 32 + 32 + 2 + 6 + 64 + 40 + 1;

    reg [IN-1:0] in;
    wire [OUT-1:0] out;
    always @(posedge clk) in <= {in[IN-2:0], serial_in};

    zf_chip chip (
        .clk(clk), .rst(in[0]),
        .job_valid(in[1]), .job_ready(out[0]), .job_data(in[33:2]),
        .abort_valid(in[34]), .abort_ready(out[1]), .abort_id(in[50:35]),
        .result_valid(out[2]), .result_ready(in[51]), .result_data(out[34:3]),
        .config_valid(in[52]), .config_address(in[64:53]), .config_data(in[96:65]),
        .counter_address(in[100:97]), .counter_data(out[66:35]),
        .request_valid(out[67]), .request_ready(in[101]), .request_store(out[68]),
        .request_tag(out[74:69]), .request_key(out[138:75]), .request_data(out[178:139]),
        .response_valid(in[102]), .response_tag(in[108:103]), .response_hit(in[109]),
        .response_data(in[149:110]), .idle(out[179])
    );

    // two stages, so that the fold is never the longest path
    reg [OUT-1:0] held;
    reg [19:0] folded;
    integer i;
    always @(posedge clk) begin
        held <= out;
        for (i = 0; i < 20; i = i + 1) folded[i] <= ^held[i*9 +: 9];
        serial_out <= ^folded;
    end

endmodule

`default_nettype wire
