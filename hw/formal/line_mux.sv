// What the multiplexer of lines promises of one read and one write that the solver chooses, of a source that it chooses: each goes to the
// port once, as it was; address and data of a write both do; its answer goes to its source and to no other, and so does an answer to a
// read. What is offered to the port stays until it is taken. No more than MOST writes are unanswered.
//
// The read and the write have a bit that no others have. The port answers a write when it has taken address and data, in order.
//
// DUT   the multiplexer, with four sources
// MOST  writes that may be unanswered
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire [3:0] reads,
    input wire [3:0] writes,
    input wire       choose_read,
    input wire       choose_write,
    input wire [2:0] own_id,
    input wire       m_arready,
    input wire       m_awready,
    input wire       m_wready,
    input wire [8:0] m_rid,
    input wire [1:0] m_rresp,
    input wire       m_rvalid,
    input wire [1:0] m_bresp,
    input wire       answers
);
    (* anyconst *) wire [1:0] source;
    reg read_chosen = 1'b0, read_out = 1'b0;
    reg write_chosen = 1'b0, address_out = 1'b0, data_out = 1'b0, answered = 1'b0;
    wire [3:0] this_read = {3'd0, choose_read & !read_chosen} << source;
    wire [3:0] this_write = {3'd0, choose_write & !write_chosen} << source;
    // Addresses and data that the port has taken, and answers that it gave; of what is before the chosen write, too.
    reg [3:0] open = 4'd0, addresses = 4'd0, lines = 4'd0, ahead = 4'd0;
    wire m_bvalid = answers & addresses != 4'd0 & lines != 4'd0 & !reset;

    wire [3:0] read_ready, write_ready, s_rvalid, s_bvalid, m_awsource;
    wire [8:0] m_arid, s_rid;
    wire [63:0] m_araddr, m_awaddr, m_wstrb;
    wire [511:0] m_wdata;
    wire [512:0] s_rline;
    wire m_arvalid, m_awvalid, m_wvalid, m_rready, m_bready, s_berror;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .s_arid_0({5'd0, own_id, this_read[0]}),
        .s_arid_1({5'd0, own_id, this_read[1]}),
        .s_arid_2({5'd0, own_id, this_read[2]}),
        .s_arid_3({5'd0, own_id, this_read[3]}),
        .s_araddr_0({57'd0, this_read[0], 6'd0}),
        .s_araddr_1({57'd0, this_read[1], 6'd0}),
        .s_araddr_2({57'd0, this_read[2], 6'd0}),
        .s_araddr_3({57'd0, this_read[3], 6'd0}),
        .s_arvalid_0(reads[0]),
        .s_arvalid_1(reads[1]),
        .s_arvalid_2(reads[2]),
        .s_arvalid_3(reads[3]),
        .s_arready_0(read_ready[0]),
        .s_arready_1(read_ready[1]),
        .s_arready_2(read_ready[2]),
        .s_arready_3(read_ready[3]),
        .s_rid(s_rid),
        .s_rline(s_rline),
        .s_rvalid_0(s_rvalid[0]),
        .s_rvalid_1(s_rvalid[1]),
        .s_rvalid_2(s_rvalid[2]),
        .s_rvalid_3(s_rvalid[3]),
        .s_waddr_0({57'd0, this_write[0], 6'd0}),
        .s_waddr_1({57'd0, this_write[1], 6'd0}),
        .s_waddr_2({57'd0, this_write[2], 6'd0}),
        .s_waddr_3({57'd0, this_write[3], 6'd0}),
        .s_wdata_0({511'd0, this_write[0]}),
        .s_wdata_1({511'd0, this_write[1]}),
        .s_wdata_2({511'd0, this_write[2]}),
        .s_wdata_3({511'd0, this_write[3]}),
        .s_wstrb_0({63'd0, this_write[0]}),
        .s_wstrb_1({63'd0, this_write[1]}),
        .s_wstrb_2({63'd0, this_write[2]}),
        .s_wstrb_3({63'd0, this_write[3]}),
        .s_wvalid_0(writes[0]),
        .s_wvalid_1(writes[1]),
        .s_wvalid_2(writes[2]),
        .s_wvalid_3(writes[3]),
        .s_wready_0(write_ready[0]),
        .s_wready_1(write_ready[1]),
        .s_wready_2(write_ready[2]),
        .s_wready_3(write_ready[3]),
        .s_berror(s_berror),
        .s_bvalid_0(s_bvalid[0]),
        .s_bvalid_1(s_bvalid[1]),
        .s_bvalid_2(s_bvalid[2]),
        .s_bvalid_3(s_bvalid[3]),
        .m_arid(m_arid),
        .m_araddr(m_araddr),
        .m_arvalid(m_arvalid),
        .m_arready(m_arready),
        .m_rid(m_rid),
        .m_rdata(512'd0),
        .m_rresp(m_rresp),
        .m_rvalid(m_rvalid),
        .m_rready(m_rready),
        .m_awaddr(m_awaddr),
        .m_awsource(m_awsource),
        .m_awvalid(m_awvalid),
        .m_awready(m_awready),
        .m_wdata(m_wdata),
        .m_wstrb(m_wstrb),
        .m_wvalid(m_wvalid),
        .m_wready(m_wready),
        .m_bresp(m_bresp),
        .m_bvalid(m_bvalid),
        .m_bready(m_bready)
    );

    held #(.WIDTH(10)) address_of_read (
        .clock(clock), .reset(reset), .valid(m_arvalid), .ready(m_arready), .payload({m_arid, m_araddr[6]})
    );
    held #(.WIDTH(5)) address_of_write (
        .clock(clock), .reset(reset), .valid(m_awvalid), .ready(m_awready), .payload({m_awsource, m_awaddr[6]})
    );
    held #(.WIDTH(2)) data_of_write (
        .clock(clock), .reset(reset), .valid(m_wvalid), .ready(m_wready), .payload({m_wdata[0], m_wstrb[0]})
    );

    wire [3:0] read_goes = reads & read_ready & {4{!reset}};
    wire [3:0] write_goes = writes & write_ready & {4{!reset}};
    wire reads_now = m_arvalid & m_arready & !reset;
    wire address_now = m_awvalid & m_awready & !reset;
    wire data_now = m_wvalid & m_wready & !reset;
    wire is_its_answer = write_chosen & !answered & ahead == 4'd0;

    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        open <= open + |write_goes - m_bvalid;
        addresses <= addresses + address_now - m_bvalid;
        lines <= lines + data_now - m_bvalid;
        if (|(read_goes & this_read))
            read_chosen <= 1'b1;
        if (reads_now & m_arid[0])
            read_out <= 1'b1;
        if (|(write_goes & this_write)) begin
            write_chosen <= 1'b1;
            ahead <= open - m_bvalid;
        end
        if (address_now & m_awaddr[6])
            address_out <= 1'b1;
        if (data_now & m_wdata[0])
            data_out <= 1'b1;
        if (write_chosen & !answered & m_bvalid) begin
            ahead <= ahead - 4'd1;
            answered <= is_its_answer;
        end
        if (reset)
            {open, addresses, lines, read_chosen, read_out, write_chosen, address_out, data_out, answered} <= 18'd0;
    end

    wire [3:0] reached = {reads_now & m_arid[0] & source == 2'd2, m_bvalid & is_its_answer & source == 2'd3,
                          data_out & !address_out & write_chosen, open == `MOST};

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        oneAtATime: assert ((read_goes & (read_goes - 4'd1)) == 0 && (write_goes & (write_goes - 4'd1)) == 0);
        if (reads_now & m_arid[0])
            readGoesOnceAsItWas: assert (read_chosen & !read_out & m_arid[8:7] == source & m_araddr[6]);
        if (reads_now & m_araddr[6])
            readKeepsItsId: assert (m_arid[0]);
        if (read_chosen & !read_out)
            readIsNotLost: assert (m_arvalid);
        if (m_rvalid)
            lineGoesToItsSource: assert (s_rvalid == 4'd1 << m_rid[8:7] && s_rid[6:0] == m_rid[6:0]
                                         && s_rline[512] == m_rresp[1] && m_rready);
        else
            noLineComesFromNothing: assert (s_rvalid == 4'd0);
        if (address_now & m_awaddr[6])
            addressGoesOnce: assert (write_chosen & !address_out & m_awsource == 4'd1 << source);
        if (data_now & (m_wdata[0] | m_wstrb[0]))
            dataGoesOnce: assert (write_chosen & !data_out & m_wdata[0] & m_wstrb[0]);
        if (write_chosen & !address_out)
            addressIsNotLost: assert (m_awvalid);
        if (write_chosen & !data_out)
            dataIsNotLost: assert (m_wvalid);
        if (m_bvalid & is_its_answer)
            answerGoesToItsSource: assert (s_bvalid == 4'd1 << source && s_berror == m_bresp[1] && address_out && data_out);
        answersGoToOne: assert ((s_bvalid != 4'd0) == m_bvalid && (s_bvalid & (s_bvalid - 4'd1)) == 0 && m_bready);
        isWithinTheBound: assert (open <= `MOST);
    end
`endif
endmodule
