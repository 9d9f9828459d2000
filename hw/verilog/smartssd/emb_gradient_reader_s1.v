// Reads gradients one behind the other and deals their beats out to the slices. A beat a cycle; stalls when
// the memory is slower, and when 32 gradients wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_gradient_reader_s1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire         stop,
    input  wire         hold,
    input  wire [63:0]  base,
    input  wire [25:0]  count,
    output wire [63:0]  request_address,
    output wire         request_valid,
    input  wire         request_ready,
    input  wire         line_valid,
    input  wire [511:0] line_data,
    output wire         push_0,
    output wire [511:0] beat,
    input  wire         taken,
    output wire         over,
    output wire         idle
);

    localparam [2:0] LAST_BEAT = 3'd0;
    localparam [5:0] LIMIT = 6'd32;
    localparam [7:0] ONE = 8'd1;

    reg [2:0] at = 3'd0;
    reg [5:0] open = 6'd0;
    reg [25:0] left = 26'd0;

    wire [7:0] here;
    wire first;
    wire accept;
    wire begins;
    wire list_beat_valid;

    emb_list_stream_w512 #(.LOG_LINES(7)) u_list (
        .clock(clock),
        .reset(reset),
        .start(start),
        .stop(stop),
        .base(base),
        .words({3'd0, count, 4'd0}),
        .beat(beat),
        .beat_valid(list_beat_valid),
        .beat_ready(accept),
        .request_address(request_address),
        .request_valid(request_valid),
        .request_ready(request_ready),
        .line_valid(line_valid),
        .line_data(line_data),
        .idle(idle)
    );

    always @(posedge clock) begin
        if (accept) begin
            at <= at + 3'd1;
            if (at == LAST_BEAT) begin
                at <= 3'd0;
            end
        end
        if (begins & ~taken) begin
            open <= open + 6'd1;
        end
        if (taken & ~begins) begin
            open <= open - 6'd1;
        end
        if (taken) begin
            left <= left - 26'd1;
        end
        if (start) begin
            at <= 3'd0;
            open <= 6'd0;
            left <= count;
        end
        if (reset) begin
            at <= 3'd0;
            open <= 6'd0;
            left <= 26'd0;
        end
    end

    assign first = ~(|at);
    assign accept = list_beat_valid & ~hold & (~first | (open != LIMIT));
    assign begins = accept & first;
    assign here = ONE << at;
    assign push_0 = accept & here[0];
    assign over = ~(|left);

    // Bits that the design does not need.
    wire _unused = &{
        here[7:1],
        1'b0
    };

endmodule

`default_nettype wire
