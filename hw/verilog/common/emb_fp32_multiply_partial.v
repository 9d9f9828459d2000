// Two partial products of FP32 significands, exponent and special values. Latency 1 cycle, one pair a cycle,
// never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_multiply_partial (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [40:0] low,
    output wire [30:0] high,
    output wire [9:0]  exponent,
    output wire [4:0]  leading_zeros,
    output wire        sign,
    output wire        zero,
    output wire        infinite,
    output wire        nan
);

    reg [40:0] low_register = 41'd0;
    reg [30:0] high_register = 31'd0;
    reg [9:0] exponent_register = 10'd0;
    reg [4:0] leading_zeros_register = 5'd0;
    reg sign_register = 1'b0;
    reg zero_register = 1'b0;
    reg infinite_register = 1'b0;
    reg nan_register = 1'b0;

    wire a_subnormal;
    wire b_subnormal;
    wire a_full;
    wire b_full;
    wire a_fraction;
    wire b_fraction;
    wire a_zero;
    wire b_zero;
    wire [23:0] a_significand;
    wire [23:0] b_significand;
    wire [7:0] a_exponent;
    wire [7:0] b_exponent;
    wire [10:0] b_offset;
    wire [10:0] total;
    wire [4:0] a_zeros_count;
    wire [4:0] b_zeros_count;

    emb_fp32_leading_zeros u_a_zeros (
        .value({1'b0, a[22:0]}),
        .count(a_zeros_count)
    );

    emb_fp32_leading_zeros u_b_zeros (
        .value({1'b0, b[22:0]}),
        .count(b_zeros_count)
    );

    always @(posedge clock) begin
        leading_zeros_register <= 5'd0;
        if (b_subnormal) begin
            leading_zeros_register <= b_zeros_count;
        end
        if (a_subnormal) begin
            leading_zeros_register <= a_zeros_count;
        end
    end

    assign a_subnormal = ~(|a[30:23]);
    assign b_subnormal = ~(|b[30:23]);
    assign a_full = &a[30:23];
    assign b_full = &b[30:23];
    assign a_fraction = |a[22:0];
    assign b_fraction = |b[22:0];
    assign a_zero = a_subnormal & ~a_fraction;
    assign b_zero = b_subnormal & ~b_fraction;
    assign a_significand = {~a_subnormal, a[22:0]};
    assign b_significand = {~b_subnormal, b[22:0]};
    assign a_exponent = a[30:23] | {7'd0, a_subnormal};
    assign b_exponent = b[30:23] | {7'd0, b_subnormal};
    assign b_offset[0] = 1'b0;
    assign b_offset[7:1] = b_exponent[6:0];
    assign b_offset[10:8] = ~b_exponent[7] ? 3'd7 : 3'd0;
    assign total = {2'd0, a_exponent, 1'b1} + (b_offset | 11'd1);
    assign low = low_register;
    assign high = high_register;
    assign exponent = exponent_register;
    assign leading_zeros = leading_zeros_register;
    assign sign = sign_register;
    assign zero = zero_register;
    assign infinite = infinite_register;
    assign nan = nan_register;

    always @(posedge clock) begin
        low_register <= a_significand * b_significand[16:0];
        high_register <= a_significand * b_significand[23:17];
        exponent_register <= total[10:1];
        sign_register <= a[31] ^ b[31];
        zero_register <= a_zero | b_zero;
        infinite_register <= a_full | b_full;
        nan_register <= (a_full & (a_fraction | b_zero)) | (b_full & (b_fraction | a_zero));
    end

    // Bits that the design does not need.
    wire _unused = &{
        total[0],
        1'b0
    };

endmodule

`default_nettype wire
