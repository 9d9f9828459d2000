// Host of CXL.mem behind an AXI4 slave of 64-byte data. Two cycles to CXL.mem, one back; a line a cycle each
// way, 64 reads and 64 writes under way; stalls when CXL.mem or the master does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_axi_bridge (
    input  wire         clock,
    input  wire         reset,
    input  wire [3:0]   s_axi_awid,
    input  wire [63:0]  s_axi_awaddr,
    input  wire [7:0]   s_axi_awlen,
    input  wire [2:0]   s_axi_awsize,
    input  wire [1:0]   s_axi_awburst,
    input  wire         s_axi_awlock,
    input  wire [3:0]   s_axi_awcache,
    input  wire [2:0]   s_axi_awprot,
    input  wire [3:0]   s_axi_awqos,
    input  wire         s_axi_awvalid,
    output wire         s_axi_awready,
    input  wire [511:0] s_axi_wdata,
    input  wire [63:0]  s_axi_wstrb,
    input  wire         s_axi_wlast,
    input  wire         s_axi_wvalid,
    output wire         s_axi_wready,
    output wire [3:0]   s_axi_bid,
    output wire [1:0]   s_axi_bresp,
    output wire         s_axi_bvalid,
    input  wire         s_axi_bready,
    input  wire [3:0]   s_axi_arid,
    input  wire [63:0]  s_axi_araddr,
    input  wire [7:0]   s_axi_arlen,
    input  wire [2:0]   s_axi_arsize,
    input  wire [1:0]   s_axi_arburst,
    input  wire         s_axi_arlock,
    input  wire [3:0]   s_axi_arcache,
    input  wire [2:0]   s_axi_arprot,
    input  wire [3:0]   s_axi_arqos,
    input  wire         s_axi_arvalid,
    output wire         s_axi_arready,
    output wire [3:0]   s_axi_rid,
    output wire [511:0] s_axi_rdata,
    output wire [1:0]   s_axi_rresp,
    output wire         s_axi_rlast,
    output wire         s_axi_rvalid,
    input  wire         s_axi_rready,
    output wire         cxl_mem_m2s_req_valid,
    input  wire         cxl_mem_m2s_req_ready,
    output wire [3:0]   cxl_mem_m2s_req_opcode,
    output wire [2:0]   cxl_mem_m2s_req_snp_type,
    output wire [1:0]   cxl_mem_m2s_req_meta_field,
    output wire [1:0]   cxl_mem_m2s_req_meta_value,
    output wire [15:0]  cxl_mem_m2s_req_tag,
    output wire [45:0]  cxl_mem_m2s_req_address,
    output wire         cxl_mem_m2s_rwd_valid,
    input  wire         cxl_mem_m2s_rwd_ready,
    output wire [3:0]   cxl_mem_m2s_rwd_opcode,
    output wire [2:0]   cxl_mem_m2s_rwd_snp_type,
    output wire [1:0]   cxl_mem_m2s_rwd_meta_field,
    output wire [1:0]   cxl_mem_m2s_rwd_meta_value,
    output wire [15:0]  cxl_mem_m2s_rwd_tag,
    output wire [45:0]  cxl_mem_m2s_rwd_address,
    output wire         cxl_mem_m2s_rwd_poison,
    output wire [63:0]  cxl_mem_m2s_rwd_be,
    output wire [511:0] cxl_mem_m2s_rwd_data,
    input  wire         cxl_mem_s2m_ndr_valid,
    output wire         cxl_mem_s2m_ndr_ready,
    input  wire [2:0]   cxl_mem_s2m_ndr_opcode,
    input  wire [1:0]   cxl_mem_s2m_ndr_meta_field,
    input  wire [1:0]   cxl_mem_s2m_ndr_meta_value,
    input  wire [15:0]  cxl_mem_s2m_ndr_tag,
    input  wire [1:0]   cxl_mem_s2m_ndr_dev_load,
    input  wire         cxl_mem_s2m_drs_valid,
    output wire         cxl_mem_s2m_drs_ready,
    input  wire [2:0]   cxl_mem_s2m_drs_opcode,
    input  wire [1:0]   cxl_mem_s2m_drs_meta_field,
    input  wire [1:0]   cxl_mem_s2m_drs_meta_value,
    input  wire [15:0]  cxl_mem_s2m_drs_tag,
    input  wire         cxl_mem_s2m_drs_poison,
    input  wire [1:0]   cxl_mem_s2m_drs_dev_load,
    input  wire [511:0] cxl_mem_s2m_drs_data
);

    localparam [3:0] MEM_RD = 4'd1;
    localparam [1:0] NO_META = 2'd3;
    localparam [2:0] NO_SNOOP = 3'd0;
    localparam [1:0] NO_VALUE = 2'd0;

    wire [3:0] reads_arid;
    wire [6:0] reads_claim;
    wire reads_claims;
    wire [6:0] reads_released;
    wire reads_releases;
    wire [5:0] reads_req_slot;
    wire [3:0] writes_awid;
    wire [6:0] writes_claim;
    wire writes_claims;
    wire [6:0] writes_released;
    wire writes_releases;
    wire [5:0] writes_rwd_slot;
    wire [6:0] claims_line_0;
    wire claims_granted_0;
    wire claims_granted_1;

    emb_read_bridge u_reads (
        .clock(clock),
        .reset(reset),
        .arid(reads_arid),
        .araddr(s_axi_araddr),
        .arlen(s_axi_arlen),
        .arsize(s_axi_arsize),
        .arburst(s_axi_arburst),
        .arvalid(s_axi_arvalid),
        .arready(s_axi_arready),
        .rid(s_axi_rid),
        .rdata(s_axi_rdata),
        .rresp(s_axi_rresp),
        .rlast(s_axi_rlast),
        .rvalid(s_axi_rvalid),
        .rready(s_axi_rready),
        .claim(reads_claim),
        .claims(reads_claims),
        .granted(claims_granted_0),
        .released(reads_released),
        .releases(reads_releases),
        .req_slot(reads_req_slot),
        .req_address(cxl_mem_m2s_req_address),
        .req_valid(cxl_mem_m2s_req_valid),
        .req_ready(cxl_mem_m2s_req_ready),
        .drs_opcode(cxl_mem_s2m_drs_opcode),
        .drs_slot(cxl_mem_s2m_drs_tag[5:0]),
        .drs_poison(cxl_mem_s2m_drs_poison),
        .drs_data(cxl_mem_s2m_drs_data),
        .drs_valid(cxl_mem_s2m_drs_valid)
    );

    emb_write_bridge u_writes (
        .clock(clock),
        .reset(reset),
        .awid(writes_awid),
        .awaddr(s_axi_awaddr),
        .awlen(s_axi_awlen),
        .awsize(s_axi_awsize),
        .awburst(s_axi_awburst),
        .awvalid(s_axi_awvalid),
        .awready(s_axi_awready),
        .wdata(s_axi_wdata),
        .wstrb(s_axi_wstrb),
        .wvalid(s_axi_wvalid),
        .wready(s_axi_wready),
        .bid(s_axi_bid),
        .bresp(s_axi_bresp),
        .bvalid(s_axi_bvalid),
        .bready(s_axi_bready),
        .claim(writes_claim),
        .claims(writes_claims),
        .granted(claims_granted_1),
        .released(writes_released),
        .releases(writes_releases),
        .rwd_opcode(cxl_mem_m2s_rwd_opcode),
        .rwd_slot(writes_rwd_slot),
        .rwd_address(cxl_mem_m2s_rwd_address),
        .rwd_be(cxl_mem_m2s_rwd_be),
        .rwd_data(cxl_mem_m2s_rwd_data),
        .rwd_valid(cxl_mem_m2s_rwd_valid),
        .rwd_ready(cxl_mem_m2s_rwd_ready),
        .ndr_slot(cxl_mem_s2m_ndr_tag[5:0]),
        .ndr_valid(cxl_mem_s2m_ndr_valid)
    );

    emb_line_claims u_claims (
        .clock(clock),
        .reset(reset),
        .line_0(claims_line_0),
        .line_1(writes_claim),
        .wants_0(reads_claims),
        .wants_1(writes_claims),
        .granted_0(claims_granted_0),
        .granted_1(claims_granted_1),
        .answered_line_0(reads_released),
        .answered_line_1(writes_released),
        .answered_0(reads_releases),
        .answered_1(writes_releases)
    );

    // Reads.
    assign reads_arid = s_axi_arid;
    assign cxl_mem_m2s_req_opcode = MEM_RD;
    assign cxl_mem_m2s_req_snp_type = NO_SNOOP;
    assign cxl_mem_m2s_req_meta_field = NO_META;
    assign cxl_mem_m2s_req_meta_value = NO_VALUE;
    assign cxl_mem_m2s_req_tag = {10'd0, reads_req_slot};
    assign cxl_mem_s2m_drs_ready = 1'b1;

    // Writes.
    assign writes_awid = s_axi_awid;
    assign cxl_mem_m2s_rwd_snp_type = NO_SNOOP;
    assign cxl_mem_m2s_rwd_meta_field = NO_META;
    assign cxl_mem_m2s_rwd_meta_value = NO_VALUE;
    assign cxl_mem_m2s_rwd_tag = {10'd1, writes_rwd_slot};
    assign cxl_mem_m2s_rwd_poison = 1'b0;
    assign cxl_mem_s2m_ndr_ready = 1'b1;

    // One transaction of a line at a time.
    assign claims_line_0 = reads_claim;

    // Bits that the design does not need.
    wire _unused = &{
        s_axi_awlock,
        s_axi_awcache,
        s_axi_awprot,
        s_axi_awqos,
        s_axi_wlast,
        s_axi_arlock,
        s_axi_arcache,
        s_axi_arprot,
        s_axi_arqos,
        cxl_mem_s2m_ndr_opcode,
        cxl_mem_s2m_ndr_meta_field,
        cxl_mem_s2m_ndr_meta_value,
        cxl_mem_s2m_ndr_tag[15:6],
        cxl_mem_s2m_ndr_dev_load,
        cxl_mem_s2m_drs_meta_field,
        cxl_mem_s2m_drs_meta_value,
        cxl_mem_s2m_drs_tag[15:6],
        cxl_mem_s2m_drs_dev_load,
        1'b0
    };

endmodule

`default_nettype wire
