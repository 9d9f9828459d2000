// Stands for the host on CXL.cache: reads its memory over AXI4, 64 bytes for a RdCurr, and refuses everything
// else. One cycle to AR, one from R; a line a cycle; stalls when AR does, or the device does not take its
// lines.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_host_reader (
    input  wire         clock,
    input  wire         reset,
    input  wire         memory_reset,
    input  wire         cxl_cache_d2h_req_valid,
    output wire         cxl_cache_d2h_req_ready,
    input  wire [4:0]   cxl_cache_d2h_req_opcode,
    input  wire [11:0]  cxl_cache_d2h_req_cqid,
    input  wire [45:0]  cxl_cache_d2h_req_address,
    input  wire         cxl_cache_d2h_rsp_valid,
    output wire         cxl_cache_d2h_rsp_ready,
    input  wire [4:0]   cxl_cache_d2h_rsp_opcode,
    input  wire [11:0]  cxl_cache_d2h_rsp_uqid,
    input  wire         cxl_cache_d2h_data_valid,
    output wire         cxl_cache_d2h_data_ready,
    input  wire [11:0]  cxl_cache_d2h_data_uqid,
    input  wire         cxl_cache_d2h_data_poison,
    input  wire [511:0] cxl_cache_d2h_data_data,
    output wire         cxl_cache_h2d_req_valid,
    input  wire         cxl_cache_h2d_req_ready,
    output wire [2:0]   cxl_cache_h2d_req_opcode,
    output wire [11:0]  cxl_cache_h2d_req_uqid,
    output wire [45:0]  cxl_cache_h2d_req_address,
    output wire         cxl_cache_h2d_rsp_valid,
    input  wire         cxl_cache_h2d_rsp_ready,
    output wire [3:0]   cxl_cache_h2d_rsp_opcode,
    output wire [11:0]  cxl_cache_h2d_rsp_rsp_data,
    output wire [11:0]  cxl_cache_h2d_rsp_cqid,
    output wire         cxl_cache_h2d_data_valid,
    input  wire         cxl_cache_h2d_data_ready,
    output wire [11:0]  cxl_cache_h2d_data_cqid,
    output wire         cxl_cache_h2d_data_go_err,
    output wire         cxl_cache_h2d_data_poison,
    output wire [511:0] cxl_cache_h2d_data_data,
    output wire [8:0]   m_axi_awid,
    output wire [63:0]  m_axi_awaddr,
    output wire [7:0]   m_axi_awlen,
    output wire [2:0]   m_axi_awsize,
    output wire [1:0]   m_axi_awburst,
    output wire         m_axi_awlock,
    output wire [3:0]   m_axi_awcache,
    output wire [2:0]   m_axi_awprot,
    output wire [3:0]   m_axi_awqos,
    output wire         m_axi_awvalid,
    input  wire         m_axi_awready,
    output wire [511:0] m_axi_wdata,
    output wire [63:0]  m_axi_wstrb,
    output wire         m_axi_wlast,
    output wire         m_axi_wvalid,
    input  wire         m_axi_wready,
    input  wire [8:0]   m_axi_bid,
    input  wire [1:0]   m_axi_bresp,
    input  wire         m_axi_bvalid,
    output wire         m_axi_bready,
    output wire [8:0]   m_axi_arid,
    output wire [63:0]  m_axi_araddr,
    output wire [7:0]   m_axi_arlen,
    output wire [2:0]   m_axi_arsize,
    output wire [1:0]   m_axi_arburst,
    output wire         m_axi_arlock,
    output wire [3:0]   m_axi_arcache,
    output wire [2:0]   m_axi_arprot,
    output wire [3:0]   m_axi_arqos,
    output wire         m_axi_arvalid,
    input  wire         m_axi_arready,
    input  wire [8:0]   m_axi_rid,
    input  wire [511:0] m_axi_rdata,
    input  wire [1:0]   m_axi_rresp,
    input  wire         m_axi_rlast,
    input  wire         m_axi_rvalid,
    output wire         m_axi_rready
);

    localparam [3:0] BUFFERABLE = 4'd3;
    localparam [1:0] INCR = 2'd1;
    localparam [2:0] LINE_SIZE = 3'd6;
    localparam [4:0] RD_CURR = 5'd1;
    localparam [3:0] REFUSAL = 4'd15;

    wire [11:0] cqid;
    wire reads;
    wire has_id;
    wire is_read;
    wire is_known;
    wire asks;
    wire refuses;
    wire declines;
    wire [59:0] requests_out_data;
    wire requests_out_valid;
    wire requests_out_ready;
    wire [524:0] lines_in_data;
    wire lines_in_valid;
    wire lines_in_ready;
    wire [524:0] lines_out_data;
    wire [8:0] guard_s_awid;
    wire guard_s_awready;
    wire guard_s_wready;
    wire guard_s_bvalid;
    wire guard_s_arvalid;
    wire guard_s_arready;
    wire guard_s_rvalid;
    wire [8:0] guard_m_awid;
    wire [63:0] guard_m_awaddr;
    wire [7:0] guard_m_awlen;
    wire guard_m_awvalid;
    wire [511:0] guard_m_wdata;
    wire [63:0] guard_m_wstrb;
    wire guard_m_wlast;
    wire guard_m_wvalid;
    wire guard_m_bready;
    wire guard_m_rvalid;

    emb_fifo #(.WIDTH(60), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data({has_id, reads, cxl_cache_d2h_req_cqid, cxl_cache_d2h_req_address}),
        .in_valid(cxl_cache_d2h_req_valid),
        .in_ready(cxl_cache_d2h_req_ready),
        .out_data(requests_out_data),
        .out_valid(requests_out_valid),
        .out_ready(requests_out_ready)
    );

    emb_fifo #(.WIDTH(525), .LOG_DEPTH(2)) u_lines (
        .clock(clock),
        .reset(reset),
        .in_data(lines_in_data),
        .in_valid(lines_in_valid),
        .in_ready(lines_in_ready),
        .out_data(lines_out_data),
        .out_valid(cxl_cache_h2d_data_valid),
        .out_ready(cxl_cache_h2d_data_ready)
    );

    emb_reset_guard u_guard (
        .clock(clock),
        .reset(reset),
        .memory_reset(memory_reset),
        .s_awid(guard_s_awid),
        .s_awaddr(64'd0),
        .s_awlen(8'd0),
        .s_awvalid(1'b0),
        .s_awready(guard_s_awready),
        .s_wdata(512'd0),
        .s_wlast(1'b0),
        .s_wvalid(1'b0),
        .s_wready(guard_s_wready),
        .s_bvalid(guard_s_bvalid),
        .s_arvalid(guard_s_arvalid),
        .s_arready(guard_s_arready),
        .s_rvalid(guard_s_rvalid),
        .s_rready(lines_in_ready),
        .m_awid(guard_m_awid),
        .m_awaddr(guard_m_awaddr),
        .m_awlen(guard_m_awlen),
        .m_awvalid(guard_m_awvalid),
        .m_awready(1'b0),
        .m_wdata(guard_m_wdata),
        .m_wstrb(guard_m_wstrb),
        .m_wlast(guard_m_wlast),
        .m_wvalid(guard_m_wvalid),
        .m_wready(1'b0),
        .m_bvalid(1'b0),
        .m_bready(guard_m_bready),
        .m_arvalid(m_axi_arvalid),
        .m_arready(m_axi_arready),
        .m_rlast(m_axi_rlast),
        .m_rvalid(guard_m_rvalid),
        .m_rready(m_axi_rready)
    );

    // D2H Req.
    assign reads = cxl_cache_d2h_req_opcode == RD_CURR;
    assign has_id = ~(|cxl_cache_d2h_req_cqid[11:9]);
    assign cqid = requests_out_data[57:46];
    assign is_read = requests_out_data[58];
    assign is_known = requests_out_data[59];
    assign asks = requests_out_valid & is_read & is_known;
    assign refuses = requests_out_valid & is_read & ~is_known;
    assign declines = requests_out_valid & ~is_read;

    assign requests_out_ready =
        (asks & guard_s_arready) |
        (refuses & lines_in_ready & ~guard_s_rvalid) |
        (declines & cxl_cache_h2d_rsp_ready);

    // A read.
    assign guard_s_arvalid = asks;
    assign m_axi_arid = cqid[8:0];
    assign m_axi_araddr = {12'd0, requests_out_data[45:0], 6'd0};
    assign m_axi_arlen = 8'd0;
    assign m_axi_arsize = LINE_SIZE;
    assign m_axi_arburst = INCR;
    assign m_axi_arlock = 1'b0;
    assign m_axi_arcache = BUFFERABLE;
    assign m_axi_arprot = 3'd0;
    assign m_axi_arqos = 4'd0;

    // Its line. One that is refused goes when none comes: as nothing is asked for meanwhile, that is soon.
    assign guard_m_rvalid = m_axi_rvalid;
    assign lines_in_valid = guard_s_rvalid | refuses;

    assign lines_in_data =
        ~guard_s_rvalid ? {refuses, cqid, 512'd0} :
        {m_axi_rresp[1], 3'd0, m_axi_rid, m_axi_rdata};

    assign cxl_cache_h2d_data_cqid = lines_out_data[523:512];
    assign cxl_cache_h2d_data_go_err = lines_out_data[524];
    assign cxl_cache_h2d_data_poison = 1'b0;
    assign cxl_cache_h2d_data_data = lines_out_data[511:0];

    // Anything else: its data are asked for under the number of the request, and dropped.
    assign cxl_cache_h2d_rsp_valid = declines;
    assign cxl_cache_h2d_rsp_opcode = REFUSAL;
    assign cxl_cache_h2d_rsp_rsp_data = cqid;
    assign cxl_cache_h2d_rsp_cqid = cqid;
    assign cxl_cache_d2h_data_ready = 1'b1;

    // Nobody snoops.
    assign cxl_cache_h2d_req_valid = 1'b0;
    assign cxl_cache_h2d_req_opcode = 3'd0;
    assign cxl_cache_h2d_req_uqid = 12'd0;
    assign cxl_cache_h2d_req_address = 46'd0;
    assign cxl_cache_d2h_rsp_ready = 1'b1;

    // Nothing is written.
    assign guard_s_awid = 9'd0;
    assign m_axi_awid = 9'd0;
    assign m_axi_awaddr = 64'd0;
    assign m_axi_awlen = 8'd0;
    assign m_axi_awsize = LINE_SIZE;
    assign m_axi_awburst = INCR;
    assign m_axi_awlock = 1'b0;
    assign m_axi_awcache = BUFFERABLE;
    assign m_axi_awprot = 3'd0;
    assign m_axi_awqos = 4'd0;
    assign m_axi_awvalid = 1'b0;
    assign m_axi_wdata = 512'd0;
    assign m_axi_wstrb = 64'd0;
    assign m_axi_wlast = 1'b0;
    assign m_axi_wvalid = 1'b0;
    assign m_axi_bready = 1'b1;

    // Bits that the design does not need.
    wire _unused = &{
        cxl_cache_d2h_rsp_valid,
        cxl_cache_d2h_rsp_opcode,
        cxl_cache_d2h_rsp_uqid,
        cxl_cache_d2h_data_valid,
        cxl_cache_d2h_data_uqid,
        cxl_cache_d2h_data_poison,
        cxl_cache_d2h_data_data,
        cxl_cache_h2d_req_ready,
        m_axi_awready,
        m_axi_wready,
        m_axi_bid,
        m_axi_bresp,
        m_axi_bvalid,
        m_axi_rresp[0],
        guard_s_awready,
        guard_s_wready,
        guard_s_bvalid,
        guard_m_awid,
        guard_m_awaddr,
        guard_m_awlen,
        guard_m_awvalid,
        guard_m_wdata,
        guard_m_wstrb,
        guard_m_wlast,
        guard_m_wvalid,
        guard_m_bready,
        1'b0
    };

endmodule

`default_nettype wire
