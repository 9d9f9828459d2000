// Sixteen elements of the EVs of the forward banks: two reads of every bank a cycle, a tree of adders, and
// the sums of bags. 21 cycles to the tree's sum, 26 to the bag's; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_forward_banks_b6 (
    input  wire         clock,
    input  wire [9:0]   slot_a_0,
    input  wire [9:0]   slot_a_1,
    input  wire [9:0]   slot_a_2,
    input  wire [9:0]   slot_a_3,
    input  wire [9:0]   slot_a_4,
    input  wire [9:0]   slot_a_5,
    input  wire [9:0]   slot_b_0,
    input  wire [9:0]   slot_b_1,
    input  wire [9:0]   slot_b_2,
    input  wire [9:0]   slot_b_3,
    input  wire [9:0]   slot_b_4,
    input  wire [9:0]   slot_b_5,
    input  wire         use_a_0,
    input  wire         use_a_1,
    input  wire         use_a_2,
    input  wire         use_a_3,
    input  wire         use_a_4,
    input  wire         use_a_5,
    input  wire         use_b_0,
    input  wire         use_b_1,
    input  wire         use_b_2,
    input  wire         use_b_3,
    input  wire         use_b_4,
    input  wire         use_b_5,
    input  wire         write_0,
    input  wire         write_1,
    input  wire         write_2,
    input  wire         write_3,
    input  wire         write_4,
    input  wire         write_5,
    input  wire [9:0]   write_slot,
    input  wire [511:0] write_data,
    input  wire [2:0]   sum_read,
    input  wire         sum_first,
    input  wire         sum_keep,
    input  wire [2:0]   sum_write,
    output wire [511:0] sum
);

    localparam [511:0] IDENTITY = 512'h80000000800000008000000080000000800000008000000080000000800000008000000080000000800000008000000080000000800000008000000080000000;

    reg used_a_0 = 1'b0;
    reg used_a_1 = 1'b0;
    reg used_a_2 = 1'b0;
    reg used_a_3 = 1'b0;
    reg used_a_4 = 1'b0;
    reg used_a_5 = 1'b0;
    reg used_b_0 = 1'b0;
    reg used_b_1 = 1'b0;
    reg used_b_2 = 1'b0;
    reg used_b_3 = 1'b0;
    reg used_b_4 = 1'b0;
    reg used_b_5 = 1'b0;

    wire [511:0] bank_0_a_data;
    wire bank_0_b_enable;
    wire [9:0] bank_0_b_address;
    wire [511:0] bank_0_b_data;
    wire [511:0] bank_1_a_data;
    wire bank_1_b_enable;
    wire [9:0] bank_1_b_address;
    wire [511:0] bank_1_b_data;
    wire [511:0] bank_2_a_data;
    wire bank_2_b_enable;
    wire [9:0] bank_2_b_address;
    wire [511:0] bank_2_b_data;
    wire [511:0] bank_3_a_data;
    wire bank_3_b_enable;
    wire [9:0] bank_3_b_address;
    wire [511:0] bank_3_b_data;
    wire [511:0] bank_4_a_data;
    wire bank_4_b_enable;
    wire [9:0] bank_4_b_address;
    wire [511:0] bank_4_b_data;
    wire [511:0] bank_5_a_data;
    wire bank_5_b_enable;
    wire [9:0] bank_5_b_address;
    wire [511:0] bank_5_b_data;
    wire [511:0] tree_leaf_a_0;
    wire [511:0] tree_leaf_a_1;
    wire [511:0] tree_leaf_a_2;
    wire [511:0] tree_leaf_a_3;
    wire [511:0] tree_leaf_a_4;
    wire [511:0] tree_leaf_a_5;
    wire [511:0] tree_leaf_b_0;
    wire [511:0] tree_leaf_b_1;
    wire [511:0] tree_leaf_b_2;
    wire [511:0] tree_leaf_b_3;
    wire [511:0] tree_leaf_b_4;
    wire [511:0] tree_leaf_b_5;
    wire [511:0] tree_sum;
    wire [511:0] adder_a;
    wire [511:0] sums_read_data;

    emb_dual_port_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_0 (
        .clock(clock),
        .a_enable(use_a_0),
        .a_address(slot_a_0),
        .a_data(bank_0_a_data),
        .b_enable(bank_0_b_enable),
        .b_write(write_0),
        .b_address(bank_0_b_address),
        .b_write_data(write_data),
        .b_data(bank_0_b_data)
    );

    emb_dual_port_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_1 (
        .clock(clock),
        .a_enable(use_a_1),
        .a_address(slot_a_1),
        .a_data(bank_1_a_data),
        .b_enable(bank_1_b_enable),
        .b_write(write_1),
        .b_address(bank_1_b_address),
        .b_write_data(write_data),
        .b_data(bank_1_b_data)
    );

    emb_dual_port_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_2 (
        .clock(clock),
        .a_enable(use_a_2),
        .a_address(slot_a_2),
        .a_data(bank_2_a_data),
        .b_enable(bank_2_b_enable),
        .b_write(write_2),
        .b_address(bank_2_b_address),
        .b_write_data(write_data),
        .b_data(bank_2_b_data)
    );

    emb_dual_port_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_3 (
        .clock(clock),
        .a_enable(use_a_3),
        .a_address(slot_a_3),
        .a_data(bank_3_a_data),
        .b_enable(bank_3_b_enable),
        .b_write(write_3),
        .b_address(bank_3_b_address),
        .b_write_data(write_data),
        .b_data(bank_3_b_data)
    );

    emb_dual_port_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_4 (
        .clock(clock),
        .a_enable(use_a_4),
        .a_address(slot_a_4),
        .a_data(bank_4_a_data),
        .b_enable(bank_4_b_enable),
        .b_write(write_4),
        .b_address(bank_4_b_address),
        .b_write_data(write_data),
        .b_data(bank_4_b_data)
    );

    emb_dual_port_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_5 (
        .clock(clock),
        .a_enable(use_a_5),
        .a_address(slot_a_5),
        .a_data(bank_5_a_data),
        .b_enable(bank_5_b_enable),
        .b_write(write_5),
        .b_address(bank_5_b_address),
        .b_write_data(write_data),
        .b_data(bank_5_b_data)
    );

    emb_adder_tree_b6 u_tree (
        .clock(clock),
        .leaf_a_0(tree_leaf_a_0),
        .leaf_a_1(tree_leaf_a_1),
        .leaf_a_2(tree_leaf_a_2),
        .leaf_a_3(tree_leaf_a_3),
        .leaf_a_4(tree_leaf_a_4),
        .leaf_a_5(tree_leaf_a_5),
        .leaf_b_0(tree_leaf_b_0),
        .leaf_b_1(tree_leaf_b_1),
        .leaf_b_2(tree_leaf_b_2),
        .leaf_b_3(tree_leaf_b_3),
        .leaf_b_4(tree_leaf_b_4),
        .leaf_b_5(tree_leaf_b_5),
        .sum(tree_sum)
    );

    emb_fp32_vector_add u_adder (
        .clock(clock),
        .a(adder_a),
        .b(tree_sum),
        .sum(sum)
    );

    emb_lut_ram #(.WIDTH(512), .LOG_DEPTH(3)) u_sums (
        .clock(clock),
        .write_enable(sum_keep),
        .write_address(sum_write),
        .write_data(sum),
        .read_address(sum_read),
        .read_data(sums_read_data)
    );

    assign bank_0_b_enable = use_b_0 | write_0;
    assign bank_0_b_address = write_0 ? write_slot : slot_b_0;

    // An operand that is not there is -0.
    assign tree_leaf_a_0 = used_a_0 ? bank_0_a_data : IDENTITY;
    assign tree_leaf_b_0 = used_b_0 ? bank_0_b_data : IDENTITY;
    assign bank_1_b_enable = use_b_1 | write_1;
    assign bank_1_b_address = write_1 ? write_slot : slot_b_1;

    // An operand that is not there is -0.
    assign tree_leaf_a_1 = used_a_1 ? bank_1_a_data : IDENTITY;
    assign tree_leaf_b_1 = used_b_1 ? bank_1_b_data : IDENTITY;
    assign bank_2_b_enable = use_b_2 | write_2;
    assign bank_2_b_address = write_2 ? write_slot : slot_b_2;

    // An operand that is not there is -0.
    assign tree_leaf_a_2 = used_a_2 ? bank_2_a_data : IDENTITY;
    assign tree_leaf_b_2 = used_b_2 ? bank_2_b_data : IDENTITY;
    assign bank_3_b_enable = use_b_3 | write_3;
    assign bank_3_b_address = write_3 ? write_slot : slot_b_3;

    // An operand that is not there is -0.
    assign tree_leaf_a_3 = used_a_3 ? bank_3_a_data : IDENTITY;
    assign tree_leaf_b_3 = used_b_3 ? bank_3_b_data : IDENTITY;
    assign bank_4_b_enable = use_b_4 | write_4;
    assign bank_4_b_address = write_4 ? write_slot : slot_b_4;

    // An operand that is not there is -0.
    assign tree_leaf_a_4 = used_a_4 ? bank_4_a_data : IDENTITY;
    assign tree_leaf_b_4 = used_b_4 ? bank_4_b_data : IDENTITY;
    assign bank_5_b_enable = use_b_5 | write_5;
    assign bank_5_b_address = write_5 ? write_slot : slot_b_5;

    // An operand that is not there is -0.
    assign tree_leaf_a_5 = used_a_5 ? bank_5_a_data : IDENTITY;
    assign tree_leaf_b_5 = used_b_5 ? bank_5_b_data : IDENTITY;
    assign adder_a = sum_first ? 512'd0 : sums_read_data;

    always @(posedge clock) begin
        used_a_0 <= use_a_0;
        used_b_0 <= use_b_0;
        used_a_1 <= use_a_1;
        used_b_1 <= use_b_1;
        used_a_2 <= use_a_2;
        used_b_2 <= use_b_2;
        used_a_3 <= use_a_3;
        used_b_3 <= use_b_3;
        used_a_4 <= use_a_4;
        used_b_4 <= use_b_4;
        used_a_5 <= use_a_5;
        used_b_5 <= use_b_5;
    end

endmodule

`default_nettype wire
