// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_round_robin_3 (
    input  wire       clock,
    input  wire       reset,
    input  wire [2:0] request,
    input  wire       advance,
    output wire [2:0] grant,
    output wire [3:0] chosen
);

    localparam [15:0] WITH_BIT_0 = 16'haaaa;
    localparam [15:0] WITH_BIT_1 = 16'hcccc;
    localparam [15:0] WITH_BIT_2 = 16'hf0f0;
    localparam [15:0] WITH_BIT_3 = 16'hff00;

    reg [2:0] first = 3'd0;
    reg [2:0] kept = 3'd0;

    wire [2:0] candidates_0;
    wire [2:0] candidates_1;
    wire [2:0] candidates_2;
    wire [2:0] pairs_0;
    wire [2:0] pairs_1;
    wire [2:0] pairs_2;
    wire [2:0] fours_0;
    wire [2:0] fours_1;
    wire [2:0] fours_2;
    wire [2:0] eights_0;
    wire [2:0] eights_1;
    wire [2:0] eights_2;
    wire [2:0] above_0;
    wire [2:0] above_1;
    wire [2:0] above_2;
    wire [2:0] choice;
    wire [2:0] above_choice;
    wire [15:0] choice_bits;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|request)) begin
            kept <= 3'd0;
            first <= above_choice;
        end
        if (reset) begin
            first <= 3'd0;
            kept <= 3'd0;
        end
    end

    assign candidates_0 = request & kept;
    assign candidates_1 = request & first;
    assign candidates_2 = request;
    assign pairs_0 = candidates_0 | {candidates_0[1:0], 1'b0};
    assign fours_0 = pairs_0 | {pairs_0[0], 2'd0};
    assign eights_0 = fours_0;
    assign above_0 = {eights_0[1:0], 1'b0};
    assign pairs_1 = candidates_1 | {candidates_1[1:0], 1'b0};
    assign fours_1 = pairs_1 | {pairs_1[0], 2'd0};
    assign eights_1 = fours_1;
    assign above_1 = {eights_1[1:0], 1'b0};
    assign pairs_2 = candidates_2 | {candidates_2[1:0], 1'b0};
    assign fours_2 = pairs_2 | {pairs_2[0], 2'd0};
    assign eights_2 = fours_2;
    assign above_2 = {eights_2[1:0], 1'b0};

    assign choice =
        |candidates_0 ? candidates_0 :
        |candidates_1 ? candidates_1 & ~above_1 :
        candidates_2 & ~above_2;

    assign above_choice =
        |candidates_0 ? above_0 :
        |candidates_1 ? above_1 :
        above_2;

    assign grant = choice;
    assign choice_bits = {13'd0, choice};
    assign chosen = {|(choice_bits & WITH_BIT_3), |(choice_bits & WITH_BIT_2), |(choice_bits & WITH_BIT_1), |(choice_bits & WITH_BIT_0)};

    // Bits that the design does not need.
    wire _unused = &{
        eights_0[2],
        eights_1[2],
        eights_2[2],
        1'b0
    };

endmodule

`default_nettype wire
