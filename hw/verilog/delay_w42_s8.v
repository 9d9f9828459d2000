// Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module delay_w42_s8 (
    input  wire        clock,
    input  wire [41:0] in_data,
    output wire [41:0] out_data
);

    reg [41:0] stage_0 = 42'd0;
    reg [41:0] stage_1 = 42'd0;
    reg [41:0] stage_2 = 42'd0;
    reg [41:0] stage_3 = 42'd0;
    reg [41:0] stage_4 = 42'd0;
    reg [41:0] stage_5 = 42'd0;
    reg [41:0] stage_6 = 42'd0;
    reg [41:0] stage_7 = 42'd0;

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
