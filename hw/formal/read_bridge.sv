// What reads of the bridge promise of one beat of one burst that the solver chooses: what is offered stays; its line is asked for once, if
// the burst is taken, and not at all if it is refused; it comes on R when all beats before it have, once, under its ID, as the last of its
// burst or not, with what the device answered to it, or with an error; when the device has answered, or it is refused, it does come.
// No more beats come than were asked for. How many are under way is not bounded here: tests do that (hw/rtl/tests/bridge).
//
// The device answers what it was asked and has not answered, in any order. Bursts have up to four beats.
//
// DUT   the reads
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire        arvalid,
    input wire [3:0]  arid,
    input wire [2:0]  line,
    input wire        beyond,
    input wire [1:0]  arlen,
    input wire [2:0]  arsize,
    input wire [1:0]  arburst,
    input wire        choose,
    input wire        granted,
    input wire        req_ready,
    input wire        answers,
    input wire [1:0]  slot,
    input wire        nxm,
    input wire        poison,
    input wire        data_bit,
    input wire        rready
);
    (* anyconst *) wire [1:0] beat;

    // What was asked of the device and is not answered, by slot: proofs go no further than four.
    reg [3:0] open = 4'd0;
    wire drs_valid = answers & open[slot] & !reset;

    wire arready, rvalid, rlast, claims, releases, req_valid;
    wire [3:0] rid;
    wire [511:0] rdata;
    wire [1:0] rresp;
    wire [6:0] claim, release_line;
    wire [5:0] req_slot;
    wire [45:0] req_address;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .arid(arid),
        .araddr({11'd0, beyond, 40'd4, 3'd0, line, 6'd0}),
        .arlen({6'd0, arlen}),
        .arsize(arsize),
        .arburst(arburst),
        .arvalid(arvalid),
        .arready(arready),
        .rid(rid),
        .rdata(rdata),
        .rresp(rresp),
        .rlast(rlast),
        .rvalid(rvalid),
        .rready(rready),
        .claim(claim),
        .claims(claims),
        .granted(granted & claims),
        .released(release_line),
        .releases(releases),
        .req_slot(req_slot),
        .req_address(req_address),
        .req_valid(req_valid),
        .req_ready(req_ready),
        .drs_opcode({2'd0, nxm}),
        .drs_slot({4'd0, slot}),
        .drs_poison(poison),
        .drs_data({511'd0, data_bit}),
        .drs_valid(drs_valid)
    );

    held #(.WIDTH(8)) beats (
        .clock(clock), .reset(reset), .valid(rvalid & came < 6'd4), .ready(rready), .payload({rid, rresp, rlast, rdata[0]})
    );
    held #(.WIDTH(14)) requests (
        .clock(clock), .reset(reset), .valid(req_valid), .ready(req_ready), .payload({req_slot, req_address[7:0]})
    );

    wire takes = arvalid & arready & !reset;
    wire asks = req_valid & req_ready & !reset;
    wire comes = rvalid & rready & !reset;
    wire refused = arlen != 2'd0 & (arsize != 3'd6 | arburst != 2'd1);
    wire this_one = choose & takes & !chosen & beat <= arlen & taken + {4'd0, beat} < 6'd4;

    // Beats that were taken and came; of the chosen one, those before it, and what it is.
    reg [5:0] taken = 6'd0, came = 6'd0, place = 6'd0;
    reg chosen = 1'b0, last = 1'b0, asked = 1'b0, answered = 1'b0, over = 1'b0, bit_ = 1'b0;
    reg [1:0] refusal = 2'd0, error = 2'd0;
    reg [3:0] id = 4'd0;
    reg [3:0] its_line = 4'd0;
    wire its_answer = drs_valid & chosen & slot == place[1:0] & place < 6'd4;
    reg [2:0] waited = 3'd0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        taken <= taken + (takes ? {4'd0, arlen} + 6'd1 : 6'd0);
        came <= came + comes;
        if (asks & req_slot < 6'd4)
            open[req_slot[1:0]] <= 1'b1;
        if (drs_valid)
            open[slot] <= 1'b0;
        if (this_one) begin
            chosen <= 1'b1;
            place <= taken + {4'd0, beat};
            last <= beat == arlen;
            id <= arid;
            its_line <= {1'b0, line} + {2'd0, beat};
            refusal <= refused ? 2'd2 : beyond ? 2'd3 : 2'd0;
        end
        if (asks & chosen & req_slot == place)
            asked <= 1'b1;
        if (its_answer)
            {answered, bit_, error} <= {1'b1, data_bit, poison ? 2'd2 : nxm ? 2'd3 : 2'd0};
        if (comes & chosen & came == place)
            over <= 1'b1;
        if (reset) begin
            open <= 4'd0;
            {taken, came} <= 12'd0;
            {chosen, asked, answered, over} <= 4'd0;
        end
    end
    wire its_turn = chosen & came == place & !over;

    wire [4:0] reached = {
        its_turn & rvalid & beat == 2'd1 & error == 2'd3 & refusal == 2'd0, its_turn & comes & refusal == 2'd3, its_turn & comes & refusal == 2'd2,
        its_turn & comes & error == 2'd2 & refusal == 2'd0, answered & chosen & came != place
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        isWithinTheBound: assert (came <= taken);
        releasesWhatIsAnswered: assert (releases == drs_valid);
        if (rvalid)
            nothingIsInvented: assert (came < taken);
        if (req_valid & chosen & req_slot == place & place < 6'd4) begin
            isAskedForOnce: assert (!asked & refusal == 2'd0);
            isItsLine: assert (req_address == {40'd4, 2'd0, its_line});
        end
        if (its_answer)
            releasesItsLine: assert (release_line == {3'd0, its_line});
        if (its_turn & rvalid) begin
            isItself: assert (rid == id & rlast == last);
            if (refusal != 2'd0)
                isRefused: assert (rresp == refusal & !asked);
            else
                isTheDevices: assert (answered & rresp == error & rdata[0] == bit_);
        end
        if (its_turn & answered)
            isNotLost: assert (rvalid);
    end
`endif
endmodule
