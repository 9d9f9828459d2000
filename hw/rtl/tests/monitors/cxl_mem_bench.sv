// Traffic that keeps every rule of CXL.mem, then what `+break=NAME` says, which breaks one. CONFLICTS as in the monitor.
module cxl_mem_bench;
    parameter CONFLICTS = 1;
    reg clock = 1'b0, reset = 1'b1;
    reg req_valid = 0, rwd_valid = 0, ndr_valid = 0, drs_valid = 0;
    reg req_ready = 1, rwd_ready = 1, ndr_ready = 1, drs_ready = 1;
    reg [3:0] req_opcode = 1, rwd_opcode = 1;
    reg [2:0] ndr_opcode = 0, drs_opcode = 0, snp_type = 0;
    reg [15:0] req_tag = 0, rwd_tag = 0, ndr_tag = 0, drs_tag = 0;
    reg [45:0] address = 0;
    reg [63:0] enables = 64'd1;
    reg [511:0] data = 0;
    reg poison = 0;
    wire idle;
    reg [8*24-1:0] name = "";

    cxl_mem_monitor #(.PORT("cxl_mem"), .CONFLICTS(CONFLICTS)) monitor (
        .clock(clock), .reset(reset),
        .m2s_req_valid(req_valid), .m2s_req_ready(req_ready), .m2s_req_opcode(req_opcode), .m2s_req_snp_type(snp_type),
        .m2s_req_meta_field(2'd3), .m2s_req_meta_value(2'd0), .m2s_req_tag(req_tag), .m2s_req_address(address),
        .m2s_rwd_valid(rwd_valid), .m2s_rwd_ready(rwd_ready), .m2s_rwd_opcode(rwd_opcode), .m2s_rwd_snp_type(3'd0),
        .m2s_rwd_meta_field(2'd3), .m2s_rwd_meta_value(2'd0), .m2s_rwd_tag(rwd_tag), .m2s_rwd_address(address),
        .m2s_rwd_poison(1'b0), .m2s_rwd_be(enables), .m2s_rwd_data(data),
        .s2m_ndr_valid(ndr_valid), .s2m_ndr_ready(ndr_ready), .s2m_ndr_opcode(ndr_opcode), .s2m_ndr_meta_field(2'd3),
        .s2m_ndr_meta_value(2'd0), .s2m_ndr_tag(ndr_tag), .s2m_ndr_dev_load(2'd0),
        .s2m_drs_valid(drs_valid), .s2m_drs_ready(drs_ready), .s2m_drs_opcode(drs_opcode), .s2m_drs_meta_field(2'd3),
        .s2m_drs_meta_value(2'd0), .s2m_drs_tag(drs_tag), .s2m_drs_poison(poison), .s2m_drs_dev_load(2'd0),
        .s2m_drs_data(data),
        .idle(idle)
    );

    always #1 clock = !clock;

    task tick;
        @(negedge clock);
    endtask
    task req(input [3:0] opcode, input [2:0] snoop, input [15:0] tag);
        begin req_opcode = opcode; snp_type = snoop; req_tag = tag; req_valid = 1; tick; req_valid = 0; end
    endtask
    task rwd(input [3:0] opcode, input [15:0] tag);
        begin rwd_opcode = opcode; rwd_tag = tag; rwd_valid = 1; tick; rwd_valid = 0; end
    endtask
    task ndr(input [2:0] opcode, input [15:0] tag);
        begin ndr_opcode = opcode; ndr_tag = tag; ndr_valid = 1; tick; ndr_valid = 0; end
    endtask
    task drs(input [15:0] tag);
        begin drs_tag = tag; drs_valid = 1; tick; drs_valid = 0; end
    endtask

    initial begin
        if (!$value$plusargs("break=%s", name)) name = "";
        repeat (3) tick;
        reset = 0; tick;
        // In any order; with a completion as well; what is not answered at all.
        req(1, 0, 16'hffff); req(2, 3, 7); rwd(1, 9); rwd(2, 10); drs(7); ndr(0, 10); drs(16'hffff); ndr(2, 7); ndr(0, 9);
        req(0, 0, 1); req(9, 0, 2); req(10, 0, 3); ndr(1, 3); ndr(0, 1); ndr(0, 2);
        req(8, 0, 4); req(3, 0, 4); req(4, 0, 4);
        fork req(1, 0, 5); rwd(1, 6); join
        fork drs(5); ndr(0, 6); join
        rwd(4, 8); if (CONFLICTS != 0) ndr(4, 8);
        if (!idle) $fatal(1, "the monitor is not idle behind good traffic");
        // A reset ends what waits.
        req(1, 1, 7); rwd(1, 9); reset = 1; repeat (2) tick; reset = 0; req(1, 0, 7); rwd(1, 9); drs(7); ndr(0, 9);
        if (!idle) $fatal(1, "the monitor is not idle behind a reset");
        case (name)
            "": ;
            "request_held": begin req_ready = 0; req_valid = 1; tick; req_valid = 0; tick; end
            "write_stable": begin rwd_ready = 0; rwd_valid = 1; tick; data = 1; tick; end
            "completion_held": begin rwd(1, 1); ndr_ready = 0; ndr_opcode = 0; ndr_tag = 1; ndr_valid = 1; tick; ndr_valid = 0; tick; end
            "line_stable": begin req(1, 0, 1); drs_ready = 0; drs_tag = 1; drs_valid = 1; tick; poison = 1; tick; end
            "completion_quiet": begin rwd(1, 1); reset = 1; tick; ndr_valid = 1; tick; end
            "line_quiet": begin req(1, 0, 1); reset = 1; tick; drs_valid = 1; tick; end
            "tag_unknown": begin req(1, 0, 1); drs_tag = 16'bx; drs_valid = 1; tick; end
            "request_opcode": req(5, 0, 0);
            "request_opcode_high": req(11, 0, 0);
            "write_opcode": rwd(0, 0);
            "write_opcode_three": rwd(3, 0);
            "completion_opcode": begin rwd(1, 0); ndr(3, 0); end
            "line_opcode": begin req(1, 0, 0); drs_opcode = 2; drs(0); end
            "tag_reused": begin req(1, 0, 1); req(2, 0, 1); end
            "tag_of_completion": begin req(1, 1, 1); drs(1); req(1, 0, 1); end
            "tag_of_write": begin rwd(1, 1); req(0, 0, 1); end
            "tag_of_read": begin req(1, 0, 1); rwd(1, 1); end
            "tag_of_both": fork req(1, 0, 1); rwd(1, 1); join
            "line_first": drs(1);
            "line_at_once": fork req(1, 0, 1); drs(1); join
            "line_twice": begin req(1, 0, 1); drs(1); drs(1); end
            "line_of_write": begin rwd(1, 1); drs(1); end
            "line_of_invalidation": begin req(0, 0, 1); drs(1); end
            "line_of_announcement": begin req(8, 0, 1); drs(1); end
            "completion_first": ndr(0, 1);
            "completion_of_read": begin req(1, 0, 1); ndr(0, 1); end
            "completion_twice": begin req(1, 2, 1); ndr(0, 1); ndr(0, 1); end
            "completion_late": begin rwd(1, 1); reset = 1; repeat (2) tick; reset = 0; ndr(0, 1); end
            "write_keeps": begin rwd(1, 1); ndr(1, 1); end
            "write_acknowledged": begin rwd(1, 1); ndr(4, 1); end
            "read_acknowledged": begin req(1, 1, 1); ndr(4, 1); end
            // One of these two, by CONFLICTS.
            "conflict_done": begin rwd(4, 1); ndr(0, 1); end
            default: $display("there is no way %0s to break a rule", name);
        endcase
        repeat (2) tick;
        $display("no rule was broken");
        $finish;
    end
endmodule
