// Splits a batch into tasks of one to four segments. One cycle; a task a cycle; stalls when a list has no
// beat yet or the task is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module splitter (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire         stop,
    input  wire         uses_segments,
    input  wire [31:0]  table_count,
    input  wire [31:0]  tables_checked,
    input  wire [31:0]  segment_count,
    input  wire [31:0]  entry_count,
    input  wire [127:0] directory_beat,
    input  wire         directory_valid,
    output reg          directory_ready,
    input  wire [127:0] offset_beat,
    input  wire         offset_valid,
    output reg          offset_ready,
    input  wire [127:0] segment_beat,
    input  wire         segment_valid,
    output reg          segment_ready,
    output wire         task_valid,
    input  wire         task_ready,
    output wire [63:0]  task_table_base,
    output wire [31:0]  task_rows,
    output wire [31:0]  task_position,
    output wire [127:0] task_ends,
    output wire [127:0] task_words,
    output wire [31:0]  task_segment,
    output wire [2:0]   task_count,
    output wire         idle
);

    localparam [2:0] BEAT_SEGMENTS = 3'd4;
    localparam [31:0] SMALL_TASK = 32'd64;
    localparam [1:0] SPLIT_STATE_IDLE = 2'd0;
    localparam [1:0] SPLIT_STATE_SEGMENTS = 2'd2;
    localparam [1:0] SPLIT_STATE_TABLE = 2'd1;

    reg [1:0] state = 2'd0;
    reg [31:0] table_ = 32'd0;
    reg [63:0] table_base = 64'd0;
    reg [31:0] rows = 32'd0;
    reg [31:0] segments_left = 32'd0;
    reg last_table = 1'b0;
    reg [1:0] lane = 2'd0;
    reg [31:0] carried_word = 32'd0;
    reg [31:0] position = 32'd0;
    reg [31:0] segment = 32'd0;
    reg full = 1'b0;
    reg [63:0] out_table_base = 64'd0;
    reg [31:0] out_rows = 32'd0;
    reg [31:0] out_position = 32'd0;
    reg [127:0] out_ends = 128'd0;
    reg [127:0] out_words = 128'd0;
    reg [31:0] out_segment = 32'd0;
    reg [2:0] out_count = 3'd0;

    wire [31:0] batch_left;
    wire [31:0] table_segments;
    wire overruns;
    wire [2:0] in_beat;
    reg [2:0] most;
    reg [2:0] count;
    wire [6:0] lane_shift;
    wire [127:0] ends;
    wire [127:0] words;
    wire [31:0] end_0;
    wire [31:0] end_1;
    wire [31:0] end_2;
    wire [31:0] end_3;
    reg [31:0] most_end;
    reg [31:0] last_end;
    wire ordered_0;
    wire ordered_1;
    wire ordered_2;
    wire ordered_3;
    wire walkable;
    wire needs_words;
    wire here;
    wire free;
    wire [2:0] next_lane;
    reg [1:0] state_next;
    reg [31:0] table_next;
    reg [63:0] table_base_next;
    reg [31:0] rows_next;
    reg [31:0] segments_left_next;
    reg last_table_next;
    reg [1:0] lane_next;
    reg [31:0] carried_word_next;
    reg [31:0] position_next;
    reg [31:0] segment_next;
    reg full_next;
    reg [63:0] out_table_base_next;
    reg [31:0] out_rows_next;
    reg [31:0] out_position_next;
    reg [127:0] out_ends_next;
    reg [127:0] out_words_next;
    reg [31:0] out_segment_next;
    reg [2:0] out_count_next;

    always @* begin
        state_next = state;
        table_next = table_;
        table_base_next = table_base;
        rows_next = rows;
        segments_left_next = segments_left;
        last_table_next = last_table;
        lane_next = lane;
        carried_word_next = carried_word;
        position_next = position;
        segment_next = segment;
        full_next = full;
        out_table_base_next = out_table_base;
        out_rows_next = out_rows;
        out_position_next = out_position;
        out_ends_next = out_ends;
        out_words_next = out_words;
        out_segment_next = out_segment;
        out_count_next = out_count;
        directory_ready = 1'b0;
        offset_ready = 1'b0;
        segment_ready = 1'b0;
        if (task_ready) begin
            full_next = 1'b0;
        end
        case (state)
            SPLIT_STATE_IDLE: begin
                table_next = 32'd0;
                lane_next = 2'd1;
                carried_word_next = 32'd0;
                position_next = 32'd0;
                segment_next = 32'd0;
                if (start) begin
                    state_next = SPLIT_STATE_TABLE;
                end
            end
            SPLIT_STATE_TABLE: begin
                table_base_next = directory_beat[63:0];
                rows_next = directory_beat[95:64];
                segments_left_next = table_segments;
                if (overruns) begin
                    segments_left_next = batch_left;
                end
                last_table_next = overruns;
                if (table_ == table_count) begin
                    state_next = SPLIT_STATE_IDLE;
                end else if (directory_valid & (table_ != tables_checked)) begin
                    directory_ready = 1'b1;
                    table_next = table_ + 32'd1;
                    state_next = SPLIT_STATE_SEGMENTS;
                end
            end
            default: begin
                if (~(|segments_left) & last_table) begin
                    state_next = SPLIT_STATE_IDLE;
                end else if (~(|segments_left)) begin
                    state_next = SPLIT_STATE_TABLE;
                end else if (here & ~walkable) begin
                    state_next = SPLIT_STATE_IDLE;
                end else if (here & free) begin
                    full_next = 1'b1;
                    out_table_base_next = table_base;
                    out_rows_next = rows;
                    out_position_next = position;
                    out_ends_next = ends;
                    out_words_next = words;
                    out_segment_next = segment;
                    out_count_next = count;
                    position_next = last_end;
                    segment_next = segment + {29'd0, count};
                    segments_left_next = segments_left - {29'd0, count};
                    lane_next = next_lane[1:0];
                    if (next_lane == BEAT_SEGMENTS) begin
                        offset_ready = 1'b1;
                        segment_ready = uses_segments;
                        carried_word_next = segment_beat[127:96];
                    end
                end
            end
        endcase
        if (reset | stop) begin
            state_next = SPLIT_STATE_IDLE;
            full_next = 1'b0;
        end
    end

    // A table that claims more segments than the batch has left is cut short, and is the last.
    assign batch_left = segment_count - segment;
    assign table_segments = directory_beat[127:96];
    assign overruns = batch_left < table_segments;

    // How many segments of this beat can go: those of the beat, and of the table.
    assign in_beat = BEAT_SEGMENTS - {1'b0, lane};

    always @* begin
        most = in_beat;
        if (segments_left < {29'd0, in_beat}) begin
            most = segments_left[2:0];
        end
    end

    // Their ends and words. The word of a segment lies one place before its end.
    assign lane_shift = {lane, 5'd0};
    assign ends = offset_beat >> lane_shift;
    assign words = {segment_beat[95:0], carried_word} >> lane_shift;
    assign end_0 = ends[31:0];
    assign end_1 = ends[63:32];
    assign end_2 = ends[95:64];
    assign end_3 = ends[127:96];
    assign ordered_0 = (end_0 >= position) & (end_0 <= entry_count);
    assign ordered_1 = (end_1 >= end_0) & (end_1 <= entry_count);
    assign ordered_2 = (end_2 >= end_1) & (end_2 <= entry_count);
    assign ordered_3 = (end_3 >= end_2) & (end_3 <= entry_count);

    always @* begin
        most_end = end_0;
        if (most == 3'd2) begin
            most_end = end_1;
        end else if (most == 3'd3) begin
            most_end = end_2;
        end else if (most == 3'd4) begin
            most_end = end_3;
        end
    end

    always @* begin
        // Many entries: one segment a task, so that no engine gets far more than another.
        count = most;
        last_end = most_end;
        if ((most_end - position) > SMALL_TASK) begin
            count = 3'd1;
            last_end = end_0;
        end
    end

    assign walkable = ordered_0 & (ordered_1 | (count < 3'd2)) & (ordered_2 | (count < 3'd3)) & (ordered_3 | (count < 3'd4));
    assign next_lane = {1'b0, lane} + count;
    assign needs_words = uses_segments & ((|lane) | (most != 3'd1));
    assign here = offset_valid & (segment_valid | ~needs_words);
    assign free = ~full | task_ready;
    assign task_valid = full;
    assign task_table_base = out_table_base;
    assign task_rows = out_rows;
    assign task_position = out_position;
    assign task_ends = out_ends;
    assign task_words = out_words;
    assign task_segment = out_segment;
    assign task_count = out_count;
    assign idle = (state == SPLIT_STATE_IDLE) & ~full;

    always @(posedge clock) begin
        state <= state_next;
        table_ <= table_next;
        table_base <= table_base_next;
        rows <= rows_next;
        segments_left <= segments_left_next;
        last_table <= last_table_next;
        lane <= lane_next;
        carried_word <= carried_word_next;
        position <= position_next;
        segment <= segment_next;
        full <= full_next;
        out_table_base <= out_table_base_next;
        out_rows <= out_rows_next;
        out_position <= out_position_next;
        out_ends <= out_ends_next;
        out_words <= out_words_next;
        out_segment <= out_segment_next;
        out_count <= out_count_next;
    end

endmodule

`default_nettype wire
