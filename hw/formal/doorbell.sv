// What the doorbell of the SmartSSD promises: every ring is answered in the next cycle, by a start or by a failure that the host sees,
// whatever the kernel, the host's CLEAR and the plans do. A ring while a failure stands is answered by that failure, also in the cycle in
// which it is cleared. A failure stays until CLEAR, and is not lost to one in its own cycle.
//
// DUT   the block that begins iterations
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire [7:0]  doorbell,
    input wire        doorbell_valid,
    input wire        clear,
    input wire [31:0] tx_bytes,
    input wire [31:0] cache_base,
    input wire [31:0] cache_vectors,
    input wire [31:0] ssd_base,
    input wire [31:0] bags,
    input wire [31:0] plan,
    input wire [31:0] plans_done,
    input wire        kernel_ends,
    input wire [3:0]  kernel_error,
    input wire [1:0]  kernel_program
);
    wire kernel_start, busy, waiting, running, done, failed, ended;
    wire [3:0] error;
    // A kernel ends that began.
    wire kernel_done = kernel_ends & running;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .doorbell(doorbell),
        .doorbell_valid(doorbell_valid),
        .clear(clear),
        .tx_bytes(tx_bytes),
        .cache_base(cache_base),
        .cache_vectors(cache_vectors),
        .ssd_base(ssd_base),
        .bags(bags),
        .plan(plan),
        .plans_done(plans_done),
        .layout_good(),
        .kernel_start(kernel_start),
        .kernel_done(kernel_done),
        .kernel_error(kernel_error),
        .kernel_program(kernel_program),
        .busy(busy),
        .waiting(waiting),
        .running(running),
        .kernel_bags(),
        .kernel_cache_base(),
        .kernel_cache_vectors(),
        .done(done),
        .failed(failed),
        .error(error),
        .program_(),
        .new_buffer(),
        .output_base(),
        .ended(ended)
    );

    // What was so in the last cycle.
    reg started = 1'b0;
    reg rang = 1'b0;
    reg was_clear = 1'b0;
    reg was_waiting = 1'b0;
    reg was_running = 1'b0;
    reg was_failed = 1'b0;
    reg had_ended = 1'b0;
    reg was_stopped = 1'b0;
    always @(posedge clock) begin
        started <= !reset;
        rang <= doorbell_valid & !reset;
        was_clear <= clear;
        was_waiting <= waiting;
        was_running <= running;
        was_failed <= failed;
        had_ended <= ended;
        was_stopped <= kernel_done & (kernel_error != 4'd0);
    end
    wire starts = waiting & !was_waiting;

    // The claims mean little unless these can happen.
    wire [5:0] reached = {
        rang & was_running & !running & !was_failed, // a ring in the cycle of the kernel's end
        rang & was_clear & !was_failed & failed,     // a refusal in the cycle of CLEAR
        rang & was_failed & failed & !was_clear,   // a ring while a failure stands
        rang & failed & busy & !was_failed,        // a ring while busy
        had_ended & done & !failed,
        rang & starts
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started) begin
        if (rang & !was_failed)
            everyRingIsAnswered: assert (starts | failed);
        if (starts)
            nothingStartsByItself: assert (rang);
        if (was_failed & !was_clear)
            aFailureStays: assert (failed);
        if (failed)
            aFailureHasAReason: assert (error != 4'd0);
        if (was_stopped)
            aStoppedKernelIsSeen: assert (failed);
        if (had_ended & !(rang & starts))
            anEndIsSeen: assert (done);
    end
`endif
endmodule
