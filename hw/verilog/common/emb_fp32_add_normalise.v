// Shifts a sum left as far as its leading zeros and its exponent allow. Latency 1 cycle, one sum a cycle,
// never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_add_normalise (
    input  wire        clock,
    input  wire [27:0] significand,
    input  wire        shifted16,
    input  wire        unlimited,
    input  wire [7:0]  exponent,
    input  wire        sign,
    input  wire        subtract,
    input  wire        infinite,
    input  wire        nan,
    output wire [26:0] significand_out,
    output wire [7:0]  exponent_out,
    output wire        room,
    output wire        sign_out,
    output wire        zero,
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

    wire leading8;
    wire leading4;
    wire leading2;
    wire unlimited4;
    wire unlimited2;
    wire unlimited1;
    wire shift8;
    wire shift4;
    wire shift2;
    wire room1;
    wire [27:0] after8;
    wire [27:0] after4;
    wire [27:0] after2;
    wire cancelled;

    assign leading8 = |significand[27:20];
    assign shift8 = ~leading8 & (unlimited | exponent[3]);
    assign unlimited4 = unlimited | (leading8 & exponent[3]);
    assign after8 = shift8 ? {significand[19:0], 8'd0} : significand;
    assign leading4 = |after8[27:24];
    assign shift4 = ~leading4 & (unlimited4 | exponent[2]);
    assign unlimited2 = unlimited4 | (leading4 & exponent[2]);
    assign after4 = shift4 ? {after8[23:0], 4'd0} : after8;
    assign leading2 = |after4[27:26];
    assign shift2 = ~leading2 & (unlimited2 | exponent[1]);
    assign unlimited1 = unlimited2 | (leading2 & exponent[1]);
    assign after2 = shift2 ? {after4[25:0], 2'd0} : after4;
    assign room1 = unlimited1 | exponent[0];
    assign cancelled = subtract & ~(|significand);
    assign significand_out = significand_register;
    assign exponent_out = exponent_register;
    assign room = room_register;
    assign sign_out = sign_register;
    assign zero = zero_register;
    assign infinite_out = infinite_register;
    assign nan_out = nan_register;

    always @(posedge clock) begin
        significand_register <= {after2[27:2], |after2[1:0]};
        exponent_register <= exponent - {3'd0, shifted16, shift8, shift4, shift2, room1};
        room_register <= room1;
        sign_register <= sign & ~cancelled;
        zero_register <= cancelled;
        infinite_register <= infinite;
        nan_register <= nan | (infinite & cancelled);
    end

endmodule

`default_nettype wire
