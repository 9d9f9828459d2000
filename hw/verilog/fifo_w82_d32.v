// Queue on LUT RAM, first-word fall-through. Latency: 1 cycle when empty. Throughput: one word a cycle.
// Stalls its input only while full.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module fifo_w82_d32 (
    input  wire        clock,
    input  wire        reset,
    input  wire [81:0] in_data,
    input  wire        in_valid,
    output wire        in_ready,
    output wire [81:0] out_data,
    output wire        out_valid,
    input  wire        out_ready
);

    reg [4:0] write_pointer = 5'd0;
    reg [4:0] read_pointer = 5'd0;
    reg occupied = 1'b0;
    reg full = 1'b0;

    wire push;
    wire pop;
    wire [4:0] write_pointer_after;
    wire [4:0] read_pointer_after;

    lut_ram_w82_d32 u_memory (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_data),
        .read_address(read_pointer),
        .read_data(out_data)
    );

    always @(posedge clock) begin
        if (push) begin
            write_pointer <= write_pointer_after;
        end
        if (pop) begin
            read_pointer <= read_pointer_after;
        end
        if (push & ~pop) begin
            occupied <= 1'b1;
            full <= write_pointer_after == read_pointer;
        end
        if (pop & ~push) begin
            full <= 1'b0;
            occupied <= read_pointer_after != write_pointer;
        end
        if (reset) begin
            write_pointer <= 5'd0;
            read_pointer <= 5'd0;
            occupied <= 1'b0;
            full <= 1'b0;
        end
    end

    assign in_ready = ~full;
    assign out_valid = occupied;
    assign push = in_valid & ~full;
    assign pop = out_ready & occupied;
    assign write_pointer_after = write_pointer + 5'd1;
    assign read_pointer_after = read_pointer + 5'd1;

endmodule

`default_nettype wire
