// A register written and read back, a doorbell that is refused, and no output that is X: the least that any simulator
// has to get right. With +unknown the host asks for a register whose address is X. DEVICE is the module; the macros of its
// registers come from the table (see simulators.rs).
`timescale 1ns / 1ps

module device_bench;
    reg clock = 0;
    reg reset = 1;
    always #2 clock = ~clock;

    wire [11:0] awaddr, araddr;
    wire [63:0] wdata, rdata;
    wire [1:0] bresp, rresp;
    wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready, irq;

    axi_lite_host host (
        .clock(clock), .awaddr(awaddr), .awvalid(awvalid), .awready(awready), .wdata(wdata), .wvalid(wvalid),
        .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready), .araddr(araddr), .arvalid(arvalid),
        .arready(arready), .rdata(rdata), .rresp(rresp), .rvalid(rvalid), .rready(rready)
    );

    // Memories are silent, and so is the host's CXL; what their payloads are is nobody's business, so nothing drives them.
    `DEVICE device (
        .clock(clock), .reset(reset), .irq(irq),
        .s_axil_awaddr(awaddr), .s_axil_awprot(3'd0), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
        .s_axil_wdata(wdata), .s_axil_wstrb(8'hff), .s_axil_wvalid(wvalid), .s_axil_wready(wready),
        .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(bready),
        .s_axil_araddr(araddr), .s_axil_arprot(3'd0), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
        .s_axil_rdata(rdata), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
        `SILENCE
    );

    initial begin
        repeat (10000) @(negedge clock);
        $display("FAILED: no end");
        `FINISH_FAILED;
    end

    integer seed = `SEED;
    reg [31:0] value;
    reg [63:0] found;
    initial begin
        repeat (32) @(negedge clock);
        reset = 0;
        repeat (2) @(negedge clock);
        if ((^`OUTPUTS) === 1'bx) begin
            $display("FAILED: outputs are %b", `OUTPUTS);
            `FINISH_FAILED;
        end
        host.expect_value(`IDENTITY, `IDENTITY_VALUE);
        host.expect_value(`STATUS, `IDLE_STATUS);
        value = $random(seed);
        host.write(`SETTING, {32'd0, value});
        host.expect_value(`SETTING, {32'd0, value});
        host.write(`DOORBELL, 64'd77);
        repeat (8) @(negedge clock);
        host.expect_value(`STATUS, `IDLE_STATUS | 64'd4);
        host.expect_value(`ERROR, 64'd9);
        if (irq !== 1'b1) begin
            $display("FAILED: no interrupt after a doorbell that is refused");
            `FINISH_FAILED;
        end
        host.write(`CLEAR, 64'd1);
        host.expect_value(`STATUS, `IDLE_STATUS);
        if ((^`OUTPUTS) === 1'bx) begin
            $display("FAILED: outputs are %b", `OUTPUTS);
            `FINISH_FAILED;
        end
        // Nothing here looks at what comes of it, but the monitors do.
        if ($test$plusargs("unknown")) host.read(12'hxxx, found);
        $display("passed");
        $finish;
    end
endmodule
