// What claims promise of one line that the solver chooses (by the low bits of its number): it is granted only when it is wanted, to one at
// a time, and not while it has a transaction; when it is wanted and has none, one of those that want it gets it in the same cycle; of two
// that go on wanting it, none waits for a second transaction of the other.
//
// Only what was granted is answered.
//
// DUT   the claims
// BITS  low bits of a line's number
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire             clock,
    input wire             reset,
    input wire [`BITS-1:0] read_line,
    input wire             read_wants,
    input wire [`BITS-1:0] write_line,
    input wire             write_wants,
    input wire [`BITS-1:0] read_answered_line,
    input wire             read_answers,
    input wire [`BITS-1:0] write_answered_line,
    input wire             write_answers
);
    (* anyconst *) wire [`BITS-1:0] chosen;

    // Whose transaction the chosen line has. Of others, any answer may come.
    reg reads = 1'b0, writes = 1'b0;
    wire read_answered = read_answers & !(read_answered_line == chosen & !reads);
    wire write_answered = write_answers & !(write_answered_line == chosen & !writes);
    wire read_granted, write_granted;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .line_0(read_line),
        .line_1(write_line),
        .wants_0(read_wants),
        .wants_1(write_wants),
        .granted_0(read_granted),
        .granted_1(write_granted),
        .answered_line_0(read_answered_line),
        .answered_line_1(write_answered_line),
        .answered_0(read_answered),
        .answered_1(write_answered)
    );

    wire read_is = read_line == chosen, write_is = write_line == chosen;
    wire read_waits = read_is & read_wants & !read_granted, write_waits = write_is & write_wants & !write_granted;
    // The other one had its turn while this one waited for the chosen line without a break.
    reg read_passed = 1'b0, write_passed = 1'b0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        reads <= reads & !(read_answered & read_answered_line == chosen) | read_granted & read_is;
        writes <= writes & !(write_answered & write_answered_line == chosen) | write_granted & write_is;
        read_passed <= read_waits & (read_passed | write_granted & write_is);
        write_passed <= write_waits & (write_passed | read_granted & read_is);
        if (reset)
            {reads, writes, read_passed, write_passed} <= 4'd0;
    end

    wire [3:0] reached = {
        write_passed & write_granted & write_is, read_passed & read_granted & read_is, read_granted & write_granted, reads & write_waits
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        isWanted: assert ((read_wants | !read_granted) & (write_wants | !write_granted));
        hasOneTransaction: assert (!(reads & writes));
        if (reads | writes)
            isNotGrantedTwice: assert (!(read_is & read_granted) & !(write_is & write_granted));
        if (read_is & write_is)
            isGrantedToOne: assert (!(read_granted & write_granted));
        if (!reads & !writes & (read_is & read_wants | write_is & write_wants))
            isGrantedWhenFree: assert (read_is & read_granted | write_is & write_granted);
        if (read_passed & read_is & read_wants & write_is)
            readGoesNext: assert (!write_granted);
        if (write_passed & write_is & write_wants & read_is)
            writeGoesNext: assert (!read_granted);
    end
`endif
endmodule
