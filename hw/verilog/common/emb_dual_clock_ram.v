// Memory on LUT RAM that one clock writes and another reads; a word must not be read while it is written.
// Latency: read 1 cycle. Throughput: one write and one read a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_dual_clock_ram #(
    parameter WIDTH = 12,
    parameter LOG_DEPTH = 4
) (
    input  wire                 write_clock,
    input  wire                 write_enable,
    input  wire [LOG_DEPTH-1:0] write_address,
    input  wire [WIDTH-1:0]     write_data,
    input  wire                 read_clock,
    input  wire                 read_enable,
    input  wire [LOG_DEPTH-1:0] read_address,
    output reg  [WIDTH-1:0]     read_data
);

    (* ram_style = "distributed" *) reg [WIDTH-1:0] memory [0:(1 << LOG_DEPTH)-1];

    `ifndef SYNTHESIS
    // Any value would do at power-up, but no X.
    integer word;
    initial
        for (word = 0; word <= ((1 << LOG_DEPTH) - 1); word = word + 1)
            memory[word] = {WIDTH{1'b0}};
    `endif

    `ifndef SYNTHESIS
    initial read_data = {WIDTH{1'b0}};
    `endif

    always @(posedge write_clock)
        if (write_enable)
            memory[write_address] <= write_data;

    always @(posedge read_clock)
        if (read_enable)
            read_data <= memory[read_address];

endmodule

`default_nettype wire
