// Repeats pulses so that what a repeated pulse sets shows delay cycles after the pulse, 3 at the earliest.
// Throughput: a pulse a cycle. Never stalls; its user bounds how many are under way.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_pulse_delay #(
    parameter LOG_DEPTH = 7
) (
    input  wire        clock,
    input  wire        reset,
    input  wire [15:0] delay,
    input  wire        enter,
    output wire        due
);

    reg [16:0] oldest = 17'd0;
    reg has_oldest = 1'b0;
    reg [16:0] time_ = 17'd0;
    reg repeated = 1'b0;

    wire [16:0] deadline;
    wire [16:0] overdue;
    wire oldest_due;
    wire moves;
    wire deadlines_in_valid;
    wire deadlines_in_ready;
    wire [16:0] deadlines_out_data;
    wire deadlines_out_valid;

    emb_fifo #(.WIDTH(17), .LOG_DEPTH(LOG_DEPTH)) u_deadlines (
        .clock(clock),
        .reset(reset),
        .in_data(deadline),
        .in_valid(deadlines_in_valid),
        .in_ready(deadlines_in_ready),
        .out_data(deadlines_out_data),
        .out_valid(deadlines_out_valid),
        .out_ready(moves)
    );

    always @(posedge clock) begin
        time_ <= time_ + 17'd1;
        if (moves) begin
            has_oldest <= deadlines_out_valid | enter;
            oldest <= deadline;
            if (deadlines_out_valid) begin
                oldest <= deadlines_out_data;
            end
        end
        repeated <= oldest_due;
        if (reset) begin
            time_ <= 17'd0;
            has_oldest <= 1'b0;
            repeated <= 1'b0;
        end
    end

    assign deadline = (time_ - 17'd2) + {1'b0, delay};
    assign overdue = time_ - oldest;
    assign oldest_due = has_oldest & ~overdue[16];
    assign moves = ~has_oldest | ~overdue[16];
    assign deadlines_in_valid = enter & (~moves | deadlines_out_valid);
    assign due = repeated;

    // Bits that the design does not need.
    wire _unused = &{
        overdue[15:0],
        deadlines_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
