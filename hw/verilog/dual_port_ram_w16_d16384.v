// Memory with one port that reads and one that reads or writes, for block RAM; the word that is being written
// must not be read. Latency: read 1 cycle. Throughput: two accesses a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module dual_port_ram_w16_d16384 (
    input  wire        clock,
    input  wire        a_enable,
    input  wire [13:0] a_address,
    output reg  [15:0] a_data,
    input  wire        b_enable,
    input  wire        b_write,
    input  wire [13:0] b_address,
    input  wire [15:0] b_write_data,
    output reg  [15:0] b_data
);

    (* ram_style = "block" *) reg [15:0] memory [0:16383];

    `ifndef SYNTHESIS
    // Any value would do at power-up, but no X.
    integer word;
    initial
        for (word = 0; word <= 16383; word = word + 1)
            memory[word] = 16'd0;
    `endif

    `ifndef SYNTHESIS
    initial a_data = 16'd0;
    initial b_data = 16'd0;
    `endif

    always @(posedge clock)
        if (a_enable)
    `ifndef SYNTHESIS
            // What block RAM gives is not defined: ones are easy to see.
            if (b_enable && b_write && a_address == b_address)
                a_data <= {16{1'b1}};
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
