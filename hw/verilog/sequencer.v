// Runs jobs from queue to status: checks the settings, then has the batch checked and worked on side by side,
// holds results back until the check is over, and waits until every write is answered. Gives logs away.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module sequencer (
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
    output reg         checker_start,
    input  wire        checker_done,
    input  wire        checker_failed,
    input  wire [7:0]  checker_error,
    input  wire [63:0] checker_position,
    output reg         batch_start,
    output reg         batch_stop,
    input  wire        batch_done,
    input  wire        batch_failed,
    input  wire [7:0]  batch_error,
    input  wire [63:0] batch_position,
    input  wire        all_idle,
    input  wire        read_fault,
    input  wire [63:0] read_fault_address,
    input  wire        write_fault,
    input  wire [63:0] write_fault_address,
    input  wire        inputs_ready,
    output reg         inputs_taken,
    input  wire        flush,
    output reg         flush_start,
    input  wire        flush_idle,
    input  wire        flush_failed,
    input  wire [63:0] flush_target,
    output reg         rows_start,
    input  wire        rows_idle,
    output reg         parameters_start,
    input  wire        parameters_idle,
    input  wire        log_done,
    input  wire        log_failed,
    input  wire [63:0] log_record,
    output reg         waiting,
    output reg         hold,
    output wire        suppress_writes,
    output reg         busy,
    output reg         checking,
    output wire        finished,
    output wire [2:0]  status,
    output wire [7:0]  error,
    output wire [63:0] error_position,
    output wire        irq
);

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

    wire is_idle;
    wire busy_bit;
    wire is_command;
    wire begin_;
    wire ready;
    reg raise;
    reg [7:0] raised_code;
    reg [63:0] raised_position;
    reg job_error;
    reg ends;
    reg [3:0] state_next;
    reg row_log_next;
    reg parameter_log_next;
    reg done_next;
    reg failed_next;
    reg [7:0] code_next;
    reg [63:0] position_next;
    reg job_failed_next;

    always @* begin
        state_next = state;
        row_log_next = row_log;
        parameter_log_next = parameter_log;
        done_next = done;
        failed_next = failed;
        code_next = code;
        position_next = position;
        job_failed_next = job_failed;
        checker_start = 1'b0;
        batch_start = 1'b0;
        batch_stop = 1'b0;
        hold = 1'b0;
        checking = 1'b0;
        ends = 1'b0;
        inputs_taken = 1'b0;
        flush_start = 1'b0;
        rows_start = 1'b0;
        parameters_start = 1'b0;
        waiting = is_idle & ~queued;
        busy = ~is_idle;
        case (state)
            JOB_STATE_IDLE: begin
                job_failed_next = 1'b0;
                if (begin_) begin
                    row_log_next = queued_command == ROW_LOG_VALUE;
                    parameter_log_next = queued_command == PARAMETER_LOG_VALUE;
                    done_next = 1'b0;
                    state_next = JOB_STATE_START_SETTINGS;
                end
            end
            JOB_STATE_START_SETTINGS: begin
                checking = 1'b1;
                checker_start = 1'b1;
                state_next = JOB_STATE_SETTINGS;
            end
            JOB_STATE_SETTINGS: begin
                checking = 1'b1;
                if (checker_done) begin
                    state_next = JOB_STATE_WAIT;
                end
                if (checker_failed) begin
                    state_next = JOB_STATE_IDLE;
                end
            end
            JOB_STATE_WAIT: begin
                waiting = ~ready;
                busy = ready;
                checking = ready;
                if (failed & ~ready) begin
                    // It may wait for ever: what failed may be what it waits for.
                    state_next = JOB_STATE_IDLE;
                end else if (ready & (row_log | parameter_log)) begin
                    rows_start = row_log;
                    parameters_start = parameter_log;
                    state_next = JOB_STATE_IDLE;
                end else if (ready) begin
                    inputs_taken = 1'b1;
                    state_next = JOB_STATE_START;
                end
            end
            JOB_STATE_START: begin
                checking = 1'b1;
                hold = 1'b1;
                batch_start = 1'b1;
                state_next = JOB_STATE_CHECK;
            end
            JOB_STATE_CHECK: begin
                checking = 1'b1;
                hold = 1'b1;
                if (batch_done) begin
                    state_next = JOB_STATE_WORK;
                end
                if (batch_failed | job_failed) begin
                    state_next = JOB_STATE_DROP;
                end
            end
            JOB_STATE_WORK: begin
                if (job_failed) begin
                    state_next = JOB_STATE_DROP;
                end else if (all_idle & ~job_error & flush) begin
                    state_next = JOB_STATE_START_FLUSH;
                end else if (all_idle & ~job_error) begin
                    state_next = JOB_STATE_IDLE;
                    ends = 1'b1;
                end
            end
            JOB_STATE_START_FLUSH: begin
                flush_start = 1'b1;
                state_next = JOB_STATE_FLUSH;
            end
            JOB_STATE_FLUSH: begin
                if (flush_idle & ~job_error) begin
                    state_next = JOB_STATE_IDLE;
                    ends = ~job_failed;
                end
            end
            default: begin
                batch_stop = 1'b1;
                if (all_idle) begin
                    state_next = JOB_STATE_IDLE;
                end
            end
        endcase
        if (clear_status) begin
            done_next = 1'b0;
            failed_next = 1'b0;
            code_next = 8'd0;
            position_next = 64'd0;
        end
        if (ends | log_done) begin
            done_next = 1'b1;
        end
        if (job_error) begin
            job_failed_next = 1'b1;
        end
        if (raise & ~failed) begin
            failed_next = 1'b1;
            code_next = raised_code;
            position_next = raised_position;
        end
        if (reset) begin
            state_next = JOB_STATE_IDLE;
            done_next = 1'b0;
            failed_next = 1'b0;
            job_failed_next = 1'b0;
            code_next = 8'd0;
            position_next = 64'd0;
        end
    end

    assign is_idle = state == JOB_STATE_IDLE;
    assign is_command = (|doorbell) & (doorbell <= LAST_COMMAND);
    assign post = doorbell_valid & is_command & post_ready & ~failed;
    assign drop_queue = failed;
    assign begin_ = is_idle & queued & ~failed;
    assign latch = begin_;

    always @* begin
        // Errors: the first one stands. Those of the job itself keep it from ending well.
        raise = 1'b0;
        job_error = 1'b0;
        raised_code = ERROR_FULL;
        raised_position = {56'd0, doorbell};
        if (read_fault) begin
            raise = 1'b1;
            job_error = 1'b1;
            raised_code = ERROR_READ;
            raised_position = read_fault_address;
        end else if (write_fault) begin
            raise = 1'b1;
            job_error = 1'b1;
            raised_code = ERROR_WRITE;
            raised_position = write_fault_address;
        end else if (flush_failed) begin
            raise = 1'b1;
            job_error = 1'b1;
            raised_code = ERROR_FLUSH;
            raised_position = flush_target;
        end else if (checker_failed) begin
            raise = 1'b1;
            job_error = 1'b1;
            raised_code = checker_error;
            raised_position = checker_position;
        end else if (batch_failed) begin
            raise = 1'b1;
            job_error = 1'b1;
            raised_code = batch_error;
            raised_position = batch_position;
        end else if (log_failed) begin
            raise = 1'b1;
            raised_code = ERROR_LOG;
            raised_position = log_record;
        end else if (doorbell_valid & ~is_command) begin
            raise = 1'b1;
            raised_code = ERROR_UNKNOWN;
        end else if (doorbell_valid & ~post_ready) begin
            raise = 1'b1;
        end
    end

    // A job waits for its gradients and its records, a log for the one of its kind before it.
    assign ready = inputs_ready & (~row_log | rows_idle) & (~parameter_log | parameters_idle);
    assign finished = ends;
    assign suppress_writes = job_failed;
    assign busy_bit = ~is_idle | queued | ~rows_idle | ~parameters_idle;
    assign status = {failed, done, busy_bit};
    assign error = code;
    assign error_position = position;
    assign irq = ~busy_bit & (done | failed);

    always @(posedge clock) begin
        state <= state_next;
        row_log <= row_log_next;
        parameter_log <= parameter_log_next;
        done <= done_next;
        failed <= failed_next;
        code <= code_next;
        position <= position_next;
        job_failed <= job_failed_next;
    end

endmodule

`default_nettype wire
