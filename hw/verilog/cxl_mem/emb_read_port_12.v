// Takes the line reads of several readers to one port in turn, and the answers back. One cycle to the port,
// none back; a line a cycle; stalls when the port does not take addresses.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_read_port_12 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  request_address_0,
    input  wire [63:0]  request_address_1,
    input  wire [63:0]  request_address_2,
    input  wire [63:0]  request_address_3,
    input  wire [63:0]  request_address_4,
    input  wire [63:0]  request_address_5,
    input  wire [63:0]  request_address_6,
    input  wire [63:0]  request_address_7,
    input  wire [63:0]  request_address_8,
    input  wire [63:0]  request_address_9,
    input  wire [63:0]  request_address_10,
    input  wire [63:0]  request_address_11,
    input  wire         request_valid_0,
    input  wire         request_valid_1,
    input  wire         request_valid_2,
    input  wire         request_valid_3,
    input  wire         request_valid_4,
    input  wire         request_valid_5,
    input  wire         request_valid_6,
    input  wire         request_valid_7,
    input  wire         request_valid_8,
    input  wire         request_valid_9,
    input  wire         request_valid_10,
    input  wire         request_valid_11,
    output wire         request_ready_0,
    output wire         request_ready_1,
    output wire         request_ready_2,
    output wire         request_ready_3,
    output wire         request_ready_4,
    output wire         request_ready_5,
    output wire         request_ready_6,
    output wire         request_ready_7,
    output wire         request_ready_8,
    output wire         request_ready_9,
    output wire         request_ready_10,
    output wire         request_ready_11,
    output wire         answer_valid_0,
    output wire         answer_valid_1,
    output wire         answer_valid_2,
    output wire         answer_valid_3,
    output wire         answer_valid_4,
    output wire         answer_valid_5,
    output wire         answer_valid_6,
    output wire         answer_valid_7,
    output wire         answer_valid_8,
    output wire         answer_valid_9,
    output wire         answer_valid_10,
    output wire         answer_valid_11,
    output wire [512:0] answer,
    output wire [8:0]   arid,
    output wire [63:0]  araddr,
    output wire         arvalid,
    input  wire         arready,
    input  wire [8:0]   rid,
    input  wire [512:0] rline,
    input  wire         rvalid
);

    localparam [8:0] IDS_0 = 9'd0;
    localparam [8:0] IDS_1 = 9'd1;
    localparam [8:0] IDS_10 = 9'd10;
    localparam [8:0] IDS_11 = 9'd11;
    localparam [8:0] IDS_2 = 9'd2;
    localparam [8:0] IDS_3 = 9'd3;
    localparam [8:0] IDS_4 = 9'd4;
    localparam [8:0] IDS_5 = 9'd5;
    localparam [8:0] IDS_6 = 9'd6;
    localparam [8:0] IDS_7 = 9'd7;
    localparam [8:0] IDS_8 = 9'd8;
    localparam [8:0] IDS_9 = 9'd9;

    wire [11:0] requested_0;
    wire [11:0] requested_1;
    wire [11:0] requested_2;
    wire [11:0] requested_3;
    wire [11:0] requested_4;
    wire [11:0] requested_5;
    wire [11:0] requested_6;
    wire [11:0] requested_7;
    wire [11:0] requested_8;
    wire [11:0] requested_9;
    wire [11:0] requested_10;
    wire [11:0] requested_11;
    wire [63:0] offered_0;
    wire [63:0] offered_1;
    wire [63:0] offered_2;
    wire [63:0] offered_3;
    wire [63:0] offered_4;
    wire [63:0] offered_5;
    wire [63:0] offered_6;
    wire [63:0] offered_7;
    wire [63:0] offered_8;
    wire [63:0] offered_9;
    wire [63:0] offered_10;
    wire [63:0] offered_11;
    wire [63:0] merged_0;
    wire [63:0] merged_1;
    wire [63:0] merged_2;
    wire [63:0] merged_3;
    wire [63:0] merged_4;
    wire [63:0] merged_5;
    wire [63:0] merged_6;
    wire [63:0] merged_7;
    wire [63:0] merged_8;
    wire [63:0] merged_9;
    wire [63:0] merged_10;
    wire [63:0] merged_11;
    wire [63:0] chosen_address;
    wire [11:0] arbiter_grant;
    wire [3:0] arbiter_chosen;
    wire queue_in_valid;
    wire queue_in_ready;
    wire [72:0] queue_out_data;

    emb_round_robin_12 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_11),
        .advance(queue_in_ready),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(2)) u_queue (
        .clock(clock),
        .reset(reset),
        .in_data({5'd0, arbiter_chosen, chosen_address}),
        .in_valid(queue_in_valid),
        .in_ready(queue_in_ready),
        .out_data(queue_out_data),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    assign requested_0 = {11'd0, request_valid_0};
    assign queue_in_valid = |requested_11;
    assign requested_1 = {requested_0[11:2], request_valid_1, requested_0[0]};
    assign requested_2 = {requested_1[11:3], request_valid_2, requested_1[1:0]};
    assign requested_3 = {requested_2[11:4], request_valid_3, requested_2[2:0]};
    assign requested_4 = {requested_3[11:5], request_valid_4, requested_3[3:0]};
    assign requested_5 = {requested_4[11:6], request_valid_5, requested_4[4:0]};
    assign requested_6 = {requested_5[11:7], request_valid_6, requested_5[5:0]};
    assign requested_7 = {requested_6[11:8], request_valid_7, requested_6[6:0]};
    assign requested_8 = {requested_7[11:9], request_valid_8, requested_7[7:0]};
    assign requested_9 = {requested_8[11:10], request_valid_9, requested_8[8:0]};
    assign requested_10 = {requested_9[11], request_valid_10, requested_9[9:0]};
    assign requested_11 = {request_valid_11, requested_10[10:0]};
    assign request_ready_0 = arbiter_grant[0] & queue_in_ready;
    assign offered_0 = arbiter_grant[0] ? request_address_0 : 64'd0;
    assign merged_0 = offered_0;
    assign chosen_address = merged_11;
    assign answer_valid_0 = rvalid & (rid == IDS_0);
    assign request_ready_1 = arbiter_grant[1] & queue_in_ready;
    assign offered_1 = arbiter_grant[1] ? request_address_1 : 64'd0;
    assign merged_1 = merged_0 | offered_1;
    assign answer_valid_1 = rvalid & (rid == IDS_1);
    assign request_ready_2 = arbiter_grant[2] & queue_in_ready;
    assign offered_2 = arbiter_grant[2] ? request_address_2 : 64'd0;
    assign merged_2 = merged_1 | offered_2;
    assign answer_valid_2 = rvalid & (rid == IDS_2);
    assign request_ready_3 = arbiter_grant[3] & queue_in_ready;
    assign offered_3 = arbiter_grant[3] ? request_address_3 : 64'd0;
    assign merged_3 = merged_2 | offered_3;
    assign answer_valid_3 = rvalid & (rid == IDS_3);
    assign request_ready_4 = arbiter_grant[4] & queue_in_ready;
    assign offered_4 = arbiter_grant[4] ? request_address_4 : 64'd0;
    assign merged_4 = merged_3 | offered_4;
    assign answer_valid_4 = rvalid & (rid == IDS_4);
    assign request_ready_5 = arbiter_grant[5] & queue_in_ready;
    assign offered_5 = arbiter_grant[5] ? request_address_5 : 64'd0;
    assign merged_5 = merged_4 | offered_5;
    assign answer_valid_5 = rvalid & (rid == IDS_5);
    assign request_ready_6 = arbiter_grant[6] & queue_in_ready;
    assign offered_6 = arbiter_grant[6] ? request_address_6 : 64'd0;
    assign merged_6 = merged_5 | offered_6;
    assign answer_valid_6 = rvalid & (rid == IDS_6);
    assign request_ready_7 = arbiter_grant[7] & queue_in_ready;
    assign offered_7 = arbiter_grant[7] ? request_address_7 : 64'd0;
    assign merged_7 = merged_6 | offered_7;
    assign answer_valid_7 = rvalid & (rid == IDS_7);
    assign request_ready_8 = arbiter_grant[8] & queue_in_ready;
    assign offered_8 = arbiter_grant[8] ? request_address_8 : 64'd0;
    assign merged_8 = merged_7 | offered_8;
    assign answer_valid_8 = rvalid & (rid == IDS_8);
    assign request_ready_9 = arbiter_grant[9] & queue_in_ready;
    assign offered_9 = arbiter_grant[9] ? request_address_9 : 64'd0;
    assign merged_9 = merged_8 | offered_9;
    assign answer_valid_9 = rvalid & (rid == IDS_9);
    assign request_ready_10 = arbiter_grant[10] & queue_in_ready;
    assign offered_10 = arbiter_grant[10] ? request_address_10 : 64'd0;
    assign merged_10 = merged_9 | offered_10;
    assign answer_valid_10 = rvalid & (rid == IDS_10);
    assign request_ready_11 = arbiter_grant[11] & queue_in_ready;
    assign offered_11 = arbiter_grant[11] ? request_address_11 : 64'd0;
    assign merged_11 = merged_10 | offered_11;
    assign answer_valid_11 = rvalid & (rid == IDS_11);
    assign araddr = queue_out_data[63:0];
    assign arid = queue_out_data[72:64];
    assign answer = rline;

    // Bits that the design does not need.
    wire _unused = &{
        requested_0[1],
        requested_1[2],
        requested_2[3],
        requested_3[4],
        requested_4[5],
        requested_5[6],
        requested_6[7],
        requested_7[8],
        requested_8[9],
        requested_9[10],
        requested_10[11],
        1'b0
    };

endmodule

`default_nettype wire
