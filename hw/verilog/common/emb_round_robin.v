// Round-robin arbiter; a choice stays until it is served or its request falls. Latency: 0 cycles from request
// to grant. Throughput: one choice a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_round_robin #(
    parameter REQUESTS = 8
) (
    input  wire                clock,
    input  wire                reset,
    input  wire [REQUESTS-1:0] request,
    input  wire                advance,
    output wire [REQUESTS-1:0] grant
);

    reg [REQUESTS-1:0] first = {REQUESTS{1'b0}};
    reg [REQUESTS-1:0] kept = {REQUESTS{1'b0}};

    wire [REQUESTS-1:0] candidates_0;
    wire [REQUESTS-1:0] candidates_1;
    wire [REQUESTS-1:0] candidates_2;
    wire [REQUESTS-1:0] pairs_0;
    wire [REQUESTS-1:0] pairs_1;
    wire [REQUESTS-1:0] pairs_2;
    wire [REQUESTS-1:0] fours_0;
    wire [REQUESTS-1:0] fours_1;
    wire [REQUESTS-1:0] fours_2;
    wire [REQUESTS-1:0] eights_0;
    wire [REQUESTS-1:0] eights_1;
    wire [REQUESTS-1:0] eights_2;
    wire [REQUESTS-1:0] above_0;
    wire [REQUESTS-1:0] above_1;
    wire [REQUESTS-1:0] above_2;
    wire [REQUESTS-1:0] choice;
    wire [REQUESTS-1:0] above_choice;

    always @(posedge clock) begin
        kept <= choice;
        if (advance & (|request)) begin
            kept <= {REQUESTS{1'b0}};
            first <= above_choice;
        end
        if (reset) begin
            first <= {REQUESTS{1'b0}};
            kept <= {REQUESTS{1'b0}};
        end
    end

    assign candidates_0 = request & kept;
    assign candidates_1 = request & first;
    assign candidates_2 = request;
    assign pairs_0 = candidates_0 | {candidates_0[REQUESTS-2:0], 1'b0};
    assign fours_0 = pairs_0 | {pairs_0[REQUESTS-3:0], 2'd0};
    assign eights_0 = fours_0 | {fours_0[REQUESTS-5:0], 4'd0};
    assign above_0 = {eights_0[REQUESTS-2:0], 1'b0};
    assign pairs_1 = candidates_1 | {candidates_1[REQUESTS-2:0], 1'b0};
    assign fours_1 = pairs_1 | {pairs_1[REQUESTS-3:0], 2'd0};
    assign eights_1 = fours_1 | {fours_1[REQUESTS-5:0], 4'd0};
    assign above_1 = {eights_1[REQUESTS-2:0], 1'b0};
    assign pairs_2 = candidates_2 | {candidates_2[REQUESTS-2:0], 1'b0};
    assign fours_2 = pairs_2 | {pairs_2[REQUESTS-3:0], 2'd0};
    assign eights_2 = fours_2 | {fours_2[REQUESTS-5:0], 4'd0};
    assign above_2 = {eights_2[REQUESTS-2:0], 1'b0};

    assign choice =
        |candidates_0 ? candidates_0 :
        |candidates_1 ? candidates_1 & ~above_1 :
        candidates_2 & ~above_2;

    assign above_choice =
        |candidates_0 ? above_0 :
        |candidates_1 ? above_1 :
        above_2;

    assign grant = choice;

    // Bits that the design does not need.
    wire _unused = &{
        eights_0[REQUESTS-1],
        eights_1[REQUESTS-1],
        eights_2[REQUESTS-1],
        1'b0
    };

endmodule

`default_nettype wire
