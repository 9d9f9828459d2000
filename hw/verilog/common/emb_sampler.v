// Samples a bit at every clock edge; in simulation one that is unknown or not connected counts as low. One
// cycle.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_sampler (
    input  wire clock,
    input  wire in_bit,
    output reg  out_bit
);

    initial out_bit = 1'b0;

    always @(posedge clock)
        if (in_bit)
            out_bit <= 1'b1;
        else
            out_bit <= 1'b0;

endmodule

`default_nettype wire
