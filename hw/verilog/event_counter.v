// Counts the cycles in which event is high, until clear or reset. The count shows one cycle later.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module event_counter (
    input  wire        clock,
    input  wire        reset,
    input  wire        clear,
    input  wire        event_,
    output wire [63:0] count
);

    reg [63:0] counted = 64'd0;

    always @(posedge clock) begin
        if (event_) begin
            counted <= counted + 64'd1;
        end
        if (reset | clear) begin
            counted <= 64'd0;
        end
    end

    assign count = counted;

endmodule

`default_nettype wire
