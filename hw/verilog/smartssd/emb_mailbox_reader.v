// Reads the lines of the mailbox from the host's memory, checks number and CRC-32C of each, and gives its
// movements one by one. A line in nine cycles, eight under way; stalls when movements are not taken, and at a
// bad line.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_mailbox_reader (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  base,
    input  wire [31:0]  lines,
    input  wire [31:0]  tail,
    input  wire         stop,
    input  wire         restart,
    input  wire [31:0]  restart_number,
    input  wire [31:0]  restart_index,
    input  wire [1:0]   restart_movement,
    output wire [127:0] movement,
    output wire         movement_valid,
    input  wire         movement_ready,
    output wire [31:0]  number,
    output wire [31:0]  index,
    output wire [1:0]   position,
    output wire         unreadable,
    output wire         torn,
    output wire [31:0]  next_number,
    output wire         idle,
    output wire [63:0]  request_address,
    output wire         request_valid,
    input  wire         request_ready,
    input  wire         line_valid,
    input  wire [511:0] line,
    input  wire         line_error
);

    localparam [3:0] ALL_LINES = 4'd8;
    localparam [1:0] LAST = 2'd2;
    localparam [2:0] MAILBOX_STATE_BAD = 3'd6;
    localparam [2:0] MAILBOX_STATE_BEGIN = 3'd1;
    localparam [2:0] MAILBOX_STATE_COMPARE = 3'd4;
    localparam [2:0] MAILBOX_STATE_EMPTY = 3'd0;
    localparam [2:0] MAILBOX_STATE_FIRST = 3'd2;
    localparam [2:0] MAILBOX_STATE_GIVE = 3'd5;
    localparam [2:0] MAILBOX_STATE_SECOND = 3'd3;

    reg [2:0] state = 3'd0;
    reg [1:0] at = 2'd0;
    reg [127:0] picked = 128'd0;
    reg [31:0] oldest = 32'd0;
    reg [31:0] oldest_index = 32'd0;
    reg [31:0] next = 32'd0;
    reg [31:0] next_index = 32'd0;
    reg [3:0] room = 4'd0;
    reg [3:0] unanswered = 4'd0;
    reg left = 1'b0;

    wire asks;
    wire asked;
    wire leaves;
    wire [31:0] index_after;
    wire [31:0] oldest_after;
    wire [1:0] at_after;
    wire [1:0] follows;
    wire [8:0] shift;
    wire queue_reset;
    wire queue_in_ready;
    wire [512:0] queue_out_data;
    wire queue_out_valid;
    wire crc_clear;
    wire crc_word_valid;
    wire [31:0] crc_value;
    wire crc_settled;

    emb_fifo #(.WIDTH(513), .LOG_DEPTH(3)) u_queue (
        .clock(clock),
        .reset(queue_reset),
        .in_data({line_error, line}),
        .in_valid(line_valid),
        .in_ready(queue_in_ready),
        .out_data(queue_out_data),
        .out_valid(queue_out_valid),
        .out_ready(left)
    );

    emb_crc32c_w480 u_crc (
        .clock(clock),
        .clear(crc_clear),
        .word(queue_out_data[479:0]),
        .word_valid(crc_word_valid),
        .value(crc_value),
        .settled(crc_settled)
    );

    always @(posedge clock) begin
        if (asked) begin
            next <= next + 32'd1;
            next_index <= index_after;
            if (index_after == lines) begin
                next_index <= 32'd0;
            end
        end
        case (state)
            MAILBOX_STATE_EMPTY: begin
                if (queue_out_valid & ~left) begin
                    state <= MAILBOX_STATE_BEGIN;
                end
            end
            MAILBOX_STATE_BEGIN: begin
                state <= MAILBOX_STATE_FIRST;
            end
            MAILBOX_STATE_FIRST: begin
                state <= MAILBOX_STATE_SECOND;
            end
            MAILBOX_STATE_SECOND: begin
                state <= MAILBOX_STATE_COMPARE;
            end
            MAILBOX_STATE_COMPARE: begin
                state <= MAILBOX_STATE_GIVE;
                if ((crc_value != queue_out_data[511:480]) | (oldest != queue_out_data[415:384]) | queue_out_data[512]) begin
                    state <= MAILBOX_STATE_BAD;
                end
            end
            MAILBOX_STATE_GIVE: begin
                if (movement_ready) begin
                    at <= at_after;
                    if (at == LAST) begin
                        at <= 2'd0;
                        oldest <= oldest + 32'd1;
                        oldest_index <= oldest_after;
                        if (oldest_after == lines) begin
                            oldest_index <= 32'd0;
                        end
                        state <= MAILBOX_STATE_EMPTY;
                    end
                end
            end
            default: ;
        endcase
        left <= leaves;
        if (asked & ~left) begin
            room <= room - 4'd1;
        end
        if (left & ~asked) begin
            room <= room + 4'd1;
        end
        if (asked & ~line_valid) begin
            unanswered <= unanswered + 4'd1;
        end
        if (line_valid & ~asked) begin
            unanswered <= unanswered - 4'd1;
        end
        if (restart) begin
            state <= MAILBOX_STATE_EMPTY;
            at <= restart_movement;
            oldest <= restart_number;
            oldest_index <= restart_index;
            next <= restart_number;
            next_index <= restart_index;
            room <= ALL_LINES;
            left <= 1'b0;
        end
        if (reset) begin
            state <= MAILBOX_STATE_EMPTY;
            at <= 2'd0;
            oldest <= 32'd0;
            oldest_index <= 32'd0;
            next <= 32'd0;
            next_index <= 32'd0;
            room <= ALL_LINES;
            left <= 1'b0;
            unanswered <= 4'd0;
        end
    end

    assign leaves = (state == MAILBOX_STATE_GIVE) & (at == LAST) & movement_ready;

    wire [511:0] picked_shifted = queue_out_data[511:0] >> shift;
    always @(posedge clock) begin
        if ((state != MAILBOX_STATE_GIVE) | movement_ready) begin
            picked <= picked_shifted[127:0];
        end
    end

    assign queue_reset = reset | restart;

    // Ask for lines.
    assign asks = ~stop & (next != tail) & (|room);
    assign asked = asks & request_ready;
    assign request_valid = asks;
    assign request_address = base + {26'd0, next_index, 6'd0};
    assign index_after = next_index + 32'd1;
    assign idle = ~(|unanswered);
    assign next_number = next;

    // Check the oldest one.
    assign crc_clear = state == MAILBOX_STATE_EMPTY;
    assign crc_word_valid = state == MAILBOX_STATE_BEGIN;
    assign unreadable = (state == MAILBOX_STATE_BAD) & queue_out_data[512];
    assign torn = (state == MAILBOX_STATE_BAD) & ~queue_out_data[512];
    assign movement_valid = state == MAILBOX_STATE_GIVE;
    assign at_after = at + 2'd1;
    assign follows = (state == MAILBOX_STATE_GIVE) ? at_after : at;
    assign shift = {follows, 7'd0};
    assign movement = picked;
    assign number = oldest;
    assign index = oldest_index;
    assign position = at;
    assign oldest_after = oldest_index + 32'd1;

    // Bits that the design does not need.
    wire _unused = &{
        queue_in_ready,
        crc_settled,
        picked_shifted[511:128],
        1'b0
    };

endmodule

`default_nettype wire
