// Counts the lines of a region once each, until all are forgotten. Two cycles; an event a cycle; never
// stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module arrivals (
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

    localparam [127:0] ONE = 128'd1;

    reg [63:0] generation = 64'd0;
    reg [19:0] line_at_hand = 20'd0;
    reg good_at_hand = 1'b0;
    reg bad_at_hand = 1'b0;
    reg [191:0] written = 192'd0;
    reg [12:0] written_address = 13'd0;
    reg was_written = 1'b0;
    reg is_counted = 1'b0;
    reg is_lost = 1'b0;

    wire [191:0] word_at_hand;
    wire [12:0] address_at_hand;
    wire [127:0] arrived;
    wire [127:0] arrived_after;
    wire [191:0] word_after;
    wire [127:0] place;
    wire has_arrived;
    wire comes;
    wire goes;
    wire words_write_enable;
    wire words_read_enable;
    wire [191:0] words_read_data;

    block_ram_w192_d8192 u_words (
        .clock(clock),
        .write_enable(words_write_enable),
        .write_address(address_at_hand),
        .write_data(word_after),
        .read_enable(words_read_enable),
        .read_address(line[19:7]),
        .read_data(words_read_data)
    );

    always @(posedge clock) begin
        // The generation goes on over a reset, as the words do.
        if (forget | reset) begin
            generation <= generation + 64'd1;
        end
    end

    // The word of a line is read.
    assign words_read_enable = good | bad;

    // The line's bit changes, or does not.
    assign address_at_hand = line_at_hand[19:7];
    assign word_at_hand = (was_written & (written_address == address_at_hand)) ? written : words_read_data;
    assign arrived = (word_at_hand[191:128] == generation) ? word_at_hand[127:0] : 128'd0;
    assign place = ONE << line_at_hand[6:0];
    assign has_arrived = |(arrived & place);
    assign comes = good_at_hand & ~has_arrived;
    assign goes = bad_at_hand & has_arrived;
    assign arrived_after = bad_at_hand ? arrived & ~place : arrived | place;
    assign words_write_enable = comes | goes;
    assign word_after = {generation, arrived_after};
    assign counted = is_counted;
    assign lost = is_lost;
    assign busy = good_at_hand | bad_at_hand | is_counted | is_lost;

    always @(posedge clock) begin
        line_at_hand <= line;
        good_at_hand <= good & ~reset;
        bad_at_hand <= bad & ~reset;
        written <= word_after;
        written_address <= address_at_hand;
        was_written <= comes | goes;
        is_counted <= comes & ~reset;
        is_lost <= goes & ~reset;
    end

endmodule

`default_nettype wire
