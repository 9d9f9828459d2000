// Memory with one write port and one combinational read port, for LUT RAM. Latency: read 0 cycles, write to
// read 1. Throughput: one read and one write a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_lut_ram #(
    parameter WIDTH = 14,
    parameter LOG_DEPTH = 2
) (
    input  wire                 clock,
    input  wire                 write_enable,
    input  wire [LOG_DEPTH-1:0] write_address,
    input  wire [WIDTH-1:0]     write_data,
    input  wire [LOG_DEPTH-1:0] read_address,
    output wire [WIDTH-1:0]     read_data
);

    (* ram_style = "distributed" *) reg [WIDTH-1:0] memory [0:(1 << LOG_DEPTH)-1];

    `ifndef SYNTHESIS
    // Any value would do at power-up, but no X.
    integer word;
    initial
        for (word = 0; word <= ((1 << LOG_DEPTH) - 1); word = word + 1)
            memory[word] = {WIDTH{1'b0}};
    `endif

    assign read_data = memory[read_address];

    always @(posedge clock)
        if (write_enable)
            memory[write_address] <= write_data;

endmodule

`default_nettype wire
