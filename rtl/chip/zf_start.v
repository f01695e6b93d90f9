// SPDX-License-Identifier: Apache-2.0
// Start of a trip: folds a child's score into the node and says what the array is to do.
// Two stages. The first works on what the RAMs answered in its clock: what came back, and what the node's next
// trip may be. The second chooses the operation and tells the array. The new state goes along to zf_end.
// An ending node (op NONE) is told by why_* ; its value is then in scores_next's BEST.
`default_nettype none

module zf_start #(
    parameter CONTEXT_BITS = 33, // widths of the words in defs/ring.def
    parameter TASK_BITS = 32,
    parameter NODE_BITS = 30,
    parameter STATE_BITS = 41,
    parameter SCORES_BITS = 61
) (
    input wire clk,
    // first stage: the context's words; killers: second, first, 12 bits (from, to) each
    input wire [CONTEXT_BITS-1:0] context,
    input wire [TASK_BITS-1:0]    task_word,
    input wire [NODE_BITS-1:0]    node,
    input wire [STATE_BITS-1:0]   state,
    input wire [SCORES_BITS-1:0]  scores,
    input wire [23:0]             killers,
    // second stage: a LOAD's man
    input wire [5:0]              put_square,

    // all below: second stage
    output reg [3:0]    op,
    output wire [STATE_BITS-1:0]  state_next,
    output wire [SCORES_BITS-1:0] scores_next,
    output wire signed [15:0] bound,
    output wire         why_high,  // a child's score is at least the bound
    output wire         why_null,  // the null search cuts
    output wire         why_draw,  // a legal move at clock 100
    output wire         verifies,  // the null search's fail high goes to verification
    output wire [13:0]  given,     // the move of a KILLER trip
    output wire         given_table,

    // what the array is to do
    output wire         inward,     // radiate from squares, not from the own men
    output wire         quiet,     // the phase is the quiet one
    output wire         pawn_take, // A: pawns come by capture (K: see zf_array)
    output wire [5:0]   square,    // the square that radiates
    output wire [5:0]   limit,     // square whose place in the order limits the classes `same`
    output wire         inclusive, // the limit itself may be chosen again
    output wire [6:0]   open,      // classes that are free
    output wire [6:0]   same,      // classes in which the limit rules
    output wire [1:0]   castle,    // V: castling may be offered, king side and queen side
    output wire [1:0]   promotion  // A: the promotion to try
);

    `include "zf_defs.vh"

    // ================ first stage. The RAMs' words come late in this clock: few levels of logic.
    wire [2:0]  mode    = context[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS];
    wire signed [15:0] score = context[ZF_CONTEXT_SCORE_LSB +: ZF_CONTEXT_SCORE_BITS];
    wire        illegal = context[ZF_CONTEXT_ILLEGAL_LSB];
    wire        try_only = context[ZF_CONTEXT_TRY_LSB];
    wire        failed_low = context[ZF_CONTEXT_FAILED_LOW_LSB];
    wire [1:0]  kind    = task_word[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS];
    wire signed [15:0] beta = task_word[ZF_TASK_BETA_LSB +: ZF_TASK_BETA_BITS];
    wire        verified = task_word[ZF_TASK_VERIFIED_LSB];
    wire [3:0]  depth   = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire        verify  = node[ZF_NODE_VERIFY_LSB];
    wire        ep_valid = node[ZF_NODE_EP_VALID_LSB];
    wire [5:0]  ep_square = {3'd5, node[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS]};
    wire        may_check = node[ZF_NODE_CHECK_LSB];
    wire [2:0]  phase   = state[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS];
    wire [2:0]  step    = state[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS];
    wire [2:0]  grade   = state[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS];
    wire [5:0]  victim  = state[ZF_STATE_VICTIM_LSB +: ZF_STATE_VICTIM_BITS];
    wire [2:0]  piece   = state[ZF_STATE_PIECE_LSB +: ZF_STATE_PIECE_BITS];
    wire [1:0]  promoted = state[ZF_STATE_PROMOTION_LSB +: ZF_STATE_PROMOTION_BITS];
    wire        more_a  = state[ZF_STATE_MORE_ATTACKERS_LSB];
    wire        fifty   = state[ZF_STATE_FIFTY_LSB];
    wire signed [15:0] best = scores[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS];
    wire [13:0] table_move = scores[ZF_SCORES_TABLE_MOVE_LSB +: ZF_SCORES_TABLE_MOVE_BITS];
    wire [11:0] killer1 = killers[11:0];
    wire [11:0] killer2 = killers[23:12];

    wire enter  = mode == ZF_MODE_ENTER;
    wire resume = mode == ZF_MODE_RESUME;
    wire go_on  = mode == ZF_MODE_CONTINUE;
    wire search = kind == ZF_JOB_KIND_SEARCH;
    wire interior = depth != 0 & search;

    // ---- the child's score
    wire signed [15:0] negated = -score;
    wire signed [16:0] sum = {score[15], score} + {best[15], best};
    wire unused = ^sum[15:0];
    wire back_null = resume & step == ZF_STEP_NULL;
    wire back_move = resume & step == ZF_STEP_MOVES & ~illegal;
    wire back_probe = resume & step == ZF_STEP_PROBE;
    // A null window: the child's failing low is our high.
    wire move_high = back_move & ~fifty & failed_low & search;
    wire null_cut = back_null & failed_low & ~(verified & verify);

    reg [13:0] current; // the move that came back
    always @* begin
        case (phase)
            ZF_PHASE_TABLE:   current = table_move;
            ZF_PHASE_KILLER1: current = {2'd0, killer1};
            ZF_PHASE_KILLER2: current = {2'd0, killer2};
            default:          current = {promoted, victim,
                                         state[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS]};
        endcase
    end

    // ---- the entry of a node: en passant, check, first victim
    wire probe_again = back_probe & illegal & more_a;
    wire probe = (enter & ep_valid & interior & ~try_only) | probe_again;
    wire settled = (enter & ~probe) | (back_probe & ~probe_again);
    wire check = settled & may_check & ~try_only & kind != ZF_JOB_KIND_EVAL;
    wire first = (settled & ~check) | (go_on & step == ZF_STEP_FIRST);

    // ---- the next move, unless the node ends
    wire ends = move_high | null_cut | (back_move & fifty)
                | (resume & step != ZF_STEP_PROBE & ~state[ZF_STATE_REMAINS_LSB]);
    wire moves = (go_on & step == ZF_STEP_MOVES) | (resume & step != ZF_STEP_PROBE);
    // After zugzwang the node starts over with a V (class 7: no victim yet).
    wire redo = phase == ZF_PHASE_START & grade == 3'd7;

    // ---- cut. A fresh node has no state yet: a register's reset does it.
    wire fresh = enter | mode == ZF_MODE_LOAD;
    localparam [SCORES_BITS-1:0] NO_SCORES = {{(SCORES_BITS - 16){1'b0}}, ZF_NO_SCORE[15:0]};
    reg [STATE_BITS-1:0]  s;
    reg [SCORES_BITS-1:0] p;
    reg [2:0]  mode_t1;
    reg [23:0] killers_t1;
    reg [13:0] current_t1;
    reg signed [15:0] negated_t1, bound_t1;
    reg [5:0]  king_t1, ep_square_t1;
    reg        back_taint_t1, back_null_t1, back_move_t1, move_high_t1, null_cut_t1, draw_t1;
    reg        verifies_t1, ep_found_t1, better_t1;
    reg        probe_t1, once_probe_t1, check_t1, line_t1, first_t1, moves_t1, goes_t1;
    reg        redo_t1, table_left_t1, killer1_left_t1, killer2_left_t1, at_ep_t1, more_promotions_t1;
    reg        table_promotes_t1, table_last_t1, killer1_last_t1, killer2_last_t1; // to the last rank
    always @(posedge clk) begin
        s <= fresh ? {STATE_BITS{1'b0}} : state;
        p <= fresh ? NO_SCORES : scores;
        mode_t1 <= mode;
        killers_t1 <= killers;
        current_t1 <= current;
        negated_t1 <= negated;
        bound_t1 <= context[ZF_CONTEXT_PLY_LSB] ? 16'sd1 - beta : beta;
        king_t1 <= node[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS];
        ep_square_t1 <= ep_square;
        back_taint_t1 <= context[ZF_CONTEXT_TAINT_LSB];
        back_null_t1 <= back_null;
        back_move_t1 <= back_move;
        move_high_t1 <= move_high;
        null_cut_t1 <= null_cut;
        draw_t1 <= back_move & fifty;
        verifies_t1 <= back_null & failed_low & verified & verify;
        ep_found_t1 <= back_probe & ~illegal;
        better_t1 <= back_move & search & ~fifty & sum[16]; // -score > best
        probe_t1 <= probe;
        once_probe_t1 <= enter;
        check_t1 <= check;
        line_t1 <= go_on & step == ZF_STEP_LINE;
        first_t1 <= first;
        moves_t1 <= moves;
        goes_t1 <= moves & ~ends;
        redo_t1 <= redo;
        table_left_t1 <= phase == ZF_PHASE_START & table_move != 0;
        killer1_left_t1 <= interior & phase < ZF_PHASE_KILLER1 & state[ZF_STATE_KILLER1_LSB];
        killer2_left_t1 <= interior & phase < ZF_PHASE_KILLER2 & state[ZF_STATE_KILLER2_LSB];
        table_promotes_t1 <= table_move[13:12] != 2'd0;
        table_last_t1 <= &table_move[11:9];
        killer1_last_t1 <= &killer1[11:9];
        killer2_last_t1 <= &killer2[11:9];
        at_ep_t1 <= ep_valid & victim == ep_square;
        // A pawn on rank 8 is asked for again until all its promotions were tried.
        more_promotions_t1 <= ~state[ZF_STATE_NEW_VICTIM_LSB] & piece == ZF_PIECE_PAWN & victim[5:3] == 3'd7
                              & promoted != ZF_PROMOTION_BISHOP & (depth != 0 | ~search);
    end

    // ================ second stage
    wire [2:0]  was     = s[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS];
    wire [2:0]  class_now = s[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS];
    wire [5:0]  spot    = s[ZF_STATE_VICTIM_LSB +: ZF_STATE_VICTIM_BITS];
    wire [2:0]  man     = s[ZF_STATE_PIECE_LSB +: ZF_STATE_PIECE_BITS];
    wire [5:0]  attacker = s[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS];
    wire [1:0]  tried   = s[ZF_STATE_PROMOTION_LSB +: ZF_STATE_PROMOTION_BITS];
    wire        left_v  = s[ZF_STATE_MORE_VICTIMS_LSB];
    wire        left_a  = s[ZF_STATE_MORE_ATTACKERS_LSB];
    wire        new_victim = s[ZF_STATE_NEW_VICTIM_LSB];
    wire [13:0] best_from_table = p[ZF_SCORES_TABLE_MOVE_LSB +: ZF_SCORES_TABLE_MOVE_BITS];

    wire try_table = table_left_t1 & ~redo_t1;
    wire try_array = ~try_table & (left_a | left_v);
    wire none_left = ~try_table & ~left_a & ~left_v;
    wire try_killer1 = none_left & killer1_left_t1;
    wire try_killer2 = none_left & ~killer1_left_t1 & killer2_left_t1;
    wire start_quiet = none_left & ~killer1_left_t1 & ~killer2_left_t1;

    wire is_attacker = goes_t1 & ~try_table & left_a;
    wire is_killer = goes_t1 & (try_table | try_killer1 | try_killer2);
    wire next_victim = goes_t1 & ~try_table & ~left_a & (left_v | start_quiet);
    wire is_victim = first_t1 | next_victim;
    always @* begin
        case (mode_t1)
            ZF_MODE_LOAD:  op = ZF_OP_LOAD;
            ZF_MODE_OUT:   op = ZF_OP_OUT;
            ZF_MODE_EVAL:  op = ZF_OP_EVAL;
            ZF_MODE_SCAN:  op = ZF_OP_SCAN;
            ZF_MODE_TABLE: op = ZF_OP_TABLE;
            default: // one of these at most
                op = (probe_t1 ? ZF_OP_PROBE : 4'd0) | (check_t1 ? ZF_OP_CHECK : 4'd0)
                     | (line_t1 ? ZF_OP_LINE : 4'd0) | (first_t1 ? ZF_OP_FIRST : 4'd0)
                     | (is_killer ? ZF_OP_KILLER : 4'd0) | (is_attacker ? ZF_OP_ATTACKER : 4'd0)
                     | (next_victim ? ZF_OP_VICTIM : 4'd0);
        endcase
    end
    wire goes_quiet = goes_t1 & (start_quiet | (try_array & was == ZF_PHASE_QUIET));
    wire [2:0] phase_next = first_t1 ? ZF_PHASE_START
                          : ~goes_t1 ? was
                          : try_table ? ZF_PHASE_TABLE
                          : try_killer1 ? ZF_PHASE_KILLER1
                          : try_killer2 ? ZF_PHASE_KILLER2
                          : goes_quiet ? ZF_PHASE_QUIET
                          : redo_t1 ? ZF_PHASE_START : ZF_PHASE_CAPTURE;
    assign quiet = goes_quiet | (~goes_t1 & ~first_t1 & was == ZF_PHASE_QUIET);

    // ---- the new state
    assign bound = bound_t1;
    assign why_high = move_high_t1;
    assign why_null = null_cut_t1;
    assign why_draw = draw_t1;
    assign verifies = verifies_t1;
    // planted fault 11: a child's taint is lost
    wire bug_11;
    zf_bug #(.N(11)) plant_11 (.on(bug_11));
    wire taint_back = (back_move_t1 | back_null_t1) & back_taint_t1 & ~bug_11;
    // Mates that a null move finds are not believed.
    wire null_mate = negated_t1[15:11] == ZF_MATE_BOUND[15:11];
    reg [STATE_BITS-1:0]  n;
    reg [SCORES_BITS-1:0] q;
    always @* begin
        n = s;
        n[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS] = phase_next;
        if (moves_t1 | first_t1) n[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_MOVES;
        if (back_move_t1) n[ZF_STATE_LEGAL_LSB] = 1'b1;
        // A node that fails high owns only the taint of the child that made it so.
        n[ZF_STATE_TAINT_LSB] =
            why_high ? back_taint_t1 | (s[ZF_STATE_NULL_HIGH_LSB] & s[ZF_STATE_NULL_TAINT_LSB])
            : why_null ? back_taint_t1
            : why_draw | s[ZF_STATE_TAINT_LSB] | taint_back;
        if (back_null_t1) n[ZF_STATE_NULL_TAINT_LSB] = back_taint_t1;
        if (verifies) n[ZF_STATE_NULL_HIGH_LSB] = 1'b1;
        if (ep_found_t1) n[ZF_STATE_EP_LEGAL_LSB] = 1'b1;
        q = p;
        if (why_draw | why_null) begin
            q[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] =
                why_draw ? 16'd0 : null_mate ? bound_t1 : negated_t1;
            q[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS] = 14'd0;
        end else if (better_t1) begin
            q[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] = negated_t1;
            q[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS] = current_t1;
        end
    end
    assign state_next = n;
    assign scores_next = q;

    // ---- what the array is to do
    wire [11:0] killer_now = try_killer1 ? killers_t1[11:0] : killers_t1[23:12];
    assign given_table = try_table;
    assign given = try_table ? best_from_table : {2'd0, killer_now};
    assign inward = is_attacker | is_killer | probe_t1 | check_t1 | line_t1;
    assign square = is_attacker ? spot
                  : probe_t1 ? ep_square_t1
                  : is_killer ? given[11:6] : mode_t1 == ZF_MODE_LOAD ? put_square : king_t1;

    wire again = is_attacker & more_promotions_t1;
    assign promotion = again ? tried + 2'd1 : 2'd0;
    assign inclusive = again;
    assign limit = is_killer ? given[5:0] : is_victim ? spot : attacker;

    // Only pawns may answer a promotion push or take en passant.
    wire pawn_only = probe_t1 | (is_killer & try_table & table_promotes_t1)
                     | (is_attacker & ~quiet & (class_now == ZF_VICTIM_PUSH
                        | (class_now == ZF_VICTIM_PAWN & at_ep_t1)));
    // Pawns reach rank 8 in the capture phase alone; promotions elsewhere are none.
    wire no_pawn = (is_attacker & quiet & spot[5:3] == 3'd7)
                   | (is_killer & (try_table ? table_promotes_t1 & ~table_last_t1
                                   : try_killer1 ? killer1_last_t1 : killer2_last_t1));
    wire [6:0] men = {1'b0, {5{~pawn_only}}, ~no_pawn};
    wire once = probe_t1 ? once_probe_t1 : new_victim;
    // the class where the last choice was made, and those behind it: of victims, of attackers
    function [6:0] behind;
        input [5:0] x;
        behind = {|x[5:0], |x[4:0], |x[3:0], |x[2:0], |x[1:0], x[0], 1'b0};
    endfunction
    wire [6:0] victim_at = 7'd1 << class_now, man_at = 7'd1 << man;
    wire from_start = first_t1 | redo_t1;
    wire new_quiet = start_quiet & ~first_t1;
    assign open = is_victim ? (quiet ? {new_quiet | class_now != ZF_QUIET_EMPTY, 6'd0}
                                     : from_start ? 7'h3f : behind(victim_at[5:0]) & 7'h3f)
                : is_killer | line_t1 ? 7'd0
                : check_t1 ? 7'h3f
                : (once ? 7'h3f : behind(man_at[5:0])) & men;
    assign same = is_victim ? (quiet ? {~new_quiet & class_now == ZF_QUIET_EMPTY, 6'd0}
                                     : from_start ? 7'd0 : victim_at & 7'h3f)
                : is_killer ? 7'h3f & men
                : check_t1 | line_t1 | once ? 7'd0
                : man_at & men;
    assign castle = {2{is_victim & quiet & ~s[ZF_STATE_IN_CHECK_LSB]}}
                    & {new_quiet, new_quiet | class_now == ZF_QUIET_CASTLE_KING};
    assign pawn_take = probe_t1 | (~quiet & class_now != ZF_VICTIM_PUSH);

endmodule

`default_nettype wire
