// SPDX-License-Identifier: Apache-2.0
// Which context starts a trip in this clock: one that waits, else the one whose trip ends just now. And which
// contexts are free, and which wait for the table; a wait of TABLE_TIMEOUT to twice that ends as a miss.
// The ring is nearly as long as its contexts are many, so at most one or two wait at a time, and none for long.
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

    // end of a trip: straight on, ready again, parked for the table, waiting for the loader, or free
    input wire             ended,
    input wire [BITS-1:0]  ended_context,
    input wire             straight,     // known early; then none of the next three is set
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
    output wire [CONTEXTS-1:0] waiting,
    output wire            idle
);

    reg [CONTEXTS-1:0] ready, vacant, parked;
    reg [CONTEXTS-1:0] old;     // parked when last looked at
    reg [BITS-1:0] look;        // after a tick the contexts are looked at, one a clock
    reg            looking;

    function [BITS:0] first; // {any, number} of the lowest
        input [CONTEXTS-1:0] v;
        integer k;
        begin
            first = {(BITS + 1){1'b0}};
            for (k = CONTEXTS - 1; k >= 0; k = k - 1)
                if (v[k]) first = {1'b1, k[BITS-1:0]};
        end
    endfunction

    wire [CONTEXTS-1:0] one = {{(CONTEXTS - 1){1'b0}}, 1'b1};
    wire [BITS:0] next = first(ready);
    wire [BITS:0] vacancy = first(vacant);
    wire waits = next[BITS];
    wire passes = straight & ~waits & ~hold;
    assign free_valid = vacancy[BITS];
    assign free = vacancy[BITS-1:0];
    assign waiting = parked;
    assign idle = &vacant;

    wire sees = looking & ~answered;
    wire tell = sees & parked[look] & old[look];
    wire [CONTEXTS-1:0] look_set = {CONTEXTS{sees}} & (one << look);

    // One bit a context; the events of a clock as sets.
    wire [CONTEXTS-1:0] end_set = {CONTEXTS{ended}} & (one << ended_context);
    wire [CONTEXTS-1:0] leave_set = {CONTEXTS{leave}} & end_set;
    wire [CONTEXTS-1:0] park_set = {CONTEXTS{park}} & end_set;
    wire [CONTEXTS-1:0] on_set = {CONTEXTS{~leave & ~park & ~wait_load & ~passes}} & end_set;
    wire [CONTEXTS-1:0] start_set = {CONTEXTS{waits & ~hold}} & (one << next[BITS-1:0]);
    wire [CONTEXTS-1:0] take_set = {CONTEXTS{take}} & (one << free);
    wire [CONTEXTS-1:0] go_set = {CONTEXTS{go}} & (one << go_context);
    wire [CONTEXTS-1:0] wake_set = {CONTEXTS{answered | tell}} & (one << (answered ? answered_context : look));

    always @(posedge clk) begin
        start <= (waits | straight) & ~hold & ~rst;
        context <= waits ? next[BITS-1:0] : ended_context;
        if (rst | tick) look <= {BITS{1'b0}};
        else if (sees) look <= look + 1'b1;
        looking <= ~rst & (tick | (looking & ~(sees & (&look))));
        if (rst) begin
            ready <= {CONTEXTS{1'b0}};
            vacant <= {CONTEXTS{1'b1}};
            parked <= {CONTEXTS{1'b0}};
            old <= {CONTEXTS{1'b0}};
        end else begin
            ready <= (ready & ~start_set) | on_set | go_set | wake_set;
            vacant <= (vacant | leave_set) & ~take_set;
            parked <= (parked & ~wake_set) | park_set;
            old <= ((old & ~look_set) | (look_set & parked)) & ~park_set;
        end
    end

endmodule

`default_nettype wire
