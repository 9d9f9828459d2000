// Judges the ends and rows of up to sixteen segments at once. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module segment_lanes (
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
    output reg          bad,
    output reg  [3:0]   bad_lane,
    output reg          bad_end,
    output reg          bad_row,
    output reg  [31:0]  good_end,
    output reg  [31:0]  last_row
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
    reg [31:0] before_1;
    reg [31:0] before_2;
    reg [31:0] before_3;
    reg [31:0] before_4;
    reg [31:0] before_5;
    reg [31:0] before_6;
    reg [31:0] before_7;
    reg [31:0] before_8;
    reg [31:0] before_9;
    reg [31:0] before_10;
    reg [31:0] before_11;
    reg [31:0] before_12;
    reg [31:0] before_13;
    reg [31:0] before_14;
    reg [31:0] before_15;
    wire [31:0] above_0;
    reg [31:0] above_1;
    reg [31:0] above_2;
    reg [31:0] above_3;
    reg [31:0] above_4;
    reg [31:0] above_5;
    reg [31:0] above_6;
    reg [31:0] above_7;
    reg [31:0] above_8;
    reg [31:0] above_9;
    reg [31:0] above_10;
    reg [31:0] above_11;
    reg [31:0] above_12;
    reg [31:0] above_13;
    reg [31:0] above_14;
    reg [31:0] above_15;
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
    reg has_above_1;
    reg has_above_2;
    reg has_above_3;
    reg has_above_4;
    reg has_above_5;
    reg has_above_6;
    reg has_above_7;
    reg has_above_8;
    reg has_above_9;
    reg has_above_10;
    reg has_above_11;
    reg has_above_12;
    reg has_above_13;
    reg has_above_14;
    reg has_above_15;
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

    always @* begin
        if (first_lane == 4'd1) begin
            has_above_1 = has_row_before;
            before_1 = end_before;
            above_1 = row_before;
        end else begin
            has_above_1 = 1'b1;
            before_1 = end_0;
            above_1 = row_0;
        end
    end

    assign wrong_below_1 = wrong_below_0 | wrong_0;
    assign end_2 = offsets[95:64];
    assign row_2 = rows_behind[95:64];
    assign judged_2 = (first_lane <= 4'd2) & (behind > 6'd2);

    always @* begin
        if (first_lane == 4'd2) begin
            has_above_2 = has_row_before;
            before_2 = end_before;
            above_2 = row_before;
        end else begin
            has_above_2 = 1'b1;
            before_2 = end_1;
            above_2 = row_1;
        end
    end

    assign wrong_below_2 = wrong_below_1 | wrong_1;
    assign end_3 = offsets[127:96];
    assign row_3 = rows_behind[127:96];
    assign judged_3 = (first_lane <= 4'd3) & (behind > 6'd3);

    always @* begin
        if (first_lane == 4'd3) begin
            has_above_3 = has_row_before;
            before_3 = end_before;
            above_3 = row_before;
        end else begin
            has_above_3 = 1'b1;
            before_3 = end_2;
            above_3 = row_2;
        end
    end

    assign wrong_below_3 = wrong_below_2 | wrong_2;
    assign end_4 = offsets[159:128];
    assign row_4 = rows_behind[159:128];
    assign judged_4 = (first_lane <= 4'd4) & (behind > 6'd4);

    always @* begin
        if (first_lane == 4'd4) begin
            has_above_4 = has_row_before;
            before_4 = end_before;
            above_4 = row_before;
        end else begin
            has_above_4 = 1'b1;
            before_4 = end_3;
            above_4 = row_3;
        end
    end

    assign wrong_below_4 = wrong_below_3 | wrong_3;
    assign end_5 = offsets[191:160];
    assign row_5 = rows_behind[191:160];
    assign judged_5 = (first_lane <= 4'd5) & (behind > 6'd5);

    always @* begin
        if (first_lane == 4'd5) begin
            has_above_5 = has_row_before;
            before_5 = end_before;
            above_5 = row_before;
        end else begin
            has_above_5 = 1'b1;
            before_5 = end_4;
            above_5 = row_4;
        end
    end

    assign wrong_below_5 = wrong_below_4 | wrong_4;
    assign end_6 = offsets[223:192];
    assign row_6 = rows_behind[223:192];
    assign judged_6 = (first_lane <= 4'd6) & (behind > 6'd6);

    always @* begin
        if (first_lane == 4'd6) begin
            has_above_6 = has_row_before;
            before_6 = end_before;
            above_6 = row_before;
        end else begin
            has_above_6 = 1'b1;
            before_6 = end_5;
            above_6 = row_5;
        end
    end

    assign wrong_below_6 = wrong_below_5 | wrong_5;
    assign end_7 = offsets[255:224];
    assign row_7 = rows_behind[255:224];
    assign judged_7 = (first_lane <= 4'd7) & (behind > 6'd7);

    always @* begin
        if (first_lane == 4'd7) begin
            has_above_7 = has_row_before;
            before_7 = end_before;
            above_7 = row_before;
        end else begin
            has_above_7 = 1'b1;
            before_7 = end_6;
            above_7 = row_6;
        end
    end

    assign wrong_below_7 = wrong_below_6 | wrong_6;
    assign end_8 = offsets[287:256];
    assign row_8 = rows_behind[287:256];
    assign judged_8 = (first_lane <= 4'd8) & (behind > 6'd8);

    always @* begin
        if (first_lane == 4'd8) begin
            has_above_8 = has_row_before;
            before_8 = end_before;
            above_8 = row_before;
        end else begin
            has_above_8 = 1'b1;
            before_8 = end_7;
            above_8 = row_7;
        end
    end

    assign wrong_below_8 = wrong_below_7 | wrong_7;
    assign end_9 = offsets[319:288];
    assign row_9 = rows_behind[319:288];
    assign judged_9 = (first_lane <= 4'd9) & (behind > 6'd9);

    always @* begin
        if (first_lane == 4'd9) begin
            has_above_9 = has_row_before;
            before_9 = end_before;
            above_9 = row_before;
        end else begin
            has_above_9 = 1'b1;
            before_9 = end_8;
            above_9 = row_8;
        end
    end

    assign wrong_below_9 = wrong_below_8 | wrong_8;
    assign end_10 = offsets[351:320];
    assign row_10 = rows_behind[351:320];
    assign judged_10 = (first_lane <= 4'd10) & (behind > 6'd10);

    always @* begin
        if (first_lane == 4'd10) begin
            has_above_10 = has_row_before;
            before_10 = end_before;
            above_10 = row_before;
        end else begin
            has_above_10 = 1'b1;
            before_10 = end_9;
            above_10 = row_9;
        end
    end

    assign wrong_below_10 = wrong_below_9 | wrong_9;
    assign end_11 = offsets[383:352];
    assign row_11 = rows_behind[383:352];
    assign judged_11 = (first_lane <= 4'd11) & (behind > 6'd11);

    always @* begin
        if (first_lane == 4'd11) begin
            has_above_11 = has_row_before;
            before_11 = end_before;
            above_11 = row_before;
        end else begin
            has_above_11 = 1'b1;
            before_11 = end_10;
            above_11 = row_10;
        end
    end

    assign wrong_below_11 = wrong_below_10 | wrong_10;
    assign end_12 = offsets[415:384];
    assign row_12 = rows_behind[415:384];
    assign judged_12 = (first_lane <= 4'd12) & (behind > 6'd12);

    always @* begin
        if (first_lane == 4'd12) begin
            has_above_12 = has_row_before;
            before_12 = end_before;
            above_12 = row_before;
        end else begin
            has_above_12 = 1'b1;
            before_12 = end_11;
            above_12 = row_11;
        end
    end

    assign wrong_below_12 = wrong_below_11 | wrong_11;
    assign end_13 = offsets[447:416];
    assign row_13 = rows_behind[447:416];
    assign judged_13 = (first_lane <= 4'd13) & (behind > 6'd13);

    always @* begin
        if (first_lane == 4'd13) begin
            has_above_13 = has_row_before;
            before_13 = end_before;
            above_13 = row_before;
        end else begin
            has_above_13 = 1'b1;
            before_13 = end_12;
            above_13 = row_12;
        end
    end

    assign wrong_below_13 = wrong_below_12 | wrong_12;
    assign end_14 = offsets[479:448];
    assign row_14 = rows_behind[479:448];
    assign judged_14 = (first_lane <= 4'd14) & (behind > 6'd14);

    always @* begin
        if (first_lane == 4'd14) begin
            has_above_14 = has_row_before;
            before_14 = end_before;
            above_14 = row_before;
        end else begin
            has_above_14 = 1'b1;
            before_14 = end_13;
            above_14 = row_13;
        end
    end

    assign wrong_below_14 = wrong_below_13 | wrong_13;
    assign end_15 = offsets[511:480];
    assign row_15 = rows_behind[511:480];
    assign judged_15 = behind > 6'd15;

    always @* begin
        if (first_lane == 4'd15) begin
            has_above_15 = has_row_before;
            before_15 = end_before;
            above_15 = row_before;
        end else begin
            has_above_15 = 1'b1;
            before_15 = end_14;
            above_15 = row_14;
        end
    end

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

    always @* begin
        bad = wrong_0;
        bad_lane = 4'd0;
        bad_end = wrong_end_0;
        bad_row = wrong_row_0;
        if (wrong_1 & ~wrong_below_1) begin
            bad = 1'b1;
            bad_lane = 4'd1;
            bad_end = wrong_end_1;
            bad_row = wrong_row_1;
        end
        if (wrong_2 & ~wrong_below_2) begin
            bad = 1'b1;
            bad_lane = 4'd2;
            bad_end = wrong_end_2;
            bad_row = wrong_row_2;
        end
        if (wrong_3 & ~wrong_below_3) begin
            bad = 1'b1;
            bad_lane = 4'd3;
            bad_end = wrong_end_3;
            bad_row = wrong_row_3;
        end
        if (wrong_4 & ~wrong_below_4) begin
            bad = 1'b1;
            bad_lane = 4'd4;
            bad_end = wrong_end_4;
            bad_row = wrong_row_4;
        end
        if (wrong_5 & ~wrong_below_5) begin
            bad = 1'b1;
            bad_lane = 4'd5;
            bad_end = wrong_end_5;
            bad_row = wrong_row_5;
        end
        if (wrong_6 & ~wrong_below_6) begin
            bad = 1'b1;
            bad_lane = 4'd6;
            bad_end = wrong_end_6;
            bad_row = wrong_row_6;
        end
        if (wrong_7 & ~wrong_below_7) begin
            bad = 1'b1;
            bad_lane = 4'd7;
            bad_end = wrong_end_7;
            bad_row = wrong_row_7;
        end
        if (wrong_8 & ~wrong_below_8) begin
            bad = 1'b1;
            bad_lane = 4'd8;
            bad_end = wrong_end_8;
            bad_row = wrong_row_8;
        end
        if (wrong_9 & ~wrong_below_9) begin
            bad = 1'b1;
            bad_lane = 4'd9;
            bad_end = wrong_end_9;
            bad_row = wrong_row_9;
        end
        if (wrong_10 & ~wrong_below_10) begin
            bad = 1'b1;
            bad_lane = 4'd10;
            bad_end = wrong_end_10;
            bad_row = wrong_row_10;
        end
        if (wrong_11 & ~wrong_below_11) begin
            bad = 1'b1;
            bad_lane = 4'd11;
            bad_end = wrong_end_11;
            bad_row = wrong_row_11;
        end
        if (wrong_12 & ~wrong_below_12) begin
            bad = 1'b1;
            bad_lane = 4'd12;
            bad_end = wrong_end_12;
            bad_row = wrong_row_12;
        end
        if (wrong_13 & ~wrong_below_13) begin
            bad = 1'b1;
            bad_lane = 4'd13;
            bad_end = wrong_end_13;
            bad_row = wrong_row_13;
        end
        if (wrong_14 & ~wrong_below_14) begin
            bad = 1'b1;
            bad_lane = 4'd14;
            bad_end = wrong_end_14;
            bad_row = wrong_row_14;
        end
        if (wrong_15 & ~wrong_below_15) begin
            bad = 1'b1;
            bad_lane = 4'd15;
            bad_end = wrong_end_15;
            bad_row = wrong_row_15;
        end
    end

    always @* begin
        good_end = end_before;
        if (judged_0 & ~wrong_0 & ~wrong_below_0) begin
            good_end = end_0;
        end
        if (judged_1 & ~wrong_1 & ~wrong_below_1) begin
            good_end = end_1;
        end
        if (judged_2 & ~wrong_2 & ~wrong_below_2) begin
            good_end = end_2;
        end
        if (judged_3 & ~wrong_3 & ~wrong_below_3) begin
            good_end = end_3;
        end
        if (judged_4 & ~wrong_4 & ~wrong_below_4) begin
            good_end = end_4;
        end
        if (judged_5 & ~wrong_5 & ~wrong_below_5) begin
            good_end = end_5;
        end
        if (judged_6 & ~wrong_6 & ~wrong_below_6) begin
            good_end = end_6;
        end
        if (judged_7 & ~wrong_7 & ~wrong_below_7) begin
            good_end = end_7;
        end
        if (judged_8 & ~wrong_8 & ~wrong_below_8) begin
            good_end = end_8;
        end
        if (judged_9 & ~wrong_9 & ~wrong_below_9) begin
            good_end = end_9;
        end
        if (judged_10 & ~wrong_10 & ~wrong_below_10) begin
            good_end = end_10;
        end
        if (judged_11 & ~wrong_11 & ~wrong_below_11) begin
            good_end = end_11;
        end
        if (judged_12 & ~wrong_12 & ~wrong_below_12) begin
            good_end = end_12;
        end
        if (judged_13 & ~wrong_13 & ~wrong_below_13) begin
            good_end = end_13;
        end
        if (judged_14 & ~wrong_14 & ~wrong_below_14) begin
            good_end = end_14;
        end
        if (judged_15 & ~wrong_15 & ~wrong_below_15) begin
            good_end = end_15;
        end
    end

    always @* begin
        last_row = row_before;
        if (judged_0) begin
            last_row = row_0;
        end
        if (judged_1) begin
            last_row = row_1;
        end
        if (judged_2) begin
            last_row = row_2;
        end
        if (judged_3) begin
            last_row = row_3;
        end
        if (judged_4) begin
            last_row = row_4;
        end
        if (judged_5) begin
            last_row = row_5;
        end
        if (judged_6) begin
            last_row = row_6;
        end
        if (judged_7) begin
            last_row = row_7;
        end
        if (judged_8) begin
            last_row = row_8;
        end
        if (judged_9) begin
            last_row = row_9;
        end
        if (judged_10) begin
            last_row = row_10;
        end
        if (judged_11) begin
            last_row = row_11;
        end
        if (judged_12) begin
            last_row = row_12;
        end
        if (judged_13) begin
            last_row = row_13;
        end
        if (judged_14) begin
            last_row = row_14;
        end
        if (judged_15) begin
            last_row = row_15;
        end
    end

    // Bits that the design does not need.
    wire _unused = &{
        rows[511:480],
        1'b0
    };

endmodule

`default_nettype wire
