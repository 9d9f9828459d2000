// Lets rate / 65536 lines pass a cycle, and up to 4 at once after a pause; a rate of 0 is no bound. Latency:
// 1 cycle. Throughput: up to a line a cycle. Stalls while less than a line is in the bucket.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_token_bucket (
    input  wire        clock,
    input  wire        reset,
    input  wire [16:0] rate,
    input  wire        spend,
    output wire        ready
);

    localparam [18:0] LINE = 19'h10000;
    localparam [18:0] MOST_MISSING = 19'h30000;

    reg [18:0] missing = 19'd0;

    wire [18:0] missing_after;
    wire [18:0] rate_wide;

    always @(posedge clock) begin
        missing <= 19'd0;
        if ((|rate) & (missing_after > rate_wide)) begin
            missing <= missing_after - rate_wide;
        end
        if (reset) begin
            missing <= 19'd0;
        end
    end

    assign ready = missing <= MOST_MISSING;
    assign rate_wide = {2'd0, rate};
    assign missing_after = spend ? missing + LINE : missing;

endmodule

`default_nettype wire
