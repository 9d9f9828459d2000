// Queue from one clock to another, first-word fall-through; either side may be reset. Latency: 3 cycles of
// the output's clock when empty. Throughput: one word a cycle of the slower clock. Stalls its input while
// full.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_async_fifo #(
    parameter WIDTH = 12,
    parameter LOG_DEPTH = 4
) (
    input  wire             in_clock,
    input  wire             in_reset,
    input  wire [WIDTH-1:0] in_data,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire             out_clock,
    input  wire             out_reset,
    output wire [WIDTH-1:0] out_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire             in_open,
    output wire             out_open
);

    localparam [LOG_DEPTH:0] ONE = 1;

    localparam [LOG_DEPTH:0] DEPTH = (1 << LOG_DEPTH);

    reg [LOG_DEPTH:0] write_pointer = {LOG_DEPTH+1{1'b0}};
    reg [LOG_DEPTH:0] write_gray = {LOG_DEPTH+1{1'b0}};
    reg room = 1'b0;
    reg [LOG_DEPTH:0] read_pointer = {LOG_DEPTH+1{1'b0}};
    reg [LOG_DEPTH:0] read_gray = {LOG_DEPTH+1{1'b0}};
    reg valid = 1'b0;

    wire push;
    wire fetch;
    wire [LOG_DEPTH:0] write_pointer_after;
    wire [LOG_DEPTH:0] write_gray_after;
    wire [LOG_DEPTH:0] read_pointer_after;
    wire [LOG_DEPTH:0] distance;
    wire [LOG_DEPTH:0] far_;
    wire in_side_ask;
    wire in_side_cleared;
    wire in_side_clear;
    wire out_side_ask;
    wire out_side_cleared;
    wire out_side_clear;
    wire [LOG_DEPTH:0] reads_seen_to;
    wire [LOG_DEPTH:0] writes_seen_to;

    emb_dual_clock_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) u_memory (
        .write_clock(in_clock),
        .write_enable(push),
        .write_address(write_pointer[LOG_DEPTH-1:0]),
        .write_data(in_data),
        .read_clock(out_clock),
        .read_enable(fetch),
        .read_address(read_pointer[LOG_DEPTH-1:0]),
        .read_data(out_data)
    );

    emb_reset_handshake u_in_side (
        .clock(in_clock),
        .reset(in_reset),
        .ask(in_side_ask),
        .cleared(in_side_cleared),
        .peer_ask(out_side_ask),
        .peer_cleared(out_side_cleared),
        .open(in_open),
        .clear(in_side_clear)
    );

    emb_reset_handshake u_out_side (
        .clock(out_clock),
        .reset(out_reset),
        .ask(out_side_ask),
        .cleared(out_side_cleared),
        .peer_ask(in_side_ask),
        .peer_cleared(in_side_cleared),
        .open(out_open),
        .clear(out_side_clear)
    );

    emb_synchroniser #(.WIDTH(LOG_DEPTH+1)) u_reads_seen (
        .clock(in_clock),
        .from(read_gray),
        .to(reads_seen_to)
    );

    emb_synchroniser #(.WIDTH(LOG_DEPTH+1)) u_writes_seen (
        .clock(out_clock),
        .from(write_gray),
        .to(writes_seen_to)
    );

    always @(posedge out_clock) begin
        valid <= fetch | (valid & ~out_ready);
        if (out_reset | out_side_clear | ~out_open) begin
            valid <= 1'b0;
        end
    end

    assign in_ready = room & in_open;
    assign push = in_valid & room & in_open;

    assign write_pointer_after =
        in_side_clear ? {LOG_DEPTH+1{1'b0}} :
        push ? write_pointer + ONE :
        write_pointer;

    assign write_gray_after = write_pointer_after ^ {1'b0, write_pointer_after[LOG_DEPTH:1]};
    assign distance = DEPTH;
    assign far_ = distance ^ {1'b0, distance[LOG_DEPTH:1]};
    assign fetch = out_open & (writes_seen_to != read_gray) & (out_ready | ~valid);

    assign read_pointer_after =
        out_side_clear ? {LOG_DEPTH+1{1'b0}} :
        fetch ? read_pointer + ONE :
        read_pointer;

    assign out_valid = valid;

    always @(posedge in_clock) begin
        write_pointer <= write_pointer_after;
        write_gray <= write_gray_after;
        room <= write_gray_after != (reads_seen_to ^ far_);
    end

    always @(posedge out_clock) begin
        read_pointer <= read_pointer_after;
        read_gray <= read_pointer_after ^ {1'b0, read_pointer_after[LOG_DEPTH:1]};
    end

endmodule

`default_nettype wire
