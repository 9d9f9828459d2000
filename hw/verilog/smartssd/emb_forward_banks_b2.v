// Sixteen elements of the EVs of the forward banks: two reads of every bank a cycle, a tree of adders, and
// the sums of bags. 21 cycles to the tree's sum, 26 to the bag's; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_forward_banks_b2 (
    input  wire         clock,
    input  wire [9:0]   slot_a_0,
    input  wire [9:0]   slot_a_1,
    input  wire [9:0]   slot_b_0,
    input  wire [9:0]   slot_b_1,
    input  wire         use_a_0,
    input  wire         use_a_1,
    input  wire         use_b_0,
    input  wire         use_b_1,
    input  wire         write_0,
    input  wire         write_1,
    input  wire [9:0]   write_slot,
    input  wire [511:0] write_data,
    input  wire [2:0]   sum_read,
    input  wire         sum_first,
    input  wire         sum_keep,
    input  wire [2:0]   sum_write,
    output wire [511:0] sum
);

    wire [511:0] bank_0_a_data;
    wire [9:0] bank_0_b_address;
    wire [511:0] bank_0_b_data;
    wire [511:0] bank_1_a_data;
    wire [9:0] bank_1_b_address;
    wire [511:0] bank_1_b_data;
    wire [511:0] tree_sum;
    wire [511:0] adder_a;
    wire [511:0] sums_read_data;

    emb_operand_ram #(.LOG_DEPTH(10)) u_bank_0 (
        .clock(clock),
        .a_enable(use_a_0),
        .a_address(slot_a_0),
        .a_data(bank_0_a_data),
        .b_enable(use_b_0),
        .b_write(write_0),
        .b_address(bank_0_b_address),
        .b_write_data(write_data),
        .b_data(bank_0_b_data)
    );

    emb_operand_ram #(.LOG_DEPTH(10)) u_bank_1 (
        .clock(clock),
        .a_enable(use_a_1),
        .a_address(slot_a_1),
        .a_data(bank_1_a_data),
        .b_enable(use_b_1),
        .b_write(write_1),
        .b_address(bank_1_b_address),
        .b_write_data(write_data),
        .b_data(bank_1_b_data)
    );

    emb_adder_tree_b2 u_tree (
        .clock(clock),
        .leaf_a_0(bank_0_a_data),
        .leaf_a_1(bank_1_a_data),
        .leaf_b_0(bank_0_b_data),
        .leaf_b_1(bank_1_b_data),
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

    assign bank_0_b_address = write_0 ? write_slot : slot_b_0;
    assign bank_1_b_address = write_1 ? write_slot : slot_b_1;
    assign adder_a = sum_first ? 512'd0 : sums_read_data;

endmodule

`default_nettype wire
