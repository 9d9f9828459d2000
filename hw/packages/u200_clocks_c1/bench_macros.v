// What device_bench.v has to know of emb_u200_clocks_c1.
`define DEVICE emb_u200_clocks_c1
`define SEED 1
`define OUTPUTS {device.irq, device.lost, device.s_axil_awready, device.s_axil_wready, device.s_axil_bresp, device.s_axil_bvalid, device.s_axil_arready, device.s_axil_rdata, device.s_axil_rresp, device.s_axil_rvalid, device.s_axi_awready, device.s_axi_wready, device.s_axi_bid, device.s_axi_bresp, device.s_axi_bvalid, device.s_axi_arready, device.s_axi_rid, device.s_axi_rdata, device.s_axi_rresp, device.s_axi_rlast, device.s_axi_rvalid, device.m_axi_ddr_0_awid, device.m_axi_ddr_0_awaddr, device.m_axi_ddr_0_awlen, device.m_axi_ddr_0_awsize, device.m_axi_ddr_0_awburst, device.m_axi_ddr_0_awlock, device.m_axi_ddr_0_awcache, device.m_axi_ddr_0_awprot, device.m_axi_ddr_0_awqos, device.m_axi_ddr_0_awvalid, device.m_axi_ddr_0_wdata, device.m_axi_ddr_0_wstrb, device.m_axi_ddr_0_wlast, device.m_axi_ddr_0_wvalid, device.m_axi_ddr_0_bready, device.m_axi_ddr_0_arid, device.m_axi_ddr_0_araddr, device.m_axi_ddr_0_arlen, device.m_axi_ddr_0_arsize, device.m_axi_ddr_0_arburst, device.m_axi_ddr_0_arlock, device.m_axi_ddr_0_arcache, device.m_axi_ddr_0_arprot, device.m_axi_ddr_0_arqos, device.m_axi_ddr_0_arvalid, device.m_axi_ddr_0_rready}
`define SILENCE .s_axi_awvalid(1'b0), .s_axi_wvalid(1'b0), .s_axi_bready(1'b1), .s_axi_arvalid(1'b0), .s_axi_rready(1'b1), .m_axi_ddr_0_awready(1'b1), .m_axi_ddr_0_wready(1'b1), .m_axi_ddr_0_bvalid(1'b0), .m_axi_ddr_0_arready(1'b1), .m_axi_ddr_0_rvalid(1'b0)
`define IDLE_STATUS 64'd0
`define IDENTITY 12'h0
`define STATUS 12'h30
`define ERROR 12'h38
`define DOORBELL 12'h280
`define CLEAR 12'h288
`define SETTING 12'h100
`define IDENTITY_VALUE 64'h454d42455243584c
`ifdef __ICARUS__
`define FINISH_FAILED $finish_and_return(1)
`else
`define FINISH_FAILED $finish
`endif
