// What the reader of lines promises of one request that the solver chooses: it goes to its port once, with its address there; its line
// comes out once, behind all that were asked for before, with the address that was asked for, and with what its port answered; a port
// owes no more than MOST lines, so that each answer has room. Requests stay until they are taken.
//
// The port answers in order what it took; the others answer whatever they like. Of addresses, six bits are looked at: those that choose
// the port, and some beside them; of lines, a bit and the error: the others go the same way.
//
// DUT   the reader, with four ports
// MOST  lines of a port that may be asked for and not handed on
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire [5:0] in_line,
    input wire       in_valid,
    input wire       choose,
    input wire [3:0] request_ready,
    input wire [3:0] answers,
    input wire       answer_bit,
    input wire       answer_error,
    input wire       line_ready
);
    wire in_ready, line_valid, line_error;
    wire [511:0] line_data;
    wire [63:0] line_address, address_0, address_1, address_2, address_3;
    wire [3:0] request_valid;

    (* anyconst *) wire [1:0] port;
    wire takes = in_valid & in_ready & !reset;
    wire takes_here = takes & in_line[3:2] == port;
    wire asks = request_valid[port] & request_ready[port] & !reset;
    wire hands = line_valid & line_ready & !reset;
    wire [63:0] address = port == 2'd0 ? address_0 : port == 2'd1 ? address_1 : port == 2'd2 ? address_2 : address_3;

    // Of the port: asked for and not answered, taken and not asked for; of all: taken and not handed on.
    reg [3:0] open = 4'd0, queued = 4'd0, owed = 4'd0, under_way = 4'd0;
    wire comes = answers[port] & open != 4'd0 & !reset;
    wire [3:0] answer_valid = answers & ~(4'd1 << port) | {3'd0, comes} << port;
    wire [512:0] answer = {answer_error, 511'd0, answer_bit};

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .in_address({52'd0, in_line, 6'd0}),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .request_address_0(address_0),
        .request_address_1(address_1),
        .request_address_2(address_2),
        .request_address_3(address_3),
        .request_valid_0(request_valid[0]),
        .request_valid_1(request_valid[1]),
        .request_valid_2(request_valid[2]),
        .request_valid_3(request_valid[3]),
        .request_ready_0(request_ready[0]),
        .request_ready_1(request_ready[1]),
        .request_ready_2(request_ready[2]),
        .request_ready_3(request_ready[3]),
        .answer_valid_0(answer_valid[0]),
        .answer_valid_1(answer_valid[1]),
        .answer_valid_2(answer_valid[2]),
        .answer_valid_3(answer_valid[3]),
        .answer_0(answer),
        .answer_1(answer),
        .answer_2(answer),
        .answer_3(answer),
        .line_data(line_data),
        .line_address(line_address),
        .line_error(line_error),
        .line_valid(line_valid),
        .line_ready(line_ready)
    );

    held #(.WIDTH(6)) requests (
        .clock(clock), .reset(reset), .valid(request_valid[port]), .ready(request_ready[port]), .payload(address[11:6])
    );

    reg chosen = 1'b0, asked = 1'b0, answered = 1'b0, bit_ = 1'b0, error = 1'b0;
    reg [5:0] line = 6'd0;
    reg [3:0] before_asked = 4'd0, before_answered = 4'd0, before_handed = 4'd0;
    reg started = 1'b0;
    wire is_its_turn = chosen & before_handed == 4'd0;
    always @(posedge clock) begin
        started <= 1'b1;
        open <= open + asks - comes;
        queued <= queued + takes_here - asks;
        under_way <= under_way + takes - hands;
        owed <= owed + takes_here - (hands & line_address[9:8] == port);
        if (takes_here & choose & !chosen) begin
            chosen <= 1'b1;
            line <= in_line;
            before_asked <= queued - asks;
            before_answered <= queued + open - comes;
            before_handed <= under_way - hands;
            {asked, answered} <= 2'd0;
        end
        if (chosen & asks & !asked) begin
            before_asked <= before_asked - 4'd1;
            asked <= before_asked == 4'd0;
        end
        if (chosen & comes & !answered) begin
            before_answered <= before_answered - 4'd1;
            answered <= before_answered == 4'd0;
            {bit_, error} <= {answer_bit, answer_error};
        end
        if (chosen & hands) begin
            before_handed <= before_handed - 4'd1;
            if (is_its_turn)
                chosen <= 1'b0;
        end
        if (reset)
            {open, queued, under_way, owed, chosen} <= 17'd0;
    end

    wire [2:0] reached = {hands & is_its_turn & line_error & line[3:2] == 2'd3, hands & is_its_turn & line_data[0], owed == `MOST};

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        if (chosen & asks & !asked & before_asked == 4'd0)
            goesToItsAddress: assert (address[11:6] == {2'd0, line[5:4], line[1:0]});
        if (line_valid & is_its_turn)
            isWhatWasAnswered: assert (answered & line_address[11:6] == line & line_data[0] == bit_ & line_error == error);
        if (is_its_turn & answered & asked)
            isNotLost: assert (line_valid);
        isWithinTheBound: assert (owed <= `MOST);
    end
`endif
endmodule
