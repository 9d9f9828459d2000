// Says when a memory that gives no sign is waited for no longer: after a power of two of cycles in a row. A
// pulse in the cycle behind them.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_patience #(
    parameter LOG_CYCLES = 11
) (
    input  wire clock,
    input  wire waits,
    input  wire sign,
    output wire over
);

    localparam [LOG_CYCLES:0] ONE = 1;

    localparam [LOG_CYCLES:0] LAST = (1 << LOG_CYCLES);

    reg [LOG_CYCLES:0] count = {LOG_CYCLES+1{1'b0}};

    always @(posedge clock) begin
        count <= count + ONE;
        if (~waits | sign | (count == LAST)) begin
            count <= {LOG_CYCLES+1{1'b0}};
        end
    end

    assign over = waits & ~sign & (count == LAST);

endmodule

`default_nettype wire
