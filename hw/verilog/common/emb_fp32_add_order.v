// Orders two FP32 operands by magnitude and unpacks them. Latency 1 cycle, one pair a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_add_order (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [23:0] larger,
    output wire [23:0] smaller,
    output wire [7:0]  distance,
    output wire [7:0]  exponent,
    output wire        sign,
    output wire        subtract
);

    reg [23:0] larger_register = 24'd0;
    reg [23:0] smaller_register = 24'd0;
    reg [7:0] distance_register = 8'd0;
    reg [7:0] exponent_register = 8'd0;
    reg sign_register = 1'b0;
    reg subtract_register = 1'b0;

    wire a_subnormal;
    wire b_subnormal;
    wire swap;
    wire [31:0] above;
    wire [31:0] below;
    wire above_subnormal;
    wire below_subnormal;
    wire [7:0] above_exponent;
    wire [7:0] below_exponent;

    assign a_subnormal = ~(|a[30:23]);
    assign b_subnormal = ~(|b[30:23]);
    assign swap = a[30:0] < b[30:0];
    assign above = swap ? b : a;
    assign below = swap ? a : b;
    assign above_subnormal = swap ? b_subnormal : a_subnormal;
    assign below_subnormal = swap ? a_subnormal : b_subnormal;
    assign above_exponent = above[30:23] | {7'd0, above_subnormal};
    assign below_exponent = below[30:23] | {7'd0, below_subnormal};
    assign larger = larger_register;
    assign smaller = smaller_register;
    assign distance = distance_register;
    assign exponent = exponent_register;
    assign sign = sign_register;
    assign subtract = subtract_register;

    always @(posedge clock) begin
        larger_register <= {~above_subnormal, above[22:0]};
        smaller_register <= {~below_subnormal, below[22:0]};
        distance_register <= above_exponent - below_exponent;
        exponent_register <= above_exponent;
        sign_register <= above[31];
        subtract_register <= a[31] ^ b[31];
    end

    // Bits that the design does not need.
    wire _unused = &{
        below[31],
        1'b0
    };

endmodule

`default_nettype wire
