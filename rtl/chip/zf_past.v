// SPDX-License-Identifier: Apache-2.0
// What a position owes to its past: its key, the keys before it, the squares left since the last irreversible
// move, the clock of fifty moves. Stages 9 to 14 of the ring. Nothing before the move wants these words, so they
// are read when the trip is here already, each just before its use, and are not carried from the start.
`default_nettype none

module zf_past #(
    parameter CONTEXTS = 16,
    parameter BITS = 4,
    parameter VACATED_BITS = 64, // words of defs/ring.def
    parameter DRAW_BITS = 15
) (
    input wire clk,

    // stage 9: the node; the key to compare with it
    input wire [BITS+4:0] at,
    input wire [BITS+5:0] history_at,
    // stage 10: a LOAD from which the key starts at zero
    input wire            empty,
    // stage 11: the rest of the key; rows of the move
    input wire [3:0]      rights,
    input wire            ep_legal,
    input wire [2:0]      ep_file,
    input wire            path_known,
    input wire [8:0]      row_from, row_to, row_taken,
    // stage 12: what zf_entry asks
    output wire [DRAW_BITS-1:0] draw,
    output reg            key_equal, // the compared key is the node's
    output reg            key_path,  // and lies on the search path
    // stage 12: the move; the root of a LOAD
    input wire            load, reversible, progress,
    input wire [4:0]      from, to,
    input wire [VACATED_BITS-1:0] root_vacated,
    input wire [DRAW_BITS-1:0]    root_draw,
    // stage 13
    output reg [6:0]      clock,
    output reg [DRAW_BITS-1:0] child_draw,
    // stage 14: the node's key in full; writes
    output reg [63:0]     key,
    input wire            write,
    input wire [BITS+4:0] write_at,
    input wire            history_write,
    input wire [BITS+5:0] history_write_at,

    // the loader's history, in clocks that the ring leaves free
    input  wire            load_history_valid,
    output wire            load_history_ready,
    input  wire [BITS+5:0] load_history_at,
    input  wire [64:0]     load_history_data,
    // keys of men on squares
    input wire            row_write,
    input wire [8:0]      row_address,
    input wire [63:0]     row_key
);

    `include "zf_defs.vh"

    localparam CLOCK = ZF_DRAW_CLOCK_LSB, CLOCK_BITS = ZF_DRAW_CLOCK_BITS; // beside the key
    localparam RAM_DEPTH = CONTEXTS * 32;

    function [63:0] rho;
        input [63:0] x;
        rho = {x[31:0], x[63:32]};
    endfunction

    // ================ stage 10
    wire [63:0]           raw_10, child_key_14;
    wire [CLOCK_BITS-1:0] clock_10;
    wire [64:0]           history_10;
    reg [DRAW_BITS-1:0]   child_draw_14;
    zf_ram_sdp #(.WIDTH(CLOCK_BITS + 64), .DEPTH(RAM_DEPTH)) key_ram (
        .clk(clk), .write_enable(write), .write_address(write_at),
        .write_data({child_draw_14[CLOCK +: CLOCK_BITS], child_key_14}),
        .read_address(at), .read_data({clock_10, raw_10})
    );
    zf_ram_sdp #(.WIDTH(65), .DEPTH(CONTEXTS * 64)) history_ram (
        .clk(clk), .write_enable(history_write | load_history_valid),
        .write_address(history_write ? history_write_at : load_history_at),
        .write_data(history_write ? {1'b1, key} : load_history_data),
        .read_address(history_at), .read_data(history_10)
    );
    assign load_history_ready = ~history_write;
    reg [BITS+4:0] at_10;
    always @(posedge clk) at_10 <= at;

    // ================ stage 11: the key in full, with rights and a legal en passant square
    reg [63:0]           raw_11;
    reg [CLOCK_BITS-1:0] clock_11;
    reg [64:0]           history_11;
    always @(posedge clk) begin
        raw_11 <= empty ? 64'd0 : raw_10;
        clock_11 <= clock_10;
        history_11 <= history_10;
    end
    wire [63:0] key_k = ZF_KEY_CASTLE[63:0], key_q = ZF_KEY_CASTLE[127:64];
    wire [63:0] ep_key_11 = ZF_KEY_EP[{ep_file, 6'd0} +: 64];
    wire [63:0] key_11 = raw_11 ^ (key_k & {64{rights[0]}}) ^ (key_q & {64{rights[1]}})
                         ^ (rho(key_k) & {64{rights[2]}}) ^ (rho(key_q) & {64{rights[3]}})
                         ^ (ep_key_11 & {64{ep_legal}});
    wire [VACATED_BITS-1:0] vacated_11;
    wire [CLOCK-1:0]        draw_low_11;
    reg [VACATED_BITS-1:0]  child_vacated_14;
    zf_ram_sdp #(.WIDTH(CLOCK + VACATED_BITS), .DEPTH(RAM_DEPTH)) vacated_ram (
        .clk(clk), .write_enable(write), .write_address(write_at),
        .write_data({child_draw_14[CLOCK-1:0], child_vacated_14}),
        .read_address(at_10), .read_data({draw_low_11, vacated_11})
    );

    // ================ stage 12: the key of the child, its sets
    wire [63:0] row_from_12, row_to_12, row_taken_12;
    zf_rows #(.WIDTH(64)) row_keys (
        .clk(clk), .write(row_write), .write_address(row_address), .write_data(row_key),
        .address_from(row_from), .address_to(row_to), .address_taken(row_taken),
        .row_from(row_from_12), .row_to(row_to_12), .row_taken(row_taken_12)
    );
    reg [63:0]             raw_12, key_12, key_13;
    reg [VACATED_BITS-1:0] vacated_12;
    reg [DRAW_BITS-1:0]    draw_12;
    always @(posedge clk) begin
        raw_12 <= raw_11;
        key_12 <= key_11;
        key_13 <= key_12;
        key <= key_13;
        vacated_12 <= vacated_11;
        draw_12 <= {clock_11, draw_low_11};
        key_equal <= key_11 == history_11[63:0];
        key_path <= history_11[64] | path_known;
        clock <= clock_12;
    end
    assign draw = draw_12;
    wire [63:0] child_key_12 = rho(raw_12 ^ row_from_12 ^ row_to_12) ^ row_taken_12;
    wire [CLOCK_BITS-1:0] clock_12 = draw_12[CLOCK +: CLOCK_BITS];
    wire [5:0]  back_12 = draw_12[ZF_DRAW_BACK_LSB +: ZF_DRAW_BACK_BITS];
    wire [31:0] own_12 = vacated_12[ZF_VACATED_OWN_LSB +: ZF_VACATED_OWN_BITS];
    wire [31:0] other_12 = vacated_12[ZF_VACATED_OTHER_LSB +: ZF_VACATED_OTHER_BITS];
    wire returned_12 = reversible & own_12[to];
    wire [31:0] own_left_12 = own_12 | 32'd1 << from;

    // ================ stage 13
    reg [63:0]             child_key_13;
    reg [VACATED_BITS-1:0] child_vacated_13;
    zf_delay #(.WIDTH(64), .N(1)) to_14_child_key (.clk(clk), .d(child_key_13), .q(child_key_14));
    always @(posedge clk) begin
        child_key_13 <= child_key_12;
        // the zero is outermost: the reset of the register
        child_vacated_13 <= ~load & ~reversible ? {VACATED_BITS{1'b0}}
                          : load ? root_vacated : {own_left_12, other_12};
        child_vacated_14 <= child_vacated_13;
        child_draw_14 <= child_draw;
        if (load) child_draw <= root_draw;
        else begin
            child_draw[CLOCK +: CLOCK_BITS] <= progress ? {CLOCK_BITS{1'b0}}
                                             : &clock_12 ? clock_12 : clock_12 + 7'd1;
            child_draw[ZF_DRAW_BACK_LSB +: ZF_DRAW_BACK_BITS] <= ~reversible ? 6'd0
                                                               : &back_12 ? back_12 : back_12 + 6'd1;
            child_draw[ZF_DRAW_RETURNED_LSB] <= returned_12;
            child_draw[ZF_DRAW_MAYBE_LSB] <= returned_12 & draw_12[ZF_DRAW_RETURNED_LSB];
        end
    end

endmodule

`default_nettype wire
