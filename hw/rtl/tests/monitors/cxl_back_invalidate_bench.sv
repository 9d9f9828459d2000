// Traffic that keeps every rule of back-invalidate snoops, then what `+break=NAME` says, which breaks one.
module cxl_back_invalidate_bench;
    reg clock = 1'b0, reset = 1'b1, snp_valid = 0, snp_ready = 1, rsp_valid = 0, rsp_ready = 1;
    reg [3:0] snp_opcode = 0, rsp_opcode = 0;
    reg [11:0] snp_tag = 0, rsp_tag = 0;
    wire idle;
    reg [8*24-1:0] name = "";

    cxl_back_invalidate_monitor #(.PORT("back_invalidate")) monitor (
        .clock(clock), .reset(reset),
        .s2m_bisnp_valid(snp_valid), .s2m_bisnp_ready(snp_ready), .s2m_bisnp_opcode(snp_opcode), .s2m_bisnp_bi_tag(snp_tag),
        .s2m_bisnp_address(46'd0),
        .m2s_birsp_valid(rsp_valid), .m2s_birsp_ready(rsp_ready), .m2s_birsp_opcode(rsp_opcode), .m2s_birsp_bi_tag(rsp_tag),
        .idle(idle)
    );

    always #1 clock = !clock;

    task tick;
        @(negedge clock);
    endtask
    task snp(input [3:0] opcode, input [11:0] tag);
        begin snp_opcode = opcode; snp_tag = tag; snp_valid = 1; tick; snp_valid = 0; end
    endtask
    task rsp(input [3:0] opcode, input [11:0] tag);
        begin rsp_opcode = opcode; rsp_tag = tag; rsp_valid = 1; tick; rsp_valid = 0; end
    endtask

    initial begin
        if (!$value$plusargs("break=%s", name)) name = "";
        repeat (3) tick;
        reset = 0; tick;
        snp(2, 12'hfff); snp(6, 1); rsp(4, 1); rsp(0, 12'hfff); snp(0, 1); rsp(2, 1); snp(1, 1);
        reset = 1; repeat (2) tick; reset = 0; snp(5, 1); rsp(6, 1);
        if (!idle) $fatal(1, "the monitor is not idle behind good traffic");
        case (name)
            "": ;
            "snoop_stable": begin snp_ready = 0; snp_valid = 1; tick; snp_tag = 12'h123; tick; end
            "answer_held": begin snp(2, 1); rsp_ready = 0; rsp_tag = 1; rsp_opcode = 0; rsp_valid = 1; tick; rsp_valid = 0; tick; end
            "quiet": begin reset = 1; tick; snp_valid = 1; tick; end
            "unknown": begin snp_opcode = 4'bx; snp_valid = 1; tick; end
            "snoop_opcode": snp(3, 0);
            "snoop_opcode_high": snp(7, 0);
            "answer_opcode": begin snp(2, 0); rsp(3, 0); end
            "answer_opcode_high": begin snp(6, 0); rsp(7, 0); end
            "answer_for_block": begin snp(2, 0); rsp(4, 0); end
            "answer_for_line": begin snp(6, 0); rsp(0, 0); end
            "tag_reused": begin snp(2, 0); snp(2, 0); end
            "answer_first": rsp(0, 0);
            "answer_at_once": fork snp(2, 0); rsp(0, 0); join
            "answer_twice": begin snp(2, 0); rsp(0, 0); rsp(0, 0); end
            "answer_late": begin snp(2, 0); reset = 1; repeat (2) tick; reset = 0; rsp(0, 0); end
            default: $display("there is no way %0s to break a rule", name);
        endcase
        repeat (2) tick;
        $display("no rule was broken");
        $finish;
    end
endmodule
