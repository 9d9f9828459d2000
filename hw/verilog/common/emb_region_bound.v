// Says of the address of a line whether it is a line of a region. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_region_bound (
    input  wire [63:0] address,
    input  wire [63:0] first,
    input  wire [63:0] end_,
    output wire        inside_
);

    assign inside_ = (address >= first) & (address < end_) & ~(|address[5:0]);

endmodule

`default_nettype wire
