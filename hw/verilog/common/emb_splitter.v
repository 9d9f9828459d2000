// Splits a batch into tasks of one to four segments. One cycle; a task a cycle; stalls when a list has no
// beat yet or the task is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_splitter (
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
    output wire         directory_ready,
    input  wire [127:0] offset_beat,
    input  wire         offset_valid,
    output wire         offset_ready,
    input  wire [127:0] segment_beat,
    input  wire         segment_valid,
    output wire         segment_ready,
    output wire         task_valid,
    input  wire         task_ready,
    output wire [63:0]  task_table_base,
    output wire [31:0]  task_rows,
    output wire [31:0]  task_position,
    output wire [127:0] task_ends,
    output wire [127:0] task_words,
    output wire [31:0]  task_segment,
    output wire [2:0]   task_count,
    output wire         idle,
    output wire         broke_off
);

    localparam [2:0] BEAT_SEGMENTS = 3'd4;
    localparam [32:0] SMALL_TASK = 33'd64;
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
    reg [32:0] far_ = 33'd0;
    reg [31:0] segment = 32'd0;
    reg full = 1'b0;
    reg broken = 1'b0;
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
    wire [2:0] most;
    wire [1:0] most_lane;
    wire many;
    wire beat_ends;
    wire [2:0] count;
    wire [6:0] lane_shift;
    wire [127:0] ends;
    wire [127:0] words;
    wire [31:0] end_0;
    wire [31:0] end_1;
    wire [31:0] end_2;
    wire [31:0] end_3;
    wire [31:0] most_end;
    wire [31:0] last_end;
    wire [32:0] end_far_0;
    wire [32:0] end_far_1;
    wire [32:0] end_far_2;
    wire [32:0] end_far_3;
    wire [32:0] first_far;
    wire [32:0] most_far;
    wire [32:0] last_far;
    wire is_first_0;
    wire is_first_1;
    wire is_first_2;
    wire is_first_3;
    wire is_last_0;
    wire is_last_1;
    wire is_last_2;
    wire is_last_3;
    wire goes_0;
    wire goes_1;
    wire goes_2;
    wire goes_3;
    wire is_far_0;
    wire is_far_1;
    wire is_far_2;
    wire is_far_3;
    wire ordered_0;
    wire ordered_1;
    wire ordered_2;
    wire ordered_3;
    wire first_ordered;
    wire all_ordered;
    wire walkable;
    wire needs_words;
    wire here;
    wire free;
    wire [2:0] next_lane;
    wire [31:0] next_segment;
    wire [31:0] left_after;

    always @(posedge clock) begin
        if (task_ready) begin
            full <= 1'b0;
        end
        case (state)
            SPLIT_STATE_IDLE: begin
                table_ <= 32'd0;
                lane <= 2'd1;
                carried_word <= 32'd0;
                position <= 32'd0;
                far_ <= SMALL_TASK;
                segment <= 32'd0;
                if (start) begin
                    broken <= 1'b0;
                    state <= SPLIT_STATE_TABLE;
                end
            end
            SPLIT_STATE_TABLE: begin
                table_base <= directory_beat[63:0];
                rows <= directory_beat[95:64];
                segments_left <= table_segments;
                if (overruns) begin
                    segments_left <= batch_left;
                end
                last_table <= overruns;
                if (table_ == table_count) begin
                    broken <= |batch_left;
                    state <= SPLIT_STATE_IDLE;
                end else if (directory_valid & (table_ != tables_checked)) begin
                    table_ <= table_ + 32'd1;
                    state <= SPLIT_STATE_SEGMENTS;
                end
            end
            default: begin
                if (~(|segments_left) & last_table) begin
                    broken <= 1'b1;
                    state <= SPLIT_STATE_IDLE;
                end else if (~(|segments_left)) begin
                    state <= SPLIT_STATE_TABLE;
                end else if (here & ~walkable) begin
                    broken <= 1'b1;
                    state <= SPLIT_STATE_IDLE;
                end else if (here & free) begin
                    full <= 1'b1;
                    position <= last_end;
                    far_ <= last_far;
                    segment <= next_segment;
                    segments_left <= left_after;
                    lane <= next_lane[1:0];
                    if (beat_ends) begin
                        carried_word <= segment_beat[127:96];
                    end
                end
            end
        endcase
        if (reset | stop) begin
            state <= SPLIT_STATE_IDLE;
            full <= 1'b0;
            broken <= 1'b0;
        end
    end

    assign directory_ready =
        (state == SPLIT_STATE_TABLE) &
        (table_ != table_count) &
        directory_valid &
        (table_ != tables_checked);

    assign offset_ready =
        (state >= SPLIT_STATE_SEGMENTS) &
        ~(~(|segments_left) & last_table) &
        (|segments_left) &
        ~(here & ~walkable) &
        beat_ends &
        here &
        free;

    assign segment_ready =
        (state >= SPLIT_STATE_SEGMENTS) &
        ~(~(|segments_left) & last_table) &
        (|segments_left) &
        ~(here & ~walkable) &
        uses_segments &
        beat_ends &
        here &
        free;

    always @(posedge clock) begin
        // What is handed out is no task yet: whether it is one is known later than that there is room.
        if (free) begin
            out_table_base <= table_base;
            out_rows <= rows;
            out_position <= position;
            out_ends <= ends;
            out_words <= words;
            out_segment <= segment;
            out_count <= count;
        end
    end

    // A table that claims more segments than the batch has left is cut short, and is the last.
    assign batch_left = segment_count - segment;
    assign table_segments = directory_beat[127:96];
    assign overruns = batch_left < table_segments;

    // How many segments of this beat can go: those of the beat, and of the table.
    assign in_beat = BEAT_SEGMENTS - {1'b0, lane};
    assign most = (~(|segments_left[31:3]) & (segments_left[2:0] < in_beat)) ? segments_left[2:0] : in_beat;
    assign most_lane = (lane + most[1:0]) - 2'd1;
    assign end_0 = offset_beat[31:0];
    assign end_far_0 = {1'b0, end_0} + SMALL_TASK;
    assign is_first_0 = lane == 2'd0;
    assign is_last_0 = most_lane == 2'd0;
    assign goes_0 = lane <= 2'd0;
    assign end_1 = offset_beat[63:32];
    assign end_far_1 = {1'b0, end_1} + SMALL_TASK;
    assign is_first_1 = lane == 2'd1;
    assign is_last_1 = most_lane == 2'd1;
    assign goes_1 = (lane <= 2'd1) & (most_lane >= 2'd1);
    assign end_2 = offset_beat[95:64];
    assign end_far_2 = {1'b0, end_2} + SMALL_TASK;
    assign is_first_2 = lane == 2'd2;
    assign is_last_2 = most_lane == 2'd2;
    assign goes_2 = (lane <= 2'd2) & (most_lane >= 2'd2);
    assign end_3 = offset_beat[127:96];
    assign end_far_3 = {1'b0, end_3} + SMALL_TASK;
    assign is_first_3 = lane == 2'd3;
    assign is_last_3 = most_lane == 2'd3;
    assign goes_3 = most_lane >= 2'd3;

    // Their ends and words. The word of a segment lies one place before its end.
    assign lane_shift = {lane, 5'd0};
    assign ends = offset_beat >> lane_shift;
    assign words = {segment_beat[95:0], carried_word} >> lane_shift;

    // Every lane is judged as the first and as one behind it, and as the last, whichever it is: lanes are known late.
    assign ordered_0 = (end_0 >= position) & (end_0 <= entry_count);

    assign ordered_1 =
        (end_1 <= entry_count) &
        ((is_first_1 & (end_1 >= position)) | (~is_first_1 & (end_1 >= end_0)));

    assign ordered_2 =
        (end_2 <= entry_count) &
        ((is_first_2 & (end_2 >= position)) | (~is_first_2 & (end_2 >= end_1)));

    assign ordered_3 =
        (end_3 <= entry_count) &
        ((is_first_3 & (end_3 >= position)) | (~is_first_3 & (end_3 >= end_2)));

    assign many = (is_last_0 & is_far_0) | (is_last_1 & is_far_1) | (is_last_2 & is_far_2) | (is_last_3 & is_far_3);
    assign is_far_0 = (end_0 < position) | (~far_[32] & (end_0 > far_[31:0]));
    assign is_far_1 = (end_1 < position) | (~far_[32] & (end_1 > far_[31:0]));
    assign is_far_2 = (end_2 < position) | (~far_[32] & (end_2 > far_[31:0]));
    assign is_far_3 = (end_3 < position) | (~far_[32] & (end_3 > far_[31:0]));

    // What follows if one goes, and if all that may: whether there are many entries is known late.
    assign first_far =
        is_first_3 ? end_far_3 :
        is_first_2 ? end_far_2 :
        is_first_1 ? end_far_1 :
        is_first_0 ? end_far_0 :
        33'd0;

    assign most_far =
        is_last_3 ? end_far_3 :
        is_last_2 ? end_far_2 :
        is_last_1 ? end_far_1 :
        is_last_0 ? end_far_0 :
        33'd0;

    assign most_end =
        is_last_3 ? end_3 :
        is_last_2 ? end_2 :
        is_last_1 ? end_1 :
        is_last_0 ? end_0 :
        32'd0;

    assign first_ordered =
        ~(~ordered_0 & is_first_0) &
        ~(~ordered_1 & is_first_1) &
        ~(~ordered_2 & is_first_2) &
        ~(~ordered_3 & is_first_3);

    assign all_ordered =
        ~(~ordered_0 & (is_first_0 | goes_0)) &
        ~(~ordered_1 & (is_first_1 | goes_1)) &
        ~(~ordered_2 & (is_first_2 | goes_2)) &
        ~(~ordered_3 & (is_first_3 | goes_3));

    // Many entries: one segment a task, so that no engine gets far more than another.
    assign count = many ? 3'd1 : most;
    assign next_lane = many ? {1'b0, lane} + 3'd1 : {1'b0, lane} + most;
    assign next_segment = many ? segment + 32'd1 : segment + {29'd0, most};
    assign left_after = many ? segments_left - 32'd1 : segments_left - {29'd0, most};
    assign last_end = many ? ends[31:0] : most_end;
    assign last_far = many ? first_far : most_far;
    assign walkable = many ? first_ordered : all_ordered;

    // The beat ends with the lanes that may go, or in the last one.
    assign beat_ends = many ? in_beat == 3'd1 : most == in_beat;
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
    assign broke_off = broken;

    // Bits that the design does not need.
    wire _unused = &{
        next_lane[2],
        1'b0
    };

endmodule

`default_nettype wire
