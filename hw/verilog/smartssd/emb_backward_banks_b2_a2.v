// Sixteen elements of the EVs of the backward banks: a read and a write of every bank a cycle, and adders
// that subtract the gradient, one for a bank or one for two. Six cycles from read to write, seven for a bank
// that is second at its adder; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_backward_banks_b2_a2 (
    input  wire         clock,
    input  wire         read_0,
    input  wire         read_1,
    input  wire [9:0]   read_slot_0,
    input  wire [9:0]   read_slot_1,
    input  wire [511:0] gradient,
    input  wire         move_bank_0,
    input  wire         move_bank_1,
    output wire [511:0] moved,
    input  wire [511:0] load_data,
    input  wire         write_0,
    input  wire         write_1,
    input  wire [9:0]   write_slot_0,
    input  wire [9:0]   write_slot_1,
    input  wire         write_load_0,
    input  wire         write_load_1
);

    localparam [511:0] SIGNS = 512'h80000000800000008000000080000000800000008000000080000000800000008000000080000000800000008000000080000000800000008000000080000000;

    reg [511:0] negated = 512'd0;
    reg moving_0 = 1'b0;
    reg moving_1 = 1'b0;

    wire [511:0] bank_0_write_data;
    wire [511:0] bank_0_read_data;
    wire [511:0] bank_1_write_data;
    wire [511:0] bank_1_read_data;
    wire [511:0] adder_0_sum;
    wire [511:0] adder_1_sum;
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

    emb_fp32_vector_add u_adder_0 (
        .clock(clock),
        .a(bank_0_read_data),
        .b(negated),
        .sum(adder_0_sum)
    );

    emb_fp32_vector_add u_adder_1 (
        .clock(clock),
        .a(bank_1_read_data),
        .b(negated),
        .sum(adder_1_sum)
    );

    emb_delay #(.WIDTH(512), .STAGES(6)) u_loaded (
        .clock(clock),
        .in_data(load_data),
        .out_data(loaded_out_data)
    );

    assign moved =
        moving_1 ? bank_1_read_data :
        moving_0 ? bank_0_read_data :
        512'd0;

    assign bank_0_write_data = write_load_0 ? loaded_out_data : adder_0_sum;
    assign bank_1_write_data = write_load_1 ? loaded_out_data : adder_1_sum;

    always @(posedge clock) begin
        negated <= gradient ^ SIGNS;
        moving_0 <= move_bank_0;
        moving_1 <= move_bank_1;
    end

endmodule

`default_nettype wire
