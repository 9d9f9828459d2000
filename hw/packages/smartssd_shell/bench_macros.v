// What device_bench.v has to know of emb_smartssd_shell.
`define DEVICE emb_smartssd_shell
`define SEED 1
`define OUTPUTS {device.irq, device.idle, device.s_axil_awready, device.s_axil_wready, device.s_axil_bresp, device.s_axil_bvalid, device.s_axil_arready, device.s_axil_rdata, device.s_axil_rresp, device.s_axil_rvalid, device.s_axi_awready, device.s_axi_wready, device.s_axi_bid, device.s_axi_bresp, device.s_axi_bvalid, device.s_axi_arready, device.s_axi_rid, device.s_axi_rdata, device.s_axi_rresp, device.s_axi_rlast, device.s_axi_rvalid, device.m_axi_host_awid, device.m_axi_host_awaddr, device.m_axi_host_awlen, device.m_axi_host_awsize, device.m_axi_host_awburst, device.m_axi_host_awlock, device.m_axi_host_awcache, device.m_axi_host_awprot, device.m_axi_host_awqos, device.m_axi_host_awvalid, device.m_axi_host_wdata, device.m_axi_host_wstrb, device.m_axi_host_wlast, device.m_axi_host_wvalid, device.m_axi_host_bready, device.m_axi_host_arid, device.m_axi_host_araddr, device.m_axi_host_arlen, device.m_axi_host_arsize, device.m_axi_host_arburst, device.m_axi_host_arlock, device.m_axi_host_arcache, device.m_axi_host_arprot, device.m_axi_host_arqos, device.m_axi_host_arvalid, device.m_axi_host_rready, device.m_axi_dram_awid, device.m_axi_dram_awaddr, device.m_axi_dram_awlen, device.m_axi_dram_awsize, device.m_axi_dram_awburst, device.m_axi_dram_awlock, device.m_axi_dram_awcache, device.m_axi_dram_awprot, device.m_axi_dram_awqos, device.m_axi_dram_awvalid, device.m_axi_dram_wdata, device.m_axi_dram_wstrb, device.m_axi_dram_wlast, device.m_axi_dram_wvalid, device.m_axi_dram_bready, device.m_axi_dram_arid, device.m_axi_dram_araddr, device.m_axi_dram_arlen, device.m_axi_dram_arsize, device.m_axi_dram_arburst, device.m_axi_dram_arlock, device.m_axi_dram_arcache, device.m_axi_dram_arprot, device.m_axi_dram_arqos, device.m_axi_dram_arvalid, device.m_axi_dram_rready, device.m_axi_ssd_awid, device.m_axi_ssd_awaddr, device.m_axi_ssd_awlen, device.m_axi_ssd_awsize, device.m_axi_ssd_awburst, device.m_axi_ssd_awlock, device.m_axi_ssd_awcache, device.m_axi_ssd_awprot, device.m_axi_ssd_awqos, device.m_axi_ssd_awvalid, device.m_axi_ssd_wdata, device.m_axi_ssd_wstrb, device.m_axi_ssd_wlast, device.m_axi_ssd_wvalid, device.m_axi_ssd_bready, device.m_axi_ssd_arid, device.m_axi_ssd_araddr, device.m_axi_ssd_arlen, device.m_axi_ssd_arsize, device.m_axi_ssd_arburst, device.m_axi_ssd_arlock, device.m_axi_ssd_arcache, device.m_axi_ssd_arprot, device.m_axi_ssd_arqos, device.m_axi_ssd_arvalid, device.m_axi_ssd_rready, device.m_axi_ssd_aruser, device.m_axi_ssd_awuser}
`define SILENCE .s_axi_awvalid(1'b0), .s_axi_wvalid(1'b0), .s_axi_bready(1'b1), .s_axi_arvalid(1'b0), .s_axi_rready(1'b1), .m_axi_host_awready(1'b1), .m_axi_host_wready(1'b1), .m_axi_host_bvalid(1'b0), .m_axi_host_arready(1'b1), .m_axi_host_rvalid(1'b0), .m_axi_dram_awready(1'b1), .m_axi_dram_wready(1'b1), .m_axi_dram_bvalid(1'b0), .m_axi_dram_arready(1'b1), .m_axi_dram_rvalid(1'b0), .m_axi_ssd_awready(1'b1), .m_axi_ssd_wready(1'b1), .m_axi_ssd_bvalid(1'b0), .m_axi_ssd_arready(1'b1), .m_axi_ssd_rvalid(1'b0)
`define IDLE_STATUS 64'd16
`define IDENTITY 12'h0
`define STATUS 12'h20
`define ERROR 12'h28
`define DOORBELL 12'h280
`define CLEAR 12'h288
`define SETTING 12'h108
`define IDENTITY_VALUE 64'h454d424552535344
`ifdef __ICARUS__
`define FINISH_FAILED $finish_and_return(1)
`else
`define FINISH_FAILED $finish
`endif
