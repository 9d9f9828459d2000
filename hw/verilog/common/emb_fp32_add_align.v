// Shifts the smaller significand right by the distance of the exponents, with a sticky bit. Latency 1 cycle,
// one pair a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_add_align (
    input  wire        clock,
    input  wire [23:0] larger,
    input  wire [23:0] smaller,
    input  wire [7:0]  distance,
    input  wire [7:0]  exponent,
    input  wire        sign,
    input  wire        subtract,
    output wire [23:0] larger_out,
    output wire [26:0] aligned,
    output wire [7:0]  exponent_out,
    output wire        sign_out,
    output wire        subtract_out,
    output wire        infinite,
    output wire        nan
);

    reg [23:0] larger_register = 24'd0;
    reg [26:0] aligned_register = 27'd0;
    reg [7:0] exponent_register = 8'd0;
    reg sign_register = 1'b0;
    reg subtract_register = 1'b0;
    reg infinite_register = 1'b0;
    reg nan_register = 1'b0;

    wire [25:0] shifted;
    wire sticky;
    wire exponent_full;

    wire sticky_so_far = (|{smaller[13:0], 2'd0}) & distance[4];
    wire [25:0] shifted_so_far = distance[4] ? {16'd0, smaller[23:14]} : {smaller, 2'd0};
    wire sticky_so_far_2 = distance[3] ? sticky_so_far | (|shifted_so_far[7:0]) : sticky_so_far;
    wire [25:0] shifted_so_far_2 = distance[3] ? {8'd0, shifted_so_far[25:8]} : shifted_so_far;
    wire sticky_so_far_3 = distance[2] ? sticky_so_far_2 | (|shifted_so_far_2[3:0]) : sticky_so_far_2;
    wire [25:0] shifted_so_far_3 = distance[2] ? {4'd0, shifted_so_far_2[25:4]} : shifted_so_far_2;
    wire sticky_so_far_4 = distance[1] ? sticky_so_far_3 | (|shifted_so_far_3[1:0]) : sticky_so_far_3;
    wire [25:0] shifted_so_far_4 = distance[1] ? {2'd0, shifted_so_far_3[25:2]} : shifted_so_far_3;

    assign shifted =
        |distance[7:5] ? 26'd0 :
        distance[0] ? {1'b0, shifted_so_far_4[25:1]} :
        shifted_so_far_4;

    assign sticky =
        |distance[7:5] ? |smaller :
        distance[0] ? sticky_so_far_4 | shifted_so_far_4[0] :
        sticky_so_far_4;

    assign exponent_full = &exponent;
    assign larger_out = larger_register;
    assign aligned = aligned_register;
    assign exponent_out = exponent_register;
    assign sign_out = sign_register;
    assign subtract_out = subtract_register;
    assign infinite = infinite_register;
    assign nan = nan_register;

    always @(posedge clock) begin
        larger_register <= larger;
        aligned_register <= {shifted, sticky};
        exponent_register <= exponent;
        sign_register <= sign;
        subtract_register <= subtract;
        infinite_register <= exponent_full;
        nan_register <= exponent_full & (|larger[22:0]);
    end

endmodule

`default_nettype wire
