// Lines asked for in order, answered by several ports in any order, handed on in order. Two cycles from the
// oldest answer; a line a cycle; stalls requests when 64 lines are on their way or waiting.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module reorder_buffer_p4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address,
    input  wire         in_valid,
    output wire         in_ready,
    output wire [63:0]  request_address,
    output wire [5:0]   request_slot,
    output wire         request_valid,
    input  wire         request_ready,
    input  wire         answer_valid_0,
    input  wire         answer_valid_1,
    input  wire         answer_valid_2,
    input  wire         answer_valid_3,
    output wire         answer_ready_0,
    output wire         answer_ready_1,
    output wire         answer_ready_2,
    output wire         answer_ready_3,
    input  wire [5:0]   answer_slot_0,
    input  wire [5:0]   answer_slot_1,
    input  wire [5:0]   answer_slot_2,
    input  wire [5:0]   answer_slot_3,
    input  wire [511:0] answer_data_0,
    input  wire [511:0] answer_data_1,
    input  wire [511:0] answer_data_2,
    input  wire [511:0] answer_data_3,
    input  wire         answer_error_0,
    input  wire         answer_error_1,
    input  wire         answer_error_2,
    input  wire         answer_error_3,
    output wire [511:0] line_data,
    output wire         line_valid,
    input  wire         line_ready,
    output wire         fault,
    output wire [63:0]  fault_address
);

    localparam [63:0] ONE = 64'd1;
    localparam [6:0] SLOTS = 7'd64;

    reg [5:0] head = 6'd0;
    reg [5:0] tail = 6'd0;
    reg [6:0] used = 7'd0;
    reg [63:0] filled = 64'd0;
    reg out_full = 1'b0;

    wire room;
    wire asked;
    wire read;
    wire [3:0] answered_0;
    wire [3:0] answered_1;
    wire [3:0] answered_2;
    wire [3:0] answered_3;
    reg fill;
    reg [5:0] fill_slot;
    reg [511:0] fill_data;
    reg fill_error;
    reg [63:0] fill_bit;
    wire [63:0] head_bit;
    wire [3:0] arbiter_grant;

    round_robin_4 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(answered_3),
        .advance(1'b1),
        .grant(arbiter_grant)
    );

    block_ram_w512_d64 u_lines (
        .clock(clock),
        .write_enable(fill),
        .write_address(fill_slot),
        .write_data(fill_data),
        .read_enable(read),
        .read_address(head),
        .read_data(line_data)
    );

    lut_ram_w64_d64 u_addresses (
        .clock(clock),
        .write_enable(asked),
        .write_address(tail),
        .write_data(in_address),
        .read_address(fill_slot),
        .read_data(fault_address)
    );

    always @(posedge clock) begin
        out_full <= read | (out_full & ~line_ready);
        if (asked) begin
            tail <= tail + 6'd1;
        end
        filled <= filled | fill_bit;
        if (read) begin
            head <= head + 6'd1;
            filled <= (filled & ~head_bit) | fill_bit;
        end
        if (asked & ~read) begin
            used <= used + 7'd1;
        end
        if (read & ~asked) begin
            used <= used - 7'd1;
        end
        if (reset) begin
            head <= 6'd0;
            tail <= 6'd0;
            used <= 7'd0;
            filled <= 64'd0;
            out_full <= 1'b0;
        end
    end

    // Requests: a slot each, in order.
    assign room = used != SLOTS;
    assign request_valid = in_valid & room;
    assign request_address = in_address;
    assign request_slot = tail;
    assign in_ready = request_ready & room;
    assign asked = in_valid & request_ready & room;

    // Answers: one port a cycle.
    assign answered_0 = {3'd0, answer_valid_0};
    assign answered_1 = {answered_0[3:2], answer_valid_1, answered_0[0]};
    assign answered_2 = {answered_1[3], answer_valid_2, answered_1[1:0]};
    assign answered_3 = {answer_valid_3, answered_2[2:0]};

    always @* begin
        fill = 1'b0;
        fill_slot = 6'd0;
        fill_data = 512'd0;
        fill_error = 1'b0;
        if (arbiter_grant[0]) begin
            fill = 1'b1;
            fill_slot = answer_slot_0;
            fill_data = answer_data_0;
            fill_error = answer_error_0;
        end
        if (arbiter_grant[1]) begin
            fill = 1'b1;
            fill_slot = answer_slot_1;
            fill_data = answer_data_1;
            fill_error = answer_error_1;
        end
        if (arbiter_grant[2]) begin
            fill = 1'b1;
            fill_slot = answer_slot_2;
            fill_data = answer_data_2;
            fill_error = answer_error_2;
        end
        if (arbiter_grant[3]) begin
            fill = 1'b1;
            fill_slot = answer_slot_3;
            fill_data = answer_data_3;
            fill_error = answer_error_3;
        end
    end

    assign answer_ready_0 = arbiter_grant[0];
    assign answer_ready_1 = arbiter_grant[1];
    assign answer_ready_2 = arbiter_grant[2];
    assign answer_ready_3 = arbiter_grant[3];
    assign fault = fill_error;

    always @* begin
        // Lines: the oldest, once it is filled.
        fill_bit = 64'd0;
        if (fill) begin
            fill_bit = ONE << fill_slot;
        end
    end

    assign head_bit = ONE << head;
    assign read = (|(filled & head_bit)) & (~out_full | line_ready);
    assign line_valid = out_full;

    // Bits that the design does not need.
    wire _unused = &{
        answered_0[1],
        answered_1[2],
        answered_2[3],
        1'b0
    };

endmodule

`default_nettype wire
