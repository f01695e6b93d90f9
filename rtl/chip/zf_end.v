// SPDX-License-Identifier: Apache-2.0
// End of a trip: what the array's answer means for the node, and where its context goes next.
// Combinational; last stage. One trip writes at most: the context's word and tally, the state of the node, one
// killer entry, one history key; and sends at most one table request, one result word, one listed move.
`default_nettype none

module zf_end #(
    parameter CONTEXT_BITS = 62,
    parameter TALLY_BITS = 64,
    parameter TASK_BITS = 109,
    parameter NODE_BITS = 250,
    parameter STATE_BITS = 99
) (
    // the trip's words; state as zf_start left it
    input wire [CONTEXT_BITS-1:0] context,
    input wire [TALLY_BITS-1:0]   tally,
    input wire [TASK_BITS-1:0]    task_word,
    input wire [NODE_BITS-1:0]    node,
    input wire [STATE_BITS-1:0]   state,
    input wire [23:0]             killers,
    input wire [3:0]              op,
    input wire                    why_high, why_null, why_draw,
    input wire                    aborted,   // the host gave this job up
    // the array's answer
    input wire        found, more,
    input wire [2:0]  chosen,
    input wire [5:0]  square,
    input wire [1:0]  castle,       // V: castling is offered, king side and queen side
    input wire        illegal,
    input wire        bare,         // bare material
    input wire        bad_rights, bad_ep,
    input wire        seventh,      // an own pawn on rank 7
    input wire        key_equal,    // the compared key is the node's
    input wire        key_path,     // and lies on the search path
    // the move that was made, if any, and its position
    input wire        made, silent, promotes,
    input wire [13:0] move,
    input wire [2:0]  piece,
    input wire [5:0]  from,
    input wire [1:0]  promotion,
    // what zf_judge found a clock before
    input wire signed [15:0] bound,
    input wire        at_once, lifts,        // a child that returns lazily; its score is the best
    input wire signed [15:0] back_score,     // that score
    input wire        surely_high, surely_low, stand_high,
    input wire signed [15:0] stand, reach,   // stand-pat value; what the victim could bring
    input wire        reach_low, reach_lifts,
    input wire        null_fits,
    input wire        mated_high, full_count,
    input wire        entry_cuts,
    input wire signed [15:0] entry,
    input wire signed [16:0] side,           // slow sum of the side that radiated
    // the table's answer
    input wire        answer_hit,
    input wire [39:0] answer,
    // the loader
    input wire        load_last, load_bad, load_odd,
    input wire [1:0]  load_status,
    input wire [2:0]  load_reason,
    input wire [31:0] now,
    input wire        out_free,              // no other context puts out a result

    output wire [CONTEXT_BITS-1:0] context_next,
    output wire [TALLY_BITS-1:0]   tally_next,
    output wire [STATE_BITS-1:0]   state_next,
    output wire       state_write,
    output wire       child_write,           // the node word and board at ply + 1 (LOAD: ply 0)
    output wire       park,                  // not ready until the table answers
    output wire       wait_load,             // not ready until the loader has the next man
    output wire       leave,                 // the context is free
    output wire       request, request_store,
    output wire [39:0] request_data,
    output wire       history_write,
    output wire       killer_write,
    output wire [4:0] killer_ply,
    output wire [23:0] killer_data,
    output wire       word_valid,            // a word of the result
    output wire [31:0] word,
    output wire       word_last,
    output wire       listed,                // a move of a MOVES job
    // events for the counters and the tests' floors
    output wire       event_node, event_cutoff, event_null_cut, event_zugzwang, event_hit
);

    `include "zf_defs.vh"

    localparam signed [15:0] MATE = ZF_MATE[15:0], MATE_BOUND = ZF_MATE_BOUND[15:0];

    // ---- unpack
    wire [4:0]  ply = context[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire        try_only = context[ZF_CONTEXT_TRY_LSB];
    wire        tail = context[ZF_CONTEXT_TAIL_LSB];
    wire signed [15:0] tail_score = context[ZF_CONTEXT_TAIL_SCORE_LSB +: ZF_CONTEXT_TAIL_SCORE_BITS];
    wire        two = context[ZF_CONTEXT_TWO_LSB];
    wire [4:0]  scan = context[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS];
    wire [2:0]  out = context[ZF_CONTEXT_OUT_LSB +: ZF_CONTEXT_OUT_BITS];
    wire [31:0] nodes = tally[ZF_TALLY_NODES_LSB +: ZF_TALLY_NODES_BITS];
    wire [31:0] hash = tally[ZF_TALLY_HASH_LSB +: ZF_TALLY_HASH_BITS];
    wire [1:0]  kind = task_word[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS];
    wire        use_delta = task_word[ZF_TASK_DELTA_LSB];
    wire        lazy = task_word[ZF_TASK_LAZY_LSB];
    wire [2:0]  table_min = task_word[ZF_TASK_TABLE_MIN_LSB +: ZF_TASK_TABLE_MIN_BITS];
    wire [3:0]  depth = node[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    wire [6:0]  clock = node[ZF_NODE_CLOCK_LSB +: ZF_NODE_CLOCK_BITS];
    wire [5:0]  back = node[ZF_NODE_BACK_LSB +: ZF_NODE_BACK_BITS];
    wire        maybe = node[ZF_NODE_MAYBE_LSB];
    wire [2:0]  phase = state[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS];
    wire        in_check = state[ZF_STATE_IN_CHECK_LSB];
    wire        null_high = state[ZF_STATE_NULL_HIGH_LSB];
    wire        fifty = state[ZF_STATE_FIFTY_LSB];
    wire signed [15:0] best = state[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS];
    wire [13:0] best_move = state[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS];
    wire        taint = state[ZF_STATE_TAINT_LSB];

    wire search = kind == ZF_JOB_KIND_SEARCH;
    wire eval_job = kind == ZF_JOB_KIND_EVAL;
    wire root = ply == 5'd0;
    wire ceiling = ply == ZF_PLY_MAX[4:0] - 5'd1;
    wire full = depth != 0 | in_check | ~search;

    wire is_none = op == ZF_OP_NONE;
    wire is_load = op == ZF_OP_LOAD;
    wire is_first = op == ZF_OP_FIRST;
    wire is_victim = op == ZF_OP_VICTIM;
    wire is_attacker = op == ZF_OP_ATTACKER;
    wire is_probe = op == ZF_OP_PROBE;
    wire is_killer = op == ZF_OP_KILLER;
    wire is_check = op == ZF_OP_CHECK;
    wire is_line = op == ZF_OP_LINE;
    wire is_eval = op == ZF_OP_EVAL;
    wire is_scan = op == ZF_OP_SCAN;
    wire is_table = op == ZF_OP_TABLE;
    wire is_out = op == ZF_OP_OUT;

    // ---- entry: refusal, legality, count
    wire refused = is_first & root & (bad_rights | bad_ep | illegal);
    wire bad_move = is_first & ~root & illegal;
    wire enters = is_first & ~refused & ~bad_move;
    wire tried = enters & try_only;
    wire leaf = enters & ~search & ~eval_job & depth == 0;
    wire begins = enters & ~try_only & search;         // a node of a search
    wire counts = (begins & ~root) | leaf | at_once;
    wire stop = counts & (full_count | aborted);
    wire count = counts & ~stop;

    // ---- draws
    // planted fault 6: a draw at clock 101
    wire bug_6;
    zf_bug #(.N(6)) plant_6 (.on(bug_6));
    wire fifty_now = begins & clock >= ZF_FIFTY[6:0] + {6'd0, bug_6};
    wire draw_fifty = fifty_now & ~in_check;
    wire line_up = fifty_now & in_check;               // only a legal move is looked for
    wire compare = ((begins & ~fifty_now & maybe & back >= 6'd4) | is_scan);
    wire draw_repeat = compare & key_equal & (key_path | state[ZF_STATE_GAME_LSB]);
    wire [5:0] next_scan = is_scan ? {1'b0, scan} + 6'd1 : 6'd3;
    wire scan_on = compare & ~draw_repeat & {next_scan, 1'b0} <= {1'b0, back};
    wire draw_bare = ((begins & ~fifty_now) | is_scan) & bare;
    // A scan goes before the test of material; that one then decides.
    wire drawn = draw_fifty | draw_repeat | (draw_bare & ~scan_on);
    wire settled = ((begins & ~line_up) | is_scan) & ~drawn & ~scan_on & ~stop;

    // ---- what a settled node does first
    wire stands = ceiling | (depth == 0 & ~in_check);
    wire need_slow = ~lazy | ~(surely_high | surely_low);
    wire go_eval = (settled & stands & need_slow) | (enters & eval_job);
    wire stand_now = (settled & stands & ~need_slow) | (is_eval & ~eval_job);
    wire interior = settled & ~stands & depth != 0;
    wire use_table = search & task_word[ZF_TASK_TABLE_LSB] & depth >= {1'b0, table_min}
                     & clock < ZF_TABLE_CLOCK[6:0];
    wire go_table = interior & use_table;

    // ---- the table's answer
    wire table_cut = is_table & answer_hit & entry_cuts;
    wire go_null = ((interior & ~use_table) | (is_table & ~table_cut)) & null_fits;

    // ---- victims and delta pruning
    wire offer_king = is_victim & castle[1];
    wire offer_queen = is_victim & castle[0];
    wire any_victim = found | offer_king | offer_queen;
    wire sifted = use_delta & search & depth == 0 & ~in_check & ~seventh
                  & phase != ZF_PHASE_QUIET;
    wire [2:0] grade = is_eval | is_scan ? state[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS] : chosen;
    wire held = is_eval | is_scan ? state[ZF_STATE_MORE_ATTACKERS_LSB] : found;
    wire delta_cut = sifted & held & grade != ZF_VICTIM_PUSH & reach_low
                     & (is_victim | (stand_now & ~stand_high));
    wire delta_lifts = delta_cut & reach_lifts;

    // ---- the state after the trip
    wire castles = is_attacker & phase == ZF_PHASE_QUIET
                   & state[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS] != ZF_QUIET_EMPTY;
    wire again = promotes & promotion != ZF_PROMOTION_BISHOP & (depth != 0 | ~search);
    wire zugzwang;
    reg [STATE_BITS-1:0] s;
    always @* begin
        s = state;
        if (is_first | is_victim) begin
            s[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS] =
                offer_king ? ZF_QUIET_CASTLE_KING : offer_queen ? ZF_QUIET_CASTLE_QUEEN
                : phase == ZF_PHASE_QUIET ? ZF_QUIET_EMPTY : chosen;
            s[ZF_STATE_VICTIM_LSB +: ZF_STATE_VICTIM_BITS] =
                offer_king ? 6'd6 : offer_queen ? 6'd2 : square;
            s[ZF_STATE_MORE_VICTIMS_LSB] = offer_king ? offer_queen | found
                                         : offer_queen ? found : more;
            s[ZF_STATE_MORE_ATTACKERS_LSB] = any_victim;
            s[ZF_STATE_NEW_VICTIM_LSB] = 1'b1;
            if (line_up) s[ZF_STATE_FIFTY_LSB] = 1'b1;
        end
        if (is_attacker | is_probe) begin
            s[ZF_STATE_PIECE_LSB +: ZF_STATE_PIECE_BITS] = piece;
            s[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS] = from;
            s[ZF_STATE_PROMOTION_LSB +: ZF_STATE_PROMOTION_BITS] = promotes ? promotion : 2'd0;
            s[ZF_STATE_MORE_ATTACKERS_LSB] = (found & more & ~castles) | again;
            s[ZF_STATE_NEW_VICTIM_LSB] = 1'b0;
        end
        if ((is_attacker | is_killer) & made) s[ZF_STATE_QUIET_LSB] = silent;
        if (is_probe) s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_PROBE;
        if (is_check) begin
            s[ZF_STATE_IN_CHECK_LSB] = found;
            s[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS] = square;
            s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] =
                found & ~more & (chosen == ZF_PIECE_BISHOP | chosen == ZF_PIECE_ROOK
                                 | chosen == ZF_PIECE_QUEEN) ? ZF_STEP_LINE : ZF_STEP_FIRST;
        end
        if (is_line) s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_FIRST;
        if (compare & key_equal) s[ZF_STATE_GAME_LSB] = 1'b1;
        if (go_eval) s[ZF_STATE_STAND_LSB +: ZF_STATE_STAND_BITS] = side;
        if (is_scan & go_eval)
            s[ZF_STATE_STAND_LSB +: ZF_STATE_STAND_BITS] =
                state[ZF_STATE_STAND_LSB +: ZF_STATE_STAND_BITS];
        if (scan_on & is_first) s[ZF_STATE_STAND_LSB +: ZF_STATE_STAND_BITS] = side;
        if (stand_now) begin
            s[ZF_STATE_STAND_LSB +: ZF_STATE_STAND_BITS] = {stand[15], stand};
            s[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = stand;
        end
        if (delta_cut) begin
            s[ZF_STATE_MORE_VICTIMS_LSB] = 1'b0;
            s[ZF_STATE_MORE_ATTACKERS_LSB] = 1'b0;
            if (delta_lifts) s[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = reach;
        end
        if (is_table) s[ZF_STATE_TABLE_MOVE_LSB +: ZF_STATE_TABLE_MOVE_BITS] =
            answer_hit ? answer[ZF_ENTRY_MOVE_LSB +: ZF_ENTRY_MOVE_BITS] : 14'd0;
        if (go_null) s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_NULL;
        if (at_once & ~stop) begin
            s[ZF_STATE_LEGAL_LSB] = 1'b1;
            if (lifts) begin
                s[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = back_score;
                s[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS] = move;
            end
        end
    end

    // ---- does the node end here?
    wire remains = s[ZF_STATE_MORE_ATTACKERS_LSB] | s[ZF_STATE_MORE_VICTIMS_LSB]
                   | (full & phase != ZF_PHASE_QUIET);
    wire goes = is_victim | (is_attacker & ~made) | (is_killer & ~made)
                | (stand_now & ~stand_high & ~ceiling);
    wire spent = (goes & ~remains) | (is_none & ~why_high & ~why_null & ~why_draw);
    wire lazy_spent = at_once & ~stop & ~remains;
    wire may_two = search & depth == 0 & ~root & ~fifty; // the parent of a child made here
    wire lazy_ends = lazy_spent & may_two;
    wire lost_all = (spent | lazy_ends) & search & full & ~s[ZF_STATE_LEGAL_LSB];
    assign zugzwang = spent & search & null_high & s[ZF_STATE_LEGAL_LSB];
    wire ends_low = (spent | lazy_ends) & ~zugzwang;
    wire ends = ends_low | drawn & ~stop | why_high | why_null | why_draw | table_cut
                | (stand_now & (stand_high | ceiling)) | (is_eval & eval_job) | (leaf & ~stop);

    wire signed [15:0] mated = $signed({11'd0, ply}) - MATE;
    wire signed [15:0] value = ~search & ~eval_job ? 16'sd0
                             : drawn ? 16'sd0
                             : table_cut ? entry
                             : lost_all ? (in_check ? mated : 16'sd0)
                             : (is_eval & eval_job) | stand_now & (stand_high | ceiling) ? stand
                             : $signed(s[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS]);
    wire [13:0] value_move = lost_all | drawn | table_cut | ~search ? 14'd0
                           : s[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS];
    // a node that is spent never reached its bound
    wire zero_high = bound <= 16'sd0;
    wire value_high = why_high | why_null | ((drawn | why_draw) & zero_high)
                      | (table_cut & answer[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS] == ZF_BOUND_LOWER) | (stand_now & stand_high)
                      | (lost_all & (in_check ? mated_high : zero_high));
    wire value_taint = drawn ? draw_fifty | draw_repeat : ~table_cut & taint;

    // ---- store
    wire stores = use_table & ~value_taint & depth != 0 & (ends_low & ~lazy_ends | why_high | why_null);
    wire signed [15:0] stored = value >= MATE_BOUND ? value + {11'd0, ply}
                              : value <= -MATE_BOUND ? value - {11'd0, ply} : value;
    wire [3:0] draft = depth - {3'd0, null_high & ~why_null};
    reg [39:0] data;
    always @* begin
        data = 40'd0;
        data[ZF_ENTRY_SCORE_LSB +: ZF_ENTRY_SCORE_BITS] = stored;
        data[ZF_ENTRY_MOVE_LSB +: ZF_ENTRY_MOVE_BITS] = value_move;
        data[ZF_ENTRY_DRAFT_LSB +: ZF_ENTRY_DRAFT_BITS] = {1'b0, draft};
        data[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS] = value_high ? ZF_BOUND_LOWER : ZF_BOUND_UPPER;
        data[ZF_ENTRY_AGE_LSB +: ZF_ENTRY_AGE_BITS] = task_word[ZF_TASK_AGE_LSB +: ZF_TASK_AGE_BITS];
    end
    assign request = go_table | stores;
    assign request_store = stores;
    assign request_data = data;

    // ---- where the context goes
    wire descend = (made & (is_attacker | is_killer | is_probe) & ~at_once) | go_null;
    wire pops = bad_move | tried | (ends & ~root);
    wire two_low = ends & ~lazy_ends & search & two & ~value_high;
    wire two_high = ends & ~lazy_ends & search & tail & value_high;
    wire signed [15:0] minus = -value;
    wire finishes = ends & root | stop | refused;
    reg [CONTEXT_BITS-1:0] c;
    always @* begin
        c = context;
        c[ZF_CONTEXT_ILLEGAL_LSB] = 1'b0;
        c[ZF_CONTEXT_TAINT_LSB] = 1'b0;
        c[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS] = 5'd2;
        c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_CONTINUE;
        if (is_load) begin
            c[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] = 5'd0;
            c[ZF_CONTEXT_TRY_LSB] = 1'b0;
            c[ZF_CONTEXT_TAIL_LSB] = 1'b0;
            c[ZF_CONTEXT_TWO_LSB] = 1'b0;
            c[ZF_CONTEXT_OUT_LSB +: ZF_CONTEXT_OUT_BITS] = 3'd0;
            c[ZF_CONTEXT_STATUS_LSB +: ZF_CONTEXT_STATUS_BITS] = load_status;
            c[ZF_CONTEXT_REASON_LSB +: ZF_CONTEXT_REASON_BITS] = load_reason;
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] =
                ~load_last ? ZF_MODE_LOAD : load_bad ? ZF_MODE_OUT : ZF_MODE_ENTER;
        end else if (is_out) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_OUT;
            if (out_free) c[ZF_CONTEXT_OUT_LSB +: ZF_CONTEXT_OUT_BITS] = out + 3'd1;
        end else if (finishes) begin
            c[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] = 5'd0;
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_OUT;
            c[ZF_CONTEXT_STATUS_LSB +: ZF_CONTEXT_STATUS_BITS] =
                refused ? ZF_STATUS_REFUSED
                : ~stop ? ZF_STATUS_DONE
                : aborted ? ZF_STATUS_ABORTED : ZF_STATUS_NODE_LIMIT;
            c[ZF_CONTEXT_REASON_LSB +: ZF_CONTEXT_REASON_BITS] =
                ~refused ? ZF_REFUSED_NONE : bad_rights ? ZF_REFUSED_BAD_RIGHTS
                : bad_ep ? ZF_REFUSED_BAD_EP : ZF_REFUSED_BAD_CHECK;
        end else if (pops) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_RESUME;
            c[ZF_CONTEXT_ILLEGAL_LSB] = bad_move;
            c[ZF_CONTEXT_TRY_LSB] = 1'b0;
            c[ZF_CONTEXT_TAIL_LSB] = 1'b0;
            c[ZF_CONTEXT_TWO_LSB] = 1'b0;
            if (two_low | two_high) begin
                c[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] = ply - 5'd2;
                c[ZF_CONTEXT_SCORE_LSB +: ZF_CONTEXT_SCORE_BITS] =
                    two_high & tail_score > minus ? tail_score : minus;
                c[ZF_CONTEXT_TAINT_LSB] = value_taint | (two_high & context[ZF_CONTEXT_TAIL_TAINT_LSB]);
                c[ZF_CONTEXT_FAILED_LOW_LSB] = two_high;
            end else begin
                c[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] = ply - 5'd1;
                c[ZF_CONTEXT_SCORE_LSB +: ZF_CONTEXT_SCORE_BITS] = value;
                c[ZF_CONTEXT_TAINT_LSB] = value_taint;
                c[ZF_CONTEXT_FAILED_LOW_LSB] = ~value_high;
            end
        end else if (descend) begin
            c[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] = ply + 5'd1;
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_ENTER;
            c[ZF_CONTEXT_TRY_LSB] = is_probe | fifty;
            c[ZF_CONTEXT_TWO_LSB] = may_two & ~is_probe & ~go_null;
            c[ZF_CONTEXT_TAIL_LSB] = may_two & ~is_probe & ~go_null & ~remains;
            c[ZF_CONTEXT_TAIL_SCORE_LSB +: ZF_CONTEXT_TAIL_SCORE_BITS] = best;
            c[ZF_CONTEXT_TAIL_TAINT_LSB] = taint;
        end else if (go_eval)
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_EVAL;
        else if (scan_on) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_SCAN;
            c[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS] = next_scan[4:0];
        end else if (go_table) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_TABLE;
            c[ZF_CONTEXT_SEQUENCE_LSB +: ZF_CONTEXT_SEQUENCE_BITS] =
                context[ZF_CONTEXT_SEQUENCE_LSB +: ZF_CONTEXT_SEQUENCE_BITS] + 2'd1;
        end else if (lazy_spent | (is_probe & ~made)) begin
            // nothing remains: the node takes its U, or its entry goes on
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_RESUME;
            c[ZF_CONTEXT_ILLEGAL_LSB] = 1'b1;
        end
    end
    assign context_next = c;

    // ---- the state that is kept: a root's end leaves its result there
    reg [STATE_BITS-1:0] kept;
    always @* begin
        kept = s;
        if (zugzwang) begin
            kept[ZF_STATE_NULL_HIGH_LSB] = 1'b0;
            kept[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS] = ZF_PHASE_START;
            kept[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_MOVES;
            kept[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS] = 3'd7;
            kept[ZF_STATE_MORE_VICTIMS_LSB] = 1'b1;
            kept[ZF_STATE_MORE_ATTACKERS_LSB] = 1'b0;
            kept[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = ZF_NO_SCORE[15:0];
            kept[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS] = 14'd0;
        end
        if (ends & root) begin
            kept[ZF_STATE_BEST_LSB +: ZF_STATE_BEST_BITS] = value;
            kept[ZF_STATE_BEST_MOVE_LSB +: ZF_STATE_BEST_MOVE_BITS] = value_move;
        end
    end
    assign state_next = kept;
    assign state_write = ~is_out;
    assign child_write = (is_load | is_first | is_victim | made) & ~is_out;
    assign park = go_table & ~stores;
    assign wait_load = is_load;

    // ---- counts
    wire [4:0] count_ply = at_once ? ply + 5'd1 : ply;
    wire [13:0] count_move = at_once ? move : node[ZF_NODE_MOVE_LSB +: ZF_NODE_MOVE_BITS];
    wire [31:0] mixed = {hash[26:0], hash[31:27]} + {13'd0, count_ply, count_move};
    assign tally_next = is_load ? {TALLY_BITS{1'b0}} : count ? {mixed, nodes + 32'd1} : tally;
    assign history_write = begins & ~stop;
    // planted fault 3: stale killers are not cleared
    wire bug_3;
    zf_bug #(.N(3)) plant_3 (.on(bug_3));
    wire clears = begins & depth != 0 & ply < 5'd30 & ~bug_3;
    wire cuts = why_high & depth != 0 & state[ZF_STATE_QUIET_LSB]
                & best_move[11:0] != killers[11:0];
    assign killer_write = is_load | (clears & ~stop) | cuts;
    assign killer_ply = is_load ? {4'd0, load_odd} : clears ? ply + 5'd2 : ply;
    assign killer_data = cuts & ~is_load ? {killers[11:0], best_move[11:0]} : 24'd0;

    // ---- results
    wire plain = kind == ZF_JOB_KIND_SEARCH | kind == ZF_JOB_KIND_EVAL;
    wire is_refused = context[ZF_CONTEXT_STATUS_LSB +: ZF_CONTEXT_STATUS_BITS] == ZF_STATUS_REFUSED;
    wire gives = plain & ~is_refused;
    wire [31:0] took = now - task_word[ZF_TASK_CLOCK_LSB +: ZF_TASK_CLOCK_BITS];
    assign word = out == 3'd0 ? {2'd0, 9'd0, context[ZF_CONTEXT_REASON_LSB +: ZF_CONTEXT_REASON_BITS],
                                 context[ZF_CONTEXT_STATUS_LSB +: ZF_CONTEXT_STATUS_BITS],
                                 task_word[ZF_TASK_ID_LSB +: ZF_TASK_ID_BITS]}
                : out == 3'd1 ? (gives ? {2'd0, best_move, best} : 32'd0)
                : out == 3'd2 ? (is_refused ? 32'd0 : nodes)
                : out == 3'd3 ? (is_refused ? 32'd0 : hash) : took;
    assign word_valid = is_out & out_free;
    assign word_last = out == 3'd4;
    assign leave = is_out & out_free & word_last;
    assign listed = kind == ZF_JOB_KIND_MOVES & leaf & ~stop;

    assign event_node = count;
    assign event_cutoff = table_cut;
    assign event_null_cut = why_null;
    assign event_zugzwang = zugzwang;
    assign event_hit = is_table & answer_hit;

endmodule

`default_nettype wire
