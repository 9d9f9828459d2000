// Writes records of rows and of parameters beside the jobs, and lets an update begin when those that it waits
// for count. Of each a line a cycle and channel, less the gap; stalls when memory does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_checkpointing_logic_c1_faults (
    input  wire         clock,
    input  wire         reset,
    input  wire [21:0]  persistent_gib,
    input  wire         rows_start,
    input  wire         parameters_start,
    input  wire [63:0]  target,
    input  wire [31:0]  lines,
    input  wire [31:0]  configuration,
    input  wire [63:0]  batch,
    input  wire [31:0]  vector_length,
    input  wire [4:0]   row_lines,
    input  wire [63:0]  directory,
    input  wire [63:0]  rows,
    input  wire [31:0]  table_count,
    input  wire [31:0]  row_count,
    input  wire         staged,
    input  wire [63:0]  staged_base,
    input  wire [15:0]  gap,
    input  wire         after_rows,
    input  wire         after_parameters,
    input  wire [15:0]  lag,
    output wire         permits,
    input  wire         forget,
    output wire         rows_idle,
    output wire         rows_done,
    output wire [32:0]  rows_record_lines,
    output wire         parameters_idle,
    output wire         parameters_done,
    output wire [32:0]  parameters_record_lines,
    output wire         failed,
    output wire [63:0]  failed_record,
    output wire         waiting,
    input  wire         parameter_valid,
    output wire         parameter_ready,
    input  wire [512:0] parameter_,
    output wire [8:0]   list_arid_0,
    output wire [63:0]  list_araddr_0,
    output wire         list_arvalid_0,
    input  wire         list_arready_0,
    input  wire [8:0]   list_rid_0,
    input  wire [512:0] list_rline_0,
    input  wire         list_rvalid_0,
    output wire [8:0]   row_arid_0,
    output wire [63:0]  row_araddr_0,
    output wire         row_arvalid_0,
    input  wire         row_arready_0,
    input  wire [8:0]   row_rid_0,
    input  wire [512:0] row_rline_0,
    input  wire         row_rvalid_0,
    output wire [63:0]  row_log_address_0,
    output wire [511:0] row_log_data_0,
    output wire         row_log_valid_0,
    input  wire         row_log_ready_0,
    input  wire         row_logged_0,
    input  wire         row_log_error_0,
    output wire [63:0]  parameter_log_address_0,
    output wire [511:0] parameter_log_data_0,
    output wire         parameter_log_valid_0,
    input  wire         parameter_log_ready_0,
    input  wire         parameter_logged_0,
    input  wire         parameter_log_error_0,
    input  wire [3:0]   fault_0
);

    localparam [31:0] KIND_OF_PARAMETERS = 32'd2;
    localparam [31:0] KIND_OF_ROWS = 32'd1;
    localparam [3:0] NO_INTERLOCK_0 = 4'd9;

    wire [21:0] gatherer_persistent_gib;
    wire gatherer_idle;
    wire gatherer_failed;
    wire gatherer_part_start_0;
    wire gatherer_part_start_1;
    wire gatherer_part_start_2;
    wire gatherer_part_start_3;
    wire [31:0] gatherer_part_lines;
    wire gatherer_line_valid_0;
    wire gatherer_line_valid_1;
    wire gatherer_line_valid_2;
    wire gatherer_line_valid_3;
    wire [512:0] gatherer_line_0;
    wire [512:0] gatherer_line_1;
    wire [512:0] gatherer_line_2;
    wire [512:0] gatherer_line_3;
    wire row_writer_idle;
    wire row_writer_waiting;
    wire row_writer_failed;
    wire [63:0] row_writer_record;
    wire [63:0] row_writer_record_batch;
    wire row_writer_line_ready_0;
    wire row_writer_line_ready_1;
    wire row_writer_line_ready_2;
    wire row_writer_line_ready_3;
    wire [3:0] row_writer_fault_0;
    wire parameter_writer_start;
    wire parameter_writer_waiting;
    wire parameter_writer_failed;
    wire [63:0] parameter_writer_record;
    wire [63:0] parameter_writer_record_batch;
    wire interlock_reset;
    wire interlock_rows_done;
    wire interlock_permits;

    emb_row_gatherer_p1 u_gatherer (
        .clock(clock),
        .reset(reset),
        .persistent_gib(gatherer_persistent_gib),
        .start(rows_start),
        .directory(directory),
        .rows(rows),
        .table_count(table_count),
        .row_count(row_count),
        .row_lines(row_lines),
        .staged(staged),
        .staged_base(staged_base),
        .idle(gatherer_idle),
        .failed(gatherer_failed),
        .part_start_0(gatherer_part_start_0),
        .part_start_1(gatherer_part_start_1),
        .part_start_2(gatherer_part_start_2),
        .part_start_3(gatherer_part_start_3),
        .part_lines(gatherer_part_lines),
        .line_valid_0(gatherer_line_valid_0),
        .line_valid_1(gatherer_line_valid_1),
        .line_valid_2(gatherer_line_valid_2),
        .line_valid_3(gatherer_line_valid_3),
        .line_ready_0(row_writer_line_ready_0),
        .line_ready_1(row_writer_line_ready_1),
        .line_ready_2(row_writer_line_ready_2),
        .line_ready_3(row_writer_line_ready_3),
        .line_0(gatherer_line_0),
        .line_1(gatherer_line_1),
        .line_2(gatherer_line_2),
        .line_3(gatherer_line_3),
        .list_arid_0(list_arid_0),
        .list_araddr_0(list_araddr_0),
        .list_arvalid_0(list_arvalid_0),
        .list_arready_0(list_arready_0),
        .list_rid_0(list_rid_0),
        .list_rline_0(list_rline_0),
        .list_rvalid_0(list_rvalid_0),
        .row_arid_0(row_arid_0),
        .row_araddr_0(row_araddr_0),
        .row_arvalid_0(row_arvalid_0),
        .row_arready_0(row_arready_0),
        .row_rid_0(row_rid_0),
        .row_rline_0(row_rline_0),
        .row_rvalid_0(row_rvalid_0)
    );

    emb_record_writer_c1_p4_faults u_row_writer (
        .clock(clock),
        .reset(reset),
        .start(rows_start),
        .kind(KIND_OF_ROWS),
        .target(target),
        .lines(lines),
        .configuration(configuration),
        .batch(batch),
        .rows(row_count),
        .vector_length(vector_length),
        .part_start_0(gatherer_part_start_0),
        .part_start_1(gatherer_part_start_1),
        .part_start_2(gatherer_part_start_2),
        .part_start_3(gatherer_part_start_3),
        .part_lines(gatherer_part_lines),
        .gap(gap),
        .cancel(gatherer_failed),
        .idle(row_writer_idle),
        .waiting(row_writer_waiting),
        .done(rows_done),
        .failed(row_writer_failed),
        .record(row_writer_record),
        .record_lines(rows_record_lines),
        .record_batch(row_writer_record_batch),
        .line_valid_0(gatherer_line_valid_0),
        .line_valid_1(gatherer_line_valid_1),
        .line_valid_2(gatherer_line_valid_2),
        .line_valid_3(gatherer_line_valid_3),
        .line_ready_0(row_writer_line_ready_0),
        .line_ready_1(row_writer_line_ready_1),
        .line_ready_2(row_writer_line_ready_2),
        .line_ready_3(row_writer_line_ready_3),
        .line_0(gatherer_line_0),
        .line_1(gatherer_line_1),
        .line_2(gatherer_line_2),
        .line_3(gatherer_line_3),
        .write_address_0(row_log_address_0),
        .write_data_0(row_log_data_0),
        .write_valid_0(row_log_valid_0),
        .write_ready_0(row_log_ready_0),
        .written_0(row_logged_0),
        .write_error_0(row_log_error_0),
        .fault_0(row_writer_fault_0)
    );

    emb_record_writer_c1_p1_faults u_parameter_writer (
        .clock(clock),
        .reset(reset),
        .start(parameter_writer_start),
        .kind(KIND_OF_PARAMETERS),
        .target(target),
        .lines(lines),
        .configuration(configuration),
        .batch(batch),
        .rows(32'd0),
        .vector_length(32'd0),
        .part_start_0(parameters_start),
        .part_lines(lines),
        .gap(gap),
        .cancel(1'b0),
        .idle(parameters_idle),
        .waiting(parameter_writer_waiting),
        .done(parameters_done),
        .failed(parameter_writer_failed),
        .record(parameter_writer_record),
        .record_lines(parameters_record_lines),
        .record_batch(parameter_writer_record_batch),
        .line_valid_0(parameter_valid),
        .line_ready_0(parameter_ready),
        .line_0(parameter_),
        .write_address_0(parameter_log_address_0),
        .write_data_0(parameter_log_data_0),
        .write_valid_0(parameter_log_valid_0),
        .write_ready_0(parameter_log_ready_0),
        .written_0(parameter_logged_0),
        .write_error_0(parameter_log_error_0),
        .fault_0(fault_0)
    );

    emb_interlock u_interlock (
        .clock(clock),
        .reset(interlock_reset),
        .rows_done(interlock_rows_done),
        .rows_batch(row_writer_record_batch),
        .parameters_done(parameters_done),
        .parameters_batch(parameter_writer_record_batch),
        .after_rows(after_rows),
        .after_parameters(after_parameters),
        .lag(lag),
        .batch(batch),
        .permits(interlock_permits)
    );

    assign interlock_reset = reset | forget;

    // Rows.
    assign gatherer_persistent_gib = persistent_gib;
    assign rows_idle = row_writer_idle & gatherer_idle;

    // Parameters: all of them one part.
    assign parameter_writer_start = parameters_start;

    // Which records count, and which failed.
    assign interlock_rows_done = rows_done;
    assign permits = interlock_permits | (fault_0 == NO_INTERLOCK_0);
    assign failed = row_writer_failed | parameter_writer_failed;
    assign failed_record = row_writer_failed ? row_writer_record : parameter_writer_record;
    assign waiting = row_writer_idle & gatherer_idle & (parameters_idle | parameter_writer_waiting);

    // Faults, for tests.
    assign row_writer_fault_0 = fault_0;

    // Bits that the design does not need.
    wire _unused = &{
        row_writer_waiting,
        1'b0
    };

endmodule

`default_nettype wire
