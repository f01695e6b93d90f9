// SPDX-License-Identifier: Apache-2.0
// Queue in block RAM. Input and output by valid and ready; a word comes out two clocks after it went in.
// `level` counts the words inside, at most DEPTH - 1.
`default_nettype none

module zf_fifo #(
    parameter WIDTH = 32,
    parameter DEPTH = 512 // words, a power of two
) (
    input wire clk,
    input wire rst,

    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,

    // held until ready
    output reg              out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data,

    output wire [$clog2(DEPTH)-1:0] level
);

    localparam BITS = $clog2(DEPTH);

    reg [BITS-1:0] head, tail; // next to write, next to read
    wire pop = out_valid & out_ready;
    wire push = in_valid & in_ready;
    wire [BITS-1:0] tail_next = tail + {{(BITS - 1){1'b0}}, pop};
    assign level = head - tail;
    assign in_ready = ~&level;

    zf_ram_sdp #(.WIDTH(WIDTH), .DEPTH(DEPTH)) ram (
        .clk(clk),
        .write_enable(push), .write_address(head), .write_data(in_data),
        .read_address(tail_next), .read_data(out_data)
    );

    always @(posedge clk) begin
        if (rst) begin
            head <= {BITS{1'b0}};
            tail <= {BITS{1'b0}};
            out_valid <= 1'b0;
        end else begin
            if (push) head <= head + {{(BITS - 1){1'b0}}, 1'b1};
            tail <= tail_next;
            // a word written in this clock is not yet to be read
            out_valid <= tail_next != head;
        end
    end

endmodule

`default_nettype wire
