// Keeps lines of rows that a lookup asks for again, and hands all lines on in the order in which they were
// asked for. One cycle to the reader, none back; a line a cycle; stalls when 512 lines wait for their turn,
// and with the reader.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_row_cache_d512 (
    input  wire         clock,
    input  wire         reset,
    input  wire         enable,
    input  wire         forget,
    input  wire [63:0]  in_address,
    input  wire         in_valid,
    output wire         in_ready,
    output wire [63:0]  read_address,
    output wire         read_valid,
    input  wire         read_ready,
    input  wire [511:0] line,
    input  wire         line_valid,
    output wire         line_ready,
    output wire [511:0] out_line,
    output wire         out_valid,
    input  wire         out_ready,
    output wire         hit
);

    reg [63:0] head = 64'd0;
    reg [39:0] held = 40'd0;
    reg [63:0] second = 64'd0;
    reg has_head = 1'b0;
    reg has_second = 1'b0;
    reg [7:0] job = 8'd0;
    reg enabled = 1'b0;
    reg empties = 1'b0;
    reg [8:0] emptied = 9'd0;
    reg [8:0] former_slot = 9'd0;
    reg former_keeps = 1'b0;
    reg has_turn = 1'b0;
    reg turn_kept = 1'b0;
    reg turn_keeps = 1'b0;
    reg [8:0] turn_slot = 9'd0;
    reg was_hit = 1'b0;

    wire [63:0] coming;
    wire [8:0] coming_slot;
    wire moves;
    wire [8:0] slot;
    wire [39:0] wanted;
    wire works;
    wire kept;
    wire keeps;
    wire goes;
    wire follows;
    wire next_kept;
    wire [8:0] next_slot;
    wire too_early;
    wire here;
    wire leaves;
    wire frees;
    wire advances;
    wire fills;
    wire entries_write_enable;
    wire [8:0] entries_write_address;
    wire [39:0] entries_write_data;
    wire [39:0] entries_read_data;
    wire order_in_ready;
    wire [14:0] order_out_data;
    wire order_out_valid;
    wire [511:0] lines_read_data;

    emb_lut_ram #(.WIDTH(40), .LOG_DEPTH(9)) u_entries (
        .clock(clock),
        .write_enable(entries_write_enable),
        .write_address(entries_write_address),
        .write_data(entries_write_data),
        .read_address(coming_slot),
        .read_data(entries_read_data)
    );

    emb_block_fifo #(.WIDTH(15), .LOG_DEPTH(9)) u_order (
        .clock(clock),
        .reset(reset),
        .in_data({follows, 3'd0, slot, keeps, kept}),
        .in_valid(goes),
        .in_ready(order_in_ready),
        .out_data(order_out_data),
        .out_valid(order_out_valid),
        .out_ready(advances)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(9)) u_lines (
        .clock(clock),
        .write_enable(fills),
        .write_address(turn_slot),
        .write_data(line),
        .read_enable(frees),
        .read_address(next_slot),
        .read_data(lines_read_data)
    );

    always @(posedge clock) begin
        was_hit <= goes & kept;
        if (moves) begin
            head <= coming;
            held <= entries_read_data;
            if (has_head & works & (coming_slot == slot)) begin
                held <= wanted;
            end
            has_head <= has_second | in_valid;
            has_second <= 1'b0;
        end else if (in_valid) begin
            has_second <= 1'b1;
        end
        // Slots are emptied when numbers of jobs begin anew.
        if (empties) begin
            held <= 40'd0;
            emptied <= emptied + 9'd1;
            if (&emptied) begin
                empties <= 1'b0;
            end
        end
        if (forget) begin
            enabled <= enable;
            job <= job + 8'd1;
            if (&job) begin
                job <= 8'd1;
                empties <= 1'b1;
                emptied <= 9'd0;
            end
        end
        if (leaves) begin
            has_turn <= 1'b0;
        end
        if (advances) begin
            has_turn <= order_out_valid;
        end
        if (reset) begin
            has_head <= 1'b0;
            has_second <= 1'b0;
            has_turn <= 1'b0;
            was_hit <= 1'b0;
            enabled <= 1'b0;
            job <= 8'd1;
            empties <= 1'b1;
            emptied <= 9'd0;
        end
    end

    // Written for a line that is kept, too, as the same again: whether it is comes late.
    assign entries_write_enable = (has_head & order_in_ready & read_ready & works) | empties;
    assign entries_write_address = empties ? emptied : slot;
    assign entries_write_data = empties ? 40'd0 : wanted;

    always @(posedge clock) begin
        if (~has_second) begin
            second <= in_address;
        end
    end

    always @(posedge clock) begin
        if (goes) begin
            former_slot <= slot;
            former_keeps <= keeps;
        end
    end

    always @(posedge clock) begin
        if (frees) begin
            turn_kept <= next_kept;
            turn_keeps <= order_out_data[1];
            turn_slot <= next_slot;
        end
    end

    // A line that this job has asked for before, and whose slot no other line has taken since, is kept.
    assign slot = head[14:6];
    assign wanted = {job, head[41:10]};
    assign works = enabled & ~empties;
    assign kept = works & (held == wanted);

    // It takes its turn; any other is read as well.
    assign keeps = works & ~kept;
    assign read_address = head;
    assign read_valid = has_head & order_in_ready & ~kept;
    assign goes = has_head & order_in_ready & (kept | read_ready);
    assign follows = kept & former_keeps & (former_slot == slot);
    assign hit = was_hit;

    // What a slot holds is read before its request is the head: of a slot that the head fills, what the head fills it with.
    assign in_ready = ~has_second;
    assign coming = has_second ? second : in_address;
    assign coming_slot = coming[14:6];
    assign moves = ~has_head | goes;

    // The next turn: a line from a slot is read from there, once the line that fills the slot has left.
    assign next_kept = order_out_data[0];
    assign next_slot = order_out_data[10:2];
    assign too_early = has_turn & order_out_data[14];
    assign here = has_turn & (turn_kept | line_valid);
    assign leaves = here & out_ready;
    assign frees = ~has_turn | leaves;
    assign advances = frees & ~too_early;

    // The line whose turn it is.
    assign out_line = turn_kept ? lines_read_data : line;
    assign out_valid = here;
    assign line_ready = has_turn & ~turn_kept & out_ready;
    assign fills = leaves & turn_keeps;

    // Bits that the design does not need.
    wire _unused = &{
        order_out_data[13:11],
        1'b0
    };

endmodule

`default_nettype wire
