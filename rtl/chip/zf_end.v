// SPDX-License-Identifier: Apache-2.0
// End of a trip: what the array's answer means for the node, and where its context goes next.
// Two stages, 13 and 14: what the trip found, then what follows from the comparisons. One trip writes at
// most: the context's word and tally, the state of the node, one killer entry, one history key; and sends at most
// one table request, one result word, one listed move.
`default_nettype none

module zf_end #(
    parameter CONTEXT_BITS = 33,
    parameter MEMO_BITS = 29,
    parameter TALLY_BITS = 64,
    parameter TERMS_BITS = 35,
    parameter STATE_BITS = 41,
    parameter SCORES_BITS = 61
) (
    input wire clk,

    // ---- first stage: the trip's words; state and scores as zf_start left them
    input wire [4:0]              first_ply,
    input wire                    first_try,     // the node is only asked whether it is legal
    input wire [MEMO_BITS-1:0]    first_memo,
    input wire [TALLY_BITS-1:0]   first_tally,
    input wire [1:0]              first_kind,    // JOB_KIND
    input wire [TERMS_BITS-1:0]   first_terms,
    input wire [31:0]             first_started, // clock at the job's start
    input wire [3:0]              first_depth,
    input wire [6:0]              clock,         // of fifty moves
    input wire [13:0]             first_into,    // the move into the node
    input wire [STATE_BITS-1:0]   first_state,
    input wire [SCORES_BITS-1:0]  first_scores,
    input wire [23:0]             first_killers,
    input wire [3:0]              op,
    input wire                    first_high, first_null, first_draw, // why_* of zf_start
    input wire                    first_aborted, // the host gave this job up
    // the array's answer
    input wire        found, more,
    input wire [2:0]  chosen,
    input wire [5:0]  square,
    input wire [1:0]  castle,       // V: castling is offered, king side and queen side
    input wire        bad_rights, bad_ep,
    input wire        seventh,      // an own pawn on rank 7
    input wire        key_equal,    // the compared key is the node's
    // the move that was made, if any
    input wire        first_made, silent, promotes,
    input wire [13:0] first_move,
    input wire [2:0]  piece,
    input wire [1:0]  promotion,
    // what zf_judge found
    input wire        first_at_once,              // a child returns lazily
    input wire signed [15:0] first_back_score,    // its score
    input wire        surely_high, surely_low, stand_high,
    input wire signed [15:0] stand, first_reach,  // stand-pat value; what the victim could bring
    input wire        reach_low, reach_lifts,
    input wire        null_fits,
    input wire signed [15:0] mated,
    input wire        mated_high, zero_high, full_count,
    input wire        entry_cuts,
    input wire signed [15:0] first_entry,
    input wire signed [16:0] side,                // slow sum of the side that radiated
    // what zf_entry found
    input wire        first_refused, bad_move, enters, first_leaf, begins, counts,
    input wire        line_up, compare, first_scan_on, draws, draw_taint, settles,
    input wire [4:0]  next_scan,
    // the table's answer
    input wire        answer_hit,
    input wire [39:0] answer,

    // ---- second stage: the loader
    input wire        load_last, load_bad, load_odd,
    input wire [1:0]  load_status,
    input wire [2:0]  load_reason,
    input wire [31:0] now,
    input wire        out_free,              // no other context puts out a result

    // all below: second stage
    output wire [CONTEXT_BITS-1:0] context_next,
    output wire [MEMO_BITS-1:0]    memo_next,
    output wire [TALLY_BITS-1:0]   tally_next,
    output wire [STATE_BITS-1:0]   state_next,
    output wire [SCORES_BITS-1:0]  scores_next,
    output wire       state_write,
    output wire       child_write,           // the node's words and board at ply + 1 (LOAD: ply 0)
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

    // ================ first stage
    wire [2:0]  first_out = first_memo[ZF_MEMO_OUT_LSB +: ZF_MEMO_OUT_BITS];
    wire        lazy = first_terms[ZF_TERMS_LAZY_LSB];
    wire [2:0]  table_min = first_terms[ZF_TERMS_TABLE_MIN_LSB +: ZF_TERMS_TABLE_MIN_BITS];
    wire [2:0]  phase = first_state[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS];
    wire [2:0]  last_class = first_state[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS];
    wire        in_check = first_state[ZF_STATE_IN_CHECK_LSB];
    wire        first_fifty = first_state[ZF_STATE_FIFTY_LSB];
    wire signed [15:0] best = first_scores[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS];

    wire first_search = first_kind == ZF_JOB_KIND_SEARCH;
    wire eval_job = first_kind == ZF_JOB_KIND_EVAL;
    wire first_root = first_ply == 5'd0;
    wire ceiling = first_ply == ZF_PLY_MAX[4:0] - 5'd1;
    wire full = first_depth != 0 | in_check | ~first_search;

    wire is_first = op == ZF_OP_FIRST;
    wire is_victim = op == ZF_OP_VICTIM;
    wire is_attacker = op == ZF_OP_ATTACKER;
    wire is_probe = op == ZF_OP_PROBE;
    wire is_killer = op == ZF_OP_KILLER;
    wire is_check = op == ZF_OP_CHECK;
    wire is_eval = op == ZF_OP_EVAL;
    wire is_scan = op == ZF_OP_SCAN;
    wire is_table = op == ZF_OP_TABLE;
    wire why_any = first_high | first_null | first_draw;

    // ---- the entry's answers, against the node limit
    wire stops = counts & (full_count | first_aborted);
    wire over = full_count | first_aborted;
    wire first_drawn = draws & ~stops;
    wire settled = settles & ~stops;

    // ---- what a settled node does first
    wire stands = ceiling | (first_depth == 0 & ~in_check);
    wire need_slow = ~lazy | ~(surely_high | surely_low);
    wire first_eval = (settled & stands & need_slow) | (enters & eval_job);
    wire first_stand = (settled & stands & ~need_slow) | (is_eval & ~eval_job);
    wire interior = settled & ~stands & first_depth != 0;
    wire first_use_table = first_search & first_terms[ZF_TERMS_TABLE_LSB]
                           & first_depth >= {1'b0, table_min} & clock < ZF_TABLE_CLOCK[6:0];
    wire stand_ends = first_stand & (stand_high | ceiling);
    wire stand_goes = first_stand & ~stand_high & ~ceiling;

    // ---- the table's answer
    wire first_cut = is_table & answer_hit & entry_cuts;
    wire first_go_null = ((interior & ~first_use_table) | (is_table & ~first_cut)) & null_fits;

    // ---- victims and delta pruning
    wire offer_king = is_victim & castle[1];
    wire offer_queen = is_victim & castle[0];
    wire any_victim = found | offer_king | offer_queen;
    wire sifted = first_terms[ZF_TERMS_DELTA_LSB] & first_search & first_depth == 0 & ~in_check & ~seventh
                  & phase != ZF_PHASE_QUIET;
    wire [2:0] grade = is_eval | is_scan ? last_class : chosen;
    wire held = is_eval | is_scan ? first_state[ZF_STATE_MORE_ATTACKERS_LSB] : found;
    wire delta_cut = sifted & held & grade != ZF_VICTIM_PUSH & reach_low
                     & (is_victim | (first_stand & ~stand_high));

    // ---- the state after the trip, but for what a child that returns at once changes
    wire castles = is_attacker & phase == ZF_PHASE_QUIET & last_class != ZF_QUIET_EMPTY;
    wire again = promotes & promotion != ZF_PROMOTION_BISHOP & (first_depth != 0 | ~first_search);
    wire [13:0] found_move = answer[ZF_ENTRY_MOVE_LSB +: ZF_ENTRY_MOVE_BITS];
    reg [STATE_BITS-1:0]  s;
    reg [SCORES_BITS-1:0] p;
    always @* begin
        s = first_state;
        p = first_scores;
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
            s[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS] = first_move[5:0];
            s[ZF_STATE_PROMOTION_LSB +: ZF_STATE_PROMOTION_BITS] = promotes ? promotion : 2'd0;
            s[ZF_STATE_MORE_ATTACKERS_LSB] = (found & more & ~castles) | again;
            s[ZF_STATE_NEW_VICTIM_LSB] = 1'b0;
        end
        if ((is_attacker | is_killer) & first_made) s[ZF_STATE_QUIET_LSB] = silent;
        if (is_probe) s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_PROBE;
        if (is_check) begin
            s[ZF_STATE_IN_CHECK_LSB] = found;
            s[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS] = square;
            s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] =
                found & ~more & (chosen == ZF_PIECE_BISHOP | chosen == ZF_PIECE_ROOK
                                 | chosen == ZF_PIECE_QUEEN) ? ZF_STEP_LINE : ZF_STEP_FIRST;
        end
        if (op == ZF_OP_LINE) s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_FIRST;
        // A table move that is also a killer is tried once. The node's killers stay as they are while it lives.
        if (is_first | is_table) begin
            s[ZF_STATE_KILLER1_LSB] = first_killers[11:0] != 12'd0
                                      & ~(is_table & answer_hit & found_move == {2'd0, first_killers[11:0]});
            s[ZF_STATE_KILLER2_LSB] = first_killers[23:12] != 12'd0
                                      & ~(is_table & answer_hit & found_move == {2'd0, first_killers[23:12]});
        end
        if (first_go_null) s[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_NULL;
        if (compare & key_equal) s[ZF_STATE_GAME_LSB] = 1'b1;
        if (delta_cut) begin
            s[ZF_STATE_MORE_VICTIMS_LSB] = 1'b0;
            s[ZF_STATE_MORE_ATTACKERS_LSB] = 1'b0;
        end
        if ((first_eval & ~is_scan) | (first_scan_on & is_first))
            p[ZF_SCORES_STAND_LSB +: ZF_SCORES_STAND_BITS] = side;
        if (first_stand) begin
            p[ZF_SCORES_STAND_LSB +: ZF_SCORES_STAND_BITS] = {stand[15], stand};
            p[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] = stand;
        end
        if (is_table) p[ZF_SCORES_TABLE_MOVE_LSB +: ZF_SCORES_TABLE_MOVE_BITS] =
            answer_hit ? found_move : 14'd0;
    end

    // ---- what the node is worth if it ends here and no child returns at once
    wire lost = first_search & full & ~first_state[ZF_STATE_LEGAL_LSB] & ~why_any
                & (op == ZF_OP_NONE | is_victim | is_attacker | is_killer);
    wire plain = first_search | eval_job;
    wire signed [15:0] worth = ~plain | first_drawn ? 16'sd0
                             : first_stand | is_eval ? stand
                             : lost ? (in_check ? mated : 16'sd0) : best;

    // ---- cut
    reg [4:0]              ply;
    reg                    try_only;
    reg [MEMO_BITS-1:0]    memo;
    reg [TALLY_BITS-1:0]   tally;
    reg [1:0]              kind;
    reg [15:0]             id;
    reg [2:0]              age;
    reg [31:0]             started;
    reg [3:0]              depth;
    reg [13:0]             into;
    reg [STATE_BITS-1:0]   state;
    reg [SCORES_BITS-1:0]  scores;
    reg [23:0] killers;
    reg is_load, is_out, table_hit, why_high, why_null, aborted, made, search, root, refused, pops_back;
    reg illegal_back, leaf, counted, stop_now, stop_child, begun, scan_on, go_eval, use_table, go_table;
    reg table_cut, go_null, descends, probe_fails, goes, none_left, remains, may_two, fifty, quiet_child;
    reg zugzwang_now, ends_now, high_now, taint_now, no_move, in_first, delta_lifts, at_once;
    reg [4:0]  scan_next, up_one, up_two, down_one; // plies around the node's
    reg [4:0]  part;          // word of the result, one-hot
    reg [13:0] move;
    reg [1:0]  entry_bound;
    reg [2:0]  bad;
    reg signed [15:0] value_now, entry, reach, back_score;
    always @(posedge clk) begin
        ply <= first_ply;
        try_only <= first_try;
        memo <= first_memo;
        tally <= op == ZF_OP_LOAD ? {TALLY_BITS{1'b0}} : first_tally;
        kind <= first_kind;
        id <= first_terms[ZF_TERMS_ID_LSB +: ZF_TERMS_ID_BITS];
        age <= first_terms[ZF_TERMS_AGE_LSB +: ZF_TERMS_AGE_BITS];
        started <= first_started;
        depth <= first_depth;
        into <= first_into;
        state <= s;
        scores <= p;
        killers <= first_killers;
        is_load <= op == ZF_OP_LOAD;
        is_out <= op == ZF_OP_OUT;
        table_hit <= is_table & answer_hit;
        why_high <= first_high;
        why_null <= first_null;
        aborted <= first_aborted;
        made <= first_made;
        search <= first_search;
        root <= first_root;
        refused <= first_refused;
        bad <= bad_rights ? ZF_REFUSED_BAD_RIGHTS : bad_ep ? ZF_REFUSED_BAD_EP : ZF_REFUSED_BAD_CHECK;
        pops_back <= bad_move | (enters & first_try);
        illegal_back <= bad_move;
        leaf <= first_leaf & ~stops;
        counted <= counts & ~stops;
        stop_now <= stops;
        stop_child <= over;
        begun <= begins & ~stops;
        scan_on <= first_scan_on;
        up_one <= first_ply - 5'd1;
        up_two <= first_ply - 5'd2;
        down_one <= first_ply + 5'd1;
        scan_next <= next_scan;
        go_eval <= first_eval;
        use_table <= first_use_table;
        go_table <= interior & first_use_table;
        table_cut <= first_cut;
        entry_bound <= answer[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS];
        go_null <= first_go_null;
        descends <= first_made & (is_attacker | is_killer | is_probe);
        probe_fails <= is_probe & ~first_made;
        quiet_child <= ~is_probe & ~first_go_null;
        goes <= is_victim | ((is_attacker | is_killer) & ~first_made) | stand_goes;
        none_left <= op == ZF_OP_NONE & ~why_any;
        remains <= s[ZF_STATE_MORE_ATTACKERS_LSB] | s[ZF_STATE_MORE_VICTIMS_LSB]
                   | (full & phase != ZF_PHASE_QUIET);
        may_two <= first_search & first_depth == 0 & ~first_root & ~first_fifty;
        fifty <= first_fifty;
        part <= 5'd1 << first_out;
        if (first_out == 3'd1)
            part[1] <= plain & first_memo[ZF_MEMO_STATUS_LSB +: ZF_MEMO_STATUS_BITS]
                               != ZF_STATUS_REFUSED;
        zugzwang_now <= first_search & first_state[ZF_STATE_NULL_HIGH_LSB] & first_state[ZF_STATE_LEGAL_LSB];
        ends_now <= first_drawn | why_any | first_cut | stand_ends | (is_eval & eval_job)
                    | (first_leaf & ~stops);
        high_now <= first_high | first_null | ((first_drawn | first_draw) & zero_high)
                    | (first_stand & stand_high) | (lost & (in_check ? mated_high : zero_high));
        taint_now <= first_drawn ? draw_taint : first_state[ZF_STATE_TAINT_LSB];
        no_move <= first_drawn | lost | ~first_search;
        in_first <= op == ZF_OP_FIRST | is_victim;
        delta_lifts <= delta_cut & reach_lifts & ~ceiling;
        at_once <= first_at_once;
        move <= first_move;
        value_now <= worth;
        entry <= first_entry;
        reach <= first_reach;
        back_score <= first_back_score;
    end

    // ================ second stage
    wire        tail = memo[ZF_MEMO_TAIL_LSB];
    wire signed [15:0] tail_score = memo[ZF_MEMO_TAIL_SCORE_LSB +: ZF_MEMO_TAIL_SCORE_BITS];
    wire        two = memo[ZF_MEMO_TWO_LSB];
    wire [2:0]  out = memo[ZF_MEMO_OUT_LSB +: ZF_MEMO_OUT_BITS];
    wire [31:0] nodes = tally[ZF_TALLY_NODES_LSB +: ZF_TALLY_NODES_BITS];
    wire [31:0] hash = tally[ZF_TALLY_HASH_LSB +: ZF_TALLY_HASH_BITS];
    wire signed [15:0] so_far = scores[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS];
    wire [13:0] best_move = scores[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS];

    // ---- a child that returned at once; the node limit
    wire stop = stop_now | (at_once & stop_child);
    wire back_now = at_once & ~stop_child;
    wire lifts = back_score > so_far;
    wire count = counted | back_now;
    reg [STATE_BITS-1:0]  after;
    reg [SCORES_BITS-1:0] gained;
    always @* begin
        after = state;
        gained = scores;
        if (back_now) after[ZF_STATE_LEGAL_LSB] = 1'b1;
        if (delta_lifts) gained[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] = reach;
        if (back_now & lifts) begin
            gained[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] = back_score;
            gained[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS] = move;
        end
    end

    // ---- does the node end here?
    wire spent = (goes & ~remains) | none_left;
    wire lazy_spent = back_now & ~remains;
    wire lazy_ends = lazy_spent & may_two; // the parent of a child made here
    wire zugzwang = spent & zugzwang_now;
    wire ends_low = (spent & ~zugzwang_now) | lazy_ends;
    wire ends = ends_low | ends_now;
    wire signed [15:0] value = delta_lifts ? reach
                             : back_now & lifts ? back_score
                             : table_cut ? entry : value_now;
    wire [13:0] value_move = no_move | table_cut ? 14'd0
                           : gained[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS];
    // a node that is spent never reached its bound
    wire value_high = (high_now & ~at_once) | (table_cut & entry_bound == ZF_BOUND_LOWER);
    wire value_taint = ~table_cut & taint_now;

    // ---- store; a node of some depth ends with what was its value a stage before
    wire stores = use_table & ~value_taint & depth != 0 & ((ends_low & ~lazy_ends) | why_high | why_null);
    wire signed [15:0] stored; // a mate as seen from the node
    zf_seen #(.AWAY(1)) seen_here (.raw(value_now), .ply(ply), .score(stored));
    wire [3:0] draft = depth - {3'd0, state[ZF_STATE_NULL_HIGH_LSB] & ~why_null};
    reg [39:0] data;
    always @* begin
        data = 40'd0;
        data[ZF_ENTRY_SCORE_LSB +: ZF_ENTRY_SCORE_BITS] = stored;
        data[ZF_ENTRY_MOVE_LSB +: ZF_ENTRY_MOVE_BITS] = no_move ? 14'd0 : best_move;
        data[ZF_ENTRY_DRAFT_LSB +: ZF_ENTRY_DRAFT_BITS] = {1'b0, draft};
        data[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS] = high_now ? ZF_BOUND_LOWER : ZF_BOUND_UPPER;
        data[ZF_ENTRY_AGE_LSB +: ZF_ENTRY_AGE_BITS] = age;
    end
    assign request = go_table | stores;
    assign request_store = stores;
    assign request_data = data;

    // ---- where the context goes
    wire pops = pops_back | (ends & ~root);
    // two steps at once: a fail low that settles the parent, a fail high of its last child
    wire pops_two = ends & ~root & ~lazy_ends & search & (value_high ? tail : two);
    wire goes_down = (descends & ~at_once) | go_null;
    wire signed [15:0] minus = -(delta_lifts ? reach : value_now);
    // What fails high at depth 0 does so with the value of a stage before.
    wire signed [16:0] over_tail = {tail_score[15], tail_score} + {value_now[15], value_now};
    wire tail_best = pops_two & value_high & ~over_tail[16] & over_tail != 17'd0;
    wire finishes = (ends & root) | stop | refused;
    wire may_two_now = may_two & quiet_child;
    reg [CONTEXT_BITS-1:0] c;
    always @* begin
        c = {CONTEXT_BITS{1'b0}};
        c[ZF_CONTEXT_TRY_LSB] = try_only;
        c[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS] = 5'd2;
        c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_CONTINUE;
        // as gates, of which one is open: it is late
        c[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] =
            (ply & {5{~(ends | pops_back | goes_down | stop | refused | is_load)}})
            | (down_one & {5{goes_down}}) | (up_two & {5{pops_two}})
            | (up_one & {5{pops & ~pops_two & ~stop}});
        // what only a pop tells and only a RESUME reads
        c[ZF_CONTEXT_SCORE_LSB +: ZF_CONTEXT_SCORE_BITS] =
            tail_best ? tail_score : pops_two ? minus : value;
        c[ZF_CONTEXT_TAINT_LSB] = value_taint
                                 | (pops_two & value_high & memo[ZF_MEMO_TAIL_TAINT_LSB]);
        c[ZF_CONTEXT_FAILED_LOW_LSB] = pops_two ? value_high : ~value_high;
        if (is_load) begin
            c[ZF_CONTEXT_TRY_LSB] = 1'b0;
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] =
                ~load_last ? ZF_MODE_LOAD : load_bad ? ZF_MODE_OUT : ZF_MODE_ENTER;
        end else if (is_out | finishes)
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_OUT;
        else if (pops) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_RESUME;
            c[ZF_CONTEXT_ILLEGAL_LSB] = illegal_back;
            c[ZF_CONTEXT_TRY_LSB] = 1'b0;
        end else if (goes_down) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_ENTER;
            c[ZF_CONTEXT_TRY_LSB] = (~quiet_child & ~go_null) | fifty;
        end else if (go_eval)
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_EVAL;
        else if (scan_on) begin
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_SCAN;
            c[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS] = scan_next;
        end else if (go_table)
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_TABLE;
        else if (lazy_spent | probe_fails) begin
            // nothing remains: the node takes its U, or its entry goes on
            c[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_RESUME;
            c[ZF_CONTEXT_ILLEGAL_LSB] = 1'b1;
        end
    end
    reg [MEMO_BITS-1:0] m;
    always @* begin
        m = memo;
        if (is_load) begin
            m[ZF_MEMO_TAIL_LSB] = 1'b0;
            m[ZF_MEMO_TWO_LSB] = 1'b0;
            m[ZF_MEMO_OUT_LSB +: ZF_MEMO_OUT_BITS] = 3'd0;
            m[ZF_MEMO_STATUS_LSB +: ZF_MEMO_STATUS_BITS] = load_status;
            m[ZF_MEMO_REASON_LSB +: ZF_MEMO_REASON_BITS] = load_reason;
        end else if (is_out) begin
            if (out_free) m[ZF_MEMO_OUT_LSB +: ZF_MEMO_OUT_BITS] = out + 3'd1;
        end else if (finishes) begin
            m[ZF_MEMO_STATUS_LSB +: ZF_MEMO_STATUS_BITS] =
                refused ? ZF_STATUS_REFUSED
                : ~stop ? ZF_STATUS_DONE
                : aborted ? ZF_STATUS_ABORTED : ZF_STATUS_NODE_LIMIT;
            m[ZF_MEMO_REASON_LSB +: ZF_MEMO_REASON_BITS] = refused ? bad : ZF_REFUSED_NONE;
        end else if (pops) begin
            m[ZF_MEMO_TAIL_LSB] = 1'b0;
            m[ZF_MEMO_TWO_LSB] = 1'b0;
        end else if (goes_down) begin
            m[ZF_MEMO_TWO_LSB] = may_two_now;
            m[ZF_MEMO_TAIL_LSB] = may_two_now & ~remains;
            m[ZF_MEMO_TAIL_SCORE_LSB +: ZF_MEMO_TAIL_SCORE_BITS] = so_far;
            m[ZF_MEMO_TAIL_TAINT_LSB] = state[ZF_STATE_TAINT_LSB];
        end else if (go_table & ~go_eval & ~scan_on)
            m[ZF_MEMO_SEQUENCE_LSB +: ZF_MEMO_SEQUENCE_BITS] =
                memo[ZF_MEMO_SEQUENCE_LSB +: ZF_MEMO_SEQUENCE_BITS] + 2'd1;
    end
    assign memo_next = m;
    assign context_next = c;

    // ---- the state that is kept: a root's end leaves its result there
    reg [STATE_BITS-1:0]  kept;
    reg [SCORES_BITS-1:0] kept_scores;
    always @* begin
        kept = after;
        kept_scores = gained;
        kept[ZF_STATE_REMAINS_LSB] = remains | zugzwang;
        if (zugzwang) begin
            kept[ZF_STATE_NULL_HIGH_LSB] = 1'b0;
            kept[ZF_STATE_PHASE_LSB +: ZF_STATE_PHASE_BITS] = ZF_PHASE_START;
            kept[ZF_STATE_STEP_LSB +: ZF_STATE_STEP_BITS] = ZF_STEP_MOVES;
            kept[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS] = 3'd7;
            kept[ZF_STATE_MORE_VICTIMS_LSB] = 1'b1;
            kept[ZF_STATE_MORE_ATTACKERS_LSB] = 1'b0;
            kept_scores[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] = ZF_NO_SCORE[15:0];
            kept_scores[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS] = 14'd0;
        end
        if (ends & root) begin
            kept_scores[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS] = value;
            kept_scores[ZF_SCORES_BEST_MOVE_LSB +: ZF_SCORES_BEST_MOVE_BITS] = value_move;
        end
    end
    assign state_next = kept;
    assign scores_next = kept_scores;
    assign state_write = ~is_out;
    assign child_write = is_load | in_first | made;
    assign park = go_table;
    assign wait_load = is_load;

    // ---- counts
    wire [4:0] count_ply = at_once ? down_one : ply;
    wire [13:0] count_move = at_once ? move : into;
    wire [31:0] mixed = {hash[26:0], hash[31:27]} + {13'd0, count_ply, count_move};
    wire [31:0] counted_up = nodes + {31'd0, count};
    assign tally_next = {count ? mixed : hash, counted_up};
    assign history_write = begun;
    // planted fault 3: stale killers are not cleared
    wire bug_3;
    zf_bug #(.N(3)) plant_3 (.on(bug_3));
    wire clears = begun & depth != 0 & ply < 5'd30 & ~bug_3;
    wire cuts = why_high & depth != 0 & state[ZF_STATE_QUIET_LSB]
                & best_move[11:0] != killers[11:0];
    assign killer_write = is_load | clears | cuts;
    assign killer_ply = is_load ? {4'd0, load_odd} : clears ? ply + 5'd2 : ply;
    assign killer_data = cuts & ~is_load ? {killers[11:0], best_move[11:0]} : 24'd0;

    // ---- results
    wire [31:0] took = now - started;
    // One of five, as gates; a refused job has counted nothing.
    wire [31:0] told = {11'd0, memo[ZF_MEMO_REASON_LSB +: ZF_MEMO_REASON_BITS],
                        memo[ZF_MEMO_STATUS_LSB +: ZF_MEMO_STATUS_BITS],
                        id};
    assign word = (told & {32{part[0]}}) | ({2'd0, best_move, so_far} & {32{part[1]}})
                  | (nodes & {32{part[2]}}) | (hash & {32{part[3]}}) | (took & {32{part[4]}});
    assign word_valid = is_out & out_free;
    assign word_last = part[4];
    assign leave = is_out & out_free & word_last;
    assign listed = kind == ZF_JOB_KIND_MOVES & leaf;

    assign event_node = count;
    assign event_cutoff = table_cut;
    assign event_null_cut = why_null;
    assign event_zugzwang = zugzwang;
    assign event_hit = table_hit;

endmodule

`default_nettype wire
