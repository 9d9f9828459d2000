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

    localparam [15:0] ALL_LANES = 16'hffff;
    localparam [15:0] WITH_BIT_0 = 16'haaaa;
    localparam [15:0] WITH_BIT_1 = 16'hcccc;
    localparam [15:0] WITH_BIT_2 = 16'hf0f0;
    localparam [15:0] WITH_BIT_3 = 16'hff00;

    reg busy = 1'b0;
    reg [31:0] end_ = 32'd0;
    reg [31:0] limit = 32'd0;
    reg [31:0] position = 32'd0;
    reg ends_here = 1'b0;
    reg bad = 1'b0;
    reg [15:0] bad_lanes = 16'd0;
    reg [27:0] bad_line = 28'd0;

    wire [27:0] line;
    wire [27:0] line_after;
    wire [31:0] end_next;
    wire [31:0] position_next;
    wire [15:0] lanes_left;
    wire [15:0] lanes_behind;
    wire [15:0] pairs;
    wire [15:0] fours;
    wire [15:0] eights;
    wire [15:0] first;
    wire [3:0] bad_lane;
    wire [15:0] lanes_lanes;
    wire lanes_bad;
    wire [15:0] lanes_bad_lanes;

    emb_entry_lanes u_lanes (
        .entries(entry_line),
        .lanes(lanes_lanes),
        .limit(limit),
        .bad(lanes_bad),
        .bad_lanes(lanes_bad_lanes)
    );

    always @(posedge clock) begin
        // What is wrong goes out through a register; which of it is the first is looked for behind that.
        bad <= 1'b0;
        if (~busy) begin
            busy <= range_valid;
            limit <= range_limit;
        end else if (ends_here & (position[3:0] == end_[3:0])) begin
            busy <= 1'b0;
        end else if (entry_valid) begin
            bad <= lanes_bad;
        end
        if (start) begin
            bad <= 1'b0;
        end
        if (reset) begin
            busy <= 1'b0;
            bad <= 1'b0;
        end
    end

    assign entry_ready = busy & ~(ends_here & (position[3:0] == end_[3:0])) & ~ends_here & entry_valid;
    assign end_next = ~busy ? range_end : end_;

    assign position_next =
        start ? 32'd0 :
        (~busy | (ends_here & (position[3:0] == end_[3:0])) | ~entry_valid) ? position :
        ends_here ? end_ :
        {line_after, 4'd0};

    always @(posedge clock) begin
        // Ends do not descend, so a range ends in this line if its end has the number of the line.
        ends_here <= end_[31:4] == line;
        if (~busy) begin
            ends_here <= range_end[31:4] == line;
        end else if (entry_valid & ~ends_here) begin
            ends_here <= end_[31:4] == line_after;
        end else if (entry_valid) begin
            ends_here <= 1'b1;
        end
        if (start) begin
            ends_here <= ~(|end_next[31:4]);
        end
    end

    assign line = position[31:4];
    assign line_after = line + 28'd1;

    // Lanes from the position on; in the line in which the range ends, as far as it goes.
    assign lanes_left = ALL_LANES << position[3:0];
    assign lanes_behind = ALL_LANES << end_[3:0];
    assign lanes_lanes = ends_here ? lanes_left & ~lanes_behind : lanes_left;
    assign range_ready = ~busy;
    assign failed = bad;
    assign pairs = bad_lanes | {bad_lanes[14:0], 1'b0};
    assign fours = pairs | {pairs[13:0], 2'd0};
    assign eights = fours | {fours[11:0], 4'd0};
    assign first = bad_lanes & ~{eights[14:0] | {eights[6:0], 8'd0}, 1'b0};
    assign bad_lane = {|(first & WITH_BIT_3), |(first & WITH_BIT_2), |(first & WITH_BIT_1), |(first & WITH_BIT_0)};
    assign error_position = {32'd0, bad_line, bad_lane};
    assign idle = ~busy & ~range_valid & ~bad;

    always @(posedge clock) begin
        end_ <= end_next;
        position <= position_next;
        bad_lanes <= lanes_bad_lanes;
        bad_line <= line;
    end

    // Bits that the design does not need.
    wire _unused = &{
        eights[15],
        1'b0
    };

endmodule

`default_nettype wire
