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
    wire [36:0] sum_low;
    wire [36:0] carry_low;
    wire [36:0] sum_high;
    wire [36:0] carry_high;
    wire [36:0] sum;
    wire [36:0] carry;
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
    assign sum_low = times_1 ^ times_2 ^ times_4;
    assign carry_low = {(times_1[35:0] & times_2[35:0]) | (times_1[35:0] & times_4[35:0]) | (times_2[35:0] & times_4[35:0]), 1'b0};
    assign sum_high = times_8 ^ times_16 ^ sum_low;
    assign carry_high = {(times_8[35:0] & times_16[35:0]) | (times_8[35:0] & sum_low[35:0]) | (times_16[35:0] & sum_low[35:0]), 1'b0};
    assign sum = carry_low ^ sum_high ^ carry_high;
    assign carry = {(carry_low[35:0] & sum_high[35:0]) | (carry_low[35:0] & carry_high[35:0]) | (sum_high[35:0] & carry_high[35:0]), 1'b0};
    assign product = sum + carry;
    assign offset = {product, 6'd0};

endmodule

`default_nettype wire
