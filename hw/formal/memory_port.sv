// What a port of memory promises. To the memory, which is an AXI4 slave that a reset of the port does not stop: what is offered stays until
// it is taken, but for a reset, in which nothing is offered; address and line of a write each go once, as they were, and no more than
// MOST reads and MOST writes are unanswered; behind a reset nothing new is asked before all of before is answered, and what was offered
// and not taken is offered again, addresses as they were, the line with no byte enabled. To the source: every answer to what was asked
// since the last reset, in order, and none to what was asked before; a read of a line that is poisoned at any time while it is under
// way is an error, and if nothing was ever poisoned a response is the memory's. What writes of before a reset do to poison counts.
//
// The memory answers in order, when it likes, and its patience with the port has no end, nor the port's with it: nobody gives up
// (`patient.sv`). It is not reset. Of lines, two bits are looked at. A read beside a write that fails, while another write was under way
// when all lines were cleared, may miss what that write did. Lines are not cleared in a reset.
//
// DUT   the port
// MOST  reads, and writes, that may be unanswered
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       clears,
    input wire       reads,
    input wire [1:0] read_id,
    input wire [1:0] read_line,
    input wire       choose,
    input wire       writes,
    input wire [1:0] write_line,
    input wire       write_whole,
    input wire       write_poison,
    input wire       m_arready,
    input wire       m_awready,
    input wire       m_wready,
    input wire       answers_read,
    input wire       answers_write,
    input wire [1:0] m_rresp,
    input wire [1:0] m_bresp
);
    wire clear_poison = clears & !reset;

    // The source: what was offered stays.
    reg ar_waits = 1'b0, w_waits = 1'b0;
    reg [3:0] ar_kept = 4'd0, w_kept = 4'd0;
    wire s_arvalid = (reads | ar_waits) & !reset;
    wire s_wvalid = (writes | w_waits) & !reset;
    wire [1:0] arid, arline, wline;
    wire whole, poison;
    assign {arid, arline} = ar_waits ? ar_kept : {read_id, read_line};
    assign {wline, whole, poison} = w_waits ? w_kept : {write_line, write_whole, write_poison};

    wire s_arready, s_rvalid, s_awready, s_wready, s_bvalid, m_arvalid, m_awvalid, m_wvalid, m_rready, m_bready;
    wire [1:0] s_rresp, s_bresp;
    wire [8:0] s_rid, m_arid, m_awid;
    wire [63:0] m_araddr, m_awaddr, m_wstrb;

    // The memory: reads, addresses and lines that are not answered.
    reg [2:0] open = 3'd0, addresses = 3'd0, lines = 3'd0;
    wire new_r = answers_read & open != 3'd0;
    wire new_b = answers_write & addresses != 3'd0 & lines != 3'd0;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .memory_reset(1'b0),
        .clear_poison(clear_poison),
        .poison_overflow(),
        .s_arid({7'd0, arid}),
        .s_araddr({56'd0, arline, 6'd0}),
        .s_arvalid(s_arvalid),
        .s_arready(s_arready),
        .s_rid(s_rid),
        .s_rdata(),
        .s_rresp(s_rresp),
        .s_rvalid(s_rvalid),
        .s_awaddr({56'd0, wline, 6'd0}),
        .s_awvalid(s_wvalid),
        .s_awready(s_awready),
        .s_wdata(512'd0),
        .s_wstrb({63'h7fff_ffff_ffff_ffff, whole}),
        .s_wpoison(poison),
        .s_wvalid(s_wvalid),
        .s_wready(s_wready),
        .s_bresp(s_bresp),
        .s_bvalid(s_bvalid),
        .m_arid(m_arid),
        .m_araddr(m_araddr),
        .m_arvalid(m_arvalid),
        .m_arready(m_arready),
        .m_rid(m_arid),
        .m_rdata(512'd0),
        .m_rresp(m_rresp),
        .m_rvalid(new_r),
        .m_rready(m_rready),
        .m_awid(m_awid),
        .m_awaddr(m_awaddr),
        .m_awvalid(m_awvalid),
        .m_awready(m_awready),
        .m_wdata(),
        .m_wstrb(m_wstrb),
        .m_wvalid(m_wvalid),
        .m_wready(m_wready),
        .m_bid(m_awid),
        .m_bresp(m_bresp),
        .m_bvalid(new_b),
        .m_bready(m_bready)
    );

    held #(.WIDTH(11)) address_of_read (
        .clock(clock), .reset(reset), .valid(m_arvalid), .ready(m_arready), .payload({m_arid, m_araddr[7:6]})
    );
    held #(.WIDTH(11)) address_of_write (
        .clock(clock), .reset(reset), .valid(m_awvalid), .ready(m_awready), .payload({m_awid, m_awaddr[7:6]})
    );
    held #(.WIDTH(2)) line_of_write (
        .clock(clock), .reset(reset), .valid(m_wvalid), .ready(m_wready), .payload({m_wstrb[1:0]})
    );

    wire ar = m_arvalid & m_arready;
    wire aw = m_awvalid & m_awready;
    wire w = m_wvalid & m_wready;
    wire taken = s_wvalid & s_awready;

    // What was offered and not taken: the read; the write at hand, of which the memory may have taken a half.
    reg read_offered = 1'b0, begun = 1'b0, address_gone = 1'b0, line_gone = 1'b0, poison_kept = 1'b0;
    reg [1:0] read_kept = 2'd0, address_kept = 2'd0;
    // Of before a reset, what is offered again; and whether anything of before is not answered.
    reg ar_debt = 1'b0, aw_debt = 1'b0, w_debt = 1'b0, behind_reset = 1'b0;
    wire owes = ar_debt | aw_debt | w_debt;
    wire is_old = behind_reset & (owes | open != 3'd0 | addresses != 3'd0 | lines != 3'd0);
    wire old_taken = (aw_debt | w_debt) & (!aw_debt | aw) & (!w_debt | w);

    // A read that the solver chooses: whether its line was poisoned when it was taken, or since.
    reg chosen = 1'b0, read_poison = 1'b0, poison_since = 1'b0;
    // All lines were cleared while a write was under way: until none is, only what a read met when it was taken or answered counts.
    reg cleared = 1'b0;
    reg [1:0] chosen_id = 2'd0, chosen_line = 2'd0;
    reg [2:0] before = 3'd0;
    wire its_turn = chosen & before == 3'd0;

    // Whether a line that the solver chooses is poisoned. Of the writes that are not answered: they are of that line, whole, poison.
    (* anyconst *) wire [1:0] line;
    reg bad = 1'b0, offered = 1'b0, any = 1'b0;
    reg [2:0] first = 3'd0, second = 3'd0;
    reg [1:0] unanswered = 2'd0;
    wire [2:0] at_hand = old_taken ? {address_kept == line, 1'b0, poison_kept} : {wline == line, whole, poison};
    wire offers_poison = (m_awvalid | m_wvalid) & !is_old & poison;
    wire begins_bad = offers_poison & !offered & wline == line;
    wire under_way = (offered | offers_poison) & wline == line & poison | unanswered[1] & second[2] & second[0];
    wire makes_bad = new_b & first[2] & (first[0] | m_bresp[1]);
    wire makes_good = new_b & first[2] & first[1] & !first[0] & !m_bresp[1] & !under_way;
    wire is_bad = bad | begins_bad;

    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        ar_waits <= s_arvalid & !s_arready;
        ar_kept <= {arid, arline};
        w_waits <= s_wvalid & !s_awready;
        w_kept <= {wline, whole, poison};
        open <= open + ar - new_r;
        addresses <= addresses + aw - new_b;
        lines <= lines + w - new_b;
        if (ar)
            ar_debt <= 1'b0;
        if (aw)
            aw_debt <= 1'b0;
        if (w)
            w_debt <= 1'b0;
        read_offered <= m_arvalid & !m_arready & !is_old;
        begun <= (begun | m_awvalid | m_wvalid) & !taken & !is_old;
        address_gone <= (address_gone | aw) & !taken & !is_old;
        line_gone <= (line_gone | w) & !taken & !is_old;
        if (m_arvalid)
            read_kept <= m_araddr[7:6];
        if ((m_awvalid | m_wvalid) & !is_old)
            {address_kept, poison_kept} <= {wline, poison};
        if (s_arvalid & s_arready & choose & !chosen) begin
            chosen <= 1'b1;
            {chosen_id, chosen_line} <= {arid, arline};
            read_poison <= arline == line & is_bad;
            poison_since <= 1'b0;
            before <= open - new_r;
        end else if (chosen)
            poison_since <= (poison_since | chosen_line == line & is_bad) & !clear_poison & !cleared;
        if (chosen & new_r) begin
            before <= before - 3'd1;
            chosen <= !its_turn;
        end
        offered <= (offered | offers_poison) & !taken;
        any <= any | s_wvalid & poison | new_b & m_bresp[1];
        if (new_b)
            first <= unanswered[1] ? second : at_hand;
        else if (unanswered == 2'd0)
            first <= at_hand;
        if (unanswered == 2'd1 & !new_b | unanswered == 2'd2 & new_b)
            second <= at_hand;
        unanswered <= unanswered + (taken | old_taken) - new_b;
        if (clear_poison)
            cleared <= 1'b1;
        else if (unanswered == 2'd0 & !begun & !taken & !m_awvalid & !m_wvalid & !owes)
            cleared <= 1'b0;
        if (clear_poison)
            bad <= makes_bad;
        else
            bad <= (bad & !makes_good) | begins_bad | makes_bad;
        if (behind_reset & !is_old)
            behind_reset <= 1'b0;
        if (reset) begin
            behind_reset <= 1'b1;
            ar_debt <= ar_debt | read_offered;
            aw_debt <= aw_debt | begun & !address_gone;
            w_debt <= w_debt | begun & !line_gone;
            {read_offered, begun, address_gone, line_gone, ar_waits, w_waits, chosen, offered} <= 8'd0;
        end
    end

    wire [7:0] reached = {
        new_r & its_turn & !reset & poison_since & !bad & !read_poison & !m_rresp[1], is_old & ar & !reset, is_old & new_b & makes_bad,
        is_old & aw & aw_debt & !w_debt, is_old & w & w_debt & !aw_debt, makes_good & bad, open == `MOST & addresses == `MOST,
        is_old & old_taken & aw & w
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started) begin
        alwaysTakes: assert (m_rready & m_bready);
        oneId: assert (m_awid == m_arid);
        isWithinTheBounds: assert (open <= `MOST && addresses <= `MOST && lines <= `MOST);
        if (reset)
            nothingIsOfferedInReset: assert (!m_arvalid & !m_awvalid & !m_wvalid & !s_rvalid & !s_bvalid);
        else if (is_old) begin
            nothingNewIsTaken: assert (!(s_arvalid & s_arready) & !(s_wvalid & (s_awready | s_wready)));
            noLateAnswerPasses: assert (!s_rvalid & !s_bvalid);
            whatWasOfferedIsOffered: assert (m_arvalid == ar_debt & m_awvalid == aw_debt & m_wvalid == w_debt);
            addressesAreAsTheyWere: assert (
                (!m_arvalid | m_araddr[7:6] == read_kept) & (!m_awvalid | m_awaddr[7:6] == address_kept));
            noByteFollows: assert (!m_wvalid | m_wstrb == 64'd0);
        end else begin
            readGoesAsItWas: assert (ar == (s_arvalid & s_arready) && (!m_arvalid || s_arvalid && m_araddr[7:6] == arline));
            writeIsTakenAsAWhole: assert (s_awready == s_wready || !s_wvalid);
            addressGoesOnce: assert (!aw | s_wvalid & !address_gone & m_awaddr[7:6] == wline);
            lineGoesOnce: assert (!w | s_wvalid & !line_gone & m_wstrb == {63'h7fff_ffff_ffff_ffff, whole});
            bothHaveGone: assert (!taken | (address_gone | aw) & (line_gone | w));
            everyAnswerOfNowPasses: assert (s_rvalid == new_r & s_bvalid == new_b);
            if (s_bvalid)
                answerIsTheMemorys: assert (s_bresp == m_bresp);
            if (new_r & its_turn)
                answerHasItsId: assert (s_rid == {7'd0, chosen_id});
            if (new_r & its_turn & (read_poison | poison_since | chosen_line == line & is_bad))
                poisonIsAnError: assert (s_rresp[1]);
            if (s_rvalid & !any)
                responseIsTheMemorys: assert (s_rresp == m_rresp);
        end
    end
`endif
endmodule
