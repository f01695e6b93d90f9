// SPDX-License-Identifier: Apache-2.0
// Takes a job's words from the queue, checks them and puts its men on the board of a free context, one LOAD trip
// a man, own and opponent's by turns since every trip flips the board. Then the history goes to its RAM in
// clocks that the ring leaves free, and the context is released to its first node (or to its refusal).
`default_nettype none

module zf_loader #(
    parameter CONTEXT_BITS = 4, // of a context's number
    parameter TASK_BITS = 32,
    parameter TERMS_BITS = 35,
    parameter QUOTA_BITS = 56,
    parameter VACATED_BITS = 64,
    parameter DRAW_BITS = 15,
    parameter NODE_BITS = 30
) (
    input wire clk,
    input wire rst,

    // words from the queue
    input  wire        word_valid,
    output wire        word_ready,
    input  wire [31:0] word,

    // a free context, taken with `take`
    input  wire                    free_valid,
    input  wire [CONTEXT_BITS-1:0] free,
    output wire                    take,

    // the context being loaded; `go` makes it ready for a trip; `done` tells the end of a LOAD trip,
    // occupied that its square was taken
    output reg                     busy,      // trips of this context are LOADs
    output reg  [CONTEXT_BITS-1:0] context,
    output wire                    go,
    input  wire                    done, occupied,
    output wire                    put_valid,
    output wire [2:0]              put_piece,
    output wire [5:0]              put_square,
    output wire                    first, last, odd,
    output wire                    bad,
    output wire [1:0]              status,
    output wire [2:0]              reason,
    output wire [TASK_BITS-1:0]    task_word, // written while busy, as the next two
    output wire [TERMS_BITS-1:0]   terms,
    output wire [QUOTA_BITS-1:0]   quota,
    output wire [VACATED_BITS-1:0] root_vacated,
    output wire [DRAW_BITS-1:0]    root_draw,
    output wire [NODE_BITS-1:0]    root_node,

    // history RAM, when the ring does not write
    output wire        history_valid,
    input  wire        history_ready,
    output wire [5:0]  history_index,
    output wire [64:0] history_data,

    output wire [5:0]  abort_index,           // has this job been given up? answer a clock later
    input  wire        aborted,
    input  wire [31:0] now,
    output wire        idle
);

    `include "zf_defs.vh"

    localparam signed [15:0] MATE = ZF_MATE[15:0];
    localparam [3:0] HEAD = 4'd0, FREE = 4'd1, MEN = 4'd2, OWN = 4'd3, OWN_WAIT = 4'd4, OTHER = 4'd5,
                     OTHER_WAIT = 4'd6, PATH = 4'd7, LOW = 4'd8, HIGH = 4'd9, STORE = 4'd10,
                     RELEASE = 4'd11;
    reg [3:0]  state;
    reg [2:0]  head;          // next header word
    reg [31:0] w0, w1, w2, w3, w4, w5, men, path, low, high;
    reg [31:0] start;
    reg [4:0]  pairs;         // pairs put
    reg [5:0]  entry;         // history entries stored
    reg        begun;         // a LOAD trip was made
    reg        bad_man;
    reg [1:0]  own_kings, other_kings; // counted up to 2

    wire [5:0] history = w3[ZF_JOB3_HISTORY_LSB +: ZF_JOB3_HISTORY_BITS];
    wire [4:0] pair_count = w3[ZF_JOB3_PAIRS_LSB +: ZF_JOB3_PAIRS_BITS];
    wire [1:0] kind = w0[ZF_JOB0_KIND_LSB +: ZF_JOB0_KIND_BITS];
    wire signed [15:0] beta = w1[ZF_JOB1_BETA_LSB +: ZF_JOB1_BETA_BITS];
    wire [15:0] id = w0[ZF_JOB0_ID_LSB +: ZF_JOB0_ID_BITS];
    wire [3:0] depth = w0[ZF_JOB0_DEPTH_LSB +: ZF_JOB0_DEPTH_BITS];

    wire bad_kind = w0[ZF_JOB0_DEPTH_BAD_LSB] | (kind == ZF_JOB_KIND_PERFT & depth == 4'd0)
                    | w1[ZF_JOB1_TABLE_MIN_LSB +: ZF_JOB1_TABLE_MIN_BITS] == 3'd0
                    | beta > MATE | beta < -MATE
                    | history > ZF_HISTORY_MAX[5:0] | pair_count > ZF_MEN_MAX[4:0];

    // ---- the man of this trip
    wire other_turn = state == OTHER | state == OTHER_WAIT;
    wire none = pair_count == 5'd0;      // no men: one empty trip ends the job
    assign put_valid = ~none & (other_turn ? men[ZF_JOB_MEN_OTHER_VALID_LSB]
                                           : men[ZF_JOB_MEN_OWN_VALID_LSB]);
    assign put_piece = other_turn ? men[ZF_JOB_MEN_OTHER_PIECE_LSB +: 3]
                                  : men[ZF_JOB_MEN_OWN_PIECE_LSB +: 3];
    assign put_square = other_turn ? men[ZF_JOB_MEN_OTHER_SQUARE_LSB +: 6]
                                   : men[ZF_JOB_MEN_OWN_SQUARE_LSB +: 6];
    assign first = ~begun;
    assign odd = other_turn;
    assign last = other_turn & (none | pairs + 5'd1 == pair_count);
    assign go = state == OWN | state == OTHER | state == RELEASE;

    wire king = put_valid & put_piece == ZF_PIECE_KING;
    wire impossible = put_valid & (put_piece > ZF_PIECE_KING
                      | (put_piece == ZF_PIECE_PAWN & (put_square[5:3] == 0 | put_square[5:3] == 3'd7))
                      | occupied);
    wire [1:0] other_kings_now = other_kings + {1'b0, king & other_turn & ~other_kings[1]};
    // settled a clock before the trip's end
    reg  man_bad;
    always @(posedge clk) man_bad <= bad_man | impossible;
    reg  kings_bad;
    always @(posedge clk) kings_bad <= own_kings != 2'd1 | other_kings_now != 2'd1;
    assign bad = bad_kind | man_bad | kings_bad | aborted;
    assign status = bad_kind | man_bad | kings_bad ? ZF_STATUS_REFUSED : ZF_STATUS_ABORTED;
    assign reason = bad_kind ? ZF_REFUSED_BAD_KIND : man_bad ? ZF_REFUSED_BAD_MAN
                  : kings_bad ? ZF_REFUSED_BAD_KINGS : ZF_REFUSED_NONE;

    // ---- constants of the job
    wire nulls = w0[ZF_JOB0_NULL_R_LSB +: ZF_JOB0_NULL_R_BITS] != 2'd0;
    reg [TASK_BITS-1:0] t;
    reg [TERMS_BITS-1:0] e;
    reg [DRAW_BITS-1:0]  d;
    reg [NODE_BITS-1:0]  r;
    always @* begin
        t = {TASK_BITS{1'b0}};
        t[ZF_TASK_KIND_LSB +: ZF_TASK_KIND_BITS] = kind;
        t[ZF_TASK_BETA_LSB +: ZF_TASK_BETA_BITS] = beta;
        t[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS] = w0[ZF_JOB0_NULL_R_LSB +: ZF_JOB0_NULL_R_BITS];
        t[ZF_TASK_VERIFIED_LSB] = w0[ZF_JOB0_VERIFIED_LSB] & nulls;
        t[ZF_TASK_EVASION_LSB] = w0[ZF_JOB0_EVASION_LSB];
        t[ZF_TASK_ID_HIGH_LSB +: ZF_TASK_ID_HIGH_BITS] = id[15:6];

        e = {TERMS_BITS{1'b0}};
        e[ZF_TERMS_ID_LSB +: ZF_TERMS_ID_BITS] = id;
        e[ZF_TERMS_HISTORY_LSB +: ZF_TERMS_HISTORY_BITS] = history;
        e[ZF_TERMS_AGE_LSB +: ZF_TERMS_AGE_BITS] = w1[ZF_JOB1_AGE_LSB +: ZF_JOB1_AGE_BITS];
        e[ZF_TERMS_TABLE_LSB] = w0[ZF_JOB0_TABLE_LSB];
        e[ZF_TERMS_TABLE_MIN_LSB +: ZF_TERMS_TABLE_MIN_BITS] =
            w1[ZF_JOB1_TABLE_MIN_LSB +: ZF_JOB1_TABLE_MIN_BITS];
        e[ZF_TERMS_LAZY_LSB] = w0[ZF_JOB0_LAZY_LSB];
        e[ZF_TERMS_DELTA_LSB] = w0[ZF_JOB0_DELTA_LSB];
        e[ZF_TERMS_EVASION_LSB] = t[ZF_TASK_EVASION_LSB];
        e[ZF_TERMS_VERIFIED_LSB] = t[ZF_TASK_VERIFIED_LSB];
        e[ZF_TERMS_NULL_R_LSB +: ZF_TERMS_NULL_R_BITS] = t[ZF_TASK_NULL_R_LSB +: ZF_TASK_NULL_R_BITS];

        d = {w2[ZF_JOB2_CLOCK_LSB +: ZF_JOB2_CLOCK_BITS], {(DRAW_BITS - ZF_DRAW_CLOCK_BITS){1'b0}}};
        d[ZF_DRAW_BACK_LSB +: ZF_DRAW_BACK_BITS] = history;
        d[ZF_DRAW_RETURNED_LSB] = w1[ZF_JOB1_RETURNED_LSB];
        d[ZF_DRAW_MAYBE_LSB] = &w1[ZF_JOB1_RETURNED_LSB +: ZF_JOB1_RETURNED_BITS];

        r = {NODE_BITS{1'b0}};
        r[ZF_NODE_RIGHTS_LSB +: ZF_NODE_RIGHTS_BITS] = w1[ZF_JOB1_RIGHTS_LSB +: ZF_JOB1_RIGHTS_BITS];
        r[ZF_NODE_EP_FILE_LSB +: ZF_NODE_EP_FILE_BITS] = w1[ZF_JOB1_EP_FILE_LSB +: ZF_JOB1_EP_FILE_BITS];
        r[ZF_NODE_EP_VALID_LSB] = w1[ZF_JOB1_EP_VALID_LSB];
        r[ZF_NODE_DEPTH_LSB +: ZF_NODE_DEPTH_BITS] = kind == ZF_JOB_KIND_MOVES ? 4'd1 : depth;
        r[ZF_NODE_VERIFY_LSB] = w0[ZF_JOB0_VERIFY_LSB] & w0[ZF_JOB0_VERIFIED_LSB] & nulls;
        r[ZF_NODE_AFTER_NULL_LSB] = w0[ZF_JOB0_AFTER_NULL_LSB];
    end
    assign task_word = t;
    assign terms = e;
    assign root_draw = d;
    assign quota = {start, w2[ZF_JOB2_NODE_LIMIT_LSB +: ZF_JOB2_NODE_LIMIT_BITS]};
    assign root_node = r;
    assign root_vacated = {w5, w4};
    assign abort_index = id[5:0];

    assign take = state == FREE & free_valid;
    assign word_ready = state == HEAD | state == MEN | state == PATH | state == LOW | state == HIGH;
    assign history_valid = state == STORE & ~bad_kind;
    assign history_index = entry;
    assign history_data = {path[entry[4:0]], high, low};
    assign idle = state == HEAD & head == 3'd0 & ~word_valid;

    wire after_men = pairs + 5'd1 == pair_count | none;
    wire more_history = entry + 6'd1 != history;

    always @(posedge clk) begin
        if (rst) begin
            state <= HEAD;
            head <= 3'd0;
            busy <= 1'b0;
        end else case (state)
            // waits for the six header words
            HEAD: if (word_valid) begin
                case (head)
                    3'd0: w0 <= word;
                    3'd1: w1 <= word;
                    3'd2: w2 <= word;
                    3'd3: w3 <= word;
                    3'd4: w4 <= word;
                    default: w5 <= word;
                endcase
                head <= head == 3'd5 ? 3'd0 : head + 3'd1;
                if (head == 3'd5) state <= FREE;
                pairs <= 5'd0;
                entry <= 6'd0;
                begun <= 1'b0;
                bad_man <= 1'b0;
                own_kings <= 2'd0;
                other_kings <= 2'd0;
            end
            // waits for a context
            FREE: if (free_valid) begin
                context <= free;
                busy <= 1'b1;
                start <= now;
                state <= none ? OWN : MEN;
            end
            // waits for a word with two men
            MEN: if (word_valid) begin
                men <= word;
                state <= OWN;
            end
            OWN: state <= OWN_WAIT;
            // waits for the trip's end
            OWN_WAIT: if (done) begin
                begun <= 1'b1;
                bad_man <= man_bad;
                own_kings <= own_kings + {1'b0, king & ~own_kings[1]};
                state <= OTHER;
            end
            OTHER: state <= OTHER_WAIT;
            OTHER_WAIT: if (done) begin
                bad_man <= man_bad;
                other_kings <= other_kings_now;
                pairs <= pairs + 5'd1;
                if (after_men) busy <= 1'b0;
                state <= ~after_men ? MEN : history == 6'd0 ? RELEASE : PATH;
            end
            // waits for the path bits, then two words a key and a free clock of the RAM
            PATH: if (word_valid) begin
                path <= word;
                state <= LOW;
            end
            LOW: if (word_valid) begin
                low <= word;
                state <= HIGH;
            end
            HIGH: if (word_valid) begin
                high <= word;
                state <= STORE;
            end
            STORE: if (history_ready | bad_kind) begin
                entry <= entry + 6'd1;
                state <= more_history ? LOW : RELEASE;
            end
            RELEASE: state <= HEAD;
            default: state <= HEAD;
        endcase
    end

endmodule

`default_nettype wire
