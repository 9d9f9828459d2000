// Writes vectors from the heads of the slices' queues to memory, a burst each, scaled or not. A beat a cycle;
// stalls on the bus, and when 255 bursts are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_vector_writer_s4_f0 (
    input  wire         clock,
    input  wire         reset,
    input  wire [511:0] vector_0,
    input  wire [511:0] vector_1,
    input  wire [511:0] vector_2,
    input  wire [511:0] vector_3,
    input  wire         vector_valid,
    output wire         vector_taken,
    input  wire [63:0]  address,
    output wire [63:0]  awaddr,
    output wire [7:0]   awlen,
    output wire         awvalid,
    input  wire         awready,
    output wire [511:0] wdata,
    output wire         wlast,
    output wire         wvalid,
    input  wire         wready,
    input  wire [1:0]   bresp,
    input  wire         bvalid,
    output wire         failed,
    input  wire         clear,
    output wire         idle
);

    localparam [4:0] ALL_BEATS = 5'd16;
    localparam [2:0] LAST_BEAT = 3'd3;
    localparam [7:0] LENGTH = 8'd3;
    localparam [7:0] LIMIT = 8'd255;
    localparam [7:0] ONE = 8'd1;

    reg [2:0] at = 3'd0;
    reg [2:0] sent = 3'd0;
    reg [4:0] held = 5'd0;
    reg [7:0] unanswered = 8'd0;
    reg error = 1'b0;

    wire [7:0] here;
    wire [511:0] beat;
    wire first;
    wire accept;
    wire leaves;
    wire begins;
    wire [63:0] addresses_in_data;
    wire addresses_in_valid;
    wire addresses_in_ready;
    wire beats_in_ready;

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(addresses_in_data),
        .in_valid(addresses_in_valid),
        .in_ready(addresses_in_ready),
        .out_data(awaddr),
        .out_valid(awvalid),
        .out_ready(awready)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(4)) u_beats (
        .clock(clock),
        .reset(reset),
        .in_data(beat),
        .in_valid(accept),
        .in_ready(beats_in_ready),
        .out_data(wdata),
        .out_valid(wvalid),
        .out_ready(wready)
    );

    always @(posedge clock) begin
        if (accept) begin
            at <= at + 3'd1;
        end
        if (vector_taken) begin
            at <= 3'd0;
        end
        if (leaves) begin
            sent <= sent + 3'd1;
            if (sent == LAST_BEAT) begin
                sent <= 3'd0;
            end
        end
        if (accept & ~leaves) begin
            held <= held + 5'd1;
        end
        if (leaves & ~accept) begin
            held <= held - 5'd1;
        end
        if (accept & first & ~bvalid) begin
            unanswered <= unanswered + 8'd1;
        end
        if (bvalid & ~(accept & first)) begin
            unanswered <= unanswered - 8'd1;
        end
        if (clear) begin
            error <= 1'b0;
        end
        if (bvalid & bresp[1]) begin
            error <= 1'b1;
        end
        if (reset) begin
            at <= 3'd0;
            sent <= 3'd0;
            held <= 5'd0;
            unanswered <= 8'd0;
            error <= 1'b0;
        end
    end

    // Take a beat; `held` counts those that are under way or in the queue.
    assign here = ONE << at;

    assign beat =
        here[3] ? vector_3 :
        here[2] ? vector_2 :
        here[1] ? vector_1 :
        here[0] ? vector_0 :
        512'd0;

    assign first = ~(|at);
    assign begins = addresses_in_ready & (unanswered != LIMIT);
    assign accept = vector_valid & (held != ALL_BEATS) & (~first | begins);
    assign vector_taken = accept & (at == LAST_BEAT);

    // The bus.
    assign addresses_in_data = address;
    assign addresses_in_valid = accept & first;
    assign awlen = LENGTH;
    assign wlast = sent == LAST_BEAT;
    assign leaves = wvalid & wready;
    assign idle = ~(|unanswered);
    assign failed = error;

    // Bits that the design does not need.
    wire _unused = &{
        bresp[0],
        here[7:4],
        beats_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
