// What the memory controller promises. To the memory: what is offered stays until it is taken; reads, addresses and lines of writes go
// once each, in order, as they were; what it answers is always taken, so no more than MOST reads and MOST writes are unanswered. To the
// source: answers stay until they are taken, come in the order of the requests, to a read with its ID, and are those of the memory; a
// write is answered when the memory has answered it. A read does not go to the memory while a write of its 256 bytes is unanswered
// that was taken before the read was at hand.
//
// The memory answers in order what it took. Delays and rates are anything (any_delay.sv, any_rate.sv). Of addresses, the line of 256
// bytes is looked at, and of it two bits.
//
// DUT   the controller
// MOST  reads, and writes, that may be under way
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       reads,
    input wire [1:0] read_id,
    input wire [1:0] read_line,
    input wire       choose_read,
    input wire       writes,
    input wire [1:0] write_line,
    input wire       streams,
    input wire       choose_write,
    input wire       rready,
    input wire       bready,
    input wire       m_arready,
    input wire       m_awready,
    input wire       m_wready,
    input wire       answers_read,
    input wire       answers_write,
    input wire [1:0] m_rresp,
    input wire [1:0] m_bresp
);
    // The memory: reads, addresses and lines that it took and has not answered.
    reg [3:0] asked = 4'd0, addresses = 4'd0, lines = 4'd0;
    wire m_rvalid = answers_read & asked != 4'd0 & !reset;
    wire m_bvalid = answers_write & addresses != 4'd0 & lines != 4'd0 & !reset;

    // A read and a write that the solver chooses. The write has a bit that no other has.
    reg read_chosen = 1'b0, write_chosen = 1'b0;
    wire this_write = choose_write & !write_chosen;

    wire s_arready, s_rvalid, s_awready, s_wready, s_bvalid, m_arvalid, m_awvalid, m_wvalid, m_wpoison, m_rready, m_bready;
    wire [8:0] s_rid;
    wire [1:0] s_rresp, s_bresp;
    wire [63:0] m_araddr, m_awaddr, m_wstrb;
    wire [511:0] m_wdata;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .read_latency(16'd0),
        .write_latency(16'd0),
        .read_rate(17'd0),
        .row_write_rate(17'd0),
        .stream_write_rate(17'd0),
        .read_after_write_window(16'd0),
        .s_arid({7'd0, read_id}),
        .s_araddr({54'd0, read_line, 8'd0}),
        .s_arvalid(reads),
        .s_arready(s_arready),
        .s_rid(s_rid),
        .s_rdata(),
        .s_rresp(s_rresp),
        .s_rvalid(s_rvalid),
        .s_rready(rready),
        .s_awaddr({54'd0, write_line, 1'b0, this_write, 6'd0}),
        .s_awstream(streams),
        .s_awvalid(writes),
        .s_awready(s_awready),
        .s_wdata({511'd0, this_write}),
        .s_wstrb({63'd0, this_write}),
        .s_wpoison(this_write),
        .s_wvalid(writes),
        .s_wready(s_wready),
        .s_bresp(s_bresp),
        .s_bvalid(s_bvalid),
        .s_bready(bready),
        .m_araddr(m_araddr),
        .m_arvalid(m_arvalid),
        .m_arready(m_arready),
        .m_rdata(512'd0),
        .m_rresp(m_rresp),
        .m_rvalid(m_rvalid),
        .m_rready(m_rready),
        .m_awaddr(m_awaddr),
        .m_awvalid(m_awvalid),
        .m_awready(m_awready),
        .m_wdata(m_wdata),
        .m_wstrb(m_wstrb),
        .m_wpoison(m_wpoison),
        .m_wvalid(m_wvalid),
        .m_wready(m_wready),
        .m_bresp(m_bresp),
        .m_bvalid(m_bvalid),
        .m_bready(m_bready)
    );

    held #(.WIDTH(2)) address_of_read (
        .clock(clock), .reset(reset), .valid(m_arvalid), .ready(m_arready), .payload(m_araddr[9:8])
    );
    held #(.WIDTH(3)) address_of_write (
        .clock(clock), .reset(reset), .valid(m_awvalid), .ready(m_awready), .payload({m_awaddr[9:8], m_awaddr[6]})
    );
    held #(.WIDTH(3)) line_of_write (
        .clock(clock), .reset(reset), .valid(m_wvalid), .ready(m_wready), .payload({m_wdata[0], m_wstrb[0], m_wpoison})
    );
    held #(.WIDTH(4)) answer_of_read (
        .clock(clock), .reset(reset), .valid(s_rvalid), .ready(rready), .payload({s_rid[1:0], s_rresp})
    );
    held #(.WIDTH(2)) answer_of_write (
        .clock(clock), .reset(reset), .valid(s_bvalid), .ready(bready), .payload(s_bresp)
    );

    wire takes_read = reads & s_arready & !reset;
    wire takes_write = writes & s_awready & !reset;
    wire ar = m_arvalid & m_arready & !reset;
    wire aw = m_awvalid & m_awready & !reset;
    wire w = m_wvalid & m_wready & !reset;
    wire hands_read = s_rvalid & rready & !reset;
    wire hands_write = s_bvalid & bready & !reset;

    // Taken from the source and not gone, not answered by the memory, not handed on. Of the chosen read, what is before it in each.
    reg [3:0] reads_queued = 4'd0, reads_open = 4'd0, writes_open = 4'd0;
    reg [3:0] before_gone = 4'd0, before_answered = 4'd0, before_handed = 4'd0;
    reg [1:0] id = 2'd0, line = 2'd0, response = 2'd0;
    reg gone = 1'b0, answered = 1'b0;
    wire goes = read_chosen & !gone & before_gone == 4'd0;
    wire is_answered = read_chosen & !answered & before_answered == 4'd0 & gone;
    wire its_turn = read_chosen & before_handed == 4'd0;
    // Of the chosen write: its line of 256 bytes; address and line went, the memory answered; what is before it.
    reg [1:0] write_at = 2'd0, write_response = 2'd0;
    reg address_gone = 1'b0, line_gone = 1'b0, write_answered = 1'b0, write_handed = 1'b0;
    reg [3:0] write_before_answered = 4'd0, write_before_handed = 4'd0;
    wire write_turn = write_chosen & !write_handed & write_before_handed == 4'd0;
    // The chosen read was taken when the chosen write was.
    reg is_behind = 1'b0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        asked <= asked + ar - m_rvalid;
        addresses <= addresses + aw - m_bvalid;
        lines <= lines + w - m_bvalid;
        reads_queued <= reads_queued + takes_read - ar;
        reads_open <= reads_open + takes_read - hands_read;
        writes_open <= writes_open + takes_write - hands_write;
        if (takes_read & choose_read & !read_chosen) begin
            read_chosen <= 1'b1;
            {id, line} <= {read_id, read_line};
            before_gone <= reads_queued - ar;
            before_answered <= reads_queued + asked - m_rvalid;
            before_handed <= reads_open - hands_read;
            {gone, answered} <= 2'd0;
            is_behind <= write_chosen & !write_handed & read_line == write_at;
        end
        if (read_chosen & ar & !gone) begin
            before_gone <= before_gone - 4'd1;
            gone <= before_gone == 4'd0;
        end
        if (read_chosen & m_rvalid & !answered) begin
            before_answered <= before_answered - 4'd1;
            answered <= before_answered == 4'd0;
            response <= m_rresp;
        end
        if (read_chosen & hands_read) begin
            before_handed <= before_handed - 4'd1;
            read_chosen <= !its_turn;
        end
        if (takes_write & this_write) begin
            write_chosen <= 1'b1;
            write_at <= write_line;
            write_before_answered <= writes_pending - m_bvalid;
            write_before_handed <= writes_open - hands_write;
        end
        if (aw & m_awaddr[6])
            address_gone <= 1'b1;
        if (w & m_wdata[0])
            line_gone <= 1'b1;
        if (write_chosen & m_bvalid & !write_answered) begin
            write_before_answered <= write_before_answered - 4'd1;
            write_answered <= write_before_answered == 4'd0;
            write_response <= m_bresp;
        end
        if (write_chosen & hands_write & !write_handed) begin
            write_before_handed <= write_before_handed - 4'd1;
            write_handed <= write_turn;
        end
        if (reset) begin
            {asked, addresses, lines, reads_queued, reads_open, writes_open, read_chosen} <= 25'd0;
            {write_chosen, address_gone, line_gone, write_answered, write_handed} <= 5'd0;
        end
    end
    // Writes that were taken and that the memory has not answered.
    reg [3:0] writes_pending = 4'd0;
    always @(posedge clock)
        writes_pending <= reset ? 4'd0 : writes_pending + takes_write - m_bvalid;

    wire [4:0] reached = {
        hands_read & its_turn & response[1], hands_write & write_turn & write_response[1], reads_open == `MOST, writes_open == `MOST,
        ar & goes & is_behind
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        isWithinTheBounds: assert (reads_open <= `MOST && writes_open <= `MOST);
        if (m_rvalid)
            thereIsRoomForALine: assert (m_rready);
        if (m_bvalid)
            thereIsRoomForAResponse: assert (m_bready);
        if (writes)
            addressAndLineAreTakenTogether: assert (s_awready == s_wready);
        if (ar)
            noReadComesFromNothing: assert (reads_queued != 4'd0);
        if (ar & goes)
            readGoesToItsAddress: assert (m_araddr[9:8] == line);
        if (m_arvalid & goes & is_behind & !gone)
            readWaitsForTheWrite: assert (write_handed);
        if (s_rvalid)
            noLineComesFromNothing: assert (reads_open != 4'd0);
        if (s_rvalid & its_turn)
            lineIsAnswered: assert (answered & s_rid[1:0] == id & s_rresp == response);
        if (aw & m_awaddr[6])
            addressGoesOnce: assert (write_chosen & !address_gone & m_awaddr[9:8] == write_at);
        if (w & (m_wdata[0] | m_wstrb[0] | m_wpoison))
            lineGoesOnce: assert (write_chosen & !line_gone & m_wdata[0] & m_wstrb[0] & m_wpoison);
        if (write_chosen & !address_gone)
            addressIsNotLost: assert (m_awvalid);
        if (write_chosen & !line_gone)
            lineIsNotLost: assert (m_wvalid);
        if (s_bvalid)
            noResponseComesFromNothing: assert (writes_open != 4'd0);
        if (s_bvalid & write_turn)
            writeIsDurable: assert (write_answered & address_gone & line_gone & s_bresp == write_response);
    end
`endif
endmodule
