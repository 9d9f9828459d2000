// Writes 64-byte lines to a port that answers in order. One cycle to the port; a line a cycle; stalls when
// two lines wait for the port and when 64 writes are unanswered.
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

    wire room;
    wire taken;
    wire unanswered_in_ready;
    wire unanswered_out_valid;
    wire waiting_in_ready;
    wire [575:0] waiting_out_data;

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

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(1)) u_waiting (
        .clock(clock),
        .reset(reset),
        .in_data({in_port_address, in_data}),
        .in_valid(taken),
        .in_ready(waiting_in_ready),
        .out_data(waiting_out_data),
        .out_valid(out_valid),
        .out_ready(out_ready)
    );

    assign room = unanswered_in_ready & waiting_in_ready;
    assign taken = in_valid & room;
    assign in_ready = room;
    assign out_address = waiting_out_data[575:512];
    assign out_data = waiting_out_data[511:0];
    assign fault = answer_valid & answer_error;
    assign idle = ~unanswered_out_valid;

endmodule

`default_nettype wire
