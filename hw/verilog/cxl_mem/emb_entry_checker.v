// Checks the entries of a batch, range after range. Two cycles for each range; a line of entries a cycle;
// stalls when there is no range or no line yet.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_entry_checker (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [31:0]  range_end,
    input  wire [31:0]  range_limit,
    input  wire         range_valid,
    output wire         range_ready,
    input  wire [511:0] entry_line,
    input  wire         entry_valid,
    output wire         entry_ready,
    output wire         failed,
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
    wire [4:0] count;
    wire [4:0] next_lane;
    wire lanes_bad;
    wire [3:0] lanes_bad_lane;

    emb_entry_lanes u_lanes (
        .entries(entry_line),
        .first_lane(lane),
        .count(count),
        .limit(limit),
        .bad(lanes_bad),
        .bad_lane(lanes_bad_lane)
    );

    always @(posedge clock) begin
        if (~busy) begin
            busy <= range_valid;
            end_ <= range_end;
            limit <= range_limit;
        end else if (~(|left)) begin
            busy <= 1'b0;
        end else if (entry_valid) begin
            position <= position + {27'd0, count};
        end
        if (start) begin
            position <= 32'd0;
        end
        if (reset) begin
            busy <= 1'b0;
        end
    end

    assign entry_ready = busy & (|left) & (next_lane == LINE_WORDS) & entry_valid;
    assign failed = busy & (|left) & lanes_bad & entry_valid;
    assign left = end_ - position;
    assign lane = position[3:0];
    assign in_line = LINE_WORDS - {1'b0, lane};
    assign count = (left < {27'd0, in_line}) ? left[4:0] : in_line;
    assign next_lane = {1'b0, lane} + count;
    assign range_ready = ~busy;
    assign error_position = {32'd0, position} + {60'd0, lanes_bad_lane - lane};
    assign idle = ~busy & ~range_valid;

endmodule

`default_nettype wire
