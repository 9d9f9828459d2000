// Queue on block RAM, first-word fall-through. Latency: 2 cycles when empty. Throughput: one word a cycle.
// Stalls its input only while full.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module block_fifo_w65_d1024 (
    input  wire        clock,
    input  wire        reset,
    input  wire [64:0] in_data,
    input  wire        in_valid,
    output wire        in_ready,
    output wire [64:0] out_data,
    output wire        out_valid,
    input  wire        out_ready
);

    reg [9:0] write_pointer = 10'd0;
    reg [9:0] read_pointer = 10'd0;
    reg occupied = 1'b0;
    reg full = 1'b0;
    reg fetched = 1'b0;

    wire push;
    wire fetch;
    wire [9:0] write_pointer_after;
    wire [9:0] read_pointer_after;

    block_ram_w65_d1024 u_memory (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_data),
        .read_enable(fetch),
        .read_address(read_pointer),
        .read_data(out_data)
    );

    always @(posedge clock) begin
        if (push) begin
            write_pointer <= write_pointer_after;
        end
        if (out_ready) begin
            fetched <= 1'b0;
        end
        if (fetch) begin
            read_pointer <= read_pointer_after;
            fetched <= 1'b1;
        end
        if (push & ~fetch) begin
            occupied <= 1'b1;
            full <= write_pointer_after == read_pointer;
        end
        if (fetch & ~push) begin
            full <= 1'b0;
            occupied <= read_pointer_after != write_pointer;
        end
        if (reset) begin
            write_pointer <= 10'd0;
            read_pointer <= 10'd0;
            occupied <= 1'b0;
            full <= 1'b0;
            fetched <= 1'b0;
        end
    end

    assign in_ready = ~full;
    assign out_valid = fetched;
    assign push = in_valid & ~full;
    assign fetch = occupied & (~fetched | out_ready);
    assign write_pointer_after = write_pointer + 10'd1;
    assign read_pointer_after = read_pointer + 10'd1;

endmodule

`default_nettype wire
