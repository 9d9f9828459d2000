// Takes the lines of several writers of a record to one channel, block by block in turn, and counts those
// that are not answered. One cycle; a line a cycle, less the gap; stalls when 32 lines wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_log_port_1 (
    input  wire         clock,
    input  wire         reset,
    input  wire [15:0]  gap,
    input  wire [63:0]  in_address_0,
    input  wire [511:0] in_data_0,
    input  wire         in_valid_0,
    output wire         in_ready_0,
    output wire [63:0]  write_address,
    output wire [511:0] write_data,
    output wire         write_valid,
    input  wire         write_ready,
    input  wire         written,
    output wire         answered
);

    localparam [63:0] LAST_LINE = 64'd192;
    localparam [3:0] TURN_MASK = 4'd0;

    reg [15:0] pause = 16'd0;
    reg [7:0] unanswered = 8'd0;

    wire requested_0;
    wire [3:0] turn;
    wire [63:0] chosen_address;
    wire [511:0] chosen_data;
    wire open;
    wire takes;
    wire issues;
    wire ends_0;
    wire ends_block;
    wire queue_in_ready;
    wire [575:0] queue_out_data;
    wire arbiter_advance;
    wire arbiter_grant;
    wire [3:0] arbiter_chosen;

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(5)) u_queue (
        .clock(clock),
        .reset(reset),
        .in_data({chosen_address, chosen_data}),
        .in_valid(takes),
        .in_ready(queue_in_ready),
        .out_data(queue_out_data),
        .out_valid(write_valid),
        .out_ready(write_ready)
    );

    emb_round_robin_1 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request(requested_0),
        .advance(arbiter_advance),
        .grant(arbiter_grant),
        .chosen(arbiter_chosen)
    );

    always @(posedge clock) begin
        if (|pause) begin
            pause <= pause - 16'd1;
        end
        if (takes) begin
            pause <= gap;
        end
        if (issues & ~written) begin
            unanswered <= unanswered + 8'd1;
        end
        if (written & ~issues) begin
            unanswered <= unanswered - 8'd1;
        end
        if (reset) begin
            pause <= 16'd0;
            unanswered <= 8'd0;
        end
    end

    assign open = queue_in_ready & ~(|pause);
    assign requested_0 = in_valid_0;
    assign takes = requested_0 & open;
    assign turn = TURN_MASK;
    assign ends_block = ends_0 & arbiter_grant;
    assign in_ready_0 = arbiter_grant & open;
    assign ends_0 = (in_address_0 & LAST_LINE) == LAST_LINE;
    assign chosen_address = in_address_0;
    assign chosen_data = in_data_0;
    assign arbiter_advance = takes & ends_block;
    assign write_address = queue_out_data[575:512];
    assign write_data = queue_out_data[511:0];
    assign issues = write_valid & write_ready;
    assign answered = ~write_valid & ~(|unanswered);

    // Bits that the design does not need.
    wire _unused = &{
        turn,
        arbiter_chosen,
        1'b0
    };

endmodule

`default_nettype wire
