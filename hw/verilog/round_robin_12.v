// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module round_robin_12 (
    input  wire        clock,
    input  wire        reset,
    input  wire [11:0] request,
    input  wire        advance,
    output wire [11:0] grant
);

    reg [11:0] first = 12'd0;
    reg [11:0] kept = 12'd0;

    wire [11:0] candidates;
    wire [11:0] choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|choice)) begin
            kept <= 12'd0;
            first <= ~(choice | (choice - 12'd1));
        end
        if (reset) begin
            first <= 12'd0;
            kept <= 12'd0;
        end
    end

    assign candidates =
        |(request & kept) ? request & kept :
        |(request & first) ? request & first :
        request;

    assign choice = candidates & (~candidates + 12'd1);
    assign grant = choice;

endmodule

`default_nettype wire
