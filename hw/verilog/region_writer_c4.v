// Writes a stream of lines to a region of persistent memory. No latency; a line a cycle; stalls when the
// line's channel does. Drops what follows a bad line.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module region_writer_c4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  target,
    input  wire [63:0]  lines,
    output wire         idle,
    output wire         answered,
    output wire         done,
    output wire         failed,
    input  wire         line_valid,
    output wire         line_ready,
    input  wire [512:0] line,
    output wire [63:0]  write_address,
    output wire [511:0] write_data,
    output wire         write_valid_0,
    output wire         write_valid_1,
    output wire         write_valid_2,
    output wire         write_valid_3,
    input  wire         write_ready_0,
    input  wire         write_ready_1,
    input  wire         write_ready_2,
    input  wire         write_ready_3,
    input  wire         written_0,
    input  wire         written_1,
    input  wire         written_2,
    input  wire         written_3,
    input  wire         write_error_0,
    input  wire         write_error_1,
    input  wire         write_error_2,
    input  wire         write_error_3
);

    localparam [63:0] LINE_BYTES = 64'd64;

    reg [63:0] left = 64'd0;
    reg [63:0] address = 64'd0;
    reg running = 1'b0;
    reg bad = 1'b0;
    reg [7:0] unanswered_0 = 8'd0;
    reg [7:0] unanswered_1 = 8'd0;
    reg [7:0] unanswered_2 = 8'd0;
    reg [7:0] unanswered_3 = 8'd0;

    wire issues_0;
    wire issues_1;
    wire issues_2;
    wire issues_3;
    wire good;
    reg channel_ready;
    wire takes;
    reg all_answered;
    wire ends;
    wire [3:0] map_select;

    channel_map_c4 u_map (
        .address(address),
        .select(map_select),
        .channel_address(write_address)
    );

    always @(posedge clock) begin
        if (written_0 & write_error_0) begin
            bad <= 1'b1;
        end
        if (written_1 & write_error_1) begin
            bad <= 1'b1;
        end
        if (written_2 & write_error_2) begin
            bad <= 1'b1;
        end
        if (written_3 & write_error_3) begin
            bad <= 1'b1;
        end
        if (takes) begin
            left <= left - 64'd1;
            address <= address + LINE_BYTES;
            if (line[512]) begin
                bad <= 1'b1;
            end
        end
        if (ends) begin
            running <= 1'b0;
        end
        if (start) begin
            running <= 1'b1;
            bad <= 1'b0;
            left <= lines;
            address <= target;
        end
        if (reset) begin
            running <= 1'b0;
            left <= 64'd0;
        end
    end

    assign write_data = line[511:0];
    assign good = ~bad & ~line[512];

    always @* begin
        channel_ready = 1'b0;
        if (map_select[0] & write_ready_0) begin
            channel_ready = 1'b1;
        end
        if (map_select[1] & write_ready_1) begin
            channel_ready = 1'b1;
        end
        if (map_select[2] & write_ready_2) begin
            channel_ready = 1'b1;
        end
        if (map_select[3] & write_ready_3) begin
            channel_ready = 1'b1;
        end
    end

    always @* begin
        all_answered = 1'b1;
        if (|unanswered_0) begin
            all_answered = 1'b0;
        end
        if (|unanswered_1) begin
            all_answered = 1'b0;
        end
        if (|unanswered_2) begin
            all_answered = 1'b0;
        end
        if (|unanswered_3) begin
            all_answered = 1'b0;
        end
    end

    always @(posedge clock) begin
        if (issues_0 & ~written_0) begin
            unanswered_0 <= unanswered_0 + 8'd1;
        end
        if (written_0 & ~issues_0) begin
            unanswered_0 <= unanswered_0 - 8'd1;
        end
        if (reset) begin
            unanswered_0 <= 8'd0;
        end
    end

    assign write_valid_0 = line_valid & running & good & map_select[0];
    assign issues_0 = line_valid & running & good & map_select[0] & write_ready_0;

    always @(posedge clock) begin
        if (issues_1 & ~written_1) begin
            unanswered_1 <= unanswered_1 + 8'd1;
        end
        if (written_1 & ~issues_1) begin
            unanswered_1 <= unanswered_1 - 8'd1;
        end
        if (reset) begin
            unanswered_1 <= 8'd0;
        end
    end

    assign write_valid_1 = line_valid & running & good & map_select[1];
    assign issues_1 = line_valid & running & good & map_select[1] & write_ready_1;

    always @(posedge clock) begin
        if (issues_2 & ~written_2) begin
            unanswered_2 <= unanswered_2 + 8'd1;
        end
        if (written_2 & ~issues_2) begin
            unanswered_2 <= unanswered_2 - 8'd1;
        end
        if (reset) begin
            unanswered_2 <= 8'd0;
        end
    end

    assign write_valid_2 = line_valid & running & good & map_select[2];
    assign issues_2 = line_valid & running & good & map_select[2] & write_ready_2;

    always @(posedge clock) begin
        if (issues_3 & ~written_3) begin
            unanswered_3 <= unanswered_3 + 8'd1;
        end
        if (written_3 & ~issues_3) begin
            unanswered_3 <= unanswered_3 - 8'd1;
        end
        if (reset) begin
            unanswered_3 <= 8'd0;
        end
    end

    assign write_valid_3 = line_valid & running & good & map_select[3];
    assign issues_3 = line_valid & running & good & map_select[3] & write_ready_3;
    assign line_ready = running & (~good | channel_ready);
    assign takes = line_valid & running & (~good | channel_ready);
    assign ends = running & ~(|left) & all_answered;
    assign done = ends & ~bad;
    assign failed = ends & bad;
    assign idle = ~running;
    assign answered = all_answered;

endmodule

`default_nettype wire
