// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module round_robin_3 (
    input  wire       clock,
    input  wire       reset,
    input  wire [2:0] request,
    input  wire       advance,
    output wire [2:0] grant
);

    reg [2:0] first = 3'd0;
    reg [2:0] kept = 3'd0;

    wire [2:0] candidates;
    wire [2:0] choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|choice)) begin
            kept <= 3'd0;
            first <= ~(choice | (choice - 3'd1));
        end
        if (reset) begin
            first <= 3'd0;
            kept <= 3'd0;
        end
    end

    assign candidates =
        |(request & kept) ? request & kept :
        |(request & first) ? request & first :
        request;

    assign choice = candidates & (~candidates + 3'd1);
    assign grant = choice;

endmodule

`default_nettype wire
