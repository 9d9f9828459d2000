// What a port of memory promises, as long as its patience is not over. To the memory, which is an AXI4 slave that a reset of the port does
// not stop: what is offered stays until it is taken, but for a reset, in which nothing is offered; address and line of a write each go
// once, as they were, and no more than MOST reads and MOST writes are unanswered; behind a reset, what was offered is offered again, a
// line with no byte enabled, and nothing else until all of before it is answered. To the source: every answer to what was asked since the
// last reset, in order, and none to what was asked before; a read of a poisoned line is an error, also behind a reset, and if nothing was
// ever poisoned a response is the memory's.
//
// The memory answers in order. It is not reset. Of lines, two bits are looked at.
//
// DUT   the port
// MOST  reads, and writes, that may be unanswered
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       clear_poison,
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

    // The memory: reads, addresses and lines that it took and has not answered.
    reg [2:0] open = 3'd0, addresses = 3'd0, lines = 3'd0;
    wire m_rvalid = answers_read & open != 3'd0;
    wire m_bvalid = answers_write & addresses != 3'd0 & lines != 3'd0;
    wire arready = m_arready;
    wire awready = m_awready;

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
        .m_arready(arready),
        .m_rid(m_arid),
        .m_rdata(512'd0),
        .m_rresp(m_rresp),
        .m_rvalid(m_rvalid),
        .m_rready(m_rready),
        .m_awid(m_awid),
        .m_awaddr(m_awaddr),
        .m_awvalid(m_awvalid),
        .m_awready(awready),
        .m_wdata(),
        .m_wstrb(m_wstrb),
        .m_wvalid(m_wvalid),
        .m_wready(m_wready),
        .m_bid(m_arid),
        .m_bresp(m_bresp),
        .m_bvalid(m_bvalid),
        .m_bready(m_bready)
    );

    held #(.WIDTH(11)) address_of_read (
        .clock(clock), .reset(reset), .valid(m_arvalid), .ready(arready), .payload({m_arid, m_araddr[7:6]})
    );
    held #(.WIDTH(11)) address_of_write (
        .clock(clock), .reset(reset), .valid(m_awvalid), .ready(awready), .payload({m_awid, m_awaddr[7:6]})
    );
    held #(.WIDTH(2)) line_of_write (
        .clock(clock), .reset(reset), .valid(m_wvalid), .ready(m_wready), .payload({m_wstrb[1:0]})
    );

    wire ar = m_arvalid & arready;
    wire aw = m_awvalid & awready;
    wire w = m_wvalid & m_wready;
    wire taken = s_wvalid & s_awready;

    // What was offered and is not taken: a read, and a write, of which one half may be.
    reg read_waits = 1'b0, write_waits = 1'b0, address_gone = 1'b0, line_gone = 1'b0;
    reg [1:0] read_kept = 2'd0, write_kept = 2'd0;
    wire write_ends = (address_gone | aw) & (line_gone | w);
    // Something of before the last reset is unanswered.
    reg behind = 1'b0;
    wire is_old = behind & (open != 3'd0 | addresses != 3'd0 | lines != 3'd0 | read_waits | write_waits);
    wire new_b = m_bvalid & !behind;
    wire new_r = m_rvalid & !behind;
    // A read that the solver chooses.
    reg chosen = 1'b0, read_poison = 1'b0;
    reg [1:0] chosen_id = 2'd0, chosen_line = 2'd0;
    reg [2:0] before = 3'd0;
    wire its_turn = chosen & before == 3'd0;
    // Whether a line that the solver chooses is poisoned. Of the writes that are not answered: they are of that line, whole, poison.
    (* anyconst *) wire [1:0] line;
    reg bad = 1'b0, offered = 1'b0, any = 1'b0;
    reg [2:0] first = 3'd0, second = 3'd0;
    reg [1:0] unanswered = 2'd0;
    wire [2:0] at_hand = {wline == line, whole, poison};
    wire offers_poison = (m_awvalid | m_wvalid) & !behind & poison;
    wire begins_bad = offers_poison & !offered & wline == line;
    wire under_way = (offered | offers_poison) & wline == line & poison | unanswered[1] & second[2] & second[0];
    wire makes_bad = new_b & !reset & first[2] & (first[0] | m_bresp[1]);
    wire makes_good = new_b & !reset & first[2] & first[1] & !first[0] & !m_bresp[1] & !under_way;

    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        ar_waits <= s_arvalid & !s_arready;
        ar_kept <= {arid, arline};
        w_waits <= s_wvalid & !s_awready;
        w_kept <= {wline, whole, poison};
        open <= open + ar - m_rvalid;
        addresses <= addresses + aw - m_bvalid;
        lines <= lines + w - m_bvalid;
        read_waits <= (read_waits | m_arvalid) & !ar;
        write_waits <= (write_waits | m_awvalid | m_wvalid) & !write_ends;
        address_gone <= (address_gone | aw) & !write_ends;
        line_gone <= (line_gone | w) & !write_ends;
        if (m_arvalid)
            read_kept <= m_araddr[7:6];
        if (s_wvalid & (m_awvalid | m_wvalid) & !behind)
            write_kept <= wline;
        behind <= is_old;
        if (s_arvalid & s_arready & choose & !chosen) begin
            chosen <= 1'b1;
            {chosen_id, chosen_line} <= {arid, arline};
            read_poison <= arline == line & (bad | begins_bad);
            before <= open - new_r;
        end
        if (chosen & new_r) begin
            before <= before - 3'd1;
            chosen <= !its_turn;
        end
        offered <= (offered | offers_poison) & !taken;
        any <= any | s_wvalid & poison | m_bvalid & m_bresp[1];
        if (new_b)
            first <= unanswered[1] ? second : at_hand;
        else if (unanswered == 2'd0)
            first <= at_hand;
        if (unanswered == 2'd1 & !new_b | unanswered == 2'd2 & new_b)
            second <= at_hand;
        unanswered <= unanswered + taken - new_b;
        if (clear_poison)
            bad <= makes_bad;
        else
            // Of an answer to a write of before, the line is not known here.
            bad <= (bad & !makes_good & !(m_bvalid & behind)) | begins_bad | makes_bad;
        if (reset) begin
            behind <= 1'b1;
            {ar_waits, w_waits, chosen, offered, unanswered} <= 6'd0;
            if (m_bvalid)
                bad <= 1'b0;
        end
    end

    wire [7:0] reached = {
        new_r & its_turn & read_poison & !m_rresp[1], m_rvalid & is_old, m_bvalid & is_old, ar & is_old, aw & is_old & line_gone,
        w & is_old & address_gone, makes_good & bad, open == `MOST & addresses == `MOST
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started) begin
        alwaysTakes: assert (m_rready & m_bready);
        isWithinTheBounds: assert (open <= `MOST && addresses <= `MOST && lines <= `MOST);
        if (reset)
            nothingIsOfferedInReset: assert (!m_arvalid & !m_awvalid & !m_wvalid & !s_rvalid & !s_bvalid);
        else if (is_old) begin
            nothingNewIsTaken: assert (!s_arready && !taken && !s_rvalid && !s_bvalid);
            whatWasOfferedIs: assert (m_arvalid == read_waits && m_awvalid == (write_waits & !address_gone)
                                      && m_wvalid == (write_waits & !line_gone));
            noByteFollows: assert (!m_wvalid || m_wstrb == 64'd0);
            addressesFollow: assert ((!m_arvalid || m_araddr[7:6] == read_kept) && (!m_awvalid || m_awaddr[7:6] == write_kept));
        end else if (!behind) begin
            readGoesAsItWas: assert (ar == (s_arvalid & s_arready) && (!m_arvalid || s_arvalid && m_araddr[7:6] == arline));
            writeIsTakenAsAWhole: assert (s_awready == s_wready || !s_wvalid);
            addressGoesOnce: assert (!aw | s_wvalid & !address_gone & m_awaddr[7:6] == wline);
            lineGoesOnce: assert (!w | s_wvalid & !line_gone & m_wstrb == {63'h7fff_ffff_ffff_ffff, whole});
            bothHaveGone: assert (taken == (s_wvalid & write_ends));
            everyAnswerOfNowPasses: assert (s_rvalid == m_rvalid & s_bvalid == m_bvalid);
            if (s_bvalid)
                answerIsTheMemorys: assert (s_bresp == m_bresp);
            if (new_r & its_turn)
                answerHasItsId: assert (s_rid == {7'd0, chosen_id});
            if (new_r & its_turn & (read_poison | chosen_line == line & (bad | begins_bad)))
                poisonIsAnError: assert (s_rresp[1]);
            if (s_rvalid & !any)
                responseIsTheMemorys: assert (s_rresp == m_rresp);
        end
    end
`endif
endmodule
