// CXL-MEM for a U200: registers on s_axil, device memory on s_axi, DDR memories on m_axi_ddr. A line a cycle
// each way. Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_u200 (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:s_axi:m_axi_ddr_0:m_axi_ddr_1:m_axi_ddr_2:m_axi_ddr_3, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    input  wire         memory_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
    output wire         irq,
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axi, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 4, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWID" *)
    input  wire [3:0]   s_axi_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWADDR" *)
    input  wire [63:0]  s_axi_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWLEN" *)
    input  wire [7:0]   s_axi_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWSIZE" *)
    input  wire [2:0]   s_axi_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWBURST" *)
    input  wire [1:0]   s_axi_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWLOCK" *)
    input  wire         s_axi_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWCACHE" *)
    input  wire [3:0]   s_axi_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWPROT" *)
    input  wire [2:0]   s_axi_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWQOS" *)
    input  wire [3:0]   s_axi_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWVALID" *)
    input  wire         s_axi_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWREADY" *)
    output wire         s_axi_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WDATA" *)
    input  wire [511:0] s_axi_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WSTRB" *)
    input  wire [63:0]  s_axi_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WLAST" *)
    input  wire         s_axi_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WVALID" *)
    input  wire         s_axi_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WREADY" *)
    output wire         s_axi_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BID" *)
    output wire [3:0]   s_axi_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BRESP" *)
    output wire [1:0]   s_axi_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BVALID" *)
    output wire         s_axi_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BREADY" *)
    input  wire         s_axi_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARID" *)
    input  wire [3:0]   s_axi_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARADDR" *)
    input  wire [63:0]  s_axi_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARLEN" *)
    input  wire [7:0]   s_axi_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARSIZE" *)
    input  wire [2:0]   s_axi_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARBURST" *)
    input  wire [1:0]   s_axi_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARLOCK" *)
    input  wire         s_axi_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARCACHE" *)
    input  wire [3:0]   s_axi_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARPROT" *)
    input  wire [2:0]   s_axi_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARQOS" *)
    input  wire [3:0]   s_axi_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARVALID" *)
    input  wire         s_axi_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARREADY" *)
    output wire         s_axi_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RID" *)
    output wire [3:0]   s_axi_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RDATA" *)
    output wire [511:0] s_axi_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RRESP" *)
    output wire [1:0]   s_axi_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RLAST" *)
    output wire         s_axi_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RVALID" *)
    output wire         s_axi_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RREADY" *)
    input  wire         s_axi_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWID" *)
    output wire [9:0]   m_axi_ddr_0_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWADDR" *)
    output wire [63:0]  m_axi_ddr_0_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWLEN" *)
    output wire [7:0]   m_axi_ddr_0_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWSIZE" *)
    output wire [2:0]   m_axi_ddr_0_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWBURST" *)
    output wire [1:0]   m_axi_ddr_0_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWLOCK" *)
    output wire         m_axi_ddr_0_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWCACHE" *)
    output wire [3:0]   m_axi_ddr_0_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWPROT" *)
    output wire [2:0]   m_axi_ddr_0_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWQOS" *)
    output wire [3:0]   m_axi_ddr_0_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWVALID" *)
    output wire         m_axi_ddr_0_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 AWREADY" *)
    input  wire         m_axi_ddr_0_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 WDATA" *)
    output wire [511:0] m_axi_ddr_0_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 WSTRB" *)
    output wire [63:0]  m_axi_ddr_0_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 WLAST" *)
    output wire         m_axi_ddr_0_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 WVALID" *)
    output wire         m_axi_ddr_0_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 WREADY" *)
    input  wire         m_axi_ddr_0_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 BID" *)
    input  wire [9:0]   m_axi_ddr_0_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 BRESP" *)
    input  wire [1:0]   m_axi_ddr_0_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 BVALID" *)
    input  wire         m_axi_ddr_0_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 BREADY" *)
    output wire         m_axi_ddr_0_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARID" *)
    output wire [9:0]   m_axi_ddr_0_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARADDR" *)
    output wire [63:0]  m_axi_ddr_0_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARLEN" *)
    output wire [7:0]   m_axi_ddr_0_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARSIZE" *)
    output wire [2:0]   m_axi_ddr_0_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARBURST" *)
    output wire [1:0]   m_axi_ddr_0_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARLOCK" *)
    output wire         m_axi_ddr_0_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARCACHE" *)
    output wire [3:0]   m_axi_ddr_0_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARPROT" *)
    output wire [2:0]   m_axi_ddr_0_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARQOS" *)
    output wire [3:0]   m_axi_ddr_0_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARVALID" *)
    output wire         m_axi_ddr_0_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 ARREADY" *)
    input  wire         m_axi_ddr_0_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 RID" *)
    input  wire [9:0]   m_axi_ddr_0_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 RDATA" *)
    input  wire [511:0] m_axi_ddr_0_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 RRESP" *)
    input  wire [1:0]   m_axi_ddr_0_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 RLAST" *)
    input  wire         m_axi_ddr_0_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 RVALID" *)
    input  wire         m_axi_ddr_0_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_0 RREADY" *)
    output wire         m_axi_ddr_0_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_1, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWID" *)
    output wire [9:0]   m_axi_ddr_1_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWADDR" *)
    output wire [63:0]  m_axi_ddr_1_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWLEN" *)
    output wire [7:0]   m_axi_ddr_1_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWSIZE" *)
    output wire [2:0]   m_axi_ddr_1_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWBURST" *)
    output wire [1:0]   m_axi_ddr_1_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWLOCK" *)
    output wire         m_axi_ddr_1_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWCACHE" *)
    output wire [3:0]   m_axi_ddr_1_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWPROT" *)
    output wire [2:0]   m_axi_ddr_1_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWQOS" *)
    output wire [3:0]   m_axi_ddr_1_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWVALID" *)
    output wire         m_axi_ddr_1_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 AWREADY" *)
    input  wire         m_axi_ddr_1_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 WDATA" *)
    output wire [511:0] m_axi_ddr_1_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 WSTRB" *)
    output wire [63:0]  m_axi_ddr_1_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 WLAST" *)
    output wire         m_axi_ddr_1_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 WVALID" *)
    output wire         m_axi_ddr_1_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 WREADY" *)
    input  wire         m_axi_ddr_1_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 BID" *)
    input  wire [9:0]   m_axi_ddr_1_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 BRESP" *)
    input  wire [1:0]   m_axi_ddr_1_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 BVALID" *)
    input  wire         m_axi_ddr_1_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 BREADY" *)
    output wire         m_axi_ddr_1_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARID" *)
    output wire [9:0]   m_axi_ddr_1_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARADDR" *)
    output wire [63:0]  m_axi_ddr_1_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARLEN" *)
    output wire [7:0]   m_axi_ddr_1_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARSIZE" *)
    output wire [2:0]   m_axi_ddr_1_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARBURST" *)
    output wire [1:0]   m_axi_ddr_1_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARLOCK" *)
    output wire         m_axi_ddr_1_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARCACHE" *)
    output wire [3:0]   m_axi_ddr_1_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARPROT" *)
    output wire [2:0]   m_axi_ddr_1_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARQOS" *)
    output wire [3:0]   m_axi_ddr_1_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARVALID" *)
    output wire         m_axi_ddr_1_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 ARREADY" *)
    input  wire         m_axi_ddr_1_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 RID" *)
    input  wire [9:0]   m_axi_ddr_1_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 RDATA" *)
    input  wire [511:0] m_axi_ddr_1_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 RRESP" *)
    input  wire [1:0]   m_axi_ddr_1_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 RLAST" *)
    input  wire         m_axi_ddr_1_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 RVALID" *)
    input  wire         m_axi_ddr_1_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_1 RREADY" *)
    output wire         m_axi_ddr_1_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_2, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWID" *)
    output wire [9:0]   m_axi_ddr_2_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWADDR" *)
    output wire [63:0]  m_axi_ddr_2_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWLEN" *)
    output wire [7:0]   m_axi_ddr_2_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWSIZE" *)
    output wire [2:0]   m_axi_ddr_2_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWBURST" *)
    output wire [1:0]   m_axi_ddr_2_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWLOCK" *)
    output wire         m_axi_ddr_2_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWCACHE" *)
    output wire [3:0]   m_axi_ddr_2_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWPROT" *)
    output wire [2:0]   m_axi_ddr_2_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWQOS" *)
    output wire [3:0]   m_axi_ddr_2_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWVALID" *)
    output wire         m_axi_ddr_2_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 AWREADY" *)
    input  wire         m_axi_ddr_2_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 WDATA" *)
    output wire [511:0] m_axi_ddr_2_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 WSTRB" *)
    output wire [63:0]  m_axi_ddr_2_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 WLAST" *)
    output wire         m_axi_ddr_2_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 WVALID" *)
    output wire         m_axi_ddr_2_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 WREADY" *)
    input  wire         m_axi_ddr_2_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 BID" *)
    input  wire [9:0]   m_axi_ddr_2_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 BRESP" *)
    input  wire [1:0]   m_axi_ddr_2_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 BVALID" *)
    input  wire         m_axi_ddr_2_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 BREADY" *)
    output wire         m_axi_ddr_2_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARID" *)
    output wire [9:0]   m_axi_ddr_2_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARADDR" *)
    output wire [63:0]  m_axi_ddr_2_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARLEN" *)
    output wire [7:0]   m_axi_ddr_2_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARSIZE" *)
    output wire [2:0]   m_axi_ddr_2_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARBURST" *)
    output wire [1:0]   m_axi_ddr_2_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARLOCK" *)
    output wire         m_axi_ddr_2_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARCACHE" *)
    output wire [3:0]   m_axi_ddr_2_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARPROT" *)
    output wire [2:0]   m_axi_ddr_2_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARQOS" *)
    output wire [3:0]   m_axi_ddr_2_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARVALID" *)
    output wire         m_axi_ddr_2_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 ARREADY" *)
    input  wire         m_axi_ddr_2_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 RID" *)
    input  wire [9:0]   m_axi_ddr_2_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 RDATA" *)
    input  wire [511:0] m_axi_ddr_2_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 RRESP" *)
    input  wire [1:0]   m_axi_ddr_2_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 RLAST" *)
    input  wire         m_axi_ddr_2_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 RVALID" *)
    input  wire         m_axi_ddr_2_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_2 RREADY" *)
    output wire         m_axi_ddr_2_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_3, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWID" *)
    output wire [9:0]   m_axi_ddr_3_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWADDR" *)
    output wire [63:0]  m_axi_ddr_3_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWLEN" *)
    output wire [7:0]   m_axi_ddr_3_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWSIZE" *)
    output wire [2:0]   m_axi_ddr_3_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWBURST" *)
    output wire [1:0]   m_axi_ddr_3_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWLOCK" *)
    output wire         m_axi_ddr_3_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWCACHE" *)
    output wire [3:0]   m_axi_ddr_3_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWPROT" *)
    output wire [2:0]   m_axi_ddr_3_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWQOS" *)
    output wire [3:0]   m_axi_ddr_3_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWVALID" *)
    output wire         m_axi_ddr_3_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 AWREADY" *)
    input  wire         m_axi_ddr_3_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 WDATA" *)
    output wire [511:0] m_axi_ddr_3_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 WSTRB" *)
    output wire [63:0]  m_axi_ddr_3_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 WLAST" *)
    output wire         m_axi_ddr_3_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 WVALID" *)
    output wire         m_axi_ddr_3_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 WREADY" *)
    input  wire         m_axi_ddr_3_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 BID" *)
    input  wire [9:0]   m_axi_ddr_3_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 BRESP" *)
    input  wire [1:0]   m_axi_ddr_3_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 BVALID" *)
    input  wire         m_axi_ddr_3_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 BREADY" *)
    output wire         m_axi_ddr_3_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARID" *)
    output wire [9:0]   m_axi_ddr_3_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARADDR" *)
    output wire [63:0]  m_axi_ddr_3_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARLEN" *)
    output wire [7:0]   m_axi_ddr_3_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARSIZE" *)
    output wire [2:0]   m_axi_ddr_3_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARBURST" *)
    output wire [1:0]   m_axi_ddr_3_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARLOCK" *)
    output wire         m_axi_ddr_3_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARCACHE" *)
    output wire [3:0]   m_axi_ddr_3_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARPROT" *)
    output wire [2:0]   m_axi_ddr_3_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARQOS" *)
    output wire [3:0]   m_axi_ddr_3_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARVALID" *)
    output wire         m_axi_ddr_3_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 ARREADY" *)
    input  wire         m_axi_ddr_3_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 RID" *)
    input  wire [9:0]   m_axi_ddr_3_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 RDATA" *)
    input  wire [511:0] m_axi_ddr_3_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 RRESP" *)
    input  wire [1:0]   m_axi_ddr_3_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 RLAST" *)
    input  wire         m_axi_ddr_3_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 RVALID" *)
    input  wire         m_axi_ddr_3_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_ddr_3 RREADY" *)
    output wire         m_axi_ddr_3_rready
);

    wire device_lookup_done;
    wire device_update_done;
    wire device_stage_done;
    wire device_accumulation_done;
    wire device_rows_logged;
    wire device_parameters_logged;
    wire device_waiting;
    wire device_durable_0;
    wire device_durable_1;
    wire device_durable_2;
    wire device_durable_3;
    wire device_cxl_mem_m2s_req_ready;
    wire device_cxl_mem_m2s_rwd_ready;
    wire device_cxl_mem_s2m_ndr_valid;
    wire [2:0] device_cxl_mem_s2m_ndr_opcode;
    wire [1:0] device_cxl_mem_s2m_ndr_meta_field;
    wire [1:0] device_cxl_mem_s2m_ndr_meta_value;
    wire [15:0] device_cxl_mem_s2m_ndr_tag;
    wire [1:0] device_cxl_mem_s2m_ndr_dev_load;
    wire device_cxl_mem_s2m_drs_valid;
    wire [2:0] device_cxl_mem_s2m_drs_opcode;
    wire [1:0] device_cxl_mem_s2m_drs_meta_field;
    wire [1:0] device_cxl_mem_s2m_drs_meta_value;
    wire [15:0] device_cxl_mem_s2m_drs_tag;
    wire device_cxl_mem_s2m_drs_poison;
    wire [1:0] device_cxl_mem_s2m_drs_dev_load;
    wire [511:0] device_cxl_mem_s2m_drs_data;
    wire device_cxl_cache_d2h_req_valid;
    wire [4:0] device_cxl_cache_d2h_req_opcode;
    wire [11:0] device_cxl_cache_d2h_req_cqid;
    wire [45:0] device_cxl_cache_d2h_req_address;
    wire device_cxl_cache_d2h_rsp_valid;
    wire [4:0] device_cxl_cache_d2h_rsp_opcode;
    wire [11:0] device_cxl_cache_d2h_rsp_uqid;
    wire device_cxl_cache_d2h_data_valid;
    wire [11:0] device_cxl_cache_d2h_data_uqid;
    wire device_cxl_cache_d2h_data_poison;
    wire [511:0] device_cxl_cache_d2h_data_data;
    wire device_cxl_cache_h2d_req_ready;
    wire device_cxl_cache_h2d_rsp_ready;
    wire device_cxl_cache_h2d_data_ready;
    wire [8:0] device_m_axi_0_awid;
    wire [63:0] device_m_axi_0_awaddr;
    wire [7:0] device_m_axi_0_awlen;
    wire [2:0] device_m_axi_0_awsize;
    wire [1:0] device_m_axi_0_awburst;
    wire device_m_axi_0_awlock;
    wire [3:0] device_m_axi_0_awcache;
    wire [2:0] device_m_axi_0_awprot;
    wire [3:0] device_m_axi_0_awqos;
    wire device_m_axi_0_awvalid;
    wire [511:0] device_m_axi_0_wdata;
    wire [63:0] device_m_axi_0_wstrb;
    wire device_m_axi_0_wlast;
    wire device_m_axi_0_wvalid;
    wire device_m_axi_0_bready;
    wire [8:0] device_m_axi_0_arid;
    wire [63:0] device_m_axi_0_araddr;
    wire [7:0] device_m_axi_0_arlen;
    wire [2:0] device_m_axi_0_arsize;
    wire [1:0] device_m_axi_0_arburst;
    wire device_m_axi_0_arlock;
    wire [3:0] device_m_axi_0_arcache;
    wire [2:0] device_m_axi_0_arprot;
    wire [3:0] device_m_axi_0_arqos;
    wire device_m_axi_0_arvalid;
    wire device_m_axi_0_rready;
    wire [8:0] device_m_axi_1_awid;
    wire [63:0] device_m_axi_1_awaddr;
    wire [7:0] device_m_axi_1_awlen;
    wire [2:0] device_m_axi_1_awsize;
    wire [1:0] device_m_axi_1_awburst;
    wire device_m_axi_1_awlock;
    wire [3:0] device_m_axi_1_awcache;
    wire [2:0] device_m_axi_1_awprot;
    wire [3:0] device_m_axi_1_awqos;
    wire device_m_axi_1_awvalid;
    wire [511:0] device_m_axi_1_wdata;
    wire [63:0] device_m_axi_1_wstrb;
    wire device_m_axi_1_wlast;
    wire device_m_axi_1_wvalid;
    wire device_m_axi_1_bready;
    wire [8:0] device_m_axi_1_arid;
    wire [63:0] device_m_axi_1_araddr;
    wire [7:0] device_m_axi_1_arlen;
    wire [2:0] device_m_axi_1_arsize;
    wire [1:0] device_m_axi_1_arburst;
    wire device_m_axi_1_arlock;
    wire [3:0] device_m_axi_1_arcache;
    wire [2:0] device_m_axi_1_arprot;
    wire [3:0] device_m_axi_1_arqos;
    wire device_m_axi_1_arvalid;
    wire device_m_axi_1_rready;
    wire [8:0] device_m_axi_2_awid;
    wire [63:0] device_m_axi_2_awaddr;
    wire [7:0] device_m_axi_2_awlen;
    wire [2:0] device_m_axi_2_awsize;
    wire [1:0] device_m_axi_2_awburst;
    wire device_m_axi_2_awlock;
    wire [3:0] device_m_axi_2_awcache;
    wire [2:0] device_m_axi_2_awprot;
    wire [3:0] device_m_axi_2_awqos;
    wire device_m_axi_2_awvalid;
    wire [511:0] device_m_axi_2_wdata;
    wire [63:0] device_m_axi_2_wstrb;
    wire device_m_axi_2_wlast;
    wire device_m_axi_2_wvalid;
    wire device_m_axi_2_bready;
    wire [8:0] device_m_axi_2_arid;
    wire [63:0] device_m_axi_2_araddr;
    wire [7:0] device_m_axi_2_arlen;
    wire [2:0] device_m_axi_2_arsize;
    wire [1:0] device_m_axi_2_arburst;
    wire device_m_axi_2_arlock;
    wire [3:0] device_m_axi_2_arcache;
    wire [2:0] device_m_axi_2_arprot;
    wire [3:0] device_m_axi_2_arqos;
    wire device_m_axi_2_arvalid;
    wire device_m_axi_2_rready;
    wire [8:0] device_m_axi_3_awid;
    wire [63:0] device_m_axi_3_awaddr;
    wire [7:0] device_m_axi_3_awlen;
    wire [2:0] device_m_axi_3_awsize;
    wire [1:0] device_m_axi_3_awburst;
    wire device_m_axi_3_awlock;
    wire [3:0] device_m_axi_3_awcache;
    wire [2:0] device_m_axi_3_awprot;
    wire [3:0] device_m_axi_3_awqos;
    wire device_m_axi_3_awvalid;
    wire [511:0] device_m_axi_3_wdata;
    wire [63:0] device_m_axi_3_wstrb;
    wire device_m_axi_3_wlast;
    wire device_m_axi_3_wvalid;
    wire device_m_axi_3_bready;
    wire [8:0] device_m_axi_3_arid;
    wire [63:0] device_m_axi_3_araddr;
    wire [7:0] device_m_axi_3_arlen;
    wire [2:0] device_m_axi_3_arsize;
    wire [1:0] device_m_axi_3_arburst;
    wire device_m_axi_3_arlock;
    wire [3:0] device_m_axi_3_arcache;
    wire [2:0] device_m_axi_3_arprot;
    wire [3:0] device_m_axi_3_arqos;
    wire device_m_axi_3_arvalid;
    wire device_m_axi_3_rready;
    wire [8:0] device_m_axi_scratch_0_awid;
    wire [63:0] device_m_axi_scratch_0_awaddr;
    wire [7:0] device_m_axi_scratch_0_awlen;
    wire [2:0] device_m_axi_scratch_0_awsize;
    wire [1:0] device_m_axi_scratch_0_awburst;
    wire device_m_axi_scratch_0_awlock;
    wire [3:0] device_m_axi_scratch_0_awcache;
    wire [2:0] device_m_axi_scratch_0_awprot;
    wire [3:0] device_m_axi_scratch_0_awqos;
    wire device_m_axi_scratch_0_awvalid;
    wire [511:0] device_m_axi_scratch_0_wdata;
    wire [63:0] device_m_axi_scratch_0_wstrb;
    wire device_m_axi_scratch_0_wlast;
    wire device_m_axi_scratch_0_wvalid;
    wire device_m_axi_scratch_0_bready;
    wire [8:0] device_m_axi_scratch_0_arid;
    wire [63:0] device_m_axi_scratch_0_araddr;
    wire [7:0] device_m_axi_scratch_0_arlen;
    wire [2:0] device_m_axi_scratch_0_arsize;
    wire [1:0] device_m_axi_scratch_0_arburst;
    wire device_m_axi_scratch_0_arlock;
    wire [3:0] device_m_axi_scratch_0_arcache;
    wire [2:0] device_m_axi_scratch_0_arprot;
    wire [3:0] device_m_axi_scratch_0_arqos;
    wire device_m_axi_scratch_0_arvalid;
    wire device_m_axi_scratch_0_rready;
    wire [8:0] device_m_axi_scratch_1_awid;
    wire [63:0] device_m_axi_scratch_1_awaddr;
    wire [7:0] device_m_axi_scratch_1_awlen;
    wire [2:0] device_m_axi_scratch_1_awsize;
    wire [1:0] device_m_axi_scratch_1_awburst;
    wire device_m_axi_scratch_1_awlock;
    wire [3:0] device_m_axi_scratch_1_awcache;
    wire [2:0] device_m_axi_scratch_1_awprot;
    wire [3:0] device_m_axi_scratch_1_awqos;
    wire device_m_axi_scratch_1_awvalid;
    wire [511:0] device_m_axi_scratch_1_wdata;
    wire [63:0] device_m_axi_scratch_1_wstrb;
    wire device_m_axi_scratch_1_wlast;
    wire device_m_axi_scratch_1_wvalid;
    wire device_m_axi_scratch_1_bready;
    wire [8:0] device_m_axi_scratch_1_arid;
    wire [63:0] device_m_axi_scratch_1_araddr;
    wire [7:0] device_m_axi_scratch_1_arlen;
    wire [2:0] device_m_axi_scratch_1_arsize;
    wire [1:0] device_m_axi_scratch_1_arburst;
    wire device_m_axi_scratch_1_arlock;
    wire [3:0] device_m_axi_scratch_1_arcache;
    wire [2:0] device_m_axi_scratch_1_arprot;
    wire [3:0] device_m_axi_scratch_1_arqos;
    wire device_m_axi_scratch_1_arvalid;
    wire device_m_axi_scratch_1_rready;
    wire [8:0] device_m_axi_scratch_2_awid;
    wire [63:0] device_m_axi_scratch_2_awaddr;
    wire [7:0] device_m_axi_scratch_2_awlen;
    wire [2:0] device_m_axi_scratch_2_awsize;
    wire [1:0] device_m_axi_scratch_2_awburst;
    wire device_m_axi_scratch_2_awlock;
    wire [3:0] device_m_axi_scratch_2_awcache;
    wire [2:0] device_m_axi_scratch_2_awprot;
    wire [3:0] device_m_axi_scratch_2_awqos;
    wire device_m_axi_scratch_2_awvalid;
    wire [511:0] device_m_axi_scratch_2_wdata;
    wire [63:0] device_m_axi_scratch_2_wstrb;
    wire device_m_axi_scratch_2_wlast;
    wire device_m_axi_scratch_2_wvalid;
    wire device_m_axi_scratch_2_bready;
    wire [8:0] device_m_axi_scratch_2_arid;
    wire [63:0] device_m_axi_scratch_2_araddr;
    wire [7:0] device_m_axi_scratch_2_arlen;
    wire [2:0] device_m_axi_scratch_2_arsize;
    wire [1:0] device_m_axi_scratch_2_arburst;
    wire device_m_axi_scratch_2_arlock;
    wire [3:0] device_m_axi_scratch_2_arcache;
    wire [2:0] device_m_axi_scratch_2_arprot;
    wire [3:0] device_m_axi_scratch_2_arqos;
    wire device_m_axi_scratch_2_arvalid;
    wire device_m_axi_scratch_2_rready;
    wire [8:0] device_m_axi_scratch_3_awid;
    wire [63:0] device_m_axi_scratch_3_awaddr;
    wire [7:0] device_m_axi_scratch_3_awlen;
    wire [2:0] device_m_axi_scratch_3_awsize;
    wire [1:0] device_m_axi_scratch_3_awburst;
    wire device_m_axi_scratch_3_awlock;
    wire [3:0] device_m_axi_scratch_3_awcache;
    wire [2:0] device_m_axi_scratch_3_awprot;
    wire [3:0] device_m_axi_scratch_3_awqos;
    wire device_m_axi_scratch_3_awvalid;
    wire [511:0] device_m_axi_scratch_3_wdata;
    wire [63:0] device_m_axi_scratch_3_wstrb;
    wire device_m_axi_scratch_3_wlast;
    wire device_m_axi_scratch_3_wvalid;
    wire device_m_axi_scratch_3_bready;
    wire [8:0] device_m_axi_scratch_3_arid;
    wire [63:0] device_m_axi_scratch_3_araddr;
    wire [7:0] device_m_axi_scratch_3_arlen;
    wire [2:0] device_m_axi_scratch_3_arsize;
    wire [1:0] device_m_axi_scratch_3_arburst;
    wire device_m_axi_scratch_3_arlock;
    wire [3:0] device_m_axi_scratch_3_arcache;
    wire [2:0] device_m_axi_scratch_3_arprot;
    wire [3:0] device_m_axi_scratch_3_arqos;
    wire device_m_axi_scratch_3_arvalid;
    wire device_m_axi_scratch_3_rready;
    wire bridge_clock;
    wire bridge_cxl_mem_m2s_req_valid;
    wire [3:0] bridge_cxl_mem_m2s_req_opcode;
    wire [2:0] bridge_cxl_mem_m2s_req_snp_type;
    wire [1:0] bridge_cxl_mem_m2s_req_meta_field;
    wire [1:0] bridge_cxl_mem_m2s_req_meta_value;
    wire [15:0] bridge_cxl_mem_m2s_req_tag;
    wire [45:0] bridge_cxl_mem_m2s_req_address;
    wire bridge_cxl_mem_m2s_rwd_valid;
    wire [3:0] bridge_cxl_mem_m2s_rwd_opcode;
    wire [2:0] bridge_cxl_mem_m2s_rwd_snp_type;
    wire [1:0] bridge_cxl_mem_m2s_rwd_meta_field;
    wire [1:0] bridge_cxl_mem_m2s_rwd_meta_value;
    wire [15:0] bridge_cxl_mem_m2s_rwd_tag;
    wire [45:0] bridge_cxl_mem_m2s_rwd_address;
    wire bridge_cxl_mem_m2s_rwd_poison;
    wire [63:0] bridge_cxl_mem_m2s_rwd_be;
    wire [511:0] bridge_cxl_mem_m2s_rwd_data;
    wire bridge_cxl_mem_s2m_ndr_ready;
    wire bridge_cxl_mem_s2m_drs_ready;
    wire no_peer_clock;
    wire no_peer_cxl_cache_d2h_req_ready;
    wire no_peer_cxl_cache_d2h_rsp_ready;
    wire no_peer_cxl_cache_d2h_data_ready;
    wire no_peer_cxl_cache_h2d_req_valid;
    wire [2:0] no_peer_cxl_cache_h2d_req_opcode;
    wire [11:0] no_peer_cxl_cache_h2d_req_uqid;
    wire [45:0] no_peer_cxl_cache_h2d_req_address;
    wire no_peer_cxl_cache_h2d_rsp_valid;
    wire [3:0] no_peer_cxl_cache_h2d_rsp_opcode;
    wire [11:0] no_peer_cxl_cache_h2d_rsp_rsp_data;
    wire [11:0] no_peer_cxl_cache_h2d_rsp_cqid;
    wire no_peer_cxl_cache_h2d_data_valid;
    wire [11:0] no_peer_cxl_cache_h2d_data_cqid;
    wire no_peer_cxl_cache_h2d_data_go_err;
    wire no_peer_cxl_cache_h2d_data_poison;
    wire [511:0] no_peer_cxl_cache_h2d_data_data;
    wire ddr_0_clock;
    wire ddr_0_s_arready_0;
    wire ddr_0_s_arready_1;
    wire [8:0] ddr_0_s_rid;
    wire [511:0] ddr_0_s_rdata;
    wire [1:0] ddr_0_s_rresp;
    wire ddr_0_s_rvalid_0;
    wire ddr_0_s_rvalid_1;
    wire ddr_0_s_awready_0;
    wire ddr_0_s_awready_1;
    wire ddr_0_s_wready_0;
    wire ddr_0_s_wready_1;
    wire [8:0] ddr_0_s_bid;
    wire [1:0] ddr_0_s_bresp;
    wire ddr_0_s_bvalid_0;
    wire ddr_0_s_bvalid_1;
    wire ddr_1_s_arready_0;
    wire ddr_1_s_arready_1;
    wire [8:0] ddr_1_s_rid;
    wire [511:0] ddr_1_s_rdata;
    wire [1:0] ddr_1_s_rresp;
    wire ddr_1_s_rvalid_0;
    wire ddr_1_s_rvalid_1;
    wire ddr_1_s_awready_0;
    wire ddr_1_s_awready_1;
    wire ddr_1_s_wready_0;
    wire ddr_1_s_wready_1;
    wire [8:0] ddr_1_s_bid;
    wire [1:0] ddr_1_s_bresp;
    wire ddr_1_s_bvalid_0;
    wire ddr_1_s_bvalid_1;
    wire ddr_2_s_arready_0;
    wire ddr_2_s_arready_1;
    wire [8:0] ddr_2_s_rid;
    wire [511:0] ddr_2_s_rdata;
    wire [1:0] ddr_2_s_rresp;
    wire ddr_2_s_rvalid_0;
    wire ddr_2_s_rvalid_1;
    wire ddr_2_s_awready_0;
    wire ddr_2_s_awready_1;
    wire ddr_2_s_wready_0;
    wire ddr_2_s_wready_1;
    wire [8:0] ddr_2_s_bid;
    wire [1:0] ddr_2_s_bresp;
    wire ddr_2_s_bvalid_0;
    wire ddr_2_s_bvalid_1;
    wire ddr_3_s_arready_0;
    wire ddr_3_s_arready_1;
    wire [8:0] ddr_3_s_rid;
    wire [511:0] ddr_3_s_rdata;
    wire [1:0] ddr_3_s_rresp;
    wire ddr_3_s_rvalid_0;
    wire ddr_3_s_rvalid_1;
    wire ddr_3_s_awready_0;
    wire ddr_3_s_awready_1;
    wire ddr_3_s_wready_0;
    wire ddr_3_s_wready_1;
    wire [8:0] ddr_3_s_bid;
    wire [1:0] ddr_3_s_bresp;
    wire ddr_3_s_bvalid_0;
    wire ddr_3_s_bvalid_1;

    emb_cxl_mem_g15_e2 u_device (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .flat(1'b1),
        .irq(irq),
        .lookup_done(device_lookup_done),
        .update_done(device_update_done),
        .stage_done(device_stage_done),
        .accumulation_done(device_accumulation_done),
        .rows_logged(device_rows_logged),
        .parameters_logged(device_parameters_logged),
        .waiting(device_waiting),
        .durable_0(device_durable_0),
        .durable_1(device_durable_1),
        .durable_2(device_durable_2),
        .durable_3(device_durable_3),
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
        .cxl_mem_m2s_req_valid(bridge_cxl_mem_m2s_req_valid),
        .cxl_mem_m2s_req_ready(device_cxl_mem_m2s_req_ready),
        .cxl_mem_m2s_req_opcode(bridge_cxl_mem_m2s_req_opcode),
        .cxl_mem_m2s_req_snp_type(bridge_cxl_mem_m2s_req_snp_type),
        .cxl_mem_m2s_req_meta_field(bridge_cxl_mem_m2s_req_meta_field),
        .cxl_mem_m2s_req_meta_value(bridge_cxl_mem_m2s_req_meta_value),
        .cxl_mem_m2s_req_tag(bridge_cxl_mem_m2s_req_tag),
        .cxl_mem_m2s_req_address(bridge_cxl_mem_m2s_req_address),
        .cxl_mem_m2s_rwd_valid(bridge_cxl_mem_m2s_rwd_valid),
        .cxl_mem_m2s_rwd_ready(device_cxl_mem_m2s_rwd_ready),
        .cxl_mem_m2s_rwd_opcode(bridge_cxl_mem_m2s_rwd_opcode),
        .cxl_mem_m2s_rwd_snp_type(bridge_cxl_mem_m2s_rwd_snp_type),
        .cxl_mem_m2s_rwd_meta_field(bridge_cxl_mem_m2s_rwd_meta_field),
        .cxl_mem_m2s_rwd_meta_value(bridge_cxl_mem_m2s_rwd_meta_value),
        .cxl_mem_m2s_rwd_tag(bridge_cxl_mem_m2s_rwd_tag),
        .cxl_mem_m2s_rwd_address(bridge_cxl_mem_m2s_rwd_address),
        .cxl_mem_m2s_rwd_poison(bridge_cxl_mem_m2s_rwd_poison),
        .cxl_mem_m2s_rwd_be(bridge_cxl_mem_m2s_rwd_be),
        .cxl_mem_m2s_rwd_data(bridge_cxl_mem_m2s_rwd_data),
        .cxl_mem_s2m_ndr_valid(device_cxl_mem_s2m_ndr_valid),
        .cxl_mem_s2m_ndr_ready(bridge_cxl_mem_s2m_ndr_ready),
        .cxl_mem_s2m_ndr_opcode(device_cxl_mem_s2m_ndr_opcode),
        .cxl_mem_s2m_ndr_meta_field(device_cxl_mem_s2m_ndr_meta_field),
        .cxl_mem_s2m_ndr_meta_value(device_cxl_mem_s2m_ndr_meta_value),
        .cxl_mem_s2m_ndr_tag(device_cxl_mem_s2m_ndr_tag),
        .cxl_mem_s2m_ndr_dev_load(device_cxl_mem_s2m_ndr_dev_load),
        .cxl_mem_s2m_drs_valid(device_cxl_mem_s2m_drs_valid),
        .cxl_mem_s2m_drs_ready(bridge_cxl_mem_s2m_drs_ready),
        .cxl_mem_s2m_drs_opcode(device_cxl_mem_s2m_drs_opcode),
        .cxl_mem_s2m_drs_meta_field(device_cxl_mem_s2m_drs_meta_field),
        .cxl_mem_s2m_drs_meta_value(device_cxl_mem_s2m_drs_meta_value),
        .cxl_mem_s2m_drs_tag(device_cxl_mem_s2m_drs_tag),
        .cxl_mem_s2m_drs_poison(device_cxl_mem_s2m_drs_poison),
        .cxl_mem_s2m_drs_dev_load(device_cxl_mem_s2m_drs_dev_load),
        .cxl_mem_s2m_drs_data(device_cxl_mem_s2m_drs_data),
        .cxl_cache_d2h_req_valid(device_cxl_cache_d2h_req_valid),
        .cxl_cache_d2h_req_ready(no_peer_cxl_cache_d2h_req_ready),
        .cxl_cache_d2h_req_opcode(device_cxl_cache_d2h_req_opcode),
        .cxl_cache_d2h_req_cqid(device_cxl_cache_d2h_req_cqid),
        .cxl_cache_d2h_req_address(device_cxl_cache_d2h_req_address),
        .cxl_cache_d2h_rsp_valid(device_cxl_cache_d2h_rsp_valid),
        .cxl_cache_d2h_rsp_ready(no_peer_cxl_cache_d2h_rsp_ready),
        .cxl_cache_d2h_rsp_opcode(device_cxl_cache_d2h_rsp_opcode),
        .cxl_cache_d2h_rsp_uqid(device_cxl_cache_d2h_rsp_uqid),
        .cxl_cache_d2h_data_valid(device_cxl_cache_d2h_data_valid),
        .cxl_cache_d2h_data_ready(no_peer_cxl_cache_d2h_data_ready),
        .cxl_cache_d2h_data_uqid(device_cxl_cache_d2h_data_uqid),
        .cxl_cache_d2h_data_poison(device_cxl_cache_d2h_data_poison),
        .cxl_cache_d2h_data_data(device_cxl_cache_d2h_data_data),
        .cxl_cache_h2d_req_valid(no_peer_cxl_cache_h2d_req_valid),
        .cxl_cache_h2d_req_ready(device_cxl_cache_h2d_req_ready),
        .cxl_cache_h2d_req_opcode(no_peer_cxl_cache_h2d_req_opcode),
        .cxl_cache_h2d_req_uqid(no_peer_cxl_cache_h2d_req_uqid),
        .cxl_cache_h2d_req_address(no_peer_cxl_cache_h2d_req_address),
        .cxl_cache_h2d_rsp_valid(no_peer_cxl_cache_h2d_rsp_valid),
        .cxl_cache_h2d_rsp_ready(device_cxl_cache_h2d_rsp_ready),
        .cxl_cache_h2d_rsp_opcode(no_peer_cxl_cache_h2d_rsp_opcode),
        .cxl_cache_h2d_rsp_rsp_data(no_peer_cxl_cache_h2d_rsp_rsp_data),
        .cxl_cache_h2d_rsp_cqid(no_peer_cxl_cache_h2d_rsp_cqid),
        .cxl_cache_h2d_data_valid(no_peer_cxl_cache_h2d_data_valid),
        .cxl_cache_h2d_data_ready(device_cxl_cache_h2d_data_ready),
        .cxl_cache_h2d_data_cqid(no_peer_cxl_cache_h2d_data_cqid),
        .cxl_cache_h2d_data_go_err(no_peer_cxl_cache_h2d_data_go_err),
        .cxl_cache_h2d_data_poison(no_peer_cxl_cache_h2d_data_poison),
        .cxl_cache_h2d_data_data(no_peer_cxl_cache_h2d_data_data),
        .m_axi_0_awid(device_m_axi_0_awid),
        .m_axi_0_awaddr(device_m_axi_0_awaddr),
        .m_axi_0_awlen(device_m_axi_0_awlen),
        .m_axi_0_awsize(device_m_axi_0_awsize),
        .m_axi_0_awburst(device_m_axi_0_awburst),
        .m_axi_0_awlock(device_m_axi_0_awlock),
        .m_axi_0_awcache(device_m_axi_0_awcache),
        .m_axi_0_awprot(device_m_axi_0_awprot),
        .m_axi_0_awqos(device_m_axi_0_awqos),
        .m_axi_0_awvalid(device_m_axi_0_awvalid),
        .m_axi_0_awready(ddr_0_s_awready_0),
        .m_axi_0_wdata(device_m_axi_0_wdata),
        .m_axi_0_wstrb(device_m_axi_0_wstrb),
        .m_axi_0_wlast(device_m_axi_0_wlast),
        .m_axi_0_wvalid(device_m_axi_0_wvalid),
        .m_axi_0_wready(ddr_0_s_wready_0),
        .m_axi_0_bid(ddr_0_s_bid),
        .m_axi_0_bresp(ddr_0_s_bresp),
        .m_axi_0_bvalid(ddr_0_s_bvalid_0),
        .m_axi_0_bready(device_m_axi_0_bready),
        .m_axi_0_arid(device_m_axi_0_arid),
        .m_axi_0_araddr(device_m_axi_0_araddr),
        .m_axi_0_arlen(device_m_axi_0_arlen),
        .m_axi_0_arsize(device_m_axi_0_arsize),
        .m_axi_0_arburst(device_m_axi_0_arburst),
        .m_axi_0_arlock(device_m_axi_0_arlock),
        .m_axi_0_arcache(device_m_axi_0_arcache),
        .m_axi_0_arprot(device_m_axi_0_arprot),
        .m_axi_0_arqos(device_m_axi_0_arqos),
        .m_axi_0_arvalid(device_m_axi_0_arvalid),
        .m_axi_0_arready(ddr_0_s_arready_0),
        .m_axi_0_rid(ddr_0_s_rid),
        .m_axi_0_rdata(ddr_0_s_rdata),
        .m_axi_0_rresp(ddr_0_s_rresp),
        .m_axi_0_rlast(1'b1),
        .m_axi_0_rvalid(ddr_0_s_rvalid_0),
        .m_axi_0_rready(device_m_axi_0_rready),
        .m_axi_1_awid(device_m_axi_1_awid),
        .m_axi_1_awaddr(device_m_axi_1_awaddr),
        .m_axi_1_awlen(device_m_axi_1_awlen),
        .m_axi_1_awsize(device_m_axi_1_awsize),
        .m_axi_1_awburst(device_m_axi_1_awburst),
        .m_axi_1_awlock(device_m_axi_1_awlock),
        .m_axi_1_awcache(device_m_axi_1_awcache),
        .m_axi_1_awprot(device_m_axi_1_awprot),
        .m_axi_1_awqos(device_m_axi_1_awqos),
        .m_axi_1_awvalid(device_m_axi_1_awvalid),
        .m_axi_1_awready(ddr_1_s_awready_0),
        .m_axi_1_wdata(device_m_axi_1_wdata),
        .m_axi_1_wstrb(device_m_axi_1_wstrb),
        .m_axi_1_wlast(device_m_axi_1_wlast),
        .m_axi_1_wvalid(device_m_axi_1_wvalid),
        .m_axi_1_wready(ddr_1_s_wready_0),
        .m_axi_1_bid(ddr_1_s_bid),
        .m_axi_1_bresp(ddr_1_s_bresp),
        .m_axi_1_bvalid(ddr_1_s_bvalid_0),
        .m_axi_1_bready(device_m_axi_1_bready),
        .m_axi_1_arid(device_m_axi_1_arid),
        .m_axi_1_araddr(device_m_axi_1_araddr),
        .m_axi_1_arlen(device_m_axi_1_arlen),
        .m_axi_1_arsize(device_m_axi_1_arsize),
        .m_axi_1_arburst(device_m_axi_1_arburst),
        .m_axi_1_arlock(device_m_axi_1_arlock),
        .m_axi_1_arcache(device_m_axi_1_arcache),
        .m_axi_1_arprot(device_m_axi_1_arprot),
        .m_axi_1_arqos(device_m_axi_1_arqos),
        .m_axi_1_arvalid(device_m_axi_1_arvalid),
        .m_axi_1_arready(ddr_1_s_arready_0),
        .m_axi_1_rid(ddr_1_s_rid),
        .m_axi_1_rdata(ddr_1_s_rdata),
        .m_axi_1_rresp(ddr_1_s_rresp),
        .m_axi_1_rlast(1'b1),
        .m_axi_1_rvalid(ddr_1_s_rvalid_0),
        .m_axi_1_rready(device_m_axi_1_rready),
        .m_axi_2_awid(device_m_axi_2_awid),
        .m_axi_2_awaddr(device_m_axi_2_awaddr),
        .m_axi_2_awlen(device_m_axi_2_awlen),
        .m_axi_2_awsize(device_m_axi_2_awsize),
        .m_axi_2_awburst(device_m_axi_2_awburst),
        .m_axi_2_awlock(device_m_axi_2_awlock),
        .m_axi_2_awcache(device_m_axi_2_awcache),
        .m_axi_2_awprot(device_m_axi_2_awprot),
        .m_axi_2_awqos(device_m_axi_2_awqos),
        .m_axi_2_awvalid(device_m_axi_2_awvalid),
        .m_axi_2_awready(ddr_2_s_awready_0),
        .m_axi_2_wdata(device_m_axi_2_wdata),
        .m_axi_2_wstrb(device_m_axi_2_wstrb),
        .m_axi_2_wlast(device_m_axi_2_wlast),
        .m_axi_2_wvalid(device_m_axi_2_wvalid),
        .m_axi_2_wready(ddr_2_s_wready_0),
        .m_axi_2_bid(ddr_2_s_bid),
        .m_axi_2_bresp(ddr_2_s_bresp),
        .m_axi_2_bvalid(ddr_2_s_bvalid_0),
        .m_axi_2_bready(device_m_axi_2_bready),
        .m_axi_2_arid(device_m_axi_2_arid),
        .m_axi_2_araddr(device_m_axi_2_araddr),
        .m_axi_2_arlen(device_m_axi_2_arlen),
        .m_axi_2_arsize(device_m_axi_2_arsize),
        .m_axi_2_arburst(device_m_axi_2_arburst),
        .m_axi_2_arlock(device_m_axi_2_arlock),
        .m_axi_2_arcache(device_m_axi_2_arcache),
        .m_axi_2_arprot(device_m_axi_2_arprot),
        .m_axi_2_arqos(device_m_axi_2_arqos),
        .m_axi_2_arvalid(device_m_axi_2_arvalid),
        .m_axi_2_arready(ddr_2_s_arready_0),
        .m_axi_2_rid(ddr_2_s_rid),
        .m_axi_2_rdata(ddr_2_s_rdata),
        .m_axi_2_rresp(ddr_2_s_rresp),
        .m_axi_2_rlast(1'b1),
        .m_axi_2_rvalid(ddr_2_s_rvalid_0),
        .m_axi_2_rready(device_m_axi_2_rready),
        .m_axi_3_awid(device_m_axi_3_awid),
        .m_axi_3_awaddr(device_m_axi_3_awaddr),
        .m_axi_3_awlen(device_m_axi_3_awlen),
        .m_axi_3_awsize(device_m_axi_3_awsize),
        .m_axi_3_awburst(device_m_axi_3_awburst),
        .m_axi_3_awlock(device_m_axi_3_awlock),
        .m_axi_3_awcache(device_m_axi_3_awcache),
        .m_axi_3_awprot(device_m_axi_3_awprot),
        .m_axi_3_awqos(device_m_axi_3_awqos),
        .m_axi_3_awvalid(device_m_axi_3_awvalid),
        .m_axi_3_awready(ddr_3_s_awready_0),
        .m_axi_3_wdata(device_m_axi_3_wdata),
        .m_axi_3_wstrb(device_m_axi_3_wstrb),
        .m_axi_3_wlast(device_m_axi_3_wlast),
        .m_axi_3_wvalid(device_m_axi_3_wvalid),
        .m_axi_3_wready(ddr_3_s_wready_0),
        .m_axi_3_bid(ddr_3_s_bid),
        .m_axi_3_bresp(ddr_3_s_bresp),
        .m_axi_3_bvalid(ddr_3_s_bvalid_0),
        .m_axi_3_bready(device_m_axi_3_bready),
        .m_axi_3_arid(device_m_axi_3_arid),
        .m_axi_3_araddr(device_m_axi_3_araddr),
        .m_axi_3_arlen(device_m_axi_3_arlen),
        .m_axi_3_arsize(device_m_axi_3_arsize),
        .m_axi_3_arburst(device_m_axi_3_arburst),
        .m_axi_3_arlock(device_m_axi_3_arlock),
        .m_axi_3_arcache(device_m_axi_3_arcache),
        .m_axi_3_arprot(device_m_axi_3_arprot),
        .m_axi_3_arqos(device_m_axi_3_arqos),
        .m_axi_3_arvalid(device_m_axi_3_arvalid),
        .m_axi_3_arready(ddr_3_s_arready_0),
        .m_axi_3_rid(ddr_3_s_rid),
        .m_axi_3_rdata(ddr_3_s_rdata),
        .m_axi_3_rresp(ddr_3_s_rresp),
        .m_axi_3_rlast(1'b1),
        .m_axi_3_rvalid(ddr_3_s_rvalid_0),
        .m_axi_3_rready(device_m_axi_3_rready),
        .m_axi_scratch_0_awid(device_m_axi_scratch_0_awid),
        .m_axi_scratch_0_awaddr(device_m_axi_scratch_0_awaddr),
        .m_axi_scratch_0_awlen(device_m_axi_scratch_0_awlen),
        .m_axi_scratch_0_awsize(device_m_axi_scratch_0_awsize),
        .m_axi_scratch_0_awburst(device_m_axi_scratch_0_awburst),
        .m_axi_scratch_0_awlock(device_m_axi_scratch_0_awlock),
        .m_axi_scratch_0_awcache(device_m_axi_scratch_0_awcache),
        .m_axi_scratch_0_awprot(device_m_axi_scratch_0_awprot),
        .m_axi_scratch_0_awqos(device_m_axi_scratch_0_awqos),
        .m_axi_scratch_0_awvalid(device_m_axi_scratch_0_awvalid),
        .m_axi_scratch_0_awready(ddr_0_s_awready_1),
        .m_axi_scratch_0_wdata(device_m_axi_scratch_0_wdata),
        .m_axi_scratch_0_wstrb(device_m_axi_scratch_0_wstrb),
        .m_axi_scratch_0_wlast(device_m_axi_scratch_0_wlast),
        .m_axi_scratch_0_wvalid(device_m_axi_scratch_0_wvalid),
        .m_axi_scratch_0_wready(ddr_0_s_wready_1),
        .m_axi_scratch_0_bid(ddr_0_s_bid),
        .m_axi_scratch_0_bresp(ddr_0_s_bresp),
        .m_axi_scratch_0_bvalid(ddr_0_s_bvalid_1),
        .m_axi_scratch_0_bready(device_m_axi_scratch_0_bready),
        .m_axi_scratch_0_arid(device_m_axi_scratch_0_arid),
        .m_axi_scratch_0_araddr(device_m_axi_scratch_0_araddr),
        .m_axi_scratch_0_arlen(device_m_axi_scratch_0_arlen),
        .m_axi_scratch_0_arsize(device_m_axi_scratch_0_arsize),
        .m_axi_scratch_0_arburst(device_m_axi_scratch_0_arburst),
        .m_axi_scratch_0_arlock(device_m_axi_scratch_0_arlock),
        .m_axi_scratch_0_arcache(device_m_axi_scratch_0_arcache),
        .m_axi_scratch_0_arprot(device_m_axi_scratch_0_arprot),
        .m_axi_scratch_0_arqos(device_m_axi_scratch_0_arqos),
        .m_axi_scratch_0_arvalid(device_m_axi_scratch_0_arvalid),
        .m_axi_scratch_0_arready(ddr_0_s_arready_1),
        .m_axi_scratch_0_rid(ddr_0_s_rid),
        .m_axi_scratch_0_rdata(ddr_0_s_rdata),
        .m_axi_scratch_0_rresp(ddr_0_s_rresp),
        .m_axi_scratch_0_rlast(1'b1),
        .m_axi_scratch_0_rvalid(ddr_0_s_rvalid_1),
        .m_axi_scratch_0_rready(device_m_axi_scratch_0_rready),
        .m_axi_scratch_1_awid(device_m_axi_scratch_1_awid),
        .m_axi_scratch_1_awaddr(device_m_axi_scratch_1_awaddr),
        .m_axi_scratch_1_awlen(device_m_axi_scratch_1_awlen),
        .m_axi_scratch_1_awsize(device_m_axi_scratch_1_awsize),
        .m_axi_scratch_1_awburst(device_m_axi_scratch_1_awburst),
        .m_axi_scratch_1_awlock(device_m_axi_scratch_1_awlock),
        .m_axi_scratch_1_awcache(device_m_axi_scratch_1_awcache),
        .m_axi_scratch_1_awprot(device_m_axi_scratch_1_awprot),
        .m_axi_scratch_1_awqos(device_m_axi_scratch_1_awqos),
        .m_axi_scratch_1_awvalid(device_m_axi_scratch_1_awvalid),
        .m_axi_scratch_1_awready(ddr_1_s_awready_1),
        .m_axi_scratch_1_wdata(device_m_axi_scratch_1_wdata),
        .m_axi_scratch_1_wstrb(device_m_axi_scratch_1_wstrb),
        .m_axi_scratch_1_wlast(device_m_axi_scratch_1_wlast),
        .m_axi_scratch_1_wvalid(device_m_axi_scratch_1_wvalid),
        .m_axi_scratch_1_wready(ddr_1_s_wready_1),
        .m_axi_scratch_1_bid(ddr_1_s_bid),
        .m_axi_scratch_1_bresp(ddr_1_s_bresp),
        .m_axi_scratch_1_bvalid(ddr_1_s_bvalid_1),
        .m_axi_scratch_1_bready(device_m_axi_scratch_1_bready),
        .m_axi_scratch_1_arid(device_m_axi_scratch_1_arid),
        .m_axi_scratch_1_araddr(device_m_axi_scratch_1_araddr),
        .m_axi_scratch_1_arlen(device_m_axi_scratch_1_arlen),
        .m_axi_scratch_1_arsize(device_m_axi_scratch_1_arsize),
        .m_axi_scratch_1_arburst(device_m_axi_scratch_1_arburst),
        .m_axi_scratch_1_arlock(device_m_axi_scratch_1_arlock),
        .m_axi_scratch_1_arcache(device_m_axi_scratch_1_arcache),
        .m_axi_scratch_1_arprot(device_m_axi_scratch_1_arprot),
        .m_axi_scratch_1_arqos(device_m_axi_scratch_1_arqos),
        .m_axi_scratch_1_arvalid(device_m_axi_scratch_1_arvalid),
        .m_axi_scratch_1_arready(ddr_1_s_arready_1),
        .m_axi_scratch_1_rid(ddr_1_s_rid),
        .m_axi_scratch_1_rdata(ddr_1_s_rdata),
        .m_axi_scratch_1_rresp(ddr_1_s_rresp),
        .m_axi_scratch_1_rlast(1'b1),
        .m_axi_scratch_1_rvalid(ddr_1_s_rvalid_1),
        .m_axi_scratch_1_rready(device_m_axi_scratch_1_rready),
        .m_axi_scratch_2_awid(device_m_axi_scratch_2_awid),
        .m_axi_scratch_2_awaddr(device_m_axi_scratch_2_awaddr),
        .m_axi_scratch_2_awlen(device_m_axi_scratch_2_awlen),
        .m_axi_scratch_2_awsize(device_m_axi_scratch_2_awsize),
        .m_axi_scratch_2_awburst(device_m_axi_scratch_2_awburst),
        .m_axi_scratch_2_awlock(device_m_axi_scratch_2_awlock),
        .m_axi_scratch_2_awcache(device_m_axi_scratch_2_awcache),
        .m_axi_scratch_2_awprot(device_m_axi_scratch_2_awprot),
        .m_axi_scratch_2_awqos(device_m_axi_scratch_2_awqos),
        .m_axi_scratch_2_awvalid(device_m_axi_scratch_2_awvalid),
        .m_axi_scratch_2_awready(ddr_2_s_awready_1),
        .m_axi_scratch_2_wdata(device_m_axi_scratch_2_wdata),
        .m_axi_scratch_2_wstrb(device_m_axi_scratch_2_wstrb),
        .m_axi_scratch_2_wlast(device_m_axi_scratch_2_wlast),
        .m_axi_scratch_2_wvalid(device_m_axi_scratch_2_wvalid),
        .m_axi_scratch_2_wready(ddr_2_s_wready_1),
        .m_axi_scratch_2_bid(ddr_2_s_bid),
        .m_axi_scratch_2_bresp(ddr_2_s_bresp),
        .m_axi_scratch_2_bvalid(ddr_2_s_bvalid_1),
        .m_axi_scratch_2_bready(device_m_axi_scratch_2_bready),
        .m_axi_scratch_2_arid(device_m_axi_scratch_2_arid),
        .m_axi_scratch_2_araddr(device_m_axi_scratch_2_araddr),
        .m_axi_scratch_2_arlen(device_m_axi_scratch_2_arlen),
        .m_axi_scratch_2_arsize(device_m_axi_scratch_2_arsize),
        .m_axi_scratch_2_arburst(device_m_axi_scratch_2_arburst),
        .m_axi_scratch_2_arlock(device_m_axi_scratch_2_arlock),
        .m_axi_scratch_2_arcache(device_m_axi_scratch_2_arcache),
        .m_axi_scratch_2_arprot(device_m_axi_scratch_2_arprot),
        .m_axi_scratch_2_arqos(device_m_axi_scratch_2_arqos),
        .m_axi_scratch_2_arvalid(device_m_axi_scratch_2_arvalid),
        .m_axi_scratch_2_arready(ddr_2_s_arready_1),
        .m_axi_scratch_2_rid(ddr_2_s_rid),
        .m_axi_scratch_2_rdata(ddr_2_s_rdata),
        .m_axi_scratch_2_rresp(ddr_2_s_rresp),
        .m_axi_scratch_2_rlast(1'b1),
        .m_axi_scratch_2_rvalid(ddr_2_s_rvalid_1),
        .m_axi_scratch_2_rready(device_m_axi_scratch_2_rready),
        .m_axi_scratch_3_awid(device_m_axi_scratch_3_awid),
        .m_axi_scratch_3_awaddr(device_m_axi_scratch_3_awaddr),
        .m_axi_scratch_3_awlen(device_m_axi_scratch_3_awlen),
        .m_axi_scratch_3_awsize(device_m_axi_scratch_3_awsize),
        .m_axi_scratch_3_awburst(device_m_axi_scratch_3_awburst),
        .m_axi_scratch_3_awlock(device_m_axi_scratch_3_awlock),
        .m_axi_scratch_3_awcache(device_m_axi_scratch_3_awcache),
        .m_axi_scratch_3_awprot(device_m_axi_scratch_3_awprot),
        .m_axi_scratch_3_awqos(device_m_axi_scratch_3_awqos),
        .m_axi_scratch_3_awvalid(device_m_axi_scratch_3_awvalid),
        .m_axi_scratch_3_awready(ddr_3_s_awready_1),
        .m_axi_scratch_3_wdata(device_m_axi_scratch_3_wdata),
        .m_axi_scratch_3_wstrb(device_m_axi_scratch_3_wstrb),
        .m_axi_scratch_3_wlast(device_m_axi_scratch_3_wlast),
        .m_axi_scratch_3_wvalid(device_m_axi_scratch_3_wvalid),
        .m_axi_scratch_3_wready(ddr_3_s_wready_1),
        .m_axi_scratch_3_bid(ddr_3_s_bid),
        .m_axi_scratch_3_bresp(ddr_3_s_bresp),
        .m_axi_scratch_3_bvalid(ddr_3_s_bvalid_1),
        .m_axi_scratch_3_bready(device_m_axi_scratch_3_bready),
        .m_axi_scratch_3_arid(device_m_axi_scratch_3_arid),
        .m_axi_scratch_3_araddr(device_m_axi_scratch_3_araddr),
        .m_axi_scratch_3_arlen(device_m_axi_scratch_3_arlen),
        .m_axi_scratch_3_arsize(device_m_axi_scratch_3_arsize),
        .m_axi_scratch_3_arburst(device_m_axi_scratch_3_arburst),
        .m_axi_scratch_3_arlock(device_m_axi_scratch_3_arlock),
        .m_axi_scratch_3_arcache(device_m_axi_scratch_3_arcache),
        .m_axi_scratch_3_arprot(device_m_axi_scratch_3_arprot),
        .m_axi_scratch_3_arqos(device_m_axi_scratch_3_arqos),
        .m_axi_scratch_3_arvalid(device_m_axi_scratch_3_arvalid),
        .m_axi_scratch_3_arready(ddr_3_s_arready_1),
        .m_axi_scratch_3_rid(ddr_3_s_rid),
        .m_axi_scratch_3_rdata(ddr_3_s_rdata),
        .m_axi_scratch_3_rresp(ddr_3_s_rresp),
        .m_axi_scratch_3_rlast(1'b1),
        .m_axi_scratch_3_rvalid(ddr_3_s_rvalid_1),
        .m_axi_scratch_3_rready(device_m_axi_scratch_3_rready)
    );

    emb_axi_bridge u_bridge (
        .clock(bridge_clock),
        .reset(reset),
        .s_axi_awid(s_axi_awid),
        .s_axi_awaddr(s_axi_awaddr),
        .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst),
        .s_axi_awlock(s_axi_awlock),
        .s_axi_awcache(s_axi_awcache),
        .s_axi_awprot(s_axi_awprot),
        .s_axi_awqos(s_axi_awqos),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready),
        .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb),
        .s_axi_wlast(s_axi_wlast),
        .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wready(s_axi_wready),
        .s_axi_bid(s_axi_bid),
        .s_axi_bresp(s_axi_bresp),
        .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready),
        .s_axi_arid(s_axi_arid),
        .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen),
        .s_axi_arsize(s_axi_arsize),
        .s_axi_arburst(s_axi_arburst),
        .s_axi_arlock(s_axi_arlock),
        .s_axi_arcache(s_axi_arcache),
        .s_axi_arprot(s_axi_arprot),
        .s_axi_arqos(s_axi_arqos),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready),
        .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast(s_axi_rlast),
        .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rready(s_axi_rready),
        .cxl_mem_m2s_req_valid(bridge_cxl_mem_m2s_req_valid),
        .cxl_mem_m2s_req_ready(device_cxl_mem_m2s_req_ready),
        .cxl_mem_m2s_req_opcode(bridge_cxl_mem_m2s_req_opcode),
        .cxl_mem_m2s_req_snp_type(bridge_cxl_mem_m2s_req_snp_type),
        .cxl_mem_m2s_req_meta_field(bridge_cxl_mem_m2s_req_meta_field),
        .cxl_mem_m2s_req_meta_value(bridge_cxl_mem_m2s_req_meta_value),
        .cxl_mem_m2s_req_tag(bridge_cxl_mem_m2s_req_tag),
        .cxl_mem_m2s_req_address(bridge_cxl_mem_m2s_req_address),
        .cxl_mem_m2s_rwd_valid(bridge_cxl_mem_m2s_rwd_valid),
        .cxl_mem_m2s_rwd_ready(device_cxl_mem_m2s_rwd_ready),
        .cxl_mem_m2s_rwd_opcode(bridge_cxl_mem_m2s_rwd_opcode),
        .cxl_mem_m2s_rwd_snp_type(bridge_cxl_mem_m2s_rwd_snp_type),
        .cxl_mem_m2s_rwd_meta_field(bridge_cxl_mem_m2s_rwd_meta_field),
        .cxl_mem_m2s_rwd_meta_value(bridge_cxl_mem_m2s_rwd_meta_value),
        .cxl_mem_m2s_rwd_tag(bridge_cxl_mem_m2s_rwd_tag),
        .cxl_mem_m2s_rwd_address(bridge_cxl_mem_m2s_rwd_address),
        .cxl_mem_m2s_rwd_poison(bridge_cxl_mem_m2s_rwd_poison),
        .cxl_mem_m2s_rwd_be(bridge_cxl_mem_m2s_rwd_be),
        .cxl_mem_m2s_rwd_data(bridge_cxl_mem_m2s_rwd_data),
        .cxl_mem_s2m_ndr_valid(device_cxl_mem_s2m_ndr_valid),
        .cxl_mem_s2m_ndr_ready(bridge_cxl_mem_s2m_ndr_ready),
        .cxl_mem_s2m_ndr_opcode(device_cxl_mem_s2m_ndr_opcode),
        .cxl_mem_s2m_ndr_meta_field(device_cxl_mem_s2m_ndr_meta_field),
        .cxl_mem_s2m_ndr_meta_value(device_cxl_mem_s2m_ndr_meta_value),
        .cxl_mem_s2m_ndr_tag(device_cxl_mem_s2m_ndr_tag),
        .cxl_mem_s2m_ndr_dev_load(device_cxl_mem_s2m_ndr_dev_load),
        .cxl_mem_s2m_drs_valid(device_cxl_mem_s2m_drs_valid),
        .cxl_mem_s2m_drs_ready(bridge_cxl_mem_s2m_drs_ready),
        .cxl_mem_s2m_drs_opcode(device_cxl_mem_s2m_drs_opcode),
        .cxl_mem_s2m_drs_meta_field(device_cxl_mem_s2m_drs_meta_field),
        .cxl_mem_s2m_drs_meta_value(device_cxl_mem_s2m_drs_meta_value),
        .cxl_mem_s2m_drs_tag(device_cxl_mem_s2m_drs_tag),
        .cxl_mem_s2m_drs_poison(device_cxl_mem_s2m_drs_poison),
        .cxl_mem_s2m_drs_dev_load(device_cxl_mem_s2m_drs_dev_load),
        .cxl_mem_s2m_drs_data(device_cxl_mem_s2m_drs_data)
    );

    emb_no_peer u_no_peer (
        .clock(no_peer_clock),
        .reset(reset),
        .cxl_cache_d2h_req_valid(device_cxl_cache_d2h_req_valid),
        .cxl_cache_d2h_req_ready(no_peer_cxl_cache_d2h_req_ready),
        .cxl_cache_d2h_req_opcode(device_cxl_cache_d2h_req_opcode),
        .cxl_cache_d2h_req_cqid(device_cxl_cache_d2h_req_cqid),
        .cxl_cache_d2h_req_address(device_cxl_cache_d2h_req_address),
        .cxl_cache_d2h_rsp_valid(device_cxl_cache_d2h_rsp_valid),
        .cxl_cache_d2h_rsp_ready(no_peer_cxl_cache_d2h_rsp_ready),
        .cxl_cache_d2h_rsp_opcode(device_cxl_cache_d2h_rsp_opcode),
        .cxl_cache_d2h_rsp_uqid(device_cxl_cache_d2h_rsp_uqid),
        .cxl_cache_d2h_data_valid(device_cxl_cache_d2h_data_valid),
        .cxl_cache_d2h_data_ready(no_peer_cxl_cache_d2h_data_ready),
        .cxl_cache_d2h_data_uqid(device_cxl_cache_d2h_data_uqid),
        .cxl_cache_d2h_data_poison(device_cxl_cache_d2h_data_poison),
        .cxl_cache_d2h_data_data(device_cxl_cache_d2h_data_data),
        .cxl_cache_h2d_req_valid(no_peer_cxl_cache_h2d_req_valid),
        .cxl_cache_h2d_req_ready(device_cxl_cache_h2d_req_ready),
        .cxl_cache_h2d_req_opcode(no_peer_cxl_cache_h2d_req_opcode),
        .cxl_cache_h2d_req_uqid(no_peer_cxl_cache_h2d_req_uqid),
        .cxl_cache_h2d_req_address(no_peer_cxl_cache_h2d_req_address),
        .cxl_cache_h2d_rsp_valid(no_peer_cxl_cache_h2d_rsp_valid),
        .cxl_cache_h2d_rsp_ready(device_cxl_cache_h2d_rsp_ready),
        .cxl_cache_h2d_rsp_opcode(no_peer_cxl_cache_h2d_rsp_opcode),
        .cxl_cache_h2d_rsp_rsp_data(no_peer_cxl_cache_h2d_rsp_rsp_data),
        .cxl_cache_h2d_rsp_cqid(no_peer_cxl_cache_h2d_rsp_cqid),
        .cxl_cache_h2d_data_valid(no_peer_cxl_cache_h2d_data_valid),
        .cxl_cache_h2d_data_ready(device_cxl_cache_h2d_data_ready),
        .cxl_cache_h2d_data_cqid(no_peer_cxl_cache_h2d_data_cqid),
        .cxl_cache_h2d_data_go_err(no_peer_cxl_cache_h2d_data_go_err),
        .cxl_cache_h2d_data_poison(no_peer_cxl_cache_h2d_data_poison),
        .cxl_cache_h2d_data_data(no_peer_cxl_cache_h2d_data_data)
    );

    emb_ddr_port_c4 u_ddr_0 (
        .clock(ddr_0_clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_arid_0(device_m_axi_0_arid),
        .s_arid_1(device_m_axi_scratch_0_arid),
        .s_araddr_0(device_m_axi_0_araddr),
        .s_araddr_1(device_m_axi_scratch_0_araddr),
        .s_arvalid_0(device_m_axi_0_arvalid),
        .s_arvalid_1(device_m_axi_scratch_0_arvalid),
        .s_arready_0(ddr_0_s_arready_0),
        .s_arready_1(ddr_0_s_arready_1),
        .s_rid(ddr_0_s_rid),
        .s_rdata(ddr_0_s_rdata),
        .s_rresp(ddr_0_s_rresp),
        .s_rvalid_0(ddr_0_s_rvalid_0),
        .s_rvalid_1(ddr_0_s_rvalid_1),
        .s_awid_0(device_m_axi_0_awid),
        .s_awid_1(device_m_axi_scratch_0_awid),
        .s_awaddr_0(device_m_axi_0_awaddr),
        .s_awaddr_1(device_m_axi_scratch_0_awaddr),
        .s_awvalid_0(device_m_axi_0_awvalid),
        .s_awvalid_1(device_m_axi_scratch_0_awvalid),
        .s_awready_0(ddr_0_s_awready_0),
        .s_awready_1(ddr_0_s_awready_1),
        .s_wdata_0(device_m_axi_0_wdata),
        .s_wdata_1(device_m_axi_scratch_0_wdata),
        .s_wstrb_0(device_m_axi_0_wstrb),
        .s_wstrb_1(device_m_axi_scratch_0_wstrb),
        .s_wvalid_0(device_m_axi_0_wvalid),
        .s_wvalid_1(device_m_axi_scratch_0_wvalid),
        .s_wready_0(ddr_0_s_wready_0),
        .s_wready_1(ddr_0_s_wready_1),
        .s_bid(ddr_0_s_bid),
        .s_bresp(ddr_0_s_bresp),
        .s_bvalid_0(ddr_0_s_bvalid_0),
        .s_bvalid_1(ddr_0_s_bvalid_1),
        .m_axi_awid(m_axi_ddr_0_awid),
        .m_axi_awaddr(m_axi_ddr_0_awaddr),
        .m_axi_awlen(m_axi_ddr_0_awlen),
        .m_axi_awsize(m_axi_ddr_0_awsize),
        .m_axi_awburst(m_axi_ddr_0_awburst),
        .m_axi_awlock(m_axi_ddr_0_awlock),
        .m_axi_awcache(m_axi_ddr_0_awcache),
        .m_axi_awprot(m_axi_ddr_0_awprot),
        .m_axi_awqos(m_axi_ddr_0_awqos),
        .m_axi_awvalid(m_axi_ddr_0_awvalid),
        .m_axi_awready(m_axi_ddr_0_awready),
        .m_axi_wdata(m_axi_ddr_0_wdata),
        .m_axi_wstrb(m_axi_ddr_0_wstrb),
        .m_axi_wlast(m_axi_ddr_0_wlast),
        .m_axi_wvalid(m_axi_ddr_0_wvalid),
        .m_axi_wready(m_axi_ddr_0_wready),
        .m_axi_bid(m_axi_ddr_0_bid),
        .m_axi_bresp(m_axi_ddr_0_bresp),
        .m_axi_bvalid(m_axi_ddr_0_bvalid),
        .m_axi_bready(m_axi_ddr_0_bready),
        .m_axi_arid(m_axi_ddr_0_arid),
        .m_axi_araddr(m_axi_ddr_0_araddr),
        .m_axi_arlen(m_axi_ddr_0_arlen),
        .m_axi_arsize(m_axi_ddr_0_arsize),
        .m_axi_arburst(m_axi_ddr_0_arburst),
        .m_axi_arlock(m_axi_ddr_0_arlock),
        .m_axi_arcache(m_axi_ddr_0_arcache),
        .m_axi_arprot(m_axi_ddr_0_arprot),
        .m_axi_arqos(m_axi_ddr_0_arqos),
        .m_axi_arvalid(m_axi_ddr_0_arvalid),
        .m_axi_arready(m_axi_ddr_0_arready),
        .m_axi_rid(m_axi_ddr_0_rid),
        .m_axi_rdata(m_axi_ddr_0_rdata),
        .m_axi_rresp(m_axi_ddr_0_rresp),
        .m_axi_rlast(m_axi_ddr_0_rlast),
        .m_axi_rvalid(m_axi_ddr_0_rvalid),
        .m_axi_rready(m_axi_ddr_0_rready)
    );

    emb_ddr_port_c4 u_ddr_1 (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_arid_0(device_m_axi_1_arid),
        .s_arid_1(device_m_axi_scratch_1_arid),
        .s_araddr_0(device_m_axi_1_araddr),
        .s_araddr_1(device_m_axi_scratch_1_araddr),
        .s_arvalid_0(device_m_axi_1_arvalid),
        .s_arvalid_1(device_m_axi_scratch_1_arvalid),
        .s_arready_0(ddr_1_s_arready_0),
        .s_arready_1(ddr_1_s_arready_1),
        .s_rid(ddr_1_s_rid),
        .s_rdata(ddr_1_s_rdata),
        .s_rresp(ddr_1_s_rresp),
        .s_rvalid_0(ddr_1_s_rvalid_0),
        .s_rvalid_1(ddr_1_s_rvalid_1),
        .s_awid_0(device_m_axi_1_awid),
        .s_awid_1(device_m_axi_scratch_1_awid),
        .s_awaddr_0(device_m_axi_1_awaddr),
        .s_awaddr_1(device_m_axi_scratch_1_awaddr),
        .s_awvalid_0(device_m_axi_1_awvalid),
        .s_awvalid_1(device_m_axi_scratch_1_awvalid),
        .s_awready_0(ddr_1_s_awready_0),
        .s_awready_1(ddr_1_s_awready_1),
        .s_wdata_0(device_m_axi_1_wdata),
        .s_wdata_1(device_m_axi_scratch_1_wdata),
        .s_wstrb_0(device_m_axi_1_wstrb),
        .s_wstrb_1(device_m_axi_scratch_1_wstrb),
        .s_wvalid_0(device_m_axi_1_wvalid),
        .s_wvalid_1(device_m_axi_scratch_1_wvalid),
        .s_wready_0(ddr_1_s_wready_0),
        .s_wready_1(ddr_1_s_wready_1),
        .s_bid(ddr_1_s_bid),
        .s_bresp(ddr_1_s_bresp),
        .s_bvalid_0(ddr_1_s_bvalid_0),
        .s_bvalid_1(ddr_1_s_bvalid_1),
        .m_axi_awid(m_axi_ddr_1_awid),
        .m_axi_awaddr(m_axi_ddr_1_awaddr),
        .m_axi_awlen(m_axi_ddr_1_awlen),
        .m_axi_awsize(m_axi_ddr_1_awsize),
        .m_axi_awburst(m_axi_ddr_1_awburst),
        .m_axi_awlock(m_axi_ddr_1_awlock),
        .m_axi_awcache(m_axi_ddr_1_awcache),
        .m_axi_awprot(m_axi_ddr_1_awprot),
        .m_axi_awqos(m_axi_ddr_1_awqos),
        .m_axi_awvalid(m_axi_ddr_1_awvalid),
        .m_axi_awready(m_axi_ddr_1_awready),
        .m_axi_wdata(m_axi_ddr_1_wdata),
        .m_axi_wstrb(m_axi_ddr_1_wstrb),
        .m_axi_wlast(m_axi_ddr_1_wlast),
        .m_axi_wvalid(m_axi_ddr_1_wvalid),
        .m_axi_wready(m_axi_ddr_1_wready),
        .m_axi_bid(m_axi_ddr_1_bid),
        .m_axi_bresp(m_axi_ddr_1_bresp),
        .m_axi_bvalid(m_axi_ddr_1_bvalid),
        .m_axi_bready(m_axi_ddr_1_bready),
        .m_axi_arid(m_axi_ddr_1_arid),
        .m_axi_araddr(m_axi_ddr_1_araddr),
        .m_axi_arlen(m_axi_ddr_1_arlen),
        .m_axi_arsize(m_axi_ddr_1_arsize),
        .m_axi_arburst(m_axi_ddr_1_arburst),
        .m_axi_arlock(m_axi_ddr_1_arlock),
        .m_axi_arcache(m_axi_ddr_1_arcache),
        .m_axi_arprot(m_axi_ddr_1_arprot),
        .m_axi_arqos(m_axi_ddr_1_arqos),
        .m_axi_arvalid(m_axi_ddr_1_arvalid),
        .m_axi_arready(m_axi_ddr_1_arready),
        .m_axi_rid(m_axi_ddr_1_rid),
        .m_axi_rdata(m_axi_ddr_1_rdata),
        .m_axi_rresp(m_axi_ddr_1_rresp),
        .m_axi_rlast(m_axi_ddr_1_rlast),
        .m_axi_rvalid(m_axi_ddr_1_rvalid),
        .m_axi_rready(m_axi_ddr_1_rready)
    );

    emb_ddr_port_c4 u_ddr_2 (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_arid_0(device_m_axi_2_arid),
        .s_arid_1(device_m_axi_scratch_2_arid),
        .s_araddr_0(device_m_axi_2_araddr),
        .s_araddr_1(device_m_axi_scratch_2_araddr),
        .s_arvalid_0(device_m_axi_2_arvalid),
        .s_arvalid_1(device_m_axi_scratch_2_arvalid),
        .s_arready_0(ddr_2_s_arready_0),
        .s_arready_1(ddr_2_s_arready_1),
        .s_rid(ddr_2_s_rid),
        .s_rdata(ddr_2_s_rdata),
        .s_rresp(ddr_2_s_rresp),
        .s_rvalid_0(ddr_2_s_rvalid_0),
        .s_rvalid_1(ddr_2_s_rvalid_1),
        .s_awid_0(device_m_axi_2_awid),
        .s_awid_1(device_m_axi_scratch_2_awid),
        .s_awaddr_0(device_m_axi_2_awaddr),
        .s_awaddr_1(device_m_axi_scratch_2_awaddr),
        .s_awvalid_0(device_m_axi_2_awvalid),
        .s_awvalid_1(device_m_axi_scratch_2_awvalid),
        .s_awready_0(ddr_2_s_awready_0),
        .s_awready_1(ddr_2_s_awready_1),
        .s_wdata_0(device_m_axi_2_wdata),
        .s_wdata_1(device_m_axi_scratch_2_wdata),
        .s_wstrb_0(device_m_axi_2_wstrb),
        .s_wstrb_1(device_m_axi_scratch_2_wstrb),
        .s_wvalid_0(device_m_axi_2_wvalid),
        .s_wvalid_1(device_m_axi_scratch_2_wvalid),
        .s_wready_0(ddr_2_s_wready_0),
        .s_wready_1(ddr_2_s_wready_1),
        .s_bid(ddr_2_s_bid),
        .s_bresp(ddr_2_s_bresp),
        .s_bvalid_0(ddr_2_s_bvalid_0),
        .s_bvalid_1(ddr_2_s_bvalid_1),
        .m_axi_awid(m_axi_ddr_2_awid),
        .m_axi_awaddr(m_axi_ddr_2_awaddr),
        .m_axi_awlen(m_axi_ddr_2_awlen),
        .m_axi_awsize(m_axi_ddr_2_awsize),
        .m_axi_awburst(m_axi_ddr_2_awburst),
        .m_axi_awlock(m_axi_ddr_2_awlock),
        .m_axi_awcache(m_axi_ddr_2_awcache),
        .m_axi_awprot(m_axi_ddr_2_awprot),
        .m_axi_awqos(m_axi_ddr_2_awqos),
        .m_axi_awvalid(m_axi_ddr_2_awvalid),
        .m_axi_awready(m_axi_ddr_2_awready),
        .m_axi_wdata(m_axi_ddr_2_wdata),
        .m_axi_wstrb(m_axi_ddr_2_wstrb),
        .m_axi_wlast(m_axi_ddr_2_wlast),
        .m_axi_wvalid(m_axi_ddr_2_wvalid),
        .m_axi_wready(m_axi_ddr_2_wready),
        .m_axi_bid(m_axi_ddr_2_bid),
        .m_axi_bresp(m_axi_ddr_2_bresp),
        .m_axi_bvalid(m_axi_ddr_2_bvalid),
        .m_axi_bready(m_axi_ddr_2_bready),
        .m_axi_arid(m_axi_ddr_2_arid),
        .m_axi_araddr(m_axi_ddr_2_araddr),
        .m_axi_arlen(m_axi_ddr_2_arlen),
        .m_axi_arsize(m_axi_ddr_2_arsize),
        .m_axi_arburst(m_axi_ddr_2_arburst),
        .m_axi_arlock(m_axi_ddr_2_arlock),
        .m_axi_arcache(m_axi_ddr_2_arcache),
        .m_axi_arprot(m_axi_ddr_2_arprot),
        .m_axi_arqos(m_axi_ddr_2_arqos),
        .m_axi_arvalid(m_axi_ddr_2_arvalid),
        .m_axi_arready(m_axi_ddr_2_arready),
        .m_axi_rid(m_axi_ddr_2_rid),
        .m_axi_rdata(m_axi_ddr_2_rdata),
        .m_axi_rresp(m_axi_ddr_2_rresp),
        .m_axi_rlast(m_axi_ddr_2_rlast),
        .m_axi_rvalid(m_axi_ddr_2_rvalid),
        .m_axi_rready(m_axi_ddr_2_rready)
    );

    emb_ddr_port_c4 u_ddr_3 (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_arid_0(device_m_axi_3_arid),
        .s_arid_1(device_m_axi_scratch_3_arid),
        .s_araddr_0(device_m_axi_3_araddr),
        .s_araddr_1(device_m_axi_scratch_3_araddr),
        .s_arvalid_0(device_m_axi_3_arvalid),
        .s_arvalid_1(device_m_axi_scratch_3_arvalid),
        .s_arready_0(ddr_3_s_arready_0),
        .s_arready_1(ddr_3_s_arready_1),
        .s_rid(ddr_3_s_rid),
        .s_rdata(ddr_3_s_rdata),
        .s_rresp(ddr_3_s_rresp),
        .s_rvalid_0(ddr_3_s_rvalid_0),
        .s_rvalid_1(ddr_3_s_rvalid_1),
        .s_awid_0(device_m_axi_3_awid),
        .s_awid_1(device_m_axi_scratch_3_awid),
        .s_awaddr_0(device_m_axi_3_awaddr),
        .s_awaddr_1(device_m_axi_scratch_3_awaddr),
        .s_awvalid_0(device_m_axi_3_awvalid),
        .s_awvalid_1(device_m_axi_scratch_3_awvalid),
        .s_awready_0(ddr_3_s_awready_0),
        .s_awready_1(ddr_3_s_awready_1),
        .s_wdata_0(device_m_axi_3_wdata),
        .s_wdata_1(device_m_axi_scratch_3_wdata),
        .s_wstrb_0(device_m_axi_3_wstrb),
        .s_wstrb_1(device_m_axi_scratch_3_wstrb),
        .s_wvalid_0(device_m_axi_3_wvalid),
        .s_wvalid_1(device_m_axi_scratch_3_wvalid),
        .s_wready_0(ddr_3_s_wready_0),
        .s_wready_1(ddr_3_s_wready_1),
        .s_bid(ddr_3_s_bid),
        .s_bresp(ddr_3_s_bresp),
        .s_bvalid_0(ddr_3_s_bvalid_0),
        .s_bvalid_1(ddr_3_s_bvalid_1),
        .m_axi_awid(m_axi_ddr_3_awid),
        .m_axi_awaddr(m_axi_ddr_3_awaddr),
        .m_axi_awlen(m_axi_ddr_3_awlen),
        .m_axi_awsize(m_axi_ddr_3_awsize),
        .m_axi_awburst(m_axi_ddr_3_awburst),
        .m_axi_awlock(m_axi_ddr_3_awlock),
        .m_axi_awcache(m_axi_ddr_3_awcache),
        .m_axi_awprot(m_axi_ddr_3_awprot),
        .m_axi_awqos(m_axi_ddr_3_awqos),
        .m_axi_awvalid(m_axi_ddr_3_awvalid),
        .m_axi_awready(m_axi_ddr_3_awready),
        .m_axi_wdata(m_axi_ddr_3_wdata),
        .m_axi_wstrb(m_axi_ddr_3_wstrb),
        .m_axi_wlast(m_axi_ddr_3_wlast),
        .m_axi_wvalid(m_axi_ddr_3_wvalid),
        .m_axi_wready(m_axi_ddr_3_wready),
        .m_axi_bid(m_axi_ddr_3_bid),
        .m_axi_bresp(m_axi_ddr_3_bresp),
        .m_axi_bvalid(m_axi_ddr_3_bvalid),
        .m_axi_bready(m_axi_ddr_3_bready),
        .m_axi_arid(m_axi_ddr_3_arid),
        .m_axi_araddr(m_axi_ddr_3_araddr),
        .m_axi_arlen(m_axi_ddr_3_arlen),
        .m_axi_arsize(m_axi_ddr_3_arsize),
        .m_axi_arburst(m_axi_ddr_3_arburst),
        .m_axi_arlock(m_axi_ddr_3_arlock),
        .m_axi_arcache(m_axi_ddr_3_arcache),
        .m_axi_arprot(m_axi_ddr_3_arprot),
        .m_axi_arqos(m_axi_ddr_3_arqos),
        .m_axi_arvalid(m_axi_ddr_3_arvalid),
        .m_axi_arready(m_axi_ddr_3_arready),
        .m_axi_rid(m_axi_ddr_3_rid),
        .m_axi_rdata(m_axi_ddr_3_rdata),
        .m_axi_rresp(m_axi_ddr_3_rresp),
        .m_axi_rlast(m_axi_ddr_3_rlast),
        .m_axi_rvalid(m_axi_ddr_3_rvalid),
        .m_axi_rready(m_axi_ddr_3_rready)
    );

    // Device memory.
    assign bridge_clock = clock;

    // Nobody is on CXL.cache.
    assign no_peer_clock = clock;

    // DDR memories.
    assign ddr_0_clock = clock;

    // Bits that the design does not need.
    wire _unused = &{
        device_lookup_done,
        device_update_done,
        device_stage_done,
        device_accumulation_done,
        device_rows_logged,
        device_parameters_logged,
        device_waiting,
        device_durable_0,
        device_durable_1,
        device_durable_2,
        device_durable_3,
        device_m_axi_0_awlen,
        device_m_axi_0_awsize,
        device_m_axi_0_awburst,
        device_m_axi_0_awlock,
        device_m_axi_0_awcache,
        device_m_axi_0_awprot,
        device_m_axi_0_awqos,
        device_m_axi_0_wlast,
        device_m_axi_0_bready,
        device_m_axi_0_arlen,
        device_m_axi_0_arsize,
        device_m_axi_0_arburst,
        device_m_axi_0_arlock,
        device_m_axi_0_arcache,
        device_m_axi_0_arprot,
        device_m_axi_0_arqos,
        device_m_axi_0_rready,
        device_m_axi_1_awlen,
        device_m_axi_1_awsize,
        device_m_axi_1_awburst,
        device_m_axi_1_awlock,
        device_m_axi_1_awcache,
        device_m_axi_1_awprot,
        device_m_axi_1_awqos,
        device_m_axi_1_wlast,
        device_m_axi_1_bready,
        device_m_axi_1_arlen,
        device_m_axi_1_arsize,
        device_m_axi_1_arburst,
        device_m_axi_1_arlock,
        device_m_axi_1_arcache,
        device_m_axi_1_arprot,
        device_m_axi_1_arqos,
        device_m_axi_1_rready,
        device_m_axi_2_awlen,
        device_m_axi_2_awsize,
        device_m_axi_2_awburst,
        device_m_axi_2_awlock,
        device_m_axi_2_awcache,
        device_m_axi_2_awprot,
        device_m_axi_2_awqos,
        device_m_axi_2_wlast,
        device_m_axi_2_bready,
        device_m_axi_2_arlen,
        device_m_axi_2_arsize,
        device_m_axi_2_arburst,
        device_m_axi_2_arlock,
        device_m_axi_2_arcache,
        device_m_axi_2_arprot,
        device_m_axi_2_arqos,
        device_m_axi_2_rready,
        device_m_axi_3_awlen,
        device_m_axi_3_awsize,
        device_m_axi_3_awburst,
        device_m_axi_3_awlock,
        device_m_axi_3_awcache,
        device_m_axi_3_awprot,
        device_m_axi_3_awqos,
        device_m_axi_3_wlast,
        device_m_axi_3_bready,
        device_m_axi_3_arlen,
        device_m_axi_3_arsize,
        device_m_axi_3_arburst,
        device_m_axi_3_arlock,
        device_m_axi_3_arcache,
        device_m_axi_3_arprot,
        device_m_axi_3_arqos,
        device_m_axi_3_rready,
        device_m_axi_scratch_0_awlen,
        device_m_axi_scratch_0_awsize,
        device_m_axi_scratch_0_awburst,
        device_m_axi_scratch_0_awlock,
        device_m_axi_scratch_0_awcache,
        device_m_axi_scratch_0_awprot,
        device_m_axi_scratch_0_awqos,
        device_m_axi_scratch_0_wlast,
        device_m_axi_scratch_0_bready,
        device_m_axi_scratch_0_arlen,
        device_m_axi_scratch_0_arsize,
        device_m_axi_scratch_0_arburst,
        device_m_axi_scratch_0_arlock,
        device_m_axi_scratch_0_arcache,
        device_m_axi_scratch_0_arprot,
        device_m_axi_scratch_0_arqos,
        device_m_axi_scratch_0_rready,
        device_m_axi_scratch_1_awlen,
        device_m_axi_scratch_1_awsize,
        device_m_axi_scratch_1_awburst,
        device_m_axi_scratch_1_awlock,
        device_m_axi_scratch_1_awcache,
        device_m_axi_scratch_1_awprot,
        device_m_axi_scratch_1_awqos,
        device_m_axi_scratch_1_wlast,
        device_m_axi_scratch_1_bready,
        device_m_axi_scratch_1_arlen,
        device_m_axi_scratch_1_arsize,
        device_m_axi_scratch_1_arburst,
        device_m_axi_scratch_1_arlock,
        device_m_axi_scratch_1_arcache,
        device_m_axi_scratch_1_arprot,
        device_m_axi_scratch_1_arqos,
        device_m_axi_scratch_1_rready,
        device_m_axi_scratch_2_awlen,
        device_m_axi_scratch_2_awsize,
        device_m_axi_scratch_2_awburst,
        device_m_axi_scratch_2_awlock,
        device_m_axi_scratch_2_awcache,
        device_m_axi_scratch_2_awprot,
        device_m_axi_scratch_2_awqos,
        device_m_axi_scratch_2_wlast,
        device_m_axi_scratch_2_bready,
        device_m_axi_scratch_2_arlen,
        device_m_axi_scratch_2_arsize,
        device_m_axi_scratch_2_arburst,
        device_m_axi_scratch_2_arlock,
        device_m_axi_scratch_2_arcache,
        device_m_axi_scratch_2_arprot,
        device_m_axi_scratch_2_arqos,
        device_m_axi_scratch_2_rready,
        device_m_axi_scratch_3_awlen,
        device_m_axi_scratch_3_awsize,
        device_m_axi_scratch_3_awburst,
        device_m_axi_scratch_3_awlock,
        device_m_axi_scratch_3_awcache,
        device_m_axi_scratch_3_awprot,
        device_m_axi_scratch_3_awqos,
        device_m_axi_scratch_3_wlast,
        device_m_axi_scratch_3_bready,
        device_m_axi_scratch_3_arlen,
        device_m_axi_scratch_3_arsize,
        device_m_axi_scratch_3_arburst,
        device_m_axi_scratch_3_arlock,
        device_m_axi_scratch_3_arcache,
        device_m_axi_scratch_3_arprot,
        device_m_axi_scratch_3_arqos,
        device_m_axi_scratch_3_rready,
        1'b0
    };

endmodule

`default_nettype wire
