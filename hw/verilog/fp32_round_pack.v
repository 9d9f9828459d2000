// Rounds a significand to nearest even and packs the FP32 result. Latency 1 cycle, one result a cycle, never
// stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module fp32_round_pack (
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
    reg [24:0] kept;
    wire round_up;
    reg [1:0] leading_value;
    wire [30:0] packed_;
    wire overflow;
    reg [7:0] final_exponent;
    reg [22:0] final_fraction;

    assign top = significand[26];
    assign next_to_top = significand[25];

    always @* begin
        kept = significand[24:0];
        if (~room | top) begin
            kept = significand[25:1] | {24'd0, significand[0]};
        end
    end

    assign round_up = kept[1] & (kept[0] | kept[2]);

    always @* begin
        leading_value = {1'b0, top};
        if (room) begin
            leading_value = {top, ~top & next_to_top};
        end
    end

    assign packed_ = {exponent, kept[24:2]} + {6'd0, leading_value, 22'd0, round_up};
    assign overflow = infinite | (top & (exponent == 8'd253));

    always @* begin
        final_exponent = packed_[30:23];
        final_fraction = packed_[22:0];
        if (zero) begin
            final_exponent = 8'd0;
        end
        if (overflow) begin
            final_exponent = 8'd255;
            final_fraction = 23'd0;
        end
        if (nan) begin
            final_fraction = 23'h400000;
        end
    end

    assign result = result_register;

    always @(posedge clock) begin
        result_register <= {sign & ~nan, final_exponent, final_fraction};
    end

endmodule

`default_nettype wire
