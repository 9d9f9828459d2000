// Judges the ends and rows of up to sixteen segments at once. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_segment_lanes (
    input  wire [511:0] offsets,
    input  wire [511:0] rows,
    input  wire [31:0]  carried_row,
    input  wire [3:0]   first_lane,
    input  wire [4:0]   count,
    input  wire [31:0]  end_before,
    input  wire [31:0]  row_before,
    input  wire         has_row_before,
    input  wire [31:0]  entry_count,
    input  wire [31:0]  row_limit,
    input  wire         is_update,
    output wire         bad,
    output wire [3:0]   bad_lane,
    output wire         bad_end,
    output wire         bad_row,
    output wire [31:0]  good_end,
    output wire [31:0]  last_row
);

    wire [31:0] end_0;
    wire [31:0] end_1;
    wire [31:0] end_2;
    wire [31:0] end_3;
    wire [31:0] end_4;
    wire [31:0] end_5;
    wire [31:0] end_6;
    wire [31:0] end_7;
    wire [31:0] end_8;
    wire [31:0] end_9;
    wire [31:0] end_10;
    wire [31:0] end_11;
    wire [31:0] end_12;
    wire [31:0] end_13;
    wire [31:0] end_14;
    wire [31:0] end_15;
    wire [31:0] row_0;
    wire [31:0] row_1;
    wire [31:0] row_2;
    wire [31:0] row_3;
    wire [31:0] row_4;
    wire [31:0] row_5;
    wire [31:0] row_6;
    wire [31:0] row_7;
    wire [31:0] row_8;
    wire [31:0] row_9;
    wire [31:0] row_10;
    wire [31:0] row_11;
    wire [31:0] row_12;
    wire [31:0] row_13;
    wire [31:0] row_14;
    wire [31:0] row_15;
    wire [31:0] before_0;
    wire [31:0] before_1;
    wire [31:0] before_2;
    wire [31:0] before_3;
    wire [31:0] before_4;
    wire [31:0] before_5;
    wire [31:0] before_6;
    wire [31:0] before_7;
    wire [31:0] before_8;
    wire [31:0] before_9;
    wire [31:0] before_10;
    wire [31:0] before_11;
    wire [31:0] before_12;
    wire [31:0] before_13;
    wire [31:0] before_14;
    wire [31:0] before_15;
    wire [31:0] above_0;
    wire [31:0] above_1;
    wire [31:0] above_2;
    wire [31:0] above_3;
    wire [31:0] above_4;
    wire [31:0] above_5;
    wire [31:0] above_6;
    wire [31:0] above_7;
    wire [31:0] above_8;
    wire [31:0] above_9;
    wire [31:0] above_10;
    wire [31:0] above_11;
    wire [31:0] above_12;
    wire [31:0] above_13;
    wire [31:0] above_14;
    wire [31:0] above_15;
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
    wire has_above_0;
    wire has_above_1;
    wire has_above_2;
    wire has_above_3;
    wire has_above_4;
    wire has_above_5;
    wire has_above_6;
    wire has_above_7;
    wire has_above_8;
    wire has_above_9;
    wire has_above_10;
    wire has_above_11;
    wire has_above_12;
    wire has_above_13;
    wire has_above_14;
    wire has_above_15;
    wire wrong_end_0;
    wire wrong_end_1;
    wire wrong_end_2;
    wire wrong_end_3;
    wire wrong_end_4;
    wire wrong_end_5;
    wire wrong_end_6;
    wire wrong_end_7;
    wire wrong_end_8;
    wire wrong_end_9;
    wire wrong_end_10;
    wire wrong_end_11;
    wire wrong_end_12;
    wire wrong_end_13;
    wire wrong_end_14;
    wire wrong_end_15;
    wire wrong_row_0;
    wire wrong_row_1;
    wire wrong_row_2;
    wire wrong_row_3;
    wire wrong_row_4;
    wire wrong_row_5;
    wire wrong_row_6;
    wire wrong_row_7;
    wire wrong_row_8;
    wire wrong_row_9;
    wire wrong_row_10;
    wire wrong_row_11;
    wire wrong_row_12;
    wire wrong_row_13;
    wire wrong_row_14;
    wire wrong_row_15;
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
    wire [511:0] rows_behind;
    wire [5:0] behind;

    assign rows_behind = {rows[479:0], carried_row};
    assign behind = {2'd0, first_lane} + {1'b0, count};
    assign end_0 = offsets[31:0];
    assign row_0 = rows_behind[31:0];
    assign judged_0 = first_lane == 4'd0;
    assign has_above_0 = has_row_before;
    assign before_0 = end_before;
    assign above_0 = row_before;
    assign wrong_below_0 = 1'b0;
    assign end_1 = offsets[63:32];
    assign row_1 = rows_behind[63:32];
    assign judged_1 = (first_lane <= 4'd1) & (behind > 6'd1);
    assign has_above_1 = (first_lane != 4'd1) | has_row_before;
    assign before_1 = (first_lane == 4'd1) ? end_before : end_0;
    assign above_1 = (first_lane == 4'd1) ? row_before : row_0;
    assign wrong_below_1 = wrong_below_0 | wrong_0;
    assign end_2 = offsets[95:64];
    assign row_2 = rows_behind[95:64];
    assign judged_2 = (first_lane <= 4'd2) & (behind > 6'd2);
    assign has_above_2 = (first_lane != 4'd2) | has_row_before;
    assign before_2 = (first_lane == 4'd2) ? end_before : end_1;
    assign above_2 = (first_lane == 4'd2) ? row_before : row_1;
    assign wrong_below_2 = wrong_below_1 | wrong_1;
    assign end_3 = offsets[127:96];
    assign row_3 = rows_behind[127:96];
    assign judged_3 = (first_lane <= 4'd3) & (behind > 6'd3);
    assign has_above_3 = (first_lane != 4'd3) | has_row_before;
    assign before_3 = (first_lane == 4'd3) ? end_before : end_2;
    assign above_3 = (first_lane == 4'd3) ? row_before : row_2;
    assign wrong_below_3 = wrong_below_2 | wrong_2;
    assign end_4 = offsets[159:128];
    assign row_4 = rows_behind[159:128];
    assign judged_4 = (first_lane <= 4'd4) & (behind > 6'd4);
    assign has_above_4 = (first_lane != 4'd4) | has_row_before;
    assign before_4 = (first_lane == 4'd4) ? end_before : end_3;
    assign above_4 = (first_lane == 4'd4) ? row_before : row_3;
    assign wrong_below_4 = wrong_below_3 | wrong_3;
    assign end_5 = offsets[191:160];
    assign row_5 = rows_behind[191:160];
    assign judged_5 = (first_lane <= 4'd5) & (behind > 6'd5);
    assign has_above_5 = (first_lane != 4'd5) | has_row_before;
    assign before_5 = (first_lane == 4'd5) ? end_before : end_4;
    assign above_5 = (first_lane == 4'd5) ? row_before : row_4;
    assign wrong_below_5 = wrong_below_4 | wrong_4;
    assign end_6 = offsets[223:192];
    assign row_6 = rows_behind[223:192];
    assign judged_6 = (first_lane <= 4'd6) & (behind > 6'd6);
    assign has_above_6 = (first_lane != 4'd6) | has_row_before;
    assign before_6 = (first_lane == 4'd6) ? end_before : end_5;
    assign above_6 = (first_lane == 4'd6) ? row_before : row_5;
    assign wrong_below_6 = wrong_below_5 | wrong_5;
    assign end_7 = offsets[255:224];
    assign row_7 = rows_behind[255:224];
    assign judged_7 = (first_lane <= 4'd7) & (behind > 6'd7);
    assign has_above_7 = (first_lane != 4'd7) | has_row_before;
    assign before_7 = (first_lane == 4'd7) ? end_before : end_6;
    assign above_7 = (first_lane == 4'd7) ? row_before : row_6;
    assign wrong_below_7 = wrong_below_6 | wrong_6;
    assign end_8 = offsets[287:256];
    assign row_8 = rows_behind[287:256];
    assign judged_8 = (first_lane <= 4'd8) & (behind > 6'd8);
    assign has_above_8 = (first_lane != 4'd8) | has_row_before;
    assign before_8 = (first_lane == 4'd8) ? end_before : end_7;
    assign above_8 = (first_lane == 4'd8) ? row_before : row_7;
    assign wrong_below_8 = wrong_below_7 | wrong_7;
    assign end_9 = offsets[319:288];
    assign row_9 = rows_behind[319:288];
    assign judged_9 = (first_lane <= 4'd9) & (behind > 6'd9);
    assign has_above_9 = (first_lane != 4'd9) | has_row_before;
    assign before_9 = (first_lane == 4'd9) ? end_before : end_8;
    assign above_9 = (first_lane == 4'd9) ? row_before : row_8;
    assign wrong_below_9 = wrong_below_8 | wrong_8;
    assign end_10 = offsets[351:320];
    assign row_10 = rows_behind[351:320];
    assign judged_10 = (first_lane <= 4'd10) & (behind > 6'd10);
    assign has_above_10 = (first_lane != 4'd10) | has_row_before;
    assign before_10 = (first_lane == 4'd10) ? end_before : end_9;
    assign above_10 = (first_lane == 4'd10) ? row_before : row_9;
    assign wrong_below_10 = wrong_below_9 | wrong_9;
    assign end_11 = offsets[383:352];
    assign row_11 = rows_behind[383:352];
    assign judged_11 = (first_lane <= 4'd11) & (behind > 6'd11);
    assign has_above_11 = (first_lane != 4'd11) | has_row_before;
    assign before_11 = (first_lane == 4'd11) ? end_before : end_10;
    assign above_11 = (first_lane == 4'd11) ? row_before : row_10;
    assign wrong_below_11 = wrong_below_10 | wrong_10;
    assign end_12 = offsets[415:384];
    assign row_12 = rows_behind[415:384];
    assign judged_12 = (first_lane <= 4'd12) & (behind > 6'd12);
    assign has_above_12 = (first_lane != 4'd12) | has_row_before;
    assign before_12 = (first_lane == 4'd12) ? end_before : end_11;
    assign above_12 = (first_lane == 4'd12) ? row_before : row_11;
    assign wrong_below_12 = wrong_below_11 | wrong_11;
    assign end_13 = offsets[447:416];
    assign row_13 = rows_behind[447:416];
    assign judged_13 = (first_lane <= 4'd13) & (behind > 6'd13);
    assign has_above_13 = (first_lane != 4'd13) | has_row_before;
    assign before_13 = (first_lane == 4'd13) ? end_before : end_12;
    assign above_13 = (first_lane == 4'd13) ? row_before : row_12;
    assign wrong_below_13 = wrong_below_12 | wrong_12;
    assign end_14 = offsets[479:448];
    assign row_14 = rows_behind[479:448];
    assign judged_14 = (first_lane <= 4'd14) & (behind > 6'd14);
    assign has_above_14 = (first_lane != 4'd14) | has_row_before;
    assign before_14 = (first_lane == 4'd14) ? end_before : end_13;
    assign above_14 = (first_lane == 4'd14) ? row_before : row_13;
    assign wrong_below_14 = wrong_below_13 | wrong_13;
    assign end_15 = offsets[511:480];
    assign row_15 = rows_behind[511:480];
    assign judged_15 = behind > 6'd15;
    assign has_above_15 = (first_lane != 4'd15) | has_row_before;
    assign before_15 = (first_lane == 4'd15) ? end_before : end_14;
    assign above_15 = (first_lane == 4'd15) ? row_before : row_14;
    assign wrong_below_15 = wrong_below_14 | wrong_14;
    assign wrong_end_0 = (end_0 < before_0) | (end_0 > entry_count);
    assign wrong_row_0 = is_update & ((row_0 >= row_limit) | (has_above_0 & (row_0 <= above_0)));
    assign wrong_0 = judged_0 & (wrong_end_0 | wrong_row_0 | (is_update & (end_0 == before_0)));
    assign wrong_end_1 = (end_1 < before_1) | (end_1 > entry_count);
    assign wrong_row_1 = is_update & ((row_1 >= row_limit) | (has_above_1 & (row_1 <= above_1)));
    assign wrong_1 = judged_1 & (wrong_end_1 | wrong_row_1 | (is_update & (end_1 == before_1)));
    assign wrong_end_2 = (end_2 < before_2) | (end_2 > entry_count);
    assign wrong_row_2 = is_update & ((row_2 >= row_limit) | (has_above_2 & (row_2 <= above_2)));
    assign wrong_2 = judged_2 & (wrong_end_2 | wrong_row_2 | (is_update & (end_2 == before_2)));
    assign wrong_end_3 = (end_3 < before_3) | (end_3 > entry_count);
    assign wrong_row_3 = is_update & ((row_3 >= row_limit) | (has_above_3 & (row_3 <= above_3)));
    assign wrong_3 = judged_3 & (wrong_end_3 | wrong_row_3 | (is_update & (end_3 == before_3)));
    assign wrong_end_4 = (end_4 < before_4) | (end_4 > entry_count);
    assign wrong_row_4 = is_update & ((row_4 >= row_limit) | (has_above_4 & (row_4 <= above_4)));
    assign wrong_4 = judged_4 & (wrong_end_4 | wrong_row_4 | (is_update & (end_4 == before_4)));
    assign wrong_end_5 = (end_5 < before_5) | (end_5 > entry_count);
    assign wrong_row_5 = is_update & ((row_5 >= row_limit) | (has_above_5 & (row_5 <= above_5)));
    assign wrong_5 = judged_5 & (wrong_end_5 | wrong_row_5 | (is_update & (end_5 == before_5)));
    assign wrong_end_6 = (end_6 < before_6) | (end_6 > entry_count);
    assign wrong_row_6 = is_update & ((row_6 >= row_limit) | (has_above_6 & (row_6 <= above_6)));
    assign wrong_6 = judged_6 & (wrong_end_6 | wrong_row_6 | (is_update & (end_6 == before_6)));
    assign wrong_end_7 = (end_7 < before_7) | (end_7 > entry_count);
    assign wrong_row_7 = is_update & ((row_7 >= row_limit) | (has_above_7 & (row_7 <= above_7)));
    assign wrong_7 = judged_7 & (wrong_end_7 | wrong_row_7 | (is_update & (end_7 == before_7)));
    assign wrong_end_8 = (end_8 < before_8) | (end_8 > entry_count);
    assign wrong_row_8 = is_update & ((row_8 >= row_limit) | (has_above_8 & (row_8 <= above_8)));
    assign wrong_8 = judged_8 & (wrong_end_8 | wrong_row_8 | (is_update & (end_8 == before_8)));
    assign wrong_end_9 = (end_9 < before_9) | (end_9 > entry_count);
    assign wrong_row_9 = is_update & ((row_9 >= row_limit) | (has_above_9 & (row_9 <= above_9)));
    assign wrong_9 = judged_9 & (wrong_end_9 | wrong_row_9 | (is_update & (end_9 == before_9)));
    assign wrong_end_10 = (end_10 < before_10) | (end_10 > entry_count);
    assign wrong_row_10 = is_update & ((row_10 >= row_limit) | (has_above_10 & (row_10 <= above_10)));
    assign wrong_10 = judged_10 & (wrong_end_10 | wrong_row_10 | (is_update & (end_10 == before_10)));
    assign wrong_end_11 = (end_11 < before_11) | (end_11 > entry_count);
    assign wrong_row_11 = is_update & ((row_11 >= row_limit) | (has_above_11 & (row_11 <= above_11)));
    assign wrong_11 = judged_11 & (wrong_end_11 | wrong_row_11 | (is_update & (end_11 == before_11)));
    assign wrong_end_12 = (end_12 < before_12) | (end_12 > entry_count);
    assign wrong_row_12 = is_update & ((row_12 >= row_limit) | (has_above_12 & (row_12 <= above_12)));
    assign wrong_12 = judged_12 & (wrong_end_12 | wrong_row_12 | (is_update & (end_12 == before_12)));
    assign wrong_end_13 = (end_13 < before_13) | (end_13 > entry_count);
    assign wrong_row_13 = is_update & ((row_13 >= row_limit) | (has_above_13 & (row_13 <= above_13)));
    assign wrong_13 = judged_13 & (wrong_end_13 | wrong_row_13 | (is_update & (end_13 == before_13)));
    assign wrong_end_14 = (end_14 < before_14) | (end_14 > entry_count);
    assign wrong_row_14 = is_update & ((row_14 >= row_limit) | (has_above_14 & (row_14 <= above_14)));
    assign wrong_14 = judged_14 & (wrong_end_14 | wrong_row_14 | (is_update & (end_14 == before_14)));
    assign wrong_end_15 = (end_15 < before_15) | (end_15 > entry_count);
    assign wrong_row_15 = is_update & ((row_15 >= row_limit) | (has_above_15 & (row_15 <= above_15)));
    assign wrong_15 = judged_15 & (wrong_end_15 | wrong_row_15 | (is_update & (end_15 == before_15)));

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

    assign bad_end =
        (wrong_15 & ~wrong_below_15) ? wrong_end_15 :
        (wrong_14 & ~wrong_below_14) ? wrong_end_14 :
        (wrong_13 & ~wrong_below_13) ? wrong_end_13 :
        (wrong_12 & ~wrong_below_12) ? wrong_end_12 :
        (wrong_11 & ~wrong_below_11) ? wrong_end_11 :
        (wrong_10 & ~wrong_below_10) ? wrong_end_10 :
        (wrong_9 & ~wrong_below_9) ? wrong_end_9 :
        (wrong_8 & ~wrong_below_8) ? wrong_end_8 :
        (wrong_7 & ~wrong_below_7) ? wrong_end_7 :
        (wrong_6 & ~wrong_below_6) ? wrong_end_6 :
        (wrong_5 & ~wrong_below_5) ? wrong_end_5 :
        (wrong_4 & ~wrong_below_4) ? wrong_end_4 :
        (wrong_3 & ~wrong_below_3) ? wrong_end_3 :
        (wrong_2 & ~wrong_below_2) ? wrong_end_2 :
        (wrong_1 & ~wrong_below_1) ? wrong_end_1 :
        wrong_end_0;

    assign bad_row =
        (wrong_15 & ~wrong_below_15) ? wrong_row_15 :
        (wrong_14 & ~wrong_below_14) ? wrong_row_14 :
        (wrong_13 & ~wrong_below_13) ? wrong_row_13 :
        (wrong_12 & ~wrong_below_12) ? wrong_row_12 :
        (wrong_11 & ~wrong_below_11) ? wrong_row_11 :
        (wrong_10 & ~wrong_below_10) ? wrong_row_10 :
        (wrong_9 & ~wrong_below_9) ? wrong_row_9 :
        (wrong_8 & ~wrong_below_8) ? wrong_row_8 :
        (wrong_7 & ~wrong_below_7) ? wrong_row_7 :
        (wrong_6 & ~wrong_below_6) ? wrong_row_6 :
        (wrong_5 & ~wrong_below_5) ? wrong_row_5 :
        (wrong_4 & ~wrong_below_4) ? wrong_row_4 :
        (wrong_3 & ~wrong_below_3) ? wrong_row_3 :
        (wrong_2 & ~wrong_below_2) ? wrong_row_2 :
        (wrong_1 & ~wrong_below_1) ? wrong_row_1 :
        wrong_row_0;

    assign good_end =
        (judged_15 & ~wrong_15 & ~wrong_below_15) ? end_15 :
        (judged_14 & ~wrong_14 & ~wrong_below_14) ? end_14 :
        (judged_13 & ~wrong_13 & ~wrong_below_13) ? end_13 :
        (judged_12 & ~wrong_12 & ~wrong_below_12) ? end_12 :
        (judged_11 & ~wrong_11 & ~wrong_below_11) ? end_11 :
        (judged_10 & ~wrong_10 & ~wrong_below_10) ? end_10 :
        (judged_9 & ~wrong_9 & ~wrong_below_9) ? end_9 :
        (judged_8 & ~wrong_8 & ~wrong_below_8) ? end_8 :
        (judged_7 & ~wrong_7 & ~wrong_below_7) ? end_7 :
        (judged_6 & ~wrong_6 & ~wrong_below_6) ? end_6 :
        (judged_5 & ~wrong_5 & ~wrong_below_5) ? end_5 :
        (judged_4 & ~wrong_4 & ~wrong_below_4) ? end_4 :
        (judged_3 & ~wrong_3 & ~wrong_below_3) ? end_3 :
        (judged_2 & ~wrong_2 & ~wrong_below_2) ? end_2 :
        (judged_1 & ~wrong_1 & ~wrong_below_1) ? end_1 :
        (judged_0 & ~wrong_0 & ~wrong_below_0) ? end_0 :
        end_before;

    assign last_row =
        judged_15 ? row_15 :
        judged_14 ? row_14 :
        judged_13 ? row_13 :
        judged_12 ? row_12 :
        judged_11 ? row_11 :
        judged_10 ? row_10 :
        judged_9 ? row_9 :
        judged_8 ? row_8 :
        judged_7 ? row_7 :
        judged_6 ? row_6 :
        judged_5 ? row_5 :
        judged_4 ? row_4 :
        judged_3 ? row_3 :
        judged_2 ? row_2 :
        judged_1 ? row_1 :
        judged_0 ? row_0 :
        row_before;

    // Bits that the design does not need.
    wire _unused = &{
        rows[511:480],
        1'b0
    };

endmodule

`default_nettype wire
