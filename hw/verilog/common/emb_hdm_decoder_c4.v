// Finds the device address of a host address: decoder 0 maps persistent memory, decoder 1 the scratchpad.
// Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_hdm_decoder_c4 (
    input  wire [45:0] address,
    input  wire [21:0] persistent_gib,
    input  wire [63:0] base_0,
    input  wire [63:0] base_1,
    output wire        persistent,
    output wire        scratchpad,
    output wire [63:0] device_address
);

    localparam [63:0] MASK_0 = 64'h000003ffffffffff;
    localparam [63:0] MASK_1 = 64'h00000000ffffffff;
    localparam [63:0] SCRATCHPAD_BASE = 64'h0008000000000000;

    wire [63:0] hpa;
    wire [63:0] offset;
    wire exists;

    assign hpa = {12'd0, address, 6'd0};
    assign offset = hpa & MASK_0;
    assign exists = offset[51:30] < persistent_gib;
    assign persistent = base_0[0] & exists & ((hpa & 64'hfffffc0000000000) == (base_0 & 64'hfffffc0000000000));
    assign scratchpad = base_1[0] & ~persistent & ((hpa & 64'hffffffff00000000) == (base_1 & 64'hffffffff00000000));
    assign device_address = scratchpad ? (hpa & MASK_1) | SCRATCHPAD_BASE : offset;

endmodule

`default_nettype wire
