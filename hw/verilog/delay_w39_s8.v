// Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module delay_w39_s8 (
    input  wire        clock,
    input  wire [38:0] in_data,
    output wire [38:0] out_data
);

    reg [38:0] stage_0 = 39'd0;
    reg [38:0] stage_1 = 39'd0;
    reg [38:0] stage_2 = 39'd0;
    reg [38:0] stage_3 = 39'd0;
    reg [38:0] stage_4 = 39'd0;
    reg [38:0] stage_5 = 39'd0;
    reg [38:0] stage_6 = 39'd0;
    reg [38:0] stage_7 = 39'd0;

    assign out_data = stage_7;

    always @(posedge clock) begin
        stage_0 <= in_data;
        stage_1 <= stage_0;
        stage_2 <= stage_1;
        stage_3 <= stage_2;
        stage_4 <= stage_3;
        stage_5 <= stage_4;
        stage_6 <= stage_5;
        stage_7 <= stage_6;
    end

endmodule

`default_nettype wire
