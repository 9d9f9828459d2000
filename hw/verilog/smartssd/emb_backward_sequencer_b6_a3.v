// Takes the words of the backward program, loads and moves, and drives the backward banks with them. A word a
// cycle; a word waits for counters, for its gradient, for a bank that is loaded or moved out of, and for a
// slot that is being updated or an adder that two banks share.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_backward_sequencer_b6_a3 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [127:0] word,
    input  wire         word_valid,
    output wire         word_ready,
    input  wire [31:0]  loads,
    input  wire [31:0]  forward,
    input  wire [31:0]  moves,
    output wire [31:0]  done,
    output wire         waiting,
    output wire         starved,
    output wire         bad_bank,
    output wire         hazard,
    input  wire         gradient_valid,
    output wire         gradient_taken,
    input  wire         load_0,
    input  wire         load_1,
    input  wire         load_2,
    input  wire         load_3,
    input  wire         load_4,
    input  wire         load_5,
    input  wire [9:0]   load_slot,
    input  wire         move_bank_0,
    input  wire         move_bank_1,
    input  wire         move_bank_2,
    input  wire         move_bank_3,
    input  wire         move_bank_4,
    input  wire         move_bank_5,
    input  wire [9:0]   move_slot,
    output wire         read_0,
    output wire         read_1,
    output wire         read_2,
    output wire         read_3,
    output wire         read_4,
    output wire         read_5,
    output wire [9:0]   read_slot_0,
    output wire [9:0]   read_slot_1,
    output wire [9:0]   read_slot_2,
    output wire [9:0]   read_slot_3,
    output wire [9:0]   read_slot_4,
    output wire [9:0]   read_slot_5,
    output wire         write_0,
    output wire         write_1,
    output wire         write_2,
    output wire         write_3,
    output wire         write_4,
    output wire         write_5,
    output wire [9:0]   write_slot_0,
    output wire [9:0]   write_slot_1,
    output wire [9:0]   write_slot_2,
    output wire [9:0]   write_slot_3,
    output wire [9:0]   write_slot_4,
    output wire [9:0]   write_slot_5,
    output wire         write_load_0,
    output wire         write_load_1,
    output wire         write_load_2,
    output wire         write_load_3,
    output wire         write_load_4,
    output wire         write_load_5,
    output wire         idle
);

    reg late_issued_0 = 1'b0;
    reg late_issued_1 = 1'b0;
    reg late_issued_2 = 1'b0;
    reg [2:0] under_way = 3'd0;
    reg [31:0] counted = 32'd0;

    wire [127:0] operand_0;
    wire [127:0] operand_1;
    wire [127:0] operand_2;
    wire [127:0] operand_3;
    wire [127:0] operand_4;
    wire [127:0] operand_5;
    wire used_0;
    wire used_1;
    wire used_2;
    wire used_3;
    wire used_4;
    wire used_5;
    wire [9:0] slot_0;
    wire [9:0] slot_1;
    wire [9:0] slot_2;
    wire [9:0] slot_3;
    wire [9:0] slot_4;
    wire [9:0] slot_5;
    wire [9:0] taken_slot_0;
    wire [9:0] taken_slot_1;
    wire [9:0] taken_slot_2;
    wire [9:0] taken_slot_3;
    wire [9:0] taken_slot_4;
    wire [9:0] taken_slot_5;
    wire update_0;
    wire update_1;
    wire update_2;
    wire update_3;
    wire update_4;
    wire update_5;
    wire is_wait;
    wire reached;
    wire port_taken;
    wire conflict;
    wire fine;
    wire issue;
    wire written;
    wire pipeline_0_busy;
    wire pipeline_1_busy;
    wire pipeline_2_busy;
    wire late_pipeline_0_busy;
    wire late_pipeline_1_busy;
    wire late_pipeline_2_busy;
    wire issued_in_data;

    emb_slot_pipeline_l6 u_pipeline_0 (
        .clock(clock),
        .reset(reset),
        .asked(slot_0),
        .busy(pipeline_0_busy),
        .slot(taken_slot_0),
        .update(update_0),
        .load(load_0),
        .write_slot(write_slot_0),
        .write(write_0),
        .write_load(write_load_0)
    );

    emb_slot_pipeline_l6 u_pipeline_1 (
        .clock(clock),
        .reset(reset),
        .asked(slot_1),
        .busy(pipeline_1_busy),
        .slot(taken_slot_1),
        .update(update_1),
        .load(load_1),
        .write_slot(write_slot_1),
        .write(write_1),
        .write_load(write_load_1)
    );

    emb_slot_pipeline_l6 u_pipeline_2 (
        .clock(clock),
        .reset(reset),
        .asked(slot_2),
        .busy(pipeline_2_busy),
        .slot(taken_slot_2),
        .update(update_2),
        .load(load_2),
        .write_slot(write_slot_2),
        .write(write_2),
        .write_load(write_load_2)
    );

    emb_slot_pipeline_l7 u_late_pipeline_0 (
        .clock(clock),
        .reset(reset),
        .asked(slot_3),
        .busy(late_pipeline_0_busy),
        .slot(taken_slot_3),
        .update(update_3),
        .load(load_3),
        .write_slot(write_slot_3),
        .write(write_3),
        .write_load(write_load_3)
    );

    emb_slot_pipeline_l7 u_late_pipeline_1 (
        .clock(clock),
        .reset(reset),
        .asked(slot_4),
        .busy(late_pipeline_1_busy),
        .slot(taken_slot_4),
        .update(update_4),
        .load(load_4),
        .write_slot(write_slot_4),
        .write(write_4),
        .write_load(write_load_4)
    );

    emb_slot_pipeline_l7 u_late_pipeline_2 (
        .clock(clock),
        .reset(reset),
        .asked(slot_5),
        .busy(late_pipeline_2_busy),
        .slot(taken_slot_5),
        .update(update_5),
        .load(load_5),
        .write_slot(write_slot_5),
        .write(write_5),
        .write_load(write_load_5)
    );

    emb_delay #(.WIDTH(1), .STAGES(6)) u_issued (
        .clock(clock),
        .in_data(issued_in_data),
        .out_data(written)
    );

    always @(posedge clock) begin
        if (issue & ~written) begin
            under_way <= under_way + 3'd1;
        end
        if (written & ~issue) begin
            under_way <= under_way - 3'd1;
        end
        if (reset) begin
            under_way <= 3'd0;
        end
    end

    always @(posedge clock) begin
        if (written) begin
            counted <= counted + 32'd1;
        end
        if (start) begin
            counted <= 32'd0;
        end
    end

    // A wait.
    assign is_wait = word[127];
    assign reached = (loads >= word[31:0]) & (forward >= word[63:32]) & (moves >= word[95:64]);
    assign waiting = word_valid & is_wait & ~reached;

    // What a word needs.
    assign bad_bank = word_valid & ~is_wait & (|{66'd0, word[87:66]});
    assign starved = word_valid & ~is_wait & ~gradient_valid;

    assign port_taken =
        (used_0 & (load_0 | move_bank_0)) |
        (used_1 & (load_1 | move_bank_1)) |
        (used_2 & (load_2 | move_bank_2)) |
        (used_3 & (load_3 | move_bank_3)) |
        (used_4 & (load_4 | move_bank_4)) |
        (used_5 & (load_5 | move_bank_5));

    assign conflict =
        (used_0 & pipeline_0_busy) |
        (used_1 & pipeline_1_busy) |
        (used_2 & pipeline_2_busy) |
        (used_3 & late_pipeline_0_busy) |
        (used_0 & late_issued_0) |
        (used_4 & late_pipeline_1_busy) |
        (used_1 & late_issued_1) |
        (used_5 & late_pipeline_2_busy) |
        (used_2 & late_issued_2);

    assign operand_0 = word;
    assign used_0 = operand_0[10];
    assign slot_0 = operand_0[9:0];
    assign operand_1 = {11'd0, word[127:11]};
    assign used_1 = operand_1[10];
    assign slot_1 = operand_1[9:0];
    assign operand_2 = {22'd0, word[127:22]};
    assign used_2 = operand_2[10];
    assign slot_2 = operand_2[9:0];
    assign operand_3 = {33'd0, word[127:33]};
    assign used_3 = operand_3[10];
    assign slot_3 = operand_3[9:0];
    assign operand_4 = {44'd0, word[127:44]};
    assign used_4 = operand_4[10];
    assign slot_4 = operand_4[9:0];
    assign operand_5 = {55'd0, word[127:55]};
    assign used_5 = operand_5[10];
    assign slot_5 = operand_5[9:0];
    assign fine = word_valid & ~is_wait & ~bad_bank & gradient_valid & ~port_taken;
    assign hazard = fine & conflict;
    assign issue = fine & ~conflict;
    assign word_ready = issue | (is_wait & reached);
    assign gradient_taken = issue & word[88];
    assign update_0 = issue & used_0;
    assign taken_slot_0 = load_0 ? load_slot : slot_0;
    assign read_0 = update_0 | move_bank_0;
    assign read_slot_0 = move_bank_0 ? move_slot : slot_0;
    assign update_1 = issue & used_1;
    assign taken_slot_1 = load_1 ? load_slot : slot_1;
    assign read_1 = update_1 | move_bank_1;
    assign read_slot_1 = move_bank_1 ? move_slot : slot_1;
    assign update_2 = issue & used_2;
    assign taken_slot_2 = load_2 ? load_slot : slot_2;
    assign read_2 = update_2 | move_bank_2;
    assign read_slot_2 = move_bank_2 ? move_slot : slot_2;
    assign update_3 = issue & used_3;
    assign taken_slot_3 = load_3 ? load_slot : slot_3;
    assign read_3 = update_3 | move_bank_3;
    assign read_slot_3 = move_bank_3 ? move_slot : slot_3;
    assign update_4 = issue & used_4;
    assign taken_slot_4 = load_4 ? load_slot : slot_4;
    assign read_4 = update_4 | move_bank_4;
    assign read_slot_4 = move_bank_4 ? move_slot : slot_4;
    assign update_5 = issue & used_5;
    assign taken_slot_5 = load_5 ? load_slot : slot_5;
    assign read_5 = update_5 | move_bank_5;
    assign read_slot_5 = move_bank_5 ? move_slot : slot_5;

    // A word is done when it is written: in a late bank a cycle later, which who waits for it spends on the wait.
    assign issued_in_data = issue;
    assign idle = ~(|under_way);
    assign done = counted;

    always @(posedge clock) begin
        late_issued_0 <= update_3 & ~reset;
        late_issued_1 <= update_4 & ~reset;
        late_issued_2 <= update_5 & ~reset;
    end

    // Bits that the design does not need.
    wire _unused = &{
        operand_0[127:11],
        operand_1[127:11],
        operand_2[127:11],
        operand_3[127:11],
        operand_4[127:11],
        operand_5[127:11],
        1'b0
    };

endmodule

`default_nettype wire
