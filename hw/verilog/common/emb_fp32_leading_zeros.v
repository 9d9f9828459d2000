// Counts the leading zeros of a significand of 24 bits. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_leading_zeros (
    input  wire [23:0] value,
    output wire [4:0]  count
);

    wire [14:0] half;
    wire [6:0] quarter;
    wire [2:0] nibble;
    wire leading;
    wire skip16;
    wire skip8;
    wire skip4;
    wire skip2;

    assign skip16 = ~(|value[23:8]);
    assign half = skip16 ? {value[7:0], 7'd127} : value[23:9];
    assign skip8 = ~(|half[14:7]);
    assign quarter = skip8 ? half[6:0] : half[14:8];
    assign skip4 = ~(|quarter[6:3]);
    assign nibble = skip4 ? quarter[2:0] : quarter[6:4];
    assign skip2 = ~(|nibble[2:1]);
    assign leading = skip2 ? nibble[0] : nibble[2];
    assign count = {skip16, skip8, skip4, skip2, ~leading};

endmodule

`default_nettype wire
