// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module round_robin_4 (
    input  wire       clock,
    input  wire       reset,
    input  wire [3:0] request,
    input  wire       advance,
    output wire [3:0] grant
);

    reg [3:0] first = 4'd0;
    reg [3:0] kept = 4'd0;

    wire [3:0] candidates;
    wire [3:0] choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|choice)) begin
            kept <= 4'd0;
            first <= ~(choice | (choice - 4'd1));
        end
        if (reset) begin
            first <= 4'd0;
            kept <= 4'd0;
        end
    end

    assign candidates =
        |(request & kept) ? request & kept :
        |(request & first) ? request & first :
        request;

    assign choice = candidates & (~candidates + 4'd1);
    assign grant = choice;

endmodule

`default_nettype wire
