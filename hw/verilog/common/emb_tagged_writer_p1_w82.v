// Hands writes of lines to interleaved ports, and says by tag which were answered. A write a cycle; stalls on
// the port's ready and when 32 writes of a port are not handed on.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_tagged_writer_p1_w82 (
    input  wire        clock,
    input  wire        reset,
    input  wire [63:0] in_address,
    input  wire [81:0] in_tag,
    input  wire        in_valid,
    output wire        in_ready,
    output wire [63:0] port_address,
    output wire        port_valid_0,
    input  wire        port_ready_0,
    input  wire        answer_valid_0,
    input  wire        answer_error_0,
    output wire [81:0] out_tag,
    output wire        out_error,
    output wire        out_valid,
    input  wire        out_ready
);

    wire answered_0;
    wire map_select;
    wire [3:0] map_number;
    wire tags_0_in_valid;
    wire tags_0_in_ready;
    wire [81:0] tags_0_out_data;
    wire tags_0_out_valid;
    wire tags_0_out_ready;
    wire errors_0_in_data;
    wire errors_0_in_ready;
    wire errors_0_out_data;
    wire errors_0_out_ready;
    wire [3:0] arbiter_chosen;

    emb_channel_map_c1 u_map (
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

    emb_fifo #(.WIDTH(1), .LOG_DEPTH(5)) u_errors_0 (
        .clock(clock),
        .reset(reset),
        .in_data(errors_0_in_data),
        .in_valid(answer_valid_0),
        .in_ready(errors_0_in_ready),
        .out_data(errors_0_out_data),
        .out_valid(answered_0),
        .out_ready(errors_0_out_ready)
    );

    emb_round_robin_1 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(answered_0),
        .advance(out_ready),
        .grant(out_valid),
        .chosen(arbiter_chosen)
    );

    assign in_ready = map_select & tags_0_in_ready & port_ready_0;
    assign out_tag = out_valid ? tags_0_out_data : 82'd0;
    assign out_error = errors_0_out_data & out_valid;
    assign port_valid_0 = in_valid & map_select & tags_0_in_ready;
    assign tags_0_in_valid = in_valid & map_select & port_ready_0;
    assign errors_0_in_data = answer_error_0;
    assign errors_0_out_ready = out_valid & out_ready;
    assign tags_0_out_ready = out_valid & out_ready;

    // Bits that the design does not need.
    wire _unused = &{
        map_number,
        tags_0_out_valid,
        errors_0_in_ready,
        arbiter_chosen,
        1'b0
    };

endmodule

`default_nettype wire
