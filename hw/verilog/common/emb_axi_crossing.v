// Takes an AXI4 port of 64-byte beats to a memory of another clock, with a queue for each channel. Latency: 3
// cycles of the other clock each way. Throughput: a beat a cycle of the slower clock. Stalls a channel while
// 16 of its transfers wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_axi_crossing (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axi, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axi, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWID" *)
    input  wire [9:0]   s_axi_awid,
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
    output wire [9:0]   s_axi_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BRESP" *)
    output wire [1:0]   s_axi_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BVALID" *)
    output wire         s_axi_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BREADY" *)
    input  wire         s_axi_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARID" *)
    input  wire [9:0]   s_axi_arid,
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
    output wire [9:0]   s_axi_rid,
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
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_clock, ASSOCIATED_BUSIF m_axi, ASSOCIATED_RESET m_reset, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 m_clock CLK" *)
    input  wire         m_clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 m_reset RST" *)
    input  wire         m_reset,
    output wire         lost,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 10, READ_WRITE_MODE READ_WRITE, FREQ_HZ 300000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWID" *)
    output wire [9:0]   m_axi_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWADDR" *)
    output wire [63:0]  m_axi_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWLEN" *)
    output wire [7:0]   m_axi_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWSIZE" *)
    output wire [2:0]   m_axi_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWBURST" *)
    output wire [1:0]   m_axi_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWLOCK" *)
    output wire         m_axi_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWCACHE" *)
    output wire [3:0]   m_axi_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWPROT" *)
    output wire [2:0]   m_axi_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWQOS" *)
    output wire [3:0]   m_axi_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWVALID" *)
    output wire         m_axi_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi AWREADY" *)
    input  wire         m_axi_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi WDATA" *)
    output wire [511:0] m_axi_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi WSTRB" *)
    output wire [63:0]  m_axi_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi WLAST" *)
    output wire         m_axi_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi WVALID" *)
    output wire         m_axi_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi WREADY" *)
    input  wire         m_axi_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi BID" *)
    input  wire [9:0]   m_axi_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi BRESP" *)
    input  wire [1:0]   m_axi_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi BVALID" *)
    input  wire         m_axi_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi BREADY" *)
    output wire         m_axi_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARID" *)
    output wire [9:0]   m_axi_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARADDR" *)
    output wire [63:0]  m_axi_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARLEN" *)
    output wire [7:0]   m_axi_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARSIZE" *)
    output wire [2:0]   m_axi_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARBURST" *)
    output wire [1:0]   m_axi_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARLOCK" *)
    output wire         m_axi_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARCACHE" *)
    output wire [3:0]   m_axi_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARPROT" *)
    output wire [2:0]   m_axi_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARQOS" *)
    output wire [3:0]   m_axi_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARVALID" *)
    output wire         m_axi_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi ARREADY" *)
    input  wire         m_axi_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi RID" *)
    input  wire [9:0]   m_axi_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi RDATA" *)
    input  wire [511:0] m_axi_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi RRESP" *)
    input  wire [1:0]   m_axi_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi RLAST" *)
    input  wire         m_axi_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi RVALID" *)
    input  wire         m_axi_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi RREADY" *)
    output wire         m_axi_rready
);

    reg opened = 1'b0;
    reg is_lost = 1'b0;

    wire all_open;
    wire passes;
    wire write_addresses_in_valid;
    wire write_addresses_in_ready;
    wire [98:0] write_addresses_out_data;
    wire write_addresses_in_open;
    wire write_addresses_out_open;
    wire writes_in_valid;
    wire writes_in_ready;
    wire [576:0] writes_out_data;
    wire writes_in_open;
    wire writes_out_open;
    wire [11:0] responses_out_data;
    wire responses_in_open;
    wire responses_out_open;
    wire read_addresses_in_valid;
    wire read_addresses_in_ready;
    wire [98:0] read_addresses_out_data;
    wire read_addresses_in_open;
    wire read_addresses_out_open;
    wire [524:0] reads_out_data;
    wire reads_in_open;
    wire reads_out_open;

    emb_async_fifo #(.WIDTH(99), .LOG_DEPTH(4)) u_write_addresses (
        .in_clock(clock),
        .in_reset(reset),
        .in_data({s_axi_awqos, s_axi_awprot, s_axi_awcache, s_axi_awlock, s_axi_awburst, s_axi_awsize, s_axi_awlen, s_axi_awid, s_axi_awaddr}),
        .in_valid(write_addresses_in_valid),
        .in_ready(write_addresses_in_ready),
        .out_clock(m_clock),
        .out_reset(m_reset),
        .out_data(write_addresses_out_data),
        .out_valid(m_axi_awvalid),
        .out_ready(m_axi_awready),
        .in_open(write_addresses_in_open),
        .out_open(write_addresses_out_open)
    );

    emb_async_fifo #(.WIDTH(577), .LOG_DEPTH(4)) u_writes (
        .in_clock(clock),
        .in_reset(reset),
        .in_data({s_axi_wlast, s_axi_wstrb, s_axi_wdata}),
        .in_valid(writes_in_valid),
        .in_ready(writes_in_ready),
        .out_clock(m_clock),
        .out_reset(m_reset),
        .out_data(writes_out_data),
        .out_valid(m_axi_wvalid),
        .out_ready(m_axi_wready),
        .in_open(writes_in_open),
        .out_open(writes_out_open)
    );

    emb_async_fifo #(.WIDTH(12), .LOG_DEPTH(4)) u_responses (
        .in_clock(m_clock),
        .in_reset(m_reset),
        .in_data({m_axi_bresp, m_axi_bid}),
        .in_valid(m_axi_bvalid),
        .in_ready(m_axi_bready),
        .out_clock(clock),
        .out_reset(reset),
        .out_data(responses_out_data),
        .out_valid(s_axi_bvalid),
        .out_ready(s_axi_bready),
        .in_open(responses_in_open),
        .out_open(responses_out_open)
    );

    emb_async_fifo #(.WIDTH(99), .LOG_DEPTH(4)) u_read_addresses (
        .in_clock(clock),
        .in_reset(reset),
        .in_data({s_axi_arqos, s_axi_arprot, s_axi_arcache, s_axi_arlock, s_axi_arburst, s_axi_arsize, s_axi_arlen, s_axi_arid, s_axi_araddr}),
        .in_valid(read_addresses_in_valid),
        .in_ready(read_addresses_in_ready),
        .out_clock(m_clock),
        .out_reset(m_reset),
        .out_data(read_addresses_out_data),
        .out_valid(m_axi_arvalid),
        .out_ready(m_axi_arready),
        .in_open(read_addresses_in_open),
        .out_open(read_addresses_out_open)
    );

    emb_async_fifo #(.WIDTH(525), .LOG_DEPTH(4)) u_reads (
        .in_clock(m_clock),
        .in_reset(m_reset),
        .in_data({m_axi_rlast, m_axi_rresp, m_axi_rid, m_axi_rdata}),
        .in_valid(m_axi_rvalid),
        .in_ready(m_axi_rready),
        .out_clock(clock),
        .out_reset(reset),
        .out_data(reads_out_data),
        .out_valid(s_axi_rvalid),
        .out_ready(s_axi_rready),
        .in_open(reads_in_open),
        .out_open(reads_out_open)
    );

    // Each queue finds out by itself that memory was reset: if one has, none takes anything.
    assign all_open =
        write_addresses_in_open &
        writes_in_open &
        read_addresses_in_open &
        responses_out_open &
        reads_out_open;

    assign lost = is_lost;
    assign passes = opened & all_open & ~is_lost;
    assign write_addresses_in_valid = s_axi_awvalid & passes;
    assign s_axi_awready = write_addresses_in_ready & passes;
    assign m_axi_awaddr = write_addresses_out_data[63:0];
    assign m_axi_awid = write_addresses_out_data[73:64];
    assign m_axi_awlen = write_addresses_out_data[81:74];
    assign m_axi_awsize = write_addresses_out_data[84:82];
    assign m_axi_awburst = write_addresses_out_data[86:85];
    assign m_axi_awlock = write_addresses_out_data[87];
    assign m_axi_awcache = write_addresses_out_data[91:88];
    assign m_axi_awprot = write_addresses_out_data[94:92];
    assign m_axi_awqos = write_addresses_out_data[98:95];
    assign writes_in_valid = s_axi_wvalid & passes;
    assign s_axi_wready = writes_in_ready & passes;
    assign m_axi_wdata = writes_out_data[511:0];
    assign m_axi_wstrb = writes_out_data[575:512];
    assign m_axi_wlast = writes_out_data[576];
    assign read_addresses_in_valid = s_axi_arvalid & passes;
    assign s_axi_arready = read_addresses_in_ready & passes;
    assign m_axi_araddr = read_addresses_out_data[63:0];
    assign m_axi_arid = read_addresses_out_data[73:64];
    assign m_axi_arlen = read_addresses_out_data[81:74];
    assign m_axi_arsize = read_addresses_out_data[84:82];
    assign m_axi_arburst = read_addresses_out_data[86:85];
    assign m_axi_arlock = read_addresses_out_data[87];
    assign m_axi_arcache = read_addresses_out_data[91:88];
    assign m_axi_arprot = read_addresses_out_data[94:92];
    assign m_axi_arqos = read_addresses_out_data[98:95];
    assign s_axi_bid = responses_out_data[9:0];
    assign s_axi_bresp = responses_out_data[11:10];
    assign s_axi_rdata = reads_out_data[511:0];
    assign s_axi_rid = reads_out_data[521:512];
    assign s_axi_rresp = reads_out_data[523:522];
    assign s_axi_rlast = reads_out_data[524];

    always @(posedge clock) begin
        opened <= (opened | all_open) & ~reset;
        is_lost <= (is_lost | (opened & ~all_open)) & ~reset;
    end

    // Bits that the design does not need.
    wire _unused = &{
        write_addresses_out_open,
        writes_out_open,
        responses_in_open,
        read_addresses_out_open,
        reads_in_open,
        1'b0
    };

endmodule

`default_nettype wire
