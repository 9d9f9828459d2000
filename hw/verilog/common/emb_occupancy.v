// Counts what entered a stretch of a stream and has not left it. The count follows one cycle later.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_occupancy (
    input  wire clock,
    input  wire reset,
    input  wire enter,
    input  wire leave,
    output wire empty
);

    reg [9:0] count = 10'd0;

    always @(posedge clock) begin
        if (enter & ~leave) begin
            count <= count + 10'd1;
        end
        if (leave & ~enter) begin
            count <= count - 10'd1;
        end
        if (reset) begin
            count <= 10'd0;
        end
    end

    assign empty = ~(|count);

endmodule

`default_nettype wire
