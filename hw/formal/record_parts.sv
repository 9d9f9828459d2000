// What a record of four parts promises over four channels, for one line of it that the solver chooses, its header or one of its
// payload: it is written once, where it belongs; the header is issued when every other line is answered; the record counts (`done`)
// when every line is answered and none was refused or marked.
//
// The region of the record begins at any line of four interleaved blocks; a part has up to four lines. A channel takes and answers
// writes when it likes, in order. Checksums are anything (any_crc.sv).
//
// DUT   the record writer, with four channels and four parts
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       start,
    input wire [3:0] part_start,
    input wire [2:0] part_lines,
    input wire [3:0] offset,
    input wire [1:0] gap,
    input wire       cancel,
    input wire [3:0] line_valid,
    input wire [3:0] line_bad,
    input wire [3:0] write_ready,
    input wire [3:0] answers,
    input wire [3:0] write_error
);
    wire idle, done, failed;
    wire [3:0] line_ready, write_valid;
    wire [63:0] address_0, address_1, address_2, address_3;

    // The rules of its neighbours: a record begins while none is written, with its first part; the others follow in order, each once.
    reg active = 1'b0;
    reg [2:0] begun = 3'd0;
    reg [4:0] total = 5'd0;
    reg [3:0] first = 4'd0;
    wire begins = start & idle & !reset;
    wire [3:0] parts = begins ? 4'd1 : active & !reset & begun < 3'd4 & part_start[begun[1:0]] ? 4'd1 << begun : 4'd0;
    wire [2:0] lines = part_lines > 3'd4 ? 3'd4 : part_lines;

    // Writes of a channel that are unanswered.
    reg [19:0] open = 20'd0;
    wire [3:0] issues = write_valid & write_ready;
    wire [3:0] written = answers & {open[19:15] != 0, open[14:10] != 0, open[9:5] != 0, open[4:0] != 0};

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .start(begins),
        .kind(32'd1),
        .target({54'd4, offset, 6'd0}),
        .lines(32'd0),
        .configuration(32'd0),
        .batch(64'd0),
        .rows(32'd0),
        .vector_length(32'd0),
        .part_start_0(parts[0]),
        .part_start_1(parts[1]),
        .part_start_2(parts[2]),
        .part_start_3(parts[3]),
        .part_lines({29'd0, lines}),
        .gap({14'd0, gap}),
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
        .line_0({line_bad[0], 512'd0}),
        .line_1({line_bad[1], 512'd0}),
        .line_2({line_bad[2], 512'd0}),
        .line_3({line_bad[3], 512'd0}),
        .write_address_0(address_0),
        .write_address_1(address_1),
        .write_address_2(address_2),
        .write_address_3(address_3),
        .write_data_0(),
        .write_data_1(),
        .write_data_2(),
        .write_data_3(),
        .write_valid_0(write_valid[0]),
        .write_valid_1(write_valid[1]),
        .write_valid_2(write_valid[2]),
        .write_valid_3(write_valid[3]),
        .write_ready_0(write_ready[0]),
        .write_ready_1(write_ready[1]),
        .write_ready_2(write_ready[2]),
        .write_ready_3(write_ready[3]),
        .written_0(written[0]),
        .written_1(written[1]),
        .written_2(written[2]),
        .written_3(written[3]),
        .write_error_0(write_error[0]),
        .write_error_1(write_error[1]),
        .write_error_2(write_error[2]),
        .write_error_3(write_error[3])
    );

    // The line that the solver chooses: its number in the record, 0 is the header; where it belongs.
    (* anyconst *) wire [4:0] chosen;
    wire [5:0] line = {2'd0, first} + {1'b0, chosen};
    wire [1:0] channel = line[3:2];
    wire [63:0] address = {54'd1, line[5:4], line[1:0], 6'd0};
    wire [63:0] offered = channel == 2'd0 ? address_0 : channel == 2'd1 ? address_1 : channel == 2'd2 ? address_2 : address_3;
    wire [4:0] unanswered = channel == 2'd0 ? open[4:0] : channel == 2'd1 ? open[9:5] : channel == 2'd2 ? open[14:10] : open[19:15];
    wire issued_now = issues[channel] & (offered == address);

    // Where the header belongs, and whether it is offered.
    wire [1:0] head_channel = first[3:2];
    wire [63:0] head_address = {54'd1, 2'd0, first[1:0], 6'd0};
    wire [63:0] head_offered =
        head_channel == 2'd0 ? address_0 : head_channel == 2'd1 ? address_1 : head_channel == 2'd2 ? address_2 : address_3;
    wire head_now = write_valid[head_channel] & (head_offered == head_address);

    reg issued = 1'b0;
    reg answered = 1'b0;
    reg refused = 1'b0;
    reg marked = 1'b0;
    reg cancelled = 1'b0;
    reg headed = 1'b0;
    reg [4:0] taken = 5'd0;
    wire [3:0] takes = line_valid & line_ready;
    // Writes of the channel that are answered before the chosen line.
    reg [4:0] ahead = 5'd0;
    reg started = 1'b0;
    integer i;
    always @(posedge clock) begin
        started <= 1'b1;
        for (i = 0; i < 4; i = i + 1)
            open[5*i+:5] <= open[5*i+:5] + issues[i] - written[i];
        if (begins) begin
            {issued, answered, refused, marked, cancelled, headed, taken} <= 11'd0;
            active <= 1'b1;
            first <= offset;
            begun <= 3'd1;
            total <= {2'd0, lines} + 5'd1;
        end else begin
            if (parts != 4'd0) begin
                begun <= begun + 3'd1;
                total <= total + {2'd0, lines};
            end
            if (issued_now) begin
                issued <= 1'b1;
                ahead <= unanswered - written[channel];
            end
            if (issued & !answered & written[channel]) begin
                ahead <= ahead - 5'd1;
                if (ahead == 5'd0)
                    answered <= 1'b1;
            end
            if (|(written & write_error))
                refused <= 1'b1;
            taken <= taken + takes[0] + takes[1] + takes[2] + takes[3];
            if (|(takes & line_bad) | cancel & (begun != 3'd4 | taken + 5'd1 != total))
                marked <= 1'b1;
            if (cancel)
                cancelled <= 1'b1;
            if (head_now)
                headed <= 1'b1;
            if (done | failed)
                active <= 1'b0;
        end
        if (reset) begin
            {active, begun, total, open} <= 29'd0;
            {issued, answered, headed} <= 3'd0;
        end
    end
    wire is_of_record = active & chosen < total;

    // The claims mean little unless these can happen: a record of nine lines and more counts; its last line was written; a record
    // fails for a refusal, for a mark.
    wire [3:0] reached = {failed & marked & !refused & !cancelled, failed & refused & !marked, done & issued & chosen == total - 5'd1 & chosen > 5'd4,
                          done & total >= 5'd9};

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        if (issued_now)
            isWrittenOnce: assert (active & !issued & !begins);
        if (issues != 4'd0)
            isOfTheRecord: assert (active);
        if (head_now & is_of_record & chosen != 5'd0)
            headerIsLast: assert (begun == 3'd4 & issued & answered & !refused & !marked);
        if (done)
            countsWhenAllIsAnswered: assert (active & begun == 3'd4 & !refused & !marked & headed & (!is_of_record | (issued & answered)));
        if (failed)
            failsForAReason: assert (active & (refused | marked | cancelled));
    end
`endif
endmodule
