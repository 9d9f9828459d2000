// What the sequencer of CXL-MEM promises of its status: of a job or a record nothing is lost, least of all in the cycle of a
// clear; doorbells are queued or refused.
//
// DUT   module under proof
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire [7:0]  doorbell,
    input wire        doorbell_valid,
    input wire        clear_status,
    input wire        post_ready,
    input wire [2:0]  queued_command,
    input wire        queued,
    input wire        checker_done,
    input wire        checker_failed,
    input wire [7:0]  checker_error,
    input wire [63:0] checker_position,
    input wire        batch_done,
    input wire        batch_failed,
    input wire [7:0]  batch_error,
    input wire [63:0] batch_position,
    input wire        all_idle,
    input wire        read_fault,
    input wire [63:0] read_fault_address,
    input wire        write_fault,
    input wire [63:0] write_fault_address,
    input wire        inputs_ready,
    input wire        flush,
    input wire        flush_idle,
    input wire        flush_failed,
    input wire [63:0] flush_target,
    input wire        rows_idle,
    input wire        parameters_idle,
    input wire        log_done,
    input wire        log_failed,
    input wire [63:0] log_record
);
    wire       post, latch, finished, irq;
    wire [2:0] status;
    wire [7:0] error;
    wire [63:0] error_position;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .doorbell(doorbell),
        .doorbell_valid(doorbell_valid),
        .clear_status(clear_status),
        .post(post),
        .post_ready(post_ready),
        .queued_command(queued_command),
        .queued(queued),
        .latch(latch),
        .checker_done(checker_done),
        .checker_failed(checker_failed),
        .checker_error(checker_error),
        .checker_position(checker_position),
        .batch_done(batch_done),
        .batch_failed(batch_failed),
        .batch_error(batch_error),
        .batch_position(batch_position),
        .all_idle(all_idle),
        .read_fault(read_fault),
        .read_fault_address(read_fault_address),
        .write_fault(write_fault),
        .write_fault_address(write_fault_address),
        .inputs_ready(inputs_ready),
        .flush(flush),
        .flush_idle(flush_idle),
        .flush_failed(flush_failed),
        .flush_target(flush_target),
        .rows_idle(rows_idle),
        .parameters_idle(parameters_idle),
        .log_done(log_done),
        .log_failed(log_failed),
        .log_record(log_record),
        .finished(finished),
        .status(status),
        .error(error),
        .error_position(error_position),
        .irq(irq)
    );

    wire done = status[1];
    wire failed = status[2];
    wire is_command = doorbell >= 8'd1 & doorbell <= 8'd6;
    wire refused = doorbell_valid & ~(is_command & post_ready);
    wire goes_wrong = read_fault | write_fault | flush_failed | checker_failed | batch_failed | log_failed | refused;

    reg started = 1'b0;
    reg was_reset = 1'b0;
    reg was_wrong = 1'b0;
    reg was_clear = 1'b0;
    reg was_failed = 1'b0;
    reg was_done = 1'b0;
    reg ended = 1'b0;
    reg began = 1'b0;
    reg [7:0] was_error = 8'd0;
    reg [63:0] was_position = 64'd0;
    always @(posedge clock) begin
        started <= 1'b1;
        was_reset <= reset;
        was_wrong <= goes_wrong;
        was_clear <= clear_status;
        was_failed <= failed;
        was_done <= done;
        ended <= finished | log_done;
        began <= latch;
        was_error <= error;
        was_position <= error_position;
    end
    wire counts = started & ~was_reset;

    // The first error of a job, or an error of a record, that came while another stood and was not cleared.
    wire job_goes_wrong = read_fault | write_fault | flush_failed | checker_failed | batch_failed;
    reg job_was_wrong = 1'b0;
    reg hidden = 1'b0;
    reg was_hidden = 1'b0;
    always @(posedge clock) begin
        job_was_wrong <= ~reset & (job_goes_wrong | (job_was_wrong & ~latch));
        hidden <= ~reset & ~clear_status & (hidden | (failed & (log_failed | (job_goes_wrong & ~job_was_wrong))));
        was_hidden <= hidden;
    end

    // The claims mean little unless these can happen.
    wire [4:0] reached = {
        counts & was_hidden & was_clear & ~was_wrong,  // an error stands behind the one that was cleared
        counts & was_failed & was_clear & was_wrong,   // an error in the cycle in which another was cleared
        counts & was_done & was_clear & ended,         // an end in the cycle in which another was cleared
        doorbell_valid & ~failed & post,               // a doorbell that is queued
        counts & was_failed & was_clear & ~failed      // a clear that clears
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        if (counts & was_wrong)
            whatGoesWrongIsShown: assert (failed);
        if (counts & was_hidden & was_clear)
            whatAnotherErrorHidIsShownBehindIt: assert (failed);
        if (counts & ended)
            whatEndsIsShown: assert (done);
        if (counts & was_failed & ~was_clear)
            aFailureStandsUntilItIsCleared: assert (failed & error == was_error & error_position == was_position);
        if (counts & was_done & ~was_clear & ~began)
            anEndStandsUntilItIsClearedOrAJobBegins: assert (done);
        if (doorbell_valid & ~failed)
            aDoorbellIsQueuedOrRefused: assert (post ^ refused);
        if (failed)
            aFailureHoldsDoorbellsOff: assert (!post & !latch);
        anInterruptSaysHowJobsEnded: assert (irq == (~status[0] & (done | failed)));
    end
`endif
endmodule
