// Takes bits of another clock into this one by two registers; of several, only one may change at a time.
// Latency: 2 cycles, or 3. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_synchroniser #(
    parameter WIDTH = 1
) (
    input  wire             clock,
    input  wire [WIDTH-1:0] from,
    output wire [WIDTH-1:0] to
);

    (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] first = {WIDTH{1'b0}};
    (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] second = {WIDTH{1'b0}};

    assign to = second;

    always @(posedge clock) begin
        first <= from;
        second <= first;
    end

endmodule

`default_nettype wire
