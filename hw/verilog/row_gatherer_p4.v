// Makes the payload of a record of rows: the address of every unique row of a batch, then the rows. A line a
// cycle; stalls when lists or rows are not there or the line is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module row_gatherer_p4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  directory,
    input  wire [63:0]  rows,
    input  wire [31:0]  table_count,
    input  wire [31:0]  row_count,
    input  wire [4:0]   row_lines,
    output wire         idle,
    output reg          failed,
    output reg          line_valid,
    input  wire         line_ready,
    output reg  [512:0] line,
    output wire [63:0]  list_request_address_0,
    output wire [63:0]  list_request_address_1,
    output wire [63:0]  list_request_address_2,
    output wire [63:0]  list_request_address_3,
    output wire         list_request_valid_0,
    output wire         list_request_valid_1,
    output wire         list_request_valid_2,
    output wire         list_request_valid_3,
    input  wire         list_request_ready_0,
    input  wire         list_request_ready_1,
    input  wire         list_request_ready_2,
    input  wire         list_request_ready_3,
    input  wire         list_answer_valid_0,
    input  wire         list_answer_valid_1,
    input  wire         list_answer_valid_2,
    input  wire         list_answer_valid_3,
    input  wire [512:0] list_answer_0,
    input  wire [512:0] list_answer_1,
    input  wire [512:0] list_answer_2,
    input  wire [512:0] list_answer_3,
    output wire [63:0]  row_request_address_0,
    output wire [63:0]  row_request_address_1,
    output wire [63:0]  row_request_address_2,
    output wire [63:0]  row_request_address_3,
    output wire         row_request_valid_0,
    output wire         row_request_valid_1,
    output wire         row_request_valid_2,
    output wire         row_request_valid_3,
    input  wire         row_request_ready_0,
    input  wire         row_request_ready_1,
    input  wire         row_request_ready_2,
    input  wire         row_request_ready_3,
    input  wire         row_answer_valid_0,
    input  wire         row_answer_valid_1,
    input  wire         row_answer_valid_2,
    input  wire         row_answer_valid_3,
    input  wire [512:0] row_answer_0,
    input  wire [512:0] row_answer_1,
    input  wire [512:0] row_answer_2,
    input  wire [512:0] row_answer_3
);

    localparam [2:0] GATHER_STATE_ADDRESSES = 3'd3;
    localparam [2:0] GATHER_STATE_BEGIN = 3'd2;
    localparam [2:0] GATHER_STATE_DROP = 3'd6;
    localparam [2:0] GATHER_STATE_IDLE = 3'd0;
    localparam [2:0] GATHER_STATE_LAST_ADDRESSES = 3'd4;
    localparam [2:0] GATHER_STATE_READY = 3'd1;
    localparam [2:0] GATHER_STATE_ROWS = 3'd5;

    reg [2:0] state = 3'd0;
    reg second = 1'b0;
    reg [63:0] directory_base = 64'd0;
    reg [63:0] rows_base = 64'd0;
    reg [31:0] tables = 32'd0;
    reg [31:0] count = 32'd0;
    reg [4:0] lines = 5'd0;
    reg [511:0] packed_ = 512'd0;
    reg [3:0] places = 4'd0;
    reg [4:0] next_line = 5'd0;
    reg [31:0] under_way = 32'd0;

    wire [8:0] place_shift;
    wire full;
    wire [63:0] next_offset;
    reg asked;
    wire came;
    wire wrong;
    reg [2:0] state_next;
    reg second_next;
    reg [63:0] directory_base_next;
    reg [63:0] rows_base_next;
    reg [31:0] tables_next;
    reg [31:0] count_next;
    reg [4:0] lines_next;
    wire lists_clock;
    wire lists_list_ready_0;
    wire lists_list_ready_1;
    wire lists_line_valid_0;
    wire lists_line_valid_1;
    wire [511:0] lists_line_data;
    wire lists_fault;
    wire [63:0] lists_fault_address;
    wire directory_stream_start;
    wire directory_stream_stop;
    wire [127:0] directory_stream_beat;
    wire directory_stream_beat_valid;
    wire [63:0] directory_stream_request_address;
    wire directory_stream_request_valid;
    wire directory_stream_idle;
    wire row_stream_start;
    wire row_stream_stop;
    wire [31:0] row_stream_beat;
    wire row_stream_beat_valid;
    wire [63:0] row_stream_request_address;
    wire row_stream_request_valid;
    wire row_stream_idle;
    wire walker_reset;
    wire walker_start;
    wire walker_directory_ready;
    wire walker_row_ready;
    wire [63:0] walker_address;
    wire walker_address_valid;
    reg walker_address_ready;
    wire walker_idle;
    wire walker_mismatch;
    wire reader_clock;
    wire [63:0] reader_in_address;
    reg reader_in_valid;
    wire reader_in_ready;
    wire [511:0] reader_line_data;
    wire [63:0] reader_line_address;
    wire reader_line_error;
    wire reader_line_valid;
    reg reader_line_ready;
    reg [511:0] packed_next;
    reg [3:0] places_next;
    reg [4:0] next_line_next;
    reg [31:0] under_way_next;

    list_reader_l2_p4 u_lists (
        .clock(lists_clock),
        .reset(reset),
        .list_address_0(directory_stream_request_address),
        .list_address_1(row_stream_request_address),
        .list_valid_0(directory_stream_request_valid),
        .list_valid_1(row_stream_request_valid),
        .list_ready_0(lists_list_ready_0),
        .list_ready_1(lists_list_ready_1),
        .line_valid_0(lists_line_valid_0),
        .line_valid_1(lists_line_valid_1),
        .line_data(lists_line_data),
        .fault(lists_fault),
        .fault_address(lists_fault_address),
        .request_address_0(list_request_address_0),
        .request_address_1(list_request_address_1),
        .request_address_2(list_request_address_2),
        .request_address_3(list_request_address_3),
        .request_valid_0(list_request_valid_0),
        .request_valid_1(list_request_valid_1),
        .request_valid_2(list_request_valid_2),
        .request_valid_3(list_request_valid_3),
        .request_ready_0(list_request_ready_0),
        .request_ready_1(list_request_ready_1),
        .request_ready_2(list_request_ready_2),
        .request_ready_3(list_request_ready_3),
        .answer_valid_0(list_answer_valid_0),
        .answer_valid_1(list_answer_valid_1),
        .answer_valid_2(list_answer_valid_2),
        .answer_valid_3(list_answer_valid_3),
        .answer_0(list_answer_0),
        .answer_1(list_answer_1),
        .answer_2(list_answer_2),
        .answer_3(list_answer_3)
    );

    list_stream_w128 u_directory_stream (
        .clock(clock),
        .reset(reset),
        .start(directory_stream_start),
        .stop(directory_stream_stop),
        .base(directory_base),
        .words({tables[30:0], 2'd0}),
        .beat(directory_stream_beat),
        .beat_valid(directory_stream_beat_valid),
        .beat_ready(walker_directory_ready),
        .request_address(directory_stream_request_address),
        .request_valid(directory_stream_request_valid),
        .request_ready(lists_list_ready_0),
        .line_valid(lists_line_valid_0),
        .line_data(lists_line_data),
        .idle(directory_stream_idle)
    );

    list_stream_w32 u_row_stream (
        .clock(clock),
        .reset(reset),
        .start(row_stream_start),
        .stop(row_stream_stop),
        .base(rows_base),
        .words({1'b0, count}),
        .beat(row_stream_beat),
        .beat_valid(row_stream_beat_valid),
        .beat_ready(walker_row_ready),
        .request_address(row_stream_request_address),
        .request_valid(row_stream_request_valid),
        .request_ready(lists_list_ready_1),
        .line_valid(lists_line_valid_1),
        .line_data(lists_line_data),
        .idle(row_stream_idle)
    );

    row_walker u_walker (
        .clock(clock),
        .reset(walker_reset),
        .start(walker_start),
        .table_count(tables),
        .row_count(count),
        .lines(lines),
        .directory_beat(directory_stream_beat),
        .directory_valid(directory_stream_beat_valid),
        .directory_ready(walker_directory_ready),
        .row_beat(row_stream_beat),
        .row_valid(row_stream_beat_valid),
        .row_ready(walker_row_ready),
        .address(walker_address),
        .address_valid(walker_address_valid),
        .address_ready(walker_address_ready),
        .idle(walker_idle),
        .mismatch(walker_mismatch)
    );

    line_reader_p4_d32 u_reader (
        .clock(reader_clock),
        .reset(reset),
        .in_address(reader_in_address),
        .in_valid(reader_in_valid),
        .in_ready(reader_in_ready),
        .request_address_0(row_request_address_0),
        .request_address_1(row_request_address_1),
        .request_address_2(row_request_address_2),
        .request_address_3(row_request_address_3),
        .request_valid_0(row_request_valid_0),
        .request_valid_1(row_request_valid_1),
        .request_valid_2(row_request_valid_2),
        .request_valid_3(row_request_valid_3),
        .request_ready_0(row_request_ready_0),
        .request_ready_1(row_request_ready_1),
        .request_ready_2(row_request_ready_2),
        .request_ready_3(row_request_ready_3),
        .answer_valid_0(row_answer_valid_0),
        .answer_valid_1(row_answer_valid_1),
        .answer_valid_2(row_answer_valid_2),
        .answer_valid_3(row_answer_valid_3),
        .answer_0(row_answer_0),
        .answer_1(row_answer_1),
        .answer_2(row_answer_2),
        .answer_3(row_answer_3),
        .line_data(reader_line_data),
        .line_address(reader_line_address),
        .line_error(reader_line_error),
        .line_valid(reader_line_valid),
        .line_ready(reader_line_ready)
    );

    always @* begin
        state_next = state;
        second_next = second;
        directory_base_next = directory_base;
        rows_base_next = rows_base;
        tables_next = tables;
        count_next = count;
        lines_next = lines;
        packed_next = packed_;
        places_next = places;
        next_line_next = next_line;
        under_way_next = under_way;
        walker_address_ready = 1'b0;
        reader_in_valid = 1'b0;
        reader_line_ready = 1'b0;
        asked = 1'b0;
        line_valid = 1'b0;
        line = {1'b0, packed_};
        failed = 1'b0;
        case (state)
            GATHER_STATE_IDLE: begin
                if (start) begin
                    directory_base_next = directory;
                    rows_base_next = rows;
                    tables_next = table_count;
                    count_next = row_count;
                    lines_next = row_lines;
                    second_next = 1'b0;
                    state_next = GATHER_STATE_READY;
                end
            end
            GATHER_STATE_READY: begin
                if (directory_stream_idle & row_stream_idle) begin
                    state_next = GATHER_STATE_BEGIN;
                end
            end
            GATHER_STATE_BEGIN: begin
                packed_next = 512'd0;
                places_next = 4'd0;
                next_line_next = 5'd0;
                state_next = GATHER_STATE_ADDRESSES;
                if (second) begin
                    state_next = GATHER_STATE_ROWS;
                end
            end
            GATHER_STATE_ADDRESSES: begin
                line_valid = full;
                walker_address_ready = ~full;
                if (full & line_ready) begin
                    packed_next = 512'd0;
                    places_next = 4'd0;
                end else if (~full & walker_address_valid) begin
                    packed_next = packed_ | ({448'd0, walker_address} << place_shift);
                    places_next = places + 4'd1;
                end
                if (walker_idle & ~full) begin
                    state_next = GATHER_STATE_LAST_ADDRESSES;
                end
            end
            GATHER_STATE_LAST_ADDRESSES: begin
                line_valid = |places;
                if (line_ready | ~(|places)) begin
                    second_next = 1'b1;
                    state_next = GATHER_STATE_READY;
                end
            end
            GATHER_STATE_ROWS: begin
                reader_in_valid = walker_address_valid;
                asked = walker_address_valid & reader_in_ready;
                if (walker_address_valid & reader_in_ready) begin
                    next_line_next = next_line + 5'd1;
                    if ((next_line + 5'd1) == lines) begin
                        walker_address_ready = 1'b1;
                        next_line_next = 5'd0;
                    end
                end
                line_valid = reader_line_valid;
                line = {reader_line_error, reader_line_data};
                reader_line_ready = line_ready;
                if (walker_idle & ~(|under_way)) begin
                    state_next = GATHER_STATE_IDLE;
                end
            end
            default: begin
                reader_line_ready = 1'b1;
                if (~(|under_way) & directory_stream_idle & row_stream_idle) begin
                    state_next = GATHER_STATE_IDLE;
                end
            end
        endcase
        if (wrong & (state != GATHER_STATE_DROP)) begin
            failed = 1'b1;
            state_next = GATHER_STATE_DROP;
        end
        if (asked & ~came) begin
            under_way_next = under_way + 32'd1;
        end
        if (came & ~asked) begin
            under_way_next = under_way - 32'd1;
        end
        if (reset) begin
            state_next = GATHER_STATE_IDLE;
            under_way_next = 32'd0;
        end
    end

    // Lists: directory and unique rows.
    assign lists_clock = clock;
    assign directory_stream_start = state == GATHER_STATE_BEGIN;
    assign directory_stream_stop = state == GATHER_STATE_DROP;
    assign row_stream_start = state == GATHER_STATE_BEGIN;
    assign row_stream_stop = state == GATHER_STATE_DROP;
    assign walker_reset = reset | (state == GATHER_STATE_DROP);
    assign walker_start = state == GATHER_STATE_BEGIN;
    assign wrong = walker_mismatch | lists_fault;

    // Rows.
    assign reader_clock = clock;
    assign next_offset = {53'd0, next_line, 6'd0};
    assign reader_in_address = walker_address + next_offset;
    assign full = places == 4'd8;
    assign place_shift = {places[2:0], 6'd0};

    // Lines of rows that were asked for and not handed on.
    assign came = reader_line_valid & (line_ready | (state == GATHER_STATE_DROP)) & ((state == GATHER_STATE_ROWS) | (state == GATHER_STATE_DROP));
    assign idle = state == GATHER_STATE_IDLE;

    always @(posedge clock) begin
        state <= state_next;
        second <= second_next;
        directory_base <= directory_base_next;
        rows_base <= rows_base_next;
        tables <= tables_next;
        count <= count_next;
        lines <= lines_next;
        packed_ <= packed_next;
        places <= places_next;
        next_line <= next_line_next;
        under_way <= under_way_next;
    end

    // Bits that the design does not need.
    wire _unused = &{
        lists_fault_address,
        reader_line_address,
        1'b0
    };

endmodule

`default_nettype wire
