// Takes the lines of several writers to one port in turn. One cycle to the port; a line a cycle; stalls on
// the port's ready and when 64 writes are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_write_port_4_c4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address_0,
    input  wire [63:0]  in_address_1,
    input  wire [63:0]  in_address_2,
    input  wire [63:0]  in_address_3,
    input  wire [511:0] in_data_0,
    input  wire [511:0] in_data_1,
    input  wire [511:0] in_data_2,
    input  wire [511:0] in_data_3,
    input  wire         in_valid_0,
    input  wire         in_valid_1,
    input  wire         in_valid_2,
    input  wire         in_valid_3,
    output wire         in_ready_0,
    output wire         in_ready_1,
    output wire         in_ready_2,
    output wire         in_ready_3,
    output wire [63:0]  out_address,
    output wire [511:0] out_data,
    output wire         out_valid,
    input  wire         out_ready,
    input  wire         answer_valid,
    input  wire         answer_error,
    output wire         idle,
    output wire         fault,
    output wire [63:0]  fault_address
);

    localparam [3:0] NUMBERS_1 = 4'd1;
    localparam [3:0] NUMBERS_2 = 4'd2;
    localparam [3:0] NUMBERS_3 = 4'd3;
    localparam [3:0] TURN_MASK = 4'd3;

    wire [3:0] requested_0;
    wire [3:0] requested_1;
    wire [3:0] requested_2;
    wire [3:0] requested_3;
    wire [3:0] turn;
    wire [63:0] chosen_address;
    wire [511:0] chosen_data;
    wire [3:0] arbiter_grant;
    wire [3:0] arbiter_chosen;
    wire [3:0] map_select;
    wire [3:0] map_number;
    wire [63:0] map_channel_address;
    wire writer_in_valid;
    wire writer_in_ready;

    emb_round_robin_4 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_3),
        .advance(writer_in_ready),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    emb_channel_map_c4 u_map (
        .address(chosen_address),
        .select(map_select),
        .number(map_number),
        .channel_address(map_channel_address)
    );

    emb_line_writer u_writer (
        .clock(clock),
        .reset(reset),
        .in_address(chosen_address),
        .in_port_address(map_channel_address),
        .in_data(chosen_data),
        .in_valid(writer_in_valid),
        .in_ready(writer_in_ready),
        .out_address(out_address),
        .out_data(out_data),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .answer_valid(answer_valid),
        .answer_error(answer_error),
        .idle(idle),
        .fault(fault),
        .fault_address(fault_address)
    );

    assign requested_0 = {3'd0, in_valid_0};
    assign requested_1 = {requested_0[3:2], in_valid_1, requested_0[0]};
    assign requested_2 = {requested_1[3], in_valid_2, requested_1[1:0]};
    assign requested_3 = {in_valid_3, requested_2[2:0]};
    assign turn = arbiter_chosen & TURN_MASK;
    assign in_ready_0 = arbiter_grant[0] & writer_in_ready;
    assign in_ready_1 = arbiter_grant[1] & writer_in_ready;
    assign in_ready_2 = arbiter_grant[2] & writer_in_ready;
    assign in_ready_3 = arbiter_grant[3] & writer_in_ready;

    assign chosen_address =
        (turn == NUMBERS_3) ? in_address_3 :
        (turn == NUMBERS_2) ? in_address_2 :
        (turn == NUMBERS_1) ? in_address_1 :
        in_address_0;

    assign chosen_data =
        (turn == NUMBERS_3) ? in_data_3 :
        (turn == NUMBERS_2) ? in_data_2 :
        (turn == NUMBERS_1) ? in_data_1 :
        in_data_0;

    assign writer_in_valid = |arbiter_grant;

    // Bits that the design does not need.
    wire _unused = &{
        requested_0[1],
        requested_1[2],
        requested_2[3],
        map_select,
        map_number,
        1'b0
    };

endmodule

`default_nettype wire
