// CXL Type-2 memory expander that pools and updates embedding vectors next to its memory. Registers on
// s_axil, memory channels on m_axi, volatile scratchpad on m_axi_scratch. A line a cycle from every channel.
// Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_cxl_mem_faults (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:m_axi_0:m_axi_scratch_0, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    input  wire         memory_reset,
    input  wire         flat,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
    output wire         irq,
    output wire         lookup_done,
    output wire         update_done,
    output wire         stage_done,
    output wire         accumulation_done,
    output wire         rows_logged,
    output wire         parameters_logged,
    output wire         waiting,
    output wire         durable_0,
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWID" *)
    output wire [8:0]   m_axi_0_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWADDR" *)
    output wire [63:0]  m_axi_0_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWLEN" *)
    output wire [7:0]   m_axi_0_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWSIZE" *)
    output wire [2:0]   m_axi_0_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWBURST" *)
    output wire [1:0]   m_axi_0_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWLOCK" *)
    output wire         m_axi_0_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWCACHE" *)
    output wire [3:0]   m_axi_0_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWPROT" *)
    output wire [2:0]   m_axi_0_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWQOS" *)
    output wire [3:0]   m_axi_0_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWVALID" *)
    output wire         m_axi_0_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWREADY" *)
    input  wire         m_axi_0_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WDATA" *)
    output wire [511:0] m_axi_0_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WSTRB" *)
    output wire [63:0]  m_axi_0_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WLAST" *)
    output wire         m_axi_0_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WVALID" *)
    output wire         m_axi_0_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WREADY" *)
    input  wire         m_axi_0_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BID" *)
    input  wire [8:0]   m_axi_0_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BRESP" *)
    input  wire [1:0]   m_axi_0_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BVALID" *)
    input  wire         m_axi_0_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BREADY" *)
    output wire         m_axi_0_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARID" *)
    output wire [8:0]   m_axi_0_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARADDR" *)
    output wire [63:0]  m_axi_0_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARLEN" *)
    output wire [7:0]   m_axi_0_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARSIZE" *)
    output wire [2:0]   m_axi_0_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARBURST" *)
    output wire [1:0]   m_axi_0_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARLOCK" *)
    output wire         m_axi_0_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARCACHE" *)
    output wire [3:0]   m_axi_0_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARPROT" *)
    output wire [2:0]   m_axi_0_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARQOS" *)
    output wire [3:0]   m_axi_0_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARVALID" *)
    output wire         m_axi_0_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARREADY" *)
    input  wire         m_axi_0_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RID" *)
    input  wire [8:0]   m_axi_0_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RDATA" *)
    input  wire [511:0] m_axi_0_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RRESP" *)
    input  wire [1:0]   m_axi_0_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RLAST" *)
    input  wire         m_axi_0_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RVALID" *)
    input  wire         m_axi_0_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RREADY" *)
    output wire         m_axi_0_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_scratch_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWID" *)
    output wire [8:0]   m_axi_scratch_0_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWADDR" *)
    output wire [63:0]  m_axi_scratch_0_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWLEN" *)
    output wire [7:0]   m_axi_scratch_0_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWSIZE" *)
    output wire [2:0]   m_axi_scratch_0_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWBURST" *)
    output wire [1:0]   m_axi_scratch_0_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWLOCK" *)
    output wire         m_axi_scratch_0_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWCACHE" *)
    output wire [3:0]   m_axi_scratch_0_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWPROT" *)
    output wire [2:0]   m_axi_scratch_0_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWQOS" *)
    output wire [3:0]   m_axi_scratch_0_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWVALID" *)
    output wire         m_axi_scratch_0_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWREADY" *)
    input  wire         m_axi_scratch_0_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WDATA" *)
    output wire [511:0] m_axi_scratch_0_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WSTRB" *)
    output wire [63:0]  m_axi_scratch_0_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WLAST" *)
    output wire         m_axi_scratch_0_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WVALID" *)
    output wire         m_axi_scratch_0_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WREADY" *)
    input  wire         m_axi_scratch_0_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BID" *)
    input  wire [8:0]   m_axi_scratch_0_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BRESP" *)
    input  wire [1:0]   m_axi_scratch_0_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BVALID" *)
    input  wire         m_axi_scratch_0_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BREADY" *)
    output wire         m_axi_scratch_0_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARID" *)
    output wire [8:0]   m_axi_scratch_0_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARADDR" *)
    output wire [63:0]  m_axi_scratch_0_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARLEN" *)
    output wire [7:0]   m_axi_scratch_0_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARSIZE" *)
    output wire [2:0]   m_axi_scratch_0_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARBURST" *)
    output wire [1:0]   m_axi_scratch_0_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARLOCK" *)
    output wire         m_axi_scratch_0_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARCACHE" *)
    output wire [3:0]   m_axi_scratch_0_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARPROT" *)
    output wire [2:0]   m_axi_scratch_0_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARQOS" *)
    output wire [3:0]   m_axi_scratch_0_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARVALID" *)
    output wire         m_axi_scratch_0_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARREADY" *)
    input  wire         m_axi_scratch_0_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RID" *)
    input  wire [8:0]   m_axi_scratch_0_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RDATA" *)
    input  wire [511:0] m_axi_scratch_0_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RRESP" *)
    input  wire [1:0]   m_axi_scratch_0_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RLAST" *)
    input  wire         m_axi_scratch_0_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RVALID" *)
    input  wire         m_axi_scratch_0_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RREADY" *)
    output wire         m_axi_scratch_0_rready,
    input  wire [3:0]   fault_0
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;
    localparam [1:0] BURST_INCR = 2'd1;
    localparam [2:0] BURST_SIZE = 3'd6;
    localparam [3:0] CACHEABLE = 4'd3;
    localparam [31:0] CAPABILITIES = 32'h01000001;
    localparam [3:0] EARLY_UPDATE_0 = 4'd7;
    localparam [63:0] FLAT_PERSISTENT = 64'd1;
    localparam [63:0] FLAT_SCRATCHPAD = 64'h0008000000000001;
    localparam [63:0] PERSISTENT_BYTES = 64'h0000010000000000;
    localparam [21:0] PERSISTENT_GIB = 22'h000400;

    reg [63:0] gradients = 64'd0;
    reg forgot = 1'b0;
    reg forgot_before = 1'b0;

    wire [63:0] gradients_rest;
    wire [63:0] gradients_kept;
    wire [63:0] gradients_left;
    wire [63:0] gradients_needed;
    wire counts_anew;
    wire is_flat_out_bit;
    wire registers_clock;
    wire [63:0] registers_settings_0;
    wire [63:0] registers_settings_1;
    wire [63:0] registers_settings_2;
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
    wire [63:0] registers_settings_22;
    wire [63:0] registers_settings_23;
    wire [63:0] registers_settings_24;
    wire [63:0] registers_settings_25;
    wire [63:0] registers_settings_26;
    wire [63:0] registers_settings_27;
    wire [63:0] registers_settings_28;
    wire [63:0] registers_settings_29;
    wire [63:0] registers_settings_30;
    wire [63:0] registers_settings_31;
    wire [63:0] registers_settings_32;
    wire [63:0] registers_settings_33;
    wire [63:0] registers_settings_34;
    wire [63:0] registers_settings_35;
    wire [63:0] registers_settings_36;
    wire [63:0] registers_settings_37;
    wire [63:0] registers_settings_38;
    wire [63:0] registers_settings_39;
    wire [63:0] registers_settings_40;
    wire [63:0] registers_settings_41;
    wire [63:0] registers_settings_42;
    wire [63:0] registers_settings_43;
    wire [63:0] registers_settings_44;
    wire [63:0] registers_settings_45;
    wire [7:0] registers_doorbell;
    wire registers_doorbell_valid;
    wire registers_clear_status;
    wire registers_clear_counters;
    wire registers_clear_poison;
    wire registers_decoder_refused;
    wire [63:0] registers_decoder;
    wire registers_poison;
    wire computing_clock;
    wire [2:0] computing_status;
    wire [7:0] computing_error;
    wire [63:0] computing_error_position;
    wire computing_gradients_ready;
    wire computing_gradients_taken;
    wire [63:0] computing_counted_base;
    wire [63:0] computing_counted_bytes;
    wire [31:0] computing_counted_lines;
    wire computing_counts_elsewhere;
    wire computing_flush_start;
    wire [63:0] computing_flush_source;
    wire [63:0] computing_flush_lines;
    wire [63:0] computing_flush_target;
    wire computing_rows_start;
    wire computing_parameters_start;
    wire computing_log_done;
    wire [63:0] computing_record;
    wire [31:0] computing_record_lines;
    wire [31:0] computing_configuration;
    wire [63:0] computing_batch_number;
    wire [31:0] computing_vector_length;
    wire [4:0] computing_vector_lines;
    wire [63:0] computing_row_directory;
    wire [63:0] computing_unique_rows;
    wire [31:0] computing_table_count;
    wire [31:0] computing_row_count;
    wire [63:0] computing_parameter_source;
    wire computing_after_rows;
    wire computing_after_parameters;
    wire [15:0] computing_lag;
    wire computing_staged;
    wire [63:0] computing_staged_base;
    wire computing_in_window;
    wire computing_waiting;
    wire [8:0] computing_row_arid_0;
    wire [63:0] computing_row_araddr_0;
    wire computing_row_arvalid_0;
    wire [8:0] computing_scratch_arid_0;
    wire [63:0] computing_scratch_araddr_0;
    wire computing_scratch_arvalid_0;
    wire [63:0] computing_write_address_0;
    wire [511:0] computing_write_data_0;
    wire computing_row_write_valid_0;
    wire computing_scratch_write_valid_0;
    wire computing_busy;
    wire computing_checking;
    wire computing_lookup_done;
    wire computing_row_hit_0;
    wire computing_hazard_0;
    wire computing_directory_line_0;
    wire computing_directory_line_1;
    wire computing_offset_line_0;
    wire computing_offset_line_1;
    wire computing_segment_line_0;
    wire computing_segment_line_1;
    wire computing_entry_line_0;
    wire computing_entry_line_1;
    wire computing_entry_line_2;
    wire computing_entry_line_3;
    wire computing_entry_line_4;
    wire computing_entry_line_5;
    wire computing_scale_line_0;
    wire computing_gradient_line_0;
    wire [63:0] target_hdm_base_0;
    wire [63:0] target_hdm_base_1;
    wire target_read_done;
    wire target_write_done;
    wire target_watched;
    wire target_unwatched;
    wire target_forget;
    wire target_counting;
    wire target_poison_overflow;
    wire target_cxl_mem_m2s_req_valid;
    wire [63:0] target_channel_read_address_0;
    wire target_channel_read_valid_0;
    wire [63:0] target_scratch_read_address_0;
    wire target_scratch_read_valid_0;
    wire [511:0] target_write_data;
    wire [63:0] target_write_strobes;
    wire target_write_poison;
    wire [63:0] target_channel_write_address;
    wire target_channel_write_valid_0;
    wire [63:0] target_scratch_write_address;
    wire target_scratch_write_valid_0;
    wire dcoh_cxl_cache_d2h_req_valid;
    wire dcoh_flush_idle;
    wire dcoh_flush_sent;
    wire dcoh_flush_failed;
    wire dcoh_flush_unreadable;
    wire [63:0] dcoh_flush_unreadable_address;
    wire dcoh_fetch_valid;
    wire [512:0] dcoh_fetch_line;
    wire dcoh_waiting;
    wire [63:0] dcoh_request_address_0;
    wire dcoh_request_valid_0;
    wire checkpointing_clock;
    wire checkpointing_permits;
    wire checkpointing_rows_idle;
    wire [32:0] checkpointing_rows_record_lines;
    wire checkpointing_parameters_idle;
    wire [32:0] checkpointing_parameters_record_lines;
    wire checkpointing_failed;
    wire [63:0] checkpointing_failed_record;
    wire checkpointing_waiting;
    wire checkpointing_parameter_ready;
    wire [8:0] checkpointing_list_arid_0;
    wire [63:0] checkpointing_list_araddr_0;
    wire checkpointing_list_arvalid_0;
    wire [8:0] checkpointing_row_arid_0;
    wire [63:0] checkpointing_row_araddr_0;
    wire checkpointing_row_arvalid_0;
    wire [63:0] checkpointing_row_log_address_0;
    wire [511:0] checkpointing_row_log_data_0;
    wire checkpointing_row_log_valid_0;
    wire [63:0] checkpointing_parameter_log_address_0;
    wire [511:0] checkpointing_parameter_log_data_0;
    wire checkpointing_parameter_log_valid_0;
    wire channel_0_clock;
    wire channel_0_s_arready_0;
    wire channel_0_s_arready_1;
    wire channel_0_s_arready_2;
    wire channel_0_s_arready_3;
    wire [8:0] channel_0_s_rid;
    wire [512:0] channel_0_s_rline;
    wire channel_0_s_rvalid_0;
    wire channel_0_s_rvalid_1;
    wire channel_0_s_rvalid_2;
    wire channel_0_s_rvalid_3;
    wire channel_0_s_wready_0;
    wire channel_0_s_wready_1;
    wire channel_0_s_wready_2;
    wire channel_0_s_wready_3;
    wire channel_0_s_berror;
    wire channel_0_s_bvalid_0;
    wire channel_0_s_bvalid_1;
    wire channel_0_s_bvalid_2;
    wire channel_0_s_bvalid_3;
    wire [8:0] channel_0_m_arid;
    wire [63:0] channel_0_m_araddr;
    wire channel_0_m_arvalid;
    wire channel_0_m_rready;
    wire [63:0] channel_0_m_awaddr;
    wire [3:0] channel_0_m_awsource;
    wire channel_0_m_awvalid;
    wire [511:0] channel_0_m_wdata;
    wire [63:0] channel_0_m_wstrb;
    wire channel_0_m_wpoison;
    wire channel_0_m_wvalid;
    wire channel_0_m_bready;
    wire scratch_0_s_arready_0;
    wire scratch_0_s_arready_1;
    wire scratch_0_s_arready_2;
    wire scratch_0_s_arready_3;
    wire [8:0] scratch_0_s_rid;
    wire [512:0] scratch_0_s_rline;
    wire scratch_0_s_rvalid_0;
    wire scratch_0_s_rvalid_1;
    wire scratch_0_s_rvalid_2;
    wire scratch_0_s_rvalid_3;
    wire scratch_0_s_wready_0;
    wire scratch_0_s_wready_1;
    wire scratch_0_s_wready_2;
    wire scratch_0_s_wready_3;
    wire scratch_0_s_berror;
    wire scratch_0_s_bvalid_0;
    wire scratch_0_s_bvalid_1;
    wire scratch_0_s_bvalid_2;
    wire scratch_0_s_bvalid_3;
    wire [8:0] scratch_0_m_arid;
    wire [63:0] scratch_0_m_araddr;
    wire scratch_0_m_arvalid;
    wire scratch_0_m_rready;
    wire [63:0] scratch_0_m_awaddr;
    wire [3:0] scratch_0_m_awsource;
    wire scratch_0_m_awvalid;
    wire [511:0] scratch_0_m_wdata;
    wire [63:0] scratch_0_m_wstrb;
    wire scratch_0_m_wpoison;
    wire scratch_0_m_wvalid;
    wire scratch_0_m_bready;
    wire controller_0_clock;
    wire controller_0_s_arready;
    wire [8:0] controller_0_s_rid;
    wire [511:0] controller_0_s_rdata;
    wire [1:0] controller_0_s_rresp;
    wire controller_0_s_rvalid;
    wire controller_0_s_awstream;
    wire controller_0_s_awready;
    wire controller_0_s_wready;
    wire [1:0] controller_0_s_bresp;
    wire controller_0_s_bvalid;
    wire [63:0] controller_0_m_araddr;
    wire controller_0_m_arvalid;
    wire controller_0_m_rready;
    wire [63:0] controller_0_m_awaddr;
    wire controller_0_m_awvalid;
    wire [511:0] controller_0_m_wdata;
    wire [63:0] controller_0_m_wstrb;
    wire controller_0_m_wpoison;
    wire controller_0_m_wvalid;
    wire controller_0_m_bready;
    wire channel_port_0_poison_overflow;
    wire channel_port_0_s_arready;
    wire [8:0] channel_port_0_s_rid;
    wire [511:0] channel_port_0_s_rdata;
    wire [1:0] channel_port_0_s_rresp;
    wire channel_port_0_s_rvalid;
    wire channel_port_0_s_awready;
    wire channel_port_0_s_wready;
    wire [1:0] channel_port_0_s_bresp;
    wire channel_port_0_s_bvalid;
    wire [8:0] channel_port_0_m_awid;
    wire scratch_port_0_poison_overflow;
    wire scratch_port_0_s_arready;
    wire [8:0] scratch_port_0_s_rid;
    wire [511:0] scratch_port_0_s_rdata;
    wire [1:0] scratch_port_0_s_rresp;
    wire scratch_port_0_s_rvalid;
    wire scratch_port_0_s_awready;
    wire scratch_port_0_s_wready;
    wire [1:0] scratch_port_0_s_bresp;
    wire scratch_port_0_s_bvalid;
    wire [8:0] scratch_port_0_m_awid;
    wire cycles_clock;
    wire [63:0] cycles_count;
    wire busy_cycles_event_0;
    wire [63:0] busy_cycles_count;
    wire [63:0] check_cycles_count;
    wire [63:0] lookups_count;
    wire [63:0] updates_count;
    wire [63:0] hazard_cycles_count;
    wire [63:0] row_cache_hits_count;
    wire [63:0] lines_directory_count;
    wire [63:0] lines_offset_count;
    wire [63:0] lines_segment_count;
    wire [63:0] lines_entry_count;
    wire [63:0] lines_scale_count;
    wire [63:0] lines_gradient_count;
    wire lines_pooled_event_0;
    wire [63:0] lines_pooled_count;
    wire [63:0] mem_reads_count;
    wire [63:0] mem_writes_count;
    wire [63:0] gradients_arrived_count;
    wire [63:0] lines_flushed_count;
    wire [63:0] lines_logged_parameters_count;
    wire [63:0] lines_logged_rows_count;
    wire [63:0] parameter_records_count;
    wire [63:0] row_records_count;
    wire [63:0] stages_count;
    wire [63:0] accumulations_count;
    wire [63:0] channel_reads_0_count;
    wire channel_writes_0_event_0;
    wire [63:0] channel_writes_0_count;

    emb_sampler u_is_flat (
        .clock(clock),
        .in_bit(flat),
        .out_bit(is_flat_out_bit)
    );

    emb_cxl_mem_register_file_c1 u_registers (
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
        .settings_2(registers_settings_2),
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
        .settings_22(registers_settings_22),
        .settings_23(registers_settings_23),
        .settings_24(registers_settings_24),
        .settings_25(registers_settings_25),
        .settings_26(registers_settings_26),
        .settings_27(registers_settings_27),
        .settings_28(registers_settings_28),
        .settings_29(registers_settings_29),
        .settings_30(registers_settings_30),
        .settings_31(registers_settings_31),
        .settings_32(registers_settings_32),
        .settings_33(registers_settings_33),
        .settings_34(registers_settings_34),
        .settings_35(registers_settings_35),
        .settings_36(registers_settings_36),
        .settings_37(registers_settings_37),
        .settings_38(registers_settings_38),
        .settings_39(registers_settings_39),
        .settings_40(registers_settings_40),
        .settings_41(registers_settings_41),
        .settings_42(registers_settings_42),
        .settings_43(registers_settings_43),
        .settings_44(registers_settings_44),
        .settings_45(registers_settings_45),
        .doorbell(registers_doorbell),
        .doorbell_valid(registers_doorbell_valid),
        .clear_status(registers_clear_status),
        .clear_counters(registers_clear_counters),
        .clear_poison(registers_clear_poison),
        .decoder_refused(registers_decoder_refused),
        .decoder(registers_decoder),
        .capabilities(CAPABILITIES),
        .persistent_bytes(PERSISTENT_BYTES),
        .status(computing_status),
        .error(computing_error),
        .error_position(computing_error_position),
        .cycles(cycles_count),
        .busy_cycles(busy_cycles_count),
        .check_cycles(check_cycles_count),
        .hazard_cycles(hazard_cycles_count),
        .lookups(lookups_count),
        .updates(updates_count),
        .lines_directory(lines_directory_count),
        .lines_offset(lines_offset_count),
        .lines_segment(lines_segment_count),
        .lines_entry(lines_entry_count),
        .lines_scale(lines_scale_count),
        .lines_gradient(lines_gradient_count),
        .lines_pooled(lines_pooled_count),
        .poison(registers_poison),
        .mem_reads(mem_reads_count),
        .mem_writes(mem_writes_count),
        .gradients_arrived(gradients_arrived_count),
        .lines_flushed(lines_flushed_count),
        .lines_logged_parameters(lines_logged_parameters_count),
        .lines_logged_rows(lines_logged_rows_count),
        .parameter_records(parameter_records_count),
        .row_records(row_records_count),
        .stages(stages_count),
        .accumulations(accumulations_count),
        .row_cache_hits(row_cache_hits_count),
        .channel_reads_0(channel_reads_0_count),
        .channel_writes_0(channel_writes_0_count)
    );

    emb_computing_logic_c1 u_computing (
        .clock(computing_clock),
        .reset(reset),
        .persistent_bytes(PERSISTENT_BYTES),
        .settings_0(registers_settings_0),
        .settings_1(registers_settings_1),
        .settings_2(registers_settings_2),
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
        .settings_22(registers_settings_22),
        .settings_23(registers_settings_23),
        .settings_24(registers_settings_24),
        .settings_25(registers_settings_25),
        .settings_26(registers_settings_26),
        .settings_27(registers_settings_27),
        .settings_28(registers_settings_28),
        .settings_29(registers_settings_29),
        .settings_30(registers_settings_30),
        .settings_31(registers_settings_31),
        .settings_32(registers_settings_32),
        .settings_33(registers_settings_33),
        .settings_34(registers_settings_34),
        .settings_35(registers_settings_35),
        .doorbell(registers_doorbell),
        .doorbell_valid(registers_doorbell_valid),
        .clear_status(registers_clear_status),
        .status(computing_status),
        .error(computing_error),
        .error_position(computing_error_position),
        .irq(irq),
        .gradients_ready(computing_gradients_ready),
        .gradients_taken(computing_gradients_taken),
        .counted_base(computing_counted_base),
        .counted_bytes(computing_counted_bytes),
        .counted_lines(computing_counted_lines),
        .counts_elsewhere(computing_counts_elsewhere),
        .flush_start(computing_flush_start),
        .flush_source(computing_flush_source),
        .flush_lines(computing_flush_lines),
        .flush_idle(dcoh_flush_idle),
        .flush_failed(dcoh_flush_failed),
        .flush_unreadable(dcoh_flush_unreadable),
        .flush_unreadable_address(dcoh_flush_unreadable_address),
        .flush_target(computing_flush_target),
        .permits(checkpointing_permits),
        .rows_start(computing_rows_start),
        .rows_idle(checkpointing_rows_idle),
        .parameters_start(computing_parameters_start),
        .parameters_idle(checkpointing_parameters_idle),
        .log_done(computing_log_done),
        .log_failed(checkpointing_failed),
        .log_record(checkpointing_failed_record),
        .decoder_refused(registers_decoder_refused),
        .decoder(registers_decoder),
        .record(computing_record),
        .record_lines(computing_record_lines),
        .configuration(computing_configuration),
        .batch_number(computing_batch_number),
        .vector_length(computing_vector_length),
        .vector_lines(computing_vector_lines),
        .row_directory(computing_row_directory),
        .unique_rows(computing_unique_rows),
        .table_count(computing_table_count),
        .row_count(computing_row_count),
        .parameter_source(computing_parameter_source),
        .after_rows(computing_after_rows),
        .after_parameters(computing_after_parameters),
        .lag(computing_lag),
        .staged(computing_staged),
        .staged_base(computing_staged_base),
        .in_window(computing_in_window),
        .waiting(computing_waiting),
        .row_arid_0(computing_row_arid_0),
        .row_araddr_0(computing_row_araddr_0),
        .row_arvalid_0(computing_row_arvalid_0),
        .row_arready_0(channel_0_s_arready_0),
        .row_rid_0(channel_0_s_rid),
        .row_rline_0(channel_0_s_rline),
        .row_rvalid_0(channel_0_s_rvalid_0),
        .scratch_arid_0(computing_scratch_arid_0),
        .scratch_araddr_0(computing_scratch_araddr_0),
        .scratch_arvalid_0(computing_scratch_arvalid_0),
        .scratch_arready_0(scratch_0_s_arready_0),
        .scratch_rid_0(scratch_0_s_rid),
        .scratch_rline_0(scratch_0_s_rline),
        .scratch_rvalid_0(scratch_0_s_rvalid_0),
        .write_address_0(computing_write_address_0),
        .write_data_0(computing_write_data_0),
        .row_write_valid_0(computing_row_write_valid_0),
        .row_write_ready_0(channel_0_s_wready_0),
        .row_written_0(channel_0_s_bvalid_0),
        .row_write_error_0(channel_0_s_berror),
        .scratch_write_valid_0(computing_scratch_write_valid_0),
        .scratch_write_ready_0(scratch_0_s_wready_0),
        .scratch_written_0(scratch_0_s_bvalid_0),
        .scratch_write_error_0(scratch_0_s_berror),
        .busy(computing_busy),
        .checking(computing_checking),
        .lookup_done(computing_lookup_done),
        .update_done(update_done),
        .stage_done(stage_done),
        .accumulation_done(accumulation_done),
        .keeps_rows(registers_settings_45[0]),
        .row_hit_0(computing_row_hit_0),
        .hazard_0(computing_hazard_0),
        .directory_line_0(computing_directory_line_0),
        .directory_line_1(computing_directory_line_1),
        .offset_line_0(computing_offset_line_0),
        .offset_line_1(computing_offset_line_1),
        .segment_line_0(computing_segment_line_0),
        .segment_line_1(computing_segment_line_1),
        .entry_line_0(computing_entry_line_0),
        .entry_line_1(computing_entry_line_1),
        .entry_line_2(computing_entry_line_2),
        .entry_line_3(computing_entry_line_3),
        .entry_line_4(computing_entry_line_4),
        .entry_line_5(computing_entry_line_5),
        .scale_line_0(computing_scale_line_0),
        .gradient_line_0(computing_gradient_line_0)
    );

    emb_mem_target_c1_faults u_target (
        .clock(clock),
        .reset(reset),
        .persistent_gib(PERSISTENT_GIB),
        .hdm_base_0(target_hdm_base_0),
        .hdm_base_1(target_hdm_base_1),
        .watch_base(computing_counted_base),
        .watch_bytes(computing_counted_bytes),
        .read_done(target_read_done),
        .write_done(target_write_done),
        .watched(target_watched),
        .unwatched(target_unwatched),
        .forget(target_forget),
        .counting(target_counting),
        .poison_overflow(target_poison_overflow),
        .channel_overflow_0(channel_port_0_poison_overflow),
        .scratch_overflow_0(scratch_port_0_poison_overflow),
        .cxl_mem_m2s_req_valid(target_cxl_mem_m2s_req_valid),
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
        .channel_read_address_0(target_channel_read_address_0),
        .channel_read_valid_0(target_channel_read_valid_0),
        .channel_read_ready_0(channel_0_s_arready_1),
        .channel_answer_valid_0(channel_0_s_rvalid_1),
        .channel_answer_0(channel_0_s_rline),
        .scratch_read_address_0(target_scratch_read_address_0),
        .scratch_read_valid_0(target_scratch_read_valid_0),
        .scratch_read_ready_0(scratch_0_s_arready_1),
        .scratch_answer_valid_0(scratch_0_s_rvalid_1),
        .scratch_answer_0(scratch_0_s_rline),
        .write_data(target_write_data),
        .write_strobes(target_write_strobes),
        .write_poison(target_write_poison),
        .channel_write_address(target_channel_write_address),
        .channel_write_valid_0(target_channel_write_valid_0),
        .channel_write_ready_0(channel_0_s_wready_1),
        .channel_written_0(channel_0_s_bvalid_1),
        .channel_write_error_0(channel_0_s_berror),
        .scratch_write_address(target_scratch_write_address),
        .scratch_write_valid_0(target_scratch_write_valid_0),
        .scratch_write_ready_0(scratch_0_s_wready_1),
        .scratch_written_0(scratch_0_s_bvalid_1),
        .scratch_write_error_0(scratch_0_s_berror),
        .fault_0(fault_0)
    );

    emb_dcoh_p1_faults u_dcoh (
        .clock(clock),
        .reset(reset),
        .cxl_cache_d2h_req_valid(dcoh_cxl_cache_d2h_req_valid),
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
        .flush_start(computing_flush_start),
        .flush_source(computing_flush_source),
        .flush_target(computing_flush_target),
        .flush_lines(computing_flush_lines),
        .flush_idle(dcoh_flush_idle),
        .flush_sent(dcoh_flush_sent),
        .flush_failed(dcoh_flush_failed),
        .flush_unreadable(dcoh_flush_unreadable),
        .flush_unreadable_address(dcoh_flush_unreadable_address),
        .fetch_start(computing_parameters_start),
        .fetch_source(computing_parameter_source),
        .fetch_lines({32'd0, computing_record_lines}),
        .fetch_in_window(computing_in_window),
        .fetch_window(computing_waiting),
        .fetch_valid(dcoh_fetch_valid),
        .fetch_ready(checkpointing_parameter_ready),
        .fetch_line(dcoh_fetch_line),
        .waiting(dcoh_waiting),
        .request_address_0(dcoh_request_address_0),
        .request_valid_0(dcoh_request_valid_0),
        .request_ready_0(scratch_0_s_arready_2),
        .answer_valid_0(scratch_0_s_rvalid_2),
        .answer_0(scratch_0_s_rline),
        .fault_0(fault_0)
    );

    emb_checkpointing_logic_c1_faults u_checkpointing (
        .clock(checkpointing_clock),
        .reset(reset),
        .persistent_gib(PERSISTENT_GIB),
        .rows_start(computing_rows_start),
        .parameters_start(computing_parameters_start),
        .target(computing_record),
        .lines(computing_record_lines),
        .configuration(computing_configuration),
        .batch(computing_batch_number),
        .vector_length(computing_vector_length),
        .row_lines(computing_vector_lines),
        .directory(computing_row_directory),
        .rows(computing_unique_rows),
        .table_count(computing_table_count),
        .row_count(computing_row_count),
        .staged(computing_staged),
        .staged_base(computing_staged_base),
        .gap(registers_settings_44[15:0]),
        .after_rows(computing_after_rows),
        .after_parameters(computing_after_parameters),
        .lag(computing_lag),
        .permits(checkpointing_permits),
        .forget(computing_status[2]),
        .rows_idle(checkpointing_rows_idle),
        .rows_done(rows_logged),
        .rows_record_lines(checkpointing_rows_record_lines),
        .parameters_idle(checkpointing_parameters_idle),
        .parameters_done(parameters_logged),
        .parameters_record_lines(checkpointing_parameters_record_lines),
        .failed(checkpointing_failed),
        .failed_record(checkpointing_failed_record),
        .waiting(checkpointing_waiting),
        .parameter_valid(dcoh_fetch_valid),
        .parameter_ready(checkpointing_parameter_ready),
        .parameter_(dcoh_fetch_line),
        .list_arid_0(checkpointing_list_arid_0),
        .list_araddr_0(checkpointing_list_araddr_0),
        .list_arvalid_0(checkpointing_list_arvalid_0),
        .list_arready_0(scratch_0_s_arready_3),
        .list_rid_0(scratch_0_s_rid),
        .list_rline_0(scratch_0_s_rline),
        .list_rvalid_0(scratch_0_s_rvalid_3),
        .row_arid_0(checkpointing_row_arid_0),
        .row_araddr_0(checkpointing_row_araddr_0),
        .row_arvalid_0(checkpointing_row_arvalid_0),
        .row_arready_0(channel_0_s_arready_2),
        .row_rid_0(channel_0_s_rid),
        .row_rline_0(channel_0_s_rline),
        .row_rvalid_0(channel_0_s_rvalid_2),
        .row_log_address_0(checkpointing_row_log_address_0),
        .row_log_data_0(checkpointing_row_log_data_0),
        .row_log_valid_0(checkpointing_row_log_valid_0),
        .row_log_ready_0(channel_0_s_wready_2),
        .row_logged_0(channel_0_s_bvalid_2),
        .row_log_error_0(channel_0_s_berror),
        .parameter_log_address_0(checkpointing_parameter_log_address_0),
        .parameter_log_data_0(checkpointing_parameter_log_data_0),
        .parameter_log_valid_0(checkpointing_parameter_log_valid_0),
        .parameter_log_ready_0(channel_0_s_wready_3),
        .parameter_logged_0(channel_0_s_bvalid_3),
        .parameter_log_error_0(channel_0_s_berror),
        .fault_0(fault_0)
    );

    emb_line_mux_4 u_channel_0 (
        .clock(channel_0_clock),
        .reset(reset),
        .s_arid_0(computing_row_arid_0),
        .s_arid_1(9'd0),
        .s_arid_2(checkpointing_row_arid_0),
        .s_arid_3(9'd0),
        .s_araddr_0(computing_row_araddr_0),
        .s_araddr_1(target_channel_read_address_0),
        .s_araddr_2(checkpointing_row_araddr_0),
        .s_araddr_3(64'd0),
        .s_arvalid_0(computing_row_arvalid_0),
        .s_arvalid_1(target_channel_read_valid_0),
        .s_arvalid_2(checkpointing_row_arvalid_0),
        .s_arvalid_3(1'b0),
        .s_arready_0(channel_0_s_arready_0),
        .s_arready_1(channel_0_s_arready_1),
        .s_arready_2(channel_0_s_arready_2),
        .s_arready_3(channel_0_s_arready_3),
        .s_rid(channel_0_s_rid),
        .s_rline(channel_0_s_rline),
        .s_rvalid_0(channel_0_s_rvalid_0),
        .s_rvalid_1(channel_0_s_rvalid_1),
        .s_rvalid_2(channel_0_s_rvalid_2),
        .s_rvalid_3(channel_0_s_rvalid_3),
        .s_waddr_0(computing_write_address_0),
        .s_waddr_1(target_channel_write_address),
        .s_waddr_2(checkpointing_row_log_address_0),
        .s_waddr_3(checkpointing_parameter_log_address_0),
        .s_wdata_0(computing_write_data_0),
        .s_wdata_1(target_write_data),
        .s_wdata_2(checkpointing_row_log_data_0),
        .s_wdata_3(checkpointing_parameter_log_data_0),
        .s_wstrb_0(ALL_BYTES),
        .s_wstrb_1(target_write_strobes),
        .s_wstrb_2(ALL_BYTES),
        .s_wstrb_3(ALL_BYTES),
        .s_wpoison_0(1'b0),
        .s_wpoison_1(target_write_poison),
        .s_wpoison_2(1'b0),
        .s_wpoison_3(1'b0),
        .s_wvalid_0(computing_row_write_valid_0),
        .s_wvalid_1(target_channel_write_valid_0),
        .s_wvalid_2(checkpointing_row_log_valid_0),
        .s_wvalid_3(checkpointing_parameter_log_valid_0),
        .s_wready_0(channel_0_s_wready_0),
        .s_wready_1(channel_0_s_wready_1),
        .s_wready_2(channel_0_s_wready_2),
        .s_wready_3(channel_0_s_wready_3),
        .s_berror(channel_0_s_berror),
        .s_bvalid_0(channel_0_s_bvalid_0),
        .s_bvalid_1(channel_0_s_bvalid_1),
        .s_bvalid_2(channel_0_s_bvalid_2),
        .s_bvalid_3(channel_0_s_bvalid_3),
        .m_arid(channel_0_m_arid),
        .m_araddr(channel_0_m_araddr),
        .m_arvalid(channel_0_m_arvalid),
        .m_arready(controller_0_s_arready),
        .m_rid(controller_0_s_rid),
        .m_rdata(controller_0_s_rdata),
        .m_rresp(controller_0_s_rresp),
        .m_rvalid(controller_0_s_rvalid),
        .m_rready(channel_0_m_rready),
        .m_awaddr(channel_0_m_awaddr),
        .m_awsource(channel_0_m_awsource),
        .m_awvalid(channel_0_m_awvalid),
        .m_awready(controller_0_s_awready),
        .m_wdata(channel_0_m_wdata),
        .m_wstrb(channel_0_m_wstrb),
        .m_wpoison(channel_0_m_wpoison),
        .m_wvalid(channel_0_m_wvalid),
        .m_wready(controller_0_s_wready),
        .m_bresp(controller_0_s_bresp),
        .m_bvalid(controller_0_s_bvalid),
        .m_bready(channel_0_m_bready)
    );

    emb_line_mux_4 u_scratch_0 (
        .clock(clock),
        .reset(reset),
        .s_arid_0(computing_scratch_arid_0),
        .s_arid_1(9'd0),
        .s_arid_2(9'd0),
        .s_arid_3(checkpointing_list_arid_0),
        .s_araddr_0(computing_scratch_araddr_0),
        .s_araddr_1(target_scratch_read_address_0),
        .s_araddr_2(dcoh_request_address_0),
        .s_araddr_3(checkpointing_list_araddr_0),
        .s_arvalid_0(computing_scratch_arvalid_0),
        .s_arvalid_1(target_scratch_read_valid_0),
        .s_arvalid_2(dcoh_request_valid_0),
        .s_arvalid_3(checkpointing_list_arvalid_0),
        .s_arready_0(scratch_0_s_arready_0),
        .s_arready_1(scratch_0_s_arready_1),
        .s_arready_2(scratch_0_s_arready_2),
        .s_arready_3(scratch_0_s_arready_3),
        .s_rid(scratch_0_s_rid),
        .s_rline(scratch_0_s_rline),
        .s_rvalid_0(scratch_0_s_rvalid_0),
        .s_rvalid_1(scratch_0_s_rvalid_1),
        .s_rvalid_2(scratch_0_s_rvalid_2),
        .s_rvalid_3(scratch_0_s_rvalid_3),
        .s_waddr_0(computing_write_address_0),
        .s_waddr_1(target_scratch_write_address),
        .s_waddr_2(64'd0),
        .s_waddr_3(64'd0),
        .s_wdata_0(computing_write_data_0),
        .s_wdata_1(target_write_data),
        .s_wdata_2(512'd0),
        .s_wdata_3(512'd0),
        .s_wstrb_0(ALL_BYTES),
        .s_wstrb_1(target_write_strobes),
        .s_wstrb_2(64'd0),
        .s_wstrb_3(64'd0),
        .s_wpoison_0(1'b0),
        .s_wpoison_1(target_write_poison),
        .s_wpoison_2(1'b0),
        .s_wpoison_3(1'b0),
        .s_wvalid_0(computing_scratch_write_valid_0),
        .s_wvalid_1(target_scratch_write_valid_0),
        .s_wvalid_2(1'b0),
        .s_wvalid_3(1'b0),
        .s_wready_0(scratch_0_s_wready_0),
        .s_wready_1(scratch_0_s_wready_1),
        .s_wready_2(scratch_0_s_wready_2),
        .s_wready_3(scratch_0_s_wready_3),
        .s_berror(scratch_0_s_berror),
        .s_bvalid_0(scratch_0_s_bvalid_0),
        .s_bvalid_1(scratch_0_s_bvalid_1),
        .s_bvalid_2(scratch_0_s_bvalid_2),
        .s_bvalid_3(scratch_0_s_bvalid_3),
        .m_arid(scratch_0_m_arid),
        .m_araddr(scratch_0_m_araddr),
        .m_arvalid(scratch_0_m_arvalid),
        .m_arready(scratch_port_0_s_arready),
        .m_rid(scratch_port_0_s_rid),
        .m_rdata(scratch_port_0_s_rdata),
        .m_rresp(scratch_port_0_s_rresp),
        .m_rvalid(scratch_port_0_s_rvalid),
        .m_rready(scratch_0_m_rready),
        .m_awaddr(scratch_0_m_awaddr),
        .m_awsource(scratch_0_m_awsource),
        .m_awvalid(scratch_0_m_awvalid),
        .m_awready(scratch_port_0_s_awready),
        .m_wdata(scratch_0_m_wdata),
        .m_wstrb(scratch_0_m_wstrb),
        .m_wpoison(scratch_0_m_wpoison),
        .m_wvalid(scratch_0_m_wvalid),
        .m_wready(scratch_port_0_s_wready),
        .m_bresp(scratch_port_0_s_bresp),
        .m_bvalid(scratch_port_0_s_bvalid),
        .m_bready(scratch_0_m_bready)
    );

    emb_memory_controller u_controller_0 (
        .clock(controller_0_clock),
        .reset(reset),
        .read_latency(registers_settings_36[15:0]),
        .write_latency(registers_settings_37[15:0]),
        .read_rate(registers_settings_38[16:0]),
        .row_write_rate(registers_settings_39[16:0]),
        .stream_write_rate(registers_settings_40[16:0]),
        .read_after_write_window(registers_settings_41[15:0]),
        .s_arid(channel_0_m_arid),
        .s_araddr(channel_0_m_araddr),
        .s_arvalid(channel_0_m_arvalid),
        .s_arready(controller_0_s_arready),
        .s_rid(controller_0_s_rid),
        .s_rdata(controller_0_s_rdata),
        .s_rresp(controller_0_s_rresp),
        .s_rvalid(controller_0_s_rvalid),
        .s_rready(channel_0_m_rready),
        .s_awaddr(channel_0_m_awaddr),
        .s_awstream(controller_0_s_awstream),
        .s_awvalid(channel_0_m_awvalid),
        .s_awready(controller_0_s_awready),
        .s_wdata(channel_0_m_wdata),
        .s_wstrb(channel_0_m_wstrb),
        .s_wpoison(channel_0_m_wpoison),
        .s_wvalid(channel_0_m_wvalid),
        .s_wready(controller_0_s_wready),
        .s_bresp(controller_0_s_bresp),
        .s_bvalid(controller_0_s_bvalid),
        .s_bready(channel_0_m_bready),
        .m_araddr(controller_0_m_araddr),
        .m_arvalid(controller_0_m_arvalid),
        .m_arready(channel_port_0_s_arready),
        .m_rdata(channel_port_0_s_rdata),
        .m_rresp(channel_port_0_s_rresp),
        .m_rvalid(channel_port_0_s_rvalid),
        .m_rready(controller_0_m_rready),
        .m_awaddr(controller_0_m_awaddr),
        .m_awvalid(controller_0_m_awvalid),
        .m_awready(channel_port_0_s_awready),
        .m_wdata(controller_0_m_wdata),
        .m_wstrb(controller_0_m_wstrb),
        .m_wpoison(controller_0_m_wpoison),
        .m_wvalid(controller_0_m_wvalid),
        .m_wready(channel_port_0_s_wready),
        .m_bresp(channel_port_0_s_bresp),
        .m_bvalid(channel_port_0_s_bvalid),
        .m_bready(controller_0_m_bready)
    );

    emb_memory_port u_channel_port_0 (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .clear_poison(registers_clear_poison),
        .poison_overflow(channel_port_0_poison_overflow),
        .s_arid(9'd0),
        .s_araddr(controller_0_m_araddr),
        .s_arvalid(controller_0_m_arvalid),
        .s_arready(channel_port_0_s_arready),
        .s_rid(channel_port_0_s_rid),
        .s_rdata(channel_port_0_s_rdata),
        .s_rresp(channel_port_0_s_rresp),
        .s_rvalid(channel_port_0_s_rvalid),
        .s_awaddr(controller_0_m_awaddr),
        .s_awvalid(controller_0_m_awvalid),
        .s_awready(channel_port_0_s_awready),
        .s_wdata(controller_0_m_wdata),
        .s_wstrb(controller_0_m_wstrb),
        .s_wpoison(controller_0_m_wpoison),
        .s_wvalid(controller_0_m_wvalid),
        .s_wready(channel_port_0_s_wready),
        .s_bresp(channel_port_0_s_bresp),
        .s_bvalid(channel_port_0_s_bvalid),
        .m_arid(m_axi_0_arid),
        .m_araddr(m_axi_0_araddr),
        .m_arvalid(m_axi_0_arvalid),
        .m_arready(m_axi_0_arready),
        .m_rid(m_axi_0_rid),
        .m_rdata(m_axi_0_rdata),
        .m_rresp(m_axi_0_rresp),
        .m_rvalid(m_axi_0_rvalid),
        .m_rready(m_axi_0_rready),
        .m_awid(channel_port_0_m_awid),
        .m_awaddr(m_axi_0_awaddr),
        .m_awvalid(m_axi_0_awvalid),
        .m_awready(m_axi_0_awready),
        .m_wdata(m_axi_0_wdata),
        .m_wstrb(m_axi_0_wstrb),
        .m_wvalid(m_axi_0_wvalid),
        .m_wready(m_axi_0_wready),
        .m_bid(m_axi_0_bid),
        .m_bresp(m_axi_0_bresp),
        .m_bvalid(m_axi_0_bvalid),
        .m_bready(m_axi_0_bready)
    );

    emb_memory_port u_scratch_port_0 (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .clear_poison(registers_clear_poison),
        .poison_overflow(scratch_port_0_poison_overflow),
        .s_arid(scratch_0_m_arid),
        .s_araddr(scratch_0_m_araddr),
        .s_arvalid(scratch_0_m_arvalid),
        .s_arready(scratch_port_0_s_arready),
        .s_rid(scratch_port_0_s_rid),
        .s_rdata(scratch_port_0_s_rdata),
        .s_rresp(scratch_port_0_s_rresp),
        .s_rvalid(scratch_port_0_s_rvalid),
        .s_awaddr(scratch_0_m_awaddr),
        .s_awvalid(scratch_0_m_awvalid),
        .s_awready(scratch_port_0_s_awready),
        .s_wdata(scratch_0_m_wdata),
        .s_wstrb(scratch_0_m_wstrb),
        .s_wpoison(scratch_0_m_wpoison),
        .s_wvalid(scratch_0_m_wvalid),
        .s_wready(scratch_port_0_s_wready),
        .s_bresp(scratch_port_0_s_bresp),
        .s_bvalid(scratch_port_0_s_bvalid),
        .m_arid(m_axi_scratch_0_arid),
        .m_araddr(m_axi_scratch_0_araddr),
        .m_arvalid(m_axi_scratch_0_arvalid),
        .m_arready(m_axi_scratch_0_arready),
        .m_rid(m_axi_scratch_0_rid),
        .m_rdata(m_axi_scratch_0_rdata),
        .m_rresp(m_axi_scratch_0_rresp),
        .m_rvalid(m_axi_scratch_0_rvalid),
        .m_rready(m_axi_scratch_0_rready),
        .m_awid(scratch_port_0_m_awid),
        .m_awaddr(m_axi_scratch_0_awaddr),
        .m_awvalid(m_axi_scratch_0_awvalid),
        .m_awready(m_axi_scratch_0_awready),
        .m_wdata(m_axi_scratch_0_wdata),
        .m_wstrb(m_axi_scratch_0_wstrb),
        .m_wvalid(m_axi_scratch_0_wvalid),
        .m_wready(m_axi_scratch_0_wready),
        .m_bid(m_axi_scratch_0_bid),
        .m_bresp(m_axi_scratch_0_bresp),
        .m_bvalid(m_axi_scratch_0_bvalid),
        .m_bready(m_axi_scratch_0_bready)
    );

    emb_event_counter_1 u_cycles (
        .clock(cycles_clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(1'b1),
        .count(cycles_count)
    );

    emb_event_counter_1 u_busy_cycles (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(busy_cycles_event_0),
        .count(busy_cycles_count)
    );

    emb_event_counter_1 u_check_cycles (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_checking),
        .count(check_cycles_count)
    );

    emb_event_counter_1 u_lookups (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_lookup_done),
        .count(lookups_count)
    );

    emb_event_counter_1 u_updates (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(update_done),
        .count(updates_count)
    );

    emb_event_counter_1 u_hazard_cycles (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_hazard_0),
        .count(hazard_cycles_count)
    );

    emb_event_counter_1 u_row_cache_hits (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_row_hit_0),
        .count(row_cache_hits_count)
    );

    emb_event_counter_2 u_lines_directory (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_directory_line_0),
        .event_1(computing_directory_line_1),
        .count(lines_directory_count)
    );

    emb_event_counter_2 u_lines_offset (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_offset_line_0),
        .event_1(computing_offset_line_1),
        .count(lines_offset_count)
    );

    emb_event_counter_2 u_lines_segment (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_segment_line_0),
        .event_1(computing_segment_line_1),
        .count(lines_segment_count)
    );

    emb_event_counter_6 u_lines_entry (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_entry_line_0),
        .event_1(computing_entry_line_1),
        .event_2(computing_entry_line_2),
        .event_3(computing_entry_line_3),
        .event_4(computing_entry_line_4),
        .event_5(computing_entry_line_5),
        .count(lines_entry_count)
    );

    emb_event_counter_1 u_lines_scale (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_scale_line_0),
        .count(lines_scale_count)
    );

    emb_event_counter_1 u_lines_gradient (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(computing_gradient_line_0),
        .count(lines_gradient_count)
    );

    emb_event_counter_1 u_lines_pooled (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(lines_pooled_event_0),
        .count(lines_pooled_count)
    );

    emb_event_counter_1 u_mem_reads (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(target_read_done),
        .count(mem_reads_count)
    );

    emb_event_counter_1 u_mem_writes (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(target_write_done),
        .count(mem_writes_count)
    );

    emb_event_counter_1 u_gradients_arrived (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(target_watched),
        .count(gradients_arrived_count)
    );

    emb_event_counter_1 u_lines_flushed (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(dcoh_flush_sent),
        .count(lines_flushed_count)
    );

    emb_amount_counter_w33 u_lines_logged_parameters (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .amount(checkpointing_parameters_record_lines),
        .amount_valid(parameters_logged),
        .count(lines_logged_parameters_count)
    );

    emb_amount_counter_w33 u_lines_logged_rows (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .amount(checkpointing_rows_record_lines),
        .amount_valid(rows_logged),
        .count(lines_logged_rows_count)
    );

    emb_event_counter_1 u_parameter_records (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(parameters_logged),
        .count(parameter_records_count)
    );

    emb_event_counter_1 u_row_records (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(rows_logged),
        .count(row_records_count)
    );

    emb_event_counter_1 u_stages (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(stage_done),
        .count(stages_count)
    );

    emb_event_counter_1 u_accumulations (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(accumulation_done),
        .count(accumulations_count)
    );

    emb_event_counter_1 u_channel_reads_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(channel_0_s_rvalid_0),
        .count(channel_reads_0_count)
    );

    emb_event_counter_1 u_channel_writes_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(channel_writes_0_event_0),
        .count(channel_writes_0_count)
    );

    // Registers.
    assign registers_clock = clock;

    // The computing logic.
    assign computing_clock = clock;

    // CXL.mem.
    assign target_cxl_mem_m2s_req_valid = cxl_mem_m2s_req_valid;
    assign target_hdm_base_0 = is_flat_out_bit ? FLAT_PERSISTENT : registers_settings_42;
    assign target_hdm_base_1 = is_flat_out_bit ? FLAT_SCRATCHPAD : registers_settings_43;
    assign registers_poison = target_poison_overflow;

    // CXL.cache: results go to a peer, parameters come from one.
    assign cxl_cache_d2h_req_valid = dcoh_cxl_cache_d2h_req_valid;

    // The checkpointing logic.
    assign checkpointing_clock = clock;
    assign computing_log_done = rows_logged | parameters_logged;

    // What others may see of the jobs.
    assign lookup_done = computing_lookup_done;
    assign waiting = computing_waiting & dcoh_waiting & checkpointing_waiting & ~target_counting;

    // A job that waits for gradients begins when they are there.
    assign gradients_needed = {32'd0, computing_counted_lines};

    assign computing_gradients_ready =
        (gradients >= gradients_needed) |
        ((fault_0 == EARLY_UPDATE_0) & (|gradients));

    // Whether a job takes them is known late: what is left of them is counted either way.
    assign gradients_rest = gradients - gradients_needed;

    assign gradients_kept =
        (target_unwatched & (|gradients)) ? gradients - 64'd1 :
        target_watched ? gradients + 64'd1 :
        gradients;

    assign gradients_left =
        (target_unwatched & (|gradients_rest)) ? gradients_rest - 64'd1 :
        target_watched ? gradients_rest + 64'd1 :
        gradients_rest;

    always @(posedge clock) begin
        gradients <= gradients_kept;
        if (computing_gradients_taken) begin
            gradients <= gradients_left;
        end
        if (reset | counts_anew | forgot | forgot_before) begin
            gradients <= 64'd0;
        end
    end

    // Lines that were under way when all are forgotten do not count: their bits are gone.
    assign counts_anew = ~(|gradients_needed) | computing_counts_elsewhere;
    assign target_forget = computing_gradients_taken | counts_anew;

    // Channels and scratchpad: the computing logic is source 0, CXL.mem source 1, CXL.cache or a record of rows source 2, a record of parameters or what a record of rows reads there source 3.
    assign channel_0_clock = clock;

    // Memory controllers.
    assign controller_0_clock = clock;
    assign controller_0_s_awstream = channel_0_m_awsource[2] | channel_0_m_awsource[3];
    assign durable_0 = controller_0_s_bvalid & channel_0_m_bready;

    // Memory channels.
    assign m_axi_0_awid = channel_port_0_m_awid;
    assign m_axi_0_awlen = 8'd0;
    assign m_axi_0_awsize = BURST_SIZE;
    assign m_axi_0_awburst = BURST_INCR;
    assign m_axi_0_awlock = 1'b0;
    assign m_axi_0_awcache = CACHEABLE;
    assign m_axi_0_awprot = 3'd0;
    assign m_axi_0_awqos = 4'd0;
    assign m_axi_0_wlast = 1'b1;
    assign m_axi_0_arlen = 8'd0;
    assign m_axi_0_arsize = BURST_SIZE;
    assign m_axi_0_arburst = BURST_INCR;
    assign m_axi_0_arlock = 1'b0;
    assign m_axi_0_arcache = CACHEABLE;
    assign m_axi_0_arprot = 3'd0;
    assign m_axi_0_arqos = 4'd0;

    // Scratchpad.
    assign m_axi_scratch_0_awid = scratch_port_0_m_awid;
    assign m_axi_scratch_0_awlen = 8'd0;
    assign m_axi_scratch_0_awsize = BURST_SIZE;
    assign m_axi_scratch_0_awburst = BURST_INCR;
    assign m_axi_scratch_0_awlock = 1'b0;
    assign m_axi_scratch_0_awcache = CACHEABLE;
    assign m_axi_scratch_0_awprot = 3'd0;
    assign m_axi_scratch_0_awqos = 4'd0;
    assign m_axi_scratch_0_wlast = 1'b1;
    assign m_axi_scratch_0_arlen = 8'd0;
    assign m_axi_scratch_0_arsize = BURST_SIZE;
    assign m_axi_scratch_0_arburst = BURST_INCR;
    assign m_axi_scratch_0_arlock = 1'b0;
    assign m_axi_scratch_0_arcache = CACHEABLE;
    assign m_axi_scratch_0_arprot = 3'd0;
    assign m_axi_scratch_0_arqos = 4'd0;

    // Counters.
    assign cycles_clock = clock;
    assign busy_cycles_event_0 = computing_busy | ~checkpointing_waiting;
    assign lines_pooled_event_0 = computing_scratch_write_valid_0 & scratch_0_s_wready_0;
    assign channel_writes_0_event_0 = computing_row_write_valid_0 & channel_0_s_wready_0;

    always @(posedge clock) begin
        forgot <= counts_anew;
        forgot_before <= forgot;
    end

    // Bits that the design does not need.
    wire _unused = &{
        m_axi_0_rlast,
        m_axi_scratch_0_rlast,
        registers_settings_36[63:16],
        registers_settings_37[63:16],
        registers_settings_38[63:17],
        registers_settings_39[63:17],
        registers_settings_40[63:17],
        registers_settings_41[63:16],
        registers_settings_44[63:16],
        registers_settings_45[63:1],
        channel_0_s_arready_3,
        channel_0_s_rvalid_3,
        channel_0_m_awsource[1:0],
        scratch_0_s_wready_2,
        scratch_0_s_wready_3,
        scratch_0_s_bvalid_2,
        scratch_0_s_bvalid_3,
        scratch_0_m_rready,
        scratch_0_m_awsource,
        scratch_0_m_bready,
        controller_0_m_rready,
        controller_0_m_bready,
        channel_port_0_s_rid,
        1'b0
    };

endmodule

`default_nettype wire
