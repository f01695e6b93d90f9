// SPDX-License-Identifier: Apache-2.0
// The slow evaluation of one side, docs/chip.md section 8, with kings and queens found by others
// behind the first cut. A position every clock. No handshake; see zf_eval for the planes.
`default_nettype none

module zf_eval_core #(
    parameter FULL = 1,  // 0: nine terms fewer
    parameter DSP = FULL,
    parameter CUTS = 63  // bit i: a register behind step i
) (
    input wire clk,
    input wire [63:0] own, orth, diag, a, b,
    input wire [63:0] pawn_reach, knight_reach, diag_reach, orth_reach,
    input wire [22*8-1:0] weights,
    // behind the first cut; not used if FULL = 0
    input wire own_queen_t1, other_queen_t1,
    input wire [7:0] own_king_files_t1,   // its file and the neighbours
    input wire [7:0] shelter_ranks_t1,    // the two ranks above it
    input wire [7:0] other_king_files_t1,
    input wire [7:0] other_king_ranks_t1, // its rank and the neighbours

    output wire signed [16:0] side
);

    // One register a signal: a cut through a long concatenation costs the simulator a copy of it.
    localparam ON1 = (CUTS & 1) != 0, ON2 = (CUTS & 2) != 0, ON3 = (CUTS & 4) != 0;

    // 1: squares
    wire [63:0] pawns_t0, other_pawns_t0, minor_t0, major_t0;
    wire [63:0] attacked_t0, pieces_t0, outposts_t0;
    wire [15:0] rooks_t0, bishops_t0, pawn_threats_t0, knight_threats_t0;
    wire [7:0] rooks_7th_t0;
    zf_eval_squares #(.FULL(FULL)) squares (
        .own(own), .orth(orth), .diag(diag), .a(a), .b(b),
        .pawn_reach(pawn_reach),
        .knight_reach(knight_reach), .diag_reach(diag_reach), .orth_reach(orth_reach),
        .pawns(pawns_t0), .other_pawns(other_pawns_t0),
        .minor(minor_t0), .major(major_t0), .attacked(attacked_t0), .pieces(pieces_t0),
        .outposts(outposts_t0), .rooks_7th(rooks_7th_t0), .rooks(rooks_t0),
        .bishops(bishops_t0), .pawn_threats(pawn_threats_t0), .knight_threats(knight_threats_t0)
    );
    wire [63:0] pawns, other_pawns, reached, minor, major, attacked, pieces, outposts;
    wire [15:0] rooks, bishops, pawn_threats, knight_threats;
    wire [7:0] rooks_7th;
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_pawns (.clk(clk), .d(pawns_t0), .q(pawns));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_other_pawns (.clk(clk), .d(other_pawns_t0), .q(other_pawns));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_pawn_reach (.clk(clk), .d(pawn_reach), .q(reached));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_minor (.clk(clk), .d(minor_t0), .q(minor));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_major (.clk(clk), .d(major_t0), .q(major));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_attacked (.clk(clk), .d(attacked_t0), .q(attacked));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_pieces (.clk(clk), .d(pieces_t0), .q(pieces));
    zf_cut #(.WIDTH(64), .ON(ON1)) cut_outposts (.clk(clk), .d(outposts_t0), .q(outposts));
    zf_cut #(.WIDTH(16), .ON(ON1)) cut_rooks (.clk(clk), .d(rooks_t0), .q(rooks));
    zf_cut #(.WIDTH(16), .ON(ON1)) cut_bishops (.clk(clk), .d(bishops_t0), .q(bishops));
    zf_cut #(.WIDTH(16), .ON(ON1)) cut_pawn_threats (
        .clk(clk), .d(pawn_threats_t0), .q(pawn_threats));
    zf_cut #(.WIDTH(16), .ON(ON1)) cut_knight_threats (
        .clk(clk), .d(knight_threats_t0), .q(knight_threats));
    zf_cut #(.WIDTH(8), .ON(ON1)) cut_rooks_7th (.clk(clk), .d(rooks_7th_t0), .q(rooks_7th));

    // 2: files
    wire [7:0] own_files, other_files, doubled, passed, passed_4, passed_5, passed_6, passed_7;
    wire [7:0] backward, connected, blocked, outpost;
    wire [3:0] isolated;
    zf_eval_pawns #(.FULL(FULL)) pawn_files (
        .pawns(pawns), .other_pawns(other_pawns), .pawn_reach(reached), .pieces(pieces),
        .outposts(outposts), .own_files(own_files), .other_files(other_files), .doubled(doubled),
        .passed(passed), .passed_4(passed_4), .passed_5(passed_5), .passed_6(passed_6),
        .passed_7(passed_7), .isolated(isolated), .backward(backward), .connected(connected),
        .blocked(blocked), .outpost(outpost)
    );
    wire [7:0] rook_files = rooks[15:8] | rooks[7:0];
    wire [7:0] rook_open = rook_files & ~own_files & ~other_files;
    wire [7:0] rook_half = rook_files & ~own_files & other_files;
    wire [7:0] pawn_threat = pawn_threats[15:8] | pawn_threats[7:0];
    wire [7:0] knight_threat = knight_threats[15:8] | knight_threats[7:0];
    // a1 is dark: on odd ranks the files a c e g are.
    wire bishop_pair = |(bishops & 16'h55aa) & |(bishops & 16'haa55);

    wire [63:0] low_files, high_files;
    wire [3:0] lone;
    wire pair;
    zf_cut #(.WIDTH(64), .ON(ON2)) cut_low_files (
        .clk(clk), .d({passed_7, passed_6, passed_5, passed_4, passed, connected, backward,
                       doubled}), .q(low_files));
    zf_cut #(.WIDTH(64), .ON(ON2)) cut_high_files (
        .clk(clk), .d({8'd0, knight_threat, pawn_threat, outpost, rooks_7th, rook_half, rook_open,
                       blocked}), .q(high_files));
    zf_cut #(.WIDTH(4), .ON(ON2)) cut_lone (.clk(clk), .d(isolated), .q(lone));
    zf_cut #(.WIDTH(1), .ON(ON2)) cut_pair (.clk(clk), .d(bishop_pair), .q(pair));

    // Kings, beside the files
    wire [1:0] shelter, king_open;
    wire [3:0] king_attack;
    generate
        if (FULL != 0) begin : more
            zf_eval_kings #(.CUT(ON2)) kings (
                .clk(clk), .pawns(pawns), .attacked(attacked), .own_files(own_files),
                .own_queen(own_queen_t1), .other_queen(other_queen_t1),
                .own_king_files(own_king_files_t1), .shelter_ranks(shelter_ranks_t1),
                .other_king_files(other_king_files_t1), .other_king_ranks(other_king_ranks_t1),
                .shelter(shelter), .king_open(king_open), .king_attack(king_attack)
            );
        end else begin : less
            assign shelter = 2'd0;
            assign king_open = 2'd0;
            assign king_attack = 4'd0;
            wire unused = |{attacked, own_queen_t1, other_queen_t1, own_king_files_t1,
                            shelter_ranks_t1, other_king_files_t1, other_king_ranks_t1};
        end
    endgenerate

    // 3: counts
    wire [63:0] minor_bytes, major_bytes, low_counts, high_counts;
    wire [5:0] mobility_minor, mobility_major;
    zf_popcount_bytes minor_count (.x(minor), .counts(minor_bytes));
    zf_popcount_bytes major_count (.x(major), .counts(major_bytes));
    zf_popcount_sum #(.CUT(ON2)) minor_sum (
        .clk(clk), .counts(minor_bytes), .sum(mobility_minor));
    zf_popcount_sum #(.CUT(ON2)) major_sum (
        .clk(clk), .counts(major_bytes), .sum(mobility_major));
    zf_popcount_bytes low_count (.x(low_files), .counts(low_counts));
    zf_popcount_bytes high_count (.x(high_files), .counts(high_counts));
    wire [2:0] alone = {&lone, (lone[0] ^ lone[1] ^ lone[2] ^ lone[3])
                               ? (lone[0] & lone[1]) | (lone[2] & lone[3])
                               : |lone & ~(&lone),
                        lone[0] ^ lone[1] ^ lone[2] ^ lone[3]};

    wire [63:0] low, high;
    wire [5:0] few_minor, few_major;
    wire [2:0] isolated_files;
    wire [1:0] shelter_files, open_files;
    wire [3:0] zone;
    wire both;
    zf_cut #(.WIDTH(64), .ON(ON3)) cut_low (.clk(clk), .d(low_counts), .q(low));
    zf_cut #(.WIDTH(64), .ON(ON3)) cut_high (.clk(clk), .d(high_counts), .q(high));
    zf_cut #(.WIDTH(6), .ON(ON3)) cut_few_minor (.clk(clk), .d(mobility_minor), .q(few_minor));
    zf_cut #(.WIDTH(6), .ON(ON3)) cut_few_major (.clk(clk), .d(mobility_major), .q(few_major));
    zf_cut #(.WIDTH(3), .ON(ON3)) cut_isolated_files (.clk(clk), .d(alone), .q(isolated_files));
    zf_cut #(.WIDTH(2), .ON(ON3)) cut_shelter_files (.clk(clk), .d(shelter), .q(shelter_files));
    zf_cut #(.WIDTH(2), .ON(ON3)) cut_open_files (.clk(clk), .d(king_open), .q(open_files));
    zf_cut #(.WIDTH(4), .ON(ON3)) cut_zone (.clk(clk), .d(king_attack), .q(zone));
    zf_cut #(.WIDTH(1), .ON(ON3)) cut_both (.clk(clk), .d(pair), .q(both));

    // 4 to 6: products and their sum
    zf_eval_sum #(.DSP(DSP), .CUTS(CUTS >> 3)) weigh (
        .clk(clk), .weights(weights), .low(low), .high(high[55:0]), .isolated(isolated_files),
        .shelter(shelter_files), .king_open(open_files), .king_attack(zone),
        .mobility_minor(few_minor), .mobility_major(few_major), .bishop_pair(both), .side(side)
    );
    wire unused = |high[63:56];

endmodule

`default_nettype wire
