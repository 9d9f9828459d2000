// What the arbiter promises.
//
// DUT   module under proof
// N     number of requesters
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire          clock,
    input wire          reset,
    input wire [`N-1:0] request,
    input wire          advance
);
    wire [`N-1:0] grant;
    wire [3:0] chosen;

    `DUT dut (.clock(clock), .reset(reset), .request(request), .advance(advance), .grant(grant), .chosen(chosen));

    // One requester that the solver chooses, and how often others were served while it waited.
    (* anyconst *) wire [`N-1:0] one;
    reg [7:0] passed = 8'd0;
    reg started = 1'b0;
    reg was_reset = 1'b0;
    reg [`N-1:0] was_granted = 0;
    wire waits = |(request & one);

    always @(posedge clock) begin
        started <= 1'b1;
        was_reset <= reset;
        was_granted <= advance ? {`N{1'b0}} : grant;
        if (reset | ~waits | (advance & grant == one))
            passed <= 8'd0;
        else if (advance)
            passed <= passed + 8'd1;
    end

    always @* assume (one != 0 && (one & (one - 1'b1)) == 0);

    // The claims mean little unless this can happen: a requester waits as long as it may.
    wire [0:0] reached = passed == `N - 1;

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        atMostOneIsChosen: assert ((grant & (grant - 1'b1)) == 0);
        onlyRequestersAreChosen: assert ((grant & ~request) == 0);
        theNumberIsItsOwn: assert (grant == 0 ? chosen == 4'd0 : {15'd0, grant} >> chosen == 1'b1);
        someoneIsChosen: assert (grant != 0 || request == 0);
        if (started & ~was_reset & |(was_granted & request))
            waitingChoiceStays: assert (grant == was_granted);
        waitIsBounded: assert (passed < `N);
    end
`endif
endmodule
