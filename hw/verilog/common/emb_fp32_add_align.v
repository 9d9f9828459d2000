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
    output wire        by_one,
    output wire [7:0]  exponent_out,
    output wire        sign_out,
    output wire        subtract_out,
    output wire        infinite,
    output wire        nan
);

    reg [23:0] larger_register = 24'd0;
    reg [26:0] aligned_register = 27'd0;
    reg by_one_register = 1'b0;
    reg [7:0] exponent_register = 8'd0;
    reg sign_register = 1'b0;
    reg subtract_register = 1'b0;
    reg infinite_register = 1'b0;
    reg nan_register = 1'b0;

    wire [25:0] placed;
    wire [25:0] by_eights;
    wire [25:0] shifted;
    wire lost8;
    wire lost2;
    wire sticky;
    wire far_;
    wire exponent_full;

    assign placed = {smaller, 2'd0};

    assign by_eights =
        distance[4] ? {16'd0, distance[3] ? {8'd0, placed[25:24]} : placed[25:16]} :
        distance[3] ? {8'd0, placed[25:8]} :
        placed;

    assign lost8 =
        ~distance[4] ? distance[3] & (|placed[7:0]) :
        distance[3] ? |placed[23:0] :
        |placed[15:0];

    assign shifted =
        far_ ? 26'd0 :
        distance[2] ? {4'd0, distance[1] ? {2'd0, by_eights[25:6]} : by_eights[25:4]} :
        distance[1] ? {2'd0, by_eights[25:2]} :
        by_eights;

    assign lost2 =
        ~distance[2] ? distance[1] & (|by_eights[1:0]) :
        distance[1] ? |by_eights[5:0] :
        |by_eights[3:0];

    assign sticky = far_ ? |smaller : lost8 | lost2;
    assign far_ = |distance[7:5];
    assign exponent_full = &exponent;
    assign larger_out = larger_register;
    assign aligned = aligned_register;
    assign by_one = by_one_register;
    assign exponent_out = exponent_register;
    assign sign_out = sign_register;
    assign subtract_out = subtract_register;
    assign infinite = infinite_register;
    assign nan = nan_register;

    always @(posedge clock) begin
        larger_register <= larger;
        aligned_register <= {shifted, sticky};
        by_one_register <= distance[0];
        exponent_register <= exponent;
        sign_register <= sign;
        subtract_register <= subtract;
        infinite_register <= exponent_full;
        nan_register <= exponent_full & (|larger[22:0]);
    end

endmodule

`default_nettype wire
