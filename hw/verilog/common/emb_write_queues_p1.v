// Pairs results with their addresses and queues them for their port. One cycle; a line a cycle; stalls while
// held and when 8 lines wait for the port at hand. Drops a result whose target is outside its region.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_write_queues_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         hold,
    input  wire         suppress,
    input  wire [511:0] result,
    input  wire         result_valid,
    output wire         result_ready,
    input  wire [63:0]  target,
    input  wire         target_inside,
    input  wire         target_valid,
    output wire         target_ready,
    output wire [63:0]  out_address_0,
    output wire [511:0] out_data_0,
    output wire         out_valid_0,
    input  wire         out_ready_0,
    output wire         idle
);

    wire here;
    wire drops;
    wire ready;
    wire map_select;
    wire [3:0] map_number;
    wire [63:0] map_channel_address;
    wire queue_0_in_valid;
    wire queue_0_in_ready;
    wire [575:0] queue_0_out_data;

    emb_channel_map_c1 u_map (
        .address(target),
        .select(map_select),
        .number(map_number),
        .channel_address(map_channel_address)
    );

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(3)) u_queue_0 (
        .clock(clock),
        .reset(reset),
        .in_data({target, result}),
        .in_valid(queue_0_in_valid),
        .in_ready(queue_0_in_ready),
        .out_data(queue_0_out_data),
        .out_valid(out_valid_0),
        .out_ready(out_ready_0)
    );

    assign here = result_valid & target_valid;
    assign drops = suppress | ~target_inside;
    assign ready = drops | (map_select & queue_0_in_ready & ~hold);
    assign idle = ~out_valid_0;
    assign queue_0_in_valid = here & map_select & ~drops & ~hold;
    assign out_address_0 = queue_0_out_data[575:512];
    assign out_data_0 = queue_0_out_data[511:0];
    assign result_ready = here & ready;
    assign target_ready = here & ready;

    // Bits that the design does not need.
    wire _unused = &{
        map_number,
        map_channel_address,
        1'b0
    };

endmodule

`default_nettype wire
