// Device coherency engine: flushes pooled vectors to a peer and fetches parameters from one over CXL.cache;
// answers snoops. A request and a line each way a cycle; stalls when D2H channels do.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_dcoh_p1 (
    input  wire         clock,
    input  wire         reset,
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
    input  wire         flush_start,
    input  wire [63:0]  flush_source,
    input  wire [63:0]  flush_target,
    input  wire [63:0]  flush_lines,
    output wire         flush_idle,
    output wire         flush_sent,
    output wire         flush_failed,
    output wire         flush_unreadable,
    output wire [63:0]  flush_unreadable_address,
    input  wire         fetch_start,
    input  wire [63:0]  fetch_source,
    input  wire [63:0]  fetch_lines,
    input  wire         fetch_in_window,
    input  wire         fetch_window,
    output wire         fetch_valid,
    input  wire         fetch_ready,
    output wire [512:0] fetch_line,
    output wire         waiting,
    output wire [63:0]  request_address_0,
    output wire         request_valid_0,
    input  wire         request_ready_0,
    input  wire         answer_valid_0,
    input  wire [512:0] answer_0
);

    localparam [4:0] ITO_M_WR = 5'd6;
    localparam [4:0] RD_CURR = 5'd1;
    localparam [4:0] RSP_I_HIT_I = 5'd4;

    wire flush_asks;
    wire fetch_begins;
    wire bad_data;
    wire [6:0] cqid;
    wire flusher_start;
    wire [5:0] flusher_request_slot;
    wire [45:0] flusher_request_line;
    wire flusher_asks_host;
    wire [512:0] flusher_data_line;
    wire fetcher_start;
    wire fetcher_idle;
    wire fetcher_waiting;
    wire [5:0] fetcher_request_slot;
    wire [45:0] fetcher_request_line;
    wire fetcher_asks_host;
    wire fetcher_host_ready;
    wire [52:0] requests_in_data;
    wire requests_in_valid;
    wire requests_in_ready;
    wire [52:0] requests_out_data;
    wire snoops_in_valid;

    emb_flusher_p1 u_flusher (
        .clock(clock),
        .reset(reset),
        .start(flusher_start),
        .source(flush_source),
        .target(flush_target),
        .lines(flush_lines),
        .idle(flush_idle),
        .sent(flush_sent),
        .failed(flush_failed),
        .unreadable(flush_unreadable),
        .unreadable_address(flush_unreadable_address),
        .request_slot(flusher_request_slot),
        .request_line(flusher_request_line),
        .asks_host(flusher_asks_host),
        .host_ready(requests_in_ready),
        .response_valid(cxl_cache_h2d_rsp_valid),
        .response_opcode(cxl_cache_h2d_rsp_opcode),
        .response_uqid(cxl_cache_h2d_rsp_rsp_data),
        .response_slot(cxl_cache_h2d_rsp_cqid[5:0]),
        .data_valid(cxl_cache_d2h_data_valid),
        .data_ready(cxl_cache_d2h_data_ready),
        .data_uqid(cxl_cache_d2h_data_uqid),
        .data_line(flusher_data_line),
        .request_address_0(request_address_0),
        .request_valid_0(request_valid_0),
        .request_ready_0(request_ready_0),
        .answer_valid_0(answer_valid_0),
        .answer_0(answer_0)
    );

    emb_fetcher u_fetcher (
        .clock(clock),
        .reset(reset),
        .start(fetcher_start),
        .source(fetch_source),
        .lines(fetch_lines),
        .in_window(fetch_in_window),
        .window(fetch_window),
        .idle(fetcher_idle),
        .waiting(fetcher_waiting),
        .request_slot(fetcher_request_slot),
        .request_line(fetcher_request_line),
        .asks_host(fetcher_asks_host),
        .host_ready(fetcher_host_ready),
        .data_valid(cxl_cache_h2d_data_valid),
        .data_slot(cxl_cache_h2d_data_cqid[5:0]),
        .data_line({bad_data, cxl_cache_h2d_data_data}),
        .line_valid(fetch_valid),
        .line_ready(fetch_ready),
        .line(fetch_line)
    );

    emb_fifo #(.WIDTH(53), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data(requests_in_data),
        .in_valid(requests_in_valid),
        .in_ready(requests_in_ready),
        .out_data(requests_out_data),
        .out_valid(cxl_cache_d2h_req_valid),
        .out_ready(cxl_cache_d2h_req_ready)
    );

    emb_fifo #(.WIDTH(12), .LOG_DEPTH(2)) u_snoops (
        .clock(clock),
        .reset(reset),
        .in_data(cxl_cache_h2d_req_uqid),
        .in_valid(snoops_in_valid),
        .in_ready(cxl_cache_h2d_req_ready),
        .out_data(cxl_cache_d2h_rsp_uqid),
        .out_valid(cxl_cache_d2h_rsp_valid),
        .out_ready(cxl_cache_d2h_rsp_ready)
    );

    // A flush.
    assign flusher_start = flush_start;

    // A fetch.
    assign fetcher_start = fetch_start;
    assign waiting = flush_idle & fetcher_waiting & ~cxl_cache_d2h_req_valid & ~cxl_cache_d2h_rsp_valid;

    // D2H Req.
    assign flush_asks = flusher_asks_host;
    assign fetcher_host_ready = requests_in_ready & ~flush_asks;
    assign fetch_begins = fetcher_asks_host & ~flush_asks;
    assign requests_in_valid = flush_asks | fetch_begins;

    assign requests_in_data =
        fetch_begins ? {1'b1, fetcher_request_slot, fetcher_request_line} :
        {1'b0, flusher_request_slot, flusher_request_line};

    assign cxl_cache_d2h_req_opcode = requests_out_data[52] ? RD_CURR : ITO_M_WR;
    assign cqid = requests_out_data[52:46];
    assign cxl_cache_d2h_req_cqid = {5'd0, cqid};
    assign cxl_cache_d2h_req_address = requests_out_data[45:0];

    // H2D Rsp is for a flush, H2D Data for a fetch.
    assign cxl_cache_h2d_rsp_ready = 1'b1;
    assign cxl_cache_d2h_data_poison = flusher_data_line[512];
    assign cxl_cache_d2h_data_data = flusher_data_line[511:0];
    assign cxl_cache_h2d_data_ready = 1'b1;
    assign bad_data = cxl_cache_h2d_data_poison | cxl_cache_h2d_data_go_err;

    // Snoops: there is no copy here.
    assign snoops_in_valid = cxl_cache_h2d_req_valid;
    assign cxl_cache_d2h_rsp_opcode = RSP_I_HIT_I;

    // Bits that the design does not need.
    wire _unused = &{
        cxl_cache_h2d_req_opcode,
        cxl_cache_h2d_req_address,
        cxl_cache_h2d_rsp_cqid[11:6],
        cxl_cache_h2d_data_cqid[11:6],
        fetcher_idle,
        1'b0
    };

endmodule

`default_nettype wire
