// Says whether the oldest unanswered request is latency cycles old, 3 at least. Throughput: a request and an
// answer a cycle. Never stalls requests; its user bounds how many are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_latency_gate #(
    parameter LOG_DEPTH = 7
) (
    input  wire        clock,
    input  wire        reset,
    input  wire [15:0] latency,
    input  wire        enter,
    input  wire        leave,
    output wire        ripe
);

    reg [7:0] ripe_requests = 8'd0;

    wire delay_due;

    emb_pulse_delay #(.LOG_DEPTH(LOG_DEPTH)) u_delay (
        .clock(clock),
        .reset(reset),
        .delay(latency),
        .enter(enter),
        .due(delay_due)
    );

    always @(posedge clock) begin
        if (delay_due & ~leave) begin
            ripe_requests <= ripe_requests + 8'd1;
        end
        if (leave & ~delay_due) begin
            ripe_requests <= ripe_requests - 8'd1;
        end
        if (reset) begin
            ripe_requests <= 8'd0;
        end
    end

    assign ripe = |ripe_requests;

endmodule

`default_nettype wire
