// Adds or subtracts aligned significands and takes the first step of the normalisation. Latency 1 cycle, one
// pair a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_add_significands (
    input  wire        clock,
    input  wire [23:0] larger,
    input  wire [26:0] smaller,
    input  wire        by_one,
    input  wire [7:0]  exponent,
    input  wire        sign,
    input  wire        subtract,
    input  wire        infinite,
    input  wire        nan,
    output wire [27:0] significand,
    output wire        shifted16,
    output wire        unlimited,
    output wire [7:0]  exponent_out,
    output wire        sign_out,
    output wire        subtract_out,
    output wire        infinite_out,
    output wire        nan_out
);

    reg [27:0] significand_register = 28'd0;
    reg shifted16_register = 1'b0;
    reg unlimited_register = 1'b0;
    reg [7:0] exponent_register = 8'd0;
    reg sign_register = 1'b0;
    reg subtract_register = 1'b0;
    reg infinite_register = 1'b0;
    reg nan_register = 1'b0;

    wire [26:0] aligned;
    wire [27:0] addend;
    wire [28:0] total;
    wire [27:0] result;
    wire large_exponent;
    wire leading16;
    wire shift16;

    always @(posedge clock) begin
        significand_register <= result;
        if (shift16) begin
            significand_register <= {result[11:0], 16'd0};
        end
    end

    assign aligned = by_one ? {1'b0, smaller[26:1]} | {26'd0, smaller[0]} : smaller;
    assign addend = subtract ? ~{1'b0, aligned} : {1'b0, aligned};
    assign total = {1'b0, larger, 4'd1} + {addend, subtract};
    assign result = total[28:1];
    assign large_exponent = |exponent[7:5];
    assign leading16 = |result[27:12];
    assign shift16 = ~leading16 & (large_exponent | exponent[4]);
    assign significand = significand_register;
    assign shifted16 = shifted16_register;
    assign unlimited = unlimited_register;
    assign exponent_out = exponent_register;
    assign sign_out = sign_register;
    assign subtract_out = subtract_register;
    assign infinite_out = infinite_register;
    assign nan_out = nan_register;

    always @(posedge clock) begin
        shifted16_register <= shift16;
        unlimited_register <= large_exponent | (leading16 & exponent[4]);
        exponent_register <= exponent;
        sign_register <= sign;
        subtract_register <= subtract;
        infinite_register <= infinite;
        nan_register <= nan;
    end

    // Bits that the design does not need.
    wire _unused = &{
        total[0],
        1'b0
    };

endmodule

`default_nettype wire
