// Sixteen elements of the embedding kernel: the banks of both sides, their adders, and the queues between
// them and memory. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_kernel_slice_b2_a2 (
    input  wire         clock,
    input  wire         reset,
    input  wire         drop_inputs,
    input  wire [511:0] load_beat,
    input  wire         load_push,
    output wire         load_valid,
    input  wire         load_pop,
    input  wire [511:0] gradient_beat,
    input  wire         gradient_push,
    output wire         gradient_valid,
    input  wire         gradient_pop,
    input  wire         move_push,
    output wire         move_valid,
    output wire [511:0] moved,
    input  wire         move_pop,
    input  wire         output_push,
    output wire         output_valid,
    output wire [511:0] result,
    input  wire         output_pop,
    input  wire [9:0]   slot_a_0,
    input  wire [9:0]   slot_a_1,
    input  wire [9:0]   slot_b_0,
    input  wire [9:0]   slot_b_1,
    input  wire         use_a_0,
    input  wire         use_a_1,
    input  wire         use_b_0,
    input  wire         use_b_1,
    input  wire         forward_load_0,
    input  wire         forward_load_1,
    input  wire [9:0]   load_slot,
    input  wire         copy_0,
    input  wire         copy_1,
    input  wire         copies,
    input  wire [9:0]   copy_slot,
    input  wire [2:0]   sum_read,
    input  wire         sum_first,
    input  wire         sum_keep,
    input  wire [2:0]   sum_write,
    input  wire         read_0,
    input  wire         read_1,
    input  wire [9:0]   read_slot_0,
    input  wire [9:0]   read_slot_1,
    input  wire         move_bank_0,
    input  wire         move_bank_1,
    input  wire         write_0,
    input  wire         write_1,
    input  wire [9:0]   write_slot_0,
    input  wire [9:0]   write_slot_1,
    input  wire         write_load_0,
    input  wire         write_load_1
);

    wire forward_write_0;
    wire forward_write_1;
    wire [9:0] forward_write_slot;
    wire [511:0] forward_write_data;
    wire [511:0] forward_sum;
    wire [511:0] backward_moved;
    wire loads_reset;
    wire [511:0] loads_in_data;
    wire loads_in_ready;
    wire [511:0] loads_out_data;
    wire gradients_reset;
    wire gradients_in_ready;
    wire [511:0] gradients_out_data;
    wire moves_in_ready;
    wire outputs_in_ready;

    emb_forward_banks_b2 u_forward (
        .clock(clock),
        .slot_a_0(slot_a_0),
        .slot_a_1(slot_a_1),
        .slot_b_0(slot_b_0),
        .slot_b_1(slot_b_1),
        .use_a_0(use_a_0),
        .use_a_1(use_a_1),
        .use_b_0(use_b_0),
        .use_b_1(use_b_1),
        .write_0(forward_write_0),
        .write_1(forward_write_1),
        .write_slot(forward_write_slot),
        .write_data(forward_write_data),
        .sum_read(sum_read),
        .sum_first(sum_first),
        .sum_keep(sum_keep),
        .sum_write(sum_write),
        .sum(forward_sum)
    );

    emb_backward_banks_b2_a2 u_backward (
        .clock(clock),
        .read_0(read_0),
        .read_1(read_1),
        .read_slot_0(read_slot_0),
        .read_slot_1(read_slot_1),
        .gradient(gradients_out_data),
        .move_bank_0(move_bank_0),
        .move_bank_1(move_bank_1),
        .moved(backward_moved),
        .load_data(loads_out_data),
        .write_0(write_0),
        .write_1(write_1),
        .write_slot_0(write_slot_0),
        .write_slot_1(write_slot_1),
        .write_load_0(write_load_0),
        .write_load_1(write_load_1)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(5)) u_loads (
        .clock(clock),
        .reset(loads_reset),
        .in_data(loads_in_data),
        .in_valid(load_push),
        .in_ready(loads_in_ready),
        .out_data(loads_out_data),
        .out_valid(load_valid),
        .out_ready(load_pop)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(5)) u_gradients (
        .clock(clock),
        .reset(gradients_reset),
        .in_data(gradient_beat),
        .in_valid(gradient_push),
        .in_ready(gradients_in_ready),
        .out_data(gradients_out_data),
        .out_valid(gradient_valid),
        .out_ready(gradient_pop)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(5)) u_moves (
        .clock(clock),
        .reset(reset),
        .in_data(backward_moved),
        .in_valid(move_push),
        .in_ready(moves_in_ready),
        .out_data(moved),
        .out_valid(move_valid),
        .out_ready(move_pop)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(5)) u_outputs (
        .clock(clock),
        .reset(reset),
        .in_data(forward_sum),
        .in_valid(output_push),
        .in_ready(outputs_in_ready),
        .out_data(result),
        .out_valid(output_valid),
        .out_ready(output_pop)
    );

    assign loads_reset = reset | drop_inputs;
    assign gradients_reset = reset | drop_inputs;

    // The queues. Whoever pushes knows that there is room.
    assign loads_in_data = load_beat;
    assign forward_write_slot = copies ? copy_slot : load_slot;
    assign forward_write_data = copies ? moved : loads_out_data;
    assign forward_write_0 = forward_load_0 | copy_0;
    assign forward_write_1 = forward_load_1 | copy_1;

    // Bits that the design does not need.
    wire _unused = &{
        loads_in_ready,
        gradients_in_ready,
        moves_in_ready,
        outputs_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
