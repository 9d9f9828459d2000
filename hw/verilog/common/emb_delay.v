// Shift register: a word goes out a fixed number of cycles after it came in. One word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_delay #(
    parameter WIDTH = 512,
    parameter STAGES = 5
) (
    input  wire             clock,
    input  wire [WIDTH-1:0] in_data,
    output wire [WIDTH-1:0] out_data
);

    reg [STAGES * WIDTH - 1:0] stages = {STAGES * WIDTH{1'b0}};
    integer stage;

    always @(posedge clock) begin
        for (stage = STAGES - 1; stage > 0; stage = stage - 1)
            stages[stage * WIDTH +: WIDTH] <= stages[(stage - 1) * WIDTH +: WIDTH];
        stages[WIDTH-1:0] <= in_data;
    end

    assign out_data = stages[STAGES * WIDTH - 1 -: WIDTH];

endmodule

`default_nettype wire
