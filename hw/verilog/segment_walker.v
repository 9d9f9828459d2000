// Walks the entries of one to four segments. An entry a cycle; stalls while it waits for a line of a list,
// once in 16 entries.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module segment_walker (
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
    output reg          line_request,
    output reg          line_of_scales,
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
    output reg  [31:0]  item_result_scale
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

    wire [31:0] end_;
    wire [31:0] next_position;
    wire empty;
    wire last;
    wire taken;
    reg [2:0] state_next;
    reg [63:0] table_base_next;
    reg [31:0] rows_next;
    reg [31:0] position_next;
    reg [127:0] ends_next;
    reg [127:0] words_next;
    reg [31:0] segment_next;
    reg [2:0] segments_left_next;
    reg first_next;
    reg loaded_next;
    reg [1:0] awaited_next;

    always @* begin
        state_next = state;
        table_base_next = table_base;
        rows_next = rows;
        position_next = position;
        ends_next = ends;
        words_next = words;
        segment_next = segment;
        segments_left_next = segments_left;
        first_next = first;
        loaded_next = loaded;
        awaited_next = awaited;
        line_request = 1'b0;
        line_of_scales = 1'b0;
        if (line_here) begin
            awaited_next = awaited - 2'd1;
        end
        case (state)
            SEGMENT_STATE_IDLE: begin
                table_base_next = task_table_base;
                rows_next = task_rows;
                position_next = task_position;
                ends_next = task_ends;
                words_next = task_words;
                segment_next = task_segment;
                segments_left_next = task_count;
                first_next = 1'b1;
                loaded_next = 1'b0;
                if (task_valid) begin
                    state_next = SEGMENT_STATE_RUN;
                end
            end
            SEGMENT_STATE_RUN: begin
                if (~loaded & ~empty) begin
                    state_next = SEGMENT_STATE_ASK_ENTRIES;
                end
            end
            SEGMENT_STATE_ASK_ENTRIES: begin
                line_request = 1'b1;
                if (line_taken) begin
                    awaited_next = 2'd1;
                    state_next = SEGMENT_STATE_WAIT;
                    if (uses_scales) begin
                        state_next = SEGMENT_STATE_ASK_SCALES;
                    end
                end
            end
            SEGMENT_STATE_ASK_SCALES: begin
                line_request = 1'b1;
                line_of_scales = 1'b1;
                if (line_taken) begin
                    state_next = SEGMENT_STATE_WAIT;
                    awaited_next = awaited + 2'd1;
                    if (line_here) begin
                        awaited_next = awaited;
                    end
                end
            end
            default: begin
                if (~(|awaited)) begin
                    loaded_next = 1'b1;
                    state_next = SEGMENT_STATE_RUN;
                end
            end
        endcase
        if (taken) begin
            first_next = last;
            if (~empty) begin
                position_next = next_position;
                if (&position[3:0]) begin
                    loaded_next = 1'b0;
                end
            end
            if (last) begin
                ends_next = {32'd0, ends[127:32]};
                words_next = {32'd0, words[127:32]};
                segment_next = segment + 32'd1;
                segments_left_next = segments_left - 3'd1;
                if (segments_left == 3'd1) begin
                    state_next = SEGMENT_STATE_IDLE;
                end
            end
        end
        if (reset) begin
            state_next = SEGMENT_STATE_IDLE;
            awaited_next = 2'd0;
        end
    end

    assign end_ = ends[31:0];
    assign next_position = position + 32'd1;
    assign empty = position == end_;
    assign last = empty | (next_position == end_);
    assign idle = state == SEGMENT_STATE_IDLE;
    assign item_valid = (state == SEGMENT_STATE_RUN) & (loaded | empty);
    assign taken = (state == SEGMENT_STATE_RUN) & (loaded | empty) & item_ready;
    assign item_lane = position[3:0];
    assign item_table_base = table_base;
    assign item_rows = rows;
    assign item_segment = segment;
    assign item_row = words[31:0];

    always @* begin
        item_result_scale = fp32_one;
        if (uses_segments & ~is_update) begin
            item_result_scale = words[31:0];
        end
    end

    assign item_first = first;
    assign item_last = last;
    assign item_empty = empty;
    assign line_number = position[31:4];

    always @(posedge clock) begin
        state <= state_next;
        table_base <= table_base_next;
        rows <= rows_next;
        position <= position_next;
        ends <= ends_next;
        words <= words_next;
        segment <= segment_next;
        segments_left <= segments_left_next;
        first <= first_next;
        loaded <= loaded_next;
        awaited <= awaited_next;
    end

endmodule

`default_nettype wire
