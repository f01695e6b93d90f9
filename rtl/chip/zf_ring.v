// SPDX-License-Identifier: Apache-2.0
// The ring: a barrel of searches that completes one array operation a clock. All state of a context lives in
// RAM, addressed {context, ply}; a trip reads it, passes the stages and writes it back, so a context has at most one
// trip under way, taking a move back costs nothing, and any number of contexts can wait.
// Stages: 0 context word, 1 RAMs, 2 start, 3 sources, 4 rays, 5 candidates, 6-7 arbiter, 8 move,
// 9 board and weight rows, 10 child, 11-12 fast score, 13 comparisons, 14 end. docs/ring.md has the picture.
`default_nettype none

module zf_ring #(
    parameter CONTEXTS = 16,
    parameter BITS = 4,
    parameter FULL = 1,
    parameter [3:0] CUTS = 4'hf, // registers after stages 1 to 4; the rest is fixed
    parameter CONTEXT_BITS = 62, // words of defs/ring.def
    parameter TALLY_BITS = 64,
    parameter TASK_BITS = 109,
    parameter NODE_BITS = 250,
    parameter STATE_BITS = 99
) (
    input wire clk,
    input wire rst,

    // a trip starts; and its end
    input  wire            start,
    input  wire [BITS-1:0] start_context,
    output wire            ended,
    output wire [BITS-1:0] ended_context,
    output wire            park, wait_load, leave,
    // the trip that ends in the next clock, if its context will surely be ready
    output wire            early,
    output wire [BITS-1:0] early_context,
    output wire            told_early, // the trip that ends now was told of

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
    input  wire [TASK_BITS-1:0] load_task,
    input  wire [NODE_BITS-1:0] load_root,
    input  wire            load_history_valid,
    output wire            load_history_ready,
    input  wire [5:0]      load_history_index,
    input  wire [64:0]     load_history_data,

    // given-up jobs: answer one clock after the index
    output wire [5:0]      abort_index,
    output wire [15:0]     abort_id,
    input  wire            aborted,

    // table
    output wire            request,
    output wire            request_store,
    output wire [1:0]      request_sequence,
    output wire [63:0]     request_key,
    output wire [39:0]     request_data,
    input  wire            answer_hit, // of the context that starts a trip, with start_context
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
    localparam EVAL_LATENCY = 6;     // of zf_eval; it starts with stage 5 and ends before stage 12
    localparam AFTER_EVAL = 7 - EVAL_LATENCY;

    // ================ stage 0: the context's word, addresses
    wire [CONTEXT_BITS-1:0] context_write_data;
    wire [TALLY_BITS-1:0]   tally_write_data;
    wire                    end_valid;
    wire [BITS-1:0]         end_context;
    wire [CONTEXT_BITS-1:0] context_raw;
    zf_ram_async #(.WIDTH(CONTEXT_BITS), .DEPTH(CONTEXTS)) context_ram (
        .clk(clk), .write_enable(end_valid), .write_address(end_context),
        .write_data(context_write_data),
        .read_address(start_context), .read_data(context_raw)
    );
    wire [TASK_BITS-1:0] task_0;
    zf_ram_async #(.WIDTH(TASK_BITS), .DEPTH(CONTEXTS)) task_ram (
        .clk(clk), .write_enable(load_busy), .write_address(load_context), .write_data(load_task),
        .read_address(start_context), .read_data(task_0)
    );
    wire loading = load_busy & start_context == load_context;
    reg [CONTEXT_BITS-1:0] context_0;
    always @* begin
        context_0 = context_raw;
        if (loading) begin
            context_0[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] = ZF_MODE_LOAD;
            context_0[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS] = 5'd0;
        end
    end
    wire [4:0] ply_0 = context_0[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire eval_0 = context_0[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] == ZF_MODE_EVAL;
    wire [ADDRESS-1:0] at_0 = {start_context, ply_0};
    // an evaluation pass reads the flipped board that the node's V left one ply up
    wire [ADDRESS-1:0] board_at_0 = {start_context, ply_0 + {4'd0, eval_0}};
    // planted fault 13: a repetition is looked for one ply too far back
    wire bug_13;
    zf_bug #(.N(13)) plant_13 (.on(bug_13));
    wire [5:0] history_at_0 = task_0[ZF_TASK_HISTORY_LSB +: ZF_TASK_HISTORY_BITS] + {1'b0, ply_0}
                              - {context_0[ZF_CONTEXT_SCAN_LSB +: ZF_CONTEXT_SCAN_BITS], bug_13};
    assign abort_index = task_0[ZF_TASK_ID_LSB +: 6];

    // ================ stage 1: the RAMs' answers
    reg                    valid_1;
    reg [BITS-1:0]         number_1;
    reg [CONTEXT_BITS-1:0] context_1;
    reg [TASK_BITS-1:0]    task_1;
    reg                    answer_hit_1;
    reg [39:0]             answer_1;
    reg                    path_known_1; // the compared key belongs to this job's own path
    always @(posedge clk) begin
        valid_1 <= start & ~rst;
        number_1 <= start_context;
        context_1 <= context_0;
        task_1 <= task_0;
        answer_hit_1 <= answer_hit;
        answer_1 <= answer;
        path_known_1 <= history_at_0 >= task_0[ZF_TASK_HISTORY_LSB +: ZF_TASK_HISTORY_BITS];
    end
    assign abort_id = task_1[ZF_TASK_ID_LSB +: ZF_TASK_ID_BITS];

    wire               board_write;
    wire [ADDRESS-1:0] board_write_at;
    wire [319:0]       board_write_data, board_1;
    zf_ram_sdp #(.WIDTH(320), .DEPTH(RAM_DEPTH), .OLD(0)) board_ram (
        .clk(clk), .write_enable(board_write), .write_address(board_write_at),
        .write_data(board_write_data), .read_address(board_at_0), .read_data(board_1)
    );
    wire               node_write;
    wire [ADDRESS-1:0] node_write_at;
    wire [NODE_BITS-1:0] node_write_data, node_1;
    zf_ram_sdp #(.WIDTH(NODE_BITS), .DEPTH(RAM_DEPTH), .OLD(0)) node_ram (
        .clk(clk), .write_enable(node_write), .write_address(node_write_at),
        .write_data(node_write_data), .read_address(at_0), .read_data(node_1)
    );
    wire               state_write;
    wire [ADDRESS-1:0] state_write_at;
    wire [STATE_BITS-1:0] state_write_data, state_1;
    zf_ram_sdp #(.WIDTH(STATE_BITS), .DEPTH(RAM_DEPTH), .OLD(0)) state_ram (
        .clk(clk), .write_enable(state_write), .write_address(state_write_at),
        .write_data(state_write_data), .read_address(at_0), .read_data(state_1)
    );
    wire               mask_write;
    wire [ADDRESS-1:0] mask_write_at;
    wire [63:0]        mask_write_data, mask_1;
    zf_ram_sdp #(.WIDTH(64), .DEPTH(RAM_DEPTH), .OLD(0)) mask_ram (
        .clk(clk), .write_enable(mask_write), .write_address(mask_write_at),
        .write_data(mask_write_data), .read_address(at_0), .read_data(mask_1)
    );
    wire               killer_write;
    wire [ADDRESS-1:0] killer_write_at;
    wire [23:0]        killer_write_data, killers_1;
    zf_ram_sdp #(.WIDTH(24), .DEPTH(RAM_DEPTH), .OLD(0)) killer_ram (
        .clk(clk), .write_enable(killer_write), .write_address(killer_write_at),
        .write_data(killer_write_data), .read_address(at_0), .read_data(killers_1)
    );
    wire               history_write;
    wire [BITS+5:0]    history_write_at;
    wire [64:0]        history_write_data, history_1;
    zf_ram_sdp #(.WIDTH(65), .DEPTH(CONTEXTS * 64), .OLD(0)) history_ram (
        .clk(clk), .write_enable(history_write | load_history_valid),
        .write_address(history_write ? history_write_at : {load_context, load_history_index}),
        .write_data(history_write ? history_write_data : load_history_data),
        .read_address({start_context, history_at_0}), .read_data(history_1)
    );
    assign load_history_ready = ~history_write;

    // ================ stage 2: start
    wire                    valid_2;
    wire [BITS-1:0]         number_2;
    wire [CONTEXT_BITS-1:0] context_2;
    wire [TASK_BITS-1:0]    task_2;
    wire [319:0]            board_2;
    wire [NODE_BITS-1:0]    node_2;
    wire [STATE_BITS-1:0]   state_2;
    wire [63:0]             mask_2;
    wire [23:0]             killers_2;
    wire [64:0]             history_2;
    wire                    answer_hit_2, path_known_2, aborted_2;
    wire [39:0]             answer_2;
    // The first LOAD of a job starts from an empty board and zero sums; as choices, not gates, so that a
    // register's own reset does it.
    wire [NODE_BITS-1:0] no_node_1 = {NODE_BITS{1'b0}};
    wire clear_1 = load_first
                   & context_1[ZF_CONTEXT_MODE_LSB +: ZF_CONTEXT_MODE_BITS] == ZF_MODE_LOAD;
    // one register a signal: a cut through one long word costs the simulator a copy of it
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_1_valid (.clk(clk), .d(valid_1 & ~rst), .q(valid_2));
    zf_cut #(.WIDTH(BITS), .ON(CUTS[0])) cut_1_number (.clk(clk), .d(number_1), .q(number_2));
    zf_cut #(.WIDTH(CONTEXT_BITS), .ON(CUTS[0])) cut_1_context (.clk(clk), .d(context_1), .q(context_2));
    zf_cut #(.WIDTH(TASK_BITS), .ON(CUTS[0])) cut_1_task (.clk(clk), .d(task_1), .q(task_2));
    zf_cut #(.WIDTH(320), .ON(CUTS[0])) cut_1_board (.clk(clk), .d(clear_1 ? 320'd0 : board_1), .q(board_2));
    zf_cut #(.WIDTH(NODE_BITS), .ON(CUTS[0])) cut_1_node (
        .clk(clk), .d(clear_1 ? no_node_1 : node_1), .q(node_2)
    );
    zf_cut #(.WIDTH(STATE_BITS), .ON(CUTS[0])) cut_1_state (.clk(clk), .d(state_1), .q(state_2));
    zf_cut #(.WIDTH(64), .ON(CUTS[0])) cut_1_mask (.clk(clk), .d(mask_1), .q(mask_2));
    zf_cut #(.WIDTH(24), .ON(CUTS[0])) cut_1_killers (.clk(clk), .d(killers_1), .q(killers_2));
    zf_cut #(.WIDTH(65), .ON(CUTS[0])) cut_1_history (.clk(clk), .d(history_1), .q(history_2));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_1_answer_hit (.clk(clk), .d(answer_hit_1), .q(answer_hit_2));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_1_path_known (.clk(clk), .d(path_known_1), .q(path_known_2));
    zf_cut #(.WIDTH(40), .ON(CUTS[0])) cut_1_answer (.clk(clk), .d(answer_1), .q(answer_2));
    zf_cut #(.WIDTH(1), .ON(CUTS[0])) cut_1_aborted (.clk(clk), .d(aborted), .q(aborted_2));

    wire [3:0]  op_2;
    wire [STATE_BITS-1:0] begun_2;
    wire why_high_2, why_null_2, why_draw_2, verifies_2, given_table_2, inward_2, fresh_2, quiet_2;
    wire pawn_take_2, inclusive_2;
    wire [13:0] given_2;
    wire [5:0]  square_2, square2_2, limit_2;
    wire [6:0]  open_2, same_2;
    wire [1:0]  castle_2, promotion_2;
    zf_start #(.CONTEXT_BITS(CONTEXT_BITS), .TASK_BITS(TASK_BITS), .NODE_BITS(NODE_BITS),
               .STATE_BITS(STATE_BITS)) starter (
        .context(context_2), .task_word(task_2), .node(node_2), .state(state_2),
        .killers(killers_2), .put_square(put_square),
        .op(op_2), .state_next(begun_2), .why_high(why_high_2), .why_null(why_null_2),
        .why_draw(why_draw_2), .verifies(verifies_2), .given(given_2), .given_table(given_table_2),
        .inward(inward_2), .fresh(fresh_2), .quiet(quiet_2), .pawn_take(pawn_take_2),
        .square(square_2), .square2(square2_2), .limit(limit_2), .inclusive(inclusive_2),
        .open(open_2), .same(same_2), .castle(castle_2), .promotion(promotion_2)
    );
    wire [63:0] own_2 = board_2[319:256], orth_2 = board_2[255:192], diag_2 = board_2[191:128];
    wire [63:0] a_2 = board_2[127:64], b_2 = board_2[63:0];
    wire [63:0] other_2 = (orth_2 | diag_2 | a_2 | b_2) & ~own_2;

    // Words that go along to the end. The node's raw key is needed until stage 10.
    localparam TRIP = BITS + CONTEXT_BITS + TASK_BITS + NODE_BITS + STATE_BITS + 24 + 4 + 4 + 14 + 1
                      + 2 + 1 + 1 + 41 + 6 + 1;
    wire [TRIP-1:0] trip_2 = {number_2, context_2, task_2, node_2, begun_2, killers_2, op_2,
                              why_high_2, why_null_2, why_draw_2, verifies_2, given_2, given_table_2,
                              promotion_2, quiet_2, aborted_2, answer_hit_2, answer_2, square_2,
                              fresh_2};

    // ================ stage 3: sources
    wire            valid_3;
    wire [TRIP-1:0] trip_3;
    wire [63:0] own_3, other_3, orth_3, diag_3, a_3, b_3, mask_3;
    wire [64:0] history_3;
    wire        path_known_3, inward_3, pawn_take_3, inclusive_3;
    wire [5:0]  square2_3, limit_3;
    wire [6:0]  open_3, same_3;
    wire [1:0]  castle_3;
    // one register a signal: a cut through one long word costs the simulator a copy of it
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_2_valid (.clk(clk), .d(valid_2), .q(valid_3));
    zf_cut #(.WIDTH(TRIP), .ON(CUTS[1])) cut_2_trip (.clk(clk), .d(trip_2), .q(trip_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_own (.clk(clk), .d(own_2), .q(own_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_other (.clk(clk), .d(other_2), .q(other_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_orth (.clk(clk), .d(orth_2), .q(orth_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_diag (.clk(clk), .d(diag_2), .q(diag_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_a (.clk(clk), .d(a_2), .q(a_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_b (.clk(clk), .d(b_2), .q(b_3));
    zf_cut #(.WIDTH(64), .ON(CUTS[1])) cut_2_mask (.clk(clk), .d(mask_2), .q(mask_3));
    zf_cut #(.WIDTH(65), .ON(CUTS[1])) cut_2_history (.clk(clk), .d(history_2), .q(history_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_2_path_known (.clk(clk), .d(path_known_2), .q(path_known_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_2_inward (.clk(clk), .d(inward_2), .q(inward_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_2_pawn_take (.clk(clk), .d(pawn_take_2), .q(pawn_take_3));
    zf_cut #(.WIDTH(1), .ON(CUTS[1])) cut_2_inclusive (.clk(clk), .d(inclusive_2), .q(inclusive_3));
    zf_cut #(.WIDTH(6), .ON(CUTS[1])) cut_2_square2 (.clk(clk), .d(square2_2), .q(square2_3));
    zf_cut #(.WIDTH(6), .ON(CUTS[1])) cut_2_limit (.clk(clk), .d(limit_2), .q(limit_3));
    zf_cut #(.WIDTH(7), .ON(CUTS[1])) cut_2_open (.clk(clk), .d(open_2), .q(open_3));
    zf_cut #(.WIDTH(7), .ON(CUTS[1])) cut_2_same (.clk(clk), .d(same_2), .q(same_3));
    zf_cut #(.WIDTH(2), .ON(CUTS[1])) cut_2_castle (.clk(clk), .d(castle_2), .q(castle_3));
    wire [BITS-1:0]         number_3;
    wire [CONTEXT_BITS-1:0] context_3;
    wire [TASK_BITS-1:0]    task_3;
    wire [NODE_BITS-1:0]    node_3;
    wire [STATE_BITS-1:0]   state_3;
    wire [23:0] killers_3;
    wire [3:0]  op_3, why_3;
    wire [13:0] given_3;
    wire        given_table_3, quiet_3, aborted_3, answer_hit_3, fresh_3;
    wire [1:0]  promotion_3;
    wire [39:0] answer_3;
    wire [5:0]  square_3;
    assign {number_3, context_3, task_3, node_3, state_3, killers_3, op_3, why_3, given_3,
            given_table_3, promotion_3, quiet_3, aborted_3, answer_hit_3, answer_3, square_3,
            fresh_3} = trip_3;

    wire [63:0] from_orth_3, from_diag_3, from_knight_3, from_king_3, from_pawn_3, gate_3;
    wire        own_at_3, other_at_3;
    wire [2:0]  kind_at_3;
    zf_sources sources (
        .own(own_3), .other(other_3), .orth(orth_3), .diag(diag_3), .a(a_3), .b(b_3),
        .inward(inward_3), .line(op_3 == ZF_OP_LINE), .square(square_3), .square2(square2_3),
        .limit(limit_3), .inclusive(inclusive_3), .only(op_3 == ZF_OP_KILLER),
        .from_orth(from_orth_3), .from_diag(from_diag_3), .from_knight(from_knight_3),
        .from_king(from_king_3), .from_pawn(from_pawn_3), .gate(gate_3),
        .own_at(own_at_3), .other_at(other_at_3), .kind_at(kind_at_3)
    );
    wire ep_valid_3 = node_3[ZF_NODE_EP_VALID_LSB];
    wire [2:0] ep_file_3 = node_3[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS];
    wire ep_here_3 = ep_valid_3 & square_3 == {3'd5, ep_file_3};
    wire in_check_3 = state_3[ZF_STATE_IN_CHECK_LSB];
    // A table move takes by what stands on its target.
    wire take_3 = op_3 == ZF_OP_KILLER ? given_table_3 & (other_at_3 | ep_here_3) : pawn_take_3;
    wire outside_3 = ~mask_3[square_3];
    wire bar_men_3 = in_check_3 & outside_3 & op_3 != ZF_OP_CHECK;
    wire bar_pawn_3 = bar_men_3 & ~(take_3 & ep_here_3 & mask_3[{3'd4, ep_file_3}]);

    // Facts of the board that need no rays.
    wire [63:0] occupied_3 = own_3 | other_3;
    wire [3:0] rights_3 = node_3[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS];
    wire [1:0] castle_ok_3 = {rights_3[0] & ~|occupied_3[6:5], rights_3[1] & ~|occupied_3[3:1]}
                             & {2{~in_check_3}};
    wire own_home_3 = own_3[4] & a_3[4] & b_3[4], other_home_3 = other_3[60] & a_3[60] & b_3[60];
    wire [63:0] rooks_3 = orth_3 & ~diag_3;
    wire bad_rights_3 = (rights_3[0] & ~(own_home_3 & own_3[7] & rooks_3[7]))
                        | (rights_3[1] & ~(own_home_3 & own_3[0] & rooks_3[0]))
                        | (rights_3[2] & ~(other_home_3 & other_3[63] & rooks_3[63]))
                        | (rights_3[3] & ~(other_home_3 & other_3[56] & rooks_3[56]));
    wire [63:0] pawns_3 = a_3 & ~b_3;
    wire [7:0] other_pawns5_3 = pawns_3[39:32] & other_3[39:32];
    wire bad_ep_3 = ep_valid_3 & (~other_pawns5_3[ep_file_3] | occupied_3[{3'd5, ep_file_3}]
                                  | occupied_3[{3'd6, ep_file_3}]);
    wire [7:0] other_pawns4_3 = pawns_3[31:24] & other_3[31:24];
    // an evaluation pass sees the board from the other side
    wire seventh_3 = op_3 == ZF_OP_EVAL ? |(pawns_3[15:8] & other_3[15:8])
                                        : |(pawns_3[55:48] & own_3[55:48]);
    localparam [63:0] LIGHT = 64'h55aa55aa55aa55aa;
    wire [63:0] bishops_3 = diag_3 & ~orth_3;
    wire bishop_light_3 = |(bishops_3 & LIGHT), bishop_dark_3 = |(bishops_3 & ~LIGHT);
    wire knights_3 = |(b_3 & ~a_3);
    wire heavy_3 = |orth_3 | |pawns_3;
    wire [7:0] phase_3 = {1'b0, node_3[ZF_NODE_OWN_PHASE_LSB +: ZF_NODE_OWN_PHASE_BITS]}
                         + {1'b0, node_3[ZF_NODE_OTHER_PHASE_LSB +: ZF_NODE_OTHER_PHASE_BITS]};
    wire one_minor_3 = phase_3 <= ZF_PHASE_KNIGHT[7:0];
    wire bare_3 = phase_3 < ZF_BARE_PHASE[7:0] & ~heavy_3
                  & (one_minor_3 | (~knights_3 & ~(bishop_light_3 & bishop_dark_3)));

    // The key in full: rights and a legal en passant square added.
    wire [63:0] key_k = ZF_KEY_CASTLE[63:0], key_q = ZF_KEY_CASTLE[127:64];
    wire [63:0] ep_key_3 = ZF_KEY_EP[{ep_file_3, 6'd0} +: 64];
    wire [63:0] key_3 = node_3[ZF_NODE_KEY_LSB +: ZF_NODE_KEY_BITS]
        ^ (key_k & {64{rights_3[0]}}) ^ (key_q & {64{rights_3[1]}})
        ^ ({key_k[31:0], key_k[63:32]} & {64{rights_3[2]}})
        ^ ({key_q[31:0], key_q[63:32]} & {64{rights_3[3]}})
        ^ (ep_key_3 & {64{state_3[ZF_STATE_EP_LEGAL_LSB]}});
    wire [6:0] facts_3 = {bad_rights_3, bad_ep_3, seventh_3, bare_3,
                          history_3[64] | path_known_3, castle_3 & castle_ok_3};

    // ================ stage 4: rays
    wire            valid_4;
    wire [TRIP-1:0] trip_4;
    wire [63:0] own_4, other_4, orth_4, diag_4, a_4, b_4, mask_4, gate_4, key_4, compared_4;
    wire [63:0] from_orth_4, from_diag_4, from_knight_4, from_king_4, from_pawn_4;
    wire        own_at_4, other_at_4, inward_4, take_4, bar_men_4, bar_pawn_4;
    wire [2:0]  kind_at_4;
    wire [6:0]  open_4, same_4, facts_4;
    wire [1:0]  castle_ok_4;
    wire [7:0]  other_pawns4_4;
    // one register a signal: a cut through one long word costs the simulator a copy of it
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_valid (.clk(clk), .d(valid_3), .q(valid_4));
    zf_cut #(.WIDTH(TRIP), .ON(CUTS[2])) cut_3_trip (.clk(clk), .d(trip_3), .q(trip_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_own (.clk(clk), .d(own_3), .q(own_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_other (.clk(clk), .d(other_3), .q(other_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_orth (.clk(clk), .d(orth_3), .q(orth_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_diag (.clk(clk), .d(diag_3), .q(diag_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_a (.clk(clk), .d(a_3), .q(a_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_b (.clk(clk), .d(b_3), .q(b_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_mask (.clk(clk), .d(mask_3), .q(mask_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_gate (.clk(clk), .d(gate_3), .q(gate_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_key (.clk(clk), .d(key_3), .q(key_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_compared (.clk(clk), .d(history_3[63:0]), .q(compared_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_from_orth (.clk(clk), .d(from_orth_3), .q(from_orth_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_from_diag (.clk(clk), .d(from_diag_3), .q(from_diag_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_from_knight (.clk(clk), .d(from_knight_3), .q(from_knight_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_from_king (.clk(clk), .d(from_king_3), .q(from_king_4));
    zf_cut #(.WIDTH(64), .ON(CUTS[2])) cut_3_from_pawn (.clk(clk), .d(from_pawn_3), .q(from_pawn_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_own_at (.clk(clk), .d(own_at_3), .q(own_at_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_other_at (.clk(clk), .d(other_at_3), .q(other_at_4));
    zf_cut #(.WIDTH(3), .ON(CUTS[2])) cut_3_kind_at (.clk(clk), .d(kind_at_3), .q(kind_at_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_inward (.clk(clk), .d(inward_3), .q(inward_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_take (.clk(clk), .d(take_3), .q(take_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_bar_men (.clk(clk), .d(bar_men_3), .q(bar_men_4));
    zf_cut #(.WIDTH(1), .ON(CUTS[2])) cut_3_bar_pawn (.clk(clk), .d(bar_pawn_3), .q(bar_pawn_4));
    zf_cut #(.WIDTH(7), .ON(CUTS[2])) cut_3_open (.clk(clk), .d(open_3), .q(open_4));
    zf_cut #(.WIDTH(7), .ON(CUTS[2])) cut_3_same (.clk(clk), .d(same_3), .q(same_4));
    zf_cut #(.WIDTH(7), .ON(CUTS[2])) cut_3_facts (.clk(clk), .d(facts_3), .q(facts_4));
    zf_cut #(.WIDTH(2), .ON(CUTS[2])) cut_3_castle_ok (.clk(clk), .d(castle_ok_3), .q(castle_ok_4));
    zf_cut #(.WIDTH(8), .ON(CUTS[2])) cut_3_other_pawns4 (.clk(clk), .d(other_pawns4_3), .q(other_pawns4_4));
    wire [63:0] r_orth_4, r_diag_4, r_knight_4, r_king_4, pawn_up_4, push_up_4, pawn_down_4;
    wire [63:0] push_down_4, between_4;
    zf_radiate radiate (
        .from_orth(from_orth_4), .from_diag(from_diag_4), .from_knight(from_knight_4),
        .from_king(from_king_4), .from_pawn(from_pawn_4), .empty(~(own_4 | other_4)),
        .orth(r_orth_4), .diag(r_diag_4), .knight(r_knight_4), .king(r_king_4),
        .pawn_up(pawn_up_4), .push_up(push_up_4), .pawn_down(pawn_down_4),
        .push_down(push_down_4), .between(between_4)
    );
    wire key_equal_4 = key_4 == compared_4;
    wire [ZF_STATE_BITS-1:0] state_4 = trip_4[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - 1
                                              -: STATE_BITS];
    wire [63:0] between_mask_4 = between_4 | mask_4;
    wire [63:0] leave_4 = mask_4 | {64{~state_4[ZF_STATE_IN_CHECK_LSB]}};

    // ================ stage 5: candidates
    wire            valid_5;
    wire [TRIP-1:0] trip_5;
    wire [63:0] own_5, other_5, orth_5, diag_5, a_5, b_5, leave_5, gate_5, key_5, between_5;
    wire [63:0] r_orth_5, r_diag_5, r_knight_5, r_king_5, pawn_up_5, push_up_5, pawn_down_5;
    wire [63:0] push_down_5;
    wire        own_at_5, other_at_5, inward_5, take_5, bar_men_5, bar_pawn_5, key_equal_5;
    wire [2:0]  kind_at_5;
    wire [6:0]  open_5, same_5, facts_5;
    wire [1:0]  castle_ok_5;
    wire [7:0]  other_pawns4_5;
    // one register a signal: a cut through one long word costs the simulator a copy of it
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_valid (.clk(clk), .d(valid_4), .q(valid_5));
    zf_cut #(.WIDTH(TRIP), .ON(CUTS[3])) cut_4_trip (.clk(clk), .d(trip_4), .q(trip_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_own (.clk(clk), .d(own_4), .q(own_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_other (.clk(clk), .d(other_4), .q(other_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_orth (.clk(clk), .d(orth_4), .q(orth_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_diag (.clk(clk), .d(diag_4), .q(diag_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_a (.clk(clk), .d(a_4), .q(a_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_b (.clk(clk), .d(b_4), .q(b_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_leave (.clk(clk), .d(leave_4), .q(leave_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_gate (.clk(clk), .d(gate_4), .q(gate_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_key (.clk(clk), .d(key_4), .q(key_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_between (.clk(clk), .d(between_mask_4), .q(between_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_r_orth (.clk(clk), .d(r_orth_4), .q(r_orth_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_r_diag (.clk(clk), .d(r_diag_4), .q(r_diag_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_r_knight (.clk(clk), .d(r_knight_4), .q(r_knight_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_r_king (.clk(clk), .d(r_king_4), .q(r_king_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_pawn_up (.clk(clk), .d(pawn_up_4), .q(pawn_up_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_push_up (.clk(clk), .d(push_up_4), .q(push_up_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_pawn_down (.clk(clk), .d(pawn_down_4), .q(pawn_down_5));
    zf_cut #(.WIDTH(64), .ON(CUTS[3])) cut_4_push_down (.clk(clk), .d(push_down_4), .q(push_down_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_own_at (.clk(clk), .d(own_at_4), .q(own_at_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_other_at (.clk(clk), .d(other_at_4), .q(other_at_5));
    zf_cut #(.WIDTH(3), .ON(CUTS[3])) cut_4_kind_at (.clk(clk), .d(kind_at_4), .q(kind_at_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_inward (.clk(clk), .d(inward_4), .q(inward_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_take (.clk(clk), .d(take_4), .q(take_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_bar_men (.clk(clk), .d(bar_men_4), .q(bar_men_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_bar_pawn (.clk(clk), .d(bar_pawn_4), .q(bar_pawn_5));
    zf_cut #(.WIDTH(1), .ON(CUTS[3])) cut_4_key_equal (.clk(clk), .d(key_equal_4), .q(key_equal_5));
    zf_cut #(.WIDTH(7), .ON(CUTS[3])) cut_4_open (.clk(clk), .d(open_4), .q(open_5));
    zf_cut #(.WIDTH(7), .ON(CUTS[3])) cut_4_same (.clk(clk), .d(same_4), .q(same_5));
    zf_cut #(.WIDTH(7), .ON(CUTS[3])) cut_4_facts (.clk(clk), .d(facts_4), .q(facts_5));
    zf_cut #(.WIDTH(2), .ON(CUTS[3])) cut_4_castle_ok (.clk(clk), .d(castle_ok_4), .q(castle_ok_5));
    zf_cut #(.WIDTH(8), .ON(CUTS[3])) cut_4_other_pawns4 (.clk(clk), .d(other_pawns4_4), .q(other_pawns4_5));
    wire [NODE_BITS-1:0] node_5 = trip_5[TRIP - BITS - CONTEXT_BITS - TASK_BITS - 1 -: NODE_BITS];
    wire [3:0] op_5 = trip_5[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - STATE_BITS - 24 - 1
                             -: 4];
    wire [63:0] c0_5, c1_5, c2_5, c3_5, c4_5, c5_5, c6_5;
    wire        illegal_5;
    wire [5:0]  other_king_5 = node_5[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS];
    wire [1:0]  seen_5 = {r_orth_5[other_king_5], r_diag_5[other_king_5]}, seen_10;
    zf_delay #(.WIDTH(2), .N(5)) late_seen (.clk(clk), .d(seen_5), .q(seen_10));
    zf_candidates candidates (
        .own(own_5), .other(other_5), .a(a_5), .b(b_5), .orth_men(orth_5), .diag_men(diag_5),
        .orth(r_orth_5), .diag(r_diag_5), .knight(r_knight_5), .king(r_king_5),
        .pawn_up(pawn_up_5), .push_up(push_up_5), .pawn_down(pawn_down_5), .push_down(push_down_5),
        .gate(gate_5), .mask(leave_5), .inward(inward_5), .check(op_5 == ZF_OP_CHECK),
        .pawn_take(take_5), .bar_men(bar_men_5), .bar_pawn(bar_pawn_5), .open(open_5), .same(same_5),
        .ep_valid(node_5[ZF_NODE_EP_VALID_LSB]),
        .ep_file(node_5[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS]),
        .other_king(node_5[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS]),
        .castled_king(node_5[ZF_NODE_CASTLED_KING_LSB]),
        .castled_queen(node_5[ZF_NODE_CASTLED_QUEEN_LSB]),
        .c0(c0_5), .c1(c1_5), .c2(c2_5), .c3(c3_5), .c4(c4_5), .c5(c5_5), .c6(c6_5),
        .illegal(illegal_5)
    );
    wire signed [16:0] side_11;
    zf_eval #(.FULL(FULL)) evaluation (
        .clk(clk), .own(own_5), .orth(orth_5), .diag(diag_5), .a(a_5), .b(b_5),
        .knight_reach(r_knight_5), .diag_reach(r_diag_5), .orth_reach(r_orth_5),
        .weights(slow_weights), .side(side_11)
    );

    // ================ stages 6 and 7: the arbiter
    reg [63:0] c0_6, c1_6, c2_6, c3_6, c4_6, c5_6, c6_6;
    always @(posedge clk) begin
        c0_6 <= c0_5;
        c1_6 <= c1_5;
        c2_6 <= c2_5;
        c3_6 <= c3_5;
        c4_6 <= c4_5;
        c5_6 <= c5_5;
        c6_6 <= c6_5;
    end
    wire       found_7, more_7;
    wire [2:0] chosen_7;
    wire [5:0] square_7;
    zf_choose #(.CUT(1)) choose (
        .clk(clk), .c0(c0_6), .c1(c1_6), .c2(c2_6), .c3(c3_6), .c4(c4_6), .c5(c5_6), .c6(c6_6),
        .found(found_7), .chosen(chosen_7), .square(square_7), .more(more_7)
    );

    // ================ stage 8: the move
    wire            valid_8;
    wire [TRIP-1:0] trip_8;
    wire [63:0] other_8, orth_8, diag_8, a_8, b_8, key_8, between_8;
    wire        own_at_8, other_at_8, key_equal_8, illegal_8;
    wire [2:0]  kind_at_8;
    wire [6:0]  facts_8;
    wire [1:0]  castle_ok_8;
    wire [7:0]  other_pawns4_8;
    // one register a signal: a cut through one long word costs the simulator a copy of it
    zf_delay #(.WIDTH(1), .N(3)) to_8_valid (.clk(clk), .d(valid_5), .q(valid_8));
    zf_delay #(.WIDTH(TRIP), .N(3)) to_8_trip (.clk(clk), .d(trip_5), .q(trip_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_other (.clk(clk), .d(other_5), .q(other_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_orth (.clk(clk), .d(orth_5), .q(orth_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_diag (.clk(clk), .d(diag_5), .q(diag_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_a (.clk(clk), .d(a_5), .q(a_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_b (.clk(clk), .d(b_5), .q(b_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_key (.clk(clk), .d(key_5), .q(key_8));
    zf_delay #(.WIDTH(64), .N(3)) to_8_between (.clk(clk), .d(between_5), .q(between_8));
    zf_delay #(.WIDTH(1), .N(3)) to_8_own_at (.clk(clk), .d(own_at_5), .q(own_at_8));
    zf_delay #(.WIDTH(1), .N(3)) to_8_other_at (.clk(clk), .d(other_at_5), .q(other_at_8));
    zf_delay #(.WIDTH(1), .N(3)) to_8_key_equal (.clk(clk), .d(key_equal_5), .q(key_equal_8));
    zf_delay #(.WIDTH(1), .N(3)) to_8_illegal (.clk(clk), .d(illegal_5), .q(illegal_8));
    zf_delay #(.WIDTH(3), .N(3)) to_8_kind_at (.clk(clk), .d(kind_at_5), .q(kind_at_8));
    zf_delay #(.WIDTH(7), .N(3)) to_8_facts (.clk(clk), .d(facts_5), .q(facts_8));
    zf_delay #(.WIDTH(2), .N(3)) to_8_castle_ok (.clk(clk), .d(castle_ok_5), .q(castle_ok_8));
    zf_delay #(.WIDTH(8), .N(3)) to_8_other_pawns4 (.clk(clk), .d(other_pawns4_5), .q(other_pawns4_8));
    reg       found_8, more_8;
    reg [2:0] chosen_8;
    reg [5:0] hit_8;
    always @(posedge clk) begin
        found_8 <= found_7;
        more_8 <= more_7;
        chosen_8 <= chosen_7;
        hit_8 <= square_7;
    end
    wire [BITS-1:0]         number_8;
    wire [CONTEXT_BITS-1:0] context_8;
    wire [TASK_BITS-1:0]    task_8;
    wire [NODE_BITS-1:0]    node_8;
    wire [STATE_BITS-1:0]   state_8;
    wire [23:0] killers_8;
    wire [3:0]  op_8, why_8;
    wire [13:0] given_8;
    wire        given_table_8, quiet_8, aborted_8, answer_hit_8, fresh_8;
    wire [1:0]  promotion_8;
    wire [39:0] answer_8;
    wire [5:0]  target_8;
    assign {number_8, context_8, task_8, node_8, state_8, killers_8, op_8, why_8, given_8,
            given_table_8, promotion_8, quiet_8, aborted_8, answer_hit_8, answer_8, target_8,
            fresh_8} = trip_8;
    wire search_8 = task_8[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] == ZF_JOB_KIND_SEARCH;

    wire        made_8, skipped_8, take_8, take_ep_8, castle_king_8, castle_queen_8, promotes_8;
    wire        ep_next_8, silent_8, has_from_8;
    wire [13:0] move_8;
    wire [5:0]  from_8, to_square_8;
    wire [2:0]  piece_8, after_8, taken_8;
    wire [8:0]  row_from_8, row_to_8, row_taken_8;
    zf_resolve resolve (
        .op(op_8), .quiet(quiet_8), .grade(state_8[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS]),
        .target(target_8), .given(given_8), .given_table(given_table_8), .promotion(promotion_8),
        .table_move(state_8[ZF_STATE_TABLE_MOVE_LSB +: ZF_STATE_TABLE_MOVE_BITS]),
        .killers(killers_8),
        .killers_count(search_8 & node_8[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] != 0),
        .found(found_8), .chosen(chosen_8), .square(hit_8), .own_at(own_at_8),
        .other_at(other_at_8), .kind_at(kind_at_8),
        .ep_valid(node_8[ZF_NODE_EP_VALID_LSB]),
        .ep_file(node_8[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS]),
        .own_king(node_8[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]),
        .castle_ok(castle_ok_8), .other_pawns4(other_pawns4_8),
        .put_valid(put_valid), .put_piece(put_piece), .put_square(put_square),
        .made(made_8), .skipped(skipped_8), .move(move_8), .from(from_8), .to(to_square_8),
        .piece(piece_8), .after(after_8), .take(take_8), .take_ep(take_ep_8), .taken(taken_8),
        .castle_king(castle_king_8), .castle_queen(castle_queen_8), .promotes(promotes_8),
        .ep_next(ep_next_8), .silent(silent_8), .has_from(has_from_8),
        .row_from(row_from_8), .row_to(row_to_8), .row_taken(row_taken_8)
    );
    // The evasion mask: the checker's square at once, the squares between by a LINE trip.
    wire [4:0] ply_8 = context_8[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    // planted fault 10: an evasion mask without the squares between
    wire bug_10;
    zf_bug #(.N(10)) plant_10 (.on(bug_10));
    assign mask_write = valid_8 & (op_8 == ZF_OP_CHECK | (op_8 == ZF_OP_LINE & ~bug_10));
    assign mask_write_at = {number_8, ply_8};
    assign mask_write_data = op_8 == ZF_OP_LINE ? between_8
                           : {63'd0, found_8 & ~more_8} << hit_8;

    // ================ stage 9: the board is written, the weight rows come
    localparam MOVE = 1 + 1 + 14 + 6 + 6 + 3 + 3 + 3 + 8 + 1 + 1 + 3 + 6 + 7 + 2;
    wire [MOVE-1:0] move_word_8 = {
        made_8, skipped_8, move_8, from_8, to_square_8, piece_8, after_8, taken_8,
        take_8, take_ep_8, castle_king_8, castle_queen_8, promotes_8, ep_next_8, silent_8, has_from_8,
        found_8, more_8, chosen_8, hit_8, facts_8,
        key_equal_8, illegal_8};
    reg            valid_9;
    reg [TRIP-1:0] trip_9;
    reg [MOVE-1:0] move_word_9;
    reg [63:0]     other_9, orth_9, diag_9, a_9, b_9;
    reg            occupied_9;
    always @(posedge clk) begin
        valid_9 <= valid_8 & ~rst;
        trip_9 <= trip_8;
        move_word_9 <= move_word_8;
        other_9 <= other_8;
        orth_9 <= orth_8;
        diag_9 <= diag_8;
        a_9 <= a_8;
        b_9 <= b_8;
        occupied_9 <= own_at_8 | other_at_8;
    end
    wire        made_9, skipped_9, take_9, take_ep_9, castle_king_9, castle_queen_9, promotes_9;
    wire        ep_next_9, silent_9, has_from_9, found_9, more_9;
    wire [13:0] move_9;
    wire [5:0]  from_9, to_9, hit_9;
    wire [2:0]  piece_9, after_9, taken_9, chosen_9;
    wire [6:0]  facts_9;
    wire        key_equal_9, illegal_9;
    assign {made_9, skipped_9, move_9, from_9, to_9, piece_9, after_9, taken_9, take_9, take_ep_9,
            castle_king_9, castle_queen_9, promotes_9, ep_next_9, silent_9, has_from_9, found_9, more_9, chosen_9, hit_9, facts_9, key_equal_9,
            illegal_9} = move_word_9;
    wire [BITS-1:0] number_9 = trip_9[TRIP-1 -: BITS];
    wire [4:0] ply_9 = trip_9[TRIP - BITS - CONTEXT_BITS + ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    wire [3:0] op_9 = trip_9[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - STATE_BITS - 24 - 1
                             -: 4];
    wire load_9 = op_9 == ZF_OP_LOAD;
    wire [4:0] child_ply_9 = load_9 ? 5'd0 : ply_9 + 5'd1;
    assign board_write = valid_9 & (load_9 | op_9 == ZF_OP_FIRST | op_9 == ZF_OP_VICTIM | made_9);
    assign board_write_at = {number_9, child_ply_9};
    zf_write writer (
        .other(other_9), .orth(orth_9), .diag(diag_9), .a(a_9), .b(b_9), .made(made_9),
        .has_from(has_from_9), .from(from_9), .to(to_9), .after(after_9), .take_ep(take_ep_9),
        .castle_king(castle_king_9), .castle_queen(castle_queen_9), .board(board_write_data)
    );
    wire [87:0] row_from_9, row_to_9, row_taken_9;
    zf_rows rows (
        .clk(clk), .write(row_write), .write_address(row_address), .write_data(row_data),
        .address_from(row_from_8), .address_to(row_to_8), .address_taken(row_taken_8),
        .row_from(row_from_9), .row_to(row_to_9), .row_taken(row_taken_9)
    );

    // Lines on which a man that leaves can expose a king.
    wire [NODE_BITS-1:0] node_9 = trip_9[TRIP - BITS - CONTEXT_BITS - TASK_BITS - 1 -: NODE_BITS];
    wire [63:0] own_9 = (orth_9 | diag_9 | a_9 | b_9) & ~other_9;
    wire [3:0] own_lines_9, other_lines_9;
    zf_lines own_king_lines (
        .orth(orth_9 & other_9), .diag(diag_9 & other_9),
        .square(node_9[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]), .lines(own_lines_9)
    );
    zf_lines other_king_lines (
        .orth(orth_9 & own_9), .diag(diag_9 & own_9),
        .square(node_9[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS]), .lines(other_lines_9)
    );

    // ================ stage 10: the child's words
    reg [3:0]      own_lines_10, other_lines_10;
    always @(posedge clk) begin
        own_lines_10 <= own_lines_9;
        other_lines_10 <= other_lines_9;
    end
    reg            valid_10;
    reg [TRIP-1:0] trip_10;
    reg [MOVE-1:0] move_word_10;
    reg [87:0]     row_from_10, row_to_10, row_taken_10;
    reg            occupied_10;
    always @(posedge clk) begin
        valid_10 <= valid_9 & ~rst;
        trip_10 <= trip_9;
        move_word_10 <= move_word_9;
        row_from_10 <= row_from_9;
        row_to_10 <= row_to_9;
        row_taken_10 <= row_taken_9;
        occupied_10 <= occupied_9;
    end
    wire [NODE_BITS-1:0]  node_10 = trip_10[TRIP - BITS - CONTEXT_BITS - TASK_BITS - 1 -: NODE_BITS];
    wire [TASK_BITS-1:0]  task_10 = trip_10[TRIP - BITS - CONTEXT_BITS - 1 -: TASK_BITS];
    wire [STATE_BITS-1:0] state_10 = trip_10[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - 1
                                             -: STATE_BITS];
    wire [3:0] op_10 = trip_10[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - STATE_BITS - 24 - 1
                               -: 4];
    wire        made_10, skipped_10, take_10, take_ep_10, castle_king_10, castle_queen_10, promotes_10;
    wire        ep_next_10, silent_10, has_from_10, found_10, more_10;
    wire [13:0] move_10;
    wire [5:0]  from_10, to_10, hit_10;
    wire [2:0]  piece_10, after_10, taken_10, chosen_10;
    wire [6:0]  facts_10;
    wire        key_equal_10, illegal_10;
    assign {made_10, skipped_10, move_10, from_10, to_10, piece_10, after_10, taken_10, take_10,
            take_ep_10, castle_king_10, castle_queen_10, promotes_10, ep_next_10, silent_10,
            has_from_10, found_10, more_10, chosen_10, hit_10, facts_10, key_equal_10,
            illegal_10} = move_word_10;
    wire aim_legal_10, aim_check_10;
    zf_aim aim (
        .from(from_10), .to(to_10), .piece(piece_10), .after(after_10),
        .own_king(node_10[ZF_NODE_OWN_KING_LSB +: ZF_NODE_OWN_KING_BITS]),
        .other_king(node_10[ZF_NODE_OTHER_KING_LSB +: ZF_NODE_OTHER_KING_BITS]),
        .seen_orth(seen_10[1]), .seen_diag(seen_10[0]), .promotes(promotes_10),
        .own_lines(own_lines_10), .other_lines(other_lines_10),
        .in_check(state_10[ZF_STATE_IN_CHECK_LSB]), .take_ep(take_ep_10),
        .castle(castle_king_10 | castle_queen_10), .legal(aim_legal_10), .check(aim_check_10)
    );
    wire [NODE_BITS-1:0] child_10;
    zf_child #(.NODE_BITS(NODE_BITS)) offspring (
        .op(op_10), .node(node_10),
        .search(task_10[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] == ZF_JOB_KIND_SEARCH),
        .evasion(task_10[ZF_TASK_EVASION_LSB]), .in_check(state_10[ZF_STATE_IN_CHECK_LSB]),
        .null_high(state_10[ZF_STATE_NULL_HIGH_LSB]),
        .null_r(task_10[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS]),
        .made(made_10), .take(take_10), .take_ep(take_ep_10), .castle_king(castle_king_10),
        .castle_queen(castle_queen_10), .promotes(promotes_10), .ep_next(ep_next_10),
        .piece(piece_10), .after(after_10), .taken(taken_10), .from(from_10), .to(to_10),
        .move(move_10), .aim_legal(aim_legal_10), .aim_check(aim_check_10),
        .row_from(row_from_10), .row_to(row_to_10), .row_taken(row_taken_10), .root(load_root),
        .child(child_10)
    );

    // ================ stages 11 and 12: fast score of the child, stand-pat value of the node
    reg                  valid_11, valid_12;
    reg [TRIP-1:0]       trip_11, trip_12;
    reg [MOVE-1:0]       move_word_11, move_word_12;
    reg [NODE_BITS-1:0]  child_11, child_12;
    reg                  occupied_11, occupied_12;
    reg signed [22:0]    product_12;
    wire signed [15:0] mg_11 = child_11[ZF_NODE_MG_LSB +: ZF_NODE_MG_BITS];
    wire signed [15:0] eg_11 = child_11[ZF_NODE_EG_LSB +: ZF_NODE_EG_BITS];
    wire signed [16:0] gap_11 = {mg_11[15], mg_11} - {eg_11[15], eg_11};
    wire [7:0] sum_11 = {1'b0, child_11[ZF_NODE_OWN_PHASE_LSB +: ZF_NODE_OWN_PHASE_BITS]}
                        + {1'b0, child_11[ZF_NODE_OTHER_PHASE_LSB +: ZF_NODE_OTHER_PHASE_BITS]};
    wire [5:0] ph_11 = sum_11 >= ZF_PHASE_FULL[7:0] ? ZF_PHASE_FULL[5:0] : sum_11[5:0];
    wire signed [22:0] product_11 = gap_11 * $signed({1'b0, ph_11});
    always @(posedge clk) begin
        valid_11 <= valid_10 & ~rst;
        valid_12 <= valid_11 & ~rst;
        trip_11 <= trip_10;
        trip_12 <= trip_11;
        move_word_11 <= move_word_10;
        move_word_12 <= move_word_11;
        child_11 <= child_10;
        child_12 <= child_11;
        occupied_11 <= occupied_10;
        occupied_12 <= occupied_11;
        product_12 <= product_11;
    end
    wire signed [15:0] eg_12 = child_12[ZF_NODE_EG_LSB +: ZF_NODE_EG_BITS];
    wire signed [17:0] raw_12 = {{2{eg_12[15]}}, eg_12} + product_12[22:5];
    localparam signed [17:0] TOP = ZF_FAST_LIMIT;
    wire signed [15:0] child_fast_12 = raw_12 > TOP ? TOP[15:0] : raw_12 < -TOP ? -TOP[15:0]
                                     : raw_12[15:0];

    // The evaluation ends one stage before: clamp it to the margin.
    wire signed [16:0] side_12;
    zf_delay #(.WIDTH(17), .N(AFTER_EVAL)) late_side (.clk(clk), .d(side_11), .q(side_12));
    wire [3:0] op_11 = trip_11[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - STATE_BITS - 24 - 1
                               -: 4];
    wire [STATE_BITS-1:0] state_11 = trip_11[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - 1
                                             -: STATE_BITS];
    wire [NODE_BITS-1:0] node_11 = trip_11[TRIP - BITS - CONTEXT_BITS - TASK_BITS - 1 -: NODE_BITS];
    wire signed [16:0] own_side_11 = state_11[ZF_STATE_STAND_LSB +: ZF_STATE_STAND_BITS];
    wire signed [17:0] own_tempo_11 = {own_side_11[16], own_side_11} + {{10{tempo[7]}}, tempo};
    reg signed [17:0] own_tempo_12;
    reg signed [15:0] fast_12;
    reg surely_high_12, surely_low_12;
    wire [TASK_BITS-1:0] task_11 = trip_11[TRIP - BITS - CONTEXT_BITS - 1 -: TASK_BITS];
    wire signed [15:0] beta_11 = task_11[ZF_TASK_BETA_LSB +: ZF_TASK_BETA_BITS];
    wire odd_11 = trip_11[TRIP - BITS - CONTEXT_BITS + ZF_CONTEXT_PLY_LSB];
    wire signed [15:0] bound_11 = odd_11 ? 16'sd1 - beta_11 : beta_11;
    wire signed [15:0] fast_11 = node_11[ZF_NODE_FAST_LSB +: ZF_NODE_FAST_BITS];
    wire signed [10:0] reach = {margin[9], margin};
    wire signed [15:0] wide_reach = {{5{reach[10]}}, reach};
    wire eval_job_11 = task_11[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] == ZF_JOB_KIND_EVAL;
    always @(posedge clk) begin
        own_tempo_12 <= own_tempo_11;
        fast_12 <= fast_11;
        surely_high_12 <= fast_11 - wide_reach >= bound_11 & ~eval_job_11;
        surely_low_12 <= fast_11 + wide_reach < bound_11 & ~eval_job_11;
    end
    wire signed [18:0] slow_raw_12 = {own_tempo_12[17], own_tempo_12} - {{2{side_12[16]}}, side_12};
    wire signed [18:0] top_12 = {{8{reach[10]}}, reach};
    wire signed [10:0] slow_12 = slow_raw_12 > top_12 ? reach : slow_raw_12 < -top_12 ? -reach
                               : slow_raw_12[10:0];
    wire [3:0] op_12 = trip_12[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - STATE_BITS - 24 - 1
                               -: 4];
    wire [STATE_BITS-1:0] state_12 = trip_12[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - 1
                                             -: STATE_BITS];
    wire signed [10:0] add_12 = surely_high_12 ? -reach : surely_low_12 ? reach : slow_12;
    wire signed [15:0] stand_12 = op_12 == ZF_OP_VICTIM ? state_12[ZF_STATE_STAND_LSB +: 16]
                                : fast_12 + {{5{add_12[10]}}, add_12};
    wire [2:0] chosen_12 = move_word_12[17:15];
    wire from_state_12 = op_12 == ZF_OP_EVAL | op_12 == ZF_OP_SCAN;
    wire [2:0] grade_12 = from_state_12 ? state_12[ZF_STATE_CLASS_LSB +: ZF_STATE_CLASS_BITS]
                                        : chosen_12;
    wire [11:0] delta_12 = grade_12 == ZF_VICTIM_QUEEN ? deltas[59:48]
                         : grade_12 == ZF_VICTIM_ROOK ? deltas[47:36]
                         : grade_12 == ZF_VICTIM_BISHOP ? deltas[35:24]
                         : grade_12 == ZF_VICTIM_KNIGHT ? deltas[23:12] : deltas[11:0];

    // ================ stage 13: comparisons
    reg                  valid_13;
    reg [TRIP-1:0]       trip_13;
    reg [MOVE-1:0]       move_word_13;
    reg [NODE_BITS-1:0]  child_13;
    reg                  occupied_13, surely_high_13, surely_low_13;
    reg signed [15:0]    child_fast_13, stand_13;
    reg signed [16:0]    side_13;
    reg signed [12:0]    delta_13;
    wire [63:0]          key_14;
    always @(posedge clk) begin
        valid_13 <= valid_12 & ~rst;
        trip_13 <= trip_12;
        move_word_13 <= move_word_12;
        child_13 <= child_12;
        occupied_13 <= occupied_12;
        child_fast_13 <= child_fast_12;
        stand_13 <= stand_12;
        side_13 <= side_12;
        delta_13 <= {delta_12[11], delta_12};
        surely_high_13 <= surely_high_12;
        surely_low_13 <= surely_low_12;
    end
    wire [BITS-1:0]         number_13 = trip_13[TRIP-1 -: BITS];
    wire [CONTEXT_BITS-1:0] context_13 = trip_13[TRIP - BITS - 1 -: CONTEXT_BITS];
    wire [TASK_BITS-1:0]    task_13 = trip_13[TRIP - BITS - CONTEXT_BITS - 1 -: TASK_BITS];
    wire [NODE_BITS-1:0]    node_13 = trip_13[TRIP - BITS - CONTEXT_BITS - TASK_BITS - 1 -: NODE_BITS];
    wire [STATE_BITS-1:0]   state_13 = trip_13[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - 1
                                               -: STATE_BITS];
    wire [3:0] op_13 = trip_13[TRIP - BITS - CONTEXT_BITS - TASK_BITS - NODE_BITS - STATE_BITS - 24 - 1
                               -: 4];
    wire made_13 = move_word_13[MOVE-1];
    // planted fault 8: all contexts count from context 0
    wire bug_8;
    zf_bug #(.N(8)) plant_8 (.on(bug_8));
    wire [TALLY_BITS-1:0] tally_13;
    zf_ram_async #(.WIDTH(TALLY_BITS), .DEPTH(CONTEXTS)) tally_ram (
        .clk(clk), .write_enable(end_valid), .write_address(end_context),
        .write_data(tally_write_data), .read_address(number_13 & {BITS{~bug_8}}),
        .read_data(tally_13)
    );
    wire signed [15:0] bound_13, back_score_13, reach_13, entry_13;
    wire at_once_13, lifts_13, stand_high_13, reach_low_13, reach_lifts_13, null_fits_13;
    wire mated_high_13, full_count_13, entry_cuts_13;
    zf_judge #(.CONTEXT_BITS(CONTEXT_BITS), .TALLY_BITS(TALLY_BITS), .TASK_BITS(TASK_BITS),
               .NODE_BITS(NODE_BITS), .STATE_BITS(STATE_BITS)) judge (
        .context(context_13), .tally(tally_13), .task_word(task_13), .node(node_13),
        .state(state_13), .op(op_13), .made(made_13), .child(child_13), .child_fast(child_fast_13),
        .stand(stand_13), .delta(delta_13), .margin(reach), .answer(trip_13[46:7]),
        .bound(bound_13), .at_once(at_once_13), .lifts(lifts_13), .back_score(back_score_13),
        .stand_high(stand_high_13), .reach(reach_13), .reach_low(reach_low_13),
        .reach_lifts(reach_lifts_13), .null_fits(null_fits_13), .mated_high(mated_high_13),
        .full_count(full_count_13), .entry_cuts(entry_cuts_13), .entry(entry_13)
    );

    // Only a first visit that may ask the table, a LOAD and an OUT do not go straight on.
    wire asks_13 = task_13[ZF_TASK_TABLE_LSB]
                   & node_13[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS]
                     >= {1'b0, task_13[ZF_TASK_TABLE_MIN_LSB +: ZF_TASK_TABLE_MIN_BITS]};
    wire early_13 = op_13 != ZF_OP_LOAD & op_13 != ZF_OP_OUT
                    & ~((op_13 == ZF_OP_FIRST | op_13 == ZF_OP_SCAN) & asks_13);
    assign early = valid_13 & ~rst & early_13;
    assign early_context = number_13;
    reg early_14;
    always @(posedge clk) early_14 <= early_13;
    assign told_early = early_14;

    // ================ stage 14: end
    reg                  valid_14;
    reg [TRIP-1:0]       trip_14;
    reg [MOVE-1:0]       move_word_14;
    reg [NODE_BITS-1:0]  child_14;
    reg                  occupied_14, surely_high_14, surely_low_14;
    reg signed [15:0]    child_fast_14, stand_14, bound_14, back_score_14, reach_14, entry_14;
    reg signed [16:0]    side_14;
    reg [TALLY_BITS-1:0] tally_14;
    reg at_once_14, lifts_14, stand_high_14, reach_low_14, reach_lifts_14, null_fits_14;
    reg mated_high_14, full_count_14, entry_cuts_14;
    always @(posedge clk) begin
        valid_14 <= valid_13 & ~rst;
        trip_14 <= trip_13;
        move_word_14 <= move_word_13;
        child_14 <= child_13;
        occupied_14 <= occupied_13;
        child_fast_14 <= child_fast_13;
        stand_14 <= stand_13;
        side_14 <= side_13;
        surely_high_14 <= surely_high_13;
        surely_low_14 <= surely_low_13;
        tally_14 <= tally_13;
        bound_14 <= bound_13;
        back_score_14 <= back_score_13;
        reach_14 <= reach_13;
        entry_14 <= entry_13;
        at_once_14 <= at_once_13;
        lifts_14 <= lifts_13;
        stand_high_14 <= stand_high_13;
        reach_low_14 <= reach_low_13;
        reach_lifts_14 <= reach_lifts_13;
        null_fits_14 <= null_fits_13;
        mated_high_14 <= mated_high_13;
        full_count_14 <= full_count_13;
        entry_cuts_14 <= entry_cuts_13;
    end
    zf_delay #(.WIDTH(64), .N(6)) late_key (.clk(clk), .d(key_8), .q(key_14));
    wire [BITS-1:0]         number_14;
    wire [CONTEXT_BITS-1:0] context_14;
    wire [TASK_BITS-1:0]    task_14;
    wire [NODE_BITS-1:0]    node_14;
    wire [STATE_BITS-1:0]   state_14;
    wire [23:0] killers_14;
    wire [3:0]  op_14, why_14;
    wire [13:0] given_14;
    wire        given_table_14, quiet_14, aborted_14, answer_hit_14, fresh_14;
    wire [1:0]  promotion_14, tried_promotion_14;
    wire [39:0] answer_14;
    wire [5:0]  target_14;
    assign {number_14, context_14, task_14, node_14, state_14, killers_14, op_14, why_14, given_14,
            given_table_14, promotion_14, quiet_14, aborted_14, answer_hit_14, answer_14, target_14,
            fresh_14} = trip_14;
    wire        made_14, skipped_14, promotes_14, silent_14, found_14, more_14, illegal_14, equal_14;
    wire [13:0] move_14;
    wire [5:0]  from_14, to_14, hit_14;
    wire [2:0]  piece_14, after_14, taken_14, chosen_14;
    wire [3:0]  marks_14;
    wire [1:0]  uses_14;
    wire [6:0]  facts_14;
    assign {made_14, skipped_14, move_14, from_14, to_14, piece_14, after_14, taken_14, marks_14,
            promotes_14, uses_14[1], silent_14, uses_14[0], found_14, more_14, chosen_14, hit_14,
            facts_14, equal_14, illegal_14} = move_word_14;
    assign tried_promotion_14 = promotion_14;
    wire child_write, ender_state_write, ender_request, ender_history, ender_killer, ender_word;
    wire ender_listed, ender_park, ender_wait, ender_leave;
    wire event_node, event_cutoff, event_null_cut, event_zugzwang, event_hit;
    wire [4:0] killer_ply_14;
    zf_end #(.CONTEXT_BITS(CONTEXT_BITS), .TALLY_BITS(TALLY_BITS), .TASK_BITS(TASK_BITS),
             .NODE_BITS(NODE_BITS), .STATE_BITS(STATE_BITS)) ender (
        .context(context_14), .tally(tally_14), .task_word(task_14), .node(node_14),
        .state(state_14), .killers(killers_14), .op(op_14), .why_high(why_14[3]),
        .why_null(why_14[2]), .why_draw(why_14[1]), .aborted(aborted_14),
        .found(found_14), .more(more_14), .chosen(chosen_14), .square(hit_14),
        .castle(facts_14[1:0]), .illegal(illegal_14), .bare(facts_14[3]),
        .bad_rights(facts_14[6]), .bad_ep(facts_14[5]), .seventh(facts_14[4]),
        .key_equal(equal_14), .key_path(facts_14[2]), .made(made_14),
        .silent(silent_14), .promotes(promotes_14), .move(move_14), .piece(piece_14),
        .from(from_14), .promotion(tried_promotion_14),
        .bound(bound_14), .at_once(at_once_14), .lifts(lifts_14), .back_score(back_score_14),
        .surely_high(surely_high_14), .surely_low(surely_low_14), .stand_high(stand_high_14),
        .stand(stand_14), .reach(reach_14), .reach_low(reach_low_14),
        .reach_lifts(reach_lifts_14), .null_fits(null_fits_14), .mated_high(mated_high_14),
        .full_count(full_count_14), .entry_cuts(entry_cuts_14), .entry(entry_14), .side(side_14),
        .answer_hit(answer_hit_14), .answer(answer_14), .load_last(load_last),
        .load_bad(load_bad), .load_odd(load_odd), .load_status(load_status),
        .load_reason(load_reason), .now(now), .out_free(word_free),
        .context_next(context_write_data), .tally_next(tally_write_data),
        .state_next(state_write_data), .state_write(ender_state_write), .child_write(child_write),
        .park(ender_park), .wait_load(ender_wait), .leave(ender_leave), .request(ender_request),
        .request_store(request_store), .request_data(request_data),
        .history_write(ender_history), .killer_write(ender_killer), .killer_ply(killer_ply_14),
        .killer_data(killer_write_data), .word_valid(ender_word), .word(word),
        .word_last(word_last), .listed(ender_listed), .event_node(event_node),
        .event_cutoff(event_cutoff), .event_null_cut(event_null_cut),
        .event_zugzwang(event_zugzwang), .event_hit(event_hit)
    );
    assign end_valid = valid_14 & ~rst;
    assign end_context = number_14;
    assign ended = end_valid;
    assign ended_context = number_14;
    assign park = ender_park;
    assign wait_load = ender_wait;
    assign leave = ender_leave;
    assign load_done = end_valid & op_14 == ZF_OP_LOAD;
    assign load_occupied = occupied_14;

    wire [4:0] ply_14 = context_14[ZF_CONTEXT_PLY_LSB +: ZF_CONTEXT_PLY_BITS];
    reg [NODE_BITS-1:0] child_word_14;
    always @* begin
        child_word_14 = child_14;
        child_word_14[ZF_NODE_FAST_LSB +: ZF_NODE_FAST_BITS] = child_fast_14;
    end
    assign node_write = end_valid & child_write;
    assign node_write_at = {number_14, op_14 == ZF_OP_LOAD ? 5'd0 : ply_14 + 5'd1};
    assign node_write_data = child_word_14;
    assign state_write = end_valid & ender_state_write;
    assign state_write_at = {number_14, ply_14};
    assign killer_write = end_valid & ender_killer;
    assign killer_write_at = {number_14, killer_ply_14};
    assign history_write = end_valid & ender_history;
    assign history_write_at = {number_14, task_14[ZF_TASK_HISTORY_LSB +: 6] + {1'b0, ply_14}};
    assign history_write_data = {1'b1, key_14};

    // What changes a score and is not in the position is part of the table's key.
    wire null_on_14 = task_14[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS] != 0;
    wire [7:0] salt_14 = {1'b0, task_14[ZF_TASK_DELTA_LSB], task_14[ZF_TASK_EVASION_LSB],
                          node_14[ZF_NODE_AFTER_NULL_LSB] & null_on_14, node_14[ZF_NODE_VERIFY_LSB],
                          task_14[ZF_TASK_VERIFIED_LSB],
                          task_14[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS]};
    assign request = end_valid & ender_request;
    assign request_key = key_14 ^ {salt_14, 56'd0};
    assign request_sequence = context_write_data[ZF_CONTEXT_SEQUENCE_LSB +: ZF_CONTEXT_SEQUENCE_BITS];
    assign word_valid = end_valid & ender_word;
    assign listed = end_valid & ender_listed;
    assign listed_move = {node_14[ZF_NODE_MOVE_LSB +: ZF_NODE_MOVE_BITS],
                          task_14[ZF_TASK_ID_LSB +: ZF_TASK_ID_BITS]};

    wire [12:0] kind_14 = 13'd1 << op_14;
    assign events = {16{end_valid}} & {
        event_zugzwang, why_14[0], event_null_cut, event_cutoff, event_hit,
        ender_request & ~request_store, kind_14[ZF_OP_LOAD], kind_14[ZF_OP_SCAN] | kind_14[ZF_OP_TABLE],
        kind_14[ZF_OP_NONE], kind_14[ZF_OP_EVAL], kind_14[ZF_OP_KILLER],
        kind_14[ZF_OP_CHECK] | kind_14[ZF_OP_LINE], kind_14[ZF_OP_ATTACKER] | kind_14[ZF_OP_PROBE],
        kind_14[ZF_OP_FIRST] | kind_14[ZF_OP_VICTIM], event_node, 1'b0};
    wire unused = fresh_3 ^ fresh_8 ^ ^given_3;

endmodule

`default_nettype wire
