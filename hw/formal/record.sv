// What a record promises to an update that waits for it: every line of it, the header included, is answered before the
// interlock permits the update. A symbolic line stands for all. As a record of rows it is of the update's batch, as one of
// parameters it is at most `lag` batches older. Which records count is that of a cycle ago, what the update is that of two cycles ago.
//
// DUT   the record writer, with one channel
// TWO   when defined: it has two parts, and not one
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire        start,
    input wire [1:0]  start_lines,
    input wire        second_start,
    input wire [1:0]  second_lines,
    input wire [2:0]  start_batch,
    input wire [3:0]  start_symbol,
    input wire        cancel,
    input wire [1:0]  line_valid,
    input wire [1:0]  line_bad,
    input wire        write_ready,
    input wire        wants_answer,
    input wire        write_error,
    input wire [2:0]  update_batch,
    input wire        of_parameters,
    input wire [1:0]  lag
);
    wire idle, done, failed, write_valid, permits;
    wire [63:0] record_batch;

    // The rules of its neighbours: a record begins while none is written, its parts one after the other, and has a line; an answer
    // is to a write.
    reg [4:0] issued = 5'd0, answered = 5'd0, total = 5'd0;
    reg [3:0] symbol = 4'd0;
    reg active = 1'b0, second = 1'b0, refused = 1'b0;
    reg [2:0] batch = 3'd0;
    // Numbers of batches: the lowest four and the highest, where differences wrap.
    wire [63:0] start_number = {{62{start_batch[2]}}, start_batch[1:0]};
    wire [63:0] update_number = {{62{update_batch[2]}}, update_batch[1:0]};
    wire begins = start & idle & (start_lines != 2'd0) & !reset;
    wire second_begins = second_start & second & !begins & !reset;
    wire written = wants_answer & (issued != answered);

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .start(begins),
        .kind(32'd1),
        .target(64'd4096),
        .lines(32'd0),
        .configuration(32'd0),
        .batch(start_number),
        .rows(32'd0),
        .vector_length(32'd0),
        .part_start_0(begins),
        .part_lines({30'd0, begins ? start_lines : second_lines}),
        .gap(16'd0),
        .cancel(cancel),
        .idle(idle),
        .waiting(),
        .done(done),
        .failed(failed),
        .record(),
        .record_batch(record_batch),
        .line_valid_0(line_valid[0]),
        .line_ready_0(),
        .line_0({line_bad[0], 512'd0}),
`ifdef TWO
        .part_start_1(second_begins),
        .line_valid_1(line_valid[1]),
        .line_ready_1(),
        .line_1({line_bad[1], 512'd0}),
`endif
        .write_address_0(),
        .write_data_0(),
        .write_valid_0(write_valid),
        .write_ready_0(write_ready),
        .written_0(written),
        .write_error_0(write_error)
    );

    interlock gate (
        .clock(clock),
        .reset(reset),
        .rows_done(done),
        .rows_batch(record_batch),
        .parameters_done(done),
        .parameters_batch(record_batch),
        .after_rows(!of_parameters),
        .after_parameters(of_parameters),
        .lag({14'd0, lag}),
        .batch(update_number),
        .permits(permits)
    );

    wire issues = write_valid & write_ready;
    // What counts, as its neighbours saw it: the batch of the newest record whose symbolic line was answered in time; the same a cycle ago;
    // and what the update was a cycle ago, and two.
    reg counts = 1'b0, counted = 1'b0, asked_parameters = 1'b0, were_parameters = 1'b0;
    reg [2:0] newest_batch = 3'd0, counted_batch = 3'd0, asked_batch = 3'd0, updated_batch = 3'd0;
    reg [1:0] asked_lag = 2'd0, lagged = 2'd0;
    wire [63:0] counted_number = {{62{counted_batch[2]}}, counted_batch[1:0]};
    wire [63:0] updated_number = {{62{updated_batch[2]}}, updated_batch[1:0]};
    wire [63:0] behind = updated_number - counted_number;
    wire is_right = were_parameters ? (counted_batch <= updated_batch & behind <= lagged) : (counted_batch == updated_batch);
    // A cycle has passed; two have.
    reg powered = 1'b0, started = 1'b0;
    always @(posedge clock) begin
        {powered, started} <= {1'b1, powered};
        {counted, counted_batch} <= {counts & !reset, newest_batch};
        {asked_parameters, asked_batch, asked_lag} <= {of_parameters, update_batch, lag};
        {were_parameters, updated_batch, lagged} <= {asked_parameters, asked_batch, asked_lag};
        if (begins) begin
            {issued, answered, refused, active} <= {5'd0, 5'd0, 1'b0, 1'b1};
            total <= {3'b0, start_lines} + 5'd1;
`ifdef TWO
            second <= 1'b1;
`endif
            symbol <= start_symbol;
            batch <= start_batch;
        end else begin
            if (second_begins) {second, total} <= {1'b0, total + {3'b0, second_lines}};
            if (issues) issued <= issued + 5'd1;
            if (written) answered <= answered + 5'd1;
            if (written & write_error) refused <= 1'b1;
            if (done | failed) {active, second} <= 2'b0;
        end
        if (done & ({1'b0, symbol} >= total | answered > {1'b0, symbol}) & !refused) {counts, newest_batch} <= {1'b1, batch};
        if (reset) {issued, answered, active, second, counts} <= 13'd0;
    end

`ifdef REACH
    // A record of three lines counts; a record fails; an update is permitted, and one of another batch is not.
    // So is one of an older record, and one of a record that is too old is not.
    wire [5:0] reached = {permits & (behind == 64'd3), were_parameters & (behind == 64'd3) & counted & !permits,
                          permits & counted, done & (total == 5'd4), failed & refused, counted & !permits};
    always @* if (started & !reset) assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        // The last write, which is the header, is issued when all parts have begun and all other writes are answered.
        if (issues & active & (issued + 5'd1 == total)) assert (!second & (answered == issued));
        // No more writes than the record has lines; none without a record.
        if (issues) assert (active & (issued < total));
        // A record that counts is there, and nothing of it was refused.
        if (done) assert (active & !second & (issued == total) & (answered == total) & !refused);
        // An update that waits for a record begins after the answer to its symbolic line.
        if (permits) assert (counted & is_right);
    end
`endif
endmodule
