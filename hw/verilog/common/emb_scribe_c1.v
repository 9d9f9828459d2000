// Writes the lines of a part of a record, one behind the other, and keeps their CRC. One cycle; a line a
// cycle; stalls when two lines wait for their channels.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_scribe_c1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         record_start,
    input  wire         part_start,
    input  wire [63:0]  target,
    input  wire [31:0]  lines,
    input  wire         cancel,
    input  wire         discard,
    output wire         idle,
    output wire         waiting,
    output wire [31:0]  crc,
    output wire         bad,
    input  wire         line_valid,
    output wire         line_ready,
    input  wire [512:0] line,
    output wire         write_channel,
    output wire [63:0]  write_address,
    output wire [511:0] write_data,
    output wire         write_valid,
    input  wire         write_ready
);

    localparam [63:0] LINE_BYTES = 64'd64;

    reg waits = 1'b0;
    reg [31:0] left = 32'd0;
    reg [63:0] address = 64'd0;

    wire open;
    wire good;
    wire takes;
    wire [3:0] map_number;
    wire sum_settled;
    wire queue_in_valid;
    wire queue_in_ready;
    wire [575:0] queue_out_data;

    emb_channel_map_c1 u_map (
        .address(queue_out_data[575:512]),
        .select(write_channel),
        .number(map_number),
        .channel_address(write_address)
    );

    emb_crc32c_w512 u_sum (
        .clock(clock),
        .clear(record_start),
        .word(line[511:0]),
        .word_valid(takes),
        .value(crc),
        .settled(sum_settled)
    );

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(1)) u_queue (
        .clock(clock),
        .reset(reset),
        .in_data({address, line[511:0]}),
        .in_valid(queue_in_valid),
        .in_ready(queue_in_ready),
        .out_data(queue_out_data),
        .out_valid(write_valid),
        .out_ready(write_ready)
    );

    always @(posedge clock) begin
        if (takes) begin
            left <= left - 32'd1;
            address <= address + LINE_BYTES;
        end
        if (cancel) begin
            waits <= 1'b0;
            left <= 32'd0;
        end
        if (record_start) begin
            waits <= 1'b1;
        end
        if (part_start & (record_start | (waits & ~cancel))) begin
            waits <= 1'b0;
            left <= lines;
            address <= target;
        end
        if (reset) begin
            waits <= 1'b0;
            left <= 32'd0;
        end
    end

    assign write_data = queue_out_data[511:0];
    assign open = |left;
    assign good = ~discard & ~line[512];
    assign queue_in_valid = open & line_valid & good;
    assign line_ready = open & queue_in_ready;
    assign takes = line_ready & line_valid;
    assign bad = takes & line[512];
    assign idle = ~waits & ~open & ~write_valid & sum_settled;
    assign waiting = waits | open;

    // Bits that the design does not need.
    wire _unused = &{
        map_number,
        1'b0
    };

endmodule

`default_nettype wire
