// What writes of the bridge promise of one beat of one burst that the solver chooses: what is offered stays; its line is written once, with
// its bytes, if the burst is taken, and not at all if it is refused; the response of its burst comes behind those of the bursts before it,
// once, under its ID, with an error if and only if the burst is refused, and not before the device has completed the beat; when the device
// has completed all, and nothing before is left, it does come. No more responses come than bursts were taken.
//
// The device completes what it was asked and has not completed, in any order. Bursts have up to four beats.
//
// DUT   the writes
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire        awvalid,
    input wire [3:0]  awid,
    input wire [2:0]  line,
    input wire        beyond,
    input wire [1:0]  awlen,
    input wire [2:0]  awsize,
    input wire [1:0]  awburst,
    input wire        choose,
    input wire        wvalid,
    input wire        data_bit,
    input wire        strobe,
    input wire        strobes,
    input wire        granted,
    input wire        rwd_ready,
    input wire        completes,
    input wire [1:0]  slot,
    input wire        bready
);
    (* anyconst *) wire [1:0] beat;

    // What was written and is not completed, by slot: proofs go no further than four.
    reg [3:0] open = 4'd0;
    wire ndr_valid = completes & open[slot] & !reset;

    wire awready, wready, bvalid, claims, releases, rwd_valid;
    wire [3:0] bid, rwd_opcode;
    wire [1:0] bresp;
    wire [6:0] claim, release_line;
    wire [5:0] rwd_slot;
    wire [45:0] rwd_address;
    wire [63:0] rwd_be;
    wire [511:0] rwd_data;

    // Memories keep their first four words in these claims: no more beats are offered.
    reg [5:0] beats = 6'd0;
    wire offers = awvalid & beats + {4'd0, awlen} < 6'd4;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .awid(awid),
        .awaddr({11'd0, beyond, 40'd4, 3'd0, line, 6'd0}),
        .awlen({6'd0, awlen}),
        .awsize(awsize),
        .awburst(awburst),
        .awvalid(offers),
        .awready(awready),
        .wdata({511'd0, data_bit}),
        .wstrb({{63{strobes}}, strobe}),
        .wvalid(wvalid),
        .wready(wready),
        .bid(bid),
        .bresp(bresp),
        .bvalid(bvalid),
        .bready(bready),
        .claim(claim),
        .claims(claims),
        .granted(granted & claims),
        .released(release_line),
        .releases(releases),
        .rwd_opcode(rwd_opcode),
        .rwd_slot(rwd_slot),
        .rwd_address(rwd_address),
        .rwd_be(rwd_be),
        .rwd_data(rwd_data),
        .rwd_valid(rwd_valid),
        .rwd_ready(rwd_ready),
        .ndr_slot({4'd0, slot}),
        .ndr_valid(ndr_valid)
    );

    held #(.WIDTH(6)) responses (.clock(clock), .reset(reset), .valid(bvalid), .ready(bready), .payload({bid, bresp}));
    held #(.WIDTH(21)) writes (
        .clock(clock), .reset(reset), .valid(rwd_valid), .ready(rwd_ready),
        .payload({rwd_slot, rwd_opcode, rwd_address[7:0], rwd_be[1:0], rwd_data[0]})
    );

    wire takes = offers & awready & !reset;
    wire takes_line = wvalid & wready & !reset;
    wire writes_line = rwd_valid & rwd_ready & !reset;
    wire responds = bvalid & bready & !reset;
    wire refused = awlen != 2'd0 & (awsize != 3'd6 | awburst != 2'd1);
    wire this_one = choose & takes & !chosen & beat <= awlen;

    // Beats and bursts that were taken, lines and responses that came; of the chosen beat, what is before it, and what it is.
    reg [5:0] lines = 6'd0, place = 6'd0;
    reg [5:0] bursts = 6'd0, ended = 6'd0, burst = 6'd0;
    reg chosen = 1'b0, written = 1'b0, completed = 1'b0, over = 1'b0;
    reg [1:0] refusal = 2'd0;
    reg [3:0] id = 4'd0;
    reg [3:0] its_line = 4'd0;
    // Data and strobes of the lines that were taken, of the first four.
    reg [3:0] bits = 4'd0, first = 4'd0, rest = 4'd0;
    wire its_write = chosen & rwd_slot == place & place < 6'd4;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        beats <= beats + (takes ? {4'd0, awlen} + 6'd1 : 6'd0);
        bursts <= bursts + takes;
        lines <= lines + takes_line;
        ended <= ended + responds;
        if (takes_line & lines < 6'd4) begin
            bits[lines[1:0]] <= data_bit;
            first[lines[1:0]] <= strobe;
            rest[lines[1:0]] <= strobes;
        end
        if (writes_line & rwd_slot < 6'd4)
            open[rwd_slot[1:0]] <= 1'b1;
        if (ndr_valid)
            open[slot] <= 1'b0;
        if (this_one) begin
            chosen <= 1'b1;
            place <= beats + {4'd0, beat};
            burst <= bursts;
            id <= awid;
            its_line <= {1'b0, line} + {2'd0, beat};
            refusal <= refused ? 2'd2 : beyond ? 2'd3 : 2'd0;
        end
        if (writes_line & its_write)
            written <= 1'b1;
        if (ndr_valid & chosen & slot == place[1:0] & place < 6'd4)
            completed <= 1'b1;
        if (responds & chosen & ended == burst)
            over <= 1'b1;
        if (reset) begin
            open <= 4'd0;
            {beats, lines, bursts, ended} <= 24'd0;
            {chosen, written, completed, over} <= 4'd0;
        end
    end
    wire its_turn = chosen & ended == burst & !over;
    // The chosen beat is the last that was taken, is alone, and nothing is before it.
    wire must_come = its_turn & completed & bursts == burst + 6'd1 & beats == place + 6'd1 & beat == 2'd0 & refusal == 2'd0;
    reg [1:0] waits = 2'd0;
    always @(posedge clock)
        waits <= reset | !must_come ? 2'd0 : waits + (waits != 2'd3);

    wire [4:0] reached = {
        writes_line & its_write & !first[place[1:0]] & rest[place[1:0]], its_turn & responds & refusal == 2'd3,
        its_turn & responds & refusal == 2'd2, its_turn & responds & refusal == 2'd0 & beat == 2'd1, completed & chosen & ended != burst
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        releasesWhatIsCompleted: assert (releases == ndr_valid);
        if (bvalid)
            nothingIsInvented: assert (ended < bursts);
        if (rwd_valid & its_write) begin
            isWrittenOnce: assert (!written & refusal == 2'd0 & lines > place);
            isItsLine: assert (rwd_address == {40'd4, 2'd0, its_line});
            isItsData: assert (rwd_data[0] == bits[place[1:0]] & rwd_be == {{63{rest[place[1:0]]}}, first[place[1:0]]});
            isWholeOrPart: assert (rwd_opcode == (first[place[1:0]] & rest[place[1:0]] ? 4'd1 : 4'd2));
        end
        if (ndr_valid & chosen & slot == place[1:0] & place < 6'd4)
            releasesItsLine: assert (release_line == {3'd0, its_line});
        if (its_turn & bvalid) begin
            isItself: assert (bid == id & bresp == refusal);
            if (refusal == 2'd0)
                isCompletedBefore: assert (completed);
            else
                isNotWritten: assert (!written);
        end
        if (must_come & waits == 2'd3)
            responseIsNotLost: assert (bvalid);
    end
`endif
endmodule
