// SPDX-License-Identifier: Apache-2.0
// The sum of 22 weights times counts. Three clocks of latency, less those left out of CUTS:
// products, sums of groups, sum. Counts of files are 8 at most, of files at a king 3, of isolated
// files 4, of a king's zone 9.
`default_nettype none

module zf_eval_sum #(
    parameter DSP = 1,
    parameter CUTS = 7 // bit i: a register behind step i
) (
    input wire clk,
    input wire [22*8-1:0] weights,

    // a count in the low half of each byte
    input wire [63:0] low,  // doubled, backward, connected, passed, passed_4 to passed_7
    input wire [55:0] high, // blocked, rook_open, rook_half, rook_7th, outpost, both threats
    input wire [2:0] isolated,
    input wire [1:0] shelter, king_open,
    input wire [3:0] king_attack,
    input wire [5:0] mobility_minor, mobility_major,
    input wire       bishop_pair,

    output wire signed [16:0] side
);

    `include "zf_defs.vh"

    localparam ON1 = (CUTS & 1) != 0, ON2 = (CUTS & 2) != 0, ON3 = (CUTS & 4) != 0;

    localparam [8*11-1:0] LOW = {
        ZF_W_PASSED_7, ZF_W_PASSED_6, ZF_W_PASSED_5, ZF_W_PASSED_4, ZF_W_PASSED, ZF_W_CONNECTED,
        ZF_W_BACKWARD, ZF_W_DOUBLED};
    localparam [7*11-1:0] HIGH = {
        ZF_W_THREAT_KNIGHT, ZF_W_THREAT_PAWN, ZF_W_OUTPOST, ZF_W_ROOK_7TH, ZF_W_ROOK_HALF,
        ZF_W_ROOK_OPEN, ZF_W_PASSED_BLOCKED};

    // Products, p behind the cut
    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : l
            wire signed [10:0] d, p;
            zf_scale #(.COUNT(4), .BITS(11), .DSP(DSP)) scale (
                .count(low[i * 8 +: 4]), .product(d),
                .weight(weights[(LOW[i * 11 +: 11] - ZF_W_DOUBLED) * 8 +: 8]));
            zf_cut #(.WIDTH(11), .ON(ON1)) cut (.clk(clk), .d(d), .q(p));
        end
        for (i = 0; i < 7; i = i + 1) begin : h
            wire signed [10:0] d, p;
            zf_scale #(.COUNT(4), .BITS(11), .DSP(DSP)) scale (
                .count(high[i * 8 +: 4]), .product(d),
                .weight(weights[(HIGH[i * 11 +: 11] - ZF_W_DOUBLED) * 8 +: 8]));
            zf_cut #(.WIDTH(11), .ON(ON1)) cut (.clk(clk), .d(d), .q(p));
        end
    endgenerate

    wire signed [9:0] isolated_d, isolated_p, shelter_d, shelter_p, king_open_d, king_open_p;
    wire signed [11:0] king_attack_d, king_attack_p;
    wire signed [13:0] minor_d, minor_p, major_d, major_p;
    wire signed [8:0] pair_d, pair_p;
    zf_scale #(.COUNT(3), .BITS(10), .DSP(DSP)) scale_isolated (
        .count(isolated), .product(isolated_d),
        .weight(weights[(ZF_W_ISOLATED - ZF_W_DOUBLED) * 8 +: 8]));
    zf_scale #(.COUNT(2), .BITS(10), .APART(0), .DSP(DSP)) scale_shelter (
        .count(shelter), .product(shelter_d),
        .weight(weights[(ZF_W_SHELTER - ZF_W_DOUBLED) * 8 +: 8]));
    zf_scale #(.COUNT(2), .BITS(10), .APART(0), .DSP(DSP)) scale_king_open (
        .count(king_open), .product(king_open_d),
        .weight(weights[(ZF_W_KING_OPEN - ZF_W_DOUBLED) * 8 +: 8]));
    zf_scale #(.COUNT(4), .BITS(12), .DSP(DSP)) scale_king_attack (
        .count(king_attack), .product(king_attack_d),
        .weight(weights[(ZF_W_KING_ATTACK - ZF_W_DOUBLED) * 8 +: 8]));
    zf_scale #(.COUNT(6), .BITS(14), .APART(0), .DSP(DSP)) scale_minor (
        .count(mobility_minor), .product(minor_d),
        .weight(weights[(ZF_W_MOBILITY_MINOR - ZF_W_DOUBLED) * 8 +: 8]));
    zf_scale #(.COUNT(6), .BITS(14), .APART(0), .DSP(DSP)) scale_major (
        .count(mobility_major), .product(major_d),
        .weight(weights[(ZF_W_MOBILITY_MAJOR - ZF_W_DOUBLED) * 8 +: 8]));
    zf_scale #(.COUNT(1), .BITS(9), .DSP(DSP)) scale_pair (
        .count(bishop_pair), .product(pair_d),
        .weight(weights[(ZF_W_BISHOP_PAIR - ZF_W_DOUBLED) * 8 +: 8]));
    zf_cut #(.WIDTH(10), .ON(ON1)) cut_isolated (.clk(clk), .d(isolated_d), .q(isolated_p));
    zf_cut #(.WIDTH(10), .ON(ON1)) cut_shelter (.clk(clk), .d(shelter_d), .q(shelter_p));
    zf_cut #(.WIDTH(10), .ON(ON1)) cut_king_open (.clk(clk), .d(king_open_d), .q(king_open_p));
    zf_cut #(.WIDTH(12), .ON(ON1)) cut_king_attack (
        .clk(clk), .d(king_attack_d), .q(king_attack_p));
    zf_cut #(.WIDTH(14), .ON(ON1)) cut_minor (.clk(clk), .d(minor_d), .q(minor_p));
    zf_cut #(.WIDTH(14), .ON(ON1)) cut_major (.clk(clk), .d(major_d), .q(major_p));
    // planted fault 9: the bishop pair counts against its owner
    wire bug_9;
    zf_bug #(.N(9)) plant_9 (.on(bug_9));
    zf_cut #(.WIDTH(9), .ON(ON1)) cut_pair (
        .clk(clk), .d(bug_9 ? -pair_d : pair_d), .q(pair_p));

    // Sums of two and of four; each is as wide as it must be.
    wire signed [11:0] two0, two1, two2, two3, two4, two5, two6, two7, zone_pair;
    wire signed [12:0] four0, four1, four2, four3, others, f0, f1, f2, f3, o;
    wire signed [10:0] near_king;
    wire signed [14:0] mobility, m;
    zf_add #(.X(11)) add_two0 (.x(l[0].p), .y(l[1].p), .sum(two0));
    zf_add #(.X(11)) add_two1 (.x(l[2].p), .y(l[3].p), .sum(two1));
    zf_add #(.X(11)) add_two2 (.x(l[4].p), .y(l[5].p), .sum(two2));
    zf_add #(.X(11)) add_two3 (.x(l[6].p), .y(l[7].p), .sum(two3));
    zf_add #(.X(11)) add_two4 (.x(h[0].p), .y(h[1].p), .sum(two4));
    zf_add #(.X(11)) add_two5 (.x(h[2].p), .y(h[3].p), .sum(two5));
    zf_add #(.X(11)) add_two6 (.x(h[4].p), .y(h[5].p), .sum(two6));
    zf_add #(.X(11), .Y(10)) add_two7 (.x(h[6].p), .y(isolated_p), .sum(two7));
    zf_add #(.X(12)) add_four0 (.x(two0), .y(two1), .sum(four0));
    zf_add #(.X(12)) add_four1 (.x(two2), .y(two3), .sum(four1));
    zf_add #(.X(12)) add_four2 (.x(two4), .y(two5), .sum(four2));
    zf_add #(.X(12)) add_four3 (.x(two6), .y(two7), .sum(four3));
    // A zone of nine and a pair still fit 12 bits.
    zf_add #(.X(10)) add_near (.x(shelter_p), .y(king_open_p), .sum(near_king));
    zf_add #(.X(12), .Y(9), .BITS(12)) add_zone (.x(king_attack_p), .y(pair_p), .sum(zone_pair));
    zf_add #(.X(12), .Y(11)) add_others (.x(zone_pair), .y(near_king), .sum(others));
    zf_add #(.X(14)) add_mobility (.x(minor_p), .y(major_p), .sum(mobility));
    zf_cut #(.WIDTH(13), .ON(ON2)) cut_four0 (.clk(clk), .d(four0), .q(f0));
    zf_cut #(.WIDTH(13), .ON(ON2)) cut_four1 (.clk(clk), .d(four1), .q(f1));
    zf_cut #(.WIDTH(13), .ON(ON2)) cut_four2 (.clk(clk), .d(four2), .q(f2));
    zf_cut #(.WIDTH(13), .ON(ON2)) cut_four3 (.clk(clk), .d(four3), .q(f3));
    zf_cut #(.WIDTH(13), .ON(ON2)) cut_others (.clk(clk), .d(others), .q(o));
    zf_cut #(.WIDTH(15), .ON(ON2)) cut_mobility (.clk(clk), .d(mobility), .q(m));

    wire signed [13:0] eight0, eight1;
    wire signed [14:0] sixteen;
    wire signed [15:0] six;
    wire signed [16:0] total;
    zf_add #(.X(13)) add_eight0 (.x(f0), .y(f1), .sum(eight0));
    zf_add #(.X(13)) add_eight1 (.x(f2), .y(f3), .sum(eight1));
    zf_add #(.X(14)) add_sixteen (.x(eight0), .y(eight1), .sum(sixteen));
    zf_add #(.X(15), .Y(13)) add_six (.x(m), .y(o), .sum(six));
    zf_add #(.X(16), .Y(15)) add_total (.x(six), .y(sixteen), .sum(total));
    zf_cut #(.WIDTH(17), .ON(ON3)) cut_sum (.clk(clk), .d(total), .q(side));

    wire unused = |{low[63:60], low[55:52], low[47:44], low[39:36], low[31:28], low[23:20],
                    low[15:12], low[7:4], high[55:52], high[47:44], high[39:36], high[31:28],
                    high[23:20], high[15:12], high[7:4]};

endmodule

`default_nettype wire
