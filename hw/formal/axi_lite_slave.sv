// What the AXI4-Lite slave promises to a master that keeps the rules of the bus, whatever its device answers.
//
// DUT   module under proof
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire [11:0] awaddr,
    input wire        awvalid,
    input wire [63:0] wdata,
    input wire [7:0]  wstrb,
    input wire        wvalid,
    input wire        bready,
    input wire [11:0] araddr,
    input wire        arvalid,
    input wire        rready,
    input wire        write_error,
    input wire [63:0] read_data
);
    wire awready, wready, bvalid, arready, rvalid, write_strobe, read_strobe;
    wire [1:0] bresp, rresp;
    wire [63:0] rdata, write_data;
    wire [11:0] write_address, read_address;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .s_axil_awaddr(awaddr),
        .s_axil_awprot(3'd0),
        .s_axil_awvalid(awvalid),
        .s_axil_awready(awready),
        .s_axil_wdata(wdata),
        .s_axil_wstrb(wstrb),
        .s_axil_wvalid(wvalid),
        .s_axil_wready(wready),
        .s_axil_bresp(bresp),
        .s_axil_bvalid(bvalid),
        .s_axil_bready(bready),
        .s_axil_araddr(araddr),
        .s_axil_arprot(3'd0),
        .s_axil_arvalid(arvalid),
        .s_axil_arready(arready),
        .s_axil_rdata(rdata),
        .s_axil_rresp(rresp),
        .s_axil_rvalid(rvalid),
        .s_axil_rready(rready),
        .write_strobe(write_strobe),
        .write_address(write_address),
        .write_data(write_data),
        .write_error(write_error),
        .read_strobe(read_strobe),
        .read_address(read_address),
        .read_data(read_data)
    );

    // The words of the transfer under way, as the bus saw them.
    reg aw_taken = 1'b0, w_taken = 1'b0, ar_taken = 1'b0;
    reg [11:0] aw = 12'd0, ar = 12'd0;
    reg [63:0] w = 64'd0;
    reg [7:0] strobes = 8'd0;
    // Strobes that the device saw for it, what it answered in the cycle after, and for how long the bus waits.
    reg [1:0] writes = 2'd0, reads = 2'd0;
    reg was_write = 1'b0, was_read = 1'b0;
    reg write_failed = 1'b0;
    reg [63:0] found = 64'd0;
    reg [2:0] write_wait = 3'd0, read_wait = 3'd0;
    wire whole = aw[2:0] == 3'd0 && strobes == 8'hff;
    wire aligned = ar[2:0] == 3'd0;

    reg quiet = 1'b1;
    reg b_waited = 1'b0, r_waited = 1'b0;
    reg [1:0] last_bresp = 2'd0, last_rresp = 2'd0;
    reg [63:0] last_rdata = 64'd0;

    always @(posedge clock) begin
        quiet <= reset;
        b_waited <= bvalid & ~bready;
        r_waited <= rvalid & ~rready;
        last_bresp <= bresp;
        last_rresp <= rresp;
        last_rdata <= rdata;
        was_write <= write_strobe;
        was_read <= read_strobe;
        write_wait <= aw_taken & w_taken & ~bvalid ? write_wait + 3'd1 : 3'd0;
        read_wait <= ar_taken & ~rvalid ? read_wait + 3'd1 : 3'd0;
        if (was_write)
            write_failed <= write_error;
        if (was_read)
            found <= read_data;
        if (write_strobe)
            writes <= writes + 2'd1;
        if (read_strobe)
            reads <= reads + 2'd1;
        if (awvalid & awready) begin
            aw_taken <= 1'b1;
            aw <= awaddr;
        end
        if (wvalid & wready) begin
            w_taken <= 1'b1;
            w <= wdata;
            strobes <= wstrb;
        end
        if (arvalid & arready) begin
            ar_taken <= 1'b1;
            ar <= araddr;
        end
        if (bvalid & bready) begin
            aw_taken <= 1'b0;
            w_taken <= 1'b0;
            writes <= 2'd0;
        end
        if (rvalid & rready) begin
            ar_taken <= 1'b0;
            reads <= 2'd0;
        end
        if (reset) begin
            aw_taken <= 1'b0;
            w_taken <= 1'b0;
            ar_taken <= 1'b0;
            writes <= 2'd0;
            reads <= 2'd0;
            was_write <= 1'b0;
            was_read <= 1'b0;
            write_wait <= 3'd0;
            read_wait <= 3'd0;
        end
    end

    // The claims mean little unless these can happen.
    wire [3:0] reached = {
        rvalid & rresp == 2'd2,              // a read is refused
        rvalid & rresp == 2'd0 & r_waited,   // a read waits for the bus
        bvalid & bresp == 2'd2 & whole,      // the device refuses a write
        bvalid & bresp == 2'd0 & b_waited    // a write waits for the bus
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        if (~quiet & b_waited)
            writeAnswerStays: assert (bvalid && bresp == last_bresp);
        if (~quiet & r_waited)
            readAnswerStays: assert (rvalid && rresp == last_rresp && rdata == last_rdata);
        oneWriteAtATime: assert (!(awready && aw_taken) && !(wready && w_taken));
        oneReadAtATime: assert (!(arready && ar_taken));
        wordsAreTakenWhenFree: assert ((awready || aw_taken) && (wready || w_taken) && (arready || ar_taken));
        if (write_strobe)
            deviceSeesTheWrite: assert (aw_taken && w_taken && whole && write_address == aw && write_data == w);
        if (read_strobe)
            deviceSeesTheRead: assert (ar_taken && aligned && read_address == ar);
        if (bvalid)
            writeIsAnsweredOnce: assert (
                aw_taken && w_taken && writes == {1'b0, whole} && bresp == {!whole || write_failed, 1'b0});
        if (rvalid)
            readIsAnsweredOnce: assert (
                ar_taken && reads == {1'b0, aligned} && rresp == {!aligned, 1'b0}
                && rdata == (aligned ? found : 64'd0));
        answersComeSoon: assert (write_wait < 3'd3 && read_wait < 3'd3);
    end
`endif
endmodule
