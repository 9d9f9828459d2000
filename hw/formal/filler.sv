// What the filler promises of the first four EVs behind a reset. To the SSD: each is asked for once, in order, under an ID of its own, as a burst of
// BEATS beats. To the DRAM: addresses and beats stay until they are taken; the EVs that have come well are written, each once, in the order
// in which they were whole, to where they belong, as what came under their ID, and the last beat says so; no other is written. An EV has
// come well if it has BEATS beats, none is an error, and RLAST came with the last and with no other. What has not, and a beat that was
// not asked for, is seen as a failure until the host clears it, and no EV is taken while one stands. The block is idle when every EV
// that was taken is dropped or answered.
//
// The SSD answers in any order, with bursts that interleave, with any RLAST, and under IDs that were not asked for. The DRAM answers a burst
// that it took. Memories keep their first words (some_words_ram.sv): the host clears, but takes no more than four EVs.
//
// DUT   the filler
// BEATS beats of an EV: two
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       clears,
    input wire       vectors,
    input wire       arready,
    input wire [2:0] rid_bits,
    input wire       rdata_bit,
    input wire [1:0] rresp,
    input wire       rlast,
    input wire       rvalid,
    input wire       awready,
    input wire       wready,
    input wire       berror,
    input wire       answers
);
    wire vector_ready, idle, loaded, read_failed, write_failed, arvalid, awvalid, wlast, wvalid;
    wire [8:0] arid;
    wire [63:0] araddr, awaddr;
    wire [7:0] arlen, awlen;
    wire [511:0] wdata;

    // EVs that were taken, asked for, dropped, whole, addressed, written and answered.
    reg [2:0] taken = 3'd0, asked = 3'd0, dropped = 3'd0, whole = 3'd0, addressed = 3'd0, written = 3'd0, answered = 3'd0;
    wire vector_valid = vectors & !taken[2];
    wire bvalid = answers & answered != addressed & answered != written & !reset;
    wire clear = clears & idle & !reset;
    wire [8:0] rid = {rid_bits[2], 6'd0, rid_bits[1:0]};

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .clear(clear),
        .from({55'd0, taken[1:0], 7'd0}),
        .to({55'd0, ~taken[1:0], 7'd0}),
        .vector_valid(vector_valid),
        .vector_ready(vector_ready),
        .idle(idle),
        .loaded(loaded),
        .read_failed(read_failed),
        .write_failed(write_failed),
        .arid(arid),
        .araddr(araddr),
        .arlen(arlen),
        .arvalid(arvalid),
        .arready(arready),
        .rid(rid),
        .rdata({511'd0, rdata_bit}),
        .rresp(rresp),
        .rlast(rlast),
        .rvalid(rvalid),
        .awaddr(awaddr),
        .awlen(awlen),
        .awvalid(awvalid),
        .awready(awready),
        .wdata(wdata),
        .wlast(wlast),
        .wvalid(wvalid),
        .wready(wready),
        .berror(berror),
        .bvalid(bvalid)
    );

    held #(.WIDTH(4)) reads (
        .clock(clock), .reset(reset), .valid(arvalid), .ready(arready), .payload({arid[1:0], araddr[8:7]})
    );
    held #(.WIDTH(2)) addresses (.clock(clock), .reset(reset), .valid(awvalid), .ready(awready), .payload(awaddr[8:7]));
    held #(.WIDTH(2)) beats (.clock(clock), .reset(reset), .valid(wvalid), .ready(wready), .payload({wlast, wdata[0]}));

    wire takes = vector_valid & vector_ready & !reset;
    wire ar = arvalid & arready & !reset;
    wire aw = awvalid & awready & !reset;
    wire w = wvalid & wready & !reset;

    // Of each EV: it is waited for, beats that came, something was wrong. Of one that the solver chooses: what came, that it is whole,
    // and how many were before.
    reg [3:0] open = 4'd0, spoilt = 4'd0;
    reg [11:0] counts = 12'd0;
    (* anyconst *) wire [1:0] chosen;
    reg [1:0] line = 2'd0;
    reg is_whole = 1'b0;
    reg [2:0] place = 3'd0;
    wire [1:0] tag = rid_bits[1:0];
    wire is_known = open[tag] & !rid_bits[2];
    wire [2:0] count = counts[3*tag+:3];
    wire is_last = count == `BEATS - 1;
    wire is_bad = rresp[1] | rlast != is_last;
    wire ends_well = rvalid & is_known & rlast & !is_bad & !spoilt[tag] & !reset;
    wire ends_badly = rvalid & is_known & rlast & (is_bad | spoilt[tag]) & !reset;
    wire fails = rvalid & (!is_known | is_bad) & !reset;
    reg failed = 1'b0, beat = 1'b0, started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        taken <= taken + takes;
        asked <= asked + ar;
        dropped <= dropped + ends_badly;
        whole <= whole + ends_well;
        addressed <= addressed + aw;
        written <= written + (w & wlast);
        answered <= answered + bvalid;
        if (w)
            beat <= !wlast;
        if (rvalid & is_known) begin
            if (count != 3'd7)
                counts[3*tag+:3] <= count + 3'd1;
            if (is_bad)
                spoilt[tag] <= 1'b1;
            if (rlast)
                open[tag] <= 1'b0;
            if (tag == chosen & count < `BEATS)
                line[count[0]] <= rdata_bit;
            if (tag == chosen & ends_well)
                {is_whole, place} <= {1'b1, whole};
        end
        if (takes) begin
            open[taken[1:0]] <= 1'b1;
            spoilt[taken[1:0]] <= 1'b0;
            counts[3*taken[1:0]+:3] <= 3'd0;
        end
        failed <= (failed & !clear) | fails;
        if (reset) begin
            {taken, asked, dropped, whole, addressed, written, answered} <= 21'd0;
            open <= 4'd0;
            {is_whole, failed, beat} <= 3'd0;
        end
    end

    wire [5:0] reached = {
        w & wlast & is_whole & written == place & place == 3'd1 & chosen == 2'd0, loaded, read_failed & write_failed,
        ends_badly & !rresp[1] & !spoilt[tag] & count == 3'd0, fails & !is_known, aw & written > addressed
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        if (arvalid)
            isAskedForInOrder: assert (asked < taken && arid == {7'd0, asked[1:0]} && araddr[8:7] == asked[1:0]
                                       && arlen == `BEATS - 1);
        if (awvalid)
            onlyWhatIsWholeIsAddressed: assert (addressed < whole && awlen == `BEATS - 1);
        if (wvalid)
            onlyWhatIsWholeIsWritten: assert (written < whole && wlast == beat);
        if (awvalid & is_whole & addressed == place)
            goesWhereItBelongs: assert (awaddr[8:7] == ~chosen);
        if (wvalid & is_whole & written == place)
            isWhatCame: assert (wdata[0] == line[beat]);
        failuresAreSeen: assert (read_failed == failed);
        if (read_failed | write_failed)
            nothingIsTakenBehindAFailure: assert (!vector_ready);
        isIdleWhenNothingIsOpen: assert (idle == (taken == dropped + answered));
        isLoadedWhenAnsweredWell: assert (loaded == (bvalid & !berror));
    end
`endif
endmodule
