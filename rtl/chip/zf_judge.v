// SPDX-License-Identifier: Apache-2.0
// The comparisons that the end of a trip needs, one stage before it. Combinational.
`default_nettype none

module zf_judge #(
    parameter CONTEXT_BITS = 62,
    parameter TALLY_BITS = 64,
    parameter TASK_BITS = 109,
    parameter NODE_BITS = 250,
    parameter STATE_BITS = 99
) (
    input wire [CONTEXT_BITS-1:0] context,
    input wire [TALLY_BITS-1:0]   tally,
    input wire [TASK_BITS-1:0]    task_word,
    input wire [NODE_BITS-1:0]    node,
    input wire [STATE_BITS-1:0]   state,
    input wire [3:0]              op,
    input wire                    made,
    input wire [NODE_BITS-1:0]    child,
    input wire signed [15:0]      child_fast,
    input wire signed [15:0]      stand,
    input wire signed [12:0]      delta,  // of the victim's class
    input wire signed [10:0]      margin, // LAZY
    input wire [39:0]             answer,

    output wire signed [15:0] bound,
    output wire        at_once, lifts,
    output wire signed [15:0] back_score,
    output wire        stand_high,
    output wire signed [15:0] reach,
    output wire        reach_low, reach_lifts,
    output wire        null_fits,
    output wire        mated_high, full_count,
    output wire        entry_cuts,
    output wire signed [15:0] entry
);

    `include "zf_defs.vh"

    localparam signed [15:0] MATE = ZF_MATE[15:0], MATE_BOUND = ZF_MATE_BOUND[15:0];

    wire [4:0]  ply = context[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire signed [15:0] beta = task_word[ZF_TASK_BETA_LSB +: ZF_TASK_BETA_BITS];
    wire [23:0] limit = task_word[ZF_TASK_LIMIT_LSB +: ZF_TASK_LIMIT_BITS];
    wire        lazy = task_word[ZF_TASK_LAZY_LSB];
    wire        search = task_word[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] == ZF_JOB_KIND_SEARCH;
    wire signed [15:0] fast = node[ZF_NODE_FAST_LSB +: ZF_NODE_FAST_BITS];
    wire [3:0]  depth = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire        in_check = state[ZF_STATE_IN_CHECK_LSB];
    wire signed [15:0] best = state[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS];

    assign bound = ply[0] ? 16'sd1 - beta : beta;
    // planted fault 15: one node fewer than the limit
    wire bug_15;
    zf_bug #(.N(15)) plant_15 (.on(bug_15));
    assign full_count = limit != 0 & tally[ZF_TALLY_NODES_LSB +: ZF_TALLY_NODES_BITS]
                                     == {8'd0, limit} - {31'd0, bug_15};

    // ---- a child that returns on its fast score before it costs a pass
    wire [7:0] child_phase = {1'b0, child[ZF_NODE_OWN_PHASE_LSB +: ZF_NODE_OWN_PHASE_BITS]}
                             + {1'b0, child[ZF_NODE_OTHER_PHASE_LSB +: ZF_NODE_OTHER_PHASE_BITS]};
    // planted fault 16: a lazy entry although the move may give check
    wire bug_16;
    zf_bug #(.N(16)) plant_16 (.on(bug_16));
    wire child_lazy = search & lazy & (op == ZF_OP_ATTACKER | op == ZF_OP_KILLER) & made
                      & ~state[ZF_STATE_FIFTY_LSB]
                      & child[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] == 0
                      & child[ZF_NODE_LEGAL_LSB] & (~child[ZF_NODE_CHECK_LSB] | bug_16)
                      & child[ZF_NODE_CLOCK_LSB +: ZF_NODE_CLOCK_BITS] < ZF_FIFTY[6:0]
                      & ~(child[ZF_NODE_MAYBE_LSB]
                          & child[ZF_NODE_BACK_LSB +: ZF_NODE_BACK_BITS] >= 6'd4)
                      & (~child[ZF_NODE_CAPTURED_LSB] | child_phase >= ZF_BARE_PHASE[7:0])
                      & ply < ZF_PLY_MAX[4:0] - 5'd2;
    wire signed [15:0] child_bound = 16'sd1 - bound;
    wire signed [16:0] child_gate = {child_bound[15], child_bound} + {{6{margin[10]}}, margin};
    assign at_once = child_lazy & $signed({child_fast[15], child_fast}) >= child_gate;
    assign back_score = {{5{margin[10]}}, margin} - child_fast;
    wire signed [16:0] lift_gate = {{6{margin[10]}}, margin} - {best[15], best};
    assign lifts = $signed({child_fast[15], child_fast}) < lift_gate;

    // ---- stand pat and delta pruning
    wire signed [16:0] sum = {stand[15], stand} + {{4{delta[12]}}, delta};
    wire signed [15:0] floor_now = op == ZF_OP_VICTIM ? best : stand;
    assign reach = sum[15:0];
    assign stand_high = stand >= bound;
    assign reach_low = sum < $signed({bound[15], bound});
    assign reach_lifts = sum > $signed({floor_now[15], floor_now});

    // ---- null move
    wire calm = bound < MATE_BOUND & bound > -MATE_BOUND;
    assign null_fits = task_word[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS] != 0 & ~in_check
                       & ~node[ZF_NODE_AFTER_NULL_LSB]
                       & node[ZF_NODE_OWN_PHASE_LSB +: ZF_NODE_OWN_PHASE_BITS] != 0
                       & fast >= bound & calm
                       & (~task_word[ZF_TASK_VERIFIED_LSB] | ~node[ZF_NODE_VERIFY_LSB] | depth > 4'd1);

    // ---- mate, and the table's answer seen from here
    wire signed [15:0] mated = $signed({11'd0, ply}) - MATE;
    assign mated_high = mated >= bound;
    wire signed [15:0] raw = answer[ZF_ENTRY_SCORE_LSB +: ZF_ENTRY_SCORE_BITS];
    // planted fault 14: a mate from the table is not seen from this ply
    wire bug_14;
    zf_bug #(.N(14)) plant_14 (.on(bug_14));
    wire [4:0] entry_ply = ply & {5{~bug_14}};
    assign entry = raw >= MATE_BOUND ? raw - {11'd0, entry_ply}
                 : raw <= -MATE_BOUND ? raw + {11'd0, entry_ply} : raw;
    wire [1:0] entry_bound = answer[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS];
    wire entry_high = entry >= bound;
    assign entry_cuts = answer[ZF_ENTRY_DRAFT_LSB +: ZF_ENTRY_DRAFT_BITS] >= {1'b0, depth}
                        & ((entry_bound == ZF_BOUND_LOWER & entry_high)
                           | (entry_bound == ZF_BOUND_UPPER & ~entry_high));

endmodule

`default_nettype wire
