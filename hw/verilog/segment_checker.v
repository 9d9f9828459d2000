// Checks directory, offsets and rows of a batch, up to the first thing that is wrong, and hands on which
// entries are to be judged. A line of offsets a cycle, seven cycles more a table; stalls when a list has no
// line yet or the entries of eight tables wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module segment_checker (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire         is_update,
    input  wire [4:0]   lines,
    input  wire [31:0]  table_count,
    input  wire [31:0]  segment_count,
    input  wire [31:0]  entry_count,
    input  wire [31:0]  bag_count,
    input  wire [63:0]  data_base,
    input  wire [63:0]  data_end,
    input  wire [127:0] directory_beat,
    input  wire         directory_valid,
    output reg          directory_ready,
    input  wire [511:0] offset_line,
    input  wire         offset_valid,
    output reg          offset_ready,
    input  wire [511:0] row_line,
    input  wire         row_valid,
    output reg          row_ready,
    output wire [31:0]  range_end,
    output reg  [31:0]  range_limit,
    output reg          range_valid,
    input  wire         range_ready,
    input  wire         entries_judged,
    output wire [31:0]  tables_checked,
    output reg          done,
    output reg          failed,
    output wire [7:0]   error,
    output wire [63:0]  error_position
);

    localparam [7:0] ERROR_EMPTY_ROW = 8'd15;
    localparam [7:0] ERROR_OFFSET = 8'd12;
    localparam [7:0] ERROR_ROW = 8'd14;
    localparam [7:0] ERROR_SEGMENT_COUNT = 8'd11;
    localparam [7:0] ERROR_TABLE = 8'd10;
    localparam [4:0] LINE_WORDS = 5'd16;
    localparam [3:0] SEGMENT_CHECK_STATE_DIRECTORY = 4'd1;
    localparam [3:0] SEGMENT_CHECK_STATE_EXTENT = 4'd2;
    localparam [3:0] SEGMENT_CHECK_STATE_FIRST_OFFSET = 4'd4;
    localparam [3:0] SEGMENT_CHECK_STATE_HAND = 4'd6;
    localparam [3:0] SEGMENT_CHECK_STATE_IDLE = 4'd0;
    localparam [3:0] SEGMENT_CHECK_STATE_NEXT = 4'd7;
    localparam [3:0] SEGMENT_CHECK_STATE_SEGMENTS = 4'd5;
    localparam [3:0] SEGMENT_CHECK_STATE_TABLE = 4'd3;
    localparam [3:0] SEGMENT_CHECK_STATE_VERDICT = 4'd8;

    reg [3:0] state = 4'd0;
    reg [31:0] table_ = 32'd0;
    reg [31:0] checked = 32'd0;
    reg [63:0] base = 64'd0;
    reg [31:0] rows = 32'd0;
    reg [31:0] segments_left = 32'd0;
    reg truncated = 1'b0;
    reg [63:0] table_end = 64'd0;
    reg [63:0] previous_end = 64'd0;
    reg offset_seen = 1'b0;
    reg [31:0] segment = 32'd0;
    reg [3:0] lane = 4'd0;
    reg [31:0] last_end = 32'd0;
    reg [31:0] last_row = 32'd0;
    reg row_seen = 1'b0;
    reg [31:0] carried_row = 32'd0;
    reg wrong = 1'b0;
    reg [7:0] wrong_code = 8'd0;
    reg [63:0] wrong_position = 64'd0;

    wire [31:0] batch_left;
    wire [4:0] line_left;
    reg [4:0] count;
    wire [4:0] next_lane;
    wire needs_rows;
    wire segments_here;
    reg [3:0] state_next;
    reg [31:0] table_next;
    reg [31:0] checked_next;
    reg [63:0] base_next;
    reg [31:0] rows_next;
    reg [31:0] segments_left_next;
    reg truncated_next;
    reg [63:0] table_end_next;
    reg [63:0] previous_end_next;
    reg offset_seen_next;
    reg [31:0] segment_next;
    reg [3:0] lane_next;
    reg [31:0] last_end_next;
    reg [31:0] last_row_next;
    reg row_seen_next;
    reg [31:0] carried_row_next;
    reg wrong_next;
    reg [7:0] wrong_code_next;
    reg [63:0] wrong_position_next;
    wire [42:0] extent_offset;
    wire segment_lanes_bad;
    wire [3:0] segment_lanes_bad_lane;
    wire segment_lanes_bad_end;
    wire segment_lanes_bad_row;
    wire [31:0] segment_lanes_good_end;
    wire [31:0] segment_lanes_last_row;

    line_multiplier u_extent (
        .index(rows),
        .lines(lines),
        .offset(extent_offset)
    );

    segment_lanes u_segment_lanes (
        .offsets(offset_line),
        .rows(row_line),
        .carried_row(carried_row),
        .first_lane(lane),
        .count(count),
        .end_before(last_end),
        .row_before(last_row),
        .has_row_before(row_seen),
        .entry_count(entry_count),
        .row_limit(rows),
        .is_update(is_update),
        .bad(segment_lanes_bad),
        .bad_lane(segment_lanes_bad_lane),
        .bad_end(segment_lanes_bad_end),
        .bad_row(segment_lanes_bad_row),
        .good_end(segment_lanes_good_end),
        .last_row(segment_lanes_last_row)
    );

    always @* begin
        state_next = state;
        table_next = table_;
        checked_next = checked;
        base_next = base;
        rows_next = rows;
        segments_left_next = segments_left;
        truncated_next = truncated;
        table_end_next = table_end;
        previous_end_next = previous_end;
        offset_seen_next = offset_seen;
        segment_next = segment;
        lane_next = lane;
        last_end_next = last_end;
        last_row_next = last_row;
        row_seen_next = row_seen;
        carried_row_next = carried_row;
        wrong_next = wrong;
        wrong_code_next = wrong_code;
        wrong_position_next = wrong_position;
        directory_ready = 1'b0;
        offset_ready = 1'b0;
        row_ready = 1'b0;
        range_valid = 1'b0;
        done = 1'b0;
        failed = 1'b0;
        case (state)
            SEGMENT_CHECK_STATE_IDLE: begin
                if (start) begin
                    state_next = SEGMENT_CHECK_STATE_DIRECTORY;
                    table_next = 32'd0;
                    checked_next = 32'd0;
                    previous_end_next = 64'd0;
                    offset_seen_next = 1'b0;
                    segment_next = 32'd0;
                    lane_next = 4'd1;
                    last_end_next = 32'd0;
                    carried_row_next = 32'd0;
                    wrong_next = 1'b0;
                end
            end
            SEGMENT_CHECK_STATE_DIRECTORY: begin
                base_next = directory_beat[63:0];
                rows_next = directory_beat[95:64];
                segments_left_next = directory_beat[127:96];
                truncated_next = 1'b0;
                row_seen_next = 1'b0;
                wrong_position_next = {32'd0, table_};
                if (table_ == table_count) begin
                    state_next = SEGMENT_CHECK_STATE_VERDICT;
                    if (segment != segment_count) begin
                        wrong_next = 1'b1;
                        wrong_code_next = ERROR_SEGMENT_COUNT;
                    end else if (last_end != entry_count) begin
                        wrong_next = 1'b1;
                        wrong_code_next = ERROR_OFFSET;
                        wrong_position_next = {32'd0, segment};
                    end
                end else if (directory_valid) begin
                    directory_ready = 1'b1;
                    state_next = SEGMENT_CHECK_STATE_EXTENT;
                end
            end
            SEGMENT_CHECK_STATE_EXTENT: begin
                table_end_next = base + {21'd0, extent_offset};
                state_next = SEGMENT_CHECK_STATE_TABLE;
                if (segments_left > batch_left) begin
                    truncated_next = 1'b1;
                    segments_left_next = batch_left;
                end
            end
            SEGMENT_CHECK_STATE_TABLE: begin
                // A base below the region's end cannot make table_end wrap.
                if ((rows == 32'd0) | (|base[5:0]) | (base < data_base) | (base > data_end) | (base < previous_end) | (table_end > data_end)) begin
                    wrong_next = 1'b1;
                    wrong_code_next = ERROR_TABLE;
                    state_next = SEGMENT_CHECK_STATE_VERDICT;
                end else begin
                    checked_next = table_ + 32'd1;
                    state_next = SEGMENT_CHECK_STATE_FIRST_OFFSET;
                end
            end
            SEGMENT_CHECK_STATE_FIRST_OFFSET: begin
                if (offset_seen | ~(|segments_left)) begin
                    state_next = SEGMENT_CHECK_STATE_SEGMENTS;
                end else if (offset_valid) begin
                    offset_seen_next = 1'b1;
                    state_next = SEGMENT_CHECK_STATE_SEGMENTS;
                    if (|offset_line[31:0]) begin
                        wrong_next = 1'b1;
                        wrong_code_next = ERROR_OFFSET;
                        wrong_position_next = 64'd0;
                        state_next = SEGMENT_CHECK_STATE_VERDICT;
                    end
                end
            end
            SEGMENT_CHECK_STATE_SEGMENTS: begin
                if (~(|segments_left)) begin
                    state_next = SEGMENT_CHECK_STATE_HAND;
                end else if (segments_here) begin
                    last_end_next = segment_lanes_good_end;
                    last_row_next = segment_lanes_last_row;
                    row_seen_next = 1'b1;
                    segment_next = segment + {27'd0, count};
                    segments_left_next = segments_left - {27'd0, count};
                    lane_next = next_lane[3:0];
                    if (next_lane == LINE_WORDS) begin
                        offset_ready = 1'b1;
                        row_ready = is_update;
                        carried_row_next = row_line[511:480];
                    end
                    if (segment_lanes_bad) begin
                        wrong_next = 1'b1;
                        wrong_position_next = {32'd0, segment} + {60'd0, segment_lanes_bad_lane - lane};
                        wrong_code_next = ERROR_EMPTY_ROW;
                        if (segment_lanes_bad_end) begin
                            wrong_code_next = ERROR_OFFSET;
                        end else if (segment_lanes_bad_row) begin
                            wrong_code_next = ERROR_ROW;
                        end
                        state_next = SEGMENT_CHECK_STATE_HAND;
                    end
                end
            end
            SEGMENT_CHECK_STATE_HAND: begin
                range_valid = 1'b1;
                if (range_ready) begin
                    state_next = SEGMENT_CHECK_STATE_NEXT;
                end
            end
            SEGMENT_CHECK_STATE_NEXT: begin
                previous_end_next = table_end;
                table_next = table_ + 32'd1;
                state_next = SEGMENT_CHECK_STATE_DIRECTORY;
                if (wrong) begin
                    state_next = SEGMENT_CHECK_STATE_VERDICT;
                end else if (truncated) begin
                    wrong_next = 1'b1;
                    wrong_code_next = ERROR_SEGMENT_COUNT;
                    wrong_position_next = {32'd0, table_count};
                    state_next = SEGMENT_CHECK_STATE_VERDICT;
                end
            end
            default: begin
                if (entries_judged) begin
                    done = ~wrong;
                    failed = wrong;
                    state_next = SEGMENT_CHECK_STATE_IDLE;
                end
            end
        endcase
        if (reset) begin
            state_next = SEGMENT_CHECK_STATE_IDLE;
        end
    end

    // Segments whose ends lie in this line of offsets.
    assign batch_left = segment_count - segment;
    assign line_left = LINE_WORDS - {1'b0, lane};

    always @* begin
        count = line_left;
        if (segments_left < {27'd0, line_left}) begin
            count = segments_left[4:0];
        end
    end

    assign next_lane = {1'b0, lane} + count;
    assign needs_rows = is_update & ((|lane) | (count != 5'd1));
    assign segments_here = offset_valid & (row_valid | ~needs_rows);
    assign range_end = last_end;

    always @* begin
        range_limit = rows;
        if (is_update) begin
            range_limit = bag_count;
        end
    end

    assign tables_checked = checked;
    assign error = wrong_code;
    assign error_position = wrong_position;

    always @(posedge clock) begin
        state <= state_next;
        table_ <= table_next;
        checked <= checked_next;
        base <= base_next;
        rows <= rows_next;
        segments_left <= segments_left_next;
        truncated <= truncated_next;
        table_end <= table_end_next;
        previous_end <= previous_end_next;
        offset_seen <= offset_seen_next;
        segment <= segment_next;
        lane <= lane_next;
        last_end <= last_end_next;
        last_row <= last_row_next;
        row_seen <= row_seen_next;
        carried_row <= carried_row_next;
        wrong <= wrong_next;
        wrong_code <= wrong_code_next;
        wrong_position <= wrong_position_next;
    end

endmodule

`default_nettype wire
