// Walks segments, reads their lines, adds them up and queues the results for their ports. A line of an
// operand a cycle; stalls when memory does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_engine_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         is_update,
    input  wire         is_stage,
    input  wire         is_accumulation,
    input  wire         uses_segments,
    input  wire         uses_scales,
    input  wire         keeps_rows,
    input  wire         begins,
    input  wire [31:0]  fp32_one,
    input  wire [31:0]  rate,
    input  wire [4:0]   lines,
    input  wire [31:0]  bag_count,
    input  wire [63:0]  entries,
    input  wire [63:0]  scales,
    input  wire [63:0]  gradient_base,
    input  wire [63:0]  result_base,
    input  wire [63:0]  rows_first,
    input  wire [63:0]  rows_end,
    input  wire [63:0]  results_first,
    input  wire [63:0]  results_end,
    input  wire         hold,
    input  wire         suppress,
    input  wire         task_valid,
    output wire         task_ready,
    input  wire [63:0]  task_table_base,
    input  wire [31:0]  task_rows,
    input  wire [31:0]  task_position,
    input  wire [127:0] task_ends,
    input  wire [127:0] task_words,
    input  wire [31:0]  task_segment,
    input  wire [2:0]   task_count,
    output wire [63:0]  row_address_0,
    output wire         row_valid_0,
    input  wire         row_ready_0,
    input  wire         row_answer_0,
    input  wire [512:0] row_line_0,
    output wire [63:0]  gradient_address_0,
    output wire         gradient_valid_0,
    input  wire         gradient_ready_0,
    input  wire         gradient_answer_0,
    output wire [63:0]  list_address_0,
    output wire         list_valid_0,
    input  wire         list_ready_0,
    input  wire         list_answer_0,
    input  wire [512:0] scratch_line_0,
    output wire [63:0]  out_address_0,
    output wire [511:0] out_data_0,
    output wire         out_valid_0,
    input  wire         out_ready_0,
    output wire         entry_line,
    output wire         scale_line,
    output wire         row_hit,
    output wire         hazard,
    output wire         fault,
    output wire [63:0]  fault_address,
    output wire         outside,
    output wire [63:0]  outside_address,
    output wire         idle
);

    wire row_taken;
    wire bank_is_update;
    wire bank_item_valid;
    wire [63:0] bank_item_table_base;
    wire [31:0] bank_item_operand;
    wire [31:0] bank_item_segment;
    wire [31:0] bank_item_row;
    wire [2:0] bank_item_walker;
    wire bank_item_first;
    wire bank_item_last;
    wire bank_item_empty;
    wire [31:0] bank_item_scale;
    wire [31:0] bank_item_result_scale;
    wire bank_fault;
    wire [63:0] bank_fault_address;
    wire bank_idle;
    wire expander_is_update;
    wire expander_item_ready;
    wire [63:0] expander_row_address;
    wire expander_row_valid;
    wire [63:0] expander_gradient_address;
    wire expander_gradient_valid;
    wire [74:0] expander_control;
    wire expander_control_valid;
    wire [63:0] expander_target_address;
    wire expander_target_inside;
    wire expander_target_valid;
    wire expander_idle;
    wire row_cache_enable;
    wire row_cache_in_ready;
    wire [63:0] row_cache_read_address;
    wire row_cache_read_valid;
    wire row_cache_line_ready;
    wire [511:0] row_cache_out_line;
    wire row_cache_out_valid;
    wire rows_in_ready;
    wire [63:0] rows_request_address_0;
    wire [511:0] rows_line_data;
    wire [63:0] rows_line_address;
    wire rows_line_error;
    wire rows_line_valid;
    wire gradients_in_ready;
    wire [511:0] gradients_line_data;
    wire [63:0] gradients_line_address;
    wire gradients_line_error;
    wire gradients_line_valid;
    wire gradients_line_ready;
    wire control_queue_in_ready;
    wire [74:0] control_queue_out_data;
    wire control_queue_out_valid;
    wire waiting_enter;
    wire waiting_empty;
    wire target_queue_in_ready;
    wire [64:0] target_queue_out_data;
    wire target_queue_out_valid;
    wire reducer_is_update;
    wire reducer_control_ready;
    wire [511:0] reducer_operand;
    wire reducer_operand_valid;
    wire reducer_operand_ready;
    wire reducer_start_valid;
    wire reducer_start_ready;
    wire [511:0] reducer_result;
    wire reducer_result_valid;
    wire reducer_idle;
    wire results_clock;
    wire results_result_ready;
    wire results_target_ready;
    wire results_idle;

    emb_walker_bank_p1 u_bank (
        .clock(clock),
        .reset(reset),
        .is_update(bank_is_update),
        .uses_segments(uses_segments),
        .uses_scales(uses_scales),
        .fp32_one(fp32_one),
        .bag_count(bag_count),
        .entries(entries),
        .scales(scales),
        .task_valid(task_valid),
        .task_ready(task_ready),
        .task_table_base(task_table_base),
        .task_rows(task_rows),
        .task_position(task_position),
        .task_ends(task_ends),
        .task_words(task_words),
        .task_segment(task_segment),
        .task_count(task_count),
        .item_valid(bank_item_valid),
        .item_ready(expander_item_ready),
        .item_table_base(bank_item_table_base),
        .item_operand(bank_item_operand),
        .item_segment(bank_item_segment),
        .item_row(bank_item_row),
        .item_walker(bank_item_walker),
        .item_first(bank_item_first),
        .item_last(bank_item_last),
        .item_empty(bank_item_empty),
        .item_scale(bank_item_scale),
        .item_result_scale(bank_item_result_scale),
        .request_address_0(list_address_0),
        .request_valid_0(list_valid_0),
        .request_ready_0(list_ready_0),
        .answer_valid_0(list_answer_0),
        .answer_0(scratch_line_0),
        .entry_line(entry_line),
        .scale_line(scale_line),
        .fault(bank_fault),
        .fault_address(bank_fault_address),
        .idle(bank_idle)
    );

    emb_expander u_expander (
        .clock(clock),
        .reset(reset),
        .is_update(expander_is_update),
        .lines(lines),
        .is_stage(is_stage),
        .is_accumulation(is_accumulation),
        .gradient_base(gradient_base),
        .result_base(result_base),
        .rows_first(rows_first),
        .rows_end(rows_end),
        .results_first(results_first),
        .results_end(results_end),
        .item_valid(bank_item_valid),
        .item_ready(expander_item_ready),
        .item_table_base(bank_item_table_base),
        .item_operand(bank_item_operand),
        .item_segment(bank_item_segment),
        .item_row(bank_item_row),
        .item_control({bank_item_walker, bank_item_result_scale, bank_item_scale, bank_item_empty, bank_item_last, bank_item_first}),
        .row_address(expander_row_address),
        .row_valid(expander_row_valid),
        .row_ready(row_cache_in_ready),
        .gradient_address(expander_gradient_address),
        .gradient_valid(expander_gradient_valid),
        .gradient_ready(gradients_in_ready),
        .control(expander_control),
        .control_valid(expander_control_valid),
        .control_ready(control_queue_in_ready),
        .target_address(expander_target_address),
        .target_inside(expander_target_inside),
        .target_valid(expander_target_valid),
        .target_ready(target_queue_in_ready),
        .outside(outside),
        .outside_address(outside_address),
        .idle(expander_idle)
    );

    emb_row_cache_d512 u_row_cache (
        .clock(clock),
        .reset(reset),
        .enable(row_cache_enable),
        .forget(begins),
        .in_address(expander_row_address),
        .in_valid(expander_row_valid),
        .in_ready(row_cache_in_ready),
        .read_address(row_cache_read_address),
        .read_valid(row_cache_read_valid),
        .read_ready(rows_in_ready),
        .line(rows_line_data),
        .line_valid(rows_line_valid),
        .line_ready(row_cache_line_ready),
        .out_line(row_cache_out_line),
        .out_valid(row_cache_out_valid),
        .out_ready(row_taken),
        .hit(row_hit)
    );

    emb_line_reader_p1 #(.LOG_LINES(6)) u_rows (
        .clock(clock),
        .reset(reset),
        .in_address(row_cache_read_address),
        .in_valid(row_cache_read_valid),
        .in_ready(rows_in_ready),
        .request_address_0(rows_request_address_0),
        .request_valid_0(row_valid_0),
        .request_ready_0(row_ready_0),
        .answer_valid_0(row_answer_0),
        .answer_0(row_line_0),
        .line_data(rows_line_data),
        .line_address(rows_line_address),
        .line_error(rows_line_error),
        .line_valid(rows_line_valid),
        .line_ready(row_cache_line_ready)
    );

    emb_line_reader_p1 #(.LOG_LINES(5)) u_gradients (
        .clock(clock),
        .reset(reset),
        .in_address(expander_gradient_address),
        .in_valid(expander_gradient_valid),
        .in_ready(gradients_in_ready),
        .request_address_0(gradient_address_0),
        .request_valid_0(gradient_valid_0),
        .request_ready_0(gradient_ready_0),
        .answer_valid_0(gradient_answer_0),
        .answer_0(scratch_line_0),
        .line_data(gradients_line_data),
        .line_address(gradients_line_address),
        .line_error(gradients_line_error),
        .line_valid(gradients_line_valid),
        .line_ready(gradients_line_ready)
    );

    emb_block_fifo #(.WIDTH(75), .LOG_DEPTH(9)) u_control_queue (
        .clock(clock),
        .reset(reset),
        .in_data(expander_control),
        .in_valid(expander_control_valid),
        .in_ready(control_queue_in_ready),
        .out_data(control_queue_out_data),
        .out_valid(control_queue_out_valid),
        .out_ready(reducer_control_ready)
    );

    emb_occupancy u_waiting (
        .clock(clock),
        .reset(reset),
        .enter(waiting_enter),
        .leave(reducer_control_ready),
        .empty(waiting_empty)
    );

    emb_block_fifo #(.WIDTH(65), .LOG_DEPTH(10)) u_target_queue (
        .clock(clock),
        .reset(reset),
        .in_data({expander_target_inside, expander_target_address}),
        .in_valid(expander_target_valid),
        .in_ready(target_queue_in_ready),
        .out_data(target_queue_out_data),
        .out_valid(target_queue_out_valid),
        .out_ready(results_target_ready)
    );

    emb_reducer u_reducer (
        .clock(clock),
        .reset(reset),
        .is_update(reducer_is_update),
        .rate(rate),
        .control(control_queue_out_data),
        .control_valid(control_queue_out_valid),
        .control_ready(reducer_control_ready),
        .operand(reducer_operand),
        .operand_valid(reducer_operand_valid),
        .operand_ready(reducer_operand_ready),
        .start(row_cache_out_line),
        .start_valid(reducer_start_valid),
        .start_ready(reducer_start_ready),
        .result(reducer_result),
        .result_valid(reducer_result_valid),
        .result_ready(results_result_ready),
        .hazard(hazard),
        .idle(reducer_idle)
    );

    emb_write_queues_p1 u_results (
        .clock(results_clock),
        .reset(reset),
        .hold(hold),
        .suppress(suppress),
        .result(reducer_result),
        .result_valid(reducer_result_valid),
        .result_ready(results_result_ready),
        .target(target_queue_out_data[63:0]),
        .target_inside(target_queue_out_data[64]),
        .target_valid(target_queue_out_valid),
        .target_ready(results_target_ready),
        .out_address_0(out_address_0),
        .out_data_0(out_data_0),
        .out_valid_0(out_valid_0),
        .out_ready_0(out_ready_0),
        .idle(results_idle)
    );

    // Tasks become items.
    assign bank_is_update = is_update;

    // Items become lines to read, control words, and targets.
    assign expander_is_update = is_update;
    assign row_cache_enable = keeps_rows & ~is_update;

    // Lines are read.
    assign row_address_0 = rows_request_address_0;

    // Lines are added up: rows in a lookup, gradients in an update, onto the row or onto zero.
    assign reducer_is_update = is_update;
    assign reducer_operand = is_update ? gradients_line_data : row_cache_out_line;
    assign reducer_operand_valid = is_update ? gradients_line_valid : row_cache_out_valid;
    assign reducer_start_valid = is_update & row_cache_out_valid;
    assign row_taken = is_update ? reducer_start_ready : reducer_operand_ready;
    assign gradients_line_ready = is_update & reducer_operand_ready;

    // Results.
    assign results_clock = clock;

    // What is under way, and what went wrong.
    assign waiting_enter = expander_control_valid;
    assign idle = bank_idle & expander_idle & waiting_empty & reducer_idle & results_idle;
    assign fault = bank_fault | (gradients_line_valid & gradients_line_error) | (rows_line_valid & rows_line_error);

    assign fault_address =
        (rows_line_valid & rows_line_error) ? rows_line_address :
        (gradients_line_valid & gradients_line_error) ? gradients_line_address :
        bank_fault_address;

endmodule

`default_nettype wire
