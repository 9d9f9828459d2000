// FP32 multiplier, round to nearest even, with subnormals. Latency 4 cycles, one product a cycle, never
// stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_multiply (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [31:0] product
);

    wire [40:0] partial_low;
    wire [30:0] partial_high;
    wire [9:0] partial_exponent;
    wire [4:0] partial_leading_zeros;
    wire partial_sign;
    wire partial_zero;
    wire partial_infinite;
    wire partial_nan;
    wire [47:0] combine_product;
    wire combine_right32;
    wire [4:0] combine_left;
    wire combine_vanishes;
    wire [7:0] combine_exponent_out;
    wire combine_room;
    wire combine_sign_out;
    wire combine_zero_out;
    wire combine_infinite_out;
    wire combine_nan_out;
    wire [26:0] normalise_significand;
    wire [7:0] normalise_exponent_out;
    wire normalise_room_out;
    wire normalise_sign_out;
    wire normalise_zero_out;
    wire normalise_infinite_out;
    wire normalise_nan_out;

    emb_fp32_multiply_partial u_partial (
        .clock(clock),
        .a(a),
        .b(b),
        .low(partial_low),
        .high(partial_high),
        .exponent(partial_exponent),
        .leading_zeros(partial_leading_zeros),
        .sign(partial_sign),
        .zero(partial_zero),
        .infinite(partial_infinite),
        .nan(partial_nan)
    );

    emb_fp32_multiply_combine u_combine (
        .clock(clock),
        .low(partial_low),
        .high(partial_high),
        .exponent(partial_exponent),
        .leading_zeros(partial_leading_zeros),
        .sign(partial_sign),
        .zero(partial_zero),
        .infinite(partial_infinite),
        .nan(partial_nan),
        .product(combine_product),
        .right32(combine_right32),
        .left(combine_left),
        .vanishes(combine_vanishes),
        .exponent_out(combine_exponent_out),
        .room(combine_room),
        .sign_out(combine_sign_out),
        .zero_out(combine_zero_out),
        .infinite_out(combine_infinite_out),
        .nan_out(combine_nan_out)
    );

    emb_fp32_multiply_normalise u_normalise (
        .clock(clock),
        .product(combine_product),
        .right32(combine_right32),
        .left(combine_left),
        .vanishes(combine_vanishes),
        .exponent(combine_exponent_out),
        .room(combine_room),
        .sign(combine_sign_out),
        .zero(combine_zero_out),
        .infinite(combine_infinite_out),
        .nan(combine_nan_out),
        .significand(normalise_significand),
        .exponent_out(normalise_exponent_out),
        .room_out(normalise_room_out),
        .sign_out(normalise_sign_out),
        .zero_out(normalise_zero_out),
        .infinite_out(normalise_infinite_out),
        .nan_out(normalise_nan_out)
    );

    emb_fp32_round_pack u_round (
        .clock(clock),
        .significand(normalise_significand),
        .exponent(normalise_exponent_out),
        .room(normalise_room_out),
        .sign(normalise_sign_out),
        .zero(normalise_zero_out),
        .infinite(normalise_infinite_out),
        .nan(normalise_nan_out),
        .result(product)
    );

endmodule

`default_nettype wire
