// Makes a part of the payload of a record of rows: eight rows and a line with their addresses in turn. A line
// a cycle; stalls when lists or rows are not there or the line is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_part_gatherer_p4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [21:0]  persistent_gib,
    input  wire         start,
    input  wire         stop,
    input  wire [63:0]  directory,
    input  wire [63:0]  rows,
    input  wire [31:0]  table_count,
    input  wire [31:0]  row_count,
    input  wire [31:0]  first_row,
    input  wire [31:0]  part_rows,
    input  wire [4:0]   row_lines,
    input  wire         staged,
    input  wire [63:0]  source,
    output wire         idle,
    output wire         mismatch,
    output wire         line_valid,
    input  wire         line_ready,
    output wire [512:0] line,
    output wire [63:0]  directory_address,
    output wire         directory_valid,
    input  wire         directory_ready,
    input  wire         directory_line_valid,
    output wire [63:0]  list_address,
    output wire         list_valid,
    input  wire         list_ready,
    input  wire         list_line_valid,
    input  wire [511:0] list_line,
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

    localparam [3:0] NUMBERS_0 = 4'd0;
    localparam [3:0] NUMBERS_1 = 4'd1;
    localparam [3:0] NUMBERS_2 = 4'd2;
    localparam [3:0] NUMBERS_3 = 4'd3;
    localparam [3:0] NUMBERS_4 = 4'd4;
    localparam [3:0] NUMBERS_5 = 4'd5;
    localparam [3:0] NUMBERS_6 = 4'd6;
    localparam [3:0] NUMBERS_7 = 4'd7;
    localparam [1:0] PART_GATHER_STATE_DROP = 2'd2;
    localparam [1:0] PART_GATHER_STATE_GATHER = 2'd1;
    localparam [1:0] PART_GATHER_STATE_IDLE = 2'd0;

    reg [1:0] state = 2'd0;
    reg [63:0] next_source = 64'd0;
    reg [4:0] next_line = 5'd0;
    reg [9:0] under_way = 10'd0;
    reg [31:0] rows_left = 32'd0;
    reg [4:0] line_number = 5'd0;
    reg [63:0] packed_0 = 64'd0;
    reg [63:0] packed_1 = 64'd0;
    reg [63:0] packed_2 = 64'd0;
    reg [63:0] packed_3 = 64'd0;
    reg [63:0] packed_4 = 64'd0;
    reg [63:0] packed_5 = 64'd0;
    reg [63:0] packed_6 = 64'd0;
    reg [63:0] packed_7 = 64'd0;
    reg [3:0] places = 4'd0;

    wire [63:0] next_offset;
    wire asks;
    wire asked;
    wire asked_last;
    wire came;
    wire [511:0] packed_line;
    wire packs;
    wire unpacks;
    wire closes;
    wire row_here;
    wire directory_stream_clock;
    wire directory_stream_stop;
    wire [127:0] directory_stream_beat;
    wire directory_stream_beat_valid;
    wire directory_stream_idle;
    wire row_stream_stop;
    wire [31:0] row_stream_beat;
    wire row_stream_beat_valid;
    wire row_stream_idle;
    wire walker_reset;
    wire walker_directory_ready;
    wire walker_row_ready;
    wire [63:0] walker_address;
    wire walker_address_valid;
    wire walker_idle;
    wire reader_clock;
    wire [63:0] reader_in_address;
    wire reader_in_ready;
    wire [511:0] reader_line_data;
    wire [63:0] reader_line_address;
    wire reader_line_error;
    wire reader_line_valid;
    wire reader_line_ready;
    wire addresses_reset;
    wire addresses_in_ready;
    wire [63:0] addresses_out_data;
    wire addresses_out_valid;
    wire addresses_out_ready;

    emb_list_stream_w128 #(.LOG_LINES(5)) u_directory_stream (
        .clock(directory_stream_clock),
        .reset(reset),
        .start(start),
        .stop(directory_stream_stop),
        .base(directory),
        .words({table_count[30:0], 2'd0}),
        .beat(directory_stream_beat),
        .beat_valid(directory_stream_beat_valid),
        .beat_ready(walker_directory_ready),
        .request_address(directory_address),
        .request_valid(directory_valid),
        .request_ready(directory_ready),
        .line_valid(directory_line_valid),
        .line_data(list_line),
        .idle(directory_stream_idle)
    );

    emb_list_stream_w32_d32 u_row_stream (
        .clock(clock),
        .reset(reset),
        .start(start),
        .stop(row_stream_stop),
        .base(rows),
        .words({1'b0, part_rows}),
        .beat(row_stream_beat),
        .beat_valid(row_stream_beat_valid),
        .beat_ready(walker_row_ready),
        .request_address(list_address),
        .request_valid(list_valid),
        .request_ready(list_ready),
        .line_valid(list_line_valid),
        .line_data(list_line),
        .idle(row_stream_idle)
    );

    emb_row_walker u_walker (
        .clock(clock),
        .reset(walker_reset),
        .start(start),
        .table_count(table_count),
        .row_count(row_count),
        .first_row(first_row),
        .part_rows(part_rows),
        .lines(row_lines),
        .persistent_gib(persistent_gib),
        .directory_beat(directory_stream_beat),
        .directory_valid(directory_stream_beat_valid),
        .directory_ready(walker_directory_ready),
        .row_beat(row_stream_beat),
        .row_valid(row_stream_beat_valid),
        .row_ready(walker_row_ready),
        .address(walker_address),
        .address_valid(walker_address_valid),
        .address_ready(asked_last),
        .idle(walker_idle),
        .mismatch(mismatch)
    );

    emb_line_reader_p4 #(.LOG_LINES(5)) u_reader (
        .clock(reader_clock),
        .reset(reset),
        .in_address(reader_in_address),
        .in_valid(asks),
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

    emb_block_fifo #(.WIDTH(64), .LOG_DEPTH(7)) u_addresses (
        .clock(clock),
        .reset(addresses_reset),
        .in_data(walker_address),
        .in_valid(asked_last),
        .in_ready(addresses_in_ready),
        .out_data(addresses_out_data),
        .out_valid(addresses_out_valid),
        .out_ready(addresses_out_ready)
    );

    always @(posedge clock) begin
        if (asked) begin
            next_line <= next_line + 5'd1;
            next_source <= next_source + 64'd64;
        end
        if (asked_last) begin
            next_line <= 5'd0;
        end
        case (state)
            PART_GATHER_STATE_IDLE: begin
                places <= 4'd0;
                next_line <= 5'd0;
                next_source <= source;
                line_number <= 5'd0;
                rows_left <= part_rows;
                if (start) begin
                    state <= PART_GATHER_STATE_GATHER;
                end
            end
            PART_GATHER_STATE_GATHER: begin
                if (closes) begin
                    if (line_ready & ((|rows_left) | walker_idle)) begin
                        places <= 4'd0;
                    end
                end else if (row_here & line_ready) begin
                    line_number <= line_number + 5'd1;
                    if ((line_number + 5'd1) == row_lines) begin
                        line_number <= 5'd0;
                        places <= places + 4'd1;
                        rows_left <= rows_left - 32'd1;
                    end
                end
                if (walker_idle & ~(|rows_left) & ~(|places)) begin
                    state <= PART_GATHER_STATE_IDLE;
                end
            end
            default: begin
                if (~(|under_way) & directory_stream_idle & row_stream_idle) begin
                    state <= PART_GATHER_STATE_IDLE;
                end
            end
        endcase
        if (stop & (start | (state == PART_GATHER_STATE_GATHER))) begin
            state <= PART_GATHER_STATE_DROP;
        end
        if (asked & ~came) begin
            under_way <= under_way + 10'd1;
        end
        if (came & ~asked) begin
            under_way <= under_way - 10'd1;
        end
        if (reset) begin
            state <= PART_GATHER_STATE_IDLE;
            under_way <= 10'd0;
        end
    end

    assign line_valid = (state == PART_GATHER_STATE_GATHER) & (closes ? (|rows_left) | walker_idle : row_here);

    assign reader_line_ready =
        (state != PART_GATHER_STATE_IDLE) &
        ((state != PART_GATHER_STATE_GATHER) | (~closes & row_here & line_ready));

    assign addresses_out_ready =
        (state == PART_GATHER_STATE_GATHER) &
        ~closes &
        ((line_number + 5'd1) == row_lines) &
        row_here &
        line_ready;

    assign packs =
        (state == PART_GATHER_STATE_GATHER) &
        ~closes &
        ((line_number + 5'd1) == row_lines) &
        row_here &
        line_ready;

    assign unpacks =
        (state == PART_GATHER_STATE_IDLE) |
        ((state == PART_GATHER_STATE_GATHER) & line_ready & ((|rows_left) | walker_idle) & closes);

    // Lists: directory and unique rows.
    assign directory_stream_clock = clock;
    assign directory_stream_stop = state == PART_GATHER_STATE_DROP;
    assign row_stream_stop = state == PART_GATHER_STATE_DROP;
    assign walker_reset = reset | (state == PART_GATHER_STATE_DROP);

    // Asks for the lines of a row, one after the other; its address waits for them.
    assign reader_clock = clock;
    assign addresses_reset = reset | (state == PART_GATHER_STATE_DROP);
    assign next_offset = {53'd0, next_line, 6'd0};
    assign reader_in_address = staged ? next_source : walker_address + next_offset;
    assign asks = (state == PART_GATHER_STATE_GATHER) & walker_address_valid & addresses_in_ready;
    assign asked = asks & reader_in_ready;
    assign asked_last = asked & ((next_line + 5'd1) == row_lines);

    // Hands on rows, and behind every eighth and the last a line with their addresses.
    assign closes = ((|rows_left) & (places == 4'd8)) | (~(|rows_left) & (|places));
    assign row_here = (|rows_left) & (places != 4'd8) & reader_line_valid & addresses_out_valid;
    assign line = closes ? {1'b0, packed_line} : {reader_line_error, reader_line_data};
    assign packed_line = {packed_7, packed_6, packed_5, packed_4, packed_3, packed_2, packed_1, packed_0};

    always @(posedge clock) begin
        // Addresses of the group, each in its place, the rest 0.
        if (packs & (places == NUMBERS_0)) begin
            packed_0 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_0 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_1)) begin
            packed_1 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_1 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_2)) begin
            packed_2 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_2 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_3)) begin
            packed_3 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_3 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_4)) begin
            packed_4 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_4 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_5)) begin
            packed_5 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_5 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_6)) begin
            packed_6 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_6 <= 64'd0;
        end
    end

    always @(posedge clock) begin
        if (packs & (places == NUMBERS_7)) begin
            packed_7 <= addresses_out_data;
        end
        if (unpacks) begin
            packed_7 <= 64'd0;
        end
    end

    // Lines of rows that were asked for and not handed on.
    assign came = reader_line_valid & reader_line_ready;
    assign idle = state == PART_GATHER_STATE_IDLE;

    // Bits that the design does not need.
    wire _unused = &{
        reader_line_address,
        1'b0
    };

endmodule

`default_nettype wire
