// Eight segment walkers and the lines of the lists that they walk; hands on their items in turn. One cycle;
// an item a cycle; stalls when no walker has its line.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_walker_bank_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         is_update,
    input  wire         uses_segments,
    input  wire         uses_scales,
    input  wire [31:0]  fp32_one,
    input  wire [31:0]  bag_count,
    input  wire [63:0]  entries,
    input  wire [63:0]  scales,
    input  wire         task_valid,
    output wire         task_ready,
    input  wire [63:0]  task_table_base,
    input  wire [31:0]  task_rows,
    input  wire [31:0]  task_position,
    input  wire [127:0] task_ends,
    input  wire [127:0] task_words,
    input  wire [31:0]  task_segment,
    input  wire [2:0]   task_count,
    output wire         item_valid,
    input  wire         item_ready,
    output wire [63:0]  item_table_base,
    output wire [31:0]  item_operand,
    output wire [31:0]  item_segment,
    output wire [31:0]  item_row,
    output wire [2:0]   item_walker,
    output wire         item_first,
    output wire         item_last,
    output wire         item_empty,
    output wire [31:0]  item_scale,
    output wire [31:0]  item_result_scale,
    output wire [63:0]  request_address_0,
    output wire         request_valid_0,
    input  wire         request_ready_0,
    input  wire         answer_valid_0,
    input  wire [512:0] answer_0,
    output wire         entry_line,
    output wire         scale_line,
    output wire         fault,
    output wire [63:0]  fault_address,
    output wire         idle
);

    localparam [3:0] ENTRY_TAGS_0 = 4'd0;
    localparam [3:0] ENTRY_TAGS_1 = 4'd1;
    localparam [3:0] ENTRY_TAGS_2 = 4'd2;
    localparam [3:0] ENTRY_TAGS_3 = 4'd3;
    localparam [3:0] ENTRY_TAGS_4 = 4'd4;
    localparam [3:0] ENTRY_TAGS_5 = 4'd5;
    localparam [3:0] ENTRY_TAGS_6 = 4'd6;
    localparam [3:0] ENTRY_TAGS_7 = 4'd7;
    localparam [2:0] NUMBERS_0 = 3'd0;
    localparam [2:0] NUMBERS_1 = 3'd1;
    localparam [2:0] NUMBERS_2 = 3'd2;
    localparam [2:0] NUMBERS_3 = 3'd3;
    localparam [2:0] NUMBERS_4 = 3'd4;
    localparam [2:0] NUMBERS_5 = 3'd5;
    localparam [2:0] NUMBERS_6 = 3'd6;
    localparam [2:0] NUMBERS_7 = 3'd7;
    localparam [3:0] SCALE_TAGS_0 = 4'd8;
    localparam [3:0] SCALE_TAGS_1 = 4'd9;
    localparam [3:0] SCALE_TAGS_2 = 4'd10;
    localparam [3:0] SCALE_TAGS_3 = 4'd11;
    localparam [3:0] SCALE_TAGS_4 = 4'd12;
    localparam [3:0] SCALE_TAGS_5 = 4'd13;
    localparam [3:0] SCALE_TAGS_6 = 4'd14;
    localparam [3:0] SCALE_TAGS_7 = 4'd15;

    reg asked = 1'b0;
    reg [63:0] asked_address = 64'd0;
    reg [3:0] asked_tag = 4'd0;
    reg full = 1'b0;
    reg [63:0] table_base = 64'd0;
    reg [31:0] rows = 32'd0;
    reg [31:0] operand = 32'd0;
    reg [31:0] segment = 32'd0;
    reg [31:0] row = 32'd0;
    reg [2:0] chosen = 3'd0;
    reg first = 1'b0;
    reg last = 1'b0;
    reg empty = 1'b0;
    reg [31:0] scale = 32'd0;
    reg [31:0] result_scale = 32'd0;

    wire busy_below_0;
    wire busy_below_1;
    wire busy_below_2;
    wire busy_below_3;
    wire busy_below_4;
    wire busy_below_5;
    wire busy_below_6;
    wire busy_below_7;
    wire [7:0] line_requests_0;
    wire [7:0] line_requests_1;
    wire [7:0] line_requests_2;
    wire [7:0] line_requests_3;
    wire [7:0] line_requests_4;
    wire [7:0] line_requests_5;
    wire [7:0] line_requests_6;
    wire [7:0] line_requests_7;
    wire [7:0] item_requests_0;
    wire [7:0] item_requests_1;
    wire [7:0] item_requests_2;
    wire [7:0] item_requests_3;
    wire [7:0] item_requests_4;
    wire [7:0] item_requests_5;
    wire [7:0] item_requests_6;
    wire [7:0] item_requests_7;
    wire asks;
    wire [27:0] line_number;
    wire [63:0] list_;
    wire [3:0] tag;
    wire [2:0] arrived;
    wire free;
    wire [2:0] pick;
    wire [3:0] lane;
    wire [8:0] shift;
    wire [31:0] operand_limit;
    wire walker_0_task_valid;
    wire walker_0_idle;
    wire walker_0_line_request;
    wire walker_0_line_of_scales;
    wire [27:0] walker_0_line_number;
    wire walker_0_line_taken;
    wire walker_0_line_here;
    wire walker_0_item_valid;
    wire walker_0_item_ready;
    wire [3:0] walker_0_item_lane;
    wire [63:0] walker_0_item_table_base;
    wire [31:0] walker_0_item_rows;
    wire [31:0] walker_0_item_segment;
    wire [31:0] walker_0_item_row;
    wire walker_0_item_first;
    wire walker_0_item_last;
    wire walker_0_item_empty;
    wire [31:0] walker_0_item_result_scale;
    wire walker_1_task_valid;
    wire walker_1_idle;
    wire walker_1_line_request;
    wire walker_1_line_of_scales;
    wire [27:0] walker_1_line_number;
    wire walker_1_line_taken;
    wire walker_1_line_here;
    wire walker_1_item_valid;
    wire walker_1_item_ready;
    wire [3:0] walker_1_item_lane;
    wire [63:0] walker_1_item_table_base;
    wire [31:0] walker_1_item_rows;
    wire [31:0] walker_1_item_segment;
    wire [31:0] walker_1_item_row;
    wire walker_1_item_first;
    wire walker_1_item_last;
    wire walker_1_item_empty;
    wire [31:0] walker_1_item_result_scale;
    wire walker_2_task_valid;
    wire walker_2_idle;
    wire walker_2_line_request;
    wire walker_2_line_of_scales;
    wire [27:0] walker_2_line_number;
    wire walker_2_line_taken;
    wire walker_2_line_here;
    wire walker_2_item_valid;
    wire walker_2_item_ready;
    wire [3:0] walker_2_item_lane;
    wire [63:0] walker_2_item_table_base;
    wire [31:0] walker_2_item_rows;
    wire [31:0] walker_2_item_segment;
    wire [31:0] walker_2_item_row;
    wire walker_2_item_first;
    wire walker_2_item_last;
    wire walker_2_item_empty;
    wire [31:0] walker_2_item_result_scale;
    wire walker_3_task_valid;
    wire walker_3_idle;
    wire walker_3_line_request;
    wire walker_3_line_of_scales;
    wire [27:0] walker_3_line_number;
    wire walker_3_line_taken;
    wire walker_3_line_here;
    wire walker_3_item_valid;
    wire walker_3_item_ready;
    wire [3:0] walker_3_item_lane;
    wire [63:0] walker_3_item_table_base;
    wire [31:0] walker_3_item_rows;
    wire [31:0] walker_3_item_segment;
    wire [31:0] walker_3_item_row;
    wire walker_3_item_first;
    wire walker_3_item_last;
    wire walker_3_item_empty;
    wire [31:0] walker_3_item_result_scale;
    wire walker_4_task_valid;
    wire walker_4_idle;
    wire walker_4_line_request;
    wire walker_4_line_of_scales;
    wire [27:0] walker_4_line_number;
    wire walker_4_line_taken;
    wire walker_4_line_here;
    wire walker_4_item_valid;
    wire walker_4_item_ready;
    wire [3:0] walker_4_item_lane;
    wire [63:0] walker_4_item_table_base;
    wire [31:0] walker_4_item_rows;
    wire [31:0] walker_4_item_segment;
    wire [31:0] walker_4_item_row;
    wire walker_4_item_first;
    wire walker_4_item_last;
    wire walker_4_item_empty;
    wire [31:0] walker_4_item_result_scale;
    wire walker_5_task_valid;
    wire walker_5_idle;
    wire walker_5_line_request;
    wire walker_5_line_of_scales;
    wire [27:0] walker_5_line_number;
    wire walker_5_line_taken;
    wire walker_5_line_here;
    wire walker_5_item_valid;
    wire walker_5_item_ready;
    wire [3:0] walker_5_item_lane;
    wire [63:0] walker_5_item_table_base;
    wire [31:0] walker_5_item_rows;
    wire [31:0] walker_5_item_segment;
    wire [31:0] walker_5_item_row;
    wire walker_5_item_first;
    wire walker_5_item_last;
    wire walker_5_item_empty;
    wire [31:0] walker_5_item_result_scale;
    wire walker_6_task_valid;
    wire walker_6_idle;
    wire walker_6_line_request;
    wire walker_6_line_of_scales;
    wire [27:0] walker_6_line_number;
    wire walker_6_line_taken;
    wire walker_6_line_here;
    wire walker_6_item_valid;
    wire walker_6_item_ready;
    wire [3:0] walker_6_item_lane;
    wire [63:0] walker_6_item_table_base;
    wire [31:0] walker_6_item_rows;
    wire [31:0] walker_6_item_segment;
    wire [31:0] walker_6_item_row;
    wire walker_6_item_first;
    wire walker_6_item_last;
    wire walker_6_item_empty;
    wire [31:0] walker_6_item_result_scale;
    wire walker_7_task_valid;
    wire walker_7_idle;
    wire walker_7_line_request;
    wire walker_7_line_of_scales;
    wire [27:0] walker_7_line_number;
    wire walker_7_line_taken;
    wire walker_7_line_here;
    wire walker_7_item_valid;
    wire walker_7_item_ready;
    wire [3:0] walker_7_item_lane;
    wire [63:0] walker_7_item_table_base;
    wire [31:0] walker_7_item_rows;
    wire [31:0] walker_7_item_segment;
    wire [31:0] walker_7_item_row;
    wire walker_7_item_first;
    wire walker_7_item_last;
    wire walker_7_item_empty;
    wire [31:0] walker_7_item_result_scale;
    wire reader_in_valid;
    wire reader_in_ready;
    wire [511:0] reader_line_data;
    wire reader_line_error;
    wire reader_line_valid;
    wire tags_in_valid;
    wire tags_in_ready;
    wire [3:0] tags_out_data;
    wire tags_out_valid;
    wire [7:0] line_arbiter_grant;
    wire [3:0] line_arbiter_chosen;
    wire [7:0] item_arbiter_grant;
    wire [3:0] item_arbiter_chosen;
    wire entry_lines_write_enable;
    wire [511:0] entry_lines_read_data;
    wire scale_lines_write_enable;
    wire [511:0] scale_lines_read_data;

    emb_segment_walker u_walker_0 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_0_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_0_idle),
        .line_request(walker_0_line_request),
        .line_of_scales(walker_0_line_of_scales),
        .line_number(walker_0_line_number),
        .line_taken(walker_0_line_taken),
        .line_here(walker_0_line_here),
        .item_valid(walker_0_item_valid),
        .item_ready(walker_0_item_ready),
        .item_lane(walker_0_item_lane),
        .item_table_base(walker_0_item_table_base),
        .item_rows(walker_0_item_rows),
        .item_segment(walker_0_item_segment),
        .item_row(walker_0_item_row),
        .item_first(walker_0_item_first),
        .item_last(walker_0_item_last),
        .item_empty(walker_0_item_empty),
        .item_result_scale(walker_0_item_result_scale)
    );

    emb_segment_walker u_walker_1 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_1_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_1_idle),
        .line_request(walker_1_line_request),
        .line_of_scales(walker_1_line_of_scales),
        .line_number(walker_1_line_number),
        .line_taken(walker_1_line_taken),
        .line_here(walker_1_line_here),
        .item_valid(walker_1_item_valid),
        .item_ready(walker_1_item_ready),
        .item_lane(walker_1_item_lane),
        .item_table_base(walker_1_item_table_base),
        .item_rows(walker_1_item_rows),
        .item_segment(walker_1_item_segment),
        .item_row(walker_1_item_row),
        .item_first(walker_1_item_first),
        .item_last(walker_1_item_last),
        .item_empty(walker_1_item_empty),
        .item_result_scale(walker_1_item_result_scale)
    );

    emb_segment_walker u_walker_2 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_2_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_2_idle),
        .line_request(walker_2_line_request),
        .line_of_scales(walker_2_line_of_scales),
        .line_number(walker_2_line_number),
        .line_taken(walker_2_line_taken),
        .line_here(walker_2_line_here),
        .item_valid(walker_2_item_valid),
        .item_ready(walker_2_item_ready),
        .item_lane(walker_2_item_lane),
        .item_table_base(walker_2_item_table_base),
        .item_rows(walker_2_item_rows),
        .item_segment(walker_2_item_segment),
        .item_row(walker_2_item_row),
        .item_first(walker_2_item_first),
        .item_last(walker_2_item_last),
        .item_empty(walker_2_item_empty),
        .item_result_scale(walker_2_item_result_scale)
    );

    emb_segment_walker u_walker_3 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_3_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_3_idle),
        .line_request(walker_3_line_request),
        .line_of_scales(walker_3_line_of_scales),
        .line_number(walker_3_line_number),
        .line_taken(walker_3_line_taken),
        .line_here(walker_3_line_here),
        .item_valid(walker_3_item_valid),
        .item_ready(walker_3_item_ready),
        .item_lane(walker_3_item_lane),
        .item_table_base(walker_3_item_table_base),
        .item_rows(walker_3_item_rows),
        .item_segment(walker_3_item_segment),
        .item_row(walker_3_item_row),
        .item_first(walker_3_item_first),
        .item_last(walker_3_item_last),
        .item_empty(walker_3_item_empty),
        .item_result_scale(walker_3_item_result_scale)
    );

    emb_segment_walker u_walker_4 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_4_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_4_idle),
        .line_request(walker_4_line_request),
        .line_of_scales(walker_4_line_of_scales),
        .line_number(walker_4_line_number),
        .line_taken(walker_4_line_taken),
        .line_here(walker_4_line_here),
        .item_valid(walker_4_item_valid),
        .item_ready(walker_4_item_ready),
        .item_lane(walker_4_item_lane),
        .item_table_base(walker_4_item_table_base),
        .item_rows(walker_4_item_rows),
        .item_segment(walker_4_item_segment),
        .item_row(walker_4_item_row),
        .item_first(walker_4_item_first),
        .item_last(walker_4_item_last),
        .item_empty(walker_4_item_empty),
        .item_result_scale(walker_4_item_result_scale)
    );

    emb_segment_walker u_walker_5 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_5_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_5_idle),
        .line_request(walker_5_line_request),
        .line_of_scales(walker_5_line_of_scales),
        .line_number(walker_5_line_number),
        .line_taken(walker_5_line_taken),
        .line_here(walker_5_line_here),
        .item_valid(walker_5_item_valid),
        .item_ready(walker_5_item_ready),
        .item_lane(walker_5_item_lane),
        .item_table_base(walker_5_item_table_base),
        .item_rows(walker_5_item_rows),
        .item_segment(walker_5_item_segment),
        .item_row(walker_5_item_row),
        .item_first(walker_5_item_first),
        .item_last(walker_5_item_last),
        .item_empty(walker_5_item_empty),
        .item_result_scale(walker_5_item_result_scale)
    );

    emb_segment_walker u_walker_6 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_6_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_6_idle),
        .line_request(walker_6_line_request),
        .line_of_scales(walker_6_line_of_scales),
        .line_number(walker_6_line_number),
        .line_taken(walker_6_line_taken),
        .line_here(walker_6_line_here),
        .item_valid(walker_6_item_valid),
        .item_ready(walker_6_item_ready),
        .item_lane(walker_6_item_lane),
        .item_table_base(walker_6_item_table_base),
        .item_rows(walker_6_item_rows),
        .item_segment(walker_6_item_segment),
        .item_row(walker_6_item_row),
        .item_first(walker_6_item_first),
        .item_last(walker_6_item_last),
        .item_empty(walker_6_item_empty),
        .item_result_scale(walker_6_item_result_scale)
    );

    emb_segment_walker u_walker_7 (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .task_valid(walker_7_task_valid),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .idle(walker_7_idle),
        .line_request(walker_7_line_request),
        .line_of_scales(walker_7_line_of_scales),
        .line_number(walker_7_line_number),
        .line_taken(walker_7_line_taken),
        .line_here(walker_7_line_here),
        .item_valid(walker_7_item_valid),
        .item_ready(walker_7_item_ready),
        .item_lane(walker_7_item_lane),
        .item_table_base(walker_7_item_table_base),
        .item_rows(walker_7_item_rows),
        .item_segment(walker_7_item_segment),
        .item_row(walker_7_item_row),
        .item_first(walker_7_item_first),
        .item_last(walker_7_item_last),
        .item_empty(walker_7_item_empty),
        .item_result_scale(walker_7_item_result_scale)
    );

    emb_line_reader_p1 #(.LOG_LINES(4)) u_reader (
        .clock(clock),
        .reset(reset),
        .in_address(asked_address),
        .in_valid(reader_in_valid),
        .in_ready(reader_in_ready),
        .request_address_0(request_address_0),
        .request_valid_0(request_valid_0),
        .request_ready_0(request_ready_0),
        .answer_valid_0(answer_valid_0),
        .answer_0(answer_0),
        .line_data(reader_line_data),
        .line_address(fault_address),
        .line_error(reader_line_error),
        .line_valid(reader_line_valid),
        .line_ready(1'b1)
    );

    emb_fifo #(.WIDTH(4), .LOG_DEPTH(4)) u_tags (
        .clock(clock),
        .reset(reset),
        .in_data(asked_tag),
        .in_valid(tags_in_valid),
        .in_ready(tags_in_ready),
        .out_data(tags_out_data),
        .out_valid(tags_out_valid),
        .out_ready(reader_line_valid)
    );

    emb_round_robin_8 u_line_arbiter (
        .clock(clock),
        .reset(reset),
        .request(line_requests_7),
        .advance(asks),
        .grant(line_arbiter_grant),
        .chosen(line_arbiter_chosen)
    );

    emb_round_robin_8 u_item_arbiter (
        .clock(clock),
        .reset(reset),
        .request(item_requests_7),
        .advance(free),
        .grant(item_arbiter_grant),
        .chosen(item_arbiter_chosen)
    );

    emb_lut_ram #(.WIDTH(512), .LOG_DEPTH(3)) u_entry_lines (
        .clock(clock),
        .write_enable(entry_lines_write_enable),
        .write_address(arrived),
        .write_data(reader_line_data),
        .read_address(pick),
        .read_data(entry_lines_read_data)
    );

    emb_lut_ram #(.WIDTH(512), .LOG_DEPTH(3)) u_scale_lines (
        .clock(clock),
        .write_enable(scale_lines_write_enable),
        .write_address(arrived),
        .write_data(reader_line_data),
        .read_address(pick),
        .read_data(scale_lines_read_data)
    );

    wire [511:0] operand_shifted = entry_lines_read_data >> shift;
    wire [511:0] scale_shifted = scale_lines_read_data >> shift;
    always @(posedge clock) begin
        if (asks) begin
            asked <= |line_arbiter_grant;
            asked_address <= list_ + {30'd0, line_number, 6'd0};
            asked_tag <= tag;
        end
        if (free) begin
            full <= |item_arbiter_grant;
            chosen <= pick;
            operand <= operand_shifted[31:0];
            scale <= fp32_one;
            if (uses_scales) begin
                scale <= scale_shifted[31:0];
            end
            if (item_arbiter_grant[0]) begin
                table_base <= walker_0_item_table_base;
                rows <= walker_0_item_rows;
                segment <= walker_0_item_segment;
                row <= walker_0_item_row;
                first <= walker_0_item_first;
                last <= walker_0_item_last;
                empty <= walker_0_item_empty;
                result_scale <= walker_0_item_result_scale;
            end
            if (item_arbiter_grant[1]) begin
                table_base <= walker_1_item_table_base;
                rows <= walker_1_item_rows;
                segment <= walker_1_item_segment;
                row <= walker_1_item_row;
                first <= walker_1_item_first;
                last <= walker_1_item_last;
                empty <= walker_1_item_empty;
                result_scale <= walker_1_item_result_scale;
            end
            if (item_arbiter_grant[2]) begin
                table_base <= walker_2_item_table_base;
                rows <= walker_2_item_rows;
                segment <= walker_2_item_segment;
                row <= walker_2_item_row;
                first <= walker_2_item_first;
                last <= walker_2_item_last;
                empty <= walker_2_item_empty;
                result_scale <= walker_2_item_result_scale;
            end
            if (item_arbiter_grant[3]) begin
                table_base <= walker_3_item_table_base;
                rows <= walker_3_item_rows;
                segment <= walker_3_item_segment;
                row <= walker_3_item_row;
                first <= walker_3_item_first;
                last <= walker_3_item_last;
                empty <= walker_3_item_empty;
                result_scale <= walker_3_item_result_scale;
            end
            if (item_arbiter_grant[4]) begin
                table_base <= walker_4_item_table_base;
                rows <= walker_4_item_rows;
                segment <= walker_4_item_segment;
                row <= walker_4_item_row;
                first <= walker_4_item_first;
                last <= walker_4_item_last;
                empty <= walker_4_item_empty;
                result_scale <= walker_4_item_result_scale;
            end
            if (item_arbiter_grant[5]) begin
                table_base <= walker_5_item_table_base;
                rows <= walker_5_item_rows;
                segment <= walker_5_item_segment;
                row <= walker_5_item_row;
                first <= walker_5_item_first;
                last <= walker_5_item_last;
                empty <= walker_5_item_empty;
                result_scale <= walker_5_item_result_scale;
            end
            if (item_arbiter_grant[6]) begin
                table_base <= walker_6_item_table_base;
                rows <= walker_6_item_rows;
                segment <= walker_6_item_segment;
                row <= walker_6_item_row;
                first <= walker_6_item_first;
                last <= walker_6_item_last;
                empty <= walker_6_item_empty;
                result_scale <= walker_6_item_result_scale;
            end
            if (item_arbiter_grant[7]) begin
                table_base <= walker_7_item_table_base;
                rows <= walker_7_item_rows;
                segment <= walker_7_item_segment;
                row <= walker_7_item_row;
                first <= walker_7_item_first;
                last <= walker_7_item_last;
                empty <= walker_7_item_empty;
                result_scale <= walker_7_item_result_scale;
            end
        end
        if (reset) begin
            asked <= 1'b0;
            full <= 1'b0;
        end
    end

    // A task goes to the first walker that is idle.
    assign task_ready =
        walker_0_idle |
        walker_1_idle |
        walker_2_idle |
        walker_3_idle |
        walker_4_idle |
        walker_5_idle |
        walker_6_idle |
        walker_7_idle;

    assign idle =
        walker_7_idle &
        walker_6_idle &
        walker_5_idle &
        walker_4_idle &
        walker_3_idle &
        walker_2_idle &
        walker_1_idle &
        walker_0_idle &
        ~full;

    assign busy_below_0 = 1'b1;
    assign walker_0_task_valid = task_valid & busy_below_0;
    assign busy_below_1 = busy_below_0 & ~walker_0_idle;
    assign walker_1_task_valid = task_valid & busy_below_1;
    assign busy_below_2 = busy_below_1 & ~walker_1_idle;
    assign walker_2_task_valid = task_valid & busy_below_2;
    assign busy_below_3 = busy_below_2 & ~walker_2_idle;
    assign walker_3_task_valid = task_valid & busy_below_3;
    assign busy_below_4 = busy_below_3 & ~walker_3_idle;
    assign walker_4_task_valid = task_valid & busy_below_4;
    assign busy_below_5 = busy_below_4 & ~walker_4_idle;
    assign walker_5_task_valid = task_valid & busy_below_5;
    assign busy_below_6 = busy_below_5 & ~walker_5_idle;
    assign walker_6_task_valid = task_valid & busy_below_6;
    assign busy_below_7 = busy_below_6 & ~walker_6_idle;
    assign walker_7_task_valid = task_valid & busy_below_7;

    // Lines of the lists, through a register: a walker waits for one of each at most.
    assign line_requests_0 = {7'd0, walker_0_line_request};
    assign line_requests_1 = {line_requests_0[7:2], walker_1_line_request, line_requests_0[0]};
    assign line_requests_2 = {line_requests_1[7:3], walker_2_line_request, line_requests_1[1:0]};
    assign line_requests_3 = {line_requests_2[7:4], walker_3_line_request, line_requests_2[2:0]};
    assign line_requests_4 = {line_requests_3[7:5], walker_4_line_request, line_requests_3[3:0]};
    assign line_requests_5 = {line_requests_4[7:6], walker_5_line_request, line_requests_4[4:0]};
    assign line_requests_6 = {line_requests_5[7], walker_6_line_request, line_requests_5[5:0]};
    assign line_requests_7 = {walker_7_line_request, line_requests_6[6:0]};
    assign asks = ~asked | (reader_in_ready & tags_in_ready);

    assign line_number =
        line_arbiter_grant[7] ? walker_7_line_number :
        line_arbiter_grant[6] ? walker_6_line_number :
        line_arbiter_grant[5] ? walker_5_line_number :
        line_arbiter_grant[4] ? walker_4_line_number :
        line_arbiter_grant[3] ? walker_3_line_number :
        line_arbiter_grant[2] ? walker_2_line_number :
        line_arbiter_grant[1] ? walker_1_line_number :
        line_arbiter_grant[0] ? walker_0_line_number :
        28'd0;

    assign list_ =
        ((line_arbiter_grant[7] & walker_7_line_of_scales) | (line_arbiter_grant[6] & walker_6_line_of_scales) | (line_arbiter_grant[5] & walker_5_line_of_scales) | (line_arbiter_grant[4] & walker_4_line_of_scales) | (line_arbiter_grant[3] & walker_3_line_of_scales) | (line_arbiter_grant[2] & walker_2_line_of_scales) | (line_arbiter_grant[1] & walker_1_line_of_scales) | (line_arbiter_grant[0] & walker_0_line_of_scales)) ? scales :
        entries;

    assign tag =
        ~line_arbiter_grant[7] ? (
            ~line_arbiter_grant[6] ? (
                ~line_arbiter_grant[5] ? (
                    ~line_arbiter_grant[4] ? (
                        ~line_arbiter_grant[3] ? (
                            ~line_arbiter_grant[2] ? (
                                ~line_arbiter_grant[1] ? (
                                    ~line_arbiter_grant[0] ? 4'd0 :
                                    walker_0_line_of_scales ? SCALE_TAGS_0 :
                                    ENTRY_TAGS_0
                                ) :
                                walker_1_line_of_scales ? SCALE_TAGS_1 :
                                ENTRY_TAGS_1
                            ) :
                            walker_2_line_of_scales ? SCALE_TAGS_2 :
                            ENTRY_TAGS_2
                        ) :
                        walker_3_line_of_scales ? SCALE_TAGS_3 :
                        ENTRY_TAGS_3
                    ) :
                    walker_4_line_of_scales ? SCALE_TAGS_4 :
                    ENTRY_TAGS_4
                ) :
                walker_5_line_of_scales ? SCALE_TAGS_5 :
                ENTRY_TAGS_5
            ) :
            walker_6_line_of_scales ? SCALE_TAGS_6 :
            ENTRY_TAGS_6
        ) :
        walker_7_line_of_scales ? SCALE_TAGS_7 :
        ENTRY_TAGS_7;

    assign walker_0_line_taken = line_arbiter_grant[0] & asks;
    assign walker_1_line_taken = line_arbiter_grant[1] & asks;
    assign walker_2_line_taken = line_arbiter_grant[2] & asks;
    assign walker_3_line_taken = line_arbiter_grant[3] & asks;
    assign walker_4_line_taken = line_arbiter_grant[4] & asks;
    assign walker_5_line_taken = line_arbiter_grant[5] & asks;
    assign walker_6_line_taken = line_arbiter_grant[6] & asks;
    assign walker_7_line_taken = line_arbiter_grant[7] & asks;
    assign reader_in_valid = asked & tags_in_ready;
    assign tags_in_valid = asked & reader_in_ready;
    assign arrived = tags_out_data[2:0];
    assign scale_line = reader_line_valid & tags_out_data[3];
    assign entry_line = reader_line_valid & ~tags_out_data[3];
    assign entry_lines_write_enable = reader_line_valid & ~tags_out_data[3];
    assign scale_lines_write_enable = reader_line_valid & tags_out_data[3];
    assign fault = reader_line_valid & reader_line_error;
    assign walker_0_line_here = reader_line_valid & (arrived == NUMBERS_0);
    assign walker_1_line_here = reader_line_valid & (arrived == NUMBERS_1);
    assign walker_2_line_here = reader_line_valid & (arrived == NUMBERS_2);
    assign walker_3_line_here = reader_line_valid & (arrived == NUMBERS_3);
    assign walker_4_line_here = reader_line_valid & (arrived == NUMBERS_4);
    assign walker_5_line_here = reader_line_valid & (arrived == NUMBERS_5);
    assign walker_6_line_here = reader_line_valid & (arrived == NUMBERS_6);
    assign walker_7_line_here = reader_line_valid & (arrived == NUMBERS_7);

    // Items: walkers in turn, into a register.
    assign item_requests_0 = {7'd0, walker_0_item_valid};
    assign item_requests_1 = {item_requests_0[7:2], walker_1_item_valid, item_requests_0[0]};
    assign item_requests_2 = {item_requests_1[7:3], walker_2_item_valid, item_requests_1[1:0]};
    assign item_requests_3 = {item_requests_2[7:4], walker_3_item_valid, item_requests_2[2:0]};
    assign item_requests_4 = {item_requests_3[7:5], walker_4_item_valid, item_requests_3[3:0]};
    assign item_requests_5 = {item_requests_4[7:6], walker_5_item_valid, item_requests_4[4:0]};
    assign item_requests_6 = {item_requests_5[7], walker_6_item_valid, item_requests_5[5:0]};
    assign item_requests_7 = {walker_7_item_valid, item_requests_6[6:0]};
    assign free = ~full | item_ready;

    assign pick =
        item_arbiter_grant[7] ? NUMBERS_7 :
        item_arbiter_grant[6] ? NUMBERS_6 :
        item_arbiter_grant[5] ? NUMBERS_5 :
        item_arbiter_grant[4] ? NUMBERS_4 :
        item_arbiter_grant[3] ? NUMBERS_3 :
        item_arbiter_grant[2] ? NUMBERS_2 :
        item_arbiter_grant[1] ? NUMBERS_1 :
        item_arbiter_grant[0] ? NUMBERS_0 :
        3'd0;

    assign lane =
        item_arbiter_grant[7] ? walker_7_item_lane :
        item_arbiter_grant[6] ? walker_6_item_lane :
        item_arbiter_grant[5] ? walker_5_item_lane :
        item_arbiter_grant[4] ? walker_4_item_lane :
        item_arbiter_grant[3] ? walker_3_item_lane :
        item_arbiter_grant[2] ? walker_2_item_lane :
        item_arbiter_grant[1] ? walker_1_item_lane :
        item_arbiter_grant[0] ? walker_0_item_lane :
        4'd0;

    assign walker_0_item_ready = item_arbiter_grant[0] & free;
    assign walker_1_item_ready = item_arbiter_grant[1] & free;
    assign walker_2_item_ready = item_arbiter_grant[2] & free;
    assign walker_3_item_ready = item_arbiter_grant[3] & free;
    assign walker_4_item_ready = item_arbiter_grant[4] & free;
    assign walker_5_item_ready = item_arbiter_grant[5] & free;
    assign walker_6_item_ready = item_arbiter_grant[6] & free;
    assign walker_7_item_ready = item_arbiter_grant[7] & free;
    assign shift = {lane, 5'd0};
    assign operand_limit = is_update ? bag_count : rows;
    assign item_valid = full;
    assign item_table_base = table_base;
    assign item_operand = (operand >= operand_limit) ? 32'd0 : operand;
    assign item_segment = segment;
    assign item_row = (row >= rows) ? 32'd0 : row;
    assign item_walker = chosen;
    assign item_first = first;
    assign item_last = last;
    assign item_empty = empty;
    assign item_scale = scale;
    assign item_result_scale = result_scale;

    // Bits that the design does not need.
    wire _unused = &{
        line_requests_0[1],
        line_requests_1[2],
        line_requests_2[3],
        line_requests_3[4],
        line_requests_4[5],
        line_requests_5[6],
        line_requests_6[7],
        item_requests_0[1],
        item_requests_1[2],
        item_requests_2[3],
        item_requests_3[4],
        item_requests_4[5],
        item_requests_5[6],
        item_requests_6[7],
        tags_out_valid,
        line_arbiter_chosen,
        item_arbiter_chosen,
        operand_shifted[511:32],
        scale_shifted[511:32],
        1'b0
    };

endmodule

`default_nettype wire
