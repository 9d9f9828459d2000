// Adds partial products of FP32 significands and computes exponent and shift. Latency 1 cycle, one product a
// cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_multiply_combine (
    input  wire        clock,
    input  wire [40:0] low,
    input  wire [30:0] high,
    input  wire [9:0]  exponent,
    input  wire [4:0]  leading_zeros,
    input  wire        sign,
    input  wire        zero,
    input  wire        infinite,
    input  wire        nan,
    output wire [47:0] product,
    output wire        right32,
    output wire [4:0]  left,
    output wire        vanishes,
    output wire [7:0]  exponent_out,
    output wire        room,
    output wire        sign_out,
    output wire        zero_out,
    output wire        infinite_out,
    output wire        nan_out
);

    reg [47:0] product_register = 48'd0;
    reg right32_register = 1'b0;
    reg [4:0] left_register = 5'd0;
    reg vanishes_register = 1'b0;
    reg [7:0] exponent_register = 8'd0;
    reg room_register = 1'b0;
    reg sign_register = 1'b0;
    reg zero_register = 1'b0;
    reg infinite_register = 1'b0;
    reg nan_register = 1'b0;

    wire [30:0] upper;
    wire [9:0] remaining;
    wire has_room;
    wire negative;
    wire below_minus_32;
    wire too_large;

    always @(posedge clock) begin
        left_register <= exponent[4:0];
        exponent_register <= 8'd0;
        if (has_room) begin
            left_register <= leading_zeros;
            exponent_register <= remaining[7:0];
        end
    end

    assign upper = high + {7'd0, low[40:17]};
    assign remaining = exponent + ~{5'd0, leading_zeros};
    assign has_room = ~remaining[9];
    assign negative = exponent[9];
    assign below_minus_32 = negative & ~(&exponent[8:5]);
    assign too_large = has_room & (remaining[8] | (&remaining[7:1]));
    assign product = product_register;
    assign right32 = right32_register;
    assign left = left_register;
    assign vanishes = vanishes_register;
    assign exponent_out = exponent_register;
    assign room = room_register;
    assign sign_out = sign_register;
    assign zero_out = zero_register;
    assign infinite_out = infinite_register;
    assign nan_out = nan_register;

    always @(posedge clock) begin
        product_register <= {upper, low[16:0]};
        right32_register <= negative;
        vanishes_register <= below_minus_32;
        room_register <= has_room;
        sign_register <= sign;
        zero_register <= zero;
        infinite_register <= infinite | (too_large & ~zero);
        nan_register <= nan;
    end

endmodule

`default_nettype wire
