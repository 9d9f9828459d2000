// What the tagged writer promises of one write that the solver chooses: it goes to its port once, with its address there; its tag comes
// out once, behind the answer to it and with its error; tags of a port stay in order; no more than MOST writes of a port are under way.
//
// Its tag has a bit that no other has. Its port answers in order what it took; the others answer whatever they like. Of addresses, six bits are looked at: those that choose
// the port, and some beside them; the others go the same way.
//
// DUT   the writer, with four ports
// MOST  writes of a port that may be unanswered or not handed on
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire [5:0]  in_line,
    input wire        in_valid,
    input wire        choose,
    input wire [3:0]  port_ready,
    input wire [3:0]  answers,
    input wire [3:0]  errors,
    input wire        out_ready
);
    wire in_ready, out_valid, out_error;
    wire [3:0] port_valid;
    wire [63:0] port_address;
    wire [82:0] out_tag;

    (* anyconst *) wire [1:0] port;
    // Four lines make a block, and blocks go to the ports in turn.
    wire [1:0] goes_to = in_line[3:2];
    reg chosen = 1'b0, answered = 1'b0, error = 1'b0, handed = 1'b0;
    wire this_one = choose & !chosen & goes_to == port;
    wire takes = in_valid & in_ready & !reset;

    // Writes of the port that it has not answered, and those of them that are before the chosen one.
    reg [3:0] open = 4'd0;
    reg [3:0] ahead = 4'd0;
    wire [3:0] goes = port_valid & port_ready & {4{!reset}};
    wire [3:0] comes = answers & ~(4'd1 << port) | (4'd1 << port & {4{answers[port] & open != 4'd0 & !reset}});
    wire hands = out_valid & out_ready;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .in_address({52'd0, in_line, 6'd0}),
        .in_tag({82'd0, this_one}),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .port_address(port_address),
        .port_valid_0(port_valid[0]),
        .port_valid_1(port_valid[1]),
        .port_valid_2(port_valid[2]),
        .port_valid_3(port_valid[3]),
        .port_ready_0(port_ready[0]),
        .port_ready_1(port_ready[1]),
        .port_ready_2(port_ready[2]),
        .port_ready_3(port_ready[3]),
        .answer_valid_0(comes[0]),
        .answer_valid_1(comes[1]),
        .answer_valid_2(comes[2]),
        .answer_valid_3(comes[3]),
        .answer_error_0(errors[0]),
        .answer_error_1(errors[1]),
        .answer_error_2(errors[2]),
        .answer_error_3(errors[3]),
        .out_tag(out_tag),
        .out_error(out_error),
        .out_valid(out_valid),
        .out_ready(out_ready)
    );

    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        open <= reset ? 4'd0 : open + goes[port] - comes[port];
        if (takes & this_one) begin
            chosen <= 1'b1;
            ahead <= open - comes[port];
        end
        if (chosen & !answered & comes[port]) begin
            ahead <= ahead - 4'd1;
            if (ahead == 4'd0)
                {answered, error} <= {1'b1, errors[port]};
        end
        if (hands & out_tag[0])
            handed <= 1'b1;
        if (reset)
            {chosen, answered, error, handed} <= 4'd0;
    end

    wire [2:0] reached = {hands & out_tag[0] & !out_error, hands & out_tag[0] & out_error & port == 2'd3, open == `MOST};

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        if (takes)
            goesToItsPort: assert (goes == 4'd1 << goes_to
                                   && port_address[11:6] == {2'd0, in_line[5:4], in_line[1:0]});
        else
            goesOnlyWhenTaken: assert (goes == 4'd0);
        isWithinTheBound: assert (open <= `MOST);
        if (out_valid & out_tag[0])
            tagComesOnceAndAnswered: assert (chosen & answered & !handed & out_error == error);
        if (chosen & answered & !handed)
            tagIsNotLost: assert (out_valid);
    end
`endif
endmodule
