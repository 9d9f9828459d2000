// Shifts a product to where its rounding is decided, with a sticky bit. Latency 1 cycle, one product a cycle,
// never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module fp32_multiply_normalise (
    input  wire        clock,
    input  wire [47:0] product,
    input  wire        right32,
    input  wire [4:0]  left,
    input  wire        vanishes,
    input  wire [7:0]  exponent,
    input  wire        room,
    input  wire        sign,
    input  wire        zero,
    input  wire        infinite,
    input  wire        nan,
    output wire [26:0] significand,
    output wire [7:0]  exponent_out,
    output wire        room_out,
    output wire        sign_out,
    output wire        zero_out,
    output wire        infinite_out,
    output wire        nan_out
);

    reg [26:0] significand_register = 27'd0;
    reg [7:0] exponent_register = 8'd0;
    reg room_register = 1'b0;
    reg sign_register = 1'b0;
    reg zero_register = 1'b0;
    reg infinite_register = 1'b0;
    reg nan_register = 1'b0;

    reg [79:0] placed;
    reg [40:0] window16;
    reg [32:0] window8;
    reg [28:0] window4;
    reg [26:0] window2;
    reg [25:0] window1;
    reg sticky;

    always @* begin
        placed = {product, 32'd0};
        if (right32) begin
            placed = {32'd0, product};
        end
    end

    always @* begin
        if (left[4]) begin
            window16 = placed[63:23];
            sticky = |placed[22:0];
        end else begin
            window16 = placed[79:39];
            sticky = |placed[38:0];
        end
        if (left[3]) begin
            window8 = window16[32:0];
        end else begin
            window8 = window16[40:8];
            sticky = sticky | (|window16[7:0]);
        end
        if (left[2]) begin
            window4 = window8[28:0];
        end else begin
            window4 = window8[32:4];
            sticky = sticky | (|window8[3:0]);
        end
        if (left[1]) begin
            window2 = window4[26:0];
        end else begin
            window2 = window4[28:2];
            sticky = sticky | (|window4[1:0]);
        end
        if (left[0]) begin
            window1 = window2[25:0];
        end else begin
            window1 = window2[26:1];
            sticky = sticky | window2[0];
        end
        if (vanishes) begin
            window1 = 26'd0;
        end
    end

    assign significand = significand_register;
    assign exponent_out = exponent_register;
    assign room_out = room_register;
    assign sign_out = sign_register;
    assign zero_out = zero_register;
    assign infinite_out = infinite_register;
    assign nan_out = nan_register;

    always @(posedge clock) begin
        significand_register <= {window1, sticky};
        exponent_register <= exponent;
        room_register <= room;
        sign_register <= sign;
        zero_register <= zero;
        infinite_register <= infinite;
        nan_register <= nan;
    end

endmodule

`default_nettype wire
