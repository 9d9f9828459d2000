// What a record of four parts promises over four channels, for one line of its payload that the solver chooses, of any part, if it is
// written at one channel, and for its header: the line is written once; the header is issued when the line is answered and nothing else of its
// channel is unanswered; the record counts (`done`) when line and header are answered and none was refused, marked or missing.
//
// The line is followed by a bit that no other line has. If it is written at another channel, nothing is claimed of it: another proof has
// that channel. The channel answers in order what it took; the others do whatever they like. Checksums are anything (any_crc.sv).
// Exposed is the state.
//
// DUT     the record writer, with four channels and four parts
// CHANNEL that of the line
// OPEN    writes of it that may be unanswered
// LINES   bits that a part's number of lines may have; GAP: those of the gap
// REACH   when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire        start,
    input wire [3:0]  part_start,
    input wire [31:0] part_lines,
    input wire [15:0] gap,
    input wire        cancel,
    input wire        choose,
    input wire [3:0]  line_valid,
    input wire [3:0]  line_bad,
    input wire [3:0]  write_ready,
    input wire [3:0]  answers,
    input wire [3:0]  write_error
);
    localparam [2:0] IDLE = 3'd0, PAYLOAD = 3'd1, SETTLE = 3'd2, HEADER = 3'd5, ANSWER = 3'd6;
    wire idle, done, failed;
    wire [2:0] state;
    wire [3:0] line_ready, write_valid;
    wire [511:0] data_0, data_1, data_2, data_3;

    // The line, its part, and its channel.
    (* anyconst *) wire [1:0] part;
    wire [1:0] channel = 2'd`CHANNEL;
    reg chosen = 1'b0;
    wire this_one = choose & !chosen;
    wire [3:0] tag = {3'd0, this_one} << part;

    // A record begins while none is written, with its first part; the others follow in order, each once.
    reg [2:0] begun = 3'd4;
    wire begins = start & idle & !reset;
    wire [3:0] parts = begins ? 4'd1 : begun < 3'd4 & part_start[begun[1:0]] ? 4'd1 << begun : 4'd0;

    // Writes of the channel that are unanswered.
    reg [7:0] open = 8'd0;
    wire full = open == 8'd`OPEN;
    wire [3:0] ready = write_ready & ~(4'd1 << channel & {4{full}});
    wire [3:0] issues = write_valid & ready;
    wire [3:0] written = answers & ~(4'd1 << channel & {4{open == 8'd0}});

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .start(begins),
        .kind(32'd0),
        .target(64'd0),
        .lines(32'd0),
        .configuration(32'd0),
        .batch(64'd0),
        .rows(32'd0),
        .vector_length(32'd0),
        .part_start_0(parts[0]),
        .part_start_1(parts[1]),
        .part_start_2(parts[2]),
        .part_start_3(parts[3]),
        .part_lines(part_lines & 32'd`LINES),
        .gap(gap & 16'd`GAP),
        .cancel(cancel),
        .idle(idle),
        .waiting(),
        .done(done),
        .failed(failed),
        .record(),
        .record_batch(),
        .line_valid_0(line_valid[0]),
        .line_valid_1(line_valid[1]),
        .line_valid_2(line_valid[2]),
        .line_valid_3(line_valid[3]),
        .line_ready_0(line_ready[0]),
        .line_ready_1(line_ready[1]),
        .line_ready_2(line_ready[2]),
        .line_ready_3(line_ready[3]),
        .line_0({line_bad[0], 511'd0, tag[0]}),
        .line_1({line_bad[1], 511'd0, tag[1]}),
        .line_2({line_bad[2], 511'd0, tag[2]}),
        .line_3({line_bad[3], 511'd0, tag[3]}),
        .write_address_0(),
        .write_address_1(),
        .write_address_2(),
        .write_address_3(),
        .write_data_0(data_0),
        .write_data_1(data_1),
        .write_data_2(data_2),
        .write_data_3(data_3),
        .write_valid_0(write_valid[0]),
        .write_valid_1(write_valid[1]),
        .write_valid_2(write_valid[2]),
        .write_valid_3(write_valid[3]),
        .write_ready_0(ready[0]),
        .write_ready_1(ready[1]),
        .write_ready_2(ready[2]),
        .write_ready_3(ready[3]),
        .written_0(written[0]),
        .written_1(written[1]),
        .written_2(written[2]),
        .written_3(written[3]),
        .write_error_0(write_error[0]),
        .write_error_1(write_error[1]),
        .write_error_2(write_error[2]),
        .write_error_3(write_error[3]),
        .state(state)
    );

    wire [3:0] tagged = {data_3[0], data_2[0], data_1[0], data_0[0]};
    wire in_payload = state == PAYLOAD | state == SETTLE;
    wire takes = line_valid[part] & line_ready[part] & !reset;
    wire issued_now = issues[channel] & tagged[channel] & in_payload;
    wire issued_elsewhere = |(issues & tagged & ~(4'd1 << channel)) & in_payload;

    reg issued = 1'b0, answered = 1'b0, elsewhere = 1'b0;
    reg [7:0] ahead = 8'd0;
    // Since the record began: a write was refused, a line was marked.
    reg refused = 1'b0, marked = 1'b0, cancelled = 1'b0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        open <= open + issues[channel] - written[channel];
        if (takes & this_one)
            chosen <= 1'b1;
        if (issued_elsewhere)
            elsewhere <= 1'b1;
        if (issued_now) begin
            issued <= 1'b1;
            ahead <= open - written[channel];
        end
        if (issued & !answered & written[channel]) begin
            ahead <= ahead - 8'd1;
            if (ahead == 8'd0)
                answered <= 1'b1;
        end
        if (|(written & write_error))
            refused <= 1'b1;
        if (|(line_valid & line_ready & line_bad))
            marked <= 1'b1;
        if (cancel & state == PAYLOAD)
            cancelled <= 1'b1;
        if (parts != 4'd0)
            begun <= begins ? 3'd1 : begun + 3'd1;
        if (begins)
            {chosen, issued, answered, elsewhere, refused, marked, cancelled} <= 7'd0;
        if (reset) begin
            begun <= 3'd4;
            open <= 8'd0;
            {chosen, issued, answered, elsewhere} <= 4'd0;
        end
    end

    // The claims mean little unless these can happen.
    wire [4:0] reached = {
        done & chosen & issued & part == 2'd3,
        failed & refused & !marked & !cancelled,
        failed & marked & !refused & !cancelled,
        failed & cancelled & !refused & !marked,
        issued_now
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        if (issued_now)
            isWrittenOnce: assert (chosen & !issued & !elsewhere);
        if (state == IDLE)
            nothingIsLeft: assert (open == 8'd0 && !write_valid[channel]);
        if (state == HEADER | state == ANSWER)
            headerIsLast: assert (begun == 3'd4 && (!chosen | elsewhere | issued & answered) && open <= (state == ANSWER));
        if (done)
            countsWhenAllIsAnswered: assert (open == 8'd0 && !refused && !marked && !cancelled);
        if (failed)
            failsForAReason: assert (refused | marked | cancelled);
    end
`endif
endmodule
