// Watches a stream of valid, ready and a payload. For simulation only: it drives nothing, and stops the simulation at the first
// rule that is broken. It looks at nothing before the first two cycles of a reset, which a block may
// sample before it obeys.
//
// VALID_HELD      valid stays high until ready
// PAYLOAD_STABLE  the payload does not change while valid is high and ready is low
// RESET_QUIET     valid is low in reset, but for its first two cycles
// KNOWN           valid and ready are never X, and no bit of KNOWN_BITS of the payload is while valid is high
//
// PORT            name in messages
// WIDTH           bits of the payload
// KNOWN_BITS      bits of the payload that count whenever valid is high
// QUIET           whether the side that drives valid is reset by the same reset
`default_nettype none

module stream_monitor #(
    parameter             PORT = "stream",
    parameter             WIDTH = 1,
    parameter [WIDTH-1:0] KNOWN_BITS = {WIDTH{1'b1}},
    parameter             QUIET = 1
) (
    input  wire             clock,
    input  wire             reset,
    input  wire             valid,
    input  wire             ready,
    input  wire [WIDTH-1:0] payload
);
    localparam [WIDTH-1:0] LOW = {WIDTH{1'b0}}, HIGH = LOW + 1'b1;

    reg armed = 1'b0;
    reg [1:0] was_reset = 2'b00; // in the cycle before, and in the one before that
    reg waiting = 1'b0;
    reg [WIDTH-1:0] kept = {WIDTH{1'b0}};
    reg [63:0] cycle = 64'd0;

    task broken(input string rule, input string text, input [WIDTH-1:0] expected, input [WIDTH-1:0] found);
        $fatal(1, "monitor %0s, cycle %0d: %0s: %0s: expected %0h, found %0h", PORT, cycle, rule, text, expected, found);
    endtask

    always @(posedge clock) begin
        cycle <= cycle + 64'd1;
        was_reset <= {was_reset[0], reset === 1'b1};
        waiting <= armed && !reset && valid && !ready;
        if (reset === 1'b1 && was_reset[0])
            armed <= 1'b1;
        if (valid && !ready)
            kept <= payload;
        if (armed) begin
            if (valid !== 1'b0 && valid !== 1'b1)
                broken("KNOWN", "valid must be 0 or 1", LOW, {WIDTH{valid}} & HIGH);
            if (ready !== 1'b0 && ready !== 1'b1)
                broken("KNOWN", "ready must be 0 or 1", LOW, {WIDTH{ready}} & HIGH);
            if (valid === 1'b1 && (^(payload & KNOWN_BITS)) === 1'bx)
                broken("KNOWN", "the payload must be known while valid is high", KNOWN_BITS, payload);
            if (QUIET != 0 && reset && was_reset == 2'b11 && valid)
                broken("RESET_QUIET", "valid must be low in reset", LOW, HIGH);
            if (waiting && !reset && !valid)
                broken("VALID_HELD", "valid must stay high until ready", HIGH, LOW);
            if (waiting && !reset && valid && payload !== kept)
                broken("PAYLOAD_STABLE", "the payload must not change while valid is high and ready is low", kept, payload);
        end
    end
endmodule

`default_nettype wire
