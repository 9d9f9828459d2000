// What the memory controller promises on both sides: what it offers stays until it is taken, on the DRAM's channels of addresses and data and on
// the device's channels of answers; an answer to a read comes once for each that was taken, with the ID of the oldest; one to a write comes once
// for each, behind its address and data; no more are under way than READS and WRITES.
//
// The DRAM answers in order what it took, a write when it has both parts. The device gives address and data of a write together, and keeps
// what it offers. Times and rates of the medium stay as they are.
//
// DUT           the controller
// READS, WRITES what may be under way
// REACH         when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       reads,
    input wire       id,
    input wire [1:0] read_line,
    input wire       writes,
    input wire [1:0] write_line,
    input wire       streams,
    input wire       s_rready,
    input wire       s_bready,
    input wire       m_arready,
    input wire       m_awready,
    input wire       m_wready,
    input wire       lines,
    input wire       responses
);
    wire arready, awready, wready, s_rvalid, s_bvalid, m_arvalid, m_awvalid, m_wvalid, m_rready, m_bready;
    wire [8:0] s_rid;
    wire [63:0] m_araddr, m_awaddr;
    // The device: what it offers stays.
    reg read_waits = 1'b0, write_waits = 1'b0, kept_id = 1'b0, kept_stream = 1'b0;
    reg [1:0] kept_read = 2'd0, kept_write = 2'd0;
    wire arvalid = reads | read_waits;
    wire wvalid = writes | write_waits;
    wire id_now = read_waits ? kept_id : id;
    wire [1:0] read_now = read_waits ? kept_read : read_line;
    wire [1:0] write_now = write_waits ? kept_write : write_line;
    wire stream_now = write_waits ? kept_stream : streams;

    // Under way in the controller, and at the DRAM.
    reg [3:0] read_open = 4'd0, write_open = 4'd0, asked = 4'd0, addresses = 4'd0, data = 4'd0;
    wire m_rvalid = lines & asked != 4'd0 & !reset;
    wire m_bvalid = responses & addresses != 4'd0 & data != 4'd0 & !reset;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .read_latency(16'd`LATENCY),
        .write_latency(16'd`LATENCY),
        .read_rate(17'd`RATE),
        .row_write_rate(17'd`RATE),
        .stream_write_rate(17'd`RATE),
        .read_after_write_window(16'd`LATENCY),
        .s_arid({8'd0, id_now}),
        .s_araddr({56'd0, read_now, 6'd0}),
        .s_arvalid(arvalid),
        .s_arready(arready),
        .s_rid(s_rid),
        .s_rdata(),
        .s_rresp(),
        .s_rvalid(s_rvalid),
        .s_rready(s_rready),
        .s_awaddr({56'd0, write_now, 6'd0}),
        .s_awstream(stream_now),
        .s_awvalid(wvalid),
        .s_awready(awready),
        .s_wdata(512'd0),
        .s_wstrb(64'd0),
        .s_wvalid(wvalid),
        .s_wready(wready),
        .s_bresp(),
        .s_bvalid(s_bvalid),
        .s_bready(s_bready),
        .m_araddr(m_araddr),
        .m_arvalid(m_arvalid),
        .m_arready(m_arready),
        .m_rdata(512'd0),
        .m_rresp(2'd0),
        .m_rvalid(m_rvalid),
        .m_rready(m_rready),
        .m_awaddr(m_awaddr),
        .m_awvalid(m_awvalid),
        .m_awready(m_awready),
        .m_wdata(),
        .m_wstrb(),
        .m_wvalid(m_wvalid),
        .m_wready(m_wready),
        .m_bresp(2'd0),
        .m_bvalid(m_bvalid),
        .m_bready(m_bready)
    );

    held #(.WIDTH(2)) dram_reads (.clock(clock), .reset(reset), .valid(m_arvalid), .ready(m_arready), .payload(m_araddr[7:6]));
    held #(.WIDTH(2)) dram_writes (.clock(clock), .reset(reset), .valid(m_awvalid), .ready(m_awready), .payload(m_awaddr[7:6]));
    held #(.WIDTH(1)) dram_data (.clock(clock), .reset(reset), .valid(m_wvalid), .ready(m_wready), .payload(1'b0));
    held #(.WIDTH(9)) answers_to_reads (.clock(clock), .reset(reset), .valid(s_rvalid), .ready(s_rready), .payload(s_rid));
    held #(.WIDTH(1)) answers_to_writes (.clock(clock), .reset(reset), .valid(s_bvalid), .ready(s_bready), .payload(1'b0));

    wire takes_read = arvalid & arready & !reset;
    wire takes_write = wvalid & awready & !reset;
    wire answers_read = s_rvalid & s_rready & !reset;
    wire answers_write = s_bvalid & s_bready & !reset;
    // A read that is followed.
    reg following = 1'b0, followed = 1'b0;
    reg [3:0] ahead = 4'd0;
    (* anyseq *) wire choose;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        read_waits <= arvalid & !arready & !reset;
        write_waits <= wvalid & !awready & !reset;
        {kept_id, kept_read} <= {id_now, read_now};
        {kept_stream, kept_write} <= {stream_now, write_now};
        read_open <= read_open + takes_read - answers_read;
        write_open <= write_open + takes_write - answers_write;
        asked <= asked + (m_arvalid & m_arready) - (m_rvalid & m_rready);
        addresses <= addresses + (m_awvalid & m_awready) - (m_bvalid & m_bready);
        data <= data + (m_wvalid & m_wready) - (m_bvalid & m_bready);
        if (takes_read & choose & !following) begin
            following <= 1'b1;
            followed <= id_now;
            ahead <= read_open - answers_read;
        end
        if (following & answers_read) begin
            ahead <= ahead - 4'd1;
            if (ahead == 4'd0)
                following <= 1'b0;
        end
        if (reset)
            {read_open, write_open, asked, addresses, data, following} <= 21'd0;
    end

    wire [3:0] reached = {read_open == `READS, write_open == `WRITES, answers_read & following & ahead == 4'd1,
                          answers_write & write_open == 4'd2};

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        addressAndDataAreTakenTogether: assert (awready == wready);
        isWithinTheBound: assert (read_open <= `READS && write_open <= `WRITES);
        if (s_rvalid)
            readIsAnsweredOnce: assert (read_open != 4'd0);
        if (s_bvalid)
            writeIsAnsweredOnce: assert (write_open != 4'd0);
        if (s_rvalid & following & ahead == 4'd0)
            answersHaveTheirIds: assert (s_rid == {8'd0, followed});
        dramIsTaken: assert ((m_rready | !m_rvalid) && (m_bready | !m_bvalid));
    end
`endif
endmodule
