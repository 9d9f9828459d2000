// Sixteen lanes that add two operands of every bank up, neighbours first. Latency 20 cycles, a sum a cycle,
// never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_adder_tree_b2 (
    input  wire         clock,
    input  wire [511:0] leaf_a_0,
    input  wire [511:0] leaf_a_1,
    input  wire [511:0] leaf_b_0,
    input  wire [511:0] leaf_b_1,
    output wire [511:0] sum
);

    wire [511:0] of_second_0;
    wire [511:0] of_third_0;
    wire [511:0] first_0_sum;
    wire [511:0] first_1_sum;

    emb_fp32_vector_add u_first_0 (
        .clock(clock),
        .a(leaf_a_0),
        .b(leaf_b_0),
        .sum(first_0_sum)
    );

    emb_fp32_vector_add u_first_1 (
        .clock(clock),
        .a(leaf_a_1),
        .b(leaf_b_1),
        .sum(first_1_sum)
    );

    emb_fp32_vector_add u_second_0 (
        .clock(clock),
        .a(first_0_sum),
        .b(first_1_sum),
        .sum(of_second_0)
    );

    emb_delay #(.WIDTH(512), .STAGES(5)) u_third_alone_0 (
        .clock(clock),
        .in_data(of_second_0),
        .out_data(of_third_0)
    );

    emb_delay #(.WIDTH(512), .STAGES(5)) u_fourth_alone_0 (
        .clock(clock),
        .in_data(of_third_0),
        .out_data(sum)
    );

endmodule

`default_nettype wire
