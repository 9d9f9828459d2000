// Memory with one write port and one registered read port, for block RAM; a read of the word being written
// returns the old value. Latency: read 1 cycle. Throughput: one read and one write a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module block_ram_w64_d128 (
    input  wire        clock,
    input  wire        write_enable,
    input  wire [6:0]  write_address,
    input  wire [63:0] write_data,
    input  wire        read_enable,
    input  wire [6:0]  read_address,
    output reg  [63:0] read_data
);

    (* ram_style = "block" *) reg [63:0] memory [0:127];

    `ifndef SYNTHESIS
    // Any value would do at power-up, but no X.
    integer word;
    initial
        for (word = 0; word <= 127; word = word + 1)
            memory[word] = 64'd0;
    `endif

    `ifndef SYNTHESIS
    initial read_data = 64'd0;
    `endif

    always @(posedge clock) begin
        if (write_enable)
            memory[write_address] <= write_data;
        if (read_enable)
            read_data <= memory[read_address];
    end

endmodule

`default_nettype wire
