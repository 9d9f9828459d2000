// Splits a device address into channel (one-hot) and address in the channel; the scratchpad is interleaved as
// persistent memory is. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_channel_map_c1 (
    input  wire [63:0] address,
    output wire        select,
    output wire [3:0]  number,
    output wire [63:0] channel_address
);

    localparam [3:0] CHANNEL_MASK = 4'd0;
    localparam ONE = 1'b1;

    wire [63:0] block;

    assign block = {8'd0, address[63:8] & 56'h0007ffffffffff};
    assign number = CHANNEL_MASK;
    assign select = ONE << number;
    assign channel_address = {block[55:0], address[7:0]};

    // Bits that the design does not need.
    wire _unused = &{
        block[63:56],
        1'b0
    };

endmodule

`default_nettype wire
