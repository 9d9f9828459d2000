// Sixteen lanes that add two operands of every bank up, neighbours first. Latency 20 cycles, a sum a cycle,
// never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_adder_tree_b6 (
    input  wire         clock,
    input  wire [511:0] leaf_a_0,
    input  wire [511:0] leaf_a_1,
    input  wire [511:0] leaf_a_2,
    input  wire [511:0] leaf_a_3,
    input  wire [511:0] leaf_a_4,
    input  wire [511:0] leaf_a_5,
    input  wire [511:0] leaf_b_0,
    input  wire [511:0] leaf_b_1,
    input  wire [511:0] leaf_b_2,
    input  wire [511:0] leaf_b_3,
    input  wire [511:0] leaf_b_4,
    input  wire [511:0] leaf_b_5,
    output wire [511:0] sum
);

    wire [511:0] of_second_0;
    wire [511:0] of_second_1;
    wire [511:0] of_second_2;
    wire [511:0] of_third_0;
    wire [511:0] of_third_1;
    wire [511:0] first_0_sum;
    wire [511:0] first_1_sum;
    wire [511:0] first_2_sum;
    wire [511:0] first_3_sum;
    wire [511:0] first_4_sum;
    wire [511:0] first_5_sum;

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

    emb_fp32_vector_add u_first_2 (
        .clock(clock),
        .a(leaf_a_2),
        .b(leaf_b_2),
        .sum(first_2_sum)
    );

    emb_fp32_vector_add u_first_3 (
        .clock(clock),
        .a(leaf_a_3),
        .b(leaf_b_3),
        .sum(first_3_sum)
    );

    emb_fp32_vector_add u_first_4 (
        .clock(clock),
        .a(leaf_a_4),
        .b(leaf_b_4),
        .sum(first_4_sum)
    );

    emb_fp32_vector_add u_first_5 (
        .clock(clock),
        .a(leaf_a_5),
        .b(leaf_b_5),
        .sum(first_5_sum)
    );

    emb_fp32_vector_add u_second_0 (
        .clock(clock),
        .a(first_0_sum),
        .b(first_1_sum),
        .sum(of_second_0)
    );

    emb_fp32_vector_add u_second_1 (
        .clock(clock),
        .a(first_2_sum),
        .b(first_3_sum),
        .sum(of_second_1)
    );

    emb_fp32_vector_add u_second_2 (
        .clock(clock),
        .a(first_4_sum),
        .b(first_5_sum),
        .sum(of_second_2)
    );

    emb_fp32_vector_add u_third_0 (
        .clock(clock),
        .a(of_second_0),
        .b(of_second_1),
        .sum(of_third_0)
    );

    emb_delay #(.WIDTH(512), .STAGES(5)) u_third_alone_0 (
        .clock(clock),
        .in_data(of_second_2),
        .out_data(of_third_1)
    );

    emb_fp32_vector_add u_fourth_0 (
        .clock(clock),
        .a(of_third_0),
        .b(of_third_1),
        .sum(sum)
    );

endmodule

`default_nettype wire
