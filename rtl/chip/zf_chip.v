// SPDX-License-Identifier: Apache-2.0
// The chess chip: a queue of jobs, the ring of contexts, a port to a table in external memory, a queue of
// results. Every accepted job gets exactly one result; docs/chip.md is its contract, docs/ring.md its inside.
// At most 64 jobs may be in the chip, their numbers distinct in the low six bits.
`default_nettype none

module zf_chip #(
    parameter CONTEXTS = 16,     // searches that share the ring, 2 to 16, a power of two
    parameter FULL = 1,          // 1 all slow terms, 0 the small evaluation
    parameter [2:0] CUTS = 3'h7, // registers of the array that a small part may leave out, see zf_array
    parameter QUEUE = 2048       // words of the job queue, a power of two
) (
    input wire clk,
    input wire rst,

    // words of jobs, results and aborts: taken when valid and ready, held until then
    input  wire        job_valid,
    output wire        job_ready,
    input  wire [31:0] job_data,
    input  wire        abort_valid,
    output wire        abort_ready,
    input  wire [15:0] abort_id,
    output wire        result_valid,
    input  wire        result_ready,
    output wire [31:0] result_data,

    // weights: always taken, only while no job is in the chip
    input wire        config_valid,
    input wire [11:0] config_address,
    input wire [31:0] config_data,

    // data one clock after the address
    input  wire [3:0]  counter_address,
    output wire [31:0] counter_data,

    // table: requests held until ready; every probe gets one response, in any order, always taken
    output wire        request_valid,
    input  wire        request_ready,
    output wire        request_store,
    output wire [5:0]  request_tag,
    output wire [63:0] request_key,
    output wire [39:0] request_data,
    input  wire        response_valid,
    input  wire [5:0]  response_tag,
    input  wire        response_hit,
    input  wire [39:0] response_data,

    output wire idle             // no job anywhere in the chip
);

    `include "zf_defs.vh"

    localparam BITS = $clog2(CONTEXTS);
    localparam REQUESTS = 64, WORDS = 128; // queues behind the ring
    localparam SLACK = 20;                 // trips that may still end when the ring is held

    // The stages of the ring have no reset of their own: it lasts until they have run empty.
    reg [4:0] drain;
    reg       rst_long;
    always @(posedge clk) begin
        drain <= rst ? 5'd0 : drain + {4'd0, ~&drain};
        rst_long <= rst | ~&drain;
    end

    reg [31:0] now;
    always @(posedge clk) now <= rst_long ? 32'd0 : now + 32'd1;

    // ---- jobs in
    wire        word_valid, word_ready, queue_ready, intake_whole, begins;
    wire [31:0] word;
    wire [$clog2(QUEUE)-1:0] queued;
    assign job_ready = queue_ready & ~rst_long;
    zf_fifo #(.WIDTH(32), .DEPTH(QUEUE)) jobs (
        .clk(clk), .rst(rst_long), .in_valid(job_valid & ~rst_long), .in_ready(queue_ready), .in_data(job_data),
        .out_valid(word_valid), .out_ready(word_ready), .out_data(word), .level(queued)
    );
    zf_intake intake (
        .clk(clk), .rst(rst_long), .taken(job_valid & job_ready), .word(job_data), .begins(begins),
        .whole(intake_whole)
    );

    // ---- aborts: by the low six bits of a job's number; two readers
    wire [ZF_TASK_BITS-1:0] load_task;
    wire [ZF_TERMS_BITS-1:0] load_terms;
    wire [15:0] load_id = load_terms[ZF_TERMS_ID_LSB +: ZF_TERMS_ID_BITS];
    wire [5:0]  ring_abort_index, load_abort_index;
    wire [10:0] ring_abort, load_abort;
    reg         load_aborted;
    reg         ring_blind, load_blind; // read while it was written: not known, and asked again soon
    reg  [5:0]  sweep;
    reg         swept;
    always @(posedge clk)
        if (rst_long) begin
            sweep <= 6'd0;
            swept <= 1'b0;
        end else if (~swept) begin
            sweep <= sweep + 6'd1;
            swept <= &sweep;
        end
    assign abort_ready = swept & ~begins & ~rst_long;
    reg        abort_write;
    reg [5:0]  abort_at;
    reg [10:0] abort_word;
    always @(posedge clk) begin
        abort_write <= ~swept | begins | abort_valid;
        abort_at <= ~swept ? sweep : begins ? job_data[ZF_JOB0_ID_LSB +: 6] : abort_id[5:0];
        abort_word <= {swept & ~begins, abort_id[15:6]};
    end
    // planted fault 7: an abort is dropped, and meets the job beside
    wire bug_7;
    zf_bug #(.N(7)) plant_7 (.on(bug_7));
    zf_ram_sdp #(.WIDTH(11), .DEPTH(64)) ring_aborts (
        .clk(clk), .write_enable(abort_write), .write_address(abort_at), .write_data(abort_word),
        .read_address(ring_abort_index ^ {5'd0, bug_7}), .read_data(ring_abort)
    );
    zf_ram_sdp #(.WIDTH(11), .DEPTH(64)) load_aborts (
        .clk(clk), .write_enable(abort_write), .write_address(abort_at), .write_data(abort_word),
        .read_address(load_abort_index), .read_data(load_abort)
    );
    always @(posedge clk) begin
        ring_blind <= abort_write & abort_at == (ring_abort_index ^ {5'd0, bug_7});
        load_blind <= abort_write & abort_at == load_abort_index;
        load_aborted <= load_abort == {1'b1, load_id[15:6]} & ~load_blind;
    end

    // ---- loader, schedule
    wire            free_valid, take, go, load_busy, load_done, load_occupied, load_idle;
    wire [BITS-1:0] free, load_context;
    wire            put_valid, load_first, load_last, load_odd, load_bad;
    wire [2:0]      put_piece, load_reason;
    wire [5:0]      put_square;
    wire [1:0]      load_status;
    wire [ZF_QUOTA_BITS-1:0] load_quota;
    wire [ZF_VACATED_BITS-1:0] load_vacated;
    wire [ZF_DRAW_BITS-1:0] load_draw;
    wire [ZF_NODE_BITS-1:0] load_node;
    wire            history_valid, history_ready;
    wire [5:0]      history_index;
    wire [64:0]     history_data;
    zf_loader #(.CONTEXT_BITS(BITS), .TASK_BITS(ZF_TASK_BITS), .TERMS_BITS(ZF_TERMS_BITS),
                .QUOTA_BITS(ZF_QUOTA_BITS), .VACATED_BITS(ZF_VACATED_BITS),
                .DRAW_BITS(ZF_DRAW_BITS), .NODE_BITS(ZF_NODE_BITS)) loader (
        .clk(clk), .rst(rst_long), .word_valid(word_valid), .word_ready(word_ready), .word(word),
        .free_valid(free_valid), .free(free), .take(take), .busy(load_busy),
        .context(load_context), .go(go), .done(load_done), .occupied(load_occupied),
        .put_valid(put_valid), .put_piece(put_piece), .put_square(put_square), .first(load_first),
        .last(load_last), .odd(load_odd), .bad(load_bad), .status(load_status),
        .reason(load_reason), .task_word(load_task), .terms(load_terms), .quota(load_quota),
        .root_vacated(load_vacated), .root_draw(load_draw), .root_node(load_node),
        .history_valid(history_valid), .history_ready(history_ready),
        .history_index(history_index), .history_data(history_data),
        .abort_index(load_abort_index), .aborted(load_aborted),
        .now(now), .idle(load_idle)
    );
    wire            start, ended, park, wait_load, leave, schedule_idle, straight;
    wire [BITS-1:0] start_context, ended_context;
    wire [CONTEXTS-1:0] waiting;
    wire            answered;
    wire [BITS-1:0] answered_context;
    wire            hold;
    zf_schedule #(.CONTEXTS(CONTEXTS), .BITS(BITS)) schedule (
        .clk(clk), .rst(rst_long), .hold(hold), .start(start), .context(start_context), .ended(ended),
        .ended_context(ended_context), .park(park), .wait_load(wait_load), .leave(leave),
        .straight(straight), .free_valid(free_valid), .free(free), .take(take), .go(go),
        .go_context(load_context),
        .answered(answered), .answered_context(answered_context),
        .tick(now[$clog2(ZF_TABLE_TIMEOUT)-1:0] == 0),
        .waiting(waiting), .idle(schedule_idle)
    );

    // ---- table port
    wire        request, store;
    wire [1:0]  sequence;
    wire [63:0] key;
    wire [39:0] data;
    wire [3:0]  wide_context = {{(4 - BITS){1'b0}}, ended_context};
    wire [$clog2(REQUESTS)-1:0] requests;
    wire        request_room;
    zf_fifo #(.WIDTH(111), .DEPTH(REQUESTS)) request_queue (
        .clk(clk), .rst(rst_long), .in_valid(request), .in_ready(request_room),
        .in_data({store, sequence, wide_context, key, data}),
        .out_valid(request_valid), .out_ready(request_ready),
        .out_data({request_store, request_tag, request_key, request_data}), .level(requests)
    );
    // An answer is taken only by the context that waits for just this probe.
    reg [1:0] awaited [0:CONTEXTS-1];
    reg [CONTEXTS-1:0] hit;
    wire [BITS-1:0] response_context = response_tag[BITS-1:0];
    assign answered = response_valid & waiting[response_context]
                      & awaited[response_context] == response_tag[5:4];
    assign answered_context = response_context;
    always @(posedge clk) begin
        if (ended & park) begin
            awaited[ended_context] <= sequence;
            hit[ended_context] <= 1'b0;
        end
        if (answered) hit[response_context] <= response_hit;
    end
    // planted fault 5: the table's answer is kept for another context
    wire bug_5;
    zf_bug #(.N(5)) plant_5 (.on(bug_5));
    wire [39:0] answer;
    wire [BITS-1:0] answer_context;
    zf_ram_async #(.WIDTH(40), .DEPTH(CONTEXTS)) answers (
        .clk(clk), .write_enable(answered), .write_address(response_context ^ {BITS{bug_5}}),
        .write_data(response_data), .read_address(answer_context), .read_data(answer)
    );

    // ---- weights
    reg [63:0] row_key;
    reg [22*8-1:0] slow_weights;
    reg [7:0]  tempo;
    reg [9:0]  margin;
    reg [59:0] deltas;
    wire [4:0] register = config_address[4:0];
    wire is_row = config_valid & ~config_address[11];
    wire is_register = config_valid & config_address[11];
    integer i;
    always @(posedge clk) begin
        if (is_row & config_address[1:0] == ZF_CONFIG_WORD_KEY_LOW) row_key[31:0] <= config_data;
        if (is_row & config_address[1:0] == ZF_CONFIG_WORD_KEY_HIGH) row_key[63:32] <= config_data;
        if (is_register) begin
            for (i = 0; i < 22; i = i + 1)
                if (register == i[4:0]) slow_weights[i*8 +: 8] <= config_data[7:0];
            if (register == 5'd22) tempo <= config_data[7:0];
            if (register == 5'd23) margin <= config_data[9:0];
            for (i = 0; i < 5; i = i + 1)
                if (register == i[4:0] + 5'd24) deltas[i*12 +: 12] <= config_data[11:0];
        end
    end

    // ---- the ring
    wire        out_valid, out_last, out_free, listed;
    wire [31:0] out_word;
    wire [29:0] listed_move;
    wire [15:0] events;
    zf_ring #(.CONTEXTS(CONTEXTS), .BITS(BITS), .FULL(FULL), .CUTS(CUTS),
              .CONTEXT_BITS(ZF_CONTEXT_BITS), .MEMO_BITS(ZF_MEMO_BITS), .TALLY_BITS(ZF_TALLY_BITS),
              .TASK_BITS(ZF_TASK_BITS), .TERMS_BITS(ZF_TERMS_BITS), .QUOTA_BITS(ZF_QUOTA_BITS),
              .SUMS_BITS(ZF_SUMS_BITS), .VACATED_BITS(ZF_VACATED_BITS), .DRAW_BITS(ZF_DRAW_BITS),
              .NODE_BITS(ZF_NODE_BITS), .STATE_BITS(ZF_STATE_BITS), .SCORES_BITS(ZF_SCORES_BITS)) ring (
        .clk(clk), .rst(rst_long), .start(start), .start_context(start_context), .ended(ended),
        .ended_context(ended_context), .straight(straight), .park(park), .wait_load(wait_load),
        .leave(leave), .load_busy(load_busy), .load_context(load_context), .load_done(load_done),
        .load_occupied(load_occupied), .put_valid(put_valid), .put_piece(put_piece),
        .put_square(put_square), .load_first(load_first), .load_last(load_last),
        .load_odd(load_odd), .load_bad(load_bad), .load_status(load_status),
        .load_reason(load_reason), .load_task(load_task), .load_terms(load_terms),
        .load_quota(load_quota), .load_vacated(load_vacated), .load_draw(load_draw),
        .load_node(load_node),
        .load_history_valid(history_valid), .load_history_ready(history_ready),
        .load_history_index(history_index), .load_history_data(history_data),
        .abort_index(ring_abort_index), .abort_word(ring_abort), .abort_blind(ring_blind),
        .request(request), .request_store(store), .request_sequence(sequence),
        .request_key(key), .request_data(data), .answer_hit(hit[start_context]),
        .answer_context(answer_context), .answer(answer),
        .word_valid(out_valid), .word_last(out_last), .word(out_word), .word_free(out_free),
        .listed(listed), .listed_move(listed_move),
        .row_write(is_row & config_address[1:0] == ZF_CONFIG_WORD_PSQT),
        .row_address(config_address[10:2]),
        .row_data({config_data[23:12], config_data[11:0], row_key}), .slow_weights(slow_weights),
        .tempo(tempo), .margin(margin), .deltas(deltas), .now(now), .events(events)
    );
    zf_counters counters (
        .clk(clk), .rst(rst_long), .events({events[15:1], 1'b1}), .address(counter_address),
        .data(counter_data)
    );

    // ---- results out: the five words of one result come together, listed moves between results
    reg             locked;
    reg [BITS-1:0]  owner;
    assign out_free = ~locked | owner == ended_context;
    always @(posedge clk)
        if (rst_long) locked <= 1'b0;
        else if (out_valid) begin
            locked <= ~out_last;
            owner <= ended_context;
        end
    wire        plain_valid, list_valid, plain_room, list_room;
    wire [31:0] plain_word;
    wire [29:0] list_word;
    wire [$clog2(WORDS)-1:0] plain_level, list_level;
    reg  [2:0]  part; // word of the result on its way out
    reg         plain_waits; // a word that was offered stays until it is taken
    wire        list_turn = list_valid & part == 3'd0 & ~plain_waits;
    always @(posedge clk) plain_waits <= ~rst_long & plain_valid & ~list_turn & ~result_ready;
    zf_fifo #(.WIDTH(32), .DEPTH(WORDS)) plain_queue (
        .clk(clk), .rst(rst_long), .in_valid(out_valid), .in_ready(plain_room), .in_data(out_word),
        .out_valid(plain_valid), .out_ready(result_ready & ~list_turn), .out_data(plain_word),
        .level(plain_level)
    );
    zf_fifo #(.WIDTH(30), .DEPTH(WORDS)) list_queue (
        .clk(clk), .rst(rst_long), .in_valid(listed), .in_ready(list_room), .in_data(listed_move),
        .out_valid(list_valid), .out_ready(result_ready & list_turn), .out_data(list_word),
        .level(list_level)
    );
    assign result_valid = list_turn | plain_valid;
    assign result_data = list_turn ? {2'b10, list_word} : plain_word;
    always @(posedge clk)
        if (rst_long) part <= 3'd0;
        else if (result_valid & result_ready & ~list_turn) part <= part == 3'd4 ? 3'd0 : part + 3'd1;

    assign hold = {1'b0, plain_level} >= WORDS[$clog2(WORDS):0] - SLACK[$clog2(WORDS):0]
                  | {1'b0, list_level} >= WORDS[$clog2(WORDS):0] - SLACK[$clog2(WORDS):0]
                  | {1'b0, requests} >= REQUESTS[$clog2(REQUESTS):0] - SLACK[$clog2(REQUESTS):0];
    assign idle = ~rst_long & schedule_idle & load_idle & intake_whole & ~job_valid & queued == 0
                  & ~result_valid & plain_level == 0 & list_level == 0;

`ifndef SYNTHESIS
    initial begin
        if (CONTEXTS != 2 && CONTEXTS != 4 && CONTEXTS != 8 && CONTEXTS != 16) begin
            $display("%m: CONTEXTS is %0d, not 2, 4, 8 or 16", CONTEXTS);
            $finish;
        end
    end
    always @(posedge clk)
        if (!rst_long && ((request && !request_room) || (out_valid && !plain_room)
                     || (listed && !list_room))) begin
            $display("%m: a queue behind the ring overflowed");
            $finish;
        end
`endif
endmodule

`default_nettype wire
