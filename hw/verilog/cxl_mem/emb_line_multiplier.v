// Byte offset of a vector: its number times the lines of a vector times 64. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_line_multiplier (
    input  wire [31:0] index,
    input  wire [4:0]  lines,
    output wire [42:0] offset
);

    wire [36:0] wide;
    wire [36:0] times_1;
    wire [36:0] times_2;
    wire [36:0] times_4;
    wire [36:0] times_8;
    wire [36:0] times_16;
    wire [36:0] product;

    assign wide = {5'd0, index};
    assign times_1 = lines[0] ? wide : 37'd0;
    assign times_2[0] = 1'b0;
    assign times_2[36:1] = lines[1] ? wide[35:0] : 36'd0;
    assign times_4[1:0] = 2'd0;
    assign times_4[36:2] = lines[2] ? wide[34:0] : 35'd0;
    assign times_8[2:0] = 3'd0;
    assign times_8[36:3] = lines[3] ? wide[33:0] : 34'd0;
    assign times_16[3:0] = 4'd0;
    assign times_16[36:4] = lines[4] ? wide[32:0] : 33'd0;
    assign product = times_1 + times_2 + times_4 + times_8 + times_16;
    assign offset = {product, 6'd0};

endmodule

`default_nettype wire
