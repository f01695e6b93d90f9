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
    // a trip that ends in the next clock, surely ready again: the ring is as long as its contexts, so a clock counts
    input wire             early,
    input wire [BITS-1:0]  early_context,
    input wire             told_early,   // the trip that ends now was announced so
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

    function [BITS:0] first; // {any, number} of the lowest
        input [CONTEXTS-1:0] v;
        integer k;
        begin
            first = {(BITS + 1){1'b0}};
            for (k = CONTEXTS - 1; k >= 0; k = k - 1)
                if (v[k]) first = {1'b1, k[BITS-1:0]};
        end
    endfunction

    // by turns: the lowest at or above `turn`, else the lowest
    wire [CONTEXTS-1:0] above = ready & ({CONTEXTS{1'b1}} << turn);
    wire [BITS:0] next = first(|above ? above : ready);
    wire [BITS:0] vacancy = first(vacant);
    wire [BITS:0] latest = first(parked & overdue);
    wire starts = next[BITS] & ~hold;
    assign free_valid = vacancy[BITS];
    assign free = vacancy[BITS-1:0];
    assign waiting = parked;
    assign idle = &vacant;

    wire tell = latest[BITS] & ~answered;

    // One bit a context; the events of a clock as sets.
    wire [CONTEXTS-1:0] one = {{(CONTEXTS - 1){1'b0}}, 1'b1};
    wire [CONTEXTS-1:0] end_set = {CONTEXTS{ended}} & (one << ended_context);
    wire [CONTEXTS-1:0] leave_set = {CONTEXTS{leave}} & end_set;
    wire [CONTEXTS-1:0] park_set = {CONTEXTS{park & ~leave}} & end_set;
    wire [CONTEXTS-1:0] on_set = {CONTEXTS{~leave & ~park & ~wait_load & ~told_early}} & end_set;
    wire [CONTEXTS-1:0] early_set = {CONTEXTS{early}} & (one << early_context);
    wire [CONTEXTS-1:0] start_set = {CONTEXTS{starts}} & (one << next[BITS-1:0]);
    wire [CONTEXTS-1:0] take_set = {CONTEXTS{take}} & (one << free);
    wire [CONTEXTS-1:0] go_set = {CONTEXTS{go}} & (one << go_context);
    wire [CONTEXTS-1:0] wake_set = ({CONTEXTS{answered}} & (one << answered_context))
                                   | ({CONTEXTS{tell}} & (one << latest[BITS-1:0]));

    always @(posedge clk) begin
        start <= starts & ~rst;
        late <= tell & ~rst;
        context <= next[BITS-1:0];
        late_context <= latest[BITS-1:0];
        if (starts) turn <= next[BITS-1:0] + 1'b1;
        if (rst) begin
            ready <= {CONTEXTS{1'b0}};
            vacant <= {CONTEXTS{1'b1}};
            parked <= {CONTEXTS{1'b0}};
            old <= {CONTEXTS{1'b0}};
            overdue <= {CONTEXTS{1'b0}};
            turn <= {BITS{1'b0}};
        end else begin
            ready <= (ready & ~start_set) | on_set | early_set | go_set | wake_set;
            vacant <= (vacant | leave_set) & ~take_set;
            parked <= (parked & ~wake_set) | park_set;
            old <= (tick ? parked : old) & ~park_set;
            overdue <= (tick ? parked & old : overdue) & ~park_set;
        end
    end

endmodule

`default_nettype wire
