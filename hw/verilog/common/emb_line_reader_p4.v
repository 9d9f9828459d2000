// Reads lines from the ports over which they are interleaved and hands them on in order. One cycle to the
// port, one from the answer; a line a cycle; stalls requests when 512 lines are under way, or too many of one
// port.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_line_reader_p4 #(
    parameter LOG_LINES = 5
) (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address,
    input  wire         in_valid,
    output wire         in_ready,
    output wire [63:0]  request_address_0,
    output wire [63:0]  request_address_1,
    output wire [63:0]  request_address_2,
    output wire [63:0]  request_address_3,
    output wire         request_valid_0,
    output wire         request_valid_1,
    output wire         request_valid_2,
    output wire         request_valid_3,
    input  wire         request_ready_0,
    input  wire         request_ready_1,
    input  wire         request_ready_2,
    input  wire         request_ready_3,
    input  wire         answer_valid_0,
    input  wire         answer_valid_1,
    input  wire         answer_valid_2,
    input  wire         answer_valid_3,
    input  wire [512:0] answer_0,
    input  wire [512:0] answer_1,
    input  wire [512:0] answer_2,
    input  wire [512:0] answer_3,
    output wire [511:0] line_data,
    output wire [63:0]  line_address,
    output wire         line_error,
    output wire         line_valid,
    input  wire         line_ready
);

    localparam [7:0] LIMIT = (1 << LOG_LINES);
    localparam [3:0] NUMBERS_1 = 4'd1;
    localparam [3:0] NUMBERS_2 = 4'd2;
    localparam [3:0] NUMBERS_3 = 4'd3;
    localparam [3:0] PORT_MASK = 4'd3;

    reg [7:0] used_0 = 8'd0;
    reg [7:0] used_1 = 8'd0;
    reg [7:0] used_2 = 8'd0;
    reg [7:0] used_3 = 8'd0;

    wire asks_0;
    wire asks_1;
    wire asks_2;
    wire asks_3;
    wire hands_on_0;
    wire hands_on_1;
    wire hands_on_2;
    wire hands_on_3;
    wire [3:0] oldest;
    wire port_ready;
    wire port_valid;
    wire [3:0] map_select;
    wire [3:0] map_number;
    wire [63:0] map_channel_address;
    wire [3:0] line_map_select;
    wire [3:0] line_map_number;
    wire [63:0] line_map_channel_address;
    wire order_in_valid;
    wire order_in_ready;
    wire order_out_valid;
    wire order_out_ready;
    wire requests_0_in_ready;
    wire requests_1_in_ready;
    wire requests_2_in_ready;
    wire requests_3_in_ready;
    wire lines_0_in_ready;
    wire [512:0] lines_0_out_data;
    wire lines_0_out_valid;
    wire lines_1_in_ready;
    wire [512:0] lines_1_out_data;
    wire lines_1_out_valid;
    wire lines_2_in_ready;
    wire [512:0] lines_2_out_data;
    wire lines_2_out_valid;
    wire lines_3_in_ready;
    wire [512:0] lines_3_out_data;
    wire lines_3_out_valid;

    emb_channel_map_c4 u_map (
        .address(in_address),
        .select(map_select),
        .number(map_number),
        .channel_address(map_channel_address)
    );

    emb_channel_map_c4 u_line_map (
        .address(line_address),
        .select(line_map_select),
        .number(line_map_number),
        .channel_address(line_map_channel_address)
    );

    emb_block_fifo #(.WIDTH(64), .LOG_DEPTH(9)) u_order (
        .clock(clock),
        .reset(reset),
        .in_data(in_address),
        .in_valid(order_in_valid),
        .in_ready(order_in_ready),
        .out_data(line_address),
        .out_valid(order_out_valid),
        .out_ready(order_out_ready)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(LOG_LINES)) u_requests_0 (
        .clock(clock),
        .reset(reset),
        .in_data(map_channel_address),
        .in_valid(asks_0),
        .in_ready(requests_0_in_ready),
        .out_data(request_address_0),
        .out_valid(request_valid_0),
        .out_ready(request_ready_0)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(LOG_LINES)) u_requests_1 (
        .clock(clock),
        .reset(reset),
        .in_data(map_channel_address),
        .in_valid(asks_1),
        .in_ready(requests_1_in_ready),
        .out_data(request_address_1),
        .out_valid(request_valid_1),
        .out_ready(request_ready_1)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(LOG_LINES)) u_requests_2 (
        .clock(clock),
        .reset(reset),
        .in_data(map_channel_address),
        .in_valid(asks_2),
        .in_ready(requests_2_in_ready),
        .out_data(request_address_2),
        .out_valid(request_valid_2),
        .out_ready(request_ready_2)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(LOG_LINES)) u_requests_3 (
        .clock(clock),
        .reset(reset),
        .in_data(map_channel_address),
        .in_valid(asks_3),
        .in_ready(requests_3_in_ready),
        .out_data(request_address_3),
        .out_valid(request_valid_3),
        .out_ready(request_ready_3)
    );

    emb_fifo #(.WIDTH(513), .LOG_DEPTH(LOG_LINES)) u_lines_0 (
        .clock(clock),
        .reset(reset),
        .in_data(answer_0),
        .in_valid(answer_valid_0),
        .in_ready(lines_0_in_ready),
        .out_data(lines_0_out_data),
        .out_valid(lines_0_out_valid),
        .out_ready(hands_on_0)
    );

    emb_fifo #(.WIDTH(513), .LOG_DEPTH(LOG_LINES)) u_lines_1 (
        .clock(clock),
        .reset(reset),
        .in_data(answer_1),
        .in_valid(answer_valid_1),
        .in_ready(lines_1_in_ready),
        .out_data(lines_1_out_data),
        .out_valid(lines_1_out_valid),
        .out_ready(hands_on_1)
    );

    emb_fifo #(.WIDTH(513), .LOG_DEPTH(LOG_LINES)) u_lines_2 (
        .clock(clock),
        .reset(reset),
        .in_data(answer_2),
        .in_valid(answer_valid_2),
        .in_ready(lines_2_in_ready),
        .out_data(lines_2_out_data),
        .out_valid(lines_2_out_valid),
        .out_ready(hands_on_2)
    );

    emb_fifo #(.WIDTH(513), .LOG_DEPTH(LOG_LINES)) u_lines_3 (
        .clock(clock),
        .reset(reset),
        .in_data(answer_3),
        .in_valid(answer_valid_3),
        .in_ready(lines_3_in_ready),
        .out_data(lines_3_out_data),
        .out_valid(lines_3_out_valid),
        .out_ready(hands_on_3)
    );

    // A request needs a place in the order, in its port's queue, and for its answer.
    assign port_ready =
        (map_select[0] & requests_0_in_ready & (used_0 != LIMIT)) |
        (map_select[1] & requests_1_in_ready & (used_1 != LIMIT)) |
        (map_select[2] & requests_2_in_ready & (used_2 != LIMIT)) |
        (map_select[3] & requests_3_in_ready & (used_3 != LIMIT));

    assign in_ready = port_ready & order_in_ready;
    assign order_in_valid = in_valid & port_ready;

    // The oldest line is that of the port which the order names.
    assign oldest = line_map_number & PORT_MASK;

    assign port_valid =
        (oldest == NUMBERS_3) ? lines_3_out_valid :
        (oldest == NUMBERS_2) ? lines_2_out_valid :
        (oldest == NUMBERS_1) ? lines_1_out_valid :
        lines_0_out_valid;

    assign line_data =
        (oldest == NUMBERS_3) ? lines_3_out_data[511:0] :
        (oldest == NUMBERS_2) ? lines_2_out_data[511:0] :
        (oldest == NUMBERS_1) ? lines_1_out_data[511:0] :
        lines_0_out_data[511:0];

    assign line_error =
        (oldest == NUMBERS_3) ? lines_3_out_data[512] :
        (oldest == NUMBERS_2) ? lines_2_out_data[512] :
        (oldest == NUMBERS_1) ? lines_1_out_data[512] :
        lines_0_out_data[512];

    assign line_valid = order_out_valid & port_valid;
    assign order_out_ready = line_ready & port_valid;

    always @(posedge clock) begin
        if (asks_0 & ~hands_on_0) begin
            used_0 <= used_0 + 8'd1;
        end
        if (hands_on_0 & ~asks_0) begin
            used_0 <= used_0 - 8'd1;
        end
        if (reset) begin
            used_0 <= 8'd0;
        end
    end

    assign asks_0 = in_valid & order_in_ready & map_select[0] & requests_0_in_ready & (used_0 != LIMIT);
    assign hands_on_0 = order_out_valid & line_map_select[0] & lines_0_out_valid & line_ready;

    always @(posedge clock) begin
        if (asks_1 & ~hands_on_1) begin
            used_1 <= used_1 + 8'd1;
        end
        if (hands_on_1 & ~asks_1) begin
            used_1 <= used_1 - 8'd1;
        end
        if (reset) begin
            used_1 <= 8'd0;
        end
    end

    assign asks_1 = in_valid & order_in_ready & map_select[1] & requests_1_in_ready & (used_1 != LIMIT);
    assign hands_on_1 = order_out_valid & line_map_select[1] & lines_1_out_valid & line_ready;

    always @(posedge clock) begin
        if (asks_2 & ~hands_on_2) begin
            used_2 <= used_2 + 8'd1;
        end
        if (hands_on_2 & ~asks_2) begin
            used_2 <= used_2 - 8'd1;
        end
        if (reset) begin
            used_2 <= 8'd0;
        end
    end

    assign asks_2 = in_valid & order_in_ready & map_select[2] & requests_2_in_ready & (used_2 != LIMIT);
    assign hands_on_2 = order_out_valid & line_map_select[2] & lines_2_out_valid & line_ready;

    always @(posedge clock) begin
        if (asks_3 & ~hands_on_3) begin
            used_3 <= used_3 + 8'd1;
        end
        if (hands_on_3 & ~asks_3) begin
            used_3 <= used_3 - 8'd1;
        end
        if (reset) begin
            used_3 <= 8'd0;
        end
    end

    assign asks_3 = in_valid & order_in_ready & map_select[3] & requests_3_in_ready & (used_3 != LIMIT);
    assign hands_on_3 = order_out_valid & line_map_select[3] & lines_3_out_valid & line_ready;

    // Bits that the design does not need.
    wire _unused = &{
        map_number,
        line_map_channel_address,
        lines_0_in_ready,
        lines_1_in_ready,
        lines_2_in_ready,
        lines_3_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
