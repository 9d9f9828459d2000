// Traffic that keeps every rule of AXI4, then what `+break=NAME` says, which breaks one.
module axi4_bench;
    reg clock = 1'b0, reset = 1'b1, slave_reset = 1'b1;
    reg [1:0] awid = 0, bid = 0, arid = 0, rid = 0;
    reg [63:0] awaddr = 0, araddr = 0, wdata = 0, rdata = 0;
    reg [7:0] awlen = 0, arlen = 0, wstrb = 8'hff;
    reg [2:0] awsize = 3, arsize = 3;
    reg [1:0] awburst = 1, arburst = 1, bresp = 0, rresp = 0;
    reg awlock = 0, arlock = 0, wlast = 0, rlast = 0;
    reg awvalid = 0, wvalid = 0, bvalid = 0, arvalid = 0, rvalid = 0;
    reg awready = 1, wready = 1, bready = 1, arready = 1, rready = 1;
    wire idle;
    reg [8*24-1:0] name = "";
    integer count;

    axi4_monitor #(.PORT("m_axi"), .ID_BITS(2), .ADDRESS_BITS(64), .DATA_BITS(64), .LOG_MOST(2)) monitor (
        .clock(clock), .reset(reset), .slave_reset(slave_reset),
        .awid(awid), .awaddr(awaddr), .awlen(awlen), .awsize(awsize), .awburst(awburst), .awlock(awlock), .awcache(4'd0),
        .awprot(3'd0), .awqos(4'd0), .awvalid(awvalid), .awready(awready),
        .wdata(wdata), .wstrb(wstrb), .wlast(wlast), .wvalid(wvalid), .wready(wready),
        .bid(bid), .bresp(bresp), .bvalid(bvalid), .bready(bready),
        .arid(arid), .araddr(araddr), .arlen(arlen), .arsize(arsize), .arburst(arburst), .arlock(arlock), .arcache(4'd0),
        .arprot(3'd0), .arqos(4'd0), .arvalid(arvalid), .arready(arready),
        .rid(rid), .rdata(rdata), .rresp(rresp), .rlast(rlast), .rvalid(rvalid), .rready(rready),
        .idle(idle)
    );

    always #1 clock = !clock;

    task tick;
        @(negedge clock);
    endtask
    task aw(input [1:0] id, input [63:0] address, input [7:0] length);
        begin awid = id; awaddr = address; awlen = length; awvalid = 1; tick; awvalid = 0; end
    endtask
    task w(input last);
        begin wlast = last; wdata = wdata + 1; wvalid = 1; tick; wvalid = 0; end
    endtask
    task b(input [1:0] id);
        begin bid = id; bvalid = 1; tick; bvalid = 0; end
    endtask
    task ar(input [1:0] id, input [63:0] address, input [7:0] length);
        begin arid = id; araddr = address; arlen = length; arvalid = 1; tick; arvalid = 0; end
    endtask
    task r(input [1:0] id, input last);
        begin rid = id; rlast = last; rdata = rdata + 1; rvalid = 1; tick; rvalid = 0; end
    endtask

    initial begin
        if (!$value$plusargs("break=%s", name)) name = "";
        // Before the first reset nothing is known, and nothing is looked at.
        reset = 1'bx; slave_reset = 1'bx; awvalid = 1'bx; rvalid = 1'bx;
        repeat (2) tick;
        reset = 1; slave_reset = 1; awvalid = 0; rvalid = 0;
        repeat (3) tick;
        reset = 0; slave_reset = 0;
        tick;

        // Address, data; data first; both at once; two of one ID.
        aw(1, 64'h1000, 1); w(0); w(1); b(1);
        w(0); w(1); aw(2, 64'h2ff0, 1); b(2);
        fork aw(3, 64'h3000, 0); w(1); join
        b(3);
        aw(1, 64'h0, 0); aw(1, 64'h8, 1); w(1); w(0); b(1); w(1); b(1);
        // A write that waits, with bytes that nobody looks at.
        wstrb = 8'h0f; wdata = 64'hxxxxxxxx00000000; wready = 0; wlast = 1; wvalid = 1; awready = 0; awlen = 0; awvalid = 1;
        repeat (3) tick;
        wready = 1; awready = 1; tick; wvalid = 0; awvalid = 0; wdata = 0; wstrb = 8'hff; b(1);
        // Reads of different IDs alternate; those of one ID are in order.
        ar(0, 64'hff0, 1); ar(1, 64'h0, 2); ar(0, 64'h40, 0);
        r(1, 0); r(0, 0); r(1, 0); r(0, 1); r(0, 1); r(1, 1);
        rready = 0; ar(2, 64'h0, 0); rid = 2; rlast = 1; rvalid = 1; repeat (2) tick; rready = 1; tick; rvalid = 0;
        if (!idle) $fatal(1, "the monitor is not idle behind good traffic");
        // Over a reset, a slave goes on; if it is reset as well, it forgets.
        ar(3, 64'h0, 1); aw(3, 64'h0, 1); w(0); reset = 1; repeat (3) tick; r(3, 0); reset = 0; tick; w(1); b(3); r(3, 1);
        ar(3, 64'h0, 7); r(3, 0); aw(2, 64'h0, 1); w(0); reset = 1; slave_reset = 1; repeat (3) tick; reset = 0; slave_reset = 0;
        fork aw(1, 64'h0, 0); w(1); join
        b(1); ar(3, 64'h0, 0); r(3, 1);
        if (!idle) $fatal(1, "the monitor is not idle behind a reset");

        case (name)
            "": ;
            "held": begin awready = 0; awvalid = 1; tick; awvalid = 0; tick; end
            "stable": begin arready = 0; arvalid = 1; tick; araddr = 64'h40; tick; end
            "data_stable": begin wready = 0; wvalid = 1; tick; wdata = ~wdata; tick; end
            "answer_held": begin bready = 0; aw(0, 0, 0); w(1); bid = 0; bvalid = 1; tick; bvalid = 0; tick; end
            "line_stable": begin rready = 0; ar(0, 0, 0); rid = 0; rlast = 1; rvalid = 1; tick; rdata = ~rdata; tick; end
            "quiet": begin reset = 1; tick; awvalid = 1; tick; tick; end
            "valid_unknown": begin wvalid = 1'bx; tick; tick; end
            "ready_unknown": begin arready = 1'bx; tick; tick; end
            "address_unknown": begin araddr = 64'hx; arvalid = 1; tick; end
            "strobe_unknown": begin wstrb = 8'hx; wvalid = 1; tick; end
            "byte_unknown": begin wdata = 64'hx; wstrb = 8'h10; wvalid = 1; tick; end
            "id_unknown": begin ar(0, 0, 0); rid = 2'bx; rvalid = 1; tick; end
            "burst": begin awburst = 2; aw(0, 0, 0); end
            "read_burst": begin arburst = 0; ar(0, 0, 0); end
            "size": begin awsize = 2; aw(0, 0, 0); end
            "read_size": begin arsize = 4; ar(0, 0, 0); end
            "aligned": aw(0, 64'h4, 0);
            "read_aligned": ar(0, 64'h1, 0);
            "boundary": aw(0, 64'hff8, 1);
            "read_boundary": ar(0, 64'h1f00, 32);
            "lock": begin awlock = 1; aw(0, 0, 0); end
            "read_lock": begin arlock = 1; ar(0, 0, 0); end
            "last_early": begin aw(0, 0, 1); w(1); end
            "last_late": begin aw(0, 0, 0); w(0); end
            "last_of_second": begin aw(0, 0, 0); aw(0, 0, 1); w(1); w(1); end
            "last_before_address": begin w(1); aw(0, 0, 1); end
            "last_at_once": fork aw(0, 0, 1); w(1); join
            "read_last_early": begin ar(0, 0, 1); r(0, 1); end
            "read_last_late": begin ar(0, 0, 0); r(0, 0); end
            "read_last_mixed": begin ar(0, 0, 1); ar(1, 0, 0); r(0, 0); r(1, 0); end
            "answer_first": b(0);
            "answer_before_data": begin aw(0, 0, 1); w(0); b(0); end
            "answer_before_address": begin w(1); b(0); end
            "answer_at_once": begin aw(0, 0, 0); fork w(1); b(0); join end
            "answer_twice": begin aw(0, 0, 0); w(1); b(0); b(0); end
            "answer_other": begin aw(0, 0, 0); w(1); b(1); end
            "line_first": r(0, 1);
            "line_at_once": fork ar(0, 0, 0); r(0, 1); join
            "line_twice": begin ar(0, 0, 0); r(0, 1); r(0, 1); end
            "line_other": begin ar(0, 0, 0); r(1, 1); end
            "line_late": begin ar(0, 0, 1); slave_reset = 1; repeat (3) tick; slave_reset = 0; r(0, 0); end
            "answer_late": begin aw(0, 0, 0); w(1); slave_reset = 1; repeat (3) tick; slave_reset = 0; b(0); end
            "exokay": begin aw(0, 0, 0); w(1); bresp = 1; b(0); end
            "read_exokay": begin ar(0, 0, 0); rresp = 1; r(0, 1); end
            "most_reads": for (count = 0; count < 5; count = count + 1) ar(count, 0, 0);
            "most_writes": for (count = 0; count < 5; count = count + 1) begin aw(count, 0, 0); w(1); end
            "most_data": for (count = 0; count < 5; count = count + 1) w(1);
            default: $display("there is no way %0s to break a rule", name);
        endcase
        repeat (2) tick;
        $display("no rule was broken");
        $finish;
    end
endmodule
