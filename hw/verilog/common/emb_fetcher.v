// Reads a region of a peer's memory over CXL.cache, a RdCurr a line, and hands the lines on in order. A line
// a cycle, 64 under way; stalls when D2H Req does, the peer does not answer, lines are not taken, or its
// window is closed.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fetcher (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  source,
    input  wire [63:0]  lines,
    input  wire         in_window,
    input  wire         window,
    output wire         idle,
    output wire         waiting,
    output wire [5:0]   request_slot,
    output wire [45:0]  request_line,
    output wire         asks_host,
    input  wire         host_ready,
    input  wire         data_valid,
    input  wire [5:0]   data_slot,
    input  wire [512:0] data_line,
    output wire         line_valid,
    input  wire         line_ready,
    output wire [512:0] line
);

    localparam [63:0] LINE_BYTES = 64'd64;
    localparam [63:0] ONE = 64'd1;

    reg [63:0] left = 64'd0;
    reg [63:0] address = 64'd0;
    reg waits_for_window = 1'b0;
    reg window_open = 1'b0;
    reg [5:0] next_slot = 6'd0;
    reg [5:0] oldest = 6'd0;
    reg [63:0] busy = 64'd0;
    reg [63:0] here = 64'd0;
    reg next_busy = 1'b0;
    reg oldest_here = 1'b0;

    wire [5:0] slot_after;
    wire [5:0] oldest_after;
    wire [63:0] next_bit;
    wire [63:0] oldest_bit;
    wire free;
    wire wants;
    wire asks;
    wire goes;
    wire leaves;
    wire [63:0] arrived;
    wire [63:0] allocated;
    wire [63:0] freed;
    wire buffer_write_enable;
    wire [5:0] buffer_read_address;

    emb_lut_ram #(.WIDTH(513), .LOG_DEPTH(6)) u_buffer (
        .clock(clock),
        .write_enable(buffer_write_enable),
        .write_address(data_slot),
        .write_data(data_line),
        .read_address(buffer_read_address),
        .read_data(line)
    );

    always @(posedge clock) begin
        window_open <= window;
        if (goes) begin
            left <= left - 64'd1;
            address <= address + LINE_BYTES;
            next_slot <= next_slot + 6'd1;
        end
        if (leaves) begin
            oldest <= oldest + 6'd1;
        end
        busy <= (busy | allocated) & ~freed;
        here <= (here | arrived) & ~freed;
        next_busy <= next_busy & ~(leaves & (oldest == next_slot));
        if (goes) begin
            next_busy <= busy[slot_after] & ~(leaves & (oldest == slot_after));
        end
        oldest_here <= oldest_here | (data_valid & (data_slot == oldest));
        if (leaves) begin
            oldest_here <= here[oldest_after] | (data_valid & (data_slot == oldest_after));
        end
        if (start) begin
            left <= lines;
            address <= source;
            waits_for_window <= in_window;
        end
        if (reset) begin
            left <= 64'd0;
            window_open <= 1'b0;
            next_slot <= 6'd0;
            oldest <= 6'd0;
            busy <= 64'd0;
            here <= 64'd0;
            next_busy <= 1'b0;
            oldest_here <= 1'b0;
        end
    end

    assign allocated = goes ? next_bit : 64'd0;
    assign freed = leaves ? oldest_bit : 64'd0;
    assign next_bit = ONE << next_slot;
    assign oldest_bit = ONE << oldest;

    // Requests, in order.
    assign free = ~next_busy;
    assign wants = (|left) & free;
    assign asks = wants & (window_open | ~waits_for_window);
    assign asks_host = asks;
    assign request_slot = next_slot;
    assign request_line = address[51:6];
    assign goes = asks & host_ready;

    // Data, in any order.
    assign buffer_write_enable = data_valid;
    assign arrived = data_valid ? ONE << data_slot : 64'd0;

    // Lines, in order again.
    assign buffer_read_address = oldest;
    assign line_valid = oldest_here;
    assign leaves = oldest_here & line_ready;

    // What is asked of the next slot and of the oldest is known a cycle before: of the slot and of the one behind it, side by side.
    assign slot_after = next_slot + 6'd1;
    assign oldest_after = oldest + 6'd1;
    assign idle = ~(|left) & ~(|busy);
    assign waiting = ~wants & ~(|here);

endmodule

`default_nettype wire
