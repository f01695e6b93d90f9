// SPDX-License-Identifier: Apache-2.0
// The sum of 22 weights times counts. Three clocks of latency, less those left out of CUTS: products, sums of
// groups, sum. Counts of files are 8 at most, of neighbouring files 3, of isolated files 4, of a king's zone 9.
`default_nettype none

module zf_eval_sum #(
    parameter DSP = 1,
    parameter CUTS = 7 // bit i: a register behind step i
) (
    input wire clk,
    input wire [22*8-1:0] weights,

    input wire [3:0] doubled, backward, connected, passed, passed_4, passed_5, passed_6, passed_7,
    input wire [2:0] isolated,
    input wire [3:0] blocked, rook_open, rook_half, rook_7th, outpost, threat_pawn, threat_knight,
    input wire [1:0] shelter, king_open,
    input wire [3:0] king_attack,
    input wire [5:0] mobility_minor, mobility_major,
    input wire       bishop_pair,

    output wire signed [16:0] side
);

    `include "zf_defs.vh"

    function [7:0] weight;
        input [22*8-1:0] all;
        input [10:0] address;
        weight = all[(address - ZF_W_DOUBLED) * 8 +: 8];
    endfunction

    // Fourteen terms of one shape: counts to 8, products of 11 bits.
    localparam N = 14;
    localparam [N*11-1:0] ADDRESS = {
        ZF_W_THREAT_KNIGHT, ZF_W_THREAT_PAWN, ZF_W_OUTPOST, ZF_W_ROOK_7TH, ZF_W_ROOK_HALF,
        ZF_W_ROOK_OPEN, ZF_W_PASSED_BLOCKED, ZF_W_PASSED_7, ZF_W_PASSED_6, ZF_W_PASSED_5,
        ZF_W_PASSED_4, ZF_W_PASSED, ZF_W_CONNECTED, ZF_W_BACKWARD};
    wire [N*4-1:0] counts = {threat_knight, threat_pawn, outpost, rook_7th, rook_half, rook_open,
                             blocked, passed_7, passed_6, passed_5, passed_4, passed, connected,
                             backward};
    wire [N*11-1:0] products, p;
    genvar i;
    generate
        for (i = 0; i < N; i = i + 1) begin : term
            zf_scale #(.COUNT(4), .BITS(11), .DSP(DSP)) scale (
                .count(counts[i * 4 +: 4]), .weight(weight(weights, ADDRESS[i * 11 +: 11])),
                .product(products[i * 11 +: 11]));
        end
    endgenerate

    wire signed [10:0] doubled_p;
    wire signed [9:0] isolated_p, shelter_p, king_open_p;
    wire signed [11:0] king_attack_p;
    wire signed [13:0] minor_p, major_p;
    wire signed [8:0] pair_p;
    zf_scale #(.COUNT(4), .BITS(11), .DSP(DSP)) scale_doubled (
        .count(doubled), .weight(weight(weights, ZF_W_DOUBLED)), .product(doubled_p));
    zf_scale #(.COUNT(3), .BITS(10), .DSP(DSP)) scale_isolated (
        .count(isolated), .weight(weight(weights, ZF_W_ISOLATED)), .product(isolated_p));
    zf_scale #(.COUNT(2), .BITS(10), .APART(0), .DSP(DSP)) scale_shelter (
        .count(shelter), .weight(weight(weights, ZF_W_SHELTER)), .product(shelter_p));
    zf_scale #(.COUNT(2), .BITS(10), .APART(0), .DSP(DSP)) scale_king_open (
        .count(king_open), .weight(weight(weights, ZF_W_KING_OPEN)), .product(king_open_p));
    zf_scale #(.COUNT(4), .BITS(12), .DSP(DSP)) scale_king_attack (
        .count(king_attack), .weight(weight(weights, ZF_W_KING_ATTACK)), .product(king_attack_p));
    zf_scale #(.COUNT(6), .BITS(14), .APART(0), .DSP(DSP)) scale_minor (
        .count(mobility_minor), .weight(weight(weights, ZF_W_MOBILITY_MINOR)), .product(minor_p));
    zf_scale #(.COUNT(6), .BITS(14), .APART(0), .DSP(DSP)) scale_major (
        .count(mobility_major), .weight(weight(weights, ZF_W_MOBILITY_MAJOR)), .product(major_p));
    zf_scale #(.COUNT(1), .BITS(9), .DSP(DSP)) scale_pair (
        .count(bishop_pair), .weight(weight(weights, ZF_W_BISHOP_PAIR)), .product(pair_p));

    wire signed [10:0] doubled_q;
    wire signed [9:0] isolated_q, shelter_q, king_open_q;
    wire signed [11:0] king_attack_q;
    wire signed [13:0] minor_q, major_q;
    wire signed [8:0] pair_q;
    zf_cut #(.WIDTH(N * 11 + 90), .ON((CUTS & 1) != 0)) product_cut (
        .clk(clk),
        .d({products, doubled_p, isolated_p, shelter_p, king_open_p, king_attack_p, minor_p,
            major_p, pair_p}),
        .q({p, doubled_q, isolated_q, shelter_q, king_open_q, king_attack_q, minor_q, major_q,
            pair_q})
    );

    // Fourteen and two of eleven bits make four sums of four; each sum is as wide as it must be.
    wire [16*11-1:0] q = {{isolated_q[9], isolated_q}, doubled_q, p};
    wire [8*12-1:0] two;
    wire [4*13-1:0] four;
    generate
        for (i = 0; i < 8; i = i + 1) begin : twos
            zf_add #(.X(11)) add (
                .x(q[i * 22 +: 11]), .y(q[i * 22 + 11 +: 11]), .sum(two[i * 12 +: 12]));
        end
        for (i = 0; i < 4; i = i + 1) begin : fours
            zf_add #(.X(12)) add (
                .x(two[i * 24 +: 12]), .y(two[i * 24 + 12 +: 12]), .sum(four[i * 13 +: 13]));
        end
    endgenerate
    // The others. A king's zone of nine and a pair still fit 12 bits.
    wire signed [10:0] near_king;
    wire signed [11:0] zone_pair;
    wire signed [12:0] others;
    wire signed [14:0] mobility;
    zf_add #(.X(10)) add_near (.x(shelter_q), .y(king_open_q), .sum(near_king));
    zf_add #(.X(12), .Y(9), .BITS(12)) add_zone (.x(king_attack_q), .y(pair_q), .sum(zone_pair));
    zf_add #(.X(12), .Y(11)) add_others (.x(zone_pair), .y(near_king), .sum(others));
    zf_add #(.X(14)) add_mobility (.x(minor_q), .y(major_q), .sum(mobility));

    wire [4*13-1:0] f;
    wire signed [12:0] o;
    wire signed [14:0] m;
    zf_cut #(.WIDTH(80), .ON(((CUTS >> 1) & 1) != 0)) group_cut (
        .clk(clk), .d({four, others, mobility}), .q({f, o, m}));

    wire signed [13:0] low, high;
    wire signed [14:0] sixteen;
    wire signed [15:0] six;
    wire signed [16:0] total;
    zf_add #(.X(13)) add_low (.x(f[12:0]), .y(f[25:13]), .sum(low));
    zf_add #(.X(13)) add_high (.x(f[38:26]), .y(f[51:39]), .sum(high));
    zf_add #(.X(14)) add_sixteen (.x(low), .y(high), .sum(sixteen));
    zf_add #(.X(15), .Y(13)) add_six (.x(m), .y(o), .sum(six));
    zf_add #(.X(16), .Y(15)) add_total (.x(six), .y(sixteen), .sum(total));
    zf_cut #(.WIDTH(17), .ON(((CUTS >> 2) & 1) != 0)) sum_cut (.clk(clk), .d(total), .q(side));

endmodule

`default_nettype wire
