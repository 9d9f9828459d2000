// Makes the payload of a record of rows, its parts side by side. A line a cycle and part; stalls when lists
// or rows are not there or a line is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_row_gatherer_p4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [21:0]  persistent_gib,
    input  wire         start,
    input  wire [63:0]  directory,
    input  wire [63:0]  rows,
    input  wire [31:0]  table_count,
    input  wire [31:0]  row_count,
    input  wire [4:0]   row_lines,
    input  wire         staged,
    input  wire [63:0]  staged_base,
    output wire         idle,
    output wire         failed,
    output wire         part_start_0,
    output wire         part_start_1,
    output wire         part_start_2,
    output wire         part_start_3,
    output wire [31:0]  part_lines,
    output wire         line_valid_0,
    output wire         line_valid_1,
    output wire         line_valid_2,
    output wire         line_valid_3,
    input  wire         line_ready_0,
    input  wire         line_ready_1,
    input  wire         line_ready_2,
    input  wire         line_ready_3,
    output wire [512:0] line_0,
    output wire [512:0] line_1,
    output wire [512:0] line_2,
    output wire [512:0] line_3,
    output wire [8:0]   list_arid_0,
    output wire [8:0]   list_arid_1,
    output wire [8:0]   list_arid_2,
    output wire [8:0]   list_arid_3,
    output wire [63:0]  list_araddr_0,
    output wire [63:0]  list_araddr_1,
    output wire [63:0]  list_araddr_2,
    output wire [63:0]  list_araddr_3,
    output wire         list_arvalid_0,
    output wire         list_arvalid_1,
    output wire         list_arvalid_2,
    output wire         list_arvalid_3,
    input  wire         list_arready_0,
    input  wire         list_arready_1,
    input  wire         list_arready_2,
    input  wire         list_arready_3,
    input  wire [8:0]   list_rid_0,
    input  wire [8:0]   list_rid_1,
    input  wire [8:0]   list_rid_2,
    input  wire [8:0]   list_rid_3,
    input  wire [512:0] list_rline_0,
    input  wire [512:0] list_rline_1,
    input  wire [512:0] list_rline_2,
    input  wire [512:0] list_rline_3,
    input  wire         list_rvalid_0,
    input  wire         list_rvalid_1,
    input  wire         list_rvalid_2,
    input  wire         list_rvalid_3,
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
    input  wire         row_rvalid_3
);

    reg [63:0] directory_base = 64'd0;
    reg [63:0] rows_base = 64'd0;
    reg [31:0] tables = 32'd0;
    reg [31:0] count = 32'd0;
    reg [4:0] lines = 5'd0;
    reg takes_staged = 1'b0;
    reg [63:0] staged_rows = 64'd0;
    reg gathers = 1'b0;

    wire [63:0] rows_offset;
    wire gathered;
    wire wrong;
    wire fails;
    wire splitter_clock;
    wire splitter_reset;
    wire [31:0] splitter_first_row;
    wire [63:0] splitter_first_byte;
    wire [31:0] splitter_part_rows;
    wire splitter_idle;
    wire [63:0] parts_0_rows;
    wire [63:0] parts_0_source;
    wire parts_0_idle;
    wire parts_0_mismatch;
    wire [63:0] parts_0_directory_address;
    wire parts_0_directory_valid;
    wire [63:0] parts_0_list_address;
    wire parts_0_list_valid;
    wire [63:0] parts_0_row_request_address_0;
    wire [63:0] parts_0_row_request_address_1;
    wire [63:0] parts_0_row_request_address_2;
    wire [63:0] parts_0_row_request_address_3;
    wire parts_0_row_request_valid_0;
    wire parts_0_row_request_valid_1;
    wire parts_0_row_request_valid_2;
    wire parts_0_row_request_valid_3;
    wire parts_0_row_request_ready_0;
    wire parts_0_row_request_ready_1;
    wire parts_0_row_request_ready_2;
    wire parts_0_row_request_ready_3;
    wire parts_0_row_answer_valid_0;
    wire parts_0_row_answer_valid_1;
    wire parts_0_row_answer_valid_2;
    wire parts_0_row_answer_valid_3;
    wire [512:0] parts_0_row_answer_0;
    wire [512:0] parts_0_row_answer_1;
    wire [512:0] parts_0_row_answer_2;
    wire [512:0] parts_0_row_answer_3;
    wire [63:0] parts_1_rows;
    wire [63:0] parts_1_source;
    wire parts_1_idle;
    wire parts_1_mismatch;
    wire [63:0] parts_1_directory_address;
    wire parts_1_directory_valid;
    wire [63:0] parts_1_list_address;
    wire parts_1_list_valid;
    wire [63:0] parts_1_row_request_address_0;
    wire [63:0] parts_1_row_request_address_1;
    wire [63:0] parts_1_row_request_address_2;
    wire [63:0] parts_1_row_request_address_3;
    wire parts_1_row_request_valid_0;
    wire parts_1_row_request_valid_1;
    wire parts_1_row_request_valid_2;
    wire parts_1_row_request_valid_3;
    wire parts_1_row_request_ready_0;
    wire parts_1_row_request_ready_1;
    wire parts_1_row_request_ready_2;
    wire parts_1_row_request_ready_3;
    wire parts_1_row_answer_valid_0;
    wire parts_1_row_answer_valid_1;
    wire parts_1_row_answer_valid_2;
    wire parts_1_row_answer_valid_3;
    wire [512:0] parts_1_row_answer_0;
    wire [512:0] parts_1_row_answer_1;
    wire [512:0] parts_1_row_answer_2;
    wire [512:0] parts_1_row_answer_3;
    wire [63:0] parts_2_rows;
    wire [63:0] parts_2_source;
    wire parts_2_idle;
    wire parts_2_mismatch;
    wire [63:0] parts_2_directory_address;
    wire parts_2_directory_valid;
    wire [63:0] parts_2_list_address;
    wire parts_2_list_valid;
    wire [63:0] parts_2_row_request_address_0;
    wire [63:0] parts_2_row_request_address_1;
    wire [63:0] parts_2_row_request_address_2;
    wire [63:0] parts_2_row_request_address_3;
    wire parts_2_row_request_valid_0;
    wire parts_2_row_request_valid_1;
    wire parts_2_row_request_valid_2;
    wire parts_2_row_request_valid_3;
    wire parts_2_row_request_ready_0;
    wire parts_2_row_request_ready_1;
    wire parts_2_row_request_ready_2;
    wire parts_2_row_request_ready_3;
    wire parts_2_row_answer_valid_0;
    wire parts_2_row_answer_valid_1;
    wire parts_2_row_answer_valid_2;
    wire parts_2_row_answer_valid_3;
    wire [512:0] parts_2_row_answer_0;
    wire [512:0] parts_2_row_answer_1;
    wire [512:0] parts_2_row_answer_2;
    wire [512:0] parts_2_row_answer_3;
    wire [63:0] parts_3_rows;
    wire [63:0] parts_3_source;
    wire parts_3_idle;
    wire parts_3_mismatch;
    wire [63:0] parts_3_directory_address;
    wire parts_3_directory_valid;
    wire [63:0] parts_3_list_address;
    wire parts_3_list_valid;
    wire [63:0] parts_3_row_request_address_0;
    wire [63:0] parts_3_row_request_address_1;
    wire [63:0] parts_3_row_request_address_2;
    wire [63:0] parts_3_row_request_address_3;
    wire parts_3_row_request_valid_0;
    wire parts_3_row_request_valid_1;
    wire parts_3_row_request_valid_2;
    wire parts_3_row_request_valid_3;
    wire parts_3_row_request_ready_0;
    wire parts_3_row_request_ready_1;
    wire parts_3_row_request_ready_2;
    wire parts_3_row_request_ready_3;
    wire parts_3_row_answer_valid_0;
    wire parts_3_row_answer_valid_1;
    wire parts_3_row_answer_valid_2;
    wire parts_3_row_answer_valid_3;
    wire [512:0] parts_3_row_answer_0;
    wire [512:0] parts_3_row_answer_1;
    wire [512:0] parts_3_row_answer_2;
    wire [512:0] parts_3_row_answer_3;
    wire lists_list_ready_0;
    wire lists_list_ready_1;
    wire lists_list_ready_2;
    wire lists_list_ready_3;
    wire lists_list_ready_4;
    wire lists_list_ready_5;
    wire lists_list_ready_6;
    wire lists_list_ready_7;
    wire lists_line_valid_0;
    wire lists_line_valid_1;
    wire lists_line_valid_2;
    wire lists_line_valid_3;
    wire lists_line_valid_4;
    wire lists_line_valid_5;
    wire lists_line_valid_6;
    wire lists_line_valid_7;
    wire [511:0] lists_line_data;
    wire lists_fault;
    wire [63:0] lists_fault_address;
    wire [63:0] lists_request_address_0;
    wire [63:0] lists_request_address_1;
    wire [63:0] lists_request_address_2;
    wire [63:0] lists_request_address_3;
    wire lists_request_valid_0;
    wire lists_request_valid_1;
    wire lists_request_valid_2;
    wire lists_request_valid_3;
    wire channels_0_request_valid_0;
    wire channels_0_request_valid_1;
    wire channels_0_request_valid_2;
    wire channels_0_request_valid_3;
    wire channels_0_request_ready_0;
    wire channels_0_request_ready_1;
    wire channels_0_request_ready_2;
    wire channels_0_request_ready_3;
    wire channels_0_answer_valid_0;
    wire channels_0_answer_valid_1;
    wire channels_0_answer_valid_2;
    wire channels_0_answer_valid_3;
    wire [512:0] channels_0_answer;
    wire channels_1_request_valid_0;
    wire channels_1_request_valid_1;
    wire channels_1_request_valid_2;
    wire channels_1_request_valid_3;
    wire channels_1_request_ready_0;
    wire channels_1_request_ready_1;
    wire channels_1_request_ready_2;
    wire channels_1_request_ready_3;
    wire channels_1_answer_valid_0;
    wire channels_1_answer_valid_1;
    wire channels_1_answer_valid_2;
    wire channels_1_answer_valid_3;
    wire [512:0] channels_1_answer;
    wire channels_2_request_valid_0;
    wire channels_2_request_valid_1;
    wire channels_2_request_valid_2;
    wire channels_2_request_valid_3;
    wire channels_2_request_ready_0;
    wire channels_2_request_ready_1;
    wire channels_2_request_ready_2;
    wire channels_2_request_ready_3;
    wire channels_2_answer_valid_0;
    wire channels_2_answer_valid_1;
    wire channels_2_answer_valid_2;
    wire channels_2_answer_valid_3;
    wire [512:0] channels_2_answer;
    wire channels_3_request_valid_0;
    wire channels_3_request_valid_1;
    wire channels_3_request_valid_2;
    wire channels_3_request_valid_3;
    wire channels_3_request_ready_0;
    wire channels_3_request_ready_1;
    wire channels_3_request_ready_2;
    wire channels_3_request_ready_3;
    wire channels_3_answer_valid_0;
    wire channels_3_answer_valid_1;
    wire channels_3_answer_valid_2;
    wire channels_3_answer_valid_3;
    wire [512:0] channels_3_answer;
    wire scratch_0_clock;
    wire scratch_0_request_valid_1;
    wire scratch_0_request_valid_2;
    wire scratch_0_request_valid_3;
    wire scratch_0_request_valid_4;
    wire scratch_0_request_ready_0;
    wire scratch_0_request_ready_1;
    wire scratch_0_request_ready_2;
    wire scratch_0_request_ready_3;
    wire scratch_0_request_ready_4;
    wire scratch_0_answer_valid_0;
    wire scratch_0_answer_valid_1;
    wire scratch_0_answer_valid_2;
    wire scratch_0_answer_valid_3;
    wire scratch_0_answer_valid_4;
    wire [512:0] scratch_0_answer;
    wire scratch_1_request_valid_1;
    wire scratch_1_request_valid_2;
    wire scratch_1_request_valid_3;
    wire scratch_1_request_valid_4;
    wire scratch_1_request_ready_0;
    wire scratch_1_request_ready_1;
    wire scratch_1_request_ready_2;
    wire scratch_1_request_ready_3;
    wire scratch_1_request_ready_4;
    wire scratch_1_answer_valid_0;
    wire scratch_1_answer_valid_1;
    wire scratch_1_answer_valid_2;
    wire scratch_1_answer_valid_3;
    wire scratch_1_answer_valid_4;
    wire [512:0] scratch_1_answer;
    wire scratch_2_request_valid_1;
    wire scratch_2_request_valid_2;
    wire scratch_2_request_valid_3;
    wire scratch_2_request_valid_4;
    wire scratch_2_request_ready_0;
    wire scratch_2_request_ready_1;
    wire scratch_2_request_ready_2;
    wire scratch_2_request_ready_3;
    wire scratch_2_request_ready_4;
    wire scratch_2_answer_valid_0;
    wire scratch_2_answer_valid_1;
    wire scratch_2_answer_valid_2;
    wire scratch_2_answer_valid_3;
    wire scratch_2_answer_valid_4;
    wire [512:0] scratch_2_answer;
    wire scratch_3_request_valid_1;
    wire scratch_3_request_valid_2;
    wire scratch_3_request_valid_3;
    wire scratch_3_request_valid_4;
    wire scratch_3_request_ready_0;
    wire scratch_3_request_ready_1;
    wire scratch_3_request_ready_2;
    wire scratch_3_request_ready_3;
    wire scratch_3_request_ready_4;
    wire scratch_3_answer_valid_0;
    wire scratch_3_answer_valid_1;
    wire scratch_3_answer_valid_2;
    wire scratch_3_answer_valid_3;
    wire scratch_3_answer_valid_4;
    wire [512:0] scratch_3_answer;

    emb_part_splitter u_splitter (
        .clock(splitter_clock),
        .reset(splitter_reset),
        .start(start),
        .rows(row_count),
        .row_lines(lines),
        .part_start_0(part_start_0),
        .part_start_1(part_start_1),
        .part_start_2(part_start_2),
        .part_start_3(part_start_3),
        .first_row(splitter_first_row),
        .first_byte(splitter_first_byte),
        .part_rows(splitter_part_rows),
        .part_lines(part_lines),
        .idle(splitter_idle)
    );

    emb_part_gatherer_p4 u_parts_0 (
        .clock(clock),
        .reset(reset),
        .persistent_gib(persistent_gib),
        .start(part_start_0),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_0_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
        .staged(takes_staged),
        .source(parts_0_source),
        .idle(parts_0_idle),
        .mismatch(parts_0_mismatch),
        .line_valid(line_valid_0),
        .line_ready(line_ready_0),
        .line(line_0),
        .directory_address(parts_0_directory_address),
        .directory_valid(parts_0_directory_valid),
        .directory_ready(lists_list_ready_0),
        .directory_line_valid(lists_line_valid_0),
        .list_address(parts_0_list_address),
        .list_valid(parts_0_list_valid),
        .list_ready(lists_list_ready_4),
        .list_line_valid(lists_line_valid_4),
        .list_line(lists_line_data),
        .row_request_address_0(parts_0_row_request_address_0),
        .row_request_address_1(parts_0_row_request_address_1),
        .row_request_address_2(parts_0_row_request_address_2),
        .row_request_address_3(parts_0_row_request_address_3),
        .row_request_valid_0(parts_0_row_request_valid_0),
        .row_request_valid_1(parts_0_row_request_valid_1),
        .row_request_valid_2(parts_0_row_request_valid_2),
        .row_request_valid_3(parts_0_row_request_valid_3),
        .row_request_ready_0(parts_0_row_request_ready_0),
        .row_request_ready_1(parts_0_row_request_ready_1),
        .row_request_ready_2(parts_0_row_request_ready_2),
        .row_request_ready_3(parts_0_row_request_ready_3),
        .row_answer_valid_0(parts_0_row_answer_valid_0),
        .row_answer_valid_1(parts_0_row_answer_valid_1),
        .row_answer_valid_2(parts_0_row_answer_valid_2),
        .row_answer_valid_3(parts_0_row_answer_valid_3),
        .row_answer_0(parts_0_row_answer_0),
        .row_answer_1(parts_0_row_answer_1),
        .row_answer_2(parts_0_row_answer_2),
        .row_answer_3(parts_0_row_answer_3)
    );

    emb_part_gatherer_p4 u_parts_1 (
        .clock(clock),
        .reset(reset),
        .persistent_gib(persistent_gib),
        .start(part_start_1),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_1_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
        .staged(takes_staged),
        .source(parts_1_source),
        .idle(parts_1_idle),
        .mismatch(parts_1_mismatch),
        .line_valid(line_valid_1),
        .line_ready(line_ready_1),
        .line(line_1),
        .directory_address(parts_1_directory_address),
        .directory_valid(parts_1_directory_valid),
        .directory_ready(lists_list_ready_1),
        .directory_line_valid(lists_line_valid_1),
        .list_address(parts_1_list_address),
        .list_valid(parts_1_list_valid),
        .list_ready(lists_list_ready_5),
        .list_line_valid(lists_line_valid_5),
        .list_line(lists_line_data),
        .row_request_address_0(parts_1_row_request_address_0),
        .row_request_address_1(parts_1_row_request_address_1),
        .row_request_address_2(parts_1_row_request_address_2),
        .row_request_address_3(parts_1_row_request_address_3),
        .row_request_valid_0(parts_1_row_request_valid_0),
        .row_request_valid_1(parts_1_row_request_valid_1),
        .row_request_valid_2(parts_1_row_request_valid_2),
        .row_request_valid_3(parts_1_row_request_valid_3),
        .row_request_ready_0(parts_1_row_request_ready_0),
        .row_request_ready_1(parts_1_row_request_ready_1),
        .row_request_ready_2(parts_1_row_request_ready_2),
        .row_request_ready_3(parts_1_row_request_ready_3),
        .row_answer_valid_0(parts_1_row_answer_valid_0),
        .row_answer_valid_1(parts_1_row_answer_valid_1),
        .row_answer_valid_2(parts_1_row_answer_valid_2),
        .row_answer_valid_3(parts_1_row_answer_valid_3),
        .row_answer_0(parts_1_row_answer_0),
        .row_answer_1(parts_1_row_answer_1),
        .row_answer_2(parts_1_row_answer_2),
        .row_answer_3(parts_1_row_answer_3)
    );

    emb_part_gatherer_p4 u_parts_2 (
        .clock(clock),
        .reset(reset),
        .persistent_gib(persistent_gib),
        .start(part_start_2),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_2_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
        .staged(takes_staged),
        .source(parts_2_source),
        .idle(parts_2_idle),
        .mismatch(parts_2_mismatch),
        .line_valid(line_valid_2),
        .line_ready(line_ready_2),
        .line(line_2),
        .directory_address(parts_2_directory_address),
        .directory_valid(parts_2_directory_valid),
        .directory_ready(lists_list_ready_2),
        .directory_line_valid(lists_line_valid_2),
        .list_address(parts_2_list_address),
        .list_valid(parts_2_list_valid),
        .list_ready(lists_list_ready_6),
        .list_line_valid(lists_line_valid_6),
        .list_line(lists_line_data),
        .row_request_address_0(parts_2_row_request_address_0),
        .row_request_address_1(parts_2_row_request_address_1),
        .row_request_address_2(parts_2_row_request_address_2),
        .row_request_address_3(parts_2_row_request_address_3),
        .row_request_valid_0(parts_2_row_request_valid_0),
        .row_request_valid_1(parts_2_row_request_valid_1),
        .row_request_valid_2(parts_2_row_request_valid_2),
        .row_request_valid_3(parts_2_row_request_valid_3),
        .row_request_ready_0(parts_2_row_request_ready_0),
        .row_request_ready_1(parts_2_row_request_ready_1),
        .row_request_ready_2(parts_2_row_request_ready_2),
        .row_request_ready_3(parts_2_row_request_ready_3),
        .row_answer_valid_0(parts_2_row_answer_valid_0),
        .row_answer_valid_1(parts_2_row_answer_valid_1),
        .row_answer_valid_2(parts_2_row_answer_valid_2),
        .row_answer_valid_3(parts_2_row_answer_valid_3),
        .row_answer_0(parts_2_row_answer_0),
        .row_answer_1(parts_2_row_answer_1),
        .row_answer_2(parts_2_row_answer_2),
        .row_answer_3(parts_2_row_answer_3)
    );

    emb_part_gatherer_p4 u_parts_3 (
        .clock(clock),
        .reset(reset),
        .persistent_gib(persistent_gib),
        .start(part_start_3),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_3_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
        .staged(takes_staged),
        .source(parts_3_source),
        .idle(parts_3_idle),
        .mismatch(parts_3_mismatch),
        .line_valid(line_valid_3),
        .line_ready(line_ready_3),
        .line(line_3),
        .directory_address(parts_3_directory_address),
        .directory_valid(parts_3_directory_valid),
        .directory_ready(lists_list_ready_3),
        .directory_line_valid(lists_line_valid_3),
        .list_address(parts_3_list_address),
        .list_valid(parts_3_list_valid),
        .list_ready(lists_list_ready_7),
        .list_line_valid(lists_line_valid_7),
        .list_line(lists_line_data),
        .row_request_address_0(parts_3_row_request_address_0),
        .row_request_address_1(parts_3_row_request_address_1),
        .row_request_address_2(parts_3_row_request_address_2),
        .row_request_address_3(parts_3_row_request_address_3),
        .row_request_valid_0(parts_3_row_request_valid_0),
        .row_request_valid_1(parts_3_row_request_valid_1),
        .row_request_valid_2(parts_3_row_request_valid_2),
        .row_request_valid_3(parts_3_row_request_valid_3),
        .row_request_ready_0(parts_3_row_request_ready_0),
        .row_request_ready_1(parts_3_row_request_ready_1),
        .row_request_ready_2(parts_3_row_request_ready_2),
        .row_request_ready_3(parts_3_row_request_ready_3),
        .row_answer_valid_0(parts_3_row_answer_valid_0),
        .row_answer_valid_1(parts_3_row_answer_valid_1),
        .row_answer_valid_2(parts_3_row_answer_valid_2),
        .row_answer_valid_3(parts_3_row_answer_valid_3),
        .row_answer_0(parts_3_row_answer_0),
        .row_answer_1(parts_3_row_answer_1),
        .row_answer_2(parts_3_row_answer_2),
        .row_answer_3(parts_3_row_answer_3)
    );

    emb_list_reader_l8_p4 u_lists (
        .clock(clock),
        .reset(reset),
        .list_address_0(parts_0_directory_address),
        .list_address_1(parts_1_directory_address),
        .list_address_2(parts_2_directory_address),
        .list_address_3(parts_3_directory_address),
        .list_address_4(parts_0_list_address),
        .list_address_5(parts_1_list_address),
        .list_address_6(parts_2_list_address),
        .list_address_7(parts_3_list_address),
        .list_valid_0(parts_0_directory_valid),
        .list_valid_1(parts_1_directory_valid),
        .list_valid_2(parts_2_directory_valid),
        .list_valid_3(parts_3_directory_valid),
        .list_valid_4(parts_0_list_valid),
        .list_valid_5(parts_1_list_valid),
        .list_valid_6(parts_2_list_valid),
        .list_valid_7(parts_3_list_valid),
        .list_ready_0(lists_list_ready_0),
        .list_ready_1(lists_list_ready_1),
        .list_ready_2(lists_list_ready_2),
        .list_ready_3(lists_list_ready_3),
        .list_ready_4(lists_list_ready_4),
        .list_ready_5(lists_list_ready_5),
        .list_ready_6(lists_list_ready_6),
        .list_ready_7(lists_list_ready_7),
        .line_valid_0(lists_line_valid_0),
        .line_valid_1(lists_line_valid_1),
        .line_valid_2(lists_line_valid_2),
        .line_valid_3(lists_line_valid_3),
        .line_valid_4(lists_line_valid_4),
        .line_valid_5(lists_line_valid_5),
        .line_valid_6(lists_line_valid_6),
        .line_valid_7(lists_line_valid_7),
        .line_data(lists_line_data),
        .fault(lists_fault),
        .fault_address(lists_fault_address),
        .request_address_0(lists_request_address_0),
        .request_address_1(lists_request_address_1),
        .request_address_2(lists_request_address_2),
        .request_address_3(lists_request_address_3),
        .request_valid_0(lists_request_valid_0),
        .request_valid_1(lists_request_valid_1),
        .request_valid_2(lists_request_valid_2),
        .request_valid_3(lists_request_valid_3),
        .request_ready_0(scratch_0_request_ready_0),
        .request_ready_1(scratch_1_request_ready_0),
        .request_ready_2(scratch_2_request_ready_0),
        .request_ready_3(scratch_3_request_ready_0),
        .answer_valid_0(scratch_0_answer_valid_0),
        .answer_valid_1(scratch_1_answer_valid_0),
        .answer_valid_2(scratch_2_answer_valid_0),
        .answer_valid_3(scratch_3_answer_valid_0),
        .answer_0(scratch_0_answer),
        .answer_1(scratch_1_answer),
        .answer_2(scratch_2_answer),
        .answer_3(scratch_3_answer)
    );

    emb_read_port_4 u_channels_0 (
        .clock(clock),
        .reset(reset),
        .request_address_0(parts_0_row_request_address_0),
        .request_address_1(parts_1_row_request_address_0),
        .request_address_2(parts_2_row_request_address_0),
        .request_address_3(parts_3_row_request_address_0),
        .request_valid_0(channels_0_request_valid_0),
        .request_valid_1(channels_0_request_valid_1),
        .request_valid_2(channels_0_request_valid_2),
        .request_valid_3(channels_0_request_valid_3),
        .request_ready_0(channels_0_request_ready_0),
        .request_ready_1(channels_0_request_ready_1),
        .request_ready_2(channels_0_request_ready_2),
        .request_ready_3(channels_0_request_ready_3),
        .answer_valid_0(channels_0_answer_valid_0),
        .answer_valid_1(channels_0_answer_valid_1),
        .answer_valid_2(channels_0_answer_valid_2),
        .answer_valid_3(channels_0_answer_valid_3),
        .answer(channels_0_answer),
        .arid(row_arid_0),
        .araddr(row_araddr_0),
        .arvalid(row_arvalid_0),
        .arready(row_arready_0),
        .rid(row_rid_0),
        .rline(row_rline_0),
        .rvalid(row_rvalid_0)
    );

    emb_read_port_4 u_channels_1 (
        .clock(clock),
        .reset(reset),
        .request_address_0(parts_0_row_request_address_1),
        .request_address_1(parts_1_row_request_address_1),
        .request_address_2(parts_2_row_request_address_1),
        .request_address_3(parts_3_row_request_address_1),
        .request_valid_0(channels_1_request_valid_0),
        .request_valid_1(channels_1_request_valid_1),
        .request_valid_2(channels_1_request_valid_2),
        .request_valid_3(channels_1_request_valid_3),
        .request_ready_0(channels_1_request_ready_0),
        .request_ready_1(channels_1_request_ready_1),
        .request_ready_2(channels_1_request_ready_2),
        .request_ready_3(channels_1_request_ready_3),
        .answer_valid_0(channels_1_answer_valid_0),
        .answer_valid_1(channels_1_answer_valid_1),
        .answer_valid_2(channels_1_answer_valid_2),
        .answer_valid_3(channels_1_answer_valid_3),
        .answer(channels_1_answer),
        .arid(row_arid_1),
        .araddr(row_araddr_1),
        .arvalid(row_arvalid_1),
        .arready(row_arready_1),
        .rid(row_rid_1),
        .rline(row_rline_1),
        .rvalid(row_rvalid_1)
    );

    emb_read_port_4 u_channels_2 (
        .clock(clock),
        .reset(reset),
        .request_address_0(parts_0_row_request_address_2),
        .request_address_1(parts_1_row_request_address_2),
        .request_address_2(parts_2_row_request_address_2),
        .request_address_3(parts_3_row_request_address_2),
        .request_valid_0(channels_2_request_valid_0),
        .request_valid_1(channels_2_request_valid_1),
        .request_valid_2(channels_2_request_valid_2),
        .request_valid_3(channels_2_request_valid_3),
        .request_ready_0(channels_2_request_ready_0),
        .request_ready_1(channels_2_request_ready_1),
        .request_ready_2(channels_2_request_ready_2),
        .request_ready_3(channels_2_request_ready_3),
        .answer_valid_0(channels_2_answer_valid_0),
        .answer_valid_1(channels_2_answer_valid_1),
        .answer_valid_2(channels_2_answer_valid_2),
        .answer_valid_3(channels_2_answer_valid_3),
        .answer(channels_2_answer),
        .arid(row_arid_2),
        .araddr(row_araddr_2),
        .arvalid(row_arvalid_2),
        .arready(row_arready_2),
        .rid(row_rid_2),
        .rline(row_rline_2),
        .rvalid(row_rvalid_2)
    );

    emb_read_port_4 u_channels_3 (
        .clock(clock),
        .reset(reset),
        .request_address_0(parts_0_row_request_address_3),
        .request_address_1(parts_1_row_request_address_3),
        .request_address_2(parts_2_row_request_address_3),
        .request_address_3(parts_3_row_request_address_3),
        .request_valid_0(channels_3_request_valid_0),
        .request_valid_1(channels_3_request_valid_1),
        .request_valid_2(channels_3_request_valid_2),
        .request_valid_3(channels_3_request_valid_3),
        .request_ready_0(channels_3_request_ready_0),
        .request_ready_1(channels_3_request_ready_1),
        .request_ready_2(channels_3_request_ready_2),
        .request_ready_3(channels_3_request_ready_3),
        .answer_valid_0(channels_3_answer_valid_0),
        .answer_valid_1(channels_3_answer_valid_1),
        .answer_valid_2(channels_3_answer_valid_2),
        .answer_valid_3(channels_3_answer_valid_3),
        .answer(channels_3_answer),
        .arid(row_arid_3),
        .araddr(row_araddr_3),
        .arvalid(row_arvalid_3),
        .arready(row_arready_3),
        .rid(row_rid_3),
        .rline(row_rline_3),
        .rvalid(row_rvalid_3)
    );

    emb_read_port_5 u_scratch_0 (
        .clock(scratch_0_clock),
        .reset(reset),
        .request_address_0(lists_request_address_0),
        .request_address_1(parts_0_row_request_address_0),
        .request_address_2(parts_1_row_request_address_0),
        .request_address_3(parts_2_row_request_address_0),
        .request_address_4(parts_3_row_request_address_0),
        .request_valid_0(lists_request_valid_0),
        .request_valid_1(scratch_0_request_valid_1),
        .request_valid_2(scratch_0_request_valid_2),
        .request_valid_3(scratch_0_request_valid_3),
        .request_valid_4(scratch_0_request_valid_4),
        .request_ready_0(scratch_0_request_ready_0),
        .request_ready_1(scratch_0_request_ready_1),
        .request_ready_2(scratch_0_request_ready_2),
        .request_ready_3(scratch_0_request_ready_3),
        .request_ready_4(scratch_0_request_ready_4),
        .answer_valid_0(scratch_0_answer_valid_0),
        .answer_valid_1(scratch_0_answer_valid_1),
        .answer_valid_2(scratch_0_answer_valid_2),
        .answer_valid_3(scratch_0_answer_valid_3),
        .answer_valid_4(scratch_0_answer_valid_4),
        .answer(scratch_0_answer),
        .arid(list_arid_0),
        .araddr(list_araddr_0),
        .arvalid(list_arvalid_0),
        .arready(list_arready_0),
        .rid(list_rid_0),
        .rline(list_rline_0),
        .rvalid(list_rvalid_0)
    );

    emb_read_port_5 u_scratch_1 (
        .clock(clock),
        .reset(reset),
        .request_address_0(lists_request_address_1),
        .request_address_1(parts_0_row_request_address_1),
        .request_address_2(parts_1_row_request_address_1),
        .request_address_3(parts_2_row_request_address_1),
        .request_address_4(parts_3_row_request_address_1),
        .request_valid_0(lists_request_valid_1),
        .request_valid_1(scratch_1_request_valid_1),
        .request_valid_2(scratch_1_request_valid_2),
        .request_valid_3(scratch_1_request_valid_3),
        .request_valid_4(scratch_1_request_valid_4),
        .request_ready_0(scratch_1_request_ready_0),
        .request_ready_1(scratch_1_request_ready_1),
        .request_ready_2(scratch_1_request_ready_2),
        .request_ready_3(scratch_1_request_ready_3),
        .request_ready_4(scratch_1_request_ready_4),
        .answer_valid_0(scratch_1_answer_valid_0),
        .answer_valid_1(scratch_1_answer_valid_1),
        .answer_valid_2(scratch_1_answer_valid_2),
        .answer_valid_3(scratch_1_answer_valid_3),
        .answer_valid_4(scratch_1_answer_valid_4),
        .answer(scratch_1_answer),
        .arid(list_arid_1),
        .araddr(list_araddr_1),
        .arvalid(list_arvalid_1),
        .arready(list_arready_1),
        .rid(list_rid_1),
        .rline(list_rline_1),
        .rvalid(list_rvalid_1)
    );

    emb_read_port_5 u_scratch_2 (
        .clock(clock),
        .reset(reset),
        .request_address_0(lists_request_address_2),
        .request_address_1(parts_0_row_request_address_2),
        .request_address_2(parts_1_row_request_address_2),
        .request_address_3(parts_2_row_request_address_2),
        .request_address_4(parts_3_row_request_address_2),
        .request_valid_0(lists_request_valid_2),
        .request_valid_1(scratch_2_request_valid_1),
        .request_valid_2(scratch_2_request_valid_2),
        .request_valid_3(scratch_2_request_valid_3),
        .request_valid_4(scratch_2_request_valid_4),
        .request_ready_0(scratch_2_request_ready_0),
        .request_ready_1(scratch_2_request_ready_1),
        .request_ready_2(scratch_2_request_ready_2),
        .request_ready_3(scratch_2_request_ready_3),
        .request_ready_4(scratch_2_request_ready_4),
        .answer_valid_0(scratch_2_answer_valid_0),
        .answer_valid_1(scratch_2_answer_valid_1),
        .answer_valid_2(scratch_2_answer_valid_2),
        .answer_valid_3(scratch_2_answer_valid_3),
        .answer_valid_4(scratch_2_answer_valid_4),
        .answer(scratch_2_answer),
        .arid(list_arid_2),
        .araddr(list_araddr_2),
        .arvalid(list_arvalid_2),
        .arready(list_arready_2),
        .rid(list_rid_2),
        .rline(list_rline_2),
        .rvalid(list_rvalid_2)
    );

    emb_read_port_5 u_scratch_3 (
        .clock(clock),
        .reset(reset),
        .request_address_0(lists_request_address_3),
        .request_address_1(parts_0_row_request_address_3),
        .request_address_2(parts_1_row_request_address_3),
        .request_address_3(parts_2_row_request_address_3),
        .request_address_4(parts_3_row_request_address_3),
        .request_valid_0(lists_request_valid_3),
        .request_valid_1(scratch_3_request_valid_1),
        .request_valid_2(scratch_3_request_valid_2),
        .request_valid_3(scratch_3_request_valid_3),
        .request_valid_4(scratch_3_request_valid_4),
        .request_ready_0(scratch_3_request_ready_0),
        .request_ready_1(scratch_3_request_ready_1),
        .request_ready_2(scratch_3_request_ready_2),
        .request_ready_3(scratch_3_request_ready_3),
        .request_ready_4(scratch_3_request_ready_4),
        .answer_valid_0(scratch_3_answer_valid_0),
        .answer_valid_1(scratch_3_answer_valid_1),
        .answer_valid_2(scratch_3_answer_valid_2),
        .answer_valid_3(scratch_3_answer_valid_3),
        .answer_valid_4(scratch_3_answer_valid_4),
        .answer(scratch_3_answer),
        .arid(list_arid_3),
        .araddr(list_araddr_3),
        .arvalid(list_arvalid_3),
        .arready(list_arready_3),
        .rid(list_rid_3),
        .rline(list_rline_3),
        .rvalid(list_rvalid_3)
    );

    always @(posedge clock) begin
        if (start) begin
            directory_base <= directory;
            rows_base <= rows;
            tables <= table_count;
            count <= row_count;
            lines <= row_lines;
            takes_staged <= staged;
            staged_rows <= staged_base;
        end
    end

    always @(posedge clock) begin
        if (gathered | fails) begin
            gathers <= 1'b0;
        end
        if (start) begin
            gathers <= 1'b1;
        end
        if (reset) begin
            gathers <= 1'b0;
        end
    end

    // What goes wrong first ends all parts.
    assign wrong = lists_fault | parts_0_mismatch | parts_1_mismatch | parts_2_mismatch | parts_3_mismatch;
    assign gathered = splitter_idle & parts_0_idle & parts_1_idle & parts_2_idle & parts_3_idle;
    assign fails = wrong & gathers;
    assign failed = fails;
    assign idle = gathered;

    // The parts.
    assign splitter_clock = clock;
    assign splitter_reset = reset | fails;
    assign rows_offset = {30'd0, splitter_first_row, 2'd0};
    assign parts_0_rows = rows_base + rows_offset;
    assign parts_0_source = staged_rows + splitter_first_byte;
    assign parts_1_rows = rows_base + rows_offset;
    assign parts_1_source = staged_rows + splitter_first_byte;
    assign parts_2_rows = rows_base + rows_offset;
    assign parts_2_source = staged_rows + splitter_first_byte;
    assign parts_3_rows = rows_base + rows_offset;
    assign parts_3_source = staged_rows + splitter_first_byte;

    // Memory.
    assign scratch_0_clock = clock;
    assign channels_0_request_valid_0 = parts_0_row_request_valid_0 & ~takes_staged;
    assign scratch_0_request_valid_1 = parts_0_row_request_valid_0 & takes_staged;
    assign parts_0_row_request_ready_0 = takes_staged ? scratch_0_request_ready_1 : channels_0_request_ready_0;
    assign parts_0_row_answer_valid_0 = takes_staged ? scratch_0_answer_valid_1 : channels_0_answer_valid_0;
    assign parts_0_row_answer_0 = takes_staged ? scratch_0_answer : channels_0_answer;
    assign channels_0_request_valid_1 = parts_1_row_request_valid_0 & ~takes_staged;
    assign scratch_0_request_valid_2 = parts_1_row_request_valid_0 & takes_staged;
    assign parts_1_row_request_ready_0 = takes_staged ? scratch_0_request_ready_2 : channels_0_request_ready_1;
    assign parts_1_row_answer_valid_0 = takes_staged ? scratch_0_answer_valid_2 : channels_0_answer_valid_1;
    assign parts_1_row_answer_0 = takes_staged ? scratch_0_answer : channels_0_answer;
    assign channels_0_request_valid_2 = parts_2_row_request_valid_0 & ~takes_staged;
    assign scratch_0_request_valid_3 = parts_2_row_request_valid_0 & takes_staged;
    assign parts_2_row_request_ready_0 = takes_staged ? scratch_0_request_ready_3 : channels_0_request_ready_2;
    assign parts_2_row_answer_valid_0 = takes_staged ? scratch_0_answer_valid_3 : channels_0_answer_valid_2;
    assign parts_2_row_answer_0 = takes_staged ? scratch_0_answer : channels_0_answer;
    assign channels_0_request_valid_3 = parts_3_row_request_valid_0 & ~takes_staged;
    assign scratch_0_request_valid_4 = parts_3_row_request_valid_0 & takes_staged;
    assign parts_3_row_request_ready_0 = takes_staged ? scratch_0_request_ready_4 : channels_0_request_ready_3;
    assign parts_3_row_answer_valid_0 = takes_staged ? scratch_0_answer_valid_4 : channels_0_answer_valid_3;
    assign parts_3_row_answer_0 = takes_staged ? scratch_0_answer : channels_0_answer;
    assign channels_1_request_valid_0 = parts_0_row_request_valid_1 & ~takes_staged;
    assign scratch_1_request_valid_1 = parts_0_row_request_valid_1 & takes_staged;
    assign parts_0_row_request_ready_1 = takes_staged ? scratch_1_request_ready_1 : channels_1_request_ready_0;
    assign parts_0_row_answer_valid_1 = takes_staged ? scratch_1_answer_valid_1 : channels_1_answer_valid_0;
    assign parts_0_row_answer_1 = takes_staged ? scratch_1_answer : channels_1_answer;
    assign channels_1_request_valid_1 = parts_1_row_request_valid_1 & ~takes_staged;
    assign scratch_1_request_valid_2 = parts_1_row_request_valid_1 & takes_staged;
    assign parts_1_row_request_ready_1 = takes_staged ? scratch_1_request_ready_2 : channels_1_request_ready_1;
    assign parts_1_row_answer_valid_1 = takes_staged ? scratch_1_answer_valid_2 : channels_1_answer_valid_1;
    assign parts_1_row_answer_1 = takes_staged ? scratch_1_answer : channels_1_answer;
    assign channels_1_request_valid_2 = parts_2_row_request_valid_1 & ~takes_staged;
    assign scratch_1_request_valid_3 = parts_2_row_request_valid_1 & takes_staged;
    assign parts_2_row_request_ready_1 = takes_staged ? scratch_1_request_ready_3 : channels_1_request_ready_2;
    assign parts_2_row_answer_valid_1 = takes_staged ? scratch_1_answer_valid_3 : channels_1_answer_valid_2;
    assign parts_2_row_answer_1 = takes_staged ? scratch_1_answer : channels_1_answer;
    assign channels_1_request_valid_3 = parts_3_row_request_valid_1 & ~takes_staged;
    assign scratch_1_request_valid_4 = parts_3_row_request_valid_1 & takes_staged;
    assign parts_3_row_request_ready_1 = takes_staged ? scratch_1_request_ready_4 : channels_1_request_ready_3;
    assign parts_3_row_answer_valid_1 = takes_staged ? scratch_1_answer_valid_4 : channels_1_answer_valid_3;
    assign parts_3_row_answer_1 = takes_staged ? scratch_1_answer : channels_1_answer;
    assign channels_2_request_valid_0 = parts_0_row_request_valid_2 & ~takes_staged;
    assign scratch_2_request_valid_1 = parts_0_row_request_valid_2 & takes_staged;
    assign parts_0_row_request_ready_2 = takes_staged ? scratch_2_request_ready_1 : channels_2_request_ready_0;
    assign parts_0_row_answer_valid_2 = takes_staged ? scratch_2_answer_valid_1 : channels_2_answer_valid_0;
    assign parts_0_row_answer_2 = takes_staged ? scratch_2_answer : channels_2_answer;
    assign channels_2_request_valid_1 = parts_1_row_request_valid_2 & ~takes_staged;
    assign scratch_2_request_valid_2 = parts_1_row_request_valid_2 & takes_staged;
    assign parts_1_row_request_ready_2 = takes_staged ? scratch_2_request_ready_2 : channels_2_request_ready_1;
    assign parts_1_row_answer_valid_2 = takes_staged ? scratch_2_answer_valid_2 : channels_2_answer_valid_1;
    assign parts_1_row_answer_2 = takes_staged ? scratch_2_answer : channels_2_answer;
    assign channels_2_request_valid_2 = parts_2_row_request_valid_2 & ~takes_staged;
    assign scratch_2_request_valid_3 = parts_2_row_request_valid_2 & takes_staged;
    assign parts_2_row_request_ready_2 = takes_staged ? scratch_2_request_ready_3 : channels_2_request_ready_2;
    assign parts_2_row_answer_valid_2 = takes_staged ? scratch_2_answer_valid_3 : channels_2_answer_valid_2;
    assign parts_2_row_answer_2 = takes_staged ? scratch_2_answer : channels_2_answer;
    assign channels_2_request_valid_3 = parts_3_row_request_valid_2 & ~takes_staged;
    assign scratch_2_request_valid_4 = parts_3_row_request_valid_2 & takes_staged;
    assign parts_3_row_request_ready_2 = takes_staged ? scratch_2_request_ready_4 : channels_2_request_ready_3;
    assign parts_3_row_answer_valid_2 = takes_staged ? scratch_2_answer_valid_4 : channels_2_answer_valid_3;
    assign parts_3_row_answer_2 = takes_staged ? scratch_2_answer : channels_2_answer;
    assign channels_3_request_valid_0 = parts_0_row_request_valid_3 & ~takes_staged;
    assign scratch_3_request_valid_1 = parts_0_row_request_valid_3 & takes_staged;
    assign parts_0_row_request_ready_3 = takes_staged ? scratch_3_request_ready_1 : channels_3_request_ready_0;
    assign parts_0_row_answer_valid_3 = takes_staged ? scratch_3_answer_valid_1 : channels_3_answer_valid_0;
    assign parts_0_row_answer_3 = takes_staged ? scratch_3_answer : channels_3_answer;
    assign channels_3_request_valid_1 = parts_1_row_request_valid_3 & ~takes_staged;
    assign scratch_3_request_valid_2 = parts_1_row_request_valid_3 & takes_staged;
    assign parts_1_row_request_ready_3 = takes_staged ? scratch_3_request_ready_2 : channels_3_request_ready_1;
    assign parts_1_row_answer_valid_3 = takes_staged ? scratch_3_answer_valid_2 : channels_3_answer_valid_1;
    assign parts_1_row_answer_3 = takes_staged ? scratch_3_answer : channels_3_answer;
    assign channels_3_request_valid_2 = parts_2_row_request_valid_3 & ~takes_staged;
    assign scratch_3_request_valid_3 = parts_2_row_request_valid_3 & takes_staged;
    assign parts_2_row_request_ready_3 = takes_staged ? scratch_3_request_ready_3 : channels_3_request_ready_2;
    assign parts_2_row_answer_valid_3 = takes_staged ? scratch_3_answer_valid_3 : channels_3_answer_valid_2;
    assign parts_2_row_answer_3 = takes_staged ? scratch_3_answer : channels_3_answer;
    assign channels_3_request_valid_3 = parts_3_row_request_valid_3 & ~takes_staged;
    assign scratch_3_request_valid_4 = parts_3_row_request_valid_3 & takes_staged;
    assign parts_3_row_request_ready_3 = takes_staged ? scratch_3_request_ready_4 : channels_3_request_ready_3;
    assign parts_3_row_answer_valid_3 = takes_staged ? scratch_3_answer_valid_4 : channels_3_answer_valid_3;
    assign parts_3_row_answer_3 = takes_staged ? scratch_3_answer : channels_3_answer;

    // Bits that the design does not need.
    wire _unused = &{
        lists_fault_address,
        1'b0
    };

endmodule

`default_nettype wire
