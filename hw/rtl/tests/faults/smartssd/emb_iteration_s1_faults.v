// Begins iterations when the doorbell rings and the cache holds what they need, swaps the TX buffers, and
// checks that regions fit. Two cycles from the doorbell to the kernel; stalls until the plan of movements is
// done.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_iteration_s1_faults (
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
    output wire        kernel_start,
    input  wire        kernel_done,
    input  wire [3:0]  kernel_error,
    input  wire [1:0]  kernel_program,
    output wire        busy,
    output wire        waiting,
    output wire        running,
    output wire        accepted,
    output wire [31:0] kernel_bags,
    output wire [31:0] kernel_cache_base,
    output wire [31:0] kernel_cache_vectors,
    output wire        done,
    output wire        failed,
    output wire [3:0]  error,
    output wire [1:0]  program_,
    output wire        new_buffer,
    output wire [63:0] output_base,
    output wire        ended,
    input  wire [3:0]  fault_0
);

    localparam [3:0] BUSY_CODE = 4'd8;
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
    wire holds_now;
    wire [47:0] buffers_end;
    wire [47:0] cache_first;
    wire [47:0] cache_bytes;
    wire [47:0] cache_excess;
    wire [47:0] outputs_end;
    wire iterates;
    wire continues;
    wire rings;
    wire ready;
    wire swaps;

    always @(posedge clock) begin
        if (clear) begin
            is_done <= 1'b0;
            has_failed <= 1'b0;
            reason <= 4'd0;
            culprit <= 2'd0;
        end
        case (state)
            ITERATION_STATE_IDLE: begin
                if (rings) begin
                    is_done <= 1'b0;
                    culprit <= 2'd0;
                    if (~iterates & ~continues) begin
                        has_failed <= 1'b1;
                        reason <= UNKNOWN_CODE;
                    end else if (~(holds & holds_now)) begin
                        has_failed <= 1'b1;
                        reason <= LAYOUT_CODE;
                    end else begin
                        state <= ITERATION_STATE_WAITING;
                        kept_bags <= bags;
                        kept_tx_bytes <= tx_bytes;
                        kept_cache_base <= cache_base;
                        kept_cache_vectors <= cache_vectors;
                        kept_plan <= plan;
                        buffer <= buffer ^ swaps;
                    end
                end
            end
            ITERATION_STATE_WAITING: begin
                if (ready) begin
                    state <= ITERATION_STATE_RUNNING;
                end
            end
            default: begin
                if (kernel_done) begin
                    state <= ITERATION_STATE_IDLE;
                    if (|kernel_error) begin
                        has_failed <= 1'b1;
                        reason <= kernel_error;
                        culprit <= kernel_program;
                    end else begin
                        is_done <= 1'b1;
                    end
                end
            end
        endcase
        if (
            rings &
            (state != ITERATION_STATE_IDLE) &
            ~((state == ITERATION_STATE_RUNNING) & kernel_done & (|kernel_error))
        ) begin
            has_failed <= 1'b1;
            reason <= BUSY_CODE;
            culprit <= 2'd0;
        end
        if (reset) begin
            state <= ITERATION_STATE_IDLE;
            is_done <= 1'b0;
            has_failed <= 1'b0;
            reason <= 4'd0;
            culprit <= 2'd0;
            buffer <= 1'b1;
        end
    end

    assign accepted = (state == ITERATION_STATE_IDLE) & ~(~iterates & ~continues) & holds & holds_now & rings;
    assign kernel_start = (state == ITERATION_STATE_WAITING) & ready;
    assign ended = (state >= ITERATION_STATE_RUNNING) & ~(|kernel_error) & kernel_done;

    // What fits, a cycle later.
    assign buffers_end = {15'd0, tx_bytes, 1'b0};

    // The end of the cache, less the DRAM and one: the three are added up to two without carries, for one carry chain.
    assign cache_first = {16'd0, cache_base};
    assign cache_bytes = {10'd0, cache_vectors, 6'd0};

    assign cache_excess =
        (cache_first ^ cache_bytes ^ 48'hfffeffffffff) +
        {(cache_first[46:0] & cache_bytes[46:0]) | (cache_first[46:0] & 47'h7ffeffffffff) | (cache_bytes[46:0] & 47'h7ffeffffffff), 1'b0};

    assign outputs_end = {10'd0, bags, 6'd0};

    assign fits_now =
        ~(|((tx_bytes | cache_base | ssd_base) & WITHIN_VECTOR)) &
        (buffers_end <= {16'd0, cache_base}) &
        cache_excess[47];

    assign holds_now = fits_now & (outputs_end <= {16'd0, tx_bytes});
    assign layout_good = fits & fits_now;

    // The doorbell.
    assign iterates = doorbell == ITERATE;
    assign continues = doorbell == PROCEED;
    assign rings = doorbell_valid & ~has_failed;
    assign ready = (plans_done >= kept_plan) | (fault_0 == EARLY_KERNEL_0);
    assign swaps = iterates & (fault_0 != NO_SWAP_0);
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
    assign output_base[31:0] = buffer ? kept_tx_bytes : 32'd0;
    assign output_base[63:32] = 32'd0;

    always @(posedge clock) begin
        fits <= fits_now;
        holds <= fits & holds_now;
    end

    // Bits that the design does not need.
    wire _unused = &{
        cache_excess[46:0],
        1'b0
    };

endmodule

`default_nettype wire
