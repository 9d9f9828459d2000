// Traffic that keeps every rule of CXL.cache, then what `+break=NAME` says, which breaks one.
module cxl_cache_bench;
    reg clock = 1'b0, reset = 1'b1;
    reg req_valid = 0, ans_valid = 0, dat_valid = 0, snp_valid = 0, rsp_valid = 0, lin_valid = 0;
    reg req_ready = 1, ans_ready = 1, dat_ready = 1, snp_ready = 1, rsp_ready = 1, lin_ready = 1;
    reg [4:0] req_opcode = 1, ans_opcode = 4;
    reg [2:0] snp_opcode = 1;
    reg [3:0] rsp_opcode = 4;
    reg [11:0] req_cqid = 0, ans_uqid = 0, dat_uqid = 0, snp_uqid = 0, rsp_data = 0, rsp_cqid = 0, lin_cqid = 0;
    reg poison = 0;
    wire idle;
    reg [8*24-1:0] name = "";

    cxl_cache_monitor #(.PORT("cxl_cache")) monitor (
        .clock(clock), .reset(reset),
        .d2h_req_valid(req_valid), .d2h_req_ready(req_ready), .d2h_req_opcode(req_opcode), .d2h_req_cqid(req_cqid),
        .d2h_req_address(46'd0),
        .d2h_rsp_valid(ans_valid), .d2h_rsp_ready(ans_ready), .d2h_rsp_opcode(ans_opcode), .d2h_rsp_uqid(ans_uqid),
        .d2h_data_valid(dat_valid), .d2h_data_ready(dat_ready), .d2h_data_uqid(dat_uqid), .d2h_data_poison(poison),
        .d2h_data_data(512'bx),
        .h2d_req_valid(snp_valid), .h2d_req_ready(snp_ready), .h2d_req_opcode(snp_opcode), .h2d_req_uqid(snp_uqid),
        .h2d_req_address(46'd0),
        .h2d_rsp_valid(rsp_valid), .h2d_rsp_ready(rsp_ready), .h2d_rsp_opcode(rsp_opcode), .h2d_rsp_rsp_data(rsp_data),
        .h2d_rsp_cqid(rsp_cqid),
        .h2d_data_valid(lin_valid), .h2d_data_ready(lin_ready), .h2d_data_cqid(lin_cqid), .h2d_data_go_err(1'b0),
        .h2d_data_poison(poison), .h2d_data_data(512'd0),
        .idle(idle)
    );

    always #1 clock = !clock;

    task tick;
        @(negedge clock);
    endtask
    // The device asks, answers a snoop, sends data; the host snoops, answers, sends a line.
    task req(input [4:0] opcode, input [11:0] cqid);
        begin req_opcode = opcode; req_cqid = cqid; req_valid = 1; tick; req_valid = 0; end
    endtask
    task ans(input [4:0] opcode, input [11:0] uqid);
        begin ans_opcode = opcode; ans_uqid = uqid; ans_valid = 1; tick; ans_valid = 0; end
    endtask
    task dat(input [11:0] uqid);
        begin dat_uqid = uqid; dat_valid = 1; tick; dat_valid = 0; end
    endtask
    task snp(input [2:0] opcode, input [11:0] uqid);
        begin snp_opcode = opcode; snp_uqid = uqid; snp_valid = 1; tick; snp_valid = 0; end
    endtask
    task rsp(input [3:0] opcode, input [11:0] data, input [11:0] cqid);
        begin rsp_opcode = opcode; rsp_data = data; rsp_cqid = cqid; rsp_valid = 1; tick; rsp_valid = 0; end
    endtask
    task lin(input [11:0] cqid);
        begin lin_cqid = cqid; lin_valid = 1; tick; lin_valid = 0; end
    endtask

    initial begin
        if (!$value$plusargs("break=%s", name)) name = "";
        repeat (3) tick;
        reset = 0; tick;
        req(1, 12'hfff); req(1, 0); lin(0); lin(12'hfff);
        req(3, 1); rsp(4, 1, 1); lin(1); req(2, 1); lin(1); rsp(4, 2, 1); req(8, 1); rsp(4, 3, 1);
        req(6, 5); rsp(5, 12'h77, 5); req(6, 5); dat(12'h77); rsp(15, 12'h77, 5); dat(12'h77);
        req(14, 6); rsp(1, 3, 6); rsp(4, 3, 6); dat(3); req(12, 6); rsp(13, 3, 6); dat(3); rsp(6, 0, 6); req(9, 6); rsp(8, 0, 6);
        snp(1, 8); snp(2, 9); ans(4, 9); snp(3, 9); ans(5, 8); ans(22, 9);
        if (!idle) $fatal(1, "the monitor is not idle behind good traffic");
        req(1, 1); req(6, 2); rsp(5, 3, 2); snp(1, 4); reset = 1; repeat (2) tick; reset = 0;
        req(1, 1); lin(1); req(6, 2); rsp(5, 3, 2); dat(3); snp(1, 4); ans(4, 4);
        if (!idle) $fatal(1, "the monitor is not idle behind a reset");
        case (name)
            "": ;
            "request_stable": begin req_ready = 0; req_cqid = 0; req_valid = 1; tick; req_cqid = 1; tick; end
            "answer_held": begin snp(1, 0); ans_ready = 0; ans_uqid = 0; ans_valid = 1; tick; ans_valid = 0; tick; end
            "data_stable": begin req(6, 0); rsp(5, 0, 0); dat_ready = 0; dat_uqid = 0; dat_valid = 1; tick; poison = 1; tick; end
            "snoop_held": begin snp_ready = 0; snp_valid = 1; tick; snp_valid = 0; tick; end
            "response_stable": begin req(8, 0); rsp_ready = 0; rsp_opcode = 4; rsp_cqid = 0; rsp_valid = 1; tick; rsp_data = 9; tick; end
            "line_stable": begin req(1, 0); lin_ready = 0; lin_cqid = 0; lin_valid = 1; tick; poison = 1; tick; end
            "request_quiet": begin reset = 1; tick; req_valid = 1; tick; end
            "answer_quiet": begin reset = 1; tick; ans_valid = 1; tick; end
            "data_quiet": begin reset = 1; tick; dat_valid = 1; tick; end
            "unknown": begin req_cqid = 12'bx; req_valid = 1; tick; end
            "request_opcode": req(0, 0);
            "request_opcode_high": req(15, 0);
            "answer_opcode": begin snp(1, 0); ans(0, 0); end
            "snoop_opcode": snp(0, 0);
            "snoop_opcode_high": snp(4, 0);
            "response_opcode": begin req(8, 0); rsp(2, 0, 0); end
            "cqid_reused": begin req(1, 0); req(1, 0); end
            "cqid_of_write": begin req(6, 0); req(1, 0); end
            "cqid_of_half": begin req(2, 0); lin(0); req(1, 0); end
            "line_first": lin(0);
            "line_at_once": fork req(1, 0); lin(0); join
            "line_twice": begin req(1, 0); lin(0); lin(0); end
            "line_of_write": begin req(6, 0); lin(0); end
            "pull_of_read": begin req(1, 0); rsp(5, 0, 0); end
            "pull_twice": begin req(6, 0); rsp(5, 0, 0); rsp(5, 1, 0); end
            "go_of_read": begin req(1, 12'h20); rsp(4, 0, 12'h20); end
            "go_first": rsp(4, 0, 12'h20);
            "uqid_of_pull": begin req(6, 0); req(6, 1); rsp(5, 7, 0); rsp(5, 7, 1); end
            "uqid_of_snoop": begin snp(1, 0); snp(2, 0); end
            "data_first": dat(0);
            "data_twice": begin req(6, 0); rsp(5, 0, 0); dat(0); dat(0); end
            "data_of_drop": begin req(9, 0); rsp(8, 0, 0); dat(0); end
            "answer_first": ans(4, 0);
            "answer_at_once": fork snp(1, 0); ans(4, 0); join
            "answer_twice": begin snp(1, 0); ans(4, 0); ans(4, 0); end
            default: $display("there is no way %0s to break a rule", name);
        endcase
        repeat (2) tick;
        $display("no rule was broken");
        $finish;
    end
endmodule
