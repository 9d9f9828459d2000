// Reads lines of the host's memory or a peer's over CXL.cache, a RdCurr a line, for several sources in turn.
// A line a cycle, 256 under way; stalls when D2H Req does, or the oldest line does not come.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_peer_reader_6 (
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
    input  wire [63:0]  request_address_0,
    input  wire [63:0]  request_address_1,
    input  wire [63:0]  request_address_2,
    input  wire [63:0]  request_address_3,
    input  wire [63:0]  request_address_4,
    input  wire [63:0]  request_address_5,
    input  wire         request_valid_0,
    input  wire         request_valid_1,
    input  wire         request_valid_2,
    input  wire         request_valid_3,
    input  wire         request_valid_4,
    input  wire         request_valid_5,
    output wire         request_ready_0,
    output wire         request_ready_1,
    output wire         request_ready_2,
    output wire         request_ready_3,
    output wire         request_ready_4,
    output wire         request_ready_5,
    output wire [511:0] line,
    output wire         line_error,
    output wire         line_valid_0,
    output wire         line_valid_1,
    output wire         line_valid_2,
    output wire         line_valid_3,
    output wire         line_valid_4,
    output wire         line_valid_5,
    output wire         fetched
);

    localparam [8:0] ALL_SLOTS = 9'd256;
    localparam [255:0] ONE = 256'd1;
    localparam [4:0] RD_CURR = 5'd1;
    localparam [4:0] RSP_I_HIT_I = 5'd4;

    reg [7:0] next_slot = 8'd0;
    reg [7:0] oldest = 8'd0;
    reg [8:0] room = 9'd0;
    reg [255:0] here = 256'd0;

    wire [5:0] wants_0;
    wire [5:0] wants_1;
    wire [5:0] wants_2;
    wire [5:0] wants_3;
    wire [5:0] wants_4;
    wire [5:0] wants_5;
    wire [45:0] address;
    wire may_ask;
    wire asks;
    wire bad;
    wire [255:0] oldest_bit;
    wire comes;
    wire [255:0] arrived;
    wire [255:0] gone;
    wire [5:0] turns_grant;
    wire [3:0] turns_chosen;
    wire requests_in_valid;
    wire requests_in_ready;
    wire [53:0] requests_out_data;
    wire snoops_in_valid;
    wire [5:0] owners_read_data;
    wire [512:0] buffer_read_data;

    emb_round_robin_6 u_turns (
        .clock(clock),
        .reset(reset),
        .request(wants_5),
        .advance(may_ask),
        .grant(turns_grant),
        .chosen(turns_chosen)
    );

    emb_fifo #(.WIDTH(54), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data({next_slot, address}),
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

    emb_lut_ram #(.WIDTH(6), .LOG_DEPTH(8)) u_owners (
        .clock(clock),
        .write_enable(asks),
        .write_address(next_slot),
        .write_data(turns_grant),
        .read_address(oldest),
        .read_data(owners_read_data)
    );

    emb_lut_ram #(.WIDTH(513), .LOG_DEPTH(8)) u_buffer (
        .clock(clock),
        .write_enable(cxl_cache_h2d_data_valid),
        .write_address(cxl_cache_h2d_data_cqid[7:0]),
        .write_data({bad, cxl_cache_h2d_data_data}),
        .read_address(oldest),
        .read_data(buffer_read_data)
    );

    always @(posedge clock) begin
        if (asks) begin
            next_slot <= next_slot + 8'd1;
        end
        if (comes) begin
            oldest <= oldest + 8'd1;
        end
        here <= (here | arrived) & ~gone;
        if (asks & ~comes) begin
            room <= room - 9'd1;
        end
        if (comes & ~asks) begin
            room <= room + 9'd1;
        end
        if (reset) begin
            next_slot <= 8'd0;
            oldest <= 8'd0;
            room <= ALL_SLOTS;
            here <= 256'd0;
        end
    end

    assign gone = comes ? oldest_bit : 256'd0;

    // Requests, in turn.
    assign may_ask = (|room) & requests_in_ready;

    assign address =
        turns_grant[5] ? request_address_5[51:6] :
        turns_grant[4] ? request_address_4[51:6] :
        turns_grant[3] ? request_address_3[51:6] :
        turns_grant[2] ? request_address_2[51:6] :
        turns_grant[1] ? request_address_1[51:6] :
        turns_grant[0] ? request_address_0[51:6] :
        46'd0;

    assign wants_0 = {5'd0, request_valid_0};
    assign request_ready_0 = turns_grant[0] & may_ask;
    assign wants_1 = {wants_0[5:2], request_valid_1, wants_0[0]};
    assign request_ready_1 = turns_grant[1] & may_ask;
    assign wants_2 = {wants_1[5:3], request_valid_2, wants_1[1:0]};
    assign request_ready_2 = turns_grant[2] & may_ask;
    assign wants_3 = {wants_2[5:4], request_valid_3, wants_2[2:0]};
    assign request_ready_3 = turns_grant[3] & may_ask;
    assign wants_4 = {wants_3[5], request_valid_4, wants_3[3:0]};
    assign request_ready_4 = turns_grant[4] & may_ask;
    assign wants_5 = {request_valid_5, wants_4[4:0]};
    assign request_ready_5 = turns_grant[5] & may_ask;
    assign asks = (|turns_grant) & may_ask;
    assign requests_in_valid = (|turns_grant) & (|room);
    assign cxl_cache_d2h_req_opcode = RD_CURR;
    assign cxl_cache_d2h_req_cqid = {4'd0, requests_out_data[53:46]};
    assign cxl_cache_d2h_req_address = requests_out_data[45:0];

    // Data, in any order.
    assign cxl_cache_h2d_rsp_ready = 1'b1;
    assign cxl_cache_h2d_data_ready = 1'b1;
    assign cxl_cache_d2h_data_valid = 1'b0;
    assign cxl_cache_d2h_data_uqid = 12'd0;
    assign cxl_cache_d2h_data_poison = 1'b0;
    assign cxl_cache_d2h_data_data = 512'd0;
    assign bad = cxl_cache_h2d_data_poison | cxl_cache_h2d_data_go_err;
    assign arrived = cxl_cache_h2d_data_valid ? ONE << cxl_cache_h2d_data_cqid[7:0] : 256'd0;

    // Lines, in order again.
    assign oldest_bit = ONE << oldest;
    assign comes = |(here & oldest_bit);
    assign fetched = comes;
    assign line = buffer_read_data[511:0];
    assign line_error = buffer_read_data[512];
    assign line_valid_0 = comes & owners_read_data[0];
    assign line_valid_1 = comes & owners_read_data[1];
    assign line_valid_2 = comes & owners_read_data[2];
    assign line_valid_3 = comes & owners_read_data[3];
    assign line_valid_4 = comes & owners_read_data[4];
    assign line_valid_5 = comes & owners_read_data[5];

    // Snoops: there is no copy here.
    assign snoops_in_valid = cxl_cache_h2d_req_valid;
    assign cxl_cache_d2h_rsp_opcode = RSP_I_HIT_I;

    // Bits that the design does not need.
    wire _unused = &{
        cxl_cache_d2h_data_ready,
        cxl_cache_h2d_req_opcode,
        cxl_cache_h2d_req_address,
        cxl_cache_h2d_rsp_valid,
        cxl_cache_h2d_rsp_opcode,
        cxl_cache_h2d_rsp_rsp_data,
        cxl_cache_h2d_rsp_cqid,
        cxl_cache_h2d_data_cqid[11:8],
        request_address_0[5:0],
        request_address_0[63:52],
        request_address_1[5:0],
        request_address_1[63:52],
        request_address_2[5:0],
        request_address_2[63:52],
        request_address_3[5:0],
        request_address_3[63:52],
        request_address_4[5:0],
        request_address_4[63:52],
        request_address_5[5:0],
        request_address_5[63:52],
        wants_0[1],
        wants_1[2],
        wants_2[3],
        wants_3[4],
        wants_4[5],
        turns_chosen,
        1'b0
    };

endmodule

`default_nettype wire
