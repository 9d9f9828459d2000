// Reads the words of a program ahead of the sequencer that takes them. A word a cycle; stalls when the memory
// is slower.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_plan_stream_w128 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire         stop,
    input  wire [63:0]  base,
    input  wire [27:0]  words,
    output wire [127:0] word,
    output wire         word_valid,
    input  wire         word_ready,
    output wire         over,
    output wire [63:0]  request_address,
    output wire         request_valid,
    input  wire         request_ready,
    input  wire         line_valid,
    input  wire [511:0] line_data,
    output wire         idle
);

    reg [27:0] left = 28'd0;
    reg goes_on = 1'b0;

    wire takes;
    wire [127:0] list_beat;
    wire list_beat_valid;
    wire head_reset;
    wire head_in_ready;
    wire head_out_valid;

    emb_list_stream_w128 #(.LOG_LINES(7)) u_list (
        .clock(clock),
        .reset(reset),
        .start(start),
        .stop(stop),
        .base(base),
        .words({3'd0, words, 2'd0}),
        .beat(list_beat),
        .beat_valid(list_beat_valid),
        .beat_ready(head_in_ready),
        .request_address(request_address),
        .request_valid(request_valid),
        .request_ready(request_ready),
        .line_valid(line_valid),
        .line_data(line_data),
        .idle(idle)
    );

    emb_skid_buffer #(.WIDTH(128)) u_head (
        .clock(clock),
        .reset(head_reset),
        .in_data(list_beat),
        .in_valid(list_beat_valid),
        .in_ready(head_in_ready),
        .out_data(word),
        .out_valid(head_out_valid),
        .out_ready(takes)
    );

    always @(posedge clock) begin
        if (takes) begin
            left <= left - 28'd1;
            goes_on <= left != 28'd1;
        end
        if (stop) begin
            left <= 28'd0;
            goes_on <= 1'b0;
        end
        if (start) begin
            left <= words;
            goes_on <= |words;
        end
        if (reset) begin
            left <= 28'd0;
            goes_on <= 1'b0;
        end
    end

    assign head_reset = reset | start | stop;
    assign word_valid = head_out_valid & goes_on;
    assign takes = word_ready & head_out_valid & goes_on;
    assign over = ~goes_on;

endmodule

`default_nettype wire
