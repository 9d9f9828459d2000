// Keeps where the TX buffers are while an iteration is under way, as the settings said when the doorbell
// rang; else settings pass. One cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_tx_settings (
    input  wire        clock,
    input  wire        hold,
    input  wire [63:0] hdm_base,
    input  wire [31:0] tx_bytes,
    input  wire        layout_good,
    output wire [63:0] served_base,
    output wire [31:0] served_bytes,
    output wire        served_good
);

    reg [63:0] base = 64'd0;
    reg [31:0] bytes = 32'd0;
    reg good = 1'b0;

    always @(posedge clock) begin
        if (~hold) begin
            base <= hdm_base;
            bytes <= tx_bytes;
            good <= layout_good;
        end
    end

    assign served_base = base;
    assign served_bytes = bytes;
    assign served_good = good;

endmodule

`default_nettype wire
