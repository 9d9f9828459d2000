// Says when a memory that gives no sign is waited for no longer: after as many cycles in a row as its name
// says. A pulse in the cycle behind them.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module patience_c2048 (
    input  wire clock,
    input  wire waits,
    input  wire sign,
    output wire over
);

    localparam [11:0] LAST = 12'h800;

    reg [11:0] count = 12'd0;

    always @(posedge clock) begin
        count <= count + 12'd1;
        if (~waits | sign | (count == LAST)) begin
            count <= 12'd0;
        end
    end

    assign over = waits & ~sign & (count == LAST);

endmodule

`default_nettype wire
