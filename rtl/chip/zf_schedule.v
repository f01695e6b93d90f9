// SPDX-License-Identifier: Apache-2.0
// Which context starts a trip in this clock: one that is ready, by turns. And which contexts are free,
// and which wait for the table; a wait of TABLE_TIMEOUT to twice that ends as a miss.
`default_nettype none

module zf_schedule #(
    parameter CONTEXTS = 16,
    parameter BITS = 4
) (
    input wire clk,
    input wire rst,
    input wire hold,                     // start no trip: a queue behind the ring is nearly full

    output reg             start,        // registered
    output reg  [BITS-1:0] context,

    // end of a trip: ready again, parked for the table, waiting for the loader, or free
    input wire             ended,
    input wire [BITS-1:0]  ended_context,
    input wire             park, wait_load, leave,
    // the loader takes a free context, and sends it on trips
    output wire            free_valid,
    output wire [BITS-1:0] free,
    input wire             take,
    input wire             go,
    input wire [BITS-1:0]  go_context,
    // the table answered a context that waits
    input wire             answered,
    input wire [BITS-1:0]  answered_context,
    input wire             tick,         // every TABLE_TIMEOUT clocks
    output reg             late,         // the context named by late_context gave up waiting
    output reg  [BITS-1:0] late_context,
    output wire [CONTEXTS-1:0] waiting,
    output wire            idle
);

    reg [CONTEXTS-1:0] ready, vacant, parked;
    reg [CONTEXTS-1:0] old;     // parked at the last tick
    reg [CONTEXTS-1:0] overdue; // and still at this one: told one by one
    reg [BITS-1:0] turn;

    function [BITS:0] pick; // {any, number} of the first at or after `from`
        input [CONTEXTS-1:0] v;
        input [BITS-1:0] from;
        integer k;
        reg [BITS-1:0] at;
        begin
            pick = {(BITS + 1){1'b0}};
            for (k = CONTEXTS - 1; k >= 0; k = k - 1) begin
                at = from + k[BITS-1:0];
                if (v[at]) pick = {1'b1, at};
            end
        end
    endfunction

    wire [BITS:0] next = pick(ready, turn);
    wire [BITS:0] vacancy = pick(vacant, {BITS{1'b0}});
    wire [BITS:0] latest = pick(parked & overdue, {BITS{1'b0}});
    wire starts = next[BITS] & ~hold;
    assign free_valid = vacancy[BITS];
    assign free = vacancy[BITS-1:0];
    assign waiting = parked;
    assign idle = &vacant;

    wire tell = latest[BITS] & ~answered;

    always @(posedge clk) begin
        if (rst) begin
            ready <= {CONTEXTS{1'b0}};
            vacant <= {CONTEXTS{1'b1}};
            parked <= {CONTEXTS{1'b0}};
            old <= {CONTEXTS{1'b0}};
            turn <= {BITS{1'b0}};
            start <= 1'b0;
            late <= 1'b0;
            overdue <= {CONTEXTS{1'b0}};
        end else begin
            start <= starts;
            context <= next[BITS-1:0];
            late <= tell;
            late_context <= latest[BITS-1:0];
            if (starts) begin
                ready[next[BITS-1:0]] <= 1'b0;
                turn <= next[BITS-1:0] + 1'b1;
            end
            if (tick) begin
                overdue <= parked & old;
                old <= parked;
            end
            if (ended) begin
                if (leave) vacant[ended_context] <= 1'b1;
                else if (park) begin
                    parked[ended_context] <= 1'b1;
                    old[ended_context] <= 1'b0;
                    overdue[ended_context] <= 1'b0;
                end else if (~wait_load) ready[ended_context] <= 1'b1;
            end
            if (take) vacant[free] <= 1'b0;
            if (go) ready[go_context] <= 1'b1;
            if (answered) begin
                parked[answered_context] <= 1'b0;
                ready[answered_context] <= 1'b1;
            end
            if (tell) begin
                parked[latest[BITS-1:0]] <= 1'b0;
                ready[latest[BITS-1:0]] <= 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
