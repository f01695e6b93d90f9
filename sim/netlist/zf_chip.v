// SPDX-License-Identifier: Apache-2.0
// The chip as gates, in the place of rtl/chip/zf_chip.v under sim/zf_sim_top.v: the netlist that was
// placed, or the one with mutations (tools/netlist.py writes both). Of the mutations the one that
// +bug=N names is at work, constant from the first clock on; none with 0.
// The parameters are those the netlist was made with; the top hands them on, nobody uses them here.
`default_nettype none

module zf_chip #(
    parameter CONTEXTS = 16,
    parameter FULL = 1
) (
    input wire clk,
    input wire rst,
    input  wire        job_valid,
    output wire        job_ready,
    input  wire [31:0] job_data,
    input  wire        abort_valid,
    output wire        abort_ready,
    input  wire [15:0] abort_id,
    output wire        result_valid,
    input  wire        result_ready,
    output wire [31:0] result_data,
    input wire        config_valid,
    input wire [11:0] config_address,
    input wire [31:0] config_data,
    input  wire [3:0]  counter_address,
    output wire [31:0] counter_data,
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
    output wire idle
);

    integer value;
    reg [15:0] mutant;
    initial begin
        mutant = 16'd0;
        if ($value$plusargs("bug=%d", value)) mutant = value[15:0];
    end

    zf_chip_gates gates (
        .mutant(mutant),
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
        .response_valid(response_valid),
        .response_tag(response_tag),
        .response_hit(response_hit),
        .response_data(response_data),
        .idle(idle)
    );

endmodule

`default_nettype wire
