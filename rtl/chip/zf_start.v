// SPDX-License-Identifier: Apache-2.0
// Start of a trip: folds a child's score into the node and says what the array is to do.
// Combinational. The node's state comes from the RAM (a fresh node starts from zeros), the new state
// goes along with the trip to zf_end, which decides what happens next.
// An ending node (op NONE) is told by why_* ; its value is then in state_next's BEST.
`default_nettype none

module zf_start #(
    parameter CONTEXT_BITS = 62, // widths of the words in defs/ring.def
    parameter TASK_BITS = 109,
    parameter NODE_BITS = 250,
    parameter STATE_BITS = 99
) (
    // the context's words; killers: second, first, 12 bits (from, to) each
    input wire [CONTEXT_BITS-1:0] context,
    input wire [TASK_BITS-1:0]    task_word,
    input wire [NODE_BITS-1:0]    node,
    input wire [STATE_BITS-1:0]   state,
    input wire [23:0]             killers,
    input wire [5:0]              put_square, // a LOAD's man

    output reg [3:0]    op,
    output wire [STATE_BITS-1:0] state_next,
    output wire         why_high,  // a child's score is at least the bound
    output wire         why_null,  // the null search cuts
    output wire         why_draw,  // a legal move at clock 100
    output wire         verifies,  // the null search's fail high goes to verification
    output wire [13:0]  given,     // the move of a KILLER trip
    output wire         given_table,

    // what the array is to do
    output wire         inward,     // radiate from squares, not from the own men
    output wire         fresh,     // a V that starts its phase
    output wire         quiet,     // the phase is the quiet one
    output wire         pawn_take, // A: pawns come by capture (K: see zf_sources)
    output wire [5:0]   square,    // the square that radiates
    output wire [5:0]   square2,   // LINE: the checker's
    output wire [5:0]   limit,     // square whose place in the order limits the classes `same`
    output wire         inclusive, // the limit itself may be chosen again
    output wire [6:0]   open,      // classes that are free
    output wire [6:0]   same,      // classes in which the limit rules
    output wire [1:0]   castle,    // V: castling may be offered, king side and queen side
    output wire [1:0]   promotion  // A: the promotion to try
);

    `include "zf_defs.vh"

    localparam signed [15:0] MATE_BOUND = ZF_MATE_BOUND[15:0];

    // ---- unpack
    wire [4:0]  ply     = context[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire [2:0]  mode    = context[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS];
    wire signed [15:0] score = context[ZF_CONTEXT_SCORE_LSB +: ZF_CONTEXT_SCORE_BITS];
    wire        back_taint = context[ZF_CONTEXT_TAINT_LSB];
    wire        illegal = context[ZF_CONTEXT_ILLEGAL_LSB];
    wire        try_only = context[ZF_CONTEXT_TRY_LSB];
    wire [1:0]  kind    = task_word[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS];
    wire signed [15:0] beta = task_word[ZF_TASK_BETA_LSB +: ZF_TASK_BETA_BITS];
    wire        verified = task_word[ZF_TASK_VERIFIED_LSB];
    wire [3:0]  depth   = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire        verify  = node[ZF_NODE_VERIFY_LSB];
    wire        ep_valid = node[ZF_NODE_EP_VALID_LSB];
    wire [2:0]  ep_file = node[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS];
    wire        may_check = node[ZF_NODE_CHECK_LSB];
    wire [5:0]  own_king = node[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS];

    wire load   = mode == ZF_MODE_LOAD;
    wire enter  = mode == ZF_MODE_ENTER;
    wire resume = mode == ZF_MODE_RESUME;
    wire go_on  = mode == ZF_MODE_CONTINUE;

    // A fresh node has no state yet.
    wire [STATE_BITS-1:0] blank = {{(STATE_BITS - ZF_STATE_BEST_LSB - ZF_STATE_BEST_BITS){1'b0}}, ZF_NO_SCORE[15:0],
                          {ZF_STATE_BEST_LSB{1'b0}}};
    wire [STATE_BITS-1:0] s = enter | load ? blank : state;
    wire [2:0]  phase   = s[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS];
    wire [2:0]  step    = s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS];
    wire [2:0]  grade   = s[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS];
    wire [5:0]  victim  = s[ZF_STATE_VICTIM_LSB +: ZF_STATE_VICTIM_BITS];
    wire [2:0]  piece   = s[ZF_STATE_PIECE_LSB +: ZF_STATE_PIECE_BITS];
    wire [5:0]  attacker = s[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS];
    wire [1:0]  promoted = s[ZF_STATE_PROMOTION_LSB +: ZF_STATE_PROMOTION_BITS];
    wire        more_v  = s[ZF_STATE_MORE_VICTIMS_LSB];
    wire        more_a  = s[ZF_STATE_MORE_ATTACKERS_LSB];
    wire        new_victim = s[ZF_STATE_NEW_VICTIM_LSB];
    wire        in_check = s[ZF_STATE_IN_CHECK_LSB];
    wire        null_high = s[ZF_STATE_NULL_HIGH_LSB];
    wire        fifty   = s[ZF_STATE_FIFTY_LSB];
    wire signed [15:0] best = s[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS];
    wire [13:0] table_move = s[ZF_STATE_TABLE_MOVE_LSB +: ZF_STATE_TABLE_MOVE_BITS];
    wire [11:0] killer1 = killers[11:0];
    wire [11:0] killer2 = killers[23:12];

    // ---- the child's score
    wire signed [15:0] bound = ply[0] ? 16'sd1 - beta : beta;
    wire signed [15:0] negated = -score;
    wire search = kind == ZF_JOB_KIND_SEARCH;
    wire back_null = resume & step == ZF_STEP_NULL;
    wire back_move = resume & step == ZF_STEP_MOVES & ~illegal;
    wire back_probe = resume & step == ZF_STEP_PROBE;
    wire high   = context[ZF_CONTEXT_FAILED_LOW_LSB]; // a null window: its failing low is our high
    wire better = negated > best;
    // Mates that a null move finds are not believed.
    wire null_mate = negated >= MATE_BOUND;

    assign why_draw = back_move & fifty;
    assign why_high = back_move & ~fifty & high & search;
    assign why_null = back_null & high & ~(verified & verify);
    assign verifies = back_null & high & verified & verify;

    reg [13:0] current;
    always @* begin
        case (phase)
            ZF_PHASE_TABLE:   current = table_move;
            ZF_PHASE_KILLER1: current = {2'd0, killer1};
            ZF_PHASE_KILLER2: current = {2'd0, killer2};
            default:          current = {promoted, victim, attacker};
        endcase
    end

    // ---- what remains
    wire full = depth != 0 | in_check | ~search;
    wire interior = depth != 0 & search;
    wire remains = more_a | more_v | (full & phase != ZF_PHASE_QUIET);
    wire ends = why_high | why_null | why_draw | (resume & step != ZF_STEP_PROBE & ~remains);

    // ---- the entry of a node: en passant, check, first victim
    wire probe_again = back_probe & illegal & more_a;
    wire probe = (enter & ep_valid & interior & ~try_only) | probe_again;
    wire settled = (enter & ~probe) | (back_probe & ~probe_again);
    wire check = settled & may_check & ~try_only & kind != ZF_JOB_KIND_EVAL;
    wire line  = go_on & step == ZF_STEP_LINE;
    wire first = (settled & ~check) | (go_on & step == ZF_STEP_FIRST);

    // ---- the next move
    wire moves = (go_on & step == ZF_STEP_MOVES) | back_null | (resume & step == ZF_STEP_MOVES);
    // After zugzwang the node starts over with a V (grade 7: no victim yet).
    wire redo = phase == ZF_PHASE_START & grade == 3'd7;
    wire try_table = phase == ZF_PHASE_START & table_move != 0 & ~redo;
    wire try_attacker = ~try_table & more_a;
    wire try_victim = ~try_table & ~more_a & more_v;
    wire none_left = ~try_table & ~more_a & ~more_v;
    wire try_killer1 = none_left & interior & phase < ZF_PHASE_KILLER1 & killer1 != 0
                       & {2'd0, killer1} != table_move;
    wire try_killer2 = none_left & ~try_killer1 & interior & phase < ZF_PHASE_KILLER2
                       & killer2 != 0 & {2'd0, killer2} != table_move;
    wire start_quiet = none_left & ~try_killer1 & ~try_killer2;

    reg [2:0] phase_next;
    always @* begin
        op = ZF_OP_NONE;
        phase_next = phase;
        if (mode == ZF_MODE_LOAD)
            op = ZF_OP_LOAD;
        else if (mode == ZF_MODE_OUT)
            op = ZF_OP_OUT;
        else if (mode == ZF_MODE_EVAL)
            op = ZF_OP_EVAL;
        else if (mode == ZF_MODE_SCAN)
            op = ZF_OP_SCAN;
        else if (mode == ZF_MODE_TABLE)
            op = ZF_OP_TABLE;
        else if (probe)
            op = ZF_OP_PROBE;
        else if (check)
            op = ZF_OP_CHECK;
        else if (line)
            op = ZF_OP_LINE;
        else if (first) begin
            op = ZF_OP_FIRST;
            phase_next = ZF_PHASE_START;
        end else if (moves & ~ends) begin
            if (try_table) begin
                op = ZF_OP_KILLER;
                phase_next = ZF_PHASE_TABLE;
            end else if (try_attacker | try_victim) begin
                op = try_attacker ? ZF_OP_ATTACKER : ZF_OP_VICTIM;
                phase_next = phase == ZF_PHASE_QUIET ? ZF_PHASE_QUIET
                           : redo ? ZF_PHASE_START : ZF_PHASE_CAPTURE;
            end else if (try_killer1 | try_killer2) begin
                op = ZF_OP_KILLER;
                phase_next = try_killer1 ? ZF_PHASE_KILLER1 : ZF_PHASE_KILLER2;
            end else begin
                op = ZF_OP_VICTIM;
                phase_next = ZF_PHASE_QUIET;
            end
        end
    end

    // ---- the new state
    // planted fault 11: a child's taint is lost
    wire bug_11;
    zf_bug #(.N(11)) plant_11 (.on(bug_11));
    wire taint_back = (back_move | back_null) & back_taint & ~bug_11;
    reg [STATE_BITS-1:0] n;
    always @* begin
        n = s;
        n[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS] = phase_next;
        if (moves | first) n[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_MOVES;
        if (back_move) n[ZF_STATE_LEGAL_LSB] = 1'b1;
        // A node that fails high owns only the taint of the child that made it so.
        n[ZF_STATE_TAINT_LSB] = why_high ? back_taint | (null_high & s[ZF_STATE_NULL_TAINT_LSB])
                              : why_null ? back_taint
                              : why_draw | s[ZF_STATE_TAINT_LSB] | taint_back;
        if (back_null) n[ZF_STATE_NULL_TAINT_LSB] = back_taint;
        if (verifies) n[ZF_STATE_NULL_HIGH_LSB] = 1'b1;
        if (back_probe & ~illegal) n[ZF_STATE_EP_LEGAL_LSB] = 1'b1;
        if (why_draw) begin
            n[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = 16'd0;
            n[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS] = 14'd0;
        end else if (why_null) begin
            n[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = null_mate ? bound : negated;
            n[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS] = 14'd0;
        end else if (back_move & better & search & ~fifty) begin
            n[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = negated;
            n[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS] = current;
        end
    end
    assign state_next = n;

    // ---- what the array is to do
    wire is_attacker = op == ZF_OP_ATTACKER;
    wire is_killer = op == ZF_OP_KILLER;
    wire is_probe = op == ZF_OP_PROBE;
    wire is_victim = op == ZF_OP_VICTIM | op == ZF_OP_FIRST;
    assign quiet = phase_next == ZF_PHASE_QUIET;
    assign fresh = first | (start_quiet & ~first);
    assign given_table = try_table;
    assign given = try_table ? table_move : {2'd0, try_killer1 ? killer1 : killer2};

    assign inward = is_attacker | is_killer | is_probe | check | line;
    assign square = is_attacker ? victim
                  : is_probe ? {3'd5, ep_file}
                  : is_killer ? given[11:6] : load ? put_square : own_king;
    assign square2 = attacker;

    // A pawn on rank 8 is asked for again until all its promotions were tried.
    wire again = is_attacker & ~new_victim & piece == ZF_PIECE_PAWN & victim[5:3] == 3'd7
                 & promoted != ZF_PROMOTION_BISHOP & (depth != 0 | ~search);
    assign promotion = again ? promoted + 2'd1 : 2'd0;
    assign inclusive = again;
    assign limit = is_killer ? given[5:0] : is_victim ? victim : attacker;

    // Only pawns may answer a promotion push or take en passant.
    wire pawn_only = is_probe | (is_killer & given[13:12] != 0)
                     | (is_attacker & ~quiet & (grade == ZF_VICTIM_PUSH
                        | (grade == ZF_VICTIM_PAWN & ep_valid & victim == {3'd5, ep_file})));
    // Pawns reach rank 8 in the capture phase alone; promotions elsewhere are none.
    wire no_pawn = (is_attacker & quiet & victim[5:3] == 3'd7)
                   | (is_killer & (given_table ? given[13:12] != 0 & given[11:9] != 3'd7
                                               : given[11:9] == 3'd7));
    wire [6:0] men = {1'b0, {5{~pawn_only}}, ~no_pawn};
    wire once = is_probe ? enter : new_victim;
    wire [2:0] chosen_grade = is_victim ? grade : piece;
    wire [6:0] at = 7'd1 << chosen_grade;
    wire [6:0] above = ~(at | (at - 7'd1));
    wire is_first = first | redo;
    assign open = is_victim ? (quiet ? {fresh | grade != ZF_QUIET_EMPTY, 6'd0}
                                     : is_first ? 7'h3f : above & 7'h3f)
                : is_killer | line ? 7'd0
                : check ? 7'h3f
                : (once ? 7'h3f : above) & men;
    assign same = is_victim ? (quiet ? {~fresh & grade == ZF_QUIET_EMPTY, 6'd0}
                                     : is_first ? 7'd0 : at & 7'h3f)
                : is_killer ? 7'h3f & men
                : check | line | once ? 7'd0
                : at & men;
    assign castle = {2{is_victim & quiet & ~in_check}}
                    & {fresh, fresh | grade == ZF_QUIET_CASTLE_KING};
    assign pawn_take = is_probe | (~quiet & grade != ZF_VICTIM_PUSH);

endmodule

`default_nettype wire
