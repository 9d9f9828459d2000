// Takes the write bursts of several sources to one AXI4 port in turn. One cycle to the port, none back; a
// burst and a beat a cycle; stalls on the port, and when 16 addresses are ahead of their data.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_burst_write_mux_3 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  s_awaddr_0,
    input  wire [63:0]  s_awaddr_1,
    input  wire [63:0]  s_awaddr_2,
    input  wire [7:0]   s_awlen_0,
    input  wire [7:0]   s_awlen_1,
    input  wire [7:0]   s_awlen_2,
    input  wire         s_awvalid_0,
    input  wire         s_awvalid_1,
    input  wire         s_awvalid_2,
    output wire         s_awready_0,
    output wire         s_awready_1,
    output wire         s_awready_2,
    input  wire [511:0] s_wdata_0,
    input  wire [511:0] s_wdata_1,
    input  wire [511:0] s_wdata_2,
    input  wire         s_wlast_0,
    input  wire         s_wlast_1,
    input  wire         s_wlast_2,
    input  wire         s_wvalid_0,
    input  wire         s_wvalid_1,
    input  wire         s_wvalid_2,
    output wire         s_wready_0,
    output wire         s_wready_1,
    output wire         s_wready_2,
    output wire         s_berror,
    output wire         s_bvalid_0,
    output wire         s_bvalid_1,
    output wire         s_bvalid_2,
    output wire [8:0]   m_awid,
    output wire [63:0]  m_awaddr,
    output wire [7:0]   m_awlen,
    output wire         m_awvalid,
    input  wire         m_awready,
    output wire [511:0] m_wdata,
    output wire         m_wlast,
    output wire         m_wvalid,
    input  wire         m_wready,
    input  wire [8:0]   m_bid,
    input  wire [1:0]   m_bresp,
    input  wire         m_bvalid
);

    localparam [8:0] NUMBERS_0 = 9'd0;
    localparam [8:0] NUMBERS_1 = 9'd1;
    localparam [8:0] NUMBERS_2 = 9'd2;

    wire [2:0] wants_0;
    wire [2:0] wants_1;
    wire [2:0] wants_2;
    wire [8:0] id;
    wire [63:0] address;
    wire [7:0] length;
    wire room;
    wire [511:0] beat;
    wire last;
    wire has_beat;
    wire [2:0] turns_grant;
    wire [3:0] turns_chosen;
    wire bursts_in_valid;
    wire bursts_in_ready;
    wire [80:0] bursts_out_data;
    wire order_in_valid;
    wire order_in_ready;
    wire [2:0] order_out_data;
    wire order_out_valid;
    wire order_out_ready;
    wire beats_in_ready;
    wire [512:0] beats_out_data;

    emb_round_robin_3 u_turns (
        .clock(clock),
        .reset(reset),
        .request(wants_2),
        .advance(room),
        .grant(turns_grant),
        .chosen(turns_chosen)
    );

    emb_fifo #(.WIDTH(81), .LOG_DEPTH(2)) u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data({id, length, address}),
        .in_valid(bursts_in_valid),
        .in_ready(bursts_in_ready),
        .out_data(bursts_out_data),
        .out_valid(m_awvalid),
        .out_ready(m_awready)
    );

    emb_fifo #(.WIDTH(3), .LOG_DEPTH(4)) u_order (
        .clock(clock),
        .reset(reset),
        .in_data(turns_grant),
        .in_valid(order_in_valid),
        .in_ready(order_in_ready),
        .out_data(order_out_data),
        .out_valid(order_out_valid),
        .out_ready(order_out_ready)
    );

    emb_fifo #(.WIDTH(513), .LOG_DEPTH(2)) u_beats (
        .clock(clock),
        .reset(reset),
        .in_data({last, beat}),
        .in_valid(has_beat),
        .in_ready(beats_in_ready),
        .out_data(beats_out_data),
        .out_valid(m_wvalid),
        .out_ready(m_wready)
    );

    // Addresses.
    assign room = bursts_in_ready & order_in_ready;

    assign id =
        turns_grant[2] ? NUMBERS_2 :
        turns_grant[1] ? NUMBERS_1 :
        turns_grant[0] ? NUMBERS_0 :
        9'd0;

    assign address =
        turns_grant[2] ? s_awaddr_2 :
        turns_grant[1] ? s_awaddr_1 :
        turns_grant[0] ? s_awaddr_0 :
        64'd0;

    assign length =
        turns_grant[2] ? s_awlen_2 :
        turns_grant[1] ? s_awlen_1 :
        turns_grant[0] ? s_awlen_0 :
        8'd0;

    assign wants_0 = {2'd0, s_awvalid_0};
    assign s_awready_0 = turns_grant[0] & room;
    assign wants_1 = {wants_0[2], s_awvalid_1, wants_0[0]};
    assign s_awready_1 = turns_grant[1] & room;
    assign wants_2 = {s_awvalid_2, wants_1[1:0]};
    assign s_awready_2 = turns_grant[2] & room;
    assign bursts_in_valid = (|turns_grant) & order_in_ready;
    assign order_in_valid = (|turns_grant) & bursts_in_ready;
    assign m_awaddr = bursts_out_data[63:0];
    assign m_awlen = bursts_out_data[71:64];
    assign m_awid = bursts_out_data[80:72];

    // Data, in the order of the addresses.
    assign beat =
        (order_out_valid & order_out_data[2]) ? s_wdata_2 :
        (order_out_valid & order_out_data[1]) ? s_wdata_1 :
        (order_out_valid & order_out_data[0]) ? s_wdata_0 :
        512'd0;

    assign last =
        (order_out_valid & order_out_data[2]) ? s_wlast_2 :
        (order_out_valid & order_out_data[1]) ? s_wlast_1 :
        s_wlast_0 & order_out_valid & order_out_data[0];

    assign has_beat =
        (order_out_valid & order_out_data[2]) ? s_wvalid_2 :
        (order_out_valid & order_out_data[1]) ? s_wvalid_1 :
        s_wvalid_0 & order_out_valid & order_out_data[0];

    assign s_wready_0 = order_out_valid & order_out_data[0] & beats_in_ready;
    assign s_wready_1 = order_out_valid & order_out_data[1] & beats_in_ready;
    assign s_wready_2 = order_out_valid & order_out_data[2] & beats_in_ready;
    assign order_out_ready = has_beat & last & beats_in_ready;
    assign m_wdata = beats_out_data[511:0];
    assign m_wlast = beats_out_data[512];

    // Responses.
    assign s_berror = m_bresp[1];
    assign s_bvalid_0 = m_bvalid & (m_bid == NUMBERS_0);
    assign s_bvalid_1 = m_bvalid & (m_bid == NUMBERS_1);
    assign s_bvalid_2 = m_bvalid & (m_bid == NUMBERS_2);

    // Bits that the design does not need.
    wire _unused = &{
        m_bresp[0],
        wants_0[1],
        wants_1[2],
        turns_chosen,
        1'b0
    };

endmodule

`default_nettype wire
