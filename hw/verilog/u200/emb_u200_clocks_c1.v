// CXL-MEM for a U200 whose DDR memories have clocks of their own: registers on s_axil, device memory on
// s_axi, DDR memories on m_axi_ddr. A line a cycle of the slower clock each way. Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_u200_clocks_c1 (
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
    output wire         m_axi_ddr_0_rready
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

    emb_u200_c1 u_shell (
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
        .m_axi_ddr_0_rready(shell_m_axi_ddr_0_rready)
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

    // A reset of the device alone forgets nothing that a memory owes.
    assign memories_in_reset_clock = clock;
    assign empties = reset & memories_in_reset_out_bit;
    assign lost = crossings_0_lost;

endmodule

`default_nettype wire
