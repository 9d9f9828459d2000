// What the evictor promises to the DRAM that it reads and the SSD that it writes: addresses and beats stay until they are taken; every burst
// is of as many beats as an EV has, and its last one says so; no more is read than there is room for, and no more EVs are unanswered than
// it can count; nothing is written that was not read as a whole and well, and no beat more than was read.
//
// The DRAM answers in order what it was asked for. The host clears while nothing is under way.
//
// DUT    the evictor
// SLICES beats of an EV
// REACH  when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       clears,
    input wire [1:0] place,
    input wire       vector_valid,
    input wire       arready,
    input wire       answers,
    input wire       rerror,
    input wire       awready,
    input wire       wready,
    input wire       responds,
    input wire [1:0] bresp
);
    wire vector_ready, idle, evicted, read_failed, write_failed, arvalid, awvalid, wlast, wvalid;
    wire [63:0] araddr, awaddr;
    wire [7:0] arlen, awlen;

    // Beats that are to come, that came well before any came badly, and that went; EVs whose address went, and that were answered.
    reg [9:0] to_come = 10'd0, came = 10'd0, went = 10'd0;
    reg [8:0] addresses = 9'd0, bursts = 9'd0;
    reg [3:0] beat = 4'd0;
    reg bad = 1'b0;
    wire rvalid = answers & to_come != 10'd0 & !reset;
    wire bvalid = responds & addresses != 9'd0 & bursts != 9'd0 & !reset;
    wire clear = clears & idle & to_come == 10'd0 & !reset;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .clear(clear),
        .from({56'd0, place, 6'd0}),
        .to({55'd0, place, 7'd0}),
        .vector_valid(vector_valid & !clear),
        .vector_ready(vector_ready),
        .idle(idle),
        .evicted(evicted),
        .read_failed(read_failed),
        .write_failed(write_failed),
        .araddr(araddr),
        .arlen(arlen),
        .arvalid(arvalid),
        .arready(arready),
        .rdata(512'd0),
        .rerror(rerror),
        .rvalid(rvalid),
        .awaddr(awaddr),
        .awlen(awlen),
        .awvalid(awvalid),
        .awready(awready),
        .wdata(),
        .wlast(wlast),
        .wvalid(wvalid),
        .wready(wready),
        .bresp(bresp),
        .bvalid(bvalid)
    );

    held #(.WIDTH(2)) reads (.clock(clock), .reset(reset), .valid(arvalid), .ready(arready), .payload(araddr[7:6]));
    held #(.WIDTH(2)) writes (.clock(clock), .reset(reset), .valid(awvalid), .ready(awready), .payload(awaddr[8:7]));
    held #(.WIDTH(1)) data (.clock(clock), .reset(reset), .valid(wvalid), .ready(wready), .payload(wlast));

    wire asks = arvalid & arready;
    wire writes_now = awvalid & awready;
    wire beat_now = wvalid & wready;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        to_come <= to_come + (asks ? `SLICES : 0) - rvalid;
        bad <= (bad | rvalid & rerror) & !clear;
        // Beats that are here and may be written.
        came <= came + rvalid - beat_now;
        addresses <= addresses + writes_now - bvalid;
        bursts <= bursts + (beat_now & wlast) - bvalid;
        if (beat_now)
            beat <= wlast ? 4'd0 : beat + 4'd1;
        if (clear)
            came <= 10'd0;
        if (reset)
            {to_come, came, addresses, bursts, beat, bad} <= 43'd0;
    end

    wire [3:0] reached = {beat_now & wlast & beat == `SLICES - 1, evicted, read_failed & idle, write_failed & bvalid};

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        burstsAreEvs: assert (arlen == `SLICES - 1 && awlen == `SLICES - 1);
        if (wvalid)
            lastIsTheLast: assert (wlast == (beat == `SLICES - 1));
        thereIsRoomForWhatIsRead: assert (came + to_come + (arvalid ? 10'd`SLICES : 10'd0) <= 10'd`BEATS);
        if (wvalid)
            nothingIsWrittenThatWasNotRead: assert (came != 10'd0);
        if (bad)
            aBadReadIsSeen: assert (read_failed);
        else
            noReadFailsByItself: assert (!read_failed);
    end
`endif
endmodule
