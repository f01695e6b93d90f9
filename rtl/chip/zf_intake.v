// SPDX-License-Identifier: Apache-2.0
// Follows the words of jobs as they come in, to know where each begins: a new job clears what an old abort
// left under its number. Takes part in the handshake only as a listener.
`default_nettype none

module zf_intake (
    input wire clk,
    input wire rst,
    input wire        taken,  // a word goes into the queue
    input wire [31:0] word,
    output wire       begins, // it is the first of a job
    output wire       whole   // no job is half way in
);

    `include "zf_defs.vh"

    reg [7:0] left;           // words to come, of those known
    reg [2:0] head;           // header words seen
    wire [5:0] history = word[ZF_JOB3_HISTORY_LSB +: ZF_JOB3_HISTORY_BITS];
    wire [4:0] pairs = word[ZF_JOB3_PAIRS_LSB +: ZF_JOB3_PAIRS_BITS];
    wire [7:0] length = {3'd0, pairs} + {1'b0, history, 1'b0} + {7'd0, history != 6'd0} + 8'd2;
    assign begins = taken & whole;
    assign whole = head == 3'd0;

    always @(posedge clk)
        if (rst) begin
            head <= 3'd0;
            left <= 8'd0;
        end else if (taken) begin
            if (head < 3'd3) head <= head + 3'd1;
            else if (head == 3'd3) begin
                head <= 3'd4;
                left <= length;
            end else begin
                left <= left - 8'd1;
                if (left == 8'd1) head <= 3'd0;
            end
        end

endmodule

`default_nettype wire
