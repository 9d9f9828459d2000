// What a queue of any depth promises, whatever its neighbours do: as stream.sv, with an invariant that the solver need not find. Its
// memory is one_word_ram.sv, and what it knows inside is exposed: pointers, whether it is full, and the word that is chosen.
//
// DUT   module under proof
// WIDTH bits of a word
// LOG   bits of a pointer: the memory has 2 to the power of this
// BLOCK when defined: the memory's answer is registered, which makes room for one more word and takes a cycle more
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire              clock,
    input wire              reset,
    input wire [`WIDTH-1:0] in_data,
    input wire              in_valid,
    input wire              out_ready
);
    wire in_ready, out_valid, full, occupied;
    wire [`WIDTH-1:0] out_data, kept;
    wire [`LOG-1:0] write_pointer, read_pointer, chosen;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .in_data(in_data),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .out_data(out_data),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .write_pointer(write_pointer),
        .read_pointer(read_pointer),
        .occupied(occupied),
        .full(full),
        .\u_memory.chosen (chosen),
        .\u_memory.kept (kept)
    );

    wire push = in_valid & in_ready;
    wire pop = out_valid & out_ready;
    localparam [`LOG:0] DEPTH = 1 << `LOG;
`ifdef BLOCK
    wire fetched = out_valid;
    wire is_known = 1'b1;
`else
    wire fetched = 1'b0;
    wire is_known = read_pointer == chosen;
`endif
    // Words in the memory.
    wire [`LOG:0] stored = {full, write_pointer - read_pointer};

    reg started = 1'b0;
    reg was_reset = 1'b0;
    reg was_waiting = 1'b0;
    reg entered = 1'b0;
    reg [`WIDTH-1:0] waiting_data = 0;
    // Words inside; a word that enters the chosen place of the memory is followed, and how many are before it.
    reg [`LOG+1:0] held = 0;
    reg following = 1'b0;
    reg [`LOG+1:0] ahead = 0;
    reg [`WIDTH-1:0] followed = 0;
    wire [`LOG+1:0] ripe = held - (entered & (`LATENCY > 1));
    // The place of the followed word, when it is in the memory.
    wire [`LOG-1:0] place = read_pointer + ahead[`LOG-1:0] - fetched;

    always @(posedge clock) begin
        started <= 1'b1;
        was_reset <= reset;
        was_waiting <= out_valid & ~out_ready;
        waiting_data <= out_data;
        held <= held + push - pop;
        entered <= push;
        if (push & ~following & (write_pointer == chosen)) begin
            following <= 1'b1;
            followed <= in_data;
            ahead <= held - pop;
        end
        if (following & pop) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0)
                following <= 1'b0;
        end
        if (reset) begin
            held <= 0;
            entered <= 1'b0;
            following <= 1'b0;
        end
    end

    // The claims mean little unless these can happen.
    reg was_full = 1'b0;
    always @(posedge clock)
        was_full <= ~reset & (was_full | full);
    wire [2:0] reached = {
        was_full & held == 0,     // filled, then emptied
        full,
        following & pop & ahead == 1
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        // The invariant.
        countsAgree: assert (held == stored + fetched && occupied == (stored != 0) && stored <= DEPTH);
        if (following) begin
            isWithin: assert (ahead < held);
            if (fetched & ahead == 0)
                isAtTheOutput: assert (out_data == followed);
            else
                isInTheMemory: assert (chosen == place && kept == followed);
        end
        // The promises.
        if (started & ~was_reset & was_waiting) begin
            validStaysUntilReady: assert (out_valid);
            // Of a word elsewhere in the memory nothing is known here; but any place may be the chosen one.
            if (is_known)
                payloadIsStable: assert (out_data == waiting_data);
        end
        depthIsNeverExceeded: assert (held <= DEPTH + fetched);
        nothingComesFromNothing: assert (!out_valid || held != 0);
        wordsComeOutWithinTheLatency: assert (out_valid || ripe == 0);
        roomIsOffered: assert (in_ready || held >= DEPTH);
        if (following & pop & ahead == 0)
            wordsComeOutInOrder: assert (out_data == followed);
    end
`endif
endmodule
