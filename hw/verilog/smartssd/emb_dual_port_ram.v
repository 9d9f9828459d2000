// Memory with one port that reads and one that reads or writes, for block RAM; what is read of a word that is
// being written is not defined. Latency: read 1 cycle. Throughput: two accesses a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_dual_port_ram #(
    parameter WIDTH = 16,
    parameter LOG_DEPTH = 14
) (
    input  wire                 clock,
    input  wire                 a_enable,
    input  wire [LOG_DEPTH-1:0] a_address,
    output reg  [WIDTH-1:0]     a_data,
    input  wire                 b_enable,
    input  wire                 b_write,
    input  wire [LOG_DEPTH-1:0] b_address,
    input  wire [WIDTH-1:0]     b_write_data,
    output reg  [WIDTH-1:0]     b_data
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
    initial a_data = {WIDTH{1'b0}};
    initial b_data = {WIDTH{1'b0}};
    `endif

    always @(posedge clock)
        if (a_enable)
    `ifndef SYNTHESIS
            // What block RAM gives is not defined: ones are easy to see.
            if (b_enable && b_write && a_address == b_address)
                a_data <= {WIDTH{1'b1}};
            else
    `endif
            a_data <= memory[a_address];

    always @(posedge clock)
        if (b_enable) begin
            if (b_write)
                memory[b_address] <= b_write_data;
            else
                b_data <= memory[b_address];
        end

endmodule

`default_nettype wire
