// CXL-MEM for a U200 whose DDR memories have clocks of their own: registers on s_axil, device memory on
// s_axi, DDR memories on m_axi_ddr. A line a cycle of the slower clock each way. Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_u200_clocks (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:s_axi, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    input  wire         memory_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
    output wire         irq,
    output wire         lost,
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_0_clock, ASSOCIATED_BUSIF m_axi_ddr_0, ASSOCIATED_RESET m_axi_ddr_0_reset, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 m_axi_ddr_0_clock CLK" *)
    input  wire         m_axi_ddr_0_clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_0_reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 m_axi_ddr_0_reset RST" *)
    input  wire         m_axi_ddr_0_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_1_clock, ASSOCIATED_BUSIF m_axi_ddr_1, ASSOCIATED_RESET m_axi_ddr_1_reset, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 m_axi_ddr_1_clock CLK" *)
    input  wire         m_axi_ddr_1_clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_1_reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 m_axi_ddr_1_reset RST" *)
    input  wire         m_axi_ddr_1_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_1, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_2_clock, ASSOCIATED_BUSIF m_axi_ddr_2, ASSOCIATED_RESET m_axi_ddr_2_reset, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 m_axi_ddr_2_clock CLK" *)
    input  wire         m_axi_ddr_2_clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_2_reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 m_axi_ddr_2_reset RST" *)
    input  wire         m_axi_ddr_2_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_2, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_3_clock, ASSOCIATED_BUSIF m_axi_ddr_3, ASSOCIATED_RESET m_axi_ddr_3_reset, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 m_axi_ddr_3_clock CLK" *)
    input  wire         m_axi_ddr_3_clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_3_reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 m_axi_ddr_3_reset RST" *)
    input  wire         m_axi_ddr_3_reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_ddr_3, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
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

    wire empties;
    wire [9:0] shell_m_axi_ddr_0_awid;
    wire [63:0] shell_m_axi_ddr_0_awaddr;
    wire [7:0] shell_m_axi_ddr_0_awlen;
    wire [2:0] shell_m_axi_ddr_0_awsize;
    wire [1:0] shell_m_axi_ddr_0_awburst;
    wire shell_m_axi_ddr_0_awlock;
    wire [3:0] shell_m_axi_ddr_0_awcache;
    wire [2:0] shell_m_axi_ddr_0_awprot;
    wire [3:0] shell_m_axi_ddr_0_awqos;
    wire shell_m_axi_ddr_0_awvalid;
    wire [511:0] shell_m_axi_ddr_0_wdata;
    wire [63:0] shell_m_axi_ddr_0_wstrb;
    wire shell_m_axi_ddr_0_wlast;
    wire shell_m_axi_ddr_0_wvalid;
    wire shell_m_axi_ddr_0_bready;
    wire [9:0] shell_m_axi_ddr_0_arid;
    wire [63:0] shell_m_axi_ddr_0_araddr;
    wire [7:0] shell_m_axi_ddr_0_arlen;
    wire [2:0] shell_m_axi_ddr_0_arsize;
    wire [1:0] shell_m_axi_ddr_0_arburst;
    wire shell_m_axi_ddr_0_arlock;
    wire [3:0] shell_m_axi_ddr_0_arcache;
    wire [2:0] shell_m_axi_ddr_0_arprot;
    wire [3:0] shell_m_axi_ddr_0_arqos;
    wire shell_m_axi_ddr_0_arvalid;
    wire shell_m_axi_ddr_0_rready;
    wire [9:0] shell_m_axi_ddr_1_awid;
    wire [63:0] shell_m_axi_ddr_1_awaddr;
    wire [7:0] shell_m_axi_ddr_1_awlen;
    wire [2:0] shell_m_axi_ddr_1_awsize;
    wire [1:0] shell_m_axi_ddr_1_awburst;
    wire shell_m_axi_ddr_1_awlock;
    wire [3:0] shell_m_axi_ddr_1_awcache;
    wire [2:0] shell_m_axi_ddr_1_awprot;
    wire [3:0] shell_m_axi_ddr_1_awqos;
    wire shell_m_axi_ddr_1_awvalid;
    wire [511:0] shell_m_axi_ddr_1_wdata;
    wire [63:0] shell_m_axi_ddr_1_wstrb;
    wire shell_m_axi_ddr_1_wlast;
    wire shell_m_axi_ddr_1_wvalid;
    wire shell_m_axi_ddr_1_bready;
    wire [9:0] shell_m_axi_ddr_1_arid;
    wire [63:0] shell_m_axi_ddr_1_araddr;
    wire [7:0] shell_m_axi_ddr_1_arlen;
    wire [2:0] shell_m_axi_ddr_1_arsize;
    wire [1:0] shell_m_axi_ddr_1_arburst;
    wire shell_m_axi_ddr_1_arlock;
    wire [3:0] shell_m_axi_ddr_1_arcache;
    wire [2:0] shell_m_axi_ddr_1_arprot;
    wire [3:0] shell_m_axi_ddr_1_arqos;
    wire shell_m_axi_ddr_1_arvalid;
    wire shell_m_axi_ddr_1_rready;
    wire [9:0] shell_m_axi_ddr_2_awid;
    wire [63:0] shell_m_axi_ddr_2_awaddr;
    wire [7:0] shell_m_axi_ddr_2_awlen;
    wire [2:0] shell_m_axi_ddr_2_awsize;
    wire [1:0] shell_m_axi_ddr_2_awburst;
    wire shell_m_axi_ddr_2_awlock;
    wire [3:0] shell_m_axi_ddr_2_awcache;
    wire [2:0] shell_m_axi_ddr_2_awprot;
    wire [3:0] shell_m_axi_ddr_2_awqos;
    wire shell_m_axi_ddr_2_awvalid;
    wire [511:0] shell_m_axi_ddr_2_wdata;
    wire [63:0] shell_m_axi_ddr_2_wstrb;
    wire shell_m_axi_ddr_2_wlast;
    wire shell_m_axi_ddr_2_wvalid;
    wire shell_m_axi_ddr_2_bready;
    wire [9:0] shell_m_axi_ddr_2_arid;
    wire [63:0] shell_m_axi_ddr_2_araddr;
    wire [7:0] shell_m_axi_ddr_2_arlen;
    wire [2:0] shell_m_axi_ddr_2_arsize;
    wire [1:0] shell_m_axi_ddr_2_arburst;
    wire shell_m_axi_ddr_2_arlock;
    wire [3:0] shell_m_axi_ddr_2_arcache;
    wire [2:0] shell_m_axi_ddr_2_arprot;
    wire [3:0] shell_m_axi_ddr_2_arqos;
    wire shell_m_axi_ddr_2_arvalid;
    wire shell_m_axi_ddr_2_rready;
    wire [9:0] shell_m_axi_ddr_3_awid;
    wire [63:0] shell_m_axi_ddr_3_awaddr;
    wire [7:0] shell_m_axi_ddr_3_awlen;
    wire [2:0] shell_m_axi_ddr_3_awsize;
    wire [1:0] shell_m_axi_ddr_3_awburst;
    wire shell_m_axi_ddr_3_awlock;
    wire [3:0] shell_m_axi_ddr_3_awcache;
    wire [2:0] shell_m_axi_ddr_3_awprot;
    wire [3:0] shell_m_axi_ddr_3_awqos;
    wire shell_m_axi_ddr_3_awvalid;
    wire [511:0] shell_m_axi_ddr_3_wdata;
    wire [63:0] shell_m_axi_ddr_3_wstrb;
    wire shell_m_axi_ddr_3_wlast;
    wire shell_m_axi_ddr_3_wvalid;
    wire shell_m_axi_ddr_3_bready;
    wire [9:0] shell_m_axi_ddr_3_arid;
    wire [63:0] shell_m_axi_ddr_3_araddr;
    wire [7:0] shell_m_axi_ddr_3_arlen;
    wire [2:0] shell_m_axi_ddr_3_arsize;
    wire [1:0] shell_m_axi_ddr_3_arburst;
    wire shell_m_axi_ddr_3_arlock;
    wire [3:0] shell_m_axi_ddr_3_arcache;
    wire [2:0] shell_m_axi_ddr_3_arprot;
    wire [3:0] shell_m_axi_ddr_3_arqos;
    wire shell_m_axi_ddr_3_arvalid;
    wire shell_m_axi_ddr_3_rready;
    wire memories_in_reset_clock;
    wire memories_in_reset_out_bit;
    wire crossings_0_s_axi_awready;
    wire crossings_0_s_axi_wready;
    wire [9:0] crossings_0_s_axi_bid;
    wire [1:0] crossings_0_s_axi_bresp;
    wire crossings_0_s_axi_bvalid;
    wire crossings_0_s_axi_arready;
    wire [9:0] crossings_0_s_axi_rid;
    wire [511:0] crossings_0_s_axi_rdata;
    wire [1:0] crossings_0_s_axi_rresp;
    wire crossings_0_s_axi_rlast;
    wire crossings_0_s_axi_rvalid;
    wire crossings_0_lost;
    wire crossings_1_s_axi_awready;
    wire crossings_1_s_axi_wready;
    wire [9:0] crossings_1_s_axi_bid;
    wire [1:0] crossings_1_s_axi_bresp;
    wire crossings_1_s_axi_bvalid;
    wire crossings_1_s_axi_arready;
    wire [9:0] crossings_1_s_axi_rid;
    wire [511:0] crossings_1_s_axi_rdata;
    wire [1:0] crossings_1_s_axi_rresp;
    wire crossings_1_s_axi_rlast;
    wire crossings_1_s_axi_rvalid;
    wire crossings_1_lost;
    wire crossings_2_s_axi_awready;
    wire crossings_2_s_axi_wready;
    wire [9:0] crossings_2_s_axi_bid;
    wire [1:0] crossings_2_s_axi_bresp;
    wire crossings_2_s_axi_bvalid;
    wire crossings_2_s_axi_arready;
    wire [9:0] crossings_2_s_axi_rid;
    wire [511:0] crossings_2_s_axi_rdata;
    wire [1:0] crossings_2_s_axi_rresp;
    wire crossings_2_s_axi_rlast;
    wire crossings_2_s_axi_rvalid;
    wire crossings_2_lost;
    wire crossings_3_s_axi_awready;
    wire crossings_3_s_axi_wready;
    wire [9:0] crossings_3_s_axi_bid;
    wire [1:0] crossings_3_s_axi_bresp;
    wire crossings_3_s_axi_bvalid;
    wire crossings_3_s_axi_arready;
    wire [9:0] crossings_3_s_axi_rid;
    wire [511:0] crossings_3_s_axi_rdata;
    wire [1:0] crossings_3_s_axi_rresp;
    wire crossings_3_s_axi_rlast;
    wire crossings_3_s_axi_rvalid;
    wire crossings_3_lost;

    emb_u200 u_shell (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .irq(irq),
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
        .m_axi_ddr_0_awid(shell_m_axi_ddr_0_awid),
        .m_axi_ddr_0_awaddr(shell_m_axi_ddr_0_awaddr),
        .m_axi_ddr_0_awlen(shell_m_axi_ddr_0_awlen),
        .m_axi_ddr_0_awsize(shell_m_axi_ddr_0_awsize),
        .m_axi_ddr_0_awburst(shell_m_axi_ddr_0_awburst),
        .m_axi_ddr_0_awlock(shell_m_axi_ddr_0_awlock),
        .m_axi_ddr_0_awcache(shell_m_axi_ddr_0_awcache),
        .m_axi_ddr_0_awprot(shell_m_axi_ddr_0_awprot),
        .m_axi_ddr_0_awqos(shell_m_axi_ddr_0_awqos),
        .m_axi_ddr_0_awvalid(shell_m_axi_ddr_0_awvalid),
        .m_axi_ddr_0_awready(crossings_0_s_axi_awready),
        .m_axi_ddr_0_wdata(shell_m_axi_ddr_0_wdata),
        .m_axi_ddr_0_wstrb(shell_m_axi_ddr_0_wstrb),
        .m_axi_ddr_0_wlast(shell_m_axi_ddr_0_wlast),
        .m_axi_ddr_0_wvalid(shell_m_axi_ddr_0_wvalid),
        .m_axi_ddr_0_wready(crossings_0_s_axi_wready),
        .m_axi_ddr_0_bid(crossings_0_s_axi_bid),
        .m_axi_ddr_0_bresp(crossings_0_s_axi_bresp),
        .m_axi_ddr_0_bvalid(crossings_0_s_axi_bvalid),
        .m_axi_ddr_0_bready(shell_m_axi_ddr_0_bready),
        .m_axi_ddr_0_arid(shell_m_axi_ddr_0_arid),
        .m_axi_ddr_0_araddr(shell_m_axi_ddr_0_araddr),
        .m_axi_ddr_0_arlen(shell_m_axi_ddr_0_arlen),
        .m_axi_ddr_0_arsize(shell_m_axi_ddr_0_arsize),
        .m_axi_ddr_0_arburst(shell_m_axi_ddr_0_arburst),
        .m_axi_ddr_0_arlock(shell_m_axi_ddr_0_arlock),
        .m_axi_ddr_0_arcache(shell_m_axi_ddr_0_arcache),
        .m_axi_ddr_0_arprot(shell_m_axi_ddr_0_arprot),
        .m_axi_ddr_0_arqos(shell_m_axi_ddr_0_arqos),
        .m_axi_ddr_0_arvalid(shell_m_axi_ddr_0_arvalid),
        .m_axi_ddr_0_arready(crossings_0_s_axi_arready),
        .m_axi_ddr_0_rid(crossings_0_s_axi_rid),
        .m_axi_ddr_0_rdata(crossings_0_s_axi_rdata),
        .m_axi_ddr_0_rresp(crossings_0_s_axi_rresp),
        .m_axi_ddr_0_rlast(crossings_0_s_axi_rlast),
        .m_axi_ddr_0_rvalid(crossings_0_s_axi_rvalid),
        .m_axi_ddr_0_rready(shell_m_axi_ddr_0_rready),
        .m_axi_ddr_1_awid(shell_m_axi_ddr_1_awid),
        .m_axi_ddr_1_awaddr(shell_m_axi_ddr_1_awaddr),
        .m_axi_ddr_1_awlen(shell_m_axi_ddr_1_awlen),
        .m_axi_ddr_1_awsize(shell_m_axi_ddr_1_awsize),
        .m_axi_ddr_1_awburst(shell_m_axi_ddr_1_awburst),
        .m_axi_ddr_1_awlock(shell_m_axi_ddr_1_awlock),
        .m_axi_ddr_1_awcache(shell_m_axi_ddr_1_awcache),
        .m_axi_ddr_1_awprot(shell_m_axi_ddr_1_awprot),
        .m_axi_ddr_1_awqos(shell_m_axi_ddr_1_awqos),
        .m_axi_ddr_1_awvalid(shell_m_axi_ddr_1_awvalid),
        .m_axi_ddr_1_awready(crossings_1_s_axi_awready),
        .m_axi_ddr_1_wdata(shell_m_axi_ddr_1_wdata),
        .m_axi_ddr_1_wstrb(shell_m_axi_ddr_1_wstrb),
        .m_axi_ddr_1_wlast(shell_m_axi_ddr_1_wlast),
        .m_axi_ddr_1_wvalid(shell_m_axi_ddr_1_wvalid),
        .m_axi_ddr_1_wready(crossings_1_s_axi_wready),
        .m_axi_ddr_1_bid(crossings_1_s_axi_bid),
        .m_axi_ddr_1_bresp(crossings_1_s_axi_bresp),
        .m_axi_ddr_1_bvalid(crossings_1_s_axi_bvalid),
        .m_axi_ddr_1_bready(shell_m_axi_ddr_1_bready),
        .m_axi_ddr_1_arid(shell_m_axi_ddr_1_arid),
        .m_axi_ddr_1_araddr(shell_m_axi_ddr_1_araddr),
        .m_axi_ddr_1_arlen(shell_m_axi_ddr_1_arlen),
        .m_axi_ddr_1_arsize(shell_m_axi_ddr_1_arsize),
        .m_axi_ddr_1_arburst(shell_m_axi_ddr_1_arburst),
        .m_axi_ddr_1_arlock(shell_m_axi_ddr_1_arlock),
        .m_axi_ddr_1_arcache(shell_m_axi_ddr_1_arcache),
        .m_axi_ddr_1_arprot(shell_m_axi_ddr_1_arprot),
        .m_axi_ddr_1_arqos(shell_m_axi_ddr_1_arqos),
        .m_axi_ddr_1_arvalid(shell_m_axi_ddr_1_arvalid),
        .m_axi_ddr_1_arready(crossings_1_s_axi_arready),
        .m_axi_ddr_1_rid(crossings_1_s_axi_rid),
        .m_axi_ddr_1_rdata(crossings_1_s_axi_rdata),
        .m_axi_ddr_1_rresp(crossings_1_s_axi_rresp),
        .m_axi_ddr_1_rlast(crossings_1_s_axi_rlast),
        .m_axi_ddr_1_rvalid(crossings_1_s_axi_rvalid),
        .m_axi_ddr_1_rready(shell_m_axi_ddr_1_rready),
        .m_axi_ddr_2_awid(shell_m_axi_ddr_2_awid),
        .m_axi_ddr_2_awaddr(shell_m_axi_ddr_2_awaddr),
        .m_axi_ddr_2_awlen(shell_m_axi_ddr_2_awlen),
        .m_axi_ddr_2_awsize(shell_m_axi_ddr_2_awsize),
        .m_axi_ddr_2_awburst(shell_m_axi_ddr_2_awburst),
        .m_axi_ddr_2_awlock(shell_m_axi_ddr_2_awlock),
        .m_axi_ddr_2_awcache(shell_m_axi_ddr_2_awcache),
        .m_axi_ddr_2_awprot(shell_m_axi_ddr_2_awprot),
        .m_axi_ddr_2_awqos(shell_m_axi_ddr_2_awqos),
        .m_axi_ddr_2_awvalid(shell_m_axi_ddr_2_awvalid),
        .m_axi_ddr_2_awready(crossings_2_s_axi_awready),
        .m_axi_ddr_2_wdata(shell_m_axi_ddr_2_wdata),
        .m_axi_ddr_2_wstrb(shell_m_axi_ddr_2_wstrb),
        .m_axi_ddr_2_wlast(shell_m_axi_ddr_2_wlast),
        .m_axi_ddr_2_wvalid(shell_m_axi_ddr_2_wvalid),
        .m_axi_ddr_2_wready(crossings_2_s_axi_wready),
        .m_axi_ddr_2_bid(crossings_2_s_axi_bid),
        .m_axi_ddr_2_bresp(crossings_2_s_axi_bresp),
        .m_axi_ddr_2_bvalid(crossings_2_s_axi_bvalid),
        .m_axi_ddr_2_bready(shell_m_axi_ddr_2_bready),
        .m_axi_ddr_2_arid(shell_m_axi_ddr_2_arid),
        .m_axi_ddr_2_araddr(shell_m_axi_ddr_2_araddr),
        .m_axi_ddr_2_arlen(shell_m_axi_ddr_2_arlen),
        .m_axi_ddr_2_arsize(shell_m_axi_ddr_2_arsize),
        .m_axi_ddr_2_arburst(shell_m_axi_ddr_2_arburst),
        .m_axi_ddr_2_arlock(shell_m_axi_ddr_2_arlock),
        .m_axi_ddr_2_arcache(shell_m_axi_ddr_2_arcache),
        .m_axi_ddr_2_arprot(shell_m_axi_ddr_2_arprot),
        .m_axi_ddr_2_arqos(shell_m_axi_ddr_2_arqos),
        .m_axi_ddr_2_arvalid(shell_m_axi_ddr_2_arvalid),
        .m_axi_ddr_2_arready(crossings_2_s_axi_arready),
        .m_axi_ddr_2_rid(crossings_2_s_axi_rid),
        .m_axi_ddr_2_rdata(crossings_2_s_axi_rdata),
        .m_axi_ddr_2_rresp(crossings_2_s_axi_rresp),
        .m_axi_ddr_2_rlast(crossings_2_s_axi_rlast),
        .m_axi_ddr_2_rvalid(crossings_2_s_axi_rvalid),
        .m_axi_ddr_2_rready(shell_m_axi_ddr_2_rready),
        .m_axi_ddr_3_awid(shell_m_axi_ddr_3_awid),
        .m_axi_ddr_3_awaddr(shell_m_axi_ddr_3_awaddr),
        .m_axi_ddr_3_awlen(shell_m_axi_ddr_3_awlen),
        .m_axi_ddr_3_awsize(shell_m_axi_ddr_3_awsize),
        .m_axi_ddr_3_awburst(shell_m_axi_ddr_3_awburst),
        .m_axi_ddr_3_awlock(shell_m_axi_ddr_3_awlock),
        .m_axi_ddr_3_awcache(shell_m_axi_ddr_3_awcache),
        .m_axi_ddr_3_awprot(shell_m_axi_ddr_3_awprot),
        .m_axi_ddr_3_awqos(shell_m_axi_ddr_3_awqos),
        .m_axi_ddr_3_awvalid(shell_m_axi_ddr_3_awvalid),
        .m_axi_ddr_3_awready(crossings_3_s_axi_awready),
        .m_axi_ddr_3_wdata(shell_m_axi_ddr_3_wdata),
        .m_axi_ddr_3_wstrb(shell_m_axi_ddr_3_wstrb),
        .m_axi_ddr_3_wlast(shell_m_axi_ddr_3_wlast),
        .m_axi_ddr_3_wvalid(shell_m_axi_ddr_3_wvalid),
        .m_axi_ddr_3_wready(crossings_3_s_axi_wready),
        .m_axi_ddr_3_bid(crossings_3_s_axi_bid),
        .m_axi_ddr_3_bresp(crossings_3_s_axi_bresp),
        .m_axi_ddr_3_bvalid(crossings_3_s_axi_bvalid),
        .m_axi_ddr_3_bready(shell_m_axi_ddr_3_bready),
        .m_axi_ddr_3_arid(shell_m_axi_ddr_3_arid),
        .m_axi_ddr_3_araddr(shell_m_axi_ddr_3_araddr),
        .m_axi_ddr_3_arlen(shell_m_axi_ddr_3_arlen),
        .m_axi_ddr_3_arsize(shell_m_axi_ddr_3_arsize),
        .m_axi_ddr_3_arburst(shell_m_axi_ddr_3_arburst),
        .m_axi_ddr_3_arlock(shell_m_axi_ddr_3_arlock),
        .m_axi_ddr_3_arcache(shell_m_axi_ddr_3_arcache),
        .m_axi_ddr_3_arprot(shell_m_axi_ddr_3_arprot),
        .m_axi_ddr_3_arqos(shell_m_axi_ddr_3_arqos),
        .m_axi_ddr_3_arvalid(shell_m_axi_ddr_3_arvalid),
        .m_axi_ddr_3_arready(crossings_3_s_axi_arready),
        .m_axi_ddr_3_rid(crossings_3_s_axi_rid),
        .m_axi_ddr_3_rdata(crossings_3_s_axi_rdata),
        .m_axi_ddr_3_rresp(crossings_3_s_axi_rresp),
        .m_axi_ddr_3_rlast(crossings_3_s_axi_rlast),
        .m_axi_ddr_3_rvalid(crossings_3_s_axi_rvalid),
        .m_axi_ddr_3_rready(shell_m_axi_ddr_3_rready)
    );

    emb_sampler u_memories_in_reset (
        .clock(memories_in_reset_clock),
        .in_bit(memory_reset),
        .out_bit(memories_in_reset_out_bit)
    );

    emb_axi_crossing u_crossings_0 (
        .clock(clock),
        .reset(empties),
        .s_axi_awid(shell_m_axi_ddr_0_awid),
        .s_axi_awaddr(shell_m_axi_ddr_0_awaddr),
        .s_axi_awlen(shell_m_axi_ddr_0_awlen),
        .s_axi_awsize(shell_m_axi_ddr_0_awsize),
        .s_axi_awburst(shell_m_axi_ddr_0_awburst),
        .s_axi_awlock(shell_m_axi_ddr_0_awlock),
        .s_axi_awcache(shell_m_axi_ddr_0_awcache),
        .s_axi_awprot(shell_m_axi_ddr_0_awprot),
        .s_axi_awqos(shell_m_axi_ddr_0_awqos),
        .s_axi_awvalid(shell_m_axi_ddr_0_awvalid),
        .s_axi_awready(crossings_0_s_axi_awready),
        .s_axi_wdata(shell_m_axi_ddr_0_wdata),
        .s_axi_wstrb(shell_m_axi_ddr_0_wstrb),
        .s_axi_wlast(shell_m_axi_ddr_0_wlast),
        .s_axi_wvalid(shell_m_axi_ddr_0_wvalid),
        .s_axi_wready(crossings_0_s_axi_wready),
        .s_axi_bid(crossings_0_s_axi_bid),
        .s_axi_bresp(crossings_0_s_axi_bresp),
        .s_axi_bvalid(crossings_0_s_axi_bvalid),
        .s_axi_bready(shell_m_axi_ddr_0_bready),
        .s_axi_arid(shell_m_axi_ddr_0_arid),
        .s_axi_araddr(shell_m_axi_ddr_0_araddr),
        .s_axi_arlen(shell_m_axi_ddr_0_arlen),
        .s_axi_arsize(shell_m_axi_ddr_0_arsize),
        .s_axi_arburst(shell_m_axi_ddr_0_arburst),
        .s_axi_arlock(shell_m_axi_ddr_0_arlock),
        .s_axi_arcache(shell_m_axi_ddr_0_arcache),
        .s_axi_arprot(shell_m_axi_ddr_0_arprot),
        .s_axi_arqos(shell_m_axi_ddr_0_arqos),
        .s_axi_arvalid(shell_m_axi_ddr_0_arvalid),
        .s_axi_arready(crossings_0_s_axi_arready),
        .s_axi_rid(crossings_0_s_axi_rid),
        .s_axi_rdata(crossings_0_s_axi_rdata),
        .s_axi_rresp(crossings_0_s_axi_rresp),
        .s_axi_rlast(crossings_0_s_axi_rlast),
        .s_axi_rvalid(crossings_0_s_axi_rvalid),
        .s_axi_rready(shell_m_axi_ddr_0_rready),
        .m_clock(m_axi_ddr_0_clock),
        .m_reset(m_axi_ddr_0_reset),
        .lost(crossings_0_lost),
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

    emb_axi_crossing u_crossings_1 (
        .clock(clock),
        .reset(empties),
        .s_axi_awid(shell_m_axi_ddr_1_awid),
        .s_axi_awaddr(shell_m_axi_ddr_1_awaddr),
        .s_axi_awlen(shell_m_axi_ddr_1_awlen),
        .s_axi_awsize(shell_m_axi_ddr_1_awsize),
        .s_axi_awburst(shell_m_axi_ddr_1_awburst),
        .s_axi_awlock(shell_m_axi_ddr_1_awlock),
        .s_axi_awcache(shell_m_axi_ddr_1_awcache),
        .s_axi_awprot(shell_m_axi_ddr_1_awprot),
        .s_axi_awqos(shell_m_axi_ddr_1_awqos),
        .s_axi_awvalid(shell_m_axi_ddr_1_awvalid),
        .s_axi_awready(crossings_1_s_axi_awready),
        .s_axi_wdata(shell_m_axi_ddr_1_wdata),
        .s_axi_wstrb(shell_m_axi_ddr_1_wstrb),
        .s_axi_wlast(shell_m_axi_ddr_1_wlast),
        .s_axi_wvalid(shell_m_axi_ddr_1_wvalid),
        .s_axi_wready(crossings_1_s_axi_wready),
        .s_axi_bid(crossings_1_s_axi_bid),
        .s_axi_bresp(crossings_1_s_axi_bresp),
        .s_axi_bvalid(crossings_1_s_axi_bvalid),
        .s_axi_bready(shell_m_axi_ddr_1_bready),
        .s_axi_arid(shell_m_axi_ddr_1_arid),
        .s_axi_araddr(shell_m_axi_ddr_1_araddr),
        .s_axi_arlen(shell_m_axi_ddr_1_arlen),
        .s_axi_arsize(shell_m_axi_ddr_1_arsize),
        .s_axi_arburst(shell_m_axi_ddr_1_arburst),
        .s_axi_arlock(shell_m_axi_ddr_1_arlock),
        .s_axi_arcache(shell_m_axi_ddr_1_arcache),
        .s_axi_arprot(shell_m_axi_ddr_1_arprot),
        .s_axi_arqos(shell_m_axi_ddr_1_arqos),
        .s_axi_arvalid(shell_m_axi_ddr_1_arvalid),
        .s_axi_arready(crossings_1_s_axi_arready),
        .s_axi_rid(crossings_1_s_axi_rid),
        .s_axi_rdata(crossings_1_s_axi_rdata),
        .s_axi_rresp(crossings_1_s_axi_rresp),
        .s_axi_rlast(crossings_1_s_axi_rlast),
        .s_axi_rvalid(crossings_1_s_axi_rvalid),
        .s_axi_rready(shell_m_axi_ddr_1_rready),
        .m_clock(m_axi_ddr_1_clock),
        .m_reset(m_axi_ddr_1_reset),
        .lost(crossings_1_lost),
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

    emb_axi_crossing u_crossings_2 (
        .clock(clock),
        .reset(empties),
        .s_axi_awid(shell_m_axi_ddr_2_awid),
        .s_axi_awaddr(shell_m_axi_ddr_2_awaddr),
        .s_axi_awlen(shell_m_axi_ddr_2_awlen),
        .s_axi_awsize(shell_m_axi_ddr_2_awsize),
        .s_axi_awburst(shell_m_axi_ddr_2_awburst),
        .s_axi_awlock(shell_m_axi_ddr_2_awlock),
        .s_axi_awcache(shell_m_axi_ddr_2_awcache),
        .s_axi_awprot(shell_m_axi_ddr_2_awprot),
        .s_axi_awqos(shell_m_axi_ddr_2_awqos),
        .s_axi_awvalid(shell_m_axi_ddr_2_awvalid),
        .s_axi_awready(crossings_2_s_axi_awready),
        .s_axi_wdata(shell_m_axi_ddr_2_wdata),
        .s_axi_wstrb(shell_m_axi_ddr_2_wstrb),
        .s_axi_wlast(shell_m_axi_ddr_2_wlast),
        .s_axi_wvalid(shell_m_axi_ddr_2_wvalid),
        .s_axi_wready(crossings_2_s_axi_wready),
        .s_axi_bid(crossings_2_s_axi_bid),
        .s_axi_bresp(crossings_2_s_axi_bresp),
        .s_axi_bvalid(crossings_2_s_axi_bvalid),
        .s_axi_bready(shell_m_axi_ddr_2_bready),
        .s_axi_arid(shell_m_axi_ddr_2_arid),
        .s_axi_araddr(shell_m_axi_ddr_2_araddr),
        .s_axi_arlen(shell_m_axi_ddr_2_arlen),
        .s_axi_arsize(shell_m_axi_ddr_2_arsize),
        .s_axi_arburst(shell_m_axi_ddr_2_arburst),
        .s_axi_arlock(shell_m_axi_ddr_2_arlock),
        .s_axi_arcache(shell_m_axi_ddr_2_arcache),
        .s_axi_arprot(shell_m_axi_ddr_2_arprot),
        .s_axi_arqos(shell_m_axi_ddr_2_arqos),
        .s_axi_arvalid(shell_m_axi_ddr_2_arvalid),
        .s_axi_arready(crossings_2_s_axi_arready),
        .s_axi_rid(crossings_2_s_axi_rid),
        .s_axi_rdata(crossings_2_s_axi_rdata),
        .s_axi_rresp(crossings_2_s_axi_rresp),
        .s_axi_rlast(crossings_2_s_axi_rlast),
        .s_axi_rvalid(crossings_2_s_axi_rvalid),
        .s_axi_rready(shell_m_axi_ddr_2_rready),
        .m_clock(m_axi_ddr_2_clock),
        .m_reset(m_axi_ddr_2_reset),
        .lost(crossings_2_lost),
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

    emb_axi_crossing u_crossings_3 (
        .clock(clock),
        .reset(empties),
        .s_axi_awid(shell_m_axi_ddr_3_awid),
        .s_axi_awaddr(shell_m_axi_ddr_3_awaddr),
        .s_axi_awlen(shell_m_axi_ddr_3_awlen),
        .s_axi_awsize(shell_m_axi_ddr_3_awsize),
        .s_axi_awburst(shell_m_axi_ddr_3_awburst),
        .s_axi_awlock(shell_m_axi_ddr_3_awlock),
        .s_axi_awcache(shell_m_axi_ddr_3_awcache),
        .s_axi_awprot(shell_m_axi_ddr_3_awprot),
        .s_axi_awqos(shell_m_axi_ddr_3_awqos),
        .s_axi_awvalid(shell_m_axi_ddr_3_awvalid),
        .s_axi_awready(crossings_3_s_axi_awready),
        .s_axi_wdata(shell_m_axi_ddr_3_wdata),
        .s_axi_wstrb(shell_m_axi_ddr_3_wstrb),
        .s_axi_wlast(shell_m_axi_ddr_3_wlast),
        .s_axi_wvalid(shell_m_axi_ddr_3_wvalid),
        .s_axi_wready(crossings_3_s_axi_wready),
        .s_axi_bid(crossings_3_s_axi_bid),
        .s_axi_bresp(crossings_3_s_axi_bresp),
        .s_axi_bvalid(crossings_3_s_axi_bvalid),
        .s_axi_bready(shell_m_axi_ddr_3_bready),
        .s_axi_arid(shell_m_axi_ddr_3_arid),
        .s_axi_araddr(shell_m_axi_ddr_3_araddr),
        .s_axi_arlen(shell_m_axi_ddr_3_arlen),
        .s_axi_arsize(shell_m_axi_ddr_3_arsize),
        .s_axi_arburst(shell_m_axi_ddr_3_arburst),
        .s_axi_arlock(shell_m_axi_ddr_3_arlock),
        .s_axi_arcache(shell_m_axi_ddr_3_arcache),
        .s_axi_arprot(shell_m_axi_ddr_3_arprot),
        .s_axi_arqos(shell_m_axi_ddr_3_arqos),
        .s_axi_arvalid(shell_m_axi_ddr_3_arvalid),
        .s_axi_arready(crossings_3_s_axi_arready),
        .s_axi_rid(crossings_3_s_axi_rid),
        .s_axi_rdata(crossings_3_s_axi_rdata),
        .s_axi_rresp(crossings_3_s_axi_rresp),
        .s_axi_rlast(crossings_3_s_axi_rlast),
        .s_axi_rvalid(crossings_3_s_axi_rvalid),
        .s_axi_rready(shell_m_axi_ddr_3_rready),
        .m_clock(m_axi_ddr_3_clock),
        .m_reset(m_axi_ddr_3_reset),
        .lost(crossings_3_lost),
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

    // A reset of the device alone forgets nothing that a memory owes.
    assign memories_in_reset_clock = clock;
    assign empties = reset & memories_in_reset_out_bit;
    assign lost = crossings_0_lost | crossings_1_lost | crossings_2_lost | crossings_3_lost;

endmodule

`default_nettype wire
