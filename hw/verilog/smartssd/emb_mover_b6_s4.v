// Takes EVs from backward banks to forward banks, to the cache, or both. A move a cycle, or a beat a cycle to
// the cache; stalls on waits, and when 32 EVs are under way.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_mover_b6_s4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [127:0] word,
    input  wire         word_valid,
    output wire         word_ready,
    input  wire [31:0]  loads,
    input  wire [31:0]  forward,
    input  wire [31:0]  backward,
    output wire [31:0]  done,
    output wire         waiting,
    output wire         bad_bank,
    output wire         bad_vector,
    output wire         idle,
    input  wire [63:0]  cache_base,
    input  wire [31:0]  cache_vectors,
    output wire         move_bank_0,
    output wire         move_bank_1,
    output wire         move_bank_2,
    output wire         move_bank_3,
    output wire         move_bank_4,
    output wire         move_bank_5,
    output wire [9:0]   move_slot,
    output wire         push,
    input  wire         queue_valid,
    output wire         pop,
    output wire         copy_0,
    output wire         copy_1,
    output wire         copy_2,
    output wire         copy_3,
    output wire         copy_4,
    output wire         copy_5,
    output wire         copies,
    output wire [9:0]   copy_slot,
    output wire         store,
    output wire [63:0]  store_address,
    input  wire         stored
);

    localparam [5:0] LIMIT = 6'd32;
    localparam [7:0] NO_BANKS = 8'd192;
    localparam [7:0] ONE = 8'd1;

    reg [5:0] open = 6'd0;
    reg [31:0] counted = 32'd0;
    reg reading = 1'b0;
    reg copied = 1'b0;

    wire is_wait;
    wire reached;
    wire stores;
    wire [7:0] from_bank;
    wire [7:0] to_bank;
    wire [31:0] number;
    wire issue;
    wire head_stores;
    wire takes;
    wire copying;
    wire [7:0] copy_bank;
    wire targets_in_ready;
    wire [46:0] targets_out_data;
    wire targets_out_valid;

    emb_fifo #(.WIDTH(47), .LOG_DEPTH(5)) u_targets (
        .clock(clock),
        .reset(reset),
        .in_data({word[13], word[14], number, word[28:16]}),
        .in_valid(issue),
        .in_ready(targets_in_ready),
        .out_data(targets_out_data),
        .out_valid(targets_out_valid),
        .out_ready(takes)
    );

    always @(posedge clock) begin
        reading <= issue;
        if (copying) begin
            copied <= 1'b1;
        end
        if (takes) begin
            copied <= 1'b0;
        end
        if (issue & ~takes) begin
            open <= open + 6'd1;
        end
        if (takes & ~issue) begin
            open <= open - 6'd1;
        end
        if (reset) begin
            open <= 6'd0;
            reading <= 1'b0;
            copied <= 1'b0;
        end
    end

    always @(posedge clock) begin
        if (takes) begin
            counted <= counted + 32'd1;
        end
        if (start) begin
            counted <= 32'd0;
        end
    end

    // Read an EV.
    assign is_wait = word[127];
    assign reached = (loads >= word[31:0]) & (forward >= word[63:32]) & (backward >= word[95:64]);
    assign waiting = word_valid & is_wait & ~reached;
    assign stores = word[13];
    assign number = word[63:32];
    assign from_bank = ONE << word[12:10];
    assign to_bank = word[14] ? ONE << word[28:26] : 8'd0;
    assign bad_bank = word_valid & ~is_wait & (|((from_bank | to_bank) & NO_BANKS));
    assign bad_vector = word_valid & ~is_wait & stores & (number >= cache_vectors);
    assign issue = word_valid & ~is_wait & ~bad_bank & ~bad_vector & (open != LIMIT);
    assign word_ready = issue | (is_wait & reached);
    assign move_slot = word[9:0];
    assign move_bank_0 = issue & from_bank[0];
    assign move_bank_1 = issue & from_bank[1];
    assign move_bank_2 = issue & from_bank[2];
    assign move_bank_3 = issue & from_bank[3];
    assign move_bank_4 = issue & from_bank[4];
    assign move_bank_5 = issue & from_bank[5];
    assign push = reading;

    // Hand it on: to a forward bank in its first cycle, to the writer beat by beat.
    assign copying = queue_valid & targets_out_data[45] & ~copied;
    assign copies = copying;
    assign copy_slot = targets_out_data[9:0];
    assign copy_bank = ONE << targets_out_data[12:10];
    assign copy_0 = copying & copy_bank[0];
    assign copy_1 = copying & copy_bank[1];
    assign copy_2 = copying & copy_bank[2];
    assign copy_3 = copying & copy_bank[3];
    assign copy_4 = copying & copy_bank[4];
    assign copy_5 = copying & copy_bank[5];
    assign head_stores = queue_valid & targets_out_data[46];
    assign store = head_stores;
    assign store_address = cache_base + {24'd0, targets_out_data[44:13], 8'd0};
    assign takes = queue_valid & (~head_stores | stored);
    assign pop = takes;
    assign done = counted;
    assign idle = ~(|open);

    // Bits that the design does not need.
    wire _unused = &{
        word[126:96],
        copy_bank[7:6],
        targets_in_ready,
        targets_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
