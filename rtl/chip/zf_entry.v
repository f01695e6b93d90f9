// SPDX-License-Identifier: Apache-2.0
// A node's first visit: is it refused, illegal, counted, drawn? Combinational, stage 12; registers behind it.
`default_nettype none

module zf_entry #(
    parameter CONTEXT_BITS = 33,
    parameter DRAW_BITS = 15,
    parameter STATE_BITS = 41
) (
    input wire clk,
    input wire [CONTEXT_BITS-1:0] context,
    input wire [1:0]              kind, // JOB_KIND
    input wire [3:0]              depth,
    input wire [DRAW_BITS-1:0]    draw,
    input wire [STATE_BITS-1:0]   state,
    input wire [3:0]              op,
    // the array's answer
    input wire        illegal,
    input wire        bare,         // bare material
    input wire        bad_rights, bad_ep,
    input wire        key_equal,    // the compared key is the node's
    input wire        key_path,     // and lies on the search path

    // stage 13
    output reg        refused, bad_move,
    output reg        enters,
    output reg        leaf,         // of a PERFT or MOVES job
    output reg        begins,       // a node of a search
    output reg        counts,       // one of them, and not the root
    output reg        line_up,      // clock 100 in check: only a legal move is looked for
    output reg        compare,      // keys were compared
    output reg        scan_on,      // and another is
    output reg        draws,
    output reg        draw_taint,   // by what the position alone does not tell
    output reg        settles,      // none of all these
    output reg  [4:0] next_scan
);

    `include "zf_defs.vh"

    wire       search = kind == ZF_JOB_KIND_SEARCH, eval_job = kind == ZF_JOB_KIND_EVAL;
    wire       root = context[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] == 5'd0;
    wire [4:0] scan = context[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS];
    wire [6:0] clock = draw[ZF_DRAW_CLOCK_LSB +: ZF_DRAW_CLOCK_BITS];
    wire [5:0] back = draw[ZF_DRAW_BACK_LSB +: ZF_DRAW_BACK_BITS];
    wire       in_check = state[ZF_STATE_IN_CHECK_LSB];
    wire       is_first = op == ZF_OP_FIRST, is_scan = op == ZF_OP_SCAN;

    wire refuses = is_first & root & (bad_rights | bad_ep | illegal);
    wire exposed = is_first & ~root & illegal;
    wire good = is_first & ~refuses & ~exposed;
    wire last = good & ~search & ~eval_job & depth == 4'd0;
    wire begun = good & ~context[ZF_CONTEXT_TRY_LSB] & search;

    // planted fault 6: a draw at clock 101
    wire bug_6;
    zf_bug #(.N(6)) plant_6 (.on(bug_6));
    wire fifty = begun & clock >= ZF_FIFTY[6:0] + {6'd0, bug_6};
    wire look = (begun & ~fifty & draw[ZF_DRAW_MAYBE_LSB] & |back[5:2]) | is_scan;
    wire repeats = look & key_equal & (key_path | state[ZF_STATE_GAME_LSB]);
    wire [5:0] next = is_scan ? {1'b0, scan} + 6'd1 : 6'd3;
    wire goes_on = look & ~repeats & {next, 1'b0} <= {1'b0, back};
    // A scan goes before the test of material; that one then decides.
    wire bare_now = ((begun & ~fifty) | is_scan) & bare & ~goes_on;
    wire drawn = (fifty & ~in_check) | repeats | bare_now;
    always @(posedge clk) begin
        refused <= refuses;
        bad_move <= exposed;
        enters <= good;
        leaf <= last;
        begins <= begun;
        counts <= (begun & ~root) | last;
        line_up <= fifty & in_check;
        compare <= look;
        scan_on <= goes_on;
        draws <= drawn;
        draw_taint <= (fifty & ~in_check) | repeats;
        settles <= ((begun & ~(fifty & in_check)) | is_scan) & ~drawn & ~goes_on;
        next_scan <= next[4:0];
    end

endmodule

`default_nettype wire
