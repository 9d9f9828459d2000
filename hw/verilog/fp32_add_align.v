// Shifts the smaller significand right by the distance of the exponents, with a sticky bit. Latency 1 cycle,
// one pair a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module fp32_add_align (
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

    reg [25:0] shifted;
    reg sticky;
    wire exponent_full;

    always @* begin
        shifted = {smaller, 2'd0};
        sticky = 1'b0;
        if (distance[4]) begin
            sticky = |shifted[15:0];
            shifted = {16'd0, shifted[25:16]};
        end
        if (distance[3]) begin
            sticky = sticky | (|shifted[7:0]);
            shifted = {8'd0, shifted[25:8]};
        end
        if (distance[2]) begin
            sticky = sticky | (|shifted[3:0]);
            shifted = {4'd0, shifted[25:4]};
        end
        if (distance[1]) begin
            sticky = sticky | (|shifted[1:0]);
            shifted = {2'd0, shifted[25:2]};
        end
        if (distance[0]) begin
            sticky = sticky | shifted[0];
            shifted = {1'b0, shifted[25:1]};
        end
        if (|distance[7:5]) begin
            sticky = |smaller;
            shifted = 26'd0;
        end
    end

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
