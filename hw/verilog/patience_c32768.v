// Says when a memory that gives no sign is waited for no longer: after as many cycles in a row as its name
// says. A pulse in the cycle behind them.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module patience_c32768 (
    input  wire clock,
    input  wire waits,
    input  wire sign,
    output wire over
);

    localparam [15:0] LAST = 16'h8000;

    reg [15:0] count = 16'd0;

    always @(posedge clock) begin
        count <= count + 16'd1;
        if (~waits | sign | (count == LAST)) begin
            count <= 16'd0;
        end
    end

    assign over = waits & ~sign & (count == LAST);

endmodule

`default_nettype wire
