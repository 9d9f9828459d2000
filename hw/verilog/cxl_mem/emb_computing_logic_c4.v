// Pools rows into bags and applies gradients to rows, a batch a job. A line a cycle from every channel;
// stalls when memory does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_computing_logic_c4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  persistent_bytes,
    input  wire [63:0]  settings_0,
    input  wire [63:0]  settings_1,
    input  wire [63:0]  settings_2,
    input  wire [63:0]  settings_3,
    input  wire [63:0]  settings_4,
    input  wire [63:0]  settings_5,
    input  wire [63:0]  settings_6,
    input  wire [63:0]  settings_7,
    input  wire [63:0]  settings_8,
    input  wire [63:0]  settings_9,
    input  wire [63:0]  settings_10,
    input  wire [63:0]  settings_11,
    input  wire [63:0]  settings_12,
    input  wire [63:0]  settings_13,
    input  wire [63:0]  settings_14,
    input  wire [63:0]  settings_15,
    input  wire [63:0]  settings_16,
    input  wire [63:0]  settings_17,
    input  wire [63:0]  settings_18,
    input  wire [63:0]  settings_19,
    input  wire [63:0]  settings_20,
    input  wire [63:0]  settings_21,
    input  wire [63:0]  settings_22,
    input  wire [63:0]  settings_23,
    input  wire [63:0]  settings_24,
    input  wire [63:0]  settings_25,
    input  wire [63:0]  settings_26,
    input  wire [63:0]  settings_27,
    input  wire [63:0]  settings_28,
    input  wire [63:0]  settings_29,
    input  wire [63:0]  settings_30,
    input  wire [63:0]  settings_31,
    input  wire [63:0]  settings_32,
    input  wire [63:0]  settings_33,
    input  wire [63:0]  settings_34,
    input  wire [63:0]  settings_35,
    input  wire [7:0]   doorbell,
    input  wire         doorbell_valid,
    input  wire         clear_status,
    output wire [2:0]   status,
    output wire [7:0]   error,
    output wire [63:0]  error_position,
    output wire         irq,
    input  wire         gradients_ready,
    output wire         gradients_taken,
    output wire [63:0]  counted_base,
    output wire [63:0]  counted_bytes,
    output wire [31:0]  counted_lines,
    output wire         counts_elsewhere,
    output wire         flush_start,
    output wire [63:0]  flush_source,
    output wire [63:0]  flush_lines,
    input  wire         flush_idle,
    input  wire         flush_failed,
    input  wire         flush_unreadable,
    input  wire [63:0]  flush_unreadable_address,
    output wire [63:0]  flush_target,
    input  wire         permits,
    output wire         rows_start,
    input  wire         rows_idle,
    output wire         parameters_start,
    input  wire         parameters_idle,
    input  wire         log_done,
    input  wire         log_failed,
    input  wire [63:0]  log_record,
    input  wire         decoder_refused,
    input  wire [63:0]  decoder,
    output wire [63:0]  record,
    output wire [31:0]  record_lines,
    output wire [31:0]  configuration,
    output wire [63:0]  batch_number,
    output wire [31:0]  vector_length,
    output wire [4:0]   vector_lines,
    output wire [63:0]  row_directory,
    output wire [63:0]  unique_rows,
    output wire [31:0]  table_count,
    output wire [31:0]  row_count,
    output wire [63:0]  parameter_source,
    output wire         after_rows,
    output wire         after_parameters,
    output wire [15:0]  lag,
    output wire         staged,
    output wire [63:0]  staged_base,
    output wire         in_window,
    output wire         waiting,
    output wire [8:0]   row_arid_0,
    output wire [8:0]   row_arid_1,
    output wire [8:0]   row_arid_2,
    output wire [8:0]   row_arid_3,
    output wire [63:0]  row_araddr_0,
    output wire [63:0]  row_araddr_1,
    output wire [63:0]  row_araddr_2,
    output wire [63:0]  row_araddr_3,
    output wire         row_arvalid_0,
    output wire         row_arvalid_1,
    output wire         row_arvalid_2,
    output wire         row_arvalid_3,
    input  wire         row_arready_0,
    input  wire         row_arready_1,
    input  wire         row_arready_2,
    input  wire         row_arready_3,
    input  wire [8:0]   row_rid_0,
    input  wire [8:0]   row_rid_1,
    input  wire [8:0]   row_rid_2,
    input  wire [8:0]   row_rid_3,
    input  wire [512:0] row_rline_0,
    input  wire [512:0] row_rline_1,
    input  wire [512:0] row_rline_2,
    input  wire [512:0] row_rline_3,
    input  wire         row_rvalid_0,
    input  wire         row_rvalid_1,
    input  wire         row_rvalid_2,
    input  wire         row_rvalid_3,
    output wire [8:0]   scratch_arid_0,
    output wire [8:0]   scratch_arid_1,
    output wire [8:0]   scratch_arid_2,
    output wire [8:0]   scratch_arid_3,
    output wire [63:0]  scratch_araddr_0,
    output wire [63:0]  scratch_araddr_1,
    output wire [63:0]  scratch_araddr_2,
    output wire [63:0]  scratch_araddr_3,
    output wire         scratch_arvalid_0,
    output wire         scratch_arvalid_1,
    output wire         scratch_arvalid_2,
    output wire         scratch_arvalid_3,
    input  wire         scratch_arready_0,
    input  wire         scratch_arready_1,
    input  wire         scratch_arready_2,
    input  wire         scratch_arready_3,
    input  wire [8:0]   scratch_rid_0,
    input  wire [8:0]   scratch_rid_1,
    input  wire [8:0]   scratch_rid_2,
    input  wire [8:0]   scratch_rid_3,
    input  wire [512:0] scratch_rline_0,
    input  wire [512:0] scratch_rline_1,
    input  wire [512:0] scratch_rline_2,
    input  wire [512:0] scratch_rline_3,
    input  wire         scratch_rvalid_0,
    input  wire         scratch_rvalid_1,
    input  wire         scratch_rvalid_2,
    input  wire         scratch_rvalid_3,
    output wire [63:0]  write_address_0,
    output wire [63:0]  write_address_1,
    output wire [63:0]  write_address_2,
    output wire [63:0]  write_address_3,
    output wire [511:0] write_data_0,
    output wire [511:0] write_data_1,
    output wire [511:0] write_data_2,
    output wire [511:0] write_data_3,
    output wire         row_write_valid_0,
    output wire         row_write_valid_1,
    output wire         row_write_valid_2,
    output wire         row_write_valid_3,
    input  wire         row_write_ready_0,
    input  wire         row_write_ready_1,
    input  wire         row_write_ready_2,
    input  wire         row_write_ready_3,
    input  wire         row_written_0,
    input  wire         row_written_1,
    input  wire         row_written_2,
    input  wire         row_written_3,
    input  wire         row_write_error_0,
    input  wire         row_write_error_1,
    input  wire         row_write_error_2,
    input  wire         row_write_error_3,
    output wire         scratch_write_valid_0,
    output wire         scratch_write_valid_1,
    output wire         scratch_write_valid_2,
    output wire         scratch_write_valid_3,
    input  wire         scratch_write_ready_0,
    input  wire         scratch_write_ready_1,
    input  wire         scratch_write_ready_2,
    input  wire         scratch_write_ready_3,
    input  wire         scratch_written_0,
    input  wire         scratch_written_1,
    input  wire         scratch_written_2,
    input  wire         scratch_written_3,
    input  wire         scratch_write_error_0,
    input  wire         scratch_write_error_1,
    input  wire         scratch_write_error_2,
    input  wire         scratch_write_error_3,
    output wire         busy,
    output wire         checking,
    output wire         lookup_done,
    output wire         update_done,
    output wire         stage_done,
    output wire         accumulation_done,
    input  wire         keeps_rows,
    output wire         row_hit_0,
    output wire         row_hit_1,
    output wire         row_hit_2,
    output wire         row_hit_3,
    output wire         hazard_0,
    output wire         hazard_1,
    output wire         hazard_2,
    output wire         hazard_3,
    output wire         directory_line_0,
    output wire         directory_line_1,
    output wire         offset_line_0,
    output wire         offset_line_1,
    output wire         segment_line_0,
    output wire         segment_line_1,
    output wire         entry_line_0,
    output wire         entry_line_1,
    output wire         entry_line_2,
    output wire         entry_line_3,
    output wire         entry_line_4,
    output wire         entry_line_5,
    output wire         entry_line_6,
    output wire         entry_line_7,
    output wire         entry_line_8,
    output wire         entry_line_9,
    output wire         entry_line_10,
    output wire         entry_line_11,
    output wire         scale_line_0,
    output wire         scale_line_1,
    output wire         scale_line_2,
    output wire         scale_line_3,
    output wire         gradient_line_0,
    output wire         gradient_line_1,
    output wire         gradient_line_2,
    output wire         gradient_line_3
);

    localparam [7:0] ERROR_OUTSIDE = 8'd21;
    localparam [63:0] TOO_MUCH = 64'hffffffffffffffff;

    reg [63:0] payload = 64'd0;
    reg [63:0] rows_end = 64'd0;
    reg [63:0] results_first = 64'd0;
    reg [63:0] results_end = 64'd0;
    reg found_good = 1'b0;

    wire [63:0] row_bytes;
    wire [63:0] payload_bytes;
    wire [63:0] data_end;
    wire outside;
    wire [63:0] outside_address;
    wire [32:0] segment_words;
    wire [32:0] row_words;
    wire lists_idle;
    wire [3:0] engines_ready_0;
    wire [3:0] engines_ready_1;
    wire [3:0] engines_ready_2;
    wire [3:0] engines_ready_3;
    wire engines_idle;
    wire read_fault;
    wire [63:0] read_fault_address;
    wire write_fault;
    wire [63:0] write_fault_address;
    wire queue_clock;
    wire queue_in_ready;
    wire [2:0] queue_out_command;
    wire [63:0] queue_out_settings_0;
    wire [63:0] queue_out_settings_1;
    wire [63:0] queue_out_settings_2;
    wire [63:0] queue_out_settings_3;
    wire [63:0] queue_out_settings_4;
    wire [63:0] queue_out_settings_5;
    wire [63:0] queue_out_settings_6;
    wire [63:0] queue_out_settings_7;
    wire [63:0] queue_out_settings_8;
    wire [63:0] queue_out_settings_9;
    wire [63:0] queue_out_settings_10;
    wire [63:0] queue_out_settings_11;
    wire [63:0] queue_out_settings_12;
    wire [63:0] queue_out_settings_13;
    wire [63:0] queue_out_settings_14;
    wire [63:0] queue_out_settings_15;
    wire [63:0] queue_out_settings_16;
    wire [63:0] queue_out_settings_17;
    wire [63:0] queue_out_settings_18;
    wire [63:0] queue_out_settings_19;
    wire [63:0] queue_out_settings_20;
    wire [63:0] queue_out_settings_21;
    wire [63:0] queue_out_settings_22;
    wire [63:0] queue_out_settings_23;
    wire [63:0] queue_out_settings_24;
    wire [63:0] queue_out_settings_25;
    wire [63:0] queue_out_settings_26;
    wire [63:0] queue_out_settings_27;
    wire [63:0] queue_out_settings_28;
    wire [63:0] queue_out_settings_29;
    wire [63:0] queue_out_settings_30;
    wire [63:0] queue_out_settings_31;
    wire [63:0] queue_out_settings_32;
    wire [63:0] queue_out_settings_33;
    wire [63:0] queue_out_settings_34;
    wire [63:0] queue_out_settings_35;
    wire queue_out_valid;
    wire sequencer_clock;
    wire sequencer_post;
    wire sequencer_drop_queue;
    wire sequencer_latch;
    wire sequencer_checker_start;
    wire sequencer_batch_start;
    wire sequencer_batch_stop;
    wire sequencer_batch_failed;
    wire [7:0] sequencer_batch_error;
    wire [63:0] sequencer_batch_position;
    wire sequencer_all_idle;
    wire sequencer_inputs_ready;
    wire sequencer_inputs_taken;
    wire sequencer_hold;
    wire sequencer_suppress_writes;
    wire sequencer_busy;
    wire sequencer_finished;
    wire job_is_update;
    wire job_is_stage;
    wire job_is_accumulation;
    wire job_writes_tables;
    wire job_is_row_log;
    wire job_is_parameter_log;
    wire [31:0] job_rate;
    wire [31:0] job_pooling;
    wire [31:0] job_fp32_one;
    wire job_uses_segments;
    wire job_uses_scales;
    wire [63:0] job_data_base;
    wire [63:0] job_data_bytes;
    wire [63:0] job_descriptor_base;
    wire [63:0] job_descriptor_bytes;
    wire [63:0] job_vector_base;
    wire [63:0] job_vector_bytes;
    wire [63:0] job_result_base;
    wire [31:0] job_bag_count;
    wire [31:0] job_entry_count;
    wire [31:0] job_segment_count;
    wire [63:0] job_offsets;
    wire [63:0] job_entries;
    wire [63:0] job_scales;
    wire [63:0] job_gradient_base;
    wire job_needs_gradients;
    wire job_counts_too_much;
    wire job_flush;
    wire [63:0] job_parameter_bytes;
    wire [63:0] job_log_base;
    wire [63:0] job_log_bytes;
    wire [63:0] checker_record_bytes;
    wire checker_done;
    wire checker_failed;
    wire [7:0] checker_error;
    wire [63:0] checker_error_position;
    wire [42:0] batch_vectors_offset;
    wire [31:0] row_vectors_index;
    wire [42:0] row_vectors_offset;
    wire batch_reset;
    wire batch_start;
    wire batch_directory_ready;
    wire batch_offset_ready;
    wire batch_row_ready;
    wire batch_entry_ready;
    wire [31:0] batch_tables_checked;
    wire batch_done;
    wire batch_failed;
    wire [7:0] batch_error;
    wire [63:0] batch_error_position;
    wire splitter_start;
    wire splitter_directory_ready;
    wire splitter_offset_ready;
    wire splitter_segment_ready;
    wire splitter_task_valid;
    wire splitter_task_ready;
    wire [63:0] splitter_task_table_base;
    wire [31:0] splitter_task_rows;
    wire [31:0] splitter_task_position;
    wire [127:0] splitter_task_ends;
    wire [127:0] splitter_task_words;
    wire [31:0] splitter_task_segment;
    wire [2:0] splitter_task_count;
    wire splitter_idle;
    wire splitter_broke_off;
    wire entry_reader_list_ready_0;
    wire [511:0] entry_reader_line_data;
    wire entry_reader_fault;
    wire [63:0] entry_reader_fault_address;
    wire [63:0] entry_reader_request_address_0;
    wire [63:0] entry_reader_request_address_1;
    wire [63:0] entry_reader_request_address_2;
    wire [63:0] entry_reader_request_address_3;
    wire entry_reader_request_valid_0;
    wire entry_reader_request_valid_1;
    wire entry_reader_request_valid_2;
    wire entry_reader_request_valid_3;
    wire row_reader_list_ready_0;
    wire [511:0] row_reader_line_data;
    wire row_reader_fault;
    wire [63:0] row_reader_fault_address;
    wire [63:0] row_reader_request_address_0;
    wire [63:0] row_reader_request_address_1;
    wire [63:0] row_reader_request_address_2;
    wire [63:0] row_reader_request_address_3;
    wire row_reader_request_valid_0;
    wire row_reader_request_valid_1;
    wire row_reader_request_valid_2;
    wire row_reader_request_valid_3;
    wire offset_reader_list_ready_0;
    wire offset_reader_list_ready_1;
    wire [511:0] offset_reader_line_data;
    wire offset_reader_fault;
    wire [63:0] offset_reader_fault_address;
    wire [63:0] offset_reader_request_address_0;
    wire [63:0] offset_reader_request_address_1;
    wire [63:0] offset_reader_request_address_2;
    wire [63:0] offset_reader_request_address_3;
    wire offset_reader_request_valid_0;
    wire offset_reader_request_valid_1;
    wire offset_reader_request_valid_2;
    wire offset_reader_request_valid_3;
    wire task_reader_list_ready_0;
    wire task_reader_list_ready_1;
    wire task_reader_list_ready_2;
    wire [511:0] task_reader_line_data;
    wire task_reader_fault;
    wire [63:0] task_reader_fault_address;
    wire [63:0] task_reader_request_address_0;
    wire [63:0] task_reader_request_address_1;
    wire [63:0] task_reader_request_address_2;
    wire [63:0] task_reader_request_address_3;
    wire task_reader_request_valid_0;
    wire task_reader_request_valid_1;
    wire task_reader_request_valid_2;
    wire task_reader_request_valid_3;
    wire [127:0] check_directory_beat;
    wire check_directory_beat_valid;
    wire [63:0] check_directory_request_address;
    wire check_directory_request_valid;
    wire check_directory_idle;
    wire [32:0] check_offsets_words;
    wire [511:0] check_offsets_beat;
    wire check_offsets_beat_valid;
    wire [63:0] check_offsets_request_address;
    wire check_offsets_request_valid;
    wire check_offsets_idle;
    wire [511:0] check_rows_beat;
    wire check_rows_beat_valid;
    wire [63:0] check_rows_request_address;
    wire check_rows_request_valid;
    wire check_rows_idle;
    wire [511:0] check_entries_beat;
    wire check_entries_beat_valid;
    wire [63:0] check_entries_request_address;
    wire check_entries_request_valid;
    wire check_entries_idle;
    wire [127:0] split_directory_beat;
    wire split_directory_beat_valid;
    wire [63:0] split_directory_request_address;
    wire split_directory_request_valid;
    wire split_directory_idle;
    wire [32:0] split_offsets_words;
    wire [127:0] split_offsets_beat;
    wire split_offsets_beat_valid;
    wire [63:0] split_offsets_request_address;
    wire split_offsets_request_valid;
    wire split_offsets_idle;
    wire [127:0] split_segments_beat;
    wire split_segments_beat_valid;
    wire [63:0] split_segments_request_address;
    wire split_segments_request_valid;
    wire split_segments_idle;
    wire [3:0] dealer_grant;
    wire [3:0] dealer_chosen;
    wire engine_0_task_valid;
    wire engine_0_task_ready;
    wire [63:0] engine_0_row_address_0;
    wire [63:0] engine_0_row_address_1;
    wire [63:0] engine_0_row_address_2;
    wire [63:0] engine_0_row_address_3;
    wire engine_0_row_valid_0;
    wire engine_0_row_valid_1;
    wire engine_0_row_valid_2;
    wire engine_0_row_valid_3;
    wire [63:0] engine_0_gradient_address_0;
    wire [63:0] engine_0_gradient_address_1;
    wire [63:0] engine_0_gradient_address_2;
    wire [63:0] engine_0_gradient_address_3;
    wire engine_0_gradient_valid_0;
    wire engine_0_gradient_valid_1;
    wire engine_0_gradient_valid_2;
    wire engine_0_gradient_valid_3;
    wire [63:0] engine_0_list_address_0;
    wire [63:0] engine_0_list_address_1;
    wire [63:0] engine_0_list_address_2;
    wire [63:0] engine_0_list_address_3;
    wire engine_0_list_valid_0;
    wire engine_0_list_valid_1;
    wire engine_0_list_valid_2;
    wire engine_0_list_valid_3;
    wire [63:0] engine_0_out_address_0;
    wire [63:0] engine_0_out_address_1;
    wire [63:0] engine_0_out_address_2;
    wire [63:0] engine_0_out_address_3;
    wire [511:0] engine_0_out_data_0;
    wire [511:0] engine_0_out_data_1;
    wire [511:0] engine_0_out_data_2;
    wire [511:0] engine_0_out_data_3;
    wire engine_0_out_valid_0;
    wire engine_0_out_valid_1;
    wire engine_0_out_valid_2;
    wire engine_0_out_valid_3;
    wire engine_0_fault;
    wire [63:0] engine_0_fault_address;
    wire engine_0_outside;
    wire [63:0] engine_0_outside_address;
    wire engine_0_idle;
    wire engine_1_task_valid;
    wire engine_1_task_ready;
    wire [63:0] engine_1_row_address_0;
    wire [63:0] engine_1_row_address_1;
    wire [63:0] engine_1_row_address_2;
    wire [63:0] engine_1_row_address_3;
    wire engine_1_row_valid_0;
    wire engine_1_row_valid_1;
    wire engine_1_row_valid_2;
    wire engine_1_row_valid_3;
    wire [63:0] engine_1_gradient_address_0;
    wire [63:0] engine_1_gradient_address_1;
    wire [63:0] engine_1_gradient_address_2;
    wire [63:0] engine_1_gradient_address_3;
    wire engine_1_gradient_valid_0;
    wire engine_1_gradient_valid_1;
    wire engine_1_gradient_valid_2;
    wire engine_1_gradient_valid_3;
    wire [63:0] engine_1_list_address_0;
    wire [63:0] engine_1_list_address_1;
    wire [63:0] engine_1_list_address_2;
    wire [63:0] engine_1_list_address_3;
    wire engine_1_list_valid_0;
    wire engine_1_list_valid_1;
    wire engine_1_list_valid_2;
    wire engine_1_list_valid_3;
    wire [63:0] engine_1_out_address_0;
    wire [63:0] engine_1_out_address_1;
    wire [63:0] engine_1_out_address_2;
    wire [63:0] engine_1_out_address_3;
    wire [511:0] engine_1_out_data_0;
    wire [511:0] engine_1_out_data_1;
    wire [511:0] engine_1_out_data_2;
    wire [511:0] engine_1_out_data_3;
    wire engine_1_out_valid_0;
    wire engine_1_out_valid_1;
    wire engine_1_out_valid_2;
    wire engine_1_out_valid_3;
    wire engine_1_fault;
    wire [63:0] engine_1_fault_address;
    wire engine_1_outside;
    wire [63:0] engine_1_outside_address;
    wire engine_1_idle;
    wire engine_2_task_valid;
    wire engine_2_task_ready;
    wire [63:0] engine_2_row_address_0;
    wire [63:0] engine_2_row_address_1;
    wire [63:0] engine_2_row_address_2;
    wire [63:0] engine_2_row_address_3;
    wire engine_2_row_valid_0;
    wire engine_2_row_valid_1;
    wire engine_2_row_valid_2;
    wire engine_2_row_valid_3;
    wire [63:0] engine_2_gradient_address_0;
    wire [63:0] engine_2_gradient_address_1;
    wire [63:0] engine_2_gradient_address_2;
    wire [63:0] engine_2_gradient_address_3;
    wire engine_2_gradient_valid_0;
    wire engine_2_gradient_valid_1;
    wire engine_2_gradient_valid_2;
    wire engine_2_gradient_valid_3;
    wire [63:0] engine_2_list_address_0;
    wire [63:0] engine_2_list_address_1;
    wire [63:0] engine_2_list_address_2;
    wire [63:0] engine_2_list_address_3;
    wire engine_2_list_valid_0;
    wire engine_2_list_valid_1;
    wire engine_2_list_valid_2;
    wire engine_2_list_valid_3;
    wire [63:0] engine_2_out_address_0;
    wire [63:0] engine_2_out_address_1;
    wire [63:0] engine_2_out_address_2;
    wire [63:0] engine_2_out_address_3;
    wire [511:0] engine_2_out_data_0;
    wire [511:0] engine_2_out_data_1;
    wire [511:0] engine_2_out_data_2;
    wire [511:0] engine_2_out_data_3;
    wire engine_2_out_valid_0;
    wire engine_2_out_valid_1;
    wire engine_2_out_valid_2;
    wire engine_2_out_valid_3;
    wire engine_2_fault;
    wire [63:0] engine_2_fault_address;
    wire engine_2_outside;
    wire [63:0] engine_2_outside_address;
    wire engine_2_idle;
    wire engine_3_task_valid;
    wire engine_3_task_ready;
    wire [63:0] engine_3_row_address_0;
    wire [63:0] engine_3_row_address_1;
    wire [63:0] engine_3_row_address_2;
    wire [63:0] engine_3_row_address_3;
    wire engine_3_row_valid_0;
    wire engine_3_row_valid_1;
    wire engine_3_row_valid_2;
    wire engine_3_row_valid_3;
    wire [63:0] engine_3_gradient_address_0;
    wire [63:0] engine_3_gradient_address_1;
    wire [63:0] engine_3_gradient_address_2;
    wire [63:0] engine_3_gradient_address_3;
    wire engine_3_gradient_valid_0;
    wire engine_3_gradient_valid_1;
    wire engine_3_gradient_valid_2;
    wire engine_3_gradient_valid_3;
    wire [63:0] engine_3_list_address_0;
    wire [63:0] engine_3_list_address_1;
    wire [63:0] engine_3_list_address_2;
    wire [63:0] engine_3_list_address_3;
    wire engine_3_list_valid_0;
    wire engine_3_list_valid_1;
    wire engine_3_list_valid_2;
    wire engine_3_list_valid_3;
    wire [63:0] engine_3_out_address_0;
    wire [63:0] engine_3_out_address_1;
    wire [63:0] engine_3_out_address_2;
    wire [63:0] engine_3_out_address_3;
    wire [511:0] engine_3_out_data_0;
    wire [511:0] engine_3_out_data_1;
    wire [511:0] engine_3_out_data_2;
    wire [511:0] engine_3_out_data_3;
    wire engine_3_out_valid_0;
    wire engine_3_out_valid_1;
    wire engine_3_out_valid_2;
    wire engine_3_out_valid_3;
    wire engine_3_fault;
    wire [63:0] engine_3_fault_address;
    wire engine_3_outside;
    wire [63:0] engine_3_outside_address;
    wire engine_3_idle;
    wire channel_reader_0_clock;
    wire channel_reader_0_request_ready_0;
    wire channel_reader_0_request_ready_1;
    wire channel_reader_0_request_ready_2;
    wire channel_reader_0_request_ready_3;
    wire channel_reader_0_answer_valid_0;
    wire channel_reader_0_answer_valid_1;
    wire channel_reader_0_answer_valid_2;
    wire channel_reader_0_answer_valid_3;
    wire [512:0] channel_reader_0_answer;
    wire channel_reader_1_request_ready_0;
    wire channel_reader_1_request_ready_1;
    wire channel_reader_1_request_ready_2;
    wire channel_reader_1_request_ready_3;
    wire channel_reader_1_answer_valid_0;
    wire channel_reader_1_answer_valid_1;
    wire channel_reader_1_answer_valid_2;
    wire channel_reader_1_answer_valid_3;
    wire [512:0] channel_reader_1_answer;
    wire channel_reader_2_request_ready_0;
    wire channel_reader_2_request_ready_1;
    wire channel_reader_2_request_ready_2;
    wire channel_reader_2_request_ready_3;
    wire channel_reader_2_answer_valid_0;
    wire channel_reader_2_answer_valid_1;
    wire channel_reader_2_answer_valid_2;
    wire channel_reader_2_answer_valid_3;
    wire [512:0] channel_reader_2_answer;
    wire channel_reader_3_request_ready_0;
    wire channel_reader_3_request_ready_1;
    wire channel_reader_3_request_ready_2;
    wire channel_reader_3_request_ready_3;
    wire channel_reader_3_answer_valid_0;
    wire channel_reader_3_answer_valid_1;
    wire channel_reader_3_answer_valid_2;
    wire channel_reader_3_answer_valid_3;
    wire [512:0] channel_reader_3_answer;
    wire scratch_reader_0_request_ready_0;
    wire scratch_reader_0_request_ready_1;
    wire scratch_reader_0_request_ready_2;
    wire scratch_reader_0_request_ready_3;
    wire scratch_reader_0_request_ready_4;
    wire scratch_reader_0_request_ready_5;
    wire scratch_reader_0_request_ready_6;
    wire scratch_reader_0_request_ready_7;
    wire scratch_reader_0_request_ready_8;
    wire scratch_reader_0_request_ready_9;
    wire scratch_reader_0_request_ready_10;
    wire scratch_reader_0_request_ready_11;
    wire scratch_reader_0_answer_valid_0;
    wire scratch_reader_0_answer_valid_1;
    wire scratch_reader_0_answer_valid_2;
    wire scratch_reader_0_answer_valid_3;
    wire scratch_reader_0_answer_valid_4;
    wire scratch_reader_0_answer_valid_5;
    wire scratch_reader_0_answer_valid_6;
    wire scratch_reader_0_answer_valid_7;
    wire scratch_reader_0_answer_valid_8;
    wire scratch_reader_0_answer_valid_9;
    wire scratch_reader_0_answer_valid_10;
    wire scratch_reader_0_answer_valid_11;
    wire [512:0] scratch_reader_0_answer;
    wire scratch_reader_1_request_ready_0;
    wire scratch_reader_1_request_ready_1;
    wire scratch_reader_1_request_ready_2;
    wire scratch_reader_1_request_ready_3;
    wire scratch_reader_1_request_ready_4;
    wire scratch_reader_1_request_ready_5;
    wire scratch_reader_1_request_ready_6;
    wire scratch_reader_1_request_ready_7;
    wire scratch_reader_1_request_ready_8;
    wire scratch_reader_1_request_ready_9;
    wire scratch_reader_1_request_ready_10;
    wire scratch_reader_1_request_ready_11;
    wire scratch_reader_1_answer_valid_0;
    wire scratch_reader_1_answer_valid_1;
    wire scratch_reader_1_answer_valid_2;
    wire scratch_reader_1_answer_valid_3;
    wire scratch_reader_1_answer_valid_4;
    wire scratch_reader_1_answer_valid_5;
    wire scratch_reader_1_answer_valid_6;
    wire scratch_reader_1_answer_valid_7;
    wire scratch_reader_1_answer_valid_8;
    wire scratch_reader_1_answer_valid_9;
    wire scratch_reader_1_answer_valid_10;
    wire scratch_reader_1_answer_valid_11;
    wire [512:0] scratch_reader_1_answer;
    wire scratch_reader_2_request_ready_0;
    wire scratch_reader_2_request_ready_1;
    wire scratch_reader_2_request_ready_2;
    wire scratch_reader_2_request_ready_3;
    wire scratch_reader_2_request_ready_4;
    wire scratch_reader_2_request_ready_5;
    wire scratch_reader_2_request_ready_6;
    wire scratch_reader_2_request_ready_7;
    wire scratch_reader_2_request_ready_8;
    wire scratch_reader_2_request_ready_9;
    wire scratch_reader_2_request_ready_10;
    wire scratch_reader_2_request_ready_11;
    wire scratch_reader_2_answer_valid_0;
    wire scratch_reader_2_answer_valid_1;
    wire scratch_reader_2_answer_valid_2;
    wire scratch_reader_2_answer_valid_3;
    wire scratch_reader_2_answer_valid_4;
    wire scratch_reader_2_answer_valid_5;
    wire scratch_reader_2_answer_valid_6;
    wire scratch_reader_2_answer_valid_7;
    wire scratch_reader_2_answer_valid_8;
    wire scratch_reader_2_answer_valid_9;
    wire scratch_reader_2_answer_valid_10;
    wire scratch_reader_2_answer_valid_11;
    wire [512:0] scratch_reader_2_answer;
    wire scratch_reader_3_request_ready_0;
    wire scratch_reader_3_request_ready_1;
    wire scratch_reader_3_request_ready_2;
    wire scratch_reader_3_request_ready_3;
    wire scratch_reader_3_request_ready_4;
    wire scratch_reader_3_request_ready_5;
    wire scratch_reader_3_request_ready_6;
    wire scratch_reader_3_request_ready_7;
    wire scratch_reader_3_request_ready_8;
    wire scratch_reader_3_request_ready_9;
    wire scratch_reader_3_request_ready_10;
    wire scratch_reader_3_request_ready_11;
    wire scratch_reader_3_answer_valid_0;
    wire scratch_reader_3_answer_valid_1;
    wire scratch_reader_3_answer_valid_2;
    wire scratch_reader_3_answer_valid_3;
    wire scratch_reader_3_answer_valid_4;
    wire scratch_reader_3_answer_valid_5;
    wire scratch_reader_3_answer_valid_6;
    wire scratch_reader_3_answer_valid_7;
    wire scratch_reader_3_answer_valid_8;
    wire scratch_reader_3_answer_valid_9;
    wire scratch_reader_3_answer_valid_10;
    wire scratch_reader_3_answer_valid_11;
    wire [512:0] scratch_reader_3_answer;
    wire writer_0_in_ready_0;
    wire writer_0_in_ready_1;
    wire writer_0_in_ready_2;
    wire writer_0_in_ready_3;
    wire [63:0] writer_0_out_address;
    wire writer_0_out_valid;
    wire writer_0_out_ready;
    wire writer_0_answer_valid;
    wire writer_0_answer_error;
    wire writer_0_idle;
    wire writer_0_fault;
    wire [63:0] writer_0_fault_address;
    wire writer_1_in_ready_0;
    wire writer_1_in_ready_1;
    wire writer_1_in_ready_2;
    wire writer_1_in_ready_3;
    wire writer_1_out_valid;
    wire writer_1_out_ready;
    wire writer_1_answer_valid;
    wire writer_1_answer_error;
    wire writer_1_idle;
    wire writer_1_fault;
    wire [63:0] writer_1_fault_address;
    wire writer_2_in_ready_0;
    wire writer_2_in_ready_1;
    wire writer_2_in_ready_2;
    wire writer_2_in_ready_3;
    wire writer_2_out_valid;
    wire writer_2_out_ready;
    wire writer_2_answer_valid;
    wire writer_2_answer_error;
    wire writer_2_idle;
    wire writer_2_fault;
    wire [63:0] writer_2_fault_address;
    wire writer_3_in_ready_0;
    wire writer_3_in_ready_1;
    wire writer_3_in_ready_2;
    wire writer_3_in_ready_3;
    wire writer_3_out_valid;
    wire writer_3_out_ready;
    wire writer_3_answer_valid;
    wire writer_3_answer_error;
    wire writer_3_idle;
    wire writer_3_fault;
    wire [63:0] writer_3_fault_address;

    emb_job_queue u_queue (
        .clock(queue_clock),
        .reset(reset),
        .clear(sequencer_drop_queue),
        .in_command(doorbell[2:0]),
        .in_settings_0(settings_0),
        .in_settings_1(settings_1),
        .in_settings_2(settings_2),
        .in_settings_3(settings_3),
        .in_settings_4(settings_4),
        .in_settings_5(settings_5),
        .in_settings_6(settings_6),
        .in_settings_7(settings_7),
        .in_settings_8(settings_8),
        .in_settings_9(settings_9),
        .in_settings_10(settings_10),
        .in_settings_11(settings_11),
        .in_settings_12(settings_12),
        .in_settings_13(settings_13),
        .in_settings_14(settings_14),
        .in_settings_15(settings_15),
        .in_settings_16(settings_16),
        .in_settings_17(settings_17),
        .in_settings_18(settings_18),
        .in_settings_19(settings_19),
        .in_settings_20(settings_20),
        .in_settings_21(settings_21),
        .in_settings_22(settings_22),
        .in_settings_23(settings_23),
        .in_settings_24(settings_24),
        .in_settings_25(settings_25),
        .in_settings_26(settings_26),
        .in_settings_27(settings_27),
        .in_settings_28(settings_28),
        .in_settings_29(settings_29),
        .in_settings_30(settings_30),
        .in_settings_31(settings_31),
        .in_settings_32(settings_32),
        .in_settings_33(settings_33),
        .in_settings_34(settings_34),
        .in_settings_35(settings_35),
        .in_valid(sequencer_post),
        .in_ready(queue_in_ready),
        .out_command(queue_out_command),
        .out_settings_0(queue_out_settings_0),
        .out_settings_1(queue_out_settings_1),
        .out_settings_2(queue_out_settings_2),
        .out_settings_3(queue_out_settings_3),
        .out_settings_4(queue_out_settings_4),
        .out_settings_5(queue_out_settings_5),
        .out_settings_6(queue_out_settings_6),
        .out_settings_7(queue_out_settings_7),
        .out_settings_8(queue_out_settings_8),
        .out_settings_9(queue_out_settings_9),
        .out_settings_10(queue_out_settings_10),
        .out_settings_11(queue_out_settings_11),
        .out_settings_12(queue_out_settings_12),
        .out_settings_13(queue_out_settings_13),
        .out_settings_14(queue_out_settings_14),
        .out_settings_15(queue_out_settings_15),
        .out_settings_16(queue_out_settings_16),
        .out_settings_17(queue_out_settings_17),
        .out_settings_18(queue_out_settings_18),
        .out_settings_19(queue_out_settings_19),
        .out_settings_20(queue_out_settings_20),
        .out_settings_21(queue_out_settings_21),
        .out_settings_22(queue_out_settings_22),
        .out_settings_23(queue_out_settings_23),
        .out_settings_24(queue_out_settings_24),
        .out_settings_25(queue_out_settings_25),
        .out_settings_26(queue_out_settings_26),
        .out_settings_27(queue_out_settings_27),
        .out_settings_28(queue_out_settings_28),
        .out_settings_29(queue_out_settings_29),
        .out_settings_30(queue_out_settings_30),
        .out_settings_31(queue_out_settings_31),
        .out_settings_32(queue_out_settings_32),
        .out_settings_33(queue_out_settings_33),
        .out_settings_34(queue_out_settings_34),
        .out_settings_35(queue_out_settings_35),
        .out_valid(queue_out_valid),
        .out_ready(sequencer_latch)
    );

    emb_sequencer u_sequencer (
        .clock(sequencer_clock),
        .reset(reset),
        .doorbell(doorbell),
        .doorbell_valid(doorbell_valid),
        .clear_status(clear_status),
        .post(sequencer_post),
        .post_ready(queue_in_ready),
        .drop_queue(sequencer_drop_queue),
        .queued_command(queue_out_command),
        .queued(queue_out_valid),
        .latch(sequencer_latch),
        .checker_start(sequencer_checker_start),
        .checker_done(checker_done),
        .checker_failed(checker_failed),
        .checker_error(checker_error),
        .checker_position(checker_error_position),
        .batch_start(sequencer_batch_start),
        .batch_stop(sequencer_batch_stop),
        .batch_done(batch_done),
        .batch_failed(sequencer_batch_failed),
        .batch_error(sequencer_batch_error),
        .batch_position(sequencer_batch_position),
        .all_idle(sequencer_all_idle),
        .read_fault(read_fault),
        .read_fault_address(read_fault_address),
        .write_fault(write_fault),
        .write_fault_address(write_fault_address),
        .records_ready(permits),
        .inputs_ready(sequencer_inputs_ready),
        .inputs_taken(sequencer_inputs_taken),
        .flush(job_flush),
        .flush_start(flush_start),
        .flush_idle(flush_idle),
        .flush_failed(flush_failed),
        .flush_target(flush_target),
        .rows_start(rows_start),
        .rows_idle(rows_idle),
        .parameters_start(parameters_start),
        .parameters_idle(parameters_idle),
        .log_done(log_done),
        .log_failed(log_failed),
        .log_record(log_record),
        .decoder_refused(decoder_refused),
        .decoder(decoder),
        .waiting(waiting),
        .hold(sequencer_hold),
        .suppress_writes(sequencer_suppress_writes),
        .busy(sequencer_busy),
        .checking(checking),
        .finished(sequencer_finished),
        .status(status),
        .error(error),
        .error_position(error_position),
        .irq(irq)
    );

    emb_job_settings u_job (
        .clock(clock),
        .reset(reset),
        .settings_0(queue_out_settings_0),
        .settings_1(queue_out_settings_1),
        .settings_2(queue_out_settings_2),
        .settings_3(queue_out_settings_3),
        .settings_4(queue_out_settings_4),
        .settings_5(queue_out_settings_5),
        .settings_6(queue_out_settings_6),
        .settings_7(queue_out_settings_7),
        .settings_8(queue_out_settings_8),
        .settings_9(queue_out_settings_9),
        .settings_10(queue_out_settings_10),
        .settings_11(queue_out_settings_11),
        .settings_12(queue_out_settings_12),
        .settings_13(queue_out_settings_13),
        .settings_14(queue_out_settings_14),
        .settings_15(queue_out_settings_15),
        .settings_16(queue_out_settings_16),
        .settings_17(queue_out_settings_17),
        .settings_18(queue_out_settings_18),
        .settings_19(queue_out_settings_19),
        .settings_20(queue_out_settings_20),
        .settings_21(queue_out_settings_21),
        .settings_22(queue_out_settings_22),
        .settings_23(queue_out_settings_23),
        .settings_24(queue_out_settings_24),
        .settings_25(queue_out_settings_25),
        .settings_26(queue_out_settings_26),
        .settings_27(queue_out_settings_27),
        .settings_28(queue_out_settings_28),
        .settings_29(queue_out_settings_29),
        .settings_30(queue_out_settings_30),
        .settings_31(queue_out_settings_31),
        .settings_32(queue_out_settings_32),
        .settings_33(queue_out_settings_33),
        .settings_34(queue_out_settings_34),
        .settings_35(queue_out_settings_35),
        .latch(sequencer_latch),
        .command(queue_out_command),
        .is_update(job_is_update),
        .is_stage(job_is_stage),
        .is_accumulation(job_is_accumulation),
        .writes_tables(job_writes_tables),
        .is_row_log(job_is_row_log),
        .is_parameter_log(job_is_parameter_log),
        .vector_length(vector_length),
        .lines(vector_lines),
        .rate(job_rate),
        .pooling(job_pooling),
        .fp32_one(job_fp32_one),
        .uses_segments(job_uses_segments),
        .uses_scales(job_uses_scales),
        .data_base(job_data_base),
        .data_bytes(job_data_bytes),
        .descriptor_base(job_descriptor_base),
        .descriptor_bytes(job_descriptor_bytes),
        .vector_base(job_vector_base),
        .vector_bytes(job_vector_bytes),
        .result_base(job_result_base),
        .staged_base(staged_base),
        .table_count(table_count),
        .bag_count(job_bag_count),
        .entry_count(job_entry_count),
        .row_count(row_count),
        .segment_count(job_segment_count),
        .directory(row_directory),
        .offsets(job_offsets),
        .segments(unique_rows),
        .entries(job_entries),
        .scales(job_scales),
        .gradient_base(job_gradient_base),
        .needs_gradients(job_needs_gradients),
        .counted_base(counted_base),
        .counted_bytes(counted_bytes),
        .counted_lines(counted_lines),
        .counts_elsewhere(counts_elsewhere),
        .counts_too_much(job_counts_too_much),
        .flush(job_flush),
        .flush_target(flush_target),
        .parameter_source(parameter_source),
        .parameter_bytes(job_parameter_bytes),
        .log_base(job_log_base),
        .log_bytes(job_log_bytes),
        .record(record),
        .batch(batch_number),
        .configuration(configuration),
        .after_rows(after_rows),
        .after_parameters(after_parameters),
        .lag(lag),
        .staged(staged),
        .in_window(in_window)
    );

    emb_job_checker u_checker (
        .clock(clock),
        .reset(reset),
        .start(sequencer_checker_start),
        .is_update(job_is_update),
        .is_stage(job_is_stage),
        .is_accumulation(job_is_accumulation),
        .is_row_log(job_is_row_log),
        .is_parameter_log(job_is_parameter_log),
        .vector_length(vector_length),
        .pooling(job_pooling),
        .uses_segments(job_uses_segments),
        .uses_scales(job_uses_scales),
        .data_base(job_data_base),
        .data_bytes(job_data_bytes),
        .descriptor_base(job_descriptor_base),
        .descriptor_bytes(job_descriptor_bytes),
        .vector_base(job_vector_base),
        .vector_bytes(job_vector_bytes),
        .table_count(table_count),
        .bag_count(job_bag_count),
        .entry_count(job_entry_count),
        .row_count(row_count),
        .segment_count(job_segment_count),
        .directory(row_directory),
        .offsets(job_offsets),
        .segments(unique_rows),
        .entries(job_entries),
        .scales(job_scales),
        .parameter_source(parameter_source),
        .parameter_bytes(job_parameter_bytes),
        .log_base(job_log_base),
        .log_bytes(job_log_bytes),
        .staged(staged),
        .staged_base(staged_base),
        .staged_bytes({21'd0, row_vectors_offset}),
        .counts_too_much(job_counts_too_much),
        .record(record),
        .record_bytes(checker_record_bytes),
        .batch_bytes({21'd0, batch_vectors_offset}),
        .persistent_bytes(persistent_bytes),
        .done(checker_done),
        .failed(checker_failed),
        .error(checker_error),
        .error_position(checker_error_position)
    );

    emb_line_multiplier u_batch_vectors (
        .index(job_bag_count),
        .lines(vector_lines),
        .offset(batch_vectors_offset)
    );

    emb_line_multiplier u_row_vectors (
        .index(row_vectors_index),
        .lines(vector_lines),
        .offset(row_vectors_offset)
    );

    emb_batch_checker u_batch (
        .clock(clock),
        .reset(batch_reset),
        .start(batch_start),
        .is_update(job_is_update),
        .lines(vector_lines),
        .table_count(table_count),
        .segment_count(job_segment_count),
        .entry_count(job_entry_count),
        .bag_count(job_bag_count),
        .data_base(job_data_base),
        .data_end(data_end),
        .directory_beat(check_directory_beat),
        .directory_valid(check_directory_beat_valid),
        .directory_ready(batch_directory_ready),
        .offset_line(check_offsets_beat),
        .offset_valid(check_offsets_beat_valid),
        .offset_ready(batch_offset_ready),
        .row_line(check_rows_beat),
        .row_valid(check_rows_beat_valid),
        .row_ready(batch_row_ready),
        .entry_line(check_entries_beat),
        .entry_valid(check_entries_beat_valid),
        .entry_ready(batch_entry_ready),
        .tables_checked(batch_tables_checked),
        .done(batch_done),
        .failed(batch_failed),
        .error(batch_error),
        .error_position(batch_error_position)
    );

    emb_splitter u_splitter (
        .clock(clock),
        .reset(reset),
        .start(splitter_start),
        .stop(sequencer_batch_stop),
        .uses_segments(job_uses_segments),
        .table_count(table_count),
        .tables_checked(batch_tables_checked),
        .segment_count(job_segment_count),
        .entry_count(job_entry_count),
        .directory_beat(split_directory_beat),
        .directory_valid(split_directory_beat_valid),
        .directory_ready(splitter_directory_ready),
        .offset_beat(split_offsets_beat),
        .offset_valid(split_offsets_beat_valid),
        .offset_ready(splitter_offset_ready),
        .segment_beat(split_segments_beat),
        .segment_valid(split_segments_beat_valid),
        .segment_ready(splitter_segment_ready),
        .task_valid(splitter_task_valid),
        .task_ready(splitter_task_ready),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .idle(splitter_idle),
        .broke_off(splitter_broke_off)
    );

    emb_list_reader_l1_p4 u_entry_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(check_entries_request_address),
        .list_valid_0(check_entries_request_valid),
        .list_ready_0(entry_reader_list_ready_0),
        .line_valid_0(entry_line_0),
        .line_data(entry_reader_line_data),
        .fault(entry_reader_fault),
        .fault_address(entry_reader_fault_address),
        .request_address_0(entry_reader_request_address_0),
        .request_address_1(entry_reader_request_address_1),
        .request_address_2(entry_reader_request_address_2),
        .request_address_3(entry_reader_request_address_3),
        .request_valid_0(entry_reader_request_valid_0),
        .request_valid_1(entry_reader_request_valid_1),
        .request_valid_2(entry_reader_request_valid_2),
        .request_valid_3(entry_reader_request_valid_3),
        .request_ready_0(scratch_reader_0_request_ready_0),
        .request_ready_1(scratch_reader_1_request_ready_0),
        .request_ready_2(scratch_reader_2_request_ready_0),
        .request_ready_3(scratch_reader_3_request_ready_0),
        .answer_valid_0(scratch_reader_0_answer_valid_0),
        .answer_valid_1(scratch_reader_1_answer_valid_0),
        .answer_valid_2(scratch_reader_2_answer_valid_0),
        .answer_valid_3(scratch_reader_3_answer_valid_0),
        .answer_0(scratch_reader_0_answer),
        .answer_1(scratch_reader_1_answer),
        .answer_2(scratch_reader_2_answer),
        .answer_3(scratch_reader_3_answer)
    );

    emb_list_reader_l1_p4 u_row_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(check_rows_request_address),
        .list_valid_0(check_rows_request_valid),
        .list_ready_0(row_reader_list_ready_0),
        .line_valid_0(segment_line_0),
        .line_data(row_reader_line_data),
        .fault(row_reader_fault),
        .fault_address(row_reader_fault_address),
        .request_address_0(row_reader_request_address_0),
        .request_address_1(row_reader_request_address_1),
        .request_address_2(row_reader_request_address_2),
        .request_address_3(row_reader_request_address_3),
        .request_valid_0(row_reader_request_valid_0),
        .request_valid_1(row_reader_request_valid_1),
        .request_valid_2(row_reader_request_valid_2),
        .request_valid_3(row_reader_request_valid_3),
        .request_ready_0(scratch_reader_0_request_ready_1),
        .request_ready_1(scratch_reader_1_request_ready_1),
        .request_ready_2(scratch_reader_2_request_ready_1),
        .request_ready_3(scratch_reader_3_request_ready_1),
        .answer_valid_0(scratch_reader_0_answer_valid_1),
        .answer_valid_1(scratch_reader_1_answer_valid_1),
        .answer_valid_2(scratch_reader_2_answer_valid_1),
        .answer_valid_3(scratch_reader_3_answer_valid_1),
        .answer_0(scratch_reader_0_answer),
        .answer_1(scratch_reader_1_answer),
        .answer_2(scratch_reader_2_answer),
        .answer_3(scratch_reader_3_answer)
    );

    emb_list_reader_l2_p4 u_offset_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(check_directory_request_address),
        .list_address_1(check_offsets_request_address),
        .list_valid_0(check_directory_request_valid),
        .list_valid_1(check_offsets_request_valid),
        .list_ready_0(offset_reader_list_ready_0),
        .list_ready_1(offset_reader_list_ready_1),
        .line_valid_0(directory_line_0),
        .line_valid_1(offset_line_0),
        .line_data(offset_reader_line_data),
        .fault(offset_reader_fault),
        .fault_address(offset_reader_fault_address),
        .request_address_0(offset_reader_request_address_0),
        .request_address_1(offset_reader_request_address_1),
        .request_address_2(offset_reader_request_address_2),
        .request_address_3(offset_reader_request_address_3),
        .request_valid_0(offset_reader_request_valid_0),
        .request_valid_1(offset_reader_request_valid_1),
        .request_valid_2(offset_reader_request_valid_2),
        .request_valid_3(offset_reader_request_valid_3),
        .request_ready_0(scratch_reader_0_request_ready_2),
        .request_ready_1(scratch_reader_1_request_ready_2),
        .request_ready_2(scratch_reader_2_request_ready_2),
        .request_ready_3(scratch_reader_3_request_ready_2),
        .answer_valid_0(scratch_reader_0_answer_valid_2),
        .answer_valid_1(scratch_reader_1_answer_valid_2),
        .answer_valid_2(scratch_reader_2_answer_valid_2),
        .answer_valid_3(scratch_reader_3_answer_valid_2),
        .answer_0(scratch_reader_0_answer),
        .answer_1(scratch_reader_1_answer),
        .answer_2(scratch_reader_2_answer),
        .answer_3(scratch_reader_3_answer)
    );

    emb_list_reader_l3_p4 u_task_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(split_directory_request_address),
        .list_address_1(split_offsets_request_address),
        .list_address_2(split_segments_request_address),
        .list_valid_0(split_directory_request_valid),
        .list_valid_1(split_offsets_request_valid),
        .list_valid_2(split_segments_request_valid),
        .list_ready_0(task_reader_list_ready_0),
        .list_ready_1(task_reader_list_ready_1),
        .list_ready_2(task_reader_list_ready_2),
        .line_valid_0(directory_line_1),
        .line_valid_1(offset_line_1),
        .line_valid_2(segment_line_1),
        .line_data(task_reader_line_data),
        .fault(task_reader_fault),
        .fault_address(task_reader_fault_address),
        .request_address_0(task_reader_request_address_0),
        .request_address_1(task_reader_request_address_1),
        .request_address_2(task_reader_request_address_2),
        .request_address_3(task_reader_request_address_3),
        .request_valid_0(task_reader_request_valid_0),
        .request_valid_1(task_reader_request_valid_1),
        .request_valid_2(task_reader_request_valid_2),
        .request_valid_3(task_reader_request_valid_3),
        .request_ready_0(scratch_reader_0_request_ready_3),
        .request_ready_1(scratch_reader_1_request_ready_3),
        .request_ready_2(scratch_reader_2_request_ready_3),
        .request_ready_3(scratch_reader_3_request_ready_3),
        .answer_valid_0(scratch_reader_0_answer_valid_3),
        .answer_valid_1(scratch_reader_1_answer_valid_3),
        .answer_valid_2(scratch_reader_2_answer_valid_3),
        .answer_valid_3(scratch_reader_3_answer_valid_3),
        .answer_0(scratch_reader_0_answer),
        .answer_1(scratch_reader_1_answer),
        .answer_2(scratch_reader_2_answer),
        .answer_3(scratch_reader_3_answer)
    );

    emb_list_stream_w128 #(.LOG_LINES(5)) u_check_directory (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(row_directory),
        .words({table_count[30:0], 2'd0}),
        .beat(check_directory_beat),
        .beat_valid(check_directory_beat_valid),
        .beat_ready(batch_directory_ready),
        .request_address(check_directory_request_address),
        .request_valid(check_directory_request_valid),
        .request_ready(offset_reader_list_ready_0),
        .line_valid(directory_line_0),
        .line_data(offset_reader_line_data),
        .idle(check_directory_idle)
    );

    emb_list_stream_w512 #(.LOG_LINES(5)) u_check_offsets (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(job_offsets),
        .words(check_offsets_words),
        .beat(check_offsets_beat),
        .beat_valid(check_offsets_beat_valid),
        .beat_ready(batch_offset_ready),
        .request_address(check_offsets_request_address),
        .request_valid(check_offsets_request_valid),
        .request_ready(offset_reader_list_ready_1),
        .line_valid(offset_line_0),
        .line_data(offset_reader_line_data),
        .idle(check_offsets_idle)
    );

    emb_list_stream_w512 #(.LOG_LINES(5)) u_check_rows (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(unique_rows),
        .words(row_words),
        .beat(check_rows_beat),
        .beat_valid(check_rows_beat_valid),
        .beat_ready(batch_row_ready),
        .request_address(check_rows_request_address),
        .request_valid(check_rows_request_valid),
        .request_ready(row_reader_list_ready_0),
        .line_valid(segment_line_0),
        .line_data(row_reader_line_data),
        .idle(check_rows_idle)
    );

    emb_list_stream_w512 #(.LOG_LINES(5)) u_check_entries (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(job_entries),
        .words({1'b0, job_entry_count}),
        .beat(check_entries_beat),
        .beat_valid(check_entries_beat_valid),
        .beat_ready(batch_entry_ready),
        .request_address(check_entries_request_address),
        .request_valid(check_entries_request_valid),
        .request_ready(entry_reader_list_ready_0),
        .line_valid(entry_line_0),
        .line_data(entry_reader_line_data),
        .idle(check_entries_idle)
    );

    emb_list_stream_w128 #(.LOG_LINES(5)) u_split_directory (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(row_directory),
        .words({table_count[30:0], 2'd0}),
        .beat(split_directory_beat),
        .beat_valid(split_directory_beat_valid),
        .beat_ready(splitter_directory_ready),
        .request_address(split_directory_request_address),
        .request_valid(split_directory_request_valid),
        .request_ready(task_reader_list_ready_0),
        .line_valid(directory_line_1),
        .line_data(task_reader_line_data),
        .idle(split_directory_idle)
    );

    emb_list_stream_w128 #(.LOG_LINES(5)) u_split_offsets (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(job_offsets),
        .words(split_offsets_words),
        .beat(split_offsets_beat),
        .beat_valid(split_offsets_beat_valid),
        .beat_ready(splitter_offset_ready),
        .request_address(split_offsets_request_address),
        .request_valid(split_offsets_request_valid),
        .request_ready(task_reader_list_ready_1),
        .line_valid(offset_line_1),
        .line_data(task_reader_line_data),
        .idle(split_offsets_idle)
    );

    emb_list_stream_w128 #(.LOG_LINES(5)) u_split_segments (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(unique_rows),
        .words(segment_words),
        .beat(split_segments_beat),
        .beat_valid(split_segments_beat_valid),
        .beat_ready(splitter_segment_ready),
        .request_address(split_segments_request_address),
        .request_valid(split_segments_request_valid),
        .request_ready(task_reader_list_ready_2),
        .line_valid(segment_line_1),
        .line_data(task_reader_line_data),
        .idle(split_segments_idle)
    );

    emb_round_robin_4 u_dealer (
        .clock(clock),
        .reset(reset),
        .request(engines_ready_3),
        .advance(splitter_task_valid),
        .grant(dealer_grant),
        .chosen(dealer_chosen)
    );

    emb_engine_p4 u_engine_0 (
        .clock(clock),
        .reset(reset),
        .is_update(job_is_update),
        .is_stage(job_is_stage),
        .is_accumulation(job_is_accumulation),
        .uses_segments(job_uses_segments),
        .uses_scales(job_uses_scales),
        .keeps_rows(keeps_rows),
        .begins(sequencer_batch_start),
        .fp32_one(job_fp32_one),
        .rate(job_rate),
        .lines(vector_lines),
        .bag_count(job_bag_count),
        .entries(job_entries),
        .scales(job_scales),
        .gradient_base(job_gradient_base),
        .result_base(job_result_base),
        .rows_first(job_data_base),
        .rows_end(rows_end),
        .results_first(results_first),
        .results_end(results_end),
        .hold(sequencer_hold),
        .suppress(sequencer_suppress_writes),
        .task_valid(engine_0_task_valid),
        .task_ready(engine_0_task_ready),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .row_address_0(engine_0_row_address_0),
        .row_address_1(engine_0_row_address_1),
        .row_address_2(engine_0_row_address_2),
        .row_address_3(engine_0_row_address_3),
        .row_valid_0(engine_0_row_valid_0),
        .row_valid_1(engine_0_row_valid_1),
        .row_valid_2(engine_0_row_valid_2),
        .row_valid_3(engine_0_row_valid_3),
        .row_ready_0(channel_reader_0_request_ready_0),
        .row_ready_1(channel_reader_1_request_ready_0),
        .row_ready_2(channel_reader_2_request_ready_0),
        .row_ready_3(channel_reader_3_request_ready_0),
        .row_answer_0(channel_reader_0_answer_valid_0),
        .row_answer_1(channel_reader_1_answer_valid_0),
        .row_answer_2(channel_reader_2_answer_valid_0),
        .row_answer_3(channel_reader_3_answer_valid_0),
        .row_line_0(channel_reader_0_answer),
        .row_line_1(channel_reader_1_answer),
        .row_line_2(channel_reader_2_answer),
        .row_line_3(channel_reader_3_answer),
        .gradient_address_0(engine_0_gradient_address_0),
        .gradient_address_1(engine_0_gradient_address_1),
        .gradient_address_2(engine_0_gradient_address_2),
        .gradient_address_3(engine_0_gradient_address_3),
        .gradient_valid_0(engine_0_gradient_valid_0),
        .gradient_valid_1(engine_0_gradient_valid_1),
        .gradient_valid_2(engine_0_gradient_valid_2),
        .gradient_valid_3(engine_0_gradient_valid_3),
        .gradient_ready_0(scratch_reader_0_request_ready_4),
        .gradient_ready_1(scratch_reader_1_request_ready_4),
        .gradient_ready_2(scratch_reader_2_request_ready_4),
        .gradient_ready_3(scratch_reader_3_request_ready_4),
        .gradient_answer_0(scratch_reader_0_answer_valid_4),
        .gradient_answer_1(scratch_reader_1_answer_valid_4),
        .gradient_answer_2(scratch_reader_2_answer_valid_4),
        .gradient_answer_3(scratch_reader_3_answer_valid_4),
        .list_address_0(engine_0_list_address_0),
        .list_address_1(engine_0_list_address_1),
        .list_address_2(engine_0_list_address_2),
        .list_address_3(engine_0_list_address_3),
        .list_valid_0(engine_0_list_valid_0),
        .list_valid_1(engine_0_list_valid_1),
        .list_valid_2(engine_0_list_valid_2),
        .list_valid_3(engine_0_list_valid_3),
        .list_ready_0(scratch_reader_0_request_ready_5),
        .list_ready_1(scratch_reader_1_request_ready_5),
        .list_ready_2(scratch_reader_2_request_ready_5),
        .list_ready_3(scratch_reader_3_request_ready_5),
        .list_answer_0(scratch_reader_0_answer_valid_5),
        .list_answer_1(scratch_reader_1_answer_valid_5),
        .list_answer_2(scratch_reader_2_answer_valid_5),
        .list_answer_3(scratch_reader_3_answer_valid_5),
        .scratch_line_0(scratch_reader_0_answer),
        .scratch_line_1(scratch_reader_1_answer),
        .scratch_line_2(scratch_reader_2_answer),
        .scratch_line_3(scratch_reader_3_answer),
        .out_address_0(engine_0_out_address_0),
        .out_address_1(engine_0_out_address_1),
        .out_address_2(engine_0_out_address_2),
        .out_address_3(engine_0_out_address_3),
        .out_data_0(engine_0_out_data_0),
        .out_data_1(engine_0_out_data_1),
        .out_data_2(engine_0_out_data_2),
        .out_data_3(engine_0_out_data_3),
        .out_valid_0(engine_0_out_valid_0),
        .out_valid_1(engine_0_out_valid_1),
        .out_valid_2(engine_0_out_valid_2),
        .out_valid_3(engine_0_out_valid_3),
        .out_ready_0(writer_0_in_ready_0),
        .out_ready_1(writer_1_in_ready_0),
        .out_ready_2(writer_2_in_ready_0),
        .out_ready_3(writer_3_in_ready_0),
        .entry_line(entry_line_1),
        .scale_line(scale_line_0),
        .row_hit(row_hit_0),
        .hazard(hazard_0),
        .fault(engine_0_fault),
        .fault_address(engine_0_fault_address),
        .outside(engine_0_outside),
        .outside_address(engine_0_outside_address),
        .idle(engine_0_idle)
    );

    emb_engine_p4 u_engine_1 (
        .clock(clock),
        .reset(reset),
        .is_update(job_is_update),
        .is_stage(job_is_stage),
        .is_accumulation(job_is_accumulation),
        .uses_segments(job_uses_segments),
        .uses_scales(job_uses_scales),
        .keeps_rows(keeps_rows),
        .begins(sequencer_batch_start),
        .fp32_one(job_fp32_one),
        .rate(job_rate),
        .lines(vector_lines),
        .bag_count(job_bag_count),
        .entries(job_entries),
        .scales(job_scales),
        .gradient_base(job_gradient_base),
        .result_base(job_result_base),
        .rows_first(job_data_base),
        .rows_end(rows_end),
        .results_first(results_first),
        .results_end(results_end),
        .hold(sequencer_hold),
        .suppress(sequencer_suppress_writes),
        .task_valid(engine_1_task_valid),
        .task_ready(engine_1_task_ready),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .row_address_0(engine_1_row_address_0),
        .row_address_1(engine_1_row_address_1),
        .row_address_2(engine_1_row_address_2),
        .row_address_3(engine_1_row_address_3),
        .row_valid_0(engine_1_row_valid_0),
        .row_valid_1(engine_1_row_valid_1),
        .row_valid_2(engine_1_row_valid_2),
        .row_valid_3(engine_1_row_valid_3),
        .row_ready_0(channel_reader_0_request_ready_1),
        .row_ready_1(channel_reader_1_request_ready_1),
        .row_ready_2(channel_reader_2_request_ready_1),
        .row_ready_3(channel_reader_3_request_ready_1),
        .row_answer_0(channel_reader_0_answer_valid_1),
        .row_answer_1(channel_reader_1_answer_valid_1),
        .row_answer_2(channel_reader_2_answer_valid_1),
        .row_answer_3(channel_reader_3_answer_valid_1),
        .row_line_0(channel_reader_0_answer),
        .row_line_1(channel_reader_1_answer),
        .row_line_2(channel_reader_2_answer),
        .row_line_3(channel_reader_3_answer),
        .gradient_address_0(engine_1_gradient_address_0),
        .gradient_address_1(engine_1_gradient_address_1),
        .gradient_address_2(engine_1_gradient_address_2),
        .gradient_address_3(engine_1_gradient_address_3),
        .gradient_valid_0(engine_1_gradient_valid_0),
        .gradient_valid_1(engine_1_gradient_valid_1),
        .gradient_valid_2(engine_1_gradient_valid_2),
        .gradient_valid_3(engine_1_gradient_valid_3),
        .gradient_ready_0(scratch_reader_0_request_ready_6),
        .gradient_ready_1(scratch_reader_1_request_ready_6),
        .gradient_ready_2(scratch_reader_2_request_ready_6),
        .gradient_ready_3(scratch_reader_3_request_ready_6),
        .gradient_answer_0(scratch_reader_0_answer_valid_6),
        .gradient_answer_1(scratch_reader_1_answer_valid_6),
        .gradient_answer_2(scratch_reader_2_answer_valid_6),
        .gradient_answer_3(scratch_reader_3_answer_valid_6),
        .list_address_0(engine_1_list_address_0),
        .list_address_1(engine_1_list_address_1),
        .list_address_2(engine_1_list_address_2),
        .list_address_3(engine_1_list_address_3),
        .list_valid_0(engine_1_list_valid_0),
        .list_valid_1(engine_1_list_valid_1),
        .list_valid_2(engine_1_list_valid_2),
        .list_valid_3(engine_1_list_valid_3),
        .list_ready_0(scratch_reader_0_request_ready_7),
        .list_ready_1(scratch_reader_1_request_ready_7),
        .list_ready_2(scratch_reader_2_request_ready_7),
        .list_ready_3(scratch_reader_3_request_ready_7),
        .list_answer_0(scratch_reader_0_answer_valid_7),
        .list_answer_1(scratch_reader_1_answer_valid_7),
        .list_answer_2(scratch_reader_2_answer_valid_7),
        .list_answer_3(scratch_reader_3_answer_valid_7),
        .scratch_line_0(scratch_reader_0_answer),
        .scratch_line_1(scratch_reader_1_answer),
        .scratch_line_2(scratch_reader_2_answer),
        .scratch_line_3(scratch_reader_3_answer),
        .out_address_0(engine_1_out_address_0),
        .out_address_1(engine_1_out_address_1),
        .out_address_2(engine_1_out_address_2),
        .out_address_3(engine_1_out_address_3),
        .out_data_0(engine_1_out_data_0),
        .out_data_1(engine_1_out_data_1),
        .out_data_2(engine_1_out_data_2),
        .out_data_3(engine_1_out_data_3),
        .out_valid_0(engine_1_out_valid_0),
        .out_valid_1(engine_1_out_valid_1),
        .out_valid_2(engine_1_out_valid_2),
        .out_valid_3(engine_1_out_valid_3),
        .out_ready_0(writer_0_in_ready_1),
        .out_ready_1(writer_1_in_ready_1),
        .out_ready_2(writer_2_in_ready_1),
        .out_ready_3(writer_3_in_ready_1),
        .entry_line(entry_line_2),
        .scale_line(scale_line_1),
        .row_hit(row_hit_1),
        .hazard(hazard_1),
        .fault(engine_1_fault),
        .fault_address(engine_1_fault_address),
        .outside(engine_1_outside),
        .outside_address(engine_1_outside_address),
        .idle(engine_1_idle)
    );

    emb_engine_p4 u_engine_2 (
        .clock(clock),
        .reset(reset),
        .is_update(job_is_update),
        .is_stage(job_is_stage),
        .is_accumulation(job_is_accumulation),
        .uses_segments(job_uses_segments),
        .uses_scales(job_uses_scales),
        .keeps_rows(keeps_rows),
        .begins(sequencer_batch_start),
        .fp32_one(job_fp32_one),
        .rate(job_rate),
        .lines(vector_lines),
        .bag_count(job_bag_count),
        .entries(job_entries),
        .scales(job_scales),
        .gradient_base(job_gradient_base),
        .result_base(job_result_base),
        .rows_first(job_data_base),
        .rows_end(rows_end),
        .results_first(results_first),
        .results_end(results_end),
        .hold(sequencer_hold),
        .suppress(sequencer_suppress_writes),
        .task_valid(engine_2_task_valid),
        .task_ready(engine_2_task_ready),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .row_address_0(engine_2_row_address_0),
        .row_address_1(engine_2_row_address_1),
        .row_address_2(engine_2_row_address_2),
        .row_address_3(engine_2_row_address_3),
        .row_valid_0(engine_2_row_valid_0),
        .row_valid_1(engine_2_row_valid_1),
        .row_valid_2(engine_2_row_valid_2),
        .row_valid_3(engine_2_row_valid_3),
        .row_ready_0(channel_reader_0_request_ready_2),
        .row_ready_1(channel_reader_1_request_ready_2),
        .row_ready_2(channel_reader_2_request_ready_2),
        .row_ready_3(channel_reader_3_request_ready_2),
        .row_answer_0(channel_reader_0_answer_valid_2),
        .row_answer_1(channel_reader_1_answer_valid_2),
        .row_answer_2(channel_reader_2_answer_valid_2),
        .row_answer_3(channel_reader_3_answer_valid_2),
        .row_line_0(channel_reader_0_answer),
        .row_line_1(channel_reader_1_answer),
        .row_line_2(channel_reader_2_answer),
        .row_line_3(channel_reader_3_answer),
        .gradient_address_0(engine_2_gradient_address_0),
        .gradient_address_1(engine_2_gradient_address_1),
        .gradient_address_2(engine_2_gradient_address_2),
        .gradient_address_3(engine_2_gradient_address_3),
        .gradient_valid_0(engine_2_gradient_valid_0),
        .gradient_valid_1(engine_2_gradient_valid_1),
        .gradient_valid_2(engine_2_gradient_valid_2),
        .gradient_valid_3(engine_2_gradient_valid_3),
        .gradient_ready_0(scratch_reader_0_request_ready_8),
        .gradient_ready_1(scratch_reader_1_request_ready_8),
        .gradient_ready_2(scratch_reader_2_request_ready_8),
        .gradient_ready_3(scratch_reader_3_request_ready_8),
        .gradient_answer_0(scratch_reader_0_answer_valid_8),
        .gradient_answer_1(scratch_reader_1_answer_valid_8),
        .gradient_answer_2(scratch_reader_2_answer_valid_8),
        .gradient_answer_3(scratch_reader_3_answer_valid_8),
        .list_address_0(engine_2_list_address_0),
        .list_address_1(engine_2_list_address_1),
        .list_address_2(engine_2_list_address_2),
        .list_address_3(engine_2_list_address_3),
        .list_valid_0(engine_2_list_valid_0),
        .list_valid_1(engine_2_list_valid_1),
        .list_valid_2(engine_2_list_valid_2),
        .list_valid_3(engine_2_list_valid_3),
        .list_ready_0(scratch_reader_0_request_ready_9),
        .list_ready_1(scratch_reader_1_request_ready_9),
        .list_ready_2(scratch_reader_2_request_ready_9),
        .list_ready_3(scratch_reader_3_request_ready_9),
        .list_answer_0(scratch_reader_0_answer_valid_9),
        .list_answer_1(scratch_reader_1_answer_valid_9),
        .list_answer_2(scratch_reader_2_answer_valid_9),
        .list_answer_3(scratch_reader_3_answer_valid_9),
        .scratch_line_0(scratch_reader_0_answer),
        .scratch_line_1(scratch_reader_1_answer),
        .scratch_line_2(scratch_reader_2_answer),
        .scratch_line_3(scratch_reader_3_answer),
        .out_address_0(engine_2_out_address_0),
        .out_address_1(engine_2_out_address_1),
        .out_address_2(engine_2_out_address_2),
        .out_address_3(engine_2_out_address_3),
        .out_data_0(engine_2_out_data_0),
        .out_data_1(engine_2_out_data_1),
        .out_data_2(engine_2_out_data_2),
        .out_data_3(engine_2_out_data_3),
        .out_valid_0(engine_2_out_valid_0),
        .out_valid_1(engine_2_out_valid_1),
        .out_valid_2(engine_2_out_valid_2),
        .out_valid_3(engine_2_out_valid_3),
        .out_ready_0(writer_0_in_ready_2),
        .out_ready_1(writer_1_in_ready_2),
        .out_ready_2(writer_2_in_ready_2),
        .out_ready_3(writer_3_in_ready_2),
        .entry_line(entry_line_3),
        .scale_line(scale_line_2),
        .row_hit(row_hit_2),
        .hazard(hazard_2),
        .fault(engine_2_fault),
        .fault_address(engine_2_fault_address),
        .outside(engine_2_outside),
        .outside_address(engine_2_outside_address),
        .idle(engine_2_idle)
    );

    emb_engine_p4 u_engine_3 (
        .clock(clock),
        .reset(reset),
        .is_update(job_is_update),
        .is_stage(job_is_stage),
        .is_accumulation(job_is_accumulation),
        .uses_segments(job_uses_segments),
        .uses_scales(job_uses_scales),
        .keeps_rows(keeps_rows),
        .begins(sequencer_batch_start),
        .fp32_one(job_fp32_one),
        .rate(job_rate),
        .lines(vector_lines),
        .bag_count(job_bag_count),
        .entries(job_entries),
        .scales(job_scales),
        .gradient_base(job_gradient_base),
        .result_base(job_result_base),
        .rows_first(job_data_base),
        .rows_end(rows_end),
        .results_first(results_first),
        .results_end(results_end),
        .hold(sequencer_hold),
        .suppress(sequencer_suppress_writes),
        .task_valid(engine_3_task_valid),
        .task_ready(engine_3_task_ready),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .row_address_0(engine_3_row_address_0),
        .row_address_1(engine_3_row_address_1),
        .row_address_2(engine_3_row_address_2),
        .row_address_3(engine_3_row_address_3),
        .row_valid_0(engine_3_row_valid_0),
        .row_valid_1(engine_3_row_valid_1),
        .row_valid_2(engine_3_row_valid_2),
        .row_valid_3(engine_3_row_valid_3),
        .row_ready_0(channel_reader_0_request_ready_3),
        .row_ready_1(channel_reader_1_request_ready_3),
        .row_ready_2(channel_reader_2_request_ready_3),
        .row_ready_3(channel_reader_3_request_ready_3),
        .row_answer_0(channel_reader_0_answer_valid_3),
        .row_answer_1(channel_reader_1_answer_valid_3),
        .row_answer_2(channel_reader_2_answer_valid_3),
        .row_answer_3(channel_reader_3_answer_valid_3),
        .row_line_0(channel_reader_0_answer),
        .row_line_1(channel_reader_1_answer),
        .row_line_2(channel_reader_2_answer),
        .row_line_3(channel_reader_3_answer),
        .gradient_address_0(engine_3_gradient_address_0),
        .gradient_address_1(engine_3_gradient_address_1),
        .gradient_address_2(engine_3_gradient_address_2),
        .gradient_address_3(engine_3_gradient_address_3),
        .gradient_valid_0(engine_3_gradient_valid_0),
        .gradient_valid_1(engine_3_gradient_valid_1),
        .gradient_valid_2(engine_3_gradient_valid_2),
        .gradient_valid_3(engine_3_gradient_valid_3),
        .gradient_ready_0(scratch_reader_0_request_ready_10),
        .gradient_ready_1(scratch_reader_1_request_ready_10),
        .gradient_ready_2(scratch_reader_2_request_ready_10),
        .gradient_ready_3(scratch_reader_3_request_ready_10),
        .gradient_answer_0(scratch_reader_0_answer_valid_10),
        .gradient_answer_1(scratch_reader_1_answer_valid_10),
        .gradient_answer_2(scratch_reader_2_answer_valid_10),
        .gradient_answer_3(scratch_reader_3_answer_valid_10),
        .list_address_0(engine_3_list_address_0),
        .list_address_1(engine_3_list_address_1),
        .list_address_2(engine_3_list_address_2),
        .list_address_3(engine_3_list_address_3),
        .list_valid_0(engine_3_list_valid_0),
        .list_valid_1(engine_3_list_valid_1),
        .list_valid_2(engine_3_list_valid_2),
        .list_valid_3(engine_3_list_valid_3),
        .list_ready_0(scratch_reader_0_request_ready_11),
        .list_ready_1(scratch_reader_1_request_ready_11),
        .list_ready_2(scratch_reader_2_request_ready_11),
        .list_ready_3(scratch_reader_3_request_ready_11),
        .list_answer_0(scratch_reader_0_answer_valid_11),
        .list_answer_1(scratch_reader_1_answer_valid_11),
        .list_answer_2(scratch_reader_2_answer_valid_11),
        .list_answer_3(scratch_reader_3_answer_valid_11),
        .scratch_line_0(scratch_reader_0_answer),
        .scratch_line_1(scratch_reader_1_answer),
        .scratch_line_2(scratch_reader_2_answer),
        .scratch_line_3(scratch_reader_3_answer),
        .out_address_0(engine_3_out_address_0),
        .out_address_1(engine_3_out_address_1),
        .out_address_2(engine_3_out_address_2),
        .out_address_3(engine_3_out_address_3),
        .out_data_0(engine_3_out_data_0),
        .out_data_1(engine_3_out_data_1),
        .out_data_2(engine_3_out_data_2),
        .out_data_3(engine_3_out_data_3),
        .out_valid_0(engine_3_out_valid_0),
        .out_valid_1(engine_3_out_valid_1),
        .out_valid_2(engine_3_out_valid_2),
        .out_valid_3(engine_3_out_valid_3),
        .out_ready_0(writer_0_in_ready_3),
        .out_ready_1(writer_1_in_ready_3),
        .out_ready_2(writer_2_in_ready_3),
        .out_ready_3(writer_3_in_ready_3),
        .entry_line(entry_line_4),
        .scale_line(scale_line_3),
        .row_hit(row_hit_3),
        .hazard(hazard_3),
        .fault(engine_3_fault),
        .fault_address(engine_3_fault_address),
        .outside(engine_3_outside),
        .outside_address(engine_3_outside_address),
        .idle(engine_3_idle)
    );

    emb_read_port_4 u_channel_reader_0 (
        .clock(channel_reader_0_clock),
        .reset(reset),
        .request_address_0(engine_0_row_address_0),
        .request_address_1(engine_1_row_address_0),
        .request_address_2(engine_2_row_address_0),
        .request_address_3(engine_3_row_address_0),
        .request_valid_0(engine_0_row_valid_0),
        .request_valid_1(engine_1_row_valid_0),
        .request_valid_2(engine_2_row_valid_0),
        .request_valid_3(engine_3_row_valid_0),
        .request_ready_0(channel_reader_0_request_ready_0),
        .request_ready_1(channel_reader_0_request_ready_1),
        .request_ready_2(channel_reader_0_request_ready_2),
        .request_ready_3(channel_reader_0_request_ready_3),
        .answer_valid_0(channel_reader_0_answer_valid_0),
        .answer_valid_1(channel_reader_0_answer_valid_1),
        .answer_valid_2(channel_reader_0_answer_valid_2),
        .answer_valid_3(channel_reader_0_answer_valid_3),
        .answer(channel_reader_0_answer),
        .arid(row_arid_0),
        .araddr(row_araddr_0),
        .arvalid(row_arvalid_0),
        .arready(row_arready_0),
        .rid(row_rid_0),
        .rline(row_rline_0),
        .rvalid(row_rvalid_0)
    );

    emb_read_port_4 u_channel_reader_1 (
        .clock(clock),
        .reset(reset),
        .request_address_0(engine_0_row_address_1),
        .request_address_1(engine_1_row_address_1),
        .request_address_2(engine_2_row_address_1),
        .request_address_3(engine_3_row_address_1),
        .request_valid_0(engine_0_row_valid_1),
        .request_valid_1(engine_1_row_valid_1),
        .request_valid_2(engine_2_row_valid_1),
        .request_valid_3(engine_3_row_valid_1),
        .request_ready_0(channel_reader_1_request_ready_0),
        .request_ready_1(channel_reader_1_request_ready_1),
        .request_ready_2(channel_reader_1_request_ready_2),
        .request_ready_3(channel_reader_1_request_ready_3),
        .answer_valid_0(channel_reader_1_answer_valid_0),
        .answer_valid_1(channel_reader_1_answer_valid_1),
        .answer_valid_2(channel_reader_1_answer_valid_2),
        .answer_valid_3(channel_reader_1_answer_valid_3),
        .answer(channel_reader_1_answer),
        .arid(row_arid_1),
        .araddr(row_araddr_1),
        .arvalid(row_arvalid_1),
        .arready(row_arready_1),
        .rid(row_rid_1),
        .rline(row_rline_1),
        .rvalid(row_rvalid_1)
    );

    emb_read_port_4 u_channel_reader_2 (
        .clock(clock),
        .reset(reset),
        .request_address_0(engine_0_row_address_2),
        .request_address_1(engine_1_row_address_2),
        .request_address_2(engine_2_row_address_2),
        .request_address_3(engine_3_row_address_2),
        .request_valid_0(engine_0_row_valid_2),
        .request_valid_1(engine_1_row_valid_2),
        .request_valid_2(engine_2_row_valid_2),
        .request_valid_3(engine_3_row_valid_2),
        .request_ready_0(channel_reader_2_request_ready_0),
        .request_ready_1(channel_reader_2_request_ready_1),
        .request_ready_2(channel_reader_2_request_ready_2),
        .request_ready_3(channel_reader_2_request_ready_3),
        .answer_valid_0(channel_reader_2_answer_valid_0),
        .answer_valid_1(channel_reader_2_answer_valid_1),
        .answer_valid_2(channel_reader_2_answer_valid_2),
        .answer_valid_3(channel_reader_2_answer_valid_3),
        .answer(channel_reader_2_answer),
        .arid(row_arid_2),
        .araddr(row_araddr_2),
        .arvalid(row_arvalid_2),
        .arready(row_arready_2),
        .rid(row_rid_2),
        .rline(row_rline_2),
        .rvalid(row_rvalid_2)
    );

    emb_read_port_4 u_channel_reader_3 (
        .clock(clock),
        .reset(reset),
        .request_address_0(engine_0_row_address_3),
        .request_address_1(engine_1_row_address_3),
        .request_address_2(engine_2_row_address_3),
        .request_address_3(engine_3_row_address_3),
        .request_valid_0(engine_0_row_valid_3),
        .request_valid_1(engine_1_row_valid_3),
        .request_valid_2(engine_2_row_valid_3),
        .request_valid_3(engine_3_row_valid_3),
        .request_ready_0(channel_reader_3_request_ready_0),
        .request_ready_1(channel_reader_3_request_ready_1),
        .request_ready_2(channel_reader_3_request_ready_2),
        .request_ready_3(channel_reader_3_request_ready_3),
        .answer_valid_0(channel_reader_3_answer_valid_0),
        .answer_valid_1(channel_reader_3_answer_valid_1),
        .answer_valid_2(channel_reader_3_answer_valid_2),
        .answer_valid_3(channel_reader_3_answer_valid_3),
        .answer(channel_reader_3_answer),
        .arid(row_arid_3),
        .araddr(row_araddr_3),
        .arvalid(row_arvalid_3),
        .arready(row_arready_3),
        .rid(row_rid_3),
        .rline(row_rline_3),
        .rvalid(row_rvalid_3)
    );

    emb_read_port_12 u_scratch_reader_0 (
        .clock(clock),
        .reset(reset),
        .request_address_0(entry_reader_request_address_0),
        .request_address_1(row_reader_request_address_0),
        .request_address_2(offset_reader_request_address_0),
        .request_address_3(task_reader_request_address_0),
        .request_address_4(engine_0_gradient_address_0),
        .request_address_5(engine_0_list_address_0),
        .request_address_6(engine_1_gradient_address_0),
        .request_address_7(engine_1_list_address_0),
        .request_address_8(engine_2_gradient_address_0),
        .request_address_9(engine_2_list_address_0),
        .request_address_10(engine_3_gradient_address_0),
        .request_address_11(engine_3_list_address_0),
        .request_valid_0(entry_reader_request_valid_0),
        .request_valid_1(row_reader_request_valid_0),
        .request_valid_2(offset_reader_request_valid_0),
        .request_valid_3(task_reader_request_valid_0),
        .request_valid_4(engine_0_gradient_valid_0),
        .request_valid_5(engine_0_list_valid_0),
        .request_valid_6(engine_1_gradient_valid_0),
        .request_valid_7(engine_1_list_valid_0),
        .request_valid_8(engine_2_gradient_valid_0),
        .request_valid_9(engine_2_list_valid_0),
        .request_valid_10(engine_3_gradient_valid_0),
        .request_valid_11(engine_3_list_valid_0),
        .request_ready_0(scratch_reader_0_request_ready_0),
        .request_ready_1(scratch_reader_0_request_ready_1),
        .request_ready_2(scratch_reader_0_request_ready_2),
        .request_ready_3(scratch_reader_0_request_ready_3),
        .request_ready_4(scratch_reader_0_request_ready_4),
        .request_ready_5(scratch_reader_0_request_ready_5),
        .request_ready_6(scratch_reader_0_request_ready_6),
        .request_ready_7(scratch_reader_0_request_ready_7),
        .request_ready_8(scratch_reader_0_request_ready_8),
        .request_ready_9(scratch_reader_0_request_ready_9),
        .request_ready_10(scratch_reader_0_request_ready_10),
        .request_ready_11(scratch_reader_0_request_ready_11),
        .answer_valid_0(scratch_reader_0_answer_valid_0),
        .answer_valid_1(scratch_reader_0_answer_valid_1),
        .answer_valid_2(scratch_reader_0_answer_valid_2),
        .answer_valid_3(scratch_reader_0_answer_valid_3),
        .answer_valid_4(scratch_reader_0_answer_valid_4),
        .answer_valid_5(scratch_reader_0_answer_valid_5),
        .answer_valid_6(scratch_reader_0_answer_valid_6),
        .answer_valid_7(scratch_reader_0_answer_valid_7),
        .answer_valid_8(scratch_reader_0_answer_valid_8),
        .answer_valid_9(scratch_reader_0_answer_valid_9),
        .answer_valid_10(scratch_reader_0_answer_valid_10),
        .answer_valid_11(scratch_reader_0_answer_valid_11),
        .answer(scratch_reader_0_answer),
        .arid(scratch_arid_0),
        .araddr(scratch_araddr_0),
        .arvalid(scratch_arvalid_0),
        .arready(scratch_arready_0),
        .rid(scratch_rid_0),
        .rline(scratch_rline_0),
        .rvalid(scratch_rvalid_0)
    );

    emb_read_port_12 u_scratch_reader_1 (
        .clock(clock),
        .reset(reset),
        .request_address_0(entry_reader_request_address_1),
        .request_address_1(row_reader_request_address_1),
        .request_address_2(offset_reader_request_address_1),
        .request_address_3(task_reader_request_address_1),
        .request_address_4(engine_0_gradient_address_1),
        .request_address_5(engine_0_list_address_1),
        .request_address_6(engine_1_gradient_address_1),
        .request_address_7(engine_1_list_address_1),
        .request_address_8(engine_2_gradient_address_1),
        .request_address_9(engine_2_list_address_1),
        .request_address_10(engine_3_gradient_address_1),
        .request_address_11(engine_3_list_address_1),
        .request_valid_0(entry_reader_request_valid_1),
        .request_valid_1(row_reader_request_valid_1),
        .request_valid_2(offset_reader_request_valid_1),
        .request_valid_3(task_reader_request_valid_1),
        .request_valid_4(engine_0_gradient_valid_1),
        .request_valid_5(engine_0_list_valid_1),
        .request_valid_6(engine_1_gradient_valid_1),
        .request_valid_7(engine_1_list_valid_1),
        .request_valid_8(engine_2_gradient_valid_1),
        .request_valid_9(engine_2_list_valid_1),
        .request_valid_10(engine_3_gradient_valid_1),
        .request_valid_11(engine_3_list_valid_1),
        .request_ready_0(scratch_reader_1_request_ready_0),
        .request_ready_1(scratch_reader_1_request_ready_1),
        .request_ready_2(scratch_reader_1_request_ready_2),
        .request_ready_3(scratch_reader_1_request_ready_3),
        .request_ready_4(scratch_reader_1_request_ready_4),
        .request_ready_5(scratch_reader_1_request_ready_5),
        .request_ready_6(scratch_reader_1_request_ready_6),
        .request_ready_7(scratch_reader_1_request_ready_7),
        .request_ready_8(scratch_reader_1_request_ready_8),
        .request_ready_9(scratch_reader_1_request_ready_9),
        .request_ready_10(scratch_reader_1_request_ready_10),
        .request_ready_11(scratch_reader_1_request_ready_11),
        .answer_valid_0(scratch_reader_1_answer_valid_0),
        .answer_valid_1(scratch_reader_1_answer_valid_1),
        .answer_valid_2(scratch_reader_1_answer_valid_2),
        .answer_valid_3(scratch_reader_1_answer_valid_3),
        .answer_valid_4(scratch_reader_1_answer_valid_4),
        .answer_valid_5(scratch_reader_1_answer_valid_5),
        .answer_valid_6(scratch_reader_1_answer_valid_6),
        .answer_valid_7(scratch_reader_1_answer_valid_7),
        .answer_valid_8(scratch_reader_1_answer_valid_8),
        .answer_valid_9(scratch_reader_1_answer_valid_9),
        .answer_valid_10(scratch_reader_1_answer_valid_10),
        .answer_valid_11(scratch_reader_1_answer_valid_11),
        .answer(scratch_reader_1_answer),
        .arid(scratch_arid_1),
        .araddr(scratch_araddr_1),
        .arvalid(scratch_arvalid_1),
        .arready(scratch_arready_1),
        .rid(scratch_rid_1),
        .rline(scratch_rline_1),
        .rvalid(scratch_rvalid_1)
    );

    emb_read_port_12 u_scratch_reader_2 (
        .clock(clock),
        .reset(reset),
        .request_address_0(entry_reader_request_address_2),
        .request_address_1(row_reader_request_address_2),
        .request_address_2(offset_reader_request_address_2),
        .request_address_3(task_reader_request_address_2),
        .request_address_4(engine_0_gradient_address_2),
        .request_address_5(engine_0_list_address_2),
        .request_address_6(engine_1_gradient_address_2),
        .request_address_7(engine_1_list_address_2),
        .request_address_8(engine_2_gradient_address_2),
        .request_address_9(engine_2_list_address_2),
        .request_address_10(engine_3_gradient_address_2),
        .request_address_11(engine_3_list_address_2),
        .request_valid_0(entry_reader_request_valid_2),
        .request_valid_1(row_reader_request_valid_2),
        .request_valid_2(offset_reader_request_valid_2),
        .request_valid_3(task_reader_request_valid_2),
        .request_valid_4(engine_0_gradient_valid_2),
        .request_valid_5(engine_0_list_valid_2),
        .request_valid_6(engine_1_gradient_valid_2),
        .request_valid_7(engine_1_list_valid_2),
        .request_valid_8(engine_2_gradient_valid_2),
        .request_valid_9(engine_2_list_valid_2),
        .request_valid_10(engine_3_gradient_valid_2),
        .request_valid_11(engine_3_list_valid_2),
        .request_ready_0(scratch_reader_2_request_ready_0),
        .request_ready_1(scratch_reader_2_request_ready_1),
        .request_ready_2(scratch_reader_2_request_ready_2),
        .request_ready_3(scratch_reader_2_request_ready_3),
        .request_ready_4(scratch_reader_2_request_ready_4),
        .request_ready_5(scratch_reader_2_request_ready_5),
        .request_ready_6(scratch_reader_2_request_ready_6),
        .request_ready_7(scratch_reader_2_request_ready_7),
        .request_ready_8(scratch_reader_2_request_ready_8),
        .request_ready_9(scratch_reader_2_request_ready_9),
        .request_ready_10(scratch_reader_2_request_ready_10),
        .request_ready_11(scratch_reader_2_request_ready_11),
        .answer_valid_0(scratch_reader_2_answer_valid_0),
        .answer_valid_1(scratch_reader_2_answer_valid_1),
        .answer_valid_2(scratch_reader_2_answer_valid_2),
        .answer_valid_3(scratch_reader_2_answer_valid_3),
        .answer_valid_4(scratch_reader_2_answer_valid_4),
        .answer_valid_5(scratch_reader_2_answer_valid_5),
        .answer_valid_6(scratch_reader_2_answer_valid_6),
        .answer_valid_7(scratch_reader_2_answer_valid_7),
        .answer_valid_8(scratch_reader_2_answer_valid_8),
        .answer_valid_9(scratch_reader_2_answer_valid_9),
        .answer_valid_10(scratch_reader_2_answer_valid_10),
        .answer_valid_11(scratch_reader_2_answer_valid_11),
        .answer(scratch_reader_2_answer),
        .arid(scratch_arid_2),
        .araddr(scratch_araddr_2),
        .arvalid(scratch_arvalid_2),
        .arready(scratch_arready_2),
        .rid(scratch_rid_2),
        .rline(scratch_rline_2),
        .rvalid(scratch_rvalid_2)
    );

    emb_read_port_12 u_scratch_reader_3 (
        .clock(clock),
        .reset(reset),
        .request_address_0(entry_reader_request_address_3),
        .request_address_1(row_reader_request_address_3),
        .request_address_2(offset_reader_request_address_3),
        .request_address_3(task_reader_request_address_3),
        .request_address_4(engine_0_gradient_address_3),
        .request_address_5(engine_0_list_address_3),
        .request_address_6(engine_1_gradient_address_3),
        .request_address_7(engine_1_list_address_3),
        .request_address_8(engine_2_gradient_address_3),
        .request_address_9(engine_2_list_address_3),
        .request_address_10(engine_3_gradient_address_3),
        .request_address_11(engine_3_list_address_3),
        .request_valid_0(entry_reader_request_valid_3),
        .request_valid_1(row_reader_request_valid_3),
        .request_valid_2(offset_reader_request_valid_3),
        .request_valid_3(task_reader_request_valid_3),
        .request_valid_4(engine_0_gradient_valid_3),
        .request_valid_5(engine_0_list_valid_3),
        .request_valid_6(engine_1_gradient_valid_3),
        .request_valid_7(engine_1_list_valid_3),
        .request_valid_8(engine_2_gradient_valid_3),
        .request_valid_9(engine_2_list_valid_3),
        .request_valid_10(engine_3_gradient_valid_3),
        .request_valid_11(engine_3_list_valid_3),
        .request_ready_0(scratch_reader_3_request_ready_0),
        .request_ready_1(scratch_reader_3_request_ready_1),
        .request_ready_2(scratch_reader_3_request_ready_2),
        .request_ready_3(scratch_reader_3_request_ready_3),
        .request_ready_4(scratch_reader_3_request_ready_4),
        .request_ready_5(scratch_reader_3_request_ready_5),
        .request_ready_6(scratch_reader_3_request_ready_6),
        .request_ready_7(scratch_reader_3_request_ready_7),
        .request_ready_8(scratch_reader_3_request_ready_8),
        .request_ready_9(scratch_reader_3_request_ready_9),
        .request_ready_10(scratch_reader_3_request_ready_10),
        .request_ready_11(scratch_reader_3_request_ready_11),
        .answer_valid_0(scratch_reader_3_answer_valid_0),
        .answer_valid_1(scratch_reader_3_answer_valid_1),
        .answer_valid_2(scratch_reader_3_answer_valid_2),
        .answer_valid_3(scratch_reader_3_answer_valid_3),
        .answer_valid_4(scratch_reader_3_answer_valid_4),
        .answer_valid_5(scratch_reader_3_answer_valid_5),
        .answer_valid_6(scratch_reader_3_answer_valid_6),
        .answer_valid_7(scratch_reader_3_answer_valid_7),
        .answer_valid_8(scratch_reader_3_answer_valid_8),
        .answer_valid_9(scratch_reader_3_answer_valid_9),
        .answer_valid_10(scratch_reader_3_answer_valid_10),
        .answer_valid_11(scratch_reader_3_answer_valid_11),
        .answer(scratch_reader_3_answer),
        .arid(scratch_arid_3),
        .araddr(scratch_araddr_3),
        .arvalid(scratch_arvalid_3),
        .arready(scratch_arready_3),
        .rid(scratch_rid_3),
        .rline(scratch_rline_3),
        .rvalid(scratch_rvalid_3)
    );

    emb_write_port_4_c4 u_writer_0 (
        .clock(clock),
        .reset(reset),
        .in_address_0(engine_0_out_address_0),
        .in_address_1(engine_1_out_address_0),
        .in_address_2(engine_2_out_address_0),
        .in_address_3(engine_3_out_address_0),
        .in_data_0(engine_0_out_data_0),
        .in_data_1(engine_1_out_data_0),
        .in_data_2(engine_2_out_data_0),
        .in_data_3(engine_3_out_data_0),
        .in_valid_0(engine_0_out_valid_0),
        .in_valid_1(engine_1_out_valid_0),
        .in_valid_2(engine_2_out_valid_0),
        .in_valid_3(engine_3_out_valid_0),
        .in_ready_0(writer_0_in_ready_0),
        .in_ready_1(writer_0_in_ready_1),
        .in_ready_2(writer_0_in_ready_2),
        .in_ready_3(writer_0_in_ready_3),
        .out_address(writer_0_out_address),
        .out_data(write_data_0),
        .out_valid(writer_0_out_valid),
        .out_ready(writer_0_out_ready),
        .answer_valid(writer_0_answer_valid),
        .answer_error(writer_0_answer_error),
        .idle(writer_0_idle),
        .fault(writer_0_fault),
        .fault_address(writer_0_fault_address)
    );

    emb_write_port_4_c4 u_writer_1 (
        .clock(clock),
        .reset(reset),
        .in_address_0(engine_0_out_address_1),
        .in_address_1(engine_1_out_address_1),
        .in_address_2(engine_2_out_address_1),
        .in_address_3(engine_3_out_address_1),
        .in_data_0(engine_0_out_data_1),
        .in_data_1(engine_1_out_data_1),
        .in_data_2(engine_2_out_data_1),
        .in_data_3(engine_3_out_data_1),
        .in_valid_0(engine_0_out_valid_1),
        .in_valid_1(engine_1_out_valid_1),
        .in_valid_2(engine_2_out_valid_1),
        .in_valid_3(engine_3_out_valid_1),
        .in_ready_0(writer_1_in_ready_0),
        .in_ready_1(writer_1_in_ready_1),
        .in_ready_2(writer_1_in_ready_2),
        .in_ready_3(writer_1_in_ready_3),
        .out_address(write_address_1),
        .out_data(write_data_1),
        .out_valid(writer_1_out_valid),
        .out_ready(writer_1_out_ready),
        .answer_valid(writer_1_answer_valid),
        .answer_error(writer_1_answer_error),
        .idle(writer_1_idle),
        .fault(writer_1_fault),
        .fault_address(writer_1_fault_address)
    );

    emb_write_port_4_c4 u_writer_2 (
        .clock(clock),
        .reset(reset),
        .in_address_0(engine_0_out_address_2),
        .in_address_1(engine_1_out_address_2),
        .in_address_2(engine_2_out_address_2),
        .in_address_3(engine_3_out_address_2),
        .in_data_0(engine_0_out_data_2),
        .in_data_1(engine_1_out_data_2),
        .in_data_2(engine_2_out_data_2),
        .in_data_3(engine_3_out_data_2),
        .in_valid_0(engine_0_out_valid_2),
        .in_valid_1(engine_1_out_valid_2),
        .in_valid_2(engine_2_out_valid_2),
        .in_valid_3(engine_3_out_valid_2),
        .in_ready_0(writer_2_in_ready_0),
        .in_ready_1(writer_2_in_ready_1),
        .in_ready_2(writer_2_in_ready_2),
        .in_ready_3(writer_2_in_ready_3),
        .out_address(write_address_2),
        .out_data(write_data_2),
        .out_valid(writer_2_out_valid),
        .out_ready(writer_2_out_ready),
        .answer_valid(writer_2_answer_valid),
        .answer_error(writer_2_answer_error),
        .idle(writer_2_idle),
        .fault(writer_2_fault),
        .fault_address(writer_2_fault_address)
    );

    emb_write_port_4_c4 u_writer_3 (
        .clock(clock),
        .reset(reset),
        .in_address_0(engine_0_out_address_3),
        .in_address_1(engine_1_out_address_3),
        .in_address_2(engine_2_out_address_3),
        .in_address_3(engine_3_out_address_3),
        .in_data_0(engine_0_out_data_3),
        .in_data_1(engine_1_out_data_3),
        .in_data_2(engine_2_out_data_3),
        .in_data_3(engine_3_out_data_3),
        .in_valid_0(engine_0_out_valid_3),
        .in_valid_1(engine_1_out_valid_3),
        .in_valid_2(engine_2_out_valid_3),
        .in_valid_3(engine_3_out_valid_3),
        .in_ready_0(writer_3_in_ready_0),
        .in_ready_1(writer_3_in_ready_1),
        .in_ready_2(writer_3_in_ready_2),
        .in_ready_3(writer_3_in_ready_3),
        .out_address(write_address_3),
        .out_data(write_data_3),
        .out_valid(writer_3_out_valid),
        .out_ready(writer_3_out_ready),
        .answer_valid(writer_3_answer_valid),
        .answer_error(writer_3_answer_error),
        .idle(writer_3_idle),
        .fault(writer_3_fault),
        .fault_address(writer_3_fault_address)
    );

    always @(posedge clock) begin
        // The regions of a job, whose settings stay while it runs: rows, and results.
        rows_end <= data_end;
    end

    always @(posedge clock) begin
        results_first <= job_result_base;
        results_end <= job_vector_base + job_vector_bytes;
        if (job_is_stage) begin
            results_end <= staged_base + {21'd0, row_vectors_offset};
        end else if (job_is_update) begin
            results_first <= job_data_base;
            results_end <= data_end;
        end
    end

    always @(posedge clock) begin
        // Once the batch is found good, it must be walked to its end.
        if (batch_done) begin
            found_good <= 1'b1;
        end
        if (sequencer_batch_start | sequencer_batch_stop | reset) begin
            found_good <= 1'b0;
        end
    end

    // Clock and reset.
    assign sequencer_clock = clock;
    assign batch_reset = reset | sequencer_batch_stop;

    // The job: queue, settings, checker, sequencer.
    assign queue_clock = clock;
    assign checker_record_bytes = |payload[63:38] ? TOO_MUCH : payload + 64'd64;

    assign outside =
        (found_good & splitter_broke_off) |
        engine_0_outside |
        engine_1_outside |
        engine_2_outside |
        engine_3_outside;

    assign outside_address =
        engine_3_outside ? engine_3_outside_address :
        engine_2_outside ? engine_2_outside_address :
        engine_1_outside ? engine_1_outside_address :
        engine_0_outside ? engine_0_outside_address :
        job_offsets;

    // Lists that are no longer what the check has found fail the job as the check would have.
    assign sequencer_batch_failed = batch_failed | outside;
    assign sequencer_batch_error = batch_failed ? batch_error : ERROR_OUTSIDE;
    assign sequencer_batch_position = batch_failed ? batch_error_position : outside_address;
    assign data_end = job_data_base + job_data_bytes;
    assign sequencer_inputs_ready = (gradients_ready | ~job_needs_gradients) & permits;
    assign gradients_taken = sequencer_inputs_taken & job_needs_gradients;
    assign flush_source = job_is_accumulation ? job_data_base : job_vector_base;
    assign flush_lines[57:0] = job_is_accumulation ? job_data_bytes[63:6] : {21'd0, batch_vectors_offset[42:6]};
    assign flush_lines[63:58] = 6'd0;

    // The record of a log: addresses of rows, eight a line, and rows; or parameters. The sum is there when it is looked at.
    assign row_vectors_index = row_count;

    wire [63:0] row_bytes_sum = {32'd0, row_count} + 64'd7;
    assign row_bytes = {row_bytes_sum[60:3], 6'd0};
    assign payload_bytes = job_is_row_log ? row_bytes + {21'd0, row_vectors_offset} : job_parameter_bytes;
    assign record_lines = payload[37:6];

    // The lists that are read from end to end.
    assign segment_words[31:0] = job_uses_segments ? job_segment_count : 32'd0;
    assign segment_words[32] = 1'b0;
    assign row_words[31:0] = job_is_update ? job_segment_count : 32'd0;
    assign row_words[32] = 1'b0;
    assign check_offsets_words = {1'b0, job_segment_count} + 33'd1;
    assign split_offsets_words = {1'b0, job_segment_count} + 33'd1;

    assign lists_idle =
        check_directory_idle &
        check_offsets_idle &
        check_rows_idle &
        check_entries_idle &
        split_directory_idle &
        split_offsets_idle &
        split_segments_idle;

    // The check of the batch.
    assign batch_start = sequencer_batch_start;

    // The work on the batch: tasks, dealt to the engines in turn.
    assign splitter_start = sequencer_batch_start;
    assign splitter_task_ready = |dealer_grant;

    assign engines_idle =
        engine_0_idle &
        engine_1_idle &
        engine_2_idle &
        engine_3_idle &
        writer_0_idle &
        writer_1_idle &
        writer_2_idle &
        writer_3_idle;

    assign engines_ready_0 = {3'd0, engine_0_task_ready};
    assign engine_0_task_valid = splitter_task_valid & dealer_grant[0];
    assign engines_ready_1 = {engines_ready_0[3:2], engine_1_task_ready, engines_ready_0[0]};
    assign engine_1_task_valid = splitter_task_valid & dealer_grant[1];
    assign engines_ready_2 = {engines_ready_1[3], engine_2_task_ready, engines_ready_1[1:0]};
    assign engine_2_task_valid = splitter_task_valid & dealer_grant[2];
    assign engines_ready_3 = {engine_3_task_ready, engines_ready_2[2:0]};
    assign engine_3_task_valid = splitter_task_valid & dealer_grant[3];

    // Ports: every engine has a place at each; at the scratchpad's, one for gradients and one for lists.
    assign channel_reader_0_clock = clock;

    // Results: an update writes the tables, all else the scratchpad.
    assign write_address_0 = writer_0_out_address;
    assign row_write_valid_0 = writer_0_out_valid & job_writes_tables;
    assign scratch_write_valid_0 = writer_0_out_valid & ~job_writes_tables;
    assign writer_0_out_ready = job_writes_tables ? row_write_ready_0 : scratch_write_ready_0;
    assign writer_0_answer_valid = job_writes_tables ? row_written_0 : scratch_written_0;
    assign writer_0_answer_error = job_writes_tables ? row_write_error_0 : scratch_write_error_0;
    assign row_write_valid_1 = writer_1_out_valid & job_writes_tables;
    assign scratch_write_valid_1 = writer_1_out_valid & ~job_writes_tables;
    assign writer_1_out_ready = job_writes_tables ? row_write_ready_1 : scratch_write_ready_1;
    assign writer_1_answer_valid = job_writes_tables ? row_written_1 : scratch_written_1;
    assign writer_1_answer_error = job_writes_tables ? row_write_error_1 : scratch_write_error_1;
    assign row_write_valid_2 = writer_2_out_valid & job_writes_tables;
    assign scratch_write_valid_2 = writer_2_out_valid & ~job_writes_tables;
    assign writer_2_out_ready = job_writes_tables ? row_write_ready_2 : scratch_write_ready_2;
    assign writer_2_answer_valid = job_writes_tables ? row_written_2 : scratch_written_2;
    assign writer_2_answer_error = job_writes_tables ? row_write_error_2 : scratch_write_error_2;
    assign row_write_valid_3 = writer_3_out_valid & job_writes_tables;
    assign scratch_write_valid_3 = writer_3_out_valid & ~job_writes_tables;
    assign writer_3_out_ready = job_writes_tables ? row_write_ready_3 : scratch_write_ready_3;
    assign writer_3_answer_valid = job_writes_tables ? row_written_3 : scratch_written_3;
    assign writer_3_answer_error = job_writes_tables ? row_write_error_3 : scratch_write_error_3;

    // What is under way, and what went wrong.
    assign sequencer_all_idle = lists_idle & splitter_idle & engines_idle;

    assign read_fault =
        task_reader_fault |
        flush_unreadable |
        offset_reader_fault |
        row_reader_fault |
        entry_reader_fault |
        engine_0_fault |
        engine_1_fault |
        engine_2_fault |
        engine_3_fault;

    assign read_fault_address =
        engine_3_fault ? engine_3_fault_address :
        engine_2_fault ? engine_2_fault_address :
        engine_1_fault ? engine_1_fault_address :
        engine_0_fault ? engine_0_fault_address :
        entry_reader_fault ? entry_reader_fault_address :
        row_reader_fault ? row_reader_fault_address :
        offset_reader_fault ? offset_reader_fault_address :
        flush_unreadable ? flush_unreadable_address :
        task_reader_fault_address;

    assign write_fault = writer_0_fault | writer_1_fault | writer_2_fault | writer_3_fault;

    assign write_fault_address =
        writer_3_fault ? writer_3_fault_address :
        writer_2_fault ? writer_2_fault_address :
        writer_1_fault ? writer_1_fault_address :
        writer_0_fault ? writer_0_fault_address :
        64'd0;

    // What is counted.
    assign busy = sequencer_busy;
    assign lookup_done = sequencer_finished & ~job_is_update;
    assign update_done = sequencer_finished & job_writes_tables;
    assign stage_done = sequencer_finished & job_is_stage;
    assign accumulation_done = sequencer_finished & job_is_accumulation;
    assign entry_line_5 = 1'b0;
    assign entry_line_6 = 1'b0;
    assign entry_line_7 = 1'b0;
    assign entry_line_8 = 1'b0;
    assign entry_line_9 = 1'b0;
    assign entry_line_10 = 1'b0;
    assign entry_line_11 = 1'b0;

    assign gradient_line_0 =
        scratch_reader_0_answer_valid_4 |
        scratch_reader_0_answer_valid_6 |
        scratch_reader_0_answer_valid_8 |
        scratch_reader_0_answer_valid_10;

    assign gradient_line_1 =
        scratch_reader_1_answer_valid_4 |
        scratch_reader_1_answer_valid_6 |
        scratch_reader_1_answer_valid_8 |
        scratch_reader_1_answer_valid_10;

    assign gradient_line_2 =
        scratch_reader_2_answer_valid_4 |
        scratch_reader_2_answer_valid_6 |
        scratch_reader_2_answer_valid_8 |
        scratch_reader_2_answer_valid_10;

    assign gradient_line_3 =
        scratch_reader_3_answer_valid_4 |
        scratch_reader_3_answer_valid_6 |
        scratch_reader_3_answer_valid_8 |
        scratch_reader_3_answer_valid_10;

    always @(posedge clock) begin
        payload <= payload_bytes;
    end

    // Bits that the design does not need.
    wire _unused = &{
        engines_ready_0[1],
        engines_ready_1[2],
        engines_ready_2[3],
        dealer_chosen,
        row_bytes_sum[2:0],
        row_bytes_sum[63:61],
        1'b0
    };

endmodule

`default_nettype wire
