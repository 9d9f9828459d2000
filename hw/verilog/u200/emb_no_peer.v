// Answers every request on CXL.cache with an error, for a board without a CXL link. One cycle; a request a
// cycle; stalls only with the device.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_no_peer (
    input  wire         clock,
    input  wire         reset,
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
    output wire [511:0] cxl_cache_h2d_data_data
);

    localparam [511:0] NO_LINE = 512'hffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff;
    localparam [4:0] RD_CURR = 5'd1;
    localparam [3:0] REFUSAL = 4'd15;

    wire reads;
    wire is_read;
    wire [11:0] cqid;
    wire [12:0] requests_out_data;
    wire requests_out_valid;
    wire requests_out_ready;

    emb_fifo #(.WIDTH(13), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data({reads, cxl_cache_d2h_req_cqid}),
        .in_valid(cxl_cache_d2h_req_valid),
        .in_ready(cxl_cache_d2h_req_ready),
        .out_data(requests_out_data),
        .out_valid(requests_out_valid),
        .out_ready(requests_out_ready)
    );

    assign reads = cxl_cache_d2h_req_opcode == RD_CURR;
    assign is_read = requests_out_data[12];
    assign cqid = requests_out_data[11:0];

    // A write: its data are asked for under the number of the request, and dropped.
    assign cxl_cache_h2d_rsp_valid = requests_out_valid & ~is_read;
    assign cxl_cache_h2d_rsp_opcode = REFUSAL;
    assign cxl_cache_h2d_rsp_rsp_data = cqid;
    assign cxl_cache_h2d_rsp_cqid = cqid;
    assign cxl_cache_d2h_data_ready = 1'b1;

    // A read.
    assign cxl_cache_h2d_data_valid = requests_out_valid & is_read;
    assign cxl_cache_h2d_data_cqid = cqid;
    assign cxl_cache_h2d_data_go_err = 1'b1;
    assign cxl_cache_h2d_data_poison = 1'b0;
    assign cxl_cache_h2d_data_data = NO_LINE;
    assign requests_out_ready = (is_read & cxl_cache_h2d_data_ready) | (~is_read & cxl_cache_h2d_rsp_ready);

    // Nobody snoops.
    assign cxl_cache_h2d_req_valid = 1'b0;
    assign cxl_cache_h2d_req_opcode = 3'd0;
    assign cxl_cache_h2d_req_uqid = 12'd0;
    assign cxl_cache_h2d_req_address = 46'd0;
    assign cxl_cache_d2h_rsp_ready = 1'b1;

    // Bits that the design does not need.
    wire _unused = &{
        cxl_cache_d2h_req_address,
        cxl_cache_d2h_rsp_valid,
        cxl_cache_d2h_rsp_opcode,
        cxl_cache_d2h_rsp_uqid,
        cxl_cache_d2h_data_valid,
        cxl_cache_d2h_data_uqid,
        cxl_cache_d2h_data_poison,
        cxl_cache_d2h_data_data,
        cxl_cache_h2d_req_ready,
        1'b0
    };

endmodule

`default_nettype wire
