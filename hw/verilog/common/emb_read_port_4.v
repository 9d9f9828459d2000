// Takes the line reads of several readers to one port in turn, and the answers back. One cycle to the port,
// none back; a line a cycle; stalls when the port does not take addresses.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_read_port_4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  request_address_0,
    input  wire [63:0]  request_address_1,
    input  wire [63:0]  request_address_2,
    input  wire [63:0]  request_address_3,
    input  wire         request_valid_0,
    input  wire         request_valid_1,
    input  wire         request_valid_2,
    input  wire         request_valid_3,
    output wire         request_ready_0,
    output wire         request_ready_1,
    output wire         request_ready_2,
    output wire         request_ready_3,
    output wire         answer_valid_0,
    output wire         answer_valid_1,
    output wire         answer_valid_2,
    output wire         answer_valid_3,
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
    localparam [8:0] IDS_2 = 9'd2;
    localparam [8:0] IDS_3 = 9'd3;

    wire [3:0] requested_0;
    wire [3:0] requested_1;
    wire [3:0] requested_2;
    wire [3:0] requested_3;
    wire [63:0] offered_0;
    wire [63:0] offered_1;
    wire [63:0] offered_2;
    wire [63:0] offered_3;
    wire [63:0] merged_0;
    wire [63:0] merged_1;
    wire [63:0] merged_2;
    wire [63:0] merged_3;
    wire [63:0] chosen_address;
    wire [3:0] arbiter_grant;
    wire [3:0] arbiter_chosen;
    wire queue_in_valid;
    wire queue_in_ready;
    wire [72:0] queue_out_data;

    emb_round_robin_4 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_3),
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

    assign requested_0 = {3'd0, request_valid_0};
    assign queue_in_valid = |requested_3;
    assign requested_1 = {requested_0[3:2], request_valid_1, requested_0[0]};
    assign requested_2 = {requested_1[3], request_valid_2, requested_1[1:0]};
    assign requested_3 = {request_valid_3, requested_2[2:0]};
    assign request_ready_0 = arbiter_grant[0] & queue_in_ready;
    assign offered_0 = arbiter_grant[0] ? request_address_0 : 64'd0;
    assign merged_0 = offered_0;
    assign chosen_address = merged_3;
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
    assign araddr = queue_out_data[63:0];
    assign arid = queue_out_data[72:64];
    assign answer = rline;

    // Bits that the design does not need.
    wire _unused = &{
        requested_0[1],
        requested_1[2],
        requested_2[3],
        1'b0
    };

endmodule

`default_nettype wire
