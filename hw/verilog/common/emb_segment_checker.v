// Checks directory, offsets and rows of a batch, up to the first thing that is wrong, and hands on which
// entries are to be judged. A line of offsets a cycle, seven cycles more a table; stalls when a list has no
// line yet or the entries of eight tables wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_segment_checker (
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
    output wire         directory_ready,
    input  wire [511:0] offset_line,
    input  wire         offset_valid,
    output wire         offset_ready,
    input  wire [511:0] row_line,
    input  wire         row_valid,
    output wire         row_ready,
    output wire [31:0]  range_end,
    output wire [31:0]  range_limit,
    output wire         range_valid,
    input  wire         range_ready,
    input  wire         entries_judged,
    output wire [31:0]  tables_checked,
    output wire         done,
    output wire         failed,
    output wire [7:0]   error,
    output wire [63:0]  error_position
);

    localparam [15:0] ALL_LANES = 16'hffff;
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
    reg segment_wrong = 1'b0;
    reg [7:0] wrong_code = 8'd0;
    reg [63:0] wrong_position = 64'd0;
    reg [3:0] wrong_lane = 4'd0;
    reg [3:0] wrong_from = 4'd0;
    reg wrong_end = 1'b0;
    reg wrong_row = 1'b0;
    reg [32:0] reach = 33'd0;
    reg [15:0] first_lane = 16'd0;
    reg [15:0] lanes = 16'd0;

    wire [31:0] batch_left;
    wire [4:0] line_left;
    wire [4:0] count;
    wire ends_here;
    wire uses_line_up;
    wire more_lines;
    wire needs_rows;
    wire segments_here;
    wire [42:0] extent_offset;
    wire segment_lanes_bad;
    wire [3:0] segment_lanes_bad_lane;
    wire segment_lanes_bad_end;
    wire segment_lanes_bad_row;
    wire [31:0] segment_lanes_good_end;
    wire [31:0] segment_lanes_last_row;

    emb_line_multiplier u_extent (
        .index(rows),
        .lines(lines),
        .offset(extent_offset)
    );

    emb_segment_lanes u_segment_lanes (
        .offsets(offset_line),
        .rows(row_line),
        .carried_row(carried_row),
        .first_lane(first_lane),
        .lanes(lanes),
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

    always @(posedge clock) begin
        case (state)
            SEGMENT_CHECK_STATE_IDLE: begin
                if (start) begin
                    state <= SEGMENT_CHECK_STATE_DIRECTORY;
                    table_ <= 32'd0;
                    checked <= 32'd0;
                    previous_end <= 64'd0;
                    offset_seen <= 1'b0;
                    segment <= 32'd0;
                    lane <= 4'd1;
                    last_end <= 32'd0;
                    carried_row <= 32'd0;
                    wrong <= 1'b0;
                    segment_wrong <= 1'b0;
                end
            end
            SEGMENT_CHECK_STATE_DIRECTORY: begin
                base <= directory_beat[63:0];
                rows <= directory_beat[95:64];
                segments_left <= directory_beat[127:96];
                truncated <= 1'b0;
                row_seen <= 1'b0;
                wrong_position <= {32'd0, table_};
                if (table_ == table_count) begin
                    state <= SEGMENT_CHECK_STATE_VERDICT;
                    if (segment != segment_count) begin
                        wrong <= 1'b1;
                        wrong_code <= ERROR_SEGMENT_COUNT;
                    end else if (last_end != entry_count) begin
                        wrong <= 1'b1;
                        wrong_code <= ERROR_OFFSET;
                        wrong_position <= {32'd0, segment};
                    end
                end else if (directory_valid) begin
                    state <= SEGMENT_CHECK_STATE_EXTENT;
                end
            end
            SEGMENT_CHECK_STATE_EXTENT: begin
                table_end <= base + {21'd0, extent_offset};
                state <= SEGMENT_CHECK_STATE_TABLE;
                if (segments_left > batch_left) begin
                    truncated <= 1'b1;
                    segments_left <= batch_left;
                end
            end
            SEGMENT_CHECK_STATE_TABLE: begin
                reach <= {1'b0, segments_left} + {29'd0, lane};
                // A base below the region's end cannot make table_end wrap.
                if (
                    (rows == 32'd0) |
                    (|base[5:0]) |
                    (base < data_base) |
                    (base > data_end) |
                    (base < previous_end) |
                    (table_end > data_end)
                ) begin
                    wrong <= 1'b1;
                    wrong_code <= ERROR_TABLE;
                    state <= SEGMENT_CHECK_STATE_VERDICT;
                end else begin
                    checked <= table_ + 32'd1;
                    state <= SEGMENT_CHECK_STATE_FIRST_OFFSET;
                end
            end
            SEGMENT_CHECK_STATE_FIRST_OFFSET: begin
                first_lane <= 16'd1 << lane;
                lanes <= ALL_LANES << lane;
                if (~uses_line_up) begin
                    lanes <= (ALL_LANES << lane) & ~(ALL_LANES << reach[3:0]);
                end
                if (offset_seen | ~(|segments_left)) begin
                    state <= SEGMENT_CHECK_STATE_SEGMENTS;
                end else if (offset_valid) begin
                    offset_seen <= 1'b1;
                    state <= SEGMENT_CHECK_STATE_SEGMENTS;
                    if (|offset_line[31:0]) begin
                        wrong <= 1'b1;
                        wrong_code <= ERROR_OFFSET;
                        wrong_position <= 64'd0;
                        state <= SEGMENT_CHECK_STATE_VERDICT;
                    end
                end
            end
            SEGMENT_CHECK_STATE_SEGMENTS: begin
                if (~(|segments_left) | segment_wrong) begin
                    state <= SEGMENT_CHECK_STATE_HAND;
                end else if (segments_here) begin
                    last_end <= segment_lanes_good_end;
                    last_row <= segment_lanes_last_row;
                    row_seen <= 1'b1;
                    segment <= segment + {27'd0, count};
                    segments_left <= segments_left - {27'd0, count};
                    reach <= reach - 33'd16;
                    first_lane <= 16'd1;
                    lanes <= ALL_LANES;
                    if (~more_lines) begin
                        lanes <= ~(ALL_LANES << reach[3:0]);
                    end
                    lane <= reach[3:0];
                    if (uses_line_up) begin
                        lane <= 4'd0;
                        carried_row <= row_line[511:480];
                    end
                    // Where it is wrong, if it is.
                    wrong_position <= {32'd0, segment};
                    wrong_lane <= segment_lanes_bad_lane;
                    wrong_from <= lane;
                    wrong_end <= segment_lanes_bad_end;
                    wrong_row <= segment_lanes_bad_row;
                    if (segment_lanes_bad) begin
                        segment_wrong <= 1'b1;
                    end
                end
            end
            SEGMENT_CHECK_STATE_HAND: begin
                if (range_ready) begin
                    state <= SEGMENT_CHECK_STATE_NEXT;
                end
            end
            SEGMENT_CHECK_STATE_NEXT: begin
                previous_end <= table_end;
                table_ <= table_ + 32'd1;
                state <= SEGMENT_CHECK_STATE_DIRECTORY;
                if (segment_wrong) begin
                    wrong <= 1'b1;
                    wrong_position <= wrong_position + {60'd0, wrong_lane - wrong_from};
                    wrong_code <= ERROR_EMPTY_ROW;
                    if (wrong_end) begin
                        wrong_code <= ERROR_OFFSET;
                    end else if (wrong_row) begin
                        wrong_code <= ERROR_ROW;
                    end
                    state <= SEGMENT_CHECK_STATE_VERDICT;
                end else if (truncated) begin
                    wrong <= 1'b1;
                    wrong_code <= ERROR_SEGMENT_COUNT;
                    wrong_position <= {32'd0, table_count};
                    state <= SEGMENT_CHECK_STATE_VERDICT;
                end
            end
            default: begin
                if (entries_judged) begin
                    state <= SEGMENT_CHECK_STATE_IDLE;
                end
            end
        endcase
        if (reset) begin
            state <= SEGMENT_CHECK_STATE_IDLE;
        end
    end

    assign directory_ready = (state == SEGMENT_CHECK_STATE_DIRECTORY) & (table_ != table_count) & directory_valid;

    assign offset_ready =
        (state == SEGMENT_CHECK_STATE_SEGMENTS) &
        ~(~(|segments_left) | segment_wrong) &
        uses_line_up &
        segments_here;

    assign row_ready =
        (state == SEGMENT_CHECK_STATE_SEGMENTS) &
        ~(~(|segments_left) | segment_wrong) &
        is_update &
        uses_line_up &
        segments_here;

    assign range_valid = state == SEGMENT_CHECK_STATE_HAND;
    assign done = (state >= SEGMENT_CHECK_STATE_VERDICT) & ~wrong & entries_judged;
    assign failed = (state >= SEGMENT_CHECK_STATE_VERDICT) & wrong & entries_judged;

    // Segments whose ends lie in this line of offsets: `reach` is the word behind the last one, from the line on.
    assign batch_left = segment_count - segment;
    assign line_left = LINE_WORDS - {1'b0, lane};
    assign uses_line_up = |reach[32:4];
    assign ends_here = ~uses_line_up | (reach == 33'd16);
    assign count = ends_here ? segments_left[4:0] : line_left;
    assign more_lines = uses_line_up & (reach[32:4] != 29'd1);
    assign needs_rows = is_update & ((|lane) | (reach != 33'd1));
    assign segments_here = offset_valid & (row_valid | ~needs_rows);
    assign range_end = last_end;
    assign range_limit = is_update ? bag_count : rows;
    assign tables_checked = checked;
    assign error = wrong_code;
    assign error_position = wrong_position;

endmodule

`default_nettype wire
