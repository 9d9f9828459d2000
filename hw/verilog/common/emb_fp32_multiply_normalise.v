// Shifts a product to where its rounding is decided, with a sticky bit. Latency 1 cycle, one product a cycle,
// never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_multiply_normalise (
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

    wire [79:0] placed;
    wire [40:0] window16;
    wire [32:0] window8;
    wire [28:0] window4;
    wire [26:0] window2;
    wire [25:0] window1;
    wire sticky;

    assign placed = right32 ? {32'd0, product} : {product, 32'd0};

    wire sticky_so_far = left[4] ? |placed[22:0] : |placed[38:0];
    wire sticky_so_far_2 = left[3] ? sticky_so_far : sticky_so_far | (|window16[7:0]);
    wire sticky_so_far_3 = left[2] ? sticky_so_far_2 : sticky_so_far_2 | (|window8[3:0]);
    wire sticky_so_far_4 = left[1] ? sticky_so_far_3 : sticky_so_far_3 | (|window4[1:0]);

    assign window16 = left[4] ? placed[63:23] : placed[79:39];
    assign sticky = left[0] ? sticky_so_far_4 : sticky_so_far_4 | window2[0];
    assign window8 = left[3] ? window16[32:0] : window16[40:8];
    assign window4 = left[2] ? window8[28:0] : window8[32:4];
    assign window2 = left[1] ? window4[26:0] : window4[28:2];

    assign window1 =
        vanishes ? 26'd0 :
        left[0] ? window2[25:0] :
        window2[26:1];

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
