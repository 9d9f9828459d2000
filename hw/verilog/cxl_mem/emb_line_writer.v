// Writes 64-byte lines to a port that answers in order. One cycle to the port; a line a cycle; stalls on the
// port's ready and when 64 writes are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_line_writer (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address,
    input  wire [63:0]  in_port_address,
    input  wire [511:0] in_data,
    input  wire         in_valid,
    output wire         in_ready,
    output wire [63:0]  out_address,
    output wire [511:0] out_data,
    output wire         out_valid,
    input  wire         out_ready,
    input  wire         answer_valid,
    input  wire         answer_error,
    output wire         idle,
    output wire         fault,
    output wire [63:0]  fault_address
);

    reg [63:0] port_address = 64'd0;
    reg [511:0] data = 512'd0;
    reg pending = 1'b0;

    wire room;
    wire taken;
    wire unanswered_in_ready;
    wire unanswered_out_valid;

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(6)) u_unanswered (
        .clock(clock),
        .reset(reset),
        .in_data(in_address),
        .in_valid(taken),
        .in_ready(unanswered_in_ready),
        .out_data(fault_address),
        .out_valid(unanswered_out_valid),
        .out_ready(answer_valid)
    );

    always @(posedge clock) begin
        if (out_ready) begin
            pending <= 1'b0;
        end
        if (taken) begin
            port_address <= in_port_address;
            data <= in_data;
            pending <= 1'b1;
        end
        if (reset) begin
            pending <= 1'b0;
        end
    end

    assign room = unanswered_in_ready & (~pending | out_ready);
    assign taken = in_valid & room;
    assign in_ready = room;
    assign out_address = port_address;
    assign out_data = data;
    assign out_valid = pending;
    assign fault = answer_valid & answer_error;
    assign idle = ~unanswered_out_valid;

endmodule

`default_nettype wire
