// Memory of sixteen FP32 numbers a word, with one port that reads and one that reads or writes, for block
// RAM; a port that does not read gives -0, and the word that is being written must not be read. Latency: read
// 1 cycle. Throughput: two accesses a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_operand_ram #(
    parameter LOG_DEPTH = 10
) (
    input  wire                 clock,
    input  wire                 a_enable,
    input  wire [LOG_DEPTH-1:0] a_address,
    output reg  [511:0]         a_data,
    input  wire                 b_enable,
    input  wire                 b_write,
    input  wire [LOG_DEPTH-1:0] b_address,
    input  wire [511:0]         b_write_data,
    output reg  [511:0]         b_data
);

    (* ram_style = "block" *) reg [511:0] memory [0:(1 << LOG_DEPTH)-1];

    `ifndef SYNTHESIS
    // Any value would do at power-up, but no X.
    integer word;
    initial
        for (word = 0; word <= ((1 << LOG_DEPTH) - 1); word = word + 1)
            memory[word] = 512'd0;
    `endif

    `ifndef SYNTHESIS
    initial a_data = 512'd0;
    initial b_data = 512'd0;
    `endif

    always @(posedge clock)
        if (a_enable)
    `ifndef SYNTHESIS
            // What block RAM gives is not defined: ones are easy to see.
            if (b_write && a_address == b_address)
                a_data <= {512{1'b1}};
            else
    `endif
            a_data <= memory[a_address];
        else
            a_data <= {16{32'h80000000}};

    always @(posedge clock)
        if (b_write)
            memory[b_address] <= b_write_data;

    always @(posedge clock)
        if (b_enable)
            b_data <= memory[b_address];
        else
            b_data <= {16{32'h80000000}};

endmodule

`default_nettype wire
