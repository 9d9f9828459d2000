// Takes the words of the forward program and drives the forward banks with them. A word a cycle; a word waits
// for counters, for a port that writes, for the sum that it adds to, and for room for its output.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_forward_sequencer_b2 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [255:0] word,
    input  wire         word_valid,
    output wire         word_ready,
    input  wire [31:0]  loads,
    input  wire [31:0]  backward,
    input  wire [31:0]  moves,
    output wire [31:0]  done,
    output wire         waiting,
    output wire         bad_bank,
    output wire         bad_bag,
    output wire         hazard,
    input  wire [31:0]  bags,
    input  wire         writing_0,
    input  wire         writing_1,
    input  wire [9:0]   writing_slot,
    output wire [9:0]   slot_a_0,
    output wire [9:0]   slot_a_1,
    output wire [9:0]   slot_b_0,
    output wire [9:0]   slot_b_1,
    output wire         use_a_0,
    output wire         use_a_1,
    output wire         use_b_0,
    output wire         use_b_1,
    output wire [2:0]   sum_read,
    output wire         sum_first,
    output wire         sum_keep,
    output wire [2:0]   sum_write,
    output wire         sum_push,
    output wire [51:0]  output_target,
    input  wire         output_taken,
    output wire         idle
);

    localparam [5:0] LIMIT = 6'd32;

    reg [5:0] open = 6'd0;
    reg [31:0] counted = 32'd0;
    reg [3:0] recent_0 = 4'd0;
    reg [3:0] recent_1 = 4'd0;
    reg [3:0] recent_2 = 4'd0;
    reg [3:0] recent_3 = 4'd0;
    reg [3:0] recent_4 = 4'd0;

    wire [255:0] operand_a_0;
    wire [255:0] operand_a_1;
    wire [255:0] operand_b_0;
    wire [255:0] operand_b_1;
    wire [2:0] accumulator;
    wire [3:0] entry;
    wire first;
    wire last;
    wire is_wait;
    wire reached;
    wire port_taken;
    wire conflict;
    wire room;
    wire fine;
    wire issue;
    wire [19:0] bag;
    wire ends;
    wire [5:0] along_in_data;
    wire [5:0] along_out_data;
    wire [5:0] summing_out_data;
    wire targets_in_ready;
    wire targets_out_valid;

    emb_delay #(.WIDTH(6), .STAGES(21)) u_along (
        .clock(clock),
        .in_data(along_in_data),
        .out_data(along_out_data)
    );

    emb_delay #(.WIDTH(6), .STAGES(5)) u_summing (
        .clock(clock),
        .in_data(along_out_data),
        .out_data(summing_out_data)
    );

    emb_fifo #(.WIDTH(52), .LOG_DEPTH(5)) u_targets (
        .clock(clock),
        .reset(reset),
        .in_data({word[207:176], bag}),
        .in_valid(ends),
        .in_ready(targets_in_ready),
        .out_data(output_target),
        .out_valid(targets_out_valid),
        .out_ready(output_taken)
    );

    always @(posedge clock) begin
        if (ends & ~output_taken) begin
            open <= open + 6'd1;
        end
        if (output_taken & ~ends) begin
            open <= open - 6'd1;
        end
        if (reset) begin
            open <= 6'd0;
        end
    end

    always @(posedge clock) begin
        if (issue) begin
            counted <= counted + 32'd1;
        end
        if (start) begin
            counted <= 32'd0;
        end
    end

    // A wait.
    assign is_wait = word[255];
    assign reached = (loads >= word[31:0]) & (backward >= word[63:32]) & (moves >= word[95:64]);
    assign waiting = word_valid & is_wait & ~reached;

    // What a word needs.
    assign accumulator = word[230:228];
    assign first = word[231];
    assign last = word[232];
    assign bag = word[227:208];
    assign bad_bank = word_valid & ~is_wait & (|{44'd0, word[175:44]});
    assign bad_bag = word_valid & ~is_wait & last & ({12'd0, bag} >= bags);

    assign port_taken =
        (operand_b_0[10] & writing_0) |
        (operand_a_0[10] & writing_0 & (operand_a_0[9:0] == writing_slot)) |
        (operand_b_1[10] & writing_1) |
        (operand_a_1[10] & writing_1 & (operand_a_1[9:0] == writing_slot));

    assign operand_a_0 = word;
    assign operand_b_0 = {11'd0, word[255:11]};
    assign operand_a_1 = {22'd0, word[255:22]};
    assign operand_b_1 = {33'd0, word[255:33]};
    assign entry = {1'b1, accumulator};

    assign conflict =
        ((recent_4 == entry) | (recent_3 == entry) | (recent_2 == entry) | (recent_1 == entry)) ? ~first :
        ~first & (recent_0 == entry);

    assign room = ~last | (open != LIMIT);
    assign fine = word_valid & ~is_wait & ~bad_bank & ~bad_bag & ~port_taken & room;
    assign hazard = fine & conflict;
    assign issue = fine & ~conflict;
    assign word_ready = issue | (is_wait & reached);
    assign slot_a_0 = operand_a_0[9:0];
    assign slot_b_0 = operand_b_0[9:0];
    assign use_a_0 = issue & operand_a_0[10];
    assign use_b_0 = issue & operand_b_0[10];
    assign slot_a_1 = operand_a_1[9:0];
    assign slot_b_1 = operand_b_1[9:0];
    assign use_a_1 = issue & operand_a_1[10];
    assign use_b_1 = issue & operand_b_1[10];

    always @(posedge clock) begin
        recent_0 <= 4'd0;
        if (issue & ~last) begin
            recent_0 <= entry;
        end
        if (reset) begin
            recent_0 <= 4'd0;
        end
    end

    always @(posedge clock) begin
        recent_1 <= recent_0;
        if (reset) begin
            recent_1 <= 4'd0;
        end
    end

    always @(posedge clock) begin
        recent_2 <= recent_1;
        if (reset) begin
            recent_2 <= 4'd0;
        end
    end

    always @(posedge clock) begin
        recent_3 <= recent_2;
        if (reset) begin
            recent_3 <= 4'd0;
        end
    end

    always @(posedge clock) begin
        recent_4 <= recent_3;
        if (reset) begin
            recent_4 <= 4'd0;
        end
    end

    // Its sum: when the operands are added up, and when they are added to the bag.
    assign along_in_data[2:0] = accumulator;
    assign along_in_data[5:3] = issue ? {1'b1, word[232:231]} : 3'd0;
    assign sum_read = along_out_data[2:0];
    assign sum_first = along_out_data[3];
    assign sum_write = summing_out_data[2:0];
    assign sum_keep = summing_out_data[5] & ~summing_out_data[4];
    assign sum_push = summing_out_data[5] & summing_out_data[4];

    // Outputs, from their last words to when they are taken.
    assign ends = issue & last;
    assign idle = ~(|open);
    assign done = counted;

    // Bits that the design does not need.
    wire _unused = &{
        operand_a_0[255:11],
        operand_a_1[255:11],
        operand_b_0[255:11],
        operand_b_1[255:11],
        summing_out_data[3],
        targets_in_ready,
        targets_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
