// Adds the amount of every cycle in which there is one, until clear or reset. The count shows two cycles
// later.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_amount_counter_w33 (
    input  wire        clock,
    input  wire        reset,
    input  wire        clear,
    input  wire [32:0] amount,
    input  wire        amount_valid,
    output wire [63:0] count
);

    reg [63:0] counted = 64'd0;
    reg [32:0] now = 33'd0;

    always @(posedge clock) begin
        now <= 33'd0;
        if (amount_valid) begin
            now <= amount;
        end
        counted <= counted + {31'd0, now};
        if (reset | clear) begin
            counted <= 64'd0;
            now <= 33'd0;
        end
    end

    assign count = counted;

endmodule

`default_nettype wire
