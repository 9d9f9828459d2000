// Walks a batch's directory, offsets, segments and entries, checks them all, and hands on one work item an
// entry. An entry a cycle, one more cycle a segment, eight a table; stalls when a list has no word yet or the
// item is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module walker (
    input  wire        clock,
    input  wire        reset,
    input  wire        start,
    input  wire        emit,
    input  wire        is_update,
    input  wire        uses_segments,
    input  wire        uses_scales,
    input  wire [4:0]  lines,
    input  wire [31:0] table_count,
    input  wire [31:0] segment_count,
    input  wire [31:0] entry_count,
    input  wire [31:0] bag_count,
    input  wire [63:0] data_base,
    input  wire [63:0] data_end,
    input  wire [31:0] fp32_one,
    input  wire [31:0] directory_word,
    input  wire        directory_valid,
    output reg         directory_ready,
    input  wire [31:0] offset_word,
    input  wire        offset_valid,
    output reg         offset_ready,
    input  wire [31:0] segment_word,
    input  wire        segment_valid,
    output reg         segment_ready,
    input  wire [31:0] entry_word,
    input  wire        entry_valid,
    output reg         entry_ready,
    input  wire [31:0] scale_word,
    input  wire        scale_valid,
    output reg         scale_ready,
    output reg         item_valid,
    input  wire        item_ready,
    output wire [63:0] item_table_base,
    output wire [31:0] item_operand,
    output reg  [31:0] item_target,
    output wire        item_first,
    output reg         item_last,
    output reg         item_empty,
    output reg  [31:0] item_scale,
    output wire [31:0] item_result_scale,
    output reg         done,
    output reg         failed,
    output reg  [7:0]  error,
    output reg  [63:0] error_position
);

    localparam [7:0] ERROR_EMPTY_ROW = 8'd15;
    localparam [7:0] ERROR_INDEX = 8'd13;
    localparam [7:0] ERROR_OFFSET = 8'd12;
    localparam [7:0] ERROR_ROW = 8'd14;
    localparam [7:0] ERROR_SEGMENT_COUNT = 8'd11;
    localparam [7:0] ERROR_TABLE = 8'd10;
    localparam [2:0] WALK_STATE_DIRECTORY = 3'd1;
    localparam [2:0] WALK_STATE_EMPTY_BAG = 3'd7;
    localparam [2:0] WALK_STATE_ENTRIES = 3'd6;
    localparam [2:0] WALK_STATE_EXTENT = 3'd2;
    localparam [2:0] WALK_STATE_FIRST_OFFSET = 3'd4;
    localparam [2:0] WALK_STATE_IDLE = 3'd0;
    localparam [2:0] WALK_STATE_SEGMENT = 3'd5;
    localparam [2:0] WALK_STATE_TABLE = 3'd3;

    reg [2:0] state = 3'd0;
    reg [31:0] table_ = 32'd0;
    reg [1:0] directory_lane = 2'd0;
    reg [31:0] base_low = 32'd0;
    reg [31:0] base_high = 32'd0;
    reg [31:0] rows = 32'd0;
    reg [31:0] segments_left = 32'd0;
    reg [63:0] table_end = 64'd0;
    reg [63:0] previous_end = 64'd0;
    reg offset_seen = 1'b0;
    reg [31:0] segment = 32'd0;
    reg [31:0] position = 32'd0;
    reg [31:0] segment_end = 32'd0;
    reg [31:0] row = 32'd0;
    reg row_seen = 1'b0;
    reg [31:0] result_scale = 32'd0;
    reg first = 1'b0;

    wire [63:0] base;
    wire [31:0] next_position;
    wire last;
    reg [31:0] entry_limit;
    wire segment_here;
    wire entry_here;
    wire entry_good;
    wire entry_taken;
    reg [2:0] state_next;
    reg [31:0] table_next;
    reg [1:0] directory_lane_next;
    reg [31:0] base_low_next;
    reg [31:0] base_high_next;
    reg [31:0] rows_next;
    reg [31:0] segments_left_next;
    reg [63:0] table_end_next;
    reg [63:0] previous_end_next;
    reg offset_seen_next;
    reg [31:0] segment_next;
    reg [31:0] position_next;
    reg [31:0] segment_end_next;
    reg [31:0] row_next;
    reg row_seen_next;
    reg [31:0] result_scale_next;
    reg first_next;
    wire [42:0] extent_offset;

    line_multiplier u_extent (
        .index(rows),
        .lines(lines),
        .offset(extent_offset)
    );

    always @* begin
        state_next = state;
        table_next = table_;
        directory_lane_next = directory_lane;
        base_low_next = base_low;
        base_high_next = base_high;
        rows_next = rows;
        segments_left_next = segments_left;
        table_end_next = table_end;
        previous_end_next = previous_end;
        offset_seen_next = offset_seen;
        segment_next = segment;
        position_next = position;
        segment_end_next = segment_end;
        row_next = row;
        row_seen_next = row_seen;
        result_scale_next = result_scale;
        first_next = first;
        directory_ready = 1'b0;
        offset_ready = 1'b0;
        segment_ready = 1'b0;
        entry_ready = 1'b0;
        scale_ready = 1'b0;
        done = 1'b0;
        failed = 1'b0;
        error = ERROR_TABLE;
        error_position = {32'd0, table_};
        item_valid = 1'b0;
        item_last = last;
        item_empty = 1'b0;
        case (state)
            WALK_STATE_IDLE: begin
                if (start) begin
                    state_next = WALK_STATE_DIRECTORY;
                    table_next = 32'd0;
                    directory_lane_next = 2'd0;
                    previous_end_next = 64'd0;
                    offset_seen_next = 1'b0;
                    segment_next = 32'd0;
                    position_next = 32'd0;
                end
            end
            WALK_STATE_DIRECTORY: begin
                if (table_ == table_count) begin
                    state_next = WALK_STATE_IDLE;
                    if (segment != segment_count) begin
                        failed = 1'b1;
                        error = ERROR_SEGMENT_COUNT;
                    end else if (position != entry_count) begin
                        failed = 1'b1;
                        error = ERROR_OFFSET;
                        error_position = {32'd0, segment};
                    end else begin
                        done = 1'b1;
                    end
                end else if (directory_valid) begin
                    directory_ready = 1'b1;
                    directory_lane_next = directory_lane + 2'd1;
                    base_low_next = base_high;
                    base_high_next = rows;
                    rows_next = segments_left;
                    segments_left_next = directory_word;
                    if (&directory_lane) begin
                        state_next = WALK_STATE_EXTENT;
                    end
                end
            end
            WALK_STATE_EXTENT: begin
                table_end_next = base + {21'd0, extent_offset};
                state_next = WALK_STATE_TABLE;
            end
            WALK_STATE_TABLE: begin
                // A base below the region's end cannot make table_end wrap.
                if ((rows == 32'd0) | (|base_low[5:0]) | (base < data_base) | (base > data_end) | (base < previous_end) | (table_end > data_end)) begin
                    failed = 1'b1;
                    state_next = WALK_STATE_IDLE;
                end else begin
                    row_seen_next = 1'b0;
                    state_next = WALK_STATE_FIRST_OFFSET;
                end
            end
            WALK_STATE_FIRST_OFFSET: begin
                if (offset_seen | ~(|segments_left)) begin
                    state_next = WALK_STATE_SEGMENT;
                end else if (offset_valid) begin
                    offset_ready = 1'b1;
                    offset_seen_next = 1'b1;
                    state_next = WALK_STATE_SEGMENT;
                    if (|offset_word) begin
                        failed = 1'b1;
                        error = ERROR_OFFSET;
                        error_position = 64'd0;
                        state_next = WALK_STATE_IDLE;
                    end
                end
            end
            WALK_STATE_SEGMENT: begin
                first_next = 1'b1;
                if (~(|segments_left)) begin
                    previous_end_next = table_end;
                    table_next = table_ + 32'd1;
                    state_next = WALK_STATE_DIRECTORY;
                end else if (segment == segment_count) begin
                    failed = 1'b1;
                    error = ERROR_SEGMENT_COUNT;
                    error_position = {32'd0, table_count};
                    state_next = WALK_STATE_IDLE;
                end else if (segment_here) begin
                    offset_ready = 1'b1;
                    segment_ready = uses_segments;
                    segment_end_next = offset_word;
                    row_next = segment_word;
                    row_seen_next = 1'b1;
                    result_scale_next = fp32_one;
                    if (uses_segments & ~is_update) begin
                        result_scale_next = segment_word;
                    end
                    error_position = {32'd0, segment};
                    state_next = WALK_STATE_ENTRIES;
                    if ((offset_word < position) | (offset_word > entry_count)) begin
                        failed = 1'b1;
                        error = ERROR_OFFSET;
                        state_next = WALK_STATE_IDLE;
                    end else if (is_update & ((segment_word >= rows) | (row_seen & (segment_word <= row)))) begin
                        failed = 1'b1;
                        error = ERROR_ROW;
                        state_next = WALK_STATE_IDLE;
                    end else if (offset_word == position) begin
                        if (is_update) begin
                            failed = 1'b1;
                            error = ERROR_EMPTY_ROW;
                            state_next = WALK_STATE_IDLE;
                        end else begin
                            state_next = WALK_STATE_EMPTY_BAG;
                        end
                    end
                end
            end
            WALK_STATE_ENTRIES: begin
                if (entry_here & ~entry_good) begin
                    failed = 1'b1;
                    error = ERROR_INDEX;
                    error_position = {32'd0, position};
                    state_next = WALK_STATE_IDLE;
                end
                item_valid = entry_here & entry_good & emit;
                entry_ready = entry_taken;
                scale_ready = entry_taken & uses_scales;
                if (entry_taken) begin
                    first_next = 1'b0;
                    position_next = next_position;
                    if (last) begin
                        segment_next = segment + 32'd1;
                        segments_left_next = segments_left - 32'd1;
                        state_next = WALK_STATE_SEGMENT;
                    end
                end
            end
            default: begin
                item_empty = 1'b1;
                item_last = 1'b1;
                item_valid = emit;
                if (item_ready | ~emit) begin
                    segment_next = segment + 32'd1;
                    segments_left_next = segments_left - 32'd1;
                    state_next = WALK_STATE_SEGMENT;
                end
            end
        endcase
        if (reset) begin
            state_next = WALK_STATE_IDLE;
        end
    end

    assign base = {base_high, base_low};

    // The item of the current entry.
    assign next_position = position + 32'd1;
    assign last = next_position == segment_end;

    always @* begin
        entry_limit = rows;
        item_target = segment;
        if (is_update) begin
            entry_limit = bag_count;
            item_target = row;
        end
    end

    assign entry_here = entry_valid & (scale_valid | ~uses_scales);
    assign entry_good = entry_word < entry_limit;
    assign entry_taken = entry_here & entry_good & (item_ready | ~emit);
    assign segment_here = offset_valid & (segment_valid | ~uses_segments);
    assign item_table_base = base;
    assign item_operand = entry_word;
    assign item_first = first;

    always @* begin
        item_scale = fp32_one;
        if (uses_scales) begin
            item_scale = scale_word;
        end
    end

    assign item_result_scale = result_scale;

    always @(posedge clock) begin
        state <= state_next;
        table_ <= table_next;
        directory_lane <= directory_lane_next;
        base_low <= base_low_next;
        base_high <= base_high_next;
        rows <= rows_next;
        segments_left <= segments_left_next;
        table_end <= table_end_next;
        previous_end <= previous_end_next;
        offset_seen <= offset_seen_next;
        segment <= segment_next;
        position <= position_next;
        segment_end <= segment_end_next;
        row <= row_next;
        row_seen <= row_seen_next;
        result_scale <= result_scale_next;
        first <= first_next;
    end

endmodule

`default_nettype wire
