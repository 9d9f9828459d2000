// Counts the leading zeros of a significand of 24 bits. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module fp32_leading_zeros (
    input  wire [23:0] value,
    output wire [4:0]  count
);

    reg [14:0] half;
    reg [6:0] quarter;
    reg [2:0] nibble;
    reg leading;
    wire skip16;
    wire skip8;
    wire skip4;
    wire skip2;

    assign skip16 = ~(|value[23:8]);

    always @* begin
        half = value[23:9];
        if (skip16) begin
            half = {value[7:0], 7'd127};
        end
    end

    assign skip8 = ~(|half[14:7]);

    always @* begin
        quarter = half[14:8];
        if (skip8) begin
            quarter = half[6:0];
        end
    end

    assign skip4 = ~(|quarter[6:3]);

    always @* begin
        nibble = quarter[6:4];
        if (skip4) begin
            nibble = quarter[2:0];
        end
    end

    assign skip2 = ~(|nibble[2:1]);

    always @* begin
        leading = nibble[2];
        if (skip2) begin
            leading = nibble[0];
        end
    end

    assign count = {skip16, skip8, skip4, skip2, ~leading};

endmodule

`default_nettype wire
