// Computes the addresses of a work item and hands on, line by line, what to read, what to do with it and
// where the result goes. Two cycles; a line a cycle; stalls when one of its four queues is full.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_expander (
    input  wire        clock,
    input  wire        reset,
    input  wire        is_update,
    input  wire [4:0]  lines,
    input  wire        is_stage,
    input  wire        is_accumulation,
    input  wire [63:0] gradient_base,
    input  wire [63:0] result_base,
    input  wire [63:0] rows_first,
    input  wire [63:0] rows_end,
    input  wire [63:0] results_first,
    input  wire [63:0] results_end,
    input  wire        item_valid,
    output wire        item_ready,
    input  wire [63:0] item_table_base,
    input  wire [31:0] item_operand,
    input  wire [31:0] item_segment,
    input  wire [31:0] item_row,
    input  wire [69:0] item_control,
    output wire [63:0] row_address,
    output wire        row_valid,
    input  wire        row_ready,
    output wire [63:0] gradient_address,
    output wire        gradient_valid,
    input  wire        gradient_ready,
    output wire [74:0] control,
    output wire        control_valid,
    input  wire        control_ready,
    output wire [63:0] target_address,
    output wire        target_inside,
    output wire        target_valid,
    input  wire        target_ready,
    output wire        outside,
    output wire [63:0] outside_address,
    output wire        idle
);

    reg fired = 1'b0;
    reg [63:0] left_row = 64'd0;
    reg [63:0] left_target = 64'd0;
    reg row_left = 1'b0;
    reg target_left = 1'b0;
    reg product_full = 1'b0;
    reg [42:0] operand_product = 43'd0;
    reg [42:0] segment_product = 43'd0;
    reg [42:0] row_product = 43'd0;
    reg [63:0] product_table_base = 64'd0;
    reg [69:0] product_control = 70'd0;
    reg sum_full = 1'b0;
    reg [63:0] operand_line = 64'd0;
    reg [63:0] segment_line = 64'd0;
    reg [63:0] row_line = 64'd0;
    reg [69:0] line_control = 70'd0;
    reg [4:0] line = 5'd0;

    wire [63:0] operand_base;
    wire [4:0] next_line;
    wire fire;
    wire ends;
    wire sum_free;
    wire product_free;
    wire first;
    wire last;
    wire empty;
    wire [63:0] row_at;
    wire [63:0] target_at;
    wire wants_row;
    wire without;
    wire from_memory;
    wire [10:0] flags;
    wire row_bound_inside;
    wire [42:0] operand_offset_offset;
    wire [42:0] segment_offset_offset;
    wire [42:0] row_offset_offset;

    emb_region_bound u_row_bound (
        .address(row_at),
        .first(rows_first),
        .end_(rows_end),
        .inside_(row_bound_inside)
    );

    emb_region_bound u_target_bound (
        .address(target_at),
        .first(results_first),
        .end_(results_end),
        .inside_(target_inside)
    );

    emb_line_multiplier u_operand_offset (
        .index(item_operand),
        .lines(lines),
        .offset(operand_offset_offset)
    );

    emb_line_multiplier u_segment_offset (
        .index(item_segment),
        .lines(lines),
        .offset(segment_offset_offset)
    );

    emb_line_multiplier u_row_offset (
        .index(item_row),
        .lines(lines),
        .offset(row_offset_offset)
    );

    always @(posedge clock) begin
        if (fire) begin
            operand_line <= operand_line + 64'd64;
            segment_line <= segment_line + 64'd64;
            row_line <= row_line + 64'd64;
            line <= next_line;
            if (ends) begin
                sum_full <= 1'b0;
            end
        end
        // What lay outside is reported, from registers: which of the two it was is known late.
        fired <= fire;
        if (product_full & sum_free) begin
            sum_full <= 1'b1;
            operand_line <= operand_base + {21'd0, operand_product};
            segment_line <= result_base + {21'd0, segment_product};
            row_line <= product_table_base + {21'd0, row_product};
            line_control <= product_control;
            line <= 5'd0;
        end
        if (product_free) begin
            product_full <= item_valid;
            operand_product <= operand_offset_offset;
            segment_product <= segment_offset_offset;
            row_product <= row_offset_offset;
            product_table_base <= item_table_base;
            product_control <= item_control;
        end
        if (reset) begin
            product_full <= 1'b0;
            sum_full <= 1'b0;
            fired <= 1'b0;
        end
    end

    // Stage 3: a line a cycle, when all four queues have room.
    assign first = line_control[0];
    assign last = line_control[1];
    assign empty = line_control[2];
    assign row_at = is_update ? row_line : operand_line;
    assign row_address = row_at;
    assign wants_row = is_update ? first & ~is_accumulation : ~empty;

    // Without its row, a lookup adds nothing, and an update starts from nothing: what comes of it is not used.
    assign from_memory = wants_row & is_update & row_bound_inside;
    assign without = empty | (~is_update & ~row_bound_inside);
    assign gradient_address = operand_line;
    assign fire = sum_full & row_ready & gradient_ready & control_ready & target_ready;
    assign next_line = line + 5'd1;
    assign ends = next_line == lines;
    assign row_valid = fire & wants_row & row_bound_inside;
    assign gradient_valid = fire & is_update & ~empty;
    assign flags = {from_memory, without, last, first, line_control[69:67], line[3:0]};
    assign control = {line_control[66:3], flags};
    assign control_valid = fire;
    assign target_at = (is_update & ~is_stage) ? row_line : segment_line;
    assign target_address = target_at;
    assign target_valid = fire & last;
    assign outside = fired & (row_left | target_left);
    assign outside_address = row_left ? left_row : left_target;

    // Stage 2: bases are added.
    assign sum_free = ~sum_full | (fire & ends);
    assign operand_base = is_update ? gradient_base : product_table_base;

    // Stage 1: vector numbers become byte offsets.
    assign product_free = ~product_full | sum_free;
    assign item_ready = product_free;
    assign idle = ~product_full & ~sum_full;

    always @(posedge clock) begin
        left_row <= row_at;
        left_target <= target_at;
        row_left <= wants_row & ~row_bound_inside;
        target_left <= last & ~target_inside;
    end

endmodule

`default_nettype wire
