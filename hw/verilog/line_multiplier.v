// Byte offset of a vector: its number times the lines of a vector times 64. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module line_multiplier (
    input  wire [31:0] index,
    input  wire [4:0]  lines,
    output wire [42:0] offset
);

    wire [36:0] wide;
    reg [36:0] times_1;
    reg [36:0] times_2;
    reg [36:0] times_4;
    reg [36:0] times_8;
    reg [36:0] times_16;
    wire [36:0] product;

    assign wide = {5'd0, index};

    always @* begin
        times_1 = 37'd0;
        if (lines[0]) begin
            times_1 = wide;
        end
    end

    always @* begin
        times_2 = 37'd0;
        if (lines[1]) begin
            times_2 = {wide[35:0], 1'b0};
        end
    end

    always @* begin
        times_4 = 37'd0;
        if (lines[2]) begin
            times_4 = {wide[34:0], 2'd0};
        end
    end

    always @* begin
        times_8 = 37'd0;
        if (lines[3]) begin
            times_8 = {wide[33:0], 3'd0};
        end
    end

    always @* begin
        times_16 = 37'd0;
        if (lines[4]) begin
            times_16 = {wide[32:0], 4'd0};
        end
    end

    assign product = times_1 + times_2 + (times_4 + times_8) + times_16;
    assign offset = {product, 6'd0};

endmodule

`default_nettype wire
