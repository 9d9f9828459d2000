// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_round_robin_1 (
    input  wire       clock,
    input  wire       reset,
    input  wire       request,
    input  wire       advance,
    output wire       grant,
    output wire [3:0] chosen
);

    localparam [15:0] WITH_BIT_0 = 16'haaaa;
    localparam [15:0] WITH_BIT_1 = 16'hcccc;
    localparam [15:0] WITH_BIT_2 = 16'hf0f0;
    localparam [15:0] WITH_BIT_3 = 16'hff00;

    reg first = 1'b0;
    reg kept = 1'b0;

    wire candidates_0;
    wire candidates_1;
    wire candidates_2;
    wire above_0;
    wire above_1;
    wire above_2;
    wire choice;
    wire above_choice;
    wire [15:0] choice_bits;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & request) begin
            kept <= 1'b0;
            first <= above_choice;
        end
        if (reset) begin
            first <= 1'b0;
            kept <= 1'b0;
        end
    end

    assign candidates_0 = request & kept;
    assign candidates_1 = request & first;
    assign candidates_2 = request;
    assign above_0 = 1'b0;
    assign above_1 = 1'b0;
    assign above_2 = 1'b0;

    assign choice =
        candidates_0 ? candidates_0 :
        candidates_1 ? candidates_1 & ~above_1 :
        candidates_2 & ~above_2;

    assign above_choice =
        candidates_0 ? above_0 :
        candidates_1 ? above_1 :
        above_2;

    assign grant = choice;
    assign choice_bits = {15'd0, choice};
    assign chosen = {|(choice_bits & WITH_BIT_3), |(choice_bits & WITH_BIT_2), |(choice_bits & WITH_BIT_1), |(choice_bits & WITH_BIT_0)};

endmodule

`default_nettype wire
