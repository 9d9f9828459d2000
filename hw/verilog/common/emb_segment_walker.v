// Walks the entries of one to four segments. An entry a cycle; stalls while it waits for a line of a list,
// once in 16 entries.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_segment_walker (
    input  wire         clock,
    input  wire         reset,
    input  wire         is_update,
    input  wire         uses_segments,
    input  wire         uses_scales,
    input  wire [31:0]  fp32_one,
    input  wire         task_valid,
    input  wire [63:0]  task_table_base,
    input  wire [31:0]  task_rows,
    input  wire [31:0]  task_position,
    input  wire [127:0] task_ends,
    input  wire [127:0] task_words,
    input  wire [31:0]  task_segment,
    input  wire [2:0]   task_count,
    output wire         idle,
    output wire         line_request,
    output wire         line_of_scales,
    output wire [27:0]  line_number,
    input  wire         line_taken,
    input  wire         line_here,
    output wire         item_valid,
    input  wire         item_ready,
    output wire [3:0]   item_lane,
    output wire [63:0]  item_table_base,
    output wire [31:0]  item_rows,
    output wire [31:0]  item_segment,
    output wire [31:0]  item_row,
    output wire         item_first,
    output wire         item_last,
    output wire         item_empty,
    output wire [31:0]  item_result_scale
);

    localparam [2:0] SEGMENT_STATE_ASK_ENTRIES = 3'd2;
    localparam [2:0] SEGMENT_STATE_ASK_SCALES = 3'd3;
    localparam [2:0] SEGMENT_STATE_IDLE = 3'd0;
    localparam [2:0] SEGMENT_STATE_RUN = 3'd1;
    localparam [2:0] SEGMENT_STATE_WAIT = 3'd4;

    reg [2:0] state = 3'd0;
    reg [63:0] table_base = 64'd0;
    reg [31:0] rows = 32'd0;
    reg [31:0] position = 32'd0;
    reg [127:0] ends = 128'd0;
    reg [127:0] words = 128'd0;
    reg [31:0] segment = 32'd0;
    reg [2:0] segments_left = 3'd0;
    reg first = 1'b0;
    reg loaded = 1'b0;
    reg [1:0] awaited = 2'd0;
    reg empty = 1'b0;
    reg last = 1'b0;

    wire [31:0] next_position;
    wire [31:0] end_0;
    wire [31:0] end_1;
    wire [31:0] task_end;
    wire at_end;
    wire one_before_0;
    wire one_before_1;
    wire two_before_0;
    wire two_before_1;
    wire empty_after;
    wire last_after;
    wire taken;

    always @(posedge clock) begin
        if (line_here) begin
            awaited <= awaited - 2'd1;
        end
        case (state)
            SEGMENT_STATE_IDLE: begin
                table_base <= task_table_base;
                rows <= task_rows;
                position <= task_position;
                ends <= task_ends;
                words <= task_words;
                segment <= task_segment;
                segments_left <= task_count;
                first <= 1'b1;
                empty <= empty_after;
                last <= last_after;
                loaded <= 1'b0;
                if (task_valid) begin
                    state <= SEGMENT_STATE_RUN;
                end
            end
            SEGMENT_STATE_RUN: begin
                if (~loaded & ~empty) begin
                    state <= SEGMENT_STATE_ASK_ENTRIES;
                end
            end
            SEGMENT_STATE_ASK_ENTRIES: begin
                if (line_taken) begin
                    awaited <= 2'd1;
                    state <= SEGMENT_STATE_WAIT;
                    if (uses_scales) begin
                        state <= SEGMENT_STATE_ASK_SCALES;
                    end
                end
            end
            SEGMENT_STATE_ASK_SCALES: begin
                if (line_taken) begin
                    state <= SEGMENT_STATE_WAIT;
                    awaited <= awaited + 2'd1;
                    if (line_here) begin
                        awaited <= awaited;
                    end
                end
            end
            default: begin
                if (~(|awaited)) begin
                    loaded <= 1'b1;
                    state <= SEGMENT_STATE_RUN;
                end
            end
        endcase
        if (taken) begin
            first <= last;
            empty <= empty_after;
            last <= last_after;
            if (~empty) begin
                position <= next_position;
                if (&position[3:0]) begin
                    loaded <= 1'b0;
                end
            end
            if (last) begin
                ends <= {32'd0, ends[127:32]};
                words <= {32'd0, words[127:32]};
                segment <= segment + 32'd1;
                segments_left <= segments_left - 3'd1;
                if (segments_left == 3'd1) begin
                    state <= SEGMENT_STATE_IDLE;
                end
            end
        end
        if (reset) begin
            state <= SEGMENT_STATE_IDLE;
            awaited <= 2'd0;
        end
    end

    assign line_request = (state == SEGMENT_STATE_ASK_ENTRIES) | (state == SEGMENT_STATE_ASK_SCALES);
    assign line_of_scales = state == SEGMENT_STATE_ASK_SCALES;

    // Whether the segment has no entry, and whether the entry is its last, is known a cycle before it is asked.
    assign next_position = position + 32'd1;
    assign end_0 = ends[31:0];
    assign end_1 = ends[63:32];
    assign one_before_0 = (position ^ end_0 ^ 32'd1) == {position[30:0] & ~end_0[30:0], 1'b0};
    assign two_before_0 = (position ^ end_0 ^ 32'd2) == {position[30:0] & ~end_0[30:0], 1'b0};
    assign one_before_1 = (position ^ end_1 ^ 32'd1) == {position[30:0] & ~end_1[30:0], 1'b0};
    assign two_before_1 = (position ^ end_1 ^ 32'd2) == {position[30:0] & ~end_1[30:0], 1'b0};
    assign at_end = position == end_1;
    assign task_end = task_ends[31:0];

    assign empty_after =
        (state == SEGMENT_STATE_IDLE) ? task_position == task_end :
        ~last ? one_before_0 :
        empty ? at_end :
        one_before_1;

    assign last_after =
        (state == SEGMENT_STATE_IDLE) ? (task_position == task_end) | ((task_position ^ task_end ^ 32'd1) == {task_position[30:0] & ~task_end[30:0], 1'b0}) :
        ~last ? one_before_0 | two_before_0 :
        empty ? at_end | one_before_1 :
        one_before_1 | two_before_1;

    assign idle = state == SEGMENT_STATE_IDLE;
    assign item_valid = (state == SEGMENT_STATE_RUN) & (loaded | empty);
    assign taken = (state == SEGMENT_STATE_RUN) & (loaded | empty) & item_ready;
    assign item_lane = position[3:0];
    assign item_table_base = table_base;
    assign item_rows = rows;
    assign item_segment = segment;
    assign item_row = words[31:0];
    assign item_result_scale = (uses_segments & ~is_update) ? words[31:0] : fp32_one;
    assign item_first = first;
    assign item_last = last;
    assign item_empty = empty;
    assign line_number = position[31:4];

endmodule

`default_nettype wire
