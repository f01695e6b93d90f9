// SPDX-License-Identifier: Apache-2.0
// The slow evaluation of one side, given its kings and queens; for a chip that keeps those anyway. docs/chip.md section 8.
// A position every clock; LATENCY clocks later its sum. No handshake. See zf_eval for the planes.
`default_nettype none

module zf_eval_core #(
    parameter FULL = 1,  // 0: nine terms fewer
    parameter DSP = FULL,
    parameter CUTS = 63  // bit i: a register behind step i
) (
    input wire clk,
    input wire [63:0] own, orth, diag, a, b,
    input wire [63:0] knight_reach, diag_reach, orth_reach,
    input wire [22*8-1:0] weights,
    // behind the first cut; not used if FULL = 0
    input wire own_queen_t1, other_queen_t1,
    input wire [7:0] own_king_files_t1,   // its file and the neighbours
    input wire [7:0] shelter_ranks_t1,    // the two ranks above it
    input wire [7:0] other_king_files_t1,
    input wire [7:0] other_king_ranks_t1, // its rank and the neighbours

    output wire signed [16:0] side
);

    // 1: squares
    wire [63:0] pawns_t0, other_pawns_t0, pawn_reach_t0, minor_t0, major_t0;
    wire [63:0] attacked_t0, pieces_t0, outposts_t0;
    wire [15:0] rooks_t0, bishops_t0, pawn_threats_t0, knight_threats_t0;
    wire [7:0] rooks_7th_t0;
    zf_eval_squares #(.FULL(FULL)) squares (
        .own(own), .orth(orth), .diag(diag), .a(a), .b(b),
        .knight_reach(knight_reach), .diag_reach(diag_reach), .orth_reach(orth_reach),
        .pawns(pawns_t0), .other_pawns(other_pawns_t0), .pawn_reach(pawn_reach_t0),
        .minor(minor_t0), .major(major_t0), .attacked(attacked_t0), .pieces(pieces_t0),
        .outposts(outposts_t0), .rooks_7th(rooks_7th_t0), .rooks(rooks_t0),
        .bishops(bishops_t0), .pawn_threats(pawn_threats_t0), .knight_threats(knight_threats_t0)
    );
    wire [63:0] pawns, other_pawns, pawn_reach, minor, major, attacked, pieces, outposts;
    wire [15:0] rooks, bishops, pawn_threats, knight_threats;
    wire [7:0] rooks_7th;
    zf_cut #(.WIDTH(8 * 64 + 72), .ON((CUTS & 1) != 0)) cut1 (
        .clk(clk),
        .d({pawns_t0, other_pawns_t0, pawn_reach_t0, minor_t0, major_t0, attacked_t0, pieces_t0,
            outposts_t0, rooks_t0, bishops_t0, pawn_threats_t0, knight_threats_t0, rooks_7th_t0}),
        .q({pawns, other_pawns, pawn_reach, minor, major, attacked, pieces, outposts, rooks,
            bishops, pawn_threats, knight_threats, rooks_7th})
    );

    // 2: files
    wire [7:0] own_files, other_files, doubled, passed, passed_4, passed_5, passed_6, passed_7;
    wire [7:0] backward, connected, blocked, outpost;
    wire [3:0] isolated;
    zf_eval_pawns #(.FULL(FULL)) pawn_files (
        .pawns(pawns), .other_pawns(other_pawns), .pawn_reach(pawn_reach), .pieces(pieces),
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

    wire [127:0] files;
    wire [3:0] lone;
    wire pair;
    zf_cut #(.WIDTH(133), .ON(((CUTS >> 1) & 1) != 0)) cut2 (
        .clk(clk),
        .d({8'd0, knight_threat, pawn_threat, outpost, rooks_7th, rook_half, rook_open, blocked,
            passed_7, passed_6, passed_5, passed_4, passed, connected, backward, doubled,
            isolated, bishop_pair}),
        .q({files, lone, pair})
    );

    // Kings, beside the files
    wire [1:0] shelter, king_open;
    wire [3:0] king_attack;
    generate
        if (FULL != 0) begin : more
            zf_eval_kings #(.CUT(((CUTS >> 1) & 1) != 0)) kings (
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
    zf_popcount_sum #(.CUT(((CUTS >> 1) & 1) != 0)) minor_sum (
        .clk(clk), .counts(minor_bytes), .sum(mobility_minor));
    zf_popcount_sum #(.CUT(((CUTS >> 1) & 1) != 0)) major_sum (
        .clk(clk), .counts(major_bytes), .sum(mobility_major));
    zf_popcount_bytes low_count (.x(files[63:0]), .counts(low_counts));
    zf_popcount_bytes high_count (.x(files[127:64]), .counts(high_counts));
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
    zf_cut #(.WIDTH(152), .ON(((CUTS >> 2) & 1) != 0)) cut3 (
        .clk(clk),
        .d({low_counts, high_counts, mobility_minor, mobility_major, alone, shelter, king_open,
            king_attack, pair}),
        .q({low, high, few_minor, few_major, isolated_files, shelter_files, open_files, zone, both})
    );

    // 4 to 6: products and their sum
    zf_eval_sum #(.DSP(DSP), .CUTS(CUTS >> 3)) weigh (
        .clk(clk), .weights(weights),
        .doubled(low[3:0]), .backward(low[11:8]), .connected(low[19:16]), .passed(low[27:24]),
        .passed_4(low[35:32]), .passed_5(low[43:40]), .passed_6(low[51:48]),
        .passed_7(low[59:56]), .isolated(isolated_files),
        .blocked(high[3:0]), .rook_open(high[11:8]), .rook_half(high[19:16]),
        .rook_7th(high[27:24]), .outpost(high[35:32]), .threat_pawn(high[43:40]),
        .threat_knight(high[51:48]),
        .shelter(shelter_files), .king_open(open_files), .king_attack(zone),
        .mobility_minor(few_minor), .mobility_major(few_major), .bishop_pair(both),
        .side(side)
    );
    wire unused = |{low[63:60], low[55:52], low[47:44], low[39:36], low[31:28], low[23:20],
                    low[15:12], low[7:4], high[63:52], high[47:44], high[39:36], high[31:28],
                    high[23:20], high[15:12], high[7:4]};

endmodule

`default_nettype wire
