// Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module delay_w6_s21 (
    input  wire       clock,
    input  wire [5:0] in_data,
    output wire [5:0] out_data
);

    reg [5:0] stage_0 = 6'd0;
    reg [5:0] stage_1 = 6'd0;
    reg [5:0] stage_2 = 6'd0;
    reg [5:0] stage_3 = 6'd0;
    reg [5:0] stage_4 = 6'd0;
    reg [5:0] stage_5 = 6'd0;
    reg [5:0] stage_6 = 6'd0;
    reg [5:0] stage_7 = 6'd0;
    reg [5:0] stage_8 = 6'd0;
    reg [5:0] stage_9 = 6'd0;
    reg [5:0] stage_10 = 6'd0;
    reg [5:0] stage_11 = 6'd0;
    reg [5:0] stage_12 = 6'd0;
    reg [5:0] stage_13 = 6'd0;
    reg [5:0] stage_14 = 6'd0;
    reg [5:0] stage_15 = 6'd0;
    reg [5:0] stage_16 = 6'd0;
    reg [5:0] stage_17 = 6'd0;
    reg [5:0] stage_18 = 6'd0;
    reg [5:0] stage_19 = 6'd0;
    reg [5:0] stage_20 = 6'd0;

    assign out_data = stage_20;

    always @(posedge clock) begin
        stage_0 <= in_data;
        stage_1 <= stage_0;
        stage_2 <= stage_1;
        stage_3 <= stage_2;
        stage_4 <= stage_3;
        stage_5 <= stage_4;
        stage_6 <= stage_5;
        stage_7 <= stage_6;
        stage_8 <= stage_7;
        stage_9 <= stage_8;
        stage_10 <= stage_9;
        stage_11 <= stage_10;
        stage_12 <= stage_11;
        stage_13 <= stage_12;
        stage_14 <= stage_13;
        stage_15 <= stage_14;
        stage_16 <= stage_15;
        stage_17 <= stage_16;
        stage_18 <= stage_17;
        stage_19 <= stage_18;
        stage_20 <= stage_19;
    end

endmodule

`default_nettype wire
