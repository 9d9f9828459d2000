// Traffic that keeps every rule of AXI4-Lite, then what `+break=NAME` says, which breaks one.
module axi4_lite_bench;
    reg clock = 1'b0, reset = 1'b1;
    reg awvalid = 0, wvalid = 0, bvalid = 0, arvalid = 0, rvalid = 0;
    reg awready = 1, wready = 1, bready = 1, arready = 1, rready = 1;
    reg [11:0] awaddr = 0, araddr = 0;
    reg [63:0] wdata = 0, rdata = 0;
    reg [1:0] bresp = 0, rresp = 0;
    wire idle;
    reg [8*24-1:0] name = "";

    axi4_lite_monitor #(.PORT("s_axil")) monitor (
        .clock(clock), .reset(reset),
        .awaddr(awaddr), .awprot(3'd0), .awvalid(awvalid), .awready(awready),
        .wdata(wdata), .wstrb(8'hff), .wvalid(wvalid), .wready(wready),
        .bresp(bresp), .bvalid(bvalid), .bready(bready),
        .araddr(araddr), .arprot(3'd0), .arvalid(arvalid), .arready(arready),
        .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready),
        .idle(idle)
    );

    always #1 clock = !clock;

    task tick;
        @(negedge clock);
    endtask
    task aw; begin awvalid = 1; tick; awvalid = 0; end endtask
    task w; begin wvalid = 1; tick; wvalid = 0; end endtask
    task b; begin bvalid = 1; tick; bvalid = 0; end endtask
    task ar; begin arvalid = 1; tick; arvalid = 0; end endtask
    task r; begin rvalid = 1; tick; rvalid = 0; end endtask

    initial begin
        if (!$value$plusargs("break=%s", name)) name = "";
        repeat (3) tick;
        reset = 0; tick;
        aw; w; b; w; aw; b; fork aw; w; join b; ar; r; ar; rresp = 2; r; rresp = 0;
        bready = 0; aw; w; bvalid = 1; repeat (2) tick; bready = 1; tick; bvalid = 0;
        ar; aw; reset = 1; repeat (2) tick; reset = 0; ar; r; fork aw; w; join b;
        if (!idle) $fatal(1, "the monitor is not idle behind good traffic");
        case (name)
            "": ;
            "address_held": begin awready = 0; awvalid = 1; tick; awvalid = 0; tick; end
            "data_stable": begin wready = 0; wvalid = 1; tick; wdata = 64'd1; tick; end
            "read_stable": begin arready = 0; arvalid = 1; tick; araddr = 12'd8; tick; end
            "answer_stable": begin aw; w; bready = 0; bvalid = 1; tick; bresp = 2; tick; end
            "line_held": begin ar; rready = 0; rvalid = 1; tick; rvalid = 0; tick; end
            "quiet": begin aw; w; reset = 1; tick; bvalid = 1; tick; end
            "read_quiet": begin ar; reset = 1; tick; rvalid = 1; tick; end
            "unknown": begin ar; rdata = 64'bx; rvalid = 1; tick; end
            "answer_first": b;
            "answer_before_data": begin aw; b; end
            "answer_before_address": begin w; b; end
            "answer_at_once": begin aw; fork w; b; join end
            "answer_twice": begin aw; w; b; b; end
            "line_first": r;
            "line_at_once": fork ar; r; join
            "line_twice": begin ar; r; r; end
            "line_behind_reset": begin ar; reset = 1; repeat (2) tick; reset = 0; r; end
            "exokay": begin aw; w; bresp = 1; b; end
            "read_exokay": begin ar; rresp = 1; r; end
            "most_writes": begin aw; aw; end
            "most_words": begin w; w; end
            "most_reads": begin ar; ar; end
            default: $display("there is no way %0s to break a rule", name);
        endcase
        repeat (2) tick;
        $display("no rule was broken");
        $finish;
    end
endmodule
