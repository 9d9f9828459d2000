// The FPGA of NDRec's SmartSSD, a CXL Type-2 device: embedding kernel, embedding cache agent, TX buffers.
// Registers on AXI4-Lite; DRAM and SSD on AXI4; CXL.cache, CXL.mem and back-invalidate snoops.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_smartssd_b2_s1_faults (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:m_axi_dram:m_axi_ssd, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    input  wire         memory_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
    output wire         irq,
    output wire         idle,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axil, PROTOCOL AXI4LITE, DATA_WIDTH 64, ADDR_WIDTH 12, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWADDR" *)
    input  wire [11:0]  s_axil_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWPROT" *)
    input  wire [2:0]   s_axil_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWVALID" *)
    input  wire         s_axil_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWREADY" *)
    output wire         s_axil_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WDATA" *)
    input  wire [63:0]  s_axil_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WSTRB" *)
    input  wire [7:0]   s_axil_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WVALID" *)
    input  wire         s_axil_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WREADY" *)
    output wire         s_axil_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BRESP" *)
    output wire [1:0]   s_axil_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BVALID" *)
    output wire         s_axil_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BREADY" *)
    input  wire         s_axil_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARADDR" *)
    input  wire [11:0]  s_axil_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARPROT" *)
    input  wire [2:0]   s_axil_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARVALID" *)
    input  wire         s_axil_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARREADY" *)
    output wire         s_axil_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RDATA" *)
    output wire [63:0]  s_axil_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RRESP" *)
    output wire [1:0]   s_axil_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RVALID" *)
    output wire         s_axil_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RREADY" *)
    input  wire         s_axil_rready,
    input  wire         cxl_mem_m2s_req_valid,
    output wire         cxl_mem_m2s_req_ready,
    input  wire [3:0]   cxl_mem_m2s_req_opcode,
    input  wire [2:0]   cxl_mem_m2s_req_snp_type,
    input  wire [1:0]   cxl_mem_m2s_req_meta_field,
    input  wire [1:0]   cxl_mem_m2s_req_meta_value,
    input  wire [15:0]  cxl_mem_m2s_req_tag,
    input  wire [45:0]  cxl_mem_m2s_req_address,
    input  wire         cxl_mem_m2s_rwd_valid,
    output wire         cxl_mem_m2s_rwd_ready,
    input  wire [3:0]   cxl_mem_m2s_rwd_opcode,
    input  wire [2:0]   cxl_mem_m2s_rwd_snp_type,
    input  wire [1:0]   cxl_mem_m2s_rwd_meta_field,
    input  wire [1:0]   cxl_mem_m2s_rwd_meta_value,
    input  wire [15:0]  cxl_mem_m2s_rwd_tag,
    input  wire [45:0]  cxl_mem_m2s_rwd_address,
    input  wire         cxl_mem_m2s_rwd_poison,
    input  wire [63:0]  cxl_mem_m2s_rwd_be,
    input  wire [511:0] cxl_mem_m2s_rwd_data,
    output wire         cxl_mem_s2m_ndr_valid,
    input  wire         cxl_mem_s2m_ndr_ready,
    output wire [2:0]   cxl_mem_s2m_ndr_opcode,
    output wire [1:0]   cxl_mem_s2m_ndr_meta_field,
    output wire [1:0]   cxl_mem_s2m_ndr_meta_value,
    output wire [15:0]  cxl_mem_s2m_ndr_tag,
    output wire [1:0]   cxl_mem_s2m_ndr_dev_load,
    output wire         cxl_mem_s2m_drs_valid,
    input  wire         cxl_mem_s2m_drs_ready,
    output wire [2:0]   cxl_mem_s2m_drs_opcode,
    output wire [1:0]   cxl_mem_s2m_drs_meta_field,
    output wire [1:0]   cxl_mem_s2m_drs_meta_value,
    output wire [15:0]  cxl_mem_s2m_drs_tag,
    output wire         cxl_mem_s2m_drs_poison,
    output wire [1:0]   cxl_mem_s2m_drs_dev_load,
    output wire [511:0] cxl_mem_s2m_drs_data,
    output wire         back_invalidate_s2m_bisnp_valid,
    input  wire         back_invalidate_s2m_bisnp_ready,
    output wire [3:0]   back_invalidate_s2m_bisnp_opcode,
    output wire [11:0]  back_invalidate_s2m_bisnp_bi_tag,
    output wire [45:0]  back_invalidate_s2m_bisnp_address,
    input  wire         back_invalidate_m2s_birsp_valid,
    output wire         back_invalidate_m2s_birsp_ready,
    input  wire [3:0]   back_invalidate_m2s_birsp_opcode,
    input  wire [11:0]  back_invalidate_m2s_birsp_bi_tag,
    output wire         cxl_cache_d2h_req_valid,
    input  wire         cxl_cache_d2h_req_ready,
    output wire [4:0]   cxl_cache_d2h_req_opcode,
    output wire [11:0]  cxl_cache_d2h_req_cqid,
    output wire [45:0]  cxl_cache_d2h_req_address,
    output wire         cxl_cache_d2h_rsp_valid,
    input  wire         cxl_cache_d2h_rsp_ready,
    output wire [4:0]   cxl_cache_d2h_rsp_opcode,
    output wire [11:0]  cxl_cache_d2h_rsp_uqid,
    output wire         cxl_cache_d2h_data_valid,
    input  wire         cxl_cache_d2h_data_ready,
    output wire [11:0]  cxl_cache_d2h_data_uqid,
    output wire         cxl_cache_d2h_data_poison,
    output wire [511:0] cxl_cache_d2h_data_data,
    input  wire         cxl_cache_h2d_req_valid,
    output wire         cxl_cache_h2d_req_ready,
    input  wire [2:0]   cxl_cache_h2d_req_opcode,
    input  wire [11:0]  cxl_cache_h2d_req_uqid,
    input  wire [45:0]  cxl_cache_h2d_req_address,
    input  wire         cxl_cache_h2d_rsp_valid,
    output wire         cxl_cache_h2d_rsp_ready,
    input  wire [3:0]   cxl_cache_h2d_rsp_opcode,
    input  wire [11:0]  cxl_cache_h2d_rsp_rsp_data,
    input  wire [11:0]  cxl_cache_h2d_rsp_cqid,
    input  wire         cxl_cache_h2d_data_valid,
    output wire         cxl_cache_h2d_data_ready,
    input  wire [11:0]  cxl_cache_h2d_data_cqid,
    input  wire         cxl_cache_h2d_data_go_err,
    input  wire         cxl_cache_h2d_data_poison,
    input  wire [511:0] cxl_cache_h2d_data_data,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_dram, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWID" *)
    output wire [8:0]   m_axi_dram_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWADDR" *)
    output wire [63:0]  m_axi_dram_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWLEN" *)
    output wire [7:0]   m_axi_dram_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWSIZE" *)
    output wire [2:0]   m_axi_dram_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWBURST" *)
    output wire [1:0]   m_axi_dram_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWLOCK" *)
    output wire         m_axi_dram_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWCACHE" *)
    output wire [3:0]   m_axi_dram_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWPROT" *)
    output wire [2:0]   m_axi_dram_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWQOS" *)
    output wire [3:0]   m_axi_dram_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWVALID" *)
    output wire         m_axi_dram_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram AWREADY" *)
    input  wire         m_axi_dram_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram WDATA" *)
    output wire [511:0] m_axi_dram_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram WSTRB" *)
    output wire [63:0]  m_axi_dram_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram WLAST" *)
    output wire         m_axi_dram_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram WVALID" *)
    output wire         m_axi_dram_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram WREADY" *)
    input  wire         m_axi_dram_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram BID" *)
    input  wire [8:0]   m_axi_dram_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram BRESP" *)
    input  wire [1:0]   m_axi_dram_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram BVALID" *)
    input  wire         m_axi_dram_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram BREADY" *)
    output wire         m_axi_dram_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARID" *)
    output wire [8:0]   m_axi_dram_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARADDR" *)
    output wire [63:0]  m_axi_dram_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARLEN" *)
    output wire [7:0]   m_axi_dram_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARSIZE" *)
    output wire [2:0]   m_axi_dram_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARBURST" *)
    output wire [1:0]   m_axi_dram_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARLOCK" *)
    output wire         m_axi_dram_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARCACHE" *)
    output wire [3:0]   m_axi_dram_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARPROT" *)
    output wire [2:0]   m_axi_dram_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARQOS" *)
    output wire [3:0]   m_axi_dram_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARVALID" *)
    output wire         m_axi_dram_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram ARREADY" *)
    input  wire         m_axi_dram_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram RID" *)
    input  wire [8:0]   m_axi_dram_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram RDATA" *)
    input  wire [511:0] m_axi_dram_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram RRESP" *)
    input  wire [1:0]   m_axi_dram_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram RLAST" *)
    input  wire         m_axi_dram_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram RVALID" *)
    input  wire         m_axi_dram_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_dram RREADY" *)
    output wire         m_axi_dram_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ssd, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWID" *)
    output wire [8:0]   m_axi_ssd_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWADDR" *)
    output wire [63:0]  m_axi_ssd_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWLEN" *)
    output wire [7:0]   m_axi_ssd_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWSIZE" *)
    output wire [2:0]   m_axi_ssd_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWBURST" *)
    output wire [1:0]   m_axi_ssd_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWLOCK" *)
    output wire         m_axi_ssd_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWCACHE" *)
    output wire [3:0]   m_axi_ssd_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWPROT" *)
    output wire [2:0]   m_axi_ssd_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWQOS" *)
    output wire [3:0]   m_axi_ssd_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWVALID" *)
    output wire         m_axi_ssd_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWREADY" *)
    input  wire         m_axi_ssd_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd WDATA" *)
    output wire [511:0] m_axi_ssd_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd WSTRB" *)
    output wire [63:0]  m_axi_ssd_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd WLAST" *)
    output wire         m_axi_ssd_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd WVALID" *)
    output wire         m_axi_ssd_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd WREADY" *)
    input  wire         m_axi_ssd_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd BID" *)
    input  wire [8:0]   m_axi_ssd_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd BRESP" *)
    input  wire [1:0]   m_axi_ssd_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd BVALID" *)
    input  wire         m_axi_ssd_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd BREADY" *)
    output wire         m_axi_ssd_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARID" *)
    output wire [8:0]   m_axi_ssd_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARADDR" *)
    output wire [63:0]  m_axi_ssd_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARLEN" *)
    output wire [7:0]   m_axi_ssd_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARSIZE" *)
    output wire [2:0]   m_axi_ssd_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARBURST" *)
    output wire [1:0]   m_axi_ssd_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARLOCK" *)
    output wire         m_axi_ssd_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARCACHE" *)
    output wire [3:0]   m_axi_ssd_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARPROT" *)
    output wire [2:0]   m_axi_ssd_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARQOS" *)
    output wire [3:0]   m_axi_ssd_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARVALID" *)
    output wire         m_axi_ssd_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARREADY" *)
    input  wire         m_axi_ssd_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd RID" *)
    input  wire [8:0]   m_axi_ssd_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd RDATA" *)
    input  wire [511:0] m_axi_ssd_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd RRESP" *)
    input  wire [1:0]   m_axi_ssd_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd RLAST" *)
    input  wire         m_axi_ssd_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd RVALID" *)
    input  wire         m_axi_ssd_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd RREADY" *)
    output wire         m_axi_ssd_rready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd ARUSER" *)
    output wire [1:0]   m_axi_ssd_aruser,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ssd AWUSER" *)
    output wire [1:0]   m_axi_ssd_awuser,
    input  wire [3:0]   fault_0
);

    localparam [1:0] ATTRIBUTES = 2'd3;
    localparam [3:0] BUFFERABLE = 4'd3;
    localparam [63:0] CAPABILITIES = 64'h0000000000100002;
    localparam [1:0] INCR = 2'd1;
    localparam [2:0] LINE_SIZE = 3'd6;
    localparam [7:0] ONE_LINE = 8'd0;

    wire [63:0] cache_base;
    wire [63:0] kernel_cache_base;
    wire [63:0] read_offset;
    wire [63:0] write_offset;
    wire clear_status;
    wire clear_counters;
    wire clear_agent;
    wire event_0;
    wire event_1;
    wire event_2;
    wire event_3;
    wire event_4;
    wire event_5;
    wire event_6;
    wire event_7;
    wire event_8;
    wire event_9;
    wire event_10;
    wire event_11;
    wire event_12;
    wire event_13;
    wire event_14;
    wire event_15;
    wire registers_clock;
    wire [63:0] registers_settings_0;
    wire [63:0] registers_settings_1;
    wire [63:0] registers_settings_3;
    wire [63:0] registers_settings_4;
    wire [63:0] registers_settings_5;
    wire [63:0] registers_settings_6;
    wire [63:0] registers_settings_7;
    wire [63:0] registers_settings_8;
    wire [63:0] registers_settings_9;
    wire [63:0] registers_settings_10;
    wire [63:0] registers_settings_11;
    wire [63:0] registers_settings_12;
    wire [63:0] registers_settings_13;
    wire [63:0] registers_settings_14;
    wire [63:0] registers_settings_15;
    wire [63:0] registers_settings_16;
    wire [63:0] registers_settings_17;
    wire [63:0] registers_settings_18;
    wire [63:0] registers_settings_19;
    wire [63:0] registers_settings_20;
    wire [63:0] registers_settings_21;
    wire registers_sets_0;
    wire registers_sets_1;
    wire registers_sets_2;
    wire registers_sets_3;
    wire registers_sets_4;
    wire registers_sets_5;
    wire registers_sets_6;
    wire registers_sets_7;
    wire registers_sets_8;
    wire registers_sets_9;
    wire registers_sets_10;
    wire registers_sets_11;
    wire registers_sets_12;
    wire registers_sets_13;
    wire registers_sets_14;
    wire registers_sets_15;
    wire registers_sets_16;
    wire registers_sets_17;
    wire registers_sets_18;
    wire registers_sets_19;
    wire registers_sets_20;
    wire registers_sets_21;
    wire [63:0] registers_setting_value;
    wire registers_acts_0;
    wire registers_acts_1;
    wire [63:0] registers_act_value;
    wire iteration_clock;
    wire iteration_layout_good;
    wire iteration_kernel_start;
    wire iteration_busy;
    wire iteration_running;
    wire iteration_accepted;
    wire [31:0] iteration_kernel_bags;
    wire [31:0] iteration_kernel_cache_base;
    wire [31:0] iteration_kernel_cache_vectors;
    wire iteration_done;
    wire iteration_failed;
    wire [3:0] iteration_error;
    wire [1:0] iteration_program;
    wire iteration_new_buffer;
    wire [63:0] iteration_output_base;
    wire [63:0] plan_kept_base_0;
    wire [63:0] plan_kept_base_1;
    wire [63:0] plan_kept_base_2;
    wire [63:0] plan_kept_base_3;
    wire [27:0] plan_kept_words_0;
    wire [27:0] plan_kept_words_1;
    wire [27:0] plan_kept_words_2;
    wire [27:0] plan_kept_words_3;
    wire [63:0] plan_kept_gradient_base;
    wire [25:0] plan_kept_gradients;
    wire kernel_clock;
    wire kernel_done;
    wire [3:0] kernel_error;
    wire [1:0] kernel_error_program;
    wire [31:0] kernel_counter_0;
    wire [31:0] kernel_counter_1;
    wire [31:0] kernel_counter_2;
    wire [31:0] kernel_counter_3;
    wire [63:0] kernel_stream_address_0;
    wire [63:0] kernel_stream_address_1;
    wire [63:0] kernel_stream_address_2;
    wire [63:0] kernel_stream_address_3;
    wire [63:0] kernel_stream_address_4;
    wire kernel_stream_valid_0;
    wire kernel_stream_valid_1;
    wire kernel_stream_valid_2;
    wire kernel_stream_valid_3;
    wire kernel_stream_valid_4;
    wire [63:0] kernel_ev_araddr;
    wire [7:0] kernel_ev_arlen;
    wire kernel_ev_arvalid;
    wire kernel_ev_arready;
    wire [63:0] kernel_awaddr_0;
    wire [63:0] kernel_awaddr_1;
    wire [7:0] kernel_awlen_0;
    wire [7:0] kernel_awlen_1;
    wire kernel_awvalid_0;
    wire kernel_awvalid_1;
    wire kernel_awready_0;
    wire [511:0] kernel_wdata_0;
    wire [511:0] kernel_wdata_1;
    wire kernel_wlast_0;
    wire kernel_wlast_1;
    wire kernel_wvalid_0;
    wire kernel_wvalid_1;
    wire agent_clock;
    wire [31:0] agent_mailbox_head;
    wire [31:0] agent_plans_done;
    wire agent_failed;
    wire [7:0] agent_error;
    wire [31:0] agent_error_number;
    wire [1:0] agent_error_movement;
    wire [31:0] agent_load_vector;
    wire agent_load_valid;
    wire [63:0] agent_request_address;
    wire agent_request_valid;
    wire [63:0] agent_dram_araddr;
    wire [7:0] agent_dram_arlen;
    wire agent_dram_arvalid;
    wire [63:0] agent_dram_awaddr;
    wire [7:0] agent_dram_awlen;
    wire agent_dram_awvalid;
    wire [511:0] agent_dram_wdata;
    wire agent_dram_wlast;
    wire agent_dram_wvalid;
    wire agent_ssd_arvalid;
    wire agent_ssd_rready;
    wire [63:0] agent_ssd_awaddr;
    wire [7:0] agent_ssd_awlen;
    wire agent_ssd_awvalid;
    wire [511:0] agent_ssd_wdata;
    wire agent_ssd_wlast;
    wire agent_ssd_wvalid;
    wire peer_clock;
    wire peer_request_ready_0;
    wire peer_request_ready_1;
    wire peer_request_ready_2;
    wire peer_request_ready_3;
    wire peer_request_ready_4;
    wire peer_request_ready_5;
    wire [511:0] peer_line;
    wire peer_line_error;
    wire peer_line_valid_0;
    wire peer_line_valid_1;
    wire peer_line_valid_2;
    wire peer_line_valid_3;
    wire peer_line_valid_4;
    wire peer_line_valid_5;
    wire buffers_clock;
    wire [63:0] buffers_served_base;
    wire [31:0] buffers_served_bytes;
    wire buffers_served_good;
    wire [45:0] target_keep;
    wire target_keep_valid;
    wire target_keep_wanted;
    wire [63:0] target_araddr;
    wire target_arvalid;
    wire tracker_keep_ready;
    wire tracker_s_awready;
    wire [63:0] tracker_m_awaddr;
    wire tracker_m_awvalid;
    wire outputs_in_ready;
    wire [512:0] outputs_out_data;
    wire outputs_out_valid;
    wire uses_clock;
    wire uses_valid_0;
    wire uses_valid_1;
    wire uses_ready_0;
    wire uses_ready_1;
    wire uses_ready_2;
    wire [15:0] uses_count;
    wire reads_clock;
    wire reads_s_arvalid_0;
    wire reads_s_arready_0;
    wire reads_s_arready_1;
    wire reads_s_arready_2;
    wire [511:0] reads_s_rdata;
    wire reads_s_rerror;
    wire reads_s_rvalid_0;
    wire reads_s_rvalid_1;
    wire reads_s_rvalid_2;
    wire reads_m_arvalid;
    wire reads_m_rready;
    wire writes_clock;
    wire writes_s_awvalid_0;
    wire writes_s_awready_0;
    wire writes_s_awready_1;
    wire writes_s_awready_2;
    wire writes_s_wready_0;
    wire writes_s_wready_1;
    wire writes_s_wready_2;
    wire writes_s_berror;
    wire writes_s_bvalid_0;
    wire writes_s_bvalid_1;
    wire writes_s_bvalid_2;
    wire [8:0] writes_m_awid;
    wire [63:0] writes_m_awaddr;
    wire [7:0] writes_m_awlen;
    wire writes_m_awvalid;
    wire [511:0] writes_m_wdata;
    wire writes_m_wlast;
    wire writes_m_wvalid;
    wire dram_guard_s_awready;
    wire dram_guard_s_wready;
    wire dram_guard_s_bvalid;
    wire dram_guard_s_arready;
    wire dram_guard_s_rvalid;
    wire ssd_guard_s_awready;
    wire ssd_guard_s_wready;
    wire ssd_guard_s_bvalid;
    wire ssd_guard_s_arready;
    wire ssd_guard_s_rvalid;
    wire [63:0] counter_0_count;
    wire [63:0] counter_1_count;
    wire [63:0] counter_2_count;
    wire [63:0] counter_3_count;
    wire [63:0] counter_4_count;
    wire [63:0] counter_5_count;
    wire [63:0] counter_6_count;
    wire [63:0] counter_7_count;
    wire [63:0] counter_8_count;
    wire [63:0] counter_9_count;
    wire [63:0] counter_10_count;
    wire [63:0] counter_11_count;
    wire [63:0] counter_12_count;
    wire [63:0] counter_13_count;
    wire [63:0] counter_14_count;
    wire [63:0] counter_15_count;

    emb_smartssd_registers u_registers (
        .clock(registers_clock),
        .reset(reset),
        .s_axil_awaddr(s_axil_awaddr),
        .s_axil_awprot(s_axil_awprot),
        .s_axil_awvalid(s_axil_awvalid),
        .s_axil_awready(s_axil_awready),
        .s_axil_wdata(s_axil_wdata),
        .s_axil_wstrb(s_axil_wstrb),
        .s_axil_wvalid(s_axil_wvalid),
        .s_axil_wready(s_axil_wready),
        .s_axil_bresp(s_axil_bresp),
        .s_axil_bvalid(s_axil_bvalid),
        .s_axil_bready(s_axil_bready),
        .s_axil_araddr(s_axil_araddr),
        .s_axil_arprot(s_axil_arprot),
        .s_axil_arvalid(s_axil_arvalid),
        .s_axil_arready(s_axil_arready),
        .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp),
        .s_axil_rvalid(s_axil_rvalid),
        .s_axil_rready(s_axil_rready),
        .settings_0(registers_settings_0),
        .settings_1(registers_settings_1),
        .settings_2(cache_base),
        .settings_3(registers_settings_3),
        .settings_4(registers_settings_4),
        .settings_5(registers_settings_5),
        .settings_6(registers_settings_6),
        .settings_7(registers_settings_7),
        .settings_8(registers_settings_8),
        .settings_9(registers_settings_9),
        .settings_10(registers_settings_10),
        .settings_11(registers_settings_11),
        .settings_12(registers_settings_12),
        .settings_13(registers_settings_13),
        .settings_14(registers_settings_14),
        .settings_15(registers_settings_15),
        .settings_16(registers_settings_16),
        .settings_17(registers_settings_17),
        .settings_18(registers_settings_18),
        .settings_19(registers_settings_19),
        .settings_20(registers_settings_20),
        .settings_21(registers_settings_21),
        .sets_0(registers_sets_0),
        .sets_1(registers_sets_1),
        .sets_2(registers_sets_2),
        .sets_3(registers_sets_3),
        .sets_4(registers_sets_4),
        .sets_5(registers_sets_5),
        .sets_6(registers_sets_6),
        .sets_7(registers_sets_7),
        .sets_8(registers_sets_8),
        .sets_9(registers_sets_9),
        .sets_10(registers_sets_10),
        .sets_11(registers_sets_11),
        .sets_12(registers_sets_12),
        .sets_13(registers_sets_13),
        .sets_14(registers_sets_14),
        .sets_15(registers_sets_15),
        .sets_16(registers_sets_16),
        .sets_17(registers_sets_17),
        .sets_18(registers_sets_18),
        .sets_19(registers_sets_19),
        .sets_20(registers_sets_20),
        .sets_21(registers_sets_21),
        .setting_value(registers_setting_value),
        .refused_0(1'b0),
        .refused_1(1'b0),
        .refused_2(1'b0),
        .refused_3(1'b0),
        .refused_4(1'b0),
        .refused_5(1'b0),
        .refused_6(1'b0),
        .refused_7(1'b0),
        .refused_8(1'b0),
        .refused_9(1'b0),
        .refused_10(1'b0),
        .refused_11(1'b0),
        .refused_12(1'b0),
        .refused_13(1'b0),
        .refused_14(1'b0),
        .refused_15(1'b0),
        .refused_16(1'b0),
        .refused_17(1'b0),
        .refused_18(1'b0),
        .refused_19(1'b0),
        .refused_20(1'b0),
        .refused_21(1'b0),
        .driven_0(CAPABILITIES),
        .driven_1({54'd0, agent_failed, event_3, 3'd0, iteration_new_buffer, event_2, iteration_failed, iteration_done, iteration_busy}),
        .driven_2({58'd0, iteration_program, iteration_error}),
        .driven_3({56'd0, agent_error}),
        .driven_4({30'd0, agent_error_movement, agent_error_number}),
        .driven_5({32'd0, kernel_counter_0}),
        .driven_6({32'd0, kernel_counter_1}),
        .driven_7({32'd0, kernel_counter_2}),
        .driven_8({32'd0, kernel_counter_3}),
        .driven_9({32'd0, agent_mailbox_head}),
        .driven_10({32'd0, agent_plans_done}),
        .driven_11(counter_0_count),
        .driven_12(counter_1_count),
        .driven_13(counter_2_count),
        .driven_14(counter_3_count),
        .driven_15(counter_4_count),
        .driven_16(counter_5_count),
        .driven_17(counter_6_count),
        .driven_18(counter_7_count),
        .driven_19(counter_8_count),
        .driven_20(counter_9_count),
        .driven_21(counter_10_count),
        .driven_22(counter_11_count),
        .driven_23(counter_12_count),
        .driven_24(counter_13_count),
        .driven_25(counter_14_count),
        .driven_26(counter_15_count),
        .driven_27({48'd0, uses_count}),
        .acts_0(registers_acts_0),
        .acts_1(registers_acts_1),
        .act_value(registers_act_value)
    );

    emb_iteration_s1_faults u_iteration (
        .clock(iteration_clock),
        .reset(reset),
        .doorbell(registers_act_value[7:0]),
        .doorbell_valid(registers_acts_0),
        .clear(clear_status),
        .tx_bytes(registers_settings_1[31:0]),
        .cache_base(cache_base[31:0]),
        .cache_vectors(registers_settings_3[31:0]),
        .ssd_base(registers_settings_4[31:0]),
        .bags(registers_settings_19[31:0]),
        .plan(registers_settings_20[31:0]),
        .plans_done(agent_plans_done),
        .layout_good(iteration_layout_good),
        .kernel_start(iteration_kernel_start),
        .kernel_done(kernel_done),
        .kernel_error(kernel_error),
        .kernel_program(kernel_error_program),
        .busy(iteration_busy),
        .waiting(event_2),
        .running(iteration_running),
        .accepted(iteration_accepted),
        .kernel_bags(iteration_kernel_bags),
        .kernel_cache_base(iteration_kernel_cache_base),
        .kernel_cache_vectors(iteration_kernel_cache_vectors),
        .done(iteration_done),
        .failed(iteration_failed),
        .error(iteration_error),
        .program_(iteration_program),
        .new_buffer(iteration_new_buffer),
        .output_base(iteration_output_base),
        .ended(event_6),
        .fault_0(fault_0)
    );

    emb_plan_settings u_plan (
        .clock(clock),
        .take(iteration_accepted),
        .program_base_0(registers_settings_9),
        .program_base_1(registers_settings_10),
        .program_base_2(registers_settings_11),
        .program_base_3(registers_settings_12),
        .program_words_0(registers_settings_13[27:0]),
        .program_words_1(registers_settings_14[27:0]),
        .program_words_2(registers_settings_15[27:0]),
        .program_words_3(registers_settings_16[27:0]),
        .gradient_base(registers_settings_17),
        .gradients(registers_settings_18[25:0]),
        .kept_base_0(plan_kept_base_0),
        .kept_base_1(plan_kept_base_1),
        .kept_base_2(plan_kept_base_2),
        .kept_base_3(plan_kept_base_3),
        .kept_words_0(plan_kept_words_0),
        .kept_words_1(plan_kept_words_1),
        .kept_words_2(plan_kept_words_2),
        .kept_words_3(plan_kept_words_3),
        .kept_gradient_base(plan_kept_gradient_base),
        .kept_gradients(plan_kept_gradients)
    );

    emb_embedding_kernel_b2_s1 u_kernel (
        .clock(kernel_clock),
        .reset(reset),
        .start(iteration_kernel_start),
        .program_base_0(plan_kept_base_0),
        .program_base_1(plan_kept_base_1),
        .program_base_2(plan_kept_base_2),
        .program_base_3(plan_kept_base_3),
        .program_words_0(plan_kept_words_0),
        .program_words_1(plan_kept_words_1),
        .program_words_2(plan_kept_words_2),
        .program_words_3(plan_kept_words_3),
        .cache_base(kernel_cache_base),
        .cache_vectors(iteration_kernel_cache_vectors),
        .output_base(iteration_output_base),
        .bags(iteration_kernel_bags),
        .gradient_base(plan_kept_gradient_base),
        .gradients(plan_kept_gradients),
        .busy(event_1),
        .done(kernel_done),
        .error(kernel_error),
        .error_program(kernel_error_program),
        .counter_0(kernel_counter_0),
        .counter_1(kernel_counter_1),
        .counter_2(kernel_counter_2),
        .counter_3(kernel_counter_3),
        .forward_hazard(event_4),
        .backward_hazard(event_5),
        .stream_address_0(kernel_stream_address_0),
        .stream_address_1(kernel_stream_address_1),
        .stream_address_2(kernel_stream_address_2),
        .stream_address_3(kernel_stream_address_3),
        .stream_address_4(kernel_stream_address_4),
        .stream_valid_0(kernel_stream_valid_0),
        .stream_valid_1(kernel_stream_valid_1),
        .stream_valid_2(kernel_stream_valid_2),
        .stream_valid_3(kernel_stream_valid_3),
        .stream_valid_4(kernel_stream_valid_4),
        .stream_ready_0(peer_request_ready_0),
        .stream_ready_1(peer_request_ready_1),
        .stream_ready_2(peer_request_ready_2),
        .stream_ready_3(peer_request_ready_3),
        .stream_ready_4(peer_request_ready_4),
        .line_valid_0(peer_line_valid_0),
        .line_valid_1(peer_line_valid_1),
        .line_valid_2(peer_line_valid_2),
        .line_valid_3(peer_line_valid_3),
        .line_valid_4(peer_line_valid_4),
        .line_0(peer_line),
        .line_1(peer_line),
        .line_2(peer_line),
        .line_3(peer_line),
        .line_4(peer_line),
        .line_error_0(peer_line_error),
        .line_error_1(peer_line_error),
        .line_error_2(peer_line_error),
        .line_error_3(peer_line_error),
        .line_error_4(peer_line_error),
        .ev_araddr(kernel_ev_araddr),
        .ev_arlen(kernel_ev_arlen),
        .ev_arvalid(kernel_ev_arvalid),
        .ev_arready(kernel_ev_arready),
        .ev_rdata(reads_s_rdata),
        .ev_rresp({reads_s_rerror, 1'b0}),
        .ev_rvalid(reads_s_rvalid_0),
        .awaddr_0(kernel_awaddr_0),
        .awaddr_1(kernel_awaddr_1),
        .awlen_0(kernel_awlen_0),
        .awlen_1(kernel_awlen_1),
        .awvalid_0(kernel_awvalid_0),
        .awvalid_1(kernel_awvalid_1),
        .awready_0(kernel_awready_0),
        .awready_1(tracker_s_awready),
        .wdata_0(kernel_wdata_0),
        .wdata_1(kernel_wdata_1),
        .wlast_0(kernel_wlast_0),
        .wlast_1(kernel_wlast_1),
        .wvalid_0(kernel_wvalid_0),
        .wvalid_1(kernel_wvalid_1),
        .wready_0(writes_s_wready_0),
        .wready_1(outputs_in_ready),
        .bresp_0({writes_s_berror, 1'b0}),
        .bresp_1({writes_s_berror, 1'b0}),
        .bvalid_0(writes_s_bvalid_0),
        .bvalid_1(writes_s_bvalid_1)
    );

    emb_cache_agent_s1_faults u_agent (
        .clock(agent_clock),
        .reset(reset),
        .layout_good(iteration_layout_good),
        .clear(clear_agent),
        .cache_base(cache_base),
        .cache_vectors(registers_settings_3[31:0]),
        .ssd_base(registers_settings_4),
        .ssd_vectors(registers_settings_5),
        .mailbox_base(registers_settings_6),
        .mailbox_lines(registers_settings_7[31:0]),
        .mailbox_tail(registers_settings_8[31:0]),
        .mailbox_head(agent_mailbox_head),
        .plans_done(agent_plans_done),
        .busy(event_3),
        .failed(agent_failed),
        .error(agent_error),
        .error_number(agent_error_number),
        .error_movement(agent_error_movement),
        .evicted(event_7),
        .loaded(event_8),
        .load_vector(agent_load_vector),
        .load_valid(agent_load_valid),
        .load_ready(uses_ready_2),
        .request_address(agent_request_address),
        .request_valid(agent_request_valid),
        .request_ready(peer_request_ready_5),
        .line_valid(peer_line_valid_5),
        .line(peer_line),
        .line_error(peer_line_error),
        .dram_araddr(agent_dram_araddr),
        .dram_arlen(agent_dram_arlen),
        .dram_arvalid(agent_dram_arvalid),
        .dram_arready(reads_s_arready_1),
        .dram_rdata(reads_s_rdata),
        .dram_rerror(reads_s_rerror),
        .dram_rvalid(reads_s_rvalid_1),
        .dram_awaddr(agent_dram_awaddr),
        .dram_awlen(agent_dram_awlen),
        .dram_awvalid(agent_dram_awvalid),
        .dram_awready(writes_s_awready_2),
        .dram_wdata(agent_dram_wdata),
        .dram_wlast(agent_dram_wlast),
        .dram_wvalid(agent_dram_wvalid),
        .dram_wready(writes_s_wready_2),
        .dram_berror(writes_s_berror),
        .dram_bvalid(writes_s_bvalid_2),
        .ssd_arid(m_axi_ssd_arid),
        .ssd_araddr(m_axi_ssd_araddr),
        .ssd_arlen(m_axi_ssd_arlen),
        .ssd_arvalid(agent_ssd_arvalid),
        .ssd_arready(ssd_guard_s_arready),
        .ssd_rid(m_axi_ssd_rid),
        .ssd_rdata(m_axi_ssd_rdata),
        .ssd_rresp(m_axi_ssd_rresp),
        .ssd_rlast(m_axi_ssd_rlast),
        .ssd_rvalid(ssd_guard_s_rvalid),
        .ssd_rready(agent_ssd_rready),
        .ssd_awaddr(agent_ssd_awaddr),
        .ssd_awlen(agent_ssd_awlen),
        .ssd_awvalid(agent_ssd_awvalid),
        .ssd_awready(ssd_guard_s_awready),
        .ssd_wdata(agent_ssd_wdata),
        .ssd_wlast(agent_ssd_wlast),
        .ssd_wvalid(agent_ssd_wvalid),
        .ssd_wready(ssd_guard_s_wready),
        .ssd_bresp(m_axi_ssd_bresp),
        .ssd_bvalid(ssd_guard_s_bvalid),
        .fault_0(fault_0)
    );

    emb_peer_reader_6 u_peer (
        .clock(peer_clock),
        .reset(reset),
        .cxl_cache_d2h_req_valid(cxl_cache_d2h_req_valid),
        .cxl_cache_d2h_req_ready(cxl_cache_d2h_req_ready),
        .cxl_cache_d2h_req_opcode(cxl_cache_d2h_req_opcode),
        .cxl_cache_d2h_req_cqid(cxl_cache_d2h_req_cqid),
        .cxl_cache_d2h_req_address(cxl_cache_d2h_req_address),
        .cxl_cache_d2h_rsp_valid(cxl_cache_d2h_rsp_valid),
        .cxl_cache_d2h_rsp_ready(cxl_cache_d2h_rsp_ready),
        .cxl_cache_d2h_rsp_opcode(cxl_cache_d2h_rsp_opcode),
        .cxl_cache_d2h_rsp_uqid(cxl_cache_d2h_rsp_uqid),
        .cxl_cache_d2h_data_valid(cxl_cache_d2h_data_valid),
        .cxl_cache_d2h_data_ready(cxl_cache_d2h_data_ready),
        .cxl_cache_d2h_data_uqid(cxl_cache_d2h_data_uqid),
        .cxl_cache_d2h_data_poison(cxl_cache_d2h_data_poison),
        .cxl_cache_d2h_data_data(cxl_cache_d2h_data_data),
        .cxl_cache_h2d_req_valid(cxl_cache_h2d_req_valid),
        .cxl_cache_h2d_req_ready(cxl_cache_h2d_req_ready),
        .cxl_cache_h2d_req_opcode(cxl_cache_h2d_req_opcode),
        .cxl_cache_h2d_req_uqid(cxl_cache_h2d_req_uqid),
        .cxl_cache_h2d_req_address(cxl_cache_h2d_req_address),
        .cxl_cache_h2d_rsp_valid(cxl_cache_h2d_rsp_valid),
        .cxl_cache_h2d_rsp_ready(cxl_cache_h2d_rsp_ready),
        .cxl_cache_h2d_rsp_opcode(cxl_cache_h2d_rsp_opcode),
        .cxl_cache_h2d_rsp_rsp_data(cxl_cache_h2d_rsp_rsp_data),
        .cxl_cache_h2d_rsp_cqid(cxl_cache_h2d_rsp_cqid),
        .cxl_cache_h2d_data_valid(cxl_cache_h2d_data_valid),
        .cxl_cache_h2d_data_ready(cxl_cache_h2d_data_ready),
        .cxl_cache_h2d_data_cqid(cxl_cache_h2d_data_cqid),
        .cxl_cache_h2d_data_go_err(cxl_cache_h2d_data_go_err),
        .cxl_cache_h2d_data_poison(cxl_cache_h2d_data_poison),
        .cxl_cache_h2d_data_data(cxl_cache_h2d_data_data),
        .request_address_0(kernel_stream_address_0),
        .request_address_1(kernel_stream_address_1),
        .request_address_2(kernel_stream_address_2),
        .request_address_3(kernel_stream_address_3),
        .request_address_4(kernel_stream_address_4),
        .request_address_5(agent_request_address),
        .request_valid_0(kernel_stream_valid_0),
        .request_valid_1(kernel_stream_valid_1),
        .request_valid_2(kernel_stream_valid_2),
        .request_valid_3(kernel_stream_valid_3),
        .request_valid_4(kernel_stream_valid_4),
        .request_valid_5(agent_request_valid),
        .request_ready_0(peer_request_ready_0),
        .request_ready_1(peer_request_ready_1),
        .request_ready_2(peer_request_ready_2),
        .request_ready_3(peer_request_ready_3),
        .request_ready_4(peer_request_ready_4),
        .request_ready_5(peer_request_ready_5),
        .line(peer_line),
        .line_error(peer_line_error),
        .line_valid_0(peer_line_valid_0),
        .line_valid_1(peer_line_valid_1),
        .line_valid_2(peer_line_valid_2),
        .line_valid_3(peer_line_valid_3),
        .line_valid_4(peer_line_valid_4),
        .line_valid_5(peer_line_valid_5),
        .fetched(event_12)
    );

    emb_tx_settings u_buffers (
        .clock(buffers_clock),
        .hold(iteration_busy),
        .hdm_base(registers_settings_0),
        .tx_bytes(registers_settings_1[31:0]),
        .layout_good(iteration_layout_good),
        .served_base(buffers_served_base),
        .served_bytes(buffers_served_bytes),
        .served_good(buffers_served_good)
    );

    emb_tx_target u_target (
        .clock(clock),
        .reset(reset),
        .hdm_base(buffers_served_base),
        .tx_bytes(buffers_served_bytes),
        .layout_good(buffers_served_good),
        .writing(iteration_running),
        .new_buffer(iteration_new_buffer),
        .cxl_mem_m2s_req_valid(cxl_mem_m2s_req_valid),
        .cxl_mem_m2s_req_ready(cxl_mem_m2s_req_ready),
        .cxl_mem_m2s_req_opcode(cxl_mem_m2s_req_opcode),
        .cxl_mem_m2s_req_snp_type(cxl_mem_m2s_req_snp_type),
        .cxl_mem_m2s_req_meta_field(cxl_mem_m2s_req_meta_field),
        .cxl_mem_m2s_req_meta_value(cxl_mem_m2s_req_meta_value),
        .cxl_mem_m2s_req_tag(cxl_mem_m2s_req_tag),
        .cxl_mem_m2s_req_address(cxl_mem_m2s_req_address),
        .cxl_mem_m2s_rwd_valid(cxl_mem_m2s_rwd_valid),
        .cxl_mem_m2s_rwd_ready(cxl_mem_m2s_rwd_ready),
        .cxl_mem_m2s_rwd_opcode(cxl_mem_m2s_rwd_opcode),
        .cxl_mem_m2s_rwd_snp_type(cxl_mem_m2s_rwd_snp_type),
        .cxl_mem_m2s_rwd_meta_field(cxl_mem_m2s_rwd_meta_field),
        .cxl_mem_m2s_rwd_meta_value(cxl_mem_m2s_rwd_meta_value),
        .cxl_mem_m2s_rwd_tag(cxl_mem_m2s_rwd_tag),
        .cxl_mem_m2s_rwd_address(cxl_mem_m2s_rwd_address),
        .cxl_mem_m2s_rwd_poison(cxl_mem_m2s_rwd_poison),
        .cxl_mem_m2s_rwd_be(cxl_mem_m2s_rwd_be),
        .cxl_mem_m2s_rwd_data(cxl_mem_m2s_rwd_data),
        .cxl_mem_s2m_ndr_valid(cxl_mem_s2m_ndr_valid),
        .cxl_mem_s2m_ndr_ready(cxl_mem_s2m_ndr_ready),
        .cxl_mem_s2m_ndr_opcode(cxl_mem_s2m_ndr_opcode),
        .cxl_mem_s2m_ndr_meta_field(cxl_mem_s2m_ndr_meta_field),
        .cxl_mem_s2m_ndr_meta_value(cxl_mem_s2m_ndr_meta_value),
        .cxl_mem_s2m_ndr_tag(cxl_mem_s2m_ndr_tag),
        .cxl_mem_s2m_ndr_dev_load(cxl_mem_s2m_ndr_dev_load),
        .cxl_mem_s2m_drs_valid(cxl_mem_s2m_drs_valid),
        .cxl_mem_s2m_drs_ready(cxl_mem_s2m_drs_ready),
        .cxl_mem_s2m_drs_opcode(cxl_mem_s2m_drs_opcode),
        .cxl_mem_s2m_drs_meta_field(cxl_mem_s2m_drs_meta_field),
        .cxl_mem_s2m_drs_meta_value(cxl_mem_s2m_drs_meta_value),
        .cxl_mem_s2m_drs_tag(cxl_mem_s2m_drs_tag),
        .cxl_mem_s2m_drs_poison(cxl_mem_s2m_drs_poison),
        .cxl_mem_s2m_drs_dev_load(cxl_mem_s2m_drs_dev_load),
        .cxl_mem_s2m_drs_data(cxl_mem_s2m_drs_data),
        .keep(target_keep),
        .keep_valid(target_keep_valid),
        .keep_ready(tracker_keep_ready),
        .keep_wanted(target_keep_wanted),
        .araddr(target_araddr),
        .arvalid(target_arvalid),
        .arready(reads_s_arready_2),
        .rdata(reads_s_rdata),
        .rerror(reads_s_rerror),
        .rvalid(reads_s_rvalid_2),
        .read_done(event_13),
        .refused(event_15)
    );

    emb_tx_tracker_s1_l256_faults u_tracker (
        .clock(clock),
        .reset(reset),
        .hdm_base(buffers_served_base),
        .back_invalidate_s2m_bisnp_valid(back_invalidate_s2m_bisnp_valid),
        .back_invalidate_s2m_bisnp_ready(back_invalidate_s2m_bisnp_ready),
        .back_invalidate_s2m_bisnp_opcode(back_invalidate_s2m_bisnp_opcode),
        .back_invalidate_s2m_bisnp_bi_tag(back_invalidate_s2m_bisnp_bi_tag),
        .back_invalidate_s2m_bisnp_address(back_invalidate_s2m_bisnp_address),
        .back_invalidate_m2s_birsp_valid(back_invalidate_m2s_birsp_valid),
        .back_invalidate_m2s_birsp_ready(back_invalidate_m2s_birsp_ready),
        .back_invalidate_m2s_birsp_opcode(back_invalidate_m2s_birsp_opcode),
        .back_invalidate_m2s_birsp_bi_tag(back_invalidate_m2s_birsp_bi_tag),
        .keep(target_keep),
        .keep_valid(target_keep_valid),
        .keep_ready(tracker_keep_ready),
        .keep_wanted(target_keep_wanted),
        .s_awaddr(kernel_awaddr_1),
        .s_awvalid(kernel_awvalid_1),
        .s_awready(tracker_s_awready),
        .m_awaddr(tracker_m_awaddr),
        .m_awvalid(tracker_m_awvalid),
        .m_awready(writes_s_awready_1),
        .snooped(event_14),
        .fault_0(fault_0)
    );

    emb_block_fifo #(.WIDTH(513), .LOG_DEPTH(8)) u_outputs (
        .clock(clock),
        .reset(reset),
        .in_data({kernel_wlast_1, kernel_wdata_1}),
        .in_valid(kernel_wvalid_1),
        .in_ready(outputs_in_ready),
        .out_data(outputs_out_data),
        .out_valid(outputs_out_valid),
        .out_ready(writes_s_wready_1)
    );

    emb_access_counters u_uses (
        .clock(uses_clock),
        .reset(reset),
        .vector_0(read_offset[31:0]),
        .vector_1(write_offset[31:0]),
        .vector_2(agent_load_vector),
        .valid_0(uses_valid_0),
        .valid_1(uses_valid_1),
        .valid_2(agent_load_valid),
        .ready_0(uses_ready_0),
        .ready_1(uses_ready_1),
        .ready_2(uses_ready_2),
        .index(registers_settings_21[13:0]),
        .count(uses_count)
    );

    emb_burst_read_mux_3 u_reads (
        .clock(reads_clock),
        .reset(reset),
        .s_araddr_0(kernel_ev_araddr),
        .s_araddr_1(agent_dram_araddr),
        .s_araddr_2(target_araddr),
        .s_arlen_0(kernel_ev_arlen),
        .s_arlen_1(agent_dram_arlen),
        .s_arlen_2(ONE_LINE),
        .s_arvalid_0(reads_s_arvalid_0),
        .s_arvalid_1(agent_dram_arvalid),
        .s_arvalid_2(target_arvalid),
        .s_arready_0(reads_s_arready_0),
        .s_arready_1(reads_s_arready_1),
        .s_arready_2(reads_s_arready_2),
        .s_rdata(reads_s_rdata),
        .s_rerror(reads_s_rerror),
        .s_rvalid_0(reads_s_rvalid_0),
        .s_rvalid_1(reads_s_rvalid_1),
        .s_rvalid_2(reads_s_rvalid_2),
        .m_arid(m_axi_dram_arid),
        .m_araddr(m_axi_dram_araddr),
        .m_arlen(m_axi_dram_arlen),
        .m_arvalid(reads_m_arvalid),
        .m_arready(dram_guard_s_arready),
        .m_rid(m_axi_dram_rid),
        .m_rdata(m_axi_dram_rdata),
        .m_rresp(m_axi_dram_rresp),
        .m_rlast(m_axi_dram_rlast),
        .m_rvalid(dram_guard_s_rvalid),
        .m_rready(reads_m_rready)
    );

    emb_burst_write_mux_3 u_writes (
        .clock(writes_clock),
        .reset(reset),
        .s_awaddr_0(kernel_awaddr_0),
        .s_awaddr_1(tracker_m_awaddr),
        .s_awaddr_2(agent_dram_awaddr),
        .s_awlen_0(kernel_awlen_0),
        .s_awlen_1(kernel_awlen_1),
        .s_awlen_2(agent_dram_awlen),
        .s_awvalid_0(writes_s_awvalid_0),
        .s_awvalid_1(tracker_m_awvalid),
        .s_awvalid_2(agent_dram_awvalid),
        .s_awready_0(writes_s_awready_0),
        .s_awready_1(writes_s_awready_1),
        .s_awready_2(writes_s_awready_2),
        .s_wdata_0(kernel_wdata_0),
        .s_wdata_1(outputs_out_data[511:0]),
        .s_wdata_2(agent_dram_wdata),
        .s_wlast_0(kernel_wlast_0),
        .s_wlast_1(outputs_out_data[512]),
        .s_wlast_2(agent_dram_wlast),
        .s_wvalid_0(kernel_wvalid_0),
        .s_wvalid_1(outputs_out_valid),
        .s_wvalid_2(agent_dram_wvalid),
        .s_wready_0(writes_s_wready_0),
        .s_wready_1(writes_s_wready_1),
        .s_wready_2(writes_s_wready_2),
        .s_berror(writes_s_berror),
        .s_bvalid_0(writes_s_bvalid_0),
        .s_bvalid_1(writes_s_bvalid_1),
        .s_bvalid_2(writes_s_bvalid_2),
        .m_awid(writes_m_awid),
        .m_awaddr(writes_m_awaddr),
        .m_awlen(writes_m_awlen),
        .m_awvalid(writes_m_awvalid),
        .m_awready(dram_guard_s_awready),
        .m_wdata(writes_m_wdata),
        .m_wlast(writes_m_wlast),
        .m_wvalid(writes_m_wvalid),
        .m_wready(dram_guard_s_wready),
        .m_bid(m_axi_dram_bid),
        .m_bresp(m_axi_dram_bresp),
        .m_bvalid(dram_guard_s_bvalid)
    );

    emb_reset_guard u_dram_guard (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_awid(writes_m_awid),
        .s_awaddr(writes_m_awaddr),
        .s_awlen(writes_m_awlen),
        .s_awvalid(writes_m_awvalid),
        .s_awready(dram_guard_s_awready),
        .s_wdata(writes_m_wdata),
        .s_wlast(writes_m_wlast),
        .s_wvalid(writes_m_wvalid),
        .s_wready(dram_guard_s_wready),
        .s_bvalid(dram_guard_s_bvalid),
        .s_arvalid(reads_m_arvalid),
        .s_arready(dram_guard_s_arready),
        .s_rvalid(dram_guard_s_rvalid),
        .s_rready(reads_m_rready),
        .m_awid(m_axi_dram_awid),
        .m_awaddr(m_axi_dram_awaddr),
        .m_awlen(m_axi_dram_awlen),
        .m_awvalid(m_axi_dram_awvalid),
        .m_awready(m_axi_dram_awready),
        .m_wdata(m_axi_dram_wdata),
        .m_wstrb(m_axi_dram_wstrb),
        .m_wlast(m_axi_dram_wlast),
        .m_wvalid(m_axi_dram_wvalid),
        .m_wready(m_axi_dram_wready),
        .m_bvalid(m_axi_dram_bvalid),
        .m_bready(m_axi_dram_bready),
        .m_arvalid(m_axi_dram_arvalid),
        .m_arready(m_axi_dram_arready),
        .m_rlast(m_axi_dram_rlast),
        .m_rvalid(m_axi_dram_rvalid),
        .m_rready(m_axi_dram_rready)
    );

    emb_reset_guard u_ssd_guard (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_awid(9'd0),
        .s_awaddr(agent_ssd_awaddr),
        .s_awlen(agent_ssd_awlen),
        .s_awvalid(agent_ssd_awvalid),
        .s_awready(ssd_guard_s_awready),
        .s_wdata(agent_ssd_wdata),
        .s_wlast(agent_ssd_wlast),
        .s_wvalid(agent_ssd_wvalid),
        .s_wready(ssd_guard_s_wready),
        .s_bvalid(ssd_guard_s_bvalid),
        .s_arvalid(agent_ssd_arvalid),
        .s_arready(ssd_guard_s_arready),
        .s_rvalid(ssd_guard_s_rvalid),
        .s_rready(agent_ssd_rready),
        .m_awid(m_axi_ssd_awid),
        .m_awaddr(m_axi_ssd_awaddr),
        .m_awlen(m_axi_ssd_awlen),
        .m_awvalid(m_axi_ssd_awvalid),
        .m_awready(m_axi_ssd_awready),
        .m_wdata(m_axi_ssd_wdata),
        .m_wstrb(m_axi_ssd_wstrb),
        .m_wlast(m_axi_ssd_wlast),
        .m_wvalid(m_axi_ssd_wvalid),
        .m_wready(m_axi_ssd_wready),
        .m_bvalid(m_axi_ssd_bvalid),
        .m_bready(m_axi_ssd_bready),
        .m_arvalid(m_axi_ssd_arvalid),
        .m_arready(m_axi_ssd_arready),
        .m_rlast(m_axi_ssd_rlast),
        .m_rvalid(m_axi_ssd_rvalid),
        .m_rready(m_axi_ssd_rready)
    );

    emb_event_counter_1 u_counter_0 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_0),
        .count(counter_0_count)
    );

    emb_event_counter_1 u_counter_1 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_1),
        .count(counter_1_count)
    );

    emb_event_counter_1 u_counter_2 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_2),
        .count(counter_2_count)
    );

    emb_event_counter_1 u_counter_3 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_3),
        .count(counter_3_count)
    );

    emb_event_counter_1 u_counter_4 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_4),
        .count(counter_4_count)
    );

    emb_event_counter_1 u_counter_5 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_5),
        .count(counter_5_count)
    );

    emb_event_counter_1 u_counter_6 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_6),
        .count(counter_6_count)
    );

    emb_event_counter_1 u_counter_7 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_7),
        .count(counter_7_count)
    );

    emb_event_counter_1 u_counter_8 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_8),
        .count(counter_8_count)
    );

    emb_event_counter_1 u_counter_9 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_9),
        .count(counter_9_count)
    );

    emb_event_counter_1 u_counter_10 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_10),
        .count(counter_10_count)
    );

    emb_event_counter_1 u_counter_11 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_11),
        .count(counter_11_count)
    );

    emb_event_counter_1 u_counter_12 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_12),
        .count(counter_12_count)
    );

    emb_event_counter_1 u_counter_13 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_13),
        .count(counter_13_count)
    );

    emb_event_counter_1 u_counter_14 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_14),
        .count(counter_14_count)
    );

    emb_event_counter_1 u_counter_15 (
        .clock(clock),
        .reset(reset),
        .clear(clear_counters),
        .event_0(event_15),
        .count(counter_15_count)
    );

    // Registers.
    assign registers_clock = clock;
    assign clear_status = registers_acts_1 & registers_act_value[0];
    assign clear_counters = registers_acts_1 & registers_act_value[1];
    assign clear_agent = registers_acts_1 & registers_act_value[2];
    assign irq = iteration_done | iteration_failed | agent_failed;
    assign idle = ~iteration_busy & ~event_3;

    // Iterations.
    assign iteration_clock = clock;
    assign kernel_cache_base = {32'd0, iteration_kernel_cache_base};

    // The kernel.
    assign kernel_clock = clock;

    // The cache agent.
    assign agent_clock = clock;

    // Lines of the host and its peers.
    assign peer_clock = clock;

    // TX buffers.
    assign buffers_clock = clock;

    // Uses of EVs are counted where they are read and written.
    assign uses_clock = clock;
    assign read_offset = (kernel_ev_araddr - kernel_cache_base) >> 3'd6;
    assign write_offset = (kernel_awaddr_0 - kernel_cache_base) >> 3'd6;
    assign uses_valid_0 = kernel_ev_arvalid & reads_s_arready_0;
    assign uses_valid_1 = kernel_awvalid_0 & writes_s_awready_0;

    // DRAM: reads.
    assign reads_clock = clock;
    assign reads_s_arvalid_0 = kernel_ev_arvalid & uses_ready_0;
    assign kernel_ev_arready = reads_s_arready_0 & uses_ready_0;
    assign m_axi_dram_arsize = LINE_SIZE;
    assign m_axi_dram_arburst = INCR;
    assign m_axi_dram_arlock = 1'b0;
    assign m_axi_dram_arcache = BUFFERABLE;
    assign m_axi_dram_arprot = 3'd0;
    assign m_axi_dram_arqos = 4'd0;

    // DRAM: writes. Outputs pass the tracker first.
    assign writes_clock = clock;
    assign writes_s_awvalid_0 = kernel_awvalid_0 & uses_ready_1;
    assign kernel_awready_0 = writes_s_awready_0 & uses_ready_1;
    assign m_axi_dram_awsize = LINE_SIZE;
    assign m_axi_dram_awburst = INCR;
    assign m_axi_dram_awlock = 1'b0;
    assign m_axi_dram_awcache = BUFFERABLE;
    assign m_axi_dram_awprot = 3'd0;
    assign m_axi_dram_awqos = 4'd0;

    // SSD.
    assign m_axi_ssd_aruser = ATTRIBUTES;
    assign m_axi_ssd_awuser = ATTRIBUTES;
    assign m_axi_ssd_arsize = LINE_SIZE;
    assign m_axi_ssd_arburst = INCR;
    assign m_axi_ssd_arlock = 1'b0;
    assign m_axi_ssd_arcache = BUFFERABLE;
    assign m_axi_ssd_arprot = 3'd0;
    assign m_axi_ssd_arqos = 4'd0;
    assign m_axi_ssd_awsize = LINE_SIZE;
    assign m_axi_ssd_awburst = INCR;
    assign m_axi_ssd_awlock = 1'b0;
    assign m_axi_ssd_awcache = BUFFERABLE;
    assign m_axi_ssd_awprot = 3'd0;
    assign m_axi_ssd_awqos = 4'd0;

    // Counters.
    assign event_0 = 1'b1;
    assign event_9 = kernel_ev_arvalid & kernel_ev_arready;
    assign event_10 = writes_s_bvalid_0 & ~writes_s_berror;
    assign event_11 = writes_s_bvalid_1 & ~writes_s_berror;

    // Bits that the design does not need.
    wire _unused = &{
        m_axi_ssd_bid,
        read_offset[63:32],
        write_offset[63:32],
        registers_settings_1[63:32],
        registers_settings_3[63:32],
        registers_settings_7[63:32],
        registers_settings_8[63:32],
        registers_settings_13[63:28],
        registers_settings_14[63:28],
        registers_settings_15[63:28],
        registers_settings_16[63:28],
        registers_settings_18[63:26],
        registers_settings_19[63:32],
        registers_settings_20[63:32],
        registers_settings_21[63:14],
        registers_sets_0,
        registers_sets_1,
        registers_sets_2,
        registers_sets_3,
        registers_sets_4,
        registers_sets_5,
        registers_sets_6,
        registers_sets_7,
        registers_sets_8,
        registers_sets_9,
        registers_sets_10,
        registers_sets_11,
        registers_sets_12,
        registers_sets_13,
        registers_sets_14,
        registers_sets_15,
        registers_sets_16,
        registers_sets_17,
        registers_sets_18,
        registers_sets_19,
        registers_sets_20,
        registers_sets_21,
        registers_setting_value,
        registers_act_value[63:8],
        1'b0
    };

endmodule

`default_nettype wire
