// Sixteen elements of the EVs of the backward banks: a read and a write of every bank a cycle, and adders
// that subtract the gradient, one for a bank or one for two. Six cycles from read to write, seven for a bank
// that is second at its adder; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_backward_banks_b6_a3 (
    input  wire         clock,
    input  wire         read_0,
    input  wire         read_1,
    input  wire         read_2,
    input  wire         read_3,
    input  wire         read_4,
    input  wire         read_5,
    input  wire [9:0]   read_slot_0,
    input  wire [9:0]   read_slot_1,
    input  wire [9:0]   read_slot_2,
    input  wire [9:0]   read_slot_3,
    input  wire [9:0]   read_slot_4,
    input  wire [9:0]   read_slot_5,
    input  wire [511:0] gradient,
    input  wire         move_bank_0,
    input  wire         move_bank_1,
    input  wire         move_bank_2,
    input  wire         move_bank_3,
    input  wire         move_bank_4,
    input  wire         move_bank_5,
    output wire [511:0] moved,
    input  wire [511:0] load_data,
    input  wire         write_0,
    input  wire         write_1,
    input  wire         write_2,
    input  wire         write_3,
    input  wire         write_4,
    input  wire         write_5,
    input  wire [9:0]   write_slot_0,
    input  wire [9:0]   write_slot_1,
    input  wire [9:0]   write_slot_2,
    input  wire [9:0]   write_slot_3,
    input  wire [9:0]   write_slot_4,
    input  wire [9:0]   write_slot_5,
    input  wire         write_load_0,
    input  wire         write_load_1,
    input  wire         write_load_2,
    input  wire         write_load_3,
    input  wire         write_load_4,
    input  wire         write_load_5
);

    localparam [511:0] SIGNS = 512'h80000000800000008000000080000000800000008000000080000000800000008000000080000000800000008000000080000000800000008000000080000000;

    reg [511:0] negated = 512'd0;
    reg moving_0 = 1'b0;
    reg moving_1 = 1'b0;
    reg moving_2 = 1'b0;
    reg moving_3 = 1'b0;
    reg moving_4 = 1'b0;
    reg moving_5 = 1'b0;
    reg [511:0] late_negated_0 = 512'd0;
    reg [511:0] late_loaded_0 = 512'd0;
    reg [511:0] late_data_0 = 512'd0;
    reg [511:0] late_data_1 = 512'd0;
    reg [511:0] late_data_2 = 512'd0;
    reg late_read_0 = 1'b0;
    reg late_read_1 = 1'b0;
    reg late_read_2 = 1'b0;
    reg late_turn_0 = 1'b0;
    reg late_turn_1 = 1'b0;
    reg late_turn_2 = 1'b0;

    wire [511:0] bank_0_write_data;
    wire [511:0] bank_0_read_data;
    wire [511:0] bank_1_write_data;
    wire [511:0] bank_1_read_data;
    wire [511:0] bank_2_write_data;
    wire [511:0] bank_2_read_data;
    wire [511:0] bank_3_write_data;
    wire [511:0] bank_3_read_data;
    wire [511:0] bank_4_write_data;
    wire [511:0] bank_4_read_data;
    wire [511:0] bank_5_write_data;
    wire [511:0] bank_5_read_data;
    wire [511:0] adder_0_a;
    wire [511:0] adder_0_b;
    wire [511:0] adder_0_sum;
    wire [511:0] adder_1_a;
    wire [511:0] adder_1_b;
    wire [511:0] adder_1_sum;
    wire [511:0] adder_2_a;
    wire [511:0] adder_2_b;
    wire [511:0] adder_2_sum;
    wire [511:0] loaded_out_data;

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_0 (
        .clock(clock),
        .write_enable(write_0),
        .write_address(write_slot_0),
        .write_data(bank_0_write_data),
        .read_enable(read_0),
        .read_address(read_slot_0),
        .read_data(bank_0_read_data)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_1 (
        .clock(clock),
        .write_enable(write_1),
        .write_address(write_slot_1),
        .write_data(bank_1_write_data),
        .read_enable(read_1),
        .read_address(read_slot_1),
        .read_data(bank_1_read_data)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_2 (
        .clock(clock),
        .write_enable(write_2),
        .write_address(write_slot_2),
        .write_data(bank_2_write_data),
        .read_enable(read_2),
        .read_address(read_slot_2),
        .read_data(bank_2_read_data)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_3 (
        .clock(clock),
        .write_enable(write_3),
        .write_address(write_slot_3),
        .write_data(bank_3_write_data),
        .read_enable(read_3),
        .read_address(read_slot_3),
        .read_data(bank_3_read_data)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_4 (
        .clock(clock),
        .write_enable(write_4),
        .write_address(write_slot_4),
        .write_data(bank_4_write_data),
        .read_enable(read_4),
        .read_address(read_slot_4),
        .read_data(bank_4_read_data)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(10)) u_bank_5 (
        .clock(clock),
        .write_enable(write_5),
        .write_address(write_slot_5),
        .write_data(bank_5_write_data),
        .read_enable(read_5),
        .read_address(read_slot_5),
        .read_data(bank_5_read_data)
    );

    emb_fp32_vector_add u_adder_0 (
        .clock(clock),
        .a(adder_0_a),
        .b(adder_0_b),
        .sum(adder_0_sum)
    );

    emb_fp32_vector_add u_adder_1 (
        .clock(clock),
        .a(adder_1_a),
        .b(adder_1_b),
        .sum(adder_1_sum)
    );

    emb_fp32_vector_add u_adder_2 (
        .clock(clock),
        .a(adder_2_a),
        .b(adder_2_b),
        .sum(adder_2_sum)
    );

    emb_delay #(.WIDTH(512), .STAGES(6)) u_loaded (
        .clock(clock),
        .in_data(load_data),
        .out_data(loaded_out_data)
    );

    assign moved =
        moving_5 ? bank_5_read_data :
        moving_4 ? bank_4_read_data :
        moving_3 ? bank_3_read_data :
        moving_2 ? bank_2_read_data :
        moving_1 ? bank_1_read_data :
        moving_0 ? bank_0_read_data :
        512'd0;

    assign adder_0_a = late_turn_0 ? late_data_0 : bank_0_read_data;
    assign adder_0_b = late_turn_0 ? late_negated_0 : negated;
    assign bank_0_write_data = write_load_0 ? loaded_out_data : adder_0_sum;
    assign adder_1_a = late_turn_1 ? late_data_1 : bank_1_read_data;
    assign adder_1_b = late_turn_1 ? late_negated_0 : negated;
    assign bank_1_write_data = write_load_1 ? loaded_out_data : adder_1_sum;
    assign adder_2_a = late_turn_2 ? late_data_2 : bank_2_read_data;
    assign adder_2_b = late_turn_2 ? late_negated_0 : negated;
    assign bank_2_write_data = write_load_2 ? loaded_out_data : adder_2_sum;

    always @(posedge clock) begin
        // Late banks: all a cycle later.
        late_negated_0 <= negated;
    end

    assign bank_3_write_data = write_load_3 ? late_loaded_0 : adder_0_sum;
    assign bank_4_write_data = write_load_4 ? late_loaded_0 : adder_1_sum;
    assign bank_5_write_data = write_load_5 ? late_loaded_0 : adder_2_sum;

    always @(posedge clock) begin
        negated <= gradient ^ SIGNS;
        moving_0 <= move_bank_0;
        moving_1 <= move_bank_1;
        moving_2 <= move_bank_2;
        moving_3 <= move_bank_3;
        moving_4 <= move_bank_4;
        moving_5 <= move_bank_5;
        late_loaded_0 <= loaded_out_data;
        late_data_0 <= bank_3_read_data;
        late_read_0 <= read_3 & ~move_bank_3;
        late_turn_0 <= late_read_0;
        late_data_1 <= bank_4_read_data;
        late_read_1 <= read_4 & ~move_bank_4;
        late_turn_1 <= late_read_1;
        late_data_2 <= bank_5_read_data;
        late_read_2 <= read_5 & ~move_bank_5;
        late_turn_2 <= late_read_2;
    end

endmodule

`default_nettype wire
