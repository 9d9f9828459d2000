// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_round_robin_1 (
    input  wire clock,
    input  wire reset,
    input  wire request,
    input  wire advance,
    output wire grant
);

    reg first = 1'b0;
    reg kept = 1'b0;

    wire candidates;
    wire choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & choice) begin
            kept <= 1'b0;
            first <= ~(choice | (choice - 1'b1));
        end
        if (reset) begin
            first <= 1'b0;
            kept <= 1'b0;
        end
    end

    assign candidates =
        (request & kept) ? request & kept :
        (request & first) ? request & first :
        request;

    assign choice = candidates & (~candidates + 1'b1);
    assign grant = choice;

endmodule

`default_nettype wire
