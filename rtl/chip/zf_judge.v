// SPDX-License-Identifier: Apache-2.0
// The comparisons that the end of a trip needs. Combinational; stage 13.
`default_nettype none

module zf_judge #(
    parameter TERMS_BITS = 35,
    parameter NODE_BITS = 30,
    parameter DRAW_BITS = 15,
    parameter SUMS_BITS = 62,
    parameter STATE_BITS = 41
) (
    input wire [4:0]              ply,
    input wire                    search, // a job of that kind
    input wire [TERMS_BITS-1:0]   terms,
    input wire [NODE_BITS-1:0]    node,
    input wire [SUMS_BITS-1:0]    sums,
    input wire [STATE_BITS-1:0]   state,
    input wire signed [15:0]      best,
    input wire [3:0]              op,
    input wire                    made, captured,
    input wire [NODE_BITS-1:0]    child,
    input wire [DRAW_BITS-1:0]    child_draw,
    input wire [SUMS_BITS-1:0]    child_sums,
    input wire signed [15:0]      stand, bound,
    input wire signed [12:0]      delta,  // of the victim's class
    input wire signed [10:0]      margin, // LAZY
    input wire [39:0]             answer,
    input wire signed [15:0]      entry,     // its score, seen from here
    input wire signed [16:0]      reach_gate, // bound - delta

    output wire        at_once,               // a child returns lazily
    output wire signed [15:0] back_score,     // its score
    output wire        stand_high,
    output wire signed [15:0] reach,          // what the victim could bring
    output wire        reach_low, reach_lifts,
    output wire        null_fits,
    output wire signed [15:0] mated,
    output wire        mated_high, zero_high,
    output wire        entry_cuts
);

    `include "zf_defs.vh"

    // The constants' low bits are zero: comparisons with them, and a ply added, are a few bits of logic.
    localparam [4:0] HIGH = ZF_MATE_BOUND[15:11];
    function mates; // x >= MATE_BOUND
        input [15:0] x;
        mates = x[15:11] == HIGH;
    endfunction
    function mated_by; // x <= -MATE_BOUND
        input [15:0] x;
        mated_by = x[15:11] == ~HIGH | (x[15:11] == ~HIGH + 5'd1 & x[10:0] == 11'd0);
    endfunction

    wire        lazy = terms[ZF_TERMS_LAZY_LSB];
    wire signed [15:0] fast = sums[ZF_SUMS_FAST_LSB +: ZF_SUMS_FAST_BITS];
    wire signed [15:0] child_fast = child_sums[ZF_SUMS_FAST_LSB +: ZF_SUMS_FAST_BITS];
    wire [3:0]  depth = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire        in_check = state[ZF_STATE_IN_CHECK_LSB];

    // ---- a child that returns on its fast score before it costs a pass
    wire [7:0] child_phase = {1'b0, child_sums[ZF_SUMS_OWN_PHASE_LSB +: ZF_SUMS_OWN_PHASE_BITS]}
                             + {1'b0, child_sums[ZF_SUMS_OTHER_PHASE_LSB +: ZF_SUMS_OTHER_PHASE_BITS]};
    // planted fault 16: a lazy entry although the move may give check
    wire bug_16;
    zf_bug #(.N(16)) plant_16 (.on(bug_16));
    wire child_lazy = search & lazy & (op == ZF_OP_ATTACKER | op == ZF_OP_KILLER) & made
                      & ~state[ZF_STATE_FIFTY_LSB]
                      & child[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] == 0
                      & child[ZF_NODE_LEGAL_LSB] & (~child[ZF_NODE_CHECK_LSB] | bug_16)
                      & child_draw[ZF_DRAW_CLOCK_LSB +: ZF_DRAW_CLOCK_BITS] < ZF_FIFTY[6:0]
                      & ~(child_draw[ZF_DRAW_MAYBE_LSB]
                          & child_draw[ZF_DRAW_BACK_LSB +: ZF_DRAW_BACK_BITS] >= 6'd4)
                      & (~captured | child_phase >= ZF_BARE_PHASE[7:0])
                      & ply < ZF_PLY_MAX[4:0] - 5'd2;
    // fast >= (1 - bound) + margin, the child's own question, is margin - fast < bound
    assign back_score = {{5{margin[10]}}, margin} - child_fast;
    assign at_once = child_lazy & back_score < bound;

    // ---- stand pat and delta pruning
    wire signed [16:0] sum = {stand[15], stand} + {{4{delta[12]}}, delta};
    assign reach = sum[15:0];
    assign stand_high = stand >= bound;
    assign reach_low = $signed({stand[15], stand}) < reach_gate;
    assign reach_lifts = op == ZF_OP_VICTIM ? sum > $signed({best[15], best}) : ~delta[12] & |delta[11:0];

    // ---- null move
    wire calm = ~mates(bound) & ~mated_by(bound);
    assign null_fits = terms[ZF_TERMS_NULL_R_LSB +: ZF_TERMS_NULL_R_BITS] != 0 & ~in_check
                       & ~node[ZF_NODE_AFTER_NULL_LSB]
                       & sums[ZF_SUMS_OWN_PHASE_LSB +: ZF_SUMS_OWN_PHASE_BITS] != 0
                       & fast >= bound & calm
                       & (~terms[ZF_TERMS_VERIFIED_LSB] | ~node[ZF_NODE_VERIFY_LSB] | depth > 4'd1);

    // ---- mate, and the table's answer seen from here
    localparam signed [15:0] MATED = -ZF_MATE[15:0];
    assign mated = {MATED[15:5], ply};
    assign mated_high = mated >= bound;
    assign zero_high = bound[15] | bound == 16'd0;
    wire [1:0] entry_bound = answer[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS];
    wire entry_high = entry >= bound;
    assign entry_cuts = answer[ZF_ENTRY_DRAFT_LSB +: ZF_ENTRY_DRAFT_BITS] >= {1'b0, depth}
                        & ((entry_bound == ZF_BOUND_LOWER & entry_high)
                           | (entry_bound == ZF_BOUND_UPPER & ~entry_high));

endmodule

`default_nettype wire
