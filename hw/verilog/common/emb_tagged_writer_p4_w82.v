// Hands writes of lines to interleaved ports, and says by tag which were answered. A write a cycle; stalls on
// the port's ready and when 32 writes of a port are not handed on.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_tagged_writer_p4_w82 (
    input  wire        clock,
    input  wire        reset,
    input  wire [63:0] in_address,
    input  wire [81:0] in_tag,
    input  wire        in_valid,
    output wire        in_ready,
    output wire [63:0] port_address,
    output wire        port_valid_0,
    output wire        port_valid_1,
    output wire        port_valid_2,
    output wire        port_valid_3,
    input  wire        port_ready_0,
    input  wire        port_ready_1,
    input  wire        port_ready_2,
    input  wire        port_ready_3,
    input  wire        answer_valid_0,
    input  wire        answer_valid_1,
    input  wire        answer_valid_2,
    input  wire        answer_valid_3,
    input  wire        answer_error_0,
    input  wire        answer_error_1,
    input  wire        answer_error_2,
    input  wire        answer_error_3,
    output wire [81:0] out_tag,
    output wire        out_error,
    output wire        out_valid,
    input  wire        out_ready
);

    wire [3:0] answered_0;
    wire [3:0] answered_1;
    wire [3:0] answered_2;
    wire [3:0] answered_3;
    wire [3:0] map_select;
    wire [3:0] map_number;
    wire tags_0_in_valid;
    wire tags_0_in_ready;
    wire [81:0] tags_0_out_data;
    wire tags_0_out_valid;
    wire tags_0_out_ready;
    wire tags_1_in_valid;
    wire tags_1_in_ready;
    wire [81:0] tags_1_out_data;
    wire tags_1_out_valid;
    wire tags_1_out_ready;
    wire tags_2_in_valid;
    wire tags_2_in_ready;
    wire [81:0] tags_2_out_data;
    wire tags_2_out_valid;
    wire tags_2_out_ready;
    wire tags_3_in_valid;
    wire tags_3_in_ready;
    wire [81:0] tags_3_out_data;
    wire tags_3_out_valid;
    wire tags_3_out_ready;
    wire errors_0_in_data;
    wire errors_0_in_ready;
    wire errors_0_out_data;
    wire errors_0_out_valid;
    wire errors_0_out_ready;
    wire errors_1_in_data;
    wire errors_1_in_ready;
    wire errors_1_out_data;
    wire errors_1_out_valid;
    wire errors_1_out_ready;
    wire errors_2_in_data;
    wire errors_2_in_ready;
    wire errors_2_out_data;
    wire errors_2_out_valid;
    wire errors_2_out_ready;
    wire errors_3_in_data;
    wire errors_3_in_ready;
    wire errors_3_out_data;
    wire errors_3_out_valid;
    wire errors_3_out_ready;
    wire [3:0] arbiter_grant;
    wire [3:0] arbiter_chosen;

    emb_channel_map_c4 u_map (
        .address(in_address),
        .select(map_select),
        .number(map_number),
        .channel_address(port_address)
    );

    emb_fifo #(.WIDTH(82), .LOG_DEPTH(5)) u_tags_0 (
        .clock(clock),
        .reset(reset),
        .in_data(in_tag),
        .in_valid(tags_0_in_valid),
        .in_ready(tags_0_in_ready),
        .out_data(tags_0_out_data),
        .out_valid(tags_0_out_valid),
        .out_ready(tags_0_out_ready)
    );

    emb_fifo #(.WIDTH(82), .LOG_DEPTH(5)) u_tags_1 (
        .clock(clock),
        .reset(reset),
        .in_data(in_tag),
        .in_valid(tags_1_in_valid),
        .in_ready(tags_1_in_ready),
        .out_data(tags_1_out_data),
        .out_valid(tags_1_out_valid),
        .out_ready(tags_1_out_ready)
    );

    emb_fifo #(.WIDTH(82), .LOG_DEPTH(5)) u_tags_2 (
        .clock(clock),
        .reset(reset),
        .in_data(in_tag),
        .in_valid(tags_2_in_valid),
        .in_ready(tags_2_in_ready),
        .out_data(tags_2_out_data),
        .out_valid(tags_2_out_valid),
        .out_ready(tags_2_out_ready)
    );

    emb_fifo #(.WIDTH(82), .LOG_DEPTH(5)) u_tags_3 (
        .clock(clock),
        .reset(reset),
        .in_data(in_tag),
        .in_valid(tags_3_in_valid),
        .in_ready(tags_3_in_ready),
        .out_data(tags_3_out_data),
        .out_valid(tags_3_out_valid),
        .out_ready(tags_3_out_ready)
    );

    emb_fifo #(.WIDTH(1), .LOG_DEPTH(5)) u_errors_0 (
        .clock(clock),
        .reset(reset),
        .in_data(errors_0_in_data),
        .in_valid(answer_valid_0),
        .in_ready(errors_0_in_ready),
        .out_data(errors_0_out_data),
        .out_valid(errors_0_out_valid),
        .out_ready(errors_0_out_ready)
    );

    emb_fifo #(.WIDTH(1), .LOG_DEPTH(5)) u_errors_1 (
        .clock(clock),
        .reset(reset),
        .in_data(errors_1_in_data),
        .in_valid(answer_valid_1),
        .in_ready(errors_1_in_ready),
        .out_data(errors_1_out_data),
        .out_valid(errors_1_out_valid),
        .out_ready(errors_1_out_ready)
    );

    emb_fifo #(.WIDTH(1), .LOG_DEPTH(5)) u_errors_2 (
        .clock(clock),
        .reset(reset),
        .in_data(errors_2_in_data),
        .in_valid(answer_valid_2),
        .in_ready(errors_2_in_ready),
        .out_data(errors_2_out_data),
        .out_valid(errors_2_out_valid),
        .out_ready(errors_2_out_ready)
    );

    emb_fifo #(.WIDTH(1), .LOG_DEPTH(5)) u_errors_3 (
        .clock(clock),
        .reset(reset),
        .in_data(errors_3_in_data),
        .in_valid(answer_valid_3),
        .in_ready(errors_3_in_ready),
        .out_data(errors_3_out_data),
        .out_valid(errors_3_out_valid),
        .out_ready(errors_3_out_ready)
    );

    emb_round_robin_4 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(answered_3),
        .advance(out_ready),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    assign in_ready =
        (map_select[0] & tags_0_in_ready & port_ready_0) |
        (map_select[1] & tags_1_in_ready & port_ready_1) |
        (map_select[2] & tags_2_in_ready & port_ready_2) |
        (map_select[3] & tags_3_in_ready & port_ready_3);

    assign out_tag =
        arbiter_grant[3] ? tags_3_out_data :
        arbiter_grant[2] ? tags_2_out_data :
        arbiter_grant[1] ? tags_1_out_data :
        arbiter_grant[0] ? tags_0_out_data :
        82'd0;

    assign out_error =
        arbiter_grant[3] ? errors_3_out_data :
        arbiter_grant[2] ? errors_2_out_data :
        arbiter_grant[1] ? errors_1_out_data :
        errors_0_out_data & arbiter_grant[0];

    assign port_valid_0 = in_valid & map_select[0] & tags_0_in_ready;
    assign tags_0_in_valid = in_valid & map_select[0] & port_ready_0;
    assign errors_0_in_data = answer_error_0;
    assign answered_0 = {3'd0, errors_0_out_valid};
    assign errors_0_out_ready = arbiter_grant[0] & out_ready;
    assign tags_0_out_ready = arbiter_grant[0] & out_ready;
    assign port_valid_1 = in_valid & map_select[1] & tags_1_in_ready;
    assign tags_1_in_valid = in_valid & map_select[1] & port_ready_1;
    assign errors_1_in_data = answer_error_1;
    assign answered_1 = {answered_0[3:2], errors_1_out_valid, answered_0[0]};
    assign errors_1_out_ready = arbiter_grant[1] & out_ready;
    assign tags_1_out_ready = arbiter_grant[1] & out_ready;
    assign port_valid_2 = in_valid & map_select[2] & tags_2_in_ready;
    assign tags_2_in_valid = in_valid & map_select[2] & port_ready_2;
    assign errors_2_in_data = answer_error_2;
    assign answered_2 = {answered_1[3], errors_2_out_valid, answered_1[1:0]};
    assign errors_2_out_ready = arbiter_grant[2] & out_ready;
    assign tags_2_out_ready = arbiter_grant[2] & out_ready;
    assign port_valid_3 = in_valid & map_select[3] & tags_3_in_ready;
    assign tags_3_in_valid = in_valid & map_select[3] & port_ready_3;
    assign errors_3_in_data = answer_error_3;
    assign answered_3 = {errors_3_out_valid, answered_2[2:0]};
    assign errors_3_out_ready = arbiter_grant[3] & out_ready;
    assign tags_3_out_ready = arbiter_grant[3] & out_ready;
    assign out_valid = |arbiter_grant;

    // Bits that the design does not need.
    wire _unused = &{
        answered_0[1],
        answered_1[2],
        answered_2[3],
        map_number,
        tags_0_out_valid,
        tags_1_out_valid,
        tags_2_out_valid,
        tags_3_out_valid,
        errors_0_in_ready,
        errors_1_in_ready,
        errors_2_in_ready,
        errors_3_in_ready,
        arbiter_chosen,
        1'b0
    };

endmodule

`default_nettype wire
