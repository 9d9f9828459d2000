// What every block with one input and one output stream promises, whatever its neighbours do.
//
// DUT      module under proof
// WIDTH    bits of a word
// CAPACITY words that it can hold
// LATENCY  cycles from a word's entry to its being valid at the output, when none is before it: 1 or 2
// SLACK    words below its capacity at which the input may already stall
// REACH    when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire             clock,
    input wire             reset,
    input wire [`WIDTH-1:0] in_data,
    input wire             in_valid,
    input wire             out_ready
);
    wire in_ready;
    wire [`WIDTH-1:0] out_data;
    wire out_valid;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .in_data(in_data),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .out_data(out_data),
        .out_valid(out_valid),
        .out_ready(out_ready)
    );

    wire push = in_valid & in_ready;
    wire pop = out_valid & out_ready;

    reg started = 1'b0;
    reg was_reset = 1'b0;
    reg was_waiting = 1'b0;
    reg [`WIDTH-1:0] waiting_data = 0;
    // Words inside, and whether one of them entered at the last edge.
    reg [7:0] held = 8'd0;
    reg entered = 1'b0;
    wire [7:0] ripe = held - (`LATENCY > 1 & entered);

    // One word that the solver chooses is followed through the block.
    (* anyseq *) wire choose;
    reg following = 1'b0;
    reg [7:0] ahead = 8'd0;
    reg [`WIDTH-1:0] followed = 0;

    always @(posedge clock) begin
        started <= 1'b1;
        was_reset <= reset;
        was_waiting <= out_valid & ~out_ready;
        waiting_data <= out_data;
        held <= held + push - pop;
        entered <= push;
        if (push & choose & ~following) begin
            following <= 1'b1;
            followed <= in_data;
            ahead <= held - pop;
        end
        if (following & pop) begin
            ahead <= ahead - 8'd1;
            if (ahead == 8'd0)
                following <= 1'b0;
        end
        if (reset) begin
            held <= 8'd0;
            entered <= 1'b0;
            following <= 1'b0;
        end
    end

    // The claims mean little unless these can happen.
    reg was_full = 1'b0;
    always @(posedge clock)
        was_full <= ~reset & (was_full | held == `CAPACITY);
    wire [1:0] reached = {
        was_full & held == 8'd0,        // filled, then emptied
        following & pop & ahead == 8'd1 // a followed word behind others
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        if (started & ~was_reset & was_waiting) begin
            validStaysUntilReady: assert (out_valid);
            payloadIsStable: assert (out_data == waiting_data);
        end
        depthIsNeverExceeded: assert (held <= `CAPACITY);
        nothingComesFromNothing: assert (!out_valid || held != 8'd0);
        wordsComeOutWithinTheLatency: assert (out_valid || ripe == 8'd0);
        roomIsOffered: assert (in_ready || held + `SLACK >= `CAPACITY);
        if (following & pop & ahead == 8'd0)
            wordsComeOutInOrder: assert (out_data == followed);
        if (following)
            noWordIsLost: assert (held > ahead);
    end
`endif
endmodule
