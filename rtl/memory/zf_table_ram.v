// SPDX-License-Identifier: Apache-2.0
// Transposition table in block RAM, the memory side of the chip's table port: docs/chip.md, 9.
// Requests are taken in order when request_valid and request_ready are high. A probe is answered
// two clocks later, always and in order; a store is not answered and a later probe sees it. A probe
// takes one clock of the port, a store three (its write must not meet a read). After rst the table
// clears itself, 2 ** INDEX_BITS clocks with request_ready low. Key bits between index and tag do
// not matter.
`default_nettype none

module zf_table_ram #(
    parameter INDEX_BITS = 10 // log2 of the entries, 8..14
) (
    input wire clk,
    input wire rst,

    // request: held stable until ready; data is the entry to store, nothing for a probe
    input  wire        request_valid,
    output wire        request_ready,
    input  wire        request_store,
    input  wire [5:0]  request_tag,
    input  wire [63:0] request_key,
    input  wire [39:0] request_data,

    // answer to a probe: valid for one clock, cannot be refused; data means nothing without hit
    output reg         response_valid,
    output reg  [5:0]  response_tag,
    output reg         response_hit,
    output reg  [39:0] response_data
);

`include "zf_defs.vh"

    localparam TAG_BITS = 48;
    localparam TAG_LSB = 64 - TAG_BITS;
    localparam WIDTH = TAG_BITS + ZF_ENTRY_BITS;

    // Reading (t1): the memory looks the entry up. Deciding (t2): compare results are registered,
    // the entry is answered or replaced. 48 bits of tag after a block RAM want their own clock.
    reg                     probe_t1, store_t1, store_t2;
    reg  [5:0]              tag_t1;
    reg  [INDEX_BITS-1:0]   index_t1, index_t2;
    reg  [TAG_BITS-1:0]     key_t1, key_t2;
    reg  [ZF_ENTRY_BITS-1:0] data_t1, data_t2;
    reg                     keep_t2;

    wire [WIDTH-1:0]         found;
    wire [TAG_BITS-1:0]      found_key = found[WIDTH-1:ZF_ENTRY_BITS];
    wire [ZF_ENTRY_BITS-1:0] found_data = found[ZF_ENTRY_BITS-1:0];
    wire                     same_key = found_key == key_t1;

    reg                  clearing;
    reg [INDEX_BITS-1:0] clear_index;

    assign request_ready = !clearing && !store_t1 && !store_t2;
    wire accept = request_valid && request_ready;

    // no request is taken in the clock of a write
    zf_ram_sdp #(
        .WIDTH(WIDTH),
        .DEPTH(1 << INDEX_BITS)
    ) entries (
        .clk(clk),
        .write_enable(clearing || (store_t2 && !keep_t2)),
        .write_address(clearing ? clear_index : index_t2),
        .write_data(clearing ? {WIDTH{1'b0}} : {key_t2, data_t2}),
        .read_address(request_key[INDEX_BITS-1:0]),
        .read_data(found)
    );

    always @(posedge clk) begin
        // A cleared entry is BOUND_NONE with draft 0: no probe hits it and every store replaces it.
        if (clearing) begin
            clear_index <= clear_index + 1'b1;
            if (&clear_index) clearing <= 1'b0;
        end

        probe_t1 <= accept && !request_store;
        store_t1 <= accept && request_store;
        tag_t1 <= request_tag;
        index_t1 <= request_key[INDEX_BITS-1:0];
        key_t1 <= request_key[63:TAG_LSB];
        data_t1 <= request_data;

        response_valid <= probe_t1;
        response_tag <= tag_t1;
        response_hit <= same_key
            && found_data[ZF_ENTRY_BOUND_LSB +: ZF_ENTRY_BOUND_BITS] != ZF_BOUND_NONE;
        response_data <= found_data;

        store_t2 <= store_t1;
        index_t2 <= index_t1;
        key_t2 <= key_t1;
        data_t2 <= data_t1;
        // The deeper entry of this generation stays, unless it is of the same position.
        keep_t2 <= !same_key
            && found_data[ZF_ENTRY_AGE_LSB +: ZF_ENTRY_AGE_BITS]
                == data_t1[ZF_ENTRY_AGE_LSB +: ZF_ENTRY_AGE_BITS]
            && found_data[ZF_ENTRY_DRAFT_LSB +: ZF_ENTRY_DRAFT_BITS]
                > data_t1[ZF_ENTRY_DRAFT_LSB +: ZF_ENTRY_DRAFT_BITS];

        if (rst) begin
            clearing <= 1'b1;
            clear_index <= {INDEX_BITS{1'b0}};
            probe_t1 <= 1'b0;
            store_t1 <= 1'b0;
            store_t2 <= 1'b0;
            response_valid <= 1'b0;
        end
    end

`ifndef SYNTHESIS
    initial begin
        if (INDEX_BITS < 8 || INDEX_BITS > 14) begin
            $display("%m: INDEX_BITS %0d is not in 8..14", INDEX_BITS);
            $finish;
        end
    end

    always @(posedge clk) begin
        if (!rst && store_t2 && accept) begin
            $display("%m: a request was taken in the clock of a write");
            $finish;
        end
    end
`endif

endmodule

`default_nettype wire
