// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module round_robin_2 (
    input  wire       clock,
    input  wire       reset,
    input  wire [1:0] request,
    input  wire       advance,
    output wire [1:0] grant
);

    reg [1:0] first = 2'd0;
    reg [1:0] kept = 2'd0;

    wire [1:0] candidates;
    wire [1:0] choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|choice)) begin
            kept <= 2'd0;
            first <= ~(choice | (choice - 2'd1));
        end
        if (reset) begin
            first <= 2'd0;
            kept <= 2'd0;
        end
    end

    assign candidates =
        |(request & kept) ? request & kept :
        |(request & first) ? request & first :
        request;

    assign choice = candidates & (~candidates + 2'd1);
    assign grant = choice;

endmodule

`default_nettype wire
