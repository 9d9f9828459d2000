// Counts the lines of a region once each, until all are forgotten. Two cycles; an event a cycle; never
// stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_arrivals (
    input  wire        clock,
    input  wire        reset,
    input  wire [19:0] line,
    input  wire        good,
    input  wire        bad,
    input  wire        forget,
    output wire        counted,
    output wire        lost,
    output wire        busy
);

    localparam [63:0] ONE_GROUP = 64'd1;
    localparam [127:0] ONE_LINE = 128'd1;
    localparam [127:0] ONE_WORD = 128'd1;

    reg [63:0] known = 64'd0;
    reg [19:0] line_at_hand = 20'd0;
    reg good_at_hand = 1'b0;
    reg bad_at_hand = 1'b0;
    reg [127:0] written_word = 128'd0;
    reg [127:0] written_group = 128'd0;
    reg [19:0] written_line = 20'd0;
    reg word_was_written = 1'b0;
    reg group_was_written = 1'b0;
    reg is_counted = 1'b0;
    reg is_lost = 1'b0;

    wire [12:0] word_address;
    wire [5:0] group_address;
    wire [127:0] line_place;
    wire [127:0] word_place;
    wire [63:0] group_place;
    wire [127:0] word;
    wire [127:0] word_after;
    wire [127:0] group;
    wire has_arrived;
    wire comes;
    wire goes;
    wire words_write_enable;
    wire words_read_enable;
    wire [127:0] words_read_data;
    wire [127:0] groups_write_data;
    wire [127:0] groups_read_data;

    emb_block_ram #(.WIDTH(128), .LOG_DEPTH(13)) u_words (
        .clock(clock),
        .write_enable(words_write_enable),
        .write_address(word_address),
        .write_data(word_after),
        .read_enable(words_read_enable),
        .read_address(line[19:7]),
        .read_data(words_read_data)
    );

    emb_block_ram #(.WIDTH(128), .LOG_DEPTH(6)) u_groups (
        .clock(clock),
        .write_enable(good_at_hand),
        .write_address(group_address),
        .write_data(groups_write_data),
        .read_enable(1'b1),
        .read_address(line[19:14]),
        .read_data(groups_read_data)
    );

    always @(posedge clock) begin
        if (good_at_hand) begin
            known <= known | group_place;
        end
        // Nothing is known any more.
        if (forget | reset) begin
            known <= 64'd0;
        end
    end

    // The words of a line and of its group are read, whether it counts or not: who says so is late.
    assign words_read_enable = 1'b1;

    // What they say counts as far as it was written since the last time that all was forgotten.
    assign word_address = line_at_hand[19:7];
    assign group_address = line_at_hand[19:14];
    assign line_place = ONE_LINE << line_at_hand[6:0];
    assign word_place = ONE_WORD << line_at_hand[13:7];
    assign group_place = ONE_GROUP << group_address;

    assign group =
        ~(|(known & group_place)) ? 128'd0 :
        (group_was_written & (written_line[19:14] == group_address)) ? written_group :
        groups_read_data;

    assign word =
        ~(|(group & word_place)) ? 128'd0 :
        (word_was_written & (written_line[19:7] == word_address)) ? written_word :
        words_read_data;

    // The line's bit changes, or is written as it was.
    assign has_arrived = |(word & line_place);
    assign comes = good_at_hand & ~has_arrived;
    assign goes = bad_at_hand & has_arrived;
    assign words_write_enable = good_at_hand | bad_at_hand;
    assign word_after = good_at_hand ? word | line_place : word & ~line_place;
    assign groups_write_data = group | word_place;
    assign counted = is_counted;
    assign lost = is_lost;
    assign busy = good_at_hand | bad_at_hand | is_counted | is_lost;

    always @(posedge clock) begin
        line_at_hand <= line;
        good_at_hand <= good;
        bad_at_hand <= bad;
        written_word <= word_after;
        written_group <= group | word_place;
        written_line <= line_at_hand;
        word_was_written <= good_at_hand | bad_at_hand;
        group_was_written <= good_at_hand;
        is_counted <= comes & ~reset;
        is_lost <= goes & ~reset;
    end

    // Bits that the design does not need.
    wire _unused = &{
        written_line[6:0],
        1'b0
    };

endmodule

`default_nettype wire
