// CXL Type-2 memory expander that pools and updates embedding vectors next to its memory. Registers on
// s_axil, memory channels on m_axi, volatile scratchpad on m_axi_scratch. Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module cxl_mem (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:m_axi_0:m_axi_1:m_axi_2:m_axi_3:m_axi_scratch, ASSOCIATED_RESET reset, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
    output wire         irq,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axil, PROTOCOL AXI4LITE, DATA_WIDTH 64, ADDR_WIDTH 12, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_1, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWID" *)
    output wire [8:0]   m_axi_1_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWADDR" *)
    output wire [63:0]  m_axi_1_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWLEN" *)
    output wire [7:0]   m_axi_1_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWSIZE" *)
    output wire [2:0]   m_axi_1_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWBURST" *)
    output wire [1:0]   m_axi_1_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWLOCK" *)
    output wire         m_axi_1_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWCACHE" *)
    output wire [3:0]   m_axi_1_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWPROT" *)
    output wire [2:0]   m_axi_1_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWQOS" *)
    output wire [3:0]   m_axi_1_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWVALID" *)
    output wire         m_axi_1_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 AWREADY" *)
    input  wire         m_axi_1_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 WDATA" *)
    output wire [511:0] m_axi_1_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 WSTRB" *)
    output wire [63:0]  m_axi_1_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 WLAST" *)
    output wire         m_axi_1_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 WVALID" *)
    output wire         m_axi_1_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 WREADY" *)
    input  wire         m_axi_1_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 BID" *)
    input  wire [8:0]   m_axi_1_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 BRESP" *)
    input  wire [1:0]   m_axi_1_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 BVALID" *)
    input  wire         m_axi_1_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 BREADY" *)
    output wire         m_axi_1_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARID" *)
    output wire [8:0]   m_axi_1_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARADDR" *)
    output wire [63:0]  m_axi_1_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARLEN" *)
    output wire [7:0]   m_axi_1_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARSIZE" *)
    output wire [2:0]   m_axi_1_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARBURST" *)
    output wire [1:0]   m_axi_1_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARLOCK" *)
    output wire         m_axi_1_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARCACHE" *)
    output wire [3:0]   m_axi_1_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARPROT" *)
    output wire [2:0]   m_axi_1_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARQOS" *)
    output wire [3:0]   m_axi_1_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARVALID" *)
    output wire         m_axi_1_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 ARREADY" *)
    input  wire         m_axi_1_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 RID" *)
    input  wire [8:0]   m_axi_1_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 RDATA" *)
    input  wire [511:0] m_axi_1_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 RRESP" *)
    input  wire [1:0]   m_axi_1_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 RLAST" *)
    input  wire         m_axi_1_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 RVALID" *)
    input  wire         m_axi_1_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_1 RREADY" *)
    output wire         m_axi_1_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_2, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWID" *)
    output wire [8:0]   m_axi_2_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWADDR" *)
    output wire [63:0]  m_axi_2_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWLEN" *)
    output wire [7:0]   m_axi_2_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWSIZE" *)
    output wire [2:0]   m_axi_2_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWBURST" *)
    output wire [1:0]   m_axi_2_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWLOCK" *)
    output wire         m_axi_2_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWCACHE" *)
    output wire [3:0]   m_axi_2_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWPROT" *)
    output wire [2:0]   m_axi_2_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWQOS" *)
    output wire [3:0]   m_axi_2_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWVALID" *)
    output wire         m_axi_2_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 AWREADY" *)
    input  wire         m_axi_2_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 WDATA" *)
    output wire [511:0] m_axi_2_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 WSTRB" *)
    output wire [63:0]  m_axi_2_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 WLAST" *)
    output wire         m_axi_2_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 WVALID" *)
    output wire         m_axi_2_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 WREADY" *)
    input  wire         m_axi_2_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 BID" *)
    input  wire [8:0]   m_axi_2_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 BRESP" *)
    input  wire [1:0]   m_axi_2_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 BVALID" *)
    input  wire         m_axi_2_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 BREADY" *)
    output wire         m_axi_2_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARID" *)
    output wire [8:0]   m_axi_2_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARADDR" *)
    output wire [63:0]  m_axi_2_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARLEN" *)
    output wire [7:0]   m_axi_2_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARSIZE" *)
    output wire [2:0]   m_axi_2_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARBURST" *)
    output wire [1:0]   m_axi_2_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARLOCK" *)
    output wire         m_axi_2_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARCACHE" *)
    output wire [3:0]   m_axi_2_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARPROT" *)
    output wire [2:0]   m_axi_2_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARQOS" *)
    output wire [3:0]   m_axi_2_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARVALID" *)
    output wire         m_axi_2_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 ARREADY" *)
    input  wire         m_axi_2_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 RID" *)
    input  wire [8:0]   m_axi_2_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 RDATA" *)
    input  wire [511:0] m_axi_2_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 RRESP" *)
    input  wire [1:0]   m_axi_2_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 RLAST" *)
    input  wire         m_axi_2_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 RVALID" *)
    input  wire         m_axi_2_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_2 RREADY" *)
    output wire         m_axi_2_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_3, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWID" *)
    output wire [8:0]   m_axi_3_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWADDR" *)
    output wire [63:0]  m_axi_3_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWLEN" *)
    output wire [7:0]   m_axi_3_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWSIZE" *)
    output wire [2:0]   m_axi_3_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWBURST" *)
    output wire [1:0]   m_axi_3_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWLOCK" *)
    output wire         m_axi_3_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWCACHE" *)
    output wire [3:0]   m_axi_3_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWPROT" *)
    output wire [2:0]   m_axi_3_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWQOS" *)
    output wire [3:0]   m_axi_3_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWVALID" *)
    output wire         m_axi_3_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 AWREADY" *)
    input  wire         m_axi_3_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 WDATA" *)
    output wire [511:0] m_axi_3_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 WSTRB" *)
    output wire [63:0]  m_axi_3_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 WLAST" *)
    output wire         m_axi_3_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 WVALID" *)
    output wire         m_axi_3_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 WREADY" *)
    input  wire         m_axi_3_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 BID" *)
    input  wire [8:0]   m_axi_3_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 BRESP" *)
    input  wire [1:0]   m_axi_3_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 BVALID" *)
    input  wire         m_axi_3_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 BREADY" *)
    output wire         m_axi_3_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARID" *)
    output wire [8:0]   m_axi_3_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARADDR" *)
    output wire [63:0]  m_axi_3_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARLEN" *)
    output wire [7:0]   m_axi_3_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARSIZE" *)
    output wire [2:0]   m_axi_3_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARBURST" *)
    output wire [1:0]   m_axi_3_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARLOCK" *)
    output wire         m_axi_3_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARCACHE" *)
    output wire [3:0]   m_axi_3_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARPROT" *)
    output wire [2:0]   m_axi_3_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARQOS" *)
    output wire [3:0]   m_axi_3_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARVALID" *)
    output wire         m_axi_3_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 ARREADY" *)
    input  wire         m_axi_3_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 RID" *)
    input  wire [8:0]   m_axi_3_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 RDATA" *)
    input  wire [511:0] m_axi_3_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 RRESP" *)
    input  wire [1:0]   m_axi_3_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 RLAST" *)
    input  wire         m_axi_3_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 RVALID" *)
    input  wire         m_axi_3_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_3 RREADY" *)
    output wire         m_axi_3_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_scratch, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWID" *)
    output wire [8:0]   m_axi_scratch_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWADDR" *)
    output wire [63:0]  m_axi_scratch_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWLEN" *)
    output wire [7:0]   m_axi_scratch_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWSIZE" *)
    output wire [2:0]   m_axi_scratch_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWBURST" *)
    output wire [1:0]   m_axi_scratch_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWLOCK" *)
    output wire         m_axi_scratch_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWCACHE" *)
    output wire [3:0]   m_axi_scratch_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWPROT" *)
    output wire [2:0]   m_axi_scratch_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWQOS" *)
    output wire [3:0]   m_axi_scratch_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWVALID" *)
    output wire         m_axi_scratch_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch AWREADY" *)
    input  wire         m_axi_scratch_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch WDATA" *)
    output wire [511:0] m_axi_scratch_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch WSTRB" *)
    output wire [63:0]  m_axi_scratch_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch WLAST" *)
    output wire         m_axi_scratch_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch WVALID" *)
    output wire         m_axi_scratch_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch WREADY" *)
    input  wire         m_axi_scratch_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch BID" *)
    input  wire [8:0]   m_axi_scratch_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch BRESP" *)
    input  wire [1:0]   m_axi_scratch_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch BVALID" *)
    input  wire         m_axi_scratch_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch BREADY" *)
    output wire         m_axi_scratch_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARID" *)
    output wire [8:0]   m_axi_scratch_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARADDR" *)
    output wire [63:0]  m_axi_scratch_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARLEN" *)
    output wire [7:0]   m_axi_scratch_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARSIZE" *)
    output wire [2:0]   m_axi_scratch_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARBURST" *)
    output wire [1:0]   m_axi_scratch_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARLOCK" *)
    output wire         m_axi_scratch_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARCACHE" *)
    output wire [3:0]   m_axi_scratch_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARPROT" *)
    output wire [2:0]   m_axi_scratch_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARQOS" *)
    output wire [3:0]   m_axi_scratch_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARVALID" *)
    output wire         m_axi_scratch_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch ARREADY" *)
    input  wire         m_axi_scratch_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch RID" *)
    input  wire [8:0]   m_axi_scratch_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch RDATA" *)
    input  wire [511:0] m_axi_scratch_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch RRESP" *)
    input  wire [1:0]   m_axi_scratch_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch RLAST" *)
    input  wire         m_axi_scratch_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch RVALID" *)
    input  wire         m_axi_scratch_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch RREADY" *)
    output wire         m_axi_scratch_rready
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;
    localparam [1:0] BURST_INCR = 2'd1;
    localparam [2:0] BURST_SIZE = 3'd6;
    localparam [3:0] CACHEABLE = 4'd3;
    localparam [31:0] CAPABILITIES = 32'h01000004;
    localparam [63:0] PERSISTENT_BYTES = 64'h0000040000000000;

    wire counted_0;
    wire counted_1;
    wire counted_2;
    wire counted_3;
    wire counted_4;
    wire counted_5;
    wire counted_6;
    wire counted_7;
    wire counted_8;
    wire counted_9;
    wire counted_10;
    wire counted_11;
    wire counted_12;
    wire [63:0] data_end;
    wire [66:0] item_control;
    reg list_fault;
    reg [63:0] list_fault_address;
    wire lists_idle;
    wire writes_scratch;
    wire registers_clock;
    wire [11:0] registers_s_axil_awaddr;
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
    wire [7:0] registers_doorbell;
    wire registers_doorbell_valid;
    wire registers_clear_status;
    wire registers_clear_counters;
    wire sequencer_latch;
    wire sequencer_update_command;
    wire sequencer_checker_start;
    wire sequencer_walk_start;
    wire sequencer_walk_emit;
    wire sequencer_walk_stop;
    wire sequencer_all_idle;
    wire sequencer_read_fault;
    reg [63:0] sequencer_read_fault_address;
    wire sequencer_suppress_writes;
    wire [2:0] sequencer_status;
    wire [7:0] sequencer_error;
    wire [63:0] sequencer_error_position;
    wire [63:0] settings_settings_0;
    wire settings_is_update;
    wire [31:0] settings_vector_length;
    wire [4:0] settings_lines;
    wire [31:0] settings_rate;
    wire [31:0] settings_pooling;
    wire [31:0] settings_fp32_one;
    wire settings_uses_segments;
    wire settings_uses_scales;
    wire [63:0] settings_data_base;
    wire [63:0] settings_data_bytes;
    wire [63:0] settings_descriptor_base;
    wire [63:0] settings_descriptor_bytes;
    wire [63:0] settings_vector_base;
    wire [63:0] settings_vector_bytes;
    wire [31:0] settings_table_count;
    wire [31:0] settings_bag_count;
    wire [31:0] settings_entry_count;
    wire [31:0] settings_row_count;
    wire [31:0] settings_segment_count;
    wire [63:0] settings_directory;
    wire [63:0] settings_offsets;
    wire [63:0] settings_segments;
    wire [63:0] settings_entries;
    wire [63:0] settings_scales;
    wire checker_done;
    wire checker_failed;
    wire [7:0] checker_error;
    wire [63:0] checker_error_position;
    wire [42:0] batch_vectors_offset;
    wire directory_list_start;
    wire [31:0] directory_list_word;
    wire directory_list_word_valid;
    wire [63:0] directory_list_request_address;
    wire directory_list_request_valid;
    wire directory_list_idle;
    wire [63:0] directory_list_line_address;
    wire [32:0] offset_list_words;
    wire [31:0] offset_list_word;
    wire offset_list_word_valid;
    wire [63:0] offset_list_request_address;
    wire offset_list_request_valid;
    wire offset_list_idle;
    wire [63:0] offset_list_line_address;
    reg [32:0] segment_list_words;
    wire [31:0] segment_list_word;
    wire segment_list_word_valid;
    wire [63:0] segment_list_request_address;
    wire segment_list_request_valid;
    wire segment_list_idle;
    wire [63:0] segment_list_line_address;
    wire [31:0] entry_list_word;
    wire entry_list_word_valid;
    wire [63:0] entry_list_request_address;
    wire entry_list_request_valid;
    wire entry_list_idle;
    wire [63:0] entry_list_line_address;
    reg [32:0] scale_list_words;
    wire [31:0] scale_list_word;
    wire scale_list_word_valid;
    wire [63:0] scale_list_request_address;
    wire scale_list_request_valid;
    wire scale_list_idle;
    wire [63:0] scale_list_line_address;
    wire walker_directory_ready;
    wire walker_offset_ready;
    wire walker_segment_ready;
    wire walker_entry_ready;
    wire walker_scale_ready;
    wire walker_item_valid;
    wire [63:0] walker_item_table_base;
    wire [31:0] walker_item_operand;
    wire [31:0] walker_item_target;
    wire walker_item_first;
    wire walker_item_last;
    wire walker_item_empty;
    wire [31:0] walker_item_scale;
    wire [31:0] walker_item_result_scale;
    wire walker_done;
    wire walker_failed;
    wire [7:0] walker_error;
    wire [63:0] walker_error_position;
    wire items_in_ready;
    wire [194:0] items_out_data;
    wire items_out_valid;
    wire expander_item_ready;
    wire [63:0] expander_operand_address;
    wire expander_operand_valid;
    wire [63:0] expander_start_address;
    wire expander_start_valid;
    wire [71:0] expander_control;
    wire expander_control_valid;
    wire [63:0] expander_target_address;
    wire expander_target_valid;
    wire expander_idle;
    wire operand_queue_in_ready;
    wire [63:0] operand_queue_out_data;
    wire operand_queue_out_valid;
    wire start_queue_in_ready;
    wire [63:0] start_queue_out_data;
    wire start_queue_out_valid;
    wire control_queue_in_ready;
    wire [71:0] control_queue_out_data;
    wire control_queue_out_valid;
    wire waiting_enter;
    wire waiting_empty;
    wire target_queue_in_ready;
    wire [63:0] target_queue_out_data;
    wire target_queue_out_valid;
    wire [63:0] operands_in_address;
    wire operands_in_ready;
    wire [63:0] operands_request_address;
    wire [5:0] operands_request_slot;
    wire operands_request_valid;
    wire operands_answer_ready_0;
    wire operands_answer_ready_1;
    wire operands_answer_ready_2;
    wire operands_answer_ready_3;
    wire operands_answer_ready_4;
    wire [511:0] operands_line_data;
    wire operands_line_valid;
    wire operands_fault;
    wire [63:0] operands_fault_address;
    wire starts_in_ready;
    wire [63:0] starts_request_address;
    wire [5:0] starts_request_slot;
    wire starts_request_valid;
    wire starts_answer_ready_0;
    wire starts_answer_ready_1;
    wire starts_answer_ready_2;
    wire starts_answer_ready_3;
    wire [511:0] starts_line_data;
    wire starts_line_valid;
    wire starts_fault;
    wire [63:0] starts_fault_address;
    wire reader_operand_ready;
    wire reader_start_ready;
    wire reader_list_ready_0;
    wire reader_list_ready_1;
    wire reader_list_ready_2;
    wire reader_list_ready_3;
    wire reader_list_ready_4;
    wire reader_operand_answer_valid_0;
    wire reader_operand_answer_valid_1;
    wire reader_operand_answer_valid_2;
    wire reader_operand_answer_valid_3;
    wire reader_operand_answer_valid_4;
    wire [5:0] reader_operand_answer_slot_0;
    wire [5:0] reader_operand_answer_slot_1;
    wire [5:0] reader_operand_answer_slot_2;
    wire [5:0] reader_operand_answer_slot_3;
    wire [5:0] reader_operand_answer_slot_4;
    wire [511:0] reader_operand_answer_data_0;
    wire [511:0] reader_operand_answer_data_1;
    wire [511:0] reader_operand_answer_data_2;
    wire [511:0] reader_operand_answer_data_3;
    wire [511:0] reader_operand_answer_data_4;
    wire reader_operand_answer_error_0;
    wire reader_operand_answer_error_1;
    wire reader_operand_answer_error_2;
    wire reader_operand_answer_error_3;
    wire reader_operand_answer_error_4;
    wire reader_start_answer_valid_0;
    wire reader_start_answer_valid_1;
    wire reader_start_answer_valid_2;
    wire reader_start_answer_valid_3;
    wire [5:0] reader_start_answer_slot_0;
    wire [5:0] reader_start_answer_slot_1;
    wire [5:0] reader_start_answer_slot_2;
    wire [5:0] reader_start_answer_slot_3;
    wire [511:0] reader_start_answer_data_0;
    wire [511:0] reader_start_answer_data_1;
    wire [511:0] reader_start_answer_data_2;
    wire [511:0] reader_start_answer_data_3;
    wire reader_start_answer_error_0;
    wire reader_start_answer_error_1;
    wire reader_start_answer_error_2;
    wire reader_start_answer_error_3;
    wire reader_list_line_error_0;
    wire reader_list_line_error_1;
    wire reader_list_line_error_2;
    wire reader_list_line_error_3;
    wire reader_list_line_error_4;
    wire [511:0] reader_list_line_data;
    wire reader_gradient_asked;
    wire [31:0] reducer_rate;
    wire reducer_control_ready;
    wire reducer_operand_ready;
    wire reducer_start_ready;
    wire [511:0] reducer_result;
    wire reducer_result_valid;
    wire reducer_idle;
    wire writer_result_ready;
    wire writer_target_ready;
    wire writer_idle;
    wire writer_fault;
    wire [63:0] writer_fault_address;
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
    wire channel_reads_0_event;
    wire [63:0] channel_reads_0_count;
    wire channel_reads_1_event;
    wire [63:0] channel_reads_1_count;
    wire channel_reads_2_event;
    wire [63:0] channel_reads_2_count;
    wire channel_reads_3_event;
    wire [63:0] channel_reads_3_count;
    wire channel_writes_0_event;
    wire [63:0] channel_writes_0_count;
    wire channel_writes_1_event;
    wire [63:0] channel_writes_1_count;
    wire channel_writes_2_event;
    wire [63:0] channel_writes_2_count;
    wire channel_writes_3_event;
    wire [63:0] channel_writes_3_count;

    cxl_mem_register_file_c4 u_registers (
        .clock(registers_clock),
        .reset(reset),
        .s_axil_awaddr(registers_s_axil_awaddr),
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
        .doorbell(registers_doorbell),
        .doorbell_valid(registers_doorbell_valid),
        .clear_status(registers_clear_status),
        .clear_counters(registers_clear_counters),
        .capabilities(CAPABILITIES),
        .persistent_bytes(PERSISTENT_BYTES),
        .status(sequencer_status),
        .error(sequencer_error),
        .error_position(sequencer_error_position),
        .cycles(counter_0_count),
        .busy_cycles(counter_1_count),
        .check_cycles(counter_2_count),
        .hazard_cycles(counter_3_count),
        .lookups(counter_4_count),
        .updates(counter_5_count),
        .lines_directory(counter_6_count),
        .lines_offset(counter_7_count),
        .lines_segment(counter_8_count),
        .lines_entry(counter_9_count),
        .lines_scale(counter_10_count),
        .lines_gradient(counter_11_count),
        .lines_pooled(counter_12_count),
        .channel_reads_0(channel_reads_0_count),
        .channel_reads_1(channel_reads_1_count),
        .channel_reads_2(channel_reads_2_count),
        .channel_reads_3(channel_reads_3_count),
        .channel_writes_0(channel_writes_0_count),
        .channel_writes_1(channel_writes_1_count),
        .channel_writes_2(channel_writes_2_count),
        .channel_writes_3(channel_writes_3_count)
    );

    sequencer u_sequencer (
        .clock(clock),
        .reset(reset),
        .doorbell(registers_doorbell),
        .doorbell_valid(registers_doorbell_valid),
        .clear_status(registers_clear_status),
        .latch(sequencer_latch),
        .update_command(sequencer_update_command),
        .checker_start(sequencer_checker_start),
        .checker_done(checker_done),
        .checker_failed(checker_failed),
        .checker_error(checker_error),
        .checker_position(checker_error_position),
        .walk_start(sequencer_walk_start),
        .walk_emit(sequencer_walk_emit),
        .walk_stop(sequencer_walk_stop),
        .walk_done(walker_done),
        .walk_failed(walker_failed),
        .walk_error(walker_error),
        .walk_position(walker_error_position),
        .lists_idle(lists_idle),
        .all_idle(sequencer_all_idle),
        .read_fault(sequencer_read_fault),
        .read_fault_address(sequencer_read_fault_address),
        .write_fault(writer_fault),
        .write_fault_address(writer_fault_address),
        .suppress_writes(sequencer_suppress_writes),
        .busy(counted_1),
        .checking(counted_2),
        .lookup_done(counted_4),
        .update_done(counted_5),
        .status(sequencer_status),
        .error(sequencer_error),
        .error_position(sequencer_error_position),
        .irq(irq)
    );

    job_settings u_settings (
        .clock(clock),
        .settings_0(settings_settings_0),
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
        .latch(sequencer_latch),
        .update_command(sequencer_update_command),
        .is_update(settings_is_update),
        .vector_length(settings_vector_length),
        .lines(settings_lines),
        .rate(settings_rate),
        .pooling(settings_pooling),
        .fp32_one(settings_fp32_one),
        .uses_segments(settings_uses_segments),
        .uses_scales(settings_uses_scales),
        .data_base(settings_data_base),
        .data_bytes(settings_data_bytes),
        .descriptor_base(settings_descriptor_base),
        .descriptor_bytes(settings_descriptor_bytes),
        .vector_base(settings_vector_base),
        .vector_bytes(settings_vector_bytes),
        .table_count(settings_table_count),
        .bag_count(settings_bag_count),
        .entry_count(settings_entry_count),
        .row_count(settings_row_count),
        .segment_count(settings_segment_count),
        .directory(settings_directory),
        .offsets(settings_offsets),
        .segments(settings_segments),
        .entries(settings_entries),
        .scales(settings_scales)
    );

    job_checker u_checker (
        .clock(clock),
        .reset(reset),
        .start(sequencer_checker_start),
        .is_update(settings_is_update),
        .vector_length(settings_vector_length),
        .pooling(settings_pooling),
        .uses_segments(settings_uses_segments),
        .uses_scales(settings_uses_scales),
        .data_base(settings_data_base),
        .data_bytes(settings_data_bytes),
        .descriptor_base(settings_descriptor_base),
        .descriptor_bytes(settings_descriptor_bytes),
        .vector_base(settings_vector_base),
        .vector_bytes(settings_vector_bytes),
        .table_count(settings_table_count),
        .bag_count(settings_bag_count),
        .entry_count(settings_entry_count),
        .row_count(settings_row_count),
        .segment_count(settings_segment_count),
        .directory(settings_directory),
        .offsets(settings_offsets),
        .segments(settings_segments),
        .entries(settings_entries),
        .scales(settings_scales),
        .batch_bytes({21'd0, batch_vectors_offset}),
        .persistent_bytes(PERSISTENT_BYTES),
        .done(checker_done),
        .failed(checker_failed),
        .error(checker_error),
        .error_position(checker_error_position)
    );

    line_multiplier u_batch_vectors (
        .index(settings_bag_count),
        .lines(settings_lines),
        .offset(batch_vectors_offset)
    );

    word_stream u_directory_list (
        .clock(clock),
        .reset(reset),
        .start(directory_list_start),
        .stop(sequencer_walk_stop),
        .base(settings_directory),
        .words({settings_table_count[30:0], 2'd0}),
        .word(directory_list_word),
        .word_valid(directory_list_word_valid),
        .word_ready(walker_directory_ready),
        .request_address(directory_list_request_address),
        .request_valid(directory_list_request_valid),
        .request_ready(reader_list_ready_0),
        .line_valid(counted_6),
        .line_data(reader_list_line_data),
        .idle(directory_list_idle),
        .line_address(directory_list_line_address)
    );

    word_stream u_offset_list (
        .clock(clock),
        .reset(reset),
        .start(sequencer_walk_start),
        .stop(sequencer_walk_stop),
        .base(settings_offsets),
        .words(offset_list_words),
        .word(offset_list_word),
        .word_valid(offset_list_word_valid),
        .word_ready(walker_offset_ready),
        .request_address(offset_list_request_address),
        .request_valid(offset_list_request_valid),
        .request_ready(reader_list_ready_1),
        .line_valid(counted_7),
        .line_data(reader_list_line_data),
        .idle(offset_list_idle),
        .line_address(offset_list_line_address)
    );

    word_stream u_segment_list (
        .clock(clock),
        .reset(reset),
        .start(sequencer_walk_start),
        .stop(sequencer_walk_stop),
        .base(settings_segments),
        .words(segment_list_words),
        .word(segment_list_word),
        .word_valid(segment_list_word_valid),
        .word_ready(walker_segment_ready),
        .request_address(segment_list_request_address),
        .request_valid(segment_list_request_valid),
        .request_ready(reader_list_ready_2),
        .line_valid(counted_8),
        .line_data(reader_list_line_data),
        .idle(segment_list_idle),
        .line_address(segment_list_line_address)
    );

    word_stream u_entry_list (
        .clock(clock),
        .reset(reset),
        .start(sequencer_walk_start),
        .stop(sequencer_walk_stop),
        .base(settings_entries),
        .words({1'b0, settings_entry_count}),
        .word(entry_list_word),
        .word_valid(entry_list_word_valid),
        .word_ready(walker_entry_ready),
        .request_address(entry_list_request_address),
        .request_valid(entry_list_request_valid),
        .request_ready(reader_list_ready_3),
        .line_valid(counted_9),
        .line_data(reader_list_line_data),
        .idle(entry_list_idle),
        .line_address(entry_list_line_address)
    );

    word_stream u_scale_list (
        .clock(clock),
        .reset(reset),
        .start(sequencer_walk_start),
        .stop(sequencer_walk_stop),
        .base(settings_scales),
        .words(scale_list_words),
        .word(scale_list_word),
        .word_valid(scale_list_word_valid),
        .word_ready(walker_scale_ready),
        .request_address(scale_list_request_address),
        .request_valid(scale_list_request_valid),
        .request_ready(reader_list_ready_4),
        .line_valid(counted_10),
        .line_data(reader_list_line_data),
        .idle(scale_list_idle),
        .line_address(scale_list_line_address)
    );

    walker u_walker (
        .clock(clock),
        .reset(reset),
        .start(sequencer_walk_start),
        .emit(sequencer_walk_emit),
        .is_update(settings_is_update),
        .uses_segments(settings_uses_segments),
        .uses_scales(settings_uses_scales),
        .lines(settings_lines),
        .table_count(settings_table_count),
        .segment_count(settings_segment_count),
        .entry_count(settings_entry_count),
        .bag_count(settings_bag_count),
        .data_base(settings_data_base),
        .data_end(data_end),
        .fp32_one(settings_fp32_one),
        .directory_word(directory_list_word),
        .directory_valid(directory_list_word_valid),
        .directory_ready(walker_directory_ready),
        .offset_word(offset_list_word),
        .offset_valid(offset_list_word_valid),
        .offset_ready(walker_offset_ready),
        .segment_word(segment_list_word),
        .segment_valid(segment_list_word_valid),
        .segment_ready(walker_segment_ready),
        .entry_word(entry_list_word),
        .entry_valid(entry_list_word_valid),
        .entry_ready(walker_entry_ready),
        .scale_word(scale_list_word),
        .scale_valid(scale_list_word_valid),
        .scale_ready(walker_scale_ready),
        .item_valid(walker_item_valid),
        .item_ready(items_in_ready),
        .item_table_base(walker_item_table_base),
        .item_operand(walker_item_operand),
        .item_target(walker_item_target),
        .item_first(walker_item_first),
        .item_last(walker_item_last),
        .item_empty(walker_item_empty),
        .item_scale(walker_item_scale),
        .item_result_scale(walker_item_result_scale),
        .done(walker_done),
        .failed(walker_failed),
        .error(walker_error),
        .error_position(walker_error_position)
    );

    fifo_w195_d8 u_items (
        .clock(clock),
        .reset(reset),
        .in_data({item_control, walker_item_target, walker_item_operand, walker_item_table_base}),
        .in_valid(walker_item_valid),
        .in_ready(items_in_ready),
        .out_data(items_out_data),
        .out_valid(items_out_valid),
        .out_ready(expander_item_ready)
    );

    expander u_expander (
        .clock(clock),
        .reset(reset),
        .is_update(settings_is_update),
        .lines(settings_lines),
        .vector_base(settings_vector_base),
        .item_valid(items_out_valid),
        .item_ready(expander_item_ready),
        .item_table_base(items_out_data[63:0]),
        .item_operand(items_out_data[95:64]),
        .item_target(items_out_data[127:96]),
        .item_control(items_out_data[194:128]),
        .operand_address(expander_operand_address),
        .operand_valid(expander_operand_valid),
        .operand_ready(operand_queue_in_ready),
        .start_address(expander_start_address),
        .start_valid(expander_start_valid),
        .start_ready(start_queue_in_ready),
        .control(expander_control),
        .control_valid(expander_control_valid),
        .control_ready(control_queue_in_ready),
        .target_address(expander_target_address),
        .target_valid(expander_target_valid),
        .target_ready(target_queue_in_ready),
        .idle(expander_idle)
    );

    fifo_w64_d8 u_operand_queue (
        .clock(clock),
        .reset(reset),
        .in_data(expander_operand_address),
        .in_valid(expander_operand_valid),
        .in_ready(operand_queue_in_ready),
        .out_data(operand_queue_out_data),
        .out_valid(operand_queue_out_valid),
        .out_ready(operands_in_ready)
    );

    fifo_w64_d8 u_start_queue (
        .clock(clock),
        .reset(reset),
        .in_data(expander_start_address),
        .in_valid(expander_start_valid),
        .in_ready(start_queue_in_ready),
        .out_data(start_queue_out_data),
        .out_valid(start_queue_out_valid),
        .out_ready(starts_in_ready)
    );

    block_fifo_w72_d128 u_control_queue (
        .clock(clock),
        .reset(reset),
        .in_data(expander_control),
        .in_valid(expander_control_valid),
        .in_ready(control_queue_in_ready),
        .out_data(control_queue_out_data),
        .out_valid(control_queue_out_valid),
        .out_ready(reducer_control_ready)
    );

    occupancy u_waiting (
        .clock(clock),
        .reset(reset),
        .enter(waiting_enter),
        .leave(reducer_control_ready),
        .empty(waiting_empty)
    );

    block_fifo_w64_d128 u_target_queue (
        .clock(clock),
        .reset(reset),
        .in_data(expander_target_address),
        .in_valid(expander_target_valid),
        .in_ready(target_queue_in_ready),
        .out_data(target_queue_out_data),
        .out_valid(target_queue_out_valid),
        .out_ready(writer_target_ready)
    );

    reorder_buffer_p5 u_operands (
        .clock(clock),
        .reset(reset),
        .in_address(operands_in_address),
        .in_valid(operand_queue_out_valid),
        .in_ready(operands_in_ready),
        .request_address(operands_request_address),
        .request_slot(operands_request_slot),
        .request_valid(operands_request_valid),
        .request_ready(reader_operand_ready),
        .answer_valid_0(reader_operand_answer_valid_0),
        .answer_valid_1(reader_operand_answer_valid_1),
        .answer_valid_2(reader_operand_answer_valid_2),
        .answer_valid_3(reader_operand_answer_valid_3),
        .answer_valid_4(reader_operand_answer_valid_4),
        .answer_ready_0(operands_answer_ready_0),
        .answer_ready_1(operands_answer_ready_1),
        .answer_ready_2(operands_answer_ready_2),
        .answer_ready_3(operands_answer_ready_3),
        .answer_ready_4(operands_answer_ready_4),
        .answer_slot_0(reader_operand_answer_slot_0),
        .answer_slot_1(reader_operand_answer_slot_1),
        .answer_slot_2(reader_operand_answer_slot_2),
        .answer_slot_3(reader_operand_answer_slot_3),
        .answer_slot_4(reader_operand_answer_slot_4),
        .answer_data_0(reader_operand_answer_data_0),
        .answer_data_1(reader_operand_answer_data_1),
        .answer_data_2(reader_operand_answer_data_2),
        .answer_data_3(reader_operand_answer_data_3),
        .answer_data_4(reader_operand_answer_data_4),
        .answer_error_0(reader_operand_answer_error_0),
        .answer_error_1(reader_operand_answer_error_1),
        .answer_error_2(reader_operand_answer_error_2),
        .answer_error_3(reader_operand_answer_error_3),
        .answer_error_4(reader_operand_answer_error_4),
        .line_data(operands_line_data),
        .line_valid(operands_line_valid),
        .line_ready(reducer_operand_ready),
        .fault(operands_fault),
        .fault_address(operands_fault_address)
    );

    reorder_buffer_p4 u_starts (
        .clock(clock),
        .reset(reset),
        .in_address(start_queue_out_data),
        .in_valid(start_queue_out_valid),
        .in_ready(starts_in_ready),
        .request_address(starts_request_address),
        .request_slot(starts_request_slot),
        .request_valid(starts_request_valid),
        .request_ready(reader_start_ready),
        .answer_valid_0(reader_start_answer_valid_0),
        .answer_valid_1(reader_start_answer_valid_1),
        .answer_valid_2(reader_start_answer_valid_2),
        .answer_valid_3(reader_start_answer_valid_3),
        .answer_ready_0(starts_answer_ready_0),
        .answer_ready_1(starts_answer_ready_1),
        .answer_ready_2(starts_answer_ready_2),
        .answer_ready_3(starts_answer_ready_3),
        .answer_slot_0(reader_start_answer_slot_0),
        .answer_slot_1(reader_start_answer_slot_1),
        .answer_slot_2(reader_start_answer_slot_2),
        .answer_slot_3(reader_start_answer_slot_3),
        .answer_data_0(reader_start_answer_data_0),
        .answer_data_1(reader_start_answer_data_1),
        .answer_data_2(reader_start_answer_data_2),
        .answer_data_3(reader_start_answer_data_3),
        .answer_error_0(reader_start_answer_error_0),
        .answer_error_1(reader_start_answer_error_1),
        .answer_error_2(reader_start_answer_error_2),
        .answer_error_3(reader_start_answer_error_3),
        .line_data(starts_line_data),
        .line_valid(starts_line_valid),
        .line_ready(reducer_start_ready),
        .fault(starts_fault),
        .fault_address(starts_fault_address)
    );

    read_crossbar_c4 u_reader (
        .clock(clock),
        .reset(reset),
        .operand_address(operands_request_address),
        .operand_slot(operands_request_slot),
        .operand_valid(operands_request_valid),
        .operand_ready(reader_operand_ready),
        .start_address(starts_request_address),
        .start_slot(starts_request_slot),
        .start_valid(starts_request_valid),
        .start_ready(reader_start_ready),
        .list_address_0(directory_list_request_address),
        .list_address_1(offset_list_request_address),
        .list_address_2(segment_list_request_address),
        .list_address_3(entry_list_request_address),
        .list_address_4(scale_list_request_address),
        .list_valid_0(directory_list_request_valid),
        .list_valid_1(offset_list_request_valid),
        .list_valid_2(segment_list_request_valid),
        .list_valid_3(entry_list_request_valid),
        .list_valid_4(scale_list_request_valid),
        .list_ready_0(reader_list_ready_0),
        .list_ready_1(reader_list_ready_1),
        .list_ready_2(reader_list_ready_2),
        .list_ready_3(reader_list_ready_3),
        .list_ready_4(reader_list_ready_4),
        .channel_arid_0(m_axi_0_arid),
        .channel_arid_1(m_axi_1_arid),
        .channel_arid_2(m_axi_2_arid),
        .channel_arid_3(m_axi_3_arid),
        .channel_araddr_0(m_axi_0_araddr),
        .channel_araddr_1(m_axi_1_araddr),
        .channel_araddr_2(m_axi_2_araddr),
        .channel_araddr_3(m_axi_3_araddr),
        .channel_arvalid_0(m_axi_0_arvalid),
        .channel_arvalid_1(m_axi_1_arvalid),
        .channel_arvalid_2(m_axi_2_arvalid),
        .channel_arvalid_3(m_axi_3_arvalid),
        .channel_arready_0(m_axi_0_arready),
        .channel_arready_1(m_axi_1_arready),
        .channel_arready_2(m_axi_2_arready),
        .channel_arready_3(m_axi_3_arready),
        .channel_rid_0(m_axi_0_rid),
        .channel_rid_1(m_axi_1_rid),
        .channel_rid_2(m_axi_2_rid),
        .channel_rid_3(m_axi_3_rid),
        .channel_rdata_0(m_axi_0_rdata),
        .channel_rdata_1(m_axi_1_rdata),
        .channel_rdata_2(m_axi_2_rdata),
        .channel_rdata_3(m_axi_3_rdata),
        .channel_rresp_0(m_axi_0_rresp),
        .channel_rresp_1(m_axi_1_rresp),
        .channel_rresp_2(m_axi_2_rresp),
        .channel_rresp_3(m_axi_3_rresp),
        .channel_rvalid_0(m_axi_0_rvalid),
        .channel_rvalid_1(m_axi_1_rvalid),
        .channel_rvalid_2(m_axi_2_rvalid),
        .channel_rvalid_3(m_axi_3_rvalid),
        .channel_rready_0(m_axi_0_rready),
        .channel_rready_1(m_axi_1_rready),
        .channel_rready_2(m_axi_2_rready),
        .channel_rready_3(m_axi_3_rready),
        .scratch_arid(m_axi_scratch_arid),
        .scratch_araddr(m_axi_scratch_araddr),
        .scratch_arvalid(m_axi_scratch_arvalid),
        .scratch_arready(m_axi_scratch_arready),
        .scratch_rid(m_axi_scratch_rid),
        .scratch_rdata(m_axi_scratch_rdata),
        .scratch_rresp(m_axi_scratch_rresp),
        .scratch_rvalid(m_axi_scratch_rvalid),
        .scratch_rready(m_axi_scratch_rready),
        .operand_answer_valid_0(reader_operand_answer_valid_0),
        .operand_answer_valid_1(reader_operand_answer_valid_1),
        .operand_answer_valid_2(reader_operand_answer_valid_2),
        .operand_answer_valid_3(reader_operand_answer_valid_3),
        .operand_answer_valid_4(reader_operand_answer_valid_4),
        .operand_answer_ready_0(operands_answer_ready_0),
        .operand_answer_ready_1(operands_answer_ready_1),
        .operand_answer_ready_2(operands_answer_ready_2),
        .operand_answer_ready_3(operands_answer_ready_3),
        .operand_answer_ready_4(operands_answer_ready_4),
        .operand_answer_slot_0(reader_operand_answer_slot_0),
        .operand_answer_slot_1(reader_operand_answer_slot_1),
        .operand_answer_slot_2(reader_operand_answer_slot_2),
        .operand_answer_slot_3(reader_operand_answer_slot_3),
        .operand_answer_slot_4(reader_operand_answer_slot_4),
        .operand_answer_data_0(reader_operand_answer_data_0),
        .operand_answer_data_1(reader_operand_answer_data_1),
        .operand_answer_data_2(reader_operand_answer_data_2),
        .operand_answer_data_3(reader_operand_answer_data_3),
        .operand_answer_data_4(reader_operand_answer_data_4),
        .operand_answer_error_0(reader_operand_answer_error_0),
        .operand_answer_error_1(reader_operand_answer_error_1),
        .operand_answer_error_2(reader_operand_answer_error_2),
        .operand_answer_error_3(reader_operand_answer_error_3),
        .operand_answer_error_4(reader_operand_answer_error_4),
        .start_answer_valid_0(reader_start_answer_valid_0),
        .start_answer_valid_1(reader_start_answer_valid_1),
        .start_answer_valid_2(reader_start_answer_valid_2),
        .start_answer_valid_3(reader_start_answer_valid_3),
        .start_answer_ready_0(starts_answer_ready_0),
        .start_answer_ready_1(starts_answer_ready_1),
        .start_answer_ready_2(starts_answer_ready_2),
        .start_answer_ready_3(starts_answer_ready_3),
        .start_answer_slot_0(reader_start_answer_slot_0),
        .start_answer_slot_1(reader_start_answer_slot_1),
        .start_answer_slot_2(reader_start_answer_slot_2),
        .start_answer_slot_3(reader_start_answer_slot_3),
        .start_answer_data_0(reader_start_answer_data_0),
        .start_answer_data_1(reader_start_answer_data_1),
        .start_answer_data_2(reader_start_answer_data_2),
        .start_answer_data_3(reader_start_answer_data_3),
        .start_answer_error_0(reader_start_answer_error_0),
        .start_answer_error_1(reader_start_answer_error_1),
        .start_answer_error_2(reader_start_answer_error_2),
        .start_answer_error_3(reader_start_answer_error_3),
        .list_line_valid_0(counted_6),
        .list_line_valid_1(counted_7),
        .list_line_valid_2(counted_8),
        .list_line_valid_3(counted_9),
        .list_line_valid_4(counted_10),
        .list_line_error_0(reader_list_line_error_0),
        .list_line_error_1(reader_list_line_error_1),
        .list_line_error_2(reader_list_line_error_2),
        .list_line_error_3(reader_list_line_error_3),
        .list_line_error_4(reader_list_line_error_4),
        .list_line_data(reader_list_line_data),
        .gradient_asked(reader_gradient_asked)
    );

    reducer u_reducer (
        .clock(clock),
        .reset(reset),
        .rate(reducer_rate),
        .control(control_queue_out_data),
        .control_valid(control_queue_out_valid),
        .control_ready(reducer_control_ready),
        .operand(operands_line_data),
        .operand_valid(operands_line_valid),
        .operand_ready(reducer_operand_ready),
        .start(starts_line_data),
        .start_valid(starts_line_valid),
        .start_ready(reducer_start_ready),
        .result(reducer_result),
        .result_valid(reducer_result_valid),
        .result_ready(writer_result_ready),
        .hazard(counted_3),
        .idle(reducer_idle)
    );

    write_crossbar_c4 u_writer (
        .clock(clock),
        .reset(reset),
        .suppress(sequencer_suppress_writes),
        .result(reducer_result),
        .result_valid(reducer_result_valid),
        .result_ready(writer_result_ready),
        .target_address(target_queue_out_data),
        .target_valid(target_queue_out_valid),
        .target_ready(writer_target_ready),
        .awaddr_0(m_axi_scratch_awaddr),
        .awaddr_1(m_axi_0_awaddr),
        .awaddr_2(m_axi_1_awaddr),
        .awaddr_3(m_axi_2_awaddr),
        .awaddr_4(m_axi_3_awaddr),
        .awvalid_0(m_axi_scratch_awvalid),
        .awvalid_1(m_axi_0_awvalid),
        .awvalid_2(m_axi_1_awvalid),
        .awvalid_3(m_axi_2_awvalid),
        .awvalid_4(m_axi_3_awvalid),
        .awready_0(m_axi_scratch_awready),
        .awready_1(m_axi_0_awready),
        .awready_2(m_axi_1_awready),
        .awready_3(m_axi_2_awready),
        .awready_4(m_axi_3_awready),
        .wdata_0(m_axi_scratch_wdata),
        .wdata_1(m_axi_0_wdata),
        .wdata_2(m_axi_1_wdata),
        .wdata_3(m_axi_2_wdata),
        .wdata_4(m_axi_3_wdata),
        .wvalid_0(m_axi_scratch_wvalid),
        .wvalid_1(m_axi_0_wvalid),
        .wvalid_2(m_axi_1_wvalid),
        .wvalid_3(m_axi_2_wvalid),
        .wvalid_4(m_axi_3_wvalid),
        .wready_0(m_axi_scratch_wready),
        .wready_1(m_axi_0_wready),
        .wready_2(m_axi_1_wready),
        .wready_3(m_axi_2_wready),
        .wready_4(m_axi_3_wready),
        .bresp_0(m_axi_scratch_bresp),
        .bresp_1(m_axi_0_bresp),
        .bresp_2(m_axi_1_bresp),
        .bresp_3(m_axi_2_bresp),
        .bresp_4(m_axi_3_bresp),
        .bvalid_0(m_axi_scratch_bvalid),
        .bvalid_1(m_axi_0_bvalid),
        .bvalid_2(m_axi_1_bvalid),
        .bvalid_3(m_axi_2_bvalid),
        .bvalid_4(m_axi_3_bvalid),
        .bready_0(m_axi_scratch_bready),
        .bready_1(m_axi_0_bready),
        .bready_2(m_axi_1_bready),
        .bready_3(m_axi_2_bready),
        .bready_4(m_axi_3_bready),
        .idle(writer_idle),
        .fault(writer_fault),
        .fault_address(writer_fault_address)
    );

    event_counter u_counter_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_0),
        .count(counter_0_count)
    );

    event_counter u_counter_1 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_1),
        .count(counter_1_count)
    );

    event_counter u_counter_2 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_2),
        .count(counter_2_count)
    );

    event_counter u_counter_3 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_3),
        .count(counter_3_count)
    );

    event_counter u_counter_4 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_4),
        .count(counter_4_count)
    );

    event_counter u_counter_5 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_5),
        .count(counter_5_count)
    );

    event_counter u_counter_6 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_6),
        .count(counter_6_count)
    );

    event_counter u_counter_7 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_7),
        .count(counter_7_count)
    );

    event_counter u_counter_8 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_8),
        .count(counter_8_count)
    );

    event_counter u_counter_9 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_9),
        .count(counter_9_count)
    );

    event_counter u_counter_10 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_10),
        .count(counter_10_count)
    );

    event_counter u_counter_11 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_11),
        .count(counter_11_count)
    );

    event_counter u_counter_12 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(counted_12),
        .count(counter_12_count)
    );

    event_counter u_channel_reads_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_reads_0_event),
        .count(channel_reads_0_count)
    );

    event_counter u_channel_reads_1 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_reads_1_event),
        .count(channel_reads_1_count)
    );

    event_counter u_channel_reads_2 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_reads_2_event),
        .count(channel_reads_2_count)
    );

    event_counter u_channel_reads_3 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_reads_3_event),
        .count(channel_reads_3_count)
    );

    event_counter u_channel_writes_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_writes_0_event),
        .count(channel_writes_0_count)
    );

    event_counter u_channel_writes_1 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_writes_1_event),
        .count(channel_writes_1_count)
    );

    event_counter u_channel_writes_2 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_writes_2_event),
        .count(channel_writes_2_count)
    );

    event_counter u_channel_writes_3 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_(channel_writes_3_event),
        .count(channel_writes_3_count)
    );

    // Clock and reset.
    assign registers_clock = clock;

    // Registers.
    assign registers_s_axil_awaddr = s_axil_awaddr;

    // The job: settings, checker, sequencer.
    assign settings_settings_0 = registers_settings_0;

    // The lists, and the walk over them.
    assign directory_list_start = sequencer_walk_start;
    assign offset_list_words = {1'b0, settings_segment_count} + 33'd1;

    always @* begin
        segment_list_words = 33'd0;
        if (settings_uses_segments) begin
            segment_list_words = {1'b0, settings_segment_count};
        end
    end

    always @* begin
        scale_list_words = 33'd0;
        if (settings_uses_scales) begin
            scale_list_words = {1'b0, settings_entry_count};
        end
    end

    assign data_end = settings_data_base + settings_data_bytes;

    // Work items become line requests.
    assign item_control = {walker_item_result_scale, walker_item_scale, walker_item_empty, walker_item_last, walker_item_first};

    // Lines are read.
    assign operands_in_address = operand_queue_out_data;

    // Lines are added up, and the results written.
    assign reducer_rate = settings_rate;

    // What is under way, and what went wrong.
    assign waiting_enter = expander_control_valid;
    assign lists_idle = directory_list_idle & offset_list_idle & segment_list_idle & entry_list_idle & scale_list_idle;
    assign sequencer_all_idle = lists_idle & ~items_out_valid & expander_idle & waiting_empty & reducer_idle & writer_idle;

    always @* begin
        list_fault = 1'b0;
        list_fault_address = directory_list_line_address;
        if (reader_list_line_error_0) begin
            list_fault = 1'b1;
        end
        if (reader_list_line_error_1) begin
            list_fault = 1'b1;
            list_fault_address = offset_list_line_address;
        end
        if (reader_list_line_error_2) begin
            list_fault = 1'b1;
            list_fault_address = segment_list_line_address;
        end
        if (reader_list_line_error_3) begin
            list_fault = 1'b1;
            list_fault_address = entry_list_line_address;
        end
        if (reader_list_line_error_4) begin
            list_fault = 1'b1;
            list_fault_address = scale_list_line_address;
        end
    end

    assign sequencer_read_fault = list_fault | operands_fault | starts_fault;

    always @* begin
        sequencer_read_fault_address = list_fault_address;
        if (operands_fault) begin
            sequencer_read_fault_address = operands_fault_address;
        end else if (starts_fault) begin
            sequencer_read_fault_address = starts_fault_address;
        end
    end

    // Memory channels and scratchpad.
    assign m_axi_0_awid = 9'd0;
    assign m_axi_0_awlen = 8'd0;
    assign m_axi_0_awsize = BURST_SIZE;
    assign m_axi_0_awburst = BURST_INCR;
    assign m_axi_0_awlock = 1'b0;
    assign m_axi_0_awcache = CACHEABLE;
    assign m_axi_0_awprot = 3'd0;
    assign m_axi_0_awqos = 4'd0;
    assign m_axi_0_wstrb = ALL_BYTES;
    assign m_axi_0_wlast = 1'b1;
    assign m_axi_0_arlen = 8'd0;
    assign m_axi_0_arsize = BURST_SIZE;
    assign m_axi_0_arburst = BURST_INCR;
    assign m_axi_0_arlock = 1'b0;
    assign m_axi_0_arcache = CACHEABLE;
    assign m_axi_0_arprot = 3'd0;
    assign m_axi_0_arqos = 4'd0;
    assign m_axi_1_awid = 9'd0;
    assign m_axi_1_awlen = 8'd0;
    assign m_axi_1_awsize = BURST_SIZE;
    assign m_axi_1_awburst = BURST_INCR;
    assign m_axi_1_awlock = 1'b0;
    assign m_axi_1_awcache = CACHEABLE;
    assign m_axi_1_awprot = 3'd0;
    assign m_axi_1_awqos = 4'd0;
    assign m_axi_1_wstrb = ALL_BYTES;
    assign m_axi_1_wlast = 1'b1;
    assign m_axi_1_arlen = 8'd0;
    assign m_axi_1_arsize = BURST_SIZE;
    assign m_axi_1_arburst = BURST_INCR;
    assign m_axi_1_arlock = 1'b0;
    assign m_axi_1_arcache = CACHEABLE;
    assign m_axi_1_arprot = 3'd0;
    assign m_axi_1_arqos = 4'd0;
    assign m_axi_2_awid = 9'd0;
    assign m_axi_2_awlen = 8'd0;
    assign m_axi_2_awsize = BURST_SIZE;
    assign m_axi_2_awburst = BURST_INCR;
    assign m_axi_2_awlock = 1'b0;
    assign m_axi_2_awcache = CACHEABLE;
    assign m_axi_2_awprot = 3'd0;
    assign m_axi_2_awqos = 4'd0;
    assign m_axi_2_wstrb = ALL_BYTES;
    assign m_axi_2_wlast = 1'b1;
    assign m_axi_2_arlen = 8'd0;
    assign m_axi_2_arsize = BURST_SIZE;
    assign m_axi_2_arburst = BURST_INCR;
    assign m_axi_2_arlock = 1'b0;
    assign m_axi_2_arcache = CACHEABLE;
    assign m_axi_2_arprot = 3'd0;
    assign m_axi_2_arqos = 4'd0;
    assign m_axi_3_awid = 9'd0;
    assign m_axi_3_awlen = 8'd0;
    assign m_axi_3_awsize = BURST_SIZE;
    assign m_axi_3_awburst = BURST_INCR;
    assign m_axi_3_awlock = 1'b0;
    assign m_axi_3_awcache = CACHEABLE;
    assign m_axi_3_awprot = 3'd0;
    assign m_axi_3_awqos = 4'd0;
    assign m_axi_3_wstrb = ALL_BYTES;
    assign m_axi_3_wlast = 1'b1;
    assign m_axi_3_arlen = 8'd0;
    assign m_axi_3_arsize = BURST_SIZE;
    assign m_axi_3_arburst = BURST_INCR;
    assign m_axi_3_arlock = 1'b0;
    assign m_axi_3_arcache = CACHEABLE;
    assign m_axi_3_arprot = 3'd0;
    assign m_axi_3_arqos = 4'd0;
    assign m_axi_scratch_awid = 9'd0;
    assign m_axi_scratch_awlen = 8'd0;
    assign m_axi_scratch_awsize = BURST_SIZE;
    assign m_axi_scratch_awburst = BURST_INCR;
    assign m_axi_scratch_awlock = 1'b0;
    assign m_axi_scratch_awcache = CACHEABLE;
    assign m_axi_scratch_awprot = 3'd0;
    assign m_axi_scratch_awqos = 4'd0;
    assign m_axi_scratch_wstrb = ALL_BYTES;
    assign m_axi_scratch_wlast = 1'b1;
    assign m_axi_scratch_arlen = 8'd0;
    assign m_axi_scratch_arsize = BURST_SIZE;
    assign m_axi_scratch_arburst = BURST_INCR;
    assign m_axi_scratch_arlock = 1'b0;
    assign m_axi_scratch_arcache = CACHEABLE;
    assign m_axi_scratch_arprot = 3'd0;
    assign m_axi_scratch_arqos = 4'd0;

    // Counters.
    assign counted_0 = 1'b1;
    assign counted_11 = reader_operand_answer_valid_0 & m_axi_scratch_rready;
    assign writes_scratch = m_axi_scratch_wvalid & m_axi_scratch_wready;
    assign counted_12 = writes_scratch;
    assign channel_reads_0_event = m_axi_0_rvalid & m_axi_0_rready;
    assign channel_writes_0_event = m_axi_0_wvalid & m_axi_0_wready;
    assign channel_reads_1_event = m_axi_1_rvalid & m_axi_1_rready;
    assign channel_writes_1_event = m_axi_1_wvalid & m_axi_1_wready;
    assign channel_reads_2_event = m_axi_2_rvalid & m_axi_2_rready;
    assign channel_writes_2_event = m_axi_2_wvalid & m_axi_2_wready;
    assign channel_reads_3_event = m_axi_3_rvalid & m_axi_3_rready;
    assign channel_writes_3_event = m_axi_3_wvalid & m_axi_3_wready;

    // Bits that the design does not need.
    wire _unused = &{
        m_axi_0_bid,
        m_axi_0_rlast,
        m_axi_1_bid,
        m_axi_1_rlast,
        m_axi_2_bid,
        m_axi_2_rlast,
        m_axi_3_bid,
        m_axi_3_rlast,
        m_axi_scratch_bid,
        m_axi_scratch_rlast,
        reader_gradient_asked,
        1'b0
    };

endmodule

`default_nettype wire
