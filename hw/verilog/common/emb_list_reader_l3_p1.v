// Reads the lines of several lists from the scratchpad, each list in order. A line a cycle over all lists, in
// turn; three cycles more than its ports take.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_list_reader_l3_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  list_address_0,
    input  wire [63:0]  list_address_1,
    input  wire [63:0]  list_address_2,
    input  wire         list_valid_0,
    input  wire         list_valid_1,
    input  wire         list_valid_2,
    output wire         list_ready_0,
    output wire         list_ready_1,
    output wire         list_ready_2,
    output wire         line_valid_0,
    output wire         line_valid_1,
    output wire         line_valid_2,
    output wire [511:0] line_data,
    output wire         fault,
    output wire [63:0]  fault_address,
    output wire [63:0]  request_address_0,
    output wire         request_valid_0,
    input  wire         request_ready_0,
    input  wire         answer_valid_0,
    input  wire [512:0] answer_0
);

    reg asked = 1'b0;
    reg [63:0] asked_address = 64'd0;
    reg [2:0] asked_list = 3'd0;

    wire [2:0] requested_0;
    wire [2:0] requested_1;
    wire [2:0] requested_2;
    wire [63:0] chosen_address;
    wire asks;
    wire free;
    wire [2:0] arbiter_grant;
    wire [3:0] arbiter_chosen;
    wire reader_in_valid;
    wire reader_in_ready;
    wire reader_line_error;
    wire reader_line_valid;
    wire tags_in_valid;
    wire tags_in_ready;
    wire [2:0] tags_out_data;
    wire tags_out_valid;

    emb_round_robin_3 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_2),
        .advance(free),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    emb_line_reader_p1 #(.LOG_LINES(5)) u_reader (
        .clock(clock),
        .reset(reset),
        .in_address(asked_address),
        .in_valid(reader_in_valid),
        .in_ready(reader_in_ready),
        .request_address_0(request_address_0),
        .request_valid_0(request_valid_0),
        .request_ready_0(request_ready_0),
        .answer_valid_0(answer_valid_0),
        .answer_0(answer_0),
        .line_data(line_data),
        .line_address(fault_address),
        .line_error(reader_line_error),
        .line_valid(reader_line_valid),
        .line_ready(1'b1)
    );

    emb_fifo #(.WIDTH(3), .LOG_DEPTH(8)) u_tags (
        .clock(clock),
        .reset(reset),
        .in_data(asked_list),
        .in_valid(tags_in_valid),
        .in_ready(tags_in_ready),
        .out_data(tags_out_data),
        .out_valid(tags_out_valid),
        .out_ready(reader_line_valid)
    );

    always @(posedge clock) begin
        if (free) begin
            asked <= |arbiter_grant;
            asked_address <= chosen_address;
            asked_list <= arbiter_grant;
        end
        if (reset) begin
            asked <= 1'b0;
        end
    end

    assign requested_0 = {2'd0, list_valid_0};
    assign requested_1 = {requested_0[2], list_valid_1, requested_0[0]};
    assign requested_2 = {list_valid_2, requested_1[1:0]};

    // Who asks is chosen a cycle before the port is, whose readiness depends on the address.
    assign asks = asked & reader_in_ready & tags_in_ready;
    assign free = ~asked | asks;

    assign chosen_address =
        arbiter_grant[2] ? list_address_2 :
        arbiter_grant[1] ? list_address_1 :
        arbiter_grant[0] ? list_address_0 :
        64'd0;

    assign list_ready_0 = arbiter_grant[0] & free;
    assign list_ready_1 = arbiter_grant[1] & free;
    assign list_ready_2 = arbiter_grant[2] & free;
    assign reader_in_valid = asked & tags_in_ready;
    assign tags_in_valid = asked & reader_in_ready;
    assign line_valid_0 = reader_line_valid & tags_out_data[0];
    assign line_valid_1 = reader_line_valid & tags_out_data[1];
    assign line_valid_2 = reader_line_valid & tags_out_data[2];
    assign fault = reader_line_valid & reader_line_error;

    // Bits that the design does not need.
    wire _unused = &{
        requested_0[1],
        requested_1[2],
        arbiter_chosen,
        tags_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
