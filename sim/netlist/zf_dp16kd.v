// SPDX-License-Identifier: Apache-2.0
// What a block RAM of the ECP5 (DP16KD) does as the mapper uses it: port A writes, port B reads with one
// clock of latency and no output register, both of one width and one clock. tools/netlist.py joins
// the pins of the primitive to these vectors and refuses a netlist that uses it otherwise.
// A read of a word that is written in the same clock gives wrong data, as in rtl/lib/zf_ram_sdp.v, and the
// contents are unknown at the start.
`default_nettype none

module zf_dp16kd #(
    parameter DATA_WIDTH_A = 18, // of a word: 9, 18 or 36
    parameter DATA_WIDTH_B = 18  // the same
) (
    input wire clk,

    // write: one enable for nine bits, in the low bits of the address where a word has several
    input wire        cea,
    input wire        wea,
    input wire [13:0] ada,
    input wire [17:0] dia,
    input wire [17:0] dib, // upper half of a word of 36 bits

    // read
    input  wire        ceb,
    input  wire [13:0] adb,
    output wire [17:0] doa, // lower half of a word of 36 bits, else nothing
    output wire [17:0] dob
);

    localparam WIDTH = DATA_WIDTH_A;
    localparam LANES = WIDTH / 9;
    localparam SHIFT = WIDTH == 36 ? 5 : WIDTH == 18 ? 4 : 3;

    reg [WIDTH-1:0] memory [0:(1<<(14-SHIFT))-1];
    reg [WIDTH-1:0] data;

    wire [13-SHIFT:0] write_address = ada[13:SHIFT];
    wire [13-SHIFT:0] read_address = adb[13:SHIFT];
    wire [35:0] write_data = {dib, dia};
    wire [LANES-1:0] lanes = {LANES{cea & wea}} & (WIDTH == 9 ? {LANES{1'b1}} : ada[LANES-1:0]);

    integer i;
    always @(posedge clk) begin
        if (ceb) data <= memory[read_address];
        for (i = 0; i < LANES; i = i + 1)
            if (lanes[i]) begin
                memory[write_address][i*9 +: 9] <= write_data[i*9 +: 9];
                if (ceb && write_address == read_address)
                    data[i*9 +: 9] <= ~memory[read_address][i*9 +: 9] ^ write_data[i*9 +: 9];
            end
    end

    generate
        if (WIDTH == 36) begin : halves
            assign {dob, doa} = data;
        end else begin : single
            assign doa = 18'd0;
            assign dob = {{(18 - WIDTH){1'b0}}, data};
        end
    endgenerate

    wire unused = ^ada ^ ^adb; // the lowest bits number parts of a word

    initial begin
        if (DATA_WIDTH_B != WIDTH || (WIDTH != 9 && WIDTH != 18 && WIDTH != 36)) begin
            $display("%m: words of %0d and %0d bits", DATA_WIDTH_A, DATA_WIDTH_B);
            $finish;
        end
    end

endmodule

`default_nettype wire
