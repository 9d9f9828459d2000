// Counts the kernel's uses of the first 16,384 EVs of the cache; a load sets a count to 0. A use a cycle, in
// 15 of 16 cycles; stalls a source while four of its uses wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_access_counters (
    input  wire        clock,
    input  wire        reset,
    input  wire [31:0] vector_0,
    input  wire [31:0] vector_1,
    input  wire [31:0] vector_2,
    input  wire        valid_0,
    input  wire        valid_1,
    input  wire        valid_2,
    output wire        ready_0,
    output wire        ready_1,
    output wire        ready_2,
    input  wire [13:0] index,
    output wire [15:0] count
);

    localparam [31:0] LIMIT = 32'h00004000;
    localparam [15:0] MOST = 16'hffff;

    reg [3:0] turn = 4'd0;
    reg looks = 1'b0;
    reg [15:0] seen = 16'd0;
    reg sees_written = 1'b0;
    reg changes = 1'b0;
    reg [13:0] at = 14'd0;
    reg clears = 1'b0;
    reg was_written = 1'b0;
    reg [15:0] written = 16'd0;
    reg writes = 1'b0;
    reg [13:0] written_at = 14'd0;
    reg empties = 1'b0;
    reg [15:0] count_before = 16'd0;

    wire counted_0;
    wire counted_1;
    wire counted_2;
    wire [2:0] wants_0;
    wire [2:0] wants_1;
    wire [2:0] wants_2;
    wire same_0;
    wire same_1;
    wire same_2;
    wire same_written_0;
    wire same_written_1;
    wire same_written_2;
    wire serves_0;
    wire serves_1;
    wire serves_2;
    wire waits;
    wire [13:0] chosen;
    wire look;
    wire changing;
    wire collides;
    wire [15:0] read_count;
    wire [15:0] count_after;
    wire takes;
    wire queues_0_in_valid;
    wire [13:0] queues_0_out_data;
    wire queues_0_out_valid;
    wire queues_1_in_valid;
    wire [13:0] queues_1_out_data;
    wire queues_1_out_valid;
    wire queues_2_in_valid;
    wire [13:0] queues_2_out_data;
    wire queues_2_out_valid;
    wire [2:0] turns_grant;
    wire [3:0] turns_chosen;
    wire counts_a_enable;
    wire [13:0] counts_a_address;
    wire [15:0] counts_a_data;
    wire [15:0] counts_b_data;

    emb_fifo #(.WIDTH(14), .LOG_DEPTH(2)) u_queues_0 (
        .clock(clock),
        .reset(reset),
        .in_data(vector_0[13:0]),
        .in_valid(queues_0_in_valid),
        .in_ready(ready_0),
        .out_data(queues_0_out_data),
        .out_valid(queues_0_out_valid),
        .out_ready(serves_0)
    );

    emb_fifo #(.WIDTH(14), .LOG_DEPTH(2)) u_queues_1 (
        .clock(clock),
        .reset(reset),
        .in_data(vector_1[13:0]),
        .in_valid(queues_1_in_valid),
        .in_ready(ready_1),
        .out_data(queues_1_out_data),
        .out_valid(queues_1_out_valid),
        .out_ready(serves_1)
    );

    emb_fifo #(.WIDTH(14), .LOG_DEPTH(2)) u_queues_2 (
        .clock(clock),
        .reset(reset),
        .in_data(vector_2[13:0]),
        .in_valid(queues_2_in_valid),
        .in_ready(ready_2),
        .out_data(queues_2_out_data),
        .out_valid(queues_2_out_valid),
        .out_ready(serves_2)
    );

    emb_round_robin_3 u_turns (
        .clock(clock),
        .reset(reset),
        .request(wants_2),
        .advance(takes),
        .grant(turns_grant),
        .chosen(turns_chosen)
    );

    emb_dual_port_ram #(.WIDTH(16), .LOG_DEPTH(14)) u_counts (
        .clock(clock),
        .a_enable(counts_a_enable),
        .a_address(counts_a_address),
        .a_data(counts_a_data),
        .b_enable(writes),
        .b_write(writes),
        .b_address(written_at),
        .b_write_data(count_after),
        .b_data(counts_b_data)
    );

    always @(posedge clock) begin
        turn <= turn + 4'd1;
        changes <= takes;
        looks <= look & ~changing;
        if (reset) begin
            turn <= 4'd0;
            looks <= 1'b0;
            changes <= 1'b0;
        end
    end

    always @(posedge clock) begin
        if (looks) begin
            seen <= read_count;
        end
        if (sees_written) begin
            seen <= count_after;
        end
    end

    assign count = sees_written ? count_after : seen;

    always @(posedge clock) begin
        // The count that is looked at; what is written now is seen now.
        sees_written <= changing;
    end

    assign look = ~(|turn);

    // Uses wait for their turn.
    assign chosen =
        turns_grant[2] ? queues_2_out_data :
        turns_grant[1] ? queues_1_out_data :
        turns_grant[0] ? queues_0_out_data :
        14'd0;

    assign counted_0 = vector_0 < LIMIT;
    assign queues_0_in_valid = valid_0 & counted_0;
    assign wants_0 = {2'd0, queues_0_out_valid};
    assign waits = |wants_2;
    assign counted_1 = vector_1 < LIMIT;
    assign queues_1_in_valid = valid_1 & counted_1;
    assign wants_1 = {wants_0[2], queues_1_out_valid, wants_0[0]};
    assign counted_2 = vector_2 < LIMIT;
    assign queues_2_in_valid = valid_2 & counted_2;
    assign wants_2 = {queues_2_out_valid, wants_1[1:0]};

    // Read a count. It cannot be read in the cycle after it was; two cycles after, it is what is written. Heads of queues are compared before one is chosen.
    assign collides =
        look ? writes & (written_at == index) :
        turns_grant[2] ? writes & same_written_2 :
        turns_grant[1] ? writes & same_written_1 :
        writes & same_written_0 & turns_grant[0];

    assign counts_a_address = look ? index : chosen;
    assign same_0 = at == queues_0_out_data;
    assign same_written_0 = written_at == queues_0_out_data;
    assign serves_0 = turns_grant[0] & ~look & ~(changes & same_0);
    assign same_1 = at == queues_1_out_data;
    assign same_written_1 = written_at == queues_1_out_data;
    assign serves_1 = turns_grant[1] & ~look & ~(changes & same_1);
    assign same_2 = at == queues_2_out_data;
    assign same_written_2 = written_at == queues_2_out_data;
    assign serves_2 = turns_grant[2] & ~look & ~(changes & same_2);
    assign takes = serves_0 | serves_1 | serves_2;
    assign changing = look & changes & (at == index);
    assign counts_a_enable = waits | look;

    // What memory gives comes late: it is changed in the next cycle.
    assign read_count = was_written ? written : counts_a_data;

    // Write it back.
    assign count_after =
        empties ? 16'd0 :
        (count_before == MOST) ? MOST :
        count_before + 16'd1;

    always @(posedge clock) begin
        at <= chosen;
        clears <= turns_grant[2];
        was_written <= collides;
        written <= count_after;
        writes <= changes;
        written_at <= at;
        empties <= clears;
        count_before <= read_count;
    end

    // Bits that the design does not need.
    wire _unused = &{
        wants_0[1],
        wants_1[2],
        turns_chosen,
        counts_b_data,
        1'b0
    };

endmodule

`default_nettype wire
