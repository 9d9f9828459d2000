// Reads a list, line by line, ahead of its consumer. A beat a cycle; stalls when the memory is slower.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_list_stream_w512 #(
    parameter LOG_LINES = 5
) (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire         stop,
    input  wire [63:0]  base,
    input  wire [32:0]  words,
    output wire [511:0] beat,
    output wire         beat_valid,
    input  wire         beat_ready,
    output wire [63:0]  request_address,
    output wire         request_valid,
    input  wire         request_ready,
    input  wire         line_valid,
    input  wire [511:0] line_data,
    output wire         idle
);

    localparam [LOG_LINES:0] ONE = 1;

    localparam [LOG_LINES:0] ALL_LINES = (1 << LOG_LINES);
    localparam [3:0] LAST_LANE = 4'd0;

    reg [3:0] lane = 4'd0;
    reg [29:0] lines_left = 30'd0;
    reg [63:0] request_next = 64'd0;
    reg [LOG_LINES:0] room = {LOG_LINES+1{1'b0}};
    reg freed = 1'b0;
    reg [LOG_LINES:0] unanswered = {LOG_LINES+1{1'b0}};

    wire asks;
    wire asked;
    wire taken;
    wire emptied;
    wire [8:0] lane_shift;
    wire [33:0] rounded;
    wire lines_reset;
    wire lines_in_ready;
    wire [511:0] lines_out_data;

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(LOG_LINES)) u_lines (
        .clock(clock),
        .reset(lines_reset),
        .in_data(line_data),
        .in_valid(line_valid),
        .in_ready(lines_in_ready),
        .out_data(lines_out_data),
        .out_valid(beat_valid),
        .out_ready(emptied)
    );

    always @(posedge clock) begin
        if (taken) begin
            lane <= lane + 4'd1;
        end
        if (emptied) begin
            lane <= 4'd0;
        end
        if (asked) begin
            lines_left <= lines_left - 30'd1;
            request_next <= request_next + 64'd64;
        end
        // The room of a line counts a cycle after it was emptied.
        freed <= emptied;
        if (asked & ~freed) begin
            room <= room - ONE;
        end
        if (freed & ~asked) begin
            room <= room + ONE;
        end
        if (asked & ~line_valid) begin
            unanswered <= unanswered + ONE;
        end
        if (line_valid & ~asked) begin
            unanswered <= unanswered - ONE;
        end
        if (stop) begin
            lines_left <= 30'd0;
        end
        if (start) begin
            lane <= 4'd0;
            lines_left <= rounded[33:4];
            request_next <= base;
            room <= ALL_LINES;
            freed <= 1'b0;
        end
        if (reset) begin
            lines_left <= 30'd0;
            unanswered <= {LOG_LINES+1{1'b0}};
        end
    end

    assign lines_reset = reset | start;
    assign asks = (|lines_left) & (|room);
    assign asked = asks & request_ready;
    assign request_valid = asks;
    assign request_address = request_next;
    assign idle = ~(|unanswered) & ~(|lines_left);
    assign lane_shift = 9'd0;
    assign beat = lines_out_data >> lane_shift;
    assign taken = beat_valid & beat_ready;
    assign emptied = taken & (lane == LAST_LANE);
    assign rounded = {1'b0, words} + 34'd15;

    // Bits that the design does not need.
    wire _unused = &{
        rounded[3:0],
        lines_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
