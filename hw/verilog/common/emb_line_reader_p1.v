// Reads lines from the ports over which they are interleaved and hands them on in order. One cycle to the
// port, one from the answer; a line a cycle; stalls requests when 512 lines are under way, or too many of one
// port.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_line_reader_p1 #(
    parameter LOG_LINES = 5
) (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address,
    input  wire         in_valid,
    output wire         in_ready,
    output wire [63:0]  request_address_0,
    output wire         request_valid_0,
    input  wire         request_ready_0,
    input  wire         answer_valid_0,
    input  wire [512:0] answer_0,
    output wire [511:0] line_data,
    output wire [63:0]  line_address,
    output wire         line_error,
    output wire         line_valid,
    input  wire         line_ready
);

    localparam [7:0] LIMIT = (1 << LOG_LINES);
    localparam [3:0] PORT_MASK = 4'd0;

    reg [7:0] used_0 = 8'd0;

    wire asks_0;
    wire hands_on_0;
    wire [3:0] oldest;
    wire port_ready;
    wire port_valid;
    wire map_select;
    wire [3:0] map_number;
    wire [63:0] map_channel_address;
    wire line_map_select;
    wire [3:0] line_map_number;
    wire [63:0] line_map_channel_address;
    wire order_in_valid;
    wire order_in_ready;
    wire order_out_valid;
    wire order_out_ready;
    wire requests_0_in_ready;
    wire lines_0_in_ready;
    wire [512:0] lines_0_out_data;
    wire lines_0_out_valid;

    emb_channel_map_c1 u_map (
        .address(in_address),
        .select(map_select),
        .number(map_number),
        .channel_address(map_channel_address)
    );

    emb_channel_map_c1 u_line_map (
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

    // A request needs a place in the order, in its port's queue, and for its answer.
    assign port_ready = map_select & requests_0_in_ready & (used_0 != LIMIT);
    assign in_ready = port_ready & order_in_ready;
    assign order_in_valid = in_valid & port_ready;

    // The oldest line is that of the port which the order names.
    assign oldest = PORT_MASK;
    assign port_valid = lines_0_out_valid;
    assign line_data = lines_0_out_data[511:0];
    assign line_error = lines_0_out_data[512];
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

    assign asks_0 = in_valid & order_in_ready & map_select & requests_0_in_ready & (used_0 != LIMIT);
    assign hands_on_0 = order_out_valid & line_map_select & lines_0_out_valid & line_ready;

    // Bits that the design does not need.
    wire _unused = &{
        oldest,
        map_number,
        line_map_number,
        line_map_channel_address,
        lines_0_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
