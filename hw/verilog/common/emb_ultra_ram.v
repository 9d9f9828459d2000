// Memory of lines of 64 bytes with a write port with byte enables and a registered read port, for UltraRAM; a
// read of the line being written returns the old one. Latency: read 1 cycle. Throughput: one read and one
// write a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_ultra_ram #(
    parameter LOG_DEPTH = 15
) (
    input  wire                 clock,
    input  wire                 write_enable,
    input  wire [LOG_DEPTH-1:0] write_address,
    input  wire [511:0]         write_data,
    input  wire [63:0]          write_bytes,
    input  wire                 read_enable,
    input  wire [LOG_DEPTH-1:0] read_address,
    output reg  [511:0]         read_data
);

    (* ram_style = "ultra" *) reg [511:0] memory [0:(1 << LOG_DEPTH)-1];

    `ifndef SYNTHESIS
    // Any value would do at power-up, but no X.
    integer word;
    initial
        for (word = 0; word <= ((1 << LOG_DEPTH) - 1); word = word + 1)
            memory[word] = 512'd0;
    `endif

    `ifndef SYNTHESIS
    initial read_data = 512'd0;
    `endif

    integer lane;

    always @(posedge clock) begin
        if (write_enable)
            for (lane = 0; lane < 64; lane = lane + 1)
                if (write_bytes[lane])
                    memory[write_address][8 * lane +: 8] <= write_data[8 * lane +: 8];
        if (read_enable)
            read_data <= memory[read_address];
    end

endmodule

`default_nettype wire
