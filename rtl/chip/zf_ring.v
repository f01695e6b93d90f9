// SPDX-License-Identifier: Apache-2.0
// The ring: a barrel of searches that completes one array operation a clock. All state of a context lies in
// RAM, addressed {context, ply}; a trip reads it, passes the stages and writes it back, so a context has at most one
// trip under way, taking a move back costs nothing, and any number of contexts can wait.
// Stages: 0 context word, 1 RAMs, 2 start, 3 to 7 the array, 8 move, 9 board and weight rows, 10 child,
// 11 and 12 fast score, 13 comparisons, 14 end. docs/ring.md has the picture.
// A signal's ending is its stage. Words are 64 bits at most: a simulator copies longer ones piece by piece.
`default_nettype none

module zf_ring #(
    parameter CONTEXTS = 16,
    parameter BITS = 4,
    parameter FULL = 1,
    parameter [2:0] CUTS = 3'h7, // registers of the array behind stages 2 to 4; the rest is fixed
    parameter CONTEXT_BITS = 33, // words of defs/ring.def
    parameter MEMO_BITS = 29,
    parameter TALLY_BITS = 64,
    parameter TASK_BITS = 32,
    parameter TERMS_BITS = 35,
    parameter QUOTA_BITS = 56,
    parameter SUMS_BITS = 62,
    parameter VACATED_BITS = 64,
    parameter DRAW_BITS = 15,
    parameter NODE_BITS = 30,
    parameter STATE_BITS = 41,
    parameter SCORES_BITS = 61
) (
    input wire clk,
    input wire rst,

    // a trip starts; and its end
    input  wire            start,
    input  wire [BITS-1:0] start_context,
    output wire            ended,
    output wire [BITS-1:0] ended_context,
    output wire            straight,  // its context surely goes on; told early in the clock
    output wire            park, wait_load, leave,

    // loader
    input  wire            load_busy,
    input  wire [BITS-1:0] load_context,
    output wire            load_done, load_occupied,
    input  wire            put_valid,
    input  wire [2:0]      put_piece,
    input  wire [5:0]      put_square,
    input  wire            load_first, load_last, load_odd, load_bad,
    input  wire [1:0]      load_status,
    input  wire [2:0]      load_reason,
    input  wire [TASK_BITS-1:0]    load_task,
    input  wire [TERMS_BITS-1:0]   load_terms,
    input  wire [QUOTA_BITS-1:0]   load_quota,
    input  wire [VACATED_BITS-1:0] load_vacated,
    input  wire [DRAW_BITS-1:0]    load_draw,
    input  wire [NODE_BITS-1:0]    load_node,
    input  wire            load_history_valid,
    output wire            load_history_ready,
    input  wire [5:0]      load_history_index,
    input  wire [64:0]     load_history_data,

    // given-up jobs: answer one clock after the index: one is, and the other bits of its number; not now known
    output wire [5:0]      abort_index,
    input  wire [10:0]     abort_word,
    input  wire            abort_blind,

    // table
    output wire            request,
    output wire            request_store,
    output wire [1:0]      request_sequence,
    output wire [63:0]     request_key,
    output wire [39:0]     request_data,
    input  wire            answer_hit, // of the context that starts a trip, with start_context
    output wire [BITS-1:0] answer_context, // stage 11: whose answer is wanted, in the same clock
    input  wire [39:0]     answer,

    // results
    output wire            word_valid, word_last,
    output wire [31:0]     word,
    input  wire            word_free,   // the context at the end may put out a word
    output wire            listed,
    output wire [29:0]     listed_move, // move, job number

    // weights
    input wire             row_write,
    input wire [8:0]       row_address,
    input wire [87:0]      row_data,
    input wire [22*8-1:0]  slow_weights,
    input wire signed [7:0]  tempo,
    input wire signed [9:0]  margin,
    input wire [5*12-1:0]    deltas, // queen, rook, bishop, knight, pawn from the top

    input  wire [31:0]     now,
    output wire [15:0]     events    // one bit a counter of defs, at a trip's end
);

    `include "zf_defs.vh"

    localparam RAM_DEPTH = CONTEXTS * 32;
    localparam ADDRESS = BITS + 5;
    localparam NOW = 13;             // low bits of CONTEXT, read in stage 0

    // ================ stage 0: the context's word, addresses
    wire [CONTEXT_BITS-1:0] context_write_data;
    wire                    valid_14;
    wire [BITS-1:0]         number_14;
    wire                    end_valid = valid_14 & ~rst;
    wire [NOW-1:0]          place_raw;
    zf_ram_async #(.WIDTH(NOW), .DEPTH(CONTEXTS)) place_ram (
        .clk(clk), .write_enable(end_valid), .write_address(number_14),
        .write_data(context_write_data[NOW-1:0]),
        .read_address(start_context), .read_data(place_raw)
    );
    // of the task, what this stage needs; the rest is read with the other words
    wire [11:0] errand_0;
    zf_ram_async #(.WIDTH(12), .DEPTH(CONTEXTS)) errand_ram (
        .clk(clk), .write_enable(load_busy), .write_address(load_context),
        .write_data({load_terms[ZF_TERMS_ID_LSB +: 6], load_terms[ZF_TERMS_HISTORY_LSB +: 6]}),
        .read_address(start_context), .read_data(errand_0)
    );
    wire loading = load_busy & start_context == load_context;
    wire [2:0] mode_0 = loading ? ZF_MODE_LOAD : place_raw[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS];
    wire [4:0] ply_0 = loading ? 5'd0 : place_raw[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire [4:0] scan_0 = place_raw[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS];
    wire eval_0 = mode_0 == ZF_MODE_EVAL;
    wire [ADDRESS-1:0] at_0 = {start_context, ply_0};
    // an evaluation pass reads the flipped board that the node's V left one ply up
    wire [ADDRESS-1:0] board_at_0 = {start_context, ply_0 + {4'd0, eval_0}};
    // planted fault 13: a repetition is looked for one ply too far back
    wire bug_13;
    zf_bug #(.N(13)) plant_13 (.on(bug_13));
    wire [5:0] history_at_0 = errand_0[5:0] + {1'b0, ply_0}
                              - {scan_0, bug_13};
    assign abort_index = errand_0[11:6];

    // ================ stage 1: the RAMs' answers
    reg                    valid_1, answer_hit_1;
    reg [BITS-1:0]         number_1;
    reg [NOW-1:0]          place_1;
    reg [5:0]              history_at_1;
    reg                    path_known_1; // the compared key belongs to this job's own path
    always @(posedge clk) begin
        valid_1 <= start & ~rst;
        number_1 <= start_context;
        place_1 <= {scan_0, mode_0, ply_0};
        answer_hit_1 <= answer_hit;
        history_at_1 <= history_at_0;
        path_known_1 <= history_at_0 >= errand_0[5:0];
    end
    wire [CONTEXT_BITS-1:NOW] context_rest_1;
    zf_ram_sdp #(.WIDTH(CONTEXT_BITS - NOW), .DEPTH(CONTEXTS)) context_ram (
        .clk(clk), .write_enable(end_valid), .write_address(number_14),
        .write_data(context_write_data[CONTEXT_BITS-1:NOW]),
        .read_address(start_context), .read_data(context_rest_1)
    );
    wire [CONTEXT_BITS-1:0] context_1 = {context_rest_1, place_1};
    wire [TASK_BITS-1:0] task_1;
    zf_ram_sdp #(.WIDTH(TASK_BITS), .DEPTH(CONTEXTS)) task_ram (
        .clk(clk), .write_enable(load_busy), .write_address(load_context), .write_data(load_task),
        .read_address(start_context), .read_data(task_1)
    );

    wire               board_write;
    wire [ADDRESS-1:0] board_write_at;
    wire [319:0]       board_write_data, board_1;
    zf_ram_sdp #(.WIDTH(320), .DEPTH(RAM_DEPTH)) board_ram (
        .clk(clk), .write_enable(board_write), .write_address(board_write_at),
        .write_data(board_write_data), .read_address(board_at_0), .read_data(board_1)
    );
    wire               node_write;
    wire [ADDRESS-1:0] node_write_at;
    // the move into a node fills up two RAMs: `from` here, the rest beside the sums
    reg  [13:0]           into_14;
    wire [5:0]            into_from_1;
    wire [NODE_BITS-1:0]  node_write_data, node_1;
    zf_ram_sdp #(.WIDTH(6 + NODE_BITS), .DEPTH(RAM_DEPTH)) node_ram (
        .clk(clk), .write_enable(node_write), .write_address(node_write_at),
        .write_data({into_14[5:0], node_write_data}), .read_address(at_0),
        .read_data({into_from_1, node_1})
    );
    wire               state_write;
    wire [ADDRESS-1:0] state_write_at;
    wire [STATE_BITS-1:0]  state_write_data, state_1;
    wire [SCORES_BITS-1:0] scores_write_data, scores_1;
    zf_ram_sdp #(.WIDTH(STATE_BITS + SCORES_BITS), .DEPTH(RAM_DEPTH)) state_ram (
        .clk(clk), .write_enable(state_write), .write_address(state_write_at),
        .write_data({state_write_data, scores_write_data}), .read_address(at_0),
        .read_data({state_1, scores_1})
    );
    wire               mask_write;
    wire [ADDRESS-1:0] mask_write_at;
    wire [63:0]        mask_write_data, mask_1;
    zf_ram_sdp #(.WIDTH(64), .DEPTH(RAM_DEPTH)) mask_ram (
        .clk(clk), .write_enable(mask_write), .write_address(mask_write_at),
        .write_data(mask_write_data), .read_address(at_0), .read_data(mask_1)
    );
    wire               killer_write;
    wire [ADDRESS-1:0] killer_write_at;
    wire [23:0]        killer_write_data, killers_1;
    zf_ram_sdp #(.WIDTH(24), .DEPTH(RAM_DEPTH)) killer_ram (
        .clk(clk), .write_enable(killer_write), .write_address(killer_write_at),
        .write_data(killer_write_data), .read_address(at_0), .read_data(killers_1)
    );

    // ================ stage 2: start
    // The first LOAD of a job starts from an empty board, later from zero sums; as choices, not gates, so that a
    // register's own reset does it.
    wire clear_1 = load_first
                   & context_1[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] == ZF_MODE_LOAD;
    reg                    valid_2, answer_hit_2, path_known_2, abort_blind_2;
    reg [10:0]             abort_word_2;
    reg [BITS-1:0]         number_2;
    reg [CONTEXT_BITS-1:0] context_2;
    reg [TASK_BITS-1:0]    task_2;
    reg [63:0]             own_2, orth_2, diag_2, a_2, b_2, mask_2;
    reg [NODE_BITS-1:0]    node_2;
    reg [23:0]             killers_2;
    reg [5:0]              history_at_2, into_from_2;
    always @(posedge clk) begin
        valid_2 <= valid_1 & ~rst;
        number_2 <= number_1;
        context_2 <= context_1;
        task_2 <= task_1;
        own_2 <= clear_1 ? 64'd0 : board_1[319:256];
        orth_2 <= clear_1 ? 64'd0 : board_1[255:192];
        diag_2 <= clear_1 ? 64'd0 : board_1[191:128];
        a_2 <= clear_1 ? 64'd0 : board_1[127:64];
        b_2 <= clear_1 ? 64'd0 : board_1[63:0];
        node_2 <= node_1;
        mask_2 <= mask_1;
        killers_2 <= killers_1;
        history_at_2 <= history_at_1;
        into_from_2 <= into_from_1;
        path_known_2 <= path_known_1;
        answer_hit_2 <= answer_hit_1;
        abort_word_2 <= abort_word;
        abort_blind_2 <= abort_blind;
    end
    wire aborted_2 = abort_word_2 == {1'b1, task_2[ZF_TASK_ID_HIGH_LSB +: ZF_TASK_ID_HIGH_BITS]}
                     & ~abort_blind_2;

    wire [3:0]  op_2;
    wire [STATE_BITS-1:0]  state_2;
    wire [SCORES_BITS-1:0] scores_2;
    wire why_high_2, why_null_2, why_draw_2, verifies_2, given_table_2, inward_2, quiet_2;
    wire pawn_take_2, inclusive_2;
    wire [13:0] given_2;
    wire signed [15:0] bound_2;
    wire [5:0]  square_2, limit_2;
    wire [6:0]  open_2, same_2;
    wire [1:0]  castle_2, promotion_2;
    zf_start #(.CONTEXT_BITS(CONTEXT_BITS), .TASK_BITS(TASK_BITS), .NODE_BITS(NODE_BITS),
               .STATE_BITS(STATE_BITS), .SCORES_BITS(SCORES_BITS)) starter (
        .clk(clk), .context(context_1), .task_word(task_1), .node(node_1), .state(state_1),
        .scores(scores_1), .killers(killers_1), .put_square(put_square),
        .op(op_2), .state_next(state_2), .scores_next(scores_2), .why_high(why_high_2),
        .bound(bound_2), .why_null(why_null_2), .why_draw(why_draw_2), .verifies(verifies_2), .given(given_2),
        .given_table(given_table_2), .inward(inward_2), .quiet(quiet_2), .pawn_take(pawn_take_2),
        .square(square_2), .limit(limit_2), .inclusive(inclusive_2),
        .open(open_2), .same(same_2), .castle(castle_2), .promotion(promotion_2)
    );

    // With the cuts of the array as they are it is five stages from 2 to 7.
    localparam TO_7 = 2 + {31'd0, CUTS[0]} + {31'd0, CUTS[1]} + {31'd0, CUTS[2]};

    // ================ stages 3 to 7: the array; the evaluation beside it, from stage 5 on
    wire [63:0] own_5, orth_5, diag_5, a_5, b_5, pawn_reach_5, knight_reach_5, diag_reach_5, orth_reach_5;
    wire [5:0]  own_king_5, other_king_5;
    wire        own_at_7, other_at_7;
    wire [2:0]  kind_at_7;
    wire [1:0]  castle_ok_7;
    wire [7:0]  other_pawns4_7;
    wire        found_8, more_8, illegal_8;
    wire [2:0]  chosen_8;
    wire [5:0]  hit_8;
    wire [1:0]  seen_8;
    wire [63:0] own_8, occupied_8, orth_8, diag_8, a_8, b_8;
    wire [6:0]  facts_8;
    zf_array #(.CUTS(CUTS), .NODE_BITS(NODE_BITS), .STATE_BITS(STATE_BITS)) array (
        .clk(clk), .own(own_2), .orth(orth_2), .diag(diag_2), .a(a_2), .b(b_2), .mask(mask_2),
        .op(op_2), .given_table(given_table_2),
        .inward(inward_2), .pawn_take(pawn_take_2), .inclusive(inclusive_2), .square(square_2),
        .limit(limit_2), .open(open_2), .same(same_2), .castle(castle_2),
        .node(node_2), .state(state_2),
        .own_5(own_5), .orth_5(orth_5), .diag_5(diag_5), .a_5(a_5), .b_5(b_5),
        .pawn_reach_5(pawn_reach_5), .own_king_5(own_king_5), .other_king_5(other_king_5),
        .knight_reach_5(knight_reach_5), .diag_reach_5(diag_reach_5), .orth_reach_5(orth_reach_5),
        .found(found_8), .more(more_8), .chosen(chosen_8), .hit(hit_8), .illegal(illegal_8),
        .seen(seen_8), .own_at_7(own_at_7), .other_at_7(other_at_7), .kind_at_7(kind_at_7),
        .castle_ok_7(castle_ok_7), .other_pawns4_7(other_pawns4_7),
        .own_8(own_8), .occupied_8(occupied_8), .orth_8(orth_8), .diag_8(diag_8), .a_8(a_8), .b_8(b_8),
        .facts(facts_8)
    );
    wire signed [16:0] side_11;
    // an evaluation pass sees the flipped board that the node's V left
    wire turned_5;
    zf_delay #(.WIDTH(1), .N(TO_7 - 2)) to_5_turned (.clk(clk), .d(op_2 == ZF_OP_EVAL), .q(turned_5));
    wire [5:0] x_king_5 = turned_5 ? other_king_5 ^ 6'h38 : own_king_5;
    wire [5:0] y_king_5 = turned_5 ? own_king_5 ^ 6'h38 : other_king_5;
    zf_eval #(.FULL(FULL)) evaluation (
        .clk(clk), .own(own_5), .orth(orth_5), .diag(diag_5), .a(a_5), .b(b_5),
        .own_king(x_king_5), .other_king(y_king_5), .pawn_reach(pawn_reach_5),
        .knight_reach(knight_reach_5), .diag_reach(diag_reach_5), .orth_reach(orth_reach_5),
        .weights(slow_weights), .side(side_11)
    );

    // ---- the words that accompany a trip, to the stages that want them
    wire                   valid_7;
    wire [BITS-1:0]        number_7;
    wire [3:0]             op_7;
    wire [CONTEXT_BITS-1:0] context_7;
    wire [TASK_BITS-1:0]   task_7;
    wire [NODE_BITS-1:0]   node_7;
    wire [STATE_BITS-1:0]  state_7;
    wire [SCORES_BITS-1:0] scores_7;
    wire [23:0]            killers_7;
    wire [14:0]            rest_7;    // aborted, hit, from of the move into the node; of the compared key
    wire [27:0]            mind_7;    // what zf_start decided
    zf_delay #(.WIDTH(1), .N(TO_7)) to_7_valid (.clk(clk), .d(valid_2 & ~rst), .q(valid_7));
    zf_delay #(.WIDTH(BITS), .N(TO_7)) to_7_number (.clk(clk), .d(number_2), .q(number_7));
    zf_delay #(.WIDTH(4), .N(TO_7)) to_7_op (.clk(clk), .d(op_2), .q(op_7));
    zf_delay #(.WIDTH(CONTEXT_BITS), .N(TO_7)) to_7_context (.clk(clk), .d(context_2), .q(context_7));
    zf_delay #(.WIDTH(TASK_BITS), .N(TO_7)) to_7_task (.clk(clk), .d(task_2), .q(task_7));
    zf_delay #(.WIDTH(NODE_BITS), .N(TO_7)) to_7_node (.clk(clk), .d(node_2), .q(node_7));
    zf_delay #(.WIDTH(STATE_BITS), .N(TO_7)) to_7_state (.clk(clk), .d(state_2), .q(state_7));
    zf_delay #(.WIDTH(SCORES_BITS), .N(TO_7)) to_7_scores (.clk(clk), .d(scores_2), .q(scores_7));
    zf_delay #(.WIDTH(24), .N(TO_7)) to_7_killers (.clk(clk), .d(killers_2), .q(killers_7));
    zf_delay #(.WIDTH(15), .N(TO_7)) to_7_rest (
        .clk(clk), .d({aborted_2, answer_hit_2, into_from_2, path_known_2, history_at_2}), .q(rest_7));
    wire signed [15:0]     bound_11;
    zf_delay #(.WIDTH(16), .N(TO_7 + 4)) to_11_bound (.clk(clk), .d(bound_2), .q(bound_11));
    zf_delay #(.WIDTH(28), .N(TO_7)) to_7_mind (
        .clk(clk), .d({why_high_2, why_null_2, why_draw_2, verifies_2, quiet_2, given_table_2,
                       promotion_2, square_2, given_2}), .q(mind_7));

    // ================ stages 7 and 8: the move
    reg                   valid_8;
    reg [BITS-1:0]        number_8;
    reg [3:0]             op_8, why_8;
    reg [1:0]             promotion_8;
    reg [CONTEXT_BITS-1:0] context_8;
    reg [TASK_BITS-1:0]   task_8;
    reg [NODE_BITS-1:0]   node_8;
    reg [STATE_BITS-1:0]  state_8;
    reg [SCORES_BITS-1:0] scores_8;
    reg [23:0]            killers_8;
    reg [14:0]            rest_8;
    always @(posedge clk) begin
        valid_8 <= valid_7 & ~rst;
        number_8 <= number_7;
        op_8 <= op_7;
        why_8 <= mind_7[27:24];
        promotion_8 <= mind_7[21:20];
        context_8 <= context_7;
        task_8 <= task_7;
        node_8 <= node_7;
        state_8 <= state_7;
        scores_8 <= scores_7;
        killers_8 <= killers_7;
        rest_8 <= rest_7;
    end
    wire        made_8, take_8, take_ep_8, castle_king_8, castle_queen_8, promotes_8;
    wire        ep_next_8, silent_8, has_from_8, filled_8;
    wire [13:0] move_8;
    wire [5:0]  from_8, to_square_8;
    wire [2:0]  piece_8, after_8, taken_8;
    wire [8:0]  row_from_8, row_to_8, row_taken_8;
    zf_resolve resolve (
        .clk(clk), .op(op_7), .quiet(mind_7[23]),
        .grade(state_7[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS]), .target(mind_7[19:14]),
        .given(mind_7[13:0]), .given_table(mind_7[22]), .promotion(mind_7[21:20]),
        .table_move(scores_7[ZF_SCORES_TABLE_MOVE_LSB +: ZF_SCORES_TABLE_MOVE_BITS]),
        .killers(killers_7),
        .killers_count(task_7[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] == ZF_JOB_KIND_SEARCH
                       & node_7[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] != 0),
        .own_at(own_at_7), .other_at(other_at_7), .kind_at(kind_at_7),
        .own_king(node_7[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]),
        .castle_ok(castle_ok_7), .other_pawns4(other_pawns4_7),
        .put_valid(put_valid), .put_piece(put_piece),
        .found(found_8), .chosen(chosen_8), .square(hit_8),
        .made(made_8), .move(move_8), .from(from_8), .to(to_square_8),
        .piece(piece_8), .after(after_8), .take(take_8), .take_ep(take_ep_8), .taken(taken_8),
        .castle_king(castle_king_8), .castle_queen(castle_queen_8), .promotes(promotes_8),
        .ep_next(ep_next_8), .silent(silent_8), .has_from(has_from_8), .occupied(filled_8),
        .row_from(row_from_8), .row_to(row_to_8), .row_taken(row_taken_8)
    );
    // ================ stage 9: the board is written, the weight rows come
    reg            valid_9, load_9, null_9, check_9, line_9;
    reg            alone_9;   // one checker, on the square:
    reg [5:0]      checker_9;
    reg [BITS-1:0] number_9;
    reg [4:0]      ply_9;
    reg [NODE_BITS-1:0] node_9;
    reg [63:0]     own_9, occupied_9, orth_9, diag_9, a_9, b_9;
    reg            made_9, has_from_9, take_ep_9, castle_king_9, castle_queen_9;
    reg [5:0]      from_9, to_9;
    reg [2:0]      after_9;
    always @(posedge clk) begin
        valid_9 <= valid_8 & ~rst;
        load_9 <= op_8 == ZF_OP_LOAD;
        null_9 <= op_8 == ZF_OP_FIRST | op_8 == ZF_OP_VICTIM;
        check_9 <= op_8 == ZF_OP_CHECK;
        line_9 <= op_8 == ZF_OP_LINE;
        alone_9 <= op_8 == ZF_OP_LINE | (found_8 & ~more_8);
        checker_9 <= op_8 == ZF_OP_LINE ? state_8[ZF_STATE_ATTACKER_LSB +: ZF_STATE_ATTACKER_BITS]
                                        : hit_8;
        number_9 <= number_8;
        ply_9 <= context_8[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
        node_9 <= node_8;
        own_9 <= own_8;
        occupied_9 <= occupied_8;
        orth_9 <= orth_8;
        diag_9 <= diag_8;
        a_9 <= a_8;
        b_9 <= b_8;
        made_9 <= made_8;
        has_from_9 <= has_from_8;
        take_ep_9 <= take_ep_8;
        castle_king_9 <= castle_king_8;
        castle_queen_9 <= castle_queen_8;
        from_9 <= from_8;
        to_9 <= to_square_8;
        after_9 <= after_8;
    end
    assign board_write = valid_9 & (load_9 | null_9 | made_9);
    assign board_write_at = {number_9, load_9 ? 5'd0 : ply_9 + 5'd1};
    zf_write writer (
        .own(own_9), .occupied(occupied_9), .orth(orth_9), .diag(diag_9), .a(a_9), .b(b_9), .made(made_9),
        .has_from(has_from_9), .from(from_9), .to(to_9), .after(after_9), .take_ep(take_ep_9),
        .castle_king(castle_king_9), .castle_queen(castle_queen_9), .board(board_write_data)
    );
    wire [23:0] row_from_9, row_to_9, row_taken_9;
    zf_rows #(.WIDTH(24)) row_values (
        .clk(clk), .write(row_write), .write_address(row_address), .write_data(row_data[87:64]),
        .address_from(row_from_8), .address_to(row_to_8), .address_taken(row_taken_8),
        .row_from(row_from_9), .row_to(row_to_9), .row_taken(row_taken_9)
    );
    // The evasion mask: the checker's square at once, the squares between by a LINE trip.
    // planted fault 10: an evasion mask without the squares between
    wire bug_10;
    zf_bug #(.N(10)) plant_10 (.on(bug_10));
    zf_between line_between (
        .king(node_9[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]), .checker(checker_9),
        .any(alone_9), .line(line_9), .squares(mask_write_data)
    );
    assign mask_write = valid_9 & (check_9 | (line_9 & ~bug_10));
    assign mask_write_at = {number_9, ply_9};
    // Lines on which a man that leaves can expose a king.
    wire [3:0] own_lines_9, other_lines_9;
    zf_lines own_king_lines (
        .orth(orth_9 & ~own_9), .diag(diag_9 & ~own_9),
        .square(node_9[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]), .lines(own_lines_9)
    );
    zf_lines other_king_lines (
        .orth(orth_9 & own_9), .diag(diag_9 & own_9),
        .square(node_9[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS]), .lines(other_lines_9)
    );

    // ================ stage 10: the child's words
    wire [3:0]            op_10;
    wire                  search_10, evasion_10, in_check_10, null_high_10;
    wire [1:0]            null_r_10, seen_10;
    wire [NODE_BITS-1:0]  node_10;
    reg [SUMS_BITS-1:0]   sums_10;
    wire [2:0]            piece_10, taken_10;
    wire [13:0]           move_10;
    wire                  take_10, promotes_10, ep_next_10;
    reg                   made_10, take_ep_10, castle_king_10, castle_queen_10;
    reg [5:0]             from_10, to_10;
    reg [2:0]             after_10;
    reg [3:0]             own_lines_10, other_lines_10;
    reg [23:0]            row_from_10, row_to_10, row_taken_10;
    zf_delay #(.WIDTH(4), .N(2)) to_10_op (.clk(clk), .d(op_8), .q(op_10));
    zf_delay #(.WIDTH(8), .N(2)) to_10_terms (
        .clk(clk), .d({task_8[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] == ZF_JOB_KIND_SEARCH,
                       task_8[ZF_TASK_EVASION_LSB], state_8[ZF_STATE_IN_CHECK_LSB],
                       state_8[ZF_STATE_NULL_HIGH_LSB],
                       task_8[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS], seen_8}),
        .q({search_10, evasion_10, in_check_10, null_high_10, null_r_10, seen_10}));
    zf_delay #(.WIDTH(NODE_BITS), .N(1)) to_10_node (.clk(clk), .d(node_9), .q(node_10));
    wire [SUMS_BITS-1:0]  sums_9;
    wire [7:0]            into_rest_9;
    zf_ram_sdp #(.WIDTH(8 + SUMS_BITS), .DEPTH(RAM_DEPTH)) sums_ram (
        .clk(clk), .write_enable(node_write), .write_address(node_write_at),
        .write_data({into_14[13:6], child_sums_14}),
        .read_address({number_8, context_8[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS]}),
        .read_data({into_rest_9, sums_9})
    );
    zf_delay #(.WIDTH(23), .N(2)) to_10_move (
        .clk(clk), .d({piece_8, taken_8, move_8, take_8, promotes_8, ep_next_8}),
        .q({piece_10, taken_10, move_10, take_10, promotes_10, ep_next_10}));
    always @(posedge clk) begin
        sums_10 <= load_9 & load_first ? {SUMS_BITS{1'b0}} : sums_9;
        made_10 <= made_9;
        take_ep_10 <= take_ep_9;
        castle_king_10 <= castle_king_9;
        castle_queen_10 <= castle_queen_9;
        from_10 <= from_9;
        to_10 <= to_9;
        after_10 <= after_9;
        own_lines_10 <= own_lines_9;
        other_lines_10 <= other_lines_9;
        row_from_10 <= row_from_9;
        row_to_10 <= row_to_9;
        row_taken_10 <= row_taken_9;
    end
    wire aim_legal_10, aim_check_10;
    zf_aim aim (
        .from(from_10), .to(to_10), .piece(piece_10), .after(after_10),
        .own_king(node_10[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]),
        .other_king(node_10[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS]),
        .seen_orth(seen_10[1]), .seen_diag(seen_10[0]), .promotes(promotes_10),
        .own_lines(own_lines_10), .other_lines(other_lines_10),
        .in_check(in_check_10), .take_ep(take_ep_10),
        .castle(castle_king_10 | castle_queen_10), .legal(aim_legal_10), .check(aim_check_10)
    );
    wire [SUMS_BITS-1:0]    child_sums_10;
    wire [NODE_BITS-1:0]    child_node_10;
    wire                    captured_10, progress_10, reversible_10;
    zf_child #(.NODE_BITS(NODE_BITS), .SUMS_BITS(SUMS_BITS)) offspring (
        .op(op_10), .sums(sums_10), .node(node_10),
        .search(search_10), .evasion(evasion_10), .in_check(in_check_10), .null_high(null_high_10),
        .null_r(null_r_10), .made(made_10), .take(take_10), .castle_king(castle_king_10),
        .castle_queen(castle_queen_10), .promotes(promotes_10), .ep_next(ep_next_10),
        .piece(piece_10), .after(after_10), .taken(taken_10), .from(from_10), .to(to_10),
        .aim_legal(aim_legal_10), .aim_check(aim_check_10),
        .row_from(row_from_10), .row_to(row_to_10), .row_taken(row_taken_10),
        .root_node(load_node), .child_sums(child_sums_10), .child_node(child_node_10),
        .captured(captured_10), .progress(progress_10), .reversible(reversible_10)
    );

    // ================ stages 11 and 12: fast score of the child, stand-pat value of the node
    reg [SUMS_BITS-1:0] child_sums_11, child_sums_12;
    reg signed [17:0]   product_12; // of a phase of 32: five bits less
    wire signed [15:0] mg_11 = child_sums_11[ZF_SUMS_MG_LSB +: ZF_SUMS_MG_BITS];
    wire signed [15:0] eg_11 = child_sums_11[ZF_SUMS_EG_LSB +: ZF_SUMS_EG_BITS];
    wire signed [16:0] gap_11 = {mg_11[15], mg_11} - {eg_11[15], eg_11};
    wire [7:0] sum_11 = {1'b0, child_sums_11[ZF_SUMS_OWN_PHASE_LSB +: ZF_SUMS_OWN_PHASE_BITS]}
                        + {1'b0, child_sums_11[ZF_SUMS_OTHER_PHASE_LSB +: ZF_SUMS_OTHER_PHASE_BITS]};
    wire [5:0] ph_11 = sum_11 >= ZF_PHASE_FULL[7:0] ? ZF_PHASE_FULL[5:0] : sum_11[5:0];
    wire signed [22:0] product_11 = gap_11 * $signed({1'b0, ph_11});
    always @(posedge clk) begin
        child_sums_11 <= child_sums_10;
        child_sums_12 <= child_sums_11;
        product_12 <= product_11[22:5];
    end
    wire signed [15:0] eg_12 = child_sums_12[ZF_SUMS_EG_LSB +: ZF_SUMS_EG_BITS];
    wire signed [17:0] raw_12 = {{2{eg_12[15]}}, eg_12} + product_12;
    // TOP is 3 * 8192 - 1: beyond it are the three highest bits of the sign's side
    localparam signed [15:0] TOP = ZF_FAST_LIMIT, BOTTOM = -TOP;
    wire too_high_12 = ~raw_12[17] & (|raw_12[16:15] | &raw_12[14:13]);
    wire too_low_12 = raw_12[17] & (~&raw_12[16:15] | ~|raw_12[14:13]
                                    | (raw_12[14:13] == 2'd1 & ~|raw_12[12:0]));
    wire signed [15:0] child_fast_12 = too_high_12 ? TOP : too_low_12 ? BOTTOM : raw_12[15:0];

    wire [SUMS_BITS-1:0]   sums_11;
    wire [SCORES_BITS-1:0] scores_10, scores_11, scores_12;
    wire [STATE_BITS-1:0]  state_11;
    wire [1:0]             kind_11;
    wire [CONTEXT_BITS-1:0] context_11;
    wire [3:0]             op_11;
    wire [2:0]             chosen_11;
    wire [BITS-1:0]        number_11;
    zf_delay #(.WIDTH(SUMS_BITS), .N(1)) to_11_sums (.clk(clk), .d(sums_10), .q(sums_11));
    zf_delay #(.WIDTH(SCORES_BITS), .N(2)) to_10_scores (.clk(clk), .d(scores_8), .q(scores_10));
    zf_delay #(.WIDTH(SCORES_BITS), .N(1)) to_11_scores (.clk(clk), .d(scores_10), .q(scores_11));
    zf_delay #(.WIDTH(SCORES_BITS), .N(1)) to_12_scores (.clk(clk), .d(scores_11), .q(scores_12));
    zf_delay #(.WIDTH(STATE_BITS), .N(3)) to_11_state (.clk(clk), .d(state_8), .q(state_11));
    zf_delay #(.WIDTH(2), .N(3)) to_11_kind (
        .clk(clk), .d(task_8[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS]), .q(kind_11));
    zf_delay #(.WIDTH(CONTEXT_BITS), .N(3)) to_11_context (.clk(clk), .d(context_8), .q(context_11));
    zf_delay #(.WIDTH(4), .N(1)) to_11_op (.clk(clk), .d(op_10), .q(op_11));
    zf_delay #(.WIDTH(3), .N(3)) to_11_chosen (.clk(clk), .d(chosen_8), .q(chosen_11));
    zf_delay #(.WIDTH(BITS), .N(2)) to_11_number (.clk(clk), .d(number_9), .q(number_11));

    // The evaluation is there in stage 11; clamp it to the margin, or take a bound of it.
    wire signed [16:0] own_side_10 = scores_10[ZF_SCORES_STAND_LSB +: ZF_SCORES_STAND_BITS];
    reg signed [17:0] own_tempo_11;
    always @(posedge clk) own_tempo_11 <= {own_side_10[16], own_side_10} + {{10{tempo[7]}}, tempo};
    wire signed [18:0] slow_raw_11 = {own_tempo_11[17], own_tempo_11} - {{2{side_11[16]}}, side_11};
    wire signed [18:0] wide_slow = {{8{reach[10]}}, reach}, above_bottom_11 = slow_raw_11 + wide_slow;
    wire signed [15:0] fast_11 = sums_11[ZF_SUMS_FAST_LSB +: ZF_SUMS_FAST_BITS];
    wire signed [10:0] reach = {margin[9], margin};
    wire signed [16:0] lead_11 = {fast_11[15], fast_11} - {bound_11[15], bound_11};
    wire signed [16:0] wide_11 = {{6{reach[10]}}, reach}, sum_lead_11 = lead_11 + wide_11;
    wire eval_job_11 = kind_11 == ZF_JOB_KIND_EVAL;
    wire keeps_11 = op_11 == ZF_OP_EVAL | op_11 == ZF_OP_SCAN;
    reg signed [10:0] slow_12;     // unclamped
    reg               slow_high_12, slow_low_12;
    reg signed [16:0] side_12;
    reg signed [15:0] fast_12, bound_12;
    reg               surely_high_12, surely_low_12, stand_kept_12;
    reg [2:0]         grade_12;
    always @(posedge clk) begin
        slow_12 <= slow_raw_11[10:0];
        slow_high_12 <= slow_raw_11 > wide_slow;
        slow_low_12 <= above_bottom_11[18];
        side_12 <= side_11;
        fast_12 <= fast_11;
        bound_12 <= bound_11;
        surely_high_12 <= lead_11 >= wide_11 & ~eval_job_11;
        surely_low_12 <= sum_lead_11[16] & ~eval_job_11;
        stand_kept_12 <= op_11 == ZF_OP_VICTIM;
        grade_12 <= keeps_11 ? state_11[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS] : chosen_11;
    end
    wire unused = ^above_bottom_11[17:0] ^ ^sum_lead_11[15:0];
    // what is surely high loses the margin, what is surely low gains it; else the sum, kept within it
    wire signed [10:0] add_12 = surely_high_12 ? -reach : surely_low_12 ? reach
                              : slow_high_12 ? reach : slow_low_12 ? -reach : slow_12;
    wire signed [15:0] stand_12 = stand_kept_12 ? scores_12[ZF_SCORES_STAND_LSB +: 16]
                                : fast_12 + {{5{add_12[10]}}, add_12};
    wire [11:0] delta_12 = grade_12 == ZF_VICTIM_QUEEN ? deltas[59:48]
                         : grade_12 == ZF_VICTIM_ROOK ? deltas[47:36]
                         : grade_12 == ZF_VICTIM_BISHOP ? deltas[35:24]
                         : grade_12 == ZF_VICTIM_KNIGHT ? deltas[23:12] : deltas[11:0];

    // Bare material: what stands there by the array, how much of it by the sums.
    wire                    illegal_11;
    wire [6:0]              facts_11;
    wire [4:0]              facts_12; // bad rights, bad ep, seventh, castling offered (2)
    zf_delay #(.WIDTH(8), .N(3)) to_11_facts (
        .clk(clk), .d({illegal_8, facts_8}), .q({illegal_11, facts_11}));
    wire [7:0] phase_11 = {1'b0, sums_11[ZF_SUMS_OWN_PHASE_LSB +: ZF_SUMS_OWN_PHASE_BITS]}
                          + {1'b0, sums_11[ZF_SUMS_OTHER_PHASE_LSB +: ZF_SUMS_OTHER_PHASE_BITS]};
    wire one_minor_11 = phase_11 <= ZF_PHASE_KNIGHT[7:0];
    reg bare_12;
    always @(posedge clk) bare_12 <= phase_11 < ZF_BARE_PHASE[7:0] & facts_11[3] & (one_minor_11 | facts_11[2]);

    // Keys, repetitions, the clock of fifty moves.
    wire [NODE_BITS-1:0]    node_11;
    wire [5:0]              history_at_9;
    wire [8:0]              row_from_11, row_to_11, row_taken_11;
    wire                    path_known_11, load_12, reversible_12, progress_12, key_equal_12, key_path_12;
    wire [4:0]              from_12, to_12;
    wire [DRAW_BITS-1:0]    draw_12, child_draw_13;
    wire [6:0]              clock_13;
    wire [63:0]             key_14;
    wire                    history_write;
    wire [BITS+5:0]         history_write_at;
    zf_delay #(.WIDTH(NODE_BITS), .N(1)) to_11_node (.clk(clk), .d(node_10), .q(node_11));
    zf_delay #(.WIDTH(6), .N(1)) to_9_history_at (.clk(clk), .d(rest_8[5:0]), .q(history_at_9));
    zf_delay #(.WIDTH(1), .N(3)) to_11_path_known (.clk(clk), .d(rest_8[6]), .q(path_known_11));
    zf_delay #(.WIDTH(27), .N(3)) to_11_rows (
        .clk(clk), .d({row_from_8, row_to_8, row_taken_8}), .q({row_from_11, row_to_11, row_taken_11}));
    zf_delay #(.WIDTH(13), .N(2)) to_12_past (
        .clk(clk), .d({op_10 == ZF_OP_LOAD, reversible_10, progress_10, from_10[4:0], to_10[4:0]}),
        .q({load_12, reversible_12, progress_12, from_12, to_12}));
    zf_past #(.CONTEXTS(CONTEXTS), .BITS(BITS), .VACATED_BITS(VACATED_BITS), .DRAW_BITS(DRAW_BITS)) past (
        .clk(clk), .at({number_9, ply_9}), .history_at({number_9, history_at_9}),
        .empty(op_10 == ZF_OP_LOAD & load_first),
        .rights(node_11[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS]),
        .ep_legal(state_11[ZF_STATE_EP_LEGAL_LSB]),
        .ep_file(node_11[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS]), .path_known(path_known_11),
        .row_from(row_from_11), .row_to(row_to_11), .row_taken(row_taken_11),
        .draw(draw_12), .key_equal(key_equal_12), .key_path(key_path_12),
        .load(load_12), .reversible(reversible_12), .progress(progress_12), .from(from_12), .to(to_12),
        .root_vacated(load_vacated), .root_draw(load_draw),
        .clock(clock_13), .child_draw(child_draw_13), .key(key_14),
        .write(node_write), .write_at(node_write_at),
        .history_write(history_write), .history_write_at(history_write_at),
        .load_history_valid(load_history_valid), .load_history_ready(load_history_ready),
        .load_history_at({load_context, load_history_index}), .load_history_data(load_history_data),
        .row_write(row_write), .row_address(row_address), .row_key(row_data[63:0])
    );

    // A first visit's questions.
    wire [CONTEXT_BITS-1:0] context_12;
    wire [1:0]              kind_12, kind_13;
    wire [NODE_BITS-1:0]    node_12;
    wire [STATE_BITS-1:0]   state_12;
    wire [3:0]              op_12;
    wire                    illegal_12;
    zf_delay #(.WIDTH(CONTEXT_BITS), .N(1)) to_12_context (.clk(clk), .d(context_11), .q(context_12));
    zf_delay #(.WIDTH(2), .N(1)) to_12_kind (.clk(clk), .d(kind_11), .q(kind_12));
    zf_delay #(.WIDTH(NODE_BITS), .N(1)) to_12_node (.clk(clk), .d(node_11), .q(node_12));
    zf_delay #(.WIDTH(STATE_BITS), .N(1)) to_12_state (.clk(clk), .d(state_11), .q(state_12));
    zf_delay #(.WIDTH(4), .N(1)) to_12_op (.clk(clk), .d(op_11), .q(op_12));
    zf_delay #(.WIDTH(6), .N(1)) to_12_facts (
        .clk(clk), .d({illegal_11, facts_11[6:4], facts_11[1:0]}), .q({illegal_12, facts_12}));
    wire refused_13, bad_move_13, enters_13, leaf_13, begins_13, counts_13, line_up_13, compare_13;
    wire scan_on_13, draws_13, draw_taint_13, settles_13;
    wire [4:0] next_scan_13;
    zf_entry #(.CONTEXT_BITS(CONTEXT_BITS), .DRAW_BITS(DRAW_BITS), .STATE_BITS(STATE_BITS)) entering (
        .clk(clk), .context(context_12), .kind(kind_12),
        .depth(node_12[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS]), .draw(draw_12), .state(state_12),
        .op(op_12), .illegal(illegal_12), .bare(bare_12), .bad_rights(facts_12[4]),
        .bad_ep(facts_12[3]), .key_equal(key_equal_12), .key_path(key_path_12),
        .refused(refused_13), .bad_move(bad_move_13), .enters(enters_13), .leaf(leaf_13),
        .begins(begins_13), .counts(counts_13), .line_up(line_up_13), .compare(compare_13),
        .scan_on(scan_on_13), .draws(draws_13), .draw_taint(draw_taint_13), .settles(settles_13),
        .next_scan(next_scan_13)
    );

    // What only the end wants is read for stage 12; a trip's own writing is long past.
    // planted fault 8: all contexts count from context 0
    wire bug_8;
    zf_bug #(.N(8)) plant_8 (.on(bug_8));
    wire [TALLY_BITS-1:0] tally_write_data, tally_12;
    wire [QUOTA_BITS-1:0] quota_12;
    zf_ram_sdp #(.WIDTH(TALLY_BITS), .DEPTH(CONTEXTS)) tally_ram (
        .clk(clk), .write_enable(end_valid), .write_address(number_14),
        .write_data(tally_write_data), .read_address(number_11 & {BITS{~bug_8}}),
        .read_data(tally_12)
    );
    zf_ram_sdp #(.WIDTH(QUOTA_BITS), .DEPTH(CONTEXTS)) quota_ram (
        .clk(clk), .write_enable(load_busy), .write_address(load_context), .write_data(load_quota),
        .read_address(number_11), .read_data(quota_12)
    );

    wire [MEMO_BITS-1:0]  memo_write_data, memo_12;
    wire [TERMS_BITS-1:0] terms_12;
    zf_ram_sdp #(.WIDTH(MEMO_BITS), .DEPTH(CONTEXTS)) memo_ram (
        .clk(clk), .write_enable(end_valid), .write_address(number_14),
        .write_data(memo_write_data), .read_address(number_11), .read_data(memo_12)
    );
    zf_ram_sdp #(.WIDTH(TERMS_BITS), .DEPTH(CONTEXTS)) terms_ram (
        .clk(clk), .write_enable(load_busy), .write_address(load_context), .write_data(load_terms),
        .read_address(number_11), .read_data(terms_12)
    );
    assign answer_context = number_11;
    reg [39:0] answer_12, answer_13;
    always @(posedge clk) begin
        answer_12 <= answer;
        answer_13 <= answer_12;
    end

    // planted fault 15: one node fewer than the limit
    wire bug_15;
    zf_bug #(.N(15)) plant_15 (.on(bug_15));
    wire [23:0] limit_12 = quota_12[ZF_QUOTA_LIMIT_LSB +: ZF_QUOTA_LIMIT_BITS];
    wire [31:0] nodes_12 = tally_12[ZF_TALLY_NODES_LSB +: ZF_TALLY_NODES_BITS];
    wire [31:0] wide_limit_12 = {8'd0, limit_12} - {31'd0, bug_15};

    // ================ stage 13: comparisons
    wire                    valid_13;
    wire [BITS-1:0]         number_13;
    wire [3:0]              op_13, why_13;
    wire [CONTEXT_BITS-1:0] context_13;
    wire [NODE_BITS-1:0]    node_13;
    wire [SUMS_BITS-1:0]    sums_13;
    wire [STATE_BITS-1:0]   state_13;
    wire [SCORES_BITS-1:0]  scores_13;
    wire [23:0]             killers_13;
    wire                    aborted_13, answer_hit_13;
    wire [13:0]             into_13;
    reg [MEMO_BITS-1:0]     memo_13;
    reg [TERMS_BITS-1:0]    terms_13;
    wire signed [15:0]      entry_12;
    wire [NODE_BITS-1:0]    child_node_13;
    wire                    found_13, more_13, key_equal_13, filled_13;
    wire [2:0]              chosen_13, piece_13;
    wire [5:0]              hit_13;
    wire [4:0]              facts_13; // bad rights, bad ep, seventh, castling offered (2)
    wire                    made_13, silent_13, promotes_13, captured_13;
    wire [13:0]             move_13;
    wire [1:0]              promotion_13;
    zf_delay #(.WIDTH(1), .N(4)) to_13_valid (.clk(clk), .d(valid_9 & ~rst), .q(valid_13));
    zf_delay #(.WIDTH(BITS), .N(2)) to_13_number (.clk(clk), .d(number_11), .q(number_13));
    zf_delay #(.WIDTH(4), .N(1)) to_13_op (.clk(clk), .d(op_12), .q(op_13));
    zf_delay #(.WIDTH(4), .N(5)) to_13_why (.clk(clk), .d(why_8), .q(why_13));
    zf_delay #(.WIDTH(CONTEXT_BITS), .N(1)) to_13_context (.clk(clk), .d(context_12), .q(context_13));
    zf_delay #(.WIDTH(2), .N(1)) to_13_kind (.clk(clk), .d(kind_12), .q(kind_13));
    zf_delay #(.WIDTH(NODE_BITS), .N(1)) to_13_node (.clk(clk), .d(node_12), .q(node_13));
    zf_delay #(.WIDTH(SUMS_BITS), .N(2)) to_13_sums (.clk(clk), .d(sums_11), .q(sums_13));
    zf_delay #(.WIDTH(STATE_BITS), .N(1)) to_13_state (.clk(clk), .d(state_12), .q(state_13));
    zf_delay #(.WIDTH(SCORES_BITS), .N(1)) to_13_scores (.clk(clk), .d(scores_12), .q(scores_13));
    zf_delay #(.WIDTH(24), .N(5)) to_13_killers (.clk(clk), .d(killers_8), .q(killers_13));
    zf_delay #(.WIDTH(8), .N(5)) to_13_rest (
        .clk(clk), .d(rest_8[14:7]), .q({aborted_13, answer_hit_13, into_13[5:0]}));
    zf_delay #(.WIDTH(8), .N(4)) to_13_into (.clk(clk), .d(into_rest_9), .q(into_13[13:6]));
    // planted fault 14: a mate from the table is not seen from this ply
    wire bug_14;
    zf_bug #(.N(14)) plant_14 (.on(bug_14));
    zf_seen seen_entry (
        .raw(answer_12[ZF_ENTRY_SCORE_LSB +: ZF_ENTRY_SCORE_BITS]),
        .ply(context_12[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] & {5{~bug_14}}), .score(entry_12)
    );
    zf_delay #(.WIDTH(NODE_BITS), .N(3)) to_13_child_node (
        .clk(clk), .d(child_node_10), .q(child_node_13));
    zf_delay #(.WIDTH(8), .N(5)) to_13_found (
        .clk(clk), .d({found_8, more_8, hit_8}), .q({found_13, more_13, hit_13}));
    zf_delay #(.WIDTH(6), .N(1)) to_13_facts (
        .clk(clk), .d({key_equal_12, facts_12}), .q({key_equal_13, facts_13}));
    zf_delay #(.WIDTH(3), .N(2)) to_13_chosen (.clk(clk), .d(chosen_11), .q(chosen_13));
    zf_delay #(.WIDTH(4), .N(5)) to_13_trial (
        .clk(clk), .d({silent_8, promotion_8, filled_8}), .q({silent_13, promotion_13, filled_13}));
    zf_delay #(.WIDTH(20), .N(3)) to_13_move (
        .clk(clk), .d({made_10, captured_10, promotes_10, piece_10, move_10}),
        .q({made_13, captured_13, promotes_13, piece_13, move_13}));
    reg [SUMS_BITS-1:0]  child_sums_13;
    reg signed [15:0]    stand_13, bound_13, entry_13;
    reg signed [16:0]    reach_gate_13;
    reg signed [12:0]    delta_13;
    reg signed [16:0]    side_13;
    reg                  surely_high_13, surely_low_13;
    reg [TALLY_BITS-1:0] tally_13;
    reg [31:0]           started_13;   // clock at the job's start
    reg                  limited_13;
    reg [3:0]            count_same_13; // by bytes
    wire                 full_count_13 = limited_13 & (&count_same_13);
    integer i;
    always @(posedge clk) begin
        child_sums_13 <= child_sums_12;
        child_sums_13[ZF_SUMS_FAST_LSB +: ZF_SUMS_FAST_BITS] <= child_fast_12;
        stand_13 <= stand_12;
        bound_13 <= bound_12;
        entry_13 <= entry_12;
        reach_gate_13 <= {bound_12[15], bound_12} - {{5{delta_12[11]}}, delta_12};
        delta_13 <= {delta_12[11], delta_12};
        side_13 <= side_12;
        surely_high_13 <= surely_high_12;
        surely_low_13 <= surely_low_12;
        tally_13 <= tally_12;
        memo_13 <= memo_12;
        terms_13 <= terms_12;
        started_13 <= quota_12[ZF_QUOTA_CLOCK_LSB +: ZF_QUOTA_CLOCK_BITS];
        limited_13 <= limit_12 != 24'd0;
        for (i = 0; i < 4; i = i + 1) count_same_13[i] <= nodes_12[i * 8 +: 8] == wide_limit_12[i * 8 +: 8];
    end
    wire signed [15:0] back_score_13, reach_13, mated_13;
    wire at_once_13, stand_high_13, reach_low_13, reach_lifts_13, null_fits_13;
    wire mated_high_13, zero_high_13, entry_cuts_13;
    wire [4:0] ply_13 = context_13[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire [3:0] depth_13 = node_13[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS];
    zf_judge #(.TERMS_BITS(TERMS_BITS), .NODE_BITS(NODE_BITS), .DRAW_BITS(DRAW_BITS),
               .SUMS_BITS(SUMS_BITS), .STATE_BITS(STATE_BITS)) judge (
        .bound(bound_13), .delta(delta_13), .margin(reach), .ply(ply_13),
        .search(kind_13 == ZF_JOB_KIND_SEARCH), .terms(terms_13),
        .node(node_13), .sums(sums_13), .state(state_13),
        .best(scores_13[ZF_SCORES_BEST_LSB +: ZF_SCORES_BEST_BITS]), .op(op_13), .made(made_13),
        .captured(captured_13), .child(child_node_13), .child_draw(child_draw_13),
        .child_sums(child_sums_13), .stand(stand_13), .answer(answer_13),
        .entry(entry_13), .reach_gate(reach_gate_13),
        .at_once(at_once_13), .back_score(back_score_13),
        .stand_high(stand_high_13), .reach(reach_13), .reach_low(reach_low_13),
        .reach_lifts(reach_lifts_13), .null_fits(null_fits_13), .mated(mated_13),
        .mated_high(mated_high_13), .zero_high(zero_high_13),
        .entry_cuts(entry_cuts_13)
    );

    // Only a first visit that may ask the table, a LOAD and an OUT do not go straight on.
    wire asks_13 = terms_13[ZF_TERMS_TABLE_LSB]
                   & depth_13 >= {1'b0, terms_13[ZF_TERMS_TABLE_MIN_LSB +: ZF_TERMS_TABLE_MIN_BITS]};
    wire straight_13 = valid_13 & op_13 != ZF_OP_LOAD & op_13 != ZF_OP_OUT
                       & ~((op_13 == ZF_OP_FIRST | op_13 == ZF_OP_SCAN) & asks_13);
    reg straight_14;
    always @(posedge clk) straight_14 <= straight_13 & ~rst;
    assign straight = straight_14;

    // ================ stage 14: end
    wire                    load_14, verifies_14, after_null_14, verify_14;
    wire [3:0]              op_14;
    wire [4:0]              ply_14;
    wire [NODE_BITS-1:0]    child_node_14;
    wire [SUMS_BITS-1:0]    child_sums_14;
    wire [TERMS_BITS-1:0]   terms_14;
    wire [13:0]             listed_14;
    zf_delay #(.WIDTH(1), .N(1)) to_14_valid (.clk(clk), .d(valid_13 & ~rst), .q(valid_14));
    zf_delay #(.WIDTH(BITS), .N(1)) to_14_number (.clk(clk), .d(number_13), .q(number_14));
    zf_delay #(.WIDTH(4), .N(1)) to_14_op (.clk(clk), .d(op_13), .q(op_14));
    zf_delay #(.WIDTH(5), .N(1)) to_14_ply (
        .clk(clk), .d(ply_13), .q(ply_14));
    zf_delay #(.WIDTH(NODE_BITS), .N(1)) to_14_child_node (
        .clk(clk), .d(child_node_13), .q(child_node_14));
    zf_delay #(.WIDTH(SUMS_BITS), .N(1)) to_14_child_sums (
        .clk(clk), .d(child_sums_13), .q(child_sums_14));
    zf_delay #(.WIDTH(TERMS_BITS), .N(1)) to_14_terms (.clk(clk), .d(terms_13), .q(terms_14));
    // a null move and a position from a job have none
    always @(posedge clk)
        into_14 <= op_13 == ZF_OP_FIRST | op_13 == ZF_OP_VICTIM | op_13 == ZF_OP_LOAD ? 14'd0 : move_13;
    zf_delay #(.WIDTH(18), .N(1)) to_14_rest (
        .clk(clk), .d({op_13 == ZF_OP_LOAD, why_13[0], node_13[ZF_NODE_AFTER_NULL_LSB],
                       node_13[ZF_NODE_VERIFY_LSB], into_13}),
        .q({load_14, verifies_14, after_null_14, verify_14, listed_14}));
    wire child_write, ender_state_write, ender_request, ender_history, ender_killer, ender_word;
    wire ender_listed;
    wire event_node, event_cutoff, event_null_cut, event_zugzwang, event_hit;
    wire [4:0] killer_ply_14;
    zf_end #(.CONTEXT_BITS(CONTEXT_BITS), .MEMO_BITS(MEMO_BITS), .TALLY_BITS(TALLY_BITS),
             .TERMS_BITS(TERMS_BITS), .STATE_BITS(STATE_BITS), .SCORES_BITS(SCORES_BITS)) ender (
        .clk(clk), .first_ply(ply_13), .first_try(context_13[ZF_CONTEXT_TRY_LSB]),
        .first_memo(memo_13), .first_tally(tally_13), .first_kind(kind_13), .first_terms(terms_13),
        .first_started(started_13), .first_depth(depth_13), .clock(clock_13), .first_into(into_13),
        .first_state(state_13),
        .first_scores(scores_13), .first_killers(killers_13), .op(op_13), .first_high(why_13[3]),
        .first_null(why_13[2]), .first_draw(why_13[1]), .first_aborted(aborted_13),
        .found(found_13), .more(more_13), .chosen(chosen_13), .square(hit_13),
        .castle(facts_13[1:0]), .bad_rights(facts_13[4]), .bad_ep(facts_13[3]),
        .seventh(facts_13[2]), .key_equal(key_equal_13), .first_made(made_13),
        .first_refused(refused_13), .bad_move(bad_move_13), .enters(enters_13),
        .first_leaf(leaf_13), .begins(begins_13), .counts(counts_13), .line_up(line_up_13),
        .compare(compare_13), .first_scan_on(scan_on_13), .draws(draws_13),
        .draw_taint(draw_taint_13), .settles(settles_13), .next_scan(next_scan_13),
        .silent(silent_13), .promotes(promotes_13), .first_move(move_13), .piece(piece_13),
        .promotion(promotion_13), .first_at_once(at_once_13),
        .first_back_score(back_score_13),
        .surely_high(surely_high_13), .surely_low(surely_low_13), .stand_high(stand_high_13),
        .stand(stand_13), .first_reach(reach_13), .reach_low(reach_low_13),
        .reach_lifts(reach_lifts_13), .null_fits(null_fits_13), .mated(mated_13),
        .mated_high(mated_high_13), .zero_high(zero_high_13), .full_count(full_count_13),
        .entry_cuts(entry_cuts_13), .first_entry(entry_13), .side(side_13),
        .answer_hit(answer_hit_13), .answer(answer_13), .load_last(load_last),
        .load_bad(load_bad), .load_odd(load_odd), .load_status(load_status),
        .load_reason(load_reason), .now(now), .out_free(word_free),
        .context_next(context_write_data), .memo_next(memo_write_data), .tally_next(tally_write_data),
        .state_next(state_write_data), .scores_next(scores_write_data),
        .state_write(ender_state_write), .child_write(child_write),
        .park(park), .wait_load(wait_load), .leave(leave), .request(ender_request),
        .request_store(request_store), .request_data(request_data),
        .history_write(ender_history), .killer_write(ender_killer), .killer_ply(killer_ply_14),
        .killer_data(killer_write_data), .word_valid(ender_word), .word(word),
        .word_last(word_last), .listed(ender_listed), .event_node(event_node),
        .event_cutoff(event_cutoff), .event_null_cut(event_null_cut),
        .event_zugzwang(event_zugzwang), .event_hit(event_hit)
    );
    assign ended = end_valid;
    assign ended_context = number_14;
    assign load_done = end_valid & load_14;
    assign load_occupied = filled_13;

    assign node_write = end_valid & child_write;
    assign node_write_at = {number_14, load_14 ? 5'd0 : ply_14 + 5'd1};
    assign node_write_data = child_node_14;
    assign state_write = end_valid & ender_state_write;
    assign state_write_at = {number_14, ply_14};
    assign killer_write = end_valid & ender_killer;
    assign killer_write_at = {number_14, killer_ply_14};
    assign history_write = end_valid & ender_history;
    assign history_write_at = {number_14, terms_14[ZF_TERMS_HISTORY_LSB +: 6] + {1'b0, ply_14}};

    // What changes a score and is not in the position is part of the table's key.
    wire null_on_14 = terms_14[ZF_TERMS_NULL_R_LSB +: ZF_TERMS_NULL_R_BITS] != 0;
    wire [7:0] salt_14 = {1'b0, terms_14[ZF_TERMS_DELTA_LSB], terms_14[ZF_TERMS_EVASION_LSB],
                          after_null_14 & null_on_14, verify_14,
                          terms_14[ZF_TERMS_VERIFIED_LSB],
                          terms_14[ZF_TERMS_NULL_R_LSB +: ZF_TERMS_NULL_R_BITS]};
    assign request = end_valid & ender_request;
    assign request_key = key_14 ^ {salt_14, 56'd0};
    assign request_sequence = memo_write_data[ZF_MEMO_SEQUENCE_LSB +: ZF_MEMO_SEQUENCE_BITS];
    assign word_valid = end_valid & ender_word;
    assign listed = end_valid & ender_listed;
    assign listed_move = {listed_14, terms_14[ZF_TERMS_ID_LSB +: ZF_TERMS_ID_BITS]};

    wire [15:0] kind_14 = 16'd1 << op_14;
    assign events = {16{end_valid}} & {
        event_zugzwang, verifies_14, event_null_cut, event_cutoff, event_hit,
        ender_request & ~request_store, kind_14[ZF_OP_LOAD], kind_14[ZF_OP_SCAN] | kind_14[ZF_OP_TABLE],
        kind_14[ZF_OP_NONE], kind_14[ZF_OP_EVAL], kind_14[ZF_OP_KILLER],
        kind_14[ZF_OP_CHECK] | kind_14[ZF_OP_LINE], kind_14[ZF_OP_ATTACKER] | kind_14[ZF_OP_PROBE],
        kind_14[ZF_OP_FIRST] | kind_14[ZF_OP_VICTIM], event_node, 1'b0};

endmodule

`default_nettype wire
