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
    reg [19:0] line_judged = 20'd0;
    reg good_judged = 1'b0;
    reg bad_judged = 1'b0;
    reg word_counts = 1'b0;
    reg [127:0] read_word = 128'd0;
    reg follows = 1'b0;
    reg [127:0] written_word = 128'd0;
    reg [12:0] written_address = 13'd0;
    reg word_was_written = 1'b0;

    wire [12:0] address_at_hand;
    wire [5:0] group_address;
    wire [127:0] word_place;
    wire [63:0] group_place;
    wire is_known;
    wire [127:0] group;
    wire [12:0] address_judged;
    wire [127:0] line_place;
    wire [127:0] word;
    wire [127:0] word_after;
    wire changes;
    wire has_arrived;
    wire comes;
    wire goes;
    wire words_read_enable;
    wire [127:0] words_read_data;
    wire [127:0] groups_write_data;
    wire [127:0] groups_read_data;

    emb_block_ram #(.WIDTH(128), .LOG_DEPTH(13)) u_words (
        .clock(clock),
        .write_enable(changes),
        .write_address(address_judged),
        .write_data(word_after),
        .read_enable(words_read_enable),
        .read_address(line[19:7]),
        .read_data(words_read_data)
    );

    emb_lut_ram #(.WIDTH(128), .LOG_DEPTH(6)) u_groups (
        .clock(clock),
        .write_enable(good_at_hand),
        .write_address(group_address),
        .write_data(groups_write_data),
        .read_address(group_address),
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

    always @(posedge clock) begin
        // The word's bit is looked for while it is not known yet whether its group counts.
        word_counts <= is_known & (|(groups_read_data & word_place));
    end

    always @(posedge clock) begin
        // Of the two events before, which were under way when the word was read, the older one has written by now.
        read_word <= words_read_data;
        if (word_was_written & (written_address == address_at_hand)) begin
            read_word <= written_word;
        end
    end

    // The word of a line is read, whether it counts or not: who says so is late.
    assign words_read_enable = 1'b1;

    // It counts as far as it was written since the last time that all was forgotten.
    assign address_at_hand = line_at_hand[19:7];
    assign group_address = line_at_hand[19:14];
    assign word_place = ONE_WORD << line_at_hand[13:7];
    assign group_place = ONE_GROUP << group_address;
    assign is_known = |(known & group_place);
    assign group = is_known ? groups_read_data : 128'd0;
    assign groups_write_data = group | word_place;
    assign address_judged = line_judged[19:7];
    assign changes = good_judged | bad_judged;

    // The line's bit changes, or is written as it was.
    assign line_place = ONE_LINE << line_judged[6:0];

    assign word =
        ~word_counts ? 128'd0 :
        follows ? written_word :
        read_word;

    assign has_arrived = |(word & line_place);
    assign comes = good_judged & ~has_arrived;
    assign goes = bad_judged & has_arrived;
    assign word_after = good_judged ? word | line_place : word & ~line_place;
    assign counted = comes;
    assign lost = goes;
    assign busy = good_at_hand | bad_at_hand | comes | goes;

    always @(posedge clock) begin
        line_at_hand <= line;
        good_at_hand <= good;
        bad_at_hand <= bad;
        line_judged <= line_at_hand;
        good_judged <= good_at_hand & ~reset;
        bad_judged <= bad_at_hand & ~reset;
        follows <= changes & (address_judged == address_at_hand);
        written_word <= word_after;
        written_address <= address_judged;
        word_was_written <= changes;
    end

endmodule

`default_nettype wire
