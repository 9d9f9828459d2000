// What a queue between two clocks promises, whenever either clock ticks, and whichever side is reset: words come out in order, none is
// lost and none invented but by a reset; nothing of before a reset comes behind it; a pointer that crosses changes in one bit at a time
// while it is looked at; there is room when there is room, and a word comes out.
//
// A step of the proof is no cycle of either clock: `in_clock` and `out_clock` say which of them tick in a step, in any order, together
// or never (the tests put them in the place of edges). Synchronisers are any_synchroniser.sv.
//
// DUT   module under proof
// WIDTH bits of a word
// LOG   the memory has 2 to the power of this
// QUIET when defined: no side is ever reset, and more is claimed
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire              clock,
    input wire              in_clock,
    input wire              out_clock,
    input wire              in_resets,
    input wire              out_resets,
    input wire [`WIDTH-1:0] in_data,
    input wire              in_valid,
    input wire              out_ready,
    input wire              follow
);
`ifdef QUIET
    wire in_reset = 1'b0;
    wire out_reset = 1'b0;
`else
    wire in_reset = in_resets;
    wire out_reset = out_resets;
`endif
    wire in_ready, out_valid;
    wire [`WIDTH-1:0] out_data;
    wire [`LOG:0] write_gray, read_gray;
    wire in_open, in_clear, out_open, out_clear;

    `DUT dut (
        .in_clock(in_clock),
        .in_reset(in_reset),
        .in_data(in_data),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .out_clock(out_clock),
        .out_reset(out_reset),
        .out_data(out_data),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .write_gray(write_gray),
        .read_gray(read_gray),
        .in_open(in_open),
        .in_side_clear(in_clear),
        .out_open(out_open),
        .out_side_clear(out_clear)
    );

    localparam [`LOG+1:0] DEPTH = 1 << `LOG;
    wire push = in_clock & in_valid & in_ready;
    wire pop = out_clock & out_valid & out_ready;
    // The writing side forgets all; a word that enters just then is lost.
    wire forget = in_clock & in_clear;

    // Words inside, one of which is followed, and how many are before it.
    reg [`LOG+1:0] held = 0;
    reg following = 1'b0;
    reg [`LOG+1:0] ahead = 0;
    reg [`WIDTH-1:0] followed = 0;
    // A side was reset, and has not forgotten yet.
    reg in_owes = 1'b0;
    reg out_owes = 1'b0;
    reg was_reset = 1'b0;
    // Both sides were open: what they ask for at power-up is over.
    reg opened = 1'b0;
    reg was_waiting = 1'b0;
    reg [`WIDTH-1:0] waiting_data = 0;
    reg [`LOG:0] old_write_gray = 0;
    reg [`LOG:0] old_read_gray = 0;

    always @($global_clock) begin
        held <= held + push - pop;
        if (push & follow & ~following) begin
            following <= 1'b1;
            followed <= in_data;
            ahead <= held - pop;
        end
        if (following & pop) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0)
                following <= 1'b0;
        end
        if (forget) begin
            held <= 0;
            following <= 1'b0;
        end
        if (in_clock) begin
            if (in_reset)
                in_owes <= 1'b1;
            else if (in_clear)
                in_owes <= 1'b0;
        end
        if (out_clock) begin
            if (out_reset)
                out_owes <= 1'b1;
            else if (out_clear)
                out_owes <= 1'b0;
            was_waiting <= out_valid & ~out_ready & ~out_reset & ~out_clear & out_open;
            waiting_data <= out_data;
        end
        opened <= opened | in_open & out_open;
        was_reset <= was_reset | in_clock & in_reset | out_clock & out_reset;
        old_write_gray <= write_gray;
        old_read_gray <= read_gray;
    end

    // The claims mean little unless these can happen.
    reg [1:0] filled = 2'b00;
    reg again = 1'b0;
    always @($global_clock) begin
        if (held >= DEPTH)
            filled[0] <= 1'b1;
        if (filled[0] & held == 0)
            filled[1] <= 1'b1;
        if (was_reset & forget)
            again <= 1'b1;
    end
`ifdef QUIET
    wire [1:0] reached = {following & pop & ahead == 1, filled[1]};
`else
    // A word passes behind a reset.
    wire [1:0] reached = {again & pop, filled[1]};
`endif

    wire [`LOG:0] write_change = write_gray ^ old_write_gray;
    wire [`LOG:0] read_change = read_gray ^ old_read_gray;

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        nothingComesFromNothing: assert (!pop || held != 0);
        depthIsNeverExceeded: assert (held <= DEPTH + 1);
        if (following & pop & ahead == 0)
            wordsComeOutInOrder: assert (out_data == followed);
        if (was_waiting)
            validStaysAndThePayloadToo: assert (out_valid && out_data == waiting_data);
        nothingEntersBeforeAllIsForgotten: assert (!(in_owes & in_ready));
        nothingLeavesBeforeAllIsForgotten: assert (!(out_owes & out_valid));
        noResetWithoutAReset: assert (was_reset || !opened || !(in_clear | out_clear));
        // Several bits change only while the other side does not look.
        writesChangeOneBit: assert ((write_change & (write_change - 1'b1)) == 0 || !(out_open & !out_clear));
        readsChangeOneBit: assert ((read_change & (read_change - 1'b1)) == 0 || !(in_open & !in_clear));
    end
`endif
endmodule
