// Runs jobs from queue to status: checks the settings, then has the batch checked and worked on side by side,
// holds results back until the check is over, and waits until every write is answered. Gives logs away.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_sequencer (
    input  wire        clock,
    input  wire        reset,
    input  wire [7:0]  doorbell,
    input  wire        doorbell_valid,
    input  wire        clear_status,
    output wire        post,
    input  wire        post_ready,
    output wire        drop_queue,
    input  wire [2:0]  queued_command,
    input  wire        queued,
    output wire        latch,
    output wire        checker_start,
    input  wire        checker_done,
    input  wire        checker_failed,
    input  wire [7:0]  checker_error,
    input  wire [63:0] checker_position,
    output wire        batch_start,
    output wire        batch_stop,
    input  wire        batch_done,
    input  wire        batch_failed,
    input  wire [7:0]  batch_error,
    input  wire [63:0] batch_position,
    input  wire        all_idle,
    input  wire        read_fault,
    input  wire [63:0] read_fault_address,
    input  wire        write_fault,
    input  wire [63:0] write_fault_address,
    input  wire        records_ready,
    input  wire        inputs_ready,
    output wire        inputs_taken,
    input  wire        flush,
    output wire        flush_start,
    input  wire        flush_idle,
    input  wire        flush_failed,
    input  wire [63:0] flush_target,
    output wire        rows_start,
    input  wire        rows_idle,
    output wire        parameters_start,
    input  wire        parameters_idle,
    input  wire        log_done,
    input  wire        log_failed,
    input  wire [63:0] log_record,
    input  wire        decoder_refused,
    input  wire [63:0] decoder,
    output wire        waiting,
    output wire        hold,
    output wire        suppress_writes,
    output wire        busy,
    output wire        checking,
    output wire        finished,
    output wire [2:0]  status,
    output wire [7:0]  error,
    output wire [63:0] error_position,
    output wire        irq
);

    localparam [7:0] ERROR_DECODER = 8'd20;
    localparam [7:0] ERROR_FLUSH = 8'd18;
    localparam [7:0] ERROR_FULL = 8'd8;
    localparam [7:0] ERROR_LOG = 8'd19;
    localparam [7:0] ERROR_READ = 8'd16;
    localparam [7:0] ERROR_UNKNOWN = 8'd9;
    localparam [7:0] ERROR_WRITE = 8'd17;
    localparam [3:0] JOB_STATE_CHECK = 4'd5;
    localparam [3:0] JOB_STATE_DROP = 4'd9;
    localparam [3:0] JOB_STATE_FLUSH = 4'd8;
    localparam [3:0] JOB_STATE_IDLE = 4'd0;
    localparam [3:0] JOB_STATE_SETTINGS = 4'd2;
    localparam [3:0] JOB_STATE_START = 4'd4;
    localparam [3:0] JOB_STATE_START_FLUSH = 4'd7;
    localparam [3:0] JOB_STATE_START_SETTINGS = 4'd1;
    localparam [3:0] JOB_STATE_WAIT = 4'd3;
    localparam [3:0] JOB_STATE_WORK = 4'd6;
    localparam [7:0] LAST_COMMAND = 8'd6;
    localparam [2:0] PARAMETER_LOG_VALUE = 3'd3;
    localparam [2:0] ROW_LOG_VALUE = 3'd4;

    reg [3:0] state = 4'd0;
    reg row_log = 1'b0;
    reg parameter_log = 1'b0;
    reg done = 1'b0;
    reg failed = 1'b0;
    reg [7:0] code = 8'd0;
    reg [63:0] position = 64'd0;
    reg job_failed = 1'b0;
    reg job_unseen = 1'b0;
    reg [7:0] job_code = 8'd0;
    reg [63:0] job_position = 64'd0;
    reg log_unseen = 1'b0;
    reg [63:0] log_position = 64'd0;

    wire is_idle;
    wire busy_bit;
    wire is_command;
    wire begin_;
    wire is_log;
    wire log_ready;
    wire ready;
    wire raise;
    wire [7:0] raised_code;
    wire [63:0] raised_position;
    wire job_error;
    wire shows;
    wire ends;
    wire decoder_error_out_bit;

    emb_sampler u_decoder_error (
        .clock(clock),
        .in_bit(decoder_refused),
        .out_bit(decoder_error_out_bit)
    );

    always @(posedge clock) begin
        case (state)
            JOB_STATE_IDLE: begin
                job_failed <= 1'b0;
                if (begin_) begin
                    row_log <= queued_command == ROW_LOG_VALUE;
                    parameter_log <= queued_command == PARAMETER_LOG_VALUE;
                    done <= 1'b0;
                    state <= JOB_STATE_START_SETTINGS;
                end
            end
            JOB_STATE_START_SETTINGS: begin
                state <= JOB_STATE_SETTINGS;
            end
            JOB_STATE_SETTINGS: begin
                if (checker_done) begin
                    state <= JOB_STATE_WAIT;
                end
                if (checker_failed) begin
                    state <= JOB_STATE_IDLE;
                end
            end
            JOB_STATE_WAIT: begin
                if (is_log & log_ready) begin
                    state <= JOB_STATE_IDLE;
                end else if (failed & ~ready) begin
                    // It may wait for ever: what failed may be what it waits for.
                    state <= JOB_STATE_IDLE;
                end else if (ready) begin
                    state <= JOB_STATE_START;
                end
            end
            JOB_STATE_START: begin
                state <= JOB_STATE_CHECK;
            end
            JOB_STATE_CHECK: begin
                if (batch_done) begin
                    state <= JOB_STATE_WORK;
                end
                if (batch_failed | job_failed) begin
                    state <= JOB_STATE_DROP;
                end
            end
            JOB_STATE_WORK: begin
                if (job_failed) begin
                    state <= JOB_STATE_DROP;
                end else if (all_idle & ~job_error & flush) begin
                    state <= JOB_STATE_START_FLUSH;
                end else if (all_idle & ~job_error) begin
                    state <= JOB_STATE_IDLE;
                end
            end
            JOB_STATE_START_FLUSH: begin
                state <= JOB_STATE_FLUSH;
            end
            JOB_STATE_FLUSH: begin
                if (flush_idle & ~job_error) begin
                    state <= JOB_STATE_IDLE;
                end
            end
            default: begin
                if (all_idle) begin
                    state <= JOB_STATE_IDLE;
                end
            end
        endcase
        // Behind a clear stands what failed meanwhile.
        if (clear_status) begin
            done <= 1'b0;
            failed <= 1'b0;
            code <= 8'd0;
            position <= 64'd0;
            if (job_unseen) begin
                failed <= 1'b1;
                code <= job_code;
                position <= job_position;
                job_unseen <= raise;
            end else if (log_unseen) begin
                failed <= 1'b1;
                code <= ERROR_LOG;
                position <= log_position;
                log_unseen <= raise;
            end
        end
        if (job_error & ~job_failed & ~shows) begin
            job_unseen <= 1'b1;
            job_code <= raised_code;
            job_position <= raised_position;
        end
        if (log_failed & (job_error | ~shows)) begin
            log_unseen <= 1'b1;
            if (~log_unseen) begin
                log_position <= log_record;
            end
        end
        if (ends | log_done) begin
            done <= 1'b1;
        end
        if (job_error) begin
            job_failed <= 1'b1;
        end
        // What comes in the cycle of a clear comes behind it: nothing that the host has not seen is cleared.
        if (raise & shows) begin
            failed <= 1'b1;
            code <= raised_code;
            position <= raised_position;
        end
        if (reset) begin
            state <= JOB_STATE_IDLE;
            done <= 1'b0;
            failed <= 1'b0;
            job_failed <= 1'b0;
            job_unseen <= 1'b0;
            log_unseen <= 1'b0;
            code <= 8'd0;
            position <= 64'd0;
        end
    end

    assign checker_start = state == JOB_STATE_START_SETTINGS;
    assign batch_start = state == JOB_STATE_START;
    assign batch_stop = state >= JOB_STATE_DROP;
    assign hold = (state == JOB_STATE_START) | (state == JOB_STATE_CHECK);

    assign checking =
        (state == JOB_STATE_START_SETTINGS) |
        (state == JOB_STATE_SETTINGS) |
        (state == JOB_STATE_START) |
        (state == JOB_STATE_CHECK) |
        ((state == JOB_STATE_WAIT) & ready);

    assign ends =
        (state == JOB_STATE_WORK) ? ~job_failed & ~(all_idle & ~job_error & flush) & all_idle & ~job_error :
        (state == JOB_STATE_FLUSH) & ~job_failed & flush_idle & ~job_error;

    assign inputs_taken = (state == JOB_STATE_WAIT) & ~(is_log & log_ready) & ~(failed & ~ready) & ready;
    assign flush_start = state == JOB_STATE_START_FLUSH;
    assign rows_start = (state == JOB_STATE_WAIT) & row_log & is_log & log_ready;
    assign parameters_start = (state == JOB_STATE_WAIT) & parameter_log & is_log & log_ready;
    assign waiting = (state == JOB_STATE_WAIT) ? ~ready : is_idle & ~queued;
    assign busy = (state == JOB_STATE_WAIT) ? ready : ~is_idle;
    assign is_idle = state == JOB_STATE_IDLE;
    assign is_command = (|doorbell) & (doorbell <= LAST_COMMAND);
    assign post = doorbell_valid & is_command & post_ready & ~failed;
    assign drop_queue = failed;
    assign begin_ = is_idle & queued & ~failed;
    assign latch = begin_;

    // Errors: the first one stands. Those of the job itself keep it from ending well.
    assign raise =
        read_fault |
        write_fault |
        flush_failed |
        checker_failed |
        batch_failed |
        log_failed |
        (doorbell_valid & ~is_command) |
        (doorbell_valid & ~post_ready) |
        decoder_error_out_bit;

    assign job_error = read_fault | write_fault | flush_failed | checker_failed | batch_failed;

    assign raised_code =
        read_fault ? ERROR_READ :
        write_fault ? ERROR_WRITE :
        flush_failed ? ERROR_FLUSH :
        checker_failed ? checker_error :
        batch_failed ? batch_error :
        log_failed ? ERROR_LOG :
        (doorbell_valid & ~is_command) ? ERROR_UNKNOWN :
        (~(doorbell_valid & ~post_ready) & decoder_error_out_bit) ? ERROR_DECODER :
        ERROR_FULL;

    assign raised_position =
        read_fault ? read_fault_address :
        write_fault ? write_fault_address :
        flush_failed ? flush_target :
        checker_failed ? checker_position :
        batch_failed ? batch_position :
        log_failed ? log_record :
        (~(doorbell_valid & ~is_command) & ~(doorbell_valid & ~post_ready) & decoder_error_out_bit) ? decoder :
        {56'd0, doorbell};

    // A job waits for its gradients and its records, a log for the one of its kind before it.
    assign is_log = row_log | parameter_log;
    assign log_ready = records_ready & (~row_log | rows_idle) & (~parameter_log | parameters_idle);
    assign ready = (is_log & log_ready) | (~is_log & inputs_ready);
    assign shows = ~failed | clear_status;
    assign finished = ends;
    assign suppress_writes = job_failed;
    assign busy_bit = ~is_idle | queued | ~rows_idle | ~parameters_idle;
    assign status = {failed, done, busy_bit};
    assign error = code;
    assign error_position = position;
    assign irq = ~busy_bit & (done | failed);

endmodule

`default_nettype wire
