// Begins iterations when the doorbell rings and the cache holds what they need, swaps the TX buffers, and
// checks that regions fit. Two cycles from the doorbell to the kernel; stalls until the plan of movements is
// done.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module iteration_s1_faults (
    input  wire        clock,
    input  wire        reset,
    input  wire [7:0]  doorbell,
    input  wire        doorbell_valid,
    input  wire        clear,
    input  wire [31:0] tx_bytes,
    input  wire [31:0] cache_base,
    input  wire [31:0] cache_vectors,
    input  wire [31:0] ssd_base,
    input  wire [31:0] bags,
    input  wire [31:0] plan,
    input  wire [31:0] plans_done,
    output wire        layout_good,
    output reg         kernel_start,
    input  wire        kernel_done,
    input  wire [3:0]  kernel_error,
    input  wire [1:0]  kernel_program,
    output wire        busy,
    output wire        waiting,
    output wire        running,
    output wire [31:0] kernel_bags,
    output wire [31:0] kernel_cache_base,
    output wire [31:0] kernel_cache_vectors,
    output wire        done,
    output wire        failed,
    output wire [3:0]  error,
    output wire [1:0]  program_,
    output wire        new_buffer,
    output reg  [63:0] output_base,
    output reg         ended,
    input  wire [3:0]  fault_0
);

    localparam [3:0] BUSY_CODE = 4'd8;
    localparam [47:0] DRAM_BYTES = 48'h000100000000;
    localparam [3:0] EARLY_KERNEL_0 = 4'd6;
    localparam [7:0] ITERATE = 8'd1;
    localparam [1:0] ITERATION_STATE_IDLE = 2'd0;
    localparam [1:0] ITERATION_STATE_RUNNING = 2'd2;
    localparam [1:0] ITERATION_STATE_WAITING = 2'd1;
    localparam [3:0] LAYOUT_CODE = 4'd10;
    localparam [3:0] NO_SWAP_0 = 4'd7;
    localparam [7:0] PROCEED = 8'd2;
    localparam [3:0] UNKNOWN_CODE = 4'd9;
    localparam [31:0] WITHIN_VECTOR = 32'd63;

    reg [1:0] state = 2'd0;
    reg is_done = 1'b0;
    reg has_failed = 1'b0;
    reg [3:0] reason = 4'd0;
    reg [1:0] culprit = 2'd0;
    reg buffer = 1'b0;
    reg fits = 1'b0;
    reg holds = 1'b0;
    reg [31:0] kept_bags = 32'd0;
    reg [31:0] kept_tx_bytes = 32'd0;
    reg [31:0] kept_cache_base = 32'd0;
    reg [31:0] kept_cache_vectors = 32'd0;
    reg [31:0] kept_plan = 32'd0;

    wire fits_now;
    wire [47:0] buffers_end;
    wire [47:0] cache_end;
    wire [47:0] outputs_end;
    wire iterates;
    wire continues;
    wire rings;
    reg ready;
    reg swaps;
    reg [1:0] state_next;
    reg is_done_next;
    reg has_failed_next;
    reg [3:0] reason_next;
    reg [1:0] culprit_next;
    reg buffer_next;
    reg [31:0] kept_bags_next;
    reg [31:0] kept_tx_bytes_next;
    reg [31:0] kept_cache_base_next;
    reg [31:0] kept_cache_vectors_next;
    reg [31:0] kept_plan_next;

    always @* begin
        state_next = state;
        is_done_next = is_done;
        has_failed_next = has_failed;
        reason_next = reason;
        culprit_next = culprit;
        buffer_next = buffer;
        kept_bags_next = kept_bags;
        kept_tx_bytes_next = kept_tx_bytes;
        kept_cache_base_next = kept_cache_base;
        kept_cache_vectors_next = kept_cache_vectors;
        kept_plan_next = kept_plan;
        kernel_start = 1'b0;
        ended = 1'b0;
        if (clear) begin
            is_done_next = 1'b0;
            has_failed_next = 1'b0;
            reason_next = 4'd0;
            culprit_next = 2'd0;
        end
        case (state)
            ITERATION_STATE_IDLE: begin
                if (rings) begin
                    is_done_next = 1'b0;
                    culprit_next = 2'd0;
                    if (~iterates & ~continues) begin
                        has_failed_next = 1'b1;
                        reason_next = UNKNOWN_CODE;
                    end else if (~holds) begin
                        has_failed_next = 1'b1;
                        reason_next = LAYOUT_CODE;
                    end else begin
                        state_next = ITERATION_STATE_WAITING;
                        kept_bags_next = bags;
                        kept_tx_bytes_next = tx_bytes;
                        kept_cache_base_next = cache_base;
                        kept_cache_vectors_next = cache_vectors;
                        kept_plan_next = plan;
                        buffer_next = buffer ^ swaps;
                    end
                end
            end
            ITERATION_STATE_WAITING: begin
                if (ready) begin
                    kernel_start = 1'b1;
                    state_next = ITERATION_STATE_RUNNING;
                end
            end
            default: begin
                if (kernel_done) begin
                    state_next = ITERATION_STATE_IDLE;
                    if (|kernel_error) begin
                        has_failed_next = 1'b1;
                        reason_next = kernel_error;
                        culprit_next = kernel_program;
                    end else begin
                        is_done_next = 1'b1;
                        ended = 1'b1;
                    end
                end
            end
        endcase
        if (rings & (state != ITERATION_STATE_IDLE) & ~((state == ITERATION_STATE_RUNNING) & kernel_done)) begin
            has_failed_next = 1'b1;
            reason_next = BUSY_CODE;
            culprit_next = 2'd0;
        end
        if (reset) begin
            state_next = ITERATION_STATE_IDLE;
            is_done_next = 1'b0;
            has_failed_next = 1'b0;
            reason_next = 4'd0;
            culprit_next = 2'd0;
            buffer_next = 1'b1;
        end
    end

    // What fits, a cycle later.
    assign buffers_end = {15'd0, tx_bytes, 1'b0};
    assign cache_end = {16'd0, cache_base} + {10'd0, cache_vectors, 6'd0};
    assign outputs_end = {10'd0, bags, 6'd0};
    assign fits_now = ~(|((tx_bytes | cache_base | ssd_base) & WITHIN_VECTOR)) & (buffers_end <= {16'd0, cache_base}) & (cache_end <= DRAM_BYTES);
    assign layout_good = fits & fits_now;

    // The doorbell.
    assign iterates = doorbell == ITERATE;
    assign continues = doorbell == PROCEED;
    assign rings = doorbell_valid & ~has_failed;

    always @* begin
        ready = plans_done >= kept_plan;
        if (fault_0 == EARLY_KERNEL_0) begin
            ready = 1'b1;
        end
    end

    always @* begin
        swaps = iterates;
        if (fault_0 == NO_SWAP_0) begin
            swaps = 1'b0;
        end
    end

    assign busy = state != ITERATION_STATE_IDLE;
    assign running = state == ITERATION_STATE_RUNNING;
    assign kernel_bags = kept_bags;
    assign kernel_cache_base = kept_cache_base;
    assign kernel_cache_vectors = kept_cache_vectors;
    assign waiting = state == ITERATION_STATE_WAITING;
    assign done = is_done;
    assign failed = has_failed;
    assign error = reason;
    assign program_ = culprit;
    assign new_buffer = buffer;

    always @* begin
        output_base = 64'd0;
        if (buffer) begin
            output_base = {32'd0, kept_tx_bytes};
        end
    end

    always @(posedge clock) begin
        fits <= fits_now;
        holds <= fits & (outputs_end <= {16'd0, tx_bytes});
    end

    always @(posedge clock) begin
        state <= state_next;
        is_done <= is_done_next;
        has_failed <= has_failed_next;
        reason <= reason_next;
        culprit <= culprit_next;
        buffer <= buffer_next;
        kept_bags <= kept_bags_next;
        kept_tx_bytes <= kept_tx_bytes_next;
        kept_cache_base <= kept_cache_base_next;
        kept_cache_vectors <= kept_cache_vectors_next;
        kept_plan <= kept_plan_next;
    end

endmodule

`default_nettype wire
