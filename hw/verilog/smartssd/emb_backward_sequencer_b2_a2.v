// Takes the words of the backward program, loads and moves, and drives the backward banks with them. A word a
// cycle; a word waits for counters, for its gradient, for a bank that is loaded or moved out of, and for a
// slot that is being updated or an adder that two banks share.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_backward_sequencer_b2_a2 (
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
    input  wire [9:0]   load_slot,
    input  wire         move_bank_0,
    input  wire         move_bank_1,
    input  wire [9:0]   move_slot,
    output wire         read_0,
    output wire         read_1,
    output wire [9:0]   read_slot_0,
    output wire [9:0]   read_slot_1,
    output wire         write_0,
    output wire         write_1,
    output wire [9:0]   write_slot_0,
    output wire [9:0]   write_slot_1,
    output wire         write_load_0,
    output wire         write_load_1,
    output wire         idle
);

    reg [2:0] under_way = 3'd0;
    reg [31:0] counted = 32'd0;

    wire [127:0] operand_0;
    wire [127:0] operand_1;
    wire used_0;
    wire used_1;
    wire [9:0] slot_0;
    wire [9:0] slot_1;
    wire [9:0] taken_slot_0;
    wire [9:0] taken_slot_1;
    wire update_0;
    wire update_1;
    wire is_wait;
    wire reached;
    wire port_taken;
    wire conflict;
    wire fine;
    wire issue;
    wire written;
    wire pipeline_0_busy;
    wire pipeline_1_busy;
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
    assign bad_bank = word_valid & ~is_wait & (|{22'd0, word[87:22]});
    assign starved = word_valid & ~is_wait & ~gradient_valid;
    assign port_taken = (used_0 & (load_0 | move_bank_0)) | (used_1 & (load_1 | move_bank_1));
    assign conflict = (used_0 & pipeline_0_busy) | (used_1 & pipeline_1_busy);
    assign operand_0 = word;
    assign used_0 = operand_0[10];
    assign slot_0 = operand_0[9:0];
    assign operand_1 = {11'd0, word[127:11]};
    assign used_1 = operand_1[10];
    assign slot_1 = operand_1[9:0];
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

    // A word is done when it is written: in a late bank a cycle later, which who waits for it spends on the wait.
    assign issued_in_data = issue;
    assign idle = ~(|under_way);
    assign done = counted;

    // Bits that the design does not need.
    wire _unused = &{
        operand_0[127:11],
        operand_1[127:11],
        1'b0
    };

endmodule

`default_nettype wire
