// Rounds a significand to nearest even and packs the FP32 result. Latency 1 cycle, one result a cycle, never
// stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_round_pack (
    input  wire        clock,
    input  wire [26:0] significand,
    input  wire [7:0]  exponent,
    input  wire        room,
    input  wire        sign,
    input  wire        zero,
    input  wire        infinite,
    input  wire        nan,
    output wire [31:0] result
);

    reg [31:0] result_register = 32'd0;

    wire top;
    wire next_to_top;
    wire [24:0] kept;
    wire round_up;
    wire [1:0] leading_value;
    wire [30:0] packed_;
    wire overflow;
    wire [7:0] final_exponent;
    wire [22:0] final_fraction;

    assign top = significand[26];
    assign next_to_top = significand[25];
    assign kept = (~room | top) ? significand[25:1] | {24'd0, significand[0]} : significand[24:0];
    assign round_up = kept[1] & (kept[0] | kept[2]);
    assign leading_value = room ? {top, ~top & next_to_top} : {1'b0, top};
    assign packed_ = {exponent, kept[24:2]} + {6'd0, leading_value, 22'd0, round_up};
    assign overflow = infinite | (top & (exponent == 8'd253));

    assign final_exponent =
        overflow ? 8'd255 :
        zero ? 8'd0 :
        packed_[30:23];

    assign final_fraction =
        nan ? 23'h400000 :
        overflow ? 23'd0 :
        packed_[22:0];

    assign result = result_register;

    always @(posedge clock) begin
        result_register <= {sign & ~nan, final_exponent, final_fraction};
    end

endmodule

`default_nettype wire
