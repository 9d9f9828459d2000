// What the reader of the mailbox promises: lines are asked for in order, each once, from their places in the ring, none behind the tail and
// none while it is stopped, and a request stays until it is taken; there is room for every line that was asked for. Of a line that
// the solver chooses, the movements are given in order, each once, and stay until they are taken; they are given only if the line came
// without an error, has its number and the checksum that was computed in the cycle before; a line that is not good stops the reader.
//
// Lines come in the order of the requests. A reset, and `restart` while no line is on its way, forget everything. The checksum is anything
// (any_crc.sv), and its value is exposed. Numbers and places in the ring are below eight and four; of a line, a bit of each movement is
// looked at, the number, and a bit of the checksum.
//
// DUT   the reader
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire [2:0] tail,
    input wire       stop,
    input wire       restarts,
    input wire [2:0] restart_number,
    input wire [1:0] restart_index,
    input wire [1:0] restart_movement,
    input wire       movement_ready,
    input wire       request_ready,
    input wire       answers,
    input wire [2:0] bits,
    input wire [2:0] number_bits,
    input wire       crc_bit,
    input wire       line_error,
    input wire       choose
);
    (* anyconst *) wire [1:0] last_index;
    wire [127:0] movement;
    wire [63:0] request_address;
    wire [31:0] number, index, next_number, crc_value;
    wire [1:0] position;
    wire movement_valid, unreadable, torn, idle, request_valid;

    // Lines that were asked for and have not come; those that came, too, and whose movements are not all taken.
    reg [3:0] to_come = 4'd0, here = 4'd0;
    wire line_valid = answers & to_come != 4'd0 & !reset;
    wire restart = restarts & to_come == 4'd0 & restart_index <= last_index & restart_movement != 2'd3;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .base(64'h1_0000),
        .lines({30'd0, last_index} + 32'd1),
        .tail({29'd0, tail}),
        .stop(stop | restart),
        .restart(restart),
        .restart_number({29'd0, restart_number}),
        .restart_index({30'd0, restart_index}),
        .restart_movement(restart_movement),
        .movement(movement),
        .movement_valid(movement_valid),
        .movement_ready(movement_ready),
        .number(number),
        .index(index),
        .position(position),
        .unreadable(unreadable),
        .torn(torn),
        .next_number(next_number),
        .idle(idle),
        .request_address(request_address),
        .request_valid(request_valid),
        .request_ready(request_ready),
        .line_valid(line_valid),
        .line({31'd0, crc_bit, 64'd0, 29'd0, number_bits, 127'd0, bits[2], 127'd0, bits[1], 127'd0, bits[0]}),
        .line_error(line_error),
        .crc_value(crc_value)
    );

    wire asks = request_valid & request_ready & !reset;
    wire gives = movement_valid & movement_ready & !reset;
    wire leaves = gives & position == 2'd2;

    // The next line to ask for: its number below eight, as far as it goes, and its place.
    reg [31:0] next = 32'd0;
    reg [1:0] next_index = 2'd0;
    // The chosen line, lines that come before it, and those that leave before it.
    reg chosen = 1'b0, came = 1'b0, error = 1'b0, crc = 1'b0;
    reg [3:0] before_come = 4'd0, before_leave = 4'd0;
    reg [31:0] its_number = 32'd0;
    reg [1:0] its_index = 2'd0;
    reg [2:0] its_bits = 3'd0, its_number_bits = 3'd0;
    wire its_turn = chosen & came & before_leave == 4'd0;
    // Of the last cycle.
    reg request_waited = 1'b0, waited = 1'b0, was_valid = 1'b0, was_right = 1'b0, was_bad = 1'b0;
    reg [2:0] was_tail = 3'd0;
    reg [1:0] position_then = 2'd0;
    reg began = 1'b0, started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        to_come <= to_come + asks - line_valid;
        here <= here + asks - leaves;
        if (asks) begin
            next <= next + 32'd1;
            next_index <= next_index == last_index ? 2'd0 : next_index + 2'd1;
        end
        if (asks & choose & !chosen) begin
            {chosen, came} <= 2'b10;
            before_come <= to_come - line_valid;
            before_leave <= here - leaves;
            its_number <= next;
            its_index <= next_index;
        end
        if (chosen & line_valid & !came) begin
            before_come <= before_come - 4'd1;
            came <= before_come == 4'd0;
            {its_bits, its_number_bits, error, crc} <= {bits, number_bits, line_error, crc_bit};
        end
        if (chosen & leaves) begin
            before_leave <= before_leave - 4'd1;
            if (before_leave == 4'd0)
                chosen <= 1'b0;
        end
        request_waited <= request_valid & !request_ready & !reset;
        was_tail <= tail;
        waited <= movement_valid & !movement_ready & !reset;
        was_valid <= movement_valid;
        position_then <= position + gives;
        was_right <= crc_value == {31'd0, crc};
        was_bad <= (unreadable | torn) & !restart & !reset;
        if (restart) begin
            next <= {29'd0, restart_number};
            next_index <= restart_index;
            {here, chosen, waited, was_valid} <= 7'd0;
        end
        if (reset) begin
            began <= 1'b1;
            next <= 32'd0;
            next_index <= 2'd0;
            {to_come, here, chosen} <= 9'd0;
        end
    end

    wire [5:0] reached = {
        leaves & its_turn, here == 4'd8, unreadable & its_turn, torn & its_turn & its_number[2:0] != its_number_bits,
        movement_valid & its_turn & position == 2'd1 & !was_valid, request_valid & next_index == 2'd0 & next == 32'd3
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (began & !reset) begin
        thereIsRoom: assert (here <= 4'd8 && to_come <= here);
        isIdleWhenNothingIsToCome: assert (idle == (to_come == 4'd0));
        nextIsNext: assert (next_number == next);
        if (request_valid) begin
            isBeforeTheTail: assert (!stop && !restart && next != {29'd0, tail});
            hasItsPlace: assert (request_address == 64'h1_0000 + {56'd0, next_index, 6'd0} && here < 4'd8);
        end
        if (request_waited & !stop & !restart & tail == was_tail)
            requestStays: assert (request_valid);
        if (waited)
            movementStays: assert (movement_valid && position == position_then);
        if (movement_valid)
            noMovementComesFromNothing: assert (here != to_come && position != 2'd3 && !unreadable && !torn);
        if (movement_valid & was_valid)
            movementsAreInOrder: assert (position == position_then);
        if (movement_valid & its_turn) begin
            isItsMovement: assert (movement == {127'd0, its_bits[position]});
            isOfTheLine: assert (number == its_number && index == {30'd0, its_index});
            lineIsGood: assert (!error && its_number == {29'd0, its_number_bits});
            if (!was_valid)
                checksumIsRight: assert (was_right);
        end
        if (unreadable & its_turn)
            unreadableIsAnError: assert (error);
        if (torn & its_turn)
            tornIsNone: assert (!error);
        if (was_bad)
            aBadLineStops: assert (unreadable | torn);
    end
`endif
endmodule
