// Memory with one write port and one registered read port, for block RAM; a read of the word being written
// returns the old value. Latency: read 1 cycle. Throughput: one read and one write a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_block_ram #(
    parameter WIDTH = 128,
    parameter LOG_DEPTH = 13
) (
    input  wire                 clock,
    input  wire                 write_enable,
    input  wire [LOG_DEPTH-1:0] write_address,
    input  wire [WIDTH-1:0]     write_data,
    input  wire                 read_enable,
    input  wire [LOG_DEPTH-1:0] read_address,
    output reg  [WIDTH-1:0]     read_data
);

    (* ram_style = "block" *) reg [WIDTH-1:0] memory [0:(1 << LOG_DEPTH)-1];

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

    always @(posedge clock) begin
        if (write_enable)
            memory[write_address] <= write_data;
        if (read_enable)
            read_data <= memory[read_address];
    end

endmodule

`default_nettype wire
