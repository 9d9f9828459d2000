// Takes the lines of several writers to one port in turn. One cycle to the port; a line a cycle; stalls on
// the port's ready and when 64 writes are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_write_port_1_c1 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address_0,
    input  wire [511:0] in_data_0,
    input  wire         in_valid_0,
    output wire         in_ready_0,
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

    localparam [3:0] TURN_MASK = 4'd0;

    wire requested_0;
    wire [3:0] turn;
    wire [63:0] chosen_address;
    wire [511:0] chosen_data;
    wire arbiter_grant;
    wire [3:0] arbiter_chosen;
    wire map_select;
    wire [3:0] map_number;
    wire [63:0] map_channel_address;
    wire writer_in_ready;

    emb_round_robin_1 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_0),
        .advance(writer_in_ready),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    emb_channel_map_c1 u_map (
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
        .in_valid(arbiter_grant),
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

    assign requested_0 = in_valid_0;
    assign turn = TURN_MASK;
    assign in_ready_0 = arbiter_grant & writer_in_ready;
    assign chosen_address = in_address_0;
    assign chosen_data = in_data_0;

    // Bits that the design does not need.
    wire _unused = &{
        turn,
        arbiter_chosen,
        map_select,
        map_number,
        1'b0
    };

endmodule

`default_nettype wire
