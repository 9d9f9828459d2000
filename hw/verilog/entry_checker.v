// Checks the entries of a batch, range after range. Two cycles for each range; a line of entries a cycle;
// stalls when there is no range or no line yet.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module entry_checker (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [31:0]  range_end,
    input  wire [31:0]  range_limit,
    input  wire         range_valid,
    output wire         range_ready,
    input  wire [511:0] entry_line,
    input  wire         entry_valid,
    output reg          entry_ready,
    output reg          failed,
    output wire [63:0]  error_position,
    output wire         idle
);

    localparam [4:0] LINE_WORDS = 5'd16;

    reg busy = 1'b0;
    reg [31:0] end_ = 32'd0;
    reg [31:0] limit = 32'd0;
    reg [31:0] position = 32'd0;

    wire [31:0] left;
    wire [3:0] lane;
    wire [4:0] in_line;
    reg [4:0] count;
    wire [4:0] next_lane;
    wire lanes_bad;
    wire [3:0] lanes_bad_lane;
    reg busy_next;
    reg [31:0] end_next;
    reg [31:0] limit_next;
    reg [31:0] position_next;

    entry_lanes u_lanes (
        .entries(entry_line),
        .first_lane(lane),
        .count(count),
        .limit(limit),
        .bad(lanes_bad),
        .bad_lane(lanes_bad_lane)
    );

    always @* begin
        busy_next = busy;
        end_next = end_;
        limit_next = limit;
        position_next = position;
        entry_ready = 1'b0;
        failed = 1'b0;
        if (~busy) begin
            busy_next = range_valid;
            end_next = range_end;
            limit_next = range_limit;
        end else if (~(|left)) begin
            busy_next = 1'b0;
        end else if (entry_valid) begin
            position_next = position + {27'd0, count};
            entry_ready = next_lane == LINE_WORDS;
            failed = lanes_bad;
        end
        if (start) begin
            position_next = 32'd0;
        end
        if (reset) begin
            busy_next = 1'b0;
        end
    end

    assign left = end_ - position;
    assign lane = position[3:0];
    assign in_line = LINE_WORDS - {1'b0, lane};

    always @* begin
        count = in_line;
        if (left < {27'd0, in_line}) begin
            count = left[4:0];
        end
    end

    assign next_lane = {1'b0, lane} + count;
    assign range_ready = ~busy;
    assign error_position = {32'd0, position} + {60'd0, lanes_bad_lane - lane};
    assign idle = ~busy & ~range_valid;

    always @(posedge clock) begin
        busy <= busy_next;
        end_ <= end_next;
        limit <= limit_next;
        position <= position_next;
    end

endmodule

`default_nettype wire
