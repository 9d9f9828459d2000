// What the queues of results promise: a line is handed to a port only if its target was said to lie inside.
//
// DUT   module under proof
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
//
// One address is never said to be inside. It stands for all that are not: the block looks at no bit of an address but those that
// choose the port.
module proof (
    input wire         clock,
    input wire         reset,
    input wire         hold,
    input wire         suppress,
    input wire [511:0] result,
    input wire         result_valid,
    input wire [63:0]  target,
    input wire         inside,
    input wire         target_valid,
    input wire         out_ready_0
);
    localparam [63:0] OUTSIDE = 64'h0123_4567_89ab_cd40;
    wire        target_inside = inside & target != OUTSIDE;
    wire        result_ready, target_ready, out_valid_0, idle;
    wire [63:0] out_address_0;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .hold(hold),
        .suppress(suppress),
        .result(result),
        .result_valid(result_valid),
        .result_ready(result_ready),
        .target(target),
        .target_inside(target_inside),
        .target_valid(target_valid),
        .target_ready(target_ready),
        .out_address_0(out_address_0),
        .out_valid_0(out_valid_0),
        .out_ready_0(out_ready_0),
        .idle(idle)
    );

    reg was_held = 1'b0;
    reg left_out = 1'b0;
    reg suppressed = 1'b0;
    always @(posedge clock) begin
        was_held <= hold & ~reset & idle;
        left_out <= target_ready & ~target_inside & ~suppress;
        suppressed <= target_ready & suppress;
    end

    // The claims mean little unless these can happen.
    wire [2:0] reached = {
        out_valid_0,
        left_out,
        suppressed
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        if (out_valid_0)
            nothingOutsideIsWritten: assert (out_address_0 != OUTSIDE);
        if (was_held)
            nothingHeldIsWritten: assert (!out_valid_0);
        resultAndTargetGoTogether: assert (result_ready == target_ready);
        if (result_ready)
            nothingIsTakenThatIsNotThere: assert (result_valid & target_valid);
    end
`endif
endmodule
