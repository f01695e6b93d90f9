// SPDX-License-Identifier: Apache-2.0
// The chip alone, for measuring its size and clock: inputs from a shift register, outputs into two of them, so
// that no pin and no path between pins decides. About 700 flip-flops and no LUT4 of its own, counted with the chip.
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

    // Every output clears its place of two shift registers, by their reset: no LUT, and never the longest path.
    reg [OUT-1:0] held;
    reg [OUT:0] seen, also;
    integer i;
    always @(posedge clk) begin
        held <= out;
        {also[0], seen[0]} <= {serial_in, ~serial_in};
        for (i = 0; i < OUT; i = i + 1)
            if (held[i]) {also[i + 1], seen[i + 1]} <= 2'd0;
            else {also[i + 1], seen[i + 1]} <= {also[i], seen[i]};
        serial_out <= also[OUT] ^ seen[OUT];
    end

endmodule

`default_nettype wire
