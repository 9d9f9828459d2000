// What the reader of the host's memory promises of one request that the solver chooses, of a source that it chooses. To the host: requests are
// reads without a copy, stay until they are taken, and have a tag that no unanswered one has; every snoop is answered once, in order, by
// a miss, and the answer stays until it is taken; data are always taken. To the sources: the request goes out once, with
// its line; what the host answers to it comes to its source, behind all that was asked for before, and to no other; it is marked when
// the host marked it.
//
// The host answers what it was asked, once each, in any order; a reset is its own, too. Memories keep their first sixteen words
// (some_words_ram.sv): a claim reaches no further than fifteen cycles.
//
// DUT   the reader, with two sources
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire [1:0] wants,
    input wire       choose,
    input wire       req_ready,
    input wire       answers,
    input wire [3:0] answer_tag,
    input wire       go_err,
    input wire       poison,
    input wire       data_bit,
    input wire       snoops,
    input wire       choose_snoop,
    input wire       rsp_ready
);
    (* anyconst *) wire source;
    // Sources wait until they are served.
    reg [1:0] waits = 2'd0;
    wire [1:0] asks = wants | waits;
    wire [1:0] request_ready, line_valid;
    wire [511:0] line;
    wire line_error, fetched, req_valid, rsp_valid, d2h_data_valid, snoop_ready, h2d_rsp_ready, h2d_data_ready;
    wire [4:0] req_opcode, rsp_opcode;
    wire [11:0] cqid, uqid;
    wire [45:0] address;

    reg chosen = 1'b0, snoop_chosen = 1'b0;
    wire this_one = choose & !chosen;
    wire this_snoop = choose_snoop & !snoop_chosen;
    // Requests that the host took and has not answered.
    reg [15:0] open = 16'd0;
    wire answered = answers & open[answer_tag] & !reset;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .cxl_cache_d2h_req_valid(req_valid),
        .cxl_cache_d2h_req_ready(req_ready),
        .cxl_cache_d2h_req_opcode(req_opcode),
        .cxl_cache_d2h_req_cqid(cqid),
        .cxl_cache_d2h_req_address(address),
        .cxl_cache_d2h_rsp_valid(rsp_valid),
        .cxl_cache_d2h_rsp_ready(rsp_ready),
        .cxl_cache_d2h_rsp_opcode(rsp_opcode),
        .cxl_cache_d2h_rsp_uqid(uqid),
        .cxl_cache_d2h_data_valid(d2h_data_valid),
        .cxl_cache_d2h_data_ready(1'b1),
        .cxl_cache_h2d_req_valid(snoops),
        .cxl_cache_h2d_req_ready(snoop_ready),
        .cxl_cache_h2d_req_opcode(3'd1),
        .cxl_cache_h2d_req_uqid({11'd0, this_snoop}),
        .cxl_cache_h2d_req_address(46'd0),
        .cxl_cache_h2d_rsp_valid(1'b0),
        .cxl_cache_h2d_rsp_ready(h2d_rsp_ready),
        .cxl_cache_h2d_rsp_opcode(4'd0),
        .cxl_cache_h2d_rsp_rsp_data(12'd0),
        .cxl_cache_h2d_rsp_cqid(12'd0),
        .cxl_cache_h2d_data_valid(answered),
        .cxl_cache_h2d_data_ready(h2d_data_ready),
        .cxl_cache_h2d_data_cqid({8'd0, answer_tag}),
        .cxl_cache_h2d_data_go_err(go_err),
        .cxl_cache_h2d_data_poison(poison),
        .cxl_cache_h2d_data_data({511'd0, data_bit}),
        .request_address_0({56'd0, 1'b0, this_one & !source, 6'd0}),
        .request_address_1({56'd0, 1'b1, this_one & source, 6'd0}),
        .request_valid_0(asks[0]),
        .request_valid_1(asks[1]),
        .request_ready_0(request_ready[0]),
        .request_ready_1(request_ready[1]),
        .line(line),
        .line_error(line_error),
        .line_valid_0(line_valid[0]),
        .line_valid_1(line_valid[1]),
        .fetched(fetched)
    );

    held #(.WIDTH(6)) requests (
        .clock(clock), .reset(reset), .valid(req_valid), .ready(req_ready), .payload({cqid[3:0], address[1:0]})
    );
    held #(.WIDTH(1)) responses (.clock(clock), .reset(reset), .valid(rsp_valid), .ready(rsp_ready), .payload(uqid[0]));

    wire [1:0] takes = asks & request_ready & {2{!reset}};
    wire goes = req_valid & req_ready & !reset;
    wire takes_snoop = snoops & snoop_ready & !reset;
    wire responds = rsp_valid & rsp_ready & !reset;

    // Taken and not handed on; of the chosen request, what was before it, its tag, and its answer.
    reg [4:0] under_way = 5'd0, before = 5'd0;
    reg [2:0] queued = 3'd0;
    reg gone = 1'b0, came = 1'b0, bit_ = 1'b0, bad = 1'b0;
    reg [3:0] tag = 4'd0;
    reg [2:0] snoops_queued = 3'd0, before_snoop = 3'd0;
    wire its_turn = chosen & before == 5'd0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        waits <= asks & ~request_ready;
        under_way <= under_way + |takes - fetched;
        queued <= queued + |takes - goes;
        snoops_queued <= snoops_queued + takes_snoop - responds;
        if (takes[source] & this_one) begin
            {chosen, gone, came} <= 3'b100;
            before <= under_way - fetched;
        end
        if (goes) begin
            open[cqid[3:0]] <= 1'b1;
            if (address[0])
                {gone, tag} <= {1'b1, cqid[3:0]};
        end
        if (answered) begin
            open[answer_tag] <= 1'b0;
            if (chosen & gone & !came & answer_tag == tag)
                {came, bit_, bad} <= {1'b1, data_bit, go_err | poison};
        end
        if (chosen & fetched) begin
            before <= before - 5'd1;
            chosen <= !its_turn;
        end
        if (takes_snoop & this_snoop) begin
            snoop_chosen <= 1'b1;
            before_snoop <= snoops_queued - responds;
        end
        if (snoop_chosen & responds) begin
            before_snoop <= before_snoop - 3'd1;
            snoop_chosen <= before_snoop != 3'd0;
        end
        if (reset) begin
            {waits, under_way, queued, snoops_queued, chosen, snoop_chosen} <= 15'd0;
            open <= 16'd0;
        end
    end

    wire [4:0] reached = {
        fetched & its_turn & line_error & source, fetched & its_turn & line[0] & !line_error, responds & uqid[0],
        answered & chosen & answer_tag != tag & gone & !came & open == 16'h7 & tag == 4'd0, goes & cqid == 12'd3
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        dataAreTaken: assert (h2d_data_ready & h2d_rsp_ready & !d2h_data_valid);
        oneAtATime: assert (takes != 2'd3 && line_valid != 2'd3);
        if (req_valid) begin
            isAReadWithoutACopy: assert (req_opcode == 5'd1 && queued != 3'd0);
            hasATagOfItsOwn: assert (cqid[11:4] == 8'd0 && !open[cqid[3:0]]);
            if (address[0])
                goesOnce: assert (chosen & !gone & address[1] == source);
        end
        linesAreOfSources: assert (fetched == (line_valid != 2'd0) && (!fetched || under_way != 5'd0));
        if (fetched & its_turn)
            isWhatWasAnswered: assert (came & line_valid == 2'd1 << source & line[0] == bit_ & line_error == bad);
        if (its_turn & came)
            isNotLost: assert (fetched);
        if (rsp_valid)
            snoopsMiss: assert (rsp_opcode == 5'd4 && snoops_queued != 3'd0
                                && uqid[0] == (snoop_chosen & before_snoop == 3'd0));
    end
`endif
endmodule
