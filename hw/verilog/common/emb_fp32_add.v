// FP32 adder, round to nearest even, with subnormals. Latency 5 cycles, one sum a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_add (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [31:0] sum
);

    wire [23:0] order_larger;
    wire [23:0] order_smaller;
    wire [7:0] order_distance;
    wire [7:0] order_exponent;
    wire order_sign;
    wire order_subtract;
    wire [23:0] align_larger_out;
    wire [26:0] align_aligned;
    wire align_by_one;
    wire [7:0] align_exponent_out;
    wire align_sign_out;
    wire align_subtract_out;
    wire align_infinite;
    wire align_nan;
    wire [27:0] significands_significand;
    wire significands_shifted16;
    wire significands_unlimited;
    wire [7:0] significands_exponent_out;
    wire significands_sign_out;
    wire significands_subtract_out;
    wire significands_infinite_out;
    wire significands_nan_out;
    wire [26:0] normalise_significand_out;
    wire [7:0] normalise_exponent_out;
    wire normalise_room;
    wire normalise_sign_out;
    wire normalise_zero;
    wire normalise_infinite_out;
    wire normalise_nan_out;

    emb_fp32_add_order u_order (
        .clock(clock),
        .a(a),
        .b(b),
        .larger(order_larger),
        .smaller(order_smaller),
        .distance(order_distance),
        .exponent(order_exponent),
        .sign(order_sign),
        .subtract(order_subtract)
    );

    emb_fp32_add_align u_align (
        .clock(clock),
        .larger(order_larger),
        .smaller(order_smaller),
        .distance(order_distance),
        .exponent(order_exponent),
        .sign(order_sign),
        .subtract(order_subtract),
        .larger_out(align_larger_out),
        .aligned(align_aligned),
        .by_one(align_by_one),
        .exponent_out(align_exponent_out),
        .sign_out(align_sign_out),
        .subtract_out(align_subtract_out),
        .infinite(align_infinite),
        .nan(align_nan)
    );

    emb_fp32_add_significands u_significands (
        .clock(clock),
        .larger(align_larger_out),
        .smaller(align_aligned),
        .by_one(align_by_one),
        .exponent(align_exponent_out),
        .sign(align_sign_out),
        .subtract(align_subtract_out),
        .infinite(align_infinite),
        .nan(align_nan),
        .significand(significands_significand),
        .shifted16(significands_shifted16),
        .unlimited(significands_unlimited),
        .exponent_out(significands_exponent_out),
        .sign_out(significands_sign_out),
        .subtract_out(significands_subtract_out),
        .infinite_out(significands_infinite_out),
        .nan_out(significands_nan_out)
    );

    emb_fp32_add_normalise u_normalise (
        .clock(clock),
        .significand(significands_significand),
        .shifted16(significands_shifted16),
        .unlimited(significands_unlimited),
        .exponent(significands_exponent_out),
        .sign(significands_sign_out),
        .subtract(significands_subtract_out),
        .infinite(significands_infinite_out),
        .nan(significands_nan_out),
        .significand_out(normalise_significand_out),
        .exponent_out(normalise_exponent_out),
        .room(normalise_room),
        .sign_out(normalise_sign_out),
        .zero(normalise_zero),
        .infinite_out(normalise_infinite_out),
        .nan_out(normalise_nan_out)
    );

    emb_fp32_round_pack u_round (
        .clock(clock),
        .significand(normalise_significand_out),
        .exponent(normalise_exponent_out),
        .room(normalise_room),
        .sign(normalise_sign_out),
        .zero(normalise_zero),
        .infinite(normalise_infinite_out),
        .nan(normalise_nan_out),
        .result(sum)
    );

endmodule

`default_nettype wire
