// NDRec's device for a SmartSSD without a CXL link: registers on s_axil, TX buffers on s_axi; host memory,
// DRAM and SSD on m_axi_host, m_axi_dram and m_axi_ssd. Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_smartssd_shell (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:s_axi:m_axi_host:m_axi_dram:m_axi_ssd, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_host, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWID" *)
    output wire [8:0]   m_axi_host_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWADDR" *)
    output wire [63:0]  m_axi_host_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWLEN" *)
    output wire [7:0]   m_axi_host_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWSIZE" *)
    output wire [2:0]   m_axi_host_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWBURST" *)
    output wire [1:0]   m_axi_host_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWLOCK" *)
    output wire         m_axi_host_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWCACHE" *)
    output wire [3:0]   m_axi_host_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWPROT" *)
    output wire [2:0]   m_axi_host_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWQOS" *)
    output wire [3:0]   m_axi_host_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWVALID" *)
    output wire         m_axi_host_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host AWREADY" *)
    input  wire         m_axi_host_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host WDATA" *)
    output wire [511:0] m_axi_host_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host WSTRB" *)
    output wire [63:0]  m_axi_host_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host WLAST" *)
    output wire         m_axi_host_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host WVALID" *)
    output wire         m_axi_host_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host WREADY" *)
    input  wire         m_axi_host_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host BID" *)
    input  wire [8:0]   m_axi_host_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host BRESP" *)
    input  wire [1:0]   m_axi_host_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host BVALID" *)
    input  wire         m_axi_host_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host BREADY" *)
    output wire         m_axi_host_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARID" *)
    output wire [8:0]   m_axi_host_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARADDR" *)
    output wire [63:0]  m_axi_host_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARLEN" *)
    output wire [7:0]   m_axi_host_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARSIZE" *)
    output wire [2:0]   m_axi_host_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARBURST" *)
    output wire [1:0]   m_axi_host_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARLOCK" *)
    output wire         m_axi_host_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARCACHE" *)
    output wire [3:0]   m_axi_host_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARPROT" *)
    output wire [2:0]   m_axi_host_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARQOS" *)
    output wire [3:0]   m_axi_host_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARVALID" *)
    output wire         m_axi_host_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host ARREADY" *)
    input  wire         m_axi_host_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host RID" *)
    input  wire [8:0]   m_axi_host_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host RDATA" *)
    input  wire [511:0] m_axi_host_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host RRESP" *)
    input  wire [1:0]   m_axi_host_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host RLAST" *)
    input  wire         m_axi_host_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host RVALID" *)
    input  wire         m_axi_host_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_host RREADY" *)
    output wire         m_axi_host_rready,
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
    output wire [1:0]   m_axi_ssd_awuser
);

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
    wire device_back_invalidate_s2m_bisnp_valid;
    wire [3:0] device_back_invalidate_s2m_bisnp_opcode;
    wire [11:0] device_back_invalidate_s2m_bisnp_bi_tag;
    wire [45:0] device_back_invalidate_s2m_bisnp_address;
    wire device_back_invalidate_m2s_birsp_ready;
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
    wire [8:0] device_m_axi_dram_awid;
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
    wire host_clock;
    wire host_cxl_cache_d2h_req_ready;
    wire host_cxl_cache_d2h_rsp_ready;
    wire host_cxl_cache_d2h_data_ready;
    wire host_cxl_cache_h2d_req_valid;
    wire [2:0] host_cxl_cache_h2d_req_opcode;
    wire [11:0] host_cxl_cache_h2d_req_uqid;
    wire [45:0] host_cxl_cache_h2d_req_address;
    wire host_cxl_cache_h2d_rsp_valid;
    wire [3:0] host_cxl_cache_h2d_rsp_opcode;
    wire [11:0] host_cxl_cache_h2d_rsp_rsp_data;
    wire [11:0] host_cxl_cache_h2d_rsp_cqid;
    wire host_cxl_cache_h2d_data_valid;
    wire [11:0] host_cxl_cache_h2d_data_cqid;
    wire host_cxl_cache_h2d_data_go_err;
    wire host_cxl_cache_h2d_data_poison;
    wire [511:0] host_cxl_cache_h2d_data_data;
    wire no_copies_clock;
    wire no_copies_back_invalidate_s2m_bisnp_ready;
    wire no_copies_back_invalidate_m2s_birsp_valid;
    wire [3:0] no_copies_back_invalidate_m2s_birsp_opcode;
    wire [11:0] no_copies_back_invalidate_m2s_birsp_bi_tag;

    emb_smartssd u_device (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .irq(irq),
        .idle(idle),
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
        .back_invalidate_s2m_bisnp_valid(device_back_invalidate_s2m_bisnp_valid),
        .back_invalidate_s2m_bisnp_ready(no_copies_back_invalidate_s2m_bisnp_ready),
        .back_invalidate_s2m_bisnp_opcode(device_back_invalidate_s2m_bisnp_opcode),
        .back_invalidate_s2m_bisnp_bi_tag(device_back_invalidate_s2m_bisnp_bi_tag),
        .back_invalidate_s2m_bisnp_address(device_back_invalidate_s2m_bisnp_address),
        .back_invalidate_m2s_birsp_valid(no_copies_back_invalidate_m2s_birsp_valid),
        .back_invalidate_m2s_birsp_ready(device_back_invalidate_m2s_birsp_ready),
        .back_invalidate_m2s_birsp_opcode(no_copies_back_invalidate_m2s_birsp_opcode),
        .back_invalidate_m2s_birsp_bi_tag(no_copies_back_invalidate_m2s_birsp_bi_tag),
        .cxl_cache_d2h_req_valid(device_cxl_cache_d2h_req_valid),
        .cxl_cache_d2h_req_ready(host_cxl_cache_d2h_req_ready),
        .cxl_cache_d2h_req_opcode(device_cxl_cache_d2h_req_opcode),
        .cxl_cache_d2h_req_cqid(device_cxl_cache_d2h_req_cqid),
        .cxl_cache_d2h_req_address(device_cxl_cache_d2h_req_address),
        .cxl_cache_d2h_rsp_valid(device_cxl_cache_d2h_rsp_valid),
        .cxl_cache_d2h_rsp_ready(host_cxl_cache_d2h_rsp_ready),
        .cxl_cache_d2h_rsp_opcode(device_cxl_cache_d2h_rsp_opcode),
        .cxl_cache_d2h_rsp_uqid(device_cxl_cache_d2h_rsp_uqid),
        .cxl_cache_d2h_data_valid(device_cxl_cache_d2h_data_valid),
        .cxl_cache_d2h_data_ready(host_cxl_cache_d2h_data_ready),
        .cxl_cache_d2h_data_uqid(device_cxl_cache_d2h_data_uqid),
        .cxl_cache_d2h_data_poison(device_cxl_cache_d2h_data_poison),
        .cxl_cache_d2h_data_data(device_cxl_cache_d2h_data_data),
        .cxl_cache_h2d_req_valid(host_cxl_cache_h2d_req_valid),
        .cxl_cache_h2d_req_ready(device_cxl_cache_h2d_req_ready),
        .cxl_cache_h2d_req_opcode(host_cxl_cache_h2d_req_opcode),
        .cxl_cache_h2d_req_uqid(host_cxl_cache_h2d_req_uqid),
        .cxl_cache_h2d_req_address(host_cxl_cache_h2d_req_address),
        .cxl_cache_h2d_rsp_valid(host_cxl_cache_h2d_rsp_valid),
        .cxl_cache_h2d_rsp_ready(device_cxl_cache_h2d_rsp_ready),
        .cxl_cache_h2d_rsp_opcode(host_cxl_cache_h2d_rsp_opcode),
        .cxl_cache_h2d_rsp_rsp_data(host_cxl_cache_h2d_rsp_rsp_data),
        .cxl_cache_h2d_rsp_cqid(host_cxl_cache_h2d_rsp_cqid),
        .cxl_cache_h2d_data_valid(host_cxl_cache_h2d_data_valid),
        .cxl_cache_h2d_data_ready(device_cxl_cache_h2d_data_ready),
        .cxl_cache_h2d_data_cqid(host_cxl_cache_h2d_data_cqid),
        .cxl_cache_h2d_data_go_err(host_cxl_cache_h2d_data_go_err),
        .cxl_cache_h2d_data_poison(host_cxl_cache_h2d_data_poison),
        .cxl_cache_h2d_data_data(host_cxl_cache_h2d_data_data),
        .m_axi_dram_awid(device_m_axi_dram_awid),
        .m_axi_dram_awaddr(m_axi_dram_awaddr),
        .m_axi_dram_awlen(m_axi_dram_awlen),
        .m_axi_dram_awsize(m_axi_dram_awsize),
        .m_axi_dram_awburst(m_axi_dram_awburst),
        .m_axi_dram_awlock(m_axi_dram_awlock),
        .m_axi_dram_awcache(m_axi_dram_awcache),
        .m_axi_dram_awprot(m_axi_dram_awprot),
        .m_axi_dram_awqos(m_axi_dram_awqos),
        .m_axi_dram_awvalid(m_axi_dram_awvalid),
        .m_axi_dram_awready(m_axi_dram_awready),
        .m_axi_dram_wdata(m_axi_dram_wdata),
        .m_axi_dram_wstrb(m_axi_dram_wstrb),
        .m_axi_dram_wlast(m_axi_dram_wlast),
        .m_axi_dram_wvalid(m_axi_dram_wvalid),
        .m_axi_dram_wready(m_axi_dram_wready),
        .m_axi_dram_bid(m_axi_dram_bid),
        .m_axi_dram_bresp(m_axi_dram_bresp),
        .m_axi_dram_bvalid(m_axi_dram_bvalid),
        .m_axi_dram_bready(m_axi_dram_bready),
        .m_axi_dram_arid(m_axi_dram_arid),
        .m_axi_dram_araddr(m_axi_dram_araddr),
        .m_axi_dram_arlen(m_axi_dram_arlen),
        .m_axi_dram_arsize(m_axi_dram_arsize),
        .m_axi_dram_arburst(m_axi_dram_arburst),
        .m_axi_dram_arlock(m_axi_dram_arlock),
        .m_axi_dram_arcache(m_axi_dram_arcache),
        .m_axi_dram_arprot(m_axi_dram_arprot),
        .m_axi_dram_arqos(m_axi_dram_arqos),
        .m_axi_dram_arvalid(m_axi_dram_arvalid),
        .m_axi_dram_arready(m_axi_dram_arready),
        .m_axi_dram_rid(m_axi_dram_rid),
        .m_axi_dram_rdata(m_axi_dram_rdata),
        .m_axi_dram_rresp(m_axi_dram_rresp),
        .m_axi_dram_rlast(m_axi_dram_rlast),
        .m_axi_dram_rvalid(m_axi_dram_rvalid),
        .m_axi_dram_rready(m_axi_dram_rready),
        .m_axi_ssd_awid(m_axi_ssd_awid),
        .m_axi_ssd_awaddr(m_axi_ssd_awaddr),
        .m_axi_ssd_awlen(m_axi_ssd_awlen),
        .m_axi_ssd_awsize(m_axi_ssd_awsize),
        .m_axi_ssd_awburst(m_axi_ssd_awburst),
        .m_axi_ssd_awlock(m_axi_ssd_awlock),
        .m_axi_ssd_awcache(m_axi_ssd_awcache),
        .m_axi_ssd_awprot(m_axi_ssd_awprot),
        .m_axi_ssd_awqos(m_axi_ssd_awqos),
        .m_axi_ssd_awvalid(m_axi_ssd_awvalid),
        .m_axi_ssd_awready(m_axi_ssd_awready),
        .m_axi_ssd_wdata(m_axi_ssd_wdata),
        .m_axi_ssd_wstrb(m_axi_ssd_wstrb),
        .m_axi_ssd_wlast(m_axi_ssd_wlast),
        .m_axi_ssd_wvalid(m_axi_ssd_wvalid),
        .m_axi_ssd_wready(m_axi_ssd_wready),
        .m_axi_ssd_bid(m_axi_ssd_bid),
        .m_axi_ssd_bresp(m_axi_ssd_bresp),
        .m_axi_ssd_bvalid(m_axi_ssd_bvalid),
        .m_axi_ssd_bready(m_axi_ssd_bready),
        .m_axi_ssd_arid(m_axi_ssd_arid),
        .m_axi_ssd_araddr(m_axi_ssd_araddr),
        .m_axi_ssd_arlen(m_axi_ssd_arlen),
        .m_axi_ssd_arsize(m_axi_ssd_arsize),
        .m_axi_ssd_arburst(m_axi_ssd_arburst),
        .m_axi_ssd_arlock(m_axi_ssd_arlock),
        .m_axi_ssd_arcache(m_axi_ssd_arcache),
        .m_axi_ssd_arprot(m_axi_ssd_arprot),
        .m_axi_ssd_arqos(m_axi_ssd_arqos),
        .m_axi_ssd_arvalid(m_axi_ssd_arvalid),
        .m_axi_ssd_arready(m_axi_ssd_arready),
        .m_axi_ssd_rid(m_axi_ssd_rid),
        .m_axi_ssd_rdata(m_axi_ssd_rdata),
        .m_axi_ssd_rresp(m_axi_ssd_rresp),
        .m_axi_ssd_rlast(m_axi_ssd_rlast),
        .m_axi_ssd_rvalid(m_axi_ssd_rvalid),
        .m_axi_ssd_rready(m_axi_ssd_rready),
        .m_axi_ssd_aruser(m_axi_ssd_aruser),
        .m_axi_ssd_awuser(m_axi_ssd_awuser)
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

    emb_host_reader u_host (
        .clock(host_clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .cxl_cache_d2h_req_valid(device_cxl_cache_d2h_req_valid),
        .cxl_cache_d2h_req_ready(host_cxl_cache_d2h_req_ready),
        .cxl_cache_d2h_req_opcode(device_cxl_cache_d2h_req_opcode),
        .cxl_cache_d2h_req_cqid(device_cxl_cache_d2h_req_cqid),
        .cxl_cache_d2h_req_address(device_cxl_cache_d2h_req_address),
        .cxl_cache_d2h_rsp_valid(device_cxl_cache_d2h_rsp_valid),
        .cxl_cache_d2h_rsp_ready(host_cxl_cache_d2h_rsp_ready),
        .cxl_cache_d2h_rsp_opcode(device_cxl_cache_d2h_rsp_opcode),
        .cxl_cache_d2h_rsp_uqid(device_cxl_cache_d2h_rsp_uqid),
        .cxl_cache_d2h_data_valid(device_cxl_cache_d2h_data_valid),
        .cxl_cache_d2h_data_ready(host_cxl_cache_d2h_data_ready),
        .cxl_cache_d2h_data_uqid(device_cxl_cache_d2h_data_uqid),
        .cxl_cache_d2h_data_poison(device_cxl_cache_d2h_data_poison),
        .cxl_cache_d2h_data_data(device_cxl_cache_d2h_data_data),
        .cxl_cache_h2d_req_valid(host_cxl_cache_h2d_req_valid),
        .cxl_cache_h2d_req_ready(device_cxl_cache_h2d_req_ready),
        .cxl_cache_h2d_req_opcode(host_cxl_cache_h2d_req_opcode),
        .cxl_cache_h2d_req_uqid(host_cxl_cache_h2d_req_uqid),
        .cxl_cache_h2d_req_address(host_cxl_cache_h2d_req_address),
        .cxl_cache_h2d_rsp_valid(host_cxl_cache_h2d_rsp_valid),
        .cxl_cache_h2d_rsp_ready(device_cxl_cache_h2d_rsp_ready),
        .cxl_cache_h2d_rsp_opcode(host_cxl_cache_h2d_rsp_opcode),
        .cxl_cache_h2d_rsp_rsp_data(host_cxl_cache_h2d_rsp_rsp_data),
        .cxl_cache_h2d_rsp_cqid(host_cxl_cache_h2d_rsp_cqid),
        .cxl_cache_h2d_data_valid(host_cxl_cache_h2d_data_valid),
        .cxl_cache_h2d_data_ready(device_cxl_cache_h2d_data_ready),
        .cxl_cache_h2d_data_cqid(host_cxl_cache_h2d_data_cqid),
        .cxl_cache_h2d_data_go_err(host_cxl_cache_h2d_data_go_err),
        .cxl_cache_h2d_data_poison(host_cxl_cache_h2d_data_poison),
        .cxl_cache_h2d_data_data(host_cxl_cache_h2d_data_data),
        .m_axi_awid(m_axi_host_awid),
        .m_axi_awaddr(m_axi_host_awaddr),
        .m_axi_awlen(m_axi_host_awlen),
        .m_axi_awsize(m_axi_host_awsize),
        .m_axi_awburst(m_axi_host_awburst),
        .m_axi_awlock(m_axi_host_awlock),
        .m_axi_awcache(m_axi_host_awcache),
        .m_axi_awprot(m_axi_host_awprot),
        .m_axi_awqos(m_axi_host_awqos),
        .m_axi_awvalid(m_axi_host_awvalid),
        .m_axi_awready(m_axi_host_awready),
        .m_axi_wdata(m_axi_host_wdata),
        .m_axi_wstrb(m_axi_host_wstrb),
        .m_axi_wlast(m_axi_host_wlast),
        .m_axi_wvalid(m_axi_host_wvalid),
        .m_axi_wready(m_axi_host_wready),
        .m_axi_bid(m_axi_host_bid),
        .m_axi_bresp(m_axi_host_bresp),
        .m_axi_bvalid(m_axi_host_bvalid),
        .m_axi_bready(m_axi_host_bready),
        .m_axi_arid(m_axi_host_arid),
        .m_axi_araddr(m_axi_host_araddr),
        .m_axi_arlen(m_axi_host_arlen),
        .m_axi_arsize(m_axi_host_arsize),
        .m_axi_arburst(m_axi_host_arburst),
        .m_axi_arlock(m_axi_host_arlock),
        .m_axi_arcache(m_axi_host_arcache),
        .m_axi_arprot(m_axi_host_arprot),
        .m_axi_arqos(m_axi_host_arqos),
        .m_axi_arvalid(m_axi_host_arvalid),
        .m_axi_arready(m_axi_host_arready),
        .m_axi_rid(m_axi_host_rid),
        .m_axi_rdata(m_axi_host_rdata),
        .m_axi_rresp(m_axi_host_rresp),
        .m_axi_rlast(m_axi_host_rlast),
        .m_axi_rvalid(m_axi_host_rvalid),
        .m_axi_rready(m_axi_host_rready)
    );

    emb_no_copies u_no_copies (
        .clock(no_copies_clock),
        .reset(reset),
        .back_invalidate_s2m_bisnp_valid(device_back_invalidate_s2m_bisnp_valid),
        .back_invalidate_s2m_bisnp_ready(no_copies_back_invalidate_s2m_bisnp_ready),
        .back_invalidate_s2m_bisnp_opcode(device_back_invalidate_s2m_bisnp_opcode),
        .back_invalidate_s2m_bisnp_bi_tag(device_back_invalidate_s2m_bisnp_bi_tag),
        .back_invalidate_s2m_bisnp_address(device_back_invalidate_s2m_bisnp_address),
        .back_invalidate_m2s_birsp_valid(no_copies_back_invalidate_m2s_birsp_valid),
        .back_invalidate_m2s_birsp_ready(device_back_invalidate_m2s_birsp_ready),
        .back_invalidate_m2s_birsp_opcode(no_copies_back_invalidate_m2s_birsp_opcode),
        .back_invalidate_m2s_birsp_bi_tag(no_copies_back_invalidate_m2s_birsp_bi_tag)
    );

    // TX buffers.
    assign bridge_clock = clock;

    // The bridge keeps no copy.
    assign no_copies_clock = clock;

    // The host's memory.
    assign host_clock = clock;

    // DRAM and SSD.
    assign m_axi_dram_awid = device_m_axi_dram_awid;

endmodule

`default_nettype wire
