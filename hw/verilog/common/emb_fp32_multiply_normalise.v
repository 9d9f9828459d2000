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

    wire [40:0] window12;
    wire [28:0] window3;
    wire [25:0] window;
    wire lost16;
    wire lost4;
    wire lost1;

    assign window12 =
        vanishes ? 41'd0 :
        right32 ? {16'd0, left[4] ? product[47:23] : {16'd0, product[47:39]}} :
        left[4] ? {product[31:0], 9'd0} :
        product[47:7];

    assign lost16 =
        ~right32 ? ~left[4] & (|product[6:0]) :
        left[4] ? |product[22:0] :
        |product[38:0];

    assign window3 =
        left[3] ? (
            left[2] ? window12[28:0] :
            window12[32:4]
        ) :
        left[2] ? window12[36:8] :
        window12[40:12];

    assign lost4 =
        left[3] ? ~left[2] & (|window12[3:0]) :
        left[2] ? |window12[7:0] :
        |window12[11:0];

    assign window =
        left[1] ? (
            left[0] ? window3[25:0] :
            window3[26:1]
        ) :
        left[0] ? window3[27:2] :
        window3[28:3];

    assign lost1 =
        left[1] ? ~left[0] & window3[0] :
        left[0] ? |window3[1:0] :
        |window3[2:0];

    assign significand = significand_register;
    assign exponent_out = exponent_register;
    assign room_out = room_register;
    assign sign_out = sign_register;
    assign zero_out = zero_register;
    assign infinite_out = infinite_register;
    assign nan_out = nan_register;

    always @(posedge clock) begin
        significand_register <= {window, lost16 | lost4 | lost1};
        exponent_register <= exponent;
        room_register <= room;
        sign_register <= sign;
        zero_register <= zero;
        infinite_register <= infinite;
        nan_register <= nan;
    end

endmodule

`default_nettype wire
