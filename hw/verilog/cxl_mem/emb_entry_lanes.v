// Judges up to sixteen entries at once. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_entry_lanes (
    input  wire [511:0] entries,
    input  wire [3:0]   first_lane,
    input  wire [4:0]   count,
    input  wire [31:0]  limit,
    output wire         bad,
    output wire [3:0]   bad_lane
);

    wire [31:0] entry_0;
    wire [31:0] entry_1;
    wire [31:0] entry_2;
    wire [31:0] entry_3;
    wire [31:0] entry_4;
    wire [31:0] entry_5;
    wire [31:0] entry_6;
    wire [31:0] entry_7;
    wire [31:0] entry_8;
    wire [31:0] entry_9;
    wire [31:0] entry_10;
    wire [31:0] entry_11;
    wire [31:0] entry_12;
    wire [31:0] entry_13;
    wire [31:0] entry_14;
    wire [31:0] entry_15;
    wire judged_0;
    wire judged_1;
    wire judged_2;
    wire judged_3;
    wire judged_4;
    wire judged_5;
    wire judged_6;
    wire judged_7;
    wire judged_8;
    wire judged_9;
    wire judged_10;
    wire judged_11;
    wire judged_12;
    wire judged_13;
    wire judged_14;
    wire judged_15;
    wire wrong_0;
    wire wrong_1;
    wire wrong_2;
    wire wrong_3;
    wire wrong_4;
    wire wrong_5;
    wire wrong_6;
    wire wrong_7;
    wire wrong_8;
    wire wrong_9;
    wire wrong_10;
    wire wrong_11;
    wire wrong_12;
    wire wrong_13;
    wire wrong_14;
    wire wrong_15;
    wire wrong_below_0;
    wire wrong_below_1;
    wire wrong_below_2;
    wire wrong_below_3;
    wire wrong_below_4;
    wire wrong_below_5;
    wire wrong_below_6;
    wire wrong_below_7;
    wire wrong_below_8;
    wire wrong_below_9;
    wire wrong_below_10;
    wire wrong_below_11;
    wire wrong_below_12;
    wire wrong_below_13;
    wire wrong_below_14;
    wire wrong_below_15;
    wire [5:0] behind;

    assign behind = {2'd0, first_lane} + {1'b0, count};
    assign entry_0 = entries[31:0];
    assign judged_0 = first_lane == 4'd0;
    assign wrong_below_0 = 1'b0;
    assign entry_1 = entries[63:32];
    assign judged_1 = (first_lane <= 4'd1) & (behind > 6'd1);
    assign wrong_below_1 = wrong_below_0 | wrong_0;
    assign entry_2 = entries[95:64];
    assign judged_2 = (first_lane <= 4'd2) & (behind > 6'd2);
    assign wrong_below_2 = wrong_below_1 | wrong_1;
    assign entry_3 = entries[127:96];
    assign judged_3 = (first_lane <= 4'd3) & (behind > 6'd3);
    assign wrong_below_3 = wrong_below_2 | wrong_2;
    assign entry_4 = entries[159:128];
    assign judged_4 = (first_lane <= 4'd4) & (behind > 6'd4);
    assign wrong_below_4 = wrong_below_3 | wrong_3;
    assign entry_5 = entries[191:160];
    assign judged_5 = (first_lane <= 4'd5) & (behind > 6'd5);
    assign wrong_below_5 = wrong_below_4 | wrong_4;
    assign entry_6 = entries[223:192];
    assign judged_6 = (first_lane <= 4'd6) & (behind > 6'd6);
    assign wrong_below_6 = wrong_below_5 | wrong_5;
    assign entry_7 = entries[255:224];
    assign judged_7 = (first_lane <= 4'd7) & (behind > 6'd7);
    assign wrong_below_7 = wrong_below_6 | wrong_6;
    assign entry_8 = entries[287:256];
    assign judged_8 = (first_lane <= 4'd8) & (behind > 6'd8);
    assign wrong_below_8 = wrong_below_7 | wrong_7;
    assign entry_9 = entries[319:288];
    assign judged_9 = (first_lane <= 4'd9) & (behind > 6'd9);
    assign wrong_below_9 = wrong_below_8 | wrong_8;
    assign entry_10 = entries[351:320];
    assign judged_10 = (first_lane <= 4'd10) & (behind > 6'd10);
    assign wrong_below_10 = wrong_below_9 | wrong_9;
    assign entry_11 = entries[383:352];
    assign judged_11 = (first_lane <= 4'd11) & (behind > 6'd11);
    assign wrong_below_11 = wrong_below_10 | wrong_10;
    assign entry_12 = entries[415:384];
    assign judged_12 = (first_lane <= 4'd12) & (behind > 6'd12);
    assign wrong_below_12 = wrong_below_11 | wrong_11;
    assign entry_13 = entries[447:416];
    assign judged_13 = (first_lane <= 4'd13) & (behind > 6'd13);
    assign wrong_below_13 = wrong_below_12 | wrong_12;
    assign entry_14 = entries[479:448];
    assign judged_14 = (first_lane <= 4'd14) & (behind > 6'd14);
    assign wrong_below_14 = wrong_below_13 | wrong_13;
    assign entry_15 = entries[511:480];
    assign judged_15 = behind > 6'd15;
    assign wrong_below_15 = wrong_below_14 | wrong_14;
    assign wrong_0 = judged_0 & (entry_0 >= limit);
    assign wrong_1 = judged_1 & (entry_1 >= limit);
    assign wrong_2 = judged_2 & (entry_2 >= limit);
    assign wrong_3 = judged_3 & (entry_3 >= limit);
    assign wrong_4 = judged_4 & (entry_4 >= limit);
    assign wrong_5 = judged_5 & (entry_5 >= limit);
    assign wrong_6 = judged_6 & (entry_6 >= limit);
    assign wrong_7 = judged_7 & (entry_7 >= limit);
    assign wrong_8 = judged_8 & (entry_8 >= limit);
    assign wrong_9 = judged_9 & (entry_9 >= limit);
    assign wrong_10 = judged_10 & (entry_10 >= limit);
    assign wrong_11 = judged_11 & (entry_11 >= limit);
    assign wrong_12 = judged_12 & (entry_12 >= limit);
    assign wrong_13 = judged_13 & (entry_13 >= limit);
    assign wrong_14 = judged_14 & (entry_14 >= limit);
    assign wrong_15 = judged_15 & (entry_15 >= limit);

    assign bad =
        wrong_0 |
        (wrong_1 & ~wrong_below_1) |
        (wrong_2 & ~wrong_below_2) |
        (wrong_3 & ~wrong_below_3) |
        (wrong_4 & ~wrong_below_4) |
        (wrong_5 & ~wrong_below_5) |
        (wrong_6 & ~wrong_below_6) |
        (wrong_7 & ~wrong_below_7) |
        (wrong_8 & ~wrong_below_8) |
        (wrong_9 & ~wrong_below_9) |
        (wrong_10 & ~wrong_below_10) |
        (wrong_11 & ~wrong_below_11) |
        (wrong_12 & ~wrong_below_12) |
        (wrong_13 & ~wrong_below_13) |
        (wrong_14 & ~wrong_below_14) |
        (wrong_15 & ~wrong_below_15);

    assign bad_lane =
        (wrong_15 & ~wrong_below_15) ? 4'd15 :
        (wrong_14 & ~wrong_below_14) ? 4'd14 :
        (wrong_13 & ~wrong_below_13) ? 4'd13 :
        (wrong_12 & ~wrong_below_12) ? 4'd12 :
        (wrong_11 & ~wrong_below_11) ? 4'd11 :
        (wrong_10 & ~wrong_below_10) ? 4'd10 :
        (wrong_9 & ~wrong_below_9) ? 4'd9 :
        (wrong_8 & ~wrong_below_8) ? 4'd8 :
        (wrong_7 & ~wrong_below_7) ? 4'd7 :
        (wrong_6 & ~wrong_below_6) ? 4'd6 :
        (wrong_5 & ~wrong_below_5) ? 4'd5 :
        (wrong_4 & ~wrong_below_4) ? 4'd4 :
        (wrong_3 & ~wrong_below_3) ? 4'd3 :
        (wrong_2 & ~wrong_below_2) ? 4'd2 :
        (wrong_1 & ~wrong_below_1) ? 4'd1 :
        4'd0;

endmodule

`default_nettype wire
