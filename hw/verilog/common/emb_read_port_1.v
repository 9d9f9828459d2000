// Takes the line reads of several readers to one port in turn, and the answers back. One cycle to the port,
// none back; a line a cycle; stalls when the port does not take addresses.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_read_port_1 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  request_address_0,
    input  wire         request_valid_0,
    output wire         request_ready_0,
    output wire         answer_valid_0,
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

    wire requested_0;
    wire [63:0] offered_0;
    wire [63:0] merged_0;
    wire [63:0] chosen_address;
    wire arbiter_grant;
    wire [3:0] arbiter_chosen;
    wire queue_in_ready;
    wire [72:0] queue_out_data;

    emb_round_robin_1 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_0),
        .advance(queue_in_ready),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(2)) u_queue (
        .clock(clock),
        .reset(reset),
        .in_data({5'd0, arbiter_chosen, chosen_address}),
        .in_valid(requested_0),
        .in_ready(queue_in_ready),
        .out_data(queue_out_data),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    assign requested_0 = request_valid_0;
    assign request_ready_0 = arbiter_grant & queue_in_ready;
    assign offered_0 = arbiter_grant ? request_address_0 : 64'd0;
    assign merged_0 = offered_0;
    assign chosen_address = merged_0;
    assign answer_valid_0 = rvalid & (rid == IDS_0);
    assign araddr = queue_out_data[63:0];
    assign arid = queue_out_data[72:64];
    assign answer = rline;

endmodule

`default_nettype wire
