// Checks the entries of a batch, range after range. Two cycles for each range, one from a wrong entry to
// failed; a line of entries a cycle; stalls when there is no range or no line yet.
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
    reg bad = 1'b0;
    reg [3:0] bad_lane = 4'd0;
    reg [27:0] bad_line = 28'd0;

    wire [27:0] line;
    wire ends_here;
    wire [4:0] lanes_end_lane;
    wire lanes_bad;
    wire [3:0] lanes_bad_lane;

    emb_entry_lanes u_lanes (
        .entries(entry_line),
        .first_lane(position[3:0]),
        .end_lane(lanes_end_lane),
        .limit(limit),
        .bad(lanes_bad),
        .bad_lane(lanes_bad_lane)
    );

    always @(posedge clock) begin
        // What is wrong goes out through a register.
        bad <= 1'b0;
        if (~busy) begin
            busy <= range_valid;
            end_ <= range_end;
            limit <= range_limit;
        end else if (position == end_) begin
            busy <= 1'b0;
        end else if (entry_valid) begin
            bad <= lanes_bad;
            if (ends_here) begin
                position <= end_;
            end else begin
                position <= {line + 28'd1, 4'd0};
            end
        end
        if (start) begin
            position <= 32'd0;
            bad <= 1'b0;
        end
        if (reset) begin
            busy <= 1'b0;
            bad <= 1'b0;
        end
    end

    assign entry_ready = busy & (position != end_) & ~ends_here & entry_valid;

    // Ends do not descend, so a range ends in this line if its end has the number of the line.
    assign line = position[31:4];
    assign ends_here = end_[31:4] == line;
    assign lanes_end_lane = ends_here ? {1'b0, end_[3:0]} : LINE_WORDS;
    assign range_ready = ~busy;
    assign failed = bad;
    assign error_position = {32'd0, bad_line, bad_lane};
    assign idle = ~busy & ~range_valid & ~bad;

    always @(posedge clock) begin
        bad_lane <= lanes_bad_lane;
        bad_line <= line;
    end

endmodule

`default_nettype wire
