// What the guard of a reset promises. To the memory, which is an AXI4 slave that a reset of the inside does not stop: addresses and beats
// stay until they are taken, but for a reset, in which nothing is offered; every burst has the beats that its address says, the last
// of them marked, and no burst is begun whose address was not offered; what is read or written behind a reset waits until all of before
// it is answered; until then no byte is written. To the inside: no answer to what was asked before a reset reaches it, every
// other answer does, and when all of before is answered the way is free in the next cycle.
//
// The inside keeps the rules of AXI4 as well, with bursts of BEATS beats, and forgets everything in its reset. The memory answers
// what it was asked, when it likes, before the guard's patience is over (endless_patience.sv); it may be reset in a reset of the inside, and then owes nothing.
//
// DUT   the guard
// BEATS beats of a burst that is written
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       memory_resets,
    input wire       writes,
    input wire [1:0] write_id,
    input wire       beats,
    input wire       reads,
    input wire       rready,
    input wire       m_awready,
    input wire       m_wready,
    input wire       m_arready,
    input wire       m_rlast,
    input wire       answers_read,
    input wire       answers_write
);
    localparam [7:0] LENGTH = 8'd`BEATS - 8'd1;
    wire memory_reset = memory_resets & reset;

    // The inside: an address, a beat and a read that were offered stay; the beat that comes next.
    reg aw_waits = 1'b0, w_waits = 1'b0, ar_waits = 1'b0;
    reg [1:0] id_waits = 2'd0;
    reg [7:0] s_beat = 8'd0;
    wire s_awvalid = writes | aw_waits;
    wire s_wvalid = beats | w_waits;
    wire s_arvalid = reads | ar_waits;
    wire [1:0] s_id = aw_waits ? id_waits : write_id;
    wire s_wlast = s_beat == LENGTH;
    wire s_awready, s_wready, s_bvalid, s_arready, s_rvalid;

    // The memory: bursts that it owes data, addresses and whole bursts that it has not answered, beats of the burst that comes in. Of
    // these, what came before the last reset.
    reg [3:0] to_read = 4'd0, addresses = 4'd0, bursts = 4'd0, old_reads = 4'd0, old_writes = 4'd0;
    reg [7:0] m_beat = 8'd0;
    wire m_rvalid = answers_read & to_read != 4'd0;
    wire m_bvalid = answers_write & addresses != 4'd0 & bursts != 4'd0;
    wire [8:0] m_awid;
    wire [63:0] m_awaddr, m_wstrb;
    wire [7:0] m_awlen;
    wire m_awvalid, m_wvalid, m_wlast, m_arvalid, m_rready, m_bready;

    // No more than seven bursts of a direction are unanswered.
    wire awready = m_awready & addresses != 4'd7;
    wire wready = m_wready & bursts != 4'd7;
    wire arready = m_arready & to_read != 4'd7;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_awid({7'd0, s_id}),
        .s_awaddr({56'd0, s_id, 6'd0}),
        .s_awlen(LENGTH),
        .s_awvalid(s_awvalid),
        .s_awready(s_awready),
        .s_wdata(512'd0),
        .s_wlast(s_wlast),
        .s_wvalid(s_wvalid),
        .s_wready(s_wready),
        .s_bvalid(s_bvalid),
        .s_arvalid(s_arvalid),
        .s_arready(s_arready),
        .s_rvalid(s_rvalid),
        .s_rready(rready),
        .m_awid(m_awid),
        .m_awaddr(m_awaddr),
        .m_awlen(m_awlen),
        .m_awvalid(m_awvalid),
        .m_awready(awready),
        .m_wdata(),
        .m_wstrb(m_wstrb),
        .m_wlast(m_wlast),
        .m_wvalid(m_wvalid),
        .m_wready(wready),
        .m_bvalid(m_bvalid),
        .m_bready(m_bready),
        .m_arvalid(m_arvalid),
        .m_arready(arready),
        .m_rlast(m_rlast),
        .m_rvalid(m_rvalid),
        .m_rready(m_rready)
    );

    held #(.WIDTH(4)) address_of_write (
        .clock(clock), .reset(reset), .valid(m_awvalid), .ready(awready), .payload({m_awid[1:0], m_awaddr[7:6]})
    );
    held #(.WIDTH(2)) data_of_write (
        .clock(clock), .reset(reset), .valid(m_wvalid), .ready(wready), .payload({m_wlast, m_wstrb[0]})
    );
    held #(.WIDTH(1)) address_of_read (
        .clock(clock), .reset(reset), .valid(m_arvalid), .ready(arready), .payload(1'b0)
    );

    wire aw = m_awvalid & awready;
    wire w = m_wvalid & wready;
    wire ar = m_arvalid & arready;
    wire r = m_rvalid & m_rready & m_rlast;
    // Of before a reset, something is unanswered, or a burst is not whole, or its address is missing.
    wire [3:0] bursts_begun = bursts + (m_beat != 8'd0);
    wire old_is_whole = addresses == bursts & m_beat == 8'd0;
    reg behind_reset = 1'b0;
    wire is_old = behind_reset & (old_reads != 4'd0 | old_writes != 4'd0 | !old_is_whole);
    // An address that was offered with beats that were taken is that of its burst.
    reg [1:0] offered = 2'd0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        aw_waits <= s_awvalid & !s_awready;
        w_waits <= s_wvalid & !s_wready;
        ar_waits <= s_arvalid & !s_arready;
        id_waits <= s_id;
        if (s_wvalid & s_wready)
            s_beat <= s_wlast ? 8'd0 : s_beat + 8'd1;
        to_read <= to_read + ar - r;
        addresses <= addresses + aw - m_bvalid;
        bursts <= bursts + (w & m_wlast) - m_bvalid;
        if (w)
            m_beat <= m_wlast ? 8'd0 : m_beat + 8'd1;
        if (r & old_reads != 4'd0)
            old_reads <= old_reads - 4'd1;
        // What is written before all of before is answered is of before.
        old_writes <= old_writes + (aw & is_old) - (m_bvalid & old_writes != 4'd0);
        if (m_awvalid)
            offered <= m_awid[1:0];
        if (behind_reset & !is_old)
            behind_reset <= 1'b0;
        if (reset) begin
            {aw_waits, w_waits, ar_waits, s_beat} <= 11'd0;
            behind_reset <= 1'b1;
            old_reads <= to_read - r;
            old_writes <= addresses - m_bvalid;
            if (memory_reset)
                {to_read, addresses, bursts, m_beat, old_reads, old_writes} <= 28'd0;
        end
    end

    wire [5:0] reached = {
        is_old & aw & !reset, is_old & w & m_wlast & !reset, s_rvalid & old_reads == 4'd0 & to_read != 4'd0,
        is_old & m_rvalid & to_read == 4'd3, s_bvalid, aw & bursts_begun > addresses
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started) begin
        if (reset)
            nothingIsOfferedInReset: assert (!m_awvalid & !m_wvalid & !m_arvalid & !s_rvalid & !s_bvalid);
        if (m_wvalid)
            lastIsTheLast: assert (m_wlast == (m_beat == LENGTH));
        if (m_awvalid)
            burstsAreOfTheLength: assert (m_awlen == LENGTH);
        if (m_wvalid)
            noDataBeforeTheirAddressIsOffered: assert (
                m_beat != 8'd0 ? bursts <= addresses : bursts < addresses || bursts == addresses && m_awvalid);
        if (is_old & m_awvalid)
            addressOfBeforeIsRepeated: assert (m_awid[1:0] == offered & m_awaddr[7:6] == offered);
        if (is_old & !reset) begin
            nothingNewIsAsked: assert (!m_arvalid & !s_arready & !s_awready & !s_wready);
            noByteOfBeforeIsWritten: assert (!m_wvalid | m_wstrb == 64'd0);
            noLateAnswerPasses: assert (!s_rvalid & !s_bvalid);
            lateAnswersAreTaken: assert (m_rready & m_bready);
            nothingMoreIsWritten: assert (!m_awvalid | bursts_begun > addresses);
        end
        if (!is_old & !behind_reset & !reset) begin
            readsPass: assert (m_arvalid == s_arvalid & s_arready == arready);
            answersPass: assert (s_rvalid == m_rvalid & s_bvalid == m_bvalid & m_rready == rready & m_bready);
            allBytesAreWritten: assert (!m_wvalid | &m_wstrb);
        end
    end
`endif
endmodule
