// SPDX-License-Identifier: Apache-2.0
// What Verilator compiles: the chip, and a table behind its table port.
// The table is the block RAM (external_table low) or the harness (high), which plays any memory.
// With drive_table high the harness, not the chip, sends the RAM its requests: a bench of the RAM.
// All other ports of the chip are passed through. Sample outputs when inputs have settled.
`default_nettype none

module zf_sim_top #(
    parameter CONTEXTS = 16,   // searches in the chip's ring, as in zf_chip
    parameter FULL = 1,        // 1: all slow terms; 0: the small evaluation
    parameter TABLE_BITS = 12  // log2 of the entries of the table in block RAM, 8..14
) (
    input wire clk,
    input wire rst,
    input wire table_rst, // clears the table in block RAM alone

    // jobs, aborts and results: words, valid and ready
    input  wire        job_valid,
    output wire        job_ready,
    input  wire [31:0] job_data,
    input  wire        abort_valid,
    output wire        abort_ready,
    input  wire [15:0] abort_id,
    output wire        result_valid,
    input  wire        result_ready,
    output wire [31:0] result_data,

    // configuration: taken at once, only while the chip is idle
    input wire        config_valid,
    input wire [11:0] config_address,
    input wire [31:0] config_data,

    // counters: data one clock after the address
    input  wire [3:0]  counter_address,
    output wire [31:0] counter_data,

    // the traffic at the chip's table port, whoever answers: taken when valid and ready
    output wire        request_valid,
    output wire        request_ready,
    output wire        request_store,
    output wire [5:0]  request_tag,
    output wire [63:0] request_key,
    output wire [39:0] request_data,
    output wire        response_valid,
    output wire [5:0]  response_tag,
    output wire        response_hit,
    output wire [39:0] response_data,

    // the harness as table
    input wire        external_table,
    input wire        external_ready,
    input wire        external_valid,
    input wire [5:0]  external_tag,
    input wire        external_hit,
    input wire [39:0] external_data,

    // the harness as the RAM's user
    input  wire        drive_table,
    input  wire        drive_valid,
    output wire        drive_ready,
    input  wire        drive_store,
    input  wire [5:0]  drive_tag,
    input  wire [63:0] drive_key,
    input  wire [39:0] drive_data,

    output wire idle,

    // what was built
    output wire [7:0] built_contexts,
    output wire       built_full,
    output wire [7:0] built_table_bits
);

    assign built_contexts = CONTEXTS[7:0];
    assign built_full = FULL != 0;
    assign built_table_bits = TABLE_BITS[7:0];

    wire        ram_ready, ram_response_valid, ram_hit;
    wire [5:0]  ram_tag;
    wire [39:0] ram_data;

    assign request_ready = external_table ? external_ready : ram_ready && !drive_table;
    assign response_valid = external_table ? external_valid : ram_response_valid;
    assign response_tag = external_table ? external_tag : ram_tag;
    assign response_hit = external_table ? external_hit : ram_hit;
    assign response_data = external_table ? external_data : ram_data;
    assign drive_ready = ram_ready && drive_table;

    zf_table_ram #(
        .INDEX_BITS(TABLE_BITS)
    ) table_ram (
        .clk(clk),
        .rst(rst || table_rst),
        .request_valid(drive_table ? drive_valid : request_valid && !external_table),
        .request_ready(ram_ready),
        .request_store(drive_table ? drive_store : request_store),
        .request_tag(drive_table ? drive_tag : request_tag),
        .request_key(drive_table ? drive_key : request_key),
        .request_data(drive_table ? drive_data : request_data),
        .response_valid(ram_response_valid),
        .response_tag(ram_tag),
        .response_hit(ram_hit),
        .response_data(ram_data)
    );

    zf_chip #(
        .CONTEXTS(CONTEXTS),
        .FULL(FULL)
    ) chip (
        .clk(clk),
        .rst(rst),
        .job_valid(job_valid),
        .job_ready(job_ready),
        .job_data(job_data),
        .abort_valid(abort_valid),
        .abort_ready(abort_ready),
        .abort_id(abort_id),
        .result_valid(result_valid),
        .result_ready(result_ready),
        .result_data(result_data),
        .config_valid(config_valid),
        .config_address(config_address),
        .config_data(config_data),
        .counter_address(counter_address),
        .counter_data(counter_data),
        .request_valid(request_valid),
        .request_ready(request_ready),
        .request_store(request_store),
        .request_tag(request_tag),
        .request_key(request_key),
        .request_data(request_data),
        .response_valid(response_valid && !drive_table),
        .response_tag(response_tag),
        .response_hit(response_hit),
        .response_data(response_data),
        .idle(idle)
    );

endmodule

`default_nettype wire
