// Queue on block RAM, first-word fall-through. Latency: 2 cycles when empty. Throughput: one word a cycle.
// Stalls its input only while full.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_block_fifo #(
    parameter WIDTH = 15,
    parameter LOG_DEPTH = 9
) (
    input  wire             clock,
    input  wire             reset,
    input  wire [WIDTH-1:0] in_data,
    input  wire             in_valid,
    output wire             in_ready,
    output wire [WIDTH-1:0] out_data,
    output wire             out_valid,
    input  wire             out_ready
);

    localparam [LOG_DEPTH-1:0] ONE = 1;

    reg [LOG_DEPTH-1:0] write_pointer = {LOG_DEPTH{1'b0}};
    reg [LOG_DEPTH-1:0] read_pointer = {LOG_DEPTH{1'b0}};
    reg occupied = 1'b0;
    reg full = 1'b0;
    reg fetched = 1'b0;

    wire push;
    wire fetch;
    wire [LOG_DEPTH-1:0] write_pointer_after;
    wire [LOG_DEPTH-1:0] read_pointer_after;

    emb_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) u_memory (
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
            write_pointer <= {LOG_DEPTH{1'b0}};
            read_pointer <= {LOG_DEPTH{1'b0}};
            occupied <= 1'b0;
            full <= 1'b0;
            fetched <= 1'b0;
        end
    end

    assign in_ready = ~full;
    assign out_valid = fetched;
    assign push = in_valid & ~full;
    assign fetch = occupied & (~fetched | out_ready);
    assign write_pointer_after = write_pointer + ONE;
    assign read_pointer_after = read_pointer + ONE;

endmodule

`default_nettype wire
