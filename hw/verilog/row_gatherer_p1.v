// Makes the payload of a record of rows, its parts side by side. A line a cycle and part; stalls when lists
// or rows are not there or a line is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module row_gatherer_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  directory,
    input  wire [63:0]  rows,
    input  wire [31:0]  table_count,
    input  wire [31:0]  row_count,
    input  wire [4:0]   row_lines,
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
    output wire [63:0]  list_request_address_0,
    output wire         list_request_valid_0,
    input  wire         list_request_ready_0,
    input  wire         list_answer_valid_0,
    input  wire [512:0] list_answer_0,
    output wire [8:0]   row_arid_0,
    output wire [63:0]  row_araddr_0,
    output wire         row_arvalid_0,
    input  wire         row_arready_0,
    input  wire [8:0]   row_rid_0,
    input  wire [512:0] row_rline_0,
    input  wire         row_rvalid_0
);

    reg [63:0] directory_base = 64'd0;
    reg [63:0] rows_base = 64'd0;
    reg [31:0] tables = 32'd0;
    reg [31:0] count = 32'd0;
    reg [4:0] lines = 5'd0;
    reg gathers = 1'b0;

    wire [63:0] rows_offset;
    reg gathered;
    reg wrong;
    wire fails;
    wire splitter_clock;
    wire splitter_reset;
    wire [31:0] splitter_first_row;
    wire [31:0] splitter_part_rows;
    wire splitter_idle;
    wire [63:0] parts_0_rows;
    wire parts_0_idle;
    wire parts_0_mismatch;
    wire [63:0] parts_0_directory_address;
    wire parts_0_directory_valid;
    wire [63:0] parts_0_list_address;
    wire parts_0_list_valid;
    wire [63:0] parts_0_row_request_address_0;
    wire parts_0_row_request_valid_0;
    wire [63:0] parts_1_rows;
    wire parts_1_idle;
    wire parts_1_mismatch;
    wire [63:0] parts_1_directory_address;
    wire parts_1_directory_valid;
    wire [63:0] parts_1_list_address;
    wire parts_1_list_valid;
    wire [63:0] parts_1_row_request_address_0;
    wire parts_1_row_request_valid_0;
    wire [63:0] parts_2_rows;
    wire parts_2_idle;
    wire parts_2_mismatch;
    wire [63:0] parts_2_directory_address;
    wire parts_2_directory_valid;
    wire [63:0] parts_2_list_address;
    wire parts_2_list_valid;
    wire [63:0] parts_2_row_request_address_0;
    wire parts_2_row_request_valid_0;
    wire [63:0] parts_3_rows;
    wire parts_3_idle;
    wire parts_3_mismatch;
    wire [63:0] parts_3_directory_address;
    wire parts_3_directory_valid;
    wire [63:0] parts_3_list_address;
    wire parts_3_list_valid;
    wire [63:0] parts_3_row_request_address_0;
    wire parts_3_row_request_valid_0;
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
    wire channels_0_request_ready_0;
    wire channels_0_request_ready_1;
    wire channels_0_request_ready_2;
    wire channels_0_request_ready_3;
    wire channels_0_answer_valid_0;
    wire channels_0_answer_valid_1;
    wire channels_0_answer_valid_2;
    wire channels_0_answer_valid_3;
    wire [512:0] channels_0_answer;

    part_splitter u_splitter (
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
        .part_rows(splitter_part_rows),
        .part_lines(part_lines),
        .idle(splitter_idle)
    );

    part_gatherer_p1 u_parts_0 (
        .clock(clock),
        .reset(reset),
        .start(part_start_0),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_0_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
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
        .row_request_valid_0(parts_0_row_request_valid_0),
        .row_request_ready_0(channels_0_request_ready_0),
        .row_answer_valid_0(channels_0_answer_valid_0),
        .row_answer_0(channels_0_answer)
    );

    part_gatherer_p1 u_parts_1 (
        .clock(clock),
        .reset(reset),
        .start(part_start_1),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_1_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
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
        .row_request_valid_0(parts_1_row_request_valid_0),
        .row_request_ready_0(channels_0_request_ready_1),
        .row_answer_valid_0(channels_0_answer_valid_1),
        .row_answer_0(channels_0_answer)
    );

    part_gatherer_p1 u_parts_2 (
        .clock(clock),
        .reset(reset),
        .start(part_start_2),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_2_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
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
        .row_request_valid_0(parts_2_row_request_valid_0),
        .row_request_ready_0(channels_0_request_ready_2),
        .row_answer_valid_0(channels_0_answer_valid_2),
        .row_answer_0(channels_0_answer)
    );

    part_gatherer_p1 u_parts_3 (
        .clock(clock),
        .reset(reset),
        .start(part_start_3),
        .stop(fails),
        .directory(directory_base),
        .rows(parts_3_rows),
        .table_count(tables),
        .row_count(count),
        .first_row(splitter_first_row),
        .part_rows(splitter_part_rows),
        .row_lines(lines),
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
        .row_request_valid_0(parts_3_row_request_valid_0),
        .row_request_ready_0(channels_0_request_ready_3),
        .row_answer_valid_0(channels_0_answer_valid_3),
        .row_answer_0(channels_0_answer)
    );

    list_reader_l8_p1 u_lists (
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
        .request_valid_0(list_request_valid_0),
        .request_ready_0(list_request_ready_0),
        .answer_valid_0(list_answer_valid_0),
        .answer_0(list_answer_0)
    );

    read_port_4 u_channels_0 (
        .clock(clock),
        .reset(reset),
        .request_address_0(parts_0_row_request_address_0),
        .request_address_1(parts_1_row_request_address_0),
        .request_address_2(parts_2_row_request_address_0),
        .request_address_3(parts_3_row_request_address_0),
        .request_valid_0(parts_0_row_request_valid_0),
        .request_valid_1(parts_1_row_request_valid_0),
        .request_valid_2(parts_2_row_request_valid_0),
        .request_valid_3(parts_3_row_request_valid_0),
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

    always @(posedge clock) begin
        if (start) begin
            directory_base <= directory;
            rows_base <= rows;
            tables <= table_count;
            count <= row_count;
            lines <= row_lines;
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

    always @* begin
        // What goes wrong first ends all parts.
        wrong = lists_fault;
        if (parts_0_mismatch) begin
            wrong = 1'b1;
        end
        if (parts_1_mismatch) begin
            wrong = 1'b1;
        end
        if (parts_2_mismatch) begin
            wrong = 1'b1;
        end
        if (parts_3_mismatch) begin
            wrong = 1'b1;
        end
    end

    always @* begin
        gathered = splitter_idle;
        if (~parts_0_idle) begin
            gathered = 1'b0;
        end
        if (~parts_1_idle) begin
            gathered = 1'b0;
        end
        if (~parts_2_idle) begin
            gathered = 1'b0;
        end
        if (~parts_3_idle) begin
            gathered = 1'b0;
        end
    end

    assign fails = wrong & gathers;
    assign failed = fails;
    assign idle = gathered;

    // The parts.
    assign splitter_clock = clock;
    assign splitter_reset = reset | fails;
    assign rows_offset = {30'd0, splitter_first_row, 2'd0};
    assign parts_0_rows = rows_base + rows_offset;
    assign parts_1_rows = rows_base + rows_offset;
    assign parts_2_rows = rows_base + rows_offset;
    assign parts_3_rows = rows_base + rows_offset;

    // Memory.
    assign list_request_address_0 = lists_request_address_0;

    // Bits that the design does not need.
    wire _unused = &{
        lists_fault_address,
        1'b0
    };

endmodule

`default_nettype wire
