// Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module delay_w512_s5 (
    input  wire         clock,
    input  wire [511:0] in_data,
    output wire [511:0] out_data
);

    reg [511:0] stage_0 = 512'd0;
    reg [511:0] stage_1 = 512'd0;
    reg [511:0] stage_2 = 512'd0;
    reg [511:0] stage_3 = 512'd0;
    reg [511:0] stage_4 = 512'd0;

    assign out_data = stage_4;

    always @(posedge clock) begin
        stage_0 <= in_data;
        stage_1 <= stage_0;
        stage_2 <= stage_1;
        stage_3 <= stage_2;
        stage_4 <= stage_3;
    end

endmodule

`default_nettype wire
