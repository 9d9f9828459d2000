// What a port of memory promises. To the memory, which is an AXI4 slave that a reset of the port does not stop: what is offered stays until
// it is taken, but for a reset, in which nothing is offered; address and line of a write each go once, as they were, and no more than
// MOST reads and MOST writes are unanswered; of a write that a reset has cut in two the missing half follows before anything else is
// written, the line with no byte enabled, the address as it was but for its ID. To the source: every answer to what was asked since the last reset,
// in order, and none to what was asked before; a read of a poisoned line is an error, and if nothing was ever poisoned a response is
// the memory's.
//
// The memory answers in order under an ID, and in any order under different ones. IDs go up by one at each reset that meets something
// unanswered: what is under way has another ID than what comes after, for 511 such resets. Of lines, two bits are looked at.
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
    input wire       old_read,
    input wire       old_write,
    input wire [8:0] old_id,
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

    // The memory: reads, addresses and lines of this reset, and reads and whole writes of before that are not answered; which half of
    // a write of before is missing.
    reg [2:0] open = 3'd0, addresses = 3'd0, lines = 3'd0;
    reg [3:0] old_reads = 4'd0, old_writes = 4'd0;
    reg lacks_line = 1'b0, lacks_address = 1'b0;
    wire is_old_r = old_read & old_reads != 4'd0 & old_id != m_arid;
    wire is_old_b = old_write & old_writes != 4'd0 & old_id != m_arid;
    wire new_r = answers_read & !is_old_r & open != 3'd0;
    wire new_b = answers_write & !is_old_b & addresses != 3'd0 & lines != 3'd0;
    wire m_rvalid = new_r | answers_read & is_old_r;
    wire m_bvalid = new_b | answers_write & is_old_b;
    // No more than fifteen of before are unanswered: the memory takes no more until there are fewer than eight.
    wire arready = m_arready & !old_reads[3];
    wire awready = m_awready & !old_writes[3];

    `DUT dut (
        .clock(clock),
        .reset(reset),
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
        .m_rid(is_old_r ? old_id : m_arid),
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
        .m_bid(is_old_b ? old_id : m_arid),
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
    wire owes = lacks_line | lacks_address;
    wire aw_new = aw & !lacks_address;
    wire w_new = w & !lacks_line;
    wire taken = s_wvalid & s_awready;

    // Of the write at hand, what the memory has taken; the address that was offered last.
    reg address_gone = 1'b0, line_gone = 1'b0;
    reg [1:0] address_kept = 2'd0;
    // A read that the solver chooses.
    reg chosen = 1'b0, read_poison = 1'b0;
    reg [1:0] chosen_id = 2'd0, chosen_line = 2'd0;
    reg [2:0] before = 3'd0;
    wire its_turn = chosen & before == 3'd0;
    // An ID under which something was unanswered at a reset, and such resets since.
    reg id_chosen = 1'b0;
    reg [8:0] id_then = 9'd0, resets = 9'd0;
    wire meets = open != 3'd0 | addresses != 3'd0 | lines != 3'd0;

    // Whether a line that the solver chooses is poisoned. Of the writes that are not answered: they are of that line, whole, poison.
    (* anyconst *) wire [1:0] line;
    reg bad = 1'b0, offered = 1'b0, any = 1'b0;
    reg [2:0] first = 3'd0, second = 3'd0;
    reg [1:0] unanswered = 2'd0;
    wire [2:0] at_hand = {wline == line, whole, poison};
    wire offers_poison = (m_awvalid | m_wvalid) & !owes & poison;
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
        open <= open + ar - new_r;
        addresses <= addresses + aw_new - new_b;
        lines <= lines + w_new - new_b;
        old_reads <= old_reads - (m_rvalid & is_old_r);
        old_writes <= old_writes - (m_bvalid & is_old_b) + (aw & lacks_address | w & lacks_line);
        if (aw)
            lacks_address <= 1'b0;
        if (w)
            lacks_line <= 1'b0;
        address_gone <= (address_gone | aw_new) & !taken;
        line_gone <= (line_gone | w_new) & !taken;
        if ((m_awvalid | m_wvalid) & !owes)
            address_kept <= wline;
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
            bad <= (bad & !makes_good) | begins_bad | makes_bad;
        if (reset) begin
            open <= 3'd0;
            old_reads <= old_reads - (m_rvalid & is_old_r) + open - new_r;
            old_writes <= old_writes - (m_bvalid & is_old_b) + (addresses < lines ? addresses : lines) - new_b;
            lacks_address <= lacks_address | lines > addresses;
            lacks_line <= lacks_line | addresses > lines;
            {addresses, lines, address_gone, line_gone, ar_waits, w_waits, chosen, offered, unanswered} <= 14'd0;
            if (meets & !id_chosen & choose)
                {id_chosen, id_then, resets} <= {1'b1, m_arid, 9'd1};
            else if (meets)
                resets <= resets + 9'd1;
        end
    end

    wire [7:0] reached = {
        new_r & its_turn & read_poison & !m_rresp[1], m_rvalid & is_old_r & open != 3'd0, m_bvalid & is_old_b & addresses != 3'd0,
        aw & lacks_address, w & lacks_line, makes_good & bad, open == `MOST & addresses == `MOST, id_chosen & resets == 9'd2
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started) begin
        alwaysTakes: assert (m_rready & m_bready);
        if (id_chosen)
            idsGoUp: assert (m_arid == id_then + resets);
        isWithinTheBounds: assert (open <= `MOST && addresses <= `MOST && lines <= `MOST);
        halvesAreOfOneWrite: assert (!(lacks_line & lacks_address));
        if (reset)
            nothingIsOfferedInReset: assert (!m_arvalid & !m_awvalid & !m_wvalid & !s_rvalid & !s_bvalid);
        else begin
            readGoesAsItWas: assert (ar == (s_arvalid & s_arready) && (!m_arvalid || s_arvalid && m_araddr[7:6] == arline));
            writeIsTakenAsAWhole: assert (s_awready == s_wready || !s_wvalid);
            if (owes) begin
                halfGoesFirst: assert (!taken & m_awvalid == lacks_address & m_wvalid == lacks_line);
                if (lacks_line)
                    noByteFollows: assert (m_wstrb == 64'd0);
                if (lacks_address)
                    addressFollows: assert (m_awid != m_arid && m_awaddr[7:6] == address_kept);
            end else begin
                addressGoesOnce: assert (!aw | s_wvalid & !address_gone & m_awaddr[7:6] == wline & m_awid == m_arid);
                lineGoesOnce: assert (!w | s_wvalid & !line_gone & m_wstrb == {63'h7fff_ffff_ffff_ffff, whole});
                bothHaveGone: assert (!taken | (address_gone | aw) & (line_gone | w));
            end
            everyAnswerOfNowPasses: assert (s_rvalid == new_r & s_bvalid == new_b);
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
