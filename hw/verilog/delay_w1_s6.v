// Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module delay_w1_s6 (
    input  wire clock,
    input  wire in_data,
    output wire out_data
);

    reg stage_0 = 1'b0;
    reg stage_1 = 1'b0;
    reg stage_2 = 1'b0;
    reg stage_3 = 1'b0;
    reg stage_4 = 1'b0;
    reg stage_5 = 1'b0;

    assign out_data = stage_5;

    always @(posedge clock) begin
        stage_0 <= in_data;
        stage_1 <= stage_0;
        stage_2 <= stage_1;
        stage_3 <= stage_2;
        stage_4 <= stage_3;
        stage_5 <= stage_4;
    end

endmodule

`default_nettype wire
