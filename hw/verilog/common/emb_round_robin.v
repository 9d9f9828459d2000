// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_round_robin #(
    parameter REQUESTS = 3
) (
    input  wire                clock,
    input  wire                reset,
    input  wire [REQUESTS-1:0] request,
    input  wire                advance,
    output wire [REQUESTS-1:0] grant
);

    localparam [REQUESTS-1:0] ONE = 1;

    reg [REQUESTS-1:0] first = {REQUESTS{1'b0}};
    reg [REQUESTS-1:0] kept = {REQUESTS{1'b0}};

    wire [REQUESTS-1:0] candidates;
    wire [REQUESTS-1:0] choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|choice)) begin
            kept <= {REQUESTS{1'b0}};
            first <= ~(choice | (choice - ONE));
        end
        if (reset) begin
            first <= {REQUESTS{1'b0}};
            kept <= {REQUESTS{1'b0}};
        end
    end

    assign candidates =
        |(request & kept) ? request & kept :
        |(request & first) ? request & first :
        request;

    assign choice = candidates & (~candidates + ONE);
    assign grant = choice;

endmodule

`default_nettype wire
